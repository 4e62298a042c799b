// What the workshop keeps: two windows, seven benches, reload, Back, a device that is full or keeps nothing, and windows that are closed
// while somebody types.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

import { PHONE, PRINTING, byChance, openBench, unzipped } from "../steps.mjs";

const PAGE = "tri-core/workshop/index.html";
const SHEET = "#bench-of-people .bench-sheet .sheet";
/** How often a window is closed while somebody types. */
const CLOSED = Number(process.env.CLOSED ?? 12);

const bench = (page, open, state, shown) => openBench(page, open, `${PAGE}#${state}`, shown);
const nameOf = (page) => page.locator("#bench-of-people").getByLabel("Name", { exact: true }).first();
const file = (page) => page.locator("#bench-of-people .bench-source").inputValue();
const benchTab = (page, name) => page.locator(`#tab-${name}`);

/** Another window of the same browser. */
async function another(page, state, shown) {
  const other = await page.context().newPage();
  await other.goto(`${page.url().split("#")[0]}#${state}`);
  await other.locator(shown).first().waitFor();
  return other;
}

/** Goes through the steps of the form, from nothing to somebody who breaks no rule. */
async function put(page, part, label, option) {
  const section = page.locator("#bench-of-people .bench-section").filter({ has: page.locator("summary", { hasText: part }) }).first();
  if (!(await section.evaluate((one) => one.open))) await section.locator("summary").first().click();
  const field = section.locator(".bench-field", { has: page.getByText(label, { exact: true }) }).last();
  const choice = field.locator("select, input").first();
  if ((await choice.evaluate((one) => one.tagName)) === "SELECT") await choice.selectOption(option);
  else await choice.fill(option);
  await field.getByRole("button", { name: "Add", exact: true }).click();
}

/** An item of one's own, with its numbers open. */
async function ownItem(page, name) {
  await put(page, "Items", "Your own item (name)", name);
  const item = page.locator("#bench-of-people .bench-thing", { hasText: name }).first();
  await item.locator("summary", { hasText: "Its numbers" }).click();
  return item;
}

