// Sorts and filters the list of a kind, and keeps in the address what was chosen, so that it can be linked, reloaded and gone
// back to. What rows sort by stands in them as keys; what a cell says is never read for that.
(function () {
  "use strict";
  var say = window.makereadyWords;
  var byId = function (id) { return document.getElementById(id); };
  var table = byId("entry-list");
  var tools = byId("list-tools");
  if (!table || !tools) return;
  var all = function (within, what) { return Array.from(within.querySelectorAll(what)); };
  var find = byId("list-find");
  var sortBy = byId("list-sort");
  var status = byId("list-status");
  var chips = byId("list-chips");
  var heads = all(table, "thead th[data-column]");
  // Those that are for filters alone stand in no column, and come last.
  var columns = heads.map(function (head) { return head.dataset.column; }).concat(table.dataset.filters.split(" ").filter(Boolean));
  var groups = Array.from(table.tBodies);
  var selects = all(tools, ".list-filters select");
  var ranges = all(tools, "fieldset[data-range]");
  // An option says how many rows have it; what it is called is the rest.
  var optionNames = new Map(selects.map(function (select) {
    return [select, Array.from(select.options, function (option) { return option.text.replace(/ \(\d+\)$/, ""); })];
  }));

  var fold = function (text) { return text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase(); };
  var rows = [];
  groups.forEach(function (home, group) {
    all(home, "tr[data-keys]").forEach(function (row) {
      var keys = row.dataset.keys.split(" ").map(function (part) { return part === "-" ? [] : part.split(",").map(Number); });
      rows.push({ row: row, home: home, group: group, keys: keys, at: rows.length, words: fold(row.textContent) });
    });
  });

  // Where rows are sorted over all groups.
  var sorted = document.createElement("tbody");
  sorted.hidden = true;
  table.appendChild(sorted);

  // Rows that are laid out as boxes stay a table to those who do not see them.
  [["table", [table]], ["rowgroup", [table.tHead].concat(Array.from(table.tBodies))], ["row", all(table, "tr")], ["columnheader", all(table, "thead th")],
    ["rowheader", all(table, "tbody th")], ["cell", all(table, "td")]].forEach(function (one) {
    one[1].forEach(function (element) { element.setAttribute("role", one[0]); });
  });

  // ---- what is chosen: {find, sort, view, and for each filter that is set a word or a range}
  function fromAddress() {
    var params = new URLSearchParams(location.search);
    var get = function (name) { return params.get(name) || ""; };
    var isColumn = columns.indexOf(get("sort").replace(/^-/, "")) >= 0;
    var chosen = { find: get("find"), sort: isColumn ? get("sort") : "", view: get("view") === "cards" ? "cards" : "rows", filters: {} };
    selects.forEach(function (select) {
      var isOption = Array.from(select.options).some(function (option) { return option.value === get(select.name); });
      if (get(select.name) && isOption) chosen.filters[select.name] = get(select.name);
    });
    ranges.forEach(function (range) {
      if (/^-?[\d.]*\.\.-?[\d.]*$/.test(get(range.dataset.range))) chosen.filters[range.dataset.range] = get(range.dataset.range);
    });
    return chosen;
  }

  function fromTools() {
    var chosen = { find: find.value.trim(), sort: sortBy.value, view: table.classList.contains("cards") ? "cards" : "rows", filters: {} };
    selects.forEach(function (select) { if (select.value) chosen.filters[select.name] = select.value; });
    ranges.forEach(function (range) {
      var ends = all(range, "input").map(function (input) { return input.value; });
      if (ends[0] || ends[1]) chosen.filters[range.dataset.range] = ends.join("..");
    });
    return chosen;
  }

  function toAddress(chosen, isNew) {
    // What others keep in the address stays.
    var params = new URLSearchParams(location.search);
    var set = function (name, value) { if (value) params.set(name, value); else params.delete(name); };
    set("find", chosen.find);
    selects.concat(ranges).forEach(function (filter) {
      var name = filter.name || filter.dataset.range;
      set(name, chosen.filters[name]);
    });
    set("sort", chosen.sort);
    set("view", chosen.view === "cards" ? "cards" : "");
    var query = params.toString();
    if (query === location.search.slice(1)) return;
    history[isNew ? "pushState" : "replaceState"](null, "", (query ? "?" + query : location.pathname) + location.hash);
  }

  // ---- showing it
  function ends(range) {
    var parts = range.split("..");
    return [parts[0] === "" ? -Infinity : Number(parts[0]), parts[1] === "" ? Infinity : Number(parts[1])];
  }

  /** A function for each filter: whether a row passes it; and what it says. */
  function tests(chosen) {
    var words = fold(chosen.find).split(/\s+/).filter(Boolean);
    var found = words.map(function (word) {
      return { by: "find", says: say("quoted", { text: word }), passes: function (one) { return one.words.indexOf(word) >= 0; } };
    });
    selects.forEach(function (select) {
      var value = chosen.filters[select.name];
      if (!value) return;
      var option = Array.from(select.options).findIndex(function (option) { return option.value === value; });
      found.push({
        by: select.name,
        says: labelOf(select) + ": " + optionNames.get(select)[option],
        passes: function (one) { return hasOption(one, select, option); },
      });
    });
    ranges.forEach(function (range) {
      var value = chosen.filters[range.dataset.range];
      if (!value) return;
      var column = columns.indexOf(range.dataset.range);
      var limits = ends(value);
      var said = limits[0] === -Infinity ? "at_most" : limits[1] === Infinity ? "at_least" : "between";
      found.push({
        by: range.dataset.range,
        says: say(said, { filter: labelOf(range), least: say.number(limits[0]), most: say.number(limits[1]) }),
        passes: function (one) { return one.keys[column].some(function (key) { return key >= limits[0] && key <= limits[1]; }); },
      });
    });
    return found;
  }
  function hasOption(one, select, option) {
    var column = columns.indexOf(select.name);
    return column < 0 ? one.group === option - 1 : one.keys[column].indexOf(option - 1) >= 0;
  }
  function labelOf(filter) { return (filter.closest("label") || filter.querySelector("legend")).firstChild.textContent.trim(); }

  var shownSort = "";
  function sort(by) {
    if (by === shownSort) return;
    shownSort = by;
    var isDown = by[0] === "-";
    var column = columns.indexOf(by.replace(/^-/, ""));
    heads.forEach(function (head, at) {
      if (at === column) head.setAttribute("aria-sort", isDown ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    });
    table.classList.toggle("is-sorted", Boolean(by));
    sorted.hidden = !by;
    if (!by) { rows.forEach(function (one) { one.home.appendChild(one.row); }); return; }
    nameGroups();
    var key = function (one) { return one.keys[column][0]; };
    // What has nothing to sort by comes last, whichever way.
    var compared = function (one, other) {
      var a = key(one), b = key(other);
      if (a === undefined || b === undefined) return (a === undefined) - (b === undefined);
      return isDown ? b - a : a - b;
    };
    rows.slice().sort(function (one, other) { return compared(one, other) || one.at - other.at; }).forEach(function (one) { sorted.appendChild(one.row); });
  }

  /** Sorted rows stand under no heading, so each says its group. */
  var areNamed = false;
  function nameGroups() {
    if (areNamed) return;
    areNamed = true;
    var titles = groups.map(function (home) { var title = home.querySelector(".group h2"); return title && title.firstChild.textContent; });
    rows.forEach(function (one) {
      if (!titles[one.group]) return;
      var name = document.createElement("span");
      name.className = "in-group";
      name.textContent = titles[one.group];
      one.row.cells[0].querySelector("a").after(name);
    });
  }

  function count(home, shown, isFiltered) {
    var head = home.querySelector(".group h2");
    if (!head) return;
    var note = head.querySelector("small") || head.appendChild(document.createElement("small"));
    note.textContent = isFiltered ? String(shown) : "";
  }

  /** How many rows each option would leave, with the other filters as they are. */
  function countOptions(asked) {
    selects.forEach(function (select) {
      var others = asked.filter(function (test) { return test.by !== select.name; });
      var left = rows.filter(function (one) { return others.every(function (test) { return test.passes(one); }); });
      Array.from(select.options).forEach(function (option, at) {
        if (!option.value) return;
        var number = left.filter(function (one) { return hasOption(one, select, at); }).length;
        option.text = optionNames.get(select)[at] + " (" + number + ")";
        option.disabled = number === 0 && !option.selected;
      });
    });
  }

  /** A button for each filter that is set, which takes it away. */
  function showChips(asked) {
    chips.replaceChildren.apply(chips, asked.map(function (test) {
      var chip = document.createElement("button");
      chip.type = "button";
      chip.dataset.by = test.by;
      chip.textContent = test.says;
      chip.setAttribute("aria-label", say("drop", { filter: test.says }));
      return chip;
    }));
    byId("list-clear-all").hidden = asked.length === 0;
  }

  function show(chosen) {
    var asked = tests(chosen);
    var perGroup = groups.map(function () { return 0; });
    var shown = 0;
    rows.forEach(function (one) {
      var passes = asked.every(function (test) { return test.passes(one); });
      one.row.hidden = !passes;
      if (passes) { shown += 1; perGroup[one.group] += 1; }
    });
    sort(chosen.sort);
    groups.forEach(function (home, group) {
      home.hidden = Boolean(chosen.sort) || perGroup[group] === 0;
      count(home, perGroup[group], asked.length > 0);
    });
    table.classList.toggle("cards", chosen.view === "cards");
    table.hidden = shown === 0;
    byId("list-nothing").hidden = shown > 0;
    var said = asked.map(function (test) { return test.says; }).join("; ");
    // Said whole to those who hear it; seen, the filters are buttons beside the number.
    status.textContent = asked.length ? say("shown", { shown: shown, all: rows.length, filters: said }) : "";
    byId("list-shown").textContent = asked.length ? say("shown_short", { shown: shown, all: rows.length }) : "";
    countOptions(asked);
    showChips(asked);
    tools.querySelectorAll(".list-view button").forEach(function (button) { button.setAttribute("aria-pressed", String(button.dataset.view === chosen.view)); });
    var active = byId("list-active");
    if (active) {
      var number = Object.keys(chosen.filters).length;
      active.hidden = number === 0;
      active.textContent = number ? String(number) : "";
    }
  }

  function fill(chosen) {
    if (document.activeElement !== find || find.value.trim() !== chosen.find) find.value = chosen.find;
    sortBy.value = chosen.sort;
    selects.forEach(function (select) {
      select.value = chosen.filters[select.name] || "";
      select.classList.toggle("is-set", Boolean(select.value));
    });
    ranges.forEach(function (range) {
      var parts = (chosen.filters[range.dataset.range] || "..").split("..");
      all(range, "input").forEach(function (input, end) {
        if (input.value !== parts[end]) input.value = parts[end];
        input.classList.toggle("is-set", Boolean(input.value));
      });
    });
  }

  function choose(chosen, isNew) {
    toAddress(chosen, isNew);
    fill(chosen);
    show(chosen);
  }

  // ---- what is pressed
  // One step back for a word or number that is typed, not one for each letter.
  var typedIn = null;
  tools.addEventListener("focusin", function (event) { if (event.target !== typedIn) typedIn = null; });
  tools.addEventListener("input", function (event) {
    var isTyped = event.target.matches("input");
    choose(fromTools(), !isTyped || typedIn !== event.target);
    typedIn = isTyped ? event.target : null;
  });
  tools.addEventListener("submit", function (event) { event.preventDefault(); });
  tools.addEventListener("click", function (event) {
    var button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.view) {
      var chosen = fromTools();
      chosen.view = button.dataset.view;
      choose(chosen, true);
    } else if (button.id === "list-fold") {
      button.setAttribute("aria-expanded", String(tools.classList.toggle("is-open")));
    }
  });
  function clear() {
    var chosen = fromTools();
    chosen.find = "";
    chosen.filters = {};
    choose(chosen, true);
    find.focus({ preventScroll: true });
  }
  byId("list-clear").addEventListener("click", clear);
  byId("list-clear-all").addEventListener("click", clear);
  chips.addEventListener("click", function (event) {
    var chip = event.target.closest("button");
    if (!chip) return;
    var chosen = fromTools();
    if (chip.dataset.by === "find") chosen.find = "";
    else delete chosen.filters[chip.dataset.by];
    choose(chosen, true);
    (chips.querySelector("button") || find).focus({ preventScroll: true });
  });
  heads.forEach(function (head, at) {
    var button = document.createElement("button");
    button.type = "button";
    button.append.apply(button, Array.from(head.childNodes));
    head.appendChild(button);
    button.addEventListener("click", function () {
      var chosen = fromTools();
      // Up, down, and back to the order of the book.
      var next = {};
      next[columns[at]] = "-" + columns[at];
      next["-" + columns[at]] = "";
      chosen.sort = chosen.sort in next ? next[chosen.sort] : columns[at];
      choose(chosen, true);
    });
  });
  addEventListener("popstate", function () { typedIn = null; var chosen = fromAddress(); fill(chosen); show(chosen); });

  tools.hidden = false;
  var first = fromAddress();
  fill(first);
  show(first);
})();
