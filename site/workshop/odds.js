// The odds of any check: what is put in, and at once what comes of it.

function oddsBench({ engine, opened, state, changed, ground, cast, readings, alive }) {
  const node = el("div", { class: "bench-parts" });
  const form = el("div", { class: "bench-form" });
  const shown = el("div", { class: "bench-shown prose", "aria-live": "polite" });
  // On a phone the chart is below the form: what comes of a change stays in sight. It is read out where it is whole.
  const said = el("p", { class: "bench-said", "aria-hidden": "true" });
  const beside = el("div", { class: "bench-beside prose" });
  const asUsed = el("div"), filledIn = el("div");
  let check, fields, who, personId;

  const show = newest(
    ({ check, given, who }) => engine.ask({ ask: "chart", check, given, who: who ? cast.who(who) : undefined }, { alive }),
    (answer) => {
      shown.replaceChildren(answer.done ? drawnOdds(answer.done) : faultList(faultsOf(answer)));
      said.replaceChildren(answer.done ? inShort(answer.done) : faultsOf(answer).join("; "));
    },
  );
  const update = () => {
    const given = fields.filled();
    changed(new URLSearchParams([["check", check.id], ["who", who], ...given]));
    show({ check: check.id, given: given.map(([id, value]) => `${id}=${value}`), who });
  };

  const draw = (values) => {
    const pick = newId(), person = newId();
    personId = person;
    form.replaceChildren(
      el("div", { class: "bench-field" }, el("label", { for: pick }, text("check")),
        el("select", { id: pick, change: ({ target }) => choose(target.value) }, opened.checks.map(({ id, name }) => el("option", { value: id, selected: id === check.id }, name)))),
      cast.list().ofGame.length + cast.list().own.length > 0 ? el("div", { class: "bench-field" }, el("label", { for: person }, text("who")),
        el("select", { id: person, change: ({ target }) => { who = target.value; findUses(); } },
          cast.options([["", text("nobody")]], who))) : "",
      asUsed, filledIn,
      el("p", { class: "bench-do" }, el("button", { type: "button", click: keepBeside }, text("keep_beside"))),
      said,
    );
    fillIn(values);
  };
  const fillIn = (values) => {
    fields = new Fields(check.fields, values, update, { usual: check.usual });
    filledIn.replaceChildren(fields.node);
    update();
  };
  const choose = (id, values = {}) => {
    check = opened.checks.find((one) => one.id === id) ?? opened.checks[0];
    asUsed.replaceChildren();
    draw(values);
    findUses();
    form.querySelector("select").focus();
  };
  // What somebody's cards put into the check: it is filled in, unless a link says what is.
  async function findUses(isKept = false) {
    const of = [check.id, who];
    const answer = who ? await engine.ask({ ask: "uses", check: check.id, who: cast.who(who) }, { alive }).catch(() => ({})) : {};
    if (alive.aborted || of[0] !== check.id || of[1] !== who) return;
    const uses = answer.done ?? [], how = newId();
    const use = ({ given }) => fillIn({ ...fields.values, ...Object.fromEntries(given) });
    asUsed.replaceChildren(uses.length < 2 ? "" : el("div", { class: "bench-field" }, el("label", { for: how }, text("as_used")),
      el("select", { id: how, change: ({ target }) => use(uses[target.value]) }, uses.map(({ name }, at) => el("option", { value: at }, name)))));
    // Otherwise nobody would know why nothing changes.
    if (who && uses.length === 0) asUsed.replaceChildren(el("p", { class: "bench-note" }, text("not_used", { name: cast.nameOf(who) })));
    if (isKept) return;
    if (uses.length > 0) use(uses[0]);
    else update();
  }

  // The chart as it is now stays, so that the next one can be compared with it.
  function keepBeside() {
    const chart = shown.querySelector("figure")?.cloneNode(true);
    if (!chart) return;
    const one = el("div", {}, chart, el("p", { class: "bench-do" }, el("button", { type: "button", click: () => one.remove() }, text("remove"))));
    beside.prepend(one);
  }

  readings.subscribe(() => update(), alive);
  // Whoever is chosen is as they are now, on whichever bench that was changed.
  cast.subscribe((key) => {
    document.getElementById(personId)?.replaceChildren(...cast.options([["", text("nobody")]], who));
    if (who && !cast.has(who)) who = "";
    if (key === undefined || key === who) update();
  }, alive);

  const values = Object.fromEntries(state);
  // Most checks use somebody's values: where nobody is asked for, of the one whose odds the page of a check shows.
  const example = ground.example ?? {};
  who = [values.who, example.who].find((id) => id && cast.has(id)) ?? opened.people[0]?.[0] ?? "";
  if (values.who === "") who = "";
  const called = (id) => opened.checks.find((one) => one.id === id);
  check = called(values.check) ?? called(example.check) ?? opened.checks.find((one) => one.is_used) ?? opened.checks[0];
  draw(values);
  findUses(check.fields.some(({ id }) => id in values));
  node.append(form, el("div", {}, shown, beside));
  return node;
}

