"""Mutations of what people read: signs from all over Unicode, marks, Markdown, links and directives."""

import re

from .folder import PROSE, TEXT, YAML
from .registry import inside, is_text, mutation, on_text, on_value, pairs, quoted, replace

SPACES = [
    "\u00a0", "\u202f", "\u2009", "\u3000", "\u2028", "\u2029", "\u200b", "\u2060", "\ufeff", "\u180e", "\u1680",
    "\u0085", "\u00ad", "\u205f",
]  # fmt: skip
SIGNS = [
    *SPACES, "\u0301", "\u0301" * 1000, "e\u0301", "\u200f", "\u202e", "\u2066", "\u061c", "\U0001f525",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f1e9\U0001f1ea", "\u706b", "\u65e5\u672c\u8a9e\u306e\u6587",
    "\ud55c\uad6d\uc5b4", "\u0627\u0644\u0639\u0631\u0628\u064a\u0629", "\u05e2\u05d1\u05e8\u05d9\u05ea",
    "\u0939\u093f\u0928\u094d\u0926\u0940", "\u0e44\u0e17\u0e22", "\u0416\u0438\u0432\u043e", "\u03b1\u03b2\u03b3",
    "\u1e9e\u00df\u0130\u0131", "\ufb01", "\u2192", "\u2211", "\u2588", "\u2680", "\ue000", "\ufffd", "\ufffe",
    "\uffff", "\U0010ffff", "\U000e0001", "\u0000", "\u200d", "\ufe0f", "\u201c\u201d\u2018\u2019", "\u2212", "\u2014",
    "\u00bd", "\u0660", "\U0001d518", "\u034f", "\u115f", "\uff21", "a\u030a", "n\u0303", "\u1112\u1161\u11ab", "\u212b", "\u2067",
]  # fmt: skip
# In double quotes YAML reads these as signs, or not at all.
ESCAPES = [
    r"\ud800", r"\udfff", r"\ud83d\udd25", r"\U00110000", r"\U0001F525", r"\U0000D800", r"\x00", r"\u0000", r"\0",
    r"\a", r"\e[31m", r"\N", r"\_", r"\L", r"\P", r"\xa0", r"\u00a", r"\x", r"\U", r"\q", "\\", r"\/", r"\ ", r"\t",
    r"\n", r"\r\n", r"\b", r"\v", r"\ufeff", r"\u2028", r"\u0301",
]  # fmt: skip
WORDS = [
    "W" * 80, "supercalifragilistic" * 4, "i" * 300, "\u706b" * 200, "a\u00adb" * 80, "Ä" * 79, "_" * 90, "WWWW-" * 40,
    "http://" + "x" * 200, "1" * 80,
]  # fmt: skip
LINKS = [
    "[[", "]]", "[[]]", "[[ ]]", "[[|]]", "[[:]]", "[[action:]]", "[[:strike]]", "[[action:strike", "[[action:strike|",
    "[[action:strike|]]", "[[action:strike|a|b]]", "[[action:strike|[[action:hide]]]]", "[[nosuch:strike]]",
    "[[action:nosuch]]", "[[action: strike ]]", "[[ACTION:STRIKE]]", "[[action:strike|**bold]]", "[[#]]",
    "[[#EM-STAT-01]]", "[[#EM-STAT-05]] [[#EM-STAT-05]]", "[[#a b]]", "[[rule:]]", "[[rule:EM-NO-01]]",
    "[[chapter:..]]", "[[chapter:01-the-night#x]]", "[[stat:level]]", "[[stat:grit|\u200b]]",
    "[[term:fire|" + "x" * 5000 + "]]", "[[action:strike]]" * 2000, "[[" * 5000, "[[a:b" * 3000, "[[condition:\n]]",
    "[[action:strike|a\nb]]", "[[character:wren|{grit}]]", "[[trait:{level}]]", "\\[[action:strike]]",
    "`[[action:nosuch]]`", "[x](action:strike)", "[x]()", "[x](#nosuch)", "[x](../../etc/passwd)",
    "[x](javascript:alert(1))", "[x](<a b>)", "[x](http://[)", "[x]: y", "[x][y]", "[a](" * 2000, "![x](y.png)",
    "<http://x>", "[x](01-the-night.md)", "[x](01-the-night.md#nosuch)", "[x](02-making-somebody.md 'title')",
    "[x](//host/y)", "[x](data:text/html,y)", "[x](%00)", "[x](01-the-night.md?a=b)",
]  # fmt: skip
MARKS = [
    "**", "*", "***", "_", "`", "``", "~~", "**a *b** c*", "*" * 5000, "**a " * 3000, "*a_ " * 3000, "`" * 3001,
    "[" * 20_000, "![" * 10_000, "<" * 10_000, "&" * 10_000, "\\" * 5001, "{", "}", "{{", "}}", "{#x}", "{level",
    ":fist:", ":nosuch:", ":fist", "::", ": :", ":" * 3000, ":a" * 3000, "<b>x</b>", "<!-- x -->", "<!--",
    "<script>alert(1)</script>", "</style>", "<img src=x onerror=y>", "&amp; &#0; &#x110000; &nosuch;", "\\*", "\\",
    "\t", "  \n", "a  \nb", "'", '"', "--", "...", "(c)", "#", "# ", "> ", "- ", "1. ", "| a | b |", "^x^", "$x$",
    "**a", "*a", "2*3*4", "(x*2)+(y*3)", "\\{", "\\[", "\\\\", "~~x~~", "_x_", "`x`", "[^1]", "- [x] a", "5'10\"", "6\"", "\"it's 6\" wide\"",
    "{+level}", "+{level}", "-{0 - level}", "\n- a\n- b", "\n- a\n  - b\n    - c", "\n1. a\n1. b\n9. c", "\n* a\n+ b", "- " * 500,
    "\n- x" * 300, "\n| a |\n|---|\n| b |", "\n## a\n\nb", "'" * 500, "\"" * 501, "-" * 500, "~~" * 500, "_" * 501, " #x", " # x",
    "#set page()", "#eval(\"x\")", "@x", "<x>", "$(", "*/", "]]>",
]  # fmt: skip
# Parts of a chapter, each on lines of their own.
BLOCKS = [
    "- " * 200 + "x", "- " * 20_000 + "x", "> " * 200 + "x", "> " * 20_000 + "x",
    "\n".join("  " * n + "- x" for n in range(300)), "1. " * 3000 + "x", "| a | b |\n|---|---|\n| 1 | 2 | 3 | 4 |",
    "| a | b |\n|---|---|\n| 1 |", "| a |\n|---|---|\n| 1 |", "| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * 3000,
    "|" + " a |" * 200 + "\n|" + "---|" * 200 + "\n|" + " 1 |" * 200, "| a |\n|---|\n| [[stat:grit|x]] |",
    "| [[stat:grit\\|x]] |\n|---|\n| `|` |", "|||\n|-|-|\n|||", "## A heading {#A-1}\n\n## Another {#A-1}",
    "## {#EM-STAT-01}", "## Heading {#}", "## Heading {#a b c}", "## Heading {#" + "x" * 3000 + "}", "#" * 7 + " seven",
    "###### six", "# one", "## \n##", "x\n===", "x\n---", "## " + "long " * 2000,
    "\n".join(f"## Heading {n}" for n in range(1000)), "## Same\n\n## Same", "## **{level}** [[stat:grit]] {#Q-1}",
    "<div>\n\nx\n\n</div>", "<!-- a\n\nb -->", "<details><summary>x", "&nbsp;", "***", "[^1]\n\n[^1]: a note",
    "[x]: http://y 'z'\n\n[x]", "Term\n: meaning", "- [ ] task", "    code", "~~~\nx\n~~~", "$$\nx\n$$", "```\ncode",
    "````\n```card id=strike\n```\n````", "```card\n```", "```card id=\n```", "```card id=nosuch\n```",
    "```card id=strike id=hide\n```", "```card id=strike colour=red\n```", "```card id=strike\nbody\n```",
    "```card id=\"strike\n```", "```nosuch id=1\n```", "```CARD id=strike\n```", "``` card id=strike\n```",
    "~~~card id=strike\n~~~", "> ```card id=strike\n> ```", "- ```card id=strike\n  ```", "```note\n```",
    "```note\n**x\n```", "```note\n" + "x " * 30_000 + "\n```", "```example who=nosuch\n{grit}\n```",
    "```example who=wren\n{grit\n```", "```example who=wren title=\"\"\n{1/0} {nosuch} {warmth_max|terms}\n```",
    "```example\n{warmth_max}\n```", "```odds check=dare\n```", "```odds check=dare stat=0..12\n```",
    "```odds check=dare stat=0..999999999999\n```", "```odds check=dare stat=12..0\n```",
    "```odds check=dare stat=1,2,3 difficulty=1..3\n```", "```odds check=dare nosuch=1\n```",
    "```odds check=dare stat=x\n```", "```odds check=dare stat=-5\n```", "```odds check=dare who=wren stat=grit\n```",
    "```odds check=dare stat=" + ",".join("4" for _ in range(3000)) + "\n```", "```odds\n```", "```odds check=\n```",
    "```table of=nosuch\n```", "```table of=\n```", "```table\n```", "```table of=derived:\n```",
    "```table of=derived:warmth_max,nosuch\n```", "```table of=" + ",".join(["derived:warmth_max"] * 300) + "\n```",
    "```table of=list:goods caption=\"" + "x" * 5000 + "\"\n```", "```table of=traits:paths\n```",
    "```table of=rulings\n```", "```table of=conditions\n```", "```table of=skills\n```",
    "```table of=choice:tier\n```", "```table of=keywords:x\n```", "```table of=abilities:a=b\n```",
    "```table of=fields\n```", "```ruling id=nosuch\n```", "```ruling\n```", "```procedure id=nosuch\n```",
    "```procedure id=gust force=9 side=lee\n```", "```procedure id=gust force=99999999999\n```",
    "```bill ability=flicker\n```", "```bill ability=flicker keywords=99\n```", "```bill\n```",
    "\n\n".join(f"[link {n}](http://example.org/{n})" for n in range(10_000)), "[[stat:grit]] " * 10_000,
    "{level} " * 5000, "word " * 60_000, "x" * 100_000, "\n" * 50_000, ("a\n" * 3 + "\n") * 5000,
    "```card id=strike\n```\n\n" * 200, "```odds check=dare stat=4\n```\n\n" * 50, "```table of=stats\n```\n\n" * 300,
]  # fmt: skip
FRONT_MATTER = [
    "", "---\n", "---\n---\n", "---\ntitle: x\n---\n", "---\nformat_version: 1\ntitle: x\nsummary: y\n",
    "--- \nformat_version: 1\n---\n", "+++\n+++\n", "\ufeff---\nformat_version: 1\ntitle: x\n---\n", "---\n- a\n---\n",
    "---\n{\n---\n",
]  # fmt: skip


