// The interface in other languages: a copy of two games, one in German and one from right to left, built and driven.
//
//   node tests/browser/languages.mjs [target/release/makeready] [--only WORDS] [--pictures FOLDER]
//
// Needs what `run.mjs` needs. --pictures keeps what some pages look like. Ends with `N checks of languages passed, M failed`.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

import { chromium } from "playwright-core";

import { CHROMIUM, Lane } from "./lane.mjs";
import { Site } from "./site.mjs";
import { LOOKS, PHONE, result, search, thin, violations } from "./steps.mjs";

const { values, positionals } = parseArgs({ options: { only: { type: "string", default: "" }, pictures: { type: "string" } }, allowPositionals: true });
const makeready = path.resolve(positionals[0] ?? "target/release/makeready");
const folder = await mkdtemp(path.join(os.tmpdir(), "makeready-languages-"));
const GAMES = { "tri-core": "de-AT", strains: "{ texts: ar, interface: en }" };

for (const [game, lang] of Object.entries(GAMES)) {
  const file = path.join(folder, "content", game, "system.yaml");
  await cp(path.join("content", game), path.dirname(file), { recursive: true });
  await writeFile(file, (await readFile(file, "utf8")).replace(/^edition: .*$/m, (line) => `${line}\nlang: ${lang}`));
}
await writeFile(path.join(folder, "content", "site.yaml"), "format_version: 1\nlang: de\naddress: https://example.org/\n");
const built = spawnSync(makeready, ["build", "--only", "site", "--out", "dist"], { cwd: folder, encoding: "utf8" });
assert.equal(built.status, 0, built.stderr);
const site = await new Site(path.join(folder, "dist", "site")).open();

const checks = [];
const check = (origin, name, body, look = {}) => checks.push({ name: `${origin}: ${name}`, origin, body, seconds: 120, look });
const both = (...rest) => ["http", "disk"].forEach((origin) => check(origin, ...rest));
const picture = async (page, name) => { if (values.pictures) await page.screenshot({ path: path.join(values.pictures, `${name}.png`) }); };
if (values.pictures) await mkdir(values.pictures, { recursive: true });

both("a list filters and sorts in German", async ({ page, open }) => {
  await open("tri-core/abilities/index.html");
  assert.equal(await page.locator("html").getAttribute("lang"), "de-AT");
  assert.equal(await page.locator("h1").innerText(), "Fähigkeiten");
  await page.locator(".list-filters select[name=core]").selectOption("mind");
  assert.match(await page.locator("#list-status").innerText(), /^\d+ von \d+ \(Core: Mind\)$/);
  await page.getByLabel("ACP, höchstens").fill("30.5");
  assert.match(await page.locator("#list-status").innerText(), /ACP: höchstens 30,5\)$/);
  await page.locator("#list-find").fill("qwxyz");
  assert.equal(await page.locator("#list-nothing").innerText(), "Nichts passt. Filter aufheben");
  await picture(page, "list");
});

both("the search speaks German and finds words of the game in all of their German forms", async ({ page, open }) => {
  await open("tri-core/index.html");
  await search(page, "Fertigkeit");
  assert.equal(await result(page).locator(".result-name").innerText(), "Fertigkeiten");
  assert.match(await page.locator("#site-search-status").innerText(), /^\d+ Treffer/);
  await search(page, "qwxyzq");
  assert.equal(await page.locator("#site-search-status").innerText(), "Nichts gefunden zu „qwxyzq“.");
  await search(page, "typ:aktionen strike");
  assert.equal(await result(page).locator(".result-name").innerText(), "Strike");
  assert.match(await result(page).locator(".result-place").innerText(), /^Aktionen/);
  await page.locator("#site-search-input").fill("");
  await page.getByText("So kannst du suchen").waitFor();
  await picture(page, "search");
});

both("a page is kept, and a note says where a number comes from", async ({ page, open }) => {
  await open("tri-core/characters/kael/index.html");
  await page.locator(".pin").click();
  assert.equal(await page.locator(".pin").getAttribute("aria-label"), "Gemerkt: Kael Dross");
  await page.locator(".kept-open").click();
  assert.match(await page.locator("#site-kept").innerText(), /Gemerkt[\s\S]*Kael[\s\S]*Nur auf diesem Gerät gespeichert\./i);
  await page.keyboard.press("Escape");
  await page.locator(".resource button.explained").first().click();
  assert.ok(await page.locator("main :popover-open").isVisible());
}, { isFresh: true });

