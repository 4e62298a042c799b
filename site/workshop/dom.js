// Elements, made of texts and never of markup.

const { Engine, begun, published, sourceOf, fileAt, script, bytesOf, faultsOf } = window.makereadyEngine;
const home = document.getElementById("workshop");
// The script with the words of a language has them (crates/site/src/workshop_page.rs).
const texts = window.makereadyTexts;
// Where names lead, once that is known.
let entries = {};
window.makereadyNames = (names) => { entries = names; };
const plurals = new Intl.PluralRules(document.documentElement.lang);

// What the workshop says at a key, with its placeholders filled; one that is called `count` chooses the plural.
function text(key, values = {}) {
  const found = texts[key];
  const said = typeof found === "string" ? found : found[plurals.select(values.count)] ?? found.other;
  return said.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));
}
Engine.says = text;

// An element with attributes: functions listen, and what is false or missing is left out. Children are elements and texts.
function el(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function fill(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === undefined || value === null) continue;
    if (typeof value === "function") made.addEventListener(key, value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

// A button for what cannot be taken back: it asks to be pressed once more, as long as nothing else is.
function sureButton(said, act, { sure = text("sure"), ...attributes } = {}) {
  let isSure = false;
  const show = (is, words, label) => {
    isSure = is;
    button.textContent = words;
    if (label) button.setAttribute("aria-label", label);
    else button.removeAttribute("aria-label");
  };
  const button = el("button", { type: "button", ...attributes, blur: () => show(false, said, attributes["aria-label"]), click: () => (isSure ? act() : show(true, sure)) }, said);
  return button;
}

// A box that scrolls, and is a stop for Tab where there is something to scroll.
function scrolling(label, table) {
  const box = el("div", { class: "scroll", role: "group", "aria-label": label || text("page.table") }, table);
  new ResizeObserver(() => { box.tabIndex = box.scrollWidth > box.clientWidth + 1 ? 0 : -1; }).observe(box);
  return box;
}

// Draws what is of another game than that of the site: what it names has no pages here.
let isOfSite = true;
function ofOtherGame(draw) {
  const was = isOfSite;
  isOfSite = false;
  try {
    return draw();
  } finally {
    isOfSite = was;
  }
}

// The same beside what is being filled in, which stays open.
function linkedElsewhere(name) {
  const link = linked(name);
  if (typeof link === "string") return link;
  link.target = "_blank";
  link.append(" ", el("span", { "aria-hidden": "true" }, "↗"), el("span", { class: "sr" }, text("new_tab")));
  return link;
}

// A name, which leads to its page if it has one.
function linked(name) {
  return isOfSite && Object.hasOwn(entries, name) ? el("a", { href: entries[name] }, name) : name;
}

let ids = 0;
const newId = () => `bench-${(ids += 1)}`;

// What is wrong, as a list that is read out.
function faultList(faults) {
  return el("div", { role: "alert" }, el("ul", { class: "bench-faults" }, faults.map((fault) => el("li", {}, fault))));
}

// A file to save.
function saved(name, content, type = "text/plain;charset=utf-8") {
  const address = URL.createObjectURL(new Blob([content], { type }));
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}

// What was chosen last, under a name: for what nobody misses where nothing can be kept.
function choices(name) {
  try {
    const found = JSON.parse(localStorage.getItem(name));
    return found && typeof found === "object" && !Array.isArray(found) ? found : {};
  } catch (_) {
    return {};
  }
}

function choose(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch (_) { /* it holds as long as the page is open */ }
}

// The first of `name`, `name-2`, `name-3` and so on that is not taken.
function numbered(name, isTaken) {
  let id = name;
  for (let number = 2; isTaken(id); number += 1) id = `${name}-${number}`;
  return id;
}

// The options of a choice among what is of the game, what is one's own, and one more; pairs of id and name.
function drawOptions(choice, ofGame, own, more, chosen) {
  const option = ([id, name]) => el("option", { value: id, selected: id === chosen }, name);
  const group = (label, pairs) => pairs.length > 0 && el("optgroup", { label }, pairs.map(option));
  choice.replaceChildren(...(own.length > 0 ? [group(text("of_game"), ofGame), group(text("of_own"), own)] : ofGame.map(option)).filter(Boolean), option([more, text("from_nothing")]));
}

// A function that does nothing while an earlier call of it is running, and returns the promise of that call.
function singly(act) {
  let running;
  return (...given) => (running ??= act(...given).finally(() => { running = undefined; }));
}

// Runs one request at a time: `ask` makes the answer, `show` shows it. Of the requests that arrive meanwhile only the newest runs. Returns a
// function whose promise resolves when the newest answer is shown.
function newest(ask, show) {
  let next = null, running = null;
  async function run() {
    try {
      while (next) {
        const [what] = next;
        next = null;
        show(await ask(what).catch((error) => ({ refused: [error.message] })), what);
      }
    } finally {
      running = null;
    }
  }
  return (what) => {
    next = [what];
    return running ??= run();
  };
}
