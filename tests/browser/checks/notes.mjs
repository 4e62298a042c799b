// Notes on numbers and links, and what else a page can do by its script.

import assert from "node:assert/strict";

import { CHAPTER, CHARACTER, PHONE } from "../steps.mjs";

/** Milliseconds: longer than the moment's grace before a note closes. */
const LONGER = 300;

export default ({ both: anywhere }) => {
  const both = (title, body, look) => anywhere(title, async (check) => {
    await check.open(CHAPTER);
    await body(check);
  }, look);

  both("a link shows what it leads to when it is focused", async ({ page }) => {
    const link = page.locator("main .refs a:not([class])").first();
    await page.keyboard.press("Tab");
    await link.focus();
    await page.waitForSelector("#site-preview:popover-open");
    assert.equal(await link.getAttribute("aria-describedby"), "site-preview");
    assert.ok((await page.locator("#site-preview .tip-text").innerText()).length > 10);
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("#site-preview").isVisible(), false);
  });
  both("a link shows what it leads to when it is pointed at, and the note can be pointed at", async ({ page }) => {
    await page.locator("main .refs a:not([class])").first().hover();
    await page.waitForSelector("#site-preview:popover-open");
    await page.locator("#site-preview .tip-text").hover();
    await page.waitForTimeout(LONGER);
    assert.ok(await page.locator("#site-preview").isVisible());
    await page.mouse.move(2, 890);
    await page.waitForSelector("#site-preview:popover-open", { state: "hidden" });
  });
  both("a word of the glossary shows its meaning when it is pointed at", async ({ page }) => {
    const word = page.locator("main a.term[href*='glossary']").first();
    await word.hover();
    await page.waitForSelector("#site-preview:popover-open");
    assert.match(await page.locator("#site-preview .tip-kind").innerText(), /term/i);
    assert.ok((await page.locator("#site-preview .tip-text").innerText()).length > 10);
  });
  both("the preview of a stat says how it is computed, in words", async ({ page, open }) => {
    await open("tri-core/rules/core-actions/index.html");
    await page.locator("main .refs a[href*='stats/speed_rank/']").first().focus();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    await page.waitForSelector("#site-preview:popover-open");
    assert.match(await page.locator("#site-preview .tip-formula").innerText(), /a sixth of Agility \(AGI\) rounded down/);
  });
  both("a ruling in a chapter says what is in force, all of it, and unfolds to its readings", async ({ page }) => {
    const ruling = page.locator("details.ruling").first();
    const [answer, readings] = [ruling.locator("summary > span:not(.tag)"), ruling.locator("> ul")];
    assert.equal(await readings.isVisible(), false);
    assert.equal(await answer.innerText(), await ruling.locator(".chosen").evaluate((one) => one.firstChild.textContent.trim().replace(/\s+/g, " ")), "all of the option in use");
    const { height, cut } = await ruling.locator("summary").evaluate((line) => ({ height: line.offsetHeight, cut: [line, ...line.children].some((part) => part.scrollWidth > part.clientWidth && part.clientWidth > 0) }));
    assert.ok(height < 100 && !cut, `some lines, and none cut: ${height} px`);
    await ruling.locator("summary").click();
    assert.ok(await readings.isVisible());
    assert.equal(await answer.isVisible(), false, "it is among the readings");
    await ruling.locator("summary").click();
    await page.emulateMedia({ media: "print" });
    assert.ok(await readings.isVisible(), "paper has all readings");
  });
  both("a ruling unfolds where all was found that was asked for", async ({ page, open }) => {
    const words = (await page.locator("details.ruling > p").first().textContent()).match(/\p{L}{5,}/gu).slice(0, 3).join("+");
    await open(`${CHAPTER}?mark=${words}`);
    await page.locator(".marked").waitFor();
    assert.ok(await page.locator("details.ruling").first().evaluate((one) => one.open));
    assert.ok((await page.locator("details.ruling:not([open])").count()) > 0, "others stay folded");
  });
  both("the ID of a rule shows when its text is pointed at, and on paper", async ({ page }) => {
    const heading = page.locator("main h2:has(> .rid)").first();
    const id = heading.locator(".rid");
    const opacity = () => id.evaluate((one) => getComputedStyle(one).opacity);
    assert.equal(await opacity(), "0");
    await heading.hover();
    await page.waitForFunction((one) => getComputedStyle(one).opacity === "1", await id.elementHandle());
    await page.mouse.move(2, 890);
    await page.emulateMedia({ media: "print" });
    assert.equal(await opacity(), "1");
  });
  both("the contents show the part that one is in and the lists; other parts unfold", async ({ page }) => {
    await page.locator(".menu").click();
    await page.locator("#site-contents.filled").waitFor();
    const parts = page.locator("#site-contents details");
    assert.ok((await parts.count()) > 3);
    assert.equal(await page.locator("#site-contents details[open]").count(), 2);
    assert.ok(await page.locator("#site-contents [aria-current=page]").isVisible());
    const closed = page.locator("#site-contents details:not([open]) > summary").first();
    await closed.click();
    assert.equal(await page.locator("#site-contents details[open]").count(), 3);
  }, { viewport: PHONE });
  both("the contents lead to the lists at one press, from among all chapters", async ({ page }) => {
    await page.locator(".menu").click();
    await page.locator(".nav-jump").click();
    const first = page.locator("#site-contents .nav-title").last().locator("+ ul a").first();
    const at = await first.boundingBox();
    assert.ok(at.y > 40 && at.y < PHONE.height / 2, `${at.y}`);
    assert.ok(await first.evaluate((link) => link === document.activeElement));
    assert.ok(await page.locator(".nav-jump").isVisible());
  }, { viewport: PHONE });
  both("on the page with the whole book links jump, show what they lead to, and numbers explain themselves", async ({ page, open }) => {
    await open("strains/whole-book/index.html");
    const jump = page.locator(".whole-chapter .refs a[href^='#']:not([class])").first();
    const to = (await jump.getAttribute("href")).slice(1);
    await jump.hover();
    await page.waitForSelector("#site-preview:popover-open");
    assert.ok((await page.locator("#site-preview .tip-text").innerText()).length > 10);
    await jump.click();
    assert.ok((await page.locator(`[id="${to}"]`).boundingBox()).y < 200, to);
    assert.match(page.url(), /whole-book\/index\.html#/);
    await page.locator(".whole-chapter button.explained").first().click();
    assert.ok(await page.locator(".whole-chapter > :popover-open").isVisible());
  });
  both("a number explains itself by keyboard", async ({ page }) => {
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
  both("a tap shows, the next tap follows", async ({ page }) => {
    const link = page.locator("main .refs a:not([class])").first();
    const before = page.url();
    await link.tap();
    await page.waitForSelector("#site-preview:popover-open");
    assert.equal(page.url(), before);
    await link.tap();
    await page.waitForURL((url) => url.href !== before);
  }, { hasTouch: true, viewport: PHONE });
  both("a print, and whatever has nothing to show, is opened by the first tap", async ({ page, open }) => {
    await open("tri-core/npcs/grub/index.html");
    await page.evaluate(() => addEventListener("click", (event) => { window.isHeld = event.defaultPrevented; event.preventDefault(); }));
    await page.locator(".to-print a").first().tap();
    assert.equal(await page.evaluate(() => window.isHeld), false);
    await open("tri-core/rules/core-actions/index.html");
    const link = page.locator("main .refs a:not([class])").first();
    // The list of a kind has no preview, the entries of the kind have.
    await link.evaluate((link) => link.setAttribute("href", "../../actions/index.html"));
    await link.tap();
    await page.waitForURL(/actions\/index\.html$/);
  }, { hasTouch: true, viewport: PHONE });
  both("the theme can be switched and is remembered", async ({ page }) => {
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await ground();
    await page.locator("#site-theme").click();
    const dark = await ground();
    assert.notEqual(dark, light);
    await page.reload();
    assert.equal(await ground(), dark);
    assert.equal(await page.locator("#site-theme").getAttribute("aria-pressed"), "true");
  }, { isFresh: true });
  both("a permalink by rule ID leads to where the rule stands", async ({ page, open }) => {
    await open("tri-core/rule/index.html#TC-REACT-02");
    await page.waitForURL(/rules\/react\/index\.html#TC-REACT-02$/);
    assert.ok(await page.locator("#TC-REACT-02").isVisible());
  });

  anywhere("a character's numbers say formula, terms and rule", async ({ page, open }) => {
    await open(CHARACTER);
    const number = page.locator(".resource button.explained").first();
    await number.click();
    const note = page.locator(`#${await number.getAttribute("data-note")}`);
    for (const part of ["strong", "code", "a"]) assert.ok(await note.locator(part).isVisible(), part);
    assert.match(await note.innerText(), / [+×] /);
    await page.mouse.move(2, 2);
    await page.waitForTimeout(LONGER);
    assert.ok(await note.isVisible(), "pressed, it stays");
    await page.mouse.click(640, 20);
    assert.equal(await note.isVisible(), false);
  });
};
