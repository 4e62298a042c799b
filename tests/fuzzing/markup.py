"""Mutations of the texts of cards: marks around words, lists, formulas with signs, letters in parts, and what YAML cuts off."""

import re
import unicodedata

from .folder import YAML
from .registry import inside, is_text, mutation, on_text, on_value, pairs, quoted, shown

# Keys of texts that stand on cards, or beside them.
TEXT_KEYS = {"text", "reaction", "extra_text", "description", "note", "details", "portrait", "target"}
# What encloses a word. Some of these are refused, most are warnings, and some are read.
FRAMES = [
    "**{}", "{}**", "*{}", "{}*", "***{}**", "**{}*", "*{}**", "** {} **", "**{}\\*\\*", "_{}_", "__{}__", "~~{}~~", "~~{}",
    "`{}`", "``{}`", "<b>{}</b>", "<b>{}", "{}</b>", "<{}>", "<{}/>", "<br>{}", "<!-- {} -->", "<!--{}", "{}-->", "<!{}>", "<?{}?>",
    "&{};", "&amp;{}", "&#{};", "[{}]", "[{}](x)", "[{}][x]", "[^{}]", "![{}](x.png)", "[[{}]]", "[ ] {}", "^{}^", "=={}==", "||{}||",
    "\\{}", "\\*{}\\*", "\\\\*{}*", "\\{{{}\\}}", "\\<{}\\>", ":{}:", ": {} :", "@{}", "#{}", " #{}", " # {}", "${}$", "$({})", "%{}%",
    "2*{}*3", "({}*2)+(y*3)", "{}*", "{} * 2", "* {}", "*{} *", "{}'s", "'{}'", "''{}''", "\"{}\"", "5'10\" {}", "{}'", "{}\"", "6\"{}",
    "{}--{}", "...{}...", "- {}", "1. {}", "> {}", "| {} |", "## {}", "{}\\", "{}\\\n", "{}  \n", "\t{}", "{}\n===", "{}\n---", "```{}",
]  # fmt: skip
# Lines of a text; `@` is its first words.
LISTS = [
    "- @\n- b", "* @\n* b", "+ @\n+ b", "1. @\n2. b", "1) @\n2) b", "0. @", "9. @\n1. b\n", "999999999999. @", "a. @\nb. b", "- @",
    "@\n- b\n- c", "@\n\n- b\n\n\n- c", "- @\nb", "- @\n  b", "-\n- @", "- \n- @", "-@\n-b", "- @\n  - b\n    - c\n      - d", "- @\n - b",
    "1. @\n  - b\n2. c", "1. @\n   1. b\n   2. c", "- @\n  1. b\n  1. c", "- @\n\t- b", "- [x] @\n- [ ] b", "- - @", "- 1. @", "1. - @",
    "- @\n\n  b\n\n- c", "- **@\n- b**", "- *@*\n- {level}", "- @:\n- :fist:", "• @\n• b", "– @\n– b", "- @\n\n1. b\n\n* c", "@\n1. b",
    "> - @\n> - b", "- > @", "- | @ |", "- ## @", "- ```\n  @", "@ - b - c", "- @\n" * 40, "1. @\n" * 120, "- " * 40 + "@", "  - @\n- b",
]  # fmt: skip
# Formulas in a text; `N` is a value of the game.
FORMULAS = [
    "{+N}", "+{N}", "+{+N}", "{-N}", "-{N}", "\u2212{N}", "{+N}{+N}", "{+0}", "{+-3}", "{+0 - N}", "{+1/2}", "{+2d6}", "{+2d6 + N}",
    "-{2d6}", "{ + N }", "{++N}", "{+}", "{+ruling.x}", "{+N|terms}", "{N|}", "{N|nosuch}", "{{N}}", "{{+N}}", "{N", "N}", "{}", "{+'x'}",
    "({+N})", "{N}*{N}", "2*{N}*3", "{N}x{N}", "{N}%", "{N}'", "{N}\"", "{N}.{N}", "{N}:{N}", "{+N} / {+N}", "1{N}", "{N}1", "d{N}",
    "\\{N}", "{N\\}", "**{+N}**", "*{N}", "{**N**}", "{if(N > 1, 'a', 'b')}", "{N/0}", "{+if(N > 1, N, 0 - N)}", "{N}d6", "~{N}~",
]  # fmt: skip
INVISIBLE = ["\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u034f", "\ufe0f", "\u200e", "\u200f", "\u061c", "\u180e"]
# Signs that turn the direction of what follows, closed and not.
DIRECTIONS = ["\u202a{}\u202c", "\u202b{}\u202c", "\u202d{}", "\u202e{}\u202c", "\u2066{}\u2069", "\u2067{}", "\u2068{}\u2069", "{}\u2069"]
MARKS = ["\u0301", "\u0308", "\u030a", "\u0327", "\u0338", "\u20d7", "\u0301\u0323", "\u035c", "\u0489", "\u064b", "\u05b0", "\u3099"]
LONG = ["x" * 60, "x" * 400, "Donaudampfschifffahrt" * 8, "a/" * 60, "a-" * 60, "1" * 60, "1d6+" * 40, "\u6f22" * 60, "i\u0301" * 80, "@" * 90]
WORD = re.compile(r"[^\W\d_]{2,}")


