//! Chapters: front matter, fences and directives.

use super::{Row, row};

const CARD: &str = "```card id=raise\n```";
const BILL: &str = "ability=flicker who=ida keywords=1";
const NOTE: &str = "```note\nLamps are heavy.\n```";

fn light(name: &'static str, from: &'static str, to: &str) -> Row {
    row(name).edit("rules/02-light.md", from, to)
}

fn start(name: &'static str, from: &'static str, to: &str) -> Row {
    row(name).edit("rules/01-start.md", from, to)
}

pub fn rows() -> Vec<Row> {
    [front_matter(), parts_and_paths(), directives(), attributes(), tables(), bills()].into_iter().flatten().collect()
}

fn front_matter() -> Vec<Row> {
    vec![
        start(
            "a chapter without front matter",
            "---\nformat_version: 1\ntitle: The Start\nsummary: How a night begins.\n---\n## Lamps",
            "§## Lamps",
        )
        .says("front-matter", "this chapter has no front matter", "start it with the lines `---`"),
        start(
            "front matter that is never closed",
            "---\nformat_version: 1\ntitle: The Start\nsummary: How a night begins.\n---\n",
            "§---\nformat_version: 1\ntitle: The Start\nsummary: How a night begins.\n",
        )
        .says("front-matter", "never closed", "start it with the lines `---`"),
        start("front matter that is no YAML", "title: The Start", "title: The Start§: a beginning").says(
            "yaml",
            "unexpected `:`",
            "in quotes",
        ),
        start("a chapter without a title", "format_version: 1\ntitle: The Start", "§format_version: 1").says(
            "missing-key",
            "key `title` is missing",
            "add `title: ...`",
        ),
        start("a chapter without a version", "---\nformat_version: 1\ntitle", "---\n§title").says(
            "format-version",
            "this file has no `format_version`",
            "format_version: 1",
        ),
    ]
}

fn parts_and_paths() -> Vec<Row> {
    const EDITION: &str = "edition: \"1\"\n";
    const START: &str = "summary: How a night begins.\n";
    const LIGHT: &str = "summary: What you can do with a wick.\n";
    let part = |text: &str, part: &str| format!("{text}part: {part}\n");
    let path = |name, chapters: &str| {
        let paths = format!("paths: [ {{ title: New, summary: \"What to read.\", chapters: {chapters} }} ]\n");
        row(name).edit("system.yaml", EDITION, format!("{EDITION}{paths}"))
    };
    vec![
        row("a part that was over")
            .edit("rules/01-start.md", START, part(START, "Dusk"))
            .edit("rules/02-light.md", LIGHT, part(LIGHT, "Night"))
            .add(
                "rules/03-end.md",
                "---\nformat_version: 1\ntitle: The End\nsummary: It dawns.\npart: §Dusk\n---\nThe end.\n",
            )
            .says(
                "split-part",
                "chapters of other parts separate this chapter from the part `Dusk`",
                "number the chapters of a part",
            )
            .warns(),
        start("a part without a name", START, &part(START, "§\"\"")).says(
            "empty",
            "`part` is empty",
            "write something",
        ),
        path("a path to a chapter that is not there", "[01-start, §02-ligth]").says(
            "unknown-chapter",
            "no chapter `02-ligth`",
            "did you mean `02-light`?",
        ),
        path("a path without chapters", "§[]").says("empty", "`chapters` is empty", "write at least one entry"),
    ]
}

fn directives() -> Vec<Row> {
    vec![
        start("an unknown card", CARD, "```card id=§rise\n```").says(
            "unknown-card",
            "no card `rise`",
            "did you mean `raise`?",
        ),
        start("a card of a skill that has none", CARD, "```card id=§knack\n```").says(
            "unknown-card",
            "no card `knack`",
            "there are: raise, rest-a-while, trim, tides",
        ),
        start("an unknown ruling in a chapter", "ruling id=tide_counts", "ruling id=§tidecounts").says(
            "unknown-ruling",
            "no ruling `tidecounts`",
            "did you mean `tide_counts`?",
        ),
        start("an unknown character in a chapter", "who=ida", "who=§ada").says(
            "unknown-character",
            "no character `ada`",
            "did you mean `ida`?",
        ),
        start("a misspelt directive", CARD, "```§crad id=raise\n```").says(
            "unknown-directive",
            "no directive `crad`",
            "did you mean `card`?",
        ),
        start("a directive that there is not", CARD, "```§action id=raise\n```").says(
            "unknown-directive",
            "no directive `action`",
            "there are: card, example",
        ),
        start(
            "a fence that is never closed",
            "```table of=derived:pace,flare\n```",
            "§```table of=derived:pace,flare\n",
        )
        .says("unclosed-fence", "this fence is never closed", "``` on its own line"),
        start("a fence of code that is never closed", "```table of=derived:pace,flare\n```", "§```text\nsome code\n")
            .says("unclosed-fence", "never closed", "on its own line"),
        start("a card with a text of its own", CARD, "```card id=raise\n§Some text.\n```").says(
            "directive",
            "a directive `card` has no text",
            "after it",
        ),
        start("an empty note", NOTE, "§```note\n```").says("empty", "this `note` is empty", "between the fences"),
        start("a directive inside a list", CARD, "- A point:\n\n    §```card id=raise\n    ```").says(
            "indented-directive",
            "inside a list or quotation",
            "start its line at the left margin",
        ),
        start("a faulty formula in a note", "Lamps are heavy.", "Lamps are {§hevy}.").says(
            "unknown-name",
            "nothing named `hevy`",
            "a name of this game",
        ),
        start("a faulty formula in running text", "{1 + 1}", "{1 +§}").says(
            "formula",
            "a value was expected",
            "missing",
        ),
        start("an unknown icon in an example", "{flare|terms}.", "{flare|terms} §:flair:.").says(
            "unknown-icon",
            "no icon `flair`",
            "",
        ),
    ]
}

