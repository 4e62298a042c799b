// How far up names stand among what is found, over many of them. The index and the script that reads it are the same over
// http and from the disk, so one of the two tells.

import assert from "node:assert/strict";

import { CHAPTER, search } from "../steps.mjs";

const GAME = "tri-core";

/** Runs in the page: the names of a book, without chapters and rulings. */
async function namesOf(game) {
  const book = await window.makereadySearch.inside.bookOf(game);
  return book.name.filter((one, i) => one.length > 5 && !/^(rules|rulings)\//.test(book.at[i]));
}

/** Runs in the page: the reciprocal rank of every name when it is typed whole, with a slip, and without its end. */
async function ranksOf([game, names]) {
  const { bookOf, queryOf, find, grouped } = window.makereadySearch.inside;
  const book = await bookOf(game);
  const rank = async (query, name) => {
    const found = grouped(await find(queryOf(query), [book])).slice(0, 10);
    const at = found.findIndex((group) => group.some((hit) => book.name[hit.document] === name));
    return at < 0 ? 0 : 1 / (at + 1);
  };
  const slip = (name, i) => {
    const at = 1 + (i * 7) % (name.length - 3);
    return [name.slice(0, at) + name.slice(at + 1), name.slice(0, at) + name[at + 1] + name[at] + name.slice(at + 2), name.slice(0, at) + "x" + name.slice(at + 1)][i % 3];
  };
  const start = performance.now(), ranks = [];
  for (const [i, name] of names.entries()) ranks.push({ name, whole: await rank(name, name), slip: await rank(slip(name, i), name), beginning: await rank(name.slice(0, -2), name) });
  return { ranks, ms: (performance.now() - start) / names.length / 3 };
}

export default ({ disk }) => {
  disk("names are found whole, with a slip, and by their beginning", async ({ page, open, note }) => {
    await open(CHAPTER);
    await search(page, "a");
    const sample = await page.evaluate(namesOf, GAME);
    assert.ok(sample.length > 40, `${sample.length} names`);
    const { ranks, ms } = await page.evaluate(ranksOf, [GAME, sample]);
    const lost = ranks.filter((one) => one.whole < 1).map((one) => `${one.name} ${one.whole.toFixed(2)}`);
    if (lost.length) note(`not first: ${lost.join(", ")}`);
    const mean = (part) => ranks.reduce((sum, one) => sum + one[part], 0) / ranks.length;
    const [whole, slip, beginning] = ["whole", "slip", "beginning"].map(mean);
    note(`mean reciprocal rank of ${sample.length} names: whole ${whole.toFixed(2)}, slip ${slip.toFixed(2)}, beginning ${beginning.toFixed(2)}; ${ms.toFixed(1)} ms a query`);
    assert.ok(whole > 0.97 && slip > 0.88 && beginning > 0.94, JSON.stringify({ whole, slip, beginning }));
  });
};
