//! The kinds of files that a system has: one row each.

use schemars::Schema;

use crate::checked::{Checked, Written};
use crate::concept::ability::AbilityFile;
use crate::concept::archetype::ArchetypeEntry;
use crate::concept::building::BuildingEntry;
use crate::concept::card::{ActionsFile, ReferencesFile};
use crate::concept::character::CharacterEntry;
use crate::concept::checks::ChecksFile;
use crate::concept::conditions::ConditionsFile;
use crate::concept::creation::CreationEntry;
use crate::concept::credits::GameCredits;
use crate::concept::examples::ExamplesFile;
use crate::concept::glossary::{GlossaryFile, TermEntry};
use crate::concept::head::Head;
use crate::concept::keyword::{KeywordFamilyEntry, KeywordsFile};
use crate::concept::procedures::ProceduresFile;
use crate::concept::rulings::RulingsFile;
use crate::concept::schema;
use crate::concept::skill::SkillsFile;
use crate::concept::system::{LAST_PLACE, SystemFile};
use crate::concept::traits::TraitsFile;
use crate::concept::value::ValueEntry;
use crate::decode::Decoder;
use crate::entries::Entries;
use crate::yaml::Node;

/// A kind of file that a system has.
pub struct FileKind {
    /// Its path within the system; with `/` at the end, that of a folder of such files.
    pub name: &'static str,
    /// Reads one into the entries of the system.
    pub read: fn(&mut Decoder, &Node, &mut Entries),
    /// What an editor is told of it.
    pub schema: fn() -> Schema,
}

/// Declares the kinds: name, the type of such a file, and where in the entries what it says belongs.
macro_rules! kinds {
    ($($name:literal $file:ty => |$d:ident, $entries:ident, $said:pat_param| $take:expr;)*) => {
        /// Every kind of file but chapters, which are Markdown.
        pub const KINDS: &[FileKind] = &[$(FileKind {
            name: $name,
            read: |$d, node, $entries| {
                if let Some($said) = $d.file::<$file>(node) {
                    $take;
                }
            },
            schema: schema::<$file>,
        }),*];
    };
}

kinds! {
    "system.yaml" SystemFile => |d, entries, file| system(entries, file);
    "rulings.yaml" RulingsFile => |d, entries, file| {
        file.rulings.iter().for_each(|ruling| ruling.check(d));
        entries.rulings.extend(file.rulings);
    };
    "conditions.yaml" ConditionsFile => |d, entries, file| {
        entries.condition_groups.extend(file.groups);
        entries.conditions.extend(file.conditions);
    };
    "glossary.yaml" GlossaryFile => |d, entries, file| entries.terms.extend(file.terms.into_iter().map(TermEntry::from));
    "skills.yaml" SkillsFile => |d, entries, file| {
        entries.skill_groups.extend(file.skill_groups);
        entries.skills.extend(sound(file.skills.0));
    };
    "examples.yaml" ExamplesFile => |d, entries, file| entries.examples.extend(sound(file.examples));
    "building.yaml" BuildingEntry => |d, entries, building| entries.building = Some(building);
    "procedures.yaml" ProceduresFile => |d, entries, file| entries.procedures.extend(file.procedures);
    "checks.yaml" ChecksFile => |d, entries, file| entries.checks.extend(sound(file.checks));
    "creation.yaml" CreationEntry => |d, entries, creation| entries.creation = Some(creation);
    "actions/" ActionsFile => |d, entries, file| entries.actions.extend(sound(file.actions));
    "references/" ReferencesFile => |d, entries, file| entries.references.extend(sound(file.references));
    "characters/" CharacterEntry => |d, entries, character| entries.characters.push(character);
    "npcs/" CharacterEntry => |d, entries, npc| entries.npcs.push(npc);
    "traits/" TraitsFile => |d, entries, file| entries.trait_lists.extend(file.list());
    "keywords/" KeywordsFile => |d, entries, KeywordsFile { family, keywords, .. }| {
        let family = family.0.map(|family| KeywordFamilyEntry { head: family.head, keywords: keywords.0 });
        entries.keywords.extend(family);
    };
    "abilities/" AbilityFile => |d, entries, file| entries.abilities.push(file.ability);
    "archetypes/" ArchetypeEntry => |d, entries, archetype| entries.archetypes.push(archetype);
    "examples/" ExamplesFile => |d, entries, file| entries.examples.extend(sound(file.examples));
}

/// The entries of a list whose keys have been looked at together.
fn sound<W: Written>(list: impl IntoIterator<Item = Checked<W>>) -> impl Iterator<Item = W::Entry> {
    list.into_iter().map(|Checked(entry)| entry)
}

/// The kind of the file at a path within a system.
pub fn kind_of(path: &str) -> Option<&'static FileKind> {
    let is_it = |kind: &&FileKind| match kind.name.strip_suffix('/') {
        Some(folder) => path.split_once('/').is_some_and(|(first, _)| first == folder),
        None => path == kind.name,
    };
    KINDS.iter().find(is_it)
}

/// What `system.yaml` says.
fn system(entries: &mut Entries, file: SystemFile) {
    let title = file.title.0;
    entries.head = Head {
        name: title.clone(),
        rule: file.rule.0,
        rules: file.rules.into_iter().map(|rule| rule.value).collect(),
        summary: String::new(),
        at: file.id.at,
        id: file.id.0.value,
    };
    entries.tagline = file.tagline.0;
    entries.edition = file.edition.0;
    entries.place = file.place.map_or(LAST_PLACE, |place| place.0);
    entries.credits = GameCredits {
        title,
        licence: file.licence.0.map(|licence| licence.0),
        authors: file.authors.0.0,
        credits: file.credits.0.0,
    };
    entries.inputs = file.inputs.0.into_iter().map(|Checked(input)| input).collect();
    entries.groups = file.groups.0;
    entries.stats = file.stats.0.0;
    entries.advance_value = file.advance_value;
    entries.choices = file.choices.0.0;
    entries.derived = file.derived.into_iter().map(ValueEntry::from).collect();
    entries.resources = file.resources.0.0;
    entries.cost_sets = file.cost_sets.0;
    entries.families = file.families.0;
    entries.lists = file.lists.0.0;
    entries.backgrounds = file.backgrounds.0;
    if let Some(items) = file.items.0 {
        entries.item_fields = items.fields.0;
        entries.item_card = items.card.0;
    }
    entries.ally_card = file.allies.0.and_then(|allies| allies.card.0);
    entries.legality = file.legality.into_iter().map(|Checked(rule)| rule).collect();
    entries.look = file.look.0.unwrap_or_default();
    let sheet = file.sheet.0.unwrap_or_default();
    (entries.sheet_front, entries.sheet_back) = (sheet.front.0.0, sheet.back.0.0);
    entries.handouts = file.handouts.0.unwrap_or_default();
}
