//! Mappings as parts of a form, by what their keys hold.

use std::collections::BTreeSet;

use makeready_content::amend::Step;
use makeready_content::concept::character::MOST_RANKS;
use makeready_content::concept::parameter::ParameterEntry;
use makeready_content::yaml::{Kind, Node};
use makeready_rules::value::Type;
use serde_json::{Value as Json, json};

use super::keys::{Holds, Key, Names};
use super::{Chosen, Entry, Form, Held, Own, Section, behind, field, items, said, steps, within};
use crate::forms::{Field, Takes, fields};

impl Form<'_> {
    /// The parts of a mapping: its plain fields, then each of its lists and mappings. `short` is the key of which the value alone
    /// may stand for the mapping.
    pub(super) fn record(
        &self,
        keys: &'static [Key],
        path: &[Step],
        node: Option<&Node>,
        short: Option<&'static str>,
    ) -> Vec<Section> {
        let alone = short.zip(node.filter(|node| !matches!(node.kind, Kind::Map(_) | Kind::Null)));
        // What has to be written first where the file has the short form.
        let before = alone.and_then(|(key, node)| Some((path.to_vec(), json!({ key: self.said(node)? }))));
        let mut all = vec![Section::default()];
        for Key { key, holds } in keys {
            let is_short = short == Some(*key) && node.is_none_or(|node| !matches!(node.kind, Kind::Map(_)));
            let here = if is_short { path.to_vec() } else { behind(path, key) };
            let value = match alone {
                Some((of, alone)) => (of == *key).then_some(alone),
                None => node.and_then(|node| node.value(key)),
            };
            let before = before.clone().filter(|_| !is_short);
            let mut plain = |takes: Takes| {
                let entry = self.entry(here.clone(), field(key, "", takes), value);
                all[0].fields.push(Entry { before: before.clone(), ..entry });
            };
            match holds {
                Holds::Line => plain(Takes::Words),
                Holds::Formula => plain(Takes::Formula),
                Holds::Text => plain(Takes::Text),
                Holds::Decimal => plain(Takes::Decimal),
                Holds::Ranks => plain(Takes::Number { min: 0, max: MOST_RANKS }),
                Holds::Flag => plain(Takes::Flag),
                Holds::One(names) => {
                    self.name_of(*names, "");
                    plain(Takes::Names { names: *names });
                }
                Holds::Point => {
                    let before = before.or_else(|| value.is_none().then(|| (here.clone(), json!([50, 50]))));
                    for (place, id) in ["focus_x", "focus_y"].into_iter().enumerate() {
                        let of_point = field(id, "", Takes::Number { min: 0, max: 100 });
                        let entry = self.entry(within(&here, place), of_point, items(value).get(place));
                        all[0].fields.push(Entry { before: before.clone(), ..entry });
                    }
                }
                Holds::Many(Some(names)) | Holds::OneOrMany(names) => all.push(self.words_of(key, *names, here, value)),
                Holds::Many(None) => all.push(self.own_words(key, &here, value)),
                Holds::Record(keys, short) => {
                    let parts = self.record(keys, &here, value, *short);
                    all.push(Section { parts, ..Section::of(key) });
                }
                Holds::Records(keys) => all.push(self.modifiers(keys, here, value)),
                Holds::ItemFields => all.push(self.item_fields(&here, value)),
                Holds::AbilityFields => all.push(self.ability_fields(&here, value)),
                Holds::Keywords => all.push(self.keywords(&here, value)),
            }
        }
        all.into_iter().filter(Section::is_filled).collect()
    }

    /// A list of words of the game.
    pub(super) fn words_of(&self, part: &'static str, names: Names, path: Vec<Step>, node: Option<&Node>) -> Section {
        self.name_of(names, "");
        let alone = node.and_then(|node| self.said(node));
        let held = match (&alone, node) {
            (Some(word), Some(node)) => vec![self.held(self.name_of(names, word), path.clone(), Some(node))],
            _ => self.held_words(&path, node, |word| self.name_of(names, word)),
        };
        let without = alone.clone().map_or_else(|| self.words_in(node), |word| vec![word]);
        let (is_item, value) = alone.map_or((true, Json::Null), |word| (false, json!([word, Json::Null])));
        let chosen = self.choice(Chosen { names, without, path, is_item, value });
        Section { held, chosen, ..Section::of(part) }
    }

    /// A list of any words.
    fn own_words(&self, part: &'static str, path: &[Step], node: Option<&Node>) -> Section {
        let own = Own { what: part, path: path.to_owned(), value: json!(""), taken: Vec::new() };
        let held = self.held_words(path, node, str::to_owned);
        Section { held, own: vec![own], ..Section::of(part) }
    }

    /// What is said in a list.
    pub(super) fn words_in(&self, node: Option<&Node>) -> Vec<String> {
        items(node).iter().filter_map(|item| self.said(item)).collect()
    }

    pub(super) fn held_words(&self, path: &[Step], node: Option<&Node>, name: impl Fn(&str) -> String) -> Vec<Held> {
        let held = |(place, item): (usize, &Node)| {
            let word = self.said(item).unwrap_or_default();
            self.held(name(&word), within(path, place), Some(item))
        };
        items(node).iter().enumerate().map(held).collect()
    }

    pub(super) fn held(&self, name: String, path: Vec<Step>, node: Option<&Node>) -> Held {
        Held { name, path, at: node.map(|node| self.place(node.at)), parts: Vec::new() }
    }

    /// Mappings in a list, each with its name and its parts.
    pub(super) fn held_records(&self, keys: &'static [Key], path: &[Step], node: Option<&Node>) -> Vec<Held> {
        let held = |(place, item): (usize, &Node)| {
            let name = item.value("name").and_then(|name| self.said(name)).unwrap_or_default();
            let path = within(path, place);
            let parts = self.record(keys, &path, Some(item), None);
            Held { parts, ..self.held(name, path, Some(item)) }
        };
        items(node).iter().enumerate().map(held).collect()
    }

    fn modifiers(&self, keys: &'static [Key], path: Vec<Step>, node: Option<&Node>) -> Section {
        self.name_of(Names::Values, "");
        let named = |(held, item): (Held, &Node)| {
            let to = item.value("to");
            let targets = to.and_then(|to| self.said(to)).map_or_else(|| self.words_in(to), |word| vec![word]);
            let names: Vec<String> = targets.iter().map(|word| self.name_of(Names::Values, word)).collect();
            Held { name: names.join(", "), ..held }
        };
        let held = self.held_records(keys, &path, node).into_iter().zip(items(node)).map(named).collect();
        let value = json!({ "to": Json::Null, "add": "1" });
        let chosen = self.choice(Chosen { names: Names::Values, without: Vec::new(), path, is_item: true, value });
        Section { held, chosen, ..Section::of("modifiers") }
    }

    /// A choice of words of the game; none where it has no such words.
    pub(super) fn choice(&self, chosen: Chosen) -> Option<Chosen> {
        self.name_of(chosen.names, "");
        let has_words = self.names.borrow().get(&chosen.names).is_some_and(|names| !names.is_empty());
        has_words.then_some(chosen)
    }

    /// What things of the game are described by, and what else stands there.
    fn item_fields(&self, path: &[Step], node: Option<&Node>) -> Section {
        let system = self.game.rules.system();
        let options = |id: &str| {
            let entry = self.game.entries.item_fields.iter().find(|entry| entry.id.0.value == id);
            let words = entry.into_iter().flat_map(|entry| &entry.options);
            words.map(|word| (format!("'{}'", word.value), word.value.clone())).collect::<Vec<_>>()
        };
        // A formula that comes out as a word stays one.
        let is_word = |id: &str| {
            let said = node.and_then(|node| self.said(node.value(id)?));
            said.is_none_or(|said| quoted(&said).is_some())
        };
        let known = system.item_fields.iter().map(|(id, def)| {
            let options = options(id);
            let takes = match def.kind {
                _ if !options.is_empty() => Takes::Options { options },
                Type::Symbol(_) if is_word(id) => Takes::Quoted,
                _ => Takes::Formula,
            };
            field(id, &def.name, takes)
        });
        let strangers = self.strangers(node, |id| system.item_fields.contains_key(id));
        let fields = known.chain(strangers.into_iter().map(|id| field(&id, &id, Takes::Formula)));
        let fields = fields.map(|of| {
            let value = node.and_then(|node| node.value(&of.id));
            let is_dice = system.item_fields.get(&of.id).is_some_and(|def| def.kind == Type::Dice);
            let hint = if matches!(of.takes, Takes::Quoted) { self.words_so_far(&of.id) } else { String::new() };
            Entry { hint, is_dice, ..self.entry(behind(path, &of.id), of, value) }
        });
        Section { fields: fields.collect(), ..Section::of("effect") }
    }

    /// The words that a field has on items of the game, with a sign that there may be others; empty if no item has one.
    fn words_so_far(&self, field: &str) -> String {
        let given = self.catalogue.items.iter().filter_map(|item| item.written["effect"][field].as_str());
        let words: BTreeSet<&str> = given.filter_map(quoted).collect();
        let sign = if words.is_empty() { None } else { Some("…") };
        words.into_iter().chain(sign).collect::<Vec<_>>().join(", ")
    }

    /// Keys of a mapping that the game knows nothing of.
    fn strangers(&self, node: Option<&Node>, is_known: impl Fn(&str) -> bool) -> Vec<String> {
        let Some(Kind::Map(entries)) = node.map(|node| &node.kind) else { return Vec::new() };
        let keys = entries.iter().filter_map(|(key, _)| self.said(key));
        keys.filter(|key| !is_known(key)).collect()
    }

    /// A parameter of an ability or keyword, which may be left out where it has a default.
    fn parameter(&self, path: Vec<Step>, of: Field, node: Option<&Node>, known: &[ParameterEntry]) -> Entry {
        let is_needed = of.default.is_none();
        let summary = known.iter().find(|one| one.head.id == of.id).map(|one| one.head.summary.as_str());
        Entry { is_needed, ..self.entry(path, of, node).with_hint(summary) }
    }

    fn ability_fields(&self, path: &[Step], node: Option<&Node>) -> Section {
        let rules = self.game.rules.abilities();
        let known = rules.map(|rules| fields(&rules.parameters, self.game)).unwrap_or_default();
        let own = self.game.entries.building.as_ref().map_or(&[][..], |building| &building.fields);
        let strangers = self.strangers(node, |id| known.iter().any(|field| field.id == id));
        let fields = known.into_iter().chain(strangers.into_iter().map(|id| field(&id, &id, Takes::Words)));
        let fields = fields.map(|of| {
            let value = node.and_then(|node| node.value(&of.id));
            self.parameter(behind(path, &of.id), of, value, own)
        });
        Section { fields: fields.collect(), ..Section::of("fields") }
    }

    /// The keywords of an ability, each with what its buyer decides.
    fn keywords(&self, path: &[Step], node: Option<&Node>) -> Section {
        self.name_of(Names::Keywords, "");
        let held = |(place, item): (usize, &Node)| {
            let line = within(path, place);
            let (id, arguments) = match &item.kind {
                Kind::Map(entries) => match entries.first() {
                    Some((key, value)) => (self.said(key).unwrap_or_default(), Some(value)),
                    None => (String::new(), None),
                },
                _ => (self.said(item).unwrap_or_default(), None),
            };
            let before = arguments.is_none().then(|| (line.clone(), json!({ &id: {} })));
            let rules = self.game.rules.abilities();
            let own = self.game.keyword(&id).map_or(&[][..], |(_, keyword)| &keyword.parameters);
            let known = rules.and_then(|rules| rules.keywords.get(&id));
            let known = known.map(|def| fields(&def.parameters, self.game)).unwrap_or_default();
            let strangers = self.strangers(arguments, |key| known.iter().any(|field| field.id == key));
            let fields = known.into_iter().chain(strangers.into_iter().map(|id| field(&id, &id, Takes::Words)));
            let fields = fields.map(|of| {
                let value = arguments.and_then(|arguments| arguments.value(&of.id));
                let entry = self.parameter(behind(&behind(&line, &id), &of.id), of, value, own);
                Entry { before: before.clone(), ..entry }
            });
            let parts = vec![Section { fields: fields.collect(), ..Section::default() }];
            let parts = parts.into_iter().filter(Section::is_filled).collect();
            Held { parts, ..self.held(self.name_of(Names::Keywords, &id), line.clone(), Some(item)) }
        };
        let held = items(node).iter().enumerate().map(held).collect();
        let (path, value) = (path.to_owned(), Json::Null);
        let chosen = self.choice(Chosen { names: Names::Keywords, without: Vec::new(), path, is_item: true, value });
        Section { held, chosen, ..Section::of("keywords") }
    }

    /// The ids in a list of mappings.
    pub(super) fn ids_in(&self, list: &str) -> Vec<String> {
        let ids = self.items(&[list]).iter().filter_map(|item| said(item.value("id")?, self.text));
        ids.collect()
    }

    /// What stands at a key of the file, as a list of words of the game.
    pub(super) fn words_at(&self, part: &'static str, names: Names) -> Section {
        self.words_of(part, names, steps(&[part]), self.at(&[part]))
    }
}

/// The word of a formula that is one word in single quotes.
fn quoted(formula: &str) -> Option<&str> {
    formula.strip_prefix('\'')?.strip_suffix('\'').filter(|word| !word.contains('\''))
}
