//! Files that cannot be read, are too much, or stand in the wrong place.

use super::{Row, row};

pub fn rows() -> Vec<Row> {
    [syntax(), limits(), places(), reserved(), strays(), versions()].into_iter().flatten().collect()
}

fn syntax() -> Vec<Row> {
    vec![
        row("a tab in the indentation")
            .edit("actions/deeds.yaml", "  - id: raise\n    name", "  - id: raise\n§\tname")
            .says("yaml", "there is a tab here", "indent with spaces"),
        row("a quote that is never closed").edit("skills.yaml", "name: Trim\n", "name: §\"Trim\n").says(
            "yaml",
            "this quote is never closed",
            "close it with the same kind of quote",
        ),
        row("a single quote that is never closed").edit("skills.yaml", "name: Trim\n", "name: §'Trim\n").says(
            "yaml",
            "this quote is never closed",
            "close it with the same kind of quote",
        ),
        row("a bracket that is never closed").edit("skills.yaml", "stats: [wit]", "stats: §[wit").says(
            "yaml",
            "this bracket is never closed",
            "close it",
        ),
        row("a bracket that is open at the end of the file")
            .edit("npcs/wisp.yaml", "astray.\" }", "astray.\"")
            .edit("npcs/wisp.yaml", "notes: {", "notes: §{")
            .says("yaml", "this bracket is never closed", "close it"),
        row("a bracket that is closed twice").edit("npcs/wisp.yaml", "wit: 6 }", "wit: 6 }§}").says(
            "yaml",
            "this bracket was never opened",
            "remove it",
        ),
        row("two entries without a comma").edit("npcs/wisp.yaml", "nerve: 2, wit: 6", "nerve: 2 wit§: 6").says(
            "yaml",
            "a `,` or a closing bracket was expected here",
            "put `,` between the entries",
        ),
        row("a text that goes on behind its quotes")
            .edit("npcs/wisp.yaml", "name: Will-o'-the-Wisp", "name: \"Will\" §the wisp")
            .says("yaml", "unexpected text after the closing quote", "the whole text in quotes"),
        row("a key without a colon").edit("npcs/wisp.yaml", "id: wisp", "§id wisp").says(
            "yaml",
            "this key has no `:` after it",
            "write `key: value`",
        ),
        row("a colon without a space in brackets")
            .edit("npcs/wisp.yaml", "nerve: 2, wit: 6", "nerve: 2, §wit:6")
            .says("no-value", "`wit:6` has no value", "write `wit: 6`")
            .of(2),
        row("a colon in a text without quotes").edit("skills.yaml", "name: Trim\n", "name: Trim§: the wick\n").says(
            "yaml",
            "unexpected `:`",
            "put a text with a colon in quotes",
        ),
        row("an indentation that fits nowhere")
            .edit("characters/ida.yaml", "name: Ida Brook\n", "name: Ida Brook\n   portrait§: Soot\n")
            .says("yaml", "unexpected `:`", "the same indentation"),
        row("a text that starts with an asterisk").edit("examples.yaml", "\"Half of Wit.\"", "§*half* of Wit.").says(
            "yaml",
            "`*` repeats the value that `&` marks",
            "put a text that starts with `*` in quotes",
        ),
        row("a text that starts with a sign of YAML").edit("skills.yaml", "use: active", "use: §@active").says(
            "yaml",
            "a value cannot start with this character",
            "put the text in quotes",
        ),
        row("a backslash that means nothing")
            .edit("skills.yaml", "\"A way with tools.\"", "§\"A way \\with tools.\"")
            .says("yaml", "invalid `\\` in double quotes", "use single quotes"),
        row("invisible control character").edit("skills.yaml", "use: active", "use: acti§\u{1}ve").says(
            "yaml",
            "invisible control character",
            "delete it",
        ),
        row("a second document in the file").edit("skills.yaml", "skills:\n", "§---\nskills:\n").says(
            "yaml",
            "a second document starts here",
            "a file has one document",
        ),
        row("a tag of a programming language")
            .edit("skills.yaml", "use: active", "use: §!!python/object/apply:os.system active")
            .says("yaml", "tags with `!` are not supported", "in quotes"),
        row("bytes as a tag of YAML").edit("skills.yaml", "use: active", "use: §!!binary YWN0aXZl").says(
            "yaml",
            "tags with `!` are not supported",
            "in quotes",
        ),
        row("a tag of YAML").edit("skills.yaml", "use: active", "use: §!shout active").says(
            "yaml",
            "tags with `!` are not supported",
            "in quotes",
        ),
        row("a tag behind which the value stands on the next line")
            .edit("skills.yaml", "use: active", "use: §!!binary\n      YWN0aXZl")
            .says("yaml", "tags with `!` are not supported", "in quotes"),
        row("a tag with nothing behind it").edit("skills.yaml", "use: active", "use: §!shout").says(
            "yaml",
            "tags with `!` are not supported",
            "in quotes",
        ),
        row("an invisible control character of two bytes")
            .edit("skills.yaml", "use: active", "use: acti§\u{9b}ve")
            .says("yaml", "invisible control character", "delete it"),
        row("a control character by its escape")
            .edit("skills.yaml", "\"A way with tools.\"", "\"A way §\\e[2Jwith tools.\"")
            .says("control-character", "U+001B", "delete it"),
        row("a control character in a chapter").edit("rules/01-start.md", "A lamp costs", "A lamp §\u{0}costs").says(
            "control-character",
            "U+0000",
            "delete it",
        ),
        row("characters that no typeface has")
            .edit("actions/deeds.yaml", "summary: \"Throw light.\"", "summary: \"Throw é §\u{706b} and \u{1f319}.\"")
            .says(
                "no-glyph",
                "no typeface has `\u{706b}` (U+706B), `\u{1f319}` (U+1F319)",
                "letters of the Latin alphabet",
            ),
        row("a word of a formula that no typeface has")
            .edit(
                "actions/deeds.yaml",
                "label: Range, text: \"",
                "label: Range, text: \"{if(true, '§\u{706b}', 'near')}",
            )
            .says("no-glyph", "`\u{706b}`", "letters of the Latin alphabet"),
        row("a merge key of YAML")
            .edit("skills.yaml", "name: Craft, color: steel }", "name: Craft, color: steel, §<<: { rule: X } }")
            .says("yaml", "`<<` is not supported", "write the keys out"),
        row("infinity as a number").edit("npcs/wisp.yaml", "nerve: 2", "nerve: §.inf").says(
            "yaml",
            "formulas cannot use this number",
            "write a whole number",
        ),
    ]
}

