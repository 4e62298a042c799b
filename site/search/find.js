// Finds what is asked for in books, and weighs it.
// How sure it is that another form of a word, or a word of nearly the same sense, was meant.
const FORM = 0.95, SENSE = 0.35;
// How sure it is that a word is only begun which the book has as it is.
const BEGUN = 0.6;
// The worth of a word that any question may have.
const WEAK_WORTH = 0.35;
// The worth of a word that the book lacks, compared with the rarest word; of a common one.
const UNHEARD = 1, PASSED_OVER = 0.4;
// How sure it is that a word was meant which a title has, where its first letter is wrong.
const FIRST_WRONG = 0.6;
// The least share of the question, by how rare its words are, that an answer has; where none has that.
const ENOUGH = 0.35, LITTLE = 0.15;
// What a title adds that has every word of the question and no other.
const TITLE = 30;
// How fast that falls with words that the title lacks, and with further words in it.
const TITLE_SHARE = 1.5, TITLE_FILLED = 0.4, TITLE_WHOLE = 1;
// The worth of texts of people and of examples where several words are asked for.
const SAMPLE = 0.5;
// So many texts are searched for words that stand together.
const NEAR = 8;
// So many words apart is near.
const WINDOW = 12;
// What it adds when all words of the question stand together.
const TOGETHER = 1;
// What is added to a kind of what was asked, and to the plainest of them.
const KIND_OF = 14, PLAINEST = 6;
// What a whole name adds that is part of the question.
const NAME_WITHIN = 12, ALSO_WITHIN = 24;
// Results this far below the best are noise.
const NOISE = 0.08;
// The same where the best has less than this share of the question.
const SURE = 0.6, GUESSED = 0.3;

// Stems that a word may stand for, each with how sure that is.
function candidates(book, one, common) {
  const found = new Map();
  const isWhole = isKnown(book, one.stem);
  if (isWhole) found.set(one.stem, { sure: 1 });
  kinOf(book.lang, one.stem).forEach((sure, kin) => { if (isKnown(book, kin)) found.set(kin, { sure, isKin: true }); });
  // Only the word that is being typed may be a beginning, unless nothing else is known of it.
  if (one.isOpen ? one.word.length > 1 : one.word.length > 2 && !found.size && !common.has(one.stem)) {
    const begin = (word, target) => {
      if (found.has(target) || !word.startsWith(one.word)) return;
      found.set(target, { sure: (isWhole ? BEGUN : 1) * (0.5 + 0.4 * one.word.length / word.length), isBegun: true });
    };
    book.surfaces.forEach((target, word) => begin(word, target));
    book.words.forEach((word) => begin(word, word));
  }
  if (found.size) return found;
  // Nothing is a slip that the book has, that begins what it has, or that is a word of the language.
  if (!isCommon(common, one)) meant(book, one.word).forEach(({ away, word }, target) => found.set(target, { sure: 0.62 - 0.18 * Math.floor(away - 1), slip: word }));
  if (!found.size) related(book, one.stem).forEach((word) => found.set(word, { sure: 0.6, isKin: true }));
  return found;
}

// How a book reads a word of the question: `targets` are stems with how sure each is, `forms` those that are forms of the word or mean
// nearly the same, `rarest` the rarity of the rarest target, `full` what the word counts for in the whole question.
function readingOf(book, one, common, isAlone) {
  const targets = candidates(book, one, common), worth = worthOf(book.lang, one.stem);
  const forms = [...targets].filter(([, { sure, isKin }]) => isKin || sure === 1).map(([target]) => target);
  // What stands for a word that the book has tells no more than the word; of words with one beginning each tells as much as all of them.
  const most = targets.get(one.stem)?.sure === 1 ? weightsOf(book, one.stem).rare : Infinity;
  const begun = [...targets].reduce((sum, [target, { isBegun }]) => sum + (isBegun ? weightsOf(book, target).of.size : 0), 0);
  const mostBegun = begun ? rarity(book, Math.min(begun, book.name.length / 2)) : 0;
  targets.forEach((read, target) => {
    if (read.isKin || read.isBegun) read.sure *= Math.min(1, (read.isBegun ? mostBegun : most) / weightsOf(book, target).rare);
  });
  const rarest = Math.max(0, ...[...targets].map(([target, { sure }]) => weightsOf(book, target).rare * sure));
  // A common word that the book lacks is no beginning of another word, unless nothing else was asked.
  const isHeard = rarest > 0 && (isAlone || forms.length > 0 || !common.has(one.stem));
  const isLittle = common.size === 0 || common.has(one.stem) || one.isOpen && one.word.length < 4;
  const unheard = (isLittle ? PASSED_OVER : UNHEARD) * rarity(book, 0);
  return { word: one.word, worth, targets, forms, rarest, full: worth * (isHeard ? rarest : unheard) };
}