fn attributes() -> Vec<Row> {
    vec![
        start("a card without an id", CARD, "```§card\n```").says(
            "missing-key",
            "this directive needs `id=...`",
            "and the id right after it",
        ),
        start("a card with a bare word", CARD, "```card §raise\n```").says(
            "directive",
            "unexpected `raise`",
            "write `key=value`",
        ),
        start("a word behind the id", CARD, "```card id=raise §big\n```").says(
            "directive",
            "unexpected `big`",
            "in quotes",
        ),
        start("an unknown key of a directive", CARD, "```card id=raise §titel=x\n```").says(
            "unknown-key",
            "no key `titel` here",
            "the keys here are: id",
        ),
        start("a key of a directive that has none", NOTE, "```note §title=x\nLamps.\n```").says(
            "unknown-key",
            "no key `title` here",
            "has no keys",
        ),
        start("a key of a directive twice", CARD, "```card id=raise §id=tides\n```").says(
            "duplicate-key",
            "duplicate key `id`",
            "remove one",
        ),
        start("spaces around the equals sign", CARD, "```card §id = raise\n```").says(
            "directive",
            "spaces around this `=`",
            "write `id=raise`",
        ),
        start("a space behind the equals sign", CARD, "```card §id= raise\n```").says(
            "directive",
            "spaces around this `=`",
            "write `id=raise`",
        ),
        start("nothing behind the equals sign", CARD, "```card §id=\n```").says(
            "empty",
            "`id=` has no value",
            "write the value right after the `=`",
        ),
        start("a quote of a directive that is never closed", "title=\"Ida shines\"", "title=§\"Ida shines").says(
            "directive",
            "this quote is never closed",
            "before the end of the line",
        ),
    ]
}

fn tables() -> Vec<Row> {
    vec![
        start("an unknown table", "of=stats", "of=§stat").says(
            "unknown-table",
            "no table of `stat`",
            "there are: stats",
        ),
        start("an unknown value in a table directive", "derived:pace,flare", "derived:pace,§flre").says(
            "unknown-value",
            "no value `flre`",
            "did you mean `flare`?",
        ),
        start("a table directive without an id", "derived:pace,flare", "§derived:").says(
            "unknown-table",
            "`derived:` lacks an id",
            "there are:",
        ),
        start("an unknown choice in a table directive", "of=stats", "of=choice:§gild").says(
            "unknown-choice",
            "no choice `gild`",
            "did you mean `guild`?",
        ),
        start("an unknown family in a table directive", "of=stats", "of=actions:§deed").says(
            "unknown-family",
            "no family `deed`",
            "did you mean `deeds`?",
        ),
        start("two choices in one table directive", "of=stats", "of=§choice:guild,guild").says(
            "unknown-table",
            "has only one id",
            "a directive for each",
        ),
        light("an unknown family of keywords in a table directive", "keywords:light", "keywords:§ligth").says(
            "unknown-keyword-family",
            "no keyword family `ligth`",
            "did you mean `light`?",
        ),
        light("a table of keywords without a family", "of=keywords:light", "of=§keywords").says(
            "unknown-table",
            "no table of `keywords`",
            "keywords:",
        ),
        light("abilities by a field that is not there", "abilities:shape=quick", "abilities:§shap=quick").says(
            "unknown-field",
            "no field with options `shap`",
            "did you mean `shape`?",
        ),
        light("abilities by an option that is not there", "abilities:shape=quick", "abilities:shape=§quikc").says(
            "unknown-option",
            "no option `quikc`",
            "did you mean `quick`?",
        ),
        light("abilities by a field without its option", "abilities:shape=quick", "§abilities:shape").says(
            "unknown-table",
            "does not say which abilities",
            "abilities:type=active",
        ),
        start("a table of abilities where none are built", "of=stats", "of=§abilities")
            .remove("rules/02-light.md")
            .remove("building.yaml")
            .remove("keywords/light.yaml")
            .remove("abilities/flicker.yaml")
            .remove("examples/building-and-gusts.yaml")
            .says("unknown-table", "this game has no `building.yaml`", "add `building.yaml`"),
    ]
}

fn bills() -> Vec<Row> {
    vec![
        light("a bill of an ability that is not there", BILL, "ability=§flickr who=ida keywords=1").says(
            "unknown-ability",
            "no ability `flickr`",
            "did you mean `flicker`?",
        ),
        light("a bill without an ability", BILL, "who=ida keywords=1")
            .edit("rules/02-light.md", "```bill", "```§bill")
            .says("missing-key", "this directive needs `ability=...`", "and the id right after it"),
        light("a bill for somebody who is not there", BILL, "ability=flicker who=§idda keywords=1").says(
            "unknown-character",
            "no character `idda`",
            "did you mean `ida`?",
        ),
        light("a bill of more keywords than there are", BILL, "ability=flicker who=ida keywords=§3").says(
            "out-of-range",
            "`flicker` has 2 keywords",
            "from 1 to 2",
        ),
        light("a bill of no keywords", BILL, "ability=flicker who=ida keywords=§0").says(
            "wrong-type",
            "expected a number above 0, found `0`",
            "write a whole number",
        ),
        light("a bill with a key that is not there", BILL, "ability=flicker who=ida §keyword=1").says(
            "unknown-key",
            "no key `keyword` here",
            "did you mean `keywords`?",
        ),
        light("a bill with a text of its own", "keywords=1\n```", "keywords=1\n§Some text.\n```").says(
            "directive",
            "a directive `bill` has no text",
            "after it",
        ),
    ]
}
