//! What stands on a card, as text: what a page says beside the picture of the card.
//!
//! **In** a card, and its blank face. **Out** a [`Spelled`]: the rules of the card in sentences, figures and results each with their
//! name. What is open has no box here: it is put into words.

use makeready_rules::formula::{EvalError, ExprKind, Formula, Term};
use makeready_rules::system::formula_name;
use makeready_rules::value::Value;

use super::book::cell;
use super::face_builder::FaceBuilder;
use super::filling::{Figures, line, paragraphs};
use crate::book::Spelled;
use crate::card::{Block, CardFace, Cost, Fact, Table};
use crate::text::Paragraph;
use makeready_content::concept::block::CardBlock;
use makeready_content::concept::card::CardEntry;
use makeready_content::text::Text;

/// The figures of a builder without places to write in.
struct InWords<'a>(&'a FaceBuilder<'a>);

impl Figures for InWords<'_> {
    fn figure(&self, formula: &Formula) -> Result<(Value, Vec<Term>), EvalError> {
        self.0.figure(formula)
    }

    fn written(&self, formula: &Formula) -> String {
        self.0.written(formula)
    }
}

/// The same in a table, where a name in short says less than how what it names is computed, as long as that is short.
struct InCells<'a>(InWords<'a>);

impl Figures for InCells<'_> {
    fn figure(&self, formula: &Formula) -> Result<(Value, Vec<Term>), EvalError> {
        self.0.figure(formula)
    }

    fn written(&self, formula: &Formula) -> String {
        let told = match &formula.expr.kind {
            ExprKind::Name(name) => self.0.0.told_value(name).unwrap_or_default(),
            _ => String::new(),
        };
        if (1..=LONGEST_IN_CELL).contains(&told.chars().count()) { told } else { self.0.written(formula) }
    }
}

/// The longest formula in a cell beside other words, in characters.
const LONGEST_IN_CELL: usize = 36;

/// Rows less those that are there to be written in: they begin with nothing, as others do.
fn said_rows(rows: &[Vec<Paragraph>]) -> Vec<Vec<Paragraph>> {
    let is_open = |row: &Vec<Paragraph>| row.first().is_some_and(Vec::is_empty);
    let is_again = |row: &Vec<Paragraph>| rows.iter().filter(|other| *other == row).count() > 1;
    rows.iter().filter(|row| !(is_open(row) && is_again(row))).cloned().collect()
}

impl FaceBuilder<'_> {
    /// What stands on a card, as text.
    ///
    /// # Errors
    /// When a value cannot be computed.
    pub(super) fn spelled(&self, card: &CardEntry, face: &CardFace) -> Result<Spelled, EvalError> {
        let words = InWords(self);
        let said = self.words();
        let mut spelled = Spelled { paragraphs: paragraphs(&words, &card.text)?, ..Spelled::default() };
        let fact = |label: &str, text: Paragraph| Fact { label: label.to_owned(), text, ..Fact::default() };
        spelled.facts.push(fact(said.text("card.cost"), cell(costs(&face.costs))));
        for value in &card.values {
            let id = format!("{}.{}", formula_name(&card.head.id), value.head.id);
            let known = self.computed(&id)?.value.printed();
            // As on a blank card; what is only another name for something else is told as such.
            let instruction = if known.is_none() { self.instruction(&id)? } else { String::new() };
            let told = match known {
                Some(known) => known,
                None if instruction.is_empty() => self.told_value(&id)?,
                None => instruction,
            };
            let unit = value.unit.as_str();
            // What is only another name for a figure of theirs has no words of its own.
            let text = cell(match (told.as_str(), unit) {
                ("", _) => said.text("label.elsewhere").to_owned(),
                (_, "") => told,
                // Behind a whole phrase a unit would read as one of its words.
                _ if told.contains(' ') => said.say("label.counted_in", &[("told", &told), ("unit", unit)]),
                _ => format!("{told} {unit}"),
            });
            spelled.facts.push(fact(&value.head.name, text));
        }
        // A line to write on is for whoever plays it to fill in.
        let told = |text: &Text| match text.is_empty() {
            true => Ok(cell(said.text("label.set_by_you").to_owned())),
            false => line(&words, text),
        };
        for entry in &card.facts {
            spelled.facts.push(fact(&entry.label, told(&entry.text)?));
        }
        for (entry, outcome) in card.outcomes.iter().zip(&face.outcomes) {
            spelled.results.push(fact(&outcome.label, line(&words, &entry.text)?));
        }
        spelled.results.push(fact(said.text("card.as_a_reaction"), line(&words, &card.reaction)?));
        let mut title = face.name.clone();
        for block in &card.blocks {
            match block {
                CardBlock::Heading(text) => title.clone_from(text),
                CardBlock::Text(text) => spelled.paragraphs.extend(paragraphs(&words, text)?),
                CardBlock::Table { columns, numeric, rows, .. } => {
                    let words = InCells(InWords(self));
                    let cells = |row: &Vec<Text>| row.iter().map(|cell| line(&words, cell)).collect::<Result<_, _>>();
                    let rows = said_rows(&rows.iter().map(cells).collect::<Result<Vec<_>, _>>()?);
                    if !rows.is_empty() {
                        let table = Table { columns: columns.clone(), numeric: numeric.clone(), rows };
                        spelled.tables.push((title.clone(), table));
                    }
                }
                CardBlock::Facts(facts) => {
                    for entry in facts {
                        spelled.facts.push(fact(&entry.label, told(&entry.text)?));
                    }
                }
                CardBlock::Rulings(rulings) => match self.rulings_in_force(rulings)? {
                    Block::Table(table) => spelled.tables.push((title.clone(), table)),
                    Block::Text { paragraphs } => spelled.paragraphs.extend(paragraphs),
                    Block::Heading { .. } | Block::Track(_) | Block::Facts { .. } | Block::Lines { .. } => {}
                },
                CardBlock::Track(..) | CardBlock::Lines(_) => {}
            }
        }
        spelled.facts.retain(|fact| !fact.text.is_empty());
        spelled.results.retain(|fact| !fact.text.is_empty());
        Ok(spelled)
    }
}

/// `Light: 1 AP; Heavy: 3 AP (+3 dice)`; nothing where what is paid is to be written in.
pub(super) fn costs(costs: &[Cost]) -> String {
    let one = |cost: &Cost| {
        let label = if cost.label.is_empty() { String::new() } else { format!("{}:", cost.label) };
        let parts = [label.as_str(), &cost.amount, &cost.unit];
        let mut said = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
        if !cost.extra.is_empty() {
            said += &format!(" ({})", cost.extra);
        }
        said
    };
    let joint = if costs.iter().any(|cost| !cost.label.is_empty()) { "; " } else { ", " };
    costs.iter().filter(|cost| !cost.amount.is_empty()).map(one).collect::<Vec<_>>().join(joint)
}
