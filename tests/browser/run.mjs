// Drives the finished site in a browser, over http and from the disk.
//
//   node tests/browser/run.mjs dist/site
//
// Needs Chromium (CHROMIUM names it, else /usr/bin/chromium) and `npm ci` in this folder. Serves the
// folder itself, on a loopback port. Ends with `N passed, N failed`; exits with 1 when something failed
// and with 2 when something that the tests need is missing.

import assert from "node:assert/strict";
import { access, readdir, readFile, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const started = performance.now();
const folder = path.resolve(process.argv[2] ?? "dist/site");
const browserPath = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** Ends with 2: nothing was tested, because something is missing. */
function missing(what) {
  console.error(`browser tests: ${what}`);
  process.exit(2);
}
if (Number(process.versions.node.split(".")[0]) < 18) missing(`Node 18 or later is needed; this is ${process.version}`);
await access(path.join(folder, "index.html")).catch(() => missing(`${folder} holds no site: give the folder that \`deckle build\` wrote it to`));
await access(browserPath).catch(() => missing(`no Chromium at ${browserPath}: install it (Debian: apt-get install chromium) or name it in CHROMIUM`));
const { chromium } = await import("playwright-core").catch(() => missing(`playwright-core is not installed: run \`npm ci\` in ${import.meta.dirname ?? "tests/browser"}`));
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const PAGES = [
  "index.html",
  "credits/index.html",
  "tri-core/credits/index.html",
  "treasure-hunters/credits/index.html",
  "tri-core/index.html",
  "tri-core/rules/welcome/index.html",
  "tri-core/rules/react/index.html",
  "tri-core/rules/core-actions/index.html",
  "tri-core/actions/index.html",
  "tri-core/actions/strike/index.html",
  "tri-core/skills/stealth/index.html",
  "tri-core/abilities/index.html",
  "tri-core/abilities/surge/index.html",
  "tri-core/keywords/index.html",
  "tri-core/keywords/range-v/index.html",
  "tri-core/families/range/index.html",
  "tri-core/stats/index.html",
  "tri-core/stats/hp_max/index.html",
  "tri-core/references/react-rotation/index.html",
  "tri-core/conditions/index.html",
  "tri-core/conditions/fatigue/index.html",
  "tri-core/rulings/index.html",
  "tri-core/rulings/react_stats/index.html",
  "tri-core/characters/kael/index.html",
  "tri-core/npcs/index.html",
  "tri-core/npcs/choir-below/index.html",
  "tri-core/glossary/index.html",
  "tri-core/a-z/index.html",
  "tri-core/rule/index.html",
  "tri-core/checks/contest/index.html",
  "strains/index.html",
  "strains/rules/chances/index.html",
  "strains/traits/duelist/index.html",
  "strains/checks/melee-attack/index.html",
  "strains/characters/gurda/index.html",
  "action-score/index.html",
  "action-score/actions/index.html",
  "action-score/checks/attack-check/index.html",
  "action-score/conditions/index.html",
  "treasure-hunters/index.html",
  "treasure-hunters/abilities/knees-knees-knees/index.html",
  "treasure-hunters/characters/jessamy/index.html",
  "treasure-hunters/actions/index.html",
  "dice-pool/index.html",
  "dice-pool/checks/melee-attack/index.html",
  "dice-pool/characters/sefa/index.html",
  "dice-pool/rules/melee/index.html",
];
const WIDE = { width: 1280, height: 900 };
const CHAPTER = "tri-core/rules/react/index.html";
const CHARACTER = "tri-core/characters/kael/index.html";

const TYPES = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".ttf": "font/ttf", ".txt": "text/plain" };

const server = createServer(async (request, response) => {
  const file = path.join(folder, decodeURIComponent(new URL(request.url, "http://x").pathname));
  try {
    if (!file.startsWith(folder)) throw new Error("outside");
    const bytes = await readFile(file);
    response.writeHead(200, { "content-type": `${TYPES[path.extname(file)] ?? "application/octet-stream"}; charset=utf-8` });
    response.end(bytes);
  } catch {
    response.writeHead(404).end("not found");
  }
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));

const http = `http://127.0.0.1:${server.address().port}/`;
const disk = `${pathToFileURL(folder).href}/`;
const ORIGINS = [["http", http], ["disk", disk]];

