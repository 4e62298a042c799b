//! `examples.yaml` and `examples/*.yaml`.

use deckle_rules::formula::Formula;

use super::building::{given, keywords};
use super::{each, each_required};
use crate::building::BuiltEntry;
use crate::checks::{Asks, CheckCall, ExpectEntry};
use crate::code::Code;
use crate::de;
use crate::decode::{Decoder, Fields, PlacedFormula};
use crate::entries::{Entries, Head};
use crate::examples::{ExampleEntry, SubjectEntry};
use crate::procedures::CallEntry;
use crate::source::Located;
use crate::text::Text;
use crate::yaml::{Kind, Node};

/// Reads a file of examples.
pub fn read(d: &mut Decoder, node: &Node, entries: &mut Entries) {
    let Some(mut f) = d.file_fields(node) else { return };
    entries.examples.extend(each_required(d, &mut f, "examples", example));
    d.finish(&f);
}

fn example(d: &mut Decoder, f: &mut Fields<'_>) -> ExampleEntry {
    // The id is a rule ID, so it is not in kebab-case.
    let id = d.required(f, "id").map(|node| d.reference(node));
    let id = id.unwrap_or_else(|| Located { value: String::new(), at: f.at });
    let head = Head {
        name: d.string(f, "name"),
        rule: id.value.clone(),
        rules: d.strings(f, "rules"),
        summary: String::new(),
        at: id.at,
        id: id.value,
    };
    let expect = each(d, f, "expect", expected);
    let legal = f.get("legal").map(|node| Located { value: d.word_truth(node), at: node.at });
    let example = ExampleEntry {
        text: d.marked(f, "text"),
        character: d.optional_reference(f, "character"),
        set: d.entries(f, "set").into_iter().map(|(key, node)| (key, d.formula_of(node))).collect(),
        backgrounds: f.get("backgrounds").and_then(|node| de::read(d, node)).unwrap_or_default(),
        rulings: d.entries(f, "rulings").into_iter().map(|(key, node)| (key, d.reference(node))).collect(),
        subject: subject(d, f, &head),
        expect: expect.into_iter().flatten().collect(),
        legal,
        breaks: d.references(f, "breaks"),
        not_run: if f.holds("not_run") { d.sentence(f, "not_run") } else { String::new() },
        source_says: d.optional_sentence(f, "source_says"),
        differs: d.optional_sentence(f, "differs"),
        head,
    };
    if !d.has_fault_within(f.extent) {
        complain(d, f, &example);
    }
    example
}

/// Faults of an example that only show when all of it has been read.
fn complain(d: &mut Decoder, f: &Fields<'_>, example: &ExampleEntry) {
    let at = example.head.at;
    let expects_something = !example.expect.is_empty() || example.legal.is_some() || !example.breaks.is_empty();
    if !expects_something && example.not_run.is_empty() {
        let message = format!("the example `{}` expects nothing", example.head.id);
        d.error(Code::NothingExpected, at, message).help =
            Some("add `expect: [ { formula: \"...\", is: \"...\" } ]`".to_owned());
    }
    if expects_something && !example.not_run.is_empty() {
        let at = f.key_place("not_run").unwrap_or(at);
        d.error(Code::RunAfterAll, at, "this example is run: it says what has to come out").help =
            Some("take `not_run` out".to_owned());
    }
    let legality = ["legal", "breaks"].into_iter().find_map(|key| f.key_place(key));
    if let (SubjectEntry::Procedure(_), Some(at)) = (&example.subject, legality) {
        d.error(Code::NoLegality, at, "a procedure is neither legal nor illegal").help =
            Some("expect one of its steps".to_owned());
    }
    if let (SubjectEntry::Check(_), Some(at)) = (&example.subject, legality) {
        d.error(Code::NoLegality, at, "a check is neither legal nor illegal").help =
            Some("expect a chance, or what one roll comes to".to_owned());
    }
    if !matches!(example.subject, SubjectEntry::Check(_))
        && let Some(odd) = example.expect.iter().find(|expected| expected.asks != Asks::Value)
    {
        let message = format!("`{}` is asked of a check, and this example names none", odd.asks.key());
        d.error(Code::NoCheck, odd.formula.place.at, message).help = Some("name it: `check: ...`".to_owned());
    }
    if let (Some(Located { value: true, .. }), [first, ..]) = (&example.legal, &example.breaks[..]) {
        d.error(Code::LegalAndBroken, first.at, "what is legal breaks nothing").help =
            Some("write `legal: false`, or leave `breaks` out".to_owned());
    }
}

