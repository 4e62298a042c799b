// The text of PDFs as pdf.js reads it, which Firefox shows them with: `node pdf-words.mjs FILE...` writes a line of JSON for each.
import { readFile } from "node:fs/promises";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

/** Whether a piece of text stands on another line than the one before it, or far from its end. */
function isApart(one, other) {
  const height = Math.max(one.height, other.height, 1);
  const [across, down] = [other.transform[4] - one.transform[4] - one.width, other.transform[5] - one.transform[5]];
  const isTurned = Math.abs(other.transform[1]) > Math.abs(other.transform[0]);
  return !isTurned && (Math.abs(down) > 0.5 * height || Math.abs(across) > 2 * height);
}

for (const file of process.argv.slice(2)) {
  const pdf = await getDocument({ data: new Uint8Array(await readFile(file)), verbosity: 0 }).promise;
  let text = "";
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    let last;
    for (const item of items) {
      if (last && item.str && last.str && !last.hasEOL && isApart(last, item)) text += "\n";
      text += item.str + (item.hasEOL ? "\n" : "");
      last = item;
    }
    text += "\n";
    page.cleanup();
  }
  await pdf.destroy();
  console.log(JSON.stringify({ file, text }));
}
