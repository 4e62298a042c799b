"""Words that occur nowhere else, planted in the texts of cards: each is printed, or a finding or a note names it."""

import html
import json
import re
import shutil
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from .folder import YAML
from .program import run
from .registry import pairs, quoted
from .tables import SIZES, USUAL_SIZES, family
from .verdict import DONE, Fault

# Of so many folders one has such words.
EVERY = 20
PDF = "out/words.pdf"
# Texts with marks: around the word stand marks that are read, are warned of or are printed as typed, and none that is refused.
FRAMES = [
    "{}", "{}", "{}", "**{}**", "*{}*", "***{}***", "**{}", "*{}", "{}**", "{}*", "**{}*", "a*{}*b", "2*{}*3", "({}*2)+(y*3)", "{} * 2",
    "~~{}~~", "~~{}", "`{}`", "``{}``", "_{}_", "__{}__", "<b>{}</b>", "<i>{}", "<{}>", "[{}]", "[{}](x)", "[^{}]", "\\*{}\\*", "\\{{{}\\}}",
    "\\[{}\\]", "\\\\{}", "\\<{}\\>", "{{+level}} {}", "+{{level}} {}", "({{+level}}) {}", "\u2212{{level}}{}", "{}'s", "'{}'", "''{}''", "'{}",
    "\"{}\"", "\"{}", "5'10\" {}", "{}'", "{}\"", "6\"{}", "({})", "[{}", "{}]", "{}--{}", "...{}...", "{}...", "&amp;{}", "&{};", "&{}", "#{}",
    "a #{}", "a # {}", "@{}", "${}$", "$({})", "^{}^", "%{}%", "/{}/", "//{}//", "/* {} */", "{}:", "::{}", "a: {}", "- {}", "* {}", "+ {}",
    "1. {}", "1) {}", "> {}", "# {}", "## {}", "| {} | b |", "- [x] {}", "- [ ] {}", "--- {}", "{}\n---", "{}\n===", "a\nb {}", "a\n\n{}",
    "a  \n{}", "\n{}", "{}\n", "a\\\n{}", "- a\n- {}", "- a\n  - {}", "- a\n\n  {}", "- a\n{}", "1. a\n2. {}", "1. a\n   - {}", "9. a\n1. {}",
    "a\n- b {}", "a\n\n- b\n- {}\n\nc", "- a\n    - {}", "- a\n  - b\n    - {}", "-\n- {}", "- {}\n\n\n- {}", "    {}", "\t{}", "```\n{}\n```",
    "| a |\n|---|\n| {} |", "a\u030a{}", "{}e\u0301", "\u00e9{}", "\u200b{}\u200b", "a\u00ad{}", "{}\u00a0b", "\u2028{}", "{}\u3000{}", "x" * 90 + "{}",
    "{}" + "x" * 90, "{}-" * 12, "{}/" * 12, "a/b/c/d/e/f/g/{}", "http://example.org/{}", "\ufb01{}",
]  # fmt: skip
# Texts of one line without marks.
PLAIN = ["{}", "{}", "{}", "{} & b", "{}/b", "{}'s", "\"{}\"", "({})", "{} #2", "#{}", "{}: b", "a\u030a{}", "\u200b{}", "{}-{}", "{}" + "x" * 60, "a" * 60 + "{}", "1. {}", "- {}"]
# What stands around a word in a cell.
CELLS = ["{}", "{}", "**{}**", "{} and several words more", "a word that stands before {}", "{}" + "x" * 50, "x" * 50 + "{}", "{{level}} {}", "*{}", "{}/{}/{}", "\"{}\""]
BLANKS = ["", "", "7", "a", "yes", "{level}"]
# Between these signs a word goes on in the next line.
BROKEN = re.compile("[\u00ad\u2010-]\\s*\\n\\s*|\u00ad\\s*")
NO_WIDTH = re.compile("[\u200b-\u200f\u2060\ufeff\u034f\u061c]")
# A note of cards that go on names words that it does not lose.
GOES_ON = re.compile(r"^note: .*(continues on|shrunk|would fit).*$", re.MULTILINE)
TAGS = re.compile(r"<(script|style)\b.*?</\1>|<[^>]+>", re.DOTALL)
# Dots, dashes and quotes of texts are other signs in print; words have letters and figures alone.
WORD = "Qzx{}wv"
# Where a table is too wide for a card, its rows become lists, each under its first cell.
LEADING_HEAD, EMPTY_HEAD = "head of a column that begins rows", "head of an empty column"


@dataclass(frozen=True)
class Planted:
    """A word, and where it stands, in words."""

    word: str
    where: str


