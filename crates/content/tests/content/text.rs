//! Text with marks, as it is read.

use std::fs;
use std::time::{Duration, Instant};

use makeready_content::source::ScalarPlace;
use makeready_content::text::{Mark, Text};
use makeready_content::words::Style;

fn marks(text: &str) -> Vec<Vec<Mark>> {
    Text::parse(text, ScalarPlace::default()).0.paragraphs
}

#[test]
fn marks_are_read() {
    let read = marks("Take **two** *steps* :boot: and {1 + 1}.");
    let plain = |s: &str| Mark::Words(Style::Plain, s.into());
    assert_eq!(read[0][0], plain("Take "));
    assert_eq!(read[0][1], Mark::Words(Style::Strong, "two".into()));
    assert_eq!(read[0][3], Mark::Words(Style::Emphasis, "steps".into()));
    assert_eq!(read[0][5], Mark::Icon("boot".into()));
    assert!(matches!(&read[0][7], Mark::Formula(f, form, _) if f.text == "1 + 1" && !form.has_terms));
}

#[test]
fn words_are_strong_and_emphasized_at_once() {
    let styles = |text: &str| -> Vec<(Style, String)> {
        let marks = marks(text).into_iter().flatten();
        marks
            .filter_map(|mark| if let Mark::Words(style, words) = mark { Some((style, words)) } else { None })
            .collect()
    };
    let wanted = |written: &[(Style, &str)]| -> Vec<(Style, String)> {
        written.iter().map(|(style, words)| (*style, (*words).to_owned())).collect()
    };
    let nested = [(Style::Strong, "a "), (Style::StrongEmphasis, "b"), (Style::Strong, " c"), (Style::Plain, " d")];
    assert_eq!(styles("**a *b* c** d"), wanted(&nested));
    let nested = [(Style::Emphasis, "a "), (Style::StrongEmphasis, "b"), (Style::Emphasis, " c")];
    assert_eq!(styles("*a **b** c*"), wanted(&nested));
    assert_eq!(styles("***both*** none"), wanted(&[(Style::StrongEmphasis, "both"), (Style::Plain, " none")]));
}

#[test]
fn blank_lines_part_paragraphs_and_code_is_only_text() {
    let read = marks("one\ntwo\n\n#eval(\"x\") <b>3 * 4</b> $x$\n");
    assert_eq!(read.len(), 2);
    assert_eq!(read[0], [Mark::Words(Style::Plain, "one two".into())]);
    assert_eq!(read[1], [Mark::Words(Style::Plain, "#eval(\u{201c}x\u{201d}) <b>3 * 4</b> $x$".into())]);
}

/// The words of a text, with `<b>` and `<i>` around what is bold and italic, and a bar between paragraphs.
fn drawn(text: &str) -> String {
    let mark = |mark: Mark| match mark {
        Mark::Words(Style::Strong, words) => format!("<b>{words}</b>"),
        Mark::Words(Style::Emphasis, words) => format!("<i>{words}</i>"),
        Mark::Words(Style::StrongEmphasis, words) => format!("<b><i>{words}</i></b>"),
        Mark::Words(Style::InnerItem, words) => format!(">{words}"),
        Mark::Words(_, words) => words,
        Mark::Icon(icon) => format!(":{icon}:"),
        Mark::Formula(formula, form, _) => format!("{{{}{}}}", if form.has_sign { "+" } else { "" }, formula.text),
    };
    let paragraph = |marks: Vec<Mark>| marks.into_iter().map(mark).collect::<String>();
    marks(text).into_iter().map(paragraph).collect::<Vec<_>>().join(" | ")
}

fn unclosed(text: &str) -> Vec<&str> {
    let faults = Text::parse(text, ScalarPlace::default()).1;
    faults.unclosed.into_iter().map(|at| &text[at]).collect()
}

#[test]
fn asterisks_of_sums_are_asterisks() {
    for text in [
        "Damage is 2*grit or 3 * wit * 2; cost (x*2)+(y*3).",
        "2*3*4",
        "{a}*{b}*{c}",
        "Torch*",
        "*Only by day",
        "2**3",
        "****",
        "(a)*(b)*(c)",
        "2*grit*wit",
        "x*2*y",
    ] {
        assert_eq!(drawn(text), text);
        assert_eq!(unclosed(text), [""; 0], "{text}");
    }
    assert_eq!(drawn(r"\*a\* \{b\} \[c\] \\ \n"), r"*a* {b} [c] \ \n");
    assert_eq!(drawn(r"2 \* *{x}* and **{y}:**"), "2 * {x} and {y}<b>:</b>");
    assert_eq!(drawn("**Bold:**{x}"), "<b>Bold:</b>{x}");
}

