//! Building card faces: actions, skills and reference cards, filled or blank.

use std::collections::BTreeSet;

use makeready_rules::formula::{EvalError, ExprKind, Formula, Term, add};
use makeready_rules::system::formula_name;
use makeready_rules::value::Value;

use super::face_builder::FaceBuilder;
use super::filling::{Figures, line};
use crate::card::{
    Badge, Block, CardFace, Cost, Fact, Family, Figure, Outcome, OutcomeKind, Table, Track, large_figures,
};
use crate::sheet::Holds;
use crate::text::{Paragraph, Run, Style, plain_text, says};
use makeready_content::concept::block::{CardBlock, RulingsTable};
use makeready_content::concept::card::{CardEntry, CostEntry};
use makeready_content::concept::cost_set::CostColumn;
use makeready_content::concept::fact::{FactEntry, OutcomeEntry};
use makeready_content::concept::family::FamilyEntry;
use makeready_content::concept::value::ValueEntry;
use makeready_content::text::Text;

/// The longest of several hints of a row, in characters: together they take one line or two.
const LONGEST_OF_SEVERAL: usize = 12;

/// The most pips that can be counted at a glance.
const MOST_PIPS: i64 = 6;

impl FaceBuilder<'_> {
    /// Every card of the game in deck order, by family, then as written; with those of the abilities, things and
    /// allies of the character.
    ///
    /// # Errors
    /// When a value cannot be computed.
    pub fn deck(&self) -> Result<Vec<CardFace>, EvalError> {
        if self.is_blank() && !self.is_form {
            let form = Self { shows_odds: self.shows_odds, is_form: true, ..Self::new(self.game, None) };
            return form.deck();
        }
        let e = &self.game.entries;
        let mut deck = Vec::new();
        let mut described = 0..0;
        for family in &e.families {
            for card in self.cards_of(&family.head.id) {
                if self.is_in_deck(card)? {
                    deck.push(self.card(card)?);
                }
            }
            if self.ability_layout().is_some_and(|layout| layout.family.value == family.head.id) {
                deck.extend(self.ability_cards()?);
            }
            if self.game.entries.family_of_described().is_some_and(|own| own.head.id == family.head.id) {
                let first = deck.len();
                deck.extend(self.described_cards()?);
                described = first..deck.len();
            }
            deck.extend(self.laid_out_cards(&family.head.id)?);
        }
        described.rev().for_each(|at| give_own_id(&mut deck, at));
        // What is the same for everybody is no draft.
        for card in deck.iter_mut().filter(|card| !card.is_reference) {
            card.type_line = self.marked(std::mem::take(&mut card.type_line));
        }
        Ok(deck)
    }

    /// The place of a card among all of the game, in the order of decks.
    fn number(&self, entry: &CardEntry) -> String {
        let number = self.game.card_number(&entry.head.id);
        number.map_or_else(String::new, |(place, all)| format!("{place}/{all}"))
    }

    /// The cards of a family, as written.
    fn cards_of(&self, family: &str) -> impl Iterator<Item = &CardEntry> {
        let e = &self.game.entries;
        let all = e.actions.iter().chain(e.skills.iter().map(|skill| &skill.card)).chain(&e.references);
        all.filter(move |card| card.family.as_ref().is_some_and(|id| id.value == family))
    }

    /// Whether a card is in this character's deck. On the blank form nothing is known, so all of them are.
    ///
    /// # Errors
    /// When its condition cannot be computed.
    pub fn is_in_deck(&self, card: &CardEntry) -> Result<bool, EvalError> {
        let Some(when) = &card.when else { return Ok(true) };
        Ok(self.value(&when.formula)? != Value::Bool(false))
    }

    /// One card.
    ///
    /// # Errors
    /// When a value cannot be computed.
    pub fn card(&self, entry: &CardEntry) -> Result<CardFace, EvalError> {
        let family = self.family_of(entry);
        let costs = self.costs(entry)?;
        let type_line = if entry.type_line.is_empty() { family.map_or("", |f| &f.type_line) } else { &entry.type_line };
        Ok(CardFace {
            id: entry.head.id.clone(),
            name: entry.head.name.clone(),
            icon: self.icon_of(entry),
            art: self.art(entry.art.as_ref().or_else(|| family.and_then(|family| family.art.0.as_ref()))),
            family: self.family(family),
            type_line: type_line.to_owned(),
            is_blank: self.is_blank(),
            is_reference: self.game.reference(&entry.head.id).is_some(),
            badge: badge(&costs),
            costs,
            has_extra_cost_box: entry.has_extra_cost_box,
            figures: self.figures(entry)?,
            facts: self.facts(&entry.facts)?,
            body: self.paragraphs(&entry.text)?,
            outcomes: self.outcomes(&entry.outcomes)?,
            blocks: self.blocks(entry)?,
            reaction_sign: plain_text(&self.line(&entry.reaction_sign)?),
            reaction: self.line(&entry.reaction)?,
            owner: self.evaluator.character().name.clone(),
            rule: entry.head.rule.clone(),
            game: self.game.entries.head.name.clone(),
            number: self.number(entry),
            edition: self.game.edition_line(),
            part: (1, 1),
        })
    }

    fn family_of(&self, entry: &CardEntry) -> Option<&FamilyEntry> {
        let families = &self.game.entries.families;
        entry.family.as_ref().and_then(|id| families.iter().find(|family| family.head.id == id.value))
    }

    /// The icon of a card: its own, else that of its family.
    pub(super) fn icon_of(&self, entry: &CardEntry) -> String {
        let of_family = || self.family_of(entry).map(|family| &family.icon);
        entry.icon.as_ref().or_else(of_family).map_or_else(String::new, |icon| icon.value.clone())
    }

    /// The further parts of a card, and its chances where the table wants them.
    fn blocks(&self, entry: &CardEntry) -> Result<Vec<Block>, EvalError> {
        let mut blocks: Vec<Block> = entry.blocks.iter().map(|b| self.block(b)).collect::<Result<_, _>>()?;
        if let (true, Some(used)) = (self.shows_odds, &entry.odds) {
            blocks.extend(self.card_chances(used).map(Block::Table));
        }
        Ok(blocks)
    }

    pub(super) fn family(&self, entry: Option<&FamilyEntry>) -> Family {
        match entry {
            Some(f) => Family {
                id: f.head.id.clone(),
                name: f.head.name.clone(),
                color: self.color(&f.color.value),
                icon: f.icon.value.clone(),
                notch: u8::try_from(f.notch.0).unwrap_or(0),
            },
            None => Family {
                id: String::new(),
                name: String::new(),
                color: self.color("ink"),
                icon: String::new(),
                notch: 0,
            },
        }
    }

    /// A color of the palette, `#rrggbb`.
    pub fn color(&self, name: &str) -> String {
        let palette = &self.game.entries.look.palette;
        palette
            .iter()
            .find(|(n, _)| n.value == name)
            .map_or_else(|| "#000000".to_owned(), |(_, color)| color.value.clone())
    }

    pub(super) fn costs(&self, entry: &CardEntry) -> Result<Vec<Cost>, EvalError> {
        match &entry.cost {
            CostEntry::None => Ok(Vec::new()),
            CostEntry::Single(_, unit) => {
                let value = self.computed(&format!("{}.cost", formula_name(&entry.head.id)))?.value.clone();
                Ok(vec![cost(String::new(), &value, unit, String::new())])
            }
            CostEntry::Set(id) => {
                let sets = &self.game.entries.cost_sets;
                let Some(set) = sets.iter().find(|s| s.id.value == id.value) else { return Ok(Vec::new()) };
                let more = entry.cost_more.as_ref().map(|more| self.value(&more.formula)).transpose()?;
                let more = more.filter(|more| !more.is_unknown()).unwrap_or(Value::whole(0));
                let mut costs = Vec::new();
                for column in set.columns.iter() {
                    let Some(amount) = &*column.cost else { continue };
                    let brings_nothing = match &*column.extra {
                        Some(extra) => self.value(&extra.formula)?.is_nothing(),
                        None => false,
                    };
                    let extra =
                        if brings_nothing { String::new() } else { plain_text(&self.line(&column.extra_text)?) };
                    let unit = if column.unit.is_empty() { &set.unit } else { &column.unit };
                    let amount = add(&self.value(&amount.formula)?, &more).map_err(EvalError::whole)?;
                    costs.push(cost(column.label.to_string(), &amount, unit, extra));
                }
                Ok(costs)
            }
        }
    }

    fn figures(&self, entry: &CardEntry) -> Result<Vec<Figure>, EvalError> {
        let told = self.told_in_sentences(entry);
        let shown = entry.values.iter().filter(|value| !told.contains(&name_of(entry, value)));
        shown.map(|value| self.figure(entry, value)).collect()
    }

    /// Whether a value has no box on its card, since a sentence of the card tells it.
    pub(super) fn is_told_in_a_sentence(&self, name: &str) -> bool {
        self.game.owner(name).is_some_and(|entry| self.told_in_sentences(entry).iter().any(|told| told == name))
    }

    /// The values of a card beyond the large ones that stand in its sentences: there they are read, and written.
    fn told_in_sentences(&self, entry: &CardEntry) -> Vec<String> {
        let texts = std::iter::once(&entry.text).chain(entry.outcomes.iter().map(|outcome| &*outcome.text));
        let formulas: Vec<_> = texts.flat_map(Text::formulas).collect();
        let is_told = |name: &String| {
            formulas.iter().any(|placed| matches!(&placed.formula.expr.kind, ExprKind::Name(told) if *told == *name))
        };
        let large = large_figures(entry.has_extra_cost_box, self.has_cost_strip(entry));
        entry.values.iter().skip(large).map(|value| name_of(entry, value)).filter(is_told).collect()
    }

    /// Whether the ways to pay for a card stand in a row of their own, whoever has it: what costs bring is not computed, since that may
    /// ask for the values of this card.
    fn has_cost_strip(&self, entry: &CardEntry) -> bool {
        let CostEntry::Set(id) = &entry.cost else { return false };
        let sets = &self.game.entries.cost_sets;
        let Some(set) = sets.iter().find(|set| set.id.value == id.value) else { return false };
        let says_more = |column: &CostColumn| !column.label.is_empty() || !column.extra_text.is_empty();
        let unit =
            |column: &CostColumn| if column.unit.is_empty() { set.unit.to_string() } else { column.unit.to_string() };
        let has_units = set.columns.iter().any(|column| unit(column) != unit(&set.columns[0]));
        let has_more = set.columns.iter().any(says_more);
        has_more || set.columns.len() > 1 && !has_units
    }

    fn figure(&self, entry: &CardEntry, value: &ValueEntry) -> Result<Figure, EvalError> {
        let id = name_of(entry, value);
        let computed = self.computed(&id)?;
        let is_roll_of_skill = value.head.id == "roll" && value.head.name == entry.head.name;
        // What is known is told by its result alone.
        let terms = if computed.value.is_unknown() { self.instruction(&id)? } else { String::new() };
        let text = computed.value.printed();
        let unit = self.game.entries.lang.counted(text.as_deref().unwrap_or_default(), &value.unit).into_owned();
        Ok(Figure {
            label: if is_roll_of_skill { self.words().text("odds.roll").to_owned() } else { value.head.name.clone() },
            text,
            holds: self.holds(&id),
            terms,
            unit,
            note: value.note.value.clone(),
            rule: value.head.rule.clone(),
            id,
        })
    }

    fn facts(&self, facts: &[FactEntry]) -> Result<Vec<Fact>, EvalError> {
        facts
            .iter()
            .map(|fact| Ok(Fact { label: fact.label.to_string(), text: self.line(&fact.text)?, ..Fact::default() }))
            .collect()
    }

    fn outcomes(&self, outcomes: &[OutcomeEntry]) -> Result<Vec<Outcome>, EvalError> {
        let key = |kind: OutcomeKind| match kind {
            OutcomeKind::Critical => "label.critical",
            OutcomeKind::Success => "label.success",
            OutcomeKind::Failure => "label.failure",
            OutcomeKind::Special => "label.special",
        };
        let words = self.words();
        let made = outcomes.iter().map(|outcome| {
            let label = if outcome.label.is_empty() {
                words.text(key(outcome.on())).to_owned()
            } else {
                outcome.label.to_string()
            };
            Ok(Outcome { kind: outcome.on(), label, text: self.line(&outcome.text)? })
        });
        made.collect()
    }

    fn block(&self, block: &CardBlock) -> Result<Block, EvalError> {
        Ok(match block {
            CardBlock::Heading(text) => Block::Heading { text: text.clone() },
            CardBlock::Text(text) => Block::Text { paragraphs: self.paragraphs(text)? },
            CardBlock::Track(label, boxes) => Block::Track(Track { label: label.clone(), boxes: *boxes }),
            CardBlock::Facts(facts) => Block::Facts { facts: self.facts(facts)? },
            CardBlock::Rulings(table) => self.rulings_in_force(table)?,
            CardBlock::Lines(lines) => Block::Lines { lines: *lines },
            CardBlock::Table { columns, numeric, names_values, rows } => Block::Table(Table {
                columns: columns.clone(),
                numeric: numeric.clone(),
                rows: rows.iter().map(|row| self.cells(row, numeric, *names_values)).collect::<Result<_, _>>()?,
            }),
        })
    }

    /// The rulings that are not at their default, or that there are none.
    pub(super) fn rulings_in_force(&self, table: &RulingsTable) -> Result<Block, EvalError> {
        let rules = self.evaluator.rules();
        let differing = rules.differences();
        let entries = self.game.entries.rulings.iter().filter_map(|ruling| {
            let (_, chosen) = differing.iter().find(|(id, _)| *id == ruling.head.id)?;
            let reading = ruling.options.iter().find(|option| option.id.value == *chosen)?;
            Some(vec![vec![Run::plain(ruling.question.to_string())], vec![Run::plain(reading.text.to_string())]])
        });
        let rows: Vec<_> = entries.collect();
        if rows.is_empty() {
            return Ok(Block::Text { paragraphs: self.paragraphs(&table.none.0)? });
        }
        let columns = vec![table.question.to_string(), table.reading.to_string()];
        Ok(Block::Table(Table { columns, numeric: vec![false; 2], rows }))
    }

    /// The cells of a row. A hint has no room in a column of figures, nor in a cell that is drawn as a line. It stands behind the name in
    /// the cell before. Where a row has several lines, their hints stand there in the order of the lines, if each is short.
    fn cells(&self, row: &[Text], numeric: &[bool], names_values: bool) -> Result<Vec<Paragraph>, EvalError> {
        let mut cells: Vec<Paragraph> = Vec::with_capacity(row.len());
        let mut hinted: Vec<(usize, usize)> = Vec::new();
        for (place, cell) in row.iter().enumerate() {
            let mut filled = if place == 0 || !names_values { self.line(cell)? } else { line(&Named(self), cell)? };
            let open = filled.iter().position(|run| run.style.is_open() && !run.detail.is_empty());
            if let Some(at) = open
                && (filled.len() == 2 || place > 0 && numeric[place])
            {
                // The words of the hint stand before its place.
                let at = at - 1;
                filled.remove(at);
                let hint = filled[at].detail.to_lowercase();
                if cells.iter().any(|other| says(&plain_text(other).to_lowercase(), &hint)) {
                    filled[at].detail.clear();
                } else {
                    hinted.push((place, at));
                }
            }
            let is_blank = matches!(&filled[..], [only] if only.style.is_open());
            // On paper it is a line.
            cells.push(if is_blank && names_values && place > 0 && !self.is_form { Paragraph::new() } else { filled });
        }
        let lines = cells.iter().filter(|cell| cell.iter().any(|run| run.style.is_open())).count();
        let hints: Vec<String> =
            hinted.iter().map(|&(place, at)| std::mem::take(&mut cells[place][at].detail)).collect();
        let are_short = hints.len() == lines && hints.iter().all(|hint| hint.chars().count() <= LONGEST_OF_SEVERAL);
        if let Some((first @ 1.., _)) = hinted.first().copied()
            && let name = &mut cells[first - 1]
            && name.last().is_some_and(|run| run.style.is_words())
            && (hints.len() == 1 || are_short)
        {
            let ends_sentence = plain_text(name).ends_with(|c: char| !c.is_alphanumeric());
            let text = format!("{} {}", if ends_sentence { "" } else { ":" }, hints.join("; "));
            name.push(Run { style: Style::Formula, text, detail: String::new() });
        }
        Ok(cells)
    }
}

