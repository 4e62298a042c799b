// What a page can do beyond being read: notes on numbers, previews of links, the theme, and opening
// the search. Everything here is an addition; without it the page still says all it has to say.
(function () {
  "use strict";
  var html = document.documentElement;
  var root = html.dataset.root;
  var byId = function (id) { return document.getElementById(id); };
  var say = window.makereadyWords;
  // What stands in an address may have been cut off or mistyped: then it stays as it is written.
  function decoded(text) {
    try { return decodeURIComponent(text); } catch (_) { return text; }
  }

  function load(path, then, otherwise) {
    var script = document.createElement("script");
    script.src = root + path;
    script.onload = then;
    script.onerror = otherwise;
    document.head.appendChild(script);
  }

  // ---- styles for which no page waits: they are asked for once it has been drawn; without this script they come with it
  requestAnimationFrame(function () {
    setTimeout(function () {
      document.querySelectorAll("noscript").forEach(function (late) { document.head.insertAdjacentHTML("beforeend", late.textContent); });
    });
  });

  // ---- over http, books can be kept: no page waits for that either
  if (html.classList.contains("hosted")) addEventListener("load", function () { load("assets/keep.js"); });

  // ---- the answer of a ruling describes its fold, of which the question is the name
  document.querySelectorAll(".ruling > summary").forEach(function (summary) {
    var answer = summary.lastElementChild;
    summary.setAttribute("aria-description", answer.textContent);
    answer.setAttribute("aria-hidden", "true");
  });

  // ---- framed by another site: where it comes from, and the way there, out of the frame
  if (html.classList.contains("embed")) {
    // All systems, the game, the kind.
    var game = document.querySelector(".crumbs li:nth-child(2)"), name = document.querySelector("h1");
    if (game && name) document.querySelector(".foot").append(make("p", { class: "embed-source" }, [
      make("a", { href: location.pathname, target: "_blank", rel: "noopener" }, [game.textContent + " › " + name.textContent]),
    ]));
  }

  // ---- theme
  var themeButton = byId("site-theme");
  var night = matchMedia("(prefers-color-scheme: dark)");
  function isDark() { return html.dataset.theme ? html.dataset.theme === "dark" : night.matches; }
  function showTheme() { themeButton.setAttribute("aria-pressed", String(isDark())); }
  themeButton.addEventListener("click", function () {
    var theme = isDark() ? "light" : "dark";
    html.dataset.theme = theme;
    try { localStorage.setItem("makeready-theme", theme); } catch (_) { /* then it lasts for this page */ }
    showTheme();
  });
  night.addEventListener("change", showTheme);
  showTheme();

  // ---- notes: one way of showing for numbers (which bring their note) and links (which fetch a preview)
  var open = null; // {owner, note, pinned}
  var timer = 0;

  function place(owner, note) {
    // The line box that is pointed at, not the box around all lines of a wrapped link.
    var boxes = owner.getClientRects();
    var at = boxes[boxes.length - 1] || owner.getBoundingClientRect();
    var gap = 8;
    var width = note.offsetWidth, height = note.offsetHeight;
    var left = Math.min(Math.max(gap, at.left + at.width / 2 - width / 2), html.clientWidth - width - gap);
    var below = at.bottom + gap + height <= innerHeight || at.top < height + gap;
    note.style.left = Math.max(gap, left) + "px";
    note.style.top = (below ? at.bottom + gap : at.top - gap - height) + "px";
  }

  function hide() {
    clearTimeout(timer);
    if (!open) return;
    var was = open;
    open = null;
    was.owner.removeAttribute("aria-describedby");
    if (was.owner.matches("button")) was.owner.setAttribute("aria-expanded", "false");
    if (was.note.matches(":popover-open")) was.note.hidePopover();
  }

  function show(owner, note, pinned) {
    if (open && open.owner === owner) { open.pinned = open.pinned || pinned; return; }
    hide();
    note.popover = "manual";
    // Notes stand at the end of the page: the Tab key goes from a number into its note all the same.
    note.showPopover({ source: owner });
    place(owner, note);
    owner.setAttribute("aria-describedby", note.id);
    if (owner.matches("button")) owner.setAttribute("aria-expanded", "true");
    open = { owner: owner, note: note, pinned: pinned };
  }

  // Links: the previews of a folder of a book come in one script, asked for at the first need.
  var previews = {}; // "book/folder" -> {address: [kind, name, rule, summary, formula, cost]} or a list of those who wait
  window.makereadyPreviews = function (folder, lines) {
    var waiting = previews[folder];
    previews[folder] = lines;
    if (Array.isArray(waiting)) waiting.forEach(function (then) { then(); });
  };
  var base = new URL(root || "./", location.href).href;
  var isWhole = document.body.classList.contains("whole");
  function plain(address) { return address.split(/[?#]/)[0].replace(/index\.html$/, ""); }
  function addressOf(link) {
    // Prints and data are no pages.
    if (link.href.indexOf(base) !== 0 || !/(^|\/|\.html)$/.test(link.pathname)) return null;
    var path = link.href.slice(base.length);
    var book = path.split("/")[0];
    var parts = path.slice(book.length + 1).split("#");
    var page = parts[0].replace(/\/?index\.html$/, ""), id = parts[1];
    if (isWhole && plain(link.href) === plain(location.href)) {
      // A jump to where else a link leads to the page of a chapter (crates/site/src/whole_page.rs).
      page = "rules/" + id.split("--")[0];
      id = id.split("--")[1];
    }
    if (!page) return null;
    return { folder: book + "/" + page.split("/")[0], at: page + (id ? "#" + id : "") };
  }
  /** Calls `then` with the preview of a link, or `otherwise`, if there is one, where it has none. */
  function withPreview(link, then, otherwise) {
    var to = addressOf(link);
    var known = to ? previews[to.folder] : {};
    if (known && !Array.isArray(known)) {
      if (to && known[to.at]) then(known[to.at]);
      else if (otherwise) otherwise();
      return;
    }
    var again = function () { withPreview(link, then, otherwise); };
    if (known) { known.push(again); return; }
    previews[to.folder] = [again];
    load("assets/previews/" + to.folder + ".js", undefined, function () { makereadyPreviews(to.folder, {}); });
  }
  var preview = document.createElement("div");
  preview.id = "site-preview";
  preview.className = "tip preview";
  preview.popover = "manual";
  document.body.appendChild(preview);
  function fill(link, line, isTouch) {
    var part = function (tag, name, text) {
      var element = document.createElement(tag);
      element.className = name;
      element.textContent = text;
      preview.appendChild(element);
      return element;
    };
    preview.textContent = "";
    part("span", "tip-kind", line[0] + (line[2] && line[2] !== line[1] ? " · " + line[2] : ""));
    part("strong", "tip-name", line[1]);
    part("span", "tip-text", line[3]);
    if (line[4]) part("span", "tip-formula", line[4]);
    if (line[5]) part("span", "tip-cost", line[5]);
    if (isTouch) part("a", "tip-open", say("open")).href = link.href;
  }
  function showPreview(link, isTouch) {
    wanted = link;
    withPreview(link, function (line) {
      if (wanted !== link) return;
      hide();
      wanted = link;
      fill(link, line, isTouch);
      show(link, preview, isTouch);
    }, function () {
      // What has nothing to show is followed by the first tap.
      if (isTouch && wanted === link) location.href = link.href;
    });
  }
  var wanted = null;

  var numbers = "button.explained";
  // Of those without a class the lists say already what they lead to, and prints have no preview.
  var links = "a.term, .refs a:not([class], .entry-list th > a, .to-print a)";
  function noteOf(button) { return byId(button.dataset.note); }
  document.querySelectorAll("button[popovertarget^='n--']").forEach(function (button) {
    button.className = "explained";
    // With this script the note shows by pointing and focus as well, so it opens by hand.
    button.dataset.note = button.getAttribute("popovertarget");
    button.removeAttribute("popovertarget");
    button.setAttribute("aria-expanded", "false");
  });

  var lastPointer = "mouse";
  document.addEventListener("pointerdown", function (event) {
    lastPointer = event.pointerType;
    if (open && !open.note.contains(event.target) && !open.owner.contains(event.target)) { wanted = null; hide(); }
  }, true);
  document.addEventListener("pointerover", function (event) {
    if (event.pointerType === "touch") return;
    var owner = event.target.closest(numbers + "," + links);
    var inNote = open && open.note.contains(event.target);
    clearTimeout(timer);
    if (owner && !(open && open.owner === owner)) {
      timer = setTimeout(function () {
        if (open && open.pinned) return;
        if (owner.matches(numbers)) show(owner, noteOf(owner), false);
        else showPreview(owner, false);
      }, open ? 60 : 180);
    } else if (!owner && !inNote) {
      wanted = null;
      // A moment's grace, so that the pointer can cross to the note.
      if (open && !open.pinned && open.owner !== document.activeElement) timer = setTimeout(hide, 220);
    }
  });
  document.addEventListener("focusin", function (event) {
    if (open && open.note.contains(event.target)) return;
    var owner = event.target.closest(numbers + "," + links);
    if (!owner) { if (open) { wanted = null; hide(); } return; }
    if (!owner.matches(":focus-visible")) return;
    if (owner.matches(numbers)) show(owner, noteOf(owner), false);
    else showPreview(owner, false);
  });
  document.addEventListener("click", function (event) {
    var button = event.target.closest(numbers);
    if (button) {
      if (open && open.owner === button && open.pinned) hide();
      else show(button, noteOf(button), true);
      return;
    }
    var link = event.target.closest(links);
    // The first tap shows, the second follows; a mouse or a key follows at once.
    if (link && lastPointer === "touch" && event.detail > 0 && !(open && open.owner === link)) {
      var to = addressOf(link);
      var known = to && previews[to.folder];
      if (!to || known && !Array.isArray(known) && !known[to.at]) return;
      event.preventDefault();
      showPreview(link, true);
    }
  });
  document.addEventListener("keydown", function (event) {
    if (event.key === "Escape" && open) { wanted = null; hide(); event.stopPropagation(); }
  }, true);
  addEventListener("scroll", function () {
    if (!open) return;
    var at = open.owner.getBoundingClientRect();
    if (at.bottom < 0 || at.top > innerHeight) { wanted = null; hide(); } else place(open.owner, open.note);
  }, { passive: true, capture: true });
  addEventListener("resize", hide);

  // ---- search
  var opener = byId("site-search-open");
  var searchWaits = [];
  // Its dialog is made when it is first wanted.
  var dialog = null;
  function make(tag, attributes, children) {
    var element = document.createElement(tag);
    Object.keys(attributes).forEach(function (name) { element.setAttribute(name, attributes[name]); });
    element.append.apply(element, children || []);
    return element;
  }
  function inSearch(tag, name, attributes, children) {
    return make(tag, Object.assign({ id: "site-search-" + name }, attributes), children);
  }
  function makeDialog() {
    if (dialog) return;
    var input = inSearch("input", "input", { type: "text", inputmode: "search", enterkeyhint: "search", role: "combobox", "aria-label": say("search"), "aria-expanded": "false", "aria-controls": "site-search-results", "aria-autocomplete": "list", autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: say("ask") });
    var close = inSearch("button", "close", { type: "button", class: "close" }, [say("close") + " ", make("kbd", { "aria-hidden": "true" }, ["Esc"])]);
    var systems = make("label", { class: "system", hidden: "" }, [say("in") + " ", inSearch("select", "system", {})]);
    dialog = make("dialog", { class: "search", id: "site-search", lang: document.querySelector(".top").lang || html.lang, "aria-label": say("search") }, [
      make("div", { class: "search-bar" }, [make("span", { class: "magnifier" }), input, close]),
      inSearch("div", "filters", { class: "search-filters" }, [systems, inSearch("div", "kinds", { class: "kinds", role: "group", "aria-label": say("kind") })]),
      inSearch("p", "status", { class: "search-status", role: "status" }),
      inSearch("div", "start", { class: "search-start", hidden: "" }),
      inSearch("div", "elsewhere", { class: "search-elsewhere", role: "group", "aria-label": say("other_games"), hidden: "" }),
      inSearch("div", "results", { class: "search-results", role: "listbox", "aria-label": say("found"), hidden: "" }),
    ]);
    document.body.append(dialog);
    // Its style comes with it, and until then it is not seen (site.css).
    var style = make("link", { rel: "stylesheet", href: root + "assets/search.css" });
    style.onload = style.onerror = function () { dialog.classList.add("is-styled"); };
    document.head.append(style);
    close.addEventListener("click", function () { dialog.close(); });
    dialog.addEventListener("click", function (event) { if (event.target === dialog) dialog.close(); });
  }
  // The books of the site: `[[id, title], ...]`.
  window.makereadyBooks = function (books) {
    var systems = byId("site-search-system");
    var all = make("option", { value: "" }, [say("all_games")]);
    var options = books.map(function (book) { return make("option", { value: book[0] }, [book[1]]); });
    systems.replaceChildren.apply(systems, html.dataset.book ? options.concat(all) : [all].concat(options));
    systems.value = html.dataset.book || "";
    systems.parentNode.hidden = books.length < 2;
  };
  function openSearch(event) {
    if (event) event.preventDefault();
    makeDialog();
    if (dialog.open) return;
    hide();
    dialog.showModal();
    byId("site-search-input").focus();
    byId("site-search-input").select();
    withSearch(function (search) { search.open(); });
  }
  // The script of the search comes when it is needed.
  function withSearch(then) {
    if (window.makereadySearch) return then(window.makereadySearch);
    searchWaits.push(then);
    if (searchWaits.length > 1) return;
    makeDialog();
    load(html.dataset.books, function () {
      load("assets/search.js", function () { searchWaits.splice(0).forEach(function (one) { one(window.makereadySearch); }); });
    });
  }
  // What the address asks for: the search, and the words that are marked on this page.
  function asAddressed() {
    // Without books there is no search.
    if (!html.dataset.books) return;
    var asked = new URLSearchParams(location.search);
    if (asked.get("q") && !(dialog && dialog.open)) { makeDialog(); byId("site-search-input").value = asked.get("q"); openSearch(); }
    if (asked.get("mark")) withSearch(function (search) { search.mark(); });
  }
  if (opener) opener.addEventListener("click", openSearch);
  // Fields on covers and on the page of lost addresses open the same search, some with words in it.
  document.querySelectorAll("[data-search]").forEach(function (field) {
    field.addEventListener("click", function (event) {
      makeDialog();
      if (field.dataset.search) byId("site-search-input").value = field.dataset.search;
      openSearch(event);
    });
  });
  // What was asked for in vain, and a search for its words.
  var lost = byId("lost-address");
  if (lost) {
    var path = decoded(location.pathname);
    lost.textContent = path;
    lost.parentNode.hidden = false;
    var parts = path.replace(/(index)?\.html$/, "").split("/").filter(Boolean);
    var words = (parts.pop() || "").replace(/[-_+.]+/g, " ").trim();
    if (words && opener) {
      byId("lost-search").dataset.search = words;
      byId("lost-words").textContent = say("search_for", { text: words });
    }
    // The game that the address names comes first.
    document.querySelectorAll(".lost-books a").forEach(function (link) {
      var game = link.pathname.split("/").slice(-2)[0];
      if (parts.indexOf(game) >= 0) link.closest("ul").prepend(link.parentNode);
    });
  }
  document.addEventListener("keydown", function (event) {
    var typing = event.target.closest("input, textarea, select, [contenteditable]");
    var isSlash = event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey;
    var isK = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "k";
    if (opener && (isSlash || isK)) openSearch(event);
  });
  asAddressed();
  // A page that the browser has kept comes back as it was left, with its search closed.
  addEventListener("pageshow", function (event) { if (event.persisted) asAddressed(); });

  // ---- small things
  // From place to place in a page one sees the way; who arrives at a page is there at once.
  document.addEventListener("click", function (event) {
    var link = event.target.closest("a[href]");
    if (link && link.hash && link.href.split("#")[0] === location.href.split("#")[0]) html.classList.add("gliding");
  });
  addEventListener("scrollend", function () { html.classList.remove("gliding"); });

  // The link of a rule, or of a heading, is copied when it is pressed.
  var done = document.createElement("p");
  done.className = "done";
  done.setAttribute("role", "status");
  document.body.appendChild(done);
  document.addEventListener("click", function (event) {
    var link = event.target.closest("a.rid, a.anchor");
    if (!link || !navigator.clipboard || event.ctrlKey || event.metaKey) return;
    navigator.clipboard.writeText(link.href).then(function () {
      done.textContent = say("copied");
      setTimeout(function () { done.textContent = ""; }, 2000);
    }, function () { /* a browser may forbid it: the address stands in its bar */ });
  });

  var contents = byId("site-contents");
  if (contents) {
    // A page has its own place in the contents; the whole of them is one script for all pages of a book, and the entries beside
    // one are another.
    var bookFolder = root + html.dataset.book + "/";
    var here = plain(location.href);
    var lineOf = function (line) {
      var link = document.createElement("a");
      link.href = bookFolder + line[1] + "/index.html";
      if (line[2]) {
        var number = document.createElement("span");
        number.className = "number";
        number.textContent = line[2];
        link.append(number, " ");
      }
      link.append(line[0]);
      if (line[3]) link.dataset.row = line[3];
      if (plain(link.href) === here) link.setAttribute("aria-current", "page");
      var item = document.createElement("li");
      item.append(link);
      return item;
    };
    var listOf = function (lines) {
      var list = document.createElement("ul");
      list.append.apply(list, lines.map(lineOf));
      return list;
    };
    // The lists stand behind all chapters: a press leads there from wherever one is among them.
    var jumpTo = function (title) {
      var jump = document.createElement("button");
      jump.type = "button";
      jump.className = "nav-jump";
      jump.textContent = title.textContent;
      jump.addEventListener("click", function () {
        title.parentNode.open = true;
        title.scrollIntoView({ block: "start" });
        title.nextElementSibling.querySelector("a").focus({ preventScroll: true });
      });
      return jump;
    };
    var within = null, lists = contents;
    window.makereadyContents = function (groups) {
      // The headings of this page.
      var sections = document.createElement("ul");
      document.querySelectorAll(".outline li:not(.level-3)").forEach(function (line) { sections.append(line.cloneNode(true)); });
      var fresh = document.createElement("div");
      fresh.className = "nav-lists";
      // Each part folds: of forty chapters only those are seen at once that one is among, and the lists.
      var title;
      groups.forEach(function (group, at) {
        var part = document.createElement("details");
        title = document.createElement("summary");
        title.className = "nav-title";
        title.textContent = group[0];
        part.append(title, listOf(group[1]));
        part.open = at === groups.length - 1;
        fresh.append(part);
      });
      fresh.querySelectorAll("a").forEach(function (link) {
        var isHere = link.hasAttribute("aria-current");
        if (isHere && sections.children.length) link.after(sections);
        if (!isHere && here.indexOf(plain(link.href)) === 0) within = link;
        if (isHere || within === link) {
          link.parentNode.className = "open";
          link.closest("details").open = true;
        }
      });
      // Where one is in none of them, as on the cover, reading begins with the first.
      if (fresh.querySelectorAll("details[open]").length < 2 && !within && !fresh.querySelector("[aria-current]")) fresh.firstChild.open = true;
      contents.replaceChildren(fresh);
      if (groups.length > 1) contents.prepend(jumpTo(title));
      lists = fresh;
      if (within && within.dataset.row) load(within.dataset.row, null, showContents);
      else showContents();
    };
    // More would be a list of its own, which there is.
    var MOST_BESIDE = 60;
    window.makereadyRow = function (groups) {
      groups.map(listOf).forEach(function (list) {
        var lines = Array.from(list.children);
        var here = lines.findIndex(function (line) { return line.querySelector("[aria-current]"); });
        if (here < 0) return;
        // Of a long list those around it.
        lines.forEach(function (line, at) { if (Math.abs(at - here) > MOST_BESIDE) line.remove(); });
        within.after(list);
      });
      showContents();
    };
    var showContents = function () {
      contents.classList.add("filled");
      // Chromium no longer goes to the place that the address names once a script has scrolled anything, and be it this list.
      if (document.readyState === "complete") showCurrent();
      else addEventListener("load", showCurrent);
    };
    function showCurrent() {
      var current = contents.querySelector("[aria-current]");
      // What is in sight already stays where it is.
      if (current && current.offsetTop + current.offsetHeight > lists.clientHeight) lists.scrollTop = current.offsetTop - lists.clientHeight / 3;
    }
    var isAsked = false;
    var fillContents = function () {
      if (isAsked || getComputedStyle(contents).display === "none") return;
      isAsked = true;
      load(html.dataset.contents, null, showContents);
    };
    fillContents();
    contents.addEventListener("toggle", fillContents);
    addEventListener("resize", fillContents);
    contents.addEventListener("click", function (event) {
      if (event.target.closest("a") && contents.matches(":popover-open")) contents.hidePopover();
    });
  }
  // A box that has nothing to scroll is no stop for the Tab key. It is asked once it has been laid out: to ask sooner would lay out
  // what is not in sight, box by box.
  var stops = new ResizeObserver(function (seen) {
    var isWide = seen.map(function (one) { return one.target.scrollWidth > one.target.clientWidth + 1; });
    seen.forEach(function (one, i) { one.target.tabIndex = isWide[i] ? 0 : -1; });
  });
  document.querySelectorAll(".scroll, pre").forEach(function (box) { stops.observe(box); });

  // A permalink by rule ID leads on to where the rule stands.
  if (document.body.classList.contains("rule-ids")) {
    var unknown = make("p", { role: "status" });
    document.querySelector("main .page-head").append(unknown);
    var follow = function () {
      var id = decoded(location.hash.slice(1));
      var line = id && byId(id);
      var link = line && line.matches("li") && line.querySelector("a");
      if (link) location.replace(link.href);
      // The headings of the list are places of this page.
      unknown.textContent = id && !line ? say("no_rule", { id: id }) : "";
    };
    follow();
    addEventListener("hashchange", follow);
  }

  // The outline shows which heading is being read.
  var outline = document.querySelectorAll(".outline a");
  if (outline.length && "IntersectionObserver" in window) {
    var lines = new Map();
    outline.forEach(function (link) {
      var heading = byId(decoded(link.hash.slice(1)));
      if (heading) lines.set(heading, link);
    });
    var headings = Array.from(lines.keys());
    var mark = function () {
      var reading = headings[0];
      headings.forEach(function (heading) { if (heading.getBoundingClientRect().top < innerHeight * 0.3) reading = heading; });
      outline.forEach(function (link) { link.removeAttribute("aria-current"); });
      if (reading) lines.get(reading).setAttribute("aria-current", "location");
    };
    var observer = new IntersectionObserver(mark, { rootMargin: "0px 0px -70% 0px" });
    headings.forEach(function (heading) { observer.observe(heading); });
    mark();
  }
})();