#[test]
fn a_part_of_a_word_has_a_style() {
    assert_eq!(drawn("**G**rit, **Feuer**ball and *F*irst"), "<b>G</b>rit, <b>Feuer</b>ball and <i>F</i>irst");
    assert_eq!(drawn("{a}**b** x**{a}** **c**{a}"), "{a}<b>b</b> x{a} <b>c</b>{a}");
    assert_eq!(drawn("***A***bc *ab*2 *2*b"), "<b><i>A</i></b>bc *ab*2 *2*b");
}

/// The processor time of this thread on Linux, because a thread waits for seconds on a busy machine. Elsewhere the time since `started`.
fn time_of_thread(started: Instant) -> Duration {
    let schedule = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = schedule.and_then(|schedule| schedule.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| started.elapsed(), Duration::from_nanos)
}

/// Each of these took minutes while every sign was compared with every other.
#[test]
fn texts_without_end_are_read_in_a_moment() {
    use makeready_content::markup::{Reading, unread};
    let started = Instant::now();
    let before = time_of_thread(started);
    let texts = [
        "*a ".repeat(150_000) + &"b** ".repeat(100_000),
        "**a ".repeat(150_000) + &"b* ".repeat(100_000),
        "{ ".repeat(300_000),
        "[^".repeat(300_000),
        "[ ".repeat(300_000),
        "[[ ".repeat(200_000) + "]]",
        "](http".repeat(100_000),
        "*a ".repeat(200_000) + "b*",
        "~~a ~ ".repeat(100_000),
        "<!-- ".repeat(100_000),
    ];
    for text in &texts {
        Text::parse(text, ScalarPlace::default());
        for reading in [Reading::Plain, Reading::Filled, Reading::Marked, Reading::Markdown] {
            unread(text, reading);
        }
    }
    let spent = time_of_thread(started).saturating_sub(before);
    assert!(spent < Duration::from_secs(10), "{spent:?}");
}

#[test]
fn words_that_are_never_closed_stay_and_are_told() {
    assert_eq!(drawn("**bold never ends and *italic neither"), "**bold never ends and *italic neither");
    assert_eq!(unclosed("**bold never ends and *italic neither"), ["**", "*"]);
    assert_eq!(unclosed("**a *b** c*"), ["*"]);
    assert_eq!(drawn("**a *b** c"), "<b>a *b</b> c");
    assert_eq!(unclosed("**one\n\ntwo**"), ["**"]);
}

#[test]
fn lists_are_items() {
    assert_eq!(drawn("Choose:\n- a\n- b\n  and more\nNext?"), "Choose: | \u{2022} a | \u{2022} b and more Next?");
    assert_eq!(
        drawn("- a\n  - b **c**\n  - d\n- e\n\nNext"),
        "\u{2022} a | >\u{2013} b <b>c</b> | >\u{2013} d | \u{2022} e | Next"
    );
    assert_eq!(drawn("1. a\n1. b\n3. c\n\nThen\n\n1. d\n2. e"), "1. a | 2. b | 3. c | Then | 1. d | 2. e");
    assert_eq!(drawn("* a {x}\n* b"), "\u{2022} a {x} | \u{2022} b");
    for text in ["- 2 AP", "* only by day", "+ 2", "2.5 cm", "12. May", "of the\n12. May"] {
        assert_eq!(drawn(text), text.replace('\n', " "));
    }
    let faults = |text: &str| Text::parse(text, ScalarPlace::default()).1;
    assert_eq!(faults("- a\n  - b\n    - c").deep, Some(14..16));
    assert_eq!(faults("Of:\n- a").list, Some(4..6));
    assert_eq!(faults("- a").list, None);
}

#[test]
fn quotes_behind_figures_stay_straight() {
    assert_eq!(
        drawn("A 5'10\" man, a 6\" blade; \"it's 6\" wide\"."),
        "A 5'10\" man, a 6\" blade; \u{201c}it\u{2019}s 6\" wide\u{201d}."
    );
    assert_eq!(
        drawn("{5 * 2}\" long, 'tis the dogs' \"**3**\""),
        "{5 * 2}\" long, \u{2018}tis the dogs\u{2019} \u{201c}<b>3</b>\u{201d}"
    );
    assert_eq!(drawn(r#"\"as it is\" -- no ... --- --"#), "\"as it is\" \u{2013} no \u{2026} \u{2014} \u{2013}");
    assert_eq!(drawn("\"take 6\" and \"take 7\""), "\u{201c}take 6\u{201d} and \u{201c}take 7\u{201d}");
    assert_eq!(
        drawn("'3 AP', '{wit} AP', 'take {wit}' and {wit}'s"),
        "\u{2018}3 AP\u{2019}, \u{2018}{wit} AP\u{2019}, \u{2018}take {wit}\u{2019} and {wit}\u{2019}s"
    );
    assert_eq!(drawn("since '07, '100 AP'"), "since \u{2019}07, \u{2018}100 AP\u{2019}");
    assert_eq!(drawn("the 1920's, the '90s"), "the 1920\u{2019}s, the \u{2019}90s");
}