fn limits() -> Vec<Row> {
    let bomb = (1..12).fold("a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned(), |text, i| {
        let repeats = vec![format!("*a{}", i - 1); 9].join(", ");
        format!("{text}a{i}: &a{i} [{repeats}]\n")
    });
    // The reader stops at the alias that repeats once too often.
    let (head, tail) = bomb.split_at(bomb.find("a4: &a4 [*a3, ").expect("it has this line") + "a4: &a4 [*a3, ".len());
    vec![
        row("lists nested without end")
            .add("glossary.yaml", format!("deep: {}§{}\n", "[".repeat(32), "[".repeat(3000)))
            .says("yaml", "nested too deeply", "use fewer levels"),
        row("aliases that multiply").add("glossary.yaml", format!("{head}§{tail}")).says(
            "yaml",
            "`*` repeats too many values here",
            "write the values out",
        ),
        row("a file that is too large")
            .edit("glossary.yaml", "format_version", "§format_version")
            .add("glossary.yaml", "# dark\n".repeat(700_000))
            .says("too-large", "bytes; the limit is 4194304", "split it into several files"),
    ]
}

fn places() -> Vec<Row> {
    vec![
        row("a YAML file that a system does not have").add("monsters.yaml", "§format_version: 1\n").says(
            "unknown-file",
            "a game has no file `monsters.yaml`",
            "characters, npcs, traits",
        ),
        row("a misspelt YAML file").add("skils.yaml", "§format_version: 1\nskills: []\n").says(
            "unknown-file",
            "a game has no file `skils.yaml`",
            "did you mean `skills.yaml`?",
        ),
        row("a YAML file with the other ending").add("actions/more.yml", "§format_version: 1\nactions: []\n").says(
            "unknown-file",
            "a game has no file `actions/more.yml`",
            "YAML files end in `.yaml`",
        ),
        row("a misspelt folder").add("refrences/more.yaml", "§format_version: 1\nreferences: []\n").says(
            "unknown-file",
            "no file `refrences/more.yaml`",
            "did you mean `references/`?",
        ),
        row("content among the fonts").add("fonts/more.yaml", "§actions: []\n").says(
            "unknown-file",
            "a game has no file `fonts/more.yaml`",
            "there are: ",
        ),
        row("Markdown outside rules").add("notes.md", "§Ideas.\n").says(
            "unknown-file",
            "a game has no file `notes.md`",
            "put chapters into `rules/`",
        ),
        row("a chapter in a folder that holds YAML").add("actions/extra.md", "§Ideas.\n").says(
            "unknown-file",
            "no file `actions/extra.md`",
            "put chapters into `rules/`",
        ),
        row("a chapter whose name is no address")
            .add("rules/Second Part.md", "§---\nformat_version: 1\ntitle: Two\nsummary: More.\n---\nText.\n")
            .says(
                "chapter-name",
                "the file of a chapter cannot be named `Second Part.md`",
                "use a name like `03-react.md`: a number",
            ),
        row("a file outside every system").add("/loose.yaml", "§format_version: 1\n").says(
            "unknown-file",
            "`loose.yaml` does not belong to any game",
            "with a `system.yaml`",
        ),
        row("a system in a folder of another name").edit("system.yaml", "id: lantern\n", "id: §lamp\n").says(
            "id-and-folder",
            "but its folder is named `lantern`",
            "write `id: lantern`",
        ),
        row("an empty file").add("references/more.yaml", "§").says("empty-file", "this file is empty", "or delete it"),
        row("a file of comments").add("references/more.yaml", "# To do.\n# Later.\n§").says(
            "empty-file",
            "this file is empty",
            "start it with `format_version: 1`",
        ),
        row("a system.yaml with nothing in it").remove("system.yaml").add("system.yaml", "§").says(
            "empty-file",
            "this file is empty",
            "start it with",
        ),
    ]
}

