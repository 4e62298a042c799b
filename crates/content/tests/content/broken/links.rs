//! Links that lead nowhere. They show when the pages of the site are made, which `makeready check` does.

use super::{Row, row};

const LINK: &str = "[[action:raise]]";
const KINDS: &str = "links look like `[[action:strike]]`";

/// Another link in the running text of the chapter.
fn link(name: &'static str, written: &str) -> Row {
    row(name).edit("rules/01-start.md", LINK, written).on_disk()
}

pub fn rows() -> Vec<Row> {
    [lost(), wikilinks(), addresses(), in_entries(), anchors()].into_iter().flatten().collect()
}

/// What pages cannot show, or nobody could see.
fn lost() -> Vec<Row> {
    const TEXT: &str = "A lamp costs {1 + 1} coins. See [[action:raise]].";
    let page = |name, written: &str| row(name).edit("rules/01-start.md", TEXT, written).on_disk();
    vec![
        page("a comment of HTML", "§<!-- secret:\n\nnobody -->\n").says(
            "broken-link",
            "every reader could see this HTML comment",
            "remove the comment",
        ),
        page("a comment of HTML in a sentence", "A lamp §<!-- secret --> burns.").says(
            "broken-link",
            "every reader could see this HTML comment",
            "remove the comment",
        ),
        page("a link without words", "See §[[action:raise|]].").says(
            "broken-link",
            "this link has no words after its `|`",
            "write words after the `|`",
        ),
        page("a row with a cell too many", "| A | B |\n|---|---|\n| `1 \\| 2` | 2 |\n§| 1 | 2 | 3 |").says(
            "broken-link",
            "this row has 3 cells, but the head of the table has 2",
            "add a column",
        ),
    ]
}

fn wikilinks() -> Vec<Row> {
    vec![
        link("a link to an unknown action", "[[§action:rais]]").says(
            "broken-link",
            "there is no action `rais`",
            "did you mean `action:raise`?",
        ),
        link("a link to an unknown term", "[[§term:watch-houre]]").says(
            "broken-link",
            "there is no term `watch-houre`",
            "did you mean `term:watch-hour`?",
        ),
        link("a link to a term that nothing resembles", "[[§term:eclipse]]").says(
            "broken-link",
            "there is no term `eclipse`",
            KINDS,
        ),
        link("a link to an unknown stat", "[[§stat:light_maks]]").says(
            "broken-link",
            "there is no stat `light_maks`",
            "did you mean `stat:light_max`?",
        ),
        link("a link to an unknown skill", "[[§skill:trimm|trimming]]").says(
            "broken-link",
            "there is no skill `trimm`",
            "did you mean `skill:trim`?",
        ),
        link("a link to an unknown condition", "[[§condition:dazled]]").says(
            "broken-link",
            "there is no condition `dazled`",
            "did you mean `condition:dazzled`?",
        ),
        link("a link to an unknown ruling", "[[§ruling:tides_count]]").says(
            "broken-link",
            "there is no ruling `tides_count`",
            "did you mean `ruling:tide_counts`?",
        ),
        link("a link to an unknown keyword", "[[§keyword:glwo]]").says(
            "broken-link",
            "there is no keyword `glwo`",
            "did you mean `keyword:glow`?",
        ),
        link("a link to an unknown family", "[[§family:ligth]]").says(
            "broken-link",
            "there is no family `ligth`",
            "did you mean `family:light`?",
        ),
        link("a link to an unknown ability", "[[§ability:flikcer]]").says(
            "broken-link",
            "there is no ability `flikcer`",
            "did you mean `ability:flicker`?",
        ),
        link("a link to an unknown character", "[[§character:idda]]").says(
            "broken-link",
            "there is no character `idda`",
            "did you mean `character:ida`?",
        ),
        link("a link to an unknown rule", "[[§rule:LR-11]]").says(
            "broken-link",
            "there is no rule `LR-11`",
            "did you mean `rule:LR-1`?",
        ),
        link("a link to an unknown chapter", "[[§chapter:01-strat]]").says(
            "broken-link",
            "there is no chapter `01-strat`",
            "did you mean `chapter:01-start`?",
        ),
        link("the right id under the wrong kind", "[[§skill:tides]]").says(
            "broken-link",
            "there is no skill `tides`",
            "did you mean `reference:tides`?",
        ),
        link("a link without a kind", "[[§raise]]").says(
            "broken-link",
            "has no kind; write `kind:id`",
            "did you mean `action:raise`?",
        ),
        link(
            "a link in a table without its backslash",
            "a table:\n\n| a | b |\n|---|---|\n| x | §[[action:raise|Raise]] |\n\n",
        )
        .says("broken-link", "this link does not end here", "in a table, write `\\|`"),
        link("a link that is never closed", "§[[action:raise").says(
            "broken-link",
            "this link does not end here",
            "close it with `]]`",
        ),
        link("a kind of link that there is not", "[[§deed:raise]]").says(
            "broken-link",
            "`deed` is not a kind of thing that a link can name",
            KINDS,
        ),
        link("the second of two equal words is the link", "action:rais [[§action:rais]]").says(
            "broken-link",
            "there is no action `rais`",
            "did you mean",
        ),
        link(
            "a link behind figures that are longer than their formulas",
            &format!("{} [[§action:rais]]\n\n```note\nLamps.\n```\n\nMore.\n", "{10^12} ".repeat(20)),
        )
        .says("broken-link", "there is no action `rais`", "did you mean `action:raise`?"),
        link("a link behind braces", "{{ {2 + 2} }} {{{{ [[§action:rais]] {1 + 1}").says(
            "broken-link",
            "there is no action `rais`",
            "did you mean `action:raise`?",
        ),
        link("a link behind figures that were put in", "{2 + 20} {pace} [[§action:rais]]").says(
            "broken-link",
            "there is no action `rais`",
            "did you mean",
        ),
        link("two links in a line", "[[§action:rais]] and [[stat:paze]]")
            .says("broken-link", "there is no action `rais`", "did you mean")
            .of(2),
    ]
}