/// `{ formula: "...", is: "..." }`, or one of the questions about a check in place of `formula`.
fn expected(d: &mut Decoder, f: &mut Fields<'_>) -> Option<ExpectEntry> {
    let mut asked = Asks::ALL.into_iter().filter(|(key, _)| f.holds(key));
    let (key, asks) = asked.next().unwrap_or(("formula", Asks::Value));
    if let Some((second, _)) = asked.next() {
        let at = f.key_place(second).unwrap_or(f.at);
        d.error(Code::TwoQuestions, at, format!("one line asks one thing, and there is `{key}` already")).help =
            Some("make two lines of it".to_owned());
        f.forgive();
        return None;
    }
    let formula = match asks {
        Asks::Unstopped => {
            let node = f.get(key)?;
            if !d.word_truth(node) && !d.has_fault_within(node.at) {
                d.error(Code::WrongType, node.at, "this asks whether the row goes on to its end").help =
                    Some("write `unstopped: true`".to_owned());
            }
            let formula = Formula::parse("true").ok()?;
            Some(PlacedFormula { formula, place: d.place(node, "true") })
        }
        _ => d.formula(f, key),
    };
    let is = d.formula(f, "is");
    Some(ExpectEntry { asks, formula: formula?, is: is? })
}

/// `check: attack` with `given: { ... }`, and `rolled: 7` where it is about one outcome.
fn check_call(d: &mut Decoder, f: &mut Fields<'_>) -> Option<CheckCall> {
    const FARTHEST: i64 = 1_000_000;
    let id = d.optional_reference(f, "check");
    let mut rolled = |d: &mut Decoder, key: &'static str| {
        let node = f.get(key)?;
        Some(Located { value: d.whole_of(node, -FARTHEST, FARTHEST), at: node.at })
    };
    let (rolled, against) = (rolled(d, "rolled"), rolled(d, "against"));
    if let (None, Some(at)) = (&id, [&rolled, &against].into_iter().flatten().map(|number| number.at).next()) {
        d.error(Code::NoCheck, at, "this is what was rolled for a check, and the example names none").help =
            Some("name it: `check: ...`".to_owned());
    }
    let id = id?;
    Some(CheckCall { call: CallEntry { at: id.at, id, given: Vec::new() }, rolled, against })
}

/// `ability: surge`, `ability: { fields: ..., keywords: ... }`, or `procedure: damage` or `check: attack` with
/// `given: { ... }`.
fn subject(d: &mut Decoder, f: &mut Fields<'_>, head: &Head) -> SubjectEntry {
    let check = check_call(d, f);
    if let Some(mut check) = check {
        check.call.given = given(d, f, "given");
        for (key, what) in [("procedure", "a check or a procedure"), ("ability", "a check or an ability")] {
            if f.get(key).is_some() {
                let at = f.key_place(key).unwrap_or(head.at);
                d.error(Code::TwoSubjects, at, format!("an example is about {what}")).help =
                    Some("make two examples of it".to_owned());
            }
        }
        return SubjectEntry::Check(check);
    }
    let procedure = d.optional_reference(f, "procedure");
    let put_in = given(d, f, "given");
    let ability = f.get("ability");
    match (&procedure, f.key_place("given")) {
        (Some(_), _) if ability.is_some() => {
            let at = f.key_place("ability").unwrap_or(head.at);
            d.error(Code::TwoSubjects, at, "an example is about an ability or a procedure").help =
                Some("make two examples of it".to_owned());
        }
        (None, Some(at)) => {
            d.error(Code::NoProcedure, at, "`given` is what is put into a procedure or a check").help =
                Some("name it: `procedure: ...` or `check: ...`".to_owned());
        }
        _ => {}
    }
    match (procedure, ability) {
        (Some(id), None) => SubjectEntry::Procedure(CallEntry { at: id.at, id, given: put_in }),
        (None, None) => SubjectEntry::Character,
        (_, Some(node)) => match node.kind {
            Kind::Map(_) => built(d, node, head).map_or(SubjectEntry::Character, SubjectEntry::Built),
            _ => SubjectEntry::Ability(d.reference(node)),
        },
    }
}

fn built(d: &mut Decoder, node: &Node, head: &Head) -> Option<Box<BuiltEntry>> {
    let mut inner = d.fields(node)?;
    let entry = BuiltEntry {
        head: Head { name: head.name.clone(), at: node.at, id: head.id.clone(), ..Head::default() },
        fields: given(d, &mut inner, "fields"),
        keywords_at: inner.get("keywords").map_or(node.at, |node| node.at),
        keywords: keywords(d, &mut inner),
        description: Text::default(),
    };
    d.finish(&inner);
    Some(Box::new(entry))
}