def put_in(text, at, piece):
    return text[:at] + piece + text[at:]


@on_value(12, lambda match: is_text(match["value"]))
def sign_in_text(match, rng):
    """A sign at any place of a quoted text."""
    value, sign = match["value"], rng.choice(SIGNS)
    return put_in(value, rng.randint(1, len(value) - 1), sign)


@on_text(3, TEXT)
def sign_anywhere(text, rng):
    sign, at = rng.choice(SIGNS), rng.randint(0, len(text))
    return put_in(text, at, sign), f"U+{ord(sign[0]):04X} at {at}"


@on_text(2)
def sign_beside_colon(text, rng):
    """A sign where YAML has its own: beside colons, commas, brackets and dashes."""
    found = list(re.finditer(r"[:,\[\]{}-](?= )|(?<= )[\[{\"]", text))
    if not found:
        return None
    at, sign = rng.choice(found).end(), rng.choice(SIGNS)
    return put_in(text, at, sign), f"U+{ord(sign[0]):04X} at {at}"


@mutation(2)
def sign_in_names(folder, rng):
    """A sign in an id, everywhere that it stands, so that nothing dangles."""
    names = folder.names()
    if not names:
        return None
    name, sign = rng.choice(names), rng.choice(SIGNS)
    new = put_in(name, rng.randint(0, len(name)), sign)
    for path in folder.files(TEXT):
        text = folder.text(path)
        changed = re.sub(rf"(?<![\w-]){re.escape(name)}(?![\w-])", lambda _: new, text)
        if changed != text:
            folder.put(path, changed)
    return f"{name} is {new[:40]!a} everywhere"


