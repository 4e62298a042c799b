// How long the workshop takes in Chromium: `npm ci` in tests/browser, `bash page/build.sh`, a build of the content, then
// `node benches/workshop.mjs dist/site`. What is told is the middle of several runs, each in a browser that has seen nothing before.

import { createRequire } from "node:module";

import { CHROMIUM } from "../tests/browser/lane.mjs";
import { Site } from "../tests/browser/site.mjs";

const { chromium } = createRequire(new URL("../tests/browser/lane.mjs", import.meta.url))("playwright-core");
const RUNS = 5, KEYSTROKES = 200;
// Between keystrokes, in milliseconds: ten of them in a second are typed fast, and the browser goes on compiling meanwhile.
const PAUSE = 100;
// How long a window takes until it is drawn and idle, in milliseconds, with room to spare.
const WINDOW = 1500;
// Somebody with a full deck, and somebody of the highest level.
const DECK = "tri-core/workshop/index.html#decks?who=kael", NINE = ["strike", "volley", "grab", "collide", "block", "dodge", "run", "walk", "sprint"];
const LEVEL_20 = "tri-core/workshop/index.html#people?who=ansgar", ODDS = "tri-core/workshop/index.html#odds?check=test&who=&dice=2&points=0&target=10";

const middle = (times) => [...times].sort((a, b) => a - b)[times.length >> 1];
const tell = (what, times) => console.log(`${what.padEnd(52)} ${middle(times).toFixed(0).padStart(6)} ms   (${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)})`);

const site = await new Site(process.argv[2] ?? "dist/site").open();
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });

// Does something on a page in a browser that knows nothing, so many times. Its window is open by then, as with whoever follows a
// link: what draws the window takes one of two cores for most of a second, and is no part of the page.
async function each(run) {
  const times = [];
  for (let at = 0; at < RUNS; at += 1) {
    const context = await browser.newContext({ acceptDownloads: true });
    const page = await context.newPage();
    await page.waitForTimeout(WINDOW);
    times.push(await run(page));
    await context.close();
  }
  return times;
}

// Runs in the page, before anything of it: how long after it was asked for the first such element is drawn. Whoever looks from
// outside looks late.
function noteWhenDrawn(selector) {
  window.drawn = new Promise((done) => new MutationObserver((_, observer) => {
    if (!document.querySelector(selector)) return;
    observer.disconnect();
    requestAnimationFrame(() => done(performance.now()));
  }).observe(document, { childList: true, subtree: true }));
}

// How long it takes from a click on "Print" until the file is there.
async function printed(page) {
  const begun = performance.now();
  await Promise.all([page.waitForEvent("download", { timeout: 120_000 }), page.click(".bench-print")]);
  return performance.now() - begun;
}

for (const from of ["http", "disk"]) {
  const at = (address) => site.origins[from] + address;
  const cold = (address, warm = []) => each(async (page) => {
    await page.goto(at(address));
    await page.waitForSelector(".bench-count input");
    const time = await printed(page);
    warm.push(await printed(page));
    return time;
  });
  tell(`${from}: from nothing to the first chart of odds`, await each(async (page) => {
    await page.addInitScript(noteWhenDrawn, ".bench-shown figure");
    await page.goto(at(ODDS));
    return page.evaluate(() => window.drawn);
  }));
  const warm = [], warmWhole = [];
  tell(`${from}: nine cards as PDF, the first print`, await cold(`${DECK}&cards=${NINE.map((id) => `${id}*1`).join(",")}`, warm));
  tell(`${from}: nine cards as PDF, again`, warm);
  tell(`${from}: the whole deck as PDF, the first print`, await cold(DECK, warmWhole));
  tell(`${from}: the whole deck as PDF, again`, warmWhole);
}

const page = await browser.newPage();
await page.goto(site.origins.http + LEVEL_20);
await page.waitForSelector(".bench-sheet .sheet");
tell(`a keystroke until the sheet of level 20 is drawn, ${KEYSTROKES}`, await page.evaluate(async ([count, PAUSE]) => {
  const area = document.querySelector(".bench-source"), shown = document.querySelector(".bench-sheet > div"), times = [];
  for (let at = 0; at < count; at += 1) {
    const begun = performance.now();
    const drawn = new Promise((done) => new MutationObserver((_, observer) => { observer.disconnect(); done(); }).observe(shown, { childList: true, subtree: true }));
    area.value = area.value.replace(/power: \d+/, `power: ${1 + (at % 9)}`);
    area.dispatchEvent(new Event("input", { bubbles: true }));
    await drawn;
    times.push(performance.now() - begun);
    await new Promise((done) => setTimeout(done, PAUSE));
  }
  return times;
}, [KEYSTROKES, PAUSE]));
await browser.close();
site.close();
