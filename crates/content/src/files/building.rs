//! `building.yaml`, `keywords/*.yaml` and `abilities/*.yaml`.

use deckle_rules::template::Template;

use super::system::{computed, option, reference};
use super::{each, each_of_some, head};
use crate::building::{
    AbilityCardEntry, AbilityColumnEntry, AdditionEntry, BuildingEntry, BuiltEntry, FieldEntry, FieldEntryKind,
    GivenEntry, KeywordEntry, KeywordFamilyEntry, PricesEntry, PurchaseEntry, RequirementEntry,
};
use crate::code::Code;
use crate::concept::fact::FactEntry;
use crate::decode::{Decoder, Fields};
use crate::entries::{CardLayoutEntry, Head, LayoutFactEntry, TrackEntry, ValueEntry};
use crate::limits::{MOST_COLUMNS, MOST_ROWS};
use crate::scalar::Name;
use crate::source::{Located, ScalarPlace};
use crate::yaml::{Kind, Node};

/// The most lines to write on that a card may have.
const MOST_LINES: i64 = 20;
/// The most boxes to tick in a row.
const MOST_BOXES: i64 = 60;
/// The largest number that a field may take.
const LARGEST: i64 = 1_000_000;

/// Reads `building.yaml`.
pub fn read(d: &mut Decoder, node: &Node) -> Option<BuildingEntry> {
    let mut fields = d.file_fields(node)?;
    let f = &mut fields;
    d.at_most(f, "fields", "field", MOST_ROWS);
    d.at_most(f, "columns", "column", MOST_COLUMNS);
    let entry = BuildingEntry {
        at: f.at,
        fields: each_of_some(d, f, "fields", field),
        prices: ["price", "spent", "budget"].iter().any(|key| f.holds(key)).then(|| PricesEntry {
            price: d.formula(f, "price"),
            spent: reference(d, f, "spent"),
            budget: reference(d, f, "budget"),
        }),
        values: each(d, f, "values", value),
        requires: each(d, f, "requires", requirement),
        lasting: d.optional_formula(f, "lasting"),
        card: f.get("card").and_then(|node| d.fields(node)).map(|mut inner| {
            let entry = card(d, &mut inner);
            d.finish(&inner);
            entry
        }),
        columns: each(d, f, "columns", column),
    };
    d.finish(f);
    Some(entry)
}

fn card(d: &mut Decoder, f: &mut Fields<'_>) -> AbilityCardEntry {
    d.at_most(f, "costs", "cost", MOST_COLUMNS);
    d.at_most(f, "facts", "fact", MOST_ROWS);
    AbilityCardEntry {
        family: reference(d, f, "family"),
        type_line: d.required_marked(f, "type_line"),
        costs: each(d, f, "costs", |d, f| (reference(d, f, "cost"), d.required_marked(f, "unit"))),
        facts: each_of_some(d, f, "facts", layout_fact),
        keyword: d.string(f, "keyword"),
        price: d.optional_reference(f, "price"),
        keyword_lines: lines(d, f, "keyword_lines"),
        lines: lines(d, f, "lines"),
        description: d.string(f, "description"),
        effect: d.string(f, "effect"),
    }
}

fn boxes(d: &mut Decoder, f: &mut Fields<'_>, key: &'static str) -> u32 {
    u32::try_from(d.required_whole(f, key, 1, MOST_BOXES)).unwrap_or(1)
}

fn layout_fact(d: &mut Decoder, f: &mut Fields<'_>) -> LayoutFactEntry {
    let fact = FactEntry { label: Name(d.string(f, "label")), text: d.marked(f, "text") };
    LayoutFactEntry { fact, when: d.optional_formula(f, "when"), is_short: d.flag(f, "short") }
}

/// Reads what stands on the card of every item, or of every ally.
pub fn card_layout(d: &mut Decoder, f: &mut Fields<'_>) -> CardLayoutEntry {
    d.at_most(f, "facts", "fact", MOST_ROWS);
    d.at_most(f, "tracks", "track", MOST_ROWS);
    CardLayoutEntry {
        family: reference(d, f, "family"),
        type_line: d.required_marked(f, "type_line"),
        facts: each_of_some(d, f, "facts", layout_fact),
        tracks: each(d, f, "tracks", |d, f| TrackEntry {
            label: d.string(f, "label"),
            boxes: d.formula(f, "boxes"),
            blank: boxes(d, f, "blank"),
        }),
        lines: lines(d, f, "lines"),
    }
}

fn lines(d: &mut Decoder, f: &mut Fields<'_>, key: &'static str) -> u32 {
    u32::try_from(d.required_whole(f, key, 1, MOST_LINES)).unwrap_or(1)
}

fn addition(d: &mut Decoder, f: &mut Fields<'_>) -> AdditionEntry {
    let is_chosen = f.holds("to_chosen");
    AdditionEntry {
        to: reference(d, f, if is_chosen { "to_chosen" } else { "to" }),
        is_chosen,
        add: d.formula(f, "add"),
        apart_by: d.references(f, "apart_by"),
    }
}

