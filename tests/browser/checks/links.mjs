// Where links lead, read off the files: whatever a page points to is there, down to the spot on the page.

import assert from "node:assert/strict";
import path from "node:path";

import { CHAPTER, CHARACTER } from "../steps.mjs";

/** What text of a page says, without marks of HTML. */
const unescaped = (text) => text.replace(/&(amp|lt|gt|quot|#39|#x27|#x2F);/g, (mark) => ({ "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x2F;": "/" })[mark] ?? "'");

/** Values of an attribute. Templates write all of them in double quotes. */
const values = (html, name) => Array.from(html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, "g")), (found) => unescaped(found[1]));

/** The file and the spot that a link of a page leads to. */
function leadsTo(at, link) {
  const [file, spot = ""] = link.split("#");
  return { file: file === "" ? at : path.posix.join(path.posix.dirname(at), decodeURIComponent(file)), spot: decodeURIComponent(spot) };
}

export default ({ files, both }) => {
  files("every link leads to a file, and to a spot on it", async ({ site }) => {
    const ids = new Map();
    for (const at of site.pages) ids.set(at, new Set(values(await site.text(at), "id")));
    const dead = [];
    let count = 0;
    for (const at of site.pages) {
      const html = await site.text(at);
      const known = ids.get(at);
      if (known.size < values(html, "id").length) dead.push(`${at}: an id stands there twice`);
      for (const link of new Set([...values(html, "href"), ...values(html, "src")])) {
        if (link.startsWith("https://")) continue;
        count += 1;
        const { file, spot } = leadsTo(at, link);
        // The site can be put on a host alone: nothing of it lies outside.
        if (!site.files.has(file)) dead.push(`${at}: ${link} leads nowhere`);
        // In a workshop the spot is a bench, and what is filled in there.
        else if (spot && !file.endsWith("/workshop/index.html") && !ids.get(file)?.has(spot)) dead.push(`${at}: ${link} leads to a page without that spot`);
      }
      const named = ["popovertarget", "aria-controls", "aria-labelledby", "aria-describedby", "for"].flatMap((name) => values(html, name));
      for (const id of named.flatMap((list) => list.split(" "))) {
        if (!known.has(id)) dead.push(`${at}: it speaks of #${id}, which is not there`);
      }
    }
    assert.ok(count > 1000, `${count} links`);
    assert.deepEqual(dead, []);
  });

  files("the workshop is reached from all that it can open, from covers and from the front page", async ({ site }) => {
    const books = new Set(site.pages.filter((at) => at.endsWith("/workshop/index.html")).map((at) => at.split("/")[0]));
    // Without a link: checks whose odds no page shows, and skills that are no card.
    const doors = /^[^/]+\/(?:abilities|actions|characters|keywords|npcs|references|rulings)\/[^/]+\/index\.html$|^[^/]+\/downloads\/index\.html$/;
    const ways = /^(?:[^/]+\/)?index\.html$/, found = new Map();
    const missing = [];
    for (const at of site.pages.filter((one) => one === "index.html" || books.has(one.split("/")[0]))) {
      const links = values(await site.text(at), "href").filter((link) => /(?:^|\/)workshop\/index\.html(?:#|$)/.test(link));
      const [book, kind] = at.split("/");
      if (links.some((link) => link.includes("#"))) found.set(kind, (found.get(kind) ?? new Set()).add(book));
      if (doors.test(at) ? !links.some((link) => link.includes("#")) : ways.test(at) && books.size > 0 && links.length === 0) missing.push(at);
    }
    assert.deepEqual(missing, []);
    // One chapter of each game tells how somebody is made, and checks have odds.
    for (const kind of books.size > 0 ? ["rules", "checks"] : []) assert.deepEqual([...found.get(kind)].sort(), [...books].sort(), kind);
  });

  files("what can be kept of a book is there, and is all that its pages show", async ({ site }) => {
    const lists = [...site.files].filter((at) => /^assets\/pages\/.*\.txt$/.test(at));
    assert.ok(lists.length >= 5, `${lists.length} lists`);
    const missing = [];
    const kept = new Set();
    for (const list of lists) for (const line of (await site.text(list)).trim().split("\n").slice(1)) {
      const at = line.slice(line.indexOf(" ") + 1);
      kept.add(at);
      if (!site.files.has(at)) missing.push(`${list}: ${at}`);
      if (/^assets\/(workshop|engine)/.test(at)) missing.push(`${list}: ${at} is of a workshop`);
    }
    assert.deepEqual(missing, []);
    // The whole book on one page says nothing that its chapters do not, and who reads has not asked for what a workshop runs.
    const pages = site.pages.filter((at) => at.includes("/") && !/(^|\/)(credits|whole-book|workshop)\//.test(at));
    assert.deepEqual(pages.filter((at) => !kept.has(at)), [], "pages that are not kept");
  });

  files("every book has what scripts ask for: its search and its previews", async ({ site }) => {
    const books = new Set();
    for (const at of site.pages) values(await site.text(at), "data-book").forEach((book) => books.add(book));
    assert.ok(books.size >= 5, `${books.size} books`);
    const wanted = [...books].flatMap((book) => [`assets/search/${book}.js`, site.named(`assets/search/${book}-0.js`), `assets/previews/${book}/rules.js`]);
    assert.deepEqual(wanted.filter((file) => !site.files.has(file)), []);
  });

  files("the foot of every page leads to credits", async ({ site }) => {
    // Pages that may stand anywhere load and know nothing else.
    for (const at of site.pages.filter((at) => at !== "404.html" && at !== "offline.html")) {
      const [, link] = (await site.text(at)).match(/<footer class="foot">[^]*<a href="([^"]*)">Credits<\/a>/) ?? [];
      assert.ok(link, `${at} has no link to credits`);
      const { file } = leadsTo(at, unescaped(link));
      assert.match(file, /^([\w-]+\/)?credits\/index\.html$/, at);
      assert.match(await site.text(file), /<h1[^>]*>Credits<\/h1>/, at);
    }
  });

  both("the page of a character opens its form", async ({ page, open, site }) => {
    if (!site.files.has("tri-core/workshop/index.html")) return;
    await open(CHARACTER);
    await page.locator(".doors a", { hasText: "Open in the workshop" }).first().click();
    await page.locator("#bench-of-people .bench-sheet .sheet").waitFor();
    assert.equal(await page.locator("#bench-of-people").getByLabel("Name", { exact: true }).first().inputValue(), "Kael Dross");
  });

  both("a permalink that is cut off, or of no rule, says that nothing is here", async ({ page, open }) => {
    for (const id of ["%E0%A4%A", "TC-NO-99"]) {
      await open("index.html");
      await open(`tri-core/rule/index.html#${id}`);
      assert.equal(await page.locator("main [role=status]").innerText(), `No rule has the ID ${id}.`);
    }
    await open(`${CHAPTER}#%E0%A4%A`);
    await page.locator(".outline a[aria-current]").first().waitFor();
  });
  both("no entry of the glossary ends in a dot", async ({ page, open }) => {
    await open("tri-core/glossary/index.html");
    const marks = await page.evaluate(() => Array.from(document.querySelectorAll(".explained-list dd"), (line) => getComputedStyle(line, "::after").content));
    assert.ok(marks.length > 100 && marks.every((mark) => mark === "none"), `${marks.length}: ${[...new Set(marks)]}`);
  });
};
