// Rulings: which reading is in force, and what that changes, for everybody of the game and on all other benches.

// So many stand open one below the other; more are folded, chapter by chapter.
const MOST_OPEN_RULINGS = 12;

function rulingBench({ engine, opened, state, changed, readings, alive }) {
  const byId = new Map(opened.rulings.map((one) => [one.id, one]));
  // The default is the first of its readings.
  const defaultOf = ({ readings, chosen }) => readings[0]?.[0] ?? chosen;
  const effects = el("div", { class: "bench-effects" });
  const edition = el("p", { class: "bench-note" });
  const others = () => readings.others();
  const isDecided = (one) => readings.get(one.id) !== defaultOf(one);
  // What comes of a decision, wherever it was made.
  const tell = (answer) => {
    for (const [id, form] of forms) form.querySelectorAll("input").forEach((input) => { input.checked = input.value === readings.get(id); });
    drawDecided();
    save.disabled = !answer.done;
    if (!answer.done) return void effects.replaceChildren(faultList(faultsOf(answer)));
    const { rules, changes } = answer.done;
    const nothing = text(others().length === 0 ? "nothing_decided" : "changes_nobody");
    edition.textContent = text("rules_now", { rules });
    said.classList.toggle("is-said", changes.length > 0);
    said.textContent = changes.length > 0 ? text("people_change", { count: changes.length }) : nothing;
    effects.replaceChildren(changes.length === 0 ? el("p", { class: "bench-empty" }, nothing) : el("div", {}, el("h2", {}, text("what_changes")), changes.map(drawnChange)));
  };
  const decide = newest((some) => readings.set(some), () => {});
  // Those that were chosen while a decision is awaited are decided together.
  const waiting = new Map();
  function put(id, reading) {
    waiting.set(id, reading);
    save.disabled = true;
    decide(new Map(waiting));
  }
  // As the engine has them now: it is asked when they are decided.
  async function saveCampaign() {
    const answer = await engine.ask({ ask: "campaign" }).catch((error) => ({ refused: [error.message] }));
    if (answer.done) return saved("campaign.yaml", answer.done);
    effects.prepend(faultList(faultsOf(answer)));
  }

  const status = el("p", { class: "bench-count-of", role: "status" }), decided = el("ul", { class: "bench-held" });
  const back = el("button", { type: "button", click: () => { waiting.clear(); readings.putBack(); } }, text("put_all_back"));
  const save = el("button", { type: "button", disabled: true, click: saveCampaign }, text("save_campaign"));
  // What is decided otherwise stands first, wherever its chapter is.
  function drawDecided() {
    const all = opened.rulings.filter(isDecided);
    status.textContent = all.length > 0 ? text("decided_otherwise", { count: all.length, of: opened.rulings.length }) : text("all_by_default", { count: opened.rulings.length });
    back.disabled = others().length === 0;
    decided.replaceChildren(...all.map((one) => el("li", {},
      el("span", {}, el("button", { type: "button", class: "bench-place", click: () => goTo(one.id) }, one.name), el("small", {}, one.readings.find(([id]) => id === readings.get(one.id))?.[1])),
      el("button", { type: "button", "aria-label": text("to_default_named", { name: one.name }), click: () => { put(one.id, defaultOf(one)); (decided.querySelector("li > button") ?? search).focus(); } }, text("to_default")))));
    for (const [id, form] of forms) form.classList.toggle("is-decided", isDecided(byId.get(id)));
    drawMarks();
  }
  // How many questions of a chapter there are to see, and how many are decided otherwise.
  function drawMarks() {
    for (const { node, mark, of } of chapters) {
      const count = of.filter(isDecided).length;
      node.classList.toggle("is-decided", count > 0);
      mark.textContent = [String(of.filter(({ id }) => !forms.get(id).hidden).length), count > 0 && text("changed_of", { count })].filter(Boolean).join(" · ");
    }
  }
  function goTo(id) {
    const form = forms.get(id);
    search.value = "";
    find();
    form.closest(".bench-chapter").open = form.open = true;
    form.firstChild.focus();
    form.scrollIntoView({ block: "nearest" });
  }

  // Each closed but those that are decided otherwise: a game may have two hundred.
  const forms = new Map(opened.rulings.map((one) => [one.id, drawnRuling(one)]));
  function drawnRuling({ id, name, question, readings: options }) {
    const group = newId();
    const ofDefault = options[0]?.[0];
    const mark = (reading) => (reading === ofDefault ? text("by_default") : reading === readings.usual(id) ? text("by_campaign") : "");
    return el("details", { class: "bench-ruling", "data-words": `${name} ${question} ${options.flat().join(" ")}`.toLowerCase() },
      el("summary", {}, name, el("small", { id: group }, question)),
      el("div", { role: "radiogroup", "aria-labelledby": group },
        options.map(([reading, words]) => el("label", { class: "bench-tick" },
          el("input", { type: "radio", name: `ruling-${id}`, value: reading, checked: readings.get(id) === reading, change: () => put(id, reading) }),
          el("span", {}, words, mark(reading) && el("small", {}, ` ${mark(reading)}`))))),
      isOfSite && Object.hasOwn(entries, name) && el("p", {}, el("a", { href: entries[name] }, text("in_the_book"))));
  }
  const areFolded = opened.rulings.length > MOST_OPEN_RULINGS;
  const titles = [...new Set(opened.rulings.map(({ chapter }) => chapter))];
  const chapters = titles.map((title) => {
    const of = opened.rulings.filter(({ chapter }) => chapter === title), mark = el("small");
    const node = el("details", { class: "bench-section bench-chapter", open: !areFolded },
      el("summary", {}, el("span", {}, title ?? text("other_rulings")), mark), of.map(({ id }) => forms.get(id)));
    return { node, mark, of };
  });

  // While something is looked for, chapters with it are open; then they are as they were.
  let wereOpen;
  function find() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const isAsked = words.length > 0;
    if (isAsked) wereOpen ??= chapters.map(({ node }) => node.open);
    let count = 0;
    chapters.forEach(({ node, of }, at) => {
      let hits = 0;
      for (const { id } of of) {
        const form = forms.get(id);
        form.hidden = !words.every((word) => form.dataset.words.includes(word));
        hits += form.hidden ? 0 : 1;
      }
      node.hidden = hits === 0;
      if (isAsked) node.open = hits > 0;
      else if (wereOpen) node.open = wereOpen[at];
      count += hits;
    });
    if (!isAsked) wereOpen = undefined;
    drawMarks();
    found.textContent = isAsked ? text("rulings_found", { count }) : "";
  }
  const found = el("p", { class: "bench-note", role: "status" });
  const searchId = newId();
  const search = el("input", { id: searchId, type: "search", autocomplete: "off", input: find });
  const said = el("p", { class: "bench-said", "aria-hidden": "true" });
  changed(new URLSearchParams());
  readings.subscribe(tell, alive);
  readings.decide();
  // A page of the book leads to one of them.
  if (forms.has(state.get("ruling"))) setTimeout(() => goTo(state.get("ruling")));
  return el("div", { class: "bench-parts bench-wide" },
    el("div", { class: "bench-form bench-rulings" },
      status, decided, el("p", { class: "bench-do" }, back, save),
      el("div", { class: "bench-field" }, el("label", { for: searchId }, text("find_ruling")), search), found,
      el("div", { class: "bench-list-of-rulings" }, chapters.map(({ node }) => node)), said),
    el("div", {}, el("p", { class: "bench-note" }, text("goes_along")), edition, effects));
}

// What another reading changes for somebody.
function drawnChange({ name, values }, at) {
  return el("details", { class: "bench-changed", open: at === 0 },
    el("summary", {}, name, el("small", {}, text("values_change", { count: values.length }))),
    scrolling(name, el("table", {},
      el("thead", {}, el("tr", {}, ["value", "before", "now"].map((key) => el("th", { scope: "col" }, text(key))))),
      el("tbody", {}, values.map((value) => el("tr", {}, el("th", { scope: "row" }, value.name), el("td", {}, value.before), el("td", {}, el("b", {}, value.after))))))));
}
