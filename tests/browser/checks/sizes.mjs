// Sizes, as they travel.

import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";

import { CHAPTER } from "../steps.mjs";

export default ({ files }) => {
  files("the first search costs little", async ({ site, note }) => {
    const sizes = async (...names) => {
      const bytes = await Promise.all(names.map((name) => site.bytes(name)));
      const kilo = (count) => `${(count / 1024).toFixed(1)} KiB`;
      const sum = (part) => kilo(bytes.reduce((sum, one) => sum + part(one).length, 0));
      return `${sum((one) => one)}, ${sum((one) => gzipSync(one, { level: 9 }))} compressed`;
    };
    note(`style ${await sizes("assets/site.css", "assets/book-tri-core.css")}; script of a page ${await sizes("assets/theme.js", "assets/site.js")}`);
    note(`first search ${await sizes("assets/search.js", "assets/search/tri-core.js")}; a chapter ${await sizes(CHAPTER)}; previews ${await sizes("assets/previews/tri-core.js")}`);
    const index = gzipSync(await site.bytes("assets/search/tri-core.js")).length;
    assert.ok(index < 150 * 1024, `${index} bytes`);
    assert.ok((await site.bytes(CHAPTER)).length < 60_000);
  });
};
