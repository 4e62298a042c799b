// Texts as Markdown, for notes and wikis.

// Text of the engine says what it says: nothing in it is a mark, neither of Markdown nor of what programs for notes add to it.
const plainOf = (said) => String(said).replace(/([\\`*_[\]<>|#~$^]|&(?=#?\w+;)|%(?=%)|=(?==))/g, "\\$1").replace(/\s+/g, " ");
// Nor is it one where a line begins with it.
const startOf = (line) => line.replace(/^(\d+)([.)])(?=\s|$)/, "$1\\$2").replace(/^([-+=%])/, "\\$1");
const lineOf = () => "\\_\\_\\_\\_";

const markdownOf = ({ name, parts }) => `${[`# ${plainOf(name)}`, markdownOfParts(parts)].join("\n\n")}\n`;

function markdownOfParts(parts) {
  return parts.map(partAsMarkdown).filter(Boolean).join("\n\n");
}

function partAsMarkdown(part) {
  const labelled = ({ label, runs }) => (label ? `**${plainOf(label)}**: ${runsAsMarkdown(runs)}` : startOf(runsAsMarkdown(runs)));
  switch (part.kind) {
    case "heading":
      return `${"#".repeat(part.level)} ${plainOf(part.said)}`;
    case "paragraph":
      return startOf(runsAsMarkdown(part.runs));
    case "labelled":
      return labelled(part);
    case "list":
      return listAsMarkdown(part.items, labelled);
    case "table":
      return tableAsMarkdown(part.columns, part.rows.map((cells) => cells.map(runsAsMarkdown)));
    default:
      throw new Error(part.kind);
  }
}

// An item in another begins where the words of that one begin.
function listAsMarkdown(items, said) {
  let indent = 0;
  return items.map((item) => {
    const sign = item.number === undefined ? "- " : `${item.number}. `;
    if (!item.level) indent = sign.length;
    return `${" ".repeat(item.level ? indent : 0)}${sign}${said(item)}`;
  }).join("\n");
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
