//! Card layouts that all items, or all allies, share.

use makeready_rules::character::Item;
use makeready_rules::formula::{EvalError, Formula, Frame, Term, explain, told};
use makeready_rules::item::ItemFrame;
use makeready_rules::value::Value;

use super::blank::Blank;
use super::face_builder::FaceBuilder;
use super::filling::{Figures, line};
use crate::card::{Block, CardFace, Fact, Track};
use crate::text::{Paragraph, Run, plain_text};
use makeready_content::concept::family::FamilyEntry;
use makeready_content::concept::layout::{CardLayoutEntry, LayoutFactEntry, LayoutTrackEntry};
use makeready_content::game::Person;
use makeready_content::source::Located;

/// The most characters of a text that fits half a line.
const MOST_SHORT: usize = 11;
/// The most boxes to tick; above it, a number and a line to write on.
const MOST_BOXES: i64 = 60;

/// The figures of an item in its owner's hands.
struct ItemFigures<'a> {
    faces: &'a FaceBuilder<'a>,
    frame: ItemFrame<'a>,
}

impl Figures for ItemFigures<'_> {
    fn figure(&self, formula: &Formula) -> Result<(Value, Vec<Term>), EvalError> {
        explain(&self.faces.game.rules.fold(&formula.expr), &self.frame)
    }

    fn written(&self, formula: &Formula) -> String {
        told(&self.faces.game.rules.fold(&formula.expr), &self.frame)
    }
}

/// The labeled lines of a layout, filled in. A line that rests on something unknown, or has no text, is left out:
/// on a filled card it would be one to write on.
///
/// # Errors
/// When a formula cannot be computed.
pub(super) fn facts(figures: &dyn Figures, layout: &[LayoutFactEntry]) -> Result<Vec<Fact>, EvalError> {
    let mut facts = Vec::new();
    for LayoutFactEntry { fact, when, is_short, is_at_foot, .. } in layout {
        let stands = match &**when {
            Some(placed) => figures.figure(&placed.formula)?.0 == Value::Bool(true),
            None => true,
        };
        let mut is_known = true;
        for placed in fact.text.formulas() {
            is_known &= !figures.figure(&placed.formula)?.0.is_unknown();
        }
        let text = if stands && is_known { line(figures, &fact.text)? } else { Paragraph::new() };
        if !text.is_empty() {
            let is_short = *is_short && plain_text(&text).chars().count() <= MOST_SHORT;
            let label = fact.label.to_string();
            facts.push(Fact { label, text, is_short, is_at_foot: *is_at_foot, field: None });
        }
    }
    Ok(facts)
}

