"""Mutations toward the very large and the very deep: numbers, texts, lists, nesting, aliases."""

import re

from .folder import YAML
from .raw import block, lines_of
from .registry import inside, is_text, mutation, on_text, on_value, quoted, shown

NUMBERS = [
    "0", "-1", "1", "2", "13", "64", "65", "100", "300", "1000", "2000", "10000", "1000000", "100000000", "1000000000",
    "2147483647", "2147483648", "-2147483648", "4294967296", "9007199254740993", "1000000000000", "9223372036854775807",
    "9223372036854775808", "-9223372036854775808", "18446744073709551616", "1" + "0" * 30, "-1" + "0" * 30, "9" * 400,
    "1e308", "1e400", ".nan", "NaN", ".inf", "-.inf", "0.5", "-0.0", "1.0000001", "1/3", "1_000", "0x10", "0o17", "017",
    "+5", "1e3", "5.", "\u0665", "\uff15",
]  # fmt: skip
LARGE = [
    "100", "2000", "10000", "1000000", "100000000", "1000000000", "1000000000000", "999999999999999999", "-1", "0",
    "10^30", "0.5",
]  # fmt: skip
# Keys that say how many, how often, how long.
AMOUNTS = {
    "points", "least", "most", "count", "entries", "budget", "each_at_most", "free", "further", "ranks", "room", "used",
    "advances", "boxes", "lines", "min", "max", "default", "weight", "times", "tries", "turns", "span", "place",
    "notch", "limit", "carried", "keyword_lines", "blank", "level", "repeats", "roll", "cost",
}  # fmt: skip
# Lines of `creation.yaml`; `N` is a number.
CREATION = [
    'advances: "N"', 'backgrounds: { count: "N", entries: "N" }', 'ranks: { budget: "N", each_at_most: "N" }',
    'secondary: { budget: "N", each_at_most: "N" }', 'traits: { count: "N" }',
    'languages: { free: "N", further: "N", ranks: "N" }', 'load: { carried: "N", limit: "N" }',
    'abilities: { used: "N", room: "N", most: "N" }', 'stats: { roll: "(N)d6" }',
    'stats: { pool: { points: "N", least: "N", most: "N" } }', 'stats: { array: [N, N, N] }',
]  # fmt: skip
LENGTHS = [1_000, 3_000, 10_000, 33_000, 100_000, 300_000]
# What a long text is made of, again and again.
FILLINGS = [
    "word ", "word ", "word ", "wordword", "a ", "W", "\n", "\n\n", "**bold** ", "*a* **b", "{level} ", "{", "{{ ",
    ":fist: ", ":", "[[", "](", "  ", "\u00e9", "\u4e2d", "\u0301", "-", "- a\n", "|", "`", "<b>", "&amp;", "\\", "'",
    "\u00ad", "\u200b", "1d6 + ",
]  # fmt: skip
# What nests in flow form, closed or not.
BRACKETS = [("[", "]"), ("{a: ", "}"), ("[{a: ", "}]"), ("[", ""), ("", "]"), ("? ", ""), ("- ", "")]
TAGS = [
    "!x", "!!binary", "!!str", "!!int", "!!float", "!!null", "!!set", "!!omap", "!<tag:yaml.org,2002:str>", "!", "!!",
    "!e!x", "!<",
]  # fmt: skip
DOCUMENT_MARKS = [
    "%YAML 1.2\n---\n", "%YAML 9.9\n---\n", "%TAG !e! tag:x,2000:\n---\n", "%%\n", "---\n", "...\n", "--- a\n",
    "---\n---\n", "... x\n",
]  # fmt: skip
# A number that stands by itself, in a formula as well.
NUMBER = re.compile(r"(?<!format_version: )(?<![\w#.'-])-?\d+(?![\w.'-])")


@on_text(10)
def extreme_number(text, rng):
    found = list(NUMBER.finditer(text))
    if not found:
        return None
    match, new = rng.choice(found), rng.choice(NUMBERS)
    line = text.count("\n", 0, match.start()) + 1
    return text[: match.start()] + new + text[match.end() :], f"{match[0]} in line {line} becomes {new[:40]}"


@on_value(4, lambda match: match["key"] in AMOUNTS)
def extreme_amount(match, rng):
    """How many of something there are to be: what programs count up to."""
    new = rng.choice(LARGE)
    return quoted(new) if is_text(match["value"]) else new


@mutation(3)
def extreme_creation(folder, rng):
    """Something further, and much of it, for characters that nobody makes by hand."""
    paths = [path for path in folder.files(YAML) if path.endswith("/creation.yaml")]
    if not paths:
        return None
    path, piece = rng.choice(paths), rng.choice(CREATION)
    while "N" in piece:
        piece = piece.replace("N", rng.choice([*LARGE, "1", "level"]), 1)
    text = folder.text(path)
    key = piece.split(":")[0]
    folder.put(path, "".join(line for line in lines_of(text) if not line.startswith(f"{key}:")) + f"{piece}\n")
    return f"{path}: {piece}"


