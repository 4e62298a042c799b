// What the press in a page prints, against what the command line prints: every byte.
//
//   node tests/browser/prints.mjs [target/release/deckle] [target/page/press.wasm] [--count N] [--seed S]
//
// N decks, sheets and handouts of all the shipped games together, chosen by chance from a seed. Needs what `run.mjs` needs. Ends with
// `N prints alike, M not`, how long the press took and what memory it came to.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

import { chromium } from "playwright-core";

const { values, positionals } = parseArgs({ options: { count: { type: "string", default: "10" }, seed: { type: "string", default: "1" } }, allowPositionals: true });
const deckle = path.resolve(positionals[0] ?? "target/release/deckle");
const wasm = await readFile(positionals[1] ?? "target/page/press.wasm");
const GAMES = (await readdir("content", { withFileTypes: true })).filter((one) => one.isDirectory() && one.name !== "schema").map((one) => one.name).sort();

/** Numbers by chance that are the same for the same seed (xorshift). */
let state = BigInt(values.seed) * 0x9e3779b97f4a7c15n | 1n;
function below(bound) {
  state ^= (state << 13n) & 0xffffffffffffffffn;
  state ^= state >> 7n;
  state ^= (state << 17n) & 0xffffffffffffffffn;
  return Number((state & 0xffffffffffffffffn) % BigInt(bound));
}
const any = (list) => list[below(list.length)];

// The module is too large to be handed over as text.
const server = createServer((request, response) => response.writeHead(200, { "content-type": request.url === "/" ? "text/html" : "application/wasm" }).end(request.url === "/" ? "<!doctype html>" : wasm));
await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
const page = await (await browser.newContext()).newPage();
await page.goto(`http://127.0.0.1:${server.address().port}/`);
const began = performance.now();
await page.evaluate(async () => {
  const module = await WebAssembly.compile(await (await fetch("press.wasm")).arrayBuffer());
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = () => { throw new Error(name); };
  const { room, answer, answered, memory } = (await WebAssembly.instantiate(module, imports)).exports;
  const base64 = (bytes) => new Promise((done) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result.split(",")[1]);
    reader.readAsDataURL(new Blob([bytes]));
  });
  window.ask = async (message, files = []) => {
    const json = new TextEncoder().encode(JSON.stringify(message));
    const parts = [new Uint8Array(new Uint32Array([json.length]).buffer), json, ...files];
    let at = room(parts.reduce((sum, part) => sum + part.length, 0));
    for (const part of parts) {
      new Uint8Array(memory.buffer).set(part, at);
      at += part.length;
    }
    const start = performance.now();
    const length = answer();
    const took = performance.now() - start;
    const from = answered();
    const end = from + 4 + new DataView(memory.buffer).getUint32(from, true);
    const text = new TextDecoder().decode(new Uint8Array(memory.buffer, from + 4, end - from - 4));
    return { took, memory: memory.buffer.byteLength, answer: JSON.parse(text), made: await base64(memory.buffer.slice(end, from + length)) };
  };
});
console.log(`module: ${Math.round(performance.now() - began)} ms`);

const ask = (message) => page.evaluate((message) => window.ask(message), message);

/** Opens a game in the press. */
async function open(game) {
  const names = (await readdir(path.join("content", game), { recursive: true, withFileTypes: true })).filter((one) => one.isFile());
  const files = [], contents = [];
  const take = async (file) => {
    const content = await readFile(file);
    files.push([path.relative("content", file).split(path.sep).join("/"), content.length]);
    contents.push(content.toString("base64"));
  };
  for (const one of names) await take(path.join(one.parentPath ?? one.path, one.name));
  await take("content/campaign.yaml");
  const opened = await page.evaluate(
    ({ message, contents }) => window.ask(message, contents.map((text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)))),
    { message: { ask: "open", system: game, files, is_sound: true }, contents },
  );
  assert.ok(opened.answer.done, JSON.stringify(opened.answer));
}

const folder = await mkdtemp(path.join(os.tmpdir(), "deckle-prints-"));
const people = async (game, kind) => (await readdir(path.join("content", game, kind)).catch(() => [])).filter((name) => name.endsWith(".yaml")).map((name) => ({ id: name.slice(0, -".yaml".length), file: path.join("content", game, kind, name) }));

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
  await open(game);
  const [cast, npcs] = [await people(game, "characters"), await people(game, "npcs")];
  for (let number = 0; number < each; number += 1) {
    const kind = Object.keys(KINDS)[(number + GAMES.indexOf(game)) % 4];
    const [[what, flags], [asked, printed]] = [await KINDS[kind](game, cast, npcs), how()];
    const { took, answer, made, memory: now } = await ask({ ask: "print", what, how: asked });
    memory = Math.max(memory, now);
    const file = path.join(folder, "print.pdf");
    const { stderr } = spawnSync(deckle, [...flags, ...printed, "-o", file], { encoding: "utf8" });
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
await browser.close();
server.close();
await rm(folder, { recursive: true });
console.log(`${alike} prints alike, ${unlike} not; ${(memory / 2 ** 20).toFixed(0)} MB`);
process.exit(unlike === 0 && alike > 0 ? 0 : 1);
