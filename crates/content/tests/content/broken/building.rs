//! Abilities, and what they are built from.

use super::{Row, row};

const BUILDING: &str = "building.yaml";
const LIGHT: &str = "keywords/light.yaml";
const FLICKER: &str = "abilities/flicker.yaml";
/// Examples of abilities: where those are broken, what is said of them is not asked here.
const EXAMPLES: &str = "examples/building-and-gusts.yaml";

/// Abilities that cost nothing, but for a price that is left somewhere.
fn without_prices(name: &'static str) -> Row {
    row(name)
        .remove(EXAMPLES)
        .remove("rules/02-light.md")
        .edit(BUILDING, "price: \"cost * shape.worth\"\n", "")
        .edit(BUILDING, "spent: spent\nbudget: allowed\n", "")
        .edit(BUILDING, "summed('price') - returned", "summed('lit_squares')")
        .edit(LIGHT, "    cost: \"2 * lit_squares\"\n", "")
        .edit(LIGHT, "    cost: \"12\"\n", "")
}

pub fn rows() -> Vec<Row> {
    [in_building(), in_keywords(), in_abilities()].into_iter().flatten().collect()
}

fn in_building() -> Vec<Row> {
    vec![
        row("keywords without a word on how they go together")
            .remove(EXAMPLES)
            .remove(BUILDING)
            .remove("rules/02-light.md")
            .edit(LIGHT, "- id: glow", "- id: §glow")
            .says("no-building", "no `building.yaml`", "add `building.yaml` next to `system.yaml`"),
        row("an ability formula that names nothing").edit(BUILDING, "30 + by.value", "30 + §by.valu").says(
            "unknown-name",
            "there is nothing named `by.valu`",
            "did you mean `by.value`?",
        ),
        row("an ability formula of the wrong type")
            .edit(BUILDING, "require: \"spent <= allowed\"", "require: §\"spent + allowed\"")
            .says("wrong-type", "expected true or false, found", "numbers, dice, truths"),
        row("a sum of what no keyword gives").edit(BUILDING, "summed('lit_squares')", "summed(§'lit_square')").says(
            "formula",
            "no keyword gives 'lit_square'",
            "did you mean 'lit_squares'?",
        ),
        row("a question about a keyword that is not there")
            .edit(
                BUILDING,
                "formula: \"summed('price') - returned\"",
                "formula: \"summed('price') * bought(§'glwo') - returned\"",
            )
            .says("formula", "no keyword or family 'glwo'", "did you mean 'glow'?"),
        row("a total that is no value").edit(BUILDING, "budget: allowed", "budget: §alowed").says(
            "unknown-value",
            "no value `alowed`",
            "did you mean `allowed`?",
        ),
        row("a value named like a stat").edit(BUILDING, "id: lit, name: Lit,", "id: §wit, name: Lit,").says(
            "duplicate-id",
            "`wit` already means something else in formulas",
            "choose another id",
        ),
        row("a field whose default is too large").edit(BUILDING, "max: 20, default: 0", "max: 20, default: §21").says(
            "out-of-range",
            "Returned 21 does not exist",
            "write a number from 0 to 20",
        ),
        row("a field whose default is no option").edit(BUILDING, "default: quick", "default: §quikc").says(
            "unknown-option",
            "no option `quikc`",
            "did you mean `quick`?",
        ),
        row("a field of what there is not").edit(BUILDING, "of: stats", "of: §stat").says(
            "unknown-word",
            "stat",
            "did you mean `stats`?",
        ),
        row("a column of lists that names nothing").edit(BUILDING, "{spent} of", "{§spnt} of").says(
            "unknown-name",
            "there is nothing named `spnt`",
            "did you mean `spent`?",
        ),
        row("a column of lists without a heading").edit(BUILDING, "- { label: Shape, text", "- §{ text").says(
            "missing-key",
            "key `label` is missing",
            "add `label: ...`",
        ),
        row("a field from more to less").edit(BUILDING, "min: 0, max: 20,", "min: 30, §max: 20,").says(
            "out-of-range",
            "no value is allowed",
            "swap the two",
        ),
    ]
}

