//! `checks.yaml`.

use super::building::{field, given_of, value};
use super::{each, each_of_some, head};
use crate::building::{FieldEntry, GivenEntry};
use crate::checks::{BandEntry, CheckEntry, MOST_CASES};
use crate::code::Code;
use crate::decode::{Decoder, Fields};
use crate::entries::Entries;
use crate::source::Located;
use crate::words::OutcomeKind;
use crate::yaml::{Kind, Node};

/// What stands beside the inputs where a chapter asks for odds; no input can be called like that.
pub const ODDS_KEYS: [&str; 3] = ["check", "who", "caption"];

/// Reads `checks.yaml`.
pub fn read(d: &mut Decoder, node: &Node, entries: &mut Entries) {
    let Some(mut f) = d.file_fields(node) else { return };
    entries.checks.extend(each_of_some(d, &mut f, "checks", check));
    d.finish(&f);
}

fn check(d: &mut Decoder, f: &mut Fields<'_>) -> CheckEntry {
    let id = d.id(f, "id");
    let keeps_worst = f.get("keep").and_then(|node| d.word(node, &[("best", false), ("worst", true)]));
    let entry = CheckEntry {
        head: head(d, f, id),
        inputs: each(d, f, "inputs", input),
        roll: d.formula(f, "roll"),
        against: d.optional_formula(f, "against"),
        times: d.optional_formula(f, "times"),
        keeps_worst: keeps_worst.unwrap_or_default(),
        values: each(d, f, "values", value),
        result: d.optional_reference(f, "result"),
        bands: each_of_some(d, f, "bands", band),
        again: d.references(f, "again"),
        tries: d.optional_formula(f, "tries"),
        stop: d.references(f, "stop"),
        usual: usual(d, f),
    };
    if let (Some(at), None) = (f.key_place("keep"), f.key_place("times")) {
        d.error(Code::OneRoll, at, "`keep` chooses among several rolls, and this is rolled once").help =
            Some("say how often with `times`, or take `keep` out".to_owned());
    }
    if let (Some(at), None) = (f.key_place("stop"), f.key_place("tries")) {
        d.error(Code::NoTries, at, "`stop` ends a row of tries, and there is none").help =
            Some("say how many tries there are with `tries`, or take `stop` out".to_owned());
    }
    entry
}

fn input(d: &mut Decoder, f: &mut Fields<'_>) -> FieldEntry {
    let input = field(d, f);
    if ODDS_KEYS.contains(&input.head.id.as_str()) {
        let message = format!("chapters write `{}=` for something else", input.head.id);
        d.error(Code::BadId, input.head.at, message).help = Some("choose another id for this input".to_owned());
    }
    input
}

fn band(d: &mut Decoder, f: &mut Fields<'_>) -> BandEntry {
    let id = d.id(f, "id");
    let on = d.required(f, "on").and_then(|node| d.word(node, &OutcomeKind::WORDS));
    BandEntry {
        head: head(d, f, id),
        on: on.unwrap_or(OutcomeKind::Special),
        when_at: f.key_place("when"),
        when: d.optional_formula(f, "when"),
        gives: d.entries(f, "gives").into_iter().map(|(name, node)| (name, d.formula_of(node))).collect(),
        text: d.marked(f, "text"),
    }
}

/// `usual: { dc: [8, 10, 12] }`
fn usual(d: &mut Decoder, f: &mut Fields<'_>) -> Option<(Located<String>, Vec<Located<GivenEntry>>)> {
    let mut entries = d.entries(f, "usual").into_iter();
    let at = f.key_place("usual")?;
    let first = entries.next();
    if let Some((second, _)) = entries.next() {
        d.error(Code::TwoInputs, second.at, "one input alone has usual values").help =
            Some("keep the one that differs from case to case, and give the others a `default`".to_owned());
    }
    let (name, list) = first.or_else(|| {
        if !d.has_fault_within(f.extent) {
            d.error(Code::Empty, at, "`usual` is empty").help = Some("write `usual: { dc: [8, 10, 12] }`".to_owned());
        }
        None
    })?;
    if matches!(list.kind, Kind::List(_)) && d.items(list).is_empty() {
        d.error(Code::Empty, list.at, format!("there are no usual values of `{}`", name.value)).help =
            Some("write them into the list: `[8, 10, 12]`".to_owned());
    }
    if let Some(first) = d.items(list).get(MOST_CASES) {
        d.error(Code::TooMany, first.at, format!("this is one case too many: {MOST_CASES} is the most")).help =
            Some("take some of them out".to_owned());
    }
    let values = d.items(list).iter().map(|node| given_of(d, node)).collect();
    Some((name, values))
}
