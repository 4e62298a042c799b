// Abilities: built from keywords in a form, or as they are written; what each part costs, whether it is legal, and the card as it
// prints. One that is changed here is changed on all benches.

// The files of abilities without the changes of this tab, by engine and id: path and text.
const originals = new WeakMap();
const originalsOf = (engine) => originals.get(engine) ?? originals.set(engine, new Map()).get(engine);
// A file of a game was edited, or removed (null).
function originalEdited(engine, path, text) {
  const originals = originalsOf(engine), [id] = [...originals].find(([, one]) => one.path === path) ?? [];
  if (text === null) originals.delete(id);
  else if (id) originals.set(id, { path, text });
}
const pathOfAbility = (opened, id) => `${opened.system}/abilities/${id}.yaml`;

// Changes the game as it was left here the last time. What is not sound stays with its bench.
async function changeAsKept(engine, opened) {
  if (!opened.building) return;
  const files = {};
  const store = Store.of("abilities", opened.place);
  for (const id of store.keys()) {
    const file = store.get(id);
    if (typeof file !== "string" || !isAbilityId(id)) continue;
    const answer = await engine.ask({ ask: "written", kind: "ability", id });
    if (answer.done) originalsOf(engine).set(id, answer.done);
    files[answer.done?.path ?? pathOfAbility(opened, id)] = file;
  }
  for (const [path, file] of Object.entries(files)) await engine.edit({ [path]: file });
}

// Those that are in no game are numbered; one that came by a link and has the id of another gets one of its own.
const NEW_ABILITY = "new-ability";
const isNewAbility = (id) => /^new-ability(?:-[1-9]\d{0,5})?$/.test(id);
const isAbilityId = (id) => /^[a-z0-9-]{1,64}$/.test(id);

