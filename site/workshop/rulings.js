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
      effects.replaceChildren(changes.length === 0
        ? el("p", {}, text(others().length === 0 ? "nothing_decided" : "changes_nobody"))
        : scrolling(text("what_changes"), el("table", {}, el("caption", {}, text("what_changes")),
          el("thead", {}, el("tr", {}, ["whose", "value", "before", "now"].map((key) => el("th", { scope: "col" }, text(key))))),
          el("tbody", {}, changes.flatMap(({ name, values }) => values.map((value, at) => el("tr", {},
            at === 0 && el("th", { scope: "rowgroup", rowspan: values.length }, linked(name)), el("td", {}, value.name), el("td", {}, value.before), el("td", {}, el("b", {}, value.after)))))))));
    },
  );
  function update() {
    changed(new URLSearchParams(others()));
    decide(others());
  }
  const forms = opened.rulings.map(({ id, name, question, readings: options }) => el("fieldset", { class: "bench-ruling" },
    el("legend", {}, linked(name)), el("p", {}, question),
    options.map(([reading, words]) => el("label", { class: "bench-tick" },
      el("input", { type: "radio", name: `ruling-${id}`, value: reading, checked: readings.get(id) === reading, change: () => { readings.set(id, reading); update(); } }),
      el("span", {}, words, usual.get(id) === reading && el("small", {}, ` ${text("in_force")}`))))));
  const campaign = () => `format_version: 1\nrulings:\n  ${opened.system}:\n${others().map(([id, reading]) => `    ${id}: "${reading}"\n`).join("") || "    {}\n"}`;
  const back = () => {
    usual.forEach((reading, id) => readings.set(id, reading));
    forms.forEach((form) => form.querySelectorAll("input").forEach((input) => { input.checked = usual.get(input.name.slice("ruling-".length)) === input.value; }));
    update();
  };
  update();
  return el("div", { class: "bench-parts bench-wide" },
    el("div", { class: "bench-form bench-rulings" }, forms),
    el("div", {}, edition,
      el("p", { class: "bench-do" }, el("button", { type: "button", click: back }, text("put_back")), el("button", { type: "button", click: () => saved("campaign.yaml", campaign()) }, text("save_campaign"))),
      el("p", { class: "bench-note" }, text("goes_along")), effects));
}
