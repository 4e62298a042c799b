// Drives the finished site in a browser, over http and from the disk.
//
//   node tests/browser/run.mjs [dist/site] [--lanes N] [--times] [--only WORDS]
//
// Needs Chromium (CHROMIUM names it, else its headless shell or itself in /usr/bin) and `npm ci` in this folder. Serves the
// folder itself, on a loopback port. Checks are independent of one another and run in several lanes, one for each core
// unless --lanes says otherwise; what is printed comes in the order of the plan. --times prints what each check took, --only
// runs the checks with these words in their names. Ends with `N browser tests passed, M failed`; exits with 1 when something
// failed or did not run, and with 2 when something that the tests need is missing.

import { access } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

import { CHROMIUM, Lane } from "./lane.mjs";
import { Site } from "./site.mjs";
import { planChecks } from "./suite.mjs";

/** Ends with 2: nothing was tested, because something is missing. */
function missing(what) {
  console.error(`browser tests: ${what}`);
  process.exit(2);
}

function asked() {
  try {
    const options = { lanes: { type: "string", default: `${os.availableParallelism?.() ?? os.cpus().length}` }, times: { type: "boolean" }, only: { type: "string", default: "" } };
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (positionals.length > 1) throw new Error("give one folder");
    if (!/^[1-9]\d*$/.test(values.lanes)) throw new Error(`--lanes takes a number, and ${values.lanes} is none`);
    return { ...values, lanes: Number(values.lanes), folder: positionals[0] ?? "dist/site" };
  } catch (error) {
    return missing(error.message);
  }
}

const started = performance.now();
if (Number(process.versions.node.split(".")[0]) < 18) missing(`Node 18 or later is needed; this is ${process.version}`);
const { folder, lanes, times, only } = asked();
await access(path.join(folder, "index.html")).catch(() => missing(`${folder} holds no site: give the folder that \`makeready build\` wrote it to`));
await access(CHROMIUM).catch(() => missing(`no Chromium at ${CHROMIUM}: install it (Debian: apt-get install chromium-headless-shell) or name it in CHROMIUM`));
const { chromium } = await import("playwright-core").catch(() => missing(`playwright-core is not installed: run \`npm ci\` in ${import.meta.dirname ?? "tests/browser"}`));

const site = await new Site(folder).open();
const planned = (await planChecks(site)).filter((check) => check.name.includes(only));
if (!planned.length) missing(`no check has “${only}” in its name`);

/** What came of each check, in the order of the plan; what has no entry at the end never ran. */
const results = [];
let passed = 0, failed = 0, told = 0;

function tell({ name }, { failure, notes, seconds }) {
  if (times) console.log(`${seconds.toFixed(2).padStart(7)} s  ${name}`);
  notes.forEach((note) => console.log(`${name}: ${note}`));
  if (failure === undefined) passed += 1;
  else {
    failed += 1;
    console.log(`FAILED ${name}\n  ${failure.split("\n").slice(0, 12).join("\n  ")}`);
  }
}

// Playwright would close the browsers and go on, and the lanes would start new ones. At the end of this process they go too.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(1));

let next = 0;
async function drive() {
  const lane = new Lane((args) => chromium.launch({ executablePath: CHROMIUM, args, handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false }));
  while (next < planned.length) {
    const number = next++;
    results[number] = await lane.run(planned[number], site);
    for (; results[told]; told += 1) tell(planned[told], results[told]);
  }
  await lane.close();
}
await Promise.all(Array.from({ length: lanes }, () => drive().catch((error) => console.log(`a lane broke off: ${error.stack}`))));
for (; told < planned.length; told += 1) tell(planned[told], results[told] ?? { failure: "it never ran", notes: [], seconds: 0 });

site.close();
console.log(`${passed} browser tests passed, ${failed} failed (${planned.length} planned, ${lanes} lanes, ${((performance.now() - started) / 1000).toFixed(0)} s)`);
// At once: a browser that no longer answers must not keep this waiting.
process.exit(failed === 0 && passed === planned.length ? 0 : 1);
