// A game of one's own: a folder or an archive of YAML. Its files are validated and edited here, and the whole workshop can use it.
// `makeready check` also finds broken links and texts that do not fit on paper. No data leaves the device.

// The game that was brought, as long as the page is open: its files by path, its id, the engine that has it, and the number of games opened
// so far, this one included.
const brought = { files: new Map(), id: "", key: "", engine: undefined, number: 0 };

// Which of them the workshop is about, as long as its tab is open.
const USED = "makeready-used-game";
// The address of a page whose game was closed just now.
const CLOSED = "#closed";
function usedGame() {
  try {
    return JSON.parse(sessionStorage.getItem(USED));
  } catch (_) {
    return null;
  }
}
function setUsed(used) {
  try {
    if (used) sessionStorage.setItem(USED, JSON.stringify(used));
    else sessionStorage.removeItem(USED);
  } catch (_) { /* then it does not come back by itself */ }
}

// Those files that make a game.
const filesOfGame = (files, id) => [...files].filter(([path]) => path.startsWith(`${id}/`) || path === "campaign.yaml");

// Opens one again that is kept, in the whole workshop. Answers whether it is there and sound. If it has errors, its own tab shows them.
async function useAgain({ key, id }, ground) {
  const files = await OwnGames.files(key);
  if (!files.has(`${id}/system.yaml`)) return false;
  const engine = Press.ofOwn(ground);
  const { done } = await engine.openOwn(id, filesOfGame(files, id)).catch((error) => { engine.close(); throw error; });
  Object.assign(brought, { files, id, key, engine });
  if (!done) {
    history.replaceState(null, "", "#own?");
    return false;
  }
  done.place = placeOf(key, id);
  await changeAsKept(engine, done);
  await begin(engine, done, Press.groundOf(engine, ground));
  return true;
}

