// The search, over http and from the disk.

import assert from "node:assert/strict";

import { CHAPTER, result, search } from "../steps.mjs";

export default ({ http, both: anywhere }) => {
  const both = (title, body) => anywhere(title, async (check) => {
    await check.open(CHAPTER);
    await body(check);
  });
  const name = (page) => result(page).locator(".result-name").innerText();

  both("nothing of the search is loaded before it is opened", async ({ page }) => {
    assert.equal(await page.evaluate(() => document.querySelectorAll("script[src*=search], link[href*=search]").length), 0);
  });
  both("the dialog is not seen before its style is there", async ({ page }) => {
    const seen = () => page.locator("#site-search").evaluate((dialog) => [dialog.classList.contains("is-styled"), getComputedStyle(dialog).opacity]);
    await page.evaluate(() => document.getElementById("site-search-open").click());
    const [isStyled, opacity] = await seen();
    assert.ok(isStyled || opacity === "0", opacity);
    await page.waitForFunction(() => document.querySelector("#site-search.is-styled"));
    assert.deepEqual(await seen(), [true, "1"]);
  });
  both("a slip that may be two words is read as one of them", async ({ page }) => {
    await search(page, "strke");
    const stems = await page.evaluate(async () => {
      const { queryOf, bookOf, find } = window.makereadySearch.inside;
      const hits = await find(queryOf("strke"), [await bookOf("tri-core")]);
      return hits.flatMap((hit) => [...hit.reads.values()].map((read) => read.stem));
    });
    assert.deepEqual([...new Set(stems)], ["strike"]);
  });
  both("/ and Ctrl-K open the search, Escape closes it", async ({ page }) => {
    for (const key of ["/", "Control+k"]) {
      const link = page.locator("main .refs a:not([class])").nth(1);
      await link.focus();
      await page.keyboard.press(key);
      assert.ok(await page.locator("#site-search-input").isVisible());
      assert.equal(await page.evaluate(() => document.activeElement.id), "site-search-input");
      await page.keyboard.press("Escape");
      assert.equal(await page.locator("#site-search").isVisible(), false);
      assert.ok(await link.evaluate((one) => one === document.activeElement), `the focus is back where it was, ${key}`);
    }
  });
  both("an exact name is found first", async ({ page }) => {
    await search(page, "Attunement");
    assert.equal(await name(page), "Attunement");
    await page.waitForFunction(() => document.querySelector(".result-snippet").textContent.length > 10);
  });
  http("what was asked before does not say that it waits, when something else has been found", async ({ page, open }) => {
    await open("tri-core/index.html");
    await page.keyboard.press("/");
    await page.waitForTimeout(300);
    // As quick as a machine: the search of each letter is overtaken by that of the next.
    await page.keyboard.type("how do I heal");
    await page.waitForFunction(() => /^\d+ results/.test(document.querySelector("#site-search-status").innerText));
    await page.waitForTimeout(1200);
    assert.match(await page.locator("#site-search-status").innerText(), /^\d+ results/);
  });

  both("a slip of the pen is found, and said to be one", async ({ page }) => {
    for (const slip of ["atunement", "attunemnet", "attunemen"]) {
      await search(page, slip);
      assert.equal(await name(page), "Attunement", slip);
    }
    await search(page, "atunement");
    assert.match(await page.locator("#site-search-status").innerText(), /searched for “attunement” instead of “atunement”/);
  });
  both("the beginning of a word is enough", async ({ page }) => {
    await search(page, "medit");
    assert.equal(await name(page), "Meditate");
  });
  both("a keyword is found by its family and numeral, by the numeral as a number and by its name", async ({ page }) => {
    for (const words of ["Range V", "range 5", "Burst"]) {
      await search(page, words);
      assert.equal(await name(page), "Range V: Burst", words);
    }
    await page.keyboard.press("Enter");
    await page.waitForURL(/keywords\/range-v\/index\.html/);
    assert.match(await page.locator("main").innerText(), /List price/i);
  });
  both("another name says why it matched", async ({ page }) => {
    await search(page, "HP");
    assert.equal(await name(page), "Health Points");
    assert.equal(await result(page).locator(".result-also").innerText(), "also called HP");
  });
  both("a rule ID leads to its anchor", async ({ page }) => {
    const rule = () => result(page).locator(".result-rule").innerText();
    for (const query of ["TC-REACT-02", "tc react 02", "react-02"]) {
      await search(page, query);
      assert.equal(await rule(), "TC-REACT-02", query);
    }
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => location.hash === "#TC-REACT-02");
    assert.equal(await page.locator("#site-search").isVisible(), false);
    await search(page, "TC-DER-05");
    assert.equal(await rule(), "TC-DER-05");
    await page.keyboard.press("Enter");
    await page.waitForURL(/rules\/derived-stats\/index\.html(\?[^#]*)?#TC-DER-05$/);
    assert.ok(await page.locator("#TC-DER-05").isVisible());
  });
  both("a filter by kind keeps that kind only", async ({ page }) => {
    await search(page, "strike");
    const counts = (await page.locator("#site-search-kinds .count").allInnerTexts()).map(Number);
    assert.equal(counts[0], counts.slice(1).reduce((sum, count) => sum + count, 0), "the kinds share out all");
    await page.locator("#site-search-kinds button", { hasText: "Actions" }).click();
    const places = await page.locator(".result-place").allInnerTexts();
    assert.ok(places.length > 0 && places.every((place) => place.startsWith("Actions")), places.join());
    const pressed = await page.locator("#site-search-kinds button[aria-pressed=true]").innerText();
    assert.equal(pressed.split(" ")[0], "Actions");
    assert.ok(await page.evaluate(() => document.activeElement.matches("#site-search-kinds [aria-pressed=true]")), "the focus stays");
  });
  both("the text of a result has the words marked", async ({ page }) => {
    await search(page, "secondary rotation");
    await page.waitForFunction(() => document.querySelectorAll(".result-snippet mark").length > 1);
  });
  both("the keyboard alone leads from / to the page", async ({ page }) => {
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
    await page.waitForURL(/actions\/strike\/index\.html\?mark=strike$/);
  });
  both("nothing found is said", async ({ page }) => {
    await search(page, "zzqxv");
    assert.match(await page.locator("#site-search-status").innerText(), /Nothing found/);
  });
  both("words of one stem are one: correct English is never taken for a slip", async ({ page }) => {
    await search(page, "attacking");
    assert.doesNotMatch(await page.locator("#site-search-status").innerText(), /instead of/);
    assert.match((await page.locator(".result-name").allInnerTexts()).join(), /attack/i);
  });
  http("no common word is read as a slip", async ({ page }) => {
    for (const asked of ["flanking", "multiple", "build", "resting", "buildin", "cover"]) {
      await search(page, asked);
      assert.doesNotMatch(await page.locator("#site-search-status").innerText(), /instead of/, asked);
    }
  });
  http("slips of names are read as the name", async ({ page, open }) => {
    for (const [game, slip, first] of [["tri-core", "physical amor", "Physical Armor"], ["tri-core", "cgharge", "Charge"], ["strains", "skillde", "Skilled"]]) {
      await open(`${game}/index.html`);
      await search(page, slip);
      assert.equal(await name(page), first, slip);
    }
  });
  http("whole words come before beginnings, and small words of a question decide nothing", async ({ page, open }) => {
    await open("action-score/index.html");
    await search(page, "how many actions per turn");
    assert.doesNotMatch((await page.locator(".result-name").allInnerTexts()).slice(0, 3).join(), /Perception/);
    await search(page, "per");
    assert.match(await name(page), /Per/, "the beginning of the word that is being typed");
  });
  http("a title with a word of the question comes before prose with all of them", async ({ page, open }) => {
    for (const game of ["strains", "dice-pool"]) {
      await open(`${game}/index.html`);
      await search(page, "shield bash");
      assert.equal(await name(page), "Bash", game);
    }
  });
  http("a heading over examples is no title", async ({ page, open }) => {
    await open("strains/index.html");
    await search(page, "how do traits work");
    const names = await page.locator(".result-name").allInnerTexts();
    assert.equal(names[0], "Traits");
    assert.ok(!names.includes("Worked examples"), names.join());
  });
  http("two words are read as one or apart only where the book has them together", async ({ page, open }) => {
    for (const game of ["tri-core", "strains", "action-score", "dice-pool", "treasure-hunters"]) {
      await open(`${game}/index.html`);
      await search(page, "spaceship");
      assert.match(await page.locator("#site-search-status").innerText(), /Nothing found/, game);
    }
  });
  http("many kinds stand on one line", async ({ page }) => {
    await search(page, "attack");
    const kinds = page.locator("#site-search-kinds");
    assert.ok((await kinds.locator("button").count()) > 8);
    const { height } = await kinds.boundingBox(), one = await kinds.locator("button").first().boundingBox();
    assert.ok(height < one.height * 1.9, `${height} of ${one.height}`);
    await kinds.locator("button").last().click();
    const pressed = await kinds.locator("[aria-pressed=true]").boundingBox(), line = await kinds.boundingBox();
    assert.ok(pressed.x + pressed.width <= line.x + line.width + 1, "the chosen kind is seen");
  });
  both("a word that other games have finds the rule, and says so", async ({ page }) => {
    await search(page, "initiative");
    assert.match(await result(page).locator(".result-also").innerText(), /found by initiative/);
  });
  both("quotes ask for words side by side", async ({ page }) => {
    await search(page, "\"damage from\"");
    const phrase = Number.parseInt(await page.locator("#site-search-status").innerText(), 10);
    await page.waitForFunction(() => document.querySelector(".result-snippet")?.textContent);
    assert.ok(phrase > 0);
    await search(page, "\"from the damage of strikes and\"");
    assert.match(await page.locator("#site-search-status").innerText(), /Nothing/);
  });
  both("no name stands twice, and a thing has all its places under it", async ({ page }) => {
    await search(page, "strike");
    const names = await page.locator(".result-name").allInnerTexts();
    assert.equal(new Set(names.map((one) => one.toLowerCase())).size, names.length, names.join());
    assert.ok((await page.locator(".result-spot").count()) > 0);
  });
  both("all that was found can be reached by keys", async ({ page }) => {
    await search(page, "damage");
    const all = Number.parseInt(await page.locator("#site-search-status").innerText(), 10);
    assert.ok(all > 30);
    for (let pressed = 0; await page.locator(".result-more").count(); pressed += 1) {
      assert.ok(pressed < 500, "it ends");
      await page.keyboard.press("ArrowDown");
      if (await page.locator(".result-more[aria-selected=true]").count()) await page.keyboard.press("Enter");
    }
    assert.equal(await page.locator(".result").count(), all);
    const ids = await page.locator("#site-search-results [role=option]").evaluateAll((options) => options.map((option) => option.id));
    assert.equal(new Set(ids).size, ids.length);
  });
  both("what other games call a condition finds the nearest one of this game", async ({ page, open }) => {
    for (const [game, asked, name] of [["tri-core", "prone", "Disadvantage"], ["action-score", "grappled", "Restrained"], ["action-score", "prone", "Restrained"], ["treasure-hunters", "prone", "After a natural 1"], ["dice-pool", "hidden", "Concealed"]]) {
      await open(`${game}/index.html`);
      await search(page, asked);
      const names = await page.locator(".result-name").allInnerTexts();
      assert.ok(names.slice(0, 3).includes(name), `${game}, ${asked}: ${names.slice(0, 5)}`);
    }
  });
  both("what this game lacks and another has is offered", async ({ page }) => {
    await search(page, "gil");
    assert.match(await page.locator("#site-search-status").innerText(), /Nothing found .* here; found in/);
    await page.locator("#site-search-elsewhere button").first().click();
    await page.waitForFunction(() => document.querySelectorAll(".result").length > 0);
  });
  both("what was asked is in the address: it can be linked, and comes back", async ({ page, open }) => {
    await search(page, "attunement");
    await page.waitForFunction(() => location.search === "?q=attunement");
    await page.keyboard.press("Enter");
    await page.waitForURL(/mark=attunement/);
    await page.goBack();
    await page.waitForFunction(() => document.getElementById("site-search").open && document.querySelectorAll(".result").length > 0);
    assert.equal(await page.locator("#site-search-input").inputValue(), "attunement");
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => location.search === "");
    await open(`${CHAPTER}?q=strike`);
    await page.waitForFunction(() => document.querySelectorAll(".result").length > 0);
    await page.keyboard.press("Escape");
  });
  both("the words are marked on the page that they led to, until they are cleared", async ({ page }) => {
    await search(page, "strike");
    await page.keyboard.press("Enter");
    await page.waitForURL(/mark=strike/);
    await page.locator(".marked").waitFor();
    assert.ok(await page.evaluate(() => CSS.highlights.get("searched").size > 0));
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.locator(".marked").isVisible(), false);
    await page.emulateMedia({ media: null });
    await page.locator(".marked button").click();
    assert.equal(await page.evaluate(() => CSS.highlights.has("searched") || location.search.includes("mark")), false);
  });
  both("filters ask for what entries have", async ({ page }) => {
    const places = () => page.locator(".result > .result-place").allInnerTexts();
    await search(page, "type:action");
    assert.ok((await places()).every((place) => place.startsWith("Actions")), (await places()).join());
    const all = Number.parseInt(await page.locator("#site-search-status").innerText(), 10);
    await search(page, "type:action ap:<3");
    const few = Number.parseInt(await page.locator("#site-search-status").innerText(), 10);
    assert.ok(few > 0 && few < all, `${few} of ${all}`);
    await search(page, "nosuch:3");
    assert.match(await page.locator("#site-search-status").innerText(), /no filter “nosuch:”/);
    assert.ok(await page.locator("#site-search-start details[open] button", { hasText: "ap:" }).count());
    const chips = page.locator("#site-search-start details[open] button");
    assert.equal(await chips.count(), 12, "type, ten others, and the rest when it is asked for");
    await chips.last().click();
    assert.ok(await chips.count() > 12);
    assert.equal(await chips.nth(11).evaluate((chip) => chip === document.activeElement), true);
  });
  anywhere("what was searched for is remembered here, and can be forgotten", async ({ page, open }) => {
    await open(CHAPTER);
    await search(page, "attunement");
    await page.keyboard.press("Enter");
    await page.waitForURL(/mark=attunement/);
    await search(page, "");
    const recent = page.locator("#site-search-start .search-chips").first().locator("button");
    assert.equal(await recent.first().innerText(), "attunement");
    await page.getByRole("button", { name: "Clear this list" }).click();
    await page.waitForFunction(() => !document.querySelector("#site-search-start > .search-chips .quiet"));
    assert.equal(await page.evaluate(() => Object.keys(localStorage).find((key) => key.startsWith("makeready-searches")) ?? null), null);
  }, { isFresh: true });

  http("all games are searched from the front page", async ({ page, open }) => {
    await open("index.html");
    await search(page, "Attunement");
    assert.equal(await name(page), "Attunement");
  });
};
