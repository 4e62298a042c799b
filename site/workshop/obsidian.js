// Notes for Obsidian: Markdown with properties, which are YAML between two lines of hyphens.

// Properties that the program itself reads.
const OWN_PROPERTIES = ["tags", "tag", "aliases", "alias", "cssclasses", "cssclass", "publish", "permalink"];
// Words that YAML reads as something else.
const NO_WORDS = /^(?:y|n|yes|no|true|false|on|off|null)$/i;

// JSON in quotes is YAML, but for characters that YAML wants escaped.
const quoted = (said) => JSON.stringify(said).replace(/[\u007f-\u00a0\u2028\u2029\ufeff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
const inOneLine = (said) => String(said).replace(/\s+/g, " ").trim();
const keyOf = (said) => (/^\p{L}[\p{L}\p{N} _-]*$/u.test(said) && !NO_WORDS.test(said) ? said : quoted(said));
// A whole number is one; all else is words.
function propertyOf(said) {
  const plain = rollable(inOneLine(said));
  return isWhole(plain) ? String(Number(plain.replace("−", "-"))) : quoted(plain);
}

// A note: `kind` says what it is of, and `properties` are labels with what is said of each.
function obsidianNote(system, kind, { id, name, parts }, properties) {
  const title = inOneLine(name);
  const taken = new Set(OWN_PROPERTIES);
  // A sheet says some of them twice.
  const distinct = properties.filter(([label, said], at) => properties.findIndex((one) => one[0] === label && one[1] === said) === at);
  const own = distinct.map(([label, said]) => {
    const plain = inOneLine(label);
    let key = plain;
    for (let number = 2; taken.has(key.toLowerCase()); number += 1) key = `${plain} ${number}`;
    taken.add(key.toLowerCase());
    return `${keyOf(key)}: ${propertyOf(said)}`;
  });
  const aliases = [...new Set([title, id])].filter((one) => one !== noteNameOf(name));
  const head = [...(aliases.length > 0 ? ["aliases:", ...aliases.map((one) => `  - ${quoted(one)}`)] : []), "tags:", `  - ${quoted(`${system}/${kind}`)}`, ...own];
  return `---\n${head.join("\n")}\n---\n\n${markdownOfParts(changedParts(parts, rollable))}\n`;
}

// Names that mean devices on Windows, whatever stands behind a dot.
const DEVICES = /^(?:con|prn|aux|nul|(?:com|lpt)[0-9¹²³])(?= *(?:\.|$))/i;
// What the file of a note is called: links lead to it by this name, in which some signs mean something.
const noteNameOf = (name) => (inOneLine(name).replace(/[\\/:*?"<>|#^[\]\p{Cc}]/gu, "-").replace(/^\.+|\.+$/g, "").slice(0, 100).trim() || "note").replace(DEVICES, "$&-");

// Several notes in one archive, each under a name of its own.
function notesZipped(notes) {
  const taken = new Set();
  return zipped(notes.map(([name, note]) => {
    const plain = noteNameOf(name);
    let free = plain;
    for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${plain} ${number}`;
    taken.add(free.toLowerCase());
    return [`${free}.md`, note];
  }));
}
