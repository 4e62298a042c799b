//! Formulas that cannot be read, or whose parts do not go together.

use super::{Row, row};

const FLARE: &str = "\"2d6! + nerve\"";

/// A slip in the formula of one derived value.
fn flare(name: &'static str, formula: &str) -> Row {
    row(name).edit("system.yaml", FLARE, format!("\"{formula}\""))
}

pub fn rows() -> Vec<Row> {
    [syntax(), in_texts(), types(), names()].into_iter().flatten().collect()
}

fn syntax() -> Vec<Row> {
    vec![
        flare("a bracket of a formula that is never closed", "2d6! + (nerve§").says(
            "formula",
            "`)` was expected",
            "a bracket, comma or value",
        ),
        flare("a bracket of a formula too many", "2d6! + nerve§)").says(
            "formula",
            "the formula should end here",
            "operator",
        ),
        flare("an unknown function", "2d6! + §flor(nerve)").says(
            "formula",
            "no function `flor`",
            "did you mean `floor`?",
        ),
        flare("a function with too few arguments", "2d6! + §clamp(nerve, 1)").says(
            "formula",
            "`clamp` takes 3 arguments, not 2",
            "docs/formulas.md",
        ),
        flare("comparisons that chain", "if(1 < nerve §< 9, 2, 1)").says(
            "formula",
            "comparisons do not chain",
            "`a < b and b < c`",
        ),
        flare("a condition as in Python", "2d6 + (2 §if nerve > 2 else 1)").says(
            "formula",
            "`if` is a function in formulas",
            "write `if(nerve > 2, 2, 1)`",
        ),
        flare("a condition with a question mark", "nerve > 2 §? 2 : 1").says(
            "formula",
            "`if` is a function in formulas",
            "write `if(nerve > 2, 2, 1)`",
        ),
        flare("an operator of other languages", "if(nerve > 2 §&& wit > 2, 2, 1)").says(
            "formula",
            "`&&` is not part of",
            "write `and`",
        ),
        flare("a single equals sign", "if(nerve §= 2, 2, 1)").says(
            "formula",
            "a single `=` has no meaning",
            "write `==`",
        ),
        flare("a typographic minus", "2d6! §\u{2212} nerve").says("formula", "typographic signs", "write `*` and `-`"),
        flare("a typographic times", "2 §\u{d7} nerve").says("formula", "typographic signs", "write `*` and `-`"),
        flare("a quote of a word that is never closed", "if(guild == §'wicks, 2, 1)").says(
            "formula",
            "this word is never closed",
            "single quote",
        ),
        flare("a sign that formulas do not know", "nerve §% 2").says(
            "formula",
            "`%` is not part of the formula language",
            "names, numbers, dice",
        ),
        flare("an operator without a value", "nerve +§").says(
            "formula",
            "the formula ends here, but a value was expected",
            "missing",
        ),
        flare("two values without an operator", "2 §nerve").says(
            "formula",
            "the formula should end here",
            "an operator such as `+`",
        ),
        flare("an empty formula", "§").says("formula", "a value was expected", "missing").of(1),
        flare("a die of too many sides", "2§d5000").says("formula", "a die has 1 to 1000 sides", ""),
        flare("a table without rows", "table(§nerve)").says(
            "formula",
            "a table needs rows",
            "write `table(x, 1: 10, 5: 20)`",
        ),
        flare("a table whose keys fall", "table(nerve, 5: 1, §1: 2)").says(
            "formula",
            "rise from row to row",
            "docs/formulas.md",
        ),
        row("a formula over several lines")
            .edit(
                "system.yaml",
                "  - { id: flare, abbr: FLR, name: Flare, formula: \"2d6! + nerve\" }",
                "  - id: flare\n    abbr: FLR\n    name: Flare\n    formula: >-\n      2d6!\n      + §nevre",
            )
            .says("unknown-name", "nothing named `nevre`", "did you mean `nerve`?"),
    ]
}

