// The workshop without a game (`makeready build --workshop-only`), over http and from the disk.
//
//   node tests/browser/alone.mjs [target/release/makeready] [--only WORDS] [--page FOLDER] [--pictures FOLDER]
//
// Needs what `run.mjs` needs, and the modules for pages. --page takes a page that is built already, and leaves the checks of other pages out.
// --pictures keeps what some screens look like. Ends with `N checks of the workshop alone passed, M failed`.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

import { chromium } from "playwright-core";

import { CHROMIUM, Lane } from "./lane.mjs";
import { Site } from "./site.mjs";
import { PHONE, PRINTING, WIDE, folderDialog, unzipped, violations, zipped } from "./steps.mjs";

/** Bytes before a game is opened, as a host sends them. */
const MOST_FIRST = 200_000;

const { values, positionals } = parseArgs({ options: { only: { type: "string", default: "" }, page: { type: "string" }, pictures: { type: "string" } }, allowPositionals: true });
const makeready = path.resolve(positionals[0] ?? "target/release/makeready");
const folder = await mkdtemp(path.join(os.tmpdir(), "makeready-alone-"));
const run = (cwd, ...line) => {
  const ran = spawnSync(makeready, line, { cwd, encoding: "utf8" });
  assert.equal(ran.status, 0, `${line.join(" ")}: ${ran.stderr}`);
};

/** Builds the page in a folder of its own, whose content folder has this `site.yaml`, or does not exist. */
async function built(name, siteFile) {
  const here = path.join(folder, name);
  await mkdir(siteFile ? path.join(here, "content") : here, { recursive: true });
  if (siteFile) await writeFile(path.join(here, "content/site.yaml"), siteFile);
  run(here, "build", "--workshop-only");
  return new Site(path.join(here, "workshop")).open();
}
const site = values.page ? await new Site(values.page).open() : await built("en");
const german = values.page ? null : await built("de", "format_version: 1\nlang: de\n");

/** The module that reads games, if it is another one than the one that prints. */
const [reader, printer] = ["read", "press"].map((name) => [...site.files].find((one) => one.startsWith(`assets/workshop/${name}.`) && one.endsWith(".lzma")));

const checks = [];
const check = (origin, name, body, look = {}, of = site) => of && checks.push({ name: `${origin}: ${name}`, origin, body, seconds: 300, look: { isFresh: true, ...look }, of });
const both = (...rest) => ["http", "disk"].forEach((origin) => check(origin, ...rest));
const picture = async (page, name) => { if (values.pictures) await page.screenshot({ path: path.join(values.pictures, `${name}.png`) }); };
if (values.pictures) await mkdir(values.pictures, { recursive: true });