export default ({ site, both, http, files }) => {
  if (!site.files.has(PAGE)) {
    files("SKIPPED: this site was built without the module for pages", ({ note }) => note("no workshop is there"));
    return;
  }
  const hasPress = () => [...site.files].some((name) => name.startsWith("assets/workshop/press."));

  http("two windows change two people and one, and both have all of it", async ({ page, open }) => {
    await bench(page, open, "people?who=kael", SHEET);
    const other = await another(page, "people?who=bruna", SHEET);
    await nameOf(page).fill("Kael of the first window");
    await nameOf(other).fill("Bruna of the second window");
    await page.waitForFunction(() => Object.keys(localStorage).filter((key) => key.startsWith("makeready-people-tri-core/")).length === 2);
    await bench(page, open, "people?who=kael", SHEET);
    assert.equal(await nameOf(page).inputValue(), "Kael of the first window");
    // The same person in both: what is written in one is there in the other.
    await page.locator("#bench-of-people .bench-form select").first().selectOption("bruna");
    await page.waitForFunction(() => document.querySelector("#bench-of-people .bench-source").value.includes("second window"));
    await nameOf(page).fill("Bruna of both");
    await other.waitForFunction(() => document.querySelector("#bench-of-people .bench-source").value.includes("Bruna of both"));
    // And can be taken back there.
    await other.locator("#bench-of-people").getByRole("button", { name: "Undo" }).click();
    await page.waitForFunction(() => document.querySelector("#bench-of-people .bench-source").value.includes("second window"));
    await other.close();
  }, { isFresh: true });

  http("NPCs that are kept in two windows are all kept", async ({ page, open }) => {
    await bench(page, open, "npcs?seed=7&count=1", "#bench-of-npcs .bench-person .sheet");
    const other = await another(page, "npcs?seed=8&count=1", "#bench-of-npcs .bench-person .sheet");
    for (const one of [page, other]) await one.locator("#bench-of-npcs .bench-people[class]:not(.bench-kept *)").first().getByRole("button", { name: "Save", exact: true }).click();
    for (const one of [page, other]) await one.waitForFunction(() => document.querySelectorAll(".bench-kept .bench-person").length === 2);
    await page.locator(".bench-kept .bench-person").first().getByRole("button", { name: "Remove", exact: true }).click();
    await other.waitForFunction(() => document.querySelectorAll(".bench-kept .bench-person").length === 1);
    await other.close();
  }, { isFresh: true });

  both("somebody new, and an NPC that is kept, stand in the choices of all benches", async ({ page, open }) => {
    await bench(page, open, "npcs?seed=7&count=1", "#bench-of-npcs .bench-person .sheet");
    await page.locator("#bench-of-npcs").getByRole("button", { name: "Save", exact: true }).first().click();
    await benchTab(page, "people").click();
    await page.locator(SHEET).waitFor();
    await page.locator("#bench-of-people .bench-form select").first().selectOption({ label: "Create a new one" });
    await page.waitForFunction(() => document.querySelector("#bench-of-people .bench-source")?.value.includes("new-character"));
    await nameOf(page).fill("Nell Ferry");
    await page.waitForFunction(() => /^id: nell-ferry$/m.test(document.querySelector("#bench-of-people .bench-source").value));
    for (const name of ["odds", "abilities", ...(hasPress() ? ["decks"] : [])]) {
      await benchTab(page, name).click();
      const own = page.locator(`#bench-of-${name} optgroup`, { has: page.locator("option", { hasText: "Nell Ferry" }) }).first();
      await own.waitFor({ state: "attached" });
      assert.equal((await own.locator("option").allInnerTexts()).length, 2, `${name} has both`);
    }
    // A deck is made for her, of her cards, however soon it is asked for.
    if (hasPress()) {
      await page.locator("#bench-of-decks .bench-form select").first().selectOption({ label: "Nell Ferry" });
      const [download] = await Promise.all([page.waitForEvent("download", PRINTING), page.locator("#bench-of-decks").getByRole("button", { name: "Cards as PDF" }).click()]);
      assert.equal(download.suggestedFilename(), "cards-nell-ferry.pdf");
    }
  }, { isFresh: true, seconds: 300 });

  both("a ruling that is changed is named on every bench, is there the next time, and goes with links", async ({ page, open }) => {
    await bench(page, open, "people?who=kael", SHEET);
    const note = page.locator(".bench-readings");
    assert.equal(await note.isVisible(), false);
    const before = await page.locator(SHEET).innerText();
    await benchTab(page, "rulings").click();
    const ruling = page.locator("#bench-of-rulings .bench-ruling", { has: page.locator("summary", { hasText: /^Rounding/ }) }).first();
    await page.getByLabel("Find a ruling").fill("rounding");
    await ruling.locator("summary").click();
    await ruling.locator("input[type=radio]").nth(1).check();
    await note.waitFor();
    assert.match(await note.innerText(), /^1 ruling is changed:\s*Rounding/);
    await benchTab(page, "people").click();
    await page.waitForFunction((before) => document.querySelector("#bench-of-people .bench-sheet .sheet").innerText !== before, before);
    const after = await page.locator(SHEET).innerText();
    await page.waitForFunction(() => location.hash.includes("rulings="));
    const link = new URL(page.url()).hash.slice(1);
    await bench(page, open, "people?who=kael", SHEET);
    assert.ok(await note.isVisible(), "it is there the next time");
    assert.equal(await page.locator(SHEET).innerText(), after);
    await note.getByRole("button", { name: "Reset all" }).click();
    await note.waitFor({ state: "hidden" });
    await page.waitForFunction((before) => document.querySelector("#bench-of-people .bench-sheet .sheet").innerText === before, before);
    // On another device the link has it, and leaves what is kept there as it is.
    await page.evaluate(() => localStorage.clear());
    await bench(page, open, link, SHEET);
    assert.match(await note.innerText(), /^The link changes 1 ruling:/);
    assert.equal(await page.locator(SHEET).innerText(), after);
    await bench(page, open, "people?who=kael", SHEET);
    assert.equal(await page.locator(SHEET).innerText(), before);
  }, { isFresh: true });

  http("the archive of a game of one's own has all that was changed on the tabs, and a reload keeps it", async ({ page, open }) => {
    if (!hasPress()) return;
    await page.addInitScript(() => { delete window.showDirectoryPicker; });
    await bench(page, open, "own?", ".bench-drop");
    await page.getByLabel("Folder", { exact: true }).setInputFiles("content/dice-pool");
    const own = page.locator("#bench-of-own");
    await own.locator(".bench-print").first().click();
    await page.locator("#tab-odds[aria-selected=true]").waitFor();
    // Somebody of the game, somebody new, an NPC, an ability and a ruling.
    await benchTab(page, "people").click();
    const choice = page.locator("#bench-of-people .bench-form select").first();
    await page.locator(SHEET).waitFor();
    const changed = await choice.inputValue();
    await nameOf(page).fill("Somebody Else");
    await choice.selectOption({ label: "Create a new one" });
    await page.waitForFunction(() => document.querySelector("#bench-of-people .bench-source")?.value.includes("new-character"));
    await nameOf(page).fill("Nell Ferry");
    await page.waitForFunction(() => /^id: nell-ferry$/m.test(document.querySelector("#bench-of-people .bench-source").value));
    await benchTab(page, "npcs").click();
    await page.locator("#bench-of-npcs").getByRole("button", { name: "Save", exact: true }).first().click();
    await benchTab(page, "abilities").click();
    // The first one is shown.
    await page.waitForFunction(() => /^id: cold-hinge$/m.test(document.querySelector("#bench-of-abilities .bench-source")?.value));
    await page.locator("#bench-of-abilities .bench-source").evaluate((one) => {
      one.value = one.value.replace(/^name: .*$/m, "name: Colder Hinge");
      one.dispatchEvent(new Event("input"));
    });
    await benchTab(page, "rulings").click();
    const ruling = page.locator("#bench-of-rulings .bench-ruling").first();
    await page.getByLabel("Find a ruling").fill(await ruling.locator("summary").evaluate((one) => one.firstChild.textContent));
    await ruling.locator("summary").click();
    await ruling.locator("input[type=radio]").nth(1).check();
    await page.locator(".bench-readings").waitFor();
    const reading = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("makeready-rulings-dice-pool.")).map((key) => [key.split("/")[1], JSON.parse(localStorage[key])])[0]);

    const archive = async () => {
      const [made] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save all as a zip archive" }).click()]);
      return new Map([...unzipped(await readFile(await made.path()))].map(([at, bytes]) => [at, bytes.toString()]));
    };
    await benchTab(page, "own").click();
    await own.getByText("The archive contains your changes from all tabs.").waitFor();
    const files = await archive();
    const at = [...files].find(([, file]) => /^name: "?Somebody Else"?$/m.test(file))[0];
    const before = await readFile(`content/${at}`, "utf8");
    assert.equal(files.get(at), before.replace(/^name: .*$/m, /^name: .*$/m.exec(files.get(at))[0]), "nothing else of it has changed");
    assert.match(before, new RegExp(`^id: ${changed}$`, "m"));
    assert.match(files.get("dice-pool/characters/nell-ferry.yaml"), /^name: "?Nell Ferry"?$/m);
    assert.doesNotMatch(files.get("dice-pool/characters/nell-ferry.yaml"), /^system:/m);
    assert.match(files.get("dice-pool/abilities/cold-hinge.yaml"), /^name: Colder Hinge$/m);
    const kept = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("makeready-npcs-dice-pool.")).map((key) => key.split("/")[1]));
    assert.equal(kept.length, 1);
    assert.match(files.get(`dice-pool/npcs/${kept[0]}.yaml`), new RegExp(`^id: ${kept[0]}$`, "m"));
    assert.ok(files.get("campaign.yaml").includes(`${reading[0]}: ${reading[1]}`), files.get("campaign.yaml"));

    // The file says that a tab has another version, which can be put into it.
    const area = own.locator(".bench-editor textarea");
    await own.locator(`.bench-tree [data-path='${at}']`).click();
    assert.equal(await area.inputValue(), before);
    await own.getByRole("button", { name: "Put it into this file" }).press("Enter");
    assert.equal(await area.inputValue(), files.get(at));
    assert.ok(await area.evaluate((one) => one === document.activeElement));
    assert.equal(await own.getByRole("button", { name: "Put it into this file" }).count(), 0);

    // After a reload the ability is as it was left, on all tabs.
    await page.reload();
    await benchTab(page, "decks").click();
    await page.locator("#bench-of-decks .bench-form select").first().selectOption("sefa");
    await page.locator("#bench-of-decks").getByText("Colder Hinge").first().waitFor({ state: "attached" });
    await benchTab(page, "own").click();
    await area.waitFor();
    assert.deepEqual([...await archive()].sort(), [...files].sort());
  }, { isFresh: true, seconds: 240 });

  both("Back goes from bench to bench, each as it was left", async ({ page, open }) => {
    await bench(page, open, "people?who=kael", SHEET);
    await page.locator("#bench-of-people .bench-form select").first().selectOption("ansgar");
    await page.waitForFunction(() => location.hash.includes("who=ansgar") && document.querySelector("#bench-of-people .bench-source")?.value.includes("id: ansgar"));
    await benchTab(page, "npcs").click();
    await page.locator("#bench-of-npcs .bench-person .sheet").first().waitFor();
    await benchTab(page, "odds").click();
    await page.goBack();
    await page.waitForFunction(() => !document.getElementById("bench-of-npcs").hidden);
    await page.goBack();
    await page.waitForFunction(() => !document.getElementById("bench-of-people").hidden && location.hash.includes("who=ansgar"));
    assert.match(await file(page), /^id: ansgar$/m);
    await page.goForward();
    await page.waitForFunction(() => !document.getElementById("bench-of-npcs").hidden);
  });

  http("a game of one's own is there after a reload, with what was written last, and the page is about it", async ({ page, open, note }) => {
    if (!hasPress()) return note("SKIPPED: no press");
    await bench(page, open, "own?", ".bench-drop");
    await page.locator("#bench-of-own .bench-begin").click();
    await page.locator("#bench-of-own .bench-print").waitFor();
    const area = page.locator(".bench-editor textarea");
    const said = await area.inputValue();
    await area.fill(said.replace(/^name: .*$/m, "name: Somebody Kept"));
    await page.reload();
    await page.locator("#bench-of-own .bench-held .bench-place").first().click();
    await page.locator("#bench-of-own .bench-print").waitFor();
    assert.match(await area.inputValue(), /name: Somebody Kept/);
    const name = await page.locator("#bench-of-own p[role=status]").first().innerText();
    await page.locator("#bench-of-own .bench-print").click();
    const brand = page.locator(".top .brand");
    await page.waitForFunction(() => document.querySelector(".top .brand").textContent !== "Tri-Core");
    const title = await brand.innerText();
    assert.ok(name.includes(title), `${name}: ${title}`);
    assert.match(await page.title(), new RegExp(title));
    assert.doesNotMatch(await page.locator(".crumbs").innerText(), /Tri-Core/);
    await page.reload();
    await page.waitForFunction((title) => document.querySelector(".top .brand").textContent === title, title);
    await benchTab(page, "people").click();
    await page.waitForFunction(() => document.querySelector("#bench-of-people .bench-source")?.value.includes("Somebody Kept"));
  }, { isFresh: true, seconds: 240 });

  http("where nothing can be kept, or no more, all works, is said, and nobody leaves unasked", async ({ page, open }) => {
    for (const kind of ["blocked", "full"]) {
      const other = await page.context().newPage();
      await other.addInitScript((kind) => {
        if (kind === "full") Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
        else Object.defineProperty(window, "localStorage", { get() { throw new DOMException("blocked", "SecurityError"); } });
      }, kind);
      await open("index.html");
      await other.goto(page.url().replace(/index\.html.*$/, `${PAGE}#people?who=kael`));
      await other.locator(SHEET).waitFor();
      await nameOf(other).fill(`Kael ${kind}`);
      await other.waitForFunction(() => /Storage is full|cannot/.test(document.querySelector("#bench-of-people .bench-kept-where").textContent));
      // The other benches have it all the same.
      await benchTab(other, "odds").click();
      await other.locator("#bench-of-odds option", { hasText: `Kael` }).first().waitFor({ state: "attached" });
      await benchTab(other, "people").click();
      assert.match(await file(other), new RegExp(`Kael ${kind}`));
      const asked = new Promise((yes) => other.once("dialog", (dialog) => { yes(dialog.type()); dialog.accept(); }));
      await other.locator("#bench-of-people .bench-source").evaluate(() => {});
      await nameOf(other).press("End");
      await other.close({ runBeforeUnload: true });
      assert.equal(await Promise.race([asked, new Promise((yes) => setTimeout(yes, 10000, "nobody asked"))]), "beforeunload", kind);
    }
  }, { isFresh: true });

  http("a window that is closed while somebody types loses nothing that was typed", async ({ page, open, note }) => {
    await bench(page, open, "people?who=kael", SHEET);
    const random = byChance(20261128);
    const bases = ["people", "npcs", "abilities", "rulings"];
    let kept = 0;
    for (let at = 0; at < CLOSED; at += 1) {
      const where = bases[at % 2 === 0 ? 0 : random(bases.length)];
      const other = where === "people" ? await another(page, "people?who=kael", SHEET)
        : where === "npcs" ? await another(page, `npcs?seed=${at}&count=1`, "#bench-of-npcs .bench-person .sheet")
        : where === "abilities" ? await another(page, "abilities?ability=adders-advice", "#bench-of-abilities .bench-legal")
        : await another(page, "rulings?", "#bench-of-rulings .bench-chapter");
      const words = `w${at}${"abcdefgh".slice(0, 1 + random(7))}`;
      let typed = "";
      if (where === "people" || where === "abilities") {
        const area = other.locator(`#bench-of-${where} details:has(.bench-source)`);
        await area.locator("summary").first().click();
        const source = other.locator(`#bench-of-${where} .bench-source`);
        await source.evaluate((one) => { const end = one.value.search(/\n?$/); one.focus(); one.setSelectionRange(end, end); });
        await other.keyboard.type("\n# ");
        for (const letter of words.slice(0, 1 + random(words.length))) {
          await other.keyboard.type(letter);
          typed += letter;
        }
      } else if (where === "npcs") {
        await other.locator("#bench-of-npcs").getByRole("button", { name: "Save", exact: true }).first().click();
        typed = "file";
      } else {
        await other.getByLabel("Find a ruling").fill("rounding");
        const ruling = other.locator("#bench-of-rulings .bench-ruling:not([hidden])").first();
        await ruling.locator("summary").click();
        await ruling.locator("input[type=radio]").nth(at % 2).check();
      }
      await new Promise((yes) => setTimeout(yes, random(40)));
      await other.close();
      // What one window has written reaches another in a moment, not at once.
      const isThere = (words) => Object.entries(localStorage).some(([key, value]) => key.startsWith("makeready-") && value.includes(words));
      await page.waitForFunction(isThere, typed, { timeout: 10_000 }).catch(() => assert.fail(`${where}: “${typed}” is gone after window ${at}`));
      kept += 1;
    }
    note(`${kept} windows closed, nothing lost`);
  }, { isFresh: true, seconds: 1800 });

  http("somebody is made from nothing, on a phone, and breaks no rule", async ({ page, open }) => {
    await bench(page, open, "people?who=%2Bnew", SHEET);
    await nameOf(page).fill("Odile Marsh");
    await page.waitForFunction(() => document.querySelector("#bench-of-people .bench-todo .is-left"));
    await put(page, "Raised stats", "Add: Raised stats", "power");
    await page.locator("#bench-of-people .bench-todo li", { hasText: "1 of 1" }).first().waitFor();
    await put(page, "Trades", "Your own (name)", "Ferrywoman");
    await page.locator("#bench-of-people .bench-held", { hasText: "Ferrywoman" }).first().waitFor();
    await put(page, "Languages", "Add: Languages", { label: "Common" });
    await put(page, "Items", "Your own item (name)", "Long Pole");
    await page.waitForFunction(() => /id: "?long-pole/.test(document.querySelector("#bench-of-people .bench-source").value));
    // What was put in can be changed, and what is wrong with it is said beside it.
    const pole = page.locator("#bench-of-people .bench-thing", { hasText: "Long Pole" }).first();
    await page.waitForFunction(() => document.activeElement.textContent === "Long Pole");
    await pole.getByLabel("Weight", { exact: true }).fill("9.5");
    await page.waitForFunction(() => /weight: 9\.5/.test(document.querySelector("#bench-of-people .bench-source").value));
    // Keys come one by one, and the form is made anew between them.
    const poleName = pole.getByLabel("Name", { exact: true });
    await poleName.press("End");
    await poleName.pressSequentially(" of Ash", { delay: 60 });
    await page.waitForFunction(() => /name: "Long Pole of Ash"/.test(document.querySelector("#bench-of-people .bench-source").value));
    await pole.locator("summary").first().filter({ hasText: /^Long Pole of Ash$/ }).waitFor();
    // What is moved up takes with it that it is open, and the keys.
    await put(page, "Items", "Your own item (name)", "Rope");
    const row = (name) => page.locator("#bench-of-people .bench-thing > summary", { hasText: name });
    await row("Rope").waitFor();
    await page.getByRole("button", { name: "Move Rope up" }).press("Enter");
    await page.waitForFunction(() => /rope[^]*long-pole/.test(document.querySelector("#bench-of-people .bench-source").value));
    await page.getByRole("button", { name: "Move Long Pole of Ash up" }).waitFor();
    await page.waitForFunction(() => document.activeElement.ariaLabel === "Move Long Pole of Ash up");
    assert.equal(await row("Rope").locator("..").evaluate((one) => one.open), true);
    // A field that is emptied says what it needs, in words for players, and nothing else is said of it.
    const power = page.getByLabel("Power", { exact: true });
    await power.fill("");
    await page.waitForFunction(() => [...document.querySelectorAll("#bench-of-people .bench-wrong:not([hidden])")].some((one) => one.textContent === "Enter a number."));
    assert.equal(await page.locator("#bench-of-people .bench-faults").count(), 0);
    await power.fill("3");
    await page.waitForFunction(() => ![...document.querySelectorAll("#bench-of-people .bench-wrong:not([hidden])")].some((one) => one.textContent === "Enter a number."));
    assert.match(await file(page), /^id: odile-marsh$/m);
  }, { isFresh: true, viewport: PHONE });

  http("dice count as thrown when the numbers are in, whatever else is wrong", async ({ page, open }) => {
    await bench(page, open, "people?who=kael", SHEET);
    // The name of somebody new is typed over.
    await page.locator("#bench-of-people").getByRole("button", { name: "New character", exact: true }).click();
    await page.waitForFunction(() => document.activeElement === document.querySelector("#bench-of-people .bench-fields input"));
    await page.keyboard.type("Mirel Oake");
    await page.waitForFunction(() => /^id: mirel-oake$/m.test(document.querySelector("#bench-of-people .bench-source").value));
    const isLeft = (wanted) => page.waitForFunction((wanted) => {
      const row = [...document.querySelectorAll("#bench-of-people .bench-todo li")].find((one) => /roll 1d/.test(one.textContent));
      return row && row.classList.contains("is-left") === wanted;
    }, wanted);
    await page.getByLabel("Power", { exact: true }).fill("3");
    await isLeft(true);
    const stats = ["Vitality", "Endurance", "Intelligence", "Acuity", "Finesse", "Ardor", "Morale", "Attunement"];
    for (const [at, stat] of stats.entries()) await page.getByLabel(stat, { exact: true }).fill(String(2 + at % 3));
    await isLeft(false);
    await page.locator("#bench-of-people .bench-section > summary", { hasText: "Physical" }).click();
    await page.getByLabel("Athletics", { exact: true }).fill("99");
    await page.locator("#bench-of-people .bench-todo .is-over").first().waitFor();
    await isLeft(false);
    await page.getByLabel("Power", { exact: true }).fill("50");
    await isLeft(true);
  }, { isFresh: true });

  http("a fault stays marked while another hides it, and what is open is led to", async ({ page, open }) => {
    await open("treasure-hunters/workshop/index.html#people?who=%2Bnew");
    await page.locator(SHEET).waitFor();
    const hook = await ownItem(page, "Salt Hook");
    const element = hook.getByLabel("Element", { exact: true });
    await element.fill("salt");
    await page.waitForFunction(() => /element: "?'salt'"?/.test(document.querySelector("#bench-of-people .bench-source").value));
    assert.equal(await element.inputValue(), "salt");
    assert.equal(await page.locator("#bench-of-people [aria-invalid]").count(), 0);
    await page.locator("#bench-of-people .bench-todo button", { hasText: "may be filled in" }).click();
    assert.deepEqual(await page.evaluate(() => [document.activeElement.type, document.activeElement.value]), ["number", ""]);
    const level = page.getByLabel("Level", { exact: true }), stamina = page.getByLabel("Stamina, in full", { exact: true });
    await level.fill("99999");
    await page.waitForFunction(() => /from 1 to/.test(document.querySelector("#bench-of-people .bench-wrong:not([hidden])")?.textContent));
    await stamina.fill("2.5");
    await page.waitForFunction(() => /without decimals/.test([...document.querySelectorAll("#bench-of-people .bench-wrong:not([hidden])")].map((one) => one.textContent).join(" ")));
    assert.equal(await level.getAttribute("aria-invalid"), "");
    await stamina.fill("2");
    await level.fill("1");
    await page.waitForFunction(() => !document.querySelector("#bench-of-people [aria-invalid]"));
  }, { isFresh: true });

  http("words of things are typed as they are, faults stand at their fields, and a file is saved with all that was typed", async ({ page, open }) => {
    await open("dice-pool/workshop/index.html#people?who=%2Bnew");
    await page.locator(SHEET).waitFor();
    const knife = await ownItem(page, "Ferry Knife");
    await knife.getByLabel("Weapon type", { exact: true }).selectOption({ label: "knives" });
    await page.waitForFunction(() => /type: "?'knives'"?/.test(document.querySelector("#bench-of-people .bench-source").value));
    // A fault within a formula is said at the field.
    const damage = knife.getByLabel("Damage", { exact: true });
    await damage.fill("1 + Nonsense");
    await page.waitForFunction(() => document.querySelector("#bench-of-people [aria-invalid]"));
    assert.equal(await damage.getAttribute("aria-invalid"), "");
    await damage.fill("3");
    await page.waitForFunction(() => !document.querySelector("#bench-of-people [aria-invalid]"));
    // A rank is typed anew without losing its skill.
    await put(page, "Primary skills", "Add: Secondary skills", { index: 1 });
    const rank = page.getByLabel("Personal Movement: Run", { exact: true });
    await rank.fill("");
    await rank.pressSequentially("2");
    await page.waitForFunction(() => /secondary: \{ run: 2 \}/.test(document.querySelector("#bench-of-people .bench-source").value));
    // What was typed last is in the file, however soon it is saved.
    const words = "She counts the steps of every stair, and never says why.";
    await page.locator("#bench-of-people .bench-section > summary", { hasText: "Notes" }).click();
    const note = page.locator("#bench-of-people .bench-section", { has: page.locator(":scope > summary", { hasText: "Notes" }) }).getByLabel("About you", { exact: true });
    await note.fill(words);
    const [made] = await Promise.all([page.waitForEvent("download"), page.locator("#bench-of-people").getByRole("button", { name: "Save as YAML" }).click()]);
    assert.ok((await readFile(await made.path(), "utf8")).includes(words));
  }, { isFresh: true });
};
