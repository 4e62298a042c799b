//! `system.yaml`.

use deckle_rules::legality::Each;
use deckle_rules::template::Template;
use deckle_rules::value::Type;

use super::building::card_layout;
use super::{each, each_of_some, head, list_of, modifiers};
use crate::code::Code;
use crate::decode::{Decoder, Fields};
use crate::entries::{
    BackgroundEntry, BlockEntry, BlockKind, CardLayoutEntry, ChoiceEntry, CostColumn, CostSetEntry, Entries,
    FamilyEntry, HandoutBlockEntry, HandoutsEntry, Head, InputEntry, ItemFieldEntry, LegalityEntry, ListEntry,
    LookEntry, OptionEntry, ResourceEntry, StatEntry, ValueEntry,
};
use crate::limits::{MOST_BLOCKS, MOST_COLUMNS, MOST_ON_SHEET, MOST_ROWS};
use crate::source::{Located, ScalarPlace};
use crate::words::View;
use crate::yaml::Node;

/// Where systems stand that do not say where.
const LAST_PLACE: i64 = 1000;

/// What sheets show, or look through, all of; and what one of them is called.
const ALL_SHOWN: [(&str, &str); 5] =
    [("inputs", "input"), ("stats", "stat"), ("choices", "choice"), ("resources", "resource"), ("lists", "list")];

/// Reads `system.yaml` into `entries`.
pub fn read(d: &mut Decoder, node: &Node, entries: &mut Entries) {
    let Some(mut f) = d.file_fields(node) else { return };
    let f = &mut f;
    let id = d.id(f, "id");
    entries.head = Head {
        name: d.string(f, "title"),
        rule: d.optional_string(f, "rule"),
        rules: d.strings(f, "rules"),
        summary: String::new(),
        at: id.at,
        id: id.value,
    };
    entries.tagline = d.sentence(f, "tagline");
    entries.edition = d.string(f, "edition");
    entries.place = d.whole(f, "place", 1, LAST_PLACE).unwrap_or(LAST_PLACE);
    for (key, what) in ALL_SHOWN {
        d.at_most(f, key, what, MOST_ON_SHEET);
    }
    entries.credits = super::credits::read(d, f, &entries.head.name);
    entries.inputs = each(d, f, "inputs", input);
    entries.groups = list_of(d, f.get("groups"));
    entries.stats = each(d, f, "stats", stat);
    entries.advance_value = d.optional_reference(f, "advance_value");
    entries.choices = each(d, f, "choices", choice);
    entries.derived = each(d, f, "derived", derived);
    entries.resources = each(d, f, "resources", resource);
    entries.cost_sets = each(d, f, "cost_sets", cost_set);
    entries.families = each(d, f, "families", family);
    entries.lists = each(d, f, "lists", list);
    entries.backgrounds = backgrounds(d, f);
    (entries.item_fields, entries.item_card) = items(d, f);
    if let Some(mut inner) = f.get("allies").and_then(|node| d.fields(node)) {
        entries.ally_card = card(d, &mut inner);
        d.finish(&inner);
    }
    entries.legality = each(d, f, "legality", legality);
    entries.look = look(d, f);
    if let Some(node) = d.required(f, "sheet")
        && let Some(mut sides) = d.fields(node)
    {
        for side in ["front", "back"] {
            d.at_most(&sides, side, "block", MOST_BLOCKS);
        }
        entries.sheet_front = each(d, &mut sides, "front", block).into_iter().flatten().collect();
        entries.sheet_back = each(d, &mut sides, "back", block).into_iter().flatten().collect();
        d.finish(&sides);
    }
    entries.handouts = handouts(d, f);
    d.finish(f);
}

fn handouts(d: &mut Decoder, f: &mut Fields<'_>) -> HandoutsEntry {
    let Some(mut inner) = f.get("handouts").and_then(|node| d.fields(node)) else { return HandoutsEntry::default() };
    let f = &mut inner;
    let blocks = |d: &mut Decoder, f: &mut Fields<'_>, layout: &'static str| {
        d.at_most(f, layout, "block", MOST_BLOCKS);
        each_of_some(d, f, layout, handout_block).into_iter().flatten().collect()
    };
    let entry = HandoutsEntry {
        hidden: d.references(f, "hidden"),
        short: blocks(d, f, "short"),
        standard: blocks(d, f, "standard"),
        full: blocks(d, f, "full"),
    };
    d.finish(f);
    entry
}