fn addresses() -> Vec<Row> {
    vec![
        link("a link that runs a script", "§[here](javascript:alert(1))").says(
            "broken-link",
            "not to `javascript:alert(1)`",
            "`https://`",
        ),
        link("a script in capitals", "§[here](JavaScript:alert)").says(
            "broken-link",
            "not to `JavaScript:alert`",
            "`https://`",
        ),
        link("a link that holds its own page", "§[here](data:text/html,x)").says(
            "broken-link",
            "not to `data:text/html,x`",
            "`https://`",
        ),
        link("a link out of the folder", "§[here](../../etc/passwd)").says(
            "broken-link",
            "not to `../../etc/passwd`",
            "the file of a chapter",
        ),
        link("a link to a place of the disk", "§[here](/etc/passwd)").says(
            "broken-link",
            "not to `/etc/passwd`",
            "the file of a chapter",
        ),
        link("a link to a heading that there is not", "§[here](#oil)").says(
            "broken-link",
            "no heading or rule `oil` on this page",
            "`{#my-id}`",
        ),
        link("a link to a heading of a chapter that there is not", "§[here](01-start.md#oil)").says(
            "broken-link",
            "no heading or rule `oil` in that chapter",
            "`{#my-id}`",
        ),
        link("a link to a chapter that there is not", "§[here](02-end.md)").says(
            "broken-link",
            "not to `02-end.md`",
            "such as `03-react.md`",
        ),
        link("a link whose words hold a figure", "§[{pace} steps](javascript:alert(1))").says(
            "broken-link",
            "not to `javascript:alert(1)`",
            "`https://`",
        ),
        link("a picture", "§![a lamp](lamp.png)").says(
            "broken-link",
            "pictures in Markdown are not part of the site",
            "remove the picture",
        ),
    ]
}