/// Figures whose names stand beside them: an unknown value is a place to write in.
struct Named<'f>(&'f FaceBuilder<'f>);

impl Figures for Named<'_> {
    fn figure(&self, formula: &Formula) -> Result<(Value, Vec<Term>), EvalError> {
        Figures::figure(self.0, formula)
    }

    fn written(&self, formula: &Formula) -> String {
        self.0.written(formula)
    }

    fn gap(&self, formula: &Formula) -> Option<Holds> {
        match &formula.expr.kind {
            ExprKind::Name(name) => Some(self.0.holds(name)),
            _ => self.0.gap(formula),
        }
    }

    fn hint(&self, formula: &Formula) -> Result<String, EvalError> {
        if self.0.is_form { self.0.short_instruction(formula) } else { Ok(String::new()) }
    }
}

/// How formulas call a value of a card.
fn name_of(entry: &CardEntry, value: &ValueEntry) -> String {
    format!("{}.{}", formula_name(&entry.head.id), value.head.id)
}

/// What is seen of the costs in a fanned hand: the one, or from the least to the most; the first where they are paid in
/// different things.
pub(super) fn badge(costs: &[Cost]) -> Option<Badge> {
    let (first, last) = (costs.first()?, costs.last()?);
    let is_one = first.amount == last.amount || last.amount.is_empty() || first.unit != last.unit;
    let amount = if is_one { first.amount.clone() } else { format!("{}–{}", first.amount, last.amount) };
    Some(Badge { amount, unit: first.unit.clone() })
}

