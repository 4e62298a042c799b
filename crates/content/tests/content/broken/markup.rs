//! Marks where none are read: they would be printed as they were typed.

use super::{Row, row};

const CODE: &str = "unread-markup";
const AS_IT_STANDS: &str = "would be printed as it is:";

pub fn rows() -> Vec<Row> {
    [plain(), partly_read(), of_other_programs(), never_closed()].into_iter().flatten().collect()
}

fn plain() -> Vec<Row> {
    vec![
        row("a link in a summary").edit("system.yaml", "\"To stand.\"", "\"To §[[action:raise]].\"").says(
            CODE,
            "`[[action:raise]]` would be printed as it is: links are not supported here",
            "remove the link",
        ),
        row("an address in a summary")
            .edit("system.yaml", "\"To stand.\"", "\"To [stand§](https://example.org).\"")
            .says(CODE, AS_IT_STANDS, "remove the link"),
        row("bold words in a name").edit("actions/deeds.yaml", "name: Rest,", "name: \"§**Rest** now\",").says(
            CODE,
            "`**Rest**`",
            "remove the asterisks",
        ),
        row("italics in a label").edit("actions/deeds.yaml", "label: Range", "label: \"The §*Range*\"").says(
            CODE,
            "`*Range*`",
            "remove the asterisks",
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
            .says(CODE, "`:moon:`", "remove it: only texts of cards"),
        row("bold words behind signs that YAML writes in another way")
            .edit("characters/ida.yaml", "\"Soot to the elbows.\"", "\"Soot\\u0021 \\\"To\\\" the §**elbows**.\"")
            .says(CODE, "`**elbows**`", "remove the asterisks"),
        row("a link in the caption of a table")
            .edit("rules/01-start.md", "\"All stats\"", "\"All §[[stat:wit]]\"")
            .says(CODE, "`[[stat:wit]]`", "remove the link"),
        row("italics in the title of an example")
            .edit("rules/01-start.md", "\"Ida shines\"", "\"Ida §*shines*\"")
            .says(CODE, "`*shines*`", "remove the asterisks"),
        row("bold words in a credit")
            .edit("system.yaml", "edition: \"1\"", "edition: \"1\"\nauthors: [ \"Ada §**Example**\" ]")
            .says(CODE, "`**Example**`", "remove the asterisks"),
    ]
}

fn partly_read() -> Vec<Row> {
    vec![
        row("a link on a card").edit("actions/deeds.yaml", "and *wait*.", "and §[[action:raise|wait]].").says(
            CODE,
            "`[[action:raise|wait]]`",
            "remove the link",
        ),
        row("a link in a note of a character")
            .edit("characters/ida.yaml", "at **low** water", "at §[[stat:wit]]")
            .says(CODE, "`[[stat:wit]]`", "remove the link"),
        row("bold words in a text with formulas only")
            .edit("building.yaml", "\"it burns {spent} oil", "\"it burns §**{spent}** oil")
            .says(CODE, "`**{spent}**`", "remove the asterisks"),
        row("a formula in Markdown that takes none")
            .edit("rulings.yaml", "\"The text can be read both ways.\"", "\"*Both* `{ways}` give §{pace}.\"")
            .says(CODE, "`{pace}`", "without braces"),
    ]
}

/// What other programs read, where nothing reads it.
fn of_other_programs() -> Vec<Row> {
    let on_a_card = |name: &'static str, marks: &str, message: &'static str, help: &'static str| {
        row(name).edit("actions/deeds.yaml", "and *wait*.", marks).says(CODE, message, help).warns()
    };
    vec![
        on_a_card("a tag on a card", "and §<b>wait</b>.", "`<b>`", "remove the tag"),
        row("a comment on a card").edit("actions/deeds.yaml", "and *wait*.", "and §<!-- no --> wait.").says(
            CODE,
            "`<!-- no -->`",
            "remove it, or write a YAML comment",
        ),
        on_a_card("words struck out on a card", "and §~~wait~~.", "`~~wait~~`", "tildes"),
        on_a_card("a footnote on a card", "and wait§[^1].", "`[^1]`", "into a chapter"),
        on_a_card("underscores on a card", "and §_wait_.", "`_wait_`", "`*words*`"),
        on_a_card("code on a card", "and §`wait`.", "`wait`", "backticks"),
        row("a tag in a chapter")
            .edit("rules/01-start.md", "A lamp costs", "A §<b>lamp</b> costs")
            .says(CODE, "`<b>`", "remove the tag")
            .warns(),
        row("a task in a chapter")
            .edit("rules/01-start.md", "A lamp costs", "- §[x] A lamp costs")
            .says(CODE, "`[x]`", "remove the brackets")
            .warns(),
        row("words struck out in a chapter")
            .edit("rules/01-start.md", "A lamp costs", "A §~~lamp~~ costs")
            .says(CODE, "`~~lamp~~`", "tildes")
            .warns(),
    ]
}

