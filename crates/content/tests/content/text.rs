//! Text with marks, as it is read.

use deckle_content::source::ScalarPlace;
use deckle_content::text::{Mark, Text};
use deckle_content::words::Style;

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
    assert!(matches!(&read[0][7], Mark::Formula(f, false, _) if f.text == "1 + 1"));
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
    assert_eq!(read[1], [Mark::Words(Style::Plain, "#eval(\"x\") <b>3 * 4</b> $x$".into())]);
}
