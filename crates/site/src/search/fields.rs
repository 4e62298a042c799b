//! What filters ask for, such as `ap:<3` or `level:2`: the figures and short facts that entries have.
//!
//! **In** entries. **Out** fields by names that the data of the game gives: units of costs, labels of facts and of columns in
//! lists, and of what stands at the head of sheets.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::json;

use makeready_faces::book::Entry;
use makeready_faces::card::Fact;
use makeready_faces::sheet::SheetContent;
use makeready_faces::text::plain_text;
use makeready_words::Words;

use super::Document;
use makeready_faces::order::slug;

/// The longest value that is one: what is longer is a text.
const LONGEST: usize = 48;

/// A name and a value, as pages have them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Field {
    /// As it is written in a filter: `range`, `effect-value`.
    pub name: String,
    /// `4 squares`
    pub value: String,
}

/// The fields of an entry.
pub fn of(entry: &Entry, group: Option<&str>, words: Words) -> Vec<Field> {
    let (mut fields, family) = (Fields::default(), words.text("label.family"));
    if let Some(card) = &entry.card {
        fields.add(family, &card.family.name);
        card.costs.iter().for_each(|cost| fields.add(&cost.unit, &cost.amount));
        fields.facts(&card.facts);
    }
    fields.add(family, group.unwrap_or_default());
    fields.facts(&entry.facts);
    entry.columns.iter().for_each(|column| fields.add(&column.label, &plain_text(&column.text)));
    for block in entry.sheet.iter().flat_map(|sheet| &sheet.front) {
        fields.sheet_block(&block.content);
    }
    fields.0.retain(|field| field.value != entry.name);
    fields.0
}

#[derive(Default)]
struct Fields(Vec<Field>);

impl Fields {
    fn facts(&mut self, facts: &[Fact]) {
        facts.iter().for_each(|fact| self.add(&fact.label, &plain_text(&fact.text)));
    }

    fn sheet_block(&mut self, content: &SheetContent) {
        match content {
            SheetContent::Identity { lines } => {
                lines.iter().for_each(|(label, text)| self.add(label, text.as_deref().unwrap_or_default()));
            }
            SheetContent::Stats { groups } => {
                let stats = groups.iter().flat_map(|group| &group.stats);
                stats.for_each(|stat| self.add(&stat.name, stat.total.as_deref().unwrap_or_default()));
            }
            SheetContent::Resources { .. }
            | SheetContent::Values { .. }
            | SheetContent::Rolls { .. }
            | SheetContent::Table(_)
            | SheetContent::Text { .. }
            | SheetContent::Tracks { .. }
            | SheetContent::Lines { .. }
            | SheetContent::Blocks { .. } => {}
        }
    }

    fn add(&mut self, label: &str, value: &str) {
        let field = Field { name: slug(label), value: value.trim().to_owned() };
        let is_one = !field.name.is_empty() && !field.value.is_empty() && field.value.len() <= LONGEST;
        if is_one && !self.0.contains(&field) {
            self.0.push(field);
        }
    }
}

/// The names of all fields, those that tell most documents apart first, figures with a `#` behind; and for each its values,
/// with the documents that have them. What a single document has needs no filter.
pub fn table(documents: &[Document]) -> (Vec<String>, serde_json::Value) {
    let mut table: BTreeMap<&str, BTreeMap<&str, Vec<usize>>> = BTreeMap::new();
    for (at, document) in documents.iter().enumerate() {
        for Field { name, value } in &document.fields {
            table.entry(name).or_default().entry(value).or_default().push(at);
        }
    }
    let count = |values: &BTreeMap<&str, Vec<usize>>| values.values().map(Vec::len).sum::<usize>();
    table.retain(|_, values| count(values) > 1);
    // Of figures a range is asked for, of words those that several documents have; one value for all tells nothing apart.
    let told_apart = |values: &BTreeMap<&str, Vec<usize>>, is_figure: bool| match values.len() {
        1 => 0,
        _ if is_figure => count(values),
        different => count(values) - different,
    };
    let named = |(name, values): (&&'_ str, &BTreeMap<&str, Vec<usize>>)| {
        let is_figure = values.keys().all(|value| is_figure(value));
        (name.to_string(), told_apart(values, is_figure), is_figure)
    };
    let mut names: Vec<(String, usize, bool)> = table.iter().map(named).collect();
    names.sort_by(|(name, told, _), (other, others, _)| others.cmp(told).then_with(|| name.cmp(other)));
    let names = names.iter().map(|(name, _, is_figure)| format!("{name}{}", if *is_figure { "#" } else { "" }));
    (names.collect(), json!(table))
}

fn is_figure(value: &str) -> bool {
    value.trim_start_matches(['+', '-', '−']).starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_become_names() {
        assert_eq!(slug("Effect Value (EV)"), "effect-value-ev");
    }

    #[test]
    fn what_most_documents_have_stands_first() {
        let with = |fields: &[(&str, &str)]| Document {
            fields: fields.iter().map(|(name, value)| Field { name: (*name).into(), value: (*value).into() }).collect(),
            ..Document::default()
        };
        let documents =
            [with(&[("ap", "1"), ("once", "x"), ("a", "b")]), with(&[("ap", "2")]), with(&[("ap", "2"), ("a", "b")])];
        let (names, table) = table(&documents);
        assert_eq!(names, ["ap#", "a"]);
        assert_eq!(table, json!({ "a": { "b": [0, 2] }, "ap": { "1": [0], "2": [1, 2] } }));
    }

    #[test]
    fn long_texts_and_repetitions_are_no_fields() {
        let mut fields = Fields::default();
        fields.add("Range", "close");
        fields.add("Range", "close");
        fields.add("Range", &"far ".repeat(20));
        fields.add("", "1");
        assert_eq!(fields.0, [Field { name: "range".into(), value: "close".into() }]);
    }
}
