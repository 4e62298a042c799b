// Who made what the site shows, and on what terms. That every page leads there is told by `links`.

import assert from "node:assert/strict";

import { CHAPTER } from "../steps.mjs";

export default ({ http, disk }) => {
  http("the foot of a page leads to credits, and the licenses of the typefaces are there", async ({ page, open, site }) => {
    await open(CHAPTER);
    await page.locator(".foot a", { hasText: "Credits" }).click();
    await page.waitForURL(/credits\/index\.html$/);
    assert.equal(await page.locator("h1").innerText(), "Credits");
    await open("dice-pool/credits/index.html");
    const licenses = await page.locator('a[rel~="license"][href*="OFL-"]').evaluateAll((all) => all.map((one) => one.href));
    assert.ok(licenses.length >= 3);
    for (const license of licenses) {
      assert.match(await site.text(license.slice(site.origins.http.length)), /SIL Open Font License/);
    }
  });

  disk("icons on the page of credits are drawn, each under its artist", async ({ page, open }) => {
    await open("tri-core/credits/index.html");
    const icons = page.locator(".icon-list .icon");
    assert.ok((await icons.count()) > 40);
    assert.ok(await icons.evaluateAll((all) => all.every((one) => one.getBoundingClientRect().width > 0 && getComputedStyle(one).maskImage.startsWith("url("))));
    assert.ok((await page.locator(".artist").count()) >= 5);
    const terms = await page.locator(".artist .terms-of").evaluateAll((all) => all.map((one) => one.href));
    assert.ok(terms.every((href) => href.startsWith("https://creativecommons.org/")), `${terms}`);
  }, { javaScriptEnabled: false });
};