@on_text(2)
def other_spaces(text, rng):
    """Every space of a text, or of all texts of a file, is another one."""
    space = rng.choice(SPACES)
    found = [match for match in pairs(text) if is_text(match["value"]) and " " in match["value"]]
    if not found:
        return None
    chosen = found if rng.random() < 0.3 else [rng.choice(found)]
    for match in reversed(chosen):
        text = replace(text, match, match["value"].replace(" ", space))
    return text, f"spaces of {len(chosen)} texts become U+{ord(space):04X}"


@on_value(3, lambda match: is_text(match["value"]))
def escape_in_text(match, rng):
    text = inside(match["value"])
    return '"' + put_in(text.replace('"', ""), rng.randint(0, len(text) - text.count('"')), rng.choice(ESCAPES)) + '"'


@on_value(5, lambda match: is_text(match["value"]) or match["key"] in ("name", "label", "title"))
def long_word(match, rng):
    text = inside(match["value"])
    return quoted(f"{text} {rng.choice(WORDS)}" if rng.random() < 0.5 else rng.choice(WORDS))


@on_value(6, lambda match: is_text(match["value"]))
def marks_in_text(match, rng):
    text = inside(match["value"])
    return quoted(put_in(text, rng.randint(0, len(text)), rng.choice([rng.choice(MARKS), rng.choice(LINKS)])))


