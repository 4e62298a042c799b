// Saves the reader's own games on the device, file by file, each game under a key. A change is in the small store (localStorage) until the large
// one (IndexedDB) has it, so that a page that is closed in between loses nothing.

// A new key for each folder, archive or new game that is opened. Two games of one id have nothing in common. No id begins with a dot.
const newKey = () => `.${Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
// Where changes of the tabs to a game are stored. Keys of earlier editions were ids.
const placeOf = (key, id) => (key.startsWith(".") ? id + key : id);

class OwnGames {
  static #database;
  // The data that could not be saved: `key/` is a whole game, and `key/path` is a file.
  static #unsaved = new Set();

  // Whether something is lost when the page is closed.
  static isLosing() {
    return OwnGames.#unsaved.size > 0;
  }

  // Ids and names of those that are kept.
  static async list() {
    const all = await OwnGames.#asked("games", "readonly", (games) => games.getAll()).catch(() => []);
    return all.sort((one, other) => other.at - one.at);
  }

  // The files of one, by path.
  static async files(key) {
    await OwnGames.#finish();
    const found = await OwnGames.#asked("files", "readonly", (files) => files.getAll(rangeOf(key)));
    return new Map(found.map(({ path, bytes }) => [path, bytes]));
  }

  // Keeps a whole game in the place of what was kept under its key.
  static async keep(key, name, files) {
    await OwnGames.#written(`${key}/`, ["games", "files"], (games, own) => {
      own.delete(rangeOf(key));
      for (const [path, bytes] of files) own.put({ key, path, bytes });
      games.put({ key, name, at: Date.now() });
    });
  }

  // One file as it is from now on; nothing where it is gone.
  static async change(key, path, bytes) {
    const note = `${NOTED}${key}/${path}`;
    try {
      localStorage.setItem(note, JSON.stringify(bytes === null ? null : new TextDecoder().decode(bytes)));
    } catch (_) { /* the large store alone has it then */ }
    const isKept = await OwnGames.#written(`${key}/${path}`, ["files"], (own) => (bytes === null ? own.delete([key, path]) : own.put({ key, path, bytes })));
    // Another change of the file may have followed.
    if (isKept) clearNote(note, bytes);
  }

  // `ids` are of its games whose changes go as well. Those of earlier editions may be of the published game.
  static async forget(key, ids) {
    const places = key.startsWith(".") ? ids.map((id) => placeOf(key, id)) : [];
    notesOf(`${key}/`).forEach((note) => localStorage.removeItem(note));
    for (const store of places.flatMap((place) => STORES.map((what) => Store.of(what, place)))) store.keys().forEach((one) => store.remove(one));
    await OwnGames.#written(`${key}/`, ["games", "files"], (games, own) => {
      own.delete(rangeOf(key));
      games.delete(key);
    });
  }

  // What was written last when a page was closed.
  static async #finish() {
    for (const note of notesOf("")) {
      const [, key, path] = /^([^/]+)\/(.*)$/s.exec(note.slice(NOTED.length)) ?? [];
      const item = localStorage.getItem(note);
      // The file was saved meanwhile.
      if (item === null) continue;
      const said = JSON.parse(item);
      const bytes = said === null ? null : new TextEncoder().encode(said);
      if (key && await OwnGames.#written(`${key}/${path}`, ["files"], (own) => (bytes === null ? own.delete([key, path]) : own.put({ key, path, bytes })))) clearNote(note, bytes);
    }
  }

  // Whether it was saved. `what` is named as in `#unsaved`; a whole game includes its files.
  static async #written(what, stores, write) {
    try {
      await OwnGames.#asked(stores, "readwrite", write);
      const isSaved = (one) => one === what || what.endsWith("/") && one.startsWith(what);
      for (const one of [...OwnGames.#unsaved].filter(isSaved)) OwnGames.#unsaved.delete(one);
      return true;
    } catch (_) {
      OwnGames.#unsaved.add(what);
      return false;
    } finally {
      sayWhereKept();
    }
  }

  static async #asked(stores, mode, ask) {
    const kept = await (OwnGames.#database ??= database());
    return new Promise((yes, no) => {
      const all = [stores].flat(), transaction = kept.transaction(all, mode);
      const request = ask(...all.map((one) => transaction.objectStore(one)));
      transaction.oncomplete = () => yes(request?.result);
      transaction.onabort = transaction.onerror = () => no(transaction.error);
    });
  }
}

const NOTED = "makeready-own-file/";
const rangeOf = (key) => IDBKeyRange.bound([key], [key, []]);

// The notes on files of all games, or of a game (`key/`).
function notesOf(games) {
  try {
    return Object.keys(localStorage).filter((one) => one.startsWith(NOTED + games));
  } catch (_) {
    // Nothing can be kept here.
    return [];
  }
}

// Takes a note away that says the same as what is kept now.
function clearNote(note, bytes) {
  const said = JSON.stringify(bytes === null ? null : new TextDecoder().decode(bytes));
  if (localStorage.getItem(note) === said) localStorage.removeItem(note);
}

function database() {
  return new Promise((yes, no) => {
    const request = indexedDB.open("makeready", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("games", { keyPath: "key" });
      request.result.createObjectStore("files", { keyPath: ["key", "path"] });
    };
    request.onsuccess = () => yes(request.result);
    request.onerror = request.onblocked = () => no(request.error ?? new Error("blocked"));
  });
}
