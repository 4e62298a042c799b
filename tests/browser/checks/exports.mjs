// What the workshop saves for other programs is read back: archives, pictures, decks, journals and notes hold what the page shows, as
// often as it is there, and nothing that is written in a game becomes a mark of theirs.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

import { parse } from "yaml";

import { PRINTING, openBench, unzipped } from "../steps.mjs";

const PAGE = "tri-core/workshop/index.html";
// A name with all that means something in YAML, JSON, HTML, Markdown and the programs' own marks.
const HOSTILE = `Ka"el: 'the' </script><b id=planted> #1 [1d6] @UUID[x] %%x%% | & &lt; $z$`;

/** Presses a button in the menu that is near, which is opened first, and answers with the file that is saved. */
async function taken(place, label) {
  const page = place.page();
  const menu = place.locator("details.bench-saves").first();
  if (!(await menu.evaluate((one) => one.open))) await menu.locator("summary").first().click();
  const [made] = await Promise.all([page.waitForEvent("download", PRINTING), menu.getByRole("button", { name: label, exact: true }).click()]);
  return [made.suggestedFilename(), await readFile(await made.path())];
}

/** Width and height of a picture. */
function sizeOf(png) {
  assert.equal(png.subarray(1, 4).toString(), "PNG");
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

/** The properties of a note, and what stands below them. */
function noteOf(bytes) {
  const [, head, body] = /^---\n(.*?)\n---\n\n(.*)$/s.exec(bytes.toString());
  // YAML as it is read today, and as it was before.
  const properties = parse(head, { version: "1.2", strict: true });
  assert.deepEqual(parse(head, { version: "1.1" }), properties);
  return [properties, body];
}

/** What a browser makes of a piece of HTML: its text, and the names of its elements. */
const readAsHtml = (page, html) => page.evaluate((html) => {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  return { text: body.textContent, elements: [...new Set([...body.querySelectorAll("*")].map((one) => one.localName))], attributes: [...body.querySelectorAll("*")].flatMap((one) => [...one.attributes].map(({ name }) => name)) };
}, html);

/** A journal in which every page is as the program takes it, and its pages. */
async function pagesOf(page, bytes) {
  const journal = JSON.parse(bytes);
  assert.ok(journal.name);
  assert.equal(new Set(journal.pages.map(({ _id: id }) => id)).size, journal.pages.length);
  for (const one of journal.pages) {
    assert.match(one._id, /^[A-Za-z0-9]{16}$/);
    assert.equal(one.type, "text");
    assert.equal(one.text.format, 2);
    assert.ok(one.name && one.text.content && one.text.markdown);
    assert.ok(!/[<>]/.test(one.text.markdown), one.text.markdown);
    assert.ok(!/@\w+\[|\[\[/.test(one.text.content.replace(/<[^>]*>/g, "")), one.text.content);
    const { elements, attributes } = await readAsHtml(page, one.text.content);
    assert.deepEqual(elements.filter((name) => !["h2", "h3", "p", "ul", "ol", "li", "strong", "em", "table", "thead", "tbody", "tr", "th", "td"].includes(name)), []);
    assert.deepEqual(attributes.filter((name) => name !== "start"), []);
  }
  return journal.pages;
}

/** The figures that a sheet on the page shows. */
const figuresOf = (place) => place.locator("button[popovertarget], .figure").allTextContents();
const plainOf = (said) => said.replaceAll("\u2060", "").replace(/\s+/g, " ");

const sources = await Promise.all(["parts", "markdown", "foundry"].map((name) => readFile(new URL(`../../../site/workshop/${name}.js`, import.meta.url), "utf8")));
/** What the scripts of the workshop define; `el` writes elements as text. */
const { rollable, textParts, markdownOfParts, htmlOfParts } = new Function("el", `${sources.join("\n")}\nreturn { rollable, textParts, markdownOfParts, htmlOfParts };`)((name, attributes, ...children) => {
  const innerHTML = children.flat(Infinity).filter((child) => child !== false && child !== undefined).join("");
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`).join("");
  return { innerHTML, toString: () => `<${name}${written}>${innerHTML}</${name}>` };
});

/** Where Tabletop Simulator keeps the picture of an address. */
const cachedAt = (address) => `Mods/Images/${address.replace(/[^A-Za-z0-9]/g, "")}.png`;

export default ({ site, both, http, files }) => {
  files("dice are written as programs roll them", () => {
    for (const [printed, rolled] of [
      ["5d12✦ + 7", "5d12!+7"],
      ["2d6 − 6 and 3", "2d6-6 and 3"],
      ["best 2 of 3d6", "3d6kh2"],
      ["lowest of 2d20", "2d20kl1"],
      ["best of 2d12✦ + 3", "2d12!kh1+3"],
      // Of all of them the best is taken, which no program writes so.
      ["best of 2d12✦ + 1d6", "best of 2d12!+1d6"],
      ["1d6 + ½", "1d6 + ½"],
      ["2d6 + 1/2", "2d6 + 1/2"],
      ["no dice + 2", "no dice + 2"],
    ]) assert.equal(rollable(printed), rolled, printed);
  });
  files("lists keep their numbers, and items stand in others", () => {
    const item = (style, sign, words) => [{ style, text: sign }, { style: "plain", text: words }];
    const parts = textParts([
      [{ style: "plain", text: "Do:" }], item("item", "1. ", "Roll"), item("inner-item", "– ", "twice"), item("item", "2. ", "1. Add"),
      item("item", "• ", "Rest"), item("inner-item", "1. ", "a while"), item("inner-item", "2. ", "or more"),
    ]);
    assert.equal(markdownOfParts(parts), "Do:\n\n1. Roll\n   - twice\n2. 1\\. Add\n\n- Rest\n  1. a while\n  2. or more");
    assert.equal(htmlOfParts(parts), "<p>Do:</p><ol><li>Roll<ul><li>twice</li></ul></li><li>1. Add</li></ol><ul><li>Rest<ol><li>a while</li><li>or more</li></ol></li></ul>");
    assert.equal(htmlOfParts(textParts([item("item", "10. ", "Roll")])), '<ol start="10"><li>Roll</li></ol>');
  });
  const hasPress = [...site.files].some((name) => name.startsWith("assets/workshop/press."));
  if (!site.files.has(PAGE) || !hasPress) {
    files("SKIPPED: this site was built without the modules for pages", ({ note }) => note("nothing is saved there"));
    return;
  }

  both("a deck is saved for Tabletop Simulator, with a picture and the name of every card as often as it is in the deck", async ({ page, open }) => {
    await openBench(page, open, `${PAGE}#decks?who=kael&cards=strike*3,volley*1,grab*2`, ".bench-deck fieldset");
    await page.waitForFunction(() => document.querySelector("#bench-of-decks .bench-note").innerText === "6 cards");
    const bench = page.locator("#bench-of-decks");
    const [name, archive] = await taken(bench, "For Tabletop Simulator");
    assert.equal(name, "tabletop-simulator-kael.zip");
    const files = unzipped(archive);
    assert.match(files.get("README.txt").toString(), /Saves\/Saved Objects/);
    assert.ok(files.has("credits.txt"));
    const saved = "Saves/Saved Objects/tri-core-kael";
    assert.ok(files.has(`${saved}.png`));
    const [deck] = JSON.parse(files.get(`${saved}.json`)).ObjectStates;
    assert.equal(deck.Name, "DeckCustom");
    assert.equal(deck.Nickname, "Tri-Core, Kael Dross");
    assert.equal(deck.DeckIDs.length, 6);
    assert.deepEqual(deck.ContainedObjects.map(({ CardID }) => CardID), deck.DeckIDs);
    assert.equal(new Set(deck.ContainedObjects.map(({ GUID }) => GUID)).size, 6);
    const counts = [...new Set(deck.ContainedObjects.map(({ Nickname }) => Nickname))].map((name) => {
      const all = deck.ContainedObjects.filter(({ Nickname }) => Nickname === name);
      return [name, all.length, new Set(all.map(({ CardID }) => CardID)).size];
    });
    assert.deepEqual(counts.sort(), [["Grab", 2, 1], ["Strike", 3, 1], ["Volley", 1, 1]]);
    for (const card of deck.ContainedObjects) assert.ok(card.Description.length > 20 && !card.Description.includes("[b]"));
    const { FaceURL, BackURL, NumWidth, NumHeight } = deck.CustomDeck[1];
    const [grid, back] = [FaceURL, BackURL].map((at) => sizeOf(files.get(cachedAt(at))));
    assert.deepEqual(grid, [NumWidth * back[0], NumHeight * back[1]]);
    assert.ok(back[0] > 500 && NumWidth <= 10 && NumHeight <= 7);
    // The last place has no card.
    for (const id of deck.DeckIDs) assert.ok(id - 100 < NumWidth * NumHeight - 1, `${id}`);
    // One card by itself, with the pictures somewhere else.
    await openBench(page, open, `${PAGE}#decks?who=kael&cards=strike*1`, ".bench-deck fieldset");
    await page.waitForFunction(() => document.querySelector("#bench-of-decks .bench-note").innerText === "1 card");
    await bench.locator("details.bench-saves > summary").click();
    await page.getByLabel("Location of the pictures").fill("C:\\My Cards");
    const single = unzipped((await taken(bench, "For Tabletop Simulator"))[1]);
    const [card] = JSON.parse(single.get(`${saved}.json`)).ObjectStates;
    assert.equal(card.Name, "CardCustom");
    assert.equal(card.CardID, 100);
    const face = card.CustomDeck[1].FaceURL;
    assert.ok(face.startsWith("file:///C:\\My Cards\\"), face);
    assert.deepEqual(sizeOf(single.get(`Mods/Images/${face.split("\\").at(-1)}`)), back);
    assert.match(single.get("README.txt").toString(), /C:\\My Cards/);
  }, { isFresh: true, seconds: 300 });
  http("a deck of more cards than one picture holds has several, each within its limits", async ({ page, open }) => {
    await openBench(page, open, `${PAGE}#decks?who=kael`, ".bench-deck fieldset");
    const bench = page.locator("#bench-of-decks");
    // How far it is stands there meanwhile.
    await bench.evaluate((node) => {
      window.told = [];
      new MutationObserver((all) => all.forEach(({ target }) => window.told.push(target.textContent))).observe(node, { childList: true, subtree: true });
    });
    const files = unzipped((await taken(bench, "For Tabletop Simulator"))[1]);
    const told = (await page.evaluate(() => window.told)).map((one) => /^\D*(\d+) of (\d+)\D*$/.exec(one)?.slice(1).map(Number)).filter(Boolean);
    assert.ok(told.length > 3 && told.every(([done, of]) => done <= of && of === told[0][1]), JSON.stringify(told));
    const [deck] = JSON.parse(files.get("Saves/Saved Objects/tri-core-kael.json")).ObjectStates;
    const grids = Object.entries(deck.CustomDeck);
    assert.ok(grids.length > 1);
    const shown = Number(/\d+/.exec(await bench.locator(".bench-note").first().innerText())[0]);
    assert.ok(deck.ContainedObjects.length >= shown, `${deck.ContainedObjects.length} of ${shown}`);
    for (const [number, { FaceURL, BackURL, NumWidth, NumHeight }] of grids) {
      const [[width, height], back] = [FaceURL, BackURL].map((at) => sizeOf(files.get(cachedAt(at))));
      assert.deepEqual([width, height], [NumWidth * back[0], NumHeight * back[1]]);
      assert.ok(width <= 4096 && height <= 4096);
      const places = deck.DeckIDs.filter((id) => Math.floor(id / 100) === Number(number)).map((id) => id % 100);
      assert.ok(Math.max(...places) < NumWidth * NumHeight - 1);
    }
    // The same cards as pages of a journal, and as notes.
    const pages = await pagesOf(page, (await taken(bench, "For Foundry"))[1]);
    assert.equal(pages.length, shown);
    assert.equal(unzipped((await taken(bench, "For Obsidian"))[1]).size, shown);
  }, { seconds: 300 });
  both("a character is saved for Foundry and Obsidian with every figure of the sheet, whatever the name is", async ({ page, open }) => {
    await openBench(page, open, `${PAGE}#people?who=kael`, ".bench-sheet .sheet");
    const bench = page.locator("#bench-of-people"), sheet = page.locator(".bench-sheet");
    const figures = (await figuresOf(sheet.locator(".sheet"))).map((said) => plainOf(said).trim());
    await page.getByLabel("Name", { exact: true }).first().fill(HOSTILE);
    await page.waitForFunction((name) => document.querySelector(".bench-sheet .bench-block h2")?.textContent === name, HOSTILE);
    const [noteName, note] = await taken(bench, "For Obsidian");
    assert.match(noteName, /^Ka-el- 'the' .*\.md$/);
    const [properties, body] = noteOf(note);
    assert.ok(properties.aliases.includes(HOSTILE) && properties.aliases.includes("kael"), JSON.stringify(properties.aliases));
    assert.deepEqual(properties.tags, ["tri-core/character"]);
    // Numbers are numbers, and words are words.
    for (const resource of await sheet.locator(".resource").all()) {
      const label = await resource.locator("span").first().innerText();
      const figure = await resource.locator("b button, b .figure").first().textContent();
      const key = Object.keys(properties).find((one) => one.toLowerCase() === label.toLowerCase());
      assert.equal(properties[key], Number(figure), label);
    }
    assert.ok(Object.keys(properties).length > 10);
    const [journalName, journal] = await taken(bench, "For Foundry");
    assert.equal(journalName, "kael-foundry.json");
    const [only, ...more] = await pagesOf(page, journal);
    assert.deepEqual(more, []);
    assert.equal(only.name, HOSTILE);
    const { text } = await readAsHtml(page, only.text.content);
    const said = [body, only.text.markdown].map((one) => plainOf(one.replaceAll("\\", "").replace(/&(lt|gt|amp|#\d+);/g, (_, name) => ({ lt: "<", gt: ">", amp: "&" })[name] ?? String.fromCharCode(Number(name.slice(1))))));
    assert.ok(figures.length > 20);
    // Dice are written as programs roll them.
    const rolled = (figure) => (/\dd\d/.test(figure) ? figure.replaceAll("✦", "!").replaceAll(/ ([+−]) (?=\d)/g, (_, sign) => (sign === "+" ? "+" : "-")) : figure);
    for (const figure of figures) for (const one of [plainOf(text), ...said]) assert.ok(one.includes(rolled(figure)), figure);
    for (const one of [text, ...said]) assert.ok(!/undefined|\[object|null/.test(one), one);
    assert.equal(await page.locator("#planted").count(), 0);
    // What is written over several lines is one, and stays words.
    const area = bench.locator(".bench-source");
    await bench.locator("details:has(.bench-source) > summary").click();
    await area.fill((await area.inputValue()).replace(/^name: .*$/m, 'name: "true: \\"a\\" # b"'));
    await page.waitForFunction(() => document.querySelector(".bench-sheet .bench-block h2").textContent.startsWith("true: "));
    assert.deepEqual(noteOf((await taken(bench, "For Obsidian"))[1])[0].aliases[0], 'true: "a" # b');
    // Windows has no file of a device's name.
    await area.fill((await area.inputValue()).replace(/^name: .*$/m, "name: Con"));
    await page.waitForFunction(() => document.querySelector(".bench-sheet .bench-block h2").textContent === "Con");
    assert.equal((await taken(bench, "For Obsidian"))[0], "Con-.md");
  }, { isFresh: true });
  both("NPCs become one journal with a page for each, and an archive of notes", async ({ page, open }) => {
    await openBench(page, open, `${PAGE}#npcs?seed=7&count=5`, ".bench-person .sheet");
    await page.waitForFunction(() => document.querySelectorAll(".bench-person .sheet").length === 5);
    const names = await page.locator(".bench-people .bench-block h2").allTextContents();
    const form = page.locator("#bench-of-npcs .bench-form");
    const pages = await pagesOf(page, (await taken(form, "For Foundry"))[1]);
    assert.deepEqual(pages.map(({ name }) => name), names);
    const [name, archive] = await taken(form, "For Obsidian");
    assert.equal(name, "tri-core-npcs-7-obsidian.zip");
    const notes = unzipped(archive);
    assert.equal(notes.size, 5);
    for (const [file, note] of notes) {
      const [properties, body] = noteOf(note);
      assert.deepEqual(properties.tags, ["tri-core/npc"]);
      assert.ok(names.includes(properties.aliases?.find((one) => names.includes(one)) ?? file.replace(/\.md$/, "")), file);
      assert.ok(body.length > 200);
    }
    // One of them by itself, also as a picture.
    const first = page.locator(".bench-person").first();
    assert.equal((await pagesOf(page, (await taken(first, "For Foundry"))[1])).length, 1);
    noteOf((await taken(first, "For Obsidian"))[1]);
    assert.deepEqual(sizeOf((await taken(first, "Stat block as PNG"))[1]), [1240, 1754]);
  }, { seconds: 300 });
  http("an ability and a sheet are saved as pictures, of the pages that print", async ({ page, open }) => {
    await openBench(page, open, `${PAGE}#abilities?ability=adders-advice`, ".bench-legal");
    const bench = page.locator("#bench-of-abilities");
    const [properties] = noteOf((await taken(bench, "For Obsidian"))[1]);
    assert.deepEqual(properties.tags, ["tri-core/ability"]);
    assert.equal((await pagesOf(page, (await taken(bench, "For Foundry"))[1])).length, 1);
    assert.deepEqual(sizeOf((await taken(bench, "Card as PNG"))[1]), [750, 1050]);
    await openBench(page, open, `${PAGE}#people?who=kael`, ".bench-sheet .sheet");
    const [name, archive] = await taken(page.locator("#bench-of-people"), "Sheet as PNG");
    assert.equal(name, "sheet-kael.zip");
    const pages = [...unzipped(archive)];
    assert.ok(pages.length > 1);
    // A4 at 150 dots per inch.
    pages.forEach(([, png]) => assert.deepEqual(sizeOf(png), [1240, 1754]));
  }, { seconds: 300 });
};