function abilityBench({ engine, press, opened, state, changed, cast, readings, alive }) {
  const { fields, keywords } = opened.building;
  const store = Store.of("abilities", opened.place);
  const byId = new Map(keywords.map((keyword) => [keyword.id, keyword]));
  const sum = el("span", { "aria-hidden": "true" });
  const form = el("div", { class: "bench-fields bench-ability" }), right = el("div", { class: "bench-sheet", tabindex: -1 }), source = el("div");
  // On a phone the bill is below the form: what it comes to stays in sight, and leads there.
  const said = el("div", { class: "bench-said" }, sum, el("button", { type: "button", click: () => { right.focus({ preventScroll: true }); right.scrollIntoView(); } }, text("to_bill")));
  const pick = newId(), whose = newId();
  const choice = el("select", { id: pick, change: ({ target }) => { form.replaceChildren(); show(target.value === ONE_MORE ? numbered(NEW_ABILITY, isTaken) : target.value); } });
  // Those that came by a link, by their ids: their files, and what the links carried.
  const fromLinks = new Map();
  let written, shown, isWriting = false;

  // Whose values count: those of whoever was chosen, else of who has built it.
  let chosenWho = cast.has(state.get("who") ?? "") ? state.get("who") : "";
  const ofWho = (builder) => (chosenWho || builder ? { who: cast.who(chosenWho || builder) } : {});
  // Whose they were for what is shown: a link says so, since a file does not say who has built it.
  let countedFor = "";

  // What is not of the game is begun from nothing.
  const names = opened.abilities.filter(([id]) => !isNewAbility(id));
  const isOfGame = (id) => names.some(([one]) => one === id);
  const isKept = (id) => typeof store.get(id) === "string";
  const own = () => [...new Set([...fromLinks.keys(), ...store.keys().filter((id) => isKept(id) && isAbilityId(id))])].filter((id) => !isOfGame(id));
  const isTaken = (id) => isOfGame(id) || own().includes(id);
  // The text without the changes of this tab, if there is one: of a link, or of the game, whose files have an editor.
  const originalOf = (id) => fromLinks.get(id)?.file ?? originalsOf(engine).get(id)?.text ?? null;
  const freshName = (id) => [text("new_ability"), id.slice(NEW_ABILITY.length + 1)].filter(Boolean).join(" ");
  const nameOf = (id) => names.find(([one]) => one === id)?.[1] ?? (nameIn(store.get(id) ?? fromLinks.get(id)?.file ?? "") || (isNewAbility(id) ? freshName(id) : text("ability")));
  const drawChoice = (id) => drawOptions(choice, names, own().map((one) => [one, nameOf(one)]), ONE_MORE, isTaken(id) ? id : ONE_MORE);
  const begun = fields.map((def) => [def.id, firstValue(def)]).filter(([, value]) => value !== "");
  // JSON is YAML.
  const fresh = (id) => {
    return `format_version: 1\nid: ${id}\nname: ${JSON.stringify(freshName(id))}\nfields: ${JSON.stringify(valuesOf(begun))}\nkeywords: []\ndescription: ${JSON.stringify(text("say_what_it_does"))}\n`;
  };

  async function show(id) {
    const of = fromLinks.has(id) ? ["file", fromLinks.get(id).carried] : ["ability", id];
    changed(new URLSearchParams([of, ...(chosenWho ? [["who", chosenWho]] : [])]));
    const isOwn = !isOfGame(id);
    let path = pathOfAbility(opened, id);
    if (!isOwn) {
      const answer = await engine.ask({ ask: "written", kind: "ability", id }, { alive }).catch((error) => ({ refused: [error.message] }));
      if (!answer.done) return void right.replaceChildren(faultList(faultsOf(answer)));
      if (!originalsOf(engine).has(id)) originalsOf(engine).set(id, answer.done);
      ({ path } = originalsOf(engine).get(id));
    }
    drawChoice(id);
    // What is in no game is gone then.
    const putBack = () => {
      store.remove(id);
      engine.edit({ [path]: originalOf(id) }).then(() => { form.replaceChildren(); show(isTaken(id) ? id : names[0]?.[0] ?? NEW_ABILITY); });
    };
    const back = isOwn ? sureButton(text("forget_it"), putBack, { disabled: !isKept(id) }) : el("button", { type: "button", disabled: !isKept(id), click: putBack }, text("put_back"));
    shown = { id };
    const picture = cardPicture(press, () => ({ ability: id, ...ofWho() }));
    written = new Written(engine, isKept(id) ? store.get(id) : originalOf(id) ?? fresh(id), nameOf(id), (file) => asked(id, path, file),
      (done) => {
        drawForm(done.built);
        const { spent, budget, legal } = done.bill;
        said.classList.toggle("is-wrong", !legal);
        sum.replaceChildren(...[spent && el("b", {}, `${spent.text}${budget && !budget.unknown ? ` / ${budget.text}` : ""} ${spent.unit}`), `${spent ? " · " : ""}${text(legal ? "legal" : "illegal")}`].filter(Boolean));
        if (picture.isShown) picture.draw();
        return { node: drawnBill(done.bill) };
      },
      (file) => {
        const before = nameOf(id);
        isWriting = true;
        store.set(id, file);
        isWriting = false;
        back.disabled = false;
        if (isOwn && (before !== nameOf(id) || choice.value !== id)) drawChoice(id);
      });
    // Without a keyword it is no ability yet: the form is there all the same.
    const bare = isOwn && bareForm(id, written.text);
    if (bare) drawForm(bare);
    source.replaceChildren(
      written.faults,
      el("p", { class: "bench-do" }, written.steps, back, el("button", { type: "button", click: () => saved(`${id}.yaml`, written.text) }, text("save")), linkButton("abilities", () => written.text, () => (countedFor ? [["who", countedFor]] : []))), keptWhere(),
      el("details", {}, el("summary", {}, text("as_written")), written.source));
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

  // What is filled in of one that was begun here and has no keyword yet, as it was begun: in JSON.
  function bareForm(id, file) {
    const set = /^keywords: \[\]$/m.test(file) && /^fields: (\{.*\})$/m.exec(file);
    if (!set) return undefined;
    try {
      return { id, name: nameIn(file) || freshName(id), fields: Object.entries(JSON.parse(set[1])).map(([key, value]) => [key, String(value)]), keywords: [] };
    } catch (_) {
      return undefined;
    }
  }

  // The ability as it is now, what it costs, and what is wrong with it.
  async function asked(id, path, file) {
    const now = await engine.edit({ [path]: file });
    const own = (now.diagnostics ?? []).filter((one) => one.file === path);
    if (!now.done) return { diagnostics: own.length > 0 ? own : now.diagnostics };
    if (!now.done.abilities.some(([one]) => one === id)) return { diagnostics: own };
    const built = await engine.ask({ ask: "built", ability: id });
    countedFor = chosenWho || built.done?.builder || "";
    const bill = await engine.ask({ ask: "cost", ability: id, ...ofWho(built.done?.builder) });
    if (!bill.done) return bill;
    const found = bill.done.diagnostics.filter((one) => own.every(({ line, message }) => line !== one.line || message !== one.message));
    return { done: { built: built.done, bill: bill.done }, diagnostics: [...own, ...found] };
  }

  // The form, filled from what is written; not while something in it is being filled in.
  let last = "";
  // Which parts of it are open: on a phone none is at first, where they would hide one another.
  const open = new Set(matchMedia("(min-width: 62rem)").matches ? ["fields"] : []);
  const part = (key, fold) => ({ open: open.has(key), toggle: ({ target }) => { open[target.open ? "add" : "delete"](key); }, class: fold });
  function drawForm(built) {
    const now = JSON.stringify(built);
    if (now === last && form.firstChild) return;
    const hadFocus = form.contains(document.activeElement);
    const isOther = last === "";
    if (hadFocus && form.dataset.of === built.id && !isOther) return;
    last = now;
    form.dataset.of = built.id;
    const name = newId(), add = newId(), set = el("small");
    const own = new Fields(fields, Object.fromEntries(built.fields), () => {
      set.textContent = saidOf(fields, own.values);
      for (const { id } of fields) {
        if (own.values[id] === sent[id]) continue;
        sent[id] = own.values[id];
        written.amend(["fields", id], changeOf(sent[id]));
      }
    });
    set.textContent = saidOf(fields, own.values);
    const sent = { ...own.values };
    form.replaceChildren(
      el("div", { class: "bench-field" }, el("label", { for: name }, text("name")), el("input", { id: name, value: built.name, input: ({ target }) => written.amend(["name"], { set: target.value }) })),
      fields.length > 0 ? el("details", part("fields", "bench-section"), el("summary", {}, el("span", {}, text("set_on_it")), set), own.node) : "",
      el("div", { class: "bench-bought", role: "group", "aria-label": text("built_from") }, built.keywords.map((one, at) => boughtKeyword(one, at, add))),
      el("div", { class: "bench-field" }, el("label", { for: add }, text("add_keyword")),
        el("select", { id: add }, el("option", { value: "" }, text("choose_one")), keywords.map(({ id, name }) => el("option", { value: id }, name))),
        // Not as soon as one is chosen: keys go through all of them.
        el("button", { type: "button", click: () => {
          const keyword = byId.get(document.getElementById(add).value);
          if (!keyword) return;
          const needed = keyword.fields.filter((def) => def.default === undefined);
          // What was added is open: there may be something to decide.
          open.add(`${built.keywords.length}`);
          anew(["keywords"], { append: { [keyword.id]: valuesOf(needed.map((def) => [def.id, firstValue(def)])) } });
        } }, text("add"))));
    if (isOther && hadFocus) document.getElementById(add).focus();
  }

  // Those behind one that is removed move up.
  function closeAt(gone) {
    const were = [...open];
    open.clear();
    for (const key of were) if (key !== `${gone}`) open.add(Number(key) > gone ? `${key - 1}` : key);
  }

  // A keyword that was bought: what was decided about it is said, and behind that can be changed.
  function boughtKeyword([id, values], at, add) {
    const keyword = byId.get(id), set = el("span");
    const remove = ({ target }) => { closeAt(at); anew(["keywords", at], "remove"); target.closest("fieldset").remove(); document.getElementById(add).focus(); };
    const button = el("button", { type: "button", "aria-label": text("remove_named", { name: keyword?.name ?? id }), click: remove }, text("remove"));
    const decided = keyword?.fields.length > 0 && new Fields(keyword.fields, Object.fromEntries(values), () => {
      set.textContent = saidOf(keyword.fields, decided.values);
      written.amend(["keywords", at], { set: { [id]: valuesOf(decided.filled()) } });
    });
    if (decided) set.textContent = saidOf(keyword.fields, decided.values);
    return el("fieldset", {}, el("legend", {}, linked(keyword?.name ?? id)), button, decided && el("details", part(`${at}`), el("summary", {}, set), decided.node));
  }

  // With other keywords the form is another, whatever has the focus; that goes to where the next one is added.
  function anew(path, change) {
    last = "";
    // What stands there now is another soon.
    for (const one of form.querySelectorAll("fieldset")) one.disabled = true;
    written.amend(path, change);
  }

  readings.subscribe(() => { last = ""; written?.refresh(); }, alive);
  // One was changed on another page, or is gone.
  store.subscribe((key) => {
    if (isWriting) return;
    for (const id of key === undefined ? store.keys() : [key]) {
      if (!isAbilityId(id)) continue;
      engine.edit({ [originalsOf(engine).get(id)?.path ?? pathOfAbility(opened, id)]: store.get(id) ?? originalOf(id) });
    }
    if (!shown) return;
    const file = store.get(shown.id) ?? originalOf(shown.id);
    if (file === null) return void show(names[0]?.[0] ?? NEW_ABILITY);
    drawChoice(shown.id);
    last = "";
    written.follow(file);
  }, alive);
  const whoChoice = el("select", { id: whose, change: ({ target }) => { chosenWho = target.value; show(shown.id); } }, cast.options([["", text("its_builder")]], chosenWho));
  cast.subscribe(() => { whoChoice.replaceChildren(...cast.options([["", text("its_builder")]], chosenWho)); if (chosenWho && written) written.refresh(); }, alive);

  async function begin() {
    if (state.get("file")) {
      const { file, carried } = await fromLink(state);
      const said = file === null ? undefined : /^id:[ \t]*["']?([a-z0-9-]{1,64})["']?[ \t]*(?:#.*)?$/m.exec(file)?.[1];
      if (!said) {
        changed(new URLSearchParams());
        right.replaceChildren(faultList([text("no_link")]));
        return drawChoice("");
      }
      // One that is here under the same id, of the game or one's own, stays what it is; the same one is shown as it is here.
      const isSame = isKept(said) ? store.get(said) === file : isOfGame(said) && (await engine.ask({ ask: "written", kind: "ability", id: said })).done?.text === file;
      if (isSame) return show(said);
      const id = isTaken(said) ? `link-${hashOf(file)}` : said;
      fromLinks.set(id, { file: id === said ? file : file.replace(/^id:.*$/m, `id: ${id}`), carried });
      return show(id);
    }
    // A keyword of the book: a new ability begins with it.
    const keyword = byId.get(state.get("keyword") ?? "");
    if (keyword) {
      await show(numbered(NEW_ABILITY, isTaken));
      const needed = keyword.fields.filter((def) => def.default === undefined);
      open.add("0");
      return void anew(["keywords"], { append: { [keyword.id]: valuesOf(needed.map((def) => [def.id, firstValue(def)])) } });
    }
    const wanted = state.get("ability") ?? "";
    return show(isTaken(wanted) || isNewAbility(wanted) ? wanted : names[0]?.[0] ?? NEW_ABILITY);
  }
  begin();
  return el("div", { class: "bench-parts bench-wide" },
    el("div", { class: "bench-form" },
      el("div", { class: "bench-field" }, el("label", { for: pick }, text("ability")), choice),
      el("div", { class: "bench-field" }, el("label", { for: whose }, text("who")),
        whoChoice),
      form, source, said),
    right);
}

// What is set in a form, in one line: what stands at its default is not.
function saidOf(defs, values) {
  const one = (def) => {
    const value = values[def.id] ?? "";
    if (value === "" || value === def.default) return "";
    const name = def.takes === "options" ? def.options.find(([id]) => id === value)?.[1] ?? value : value;
    return defs.length === 1 && def.takes === "words" ? name : `${def.name}: ${name}`;
  };
  return defs.map(one).filter(Boolean).join(" · ") || text("nothing_set");
}

// Dots per inch of the picture of a card that is saved.
const CARD_DPI = 300;

// What is filled in, as it is written.
const valuesOf = (pairs) => Object.fromEntries(pairs.map(([id, value]) => [id, valueOf(value)]));
// What stands in a field of something new.
const firstValue = (def) => def.default ?? (def.takes === "options" ? def.options[0]?.[0] ?? "" : def.takes === "number" ? String(Math.max(def.min, Math.min(1, def.max))) : text("in_words"));

function drawnBill({ name, items, spent, budget, legal }) {
  const price = (of) => of && (of.terms.length > 1 ? el("details", {}, el("summary", {}, of.text), el("ul", {}, of.terms.map(({ text }) => el("li", {}, text)))) : of.text);
  // Where nothing has a price, it is a list of parts.
  const caption = text(spent || items.some((item) => item.price) ? "bill" : "built_from");
  return el("div", { class: "bench-block prose" }, el("h2", {}, name),
    el("p", { class: legal ? "bench-legal" : "bench-illegal", role: "status" }, text(legal ? "legal" : "illegal")),
    scrolling(caption, el("table", { class: "bench-bill" }, el("caption", {}, caption),
      spent && el("thead", {}, el("tr", {}, el("td"), el("th", { scope: "col", class: "num" }, spent.unit))),
      el("tbody", {}, items.map((item) => el("tr", {}, el("th", { scope: "row" }, linked(item.name), el("small", {}, item.text)), el("td", { class: "num" }, price(item.price))))),
      spent && el("tfoot", {}, el("tr", {}, el("th", { scope: "row" }, spent.name), el("td", { class: "num" }, el("b", {}, spent.text))),
        budget && !budget.unknown && el("tr", {}, el("th", { scope: "row" }, budget.name), el("td", { class: "num" }, el("b", {}, budget.text)))))));
}
