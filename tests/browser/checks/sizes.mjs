// Sizes, as they travel.

import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";

import { CHAPTER, search } from "../steps.mjs";

/** Bytes, each file compressed by itself. */
const MOST_FIRST = 120 * 1024;

export default ({ files, http }) => {
  files("the first search costs little", async ({ site, note }) => {
    const sizes = async (...names) => {
      const bytes = await Promise.all(names.map((name) => site.bytes(name)));
      const kilo = (count) => `${(count / 1024).toFixed(1)} KiB`;
      const sum = (part) => kilo(bytes.reduce((sum, one) => sum + part(one).length, 0));
      return `${sum((one) => one)}, ${sum((one) => gzipSync(one, { level: 9 }))} compressed`;
    };
    note(`style ${await sizes("assets/site.css", "assets/book-tri-core.css")}; script of a page ${await sizes("assets/theme.js", "assets/site.js")}`);
    note(`first search ${await sizes("assets/search.js", "assets/search/tri-core.js")}; a chapter ${await sizes(CHAPTER)}; previews of actions ${await sizes("assets/previews/tri-core/actions.js")}`);
    assert.ok((await site.bytes(CHAPTER)).length < 60_000);
  });

  // All that travels from the opening of the search to its first results with their texts: of the largest game, for a word, for
  // several, which are looked for in more texts, and for a question.
  http("the first search and its first results cost little", async ({ page, open, site, note }) => {
    const GAME = "tri-core";
    for (const query of ["damage", "hit points", "can I react twice", "heavy attack cost"]) {
      await open(CHAPTER);
      await search(page, query);
      await page.waitForFunction(() => Array.from(document.querySelectorAll(".result-snippet")).every((one) => one.textContent));
      const scripts = await page.evaluate(() => Array.from(document.scripts, (script) => script.getAttribute("src")));
      const names = scripts.map((src) => src.replace(/^(\.\.\/)+/, "")).filter((name) => name.startsWith("assets/search"));
      assert.ok(names.includes(`assets/search/${GAME}.js`) && names.length > 3, names.join());
      const bytes = await Promise.all(names.map(async (name) => gzipSync(await site.bytes(name), { level: 9 }).length));
      const sum = bytes.reduce((all, one) => all + one, 0);
      note(`${(sum / 1024).toFixed(1)} KiB in ${names.length} files for “${query}”`);
      assert.ok(sum <= MOST_FIRST, `${sum} bytes for “${query}”`);
    }
  });
};
