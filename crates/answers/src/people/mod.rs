//! A character as a form: what can be filled in, what is, and which change of its file each part makes.

use deckle_content::amend::Step;
use deckle_content::concept::character::{CharacterEntry, LARGEST, MOST_RANKS, OwnedEntry, RanksEntry};
use deckle_content::concept::head::Head;
use deckle_content::concept::sheet::{BlockEntry, BlockKind};
use deckle_content::game::Game;
use deckle_content::source::{Located, Sources, Span};
use deckle_content::yaml::{self, Kind};
use deckle_rules::system::SkillDef;
use indexmap::IndexMap;
use serde::Serialize;
use serde_json::{Value as Json, json};

use crate::forms::{Field, Takes, of_choice, of_input};

/// A form.
#[derive(Debug, Serialize)]
pub struct PersonForm {
    sections: Vec<Section>,
}

/// A part of it.
#[derive(Debug, Serialize)]
struct Section {
    /// What it holds, as the interface says it.
    part: Part,
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
}

/// What a section holds.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum Part {
    Person,
    Stats,
    Skills,
    Abilities,
    Traits,
    Conditions,
    Items,
    Backgrounds,
    Languages,
    Notes,
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
}

/// Something in a list.
#[derive(Debug, Serialize)]
struct Held {
    name: String,
    /// The way to it in the file.
    path: Vec<Step>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<(usize, usize)>,
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

/// The form of somebody, who stands in these files.
pub fn form(game: &Game, who: &CharacterEntry, sources: &Sources) -> PersonForm {
    let form = Form { game, who, sources };
    let lists = [form.abilities(), form.traits(), form.conditions(), form.items()];
    let said = [form.backgrounds(), form.languages(), form.notes()];
    let sections = [form.person()].into_iter().chain(form.stats()).chain(form.skills()).chain(lists).chain(said);
    let is_filled = |one: &Section| !(one.fields.is_empty() && one.held.is_empty() && one.offers.is_empty());
    PersonForm { sections: sections.filter(is_filled).collect() }
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

impl Entry {
    /// The same, with what its entry in the game says of it.
    fn with_hint(self, head: Option<&Head>) -> Self {
        Self { hint: head.map(|head| head.summary.clone()).unwrap_or_default(), ..self }
    }
}

struct Form<'f> {
    game: &'f Game,
    who: &'f CharacterEntry,
    sources: &'f Sources,
}

impl Form<'_> {
    fn place(&self, at: Span) -> (usize, usize) {
        self.sources.line_column(at)
    }

    fn entry(&self, path: &[&str], field: Field, found: Option<(String, Span)>) -> Entry {
        let (value, at) = found.unzip();
        Entry { path: keys(path), field, value, at: at.map(|at| self.place(at)), hint: String::new() }
    }

    fn person(&self) -> Section {
        let system = self.game.rules.system();
        let words = |key: &str, said: &str| {
            let field = Field { id: key.to_owned(), name: String::new(), takes: Takes::Words, default: None };
            Entry { path: keys(&[key]), field, value: Some(said.to_owned()), at: None, hint: String::new() }
        };
        let choices = system.choices.iter().map(|(id, choice)| {
            let found = self.who.choices.iter().find(|(known, _)| known.value == *id);
            let found = found.map(|(_, chosen)| (chosen.value.clone(), chosen.at));
            let head = self.game.entries.choices.iter().map(|one| &*one.head).find(|head| head.id == *id);
            self.entry(&["choices", id], of_choice(id, choice, None), found).with_hint(head)
        });
        let inputs = system.inputs.iter().map(|(id, input)| {
            let found = self.who.inputs.iter().find(|(known, _)| known.value == *id);
            let found = found.map(|(_, number)| (number.value.to_string(), number.at));
            let head = self.game.entries.inputs.iter().map(|one| &one.head).find(|head| head.id == *id);
            self.entry(&["inputs", id], of_input(id, input, None), found).with_hint(head)
        });
        let said = [words("name", &self.who.head.name), words("portrait", &self.who.portrait)];
        Section { fields: said.into_iter().chain(choices).chain(inputs).collect(), ..Section::of(Part::Person) }
    }

    fn stats(&self) -> Vec<Section> {
        let entries = &self.game.entries;
        let of_group = |group: &str, name: &str| {
            let stats = entries.stats.iter().filter(|stat| stat.group.value == group);
            let field = |id: &str, name: &str| {
                let found = self.who.stats.iter().find(|(known, _)| known.value == id);
                let found = found.map(|(_, number)| (number.value.to_string(), number.at));
                self.entry(&["stats", id], number(id, name, -LARGEST, LARGEST), found)
            };
            let fields = stats.map(|stat| field(&stat.head.id, &stat.head.name)).collect();
            Section { name: name.to_owned(), fields, ..Section::of(Part::Stats) }
        };
        entries.groups.iter().map(|group| of_group(&group.head.id, &group.head.name)).collect()
    }