const browser = await chromium.launch({
  executablePath: browserPath,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});

let passed = 0;
const failures = [];
async function check(name, body) {
  try {
    await body();
    passed += 1;
  } catch (error) {
    failures.push(name);
    console.log(`FAILED ${name}\n  ${String(error.message ?? error).split("\n").slice(0, 12).join("\n  ")}`);
  }
}

// Pages are kept and used again, one for each way of looking: opening a context costs more than most checks.
const kept = new Map();
async function pageFor(origin, options) {
  const key = JSON.stringify([origin, options]);
  if (kept.has(key)) {
    const known = kept.get(key);
    known.complaints.length = 0;
    await known.page.setViewportSize(options.viewport ?? WIDE);
    await known.page.emulateMedia({ media: null, colorScheme: options.colorScheme ?? "light" });
    await known.page.mouse.move(0, 0);
    return known;
  }
  const { isFresh, ...contextOptions } = options;
  const context = await browser.newContext({ viewport: WIDE, reducedMotion: "reduce", ...contextOptions });
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith(origin)) complaints.push(`asked ${request.url()}`);
  });
  page.on("requestfailed", (request) => {
    if (request.failure()?.errorText !== "net::ERR_ABORTED") complaints.push(`failed ${request.url()}`);
  });
  const made = { context, page, complaints };
  if (!isFresh) kept.set(key, made);
  return made;
}

/**
 * A page; whatever it complains of, and whatever it asks of other places, is an error at the end.
 * `isFresh` gives it a profile of its own, for what is remembered.
 */
async function withPage(origin, options, body) {
  const { context, page, complaints } = await pageFor(origin, options);
  let isGood = false;
  try {
    await body(page);
    assert.deepEqual(complaints, []);
    isGood = true;
  } finally {
    // What failed may have left anything behind.
    if (options.isFresh || !isGood) {
      kept.delete(JSON.stringify([origin, options]));
      await context.close();
    }
  }
}

const open = (page, origin, at) => page.goto(origin + at, { waitUntil: "load" });
const result = (page, number = 0) => page.locator(".result").nth(number);
async function search(page, words) {
  if (!(await page.locator("#site-search").evaluate((dialog) => dialog.open))) await page.keyboard.press("/");
  await page.locator("#site-search-input").fill(words);
  await page.waitForFunction(() => /result|Nothing/.test(document.getElementById("site-search-status").textContent));
}

