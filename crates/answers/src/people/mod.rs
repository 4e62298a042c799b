//! A character as a form: what can be filled in, what is, and which change of its file each part makes.
//!
//! The form is made of what the file says, not of the character that it defines: where something in it is wrong, all of it can
//! still be seen and changed.

mod catalogue;
mod keys;
mod names;
mod record;
mod sections;
mod todo;

use std::cell::RefCell;
use std::collections::BTreeMap;

use indexmap::IndexMap;
use makeready_content::amend::Step;
use makeready_content::game::Game;
use makeready_content::source::{FileId, Sources, Span};
use makeready_content::yaml::{self, Kind, Node};
use serde::Serialize;
use serde_json::{Value as Json, json};

pub(crate) use keys::Names;

pub use catalogue::Catalogue;
pub use todo::{Todo, todo};

use crate::forms::{Field, Takes};

/// A form.
#[derive(Debug, Serialize)]
pub struct PersonForm {
    sections: Vec<Section>,
    /// Words of the game with what they are called, which fields and parts name.
    names: BTreeMap<Names, Vec<(String, String)>>,
}

/// A part of it.
#[derive(Debug, Default, Serialize)]
struct Section {
    /// What it holds, as the interface says it; empty for the plain fields of something.
    part: &'static str,
    /// What the game calls it, where it has a word for it.
    #[serde(skip_serializing_if = "String::is_empty")]
    name: String,
    fields: Vec<Entry>,
    /// What is in a list, each of which can be taken out again.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    held: Vec<Held>,
    /// What can be put in.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    offers: Vec<Offer>,
    /// Of which words one can be put in.
    #[serde(skip_serializing_if = "Option::is_none")]
    chosen: Option<Chosen>,
    /// What of one's own can be put in, under a name that is asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    own: Vec<Own>,
    /// Whether no sheet and no handout shows what is in it: it has cards alone.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    on_cards: bool,
    /// Parts within this one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parts: Vec<Section>,
}

/// A field, with what stands in it.
#[derive(Debug, Serialize)]
struct Entry {
    /// The way to it in the file.
    path: Vec<Step>,
    #[serde(flatten)]
    field: Field,
    /// What is filled in.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    /// Where that stands: line and column, as findings name their places.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<(usize, usize)>,
    /// What it is, as its `summary` says; may be empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    hint: String,
    /// Whether it may not stay empty.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_needed: bool,
    /// Whether it prints on handouts, and not on the sheet.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    on_handouts: bool,
    /// Whether it is a formula of dice.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_dice: bool,
    /// What has to be written before it, where the file has a short form that holds no such thing: where, and what.
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<(Vec<Step>, Json)>,
}

/// Something in a list.
#[derive(Debug, Serialize)]
struct Held {
    name: String,
    /// The way to it in the file.
    path: Vec<Step>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<(usize, usize)>,
    /// What it says, to be changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parts: Vec<Section>,
}

/// Something to put in.
#[derive(Debug, Serialize)]
struct Offer {
    name: String,
    /// The way in the file to the list that it comes into, or to its own place.
    path: Vec<Step>,
    /// Whether it comes into a list; else it is set.
    is_item: bool,
    /// What is written.
    value: Json,
}

/// A word of the game to put in.
#[derive(Debug, Serialize)]
struct Chosen {
    /// One of these.
    names: Names,
    /// But none of these, which are there.
    without: Vec<String>,
    /// The way in the file to where it comes.
    path: Vec<Step>,
    /// Whether it comes into a list; else it is set.
    is_item: bool,
    /// What is written: `null` stands where the word comes.
    value: Json,
}

/// Something of one's own to put in.
#[derive(Debug, Serialize)]
struct Own {
    /// What it is, as the interface says it.
    what: &'static str,
    /// The way in the file to the list that it comes into.
    path: Vec<Step>,
    /// What is written, with its name under `name`, a description under `description` and an id made of it under `id` where these
    /// keys are there; a text that is none yet is the name alone.
    value: Json,
    /// The ids that are taken.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    taken: Vec<String>,
}

/// The form of somebody, who stands in a file of these; none where the file cannot be read.
pub fn form(game: &Game, catalogue: &Catalogue, sources: &Sources, file: FileId) -> Option<PersonForm> {
    let text = &sources.file(file).text;
    let tree = yaml::parse(text, file).ok()?;
    if !matches!(tree.kind, Kind::Map(_)) {
        return None;
    }
    let form = Form { game, catalogue, sources, text, tree: &tree, names: RefCell::default() };
    let sections = form.sections().into_iter().filter(Section::is_filled).collect();
    let names = form.names.into_inner().into_iter();
    Some(PersonForm { sections, names: names.map(|(of, names)| (of, names.into_iter().collect())).collect() })
}