class Planter:
    """Makes words and texts around them."""

    def __init__(self, rng):
        self.rng, self.planted = rng, []

    def text(self, frames, where):
        """A text with a new word in it."""
        frame = self.rng.choice(frames)
        word = WORD.format(len(self.planted))
        self.planted.append(Planted(word, f"{where}: {frame[:30]!a}"))
        return filled(frame, word)

    def plain(self, where):
        return quoted(self.text(PLAIN, where))

    def unit(self, where):
        """A short text: what is too long for its place there is an error."""
        return quoted(self.text(["{}"], where))

    def marks(self, where):
        """A text of one line or more with a word in it."""
        return quoted(self.text(FRAMES, where))

    def lines(self, depth, where):
        """A list as a block, each item of which has a word."""
        rng = self.rng
        marks = rng.choice(["-", "*", "1."])
        pieces = [self.text(["{}", "Words before {}:"], where)] if rng.random() < 0.7 else []
        for _ in range(rng.choice([1, 2, 3, 6])):
            pieces.append(f"{marks} {self.text(['{}', '**{}** and more', '{} {{level}}', '*{}', '~~{}~~'], where)}")
            if rng.random() < 0.4:
                pieces.append(f"  {rng.choice(['-', '*', '1.'])} {self.text(['{}', '{} below'], f'{where}, nested')}")
        if rng.random() < 0.4:
            pieces += ["", self.text(["{} behind"], where)]
        return "|\n" + "\n".join(f"{' ' * depth}{piece}" if piece else "" for piece in pieces)

    def table(self):
        """A table of a line for each row."""
        rng = self.rng
        columns, rows = rng.choice([1, 2, 2, 3, 4, 6, 9, 12]), rng.choice([1, 2, 4, 9])
        cell = lambda: self.text(CELLS, "cell") if rng.random() < 0.4 else rng.choice(BLANKS)
        cells = [[cell() for _ in range(columns)] for _ in range(rows)]
        heads = [self.plain(place_of_head(cells, number)) if rng.random() < 0.6 else '"A"' for number in range(columns)]
        lines = "".join(f"            - [{', '.join(map(quoted, row))}]\n" for row in cells)
        numeric = f"          numeric: [{', '.join(rng.choice(['true', 'false']) for _ in range(columns))}]\n" if rng.random() < 0.3 else ""
        return f"table:\n          columns: [{', '.join(heads)}]\n{numeric}          rows:\n{lines}"

    def block(self):
        kind = self.rng.choice(["table", "table", "text", "list", "list", "heading", "facts", "track"])
        match kind:
            case "table":
                return self.table()
            case "text":
                return f"text: {self.marks('block of text')}\n"
            case "list":
                return f"text: {self.lines(10, 'list in a block')}\n"
            case "heading":
                return f"heading: {self.plain('heading')}\n"
            case "track":
                return f"track: {{ label: {self.plain('label of a track')}, boxes: 4 }}\n"
        return f"facts:\n          - {{ label: {self.plain('label of a fact')}, text: {self.marks('fact')} }}\n"

    def entry(self, name, family, is_reference):
        """A card with words in all that it may have; reference cards have neither figures nor costs."""
        rng = self.rng
        lines = [f"  - id: {name}", f"    name: {self.plain('name')}", f"    family: {family}", '    summary: "In short."']
        if rng.random() < 0.4:
            lines.append(f"    type_line: {self.plain('line of the type')}")
        if rng.random() < 0.4:
            lines.append(f"    text: {self.lines(6, 'list in a text')}")
        elif rng.random() < 0.8:
            lines.append(f"    text: {self.marks('text')}")
        if rng.random() < 0.4:
            lines.append("    facts:")
            lines += [f"      - {{ label: {self.plain('label of a fact')}, text: {self.marks('fact')} }}" for _ in range(rng.choice([1, 3]))]
        if rng.random() < 0.4 and not is_reference:
            lines.append("    values:")
            value = f"label: {self.plain('label of a value')}, formula: \"2d6\", note: {self.plain('note of a value')}"
            lines.append(f"      - {{ id: figure, {value}, unit: {self.unit('unit of a value')} }}")
        if rng.random() < 0.4:
            lines.append("    outcomes:")
            outcomes = (f"on: {on}, label: {self.plain('label of an outcome')}, text: {self.marks('outcome')}" for on in ("success", "failure"))
            lines += [f"      - {{ {outcome} }}" for outcome in outcomes]
        if rng.random() < 0.3:
            lines.append(f"    reaction: {self.marks('reaction')}")
        # Seven letters seldom fit into the corner of a card.
        if rng.random() < 0.05 and not is_reference:
            lines += [f'    cost: "2"\n    cost_unit: {self.unit("unit of a cost")}']
        if rng.random() < 0.7:
            blocks = (self.block() for _ in range(rng.choice([1, 2, 3])))
            lines.append("    blocks:\n" + "".join(f"      - {block}" for block in blocks).rstrip("\n"))
        return "\n".join(lines) + "\n"


