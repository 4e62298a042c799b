// What an author is offered while writing: at each place of PLACES the server is asked as an editor would ask.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./files.mjs";

/** Which file, what in it gives way to what is typed, with `¦` for the cursor, and what has to be offered: labels, and a
 * part of what is said of each. */
export const PLACES = [
  {
    place: "a key at the top of a character",
    file: "content/strains/characters/pell.yaml",
    type: ["format_version: 1\n", "format_version: 1\n¦\n"],
    offers: { ally: "Whose ally they are.", advances: "The advances taken since, in order." },
    // It is there already.
    not: ["format_version", "name"],
  },
  {
    place: "the kind of a block of a card",
    file: "content/action-score/actions/turn.yaml",
    type: ['- track: { label: "Free ones used", boxes: 2 }', "- ¦"],
    offers: { track: "Boxes to tick.", lines: "How many lines there are to write on.", heading: "A small heading." },
  },
  {
    place: "a key within a block of a card",
    file: "content/action-score/actions/turn.yaml",
    type: ['- track: { label: "Free ones used", boxes: 2 }', '- track:\n          label: "Free ones used"\n          bo¦'],
    offers: { boxes: "How many boxes there are." },
    not: ["label"],
  },
  {
    place: "a word of a closed set",
    file: "content/strains/rulings.yaml",
    type: ["rule: ST-CON-01\n    kind: contradiction", "rule: ST-CON-01\n    kind: ¦"],
    offers: { contradiction: "The sources say two things.", missing: "They say nothing.", optional: "" },
    not: ["rank_names"],
  },
  {
    place: "a key of an item of a list",
    file: "content/dice-pool/traits/arcane.yaml",
    type: ['    name: "Arcane trait"\n', '    name: "Arcane trait"\n    ¦\n'],
    offers: { requires: "What must be true before it is taken.", options: "Options of which one is taken each time." },
    not: ["id", "text"],
  },
  {
    place: "what a key means",
    file: "content/strains/glossary.yaml",
    type: ["format_version: 1\nterms:", "format_version: 1\nte¦rms:"],
    hover: "The words.",
  },
];

/** The text with what is typed, and where the cursor then stands. */
function typed(text, [from, to]) {
  assert.equal(text.split(from).length, 2, `${JSON.stringify(from)} is to stand in it once`);
  const changed = text.replace(from, () => to);
  const before = changed.slice(0, changed.indexOf("¦")).split("\n");
  return { text: changed.replace("¦", ""), position: { line: before.length - 1, character: before.at(-1).length } };
}

const plain = (documentation) => documentation?.value ?? documentation ?? "";

/** Asks at one place. */
export async function offered(server, { file, type, offers, not = [], hover }) {
  const whole = path.join(root, file);
  const { text, position } = typed(readFileSync(whole, "utf8"), type);
  const uri = server.open(whole, text);
  const asked = { textDocument: { uri }, position };
  try {
    if (hover !== undefined) {
      const told = await server.ask("textDocument/hover", asked);
      assert.ok(plain(told?.contents).includes(hover), `${JSON.stringify(told)} says ${hover}`);
      return;
    }
    const { items } = await server.ask("textDocument/completion", asked);
    for (const [label, says] of Object.entries(offers)) {
      const item = items.find((one) => one.label === label);
      assert.ok(item, `${label} is among ${items.map((one) => one.label).join(", ")}`);
      assert.ok(plain(item.documentation).includes(says), `${label}: ${JSON.stringify(item.documentation)} says ${says}`);
    }
    for (const label of not) assert.ok(!items.some((one) => one.label === label), `${label} is offered`);
  } finally {
    server.close(uri);
  }
}
