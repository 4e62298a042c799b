// Printing: the press, which is fetched when something is printed first, and what is chosen for all prints.

const PRINT_STORE = "makeready-print";
// How long a print may take, in milliseconds.
const PATIENCE = 180000;
const printing = JSON.parse(home.dataset.printing);

class Press {
  #engine;
  #ground;
  #press;
  #isOpen = false;

  // The one for each engine: it may be large.
  static #all = new WeakMap();
  static of(engine, ground) {
    if (!Press.#all.has(engine)) Press.#all.set(engine, new Press(engine, ground));
    return Press.#all.get(engine);
  }

  // `engine` has the game as it is now; where it can print, it does. `ground` has what any engine is made of.
  constructor(engine, ground) {
    this.#engine = engine;
    this.#ground = ground;
    if (ground.printing !== engine) return;
    this.#press = engine;
    this.#isOpen = true;
  }

  // An engine that has the published game and prints.
  static made(ground) {
    const { press, pictures } = home.dataset;
    keepOffline(press, ground.game && pictures);
    return new Engine([sourceOf(press), ground.unpacker, ...(ground.game ? [ground.game, pictures && sourceOf(pictures)] : [])]);
  }

  // An engine that waits for a game of one's own.
  static ofOwn(ground) {
    const { reader } = home.dataset;
    keepOffline(reader);
    return new Engine([sourceOf(reader), ground.unpacker]);
  }

  // The `ground` for a game of one's own. Where there is no smaller module that reads games, it prints as well.
  static groundOf(engine, ground) {
    const { press, reader } = home.dataset;
    return { ...ground, game: undefined, printing: reader === press ? engine : undefined, isOfSite: false };
  }

  // Whether the site has one.
  static isThere = home.dataset.press !== "";

  // Whether it is open, so that nothing has to be fetched.
  get isOpen() {
    return this.#isOpen;
  }

  // The answer of the press, with the game as the engine has it. `heard` is called when the press is open, and with how many pictures
  // are `done` of how many.
  async ask(question, heard = () => {}) {
    // A game with errors is not printed, whichever module reads it.
    if (this.#engine.errors) return this.#engine.errors;
    if (this.#press === this.#engine) return this.#engine.ask(question, { patience: PATIENCE, heard });
    const press = this.#press ??= Press.made(this.#ground);
    // What failed once, such as a network, is tried again.
    await press.opened.catch((error) => { press.close(); if (this.#press === press) this.#press = undefined; throw error; });
    this.#isOpen = true;
    heard({});
    // A drawing or a font may be wrong for prints alone.
    const failed = await press.follow(this.#engine);
    return failed ?? press.ask(question, { patience: PATIENCE, heard });
  }

  // Ends the engine that prints, if it is another one, for good.
  close() {
    if (this.#press !== this.#engine) this.#press?.close();
    this.#press = undefined;
  }

  // Ends what it is doing.
  stop() {
    this.#press?.end(text("stopped"));
  }
}

// Notes files that a worker fetches, for offline use (site/keep.js).
function keepOffline(...paths) {
  home.dataset.keep = [...new Set([...home.dataset.keep.split(" "), ...paths])].filter(Boolean).join(" ");
}

// What is said while the press works: that it is fetched, that it prints, or how many pictures it has drawn.
const pressSays = (press, { done, of } = {}) => {
  if (of) return text("drawing", { done, of });
  return press.isOpen ? text("printing") : text("opening_press");
};

// What is chosen for everything that is printed, kept on the device.
const chosenPrint = choices(PRINT_STORE);
const howPrinted = () => ({
  ...(printing.papers.some(([id]) => id === chosenPrint.paper) ? { paper: chosenPrint.paper } : {}),
  saves_ink: chosenPrint.saves_ink === true,
  accessible: chosenPrint.accessible === true,
});

// Buttons that print, with what can be chosen. Each job has a label and `what`, which says what is printed (or promises to) when it is pressed, and may have an
// id, by which pages of the book ask for it: `asked` is run at once. Where a page has two such bars, the second has no choices of its own.
function printBar(press, jobs, { hasChoices = true, asked } = {}) {
  if (!Press.isThere) return el("p", { class: "bench-do" }, el("button", { type: "button", click: () => print() }, text("print")));
  const status = el("p", { class: "bench-note", role: "status" });
  const stop = el("button", { type: "button", hidden: true, click: () => press.stop() }, text("stop"));
  const told = el("div");
  const buttons = jobs.map(({ label, what }) => el("button", { type: "button", class: "bench-print", click: () => run(what) }, label));
  async function run(what) {
    const pressed = buttons.find((button) => button === document.activeElement);
    buttons.forEach((button) => { button.disabled = true; });
    stop.hidden = false;
    if (pressed) stop.focus();
    told.replaceChildren();
    const heard = (progress) => { status.textContent = pressSays(press, progress); };
    heard();
    const order = async () => press.ask({ ask: "print", what: await what(), how: howPrinted() }, heard);
    const answer = await order().catch((error) => ({ refused: [error.message] }));
    const isHere = document.activeElement === stop || document.activeElement === document.body;
    buttons.forEach((button) => { button.disabled = false; });
    stop.hidden = true;
    if (isHere) pressed?.focus();
    if (!answer.done) {
      status.textContent = "";
      return void told.replaceChildren(faultList(faultsOf(answer)));
    }
    const { name, notes } = answer.done;
    saved(name, answer.made, "application/pdf");
    status.textContent = text("printed", { name });
    if (notes.length > 0) told.replaceChildren(notesList(notes));
  }
  const first = asked && jobs.find(({ id }) => id === asked);
  if (first) run(first.what);
  return el("div", { class: "bench-prints" }, el("p", { class: "bench-do" }, buttons, stop), status, told,
    hasChoices && el("details", {}, el("summary", {}, text("how_printed")), printChoices()));
}

function printChoices() {
  const paper = newId();
  const set = (key, value) => { chosenPrint[key] = value; choose(PRINT_STORE, chosenPrint); };
  const tick = (key, label) => el("label", { class: "bench-tick" }, el("input", { type: "checkbox", checked: chosenPrint[key] === true, change: ({ target }) => set(key, target.checked) }), label);
  return el("div", { class: "bench-fields" },
    el("div", { class: "bench-field" }, el("label", { for: paper }, text("paper")),
      el("select", { id: paper, change: ({ target }) => set("paper", target.value) },
        [["", text("as_campaign")], ...printing.papers].map(([id, name]) => el("option", { value: id, selected: id === chosenPrint.paper }, name)))),
    tick("saves_ink", text("saves_ink")), tick("accessible", text("accessible")));
}

// A picture as an address that the policy of pages allows.
const asData = (bytes) => new Promise((yes, no) => {
  const reader = new FileReader();
  reader.onload = () => yes(reader.result);
  reader.onerror = () => no(reader.error);
  reader.readAsDataURL(new Blob([bytes], { type: "image/png" }));
});

// Pictures of a card as it prints, in a box of their own; `of` says which card when it is asked for.
function cardPicture(press, of) {
  const box = el("div", { class: "bench-card" });
  const draw = newest(
    () => press.ask({ ask: "picture", dpi: 150, ...of() }),
    async (answer) => {
      if (!answer.done) return void box.replaceChildren(faultList(faultsOf(answer)));
      let from = 0;
      const parts = answer.done.lengths.map((length) => answer.made.slice(from, (from += length)));
      const sources = await Promise.all(parts.map(asData));
      box.replaceChildren(...sources.map((src, at) => el("img", { src, alt: text("card_as_printed", { part: at + 1 }) })));
    },
  );
  return {
    node: box,
    // Draws it, or draws it again: at first when somebody asks, and from then on whenever something changes.
    draw: () => {
      if (!box.firstChild) box.replaceChildren(el("p", { class: "bench-note", role: "status" }, pressSays(press)));
      draw();
    },
    get isShown() { return box.childElementCount > 0; },
  };
}
