// What the dialog shows while nothing is asked: earlier searches, how to ask, and the filters that there are.
// Several sites may stand on one host, or on one disk.
const RECENT = `makeready-searches:${new URL(root || "./", location.href).pathname}`, MOST_RECENT = 8;
function recent() {
  try {
    const kept = JSON.parse(localStorage.getItem(RECENT) || "[]");
    return Array.isArray(kept) ? kept.filter((one) => typeof one === "string").slice(0, MOST_RECENT) : [];
  } catch (_) { return []; }
}
function keepRecent(searches) {
  try {
    if (searches.length) localStorage.setItem(RECENT, JSON.stringify(searches.slice(0, MOST_RECENT)));
    else localStorage.removeItem(RECENT);
  } catch (_) { /* storage may be forbidden: then nothing is remembered */ }
}

function askFor(text) {
  input.value = text;
  input.focus();
  search();
}

function showStart(books) {
  clear();
  kind = "";
  status.textContent = "";
  const searches = recent();
  if (searches.length) {
    const lines = element("div", "search-chips");
    lines.append(...searches.map((text) => button("", text, () => askFor(text))), button("quiet", say("forget"), () => { keepRecent([]); search(); input.focus(); }));
    start.append(element("h2", "", say("searched")), lines);
  }
  start.append(element("h2", "", say("there_is")), kindChips(books));
  start.append(element("h2", "", say("how")));
  const help = element("ul", "search-help");
  const line = (sample, text) => {
    const one = element("li");
    one.append(button("sample", sample, () => askFor(sample)), ` ${text}`);
    help.append(one);
  };
  const name = books[0].name.find((one, i) => /^\p{L}+ \p{L}+$/u.test(one) && !books[0].at[i].startsWith("rules/"));
  if (name) line(`"${name.toLowerCase()}"`, say("phrase"));
  const kinds = books[0].kinds, ofRules = books[0].kind[books[0].at.findIndex((at) => at.startsWith("rules/"))];
  const kindName = kinds.find((_, i) => i !== ofRules) || kinds[0] || "";
  line(`${say("type")}:${kindName.toLowerCase().split(" ")[0]}`, say("of_type"));
  const fields = fieldNames(books);
  const [figure] = books[0].figures;
  if (figure) line(`${figure}:>1`, say("figure"));
  start.append(help);
  if (fields.length) start.append(fieldList(fields, say("all_filters")));
  start.hidden = false;
}

// A button for each kind of things that the books have, which asks for all of them. A kind of two words goes by its folder.
function kindChips(books) {
  const chips = element("div", "search-chips"), seen = new Set();
  books.forEach((book) => book.kinds.forEach((name, kind) => {
    const first = book.kind.indexOf(kind);
    if (seen.has(name) || first < 0) return;
    seen.add(name);
    const word = /^\S+$/u.test(name) ? name.toLowerCase() : book.at[first].split(/[/#]/)[0];
    chips.append(button("", name, () => askFor(`${say("type")}:${word}`)));
  }));
  return chips;
}

// Where nothing was found: ways that need no words.
function showWays() {
  const ways = element("div", "search-chips");
  // Of all books together there is no such page.
  if (document.documentElement.dataset.book) {
    const all = element("a", "", say("all_names"));
    all.href = document.getElementById("site-search-open").href;
    ways.append(all);
  }
  ways.append(button("", say("how"), () => { askFor(""); }));
  start.append(ways);
  start.hidden = false;
}

// A field that is called as types are could not be asked for.
const fieldNames = (books) => [...new Set(books.flatMap((book) => book.fields))].filter((name) => !TYPES.includes(name));

// Those that most is found by come first; the others when they are asked for.
const MOST_FIELDS = 10;
function fieldList(fields, title) {
  const more = element("details"), chips = element("div", "search-chips");
  const chip = (name) => button("", `${name}:`, () => {
    input.value = `${input.value.replace(/\S+:\S*$/u, "").trim()} ${name}:`.trimStart();
    input.focus();
  });
  const left = fields.slice(MOST_FIELDS);
  chips.append(...[say("type"), ...fields.slice(0, MOST_FIELDS)].map(chip));
  if (left.length) {
    const others = button("quiet", say("more_filters", { count: left.length }), () => {
      const rest = left.map(chip);
      others.replaceWith(...rest);
      rest[0].focus();
    });
    chips.append(others);
  }
  more.append(element("summary", "", title), chips);
  return more;
}

function showUnknown(name, books) {
  clear();
  status.textContent = say("unknown_filter", { filter: name });
  const list = fieldList(fieldNames(books), say("filters"));
  list.open = true;
  start.append(list);
  start.hidden = false;
}
