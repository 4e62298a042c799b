//! Building the system of the rules library, and checking its formulas.

use std::collections::{BTreeMap, BTreeSet};

use makeready_rules::formula::{ExprKind, Frame};
use makeready_rules::item::ItemFrame;
use makeready_rules::legality::{LegalityRule, frame_of_each};
use makeready_rules::system::{
    ActionDef, BackgroundDef, ConditionDef, ConditionGroupDef, InputDef, ItemFieldDef, ListDef, RulingDef, STAT_PARTS,
    SkillDef, StatDef, System, formula_name,
};
use makeready_rules::value::Type;

use crate::code::Code;
use crate::concept::card::{CardEntry, CostEntry};
use crate::concept::choice::ChoiceEntry;
use crate::concept::head::Head;
use crate::concept::legality::LegalityEntry;
use crate::concept::modifier::ModifierEntry;
use crate::concept::modifier::definitions;
use crate::concept::option::choice_def;
use crate::concept::value::ValueEntry;
use crate::concept::value::value_def;
use crate::decode::PlacedFormula;
use crate::diagnostic::Diagnostic;
use crate::kind::Kind;
use crate::load::Entries;
use crate::source::{Located, ScalarPlace, Span};
use crate::text::Text;
use crate::validate::Validator;

/// The most values of a system: ten thousand cards have two figures each.
const MOST_VALUES: usize = 25_000;
/// How many values may stand in a row of which each needs the next.
const DEEPEST_CHAIN: usize = 100;

impl Validator {
    /// The system, with the place of every value's formula. Formulas are not checked yet.
    pub(crate) fn system(&mut self, entries: &Entries) -> (System, BTreeMap<String, ScalarPlace>) {
        self.unique_names(entries);
        let mut system = tables(entries);
        self.item_words(entries, &mut system);
        let mut formulas = BTreeMap::new();
        let mut add = |prefix: &str, entry: &ValueEntry| {
            let id = if prefix.is_empty() { entry.head.id.clone() } else { format!("{prefix}.{}", entry.head.id) };
            if let Some(placed) = &entry.formula {
                formulas.insert(id.clone(), placed.place.clone());
                system.values.insert(id, value_def(entry, placed.formula.clone()));
            }
        };
        for entry in &entries.derived {
            add("", entry);
        }
        for card in entries.skills.iter().map(|s| &s.card).chain(&entries.actions) {
            let prefix = formula_name(&card.head.id);
            if let CostEntry::Single(placed, unit) = &card.cost {
                add(&prefix, &cost_value(card, placed, unit));
            }
            for entry in &card.values {
                add(&prefix, entry);
            }
        }
        (system, formulas)
    }

    /// The words that fields of items may hold: those that are listed, else those that items have, so that a formula does
    /// not compare with one that there never is.
    fn item_words(&mut self, e: &Entries, system: &mut System) {
        let fields = e.item_fields.iter().map(|field| (field.id.value.as_str(), field.id.at));
        let values = e.item_values.iter().map(|value| (value.head.id.as_str(), value.head.at));
        self.unique_ids("fields or values of items", fields.chain(values));
        let is_whole = self.missing.is_empty() && self.faulty.is_empty();
        for field in &e.item_fields {
            let Some(def) = system.item_fields.get_mut(&field.id.value) else { continue };
            let Type::Symbol(words) = &mut def.kind else {
                if let Some(option) = field.options.first() {
                    let message = format!("`{}` is not a word, so it has no options", field.id.value);
                    let help = "write `type: word`, or remove `options`";
                    self.push(Diagnostic::error(Code::WrongType, option.at, message).help(help));
                }
                continue;
            };
            let listed: Vec<String> = field.options.iter().map(|option| option.value.clone()).collect();
            def.is_open = listed.is_empty();
            *words = if def.is_open { words_of_items(e, &field.id.value).filter(|_| is_whole) } else { Some(listed) };
        }
    }

