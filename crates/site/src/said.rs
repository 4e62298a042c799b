//! What a page has said already, so that it says it once.
//!
//! **In** a card, or any text. **Out** one [`Said`], which knows of other texts whether all of their words stand in it, one behind
//! the other. What it does not know is said nowhere else, and stays.

use makeready_faces::card::{Block, CardFace, Cost, Fact};
use makeready_faces::text::plain_text;

use super::runs;

/// Between two texts: no word of anything that is asked for.
const END: &str = " | ";

/// Texts that stand on a page, as words.
#[derive(Debug, Default)]
pub struct Said(String);

impl Said {
    /// What stands on a card. What is to be written there is not said.
    pub fn on_card(face: &CardFace) -> Self {
        let mut said = Self::default();
        said.add(&face.type_line);
        face.badge.iter().for_each(|badge| said.add(&format!("{} {}", badge.amount, badge.unit)));
        face.costs.iter().for_each(|cost: &Cost| said.add(&format!("{} {}", cost.amount, cost.unit)));
        for figure in &face.figures {
            said.add(&format!("{} {} {}", figure.label, figure.text.as_deref().unwrap_or_default(), figure.unit));
        }
        said.add_facts(&face.facts);
        face.body.iter().for_each(|paragraph| said.add(&plain_text(paragraph)));
        face.outcomes.iter().for_each(|outcome| said.add(&format!("{} {}", outcome.label, plain_text(&outcome.text))));
        for block in &face.blocks {
            match block {
                Block::Heading { text } => said.add(text),
                Block::Text { paragraphs } => paragraphs.iter().for_each(|one| said.add(&plain_text(one))),
                Block::Table(table) => said.add(&runs::table_text(table)),
                Block::Facts { facts } => said.add_facts(facts),
                Block::Track(_) | Block::Lines { .. } => {}
            }
        }
        said.add(&plain_text(&face.reaction));
        said
    }

    /// A text.
    pub fn in_text(text: &str) -> Self {
        let mut said = Self::default();
        said.add(text);
        said
    }

    fn add_facts(&mut self, facts: &[Fact]) {
        facts.iter().for_each(|fact| self.add(&format!("{} {}", fact.label, plain_text(&fact.text))));
    }

    fn add(&mut self, text: &str) {
        let words = words(text);
        if !words.is_empty() {
            self.0 += END;
            self.0 += &words;
            self.0 += END;
        }
    }

    /// Whether all words of a text stand in it, in their order.
    pub fn has(&self, text: &str) -> bool {
        let words = words(text);
        words.is_empty() || self.0.contains(&format!(" {words} "))
    }
}

/// A text as words in lower case. Signs are words: what is added is not what is taken away.
fn words(text: &str) -> String {
    let is_sign = |c: char| matches!(c, '+' | '-' | '\u{2212}' | '\u{d7}' | '%' | '/');
    let spaced = text.chars().flat_map(|c| {
        let kept = if c.is_alphanumeric() || is_sign(c) { c } else { ' ' };
        kept.to_lowercase()
    });
    spaced.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_words_of_one_text_are_said() {
        let mut said = Said::in_text("Range 1 square.");
        said.add("With **bare hands**, +2 AP");
        assert!(said.has("1 square") && said.has("With bare hands"));
        assert!(
            !said.has("1 squares") && !said.has("square with"),
            "no part of a word, and no end of one text with another"
        );
        assert!(!said.has("\u{2212}2 AP"));
    }
}
