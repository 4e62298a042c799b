//! The parts of the form of somebody, in the order in which one is made.

use std::collections::BTreeSet;

use indexmap::IndexMap;
use makeready_content::concept::character::{LARGEST, MOST_RANKS};
use makeready_content::concept::sheet::{BlockEntry, BlockKind};
use makeready_content::yaml::{Kind, Node};
use makeready_rules::system::SkillDef;
use serde_json::{Value as Json, json};

use super::catalogue::CatalogueEntry;
use super::keys::{ADVANCE, BACKGROUND, BUILT, DESCRIBED, ITEM, LANGUAGE, Names, PERSON};
use super::{Chosen, Entry, Form, Held, Offer, Own, Section, field, items, steps, within};
use crate::forms::{Takes, of_choice, of_input};

impl Form<'_> {
    pub(super) fn sections(&self) -> Vec<Section> {
        let who = [self.person()].into_iter().chain(self.stats()).chain([self.advances()]);
        let learnt = [self.backgrounds()].into_iter().chain(self.skills()).chain([self.languages(), self.traits()]);
        let has = [self.possessions(), self.abilities(), self.words_at("conditions", Names::Conditions), self.notes()];
        let more = Section { parts: self.record(PERSON, &[], Some(self.tree), None), ..Section::of("more") };
        who.chain(learnt).chain(has).chain([more]).collect()
    }

    fn person(&self) -> Section {
        let system = self.game.rules.system();
        let words = |key: &str, takes: Takes| self.entry(steps(&[key]), field(key, "", takes), self.at(&[key]));
        let choices = system.choices.iter().map(|(id, choice)| {
            let summary = self.game.entries.choices.iter().find(|one| one.head.id == *id);
            let path = ["choices", id];
            let entry = self.entry(steps(&path), of_choice(id, choice, None), self.at(&path));
            entry.with_hint(summary.map(|one| one.head.summary.as_str())).needed()
        });
        let inputs = system.inputs.iter().map(|(id, input)| {
            let summary = self.game.entries.inputs.iter().find(|one| one.head.id == *id);
            let path = ["inputs", id];
            let entry = self.entry(steps(&path), of_input(id, input, None), self.at(&path));
            let entry = entry.with_hint(summary.map(|one| one.head.summary.as_str()));
            if input.default.is_none() && !input.is_optional { entry.needed() } else { entry }
        });
        let said = [words("name", Takes::Words).needed(), words("portrait", Takes::Text)];
        Section { fields: said.into_iter().chain(choices).chain(inputs).collect(), ..Section::of("person") }
    }

    fn stats(&self) -> Vec<Section> {
        let entries = &self.game.entries;
        let of_group = |group: &str, name: &str| {
            let stats = entries.stats.iter().filter(|stat| stat.group.value == group);
            let entry = |id: &str, name: &str| {
                let path = ["stats", id];
                self.entry(steps(&path), number(id, name, -LARGEST, LARGEST), self.at(&path)).needed()
            };
            let fields = stats.map(|stat| entry(&stat.head.id, &stat.head.name)).collect();
            Section { name: name.to_owned(), fields, ..Section::of("stats") }
        };
        entries.groups.iter().map(|group| of_group(&group.head.id, &group.head.name)).collect()
    }

    /// Stats that were raised, where the game has advances.
    fn advances(&self) -> Section {
        let path = steps(&["advances"]);
        let node = self.at(&["advances"]);
        let stat = |item: &Node| item.value("stat").and_then(|stat| self.said(stat)).unwrap_or_default();
        let named = |(held, item): (Held, &Node)| Held { name: self.name_of(Names::Stats, &stat(item)), ..held };
        let held: Vec<Held> = self.held_records(ADVANCE, &path, node).into_iter().zip(items(node)).map(named).collect();
        let has_advances = self.game.rules.system().advance_value.is_some() || !held.is_empty();
        if !has_advances {
            return Section::of("advances");
        }
        self.name_of(Names::Stats, "");
        let value = json!({ "stat": Json::Null });
        let chosen = self.choice(Chosen { names: Names::Stats, without: Vec::new(), path, is_item: true, value });
        Section { held, chosen, ..Section::of("advances") }
    }

    fn skills(&self) -> Vec<Section> {
        let entries = &self.game.entries;
        let of_group = |group: &str, name: &str| {
            let mut section = Section { name: name.to_owned(), ..Section::of("skills") };
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
        let found = self.at(&["skills", id]);
        let has_secondary = found.is_some_and(|ranks| ranks.holds("rank") || ranks.holds("secondary"));
        let mut push = |path: &[&str], name: &str, node: Option<&Node>| {
            section.fields.push(self.entry(steps(path), number(id, name, 0, MOST_RANKS), node));
        };
        let kinds = |lists: &[String]| -> Vec<(String, String)> {
            let lists = lists.iter().filter_map(|list| system.lists.get(list));
            lists.flat_map(|list| list.entries.iter().map(|(id, name)| (id.clone(), name.clone()))).collect()
        };
        if def.choose.is_empty() {
            if has_secondary {
                push(&["skills", id, "rank"], &def.name, self.at(&["skills", id, "rank"]));
            } else {
                push(&["skills", id], &def.name, found);
            }
        }
        let of_kind = kinds(if def.choose.is_empty() { &def.secondary } else { &def.choose });
        let under: &[&str] = if def.choose.is_empty() { &["skills", id, "secondary"] } else { &["skills", id] };
        let bought: Vec<(String, &Node)> = match self.at(under).map(|bought| &bought.kind) {
            Some(Kind::Map(bought)) => {
                bought.iter().filter_map(|(kind, ranks)| Some((self.said(kind)?, ranks))).collect()
            }
            _ => Vec::new(),
        };
        for (kind, ranks) in &bought {
            let name = of_kind.iter().find(|(known, _)| known == kind).map_or(kind, |(_, name)| name);
            push(&[under, &[kind]].concat(), &format!("{}: {name}", def.name), Some(ranks));
        }
        for (kind, name) in of_kind.iter().filter(|(kind, _)| bought.iter().all(|(known, _)| known != kind)) {
            let name = format!("{}: {name}", def.name);
            // What has ranks of its own alone becomes ranks of its own and those in a kind.
            let own = found.and_then(|ranks| if let Kind::Whole(own) = ranks.kind { Some(own) } else { None });
            let offer = match own {
                Some(own) if def.choose.is_empty() => {
                    let value = json!({ "rank": own, "secondary": { kind.clone(): 1 } });
                    Offer { name, path: steps(&["skills", id]), is_item: false, value }
                }
                _ => Offer { name, path: steps(&[under, &[kind]].concat()), is_item: false, value: json!(1) },
            };
            section.offers.push(offer);
        }
    }

    fn backgrounds(&self) -> Section {
        let path = steps(&["backgrounds"]);
        let held = self.held_records(BACKGROUND, &path, self.at(&["backgrounds"]));
        let def = self.game.rules.system().backgrounds.as_ref();
        let name = def.map(|def| def.plural.clone()).unwrap_or_default();
        if def.is_none() && held.is_empty() && self.catalogue.backgrounds.is_empty() {
            return Section::of("backgrounds");
        }
        let is_held = |entry: &CatalogueEntry| held.iter().any(|one| one.name == entry.name);
        let others = self.catalogue.backgrounds.iter().filter(|entry| !is_held(entry));
        let offers = others.map(|entry| Offer::item(path.clone(), &entry.label, entry.written.clone())).collect();
        let own = vec![Own { what: "background", path, value: json!({ "name": "" }), taken: Vec::new() }];
        Section { name, held, offers, own, ..Section::of("backgrounds") }
    }

    fn languages(&self) -> Section {
        let path = steps(&["languages"]);
        let held = self.held_records(LANGUAGE, &path, self.at(&["languages"]));
        let has_rule = self.game.creation.as_ref().is_some_and(|creation| creation.languages.is_some());
        if !has_rule && held.is_empty() && self.catalogue.languages.is_empty() {
            return Section::of("languages");
        }
        let others = self.catalogue.languages.iter().filter(|name| held.iter().all(|one| one.name != **name));
        // What further ones cost, the first has for nothing.
        let learnt = |name: &str| {
            if has_rule && !held.is_empty() { json!({ "name": name, "ranks": 1 }) } else { json!({ "name": name }) }
        };
        let offers = others.map(|name| Offer::item(path.clone(), name, learnt(name))).collect();
        let own = vec![Own { what: "language", path, value: learnt(""), taken: Vec::new() }];
        Section { held, offers, own, ..Section::of("languages") }
    }

    fn traits(&self) -> Section {
        let traits = &self.game.rules.system().traits;
        let option_name = |id: &str, option: &str| {
            let found = traits.get(id).and_then(|one| one.options.get(option));
            found.cloned().unwrap_or_else(|| option.to_owned())
        };
        let path = steps(&["traits"]);
        let taken = self.items(&["traits"]).iter().enumerate().map(|(place, item)| {
            let (id, option) = match &item.kind {
                Kind::Map(entries) => match entries.first() {
                    Some((id, option)) => (self.said(id).unwrap_or_default(), self.said(option)),
                    None => (String::new(), None),
                },
                _ => (self.said(item).unwrap_or_default(), None),
            };
            let name = traits.get(&id).map_or(&id, |one| &one.name);
            let option = option.map(|option| option_name(&id, &option));
            let name = option.map_or_else(|| name.clone(), |option| format!("{name}: {option}"));
            self.held(name, within(&path, place), Some(item))
        });
        let offers = traits.iter().flat_map(|(id, one)| {
            if one.options.is_empty() {
                return vec![Offer::item(path.clone(), &one.name, json!(id))];
            }
            let option = |(option, name): (&String, &String)| {
                Offer::item(path.clone(), &format!("{}: {name}", one.name), json!({ id.clone(): option }))
            };
            one.options.iter().map(option).collect()
        });
        Section { held: taken.collect(), offers: offers.collect(), ..Section::of("traits") }
    }

    /// What somebody carries. What others of the game carry can be taken, and changed then.
    fn possessions(&self) -> Section {
        let path = steps(&["items"]);
        let held = self.held_records(ITEM, &path, self.at(&["items"]));
        let taken = self.ids_in("items");
        let offers = self.catalogue.items.iter().map(|entry| {
            let mut written = entry.written.clone();
            if let Some(id) = written.get("id").and_then(Json::as_str) {
                written["id"] = json!(free_id(id, &taken));
            }
            Offer::item(path.clone(), &entry.label, written)
        });
        let offers = offers.collect();
        let own = vec![Own { what: "item", path, value: json!({ "id": "", "name": "" }), taken }];
        Section { held, offers, own, ..Section::of("items") }
    }

    fn abilities(&self) -> Section {
        let path = steps(&["abilities"]);
        let held = |(place, item): (usize, &Node)| {
            let path = within(&path, place);
            let Kind::Map(_) = item.kind else {
                let id = self.said(item).unwrap_or_default();
                return self.held(self.name_of(Names::Abilities, &id), path, Some(item));
            };
            let name = item.value("name").and_then(|name| self.said(name)).unwrap_or_default();
            let keys = if item.holds("keywords") { BUILT } else { DESCRIBED };
            Held { parts: self.record(keys, &path, Some(item), None), ..self.held(name, path, Some(item)) }
        };
        let held: Vec<Held> = self.items(&["abilities"]).iter().enumerate().map(held).collect();
        let ids = self.ids_in("abilities");
        let without = self.words_in(self.at(&["abilities"])).into_iter().chain(ids.clone()).collect();
        self.name_of(Names::Abilities, "");
        let value = Json::Null;
        let chosen = self.choice(Chosen { names: Names::Abilities, without, path: path.clone(), is_item: true, value });
        let described = json!({ "name": "", "text": "" });
        let mut own = vec![Own { what: "ability", path: path.clone(), value: described, taken: Vec::new() }];
        if self.game.rules.abilities().is_some() {
            let taken: BTreeSet<String> = ids.into_iter().chain(self.game.abilities.keys().cloned()).collect();
            let value = json!({ "id": "", "name": "", "keywords": [], "description": "" });
            own.push(Own { what: "built", path, value, taken: taken.into_iter().collect() });
        }
        let on_cards =
            !self.blocks().any(|block| matches!(block.kind, BlockKind::Abilities(..) | BlockKind::AbilityNames(..)));
        Section { held, chosen, own, on_cards, ..Section::of("abilities") }
    }

    /// The notes that sheets and handouts print, called as the blocks that do, and any others that somebody has.
    fn notes(&self) -> Section {
        let mut names: IndexMap<String, String> = self.printed_notes();
        let on_sheet: Vec<&str> = self
            .sheet()
            .filter_map(|block| match &block.kind {
                BlockKind::Notes(id, _) => Some(id.value.as_str()),
                _ => None,
            })
            .collect();
        if let Some(Kind::Map(notes)) = self.at(&["notes"]).map(|notes| &notes.kind) {
            for id in notes.iter().filter_map(|(key, _)| self.said(key)) {
                names.entry(id).or_default();
            }
        }
        let entry = |(id, name): (&String, &String)| {
            let name = if name.is_empty() { id } else { name };
            let path = ["notes", id];
            let entry = self.entry(steps(&path), field(id, name, Takes::Text), self.at(&path));
            Entry { on_handouts: names.contains_key(id) && !on_sheet.contains(&id.as_str()), ..entry }
        };
        Section { fields: names.iter().map(entry).collect(), ..Section::of("notes") }
    }

    /// The blocks of the sheet and of handouts.
    fn blocks(&self) -> impl Iterator<Item = &BlockEntry> {
        self.sheet().chain(self.game.entries.handouts.blocks())
    }

    fn sheet(&self) -> impl Iterator<Item = &BlockEntry> {
        self.game.entries.sheet_front.iter().chain(&self.game.entries.sheet_back)
    }

    /// The notes that sheets and handouts print, with the names of the blocks that do.
    fn printed_notes(&self) -> IndexMap<String, String> {
        let mut names: IndexMap<String, String> = IndexMap::new();
        for BlockEntry { title, kind, .. } in self.blocks() {
            let BlockKind::Notes(id, _) = kind else { continue };
            let name = names.entry(id.value.clone()).or_default();
            if name.is_empty() {
                name.clone_from(title);
            }
        }
        names
    }

    /// What a note is called.
    pub(super) fn note_name(&self, id: &str) -> String {
        self.printed_notes().get(id).filter(|name| !name.is_empty()).cloned().unwrap_or_else(|| id.to_owned())
    }
}

/// The first of an id, `id-2`, `id-3` and so on that is not taken.
fn free_id(id: &str, taken: &[String]) -> String {
    let numbered = (2..).map(|number| format!("{id}-{number}"));
    let free = std::iter::once(id.to_owned()).chain(numbered).find(|id| !taken.contains(id));
    free.unwrap_or_else(|| id.to_owned())
}

fn number(id: &str, name: &str, min: i64, max: i64) -> crate::forms::Field {
    field(id, name, Takes::Number { min, max })
}
