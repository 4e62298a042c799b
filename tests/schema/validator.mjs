// What a schema says of a text: read by `yaml`, judged by ajv.

import { readFileSync } from "node:fs";
import Ajv from "ajv";
import { parseDocument } from "yaml";
import { schemaFile, schemaNames } from "./files.mjs";

/** Every schema as it stands, by name. */
export const schemas = new Map(schemaNames().map((name) => [name, JSON.parse(readFileSync(schemaFile(name), "utf8"))]));

// Strict: a keyword or format that ajv does not know, or one that cannot apply, is an error and not overlooked.
// A text may be written as a number, so unions of types are meant.
const ajv = new Ajv({ strict: true, strictTypes: true, strictTuples: true, strictRequired: true, allowUnionTypes: true });
const validators = new Map();

/** The validator of a schema; compiling it also checks the schema itself. */
export function validator(name) {
  if (!validators.has(name)) validators.set(name, ajv.compile(schemas.get(name)));
  return validators.get(name);
}

/** What is wrong with a text by the schema of this name; empty when nothing is. */
export function faults(name, text) {
  // As editors read it: YAML 1.2, in which a repeated key is a fault.
  const document = parseDocument(text, { version: "1.2", uniqueKeys: true });
  if (document.errors.length > 0) return document.errors.map((error) => error.message.split("\n", 1)[0]);
  const validate = validator(name);
  if (validate(document.toJS())) return [];
  return validate.errors.map(({ instancePath, message, params }) => {
    const named = params.additionalProperty ?? params.allowedValue;
    return `${instancePath || "/"} ${message}${named === undefined ? "" : ` (${named})`}`;
  });
}
