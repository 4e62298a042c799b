// The form of a character: every part of it changes one thing in the file, and leaves all else as its author wrote it.

const PARTS = {
  person: "part_person", stats: "part_stats", advances: "part_advances", skills: "part_skills", abilities: "part_abilities", traits: "part_traits",
  conditions: "part_conditions", items: "part_items", backgrounds: "part_backgrounds", languages: "part_languages", notes: "part_notes", more: "part_more",
  // What things have within them.
  tags: "part_tags", wields: "part_wields", effect: "part_effect", modifiers: "part_modifiers", covers: "part_covers", also: "part_also", art: "part_art",
  ally: "part_ally", known: "part_known", fields: "part_fields", keywords: "part_keywords", to: "part_to", secondary: "part_secondary",
};
// What games have no name for.
const FIELDS = new Set(["field_name", "field_portrait", "field_role", "field_id", "field_weight", "field_note", "field_ranks", "field_type", "field_cost", "field_text", "field_description", "field_summary", "field_add", "field_how", "field_label", "field_counter", "field_file", "field_focus_x", "field_focus_y", "field_alt", "field_credit", "field_licence", "field_of", "field_through", "field_stat"]);
// What of one's own is asked for by its name.
const OWN = { item: "own_item", background: "own_background", language: "own_language", ability: "own_ability", built: "own_built", also: "own_also" };

// So many fields that are left open are folded.
const MANY_OPEN = 12;

// What is wrong with something, and what helps, as sentences.
const sentences = ({ message, help }) => [message, help].filter(Boolean)
  .map((one) => one.replaceAll("`", "")).map((one) => one[0].toUpperCase() + one.slice(1) + (/[.!?)]$/.test(one) ? "" : ".")).join(" ");

class PersonForm {
  #written;
  #renamed;
  #faults;
  #shape = "";
  #sections = [];
  #places = [];
  #names = {};
  #found = [];
  // Which fields stand apart, by their part: they stay where they were when the part was first shown.
  #apart = new Map();
  #open = new Set(["person", "stats"]);
  #bodies = new Map();
  #seen = new Set();
  #todo = [];
  #isRaised = false;
  // The last value of each faulty field and its faults, by path.
  #wrongBefore = new Map();
  // Typed values that the file does not have yet, by path. A redrawn form shows them.
  #typed = new Map();
  // The list to which something of one's own was added, whose fields come next.
  #added;

  // `written` says which file it is, `faults` where all that is wrong with it is listed; `renamed` hears of another name.
  constructor(written, faults, renamed) {
    this.#written = written;
    this.#faults = faults;
    this.#renamed = renamed;
    this.todo = el("div", { class: "bench-todo" });
    this.node = el("div", { class: "bench-fields" });
  }