const PAGE = "index.html";
const begin = (page) => page.getByRole("button", { name: "Start with a small game" });
const isOpen = (page) => page.locator("#tab-own[aria-selected=true]").waitFor();
const area = (page) => page.locator(".bench-editor textarea");
const faults = (page) => page.locator("#workshop [role=alert] .bench-faults li");
const isFocused = (locator) => locator.evaluate((one) => one === document.activeElement);
const focusIsOn = (page, selector) => page.waitForFunction((selector) => document.activeElement?.matches(selector), selector);
const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
/** Starts a new game and waits until it is shown. */
async function newGame(page, name = "") {
  await page.getByLabel("Name of the new game").fill(name);
  await begin(page).click();
  await isOpen(page);
  await page.locator(".bench-preview .sheet").waitFor();
}
/** Chooses the second option of the first ruling. */
async function changeRuling(page) {
  await page.locator("#tab-rulings").click();
  const ruling = page.locator("#bench-of-rulings .bench-ruling").first();
  if (!(await ruling.locator("input").nth(1).isVisible())) await ruling.locator("summary").click();
  await ruling.locator("input[type=radio]").nth(1).check();
  await page.locator(".bench-readings").waitFor();
}
/** The number of games in the list of saved ones. */
async function saved(page) {
  const games = page.locator(".bench-bring .bench-held li");
  await games.first().waitFor({ state: "attached" });
  return games.count();
}
/** The files of the archive that the page saves. */
async function archive(page) {
  const [made] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save all as a zip archive" }).click()]);
  const bytes = await readFile(await made.path());
  return { name: made.suggestedFilename(), bytes, files: unzipped(bytes) };
}
async function tabTo(page, selector) {
  for (let steps = 0; steps < 200; steps += 1) {
    if (await page.evaluate((selector) => document.activeElement?.matches(selector), selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not come to ${selector}`);
}
async function filesBelow(root) {
  const entries = (await readdir(root, { recursive: true, withFileTypes: true })).filter((one) => one.isFile());
  return new Map(await Promise.all(entries.map(async (one) => {
    const file = path.join(one.parentPath ?? one.path, one.name);
    return [path.relative(root, file).split(path.sep).join("/"), await readFile(file, "utf8")];
  })));
}
const asText = (files) => Object.fromEntries([...files].sort().map(([at, bytes]) => [at, bytes.toString()]));
/** What the page needs before a game is open, and what it says. */
async function firstScreen(page) {
  // The page may be loading again.
  await page.locator(".alone-lede").waitFor();
  assert.equal(await page.title(), "Makeready workshop");
  assert.equal(await page.locator(".lede span").count(), 3);
  assert.equal(await page.locator("[role=tab]").count(), 0);
  await begin(page).waitFor();
}

check("http", "the first screen costs little, and loads no module", async ({ page, open, note }) => {
  const before = site.sent.bytes, asked = site.sent.paths.length;
  await open(PAGE);
  await firstScreen(page);
  await page.waitForLoadState("networkidle");
  const paths = site.sent.paths.slice(asked);
  note(`${site.sent.bytes - before} bytes in ${paths.length} files`);
  assert.ok(site.sent.bytes - before < MOST_FIRST);
  assert.deepEqual(paths.filter((one) => /\.(?:lzma|gz)$/.test(one)), []);
});

both("a new game is begun, changed, printed and saved by the keyboard alone", async ({ page, open }) => {
  await open(PAGE);
  await firstScreen(page);
  await tabTo(page, "input[placeholder]");
  await page.keyboard.type("The Night Market");
  await page.keyboard.press("Enter");
  await isOpen(page);
  assert.ok(await isFocused(page.locator("#tab-own")));
  assert.equal(await page.title(), "Makeready workshop · The Night Market");
  assert.equal(await page.locator(".lede").count(), 0);
  await page.locator(".bench-preview .sheet").waitFor();

  // These are the files of the command.
  run(folder, "new", "the-night-market", "--title", "The Night Market");
  const expected = await filesBelow(path.join(folder, "the-night-market"));
  expected.delete("site.yaml");
  const first = await archive(page);
  assert.equal(first.name, "the-night-market.zip");
  assert.deepEqual(asText(first.files), asText(expected));
  await rm(path.join(folder, "the-night-market"), { recursive: true });

  await tabTo(page, "#tab-own");
  for (let steps = 0; steps < 10 && !(await isFocused(page.locator("#tab-people"))); steps += 1) await page.keyboard.press("ArrowLeft");
  await page.locator("#bench-of-people .sheet").waitFor();
  const nameInput = page.locator("#bench-of-people").getByLabel("Name", { exact: true }).first();
  for (let steps = 0; steps < 60 && !(await isFocused(nameInput)); steps += 1) await page.keyboard.press("Tab");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Wren of the Market");
  await page.locator("#bench-of-people .bench-sheet h2", { hasText: "Wren of the Market" }).waitFor();
  await tabTo(page, "#bench-of-people .bench-print");
  const [printed] = await Promise.all([page.waitForEvent("download", PRINTING), page.keyboard.press("Enter")]);

  // The archive is the game with this change, and the command prints the same from it.
  await page.locator("#tab-own").click();
  const { files } = await archive(page);
  const wren = "the-night-market/characters/wren.yaml";
  assert.deepEqual([...files.keys()].sort(), [...expected.keys()].sort());
  assert.deepEqual([...files].filter(([at, bytes]) => bytes.toString() !== expected.get(at)).map(([at]) => at), [wren]);
  const content = await mkdtemp(path.join(folder, "content-"));
  for (const [at, bytes] of files) {
    await mkdir(path.dirname(path.join(content, at)), { recursive: true });
    await writeFile(path.join(content, at), bytes);
  }
  run(content, "sheet", wren, "--content", ".", "-o", "sheet.pdf");
  assert.ok((await readFile(await printed.path())).equals(await readFile(path.join(content, "sheet.pdf"))), "the same bytes");
});

both("Enter twice begins one game", async ({ page, open }) => {
  await open(PAGE);
  await page.getByLabel("Name of the new game").evaluate((one) => {
    for (let times = 0; times < 2; times += 1) one.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  });
  await isOpen(page);
  await page.locator(".bench-preview .sheet").waitFor();
  assert.equal(await saved(page), 1);
});

both("a game is closed, opened again from the list, and is there after a reload", async ({ page, open, complaints }) => {
  await open(PAGE);
  await newGame(page);
  await area(page).fill((await area(page).inputValue()).replace(/^name: .*$/m, "name: Somebody Else"));
  await page.locator(".bench-preview h2", { hasText: "Somebody Else" }).waitFor();
  await page.reload();
  await page.locator("[role=tab]").first().waitFor();
  await page.locator("#tab-own").click();
  await area(page).waitFor();
  assert.match(await area(page).inputValue(), /^name: Somebody Else$/m);
  await page.getByRole("button", { name: "Close this game" }).click();
  await firstScreen(page);
  assert.ok(await isFocused(page.locator(".bench-bring > summary")));
  await page.reload();
  await firstScreen(page);
  // Another window has the same list.
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.locator(".bench-held .bench-place", { hasText: "embers" }).click();
  await isOpen(other);
  assert.match(await area(other).inputValue(), /^name: Somebody Else$/m);
  await other.close();
  await page.locator(".bench-held .bench-place", { hasText: "embers" }).click();
  await isOpen(page);
  // A page that is left while it loads something says so.
  complaints.splice(0, complaints.length, ...complaints.filter((one) => !one.startsWith("failed ")));
});

both("a second game of the same id has none of the changes of the first, which keeps them", async ({ page, open, complaints }) => {
  const wren = page.locator("#bench-of-people .bench-sheet h2", { hasText: "Wren" });
  const isNamed = (name) => page.locator("#bench-of-people .bench-sheet h2", { hasText: name }).waitFor();
  const people = async () => { await page.locator("#tab-people").click(); await wren.waitFor(); };
  const close = async () => {
    await page.locator("#tab-own").click();
    await page.getByRole("button", { name: "Close this game" }).click();
    await firstScreen(page);
  };
  await open(PAGE);
  await newGame(page);
  await people();
  await page.locator("#bench-of-people").getByLabel("Name", { exact: true }).first().fill("Wren the First");
  await isNamed("Wren the First");
  await close();
  await newGame(page);
  await people();
  assert.doesNotMatch(await wren.innerText(), /the First/);
  await close();
  // The newest comes first.
  await page.locator(".bench-held .bench-place", { hasText: "embers" }).nth(1).click();
  await isOpen(page);
  await people();
  await isNamed("Wren the First");
  await page.reload();
  await people();
  await isNamed("Wren the First");
  await close();
  // Its changes are gone with it.
  const changes = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("makeready-people-")).length);
  assert.equal(await changes(), 1);
  const gone = page.locator(".bench-held li").nth(1).getByRole("button");
  await gone.last().click();
  await gone.last().click();
  await page.waitForFunction(() => document.querySelectorAll(".bench-held li").length === 1);
  assert.equal(await changes(), 0);
  // The game that is open is closed, and nothing of it stays.
  await page.locator(".bench-held .bench-place", { hasText: "embers" }).click();
  await isOpen(page);
  await page.locator("#tab-people").click();
  await page.locator("#bench-of-people").getByLabel("Name", { exact: true }).first().fill("Wren the Second");
  await isNamed("Wren the Second");
  assert.equal(await changes(), 1);
  await page.locator("#tab-own").click();
  await page.locator(".bench-bring > summary").click();
  const last = page.locator(".bench-bring .bench-held li").getByRole("button").last();
  await last.click();
  await last.click();
  await firstScreen(page);
  assert.equal(await changes(), 0);
  assert.equal(await page.locator(".bench-bring .bench-held").count(), 0);
  complaints.splice(0, complaints.length, ...complaints.filter((one) => !one.startsWith("failed ")));
});

check("http", "a folder is opened by the dialog of the browser", async ({ page, open }) => {
  await open(PAGE);
  await folderDialog(page, { "dice-pool": "content/dice-pool", ".git": "content/dice-pool/rules" });
  await page.getByRole("button", { name: "Open a folder" }).click();
  await isOpen(page);
  assert.deepEqual(await page.locator("[role=tab]").allInnerTexts(), ["Odds", "Characters", "Abilities", "NPCs", "Decks", "Rulings", "Your own game"]);
  const { files } = await archive(page);
  const expected = await filesBelow("content/dice-pool");
  assert.deepEqual([...files.keys()].sort(), [...expected.keys()].map((at) => `dice-pool/${at}`).sort());
});

check("http", "the file of an ability is what its tab goes back to, and goes with the changes of the tab", async ({ page, open }) => {
  await open(PAGE);
  await folderDialog(page, { "dice-pool": "content/dice-pool" });
  await page.getByRole("button", { name: "Open a folder" }).click();
  await isOpen(page);
  const bench = page.locator("#bench-of-abilities"), name = bench.getByLabel("Name", { exact: true });
  const change = async (to) => {
    await page.locator("#tab-abilities").click();
    await name.fill(to);
    await bench.locator(".bench-sheet h2", { hasText: to }).waitFor();
    await page.locator("#tab-own").click();
  };
  await page.locator("#tab-abilities").click();
  await name.waitFor();
  const file = `dice-pool/abilities/${await bench.locator("select").first().inputValue()}.yaml`;
  await change("Renamed");
  await page.locator(".bench-tree summary", { hasText: "abilities/" }).click();
  await page.locator(`.bench-tree [data-path='${file}']`).click();
  await page.getByRole("button", { name: "Put it into this file" }).click();
  await change("Renamed Again");
  await page.locator("#tab-abilities").click();
  await bench.getByRole("button", { name: "Reset", exact: true }).click();
  await bench.locator(".bench-sheet h2", { hasText: /^Renamed$/ }).waitFor();
  await change("Renamed Again");
  await page.getByRole("button", { name: `Remove ${file}` }).click();
  assert.ok(!(await archive(page)).files.has(file));
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("makeready-abilities-"))), []);
});

both("a folder is opened whose name begins with a dot, without what is hidden in it", async ({ page, open }) => {
  await page.addInitScript(() => { delete window.showDirectoryPicker; });
  const around = await mkdtemp(path.join(folder, "dot-")), games = path.join(around, ".games");
  run(folder, "new", games, "--id", "ash");
  for (const at of ["ash/characters/._x.yaml", ".git/system.yaml", ".git/elm/system.yaml"]) {
    await mkdir(path.dirname(path.join(games, at)), { recursive: true });
    await writeFile(path.join(games, at), "nonsense: 1\n");
  }
  // The folder around the game, and the folder of the game itself.
  const game = path.join(around, ".ash");
  await cp(path.join(games, "ash"), game, { recursive: true });
  for (const [chosen, isOfGame] of [[games, () => true], [game, (at) => at.startsWith("ash/")]]) {
    await open(PAGE);
    await page.getByLabel("Folder", { exact: true }).setInputFiles(chosen);
    await isOpen(page);
    const expected = [...(await filesBelow(games)).keys()].filter((at) => !/(?:^|\/)\./.test(at) && isOfGame(at));
    assert.deepEqual([...(await archive(page)).files.keys()].sort(), expected.sort());
    await page.getByRole("button", { name: "Close this game" }).click();
    await firstScreen(page);
  }
});

both("a folder with two games asks which one, and the tabs are about that one", async ({ page, open }) => {
  await page.addInitScript(() => { delete window.showDirectoryPicker; });
  await open(PAGE);
  const content = await mkdtemp(path.join(folder, "two-"));
  run(folder, "new", path.join(content, "games"), "--id", "ash");
  run(folder, "new", "birch", "--into", path.join(content, "games"));
  await page.getByLabel("Folder", { exact: true }).setInputFiles(path.join(content, "games"));
  const choice = page.getByLabel("Game", { exact: true });
  await choice.waitFor();
  await focusIsOn(page, ".bench-own select");
  await page.locator(".bench-preview .sheet").waitFor();
  assert.equal(await page.locator("[role=tab]").count(), 0);
  // The first game cannot be used any more while the second is opened.
  assert.equal(await choice.evaluate((one) => {
    one.value = "birch";
    one.dispatchEvent(new Event("change"));
    return document.querySelectorAll(".bench-own .bench-print").length;
  }), 0);
  await page.locator("#workshop [role=status]", { hasText: "Birch has no errors" }).waitFor();
  await page.getByRole("button", { name: "Use this game in the workshop" }).click();
  await page.locator("#tab-odds[aria-selected=true]").waitFor();
  assert.equal(await page.locator(".brand").innerText(), "Birch");
  await changeRuling(page);
  // The other one is still there.
  await page.locator("#tab-own").click();
  await choice.selectOption("ash");
  await page.locator("#bench-of-own [role=status]", { hasText: "Ash has no errors" }).waitFor();
  await page.locator("#bench-of-own [role=status]", { hasText: "changed rulings only of the game in use" }).waitFor();
  assert.equal(await page.locator(".brand").innerText(), "Birch");
  await page.getByRole("button", { name: "Use this game in the workshop" }).click();
  await page.waitForFunction(() => document.querySelector(".brand").textContent === "Ash");
});

both("an archive of two games is opened without hidden copies, and saved the same every time", async ({ page, open }) => {
  const content = await mkdtemp(path.join(folder, "both-"));
  run(folder, "new", path.join(content, "games"), "--id", "ash");
  run(folder, "new", "birch", "--into", path.join(content, "games"));
  const games = await filesBelow(path.join(content, "games"));
  // Programs that pack archives add such files.
  const hidden = ["ash/characters/._wren.yaml", "__MACOSX/ash/._system.yaml", ".git/elm/system.yaml", ".DS_Store"];
  const given = [...games, ...hidden.map((at) => [at, "nonsense: 1\n"])].map(([at, said]) => [at, Buffer.from(said)]);
  await open(PAGE);
  const openArchive = (buffer) => page.getByLabel("Zip archive").setInputFiles({ name: "games.zip", mimeType: "application/zip", buffer });
  await openArchive(zipped(given));
  const choice = page.getByLabel("Game", { exact: true });
  await choice.waitFor();
  assert.deepEqual(await choice.locator("option").allInnerTexts(), ["ash", "birch"]);
  await page.locator("#workshop [role=status]", { hasText: "Ash has no errors" }).waitFor();
  const first = await archive(page);
  assert.deepEqual(asText(first.files), asText(games));
  // A change of a tab is in the next archive, and in no file twice after that.
  await page.getByRole("button", { name: "Use this game in the workshop" }).click();
  await page.locator("#tab-people").click();
  await page.locator("#bench-of-people").getByLabel("Name", { exact: true }).first().fill("Wren of Ash");
  await page.locator("#bench-of-people .bench-sheet h2", { hasText: "Wren of Ash" }).waitFor();
  await page.locator("#tab-own").click();
  const second = await archive(page);
  assert.deepEqual([...second.files.keys()].sort(), [...games.keys()].sort());
  assert.match(second.files.get("ash/characters/wren.yaml").toString(), /^name: "?Wren of Ash"?$/m);
  await page.getByRole("button", { name: "Close this game" }).click();
  await firstScreen(page);
  await openArchive(second.bytes);
  await page.locator("#workshop [role=status]", { hasText: "Ash has no errors" }).waitFor();
  assert.deepEqual(asText((await archive(page)).files), asText(second.files));
});

both("one bad character stops no game, and is marked", async ({ page, open }) => {
  await open(PAGE);
  await newGame(page);
  await area(page).fill(`nonsense: 1\n${await area(page).inputValue()}`);
  await page.locator(".bench-faults .bench-place").first().waitFor();
  await page.reload();
  await page.locator("[role=tab]").first().waitFor();
  await page.locator("#tab-own").click();
  assert.match(await page.locator("#bench-of-own .bench-faults .bench-place").first().innerText(), /^embers\/characters\/wren\.yaml:1:1/);
});

both("a game with an error is mended, and then used", async ({ page, open, complaints }) => {
  await open(PAGE);
  await newGame(page);
  const { bytes } = await archive(page);
  await page.getByRole("button", { name: "Close this game" }).click();
  await firstScreen(page);
  // The archive is stored as it is: another word of the same length breaks the game.
  const broken = Buffer.from(bytes);
  broken.write("titel: Embers", bytes.indexOf("title: Embers"));
  await page.getByLabel("Zip archive").setInputFiles({ name: "embers.zip", mimeType: "application/zip", buffer: broken });
  const place = page.locator(".bench-faults .bench-place").first();
  await place.waitFor();
  assert.match(await place.innerText(), /^embers\/system\.yaml:/);
  await focusIsOn(page, ".bench-work [role=status]");
  assert.match(await page.locator(".bench-work [role=status]").innerText(), /^\d+ errors?$/);
  assert.equal(await page.locator("[role=tab]").count(), 0);
  assert.doesNotMatch(await page.locator("#workshop").innerText(), /undefined|\bnull\b/);
  await picture(page, "error");
  await place.click();
  await area(page).fill((await area(page).inputValue()).replace("titel: Embers", "title: Embers"));
  await place.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Use this game in the workshop" }).click();
  await page.locator("#tab-odds[aria-selected=true]").waitFor();
  assert.ok(await isFocused(page.locator("#tab-odds")));
  // One that is left with an error comes back with it.
  await page.locator("#tab-own").click();
  await page.locator(".bench-tree [data-path='embers/system.yaml']").click();
  const sound = await area(page).inputValue();
  await area(page).fill(sound.replace("title: Embers", "titel: Embers"));
  await place.waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Close this game" }).waitFor();
  await place.click();
  await area(page).fill(sound);
  await page.getByRole("button", { name: "Use this game in the workshop" }).click();
  await page.locator("#tab-odds[aria-selected=true]").waitFor();
  complaints.splice(0, complaints.length, ...complaints.filter((one) => !one.startsWith("failed ")));
});

both("what is no game says so, and a broken archive harms nothing", async ({ page, open }) => {
  await open(PAGE);
  const give = (buffer) => page.getByLabel("Zip archive").setInputFiles({ name: "a.zip", mimeType: "application/zip", buffer });
  await give(Buffer.from("no archive at all, in so many words"));
  await faults(page).filter({ hasText: "This zip archive cannot be read." }).waitFor();
  await give(Buffer.from("504b0506000000000000000000000000000000000000", "hex"));
  await faults(page).filter({ hasText: "There is no system.yaml." }).waitFor();
  await newGame(page);
});

check("http", "an archive is dropped", async ({ page, open }) => {
  await open(PAGE);
  await newGame(page, "Dropped");
  const { bytes } = await archive(page);
  await page.getByRole("button", { name: "Close this game" }).click();
  await firstScreen(page);
  await page.evaluate((base64) => {
    const file = new File([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], "game.zip", { type: "application/zip" });
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(file);
    document.querySelector(".bench-own").dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, bytes.toString("base64"));
  await isOpen(page);
  assert.equal(await page.locator(".brand").innerText(), "Dropped");
});

check("http", "a module that cannot be loaded says so, and is loaded the next time", async ({ page, open, complaints }) => {
  await open(PAGE);
  site.broken = reader ?? printer;
  await begin(page).click();
  await faults(page).filter({ hasText: "500" }).waitFor();
  site.broken = undefined;
  await begin(page).click();
  await isOpen(page);
  // The first attempt has left no game.
  assert.equal(await saved(page), 1);
  complaints.length = 0;
});

if (reader) {
  check("http", "the print engine is loaded by the first print, and follows every change", async ({ page, open }) => {
    const asked = site.sent.paths.length;
    const isPrinterAsked = () => site.sent.paths.slice(asked).includes(printer);
    await open(PAGE);
    await newGame(page);
    await page.locator("#tab-people").click();
    await page.locator("#bench-of-people .sheet").waitFor();
    assert.ok(!isPrinterAsked());
    const print = async () => {
      await page.locator("#tab-people").click();
      const [made] = await Promise.all([page.waitForEvent("download", PRINTING), page.locator("#bench-of-people .bench-print").first().click()]);
      return readFile(await made.path());
    };
    /** What the command prints of the game that the page saves. */
    const printed = async () => {
      await page.locator("#tab-own").click();
      const { files } = await archive(page);
      const content = await mkdtemp(path.join(folder, "content-"));
      for (const [at, bytes] of files) {
        await mkdir(path.dirname(path.join(content, at)), { recursive: true });
        await writeFile(path.join(content, at), bytes);
      }
      run(content, "sheet", "embers/characters/wren.yaml", "--content", ".", "-o", "sheet.pdf");
      return readFile(path.join(content, "sheet.pdf"));
    };
    assert.ok((await print()).equals(await printed()));
    assert.ok(isPrinterAsked());
    // A file of the game changes, and then a ruling.
    await page.locator(".bench-tree [data-path='embers/system.yaml']").click();
    const sound = await area(page).inputValue();
    await area(page).fill(sound.replace("title: Embers", "title: Cinders"));
    await page.locator("#bench-of-own [role=status]", { hasText: "Cinders has no errors" }).waitFor();
    assert.ok((await print()).equals(await printed()));
    await changeRuling(page);
    assert.ok((await print()).equals(await printed()));
    // What is wrong is said in place of a print, and once it is mended there is one.
    await page.locator("#tab-own").click();
    await area(page).fill(sound.replace("title: Embers", "titel: Embers"));
    await page.locator("#bench-of-own .bench-faults .bench-place").first().waitFor();
    await page.locator("#tab-people").click();
    await page.locator("#bench-of-people .bench-print").first().click();
    await page.locator("#bench-of-people .bench-prints .bench-faults", { hasText: "titel" }).waitFor();
    await page.locator("#tab-own").click();
    await area(page).fill(sound);
    await page.locator("#bench-of-own [role=status]", { hasText: "Embers has no errors" }).waitFor();
    assert.ok((await print()).equals(await printed()));
    // An error that only a whole validation finds prevents a print as well.
    await page.locator(".bench-tree summary", { hasText: "references/" }).click();
    await page.locator(".bench-tree [data-path='embers/references/dare.yaml']").click();
    await area(page).fill((await area(page).inputValue()).replace("Roll ", `{${Array(5).fill("999999999").join(" * ")}} `));
    await page.locator("#bench-of-own .bench-faults .bench-place").first().waitFor();
    await page.locator("#tab-people").click();
    await page.locator("#bench-of-people .bench-print").first().click();
    await page.locator("#bench-of-people .bench-prints .bench-faults", { hasText: "embers/references/dare.yaml" }).waitFor();
    assert.equal(page.workers().length, 2, "one engine reads, and one prints");
  });

  check("http", "two prints that wait for the print engine both have every change", async ({ page, open }) => {
    await open(PAGE);
    await newGame(page);
    await page.locator(".bench-tree [data-path='embers/system.yaml']").click();
    await area(page).fill((await area(page).inputValue()).replace("title: Embers", "title: Cinders"));
    await page.locator("#bench-of-own [role=status]", { hasText: "Cinders has no errors" }).waitFor();
    const benches = ["people", "decks"];
    for (const name of benches) {
      await page.locator(`#tab-${name}`).click();
      await page.locator(`#bench-of-${name} .bench-print`).first().waitFor();
    }
    const prints = async (names) => {
      const made = [];
      const all = new Promise((yes) => page.on("download", (one) => { if (made.push(one) === names.length) yes(); }));
      await page.evaluate((names) => names.forEach((name) => document.querySelector(`#bench-of-${name} .bench-print`).click()), names);
      await all;
      page.removeAllListeners("download");
      return Promise.all(made.map(async (one) => [one.suggestedFilename(), (await readFile(await one.path())).toString("base64")]));
    };
    const together = await prints(benches);
    assert.deepEqual(Object.fromEntries(together), Object.fromEntries([...await prints(benches.slice(0, 1)), ...await prints(benches.slice(1))]));
  });
}

