// Every page of the site, not only a sample: a single long word is enough to push one sideways. They are looked at in a
// frame that runs no scripts; pages of one style are put into it one after another, since to load style and typefaces anew
// would take longer than all the rest.

import assert from "node:assert/strict";

import { BARE } from "../site.mjs";

/** The style changes below 640, 832, 1056 and 1248: what fits the narrowest window of a range fits it all. */
const WIDTHS = [320, 820];
/** So many pages to a check, so that lanes end about together. */
const SHARE = 50;

/** Runs in the page: what is wrong with pages, one line for each fault. */
async function faultsOf({ pages, widths }) {
  const frame = document.createElement("iframe");
  frame.sandbox = "allow-same-origin";
  frame.style = "border: 0; height: 800px";
  document.body.append(frame);
  const faults = [];
  const texts = new Map(pages.map((at) => [at, fetch(`/${at}`).then((answer) => answer.text())]));
  let style;
  for (const at of pages) {
    frame.style.width = `${widths[0]}px`;
    const parsed = new DOMParser().parseFromString(await texts.get(at), "text/html");
    const links = parsed.head.querySelectorAll("link[rel=stylesheet]");
    const wanted = Array.from(links, (link) => `${new URL(link.getAttribute("href"), `${location.origin}/${at}`)} ${link.media}`).join();
    if (wanted === style) {
      const root = frame.contentDocument.documentElement;
      for (const { name, value } of parsed.documentElement.attributes) root.setAttribute(name, value);
      // Its pictures and icons are beside it, and not beside the page whose frame this is.
      for (const link of parsed.body.querySelectorAll("link[href]")) link.setAttribute("href", new URL(link.getAttribute("href"), `${location.origin}/${at}`));
      for (const picture of parsed.querySelectorAll("img[src]")) picture.setAttribute("src", new URL(picture.getAttribute("src"), `${location.origin}/${at}`));
      frame.contentDocument.body.replaceWith(parsed.body);
    } else {
      await new Promise((done) => {
        frame.onload = done;
        frame.src = `/${at}`;
      });
      style = wanted;
    }
    const inside = frame.contentDocument;
    await inside.fonts.ready;
    const isSeen = (element) => Boolean(element?.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width);
    if (!isSeen(inside.querySelector("h1"))) faults.push(`${at}: no heading is seen`);
    if (!(inside.querySelector("main")?.textContent.length > 40)) faults.push(`${at}: hardly a word`);
    if (isSeen(inside.getElementById("site-theme"))) faults.push(`${at}: a button that does nothing without scripts is seen`);
    for (const width of widths) {
      frame.style.width = `${width}px`;
      const root = inside.documentElement;
      const wide = root.clientWidth;
      if (root.scrollWidth <= wide) continue;
      const inBox = ".scroll, pre, .card-inner, .hero, [popover]";
      const culprits = Array.from(inside.querySelectorAll("main *")).filter((one) => one.getBoundingClientRect().right > wide + 1 && !one.closest(inBox));
      const named = culprits.slice(0, 4).map((one) => `${one.tagName}.${one.className}`);
      faults.push(`${at}: at ${width} it scrolls sideways, ${root.scrollWidth} wide: ${named.join(", ")}`);
    }
  }
  return faults;
}

export default ({ site, http }) => {
  for (let from = 0; from < site.pages.length; from += SHARE) {
    const pages = site.pages.slice(from, from + SHARE);
    const last = from + pages.length;
    http(`pages ${from + 1} to ${last} of ${site.pages.length} read without scripts, and never scroll sideways`, async ({ page, open, complaints }) => {
      await open(BARE);
      assert.deepEqual(await page.evaluate(faultsOf, { pages, widths: WIDTHS }), []);
      // The browser tells of each script that it did not run.
      const others = complaints.filter((complaint) => !complaint.startsWith("Blocked script execution in"));
      complaints.splice(0, complaints.length, ...others);
    });
  }
};
