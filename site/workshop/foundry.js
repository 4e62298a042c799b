// Journals for Foundry: what "Import Data" on a journal entry takes, from version 10 on, in a world of any system.

// Pages are Markdown to whoever edits them as such, with the HTML that the program shows.
const MARKDOWN_PAGE = 2;
const SORT_STEP = 100000;

function foundryJournal(name, documents) {
  const rolled = documents.map((one) => ({ ...one, parts: changedParts(one.parts, rollable) }));
  const pages = rolled.map(({ name: title, parts }, at) => ({
    _id: foundryId(`${name} ${at} ${title}`),
    name: inOneLine(title) || String(at + 1),
    type: "text",
    title: { show: true, level: 1 },
    text: { format: MARKDOWN_PAGE, content: htmlOfParts(parts), markdown: markdownForFoundry(parts) },
    sort: (at + 1) * SORT_STEP,
    flags: {},
  }));
  return `${JSON.stringify({ name: inOneLine(name), pages, flags: {} }, null, 2)}\n`;
}

// Ids are sixteen letters and digits; the same journal has the same.
const foundryId = (seed) => [0, 1, 2].map((turn) => hashOf(`${turn} ${seed}`).padStart(7, "0")).join("").slice(0, 16);

// The program would look up what stands behind an at sign, and roll what stands in two brackets: a sign without a width keeps
// both from being read so.
const untriggered = (said) => said.replace(/[@&](?=\w+\[)|\[(?=\[)/g, "$&\u2060");
const partsUntriggered = (parts) => changedParts(parts, untriggered);

// Its Markdown knows fewer signs that can be escaped; entities it leaves alone.
const ENTITIES = { "<": "&lt;", ">": "&gt;", "&": "&amp;", $: "&#36;", "^": "&#94;", "%": "&#37;" };
const markdownForFoundry = (parts) => markdownOfParts(partsUntriggered(parts)).replace(/\\([\\<>&$^%])/g, (whole, sign) => ENTITIES[sign] ?? whole);

// As HTML: made of elements and texts, so that nothing that is said becomes a mark.
function htmlOfParts(parts) {
  return el("div", {}, partsUntriggered(parts).map(drawnTextPart)).innerHTML;
}

function drawnTextPart(part) {
  const labelled = ({ label, runs }) => [label && [el("strong", {}, label), ": "], drawnPlain(runs)];
  switch (part.kind) {
    case "heading":
      return el(`h${part.level}`, {}, part.said);
    case "paragraph":
      return part.runs.length > 0 && el("p", {}, drawnPlain(part.runs));
    case "labelled":
      return el("p", {}, labelled(part));
    case "list":
      return part.items.length > 0 && drawnList(part.items, nestedItems(part.items).map(({ item, inner }) => el("li", {}, labelled(item), inner.length > 0 && drawnList(inner, inner.map((one) => el("li", {}, labelled(one)))))));
    case "table": {
      const head = part.columns.some(Boolean) && el("thead", {}, el("tr", {}, part.columns.map((column) => el("th", {}, column))));
      return part.rows.length > 0 && el("table", {}, head, el("tbody", {}, part.rows.map((cells) => el("tr", {}, cells.map((cell) => el("td", {}, drawnPlain(cell)))))));
    }
    default:
      throw new Error(part.kind);
  }
}

// A list with numbers or without; its first number where that is not 1.
function drawnList(items, drawn) {
  if (!isNumbered(items)) return el("ul", {}, drawn);
  return el("ol", items[0].number === 1 ? {} : { start: String(items[0].number) }, drawn);
}

// Items, each with those that stand in it.
function nestedItems(items) {
  const nested = [];
  for (const item of items) {
    if (item.level && nested.length > 0) nested.at(-1).inner.push(item);
    else nested.push({ item, inner: [] });
  }
  return nested;
}

function drawnPlain(runs) {
  return runs.map(({ style, text: said }) => {
    switch (style) {
      case "strong":
        return el("strong", {}, said);
      case "emphasis":
        return el("em", {}, said);
      case "strong-emphasis":
        return el("strong", {}, el("em", {}, said));
      case "write-number":
      case "write-dice":
        return "____";
      case "icon":
        return said.replaceAll("-", " ");
      default:
        return said;
    }
  });
}
