// Edits a copy of the content while `makeready serve` shows it, and looks whether the browser follows.
//
//   node tests/browser/serve.mjs [target/release/makeready] [--edits N]
//
// Needs what `run.mjs` needs. Prints for each kind of edit how long it took from saving the file until the page had changed:
// the median, and the slowest of ten. Times are printed and never asserted. Ends with `N checks of serve passed, M failed`.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cp, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";

import { chromium } from "playwright-core";

import { CHROMIUM, complaintsOf } from "./lane.mjs";

const { values, positionals } = parseArgs({ options: { edits: { type: "string", default: "50" } }, allowPositionals: true });
const edits = Number(values.edits);
const makeready = path.resolve(positionals[0] ?? "target/release/makeready");
const PATIENCE = 30_000;

const folder = await mkdtemp(path.join(os.tmpdir(), "makeready-serve-"));
await cp("content", path.join(folder, "content"), { recursive: true });
const server = spawn(makeready, ["serve", "--port", "0"], { cwd: folder, stdio: ["ignore", "pipe", "ignore"] });
const started = performance.now();
const [line] = await new Promise((done) => createInterface(server.stdout).once("line", (...line) => done(line)));
const origin = line.trim();

const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce" })).newPage();
page.setDefaultTimeout(PATIENCE);
const complaints = complaintsOf(page, origin);

const at = (file) => path.join(folder, "content", file);

/** Saves a file as editors do: under another name first. */
async function save(file, text) {
  const fresh = at(`${path.dirname(file)}/.${path.basename(file)}.new`);
  await writeFile(fresh, text);
  await rename(fresh, at(file));
}

const open = (where) => page.goto(`${origin}site/${where}`, { waitUntil: "load" });

let passed = 0, failed = 0;
async function check(name, body) {
  complaints.length = 0;
  try {
    await body();
    assert.deepEqual(complaints, [], "the page complains");
    passed += 1;
  } catch (error) {
    failed += 1;
    console.log(`FAILED ${name}\n  ${String(error?.message ?? error).split("\n").slice(0, 12).join("\n  ")}`);
  }
}

/** How long it takes from saving until `words(n)` stand on the page, for one edit after another. */
async function timed(name, { file, where, from, to, words }) {
  await check(name, async () => {
    const text = await readFile(at(file), "utf8");
    assert.equal(text.split(from).length, 2, `“${from}” stands once in ${file}`);
    await open(where);
    await page.locator("#site-main").waitFor();
    const times = [];
    for (let edit = 1; edit <= edits; edit += 1) {
      const seen = page.evaluate((words) => new Promise((done) => {
        const look = () => {
          if (!document.getElementById("site-main").textContent.includes(words)) return;
          watcher.disconnect();
          done(Date.now());
        };
        const watcher = new MutationObserver(look);
        watcher.observe(document, { childList: true, subtree: true, characterData: true });
        look();
      }), words(edit));
      const start = Date.now();
      await save(file, text.replace(from, to(edit)));
      times.push((await seen) - start);
    }
    await save(file, text);
    times.sort((a, b) => a - b);
    console.log(`${name}: median ${times[Math.floor(times.length / 2)]} ms, nine of ten within ${times[Math.floor(times.length * 0.9)]} ms (${edits} edits)`);
    await page.waitForFunction((words) => !document.getElementById("site-main").textContent.includes(words), words(edits));
  });
}

const CHAPTER = "tri-core/rules/react/index.html";
const REACT = "tri-core/rules/06-react.md";

await check("the first page comes before everything is made", async () => {
  await open(CHAPTER);
  await page.locator("h1").waitFor();
  console.log(`the first page stands ${Math.round(performance.now() - started)} ms after the start`);
});