@on_text(2, YAML)
def comment_behind_text(text, rng):
    """A comment behind a value, with a space behind its `#` or without."""
    found = list(re.finditer(r"(?<=[^\s:|>])$", text, re.MULTILINE))
    if not found:
        return None
    at, piece = rng.choice(found).start(), rng.choice([" #2", " #x y", " # x", " #", "#2", "\t#x"])
    return put_in(text, at, piece), f"{piece!a} at {at}"


@on_text(5, PROSE)
def marks_in_chapter(text, rng):
    at, piece = rng.randint(0, len(text)), rng.choice(rng.choice([MARKS, LINKS, SIGNS, WORDS]))
    return put_in(text, at, piece), f"{piece[:60]!a} at {at}"


@on_text(6, PROSE)
def block_in_chapter(text, rng):
    starts = [0, *(match.end() for match in re.finditer(r"\n", text))]
    at, piece = rng.choice(starts), rng.choice(BLOCKS)
    return put_in(text, at, f"\n{piece}\n\n"), f"{piece[:60]!a} at {at}"


@on_text(2, PROSE)
def change_directive(text, rng):
    """The arguments of a fenced directive change, or its fence."""
    found = list(re.finditer(r"^```(?P<line>\w.*)$", text, re.MULTILINE))
    if not found:
        return None
    match = rng.choice(found)
    words = match["line"].split(" ")
    at = rng.randrange(len(words))
    old = words[at]
    near = [old * 2, old[:-1], f"{old}=", old.split("=")[0], f"{old} {old}"]
    new = rng.choice([*near, "", "id=x", '"', "who=wren", "x=1..9", "\u00a0"])
    line = " ".join([*words[:at], new, *words[at + 1 :]])
    return text[: match.start("line")] + line + text[match.end("line") :], f"{match['line']} becomes {line[:60]}"


@on_text(1, PROSE)
def front_matter(text, rng):
    end = text.find("\n---\n", 3)
    rest = text[end + 5 :] if end > 0 else text
    front = rng.choice(FRONT_MATTER)
    return front + rest, f"the front matter becomes {front!a}"