@on_text(1)
def extreme_numbers(text, rng):
    """Every number of a file at once."""
    new = rng.choice(NUMBERS)
    return NUMBER.sub(new, text), f"every number becomes {new[:40]}"


@on_value(6, lambda match: is_text(match["value"]))
def long_text(match, rng):
    filling, length = rng.choice(FILLINGS), rng.choice(LENGTHS)
    piece = (filling * (length // len(filling) + 1))[:length]
    return quoted(rng.choice([piece, f"{inside(match['value'])} {piece}"]))


@on_value(1, lambda match: match["key"] in ("id", "name", "title", "label", "abbr", "unit", "rule", "type_line"))
def long_name(match, rng):
    return quoted(rng.choice(["n" * 80, "name " * 20, "n" * 1000, "name " * 8000, "n-" * 150]))


@on_text(1)
def long_line(text, rng):
    """A line that is so long that no excerpt can show all of it."""
    lines = lines_of(text)
    if not lines:
        return None
    at, length = rng.randrange(len(lines)), rng.choice(LENGTHS)
    piece = rng.choice([" " * length, "  # " + "x" * length])
    lines[at] = lines[at].rstrip("\n") + piece + "\n"
    return "".join(lines), f"line {at + 1} is {length} signs longer"


@on_text(4)
def many_rows(text, rng):
    """A table gets its first row again and again."""
    found = list(re.finditer(r"rows:\s*\[\s*(?P<row>\[[^\[\]]*\])|rows:\n(?P<line>\s*- \[.*\]\n)", text))
    if not found:
        return None
    match, count = rng.choice(found), rng.choice([50, 200, 2000, 20_000])
    row = match["row"] + ", " if match["row"] else match["line"]
    at = match.start("row") if match["row"] else match.start("line")
    return text[:at] + row * count + text[at:], f"{count} rows more in a table"


@on_text(3)
def long_list(text, rng):
    """A list in one line gets its items again and again."""
    found = list(re.finditer(r"\[ *(?P<items>[^\[\]{}\n]+)\]", text))
    if not found:
        return None
    match, count = rng.choice(found), rng.choice([2, 40, 300, 2000, 20_000, 100_000])
    items = ", ".join([match["items"].strip()] * count)[:3_000_000]
    return text[: match.start("items")] + items + text[match.end("items") :], f"{shown(match[0])} {count} times"


@on_text(5)
def many_entries(text, rng):
    """An entry stands there again and again, each time with an id of its own."""
    flow = list(re.finditer(r"(?P<entry>\{ *id: *[a-z][^{}\n]*\})", text))
    lines = lines_of(text)
    blocks = [at for at, line in enumerate(lines) if re.match(r" *- (\{ *)?id: *[a-z][\w-]*", line)]
    count = rng.choice([5, 30, 200, 1000, 3000])
    if flow and (not blocks or rng.random() < 0.5):
        match = rng.choice(flow)
        copies = ", ".join(renamed(match["entry"], n) for n in range(count)) + ", "
        line_start = text.rfind("\n", 0, match.start()) + 1
        if text[line_start : match.start()].strip() == "-":
            lead = text[line_start : match.start()]
            copies = "".join(f"{renamed(match['entry'], n)}\n{lead}" for n in range(count))
        return text[: match.start()] + copies + text[match.start() :], f"{count} more of {match['entry'][:50]}"
    if not blocks:
        return None
    at = rng.choice(blocks)
    entry = "".join(lines[at : block(lines, at)])
    if len(entry) * count > 3_000_000:
        return None
    copies = "".join(renamed(entry, n) for n in range(count))
    return "".join(lines[:at]) + copies + "".join(lines[at:]), f"{count} more of the entry at line {at + 1}"


def renamed(entry, number):
    """A copy of an entry with another id."""
    return re.sub(r"\bid: *([a-z][\w-]*)", rf"id: \g<1>{number}", entry, count=1)


@on_text(1)
def many_keys(text, rng):
    """A mapping, or the file, gets thousands of keys."""
    count = rng.choice([100, 2000, 20_000, 150_000])
    keys = [f"k{n}: {n % 7}" for n in range(count)]
    found = list(re.finditer(r":[ ]*\{", text))
    if found and rng.random() < 0.7:
        at = rng.choice(found).end()
        return text[:at] + " " + ", ".join(keys) + ", " + text[at:], f"{count} keys in a mapping"
    return text + "\n" + "\n".join(keys) + "\n", f"{count} keys at the end"


@on_value(2)
def deep_nesting(match, rng):
    depth = rng.choice([10, 31, 33, 100, 1000, 30_000, 500_000])
    opening, closing = rng.choice(BRACKETS)
    return opening * depth + match["value"].rstrip() + closing * depth


@on_text(1)
def deep_blocks(text, rng):
    depth = rng.choice([10, 33, 300, 1000])
    indent, step = rng.choice([(1, "a:\n"), (4, "- a:\n"), (2, "-\n")])
    return text + "".join(" " * (indent * n) + step for n in range(depth)), f"{depth} blocks inside one another"


@on_text(2)
def aliases(text, rng):
    """Anchors and aliases: one, undefined ones, one inside itself, and lists of lists of lists of them."""
    kind = rng.choice(["one", "undefined", "itself", "laughs", "chain", "many", "twice"])
    match kind:
        case "one" | "undefined" | "twice":
            spots = [m.end() for m in re.finditer(r": (?=[\w\"\[{])", text)]
            if len(spots) < 2:
                return None
            here, there = sorted(rng.sample(spots, 2))
            end = re.compile(r"\"[^\"\n]*\"|[^,\n}\]]*").match(text, there).end()
            changed = text[:there] + "*mark" + text[end:]
            if kind != "undefined":
                changed = changed[:here] + "&mark " * (2 if kind == "twice" else 1) + changed[here:]
            return changed, f"an alias, {kind}"
        case "itself":
            return text + "\nloop: &loop [*loop, *loop]\n", "a list that holds itself"
        case "laughs":
            width, depth = rng.choice([(2, 30), (9, 9), (100, 4), (3, 5)])
            lines = ["\nl0: &l0 [lol]"]
            lines += [f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * width)}]" for n in range(1, depth)]
            return text + "\n".join(lines) + "\n", f"{width} aliases in each of {depth} lists"
        case "chain":
            count = rng.choice([50, 5000])
            links = "".join(f"c{n}: &c{n} [*c{n - 1}]\n" for n in range(1, count))
            return f"{text}\nc0: &c0 x\n{links}", f"a chain of {count} aliases"
        case _:
            count = rng.choice([99, 1001, 50_000])
            return text + "\nmany: [&a x" + ", *a" * count + "]\n", f"{count} aliases"


