// Opens the engine and puts the benches on the page. Which one is open, and what is filled in there, stands behind the `#` of
// the address: it never leaves the device, and a link with it opens the same.

const BENCHES = {
  odds: { make: oddsBench, tab: "tab_odds", isThere: ({ checks }) => checks.length > 0 },
  people: { make: peopleBench, tab: "tab_people", isThere: () => true },
  abilities: { make: abilityBench, tab: "tab_abilities", isThere: ({ building }) => building && building.keywords.length > 0 },
  npcs: { make: npcBench, tab: "tab_npcs", isThere: ({ npcs }) => npcs && npcs.archetypes.length > 0 },
  decks: { make: deckBench, tab: "tab_decks", isThere: () => Press.isThere },
  rulings: { make: rulingBench, tab: "tab_rulings", isThere: ({ rulings }) => rulings.length > 0 },
  own: { make: ownBench, tab: "tab_own", isThere: () => Press.isThere },
};

// What an address says: the bench, what is filled in there, and the readings that it carries.
function wanted() {
  const [name, said = ""] = location.hash.slice(1).split(/\?(.*)/s);
  const state = new URLSearchParams(said), carried = state.get(RULINGS) ?? "";
  state.delete(RULINGS);
  // Links of earlier editions name them one by one.
  const named = name === "rulings" ? [...state].filter(([id]) => id !== "ruling") : [];
  named.forEach(([id]) => state.delete(id));
  return { name, state, carried: [carried, ...named.map((one) => one.join(":"))].filter(Boolean).join(",") };
}

// Draws all tabs for a game: the published one, or one that the reader opened. `opened.place` says where its changes are stored.
// `ground` has what any engine is made of.
async function begin(engine, opened, ground) {
  const press = Press.of(engine, ground);
  // One that nobody asks any more would go on keeping its game.
  if (begin.engine && begin.engine !== engine) {
    begin.engine.close();
    begin.press.close();
  }
  Object.assign(begin, { engine, press });
  isOfSite = ground.isOfSite === true;
  if (!isOfSite) nameGame(opened.name);
  removeEventListener("hashchange", begin.read);
  begin.life?.abort();
  const { signal } = begin.life = new AbortController(), lives = new Map();
  const cast = new Cast(opened), readings = begin.readings = new Readings(engine, opened, wanted().carried, signal);
  if (readings.others().length > 0) await readings.decide();
  const names = Object.keys(BENCHES).filter((name) => BENCHES[name].isThere(opened));
  const tabs = names.map((name) => el("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `bench-of-${name}`, click: () => go(name) }, text(BENCHES[name].tab)));
  const panels = names.map((name) => el("div", { role: "tabpanel", id: `bench-of-${name}`, "aria-labelledby": `tab-${name}`, hidden: true }));
  const list = el("div", { role: "tablist", "aria-label": text("benches"), class: "bench-tabs", keydown: (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = tabs.indexOf(document.activeElement);
    const next = (at + step * (document.dir === "rtl" ? -1 : 1) + tabs.length) % tabs.length;
    tabs[next].focus();
    open(names[next]);
  } }, tabs);
  let current, written;

  // Another bench is a step that can be taken back.
  function go(name) {
    if (name === current) return;
    history.pushState(null, "", location.hash);
    open(name);
  }
  function open(name, state = new URLSearchParams(), isNew = false) {
    names.forEach((one, at) => {
      tabs[at].setAttribute("aria-selected", String(one === name));
      tabs[at].tabIndex = one === name ? 0 : -1;
      panels[at].hidden = one !== name;
      if (one === name) tabs[at].scrollIntoView?.({ block: "nearest", inline: "center" });
    });
    current = name;
    const panel = panels[names.indexOf(name)];
    if (isNew || !panel.firstChild) {
      // The one that it takes the place of hears of nothing any more.
      lives.get(name)?.abort();
      const life = new AbortController();
      lives.set(name, life);
      const alive = AbortSignal.any([signal, life.signal]);
      const changed = (params) => { panel.dataset.state = String(params); if (current === name) write(); };
      panel.replaceChildren(BENCHES[name].make({ engine, press, opened, state, changed, ground, cast, readings, alive }));
    }
    write();
  }
  // What is filled in changes the entry of the history that is shown: where the browser has gone back already and will say so soon,
  // that is another one.
  function write() {
    if (location.hash !== written) return;
    const said = [panels[names.indexOf(current)].dataset.state, readings.carried && String(new URLSearchParams([[RULINGS, readings.carried]]))].filter(Boolean).join("&");
    history.replaceState(null, "", `#${current}?${said}`);
    written = location.hash;
  }
  function read() {
    if (location.hash === written) return;
    written = location.hash;
    const { name, state, carried } = wanted();
    if (carried && readings.carry(carried)) readings.decide();
    const at = names.indexOf(name);
    // One that is as it was left is shown as it is.
    const isAsItWas = at >= 0 && panels[at].firstChild && panels[at].dataset.state === String(state);
    open(at >= 0 ? name : names[0], state, !isAsItWas);
  }
  readings.subscribe(write);
  home.replaceChildren(list, readingsNote(readings, () => go("rulings")), ...panels, keptPanel(opened, signal));
  begin.read = read;
  addEventListener("hashchange", read);
  read();
}

// The page is about another game than that of the site: it says so wherever it named the other.
function nameGame(name) {
  document.title = `${document.querySelector("h1").textContent} · ${name}`;
  document.querySelector(".alone-lede")?.remove();
  for (const one of document.querySelectorAll(".top .brand, .crumbs li:last-child a")) one.textContent = name;
  document.getElementById("site-contents")?.remove();
  document.querySelector(".top .menu")?.remove();
  document.querySelector(".frame")?.classList.add("no-nav");
}

// The first screen of a page without a game: opens one, or begins a new one. It has no tabs.
function showFirst(ground) {
  home.replaceChildren(ownBench({ ground, changed: () => {} }));
  if (location.hash !== CLOSED) return;
  history.replaceState(null, "", "#");
  home.querySelector("summary")?.focus();
}

async function start() {
  const { root } = document.documentElement.dataset;
  const used = usedGame(), ground = { ...published, isOfSite: Boolean(begun), example: home.dataset };
  if (begun || used) home.replaceChildren(el("p", { class: "bench-note", role: "status" }, text("opening")));
  try {
    const [opened] = await Promise.all(begun ? [begun.opened, script(root + home.dataset.names)] : []);
    // One of one's own that was in use comes back.
    const own = used && await useAgain(used, ground).catch(() => false);
    if (own) return;
    if (!begun) return void showFirst(ground);
    opened.place = opened.system;
    await changeAsKept(begun, opened);
    await begin(begun, opened, ground);
  } catch (error) {
    home.replaceChildren(faultList([text("not_opened"), error.message]));
  }
}
start();
