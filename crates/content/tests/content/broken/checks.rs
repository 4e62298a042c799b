//! Checks, examples about them, and chapters that show odds.

use super::{Row, row};

const CHECKS: &str = "checks.yaml";
const EXAMPLES: &str = "examples/flares.yaml";
const CHAPTER: &str = "rules/01-start.md";

pub fn rows() -> Vec<Row> {
    [names(), formulas(), bands(), examples(), chapters(), cards()].into_iter().flatten().collect()
}

const DEEDS: &str = "actions/deeds.yaml";
const RAISE: &str = "name: Raise the Lantern\n";

fn cards() -> Vec<Row> {
    vec![
        row("a card with dice and chances that does not say what is rolled")
            .edit(DEEDS, RAISE, "name: Raise the Lantern\n    odds: { check: §flare }\n")
            .says("roll-of-card", "this card prints dice", "add `roll: raise.beam`"),
        row("a card with the chances of the dice of another card")
            .edit(DEEDS, "cost: \"2 + pace\",", "cost: \"2 + pace\", odds: { check: flare, roll: §raise.beam },")
            .says("roll-of-card", "`raise.beam` is a roll of another card", "name a roll without it"),
        row("a card that says another roll than its check has")
            .edit(DEEDS, RAISE, "name: Raise the Lantern\n    odds: { check: flare, roll: §\"3d6 + 1\" }\n")
            .says("other-roll", "prints 3d6 + 1, but `flare` rolls 2d6 + 1", "give the check the same numbers as the card"),
        row("a value of a check that is no roll, since there is none of that name")
            .edit(DEEDS, RAISE, "name: Raise the Lantern\n    odds: { check: flare, roll: 2d6 + 1, as: §hight }\n")
            .says("unknown-value", "no value `hight`", "did you mean `height`?"),
        row("somebody with a number that an input of a check does not take")
            .edit(
                DEEDS,
                RAISE,
                "name: Raise the Lantern\n    odds: { check: flare, with: { distance: 9 * nerve }, roll: 2d6 + 1 }\n",
            )
            .edit("characters/ida.yaml", "nerve: 4", "nerve: §4")
            .says("odds-left-off", "the chances of Raise the Lantern are left out for Ida Brook", "0 to 30")
            .warns(),
        row("chances that nobody has, since their formula has no result")
            .edit(
                DEEDS,
                RAISE,
                "name: Raise the Lantern\n    odds: { check: flare, with: { distance: \"§nerve / (wit - wit)\" }, roll: 2d6 + 1 }\n",
            )
            .says("not-computable", "`distance` cannot be computed", "guard it"),
    ]
}

