//! More of something than content may have.

use super::{Row, row};

pub fn rows() -> Vec<Row> {
    [yaml(), texts(), cards(), sheets(), chapters(), folders()].into_iter().flatten().collect()
}

/// `a, b, c` with a running number in the place of `#`; the last one is where the finding points.
fn many(count: usize, item: &str) -> String {
    let numbered = |number: usize| {
        let mark = if number + 1 == count { "§" } else { "" };
        mark.to_owned() + &item.replace('#', &number.to_string())
    };
    (0..count).map(numbered).collect::<Vec<_>>().join(", ")
}

fn yaml() -> Vec<Row> {
    vec![
        row("a list with too many items")
            .add("actions/more.yaml", format!("format_version: 1\nactions: [{}]\n", many(10_001, "#")))
            .says("list-too-long", "one item too many: the limit is 10000", "several lists"),
        row("a mapping with too many keys")
            .edit("npcs/wisp.yaml", "{ nerve: 2, wit: 6 }", format!("{{ {} }}", many(2_001, "k#: 1")))
            .says("mapping-too-large", "one key too many: the limit is 2000", "remove some"),
    ]
}

fn texts() -> Vec<Row> {
    let long = |length: usize| format!("§\"{}\"", "\u{e9} ".repeat(length / 2) + "!");
    vec![
        row("a name that is too long")
            .edit("actions/deeds.yaml", "name: Raise the Lantern", "name: ".to_owned() + &long(120))
            .says("too-long", "this text has 121 characters; the limit is 120", "one line"),
        row("a label that is too long")
            .edit("actions/deeds.yaml", "label: Range", "label: ".to_owned() + &long(120))
            .says("too-long", "this text has 121 characters; the limit is 120", "one line"),
        row("a word of the glossary that is too long").edit("glossary.yaml", "watch hours]", long(120) + "]").says(
            "too-long",
            "this text has 121 characters; the limit is 120",
            "one line",
        ),
        row("a summary that is too long").edit("actions/deeds.yaml", "\"Throw light.\"", long(2_000)).says(
            "too-long",
            "this text has 2001 characters; the limit is 2000",
            "a chapter",
        ),
        row("a text that is too long")
            .edit("actions/deeds.yaml", "\"Hold it **high** :moon: and *wait*.\"", long(20_000))
            .says("too-long", "this text has 20001 characters; the limit is 20000", "a chapter"),
        row("a note of a character that is too long")
            .edit("characters/ida.yaml", "\"Born at **low** water.\"", long(20_000))
            .says("too-long", "this text has 20001 characters; the limit is 20000", "divide it"),
        row("details that are too long")
            .edit("actions/deeds.yaml", "\"More on {light_max} and the rest.\"", long(100_000))
            .says("too-long", "this text has 100001 characters; the limit is 100000", "a chapter"),
        row("an example in a chapter that is too long")
            .edit(
                "rules/01-start.md",
                "```note\nLamps are heavy.",
                format!("§```note\n{}!", "Lamps are heavy.\n".repeat(1_250)),
            )
            .says("too-long", "this text has 21251 characters; the limit is 20000", "divide it"),
        row("marks without end in a remark of a chapter")
            .edit(
                "rules/01-start.md",
                "```note\nLamps are heavy.",
                format!("§```note\n{}{}!", "*a ".repeat(150_000), "b** ".repeat(100_000)),
            )
            .says("too-long", "this text has 850001 characters; the limit is 20000", "divide it"),
        row("an id that is too long")
            .edit("actions/deeds.yaml", "id: rest-a-while", "id: §r".to_owned() + &"e".repeat(60))
            .says("bad-id", "61 characters", "at most 60 characters"),
    ]
}

