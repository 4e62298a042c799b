//! What is written and never shown.

use super::{Row, row};

const SYSTEM: &str = "system.yaml";
const IDA: &str = "characters/ida.yaml";
const START: &str = "rules/01-start.md";

pub fn rows() -> Vec<Row> {
    [of_people(), of_entries(), of_values(), unused(), of_texts(), of_files()].into_iter().flatten().collect()
}

fn of_people() -> Vec<Row> {
    vec![
        row("things of an NPC that no handout shows")
            .edit(SYSTEM, "    - { block: items, span: 12, title: Carried, lines: 2 }\n", "")
            .edit("npcs/wisp.yaml", "notes:", "items: [ { id: §bell, name: Bell } ]\nnotes:")
            .says("not-shown", "the `items` of Will-o'-the-Wisp is never shown", "{ block: items, span: 12 }")
            .warns(),
        row("backgrounds that no line shows, of a game without them")
            .edit(SYSTEM, "backgrounds: { name: Trade, plural: Trades, covers: [tools] }\n", "")
            .edit(SYSTEM, "guild, backgrounds, languages", "guild, languages")
            .edit(IDA, "[ { name: Lamplighter", "[ §{ name: Lamplighter")
            .says("not-shown", "the `backgrounds` of Ida Brook is never shown", "to make them count")
            .warns(),
        row("languages that no line shows")
            .edit(SYSTEM, "guild, backgrounds, languages", "guild, backgrounds")
            .edit(IDA, "[ { name: Common }", "[ §{ name: Common }")
            .says("not-shown", "the `languages` of Ida Brook", "lines: [name, languages]")
            .warns(),
    ]
}

fn of_entries() -> Vec<Row> {
    vec![
        row("a summary of a family of cards")
            .edit(SYSTEM, "type_line: Deed }", "type_line: Deed, summary: §What is done. }")
            .says("not-shown", "the `summary` of this family of cards", "`# ...`")
            .warns(),
        row("a summary of a list of traits")
            .add(
                "traits/folk.yaml",
                "format_version: 1\nlist: { id: folk, name: Folk, summary: §All of them. }\ntraits:\n  - { id: keen, name: Keen, text: \"Sees.\" }\n",
            )
            .says("not-shown", "the `summary` of this list of traits", "move it into a chapter")
            .warns(),
        row("other words for what has no page")
            .edit(SYSTEM, "{ id: body, name: Body,", "{ id: §body, also: [flesh], name: Body,")
            .says("not-shown", "the search does not use `also` of a group, because a group has no page", "a term of the glossary")
            .warns(),
        row("a note of a derived value")
            .edit(SYSTEM, "name: Growth, formula", "name: Growth, note: §each year, formula")
            .says("not-shown", "is never shown: only cards of actions and skills show notes", "`how` or `summary`")
            .warns(),
        row("a summary of a ruling")
            .edit("rulings.yaml", "    question:", "    summary: §It may.\n    question:")
            .says("not-shown", "the `summary` of this ruling", "move it into a chapter")
            .warns(),
        row("a summary of backgrounds")
            .edit(SYSTEM, "backgrounds: { name: Trade,", "backgrounds: { name: Trade, summary: §What they did.,")
            .says("not-shown", "the `summary` of this kind of background", "move it into a chapter")
            .warns(),
        row("other words for something that somebody carries")
            .edit(IDA, "{ id: hook, name: Long Hook,", "{ id: §hook, name: Long Hook, also: [gaff],")
            .says("not-shown", "the search does not use `also` of an item", "a term of the glossary")
            .warns(),
        row("other words for an ability of one person")
            .edit(IDA, "abilities:\n", "abilities:\n  - { id: §blink, name: Blink, also: [wink], fields: { by: wit }, keywords: [dazzle], description: Blink. }\n")
            .says("not-shown", "the search does not use `also` of an ability of one person", "a term of the glossary")
            .warns(),
    ]
}

fn of_values() -> Vec<Row> {
    vec![
        row("a unit of a value of items")
            .edit(
                SYSTEM,
                "items:\n",
                "items:\n  values: [ { id: §gleam, name: Gleam, unit: yards, formula: \"item.reach\" } ]\n",
            )
            .says("not-shown", "the `unit` of this value of items", "move it into a chapter")
            .warns(),
        row("a short form that no formula is told with")
            .edit("building.yaml", "{ id: lit, name: Lit,", "{ id: §lit, name: Lit, abbr: LT,")
            .says("not-shown", "the `abbr` of this value of abilities", "move it into a chapter")
            .warns(),
        row("a requirement of all abilities in words")
            .edit("building.yaml", "  - id: too-costly\n", "  - id: §too-costly\n    how: no more than allowed\n")
            .says("not-shown", "the `how` of this requirement of abilities is never shown", "move it into a chapter")
            .warns(),
    ]
}