check("http", "a device that saves nothing says so", async ({ page, open }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => { throw new DOMException("full", "QuotaExceededError"); };
    Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
  });
  await open(PAGE);
  await newGame(page);
  await page.locator("#bench-of-own .bench-kept-where", { hasText: "Storage is full" }).waitFor();
  await page.locator("#tab-people").click();
  await page.locator("#bench-of-people .sheet").waitFor();
  await page.locator("#bench-of-people").getByLabel("Name", { exact: true }).first().fill("Wren Unsaved");
  await page.locator("#bench-of-people .bench-kept-where", { hasText: "Storage is full" }).waitFor();
  await page.locator("#tab-own").click();
  const { files } = await archive(page);
  assert.match(files.get("embers/characters/wren.yaml").toString(), /Wren Unsaved/);
});

check("http", "after one visit everything works without a network", async ({ page, note }) => {
  const host = await new Site(site.folder).open();
  const context = await page.context().browser().newContext({ viewport: WIDE, acceptDownloads: true });
  try {
    const reader = await context.newPage();
    reader.setDefaultTimeout(60_000);
    const errors = [];
    reader.on("pageerror", (error) => errors.push(error.message));
    await reader.goto(`${host.origins.http}${PAGE}`, { waitUntil: "load" });
    const said = reader.locator(".alone-keep");
    await said.filter({ hasText: "leave it open for a minute" }).waitFor();
    await said.filter({ hasText: "This page works offline." }).waitFor();
    note(`${host.sent.bytes} bytes for all of it`);
    await (await context.newCDPSession(reader)).send("Network.clearBrowserCache");
    host.isAway = true;
    await reader.goto("about:blank");
    await reader.goto(host.origins.http, { waitUntil: "load" });
    await said.filter({ hasText: "This page works offline." }).waitFor();
    await newGame(reader, "Far Away");
    await reader.locator("#tab-odds").click();
    await reader.locator(".bench-shown .odds-rows").first().waitFor();
    await reader.locator("#tab-people").click();
    await reader.locator("#bench-of-people .sheet").waitFor();
    const [pdf] = await Promise.all([reader.waitForEvent("download", PRINTING), reader.locator("#bench-of-people .bench-print").first().click()]);
    assert.equal((await readFile(await pdf.path())).subarray(0, 5).toString(), "%PDF-");
    assert.deepEqual(errors, []);
  } finally {
    await context.close();
    host.close();
  }
});