// The chance of success in a line, or of the first result where nothing is one.
function inShort(view) {
  const at = Math.max(view.bands.findIndex(({ kind }) => kind === "success" || kind === "critical"), 0);
  const good = (one) => (one.or_better ?? one.bands[at]).text;
  const what = view.or_better || view.bands[at].name;
  return `${what} ${view.cases.map((one) => (one.label ? `${one.label}:\u00a0${good(one)}` : good(one))).join(" · ")}`;
}

const bandClass = ({ kind, shade }) => `odds-${kind}-${Math.min(shade, 3)}`;

// A bar of the bands, in shares of its width.
function drawnBar(bands, shares) {
  const gap = 6;
  let x = 0;
  const rects = bands.map((band, at) => {
    const length = shares[at] / 1000, left = x;
    x += length;
    return length > 0 && svg("rect", { class: bandClass(band), x: left.toFixed(0), width: Math.max(length - gap, 2).toFixed(0), height: 10 });
  });
  return svg("svg", { class: "odds-bar", viewBox: "0 0 1000 10", preserveAspectRatio: "none", "aria-hidden": "true" }, rects);
}

const swatch = (band) => svg("svg", { class: "odds-swatch", viewBox: "0 0 10 10", "aria-hidden": "true" }, svg("rect", { class: bandClass(band), width: 10, height: 10 }));

function drawnOdds(view) {
  const inputs = view.inputs.map(([label, said]) => `${label}: ${said}`).join(" · ");
  const caption = el("figcaption", {}, el("b", {}, linked(view.name)), el("span", { class: "roll" }, view.roll), inputs && [" ", el("span", { class: "odds-inputs" }, inputs)]);
  return el("figure", { class: "odds" }, caption, view.varied ? drawnSeries(view) : drawnCase(view));
}

// Several cases, a row each.
function drawnSeries(view) {
  const better = view.or_better;
  const comesUp = (_, at) => view.cases.some((one) => one.bands[at].share > 0);
  // What is the same in every case is said once.
  const mean = text("odds.mean", { result: view.result });
  const isOne = view.cases.every((one) => one.mean === view.cases[0].mean);
  const never = view.bands.filter((band, at) => !comesUp(band, at)).map(({ name }) => name).join(", ");
  const once = [never && text("odds.never", { bands: never }), isOne && `${mean}: ${view.cases[0].mean}`].filter(Boolean).join(" \u00b7 ");
  const head = el("tr", {}, el("th", { scope: "col" }, view.varied), el("td"), view.bands.filter(comesUp).map((band) => el("th", { scope: "col" }, swatch(band), band.name)), better && el("th", { scope: "col" }, better), !isOne && el("th", { scope: "col" }, mean));
  const row = (one) => el("tr", {}, el("th", { scope: "row" }, one.label), el("td", {}, drawnBar(view.bands, one.bands.map(({ share }) => share))),
    one.bands.filter(comesUp).map((chance) => el("td", {}, chance.text)), better && el("td", { class: "better" }, one.or_better?.text ?? ""), !isOne && el("td", { class: "mean" }, one.mean));
  const further = [...new Set(view.cases.flatMap((one) => one.further.map(([label]) => label)))];
  const told = (one, label) => one.further.find(([known]) => known === label)?.[1] ?? "–";
  const more = further.length > 0 && el("table", { class: "bench-more" },
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, view.varied), further.map((label) => el("th", { scope: "col", class: "num" }, label)))),
    el("tbody", {}, view.cases.map((one) => el("tr", {}, el("th", { scope: "row" }, one.label), further.map((label) => el("td", { class: "num" }, told(one, label)))))));
  return [scrolling(view.name, el("table", { class: "odds-rows" }, el("thead", {}, head), el("tbody", {}, view.cases.map(row)))), once && el("p", { class: "odds-told" }, once), more && scrolling(view.name, more)];
}

