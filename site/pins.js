// Pinned pages and those that were read before, kept on this device alone. Without this script nothing of it is there.
(function () {
  "use strict";
  // A site without books has no pages to pin.
  if (!document.documentElement.dataset.books) return;
  var say = window.makereadyWords;
  var MOST_RECENT = 12;
  var MOST_PINS = 200;
  var base = new URL(document.documentElement.dataset.root || "./", location.href);
  // Several sites may stand on one host, or on one disk.
  var KEY = "makeready-kept:" + base.pathname;
  var PAGE = /^(?:[\w-]+\/)+index\.html$/;

  // ---- what is kept: {pins, recent}, each a list of {at, title, kind, book}
  function pages(list) {
    var isPage = function (one) { return one && PAGE.test(one.at) && [one.title, one.kind, one.book].every(function (text) { return typeof text === "string"; }); };
    return Array.isArray(list) ? list.filter(isPage) : [];
  }
  function read() {
    var kept = null;
    try { kept = JSON.parse(localStorage.getItem(KEY)); } catch (_) { /* forbidden, or written by somebody else */ }
    return { pins: pages(kept && kept.pins), recent: pages(kept && kept.recent) };
  }
  function change(edit) {
    var kept = read();
    edit(kept);
    try {
      if (kept.pins.length || kept.recent.length) localStorage.setItem(KEY, JSON.stringify(kept));
      else localStorage.removeItem(KEY);
    } catch (_) { /* forbidden or full: then nothing is kept */ }
    render();
  }
  var without = function (list, at) { return list.filter(function (one) { return one.at !== at; }); };

  // ---- elements
  function make(tag, attributes, children) {
    var element = document.createElement(tag);
    Object.keys(attributes || {}).forEach(function (name) { element.setAttribute(name, attributes[name]); });
    (children || []).forEach(function (child) { element.append(child); });
    return element;
  }
  function button(name, words, press, children) {
    var element = make("button", { type: "button", class: name }, children || [words]);
    if (children) element.setAttribute("aria-label", words);
    element.addEventListener("click", press);
    return element;
  }

  // ---- this page
  var head = document.querySelector(".page-head[data-pin]");
  var here = null;
  var pin = null;
  if (head) {
    var path = new URL(location.href).pathname.replace(/\/$/, "/index.html").slice(base.pathname.length);
    var brand = document.querySelector(".brand");
    here = { at: path, title: head.querySelector("h1").textContent, kind: head.dataset.pin, book: brand ? brand.textContent : "" };
    pin = button("pin", say("pin"), function () {
      change(function (kept) {
        var isPinned = kept.pins.some(function (one) { return one.at === here.at; });
        kept.pins = isPinned ? without(kept.pins, here.at) : [here].concat(kept.pins).slice(0, MOST_PINS);
      });
    }, [make("span", { class: "ribbon", "aria-hidden": "true" }), make("span", { class: "pin-words" })]);
    // At the end, so that what is before it keeps its place when a served page is exchanged part by part.
    head.append(pin);
  }

  // ---- the panel
  var pinned = make("ul");
  var recent = make("ul");
  var forgetPins = button("kept-forget", say("forget_pins"), function () { change(function (kept) { kept.pins = []; }); });
  var forgetRecent = button("kept-forget", say("forget_recent"), function () { change(function (kept) { kept.recent = []; }); });
  var noPins = make("p", {}, [say("no_pins")]);
  var noRecent = make("p", {}, [say("no_recent")]);
  var panel = make("div", { id: "site-kept", class: "kept", popover: "auto", role: "dialog", "aria-label": say("pins") }, [
    make("h2", {}, [say("pinned")]), noPins, pinned, forgetPins,
    make("h2", {}, [say("read_before")]), noRecent, recent, forgetRecent,
    make("p", { class: "kept-where" }, [say("on_device")]),
  ]);
  var opener = make("button", { type: "button", class: "kept-open", popovertarget: "site-kept", title: say("pins") }, [
    make("span", { class: "ribbon", "aria-hidden": "true" }), make("span", { class: "sr" }, [say("pins")]),
  ]);
  var theme = document.getElementById("site-theme");
  theme.before(opener);
  opener.after(panel);

  function line(one, list) {
    var link = make("a", { href: new URL(one.at, base).href }, [make("b", {}, [one.title]), make("small", {}, [one.kind + (one.book ? " · " + one.book : "")])]);
    var remove = button("kept-remove", say(list === "pins" ? "forget_pin" : "forget_page", { title: one.title }), function () {
      change(function (kept) { kept[list] = without(kept[list], one.at); });
      // The button that was pressed is gone.
      opener.focus();
    }, ["\u00d7"]);
    return make("li", {}, [link, remove]);
  }
  function fill(list, lines, none, forget) {
    list.replaceChildren.apply(list, lines);
    list.hidden = forget.hidden = lines.length === 0;
    none.hidden = lines.length > 0;
  }
  function render() {
    var kept = read();
    var isPinned = function (at) { return kept.pins.some(function (one) { return one.at === at; }); };
    var others = kept.recent.filter(function (one) { return !isPinned(one.at) && !(here && one.at === here.at); });
    fill(pinned, kept.pins.map(function (one) { return line(one, "pins"); }), noPins, forgetPins);
    fill(recent, others.map(function (one) { return line(one, "recent"); }), noRecent, forgetRecent);
    if (!pin) return;
    var isOn = isPinned(here.at);
    pin.setAttribute("aria-pressed", String(isOn));
    pin.setAttribute("aria-label", say(isOn ? "pinned_this" : "pin_this", { title: here.title }));
    pin.lastChild.textContent = say(isOn ? "pinned" : "pin");
  }

  if (here && PAGE.test(here.at)) {
    change(function (kept) { kept.recent = [here].concat(without(kept.recent, here.at)).slice(0, MOST_RECENT + 1); });
  } else {
    render();
  }
  addEventListener("storage", function (event) { if (event.key === KEY) render(); });
  // A page that comes back from where it was kept may have been pinned elsewhere since.
  addEventListener("pageshow", render);
})();
