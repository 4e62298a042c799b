// What the module answers in a page, against what the command line says: every value, breach and diagnostic.
//
//   node tests/browser/page.mjs [target/release/makeready] [target/page/rules.wasm] [--count N] [--seed S]
//
// Asks both the same questions, N of all the shipped games together, made by chance from a seed: odds, NPCs, sheets, values,
// abilities, procedures, characters with slips in them. Needs what `run.mjs` needs. Ends with `N answers alike, M not`, and how
// long the module took.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

import { chance, Desk, entries, GAMES } from "./desk.mjs";

const { values, positionals } = parseArgs({ options: { count: { type: "string", default: "200" }, seed: { type: "string", default: "1" } }, allowPositionals: true });
const makeready = path.resolve(positionals[0] ?? "target/release/makeready");

const { below, any } = chance(values.seed);
const desk = await Desk.with(await readFile(positionals[1] ?? "target/page/rules.wasm"), makeready);
const ask = (message, files) => desk.ask(message, files);

/** Changes files of the game that is open, path to text. */
async function edit(files) {
  const texts = Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]);
  const { answer } = await ask({ ask: "edit", files: texts.map(([path, bytes]) => [path, bytes.length]) }, texts.map(([, bytes]) => bytes));
  return answer;
}

const folder = await mkdtemp(path.join(os.tmpdir(), "makeready-page-"));

/** Runs the command: what it writes, and what it says. */
function run(args) {
  return new Promise((done) => {
    const child = spawn(makeready, args);
    let out = "", said = "";
    // A part may end within a letter.
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8");
    child.stdout.on("data", (part) => (out += part));
    child.stderr.on("data", (part) => (said += part));
    child.on("close", (code) => done({ code, out, said }));
  });
}

/** The arguments that a form may ask for, some of them wrong. */
function given(fields, most = 100) {
  const set = fields.filter((field) => field.default === undefined || below(3) > 0);
  return set.map((field) => {
    if (below(40) === 0) return any([`${field.id}=nothing`, `${field.id}x=1`, field.id, `${field.id}=`]);
    if (field.takes === "number") {
      const least = Math.max(field.min, -most), span = Math.min(field.max, most) - least + 1;
      const one = () => least + below(span);
      if (below(6) > 0) return `${field.id}=${one()}`;
      const from = one();
      return `${field.id}=${from}..${from + below(5)}`;
    }
    return `${field.id}=${field.takes === "options" ? any(field.options)[0] : "words"}`;
  });
}

/** What is alike in an answer and in what a command writes. */
const told = (said) => said.split("\n").flatMap((line) => /^error(?:\[not-computable\])?: (.*)$/.exec(line)?.slice(1) ?? []);

/** A question of one kind: the message, and the command that asks the same. */
/** A part of a form, and all parts within it. */
const partsOf = (part) => [part, ...[...(part.held ?? []).flatMap(({ parts = [] }) => parts), ...(part.parts ?? [])].flatMap(partsOf)];

/** A value with a word where nothing stands in it. */
function filledWith(value, word) {
  if (value === null) return word;
  if (Array.isArray(value)) return value.map((one) => filledWith(one, word));
  return typeof value === "object" ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filledWith(one, word)])) : value;
}

