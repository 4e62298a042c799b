// Gives every shipped file the first line by which an editor finds its schema. Run it when a kind of file has got a
// schema, or a file has been added:
//
//   node tests/schema/modelines.mjs

import { writeFileSync } from "node:fs";
import { filesOf, modelineFor, modelineOf } from "./files.mjs";

let written = 0;
for (const sample of filesOf("content")) {
  const wanted = modelineFor(sample);
  const found = modelineOf(sample.text);
  if (found === wanted) continue;
  const rest = found === null ? sample.text : sample.text.slice(sample.text.indexOf("\n") + 1);
  const line = wanted === null ? "" : `# yaml-language-server: $schema=${wanted}\n`;
  writeFileSync(sample.file, line + rest);
  written += 1;
}
console.log(`${written} files written`);
