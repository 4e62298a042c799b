// Abilities: built from keywords in a form, or as they are written; what each part costs, whether it is legal, and the card as it
// prints. One that is changed here is changed on all benches.

// The texts of abilities as they were before they were changed here, by engine and id: path and text.
const originals = new WeakMap();
const originalsOf = (engine) => originals.get(engine) ?? originals.set(engine, new Map()).get(engine);
const pathOfAbility = (opened, id) => `${opened.system}/abilities/${id}.yaml`;

// Changes the game as it was left here the last time. What is not sound stays with its bench.
async function changeAsKept(engine, opened) {
  if (!opened.building) return;
  const files = {};
  for (const [id, file] of Object.entries(kept(`deckle-abilities-${opened.system}`, {}))) {
    if (typeof file !== "string" || !/^[a-z0-9-]{1,64}$/.test(id)) continue;
    const answer = await engine.ask({ ask: "written", kind: "ability", id });
    if (answer.done) originalsOf(engine).set(id, answer.done);
    files[answer.done?.path ?? pathOfAbility(opened, id)] = file;
  }
  for (const [path, file] of Object.entries(files)) await engine.edit({ [path]: file });
}

function abilityBench({ engine, press, opened, state, changed }) {
  const { fields, keywords } = opened.building;
  const store = `deckle-abilities-${opened.system}`;
  const edited = kept(store, {});
  const byId = new Map(keywords.map((keyword) => [keyword.id, keyword]));
  const said = el("p", { class: "bench-said", "aria-hidden": "true" });
  const form = el("div", { class: "bench-fields" }), right = el("div", { class: "bench-sheet" }), source = el("div");
  const pick = newId(), whose = newId();
  let written, shown;

  // Whose values count: those of whoever was chosen, else of who has built it.
  let chosenWho = opened.people.some(([id]) => id === state.get("who")) ? state.get("who") : "";
  const ofWho = (builder) => (chosenWho || builder ? { who: { id: chosenWho || builder } } : {});

  // What is not of the game is begun from nothing.
  const NEW = "new-ability";
  const names = opened.abilities.filter(([id]) => id !== NEW);
  const begun = fields.map((def) => [def.id, firstValue(def)]).filter(([, value]) => value !== "");
  // JSON is YAML.
  const fresh = () => {
    return `format_version: 1\nid: ${NEW}\nname: ${JSON.stringify(text("new_ability"))}\nfields: ${JSON.stringify(valuesOf(begun))}\nkeywords: []\ndescription: ${JSON.stringify(text("say_what_it_does"))}\n`;
  };

  async function show(id) {
    changed(new URLSearchParams([["ability", id], ...(chosenWho ? [["who", chosenWho]] : [])]));
    let path = pathOfAbility(opened, id), original = fresh();
    if (id !== NEW) {
      const answer = await engine.ask({ ask: "written", kind: "ability", id }).catch((error) => ({ refused: [error.message] }));
      if (!answer.done) return void right.replaceChildren(faultList(faultsOf(answer)));
      if (!originalsOf(engine).has(id)) originalsOf(engine).set(id, answer.done);
      ({ path, text: original } = originalsOf(engine).get(id));
    }
    const isEdited = typeof edited[id] === "string";
    const back = el("button", { type: "button", disabled: !isEdited, click: () => { delete edited[id]; keep(store, edited); engine.edit({ [path]: original }).then(() => show(id)); } }, text("put_back"));
    shown = { id };
    const picture = cardPicture(press, () => ({ ability: id, ...ofWho() }));
    const name = opened.abilities.find(([one]) => one === id)?.[1] ?? text("new_ability");
    written = new Written(engine, isEdited ? edited[id] : original, name, (file) => asked(id, path, file),
      (done) => {
        drawForm(done.built);
        const { spent, budget, legal } = done.bill;
        said.textContent = [spent && `${spent.text} ${spent.unit}${budget && !budget.unknown ? ` / ${budget.text}` : ""}`, text(legal ? "legal" : "illegal")].filter(Boolean).join(" · ");
        if (picture.isShown) picture.draw();
        return drawnBill(done.bill);
      },
      (file) => { edited[id] = file; keep(store, edited); back.disabled = false; });
    // Without a keyword it is no ability yet: the form is there all the same.
    if (id === NEW && !isEdited) drawForm({ id, name, fields: begun, keywords: [] });
    source.replaceChildren(
      el("p", { class: "bench-do" }, written.steps, back, el("button", { type: "button", click: () => saved(`${id}.yaml`, written.text) }, text("save"))), keptWhere(),
      el("details", {}, el("summary", {}, text("as_written")), written.source), written.faults);
    form.onkeydown = source.onkeydown = written.keys;
    right.replaceChildren(written.shown, Press.isThere ? el("p", { class: "bench-do" }, el("button", { type: "button", click: () => picture.draw() }, text("show_its_card"))) : "", picture.node, savesOf(id));
  }

  // What the ability is saved as for other programs: the words of its card.
  function savesOf(id) {
    const documents = async () => {
      const answer = await engine.ask({ ask: "cards", ability: id, ...ofWho() });
      return answer.done ? { of: answer.done.map((card) => ({ document: cardDocument(card), properties: propertiesOfCard(card) })) } : answer;
    };
    const asMarkdown = async () => {
      const answer = await documents();
      return answer.of ? { name: `${id}.md`, content: markdownOf(answer.of[0].document), type: MARKDOWN_TYPE } : answer;
    };
    const title = () => nameIn(written.text) || text("ability");
    return saveMenu(press, [
      { label: text("save_markdown"), note: text("markdown_note"), make: asMarkdown },
      ...documentChoices({ system: opened.system, kind: "kind_ability", name: () => id, title, documents }),
      pictureChoice(press, text("save_card_picture"), text("picture_note"), () => id, () => ({ ability: id, dpi: CARD_DPI, ...ofWho() })),
    ]);
  }

  // The ability as it is now, what it costs, and what is wrong with it.
  async function asked(id, path, file) {
    const now = await engine.edit({ [path]: file });
    const own = (now.diagnostics ?? []).filter((one) => one.file === path);
    if (!now.done) return { diagnostics: own.length > 0 ? own : now.diagnostics };
    if (!now.done.abilities.some(([one]) => one === id)) return { diagnostics: own };
    const built = await engine.ask({ ask: "built", ability: id });
    const bill = await engine.ask({ ask: "cost", ability: id, ...ofWho(built.done?.builder) });
    if (!bill.done) return bill;
    const found = bill.done.diagnostics.filter((one) => own.every(({ line, message }) => line !== one.line || message !== one.message));
    return { done: { built: built.done, bill: bill.done }, diagnostics: [...own, ...found] };
  }

  // The form, filled from what is written; not while something in it is being filled in.
  let last = "";
  function drawForm(built) {
    const now = JSON.stringify(built);
    if (now === last && form.firstChild) return;
    const hadFocus = form.contains(document.activeElement);
    const isOther = last === "";
    if (hadFocus && form.dataset.of === built.id && !isOther) return;
    last = now;
    form.dataset.of = built.id;
    const name = newId(), add = newId();
    const own = new Fields(fields, Object.fromEntries(built.fields), () => {
      for (const { id } of fields) {
        if (own.values[id] === sent[id]) continue;
        sent[id] = own.values[id];
        written.amend(["fields", id], changeOf(sent[id]));
      }
    });
    const sent = { ...own.values };
    const bought = built.keywords.map(([id, values], at) => {
      const keyword = byId.get(id);
      const decided = keyword && new Fields(keyword.fields, Object.fromEntries(values), () => written.amend(["keywords", at], { set: { [id]: valuesOf(decided.filled()) } }));
      return el("fieldset", {}, el("legend", {}, linked(keyword?.name ?? id)), decided?.node,
        el("p", { class: "bench-do" }, el("button", { type: "button", "aria-label": text("remove_named", { name: keyword?.name ?? id }), click: ({ target }) => { anew(["keywords", at], "remove"); target.closest("fieldset").remove(); document.getElementById(add).focus(); } }, text("remove"))));
    });
    form.replaceChildren(
      el("div", { class: "bench-field" }, el("label", { for: name }, text("name")), el("input", { id: name, value: built.name, input: ({ target }) => written.amend(["name"], { set: target.value }) })),
      own.node, el("div", { class: "bench-bought" }, bought),
      el("div", { class: "bench-field" }, el("label", { for: add }, text("add_keyword")),
        el("select", { id: add }, el("option", { value: "" }, text("choose_one")), keywords.map(({ id, name }) => el("option", { value: id }, name))),
        // Not as soon as one is chosen: keys go through all of them.
        el("button", { type: "button", click: () => {
          const keyword = byId.get(document.getElementById(add).value);
          if (!keyword) return;
          const open = keyword.fields.filter((def) => def.default === undefined);
          anew(["keywords"], { append: { [keyword.id]: valuesOf(open.map((def) => [def.id, firstValue(def)])) } });
        } }, text("add"))));
    if (isOther && hadFocus) document.getElementById(add).focus();
  }

  // With other keywords the form is another, whatever has the focus; that goes to where the next one is added.
  function anew(path, change) {
    last = "";
    // What stands there now is another soon.
    for (const one of form.querySelectorAll("fieldset")) one.disabled = true;
    written.amend(path, change);
  }

  const wanted = state.get("ability");
  const first = names.some(([id]) => id === wanted) || wanted === NEW ? wanted : names[0]?.[0] ?? NEW;
  show(first);
  return el("div", { class: "bench-parts bench-wide" },
    el("div", { class: "bench-form" },
      el("div", { class: "bench-field" }, el("label", { for: pick }, text("ability")),
        el("select", { id: pick, change: ({ target }) => { form.replaceChildren(); show(target.value); } }, [[NEW, text("from_nothing")], ...names].map(([id, name]) => el("option", { value: id, selected: id === first }, name)))),
      el("div", { class: "bench-field" }, el("label", { for: whose }, text("who")),
        el("select", { id: whose, change: ({ target }) => { chosenWho = target.value; show(shown.id); } }, [["", text("its_builder")], ...opened.people].map(([id, name]) => el("option", { value: id, selected: id === chosenWho }, name)))),
      form, source, said),
    right);
}

