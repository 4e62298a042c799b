// All that is kept on the device of this game, in one place, where it can be forgotten again.

const STORES = ["people", "abilities", "npcs"];

function keptPanel(opened) {
  // Each store with its entries: key, name, and the tab that it belongs to.
  const all = () => STORES.flatMap((what) => {
    const store = `deckle-${what}-${opened.system}`;
    const found = kept(store, what === "npcs" ? [] : {});
    return Object.entries(found).map(([key, one]) => ({ store, key, isList: Array.isArray(found), tab: text(`tab_${what}`), name: nameIn(String(one?.file ?? one)) || text(`tab_${what}`) }));
  });
  const forget = (entries) => {
    for (const store of new Set(entries.map((one) => one.store))) {
      const gone = entries.filter((one) => one.store === store);
      const found = kept(store, gone[0].isList ? [] : {});
      for (const { key } of gone) delete found[key];
      // A list has gaps now.
      keep(store, gone[0].isList ? Object.values(found) : found);
    }
    // Every bench has its own of what was kept.
    location.reload();
  };
  const panel = el("details", { class: "bench-kept-all", hidden: true });
  const draw = () => {
    const entries = all();
    panel.hidden = entries.length === 0;
    let isSure = false;
    const everything = el("button", { type: "button", click: ({ target }) => {
      if (isSure) return forget(all());
      isSure = true;
      target.textContent = text("forget_sure");
    } }, text("forget_everything"));
    panel.replaceChildren(
      el("summary", {}, text("kept_here", { count: entries.length })),
      el("ul", { class: "bench-held" }, entries.map((one) => el("li", {}, el("span", {}, one.name, " ", el("small", {}, one.tab)),
        el("button", { type: "button", "aria-label": text("forget", { name: one.name }), click: () => forget([one]) }, text("remove"))))),
      el("p", { class: "bench-do" }, everything));
  };
  draw();
  // What is kept while the page is open shows up as well.
  panel.addEventListener("kept", draw);
  return panel;
}
