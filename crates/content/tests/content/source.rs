//! Places of characters in scalars.

use makeready_content::intake::Intake;
use makeready_content::source::*;
use makeready_content::yaml::Kind;

fn place(raw: &str, value: &str, wanted: &str) -> String {
    let place = ScalarPlace::align(raw, value, Span { file: FileId(0), start: 0, end: raw.len() });
    let start = value.find(wanted).unwrap();
    let span = place.span(&(start..start + wanted.len()));
    raw[span.start..span.end].to_owned()
}

#[test]
fn plain_and_quoted_scalars_align() {
    assert_eq!(place("1 + nmae", "1 + nmae", "nmae"), "nmae");
    assert_eq!(place("\"a \\\"b\\\" nmae\"", "a \"b\" nmae", "nmae"), "nmae");
    assert_eq!(place("'it''s nmae'", "it's nmae", "nmae"), "nmae");
    assert_eq!(place(r"'\'' nmae'", r"\' nmae", "nmae"), "nmae");
    assert_eq!(place(r#""\\\\nmae""#, r"\\nmae", "nmae"), "nmae");
    assert_eq!(place(r#""\x41\u00e9\U0001F319 nmae""#, "A\u{e9}\u{1f319} nmae", "nmae"), "nmae");
    assert_eq!(place("\"\u{1f319}\u{e9} nmae\"", "\u{1f319}\u{e9} nmae", "nmae"), "nmae");
}

#[test]
fn folded_scalars_align() {
    assert_eq!(place(">-\n    one\n    two nmae\n", "one two nmae", "nmae"), "nmae");
    assert_eq!(place("|\n  one\n    two\n", "one\n  two\n", "two"), "two");
    assert_eq!(place("one\n  two\r\n  nmae", "one two nmae", "nmae"), "nmae");
}

#[test]
fn line_and_column_are_those_of_counting_from_the_beginning() {
    let long = "\u{e9}\u{1f319}x".repeat(1_000);
    let text = format!("\u{feff}a\r\n{long}\n\n{long}\u{a0}\n{}", "x\n".repeat(2_000));
    let file = SourceFile { path: "a.yaml".into(), shown: "a.yaml".into(), text: text.clone() };
    let sources = Sources::new(vec![file]);
    for at in (0..text.len() + 5).step_by(7) {
        let before = &text[..floor_boundary(&text, at)];
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        let counted = (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1);
        assert_eq!(sources.line_column(Span { file: FileId(0), start: at, end: at }), counted, "byte {at}");
    }
}

#[test]
fn files_are_found_by_path_and_by_folder() {
    let paths = ["a-b/x.yaml", "a.yaml", "a/system.yaml", "a/z/y.yaml", "a0/x.yaml", "b/c.md"];
    let file = |path: &&str| SourceFile { path: (*path).into(), shown: (*path).into(), text: String::new() };
    let sources = Sources::new(paths.iter().rev().map(file).collect());
    for path in paths {
        assert_eq!(sources.find(path).map(|id| sources.file(id).path.as_str()), Some(path));
    }
    assert_eq!(sources.find("a"), None);
    let within: Vec<&str> = sources.within("a").map(|(_, _, path)| path).collect();
    assert_eq!(within, ["system.yaml", "z/y.yaml"]);
    assert_eq!(sources.within("c").count(), 0);
}

/// The same text as the reader of YAML takes it, in every style of writing it.
#[test]
fn places_agree_with_the_reader_of_yaml() {
    let scalars = [
        r"'a ''''b'' \ {nmae}'",
        r#""say \"{{now}}\": \\ \t \u2014 {nmae}""#,
        r#"plain \n ''text" here {nmae}"#,
        "\"folded   \n\n\n  over \\\n  lines {nmae}\"",
        ">-\n    a\n\n    b\n      c \\ '' {nmae}\n",
        "|2-\n    a\n\n   b {nmae}\n",
        "\"\u{a0}a\u{202f}\\\n   \u{3000}b\n  \u{2009}c {nmae}\"",
        "|\n  \u{a0}a\n  \u{3000} \u{2003}b {nmae}\n",
        ">\n  a\u{2028}\n  \u{a0} b\n  \u{200b}c {nmae}\n",
        "a\u{a0}\n  \u{a0}b\u{2009} c {nmae}",
    ];
    for scalar in scalars {
        let text = format!("key: {scalar}\n");
        let tree = makeready_content::yaml::parse(&text, FileId(0)).unwrap();
        let Kind::Map(entries) = tree.kind else { panic!("a mapping") };
        let node = &entries[0].1;
        let Kind::Text(value) = &node.kind else { panic!("a text") };
        let place = ScalarPlace::align(&text[node.at.start..node.at.end], value, node.at);
        let start = value.find("nmae").unwrap();
        let span = place.span(&(start..start + "nmae".len()));
        assert_eq!(&text[span.start..span.end], "nmae", "{scalar}");
    }
}

#[test]
fn paths_have_letters_of_one_character_and_are_shown_as_they_are() {
    let (apart, joined) = ("game/art/Gro\u{308}\u{df}e.svg", "game/art/Gr\u{f6}\u{df}e.svg");
    let mut intake = Intake::default();
    intake.take(apart, apart, b"<svg/>".to_vec());
    let sources = intake.into_sources(None);
    let file = sources.find(joined).expect("the path is as texts write it");
    assert_eq!(sources.file(file).shown, apart);
    assert_eq!(&**sources.bytes(joined).expect("it is a picture"), b"<svg/>");
    // Two names that look alike stay two files.
    let mut intake = Intake::default();
    intake.take(apart, apart, b"<svg/>".to_vec());
    intake.take(joined, joined, b"<svg></svg>".to_vec());
    let sources = intake.into_sources(None);
    assert_eq!(&**sources.bytes(joined).expect("the first"), b"<svg/>");
    assert_eq!(&**sources.bytes(apart).expect("the second"), b"<svg></svg>");
}

#[test]
fn letters_of_several_characters_become_one_and_columns_count_what_was_written() {
    let written = "name: A\u{30a}ngstro\u{308}m x\ntext: n\u{303}andu\u{301}, z\u{338}!\n";
    let file = SourceFile { path: "a.yaml".into(), shown: "a.yaml".into(), text: written.into() };
    let sources = Sources::new(vec![file]);
    let text = &sources.file(FileId(0)).text;
    assert_eq!(text, "name: \u{c5}ngstr\u{f6}m x\ntext: \u{f1}and\u{fa}, z\u{338}!\n");
    let place = |wanted: &str| {
        let start = text.find(wanted).unwrap();
        sources.line_column(Span { file: FileId(0), start, end: start })
    };
    assert_eq!(place("name"), (1, 1));
    assert_eq!(place("ngstr"), (1, 9));
    assert_eq!(place(" x"), (1, 17));
    assert_eq!(place("text"), (2, 1));
    assert_eq!(place("!"), (2, 18));
}
