// Rulings: which reading is in force, and what that changes, for everybody of the game and on all other benches.

function rulingBench({ engine, opened, state, changed }) {
  const asked = Object.fromEntries(state);
  // Those of the campaign.
  const usual = new Map(opened.rulings.map(({ id, chosen }) => [id, chosen]));
  const readings = new Map(opened.rulings.map(({ id, chosen, readings }) => [id, readings.some(([one]) => one === asked[id]) ? asked[id] : chosen]));
  const effects = el("div", { class: "bench-effects" });
  const edition = el("p", { class: "bench-note", role: "status" });
  const others = () => [...readings].filter(([id, reading]) => usual.get(id) !== reading);
  const decide = newest(
    // All of them are named, so that those of the campaign that are put back to the default are as well.
    (others) => engine.decide(others.length > 0 ? [...readings] : []),
    (answer) => {
      if (!answer.done) return void effects.replaceChildren(faultList(faultsOf(answer)));
      const { rules, changes } = answer.done;
      edition.textContent = text("rules_now", { rules });
      said.textContent = changes.length > 0 ? text("people_change", { count: changes.length }) : text(others().length === 0 ? "nothing_decided" : "changes_nobody");
      effects.replaceChildren(changes.length === 0
        ? el("p", {}, text(others().length === 0 ? "nothing_decided" : "changes_nobody"))
        : el("div", {}, el("h2", {}, text("what_changes")), changes.map(({ name, values }, at) => el("details", { class: "bench-changed", open: at === 0 },
          el("summary", {}, name, el("small", {}, text("values_change", { count: values.length }))),
          scrolling(name, el("table", {},
            el("thead", {}, el("tr", {}, ["value", "before", "now"].map((key) => el("th", { scope: "col" }, text(key))))),
            el("tbody", {}, values.map((value) => el("tr", {}, el("th", { scope: "row" }, value.name), el("td", {}, value.before), el("td", {}, el("b", {}, value.after)))))))))));
    },
  );
  function update() {
    changed(new URLSearchParams(others()));
    decide(others());
  }
  // Each closed but those that are decided otherwise: a game may have two hundred.
  const forms = opened.rulings.map(({ id, name, question, readings: options }) => {
    const group = newId();
    return el("details", { class: "bench-ruling", open: usual.get(id) !== readings.get(id), "data-words": `${name} ${question} ${options.flat().join(" ")}`.toLowerCase() },
      el("summary", {}, name, el("small", {}, question)),
      el("div", { role: "radiogroup", "aria-labelledby": group }, el("p", { id: group, class: "sr" }, question),
        options.map(([reading, words]) => el("label", { class: "bench-tick" },
          el("input", { type: "radio", name: `ruling-${id}`, value: reading, checked: readings.get(id) === reading, change: () => { readings.set(id, reading); update(); } }),
          el("span", {}, words, usual.get(id) === reading && el("small", {}, ` ${text("in_force")}`))))),
      Object.hasOwn(entries, name) && el("p", {}, el("a", { href: entries[name] }, text("in_the_book"))));
  });
  const found = el("p", { class: "bench-note", role: "status" });
  const find = ({ target }) => {
    const words = target.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const form of forms) {
      form.hidden = !words.every((word) => form.dataset.words.includes(word));
      count += form.hidden ? 0 : 1;
    }
    found.textContent = text("rulings_found", { count });
  };
  const search = newId();
  const said = el("p", { class: "bench-said", "aria-hidden": "true" });
  const campaign = () => `format_version: 1\nrulings:\n  ${opened.system}:\n${others().map(([id, reading]) => `    ${id}: "${reading}"\n`).join("") || "    {}\n"}`;
  const back = () => {
    usual.forEach((reading, id) => readings.set(id, reading));
    forms.forEach((form) => form.querySelectorAll("input").forEach((input) => { input.checked = usual.get(input.name.slice("ruling-".length)) === input.value; }));
    update();
  };
  update();
  find({ target: { value: "" } });
  return el("div", { class: "bench-parts bench-wide" },
    el("div", { class: "bench-form bench-rulings" },
      el("div", { class: "bench-field" }, el("label", { for: search }, text("find_ruling")), el("input", { id: search, type: "search", autocomplete: "off", input: find })),
      found, el("div", { class: "bench-list-of-rulings" }, forms), said),
    el("div", {}, edition,
      el("p", { class: "bench-do" }, el("button", { type: "button", click: back }, text("put_back")), el("button", { type: "button", click: () => saved("campaign.yaml", campaign()) }, text("save_campaign"))),
      el("p", { class: "bench-note" }, text("goes_along")), effects));
}
