//! One game system, whole and checked.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use deckle_rules::ability::Ability;
use deckle_rules::character::Character;
use deckle_rules::npc::{Archetype, Creation};
use deckle_rules::rules::Rules;

use super::source::ScalarPlace;
use crate::concept::ability::BuiltEntry;
use crate::concept::card::CardEntry;
use crate::concept::chapter::BillPart;
use crate::concept::character::CharacterEntry;
use crate::concept::character::OwnedEntry;
use crate::concept::keyword::{KeywordEntry, KeywordFamilyEntry};
use crate::concept::skill::SkillEntry;
use crate::entries::Entries;

/// A system that has passed every check: names resolve, formulas type, characters compute.
#[derive(Clone, Debug)]
pub struct Game {
    /// What the files say.
    pub entries: Entries,
    /// The rules in force.
    pub rules: Rules,
    /// The same rules with every ruling at its default.
    pub defaults: Rules,
    /// Characters, in the order of `entries.characters`.
    pub characters: Vec<Character>,
    /// NPCs, in the order of `entries.npcs`.
    pub npcs: Vec<Character>,
    /// Abilities, in the order of `entries.abilities`.
    pub abilities: Vec<Arc<Ability>>,
    /// How NPCs are made, where the system says so.
    pub creation: Option<Creation>,
    /// The kinds of NPCs, in the order of `entries.archetypes`.
    pub archetypes: Vec<Archetype>,
    /// Where the formula of each value stands.
    pub formulas: BTreeMap<String, ScalarPlace>,
    /// Names the rules in force: edition and rulings that differ.
    pub fingerprint: String,
}

impl Game {
    /// A character or NPC and what its file says.
    pub fn find_character(&self, id: &str) -> Option<(&CharacterEntry, &Character)> {
        let characters = self.entries.characters.iter().zip(&self.characters);
        let npcs = self.entries.npcs.iter().zip(&self.npcs);
        characters.chain(npcs).find(|(entry, _)| entry.head.id == id)
    }

    /// The abilities that a character has built, each with what its author says of it.
    pub fn built<'a>(
        &'a self,
        entry: &'a CharacterEntry,
        character: &'a Character,
    ) -> impl Iterator<Item = (&'a BuiltEntry, &'a Ability)> {
        let shared = |id: &str| self.entries.abilities.iter().find(|ability| ability.head.id == id);
        let entries = entry.abilities.iter().filter_map(move |owned| match owned {
            OwnedEntry::Described(_) => None,
            OwnedEntry::Shared(id) => Some(shared(&id.value)),
            OwnedEntry::Built(built) => Some(Some(built)),
        });
        entries.zip(&character.built).filter_map(|(entry, ability)| Some((entry?, ability.as_ref())))
    }

    /// The allies of a character.
    pub fn allies<'a>(&'a self, owner: &'a str) -> impl Iterator<Item = (&'a CharacterEntry, &'a Character)> {
        let characters = self.entries.characters.iter().zip(&self.characters);
        let all = characters.chain(self.entries.npcs.iter().zip(&self.npcs));
        all.filter(move |(entry, _)| entry.ally.as_ref().is_some_and(|ally| ally.of.value == owner))
    }

    /// An action, by id.
    pub fn action(&self, id: &str) -> Option<&CardEntry> {
        self.entries.actions.iter().find(|a| a.head.id == id)
    }

    /// A skill, by id.
    pub fn skill(&self, id: &str) -> Option<&SkillEntry> {
        self.entries.skills.iter().find(|s| s.card.head.id == id)
    }

    /// The card entry of an action, skill or reference.
    pub fn card(&self, id: &str) -> Option<&CardEntry> {
        let reference = || self.entries.references.iter().find(|r| r.head.id == id);
        let skill = || self.skill(id).filter(|s| s.card.family.is_some()).map(|s| &s.card);
        self.action(id).or_else(skill).or_else(reference)
    }

    /// An ability, by id.
    pub fn ability(&self, id: &str) -> Option<(&BuiltEntry, &Ability)> {
        let abilities = self.entries.abilities.iter().zip(self.abilities.iter().map(Arc::as_ref));
        abilities.into_iter().find(|(entry, _)| entry.head.id == id)
    }

    /// With whose values an ability is worked out where nobody is named: the first character who has it, else
    /// the form to write on.
    pub fn builder(&self, ability: &str) -> &Character {
        static BLANK: LazyLock<Character> = LazyLock::new(Character::blank);
        let has_it = |character: &&Character| character.built.iter().any(|built| built.id == ability);
        self.characters.iter().chain(&self.npcs).find(has_it).unwrap_or(&BLANK)
    }

    /// The ability that a bill in a chapter shows, as far as it shows it, and the character it is worked out for.
    pub fn bill_part(&self, part: &BillPart) -> Option<(Ability, &Character)> {
        let (_, whole) = self.ability(&part.ability.value)?;
        let who = match &part.who {
            Some(who) => self.find_character(&who.value)?.1,
            None => self.builder(&whole.id),
        };
        let mut ability = whole.clone();
        ability.keywords.truncate(part.keywords.as_ref().map_or(usize::MAX, |shown| shown.value));
        Some((ability, who))
    }

    /// A keyword and its family, by its id.
    pub fn keyword(&self, id: &str) -> Option<(&KeywordFamilyEntry, &KeywordEntry)> {
        let families = self.entries.keywords.iter();
        let mut all = families.flat_map(|family| family.keywords.iter().map(move |keyword| (family, keyword)));
        all.find(|(_, keyword)| keyword.head.id == id)
    }

    /// `Small 1 · rules 4f2a91`, the line at the foot of everything that is printed.
    pub fn edition_line(&self) -> String {
        format!("{} {} \u{b7} rules {}", self.entries.head.name, self.entries.edition, self.fingerprint)
    }
}

/// A short name for the rules in force: the same for the same edition and rulings.
pub fn fingerprint(id: &str, edition: &str, rules: &Rules) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in [id, edition] {
        hasher.update(part.as_bytes());
        hasher.update(&[0]);
    }
    for (ruling, option) in rules.differences() {
        hasher.update(ruling.as_bytes());
        hasher.update(b"=");
        hasher.update(option.as_bytes());
        hasher.update(&[0]);
    }
    hasher.finalize().to_hex()[..6].to_owned()
}
