// Files made out of the samples by one change each: always the same ones for a seed, as many good as bad.

import { parseDocument } from "yaml";
import { filesOf, folders, isChapter } from "./files.mjs";
import { MUTATIONS, places } from "./mutations.mjs";
import { alternatives, below } from "./shapes.mjs";
import { faults, schemas } from "./validator.mjs";

/** Longer samples take longer to read again than they add. */
const LONGEST_SAMPLE = 30_000;
const TRIES = 400;

/** Numbers below `most` that look like chance: mulberry32. */
export function dice(seed) {
  let state = seed >>> 0;
  return (most) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * most);
  };
}

/** The samples that have a schema and stand in a game of their own, by kind. */
function samplesByKind() {
  const byKind = new Map();
  for (const folder of folders) {
    for (const sample of filesOf(folder)) {
      const isOne = schemas.has(sample.kind) && !isChapter(sample.relative) && sample.text.length <= LONGEST_SAMPLE;
      // A campaign speaks of all games beside it: the one of a single game is taken. And the largest game takes as long
      // to check as all others together.
      const isCheap = sample.kind === "campaign" ? folder === "templates/new" : !sample.relative.startsWith("tri-core/");
      if (!isOne || !isCheap) continue;
      byKind.set(sample.kind, [...(byKind.get(sample.kind) ?? []), { ...sample, folder }]);
    }
  }
  return byKind;
}

/** A file made by this change out of one of the samples; none where the change is to nothing. */
function make(sample, [name, applies, change], roll) {
  const whole = schemas.get(sample.kind);
  const document = parseDocument(sample.text);
  const found = places(document, whole, { alternatives, below }).filter(applies);
  if (found.length === 0) return null;
  const pick = (many) => many[roll(many.length)];
  const place = pick(found);
  change(document, place, pick);
  const text = document.toString({ lineWidth: 0 });
  if (text === parseDocument(sample.text).toString({ lineWidth: 0 })) return null;
  const wrong = faults(sample.kind, text);
  return { sample, name, place: `/${place.path.join("/")}`, text, wrong };
}

/** So many files, half of them good by their schema. Every kind has its turn, and every change. */
export function madeFiles(count, seed) {
  const roll = dice(seed);
  const kinds = [...samplesByKind()];
  const made = [];
  const left = { good: Math.ceil(count / 2), bad: Math.floor(count / 2) };
  const seen = new Set();
  const changes = [];
  for (let tries = 0; made.length < count && tries < TRIES * count; tries += 1) {
    const [, samples] = kinds[tries % kinds.length];
    if (changes.length === 0) changes.push(...shuffled(MUTATIONS, roll));
    const one = make(samples[roll(samples.length)], changes.pop(), roll);
    const side = one?.wrong.length === 0 ? "good" : "bad";
    if (one === null || seen.has(one.text) || left[side] === 0) continue;
    seen.add(one.text);
    left[side] -= 1;
    made.push(one);
  }
  return made;
}

function shuffled(items, roll) {
  const left = [...items];
  return items.map(() => left.splice(roll(left.length), 1)[0]);
}
