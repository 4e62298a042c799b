"""Words at places that no text key covers: comments, anchors, marks of other programs, and files that nothing reads.

A section sign is the place of a word, as in the template.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Slip:
    """A replacement in a file of the template, in which `old` occurs once; or a file that the template lacks."""

    path: str
    old: str | None
    new: str


DEEDS = "embers/actions/deeds.yaml"
NIGHT = "embers/rules/01-the-night.md"
SYSTEM = "embers/system.yaml"
WREN = "embers/characters/wren.yaml"
HOLLOW = "embers/npcs/hollow.yaml"

CARD_TEXT = 'text: "Nobody finds you until you act."'
ACTION = """format_version: 1
actions:
  - id: {id}
    name: Marked
    family: deed
    rule: EM-DEED-01
    summary: "Marked."
    text: "Nobody. {text}"
    details: "Nobody. {details}"
"""
CHAPTER = """---
format_version: 1
title: Chapter {number}
summary: Marked.
---

{mark}
"""

# Marks in the text of a card, as `tests/planted.py` has them, and some more.
MARKS = (
    "**§ never ends", "*§ neither", "__§__", "<b>§</b>", "<i title='§'>x</i>", "<!-- § -->", "~~§~~", "`§`", "``§``", "_§_",
    "[^§]", "2*§*3", "5'10\\\" §", "\\\\*§", "\\n- §\\n- b", "\\n1. §\\n2. b", "\\n- a\\n  - §", "\\n- [x] §", "\\n- [ ] §",
    "\\n## §\\n\\nx", "\\n| § |\\n|---|\\n| b |", "\\n> §", "[§](https://example.org/)", "[x](https://example.org/§)",
    "![§](art/x.png)", "a\u030a§", "(§", "[[action:hide|§]]", "[[§]]", "{grit}§", "{§}", "{{§}}", "$§$", "==§==", "^§^", "~§~",
    "&lt;§", "&§;", "%%§%%", ":§:", "§\u00ad§",
)  # fmt: skip
# Marks in a chapter, in place of a paragraph.
PROSE = (
    "**§ never ends", "~~§~~", "- [x] §", "- [ ] §", "<b>§</b>", "<!-- § -->", "<div class='§'>x</div>", "<details>§</details>",
    "a\u030a§", "Word\n: Definition §", "![§](art/x.png)", "![x](art/x.png '§')", "[x][§]", "[§]: https://example.org/",
    "[x]: https://example.org/§", "[x]: https://example.org/ '§'", "[x][ref] y\n\n[ref]: https://example.org/ '§'",
    "[^§]: A footnote that nothing names.", "x[^a]\n\n[^a]: First.\n\n    § second.", "## H {#EM-X .§ key=v}",
    "## H {#EM-X key=§}", "## H {.§}", "### H {#§}", "## H ##§", "Setext §\n===", "<https://example.org/§>",
    "https://example.org/§", "`§", "```\n§", "~~~§\nx\n~~~", "```js §\nx\n```", "```note §\nx\n```", "```note title=§\nx\n```",
    "```table of=stats §\n```", "```table of=stats\n§\n```", "```card id=dare\n§\n```", "```card id=dare title=\"§\"\n```",
    "```ruling id=watch_counts\n§\n```", "```example\n§ {grit}\n```", "| a | b |\n|---|---|\n| x | y | § |",
    "| a | b | § |\n|---|---|\n| x | y |", "| a |\n|:-§-|\n| x |", "| a |\n|---|\n| x |\n§", "***\n\n§", "x\\\n§", "$§$",
    "$$\n§\n$$", "&nbsp;§", "{% § %}", "{{§}}", "%%§%%", "==§==", ":::§\nx\n:::", "\\newpage§", "    § indented",
    "[[rule:EM-DICE-01|§]]", "[[#EM-DEED-09]] §", "x[^1§]", "![[§]]", "#§", "####### §", "\tTab §",
)  # fmt: skip
# Comments that read as part of a text. They must be reported.
CUT = (
    Slip(DEEDS, 'name: Hide §', "name: Hide #§"),
    Slip(DEEDS, CARD_TEXT, "text: Nobody finds you #§"),
    Slip(DEEDS, CARD_TEXT, 'text: "Nobody finds you." #§'),
    Slip(DEEDS, CARD_TEXT, "text: 'Nobody finds you.' #§"),
    Slip(DEEDS, CARD_TEXT, "text: | #§\n      Nobody finds you."),
    Slip(DEEDS, CARD_TEXT, "text: >- #§\n      Nobody finds you."),
    Slip(DEEDS, CARD_TEXT, "text: |\n      Nobody finds you. #§"),
    Slip(DEEDS, CARD_TEXT, "text: Nobody finds\n      you #§"),
    Slip(DEEDS, CARD_TEXT, "text: Nobody finds #§\n      you"),
    Slip(DEEDS, CARD_TEXT, "text: #§"),
    Slip(DEEDS, CARD_TEXT, CARD_TEXT + "\n    details: #§"),
    Slip(DEEDS, CARD_TEXT, "text: Nobody\t#§"),
    Slip(DEEDS, "also: [attack §]", "also:\n      - attack #§"),
    Slip(DEEDS, "also: [attack §]", "also: [attack, #§\n      blow]"),
    Slip(DEEDS, "also: [attack §]", "also: [attack #§\n      ]"),
    Slip(WREN, "name: Wren Ashby §", "name: Wren Ashby #§"),
    Slip(WREN, "notes: { tactics:", "notes: { tactics: She waits #§\n  }\nknown: [ # x\n  ]\n# {"),
    Slip(NIGHT, "title: The night §", "title: The night #§"),
    Slip(NIGHT, "part: At night §", "part: At night #§"),
    Slip("site.yaml", "title: My games §", "title: My games #§"),
    Slip("campaign.yaml", "paper: a4", "paper: a4 #§"),
    Slip("embers/glossary.yaml", 'meaning: "What you keep until morning. §"', "meaning: What you keep #§\n     "),
    Slip("../deck.yaml", 'title: "Against the Hollow §"', "title: Against #§"),
)
# Comments by rule: behind `# `, or behind something that is no text. `docs/content.md` promises a warning behind texts alone.
COMMENTS = (
    Slip(DEEDS, "name: Hide §", "name: Hide # §"),
    Slip(DEEDS, CARD_TEXT, CARD_TEXT + " # §"),
    Slip(DEEDS, CARD_TEXT, "text: | # §\n      Nobody finds you."),
    Slip(NIGHT, "part: At night §", "part: At night # §"),
    Slip("site.yaml", "title: My games §", "title: My games # §"),
    Slip("campaign.yaml", "paper: a4", "paper: a4 # §"),
    Slip("../deck.yaml", "paper: a4", "paper: a4 # §"),
    Slip(WREN, "inputs: { level: 3 }", "inputs: { level: 3 } # §"),
    Slip(WREN, "inputs: { level: 3 }", "inputs: { level: 3 } #§"),
    Slip(WREN, "traits: [thick-coat,", "traits: #§\n  [thick-coat,"),
    Slip(SYSTEM, "edition: \"1 §\"", "edition: \"1\"\nplace: 1 #§"),
    Slip(DEEDS, "actions:\n", "actions: #§\n"),
)
# Anchors, tags, unknown keys, and entries that nothing uses.
UNUSED = (
    Slip(DEEDS, "name: Hide §", "name: &§ Hide"),
    Slip(WREN, "inputs: { level: 3 }", "inputs: &§ { level: 3 }"),
    Slip(NIGHT, "title: The night §", "title: &§ The night"),
    Slip("../deck.yaml", 'title: "Against the Hollow §"', "title: &§ Against"),
    Slip(DEEDS, "name: Hide §", "name: !§ Hide"),
    Slip(DEEDS, "name: Hide §", "name: Hide\n    nickname: §"),
    Slip(DEEDS, "name: Hide §", "name: Hide\n    name: §"),
    Slip(DEEDS, "name: Hide §", "name: Hide\n    x-note: §"),
    Slip(DEEDS, "name: Hide §", "name: >\n      Hide\n\n      §"),
    Slip(DEEDS, "name: Hide §", "name: [Hide, §]"),
    Slip(DEEDS, "name: Hide §", "name: Hide: §"),
    Slip(DEEDS, "format_version: 1", "format_version: 1\n---\n§: 1\n---"),
    Slip(DEEDS, "format_version: 1", "%TAG §\n---\nformat_version: 1"),
    Slip("../deck.yaml", "paper: a4", "paper: a4\nnote: §"),
    Slip("../deck.yaml", "copies: 2", "copies: 2, note: §"),
    Slip("campaign.yaml", "paper: a4", "paper: a4\nnote: §"),
    Slip("site.yaml", "title: My games §", "title: My games\nnote: §"),
    Slip(NIGHT, "title: The night §", "title: The night\nauthor: §"),
    Slip(NIGHT, "---\nformat_version: 1", "---\nformat_version: 1\n...\n§: 1"),
    Slip(NIGHT, "---\nformat_version: 1", "§\n---\nformat_version: 1"),
    Slip(HOLLOW, "known: [role]", "known: [role, §]"),
    Slip(HOLLOW, "known: [role]", "known: [role]\nbuild: §"),
    Slip(HOLLOW, "known: [role]", "known: [role]\nconditions: [§]"),
    Slip(SYSTEM, "lists:\n", "lists:\n  - { id: spare, name: Spare §, entries: [ { id: one, name: One } ] }\n"),
    Slip(SYSTEM, "lists:\n", "lists:\n  - { id: spare, name: Spare, entries: [ { id: one, name: One § } ] }\n"),
    Slip(SYSTEM, "cost_sets:\n", 'cost_sets:\n  - { id: spare, unit: "§", columns: [ { label: A, cost: "1" } ] }\n'),
    Slip(SYSTEM, "families:\n", "families:\n  - { id: spare, name: Spare §, color: coal, icon: fist, notch: 9, type_line: Spare }\n"),
    Slip(SYSTEM, "families:\n", "families:\n  - { id: spare, name: Spare, color: coal, icon: fist, notch: 9, type_line: Spare § }\n"),
    Slip(SYSTEM, "groups:\n", "groups:\n  - { id: spare, name: Spare §, color: coal }\n"),
    Slip("embers/skills.yaml", "skill_groups: [", "skill_groups: [ { id: spare, name: Spare §, color: coal },"),
    Slip("embers/conditions.yaml", "groups:\n", "groups:\n  - { id: spare, name: Spare §, holds: one }\n"),
    Slip(SYSTEM, "handouts:\n  hidden: [level]", 'handouts:\n  hidden: [level, "§"]'),
    Slip("embers/references/dare.yaml", '["The number", "A glow"]', '["The number", "A glow", "§"]'),
    Slip("embers/references/dare.yaml", '["The number", "A glow"]', '["§"]'),
)
# Files that Makeready does not read, although somebody meant it to.
FILES = (
    Slip("embers/rules/03-more.txt", None, "§\n"),
    Slip("embers/rules/03-more.markdown", None, "§\n"),
    Slip("embers/rules/03-more.md.txt", None, "§\n"),
    Slip("embers/rules/03-more", None, "§\n"),
    Slip("embers/rules/more.md", None, "---\nformat_version: 1\ntitle: More\nsummary: More.\n---\n\n§\n"),
    Slip("embers/rules/deep/03-more.md", None, "---\nformat_version: 1\ntitle: More\nsummary: More.\n---\n\n§\n"),
    Slip("embers/npcs/more", None, "name: §\n"),
    Slip("embers/npcs/more.yaml.txt", None, "name: §\n"),
    Slip("embers/npcs/more.yml", None, "name: §\n"),
    Slip("embers/npcs/more.json", None, '{ "name": "§" }\n'),
    Slip("embers/npcs/more.YAML", None, "name: §\n"),
    Slip("embers/npcs/deep/more.yaml", None, "name: §\n"),
    Slip("embers/skills.yaml.txt", None, "name: §\n"),
    Slip("embers/skill.yaml", None, "name: §\n"),
    Slip("embers/glossary.csv", None, "§,b\n"),
    Slip("embers/monsters/more.yaml", None, "name: §\n"),
    Slip("embers/pictures/more.svg", None, "<svg xmlns='http://www.w3.org/2000/svg'><title>§</title></svg>\n"),
    Slip("embers/more.svg", None, "<svg xmlns='http://www.w3.org/2000/svg'><title>§</title></svg>\n"),
    Slip("embers/rules/map.svg", None, "<svg xmlns='http://www.w3.org/2000/svg'><title>§</title></svg>\n"),
    Slip("embers/art/more.svg", None, "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><title>§</title><path d='M0 0h9v9z'/></svg>\n"),
    Slip("embers/icons/more.svg", None, "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><title>§</title><path d='M0 0h9v9z'/></svg>\n"),
    Slip("notes/more.yaml", None, "name: §\n"),
    Slip("campaign.yaml.txt", None, "name: §\n"),
    Slip("site.yml", None, "title: §\n"),
    Slip("campaign", None, "paper: §\n"),
)
# Files that Makeready ignores by its docs: `README.md` anywhere, and names that begin with a dot.
PASSED_OVER = (
    Slip("README.md", None, "§\n"),
    Slip("embers/README.md", None, "§\n"),
    Slip("embers/rules/README.md", None, "§\n"),
    Slip("embers/.notes.yaml", None, "§\n"),
    Slip(".drafts/more.yaml", None, "§\n"),
)


def marked():
    """Marks, each in a card or chapter of its own, so that one build holds all of them."""
    for number, mark in enumerate(MARKS):
        text = ACTION.format(id=f"text-{number}", text=mark, details="Nobody.")
        yield Slip(f"embers/actions/text-{number}.yaml", None, text)
        details = ACTION.format(id=f"details-{number}", text="Nobody.", details=mark)
        yield Slip(f"embers/actions/details-{number}.yaml", None, details)
    for number, mark in enumerate(PROSE, 10):
        yield Slip(f"embers/rules/{number}-marked.md", None, CHAPTER.format(number=number, mark=mark))


MUST_SHOW = (*marked(), *CUT, *UNUSED, *FILES)
BY_RULE = (*COMMENTS, *PASSED_OVER)
