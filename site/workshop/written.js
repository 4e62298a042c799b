// A file as it is written, beside what it looks like: both change with every key.

class Written {
  #area;
  #changed;
  #draw;

  // `ask` asks for what is shown of a text, `drawn` draws it, and `changed` hears of every edit.
  constructor(file, name, ask, drawn, changed) {
    this.text = file;
    this.shown = el("div");
    this.faults = el("div");
    this.#changed = changed;
    this.#draw = newest(ask, (answer, asked) => {
      if (answer.done) this.shown.replaceChildren(drawn(answer.done));
      const isFaulty = !answer.done || answer.diagnostics?.length > 0;
      this.faults.replaceChildren(...(isFaulty ? [drawnFaults(answer, asked)] : []));
    });
    const area = newId();
    this.#area = el("textarea", { id: area, spellcheck: "false", rows: 16, input: ({ target }) => this.#take(target.value) }, file);
    this.source = el("div", {}, el("label", { for: area, class: "sr" }, text("as_written_of", { name })), this.#area, this.faults);
    this.#draw(file);
  }

  // Writes it anew.
  set(file) {
    this.#area.value = file;
    this.#take(file);
  }

  #take(file) {
    this.text = file;
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
