// What several checks do.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { crc32, deflateRawSync } from "node:zlib";

export const CHAPTER = "tri-core/rules/react/index.html";
export const CHARACTER = "tri-core/characters/kael/index.html";
export const PHONE = { width: 390, height: 800 };
export const WIDE = { width: 1280, height: 900 };
/** How long a print is waited for: on a busy machine a page needs a minute for the first one alone. */
export const PRINTING = { timeout: 220_000 };

/** Whole numbers by chance, each from 0 and below what it is called with; the same for the same seed. (Mulberry32) */
export function byChance(seed) {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

/** A result of the search, from the best on. */
export const result = (page, number = 0) => page.locator(".result").nth(number);

/** Opens the search if it is closed, and asks it. */
export async function search(page, words) {
  if (!(await page.evaluate(() => document.getElementById("site-search")?.open))) await page.keyboard.press("/");
  await page.locator("#site-search-input").fill(words);
  await page.waitForFunction(() => window.makereadySearch && !document.getElementById("site-search-results").hasAttribute("aria-busy"));
}

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** Rules about what a page looks like, which come out otherwise in other colors and another width. */
export const LOOKS = ["color-contrast", "link-in-text-block", "scrollable-region-focusable", "target-size"];
const GUIDELINES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * Leaves so many of what is alike on a page but for its words, and stands side by side: what axe says of the first rows of
 * a list it says of the thousandth as well, after seconds.
 */
export async function thin(page, most = 5) {
  await page.evaluate((most) => {
    const own = /^(id|href|aria-(label|labelledby|controls|describedby)|popovertarget|data-note|title|style|d|points|x|y|x1|x2|y1|y2|width|height|transform)$/;
    const attribute = ({ name, value }) => (own.test(name) ? name : `${name}=${value}`) + (value.trim() === "" ? " is empty" : "");
    const part = (node) => (node.nodeType === Node.ELEMENT_NODE ? shape(node) : node.data?.trim() ? "text" : "");
    const shape = (element) => `${element.tagName}[${Array.from(element.attributes, attribute)}](${Array.from(element.childNodes, part).join("")})`;
    const walk = (element) => {
      const counts = new Map();
      for (const child of Array.from(element.children)) {
        const one = shape(child);
        counts.set(one, (counts.get(one) ?? 0) + 1);
        if (counts.get(one) > most) child.remove();
        else walk(child);
      }
    };
    walk(document.body);
  }, most);
}

/** What axe finds fault with on the page as it stands, or in a part of it, by all guidelines or by certain rules. */
export async function violations(page, rules, within = "html") {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const runOnly = rules ? { type: "rule", values: rules } : { type: "tag", values: GUIDELINES };
  const found = await page.evaluate(([runOnly, within]) => window.axe.run(within, { runOnly, resultTypes: ["violations"] }), [runOnly, within]);
  return found.violations.map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => `${node.target} ${node.any.map((part) => part.message).join(" ").slice(0, 200)}`).join(" | ")}`);
}

/** Opens a bench of a workshop, and waits until it answers. */
export async function openBench(page, open, at, shown) {
  await open("index.html");
  await open(at);
  await page.locator(shown).first().waitFor();
}

/**
 * Lets the dialog for folders answer with a folder `content`. `folders` has the folders in it, each with a folder of this disk whose files it
 * takes. The files are in the file system that the browser has for the site. `put` of the page adds one more, in base64.
 */
export async function folderDialog(page, folders) {
  await page.evaluate(async () => {
    const content = await (await navigator.storage.getDirectory()).getDirectoryHandle("content", { create: true });
    window.showDirectoryPicker = async () => content;
    window.put = async (at, base64) => {
      const parts = at.split("/"), name = parts.pop();
      let folder = content;
      for (const part of parts) folder = await folder.getDirectoryHandle(part, { create: true });
      const file = await (await folder.getFileHandle(name, { create: true })).createWritable();
      await file.write(Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)));
      await file.close();
    };
  });
  for (const [name, folder] of Object.entries(folders)) {
    for (const one of (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())) {
      const file = path.join(one.parentPath ?? one.path, one.name);
      const at = [name, ...path.relative(folder, file).split(path.sep)].join("/");
      await page.evaluate(([at, base64]) => window.put(at, base64), [at, (await readFile(file)).toString("base64")]);
    }
  }
}

/** A zip archive of files, path and bytes, every other one deflated. */
export function zipped(files) {
  const parts = [], directory = [];
  let at = 0;
  files.forEach(([path, bytes], number) => {
    const name = Buffer.from(path), packed = number % 2 ? deflateRawSync(bytes) : bytes;
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(number % 2 ? 8 : 0, 4);
    shared.writeUInt32LE(crc32(bytes), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(bytes.length, 18);
    shared.writeUInt16LE(name.length, 22);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(at, 10);
    const head = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), shared, name]);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), shared, entry, name]));
    parts.push(head, packed);
    at += head.length + packed.length;
  });
  const list = Buffer.concat(directory), end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, list, end]);
}

/** The files of an archive, path to bytes; every one has the checksum that is written there. */
export function unzipped(bytes) {
  const end = bytes.length - 22;
  assert.equal(bytes.readUInt32LE(end), 0x06054b50);
  let at = bytes.readUInt32LE(end + 16);
  const files = new Map();
  for (let number = 0; number < bytes.readUInt16LE(end + 10); number += 1) {
    assert.equal(bytes.readUInt32LE(at), 0x02014b50);
    const size = bytes.readUInt32LE(at + 24), length = bytes.readUInt16LE(at + 28), local = bytes.readUInt32LE(at + 42);
    const name = bytes.subarray(at + 46, at + 46 + length).toString();
    assert.equal(bytes.readUInt32LE(local), 0x04034b50);
    assert.equal(bytes.subarray(local + 30, local + 30 + length).toString(), name);
    const file = bytes.subarray(local + 30 + length, local + 30 + length + size);
    assert.equal(crc32(file), bytes.readUInt32LE(at + 16), name);
    assert.ok(!files.has(name), name);
    files.set(name, file);
    at += 46 + length;
  }
  assert.equal(at, end);
  return files;
}