/// Reads one family of keywords.
pub fn read_keywords(d: &mut Decoder, node: &Node) -> Option<KeywordFamilyEntry> {
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
pub fn read_ability(d: &mut Decoder, node: &Node) -> Option<BuiltEntry> {
    let mut fields = d.file_fields(node)?;
    let f = &mut fields;
    let entry = built(d, f);
    d.finish(f);
    Some(entry)
}

/// Reads what an ability is built from.
pub fn built(d: &mut Decoder, f: &mut Fields<'_>) -> BuiltEntry {
    let id = d.id(f, "id");
    BuiltEntry {
        keywords_at: f.get("keywords").map_or(id.at, |node| node.at),
        head: Head { name: d.string(f, "name"), at: id.at, id: id.value, ..Head::default() },
        fields: given(d, f, "fields"),
        keywords: keywords(d, f),
        description: d.required_marked(f, "description"),
    }
}

pub(super) fn field(d: &mut Decoder, f: &mut Fields<'_>) -> FieldEntry {
    let id = d.formula_name(f, "id");
    let head = head(d, f, id);
    let kind = if f.holds("lists") {
        FieldEntryKind::Listed(d.references(f, "lists"), each(d, f, "options", option))
    } else if f.holds("options") {
        FieldEntryKind::Options(each_of_some(d, f, "options", option))
    } else if let Some(node) = f.get("of") {
        match d.word(node, &[("stats", true), ("words", false)]) {
            Some(false) => FieldEntryKind::Words,
            Some(true) | None => FieldEntryKind::Stat,
        }
    } else {
        let min = d.required_whole(f, "min", -LARGEST, LARGEST);
        let max = d.required_whole(f, "max", -LARGEST, LARGEST);
        if min > max && !d.has_fault_within(f.extent) {
            let message = format!("`min` is {min} and `max` is {max}, so no value is allowed");
            d.error(Code::OutOfRange, f.key_place("max").unwrap_or(f.at), message).help =
                Some("swap the two".to_owned());
        }
        FieldEntryKind::Number(min, max)
    };
    let default = match f.get("default") {
        Some(node) => Some((given_of(d, node).value, node.at)),
        // Words may always be left out.
        None => matches!(kind, FieldEntryKind::Words).then(|| (GivenEntry::Word(String::new()), f.at)),
    };
    FieldEntry { head, kind, default }
}

/// A value of abilities or of a keyword: where it has no abbreviation, it goes by its name.
pub(super) fn value(d: &mut Decoder, f: &mut Fields<'_>) -> ValueEntry {
    let abbr = d.optional_string(f, "abbr");
    computed(d, f, abbr)
}

fn requirement(d: &mut Decoder, f: &mut Fields<'_>) -> RequirementEntry {
    let id = d.id(f, "id");
    RequirementEntry {
        head: Head { rule: d.optional_string(f, "rule"), at: id.at, id: id.value, ..Head::default() },
        require: d.formula(f, "require"),
        message: template(d, f, "message"),
        cure: template(d, f, "cure"),
    }
}

fn column(d: &mut Decoder, f: &mut Fields<'_>) -> AbilityColumnEntry {
    AbilityColumnEntry { label: d.string(f, "label"), text: template(d, f, "text") }
}

pub(super) fn template(d: &mut Decoder, f: &mut Fields<'_>, key: &'static str) -> (Template, ScalarPlace) {
    d.required(f, key).map(|node| d.template_of(node)).unwrap_or_default()
}

fn keyword(d: &mut Decoder, f: &mut Fields<'_>) -> KeywordEntry {
    let id = d.id(f, "id");
    KeywordEntry {
        head: head(d, f, id),
        numeral: d.optional_string(f, "numeral"),
        parameters: each(d, f, "parameters", field),
        values: each(d, f, "values", value),
        cost: d.optional_formula(f, "cost"),
        price: d.optional_formula(f, "price"),
        requires: each(d, f, "requires", requirement),
        adds: each(d, f, "adds", addition),
        text: template(d, f, "text"),
    }
}

pub(super) fn given(
    d: &mut Decoder,
    f: &mut Fields<'_>,
    key: &'static str,
) -> Vec<(Located<String>, Located<GivenEntry>)> {
    d.entries(f, key).into_iter().map(|(name, node)| (name, given_of(d, node))).collect()
}

pub(super) fn given_of(d: &mut Decoder, node: &Node) -> Located<GivenEntry> {
    let value = match node.kind {
        Kind::Whole(_) | Kind::Decimal => GivenEntry::Number(d.whole_of(node, -LARGEST, LARGEST)),
        _ => GivenEntry::Word(d.reference(node).value),
    };
    Located { value, at: node.at }
}

/// `- range-v: { rings: 2 }`, or `- cognition-v` for a keyword without parameters.
pub(super) fn keywords(d: &mut Decoder, f: &mut Fields<'_>) -> Vec<PurchaseEntry> {
    let Some(list) = d.required(f, "keywords") else { return Vec::new() };
    let mut bought = Vec::new();
    for node in d.items(list) {
        if let Kind::Text(_) = node.kind {
            bought.push(PurchaseEntry { keyword: d.reference(node), parameters: Vec::new() });
            continue;
        }
        let entries = d.map_entries(node);
        if let [_, (second, _), ..] = &entries[..] {
            d.error(Code::TwoKeywords, second.at, "a line has one keyword: this is one too many here").help =
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