/// The file of somebody new of a game: everything that has to be there, as little as it can be.
pub fn fresh(game: &Game, name: &str) -> String {
    let system = game.rules.system();
    let line = |key: &str, value: &str| format!("  {key}: {value}\n");
    let part = |key: &str, lines: String| if lines.is_empty() { lines } else { format!("{key}:\n{lines}") };
    let creation = game.creation.as_ref();
    let choices = system.choices.iter().filter_map(|(id, choice)| {
        let usual = creation.and_then(|creation| creation.choices.get(id)).or_else(|| choice.options.keys().next())?;
        Some(line(id, usual))
    });
    let inputs = system.inputs.iter().filter(|(_, input)| input.default.is_none() && !input.is_optional);
    let inputs = inputs.map(|(id, input)| {
        let usual = creation.and_then(|creation| creation.inputs.get(id).copied());
        line(id, &usual.unwrap_or_else(|| 1.clamp(input.min, input.max)).to_string())
    });
    let stats = system.stats.keys().map(|id| line(id, "1"));
    let (choices, inputs, stats) = (choices.collect(), inputs.collect(), stats.collect());
    let head =
        format!("format_version: 1\nsystem: {}\nid: new-character\nname: {}\n", game.entries.head.id, json!(name));
    [head, part("inputs", inputs), part("choices", choices), part("stats", stats)].concat()
}

/// What a form is made from.
struct Form<'f> {
    game: &'f Game,
    catalogue: &'f Catalogue,
    sources: &'f Sources,
    text: &'f str,
    tree: &'f Node,
    /// The words that have been asked for.
    names: RefCell<BTreeMap<Names, IndexMap<String, String>>>,
}

impl Form<'_> {
    fn place(&self, at: Span) -> (usize, usize) {
        self.sources.line_column(at)
    }

    /// What stands at the end of some keys.
    fn at(&self, path: &[&str]) -> Option<&Node> {
        path.iter().try_fold(self.tree, |node, key| node.value(key))
    }

    /// The items of a list, or nothing.
    fn items(&self, path: &[&str]) -> &[Node] {
        items(self.at(path))
    }

    /// What a value says, if it is neither a list nor a mapping.
    fn said(&self, node: &Node) -> Option<String> {
        said(node, self.text)
    }

    /// A field for a value.
    fn entry(&self, path: Vec<Step>, field: Field, node: Option<&Node>) -> Entry {
        let value = node.and_then(|node| self.said(node));
        let at = node.map(|node| self.place(node.at));
        Entry {
            path,
            field,
            value,
            at,
            hint: String::new(),
            is_needed: false,
            on_handouts: false,
            is_dice: false,
            before: None,
        }
    }
}

impl Section {
    fn of(part: &'static str) -> Self {
        Self { part, ..Self::default() }
    }

    fn is_filled(&self) -> bool {
        let is_empty = self.fields.is_empty() && self.held.is_empty() && self.offers.is_empty();
        !(is_empty && self.chosen.is_none() && self.own.is_empty() && self.parts.is_empty())
    }
}

impl Entry {
    /// The same, with what its entry in the game says of it.
    fn with_hint(self, summary: Option<&str>) -> Self {
        Self { hint: summary.unwrap_or_default().to_owned(), ..self }
    }

    /// The same, which may not stay empty.
    fn needed(self) -> Self {
        Self { is_needed: true, ..self }
    }
}

impl Offer {
    /// One that comes into a list.
    fn item(list: Vec<Step>, name: &str, value: Json) -> Self {
        Self { name: name.to_owned(), path: list, is_item: true, value }
    }
}

/// The items of a list, or nothing.
fn items(node: Option<&Node>) -> &[Node] {
    match node.map(|node| &node.kind) {
        Some(Kind::List(items)) => items,
        _ => &[],
    }
}

/// What a value says, if it is neither a list nor a mapping.
fn said(node: &Node, text: &str) -> Option<String> {
    match &node.kind {
        Kind::Text(said) => Some(said.clone()),
        Kind::Whole(number) => Some(number.to_string()),
        Kind::Bool(flag) => Some(flag.to_string()),
        Kind::Decimal => text.get(node.written.start..node.written.end).map(|said| said.trim().to_owned()),
        Kind::Null | Kind::List(_) | Kind::Map(_) => None,
    }
}

/// Steps along keys.
fn steps(path: &[&str]) -> Vec<Step> {
    path.iter().map(|key| Step::Key((*key).to_owned())).collect()
}

/// The same with one more key.
fn behind(path: &[Step], key: &str) -> Vec<Step> {
    [path, &[Step::Key(key.to_owned())]].concat()
}

/// The same with the place of an item.
fn within(path: &[Step], place: usize) -> Vec<Step> {
    [path, &[Step::Item(place)]].concat()
}

fn field(id: &str, name: &str, takes: Takes) -> Field {
    Field { id: id.to_owned(), name: name.to_owned(), takes, default: None }
}
