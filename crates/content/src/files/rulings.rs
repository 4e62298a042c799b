//! `rulings.yaml`, `conditions.yaml` and `glossary.yaml`: short entries of a few texts each.

use super::{each, each_required, head, modifiers};
use crate::code::Code;
use crate::decode::{Decoder, Fields};
use crate::entries::{ConditionEntry, ConditionGroupEntry, Entries, Head, ReadingEntry, RulingEntry, TermEntry};
use crate::yaml::Node;
use deckle_rules::system::Holds;

/// Reads `rulings.yaml`.
pub fn read(d: &mut Decoder<'_>, node: &Node, entries: &mut Entries) {
    let Some(mut f) = d.file_fields(node) else { return };
    entries.rulings.extend(each_required(d, &mut f, "rulings", ruling));
    d.finish(&f);
}

fn ruling(d: &mut Decoder<'_>, f: &mut Fields<'_>) -> RulingEntry {
    const KINDS: [(&str, &str); 6] = [
        ("contradiction", "contradiction"),
        ("ambiguity", "ambiguity"),
        ("undefined", "undefined"),
        ("missing", "missing"),
        ("wording", "wording"),
        ("optional", "optional"),
    ];
    let id = d.formula_name(f, "id");
    let head = head(d, f, id);
    let kind = d.required(f, "kind").and_then(|node| d.word(node, &KINDS)).unwrap_or_default().to_owned();
    let question = d.sentence(f, "question");
    let options =
        each(d, f, "options", |d, f| ReadingEntry { id: d.formula_name(f, "id"), text: d.sentence(f, "text") });
    if options.len() < 2 {
        d.error(Code::TooFewReadings, head.at, format!("the ruling `{}` needs at least two readings", head.id)).help =
            Some("write them under `options`, the default first".to_owned());
    }
    let reason = d.sentence(f, "reason");
    if let Some(node) = f.get("reason") {
        // On its page it is read as Markdown.
        d.refuse_deep(&reason, &d.place(node, &reason));
    }
    RulingEntry { head, kind, question, options, reason, is_editorial: d.flag(f, "editorial") }
}

/// The longest time that a condition lasts, in turns.
const MOST_TURNS: i64 = 60;
/// What happens when a condition is suffered again.
const AGAIN: [(&str, &str); 3] = [("restart", "restart"), ("ignore", "ignore"), ("add", "add")];

/// Reads `conditions.yaml`.
pub fn read_conditions(d: &mut Decoder<'_>, node: &Node, entries: &mut Entries) {
    let Some(mut f) = d.file_fields(node) else { return };
    entries.condition_groups.extend(each(d, &mut f, "groups", |d, f| {
        const HOLDS: [(&str, Holds); 2] = [("worst", Holds::Worst), ("one", Holds::One)];
        let id = d.id(f, "id");
        let head = head(d, f, id);
        let holds = d.required(f, "holds").and_then(|node| d.word(node, &HOLDS)).unwrap_or(Holds::Worst);
        ConditionGroupEntry { head, holds }
    }));
    entries.conditions.extend(each_required(d, &mut f, "conditions", |d, f| {
        let id = d.id(f, "id");
        let head = head(d, f, id);
        ConditionEntry {
            text: d.markdown(f, "text"),
            head,
            modifiers: modifiers(d, f),
            group: d.optional_reference(f, "group"),
            when: d.marked(f, "when"),
            turns: d.whole(f, "turns", 1, MOST_TURNS).and_then(|turns| u32::try_from(turns).ok()),
            again: f.get("again").and_then(|node| d.word(node, &AGAIN)).unwrap_or_default().to_owned(),
            stacks: d.flag(f, "stacks"),
        }
    }));
    d.finish(&f);
}

/// Reads `glossary.yaml`.
pub fn read_glossary(d: &mut Decoder<'_>, node: &Node, entries: &mut Entries) {
    let Some(mut f) = d.file_fields(node) else { return };
    entries.terms.extend(each_required(d, &mut f, "terms", |d, f| {
        let id = d.id(f, "id");
        let words: Vec<String> = d.required_references(f, "words").into_iter().map(|word| word.value).collect();
        let head = Head {
            name: words.first().cloned().unwrap_or_default(),
            rule: d.optional_string(f, "rule"),
            rules: d.strings(f, "rules"),
            summary: String::new(),
            at: id.at,
            id: id.value,
        };
        TermEntry { head, words, meaning: d.sentence(f, "meaning"), chapter: d.optional_reference(f, "chapter") }
    }));
    d.finish(&f);
}
