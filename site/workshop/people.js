// Characters: a file beside its sheet. What is changed is kept on the device with every key, until it is put back.

function peopleBench({ engine, press, opened, state, changed }) {
  const store = `deckle-people-${opened.system}`;
  const edited = kept(store, {});
  const left = el("div"), right = el("div", { class: "bench-sheet" });
  const pick = newId();

  async function show(id) {
    changed(new URLSearchParams([["who", id]]));
    const answer = await engine.ask({ ask: "written", id }).catch((error) => ({ refused: [error.message] }));
    if (!answer.done) return void left.replaceChildren(faultList(faultsOf(answer)));
    const original = withSystem(answer.done.text);
    const isEdited = typeof edited[id] === "string";
    const back = el("button", { type: "button", disabled: !isEdited, click: () => { delete edited[id]; keep(store, edited); show(id); } }, text("put_back"));
    const written = new Written(isEdited ? edited[id] : original, nameOf(id),
      (file) => engine.ask({ ask: "face", who: { text: file } }),
      drawnSheet,
      (file) => { edited[id] = file; keep(store, edited); back.disabled = false; });
    left.replaceChildren(
      el("p", { class: "bench-do" }, el("button", { type: "button", click: () => saved(`${id}.yaml`, written.text) }, text("save")), back),
      keptWhere(), written.source,
      printBar(press, [
        { label: text("print_sheet"), what: () => ({ sheet: { who: { text: written.text } } }) },
        { label: text("print_cards"), what: () => ({ cards: { who: { text: written.text } } }) },
        { label: text("print_block"), what: () => ({ handouts: { who: [{ text: written.text }], size: "full" } }) },
      ]));
    right.replaceChildren(written.shown);
  }

  // A file that stands outside every game says which one it is of.
  const withSystem = (file) => (/^system:/m.test(file) ? file : file.replace(/^id:/m, `system: ${opened.system}\nid:`));
  const nameOf = (id) => opened.people.find(([one]) => one === id)[1];
  const asked = state.get("who");
  const first = opened.people.some(([id]) => id === asked) ? asked : opened.people[0][0];
  show(first);
  return el("div", { class: "bench-parts bench-wide" },
    el("div", { class: "bench-form" },
      el("div", { class: "bench-field" }, el("label", { for: pick }, text("character")),
        el("select", { id: pick, change: ({ target }) => show(target.value) }, opened.people.map(([id, name]) => el("option", { value: id, selected: id === first }, name)))),
      left),
    right);
}

function drawnSheet(sheet) {
  const sides = [sheet.front, sheet.back].filter((blocks) => blocks.length > 0);
  return el("div", { class: "bench-block prose" }, el("h2", {}, sheet.name), sheet.subtitle && el("p", { class: "bench-role" }, sheet.subtitle),
    el("div", { class: "sheet" }, sides.map((blocks) => el("div", { class: "sheet-side" }, drawnBlocks(blocks))), el("p", { class: "sheet-foot" }, sheet.edition)));
}
