// Holds the schemas of content against the files they are of, against the loader, and against what editors make of them.
//
//   node tests/schema/run.mjs target/release/makeready
//
// Needs `npm ci` in this folder. `--count 3000 --seed 7` tries other made files than the hundred of every run; all
// differences are listed then. Ends with `N passed, N failed`; exits with 1 when something failed, and with 2 when
// something that the tests need is missing.

import assert from "node:assert/strict";
import { accessSync } from "node:fs";
import { cpus } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: "string", default: "100" }, seed: { type: "string", default: "1" } },
});
const [makeready = "target/release/makeready"] = positionals.map((file) => path.resolve(file));

/** Ends with 2: nothing was tested, because something is missing. */
function missing(what) {
  console.error(`schema tests: ${what}`);
  process.exit(2);
}
try {
  accessSync(makeready);
} catch {
  missing(`there is no program ${makeready}`);
}
const load = (name) => import(name).catch((error) => missing(`run \`npm ci\` in this folder (${error.message})`));
const { deckLists, filesOf, folders, modelineFor, modelineOf, yamlOf } = await load("./files.mjs");
const { faults, schemas, validator } = await load("./validator.mjs");
const { madeFiles } = await load("./made.mjs");
const { compare, shown, unsound } = await load("./agreement.mjs");
const { Server } = await load("./server.mjs");
const { PLACES, offered } = await load("./completion.mjs");

const started = performance.now();
const counts = { passed: 0, failed: 0 };

async function test(name, work) {
  const began = performance.now();
  try {
    const said = await work();
    counts.passed += 1;
    console.log(`ok      ${name}${said ? `: ${said}` : ""} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  } catch (error) {
    counts.failed += 1;
    console.log(`FAILED  ${name}\n${error.message ?? error}`);
  }
}

const workers = Math.min(2, cpus().length);
const samples = folders.flatMap(filesOf);
const documented = deckLists();
const none = (list) => assert.ok(list.length === 0, list.map((line) => `  ${line}`).join("\n"));

await test("every schema is sound", () => {
  for (const name of schemas.keys()) validator(name);
  return `${schemas.size} schemas`;
});

await test("every schema has samples", () => {
  const kinds = new Set([...samples, ...documented].map(({ kind }) => kind));
  none([...schemas.keys()].filter((name) => !kinds.has(name)));
});

await test("every sample is good by its schema", () => {
  const judged = [...samples, ...documented].filter(({ kind }) => schemas.has(kind));
  none(judged.flatMap((sample) => faults(sample.kind, yamlOf(sample)).map((fault) => `${sample.shown}: ${fault}`)));
  const without = [...new Set(samples.map(({ kind }) => kind))].filter((kind) => !schemas.has(kind));
  return `${judged.length} files${without.length > 0 ? `; no schema yet for ${without.join(", ")}` : ""}`;
});

await test("every sample says where its schema is", () => {
  const wrong = samples.filter((sample) => modelineOf(sample.text) !== modelineFor(sample));
  none(wrong.map((sample) => `${sample.shown}: \`node tests/schema/modelines.mjs\` gives it ${modelineFor(sample)}`));
  return `${samples.filter((sample) => modelineFor(sample) !== null).length} files`;
});

await test("the games are sound as they are", async () => none(await unsound(makeready, workers)));

await test("schema and loader agree on made files", async () => {
  const made = madeFiles(Number(values.count), Number(values.seed));
  assert.equal(made.length, Number(values.count), "so many could be made");
  const differing = await compare(makeready, made, workers);
  const known = differing.filter((one) => one.known !== undefined);
  if (known.length > 0) console.log(known.map((one) => `known   ${shown(one)}`).join("\n"));
  none(differing.filter((one) => one.known === undefined).map(shown));
  const good = made.filter((one) => one.wrong.length === 0).length;
  return `${good} good, ${made.length - good} bad; ${known.length} differ as is known`;
});

const server = new Server();
await test("the language server starts", () => server.start());
for (const place of PLACES) await test(`an editor offers ${place.place}`, () => offered(server, place));
await test("an editor marks what is wrong, and nothing else", async () => {
  const [one, other] = samples.filter(({ kind }) => kind === "characters");
  assert.deepEqual(await server.findings(server.open(one.file, one.text)), []);
  const bad = server.open(other.file, other.text.replace("\nname:", "\nnmae:"));
  const said = (await server.findings(bad)).map(({ message }) => message);
  assert.ok(said.some((message) => message.includes("nmae")), `${JSON.stringify(said)} is about nmae`);
});
await test("the language server asks nobody else", async () => {
  await server.stop();
  assert.ok(!server.said.includes("CONNECTS"), server.said);
});

console.log(`${counts.passed} passed, ${counts.failed} failed (${((performance.now() - started) / 1000).toFixed(1)} s)`);
process.exit(counts.failed > 0 ? 1 : 0);
