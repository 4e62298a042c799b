// The words of the index and those of the page: cut and stemmed alike by two programs.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

import { search } from "../steps.mjs";

const pairs = async (file) => (await readFile(new URL(file, import.meta.url), "utf8")).trim().split("\n").map((line) => line.split(" "));
const PAIRS = { en: await pairs("../stems.txt"), de: await pairs("../stems-de.txt") };

/** Runs in the page: the words whose stem is another one. */
function differing([lang, pairs]) {
  const { stem } = window.makereadySearch.inside;
  return pairs.filter(([word, mine]) => stem(word, lang) !== mine).map(([word, mine]) => `${word}: ${stem(word, lang)}, not ${mine}`);
}

/** Runs in the page: how many stems the texts of a book have, and those that its index does not have as often where they stand. */
async function compared(game) {
  const { bookOf, textsOf, stem, stemsOf, joinedOf } = window.makereadySearch.inside;
  const book = await bookOf(game), texts = await textsOf(book, book.name.map((_, i) => i)), wrong = [], all = new Set();
  texts.forEach((text, document) => {
    const counts = new Map();
    const joined = joinedOf(text).map((word) => stem(word, book.lang));
    [...stemsOf(text, book.lang), ...joined].forEach((one) => counts.set(one, (counts.get(one) ?? 0) + 1));
    counts.forEach((count, one) => {
      if (book.small.has(one)) return;
      all.add(one);
      const { documents, counts: known } = book.found.get(one) ?? { documents: [], counts: [] };
      if (known[documents.indexOf(document)] !== Math.min(count, 4)) wrong.push(`${one} in ${book.at[document]}`);
    });
  });
  return { stems: all.size, wrong };
}

export default ({ disk }) => {
  disk("stems of English and German words are those of the index", async ({ page, open, note }) => {
    await open("index.html");
    await search(page, "a");
    for (const list of Object.entries(PAIRS)) assert.deepEqual(await page.evaluate(differing, list), []);
    const games = await page.locator("#site-search-system option").evaluateAll((options) => options.map((option) => option.value).filter(Boolean));
    let words = 0;
    for (const game of games) {
      const { stems, wrong } = await page.evaluate(compared, game);
      assert.deepEqual(wrong, [], game);
      words += stems;
    }
    note(`${PAIRS.en.length + PAIRS.de.length} words of lists, and the ${words} stems in the texts of ${games.length} games`);
  }, { seconds: 300 });
};
