// A stat block, as the pages of the book show it: its words and figures are the engine's.

function drawnBlock(handout) {
  const head = [handout.role, handout.subtitle].filter(Boolean).join(" · ");
  return el("div", { class: "bench-block prose" },
    el("h2", {}, handout.name),
    head && el("p", { class: "bench-role" }, head),
    el("div", { class: "sheet" }, el("div", { class: "sheet-side" }, drawnBlocks(handout.blocks)), el("p", { class: "sheet-foot" }, handout.edition)));
}

function drawnBlocks(blocks) {
  return blocks.map(({ title, span, content }) =>
    el("div", { class: span < 12 && `span-${span}` }, title && el("h3", {}, title), drawnContent(content, title)));
}

function drawnContent(content, title) {
  switch (content.kind) {
    case "identity":
      return el("dl", { class: "identity" }, content.lines.map(([label, said]) => el("div", {}, el("dt", {}, label), el("dd", {}, said ?? gap(label)))));
    case "stats":
      return el("div", { class: "stat-groups" }, content.groups.map(drawnGroup));
    case "resources":
      return el("div", { class: "resources" }, content.resources.map(drawnResource));
    case "values":
      return el("div", { class: "values" }, content.values.map(drawnValue));
    case "rolls":
      return drawnRolls(content, title);
    case "table":
      return drawnTable(content, title);
    case "text":
      return el("div", { class: "sheet-text" }, drawnParagraphs(content.paragraphs));
    case "tracks":
      return content.tracks.map(drawnTrack);
    case "lines":
      return el("div", { class: "lines" }, Array.from({ length: content.lines }, () => el("i")));
    case "blocks":
      return content.blocks.map((block) => drawnPart(block, title));
    default:
      throw new Error(content.kind);
  }
}

// A place to write in.
const gap = (label) => el("span", { class: "write-in", role: "img", "aria-label": label ? text("card.fill_in", { label }) : text("to_fill_in") });
const abbr = ({ beside_name: short }) => short && el("abbr", {}, short);
const colorOf = (hex) => `c-${hex.slice(1).toLowerCase()}`;

// A figure that says where it comes from when it is pressed.
function figure({ name, text: said, terms, rule }) {
  if (said === null) return gap(name);
  if (!terms) return el("span", { class: "figure" }, said);
  const id = `n--${newId()}`;
  return [
    el("button", { type: "button", popovertarget: id }, said),
    el("span", { id, popover: "auto" }, el("strong", {}, name && `${name} `, el("b", {}, said)), " ", terms, rule && [" ", el("small", {}, rule)]),
  ];
}

function drawnGroup(group) {
  const stat = (one) => el("li", {}, el("abbr", {}, one.abbr), " ", el("span", {}, one.name), " ", one.bonus && el("small", {}, `${one.base ?? ""} ${one.bonus}`), el("b", {}, one.total ?? gap(one.name)));
  return el("div", { class: `stat-group ${colorOf(group.color)}`, role: "group", "aria-label": group.name },
    el("p", {}, el("span", {}, group.name), group.total && [" ", el("b", {}, figure(group.total))]),
    el("ul", {}, group.stats.map(stat)));
}

function drawnResource({ max, color, boxes, goes_negative: goesNegative }) {
  return el("div", { class: `resource ${colorOf(color)}` },
    el("div", {}, el("span", {}, max.name), " ", el("b", {}, figure(max), " ", abbr(max))),
    max.is_sum && el("small", {}, max.terms),
    boxes > 0 && drawnBoxes(max.name, boxes),
    goesNegative && el("small", {}, text("sheet.below_zero")));
}

function drawnValue(value) {
  return el("div", {}, el("span", {}, value.name, " ", abbr(value)), " ", el("b", {}, figure(value), value.beside_value && [" ", el("small", {}, value.beside_value)]));
}