/// Gives a card of a deck another id where one before it, or one whose id is written in content, has the same.
fn give_own_id(deck: &mut [CardFace], at: usize) {
    let id = deck[at].id.clone();
    let is_taken = |wanted: &str| deck.iter().enumerate().any(|(other, card)| other != at && card.id == wanted);
    // One of as many ids as there are cards is free.
    let numbered = (2..=deck.len() + 1).map(|number| format!("{id}-{number}"));
    let free = std::iter::once(id.clone()).chain(numbered).find(|id| !is_taken(id));
    deck[at].id = free.unwrap_or(id);
}

/// The ways to pay in each thing. One of which the amount is to be written in is left out.
pub(super) fn by_unit(costs: &[Cost]) -> Vec<(&str, Vec<&Cost>)> {
    let mut by_unit: Vec<(&str, Vec<&Cost>)> = Vec::new();
    for cost in costs.iter().filter(|cost| !cost.amount.is_empty()) {
        match by_unit.iter_mut().find(|(unit, _)| *unit == cost.unit) {
            Some((_, ways)) => ways.push(cost),
            None => by_unit.push((&cost.unit, vec![cost])),
        }
    }
    by_unit
}

/// What is paid in one way or another, each amount once.
pub(super) fn amounts<'c>(ways: &[&'c Cost]) -> Vec<&'c str> {
    let mut seen = BTreeSet::new();
    ways.iter().map(|cost| cost.amount.as_str()).filter(|amount| seen.insert(*amount)).collect()
}

/// `1 / 2 / 3 AP`, one of which is paid, and where it is paid in different things each by itself, `2 AP` and `3 Stamina`: nothing
/// of one is told where there is something of another.
pub(super) fn paid(costs: &[Cost]) -> Vec<String> {
    let all = by_unit(costs);
    let is_free = |(_, ways): &(&str, Vec<&Cost>)| ways.iter().all(|cost| cost.pips == Some(0));
    let told: Vec<_> = all.iter().filter(|one| !is_free(one)).collect();
    let told = if told.is_empty() { all.first().into_iter().collect() } else { told };
    let one = |(unit, ways): &(&str, Vec<&Cost>)| format!("{} {unit}", amounts(ways).join(" / ")).trim_end().to_owned();
    told.into_iter().map(one).collect()
}

/// One way to pay.
pub(super) fn cost(label: String, value: &Value, unit: &str, extra: String) -> Cost {
    let whole = value.as_number().and_then(makeready_rules::number::Number::to_i64);
    let pips = whole.filter(|n| (0..=MOST_PIPS).contains(n)).and_then(|n| u8::try_from(n).ok());
    Cost { label, amount: value.printed().unwrap_or_default(), pips, unit: unit.to_owned(), extra }
}