check("http", "the page says if it cannot be saved for offline use, and saves it when the network is back", async ({ page }) => {
  const host = await new Site(site.folder).open();
  const context = await page.context().browser().newContext({ viewport: WIDE });
  try {
    const reader = await context.newPage();
    host.broken = printer;
    await reader.goto(`${host.origins.http}${PAGE}`, { waitUntil: "load" });
    await reader.locator(".alone-keep", { hasText: "could not be saved for offline use" }).waitFor({ timeout: 60_000 });
    host.broken = undefined;
    await reader.evaluate(() => dispatchEvent(new Event("online")));
    await reader.locator(".alone-keep", { hasText: "This page works offline." }).waitFor({ timeout: 60_000 });
  } finally {
    await context.close();
    host.close();
  }
});

for (const colorScheme of ["light", "dark"]) {
  for (const [device, viewport] of [["phone", PHONE], ["desktop", WIDE]]) {
    check("http", `axe, ${colorScheme}, ${device}: the first screen, a game, an error`, async ({ page, open }) => {
      await open(PAGE);
      await firstScreen(page);
      await picture(page, `first-${colorScheme}-${device}`);
      assert.deepEqual(await violations(page), [], "the first screen");
      assert.equal(await overflow(page), 0);
      await newGame(page, "The Night Market");
      await picture(page, `game-${colorScheme}-${device}`);
      assert.deepEqual(await violations(page), [], "a game");
      assert.equal(await overflow(page), 0);
      await area(page).fill(`nonsense: 1\n${await area(page).inputValue()}`);
      await page.locator(".bench-faults .bench-place").first().waitFor();
      assert.deepEqual(await violations(page), [], "an error");
      assert.equal(await overflow(page), 0);
    }, { colorScheme, viewport });
  }
}

