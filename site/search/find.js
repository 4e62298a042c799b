// Finding: what is asked, in what there is, and how much each matters.
const NOISE = 0.08; // what is that far below the best is noise
const BEGUN = 0.6; // how sure it is that a word is only begun which the book has as it is
const NEAR = 16; // so many texts are looked into for words that stand together
const UNHEARD = 0.4; // how much a word counts that is nowhere, of what it would as the rarest
const KIND_OF = 14, PLAINEST = 6; // what is added to a kind of what was asked, and to the plainest of them
const NAME_WITHIN = 12, ALSO_WITHIN = 24; // what a whole name adds that is part of the question
const ENOUGH = 0.35; // of what was asked, by how rare its words are: less is no answer
const TOGETHER = 0.5; // what it adds when all of them do

// Stems that a word may stand for, each with how sure that is.
function candidates(book, one) {
  const found = new Map();
  const isWhole = isKnown(book, one.stem);
  if (isWhole) found.set(one.stem, { sure: 1 });
  if (one.word.length > 1 && (one.isOpen || !isWhole)) {
    const begin = (word, target) => {
      if (!found.has(target) && word.startsWith(one.word)) found.set(target, { sure: (isWhole ? BEGUN : 1) * (0.5 + 0.4 * one.word.length / word.length) });
    };
    book.surfaces.forEach((target, word) => begin(word, target));
    book.words.forEach((word) => begin(word, word));
  }
  // Nothing is a slip that the book has, or that begins what it has.
  if (!found.size) meant(book, one.word).forEach(({ away, word }, target) => found.set(target, { sure: 0.62 - 0.18 * (away - 1), slip: word }));
  if (!found.size) related(book, one.stem).forEach((word) => found.set(word, { sure: 0.6, slip: word }));
  return found;
}

// The documents with the words that were asked for: document -> score and how its words were read.
function scored(book, words) {
  const hits = new Map();
  let total = 0;
  for (const one of words) {
    const best = new Map();
    let rarest = 0;
    candidates(book, one).forEach(({ sure, slip }, target) => {
      const { of, rare } = weightsOf(book, target);
      rarest = Math.max(rarest, rare * sure);
      of.forEach((weight, document) => {
        const value = weight * sure;
        if (!(best.get(document)?.value >= value)) best.set(document, { value, target, slip, rare });
      });
    });
    // A word that is nowhere would have said most; but a question has words that no book has.
    total += rarest || UNHEARD * rarity(book, 0);
    best.forEach(({ value, target, slip, rare }, document) => {
      if (!hits.has(document)) hits.set(document, { document, sum: 0, share: 0, reads: new Map() });
      const hit = hits.get(document);
      hit.sum += value;
      hit.share += Math.min(rare, rarest);
      hit.reads.set(one.word, { stem: target, slip });
    });
  }
  hits.forEach((hit) => { hit.share /= total; });
  return hits;
}

// Whether a name of several words stands in what was asked.
const isPart = (name, asked) => name.includes(" ") && ` ${asked} `.includes(` ${name} `);

// How well the name of a document is what was asked, beyond the words in it.
function byName(book, hit, query) {
  const { document } = hit, name = book.plain[document], whole = query.words.map((one) => one.stem).join(" "), typed = query.words.map((one) => one.word).join(" ");
  const isEntry = !book.at[document].startsWith("rules/");
  const short = large(book, query.words.map((one) => one.stem)).join(" ");
  let score = 0;
  if (!whole) return score;
  if (name === whole) score += isEntry ? 80 : 66;
  // A question about it: `what is aggro`.
  else if (name === short) score += isEntry ? 60 : 50;
  else if (name.startsWith(`${whole} `)) score += 16;
  else if (book.written[document].startsWith(typed)) score += 22 * typed.length / book.written[document].length;
  else if (isPart(name, whole)) score += NAME_WITHIN;
  // Of what has one stem the one as it was written comes first.
  if (book.name[document].toLowerCase() === query.text.toLowerCase()) score += 12;
  book.plainAlso[document].forEach((also, i) => {
    if (also === name) return;
    // A short name that stands in a longer one is only a part of it.
    if (also === short && ` ${name} `.includes(` ${short} `)) score += 30;
    else if (also === short) { hit.also = i; score += isEntry ? 52 : 44; }
    else if (isPart(also, short)) { hit.also = i; score += ALSO_WITHIN; }
    else if (hit.also === undefined && short.length > 1 && also.startsWith(short)) { hit.also = i; score += 8; }
  });
  const slips = [...hit.reads.values()].filter((read) => read.slip);
  if (slips.length) {
    const mended = query.words.map((one) => hit.reads.get(one.word)?.stem || one.stem).join(" ");
    if (mended === name) score += isEntry ? 26 : 18;
  }
  return score;
}

