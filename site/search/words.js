// The words of texts, as crates/site/src/search/words.rs cuts them for the index.
const stemsKnown = new Map();

function wordsOf(text) {
  const lower = text.toLowerCase().replace(/['’]s/g, " ").normalize("NFD").replace(/[\u0300-\u036f]/g, "").replace(/ø/g, "o");
  return lower.match(/[\p{L}\p{N}]+/gu) || [];
}

// The same stem for the same word is asked for again and again.
function stem(word) {
  let known = stemsKnown.get(word);
  if (known === undefined) stemsKnown.set(word, known = stemOf(word));
  return known;
}

function stemsOf(text) {
  return wordsOf(text).map(stem);
}

// Whether a word of a text is one that was asked for: of the same stem, or, of a word that may go on, with this beginning.
function isAsked(written, asked) {
  return wordsOf(written).some((word) => asked.some((one) => stem(word) === one.stem || one.word.length > 2 && one.isOpen && word.startsWith(one.word)));
}