const KINDS = {
  async odds({ done, cast }) {
    const check = any(done.checks), who = below(2) ? any(cast) : undefined;
    const puts = given(check.fields);
    const character = who ? ["--character", who.file] : [];
    return [{ ask: "odds", check: below(50) ? check.id : `${check.id}s`, given: puts, who: who && { id: who.id } }, (message) => ["odds", done.system, message.check, ...puts, ...character, "--format", "json"]];
  },
  async npcs({ done }) {
    if (!done.npcs) return;
    const form = done.npcs, level = form.fields.find((field) => field.id === form.level), tier = form.fields.find((field) => field.id === form.tier);
    const message = { ask: "npcs", count: 1 + below(3), seed: String((BigInt(below(2 ** 31)) << 32n) + BigInt(below(2 ** 31))) };
    const args = ["npc", done.system, "--count", String(message.count), "--seed", message.seed, "--format", "json"];
    if (level && below(2)) args.push("--level", String((message.level = level.min + below(Math.min(level.max - level.min + 1, 21)))));
    if (tier && below(2)) args.push("--tier", (message.tier = any(tier.options)[0]));
    if (below(2)) args.push("--archetype", (message.archetype = below(20) ? any(form.archetypes)[0] : "nobody"));
    return [message, () => args];
  },
  async sheet({ cast }) {
    const who = any(cast);
    return [{ ask: "sheet", who: { id: who.id } }, () => ["sheet", who.file, "--format", "json"]];
  },
  /** A character from outside, a line of which is left out or a number of which is another. */
  async changed({ done, cast }) {
    const lines = (await readFile(any(cast).file, "utf8")).split("\n"), at = below(lines.length);
    if (below(2)) lines.splice(at, 1);
    else lines[at] = lines[at].replace(/\d+/, () => String(below(40)));
    const text = `system: ${done.system}\n${lines.filter((line) => !line.startsWith("system:")).join("\n")}`;
    const file = path.join(folder, "character.yaml");
    await writeFile(file, text);
    return [{ ask: "sheet", who: { text } }, () => ["sheet", file, "--format", "json"]];
  },
  /** A character that a form has changed, as it is saved. */
  async filled({ done, cast }) {
    let text = await readFile(any(cast).file, "utf8");
    if (!/^system:/m.test(text)) text = text.replace(/^id:/m, `system: ${done.system}\nid:`);
    for (let changes = 1 + below(3); changes > 0; changes -= 1) {
      const form = (await ask({ ask: "form", who: { text } })).answer.done;
      // What was changed before may not be sound.
      if (!form) break;
      const parts = partsOf(any(form.sections));
      const words = (names, without = []) => (form.names[names] ?? []).map(([id]) => id).filter((id) => !without.includes(id));
      const values = { options: ({ options }) => any(options)[0], number: ({ min, max }) => Math.max(min, Math.min(max, below(12))), names: ({ names }) => any([...words(names), "nobody"]), flag: () => below(2) === 0, decimal: () => 1.5, formula: () => "1 + 2" };
      const value = (field) => (values[field.takes] ?? (() => "Said \"anew\": #1"))(field);
      const every = parts.flatMap(({ fields = [], held = [], offers = [], chosen }) => [
        ...fields.filter(({ before }) => !before).map((field) => [field.path, below(9) ? { set: value(field) } : "remove", field.value]),
        ...held.map(({ path }) => [path, "remove", "there"]),
        ...offers.map((offer) => [offer.path, { [offer.is_item ? "append" : "set"]: offer.value }]),
        ...(chosen ? words(chosen.names, chosen.without).slice(0, 3).map((word) => [chosen.path, { [chosen.is_item ? "append" : "set"]: filledWith(chosen.value, word) }]) : []),
      ]).filter(([, change, found]) => change !== "remove" || found !== undefined);
      // What is not there cannot be taken out; and a part may have nothing.
      if (every.length === 0) continue;
      const [at, change] = any(every);
      const { answer } = await ask({ ask: "amend", text, path: at, change });
      assert.equal(typeof answer.done, "string", `${JSON.stringify(at)} ${JSON.stringify(change)}: ${answer.refused}`);
      text = answer.done;
    }
    const file = path.join(folder, "character.yaml");
    await writeFile(file, text);
    return [{ ask: "sheet", who: { text } }, () => ["sheet", file, "--format", "json"]];
  },
  async explain({ cast }) {
    const who = any(cast);
    const sheet = (await ask({ ask: "sheet", who: { id: who.id } })).answer.done;
    const names = Object.keys(sheet.values), value = below(20) ? any(names) : `${any(names)}s`;
    return [{ ask: "explain", who: { id: who.id }, value }, () => ["explain", who.file, value, "--format", "json"]];
  },
  async cost({ done, cast }) {
    if (done.abilities.length === 0) return;
    const [ability] = any(done.abilities), who = below(2) ? any(cast) : undefined;
    return [{ ask: "cost", ability, who: who && { id: who.id } }, () => ["cost", path.join("content", done.system, "abilities", `${ability}.yaml`), ...(who ? ["--character", who.file] : []), "--format", "json"]];
  },
  /** An ability with a line left out, or with another number in it. */
  async built({ done }) {
    if (done.abilities.length === 0) return;
    const [ability] = any(done.abilities);
    const name = `${done.system}/abilities/${ability}.yaml`;
    const lines = (await readFile(path.join("content", name), "utf8")).split("\n"), at = below(lines.length);
    if (below(2)) lines.splice(at, 1);
    else lines[at] = lines[at].replace(/\d+/, () => String(below(9)));
    const text = lines.join("\n");
    const copy = path.join(folder, "content");
    await cp("content", copy, { recursive: true });
    await writeFile(path.join(copy, name), text);
    const edited = await edit({ [name]: text });
    const found = edited.done?.abilities.some(([id]) => id === ability);
    return [{ ask: "cost", ability }, () => ["cost", path.join(copy, name), "--format", "json"], async () => {
      await edit({ [name]: await readFile(path.join("content", name), "utf8") });
      await rm(copy, { recursive: true });
    }, found ? undefined : edited];
  },
  /** Somebody, under readings of rulings that are not those of the campaign. */
  async ruled({ done, cast }) {
    if (done.rulings.length === 0) return;
    const who = any(cast);
    const decided = [...new Set([any(done.rulings), any(done.rulings)])].map(({ id, readings }) => [id, any(readings)[0]]);
    assert.ok((await ask({ ask: "decide", rulings: decided })).answer.done);
    const campaign = path.join(folder, "campaign.yaml");
    await writeFile(campaign, `format_version: 1\nrulings:\n  ${done.system}:\n${[...new Map(decided)].map(([id, reading]) => `    ${id}: "${reading}"\n`).join("")}`);
    return [{ ask: "sheet", who: { id: who.id } }, () => ["sheet", who.file, "--format", "json", "--campaign", campaign], async () => {
      assert.ok((await ask({ ask: "decide", rulings: [] })).answer.done);
    }];
  },
  async resolve({ done, cast }) {
    if (done.procedures.length === 0) return;
    const procedure = any(done.procedures), who = any(cast), puts = given(procedure.fields);
    return [{ ask: "resolve", who: { id: who.id }, procedure: procedure.id, given: puts }, () => ["resolve", who.file, procedure.id, ...puts, "--format", "json"]];
  },
};

