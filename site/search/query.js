// What was asked: words, phrases in quotes, and filters such as level:2.
const FILTER = /(^|\s)(\p{L}[\p{L}\p{N}-]*):("[^"]*"?|[^\s"]+)/gu;
const PHRASE = /["“”„]([^"“”„]*)["“”„]?/g;

// `words` are those of phrases as well, in their order; `phrases` are lists of stems of a language.
function queryOf(asked, lang = PAGE_LANG) {
  const filters = [], phrases = [];
  const rest = asked.replace(FILTER, (_, before, name, value) => {
    filters.push({ name: name.toLowerCase(), value: value.replace(/"/g, "").trim() });
    return before;
  });
  const plain = rest.replace(PHRASE, (_, words) => {
    if (wordsOf(words).length) phrases.push(stemsOf(words, lang));
    return ` ${words} `;
  });
  const isOpen = /[\p{L}\p{N}]$/u.test(rest);
  const all = wordsOf(plain).slice(0, 16);
  const words = all.map((word, i) => ({ word, stem: stem(word, lang), isOpen: isOpen && i === all.length - 1 }));
  joinedOf(plain).forEach((joined) => {
    const first = words.find((_, i) => all.slice(i).some((_, j) => all.slice(i, i + j + 1).join("") === joined && j > 0));
    if (first) first.joined = joined;
  });
  return { asked, lang, text: plain.trim(), words, phrases, filters };
}

// The words that say what is meant, as a book has them: small words count where there is nothing else, what is written in one or in two
// words is read as the book writes it.
async function weighty(book, asked) {
  const words = asJoined(book, asked);
  // A single letter is yet no word.
  const isLetter = ({ word, stem, isOpen }) => isOpen && word.length === 1 && words.length > 1 && !isKnown(book, stem);
  const telling = words.filter((one) => !book.small.has(one.word) && !isLetter(one));
  const left = telling.length ? telling : words;
  const read = [];
  for (let i = 0; i < left.length; i++) {
    const one = left[i], next = left[i + 1];
    const joined = next && stem(one.word + next.word, book.lang);
    if (joined && isKnown(book, joined) && !(isKnown(book, one.stem) && isKnown(book, next.stem))) {
      read.push({ word: one.word + next.word, stem: joined, isOpen: next.isOpen });
      i++;
    } else read.push(...await parted(book, one));
  }
  return read.filter((one, i) => read.findIndex((other) => other.stem === one.stem) === i).slice(0, 10);
}

// What was asked with a hyphen or an apostrophe, such as `re-roll`, is one word where the book knows it as one and parts of it say nothing.
function asJoined(book, words) {
  const read = [];
  for (let i = 0; i < words.length; i++) {
    const { joined } = words[i];
    let end = i, whole = words[i].word;
    while (joined && whole !== joined && end + 1 < words.length) whole += words[++end].word;
    const parts = words.slice(i, end + 1), one = joined && stem(joined, book.lang);
    const isTelling = ({ word, stem }) => word.length > 2 && !book.small.has(word) && isKnown(book, stem);
    if (joined && whole === joined && isKnown(book, one) && !parts.every(isTelling)) {
      read.push({ word: joined, stem: one, isOpen: words[end].isOpen });
      i = end;
    } else read.push(words[i]);
  }
  return read;
}

// A word that the book writes as two, where it has none that may have been meant.
async function parted(book, one) {
  if (isKnown(book, one.stem) || one.word.length < 7) return [one];
  const isWord = (part) => part.length > 2 && !book.small.has(part) && isKnown(book, stem(part, book.lang));
  for (let at = 3; at <= one.word.length - 3; at++) {
    const parts = [one.word.slice(0, at), one.word.slice(at)];
    if (!parts.every(isWord) || meant(book, one.word).size) continue;
    const stems = parts.map((part) => stem(part, book.lang));
    if (await isPhrase(book, stems)) return parts.map((word, i) => ({ word, stem: stems[i], isOpen: false }));
  }
  return [one];
}