// Dots per inch of the picture of a card that is saved.
const CARD_DPI = 300;

// What is filled in, as it is written.
const valuesOf = (pairs) => Object.fromEntries(pairs.map(([id, value]) => [id, valueOf(value)]));
// What stands in a field of something new.
const firstValue = (def) => def.default ?? (def.takes === "options" ? def.options[0]?.[0] ?? "" : def.takes === "number" ? String(Math.max(def.min, Math.min(1, def.max))) : text("in_words"));

function drawnBill({ name, items, spent, budget, legal }) {
  const price = (of) => of && (of.terms.length > 1 ? el("details", {}, el("summary", {}, of.text), el("ul", {}, of.terms.map(({ text }) => el("li", {}, text)))) : of.text);
  return el("div", { class: "bench-block prose" }, el("h2", {}, name),
    el("p", { class: legal ? "bench-legal" : "bench-illegal", role: "status" }, text(legal ? "legal" : "illegal")),
    scrolling(text("bill"), el("table", {}, el("caption", {}, text("bill")),
      el("tbody", {}, items.map((item) => el("tr", {}, el("th", { scope: "row" }, linked(item.name), el("small", {}, item.text)), el("td", {}, price(item.price))))),
      spent && el("tfoot", {}, el("tr", {}, el("th", { scope: "row" }, spent.name), el("td", {}, el("b", {}, spent.text), ` ${spent.unit}`)),
        budget && !budget.unknown && el("tr", {}, el("th", { scope: "row" }, budget.name), el("td", {}, el("b", {}, budget.text), ` ${budget.unit}`))))));
}