fn in_texts() -> Vec<Row> {
    vec![
        row("a brace in a text that is never closed")
            .edit("actions/deeds.yaml", "\"{pace} squares\"", "\"§{pace squares\"")
            .says("formula", "this brace is never closed", "write `{{`"),
        row("a brace in a text that was never opened")
            .edit("actions/deeds.yaml", "\"{pace} squares\"", "\"pace§} squares\"")
            .says("formula", "this brace was never opened", "write `}}`"),
        row("an unknown name in the text of a card")
            .edit("actions/deeds.yaml", "\"{pace} squares\"", "\"{§pase} squares\"")
            .says("unknown-name", "nothing named `pase`", "did you mean `pace`?"),
        row("an unknown name in the details of a card")
            .edit("actions/deeds.yaml", "More on {light_max}", "More on {§light_mx}")
            .says("unknown-name", "nothing named `light_mx`", "did you mean `light_max`?"),
        row("an unknown name in the text of a condition")
            .edit("conditions.yaml", "{max(pace - 1, 0)}", "{max(§pase - 1, 0)}")
            .says("unknown-name", "nothing named `pase`", "did you mean `pace`?"),
        row("an unknown name in a table").edit("references/tables.yaml", "\"{pace}\"", "\"{§paze}\"").says(
            "unknown-name",
            "nothing named `paze`",
            "did you mean `pace`?",
        ),
        row("an unknown name in a note").edit("npcs/wisp.yaml", "{pace}", "{§paze}").says(
            "unknown-name",
            "nothing named `paze`",
            "did you mean `pace`?",
        ),
        row("an unknown name on the sheet").edit("system.yaml", "\"Pace {pace}", "\"Pace {§paze}").says(
            "unknown-name",
            "nothing named `paze`",
            "did you mean `pace`?",
        ),
        row("an unknown name in the message of a rule")
            .edit("system.yaml", "{name} has {ranks} ranks.", "{name} has {§rank} ranks.")
            .says("unknown-name", "nothing named `rank`", "did you mean `ranks`?"),
        row("a faulty formula behind letters of several bytes")
            .edit("actions/deeds.yaml", "\"{pace} squares\"", "\"Größe — € {§paze}\"")
            .says("unknown-name", "nothing named `paze`", "did you mean `pace`?"),
        row("a faulty formula in single quotes that are doubled")
            .edit("actions/deeds.yaml", "\"{pace} squares\"", "'it''s ''far'': {§paze}'")
            .says("unknown-name", "nothing named `paze`", "did you mean `pace`?"),
        row("a faulty formula behind two backslashes")
            .edit("actions/deeds.yaml", "\"{pace} squares\"", "\"C:\\\\\\\\moon {§paze}\"")
            .says("unknown-name", "nothing named `paze`", "did you mean `pace`?"),
        row("a faulty formula behind an escape")
            .edit("actions/deeds.yaml", "\"{pace} squares\"", "\"say \\\"{{now}}\\\": {§paze}\"")
            .says("unknown-name", "nothing named `paze`", "did you mean `pace`?"),
    ]
}

