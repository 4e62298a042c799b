// NPCs from a seed: the same seed makes the same ones, here and on the command line. Each can be kept, exchanged for another,
// and changed as it is written.

const MOST_NPCS = 20;
// How much of each is shown, as handouts are printed.
const SIZES = { short: "size_short", standard: "size_standard", full: "size_full" };

function npcBench({ engine, press, opened, state, changed }) {
  const store = `deckle-npcs-${opened.system}`;
  const asked = Object.fromEntries(state);
  const shown = el("div", { class: "bench-people", "aria-busy": "true" });
  const said = el("p", { class: "bench-said", "aria-hidden": "true" });
  const keptList = el("div", { class: "bench-people" });
  const keptPart = el("section", { class: "bench-kept", tabindex: -1, hidden: true },
    el("h2", {}, text("kept")), keptWhere(),
    el("p", { class: "bench-do" },
      el("button", { type: "button", click: () => keptFiles.forEach(({ id, file }) => saved(`${id}.yaml`, file)) }, text("save_all")),
      el("button", { type: "button", click: forget }, text("forget_all"))),
    Press.isThere && keptPrints(),
    savesOf(() => keptFiles.map(({ file }) => file), () => `${opened.system}-kept`, () => `${opened.name}: ${text("tab_npcs")}`),
    keptList);
  let keptFiles = kept(store, []).filter((one) => typeof one?.file === "string" && typeof one?.id === "string");
  const chosen = { archetype: asked.archetype ?? "", count: asked.count ?? "4", seed: asked.seed ?? "1", size: Object.hasOwn(SIZES, asked.size ?? "") ? asked.size : "short" };

  const question = (count, seed) => ({ ask: "npcs", count, seed, choose: fields.filled().concat(set()), ...(chosen.archetype ? { archetype: chosen.archetype } : {}) });
  const make = newest(
    ({ count, seed }) => engine.ask(question(count, seed)),
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
    return printBar(press, [{ label: text("print_kept"), what: () => handouts(keptFiles.map(({ file }) => file)) }], false);
  }

  // One of them, with what can be done with it.
  function person(npc, file, isKept) {
    const id = npc.sheet.character;
    const written = new Written(engine, file, npc.sheet.name,
      (text) => engine.ask({ ask: "handout", who: { text }, size: chosen.size }),
      drawnBlock,
      (text) => { if (isKept) keepAs(id, text); });
    const source = [el("details", {}, el("summary", {}, text("as_written")), written.source), written.faults];
    const why = npc.choices.length > 0 && el("details", {}, el("summary", {}, text("how_made")),
      el("ul", {}, npc.choices.map(({ what, taken, why }) => el("li", {}, `${what}: `, el("b", {}, taken), why && ` (${why})`))));
    const node = el("article", { class: "bench-person", "aria-label": npc.sheet.name }, written.shown,
      el("p", { class: "bench-do" },
        isKept
          ? el("button", { type: "button", click: () => { drop(id); node.remove(); } }, text("remove"))
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
    const name = keptFiles.some((one) => one.id === id) ? `${id}-${keptFiles.length + 1}` : id;
    const one = { id: name, name: npc.sheet.name, file: file.replace(/^id: .*$/m, `id: ${name}`) };
    keptFiles = [...keptFiles, one];
    keep(store, keptFiles);
    showKept();
  }
  // Says that it is kept, and leads to where.
  const toKept = () => el("button", { type: "button", click: () => { keptPart.scrollIntoView(); keptPart.focus(); } }, text("kept_of", { count: keptFiles.length }));
  function keepAs(id, file) {
    keptFiles = keptFiles.map((one) => (one.id === id ? { ...one, file } : one));
    keep(store, keptFiles);
  }
  function drop(id) {
    keptFiles = keptFiles.filter((one) => one.id !== id);
    keep(store, keptFiles);
    keptPart.hidden = keptFiles.length === 0;
  }
  function forget() {
    keptFiles = [];
    keep(store, keptFiles);
    showKept();
  }
  function showKept() {
    keptPart.hidden = keptFiles.length === 0;
    keptList.classList.toggle("is-short", chosen.size === "short");
    keptList.replaceChildren(...keptFiles.map(({ id, name, file }) => person({ sheet: { character: id, name: name ?? id }, choices: [] }, file, true)));
  }

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
  update();
  showKept();
  return el("div", { class: "bench-parts" }, form, el("div", {}, shown, keptPart));
}

const bySeed = () => String(crypto.getRandomValues(new Uint32Array(1))[0]);
