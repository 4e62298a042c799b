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
  // What a change was of: keys in another field are another step.
  #field;
  // Changes of single things, one after the other: each is of the text that the one before it made.
  #last = Promise.resolve();
  // The number of pending changes.
  #coming = 0;

  // `ask` asks the engine for what is shown of a text, `drawn` draws it as a `node` and may say
  // what is left of what was `found` (it hears whether the text is still the newest), and `changed` hears of every edit.
  constructor(engine, file, name, ask, drawn, changed) {
    this.#engine = engine;
    this.text = file;
    this.shown = el("div");
    this.faults = el("div");
    this.#changed = changed;
    this.#draw = newest(ask, (answer, asked) => {
      // What is drawn may say some of what was found itself: then it answers with what is left.
      let left = answer.diagnostics ?? [];
      if (answer.done) {
        const { node, found = left } = drawn(answer.done, left, asked === this.text && this.#coming === 0);
        left = found;
        // What changes in itself stays where it is; what cannot be drawn leaves what was there, which is of before.
        if (node && node !== this.shown.firstChild) this.shown.replaceChildren(node);
        this.shown.classList.toggle("is-of-before", !node);
      } else this.shown.classList.add("is-of-before");
      const refused = [...(answer.refused ?? []), ...(answer.done?.faults ?? [])];
      const isFaulty = refused.length > 0 || left.length > 0;
      this.faults.replaceChildren(...(isFaulty ? [drawnFaults({ refused, diagnostics: left }, asked)] : []));
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

  // Changes one thing in it, and leaves all else as its author wrote it: `path` leads there, and `change` is that of docs/internals.md. What has
  // to be written before stands in `before`: where, and what.
  amend(path, change, before) {
    const ask = (file, path, change) => this.#engine.ask({ ask: "amend", text: file, path, change }).catch((error) => ({ refused: [error.message] }));
    this.#coming += 1;
    this.#last = this.#last.then(async () => {
      const field = JSON.stringify(path);
      if (field !== this.#field) this.#noted = 0;
      this.#field = field;
      let answer = await ask(this.text, path, change);
      // What has to be written before may stand there by now.
      if (typeof answer.done !== "string" && before && change !== "remove") {
        answer = await ask(this.text, before[0], { set: before[1] });
        if (typeof answer.done === "string") answer = await ask(answer.done, path, change);
      }
      this.#coming -= 1;
      if (typeof answer.done === "string") this.set(answer.done);
      else this.faults.replaceChildren(faultList(faultsOf(answer)));
    });
  }

  // The text after all pending changes.
  async settled() {
    await this.#last;
    return this.text;
  }

  // Takes what was written elsewhere: it can be taken back like any other change.
  follow(file) {
    if (file === this.text) return;
    this.#before.push(this.text);
    this.#noted = 0;
    this.#after.length = 0;
    this.#area.value = file;
    this.#show(file, false);
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

  #show(file, isOwn = true) {
    this.text = file;
    this.#able(this.#back, this.#before.length > 0);
    this.#able(this.#again, this.#after.length > 0);
    if (isOwn) this.#changed(file);
    this.#draw(file);
  }

  // A button that has the keys keeps them: they would be nowhere, or on the button that does the opposite.
  #able(step, isAble) {
    const isPressed = step === document.activeElement;
    step.disabled = !isAble && !isPressed;
    if (isAble || !isPressed) return void step.removeAttribute("aria-disabled");
    step.setAttribute("aria-disabled", "true");
    step.addEventListener("blur", () => this.#able(step, !step.hasAttribute("aria-disabled")), { once: true });
  }

  // Shows it anew, where what it rests on has changed.
  refresh() {
    this.#draw(this.text);
  }
}

// The name that stands in a file.
const nameIn = (file) => /^name:[ \t]*"?([^"\n#]+)/m.exec(file)?.[1].trim();

// What is written for a field that was filled in: a number where one is, and else words.
const valueOf = (said) => (/^-?\d{1,15}(?:\.\d{1,9})?$/.test(said) ? Number(said) : said);
const changeOf = (said) => (said === "" ? "remove" : { set: valueOf(said) });

// A rule that somebody does not meet as a whole is said of their id: no line of the file is to blame.
const isOfAll = ({ line, is_rule: isRule }, lines) => lines[line - 1] === undefined || Boolean(isRule) && /^id:/.test(lines[line - 1]);

// What is wrong with a text, each with its place, the line it is about and what helps.
function drawnFaults({ refused = [], diagnostics = [] }, written) {
  const lines = written.split("\n");
  const one = (fault) => {
    const { line, message, help } = fault, isPlaced = !isOfAll(fault, lines);
    return el("li", {}, isPlaced && [el("b", {}, text("line", { line })), " "], message, isPlaced && el("code", {}, lines[line - 1].trim()), help && el("small", {}, help));
  };
  return el("div", { role: "alert" }, el("ul", { class: "bench-faults" }, refused.map((fault) => el("li", {}, fault)), diagnostics.map(one)));
}
