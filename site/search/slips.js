// Slips of the pen.

// Edits between what was typed and a word. A swap of neighbors is one edit. Gives up above `most`.
function edits(typed, word, most) {
  if (Math.abs(word.length - typed.length) > most) return most + 1;
  let before = [], last = Array.from({ length: word.length + 1 }, (_, j) => j);
  for (let i = 1; i <= typed.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= word.length; j++) {
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (typed[i - 1] === word[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1]) row[j] = Math.min(row[j], before[j - 2] + 1);
      least = Math.min(least, row[j]);
    }
    if (least > most) return most + 1;
    before = last;
    last = row;
  }
  return last[word.length];
}

// How much further away a word is of which only the stem is known.
const LESS = 0.1;

// How many slips a word may have: in a short one any other word is near.
const allowed = (word) => /\d/.test(word) || word.length < 4 ? 0 : word.length < 9 ? 1 : 2;

// In a word of four letters a letter was forgotten, doubled or has changed places: another letter makes another word.
const isOtherWord = (written, word) => written.length === 4 && word.length === 4 && inOrder(written) !== inOrder(word);

const inOrder = (word) => Array.from(word).sort().join("");

// The words that a word may have been meant to be: those that are nearest, by stem, with the number of edits. Few mistake the first
// letter, and many words differ in it alone, so it has to be right.
function meant(book, typed) {
  const nearest = new Map();
  let closest = 2 + LESS;
  const look = (written, word, target, more = 0) => {
    const most = Math.min(Math.ceil(closest), allowed(written));
    if (most === 0 || word.length < 4 || word[0] !== written[0] || isOtherWord(written, word)) return;
    // The right letters in a wrong order are one slip, however far they have gone.
    const away = (inOrder(written) === inOrder(word) && written !== word ? 1 : edits(written, word, most)) + more;
    if (away > most + more || away > closest || away === more) return;
    // Less than before: what was found until now is further away.
    if (away < closest) nearest.clear();
    closest = away;
    nearest.set(target, { away, word });
  };
  // Names as they are written; other words by their stems, since the index has no more of them.
  book.surfaces.forEach((target, word) => look(typed, word, target));
  const stemmed = stem(typed, book.lang);
  book.words.forEach((word) => { if (!nearest.has(word)) look(stemmed, word, word, LESS); });
  return nearest;
}

// What may stand at the end of a word that is made of another.
const MADE_OF = /^(?:a|abl|age|al|an|anc|ant|ari|at|e|ed|en|enc|ent|er|est|ful|hood|i|ial|ian|ic|if|ing|ion|ish|ism|ist|it|iti|iv|ive|iz|less|li|ment|ness|o|or|ori|ous|s|sion|t|th|tion|ure|y|n|r)+$/;

// The stem of the book that is nearest of kin to one that it lacks: its beginning, or one that parts from it at the end only, as
// `perceiv` and `percept` do.
function related(book, one) {
  const shared = (word) => {
    let at = 0;
    while (at < word.length && word[at] === one[at]) at++;
    return at;
  };
  let best = "", most = 3;
  for (const word of book.words) {
    const at = shared(word), behind = one.length - at;
    const isBeginning = at === word.length && behind < Math.min(at, 5) && MADE_OF.test(one.slice(at)), isKin = at > 4 && behind < 3 && word.length - at < 3;
    if (at > most && (isBeginning || isKin)) { best = word; most = at; }
  }
  return best ? [best] : [];
}