impl FaceBuilder<'_> {
    /// An empty card of a family.
    pub(super) fn empty_card(&self, family: &Located<String>) -> CardFace {
        self.empty_card_of(self.game.entries.families.iter().find(|known| known.head.id == family.value))
    }

    /// The same for a family that has been found.
    pub(super) fn empty_card_of(&self, entry: Option<&FamilyEntry>) -> CardFace {
        let family = self.family(entry);
        CardFace {
            id: family.id.clone(),
            name: String::new(),
            icon: family.icon.clone(),
            art: self.art(entry.and_then(|family| family.art.0.as_ref())),
            type_line: entry.map_or(String::new(), |family| family.type_line.to_string()),
            family,
            is_blank: self.is_blank(),
            is_reference: false,
            costs: Vec::new(),
            badge: None,
            has_extra_cost_box: false,
            figures: Vec::new(),
            facts: Vec::new(),
            body: Vec::new(),
            outcomes: Vec::new(),
            blocks: Vec::new(),
            reaction_sign: String::new(),
            reaction: Paragraph::new(),
            owner: self.evaluator.character().name.clone(),
            rule: entry.map_or(String::new(), |family| family.head.rule.clone()),
            game: self.game.entries.head.name.clone(),
            number: String::new(),
            edition: self.game.edition_line(),
            part: (1, 1),
        }
    }

    /// The cards of a layout's family: of the character's items or allies; on the blank form, a blank one.
    ///
    /// # Errors
    /// When a value cannot be computed.
    pub(super) fn laid_out_cards(&self, family: &str) -> Result<Vec<CardFace>, EvalError> {
        let e = &self.game.entries;
        let mut cards = Vec::new();
        if let Some(layout) = e.item_card.as_ref().filter(|layout| layout.family.value == family) {
            if self.is_blank() {
                cards.push(self.blank_layout_card(layout, &ItemFrame::of_any(self.game.rules.system()))?);
            }
            cards.extend(self.item_cards()?);
        }
        if let Some(layout) = e.ally_card.as_ref().filter(|layout| layout.family.value == family) {
            if self.is_blank() {
                cards.push(self.blank_layout_card(layout, self.game.rules.system())?);
            }
            for ally in self.who.into_iter().flat_map(|who| self.game.allies(who.id())) {
                cards.push(self.ally_card(layout, ally)?);
            }
        }
        Ok(cards)
    }

    /// The cards of what the character carries; none where the game has no such cards.
    ///
    /// # Errors
    /// When a value cannot be computed.
    pub(super) fn item_cards(&self) -> Result<Vec<CardFace>, EvalError> {
        let Some(layout) = self.game.entries.item_card.as_ref() else { return Ok(Vec::new()) };
        let items = self.who.into_iter().flat_map(|who| &who.character.items);
        items.map(|item| self.item_card(layout, item)).collect()
    }

    fn item_card(&self, layout: &CardLayoutEntry, item: &Item) -> Result<CardFace, EvalError> {
        let held = ItemFigures { faces: self, frame: ItemFrame::new(&self.evaluator, item) };
        let filled = filled(&held, layout)?;
        let entry = self.who.and_then(|who| who.entry.items.iter().find(|entry| entry.head.id == item.id));
        let empty = self.empty_card(&layout.family);
        Ok(CardFace {
            art: self.art(entry.and_then(|entry| entry.art.0.as_ref())).or_else(|| empty.art.clone()),
            id: item.id.clone(),
            name: item.name.clone(),
            body: entry.map_or_else(|| Ok(Vec::new()), |entry| self.paragraphs(&entry.note))?,
            ..filled.on(empty)
        })
    }

    /// The card of an ally, with the ally's own values.
    ///
    /// # Errors
    /// When a value cannot be computed.
    pub(super) fn ally_card(&self, layout: &CardLayoutEntry, ally: &Person) -> Result<CardFace, EvalError> {
        let filled = filled(&FaceBuilder::new(self.game, Some(ally)), layout)?;
        let portrait = ally.entry.portrait.as_str();
        let empty = self.empty_card(&layout.family);
        Ok(CardFace {
            art: self.art(ally.entry.art.0.as_ref()).or_else(|| empty.art.clone()),
            id: ally.entry.head.id.clone(),
            name: ally.entry.head.name.clone(),
            body: if portrait.is_empty() { vec![] } else { vec![vec![Run::plain(portrait)]] },
            ..filled.on(empty)
        })
    }

    fn blank_layout_card(&self, layout: &CardLayoutEntry, frame: &dyn Frame) -> Result<CardFace, EvalError> {
        let tracks =
            layout.tracks.iter().map(|track| Track { label: track.label.to_string(), boxes: track.blank.count() });
        let mut blocks: Vec<Block> = tracks.map(Block::Track).collect();
        blocks.push(Block::Lines { lines: layout.lines.count() });
        let facts = Blank { rules: &self.game.rules, frame }.facts(&layout.facts)?;
        Ok(CardFace { facts, blocks, ..self.empty_card(&layout.family) })
    }
}

/// A layout with its figures.
struct Filled {
    type_line: String,
    facts: Vec<Fact>,
    blocks: Vec<Block>,
}

impl Filled {
    fn on(self, card: CardFace) -> CardFace {
        CardFace { type_line: self.type_line, facts: self.facts, blocks: self.blocks, ..card }
    }
}

fn filled(figures: &dyn Figures, layout: &CardLayoutEntry) -> Result<Filled, EvalError> {
    let mut facts = facts(figures, &layout.facts)?;
    let mut blocks = Vec::new();
    for LayoutTrackEntry { label, boxes, .. } in layout.tracks.iter() {
        let Some(placed) = &**boxes else { continue };
        let value = figures.figure(&placed.formula)?.0;
        match value.as_number().and_then(makeready_rules::number::Number::to_i64) {
            Some(boxes @ 1..=MOST_BOXES) => {
                let boxes = u32::try_from(boxes).unwrap_or_default();
                blocks.push(Block::Track(Track { label: label.to_string(), boxes }));
            }
            Some(count) if count > MOST_BOXES => {
                facts.push(Fact {
                    label: label.to_string(),
                    text: vec![Run::plain(count.to_string())],
                    ..Fact::default()
                });
            }
            Some(_) | None => {}
        }
    }
    Ok(Filled { type_line: plain_text(&line(figures, &layout.type_line)?), facts, blocks })
}
