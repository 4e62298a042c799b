//! How much stands on one card, whose parts may all be short.

use super::block::CardBlock;
use super::card::CardEntry;
use super::fact::FactEntry;
use crate::code::Code;
use crate::decode::Decoder;
use crate::limits::{LONGEST_TEXT, MOST_ROWS};
use crate::text::Text;

/// Reports a card that has more text or more rows than cards may have.
pub fn refuse_bulk(d: &mut Decoder, card: &CardEntry) {
    let characters = characters(card);
    if characters > LONGEST_TEXT {
        let message = format!("this card has {characters} characters of text; the limit is {LONGEST_TEXT}");
        d.error(Code::TooLong, card.head.at, message).help = Some("divide it into several cards".to_owned());
    }
    let rows = card_rows(card);
    if rows > MOST_ROWS {
        let message = format!("this card has {rows} rows; the limit is {MOST_ROWS}");
        d.error(Code::TooManyRows, card.head.at, message).help = Some("divide it into several cards".to_owned());
    }
}

fn characters(card: &CardEntry) -> usize {
    let facts = |facts: &[FactEntry]| facts.iter().map(|fact| fact.text.length() + letters(&fact.label)).sum::<usize>();
    let of_block = |block: &CardBlock| match block {
        CardBlock::Heading(heading) => letters(heading),
        CardBlock::Text(text) => text.length(),
        CardBlock::Table { columns, rows, .. } => {
            columns.iter().map(|column| letters(column)).sum::<usize>()
                + rows.iter().flatten().map(Text::length).sum::<usize>()
        }
        CardBlock::Track(label, _) => letters(label),
        CardBlock::Facts(list) => facts(list),
        CardBlock::Rulings(table) => table.none.0.length(),
        CardBlock::Lines(_) => 0,
    };
    let outcomes = card.outcomes.iter().map(|outcome| outcome.text.length() + letters(&outcome.label));
    card.text.length()
        + card.reaction_sign.length()
        + card.reaction.length()
        + facts(&card.facts)
        + outcomes.sum::<usize>()
        + card.blocks.iter().map(of_block).sum::<usize>()
}

fn letters(text: &str) -> usize {
    text.chars().count()
}

/// How many rows stand under one another on a card.
pub fn card_rows(card: &CardEntry) -> usize {
    let of_block = |block: &CardBlock| match block {
        CardBlock::Heading(_) | CardBlock::Text(_) | CardBlock::Track(..) | CardBlock::Rulings(_) => 1,
        CardBlock::Table { rows, .. } => 1 + rows.len(),
        CardBlock::Facts(list) => list.len(),
        CardBlock::Lines(lines) => *lines as usize,
    };
    let blocks = card.blocks.iter().map(of_block).sum::<usize>();
    card.values.len() + card.facts.len() + card.outcomes.len() + blocks
}
