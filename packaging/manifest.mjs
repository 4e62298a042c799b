// Reads the metadata of the program from Cargo.toml.
//
// Not a parser of TOML. It reads one-line strings and booleans of a section, which is all that Cargo.toml has for these keys.

import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the repository. */
export const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** The keys of a section of Cargo.toml, as text. */
function section(text, name) {
  const lines = text.split(/\r?\n/);
  const start = lines.indexOf(`[${name}]`);
  if (start < 0) throw new Error(`Cargo.toml has no section [${name}]`);
  const length = lines.slice(start + 1).findIndex((line) => line.startsWith("["));
  const body = lines.slice(start + 1, length < 0 ? undefined : start + 1 + length);
  const pairs = body.map((line) => line.match(/^([\w.-]+)\s*=\s*(.*?)\s*$/)).filter(Boolean);
  return new Map(pairs.map(([, key, value]) => [key, value]));
}

/** Name, version, description, license and, if Cargo.toml has it, repository of the program. */
export function readManifest() {
  const text = readFileSync(path.join(ROOT, "Cargo.toml"), "utf8");
  const [own, shared] = [section(text, "package"), section(text, "workspace.package")];
  const read = (key) => {
    const value = own.get(`${key}.workspace`) === "true" ? shared.get(key) : own.get(key);
    if (value === undefined) return undefined;
    const string = value.match(/^"([^"\\]*)"/);
    if (!string) throw new Error(`\`${key}\` in Cargo.toml is not a plain string: ${value}`);
    return string[1];
  };
  const manifest = Object.fromEntries(["name", "version", "description", "license", "repository"].map((key) => [key, read(key)]));
  for (const key of ["name", "version", "description", "license"]) {
    if (!manifest[key]) throw new Error(`Cargo.toml has no \`${key}\` of the program`);
  }
  return manifest;
}
