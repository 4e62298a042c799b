// The engine, in a worker: it answers one question after the other. One that runs away is ended, and a new one takes its place.
// It runs before the page is read, in one file with site/theme.js, so that the game is opened while the page comes in; what it
// hands to the workshop stands in `makereadyEngine`.

// How long an answer may take, in milliseconds.
const PATIENCE = 20000;
// And how long until it is open: the module has to come over the network first, and to be unpacked.
const OPENING = 180000;

// Runs in the worker, where nothing of the page is known. Each message is the files to open, or a question with its files.
function work() {
  let module;
  const begins = (bytes, ...wanted) => wanted.every((byte, at) => bytes?.[at] === byte);
  // Where bytes come from: they are there, or an address has them.
  const source = async (from) => {
    if (typeof from !== "string") return new Blob([from]).stream();
    const response = await fetch(from);
    if (!response.ok) throw new Error(`${from}: ${response.status}`);
    return response.body;
  };
  const bytesOf = async (stream) => new Uint8Array(await new Response(await stream).arrayBuffer());
  // A stream of what is packed as gzip, which a host may have unpacked on the way.
  const unpacked = async (from) => {
    const [first, whole] = (await source(from)).tee();
    const reader = first.getReader();
    const { value } = await reader.read();
    reader.cancel();
    return begins(value, 0x1f, 0x8b) ? whole.pipeThrough(new DecompressionStream("gzip")) : whole;
  };
  // What browsers do not unpack by themselves, a small module does, which they do.
  const compiled = async (from) => WebAssembly.compileStreaming(new Response(await unpacked(from), { headers: { "content-type": "application/wasm" } }));
  const unpackedBy = async (code, packed) => {
    const { room, unpack, unpacked, memory } = (await WebAssembly.instantiate(code, {})).exports;
    const at = room(packed.length);
    new Uint8Array(memory.buffer).set(packed, at);
    const length = unpack();
    if (length === 0) throw new Error("the module is damaged");
    return new Uint8Array(memory.buffer, unpacked(), length);
  };
  // What the press imports: `page.drawn` hears how many of how many pictures are drawn. Functions of other surroundings, such as one for
  // random numbers, are never called.
  let asked;
  const importsOf = (code) => {
    const imports = {};
    for (const { module: from, name } of WebAssembly.Module.imports(code)) {
      (imports[from] ??= {})[name] = () => { throw new Error(`${name} is not there`); };
    }
    if (imports.page) imports.page.drawn = (done, of) => postMessage({ number: asked, done, of });
    return imports;
  };
  const answerTo = (parts) => {
    const { room, answer, answered, memory } = module;
    let at = room(parts.reduce((sum, part) => sum + part.length, 0));
    for (const part of parts) {
      new Uint8Array(memory.buffer).set(part, at);
      at += part.length;
    }
    const length = answer();
    const from = answered(), start = from + 4;
    const end = start + new DataView(memory.buffer).getUint32(from, true);
    // As bytes, which are handed over: of what they say, a copy would be made twice on its way.
    return [memory.buffer.slice(start, end), memory.buffer.slice(end, from + length)];
  };
  onmessage = async ({ data: { number, packed, question, files } }) => {
    asked = number;
    try {
      let answer, made;
      if (packed) {
        const [engine, unpacker, opening, pictures] = packed;
        const unpack = async () => WebAssembly.compile(await unpackedBy(...await Promise.all([compiled(unpacker), bytesOf(source(engine))])));
        const parts = [opening, pictures].filter(Boolean).map((part) => bytesOf(unpacked(part)));
        const [ready, ...game] = await Promise.all([unpack(), ...parts]);
        module = (await WebAssembly.instantiate(ready, importsOf(ready))).exports;
        // Without a published game the engine waits for `openOwn`.
        [answer, made] = game.length > 0 ? answerTo(game) : [new TextEncoder().encode('{"done":{}}').buffer, new ArrayBuffer(0)];
      } else {
        const json = new TextEncoder().encode(JSON.stringify(question));
        const length = new DataView(new ArrayBuffer(4));
        length.setUint32(0, json.length, true);
        [answer, made] = answerTo([new Uint8Array(length.buffer), json, ...files]);
      }
      postMessage({ number, answer, made }, [answer, made]);
    } catch (error) {
      postMessage({ number, failure: String(error) });
    }
  };
}