async function violations(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() =>
    window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }));
  return found.violations.map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => `${node.target} ${node.any.map((part) => part.message).join(" ").slice(0, 200)}`).join(" | ")}`);
}

// ---- every page, in every way of looking at it

async function tooWide(page) {
  return page.evaluate(() => {
    const wide = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= wide) return [];
    const inBox = ".scroll, pre, .card-inner, .hero, [popover]";
    const culprits = Array.from(document.querySelectorAll("main *")).filter((one) => one.getBoundingClientRect().right > wide + 1 && !one.closest(inBox));
    return culprits.slice(0, 4).map((one) => `${one.tagName}.${one.className}`).concat(`${document.documentElement.scrollWidth} of ${wide}`);
  });
}

for (const at of PAGES) {
  for (const [name, origin] of ORIGINS) {
    await check(`${name}: loads without a complaint, ${at}`, () =>
      withPage(origin, {}, async (page) => {
        await open(page, origin, at);
        assert.ok((await page.locator("h1").innerText()).length > 1);
        const fonts = await page.evaluate(() => document.fonts.ready.then(() => Array.from(document.fonts, (font) => font.status)));
        assert.ok(fonts.includes("loaded") && !fonts.includes("error"), `fonts: ${fonts}`);
        assert.notEqual(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--link")), "", "colors load");
      }));
  }
  // Bypassing the policy lets the checker in; that the policy holds is what the other tests see to.
  await check(`axe: ${at}`, () =>
    withPage(http, { bypassCSP: true }, async (page) => {
      await open(page, http, at);
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await violations(page), [], colorScheme);
      }
      await page.setViewportSize({ width: 390, height: 800 });
      assert.deepEqual(await violations(page), [], "on a phone");
    }));
  await check(`no scripts: reads, ${at}`, () =>
    withPage(disk, { javaScriptEnabled: false }, async (page) => {
      await open(page, disk, at);
      assert.ok(await page.locator("h1").isVisible());
      assert.ok((await page.locator("main").innerText()).length > 40);
      assert.equal(await page.locator("#site-theme").isVisible(), false, "a button that would do nothing is not there");
    }));
}

// Every page of the site, not only the sample: a single long word is enough to push one sideways.
const all = (await readdir(folder, { recursive: true })).filter((at) => at.endsWith(".html")).sort();
await check(`all ${all.length} pages: no sideways scrolling at 320, 390 and 820`, async () => {
  const wide = [];
  const left = [...all];
  // Two at a time, each in a profile of its own.
  const walk = () =>
    withPage(disk, { javaScriptEnabled: false, isFresh: true }, async (page) => {
      for (let at = left.shift(); at !== undefined; at = left.shift()) {
        await open(page, disk, at);
        for (const width of [320, 390, 820]) {
          await page.setViewportSize({ width, height: 800 });
          const culprits = await tooWide(page);
          if (culprits.length) wide.push(`${at} at ${width}: ${culprits}`);
        }
      }
    });
  await Promise.all([walk(), walk()]);
  assert.deepEqual(wide.sort(), []);
});

// ---- credits

await check("the foot of every sample page leads to credits, and the licences of the typefaces are there", () =>
  withPage(http, {}, async (page) => {
    for (const at of PAGES) {
      await open(page, http, at);
      await page.locator(".foot a", { hasText: "Credits" }).click();
      await page.waitForURL(/credits\/index\.html$/);
      assert.equal(await page.locator("h1").innerText(), "Credits", at);
    }
    const licences = await page.locator('a[rel~="license"][href*="OFL-"]').evaluateAll((all) => all.map((one) => one.href));
    assert.ok(licences.length >= 3);
    for (const licence of licences) {
      const found = await page.request.get(licence);
      assert.match(await found.text(), /SIL Open Font License/);
    }
  }));
await check("icons on the page of credits are drawn, each under its artist", () =>
  withPage(disk, { javaScriptEnabled: false }, async (page) => {
    await open(page, disk, "tri-core/credits/index.html");
    const icons = page.locator(".icon-list .icon");
    assert.ok((await icons.count()) > 40);
    assert.ok(await icons.evaluateAll((all) => all.every((one) => one.getBBox().width > 0)));
    assert.ok((await page.locator(".artist").count()) >= 5);
    const terms = await page.locator(".artist .terms-of").evaluateAll((all) => all.map((one) => one.href));
    assert.ok(terms.every((href) => href.startsWith("https://creativecommons.org/")), `${terms}`);
  }));

// ---- bills say what the data says

const data = JSON.parse(await readFile(path.join(folder, "../data/tri-core.json"), "utf8").catch(() => missing(`${folder} has no data beside it: give the folder that \`deckle build\` wrote`)));
await check("abilities: every bill adds up to what the data says", () =>
  withPage(disk, { javaScriptEnabled: false }, async (page) => {
    assert.ok(data.abilities.length >= 30);
    for (const ability of data.abilities) {
      await open(page, disk, `tri-core/abilities/${ability.ability}/index.html`);
      // A figure that explains itself is a button with its explanation behind it.
      const figures = (cells) => cells.evaluateAll((all) => all.map((cell) => (cell.querySelector("button, .figure") ?? cell).textContent));
      const prices = await figures(page.locator(".bill tbody td:last-child"));
      assert.deepEqual(prices, ability.items.map((item) => item.price.text), ability.name);
      const [spent] = await figures(page.locator(".bill .total td:last-child"));
      assert.equal(spent, ability.spent.text, ability.name);
      const returned = ability.spent.terms.filter((term) => term.value < 0).reduce((sum, term) => sum + term.value, 0);
      assert.equal(prices.reduce((sum, price) => sum + Number(price), returned), ability.spent.value, ability.name);
    }
  }));

// ---- search, over http and from the disk

