//! Procedures, the places that go through them, and what examples say beyond values.

use super::{Row, row};

const PROCEDURES: &str = "procedures.yaml";
const GUSTS: &str = "rules/01-start.md";
const EXAMPLES: &str = "examples/building-and-gusts.yaml";

pub fn rows() -> Vec<Row> {
    [in_procedures(), in_chapters(), subjects(), in_examples()].into_iter().flatten().collect()
}

fn in_procedures() -> Vec<Row> {
    vec![
        row("a step that uses a later one").edit(PROCEDURES, "force - wit)", "force - §lost)").says(
            "later-step",
            "the step `lost` is computed after `felt`",
            "move `lost` before `felt`",
        ),
        row("a step that uses itself").edit(PROCEDURES, "felt - pace", "§lost - pace").says(
            "later-step",
            "the step `lost` needs itself",
            "remove its name from the formula",
        ),
        row("a step that names nothing").edit(PROCEDURES, "felt - pace", "§flet - pace").says(
            "unknown-name",
            "nothing named `flet`",
            "did you mean `felt`?",
        ),
        row("an option that an input does not have").edit(PROCEDURES, "side == 'lee'", "side == §'leee'").says(
            "formula",
            "`leee` is never a value of this",
            "did you mean 'lee'?",
        ),
        row("a default that an input does not have").edit(PROCEDURES, "default: lee", "default: §leee").says(
            "unknown-option",
            "no option `leee`",
            "did you mean `lee`?",
        ),
        row("a result that is no step").edit(PROCEDURES, "results: [lost,", "results: [§lsot,").says(
            "unknown-step",
            "no step `lsot`",
            "did you mean `lost`?",
        ),
        row("a procedure without a result").edit(PROCEDURES, "results: [lost, dark]", "results: §[]").says(
            "empty",
            "`results`",
            "",
        ),
        row("a step named like an input").edit(PROCEDURES, "id: dark, name: Dark", "id: §side, name: Dark").edit(
            PROCEDURES,
            "results: [lost, dark]",
            "results: [lost]",
        )
        .edit(EXAMPLES, "      - { formula: \"dark\", is: \"false\" }\n", "")
        .says("duplicate-id", "two inputs or steps with the id `side`", "another id"),
        row("an input named like a stat").edit(PROCEDURES, "id: force, name: Force,", "id: §nerve, name: Force,").edit(
            PROCEDURES,
            "if(side == 'lee', max(0, force - wit), force)",
            "if(side == 'lee', 0, nerve)",
        )
        .edit(EXAMPLES, "given: { force: 9,", "given: { nerve: 9,")
        .edit(GUSTS, "force=9", "nerve=9")
        .says("duplicate-id", "`nerve` already means something else in formulas", "another id"),
        row("an input named like a key of chapters")
            .edit(PROCEDURES, "    steps:\n", "      - { id: §who, name: Who, min: 0, max: 1, default: 0 }\n    steps:\n")
            .says("bad-id", "`who=` has another meaning in chapters", "another id"),
        row("two procedures of one id")
            .add(
                PROCEDURES,
                "  - { id: §gust, name: Again, steps: [ { id: still, name: Still, formula: \"1\" } ], results: [still] }\n",
            )
            .says("duplicate-id", "two procedures with the id `gust`", "another id"),
        row("a formula in a step's text that names nothing")
            .edit(PROCEDURES, "{lost} of {light_max}", "{§losst} of {light_max}")
            .says("unknown-name", "nothing named `losst`", "did you mean `lost`?"),
        row("a misspelt key in a step").edit(PROCEDURES, "unit: LP", "§unti: LP").says(
            "unknown-key",
            "no key `unti`",
            "did you mean `unit`?",
        ),
        row("a file of procedures in a folder").add("procedures/one.yaml", "format_version: 1\n").at(
            "lantern/procedures/one.yaml:1:1",
        )
        .says("unknown-file", "no file `procedures/one.yaml`", ""),
    ]
}