def place_of_head(cells, number):
    """Which head of a column it is: whether its cells are empty, or the first in their rows that are not."""
    if not any(row[number] for row in cells):
        return EMPTY_HEAD
    return "head of a column" if any(row[number] and any(row[:number]) for row in cells) else LEADING_HEAD


def filled(frame, word):
    """The frame with the word in its places; braces that are meant stand twice in it."""
    return frame.replace("{{", "\0").replace("}}", "\1").replace("{}", word).replace("\0", "{").replace("\1", "}")


def plant(folder, rng):
    """Puts cards with planted words into a game, and a few words into texts of cards that it has. Returns all words."""
    systems = folder.systems()
    if not systems:
        return []
    system, planter = rng.choice(systems), Planter(rng)
    values = folder.numbers()
    known = lambda text: re.sub(r"\{(\+?)level\}", lambda match: f"{{{match[1]}{rng.choice(values)}}}", text)
    for kind in ("references", "actions"):
        of = family(folder, system, kind)
        if of:
            entries = "".join(planter.entry(f"planted-{kind}-{number}", of, kind == "references") for number in range(rng.choice([1, 2, 3])))
            folder.put(f"{system}/{kind}/planted.yaml", known(f"format_version: 1\n{kind}:\n{entries}"))
    for path in folder.files(YAML):
        if re.match(rf"{re.escape(system)}/(actions|references)/(?!planted)", path) and rng.random() < 0.5:
            put_behind_text(folder, path, planter)
    return planter.planted


def put_behind_text(folder, path, planter):
    """A word at the end of a text that a card of the game has, in quotes or without."""
    text = folder.text(path)
    found = pairs(text, lambda match: match["key"] == "text" and match["value"].startswith('"') and len(match["value"]) > 6)
    if found:
        match = planter.rng.choice(found)
        new = match["value"][:-1] + quoted(" " + planter.text(["{}", "**{}**", "*{}", "~~{}~~"], f"text of {path}"))[1:]
        folder.put(path, text[: match.start("value")] + new + text[match.end("value") :])


def prints(folder, rng):
    """The commands that print the cards of every game of the folder."""
    flags = [] if rng.random() < 0.5 else ["--size", rng.choice(SIZES[:USUAL_SIZES])]
    flags += rng.choice([[], [], [], ["--accessible"], ["--ink", "saver"], ["--fill-last-sheet"]])
    return ["cards", folder.systems()[0], *flags, "-o", PDF, "--content", "content"]


def reader():
    """The program that reads PDFs; without it no word is looked for."""
    return shutil.which("pdftotext")


def plain_form(text):
    """A text as words are looked for in it: letters and their marks as one, lines rejoined, nothing without width."""
    return BROKEN.sub("", unicodedata.normalize("NFC", NO_WIDTH.sub("", text))).casefold()


def text_of_pdf(threads):
    """The text of the printed cards, in the order of the page and in that of the file."""
    read = [run(reader(), [*order, PDF, "-"], threads) for order in ([], ["-raw"])]
    return "\n".join(each.stdout.decode("utf-8", "replace") for each in read)


def text_of_json(run):
    found = []

    def collect(part):
        match part:
            case str():
                found.append(part)
            case list():
                for inner in part:
                    collect(inner)
            case dict():
                for inner in part.values():
                    collect(inner)

    collect(json.loads(run.stdout))
    return "\n".join(found)


def text_of_pages(out):
    """The text of all pages of a site."""
    paths = sorted(Path(out, "site").rglob("*.html"))
    pages = (path.read_text(encoding="utf-8") for path in paths)
    return "\n".join(html.unescape(TAGS.sub("", page)) for page in pages)


def in_parts(word, text):
    """Whether a word goes on in another line, without a hyphen as very long ones do, or behind lines of another cell."""
    halves = ((word[:at], word[at:]) for at in range(1, len(word)))
    return any(re.search(rf"{head}[\u00ad\u2010-]?\s*\n", text) and re.search(rf"^\W*{tail}", text, re.MULTILINE) for head, tail in halves)


def lost(planted, printed, text, where):
    """Faults for the words that neither the text nor what the run said has, and how many the run named."""
    if printed.code != DONE:
        return [], 0
    said = GOES_ON.sub("", printed.stderr.decode("utf-8", "replace")).casefold()
    form, whole = plain_form(text), text.casefold()
    found, named = [], 0
    for each in planted:
        word = each.word.casefold()
        if word in form or in_parts(word, whole):
            continue
        if word in said:
            named += 1
        else:
            place = each.where.split(":")[0]
            found.append(Fault(f"a word is lost in {where}: {place}", f"{each.word}, {each.where}"))
    return found, named
