"""Mutations of keys and values: names that are not there, types that do not fit, values where others belong."""

import re

from .folder import YAML
from .raw import block, lines_of
from .registry import inside, is_text, mutation, on_text, on_value, pairs, quoted, replace

WORDS = ["level", "name", "if", "and", "not", "true", "rolled", "band", "against", "ruling", "sum", "d6", "name", "id"]
# Ids that clash with something, are no ids at all, or want to be paths.
STRANGE_IDS = [
    *WORDS, "", " ", "-", "--", "_", "a b", "A", "1", "1d6", "a--b", "-a", "a-", "a/b", "..", "../x", "/etc", "con",
    "a.b", "a'b", "\\", "%2e", "a:b", "#", "index", "search", "assets", "é", "日本", "ⅳ", "a" * 64, "a" * 256,
    "b-" * 40_000, "null", "~", "yes",
]  # fmt: skip
# What stands in for a value of another type.
OTHER_TYPES = [
    "", "null", "~", "true", "false", "yes", "0", "7", "-1", "1.5", ".nan", '""', "' '", '"x"', "[]", "{}", "[[]]",
    "[null]", "[1, 2]", "[a, [b, {c: d}]]", "{a: 1}", "{a: {b: [c]}}", "{id: x}", "[{id: x}, {id: x}]", "2024-01-01",
    "12:30:45", "0x1F", "|\n", ">-\n", "?", "-", "- a", "a: b", "{a}", "[a}", "&a", "*a", "!!str", "@x", "`x`", "%x",
    "'", '"', '"\\q"', "'it''s'", "[,]", "{,}", "{:}", "[a b: c]",
]  # fmt: skip
# Keys that no entry knows, or that YAML reads as something else than a word.
ODD_KEYS = [
    "x", "nmae", "formula", "id", "when", "1", "true", "null", "~", "<<", '""', '"a b"', "[a]", "{a: b}", "? [a]",
    "Name", "NAME", "na me", "n\u00e4me", "name\u200b", "\u00a0name", "*a", "&a name", "!!str name", "-", "k" * 2000,
]  # fmt: skip
COLORS = ["#000", "#00000000", "#gggggg", "#", "1f1c1a", "red", "#FDF8F1", "#fdf8f1", "rgb(1,2,3)", "#12345\u0661", "", "#000000"]
ID = re.compile(r"\bid: *(?P<value>[a-z][\w-]*)")


def whole_pair(text, match):
    """A pair with what separates it from the next one in its flow mapping, or with its line."""
    start, end = match.span()
    line_start = text.rfind("\n", 0, start) + 1
    if text[line_start:start].strip(" -") == "" and text[end : end + 1] in ("\n", ""):
        return line_start, end + 1
    tail = re.compile(r"\s*,\s*").match(text, end)
    return start, tail.end() if tail else end


@on_text(2)
def remove_pair(text, rng):
    found = pairs(text)
    if not found:
        return None
    match = rng.choice(found)
    start, end = whole_pair(text, match)
    return text[:start] + text[end:], f"`{match['key']}` taken out"


@on_text(1.5)
def duplicate_pair(text, rng):
    found = pairs(text)
    if not found:
        return None
    match = rng.choice(found)
    start, end = whole_pair(text, match)
    piece = text[start:end]
    if "\n" not in piece and not piece.rstrip().endswith(","):
        piece = f", {piece}"
    return text[:end] + piece + text[end:], f"`{match['key']}` twice"


@on_text(1.5)
def move_pair(text, rng):
    found = pairs(text)
    if len(found) < 2:
        return None
    match, other = rng.sample(found, 2)
    pair = f"{match[0]}, "
    at = other.start()
    return text[:at] + pair + text[at:], f"`{match['key']}` also in front of `{other['key']}`"


def keys(text):
    return list(re.finditer(r"(?<![\w-])(?P<key>[A-Za-z_][\w-]*)(?=:(?:[ \n]|$))", text))


@on_text(2)
def rename_key(text, rng):
    found = keys(text)
    if not found:
        return None
    match = rng.choice(found)
    new = rng.choice([rng.choice(found)["key"], rng.choice(ODD_KEYS)])
    return text[: match.start()] + new + text[match.end() :], f"the key `{match[0]}` becomes `{new[:40]}`"


