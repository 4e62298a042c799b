//! Trees with places.

use makeready_content::limits::{LARGEST_FILE, MOST_ITEMS};
use makeready_content::source::FileId;
use makeready_content::yaml::*;

fn parsed(text: &str) -> Node {
    parse(text, FileId(0)).unwrap()
}

#[test]
fn every_value_knows_its_bytes() {
    let text = "a: 1\nb: [two, \"three\"]\n";
    let Kind::Map(entries) = parsed(text).kind else { panic!("a mapping") };
    let Kind::List(items) = &entries[1].1.kind else { panic!("a list") };
    assert_eq!(&text[entries[0].1.at.start..entries[0].1.at.end], "1");
    assert_eq!(&text[items[0].at.start..items[0].at.end], "two");
    assert_eq!(&text[items[1].at.start..items[1].at.end], "\"three\"");
}

#[test]
fn repeated_keys_are_kept() {
    let Kind::Map(entries) = parsed("a: 1\na: 2\n").kind else { panic!("a mapping") };
    assert_eq!(entries.len(), 2);
}

#[test]
fn yes_is_text_and_quoted_figures_are_text() {
    let Kind::Map(entries) = parsed("a: yes\nb: \"12\"\nc: true\n").kind else { panic!("a mapping") };
    assert_eq!(entries[0].1.kind, Kind::Text("yes".into()));
    assert_eq!(entries[1].1.kind, Kind::Text("12".into()));
    assert_eq!(entries[2].1.kind, Kind::Bool(true));
}

#[test]
fn a_file_with_too_many_values_is_refused() {
    let list = format!("[{}]", "1, ".repeat(MOST_ITEMS));
    let lists = |count: usize| vec![list.as_str(); count].join("\n- ");
    assert!(parse(&format!("- {}", lists(39)), FileId(0)).is_ok());
    let found = parse(&format!("- {}", lists(41)), FileId(0)).unwrap_err();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].message, "this file has too many values");
}

#[test]
fn what_is_repeated_counts_as_often_as_it_is_repeated() {
    let text = format!("a: &a \"{}\"\nb: [{}1]\n", "x".repeat(LARGEST_FILE / 2), "*a, ".repeat(9));
    assert!(parse(&text, FileId(0)).is_err());
}

#[test]
fn nesting_and_alias_bombs_are_stopped() {
    let nested = "[".repeat(100_000);
    assert!(parse(&nested, FileId(0)).is_err());
    let mut bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
    for i in 1..9 {
        let refs = vec![format!("*a{}", i - 1); 9].join(", ");
        bomb += &format!("a{i}: &a{i} [{refs}]\n");
    }
    assert!(parse(&bomb, FileId(0)).is_err());
}
