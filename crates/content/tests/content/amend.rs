//! Changes of one thing in a file.

use makeready_content::amend::{Change, Step, amended};
use makeready_testing::CONTENT;
use serde_json::{Value as Json, json};

fn path(steps: &Json) -> Vec<Step> {
    serde_json::from_value(steps.clone()).expect("a path")
}

fn changed(text: &str, steps: &Json, change: &Change) -> String {
    amended(text, &path(steps), change).unwrap_or_else(|why| panic!("{why}\n{text}"))
}

/// A file with everything in both ways of writing.
const SOMEBODY: &str = "\
# Somebody.
name: Ada # by name
inputs: { level: 3, xp: 20 }
choices:
stats:
  # The body.
  power: 5
  wit: 2 # quick
abilities:
  - strike
  - name: Own
    text: |
      Two
      lines.
  - parry
traits: []
skills:
  instinct: { strike: 2 }
notes: {}
";

#[test]
fn a_value_is_set_where_it_stands() {
    let set = |steps: Json, value: Json| changed(SOMEBODY, &steps, &Change::Set(value));
    let with = |from: &str, to: &str| SOMEBODY.replace(from, to);
    assert_eq!(set(json!(["name"]), json!("Ada: the \"Bold\"")), with("Ada #", "\"Ada: the \\\"Bold\\\"\" #"));
    assert_eq!(set(json!(["inputs", "level"]), json!(4)), with("level: 3", "level: 4"));
    assert_eq!(set(json!(["stats", "wit"]), json!(-1)), with("wit: 2", "wit: -1"));
    assert_eq!(set(json!(["abilities", 0]), json!("dodge")), with("- strike", "- dodge"));
    assert_eq!(set(json!(["inputs"]), json!({ "level": 1 })), with("{ level: 3, xp: 20 }", "{ level: 1 }"));
    assert_eq!(set(json!(["traits"]), json!(["a", "no"])), with("traits: []", "traits: [a, \"no\"]"));
}

#[test]
fn what_is_not_there_is_made() {
    let set = |steps: Json, value: Json| changed(SOMEBODY, &steps, &Change::Set(value));
    let with = |from: &str, to: &str| SOMEBODY.replace(from, to);
    assert_eq!(set(json!(["inputs", "luck"]), json!(1)), with("xp: 20 }", "xp: 20, luck: 1 }"));
    assert_eq!(set(json!(["stats", "grace"]), json!(1)), with("# quick\n", "# quick\n  grace: 1\n"));
    assert_eq!(set(json!(["choices", "tier"]), json!("hero")), with("choices:", "choices: { tier: hero }"));
    assert_eq!(set(json!(["notes", "bond"]), json!("x")), with("notes: {}", "notes: { bond: x }"));
    assert_eq!(set(json!(["skills", "instinct", "parry"]), json!(1)), with("strike: 2 }", "strike: 2, parry: 1 }"));
    assert_eq!(set(json!(["known"]), json!(["role"])), format!("{SOMEBODY}known: [role]\n"));
    let append = |steps: Json, value: Json| changed(SOMEBODY, &steps, &Change::Append(value));
    assert_eq!(append(json!(["abilities"]), json!("dodge")), with("- parry\n", "- parry\n  - dodge\n"));
    assert_eq!(append(json!(["traits"]), json!({ "tough": "more" })), with("traits: []", "traits: [{ tough: more }]"));
    assert_eq!(append(json!(["conditions"]), json!("prone")), format!("{SOMEBODY}conditions: [prone]\n"));
}