// What one does that is a kind of what was asked, `Basic Attack` for `attack`, with what that adds. Of several the book speaks most
// often of the plainest.
function kindsOf(book, query) {
  const kinds = new Map(), asked = ` ${query.words.map((one) => one.stem).join(" ")}`;
  let plainest, most = 0;
  book.plain.forEach((name, i) => {
    if (!book.at[i].startsWith("actions/") || !name.endsWith(asked)) return;
    kinds.set(i, KIND_OF);
    const times = Math.min(...name.slice(0, -asked.length).split(" ").map((one) => weightsOf(book, one).of.size));
    if (times > most) { most = times; plainest = i; }
  });
  if (most) kinds.set(plainest, KIND_OF + PLAINEST);
  return kinds;
}

// A rule ID, or the beginning of one, written with or without dashes.
function byRule(book, query, hits) {
  const asked = query.text.toUpperCase().replace(/[\s_]+/g, "-");
  if (asked.length < 3 || !/^[A-Z]/.test(asked)) return;
  const isId = /^[A-Z]+-/.test(asked) || /-?\d+$/.test(asked);
  book.rules.forEach((rules, document) => rules.forEach((rule) => {
    const tail = rule.slice(rule.indexOf("-") + 1), isWhole = rule === asked || tail === asked;
    if (!isWhole && !(isId && (rule.startsWith(asked) || tail.startsWith(asked)))) return;
    if (!hits.has(document)) hits.set(document, { book, document, score: 0, reads: new Map() });
    const hit = hits.get(document);
    if (!hit.rule || rule === asked) hit.rule = rule;
    hit.score = Math.max(hit.score, (isWhole ? 120 : 40) + (book.at[document].startsWith("rules/") ? 2 : 0));
  }));
}

// The stems of a document in their order, with its names before them.
function tokensOf(book, document, text) {
  let tokens = book.tokens.get(document);
  if (!tokens) book.tokens.set(document, tokens = [book.name[document], ...book.also[document], text].flatMap((part) => [...stemsOf(part, book.lang), ""]));
  return tokens;
}

// Where each stem stands.
function placesOf(tokens, stems) {
  const places = new Map(stems.map((one) => [one, []]));
  tokens.forEach((token, at) => places.get(token)?.push(at));
  return places;
}

// From 0 to 1: how near to each other the words stand that were asked for side by side.
function nearness(tokens, stems) {
  const places = placesOf(tokens, stems);
  let sum = 0;
  for (let i = 1; i < stems.length; i++) {
    let least = Infinity;
    for (const a of places.get(stems[i - 1])) for (const b of places.get(stems[i])) least = Math.min(least, b > a ? b - a : a - b + 1);
    sum += least === 1 ? 1 : least < 4 ? 0.6 : least < 10 ? 0.3 : 0;
  }
  return sum / (stems.length - 1);
}

function hasPhrase(tokens, phrase) {
  return tokens.some((_, at) => phrase.every((one, i) => tokens[at + i] === one));
}

// Only what has every phrase, word for word.
async function withPhrases(book, phrases, hits) {
  const isCertain = (document, one) => weightsOf(book, one).of.has(document);
  const likely = hits.filter((hit) => phrases.every((phrase) => phrase.every((one) => book.small.has(one) || isCertain(hit.document, one))));
  const texts = await textsOf(book, likely.map((hit) => hit.document));
  return likely.filter((hit, i) => phrases.every((phrase) => hasPhrase(tokensOf(book, hit.document, texts[i]), phrase)));
}