class Engine {
  #packed;
  #worker;
  // Messages that wait, and the one that the worker has. A message's time begins when the worker gets it.
  #line = [];
  #sent;
  #number = 0;
  // What was changed since the published game was opened: another game in its place, files by path, and rulings with their readings.
  #changed = { own: undefined, files: {}, rulings: [] };
  // How often, and as of which of these changes this one follows another.
  #changes = 0;
  #followed = 0;
  // The last call of `follow`.
  #following = Promise.resolve();

  // What it says at a key: the words of the page, once they are there.
  static says = (key) => key;

  // `packed` are the module, what unpacks it, the published game, and for the press the pictures of the game. Each is an address, or
  // bytes that are there or awaited. The game and its pictures may be missing.
  constructor(packed) {
    this.#packed = packed;
    this.#begin();
  }

  // The answer to a question, of which docs/internals.md has the shapes; what was made stands in it as `made`. It may take `patience`
  // milliseconds. Meanwhile `heard` is told how many pictures are `done`, and `of` how many. A question whose signal `alive` is aborted
  // before its turn is refused, not asked.
  async ask(question, how = {}) {
    await this.opened;
    return this.#send({ question, files: [] }, how);
  }

  // Another game in the place of the published one, for an engine with the press, which reads files: its id, and its files as bytes
  // by path.
  async openOwn(system, files) {
    this.#change({ own: { system, files }, files: {}, rulings: [] });
    await this.opened;
    return this.#noted(await this.#openOwn());
  }

  // Files of the game as they are from now on, by path, and nothing for one that is gone; `deeply` looks for all that is wrong.
  async edit(files, deeply = false) {
    this.#change({ ...this.#changed, files: { ...this.#changed.files, ...files } });
    await this.opened;
    // Some errors are found only by a full validation. After an error, each edit is fully validated, until there is none.
    return this.#noted(await this.#edit(files, deeply || this.errors !== undefined));
  }

