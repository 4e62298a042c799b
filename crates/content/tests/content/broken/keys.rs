//! Keys that are misspelt, missing, repeated or empty, and ids that are no ids or stand twice.

use super::{Row, row};

pub fn rows() -> Vec<Row> {
    [misspelt(), credits(), languages(), missing(), repeated(), ids(), twice()].into_iter().flatten().collect()
}

fn misspelt() -> Vec<Row> {
    vec![
        row("the id of a rule that is none")
            .edit("conditions.yaml", "    summary:", "    rule: §\"{\"\n    summary:")
            .says(
                "bad-id",
                "`{` is not the id of a rule",
                "use letters, digits, dots and hyphens, as in `AB-REACT-02`, or remove the key",
            ),
        row("an empty id of a rule").edit("conditions.yaml", "    summary:", "    rule: §\"\"\n    summary:").says(
            "bad-id",
            "is not the id of a rule",
            "remove the key",
        ),
        row("further rules of which one is none").edit("examples.yaml", "rules: [LR-3]", "rules: [LR-3, §L R]").says(
            "bad-id",
            "`L R` is not the id of a rule",
            "use letters, digits, dots and hyphens, as in `AB-REACT-02`, or remove the key",
        ),
        row("two fields of items with one id")
            .edit("system.yaml", "name: Reach }", "name: Reach }\n    - { id: §reach, type: number, name: Far }")
            .says("duplicate-id", "two fields or values of items with the id `reach`", "another id"),
        row("a word that no item has")
            .edit(
                "system.yaml",
                "name: Reach }",
                "name: Reach }\n    - { id: kind, type: word, name: Kind, options: [spear, net] }",
            )
            .edit(
                "actions/deeds.yaml",
                "label: Range, text: \"",
                "label: Range, text: \"{if(wielded('raise', 'kind', 'none') == §'sspear', 1, 2)}",
            )
            .says("formula", "sspear", "spear"),
        row("two requirements with one id")
            .edit(
                "building.yaml",
                "columns:\n",
                "  - { id: §too-costly, require: \"true\", message: x, cure: x }\ncolumns:\n",
            )
            .says("duplicate-id", "two requirements with the id `too-costly`", "another id"),
        row("a misspelt key in system.yaml").edit("system.yaml", "title: L", "§titel: L").says(
            "unknown-key",
            "no key `titel`",
            "did you mean `title`?",
        ),
        row("a misspelt key in a stat").edit("system.yaml", "summary: \"To stand.\"", "§sumary: \"To stand.\"").says(
            "unknown-key",
            "no key `sumary` here",
            "did you mean `summary`?",
        ),
        row("a misspelt key in rulings.yaml").edit("rulings.yaml", "reason:", "§raeson:").says(
            "unknown-key",
            "no key `raeson`",
            "did you mean `reason`?",
        ),
        row("a misspelt key in skills.yaml").edit("skills.yaml", "use: active", "§uses: active").says(
            "unknown-key",
            "no key `uses`",
            "did you mean `use`?",
        ),
        row("a misspelt key in conditions.yaml").edit("conditions.yaml", "modifiers:", "§modifier:").says(
            "unknown-key",
            "no key `modifier`",
            "did you mean `modifiers`?",
        ),
        row("a misspelt key in actions").edit("actions/deeds.yaml", "outcomes:", "§outcome:").says(
            "unknown-key",
            "no key `outcome`",
            "did you mean `outcomes`?",
        ),
        row("a misspelt key in a value of an action").edit("actions/deeds.yaml", "label: Beam", "§lable: Beam").says(
            "unknown-key",
            "no key `lable`",
            "did you mean `label`?",
        ),
        row("a misspelt key in references").edit("references/tables.yaml", "blocks:", "§bloks:").says(
            "unknown-key",
            "no key `bloks`",
            "did you mean `blocks`?",
        ),
        row("readers of a block of a sheet, which everybody reads")
            .edit("system.yaml", "{ block: stats, span: 12 }", "{ block: stats, span: 12, §view: gm }")
            .says("unknown-key", "no key `view`", "are"),
        row("a layout of handouts that is missing")
            .edit("system.yaml", "handouts:\n  hidden", "handouts:\n  §hidden")
            .edit("system.yaml", "  short:\n    - { block: values, span: 12, values: [light_max], view: gm }\n", "")
            .says("missing-key", "key `short` is missing", "add `short: ...`"),
        row("a layout of handouts without a block")
            .edit(
                "system.yaml",
                "short:\n    - { block: values, span: 12, values: [light_max], view: gm }\n",
                "short: §[]\n",
            )
            .says("empty", "`short` is empty", "write at least one entry"),
        row("a misspelt key in a character").edit("characters/ida.yaml", "portrait:", "§potrait:").says(
            "unknown-key",
            "no key `potrait`",
            "did you mean `portrait`?",
        ),
        row("a misspelt key in an item").edit("characters/ida.yaml", "weight: 4", "§wieght: 4").says(
            "unknown-key",
            "no key `wieght`",
            "did you mean `weight`?",
        ),
        row("a misspelt key in an NPC").edit("npcs/wisp.yaml", "notes:", "§noets:").says(
            "unknown-key",
            "no key `noets`",
            "did you mean `notes`?",
        ),
        row("a misspelt key in examples.yaml")
            .edit("examples.yaml", "source_says:", "§source_sais:")
            .says("unknown-key", "no key `source_sais`", "did you mean `source_says`?")
            .of(2),
        row("a misspelt key in glossary.yaml").edit("glossary.yaml", "meaning:", "§meening:").says(
            "unknown-key",
            "no key `meening`",
            "did you mean `meaning`?",
        ),
        row("a misspelt key in front matter").edit("rules/01-start.md", "summary:", "§sumary:").says(
            "unknown-key",
            "no key `sumary`",
            "did you mean `summary`?",
        ),
        row("a misspelt key in campaign.yaml").edit("/campaign.yaml", "paper:", "§papre:").says(
            "unknown-key",
            "no key `papre`",
            "did you mean `paper`?",
        ),
        row("a key from elsewhere").edit("glossary.yaml", "chapter: 01-start", "chapter: 01-start, §color: red").says(
            "unknown-key",
            "no key `color` here",
            "the keys here are: id, words",
        ),
        row("a key of the system that items do not have")
            .edit("system.yaml", "items:\n", "items:\n  §rule: LR-9\n")
            .says("unknown-key", "no key `rule` here", "fields"),
    ]
}