// The documents with the words that were asked for: document -> score and how its words were read.
function scored(book, readings) {
  const hits = new Map(), titles = new Map();
  for (const { word, worth, targets, rarest } of readings) {
    const best = new Map(), inTitles = new Map();
    targets.forEach(({ sure, slip, isKin }, target) => {
      const { of, rare } = weightsOf(book, target), share = Math.min(rare * sure, rarest);
      of.forEach((weight, document) => {
        const value = weight * sure;
        if (!(best.get(document)?.value >= value)) best.set(document, { value, share, target, slip, isKin });
      });
      book.titled.get(target)?.forEach((title) => inTitles.set(title, Math.max(inTitles.get(title) ?? 0, share)));
    });
    best.forEach(({ value, share, target, slip, isKin }, document) => {
      if (!hits.has(document)) hits.set(document, { document, sum: 0, share: 0, title: 0, reads: new Map() });
      const hit = hits.get(document);
      hit.sum += worth * value;
      hit.share += worth * share;
      hit.reads.set(word, { stem: target, slip, isKin });
    });
    inTitles.forEach((share, title) => {
      const { sum, count } = titles.get(title) ?? { sum: 0, count: 0 };
      titles.set(title, { sum: sum + worth * share, count: count + 1 });
    });
  }
  readings.filter(({ targets }) => !targets.size).forEach((reading) => readByTitles(book, reading, titles, hits));
  const sumOf = (key) => readings.reduce((sum, reading) => sum + reading[key], 0), total = sumOf("full"), worth = sumOf("worth");
  titles.forEach(({ sum, count }, { document, size }) => {
    const hit = hits.get(document), filled = Math.min(1, count / size);
    // The question has every word of the title, in any order. The title has several words.
    const power = size > 1 && count >= size ? TITLE_WHOLE : TITLE_SHARE;
    hit.title = Math.max(hit.title, (sum / total) ** power * (1 - TITLE_FILLED + TITLE_FILLED * filled));
  });
  hits.forEach((hit) => { hit.share /= total; hit.sum /= worth; });
  return hits;
}

// A word that is nowhere, also with its first letter wrong, is read as a word of a title that other words were found in.
function readByTitles(book, { word, full }, titles, hits) {
  if (word.length < 4) return;
  titles.forEach((found, { document, text }) => {
    const slip = wordsOf(text).find((written) => written.length > 3 && edits(word, written, 1) < 2);
    if (!slip) return;
    const hit = hits.get(document);
    if (!hit.reads.has(word)) hit.share += full * FIRST_WRONG;
    hit.reads.set(word, { stem: stem(slip, book.lang), slip });
    found.sum += full * FIRST_WRONG;
    found.count++;
  });
}

// Whether a name of several words stands in what was asked.
const isPart = (name, asked) => name.includes(" ") && ` ${asked} `.includes(` ${name} `);

