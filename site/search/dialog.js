// The dialog: what is asked, shown, chosen and remembered.
const byId = (id) => document.getElementById(`site-search${id ? `-${id}` : ""}`);
const dialog = byId(""), input = byId("input"), list = byId("results"), status = byId("status");
const systemBox = byId("system"), kindBox = byId("kinds"), start = byId("start"), elsewhere = byId("elsewhere");
const all = Array.from(systemBox.options, (option) => option.value).filter(Boolean);
// Results on screen before more are asked for.
const PAGE = 10;
// Places under a result before more are asked for.
const SPOTS = 4;
// Milliseconds after which loading is said.
const PATIENCE = 150;
let kind = "", chosen = -1, asking = 0, isAwaited = false, shown = { groups: [], query: queryOf("") }, count = PAGE, isLeaving = false;

function element(tag, name, text) {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (text) made.textContent = text;
  return made;
}

function button(name, text, press) {
  const made = element("button", name, text);
  made.type = "button";
  made.addEventListener("click", press);
  return made;
}

const ids = () => systemBox.value ? [systemBox.value] : all;
const titleOf = (id) => Array.from(systemBox.options).find((option) => option.value === id).textContent;
const kindOf = (hit) => hit.book.kinds[hit.book.kind[hit.document]];

// ---- asking
async function search() {
  const turn = ++asking, query = queryOf(input.value);
  isAwaited = false;
  rememberAsked(input.value.trim());
  list.setAttribute("aria-busy", "true");
  // What was asked before this does not say that it waits.
  const late = setTimeout(() => { if (turn === asking) status.textContent = say("loading"); }, PATIENCE);
  try {
    const books = await Promise.all(ids().map(bookOf));
    if (turn !== asking) return;
    if (!query.words.length && !query.filters.length) return showStart(books);
    const unknown = query.filters.length && books.every((book) => unknownFilters(book, query.filters).length) ? unknownFilters(books[0], query.filters) : [];
    if (unknown.length) return showUnknown(unknown[0], books);
    const hits = await find(query, books);
    clearTimeout(late);
    if (turn !== asking) return;
    show(hits, query);
    // Where nothing is found, other games are still asked.
    if (hits.length) list.removeAttribute("aria-busy");
    if (isAwaited && list.children[0]) return follow(list.children[0], false);
    if (!hits.length || isNearest(hits)) await lookElsewhere(query, turn);
    if (!hits.length && turn === asking) showWays();
  } catch (_) {
    if (turn === asking) status.textContent = say("failed");
  } finally {
    clearTimeout(late);
    if (turn === asking) list.removeAttribute("aria-busy");
  }
}

// Only words for the same found something: the book has what comes nearest, and no page that says what was asked.
const isNearest = (hits) => hits.length > 0 && grouped(hits).every((group) => group.some((hit) => hit.also));

// Where the book has nothing, another may: what was written, not what it may be a slip of.
async function lookElsewhere(query, turn) {
  const isNear = shown.groups.length > 0;
  const isMeant = (hit) => !(isNear && hit.also) && (hit.rule || !query.words.length || hit.reads.size && [...hit.reads.values()].every((read) => !read.slip && !read.isKin));
  const others = all.filter((id) => !ids().includes(id));
  const found = await Promise.all(others.map(async (id) => ({ id, groups: grouped((await find(query, [await bookOf(id)])).filter(isMeant)) })));
  if (turn !== asking) return;
  const having = found.filter((one) => one.groups.length);
  if (!having.length) return;
  const games = having.map((one) => titleOf(one.id)).join(", ");
  // Of a question the words that say what is meant.
  const { small } = await bookOf(having[0].id);
  const telling = query.words.filter(({ word }) => !small.has(word)).map(({ word }) => word).join(" ");
  status.textContent = say(shown.groups.length ? "nearest" : "elsewhere", { asked: telling || input.value.trim(), games });
  elsewhere.append(...having.map(({ id, groups }) => {
    const go = button("", `${titleOf(id)} `, () => { systemBox.value = id; search(); input.focus(); });
    go.append(element("span", "count", String(groups.length)));
    return go;
  }));
  elsewhere.hidden = false;
}

// ---- showing
function clear() {
  list.textContent = elsewhere.textContent = start.textContent = kindBox.textContent = "";
  list.hidden = elsewhere.hidden = start.hidden = true;
  input.setAttribute("aria-expanded", "false");
  choose(-1);
}

