// Characters: a form and the file behind it beside their sheet. What is changed is kept on the device with every key, until it is
// put back.

// What is in no game has an id that no entry of a game can have: those who are new, one after another, and those from links. The
// last stands in the choice for one more.
const NEW_PERSON = "+new", FROM_LINK = "+link-", ONE_MORE = "+";
const isNewPerson = (id) => /^\+new(?:-[1-9]\d{0,5})?$/.test(id);
const isOwnPerson = (id) => isNewPerson(id) || id.startsWith(FROM_LINK);

function peopleBench({ engine, press, opened, state, changed, cast, readings, alive }) {
  const store = Store.of("people", opened.place);
  const form = el("div", { class: "bench-person-form" }), left = el("div"), right = el("div", { class: "bench-sheet" });
  const pick = newId();
  // On a phone the sheet is below the form: what it says first stays in sight.
  const said = el("p", { class: "bench-said", "aria-hidden": "true" });
  // What a change has done is read out once it stays so.
  const heard = el("p", { class: "sr", role: "status" });
  const choice = el("select", { id: pick, change: ({ target }) => show(target.value === ONE_MORE ? another() : target.value) });
  // Characters that came by a link, by their ids: their files, and what the links carried.
  const fromLinks = new Map();
  let shown = { id: "" }, placeTodo = () => {}, soon;
  const another = () => numbered(NEW_PERSON, (id) => store.has(id));
  const isWide = matchMedia("(min-width: 62rem)");
  isWide.addEventListener("change", () => placeTodo(), { signal: alive });

  // What a page of the book asks to print, once.
  const printAsked = () => {
    const asked = state.get("print");
    state.delete("print");
    return asked;
  };

  // `isAsked` where somebody asked for one more, whose name comes next.
  async function show(id, isAsked = false) {
    // What came by a link is in the address as long as it is shown.
    changed(new URLSearchParams([fromLinks.has(id) ? ["file", fromLinks.get(id).carried] : ["who", id]]));
    shown = { id };
    const asked = shown;
    clearTimeout(soon);
    said.textContent = heard.textContent = "";
    const question = { ask: "written", ...(isNewPerson(id) ? { kind: "fresh", id: freshName(id) } : { id }) };
    const answer = fromLinks.has(id) ? { done: { text: fromLinks.get(id).file } }
      : id.startsWith(FROM_LINK) ? { done: { text: store.get(id) } }
      : await engine.ask(question, { alive }).catch((error) => ({ refused: [error.message] }));
    // Somebody else was chosen meanwhile.
    if (asked !== shown) return;
    form.replaceChildren();
    if (!answer.done) return void left.replaceChildren(faultList(faultsOf(answer)));
    const ofGame = withSystem(answer.done.text);
    const original = isNewPerson(id) ? ofGame.replace(/^id: .*$/m, (line) => line + id.slice(NEW_PERSON.length)) : ofGame;
    drawChoice(id);
    // Who is in no game is gone then.
    const isOwn = isOwnPerson(id);
    const putBack = () => { store.remove(id); choice.focus(); };
    const back = isOwn ? sureButton(text("forget_it"), putBack, { disabled: !store.has(id) }) : el("button", { type: "button", disabled: !store.has(id), click: putBack }, text("put_back"));
    const filled = new PersonForm(() => written, () => written.faults, isOwn ? renamed : undefined), drawing = new SheetDrawing();
    const written = new Written(engine, fileOf(id) ?? original, nameOf(id),
      (file) => engine.ask({ ask: "form", who: { text: file } }, { alive }),
      (done, found, isNewest) => {
        const others = filled.draw(done, found, isNewest);
        // Focuses the name of a new character and selects it, so that typing replaces it.
        const first = isAsked ? filled.node.querySelector("input") : undefined;
        // Not every browser focuses what it selects.
        first?.focus();
        first?.select();
        isAsked = false;
        const told = [filled.left > 0 && text("todo_left", { count: filled.left }), filled.rules > 0 && text("rules_unmet", { count: filled.rules }), filled.wrong > 0 && text("faults_found", { count: filled.wrong }), ...(done.sheet ? resourcesOf(done.sheet) : [])].filter(Boolean).join(" · ");
        if (said.textContent !== told) {
          said.textContent = told;
          clearTimeout(soon);
          soon = setTimeout(() => { heard.textContent = told; }, 1000);
        }
        return { node: done.sheet && drawing.draw(done.sheet), found: others };
      },
      (file) => {
        shown.isWriting = true;
        store.set(id, file);
        shown.isWriting = false;
        back.disabled = false;
      });
    Object.assign(shown, { written, original, back });
    const first = idIn(written.text) ?? "", auto = idFrom(nameIn(written.text) ?? "");
    const given = new Set(first.startsWith("new-character") || first.replace(/-\d+$/, "") === auto || first === auto ? [first] : []);
    // With everything that was typed.
    const who = async () => ({ text: await written.settled() });
    const heardSaved = el("span", { role: "status" });
    form.replaceChildren(filled.node);
    form.onkeydown = left.onkeydown = written.keys;
    left.replaceChildren(
      el("p", { class: "bench-do" }, written.steps, back), written.faults,
      el("details", {}, el("summary", {}, text("as_written")), written.source),
      keptWhere(),
      el("p", { class: "bench-do" },
        el("button", { type: "button", click: async () => { saved(`${cast.idOf(id)}.yaml`, await written.settled()); heardSaved.textContent = text("printed", { name: `${cast.idOf(id)}.yaml` }); } }, text("save")),
        linkButton("people", () => written.settled()), heardSaved),
      printBar(press, [
        { id: "sheet", label: text("print_sheet"), what: async () => ({ sheet: { who: await who() } }) },
        { id: "cards", label: text("print_cards"), what: async () => ({ cards: { who: await who() } }) },
        { id: "block", label: text("print_block"), what: async () => ({ handouts: { who: [await who()], size: "full" } }) },
      ], { asked: printAsked() }),
      savesOf(who, () => written.text));
    right.replaceChildren(written.shown);
    // Beside the form, or above it where there is no room.
    placeTodo = () => (isWide.matches ? right : form).prepend(filled.todo);
    placeTodo();

    // Id and file go by the name, as long as nobody has given another. Keys are faster than the file: all ids that were given count.
    function renamed(name) {
      if (!name.trim() || !given.has(idIn(written.text) ?? "")) return;
      const made = numbered(idFrom(name), (it) => isIdTaken(it, id));
      given.add(made);
      written.amend(["id"], { set: made });
    }
  }

  // Whether somebody else has an id.
  const isIdTaken = (id, but) => opened.people.some(([one]) => one === id) || store.keys().some((key) => key !== but && isOwnPerson(key) && idIn(String(store.get(key))) === id);
  const fileOf = (id) => (typeof store.get(id) === "string" ? store.get(id) : undefined);

  // Somebody was changed, here or on another page, or is gone.
  store.subscribe((key, isElsewhere) => {
    drawChoice(shown.id);
    if (!shown.written || key !== undefined && key !== shown.id) return;
    const file = fileOf(shown.id);
    if (file === undefined && isOwnPerson(shown.id) && !fromLinks.has(shown.id)) return void show(ids()[0] ?? NEW_PERSON);
    shown.back.disabled = file === undefined;
    if (isElsewhere || !shown.isWriting) shown.written.follow(file ?? shown.original);
  }, alive);

  readings.subscribe(() => shown.written?.refresh(), alive);

  // What their sheet is saved as for other programs.
  function savesOf(who, file) {
    const id = () => idIn(file()) ?? "character";
    const asked = async (use) => {
      const answer = await engine.ask({ ask: "face", who: await who() });
      return answer.done ? use(answer.done) : answer;
    };
    const documents = () => asked((sheet) => ({ of: [{ document: sheetDocument(id(), sheet), properties: propertiesOfBlocks([...sheet.front, ...sheet.back]) }] }));
    return saveMenu(press, [
      { label: text("save_markdown"), note: text("markdown_note"), make: () => asked((sheet) => ({ name: `${id()}.md`, content: markdownOf(sheetDocument(id(), sheet)), type: MARKDOWN_TYPE })) },
      ...documentChoices({ system: opened.system, kind: "kind_character", name: id, title: () => nameIn(file()) || text("character"), documents }),
      { label: text("save_json"), note: text("json_note"), make: async () => {
        const answer = await engine.ask({ ask: "sheet", who: await who() });
        return answer.done ? { name: `${id()}.json`, content: JSON.stringify(answer.done, null, 2), type: JSON_TYPE } : answer;
      } },
      pictureChoice(press, text("save_sheet_picture"), text("picture_note"), () => `sheet-${id()}`, async () => ({ sheet: true, who: await who() })),
      pictureChoice(press, text("save_block_picture"), "", () => `handout-${id()}`, async () => ({ handout: "full", who: await who() })),
    ]);
  }

  // A file that stands outside every game says which one it is of.
  const withSystem = (file) => (/^system:/m.test(file) ? file : file.replace(/^id:/m, `system: ${opened.system}\nid:`));
  const others = () => [...new Set([...fromLinks.keys(), ...store.keys().filter((id) => isOwnPerson(id) && fileOf(id) !== undefined)])];
  const freshName = (id) => [text("new_character"), id.slice(NEW_PERSON.length + 1)].filter(Boolean).join(" ");
  const nameOf = (id) => opened.people.find(([one]) => one === id)?.[1] ?? (nameIn(fileOf(id) ?? fromLinks.get(id)?.file ?? "") || (isNewPerson(id) ? freshName(id) : text("character")));
  const ids = () => [...opened.people.map(([id]) => id), ...others()];
  function drawChoice(chosen) {
    const isKnown = ids().includes(chosen);
    drawOptions(choice, opened.people, others().map((id) => [id, nameOf(id)]), ONE_MORE, isKnown ? chosen : ONE_MORE);
  }

  async function begin() {
    if (state.get("file")) {
      const { file, carried } = await fromLink(state);
      if (file === null) {
        changed(new URLSearchParams());
        left.replaceChildren(faultList([text("no_link")]));
        return drawChoice("");
      }
      const id = `${FROM_LINK}${hashOf(file)}`;
      fromLinks.set(id, { file, carried });
      return show(id);
    }
    const asked = state.get("who") ?? "";
    if (asked === ONE_MORE) return show(another());
    return show(ids().includes(asked) || isNewPerson(asked) ? asked : ids()[0] ?? NEW_PERSON);
  }
  begin();
  return el("div", { class: "bench-parts bench-wide" },
    el("div", { class: "bench-form" },
      el("div", { class: "bench-field" }, el("label", { for: pick }, text("character")), choice),
      el("p", { class: "bench-do" }, el("button", { type: "button", click: () => show(another(), true) }, text("new_character"))),
      form, left, said, heard),
    right);
}

