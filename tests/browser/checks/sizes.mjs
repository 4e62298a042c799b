// Sizes, as they travel.

import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";

import { CHAPTER, search } from "../steps.mjs";

/** Bytes, each file compressed by itself. */
const MOST_FIRST = 128 * 1024;
const MOST_AT_FIRST = 64 * 1024;
const MOST_WITH_FONTS = 100 * 1024;
/** Bytes of pages as they are. */
const MOST_MEDIAN = 6 * 1024;
const LARGE = 25_000;
/** How many of all pages are smaller: those that are not have that many words, or the sheet of a person. */
const LEAST_SMALL = 0.95;
const FIRST_PAGES = ["index.html", "tri-core/index.html", CHAPTER, "tri-core/actions/strike/index.html"];

export default ({ files, http }) => {
  files("the first search costs little", async ({ site, note }) => {
    const sizes = async (...names) => {
      const bytes = await Promise.all(names.map((name) => site.bytes(name)));
      const kilo = (count) => `${(count / 1024).toFixed(1)} KiB`;
      const sum = (part) => kilo(bytes.reduce((sum, one) => sum + part(one).length, 0));
      return `${sum((one) => one)}, ${sum((one) => gzipSync(one, { level: 9 }))} compressed`;
    };
    note(`style ${await sizes(site.named("assets/site.css"), site.named("assets/book-tri-core.css"))}; script of a page ${await sizes(site.named("assets/theme.js"), site.named("assets/site.js"))}`);
    note(`first search ${await sizes(site.named("assets/search.js"), "assets/search/tri-core.js")}; a chapter ${await sizes(CHAPTER)}; previews of actions ${await sizes("assets/previews/tri-core/actions.js")}`);
    assert.ok((await site.bytes(CHAPTER)).length < 60_000);
  });

  files("pages are small, and repeat no drawing", async ({ site, note }) => {
    const sizes = await Promise.all(site.pages.map(async (at) => (await site.bytes(at)).length));
    sizes.sort((one, other) => one - other);
    const at = (share) => sizes[Math.floor(sizes.length * share)];
    const small = sizes.filter((size) => size <= LARGE).length / sizes.length;
    note(`${sizes.length} pages: half of them under ${at(0.5)} bytes, 95 of 100 under ${at(0.95)}; ${(100 * small).toFixed(1)} % under ${LARGE}`);
    assert.ok(at(0.5) < MOST_MEDIAN, `half of the pages have ${at(0.5)} bytes or more`);
    assert.ok(small >= LEAST_SMALL, `${small} of the pages have ${LARGE} bytes at most`);
    for (const page of site.pages) assert.doesNotMatch(await site.text(page), /<symbol|<use/, page);
  });

  // All that a page loads at once, as a host sends it; fonts are packed as they are.
  http("what a page loads at first travels quickly", async ({ page, open, site, note }) => {
    for (const at of FIRST_PAGES) {
      const sent = [];
      const hear = (request) => sent.push(request.url());
      page.on("request", hear);
      await open(at);
      await page.waitForLoadState("networkidle");
      page.off("request", hear);
      const names = [...new Set(sent)].filter((url) => url.startsWith(site.origins.http)).map((url) => decodeURIComponent(new URL(url).pathname).slice(1)).filter((name) => site.files.has(name) && !/\.(webp|png|jpg)$/.test(name) && name !== "worker.js");
      const isFont = (name) => name.endsWith(".woff2");
      const size = async (name) => isFont(name) ? (await site.bytes(name)).length : gzipSync(await site.bytes(name), { level: 6 }).length;
      const sum = async (names) => (await Promise.all(names.map(size))).reduce((sum, one) => sum + one, 0);
      const bytes = await sum(names.filter((name) => !isFont(name))), all = await sum(names);
      note(`${at}: ${(bytes / 1024).toFixed(1)} KiB, and ${(all / 1024).toFixed(1)} KiB with fonts`);
      assert.ok(bytes < MOST_AT_FIRST && all < MOST_WITH_FONTS, `${at}: ${bytes} bytes, ${all} with fonts, in ${names.join(", ")}`);
    }
  }, { isFresh: true });

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