fn handout_block(d: &mut Decoder, f: &mut Fields<'_>) -> Option<HandoutBlockEntry> {
    let only = f.get("view").map(|node| d.word(node, &[("gm", View::Gm), ("player", View::Player)]));
    let block = block(d, f)?;
    Some(HandoutBlockEntry { block, only: only.flatten() })
}

fn input(d: &mut Decoder, f: &mut Fields<'_>) -> InputEntry {
    let id = d.formula_name(f, "id");
    let entry = InputEntry {
        head: head(d, f, id),
        abbr: d.string(f, "abbr"),
        min: d.required_whole(f, "min", -1_000_000, 1_000_000),
        max: d.required_whole(f, "max", -1_000_000, 1_000_000),
        default: d.whole(f, "default", -1_000_000, 1_000_000),
        is_optional: d.flag(f, "optional"),
        is_quiet: d.flag(f, "quiet"),
    };
    if entry.is_optional && entry.default.is_some() {
        let at = f.key_place("optional").unwrap_or(f.at);
        let message = format!("`{}` has a `default`, so it never stays open", entry.head.id);
        d.error(Code::NeverOpen, at, message).help = Some("take `optional` or `default` out".to_owned());
    }
    if let Some(default) = entry.default.filter(|n| entry.min <= entry.max && !(entry.min..=entry.max).contains(n)) {
        let message = format!("`default` is {default}, which no character may have");
        d.error(Code::OutOfRange, f.key_place("default").unwrap_or(f.at), message).help =
            Some(format!("write a number from {} to {}", entry.min, entry.max));
    }
    if entry.min > entry.max && !d.has_fault_within(f.extent) {
        let message = format!("`min` is {} and `max` is {}, so no value is allowed", entry.min, entry.max);
        d.error(Code::OutOfRange, f.key_place("max").unwrap_or(f.at), message).help = Some("swap the two".to_owned());
    }
    entry
}

/// A reference that must be there.
pub(super) fn reference(d: &mut Decoder, f: &mut Fields<'_>, key: &'static str) -> Located<String> {
    let found = d.required(f, key).map(|node| d.reference(node));
    found.unwrap_or_else(|| Located { value: String::new(), at: f.at })
}

fn stat(d: &mut Decoder, f: &mut Fields<'_>) -> StatEntry {
    let id = d.formula_name(f, "id");
    StatEntry { head: head(d, f, id), abbr: d.string(f, "abbr"), group: reference(d, f, "group") }
}

fn choice(d: &mut Decoder, f: &mut Fields<'_>) -> ChoiceEntry {
    let id = d.formula_name(f, "id");
    let head = head(d, f, id);
    let is_quiet = d.flag(f, "quiet");
    let options = each_of_some(d, f, "options", |d, f| {
        let modifiers = modifiers(d, f);
        OptionEntry { modifiers, ..option(d, f) }
    });
    ChoiceEntry { head, options, is_quiet }
}

/// An option of a choice or of a field.
pub(super) fn option(d: &mut Decoder, f: &mut Fields<'_>) -> OptionEntry {
    let id = d.id(f, "id");
    let head = head(d, f, id);
    let values = d.entries(f, "values");
    for (name, _) in &values {
        d.check_formula_name(name);
        if name.value == "name" {
            d.error(Code::BadId, name.at, "`name` of an option is its printed name already").help =
                Some("choose another name for this value".to_owned());
        }
    }
    let values = values.into_iter().map(|(name, node)| (name.value, d.whole_of(node, -1_000_000, 1_000_000))).collect();
    OptionEntry { head, values, modifiers: Vec::new() }
}

fn derived(d: &mut Decoder, f: &mut Fields<'_>) -> ValueEntry {
    let abbr = d.string(f, "abbr");
    computed(d, f, abbr)
}

/// A value with a name of its own, of a character or of an ability.
pub(super) fn computed(d: &mut Decoder, f: &mut Fields<'_>, abbr: String) -> ValueEntry {
    let id = d.formula_name(f, "id");
    ValueEntry {
        head: head(d, f, id),
        abbr,
        unit: d.optional_string(f, "unit"),
        note: d.optional_sentence(f, "note"),
        formula: d.formula(f, "formula"),
        may_be_fraction: d.flag(f, "fraction"),
    }
}

fn resource(d: &mut Decoder, f: &mut Fields<'_>) -> ResourceEntry {
    ResourceEntry {
        id: d.id(f, "id"),
        max: reference(d, f, "max"),
        color: reference(d, f, "color"),
        goes_negative: d.flag(f, "goes_negative"),
        has_shield: d.flag(f, "has_shield"),
        boxes: d.flag(f, "boxes"),
    }
}

