// The form of a character: every part of it changes one thing in the file, and leaves all else as its author wrote it.

const PARTS = {
  person: "part_person", stats: "part_stats", skills: "part_skills", abilities: "part_abilities", traits: "part_traits",
  conditions: "part_conditions", items: "part_items", backgrounds: "part_backgrounds", languages: "part_languages", notes: "part_notes",
};
// What games have no name for.
const FIELDS = { name: "field_name", portrait: "field_portrait" };

// So many fields that are left open are folded.
const MANY_OPEN = 4;

class PersonForm {
  #written;
  #shape = "";
  #places = [];
  #open = new Set(["person", "stats"]);

  // `written` says which file it is.
  constructor(written) {
    this.#written = written;
    this.node = el("div", { class: "bench-fields" });
  }

  // Shows what there is to fill in, and beside it what is wrong with it. What is being filled in stays as it is.
  draw(sections, found) {
    const shape = JSON.stringify(sections.map(({ part, name, fields, held, offers }) => [part, name, fields.map(({ path }) => path), held, offers?.length]), (key, value) => (key === "at" ? undefined : value));
    if (shape !== this.#shape || !this.node.contains(document.activeElement)) this.#build(sections, shape);
    const places = sections.flatMap(({ fields, held = [] }) => [...fields, ...held]).map(({ path, at }) => [JSON.stringify(path), at]);
    const at = new Map(places);
    for (const { path, input, note } of this.#places) {
      const place = at.get(path);
      const own = place ? found.filter(({ line, column }) => line === place[0] && column === place[1]) : [];
      input?.toggleAttribute("aria-invalid", own.length > 0);
      note.replaceChildren(...own.map(({ message, help }) => el("span", {}, message, help && ` ${help}`)));
      note.hidden = own.length === 0;
    }
  }

  #build(sections, shape) {
    const focused = this.#places.find(({ input }) => input === document.activeElement)?.path;
    this.#shape = shape;
    this.#places = [];
    this.node.replaceChildren(...sections.map((section, at) => this.#section(section, at, sections.findIndex(({ part }) => part === section.part) === at)));
    this.#places.find(({ path }) => path === focused)?.input?.focus();
  }

  #section({ part, name, fields, held = [], offers = [] }, at, isFirst) {
    const key = `${part}${name || at}`;
    const title = name || text(PARTS[part]);
    const isOpen = this.#open.has(key) || this.#open.has(part);
    const more = offers.length > 0 && this.#offers(offers, title);
    return el("details", { open: isOpen, class: "bench-section", toggle: ({ target }) => { this.#open[target.open ? "add" : "delete"](key); if (!target.open) this.#open.delete(part); } },
      el("summary", {}, title, held.length > 0 && el("small", {}, String(held.length))),
      part === "stats" && isFirst && el("p", { class: "bench-note" }, text("stats_note")),
      this.#fields(part, fields, key),
      held.length > 0 && el("ul", { class: "bench-held" }, held.map((one) => this.#held(one))),
      more);
  }

  // Numbers that are left open are behind a fold where they would hide what is filled in.
  #fields(part, fields, key) {
    const isOpen = ({ takes, value }) => takes === "number" && (value ?? "") === "";
    const [left, filled] = [fields.filter(isOpen), fields.filter((field) => !isOpen(field))];
    const grid = (some) => some.length > 0 && el("div", { class: `bench-fields bench-of-${part}` }, some.map((field) => this.#field(field)));
    if (part === "stats" || left.length < MANY_OPEN || filled.length === 0) return grid(fields);
    const more = `${key}+`;
    return [grid(filled), el("details", { class: "bench-left-open", open: this.#open.has(more), toggle: ({ target }) => { this.#open[target.open ? "add" : "delete"](more); } },
      el("summary", {}, text("left_open", { count: left.length })), grid(left))];
  }

  #field({ path, id, name, takes, options, min, max, value, hint }) {
    const input = newId(), where = JSON.stringify(path);
    const label = name || text(FIELDS[id]);
    // A name of figures is a name all the same.
    const changed = (said) => (takes === "words" && said !== "" ? { set: said } : changeOf(said));
    const set = ({ target }) => this.#written().amend(path, changed(target.value));
    const isLong = takes === "words" && id !== "name";
    const made = takes === "options"
      ? el("select", { id: input, change: set }, [...(options.some(([one]) => one === value) ? [] : [["", text("open")]]), ...options].map(([one, said]) => el("option", { value: one, selected: one === (value ?? "") }, said)))
      : takes === "number" ? el("input", { id: input, type: "number", inputmode: "numeric", min, max, value: value ?? "", input: set })
      : isLong ? el("textarea", { id: input, rows: 3, class: "bench-words", input: set }, value ?? "")
      : el("input", { id: input, value: value ?? "", input: set });
    const note = el("small", { class: "bench-wrong", hidden: true });
    this.#places.push({ path: where, input: made, note });
    const said = hint && el("small", { id: newId(), class: "bench-note" }, hint);
    if (said) made.setAttribute("aria-describedby", said.id);
    return el("div", { class: `bench-field${takes === "words" ? " bench-long" : ""}` }, el("label", { for: input }, label), made, said, note);
  }

  #held({ name, path }) {
    const note = el("small", { class: "bench-wrong", hidden: true });
    this.#places.push({ path: JSON.stringify(path), note });
    return el("li", {}, el("span", {}, linked(name)), el("button", { type: "button", "aria-label": text("remove_named", { name }), click: () => this.#written().amend(path, "remove") }, text("remove")), note);
  }

  #offers(offers, title) {
    const add = newId();
    const choice = el("select", { id: add }, el("option", { value: "" }, text("choose_one")), offers.map(({ name }, at) => el("option", { value: at }, name)));
    // Not as soon as one is chosen: keys go through all of them.
    const put = () => {
      const offer = offers[choice.value === "" ? -1 : Number(choice.value)];
      if (offer) this.#written().amend(offer.path, { [offer.is_item ? "append" : "set"]: offer.value });
    };
    return el("div", { class: "bench-field" }, el("label", { for: add }, text("add_to", { what: title })), choice, el("button", { type: "button", click: put }, text("add")));
  }
}
