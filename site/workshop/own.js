// A game of one's own: a folder or an archive of YAML is checked as `deckle check` does, mended beside what is wrong with it, and used
// in the whole workshop. Nothing of it leaves the device.

function ownBench({ ground, changed }) {
  const folder = newId(), archive = newId(), system = newId(), file = newId(), area = newId();
  const status = el("p", { class: "bench-note", role: "status" }), faults = el("div"), editor = el("div"), choice = el("div");
  let engine, files = new Map(), own = "";
  changed(new URLSearchParams());

  const failed = (error) => { status.textContent = ""; faults.replaceChildren(faultList([error.message ?? String(error)])); };
  async function take(read) {
    status.textContent = text("reading");
    faults.replaceChildren();
    editor.replaceChildren();
    choice.replaceChildren();
    try {
      files = fromGames(await read());
      const systems = [...files.keys()].flatMap((path) => /^([^/]+)\/system\.yaml$/.exec(path)?.slice(1) ?? []).sort();
      if (systems.length === 0) throw new Error(text("no_system"));
      if (systems.length > 1) choice.replaceChildren(el("div", { class: "bench-field" }, el("label", { for: system }, text("which_game")),
        el("select", { id: system, change: ({ target }) => check(target.value).catch(failed) }, systems.map((id) => el("option", { value: id }, id)))));
      await check(systems[0]);
    } catch (error) {
      failed(error);
    }
  }
  async function check(id) {
    own = id;
    status.textContent = text("checking");
    engine ??= new Engine([ground.module, ground.game]);
    const mine = [...files].filter(([path]) => path.startsWith(`${id}/`) || path === "campaign.yaml");
    const answer = await engine.openOwn(id, mine);
    show(answer);
    drawEditor(answer.diagnostics?.[0]?.file ?? `${id}/system.yaml`);
  }
  // What was found, and what can be done with a game in which nothing is wrong.
  function show(answer) {
    const { done, diagnostics = [] } = answer;
    status.textContent = done ? text("is_sound", { name: done.name }) : "";
    const one = ({ file, line, column, message, help }) => el("li", {},
      el("button", { type: "button", class: "bench-place", click: () => drawEditor(file, line) }, `${file}:${line}:${column}`), ` ${message}`,
      lineOf(file, line) && el("code", {}, lineOf(file, line)), help && el("small", {}, help));
    faults.replaceChildren(
      diagnostics.length > 0 ? el("div", {}, el("p", {}, el("b", {}, text("faults_found", { count: diagnostics.length }))), el("ul", { class: "bench-faults" }, diagnostics.slice(0, MOST_FAULTS).map(one)), diagnostics.length > MOST_FAULTS && el("p", { class: "bench-note" }, text("and_more", { count: diagnostics.length - MOST_FAULTS }))) : "",
      done ? el("p", { class: "bench-do" }, el("button", { type: "button", class: "bench-print", click: () => { history.replaceState(null, "", "#"); begin(engine, done, ground); } }, text("use_it"))) : "");
  }
  const textOf = (path) => (files.has(path) ? new TextDecoder().decode(files.get(path)) : "");
  const lineOf = (path, line) => textOf(path).split("\n")[line - 1]?.trim();
  const recheck = newest((edits) => engine.edit(edits, true), show);

  // The file in which something is wrong, to be mended.
  function drawEditor(path, line) {
    const paths = [...files.keys()].filter((one) => one.startsWith(`${own}/`) && isText(one)).sort();
    const shownPath = paths.includes(path) ? path : paths[0];
    const input = ({ target }) => {
      files.set(shownPath, new TextEncoder().encode(target.value));
      recheck({ [shownPath]: target.value });
    };
    const source = el("textarea", { id: area, spellcheck: "false", rows: 16, input }, textOf(shownPath));
    editor.replaceChildren(
      el("div", { class: "bench-field" }, el("label", { for: file }, text("file")),
        el("select", { id: file, change: ({ target }) => drawEditor(target.value) }, paths.map((one) => el("option", { value: one, selected: one === shownPath }, one)))),
      el("label", { for: area, class: "sr" }, text("as_written_of", { name: shownPath })), source,
      el("p", { class: "bench-do" }, el("button", { type: "button", click: () => saved(shownPath.split("/").at(-1), textOf(shownPath)) }, text("save"))));
    if (line) {
      const lines = source.value.split("\n");
      const from = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
      source.focus();
      source.setSelectionRange(from, from + (lines[line - 1] ?? "").length);
    }
  }

  const drop = el("div", { class: "bench-drop",
    dragover: (event) => event.preventDefault(),
    drop: (event) => { event.preventDefault(); take(() => dropped(event.dataTransfer)); } },
  el("p", {}, text("drop_here")),
  el("div", { class: "bench-field" }, el("label", { for: folder }, text("choose_folder")), el("input", { id: folder, type: "file", webkitdirectory: true, multiple: true, change: ({ target }) => take(() => listed(target.files)) })),
  el("div", { class: "bench-field" }, el("label", { for: archive }, text("choose_archive")), el("input", { id: archive, type: "file", accept: ".zip,application/zip", change: ({ target }) => target.files[0] && take(() => target.files[0].arrayBuffer().then(unzipped)) })));
  return el("div", { class: "bench-parts bench-wide bench-own" }, el("div", { class: "bench-form" }, drop, choice, status, editor), el("div", {}, el("p", {}, text("own_game")), faults));
}

