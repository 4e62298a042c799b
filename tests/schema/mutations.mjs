// How a file is made out of a sample: one change at one place, which is good or bad as the schema and the loader say.

import { isMap, isPair, isScalar, isSeq, Pair, Scalar } from "yaml";
import { instance, isFree, said } from "./shapes.mjs";

const MOST_PADDED = 600;
const LONGEST = 20_001;

const text = (place) => isScalar(place.node) && typeof place.node.value === "string";
const number = (place) => isScalar(place.node) && typeof place.node.value === "number";
const map = (place) => isMap(place.node) && place.node.items.length > 0;
const list = (place) => isSeq(place.node) && place.node.items.length > 0;
const any = (place) => place.path.length > 0;
const bounded = (most) => (place) => text(place) && said(place, "maxLength") <= most;
const isId = (place) => text(place) && said(place, "pattern")?.startsWith("^[a-z]");
const words = (place) => place.shapes.filter((shape) => typeof shape.const === "string").map((shape) => shape.const);
const objects = (place) => place.shapes.filter((shape) => shape.properties !== undefined);

/** Puts a value at the place. */
const put = (value) => (document, place, pick) =>
  document.setIn(place.path, document.createNode(typeof value === "function" ? value(place, pick) : value));

/** Changes one pair of a mapping. */
const pair = (change) => (document, place, pick) => change(pick(place.node.items), place.node.items, document);

/** Keys that a mapping may have and has not. */
const absent = (place) =>
  objects(place).flatMap((shape) => Object.keys(shape.properties).filter((key) => !place.node.has(key)).map((key) => [key, shape]));

const keyOf = (found) => (isScalar(found.key) ? String(found.key.value) : "");