fn cards() -> Vec<Row> {
    let words = "Word ".repeat(1_500);
    let facts =
        (0..3).map(|number| format!("{{ label: F{number}, text: \"{words}\" }}")).collect::<Vec<_>>().join(", ");
    let row_of = |cells: usize| format!("[{}]", vec!["x"; cells].join(", "));
    vec![
        row("a card whose parts are too long together")
            .edit("actions/deeds.yaml", "id: raise", "id: §raise")
            .edit(
                "actions/deeds.yaml",
                "      - { label: Target, text: \"\" }",
                format!("      - {}", facts.replace("}, ", "}\n      - ")),
            )
            .says("too-long", "characters of text; the limit is 20000", "several cards"),
        row("a card with too many rows")
            .edit("references/tables.yaml", "id: tides", "id: §tides")
            .edit(
                "references/tables.yaml",
                "            - [\"Dawn\", \"2\"]\n",
                "            - [\"Dawn\", \"2\"]\n".repeat(200),
            )
            .says("too-many-rows", "rows; the limit is 200", "several cards"),
        row("a table with too many columns")
            .edit("references/tables.yaml", "columns: [Hour, Depth]", format!("columns: [{}]", many(13, "C#")))
            .edit("references/tables.yaml", "numeric: [false, true]\n", "numeric: []\n")
            .edit("references/tables.yaml", "[\"Dusk\", \"{pace}\"]", row_of(13))
            .edit("references/tables.yaml", "[\"Dawn\", \"2\"]", row_of(13))
            .says("too-many", "one column too many: the limit is 12", "remove some"),
        row("an ability whose keywords say too much")
            .edit("keywords/light.yaml", "\"Whoever looks", format!("\"{}", "Word ".repeat(3_900)))
            .edit("abilities/flicker.yaml", "- glow", "§- glow")
            .edit("abilities/flicker.yaml", "\"A wick", format!("\"{}", "Word ".repeat(200)))
            .says("too-long", "with those of its keywords; the limit is 20000", "several abilities"),
        row("more usual cases than stand side by side")
            .edit("checks.yaml", "distance: [0, 10, 20]", format!("distance: [{}]", many(61, "2")))
            .says("too-many", "one case too many: the limit is 60", "remove some"),
    ]
}

fn sheets() -> Vec<Row> {
    const LINES: &str = "    - { block: lines, span: 12, count: 3 }\n";
    vec![
        row("a side of a sheet with too many blocks")
            .edit("system.yaml", LINES, format!("{}    - §{{ block: stats, span: 12 }}\n", LINES.repeat(55)))
            .says("too-many", "one block too many: the limit is 60", "remove some"),
        row("a block with too many values")
            .edit("system.yaml", "values: [pace, flare] }", format!("values: [{}] }}", many(201, "pace")))
            .says("too-many", "one value too many: the limit is 200", "remove some"),
        row("a system with too many resources")
            .edit(
                "system.yaml",
                "resources:\n  - { id: light,",
                format!(
                    "resources:\n{}  - §{{ id: light,",
                    numbered(500, "  - { id: r#, max: light_max, color: rust }\n")
                ),
            )
            .says("too-many", "one resource too many: the limit is 500", "remove some"),
        row("a character with too many items")
            .edit("npcs/wisp.yaml", "notes:", format!("items: [{}]\nnotes:", many(201, "{ id: i#, name: Thing }")))
            .says("too-many", "one item too many: the limit is 200", "remove some"),
        row("a character with too many languages")
            .edit("npcs/wisp.yaml", "notes:", format!("languages: [{}]\nnotes:", many(201, "{ name: L# }")))
            .says("too-many", "one language too many: the limit is 200", "remove some"),
    ]
}

/// A running number in the place of `#`.
fn numbered(count: usize, item: &str) -> String {
    (0..count).map(|number| item.replace('#', &number.to_string())).collect()
}

