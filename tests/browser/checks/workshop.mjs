// The workshop: each bench does its task by the keyboard alone, over http and from the disk; nothing of it is loaded before it is
// opened; what is wrong is said, and harms nothing.

import assert from "node:assert/strict";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { LOOKS, PHONE, PRINTING, byChance, folderDialog, openBench, violations, zipped } from "../steps.mjs";

const PAGE = "tri-core/workshop/index.html";

/** Opens the workshop at a bench, and waits until it answers. */
const bench = (page, open, state, shown) => openBench(page, open, `${PAGE}#${state}`, shown);

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

  const hasPress = () => [...site.files].some((name) => name.startsWith("assets/workshop/press."));
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
  both("odds open on the example of the page of a check", async ({ page, open }) => {
    await bench(page, open, "", ".bench-shown .odds-rows");
    const shown = await page.locator(".bench-form select").evaluateAll((all) => all.slice(0, 2).map((one) => one.value));
    const example = await page.locator("#workshop").evaluate(({ dataset }) => [dataset.check, dataset.who]);
    assert.deepEqual(shown, example);
    await open(`tri-core/checks/${example[0]}/index.html`);
    assert.match(await page.locator(".odds figcaption a").getAttribute("href"), new RegExp(`/${example[1]}/`), "of the same one");
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
    // Each key brings faults of its own.
    await fault.filter({ hasText: /Line 1 .*`nonsense`/s }).waitFor();
    await page.keyboard.press("Backspace");
    for (let i = 0; i < "nonsense: 1".length; i += 1) await page.keyboard.press("Backspace");
    await fault.waitFor({ state: "detached" });
  });
  both("a character is changed by the keyboard alone, refused and mended, and is there the next time", async ({ page, open, site }) => {
    await bench(page, open, "people?who=kael", ".bench-sheet .sheet");
    const health = () => page.locator(".bench-sheet .resource b").first().innerText();
    const before = await health();
    // In the form: a number that neither dice nor points can give.
    await tabTo(page, `[id="${await page.getByLabel("Vitality", { exact: true }).getAttribute("id")}"]`);
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("7");
    await page.waitForFunction((before) => document.querySelector(".bench-sheet .resource b")?.innerText !== before, before);
    // That is said beside it, and shown all the same.
    const beside = page.locator("#bench-of-people .bench-wrong:not([hidden])").first(), fault = page.locator("#bench-of-people .bench-faults");
    await beside.waitFor();
    // Taken back by the keys that take back everywhere.
    await page.keyboard.press("ControlOrMeta+Z");
    await beside.waitFor({ state: "detached" });
    assert.equal(await health(), before);
    // In the file.
    await tabTo(page, "#bench-of-people details:has(.bench-source) > summary");
    await page.keyboard.press("Enter");
    await tabTo(page, ".bench-source");
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
    await fault.waitFor();
    assert.match(await fault.innerText(), /Line \d+ .*vitalitee/s);
    await write("vitalitee: 6", "vitality: 2");
    await fault.waitFor({ state: "detached" });
    // Nobody may spend more than there is: that is said, and shown all the same.
    await write("vitality: 2", "vitality: 7");
    await page.waitForFunction((before) => document.querySelector(".bench-sheet .resource b")?.innerText !== before, before);
    await beside.waitFor();
    const after = await health();
    await bench(page, open, "people?who=kael", ".bench-sheet .sheet");
    assert.match(await page.locator(".bench-source").inputValue(), /vitality: 7/);
    assert.equal(await health(), after);
    await page.getByRole("button", { name: "Reset", exact: true }).click();
    await page.waitForFunction((before) => document.querySelector(".bench-sheet .resource b")?.innerText === before, before);
  }, { isFresh: true });
  both("a link carries a character of the highest level, and closing the page loses nothing of it", async ({ page, open }) => {
    await bench(page, open, "people?who=ansgar", ".bench-sheet .sheet");
    const file = () => page.locator(".bench-source").inputValue();
    const sheet = () => page.locator(".bench-sheet").innerText();
    await page.getByLabel("Name", { exact: true }).first().fill("Ansgar of the Bells");
    await page.waitForFunction(() => document.querySelector(".bench-sheet .bench-block h2").innerText.toLowerCase() === "ansgar of the bells");
    const [written, shown] = [await file(), await sheet()];
    await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: { writeText: (said) => { window.copied = said; return Promise.resolve(); } } }));
    await page.getByRole("button", { name: "Copy a link" }).click();
    await page.waitForFunction(() => window.copied);
    const state = await page.evaluate(() => window.copied.split("#")[1]);
    assert.ok(state.length < 16000, `${state.length} characters`);
    // At once, as it was left with the last key.
    await bench(page, open, "people?who=ansgar", ".bench-sheet .sheet");
    assert.equal(await file(), written);
    await page.evaluate(() => localStorage.clear());
    await bench(page, open, state, ".bench-sheet .sheet");
    assert.equal(await file(), written);
    assert.equal(await sheet(), shown);
    await bench(page, open, "people?file=AAAA", ".bench-faults");
    assert.equal(await page.locator(".bench-faults").innerText(), "This link is damaged.");
  }, { isFresh: true });
  both("a link carries an ability, and what is of that name here stays as it is", async ({ page, open }) => {
    const file = () => page.locator("#bench-of-abilities .bench-source").inputValue();
    const bill = () => page.locator("#bench-of-abilities table").innerText();
    const linkTo = async () => {
      await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText: (said) => { window.copied = said; return Promise.resolve(); } } }));
      await page.locator("#bench-of-abilities").getByRole("button", { name: "Copy a link" }).click();
      await page.waitForFunction(() => window.copied);
      return page.evaluate(() => window.copied.split("#")[1]);
    };
    // One of the game, as it was changed here.
    await bench(page, open, "abilities?ability=adders-advice", "#bench-of-abilities .bench-legal");
    await page.locator("#bench-of-abilities").getByLabel("Name", { exact: true }).fill("Adder’s second advice");
    await page.waitForFunction(() => document.querySelector("#bench-of-abilities h2").innerText.toLowerCase() === "adder’s second advice");
    const [written, cost, state] = [await file(), await bill(), await linkTo()];
    assert.match(state, /^abilities\?file=[\w-]+&who=[\w-]+$/);
    // On another device.
    await page.evaluate(() => localStorage.clear());
    await bench(page, open, state, "#bench-of-abilities .bench-legal");
    assert.equal(await bill(), cost);
    assert.equal((await file()).replace(/^id:.*$/m, ""), written.replace(/^id:.*$/m, ""));
    assert.notEqual(await file(), written, "it has an id of its own");
    assert.deepEqual(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("makeready-abilities"))), [], "nothing is kept before something is changed");
    await bench(page, open, "abilities?ability=adders-advice", "#bench-of-abilities .bench-legal");
    assert.doesNotMatch(await file(), /second advice/);
    // A new one has the id that it was given.
    await bench(page, open, "abilities?ability=new-ability", "#bench-of-abilities .bench-bought ~ .bench-field select");
    await page.getByLabel("Add a keyword").selectOption({ label: "Range I: Distance" });
    await page.locator("#bench-of-abilities .bench-field:has(select)").last().getByRole("button", { name: "Add", exact: true }).click();
    await page.locator("#bench-of-abilities tfoot b").first().waitFor();
    const made = [await file(), await bill()];
    const ofNew = await linkTo();
    await page.evaluate(() => localStorage.clear());
    await bench(page, open, ofNew, "#bench-of-abilities tfoot b");
    assert.deepEqual([await file(), await bill()], made);
    // What is none is refused, and what has no sound id.
    const packed = (said) => page.evaluate(async (said) => {
      const stream = new Blob([said]).stream().pipeThrough(new CompressionStream("deflate-raw"));
      return btoa(String.fromCharCode(...new Uint8Array(await new Response(stream).arrayBuffer()))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
    }, said);
    for (const hostile of ["AAAA", "%3Cscript%3E", await packed("id: ../../system\nname: x\n"), await packed("name: nobody\n"), await packed(`id: x\n${"#".repeat(70000)}`)]) {
      await bench(page, open, `abilities?file=${hostile}`, "#bench-of-abilities .bench-faults");
      assert.equal(await page.locator("#bench-of-abilities .bench-faults").innerText(), "This link is damaged.");
    }
    const planted = await packed('format_version: 1\nid: planted\nname: "<i id=planted>"\nkeywords: [nosuch]\ndescription: "<script id=planted>"\n');
    await bench(page, open, `abilities?file=${planted}`, "#bench-of-abilities .bench-faults li");
    assert.equal(await page.locator("#planted, #workshop script").count(), 0);
  }, { isFresh: true });
  both("several are begun from nothing, each kept and each forgotten alone", async ({ page, open }) => {
    for (const [state, of, first, names] of [["people?who=kael", "people", ".bench-sheet .sheet", ["New character", "New character 2"]], ["abilities?ability=adders-advice", "abilities", ".bench-legal", ["New ability", "New ability 2"]]]) {
      await bench(page, open, state, `#bench-of-${of} ${first}`);
      const panel = page.locator(`#bench-of-${of}`), choice = panel.locator(".bench-form > .bench-field select").first();
      const name = panel.getByLabel("Name", { exact: true }).first();
      const own = () => choice.locator("optgroup").last().locator("option").allInnerTexts();
      const options = () => choice.locator("option").count();
      const before = await options();
      for (const [number, one] of names.entries()) {
        await choice.selectOption({ label: "Create a new one" });
        await page.waitForFunction(([of, one]) => [...document.querySelectorAll(`#bench-of-${of} input`)].some(({ value }) => value === one), [of, one]);
        await name.fill(`${one}, kept`);
        await page.waitForFunction(([of, count]) => document.querySelectorAll(`#bench-of-${of} .bench-form > .bench-field:first-child option`).length === count, [of, before + number + 1]);
        await page.waitForTimeout(100);
      }
      assert.deepEqual(await own(), names.map((one) => `${one}, kept`));
      // Both are there the next time, and one goes alone.
      await bench(page, open, `${state}`, `#bench-of-${of} ${first}`);
      assert.deepEqual(await own(), names.map((one) => `${one}, kept`));
      await choice.selectOption({ label: `${names[0]}, kept` });
      await page.waitForFunction(([of, one]) => [...document.querySelectorAll(`#bench-of-${of} input`)].some(({ value }) => value === `${one}, kept`), [of, names[0]]);
      await panel.getByRole("button", { name: "Delete it" }).click();
      assert.equal(await options(), before + 2, "pressed once, it asks");
      await panel.getByRole("button", { name: "Press again to delete it" }).click();
      await page.waitForFunction(([of, count]) => document.querySelectorAll(`#bench-of-${of} .bench-form > .bench-field:first-child option`).length === count, [of, before + 1]);
      assert.deepEqual(await own(), [`${names[1]}, kept`]);
    }
    const all = page.locator(".bench-kept-all");
    await all.locator("summary").click();
    assert.deepEqual(await all.locator("li span").allInnerTexts(), ["New character 2, kept Characters", "New ability 2, kept Abilities"]);
  }, { isFresh: true });
  both("what is opened in a form keeps the keys, and taking something out of a list leaves them there", async ({ page, open }) => {
    await bench(page, open, "people?who=kael", "#bench-of-people .bench-sheet .sheet");
    const section = (name) => page.locator("#bench-of-people .bench-section", { has: page.locator(":scope > summary", { hasText: new RegExp(`^${name}`) }) }).first();
    const press = async (summary) => { await summary.focus(); await page.keyboard.press("Enter"); };
    const focused = () => page.evaluate(() => [document.activeElement.tagName, document.activeElement.textContent]);
    const items = section("Items"), trades = section("Trades");
    await press(items.locator(":scope > summary"));
    const rows = items.locator(":scope > .bench-held > li");
    // What is in a part is made when it has opened.
    await rows.first().waitFor();
    const count = await rows.count(), row = rows.first().locator(":scope > details > summary");
    const said = await row.textContent();
    await press(row);
    assert.deepEqual(await focused(), ["SUMMARY", said]);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => !document.activeElement.parentElement.open);
    assert.deepEqual([await rows.count(), ...(await focused())], [count, "SUMMARY", said], "opened and folded, it is still there");
    // A list within a list.
    await press(trades.locator(":scope > summary"));
    const trade = trades.locator(":scope > .bench-held > li > details").first(), covers = trade.locator("details", { hasText: "Includes" });
    await press(trade.locator(":scope > summary"));
    await press(covers.locator(":scope > summary"));
    await covers.locator("li").first().waitFor();
    const covered = await covers.locator("li").count();
    await covers.locator("li > button").first().focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction((count) => document.activeElement.closest("[data-list]")?.childElementCount === count, covered - 1);
    assert.equal(await covers.locator("li").count(), covered - 1);
    // What is still to do leads to the row that lacks something.
    const todo = page.locator("#bench-of-people .bench-todo button", { hasText: "includes" }).first();
    await press(trades.locator(":scope > summary"));
    await press(todo);
    assert.ok(await page.evaluate(() => document.activeElement.closest(".bench-thing")?.open), "the row is open");
  });
  both("a small game is begun with, changed, saved and used on all benches", async ({ page, open }) => {
    await bench(page, open, "own?", ".bench-drop");
    await tabTo(page, "#bench-of-own .bench-begin");
    await page.keyboard.press("Enter");
    const use = page.locator("#bench-of-own .bench-print"), tree = page.locator(".bench-tree"), preview = page.locator(".bench-preview");
    await use.waitFor();
    // Somebody of it is shown at once, with the sheet that changes with the file.
    await preview.locator(".sheet").waitFor();
    const name = (await preview.locator("h2").textContent()).trim();
    const area = page.locator(".bench-editor textarea");
    const text = await area.inputValue();
    await area.fill(text.replace(/^name: .*$/m, "name: Somebody Else"));
    await page.waitForFunction(() => document.querySelector(".bench-preview h2")?.textContent === "Somebody Else");
    // What is wrong is marked at the file and at its folder.
    await area.fill(`nonsense: 1\n${text}`);
    await tree.locator("button + .bench-mark").waitFor();
    assert.equal(await tree.locator("summary .bench-mark").count(), 2);
    assert.equal(await preview.locator("h2").textContent(), "Somebody Else", "the last that was sound");
    await area.fill(text);
    await tree.locator(".bench-mark").first().waitFor({ state: "detached" });
    await page.waitForFunction((name) => document.querySelector(".bench-preview h2")?.textContent === name, name);
    // Another one is begun as a copy, is somebody of the game, and is removed again.
    await page.locator(".bench-add-file summary").click();
    await page.getByLabel("Path in the game folder").fill("../ada.yaml");
    await page.locator(".bench-add-file").getByRole("button", { name: "Add", exact: true }).click();
    assert.match(await page.locator(".bench-add-file [role=alert]").innerText(), /^Enter a new path/);
    await page.getByLabel("Path in the game folder").fill("characters/ada.yaml");
    await page.locator(".bench-add-file").getByRole("button", { name: "Add", exact: true }).click();
    assert.match(await area.inputValue(), /^id: ada$/m);
    await area.fill((await area.inputValue()).replace(/^name: .*$/m, "name: Ada"));
    await page.waitForFunction(() => document.querySelector(".bench-preview h2")?.textContent === "Ada");
    await page.getByRole("button", { name: "Remove embers/characters/ada.yaml" }).click();
    await page.waitForFunction((name) => document.querySelector(".bench-preview h2")?.textContent === name, name);
    assert.equal(await tree.locator("[data-path='embers/characters/ada.yaml']").count(), 0);
    // Its cards are there to be looked at, and what makes nothing of the kind leaves the room to the file.
    await tree.locator("summary", { hasText: "actions/" }).click();
    await tree.locator("[data-path='embers/actions/deeds.yaml']").click();
    if (hasPress()) {
      await preview.locator("button").nth(2).waitFor();
      assert.deepEqual((await preview.locator("button").allInnerTexts()).sort(), ["Show the card Hide", "Show the card Rally", "Show the card Strike"]);
    }
    await tree.locator("[data-path='embers/system.yaml']").click();
    await preview.locator(".bench-holdings").waitFor();
    await tree.locator("[data-path='embers/characters/wren.yaml']").click();
    await preview.locator(".sheet").waitFor();
    // The archive that is saved is the game.
    const [made] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save all as a zip archive" }).click()]);
    assert.equal(made.suggestedFilename(), "embers.zip");
    const archive = await readFile(await made.path());
    await bench(page, open, "own?", ".bench-drop");
    await page.getByLabel("Zip archive").setInputFiles({ name: "embers.zip", mimeType: "application/zip", buffer: archive });
    await use.waitFor();
    assert.equal(await area.inputValue(), text);
    await tabTo(page, "#bench-of-own .bench-print");
    await page.keyboard.press("Enter");
    await page.locator("#tab-odds[aria-selected=true]").waitFor();
    await page.locator(".bench-shown .odds-rows").first().waitFor();
    // It can be gone on with.
    await page.locator("#tab-own").click();
    await area.waitFor();
    assert.equal(await area.inputValue(), text);
  }, { isFresh: true });
  http("a character and an NPC are saved as Markdown, with every figure of their sheets", async ({ page, open }) => {
    const taken = async (button) => {
      const [made] = await Promise.all([page.waitForEvent("download"), button.click()]);
      return [made.suggestedFilename(), await readFile(await made.path(), "utf8")];
    };
    for (const [game, who] of [["tri-core", "kael"], ["treasure-hunters", "tam"], ["strains", "gurda"], ["dice-pool", "sefa"], ["action-score", "ines"]]) {
      await open("index.html");
      await open(`${game}/workshop/index.html#people?who=${who}`);
      await page.locator(".bench-sheet .sheet").waitFor();
      await page.locator("#bench-of-people details.bench-saves > summary").click();
      const [name, file] = await taken(page.locator("#bench-of-people").getByRole("button", { name: "Save as Markdown" }));
      assert.equal(name, `${who}.md`);
      assert.ok(file.startsWith(`# ${await page.locator(".bench-sheet .bench-block h2").textContent()}\n`), file.slice(0, 60));
      const figures = await page.locator(".bench-sheet .sheet button[popovertarget], .bench-sheet .sheet .figure").allTextContents();
      assert.ok(figures.length > 5);
      const plain = file.replaceAll("\\", "");
      for (const figure of figures) assert.ok(plain.includes(figure.trim()), `${who}: ${figure}\n${plain}`);
      assert.ok(!/undefined|\[object|null/.test(file), file);
      // Every row of a table has as many cells as its head.
      for (const table of file.match(/(?:^\|.*\|$\n?)+/gm) ?? []) {
        const cells = table.trim().split("\n").map((row) => row.replaceAll("\\|", "").split("|").length);
        assert.equal(new Set(cells).size, 1, table);
      }
    }
    await bench(page, open, "npcs?seed=7&count=1", ".bench-person .sheet");
    await page.locator(".bench-person details.bench-saves > summary").click();
    const [, npc] = await taken(page.locator(".bench-person").getByRole("button", { name: "Save as Markdown" }));
    assert.ok(npc.startsWith(`# ${await page.locator(".bench-person h2").textContent()}\n`), npc);
  });
  both("somebody new is made from nothing, and all that is kept can be seen and forgotten", async ({ page, open }) => {
    await bench(page, open, "people?who=%2Bnew", ".bench-sheet .sheet");
    const abilities = page.locator(".bench-section").filter({ has: page.locator("summary", { hasText: /^Abilities/ }) });
    await abilities.locator("summary").click();
    await abilities.locator("select").selectOption({ index: 1 });
    await abilities.getByRole("button", { name: "Add", exact: true }).first().click();
    await abilities.locator(".bench-held li").waitFor();
    assert.match(await page.locator(".bench-source").inputValue(), /\nabilities: \[[a-z-]+\]\n/);
    await abilities.locator(".bench-held button").click();
    await abilities.locator(".bench-held li").waitFor({ state: "detached" });
    assert.match(await page.locator(".bench-source").inputValue(), /\nabilities: \[\]\n/);
    await bench(page, open, "odds?", ".bench-kept-all:not([hidden])");
    const all = page.locator(".bench-kept-all");
    await all.locator("summary").click();
    assert.deepEqual(await all.locator("li span").allInnerTexts(), ["New character Characters"]);
    const everything = all.locator(".bench-do button");
    await everything.click();
    const isKept = () => page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith("makeready-people-tri-core/")));
    assert.ok(await isKept());
    await everything.click();
    await all.waitFor({ state: "hidden" });
    assert.ok(!await isKept());
  }, { isFresh: true });
  both("an ability is priced, refused and mended by the keyboard alone", async ({ page, open }) => {
    await bench(page, open, "abilities?ability=adders-advice", ".bench-legal");
    const spent = () => page.locator("#bench-of-abilities tfoot b").first().innerText();
    const before = await spent();
    await tabTo(page, "#bench-of-abilities .bench-bought ~ .bench-field select");
    await page.keyboard.type("Range I: D");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForFunction((before) => document.querySelector("#bench-of-abilities tfoot b").innerText !== before, before);
    const after = await spent();
    const price = await page.locator("#bench-of-abilities tbody tr:last-child td").innerText();
    assert.equal(Number(after), Number(before) + Number(price));
    await tabTo(page, "#bench-of-abilities summary");
    while (await page.evaluate(() => document.activeElement.innerText !== "File (YAML)")) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await tabTo(page, "#bench-of-abilities .bench-source");
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.type("nonsense: 1\n");
    const fault = page.locator("#bench-of-abilities .bench-faults").first();
    // Each key brings faults of its own.
    await fault.filter({ hasText: /Line 1 .*`nonsense`/s }).waitFor();
    for (let i = 0; i < "nonsense: 1\n".length; i += 1) await page.keyboard.press("Backspace");
    await fault.waitFor({ state: "detached" });
    assert.equal(await spent(), after);
    // It is there the next time, and a character's bill has it.
    await bench(page, open, "abilities?ability=adders-advice", ".bench-legal");
    await page.waitForFunction((after) => document.querySelector("#bench-of-abilities tfoot b")?.innerText === after, after);
  }, { isFresh: true });
  http("an ability is built from nothing, one keyword after another, and taken apart again", async ({ page, open }) => {
    await bench(page, open, "abilities?ability=new-ability", "#bench-of-abilities .bench-bought ~ .bench-field select");
    const add = page.getByLabel("Add a keyword");
    const choose = async (name) => {
      await add.selectOption({ label: name });
      await page.locator("#bench-of-abilities .bench-field", { has: add }).getByRole("button", { name: "Add", exact: true }).click();
    };
    const bought = () => page.locator("#bench-of-abilities fieldset:enabled legend").allInnerTexts();
    await choose("Range I: Distance");
    await page.locator("#bench-of-abilities tfoot b").first().waitFor();
    await choose("Empower II: Bonus");
    await page.waitForFunction(() => document.querySelectorAll("#bench-of-abilities fieldset:enabled").length === 2);
    await page.getByRole("button", { name: /^Remove Range I/ }).click();
    await page.waitForFunction(() => document.querySelectorAll("#bench-of-abilities tbody tr").length === 1);
    assert.deepEqual(await bought(), ["Empower II: Bonus"]);
    await page.getByRole("button", { name: "Remove Empower II: Bonus" }).click();
    // Without any it is none, and says so; with one it is one again.
    await page.locator("#bench-of-abilities .bench-faults").waitFor();
    await choose("Empower II: Bonus");
    await page.locator("#bench-of-abilities .bench-faults", { hasText: "keywords" }).waitFor({ state: "detached" });
    assert.deepEqual(await bought(), ["Empower II: Bonus"]);
  }, { isFresh: true });
  both("a ruling is switched by the keyboard alone, and what it changes is said", async ({ page, open }) => {
    await bench(page, open, "rulings?", ".bench-chapter");
    await tabTo(page, "#bench-of-rulings input[type=search]");
    await page.keyboard.type("how is agility worked");
    await tabTo(page, ".bench-ruling:not([hidden]) summary");
    await page.keyboard.press("Enter");
    await tabTo(page, ".bench-ruling:not([hidden]) input");
    await page.keyboard.press("ArrowDown");
    await page.locator(".bench-changed").first().waitFor();
    assert.match(await page.locator(".bench-changed").first().innerText(), /Agility/);
    // A link has the decision in it, and the other benches know of it.
    const at = page.url();
    assert.match(at, /#rulings\?\w+=\w+/);
    await page.locator("#bench-of-rulings").getByRole("button", { name: "Reset all" }).click();
    await page.locator(".bench-changed").first().waitFor({ state: "detached" });
  });
  both("rulings stand by chapters, those that are changed first, and the campaign that is saved says what else it said", async ({ page, open }) => {
    await bench(page, open, "rulings?", ".bench-chapter > summary > small:not(:empty)");
    const shown = page.locator(".bench-ruling:visible"), chapters = page.locator(".bench-chapter");
    const all = await page.locator(".bench-ruling").count();
    assert.equal(await shown.count(), 0, "each chapter is folded");
    assert.ok((await chapters.count()) > 5);
    // As many as the list of the book has.
    const counts = await chapters.locator("> summary > small").allInnerTexts();
    assert.equal(counts.reduce((sum, count) => sum + Number(count), 0), all);
    await page.locator("#bench-of-rulings input[type=search]").fill("heavy dice");
    const found = await shown.count();
    assert.ok(found > 0 && found < all);
    assert.match(await page.locator("#bench-of-rulings .bench-rulings > .bench-note").innerText(), new RegExp(`^${found} rulings?$`));
    // A change is named at the top, marked where it is, and in the campaign.
    await page.locator(".bench-ruling", { hasText: "Dice of a Heavy action" }).locator("summary").click();
    await page.getByLabel("A Heavy action adds two dice, a Moderate action one.").check();
    const held = page.locator(".bench-rulings > .bench-held li");
    await held.waitFor();
    assert.match(await held.innerText(), /Dice of a Heavy action\s+A Heavy action adds two dice, a Moderate action one\./);
    assert.match(await page.locator(".bench-count-of").innerText(), new RegExp(`^1 of ${all} `));
    assert.equal(await page.locator(".bench-chapter.is-decided").count(), 1);
    await page.locator(".bench-changed").first().waitFor();
    const [made] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save these rulings" }).click()]);
    const written = await readFile(await made.path(), "utf8"), was = await readFile("content/campaign.yaml", "utf8");
    assert.match(written, /^rulings: .*tri-core.*heavy_bonus_dice: two/m);
    for (const line of was.split("\n").filter((line) => !line.startsWith("rulings:"))) assert.ok(written.split("\n").includes(line), line);
    // It is found again from the top, and back at its default.
    await page.locator("#bench-of-rulings input[type=search]").fill("");
    assert.equal(await shown.count(), 0);
    await held.locator(".bench-place").click();
    assert.match(await page.evaluate(() => document.activeElement.innerText), /Dice of a Heavy action/);
    await held.getByRole("button", { name: "Reset to default: Dice of a Heavy action" }).click();
    await held.waitFor({ state: "detached" });
    assert.ok(await page.getByLabel("A Heavy action adds three dice, a Moderate action two.").isChecked());
  }, { isFresh: true });
  both("a deck is put together and printed by the keyboard alone", async ({ page, open, note }) => {
    if (!hasPress()) return note("SKIPPED: this site was built without the press for pages");
    await bench(page, open, "decks?who=kael&cards=strike*2,volley*1", ".bench-deck fieldset");
    await page.waitForFunction(() => document.querySelector("#bench-of-decks .bench-note").innerText === "3 cards");
    await tabTo(page, "#bench-of-decks .bench-print");
    const [made] = await Promise.all([page.waitForEvent("download", PRINTING), page.keyboard.press("Enter")]);
    assert.equal(made.suggestedFilename(), "cards-kael.pdf");
    const pdf = await readFile(await made.path());
    assert.ok(pdf.subarray(0, 5).toString() === "%PDF-" && pdf.length > 20000);
    await tabTo(page, "#bench-of-decks .bench-count button");
    await page.keyboard.press("Enter");
    await page.locator(".bench-card img").first().waitFor(PRINTING);
    assert.ok(await page.locator(".bench-card img").first().evaluate((img) => img.naturalWidth > 300));
  }, { seconds: 300 });
  both("a folder of one's own is looked at, mended where something is wrong, and used on all benches", async ({ page, open }) => {
    const folder = await mkdtemp(path.join(tmpdir(), "makeready-own-"));
    try {
      await cp("content/dice-pool", path.join(folder, "dice-pool"), { recursive: true });
      const wrong = path.join(folder, "dice-pool/conditions.yaml");
      await writeFile(wrong, `nonsense: 1\n${await readFile(wrong, "utf8")}`);
      // A browser without a dialog for folders has a field.
      await page.addInitScript(() => { delete window.showDirectoryPicker; });
      await bench(page, open, "own?", ".bench-drop");
      await page.getByLabel("Folder", { exact: true }).setInputFiles(path.join(folder, "dice-pool"));
      const place = page.locator("#bench-of-own .bench-faults .bench-place").first();
      await place.waitFor();
      assert.match(await place.innerText(), /conditions\.yaml:1:1/);
      await tabTo(page, "#bench-of-own .bench-faults .bench-place");
      await page.keyboard.press("Enter");
      // The faulty line is selected in the file.
      assert.equal(await page.evaluate(() => document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)), "nonsense: 1");
      await page.keyboard.press("Delete");
      await page.keyboard.press("Delete");
      await place.waitFor({ state: "detached" });
      await tabTo(page, "#bench-of-own .bench-print");
      await page.keyboard.press("Enter");
      await page.locator("#tab-odds[aria-selected=true]").waitFor();
      await page.locator(".bench-shown .odds-rows").first().waitFor();
    } finally {
      await rm(folder, { recursive: true });
    }
  }, { isFresh: true });
  http("the dialog of the browser opens a folder, without what is hidden in it", async ({ page, open }) => {
    await bench(page, open, "own?", ".bench-drop");
    const pick = page.getByRole("button", { name: "Open a folder", exact: true }), faults = page.locator("#bench-of-own .bench-form [role=alert] .bench-faults li");
    // A dialog that is closed says nothing, and one that is forbidden says why.
    await page.evaluate(() => { window.showDirectoryPicker = async () => { throw new DOMException("closed", "AbortError"); }; });
    await pick.click();
    assert.equal(await faults.count(), 0);
    await page.evaluate(() => { window.showDirectoryPicker = async () => { throw new DOMException("not allowed here", "SecurityError"); }; });
    await pick.click();
    assert.equal(await faults.innerText(), "not allowed here");
    await folderDialog(page, { "dice-pool": "content/dice-pool" });
    await page.evaluate(() => window.put(".git/dice-pool/system.yaml", btoa("nonsense")));
    await pick.click();
    await page.locator("#bench-of-own .bench-print").waitFor();
    assert.equal(await faults.count(), 0);
    assert.deepEqual(await page.locator(".bench-tree > ul > li summary").first().allInnerTexts(), ["dice-pool/"]);
    // A folder without a game.
    await page.evaluate(async () => { window.showDirectoryPicker = async () => (await navigator.storage.getDirectory()).getDirectoryHandle("empty", { create: true }); });
    if (!(await pick.isVisible())) await page.locator("#bench-of-own .bench-bring > summary").click();
    await pick.click();
    assert.match(await faults.innerText(), /^There is no system\.yaml/);
  }, { isFresh: true });
  both("a new game has the name that was typed, whatever is in it", async ({ page, open }) => {
    await bench(page, open, "own?", ".bench-drop");
    const name = page.getByLabel("Name of the new game"), area = page.locator(".bench-editor textarea");
    for (const [typed, id, letters] of [["The Night Market", "the-night-market", "TNM-"], ["Glut & \"$&\" 2", "glut-2", "G2-"], ["Über 9", "uber-9", "U9-"]]) {
      if (!(await name.isVisible())) await page.locator("#bench-of-own .bench-bring > summary").click();
      await name.fill(typed);
      await page.keyboard.press("Enter");
      await page.locator(`.bench-tree [data-path='${id}/system.yaml']`).click();
      assert.ok((await area.inputValue()).includes(`\nid: ${id} `));
      assert.ok((await area.inputValue()).includes(`\ntitle: ${JSON.stringify(typed)}\n`));
      assert.ok((await area.inputValue()).includes(`rule: ${letters}STAT-01`));
      assert.deepEqual(await page.locator("#bench-of-own .bench-faults li").allInnerTexts(), []);
      await page.locator("#bench-of-own .bench-print").waitFor();
    }
  }, { isFresh: true });
  http("archives are unpacked, and broken ones harm nothing", async ({ page, open }) => {
    const names = (await readdir("content/dice-pool", { recursive: true, withFileTypes: true })).filter((one) => one.isFile());
    const files = await Promise.all(names.map(async (one) => [path.relative("content", path.join(one.parentPath ?? one.path, one.name)), await readFile(path.join(one.parentPath ?? one.path, one.name))]));
    const whole = zipped(files);
    await bench(page, open, "own?", ".bench-drop");
    const give = (buffer) => page.getByLabel("Zip archive").setInputFiles({ name: "game.zip", mimeType: "application/zip", buffer });
    await give(whole);
    await page.locator("#bench-of-own .bench-print").waitFor();
    for (let number = 0; number < 40; number += 1) {
      const broken = Buffer.from(whole.subarray(0, number % 4 === 0 ? (whole.length * number) / 40 : whole.length));
      // In the directory, where sizes and places stand, most of the time.
      for (let times = 0; times < 1 + (number % 5); times += 1) if (broken.length > 0) broken[broken.length - 1 - ((number * 7919 + times * 104729) % Math.min(broken.length, number % 2 ? 4000 : broken.length))] ^= 1 << (number % 8);
      await give(broken);
      await page.waitForFunction(() => !document.querySelector("#bench-of-own [role=status]").textContent.endsWith("…"), undefined, { timeout: 20000 });
    }
    await give(whole);
    await page.locator("#bench-of-own .bench-print").waitFor();
  }, { isFresh: true });
  for (const seed of [1, 2, 3, 4]) {
    http(`115 links that make no sense plant nothing and hang nothing, seed ${seed}`, async ({ page, open, note }) => {
      const below = byChance(seed), any = (list) => list[below(list.length)];
      const benches = ["odds", "people", "abilities", "npcs", "decks", "rulings", "own", "nosuch", "__proto__", ""];
      const keys = ["check", "who", "ability", "seed", "count", "size", "cards", "back", "flip", "fill", "archetype", "file", "file", "dice", "points", "target", "constructor", "__proto__", "level", "tier"];
      const values = ["", "0", "-1", "1e99", "NaN", "<i id=planted>", "\"><script id=planted>", "kael", "test", "strike*99999", "a*b*c", "../../x", "constructor", "%00", "\u202e", "1..9999999", "x".repeat(5000), "[[[[", "{{7*7}}", "striking", "${1}", "q1ZKLC5RslIyMTIxNAIA", "____", "7cEBDQAAAMKg909tDwcU"];
      const links = Array.from({ length: 115 }, () => {
        const parts = Array.from({ length: below(6) }, () => `${any(keys)}=${below(2) ? encodeURIComponent(any(values)) : any(values)}`);
        return `${any(benches)}${below(9) ? "?" : ""}${parts.join("&")}`;
      });
      // How many questions any engine had at once.
      await page.addInitScript(() => {
        window.mostAtOnce = 0;
        window.Worker = class extends Worker {
          #asked = 0;
          constructor(...given) {
            super(...given);
            this.addEventListener("message", ({ data }) => { if (!data.of) this.#asked -= 1; });
          }
          postMessage(...given) {
            this.#asked += 1;
            window.mostAtOnce = Math.max(window.mostAtOnce, this.#asked);
            super.postMessage(...given);
          }
        };
      });
      await bench(page, open, "odds?", ".bench-shown .odds-rows");
      const slowest = await page.evaluate(async (links) => {
        let slowest = 0;
        for (const link of links) {
          const start = performance.now();
          location.hash = link;
          await new Promise((done) => setTimeout(done, 15));
          slowest = Math.max(slowest, performance.now() - start);
        }
        return slowest;
      }, links);
      note(`${Math.round(slowest)} ms at most`);
      assert.equal(await page.locator("#planted, #workshop script").count(), 0);
      // The page answers as before: whatever the links before asked for, nobody waits for it any more.
      await page.evaluate(() => { location.hash = "npcs?seed=99&count=2"; });
      await page.waitForFunction(() => document.querySelectorAll("#bench-of-npcs:not([hidden]) .bench-person .sheet").length === 2);
      assert.equal(await page.evaluate(() => window.mostAtOnce), 1);
    }, { isFresh: true });
  }
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
      localStorage.setItem("makeready-npcs-tri-core", '{"file": 1}');
      localStorage.setItem("makeready-people-tri-core", "7");
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
        for (const [state, shown] of [["npcs?seed=7&count=2", ".bench-person .sheet"], ["people?who=kael", ".bench-sheet .sheet"], ["abilities?ability=adders-advice", ".bench-legal"], ["decks?who=kael", ".bench-deck fieldset"], ["rulings?agility_formula=half_body_plus_mind", ".bench-chapter"], ["own?", ".bench-drop"]]) {
          await bench(page, open, state, shown);
          await page.evaluate(() => document.querySelectorAll("details.bench-saves").forEach((menu) => { menu.open = true; }));
          assert.deepEqual(await violations(page, rules), [], state);
        }
        // A game that was brought, with something wrong in it.
        await page.locator(".bench-begin").click();
        await page.locator(".bench-preview .sheet").waitFor();
        const area = page.locator(".bench-editor textarea");
        await area.fill(`nonsense: 1\n${await area.inputValue()}`);
        await page.locator(".bench-tree .bench-mark").first().waitFor();
        assert.deepEqual(await violations(page, rules), [], "a game that was brought");
      }, { colorScheme, seconds: 300, ...(viewport && { viewport }) });
    }
  }
};
