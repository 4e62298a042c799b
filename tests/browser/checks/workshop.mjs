// The workshop: each bench does its task by the keyboard alone, over http and from the disk; nothing of it is loaded before it is
// opened; what is wrong is said, and harms nothing.

import assert from "node:assert/strict";

import { LOOKS, PHONE, violations } from "../steps.mjs";

const PAGE = "tri-core/workshop/index.html";

/** Opens the workshop at a bench, and waits until it answers. */
async function bench(page, open, state, shown) {
  await open("index.html");
  await open(`${PAGE}#${state}`);
  await page.locator(shown).first().waitFor();
}

/** Goes on with Tab until what is named has the focus. */
async function tabTo(page, selector) {
  for (let steps = 0; steps < 200; steps += 1) {
    if (await page.evaluate((selector) => document.activeElement?.matches(selector), selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not come to ${selector}`);
}

const chances = (page) => page.locator(".bench-shown .odds-rows tbody tr td:nth-child(3)").allInnerTexts();

export default ({ site, both, http, files }) => {
  files("no page but the workshop names what it loads", async () => {
    for (const at of site.pages) if (!at.endsWith("/workshop/index.html")) assert.ok(!(await site.text(at)).includes("assets/workshop"), at);
  });
  if (!site.files.has(PAGE)) {
    files("SKIPPED: this site was built without the module for pages", ({ note }) => note("no workshop is there"));
    return;
  }

  both("odds are read by the keyboard alone", async ({ page, open }) => {
    // One die of twelve against 7, without anybody's values: 6 of 12.
    await bench(page, open, "odds?check=test&who=&dice=2&points=0&target=7", ".bench-shown .odds-rows");
    const before = await chances(page);
    await tabTo(page, ".bench-number input[type=number]");
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("1");
    await page.waitForFunction((before) => document.querySelector(".bench-shown .odds-rows tbody tr:last-child td:nth-child(3)")?.innerText !== before, before.at(-1));
    assert.equal((await chances(page)).at(-1), "50.0\u00a0%");
    assert.match(page.url(), /dice=1/);
  });
  both("a link opens what it was made of", async ({ page, open }) => {
    await bench(page, open, "odds?check=test&who=&dice=3&points=2&target=14,18", ".bench-shown .odds-rows");
    assert.deepEqual(await page.locator(".bench-shown .odds-rows tbody th").allInnerTexts(), ["14", "18"]);
  });
  both("ten NPCs are made by the keyboard alone, and one of them is changed, refused and mended", async ({ page, open }) => {
    await bench(page, open, "npcs?seed=7&count=2", ".bench-person .sheet");
    await tabTo(page, ".bench-form input[name=count]");
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("10");
    await page.waitForFunction(() => document.querySelectorAll(".bench-person .sheet").length === 10);
    await tabTo(page, ".bench-person summary");
    await page.keyboard.press("Enter");
    await tabTo(page, ".bench-person textarea");
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.type("nonsense: 1\n");
    const fault = page.locator(".bench-person .bench-faults").first();
    await fault.waitFor();
    assert.match(await fault.innerText(), /Line 1 .*nonsense/s);
    await page.keyboard.press("Backspace");
    for (let i = 0; i < "nonsense: 1".length; i += 1) await page.keyboard.press("Backspace");
    await fault.waitFor({ state: "detached" });
  });
  both("a character is changed by the keyboard alone, refused and mended, and is there the next time", async ({ page, open, site }) => {
    await bench(page, open, "people?who=kael", ".bench-sheet .sheet");
    const health = () => page.locator(".bench-sheet .resource b").first().innerText();
    const before = await health();
    await tabTo(page, ".bench-form textarea");
    const write = (from, to) => page.evaluate(([from, to]) => {
      const area = document.activeElement;
      const at = area.value.indexOf(from);
      area.setSelectionRange(at, at + from.length);
      // As typed: with the events that typing has.
      document.execCommand("insertText", false, to);
    }, [from, to]);
    await write("vitality: 2", "vitality: 6");
    await page.waitForFunction((before) => document.querySelector(".bench-sheet .resource b")?.innerText !== before, before);
    await write("vitality: 6", "vitalitee: 6");
    const fault = page.locator("#bench-of-people .bench-faults");
    await fault.waitFor();
    assert.match(await fault.innerText(), /Line \d+ .*vitalitee/s);
    await write("vitalitee: 6", "vitality: 2");
    await fault.waitFor({ state: "detached" });
    // Nobody may spend more than there is: that is said, and shown all the same.
    await write("vitality: 2", "vitality: 7");
    await page.waitForFunction((before) => document.querySelector(".bench-sheet .resource b")?.innerText !== before, before);
    await fault.waitFor();
    const after = await health();
    await bench(page, open, "people?who=kael", ".bench-sheet .sheet");
    assert.match(await page.locator(".bench-form textarea").inputValue(), /vitality: 7/);
    assert.equal(await health(), after);
    await page.getByRole("button", { name: "Put back as it was" }).click();
    await page.waitForFunction((before) => document.querySelector(".bench-sheet .resource b")?.innerText === before, before);
  }, { isFresh: true });
  http("the same seed makes the same NPCs, and what is kept is there the next time", async ({ page, open }) => {
    const names = () => page.locator(".bench-people[aria-busy] h2, .bench-people:not(.bench-kept *) h2").allInnerTexts();
    await bench(page, open, "npcs?seed=99&count=3", ".bench-person .sheet");
    await page.waitForFunction(() => document.querySelectorAll(".bench-person .sheet").length === 3);
    const first = await names();
    await page.locator(".bench-person .bench-do button").first().click();
    await bench(page, open, "npcs?seed=99&count=3", ".bench-kept .sheet");
    await page.waitForFunction(() => document.querySelectorAll(".bench-person .sheet").length === 4);
    assert.deepEqual(await names(), first);
    assert.deepEqual(await page.locator(".bench-kept .bench-block h2").allInnerTexts(), first.slice(0, 1));
  }, { isFresh: true });
  both("links and kept things that make no sense open the workshop as it is", async ({ page, open }) => {
    await open("index.html");
    await page.evaluate(() => {
      localStorage.setItem("deckle-npcs-tri-core", '{"file": 1}');
      localStorage.setItem("deckle-people-tri-core", "7");
    });
    for (const state of ["people?who=constructor", "odds?check=nosuch&who=nobody&dice=<i id=planted>", "npcs?seed=%00&count=1e9&size=constructor", "nosuch?__proto__=1", "odds?check=test&dice=1,2&points=3..4&target=x"]) {
      await bench(page, open, state, ".bench-tabs");
      await page.locator(".bench-shown > *, .bench-people > *, .bench-sheet > *").first().waitFor();
      assert.equal(await page.locator("#planted, #workshop script").count(), 0);
    }
  }, { isFresh: true });
  for (const [colorScheme, rules] of [["light", undefined], ["dark", LOOKS]]) {
    for (const viewport of [PHONE, undefined]) {
      http(`axe, ${colorScheme}: the workshop${viewport ? " on a phone" : ""}`, async ({ page, open }) => {
        await bench(page, open, "odds?check=test&dice=3&points=2&target=18", ".bench-shown .odds-rows");
        assert.deepEqual(await violations(page, rules), []);
        for (const [state, shown] of [["npcs?seed=7&count=2", ".bench-person .sheet"], ["people?who=kael", ".bench-sheet .sheet"]]) {
          await bench(page, open, state, shown);
          assert.deepEqual(await violations(page, rules), [], state);
        }
      }, { colorScheme, ...(viewport && { viewport }) });
    }
  }
};
