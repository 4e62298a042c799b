// The engine, in a worker: it answers one question after the other. One that runs away is ended, and a new one takes its place.

// How long an answer may take, in milliseconds.
const PATIENCE = 20000;

// Runs in the worker, where nothing of the page is known. Each message is the files to open, or a question.
function work() {
  let module;
  const unpacked = async (packed) => {
    const head = new Uint8Array(packed, 0, 2);
    // A host may have unpacked it on the way.
    if (head[0] !== 0x1f || head[1] !== 0x8b) return new Uint8Array(packed);
    const plain = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(plain).arrayBuffer());
  };
  const answerTo = (parts) => {
    const { room, answer, answered, memory } = module;
    let at = room(parts.reduce((sum, part) => sum + part.length, 0));
    for (const part of parts) {
      new Uint8Array(memory.buffer).set(part, at);
      at += part.length;
    }
    const length = answer();
    return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, answered(), length)));
  };
  onmessage = async ({ data: { number, files, question } }) => {
    try {
      if (files) {
        const [code, game] = await Promise.all(files.map(unpacked));
        module = (await WebAssembly.instantiate(code, {})).instance.exports;
        postMessage({ number, answer: answerTo([game]) });
      } else {
        const json = new TextEncoder().encode(JSON.stringify(question));
        const length = new DataView(new ArrayBuffer(4));
        length.setUint32(0, json.length, true);
        postMessage({ number, answer: answerTo([new Uint8Array(length.buffer), json]) });
      }
    } catch (error) {
      postMessage({ number, failure: String(error) });
    }
  };
}

class Engine {
  #files;
  #worker;
  #waiting = new Map();
  #number = 0;

  // `files` are the module and the game, packed.
  constructor(files) {
    this.#files = files;
    this.opened = this.#open();
  }

  // The answer to a question, of which docs/page.md has the shapes.
  async ask(question) {
    await this.opened;
    return this.#send({ question });
  }

  #open() {
    const script = new Blob([`(${work})()`], { type: "text/javascript" });
    const address = URL.createObjectURL(script);
    this.#worker = new Worker(address);
    URL.revokeObjectURL(address);
    this.#worker.onmessage = ({ data: { number, answer, failure } }) => {
      const waiting = this.#waiting.get(number);
      if (!waiting) return;
      this.#waiting.delete(number);
      clearTimeout(waiting.timer);
      if (failure) waiting.no(new Error(failure));
      else waiting.yes(answer);
    };
    return this.#send({ files: this.#files }).then((answer) => {
      if (!answer.done) throw new Error(faultsOf(answer).join("; "));
      return answer.done;
    });
  }

  #send(message) {
    const number = (this.#number += 1);
    return new Promise((yes, no) => {
      const timer = setTimeout(() => this.#end(), PATIENCE);
      this.#waiting.set(number, { yes, no, timer });
      this.#worker.postMessage({ number, ...message });
    });
  }

  // Ends the worker, whatever it does.
  #end() {
    this.#worker.terminate();
    for (const { no, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      no(new Error(text("too_long", { count: PATIENCE / 1000 })));
    }
    this.#waiting.clear();
    this.opened = this.#open();
    this.opened.catch(() => {});
  }
}

// All that an answer without data says is wrong.
function faultsOf({ refused = [], diagnostics = [] }) {
  return refused.concat(diagnostics.map(({ message, file, line }) => `${file}:${line}: ${message}`));
}

// What is asked for while an answer is awaited waits, and only the newest of it: `ask` makes the answer, `show` shows it.
function newest(ask, show) {
  let busy = false, next = null;
  return async function again(what) {
    if (busy) {
      next = [what];
      return;
    }
    busy = true;
    const answer = await ask(what).catch((error) => ({ refused: [error.message] }));
    busy = false;
    show(answer, what);
    if (next) {
      const [what] = next;
      next = null;
      again(what);
    }
  };
}

// A packed file of the site. From a disk nothing can be fetched, so a script hands it over.
async function fileAt(root, stem) {
  if (/^http/.test(location.protocol)) {
    const response = await fetch(`${root}${stem}.gz`);
    if (!response.ok) throw new Error(`${stem}.gz: ${response.status}`);
    return response.arrayBuffer();
  }
  const handed = new Promise((yes) => awaited.set(stem, yes));
  await script(`${root}${stem}.js`);
  return handed;
}

// Runs a script of the site.
function script(src) {
  return new Promise((yes, no) => {
    document.head.append(el("script", { src, load: yes, error: () => no(new Error(src)) }));
  });
}

const awaited = new Map();
window.deckleFile = (stem, base64) => {
  awaited.get(stem)?.(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)).buffer);
};