fn never_closed() -> Vec<Row> {
    vec![
        row("bold words that never end")
            .edit("actions/deeds.yaml", "and *wait*.", "and §**wait.")
            .says(CODE, "`**` opens bold or italic words", "the same asterisks")
            .warns(),
        row("italic words that never end")
            .edit("actions/deeds.yaml", "and *wait*.", "and §*wait.")
            .says(CODE, "`*` opens bold or italic words", "the same asterisks")
            .warns(),
        row("a list in a label's text")
            .edit("actions/deeds.yaml", "\"{pace} squares\"", "\"Of:\\n§- one\\n- {pace} squares\"")
            .says(CODE, "`-` starts a list item, but lists are not allowed here", "write one sentence")
            .warns(),
        row("a list in a list in a list")
            .edit("actions/deeds.yaml", "and *wait*.", "and:\\n- a\\n  - b\\n    §- c")
            .says(CODE, "`-` starts a third level of lists", "move the inner items one level up")
            .warns(),
        row("a list of which YAML joins the lines")
            .edit(
                "actions/deeds.yaml",
                "text: \"Hold it **high** :moon: and *wait*.\"",
                "text: >\n      Hold it:\n      §- high\n      - long",
            )
            .says(CODE, "`- high` starts a list item, but YAML joins the lines of this text", "write `|`")
            .warns(),
        row("a list in a text over several lines")
            .edit(
                "actions/deeds.yaml",
                "text: \"Hold it **high** :moon: and *wait*.\"",
                "text: Hold it\n      §- high\n      - long",
            )
            .says(CODE, "`- high` starts a list item, but YAML joins the lines of this text", "write `|`")
            .warns(),
        row("a list with numbers in a text in quotes over several lines")
            .edit(
                "actions/deeds.yaml",
                "text: \"Hold it **high** :moon: and *wait*.\"",
                "text: \"Hold it:\n      §1. high\n      2. long\"",
            )
            .says(CODE, "`1. high` starts a list item", "write `|`")
            .warns(),
        row("a list in details of which YAML joins the lines")
            .edit(
                "actions/deeds.yaml",
                "details: \"More on {light_max} and the rest.\"",
                "details: >-\n      More:\n\n      §* {light_max}\n      * the rest",
            )
            .says(CODE, "`* {light_max}` starts a list item", "write `|`")
            .warns(),
        row("a product in a chapter")
            .edit("rules/01-start.md", "A lamp costs", "A lamp of §2*3*4 inches costs")
            .says(CODE, "the asterisks of `2*3*4` make words italic and are not printed", "`\\*`")
            .warns(),
        row("asterisks alone")
            .edit("actions/deeds.yaml", "text: \"Hold it **high** :moon: and *wait*.\"", "text: \"§**\"")
            .says(CODE, "`**` opens bold or italic words", "`\\*`")
            .warns(),
        row("a comment right behind a name")
            .edit("actions/deeds.yaml", "name: Raise the Lantern", "name: Raise Lantern §#2")
            .says("cut-off", "`#2` is a comment in YAML and is not read", "in quotes")
            .warns(),
        row("a comment right behind a text in quotes")
            .edit("actions/deeds.yaml", "summary: \"Throw light.\"", "summary: \"Throw light.\" §#or not")
            .says("cut-off", "`#or not` is a comment", "write `# ` if a comment is meant")
            .warns(),
        row("a comment on the line that opens a text")
            .edit("actions/deeds.yaml", "text: \"Hold it **high** :moon: and *wait*.\"", "text: | §#2\n      Hold it.")
            .says("cut-off", "`#2` is a comment", "in quotes")
            .warns(),
        row("a comment behind a comma in a list")
            .edit(
                "glossary.yaml",
                "terms:\n",
                "terms:\n  - { id: dusk, words: [dusk], meaning: \"Late.\", also: [evening, §#2\n      night] }\n",
            )
            .says("cut-off", "`#2` is a comment", "in quotes")
            .warns(),
        row("a comment right behind the title of a chapter")
            .edit("rules/01-start.md", "title: The Start", "title: The Start §#1")
            .says("cut-off", "`#1` is a comment", "in quotes")
            .warns(),
        row("a sign in front of what may be below zero")
            .edit("actions/deeds.yaml", "\"They see you.\"", "\"Roll +{§wit - 9}.\"")
            .says("loose-sign", "two signs would be printed before `{wit - 9}`", "`{+wit - 9}`")
            .warns(),
        row("a sign in front of a figure with its sign")
            .edit("rules/01-start.md", "A lamp costs {1 + 1}", "A lamp costs −{+§1 + 1}")
            .says("loose-sign", "`{+1 + 1}` already prints a sign", "for a minus, `{+-(1 + 1)}`")
            .warns(),
        row("a sign in front of a figure with its terms")
            .edit("actions/deeds.yaml", "\"They see you.\"", "\"Roll d20+{§wit - 9|terms}.\"")
            .says("loose-sign", "two signs would be printed before `{wit - 9|terms}`", "`{+wit - 9|terms}`")
            .warns(),
        row("a name that nobody sees")
            .edit("actions/deeds.yaml", "name: Raise the Lantern", "name: §\"\u{200b}\u{2060}\"")
            .says("empty", "`name` is empty", "between the quotes"),
        row("a sign that turns round what stands behind it")
            .edit("actions/deeds.yaml", "name: Raise the Lantern", "name: \"Raise §\u{202e}nretnaL\"")
            .says("control-character", "U+202E", "delete it"),
        row("the same in a chapter").edit("rules/01-start.md", "A lamp costs", "A §\u{202e}pmal costs").says(
            "control-character",
            "U+202E",
            "delete it",
        ),
    ]
}
