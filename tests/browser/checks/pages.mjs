// Pages of every kind and every game: they load without a complaint, and are accessible. What only a wide window shows is
// looked at in the dark by `access`, and what only a phone shows, which is the same on every page, by all guidelines.

import assert from "node:assert/strict";

import { LOOKS, PHONE, thin, violations, WIDE } from "../steps.mjs";

/** A wide window at 200 %. */
const HALF = { width: WIDE.width / 2, height: WIDE.height / 2 };

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

async function looksWhole(page) {
  assert.ok((await page.locator("h1").innerText()).length > 1);
  // What stands in for a typeface may be missing on a machine: then the next one does.
  const { fonts, link } = await page.evaluate(async () => {
    await document.fonts.ready;
    return { fonts: Array.from(document.fonts).filter((font) => !font.family.includes("stand-in")).map((font) => font.status), link: getComputedStyle(document.documentElement).getPropertyValue("--link") };
  });
  assert.ok(fonts.includes("loaded") && !fonts.includes("error"), `fonts: ${fonts}`);
  assert.notEqual(link, "", "colors load");
}

/** Nothing but what scrolls by itself is wider than the window. */
async function fits(page, how) {
  const [content, box] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  assert.ok(content <= box, `${how}: ${content} wide, of ${box}`);
}

/** Another window; what scripts do then is done. */
async function resize(page, size) {
  await page.setViewportSize(size);
  await page.waitForFunction((width) => innerWidth === width, size.width);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

export default ({ http, disk }) => {
  for (const at of PAGES) {
    disk(`loads without a complaint, ${at}`, async ({ page, open }) => {
      await open(at);
      await looksWhole(page);
    });
    http(`loads without a complaint and is accessible, ${at}`, async ({ page, open }) => {
      await open(at);
      await looksWhole(page);
      await resize(page, HALF);
      await fits(page, "200 %");
      await resize(page, PHONE);
      await fits(page, "a phone");
      await thin(page);
      await resize(page, HALF);
      assert.deepEqual(await violations(page, LOOKS), [], "light, at 200 %");
      await resize(page, PHONE);
      await page.emulateMedia({ colorScheme: "dark" });
      assert.deepEqual(await violations(page, LOOKS), [], "dark, on a phone");
      await resize(page, WIDE);
      await page.emulateMedia({ colorScheme: "light" });
      assert.deepEqual(await violations(page), [], "light, wide");
    });
  }
};