fn in_entries() -> Vec<Row> {
    vec![
        row("a broken link in the details of a card")
            .edit("actions/deeds.yaml", "and the rest.", "and [[§stat:paze]].")
            .on_disk()
            .says("broken-link", "there is no stat `paze`", "did you mean `stat:pace`?"),
        row("a broken link in a folded text")
            .edit(
                "actions/deeds.yaml",
                "details: \"More on {light_max} and the rest.\"",
                "details: >-\n      More on {light_max}\n      and 'the' [[§stat:paze]].",
            )
            .on_disk()
            .says("broken-link", "there is no stat `paze`", "did you mean `stat:pace`?"),
        row("a broken link in the text of a condition")
            .edit("conditions.yaml", "\"Pace falls", "\"\\\"[[§stat:paze]]\\\" falls")
            .on_disk()
            .says("broken-link", "there is no stat `paze`", "did you mean `stat:pace`?"),
        row("a ruling that does not say where it is read")
            .edit("rulings.yaml", "affects: [", "affects: [] # [")
            .edit("rulings.yaml", "id: tide_counts", "id: §tide_counts")
            .says("affects", "the ruling `tide_counts` is used in", "write `affects: ["),
        row("a ruling that names a file which does not read it")
            .edit("rulings.yaml", "affects: [", "affects: [§skills, ")
            .says("affects", "`skills` does not use the ruling `tide_counts`", "it is used in:"),
        row("a ruling that nothing reads")
            .add("rulings.yaml", "  - { id: §moon_counts, kind: optional, name: The moon, question: \"Does it count?\", reason: \"So.\", options: [ { id: \"yes\", text: A }, { id: \"no\", text: B } ] }\n")
            .says("unread-ruling", "no formula or text uses the ruling `moon_counts`", "use it in a formula"),
        row("a broken link in the reason of a ruling")
            .edit("rulings.yaml", "id: tide_counts", "id: §tide_counts")
            .edit("rulings.yaml", "The text can be", "The [[rule:LR-12]] can be")
            .on_disk()
            .says("broken-link", "there is no rule `LR-12`", "did you mean `rule:LR-1`?"),
    ]
}

fn anchors() -> Vec<Row> {
    const HEADING: &str = "## Lamps {#LR-1}\n";
    vec![
        row("a rule that no chapter explains")
            .edit("system.yaml", "rule: LR-4", "rule: §XY-77")
            .says(
                "unexplained-rule",
                "no chapter explains the rule `XY-77`",
                "write `[[#XY-77]]` before the words that explain it",
            )
            .warns(),
        row("a misspelt rule among others")
            .edit("examples.yaml", "rules: [LR-3]", "rules: [§LR-33]")
            .says("unexplained-rule", "no chapter explains the rule `LR-33`", "did you mean `LR-")
            .warns(),
        row("a misspelt rule of a ruling")
            .edit("rulings.yaml", "rule: LR-5", "rule: §LR-22")
            .says("unexplained-rule", "no chapter explains the rule `LR-22`", "did you mean `LR-2`?")
            .warns(),
        row("a rule of a ruling with misspelt letters")
            .edit("rulings.yaml", "rule: LR-5", "rule: §LTR-2")
            .says("unexplained-rule", "no chapter explains the rule `LTR-2`", "did you mean `LR-2`?")
            .warns(),
        row("a rule that stands twice in a chapter").edit("rules/01-start.md", LINK, "[[#§LR-1]]").says(
            "duplicate-id",
            "two rules with the id `LR-1`",
            "another id",
        ),
        row("a rule that stands in two chapters")
            .add(
                "rules/02-end.md",
                "---\nformat_version: 1\ntitle: The End\nsummary: How it ends.\n---\n## Out {#§LR-1}\n\nIt is dark.\n",
            )
            .says("duplicate-id", "two rules with the id `LR-1`", "another id"),
        row("two headings of one id")
            .edit("rules/01-start.md", HEADING, "## Lamps {#lamps}\n\n[[#LR-1]]\n\n### More lamps {#§lamps}\n")
            .says("duplicate-id", "two headings with the id `lamps`", "another id"),
        link("a rule ID that is none", "§[[#lr-9]]").says(
            "broken-link",
            "`lr-9` is not a rule ID",
            "did you mean `#LR-9`?",
        ),
    ]
}
