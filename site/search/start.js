// What the dialog shows while nothing is asked: earlier searches, how to ask, and the filters that there are.
const RECENT = "deckle-searches", MOST_RECENT = 8;
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
    lines.append(...searches.map((text) => button("", text, () => askFor(text))), button("quiet", "Empty this list", () => { keepRecent([]); search(); input.focus(); }));
    start.append(element("h2", "", "Searched before"), lines);
  }
  start.append(element("h2", "", "How to ask"));
  const help = element("ul", "search-help");
  const line = (sample, text) => {
    const one = element("li");
    one.append(button("sample", sample, () => askFor(sample)), ` ${text}`);
    help.append(one);
  };
  const name = books[0].name.find((one, i) => /^\p{L}+ \p{L}+$/u.test(one) && !books[0].at[i].startsWith("rules/"));
  if (name) line(`"${name.toLowerCase()}"`, "with quotes: these words side by side");
  line(`type:${books[0].kinds.find((one) => one !== "Rules")?.toLowerCase().split(" ")[0] || "rules"}`, "one kind of thing only");
  const fields = fieldNames(books);
  const [figure] = books[0].figures;
  if (figure) line(`${figure}:>1`, "a figure: also <3, =2 or 2..4; a word works as well");
  start.append(help);
  if (fields.length) start.append(fieldList(fields, "All filters"));
  start.hidden = false;
}

const fieldNames = (books) => [...new Set(books.flatMap((book) => book.fields))];

function fieldList(fields, title) {
  const more = element("details"), chips = element("div", "search-chips");
  chips.append(...["type", ...fields].map((name) => button("", `${name}:`, () => {
    input.value = `${input.value.replace(/\S+:\S*$/u, "").trim()} ${name}:`.trimStart();
    input.focus();
  })));
  more.append(element("summary", "", title), chips);
  return more;
}

function showUnknown(name, books) {
  clear();
  status.textContent = `Nothing found: there is no filter “${name}:” here. These are the ones there are.`;
  const list = fieldList(fieldNames(books), "Filters");
  list.open = true;
  start.append(list);
  start.hidden = false;
}
