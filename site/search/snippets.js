// The words that were asked for, in names and in texts of results.
const askedIn = (hit) => [...hit.reads].flatMap(([word, read]) => [{ word, stem: read.stem, isOpen: true }, { word: read.slip || read.stem, stem: read.stem, isOpen: true }]);

// Text with the words that were searched for in <mark>.
function marked(into, text, asked, lang) {
  let done = 0;
  for (const { written, index } of askedAt(text, asked, lang)) {
    into.append(text.slice(done, index), element("mark", "", written));
    done = index + written.length;
  }
  into.append(text.slice(done));
}

// The part of a text with most of the words.
function cut(text, asked, lang) {
  const LENGTH = 150;
  const hits = askedAt(text, asked, lang).map(({ written, index }) => [index, stem(written.toLowerCase(), lang)]);
  // Where words of a table are found, its cells say less than how the text begins.
  const isTable = (from) => (text.slice(Math.max(0, from - 40), from + LENGTH).match(/ · /g) ?? []).length > 2;
  let best = 0, most = 0;
  for (const [from] of hits.filter(([from]) => !isTable(from))) {
    const near = new Set(hits.filter(([at]) => at >= from && at < from + LENGTH).map(([, one]) => one)).size;
    if (near > most) { most = near; best = from; }
  }
  let from = Math.max(0, best - 40);
  if (from > 0) from = text.indexOf(" ", from) + 1 || from;
  const end = from + LENGTH < text.length ? text.lastIndexOf(" ", from + LENGTH) : text.length;
  return (from > 0 ? "… " : "") + text.slice(from, end) + (end < text.length ? " …" : "");
}