/// `system.yaml` with further lines behind its edition.
fn edition(name: &'static str, lines: &str) -> Row {
    row(name).edit("system.yaml", "edition: \"1\"\n", format!("edition: \"1\"\n{lines}\n"))
}

/// What is said of licence, authors and credits.
fn credits() -> Vec<Row> {
    let (long, url) = ("Ada".repeat(27), "a".repeat(290));
    vec![
        edition("a misspelt licence", "§licens: CC0").says("unknown-key", "no key `licens`", "did you mean `licence`?"),
        edition("a misspelt key in a licence", "licence: { name: CC0, §adress: x }").says(
            "unknown-key",
            "no key `adress` here",
            "the keys here are: name, url",
        ),
        edition("a misspelt key in an author", "authors: [ { name: Ada, §rol: rules } ]").says(
            "unknown-key",
            "no key `rol` here",
            "did you mean `role`?",
        ),
        edition("a misspelt key in a credit", "credits: [ { what: Map, §woh: Ada } ]").says(
            "unknown-key",
            "no key `woh` here",
            "did you mean `who`?",
        ),
        edition("a credit for nothing", "credits: [ §{ who: Ada } ]").says(
            "missing-key",
            "key `what` is missing",
            "add `what: ...`",
        ),
        edition("an author without a name", "authors: [ Bo, §\" \" ]").says(
            "empty",
            "this text is empty",
            "remove the key",
        ),
        edition("authors that are no list", "authors: §Ada").says(
            "wrong-type",
            "expected a list, found text",
            "write `[one, two]`",
        ),
        edition("a licence that is a list", "licence: §[CC0, MIT]").says(
            "wrong-type",
            "expected text, found a list",
            "in quotes",
        ),
        edition("an author with a name that is too long", &format!("authors: [ §{long} ]")).says(
            "too-long",
            "this text has 81 characters; the limit is 80",
            "shorten it",
        ),
        edition(
            "an address that is too long",
            &format!("licence: {{ name: CC0, url: §\"https://example.org/{url}\" }}"),
        )
        .says("too-long", "this text has 310 characters; the limit is 300", "shorten it"),
        edition("an address that is a script", "licence: { name: CC0, url: §\"javascript:alert(1)\" }").says(
            "bad-address",
            "`javascript:alert(1)` is not the address of a web page",
            "with `https://`",
        ),
        edition("an address without its beginning", "authors: [ { name: Ada, url: §example.org } ]").says(
            "bad-address",
            "`example.org` is not the address of a web page",
            "with `https://`",
        ),
        edition("more authors than stand on a cover", &format!("authors: [ {}§Ada ]", "Bo, ".repeat(50))).says(
            "too-many",
            "one author too many: the limit is 50",
            "remove some",
        ),
    ]
}