fn in_chapters() -> Vec<Row> {
    vec![
        row("a chapter with an unknown procedure").edit(GUSTS, "id=gust", "id=§gsut").says(
            "unknown-procedure",
            "no procedure `gsut`",
            "did you mean `gust`?",
        ),
        row("a chapter that puts in what is not asked for").edit(GUSTS, "side=windward", "§sied=windward").says(
            "unknown-input",
            "no input `sied`",
            "did you mean `side`?",
        ),
        row("a chapter that puts in too much").edit(GUSTS, "force=9", "force=§900").says(
            "out-of-range",
            "Force 900 does not exist",
            "a number from 0 to 100",
        ),
        row("a chapter that puts in a word for a number").edit(GUSTS, "force=9", "force=§much").says(
            "wrong-type",
            "expected a whole number, found `much`",
            "a number from 0 to 100",
        ),
        row("a chapter that leaves an input out")
            .edit(
                GUSTS,
                "```procedure id=gust caption=\"A night by the sea\" force=9",
                "```§procedure id=gust caption=\"A night by the sea\"",
            )
            .says("missing-value", "the input `force` is missing", "add `force: ...`"),
        row("a chapter that goes through it for nobody known")
            .edit(GUSTS, "id=gust caption", "id=gust who=§wips caption")
            .says("unknown-character", "no character `wips`", "did you mean `wisp`?"),
        row("a chapter with words in a procedure")
            .edit(GUSTS, "side=windward\n", "side=windward\n§The wind rises.\n")
            .says("directive", "a directive `procedure` has no text", "after it"),
        row("a procedure that cannot be gone through in a chapter")
            .edit(PROCEDURES, "lost >= light_max", "§lost / (force - 9) >= light_max")
            .edit(EXAMPLES, "given: { force: 9,", "given: { force: 8,")
            .edit(EXAMPLES, "is: \"9 - pace\"", "is: \"8 - pace\"")
            .edit(GUSTS, "```procedure id=gust", "```procedure id=gust who=wisp")
            .says("not-computable", "`dark` cannot be computed: division by zero", "guard it"),
        row("two steps of a procedure that cannot be gone through")
            .edit(PROCEDURES, "lost >= light_max", "§lost / (force - 9) >= light_max")
            .edit(PROCEDURES, "{lost} of {light_max} go out.", "{lost} of {1 / (force - 9)} go out.")
            .says("not-computable", "`dark` cannot be computed: division by zero", "guard it")
            .of(2),
        row("a text of an example that cannot be computed")
            .edit("examples.yaml", "Half of Wit.", "Half of {§10 / (wit - 7)}.")
            .says("not-computable", "this cannot be computed: division by zero", "guard it"),
        row("a band whose text cannot be computed")
            .edit("checks.yaml", "Nobody *sees* it.", "Nobody in {§10 / (growth - 1)} sees it.")
            .says("not-computable", "division by zero", "guard it"),
        row("an ability whose description cannot be computed")
            .edit("abilities/flicker.yaml", "description: \"", "description: \"{§10 / (growth - 1)} ")
            .says("not-computable", "division by zero", "guard it"),
        row("a column of abilities that cannot be computed")
            .edit("building.yaml", "columns:\n", "columns:\n  - { label: Odd, text: \"{§10 / (growth - 1)}\" }\n")
            .says("not-computable", "division by zero", "guard it"),
        row("a check that cannot be made")
            .edit("checks.yaml", "times: \"1 + 0 * distance\"", "times: \"1 + §0 / (distance - distance)\"")
            .says("not-computable", "`times` cannot be computed: division by zero", "guard it"),
        row("a keyword that cannot be bought")
            .edit("keywords/light.yaml", "cost: \"2 * lit", "cost: \"§0 / (growth - 1) + 2 * lit")
            .says("not-computable", "`cost` cannot be computed: division by zero", "guard it"),
    ]
}

