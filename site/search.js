// The search. Indexes and texts are classic scripts that call deckleSearch.index and .texts, since a
// page on a disk may not fetch. The index holds ready-made weights (see src/site/search.rs); prefixes,
// slips of the pen, exact titles and rule IDs are dealt with here.
window.deckleSearch = (function () {
  "use strict";
  var root = document.documentElement.dataset.root;
  var byId = function (id) { return document.getElementById("site-search" + (id ? "-" + id : "")); };
  var dialog = byId(""), input = byId("input"), list = byId("results"), status = byId("status");
  var systemBox = byId("system"), kindBox = byId("kinds");
  var SHOWN = 30;
  // Words of a question that say nothing of its matter; they count when there is nothing else.
  var SMALL = new Set("a an and any are as at be by can do doe for from get go have how i if in is it my of on or that the their there thi to use wa what when where which who why with work you your".split(" "));
  var DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  var VALUE = {};
  for (var i = 0; i < 64; i++) VALUE[DIGITS[i]] = i;

  var books = {};   // id -> index
  var asked = {};   // path -> true
  var kind = "";
  var chosen = -1;
  var shown = [];   // results on screen
  var all = Array.from(systemBox.options, function (option) { return option.value; }).filter(Boolean);

  function load(path) {
    if (asked[path]) return;
    asked[path] = true;
    var script = document.createElement("script");
    script.src = root + "assets/search/" + path;
    document.head.appendChild(script);
  }

  // ---- reading the index
  function index(id, raw) {
    var words = [], last = "";
    raw.words.split(" ").forEach(function (coded) {
      last = last.slice(0, VALUE[coded[0]]) + coded.slice(1);
      words.push(last);
    });
    var at = 0, text = raw.postings;
    function number() {
      for (var value = 0, scale = 1; ; scale *= 32) {
        var digit = VALUE[text[at++]];
        value += (digit % 32) * scale;
        if (digit < 32) return value;
      }
    }
    raw.word = words;
    raw.found = words.map(function () {
      var count = number(), found = new Uint32Array(count * 2), document = 0;
      for (var i = 0; i < count; i++) {
        document += number();
        found[2 * i] = document;
        found[2 * i + 1] = VALUE[text[at++]];
      }
      return found;
    });
    raw.id = id;
    raw.texts = [];
    raw.rules = raw.rules ? raw.rules.split(" ") : [];
    raw.plain = raw.name.map(function (name) { return wordsOf(name).join(" "); });
    books[id] = raw;
    search();
  }

  function texts(id, number, lines) {
    if (books[id]) { books[id].texts[number] = lines; snippets(); }
  }

  // ---- words, as src/site/search.rs cuts them
  function wordsOf(text) {
    var lower = text.toLowerCase().replace(/['’]s/g, " ").normalize("NFD").replace(/[\u0300-\u036f]/g, "").replace(/ø/g, "o");
    return (lower.match(/[\p{L}\p{N}]+/gu) || []).map(singular);
  }
  function singular(word) {
    if (word.length < 4 || /(ss|us|is)$/.test(word)) return word;
    if (word.length > 4 && /ies$/.test(word)) return word.slice(0, -3) + "y";
    if (word.length > 4 && /(ch|sh|x|ss)es$/.test(word)) return word.slice(0, -2);
    return word.replace(/s$/, "");
  }

  // Edits between what was typed and the nearest beginning of a word; `whole` asks for the whole word.
  // A swap of neighbours is one edit. Gives up above `most`.
  function edits(typed, word, most, whole) {
    if (word.length < typed.length - most || whole && word.length > typed.length + most) return most + 1;
    var width = Math.min(word.length, typed.length + most);
    var before = [], last = [], row = [];
    for (var j = 0; j <= width; j++) last[j] = j;
    for (var i = 1; i <= typed.length; i++) {
      row = [i];
      var least = i;
      for (j = 1; j <= width; j++) {
        var cost = typed[i - 1] === word[j - 1] ? 0 : 1;
        row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + cost);
        if (i > 1 && j > 1 && typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1]) {
          row[j] = Math.min(row[j], before[j - 2] + 1);
        }
        least = Math.min(least, row[j]);
      }
      if (least > most) return most + 1;
      before = last; last = row;
    }
    if (whole) return width < word.length ? most + 1 : last[width];
    return Math.min.apply(null, last);
  }

  // Words of a book that a typed word may stand for: [number of the word, how sure, edits].
  function candidates(book, typed, isLast) {
    var found = [], exact = false, words = book.word;
    for (var i = 0; i < words.length; i++) {
      var word = words[i];
      if (word === typed) { found.push([i, 1, 0]); exact = true; }
      else if (word.startsWith(typed) && (typed.length > 1 || isLast)) {
        found.push([i, 0.5 + 0.4 * typed.length / word.length, 0]);
      }
    }
    if (exact || typed.length < 4 || /\d/.test(typed)) return found;
    // Nothing is a slip when the letters typed so far begin a word, unless few do.
    if (found.length > 3 && isLast) return found;
    var most = typed.length < 7 ? 1 : 2;
    for (i = 0; i < words.length; i++) {
      var away = edits(typed, words[i], most, true);
      if (away <= most) found.push([i, 0.62 - 0.18 * (away - 1), away]);
      else if (typed.length > 4 && (away = edits(typed, words[i], most, false)) <= most) {
        found.push([i, (0.5 - 0.16 * (away - 1)) * typed.length / words[i].length, away]);
      }
    }
    return found;
  }

  function searchBook(book, typed, query) {
    var score = new Map(), reads = new Map();
    typed.forEach(function (word, place) {
      var best = new Map();
      candidates(book, word, place === typed.length - 1).forEach(function (candidate) {
        var found = book.found[candidate[0]];
        for (var i = 0; i < found.length; i += 2) {
          var value = found[i + 1] * candidate[1];
          if (!(best.get(found[i]) >= value)) {
            best.set(found[i], value);
            var words = reads.get(found[i]) || {};
            words[word] = book.word[candidate[0]];
            if (candidate[2]) (words.slips = words.slips || {})[word] = book.word[candidate[0]];
            else if (words.slips) delete words.slips[word];
            reads.set(found[i], words);
          }
        }
      });
      best.forEach(function (value, document) {
        var sum = score.get(document) || [0, 0];
        score.set(document, [sum[0] + value, sum[1] + 1]);
      });
    });
    var results = [];
    // Names are compared with all the words, small ones too.
    var whole = wordsOf(query).join(" ");
    score.forEach(function (sum, document) {
      var share = sum[1] / typed.length;
      if (typed.length > 1 && share < 0.5) return;
      results.push(result(book, document, sum[0] / typed.length * share * share, whole, query, reads.get(document) || {}));
    });
    byRule(book, query, results);
    return results;
  }

  function result(book, document, score, whole, query, reads) {
    var name = book.plain[document], also = "", aliases = book.also[document] ? book.also[document].split("|") : [];
    var kindName = book.kinds[book.kind[document]];
    var isEntry = kindName !== "Rules";
    // There is a ruling on nearly everything; who asks for the thing wants the thing first.
    if (kindName === "Rulings") score *= 0.65;
    if (name === whole) score += isEntry ? 80 : 66;
    else if (name.startsWith(whole + " ")) score += 16;
    else if (name.startsWith(whole)) score += 22 * whole.length / name.length;
    // “Reaction” and “Reactions” are two entries: the one as it was written comes first.
    if (book.name[document].toLowerCase() === query.trim().toLowerCase()) score += 12;
    aliases.forEach(function (alias) {
      var plain = wordsOf(alias).join(" ");
      if (plain === name) return;
      // “HP” is what Health Points are called, and only a part of the name “Reinforce I: HP”.
      if (plain === whole && (" " + name + " ").includes(" " + whole + " ")) score += 30;
      else if (plain === whole) { also = alias; score += isEntry ? 52 : 44; }
      else if (!also && whole.length > 1 && plain.startsWith(whole)) { also = alias; score += 8; }
    });
    // The name with a slip of the pen in it.
    var slips = reads.slips ? Object.keys(reads.slips) : [];
    if (slips.length) {
      var mended = whole.split(" ").map(function (word) { return reads.slips[word] || word; }).join(" ");
      if (mended === name) score += isEntry ? 26 : 18;
    }
    return { book: book, document: document, score: score, reads: reads, also: also, rule: "", slips: slips };
  }

  // A rule ID, or the beginning of one, written with or without dashes.
  function byRule(book, query, results) {
    var asked = query.trim().toUpperCase().replace(/[\s_]+/g, "-");
    if (asked.length < 3 || !/^[A-Z]/.test(asked)) return;
    var isId = /^[A-Z]+-/.test(asked) || /-?\d+$/.test(asked);
    var known = new Map(results.map(function (one) { return [one.document, one]; }));
    book.rules.forEach(function (rule, i) {
      var isWhole = rule === asked, tail = rule.slice(rule.indexOf("-") + 1);
      if (!isWhole && !(isId && (rule.startsWith(asked) || tail === asked || tail.startsWith(asked)))) return;
      var one = known.get(book.ruleAt[i]);
      if (!one) {
        one = { book: book, document: book.ruleAt[i], score: 0, reads: {}, also: "", rule: "", slips: [] };
        known.set(one.document, one);
        results.push(one);
      }
      var boost = isWhole || tail === asked ? 120 : 40;
      if (!one.rule || isWhole) one.rule = rule;
      one.score = Math.max(one.score, boost + (address(one, false).startsWith("rules/") ? 2 : 0));
    });
  }

  function address(one, isFull) {
    var at = one.book.at[one.document];
    // A rule inside a section has an address of its own.
    if (one.rule && at.startsWith("rules/")) at = at.split("#")[0] + "#" + one.rule;
    if (!isFull) return at;
    var parts = at.split("#");
    return root + one.book.id + "/" + parts[0] + "/index.html" + (parts[1] ? "#" + parts[1] : "");
  }

  // ---- showing
  function ids() { return systemBox.value ? [systemBox.value] : all; }

  function search() {
    var query = input.value;
    var typed = Array.from(new Set(wordsOf(query))).slice(0, 10);
    var weighty = typed.filter(function (word, i) { return !SMALL.has(word) || i === typed.length - 1 && !/\s$/.test(query); });
    if (weighty.some(function (word) { return !SMALL.has(word); })) typed = weighty;
    var wanted = ids();
    wanted.forEach(function (id) { load(id + ".js"); });
    var missing = wanted.some(function (id) { return !books[id]; });
    if (!typed.length) { kind = ""; return render([], {}, ""); }
    var results = [];
    wanted.forEach(function (id) { if (books[id]) results = results.concat(searchBook(books[id], typed, query)); });
    results.sort(function (a, b) {
      return b.score - a.score || a.book.id.localeCompare(b.book.id) || a.document - b.document;
    });
    // What is far below the best is noise.
    var least = results.length ? results[0].score * 0.08 : 0;
    results = results.filter(function (one) { return one.score >= least; });
    var counts = {};
    results.forEach(function (one) {
      var name = one.book.kinds[one.book.kind[one.document]];
      counts[name] = (counts[name] || 0) + 1;
    });
    if (kind && !counts[kind]) kind = "";
    var filtered = kind ? results.filter(function (one) { return one.book.kinds[one.book.kind[one.document]] === kind; }) : results;
    render(filtered, counts, missing ? "Loading …" : told(filtered.length, query));
  }

  function told(count, query) {
    if (!count) return "Nothing found for “" + query.trim() + "”.";
    var slips = shownSlips;
    return count + (count === 1 ? " result" : " results") + (slips ? ", reading " + slips : "");
  }
  var shownSlips = "";

  function element(tag, name, text) {
    var made = document.createElement(tag);
    if (name) made.className = name;
    if (text) made.textContent = text;
    return made;
  }

  // Text with the words that were searched for in <mark>.
  function marked(into, text, words) {
    var done = 0;
    text.replace(/[\p{L}\p{N}]+/gu, function (written, at) {
      var plain = wordsOf(written)[0] || "";
      var hit = words.some(function (word) { return plain === word || word.length > 2 && plain.startsWith(word); });
      if (hit) {
        into.append(text.slice(done, at));
        into.append(element("mark", "", written));
        done = at + written.length;
      }
      return written;
    });
    into.append(text.slice(done));
  }

  function wordsFor(one) {
    var words = [];
    Object.keys(one.reads).forEach(function (typed) {
      if (typed === "slips") return;
      words.push(typed, one.reads[typed]);
    });
    return words;
  }

  function render(results, counts, message) {
    shown = results.slice(0, SHOWN);
    list.textContent = "";
    chosen = -1;
    var slips = {};
    shown.slice(0, 5).forEach(function (one) {
      one.slips.forEach(function (typed) { slips["“" + typed + "” as “" + one.reads.slips[typed] + "”"] = true; });
    });
    shownSlips = Object.keys(slips).slice(0, 2).join(", ");
    shown.forEach(function (one, i) {
      var link = element("a", "result");
      link.id = "site-search-result-" + i;
      link.href = address(one, true);
      link.tabIndex = -1;
      link.setAttribute("role", "option");
      link.setAttribute("aria-selected", "false");
      var head = element("span", "result-head");
      var name = element("b", "result-name");
      marked(name, one.book.name[one.document], wordsFor(one));
      head.append(name);
      if (one.also) {
        var also = element("span", "result-also", "also called ");
        also.append(element("mark", "", one.also));
        head.append(also);
      }
      if (one.rule) head.append(element("mark", "result-rule", one.rule));
      var where = [one.book.kinds[one.book.kind[one.document]]];
      if (one.book.in[one.document]) where.push(one.book.in[one.document]);
      if (!systemBox.value && all.length > 1) where.unshift(one.book.title);
      var place = element("span", "result-place", where.join(" · "));
      var snippet = element("span", "result-snippet");
      link.append(head, place, snippet);
      list.append(link);
      one.snippet = snippet;
    });
    if (message && message.indexOf("result") > 0) message = told(results.length, input.value);
    status.textContent = message;
    input.setAttribute("aria-expanded", String(shown.length > 0));
    list.hidden = !shown.length;
    renderKinds(counts);
    choose(shown.length ? 0 : -1);
    snippets();
  }

  function renderKinds(counts) {
    var focused = kindBox.contains(document.activeElement);
    kindBox.textContent = "";
    var names = Object.keys(counts);
    if (names.length < 2) return;
    var total = names.reduce(function (sum, name) { return sum + counts[name]; }, 0);
    [["", "All", total]].concat(names.map(function (name) { return [name, name, counts[name]]; })).forEach(function (line) {
      var button = element("button", "", line[1]);
      button.type = "button";
      button.setAttribute("aria-pressed", String(kind === line[0]));
      button.append(" ", element("span", "count", String(line[2])));
      button.addEventListener("click", function () { kind = line[0]; search(); });
      kindBox.append(button);
      if (focused && kind === line[0]) button.focus();
    });
  }

  // The part of the text with most of the words, loaded only for what is on screen.
  function snippets() {
    shown.forEach(function (one) {
      if (!one.snippet || one.snippet.textContent) return;
      var number = Math.floor(one.document / one.book.chunk);
      var lines = one.book.texts[number];
      if (!lines) return load(one.book.id + "-" + number + ".js");
      var text = lines[one.document % one.book.chunk];
      marked(one.snippet, cut(text, wordsFor(one)), wordsFor(one));
    });
  }

  function cut(text, words) {
    var LENGTH = 150, hits = [];
    text.replace(/[\p{L}\p{N}]+/gu, function (written, at) {
      var plain = wordsOf(written)[0] || "";
      var word = words.find(function (one) { return plain === one || one.length > 2 && plain.startsWith(one); });
      if (word) hits.push([at, word]);
      return written;
    });
    var best = 0, most = 0;
    hits.forEach(function (hit) {
      var near = new Set(hits.filter(function (one) { return one[0] >= hit[0] && one[0] < hit[0] + LENGTH; })
        .map(function (one) { return one[1]; })).size;
      if (near > most) { most = near; best = hit[0]; }
    });
    var start = Math.max(0, best - 40);
    if (start > 0) start = text.indexOf(" ", start) + 1 || start;
    var end = start + LENGTH < text.length ? text.lastIndexOf(" ", start + LENGTH) : text.length;
    return (start > 0 ? "… " : "") + text.slice(start, end) + (end < text.length ? " …" : "");
  }

  function choose(next) {
    var items = list.children;
    if (items[chosen]) items[chosen].setAttribute("aria-selected", "false");
    chosen = next;
    if (items[chosen]) {
      items[chosen].setAttribute("aria-selected", "true");
      items[chosen].scrollIntoView({ block: "nearest" });
      input.setAttribute("aria-activedescendant", items[chosen].id);
    } else {
      input.removeAttribute("aria-activedescendant");
    }
  }

  input.addEventListener("input", search);
  systemBox.addEventListener("change", search);
  input.addEventListener("keydown", function (event) {
    var count = shown.length;
    if (event.key === "ArrowDown" && count) choose((chosen + 1) % count);
    else if (event.key === "ArrowUp" && count) choose((chosen + count - 1) % count);
    else if (event.key === "Enter" && shown[chosen]) go(list.children[chosen], event);
    else return;
    event.preventDefault();
  });
  function go(link, event) {
    if (event.ctrlKey || event.metaKey) { window.open(link.href, "_blank", "noopener"); return; }
    dialog.close();
    location.href = link.href;
  }
  list.addEventListener("click", function (event) {
    // A spot on this very page: nothing is loaded, so the search has to go by itself.
    if (event.target.closest("a") && !event.ctrlKey && !event.metaKey) dialog.close();
  });

  return {
    index: index,
    texts: texts,
    open: search
  };
})();
