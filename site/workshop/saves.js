// What is saved for other programs: a menu that stays closed until it is asked for.

const MARKDOWN_TYPE = "text/markdown;charset=utf-8", JSON_TYPE = "application/json", ZIP_TYPE = "application/zip";
// Dots per inch of pictures of pages: a page fills a screen, and can be read on it.
const PAGE_DPI = 150;

// Each choice has a label, a `note` on what it is for, perhaps `more` to fill in, and `make`, which answers with `name`, `content` and `type` of a file, or as
// the engine does where there is none. What the press makes has to wait for it, can be stopped, and is given what hears how far it is.
function saveMenu(press, choices) {
  const status = el("p", { class: "bench-note", role: "status" });
  const stop = el("button", { type: "button", hidden: true, click: () => press.stop() }, text("stop"));
  const told = el("div");
  const buttons = [];
  async function run({ make, isPrinted }) {
    buttons.forEach((button) => { button.disabled = true; });
    stop.hidden = !isPrinted;
    told.replaceChildren();
    const heard = (progress) => { status.textContent = isPrinted ? pressSays(press, progress) : ""; };
    heard();
    const made = await make(heard).catch((error) => ({ refused: [error.message] }));
    buttons.forEach((button) => { button.disabled = false; });
    stop.hidden = true;
    status.textContent = made.content ? text("printed", { name: made.name }) : "";
    if (!made.content) return void told.replaceChildren(faultList(faultsOf(made)));
    saved(made.name, made.content, made.type);
    if (made.notes?.length > 0) told.replaceChildren(notesList(made.notes));
  }
  const line = (choice) => {
    const id = newId();
    const button = el("button", { type: "button", "aria-describedby": choice.note && id, click: () => run(choice) }, choice.label);
    buttons.push(button);
    return el("li", {}, button, choice.note && el("small", { id }, choice.note), choice.more);
  };
  return el("details", { class: "bench-saves" }, el("summary", {}, text("save_for")),
    el("ul", {}, choices.filter((choice) => choice && (!choice.isPrinted || Press.isThere)).map(line)), el("p", { class: "bench-do" }, stop), status, told);
}

// What can be saved of documents that are asked for: `documents` answers with `of`, a list of each with its properties, or with faults.
// `name` is that of the file and the journal, `kind` the word for what each is.
function documentChoices({ system, kind, name, title, documents }) {
  const of = async (use) => {
    const answer = await documents();
    return answer.of ? use(answer.of) : answer;
  };
  return [
    { label: text("save_obsidian"), note: text("obsidian_note"), make: () => of((all) => (all.length === 1
      ? { name: `${noteNameOf(all[0].document.name)}.md`, content: obsidianNote(system, text(kind), all[0].document, all[0].properties), type: MARKDOWN_TYPE }
      : { name: `${name()}-obsidian.zip`, content: notesZipped(all.map(({ document, properties }) => [document.name, obsidianNote(system, text(kind), document, properties)])), type: ZIP_TYPE })) },
    { label: text("save_foundry"), note: text("foundry_note"), make: () => of((all) => ({ name: `${name()}-foundry.json`, content: foundryJournal(title(), all.map(({ document }) => document)), type: JSON_TYPE })) },
  ];
}

// A picture of each page of what is asked for: one file, or several in an archive.
function pictureChoice(press, label, note, name, question) {
  return { label, note, isPrinted: true, make: async (heard) => {
    const answer = await press.ask({ ask: "picture", dpi: PAGE_DPI, how: howPrinted(), ...await question() }, heard);
    if (!answer.done) return answer;
    const { lengths, notes } = answer.done;
    const pages = filesOf(lengths, answer.made);
    return pages.length === 1
      ? { name: `${name()}.png`, content: pages[0], type: "image/png", notes }
      : { name: `${name()}.zip`, content: zipped(pages.map((png, at) => [`${name()}-${at + 1}.png`, png])), type: ZIP_TYPE, notes };
  } };
}

// The files that stand one after another behind an answer.
function filesOf(lengths, made) {
  let at = 0;
  return lengths.map((length) => new Uint8Array(made, (at += length) - length, length));
}

const notesList = (notes) => el("details", {}, el("summary", {}, text("print_notes", { count: notes.length })), el("ul", { class: "bench-notes" }, notes.map((note) => el("li", {}, note))));