/** The chances that a chart shows, and those of the odds, in millionths. */
const charted = async (message) => (await ask({ ...message, ask: "chart" })).answer.done.cases.map(({ bands }) => bands.map(({ share }) => share));
const shares = (odds) => (odds.cases ?? [odds]).map(({ bands }) => bands.map(({ p }) => Math.round(p * 1e6)));

let alike = 0, unlike = 0;
const times = new Map(), refusals = new Map();
const each = Math.ceil(Number(values.count) / GAMES.length);
for (const game of GAMES) {
  const opened = await desk.open(game, false);
  console.log(`${game}: open in ${Math.round(opened.took)} ms, ${(opened.memory / 2 ** 20).toFixed(0)} MB`);
  const about = { done: opened.answer.done, cast: await entries(game, "characters") };
  for (let number = 0; number < each; number++) {
    const kind = any(Object.keys(KINDS));
    const question = await KINDS[kind](about);
    if (!question) continue;
    const [message, args, after, unread] = question;
    const [{ took, answer: own }, { code, out, said }] = [await ask(message), await run(args(message))];
    // Where what is asked about could not be read, that was said when it was.
    const answer = unread ? { diagnostics: unread.diagnostics } : own;
    await after?.();
    times.set(kind, [...(times.get(kind) ?? []), took]);
    try {
      if (answer.done) {
        assert.ok(out, said);
        const data = kind === "npcs" ? answer.done.data : answer.done;
        const written = JSON.parse(out);
        // A file is called what it is called where it is.
        for (const one of [...(data.diagnostics ?? []), ...(written.diagnostics ?? [])]) one.file = path.basename(one.file);
        assert.deepEqual(data, written);
        if (kind === "odds") assert.deepEqual(await charted(message), shares(written));
      } else {
        assert.notEqual(code, 0, "the command line has an answer");
        assert.equal(out, "");
        if (answer.refused) assert.deepEqual(answer.refused, told(said).filter((line) => answer.refused.includes(line)), said);
        for (const one of answer.diagnostics ?? []) {
          // Long messages go over several lines where they are drawn.
          assert.ok(said.includes(`[${one.code}]`) && said.includes(`:${one.line}:${one.column}`), `${JSON.stringify(one)}\n${said}`);
        }
        const found = (said.match(/^(error|warning)\[/gm) ?? []).length;
        if (answer.diagnostics && !answer.refused) assert.equal(answer.diagnostics.length, found, said);
        refusals.set(kind, (refusals.get(kind) ?? 0) + 1);
      }
      alike++;
    } catch (error) {
      unlike++;
      console.error(`${game}, ${JSON.stringify(message).slice(0, 300)}\n  ${error.message.split("\n").slice(0, 12).join("\n  ")}`);
    }
  }
}
await desk.close();
await rm(folder, { recursive: true });
for (const [kind, took] of [...times].sort()) {
  took.sort((a, b) => a - b);
  console.log(`${kind}: ${took.length} questions, ${refusals.get(kind) ?? 0} refused, ${took[took.length >> 1].toFixed(1)} ms in the middle, ${took.at(-1).toFixed(0)} ms at most`);
}
console.log(`${alike} answers alike, ${unlike} not`);
process.exit(unlike === 0 && alike > 0 ? 0 : 1);
