// Over http, pages that were read are kept for when there is no network, and a whole book where its reader asks for it
// (site/worker.js). A page that is being edited is never kept. site.js loads this when the page is there.
(function () {
  "use strict";
  const html = document.documentElement, say = window.makereadyWords;
  const { root, book } = html.dataset;
  const workers = navigator.serviceWorker;
  if (!html.classList.contains("hosted")) return;
  if (document.querySelector("script[src*='/-/']")) {
    html.classList.remove("hosted");
    return;
  }
  function make(tag, attributes, text) {
    const element = document.createElement(tag);
    Object.keys(attributes).forEach((name) => element.setAttribute(name, attributes[name]));
    if (text) element.textContent = text;
    return element;
  }
  const tell = (message) => workers.register(`${root}worker.js`).then(() => workers.ready).then((registration) => registration.active.postMessage(message));

  // What the worker has shown from the device says so.
  if (html.dataset.kept) {
    document.querySelector(".page").prepend(make("p", { class: "kept-note", role: "status" }, html.dataset.kept === "earlier" ? say("as_kept_earlier") : say("as_kept")));
  }

  // ---- the control: on the cover, and at the foot of every page of a book
  let state = {};
  const MEGABYTE = 1e6;
  const controls = Array.from(document.querySelectorAll(".keep"), (place) => {
    const control = {
      status: make("span", { role: "status" }),
      button: make("button", { type: "button" }, say("keep_book")),
      size: make("small", {}),
      progress: make("progress", { hidden: "", "aria-label": say("keeps_book") }),
    };
    control.button.addEventListener("click", press);
    place.append(control.status, control.button, control.size, control.progress);
    return control;
  });
  function press() {
    const isThere = state.isKept || state.isFetching;
    if (!isThere && navigator.storage && navigator.storage.persist) navigator.storage.persist();
    show(isThere ? { ...state, isKept: false, isFetching: false } : { ...state, isFetching: true, hasFailed: false, done: 0, of: 0 });
    tell(isThere ? { forget: book } : { keep: book }).catch(() => show({ ...state, isFetching: false, hasFailed: true }));
  }
  function show(now) {
    state = now;
    const { bytes, isKept, isFetching, hasFailed, done, of } = state;
    const said = hasFailed ? say("keep_failed") : isKept ? say("book_kept") : "";
    const label = isKept ? say("drop_book") : isFetching ? say("keep_stop") : say("keep_book");
    // Half a megabyte is said as 0.5, and a little more rather than less.
    const size = bytes ? say("keep_size", { size: say.number((Math.ceil(bytes / MEGABYTE * 10) / 10).toFixed(1)) }) : "";
    controls.forEach((control) => {
      if (control.status.textContent !== said) control.status.textContent = said;
      control.button.textContent = label;
      control.size.textContent = isFetching && of ? say("keep_done", { done, of }) : isKept ? "" : size;
      control.progress.hidden = !isFetching;
      if (of) Object.assign(control.progress, { max: of, value: done });
    });
  }
  workers.addEventListener("message", ({ data }) => {
    if (data && data.book && data.book === book) show(data);
    if (data && data.hasRead) sayIfKept(true).catch(() => sayAlone("failed"));
  });

  // ---- what is read now comes first, and in a workshop what is made, for half a minute; who saves data keeps nothing unasked
  const line = navigator.connection || {};
  const isSaving = line.saveData || /2g/.test(line.effectiveType || "");
  // A workshop fetches its modules in a worker, so no list of this page has them.
  const ofWorkshop = () => (document.getElementById("workshop")?.dataset.keep ?? "").split(" ").filter(Boolean).map((path) => new URL(root + path, location.href).href);
  // A repeated attempt names all files: the worker may lack any of them.
  async function begin(isRepeated) {
    if (!isSaving || workers.controller) {
      if (!isSaving) sayAlone("keeping");
      const loaded = workers.controller && !isRepeated ? [] : [location.href].concat(performance.getEntriesByType("resource").map((one) => one.name));
      return tell({ read: isSaving ? loaded : loaded.concat(ofWorkshop()), about: book });
    }
    if (!book) return undefined;
    const { books } = await (await fetch(`${root}assets/pages/editions.json`)).json();
    return show({ bytes: books[book].bytes });
  }

  // ---- the page of a workshop without a game says whether it works offline
  const note = document.querySelector(".alone-keep");
  let saidLast;
  function sayAlone(what) {
    if (!note || saidLast === what || saidLast === "kept") return;
    saidLast = what;
    note.textContent = note.dataset[what];
  }
  async function sayIfKept(isOver) {
    if (!note) return;
    const wanted = [location.href.split(/[?#]/)[0], ...ofWorkshop()];
    const found = await Promise.all(wanted.map((address) => caches.match(address.endsWith("/") ? `${address}index.html` : address)));
    if (found.every(Boolean)) sayAlone("kept");
    else if (!isSaving) sayAlone(isOver ? "failed" : "before");
  }
  sayIfKept(false).catch(() => { /* nothing can be kept here */ });

  let hasBegun = false;
  function beginOnce() {
    if (hasBegun) return;
    hasBegun = true;
    attempt(false);
  }
  function attempt(isRepeated) {
    begin(isRepeated).catch(() => { /* a host may forbid it: then nothing is kept */ sayAlone("failed"); });
  }
  // A failed attempt is repeated when the network is back. The next visit begins anew as well.
  addEventListener("online", () => { if (hasBegun && note && !isSaving && saidLast !== "kept") attempt(true); });
  setTimeout(beginOnce, document.getElementById("workshop") ? 30000 : 2500);
  // A game is open: what is needed has been loaded.
  addEventListener("makeready-opened", beginOnce);
})();
