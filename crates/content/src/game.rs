//! One game system, whole and checked.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, LazyLock, OnceLock};

use indexmap::IndexMap;
use makeready_rules::ability::Ability;
use makeready_rules::character::Character;
use makeready_rules::compute::{Evaluator, Values};
use makeready_rules::npc::{Archetype, Creation, Generator};
use makeready_rules::rules::Rules;
use makeready_rules::system::id_of;

use super::source::{FileId, ScalarPlace};
use crate::concept::ability::BuiltEntry;
use crate::concept::archetype::ArchetypeEntry;
use crate::concept::card::CardEntry;
use crate::concept::chapter::BillPart;
use crate::concept::character::OwnedEntry;
use crate::concept::checks::UseEntry;
use crate::concept::head::Head;
use crate::concept::keyword::{KeywordEntry, KeywordFamilyEntry};
use crate::concept::sheet::BlockKind;
use crate::concept::skill::SkillEntry;
use crate::load::Definitions;
pub use crate::person::{BrokenRule, Person};
use crate::text::Text;

/// An entry with its definition.
#[derive(Clone, Debug)]
pub struct Listed<E, D> {
    /// The entry.
    pub entry: E,
    /// Its definition in the rules library.
    pub def: D,
}

/// Abilities, by id.
pub type Abilities = IndexMap<String, Listed<BuiltEntry, Arc<Ability>>>;

/// A system that has passed every check: names resolve, formulas type, characters compute.
#[derive(Clone, Debug)]
pub struct Game {
    /// What the files say.
    pub entries: Definitions,
    /// The rules in force.
    pub rules: Rules,
    /// The same rules with every ruling at its default.
    pub defaults: Rules,
    /// Characters, by id.
    pub characters: IndexMap<String, Person>,
    /// NPCs, by id.
    pub npcs: IndexMap<String, Person>,
    /// Abilities, by id.
    pub abilities: Abilities,
    /// How NPCs are made, where the system says so.
    pub creation: Option<Creation>,
    /// The kinds of NPCs, by id.
    pub archetypes: IndexMap<String, Listed<ArchetypeEntry, Archetype>>,
    /// Where the formula of each value stands.
    pub formulas: BTreeMap<String, ScalarPlace>,
    /// Names the rules in force: edition and rulings that differ.
    pub fingerprint: String,
    /// People, abilities and archetypes whose files have errors: they are known, and nothing is computed for them.
    pub set_aside: Vec<SetAside>,
    /// Where its cards and derived values stand.
    pub(crate) places: Places,
    /// Computed values of the blank form.
    pub(crate) blank: OnceLock<Values>,
}

/// Where entries stand in their lists, by their ids: a game may have ten thousand cards, each of which is asked for often. Of
/// two with one id it is the first.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    actions: HashMap<String, usize>,
    skills: HashMap<String, usize>,
    references: HashMap<String, usize>,
    derived: HashMap<String, usize>,
    /// The place of each card among all of the game, in the order of decks.
    cards: HashMap<String, usize>,
}

impl Places {
    /// Of all entries of a system.
    pub fn new(entries: &Definitions) -> Self {
        Self {
            actions: places(entries.actions.iter().map(|card| &card.head)),
            skills: places(entries.skills.iter().map(|skill| &skill.card.head)),
            references: places(entries.references.iter().map(|card| &card.head)),
            derived: places(entries.derived.iter().map(|value| &value.head)),
            cards: places(in_deck_order(entries).into_iter()),
        }
    }
}

/// All cards of a game, family by family, each as written.
fn in_deck_order(entries: &Definitions) -> Vec<&Head> {
    let family = places(entries.families.iter().map(|family| &*family.head));
    let mut families: Vec<Vec<&Head>> = vec![Vec::new(); entries.families.len()];
    for card in entries.cards() {
        if let Some(place) = card.family.as_ref().and_then(|id| family.get(&id.value)) {
            families[*place].push(&card.head);
        }
    }
    families.concat()
}

