// The words of texts, as crates/site/src/search/words.rs cuts them for the index.
const stemsKnown = new Map(); // language -> word -> stem
const PAGE_LANG = document.documentElement.lang.split("-")[0];
const say = window.deckleWords;

function wordsOf(text) {
  const lower = text.toLowerCase().replace(/['’]s/g, " ").normalize("NFD").replace(/[\u0300-\u036f]/g, "").replace(/ø/g, "o").replace(/ß/g, "ss");
  return lower.match(/[\p{L}\p{N}]+/gu) || [];
}

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

// Whether a word of a text is one that was asked for: of the same stem, or, of a word that may go on, with this beginning.
function isAsked(written, asked, lang) {
  return wordsOf(written).some((word) => asked.some((one) => stem(word, lang) === one.stem || one.word.length > 2 && one.isOpen && word.startsWith(one.word)));
}