/** `[name, where it applies, what it does]`; the last gets the document, the place, and `pick`, which takes one of many. */
export const MUTATIONS = [
  // Other types.
  ["a list in its place", any, put(["one"])],
  ["a mapping in its place", any, put({ one: 1 })],
  ["text in its place", (p) => any(p) && !text(p), put("one")],
  ["true in its place", any, put(true)],
  ["a number in its place", (p) => any(p) && !number(p), put(7)],
  ["nothing in its place", any, put(null)],
  ["its number as text", number, put((p) => String(p.node.value))],
  ["a list around it", any, (document, p) => document.setIn(p.path, document.createNode([p.node.toJSON()]))],
  // Numbers.
  ["a fraction", number, put((p) => p.node.value + 0.5)],
  ["the least", (p) => number(p) && said(p, "minimum") !== undefined, put((p) => said(p, "minimum"))],
  ["less than the least", (p) => number(p) && said(p, "minimum") !== undefined, put((p) => said(p, "minimum") - 1)],
  ["the most", (p) => number(p) && said(p, "maximum") !== undefined, put((p) => said(p, "maximum"))],
  ["more than the most", (p) => number(p) && said(p, "maximum") !== undefined, put((p) => said(p, "maximum") + 1)],
  // Texts.
  ["an empty text", text, put("")],
  ["a blank text", text, put("  ")],
  ["the longest text", bounded(LONGEST), put((p) => "a".repeat(said(p, "maxLength")))],
  ["a text too long", bounded(LONGEST), put((p) => "a".repeat(said(p, "maxLength") + 1))],
  ["a capital", isId, put((p) => p.node.value[0].toUpperCase() + p.node.value.slice(1))],
  ["a figure in front", isId, put((p) => `1${p.node.value}`)],
  ["a figure behind", isId, put((p) => `${p.node.value}1`)],
  ["a hyphen", isId, put((p) => `${p.node.value}-x`)],
  ["an underscore", isId, put((p) => `${p.node.value}_x`)],
  ["another word of these", (p) => words(p).length > 0, put((p, pick) => pick(words(p)))],
  ["a word not of these", (p) => words(p).length > 0, put((p, pick) => `${pick(words(p))}x`)],
  ["a word of these, capital", (p) => words(p).length > 0, put((p, pick) => pick(words(p)).toUpperCase())],
  ["other quotes", text, (_, p) => void (p.node.type = p.node.type === Scalar.QUOTE_DOUBLE ? Scalar.QUOTE_SINGLE : Scalar.QUOTE_DOUBLE)],
  // Mappings.
  ["an unknown key", map, (document, p) => p.node.add(document.createPair("no_such_key", 1))],
  ["a key left out", map, pair((found, items) => items.splice(items.indexOf(found), 1))],
  ["a key twice", map, pair((found, items) => items.push(new Pair(found.key.clone(), found.value.clone?.() ?? found.value)))],
  ["a key misspelt", map, pair((found) => void (found.key = new Scalar(`${keyOf(found)}e`)))],
  ["a key without a value", map, pair((found) => void (found.value = new Scalar(null)))],
  ["a key that is a number", map, pair((found) => void (found.key = new Scalar(7)))],
  ["an empty key", map, pair((found) => void (found.key = new Scalar("")))],
  ["a key too long", (p) => map(p) && isFree(p), pair((found) => void (found.key = new Scalar("a".repeat(301))))],
  ["an empty mapping", (p) => any(p) && map(p), put({})],
  ["keys the other way round", map, (_, p) => p.node.items.reverse()],
  ["a key that may be there", (p) => map(p) && absent(p).length > 0, (document, p, pick) => {
    const [key, shape] = pick(absent(p));
    p.node.add(document.createPair(key, instance(resolved(shape.properties[key], p), p.whole)));
  }],
  // Lists.
  ["an empty list", list, put([])],
  ["one item only", list, (_, p) => p.node.items.splice(1)],
  ["an item twice", list, (_, p, pick) => p.node.items.push(pick(p.node.items).clone())],
  ["items the other way round", list, (_, p) => p.node.items.reverse()],
  ["the item without the list", list, (document, p) => document.setIn(p.path, p.node.items[0])],
  ["nothing among the items", list, (_, p) => p.node.items.push(new Scalar(null))],
  ["too many items", (p) => list(p) && said(p, "maxItems") < MOST_PADDED, (_, p) => pad(p, said(p, "maxItems") + 1)],
  ["as many items as may be", (p) => list(p) && said(p, "maxItems") < MOST_PADDED, (_, p) => pad(p, said(p, "maxItems"))],
  // Forms.
  ["another form", (p) => any(p) && p.shapes.length > 1, put((p, pick) => instance(pick(p.shapes), p.whole))],
  ["two forms at once", (p) => any(p) && p.shapes.filter(isObject).length > 1, put((p) =>
    Object.assign({}, ...p.shapes.filter(isObject).map((shape) => instance(shape, p.whole))))],
  // The same, written otherwise.
  ["in brackets or not", (p) => map(p) || list(p), (document, p) => {
    // What stands in brackets has all of it in brackets.
    const isFlow = !p.node.flow;
    for (let at = 0; at <= p.path.length && !isFlow; at += 1) unbracket(document.getIn(p.path.slice(0, at), true));
    p.node.flow = isFlow;
  }],
  ["a comment", any, (_, p) => void (p.node.commentBefore = " A remark: with { signs }, and a # of its own")],
];

const isObject = (shape) => [shape.type].flat().includes("object");
const unbracket = (node) => void (node.flow = false);

function resolved(schema, place) {
  return place.resolve(schema)[0] ?? {};
}

function pad({ node }, count) {
  while (node.items.length < count) node.items.push(node.items[0].clone());
}

/** The places of a document that something can be done to: `{ path, node, shapes, whole }`. */
export function places(document, whole, { alternatives, below }) {
  const found = [];
  const resolve = (schema) => alternatives(schema, whole);
  const look = (node, path, shapes) => {
    if (node === null || node === undefined) return;
    found.push({ node, path, shapes, whole, resolve });
    if (isMap(node)) {
      for (const item of node.items) {
        if (isPair(item) && isScalar(item.key)) look(item.value, [...path, item.key.value], below(shapes, item.key.value, whole));
      }
    }
    if (isSeq(node)) node.items.forEach((item, at) => look(item, [...path, at], below(shapes, at, whole)));
  };
  look(document.contents, [], resolve(whole));
  return found;
}
