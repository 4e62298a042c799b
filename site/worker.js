// Answers from the device where the network does not: pages that were read, and whole books for readers who ask for them.
//
// What has a hash in its name never changes. All else belongs to an edition of its book, which `assets/pages/editions.json` names,
// and so does the cache in which it stands. When a new edition is seen, what was read of the one before is deleted. A book that is
// kept whole is replaced at once, when all of the new one is there; until then its pages say that they are of an earlier edition.
"use strict";

const SCOPE = self.registration.scope;
const EDITIONS = "assets/pages/editions.json";
const OFFLINE = "offline.html";
const listOf = (book) => `assets/pages/${book}.txt`;
// Milliseconds after which what is kept is shown, where the network does not answer.
const PATIENCE = 4000;
// Milliseconds for which what a page loads is collected, to be kept together.
const COLLECTING = 400;
// Files of a book that are fetched at once.
const AT_ONCE = 6;
// How often a book is begun again that changes while it is fetched.
const ATTEMPTS = 3;
// Files after which pages hear how far a book is.
const STEP = 20;
// Pages that the page for missing pages lists.
const MOST_LISTED = 60;
// Files of a page that are kept when it was opened before this worker was there.
const MOST_READ = 200;
const HASHED = /\.([0-9a-f]{8})(?:\.\w+)?$/;

// ---- names: several sites may share a host, and so its caches
const PREFIX = `makeready ${new URL(SCOPE).pathname} `;
const STATE = `${PREFIX}state`, FILES = `${PREFIX}files`;
const readCache = (book, edition) => `${PREFIX}read ${book} ${edition}`;
const wholeCache = (book, edition) => `${PREFIX}whole ${book} ${edition}`;
// The caches of a kind: name, book and edition of each.
async function cachesOf(kind) {
  const named = (await caches.keys()).filter((name) => name.startsWith(`${PREFIX}${kind} `));
  return named.map((name) => [name, ...name.slice(PREFIX.length).split(" ").slice(1)]);
}

const addressOf = (path) => SCOPE + path;
// The path of an address from the root of the site, without query and fragment; of a folder that of its page.
function pathOf(address) {
  const path = address.slice(SCOPE.length).split(/[?#]/)[0];
  return path === "" || path.endsWith("/") ? `${path}index.html` : path;
}
// The book that a file belongs to; empty for the pages over all books.
function bookOf(path, { books }) {
  const named = /^assets\/search\/([^/]+)\.js$|^assets\/previews\/([^/]+)\/|^assets\/art-([^/]+)\.css$|^print\/([^/]+)\/|^([^/]+)\//.exec(path);
  const book = named?.slice(1).find(Boolean) ?? "";
  return Object.hasOwn(books, book) ? book : "";
}
const editionOf = (book, all) => (book ? all?.books[book]?.edition : all?.site);

// ---- what is known: the editions that were seen last, and for each book that a reader keeps its edition, empty until it is whole
const stateOf = async (path) => (await caches.match(addressOf(path), { cacheName: STATE }))?.json();
const setState = async (path, value) => (await caches.open(STATE)).put(addressOf(path), new Response(JSON.stringify(value)));
const wholeAt = (book) => `-/whole/${book}`;
const wholeOf = (book) => (book ? stateOf(wholeAt(book)) : undefined);
let known;
const editions = () => (known ??= stateOf(EDITIONS));

// Changes of what is kept, one after another.
let turn = Promise.resolve();
function inTurn(change) {
  const done = turn.then(change);
  turn = done.catch(() => {});
  return done;
}

// A file from the network; what may change is asked for again.
async function fetched(path) {
  const response = await fetch(addressOf(path), { cache: HASHED.test(path) ? "default" : "no-cache" });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response;
}
const newest = async () => (await fetched(EDITIONS)).json();

// Notes the editions of now, and deletes what was read of others. Says whether any has changed.
async function learn(now) {
  const before = await editions();
  if (JSON.stringify(before) === JSON.stringify(now)) return false;
  if (before?.site !== now.site) await caches.open(STATE).then(async (cache) => cache.put(addressOf(OFFLINE), await fetched(OFFLINE))).catch(() => {});
  await setState(EDITIONS, now);
  known = Promise.resolve(now);
  for (const [name, book, edition] of await cachesOf("read")) if (edition !== editionOf(book, now)) await caches.delete(name);
  return true;
}

// Deletes the files with hashes that nothing names any more.
async function sweep() {
  const named = new Set();
  const look = async (cache, { url }) => {
    if (!/\.(html|js|css)$/.test(url)) return;
    for (const [, hash] of (await (await cache.match(url)).text()).matchAll(/\.([0-9a-f]{8})\b/g)) named.add(hash);
  };
  for (const [name] of await cachesOf("read")) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) await look(cache, request);
  }
  const files = await caches.open(FILES);
  let left = await files.keys();
  for (let found = 1; found > 0;) {
    const isNamed = ({ url }) => named.has(HASHED.exec(url)?.[1]);
    const more = left.filter(isNamed);
    left = left.filter((request) => !isNamed(request));
    for (const request of more) await look(files, request);
    found = more.length;
  }
  for (const request of left) await files.delete(request);
}