const MOST_FAULTS = 100;
const isText = (path) => /\.(?:ya?ml|md)$/.test(path);

// Files as a content folder has them, whatever stands around it: paths begin with the folder of a game.
function fromGames(files) {
  const games = [...files.keys()].filter((path) => /(?:^|\/)[^/]+\/system\.yaml$/.test(path));
  if (games.length === 0 && files.has("system.yaml")) {
    // The folder of the game itself: its id is what it is called.
    const id = /^id:\s*["']?([\w-]+)/m.exec(new TextDecoder().decode(files.get("system.yaml")))?.[1] ?? "game";
    return new Map([...files].map(([path, bytes]) => [`${id}/${path}`, bytes]));
  }
  const around = games.map((path) => path.split("/").slice(0, -2).join("/")).sort((a, b) => a.length - b.length)[0] ?? "";
  const prefix = around && `${around}/`;
  return new Map([...files].filter(([path]) => path.startsWith(prefix) && !/(?:^|\/)\./.test(path)).map(([path, bytes]) => [path.slice(prefix.length), bytes]));
}

// The files of a folder that was chosen.
async function listed(list) {
  const all = [...list];
  if (all.length > MOST_ENTRIES || all.reduce((sum, { size }) => sum + size, 0) > MOST_UNPACKED) throw new Error(text("too_large"));
  const read = await Promise.all(all.map(async (file) => [file.webkitRelativePath || file.name, new Uint8Array(await file.arrayBuffer())]));
  return new Map(read);
}

// Those of what was dropped: folders, or one archive.
async function dropped(transfer) {
  const [first] = transfer.files;
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (entries.length === 1 && entries[0].isFile && /\.zip$/i.test(first.name)) return unzipped(await first.arrayBuffer());
  const files = new Map();
  let left = MOST_UNPACKED;
  async function walk(entry) {
    if (files.size > MOST_ENTRIES) throw new Error(text("too_large"));
    if (entry.isFile) {
      const file = await new Promise((yes, no) => entry.file(yes, no));
      left -= file.size;
      if (left < 0) throw new Error(text("too_large"));
      files.set(entry.fullPath.replace(/^\//, ""), new Uint8Array(await file.arrayBuffer()));
      return;
    }
    const reader = entry.createReader();
    for (;;) {
      const some = await new Promise((yes, no) => reader.readEntries(yes, no));
      if (some.length === 0) break;
      for (const one of some) await walk(one);
    }
  }
  for (const entry of entries) await walk(entry);
  return files;
}
