//! What the people and archetypes of a game have, for others to take.

use std::collections::BTreeSet;

use makeready_content::game::Game;
use makeready_content::source::{FileId, Sources};
use makeready_content::yaml::{self, Kind, Node};
use serde_json::{Map, Number, Value as Json};

use super::{items, said};

/// An item or a background of somebody.
#[derive(Debug)]
pub struct CatalogueEntry {
    pub(super) name: String,
    /// The name, followed by that of the owner where another has the same name and is different.
    pub(super) label: String,
    /// As it is written.
    pub(super) written: Json,
    /// The name of the person or archetype who has it.
    owner: String,
}

/// What can be taken over from others of a game.
#[derive(Debug, Default)]
pub struct Catalogue {
    /// Items, in the order of their names.
    pub(super) items: Vec<CatalogueEntry>,
    /// Backgrounds, in the order of their names.
    pub(super) backgrounds: Vec<CatalogueEntry>,
    /// Names of languages.
    pub(super) languages: BTreeSet<String>,
}

impl Catalogue {
    /// Of the people and archetypes of a game, which stand in these files.
    pub fn of(game: &Game, sources: &Sources) -> Self {
        let mut found = Self::default();
        for person in game.people() {
            let owner = &person.character.name;
            read(sources, person.entry.file(), |tree, text| {
                found.take_items(items(tree.value("items")), owner, text);
                for past in items(tree.value("backgrounds")) {
                    found
                        .backgrounds
                        .extend(named(past, text).map(|(name, written)| CatalogueEntry::of(owner, name, written)));
                }
                for spoken in items(tree.value("languages")) {
                    found.languages.extend(named(spoken, text).map(|(name, _)| name));
                }
            });
        }
        for archetype in game.archetypes.values() {
            let owner = &archetype.entry.head.name;
            read(sources, archetype.entry.head.at.file, |tree, text| {
                for group in items(tree.value("items")) {
                    found.take_items(items(group.value("one_of")), owner, text);
                }
                for offer in items(tree.value("backgrounds")) {
                    for name in items(offer.value("names")).iter().filter_map(|name| said(name, text)) {
                        let past = Json::Object(Map::from_iter([("name".to_owned(), Json::from(name.clone()))]));
                        found.backgrounds.push(CatalogueEntry::of(owner, name, past));
                    }
                }
                let spoken = items(tree.value("languages")).iter();
                found.languages.extend(spoken.filter_map(|language| said(language, text)));
            });
        }
        found.items = each_once(found.items);
        found.backgrounds = each_once(found.backgrounds);
        found
    }

    fn take_items(&mut self, things: &[Node], owner: &str, text: &str) {
        for thing in things {
            let Some((name, mut written)) = named(thing, text) else { continue };
            // Who may have it is a matter of archetypes.
            written.as_object_mut().map(|written| written.remove("when"));
            self.items.push(CatalogueEntry::of(owner, name, written));
        }
    }
}

impl CatalogueEntry {
    fn of(owner: &str, name: String, written: Json) -> Self {
        Self { label: name.clone(), name, written, owner: owner.to_owned() }
    }
}

/// Looks into a file that can be read.
fn read(sources: &Sources, file: FileId, mut look: impl FnMut(&Node, &str)) {
    let text = &sources.file(file).text;
    if let Ok(tree) = yaml::parse(text, file) {
        look(&tree, text);
    }
}

/// A mapping with its name.
fn named(node: &Node, text: &str) -> Option<(String, Json)> {
    Some((said(node.value("name")?, text)?, json(node, text)))
}

/// In the order of names; of what has the same name and says the same, one. What says something else is told apart by its owner.
fn each_once(mut all: Vec<CatalogueEntry>) -> Vec<CatalogueEntry> {
    let mut seen = BTreeSet::new();
    all.retain(|one| seen.insert((one.name.clone(), one.written.to_string())));
    all.sort_by(|one, other| one.name.cmp(&other.name));
    let names: Vec<String> = all.iter().map(|one| one.name.clone()).collect();
    for one in &mut all {
        if names.iter().filter(|name| **name == one.name).count() > 1 {
            one.label = format!("{} ({})", one.name, one.owner);
        }
    }
    all
}

/// A value as JSON.
fn json(node: &Node, text: &str) -> Json {
    match &node.kind {
        Kind::Null => Json::Null,
        Kind::Bool(flag) => Json::Bool(*flag),
        Kind::Whole(number) => Json::from(*number),
        Kind::Text(said) => Json::from(said.clone()),
        Kind::Decimal => {
            let said = said(node, text).unwrap_or_default();
            said.parse::<f64>().ok().and_then(Number::from_f64).map_or(Json::String(said), Json::Number)
        }
        Kind::List(items) => items.iter().map(|item| json(item, text)).collect(),
        Kind::Map(entries) => {
            let entry = |(key, value): &(Node, Node)| Some((said(key, text)?, json(value, text)));
            Json::Object(entries.iter().filter_map(entry).collect())
        }
    }
}