// ---- pages that are read
let collected = [];
let collecting;
// Keeps a response that came just now with the edition that it is of.
function keepRead(path, response) {
  collected.push([path, response]);
  collecting ??= new Promise((done) => { setTimeout(done, COLLECTING); }).then(() => inTurn(settle)).then((books) => Promise.all(books.map(keepWhole)));
  return collecting;
}

// Keeps what was collected, and returns the books that are to be brought up to date.
async function settle() {
  const responses = collected;
  [collected, collecting] = [[], undefined];
  const before = await editions(), now = await newest();
  const hasChanged = await learn(now);
  const stale = new Set();
  for (const [path, response] of responses) {
    const book = bookOf(path, now), edition = editionOf(book, now), whole = await wholeOf(book);
    if (whole && whole.edition !== edition) stale.add(book);
    if (whole?.edition === edition && await caches.match(addressOf(path), { cacheName: wholeCache(book, edition) })) continue;
    // What came while the edition changed may be of either.
    const sure = editionOf(book, before) === edition ? response : await fetched(path).catch(() => undefined);
    if (sure) await (await caches.open(readCache(book, edition))).put(addressOf(path), sure).catch(() => {});
  }
  if (hasChanged) await sweep();
  return [...stale];
}

// What is kept at a path, and whether it is of an earlier edition than the one that was seen last.
async function kept(path) {
  const all = await editions();
  if (!all) return undefined;
  const book = bookOf(path, all), edition = editionOf(book, all), whole = await wholeOf(book);
  const places = [[readCache(book, edition), false]];
  if (whole?.edition) places.unshift([wholeCache(book, whole.edition), whole.edition !== edition]);
  for (const [cacheName, isEarlier] of places) {
    const response = await caches.match(addressOf(path), { cacheName });
    if (response) return { response, isEarlier };
  }
  return undefined;
}

// A kept page that says so (site/keep.js).
async function marked({ response, isEarlier }) {
  const text = await response.text(), headers = new Headers(response.headers);
  ["content-encoding", "content-length"].forEach((name) => headers.delete(name));
  return new Response(text.replace("<html ", `<html data-kept="${isEarlier ? "earlier" : "now"}" `), { headers });
}

// ---- whole books
const running = new Map();
// Fetches what is missing of the newest edition of a book, and then puts it in the place of the one that is kept.
function keepWhole(book) {
  if (!running.has(book)) {
    const run = { done: 0, of: 0, isStopped: false };
    running.set(book, run);
    run.end = fetchWhole(book, run).then(() => false, () => !run.isStopped).then((hasFailed) => {
      running.delete(book);
      return tell(book, hasFailed);
    });
  }
  return running.get(book).end;
}

async function fetchWhole(book, run) {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const list = await (await fetched(listOf(book))).text();
    const [edition, ...lines] = list.trim().split("\n");
    const { edition: earlier } = (await wholeOf(book)) ?? {};
    if (edition === earlier) return;
    const old = earlier && wholeCache(book, earlier);
    const oldList = old && await caches.match(addressOf(listOf(book)), { cacheName: old });
    const unchanged = new Set(oldList ? (await oldList.text()).trim().split("\n") : []);
    const cache = await caches.open(wholeCache(book, edition));
    Object.assign(run, { done: 0, of: lines.length });
    await tell(book);
    const take = async (line) => {
      const path = line.slice(line.indexOf(" ") + 1), address = addressOf(path);
      if (await cache.match(address)) return;
      const found = HASHED.test(path) ? await caches.match(address) : unchanged.has(line) && await caches.match(address, { cacheName: old });
      await cache.put(address, found || await fetched(path));
    };
    const rest = [...lines];
    const work = async () => {
      for (let line = rest.shift(); line; line = rest.shift()) {
        if (run.isStopped) throw new Error("stopped");
        await take(line);
        run.done += 1;
        if (run.done % STEP === 0) await tell(book);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, () => work().catch((error) => { rest.length = 0; throw error; })));
    // Where another edition has come meanwhile, some of the files are of that one.
    if (editionOf(book, await newest()) !== edition) continue;
    await cache.put(addressOf(listOf(book)), new Response(list));
    return inTurn(async () => {
      if (run.isStopped) return;
      await setState(wholeAt(book), { edition });
      await deleteOf(book, edition);
      await sweep();
    });
  }
  throw new Error(`${book} changes too often`);
}

// Deletes all editions of a whole book but this one.
async function deleteOf(book, edition) {
  for (const [name, of, which] of await cachesOf("whole")) if (of === book && which !== edition) await caches.delete(name);
}

async function forget(book) {
  const run = running.get(book);
  if (run) {
    run.isStopped = true;
    await run.end;
  }
  await inTurn(async () => {
    await (await caches.open(STATE)).delete(addressOf(wholeAt(book)));
    await deleteOf(book);
  });
  await tell(book);
}