/// What shows only where something else names it.
fn unused() -> Vec<Row> {
    vec![
        row("a list that nothing uses")
            .edit(
                SYSTEM,
                "lists:\n",
                "lists:\n  - { id: §moods, name: Moods, entries: [ { id: glad, name: Glad } ] }\n",
            )
            .says("not-shown", "the list `moods` is not used", "`table of=list:moods`")
            .warns(),
        row("a family that no card is of")
            .edit(
                SYSTEM,
                "families:\n",
                "families:\n  - { id: §spare, name: Spare, color: rust, icon: fist, notch: 2, type_line: Spare }\n",
            )
            .says("not-shown", "the family `spare` is not used", "`family: spare`")
            .warns(),
        row("a set of costs that nothing is paid with")
            .edit(SYSTEM, "cost_sets:\n", "cost_sets:\n  - { id: §spare, columns: [ { label: Full, cost: \"1\" } ] }\n")
            .says("not-shown", "the cost set `spare` is not used", "`cost_set: spare`")
            .warns(),
        row("a group without stats")
            .edit(SYSTEM, "\ngroups:\n", "\ngroups:\n  - { id: §mind, name: Mind, color: rust }\n")
            .says("not-shown", "the group `mind` is not used", "`group: mind`")
            .warns(),
        row("a group without skills")
            .edit("skills.yaml", "skill_groups:\n", "skill_groups:\n  - { id: §lore, name: Lore, color: steel }\n")
            .says("not-shown", "the skill group `lore` is not used", "`group: lore`")
            .warns(),
        row("a group without conditions")
            .edit(
                "conditions.yaml",
                "conditions:\n",
                "groups: [ { id: §hurts, name: Hurts, holds: one } ]\nconditions:\n",
            )
            .says("not-shown", "the group of conditions `hurts` is not used", "`group: hurts`")
            .warns(),
    ]
}

fn of_texts() -> Vec<Row> {
    vec![
        row("an address that no link names")
            .edit(START, "See [[check:flare]].", "§[lamps]: https://example.org/lamps\n\nSee [[check:flare]].")
            .says("not-shown", "no link in this text uses the address `[lamps]`", "`[words][lamps]`")
            .warns(),
        row("a class behind a heading")
            .edit(START, "## Lamps {#LR-1}", "## Lamps {#LR-1 §.bright}")
            .says("not-shown", "`.bright` is not allowed after a heading", "remove it; only an id can follow a heading")
            .warns(),
        row("a key behind a heading")
            .edit(START, "## Lamps {#LR-1}", "## Lamps {#LR-1 §light=dim}")
            .says("not-shown", "`light=dim` is not allowed after a heading", "`{#my-id}`")
            .warns(),
        row("words after the language of a code block")
            .edit(START, "See [[check:flare]].", "```js §bright lamps\nx\n```\n\nSee [[check:flare]].")
            .says(
                "not-shown",
                "`bright lamps` after the language of a code block is never shown",
                "in the text above the block",
            )
            .warns(),
        row("an anchor that nothing repeats")
            .edit("skills.yaml", "name: Craft,", "name: §&craft Craft,")
            .says("not-shown", "anchor `&craft` is never used", "`*craft`")
            .warns(),
    ]
}

/// Files that nothing reads although they were surely meant to be.
fn of_files() -> Vec<Row> {
    let stray = |what, file: &'static str, place: &'static str, message: &'static str, help: &'static str| {
        row(what).raw(file, b"What somebody wrote.").at(place).says("unknown-file", message, help).warns()
    };
    vec![
        stray(
            "a file that an editor has called otherwise",
            "npcs/bell.yaml.txt",
            "lantern/npcs/bell.yaml.txt:1:1",
            "`npcs/bell.yaml.txt` is not read",
            "rename it to `npcs/bell.yaml`",
        ),
        stray(
            "a chapter with another ending",
            "rules/02-more.markdown",
            "lantern/rules/02-more.markdown:1:1",
            "`rules/02-more.markdown` is not read",
            "rename it to `rules/02-more.md`",
        ),
        stray(
            "a file without an ending",
            "npcs/bell",
            "lantern/npcs/bell:1:1",
            "`npcs/bell` is not read",
            "rename it to `npcs/bell.yaml`",
        ),
        stray(
            "a picture among the chapters",
            "rules/map.png",
            "lantern/rules/map.png:1:1",
            "pictures belong in `art/`",
            "move it to `art/map.png`",
        ),
        stray(
            "a folder that is misspelt",
            "pics/night.txt",
            "lantern/pics/night.txt:1:1",
            "the folder `pics` of a game is not read",
            "the folders of a game are",
        ),
        stray(
            "a folder beside the games",
            "/notes/night.md.txt",
            "notes/night.md.txt:1:1",
            "the folder `notes` is not read",
            "the folder of a game",
        ),
        stray(
            "a campaign without its ending",
            "/campaign.txt",
            "campaign.txt:1:1",
            "`campaign.txt` is not read",
            "rename it to `campaign.yaml`",
        ),
    ]
}