    /// Reports ids that stand twice.
    fn unique_names(&mut self, e: &Entries) {
        self.unique(
            "values",
            e.inputs
                .iter()
                .map(|i| &i.head)
                .chain(e.stats.iter().map(|s| &*s.head))
                .chain(e.choices.iter().map(|c| &*c.head).chain(e.derived.iter().map(|v| &v.head))),
        );
        self.unique_beside_numbers("groups", e.groups.iter().map(|g| &*g.head));
        self.unique_beside_numbers(
            "resources",
            &e.resources.iter().map(|r| head(&r.id.value, r.id.at)).collect::<Vec<_>>(),
        );
        self.unique_beside_numbers(
            "cost sets",
            &e.cost_sets.iter().map(|c| head(&c.id.value, c.id.at)).collect::<Vec<_>>(),
        );
        self.unique_beside_numbers("families", e.families.iter().map(|f| &*f.head));
        self.unique_beside_numbers("lists", e.lists.iter().map(|l| &*l.head));
        self.unique_beside_numbers("list entries", e.lists.iter().flat_map(|l| l.entries.iter().map(|entry| &**entry)));
        self.unique("rulings", e.rulings.iter().map(|r| &*r.head));
        self.unique_beside_numbers("skill groups", e.skill_groups.iter().map(|g| &*g.head));
        self.unique_beside_numbers("conditions", e.conditions.iter().map(|c| &*c.head));
        self.unique_beside_numbers("groups of conditions", e.condition_groups.iter().map(|g| &*g.head));
        self.unique_beside_numbers("legality rules", e.legality.iter().map(|l| &l.head));
        self.unique_beside_numbers("references", e.references.iter().map(|r| &r.head));
        self.unique_beside_numbers("characters", e.characters.iter().chain(&e.npcs).map(|c| &*c.head));
        self.unique_beside_numbers("examples", e.examples.iter().map(|x| &x.head));
        self.unique_beside_numbers("terms", e.terms.iter().map(|t| &t.head));
        self.names_in_formulas(e);
        // Of two actions or two references enough is said elsewhere: here each id counts once among its kind.
        let with_cards = e.skills.iter().map(|s| &s.card).filter(|c| c.family.is_some());
        let in_deck = first_of_each(with_cards.chain(&e.actions)).into_iter().chain(first_of_each(e.references.iter()));
        self.unique_beside_numbers("cards", in_deck.map(|c| &c.head));
        // Skills and actions share the names of their values.
        let cards = e.skills.iter().map(|s| &s.card).chain(&e.actions);
        self.unique("actions or skills", cards.clone().map(|c| &c.head));
        for card in cards {
            if let (CostEntry::Single(..), Some(value)) = (&card.cost, card.values.iter().find(|v| v.head.id == "cost"))
            {
                let message = format!("`{}` already has a `cost`, which is the value `cost`", card.head.id);
                self.push(
                    Diagnostic::error(Code::DuplicateId, value.head.at, message).help("give the value another id"),
                );
            }
            self.unique("values", card.values.iter().map(|v| &v.head));
        }
        for choice in &e.choices {
            self.unique("options", choice.options.iter().map(|o| &*o.head));
            self.same_values(choice);
        }
        for ruling in &e.rulings {
            let readings: Vec<Head> = ruling.options.iter().map(|o| head(&o.id.value, o.id.at)).collect();
            self.unique("readings", &readings);
        }
    }

    /// `tier.die` is a value of a choice: an action called `tier` would have its values hidden.
    fn names_in_formulas(&mut self, e: &Entries) {
        let cards: Vec<(&CardEntry, String)> = e
            .skills
            .iter()
            .map(|s| &s.card)
            .chain(&e.actions)
            .map(|card| (card, formula_name(&card.head.id)))
            .collect();
        for choice in &e.choices {
            for (card, _) in cards.iter().filter(|(_, name)| *name == choice.head.id) {
                let message = format!(
                    "`{}` is also a choice, so `{}.…` could mean either in a formula",
                    card.head.id, choice.head.id
                );
                let diagnostic = Diagnostic::error(Code::DuplicateId, card.head.at, message)
                    .related(choice.head.at, "the choice is here");
                self.push(diagnostic.help("give one of them another id"));
            }
        }
        for (card, name) in cards.iter().filter(|(_, name)| e.stats.iter().any(|s| s.head.id == *name)) {
            for value in card.values.iter().filter(|v| STAT_PARTS.contains(&v.head.id.as_str())) {
                let message = format!("`{name}.{}` is the stat without the bonuses of items", value.head.id);
                self.push(
                    Diagnostic::error(Code::DuplicateId, value.head.at, message).help("give the value another id"),
                );
            }
        }
    }