function show(hits, query) {
  const isFiltering = kindBox.contains(document.activeElement);
  clear();
  // A thing is of the kind of what leads its places: kinds share out what there is.
  const groups = grouped(hits), kinds = new Map();
  groups.forEach(([first]) => kinds.set(kindOf(first), (kinds.get(kindOf(first)) || 0) + 1));
  if (!kinds.has(kind)) kind = "";
  const isOfKind = (hit) => kindOf(hit) === kind;
  shown = { query, groups: kind ? groups.filter(([first]) => isOfKind(first)).map((group) => group.filter(isOfKind)) : groups };
  count = PAGE;
  showKinds(kinds, groups.length);
  // The buttons are new; the focus stays where it was.
  if (isFiltering) kindBox.querySelector("[aria-pressed=true]")?.focus();
  status.textContent = told(shown.groups.length, query, hits);
  if (!shown.groups.length) return;
  showPage(0);
  list.hidden = false;
  list.scrollTop = 0;
  input.setAttribute("aria-expanded", "true");
  choose(0);
}

function told(number, query, hits) {
  if (!number) return say("nothing", { asked: input.value.trim() });
  const slips = new Set();
  hits.slice(0, 5).forEach((hit) => hit.reads.forEach((read, typed) => { if (read.slip) slips.add(say("read_as", { typed, word: read.slip })); }));
  const results = say(slips.size ? "results_read" : "results", { count: number, words: [...slips].slice(0, 2).join(", ") });
  const unheard = unheardOf(query, hits);
  return unheard.length ? say("unheard", { results, words: unheard.map((word) => say("quoted", { text: word })).join(", ") }) : results;
}

// Words that were asked for and are nowhere; who reads on should know that they were passed over.
function unheardOf(query, hits) {
  const read = new Set(hits.flatMap((hit) => [...hit.reads.keys()]));
  const isRead = (word) => [...read].some((other) => word.includes(other) || other.includes(word));
  return query.words.map((one) => one.word).filter((word) => read.size && !hits[0].book.small.has(word) && !isRead(word)).slice(0, 3);
}

function showPage(from) {
  list.querySelector(".result-more")?.remove();
  shown.groups.slice(from, count).forEach((group) => showGroup(group));
  const left = shown.groups.length - count;
  if (left > 0) {
    const more = option(element("div", "result-more", say("more", { count: left })));
    more.addEventListener("click", showMore);
    list.append(more);
  }
}

function showMore() {
  const from = count, at = chosen;
  count += PAGE * 2;
  showPage(from);
  choose(at);
}

// For ids that no two options have.
let made = 0;
function option(one) {
  one.id = `site-search-result-${made++}`;
  one.tabIndex = -1;
  one.setAttribute("role", "option");
  one.setAttribute("aria-selected", "false");
  return one;
}

function link(name, hit) {
  const one = option(element("a", name));
  const [page, spot] = addressOf(hit).split("#"), words = toMark(hit, shown.query);
  one.href = `${root}${hit.book.id}/${page ? `${page}/` : ""}index.html${words ? `?${MARK}=${encodeURIComponent(words).replace(/%20/g, "+")}` : ""}${spot ? `#${spot}` : ""}`;
  return one;
}

function place(hit) {
  const where = [kindOf(hit)];
  if (hit.book.in[hit.document]) where.push(hit.book.in[hit.document]);
  if (ids().length > 1) where.unshift(hit.book.title);
  return where.join(" · ");
}

function showGroup(group) {
  const [hit, ...others] = group, { book, document } = hit;
  const one = link("result", hit), head = element("span", "result-head"), name = element("b", "result-name");
  const asked = askedIn(hit);
  marked(name, book.name[document], asked, book.lang);
  head.append(name);
  // What is asked for and stands in the name needs no other reason.
  const isNamed = hit.reads.size > 0 && [...hit.reads.keys()].every((word) => ` ${book.written[document]}`.includes(` ${word}`));
  const other = !isNamed && group.find((other) => other.also !== undefined && !book.name[document].includes(book.also[other.document][other.also]));
  if (other) {
    const isName = other.also < book.names[other.document];
    const [before, behind] = say(isName ? "also_called" : "found_by").split("{name}");
    const called = element("span", "result-also", before);
    called.append(element("mark", "", book.also[other.document][other.also]), behind);
    head.append(called);
  }
  if (hit.rule) head.append(element("mark", "result-rule", hit.rule));
  const snippet = element("span", "result-snippet");
  one.append(head, element("span", "result-place", place(hit)), snippet);
  list.append(one);
  Promise.resolve(textOf(book, document)).then((text) => marked(snippet, cut(text, asked, book.lang), asked, book.lang), () => {});
  const spot = (other) => {
    const line = link("result-spot", other);
    line.append(element("span", "result-spot-name", book.name[other.document]), element("span", "result-place", place(other)));
    return line;
  };
  list.append(...others.slice(0, SPOTS).map(spot));
  if (others.length <= SPOTS) return;
  const more = option(element("div", "result-spot result-others", say("places", { count: others.length - SPOTS })));
  more.addEventListener("click", () => {
    const at = chosen;
    more.replaceWith(...others.slice(SPOTS).map(spot));
    choose(at);
  });
  list.append(more);
}