  // Shows what there is to fill in, and beside it what is wrong with it. What is being filled in stays as it is. Answers with what was
  // found that no field shows.
  draw({ sections, names, todo }, found, isNewest) {
    if (isNewest) this.#typed.clear();
    this.#names = names;
    const shape = JSON.stringify(sections.map(shapeOf));
    this.#sections = sections;
    this.#found = found;
    if (shape !== this.#shape || !this.node.contains(document.activeElement)) this.#build(shape);
    // While something cannot be computed, what was to do before stays in sight.
    const isOfBefore = todo.length === 0 && found.length > 0;
    this.todo.classList.toggle("is-of-before", isOfBefore);
    const { shown, empty, hasWrongStat } = this.#mark();
    if (!isOfBefore) this.#todo = todo;
    this.#drawTodo(this.#todo, empty, hasWrongStat);
    return found.filter((one) => !shown.has(one) && !(empty > 0 && isOfEmpty(one)));
  }

  // Shows the faults of each field beside it. A fault can keep others from being found: an unchanged field then keeps its last faults.
  // Returns the faults shown, the number of empty fields, and whether a stat has a fault.
  #mark() {
    const isPartial = this.todo.classList.contains("is-of-before");
    const at = new Map(placesOf(this.#sections)), shown = new Set();
    const lacking = ({ path, needs }) => Boolean(needs) && (at.get(path)?.[1] ?? "") === "";
    const empty = this.#places.filter(lacking).length;
    // What is empty is said beside it, and not once more of what it is in.
    const found = this.#found.filter((one) => !(empty > 0 && isOfEmpty(one)));
    const hasWrongStat = [...at.keys()].some((path) => path.startsWith('["stats",') && found.some((one) => isWithin(one, path, at)));
    for (const one of this.#places) {
      const { path, input, note, needs, called } = one, [place, , name] = at.get(path) ?? [], isEmpty = lacking(one);
      let own = place && !isEmpty ? found.filter((one) => isWithin(one, path, at)) : [];
      own.forEach((one) => shown.add(one));
      const now = at.get(path)?.[1], [value, before] = this.#wrongBefore.get(path) ?? [];
      if (own.length > 0) this.#wrongBefore.set(path, [now, own]);
      else if (isPartial && !isEmpty && before && value === now) own = before;
      else this.#wrongBefore.delete(path);
      if (called && name !== undefined) called(name);
      input?.toggleAttribute("aria-invalid", own.length > 0 || isEmpty);
      note.replaceChildren(...(isEmpty ? [text(needs)] : own.map((one) => el("span", {}, sentences(one)))));
      note.hidden = note.childNodes.length === 0;
    }
    return { shown, empty, hasWrongStat };
  }

  // What is still to do, in the order in which it is done; each leads to where.
  #drawTodo(todo, empty, hasWrongStat) {
    const rows = todo.filter(({ done, goal }) => done !== 0 || goal !== 0).map((one) => {
      const { part, name, done, goal, is_limit: isLimit, of, is_editorial: isEditorial } = one;
      const title = name ? text("todo_covers", { name }) : goal !== undefined && part === "items" ? text("todo_load") : this.#titleOf(part);
      const said = done === undefined ? text("todo_roll", { dice: of, goal }) : `${text(isLimit ? "todo_at_most" : "todo_of", { done, goal })}${of ? ` (${of})` : ""}`;
      return el("li", { class: stateOf(one, done === undefined ? hasWrongStat : this.#found.length > 0) }, el("button", { type: "button", class: "bench-place", click: () => this.open(part, name) }, title), " ", said, isEditorial && [" ", el("small", {}, text(done > goal && !isLimit ? "todo_more" : "todo_editorial"))]);
    });
    const open = this.#sections.flatMap(({ part, fields = [] }) => (part === "person" ? fields : [])).filter((field) => field.takes === "number" && !field.is_needed && (field.value ?? field.default ?? "") === "");
    const toOpen = () => {
      this.open("person");
      this.#goTo(this.#places.find(({ path }) => path === JSON.stringify(open[0].path)));
    };
    if (open.length > 0) rows.push(el("li", { class: "is-hint" }, el("button", { type: "button", class: "bench-place", click: toOpen }, text("todo_open", { count: open.length }))));
    if (empty > 0) rows.unshift(el("li", { class: "is-left" }, el("button", { type: "button", class: "bench-place", click: () => this.#toEmpty() }, text("todo_empty", { count: empty }))));
    this.left = rows.filter((row) => row.classList.contains("is-left")).length;
    const wrong = (count, key) => count > 0 && rows.unshift(el("li", { class: "is-over" }, el("button", { type: "button", class: "bench-place", click: () => this.#toFaults() }, text(key, { count }))));
    const count = this.#found.length;
    this.rules = this.#found.filter(({ is_rule: isRule }) => isRule).length;
    this.wrong = count - this.rules;
    wrong(this.rules, "rules_unmet");
    wrong(this.wrong, "faults_found");
    const isAll = rows.length > 0 && this.left === 0 && count === 0;
    // What is done stands by itself.
    const done = isAll ? [] : rows.filter((row) => row.classList.contains("is-done")), undone = rows.filter((row) => !done.includes(row));
    const list = (heading, some) => (some.length > 0 ? [heading, el("ul", {}, some)] : []);
    const note = this.todo.classList.contains("is-of-before") && el("p", { class: "bench-note" }, text("of_before"));
    this.todo.replaceChildren(...[note].filter(Boolean), ...list(el("h2", {}, text(isAll ? "todo_done" : "todo")), undone), ...list(el("h3", {}, text("todo_ready")), done));
  }

  // Leads to the first field that is empty and must not be, in whatever is folded.
  #toEmpty() {
    this.#goTo(this.#places.find(({ note, needs }) => needs && note.textContent === text(needs)));
  }

  #goTo(place) {
    for (let fold = place?.note.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    const there = place?.input ?? place?.note.parentElement.querySelector("select, input");
    there?.focus({ preventScroll: true });
    there?.scrollIntoView({ block: "center" });
  }

  // Leads to the first thing that is wrong: to its field, or to the list.
  #toFaults() {
    const said = this.#places.find(({ note }) => !note.hidden && note.getClientRects().length > 0);
    // Never to a button, which a key too many would press.
    const wrong = said && (said.input ?? said.note.parentElement.querySelector(":is(summary, a)"));
    const there = wrong ?? said?.note.parentElement ?? this.#faults();
    if (!wrong) there.tabIndex = -1;
    there.focus({ preventScroll: true });
    there.scrollIntoView({ block: "center" });
  }

  // What the game calls a part, where it is one part alone.
  #titleOf(part) {
    const titles = this.#bodies.get(part)?.titles ?? [];
    const whole = text(PARTS[part] ?? "part_more"), own = titles.join(", ");
    if (titles.length === 0 || titles.length > 3) return whole;
    return part === "skills" && own !== whole ? `${whole} (${own})` : own;
  }

  // Opens a part, or what is called so in it, and leads there.
  open(part, name) {
    const of = part === "secondary" ? "skills" : part;
    if (!this.#bodies.has(of)) return;
    this.#open.add(this.#bodies.get(of).key);
    const held = name && this.#sections.find((one) => one.part === of)?.held?.find((one) => one.name === name), row = held && JSON.stringify(held.path);
    if (row) [row, `${row}/${held.parts.findIndex((one) => one.part === "covers")}`].forEach((key) => this.#open.add(key));
    this.#build(this.#shape);
    this.#mark();
    const { node } = this.#bodies.get(of);
    const stop = row ? node.querySelector(`[data-fold="${CSS.escape(row)}"] > summary`) : part === "secondary" && node.querySelector("[data-stop$=':offers'] select");
    (stop || node.firstChild).focus({ preventScroll: true });
    (stop || node).scrollIntoView({ block: "start" });
  }

  #build(shape) {
    const sections = this.#sections, active = this.node.contains(document.activeElement) ? document.activeElement : undefined;
    const focused = active && this.#places.find(({ input }) => input === active)?.path;
    const typed = focused && active.matches("input:not([type]), textarea") && { value: active.value, from: active.selectionStart, to: active.selectionEnd };
    // What was put in is gone from what can be, and what was taken away from what there is: the keys stay where they were.
    const stop = active?.closest("[data-stop]")?.dataset.stop, fold = active?.closest("[data-fold]")?.dataset.fold;
    // The keys go up with what was moved, though not to the first, which cannot be moved.
    const list = active?.closest("[data-list]"), row = list && [...list.children].findIndex((one) => one.contains(active));
    const place = this.#isRaised && row > 0 ? Math.max(1, row - 1) : row;
    this.#isRaised = false;
    const added = this.#added;
    this.#added = undefined;
    this.#shape = shape;
    this.#places = [];
    this.#bodies.clear();
    this.node.replaceChildren(...sections.map((section, at) => this.#section(section, at, sections.findIndex(({ part }) => part === section.part) === at)));
    if (!active) return;
    const first = (attribute, key, within) => key !== undefined && this.node.querySelector(`[data-${attribute}="${CSS.escape(key)}"] ${within}`);
    const left = list && this.node.querySelector(`[data-list="${CSS.escape(list.dataset.list)}"]`)?.children;
    // What was opened or folded keeps the keys: behind it may stand a button that takes it away.
    const made = added && [...this.node.querySelector(`[data-list="${CSS.escape(added)}"]`)?.children ?? []].at(-1)?.querySelector(":scope > details[open] > summary");
    const next = made || active.matches("summary") && first("fold", fold, "> summary") || this.#places.find(({ path }) => path === focused)?.input || first("stop", stop, ":is(select, input)")
      || left && (left[place] ?? left[left.length - 1])?.querySelector(":scope > button") || first("fold", fold, "> summary") || this.node.querySelector("summary");
    next?.focus({ preventScroll: true });
    if (typed && next === this.#places.find(({ path }) => path === focused)?.input) {
      // Keys are faster than the file.
      next.value = typed.value;
      next.setSelectionRange(typed.from, typed.to);
    }
    // Only where it is out of sight, or below what stays at the end of the window.
    next?.scrollIntoView({ block: "nearest" });
  }

  // What can be folded, which stays as it was when the form is made anew. What is in it is made when it is opened. It is open at first
  // where something in it must be filled in.
  #fold(key, attributes, summary, inside, isNeeded = false) {
    if (isNeeded && !this.#seen.has(key)) this.#open.add(key);
    this.#seen.add(key);
    const isMade = this.#open.has(key);
    const toggle = ({ target }) => {
      this.#open[target.open ? "add" : "delete"](key);
      if (!target.open || isMade) return;
      this.#build(this.#shape);
      this.#mark();
    };
    return el("details", { ...attributes, open: isMade, "data-fold": key, toggle }, summary, isMade && inside());
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
      () => [part === "stats" && isFirst && el("p", { class: "bench-note" }, text("stats_note")), this.#inside(section, key, title)]);
    const of = this.#bodies.get(part);
    if (of) of.titles.push(title);
    else this.#bodies.set(part, { node, key, titles: [title] });
    return node;
  }

  // What stands in a part: its fields, what is held in it, and what can be put in.
  #inside({ part, fields = [], held = [], offers = [], chosen, own = [], on_cards: onCards, parts = [] }, key, title) {
    return [
      onCards && el("p", { class: "bench-note" }, text("on_cards_note")),
      fields.length > 0 && this.#fields(part, fields, key),
      part === "keywords" && held.length === 0 && this.#nothing(key),
      held.length > 0 && el("ul", { class: "bench-held", "data-list": key }, held.map((one) => this.#held(one))),
      offers.length > 0 && this.#offers(offers, part === "skills" ? text(PARTS.secondary) : title, key),
      chosen && this.#chosen(chosen, title, key),
      own.map((one) => this.#own(one, key, held.length)),
      parts.map((one, at) => this.#part(one, `${key}/${at}`)),
    ];
  }

  // Says that something has to be put in.
  #nothing(key) {
    const note = el("small", { class: "bench-wrong", hidden: true });
    this.#places.push({ path: `${key}:nothing`, note, needs: "needs_choice" });
    return note;
  }

  // A part within another: plain fields stand as they are, all else is folded.
  #part(section, key) {
    const { part, held = [] } = section;
    const title = section.name || (part ? text(PARTS[part]) : "");
    if (!part) return el("div", { class: "bench-inner" }, this.#inside(section, key, title));
    return this.#fold(key, { class: "bench-inner" }, el("summary", {}, title, held.length > 0 && el("small", {}, String(held.length))), () => this.#inside(section, key, title), lacks(section));
  }

  // Numbers that are left open are behind a fold where they would hide what is filled in.
  #fields(part, fields, key) {
    const isOpen = ({ takes, value, is_needed: isNeeded }) => ["number", "formula", "options"].includes(takes) && !isNeeded && (value ?? "") === "";
    const pathOf = ({ path }) => JSON.stringify(path);
    if (!this.#apart.has(key)) {
      const open = fields.filter(isOpen), isMany = open.length >= MANY_OPEN && open.length < fields.length;
      this.#apart.set(key, new Set(isMany && part !== "stats" && part !== "person" ? open.map(pathOf) : []));
    }
    const apart = this.#apart.get(key), left = fields.filter((field) => apart.has(pathOf(field)));
    const grid = (some) => some.length > 0 && el("div", { class: `bench-fields bench-of-${part || "thing"}` }, some.map((field) => this.#field(field)));
    if (left.length === 0) return grid(fields);
    return [grid(fields.filter((field) => !left.includes(field))), this.#fold(`${key}+`, { class: "bench-left-open" }, el("summary", {}, text("left_open", { count: left.length })), () => grid(left))];
  }

  #field(field) {
    const { path, id, name, takes, min, max, hint, before, default: usual, is_needed: isNeeded, on_handouts: onHandouts, is_dice: isDice } = field;
    const input = newId(), where = JSON.stringify(path), value = this.#typed.get(where) ?? shownOf(field);
    const label = name || text(FIELDS.has(`field_${id}`) ? `field_${id}` : "field_other");
    const options = takes === "names" ? this.#names[field.names] : takes === "flag" ? [["true", text("yes")], ["false", text("no")]] : field.options;
    // Removing the rank of a secondary skill removes the skill, so an empty field waits until the reader leaves it.
    const isItself = path.at(-2) === "secondary";
    const set = ({ target }) => {
      const said = target.value;
      this.#typed.set(where, said);
      this.#written().amend(path, changeTo(takes, said), before);
      if (id === "name" && path.length === 1) this.#renamed?.(said);
    };
    const listed = options && [...(options.some(([one]) => one === value) ? [] : [[value, value || text("open")]]), ...options];
    // What may stay open can be left open again.
    const canBeOpen = options && !isNeeded && value !== "" && takes !== "options" ? [["", text("open")]] : [];
    const made = listed
      ? el("select", { id: input, change: set }, [...canBeOpen, ...listed].map(([one, said]) => el("option", { value: one, selected: one === value }, said || one)))
      : takes === "number" ? el("input", { id: input, type: "number", inputmode: "numeric", min, max, value, placeholder: usual, input: (event) => { if (!isItself || event.target.value !== "") set(event); }, change: (event) => { if (isItself && event.target.value === "") set(event); }, focus: ({ target }) => target.select() })
      : takes === "decimal" ? el("input", { id: input, inputmode: "decimal", value, input: set })
      : takes === "text" ? el("textarea", { id: input, rows: 3, class: "bench-words", input: set }, value)
      : el("input", { id: input, value, spellcheck: takes === "formula" ? "false" : undefined, input: set });
    const note = el("small", { id: newId(), class: "bench-wrong", hidden: true });
    const needs = isNeeded && (takes === "number" ? "needs_number" : options ? "needs_choice" : "needs_words");
    this.#places.push({ path: where, input: made, note, needs });
    const words = hint || (onHandouts ? text("note_on_handouts") : takes === "formula" && isDice ? text("dice_note") : "");
    const said = words && el("small", { id: newId(), class: "bench-note" }, words);
    made.setAttribute("aria-describedby", [said?.id, note.id].filter(Boolean).join(" "));
    if (isNeeded) made.setAttribute("aria-required", "true");
    return el("div", { class: `bench-field${takes === "text" || takes === "words" ? " bench-long" : ""}` }, el("label", { for: input }, label), made, said, note);
  }

  #held({ name, path, parts = [] }) {
    const key = JSON.stringify(path), note = el("small", { class: "bench-wrong", hidden: true });
    const title = parts.length > 0 && el("summary");
    const [list, place] = path;
    // The order of what somebody has is that of their sheet, and some of it must come after something else.
    const raise = path.length === 2 && place > 0 && el("button", { type: "button", class: "bench-raise", title: text("raise"), click: () => {
      this.#isRaised = true;
      // What is open stays so.
      const start = (at) => JSON.stringify([list, at]).slice(0, -1), changed = { [start(place)]: start(place - 1), [start(place - 1)]: start(place) };
      this.#open = new Set([...this.#open].map((one) => {
        const [, before, rest] = /^(\["\w+",\d+)([\],].*)$/s.exec(one) ?? [];
        return before in changed ? changed[before] + rest : one;
      }));
      this.#written().amend(path, "raise");
    } }, "↑");
    const remove = el("button", { type: "button", click: () => {
      // Those behind it in the list move up: none of them is open because it was.
      const list = `${JSON.stringify(path.slice(0, -1)).slice(0, -1)},`;
      for (const one of [...this.#open]) if (one.startsWith(list)) this.#open.delete(one);
      this.#written().amend(path, "remove");
    } }, text("remove"));
    // The name changes while somebody types it.
    const called = (name) => {
      const said = name || text("without_name");
      if (title) title.textContent = said;
      if (raise) raise.setAttribute("aria-label", text("raise_named", { name: said }));
      remove.setAttribute("aria-label", text("remove_named", { name: said }));
    };
    called(name);
    this.#places.push({ path: key, note, called });
    return el("li", {}, parts.length === 0 ? el("span", {}, linkedElsewhere(name || text("without_name")))
      : this.#fold(key, { class: "bench-thing" }, title, () => parts.map((part, at) => this.#part(part, `${key}/${at}`)), parts.some(lacks)), raise, remove, note);
  }

  // Something to choose, and a button that puts it in: not as soon as it is chosen, since keys go through all of them.
  #choose(label, options, key, put) {
    const add = newId();
    const choice = el("select", { id: add }, el("option", { value: "" }, text("choose_one")), options.map(([id, name]) => el("option", { value: id }, name || id)));
    return el("div", { class: "bench-field", "data-stop": key }, el("label", { for: add }, label), choice, el("button", { type: "button", click: () => (choice.value === "" ? choice.focus() : put(choice.value)) }, text("add")));
  }

  #offers(offers, title, key) {
    // What all of them begin with is said once.
    const [start] = /^.*?: /.exec(offers[0].name) ?? [], isCommon = start && offers.length > 1 && offers.every(({ name }) => name.startsWith(start));
    const what = isCommon ? start.slice(0, -2) : title, nameOf = (name) => (isCommon ? name.slice(start.length) : name);
    return this.#choose(text("add_to", { what }), offers.map(({ name }, at) => [String(at), nameOf(name)]), `${key}:offers`, (at) => {
      const { path, value, is_item: isItem } = offers[Number(at)];
      this.#written().amend(path, { [isItem ? "append" : "set"]: value });
    });
  }

  #chosen({ names, without, path, value, is_item: isItem }, title, key) {
    const options = (this.#names[names] ?? []).filter(([id]) => !without.includes(id));
    return this.#choose(text("add_to", { what: title }), options, `${key}:chosen`, (word) => this.#written().amend(path, { [isItem ? "append" : "set"]: filledWith(value, word) }));
  }

  // What of one's own is put in, by its name.
  #own({ what, path, value, taken = [] }, key, count) {
    const id = newId();
    const input = el("input", { id, autocomplete: "off", keydown: (event) => { if (event.key === "Enter") { event.preventDefault(); put(); } } });
    const put = () => {
      const name = input.value.trim();
      if (!name) return void input.focus();
      // What is more than its name is opened.
      if (typeof value !== "string" && what !== "language") {
        this.#added = key;
        this.#open.add(JSON.stringify([...path, count]));
      }
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

// How far something is. More than we suggest is no fault, nor is less than what is allowed.
function stateOf({ done, goal, is_limit: isLimit, is_editorial: isEditorial, is_alike: isAlike }, isWrong) {
  if (done === undefined) return isAlike || isWrong ? "is-left" : "is-done";
  if (isLimit && done === 0) return "is-hint";
  if (done > goal && isEditorial) return "is-hint";
  if (done > goal && isWrong) return "is-over";
  return done >= goal || isLimit ? "is-done" : "is-left";
}

// Whether a finding belongs to the value at a path: it points at its start or inside it. A broken rule points at the id of a thing and belongs
// to the thing.
function isWithin({ line, column, is_rule: isRule }, path, at) {
  const [place, value] = at.get(path) ?? [];
  const isAt = (place) => Boolean(place) && line === place[0] && column === place[1];
  if (!isRule) return isAt(place) || Boolean(place) && value !== undefined && line === place[0] && column > place[1] && column <= place[1] + value.length + 1;
  const id = `${path.slice(0, -1)},"id"]`, isId = path.endsWith(',"id"]') && at.has(`${path.slice(0, -6)}]`);
  return !isId && (isAt(place) || isAt(at.get(id)?.[0]));
}

// What is said of fields that are empty.
const isOfEmpty = ({ code }) => ["missing-value", "empty"].includes(code);

// What of a part the form is made of. The rest changes with every key, and is shown without making it anew: names of what has parts
// among it.
const shapeOf = ({ fields = [], held = [], parts = [], ...rest }) => ({
  ...rest,
  fields: fields.map(({ at, value, hint, before, ...field }) => field),
  held: held.map(({ at, name, parts: within = [], ...one }) => ({ ...one, name: within.length > 0 ? "" : name, parts: within.map(shapeOf) })),
  parts: parts.map(shapeOf),
});

// Whether something in a part must be filled in, and is not.
function lacks({ part, fields = [], held = [], parts = [] }) {
  return fields.some(({ is_needed: isNeeded, value }) => isNeeded && (value ?? "") === "") || part === "keywords" && held.length === 0
    || held.some((one) => (one.parts ?? []).some(lacks)) || parts.some(lacks);
}

// Where everything in sections stands in the file, and what stands there, by its path.
function placesOf(sections) {
  return sections.flatMap(({ fields = [], held = [], parts = [] }) => [
    ...fields.map(({ path, at, value }) => [JSON.stringify(path), [at, value]]),
    ...held.map(({ path, at, name }) => [JSON.stringify(path), [at, undefined, name]]),
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

// The text of a field. Formulas quote words; the form does not.
const shownOf = ({ takes, value = "" }) => (takes === "quoted" ? value.replace(/^'(.*)'$/s, "$1") : value);

// What is written for what was filled in. A name of figures is a name all the same, and a formula stays one.
function changeTo(takes, said) {
  if (said === "") return "remove";
  // The sign of dice that explode, as prints have it.
  if (takes === "formula") return { set: said.replaceAll("\u2726", "!") };
  if (takes === "quoted") return { set: `'${said.replaceAll("'", "\u2019")}'` };
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
