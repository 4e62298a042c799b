//! Findings, as they are drawn.

use makeready_content::code::Code;
use makeready_content::diagnostic::*;
use makeready_content::limits::MOST_LISTED;
use makeready_content::source::{FileId, SourceFile, Sources, Span};

fn sources(text: &str) -> Sources {
    Sources::new(vec![SourceFile { path: "a.yaml".into(), shown: "a.yaml".into(), text: text.into() }])
}

fn at(start: usize, end: usize) -> Span {
    Span { file: FileId(0), start, end }
}

#[test]
fn a_long_line_is_drawn_in_part_and_placed_rightly() {
    let text = format!("one\n{}\u{e9} here {}\n", "\u{1f319} ".repeat(20_000), "x ".repeat(20_000));
    let start = text.find("here").unwrap();
    let drawn = render(&Diagnostic::error(Code::Yaml, at(start, start + 4), "said"), &sources(&text), false);
    assert!(drawn.contains(" --> a.yaml:2:40003\n"), "{drawn}");
    assert!(drawn.contains("^^^^") && drawn.len() < 2_000, "{drawn}");
    let long = render(&Diagnostic::error(Code::Yaml, at(4, text.len()), "said"), &sources(&text), false);
    assert!(long.contains(" --> a.yaml:2:1\n") && long.len() < 3_000, "{long}");
}

#[test]
fn what_an_author_wrote_neither_fills_the_screen_nor_governs_it() {
    let message = format!("there is no `\u{1b}[2J\u{9b}\u{202e}{}`", "x".repeat(20_000));
    let found = Diagnostic::error(Code::Yaml, at(0, 1), message.clone()).help(message).related(at(0, 1), "\u{1b}[2J");
    let drawn = render(&found, &sources("\u{1b}[2J\u{9b} text"), false);
    assert!(drawn.len() < 3_000 && !drawn.contains(['\u{1b}', '\u{9b}', '\u{202e}']), "{drawn:?}");
    let listed = serde_json::to_string(&to_json(&found, &sources("text"))).unwrap();
    assert!(listed.len() < 3_000, "{listed}");
}

#[test]
fn errors_come_before_warnings_when_not_all_are_told() {
    let mut found: Vec<Diagnostic> = (0..9).map(|n| Diagnostic::warning(Code::NeverOpen, at(n, n), "said")).collect();
    found
        .extend([Diagnostic::error(Code::Yaml, at(20, 20), "said"), Diagnostic::error(Code::Yaml, at(21, 21), "said")]);
    let places: Vec<usize> = first(&found, 4).iter().map(|d| d.at.start).collect();
    assert_eq!(places, [0, 1, 20, 21]);
    assert_eq!(first(&found, 1).len(), 1);
    assert_eq!(first(&found, 100).len(), 11);
}

#[test]
fn of_many_findings_the_first_are_kept_and_all_are_counted() {
    let place = |n: usize| at(n / 2 * 2, n);
    let mut found: Vec<Diagnostic> =
        (0..30_000).rev().map(|n| Diagnostic::error(Code::Yaml, place(n), "said")).collect();
    found.push(Diagnostic::warning(Code::NeverOpen, at(40_000, 40_000), "said"));
    found.push(found[0].clone());
    let more = thin_many(&mut found);
    assert_eq!(more, Counts::default(), "these are not many yet");
    assert_eq!(thin(&mut found), Counts { errors: 20_000, warnings: 0 });
    assert_eq!(Counts::of(&found), Counts { errors: MOST_LISTED, warnings: 1 });
    assert_eq!(found[MOST_LISTED - 1].at, place(MOST_LISTED - 1));
}

/// Every character in every place of an excerpt.
#[test]
fn any_place_of_any_text_can_be_drawn() {
    let text = "\u{feff}a\r\n\t\u{a0}\u{2028}\u{301}\u{200b}\u{202e}\u{1f468}\u{200d}\u{1f469}\u{ad}\r\r\n\n\u{3000}b\u{85}\u{0}";
    for start in 0..=text.len() + 1 {
        for end in start..=text.len() + 2 {
            let found = Diagnostic::error(Code::Yaml, at(start, end), "said").related(at(end, start), "there");
            assert!(render(&found, &sources(text), true).contains("said"));
        }
    }
}