both("the contents of a book are German on a phone", async ({ page, open }) => {
  await open("tri-core/rules/react/index.html");
  await page.locator(".menu").click();
  await page.locator("#site-contents.filled").waitFor();
  const titles = await page.locator("#site-contents .nav-title").allInnerTexts();
  assert.equal(titles.at(-1).toLowerCase(), "nachschlagen");
  assert.match(await page.locator("#site-contents").innerText(), /Register/);
  await picture(page, "contents-phone");
}, { viewport: PHONE });

check("http", "the page over all games, the page for lost addresses and the manifest are German", async ({ page, open }) => {
  await open("index.html");
  assert.equal(await page.locator("html").getAttribute("lang"), "de");
  assert.match(await page.locator(".shelf").innerText(), /\d+\u00a0Kapitel \d+\u00a0Aktionen/);
  assert.equal(JSON.parse(await site.text("app.webmanifest")).lang, "de");
  assert.match(await site.text("404.html"), /Hier ist nichts/);
});

check("http", "a reader without a network has the words as well", async () => {
  for (const [game, tag] of [["tri-core", "de"], ["strains", "en"]]) {
    const words = (await site.text(`assets/pages/${game}.txt`)).match(new RegExp(`assets/words-${tag}\\.[0-9a-f]{8}\\.js$`, "m"));
    assert.ok(words, game);
    assert.ok((await site.bytes(words[0])).length < 5000, words[0]);
  }
});

check("http", "a game that is written from right to left stands so, and its interface says that it is English", async ({ page, open }) => {
  await open("strains/actions/index.html");
  assert.deepEqual(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]), ["ar", "rtl"]);
  await page.keyboard.press("/");
  assert.deepEqual(await page.locator(".top, .skip, .foot, #site-search").evaluateAll((parts) => parts.map((part) => part.lang)), ["en", "en", "en", "en"]);
  await page.keyboard.press("Escape");
  const box = (what) => page.locator(what).first().boundingBox();
  const [contents, main] = [await box("#site-contents"), await box("main")];
  assert.ok(contents.x > main.x, "the contents stand on the right");
  const [name, cell] = [await box("#entry-list thead th"), await box("#entry-list thead th:last-child")];
  assert.ok(name.x > cell.x, "columns run to the left");
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.equal(await overflow(), 0);
  await picture(page, "rtl-list");
  for (const at of ["strains/rules/chances/index.html", "strains/index.html"]) {
    await open(at);
    assert.equal(await overflow(), 0, at);
    await picture(page, `rtl-${at.split("/").at(-2)}`);
  }
});

for (const [colorScheme, rules] of [["light", undefined], ["dark", LOOKS]]) {
  for (const at of ["tri-core/index.html", "tri-core/actions/index.html", "tri-core/characters/kael/index.html", "tri-core/rules/react/index.html", "tri-core/a-z/index.html", "strains/actions/index.html", "strains/rules/chances/index.html"]) {
    check("http", `axe, ${colorScheme}: ${at}`, async ({ page, open }) => {
      await open(at);
      await picture(page, `${colorScheme}-${at.replaceAll("/", "-").replace("-index.html", "")}`);
      await thin(page);
      assert.deepEqual(await violations(page, rules), []);
    }, { colorScheme });
  }
}

const lane = new Lane((args) => chromium.launch({ executablePath: CHROMIUM, args }));
let passed = 0, failed = 0;
for (const one of checks.filter(({ name }) => name.includes(values.only))) {
  const { failure } = await lane.run(one, site);
  if (failure === undefined) passed += 1;
  else {
    failed += 1;
    console.log(`FAILED ${one.name}\n  ${failure.split("\n").slice(0, 12).join("\n  ")}`);
  }
}
await lane.close();
site.close();
await rm(folder, { recursive: true });
console.log(`${passed} checks of languages passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