@on_value(2)
def tag(match, rng):
    word = rng.choice(TAGS)
    return f"{word} {match['value']}" if rng.random() < 0.8 else f"{word}\n      {match['value']}"


@on_text(1)
def merge_key(text, rng):
    where = [m.end() for m in re.finditer(r"\{ *", text)]
    if not where:
        return None
    at = rng.choice(where)
    piece = rng.choice(["<<: {a: 1}, ", "<<: *base, ", "<<: [], ", "<<: null, ", "<<: &x {<<: *x}, "])
    return text[:at] + piece + text[at:], f"{piece}put in"


@on_text(1.5)
def document_marks(text, rng):
    """Directives, several documents, ends of documents."""
    lines = lines_of(text)
    piece = rng.choice(DOCUMENT_MARKS)
    at = rng.choice([0, 0, rng.randint(0, len(lines)), len(lines)])
    return "".join(lines[:at]) + piece + "".join(lines[at:]), f"{piece!r} before line {at + 1}"


@on_value(2, lambda match: is_text(match["value"]))
def block_scalar(match, rng):
    """The value as a block, indented and ended in many ways."""
    head = rng.choice(["|", ">", "|-", ">-", "|+", ">+", "|2", ">9", "|0", "|-9", ">2-", "|x", "| # c"])
    space = " " * rng.choice([0, 1, 8, 12, 60])
    return f"{head}\n{space}{inside(match['value'])}\n{space}{rng.choice(['', 'more', '  deeper', '# no comment'])}\n"


@mutation(2)
def many_files(folder, rng):
    """A file stands there again and again, each time with an id of its own."""
    small = [path for path in folder.files(YAML) if path.count("/") >= 2 and len(folder.entries[path]) < 20_000]
    if not small:
        return None
    path, count = rng.choice(small), rng.choice([5, 20, 100])
    text, stem = folder.text(path), path.rsplit(".", 1)[0]
    for number in range(count):
        folder.put(f"{stem}{number}.yaml", renamed(text, number))
    return f"{count} more of {path}"


@mutation(1)
def large_file(folder, rng):
    """A file that comes near to the largest size, or goes beyond."""
    path, size = folder.pick(rng), rng.choice([1_000_000, 4_000_000, 4_200_000, 9_000_000])
    if path is None:
        return None
    piece = rng.choice([b"# comment\n", b" ", b"\n", b"x", b"- a\n", b"a: b\n"])
    folder.entries[path] += piece * (size // len(piece))
    return f"{path}: {size} bytes of {piece!r} at the end"


@on_value(2, lambda match: match["value"].rstrip().isdigit())
def any_number(match, rng):
    return str(rng.choice([rng.randint(-20, 200), rng.randint(-(10**6), 10**6), rng.randint(-(2**70), 2**70)]))
