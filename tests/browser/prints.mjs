// What the press in a page prints, against what the command line prints: every byte.
//
//   node tests/browser/prints.mjs [target/release/makeready] [target/page/press.wasm] [--count N] [--seed S]
//
// N decks, sheets and handouts of all the shipped games together, chosen by chance from a seed. Needs what `run.mjs` needs. Ends with
// `N prints alike, M not`, how long the press took and what memory it came to.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

import { chance, Desk, entries, GAMES } from "./desk.mjs";

const { values, positionals } = parseArgs({ options: { count: { type: "string", default: "10" }, seed: { type: "string", default: "1" } }, allowPositionals: true });
const makeready = path.resolve(positionals[0] ?? "target/release/makeready");

const { below, any } = chance(values.seed);
const began = performance.now();
const desk = await Desk.with(await readFile(positionals[1] ?? "target/page/press.wasm"), makeready);
console.log(`module: ${Math.round(performance.now() - began)} ms`);
const ask = (message) => desk.ask(message);
const folder = await mkdtemp(path.join(os.tmpdir(), "makeready-prints-"));

const PAPERS = ["a4", "letter"], SIZES = ["poker", "tarot", "mini", "bridge"];
/** How something is printed: as the message says it, and as flags. */
function how() {
  const [paper, saves_ink, accessible] = [any(PAPERS), below(3) === 0, below(4) === 0];
  return [{ paper, saves_ink, accessible }, ["--paper", paper, ...(saves_ink ? ["--ink", "saver"] : []), ...(accessible ? ["--accessible"] : [])]];
}

const KINDS = {
  async cards(game, cast) {
    const who = below(4) ? any(cast) : undefined, size = any(SIZES), flip = any(["long", "short", "none"]);
    return [{ cards: { ...(who ? { who: { id: who.id } } : {}), size, flip } }, ["cards", who?.file ?? game, "--size", size, "--flip", flip]];
  },
  async deck(game, cast) {
    const whose = any(cast).id;
    const families = [...new Set((await ask({ ask: "deck", who: { id: whose } })).answer.done.map(({ family }) => family))];
    const list = `format_version: 1\nsystem: ${game}\nfill: ${below(2) === 0}\ncards:\n  - only: [${any(families)}]\n    whose: ${whose}\n    copies: ${1 + below(3)}\n`;
    const file = path.join(folder, "table.yaml");
    await writeFile(file, list);
    return [{ deck: { list, name: "table" } }, ["cards", "--deck", file]];
  },
  async sheet(game, cast) {
    const who = below(4) ? any(cast) : undefined, notes = below(2) === 0;
    return [{ sheet: { ...(who ? { who: { id: who.id } } : {}), notes } }, ["sheet", who?.file ?? game, ...(who ? [] : ["--blank"]), ...(notes ? ["--notes"] : [])]];
  },
  async handouts(game, cast, npcs) {
    const some = Array.from({ length: 1 + below(4) }, () => any(npcs.length > 0 ? npcs : cast)), size = any(["short", "standard", "full"]), view = any(["gm", "player"]);
    return [{ handouts: { who: some.map(({ id }) => ({ id })), size, view } }, ["handout", ...some.map(({ file }) => file), "--layout", size, "--view", view]];
  },
};

let alike = 0, unlike = 0, memory = 0;
const each = Math.ceil(Number(values.count) / GAMES.length);
for (const game of GAMES) {
  await desk.open(game, true);
  const [cast, npcs] = [await entries(game, "characters"), await entries(game, "npcs")];
  for (let number = 0; number < each; number += 1) {
    const kind = Object.keys(KINDS)[(number + GAMES.indexOf(game)) % 4];
    const [[what, flags], [asked, printed]] = [await KINDS[kind](game, cast, npcs), how()];
    const { took, answer, made, memory: now } = await ask({ ask: "print", what, how: asked });
    memory = Math.max(memory, now);
    const file = path.join(folder, "print.pdf");
    const { stderr } = spawnSync(makeready, [...flags, ...printed, "-o", file], { encoding: "utf8" });
    try {
      if (answer.refused) {
        // What cannot be printed is refused by both, for the same reason.
        assert.ok(answer.refused.every((fault) => stderr.includes(fault)), `${JSON.stringify(answer)}\n${stderr}`);
        alike += 1;
        console.log(`${game}, ${kind}: refused: ${answer.refused.join("; ")}`);
        continue;
      }
      assert.ok(answer.done, JSON.stringify(answer));
      const written = await readFile(file);
      assert.ok(written.equals(Buffer.from(made, "base64")), "the same bytes");
      for (const note of answer.done.notes) assert.ok(stderr.includes(note), `${note}\n${stderr}`);
      alike += 1;
      console.log(`${game}, ${kind}: ${Math.round(took)} ms, ${(written.length / 1024).toFixed(0)} KB`);
    } catch (error) {
      unlike += 1;
      console.error(`${game}, ${JSON.stringify(what)}\n  ${error.message}\n${stderr}`);
    }
    await rm(file, { force: true });
  }
}
await desk.close();
await rm(folder, { recursive: true });
console.log(`${alike} prints alike, ${unlike} not; ${(memory / 2 ** 20).toFixed(0)} MB`);
process.exit(unlike === 0 && alike > 0 ? 0 : 1);