/// The language that a game is written in.
fn languages() -> Vec<Row> {
    vec![
        edition("a language without words of the interface", "lang: §fr").says(
            "unknown-language",
            "Makeready has no interface in `fr`",
            "it has `de` and `en`; for texts in another language, name the language of the interface: `lang: { texts: fr, interface: en }`",
        ),
        edition("a word that is no tag of a language", "lang: §\"Deutsch!\"").says(
            "unknown-language",
            "`Deutsch!` is not a language tag",
            "write a tag such as `de` or `de-AT`; Makeready has `de` and `en`",
        ),
        edition("an interface in a language without words", "lang: { texts: fr, interface: §it }").says(
            "unknown-language",
            "Makeready has no interface in `it`",
            "it has `de` and `en`",
        ),
        edition("a language of texts without one of the interface", "lang: §{ texts: fr }").says(
            "missing-key",
            "key `interface` is missing",
            "add `interface: ...`",
        ),
    ]
}

fn missing() -> Vec<Row> {
    vec![
        row("a stat without a name")
            .edit("system.yaml", "{ id: wit, abbr: WIT, name: Wit,", "§{ id: wit, abbr: WIT,")
            .says("missing-key", "key `name` is missing", "add `name: ...`"),
        row("a system without an edition")
            .edit("system.yaml", "edition: \"1\"\n", "")
            .edit("system.yaml", "format_version: 1\n", "§format_version: 1\n")
            .says("missing-key", "key `edition` is missing", "add `edition: ...`"),
        row("a file of actions without actions").add("actions/none.yaml", "§format_version: 1\n").says(
            "missing-key",
            "key `actions` is missing",
            "add `actions: ...`",
        ),
        row("a modifier that adds nothing").edit("conditions.yaml", "{ to: pace, add: \"-1\" }", "§{ to: pace }").says(
            "missing-key",
            "key `add` is missing",
            "add `add: ...`",
        ),
        row("a choice without options")
            .edit("system.yaml", "choices:\n", "choices:\n  - §{ id: mood, name: Mood }\n")
            .says("missing-key", "key `options` is missing", "add `options: ...`")
            .of(3),
        row("an empty name").edit("actions/deeds.yaml", "name: Rest,", "name: §\"\",").says(
            "empty",
            "`name` is empty",
            "between the quotes",
        ),
        row("a name of spaces").edit("npcs/wisp.yaml", "name: Will-o'-the-Wisp", "name: §\"  \"").says(
            "empty",
            "`name` is empty",
            "between the quotes",
        ),
        row("a key with nothing behind it")
            .edit("actions/deeds.yaml", "    text: \"Hold it **high** :moon: and *wait*.\"\n", "    §text:\n")
            .says("no-value", "key `text` has no value", "remove the key"),
        row("a required key with nothing behind it")
            .edit("actions/deeds.yaml", "name: Raise the Lantern", "§name:")
            .says("no-value", "key `name` has no value", "write a value after it"),
        row("a color that YAML takes for a comment")
            .edit(
                "system.yaml",
                "  - { id: body, name: Body, color: rust }\n",
                "  - id: body\n    name: Body\n    §color: #a5482a\n",
            )
            .says("no-value", "key `color` has no value", "put the value in quotes"),
        row("a reference that is empty")
            .edit("actions/deeds.yaml", "name: Rest, family: deeds,", "name: Rest, family: §\"\",")
            .says("empty", "expected a name, found an empty text", "remove the key"),
        row("a list that must hold something").edit("system.yaml", "values: [pace, flare]", "values: §[]").says(
            "empty",
            "`values` is empty",
            "at least one entry",
        ),
        row("a term without words").edit("glossary.yaml", "words: [watch hour, watch hours]", "words: §[]").says(
            "empty",
            "`words` is empty",
            "at least one entry",
        ),
    ]
}