fn cost_set(d: &mut Decoder, f: &mut Fields<'_>) -> CostSetEntry {
    CostSetEntry {
        id: d.id(f, "id"),
        unit: {
            d.at_most(f, "columns", "column", MOST_COLUMNS);
            d.optional_string(f, "unit")
        },
        columns: each_of_some(d, f, "columns", |d, f| CostColumn {
            label: d.optional_string(f, "label"),
            cost: d.formula(f, "cost"),
            extra: d.optional_formula(f, "extra"),
            extra_text: d.marked(f, "extra_text"),
        }),
    }
}

fn family(d: &mut Decoder, f: &mut Fields<'_>) -> FamilyEntry {
    let id = d.id(f, "id");
    FamilyEntry {
        head: head(d, f, id),
        color: reference(d, f, "color"),
        icon: reference(d, f, "icon"),
        notch: u8::try_from(d.required_whole(f, "notch", 0, 11)).unwrap_or(0),
        type_line: d.string(f, "type_line"),
    }
}

fn list(d: &mut Decoder, f: &mut Fields<'_>) -> ListEntry {
    let id = d.id(f, "id");
    let list_head = head(d, f, id);
    let entries = each_of_some(d, f, "entries", |d, f| {
        let id = d.id(f, "id");
        head(d, f, id)
    });
    ListEntry { head: list_head, entries }
}

fn backgrounds(d: &mut Decoder, f: &mut Fields<'_>) -> Option<BackgroundEntry> {
    let node = f.get("backgrounds")?;
    let mut inner = d.fields(node)?;
    let at = inner.at;
    let entry = BackgroundEntry {
        head: head(d, &mut inner, Located { value: "background".to_owned(), at }),
        plural: d.string(&mut inner, "plural"),
        covers: d.required_references(&mut inner, "covers"),
    };
    d.finish(&inner);
    Some(entry)
}

fn card(d: &mut Decoder, f: &mut Fields<'_>) -> Option<CardLayoutEntry> {
    let mut inner = f.get("card").and_then(|node| d.fields(node))?;
    let layout = card_layout(d, &mut inner);
    d.finish(&inner);
    Some(layout)
}

fn items(d: &mut Decoder, f: &mut Fields<'_>) -> (Vec<ItemFieldEntry>, Option<CardLayoutEntry>) {
    let Some(mut inner) = f.get("items").and_then(|node| d.fields(node)) else { return (Vec::new(), None) };
    let fields = each_of_some(d, &mut inner, "fields", |d, f| {
        let id = d.formula_name(f, "id");
        let name = d.string(f, "name");
        let known = [("number", 0), ("dice", 1), ("word", 2)];
        let kind = match d.required(f, "type").and_then(|node| d.word(node, &known)) {
            Some(1) => Type::Dice,
            Some(2) => Type::Word(None),
            _ => Type::Number,
        };
        ItemFieldEntry { id, name, kind }
    });
    let card = card(d, &mut inner);
    d.finish(&inner);
    (fields, card)
}

fn legality(d: &mut Decoder, f: &mut Fields<'_>) -> LegalityEntry {
    const EACH: [(&str, Each); 7] = [
        ("character", Each::Character),
        ("stat", Each::Stat),
        ("skill", Each::Skill),
        ("skill-choice", Each::SkillChoice),
        ("secondary", Each::Secondary),
        ("advance", Each::Advance),
        ("background", Each::Background),
    ];
    let id = d.id(f, "id");
    let head = Head {
        rule: d.optional_string(f, "rule"),
        rules: d.strings(f, "rules"),
        at: id.at,
        id: id.value,
        ..Head::default()
    };
    let each = f.get("each").map(|node| d.word(node, &EACH));
    let mut require = d.formula(f, "require");
    let (mut message, message_place) = template(d, f, "message");
    if each == Some(None) {
        // Which names the formulas may use depends on it.
        (require, message) = (None, Template::default());
    }
    let each = each.flatten().unwrap_or(Each::Character);
    let severity = f.get("severity").and_then(|node| d.word(node, &[("error", false), ("warning", true)]));
    LegalityEntry { head, each, require, message, message_place, is_warning: severity.unwrap_or(false) }
}

