// Books as they can be searched, and how they come here: indexes, texts and fields are classic scripts that call
// makereadySearch.index, .texts and .fields, since a page on a disk may not fetch.
const root = document.documentElement.dataset.root || "";
// Path -> what waits for it.
const arrived = new Map();
// BM25: how soon a repeated word stops counting.
const K1 = 1.2;
// BM25: how much a long text is penalized; the usual value is 0.75.
const LENGTH_NORM = 0.5;
// What a word counts there, where 1 is one in the text.
const IN_NAME = 7, IN_ALSO = 6, IN_CONTEXT = 1.2;
// What the rarest word counts at most.
const SCALE = 63;

// Loads a script once, by its path without the hash in its name. What it brings is given to `deliver` by the call in it.
function ask(path, file = `assets/search/${path}`) {
  const known = arrived.get(path);
  if (known) return known.promise;
  const waiting = {};
  waiting.promise = new Promise((done, failed) => {
    waiting.done = done;
    const script = document.createElement("script");
    script.src = root + file;
    script.onerror = () => { arrived.delete(path); failed(new Error(path)); };
    document.head.append(script);
  });
  arrived.set(path, waiting);
  return waiting.promise;
}

function deliver(path, value) {
  if (arrived.has(path)) arrived.get(path).done(value);
}

const bookOf = (id) => ask(`${id}.js`);

// The values of the fields of a book, each with the documents that have it.
const fieldsOf = (book) => ask(`${book.id}-fields.js`, `assets/search/${book.filters}`);

// The part of the texts that a document is in.
function partOf(book, document) {
  let low = 0, high = book.parts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (book.parts[middle] <= document) low = middle;
    else high = middle - 1;
  }
  return low;
}

// The text of a document: now if it is there, else a promise of it.
function textOf(book, document) {
  const part = partOf(book, document), lines = book.texts[part];
  if (lines) return lines[document - book.parts[part]];
  // `files` has a dot before the digits of the hash of each part.
  const digits = book.files.split(".")[part + 1];
  return ask(`${book.id}-${part}.js`, `assets/search/${book.id}-${part}.${digits}.js`).then((lines) => {
    book.texts[part] = lines;
    return lines[document - book.parts[part]];
  });
}

// The texts of documents, once all of them are there.
const textsOf = (book, documents) => Promise.all(documents.map((document) => textOf(book, document)));

