//! Tables and bills of a chapter about the building of abilities.

use makeready_rules::ability::{Ability, AbilityRules, Argument, KeywordDef, ParameterDef};
use makeready_rules::formula::EvalError;

use super::bill::priced;
use super::book::{BookBuilder, cell, formula_cell, row, table, without_empty};
use super::face_builder::FaceBuilder;
use super::parameter::{default, printed};
use super::wording::Wording;
use crate::bill::AbilityBill;
use crate::book::EntryKind;
use crate::card::{Fact, Table};
use crate::text::Paragraph;
use makeready_content::concept::chapter::BillPart;
use makeready_content::concept::keyword::{KeywordEntry, KeywordFamilyEntry};
use makeready_content::concept::parameter::ParameterEntry;
use makeready_content::concept::value::ValueEntry;
use makeready_content::game::Listed;

impl BookBuilder<'_> {
    /// The bill of an ability in a chapter.
    pub(super) fn bill_part(&self, part: &BillPart) -> Result<AbilityBill, EvalError> {
        let (shown, who) = self.game.bill_part(part).expect("the check found this ability");
        let faces = FaceBuilder::new(self.game, who);
        let whole = &self.game.abilities[&shown.id].def;
        let priced = priced(&faces, &shown)?.expect("there are abilities, so there are rules for them");
        Ok(priced
            .view(whole.keywords.len() - shown.keywords.len())
            .expect("the check found the total and what it is held against"))
    }

    /// A keyword with its rules, in words.
    pub(super) fn keyword_wording(&self, id: &str) -> Option<(Wording<'_>, &KeywordDef)> {
        let rules = self.game.rules.abilities()?;
        let def = rules.keywords.get(id)?;
        Some((Wording::new(self.game, rules, Some(def)), def))
    }

    /// What a list shows of a keyword beside its name and summary: its parameters, and its price.
    pub(super) fn keyword_columns(&self, keyword: &KeywordEntry) -> Vec<Fact> {
        let (wording, words) = (self.keyword_wording(&keyword.head.id), self.words());
        let price = wording.as_ref().and_then(|(wording, def)| Some(wording.told(&def.cost.as_ref()?.expr)));
        let fields = wording.iter().flat_map(|(_, def)| def.parameters.values());
        let decided =
            fields.map(|field| format!("{}: {}", field.name, printed(field, words))).collect::<Vec<_>>().join("; ");
        let decided = Fact { label: words.text("label.you_decide").to_owned(), text: cell(decided), ..Fact::default() };
        let price = price.map(|price| Fact {
            label: self.in_unit(words.text("label.price")),
            text: formula_cell(price),
            ..Fact::default()
        });
        std::iter::once(decided).chain(price).collect()
    }

    /// `Price, ACP`: a heading with the unit of what abilities cost.
    pub(super) fn in_unit(&self, heading: &str) -> String {
        let unit = self.game.rules.abilities().and_then(AbilityRules::total).map_or("", |total| &total.unit);
        if unit.is_empty() { heading.to_owned() } else { format!("{heading}, {unit}") }
    }

    fn family(&self, id: &str) -> Option<&KeywordFamilyEntry> {
        self.game.entries.keywords.iter().find(|family| family.head.id == id)
    }

    /// The keywords of a family.
    pub(super) fn keyword_table(&self, family: &str) -> Table {
        let mut columns =
            [EntryKind::Keyword.one(self.words()), self.words().text("label.does")].map(str::to_owned).to_vec();
        let mut rows = Vec::new();
        for (family, keyword) in self.family(family).into_iter().flat_map(|f| f.keywords.iter().map(move |k| (f, k))) {
            let facts = self.keyword_columns(keyword);
            columns.truncate(2);
            columns.extend(facts.iter().map(|fact| fact.label.clone()));
            let mut cells = vec![cell(keyword.full_name(family)), cell(keyword.head.summary.clone())];
            cells.extend(facts.into_iter().map(|fact| fact.text));
            rows.push(cells);
        }
        without_empty(&Table { numeric: vec![false; columns.len()], columns, rows })
    }

    /// What the keywords of a family give.
    pub(super) fn keyword_value_table(&self, family: &str) -> Table {
        let mut rows = Vec::new();
        for (family, keyword) in self.family(family).into_iter().flat_map(|f| f.keywords.iter().map(move |k| (f, k))) {
            rows.extend(self.values_of(keyword).into_iter().map(|cells| {
                let mut row = vec![cell(keyword.full_name(family))];
                row.extend(cells);
                row
            }));
        }
        let [gives, formula, unit] = ["label.gives", "label.formula", "label.unit"].map(|key| self.words().text(key));
        table([EntryKind::Keyword.one(self.words()), gives, formula, unit], rows)
    }

    /// What a keyword gives: name, formula, unit.
    pub(super) fn values_of(&self, keyword: &KeywordEntry) -> Vec<Vec<Paragraph>> {
        let Some((words, def)) = self.keyword_wording(&keyword.head.id) else { return Vec::new() };
        let line = |entry: &ValueEntry| {
            let value = def.values.get(&entry.head.id)?;
            let formula = formula_cell(words.told_by(&entry.how, &value.formula.expr));
            Some(vec![cell(value.name.clone()), formula, cell(value.unit.clone())])
        };
        keyword.values.iter().filter_map(line).collect()
    }

    /// The parameters of abilities and what they take.
    pub(super) fn field_table(&self) -> Table {
        let fields = self.game.entries.building.iter().flat_map(|building| building.fields.iter());
        let rules = self.game.rules.abilities();
        let row = |entry: &ParameterEntry| Some(self.field_row(entry, rules?.parameters.get(&entry.head.id)?));
        let rows = fields.filter_map(row).collect();
        let heads = ["label.field", "label.is", "label.takes", "label.unless_set"];
        without_empty(&table(heads.map(|key| self.words().text(key)), rows))
    }

    /// A parameter: name, summary, what it takes, its default.
    pub(super) fn field_row(&self, entry: &ParameterEntry, field: &ParameterDef) -> Vec<Paragraph> {
        row([&entry.head.name, &entry.head.summary, &printed(field, self.words()), &default(field, self.game)])
    }

    /// All abilities, or those with an option as the argument of a parameter, `type=active`.
    pub(super) fn ability_table(&self, filter: &str) -> Result<Table, EvalError> {
        let mut columns = vec![EntryKind::Ability.one(self.words()).to_owned()];
        let mut rows = Vec::new();
        for Listed { entry, def: ability } in self.game.abilities.values() {
            if !self.is_among(ability, filter) {
                continue;
            }
            let facts = self.ability_columns(ability)?;
            columns.truncate(1);
            columns.extend(facts.iter().map(|fact| fact.label.clone()));
            let mut cells = vec![cell(entry.head.name.clone())];
            cells.extend(facts.into_iter().map(|fact| fact.text));
            rows.push(cells);
        }
        Ok(Table { numeric: vec![false; columns.len()], columns, rows })
    }

    fn is_among(&self, ability: &Ability, filter: &str) -> bool {
        let Some((field, option)) = filter.split_once('=') else { return true };
        let set = self.game.rules.abilities().and_then(|rules| rules.argument(ability, field));
        matches!(set, Some(Argument::Symbol(word)) if word == option)
    }

    /// What a list shows of an ability beside its name.
    pub(super) fn ability_columns(&self, ability: &Ability) -> Result<Vec<Fact>, EvalError> {
        let faces = FaceBuilder::new(self.game, self.game.builder(&ability.id));
        faces.ability_figures(ability).map_or_else(|| Ok(Vec::new()), |figures| figures.columns())
    }
}