    /// Every option of a choice has the same values; one that lacks a value would leave formulas unknown.
    fn same_values(&mut self, choice: &ChoiceEntry) {
        let all: BTreeSet<&str> =
            choice.options.iter().flat_map(|o| o.values.iter()).map(|(name, _)| name.as_str()).collect();
        for option in &choice.options {
            let own: BTreeSet<&str> = option.values.iter().map(|(name, _)| name.as_str()).collect();
            for name in all.difference(&own) {
                let message = format!(
                    "the option `{}` has no value `{name}`, which other options of `{}` have",
                    option.head.id, choice.head.id
                );
                self.push(
                    Diagnostic::error(Code::MissingValue, option.head.at, message)
                        .help(format!("add `{name}: ...` to its `values`")),
                );
            }
        }
    }

    /// Refuses systems whose values could not be computed one from the other in reasonable depth.
    pub(crate) fn is_of_sane_size(&mut self, e: &Entries, system: &System) -> bool {
        if system.values.len() > MOST_VALUES {
            let message = format!("the game has {} values; the limit is {MOST_VALUES}", system.values.len());
            self.push(
                Diagnostic::error(Code::TooManyValues, e.head.at, message)
                    .help("use a table in a formula in place of many values"),
            );
            return false;
        }
        let chains = system.chains();
        let mut deep = system.values.keys().filter(|id| chains.get(id.as_str()).is_some_and(|n| *n > DEEPEST_CHAIN));
        let Some(id) = deep.next() else { return true };
        let at = e.derived.iter().find(|v| v.head.id == *id).map_or(e.head.at, |v| v.head.at);
        let message = format!("`{id}` depends on a chain of more than {DEEPEST_CHAIN} values");
        self.push(
            Diagnostic::error(Code::TooDeep, at, message).help("use stats and earlier values directly in formulas"),
        );
        false
    }

    /// Checks the formulas of values, legality, costs and modifiers, and reports circles.
    pub(crate) fn formulas(&mut self, e: &Entries, system: &System) {
        let figures = e.actions.iter().chain(e.skills.iter().map(|s| &s.card)).flat_map(|c| &c.values);
        for value in e.derived.iter().chain(figures) {
            if let Some(placed) = &value.formula {
                // A value whose formula is faulty is left open.
                self.formula_beside_numbers(placed, system, &[Type::Number, Type::Dice, Type::Symbol(None)]);
            }
            self.marked(&value.how, system);
        }
        let item = ItemFrame::of_any(system);
        for (place, value) in e.item_values.iter().enumerate() {
            let scope = item.in_value(place);
            if let Some(placed) = &value.formula {
                self.formula(placed, &scope, &[Type::Number]);
            }
            self.marked(&value.how, &scope);
        }
        for rule in &e.legality {
            self.legality(rule, system, &item);
        }
        for column in e.cost_sets.iter().flat_map(|set| set.columns.iter()) {
            for placed in column.cost.iter().chain(column.extra.iter()) {
                self.formula(placed, system, &[Type::Number]);
            }
            self.text(&column.extra_text, system);
        }
        for card in e.cards() {
            if let CostEntry::Single(placed, _) = &card.cost {
                self.formula(placed, system, &[Type::Number]);
            }
            if let Some(placed) = &card.cost_more {
                self.formula(placed, system, &[Type::Number]);
            }
            if let Some(placed) = &card.when {
                self.formula(placed, system, &[Type::Bool]);
            }
            self.template(&card.details.template, &card.details.place, system);
        }
        for condition in &e.conditions {
            self.template(&condition.text.template, &condition.text.place, system);
            self.marked(&condition.when, system);
            if let Some(group) = &condition.group {
                self.known(Kind::GroupOfConditions, group, e.condition_groups.iter().map(|g| g.head.id.as_str()));
            }
        }
        let of_options = e.choices.iter().flat_map(|c| &c.options).flat_map(|o| &o.modifiers);
        for modifier in e.conditions.iter().flat_map(|c| &c.modifiers).chain(of_options) {
            self.modifier(modifier, system);
        }
        self.traits(e, system);
        self.cycles(e, system);
    }

    fn legality(&mut self, rule: &LegalityEntry, system: &System, item: &ItemFrame<'_>) {
        let sheet = frame_of_each(system, item, rule.each);
        let scope = sheet.frame();
        if let Some(placed) = &rule.require {
            self.formula(placed, &scope, &[Type::Bool]);
        }
        self.template_of_rule(&rule.message.0.0, &rule.message.0.1, &scope);
    }