fn in_keywords() -> Vec<Row> {
    vec![
        row("two keywords of one id")
            .remove(EXAMPLES)
            .edit(LIGHT, "id: dazzle", "id: §glow")
            .edit(FLICKER, "  - dazzle\n", "")
            .says("duplicate-id", "two keywords with the id `glow`", "another id"),
        row("a parameter named like a value of abilities")
            .edit(
                LIGHT,
                "    cost: \"12\"",
                "    parameters: [ { id: §lit, name: Lit, min: 0, max: 1, default: 0 } ]\n    cost: \"12\"",
            )
            .says("duplicate-id", "`lit` already means something else in formulas", "choose another id"),
        row("a price that names nothing").edit(LIGHT, "cost: \"2 * lit_squares\"", "cost: \"2 * §lit_sqares\"").says(
            "unknown-name",
            "there is nothing named `lit_sqares`",
            "did you mean `lit_squares`?",
        ),
        row("what a keyword does in general, which names nothing")
            .edit(LIGHT, "Lights {lit_squares}", "Lights {lit_squares}\"\n    how: \"Lights {§lit_sqares}")
            .says("unknown-name", "lit_sqares", "did you mean `lit_squares`?"),
        row("a text of a keyword that names nothing").edit(LIGHT, "Lights {lit_squares}", "Lights {§lit_sqares}").says(
            "unknown-name",
            "there is nothing named `lit_sqares`",
            "did you mean `lit_squares`?",
        ),
        row("a keyword without a price")
            .remove(EXAMPLES)
            .edit(FLICKER, "  - dazzle\n", "")
            .edit(LIGHT, "    cost: \"12\"\n", "")
            .edit(LIGHT, "- id: dazzle", "- id: §dazzle")
            .says("missing-key", "the keyword `dazzle` has no `cost`", "add `cost:"),
        row("a family without an id")
            .remove("rules/02-light.md")
            .edit(LIGHT, "family: { id: light, name: Light }", "family: §{ name: Light }")
            .says("missing-key", "key `id` is missing", "add `id: ...`"),
    ]
}

fn in_abilities() -> Vec<Row> {
    vec![
        row("an ability with a keyword that is not there").edit(FLICKER, "- dazzle", "- §dazle").says(
            "unknown-keyword",
            "no keyword `dazle`",
            "did you mean `dazzle`?",
        ),
        row("a parameter that the keyword does not have")
            .edit(FLICKER, "glow: { reach: 2 }", "glow: { reach: 2, §far: 1 }")
            .says("unknown-parameter", "no parameter `far`", "there are: reach"),
        row("a parameter that is missing").edit(FLICKER, "glow: { reach: 2 }", "§glow: {}").says(
            "missing-value",
            "the parameter `reach` is missing here",
            "add `reach: ...`, a number from 1 to 6",
        ),
        row("a parameter beyond its range").edit(FLICKER, "reach: 2", "reach: §7").says(
            "out-of-range",
            "Reach 7 does not exist",
            "write a number from 1 to 6",
        ),
        row("a word where a number is asked for").edit(FLICKER, "reach: 2", "reach: §far").says(
            "wrong-type",
            "expected a whole number, found `far`",
            "write a number from 1 to 6",
        ),
        row("a number where an option is asked for").edit(FLICKER, "shape: quick", "shape: §3").says(
            "wrong-type",
            "expected a word, found 3",
            "there are: quick, lasting",
        ),
        row("a field that is missing")
            .edit(FLICKER, ", by: wit", "")
            .edit(FLICKER, "id: flicker", "id: §flicker")
            .says("missing-value", "the field `by` is missing here", "add `by: ...`; there are: nerve, wit"),
        row("a field with options that is missing")
            .edit("building.yaml", "    default: quick\n", "")
            .edit(FLICKER, "shape: quick, ", "")
            .edit(FLICKER, "id: flicker", "id: §flicker")
            .says("missing-value", "the field `shape` is missing here", "add `shape: ...`; there are: quick, lasting"),
        row("a field that takes a stat which is not there").edit(FLICKER, "by: wit", "by: §wti").says(
            "unknown-stat",
            "no stat `wti`",
            "did you mean `wit`?",
        ),
        row("two keywords on one line")
            .edit(FLICKER, "- glow: { reach: 2 }\n", "- { glow: { reach: 2 }, §dazzle: {} }\n")
            .says("two-keywords", "a line has only one keyword", "start a new line: `-"),
        row("an ability that nobody could use")
            .remove(EXAMPLES)
            .edit(FLICKER, "shape: quick", "shape: lasting")
            .edit(FLICKER, "- dazzle", "- §dazzle")
            .says("lasting-dazzle", "nothing dazzles for long", "write `shape: quick`"),
        row("an ability without keywords")
            .edit(FLICKER, "keywords:\n  - glow: { reach: 2 }\n  - dazzle\n", "keywords: §[]\n")
            .says("empty", "`keywords` is empty", "write at least one entry"),
        without_prices("prices where abilities cost nothing")
            .edit(LIGHT, "    price: \"cost\"", "    price: §\"1\"")
            .says("no-prices", "abilities have no prices in this game", "add `price`, `spent` and `budget`"),
        row("an icon in a description that is not there").edit(FLICKER, "A wick", "A §:wickk: wick").says(
            "unknown-icon",
            "no icon `wickk`",
            "",
        ),
    ]
}