fn repeated() -> Vec<Row> {
    vec![
        row("a key twice in an entry")
            .edit("actions/deeds.yaml", "    icon: moon\n", "    icon: moon\n    §icon: sun\n")
            .says("duplicate-key", "duplicate key `icon`", "remove one of the two"),
        row("a key twice in a free mapping")
            .edit("characters/ida.yaml", "{ nerve: 4, wit: 3 }", "{ nerve: 4, wit: 3, §nerve: 5 }")
            .says("duplicate-key", "duplicate key `nerve`", "remove one"),
        row("an item effect twice")
            .edit("characters/ida.yaml", "reach: \"2\" }", "reach: \"2\", §glow: \"1d6\" }")
            .says("duplicate-key", "duplicate key `glow`", "remove one"),
        row("a color twice")
            .edit("system.yaml", "steel: \"#3b6288\" }", "steel: \"#3b6288\", §ink: \"#000000\" }")
            .says("duplicate-key", "duplicate key `ink`", "remove one"),
        row("a key that is a number")
            .edit("characters/ida.yaml", "{ nerve: 4, wit: 3 }", "{ nerve: 4, wit: 3, §7: 1 }")
            .says("wrong-type", "expected a word, found", "in quotes"),
        row("a key that is true").edit("npcs/wisp.yaml", "nerve: 2,", "nerve: 2, §true: 1,").says(
            "wrong-type",
            "expected a word, found true or false",
            "in quotes",
        ),
        row("a key that is nothing").edit("npcs/wisp.yaml", "nerve: 2,", "nerve: 2, §~: 1,").says(
            "wrong-type",
            "expected a word, found nothing",
            "remove the key",
        ),
        row("a key that is a list").edit("npcs/wisp.yaml", "nerve: 2,", "nerve: 2, §[a, b]: 1,").says(
            "wrong-type",
            "expected a word, found a list",
            "in quotes",
        ),
        row("a key of an entry that is a number").edit("npcs/wisp.yaml", "id: wisp", "§1: 2\nid: wisp").says(
            "wrong-type",
            "expected a word, found a number",
            "in quotes",
        ),
    ]
}

