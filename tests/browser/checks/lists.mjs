// Lists that sort and filter, letters, the cover, pins: over http and from the disk, with scripts and without.

import assert from "node:assert/strict";

import { CHAPTER, PHONE, violations } from "../steps.mjs";

const ABILITIES = "tri-core/abilities/index.html";
const ACTIONS = "tri-core/actions/index.html";
const RULINGS = "tri-core/rulings/index.html";
/** Pages of every kind that the games have. */
const KINDS = ["actions", "skills", "abilities", "keywords", "families", "stats", "traits", "conditions", "references", "checks", "rulings", "characters", "npcs"];
const GAMES = ["tri-core", "strains", "action-score", "treasure-hunters", "dice-pool"];

const names = (page) => page.locator("#entry-list tr[data-keys]:visible th > a").allInnerTexts();
const shown = (page) => page.locator("#entry-list tr[data-keys]:visible").count();
/** As the page knows it: what drives the browser hears of a change of it later. */
const addressOf = (page) => page.evaluate(() => location.href);
const status = (page) => page.locator("#list-status").innerText();
/** The keys of a column, from the top. */
const keys = (page, column) => page.evaluate((column) => {
  const at = Array.from(document.querySelectorAll("#entry-list thead [data-column]"), (head) => head.dataset.column).indexOf(column);
  return Array.from(document.querySelectorAll("#entry-list tr[data-keys]"), (row) => Number(row.dataset.keys.split(" ")[at].split(",")[0]));
}, column);
const isRising = (numbers) => numbers.every((number, at) => at === 0 || !(numbers[at - 1] > number));