    /// Checks a modifier: what it raises exists, and what it adds types.
    pub(crate) fn modifier(&mut self, modifier: &ModifierEntry, system: &System) {
        for (place, to) in modifier.to.iter().enumerate() {
            if let Some(first) = modifier.to[..place].iter().find(|first| first.value == to.value) {
                let message = format!("this adds to `{}` twice", to.value);
                let finding =
                    Diagnostic::error(Code::DuplicateId, to.at, message).related(first.at, "the first is here");
                self.push(finding.help("remove one of them, or add the sum"));
            }
            let is_known = self.stat_or_value(to, system);
            if let (true, Some(found @ (Type::Symbol(_) | Type::Bool))) = (is_known, system.type_of(&to.value)) {
                let message = format!("`{}` is {}, to which nothing can be added", to.value, found.name());
                self.push(
                    Diagnostic::error(Code::WrongType, to.at, message).help("modify a value that is a number or dice"),
                );
            }
        }
        self.marked(&modifier.how, system);
        if let Some(placed) = &*modifier.add {
            // Of what is not known nobody can tell what it takes.
            let takes_dice = |to: &Located<String>| matches!(system.type_of(&to.value), None | Some(Type::Dice));
            let wanted =
                if modifier.to.iter().all(takes_dice) { vec![Type::Number, Type::Dice] } else { vec![Type::Number] };
            self.formula(placed, system, &wanted);
        }
    }

    /// Checks what is added to.
    pub(crate) fn stat_or_value(&mut self, to: &Located<String>, system: &System) -> bool {
        let is_known = system.stats.contains_key(&to.value) || system.values.contains_key(&to.value);
        self.known_if(is_known, Kind::Value, to, || {
            system.stats.keys().chain(system.values.keys()).map(String::as_str).collect()
        })
    }

    fn cycles(&mut self, e: &Entries, system: &System) {
        for cycle in system.cycles() {
            let at = e.derived.iter().find(|v| v.head.id == cycle[0]).map_or(e.head.at, |v| v.head.at);
            let message = format!("`{}` needs itself: {}", cycle[0], path(&cycle));
            self.push(Diagnostic::error(Code::Cycle, at, message).help("remove one of these names from its formula"));
        }
    }
}

/// The words that a field has on some item, and those of lists; none if nobody has it, or it is computed.
fn words_of_items(e: &Entries, field: &str) -> Option<Vec<String>> {
    let held = e.characters.iter().chain(&e.npcs).flat_map(|who| &who.items);
    let offered = e.archetypes.iter().flat_map(|kind| &kind.items).flat_map(|group| &group.one_of);
    let items = held.chain(offered.map(|offer| &offer.item));
    let given = items.flat_map(|item| &item.fields).filter(|(name, _)| name.value == field);
    let mut words = Vec::new();
    for (_, placed) in given {
        let ExprKind::Symbol(word) = &placed.as_ref()?.formula.expr.kind else { return None };
        if !words.contains(word) {
            words.push(word.clone());
        }
    }
    if words.is_empty() {
        return None;
    }
    // Nobody may have an axe, and a formula is ready for one: what lists have can be said of an item as well.
    words.extend(e.lists.iter().flat_map(|list| &list.entries).map(|entry| entry.id.clone()));
    Some(words)
}

/// The names of a circle; of a long one those at both ends.
fn path(cycle: &[&str]) -> String {
    const MOST: usize = 20;
    let path = |names: &[&str]| names.join(" \u{2192} ");
    match cycle.len().checked_sub(MOST) {
        None | Some(0) => path(cycle),
        Some(more) => {
            let (first, last) = (&cycle[..MOST / 2], &cycle[MOST / 2 + more..]);
            format!("{} \u{2192} \u{2026} ({more} more) \u{2192} {}", path(first), path(last))
        }
    }
}

/// The cost of an action is a value like any other: `sprint.cost`.
fn cost_value(action: &CardEntry, placed: &PlacedFormula, unit: &str) -> ValueEntry {
    ValueEntry {
        head: Head {
            id: "cost".to_owned(),
            name: format!("{} cost", action.head.name),
            rule: action.head.rule.clone(),
            at: action.head.at,
            ..Head::default()
        },
        abbr: String::new(),
        unit: unit.to_owned(),
        note: Located::default(),
        how: Text::default(),
        formula: Some(placed.clone()),
        may_be_fraction: false,
    }
}

