//! What is markup in a text that reads none, and what only looks like it.

use deckle_content::markup::{Markup, Reading, unread};

fn found(text: &str, reading: Reading) -> Option<(Markup, &str)> {
    unread(text, reading).map(|(markup, at)| (markup, &text[at]))
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
