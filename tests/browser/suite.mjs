// The plan: every check by its name, in an order that never changes. A file of `checks` exports a function that
// plans the checks of one subject.

import { readdir } from "node:fs/promises";

/** Seconds after which a check has failed, unless it says that it needs more. Most take less than one, on an idle machine. */
const LIMIT = 120;

/**
 * What a file of checks is given. `http` and `disk` plan a check in a browser, with the site served or from the disk;
 * `both` plans the two; `files` plans one that needs no browser.
 *
 * A check is `(title, body, look)`. `look` is what Playwright's `newContext` takes, `isFresh` for a profile of its own where
 * something is remembered, and `seconds` if it may take longer than others. The body is given `page`, `open(at)` which goes
 * to a page of the site, `site`, `note(text)` for a line that is printed with the check, and `complaints` of the page, which
 * must be none at the end.
 */
function planner(site, subject, planned) {
  const plan = (origin, title, body, { seconds = LIMIT, ...look } = {}) =>
    planned.push({ subject, name: `${origin ?? "files"}: ${title}`, origin, body, seconds, look });
  const http = (...check) => plan("http", ...check);
  const disk = (...check) => plan("disk", ...check);
  return { site, http, disk, files: (...check) => plan(undefined, ...check), both: (...check) => (http(...check), disk(...check)) };
}

export async function planChecks(site) {
  const folder = new URL("checks/", import.meta.url);
  const planned = [];
  for (const file of (await readdir(folder)).filter((name) => name.endsWith(".mjs")).sort()) {
    const before = planned.length;
    const { default: define } = await import(new URL(file, folder));
    await define(planner(site, file.replace(".mjs", ""), planned));
    if (planned.length === before) throw new Error(`${file} plans no check`);
  }
  const names = planned.map((check) => check.name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice) throw new Error(`two checks are called “${twice}”`);
  return planned;
}
