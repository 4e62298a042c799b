// The words of texts, as crates/site/src/search/words.rs cuts them for the index.
// Language -> word -> stem.
const stemsKnown = new Map();
const PAGE_LANG = document.documentElement.lang.split("-")[0];
const say = window.makereadyWords;

const STROKES = { ł: "l", đ: "d", ø: "o", ß: "ss" };
const JOINED = /\p{L}+(?:[-\u2010\u2011'’]\p{L}+)+/gu;

const folded = (text) => text.toLowerCase().replace(/['’]s(?![\p{L}\p{N}])/gu, " ").normalize("NFD").replace(/[\u0300-\u036f]/g, "").replace(/[łđøß]/g, (letter) => STROKES[letter]);

const wordsOf = (text) => folded(text).match(/[\p{L}\p{N}]+/gu) || [];

// What hyphens and apostrophes join, as one word each: `reroll` for `re-roll`, `oneil` for `O'Neil`.
const joinedOf = (text) => (folded(text).match(JOINED) || []).map((word) => word.replace(/\P{L}+/gu, ""));

// The same stem for the same word is asked for again and again.
function stem(word, lang) {
  if (!Object.hasOwn(STEMMERS, lang)) return word;
  if (!stemsKnown.has(lang)) stemsKnown.set(lang, new Map());
  const stems = stemsKnown.get(lang);
  let known = stems.get(word);
  if (known === undefined) stems.set(word, known = STEMMERS[lang](word));
  return known;
}

function stemsOf(text, lang) {
  return wordsOf(text).map((word) => stem(word, lang));
}

// Whether one of these words is one that was asked for: of the same stem, or, of a word that may go on, with this beginning.
function isOneAsked(words, asked, lang) {
  return words.some((word) => asked.some((one) => stem(word, lang) === one.stem || one.word.length > 2 && one.isOpen && word.startsWith(one.word)));
}

const isAsked = (written, asked, lang) => isOneAsked(wordsOf(written), asked, lang);

// Where a text has what was asked for, each with its place: words, or what a hyphen or an apostrophe joins where it is asked for as one.
function askedAt(text, asked, lang) {
  const found = [];
  for (const { 0: whole, index } of text.matchAll(/[\p{L}\p{N}]+(?:[-\u2010\u2011'’]\p{L}+)*/gu)) {
    if (isOneAsked(joinedOf(whole), asked, lang)) found.push({ written: whole, index });
    else for (const { 0: written, index: at } of whole.matchAll(/[\p{L}\p{N}]+/gu)) {
      if (isAsked(written, asked, lang)) found.push({ written, index: index + at });
    }
  }
  return found;
}