#[test]
fn what_is_removed_is_gone_alone() {
    let remove = |steps: Json| changed(SOMEBODY, &steps, &Change::Remove);
    let with = |from: &str, to: &str| SOMEBODY.replace(from, to);
    assert_eq!(remove(json!(["inputs", "level"])), with("level: 3, ", ""));
    assert_eq!(remove(json!(["inputs", "xp"])), with(", xp: 20", ""));
    assert_eq!(remove(json!(["stats", "wit"])), with("  wit: 2 # quick\n", ""));
    assert_eq!(remove(json!(["abilities", 0])), with("  - strike\n", ""));
    assert_eq!(remove(json!(["abilities", 1])), with("  - name: Own\n    text: |\n      Two\n      lines.\n", ""));
    assert_eq!(remove(json!(["abilities", 2])), with("  - parry\n", ""));
    assert_eq!(remove(json!(["skills", "instinct"])), with("skills:\n  instinct: { strike: 2 }", "skills: {}"));
    assert_eq!(remove(json!(["skills", "instinct", "strike"])), with("{ strike: 2 }", "{}"));
    for nothing in [json!(["nothing"]), json!(["stats", "grace"]), json!(["choices", "tier"])] {
        assert_eq!(remove(nothing), SOMEBODY);
    }
}

#[test]
fn an_item_moves_up_with_its_remarks() {
    let raise = |text: &str, steps: Json| changed(text, &steps, &Change::Raise);
    let own = "  - name: Own\n    text: |\n      Two\n      lines.\n";
    let with = |from: &str, to: &str| SOMEBODY.replace(from, to);
    assert_eq!(
        raise(SOMEBODY, json!(["abilities", 1])),
        with(&format!("  - strike\n{own}"), &format!("{own}  - strike\n"))
    );
    assert_eq!(
        raise(SOMEBODY, json!(["abilities", 2])),
        with(&format!("{own}  - parry\n"), &format!("  - parry\n{own}"))
    );
    assert_eq!(raise("a: [one, { two: 2 }, 3]\n", json!(["a", 1])), "a: [{ two: 2 }, one, 3]\n");
    let remarked = "a:\n  # All of them.\n  - one # first\n  # Of two.\n  - two # second";
    let moved = "a:\n  # All of them.\n  # Of two.\n  - two # second\n  - one # first";
    assert_eq!(raise(remarked, json!(["a", 1])), moved);
}

#[test]
fn what_leads_nowhere_is_refused() {
    for (steps, change) in [
        (json!(["abilities", 0]), Change::Raise),
        (json!(["abilities", 3]), Change::Raise),
        (json!(["stats", "wit"]), Change::Raise),
        (json!(["name", "first"]), Change::Set(json!(1))),
        (json!(["abilities", 3]), Change::Remove),
        (json!(["name"]), Change::Append(json!(1))),
        (json!([]), Change::Remove),
    ] {
        assert!(amended(SOMEBODY, &path(&steps), &change).is_err(), "{steps} {change:?}");
    }
    assert!(amended("a: [", &path(&json!(["a"])), &Change::Remove).is_err());
    for steps in [vec![Step::Key("a".to_owned()); 5_000], vec![Step::Item(0); 33]] {
        let refused = amended(SOMEBODY, &steps, &Change::Set(json!(1)));
        assert!(refused.is_err_and(|why| why.contains("a path has at most 32 steps")), "{}", steps.len());
    }
}

/// Every number, text and list of every shipped character can be changed in place, and what is removed comes back when it is put
/// back: else a form could not do it.
#[test]
fn every_shipped_character_can_be_changed() {
    let people = CONTENT.iter().map(|(_, file)| file).filter(|file| file.path.contains("/characters/"));
    let mut changes = 0;
    for file in people {
        for (part, key) in
            [("inputs", None), ("choices", None), ("stats", None), ("name", None), ("abilities", Some(0))]
        {
            let steps: Vec<Step> =
                [Some(Step::Key(part.to_owned())), key.map(Step::Item)].into_iter().flatten().collect();
            for change in [Change::Set(json!("changed")), Change::Remove] {
                match amended(&file.text, &steps, &change) {
                    Ok(text) => changes += usize::from(text != file.text),
                    Err(why) => assert!(why.contains("nothing to change"), "{}: {why}", file.path),
                }
            }
        }
    }
    assert!(changes > 100, "{changes}");
}
