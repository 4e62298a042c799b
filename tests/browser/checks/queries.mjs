// What people ask, and whether they find it: sets of questions with the addresses that answer them, written by somebody who did
// not know the search. `GAME.json` has names, slips and short questions, `GAME-asked.json` what readers of the book asked in their own
// words. A question is answered if the first three hits hold a wanted address, one of nonsense if nothing is found.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";

import { search } from "../steps.mjs";

const SETS = new URL("../queries/", import.meta.url);
const FIRST = 3;
/** Of a hundred questions so many have to be answered: of all, of each game, of each kind; and of those that readers asked. */
const LEAST = { all: 97, game: 95, kind: 85 }, LEAST_ASKED = { all: 92, game: 90 };

/** Runs in the page: for each question the addresses of its first hits and of the rules in them, a list for each hit, and how long one took. */
async function answers([game, questions, first]) {
  const { queryOf, bookOf, find, grouped, addressOf } = window.makereadySearch.inside;
  const book = await bookOf(game), found = [], start = performance.now();
  const rules = ({ document }) => {
    const [page] = book.at[document].split("#");
    return page.startsWith("rules/") ? book.rules[document].map((rule) => `${page}#${rule}`) : [];
  };
  const addresses = (hit) => [addressOf(hit), ...rules(hit)];
  for (const { q } of questions) found.push(grouped(await find(queryOf(q), [book])).slice(0, first).map((group) => group.flatMap(addresses)));
  return { found, ms: (performance.now() - start) / questions.length };
}

/** Whether an address is a wanted one: that of a page stands for what is on it. */
const holds = (at, wanted) => at === wanted || (!wanted.includes("#") && at.split("#")[0] === wanted);

function isAnswered({ want }, hits) {
  return want.length ? hits.some((hit) => hit.some((at) => want.some((wanted) => holds(at, wanted)))) : hits.length === 0;
}

/** Titles and IDs come first, always. */
const mustLead = ({ kind }) => /title|\bid\b/.test(kind);

const part = (marks) => (100 * marks.filter(Boolean).length) / marks.length;
const told = (marks) => `${part(marks).toFixed(1)} % of ${marks.length}`;
/** The game and the kind of set of a file. */
const setOf = (file) => ({ game: file.replace(/(-asked)?\.json$/, ""), isAsked: file.endsWith("-asked.json") });
const files = (await readdir(SETS)).filter((name) => name.endsWith(".json")).sort();

/** Adds to a list in a map of lists. */
const add = (map, key, one) => map.set(key, [...(map.get(key) ?? []), one]);

export default ({ both }) => {
  both("what people ask is found", async ({ page, open, note }) => {
    await open("index.html");
    await search(page, "a");
    const sets = { named: { all: [], games: new Map() }, asked: { all: [], games: new Map() } }, kinds = new Map(), late = [];
    for (const file of files) {
      const { game, isAsked } = setOf(file), questions = JSON.parse(await readFile(new URL(file, SETS), "utf8"));
      const { all, games } = isAsked ? sets.asked : sets.named;
      const { found, ms } = await page.evaluate(answers, [game, questions, FIRST]);
      let firsts = 0;
      questions.forEach((question, i) => {
        const mark = isAnswered(question, found[i]), isFirst = isAnswered(question, found[i].slice(0, 1)), { kind, q, want } = question;
        all.push(mark);
        add(games, game, mark);
        add(kinds, kind, mark);
        firsts += Number(isFirst);
        if (!mark) note(`${game}, ${kind} “${q}”: ${found[i].map((hit) => hit[0]).join(", ") || "nothing"}; wanted ${want.join(", ") || "nothing"}`);
        if (mustLead(question) && !isFirst) late.push(`${game}: ${q}`);
      });
      note(`${file}: ${told(games.get(game))} questions answered, ${firsts} by the first hit, ${ms.toFixed(1)} ms each`);
    }
    const { named, asked } = sets;
    note(`${told(named.all)} questions answered, ${told(asked.all)} of readers: ${[...kinds].map(([kind, marks]) => `${kind} ${told(marks)}`).join(", ")}`);
    assert.deepEqual(late, [], "titles and IDs that do not come first");
    for (const [{ all, games }, least] of [[named, LEAST], [asked, LEAST_ASKED]]) {
      assert.ok(part(all) >= least.all, told(all));
      games.forEach((marks, game) => assert.ok(part(marks) >= least.game, `${game}: ${told(marks)}`));
    }
    kinds.forEach((marks, kind) => assert.ok(part(marks) >= LEAST.kind, `${kind}: ${told(marks)}`));
  });
};