/// Files that nobody reads, beside another fault: what rests on none of them is looked at.
fn strays() -> Vec<Row> {
    let stray = |what, file| row(what).add(file, "format_version: 1\n");
    vec![
        stray("a stray file beside an example that does not come out", "skillz.yaml")
            .edit("examples.yaml", "formula: light_max, is: \"20\"", "formula: §light_max, is: \"21\"")
            .says("example-differs", "`light_max` is 20, not 21", "correct the example")
            .of(2),
        stray("a stray file beside a person who breaks a rule", "actions/more.yml")
            .edit("characters/ida.yaml", "wit: 3", "wit: §9")
            .edit("examples.yaml", "is: \"20\"", "is: \"26\"")
            .says("stat-within-die", "Wit was created as 9", "see rule LR-4")
            .of(2),
    ]
}

/// Names that no file can have on some computer, or that files have already.
fn reserved() -> Vec<Row> {
    const SOMEBODY: &str =
        "name: Somebody\nchoices: { guild: snuffers }\ninputs: { watch: 1 }\nstats: { nerve: 2, wit: 6 }\n";
    let somebody = |what, file, id: &str| row(what).add(file, format!("format_version: 1\nid: §{id}\n{SOMEBODY}"));
    vec![
        somebody("a character called as the blank forms", "characters/blank.yaml", "blank").says(
            "reserved-name",
            "`blank` cannot be the id of a character or NPC",
            "such as `blank-1`",
        ),
        somebody("an NPC called as a device", "npcs/con.yaml", "con").says(
            "reserved-name",
            "Windows reserves the name `con`",
            "such as `the-con`",
        ),
        row("a file called as a device").add("references/aux.yaml", "§format_version: 1\nreferences: []\n").says(
            "reserved-name",
            "Windows reserves the name `aux`",
            "choose another name",
        ),
    ]
}

fn versions() -> Vec<Row> {
    vec![
        row("no format_version").edit("conditions.yaml", "format_version: 1\nconditions", "§conditions").says(
            "format-version",
            "this file has no `format_version`",
            "start it with `format_version: 1`",
        ),
        row("a format_version from the future")
            .edit("conditions.yaml", "format_version: 1", "format_version: §2")
            .says("format-version", "this program reads format 1 only", "the release of the program"),
        row("a format_version in quotes").edit("conditions.yaml", "format_version: 1", "format_version: §\"1\"").says(
            "format-version",
            "this program reads format 1 only",
            "write `format_version: 1`",
        ),
    ]
}
