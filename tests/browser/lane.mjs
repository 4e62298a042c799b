// A lane runs one check after another, in a browser of its own: what hangs or crashes there holds up no other lane, and
// is gone before the next check.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

/** The browser that CHROMIUM names, else the headless shell, which needs half the processor time of Chromium, else Chromium. */
export const CHROMIUM = process.env.CHROMIUM ?? ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find(existsSync) ?? "/usr/bin/chromium";

const WIDE = { width: 1280, height: 900 };
/** Milliseconds that a page has for what it is asked: less than a check has, so that the message names what was awaited. */
const PATIENCE = 60_000;
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

const seconds = (start) => (performance.now() - start) / 1000;

/** What a page complains of from now on, and what it asks of others than its own server. */
export function complaintsOf(page, origin) {
  const complaints = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    // A page's own data under an address of its own is asked of nobody.
    if (!request.url().startsWith(origin) && !request.url().startsWith("blob:")) complaints.push(`asked ${request.url()}`);
  });
  return complaints;
}

/**
 * Runs in a page: it finds a browser that keeps nothing for when there is no network. A worker would ask for all pages of the
 * book beside every check; the check of it has a context of its own.
 */
export function withoutWorkers() {
  delete Navigator.prototype.serviceWorker;
}

export class Lane {
  #launch;
  #browser;
  /** Pages by the way of looking: to open a window costs more than most checks. */
  #kept = new Map();

  /** `launch` starts a browser with the flags it is given. */
  constructor(launch) {
    this.#launch = launch;
  }

  /** Runs a check, and never throws: whatever goes wrong is its failure. */
  async run(check, site) {
    const start = performance.now();
    const notes = [];
    const note = (text) => notes.push(text);
    let timer;
    const limit = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`it was not done after ${check.seconds} s`)), check.seconds * 1000);
    });
    let failure;
    try {
      await Promise.race([check.origin ? this.#look(check, site, note) : check.body({ site, note }), limit]);
    } catch (error) {
      failure = stripVTControlCharacters(String(error?.message ?? error));
      // What failed may have left anything behind.
      await this.close();
    } finally {
      clearTimeout(timer);
    }
    return { failure, notes, seconds: seconds(start) };
  }

  /** Gives the check a page, as if new. Whatever it complains of, and whatever it asks of other places, is an error at the end. */
  async #look(check, site, note) {
    const { isFresh, ...look } = { viewport: WIDE, reducedMotion: "reduce", colorScheme: "light", ...check.look };
    const key = JSON.stringify([check.origin, isFresh, look]);
    if (!this.#kept.has(key)) this.#kept.set(key, await this.#newPage(site.origins[check.origin], look));
    const { page, complaints } = this.#kept.get(key);
    complaints.length = 0;
    await page.setViewportSize(look.viewport);
    await page.emulateMedia({ media: null, colorScheme: look.colorScheme });
    await page.mouse.move(0, 0);
    const open = (at) => page.goto(site.origins[check.origin] + at, { waitUntil: "load" });
    try {
      await check.body({ page, open, site, note, complaints });
    } catch (error) {
      // What a page complained of is often why something did not come about.
      if (complaints.length) error.message += `\nThe page complains: ${complaints.slice(0, 5).join("; ")}`;
      throw error;
    }
    assert.deepEqual(complaints, [], "the page complains");
    if (isFresh) {
      await page.context().close();
      this.#kept.delete(key);
    }
  }

  async #newPage(origin, look) {
    if (!this.#browser?.isConnected()) this.#browser = await this.#launch(FLAGS);
    const context = await this.#browser.newContext(look);
    await context.addInitScript(withoutWorkers);
    context.setDefaultTimeout(PATIENCE);
    const page = await context.newPage();
    const complaints = complaintsOf(page, origin);
    page.on("requestfailed", (request) => {
      if (request.failure()?.errorText !== "net::ERR_ABORTED") complaints.push(`failed ${request.url()}`);
    });
    return { page, complaints };
  }

  /** Ends the browser, also one that does not answer any more. */
  async close() {
    const browser = this.#browser;
    this.#browser = undefined;
    this.#kept.clear();
    await Promise.race([browser?.close().catch(() => {}), new Promise((done) => setTimeout(done, 5000).unref())]);
  }
}