fn chapters() -> Vec<Row> {
    const LINK: &str = "See [[action:raise]].";
    vec![
        row("a chapter that is too large")
            .edit("rules/02-light.md", "---\nformat_version", "§---\nformat_version")
            .add("rules/02-light.md", "It burns.\n".repeat(105_000))
            .says("too-large", "bytes; the limit is 1048576", "several chapters"),
        row("quotations in quotations without end")
            .edit("rules/01-start.md", LINK, format!("{LINK}\n\n{}§> a", "> ".repeat(32)))
            .says("too-deep", "this is nested more than 32 levels deep", "use fewer nested lists"),
        row("lists in lists without end")
            .edit("rules/01-start.md", LINK, format!("{LINK}\n\n{}§- {}a", "- ".repeat(16), "- ".repeat(2_000)))
            .says("too-deep", "this is nested more than 32 levels deep", "use fewer nested lists"),
        row("lists without end in details")
            .edit("actions/deeds.yaml", "\"More on {light_max}", format!("\"{}§- - a {{light_max}}", "- ".repeat(16)))
            .says("too-deep", "this is nested more than 32 levels deep", "use fewer nested lists"),
        row("quotations without end in the reason of a ruling")
            .edit("rulings.yaml", "The text can be", format!("{}§> The text can be", "> ".repeat(32)))
            .says("too-deep", "this is nested more than 32 levels deep", "use fewer nested lists"),
        row("directives that show too much")
            .edit(
                "system.yaml",
                "lists:\n",
                format!("lists:\n  - {{ id: all, name: All, entries: [{}] }}\n", entries(10_000)),
            )
            .add("rules/03-all.md", "---\nformat_version: 1\ntitle: All\nsummary: All.\n---\n")
            .add("rules/03-all.md", "```table of=list:all\n```\n".repeat(99) + "```table of=§list:all\n```\n")
            .says("too-many-rows", "more than 1000000 rows", "in one place and link to it"),
        row("directives that show too many chances")
            .add("rules/03-all.md", "---\nformat_version: 1\ntitle: All\nsummary: All.\n---\n")
            .add(
                "rules/03-all.md",
                "```odds check=flare distance=3\n```\n".repeat(9_995) + "```odds check=§flare distance=3\n```\n",
            )
            .says("too-many-rows", "more than 10000 cases", "show fewer cases"),
    ]
}

fn entries(count: usize) -> String {
    numbered(count, "{ id: e#, name: E }, ").trim_end_matches(", ").to_owned()
}

fn folders() -> Vec<Row> {
    const LARGEST: usize = 4 * 1024 * 1024;
    let large =
        (0..16).fold(row("a folder with too much in it"), |row, number| row.raw(BOOKS[number], &vec![b'#'; LARGEST]));
    let deep = "d/".repeat(16);
    vec![
        large.at("lantern/actions/p.yaml:1:1").says("too-large", "more than 67108864 bytes", "several content folders"),
        formulas(),
        values(),
        row("a folder that is too deep")
            .raw(Box::leak(format!("{deep}more.yaml").into_boxed_str()), b"format_version: 1\n")
            .at("lantern/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d:1:1")
            .says("too-deep", "is nested more than 16 levels deep", "move it up"),
    ]
}

/// Two hundred and fifty values with formulas of 4,003 characters: the last but one is within the bound, and the last is not.
fn formulas() -> Row {
    let long = "1+".repeat(2_001) + "1";
    let value = |n: usize| {
        format!(
            "  - {{ id: long{n}, abbr: L{n}, name: L{n}, formula: {}\"{long}\" }}\n",
            ["", "§"][usize::from(n == 249)]
        )
    };
    let values: String = (0..250).map(value).collect();
    row("formulas of a game that are too long together")
        .edit("system.yaml", "derived:\n", "derived:\n".to_owned() + &values)
        .says(
            "too-large",
            "formulas of this game have more than 1000000 characters",
            "define values for repeated parts",
        )
}

fn values() -> Row {
    let value = |n: usize| format!("{{ id: more{n}, label: More, formula: \"1\" }}");
    let card = |n: usize| {
        let values: Vec<String> = (0..126).map(value).collect();
        let values = values.join(", ");
        format!("  - {{ id: many-{n}, name: Many, family: deeds, icon: moon, summary: Many., values: [{values}] }}\n")
    };
    let cards: String = (0..200).map(card).collect();
    row("a system of too many values")
        .edit("system.yaml", "id: lantern", "id: §lantern")
        .add("actions/e.yaml", format!("format_version: 1\nactions:\n{cards}"))
        .says("too-many-values", "values; the limit is 25000", "use a table in a formula in place of many values")
}

/// Files of actions, behind `deeds.yaml` in the order of their names.
const BOOKS: [&str; 16] = [
    "actions/e.yaml",
    "actions/f.yaml",
    "actions/g.yaml",
    "actions/h.yaml",
    "actions/i.yaml",
    "actions/ia.yaml",
    "actions/ib.yaml",
    "actions/ic.yaml",
    "actions/id.yaml",
    "actions/j.yaml",
    "actions/k.yaml",
    "actions/l.yaml",
    "actions/m.yaml",
    "actions/n.yaml",
    "actions/o.yaml",
    "actions/p.yaml",
];
