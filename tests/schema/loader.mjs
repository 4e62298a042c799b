// What the loader says of a file: `makeready check` on a copy of its game.

import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "./files.mjs";

const LONGEST_CHECK = 60_000;
const MOST_OUTPUT = 64 * 1024 * 1024;

const always = /^/;

/** Codes of the shape of a file, and what their messages and helps say where a code is also about the names, rules and
 * figures of the game, which no schema knows. */
const OF_SHAPE = {
  "bad-id": /cannot be used as an id here;|^this id has |is a word of the formula language/,
  "duplicate-key": always,
  empty: /^`(?!usual|keywords)\w+` is empty|^expected a name, found an empty text|^this list has no entry to choose from/,
  "empty-file": always,
  "format-version": always,
  "front-matter": always,
  "list-too-long": always,
  "mapping-too-large": always,
  "missing-key": /^key `.*` is missing;/,
  "no-value": /^(key )?`.*` has no value/,
  "not-one-trait": always,
  "out-of-range": /is out of range here;/,
  "too-few-readings": always,
  "too-long": /^this (text|id) has \d+ characters; /,
  "too-many": always,
  "two-blocks": always,
  "two-keywords": always,
  "two-questions": always,
  "two-subjects": always,
  "unknown-block": always,
  "unknown-key": always,
  "unknown-word": always,
  // What a formula comes to is told in the same words, with a help of its own.
  "wrong-type": /^expected .*, found (nothing|true or false|a number|text|a list|a mapping)(?!.*cannot replace one another)/,
  yaml: always,
};

/** Whether a finding is about the shape of its file. */
export const isOfShape = ({ severity, code, message, help = "" }) =>
  severity === "error" && (OF_SHAPE[code]?.test(`${message}; ${help}`) ?? false);

/** A folder in which files of games are tried, one at a time. */
export class Bench {
  constructor(makeready) {
    this.makeready = makeready;
    this.folder = mkdtempSync(path.join(tmpdir(), "makeready-schema-"));
  }

  /** Every error of the game that this file is of, with `text` in place of what stands in the file. */
  async errors({ folder, relative }, text) {
    const system = relative.includes("/") ? relative.split("/", 1)[0] : "embers";
    const copy = path.join(this.folder, `${folder.replaceAll("/", "-")}-${system}`);
    const target = path.join(copy, "content");
    if (!existsSync(copy)) {
      mkdirSync(target, { recursive: true });
      cpSync(path.join(root, folder, system), path.join(target, system), { recursive: true });
    }
    const file = path.join(target, relative);
    writeFileSync(file, text);
    try {
      return await this.check(copy, `content/${relative}`);
    } finally {
      rmSync(file);
      if (existsSync(path.join(root, folder, relative)) && relative.includes("/")) {
        cpSync(path.join(root, folder, relative), file);
      }
    }
  }

  check(copy, file) {
    const args = ["check", "--content", "content", "--no-print", "--format", "json"];
    const options = { cwd: copy, timeout: LONGEST_CHECK, maxBuffer: MOST_OUTPUT };
    return new Promise((resolve, reject) => {
      execFile(this.makeready, args, options, (error, stdout, stderr) => {
        if (error && error.code !== 1) return reject(new Error(`makeready check on ${file}: ${error.message}\n${stderr}`));
        const errors = JSON.parse(stdout).diagnostics.filter(({ severity }) => severity === "error");
        resolve(errors.map((found) => ({ ...found, isHere: found.file === file })));
      });
    });
  }

  close() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
