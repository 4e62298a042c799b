// The form of a character: every part of it changes one thing in the file, and leaves all else as its author wrote it.

const PARTS = {
  person: "part_person", stats: "part_stats", advances: "part_advances", skills: "part_skills", abilities: "part_abilities", traits: "part_traits",
  conditions: "part_conditions", items: "part_items", backgrounds: "part_backgrounds", languages: "part_languages", notes: "part_notes", more: "part_more",
  // What things have within them.
  tags: "part_tags", wields: "part_wields", effect: "part_effect", modifiers: "part_modifiers", covers: "part_covers", also: "part_also", art: "part_art",
  ally: "part_ally", known: "part_known", fields: "part_fields", keywords: "part_keywords", to: "part_to", secondary: "part_secondary",
};
// What games have no name for.
const FIELDS = new Set(["name", "portrait", "role", "id", "weight", "note", "ranks", "type", "cost", "text", "description", "summary", "add", "how", "label", "counter", "file", "focus_x", "focus_y", "alt", "credit", "licence", "of", "through"]);
// What of one's own is asked for by its name.
const OWN = { item: "own_item", background: "own_background", language: "own_language", ability: "own_ability", built: "own_built", also: "own_also" };

// So many fields that are left open are folded.
const MANY_OPEN = 4;

class PersonForm {
  #written;
  #renamed;
  #shape = "";
  #places = [];
  #names = {};
  #open = new Set(["person", "stats"]);
  #bodies = new Map();

  // `written` says which file it is; `renamed` hears of another name.
  constructor(written, renamed) {
    this.#written = written;
    this.#renamed = renamed;
    this.todo = el("div", { class: "bench-todo" });
    this.node = el("div", { class: "bench-fields" });
  }

  // Shows what there is to fill in, and beside it what is wrong with it. What is being filled in stays as it is. Answers with what was
  // found that no field shows.
  draw({ sections, names, todo }, found) {
    this.#names = names;
    const shape = JSON.stringify(sections, (key, value) => (["at", "value", "hint", "before"].includes(key) ? undefined : value));
    if (shape !== this.#shape || !this.node.contains(document.activeElement)) this.#build(sections, shape);
    const at = new Map(placesOf(sections)), shown = new Set();
    let empty = 0;
    for (const { path, input, note, needs } of this.#places) {
      const [place, value] = at.get(path) ?? [];
      const isEmpty = Boolean(needs) && (value ?? "") === "";
      const own = place && !isEmpty ? found.filter(({ line, column }) => line === place[0] && column === place[1]) : [];
      own.forEach((one) => shown.add(one));
      empty += isEmpty ? 1 : 0;
      input?.toggleAttribute("aria-invalid", own.length > 0 || isEmpty);
      note.replaceChildren(...(isEmpty ? [text(needs)] : own.map(({ message, help }) => el("span", {}, message, help && ` ${help}`))));
      note.hidden = note.childNodes.length === 0;
    }
    this.#drawTodo(todo, empty);
    // What is empty is said beside its field.
    return found.filter((one) => !shown.has(one) && !(empty > 0 && one.code === "missing-value"));
  }

  // What is still to do, in the order in which it is done; each leads to where.
  #drawTodo(todo, empty) {
    const rows = todo.map((one) => {
      const { part, name, done, goal, is_limit: isLimit, of, is_editorial: isEditorial } = one;
      // More than we suggest is no fault.
      const state = done === undefined ? "" : done > goal && !isEditorial ? "is-over" : done >= goal || isLimit ? "is-done" : "is-left";
      const title = name || (goal !== undefined && part === "items" ? text("todo_load") : this.#titleOf(part));
      const said = done === undefined ? text("todo_roll", { dice: of }) : `${text(isLimit ? "todo_at_most" : "todo_of", { done, goal })}${of ? ` (${of})` : ""}`;
      return el("li", { class: state }, el("button", { type: "button", class: "bench-place", click: () => this.open(part) }, title), " ", said, isEditorial && [" ", el("small", {}, text("todo_editorial"))]);
    });
    if (empty > 0) rows.unshift(el("li", { class: "is-left" }, text("todo_empty", { count: empty })));
    this.todo.replaceChildren(...(rows.length > 0 ? [el("h2", {}, text("todo")), el("ul", {}, rows)] : []));
    this.left = rows.filter((row) => row.classList.contains("is-left")).length;
  }

  // What the game calls a part, where it is one part alone.
  #titleOf(part) {
    const of = this.#bodies.get(part);
    return of?.isAlone ? of.title : text(PARTS[part] ?? "part_more");
  }

  // Opens a part, and leads there.
  open(part) {
    const node = this.#bodies.get(part === "secondary" ? "skills" : part)?.node;
    if (!node) return;
    node.open = true;
    node.firstChild.focus({ preventScroll: true });
    node.scrollIntoView({ block: "start" });
  }

