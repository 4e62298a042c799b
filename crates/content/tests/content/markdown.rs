//! How deep Markdown may go.

use makeready_content::limits::DEEPEST_MARKDOWN;
use makeready_content::markdown::too_deep;

#[test]
fn quotations_lists_and_marks_are_counted_alike() {
    // The paragraph inside is one part more.
    let most = DEEPEST_MARKDOWN - 1;
    assert_eq!(too_deep(&format!("{}a", "> ".repeat(most))), None);
    assert_eq!(too_deep(&format!("a\n\n{}a", "> ".repeat(most + 1))), Some(5 + 2 * most..6 + 2 * most));
    assert!(too_deep(&format!("{}a", "- ".repeat(most))).is_some());
    assert!(too_deep(&format!("{}a{}", "*a ".repeat(100), "*".repeat(100))).is_some());
    assert_eq!(too_deep(&"*a* > b\n\n- c\n".repeat(1_000)), None);
}

#[test]
fn what_chapters_print_as_it_was_typed_is_found() {
    use makeready_content::markdown::unread;
    use makeready_content::markup::Markup;
    let found =
        |text: &str| unread(text).into_iter().map(|(markup, at)| (markup, text[at].to_owned())).collect::<Vec<_>>();
    assert_eq!(found("- [x] done\n- [ ] open"), [(Markup::Task, "[x]".to_owned())]);
    assert_eq!(found("1. [ ] open"), [(Markup::Task, "[ ]".to_owned())]);
    assert_eq!(found("a ~~b~~ c"), [(Markup::Strike, "~~b~~".to_owned())]);
    assert_eq!(found("a <b>b</b>"), [(Markup::Tag, "<b>".to_owned())]);
    assert_eq!(found("<div>\n\nb\n\n</div>"), [(Markup::Tag, "<div>".to_owned())]);
    assert_eq!(found("**bold never ends"), [(Markup::Unclosed, "**".to_owned())]);
    for (text, part) in [("is 2*3*4.", "2*3*4"), ("(x*2)+(y*3)", "x*2)+(y*3"), ("a*b*c", "a*b*c")] {
        assert_eq!(found(text), [(Markup::Product, part.to_owned())]);
    }
    for text in [
        "**b** *i* `<b>` `~~x~~`",
        "```\n<b> ~~x~~ **y\n- [x] a\n```",
        r"\~~a~~ \**b \<b>",
        "2 ** 3",
        "un*like*ly",
        "*one*, *2*",
        "2 * 3 * 4",
        r"2\*3\*4",
        "<!-- c -->",
        "roll <stat>",
        "- [x](address) [y]: z",
        "Torch** and lamp**",
        "| a |\n|---|\n| **b** |",
    ] {
        assert_eq!(found(text), [], "{text}");
    }
}

#[test]
fn quotes_are_set_as_on_cards() {
    use makeready_content::markdown::{EXTENSIONS, set_quotes};
    use pulldown_cmark::{Event, Parser};
    let set = |text: &str| -> String {
        let events = set_quotes(text, Parser::new_ext(text, EXTENSIONS).into_offset_iter());
        let words = events.into_iter().filter_map(|(event, _)| match event {
            Event::Text(words) | Event::Code(words) => Some(words.to_string()),
            _ => None,
        });
        words.collect()
    };
    assert_eq!(set("A 5'10\" man with a 6\" blade"), "A 5'10\" man with a 6\" blade");
    assert_eq!(set("\"it's 6\" wide\""), "\u{201c}it\u{2019}s 6\" wide\u{201d}");
    assert_eq!(set("say \"*take 6*\" -- or..."), "say \u{201c}take 6\u{201d} \u{2013} or\u{2026}");
    assert_eq!(set(r#"\"a\" and `"b" -- c`"#), "\"a\" and \"b\" -- c");
    assert_eq!(set("    \"code\""), "\"code\"");
}
