//! How NPCs are made: from entries to the rules library's [`Creation`] and [`Archetype`]s, checked; and whether every
//! archetype makes a legal NPC.

use std::collections::BTreeSet;

use makeready_rules::formula::{EvalError, Formula};
use makeready_rules::npc::{
    AbilityRule, Archetype, BackgroundOffer, BackgroundRule, Creation, Gear, GearGroup, Given, LanguageRule, LoadRule,
    NpcError, Offer, Part, PoolRule, RankRule, Request, StatSource, Weights,
};
use makeready_rules::system::System;
use makeready_rules::value::Type;

use crate::code::Code;
use crate::concept::archetype::{ArchetypeEntry, Phrase, Weight};
use crate::concept::character::RanksEntry;
use crate::concept::character::computed::OF_CAMPAIGN;
use crate::concept::character::validate::built_item;
use crate::concept::creation::{CreationEntry, StatSourceEntry};
use crate::concept::sheet::BlockKind;
use crate::de::Named;
use crate::decode::PlacedFormula;
use crate::diagnostic::Diagnostic;
use crate::game::{Abilities, Game, Listed};
use crate::kind::Kind;
use crate::load::Definitions;
use crate::source::{Located, Span};
use crate::validate::Validator;

/// The formulas of the creation rules that come out as numbers.
const NUMBERS: [Part; 23] = [
    Part::StatPoints,
    Part::StatLeast,
    Part::StatMost,
    Part::Advances,
    Part::Backgrounds,
    Part::BackgroundEntries,
    Part::Traits,
    Part::TraitsAllowed,
    Part::SecondaryBudget,
    Part::SecondaryMost,
    Part::SecondarySpent,
    Part::RankBudget,
    Part::RankMost,
    Part::RanksSpent,
    Part::RanksLeast,
    Part::LanguagesFree,
    Part::LanguagesFurther,
    Part::LanguageRanks,
    Part::LoadCarried,
    Part::LoadLimit,
    Part::AbilitiesUsed,
    Part::AbilitiesRoom,
    Part::AbilitiesMost,
];

impl Validator {
    /// Checks the creation rules and builds them. None when there are none, or something in them could not be read.
    pub(crate) fn creation(&mut self, e: &Definitions, kinds: &[ArchetypeEntry], system: &System) -> Option<Creation> {
        self.unique("archetypes", kinds.iter().map(|archetype| &*archetype.head));
        let Some(entry) = &e.creation else {
            if let Some(stray) = kinds.first() {
                let message = "there are archetypes, but there is no `creation.yaml`";
                let help = "add `creation.yaml` next to `system.yaml`";
                self.push(Diagnostic::error(Code::NoCreation, stray.head.at, message).help(help));
            }
            return None;
        };
        self.usual(entry, system);
        self.creation_formulas(entry, system);
        for word in entry.editorial.iter().filter_map(|word| word.0).filter(|word| !entry.gives(*word)) {
            let key = word.key();
            let message = format!("`editorial` names `{key}`, but the creation rules do not have it");
            let help = format!("add `{key}: ...`, or remove it from `editorial`");
            self.push(Diagnostic::warning(Code::NotShown, entry.at.start(), message).help(help));
        }
        built_creation(entry)
    }

    /// What is usual: one value for every input and every choice.
    fn usual(&mut self, entry: &CreationEntry, system: &System) {
        if let Some(level) = &entry.level {
            self.known_in(Kind::Input, level, &system.inputs);
        }
        if let Some(tier) = &entry.tier {
            self.known_in(Kind::Choice, tier, &system.choices);
        }
        for (input, value) in &entry.inputs {
            self.input(input, value, system);
        }
        for (choice, option) in &entry.choices {
            self.choice(choice, option, system);
        }
        let needed = system.inputs.iter().filter(|(_, def)| def.default.is_none() && !def.is_optional);
        let needed = needed.map(|(name, _)| name);
        let inputs = needed.map(|name| ("inputs", name, entry.inputs.iter().any(|(k, _)| k.value == *name)));
        let choices =
            system.choices.keys().map(|name| ("choices", name, entry.choices.iter().any(|(k, _)| k.value == *name)));
        for (key, name, _) in inputs.chain(choices).filter(|(.., is_given)| !is_given) {
            let message = format!("NPCs have no usual value for `{name}`");
            let help = format!("add `{name}: ...` under `{key}`");
            self.push(Diagnostic::error(Code::MissingValue, entry.at.start(), message).help(help));
        }
    }

    fn creation_formulas(&mut self, entry: &CreationEntry, system: &System) {
        if let Some(StatSourceEntry::Array(numbers, at)) = &*entry.stats
            && numbers.len() != system.stats.len()
        {
            let message = format!("these are {} numbers, but there are {} stats", numbers.len(), system.stats.len());
            self.push(Diagnostic::error(Code::WrongCount, *at, message).help("write one number for each stat"));
        }
        if let Some(dice) = entry.formula(Part::StatRoll) {
            self.formula(dice, system, &[Type::Number, Type::Dice]);
        }
        for placed in NUMBERS.into_iter().filter_map(|part| entry.formula(part)) {
            self.formula(placed, system, &[Type::Number]);
        }
        if let (None, Some(used)) = (&system.abilities, entry.formula(Part::AbilitiesUsed)) {
            let message = "NPCs get abilities here, but there is no `building.yaml`";
            let help = "add `building.yaml` next to `system.yaml`, or remove `abilities`";
            self.push(Diagnostic::error(Code::NoBuilding, used.place.at, message).help(help));
        }
    }

