// What is kept on the device: people, abilities, NPCs, rulings. Each thing has a place of its own, so that what one page writes takes
// nothing from another, and every page and every bench hears of it at once.

class Store {
  #prefix;
  // What could not be kept, and what is kept where nothing can be: by its key, and nothing for what is gone.
  #unkept = new Map();
  #listeners = new Set();

  static #all = new Map();
  // Whether something is lost when the page is closed.
  static isLosing() {
    return [...Store.#all.values()].some((store) => store.#unkept.size > 0);
  }

  // The one store of a kind of things of a game. `place` is the id of the published game, or `placeOf` a game of one's own.
  static of(what, place) {
    const name = `makeready-${what}-${place}`;
    if (!Store.#all.has(name)) Store.#all.set(name, new Store(name));
    return Store.#all.get(name);
  }

  constructor(name) {
    this.#prefix = `${name}/`;
    this.#moveIn(name);
    addEventListener("storage", ({ key, storageArea }) => {
      if (storageArea !== localStorage) return;
      if (key === null) return this.#tell(undefined, true);
      if (key.startsWith(this.#prefix)) this.#tell(key.slice(this.#prefix.length), true);
    });
  }

  // The keys, in the order of names and numbers.
  keys() {
    const found = new Set();
    try {
      for (let at = 0; at < localStorage.length; at += 1) {
        const key = localStorage.key(at);
        if (key.startsWith(this.#prefix)) found.add(key.slice(this.#prefix.length));
      }
    } catch (_) { /* nothing can be kept here */ }
    for (const [key, value] of this.#unkept) found[value === undefined ? "delete" : "add"](key);
    return [...found].sort((one, other) => one.localeCompare(other, "en", { numeric: true }));
  }

  get(key) {
    if (this.#unkept.has(key)) return this.#unkept.get(key);
    try {
      return JSON.parse(localStorage.getItem(this.#prefix + key)) ?? undefined;
    } catch (_) {
      return undefined;
    }
  }

  has(key) {
    return this.get(key) !== undefined;
  }

  set(key, value) {
    try {
      localStorage.setItem(this.#prefix + key, JSON.stringify(value));
      this.#unkept.delete(key);
    } catch (_) {
      this.#unkept.set(key, value);
    }
    this.#tell(key, false);
  }

  remove(key) {
    try {
      localStorage.removeItem(this.#prefix + key);
      this.#unkept.delete(key);
    } catch (_) {
      this.#unkept.set(key, undefined);
    }
    this.#tell(key, false);
  }

  // `listen` hears of every change, until `until` is aborted: its key (nothing where it may be any), and whether another page has made it.
  subscribe(listen, until) {
    this.#listeners.add(listen);
    until?.addEventListener("abort", () => this.#listeners.delete(listen));
  }

  #tell(key, isElsewhere) {
    for (const listen of [...this.#listeners]) listen(key, isElsewhere);
    sayWhereKept();
  }

  // Earlier editions kept all things of a kind in one place.
  #moveIn(name) {
    try {
      const before = JSON.parse(localStorage.getItem(name));
      if (before === null || typeof before !== "object") return;
      for (const [key, value] of Object.entries(before)) {
        const own = Array.isArray(before) ? value?.id : key;
        if (typeof own !== "string" || localStorage.getItem(this.#prefix + own) !== null) continue;
        localStorage.setItem(this.#prefix + own, JSON.stringify(Array.isArray(before) ? { ...value, place: Number(key) } : value));
      }
      localStorage.removeItem(name);
    } catch (_) { /* nothing was kept, or nothing can be */ }
  }
}

// Whether something is lost when the page is closed.
const isLosing = () => Store.isLosing() || OwnGames.isLosing();

// Notes say whether what is done here is kept, for all that is open.
const whereKept = () => text(isLosing() ? "not_kept" : "on_device");
function sayWhereKept() {
  const said = whereKept();
  home.querySelectorAll(".bench-kept-where").forEach((note) => { if (note.textContent !== said) note.textContent = said; });
}
const keptWhere = () => el("p", { class: "bench-note bench-kept-where", role: "status" }, whereKept());

// Nothing is gone unasked.
addEventListener("beforeunload", (event) => { if (isLosing()) event.preventDefault(); });

// Who there is: the people of the game as they are now, one's own, and NPCs that were kept. Each has a key, a name, and how the engine is asked
// about them.
class Cast {
  #opened;
  #people;
  #npcs;

  constructor(opened) {
    this.#opened = opened;
    this.#people = Store.of("people", opened.place);
    this.#npcs = Store.of("npcs", opened.place);
  }

  // Key and name of each, those of the game first.
  list() {
    return { ofGame: this.#opened.people, own: [...this.#own(), ...this.#kept()] };
  }

  has(key) {
    const { ofGame, own } = this.list();
    return [...ofGame, ...own].some(([one]) => one === key);
  }

  nameOf(key) {
    const { ofGame, own } = this.list();
    return [...own, ...ofGame].find(([one]) => one === key)?.[1] ?? "";
  }

  // How the engine is asked about somebody: by the text that is kept of them, else by their id.
  who(key) {
    const file = key.startsWith(KEPT_NPC) ? this.#npcs.get(key.slice(KEPT_NPC.length))?.file : this.#people.get(key);
    return typeof file === "string" ? { text: file } : { id: key };
  }

  // Whether they are as they stand in the game.
  isOfGame(key) {
    return Object.hasOwn(this.who(key), "id");
  }

  // What their files are called.
  idOf(key) {
    const { text: file, id } = this.who(key);
    return id ?? idIn(file) ?? "character";
  }

  subscribe(listen, until) {
    this.#people.subscribe(listen, until);
    this.#npcs.subscribe((key, isElsewhere) => listen(key === undefined ? key : KEPT_NPC + key, isElsewhere), until);
  }

  #own() {
    const isOfGame = (key) => this.#opened.people.some(([id]) => id === key);
    return this.#people.keys().filter((key) => !isOfGame(key) && isOwnPerson(key)).map((key) => [key, nameIn(String(this.#people.get(key))) || text("character")]);
  }

  #kept() {
    return this.#npcs.keys().map((key) => [KEPT_NPC + key, nameIn(String(this.#npcs.get(key)?.file)) || key]);
  }

  // The options of a choice of one of them, after those that are given.
  options(before, chosen) {
    const { ofGame, own } = this.list();
    const option = ([id, name]) => el("option", { value: id, selected: id === chosen }, name);
    const group = (label, pairs) => el("optgroup", { label }, pairs.map(option));
    return [...before.map(option), ...(own.length > 0 ? [group(text("of_game"), ofGame), group(text("of_own"), own)] : ofGame.map(option))];
  }
}

// NPCs that were kept are called so among people.
const KEPT_NPC = "npc:";
// The id that stands in a file.
const idIn = (file) => /^id:[ \t]*["']?([a-z0-9-]+)/m.exec(file)?.[1];