// Words as addresses have them, as `slug` in crates/faces/src/order.rs makes them.
function slug(words) {
  return words.normalize("NFC").toLowerCase().replace(/[^\p{Alphabetic}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
}

function addresses(lines, names) {
  let before = "";
  return lines.map((line, i) => {
    const cut = Math.max(line.lastIndexOf("/"), line.lastIndexOf("#")) + 1;
    if (cut) before = line.slice(0, cut);
    return (before + (line.slice(cut) || slug(names[i]))).replace(/^\//, "");
  });
}

function contexts(lines) {
  let last = "";
  return lines.map((line) => last = line === "-" ? "" : line || last);
}

function rules(lines) {
  let last = "";
  return lines.map((line) => line.split(" ").filter(Boolean).map((rule) => {
    const whole = rule.startsWith("-") ? last + rule : rule;
    last = whole.slice(0, Math.max(0, whole.lastIndexOf("-")));
    return whole;
  }));
}

function readBook(id, raw) {
  const lines = (text) => text.split("\n");
  const name = lines(raw.name);
  let last = "";
  const words = raw.words.split(" ").filter(Boolean).map((coded) => last = last.slice(0, VALUE.get(coded[0])) + coded.slice(1));
  const bits = bitsOf(raw.postings);
  const found = new Map();
  for (const word of words) {
    const documents = new Uint16Array(bits.gamma()), counts = new Uint8Array(documents.length);
    bits.rising(documents, 0, documents.length, 0, name.length);
    for (let i = 0; i < counts.length; i++) counts[i] = bits.unary(4);
    found.set(word, { documents, counts });
  }
  const lengths = Array.from(raw.lengths, (digit) => 2 ** (VALUE.get(digit) / 5) - 1);
  const book = {
    id, name, words, found,
    title: raw.title,
    lang: raw.lang,
    kinds: raw.kinds,
    kind: Array.from(raw.kind, (digit) => VALUE.get(digit)),
    also: lines(raw.also).map((line) => line.split("|").filter(Boolean)),
    // How many of these are names that the book has; by the others it is only found.
    names: lines(raw.also).map((line) => line.split("||")[0].split("|").filter(Boolean).length),
    at: addresses(lines(raw.at), name),
    in: contexts(lines(raw.in)),
    rules: rules(lines(raw.rules)),
    small: new Set(raw.small.split(" ").flatMap((word) => [word, stem(word, raw.lang)])),
    fields: raw.fields.split(" ").filter(Boolean).map((name) => name.replace("#", "")),
    figures: raw.fields.split(" ").filter((name) => name.endsWith("#")).map((name) => name.slice(0, -1)),
    parts: raw.parts,
    files: raw.files,
    filters: raw.filters,
    norm: lengths.map((length) => length * name.length / lengths.reduce((sum, one) => sum + one, 1)),
    texts: [],
    weights: new Map(),
    tokens: new Map(),
  };
  readNames(book);
  return book;
}

// What is known from names: their stems, what they are called besides, and how words in them are written.
function readNames(book) {
  book.surfaces = new Map(); // word -> stem
  book.named = new Map(); // stem -> document -> weight
  book.titled = new Map(); // stem -> the names, and what documents are called besides, with it
  const count = (text, document, weight) => [...wordsOf(text), ...joinedOf(text)].forEach((word) => {
    const one = stem(word, book.lang);
    if (weight > IN_CONTEXT) book.surfaces.set(word, one);
    if (!book.named.has(one)) book.named.set(one, new Map());
    const documents = book.named.get(one);
    documents.set(document, (documents.get(document) || 0) + weight);
  });
  book.isPart = partsOf(book);
  book.name.forEach((name, document) => {
    if (!book.isPart[document]) count(name, document, IN_NAME);
    book.also[document].forEach((also) => count(also, document, IN_ALSO));
    count(book.in[document], document, IN_CONTEXT);
    book.rules[document].slice(0, 1).forEach((rule) => count(rule, document, 3));
  });
  book.written = book.name.map((name) => wordsOf(name).join(" "));
  book.plain = book.name.map((name) => stemsOf(name, book.lang).join(" "));
  book.plainAlso = book.also.map((names) => names.map((name) => large(book, stemsOf(name, book.lang)).join(" ")));
  book.name.forEach((_, document) => {
    if (!book.isPart[document]) addTitle(book, document, large(book, book.plain[document].split(" ")), book.name[document]);
    book.plainAlso[document].forEach((also, i) => addTitle(book, document, also.split(" "), book.also[document][i]));
  });
  book.things = thingsOf(book);
  // Where each thing stands. Sections of chapters that have a name in common, and no entry, are none.
  book.places = new Map();
  book.things.forEach((thing, document) => book.places.set(thing, [...book.places.get(thing) || [], document]));
  book.places.forEach((documents, thing) => { if (documents.every((one) => book.at[one].startsWith("rules/"))) book.places.delete(thing); });
}

// Which documents are parts of a page with no name but that of the page.
function partsOf(book) {
  const pages = new Map();
  book.at.forEach((at, document) => { if (!at.includes("#")) pages.set(at, book.name[document]); });
  return book.at.map((at, document) => at.includes("#") && pages.get(at.split("#")[0]) === book.name[document]);
}

function addTitle(book, document, stems, text) {
  const different = new Set(stems), title = { document, text, size: different.size };
  different.forEach((one) => {
    if (!book.titled.has(one)) book.titled.set(one, []);
    book.titled.get(one).push(title);
  });
}

// Stems without small ones, unless there are no others.
function large(book, stems) {
  const left = stems.filter((one) => !book.small.has(one));
  return left.length ? left : stems;
}

// The name of the thing that each document is about: what has the same name is one thing, and so are the section of a rule and the
// one entry that rests on it, and a word of the glossary with another name that an entry has.
function thingsOf(book) {
  const names = new Set(), byRule = new Map();
  book.plain.forEach((name, document) => {
    const [kind] = book.at[document].split("/"), [rule] = book.rules[document];
    if (kind === "rules" || kind.startsWith("glossary")) return;
    names.add(name);
    if (rule && kind !== "rulings") byRule.set(rule, byRule.has(rule) ? "" : name);
  });
  return book.plain.map((name, document) => {
    const at = book.at[document], [rule] = book.rules[document];
    if (at.startsWith("rules/")) return rule && at.endsWith(`#${rule}`) && byRule.get(rule) || name;
    if (!at.startsWith("glossary")) return name;
    return names.has(name) ? name : book.plainAlso[document].find((also) => also.length > 2 && names.has(also)) || name;
  });
}

const isKnown = (book, one) => book.found.has(one) || book.named.has(one);

// How rare a stem is: nearly nothing for one that is everywhere.
function rarity(book, count) {
  const all = book.name.length;
  return Math.log(1 + (all - count + 0.5) / (count + 0.5));
}

// What a stem counts in each document that has it.
function weightsOf(book, one) {
  const known = book.weights.get(one);
  if (known) return known;
  const sums = new Map(book.named.get(one));
  const { documents, counts } = book.found.get(one) || { documents: [], counts: [] };
  for (let i = 0; i < counts.length; i++) sums.set(documents[i], (sums.get(documents[i]) || 0) + counts[i]);
  const rare = rarity(book, sums.size), scale = SCALE * rare / rarity(book, 1) / (K1 + 1);
  sums.forEach((sum, document) => {
    sums.set(document, scale * sum * (K1 + 1) / (sum + K1 * (1 - LENGTH_NORM + LENGTH_NORM * book.norm[document])));
  });
  const weights = { of: sums, rare };
  book.weights.set(one, weights);
  return weights;
}