    fn skills(&self) -> Vec<Section> {
        let entries = &self.game.entries;
        let of_group = |group: &str, name: &str| {
            let mut section = Section { name: name.to_owned(), ..Section::of(Part::Skills) };
            for skill in entries.skills.iter().filter(|skill| skill.group.value == group) {
                let Some(def) = self.game.rules.system().skills.get(&skill.card.head.id) else { continue };
                self.skill(&skill.card.head.id, def, &mut section);
            }
            section
        };
        entries.skill_groups.iter().map(|group| of_group(&group.head.id, &group.head.name)).collect()
    }

    /// A skill: its ranks, those in each kind of it, and the kinds that can be bought.
    fn skill(&self, id: &str, def: &SkillDef, section: &mut Section) {
        let system = self.game.rules.system();
        let found = self.who.skills.iter().find(|(known, _)| known.value == id).map(|(_, ranks)| ranks);
        let mut push = |path: &[&str], name: &str, found: Option<(u32, Option<Span>)>| {
            let (value, at) = found.unzip();
            section.fields.push(Entry {
                path: keys(path),
                field: number(id, name, 0, MOST_RANKS),
                value: value.map(|ranks: u32| ranks.to_string()),
                at: at.flatten().map(|at| self.place(at)),
                hint: String::new(),
            });
        };
        let kinds = |lists: &[String]| -> Vec<(String, String)> {
            let lists = lists.iter().filter_map(|list| system.lists.get(list));
            lists.flat_map(|list| list.entries.iter().map(|(id, name)| (id.clone(), name.clone()))).collect()
        };
        let bought: &[(Located<String>, u32)] = match found {
            Some(RanksEntry::Chosen(kinds) | RanksEntry::WithSecondary { secondary: kinds, .. }) => kinds,
            Some(RanksEntry::Plain(..)) | None => &[],
        };
        if def.choose.is_empty() {
            match found {
                Some(RanksEntry::Plain(ranks, at)) => push(&["skills", id], &def.name, Some((*ranks, Some(*at)))),
                Some(RanksEntry::WithSecondary { own, at, .. }) => {
                    push(&["skills", id, "rank"], &def.name, Some((*own, Some(*at))));
                }
                Some(RanksEntry::Chosen(_)) | None => push(&["skills", id], &def.name, None),
            }
        }
        let of_kind = kinds(if def.choose.is_empty() { &def.secondary } else { &def.choose });
        let under: &[&str] = if def.choose.is_empty() { &["skills", id, "secondary"] } else { &["skills", id] };
        for (kind, ranks) in bought {
            let name = of_kind.iter().find(|(known, _)| *known == kind.value).map_or(&kind.value, |(_, name)| name);
            push(&[under, &[&kind.value]].concat(), &format!("{}: {name}", def.name), Some((*ranks, Some(kind.at))));
        }
        for (kind, name) in of_kind.iter().filter(|(kind, _)| bought.iter().all(|(known, _)| known.value != *kind)) {
            let name = format!("{}: {name}", def.name);
            // What has ranks of its own alone becomes ranks of its own and those in a kind.
            let offer = match found {
                Some(RanksEntry::Plain(own, _)) if def.choose.is_empty() => {
                    let value = json!({ "rank": own, "secondary": { kind.clone(): 1 } });
                    Offer { name, path: keys(&["skills", id]), is_item: false, value }
                }
                _ => Offer { name, path: keys(&[under, &[kind]].concat()), is_item: false, value: json!(1) },
            };
            section.offers.push(offer);
        }
    }

    fn abilities(&self) -> Section {
        let name = |owned: &OwnedEntry| match owned {
            OwnedEntry::Shared(id) => {
                let found = self.game.abilities.get(&id.value);
                (found.map_or_else(|| id.value.clone(), |found| found.def.name.clone()), Some(id.at))
            }
            OwnedEntry::Built(built) => (built.head.name.clone(), Some(built.head.at)),
            OwnedEntry::Described(described) => (described.name.to_string(), None),
        };
        let has = |id: &str| self.who.abilities.iter().any(|owned| owned.id().is_some_and(|known| known.value == id));
        let others = self.game.abilities.iter().filter(|(id, _)| !has(id));
        Section {
            held: self.held("abilities", self.who.abilities.iter().map(name)),
            offers: others.map(|(id, one)| Offer::item("abilities", &one.def.name, json!(id))).collect(),
            ..Section::of(Part::Abilities)
        }
    }

