//! Cards: costs, blocks, tables, and keys that would never be printed.

use super::{Row, row};

/// The figure of an action.
const BEAM: &str = "id: beam, label: Beam, formula: \"wielded('raise', 'glow', 1d6) + rank('knack', 'raise') + nerve\"";

pub fn rows() -> Vec<Row> {
    vec![
        row("an ink too pale for its paper")
            .edit("system.yaml", "ink: \"#1f1c1a\", paper: \"#fbf8f2\"", "ink: §\"#aaaaaa\", paper: \"#fbf8f2\"")
            .says("pale-color", "the contrast is 1.9 to 1, and the minimum is 4.5", "or another `")
            .of(2)
            .warns(),
        row("a color of a family too pale for its paper")
            .edit("system.yaml", "steel: \"#3b6288\"", "steel: §\"#7b9ec0\"")
            .says("pale-color", "text in `steel` is too pale on `paper`: the contrast is", "or another `paper`")
            .warns(),
        row("a value for which no short words can be made")
            .edit(
                "actions/deeds.yaml",
                BEAM,
                "id: §beam, label: Beam, formula: \"wit - max(wit, nerve - floor(wit / 2))\"",
            )
            .says("no-instruction", "Makeready cannot say in short words how `raise.beam` is computed", "`how: ...`")
            .warns(),
        row("a value whose made words are too long")
            .edit(
                "actions/deeds.yaml",
                BEAM,
                "id: §beam, label: Beam, formula: \"if(wit > 3, nerve + 2 * wit, if(wit > 2, 3 * nerve + wit, 0))\"",
            )
            .says(
                "no-instruction",
                "the instruction for `raise.beam` is too long for a blank form:",
                "at most 40 letters",
            )
            .warns(),
        row("an author's words for a value that are too long")
            .edit(
                "actions/deeds.yaml",
                BEAM,
                format!("id: §beam, label: Beam, how: \"{}\", formula: nerve", "word ".repeat(14)),
            )
            .says(
                "no-instruction",
                "`how` has 56 letters, too many for a blank form",
                "shorten it to at most 40 letters",
            )
            .warns(),
        row("two ways to pay")
            .edit("actions/deeds.yaml", "    cost_set: by-weight\n", "    cost_set: by-weight\n    cost: §\"2\"\n")
            .says("two-costs", "either `cost` or `cost_set`, not both", "remove one of the two"),
        row("a unit without a cost").edit("actions/deeds.yaml", "cost: \"2 + pace\", cost_unit", "§cost_unit").says(
            "unit-without-cost",
            "no `cost` for this unit",
            "add `cost: ...`",
        ),
        row("a unit beside a cost set")
            .edit("actions/deeds.yaml", "    cost_set: by-weight\n", "    cost_set: by-weight\n    §cost_unit: AP\n")
            .says("unit-without-cost", "no `cost` for this unit", "a cost set has its own unit"),
        row("a card with nothing on it")
            .edit(
                "references/tables.yaml",
                "references:\n",
                "references:\n  - { id: §void, name: Void, family: tables }\n",
            )
            .says("empty", "the card `void` has only a name", "give it a `text`")
            .warns(),
        row("a block of an unknown kind").edit("references/tables.yaml", "- heading: Hours", "- §headng: Hours").says(
            "unknown-block",
            "no such kind of block",
            "did you mean `heading`?",
        ),
        row("a block of two kinds")
            .edit("references/tables.yaml", "- heading: Hours", "- heading: Hours\n        §lines: 3")
            .says("two-blocks", "a block has only one key", "`- lines: ...`"),
        row("a block with nothing in it").edit("references/tables.yaml", "- lines: 2", "- §lines:").says(
            "no-value",
            "key `lines` has no value",
            "remove the key",
        ),
        row("a row with too few cells").edit("references/tables.yaml", "[\"Dawn\", \"2\"]", "§[\"Dawn\"]").says(
            "table-row",
            "this row has 1 cells, but the table has 2 columns",
            "an empty cell is written",
        ),
        row("a row with too many cells")
            .edit("references/tables.yaml", "[\"Dawn\", \"2\"]", "§[\"Dawn\", \"2\", \"3\"]")
            .says("table-row", "this row has 3 cells, but the table has 2 columns", "an empty cell is written"),
        row("more kinds of columns than columns")
            .edit("references/tables.yaml", "numeric: [false, true]", "§numeric: [false, true, true]")
            .says(
                "table-columns",
                "`numeric` has 3 entries, but the table has 2 columns",
                "true or false for each column",
            ),
        row("a table without columns")
            .edit("references/tables.yaml", "columns: [Hour, Depth]\n          numeric: [false, true]", "columns: §[]")
            .says("empty", "`columns` is empty", "at least one entry"),
        row("an outcome without a text")
            .edit("actions/deeds.yaml", "{ on: success, text: \"They see you.\" }", "§{ on: success }")
            .says("missing-key", "key `text` is missing", "add `text: ...`"),
        row("a fact without a label")
            .edit("actions/deeds.yaml", "{ label: Target, text: \"\" }", "§{ text: \"\" }")
            .says("missing-key", "key `label` is missing", "add `label: ...`"),
        row("a figure on a reference card")
            .edit(
                "references/tables.yaml",
                "    blocks:\n",
                "    §values: [ { id: x, label: X, formula: \"1\" } ]\n    blocks:\n",
            )
            .says("not-on-reference", "a reference card has no `values`", "as `{hp_max}`"),
        row("a cost on a reference card")
            .edit("references/tables.yaml", "    blocks:\n", "    §cost: \"2\"\n    blocks:\n")
            .says("not-on-reference", "a reference card has no `cost`", "make it an action"),
        row("text for the card of a skill that has none")
            .edit("skills.yaml", "summary: \"A way with tools.\"", "§text: \"A way with tools.\"")
            .says("no-card", "`text` is not printed: the skill `knack` has no `family`", "add `family: ...`")
            .warns(),
    ]
}