  #build(sections, shape) {
    const focused = this.#places.find(({ input }) => input && input === document.activeElement)?.path;
    // What was put in is gone from what can be: the keys stay where they were.
    const stop = document.activeElement?.closest?.("[data-stop]")?.dataset.stop;
    this.#shape = shape;
    this.#places = [];
    this.#bodies.clear();
    this.node.replaceChildren(...sections.map((section, at) => this.#section(section, at, sections.findIndex(({ part }) => part === section.part) === at)));
    const next = this.#places.find(({ path }) => path === focused)?.input ?? (stop && this.node.querySelector(`[data-stop="${CSS.escape(stop)}"] :is(select, input)`));
    next?.focus({ preventScroll: true });
  }

  // What can be folded, which stays as it was when the form is made anew.
  #fold(key, attributes, ...inside) {
    return el("details", { ...attributes, open: this.#open.has(key), toggle: ({ target }) => { this.#open[target.open ? "add" : "delete"](key); } }, inside);
  }

  #section(section, at, isFirst) {
    const { part, name, held = [] } = section;
    const title = name || text(PARTS[part]);
    const key = `${part}${name || at}`;
    if (this.#open.has(part)) {
      this.#open.delete(part);
      this.#open.add(key);
      // Further parts of the kind are open as well, as long as nobody folds them.
      if (part === "stats") this.#open.add("stats");
    }
    const node = this.#fold(key, { class: "bench-section" },
      el("summary", {}, title, held.length > 0 && el("small", {}, String(held.length))),
      part === "stats" && isFirst && el("p", { class: "bench-note" }, text("stats_note")),
      this.#inside(section, key, title));
    this.#bodies.set(part, this.#bodies.has(part) ? { ...this.#bodies.get(part), isAlone: false } : { node, title, isAlone: true });
    return node;
  }

  // What stands in a part: its fields, what is held in it, and what can be put in.
  #inside({ part, fields = [], held = [], offers = [], chosen, own = [], parts = [] }, key, title) {
    return [
      fields.length > 0 && this.#fields(part, fields, key),
      held.length > 0 && el("ul", { class: "bench-held" }, held.map((one) => this.#held(one))),
      offers.length > 0 && this.#offers(offers, title, key),
      chosen && this.#chosen(chosen, title, key),
      own.map((one) => this.#own(one, key)),
      parts.map((one, at) => this.#part(one, `${key}/${at}`)),
    ];
  }

  // A part within another: plain fields stand as they are, all else is folded.
  #part(section, key) {
    const { part, held = [] } = section;
    const title = section.name || (part ? text(PARTS[part]) : "");
    if (!part) return el("div", { class: "bench-inner" }, this.#inside(section, key, title));
    return this.#fold(key, { class: "bench-inner" }, el("summary", {}, title, held.length > 0 && el("small", {}, String(held.length))), this.#inside(section, key, title));
  }

  // Numbers that are left open are behind a fold where they would hide what is filled in.
  #fields(part, fields, key) {
    const isOpen = ({ takes, value }) => ["number", "formula", "options"].includes(takes) && (value ?? "") === "";
    const [left, filled] = [fields.filter(isOpen), fields.filter((field) => !isOpen(field))];
    const grid = (some) => some.length > 0 && el("div", { class: `bench-fields bench-of-${part || "thing"}` }, some.map((field) => this.#field(field)));
    if (part === "stats" || part === "person" || left.length < MANY_OPEN || filled.length === 0) return grid(fields);
    return [grid(filled), this.#fold(`${key}+`, { class: "bench-left-open" }, el("summary", {}, text("left_open", { count: left.length })), grid(left))];
  }

  #field(field) {
    const { path, id, name, takes, min, max, hint, before, is_needed: isNeeded } = field;
    const input = newId(), where = JSON.stringify(path), value = field.value ?? "";
    const label = name || text(FIELDS.has(id) ? `field_${id}` : "field_other");
    const options = takes === "names" ? this.#names[field.names] : takes === "flag" ? [["true", text("yes")], ["false", text("no")]] : field.options;
    const set = ({ target }) => {
      const said = target.value;
      this.#written().amend(path, changeTo(takes, said), before);
      if (id === "name" && path.length === 1) this.#renamed?.(said);
    };
    const listed = options && [...(options.some(([one]) => one === value) ? [] : [[value, value || text("open")]]), ...options];
    // What may stay open can be left open again.
    const canBeOpen = options && !isNeeded && value !== "" && takes !== "options" ? [["", text("open")]] : [];
    const made = listed
      ? el("select", { id: input, change: set }, [...canBeOpen, ...listed].map(([one, said]) => el("option", { value: one, selected: one === value }, said || one)))
      : takes === "number" ? el("input", { id: input, type: "number", inputmode: "numeric", min, max, value, input: set })
      : takes === "decimal" ? el("input", { id: input, inputmode: "decimal", value, input: set })
      : takes === "text" ? el("textarea", { id: input, rows: 3, class: "bench-words", input: set }, value)
      : el("input", { id: input, value, spellcheck: takes === "formula" ? "false" : undefined, input: set });
    const note = el("small", { id: newId(), class: "bench-wrong", hidden: true });
    const needs = isNeeded && (takes === "number" ? "needs_number" : options ? "needs_choice" : "needs_words");
    this.#places.push({ path: where, input: made, note, needs });
    const said = hint && el("small", { id: newId(), class: "bench-note" }, hint);
    made.setAttribute("aria-describedby", [said?.id, note.id].filter(Boolean).join(" "));
    if (isNeeded) made.setAttribute("aria-required", "true");
    return el("div", { class: `bench-field${takes === "text" || takes === "words" && id !== "name" ? " bench-long" : ""}` }, el("label", { for: input }, label), made, said, note);
  }

  #held({ name, path, parts = [] }) {
    const key = JSON.stringify(path), note = el("small", { class: "bench-wrong", hidden: true });
    this.#places.push({ path: key, note });
    const remove = el("button", { type: "button", "aria-label": text("remove_named", { name }), click: () => {
      // Those behind it move up: none of them is open because it was.
      for (const one of [...this.#open]) if (one.startsWith("[")) this.#open.delete(one);
      this.#written().amend(path, "remove");
    } }, text("remove"));
    const said = name || text("without_name");
    return el("li", {}, parts.length === 0 ? el("span", {}, linked(said))
      : this.#fold(key, { class: "bench-thing" }, el("summary", {}, said), parts.map((part, at) => this.#part(part, `${key}/${at}`))), remove, note);
  }

  // Something to choose, and a button that puts it in: not as soon as it is chosen, since keys go through all of them.
  #choose(label, options, key, put) {
    const add = newId();
    const choice = el("select", { id: add }, el("option", { value: "" }, text("choose_one")), options.map(([id, name]) => el("option", { value: id }, name || id)));
    return el("div", { class: "bench-field", "data-stop": key }, el("label", { for: add }, label), choice, el("button", { type: "button", click: () => choice.value !== "" && put(choice.value) }, text("add")));
  }

  #offers(offers, title, key) {
    return this.#choose(text("add_to", { what: title }), offers.map(({ name }, at) => [String(at), name]), `${key}:offers`, (at) => {
      const { path, value, is_item: isItem } = offers[Number(at)];
      this.#written().amend(path, { [isItem ? "append" : "set"]: value });
    });
  }

  #chosen({ names, without, path, value, is_item: isItem }, title, key) {
    const options = (this.#names[names] ?? []).filter(([id]) => !without.includes(id));
    return this.#choose(text("add_to", { what: title }), options, `${key}:chosen`, (word) => this.#written().amend(path, { [isItem ? "append" : "set"]: filledWith(value, word) }));
  }

  // What of one's own is put in, by its name.
  #own({ what, path, value, taken = [] }, key) {
    const id = newId();
    const input = el("input", { id, autocomplete: "off", keydown: (event) => { if (event.key === "Enter") { event.preventDefault(); put(); } } });
    const put = () => {
      const name = input.value.trim();
      if (!name) return void input.focus();
      this.#written().amend(path, { append: typeof value === "string" ? name : {
        ...value, name,
        ...("id" in value && { id: numbered(idFrom(name), (one) => taken.includes(one)) }),
        ...("description" in value && { description: name }),
      } });
      input.value = "";
    };
    return el("div", { class: "bench-field", "data-stop": `${key}:${what}` }, el("label", { for: id }, text(OWN[what])), input, el("button", { type: "button", click: put }, text("add")));
  }
}