for (const [name, origin] of ORIGINS) {
  const on = (title, options, body) => check(`${name}: ${title}`, () => withPage(origin, options, async (page) => {
    await open(page, origin, CHAPTER);
    await body(page);
  }));

  await on("nothing of the search is loaded before it is opened", {}, async (page) => {
    assert.equal(await page.evaluate(() => document.querySelectorAll("script[src*=search]").length), 0);
  });
  await on("/ and Ctrl-K open the search, Escape closes it", {}, async (page) => {
    for (const key of ["/", "Control+k"]) {
      const link = page.locator("main a.ref").nth(1);
      await link.focus();
      await page.keyboard.press(key);
      assert.ok(await page.locator("#site-search-input").isVisible());
      assert.equal(await page.evaluate(() => document.activeElement.id), "site-search-input");
      await page.keyboard.press("Escape");
      assert.equal(await page.locator("#site-search").isVisible(), false);
      assert.ok(await link.evaluate((one) => one === document.activeElement), `the focus is back where it was, ${key}`);
    }
  });
  await on("an exact name is found first", {}, async (page) => {
    await search(page, "Attunement");
    assert.equal(await result(page).locator(".result-name").innerText(), "Attunement");
    await page.waitForFunction(() => document.querySelector(".result-snippet").textContent.length > 10);
  });
  await on("a slip of the pen is found, and said to be one", {}, async (page) => {
    for (const slip of ["atunement", "attunemnet", "attunemen"]) {
      await search(page, slip);
      assert.equal(await result(page).locator(".result-name").innerText(), "Attunement", slip);
    }
    await search(page, "atunement");
    assert.match(await page.locator("#site-search-status").innerText(), /reading “atunement” as “attunement”/);
  });
  await on("the beginning of a word is enough", {}, async (page) => {
    await search(page, "medit");
    assert.equal(await result(page).locator(".result-name").innerText(), "Meditate");
  });
  await on("a keyword is found by its family and numeral, by the numeral as a number and by its name", {}, async (page) => {
    for (const words of ["Range V", "range 5", "Burst"]) {
      await search(page, words);
      assert.equal(await result(page).locator(".result-name").innerText(), "Range V: Burst", words);
    }
    await page.keyboard.press("Enter");
    await page.waitForURL(/keywords\/range-v\//);
    assert.match(await page.locator("main").innerText(), /List price/i);
  });
  await on("another name says why it matched", {}, async (page) => {
    await search(page, "HP");
    assert.equal(await result(page).locator(".result-name").innerText(), "Health Points");
    assert.equal(await result(page).locator(".result-also").innerText(), "also called HP");
  });
  await on("a rule ID leads to its anchor", {}, async (page) => {
    for (const query of ["TC-REACT-02", "tc react 02", "react-02"]) {
      await search(page, query);
      assert.equal(await result(page).locator(".result-rule").innerText(), "TC-REACT-02", query);
    }
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => location.hash === "#TC-REACT-02");
    assert.equal(await page.locator("#site-search").isVisible(), false);
    await search(page, "TC-DER-05");
    assert.equal(await result(page).locator(".result-rule").innerText(), "TC-DER-05");
    await page.keyboard.press("Enter");
    await page.waitForURL(/rules\/derived-stats\/index\.html#TC-DER-05$/);
    assert.ok(await page.locator("#TC-DER-05").isVisible());
  });
  await on("a filter by kind keeps that kind only", {}, async (page) => {
    await search(page, "strike");
    await page.locator("#site-search-kinds button", { hasText: "Actions" }).click();
    const places = await page.locator(".result-place").allInnerTexts();
    assert.ok(places.length > 0 && places.every((place) => place.startsWith("Actions")), places.join());
    assert.equal(await page.locator("#site-search-kinds button[aria-pressed=true]").innerText().then((text) => text.split(" ")[0]), "Actions");
  });
  await on("the text of a result has the words marked", {}, async (page) => {
    await search(page, "secondary rotation");
    await page.waitForFunction(() => document.querySelectorAll(".result-snippet mark").length > 1);
  });
  await on("the keyboard alone leads from / to the page", {}, async (page) => {
    await page.keyboard.press("/");
    await page.keyboard.type("strike");
    await page.waitForFunction(() => document.querySelectorAll(".result").length > 2);
    const chosen = () => page.locator("#site-search-input").getAttribute("aria-activedescendant");
    const first = await chosen();
    await page.keyboard.press("ArrowDown");
    assert.notEqual(await chosen(), first);
    await page.keyboard.press("ArrowUp");
    assert.equal(await chosen(), first);
    assert.equal(await page.locator(`#${first}`).getAttribute("aria-selected"), "true");
    await page.keyboard.press("Enter");
    await page.waitForURL(/actions\/strike\/index\.html$/);
  });
  await on("nothing found is said", {}, async (page) => {
    await search(page, "zzqxv");
    assert.match(await page.locator("#site-search-status").innerText(), /Nothing found/);
  });
  await on("names are found whole, with a slip, and by their beginning", {}, async (page) => {
    await search(page, "a");
    const names = await page.evaluate(() => new Promise((done) => {
      // The names of a tenth of the pages, read from the list of the book.
      const script = document.querySelector("script[src*='search/tri-core.js']");
      const index = window.deckleSearch.index;
      window.deckleSearch.index = (id, raw) => { window.deckleSearch.index = index; done(raw.name.filter((one, i) => one.length > 5 && raw.kinds[raw.kind[i]] !== "Rules" && raw.kinds[raw.kind[i]] !== "Rulings")); };
      const again = document.createElement("script");
      again.src = `${script.getAttribute("src")}?again`;
      document.head.append(again);
    }));
    const sample = names.filter((_, i) => i % 3 === 0);
    assert.ok(sample.length > 40, `${sample.length} names`);
    const rate = await page.evaluate(({ sample }) => {
      const input = document.getElementById("site-search-input");
      const rank = (query, name) => {
        input.value = query;
        input.dispatchEvent(new Event("input"));
        const found = Array.from(document.querySelectorAll(".result-name"), (one) => one.textContent).slice(0, 10);
        return found.indexOf(name) < 0 ? 0 : 1 / (found.indexOf(name) + 1);
      };
      const slip = (name, i) => {
        const at = 1 + (i * 7) % (name.length - 3);
        return [name.slice(0, at) + name.slice(at + 1), name.slice(0, at) + name[at + 1] + name[at] + name.slice(at + 2), name.slice(0, at) + "x" + name.slice(at + 1)][i % 3];
      };
      const mean = (query) => sample.reduce((sum, name, i) => sum + rank(query(name, i), name), 0) / sample.length;
      const lost = sample.filter((name) => rank(name, name) < 1).map((name) => `${name} ${rank(name, name).toFixed(2)}`);
      const start = performance.now();
      const rates = { whole: mean((name) => name), slip: mean(slip), beginning: mean((name) => name.slice(0, -2)) };
      return { lost, ...rates, ms: (performance.now() - start) / sample.length / 3 };
    }, { sample });
    if (rate.lost.length) console.log(`${name}: not first: ${rate.lost.join(", ")}`);
    console.log(`${name}: mean reciprocal rank of ${sample.length} names: whole ${rate.whole.toFixed(2)}, slip ${rate.slip.toFixed(2)}, beginning ${rate.beginning.toFixed(2)}; ${rate.ms.toFixed(1)} ms a query`);
    assert.ok(rate.whole > 0.97 && rate.slip > 0.85 && rate.beginning > 0.9, JSON.stringify(rate));
  });

  // ---- notes on numbers and links

  await on("a link shows what it leads to when it is focused", {}, async (page) => {
    const link = page.locator("main a.ref").first();
    await page.keyboard.press("Tab");
    await link.focus();
    await page.waitForSelector("#site-preview:popover-open");
    assert.equal(await link.getAttribute("aria-describedby"), "site-preview");
    assert.ok((await page.locator("#site-preview .tip-text").innerText()).length > 10);
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("#site-preview").isVisible(), false);
  });
  await on("a link shows what it leads to when it is pointed at, and the note can be pointed at", {}, async (page) => {
    await page.locator("main a.ref").first().hover();
    await page.waitForSelector("#site-preview:popover-open");
    await page.locator("#site-preview .tip-text").hover();
    await page.waitForTimeout(400);
    assert.ok(await page.locator("#site-preview").isVisible());
    await page.mouse.move(2, 890);
    await page.waitForSelector("#site-preview:popover-open", { state: "hidden" });
  });
  await on("a word of the glossary shows its meaning when it is pointed at", {}, async (page) => {
    const word = page.locator("main a.term[href*='glossary']").first();
    await word.hover();
    await page.waitForSelector("#site-preview:popover-open");
    assert.match(await page.locator("#site-preview .tip-kind").innerText(), /term/i);
    assert.ok((await page.locator("#site-preview .tip-text").innerText()).length > 10);
  });
  await on("a number explains itself by keyboard", {}, async (page) => {
    const number = page.locator(".example button.explained").first();
    const note = page.locator(`#${await number.getAttribute("data-note")}`);
    await page.keyboard.press("Tab");
    await number.focus();
    assert.ok(await note.isVisible());
    assert.equal(await number.getAttribute("aria-expanded"), "true");
    await page.keyboard.press("Escape");
    assert.equal(await note.isVisible(), false);
    await page.keyboard.press("Enter");
    assert.ok(await note.isVisible());
  });
  await on("a tap shows, the next tap follows", { hasTouch: true, viewport: { width: 390, height: 800 } }, async (page) => {
    const link = page.locator("main a.ref").first();
    const before = page.url();
    await link.tap();
    await page.waitForSelector("#site-preview:popover-open");
    assert.equal(page.url(), before);
    await link.tap();
    await page.waitForURL((url) => url.href !== before);
  });
  await on("the theme can be switched and is remembered", { colorScheme: "light", isFresh: true }, async (page) => {
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await ground();
    await page.locator("#site-theme").click();
    const dark = await ground();
    assert.notEqual(dark, light);
    await page.reload();
    assert.equal(await ground(), dark);
    assert.equal(await page.locator("#site-theme").getAttribute("aria-pressed"), "true");
  });
  await on("a permalink by rule ID leads to where the rule stands", {}, async (page) => {
    await open(page, origin, "tri-core/rule/index.html#TC-REACT-02");
    await page.waitForURL(/rules\/react\/index\.html#TC-REACT-02$/);
    assert.ok(await page.locator("#TC-REACT-02").isVisible());
  });
  await on("a character's numbers say formula, terms and rule", {}, async (page) => {
    await open(page, origin, CHARACTER);
    const number = page.locator(".resource button.explained").first();
    await number.click();
    const note = page.locator(`#${await number.getAttribute("data-note")}`);
    for (const part of [".tip-terms", ".tip-formula", ".tip-rule a"]) assert.ok(await note.locator(part).isVisible(), part);
    await page.mouse.move(2, 2);
    await page.waitForTimeout(400);
    assert.ok(await note.isVisible(), "pressed, it stays");
    await page.mouse.click(640, 20);
    assert.equal(await note.isVisible(), false);
  });
}

await check("all systems are searched from the front page", () =>
  withPage(http, {}, async (page) => {
    await open(page, http, "index.html");
    await search(page, "Attunement");
    assert.equal(await result(page).locator(".result-name").innerText(), "Attunement");
  }));

// ---- accessibility of what opens

for (const colorScheme of ["light", "dark"]) {
  await check(`axe ${colorScheme}: the search with results`, () =>
    withPage(http, { colorScheme, bypassCSP: true }, async (page) => {
      await open(page, http, CHAPTER);
      await search(page, "atunement roll");
      await page.waitForFunction(() => document.querySelectorAll(".result-snippet mark").length > 1);
      assert.deepEqual(await violations(page), []);
    }));
  await check(`axe ${colorScheme}: a note`, () =>
    withPage(http, { colorScheme, bypassCSP: true }, async (page) => {
      await open(page, http, CHARACTER);
      await page.locator(".resource button.explained").first().click();
      assert.deepEqual(await violations(page), []);
    }));
  await check(`axe ${colorScheme}: the contents on a phone`, () =>
    withPage(http, { colorScheme, bypassCSP: true, viewport: { width: 390, height: 800 } }, async (page) => {
      await open(page, http, CHAPTER);
      await page.locator(".menu").click();
      assert.ok(await page.locator("#site-contents").isVisible());
      assert.deepEqual(await violations(page), []);
    }));
}
await check("the first Tab offers to skip to the text", () =>
  withPage(http, {}, async (page) => {
    await open(page, http, CHAPTER);
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.className), "skip");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.id), "site-main");
  }));
