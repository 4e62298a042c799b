"""Mutations of tables on cards, of other rows that cards have, and of the size of cards."""

import re

from .folder import CAMPAIGN, YAML
from .registry import mutation, on_text, quoted, shown

# No table may have more columns than 12, and no card more rows than 200.
COLUMNS = [1, 1, 2, 2, 3, 4, 5, 6, 8, 11, 12]
ROWS = [1, 1, 2, 3, 5, 8, 20]
TOO_MANY = [0, 13, 40, 60, 199, 201]
# Cells that any table may have, and further ones, some of which are refused.
WORDS = ["", "", "a", "7", "+2", "word", "two words", "a line of some six or seven words", "Supercalifragilistic", "x" * 60, "{level}", "**b**"]
CELLS = [
    "", "", " ", "a", "7", "\u22123", "+2", "yes", "word", "two words", "a line of some six or seven words", "Supercalifragilistic",
    "Donaudampfschifffahrtsgesellschaft", "x" * 200, "word " * 60, "**b**", "**b", "*i*", "{level}", "{+level}", "{2d6 + level}",
    "{nosuch}", ":fist:", ":nosuch:", "a | b", "- a", "a\nb", "a\n\nb", "- a\n- b", "1d6", "1/2", "5'10\"", "\u2713", "\u00e9" * 30,
    "i\u0301x", "\u200b", "\u6f22\u5b57", "http://example.org/a/long/address", "<b>x</b>", "~~x~~", "#", "[[x]]", "\\|", "&amp;",
]  # fmt: skip
HEADS = ["", "", "A", "Head", "A head of several words", "Effektivgeschwindigkeit", "W" * 40, "%", "1", "\u2192", "**b**", "{level}", "x" * 121]
# So many of these are taken everywhere.
USUAL = 10
SIZES = [
    "poker", "poker-eu", "bridge", "japanese", "euro", "mini", "mini", "domino", "domino", "square", "tarot", "jumbo", "large", "index",
    "business-eu", "business-us", "half-letter", "40x60mm", "31x120mm", "120x31mm", "25x25mm", "300x300mm", "POKER", "mni",
]  # fmt: skip
# So many of these are sizes that the program takes.
USUAL_SIZES = len(SIZES) - 4
FAMILY = re.compile(r"\bfamily: *([a-z][\w-]*)")
TABLE = re.compile(r"columns: *\[(?P<columns>[^\[\]\n]*)\]")
ROW = re.compile(r"\[(?P<row> *\"[^\[\]\n]*)\]")


def family(folder, system, kind):
    """A family that entries of this kind are of, so that they have cards."""
    for path in folder.files(YAML):
        if path.startswith(f"{system}/{kind}/"):
            found = FAMILY.search(folder.text(path))
            if found:
                return found[1]
    return None


def listed(cells):
    return f"[{', '.join(map(quoted, cells))}]"


def table(rng):
    """A table in one line, most often with as many cells in each row as there are columns."""
    amount = lambda usual: rng.choice(usual if rng.random() < 0.97 else TOO_MANY)
    columns, rows = amount(COLUMNS), amount(ROWS)
    cells = rng.choice([WORDS] * 3 + [CELLS, ["", "a"], ["Supercalifragilistic", "word"], ["", "", "", "x" * 200]])
    width = lambda: columns if rng.random() < 0.97 else rng.choice([0, columns - 1, columns + 1])
    heads = HEADS[:USUAL] if rng.random() < 0.9 else HEADS
    parts = [
        f"columns: {listed(rng.choice(heads) for _ in range(columns))}",
        f"rows: [{', '.join(listed(rng.choice(cells) for _ in range(width())) for _ in range(rows))}]",
    ]
    if rng.random() < 0.4:
        parts.append(f"numeric: [{', '.join(rng.choice(['true', 'false']) for _ in range(width()))}]")
    if rng.random() < 0.2:
        parts.append(f"names_values: {rng.choice(['true', 'false'])}")
    return f"table: {{ {', '.join(parts)} }}"