def is_card_text(match):
    return is_text(match["value"]) and match["key"] in TEXT_KEYS


def around_word(text, frame, rng):
    """The text with a frame around one of its words, or around all of it."""
    found = list(WORD.finditer(text))
    if not found:
        return frame.replace("{}", text)
    match = rng.choice(found)
    return text[: match.start()] + frame.replace("{}", match[0]) + text[match.end() :]


@on_value(10, is_card_text)
def frame_word(match, rng):
    """Marks of this program and of others around a word of a text."""
    text = inside(match["value"])
    for _ in range(rng.choice([1, 1, 2, 5])):
        text = around_word(text, rng.choice(FRAMES), rng)
    return quoted(text)


@on_value(8, is_card_text)
def list_in_text(match, rng):
    """The text becomes a list, or has one behind its first words."""
    return quoted(rng.choice(LISTS).replace("@", inside(match["value"])))


@on_text(4)
def list_in_block(text, rng):
    """The same as a block of lines, which is how people write lists."""
    found = [match for match in pairs(text, is_card_text) if text[text.rfind("\n", 0, match.start()) + 1 : match.start()].strip(" -") == ""]
    if not found:
        return None
    match = rng.choice(found)
    depth = match.start() - text.rfind("\n", 0, match.start()) - 1 + rng.choice([1, 2, 2, 2, 4])
    lines = rng.choice(LISTS).replace("@", inside(match["value"])[:200]).split("\n")
    block = rng.choice(["|", "|", "|-", "|+", ">"]) + "".join(f"\n{' ' * depth}{line}" for line in lines)
    end = text.find("\n", match.end())
    end = len(text) if end < 0 else end
    return text[: match.start("value")] + block + text[end:], f"`{match['key']}` is {shown(block)}"


@mutation(6)
def formula_in_text(folder, rng):
    """A formula with a sign, a term or a fault in it, in a text of a card."""
    path = folder.pick(rng, YAML)
    found = pairs(folder.text(path), is_card_text) if path else []
    if not found:
        return None
    match, text = rng.choice(found), folder.text(path)
    piece = rng.choice(FORMULAS).replace("N", rng.choice([*folder.numbers(), "level"]))
    value = quoted(around_word(inside(match["value"]), rng.choice([piece, f"{piece} {{}}", f"{{}}{piece}"]), rng))
    folder.put(path, text[: match.start("value")] + value + text[match.end("value") :])
    return f"{path}: {match['key']} becomes {shown(value)}"


@on_value(4, lambda match: is_text(match["value"]))
def decomposed_letters(match, rng):
    """Letters and their marks apart, and marks on letters that have none."""
    text = inside(match["value"])
    mark = rng.choice(MARKS)
    return quoted(rng.choice([
        unicodedata.normalize("NFD", text), unicodedata.normalize("NFD", "\u00e5\u00e9\u1ec7\ud55c " + text), mark + text,
        re.sub(r"([aeiou])", rf"\1{mark}", text), around_word(text, f"{{}}{mark}", rng), text.replace(" ", f" {mark}"),
    ]))  # fmt: skip


@on_value(4, lambda match: is_text(match["value"]))
def invisible_signs(match, rng):
    """Signs without width in words, and signs that turn the direction."""
    text, sign = inside(match["value"]), rng.choice(INVISIBLE)
    spread = [text.replace(" ", f" {sign}"), sign.join(text), around_word(text, f"{sign}{{}}{sign}", rng), sign]
    return quoted(rng.choice([*spread, around_word(text, rng.choice(DIRECTIONS), rng)]))


@on_value(3, is_card_text)
def very_long_word(match, rng):
    frame = rng.choice(["{}", "**{}**", "- {}", "{} {} {}", ":fist:{}", "{{level}}{}"])
    return quoted(around_word(inside(match["value"]), frame.replace("{}", rng.choice(LONG)), rng))


@on_text(4)
def cut_text(text, rng):
    """A text without quotes, with a `#` in it, where YAML begins a comment, or with another sign that YAML reads."""
    found = [match for match in pairs(text, is_card_text) if not re.search(r"[:,{}\[\]#]", inside(match["value"]))]
    if not found:
        return None
    match = rng.choice(found)
    value = inside(match["value"]).replace("\\", "")
    piece = rng.choice([" #", " #2", " # ", "# ", "#", "\t#", ": ", " :", " - ", " &x", " *x", " !x", " | ", ", ", "' ", "\n  ", "\n"])
    words = value.split(" ")
    at = rng.randint(1, len(words))
    new = " ".join(words[:at]) + piece + " ".join(words[at:])
    return text[: match.start("value")] + new + text[match.end("value") :], f"{match['key']}: {shown(new)}"
