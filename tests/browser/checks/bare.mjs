// Without scripts.

import assert from "node:assert/strict";

import { CHAPTER, CHARACTER, PHONE } from "../steps.mjs";

export default ({ disk }) => {
  const bare = (title, body, look) => disk(`without scripts ${title}`, body, { javaScriptEnabled: false, ...look });

  bare("a number still explains itself", async ({ page, open }) => {
    await open(CHARACTER);
    const number = page.locator(".resource button").first();
    await number.click();
    assert.ok(await page.locator(`#${await number.getAttribute("popovertarget")}`).isVisible());
  });
  bare("the contents open on a phone", async ({ page, open }) => {
    await open(CHAPTER);
    assert.equal(await page.locator("#site-contents").isVisible(), false);
    await page.locator(".menu").click();
    assert.ok(await page.locator("#site-contents").isVisible());
  }, { viewport: PHONE });
  bare("the search button leads to A to Z", async ({ page, open }) => {
    await open(CHAPTER);
    await page.locator("#site-search-open").click();
    await page.waitForURL(/tri-core\/a-z\/index\.html$/);
  });
  bare("a system that is dark gets dark pages", async ({ page, open }) => {
    await open(CHAPTER);
    const [red] = (await page.locator("html").evaluate((html) => getComputedStyle(html).backgroundColor)).match(/\d+/g).map(Number);
    assert.ok(red < 60);
  }, { colorScheme: "dark" });
};
