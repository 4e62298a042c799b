//! How abilities are built: from entries to the rules library's [`AbilityRules`], checked; and the abilities
//! themselves, each with its bill.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use indexmap::IndexMap;
use makeready_rules::ability::{
    Ability, AbilityRules, ActionTags, AddTo, Addition, Argument, COST, KeywordDef, PRICE, ParameterDef, ParameterKind,
    Prices, Purchase, Requirement,
};
use makeready_rules::bill::{Breach, bill};
use makeready_rules::compute::Evaluator;
use makeready_rules::eval::Worksheet;
use makeready_rules::formula::Frame;
use makeready_rules::system::{System, ValueDef};
use makeready_rules::template::{Piece, Template};
use makeready_rules::value::Type;

use crate::code::Code;
use crate::concept::ability::BuiltEntry;
use crate::concept::argument::ArgumentEntry;
use crate::concept::building::{AbilityCardEntry, BuildingEntry, UseCost};
use crate::concept::chapter::validate::placed_formulas;
use crate::concept::character::computed::{OF_CAMPAIGN, broken_by_default};
use crate::concept::head::Head;
use crate::concept::keyword::{AdditionEntry, KeywordEntry, KeywordFamilyEntry};
use crate::concept::list::ListEntry;
use crate::concept::parameter::validate::{behind_missing, definitions};
use crate::concept::requirement::RequirementEntry;
use crate::concept::value::ValueEntry;
use crate::concept::value::value_def;
use crate::diagnostic::Diagnostic;
use crate::game::{Game, Listed};
use crate::kind::Kind;
use crate::limits::LONGEST_TEXT;
use crate::load::Entries;
use crate::source::{Located, Span};
use crate::validate::Validator;
use crate::validate::failed::{User, in_ability};

/// The most keywords of an ability: its bill needs every keyword for every other.
const MOST_KEYWORDS: usize = 60;

/// The rules for abilities, as far as they could be read. Formulas are not checked yet.
pub(crate) fn ability_rules(e: &Entries) -> Option<AbilityRules> {
    let building = e.building.as_ref()?;
    let mut known: IndexMap<String, KeywordDef> = IndexMap::new();
    for (family, entry) in e.keywords.iter().flat_map(|family| family.keywords.iter().map(move |k| (family, k))) {
        // Of two with one id the first counts: the second has been reported.
        known.entry(entry.head.id.clone()).or_insert_with(|| keyword(family, entry, &e.lists));
    }
    Some(AbilityRules {
        parameters: definitions(&building.fields, &e.lists),
        keywords: known,
        prices: match &*building.prices {
            Some(prices) => Some(Prices {
                price: prices.price.as_ref()?.formula.clone(),
                spent: prices.spent.value.clone(),
                budget: prices.budget.value.clone(),
            }),
            None => None,
        },
        values: values(&building.values),
        requires: building.requires.iter().filter_map(requirement).collect(),
        passive: building.lasting.as_ref().map(|placed| placed.formula.clone()),
        action_tags: building.action_tags.as_ref().map(|entry| ActionTags {
            parameter: entry.field.value.clone(),
            lists: entry.lists.iter().map(|list| list.value.clone()).collect(),
        }),
    })
}

fn values<C: FromIterator<(String, ValueDef)>>(entries: &[ValueEntry]) -> C {
    let def =
        |entry: &ValueEntry| Some((entry.head.id.clone(), value_def(entry, entry.formula.as_ref()?.formula.clone())));
    entries.iter().filter_map(def).collect()
}

fn requirement(entry: &RequirementEntry) -> Option<Requirement> {
    Some(Requirement {
        id: entry.head().id,
        require: entry.require.as_ref()?.formula.clone(),
        message: entry.message.0.0.clone(),
        cure: entry.cure.0.0.clone(),
        rule: entry.head().rule,
    })
}