    fn traits(&self) -> Section {
        let traits = &self.game.rules.system().traits;
        let option_name = |id: &str, option: &str| {
            let found = traits.get(id).and_then(|one| one.options.get(option));
            found.cloned().unwrap_or_else(|| option.to_owned())
        };
        let taken = self.who.traits.0.iter().map(|taken| {
            let name = traits.get(&taken.id.value).map_or(&taken.id.value, |one| &one.name);
            let option = taken.option.as_ref().map(|option| option_name(&taken.id.value, &option.value));
            (option.map_or_else(|| name.clone(), |option| format!("{name}: {option}")), Some(taken.id.at))
        });
        let offers = traits.iter().flat_map(|(id, one)| {
            if one.options.is_empty() {
                return vec![Offer::item("traits", &one.name, json!(id))];
            }
            let option = |(option, name): (&String, &String)| {
                Offer::item("traits", &format!("{}: {name}", one.name), json!({ id.clone(): option }))
            };
            one.options.iter().map(option).collect()
        });
        Section { held: self.held("traits", taken), offers: offers.collect(), ..Section::of(Part::Traits) }
    }

    fn conditions(&self) -> Section {
        let conditions = &self.game.rules.system().conditions;
        let name = |one: &Located<String>| {
            let found = conditions.get(&one.value).map_or(&one.value, |condition| &condition.name);
            (found.clone(), Some(one.at))
        };
        let others = conditions.iter().filter(|(id, _)| self.who.conditions.iter().all(|one| one.value != **id));
        Section {
            held: self.held("conditions", self.who.conditions.iter().map(name)),
            offers: others.map(|(id, one)| Offer::item("conditions", &one.name, json!(id))).collect(),
            ..Section::of(Part::Conditions)
        }
    }

    fn items(&self) -> Section {
        let names = self.who.items.iter().map(|item| (item.head.name.clone(), None));
        Section { held: self.held("items", names), ..Section::of(Part::Items) }
    }

    fn backgrounds(&self) -> Section {
        let names = self.who.backgrounds.iter().map(|past| (past.name.to_string(), None));
        let called = self.game.rules.system().backgrounds.as_ref().map(|def| def.plural.clone());
        Section {
            name: called.unwrap_or_default(),
            held: self.held("backgrounds", names),
            ..Section::of(Part::Backgrounds)
        }
    }

    fn languages(&self) -> Section {
        let names = self.who.languages.iter().map(|language| (language.name.to_string(), None));
        Section { held: self.held("languages", names), ..Section::of(Part::Languages) }
    }

    /// The notes that sheets and handouts print, called as the blocks that do, and any others that somebody has.
    fn notes(&self) -> Section {
        let entries = &self.game.entries;
        let blocks = entries.sheet_front.iter().chain(&entries.sheet_back).chain(entries.handouts.blocks());
        let printed = blocks.filter_map(|BlockEntry { title, kind, .. }| match kind {
            BlockKind::Notes(id, _) => Some((id.value.as_str(), title.as_str())),
            _ => None,
        });
        let mut names: IndexMap<&str, &str> = IndexMap::new();
        for (id, title) in printed.chain(self.who.notes.iter().map(|(id, _)| (id.value.as_str(), ""))) {
            let name = names.entry(id).or_default();
            if name.is_empty() {
                *name = title;
            }
        }
        let file = self.sources.file(self.who.file());
        let tree = yaml::parse(&file.text, self.who.file()).ok();
        let written = |id: &str| match &tree.as_ref()?.value("notes")?.value(id)?.kind {
            Kind::Text(said) => Some(said.clone()),
            _ => None,
        };
        let field = |(id, name): (&&str, &&str)| {
            let name = if name.is_empty() { *id } else { *name };
            let field = Field { id: (*id).to_owned(), name: name.to_owned(), takes: Takes::Words, default: None };
            Entry { path: keys(&["notes", id]), field, value: written(id), at: None, hint: String::new() }
        };
        Section { fields: names.iter().map(field).collect(), ..Section::of(Part::Notes) }
    }

    fn held(&self, list: &str, names: impl Iterator<Item = (String, Option<Span>)>) -> Vec<Held> {
        let held = |(place, (name, at)): (usize, (String, Option<Span>))| Held {
            name,
            path: vec![Step::Key(list.to_owned()), Step::Item(place)],
            at: at.map(|at| self.place(at)),
        };
        names.enumerate().map(held).collect()
    }
}

impl Section {
    fn of(part: Part) -> Self {
        Self { part, name: String::new(), fields: Vec::new(), held: Vec::new(), offers: Vec::new() }
    }
}

impl Offer {
    /// One that comes into a list.
    fn item(list: &str, name: &str, value: Json) -> Self {
        Self { name: name.to_owned(), path: keys(&[list]), is_item: true, value }
    }
}

fn keys(path: &[&str]) -> Vec<Step> {
    path.iter().map(|key| Step::Key((*key).to_owned())).collect()
}

fn number(id: &str, name: &str, min: i64, max: i64) -> Field {
    Field { id: id.to_owned(), name: name.to_owned(), takes: Takes::Number { min, max }, default: None }
}
