// Whether a schema and the loader say the same of a file.

import { filesOf, folders } from "./files.mjs";
import { Bench, isOfShape } from "./loader.mjs";

/** Disagreements that stay, each with its reason. */
const KNOWN = [
  {
    reason: "to a schema every key is a text; only the loader sees that it was written as a number",
    is: ({ name }, found) => name === "a key that is a number" && found.every(({ code }) => code === "wrong-type"),
  },
];

/** What they say of a file, where they differ and that is not known: `null` where all is well. */
function difference(one, errors) {
  const found = errors.filter((error) => error.isHere && isOfShape(error));
  const isGood = { schema: one.wrong.length === 0, loader: found.length === 0 };
  if (isGood.schema === isGood.loader) return null;
  const known = KNOWN.find(({ is }) => is(one, found));
  return { ...one, found, known: known?.reason };
}

/** Runs `work` on every item, so many at a time. */
async function each(items, benches, work) {
  const left = [...items.entries()];
  const results = [];
  const worker = async (bench) => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) results[next[0]] = await work(bench, next[1]);
  };
  await Promise.all(benches.map(worker));
  return results;
}

/** Compares both on these files. Gives the differences. */
export async function compare(makeready, made, workers) {
  const benches = Array.from({ length: workers }, () => new Bench(makeready));
  try {
    const told = await each(made, benches, async (bench, one) => difference(one, await bench.errors(one.sample, one.text)));
    return told.filter((one) => one !== null);
  } finally {
    benches.forEach((bench) => bench.close());
  }
}

/** The games of which the loader has something to say as they are: what it says of a change would mean nothing. */
export async function unsound(makeready, workers) {
  const games = folders.flatMap((folder) =>
    filesOf(folder).filter(({ relative }) => relative.endsWith("/system.yaml")).map((sample) => ({ ...sample, folder })));
  const benches = Array.from({ length: workers }, () => new Bench(makeready));
  try {
    const told = await each(games, benches, async (bench, game) => {
      const errors = await bench.errors(game, game.text);
      return errors.length > 0 ? `${game.shown}: ${errors[0].file}: ${errors[0].message}` : null;
    });
    return told.filter((one) => one !== null);
  } finally {
    benches.forEach((bench) => bench.close());
  }
}

/** A difference, for people. */
export function shown({ sample, name, place, wrong, found, known }) {
  const schema = wrong.length > 0 ? `bad: ${wrong.slice(0, 3).join("; ")}` : "good";
  const loader = found.length > 0 ? `bad: ${found.slice(0, 3).map((f) => `[${f.code}] ${f.message}`).join("; ")}` : "good";
  const reason = known === undefined ? "" : `\n    known: ${known}`;
  return `${sample.shown} ${place}: ${name}\n    schema: ${schema}\n    loader: ${loader}${reason}`;
}
