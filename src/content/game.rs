//! One game system, whole and checked.

use std::collections::BTreeMap;
use std::sync::Arc;

use deckle_rules::ability::Ability;
use deckle_rules::character::Character;
use deckle_rules::npc::{Archetype, Creation};
use deckle_rules::rules::Rules;

use super::entries::{CardEntry, CharacterEntry, Entries, SkillEntry};
use super::source::ScalarPlace;

/// A system that has passed every check: names resolve, formulas type, characters compute.
#[derive(Clone, Debug)]
pub struct Game {
    /// What the files say.
    pub entries: Entries,
    /// The rules in force.
    pub rules: Rules,
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
