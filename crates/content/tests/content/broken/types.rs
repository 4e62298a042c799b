//! Values of the wrong type, and numbers out of range.

use super::{Row, row};

pub fn rows() -> Vec<Row> {
    [wrong_types(), ranges()].into_iter().flatten().collect()
}

fn wrong_types() -> Vec<Row> {
    vec![
        row("a word as an input of a character").edit("characters/ida.yaml", "watch: 2", "watch: §often").says(
            "wrong-type",
            "expected a whole number, found text",
            "write digits only",
        ),
        row("text for a number").edit("characters/ida.yaml", "weight: 4", "weight: §heavy").says(
            "wrong-type",
            "expected a weight, found text",
            "`3` or `0.1`",
        ),
        row("a number in quotes").edit("npcs/wisp.yaml", "nerve: 2", "nerve: §\"2\"").says(
            "wrong-type",
            "expected a whole number, found text",
            "without quotes",
        ),
        row("a fraction for a whole number").edit("npcs/wisp.yaml", "nerve: 2", "nerve: §2.5").says(
            "wrong-type",
            "found a number that is not whole",
            "without decimals",
        ),
        row("a list for a mapping")
            .edit("npcs/wisp.yaml", "{ nerve: 2, wit: 6 }", "§[nerve, wit]")
            .says("wrong-type", "expected a mapping, found a list", "key: value")
            .of(3),
        row("a mapping for a list").edit("skills.yaml", "stats: [wit]", "stats: §{ wit: 1 }").says(
            "wrong-type",
            "expected a list, found a mapping",
            "`[one, two]`",
        ),
        row("a text for a list").edit("skills.yaml", "stats: [wit]", "stats: §wit").says(
            "wrong-type",
            "expected a list, found text",
            "write `[one, two]`, or each item on its own line after `- `",
        ),
        row("a list for a text").edit("skills.yaml", "use: active", "use: §[active]").says(
            "wrong-type",
            "expected text, found a list",
            "starts with a bracket in quotes",
        ),
        row("a formula in braces without quotes")
            .edit("actions/deeds.yaml", "text: \"{pace} squares\"", "text: §{pace}")
            .says("wrong-type", "expected text, found a mapping", "starts with a bracket in quotes"),
        row("a truth for a text").edit("npcs/wisp.yaml", "name: Will-o'-the-Wisp", "name: §true").says(
            "wrong-type",
            "expected text, found true or false",
            "in quotes",
        ),
        row("a text for a truth").edit("system.yaml", "boxes: true", "boxes: §yes").says(
            "wrong-type",
            "expected true or false, found text",
            "write `true` or `false`",
        ),
        row("a list for a formula").edit("conditions.yaml", "add: \"-1\"", "add: §[1]").says(
            "wrong-type",
            "expected a formula, found a list",
            "in quotes",
        ),
        row("a text for an entry of a list").edit("characters/ida.yaml", "[ { stat: nerve } ]", "[ §nerve ]").says(
            "wrong-type",
            "expected a mapping, found text",
            "{ key: value }",
        ),
        row("nothing for an entry of a list")
            .edit("characters/ida.yaml", "conditions: [dazzled]", "conditions: [dazzled, §null]")
            .says("wrong-type", "expected text, found nothing", "remove the key"),
        row("a file that is a list").add("actions/more.yaml", "§- id: jump\n- id: hop\n").says(
            "wrong-type",
            "expected a mapping, found a list",
            "key: value",
        ),
        row("a file that is only words").add("actions/more.yaml", "§to do\n").says(
            "wrong-type",
            "found text",
            "key: value",
        ),
        row("one rank for a skill of several kinds")
            .edit("characters/ida.yaml", "knack: { hooks: 1 }", "knack: §1")
            .says("wrong-type", "ranks in `knack` are bought for a kind each", "with kinds of: tools"),
        row("kinds for a skill of one kind").edit("characters/ida.yaml", "trim: 2,", "trim: { §hooks: 2 },").says(
            "wrong-type",
            "ranks in `trim` have no kinds",
            "write `trim: 2`",
        ),
        row("a word that is not one of the words").edit("system.yaml", "each: stat\n", "each: §stats\n").says(
            "unknown-word",
            "`stats` is not one of the allowed words",
            "did you mean `stat`?",
        ),
        row("a kind of ruling that there is not").edit("rulings.yaml", "kind: ambiguity", "kind: §riddle").says(
            "unknown-word",
            "`riddle` is not one of the allowed words",
            "it is one of: contradiction",
        ),
        row("a result that there is not").edit("actions/deeds.yaml", "on: success", "on: §sucess").says(
            "unknown-word",
            "`sucess`",
            "did you mean `success`?",
        ),
        row("a type of item field that there is not").edit("system.yaml", "type: number", "type: §numbers").says(
            "unknown-word",
            "`numbers`",
            "did you mean `number`?",
        ),
        row("a severity that there is not").edit("system.yaml", "severity: warning", "severity: §warn").says(
            "unknown-word",
            "`warn`",
            "it is one of: error, warning",
        ),
        row("a reader of handouts that there is not")
            .edit(
                "system.yaml",
                "title: Figures, values: [light_max, pace], view: gm",
                "title: Figures, values: [light_max, pace], view: §dm",
            )
            .says("unknown-word", "`dm`", "did you mean `gm`?"),
        row("a block of a sheet that there is not")
            .edit("system.yaml", "{ block: items, span: 12, lines: 4 }", "{ block: §itms, span: 12, lines: 4 }")
            .says("unknown-word", "`itms`", "did you mean `items`?"),
    ]
}