    /// Checks the names in an archetype and builds it.
    pub(crate) fn archetype(
        &mut self,
        entry: &ArchetypeEntry,
        e: &Definitions,
        abilities: &Abilities,
        system: &System,
    ) -> Archetype {
        for (stat, _) in &entry.stats {
            self.known_in(Kind::Stat, stat, &system.stats);
        }
        for covered in entry.backgrounds.iter().flat_map(|offer| &offer.covers) {
            self.coverable(covered, system);
        }
        for (skill, ranks) in &entry.skills {
            if self.known_in(Kind::Skill, skill, &system.skills) {
                self.ranks(skill, ranks, system);
            }
        }
        for (input, placed) in &entry.inputs {
            self.known_in(Kind::Input, input, &system.inputs);
            placed.iter().for_each(|placed| self.formula(placed, system, &[Type::Number]));
        }
        for (choice, options) in &entry.choices {
            options.iter().for_each(|option| self.choice(choice, option, system));
        }
        for (taken, _) in &entry.traits {
            self.known_in(Kind::Trait, taken, &system.traits);
        }
        for (ability, _) in &entry.abilities {
            self.known_in(Kind::Ability, ability, abilities);
        }
        let printed: Vec<&str> = e
            .handouts
            .full
            .iter()
            .filter_map(|shown| match &shown.block.kind {
                BlockKind::Notes(id, _) => Some(id.value.as_str()),
                _ => None,
            })
            .collect();
        for (note, offers) in &entry.notes {
            self.printed_note(note, &printed, "full handout", "handouts.full");
            for offer in &offers.0 {
                offer.when.iter().for_each(|when| self.formula(when, system, &[Type::Bool]));
                self.card_text(&offer.text, system);
            }
        }
        self.gear(entry, system);
        built_archetype(entry)
    }

    fn gear(&mut self, entry: &ArchetypeEntry, system: &System) {
        let offers = || entry.items.iter().flat_map(|group| &group.one_of);
        let conditions = entry.items.iter().filter_map(|group| group.when.as_ref());
        let conditions = conditions.chain(offers().filter_map(|offer| offer.when.as_ref()));
        conditions.for_each(|when| self.formula(when, system, &[Type::Bool]));
        for offer in offers() {
            self.item(&offer.item, system);
            offer.item.modifiers.iter().for_each(|modifier| self.modifier(modifier, system));
        }
        self.unique_ids("items", offers().map(|offer| (offer.item.head.id.as_str(), offer.item.head.at)));
    }

    /// Makes an NPC of every archetype, and reports those of which none comes out legal.
    pub(crate) fn makes_npcs(&mut self, game: &Game) {
        let (Some(in_force), Some(by_default)) = (game.generator(&game.rules), game.generator(&game.defaults)) else {
            return;
        };
        let mut told: BTreeSet<Span> = BTreeSet::new();
        for (id, Listed { entry, .. }) in &game.archetypes {
            let request = Request { archetype: Some(id.clone()), count: 1, seed: 1, ..Request::default() };
            let Err(error) = in_force.generate(&request) else { continue };
            // As with characters: content made for the default readings does not stop a campaign.
            let is_of_campaign = !game.rules.differences().is_empty() && by_default.generate(&request).is_ok();
            let new = if is_of_campaign { Diagnostic::warning } else { Diagnostic::error };
            let why = if is_of_campaign { OF_CAMPAIGN } else { "" };
            if let NpcError::Rule { part, error } = &error
                && let Some(at) = rule_at(game, *part, error)
            {
                // Most faults of the creation rules come up with every archetype.
                if told.insert(at) {
                    let message = format!("`{}` cannot be computed for {}: {}", part.key(), entry.head.name, error);
                    self.push(new(Code::NotComputable, at, message).help(format!("{}{why}", error.help())));
                }
                continue;
            }
            let help = "offer more to choose from, or correct the rule that it names";
            self.push(new(Code::NoLegalNpc, entry.head.at, error.to_string()).help(format!("{help}{why}")));
        }
    }
}

/// Where a formula of the creation rules failed: in the formula of the value that it names, or by itself.
fn rule_at(game: &Game, part: Part, error: &EvalError) -> Option<Span> {
    let own = || Some(&game.entries.creation.as_ref()?.formula(part)?.place);
    game.formulas.get(&error.value).or_else(own).map(|place| place.span(&error.at))
}

fn formula(placed: Option<&PlacedFormula>) -> Option<Formula> {
    placed.map(|placed| placed.formula.clone())
}