// How well the name of a document is what was asked, beyond the words in it.
function byName(book, hit, query) {
  const { document } = hit, name = book.plain[document], whole = query.words.map((one) => one.stem).join(" "), typed = query.words.map((one) => one.word).join(" ");
  const isEntry = !book.at[document].startsWith("rules/");
  const short = large(book, query.words.map((one) => one.stem)).join(" ");
  let score = 0;
  if (!whole || book.isPart[document]) return score;
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
    const written = query.words.map((one) => hit.reads.get(one.word)?.slip || one.word).join(" ");
    if (written === book.written[document]) score += 14;
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

// From 0 to 1: how much of the question stands together. `wordAt` has, for a stem, the number of the word that it is read for; `counts` has
// what each word counts.
function nearness(tokens, wordAt, counts) {
  const places = counts.map(() => []), order = [];
  tokens.forEach((token, at) => {
    const word = wordAt.get(token);
    if (word === undefined) return;
    places[word].push(at);
    order.push([at, word]);
  });
  let pairs = 0;
  for (let i = 1; i < counts.length; i++) {
    let least = Infinity;
    for (const a of places[i - 1]) for (const b of places[i]) least = Math.min(least, b > a ? b - a : a - b + 1);
    pairs += least === 1 ? 1 : least < 4 ? 0.6 : least < 10 ? 0.3 : 0;
  }
  let most = 0;
  for (let from = 0; from < order.length; from++) {
    const seen = new Set();
    let sum = 0;
    for (let to = from; to < order.length && order[to][0] < order[from][0] + WINDOW; to++) {
      const [, word] = order[to];
      if (!seen.has(word)) { seen.add(word); sum += counts[word]; }
    }
    if (seen.size > 1) most = Math.max(most, sum);
  }
  return (pairs / (counts.length - 1) + most / counts.reduce((sum, one) => sum + one, 0)) / 2;
}

function hasPhrase(tokens, phrase) {
  return tokens.some((_, at) => phrase.every((one, i) => tokens[at + i] === one));
}

// Whether stems stand side by side somewhere.
async function isPhrase(book, stems) {
  const [first, ...others] = stems.map((one) => weightsOf(book, one).of);
  const documents = [...first.keys()].filter((document) => others.every((of) => of.has(document))).slice(0, NEAR);
  const texts = await textsOf(book, documents);
  return documents.some((document, i) => hasPhrase(tokensOf(book, document, texts[i]), stems));
}

// Only what has every phrase, word for word.
async function withPhrases(book, phrases, hits) {
  const isCertain = (document, one) => weightsOf(book, one).of.has(document);
  const likely = hits.filter((hit) => phrases.every((phrase) => phrase.every((one) => book.small.has(one) || isCertain(hit.document, one))));
  const texts = await textsOf(book, likely.map((hit) => hit.document));
  return likely.filter((hit, i) => phrases.every((phrase) => hasPhrase(tokensOf(book, hit.document, texts[i]), phrase)));
}

const byScore = (a, b) => b.score - a.score || a.book.id.localeCompare(b.book.id) || a.document - b.document;

async function lookedInto(book, readings, hits) {
  if (readings.length < 2) return;
  const first = hits.sort(byScore).slice(0, NEAR);
  const texts = await textsOf(book, first.map((hit) => hit.document)), counts = readings.map(({ full }) => full);
  first.forEach((hit, i) => {
    const wordAt = new Map();
    readings.forEach(({ word, forms }, at) => [...forms, hit.reads.get(word)?.stem].forEach((form) => { if (!wordAt.has(form)) wordAt.set(form, at); }));
    hit.score *= 1 + TOGETHER * nearness(tokensOf(book, hit.document, texts[i]), wordAt, counts);
  });
}

// A slip is read in one way, as by what answers best: two readings side by side answer nobody.
function readOneWay(hits) {
  const best = hits.reduce((best, hit) => best && byScore(best, hit) < 0 ? best : hit, undefined);
  const isOther = ([word, { stem, slip }]) => slip && best.reads.has(word) && best.reads.get(word).stem !== stem;
  return hits.filter((hit) => ![...hit.reads].some(isOther));
}

// Who asks a question is answered by the rules, not by people who use them or by worked examples.
const isSample = (book, document) => book.isPart[document] || /^(?:characters|npcs|archetypes)\//.test(book.at[document]);

// What a book has, best first.
// A question is read in the language of the book.
async function findIn(book, asked) {
  const query = asked.lang === book.lang ? asked : queryOf(asked.asked, book.lang);
  const allowed = await passing(book, query.filters);
  if (!query.words.length) {
    return [...allowed || []].map((document) => ({ book, document, score: 1, reads: new Map() }));
  }
  const words = await weighty(book, query.words);
  const common = words.some((one) => !isKnown(book, one.stem)) ? await commonOf(book.lang) : NONE;
  const readings = words.map((one) => readingOf(book, one, common, words.length === 1));
  const hits = scored(book, readings), kinds = kindsOf(book, query);
  const enough = [...hits.values()].some(({ share }) => share >= ENOUGH) ? ENOUGH : LITTLE;
  hits.forEach((hit, document) => {
    hit.book = book;
    if (hit.share < enough) { hits.delete(document); return; }
    hit.score = hit.sum * hit.share ** 2 * (words.length > 1 && isSample(book, document) ? SAMPLE : 1) + TITLE * hit.title;
    // There is a ruling on nearly everything: who asks for the thing wants the thing first, who asks for more may want the ruling.
    if (words.length === 1 && book.at[document].startsWith("rulings/")) hit.score *= 0.65;
    hit.score += byName(book, hit, query) + (kinds.get(document) || 0);
  });
  if (!query.phrases.length) byRule(book, query, hits);
  let found = [...hits.values()].filter((hit) => !allowed || allowed.has(hit.document));
  if (query.phrases.length) found = await withPhrases(book, query.phrases, found);
  await lookedInto(book, readings, found);
  return readOneWay(found);
}

// What several books have, best first and without noise.
async function find(query, books) {
  const found = (await Promise.all(books.map((book) => findIn(book, query)))).flat().sort(byScore);
  const isGuess = found.length > 0 && found[0].share < SURE;
  const least = found.length ? found[0].score * (isGuess ? GUESSED : NOISE) : 0;
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
    const { book, document } = hit, [page] = book.at[document].split("#");
    const isOfPage = page.startsWith("rules/") && !book.places.has(book.things[document]);
    const key = `${book.id} ${isOfPage ? page : book.things[document]}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(hit);
  }
  return [...groups.values()].map(led);
}

// The page of a thing leads its places, unless another was asked for by its rule, or answers far better.
function led(group) {
  const [best] = group;
  const isPage = ({ book, document }) => !/^(rules|rulings|glossary)\b/.test(book.at[document]);
  const leads = ({ book, document, score }) => !book.isPart[document] && score > best.score / 2;
  const page = best.rule ? undefined : group.find((hit) => isPage(hit) && leads(hit)) ?? (best.book.isPart[best.document] ? group.find(leads) : undefined);
  return page ? [page, ...group.filter((hit) => hit !== page)] : group;
}

// The address of a hit from the folder of its book. A rule inside a section has an address of its own.
function addressOf(hit) {
  const at = hit.book.at[hit.document];
  return hit.rule && at.startsWith("rules/") ? `${at.split("#")[0]}#${hit.rule}` : at;
}
