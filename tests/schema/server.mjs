// The language server that editors use for YAML, spoken to as an editor does: messages of JSON, each with its length in
// front, over its standard input and output.

import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { root } from "./files.mjs";

const LONGEST_ANSWER = 20_000;
const SETTINGS = {
  yaml: {
    completion: true,
    hover: true,
    validate: true,
    // Schemas are those beside the files: nothing is to be fetched.
    schemaStore: { enable: false },
    kubernetesCRDStore: { enable: false },
  },
};

export class Server {
  constructor() {
    const program = createRequire(import.meta.url).resolve("yaml-language-server/bin/yaml-language-server");
    const offline = new URL("offline.mjs", import.meta.url).href;
    this.process = spawn(process.execPath, ["--import", offline, program, "--stdio"], { stdio: ["pipe", "pipe", "pipe"] });
    this.waiting = new Map();
    this.told = new Map();
    this.said = "";
    this.last = 0;
    this.bytes = Buffer.alloc(0);
    this.process.stdout.on("data", (more) => this.receive(more));
    this.process.stderr.on("data", (more) => (this.said += more));
    this.process.on("exit", (code) => {
      for (const { reject } of this.waiting.values()) reject(new Error(`the server ended with ${code}: ${this.said}`));
    });
  }

  async start() {
    await this.ask("initialize", {
      processId: process.pid,
      rootUri: pathToFileURL(root).href,
      capabilities: {
        workspace: { configuration: true },
        textDocument: {
          completion: { completionItem: { documentationFormat: ["markdown", "plaintext"], snippetSupport: true } },
          hover: { contentFormat: ["markdown", "plaintext"] },
        },
      },
    });
    this.tell("initialized", {});
    this.tell("workspace/didChangeConfiguration", { settings: SETTINGS });
  }

  /** Opens a file as if it had this text, and gives its address. A file that was open before has another version, since
   * the server remembers what it has read by that. */
  open(file, text) {
    const uri = pathToFileURL(file).href;
    this.tell("textDocument/didOpen", { textDocument: { uri, languageId: "yaml", version: (this.last += 1), text } });
    return uri;
  }

  close(uri) {
    this.told.delete(uri);
    this.tell("textDocument/didClose", { textDocument: { uri } });
  }

  /** What the server finds wrong with an open file. */
  async findings(uri) {
    const end = Date.now() + LONGEST_ANSWER;
    while (!this.told.has(uri)) {
      if (Date.now() > end) throw new Error(`the server says nothing of ${uri}: ${this.said}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return this.told.get(uri);
  }

  ask(method, params) {
    const id = (this.last += 1);
    const answer = new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`no answer to ${method}: ${this.said}`)), LONGEST_ANSWER);
      this.waiting.set(id, { resolve, reject, late });
    });
    this.send({ id, method, params });
    return answer;
  }

  tell(method, params) {
    this.send({ method, params });
  }

  send(message) {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    this.process.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }

  receive(more) {
    this.bytes = Buffer.concat([this.bytes, more]);
    for (;;) {
      const head = this.bytes.indexOf("\r\n\r\n");
      if (head < 0) return;
      const length = Number(/Content-Length: (\d+)/i.exec(this.bytes.toString("ascii", 0, head))?.[1]);
      const end = head + 4 + length;
      if (this.bytes.length < end) return;
      this.handle(JSON.parse(this.bytes.toString("utf8", head + 4, end)));
      this.bytes = this.bytes.subarray(end);
    }
  }

  handle({ id, method, params, result, error }) {
    if (method === "textDocument/publishDiagnostics") this.told.set(params.uri, params.diagnostics);
    if (method !== undefined && id !== undefined) {
      const asked = method === "workspace/configuration";
      return this.send({ id, result: asked ? params.items.map(({ section }) => SETTINGS[section] ?? null) : null });
    }
    const waiting = this.waiting.get(id);
    if (method !== undefined || waiting === undefined) return undefined;
    this.waiting.delete(id);
    clearTimeout(waiting.late);
    return error === undefined ? waiting.resolve(result) : waiting.reject(new Error(error.message));
  }

  async stop() {
    await this.ask("shutdown", null);
    this.tell("exit");
    this.process.stdin.end();
  }
}