function drawnRolls({ columns, has_ranks: hasRanks, rows }, title) {
  const hasCosts = rows.some(({ costs }) => costs.length > 0);
  const row = (one) => el("tr", {},
    el("th", { scope: "row" }, linked(one.name), one.note && [" ", el("small", {}, one.note)]),
    hasRanks && el("td", { class: "num" }, one.ranks ?? ""),
    one.cells.map((cell) => el("td", {}, figure(cell), cell.beside_value && [" ", el("small", {}, cell.beside_value)])),
    hasCosts && el("td", {}, one.costs.flatMap((part, at) => [at > 0 && ", ", el("span", { class: "one-line" }, part)])));
  const head = el("tr", {}, el("th", {}, el("span", { class: "sr" }, title)), hasRanks && el("th", { class: "num" }, text("sheet.ranks")), columns.map((column) => el("th", {}, column)), hasCosts && el("th", {}, text("sheet.cost")));
  return scrolling(title, el("table", { class: "rolls" }, el("thead", {}, head), el("tbody", {}, rows.map(row))));
}

function drawnTable({ columns, numeric = [], rows }, title) {
  const classOf = (at) => numeric[at] && "num";
  const head = columns.some(Boolean) && el("thead", {}, el("tr", {}, columns.map((column, at) => el(column ? "th" : "td", { class: classOf(at) }, column))));
  const row = (cells) => el("tr", {}, cells.map((cell, at) => el("td", { class: classOf(at) }, drawnRuns(cell))));
  return scrolling(title, el("table", {}, head, el("tbody", {}, rows.map(row))));
}

function drawnBoxes(label, count) {
  const fives = Array.from({ length: Math.floor(count / 5) }, () => el("i"));
  const rest = count % 5;
  return el("span", { class: "boxes", role: "img", "aria-label": `${label}: ${count}` }, fives, rest > 0 && el("i", { class: `of-${rest}` }));
}

const drawnTrack = ({ label, boxes }) => el("div", { class: "track" }, el("span", { class: "track-label" }, label), drawnBoxes(label, boxes));

function drawnPart(block, title) {
  switch (block.kind) {
    case "heading":
      return el("p", { class: "block-heading" }, block.text);
    case "text":
      return el("div", { class: "card-text" }, drawnParagraphs(block.paragraphs));
    case "table":
      return drawnTable(block, title);
    case "track":
      return drawnTrack(block);
    case "facts":
      return el("dl", { class: "facts" }, block.facts.map((fact) => el("div", {}, el("dt", {}, fact.label), el("dd", {}, fact.text.length ? drawnRuns(fact.text) : gap(fact.label)))));
    case "lines":
      return el("div", { class: "lines" }, Array.from({ length: block.lines }, () => el("i")));
    default:
      throw new Error(block.kind);
  }
}

// Paragraphs, and lists of those that begin with the sign of an item.
function drawnParagraphs(paragraphs) {
  const drawn = [], open = [];
  for (const runs of paragraphs) {
    if (!isItem(runs)) {
      open.length = 0;
      drawn.push(el("p", {}, drawnRuns(runs)));
      continue;
    }
    const depth = runs[0].style === "inner-item" && open.length > 0 ? 2 : 1;
    const number = parseInt(runs[0].text, 10), kind = number >= 0 ? "ol" : "ul";
    open.length = Math.min(open.length, depth);
    if (open[depth - 1]?.kind !== kind) {
      const list = el(kind, number > 1 ? { start: String(number) } : {});
      if (depth === 1) drawn.push(list);
      else open[0].list.lastElementChild.append(list);
      open.splice(depth - 1, 2, { kind, list });
    }
    open[depth - 1].list.append(el("li", {}, drawnRuns(runs.slice(1))));
  }
  return drawn;
}

// The mark behind a figure, with which it stays on one line.
const markBehind = (run) => (run?.style === "plain" && run.text.match(/^[.,:;)!?]+/)?.[0]) || "";

function drawnRuns(runs) {
  return runs.map(({ style, text: said, detail }, at) => {
    switch (style) {
      case "strong":
        return el("strong", {}, linked(said));
      case "emphasis":
        return el("em", {}, said);
      case "strong-emphasis":
        return el("strong", {}, el("em", {}, said));
      case "figure": {
        const drawn = figure({ name: "", text: said, terms: detail, rule: "" }), mark = markBehind(runs[at + 1]);
        return mark ? el("span", { class: "tight" }, drawn, mark) : drawn;
      }
      case "write-number":
      case "write-dice":
        return gap();
      case "formula":
        return el("span", { class: "formula" }, said);
      // Drawings of icons are not loaded here: their names stand for them.
      case "icon":
        return said.replaceAll("-", " ");
      default:
        return runs[at - 1]?.style === "figure" ? said.slice(markBehind(runs[at]).length) : said;
    }
  });
}
