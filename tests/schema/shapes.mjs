// What a schema says of a place, and a value that it takes there.

/** The parts of a schema that may hold for one value: what it refers to, and every alternative. */
export function alternatives(schema, whole) {
  if (typeof schema !== "object" || schema === null) return [];
  const { $ref, allOf = [], anyOf = [], oneOf = [], ...own } = schema;
  const inner = [...allOf, ...anyOf, ...oneOf];
  if ($ref) inner.push(whole.definitions[$ref.slice("#/definitions/".length)]);
  const found = inner.flatMap((one) => alternatives(one, whole));
  return ["type", "const", "properties", "items"].some((key) => key in own) ? [own, ...found] : found;
}

/** The same for what stands below a key or in a list. */
export function below(shapes, step, whole) {
  const next = shapes.flatMap((shape) => {
    if (typeof step === "number") return shape.items ? [shape.items] : [];
    const known = shape.properties?.[step];
    if (known !== undefined) return [known];
    return typeof shape.additionalProperties === "object" ? [shape.additionalProperties] : [];
  });
  return next.flatMap((schema) => alternatives(schema, whole));
}

/** The least that a schema takes: the first alternative, with the keys that have to be there. */
export function instance(shape, whole) {
  const types = [shape.type].flat();
  if ("const" in shape) return shape.const;
  if (types.includes("object")) {
    const keys = (shape.required ?? []).map((key) => [key, shape.properties[key]]);
    const isFree = typeof shape.additionalProperties === "object";
    if (isFree && keys.length === 0) keys.push(["one", shape.additionalProperties]);
    return Object.fromEntries(keys.map(([key, inner]) => [key, first(inner, whole)]));
  }
  if (types.includes("array")) return [first(shape.items ?? {}, whole)];
  if (types.includes("string")) return "one";
  if (types.includes("boolean")) return true;
  return Math.max(shape.minimum ?? 1, Math.min(1, shape.maximum ?? 1));
}

function first(schema, whole) {
  const [shape] = alternatives(schema, whole);
  return shape === undefined ? "one" : instance(shape, whole);
}

/** Whether keys of the author's own stand there. */
export const isFree = (place) => place.shapes.some((shape) => typeof shape.additionalProperties === "object");

/** The first thing that a schema says under a keyword at a place. */
export const said = (place, keyword) => place.shapes.find((shape) => keyword in shape)?.[keyword];
