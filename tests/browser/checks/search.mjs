// The search, over http and from the disk.

import assert from "node:assert/strict";

import { CHAPTER, result, search } from "../steps.mjs";

export default ({ http, both: anywhere }) => {
  const both = (title, body) => anywhere(title, async (check) => {
    await check.open(CHAPTER);
    await body(check);
  });
  const name = (page) => result(page).locator(".result-name").innerText();

  both("nothing of the search is loaded before it is opened", async ({ page }) => {
    assert.equal(await page.evaluate(() => document.querySelectorAll("script[src*=search]").length), 0);
  });
  both("/ and Ctrl-K open the search, Escape closes it", async ({ page }) => {
    for (const key of ["/", "Control+k"]) {
      const link = page.locator("main a.ref").nth(1);
      await link.focus();
      await page.keyboard.press(key);
      assert.ok(await page.locator("#site-search-input").isVisible());
      assert.equal(await page.evaluate(() => document.activeElement.id), "site-search-input");
      await page.keyboard.press("Escape");
      assert.equal(await page.locator("#site-search").isVisible(), false);
      assert.ok(await link.evaluate((one) => one === document.activeElement), `the focus is back where it was, ${key}`);
    }
  });
  both("an exact name is found first", async ({ page }) => {
    await search(page, "Attunement");
    assert.equal(await name(page), "Attunement");
    await page.waitForFunction(() => document.querySelector(".result-snippet").textContent.length > 10);
  });
  both("a slip of the pen is found, and said to be one", async ({ page }) => {
    for (const slip of ["atunement", "attunemnet", "attunemen"]) {
      await search(page, slip);
      assert.equal(await name(page), "Attunement", slip);
    }
    await search(page, "atunement");
    assert.match(await page.locator("#site-search-status").innerText(), /reading “atunement” as “attunement”/);
  });
  both("the beginning of a word is enough", async ({ page }) => {
    await search(page, "medit");
    assert.equal(await name(page), "Meditate");
  });
  both("a keyword is found by its family and numeral, by the numeral as a number and by its name", async ({ page }) => {
    for (const words of ["Range V", "range 5", "Burst"]) {
      await search(page, words);
      assert.equal(await name(page), "Range V: Burst", words);
    }
    await page.keyboard.press("Enter");
    await page.waitForURL(/keywords\/range-v\//);
    assert.match(await page.locator("main").innerText(), /List price/i);
  });
  both("another name says why it matched", async ({ page }) => {
    await search(page, "HP");
    assert.equal(await name(page), "Health Points");
    assert.equal(await result(page).locator(".result-also").innerText(), "also called HP");
  });
  both("a rule ID leads to its anchor", async ({ page }) => {
    const rule = () => result(page).locator(".result-rule").innerText();
    for (const query of ["TC-REACT-02", "tc react 02", "react-02"]) {
      await search(page, query);
      assert.equal(await rule(), "TC-REACT-02", query);
    }
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => location.hash === "#TC-REACT-02");
    assert.equal(await page.locator("#site-search").isVisible(), false);
    await search(page, "TC-DER-05");
    assert.equal(await rule(), "TC-DER-05");
    await page.keyboard.press("Enter");
    await page.waitForURL(/rules\/derived-stats\/index\.html#TC-DER-05$/);
    assert.ok(await page.locator("#TC-DER-05").isVisible());
  });
  both("a filter by kind keeps that kind only", async ({ page }) => {
    await search(page, "strike");
    await page.locator("#site-search-kinds button", { hasText: "Actions" }).click();
    const places = await page.locator(".result-place").allInnerTexts();
    assert.ok(places.length > 0 && places.every((place) => place.startsWith("Actions")), places.join());
    const pressed = await page.locator("#site-search-kinds button[aria-pressed=true]").innerText();
    assert.equal(pressed.split(" ")[0], "Actions");
  });
  both("the text of a result has the words marked", async ({ page }) => {
    await search(page, "secondary rotation");
    await page.waitForFunction(() => document.querySelectorAll(".result-snippet mark").length > 1);
  });
  both("the keyboard alone leads from / to the page", async ({ page }) => {
    await page.keyboard.press("/");
    await page.keyboard.type("strike");
    await page.waitForFunction(() => document.querySelectorAll(".result").length > 2);
    const chosen = () => page.locator("#site-search-input").getAttribute("aria-activedescendant");
    const first = await chosen();
    await page.keyboard.press("ArrowDown");
    assert.notEqual(await chosen(), first);
    await page.keyboard.press("ArrowUp");
    assert.equal(await chosen(), first);
    assert.equal(await page.locator(`#${first}`).getAttribute("aria-selected"), "true");
    await page.keyboard.press("Enter");
    await page.waitForURL(/actions\/strike\/index\.html$/);
  });
  both("nothing found is said", async ({ page }) => {
    await search(page, "zzqxv");
    assert.match(await page.locator("#site-search-status").innerText(), /Nothing found/);
  });

  http("all systems are searched from the front page", async ({ page, open }) => {
    await open("index.html");
    await search(page, "Attunement");
    assert.equal(await name(page), "Attunement");
  });
};