const resourcesOf = (sheet) => [...sheet.front, ...sheet.back].flatMap(({ content }) => (content.kind === "resources" ? content.resources : [])).filter(({ max }) => max.text !== null).map(({ max }) => `${max.name} ${max.text}`);

// Sheets, of which only those blocks are drawn anew that are others than before.
class SheetDrawing {
  // What was drawn of each block, side by side: its data as text, and its element.
  #sides = [];
  #node;
  #foot;

  draw(sheet) {
    const sides = [sheet.front, sheet.back].filter((blocks) => blocks.length > 0);
    const isAlike = this.#node && sides.length === this.#sides.length && sides.every((blocks, at) => blocks.length === this.#sides[at].length);
    if (!isAlike) {
      this.#sides = sides.map((blocks) => blocks.map((block) => this.#drawn(block)));
      this.#foot = el("p", { class: "sheet-foot" });
      this.#node = el("div", { class: "bench-block prose" }, this.#head(sheet),
        el("div", { class: "sheet" }, this.#sides.map((blocks) => el("div", { class: "sheet-side" }, blocks.map(({ node }) => node))), this.#foot));
    }
    // It has the rules in force.
    this.#foot.textContent = sheet.edition;
    if (!isAlike) return this.#node;
    sides.forEach((blocks, side) => blocks.forEach((block, at) => {
      const before = this.#sides[side][at];
      if (JSON.stringify(block) === before.key) return;
      this.#sides[side][at] = this.#drawn(block);
      before.node.replaceWith(this.#sides[side][at].node);
    }));
    this.#node.firstChild.replaceWith(this.#head(sheet));
    return this.#node;
  }

  #drawn(block) {
    return { key: JSON.stringify(block), node: drawnBlocks([block])[0] };
  }

  #head({ name, subtitle }) {
    return el("div", {}, el("h2", {}, name), subtitle && el("p", { class: "bench-role" }, subtitle));
  }
}