await check("boxes that have nothing to scroll are no stop for Tab", () =>
  withPage(http, {}, async (page) => {
    await open(page, http, "tri-core/rules/core-actions/index.html");
    const wrong = await page.evaluate(() => Array.from(document.querySelectorAll(".scroll")).filter((box) => (box.tabIndex === 0) !== (box.scrollWidth > box.clientWidth + 1)).length);
    assert.equal(wrong, 0);
  }));

// ---- without scripts

const bare = (title, options, body) => check(`no scripts: ${title}`, () => withPage(disk, { javaScriptEnabled: false, ...options }, body));
await bare("a number still explains itself", {}, async (page) => {
  await open(page, disk, CHARACTER);
  const number = page.locator(".resource button.explained").first();
  await number.click();
  assert.ok(await page.locator(`#${await number.getAttribute("popovertarget")}`).isVisible());
});
await bare("the contents open on a phone", { viewport: { width: 390, height: 800 } }, async (page) => {
  await open(page, disk, CHAPTER);
  assert.equal(await page.locator("#site-contents").isVisible(), false);
  await page.locator(".menu").click();
  assert.ok(await page.locator("#site-contents").isVisible());
});
await bare("the search button leads to A to Z", {}, async (page) => {
  await open(page, disk, CHAPTER);
  await page.locator("#site-search-open").click();
  await page.waitForURL(/tri-core\/a-z\/index\.html$/);
});
await bare("a system that is dark gets dark pages", { colorScheme: "dark" }, async (page) => {
  await open(page, disk, CHAPTER);
  const [red] = (await page.locator("html").evaluate((html) => getComputedStyle(html).backgroundColor)).match(/\d+/g).map(Number);
  assert.ok(red < 60);
});

