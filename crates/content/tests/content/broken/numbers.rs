//! What only shows when characters are computed: circles, division by zero, broken rules, examples.

use super::{Row, row};

const GROWTH: &str = "name: Growth, formula: \"1\"";

/// A slip in the formula of the value `growth`.
fn growth(name: &'static str, formula: &str) -> Row {
    row(name).edit("system.yaml", GROWTH, format!("name: Growth, formula: \"{formula}\""))
}

pub fn rows() -> Vec<Row> {
    [circles(), arithmetic(), rules(), examples()].into_iter().flatten().collect()
}

fn circles() -> Vec<Row> {
    let chain: String = (0..150)
        .map(|i| format!("  - {{ id: v{i}, abbr: V, name: V, formula: \"v{} + v{}\" }}\n", i + 1, i + 1))
        .collect();
    vec![
        row("a value that needs itself")
            .edit("system.yaml", "{ id: growth, abbr", "{ id: §growth, abbr")
            .edit("system.yaml", GROWTH, "name: Growth, formula: \"growth + growth\"")
            .says("cycle", "`growth` needs itself: growth → growth", "remove one of these names"),
        row("two values that need each other")
            .edit("system.yaml", "{ id: growth, abbr", "{ id: §growth, abbr")
            .edit("system.yaml", GROWTH, "name: Growth, formula: \"pace\"")
            .edit("system.yaml", "floor(wit / 2), wit)", "floor(wit / 2), growth)")
            .says("cycle", "growth → pace → growth", "remove one of these names"),
        row("three values that go round")
            .edit("system.yaml", "{ id: growth, abbr", "{ id: §growth, abbr")
            .edit("system.yaml", GROWTH, "name: Growth, formula: \"pace\"")
            .edit("system.yaml", "floor(wit / 2), wit)", "floor(wit / 2), light_max)")
            .edit("system.yaml", "+ guild.oil", "+ growth")
            .says("cycle", "growth → pace → light_max → growth", "remove one of these names"),
        row("a circle through what an advance adds")
            .edit("system.yaml", GROWTH, "name: Growth, formula: \"§nerve\"")
            .says("not-computable", "depends on itself", "remove one of these names"),
        row("values that need values without end")
            .edit(
                "system.yaml",
                "resources:\n",
                format!(
                    "{}  - {{ id: v150, abbr: V, name: V, formula: \"1\" }}\nresources:\n",
                    chain.replacen("id: v0,", "id: §v0,", 1)
                ),
            )
            .says("too-deep", "a chain of more than 100 values", "use stats and earlier values directly in formulas"),
    ]
}

fn arithmetic() -> Vec<Row> {
    vec![
        growth("a division by zero for everybody", "§1 / 0").says(
            "not-computable",
            "`growth` cannot be computed: division by zero",
            "guard it",
        ),
        growth("a division by zero for one character", "§1 / (watch - 2)").says(
            "not-computable",
            "`growth` cannot be computed for Ida Brook: division by zero",
            "`if(x == 0, 0, a / x)`",
        ),
        growth("a fraction where a whole number belongs", "§watch / 4").says(
            "not-computable",
            "which is not a whole number",
            "`floor(...)` goes down",
        ),
        growth("a number that grows too large", "watch * §10 ^ 64").says(
            "not-computable",
            "the number grows too large",
            "without limit",
        ),
        growth("an exponent that is too large", "§2 ^ (watch * 100)").says(
            "not-computable",
            "an exponent must be",
            "limit the exponent",
        ),
        growth("too many dice", "1").edit("system.yaml", "\"2d6! + nerve\"", "\"§(watch * 900)d6\"").says(
            "not-computable",
            "at most 1000 dice",
            "fewer dice",
        ),
        growth("more dice of one kind than there may be", "1")
            .edit("system.yaml", "\"2d6! + nerve\"", "\"§600d6 + 600d6 + nerve\"")
            .says("not-computable", "a roll has at most 1000 dice of one kind", "fewer dice"),
        growth("more pools that keep some of their dice than there may be", "1")
            .edit("system.yaml", "\"2d6! + nerve\"", format!("\"§{}\"", ["2d6kh1"; 101].join("+")))
            .says("not-computable", "a roll has at most 100 pools of dice", "fewer pools"),
        row("fields of an item that ask for themselves")
            .edit("characters/ida.yaml", "glow: \"2d6\"", "glow: \"§wielded('raise', 'glow', 1d6)\"")
            .says("not-computable", "depends on itself", "remove one of these names"),
        growth("limits the wrong way round", "§clamp(watch, 9, 1)").says(
            "not-computable",
            "the lower end is above the upper",
            "the smaller limit first",
        ),
        growth("a number below the first row of a table", "table(§watch, 2: 5)")
            .says("not-computable", "below the first row", "correct the number")
            // The example about Ida, for whom it can be computed, differs as well.
            .of(2),
        row("a division by zero in the text of a card")
            .edit("actions/deeds.yaml", "\"{pace} squares\"", "\"{§1 / (watch - 2)} squares\"")
            .says("not-computable", "this cannot be computed for Ida Brook: division by zero", "guard it"),
        row("a division by zero in the message of a rule")
            .edit("system.yaml", "{name} has {ranks} ranks.", "{name} has {§1 / 0} ranks.")
            .says("not-computable", "cannot be computed", ""),
        row("a division by zero in the message of a requirement")
            .edit("building.yaml", "it burns {spent} oil", "it burns {§1 / 0} oil")
            .says("not-computable", "cannot be computed", ""),
        row("a division by zero in the cure of a requirement")
            .edit("building.yaml", "save {spent - allowed} oil", "save {§1 / 0} oil")
            .says("not-computable", "cannot be computed", ""),
        row("a division by zero in a chapter").edit("rules/01-start.md", "{1 + 1}", "{§1 / 0}").says(
            "not-computable",
            "this cannot be computed: division by zero",
            "guard it",
        ),
        row("a division by zero in an example of a chapter")
            .edit("rules/01-start.md", "{flare|terms}", "{§1 / (watch - 2)}")
            .says("not-computable", "for Ida Brook: division by zero", "guard it"),
        row("a division by zero in what an item adds")
            .edit("characters/ida.yaml", "{ to: pace, add: \"1\" }", "{ to: pace, add: \"§1 / (watch - 2)\" }")
            .says("not-computable", "division by zero", "guard it"),
        row("a division by zero in the dice of an item")
            .edit("characters/ida.yaml", "glow: \"2d6\"", "glow: \"§(1 / (watch - 2))d6\"")
            .says("not-computable", "division by zero", "guard it"),
        row("a division by zero in what a condition adds")
            .edit("conditions.yaml", "add: \"-1\"", "add: \"§1 / (watch - 2)\"")
            .says("not-computable", "division by zero", "guard it"),
        row("a division by zero in a rule of legality")
            .edit("system.yaml", "require: \"ranks <= watch\"", "require: \"§ranks / (watch - 2) > 0\"")
            .says("not-computable", "division by zero", "guard it"),
        row("an option that lacks a value of the others")
            .edit(
                "system.yaml",
                "id: snuffers, name: Snuffers, values: { die: 8, oil: 1 }",
                "id: §snuffers, name: Snuffers, values: { die: 8 }",
            )
            .says("missing-value", "the option `snuffers` has no value `oil`", "add `oil: ...`"),
    ]
}