function showKinds(kinds, total) {
  // One result under several kinds leaves nothing to choose.
  if (kinds.size < 2 || total < 2) return;
  [["", say("all"), total], ...[...kinds].map(([name, number]) => [name, name, number])].forEach(([value, name, number]) => {
    const one = button("", `${name} `, () => { kind = value; search(); });
    one.setAttribute("aria-pressed", String(kind === value));
    one.append(element("span", "count", String(number)));
    kindBox.append(one);
  });
  // The line may be longer than the dialog.
  kindBox.querySelector("[aria-pressed=true]").scrollIntoView({ block: "nearest", inline: "nearest" });
}

// ---- choosing
function choose(next) {
  const items = list.children;
  items[chosen]?.setAttribute("aria-selected", "false");
  list.querySelectorAll("[aria-selected=true]").forEach((one) => one.setAttribute("aria-selected", "false"));
  chosen = items[next] ? next : -1;
  if (chosen < 0) return input.removeAttribute("aria-activedescendant");
  items[chosen].setAttribute("aria-selected", "true");
  items[chosen].scrollIntoView({ block: "nearest" });
  input.setAttribute("aria-activedescendant", items[chosen].id);
}

function follow(one, isAside) {
  if (!one.href) return one.click();
  leave();
  if (isAside) window.open(one.href, "_blank", "noopener");
  else {
    isLeaving = true;
    dialog.close();
    location.href = one.href;
  }
}

// What was asked is remembered when it led somewhere.
function leave() {
  const asked = input.value.trim();
  if (asked) keepRecent([asked, ...recent().filter((one) => one !== asked)]);
}

input.addEventListener("input", search);
systemBox.addEventListener("change", search);
input.addEventListener("keydown", (event) => {
  const items = list.children, number = items.length;
  if (event.isComposing) return;
  if (event.key === "ArrowDown" && number) choose((chosen + 1) % number);
  else if (event.key === "ArrowUp" && number) choose((chosen + number - 1) % number);
  // Who is faster than the loading goes to the first result when it is there.
  else if (event.key === "Enter" && list.hasAttribute("aria-busy")) isAwaited = true;
  else if (event.key === "Enter" && items[chosen]) follow(items[chosen], event.ctrlKey || event.metaKey);
  else return;
  event.preventDefault();
});
list.addEventListener("click", (event) => {
  if (!event.target.closest("a")) return;
  leave();
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  // A spot on this very page: nothing may be loaded, so the search has to go by itself.
  isLeaving = true;
  dialog.close();
});

// ---- the address
let writing = 0;
function rememberAsked(asked) {
  clearTimeout(writing);
  writing = setTimeout(() => { if (dialog.open) inAddress("q", asked); }, 250);
}
dialog.addEventListener("close", () => {
  clearTimeout(writing);
  // The way back from a result leads to what was asked; who closes the search is done with it.
  inAddress("q", isLeaving ? input.value.trim() : "");
  isLeaving = false;
});

window.makereadySearch = {
  index: (id, raw) => deliver(`${id}.js`, readBook(id, raw)),
  texts: (id, part, lines) => deliver(`${id}-${part}.js`, lines),
  fields: (id, table) => deliver(`${id}-fields.js`, table),
  words: (lang, stems) => deliver(lang, new Set(stems.split(" "))),
  open: search,
  mark,
  // What the browser suite drives without the dialog.
  inside: { stem, stemsOf, joinedOf, queryOf, bookOf, textsOf, fieldsOf, find, grouped, addressOf },
};
