//! Marks where none are read: they would be printed as they were typed.

use super::{Row, row};

const CODE: &str = "unread-markup";
const AS_IT_STANDS: &str = "would be printed as it stands";

pub fn rows() -> Vec<Row> {
    [plain(), partly_read()].into_iter().flatten().collect()
}

fn plain() -> Vec<Row> {
    vec![
        row("a link in a summary").edit("system.yaml", "\"To stand.\"", "\"To §[[action:raise]].\"").says(
            CODE,
            "`[[action:raise]]` would be printed as it stands: links are not read here",
            "Markdown only",
        ),
        row("an address in a summary")
            .edit("system.yaml", "\"To stand.\"", "\"To [stand§](https://example.org).\"")
            .says(CODE, AS_IT_STANDS, "Markdown only"),
        row("bold words in a name").edit("actions/deeds.yaml", "name: Rest,", "name: \"§**Rest** now\",").says(
            CODE,
            "`**Rest**`",
            "take the asterisks out",
        ),
        row("italics in a label").edit("actions/deeds.yaml", "label: Range", "label: \"The §*Range*\"").says(
            CODE,
            "`*Range*`",
            "take the asterisks out",
        ),
        row("a formula in a tagline").edit("system.yaml", "\"Three lamps, one", "\"§{1 + 2} lamps, one").says(
            CODE,
            "`{1 + 2}`",
            "without braces",
        ),
        row("nothing in braces in a title")
            .edit("rules/01-start.md", "title: The Start", "title: \"The §{} Start\"")
            .says(CODE, "`{}`", "without braces"),
        row("an icon in the heading of a column")
            .edit("system.yaml", "{ label: Beam, value: beam }", "{ label: \"Beam §:moon:\", value: beam }")
            .says(CODE, "`:moon:`", "icons are read in"),
        row("bold words behind signs that YAML writes in another way")
            .edit("characters/ida.yaml", "\"Soot to the elbows.\"", "\"Soot\\u0021 \\\"To\\\" the §**elbows**.\"")
            .says(CODE, "`**elbows**`", "take the asterisks out"),
        row("a link in the caption of a table")
            .edit("rules/01-start.md", "\"All stats\"", "\"All §[[stat:wit]]\"")
            .says(CODE, "`[[stat:wit]]`", "Markdown only"),
        row("italics in the title of an example")
            .edit("rules/01-start.md", "\"Ida shines\"", "\"Ida §*shines*\"")
            .says(CODE, "`*shines*`", "take the asterisks out"),
        row("bold words in a credit")
            .edit("system.yaml", "edition: \"1\"", "edition: \"1\"\nauthors: [ \"Ada §**Example**\" ]")
            .says(CODE, "`**Example**`", "take the asterisks out"),
    ]
}

fn partly_read() -> Vec<Row> {
    vec![
        row("a link on a card").edit("actions/deeds.yaml", "and *wait*.", "and §[[action:raise|wait]].").says(
            CODE,
            "`[[action:raise|wait]]`",
            "Markdown only",
        ),
        row("a link in a note of a character")
            .edit("characters/ida.yaml", "at **low** water", "at §[[stat:wit]]")
            .says(CODE, "`[[stat:wit]]`", "Markdown only"),
        row("bold words in a text with formulas only")
            .edit("building.yaml", "\"it burns {spent} oil", "\"it burns §**{spent}** oil")
            .says(CODE, "`**{spent}**`", "take the asterisks out"),
        row("a formula in Markdown that takes none")
            .edit("rulings.yaml", "\"The text can be read both ways.\"", "\"*Both* `{ways}` give §{pace}.\"")
            .says(CODE, "`{pace}`", "without braces"),
    ]
}
