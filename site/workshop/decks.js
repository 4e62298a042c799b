// Decks: which cards, how many of each and whose, printed, and saved as the deck list that `makeready cards --deck` prints.

const MOST_CARDS_OF_ONE = 99;

function deckBench({ engine, press, opened, state, changed, cast, readings, alive }) {
  const asked = Object.fromEntries(state);
  const counts = new Map((asked.cards ?? "").split(",").filter(Boolean).map((one) => one.split("*")).map(([id, count]) => [id, countOf(count)]));
  // Where nothing was asked for there is one of each.
  let areUsual = asked.cards === undefined;
  const chosen = { who: cast.has(asked.who ?? "") ? asked.who : "", size: asked.size ?? "", back: asked.back ?? "", flip: ["short", "none"].includes(asked.flip) ? asked.flip : "long", fill: asked.fill === "true" };
  // The cards, or why there are none.
  let cards = [], failed = "";
  let seen = "";
  const list = el("div", { class: "bench-deck" });
  const total = el("p", { class: "bench-note", role: "status" });
  const picture = cardPicture(press, () => ({ card: seen, ...ofWho(), ...(chosen.size ? { size: chosen.size } : {}) }));

  const numberOf = (id) => counts.get(id) ?? (areUsual ? 1 : 0);
  const ofWho = () => (chosen.who ? { who: cast.who(chosen.who) } : {});
  const name = () => (chosen.who ? cast.idOf(chosen.who) : "blank");
  // The file of somebody who is in no game, or other than there: the list names them, and it goes with it.
  const people = () => (chosen.who && !cast.isOfGame(chosen.who) ? { people: [cast.who(chosen.who).text] } : {});
  function update() {
    const many = cards.reduce((sum, { id }) => sum + numberOf(id), 0);
    total.textContent = text("cards_in_all", { count: many });
    const written = areUsual && counts.size === 0 ? [] : [["cards", cards.filter(({ id }) => numberOf(id) > 0).map(({ id }) => `${id}*${numberOf(id)}`).join(",")]];
    changed(new URLSearchParams([["who", chosen.who], ...written, ...["size", "back"].filter((key) => chosen[key]).map((key) => [key, chosen[key]]), ["flip", chosen.flip], ["fill", String(chosen.fill)]]));
  }

  // The list when the cards are there: those of somebody who has just been chosen may be on their way.
  const listNow = async (title) => {
    await loaded;
    if (failed) throw new Error(failed);
    return deckList(title);
  };

  async function saveList() {
    // The tab shows the error already.
    const written = await listNow().catch(() => "");
    if (written) saved(`deck-${name()}.yaml`, written);
  }

  // The deck list: cards that follow one another in the same number share a line. JSON is YAML.
  function deckList(title) {
    const lines = [];
    for (const { id } of cards) {
      const count = numberOf(id);
      if (count === 0) continue;
      const last = lines.at(-1);
      if (last?.count === count) last.ids.push(id);
      else lines.push({ count, ids: [id] });
    }
    const head = ["format_version: 1", `system: ${opened.system}`, ...(title ? [`title: ${JSON.stringify(title)}`] : []), ...["size", "back"].filter((key) => chosen[key]).map((key) => `${key}: ${chosen[key]}`), ...(chosen.fill ? ["fill: true"] : []), "cards:"];
    const line = ({ count, ids }) => [`  - only: [${ids.join(", ")}]`, ...(chosen.who ? [`    whose: ${cast.idOf(chosen.who)}`] : []), ...(count > 1 ? [`    copies: ${count}`] : [])].join("\n");
    return `${head.join("\n")}\n${lines.map(line).join("\n")}\n`;
  }

  function drawList() {
    const families = new Map();
    for (const card of cards) families.set(card.family_name, [...(families.get(card.family_name) ?? []), card]);
    list.replaceChildren(...[...families].map(([family, of]) => el("fieldset", {}, el("legend", {}, family || text("other_cards")),
      of.map((card) => {
        const id = newId();
        const label = card.name || text("to_write_on");
        return el("div", { class: "bench-count" },
          el("label", { for: id }, label),
          Press.isThere && el("button", { type: "button", "aria-label": text("show_card", { name: label }), click: ({ target }) => { seen = card.id; showBeside(target.closest(".bench-count")); picture.draw(); } }, text("show")),
          el("input", { id, type: "number", min: 0, max: MOST_CARDS_OF_ONE, value: numberOf(card.id), input: ({ target }) => { counts.set(card.id, countOf(target.value)); update(); } }));
      }))));
  }
  // Where the form is above the list, a picture in it would be out of sight.
  function showBeside(row) {
    if (matchMedia("(min-width: 62rem)").matches) place.replaceChildren(picture.node);
    else row.after(picture.node);
  }
  // Pictures have a height when they are there.
  picture.node.addEventListener("load", () => picture.node.scrollIntoView({ block: "nearest" }), true);
  const place = el("div");

  // What the deck is saved as for other programs.
  function savesOf() {
    const address = newId();
    const where = el("input", { id: address, value: typeof chosenPrint.pictures === "string" ? chosenPrint.pictures : "", autocomplete: "off", spellcheck: "false", "aria-describedby": `${address}-note`, input: ({ target }) => { chosenPrint.pictures = target.value; choose(PRINT_STORE, chosenPrint); } });
    const whereField = el("div", { class: "bench-field" }, el("label", { for: address }, text("tabletop_address")), where, el("small", { id: `${address}-note` }, text("tabletop_address_note")));
    const title = () => [opened.name, chosen.who && cast.nameOf(chosen.who)].filter(Boolean).join(", ");
    // A card each, however many copies there are.
    const documents = async () => {
      await loaded;
      const only = cards.filter(({ id }) => numberOf(id) > 0).map(({ id }) => id);
      if (only.length === 0) return { refused: [text("cards_in_all", { count: 0 })] };
      const answer = await engine.ask({ ask: "cards", only, ...ofWho() });
      return answer.done ? { of: answer.done.map((card) => ({ document: cardDocument(card), properties: propertiesOfCard(card) })) } : answer;
    };
    const forTabletop = async (heard) => {
      const answer = await press.ask({ ask: "tabletop", list: await listNow(title()), ...people(), name: name(), address: where.value }, heard);
      if (!answer.done) return answer;
      const bytes = filesOf(answer.done.files.map(([, length]) => length), answer.made);
      const files = answer.done.files.map(([path], at) => [path, bytes[at]]);
      const readme = text(where.value.trim() ? "tabletop_readme_at" : "tabletop_readme", { name: title(), address: where.value.trim() });
      return { name: `tabletop-simulator-${name()}.zip`, content: zipped([["README.txt", readme], ...files]), type: ZIP_TYPE, notes: answer.done.notes };
    };
    return saveMenu(press, [
      { label: text("save_tabletop"), note: text("tabletop_note"), more: whereField, isPrinted: true, make: forTabletop },
      ...documentChoices({ system: opened.system, kind: "kind_card", name: () => `cards-${name()}`, title, documents }),
    ]);
  }

  const printCards = (asked) => printBar(press, [{ id: "cards", label: text("print_cards"), what: async () => ({ deck: { list: await listNow(), ...people(), name: name(), flip: chosen.flip } }) }], { asked });
  let prints = printCards();
  const ask = newest(
    () => engine.ask({ ask: "deck", ...ofWho() }, { alive }),
    (answer) => {
      cards = answer.done ?? [];
      failed = answer.done ? "" : faultsOf(answer).join("; ");
      if (!answer.done) return void list.replaceChildren(faultList(faultsOf(answer)));
      drawList();
      update();
      // What a page of the book asks to print, once the cards are there.
      if (asked.print) prints.replaceWith(prints = printCards(asked.print));
      delete asked.print;
    },
  );
  let loaded = Promise.resolve();
  const load = () => { loaded = ask(); };
  const all = (count) => { areUsual = false; cards.forEach(({ id }) => counts.set(id, count)); drawList(); update(); };
  const select = (label, key, options) => {
    const id = newId();
    return el("div", { class: "bench-field" }, el("label", { for: id }, label),
      el("select", { id, change: ({ target }) => { chosen[key] = target.value; update(); if (picture.isShown && key === "size") picture.draw(); } },
        options.map(([value, name]) => el("option", { value, selected: value === chosen[key] }, name))));
  };
  const whoChoice = el("select", { id: newId(), change: ({ target }) => { chosen.who = target.value; load(); update(); } }, cast.options([["", text("blank_cards")]], chosen.who));
  cast.subscribe((key) => {
    if (chosen.who && !cast.has(chosen.who)) chosen.who = "";
    whoChoice.replaceChildren(...cast.options([["", text("blank_cards")]], chosen.who));
    if (key === undefined || key === chosen.who) load();
  }, alive);
  readings.subscribe(() => { load(); if (picture.isShown) picture.draw(); }, alive);
  load();
  return el("div", { class: "bench-parts" },
    el("div", { class: "bench-form" },
      el("div", { class: "bench-field" }, el("label", { for: whoChoice.id }, text("whose_cards")), whoChoice),
      select(text("card_size"), "size", [["", text("as_campaign")], ...printing.sizes]),
      select(text("card_back"), "back", [["", text("usual_back")], ...printing.backs.map(([id, name]) => [id, id === "none" ? text("no_back") : name])]),
      select(text("flip"), "flip", [["long", text("flip_long")], ["short", text("flip_short")], ["none", text("flip_none")]]),
      el("label", { class: "bench-tick" }, el("input", { type: "checkbox", checked: chosen.fill, change: ({ target }) => { chosen.fill = target.checked; update(); } }), text("fill_sheet")),
      el("p", { class: "bench-do" },
        el("button", { type: "button", click: () => all(1) }, text("one_of_each")), el("button", { type: "button", click: () => all(0) }, text("none_of_them"))),
      total,
      prints,
      el("p", { class: "bench-do" }, el("button", { type: "button", click: saveList }, text("save_list"))),
      savesOf(),
      place),
    list);
}

const countOf = (value) => Math.min(Math.max(Math.trunc(Number(value)) || 0, 0), MOST_CARDS_OF_ONE);
