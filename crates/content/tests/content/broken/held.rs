//! Traits, secondary skills, inputs that may stay open, and conditions in groups.

use super::{Row, row};

const SYSTEM: &str = "system.yaml";
const SKILLS: &str = "skills.yaml";
const CONDITIONS: &str = "conditions.yaml";
const IDA: &str = "characters/ida.yaml";
const FOLK: &str = "traits/folk.yaml";

/// Two traits, and those that Ida took.
fn with_traits(name: &'static str, taken: &str) -> Row {
    row(name)
        .add(
            FOLK,
            "format_version: 1\nlist: { id: folk, name: Folk }\ntraits:\n  - { id: keen, name: Keen, text: \"Sees.\" }\n  - { id: wise, name: Wise, requires: \"held('folk') >= 1\", options: [ { id: owl, name: Owl } ], text: \"Knows.\" }\n",
        )
        .edit(IDA, "conditions: [dazzled]", format!("traits: {taken}\nconditions: [dazzled]"))
}

/// A skill with others under it, and the ranks that Ida has in it.
fn with_secondary(name: &'static str, ranks: &str) -> Row {
    row(name).add(SKILLS, "  - { id: climb, name: Climb, group: craft, secondary: [tools] }\n").edit(
        IDA,
        "skills: { trim: 2,",
        format!("skills: {{ climb: {ranks}, trim: 2,"),
    )
}

/// Ida is dazzled, and something else of the same group.
fn with_moods(name: &'static str, listed: &str) -> Row {
    row(name)
        .edit(CONDITIONS, "conditions:\n", "groups: [ { id: mood, name: Mood, holds: one } ]\nconditions:\n")
        .edit(CONDITIONS, "    name: Dazzled\n", "    name: Dazzled\n    group: mood\n")
        .add(CONDITIONS, "  - { id: calm, name: Calm, group: mood, text: \"At rest.\" }\n")
        .edit(IDA, "conditions: [dazzled]", format!("conditions: {listed}"))
}

pub fn rows() -> Vec<Row> {
    [traits(), ranks(), others()].into_iter().flatten().collect()
}

fn traits() -> Vec<Row> {
    vec![
        with_traits("a trait that there is not", "[ §ken ]").says("unknown-trait", "no trait `ken`", "`keen`"),
        with_traits("words for a prerequisite that is not there", "[ keen ]")
            .edit(FOLK, "name: Keen,", "name: Keen, message: §\"a keen eye\",")
            .says("missing-key", "`keen` has a `message` but no `requires`", "add `requires: ...`"),
        with_traits("a trait taken before its prerequisite", "[ { §wise: owl }, keen ]").says(
            "prerequisite",
            "Wise asks that you have Folk, before it is taken",
            "",
        ),
        with_traits("a trait taken once too often", "[ keen, §keen ]").says(
            "trait-taken-twice",
            "Keen can be taken once only",
            "",
        ),
        with_traits("a trait without its option", "[ keen, §wise ]").says(
            "missing-value",
            "needs one option each time",
            "with one of: owl",
        ),
        with_traits("an option that a trait does not have", "[ keen, { wise: §oul } ]").says(
            "unknown-option",
            "no option `oul`",
            "did you mean `owl`?",
        ),
        with_traits("an option of a trait without any", "[ { keen: §owl } ]").says(
            "unknown-option",
            "`keen` has no options",
            "write `- keen`",
        ),
        with_traits(
            "more traits than anybody has",
            &format!("[ {}§wet ]", "wet, ".repeat(200)),
        )
        .edit(FOLK, "traits:\n", "traits:\n  - { id: wet, name: Wet, repeats: true, text: \"Drips.\" }\n")
        .says("too-many-traits", "the limit is 200", "remove some"),
        with_traits("two traits on one line", "[ §{ keen: owl, wise: owl } ]").says(
            "not-one-trait",
            "one trait with its option",
            "write each trait on its own line after `- `",
        ).of(2),
        row("a trait that asks for what there is not")
            .add(FOLK, "format_version: 1\nlist: { id: folk, name: Folk }\ntraits:\n  - { id: keen, name: Keen, requires: \"times(§'ken') > 1\", text: \"Sees.\" }\n")
            .says("formula", "there is no trait 'ken'", "did you mean 'keen'?"),
        row("a list of traits in no chapter's table")
            .add("rules/02-light.md", "\n```table of=traits:§folk\n```\n")
            .says("unknown-list-of-traits", "no list of traits `folk`", "there are none yet"),
    ]
}

fn ranks() -> Vec<Row> {
    vec![
        with_secondary("ranks in a secondary skill that there is not", "{ rank: 1, secondary: { §hoks: 1 } }").says(
            "unknown-secondary-skill",
            "no secondary skill `hoks`",
            "did you mean `hooks`?",
        ),
        with_secondary("kinds of ranks where there are secondary skills", "{ §hooks: 1 }").says(
            "wrong-type",
            "ranks in `climb` are its own",
            "`climb: { rank: 2, secondary:",
        ),
        row("secondary skills where a skill has none")
            .edit(IDA, "trim: 2", "trim: §{ rank: 2, secondary: { hooks: 1 } }")
            .says("wrong-type", "have no secondary skills under them", "write `trim: 2`"),
        row("a skill with kinds and secondary skills")
            .edit(SKILLS, "choose: [tools],", "choose: [tools], secondary: [§tools],")
            .says("two-kinds-of-ranks", "are bought for each kind", "`choose` or `secondary`"),
        row("a list of secondary skills that there is not")
            .add(SKILLS, "  - { id: climb, name: Climb, group: craft, secondary: [§tool] }\n")
            .says("unknown-list", "no list `tool`", "did you mean `tools`?"),
    ]
}

fn others() -> Vec<Row> {
    vec![
        row("an input with a default that may stay open")
            .edit(SYSTEM, "min: 1, max: 4 }", "min: 1, max: 4, default: 1, §optional: true }")
            .says("never-open", "`watch` has a `default`, so it is never empty", "remove `optional` or `default`"),
        row("an option that adds to what there is not")
            .edit(
                SYSTEM,
                "values: { die: 6, oil: 2 } }",
                "values: { die: 6, oil: 2 }, modifiers: [ { to: §pce, add: \"1\" } ] }",
            )
            .says("unknown-value", "no value `pce`", "did you mean `pace`?"),
        row("a card for nobody")
            .edit("actions/deeds.yaml", "    family: deeds", "    when: \"§pce > 1\"\n    family: deeds")
            .says("unknown-name", "nothing named `pce`", "did you mean `pace`?"),
        row("a group of conditions that there is not")
            .edit(CONDITIONS, "    name: Dazzled\n", "    name: Dazzled\n    group: §moods\n")
            .says("unknown-group", "no group of conditions `moods`", "there are none yet"),
        with_moods("two states of which one holds", "[dazzled, §calm]")
            .says("two-states", "`dazzled` and `calm` are both of Mood", "remove one of the two")
            // One of the moods is in force in the worked example.
            .of(2),
        row("a condition that lasts for nothing")
            .edit(CONDITIONS, "    name: Dazzled\n", "    name: Dazzled\n    turns: §0\n")
            .says("out-of-range", "0", "from 1 to 60"),
    ]
}
