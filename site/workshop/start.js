// Opens the engine and puts the benches on the page. Which one is open, and what is filled in there, stands behind the `#` of
// the address: it never leaves the device, and a link with it opens the same.

const BENCHES = {
  odds: { make: oddsBench, tab: "tab_odds", isThere: ({ checks }) => checks.length > 0 },
  people: { make: peopleBench, tab: "tab_people", isThere: ({ people }) => people.length > 0 },
  abilities: { make: abilityBench, tab: "tab_abilities", isThere: ({ building }) => building && building.keywords.length > 0 },
  npcs: { make: npcBench, tab: "tab_npcs", isThere: ({ npcs }) => npcs && npcs.archetypes.length > 0 },
  decks: { make: deckBench, tab: "tab_decks", isThere: () => Press.isThere },
  rulings: { make: rulingBench, tab: "tab_rulings", isThere: ({ rulings }) => rulings.length > 0 },
  own: { make: ownBench, tab: "tab_own", isThere: () => Press.isThere },
};

// Puts the benches on the page, for the published game or for one that was brought. `ground` has what any engine is made of.
function begin(engine, opened, ground) {
  const press = new Press(engine, ground);
  // One that nobody asks any more would go on keeping its game.
  if (begin.engine !== engine) begin.engine?.close();
  begin.engine = engine;
  isOfSite = ground.isOfSite === true;
  removeEventListener("hashchange", begin.read);
  const names = Object.keys(BENCHES).filter((name) => BENCHES[name].isThere(opened));
  const tabs = names.map((name) => el("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `bench-of-${name}`, click: () => open(name) }, text(BENCHES[name].tab)));
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
      const changed = (params) => { panel.dataset.state = String(params); if (current === name) write(); };
      panel.replaceChildren(BENCHES[name].make({ engine, press, opened, state, changed, ground }));
    }
    write();
  }
  // The last entry of the history changes with what is filled in: one step back leaves the workshop.
  function write() {
    written = `#${current}?${panels[names.indexOf(current)].dataset.state ?? ""}`;
    history.replaceState(null, "", written);
  }
  function read() {
    if (location.hash === written) return;
    const [name, state = ""] = location.hash.slice(1).split(/\?(.*)/s);
    open(names.includes(name) ? name : names[0], new URLSearchParams(state), true);
  }
  home.replaceChildren(list, ...panels, keptPanel(opened));
  begin.read = read;
  addEventListener("hashchange", read);
  read();
}

async function start() {
  const { root } = document.documentElement.dataset;
  home.replaceChildren(el("p", { class: "bench-note", role: "status" }, text("opening")));
  try {
    const [opened] = await Promise.all([begun.opened, script(root + home.dataset.names)]);
    await changeAsKept(begun, opened);
    begin(begun, opened, { ...published, isOfSite: true, example: home.dataset });
  } catch (error) {
    home.replaceChildren(faultList([text("not_opened"), error.message]));
  }
}
start();
