// Which files there are, and which schema each has.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const content = path.join(root, "content");
const schemas = path.join(content, "schema");

/** Folders of content: what is shipped, what `makeready new` writes, and the small game of the tests. */
export const folders = ["content", "templates/new", "tests/fixtures/small-game"];

/** Names of all schemas. */
export const schemaNames = () =>
  readdirSync(schemas).filter((name) => name.endsWith(".json")).map((name) => name.slice(0, -".json".length)).sort();

export const schemaFile = (name) => path.join(schemas, `${name}.json`);

/** Whether a file is a chapter, of which a schema knows what stands in front. */
export const isChapter = (file) => file.endsWith(".md");

/** The kind of a file by its place within a content folder, as the loader tells it: `SYSTEM/KIND.yaml` or
 * `SYSTEM/KIND/...`, and at the top `campaign.yaml`. */
export function kindOf(relative) {
  const parts = relative.split("/");
  if (parts.length === 1) return path.parse(parts[0]).name;
  return parts.length === 2 ? path.parse(parts[1]).name : parts[1];
}

/** Every file of a content folder that may have a schema: `{ file, relative, kind, text }`. */
export function filesOf(folder) {
  const whole = path.join(root, folder);
  return readdirSync(whole, { recursive: true })
    .map((name) => name.split(path.sep).join("/"))
    .filter((name) => name.endsWith(".yaml") || /^[^/]+\/rules\/[0-9].*\.md$/.test(name))
    .sort()
    .map((relative) => ({
      file: path.join(whole, relative),
      shown: `${folder}/${relative}`,
      relative,
      kind: kindOf(relative),
      text: readFileSync(path.join(whole, relative), "utf8"),
    }));
}

/** The deck lists of the documentation, as samples: they stand in no content folder. */
export function deckLists() {
  const section = readFileSync(path.join(root, "docs/content.md"), "utf8").split("\n## Deck lists\n")[1].split("\n## ")[0];
  const lists = [...section.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)];
  return lists.map(([, text]) => ({ shown: "docs/content.md", relative: "deck.yaml", kind: "deck", text }));
}

/** The front of a chapter, between two lines `---`; of any other file all of it. */
export function yamlOf({ relative, text }) {
  if (!isChapter(relative)) return text;
  return /^---\n([\s\S]*?)^---$/m.exec(text)?.[1] ?? null;
}

const MODELINE = /^# yaml-language-server: \$schema=(\S+)$/;

/** What the first line of a file says of its schema. */
export const modelineOf = (text) => MODELINE.exec(text.split("\n", 1)[0])?.[1] ?? null;

/** What the first line of a file has to say of its schema: how to get to it from there. Nothing of a file without a
 * schema, of a chapter, since editors take it for Markdown, and of a file outside `content`: from what `makeready new`
 * writes, no path leads to a schema. */
export function modelineFor({ file, relative, kind }) {
  const isShipped = !path.relative(content, file).startsWith("..");
  if (!isShipped || isChapter(relative) || !existsSync(schemaFile(kind))) return null;
  return path.relative(path.dirname(file), schemaFile(kind)).split(path.sep).join("/");
}