@on_text(2)
def mistype_key(text, rng):
    found = keys(text)
    if not found:
        return None
    match = rng.choice(found)
    key = match[0]
    at = rng.randrange(len(key))
    new = rng.choice([key[:at] + key[at + 1 :], key[:at] + key[at:] * 2, f"{key[:at]}x{key[at:]}", key.upper()])
    return text[: match.start()] + new + text[match.end() :], f"the key `{key}` becomes `{new}`"


@on_text(1.5)
def unknown_key(text, rng):
    found = pairs(text)
    if not found:
        return None
    match, key = rng.choice(found), rng.choice(ODD_KEYS)
    at = match.start()
    return f"{text[:at]}{key}: {rng.choice(OTHER_TYPES)}, {text[at:]}", f"`{key[:40]}` put in"


@on_text(1)
def nothing_below_key(text, rng):
    """A key whose block is gone, so that its value is null."""
    lines = lines_of(text)
    heads = [at for at, line in enumerate(lines) if line.rstrip().endswith(":")]
    if not heads:
        return None
    at = rng.choice(heads)
    return "".join(lines[: at + 1] + lines[block(lines, at) :]), f"nothing below line {at + 1}"


@on_value(2)
def null_value(match, rng):
    return rng.choice(["null", "~", ""])


@on_value(4)
def other_type(match, rng):
    return rng.choice(OTHER_TYPES)


@on_value(1, lambda match: inside(match["value"]).startswith("#"))
def other_color(match, rng):
    return quoted(rng.choice(COLORS))


@on_value(1)
def in_list(match, rng):
    value = match["value"].rstrip()
    return rng.choice([f"[{value}]", f"{{ a: {value} }}", f"[{value}, {value}]", f"[[{value}]]"])


@on_value(1, lambda match: not is_text(match["value"]))
def as_text(match, rng):
    return quoted(match["value"].rstrip())


@on_value(1, lambda match: is_text(match["value"]))
def as_plain(match, rng):
    return inside(match["value"])


@on_text(6)
def swap_values(text, rng):
    """The value of one pair goes to another, of the same key half of the time."""
    found = pairs(text)
    if len(found) < 2:
        return None
    match = rng.choice(found)
    alike = [other for other in found if other["key"] == match["key"] and other["value"] != match["value"]]
    other = rng.choice(alike if alike and rng.random() < 0.5 else found)
    return replace(text, match, other["value"].rstrip()), f"`{match['key']}` takes {other['value'][:60]}"


@mutation(3)
def dangling_id(folder, rng):
    """An entry is called something else, and what refers to it does not know."""
    path = folder.pick(rng, YAML)
    found = list(ID.finditer(folder.text(path))) if path else []
    if not found:
        return None
    match = rng.choice(found)
    old, strange = match["value"], rng.choice(STRANGE_IDS)
    new = rng.choice([old + "x", old[:-1] or "x", strange, quoted(strange)])
    folder.put(path, replace(folder.text(path), match, new))
    return f"{path}: the id {old} becomes {new[:40]}"


@mutation(3)
def same_id(folder, rng):
    """An entry is called as another one, of its file or of any."""
    path, other = folder.pick(rng, YAML), folder.pick(rng, YAML)
    if not path or not other:
        return None
    here, there = list(ID.finditer(folder.text(path))), ID.findall(folder.text(rng.choice([path, other])))
    if not here or not there:
        return None
    match, new = rng.choice(here), rng.choice(there)
    folder.put(path, replace(folder.text(path), match, new))
    return f"{path}: the id {match['value']} becomes {new}"


@mutation(3)
def other_reference(folder, rng):
    """A word that is an id somewhere becomes another id."""
    names = folder.names()
    path = folder.pick(rng, YAML)
    if not names or not path:
        return None
    known = set(names)
    found = [match for match in re.finditer(r"(?<![\w-])[a-z][\w-]*(?![\w:-])", folder.text(path)) if match[0] in known]
    if not found:
        return None
    match, new = rng.choice(found), rng.choice(names)
    text = folder.text(path)
    folder.put(path, text[: match.start()] + new + text[match.end() :])
    return f"{path}: {match[0]} becomes {new}"
