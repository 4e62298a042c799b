//! One file a concept: what its YAML says, how it is read, and what is wrong with it alone.
//!
//! [`KINDS`] is the one table of kinds of files.

pub mod archetype;
pub mod block;
pub mod bulk;
pub mod campaign;
pub mod card;
pub mod character;
pub mod conditions;
pub mod creation;
pub mod fact;
pub mod glossary;
pub mod group;
pub mod item;
pub mod modifier;
pub mod rulings;
pub mod skill;
pub mod traits;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde_json::Value;

use crate::decode::Decoder;
use crate::entries::Entries;
use crate::files::{building, checks, examples, procedures, rulings as written, system};
use crate::yaml::Node;

/// A kind of file that a system has.
pub struct FileKind {
    /// Its path within the system; with `/` at the end, that of a folder of such files.
    pub name: &'static str,
    /// Reads one into the entries of the system.
    pub read: fn(&mut Decoder, &Node, &mut Entries),
    /// What an editor is told of it.
    pub schema: Option<fn() -> Schema>,
}

const fn kind(name: &'static str, read: fn(&mut Decoder, &Node, &mut Entries)) -> FileKind {
    FileKind { name, read, schema: None }
}

impl FileKind {
    const fn with<T: JsonSchema>(self) -> Self {
        Self { schema: Some(schema::<T>), ..self }
    }
}

/// Every kind of file but chapters, which are Markdown.
pub const KINDS: [FileKind; 19] = [
    kind("system.yaml", system::read),
    kind("rulings.yaml", written::read).with::<rulings::RulingsFile>(),
    kind("conditions.yaml", written::read_conditions).with::<conditions::ConditionsFile>(),
    kind("glossary.yaml", written::read_glossary).with::<glossary::GlossaryFile>(),
    kind("skills.yaml", skill::read).with::<skill::SkillsFile>(),
    kind("examples.yaml", examples::read),
    kind("building.yaml", |d, node, entries| entries.building = building::read(d, node)),
    kind("procedures.yaml", procedures::read),
    kind("checks.yaml", checks::read),
    kind("creation.yaml", |d, node, entries| entries.creation = d.file(node)).with::<creation::CreationEntry>(),
    kind("actions/", card::read_actions).with::<card::ActionsFile>(),
    kind("references/", card::read_references).with::<card::ReferencesFile>(),
    kind("characters/", |d, node, entries| entries.characters.extend(d.file::<character::CharacterEntry>(node)))
        .with::<character::CharacterEntry>(),
    kind("npcs/", |d, node, entries| entries.npcs.extend(d.file::<character::CharacterEntry>(node)))
        .with::<character::CharacterEntry>(),
    kind("traits/", |d, node, entries| {
        entries.trait_lists.extend(d.file(node).and_then(traits::TraitsFile::list));
    })
    .with::<traits::TraitsFile>(),
    kind("keywords/", |d, node, entries| entries.keywords.extend(building::read_keywords(d, node))),
    kind("abilities/", |d, node, entries| entries.abilities.extend(building::read_ability(d, node))),
    kind("archetypes/", |d, node, entries| entries.archetypes.extend(d.file::<archetype::ArchetypeEntry>(node)))
        .with::<archetype::ArchetypeEntry>(),
    kind("examples/", examples::read),
];

/// The kind of the file at a path within a system.
pub fn kind_of(path: &str) -> Option<&'static FileKind> {
    let is_it = |kind: &&FileKind| match kind.name.strip_suffix('/') {
        Some(folder) => path.split_once('/').is_some_and(|(first, _)| first == folder),
        None => path == kind.name,
    };
    KINDS.iter().find(is_it)
}

/// The schema of a type, in the version that the common language server of editors reads.
pub fn schema<T: JsonSchema>() -> Schema {
    let settings = SchemaSettings::draft07().with_transform(closed);
    settings.into_generator().into_root_schema_for::<T>()
}

/// Closes every mapping whose keys are listed, since a key that is not known is an error, and takes `null` out: a key
/// with nothing behind it is one, too.
fn closed(schema: &mut Schema) {
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|one| one != "null");
    }
    if schema.get("properties").is_some() && schema.get("additionalProperties").is_none() {
        schema.insert("additionalProperties".to_owned(), false.into());
    }
    schemars::transform::transform_subschemas(&mut closed, schema);
}