fn ids() -> Vec<Row> {
    vec![
        row("an id that leads out of the folder").edit("references/tables.yaml", "id: tides", "id: §../../tides").says("bad-id", "`../../tides` cannot be used as an id", "lowercase letters, digits and `-`"),
        row("an id with capitals").edit("references/tables.yaml", "id: tides", "id: §Tides").says("bad-id", "`Tides` cannot be used as an id", "lowercase letters"),
        row("an id with an underscore where a hyphen belongs").edit("references/tables.yaml", "id: tides", "id: §high_tides").says("bad-id", "`high_tides` cannot", "digits and `-`"),
        row("a name of formulas with a hyphen").edit("system.yaml", "{ id: growth, abbr", "{ id: §slow-growth, abbr").edit("system.yaml", "advance_value: growth", "advance_value: slow-growth").says("bad-id", "`slow-growth` cannot", "digits and `_`"),
        row("a name that is a word of formulas").edit("system.yaml", "{ id: flare, abbr: FLR, name: Flare, formula: \"2d6! + nerve\" }", "{ id: flare, abbr: FLR, name: Flare, formula: \"2d6! + nerve\" }\n  - { id: §not, abbr: N, name: Not, formula: \"1\" }").says("bad-id", "`not` is a word of the formula language", "another name"),
        row("an id that starts with a figure").edit("references/tables.yaml", "id: tides", "id: §3-tides").says("bad-id", "`3-tides` cannot", "start with a letter"),
        row("an id without end").edit("references/tables.yaml", "id: tides", format!("id: §{}", "t".repeat(80))).says("bad-id", "this id has 80 characters", "at most 60 characters"),
        row("an empty id").edit("references/tables.yaml", "id: tides", "id: §\"\"").says("bad-id", "`` cannot be used as an id", "start with a letter"),
    ]
}