// Where everything in sections stands in the file, and what stands there, by its path.
function placesOf(sections) {
  return sections.flatMap(({ fields = [], held = [], parts = [] }) => [
    ...[...fields, ...held].map(({ path, at, value }) => [JSON.stringify(path), [at, value]]),
    ...held.flatMap((one) => placesOf(one.parts ?? [])),
    ...placesOf(parts),
  ]);
}

// A value with a word where nothing stands in it.
function filledWith(value, word) {
  if (value === null) return word;
  if (Array.isArray(value)) return value.map((one) => filledWith(one, word));
  return typeof value === "object" ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filledWith(one, word)])) : value;
}

// What is written for what was filled in. A name of figures is a name all the same, and a formula stays one.
function changeTo(takes, said) {
  if (said === "") return "remove";
  if (takes === "number" || takes === "options") return { set: valueOf(said) };
  if (takes === "decimal") return { set: /^\d{1,9}(?:\.\d{1,9})?$/.test(said) ? Number(said) : said };
  if (takes === "flag") return { set: said === "true" };
  return { set: said };
}

// An id made of a name: small letters without marks, digits and hyphens, as ids and names of files are.
function idFrom(name) {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("ß", "ss").replaceAll("æ", "ae").replaceAll("ø", "o").replaceAll("ł", "l").toLowerCase();
  const id = plain.replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^[^a-z]+|-+$/g, "").slice(0, 50).replace(/-+$/, "");
  return id === "" || /^(?:con|prn|aux|nul|com\d|lpt\d|blank)$/.test(id) ? `${id || "one"}-1` : id;
}
