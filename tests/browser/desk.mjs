// A module for pages in Chromium, and what is asked of it by chance.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import os from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";

import { chromium } from "playwright-core";

import { CHROMIUM } from "./lane.mjs";

/** The shipped games. */
export const GAMES = (await readdir("content", { withFileTypes: true })).filter((one) => one.isDirectory() && one.name !== "schema").map((one) => one.name).sort();

/** Numbers by chance that are the same for the same seed (xorshift): `below(N)` is one of 0 to N - 1, `any(LIST)` one of a list. */
export function chance(seed) {
  let state = BigInt(seed) * 0x9e3779b97f4a7c15n | 1n;
  const below = (bound) => {
    state ^= (state << 13n) & 0xffffffffffffffffn;
    state ^= state >> 7n;
    state ^= (state << 17n) & 0xffffffffffffffffn;
    return Number((state & 0xffffffffffffffffn) % BigInt(bound));
  };
  return { below, any: (list) => list[below(list.length)] };
}

/** The files of a folder of a game that are YAML: id and path of each. */
export async function entries(game, folder) {
  const names = await readdir(path.join("content", game, folder)).catch(() => []);
  return names.filter((name) => name.endsWith(".yaml")).map((name) => ({ id: name.slice(0, -".yaml".length), file: path.join("content", game, folder, name) }));
}

/** The messages that open the shipped games in a site that the program makes, with the pictures behind them. */
async function published(makeready) {
  const out = await mkdtemp(path.join(os.tmpdir(), "makeready-published-"));
  const { status, stderr } = spawnSync(makeready, ["build", "--only", "site", "--no-print", "--out", out], { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  const folder = path.join(out, "site", "assets", "workshop"), names = await readdir(folder);
  const unpacked = async (kind, game) => {
    const name = names.find((one) => one.startsWith(`${kind}-${game}.`) && one.endsWith(".gz"));
    return name ? gunzipSync(await readFile(path.join(folder, name))) : Buffer.alloc(0);
  };
  const messages = await Promise.all(GAMES.map(async (game) => [game, [await unpacked("game", game), await unpacked("pictures", game)]]));
  await rm(out, { recursive: true });
  return new Map(messages);
}

/** A module that answers in a page. */
export class Desk {
  #browser;
  #server;
  #page;
  #published;

  /** Opens a page with the module of these bytes, for games as this program publishes them. */
  static async with(wasm, makeready) {
    const desk = new Desk();
    desk.#published = await published(makeready);
    // It is too large to be handed over as text.
    desk.#server = createServer((request, response) => {
      const isPage = request.url === "/";
      response.writeHead(200, { "content-type": isPage ? "text/html" : "application/wasm" }).end(isPage ? "<!doctype html>" : wasm);
    });
    await new Promise((listening) => desk.#server.listen(0, "127.0.0.1", listening));
    desk.#browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
    desk.#page = await (await desk.#browser.newContext()).newPage();
    await desk.#page.goto(`http://127.0.0.1:${desk.#server.address().port}/`);
    await desk.#page.evaluate(async () => {
      const module = await WebAssembly.compile(await (await fetch("module.wasm")).arrayBuffer());
      const imports = {};
      for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = () => { if (from !== "page") throw new Error(name); };
      const { room, answer, answered, memory } = (await WebAssembly.instantiate(module, imports)).exports;
      const base64 = (bytes) => new Promise((done) => {
        const reader = new FileReader();
        reader.onload = () => done(reader.result.split(",")[1] ?? "");
        reader.readAsDataURL(new Blob([bytes]));
      });
      window.ask = async (message, contents) => {
        const files = contents.map((text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
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
    return desk;
  }

  /** Asks, with files behind the message: how long the answer took, the memory, the answer, and what was made, in base64. */
  ask(message, files = []) {
    const contents = files.map((bytes) => Buffer.from(bytes).toString("base64"));
    return this.#page.evaluate(({ message, contents }) => window.ask(message, contents), { message, contents });
  }

  /** Opens a shipped game as it was published, with its pictures where something is printed of it. */
  async open(game, isPrinted) {
    const [opening, pictures] = this.#published.get(game), end = 4 + opening.readUInt32LE();
    const message = JSON.parse(opening.subarray(4, end));
    const opened = await this.ask(message, [opening.subarray(end), ...(isPrinted ? [pictures] : [])]);
    assert.ok(opened.answer.done, JSON.stringify(opened.answer));
    return opened;
  }

  async close() {
    await this.#browser.close();
    this.#server.close();
  }
}
