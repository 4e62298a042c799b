// Pages that show the thing: the card as it prints, what it does, its figures, its bill; and the cards for the table on one page.

import assert from "node:assert/strict";

import { PHONE, search, result, violations, WIDE } from "../steps.mjs";

/** Whether these follow one another down the page, or stand side by side. */
async function inOrder(page, selectors) {
  const places = await page.evaluate((selectors) => {
    const all = [...document.querySelectorAll("main *")];
    return selectors.map((one) => all.indexOf(document.querySelector(one)));
  }, selectors);
  assert.ok(places.every((place, at) => place >= 0 && (at === 0 || place > places[at - 1])), `${selectors}: ${places}`);
}

/** Chromium's pixels on paper. */
const mm = (length) => (length * 96) / 25.4;
const PAPERS = { A4: [210, 297], Letter: [215.9, 279.4] };
const MARGIN = 5;
const GAMES = ["tri-core", "treasure-hunters", "strains", "action-score", "dice-pool"];

export default ({ both, http, files, site }) => {
  both("an ability that nobody has built shows its card with its figures, a sentence and its bill", async ({ page, open }) => {
    await open("tri-core/abilities/bad-bread/index.html");
    await inOrder(page, ["h1", ".cards.single .card", ".entry-says > .lede", ".bill"]);
    const card = page.locator(".cards.single .card");
    assert.equal(await card.locator(".card-name").innerText(), "Bad Bread");
    const figures = (await card.innerText()).toLowerCase();
    for (const figure of ["active", "spirit", "single", "damage", "mp", "25"]) assert.ok(figures.includes(figure), `${figure}: ${figures}`);
    assert.ok((await page.locator(".entry-says > .lede").first().innerText()).length > 20);
    assert.ok(!/[?_{}]/.test((await card.innerText()).replace(/\?$/gm, "")), await card.innerText());
  }, { viewport: WIDE });
  http("what an ability gives to whoever has it is a box on its card, and words beside it", async ({ page, open }) => {
    await open("tri-core/abilities/clock-in-the-chest/index.html");
    const gap = page.locator(".card .gap").first();
    assert.ok(await gap.isVisible());
    assert.ok((await gap.boundingBox()).width > 20);
    assert.ok(!(await page.locator("main").innerText()).includes("Adds ?"));
  });
  both("beside its card an action has its rules as text: what it does, its figures, what comes of it", async ({ page, open }) => {
    await open("tri-core/actions/strike/index.html");
    await inOrder(page, [".cards.single .card", ".entry-says > .lede", ".entry-effect", ".spelled", ".entry-body"]);
    const labels = (at) => page.locator(".spelled").nth(at).locator("dt").allInnerTexts(), card = await page.locator(".card").innerText();
    assert.deepEqual((await labels(0)).slice(0, 3), ["Cost", "Accuracy", "Effect Value"]);
    for (const word of [...(await labels(0)).slice(1), ...await labels(1), "Light", "Swing at someone"]) assert.ok(card.toLowerCase().includes(word.toLowerCase()), `${word}: ${card}`);
    assert.ok((await page.locator(".entry-effect").innerText()).startsWith("Swing at someone"));
    const size = await page.locator(".spelled dd").first().evaluate((line) => Number.parseFloat(getComputedStyle(line).fontSize));
    assert.ok(size >= 16, `text of the page, not of the card: ${size}px`);
    // Where a page has no other text, that of the card is its text.
    await open("treasure-hunters/actions/second-weapon/index.html");
    assert.ok((await page.locator(".entry-effect").innerText()).length > 20);
  });
  http("an ally shows the card that its owner holds, and whoever carries something its cards", async ({ page, open }) => {
    await open("tri-core/npcs/grub/index.html");
    assert.equal(await page.locator("article .cards .card-name").first().innerText(), "Grub");
    assert.ok((await page.locator("article .cards .card-foot").first().innerText()).includes("Bruna Tarn"));
    await open("tri-core/characters/ansgar/index.html#thing--rim-shield");
    const shield = page.locator("#thing--rim-shield");
    assert.ok((await shield.innerText()).includes("Rim Shield"));
    await page.waitForFunction(() => { const { top } = document.querySelector("#thing--rim-shield").getBoundingClientRect(); return top > 0 && top < 300; });
  });
  http("something that is carried is found, and the result leads to its card", async ({ page, open }) => {
    await open("tri-core/index.html");
    await search(page, "salt lantern");
    await result(page).click();
    await page.waitForURL(/characters\/ansgar\/.*#thing--salt-lantern/);
  });
  for (const [width, look] of [["phone", PHONE], ["wide", WIDE]]) {
    http(`quick reference, ${width}: no card sticks out, and nothing that axe finds`, async ({ page, open }) => {
      for (const game of GAMES) {
        await open(`${game}/quick-reference/index.html`);
        const [inner, outer] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        assert.ok(inner <= outer, `${game}: ${inner} in ${outer}`);
        assert.ok((await page.locator(".quick-card .card").count()) > 1, game);
      }
      assert.deepEqual(await violations(page), []);
    }, { viewport: look });
  }
  both("quick reference: in the contents, on the cover and in the search", async ({ page, open }) => {
    await open("tri-core/index.html");
    await page.locator(".hero-links a", { hasText: "Quick reference" }).click();
    assert.equal(await page.locator("h1").innerText(), "Quick reference");
    assert.equal(await page.locator("nav.contents.filled a[aria-current=page]").innerText(), "Quick reference");
    await search(page, "cheat sheet");
    assert.ok((await result(page).innerText()).includes("Quick reference"));
  }, { viewport: WIDE });
  for (const [paper, [width, height]] of Object.entries(PAPERS)) {
    http(`quick reference on ${paper}: cards at their size, none cut`, async ({ page, open, note }) => {
      await page.setViewportSize({ width: Math.floor(mm(width - 2 * MARGIN)), height: Math.floor(mm(height - 2 * MARGIN)) });
      for (const game of GAMES) {
        await open(`${game}/quick-reference/index.html`);
        await page.emulateMedia({ media: "print" });
        const cards = await page.locator(".quick-card").evaluateAll((all) => all.map((card) => {
          const { width, height, right } = card.getBoundingClientRect();
          const inner = card.querySelector(".card-inner");
          return { name: card.id, breadth: Number(card.className.match(/broad-(\d)/)[1]), width, height, right, isCut: inner.scrollHeight > inner.clientHeight + 2 || inner.scrollWidth > inner.clientWidth + 2, size: Number.parseFloat(getComputedStyle(inner).fontSize) * (inner.currentCSSZoom ?? 1) };
        }));
        for (const card of cards) {
          const at = `${game} ${card.name}: ${JSON.stringify(card)}`;
          assert.ok(Math.abs(card.width - mm(63.5 * card.breadth + 0.55 * (card.breadth - 1))) < 2, at);
          assert.ok(card.height >= mm(88) && card.height <= mm(height - 2 * MARGIN), `it fits a page: ${at}`);
          assert.ok(card.right <= mm(width - 2 * MARGIN) + 1 && !card.isCut, at);
        }
        note(`${game}: ${cards.length} cards, the highest ${Math.round(Math.max(...cards.map((card) => card.height)) / mm(1))} mm`);
        await page.emulateMedia({ media: "screen" });
      }
    });
  }
  files("every ability, action and ally has its card on its page", async () => {
    const kinds = /^[^/]+\/(abilities|actions)\/[^/]+\/index\.html$/;
    for (const at of site.pages.filter((page) => kinds.test(page))) {
      assert.ok((await site.text(at)).includes('<div class="cards single">'), at);
    }
  });
};