// One case: a row for each band, and what the result may be.
function drawnCase(view) {
  const [one] = view.cases;
  // Long fractions are left out, and where all are, so is their column.
  const isExact = one.bands.some(({ exact }) => exact);
  const row = (name, chance, bar, mark) => el("tr", {}, el("th", { scope: "row" }, mark, name), el("td", {}, bar), el("td", {}, chance.text), isExact && el("td", {}, chance.exact));
  const only = (at) => one.bands.map(({ share }, other) => (other === at ? share : 0));
  const rows = view.bands.map((band, at) => row(band.name, one.bands[at], drawnBar(view.bands, only(at)), swatch(band)));
  if (one.or_better) rows.push(row(view.or_better, one.or_better, ""));
  const head = el("tr", {}, el("td"), el("td"), el("th", { scope: "col" }, text("odds.chance")), isExact && el("th", { scope: "col" }, text("odds.exactly")));
  const further = one.further.map(([label, said]) => `${label}: ${said}`);
  return [
    scrolling(view.name, el("table", { class: "odds-rows" }, el("thead", {}, head), el("tbody", {}, rows))),
    el("p", { class: "odds-told" }, [`${text("odds.mean", { result: view.result })}: ${one.mean}`, ...further].join(" · ")),
    one.totals.length > 1 && drawnTotals(view, one.totals),
  ];
}

// How likely each result is, as columns and as a table.
function drawnTotals({ bands, result }, totals) {
  const width = 400, height = 120;
  const most = Math.max(...totals.map(({ chance }) => chance.share));
  const step = width / totals.length;
  const columns = totals.map((total, at) => {
    let y = height;
    return bands.map((band, of) => {
      const length = (total.in_bands[of] / most) * height;
      y -= length;
      return length > 0 && svg("rect", { class: bandClass(band), x: (at * step + step * 0.08).toFixed(2), y: y.toFixed(2), width: (step * 0.84).toFixed(2), height: length.toFixed(2) });
    });
  });
  const every = Math.ceil(totals.length / 12);
  const labels = totals.map(({ value }, at) => at % every === 0 && svg("text", { class: "odds-soft", x: ((at + 0.5) * step).toFixed(2), y: height + 16, "text-anchor": "middle" }, value));
  const rows = totals.map(({ value, chance }) => el("tr", {}, el("th", { scope: "row", class: "num" }, value), el("td", { class: "num" }, chance.text), el("td", { class: "num" }, chance.exact)));
  return [
    svg("svg", { class: "odds-chart", viewBox: `-24 -4 ${width + 48} ${height + 26}`, role: "img", "aria-label": result }, columns.flat(), labels),
    el("details", {}, el("summary", {}, text("odds.in_figures")), scrolling(result, el("table", {}, el("thead", {}, el("tr", {}, el("th", { class: "num" }, result), el("th", { class: "num" }, text("odds.chance")), el("th", { class: "num" }, text("odds.exactly")))), el("tbody", {}, rows)))),
  ];
}