fn places<'e>(heads: impl Iterator<Item = &'e Head>) -> HashMap<String, usize> {
    let mut places = HashMap::new();
    for (place, head) in heads.enumerate() {
        places.entry(head.id.clone()).or_insert(place);
    }
    places
}

/// A person, an ability or an archetype whose own file has errors, or that uses an ability with errors: all else goes on
/// without it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetAside {
    /// What it is.
    pub kind: OwnFile,
    /// Its id; of a file that cannot be read, the name of the file.
    pub id: String,
    /// Its name, as far as it is known.
    pub name: String,
    /// Its file.
    pub file: FileId,
    /// The files of the abilities that it uses and that have errors.
    pub abilities: Vec<FileId>,
}

/// The kinds of files that hold one thing alone, so that a fault in one is no fault of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnFile {
    /// A character.
    Character,
    /// An NPC.
    Npc,
    /// An ability.
    Ability,
    /// A kind of NPC.
    Archetype,
}

impl OwnFile {
    /// The kind of the file at a path within a system, if it is such a file, and its name without the ending.
    pub(crate) fn of(path: &str) -> Option<(Self, &str)> {
        let (folder, name) = path.split_once('/')?;
        let kind = match folder {
            "characters" => Self::Character,
            "npcs" => Self::Npc,
            "abilities" => Self::Ability,
            "archetypes" => Self::Archetype,
            _ => return None,
        };
        Some((kind, name.rsplit_once('.').map_or(name, |(stem, _)| stem)))
    }
}

impl Game {
    /// Characters, then NPCs.
    pub fn people(&self) -> impl Iterator<Item = &Person> {
        self.characters.values().chain(self.npcs.values())
    }

    /// A character or NPC, by id.
    pub fn person(&self, id: &str) -> Option<&Person> {
        self.characters.get(id).or_else(|| self.npcs.get(id))
    }

    /// An evaluator for a person, or for the blank form, under the rules in force. It has the values that are cached.
    pub fn evaluator<'a>(&'a self, who: Option<&'a Person>) -> Evaluator<'a> {
        static BLANK: LazyLock<Character> = LazyLock::new(Character::blank);
        let of_nobody = || Evaluator::resumed(&self.rules, &BLANK, self.blank.get());
        who.map_or_else(of_nobody, |who| who.evaluator(&self.rules))
    }

    /// Caches the values of a person or of the blank form, up to `most` values and terms.
    pub(crate) fn keep(&self, who: Option<&Person>, found: Evaluator<'_>, most: usize) {
        if let Some(found) = found.into_values(most) {
            // Another thread may have been first, with the same values.
            let _ = who.map_or(&self.blank, |who| &who.values).set(found);
        }
    }

    /// The entry of an ability that a person has built.
    pub fn built<'a>(&'a self, who: &'a Person, id: &str) -> Option<&'a BuiltEntry> {
        let on_the_spot = who.entry.abilities.iter().find_map(|owned| match owned {
            OwnedEntry::Built(built) => (built.head.id == id).then_some(built),
            OwnedEntry::Described(_) | OwnedEntry::Shared(_) => None,
        });
        on_the_spot.or_else(|| self.abilities.get(id).map(|ability| &ability.entry))
    }

    /// What shows the chances of checks: cards, and lines of sheets and handouts, each with its name, which may be empty.
    pub fn check_uses(&self) -> impl Iterator<Item = (&str, &UseEntry)> {
        let entries = &self.entries;
        let cards = entries.actions.iter().chain(entries.skills.iter().map(|skill| &skill.card));
        let on_cards = cards.filter_map(|card| Some((card.head.name.as_str(), card.odds.as_ref()?)));
        let blocks = entries.sheet_front.iter().chain(&entries.sheet_back).chain(entries.handouts.blocks());
        let in_blocks = blocks.filter_map(|block| match &block.kind {
            BlockKind::Odds(uses) => Some(uses.iter().map(|used| (used.label.as_str(), used))),
            _ => None,
        });
        on_cards.chain(in_blocks.flatten())
    }