fn addition(entry: &AdditionEntry) -> Option<Addition> {
    let to = entry.to.value.clone();
    Some(Addition {
        to: if entry.is_chosen { AddTo::Stat(to) } else { AddTo::Value(to) },
        add: entry.add.as_ref()?.formula.clone(),
        when: entry.when.as_ref().map(|placed| placed.formula.clone()),
        apart_by: entry.apart_by.iter().map(|parameter| parameter.value.clone()).collect(),
    })
}

fn keyword(family: &KeywordFamilyEntry, entry: &KeywordEntry, lists: &[ListEntry]) -> KeywordDef {
    KeywordDef {
        name: entry.head.name.clone(),
        family: family.head.id.clone(),
        family_name: family.head.name.clone(),
        short_name: entry.called(family),
        rule: entry.head.rule.clone(),
        parameters: definitions(&entry.parameters, lists),
        values: values(&entry.values),
        cost: entry.cost.as_ref().map(|placed| placed.formula.clone()),
        price: entry.price.as_ref().map(|placed| placed.formula.clone()),
        requires: entry.requires.iter().filter_map(requirement).collect(),
        adds: entry.adds.iter().filter_map(addition).collect(),
        text: entry.text.0.0.clone(),
    }
}

impl Validator {
    /// Checks names and formulas of everything that says how abilities are built.
    pub(crate) fn building(&mut self, e: &Entries, system: &System) {
        let keywords = || e.keywords.iter().flat_map(|family| &family.keywords);
        let Some(building) = &e.building else {
            let stray =
                keywords().map(|keyword| &*keyword.head).chain(e.abilities.iter().map(|ability| &*ability.head));
            for head in stray.take(1) {
                let message = "there are keywords or abilities, but there is no `building.yaml`";
                self.push(
                    Diagnostic::error(Code::NoBuilding, head.at, message)
                        .help("add `building.yaml` next to `system.yaml`, with `fields`, `price` and `values`"),
                );
            }
            return;
        };
        self.unique("keyword families", e.keywords.iter().map(|family| &*family.head));
        self.unique("keywords", keywords().map(|keyword| &*keyword.head));
        self.unique("abilities", e.abilities.iter().map(|ability| &*ability.head));
        let own: Vec<&Head> =
            building.fields.iter().map(|f| &f.head).chain(building.values.iter().map(|v| &v.head)).collect();
        self.unique("fields or values", own.iter().copied());
        self.free_names(own.iter().copied(), &system.names());
        self.defaults(&building.fields, e, system);
        self.prices(building, keywords());
        for total in building.prices.iter().flat_map(|prices| [&prices.spent, &prices.budget]) {
            self.known(Kind::Value, total, building.values.iter().map(|value| value.head.id.as_str()));
        }
        let Some(rules) = &system.abilities else { return };
        let sheet = Worksheet::abilities(system, rules);
        let scope = sheet.frame();
        self.values(&building.values, &scope);
        // No page lists what every ability must meet, so that nobody reads the names in it.
        let told = self.names_told.clone();
        self.requirements(&building.requires, &scope);
        self.names_told = told;
        if let Some(placed) = &*building.lasting {
            self.formula(placed, &scope, &[Type::Bool]);
        }
        if let Some(tags) = &*building.action_tags {
            self.known(Kind::Field, &tags.field, building.fields.iter().map(|field| field.head.id.as_str()));
            for list in &tags.lists {
                self.known_in(Kind::List, list, &system.lists);
            }
        }
        if let Some(card) = &*building.card {
            self.ability_card(card, e, rules, &scope);
        }
        for column in building.columns.iter() {
            self.template(&column.text.0.0, &column.text.0.1, &scope);
            if let Some(placed) = &*column.when {
                self.formula(placed, &scope, &[Type::Bool]);
            }
        }
        let mut names: Vec<String> = system.names();
        names.extend(own.iter().map(|head| head.id.clone()));
        names.extend([COST.to_owned(), PRICE.to_owned()]);
        let mut seen = BTreeSet::new();
        for entry in keywords() {
            let is_first = seen.insert(&entry.head.id);
            let Some(def) = rules.keywords.get(&entry.head.id).filter(|_| is_first) else { continue };
            let heads: Vec<&Head> =
                entry.parameters.iter().map(|p| &p.head).chain(entry.values.iter().map(|v| &v.head)).collect();
            self.unique("parameters or values", heads.iter().copied());
            self.free_names(heads, &names);
            self.defaults(&entry.parameters, e, system);
            let scope = sheet.frame_of_keyword(&entry.head.id);
            let common = building.prices.as_ref().and_then(|prices| prices.price.as_ref());
            for placed in entry.cost.iter().chain(entry.price.as_ref().or(common)) {
                self.formula(placed, &scope, &[Type::Number]);
            }
            self.values(&entry.values, &scope);
            self.requirements(&entry.requires, &scope);
            for addition in &entry.adds {
                self.addition(addition, def, system, &scope);
            }
            self.template(&entry.text.0.0, &entry.text.0.1, &scope);
            if let Some(how) = &*entry.how {
                self.template(&how.0.0, &how.0.1, &scope);
            }
        }
    }