// Tells all pages what is kept of a book.
async function tell(book, hasFailed = false) {
  const all = await editions(), whole = await wholeOf(book), run = running.get(book);
  const { bytes } = all?.books[book] ?? {};
  const state = { book, bytes, isKept: Boolean(whole?.edition), isFetching: Boolean(run), done: run?.done, of: run?.of, hasFailed };
  for (const client of await self.clients.matchAll({ type: "window", includeUncontrolled: true })) client.postMessage(state);
}

// ---- the page for pages that are not kept
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const line = ([address, title]) => `<li><a href="${escaped(address)}">${title}</a>`;

async function offline(address) {
  const page = await caches.match(addressOf(OFFLINE), { cacheName: STATE });
  if (!page) return Response.error();
  const all = await editions();
  const books = [], pages = [];
  for (const [book, { title }] of Object.entries(all?.books ?? {})) {
    if ((await wholeOf(book))?.edition) books.push([addressOf(`${book}/index.html`), escaped(title)]);
  }
  for (const [name] of await cachesOf("read")) {
    const cache = await caches.open(name);
    for (const { url } of (await cache.keys()).reverse()) {
      if (!url.endsWith(".html") || pages.length === MOST_LISTED) continue;
      const [, title] = /<title>([^<]*)<\/title>/.exec(await (await cache.match(url)).text()) ?? [];
      if (title) pages.push([url, title]);
    }
  }
  // An empty list stays hidden, and the line that says so is hidden where there is one.
  const filled = (text, id, lines) => (lines.length === 0 ? text : text.replace(new RegExp(`<section id="${id}" hidden>(.*?)<ul></ul>`, "s"), (_, head) => `<section id="${id}">${head}<ul>${lines.map(line).join("")}</ul>`));
  let text = filled(filled(await page.text(), "kept-books", books), "kept-pages", pages).replace('href="#again"', () => `href="${escaped(address)}"`);
  if (books.length + pages.length > 0) text = text.replace('<p id="kept-none">', '<p id="kept-none" hidden>');
  return new Response(text, { status: 503, headers: { "content-type": "text/html; charset=utf-8" } });
}

// ---- events
self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(inTurn(async () => learn(await newest())).catch(() => {}));
});
self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim());
});

async function answerHashed(event, address) {
  const found = await caches.match(address);
  if (found) return found;
  const response = await fetch(event.request);
  if (response.ok && response.type === "basic") {
    const copy = response.clone();
    event.waitUntil(caches.open(FILES).then((cache) => cache.put(address, copy)).catch(() => {}));
  }
  return response;
}

function answerFresh(event, path) {
  const { url, mode, headers } = event.request, isPage = mode === "navigate";
  const network = fetch(url.split("#")[0], { cache: "no-cache", credentials: "same-origin", redirect: isPage ? "manual" : "follow", headers }).then((response) => {
    if (response.ok && response.type === "basic") event.waitUntil(keepRead(path, response.clone()).catch(() => {}));
    return response;
  });
  // It goes on, and is kept, where what was kept has been shown before it came.
  event.waitUntil(network.catch(() => {}));
  const late = new Promise((done) => { setTimeout(done, PATIENCE); });
  return Promise.race([network, late]).catch(() => undefined).then(async (response) => {
    if (response) return response;
    const found = await kept(path);
    if (found) return isPage ? marked(found) : found.response;
    return network.catch(() => (isPage ? offline(url) : Response.error()));
  });
}

self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method !== "GET" || !url.startsWith(SCOPE)) return;
  const path = pathOf(url);
  if (path.startsWith("assets/pages/")) return;
  event.respondWith(HASHED.test(path) ? answerHashed(event, addressOf(path)) : answerFresh(event, path));
});

// Of a page: `read`, the addresses that it has loaded before this worker was there, after which it hears `hasRead`; `about`, `keep` or `forget` a book.
self.addEventListener("message", (event) => {
  const { read = [], about, keep, forget: gone } = event.data ?? {};
  const taken = takeRead(read).then(() => event.source?.postMessage({ hasRead: true }));
  event.waitUntil(Promise.all([taken, ofBook(about, keep, gone)]).catch(() => {}));
});

async function takeRead(addresses) {
  const paths = addresses.filter((address) => address.startsWith(SCOPE)).map(pathOf).filter((path) => !path.startsWith("assets/pages/"));
  await Promise.all([...new Set(paths)].slice(0, MOST_READ).map(async (path) => {
    const address = addressOf(path);
    if (!HASHED.test(path)) return keepRead(path, await fetched(path));
    if (!await caches.match(address)) await (await caches.open(FILES)).put(address, await fetched(path));
  }).map((taken) => taken.catch(() => {})));
}

async function ofBook(about, keep, gone) {
  if (!await editions()) await inTurn(async () => learn(await newest()));
  const { books } = await editions(), isBook = (book) => typeof book === "string" && Object.hasOwn(books, book);
  if (isBook(gone)) return forget(gone);
  if (isBook(keep)) {
    if (!await wholeOf(keep)) await setState(wholeAt(keep), { edition: "" });
    return keepWhole(keep);
  }
  if (!isBook(about)) return undefined;
  await tell(about);
  const whole = await wholeOf(about);
  return whole && whole.edition !== books[about].edition ? keepWhole(about) : undefined;
}