    /// The allies of a character.
    pub fn allies(&self, owner: &str) -> impl Iterator<Item = &Person> {
        self.people().filter(move |who| who.entry.ally.as_ref().is_some_and(|ally| ally.of.value == owner))
    }

    /// The generator of NPCs under these rules; none when the system has no creation rules.
    pub fn generator<'a>(&'a self, rules: &'a Rules) -> Option<Generator<'a>> {
        let archetypes = self.archetypes.values().map(|archetype| &archetype.def).collect();
        let abilities = self.abilities.values().map(|ability| &ability.def).collect();
        Some(Generator { rules, creation: self.creation.as_ref()?, archetypes, abilities })
    }

    /// An action, by id.
    pub fn action(&self, id: &str) -> Option<&CardEntry> {
        Some(&self.entries.actions[*self.places.actions.get(id)?])
    }

    /// A skill, by id.
    pub fn skill(&self, id: &str) -> Option<&SkillEntry> {
        Some(&self.entries.skills[*self.places.skills.get(id)?])
    }

    /// A reference card, by id.
    pub fn reference(&self, id: &str) -> Option<&CardEntry> {
        Some(&self.entries.references[*self.places.references.get(id)?])
    }

    /// The place of a card among all of the game in the order of decks, from 1, and how many there are.
    pub fn card_number(&self, id: &str) -> Option<(usize, usize)> {
        Some((self.places.cards.get(id)? + 1, self.places.cards.len()))
    }

    /// The card entry of an action, skill or reference.
    pub fn card(&self, id: &str) -> Option<&CardEntry> {
        let skill = || self.skill(id).filter(|s| s.card.family.is_some()).map(|s| &s.card);
        self.action(id).or_else(skill).or_else(|| self.reference(id))
    }

    /// The entry of the action, skill or reference that a value is of: `strike.accuracy` is one of the action `strike`.
    pub fn owner(&self, value: &str) -> Option<&CardEntry> {
        let id = id_of(value.split_once('.')?.0);
        let skill = || self.skill(&id).map(|skill| &skill.card);
        self.action(&id).or_else(skill).or_else(|| self.reference(&id))
    }

    /// How a player computes a value on a blank form, where the author says so.
    pub fn how(&self, value: &str) -> Option<&Text> {
        let entry = match value.split_once('.') {
            None => Some(&self.entries.derived[*self.places.derived.get(value)?]),
            Some((_, id)) => self.owner(value)?.values.iter().find(|entry| entry.head.id == id),
        };
        entry.map(|entry| &entry.how).filter(|how| !how.is_empty())
    }

    /// The person with whose values an ability is computed where nobody is named: the first who has it. Without one it is
    /// computed for the blank form.
    pub fn builder(&self, ability: &str) -> Option<&Person> {
        self.people().find(|who| who.character.built.iter().any(|built| built.id == ability))
    }

    /// The ability that a bill in a chapter shows, as far as it shows it, and for whom it is computed.
    pub fn bill_part(&self, part: &BillPart) -> Option<(Ability, Option<&Person>)> {
        let mut ability = Ability::clone(&self.abilities.get(&part.ability.value)?.def);
        let who = match &part.who {
            Some(who) => Some(self.person(&who.value)?),
            None => self.builder(&ability.id),
        };
        ability.keywords.truncate(part.keywords.as_ref().map_or(usize::MAX, |shown| shown.value));
        Some((ability, who))
    }

    /// A keyword and its family, by its id.
    pub fn keyword(&self, id: &str) -> Option<(&KeywordFamilyEntry, &KeywordEntry)> {
        let families = self.entries.keywords.iter();
        let mut all = families.flat_map(|family| family.keywords.iter().map(move |keyword| (family, keyword)));
        all.find(|(_, keyword)| keyword.head.id == id)
    }

    /// `Small 1 · rules 4f2a91`, the line at the foot of everything that is printed, in the language of the game.
    pub fn edition_line(&self) -> String {
        let entries = &self.entries;
        let game = format!("{} {}", entries.head.name, entries.edition);
        entries.lang.words.say("print.edition", &[("game", &game), ("fingerprint", &self.fingerprint)])
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