function ownBench({ ground, changed, alive }) {
  const folder = newId(), archive = newId(), system = newId(), area = newId();
  const status = el("p", { class: "bench-note", role: "status" }), faults = el("div"), choice = el("div"), does = el("div"), broken = el("div");
  const tree = el("nav", { class: "bench-tree", "aria-label": text("files") }), editor = el("div", { class: "bench-editor" }), preview = new Preview(() => brought.engine, ground);
  // The number of errors, above the errors.
  const faultCount = el("p", { role: "status", tabindex: -1, hidden: true }), found = el("div", {}, faultCount, faults);
  const { files } = brought;
  let shownPath = "", last = {};
  changed(new URLSearchParams());

  const failed = (error) => { status.textContent = ""; broken.replaceChildren(faultList([error.message ?? String(error)])); };
  // Opens a game and saves it on the device. A saved game has a `key`. If the game cannot be read, the earlier game stays open.
  const take = singly(async (read, key) => {
    status.textContent = text("reading");
    broken.replaceChildren();
    try {
      const taken = fromGames(await read());
      const systems = systemsIn(taken);
      if (systems.length === 0) throw new Error(text("no_system"));
      files.clear();
      taken.forEach((bytes, path) => files.set(path, bytes));
      brought.key = key ?? newKey();
      brought.id = systems[0];
      drawChoice();
      await check(systems[0]);
      const saving = key === undefined && OwnGames.keep(brought.key, systems.join(", "), files).then(drawKept);
      bring.open = false;
      // Where there is no other game, the only one is used at once. Its files are seen first.
      if (!begin.engine && !begun && systems.length === 1 && last.done) {
        await saving;
        await use(last.done, "#own?");
      } else moveFocus();
    } catch (error) {
      failed(error);
    }
  });
  // Moves the focus out of what is closed then: to the choice of a game, the errors, or what can be done with the game. Who has gone
  // elsewhere meanwhile stays there.
  function moveFocus() {
    const focused = document.activeElement ?? document.body;
    if (focused !== document.body && !bring.contains(focused)) return;
    (choice.querySelector("select") ?? (faultCount.hidden ? does.querySelector("button") : faultCount))?.focus();
  }
  function drawFaultCount(count) {
    const said = count > 0 ? text("faults_found", { count }) : "";
    faultCount.hidden = count === 0;
    if (faultCount.textContent !== said) faultCount.replaceChildren(el("b", {}, said));
  }
  // The games of a folder with several.
  const systemsIn = (all) => [...all.keys()].flatMap((path) => /^([^/]+)\/system\.yaml$/.exec(path)?.slice(1) ?? []).sort();
  function drawChoice() {
    const systems = systemsIn(files);
    choice.replaceChildren(...(systems.length < 2 ? [] : [el("div", { class: "bench-field" }, el("label", { for: system }, text("which_game")),
      el("select", { id: system, change: ({ target }) => check(target.value).catch(failed) }, systems.map((id) => el("option", { value: id, selected: id === brought.id }, id))))]));
  }
  // Opens another game of the files, or the game of other files. All that is shown of the game before goes first.
  async function check(id) {
    drawFaultCount(0);
    for (const node of [faults, does, tree, editor, broken]) node.replaceChildren();
    preview.show("", "");
    hide(true);
    unseen = {};
    // The tabs keep their engine. The other game gets a new one.
    if (isUsed()) brought.engine = undefined;
    brought.id = id;
    const number = (brought.number += 1);
    status.textContent = text("opening_reader");
    const engine = brought.engine ??= Press.ofOwn(ground);
    // If the module cannot be loaded, the next attempt begins anew.
    await engine.opened.catch((error) => {
      engine.close();
      if (brought.engine === engine) brought.engine = undefined;
      throw error;
    });
    status.textContent = text("checking");
    const answer = await engine.openOwn(id, filesOfGame(files, id));
    if (number !== brought.number) return;
    hide(false);
    shownPath = answer.diagnostics?.[0]?.file ?? first();
    show(answer);
    edit(shownPath);
  }
  // Somebody of the game, where there is one: they can be looked at.
  const first = () => paths().find((path) => path.includes("/characters/")) ?? `${brought.id}/system.yaml`;
  const paths = () => [...files.keys()].filter((one) => (one.startsWith(`${brought.id}/`) || one === "campaign.yaml") && isText(one)).sort();

  // The whole workshop is about this game from now on. The tab that opens has the focus, because the button is gone. No other game can be opened
  // meanwhile.
  const use = singly(async (done, tab = "#") => {
    home.inert = true;
    try {
      done.place = placeOf(brought.key, brought.id);
      if (!isUsed()) await changeAsKept(brought.engine, done);
      history.replaceState(null, "", tab);
      setUsed({ key: brought.key, id: brought.id });
      await begin(brought.engine, done, Press.groundOf(brought.engine, ground));
    } finally {
      home.inert = false;
    }
    home.querySelector("[role=tab][aria-selected=true]")?.focus();
    dispatchEvent(new Event("makeready-opened"));
  });
  function close() {
    history.replaceState(null, "", begun ? "#" : CLOSED);
    setUsed(null);
    location.reload();
  }

  // Whether a reload opens this game again, perhaps with errors.
  function comesBack() {
    const used = usedGame();
    return isUsed() || used?.key === brought.key && used.id === brought.id;
  }
  // Whether the tabs are about this game, and have other rulings than its campaign.
  const isUsed = () => brought.engine !== undefined && brought.engine === begin.engine;
  const hasRulings = () => isUsed() && !begin.readings.isOfLink && begin.readings.others().length > 0;
  // The changes of the tabs to all games of the folder: path to text.
  const keptFiles = () => systemsIn(files).flatMap((id) => [...keptFilesOf(files, id, placeOf(brought.key, id))]);
  // The archive: the files with the changes from all tabs. If the game has errors, `campaign.yaml` stays as it is.
  async function wholeArchive() {
    const all = new Map(files);
    for (const [path, said] of keptFiles()) all.set(path, new TextEncoder().encode(said));
    if (hasRulings() && last.done) {
      const answer = await brought.engine.ask({ ask: "campaign" });
      if (typeof answer.done !== "string") throw new Error(faultsOf(answer).join("; "));
      all.set("campaign.yaml", new TextEncoder().encode(answer.done));
    }
    return zipped([...all]);
  }
  // Whether the archive lacks rulings that were changed: only an engine that the tabs use, and whose game has no errors, writes a campaign.
  const leavesRulings = () => systemsIn(files).some((id) => !(id === brought.id && isUsed() && last.done) && Store.of("rulings", placeOf(brought.key, id)).keys().length > 0);
  const saveArchive = () => wholeArchive().then((zip) => saved(`${brought.id}.zip`, zip, "application/zip")).catch(failed);
  const archiveNote = el("p", { class: "bench-note", role: "status" });
  function drawArchiveNote() {
    const said = [(keptFiles().length > 0 || hasRulings() && last.done) && text("with_own"), leavesRulings() && text("without_rulings")].filter(Boolean).join(" ");
    if (archiveNote.textContent !== said) archiveNote.textContent = said;
  }
  if (brought.id) STORES.forEach((what) => Store.of(what, placeOf(brought.key, brought.id)).subscribe(() => { drawArchiveNote(); drawKeptNote(); }, alive));

  // What was found, and what can be done with a game in which nothing is wrong.
  function show(answer) {
    const { done, diagnostics = [] } = last = answer;
    status.textContent = done ? text(diagnostics.length > 0 ? "is_sound_without" : "is_sound", { name: done.name }) : "";
    const one = ({ file, line, column, message, help }) => el("li", {},
      el("button", { type: "button", class: "bench-place", click: () => edit(file, line) }, `${file}:${line}:${column}`), ` ${message}`,
      lineOf(file, line) && el("code", {}, lineOf(file, line)), help && el("small", {}, help));
    const refused = faultsOf({ refused: answer.refused });
    drawFaultCount(diagnostics.length);
    faults.replaceChildren(...[
      refused.length > 0 && faultList(refused),
      diagnostics.length > 0 && el("ul", { class: "bench-faults" }, diagnostics.slice(0, MOST_FAULTS).map(one)),
      diagnostics.length > MOST_FAULTS && el("p", { class: "bench-note" }, text("and_more", { count: diagnostics.length - MOST_FAULTS }))].filter(Boolean));
    does.replaceChildren(el("p", { class: "bench-do" },
      done && el("button", { type: "button", class: "bench-print", click: () => use(done).catch(failed) }, text(isUsed() ? "use_it_again" : "use_it")),
      el("button", { type: "button", click: saveArchive }, text("save_archive")),
      comesBack() && el("button", { type: "button", click: close }, text(begun ? "back_to_published" : "close_game"))), archiveNote, keptWhere(),
    ...(done ? [el("p", { class: "bench-note" }, text("not_looked_for"))] : []));
    drawArchiveNote();
    drawTree();
    preview.show(shownPath, textOf(shownPath), done);
  }
  const textOf = (path) => (files.has(path) ? new TextDecoder().decode(files.get(path)) : "");
  const lineOf = (path, line) => textOf(path).split("\n")[line - 1]?.trim();
  // What was changed since it was looked at last: of several files, where one is left for another in the meantime.
  let unseen = {};
  const look = newest(async (number) => {
    const edits = unseen;
    unseen = {};
    return number === brought.number && brought.engine.edit(edits, true);
  }, (answer, number) => { if (number === brought.number) show(answer); });
  const recheck = (edits) => { unseen = { ...unseen, ...edits }; look(brought.number); };

  // The files, folder by folder. Those with something wrong say so, and so do the folders that they are in.
  const opened = new Set();
  function drawTree() {
    const counts = new Map();
    for (const { file } of last.diagnostics ?? []) counts.set(file, (counts.get(file) ?? 0) + 1);
    const focused = tree.contains(document.activeElement) && document.activeElement.dataset.path;
    const mark = (count) => count > 0 && el("small", { class: "bench-mark" }, el("span", { class: "sr" }, `${text("faults_found", { count })} `), el("b", { "aria-hidden": "true" }, count));
    const level = (all, from) => {
      const inside = new Map(), here = [];
      for (const path of all) {
        const [name, ...rest] = path.slice(from.length).split("/");
        if (rest.length === 0) here.push(path);
        else inside.set(name, [...(inside.get(name) ?? []), path]);
      }
      return el("ul", {},
        [...inside].map(([name, own]) => {
          const key = `${from}${name}/`, count = own.reduce((sum, path) => sum + (counts.get(path) ?? 0), 0);
          const isOpen = opened.has(key) || from === "" || count > 0 || shownPath.startsWith(key);
          return el("li", {}, el("details", { open: isOpen, toggle: ({ target }) => { opened[target.open ? "add" : "delete"](key); } },
            el("summary", {}, `${name}/`, mark(count)), level(own, key)));
        }),
        here.map((path) => el("li", {}, el("button", { type: "button", "data-path": path, "aria-current": path === shownPath && "true", click: () => { edit(path); if (!matchMedia("(min-width: 62rem)").matches) editor.scrollIntoView(); } }, path.split("/").at(-1)), mark(counts.get(path) ?? 0))));
    };
    tree.replaceChildren(level(paths(), ""));
    if (focused) tree.querySelector(`[data-path="${CSS.escape(focused)}"]`)?.focus();
  }

  // A file to be mended: with a line, that one is selected.
  function edit(path, line) {
    shownPath = paths().includes(path) ? path : paths()[0] ?? "";
    const input = ({ target }) => {
      keepFile(shownPath, new TextEncoder().encode(target.value));
      recheck({ [shownPath]: target.value });
      drawKeptNote();
    };
    // The version that a tab has stored goes as well.
    const remove = () => {
      storeOfFile(shownPath, placeOf(brought.key, brought.id))?.remove(idIn(textOf(shownPath)));
      keepFile(shownPath, null);
      recheck({ [shownPath]: null });
      edit(first());
      document.getElementById(area).focus();
    };
    const source = el("textarea", { id: area, spellcheck: "false", rows: 16, class: "bench-source", input }, textOf(shownPath));
    editor.replaceChildren(
      el("p", { class: "bench-file" }, el("label", { for: area }, el("span", { class: "sr" }, `${text("file")} `), shownPath),
        el("span", {}, el("button", { type: "button", click: () => saved(shownPath.split("/").at(-1), textOf(shownPath)) }, text("save_file")),
          shownPath !== `${brought.id}/system.yaml` && el("button", { type: "button", "aria-label": text("remove_named", { name: shownPath }), click: remove }, text("remove")))), keptNote, source);
    drawKeptNote();
    drawTree();
    preview.show(shownPath, source.value, last.done);
    if (line) {
      const lines = source.value.split("\n");
      const from = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
      source.focus();
      source.setSelectionRange(from, from + (lines[line - 1] ?? "").length);
      // Into the middle of what is seen of the file.
      source.scrollTop = heightOf(lines.slice(0, line).join("\n")) - source.clientHeight / 2;
    }
  }

  // A tab may have changed what is in the file that is shown.
  const keptNote = el("div");
  function drawKeptNote() {
    const kept = keptFilesOf(files, brought.id, placeOf(brought.key, brought.id)).get(shownPath);
    const put = () => {
      keepFile(shownPath, new TextEncoder().encode(kept));
      recheck({ [shownPath]: kept });
      edit(shownPath);
      document.getElementById(area).focus();
    };
    keptNote.replaceChildren(...(kept === undefined || !files.has(shownPath) ? [] : [
      el("p", { class: "bench-note" }, text("tab_has_other")),
      el("p", { class: "bench-do" }, el("button", { type: "button", click: put }, text("put_into_file")))]));
  }

  // How high a text is in the editor, whose lines are broken where they are too long.
  function heightOf(text) {
    const probe = el("textarea", { class: "bench-source", "aria-hidden": "true" });
    Object.assign(probe.style, { height: "0", minHeight: "0" });
    editor.append(probe);
    probe.value = text;
    const { scrollHeight } = probe;
    probe.remove();
    return scrollHeight;
  }

  // Another file: it begins as a copy of the one that is shown, where both are in one folder.
  const path = newId(), wrong = el("p", { class: "bench-note", role: "alert" });
  const pathInput = el("input", { id: path, autocomplete: "off", spellcheck: "false", placeholder: "characters/ada.yaml" });
  function add() {
    const whole = `${brought.id}/${pathInput.value.trim()}`, folderOf = (one) => one.slice(0, one.lastIndexOf("/"));
    const isSound = /^[\w-]+(?:\/[\w-]+)+\.(?:ya?ml|md)$/.test(whole) && !files.has(whole);
    wrong.textContent = isSound ? "" : text("no_path");
    if (!isSound) return;
    const stem = whole.slice(whole.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
    const begun = folderOf(whole) === folderOf(shownPath) ? textOf(shownPath).replace(/^id:.*$/m, `id: ${stem}`) : whole.endsWith(".md") ? "" : "format_version: 1\n";
    keepFile(whole, new TextEncoder().encode(begun));
    pathInput.value = "";
    recheck({ [whole]: begun });
    edit(whole);
    document.getElementById(area).focus();
  }
  const adding = el("details", { class: "bench-add-file", hidden: true }, el("summary", {}, text("add_file")),
    el("div", { class: "bench-field" }, el("label", { for: path }, text("path_in_game")), pathInput, el("button", { type: "button", click: add }, text("add"))), wrong);

  // The game of `makeready new`, under the name in the field. Without a name it is called Embers.
  async function sample() {
    const name = nameInput.value.trim();
    const files = Object.entries(JSON.parse(await plainText(await fileAt(home.dataset.sample))));
    return new Map(files.map(([path, said]) => (name ? renamed(path, said, name) : [path, said])).map(([path, said]) => [path, new TextEncoder().encode(said)]));
  }
  const newName = newId();
  const nameInput = el("input", { id: newName, autocomplete: "off", placeholder: "Embers", keydown: (event) => { if (event.key === "Enter" && !event.isComposing) take(sample); } });
  // Opens a folder by the dialog of the browser. Closing the dialog is not an error.
  const pick = singly(async () => {
    try {
      const folder = await showDirectoryPicker({ id: "makeready" });
      await take(() => walked(folder));
    } catch (error) {
      if (error.name !== "AbortError") failed(error);
    }
  });
  // The same file or folder may be chosen again after it was changed. Otherwise the browser reports no change.
  const forgetChosen = ({ target }) => { target.value = ""; };
  // Browsers have this dialog, or a field for all files of a folder, or neither (many phones). Archives work in all of them.
  function folderField() {
    if ("showDirectoryPicker" in window) return el("p", { class: "bench-do" }, el("button", { type: "button", click: pick }, text("open_folder")));
    if (!("webkitdirectory" in HTMLInputElement.prototype)) return undefined;
    return [el("label", { for: folder }, text("choose_folder")), el("input", { id: folder, type: "file", webkitdirectory: true, multiple: true, click: forgetChosen, change: ({ target }) => take(() => listed(target.files)) }), el("p", { class: "bench-note" }, text("folder_stays"))];
  }
  // One of its files as it is from now on, or gone.
  function keepFile(path, bytes) {
    if (bytes === null) files.delete(path);
    else files.set(path, bytes);
    originalEdited(brought.engine, path, bytes && textOf(path));
    OwnGames.change(brought.key, path, bytes);
  }
  // Those that are kept, to be opened again.
  const keptGames = el("div");
  async function drawKept() {
    const all = await OwnGames.list();
    keptGames.replaceChildren(...(all.length === 0 ? [] : [el("p", {}, text("kept_games")), el("ul", { class: "bench-held" }, all.map(({ key, name }) => {
      const gone = sureButton(text("remove"), async () => {
        await OwnGames.forget(key, name.split(", "));
        if (key === usedGame()?.key) return close();
        if (key === brought.key) return location.reload();
        await drawKept();
        bring.querySelector("summary").focus();
      }, { "aria-label": text("forget", { name }) });
      return el("li", {}, el("button", { type: "button", class: "bench-place", click: () => take(() => OwnGames.files(key), key) }, name), gone);
    }))]));
  }
  drawKept();
  const bring = el("details", { class: "bench-bring", open: true }, el("summary", {}, text("bring_game")),
    keptGames,
    el("div", { class: "bench-drop" },
      el("p", {}, text("drop_here")),
      el("div", { class: "bench-field" }, folderField()),
      el("div", { class: "bench-field" }, el("label", { for: archive }, text("choose_archive")), el("input", { id: archive, type: "file", accept: ".zip,application/zip", click: forgetChosen, change: ({ target }) => target.files[0] && take(() => target.files[0].arrayBuffer().then(unzipped)) })),
      el("div", { class: "bench-field" }, el("p", { class: "bench-note" }, text("or_begin")), el("label", { for: newName }, text("new_name")), nameInput,
        el("p", { class: "bench-do" }, el("button", { type: "button", class: "bench-begin", click: () => take(sample) }, text("begin_small"))))));
  const work = el("div", { class: "bench-work", hidden: true }, found, editor, preview.node);
  const hide = (isHidden) => { work.hidden = adding.hidden = isHidden; node.classList.toggle("is-empty", isHidden); };
  const node = el("div", { class: "bench-own is-empty",
    dragover: (event) => event.preventDefault(),
    drop: (event) => { event.preventDefault(); take(() => dropped(event.dataTransfer)); } },
  begun && el("ol", { class: "bench-steps" }, [["step_bring", "step_bring_how"], ["step_mend", "step_mend_how"], ["step_use", "step_use_how"]].map(([what, how]) => el("li", {}, el("b", {}, text(what)), " ", text(how)))),
  el("div", { class: "bench-parts" }, el("div", { class: "bench-form" }, bring, choice, status, broken, does, tree, adding), work));
  if (files.size > 0 && brought.engine) {
    bring.open = false;
    drawChoice();
    recheck({});
    hide(false);
    edit(first());
  }
  return node;
}

// What a file of a game makes, beside it: somebody's sheet, what an ability costs, or its cards. Of other files there is nothing to
// see but what the game has.
class Preview {
  #engine;
  #drawing;
  #path = "";
  #isMade = false;
  // The cards of the file, as text, and the picture of one of them.
  #cards = "";
  #picture;
  #ground;

  constructor(engine, ground) {
    this.#engine = engine;
    this.#ground = ground;
    this.node = el("div", { class: "bench-preview bench-sheet" });
  }

  // Files that are not sound keep showing what they made.
  show(path, file, done) {
    if (path !== this.#path) {
      this.#path = path;
      this.#drawing = undefined;
      this.#isMade = false;
      this.#cards = "";
      this.node.replaceChildren();
    }
    if (done) this.#ask({ path, file, done });
  }

  #ask = newest(async ({ path, file, done }) => {
    const id = /^id:[ \t]*["']?([\w-]+)/m.exec(file)?.[1];
    const isOf = (list) => list.some(([one]) => one === id);
    if (isOf(done.people) && /^stats:|^choices:|^inputs:/m.test(file)) return { path, face: await this.#engine().ask({ ask: "face", who: { id } }) };
    if (isOf(done.abilities) && path.includes("/abilities/")) return { path, bill: await this.#engine().ask({ ask: "cost", ability: id }) };
    const deck = await this.#engine().ask({ ask: "deck" });
    const cards = (deck.done ?? []).filter((card) => card.name && new RegExp(`\\bid:[ \\t]*["']?${card.id}(?![\\w.-])`).test(file));
    return { path, game: done, cards };
  }, ({ path, face, bill, game, cards = [] }) => {
    if (path !== this.#path) return;
    this.#isMade ||= Boolean(face?.done || bill?.done);
    if (face?.done) {
      this.#drawing ??= new SheetDrawing();
      const node = ofOtherGame(() => this.#drawing.draw(face.done));
      if (node !== this.node.firstChild) this.node.replaceChildren(node);
    } else if (bill?.done) this.node.replaceChildren(ofOtherGame(() => drawnBill(bill.done)));
    else if (cards.length > 0 && Press.isThere) this.#drawCards(cards);
    else if (game && !this.#isMade) this.node.replaceChildren(drawnHoldings(game));
  });

  // The cards of a file by name: the one that was asked for is drawn as it prints, and drawn again when the file changes.
  #drawCards(cards) {
    const now = JSON.stringify(cards);
    if (now === this.#cards) return void (this.#picture.isShown && this.#picture.draw());
    this.#cards = now;
    let seen = "";
    const picture = this.#picture = cardPicture(Press.of(this.#engine(), Press.groundOf(this.#engine(), this.#ground)), () => ({ card: seen }));
    const show = (id) => { seen = id; picture.draw(); };
    this.node.replaceChildren(el("div", { class: "bench-block" },
      el("p", { class: "bench-do" }, cards.map(({ id, name }) => el("button", { type: "button", click: () => show(id) }, text("show_card", { name })))), picture.node));
  }
}

// What there is in a game, kind by kind, by name.
function drawnHoldings(game) {
  const kinds = [["tab_people", game.people], ["tab_abilities", game.abilities], ["checks", game.checks], ["procedures", game.procedures], ["tab_rulings", game.rulings]];
  const nameOf = (one) => (Array.isArray(one) ? one[1] : one.name);
  return el("div", { class: "bench-block bench-holdings prose" }, el("h2", {}, game.name), el("dl", { class: "facts" },
    kinds.filter(([, all]) => all.length > 0).map(([key, all]) => el("div", {}, el("dt", {}, text(key)), el("dd", {}, all.slice(0, MOST_NAMED).map(nameOf).join(" · "), all.length > MOST_NAMED && ` ${text("and_more", { count: all.length - MOST_NAMED })}`)))));
}

const MOST_NAMED = 24;

const MOST_FAULTS = 100;
const isText = (path) => /\.(?:ya?ml|md)$/.test(path);

// Files as a content folder has them, whatever stands around it: paths begin with the folder of a game.
function fromGames(files) {
  const games = [...files.keys()].filter((path) => /(?:^|\/)[^/]+\/system\.yaml$/.test(path));
  if (games.every(isHidden) && files.has("system.yaml")) {
    // The folder of the game itself: its id is what it is called.
    const id = /^id:\s*["']?([\w-]+)/m.exec(new TextDecoder().decode(files.get("system.yaml")))?.[1] ?? "game";
    return new Map([...files].filter(([path]) => !isHidden(path)).map(([path, bytes]) => [`${id}/${path}`, bytes]));
  }
  const around = games.map((path) => path.split("/").slice(0, -2).join("/")).sort((a, b) => isHidden(a) - isHidden(b) || a.length - b.length)[0] ?? "";
  const prefix = around && `${around}/`;
  const within = [...files].filter(([path]) => path.startsWith(prefix)).map(([path, bytes]) => [path.slice(prefix.length), bytes]);
  return new Map(within.filter(([path]) => !isHidden(path)));
}

// Whether a path leads to a hidden file, or through a hidden folder such as `.git`. Those are no part of a game.
const isHidden = (path) => /(?:^|\/)\./.test(path);

// A file of the game `embers` in a game of another name. src/commands/new.rs makes the same replacements.
function renamed(path, said, title) {
  const id = idFrom(title), words = id.split("-").filter(Boolean);
  const letters = (words.length === 1 ? words[0].slice(0, 2) : words.map((word) => word[0]).join("")).toUpperCase();
  // A function, because `$` has a meaning in a text that replaces another.
  return [path.replaceAll("embers", id), said.replaceAll("embers", id).replaceAll("EM-", `${letters}-`).replaceAll("title: Embers\n", () => `title: ${JSON.stringify(title)}\n`)];
}

// A path without the folder that was opened, if the name of this folder begins with a dot. It may be opened; only what is hidden in it is not
// read.
const withoutHiddenRoot = (path) => path.replace(/^\.[^/]*\//, "");

// The files of a folder that was chosen.
async function listed(list) {
  const all = [...list].map((file) => [withoutHiddenRoot(file.webkitRelativePath || file.name), file]).filter(([path]) => !isHidden(path));
  if (all.length > MOST_ENTRIES || all.reduce((sum, [, { size }]) => sum + size, 0) > MOST_UNPACKED) throw new Error(text("too_large"));
  const read = await Promise.all(all.map(async ([path, file]) => [path, new Uint8Array(await file.arrayBuffer())]));
  return new Map(read);
}

// The files of a folder that the dialog of the browser opened.
async function walked(opened) {
  const files = new Map();
  let left = MOST_UNPACKED;
  async function walk(folder, path) {
    for await (const [name, entry] of folder.entries()) {
      if (isHidden(name)) continue;
      if (entry.kind === "directory") {
        await walk(entry, `${path}${name}/`);
        continue;
      }
      const file = await entry.getFile();
      left -= file.size;
      if (left < 0 || files.size === MOST_ENTRIES) throw new Error(text("too_large"));
      files.set(path + name, new Uint8Array(await file.arrayBuffer()));
    }
  }
  await walk(opened, withoutHiddenRoot(`${opened.name}/`));
  return files;
}

// Those of what was dropped: folders, or one archive.
async function dropped(transfer) {
  const [first] = transfer.files;
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (transfer.files.length === 1 && !entries[0]?.isDirectory && /\.zip$/i.test(first.name)) return unzipped(await first.arrayBuffer());
  const files = new Map();
  let left = MOST_UNPACKED;
  async function walk(entry) {
    // A folder that is dropped alone is meant, whatever its name.
    const isMeant = entries.length === 1 && entry === entries[0];
    if (isHidden(entry.name) && !isMeant) return;
    if (files.size > MOST_ENTRIES) throw new Error(text("too_large"));
    if (entry.isFile) {
      const file = await new Promise((yes, no) => entry.file(yes, no));
      left -= file.size;
      if (left < 0) throw new Error(text("too_large"));
      files.set(withoutHiddenRoot(entry.fullPath.replace(/^\//, "")), new Uint8Array(await file.arrayBuffer()));
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

// The text of a packed file, which a host may have unpacked on the way.
async function plainText(packed) {
  const head = new Uint8Array(packed, 0, 2);
  const isPacked = head[0] === 0x1f && head[1] === 0x8b;
  return new Response(isPacked ? new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip")) : packed).text();
}
