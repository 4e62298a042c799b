// What a sheet, a stat block or a card says, as parts of a text: headings, paragraphs, lists and tables. Formats for other programs
// are written from these; every word and figure is the engine's.

const plainRuns = (said) => (said === null || said === undefined ? [{ style: "write-number", text: "" }] : [{ style: "plain", text: String(said) }]);
const headingPart = (level, said) => ({ kind: "heading", level, said });
const paragraphPart = (runs) => ({ kind: "paragraph", runs });
const emphasisPart = (said) => paragraphPart([{ style: "emphasis", text: said }]);
// Whether a paragraph is an item of a list, which begins with its sign.
const isItem = (runs) => runs[0]?.style === "item" || runs[0]?.style === "inner-item";
// Paragraphs, of which items that follow one another are a list, with their numbers where it has some.
function textParts(paragraphs) {
  const parts = [];
  for (const runs of paragraphs) {
    if (!isItem(runs)) {
      parts.push(paragraphPart(runs));
      continue;
    }
    const level = runs[0].style === "inner-item" ? 1 : 0;
    const number = /^\d+/.exec(runs[0].text)?.[0];
    const last = parts.at(-1);
    // Numbers and signs at the margin are two lists.
    const goesOn = last?.isOfText && (level === 1 || isNumbered(last.items) === (number !== undefined));
    if (!goesOn) parts.push({ ...listPart([]), isOfText: true });
    parts.at(-1).items.push({ label: "", runs: runs.slice(1), level, ...(number && { number: Number(number) }) });
  }
  return parts;
}
// Whether the items of a list at the margin have numbers.
const isNumbered = (items) => items[0]?.number !== undefined;
const listPart = (items) => ({ kind: "list", items });
const itemOf = (label, said) => ({ label, runs: Array.isArray(said) ? said : plainRuns(said) });
const joinedWords = (...words) => words.filter(Boolean).join(" ");
// A value with what stands beside it; one that is to be written is null.
const besideOf = ({ text: said, beside_value: beside }) => (said === null ? null : joinedWords(said, beside));
const valueItem = (value) => itemOf(value.name, besideOf(value));
const boxesOf = (boxes) => "☐".repeat(boxes);
const factItem = ({ label, text: said }) => itemOf(label, said.length > 0 ? said : null);

// A text with its name: what it is about, its parts, and the edition at its end. `id` is what its file may be called.
function documentOf({ id, name, role = "", parts, edition }) {
  return { id, name, parts: [role && emphasisPart(role), ...parts, edition && emphasisPart(edition)].filter(Boolean) };
}

const sheetDocument = (id, sheet) => documentOf({ id, name: sheet.name, role: sheet.subtitle, parts: blockParts([...sheet.front, ...sheet.back]), edition: sheet.edition });
const handoutDocument = (id, handout) => documentOf({ id, name: handout.name, role: [handout.role, handout.subtitle, handout.readers].filter(Boolean).join(" · "), parts: blockParts(handout.blocks), edition: handout.edition });
const cardDocument = (card) => documentOf({ id: card.id, name: card.name || card.type_line || card.id, role: card.type_line, parts: cardParts(card), edition: card.edition });

function blockParts(blocks) {
  return blocks.flatMap(({ title, content }) => {
    const parts = contentParts(content);
    return parts.length === 0 ? [] : [...(title ? [headingPart(2, title)] : []), ...parts];
  });
}

function contentParts(content) {
  switch (content.kind) {
    case "identity":
      return [listPart(content.lines.map(([label, said]) => itemOf(label, said)))];
    case "stats":
      return content.groups.flatMap((group) => [
        ...(group.name ? [{ kind: "labelled", ...itemOf(group.name, group.total?.text ?? "") }] : []),
        listPart(group.stats.map((one) => itemOf(one.name, one.total || null))),
      ]);
    case "resources":
      return [listPart(content.resources.map(({ max }) => valueItem(max)))];
    case "values":
      return [listPart(content.values.map(valueItem))];
    case "rolls": {
      const { columns, has_ranks: hasRanks, rows } = content;
      const hasCosts = rows.some(({ costs }) => costs.length > 0);
      const row = (one) => [one.note ? `${one.name} (${one.note})` : one.name, ...(hasRanks ? [one.ranks ?? ""] : []), ...one.cells.map(besideOf), ...(hasCosts ? [one.costs.join(", ")] : [])];
      return [{ kind: "table", columns: ["", ...(hasRanks ? [text("sheet.ranks")] : []), ...columns, ...(hasCosts ? [text("sheet.cost")] : [])], rows: rows.map((one) => row(one).map(plainRuns)) }];
    }
    case "table":
      return [{ kind: "table", columns: content.columns, rows: content.rows }];
    case "text":
      return textParts(content.paragraphs);
    case "tracks":
      return [listPart(content.tracks.map(({ label, boxes }) => itemOf(label, boxesOf(boxes))))];
    case "lines":
      return [];
    case "blocks":
      return content.blocks.flatMap(smallParts);
    default:
      throw new Error(content.kind);
  }
}

