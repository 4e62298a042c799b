// A file as it is written, beside what it looks like: both change with every key, and every change can be taken back.

class Written {
  #area;
  #changed;
  #draw;
  // Texts before this one and after it, and when the last was put aside: keys in quick succession are one step.
  #before = [];
  #after = [];
  #noted = 0;
  #back;
  #again;

  // `ask` asks for what is shown of a text, `drawn` draws it, and `changed` hears of every edit.
  constructor(file, name, ask, drawn, changed) {
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

// What is wrong with a text, each with its place, the line it is about and what helps.
function drawnFaults({ refused = [], diagnostics = [] }, written) {
  const lines = written.split("\n");
  const one = ({ line, message, help }) => el("li", {}, el("b", {}, text("line", { line })), " ", message, lines[line - 1] !== undefined && el("code", {}, lines[line - 1].trim()), help && el("small", {}, help));
  return el("ul", { class: "bench-faults", role: "alert" }, refused.map((fault) => el("li", {}, fault)), diagnostics.map(one));
}