/// The first card of each id.
fn first_of_each<'e>(cards: impl Iterator<Item = &'e CardEntry>) -> Vec<&'e CardEntry> {
    let mut seen = BTreeSet::new();
    cards.filter(|card| seen.insert(card.head.id.as_str())).collect()
}

fn head(id: &str, at: Span) -> Head {
    Head { id: id.to_owned(), at, ..Head::default() }
}

/// All of a system but its values.
fn tables(e: &Entries) -> System {
    System {
        inputs: e
            .inputs
            .iter()
            .map(|i| {
                let (abbr, name) = (i.abbr.clone(), i.head.name.clone());
                let def =
                    InputDef { abbr, name, min: i.min, max: i.max, default: i.default, is_optional: i.is_optional };
                (i.head.id.clone(), def)
            })
            .collect(),
        stats: e
            .stats
            .iter()
            .map(|s| (s.head.id.clone(), StatDef { abbr: s.abbr.to_string(), name: s.head.name.clone() }))
            .collect(),
        choices: e.choices.iter().map(|c| (c.head.id.clone(), choice_def(&c.head.name, &c.options))).collect(),
        condition_groups: e
            .condition_groups
            .iter()
            .map(|g| (g.head.id.clone(), ConditionGroupDef { name: g.head.name.clone(), holds: g.holds() }))
            .collect(),
        trait_lists: e.trait_lists.iter().map(|l| (l.head.id.clone(), l.head.name.clone())).collect(),
        traits: crate::concept::traits::validate::trait_defs(e),
        rulings: e
            .rulings
            .iter()
            .map(|r| (r.head.id.clone(), RulingDef { options: r.options.iter().map(|o| o.id.value.clone()).collect() }))
            .collect(),
        skills: e
            .skills
            .iter()
            .map(|s| {
                let ids = |lists: &[Located<String>]| lists.iter().map(|list| list.value.clone()).collect();
                let (choose, secondary) = (ids(&s.choose), ids(&s.secondary));
                (s.card.head.id.clone(), SkillDef { name: s.card.head.name.clone(), choose, secondary })
            })
            .collect(),
        actions: e
            .actions
            .iter()
            .map(|a| {
                let words = |tags: &[Located<String>]| tags.iter().map(|tag| tag.value.clone()).collect();
                let (tags, tags_without_item) = (words(&a.tags), words(&a.tags_without_item));
                (a.head.id.clone(), ActionDef { name: a.head.name.clone(), tags, tags_without_item })
            })
            .collect(),
        conditions: e
            .conditions
            .iter()
            .map(|c| {
                let group = c.group.as_ref().map(|group| group.value.clone());
                let modifiers = definitions(&c.modifiers);
                (c.head.id.clone(), ConditionDef { name: c.head.name.clone(), modifiers, group })
            })
            .collect(),
        lists: e
            .lists
            .iter()
            .map(|l| {
                let entries = l.entries.iter().map(|h| (h.id.clone(), h.name.clone())).collect();
                (l.head.id.clone(), ListDef { name: l.head.name.clone(), entries })
            })
            .collect(),
        backgrounds: e.backgrounds.as_ref().map(|b| BackgroundDef {
            name: b.head().name,
            plural: b.plural.to_string(),
            covers: b.covers.iter().map(|c| c.value.clone()).collect(),
        }),
        item_fields: e
            .item_fields
            .iter()
            .map(|f| {
                let def = ItemFieldDef { name: f.name.to_string(), kind: f.kind(), is_open: false };
                (f.id.value.clone(), def)
            })
            .collect(),
        item_values: e
            .item_values
            .iter()
            .filter_map(|v| Some((v.head.id.clone(), value_def(v, v.formula.as_ref()?.formula.clone()))))
            .collect(),
        advance_value: e.advance_value.as_ref().map(|a| a.value.clone()),
        legality: e
            .legality
            .iter()
            .filter_map(|l| {
                Some(LegalityRule {
                    id: l.head.id.clone(),
                    each: l.each,
                    require: l.require.as_ref()?.formula.clone(),
                    message: l.message.0.0.clone(),
                    rule: l.head.rule.clone(),
                    is_warning: l.is_warning,
                })
            })
            .collect(),
        abilities: crate::concept::building::validate::ability_rules(e),
        procedures: crate::concept::procedures::validate::procedure_defs(e),
        checks: crate::concept::checks::validate::check_defs(e),
        ..System::default()
    }
}
