// A file as it is written, beside what it looks like: both change with every key, and every change can be taken back.

class Written {
  #engine;
  #area;
  #changed;
  #draw;
  // Texts before this one and after it, and when the last was put aside: keys in quick succession are one step.
  #before = [];
  #after = [];
  #noted = 0;
  #back;
  #again;
  // Changes of single things, one after the other: each is of the text that the one before it made.
  #last = Promise.resolve();

  // `ask` asks the engine for what is shown of a text, `drawn` draws it, and `changed` hears of every edit.
  constructor(engine, file, name, ask, drawn, changed) {
    this.#engine = engine;
    this.text = file;
    this.shown = el("div");
    this.faults = el("div");
    this.#changed = changed;
    this.#draw = newest(ask, (answer, asked) => {
      if (answer.done) {
        const node = drawn(answer.done, answer.diagnostics ?? []);
        // What changes in itself stays where it is.
        if (node !== this.shown.firstChild) this.shown.replaceChildren(node);
      }
      const isFaulty = !answer.done || answer.diagnostics?.length > 0;
      this.faults.replaceChildren(...(isFaulty ? [drawnFaults(answer, asked)] : []));
    });
    const area = newId();
    this.#area = el("textarea", { id: area, class: "bench-source", spellcheck: "false", rows: 16, input: ({ target }) => this.#take(target.value) }, file);
    this.source = el("div", {}, el("label", { for: area, class: "sr" }, text("as_written_of", { name })), this.#area);
    this.#back = el("button", { type: "button", disabled: true, click: () => this.#step(this.#before, this.#after) }, text("undo"));
    this.#again = el("button", { type: "button", disabled: true, click: () => this.#step(this.#after, this.#before) }, text("redo"));
    this.steps = [this.#back, this.#again];
    this.#draw(file);
  }

  // Writes it anew.
  set(file) {
    this.#area.value = file;
    this.#take(file);
  }

  // Changes one thing in it, and leaves all else as its author wrote it: `path` leads there, and `change` is that of docs/page.md.
  amend(path, change) {
    this.#last = this.#last.then(async () => {
      const answer = await this.#engine.ask({ ask: "amend", text: this.text, path, change }).catch((error) => ({ refused: [error.message] }));
      if (typeof answer.done === "string") this.set(answer.done);
      else this.faults.replaceChildren(faultList(faultsOf(answer)));
    });
  }

  // What the keys for taking back do, wherever they are pressed.
  keys = (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    const steps = key === "y" || (key === "z" && event.shiftKey) ? [this.#after, this.#before] : key === "z" ? [this.#before, this.#after] : null;
    if (!steps) return;
    event.preventDefault();
    this.#step(...steps);
  };

  #step(from, to) {
    if (from.length === 0) return;
    to.push(this.text);
    this.#noted = 0;
    this.#show(from.pop());
    this.#area.value = this.text;
  }

  #take(file) {
    const now = performance.now();
    if (now - this.#noted > 700) this.#before.push(this.text);
    this.#noted = now;
    this.#after.length = 0;
    this.#show(file);
  }

  #show(file) {
    this.text = file;
    this.#back.disabled = this.#before.length === 0;
    this.#again.disabled = this.#after.length === 0;
    this.#changed(file);
    this.#draw(file);
  }
}

// The name that stands in a file.
const nameIn = (file) => /^name:[ \t]*"?([^"\n#]+)/m.exec(file)?.[1].trim();

// What is written for a field that was filled in: a number where one is, and else words.
const valueOf = (said) => (/^-?\d{1,9}$/.test(said) ? Number(said) : said);
const changeOf = (said) => (said === "" ? "remove" : { set: valueOf(said) });

// What is wrong with a text, each with its place, the line it is about and what helps.
function drawnFaults({ refused = [], diagnostics = [] }, written) {
  const lines = written.split("\n");
  const one = ({ line, message, help }) => el("li", {}, el("b", {}, text("line", { line })), " ", message, lines[line - 1] !== undefined && el("code", {}, lines[line - 1].trim()), help && el("small", {}, help));
  return el("ul", { class: "bench-faults", role: "alert" }, refused.map((fault) => el("li", {}, fault)), diagnostics.map(one));
}
