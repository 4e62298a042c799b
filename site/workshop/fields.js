// Fields to fill in, as the engine says what a check or an NPC takes.

class Fields {
  // `values` are what was filled in before, by field; `changed` is called with nothing when something is. With `series`, one
  // field may be several values: the one that usually is, and which ones they are.
  constructor(defs, values, changed, series) {
    this.defs = defs;
    this.changed = changed;
    this.series = series;
    this.values = Object.fromEntries(defs.map((def) => [def.id, values[def.id] ?? this.#first(def, values)]));
    this.node = el("div", { class: "bench-fields" });
    this.#draw();
  }

  // What is filled in.
  filled() {
    return this.defs.filter(({ id }) => this.values[id] !== "").map(({ id }) => [id, this.values[id]]);
  }

  // What stands in a field at first: the usual cases, unless another field was set to several.
  #first(def, values) {
    const usual = this.series?.usual;
    const isTaken = Object.values(values).some(isSeveral);
    if (usual && usual[0] === def.id && !isTaken) return usual[1].join(",");
    if (def.default !== undefined) return def.default;
    if (def.takes === "options") return def.options[0]?.[0] ?? "";
    return def.takes === "number" && this.series ? String(Math.max(def.min, 0)) : "";
  }

  #draw(focused) {
    this.node.replaceChildren(...this.defs.map((def) => this.#field(def)));
    if (focused) document.getElementById(this.inputs.get(focused))?.focus();
  }

  #set(id, value) {
    this.values[id] = value;
    this.changed();
  }

  #field(def) {
    this.inputs ??= new Map();
    const id = newId();
    this.inputs.set(def.id, id);
    const value = this.values[def.id];
    const several = isSeveral(value);
    const input = several ? this.#list(def, id, value) : this.#one(def, id, value);
    const label = el("label", { for: id }, def.name);
    if (!this.series || def.takes === "words") return el("div", { class: "bench-field" }, label, input);
    const toggle = el("button", { type: "button", class: "bench-several", "aria-pressed": String(several), "aria-label": text("compare_field", { field: def.name }), click: () => this.#toggle(def) }, text("compare"));
    return el("div", { class: "bench-field" }, label, input, toggle);
  }

  #one(def, id, value) {
    if (def.takes === "options") {
      const option = ([key, name]) => el("option", { value: key, selected: key === value }, name);
      return el("select", { id, change: ({ target }) => this.#set(def.id, target.value) }, def.options.map(option));
    }
    if (def.takes !== "number") return el("input", { id, value, input: ({ target }) => this.#set(def.id, target.value) });
    const number = el("input", { id, type: "number", inputmode: "numeric", min: def.min, max: def.max, value });
    const [least, most] = reach(def, Number(value));
    const slider = el("input", { type: "range", min: least, max: most, value, "aria-label": def.name, tabindex: -1 });
    number.addEventListener("input", () => {
      slider.value = number.value;
      this.#set(def.id, number.value);
    });
    slider.addEventListener("input", () => {
      number.value = slider.value;
      this.#set(def.id, slider.value);
    });
    return el("span", { class: "bench-number" }, number, slider);
  }

  #list(def, id, value) {
    const help = newId();
    const hint = def.takes === "number" ? text("several_numbers") : text("several_options", { options: def.options.map(([key]) => key).join(", ") });
    return el("span", { class: "bench-list" }, el("input", { id, value, autocomplete: "off", "aria-describedby": help, input: ({ target }) => this.#set(def.id, target.value) }), el("small", { id: help }, hint));
  }

  // Makes several values of one, or one of several; no two fields are several at a time.
  #toggle(def) {
    const { id } = def;
    const wasSeveral = isSeveral(this.values[id]);
    for (const other of this.defs) if (isSeveral(this.values[other.id])) this.values[other.id] = firstOf(this.values[other.id]);
    if (!wasSeveral) this.values[id] = this.#several(def);
    this.#draw(id);
    this.changed();
  }

  #several(def) {
    const usual = this.series.usual;
    if (usual && usual[0] === def.id) return usual[1].join(",");
    if (def.takes === "options") return def.options.map(([key]) => key).join(",");
    const value = Number(this.values[def.id]) || 0;
    const least = Math.max(def.min, value - 3);
    return `${least}..${Math.min(def.max, least + 6)}`;
  }
}

const isSeveral = (value) => /,|\.\./.test(value);
const firstOf = (value) => value.split(/,|\.\./)[0].trim();

// From where to where a slider goes: wide limits would make it useless.
function reach({ min, max }, value) {
  const span = 40;
  if (max - min <= span) return [min, max];
  const least = Math.max(min, Math.min(0, value - span / 2));
  return [least, Math.min(max, Math.max(least + span, value + span / 2))];
}
