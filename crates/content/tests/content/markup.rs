//! What is markup in a text that reads none, and what only looks like it.

use makeready_content::markup::{Markup, Reading, unread};

fn found(text: &str, reading: Reading) -> Option<(Markup, &str)> {
    unread(text, reading).into_iter().next().map(|(markup, at)| (markup, &text[at]))
}

fn all(text: &str, reading: Reading) -> Vec<(Markup, &str)> {
    unread(text, reading).into_iter().map(|(markup, at)| (markup, &text[at])).collect()
}

#[test]
fn what_other_programs_read_is_found_where_nothing_reads_it() {
    for (text, markup, part) in [
        ("a <b>bold</b> word", Markup::Tag, "<b>"),
        ("an <a href=\"x\">address</a>", Markup::Tag, "<a href=\"x\">"),
        ("ends</span> here", Markup::Tag, "</span>"),
        ("one<br/>two", Markup::Tag, "<br/>"),
        ("seen <!-- by nobody --> here", Markup::Comment, "<!-- by nobody -->"),
        ("~~struck out~~ words", Markup::Strike, "~~struck out~~"),
        ("Do:\n- [x] this\n- [ ] that", Markup::Task, "[x]"),
        ("said so[^1].", Markup::Footnote, "[^1]"),
        ("## Words\n\nand more", Markup::Heading, "## Words"),
        ("Before\n# Words", Markup::Heading, "# Words"),
        ("| a | b |\n|---|---|\n| 1 | 2 |", Markup::Table, "| a | b |"),
        ("roll `2d6` now", Markup::Code, "`2d6`"),
        ("an _odd_ word", Markup::Underscore, "_odd_"),
        ("an __odd__ word", Markup::Underscore, "__odd__"),
    ] {
        for reading in [Reading::Marked, Reading::Plain] {
            assert_eq!(found(text, reading), Some((markup, part)), "{text}");
        }
    }
    assert_eq!(all("write `slot: single`", Reading::Filled), []);
    let both = all("~~a~~ <i>b</i> ~~c~~", Reading::Marked);
    assert_eq!(both, [(Markup::Strike, "~~a~~"), (Markup::Tag, "<i>")]);
}

#[test]
fn signs_that_only_look_like_markup_are_left_alone() {
    for text in [
        "a < b and c > d",
        "roll <stat> here",
        "<3",
        "~ 3",
        "~~~",
        "2 ~~ 3",
        "one [x] two",
        "[of two]",
        "<a creature>",
        "<s of it>",
        "# of dice",
        "#2",
        "a | b",
        "| a |",
        "____",
        "snake_case_name",
        "a_b and c_d",
        "`",
        "a ` b",
        "[^",
        "** **",
    ] {
        assert_eq!(all(text, Reading::Marked), [], "{text}");
    }
    assert_eq!(all(r"\~~a~~ \<b> \`c\` \_d_ \[^1] \{x\}", Reading::Marked), []);
    assert_eq!(all(r"\{x\}", Reading::Filled), []);
}

#[test]
fn plain_texts_read_no_markup() {
    for (text, markup, part) in [
        ("see [[action:strike|the blow]].", Markup::Link, "[[action:strike|the blow]]"),
        ("see [a page](https://example.org).", Markup::Link, "](https://example.org)"),
        ("a **strong** word", Markup::Strong, "**strong**"),
        ("an *odd* word", Markup::Emphasis, "*odd*"),
        ("*Two words.* More", Markup::Emphasis, "*Two words.*"),
        ("rolls {dice} dice", Markup::Formula, "{dice}"),
        ("nothing in {}", Markup::Formula, "{}"),
        ("costs 2 :sun:", Markup::Icon, ":sun:"),
    ] {
        assert_eq!(found(text, Reading::Plain), Some((markup, part)), "{text}");
    }
}

#[test]
fn signs_that_stand_for_themselves_are_no_markup() {
    for text in [
        "2d12!",
        "2 * 3 * 4",
        "2*3*4",
        "Torch*",
        "* only by day",
        "*Only by day",
        "Torch (*) and lamp (*)",
        "Torch** and lamp**",
        "** only by day, ** or at dawn",
        "10:30:00",
        "from 10:30 to 11:30:",
        "note:this:that",
        "a:b:c",
        "a { alone",
        "b } alone",
        "one [of two]",
        "a [[ b",
    ] {
        assert_eq!(found(text, Reading::Plain), None, "{text}");
    }
}

#[test]
fn what_is_read_is_left_alone() {
    assert_eq!(found("{2 * hp_max * 3} and *more*", Reading::Filled), Some((Markup::Emphasis, "*more*")));
    assert_eq!(found("**b** *i* :sun: {a['x']}", Reading::Marked), None);
    assert_eq!(found("**b** [[check:a]]", Reading::Marked), Some((Markup::Link, "[[check:a]]")));
    assert_eq!(found("**b** [[check:a]] `{x}` `` ` {y}``", Reading::Markdown), None);
    assert_eq!(found("## Words {#AB-1}", Reading::Markdown), None);
    assert_eq!(found("now {x}", Reading::Markdown), Some((Markup::Formula, "{x}")));
}