fn subjects() -> Vec<Row> {
    vec![
        row("an example about an unknown ability").edit(EXAMPLES, "ability: flicker", "ability: §flikcer").says(
            "unknown-ability",
            "no ability `flikcer`",
            "did you mean `flicker`?",
        ),
        row("an example with an unknown keyword").edit(EXAMPLES, "[ dazzle, glow", "[ §dazle, glow").says(
            "unknown-keyword",
            "no keyword `dazle`",
            "did you mean `dazzle`?",
        ),
        row("an example whose ability lacks a field")
            .edit(
                EXAMPLES,
                "ability:\n      fields: { shape: lasting, by: wit }",
                "ability:\n      §fields: { shape: lasting }",
            )
            .says("missing-value", "the field `by` is missing", "add `by: ...`"),
        row("an example about an unknown procedure").edit(EXAMPLES, "procedure: gust", "procedure: §guts").says(
            "unknown-procedure",
            "no procedure `guts`",
            "did you mean `gust`?",
        ),
        row("an example that puts in an unknown option").edit(EXAMPLES, "side: windward", "side: §windwrad").says(
            "unknown-option",
            "no option `windwrad`",
            "did you mean `windward`?",
        ),
        row("an example about two things")
            .edit(EXAMPLES, "    ability: flicker\n", "    §ability: flicker\n    procedure: gust\n")
            .says("two-subjects", "about an ability or a procedure", "two examples"),
        row("something put into no procedure")
            .edit(EXAMPLES, "    ability: flicker\n", "    ability: flicker\n    §given: { force: 1 }\n")
            .says("no-procedure", "`given` needs a procedure or a check", "add `procedure: ...` or `check: ...`"),
        row("an example that expects an unknown step").edit(EXAMPLES, "formula: \"dark\"", "formula: \"§drak\"").says(
            "unknown-name",
            "nothing named `drak`",
            "did you mean `dark`?",
        ),
    ]
}

fn in_examples() -> Vec<Row> {
    vec![
        row("a step of an example that comes out otherwise")
            .edit(EXAMPLES, "formula: \"lost\", is: \"9 - pace\"", "formula: §\"lost\", is: \"9\"")
            .says("example-differs", "LR-EX-5: `lost` is 8, not 9", "correct the example"),
        row("a value of an ability that comes out otherwise")
            .edit(EXAMPLES, "formula: \"spent\", is: \"16\"", "formula: §\"spent\", is: \"17\"")
            .says("example-differs", "LR-EX-4: `spent` is 16, not 17", "correct the example"),
        row("a legal ability that is said not to be").edit(EXAMPLES, "legal: true", "legal: §false").says(
            "example-differs",
            "LR-EX-3: this breaks nothing",
            "correct the example",
        ),
        row("an ability that breaks something else")
            .edit(EXAMPLES, "breaks: [lasting-dazzle]", "breaks: [§too-costly]")
            .says("example-differs", "LR-EX-4: this breaks `lasting-dazzle`", "correct the example"),
        row("a requirement that there is not")
            .edit(EXAMPLES, "breaks: [lasting-dazzle]", "breaks: [§lasting-dazzel]")
            .says("unknown-requirement", "no requirement `lasting-dazzel`", "did you mean `lasting-dazzle`?"),
        row("legal, and broken all the same")
            .edit(EXAMPLES, "    breaks: [lasting-dazzle]", "    legal: true\n    breaks: [§lasting-dazzle]")
            .says("legal-and-broken", "a legal example breaks nothing", "write `legal: false`"),
        row("a procedure that is said to be legal")
            .edit(EXAMPLES, "    procedure: gust\n", "    procedure: gust\n    §legal: true\n")
            .says("no-legality", "neither legal nor illegal", "expect one of its steps"),
        row("an example that is not run and expects something")
            .edit(EXAMPLES, "    not_run:", "    expect: [ { formula: \"1\", is: \"1\" } ]\n    §not_run:")
            .says("run-after-all", "this example has an expected result", "remove `not_run`"),
        row("an example that is not run for no reason")
            .edit(EXAMPLES, "not_run: \"The source gives no figures.\"", "not_run: §\"\"")
            .says("empty", "`not_run` is empty", "between the quotes"),
        row("an example that is neither run nor left out")
            .edit(EXAMPLES, "  - id: LR-EX-6", "  - id: §LR-EX-6")
            .edit(EXAMPLES, "    not_run: \"The source gives no figures.\"\n", "")
            .says("nothing-expected", "the example `LR-EX-6` has no expected result", "add `expect:"),
        row("a background of an example that covers nothing known")
            .edit(
                EXAMPLES,
                "    character: ida\n",
                "    character: ida\n    backgrounds: [ { name: Poler, covers: [§pole] } ]\n",
            )
            .says("unknown-list-entry", "no list entry `pole`", "did you mean `poles`?"),
    ]
}