fn types() -> Vec<Row> {
    vec![
        flare("dice times a number", "§2d6 * 2").says(
            "formula",
            "expected a number, found dice",
            "dice can be added; numbers can be added to dice",
        ),
        flare("a number where a truth is asked for", "if(§nerve, 1, 2)").says(
            "formula",
            "found a number",
            "truths (`a < b`)",
        ),
        flare("sides of an if that differ", "if(nerve > 2, 1, §'two')").says(
            "formula",
            "and the other side is",
            "the same type",
        ),
        flare("a word and a number added", "§guild + 1").says("formula", "cannot be added", "numbers and dice only"),
        flare("a truth as a value", "nerve > 2")
            .edit("system.yaml", "name: Flare, formula: ", "name: Flare, formula: §")
            .says("wrong-type", "found true or false", "cannot replace one another"),
        flare("a word compared with a number", "if(§guild == 2, 1, 2)").says(
            "formula",
            "is never equal to",
            "words with words",
        ),
        flare("a reading that a ruling does not have", "if(ruling.tide_counts == §'maybe', 1, 2)").says(
            "formula",
            "`maybe` is never a value of this",
            "it is one of: yes, no",
        ),
        flare("an option that a choice does not have", "if(guild == §'wick', 1, 2)").says(
            "formula",
            "`wick` is never a value of this",
            "did you mean 'wicks'?",
        ),
        row("dice where a cost is asked for").edit("actions/deeds.yaml", "cost: \"2 + pace\"", "cost: §\"2d6\"").says(
            "wrong-type",
            "expected a number, found dice",
            "cannot replace one another",
        ),
        row("a number where a rule asks for a truth")
            .edit("system.yaml", "require: \"ranks <= watch\"", "require: §\"ranks\"")
            .says("wrong-type", "found a number", "truths"),
        row("dice for a number of an item").edit("characters/ida.yaml", "reach: \"2\"", "reach: §\"2d6\"").says(
            "wrong-type",
            "expected a number, found dice",
            "cannot replace one another",
        ),
        row("dice added to a number").edit("conditions.yaml", "add: \"-1\"", "add: §\"1d6\"").says(
            "wrong-type",
            "expected a number, found dice",
            "cannot replace one another",
        ),
        row("dice put in for a number of an example").edit("examples.yaml", "wit: 7", "wit: §\"2d6\"").says(
            "wrong-type",
            "expected a number, found dice",
            "cannot replace one another",
        ),
        row("a number put in for a choice of an example").edit("examples.yaml", "guild: wicks", "guild: §7").says(
            "wrong-type",
            "`guild` is a choice",
            "there are: wicks, snuffers",
        ),
    ]
}

fn names() -> Vec<Row> {
    vec![
        flare("an unknown name in a formula", "2d6! + §nevre").says(
            "unknown-name",
            "nothing named `nevre`",
            "did you mean `nerve`?",
        ),
        flare("an unknown ruling in a formula", "if(§ruling.tide_count == 'yes', 1, 2)").says(
            "unknown-name",
            "nothing named `ruling.tide_count`",
            "did you mean `ruling.tide_counts`?",
        ),
        flare("an unknown value of a choice", "2d6! + §guild.dice").says(
            "unknown-name",
            "nothing named `guild.dice`",
            "did you mean `guild.die`?",
        ),
        flare("an unknown skill in a formula", "2d6! + rank(§'trimm')").says(
            "formula",
            "no skill 'trimm'",
            "did you mean 'trim'?",
        ),
        flare("a kind of a skill that has none", "2d6! + rank('trim', §'hooks')").says(
            "formula",
            "ranks of `trim` have no kinds",
            "docs/formulas.md",
        ),
        flare("an unknown list entry in a formula", "2d6! + trained(§'hoks')").says(
            "formula",
            "'hoks'",
            "did you mean 'hooks'?",
        ),
        flare("an unknown action in a formula", "wielded(§'rais', 'glow', 1d6)").says(
            "formula",
            "no action 'rais'",
            "did you mean 'raise'?",
        ),
        flare("an unknown item field in a formula", "wielded('raise', §'glo', 1d6)").says(
            "formula",
            "no field 'glo'",
            "did you mean 'glow'?",
        ),
        flare("an unknown thing to count", "2d6! + count(§'item')").says("formula", "'item'", "did you mean 'items'?"),
        flare("an unknown total", "2d6! + total(§'wait')").says(
            "formula",
            "'wait'",
            "there are: ranks, primary, secondary, stats, weight",
        ),
        flare("a name where a word is asked for", "2d6! + rank(§trim)").says(
            "formula",
            "`rank` needs a word here",
            "single quotes",
        ),
    ]
}
