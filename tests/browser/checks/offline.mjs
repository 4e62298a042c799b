// Without a network, from a host: what was read is there, a whole book where its reader asked for it, and pages of one edition.

import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import { Site } from "../site.mjs";
import { result, search, violations } from "../steps.mjs";

const BOOK = "action-score";
/** Bytes that a chapter may cost, with a minute on it, and a whole book. */
const [MOST_FOR_A_PAGE, MOST_FOR_A_BOOK] = [500_000, 4_000_000];
/** Seconds on a page after which nothing more is fetched. */
const IDLE = 60;
const KEEP = "Save this book for offline reading", DROP = "Remove from this device";

/** A reader with a browser of their own, on a server that goes away. `body` is given the page, the server and what it has sent. */
async function reads(page, folder, body, look = {}) {
  const host = await new Site(folder).open();
  const context = await page.context().browser().newContext({ viewport: { width: 1280, height: 900 }, ...look });
  try {
    const reader = await context.newPage();
    const errors = [];
    reader.on("pageerror", (error) => errors.push(error.message));
    await body({ reader, host, at: (path) => host.origins.http + path });
    assert.deepEqual(errors, []);
  } finally {
    await context.close();
    host.close();
  }
}

/** The addresses that are kept, without those of the worker's own notes, by cache. */
const keptIn = (reader, kind) => reader.evaluate(async (kind) => {
  const names = (await caches.keys()).filter((name) => name.split(" ")[2] === kind);
  const all = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname.slice(1))));
  return all.flat();
}, kind);

async function until(reader, condition, what) {
  for (let waited = 0; waited < 60_000; waited += 250) {
    if (await condition()) return;
    await reader.waitForTimeout(250);
  }
  throw new Error(`never: ${what}`);
}

/** Opens a page and waits until it is kept. */
async function readsAndKeeps(reader, address) {
  await reader.goto(address, { waitUntil: "load" });
  const at = new URL(address).pathname.slice(1);
  await until(reader, async () => (await keptIn(reader, "read")).includes(at), `${at} is kept`);
}

async function keepsBook(reader) {
  await reader.locator(".foot .keep button").click();
  await reader.locator(".foot .keep button", { hasText: DROP }).waitFor();
}