  // The answer with the errors of a game of one's own, as long as it has errors. The module keeps its last state without errors.
  errors;
  #noted(answer) {
    this.errors = this.#changed.own && !answer.done ? answer : undefined;
    return answer;
  }

  // The readings of rulings from now on.
  async decide(rulings) {
    const answer = await this.ask({ ask: "decide", rulings });
    if (answer.done) this.#change({ ...this.#changed, rulings });
    return answer;
  }

  // Brings the game to where it is in another engine, one call after the other. Answers with what is wrong where a game of one's own cannot be
  // opened here.
  follow(other) {
    const followed = this.#following.then(() => this.#follow(other));
    this.#following = followed.catch(() => {});
    return followed;
  }

  async #follow(other) {
    await this.opened;
    const now = other.#changes, before = this.#changed;
    if (now === this.#followed) return undefined;
    const isOpen = this.#followed > 0 && before.own && before.own === other.#changed.own;
    this.#changed = other.#changed;
    // If this fails, the next call opens the whole game again.
    this.#followed = 0;
    const answer = isOpen ? await this.#catchUp(before) : await this.#restore();
    if (this.#changed.own && answer && !answer.done) return answer;
    this.#followed = now;
    return undefined;
  }

  #change(changed) {
    this.#changed = changed;
    this.#changes += 1;
  }

  // Ends the worker, whatever it does; those who wait hear why.
  end(why) {
    this.#worker.terminate();
    for (const { no } of this.#emptied()) no(new Error(why));
    this.#begin(() => this.#restore());
  }

  // Ends the worker for good; nobody is answered any more.
  close() {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#emptied();
  }

  // All messages that have no answer yet; none of them waits any more.
  #emptied() {
    const all = this.#sent ? [this.#sent, ...this.#line] : this.#line;
    clearTimeout(this.#sent?.timer);
    this.#sent = undefined;
    this.#line = [];
    return all;
  }

  #edit(files, deeply = false) {
    const all = Object.entries(files), isGone = ([, text]) => text === null;
    const texts = all.filter((one) => !isGone(one)).map(([path, text]) => [path, new TextEncoder().encode(text)]);
    return this.#sendFiles({ ask: "edit", deeply, removed: all.filter(isGone).map(([path]) => path) }, texts);
  }

  // Whether it has a published game.
  get #hasGame() {
    return this.#packed.length > 2;
  }

  #openOwn() {
    const { system, files } = this.#changed.own;
    return this.#sendFiles({ ask: "open", system }, [...files]);
  }

  #sendFiles(question, files) {
    const lengths = files.map(([path, bytes]) => [path, bytes.length]);
    return this.#send({ question: { ...question, files: lengths }, files: files.map(([, bytes]) => bytes) });
  }

  async #restore() {
    const { own, files, rulings } = this.#changed;
    let answer = own && await this.#openOwn();
    if (Object.keys(files).length > 0) answer = await this.#edit(files);
    if (rulings.length > 0 || !own && this.#hasGame) await this.#send({ question: { ask: "decide", rulings }, files: [] });
    // The answer to the last message with files.
    return answer;
  }

  // Of a game of one's own that is open already, what is other since.
  async #catchUp(before) {
    const { files, rulings } = this.#changed;
    const edits = Object.entries(files).filter(([path, file]) => before.files[path] !== file);
    const answer = edits.length > 0 ? await this.#edit(Object.fromEntries(edits)) : undefined;
    if (JSON.stringify(rulings) !== JSON.stringify(before.rulings)) await this.#send({ question: { ask: "decide", rulings }, files: [] });
    return answer;
  }

  #begin(then) {
    this.opened = this.#open().then(async (opened) => { await then?.(); return opened; });
    // Who asks hears of it.
    this.opened.catch(() => {});
  }

  async #open() {
    const script = new Blob([`(${work})()`], { type: "text/javascript" });
    const address = URL.createObjectURL(script);
    const worker = this.#worker = new Worker(address);
    URL.revokeObjectURL(address);
    worker.onmessage = ({ data: { number, answer, made, failure, done, of } }) => {
      const sent = this.#sent;
      if (sent?.number !== number) return;
      if (of) return void sent.heard?.({ done, of });
      clearTimeout(sent.timer);
      this.#sent = undefined;
      if (failure) sent.no(new Error(failure));
      else {
        const told = JSON.parse(new TextDecoder().decode(answer));
        sent.yes(made.byteLength > 0 ? { ...told, made } : told);
      }
      this.#sendNext();
    };
    const packed = await Promise.all(this.#packed);
    if (!this.#worker) throw new Error("closed");
    // Another took its place meanwhile.
    if (worker !== this.#worker) return this.opened;
    const answer = await this.#send({ packed }, { patience: OPENING });
    if (!answer.done) throw new Error(faultsOf(answer).join("; "));
    return answer.done;
  }

  #send(message, how = {}) {
    return new Promise((yes, no) => {
      this.#line.push({ message, yes, no, ...how });
      this.#sendNext();
    });
  }

  #sendNext() {
    if (this.#sent) return;
    let next = this.#line.shift();
    for (; next && (!this.#worker || next.alive?.aborted); next = this.#line.shift()) next.no(new Error("closed"));
    if (!next) return;
    const { message, patience = PATIENCE } = next, number = (this.#number += 1);
    try {
      this.#worker.postMessage({ number, ...message });
    } catch (error) {
      // Files may be too large to be copied.
      next.no(error);
      return this.#sendNext();
    }
    const timer = setTimeout(() => this.end(Engine.says("too_long", { count: patience / 1000 })), patience);
    this.#sent = { ...next, number, timer };
  }
}

// All that an answer without data says is wrong.
function faultsOf({ refused = [], diagnostics = [] }) {
  return refused.concat(diagnostics.map(({ message, file, line }) => `${file}:${line}: ${message}`));
}

// A packed file of the site: its address, or from a disk, where nothing can be fetched, its bytes, which a script hands over.
function sourceOf(path) {
  const { href } = new URL(root + path, location);
  if (href.startsWith("http")) return href;
  const handed = new Promise((yes) => awaited.set(path, yes));
  return script(`${href}.js`).then(() => handed);
}

// The bytes of one.
async function fileAt(path) {
  const source = sourceOf(path);
  if (typeof source !== "string") return source;
  const response = await fetch(source);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.arrayBuffer();
}

// Runs a script of the site.
function script(src) {
  return new Promise((yes, no) => {
    const made = document.createElement("script");
    made.src = src;
    made.onload = yes;
    made.onerror = () => no(new Error(src));
    document.head.append(made);
  });
}

const awaited = new Map();
window.makereadyFile = (path, base64) => awaited.get(path)?.(bytesOf(base64).buffer);

// What stands in base64: new browsers read it by themselves, and for others this loop is many times as fast as a function for each letter.
function bytesOf(base64) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64);
  const letters = atob(base64), bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at += 1) bytes[at] = letters.charCodeAt(at);
  return bytes;
}

const { root } = document.documentElement.dataset;
const { code, unpacker, game } = document.currentScript.dataset;
// A page without a game loads no module before somebody opens a game.
const published = { unpacker: sourceOf(unpacker), game: game && sourceOf(game) };
window.makereadyEngine = { Engine, begun: game && new Engine([sourceOf(code), published.unpacker, published.game]), published, sourceOf, fileAt, script, bytesOf, faultsOf };