def block(rng):
    """Any block of a card."""
    is_usual = rng.random() < 0.85
    number = lambda: rng.choice(["1", "3", "12"] if is_usual else ["0", "60", "201", "-1"])
    cell = lambda: quoted(rng.choice([cell for cell in WORDS if cell] if is_usual else CELLS))
    head = lambda: quoted(rng.choice(HEADS[2:USUAL] if is_usual else HEADS))
    facts = lambda: ", ".join(f"{{ label: {head()}, text: {cell()} }}" for _ in range(rng.choice([1, 1, 4, 30])))
    kind = rng.choice(["table"] * 4 + ["heading", "text", "track", "facts", "rulings", "lines"])
    match kind:
        case "table":
            return table(rng)
        case "heading":
            return f"heading: {head()}"
        case "text":
            return f"text: {cell()}"
        case "track":
            return f"track: {{ label: {head()}, boxes: {number()} }}"
        case "facts":
            return f"facts: [{facts()}]"
        case "rulings":
            return f"rulings: {{ question: {cell()}, reading: {cell()}, none: {cell()} }}"
    return f"lines: {number()}"


@mutation(12)
def card_of_blocks(folder, rng):
    """A reference card or an action of its own, with tables and other blocks."""
    system, kind = rng.choice(folder.systems() or ["x"]), rng.choice(["references", "references", "actions"])
    of = family(folder, system, kind)
    if of is None:
        return None
    blocks = [block(rng) for _ in range(rng.choice([1, 1, 2, 4, 12]))]
    name = quoted(rng.choice(HEADS[2:USUAL] if rng.random() < 0.95 else HEADS))
    head = f"format_version: 1\n{kind}:\n  - id: blocks\n    name: {name}\n    family: {of}\n    blocks:\n"
    path = f"{system}/{kind}/blocks.yaml"
    folder.put(path, head + "".join(f"      - {piece}\n" for piece in blocks))
    return f"{path}: {shown('; '.join(blocks), 200)}"


@on_text(5)
def cell_of_table(text, rng):
    """A cell of a table becomes another one, or vanishes."""
    found = list(ROW.finditer(text))
    if not found:
        return None
    match = rng.choice(found)
    cells = re.findall(r"\"(?:[^\"\\]|\\.)*\"", match["row"])
    if not cells:
        return None
    new = quoted(rng.choice(CELLS))
    at = rng.randrange(len(cells))
    cells[at : at + 1] = rng.choice([[new]] * 8 + [[], [new, new]])
    return text[: match.start()] + f"[{', '.join(cells)}]" + text[match.end() :], f"{shown(match[0])}: cell {at + 1} becomes {shown(new)}"


@on_text(3)
def more_columns(text, rng):
    """Every table of a file gets further columns, and so do its rows."""
    if not TABLE.search(text):
        return None
    count, cell, head = rng.choice([1, 2, 4, 8, 11]), quoted(rng.choice(CELLS)), quoted(rng.choice(HEADS))
    more = lambda name, piece: lambda match: f"{match[0][:-1]}, {', '.join([piece] * count)}]"
    return ROW.sub(more("row", cell), TABLE.sub(more("columns", head), text)), f"{count} columns {head[:40]} of {cell[:40]} more"


@mutation(5)
def narrow_cards(folder, rng):
    """The campaign prints on cards of another size, most often a small one."""
    size = rng.choice(SIZES[:USUAL_SIZES] if rng.random() < 0.9 else SIZES)
    text = folder.text(CAMPAIGN) if CAMPAIGN in folder.files(YAML) else "format_version: 1\nrulings: {}\n"
    without = re.sub(r"^card_size:.*\n", "", text, flags=re.MULTILINE)
    folder.put(CAMPAIGN, f"{without.rstrip()}\ncard_size: {size}\n")
    return f"{CAMPAIGN}: cards {size}"
