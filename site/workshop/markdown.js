// A sheet or a stat block as Markdown, for notes and wikis: the same words and figures as on the page.

// Text of the engine says what it says: nothing in it is a mark.
const plainOf = (said) => String(said).replace(/([\\`*_[\]<>|#~])/g, "\\$1").replace(/\s+/g, " ");
const lineOf = () => "\\_\\_\\_\\_";

function markdownOf(name, role, blocks, edition) {
  const head = [`# ${plainOf(name)}`, role && `*${plainOf(role)}*`];
  return `${[...head, ...blocks.flatMap(blockAsMarkdown), edition && `*${plainOf(edition)}*`].filter(Boolean).join("\n\n")}\n`;
}

function blockAsMarkdown({ title, content }) {
  const parts = contentAsMarkdown(content).filter(Boolean);
  return parts.length === 0 ? [] : [title && `## ${plainOf(title)}`, ...parts];
}

function contentAsMarkdown(content) {
  const list = (items) => items.map((item) => `- ${item}`).join("\n");
  const labelled = (label, said) => `**${plainOf(label)}**: ${said}`;
  const valued = ({ name, text: said, beside_value: beside }) => labelled(name, said === null ? lineOf() : plainOf([said, beside].filter(Boolean).join(" ")));
  switch (content.kind) {
    case "identity":
      return [list(content.lines.map(([label, said]) => labelled(label, said === null || said === undefined ? lineOf() : plainOf(said))))];
    case "stats":
      return content.groups.map((group) => [group.name && labelled(group.name, group.total?.text ? plainOf(group.total.text) : ""), list(group.stats.map((one) => labelled(one.name, one.total ? plainOf(one.total) : lineOf())))].filter(Boolean).join("\n\n"));
    case "resources":
      return [list(content.resources.map(({ max }) => valued(max)))];
    case "values":
      return [list(content.values.map(valued))];
    case "rolls": {
      const { columns, has_ranks: hasRanks, rows } = content;
      const hasCosts = rows.some(({ cost }) => cost);
      const row = (one) => [one.note ? `${one.name} (${one.note})` : one.name, ...(hasRanks ? [one.ranks ?? ""] : []), ...one.cells.map(({ text: said, beside_value: beside }) => (said === null ? null : [said, beside].filter(Boolean).join(" "))), ...(hasCosts ? [one.cost ?? ""] : [])];
      return [tableAsMarkdown(["", ...(hasRanks ? [text("sheet.ranks")] : []), ...columns, ...(hasCosts ? [text("sheet.cost")] : [])], rows.map((one) => row(one).map((said) => (said === null ? lineOf() : plainOf(said)))))];
    }
    case "table":
      return [tableAsMarkdown(content.columns, content.rows.map((cells) => cells.map(runsAsMarkdown)))];
    case "text":
      return content.paragraphs.map(runsAsMarkdown);
    case "tracks":
      return [list(content.tracks.map(({ label, boxes }) => labelled(label, "☐".repeat(boxes))))];
    case "lines":
      return [];
    case "blocks":
      return content.blocks.flatMap(partAsMarkdown);
    default:
      throw new Error(content.kind);
  }
}

function partAsMarkdown(block) {
  switch (block.kind) {
    case "heading":
      return [`### ${plainOf(block.text)}`];
    case "track":
      return [`- **${plainOf(block.label)}**: ${"☐".repeat(block.boxes)}`];
    case "facts":
      return [block.facts.map((fact) => `- **${plainOf(fact.label)}**: ${fact.text.length ? runsAsMarkdown(fact.text) : lineOf()}`).join("\n")];
    default:
      return contentAsMarkdown(block);
  }
}

function tableAsMarkdown(columns, rows) {
  if (rows.length === 0) return "";
  const line = (cells) => `| ${cells.join(" | ")} |`;
  const width = Math.max(columns.length, ...rows.map((row) => row.length));
  const whole = (cells) => [...cells, ...Array(width - cells.length).fill("")];
  return [line(whole(columns.map(plainOf))), line(Array(width).fill("---")), ...rows.map((row) => line(whole(row)))].join("\n");
}

function runsAsMarkdown(runs) {
  const marked = (mark, said) => (said.trim() ? said.replace(/^(\s*)(.*?)(\s*)$/s, (_, before, inner, after) => `${before}${mark}${plainOf(inner)}${mark}${after}`) : said);
  return runs.map(({ style, text: said }) => {
    switch (style) {
      case "strong":
        return marked("**", said);
      case "emphasis":
        return marked("*", said);
      case "strong-emphasis":
        return marked("***", said);
      case "write-number":
      case "write-dice":
        return lineOf();
      case "icon":
        return said.replaceAll("-", " ");
      default:
        return said.replace(/^(\s*)(.*?)(\s*)$/s, (_, before, inner, after) => `${before && " "}${plainOf(inner)}${after && " "}`);
    }
  }).join("");
}