// A part of a block or of a card.
function smallParts(block) {
  switch (block.kind) {
    case "heading":
      return [headingPart(3, block.text)];
    case "track":
      return [listPart([itemOf(block.label, boxesOf(block.boxes))])];
    case "facts":
      return [listPart(block.facts.map(factItem))];
    default:
      return contentParts(block);
  }
}

// The words of a card in their order.
function cardParts(card) {
  return [
    listPart(cardItems(card)),
    ...textParts(card.body),
    listPart(card.outcomes.map((one) => itemOf(one.label, one.text.length > 0 ? one.text : null))),
    ...card.blocks.flatMap(smallParts),
    paragraphPart(card.reaction),
  ];
}

// What a card costs, its figures and its facts.
const cardItems = (card) => [
  ...card.costs.map(({ label, amount, unit, extra }) => itemOf(label || unit, joinedWords(amount, unit, extra) || null)),
  ...card.figures.map(({ label, text: said, unit, note }) => itemOf(label, said === null ? null : joinedWords(said, unit, note))),
  ...card.facts.map(factItem),
];

// What stands in lists at the head: labels with what is said of each, for programs that sort and filter by it.
const propertiesOfBlocks = (blocks) => blocks.flatMap(({ content }) => {
  switch (content.kind) {
    case "identity":
      return content.lines;
    case "stats":
      return content.groups.flatMap((group) => [[group.name, group.total?.text], ...group.stats.map((one) => [one.name, one.total])]);
    case "resources":
      return content.resources.map(({ max }) => [max.name, max.text]);
    // A number is better without its unit: it can be compared.
    case "values":
      return content.values.map((value) => [value.name, isWhole(value.text ?? "") ? value.text : besideOf(value)]);
    default:
      return [];
  }
}).filter(([label, said]) => label && said);
const propertiesOfCard = (card) => cardItems(card).map(({ label, runs }) => [label, wordsOf(runs)]).filter(([label, said]) => label && said);

// Whether a figure is a whole number, also with a real minus sign.
const isWhole = (said) => /^[-−+]?\d{1,15}$/.test(said);

// Dice as programs roll them, `5d12!+7` and `2d6-6` for what is printed as `5d12✦ + 7` and `2d6 − 6`; `best 2 of 3d6` is `3d6kh2`.
const rollable = (said) => String(said)
  .replaceAll(/(d\d+)✦/g, "$1!")
  .replaceAll(/\b(best|lowest)(?: (\d+))? of (\d+d\d+!?)(?![!\d]| (?:[+] \d*d\d|without))/g, (_, end, count, dice) => `${dice}${end === "best" ? "kh" : "kl"}${count ?? 1}`)
  .replaceAll(/\d+d\d+(?:!|kh\d+|kl\d+)*(?: [+−] \d+(?:d\d+(?:!|kh\d+|kl\d+)*|(?![\d/½¼¾]|[.,]\d)))+/g, (roll) => roll.replaceAll(" ", "").replaceAll("−", "-"));

// Parts with every text in them changed alike.
function changedParts(parts, change) {
  const runs = (all) => all.map((run) => ({ ...run, text: change(run.text) }));
  const item = ({ label, runs: said, ...rest }) => ({ ...rest, label: change(label ?? ""), runs: runs(said) });
  return parts.map((part) => ({
    ...part,
    ...(part.said !== undefined && { said: change(part.said) }),
    ...(part.runs && item(part)),
    ...(part.items && { items: part.items.map(item) }),
    ...(part.rows && { columns: part.columns.map(change), rows: part.rows.map((cells) => cells.map(runs)) }),
  }));
}

// What runs say, without their styles.
const wordsOf = (runs) => runs.map(({ style, text: said }) => (style === "icon" ? said.replaceAll("-", " ") : said)).join("");