    /// Either everything has a price, or nothing has.
    fn prices<'e>(&mut self, building: &BuildingEntry, keywords: impl Iterator<Item = &'e KeywordEntry>) {
        for keyword in keywords {
            match (&*building.prices, &*keyword.cost) {
                (Some(_), None) if !self.faulty.contains(&keyword.head.at.file) => {
                    let message = format!("the keyword `{}` has no `cost`", keyword.head.id);
                    let help = "add `cost: \"...\"`: its list price";
                    self.push(Diagnostic::error(Code::MissingKey, keyword.head.at, message).help(help));
                }
                (None, Some(cost)) => self.no_prices(cost.place.at),
                _ => {}
            }
            if let (None, Some(price)) = (&*building.prices, &*keyword.price) {
                self.no_prices(price.place.at);
            }
        }
        let Some(card) = &*building.card else { return };
        match (&*building.prices, &card.price) {
            (Some(_), None) => {
                let help = "add `price: ...`: the heading of the prices of the keywords";
                let message = "the card of an ability has no heading for prices";
                self.push(Diagnostic::error(Code::MissingKey, card.family.at, message).help(help));
            }
            (None, Some(price)) => self.no_prices(price.at),
            _ => {}
        }
    }

    fn no_prices(&mut self, at: Span) {
        let help = "add `price`, `spent` and `budget` to building.yaml, or remove this";
        self.push(Diagnostic::error(Code::NoPrices, at, "abilities have no prices in this game").help(help));
    }

    /// A name that means something already would be hidden by the new one.
    pub(crate) fn free_names<'e>(&mut self, heads: impl IntoIterator<Item = &'e Head>, taken: &[String]) {
        let taken: BTreeSet<&str> = taken.iter().map(String::as_str).collect();
        for head in heads.into_iter().filter(|head| taken.contains(head.id.as_str())) {
            let message = format!("`{}` already means something else in formulas", head.id);
            self.push(Diagnostic::error(Code::DuplicateId, head.at, message).help("choose another id"));
        }
    }

    fn values(&mut self, values: &[ValueEntry], scope: &dyn Frame) {
        for placed in values.iter().filter_map(|value| value.formula.as_ref()) {
            self.formula(placed, scope, &[Type::Number, Type::Dice, Type::Symbol(None)]);
        }
        values.iter().for_each(|value| self.marked(&value.how, scope));
    }

    fn requirements(&mut self, requirements: &[RequirementEntry], scope: &dyn Frame) {
        let heads: Vec<Head> = requirements.iter().map(RequirementEntry::head).collect();
        self.unique_beside_numbers("requirements", &heads);
        for entry in requirements {
            if let Some(placed) = &*entry.require {
                self.formula(placed, scope, &[Type::Bool]);
            }
            self.marked(&entry.how, scope);
            for (template, place) in [&entry.message.0, &entry.cure.0] {
                self.template_of_rule(template, place, scope);
            }
        }
    }

    fn ability_card(&mut self, card: &AbilityCardEntry, e: &Entries, rules: &AbilityRules, scope: &dyn Frame) {
        self.known(Kind::Family, &card.family, e.families.iter().map(|family| family.head.id.as_str()));
        for UseCost { cost, unit } in card.costs.iter() {
            self.known_in(Kind::Value, cost, &rules.values);
            self.marked(unit, scope);
        }
        self.marked(&card.type_line, scope);
        self.layout_facts(&card.facts, scope);
    }

    fn addition(&mut self, entry: &AdditionEntry, def: &KeywordDef, system: &System, scope: &dyn Frame) {
        if entry.is_chosen {
            let stats = def.parameters.iter().filter(|(_, field)| field.kind == ParameterKind::Stat);
            self.known(Kind::StatParameter, &entry.to, stats.map(|(id, _)| id.as_str()));
        } else {
            self.stat_or_value(&entry.to, system);
        }
        for parameter in &entry.apart_by {
            let fields = system.abilities.iter().flat_map(|rules| rules.parameters.keys());
            self.known(Kind::ParameterOrField, parameter, def.parameters.keys().chain(fields).map(String::as_str));
        }
        if let Some(placed) = &entry.add {
            self.formula(placed, scope, &[Type::Number, Type::Dice]);
        }
        if let Some(placed) = &entry.when {
            self.formula(placed, scope, &[Type::Bool]);
        }
    }

    /// Checks what was set on an ability or a keyword: every name is known, every value fits, nothing is missing.
    pub(crate) fn all_fit<'d>(
        &mut self,
        kind: Kind,
        at: Span,
        set: &[(Located<String>, Located<ArgumentEntry>)],
        known: impl Iterator<Item = (&'d String, &'d ParameterDef)> + Clone,
        system: &System,
    ) -> BTreeMap<String, Argument> {
        let mut all = BTreeMap::new();
        for (name, value) in set {
            if !self.known(kind, name, known.clone().map(|(id, _)| id.as_str())) {
                continue;
            }
            if let Some((_, field)) = known.clone().find(|(id, _)| **id == name.value)
                && self.fits(field, value, system)
            {
                all.insert(name.value.clone(), value.value.argument());
            }
        }
        for (id, field) in known.filter(|(_, field)| field.default.is_none()) {
            if !set.iter().any(|(name, _)| name.value == *id) {
                let message = format!("the {} `{id}` is missing here", kind.noun());
                let help = format!("add `{id}: ...`{}", behind_missing(&field.kind, system));
                self.push(Diagnostic::error(Code::MissingValue, at, message).help(help));
            }
        }
        all
    }

    /// Checks the names in an ability and builds it.
    pub(crate) fn ability(&mut self, entry: &BuiltEntry, system: &System) -> Ability {
        let mut ability = Ability { id: entry.head.id.clone(), name: entry.head.name.clone(), ..Ability::default() };
        self.card_text(&entry.description, system);
        let Some(rules) = &system.abilities else { return ability };
        ability.arguments = self.all_fit(Kind::Field, entry.head.at, &entry.fields, rules.parameters.iter(), system);
        // Where nothing costs anything, an ability may be its fields alone.
        if entry.keywords.is_empty() && rules.prices.is_some() && !self.faulty.contains(&entry.keywords.at.file) {
            self.push(
                Diagnostic::error(Code::Empty, entry.keywords.at, "`keywords` is empty")
                    .help("write at least one entry"),
            );
        }
        if let Some(first) = entry.keywords.get(MOST_KEYWORDS) {
            let message = format!("an ability has at most {MOST_KEYWORDS} keywords, not {}", entry.keywords.len());
            self.push(
                Diagnostic::error(Code::TooManyKeywords, first.keyword.at, message)
                    .help("divide it into several abilities"),
            );
            return ability;
        }
        let of_keyword = |keyword: &str| rules.keywords.get(keyword).map_or(0, |def| letters(&def.text));
        let of_keywords: usize = entry.keywords.iter().map(|purchase| of_keyword(&purchase.keyword.value)).sum();
        let characters = entry.description.length() + of_keywords;
        if characters > LONGEST_TEXT {
            let message = format!(
                "this ability has {characters} characters of text, with those of its keywords; the limit is \
                 {LONGEST_TEXT}"
            );
            let help = "divide it into several abilities";
            self.push(Diagnostic::error(Code::TooLong, entry.keywords.at, message).help(help));
        }
        for purchase in entry.keywords.iter() {
            let keyword = &purchase.keyword;
            let def = rules.keywords.get(&keyword.value);
            if self.known_in(Kind::Keyword, keyword, &rules.keywords)
                && let Some(def) = def
            {
                let parameters =
                    self.all_fit(Kind::Parameter, keyword.at, &purchase.parameters, def.parameters.iter(), system);
                ability.keywords.push(Purchase { keyword: keyword.value.clone(), arguments: parameters });
            }
        }
        ability
    }

    /// Computes every ability for a character of whom nothing is known, and reports what nobody could use. Returns the
    /// ids of those that cannot be computed.
    pub(crate) fn bills(&mut self, game: &Game) -> BTreeSet<String> {
        let failed = game.abilities.values().filter(|ability| !self.bill_of(game, ability));
        failed.map(|ability| ability.entry.head.id.clone()).collect()
    }

    /// The same for one of them: whether it can be computed.
    pub(crate) fn bill_of(&mut self, game: &Game, ability: &Listed<BuiltEntry, Arc<Ability>>) -> bool {
        let Listed { entry, def: ability } = ability;
        let evaluator = game.evaluator(None);
        let user = User::of_game(entry.head.at, "for this ability");
        self.failed_texts(&game.rules, entry.description.formulas(), &evaluator, user);
        if let Some(sheet) = Worksheet::ability(&evaluator, ability) {
            let columns = game.entries.building.iter().flat_map(|building| &*building.columns);
            let columns = columns.flat_map(|column| {
                placed_formulas(&column.text.0.0, &column.text.0.1).into_iter().chain(column.when.0.clone())
            });
            self.failed_texts(&game.rules, columns.collect(), &sheet.frame(), user);
        }
        let found = match bill(&evaluator, ability) {
            Ok(found) => found,
            Err(failure) => {
                let place = in_ability(game, &evaluator, ability, &failure);
                self.failed(place, user, &failure, failure.help());
                return false;
            }
        };
        let breaches = found.map(|bill| bill.breaches).unwrap_or_default();
        let by_default = broken_by_default(game, &breaches, |rules| {
            let bill = bill(&Evaluator::new(rules, evaluator.character()), ability)?;
            Ok(bill.into_iter().flat_map(|bill| bill.breaches).collect())
        });
        for breach in &breaches {
            let mut told = diagnostic(entry, breach);
            let is_same = |other: &Breach| other.id == breach.id && other.line == breach.line;
            if by_default.as_ref().is_some_and(|known| !known.iter().any(is_same)) {
                let help = told.help.take().unwrap_or_default();
                told = Diagnostic::warning(told.code, told.at, told.message).help(format!("{help}{OF_CAMPAIGN}"));
            }
            self.push(told);
        }
        true
    }
}

/// How many characters a template has, formulas as they are written.
fn letters(template: &Template) -> usize {
    let of_piece = |piece: &Piece| match piece {
        Piece::Text(run, _) => run.chars().count(),
        Piece::Formula(_, _, at) => at.len(),
    };
    template.pieces.iter().map(of_piece).sum()
}

/// A requirement that an ability breaks, at the keyword that breaks it.
pub fn diagnostic(entry: &BuiltEntry, breach: &Breach) -> Diagnostic {
    let line = breach.line.and_then(|line| entry.keywords.get(line));
    let at = line.map_or(entry.head.at, |purchase| purchase.keyword.at);
    let rule = if breach.rule.is_empty() { String::new() } else { format!(" (rule {})", breach.rule) };
    Diagnostic::error(Code::Own(breach.id.clone()), at, &breach.message).help(format!("{}{rule}", breach.cure))
}
