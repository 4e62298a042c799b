// A character's file as it is written, beside what it looks like: both change with every key.

class Written {
  // `ask` asks for what is shown of a text, `drawn` draws it, and `changed` hears of every edit.
  constructor(file, name, ask, drawn, changed) {
    this.text = file;
    this.shown = el("div");
    const faults = el("div");
    const draw = newest(ask, (answer, asked) => {
      if (answer.done) this.shown.replaceChildren(drawn(answer.done));
      const isFaulty = !answer.done || answer.diagnostics?.length > 0;
      faults.replaceChildren(...(isFaulty ? [drawnFaults(answer, asked)] : []));
    });
    const area = newId();
    const input = ({ target }) => {
      this.text = target.value;
      changed(this.text);
      draw(this.text);
    };
    this.source = el("div", {}, el("label", { for: area, class: "sr" }, text("as_written_of", { name })), el("textarea", { id: area, spellcheck: "false", rows: 16, input }, file), faults);
    draw(file);
  }
}

// What is wrong with a text, each with its place, the line it is about and what helps.
function drawnFaults({ refused = [], diagnostics = [] }, written) {
  const lines = written.split("\n");
  const one = ({ line, message, help }) => el("li", {}, el("b", {}, text("line", { line })), " ", message, lines[line - 1] !== undefined && el("code", {}, lines[line - 1].trim()), help && el("small", {}, help));
  return el("ul", { class: "bench-faults", role: "alert" }, refused.map((fault) => el("li", {}, fault)), diagnostics.map(one));
}