const byScore = (a, b) => b.score - a.score || a.book.id.localeCompare(b.book.id) || a.document - b.document;

async function lookedInto(book, words, hits) {
  if (words.length < 2) return;
  const first = hits.sort(byScore).slice(0, NEAR);
  const texts = await textsOf(book, first.map((hit) => hit.document));
  first.forEach((hit, i) => {
    const stems = words.map((one) => hit.reads.get(one.word)?.stem || one.stem);
    hit.score *= 1 + TOGETHER * nearness(tokensOf(book, hit.document, texts[i]), stems);
  });
}

// A slip is read in one way, as by what answers best: two readings side by side answer nobody.
function readOneWay(hits) {
  const best = hits.reduce((best, hit) => best && byScore(best, hit) < 0 ? best : hit, undefined);
  const isOther = ([word, { stem, slip }]) => slip && best.reads.has(word) && best.reads.get(word).stem !== stem;
  return hits.filter((hit) => ![...hit.reads].some(isOther));
}

// What a book has, best first.
// A question is read in the language of the book.
async function findIn(book, asked) {
  const query = asked.lang === book.lang ? asked : queryOf(asked.asked, book.lang);
  const allowed = await passing(book, query.filters);
  if (!query.words.length) {
    return [...allowed || []].map((document) => ({ book, document, score: 1, reads: new Map() }));
  }
  const words = weighty(book, query.words);
  const hits = scored(book, words), kinds = kindsOf(book, query);
  hits.forEach((hit, document) => {
    hit.book = book;
    if (hit.share < ENOUGH) { hits.delete(document); return; }
    hit.score = hit.sum / words.length * hit.share ** 2;
    // There is a ruling on nearly everything: who asks for the thing wants the thing first, who asks for more may want the ruling.
    if (words.length === 1 && book.at[document].startsWith("rulings/")) hit.score *= 0.65;
    hit.score += byName(book, hit, query) + (kinds.get(document) || 0);
  });
  if (!query.phrases.length) byRule(book, query, hits);
  let found = [...hits.values()].filter((hit) => !allowed || allowed.has(hit.document));
  if (query.phrases.length) found = await withPhrases(book, query.phrases, found);
  await lookedInto(book, words, found);
  return readOneWay(found);
}

// What several books have, best first and without noise.
async function find(query, books) {
  const found = (await Promise.all(books.map((book) => findIn(book, query)))).flat().sort(byScore);
  const least = found.length ? found[0].score * NOISE : 0;
  const loud = found.filter((hit) => hit.score >= least);
  return query.filters.length || query.phrases.length ? loud : loud.concat(companions(loud));
}

// The further places of the things that were found: whoever finds a thing by one of its names wants to see where else it stands.
function companions(hits) {
  const known = new Set(hits.map((hit) => `${hit.book.id} ${hit.document}`)), more = [];
  for (const { book, document } of hits) {
    for (const other of book.places.get(book.things[document]) || []) {
      const key = `${book.id} ${other}`;
      if (known.has(key)) continue;
      known.add(key);
      more.push({ book, document: other, score: 0, reads: new Map() });
    }
  }
  return more;
}

// Hits on one thing as one, with all its places: the best first, and the others under it.
function grouped(hits) {
  const groups = new Map();
  for (const hit of hits) {
    const key = `${hit.book.id} ${hit.book.things[hit.document]}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(hit);
  }
  return [...groups.values()].map(led);
}

// The page of a thing leads its places, unless another was asked for by its rule, or answers far better.
function led(group) {
  const [best] = group;
  const isPage = ({ book, document }) => !/^(rules|rulings|glossary)\b/.test(book.at[document]);
  const page = best.rule ? undefined : group.find((hit) => isPage(hit) && hit.score > best.score / 2);
  return page ? [page, ...group.filter((hit) => hit !== page)] : group;
}

// The address of a hit from the folder of its book. A rule inside a section has an address of its own.
function addressOf(hit) {
  const at = hit.book.at[hit.document];
  return hit.rule && at.startsWith("rules/") ? `${at.split("#")[0]}#${hit.rule}` : at;
}
