// NPCs from a seed: the same seed makes the same ones, here and on the command line. Each can be kept, exchanged for another,
// and changed as it is written.

const MOST_NPCS = 20;
// How much of each is shown, as handouts are printed.
const SIZES = { short: "size_short", standard: "size_standard", full: "size_full" };

function npcBench({ engine, press, opened, state, changed, readings, alive }) {
  const store = Store.of("npcs", opened.place);
  const asked = Object.fromEntries(state);
  const shown = el("div", { class: "bench-people", "aria-busy": "true" });
  const said = el("p", { class: "bench-said", "aria-hidden": "true" });
  const keptList = el("div", { class: "bench-people" });
  const keptPart = el("section", { class: "bench-kept", tabindex: -1, hidden: true },
    el("h2", {}, text("kept")), keptWhere(),
    el("p", { class: "bench-do" },
      el("button", { type: "button", click: () => keptFiles().forEach(({ id, file }) => saved(`${id}.yaml`, file)) }, text("save_all")),
      sureButton(text("forget_all"), forget)),
    Press.isThere && keptPrints(),
    savesOf(() => keptFiles().map(({ file }) => file), () => `${opened.system}-kept`, () => `${opened.name}: ${text("tab_npcs")}`),
    keptList);
  // In the order in which they were kept.
  const keptFiles = () => store.keys().map((id) => ({ ...store.get(id), id })).filter((one) => typeof one.file === "string").sort((one, other) => (one.place ?? 0) - (other.place ?? 0));
  // Which of them are shown, and as what: what is written here is shown already.
  let areShown = "", isWriting = false;
  const chosen = { archetype: asked.archetype ?? "", count: asked.count ?? "4", seed: asked.seed ?? "1", size: Object.hasOwn(SIZES, asked.size ?? "") ? asked.size : "short" };

  const question = (count, seed) => ({ ask: "npcs", count, seed, choose: fields.filled().concat(set()), ...(chosen.archetype ? { archetype: chosen.archetype } : {}) });
  const make = newest(
    ({ count, seed }) => engine.ask(question(count, seed), { alive }),
    async (answer) => {
      shown.removeAttribute("aria-busy");
      said.textContent = answer.done ? answer.done.data.npcs.map(({ sheet }) => sheet.name).join(" · ") : faultsOf(answer).join("; ");
      if (!answer.done) return void shown.replaceChildren(faultList(faultsOf(answer)));
      const { data, files } = answer.done;
      shown.classList.toggle("is-short", chosen.size === "short");
      shown.replaceChildren(...files.map((file, at) => person(data.npcs[at], file)));
    },
  );
  const update = () => {
    const count = Math.min(Math.max(Math.trunc(Number(chosen.count)) || 1, 1), MOST_NPCS);
    changed(new URLSearchParams([["seed", chosen.seed], ["count", String(count)], ["size", chosen.size], ...(chosen.archetype ? [["archetype", chosen.archetype]] : []), ...fields.filled(), ...set()]));
    make({ count, seed: chosen.seed });
  };
  // What makes most of them comes first; what is left is the game's own affair, and has its usual values.
  const main = (field) => field.takes === "options" || [opened.npcs.tier, opened.npcs.level].includes(field.id);
  const fields = new Fields(opened.npcs.fields.filter(main), asked, update);
  const others = new Fields(opened.npcs.fields.filter((field) => !main(field)), asked, update);

  // What was set of the others.
  function set() {
    return others.filled().filter(([id, value]) => value !== (others.defs.find((def) => def.id === id).default ?? ""));
  }

  // The files of those that are shown, as they are written now.
  const texts = new WeakMap();
  const filesShown = () => [...shown.children].map((node) => texts.get(node)?.text).filter(Boolean);

  const handouts = (files) => ({ handouts: { who: files.map((text) => ({ text })), size: chosen.size } });
  // On the paper that is chosen above.
  function keptPrints() {
    return printBar(press, [{ label: text("print_kept"), what: () => handouts(keptFiles().map(({ file }) => file)) }], { hasChoices: false });
  }

  // One of them, with what can be done with it.
  function person(npc, file, isKept) {
    const id = npc.sheet.character;
    const written = new Written(engine, file, npc.sheet.name,
      (text) => engine.ask({ ask: "handout", who: { text }, size: chosen.size }, { alive }),
      (handout) => ({ node: drawnBlock(handout) }),
      (text) => { if (isKept) keepAs(id, text); });
    const source = [el("details", {}, el("summary", {}, text("as_written")), written.source), written.faults];
    const why = npc.choices.length > 0 && el("details", {}, el("summary", {}, text("how_made")),
      el("ul", {}, npc.choices.map(({ what, taken, why }) => el("li", {}, `${what}: `, el("b", {}, taken), why && ` (${why})`))));
    const node = el("article", { class: "bench-person", "aria-label": npc.sheet.name }, written.shown,
      el("p", { class: "bench-do" },
        isKept
          ? el("button", { type: "button", click: () => store.remove(id) }, text("remove"))
          : [el("button", { type: "button", click: ({ target }) => { add(id, npc, written.text); target.replaceWith(toKept()); } }, text("keep")), el("button", { type: "button", click: () => another(node) }, text("another"))],
        el("button", { type: "button", click: () => saved(`${id}.yaml`, written.text) }, text("save"))),
      source, why,
      savesOf(() => [written.text], () => id, () => npc.sheet.name,
        pictureChoice(press, text("save_block_picture"), text("picture_note"), () => `handout-${id}`, () => ({ handout: "full", who: { text: written.text } }))));
    texts.set(node, written);
    return node;
  }

  // What such files are saved as for other programs: the whole stat block of each, however much of it is shown.
  function savesOf(files, name, title, ...pictures) {
    const documents = async () => {
      const all = [];
      for (const file of files()) {
        const answer = await engine.ask({ ask: "handout", who: { text: file }, size: "full" });
        if (!answer.done) return answer;
        all.push({ document: handoutDocument(answer.done.id, answer.done), properties: propertiesOfBlocks(answer.done.blocks) });
      }
      return all.length > 0 ? { of: all } : { refused: [text("nobody_there")] };
    };
    const asMarkdown = async () => {
      const answer = await documents();
      return answer.of ? { name: `${name()}.md`, content: answer.of.map(({ document }) => markdownOf(document)).join("\n---\n\n"), type: MARKDOWN_TYPE } : answer;
    };
    return saveMenu(press, [
      { label: text("save_markdown"), note: text("markdown_note"), make: asMarkdown },
      ...documentChoices({ system: opened.system, kind: "kind_npc", name, title, documents }),
      ...pictures,
    ]);
  }

  // Another one stands in its place, by a seed of its own.
  async function another(node) {
    const answer = await engine.ask(question(1, bySeed()));
    node.replaceWith(answer.done ? person(answer.done.data.npcs[0], answer.done.files[0]) : faultList(faultsOf(answer)));
  }

  function add(id, npc, file) {
    const key = numbered(id, (one) => store.has(one)), place = Math.max(0, ...keptFiles().map((one) => one.place ?? 0)) + 1;
    store.set(key, { name: npc.sheet.name, file: file.replace(/^id: .*$/m, `id: ${key}`), place });
  }
  // Says that it is kept, and leads to where.
  const toKept = () => el("button", { type: "button", click: () => { keptPart.scrollIntoView(); keptPart.focus(); } }, text("kept_of", { count: keptFiles().length }));
  function keepAs(id, file) {
    isWriting = true;
    store.set(id, { ...store.get(id), file });
    isWriting = false;
    areShown = keptNow();
  }
  function forget() {
    keptFiles().forEach(({ id }) => store.remove(id));
  }
  const keptNow = () => JSON.stringify(keptFiles());
  function showKept() {
    const all = keptFiles();
    areShown = keptNow();
    keptPart.hidden = all.length === 0;
    keptList.classList.toggle("is-short", chosen.size === "short");
    keptList.replaceChildren(...all.map(({ id, name, file }) => person({ sheet: { character: id, name: name ?? id }, choices: [] }, file, true)));
  }
  store.subscribe(() => { if (!isWriting && keptNow() !== areShown) showKept(); }, alive);

  const kind = newId(), size = newId(), count = newId(), seed = newId();
  const seedInput = el("input", { id: seed, value: chosen.seed, inputmode: "numeric", autocomplete: "off", input: ({ target }) => { chosen.seed = target.value.trim(); update(); } });
  const form = el("div", { class: "bench-form" },
    el("div", { class: "bench-field" }, el("label", { for: kind }, text("archetype")),
      el("select", { id: kind, change: ({ target }) => { chosen.archetype = target.value; update(); } },
        [["", text("any_archetype")], ...opened.npcs.archetypes].map(([id, name]) => el("option", { value: id, selected: id === chosen.archetype }, name)))),
    fields.node,
    others.defs.length > 0 && el("details", {}, el("summary", {}, text("more_fields")), others.node),
    el("div", { class: "bench-field" }, el("label", { for: size }, text("size")),
      el("select", { id: size, change: ({ target }) => { chosen.size = target.value; update(); showKept(); } }, Object.entries(SIZES).map(([one, key]) => el("option", { value: one, selected: one === chosen.size }, text(key))))),
    el("div", { class: "bench-field" }, el("label", { for: count }, text("how_many")),
      el("input", { id: count, name: "count", type: "number", min: 1, max: MOST_NPCS, value: chosen.count, input: ({ target }) => { chosen.count = target.value; update(); } })),
    el("div", { class: "bench-field" }, el("label", { for: seed }, text("seed")), seedInput,
      el("button", { type: "button", click: () => { chosen.seed = bySeed(); seedInput.value = chosen.seed; update(); } }, text("others"))),
    el("p", { class: "bench-note" }, text("same_seed")),
    printBar(press, [{ label: text("print_these"), what: () => handouts(filesShown()) }]),
    savesOf(filesShown, () => `${opened.system}-npcs-${chosen.seed}`, () => `${opened.name}: ${text("tab_npcs")}`),
    said);
  readings.subscribe(() => { update(); showKept(); }, alive);
  update();
  showKept();
  return el("div", { class: "bench-parts" }, form, el("div", {}, shown, keptPart));
}

const bySeed = () => String(crypto.getRandomValues(new Uint32Array(1))[0]);
