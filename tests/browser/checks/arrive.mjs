// Arriving where a link says, on a first visit over slow networks: nothing moves after the page is there.
//
// A few links each time; `MAKEREADY_LINKS=24` looks at as many for each network and each width.

import assert from "node:assert/strict";

import { withoutWorkers } from "../lane.mjs";
import { CHARACTER, CHAPTER, PHONE, WIDE } from "../steps.mjs";

const LINKS = Number(process.env.MAKEREADY_LINKS ?? 3);
/** How far below the top of the window the place may be that a link leads to. */
const [NEAREST, FARTHEST] = [20, 200];
/** By what share of the window text may move in all (cumulative layout shift). */
const MOST_SHIFT = 0.02;
/** Milliseconds until an answer begins, and bytes a second, as browsers simulate them. */
const NETWORKS = { "4G": [165, 1_012_500], "slow 4G": [562, 180_000] };
const LOOKS = { phone: { viewport: PHONE, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }, desktop: { viewport: WIDE } };
const KINDS = [
  "index.html", "tri-core/index.html", CHAPTER, CHARACTER, "tri-core/actions/index.html", "tri-core/actions/strike/index.html", "tri-core/abilities/surge/index.html",
  "tri-core/npcs/drowned-boatswain/index.html", "tri-core/conditions/disadvantage/index.html", "tri-core/glossary/index.html", "tri-core/rulings/index.html", "tri-core/a-z/index.html", "tri-core/credits/index.html",
];

/** Runs in the page: adds up what moves. */
function watch() {
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifted += one.value;
  }).observe({ type: "layout-shift", buffered: true });
}

/** Runs in the page: how far below the top of the window an element is, and whether the page is scrolled to its end. */
function placeOf(id) {
  const root = document.documentElement;
  return [document.getElementById(id)?.getBoundingClientRect().top ?? NaN, Math.ceil(root.scrollTop + root.clientHeight) >= root.scrollHeight - 1];
}

/**
 * Opens an address for the first time, over a network, and waits until all is there. A browser that simulates a network now
 * and then never begins to answer on a machine that is busy: what takes ten times as long as the network needs is asked once
 * more, and a page that does not come is missed both times.
 */
async function visit(...asked) {
  try {
    return await visitOnce(...asked);
  } catch (error) {
    if (error.name !== "TimeoutError") throw error;
    return visitOnce(...asked);
  }
}

async function visitOnce(browser, look, [latency, bytes], address, then) {
  const context = await browser.newContext(look);
  try {
    const page = await context.newPage();
    await page.addInitScript(withoutWorkers);
    await page.addInitScript(watch);
    const wire = await context.newCDPSession(page);
    await wire.send("Network.enable");
    await wire.send("Network.emulateNetworkConditions", { offline: false, latency, downloadThroughput: bytes, uploadThroughput: bytes / 2 });
    await page.goto(address, { waitUntil: "load" });
    await page.evaluate(() => document.fonts.ready);
    await page.waitForTimeout(600);
    return await then(page);
  } finally {
    await context.close();
  }
}

/** Rules spread over all books, always the same ones: page and rule. */
async function rules(site, count) {
  const all = [];
  for (const at of site.pages.filter((at) => /^[^/]+\/rules\//.test(at))) {
    const ids = Array.from((await site.text(at)).matchAll(/ id="([A-Z]{2,}-[A-Z0-9-]+)"/g), (match) => match[1]);
    all.push(...ids.map((id) => [at, id]));
  }
  return Array.from({ length: count }, (_, i) => all[Math.floor(((i * 0.6180339887 + 0.1) % 1) * all.length)]);
}

export default ({ site, http }) => {
  for (const [network, wire] of Object.entries(NETWORKS)) {
    for (const [device, look] of Object.entries(LOOKS)) {
      http(`a rule link leads to the rule on a first visit, ${network}, ${device}`, async ({ page, note }) => {
        const browser = page.context().browser();
        const missed = [];
        const tops = [];
        for (const [i, [at, id]] of (await rules(site, LINKS)).entries()) {
          // Every third by its permalink, and every second with motion.
          const address = i % 3 === 2 ? `${at.split("/")[0]}/rule/index.html#${id}` : `${at}#${id}`;
          const seen = { ...look, reducedMotion: i % 2 ? "no-preference" : "reduce" };
          const [top, isEnd] = await visit(browser, seen, wire, site.origins.http + address, (page) => page.evaluate(placeOf, id));
          tops.push(`${Math.round(top)}${isEnd ? " at the end" : ""}`);
          // At the end of a page there is nothing left to scroll.
          const isFar = top > FARTHEST && !(isEnd && top < look.viewport.height);
          if (!(top >= NEAREST) || isFar) missed.push(`${address}: ${Math.round(top)} px`);
        }
        note(`${tops.length} links, from the top of the window: ${tops.join(", ")} px`);
        assert.deepEqual(missed, []);
      }, { seconds: 60 + 20 * LINKS });
    }
  }
  for (const [device, look] of Object.entries(LOOKS)) {
    http(`nothing moves while a page comes in, ${device}`, async ({ page, note }) => {
      const browser = page.context().browser();
      const shifts = [];
      for (const at of KINDS) {
        shifts.push([at, await visit(browser, look, NETWORKS["slow 4G"], site.origins.http + at, (page) => page.evaluate(() => window.shifted))]);
      }
      note(shifts.map(([at, shift]) => `${at} ${shift.toFixed(3)}`).join(", "));
      assert.deepEqual(shifts.filter(([, shift]) => shift > MOST_SHIFT), []);
    });
  }
};
