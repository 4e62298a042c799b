// Writes the licenses of the Rust crates that the program contains:
//
//   node packaging/notices.mjs FILE
//
// **In** `cargo metadata`, which compiles nothing and downloads crates that are missing. **Out** one text: a list of all crates with the
// names of their licenses, then each license text once, with the crates that have it. Crates of every platform are listed, so that the text
// is the same in every package. Crates that are only used to compile or test the program are left out.

import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";

import { ROOT } from "./manifest.mjs";

/** The packages whose code is delivered: the program, and the WebAssembly modules in it. */
const DELIVERED = ["makeready", "makeready-page", "makeready-unpack"];

/** Names of files that have a license or a copyright notice. */
const NOTICE = /^(licen[cs]es?|copying|copyright|notice|unlicense|ofl)([-_. ].*)?$/i;

/** Notices of parts that are no crates. */
const OTHERS = `The Rust standard library is under MIT or Apache-2.0. Copyright (c) The Rust Project Contributors.
Programs for Linux also contain parts of musl, which is under MIT. Copyright (c) 2005-2020 Rich Felker, et al.`;

/** The paths of all notices in a folder, in a fixed order. */
function noticesIn(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) return noticesIn(place);
    return entry.isFile() && NOTICE.test(entry.name) && !/\.(rs|py|sh)$/.test(entry.name) ? [place] : [];
  });
}

/** All packages that the delivered ones need at run time. */
function neededPackages({ packages, resolve }) {
  const byId = new Map(packages.map((each) => [each.id, each]));
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]));
  const needed = new Set();
  const add = (id) => {
    if (needed.has(id)) return;
    needed.add(id);
    const used = nodes.get(id).deps.filter((dep) => dep.dep_kinds.some(({ kind }) => kind === null));
    used.forEach((dep) => add(dep.pkg));
  };
  const delivered = packages.filter(({ name, source }) => source === null && DELIVERED.includes(name));
  if (delivered.length !== DELIVERED.length) throw new Error(`the workspace does not have all of ${DELIVERED.join(", ")}`);
  delivered.forEach(({ id }) => add(id));
  return [...needed].map((id) => byId.get(id)).filter(({ source }) => source !== null);
}

const [out, ...rest] = process.argv.slice(2);
if (!out || rest.length > 0) {
  console.error("usage: node packaging/notices.mjs FILE");
  process.exit(2);
}

const options = ["metadata", "--format-version", "1", "--locked", "--all-features"];
const metadata = JSON.parse(execFileSync("cargo", options, { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "inherit"] }));
const crates = neededPackages(metadata).map((crate) => ({ ...crate, title: `${crate.name} ${crate.version}` }));
crates.sort((a, b) => (a.title < b.title ? -1 : 1));

const users = new Map();
for (const { title, manifest_path } of crates) {
  const texts = noticesIn(path.dirname(manifest_path)).map((file) => readFileSync(file, "utf8").replace(/\r\n?/g, "\n").trim());
  for (const text of new Set(texts.filter(Boolean))) users.set(text, [...(users.get(text) ?? []), title]);
}

const list = crates.map(({ title, license, authors }) => `${title}: ${license ?? "see the texts below"}${authors.length ? `; ${authors.join(", ")}` : ""}`);
const line = "-".repeat(80);
const texts = [...users].map(([text, titles]) => `${line}\n${titles.join(", ")}\n${line}\n\n${text}\n`);
writeFileSync(out, `The program contains these Rust crates.\n\n${list.join("\n")}\n\n${OTHERS}\n\n${texts.join("\n")}`);
