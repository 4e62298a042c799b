// All that is kept on the device of this game, in one place, where it can be forgotten again.

const STORES = ["people", "abilities", "npcs", "rulings"];

function keptPanel(opened, alive) {
  const stores = STORES.map((what) => [what, Store.of(what, opened.place)]);
  // Each store with its entries: key, name, and the tab that it belongs to.
  const all = () => stores.flatMap(([what, store]) => store.keys().map((key) => {
    const one = store.get(key), ruling = what === "rulings" && opened.rulings.find(({ id }) => id === key)?.name;
    return { store, key, tab: text(`tab_${what}`), name: ruling || nameIn(String(one?.file ?? one)) || text(`tab_${what}`) };
  }));
  // What the pages of a site are about stays: the published game.
  const forget = (entries) => entries.forEach(({ store, key }) => store.remove(key));
  const panel = el("details", { class: "bench-kept-all", hidden: true });
  const draw = () => {
    const entries = all();
    panel.hidden = entries.length === 0;
    panel.replaceChildren(
      el("summary", {}, text("kept_here", { count: entries.length })),
      el("ul", { class: "bench-held" }, entries.map((one) => el("li", {}, el("span", {}, one.name, " ", el("small", {}, one.tab)),
        el("button", { type: "button", "aria-label": text("forget", { name: one.name }), click: () => forget([one]) }, text("remove"))))),
      el("p", { class: "bench-do" }, sureButton(text("forget_everything"), () => forget(all()), { sure: text("forget_sure") })));
  };
  draw();
  stores.forEach(([, store]) => store.subscribe(draw, alive));
  return panel;
}