fn names() -> Vec<Row> {
    vec![
        row("an input of a check that hides what was rolled")
            .edit(CHECKS, "{ id: flares, name: Flares,", "{ id: §rolled, name: Flares,")
            .edit(CHECKS, "tries: flares", "tries: \"3\"")
            .says("duplicate-id", "`rolled` already means something else in formulas", "another id"),
        row("a value of a check that hides a stat")
            .edit(CHECKS, "{ id: is_low, name: Low,", "{ id: §nerve, name: Low,")
            .edit(CHECKS, "when: \"is_low\"", "when: \"height < 3\"")
            .edit(EXAMPLES, "band == 'seen' or is_low", "true")
            .says("duplicate-id", "`nerve` already means something else in formulas", "another id"),
        row("a figure of a band that hides a value")
            .edit(CHECKS, "gives: { glow: \"height\" }", "gives: { §height: \"1\" }")
            .edit(EXAMPLES, ", { formula: \"glow\", is: \"5\" }", "")
            .says("duplicate-id", "`height` already means something else in formulas", "another id"),
        row("two checks of one id")
            .add(CHECKS, "  - { id: §flare, name: Again, roll: 1d6, bands: [ { id: all, name: All, on: success } ] }\n")
            .says("duplicate-id", "two checks with the id `flare`", "another id"),
        row("two bands of one id")
            .edit(CHECKS, "id: level, name", "id: seen, name")
            .edit(CHECKS, "id: seen, name: Seen", "id: §seen, name: Seen")
            .edit(CHECKS, "again: [level]", "again: []")
            .edit(EXAMPLES, "if(band == 'level', 1, 0)", "0")
            .edit(EXAMPLES, "chance: \"band == 'seen' or is_low\"", "chance: \"true\"")
            .edit(EXAMPLES, "{ unstopped: true, is: \"(46/63) ^ 3\" }", "{ chance: \"true\", is: \"1\" }")
            .says("duplicate-id", "two bands with the id `seen`", "another id"),
        row("a band to roll again after that there is not").edit(CHECKS, "again: [level]", "again: [§levl]").says(
            "unknown-band",
            "no band `levl`",
            "did you mean `level`?",
        ),
        row("a band to stop at that there is not").edit(CHECKS, "stop: [lost-sight]", "stop: [§lost-sigt]").says(
            "unknown-band",
            "no band `lost-sigt`",
            "did you mean `lost-sight`?",
        ),
        row("a result that is no value").edit(CHECKS, "result: height", "result: §hight").says(
            "unknown-value",
            "no value `hight`",
            "did you mean `height`?",
        ),
        row("a result that is no number").edit(CHECKS, "result: height", "result: §is_low").says(
            "wrong-type",
            "`is_low` is not a number",
            "name a value that is a number",
        ),
        row("a check that shows the odds of nobody who is there")
            .edit(CHECKS, "usual: { distance:", "who: §nobdy\n    usual: { distance:")
            .says("unknown-character", "no character `nobdy`", ""),
        row("usual values of what is not put in").edit(CHECKS, "usual: { distance:", "usual: { §distanc:").says(
            "unknown-input",
            "no input `distanc`",
            "did you mean `distance`?",
        ),
        row("a usual value that an input does not take").edit(CHECKS, "[0, 10, 20]", "[0, 10, §200]").says(
            "out-of-range",
            "Distance 200 does not exist",
            "a number from 0 to 30",
        ),
        row("usual values of two inputs").edit(CHECKS, "[0, 10, 20] }", "[0, 10, 20], §flares: [1] }").says(
            "two-inputs",
            "only one input can have usual values",
            "give the others a `default`",
        ),
        row("an input named like a key of the directive")
            .edit(CHECKS, "    roll:", "      - { id: §caption, name: C, min: 0, max: 1, default: 0 }\n    roll:")
            .says("bad-id", "`caption=` has another meaning in chapters", "another id"),
        row("a choice among rolls of which there is one")
            .edit(CHECKS, "    times: \"1 + 0 * distance\"\n    keep: worst", "    §keep: worst")
            .says("one-roll", "this is rolled once", "`times: ...`"),
        row("an end to tries that there are none of")
            .edit(CHECKS, "    tries: flares\n    stop:", "    §stop:")
            .edit(EXAMPLES, "{ unstopped: true, is: \"(46/63) ^ 3\" }", "{ chance: \"true\", is: \"1\" }")
            .says("no-tries", "`stop` ends a row of tries", "`tries: ...`"),
        row("a misspelt key in a check").edit(CHECKS, "usual:", "§usal:").says(
            "unknown-key",
            "no key `usal`",
            "did you mean `usual`?",
        ),
    ]
}

fn formulas() -> Vec<Row> {
    vec![
        row("a roll that is a word").edit(CHECKS, "roll: \"2d6 + 1\"", "roll: §\"mist\"").says(
            "wrong-type",
            "expected dice or a number, found a word",
            "numbers, dice, truths (`a < b`) and words ('light') cannot replace one another",
        ),
        row("a roll that uses what is not rolled yet").edit(CHECKS, "\"2d6 + 1\"", "\"2d6 + §rolled\"").says(
            "unknown-name",
            "nothing named `rolled`",
            "",
        ),
        row("a value of a check that uses a later one")
            .edit(CHECKS, "\"rolled - against\"", "\"if(§is_low, 0, rolled - against)\"")
            .says("later-value", "the value `is_low` is computed after `height`", "move `is_low` before `height`"),
        row("a value of a check that needs itself").edit(CHECKS, "\"rolled - against\"", "\"§height - against\"").says(
            "later-value",
            "the value `height` needs itself",
            "remove its name from the formula",
        ),
        row("a band that asks for itself").edit(CHECKS, "when: \"height == 3\"", "when: \"§band == 'seen'\"").says(
            "unknown-name",
            "nothing named `band`",
            "",
        ),
        row("a band whose condition is a number").edit(CHECKS, "when: \"height == 3\"", "when: §\"height - 3\"").says(
            "wrong-type",
            "expected true or false, found",
            "numbers, dice, truths (`a < b`) and words ('light') cannot replace one another",
        ),
        row("dice beside a pool that is picked from").edit(CHECKS, "\"2d6 + 1\"", "\"§highest(2, 3d6) + 1d4\"").says(
            "formula",
            "dice cannot be added to a pool where only some dice count",
            "brackets",
        ),
    ]
}

fn bands() -> Vec<Row> {
    vec![
        row("a last band with a condition")
            .edit(CHECKS, "on: success, gives:", "on: success, §when: \"height > 3\", gives:")
            .says("no-last-band", "the last band covers all remaining outcomes", "remove `when`"),
        row("a band without a condition before the last")
            .edit(
                CHECKS,
                "{ id: level, name: Level, on: special, when: \"height == 3\" }",
                "{ id: §level, name: Level, on: special }",
            )
            .says("early-last-band", "`level` covers all remaining outcomes", "move it to the end"),
        row("a band of no kind").edit(CHECKS, "name: Level, on: special", "name: Level, on: §speciall").says(
            "unknown-word",
            "`speciall` is not one of the allowed words",
            "did you mean `special`?",
        ),
    ]
}