fn rules() -> Vec<Row> {
    vec![
        row("a stat above its die")
            .edit("characters/ida.yaml", "wit: 3", "wit: §9")
            .edit("examples.yaml", "is: \"20\"", "is: \"26\"")
            .says("stat-within-die", "Wit was created as 9; the die gives 1 to 6.", "see rule LR-4")
            .of(1),
        row("more points of stats than there are")
            .edit("npcs/wisp.yaml", "id: wisp", "id: §wisp")
            .edit("npcs/wisp.yaml", "nerve: 2, wit: 6", "nerve: 8, wit: 8")
            .says("stats-within-budget", "16 points of stats; there are 14 to spend.", "see rule LR-6"),
        row("a stat below the least").edit("npcs/wisp.yaml", "nerve: 2", "nerve: §-3").says(
            "stat-within-die",
            "Nerve was created as \u{2212}3",
            "see rule LR-4",
        ),
        row("too many ranks in a skill").edit("characters/ida.yaml", "trim: 2", "§trim: 4").says(
            "ranks-within-watch",
            "Trim has 4 ranks.",
            "`ranks-within-watch` under `legality` in system.yaml",
        ),
        row("too many advances")
            .edit("characters/ida.yaml", "id: ida", "id: §ida")
            .edit("characters/ida.yaml", "[ { stat: nerve } ]", "[ { stat: nerve }, { stat: wit }, { stat: wit } ]")
            .edit("examples.yaml", "is: \"20\"", "is: \"22\"")
            .says("few-advances", "3 advances taken.", "`few-advances` under `legality`")
            .warns(),
    ]
}

fn examples() -> Vec<Row> {
    vec![
        row("an example that does not come out")
            .edit("examples.yaml", "formula: light_max, is: \"20\"", "formula: §light_max, is: \"21\"")
            .says("example-differs", "LR-EX-1: `light_max` is 20, not 21", "correct the example"),
        row("an example that rests on what is not known")
            .edit("examples.yaml", "{ formula: pace, is: \"3\" }", "{ formula: §flare, is: \"3\" }")
            .edit("examples.yaml", ", nerve: 1", "")
            .says("example-unknown", "because `nerve` is not known", "add `nerve: ...` under `set`"),
        row("an example that cannot be computed")
            .edit("examples.yaml", "{ formula: pace, is: \"3\" }", "{ formula: \"§1 / (wit - 7)\", is: \"3\" }")
            .says("not-computable", "LR-EX-2 cannot be computed: division by zero", "guard it"),
        row("an example that expects nothing")
            .edit("examples.yaml", "    expect:\n      - { formula: pace, is: \"3\" }\n", "")
            .edit("examples.yaml", "id: LR-EX-2", "id: §LR-EX-2")
            .says("nothing-expected", "the example `LR-EX-2` has no expected result", "expect: ["),
        row("an example with half a difference")
            .edit("examples.yaml", "    differs: \"The source rounds up.\"\n", "")
            .edit("examples.yaml", "id: LR-EX-2", "id: §LR-EX-2")
            .says(
                "half-a-difference",
                "`source_says` and `differs` need each other",
                "write what the source printed and why the example differs",
            ),
        row("a ruling put in as a value of an example")
            .edit("examples.yaml", "{ wit: 7,", "{ wit: 7, §ruling.tide_counts: \"'yes'\",")
            .says("unknown-value", "no value `ruling.tide_counts`", ""),
        row("a ruling with one reading")
            .edit("rulings.yaml", "      - { id: \"no\", text: \"It does not.\" }\n", "")
            .edit("rulings.yaml", "id: tide_counts", "id: §tide_counts")
            .edit("/campaign.yaml", "\"no\"", "\"yes\"")
            .edit("examples.yaml", "is: \"20\"", "is: \"20\"")
            .says("too-few-readings", "needs at least two options", "the default first"),
    ]
}