// ---- on paper

await check("print: the text alone, dark on white, with its rule IDs", () =>
  withPage(http, { colorScheme: "dark" }, async (page) => {
    await open(page, http, CHAPTER);
    await page.emulateMedia({ media: "print" });
    for (const part of [".top", ".contents", ".outline", ".crumbs", ".turn"]) {
      assert.equal(await page.locator(part).first().isVisible(), false, part);
    }
    assert.ok(await page.locator("#TC-REACT-04").isVisible());
    const [ground, ink] = await page.evaluate(() => [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.querySelector(".prose > p")).color]);
    assert.equal(ground, "rgb(255, 255, 255)");
    assert.ok(ink.match(/\d+/g).slice(0, 3).every((channel) => Number(channel) < 110), ink);
    assert.ok((await page.pdf({ format: "A4" })).length > 20_000);
  }));
await check("print: the numbers of a character unfold", () =>
  withPage(http, {}, async (page) => {
    await open(page, http, CHARACTER);
    await page.emulateMedia({ media: "print" });
    assert.ok(await page.locator("table.numbers").isVisible());
  }));

// ---- sizes, as they travel

const sizes = async (...files) => {
  const bytes = await Promise.all(files.map((file) => readFile(path.join(folder, file))));
  const kilo = (count) => `${(count / 1024).toFixed(1)} KiB`;
  return `${kilo(bytes.reduce((sum, one) => sum + one.length, 0))}, ${kilo(bytes.reduce((sum, one) => sum + gzipSync(one, { level: 9 }).length, 0))} compressed`;
};
await check("the first search costs little", async () => {
  console.log(`size: style ${await sizes("assets/site.css", "assets/book-tri-core.css")}; script of a page ${await sizes("assets/theme.js", "assets/site.js")}`);
  console.log(`size: first search ${await sizes("assets/search.js", "assets/search/tri-core.js")}; a chapter ${await sizes(CHAPTER)}; previews ${await sizes("assets/previews/tri-core.js")}`);
  const index = gzipSync(await readFile(path.join(folder, "assets/search/tri-core.js"))).length;
  assert.ok(index < 150 * 1024, `${index} bytes`);
  assert.ok((await stat(path.join(folder, CHAPTER))).size < 60_000);
});

await browser.close();
server.close();
console.log(`browser tests: ${passed} passed, ${failures.length} failed, ${((performance.now() - started) / 1000).toFixed(0)} s`);
process.exitCode = failures.length ? 1 : 0;