export default ({ site, http, both }) => {
  both("a list filters by words, choices and numbers, and says how many it shows", async ({ page, open }) => {
    await open(ABILITIES);
    const all = await shown(page);
    assert.ok(all > 100);
    assert.equal(await status(page), "");
    await page.locator(".list-filters select[name=core]").selectOption("mind");
    const mind = await shown(page);
    assert.ok(mind > 5 && mind < all);
    assert.equal(await status(page), `${mind} of ${all} shown (Core: Mind)`);
    await page.getByLabel("ACP, at most").fill("30");
    const cheap = await shown(page);
    assert.ok(cheap > 0 && cheap < mind);
    await page.locator("#list-find").fill("ADDER");
    assert.deepEqual(await names(page), ["Adder’s Advice"]);
    await page.locator("#list-find").fill("adder qwx");
    assert.equal(await shown(page), 0);
    assert.ok(await page.locator("#list-nothing").isVisible());
    await page.locator("#list-clear").click();
    assert.equal(await shown(page), all);
    assert.equal(await page.locator("#list-nothing").isVisible(), false);
  });

  both("each filter that is set is a button that takes it away, and one clears all; options say how many rows have them", async ({ page, open }) => {
    await open(`${ABILITIES}?core=mind&acp=..60`);
    const all = page.locator("#entry-list tr[data-keys]");
    const chips = page.locator("#list-chips button");
    assert.deepEqual(await chips.allInnerTexts(), ["Core: Mind", "ACP: at most 60"]);
    const option = page.locator("select[name=core] option[value=mind]");
    assert.equal(await option.textContent(), `Mind (${await shown(page)})`);
    await chips.first().click();
    assert.deepEqual(await chips.allInnerTexts(), ["ACP: at most 60"]);
    assert.doesNotMatch(await addressOf(page), /core=/);
    await page.locator("#list-clear-all").click();
    assert.equal(await shown(page), await all.count());
    assert.equal(await page.locator("#list-clear-all").isVisible(), false);
  });

  both("what is carried is a list with columns, and leads to the card at who carries it", async ({ page, open }) => {
    for (const game of GAMES) {
      await open(`${game}/things/index.html`);
      assert.ok((await shown(page)) > 5, game);
    }
    await open("tri-core/things/index.html?sort=-weight");
    assert.ok(isRising((await keys(page, "weight")).filter((key) => !Number.isNaN(key)).reverse()));
    // What is used at the table is there to be compared.
    for (const figure of ["dice", "adds"]) {
      await open(`tri-core/things/index.html?sort=-${figure}`);
      const known = (await keys(page, figure)).filter((key) => !Number.isNaN(key));
      assert.ok(known.length > 5 && isRising(known.reverse()), figure);
    }
    const link = page.locator("#entry-list th > a").first();
    const name = await link.innerText();
    await link.click();
    assert.ok((await page.locator(".thing:target").innerText()).toLowerCase().includes(name.toLowerCase()));
  });

  http("with several columns the text of a row has a line of its own, and figures stand under their heads", async ({ page, open }) => {
    for (const [at, width] of [[ABILITIES, 768], [ACTIONS, 768], ["strains/traits/index.html", 768], ["tri-core/things/index.html", 1440], ["strains/things/index.html", 1440]]) {
      await page.setViewportSize({ width, height: 900 });
      await open(at);
      const off = await page.locator("#entry-list").evaluate((list) => {
        const heads = Array.from(list.querySelectorAll("thead th"), (head) => head.getBoundingClientRect());
        const isOff = (cell, head) => cell.textContent && (cell.getBoundingClientRect().left < head.left - 1 || cell.getBoundingClientRect().right > head.right + 1);
        const rows = Array.from(list.querySelectorAll("tr[data-keys]"));
        return rows.filter((row) => {
          const text = row.querySelector("p"), figures = Array.from(row.querySelectorAll("td.num")).filter((one) => one.textContent);
          const isBeside = text && figures.some((one) => one.getBoundingClientRect().bottom > text.getBoundingClientRect().top + 4);
          return isBeside || Array.from(row.cells).slice(1).some((cell, i) => isOff(cell, heads[i + 1]));
        }).map((row) => row.querySelector("a").textContent);
      });
      assert.deepEqual(off, [], `${at} at ${width}`);
    }
  });

  both("a head sorts up, down and back, by value", async ({ page, open }) => {
    await open(ABILITIES);
    const book = await names(page);
    const head = page.locator("thead th[data-column=acp]");
    await head.locator("button").click();
    assert.equal(await head.getAttribute("aria-sort"), "ascending");
    const up = await keys(page, "acp");
    assert.ok(isRising(up) && up[0] < up.at(-1), up.join());
    await head.locator("button").click();
    assert.equal(await head.getAttribute("aria-sort"), "descending");
    assert.ok(isRising((await keys(page, "acp")).reverse()));
    await head.locator("button").click();
    assert.equal(await head.getAttribute("aria-sort"), null);
    assert.deepEqual(await names(page), book);
  });

  both("groups stand in the order of the book, and sorted rows say theirs", async ({ page, open }) => {
    await open(ACTIONS);
    assert.ok(await page.locator("#entry-list .group h2").first().isVisible());
    await page.locator("thead th[data-column=name] button").click();
    assert.equal(await page.locator("#entry-list .group h2:visible").count(), 0);
    assert.ok(await page.locator(".in-group").first().isVisible());
    assert.ok(isRising(await keys(page, "name")));
    await page.goto((await addressOf(page)).replace(/\?.*/, "?family=core-offense"));
    assert.equal(await page.locator("#entry-list .group h2:visible").count(), 1);
  });

  both("what was chosen is in the address, and comes back by Back and Reload", async ({ page, open }) => {
    await open(`${ABILITIES}?core=mind&sort=-acp&view=cards`);
    const isCards = () => page.locator("#entry-list").evaluate((list) => list.classList.contains("cards"));
    assert.ok(await isCards());
    assert.equal(await page.locator(".list-filters select[name=core]").inputValue(), "mind");
    const mind = await names(page);
    await page.locator(".list-filters select[name=core]").selectOption("body");
    await page.locator("[data-view=rows]").click();
    assert.match(await addressOf(page), /\?core=body&sort=-acp$/);
    await page.goBack();
    await page.goBack();
    assert.ok(await isCards());
    assert.deepEqual(await names(page), mind);
    await page.reload();
    assert.deepEqual(await names(page), mind);
    // A word that is typed is one step.
    await page.locator("#list-find").pressSequentially("the");
    assert.match(await addressOf(page), /[?&]find=the/);
    await page.goBack();
    assert.doesNotMatch(await addressOf(page), /find=/);
    assert.equal(await page.locator("#list-find").inputValue(), "");
  });

  both("what is no choice of the list is passed over, and what others keep in the address stays", async ({ page, open }) => {
    await open(`${ABILITIES}?kept=fire&core=nobody&sort=size&acp=x..y&view=heaps`);
    assert.ok((await shown(page)) > 100);
    await page.locator("[data-view=cards]").click();
    const params = new URL(await addressOf(page)).searchParams;
    assert.equal(params.get("kept"), "fire");
    assert.equal(params.get("view"), "cards");
  });

  both("a list works by keyboard", async ({ page, open }) => {
    await open(ABILITIES);
    await page.locator("#list-find").focus();
    await page.keyboard.type("light");
    const found = await shown(page);
    assert.ok(found > 0 && found < 60);
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.dataset.view), "rows");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    assert.match(await addressOf(page), /view=cards/);
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Space");
    await page.locator("thead th[data-column=ap] button").focus();
    await page.keyboard.press("Enter");
    assert.match(await addressOf(page), /sort=ap/);
    assert.equal(await page.evaluate(() => document.activeElement.closest("th").dataset.column), "ap");
  });

  both("rulings stand by chapter and unfold to their readings", async ({ page, open }) => {
    await open(RULINGS);
    const row = page.locator("#entry-list tr[data-keys]").first();
    const others = row.locator("details p").first();
    assert.equal(await others.isVisible(), false);
    await row.locator("summary").click();
    assert.ok(await others.isVisible());
    await page.locator("select[name=reason]").selectOption("contradiction");
    const found = await shown(page);
    assert.ok(found > 20 && found < 200);
    await page.locator("select[name=affects]").selectOption("keywords");
    assert.ok((await shown(page)) < found);
  });

  http("on a phone filters fold behind one button that counts them", async ({ page, open }) => {
    await open(`${ABILITIES}?core=mind&type=active`);
    assert.equal(await page.locator("#list-filters").isVisible(), false);
    assert.equal(await page.locator("#list-active").innerText(), "2");
    await page.locator("#list-fold").click();
    assert.ok(await page.locator("#list-filters").isVisible());
    assert.equal(await page.locator("#list-fold").getAttribute("aria-expanded"), "true");
    await page.locator("#list-sort").selectOption("-acp");
    assert.match(await addressOf(page), /sort=-acp/);
    const wide = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
    assert.ok(wide[0] <= wide[1], `${wide}`);
  }, { viewport: PHONE });

  http("print: what is filtered, and nothing to press", async ({ page, open }) => {
    await open(`${ABILITIES}?core=mind`);
    const mind = await shown(page);
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.locator("#list-tools").isVisible(), false);
    assert.equal(await shown(page), mind);
    assert.match(await status(page), /Core: Mind/);
  });

  http("without scripts the whole list is there, in its groups, with a way to each", async ({ page, open, complaints }) => {
    await open(RULINGS);
    assert.equal(await page.locator("#list-tools").isVisible(), false);
    // Of a long list the ways to its groups are folded.
    await page.locator(".list-jump-fold > summary").click();
    assert.ok(await page.locator(".list-jump a").first().isVisible());
    assert.ok((await shown(page)) > 200);
    assert.ok((await page.locator("#entry-list .group h2").count()) > 20);
    assert.equal(await page.locator(".pin, .kept-open").count(), 0);
    complaints.length = 0;
  }, { javaScriptEnabled: false });

  for (const game of GAMES) {
    for (const kind of KINDS.filter((kind) => site.pages.includes(`${game}/${kind}/index.html`))) {
      http(`every head of ${game}/${kind} sorts, and every filter leaves something`, async ({ page, open }) => {
        await open(`${game}/${kind}/index.html`);
        const all = await shown(page);
        const heads = page.locator("#entry-list thead [data-column] button");
        for (let at = 0; at < (await heads.count()); at += 1) {
          await heads.nth(at).click();
          assert.equal(await shown(page), all);
          const sorted = (await keys(page, await heads.nth(at).evaluate((button) => button.closest("th").dataset.column))).filter((key) => !Number.isNaN(key));
          assert.ok(isRising(sorted), `${await heads.nth(at).innerText()}: ${sorted}`);
        }
        const selects = page.locator(".list-filters select");
        for (let at = 0; at < (await selects.count()); at += 1) {
          const options = await selects.nth(at).locator("option").evaluateAll((options) => options.map((option) => option.value));
          await selects.nth(at).selectOption(options.at(-1));
          const found = await shown(page);
          assert.ok(found > 0 && found <= all, `${await selects.nth(at).getAttribute("name")}=${options.at(-1)}: ${found}`);
          await selects.nth(at).selectOption("");
        }
        const small = await page.evaluate(() => Array.from(document.querySelectorAll("#list-tools :is(button, input, select), #entry-list thead button, #entry-list summary"), (one) => [one.textContent.trim() || one.name || one.id, one.getBoundingClientRect()]).filter(([, box]) => box.width && (box.width < 24 || box.height < 24)).map(([what]) => what));
        assert.deepEqual(small, [], "targets under 24 px");
      });
    }
  }

  http("axe: a filtered list, as rows, as cards, and with nothing in it", async ({ page, open }) => {
    for (const at of ["?core=mind&sort=acp", "?core=mind&view=cards", "?find=qwxqwx"]) {
      await open(ABILITIES + at);
      assert.deepEqual(await violations(page, undefined, "main"), [], at);
    }
  });

  both("letters jump, those without entries do not, and articles are passed over", async ({ page, open }) => {
    await open("tri-core/a-z/index.html");
    const letters = await page.locator(".letters > *").allInnerTexts();
    assert.ok(letters.length >= 26 && letters.includes("Q"));
    await page.locator(".letters a", { hasText: /^S$/ }).click();
    const [bar, head] = await page.evaluate(() => [".letters", "[id='letter--S']"].map((one) => document.querySelector(one).getBoundingClientRect()));
    assert.ok(head.top >= bar.bottom - 1 && head.top < bar.bottom + 80, `${bar.bottom} ${head.top}`);
    const wrong = await page.evaluate(() => Array.from(document.querySelectorAll(".letter"), (one) => [one.querySelector("h2").textContent, Array.from(one.querySelectorAll("li > a:first-child"), (link) => link.textContent.trim())])
      .flatMap(([letter, names]) => names.filter((name) => /^(the|an?) [a-z]/i.test(name) && name.split(" ")[1][0].toUpperCase() !== letter)));
    assert.deepEqual(wrong, []);
    await open("tri-core/glossary/index.html");
    assert.ok((await page.locator(".letters span").count()) > 0);
  });

  both("the cover shows ways through the book and its parts", async ({ page, open }) => {
    for (const game of GAMES) {
      await open(`${game}/index.html`);
      assert.equal(await page.locator(".path").count(), 3, game);
      assert.ok((await page.locator("h3.part").count()) > 2, game);
    }
    const first = page.locator(".path a").first();
    const title = await first.innerText();
    await first.click();
    assert.equal(await page.locator("h1").innerText(), title);
  });

  http("the sections of a chapter stand in one place, beside it or in the contents", async ({ page, open }) => {
    await open(CHAPTER);
    for (const [width, outline, contents] of [[1440, true, false], [1100, false, true]]) {
      await page.setViewportSize({ width, height: 900 });
      assert.equal(await page.locator(".outline").isVisible(), outline, `${width}`);
      assert.equal(await page.locator(".contents li.open ul, .contents a[aria-current] + ul").first().isVisible(), contents, `${width}`);
    }
  });

  const kept = (page, part) => page.locator(`#site-kept ul`).nth(part).locator("a b").allInnerTexts();
  both("pages are pinned and remembered, and can be forgotten", async ({ page, open }) => {
    await open("tri-core/actions/strike/index.html");
    const pin = page.locator(".pin");
    assert.equal(await pin.getAttribute("aria-pressed"), "false");
    await pin.click();
    assert.equal(await pin.getAttribute("aria-pressed"), "true");
    await open("tri-core/skills/stealth/index.html");
    await open(CHAPTER);
    await page.locator(".kept-open").click();
    assert.deepEqual(await kept(page, 0), ["Strike"]);
    assert.deepEqual(await kept(page, 1), ["Stealth"]);
    await page.locator("#site-kept a").first().click();
    await page.waitForURL(/actions\/strike/);
    await page.locator(".kept-open").click();
    await page.getByRole("button", { name: "Remove all pins" }).click();
    assert.equal(await page.locator(".pin").getAttribute("aria-pressed"), "false");
    await page.getByRole("button", { name: "Clear this list" }).click();
    assert.equal(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("makeready-kept")).length), 0);
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("#site-kept").isVisible(), false);
  }, { isFresh: true });
  both("what somebody else wrote into what is kept does no harm", async ({ page, open }) => {
    await open(CHAPTER);
    await page.evaluate(() => {
      const key = Object.keys(localStorage).find((key) => key.startsWith("makeready-kept"));
      localStorage.setItem(key, JSON.stringify({ pins: [{ at: "javascript:alert(1)//index.html", title: "x", kind: "x", book: "x" }, { at: "a/index.html", title: "<b>bold</b>", kind: "k", book: "b" }, 7], recent: "none" }));
    });
    await page.reload();
    await page.locator(".kept-open").click();
    assert.deepEqual(await kept(page, 0), ["<b>bold</b>"]);
  }, { isFresh: true });
  http("axe: the panel of pins", async ({ page, open }) => {
    await open(CHAPTER);
    await page.locator(".pin").click();
    await page.locator(".kept-open").click();
    assert.deepEqual(await violations(page, undefined, "#site-kept"), []);
    assert.deepEqual(await violations(page, undefined, ".page-head"), []);
  }, { isFresh: true });
};