await check("search, notes and prints work under the policy of the server", async () => {
  await open(CHAPTER);
  await page.keyboard.press("/");
  await page.locator("#site-search-input").fill("strike");
  await page.locator(".result").first().waitFor();
  await page.locator("#site-search-close").click();
  await page.locator("button.explained").first().click();
  await page.locator("main :popover-open").waitFor();
  const answer = await page.request.get(`${origin}site/print/tri-core/sheet-kael-a4.pdf`);
  assert.equal((await answer.body()).subarray(0, 5).toString(), "%PDF-");
});

await check("an edit leaves the page scrolled and unfolded as it was", async () => {
  await open(CHAPTER);
  const text = await readFile(at(REACT), "utf8");
  const mark = "Every fight asks who is quicker.";
  assert(text.includes(mark));
  await page.evaluate(() => {
    window.isTheSame = true;
    scrollTo(0, 700);
    document.querySelectorAll("details").forEach((part) => { part.open = true; });
    document.querySelector("#site-main .refs a:not([class])").focus({ preventScroll: true });
  });
  const before = await page.evaluate(() => scrollY);
  await save(REACT, text.replace(mark, "Every brawl asks who is quicker."));
  await page.getByText("Every brawl asks").waitFor();
  const after = await page.evaluate(() => ({ scrolled: scrollY, isTheSame: window.isTheSame, folded: document.querySelectorAll("details:not([open])").length }));
  assert.deepEqual(after, { scrolled: before, isTheSame: true, folded: 0 });
  // A new heading changes the contents as well: the page is loaded anew, and stays where it was.
  await save(REACT, `${text}\n## Something new\n\nAt the very end.\n`);
  await page.getByText("At the very end.").waitFor();
  await page.waitForFunction((y) => Math.abs(scrollY - y) < 2, before);
  // Once more, now that it goes: what is pressed on a page that is about to be left opens nothing.
  await page.evaluate(() => { window.isLeft = true; });
  await save(REACT, text);
  await page.waitForFunction(() => !window.isLeft && document.readyState === "complete");
  await page.getByText("At the very end.").waitFor({ state: "detached" });
  await page.locator("button.explained").first().click();
  await page.locator("main :popover-open").waitFor();
});

await check("a fault stands over the last good page until it is mended", async () => {
  await open(CHAPTER);
  const text = await readFile(at(REACT), "utf8");
  const good = await page.locator("#site-main").innerText();
  await save(REACT, `${text}\n[[action:strkie]]\n`);
  const panel = page.locator("#makeready-live");
  await panel.waitFor();
  const said = await panel.locator("pre").innerText();
  assert.match(said, /^error\[broken-link\]/);
  assert.match(said, /did you mean `action:strike`\?/);
  assert.equal(await panel.getAttribute("aria-label"), "Faults in the content");
  assert.equal(await page.locator("#site-main").innerText(), good);
  await panel.getByRole("button").click();
  await panel.locator("pre").waitFor({ state: "hidden" });
  await save(REACT, text);
  await panel.waitFor({ state: "detached" });
});

await timed("a chapter", { file: REACT, where: CHAPTER, from: "Every fight asks who is quicker.", to: (n) => `Every fight number ${n}! asks who is quicker.`, words: (n) => `fight number ${n}!` });
await timed("an action", {
  file: "tri-core/actions/core.yaml",
  where: "tri-core/actions/strike/index.html",
  from: "Hit someone beside you with a weapon or with your bare hands.",
  to: (n) => `Hit someone number ${n}! with a weapon or with your bare hands.`,
  words: (n) => `someone number ${n}!`,
});
await timed("the formula of a stat", {
  file: "tri-core/system.yaml",
  where: "tri-core/stats/hp_max/index.html",
  from: "15 * level + vitality + endurance + finesse + ardor + morale",
  // Adds nothing, so that every example of the book still holds.
  to: (n) => `15 * level + vitality + endurance + finesse + ardor + morale + ${1000 + n} - ${1000 + n}`,
  words: (n) => `${1000 + n}`,
});

await browser.close();
server.kill("SIGINT");
await new Promise((done) => server.once("exit", done));
await rm(folder, { recursive: true, force: true });
console.log(`${passed} checks of serve passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