fn examples() -> Vec<Row> {
    vec![
        row("a chance that does not come out")
            .edit(EXAMPLES, "chance: \"band == 'seen' or is_low\"", "chance: §\"band == 'seen'\"")
            .says(
                "example-differs",
                "the chance of `band == 'seen'` is 46/63 (0.730159), not 1",
                "correct the example",
            ),
        row("one outcome that does not come out")
            .edit(EXAMPLES, "formula: \"height\", is: \"5\"", "formula: §\"height\", is: \"6\"")
            .says("example-differs", "`height` is 5, not 6", "correct the example"),
        row("a roll that cannot come up")
            .edit(EXAMPLES, "id: LR-EX-FLARE-2", "id: §LR-EX-FLARE-2")
            .edit(EXAMPLES, "rolled: 13", "rolled: 14")
            .says("not-computable", "14 cannot be rolled; the dice give 3 to 13", ""),
        row("an outcome without what the other side rolled")
            .edit(EXAMPLES, "    rolled: 13\n    against: 8\n", "    rolled: §13\n")
            .says("no-roll", "the roll of the other side is missing", "add `against: ...`"),
        row("a value asked for without a roll")
            .edit(EXAMPLES, "chance: \"band == 'seen' or is_low\"", "formula: §\"height\"")
            .says("no-roll", "this asks for one outcome", "`chance`"),
        row("a chance asked of no check")
            .edit(EXAMPLES, "    check: flare\n    given: { distance: 10 }\n", "")
            .edit(EXAMPLES, "      - { mean: \"if(band == 'level', 1, 0)\", is: \"0\" }\n      - { unstopped: true, is: \"(46/63) ^ 3\" }\n", "")
            .edit(EXAMPLES, "chance: \"band == 'seen' or is_low\"", "chance: §\"true\"")
            .says("no-check", "`chance` needs a check", "add `check: ...`"),
        row("two questions in one line").edit(EXAMPLES, "is: \"1\" }", "§mean: \"1\", is: \"1\" }").says(
            "two-questions",
            "one line asks one question",
            "two lines",
        ),
        row("an example about an unknown check")
            .edit(EXAMPLES, "check: flare\n    given: { distance: 10 }", "check: §flar\n    given: { distance: 10 }")
            .says("unknown-check", "no check `flar`", "did you mean `flare`?"),
        row("an example about a check and a procedure")
            .edit(EXAMPLES, "    rolled: 13", "    §procedure: gust\n    rolled: 13")
            .says("two-subjects", "an example is about a check or a procedure", "two examples"),
        row("an example about a check that is legal")
            .edit(EXAMPLES, "    against: 8", "    against: 8\n    §legal: true")
            .says("no-legality", "a check is neither legal nor illegal", ""),
    ]
}

fn chapters() -> Vec<Row> {
    vec![
        row("odds of an unknown check").edit(CHAPTER, "odds check=flare", "odds check=§flar").says(
            "unknown-check",
            "no check `flar`",
            "did you mean `flare`?",
        ),
        row("odds with an unknown input").edit(CHAPTER, "mist=thick", "§mst=thick").says(
            "unknown-input",
            "no input `mst`",
            "did you mean `mist`?",
        ),
        row("odds with too large a value").edit(CHAPTER, "distance=0..4", "distance=§29..31").says(
            "out-of-range",
            "Distance 31 does not exist",
            "from 0 to 30",
        ),
        row("odds with a range that runs backwards").edit(CHAPTER, "distance=0..4", "distance=§4..0").says(
            "bad-range",
            "`4..0` runs backwards",
            "8..16",
        ),
        row("odds with two inputs that vary").edit(CHAPTER, "mist=thick", "§mist=thin,thick").says(
            "two-inputs",
            "`distance` and `mist` both have several values",
            "give only one of them several values",
        ),
        row("odds that need a character")
            .edit(CHECKS, "\"2d6 + 1\"", "\"2d6 + wit\"")
            .edit(CHAPTER, "```odds check", "```§odds check")
            .edit(EXAMPLES, "    given: { distance: 10 }", "    set: { wit: 1 }\n    given: { distance: 10 }")
            .edit(
                EXAMPLES,
                "    given: { distance: 10, mist: thick }",
                "    set: { wit: 1 }\n    given: { distance: 10, mist: thick }",
            )
            .says("not-computable", "`wit` is not known", "who=ID"),
        row("a link to an unknown check").edit(CHAPTER, "[[check:flare]]", "[[§check:flar]]").on_disk().says(
            "broken-link",
            "there is no check `flar`",
            "did you mean `check:flare`?",
        ),
    ]
}