both("the page speaks German", async ({ page, open }) => {
  await open(PAGE);
  assert.equal(await page.locator("html").getAttribute("lang"), "de");
  assert.equal(await page.title(), "Makeready-Werkstatt");
  await page.getByLabel("Name des neuen Spiels").fill("Der Nachtmarkt");
  await page.getByRole("button", { name: "Mit einem kleinen Spiel beginnen" }).click();
  await isOpen(page);
  assert.equal(await page.title(), "Makeready-Werkstatt · Der Nachtmarkt");
  await page.getByRole("button", { name: "Dieses Spiel schließen" }).waitFor();
}, {}, german);

const lane = new Lane((args) => chromium.launch({ executablePath: CHROMIUM, args }));
let passed = 0, failed = 0;
for (const one of checks.filter(({ name }) => name.includes(values.only))) {
  const { failure, notes, seconds } = await lane.run(one, one.of);
  notes.forEach((note) => console.log(`${one.name}: ${note}`));
  if (failure === undefined) passed += 1;
  else {
    failed += 1;
    console.log(`FAILED ${one.name} (${seconds.toFixed(1)} s)\n  ${failure.split("\n").slice(0, 12).join("\n  ")}`);
  }
}
await lane.close();
[site, german].forEach((one) => one?.close());
await rm(folder, { recursive: true });
console.log(`${passed} checks of the workshop alone passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