fn ranges() -> Vec<Row> {
    vec![
        row("a block wider than the sheet")
            .edit("system.yaml", "{ block: stats, span: 12 }", "{ block: stats, span: §13 }")
            .says("out-of-range", "13 is out of range", "from 1 to 12"),
        row("a notch that does not exist").edit("system.yaml", "notch: 1,", "notch: §12,").says(
            "out-of-range",
            "12 is out of range",
            "from 0 to 11",
        ),
        row("a negative weight").edit("characters/ida.yaml", "weight: 4", "weight: §-4").says(
            "out-of-range",
            "-4 is out of range",
            "from 0 to",
        ),
        row("a weight in figures that are not read").edit("characters/ida.yaml", "weight: 4", "weight: §1e-1").says(
            "wrong-type",
            "`1e-1` is not a weight",
            "`3` or `0.1`",
        ),
        row("more boxes than fit").edit("references/tables.yaml", "boxes: 6", "boxes: §600").says(
            "out-of-range",
            "600 is out of range",
            "from 1 to 60",
        ),
        row("a number of more figures than there are")
            .edit("npcs/wisp.yaml", "nerve: 2", "nerve: §99999999999999999999")
            .says("wrong-type", "a number that is not whole, or not written plainly", "write digits only"),
        row("an input above its greatest value").edit("npcs/wisp.yaml", "watch: 1", "watch: §5").says(
            "out-of-range",
            "Watch 5 does not exist",
            "from 1 to 4",
        ),
        row("an input that allows nothing")
            .edit("system.yaml", "min: 1, max: 4", "min: 4, §max: 1")
            .says("out-of-range", "`min` is 4 and `max` is 1", "swap the two")
            .of(3),
        row("a color that is a word").edit("system.yaml", "rust: \"#a5482a\"", "rust: §brown").says(
            "bad-color",
            "`brown` is not a color",
            "write it as `#rrggbb`",
        ),
        row("a color of three figures").edit("system.yaml", "rust: \"#a5482a\"", "rust: §\"#a42\"").says(
            "bad-color",
            "`#a42` is not a color",
            "`#rrggbb`",
        ),
        row("a palette without ink").edit("system.yaml", "{ ink: \"#1f1c1a\", paper", "{ §paper").says(
            "missing-color",
            "the palette has no color `ink`",
            "every palette has ink, paper",
        ),
    ]
}