fn template(d: &mut Decoder, f: &mut Fields<'_>, key: &'static str) -> (Template, ScalarPlace) {
    let Some(node) = d.required(f, key) else { return Default::default() };
    d.template_of(node)
}

fn look(d: &mut Decoder, f: &mut Fields<'_>) -> LookEntry {
    let Some(mut inner) = d.required(f, "look").and_then(|node| d.fields(node)) else { return LookEntry::default() };
    d.required(&mut inner, "palette");
    let palette = d.entries(&mut inner, "palette");
    let palette = palette.into_iter().map(|(name, node)| (name, d.reference(node))).collect();
    let entry = LookEntry {
        palette,
        display_font: d.required(&mut inner, "display_font").map(|node| d.reference(node)),
        back: d.required(&mut inner, "back").map(|node| d.reference(node)),
        ornament: d.optional_reference(&mut inner, "ornament"),
    };
    d.finish(&inner);
    entry
}

/// Lists that blocks show row by row, and what one of them is called.
const IN_BLOCKS: [(&str, &str); 6] = [
    ("lines", "line"),
    ("resources", "resource"),
    ("values", "value"),
    ("actions", "action"),
    ("tracks", "track"),
    ("checks", "check"),
];

/// Reads the keys that a block of one kind has.
type ReadBlock = fn(&mut Decoder, &mut Fields<'_>) -> BlockKind;

/// The kinds of blocks, by the word that authors write.
const BLOCKS: [(&str, ReadBlock); 17] = [
    ("identity", |d, f| BlockKind::Identity(d.required_references(f, "lines"))),
    ("portrait", |_, _| BlockKind::Portrait),
    ("stats", |_, _| BlockKind::Stats),
    ("resources", |d, f| BlockKind::Resources(d.required_references(f, "resources"))),
    ("values", |d, f| BlockKind::Values(d.required_references(f, "values"))),
    ("rolls", |d, f| {
        let actions = d.required_references(f, "actions");
        let columns = each_of_some(d, f, "columns", |d, f| (d.string(f, "label"), reference(d, f, "value")));
        BlockKind::Rolls(actions, columns)
    }),
    ("skills", |d, f| BlockKind::Skills(d.references(f, "always"))),
    ("items", |d, f| BlockKind::Items(lines(d, f, "lines"))),
    ("traits", |d, f| BlockKind::Traits(lines(d, f, "lines"), d.flag(f, "effects"))),
    ("abilities", |d, f| BlockKind::Abilities(lines(d, f, "lines"), d.flag(f, "effects"))),
    ("ability-names", |d, f| BlockKind::AbilityNames(d.required_marked(f, "text"), d.flag(f, "keywords"))),
    ("allies", |d, f| BlockKind::Allies(d.required_marked(f, "text"), lines(d, f, "lines"))),
    ("tracks", |d, f| BlockKind::Tracks(each_of_some(d, f, "tracks", track))),
    ("text", |d, f| BlockKind::Text(d.required_marked(f, "text"))),
    ("notes", |d, f| BlockKind::Notes(reference(d, f, "notes"))),
    ("odds", |d, f| {
        let checks = d.required_list(f, "checks");
        BlockKind::Odds(list_of(d, checks))
    }),
    ("lines", |d, f| BlockKind::Lines(lines(d, f, "count"))),
];

/// How many lines there are to write on.
fn lines(d: &mut Decoder, f: &mut Fields<'_>, key: &'static str) -> u32 {
    u32::try_from(d.whole(f, key, 1, 60).unwrap_or(4)).unwrap_or(4)
}

fn block(d: &mut Decoder, f: &mut Fields<'_>) -> Option<BlockEntry> {
    let at = f.at;
    let Some(read) = d.required(f, "block").and_then(|node| d.word(node, &BLOCKS)) else {
        // Which keys it may have depends on its kind.
        f.forgive();
        return None;
    };
    for (key, what) in IN_BLOCKS {
        d.at_most(f, key, what, MOST_ROWS);
    }
    d.at_most(f, "columns", "column", MOST_COLUMNS);
    let title = d.optional_string(f, "title");
    let span = u8::try_from(d.required_whole(f, "span", 1, 12)).unwrap_or(12);
    let kind = read(d, f);
    Some(BlockEntry { title, span, kind, at })
}

/// Boxes to tick: label and number.
fn track(d: &mut Decoder, f: &mut Fields<'_>) -> (String, u32) {
    let label = d.string(f, "label");
    (label, u32::try_from(d.required_whole(f, "boxes", 1, 60)).unwrap_or(1))
}