fn built_creation(entry: &CreationEntry) -> Option<Creation> {
    let word = |word: Option<&Located<String>>| word.map(|word| word.value.clone());
    let part = |part| formula(entry.formula(part));
    let ranks =
        |budget, most, spent| Some(RankRule { budget: part(budget)?, each_at_most: part(most)?, spent: part(spent) });
    Some(Creation {
        inputs: entry.inputs.iter().map(|(name, value)| (name.value.clone(), value.value)).collect(),
        choices: entry.choices.iter().map(|(name, option)| (name.value.clone(), option.value.clone())).collect(),
        level: word(entry.level.as_ref()),
        tier: word(entry.tier.as_ref()),
        stats: match entry.stats.as_ref()? {
            StatSourceEntry::Roll(_) => StatSource::Roll(part(Part::StatRoll)?),
            StatSourceEntry::Array(numbers, _) => StatSource::Array(numbers.clone()),
            StatSourceEntry::Pool(_) => {
                let (points, least, most) = (part(Part::StatPoints)?, part(Part::StatLeast)?, part(Part::StatMost)?);
                StatSource::Pool(Box::new(PoolRule { points, least, most }))
            }
        },
        advances: part(Part::Advances),
        backgrounds: part(Part::Backgrounds)
            .zip(part(Part::BackgroundEntries))
            .map(|(count, entries)| BackgroundRule { count, entries }),
        ranks: ranks(Part::RankBudget, Part::RankMost, Part::RanksSpent),
        ranks_least: part(Part::RanksLeast),
        traits: part(Part::Traits),
        traits_allowed: part(Part::TraitsAllowed),
        secondary: ranks(Part::SecondaryBudget, Part::SecondaryMost, Part::SecondarySpent),
        languages: languages(part),
        load: part(Part::LoadCarried).zip(part(Part::LoadLimit)).map(|(carried, limit)| LoadRule { carried, limit }),
        abilities: abilities(part),
        editorial: entry.editorial.iter().filter_map(|word| word.0).map(Given::from).collect(),
    })
}

fn languages(part: impl Fn(Part) -> Option<Formula>) -> Option<LanguageRule> {
    let (free, further) = (part(Part::LanguagesFree)?, part(Part::LanguagesFurther)?);
    Some(LanguageRule { free, further, ranks: part(Part::LanguageRanks)? })
}

fn abilities(part: impl Fn(Part) -> Option<Formula>) -> Option<AbilityRule> {
    let (used, room) = (part(Part::AbilitiesUsed)?, part(Part::AbilitiesRoom)?);
    Some(AbilityRule { used, room, most: part(Part::AbilitiesMost)? })
}

fn built_archetype(entry: &ArchetypeEntry) -> Archetype {
    let weighted = |list: &Named<Weight>| list.iter().map(|(k, n)| (k.value.clone(), n.count())).collect();
    let weights = |ranks: &RanksEntry| match ranks {
        RanksEntry::Plain(weight, _) => Weights::Plain(*weight),
        RanksEntry::Chosen(kinds) => Weights::Chosen(kinds.iter().map(|(k, n)| (k.value.clone(), *n)).collect()),
        RanksEntry::WithSecondary { own, secondary, .. } => Weights::WithSecondary {
            own: *own,
            secondary: secondary.iter().map(|(k, n)| (k.value.clone(), *n)).collect(),
        },
    };
    let phrases = |list: &[Phrase]| list.iter().map(|phrase| phrase.0.clone()).collect();
    let words = |list: &[Located<String>]| list.iter().map(|word| word.value.clone()).collect();
    Archetype {
        id: entry.head.id.clone(),
        name: entry.head.name.clone(),
        names: phrases(&entry.names),
        looks: phrases(&entry.looks),
        inputs: entry.inputs.iter().filter_map(|(k, f)| Some((k.value.clone(), formula(f.as_ref())?))).collect(),
        choices: entry.choices.iter().map(|(choice, options)| (choice.value.clone(), words(options))).collect(),
        traits: weighted(&entry.traits),
        stats: weighted(&entry.stats),
        backgrounds: entry
            .backgrounds
            .iter()
            .map(|offer| BackgroundOffer {
                names: offer.names.iter().map(ToString::to_string).collect(),
                covers: words(&offer.covers),
            })
            .collect(),
        languages: words(&entry.languages),
        skills: entry.skills.iter().map(|(skill, ranks)| (skill.value.clone(), weights(ranks))).collect(),
        gear: entry
            .items
            .iter()
            .map(|group| GearGroup {
                when: formula(group.when.as_ref()),
                one_of: group
                    .one_of
                    .iter()
                    .map(|offer| Offer {
                        when: formula(offer.when.as_ref()),
                        of: Gear { item: built_item(&offer.item), note: offer.item.note.written.clone() },
                    })
                    .collect(),
            })
            .collect(),
        abilities: weighted(&entry.abilities),
        notes: entry
            .notes
            .iter()
            .map(|(id, offers)| {
                let offers = offers.0.iter();
                let offers = offers.map(|o| Offer { when: formula(o.when.as_ref()), of: o.text.written.clone() });
                (id.value.clone(), offers.collect())
            })
            .collect(),
    }
}
