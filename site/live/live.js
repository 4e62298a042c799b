// Keeps a page up to date while its content is being written, and shows over it what is wrong. Only `makeready serve` adds this.
// It runs before the other scripts, so that it sees the page as it was served; what changed is found by comparing pages as
// they are served, and only that is replaced, so that everything else stays as it was: scrolled, unfolded, focused.
(function () {
  "use strict";
  var script = document.currentScript;
  var shown = Number(script.dataset.generation);
  var served = parsed(document.documentElement.outerHTML);
  var run = null;
  var source = null;

  var style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = "/-/live.css";
  document.head.appendChild(style);

  /** A page as it is served, up to this script, and without the generation. */
  function parsed(text) {
    var page = new DOMParser().parseFromString(text, "text/html");
    var mark = page.querySelector("script[data-generation]");
    while (mark.nextSibling) mark.nextSibling.remove();
    page.generation = Number(mark.dataset.generation);
    mark.dataset.generation = "";
    return page;
  }

  // ---- a page that has changed
  /** Unfolded parts are unfolded again after the page was loaded anew; the browser itself keeps how far it was scrolled. */
  var UNFOLDED = "makeready-live-unfolded";
  function reload() {
    var unfolded = Array.from(document.querySelectorAll("details"), function (part) { return part.open; });
    try { sessionStorage.setItem(UNFOLDED, JSON.stringify([location.pathname, unfolded])); } catch (_) { /* then they are folded */ }
    location.reload();
  }
  function unfold() {
    try {
      var kept = JSON.parse(sessionStorage.getItem(UNFOLDED));
      sessionStorage.removeItem(UNFOLDED);
      if (!kept || kept[0] !== location.pathname) return;
      document.querySelectorAll("details").forEach(function (part, at) { if (at in kept[1]) part.open = kept[1][at]; });
    } catch (_) { /* nothing was kept */ }
  }

  /** Whether two elements are the same but for what is in them. */
  function areAlike(a, b) {
    return a.nodeType === Node.ELEMENT_NODE && b.nodeType === Node.ELEMENT_NODE && a.cloneNode(false).isEqualNode(b.cloneNode(false));
  }

  /** What `site.js` does to the buttons of a page when it is loaded. */
  function prepare(element) {
    element.querySelectorAll("button[popovertarget^='n--']").forEach(function (button) {
      button.className = "explained";
      button.dataset.note = button.getAttribute("popovertarget");
      button.removeAttribute("popovertarget");
      button.setAttribute("aria-expanded", "false");
    });
  }

  /**
   * Makes the children of `live` those of `after`, where they were those of `before`: what is the same at the beginning and at
   * the end stays, and of one element between them that is the same but for its children, only these change.
   */
  function change(live, before, after) {
    var old = Array.from(before.childNodes), fresh = Array.from(after.childNodes), now = Array.from(live.childNodes);
    var first = 0;
    while (first < old.length && first < fresh.length && old[first].isEqualNode(fresh[first])) first += 1;
    var last = 0;
    while (last < old.length - first && last < fresh.length - first && old[old.length - 1 - last].isEqualNode(fresh[fresh.length - 1 - last])) last += 1;
    var gone = old.length - first - last, come = fresh.length - first - last;
    if (gone === come) {
      // As many as before: each takes the place of one.
      for (var at = first; at < first + gone; at += 1) {
        if (old[at].isEqualNode(fresh[at])) continue;
        if (areAlike(old[at], fresh[at])) change(now[at], old[at], fresh[at]);
        else now[at].replaceWith(taken(fresh[at]));
      }
      return;
    }
    var place = now[first + gone] || null;
    now.slice(first, first + gone).forEach(function (node) { node.remove(); });
    fresh.slice(first, first + come).forEach(function (node) { live.insertBefore(taken(node), place); });
  }
  function taken(node) {
    var copy = document.importNode(node, true);
    if (copy.nodeType === Node.ELEMENT_NODE) {
      var around = document.createElement("div");
      around.appendChild(copy);
      prepare(around);
    }
    return copy;
  }

  /** What scripts hold on to: where it changes, the page is loaded anew. */
  var HELD = ["header.top", ".outline", "#site-search", "#site-contents", "#list-tools", "#entry-list"];
  function isHeldTheSame(page) {
    return HELD.every(function (part) {
      var before = served.querySelector(part), after = page.querySelector(part);
      return before && after ? before.isEqualNode(after) : before === after;
    });
  }

  /** The styles and scripts of a page; what `theme.js` asks for ahead is not in pages as they are served. */
  function files(page) {
    return Array.from(page.querySelectorAll("head link:not([rel=preload]), script, noscript link"), function (one) { return one.outerHTML; }).join();
  }

  function show(text) {
    var page = parsed(text);
    if (!areAlike(served.body, page.body) || files(served) !== files(page) || !isHeldTheSame(page)) { reload(); return; }
    shown = page.generation;
    document.title = page.title;
    change(document.body, served.body, page.body);
    served = page;
    dispatchEvent(new Event("resize"));
    compareStyles();
  }

  // ---- styles: compared when the page has not changed for a moment, since they seldom do, and what they have depends on all pages
  var styles = {}, compare = 0;
  var CALM = 700;
  function compareStyles() {
    clearTimeout(compare);
    compare = setTimeout(function () {
      document.querySelectorAll('link[rel="stylesheet"]').forEach(function (link) { load(new URL(link.href).pathname); });
    }, CALM);
  }
  function compareStyle(path, text) {
    if (path in styles && styles[path] !== text) reload();
    styles[path] = text;
  }

  // ---- what is wrong
  var panel = null;
  function tell(faults) {
    if (!faults) {
      if (panel) panel.remove();
      panel = null;
      return;
    }
    if (!panel) panel = newPanel();
    var text = panel.querySelector("pre");
    if (text.textContent !== faults) text.textContent = faults;
  }
  function newPanel() {
    var panel = document.createElement("section");
    panel.id = "makeready-live";
    panel.setAttribute("role", "alert");
    panel.setAttribute("aria-label", "Faults in the content");
    var button = document.createElement("button");
    button.type = "button";
    button.textContent = "Fold away";
    button.setAttribute("aria-expanded", "true");
    button.setAttribute("aria-controls", "makeready-live-faults");
    var text = document.createElement("pre");
    text.id = "makeready-live-faults";
    text.tabIndex = 0;
    button.addEventListener("click", function () {
      text.hidden = !text.hidden;
      button.textContent = text.hidden ? "Show the faults" : "Fold away";
      button.setAttribute("aria-expanded", String(!text.hidden));
    });
    panel.append(button, text);
    document.body.appendChild(panel);
    return panel;
  }

  // ---- what the server says
  function hear(state) {
    // Another run may serve anything under the same number.
    if (run !== null && run !== state.run) { reload(); return; }
    run = state.run;
    tell(state.faults);
    if (state.generation !== shown) load(location.pathname);
  }
  function load(path) {
    fetch(path, { cache: "no-store" }).then(function (answer) { return answer.ok ? answer.text() : null; }).then(function (text) {
      if (!path.endsWith(".css")) { if (text === null) reload(); else show(text); }
      else if (text !== null) compareStyle(path, text);
    }, function () { /* the server is gone: when it is back it says so */ });
  }
  /** A page that is not seen listens to nothing, since a browser keeps few connections to one place open. */
  function listen() {
    var isSeen = document.visibilityState === "visible";
    if (isSeen && !source) {
      source = new EventSource("/-/events");
      source.onmessage = function (event) { hear(JSON.parse(event.data)); };
    } else if (!isSeen && source) {
      source.close();
      source = null;
    }
  }
  document.addEventListener("visibilitychange", listen);
  listen();
  addEventListener("load", function () { unfold(); compareStyles(); });
})();
