//! What depends on what, found without the rules library: the YAML is read as plain data, and a formula depends on
//! every word in it that is not in quotes.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value as Json;

use crate::people::{everybody, system};
use makeready_testing::CONTENT;

/// Formulas as text, by the name of what they give a value to. What a condition adds counts as part of the formula.
pub struct Texts {
    formulas: BTreeMap<String, Vec<String>>,
    /// The value that every advance adds to a stat, and the stats.
    advance: (String, Vec<String>),
    building: Option<Json>,
    keywords: Vec<Json>,
}

/// What a modifier adds to: one name, or a list of them.
fn targets(to: &Json) -> Vec<String> {
    match to {
        Json::Array(all) => all.iter().map(text).collect(),
        one => vec![text(one)],
    }
}

impl Texts {
    /// Reads all files of Tri-Core that hold formulas of values.
    pub fn read() -> Self {
        let advance = (String::new(), Vec::new());
        let mut texts = Self { formulas: BTreeMap::new(), advance, building: None, keywords: Vec::new() };
        for (_, file) in CONTENT.iter() {
            let Some(path) = file.path.strip_prefix("tri-core/").filter(|path| path.ends_with(".yaml")) else {
                continue;
            };
            let data: Json = serde_yaml::from_str(&file.text).unwrap_or_else(|error| panic!("{path}: {error}"));
            match path.split('/').next() {
                Some("system.yaml") => {
                    texts.entries(&data["derived"], |value| (id(value), "formula"));
                    let stats = list(&data["stats"]).iter().map(id).collect();
                    texts.advance = (text(&data["advance_value"]), stats);
                }
                Some("skills.yaml") => texts.owners(&data["skills"]),
                Some("actions") => texts.owners(&data["actions"]),
                Some("references") => texts.owners(&data["references"]),
                Some("building.yaml") => texts.building = Some(data),
                Some("keywords") => texts.keywords.push(data),
                Some("conditions.yaml") => {
                    for condition in list(&data["conditions"]) {
                        for modifier in list(&condition["modifiers"]) {
                            for to in targets(&modifier["to"]) {
                                texts.formulas.entry(to).or_default().push(text(&modifier["add"]));
                            }
                        }
                    }
                }
                _ => {}
            }
        }
        texts.additions();
        assert!(texts.formulas.len() > 150, "only {} formulas were found", texts.formulas.len());
        texts
    }

    /// What keywords of passive abilities add to values, and what decides whether they do.
    fn additions(&mut self) {
        let building = self.building.take().expect("there is a building.yaml");
        let shared = list(&building["values"]);
        let keywords = std::mem::take(&mut self.keywords);
        for keyword in keywords.iter().flat_map(|file| list(&file["keywords"])) {
            let values: Vec<&Json> = list(&keyword["values"]).iter().chain(shared).collect();
            for addition in list(&keyword["adds"]) {
                let to = match &addition["to"] {
                    Json::Null => self.advance.1.clone(),
                    to => vec![text(to)],
                };
                let mut open = vec![text(&addition["add"]), text(&building["lasting"]), text(&addition["when"])];
                let mut seen = BTreeSet::new();
                while let Some(formula) = open.pop() {
                    for value in values.iter().filter(|value| words(&formula).contains(id(value).as_str())) {
                        if seen.insert(id(value)) {
                            open.push(text(&value["formula"]));
                        }
                    }
                    for to in &to {
                        self.formulas.entry(to.clone()).or_default().push(formula.clone());
                    }
                }
            }
        }
    }

    fn owners(&mut self, owners: &Json) {
        for owner in list(owners) {
            let prefix = id(owner).replace('-', "_");
            for (key, name) in [("cost", "cost"), ("roll", "roll")] {
                if !owner[key].is_null() {
                    self.formulas.entry(format!("{prefix}.{name}")).or_default().push(text(&owner[key]));
                }
            }
            self.entries(&owner["values"], |value| (format!("{prefix}.{}", id(value)), "formula"));
        }
    }

    fn entries(&mut self, entries: &Json, named: impl Fn(&Json) -> (String, &'static str)) {
        for entry in list(entries) {
            let (name, key) = named(entry);
            self.formulas.entry(name).or_default().push(text(&entry[key]));
        }
    }

    /// The names whose formulas use `name`.
    pub fn direct(&self, name: &str) -> BTreeSet<&str> {
        let uses = |texts: &[String]| texts.iter().any(|text| words(text).contains(name));
        self.formulas.iter().filter(|(_, texts)| uses(texts)).map(|(id, _)| id.as_str()).collect()
    }

    /// Values and stats that depend on `name` at any remove.
    pub fn dependents(&self, name: &str) -> BTreeSet<&str> {
        let mut reached: BTreeSet<&str> = self.direct(name);
        let mut fresh: Vec<&str> = reached.iter().copied().collect();
        while let Some(name) = fresh.pop() {
            let mut next = self.direct(name);
            if name == self.advance.0 {
                next.extend(self.advance.1.iter().map(String::as_str));
            }
            fresh.extend(next.iter().filter(|id| !reached.contains(**id)));
            reached.extend(next);
        }
        reached
    }
}

fn list(data: &Json) -> &[Json] {
    data.as_array().map_or(&[], Vec::as_slice)
}

fn id(entry: &Json) -> String {
    text(&entry["id"])
}

fn text(data: &Json) -> String {
    match data {
        Json::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// The words of a formula outside quotes: `ruling.react_stats`, `hp_max`, `stealth.roll`; `power` for `power.base`.
pub fn words(formula: &str) -> BTreeSet<&str> {
    let unquoted = formula.split('\'').step_by(2);
    let parts = unquoted.flat_map(|part| part.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '.')));
    let names = parts.filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase()));
    names.map(|word| word.strip_suffix(".base").unwrap_or(word)).collect()
}

#[test]
fn words_in_quotes_are_no_names() {
    let found = words("if(ruling.a == 'b.c', (1 + floor(power.base / 2))d12!, strike.effect) + rank('stealth')");
    assert!(["ruling.a", "power", "strike.effect"].iter().all(|name| found.contains(name)), "{found:?}");
    assert!(!found.contains("b.c") && !found.contains("stealth"), "{found:?}");
}

/// The other closures look at the content of the system only, which is all there is as long as this holds. Fields of
/// items that no value asks for are printed, and go no further.
#[test]
fn nothing_a_character_owns_uses_a_name() {
    let asked = |field: &str| {
        let (of_action, in_all) = (format!("'{field}'"), format!("'item.{field}'"));
        let uses = |text: &str| text.contains(&of_action) || text.contains(&in_all);
        system().values.values().any(|value| uses(&value.formula.text))
    };
    assert!(asked("effect") && asked("slots") && !asked("durability"), "what values ask for is found");
    for who in everybody() {
        let items = who.items.iter().flat_map(|item| {
            let fields = item.fields.iter().filter(|(field, _)| asked(field)).map(|(_, formula)| formula);
            fields.chain(item.modifiers.iter().map(|m| &m.add))
        });
        let abilities = who.abilities.iter().flat_map(|ability| ability.modifiers.iter().map(|m| &m.add));
        for formula in items.chain(abilities) {
            assert!(formula.expr.names().is_empty(), "{}: `{}` needs a way into the closures", who.id, formula.text);
        }
    }
}

#[test]
fn every_formula_was_found() {
    let texts = Texts::read();
    let missing: Vec<_> = system().values.keys().filter(|id| !texts.formulas.contains_key(*id)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    for (id, value) in &system().values {
        assert!(texts.formulas[id].iter().any(|text| text.trim() == value.formula.text.trim()), "{id}");
    }
}