export default ({ site, http }) => {
  const chapters = site.pages.filter((at) => at.startsWith(`${BOOK}/rules/`));

  http("a chapter costs little, also for who stays on it, and fetches nothing of a workshop or of the press", async ({ page, note }) => {
    await reads(page, site.folder, async ({ reader, host, at }) => {
      await reader.goto(at("tri-core/rules/dice/index.html"), { waitUntil: "load" });
      await reader.waitForTimeout(2000);
      const first = host.sent.bytes;
      await reader.waitForTimeout(IDLE * 1000);
      note(`${first} bytes for the page, ${host.sent.bytes} after ${IDLE} s, ${host.sent.paths.length} files`);
      assert.ok(host.sent.bytes < MOST_FOR_A_PAGE, `${host.sent.bytes} bytes`);
      const others = host.sent.paths.filter((path) => /^assets\/(workshop|engine)/.test(path) || /\.(lzma|gz)(\.js)?$/.test(path));
      assert.deepEqual(others, []);
      assert.match(await reader.locator(".foot .keep small").innerText(), /^about \d\.\d MB$/);
    });
  }, { seconds: 180 });

  http("a page that was read is there without a network, and another one says that it is not", async ({ page }) => {
    await reads(page, site.folder, async ({ reader, host, at }) => {
      await readsAndKeeps(reader, at(chapters[0]));
      host.close();
      await reader.goto(at(chapters[0]), { waitUntil: "load" });
      assert.ok((await reader.locator("main").innerText()).length > 400);
      assert.equal(await reader.evaluate(() => document.fonts.check("16px 'Alegreya Sans'")), true);
      assert.match(await reader.locator(".kept-note").innerText(), /the copy saved on this device/);
      await reader.goto(at(`${BOOK}/a-z/?find=x`), { waitUntil: "load" });
      assert.equal(await reader.locator("h1").innerText(), "Not on this device");
      assert.equal(await reader.locator("#kept-books").isVisible(), false);
      assert.equal(await reader.locator("#kept-none").isVisible(), false);
      assert.equal(await reader.getByText("Try again").getAttribute("href"), at(`${BOOK}/a-z/?find=x`));
      await reader.locator("#kept-pages a").first().click();
      await reader.waitForURL(at(chapters[0]));
    });
  });

  http("a workshop works without a network after one visit", async ({ page, note }) => {
    const at = `${BOOK}/workshop/index.html`;
    if (!site.files.has(at)) return void note("SKIPPED: this site was built without the module for pages");
    await reads(page, site.folder, async ({ reader, host, at: address }) => {
      await reader.goto(address(at), { waitUntil: "load" });
      await reader.locator(".bench-shown .odds-rows").first().waitFor();
      // A worker fetched them before the service worker was there.
      const modules = ["assets/workshop/rules.lzma", "assets/workshop/unpack.gz", `assets/workshop/game-${BOOK}.gz`].map((name) => site.named(name));
      await until(reader, async () => {
        const kept = await keptIn(reader, "files");
        return modules.every((name) => kept.includes(name));
      }, "the modules are kept");
      await until(reader, async () => (await keptIn(reader, "read")).includes(at), "the page is kept");
      // The cache of the browser itself has them as well, for an hour.
      await (await reader.context().newCDPSession(reader)).send("Network.clearBrowserCache");
      host.isAway = true;
      await reader.goto("about:blank");
      await reader.goto(address(at), { waitUntil: "load" });
      await reader.locator(".bench-shown .odds-rows").first().waitFor();
    });
  }, { seconds: 240 });

  http("a book is kept whole when its reader asks for it, and goes when it is no longer wanted", async ({ page, note }) => {
    await reads(page, site.folder, async ({ reader, host, at }) => {
      await reader.goto(at("tri-core/index.html"), { waitUntil: "load" });
      const button = reader.locator(".hero .keep button");
      assert.equal(await button.innerText(), KEEP);
      await reader.locator(".hero .keep small", { hasText: "MB" }).waitFor();
      const [, said] = /(\d\.\d) MB/.exec(await reader.locator(".hero .keep small").innerText());
      const before = host.sent.bytes;
      await button.click();
      await reader.locator(".hero .keep button", { hasText: DROP }).waitFor();
      assert.match(await reader.locator(".hero .keep [role=status]").innerText(), /saved for offline reading/);
      const cost = host.sent.bytes - before;
      const kept = await keptIn(reader, "whole");
      note(`${kept.length} files and ${cost} bytes for the book, of which ${said} MB were said`);
      assert.ok(cost < MOST_FOR_A_BOOK, `${cost} bytes`);
      for (const within of [".hero .keep", ".foot .keep"]) assert.deepEqual(await violations(reader, undefined, within), [], within);
      assert.ok(Math.abs(cost / 1e6 - Number(said)) < 0.6, `${said} MB are said, and it is ${cost}`);
      assert.deepEqual(kept.filter((path) => /\/workshop\/|assets\/workshop|assets\/engine/.test(path)), []);
      const wanted = (await site.text("assets/pages/tri-core.txt")).trim().split("\n").slice(1).map((line) => line.split(" ")[1]);
      assert.deepEqual(wanted.filter((path) => !kept.includes(path)), []);
      // It is for reading without a network: also chapters that were never opened, and the search.
      host.close();
      await reader.goto(at("tri-core/rules/react/index.html"), { waitUntil: "load" });
      assert.ok((await reader.locator("main").innerText()).length > 400);
      await reader.goto(at("tri-core/a-z/"), { waitUntil: "load" });
      assert.match(await reader.locator("h1").innerText(), /A to Z/i);
      await search(reader, "attack");
      assert.ok(await result(reader).isVisible());
      await reader.keyboard.press("Escape");
      await reader.goto(at("strains/index.html"), { waitUntil: "load" });
      assert.equal(await reader.locator("#kept-books a").innerText(), "Tri-Core");
      await reader.locator("#kept-books a").click();
      await reader.locator(".foot .keep button", { hasText: DROP }).click();
      await reader.locator(".foot .keep button", { hasText: KEEP }).waitFor();
      await until(reader, async () => (await keptIn(reader, "whole")).length === 0, "nothing is left");
    });
  }, { seconds: 240 });

  http("of two editions one is shown: a kept book is replaced as a whole, by what has changed, and what was read before goes", async ({ page, note }) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "makeready-editions-"));
    try {
      const paths = [...site.files].filter((at) => at.startsWith(`${BOOK}/`) || !at.includes("/") || /^assets\/(?!workshop)/.test(at));
      for (const at of paths) await cp(path.join(site.folder, at), path.join(folder, at));
      const change = async (at, edit) => writeFile(path.join(folder, at), edit(await readFile(path.join(folder, at), "utf8")));
      // A new edition: other words in two chapters, and another name of the edition wherever it stands.
      const rebuild = async (word, edition) => {
        for (const at of chapters.slice(0, 2)) await change(at, (html) => html.replace(/<h1>(?:\w+: )?/, `<h1>${word}: `));
        const list = (await readFile(path.join(folder, `assets/pages/${BOOK}.txt`), "utf8")).split("\n");
        const [before] = list.splice(0, 1, edition);
        const changed = list.map((line) => (chapters.slice(0, 2).some((at) => line.endsWith(` ${at}`)) ? `${edition.slice(0, 8)} ${line.split(" ")[1]}` : line));
        await writeFile(path.join(folder, `assets/pages/${BOOK}.txt`), changed.join("\n"));
        await change("assets/pages/editions.json", (text) => text.replace(before, edition));
      };
      await reads(page, folder, async ({ reader, host, at }) => {
        const titleOf = async (chapter) => {
          await reader.goto(at(chapter), { waitUntil: "load" });
          return reader.locator("h1").innerText();
        };
        // Pages that were read: those of the edition before are gone when the next is seen.
        await readsAndKeeps(reader, at(chapters[0]));
        await readsAndKeeps(reader, at(chapters[1]));
        await rebuild("Second", "2222222222222222");
        await reader.goto(at(chapters[0]), { waitUntil: "load" });
        await until(reader, async () => (await keptIn(reader, "read")).filter((at) => at.endsWith(".html")).join() === chapters[0], "only the new page is kept");
        host.isAway = true;
        assert.match(await titleOf(chapters[0]), /^Second: /i);
        assert.equal(await titleOf(chapters[1]), "Not on this device");
        host.isAway = false;
        // A whole book: while the next edition cannot be had in full, the one before is shown, and says so.
        await reader.goto(at(chapters[0]), { waitUntil: "load" });
        await keepsBook(reader);
        await rebuild("Third", "3333333333333333");
        host.broken = chapters[1];
        await reader.goto(at(chapters[2]), { waitUntil: "load" });
        await reader.locator(".foot .keep [role=status]", { hasText: "could not be saved" }).waitFor();
        host.isAway = true;
        for (const chapter of chapters.slice(0, 2)) {
          assert.match(await titleOf(chapter), /^Second: /i);
          assert.match(await reader.locator(".kept-note").innerText(), /an earlier edition/);
        }
        [host.isAway, host.broken] = [false, undefined];
        // And when it can, only what has changed is fetched.
        await reader.goto(at(chapters[2]), { waitUntil: "load" });
        host.sent.paths.length = 0;
        const wholes = async () => (await reader.evaluate(() => caches.keys())).filter((name) => name.includes(" whole "));
        await until(reader, async () => /^[^,]* 3{16}$/.test((await wholes()).join()), "the book is of the third edition");
        const pages = host.sent.paths.filter((one) => one.endsWith(".html"));
        note(`${pages.length} pages for the third edition: ${pages.join(", ")}`);
        assert.ok(pages.length <= 3, `${pages}`);
        host.isAway = true;
        for (const chapter of chapters.slice(0, 2)) {
          assert.match(await titleOf(chapter), /^Third: /i);
          assert.match(await reader.locator(".kept-note").innerText(), /the copy saved/);
        }
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }, { seconds: 240 });
};
