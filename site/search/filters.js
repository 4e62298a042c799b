// Filters: type:action ap:<3 range:2..5 family:offense. Their names are those of the fields of the book.
const TYPES = ["type", "kind", say("type")];
const LIMIT = /^(<=|>=|<|>|=|≤|≥)?\s*([+−-]?\d+(?:\.\d+)?)(?:\.\.\s*([+−-]?\d+(?:\.\d+)?))?$/u;
const numberOf = (text) => Number(text.replace("−", "-"));

// What a filter asks of a value: the first number in it, or words that it has to have.
function wish(asked, lang) {
  const limit = LIMIT.exec(asked);
  if (!limit) {
    const stems = stemsOf(asked, lang);
    return (value) => {
      const words = wordsOf(value), known = words.map((word) => stem(word, lang));
      return stems.every((one, i) => known.includes(one) || words.some((word) => word.startsWith(wordsOf(asked)[i])));
    };
  }
  const [, sign, from, to] = limit, least = numberOf(from);
  return (value) => {
    const figure = /[+−-]?\d+(?:\.\d+)?/u.exec(value);
    if (!figure) return false;
    const number = numberOf(figure[0]);
    if (to !== undefined) return number >= least && number <= numberOf(to);
    return { "<": number < least, "<=": number <= least, "≤": number <= least, ">": number > least, ">=": number >= least, "≥": number >= least }[sign] ?? number === least;
  };
}

// The field that a name stands for: its own, or the only one that begins so.
function fieldOf(book, name) {
  if (book.fields.includes(name)) return name;
  const begun = book.fields.filter((field) => field.startsWith(name));
  return begun.length === 1 ? begun[0] : undefined;
}

// Filters that a book does not have.
function unknownFilters(book, filters) {
  return filters.filter((one) => !TYPES.includes(one.name) && !fieldOf(book, one.name)).map((one) => one.name);
}

// The documents that pass all filters; undefined where there are none.
async function passing(book, filters) {
  if (!filters.length) return undefined;
  const needsFields = filters.some((one) => !TYPES.includes(one.name));
  const table = needsFields ? await fieldsOf(book) : {};
  let left;
  for (const { name, value } of filters) {
    const fits = wish(value, book.lang), passed = new Set();
    if (TYPES.includes(name)) {
      book.kind.forEach((kind, document) => {
        if (fits(book.kinds[kind]) || fits(book.at[document].split("/")[0])) passed.add(document);
      });
    } else {
      const values = table[fieldOf(book, name)] || {};
      Object.keys(values).filter(fits).forEach((one) => values[one].forEach((document) => passed.add(document)));
    }
    left = left ? new Set([...left].filter((document) => passed.has(document))) : passed;
  }
  return left;
}