fn twice() -> Vec<Row> {
    vec![
        row("two stats of one id").edit("system.yaml", "{ id: wit, abbr: WIT", "{ id: §nerve, abbr: NV2, name: Nerve, group: body }\n  - { id: wit, abbr: WIT").says("duplicate-id", "two values with the id `nerve`", "another id"),
        row("a derived value with the id of a stat").edit("system.yaml", "derived:\n", "derived:\n  - { id: §wit, abbr: W2, name: Wit, formula: \"1\" }\n").says("duplicate-id", "two values with the id `wit`", "another id"),
        row("two groups of one id").edit("system.yaml", "groups:\n  - { id: body, name: Body, color: rust }\n", "groups:\n  - { id: body, name: Body, color: rust }\n  - { id: §body, name: Soul, color: rust }\n").says("duplicate-id", "two groups", "another id"),
        row("two options of one id").edit("system.yaml", "{ id: snuffers, name", "{ id: §wicks, name").edit("npcs/wisp.yaml", "snuffers", "wicks").says("duplicate-id", "two options with the id `wicks`", "another id"),
        row("two resources of one id").edit("system.yaml", "cost_sets:\n", "  - { id: §light, max: flare, color: rust }\ncost_sets:\n").says("duplicate-id", "two resources", "another id"),
        row("two cost sets of one id").edit("system.yaml", "families:\n", "  - { id: §by-weight, unit: AP, columns: [ { cost: \"1\" } ] }\nfamilies:\n").says("duplicate-id", "two cost sets", "another id"),
        row("two families of one id").edit("system.yaml", "lists:\n", "  - { id: §deeds, name: More, color: rust, icon: fist, notch: 2, type_line: Deed }\nlists:\n").says("duplicate-id", "two families", "another id"),
        row("two list entries of one id").edit("system.yaml", "{ id: poles, name: Poles }", "{ id: §hooks, name: Poles }").says("duplicate-id", "two list entries", "another id"),
        row("two legality rules of one id").edit("system.yaml", "- id: few-advances", "- id: §ranks-within-watch").says("duplicate-id", "two legality rules", "another id"),
        row("two options of one parameter").edit("building.yaml", "{ id: lasting, name: Lasting, values: { worth: 2 } }", "{ id: lasting, name: Lasting, values: { worth: 2 } }, { id: §lasting, name: Again, values: { worth: 2 } }").says("duplicate-id", "two options", "another id"),
        row("two rulings of one id").add("rulings.yaml", "  - { id: §tide_counts, kind: wording, name: Again, question: \"Again?\", reason: \"So.\", options: [ { id: \"yes\", text: A }, { id: \"no\", text: B } ], affects: [rules/01-start, system] }\n").says("duplicate-id", "two rulings", "another id"),
        row("two readings of one id").edit("rulings.yaml", "{ id: \"no\", text", "{ id: §\"yes\", text").edit("/campaign.yaml", "\"no\"", "\"yes\"").says("duplicate-id", "two readings", "another id").of(1),
        row("two conditions of one id").add("conditions.yaml", "  - { id: §dazzled, name: Again }\n").says("duplicate-id", "two conditions", "another id"),
        row("two actions of one id").edit("actions/deeds.yaml", "id: rest-a-while", "id: §raise").says("duplicate-id", "two actions or skills with the id `raise`", "another id"),
        row("two actions of one id in two files")
            .add("actions/more.yaml", "format_version: 1\nactions:\n  - { id: §rest-a-while, name: Rest, family: deeds }\n")
            .says("duplicate-id", "two actions or skills with the id `rest-a-while`", "another id"),
        row("two references of one id in two files")
            .add("references/more.yaml", "format_version: 1\nreferences:\n  - { id: tides, name: Tides, family: tables, text: \"More.\" }\n")
            .edit("references/tables.yaml", "id: tides", "id: §tides")
            .says("duplicate-id", "two references with the id `tides`", "another id"),
        row("a skill with the id of an action").edit("skills.yaml", "id: knack", "id: raise").edit("actions/deeds.yaml", "id: raise", "id: §raise").edit("characters/ida.yaml", "knack: { hooks: 1 }", "raise: { hooks: 1 }").edit("actions/deeds.yaml", "rank('knack', 'raise')", "rank('raise', 'raise')").says("duplicate-id", "two actions or skills with the id `raise`", "another id"),
        row("a reference with the id of an action").edit("references/tables.yaml", "id: tides", "id: §raise").says("duplicate-id", "two cards with the id `raise`", "another id"),
        row("an action with the id of a choice").edit("actions/deeds.yaml", "id: rest-a-while", "id: §guild").says("duplicate-id", "`guild` is also a choice", "another id"),
        row("two values of one action").edit("actions/deeds.yaml", "    facts:\n", "      - { id: §beam, label: Beam, formula: \"1\" }\n    facts:\n").says("duplicate-id", "two values with the id `beam`", "another id"),
        row("a value called cost beside a cost").edit("actions/deeds.yaml", "cost_unit: AP }", "cost_unit: AP, values: [ { id: §cost, label: Cost, formula: \"1\" } ] }").says("duplicate-id", "already has a `cost`", "another id"),
        row("two characters of one id").edit("npcs/wisp.yaml", "id: wisp", "id: §ida").says("duplicate-id", "two characters with the id `ida`", "another id"),
        row("two examples of one id").edit("examples.yaml", "id: LR-EX-2", "id: §LR-EX-1").says("duplicate-id", "two examples", "another id"),
        row("two terms of one id").add("glossary.yaml", "  - { id: §watch-hour, words: [hour], meaning: \"An hour.\" }\n").says("duplicate-id", "two terms", "another id"),
        row("two items of one id").edit("characters/ida.yaml", "abilities:\n", "  - { id: §hook, name: Short Hook }\nabilities:\n").says("duplicate-id", "two items", "another id"),
        row("two skill groups of one id").edit("skills.yaml", "skills:\n", "  - { id: §craft, name: Again, color: rust }\nskills:\n").says("duplicate-id", "two skill groups", "another id"),
        row("a condition in force twice").edit("characters/ida.yaml", "[dazzled]", "[dazzled, §dazzled]").says("duplicate-id", "two conditions", "another id"),
    ]
}
