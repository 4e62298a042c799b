//! What characters own: abilities that were built, allies, and the cards of these and of items.

use super::{Row, row};

const BUILDING: &str = "building.yaml";
const LIGHT: &str = "keywords/light.yaml";
const FLICKER: &str = "abilities/flicker.yaml";
const SYSTEM: &str = "system.yaml";
const IDA: &str = "characters/ida.yaml";
const WISP: &str = "npcs/wisp.yaml";

/// A card for abilities, in which one thing may be wrong.
fn with_card(name: &'static str, card: &str) -> Row {
    row(name).edit(BUILDING, "spent: spent", format!("{card}\nspent: spent"))
}

/// What the keyword `glow` adds to its owner.
fn with_adds(name: &'static str, adds: &str) -> Row {
    row(name).edit(BUILDING, "spent: spent", "lasting: \"shape == 'lasting'\"\nspent: spent").edit(
        LIGHT,
        "    cost: \"2 * lit_squares\"",
        format!("    adds: [ {adds} ]\n    cost: \"2 * lit_squares\""),
    )
}

/// An ability of Ida's own, besides the one described.
fn with_own(name: &'static str, own: &str) -> Row {
    row(name).edit(IDA, "abilities:", format!("abilities:\n{own}"))
}

pub fn rows() -> Vec<Row> {
    [abilities(), cards(), allies(), inputs()].into_iter().flatten().collect()
}

fn abilities() -> Vec<Row> {
    vec![
        with_own("an ability from the shelf that is not there", "  - §flickr").says(
            "unknown-ability",
            "no ability `flickr`",
            "did you mean `flicker`?",
        ),
        with_own("an ability owned twice", "  - flicker\n  - §flicker").says(
            "duplicate-id",
            "two abilities with the id `flicker`",
            "give one of them another id",
        ),
        with_own(
            "an ability built on the spot that costs too much",
            "  - { id: §blaze, name: Blaze, fields: { by: wit }, keywords: [ glow: { reach: 6 } ], description: \"All of it.\" }",
        )
        .says("too-costly", "Blaze: it burns 72 oil, and 33 are allowed", "save 39 oil"),
        with_own(
            "a keyword that an ability built on the spot may not have",
            "  - { id: glare, name: Glare, fields: { by: wit, shape: lasting }, keywords: [ §dazzle ], description: \"Long.\" }",
        )
        .says("lasting-dazzle", "Glare: nothing dazzles for long", "write `shape: quick`"),
        with_adds("an addition to what there is not", "{ to: §pce, add: \"1\" }").says(
            "unknown-value",
            "no value `pce`",
            "did you mean `pace`?",
        ),
        with_adds("an addition to a stat that nobody chooses", "{ to_chosen: §reach, add: \"1\" }").says(
            "unknown-parameter",
            "`reach`",
            "there are none yet",
        ),
        with_adds("an addition of words", "{ to: pace, add: §\"shape\" }").says(
            "wrong-type",
            "expected",
            "numbers, dice, truths",
        ),
        with_adds("additions apart by what there is not", "{ to: pace, add: \"1\", apart_by: [§rech] }").says(
            "unknown-parameter",
            "`rech`",
            "did you mean `reach`?",
        ),
        with_adds("two abilities that add the same", "{ to: pace, add: \"1\" }")
            .edit(
                IDA,
                "abilities:",
                "abilities:\n  - { id: one, name: One, fields: { by: wit, shape: lasting }, keywords: [ §glow: { reach: 1 } ], description: \"A.\" }\n  - { id: two, name: Two, fields: { by: wit, shape: lasting }, keywords: [ glow: { reach: 2 } ], description: \"B.\" }",
            )
            .says("replaced", "One adds nothing to", "only the last such addition counts")
            .warns(),
        row("an ability of too many keywords")
            .edit(FLICKER, "  - dazzle\n", "  - dazzle\n".repeat(59) + "  - §dazzle\n")
            .says("too-many-keywords", "an ability has at most 60 keywords, not 61", "divide it into several abilities"),
    ]
}

fn cards() -> Vec<Row> {
    const CARD: &str = "card: { family: deeds, type_line: \"A\", facts: [ { label: Oil, text: \"{spent}\" } ], keyword: K, price: Oil, keyword_lines: 3, description: D, lines: 2, effect: E";
    let wrong = |from: &str, to: &str| format!("{} }}", CARD.replace(from, to));
    vec![
        with_card("cards of abilities of a family that is not there", &wrong("family: deeds", "family: §deds")).says(
            "unknown-family",
            "no family `deds`",
            "did you mean `deeds`?",
        ),
        with_card("a fact on the card of abilities that names nothing", &wrong("{spent}", "{§spnt}")).says(
            "unknown-name",
            "there is nothing named `spnt`",
            "did you mean `spent`?",
        ),
        with_card("a condition on the card of abilities that is none", &wrong("text: \"{spent}\"", "text: \"x\", when: §\"spent\""))
            .says("wrong-type", "expected true or false, found", "numbers, dice, truths"),
        with_card("a cost on the card of abilities that is no value", &wrong("facts:", "costs: [ { cost: §spnt, unit: LP } ], facts:"))
            .says("unknown-value", "no value `spnt`", "did you mean `spent`?"),
        row("an item's card that names no field")
            .edit(
                SYSTEM,
                "items:\n",
                "items:\n  card: { family: deeds, type_line: \"A\", facts: [ { label: Reach, text: \"{§item.reech}\" } ], lines: 1 }\n",
            )
            .says("unknown-name", "there is nothing named `item.reech`", "did you mean `item.reach`?"),
        row("two cards of one deck with one id")
            .edit(
                SYSTEM,
                "items:\n",
                "items:\n  card: { family: deeds, type_line: \"A\", facts: [ { label: Reach, text: \"{item.reach}\" } ], lines: 1 }\n",
            )
            .edit(IDA, "id: hook,", "id: §raise,")
            .says("duplicate-id", "Ida Brook would have two cards with the id `raise`", "give one of them another id"),
    ]
}

fn allies() -> Vec<Row> {
    vec![
        row("an ally of nobody").edit(WISP, "inputs:", "ally: { of: §idda }\ninputs:").says(
            "unknown-character",
            "no character `idda`",
            "did you mean `ida`?",
        ),
        row("an ally through an ability that its owner has not")
            .edit(WISP, "inputs:", "ally: { of: ida, through: §flicker }\ninputs:")
            .says("unknown-ability", "`flicker`", "there are none yet"),
    ]
}

fn inputs() -> Vec<Row> {
    vec![
        row("a default that no character may have")
            .edit(SYSTEM, "min: 1, max: 4 }", "min: 1, max: 4, §default: 5 }")
            .says("out-of-range", "`default` is 5, which is out of range", "write a number from 1 to 4"),
        row("a total of a field that is no number")
            .edit(SYSTEM, "\"2d6! + nerve\"", "\"2d6! + nerve + total(§'item.glow')\"")
            .says("formula", "there is no total named 'item.glow'", ""),
    ]
}
