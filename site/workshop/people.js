// Characters: a form and the file behind it beside their sheet. What is changed is kept on the device with every key, until it is
// put back.

// What is in no game has an id that no entry of a game can have: those who are new, one after another, and those from links. The
// last stands in the choice for one more.
const NEW_PERSON = "+new", FROM_LINK = "+link-", ONE_MORE = "+";
const isNewPerson = (id) => /^\+new(?:-[1-9]\d{0,5})?$/.test(id);

function peopleBench({ engine, press, opened, state, changed }) {
  const store = `deckle-people-${opened.system}`;
  const edited = kept(store, {});
  const form = el("div", { class: "bench-person-form" }), left = el("div"), right = el("div", { class: "bench-sheet" });
  const pick = newId();
  // On a phone the sheet is below the form: what it says first stays in sight.
  const said = el("p", { class: "bench-said", "aria-hidden": "true" });
  const choice = el("select", { id: pick, change: ({ target }) => show(target.value === ONE_MORE ? numbered(NEW_PERSON, (id) => Object.hasOwn(edited, id)) : target.value) });
  // Characters that came by a link, by their ids: their files, and what the links carried.
  const fromLinks = new Map();

  async function show(id) {
    // What came by a link is in the address as long as it is shown.
    changed(new URLSearchParams([fromLinks.has(id) ? ["file", fromLinks.get(id).carried] : ["who", id]]));
    const question = { ask: "written", ...(isNewPerson(id) ? { kind: "fresh", id: freshName(id) } : { id }) };
    const answer = fromLinks.has(id) ? { done: { text: fromLinks.get(id).file } }
      : id.startsWith(FROM_LINK) ? { done: { text: edited[id] } }
      : await engine.ask(question).catch((error) => ({ refused: [error.message] }));
    form.replaceChildren();
    if (!answer.done) return void left.replaceChildren(faultList(faultsOf(answer)));
    const ofGame = withSystem(answer.done.text);
    const original = isNewPerson(id) ? ofGame.replace(/^id: .*$/m, (line) => line + id.slice(NEW_PERSON.length)) : ofGame;
    const isEdited = typeof edited[id] === "string";
    drawChoice(id);
    // Who is in no game is gone then.
    const isOwn = isNewPerson(id) || id.startsWith(FROM_LINK);
    const back = el("button", { type: "button", disabled: !isEdited, click: () => { delete edited[id]; keep(store, edited); show(ids().includes(id) ? id : ids()[0]); } }, text(isOwn ? "forget_it" : "put_back"));
    const filled = new PersonForm(() => written), drawing = new SheetDrawing();
    const written = new Written(engine, isEdited ? edited[id] : original, nameOf(id),
      (file) => engine.ask({ ask: "form", who: { text: file } }),
      (done, found) => {
        filled.draw(done.sections, found);
        said.textContent = [...resourcesOf(done.sheet), found.length > 0 && text("faults_found", { count: found.length })].filter(Boolean).join(" · ");
        return drawing.draw(done.sheet);
      },
      (file) => {
        const before = isOwn && nameOf(id);
        edited[id] = file;
        keep(store, edited);
        back.disabled = false;
        if (isOwn && before !== nameOf(id) || !choice.querySelector(`[value="${CSS.escape(id)}"]`)) drawChoice(id);
      });
    const who = () => ({ text: written.text });
    form.replaceChildren(filled.node);
    form.onkeydown = left.onkeydown = written.keys;
    left.replaceChildren(
      el("p", { class: "bench-do" }, written.steps, back), written.faults,
      el("details", {}, el("summary", {}, text("as_written")), written.source),
      keptWhere(),
      el("p", { class: "bench-do" },
        el("button", { type: "button", click: () => saved(`${idOf(written.text)}.yaml`, written.text) }, text("save")),
        linkButton("people", () => written.text)),
      printBar(press, [
        { label: text("print_sheet"), what: () => ({ sheet: { who: who() } }) },
        { label: text("print_cards"), what: () => ({ cards: { who: who() } }) },
        { label: text("print_block"), what: () => ({ handouts: { who: [who()], size: "full" } }) },
      ]),
      savesOf(who, () => idOf(written.text)));
    right.replaceChildren(written.shown);
  }

  // What their sheet is saved as for other programs.
  function savesOf(who, id) {
    const asked = async (use) => {
      const answer = await engine.ask({ ask: "face", who: who() });
      return answer.done ? use(answer.done) : answer;
    };
    const documents = () => asked((sheet) => ({ of: [{ document: sheetDocument(id(), sheet), properties: propertiesOfBlocks([...sheet.front, ...sheet.back]) }] }));
    return saveMenu(press, [
      { label: text("save_markdown"), note: text("markdown_note"), make: () => asked((sheet) => ({ name: `${id()}.md`, content: markdownOf(sheetDocument(id(), sheet)), type: MARKDOWN_TYPE })) },
      ...documentChoices({ system: opened.system, kind: "kind_character", name: id, title: () => nameIn(who().text) || text("character"), documents }),
      { label: text("save_json"), note: text("json_note"), make: async () => {
        const answer = await engine.ask({ ask: "sheet", who: who() });
        return answer.done ? { name: `${id()}.json`, content: JSON.stringify(answer.done, null, 2), type: JSON_TYPE } : answer;
      } },
      pictureChoice(press, text("save_sheet_picture"), text("picture_note"), () => `sheet-${id()}`, () => ({ sheet: true, who: who() })),
      pictureChoice(press, text("save_block_picture"), "", () => `handout-${id()}`, () => ({ handout: "full", who: who() })),
    ]);
  }

  // A file that stands outside every game says which one it is of.
  const withSystem = (file) => (/^system:/m.test(file) ? file : file.replace(/^id:/m, `system: ${opened.system}\nid:`));
  const idOf = (file) => /^id:[ \t]*([a-z0-9-]+)/m.exec(file)?.[1] ?? "character";
  const others = () => [...new Set([...fromLinks.keys(), ...Object.keys(edited).filter((id) => (id.startsWith(FROM_LINK) || isNewPerson(id)) && typeof edited[id] === "string")])];
  const freshName = (id) => [text("new_character"), id.slice(NEW_PERSON.length + 1)].filter(Boolean).join(" ");
  const nameOf = (id) => opened.people.find(([one]) => one === id)?.[1] ?? (nameIn(edited[id] ?? fromLinks.get(id)?.file ?? "") || (isNewPerson(id) ? freshName(id) : text("character")));
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
    return show(ids().includes(asked) || isNewPerson(asked) ? asked : ids()[0]);
  }
  begin();
  return el("div", { class: "bench-parts bench-wide" },
    el("div", { class: "bench-form" },
      el("div", { class: "bench-field" }, el("label", { for: pick }, text("character")), choice),
      form, left, said),
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
