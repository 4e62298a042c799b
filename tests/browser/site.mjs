// The folder under test: what is in it, and the two ways in which people read it, from a server and from their own disk.

import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const TYPES = { ".html": "text/html", ".json": "application/json", ".webmanifest": "application/manifest+json", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".ttf": "font/ttf", ".woff2": "font/woff2", ".txt": "text/plain" };
/** What a host sends compressed. */
const PACKED = new Set([".html", ".css", ".js", ".json", ".svg", ".txt"]);

/** Bytes of the head of an answer, about, as hosts send it that compress heads. */
const HEAD = 100;

/** An empty page of ours beside those of the site, without their policy: from there pages can be fetched, parsed and framed. */
export const BARE = ".tests/bare.html";
const BARE_PAGE = '<!doctype html><title>Bare</title><link rel="icon" href="data:,">';

export class Site {
  /** Addresses, which other addresses begin with. */
  origins = {};
  /** Every file and every page, by path with `/` between parts. */
  files = new Set();
  pages = [];
  /** What the server has sent: bytes with heads, as hosts send them, and the paths of files. */
  sent = { bytes: 0, paths: [] };
  /** While it is away it answers nothing; a `broken` file cannot be had. */
  isAway = false;
  broken;
  #server;
  #texts = new Map();

  constructor(folder) {
    this.folder = path.resolve(folder);
  }

  /** Reads the listing and begins to serve, on a loopback port. */
  async open() {
    const entries = await readdir(this.folder, { recursive: true, withFileTypes: true });
    const names = entries.filter((entry) => entry.isFile()).map((entry) => path.relative(this.folder, path.join(entry.parentPath ?? entry.path, entry.name)));
    this.files = new Set(names.map((name) => name.split(path.sep).join("/")).sort());
    this.pages = [...this.files].filter((at) => at.endsWith(".html"));
    this.#server = createServer((request, response) => this.#answer(request, response));
    await new Promise((done) => this.#server.listen(0, "127.0.0.1", done));
    this.origins = { http: `http://127.0.0.1:${this.#server.address().port}/`, disk: `${pathToFileURL(this.folder).href}/` };
    return this;
  }

  close() {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** The path of a file that is named after what is in it: `assets/site.1f3a9c2e.css` for `assets/site.css`. */
  named(at) {
    const ending = path.extname(at), stem = at.slice(0, at.length - ending.length);
    const found = [...this.files].filter((name) => name.startsWith(`${stem}.`) && name.endsWith(ending) && /^\.[0-9a-f]{8}$/.test(name.slice(stem.length, name.length - ending.length)));
    if (found.length !== 1) throw new Error(`${at}: ${found.join(", ") || "there is none"}`);
    return found[0];
  }

  /** The text of a file, read once. */
  async text(at) {
    if (!this.#texts.has(at)) this.#texts.set(at, readFile(path.join(this.folder, at), "utf8"));
    return this.#texts.get(at);
  }

  bytes(at) {
    return readFile(path.join(this.folder, at));
  }

  async #answer(request, response) {
    try {
      const at = decodeURIComponent(new URL(request.url, "http://x").pathname).slice(1);
      if (this.isAway) return void request.destroy();
      if (at === this.broken) return void response.writeHead(500).end("broken");
      if (at === BARE) return void response.writeHead(200, { "content-type": TYPES[".html"] }).end(BARE_PAGE);
      if (!this.files.has(at)) return void response.writeHead(404).end("not found");
      const bytes = await this.bytes(at);
      const headers = { "content-type": `${TYPES[path.extname(at)] ?? "application/octet-stream"}; charset=utf-8` };
      // Nothing changes while the tests run, and a thousand pages ask for the same style.
      if (at.startsWith("assets/")) headers["cache-control"] = "max-age=3600";
      const isPacked = /\bgzip\b/.test(request.headers["accept-encoding"] ?? "") && PACKED.has(path.extname(at));
      if (isPacked) headers["content-encoding"] = "gzip";
      const body = isPacked ? gzipSync(bytes, { level: 6 }) : bytes;
      this.sent.bytes += body.length + HEAD;
      this.sent.paths.push(at);
      response.writeHead(200, headers).end(body);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  }
}
