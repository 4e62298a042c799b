// Without a network: from a host, a book of which a page was opened is kept whole.

import assert from "node:assert/strict";

import { Site } from "../site.mjs";
import { result, search } from "../steps.mjs";

const BOOK = "action-score";

export default ({ site, http }) => {
  http("a book of which a page was read is there without a network", async ({ page, note, complaints }) => {
    // A server of its own, which goes away.
    const host = await new Site(site.folder).open();
    const context = await page.context().browser().newContext();
    try {
      const reader = await context.newPage();
      await reader.goto(`${host.origins.http}${BOOK}/index.html`, { waitUntil: "load" });
      const wanted = (await site.text(`assets/pages/${BOOK}.txt`)).split("\n").filter(Boolean);
      const areKept = async ([origin, wanted]) => {
        const kept = new Set((await (await caches.open("deckle")).keys()).map((request) => request.url));
        return wanted.every((at) => kept.has(origin + at));
      };
      while (!(await reader.evaluate(areKept, [host.origins.http, wanted]))) await reader.waitForTimeout(250);
      note(`${wanted.length} files are kept`);
      host.close();
      const chapter = site.pages.find((at) => at.startsWith(`${BOOK}/rules/`));
      await reader.goto(host.origins.http + chapter, { waitUntil: "load" });
      assert.ok((await reader.locator("main").innerText()).length > 400);
      assert.equal(await reader.evaluate(() => document.fonts.check("16px 'Alegreya Sans'")), true);
      // A folder is the page in it.
      await reader.goto(host.origins.http + `${BOOK}/a-z/`, { waitUntil: "load" });
      assert.match(await reader.locator("h1").innerText(), /A to Z/i);
      await search(reader, "attack");
      assert.ok(await result(reader).isVisible());
      assert.deepEqual(complaints, []);
    } finally {
      await context.close();
      host.close();
    }
  });
};
