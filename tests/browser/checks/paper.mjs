// On paper.

import assert from "node:assert/strict";

import { CHAPTER, CHARACTER } from "../steps.mjs";

export default ({ http }) => {
  http("print: the text alone, dark on white, with its rule IDs", async ({ page, open }) => {
    await open(CHAPTER);
    await page.emulateMedia({ media: "print" });
    for (const part of [".top", ".contents", ".outline", ".crumbs", ".turn"]) {
      assert.equal(await page.locator(part).first().isVisible(), false, part);
    }
    assert.ok(await page.locator("#TC-REACT-04").isVisible());
    const [ground, ink] = await page.evaluate(() => [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.querySelector(".prose > p")).color]);
    assert.equal(ground, "rgb(255, 255, 255)");
    assert.ok(ink.match(/\d+/g).slice(0, 3).every((channel) => Number(channel) < 110), ink);
    assert.ok((await page.pdf({ format: "A4" })).length > 20_000);
  }, { colorScheme: "dark" });
  http("print: the numbers of a character unfold", async ({ page, open }) => {
    await open(CHARACTER);
    await page.emulateMedia({ media: "print" });
    assert.ok(await page.locator("table.numbers").isVisible());
  });
};
