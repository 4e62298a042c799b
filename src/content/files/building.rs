//! `building.yaml`, `keywords/*.yaml` and `abilities/*.yaml`.

use deckle_rules::template::Template;

use super::system::{computed, option, reference};
use super::{each, each_of_some, head};
use crate::content::building::{
    BuildingEntry, BuiltEntry, FieldEntry, FieldEntryKind, GivenEntry, KeywordEntry, KeywordFamilyEntry, PurchaseEntry,
    RequirementEntry,
};
use crate::content::decode::{Decoder, Fields};
use crate::content::entries::{Head, ValueEntry};
use crate::content::source::{Located, ScalarPlace};
use crate::content::yaml::{Kind, Node};

/// The largest number that a field may take.
const LARGEST: i64 = 1_000_000;

/// Reads `building.yaml`.
pub fn read(d: &mut Decoder<'_>, node: &Node) -> Option<BuildingEntry> {
    let mut fields = d.file_fields(node)?;
    let f = &mut fields;
    let entry = BuildingEntry {
        at: f.at,
        fields: each_of_some(d, f, "fields", field),
        price: d.formula(f, "price"),
        values: each(d, f, "values", value),
        spent: reference(d, f, "spent"),
        budget: reference(d, f, "budget"),
        requires: each(d, f, "requires", requirement),
    };
    d.finish(f);
    Some(entry)
}

/// Reads one family of keywords.
pub fn read_keywords(d: &mut Decoder<'_>, node: &Node) -> Option<KeywordFamilyEntry> {
    let mut fields = d.file_fields(node)?;
    let f = &mut fields;
    let family = d.required(f, "family").and_then(|node| {
        let mut inner = d.fields(node)?;
        let id = d.id(&mut inner, "id");
        let head = head(d, &mut inner, id);
        d.finish(&inner);
        Some(head)
    });
    let keywords = each_of_some(d, f, "keywords", keyword);
    d.finish(f);
    Some(KeywordFamilyEntry { head: family?, keywords })
}

/// Reads one ability.
pub fn read_ability(d: &mut Decoder<'_>, node: &Node) -> Option<BuiltEntry> {
    let mut fields = d.file_fields(node)?;
    let f = &mut fields;
    let id = d.id(f, "id");
    let entry = BuiltEntry {
        head: Head { name: d.string(f, "name"), at: id.at, id: id.value, ..Head::default() },
        fields: given(d, f, "fields"),
        keywords: keywords(d, f),
        description: d.required_marked(f, "description"),
    };
    d.finish(f);
    Some(entry)
}

pub(super) fn field(d: &mut Decoder<'_>, f: &mut Fields<'_>) -> FieldEntry {
    let id = d.formula_name(f, "id");
    let head = head(d, f, id);
    let kind = if f.holds("options") {
        FieldEntryKind::Options(each_of_some(d, f, "options", option))
    } else if let Some(node) = f.get("of") {
        d.word(node, &[("stats", ())]);
        FieldEntryKind::Stat
    } else {
        let min = d.required_whole(f, "min", -LARGEST, LARGEST);
        let max = d.required_whole(f, "max", -LARGEST, LARGEST);
        if min > max && !d.has_fault_within(f.extent) {
            let message = format!("`min` is {min} and `max` is {max}, so no value is allowed");
            d.error("out-of-range", f.key_place("max").unwrap_or(f.at), message).help = Some("swap the two".to_owned());
        }
        FieldEntryKind::Number(min, max)
    };
    let default = f.get("default").map(|node| (given_of(d, node).value, node.at));
    FieldEntry { head, kind, default }
}

/// A value of abilities or of a keyword: where it has no abbreviation, it goes by its name.
pub(super) fn value(d: &mut Decoder<'_>, f: &mut Fields<'_>) -> ValueEntry {
    let abbr = d.optional_string(f, "abbr");
    computed(d, f, abbr)
}

fn requirement(d: &mut Decoder<'_>, f: &mut Fields<'_>) -> RequirementEntry {
    let id = d.id(f, "id");
    RequirementEntry {
        head: Head { rule: d.optional_string(f, "rule"), at: id.at, id: id.value, ..Head::default() },
        require: d.formula(f, "require"),
        message: template(d, f, "message"),
        cure: template(d, f, "cure"),
    }
}

pub(super) fn template(d: &mut Decoder<'_>, f: &mut Fields<'_>, key: &'static str) -> (Template, ScalarPlace) {
    d.required(f, key).map(|node| d.template_of(node)).unwrap_or_default()
}

fn keyword(d: &mut Decoder<'_>, f: &mut Fields<'_>) -> KeywordEntry {
    let id = d.id(f, "id");
    KeywordEntry {
        head: head(d, f, id),
        numeral: d.optional_string(f, "numeral"),
        parameters: each(d, f, "parameters", field),
        values: each(d, f, "values", value),
        cost: d.formula(f, "cost"),
        price: d.optional_formula(f, "price"),
        requires: each(d, f, "requires", requirement),
        text: template(d, f, "text"),
    }
}

pub(super) fn given(
    d: &mut Decoder<'_>,
    f: &mut Fields<'_>,
    key: &'static str,
) -> Vec<(Located<String>, Located<GivenEntry>)> {
    d.entries(f, key).into_iter().map(|(name, node)| (name, given_of(d, node))).collect()
}

fn given_of(d: &mut Decoder<'_>, node: &Node) -> Located<GivenEntry> {
    let value = match node.kind {
        Kind::Whole(_) | Kind::Decimal => GivenEntry::Number(d.whole_of(node, -LARGEST, LARGEST)),
        _ => GivenEntry::Word(d.reference(node).value),
    };
    Located { value, at: node.at }
}

/// `- range-v: { rings: 2 }`, or `- cognition-v` for a keyword without parameters.
pub(super) fn keywords(d: &mut Decoder<'_>, f: &mut Fields<'_>) -> Vec<PurchaseEntry> {
    let Some(list) = d.required_list(f, "keywords") else { return Vec::new() };
    let mut bought = Vec::new();
    for node in d.items(list) {
        if let Kind::Text(_) = node.kind {
            bought.push(PurchaseEntry { keyword: d.reference(node), parameters: Vec::new() });
            continue;
        }
        let entries = d.map_entries(node);
        if let [_, (second, _), ..] = &entries[..] {
            d.error("two-keywords", second.at, "a line has one keyword: this is one too many here").help =
                Some(format!("begin a line of its own: `- {}: ...`", second.value));
        }
        if let Some((keyword, node)) = entries.into_iter().next() {
            let parameters = d.map_entries(node);
            let parameters = parameters.into_iter().map(|(name, node)| (name, given_of(d, node))).collect();
            bought.push(PurchaseEntry { keyword, parameters });
        }
    }
    bought
}
