//! What blank forms say of how a value is computed: one short line for each that stands on a card or sheet.
//!
//! Its author's words, else words that are made from the formula. Where a formula has no clear line, or none that fits, the
//! author is asked for one: a formula is never printed as it is written.

use std::collections::BTreeSet;

use makeready_rules::formula::{Frame, said};
use makeready_rules::system::formula_name;

use super::Validator;
use crate::code::Code;
use crate::concept::sheet::BlockKind;
use crate::concept::value::ValueEntry;
use crate::diagnostic::Diagnostic;
use crate::game::Game;
use crate::limits::{LONGEST_INSTRUCTION, LONGEST_INSTRUCTION_OF_CARD};
use crate::load::Definitions;

impl Validator {
    /// Reports values that stand on blank forms without a line that says how they are computed.
    pub(super) fn instructions(&mut self, game: &Game) {
        let blank = game.evaluator(None);
        for (id, value, longest) in on_faces(&game.entries) {
            let is_too_long = |words: &str| words.chars().count() > longest;
            // What cannot be computed has been reported; what is known needs no words.
            let Ok(found) = blank.value(&id) else { continue };
            let (true, Some(formula)) = (found.is_unknown(), game.rules.formula(&id)) else { continue };
            let (message, help) = if value.how.is_empty() {
                match said(formula, &game.rules.frame_of(&id)) {
                    None => (
                        format!("Makeready cannot say in short words how `{id}` is computed"),
                        "add `how: ...`".to_owned(),
                    ),
                    Some(made) if is_too_long(&made) => (
                        format!("the instruction for `{id}` is too long for a blank form: {made}"),
                        format!("write `how: ...`, with at most {longest} characters"),
                    ),
                    Some(_) => continue,
                }
            } else {
                let own = value.how.in_words(blank.rules(), &blank);
                if !is_too_long(&own) {
                    continue;
                }
                let message = format!("`how` has {} characters, too many for a blank form", own.chars().count());
                (message, format!("shorten it to at most {longest}"))
            };
            self.push(Diagnostic::warning(Code::NoInstruction, value.head.at, message).help(help));
        }
    }
}

/// The values whose boxes stand on blank cards and sheets, each once, by the name that formulas know, and the most characters that
/// say how it is computed.
fn on_faces(entries: &Definitions) -> Vec<(String, &ValueEntry, usize)> {
    let of_cards = entries.cards().flat_map(|card| {
        let name = move |value: &ValueEntry| format!("{}.{}", formula_name(&card.head.id), value.head.id);
        card.values.iter().map(move |value| (name(value), value, LONGEST_INSTRUCTION_OF_CARD))
    });
    let blocks = entries.sheet_front.iter().chain(&entries.sheet_back).chain(entries.handouts.blocks());
    let mut on_sheets = BTreeSet::new();
    for block in blocks {
        match &block.kind {
            BlockKind::Values(ids) => on_sheets.extend(ids.iter().map(|id| id.value.as_str())),
            BlockKind::Resources(ids) => {
                let of = |id: &str| entries.resources.iter().find(|resource| resource.id.value == id);
                on_sheets.extend(ids.iter().filter_map(|id| Some(of(&id.value)?.max.value.as_str())));
            }
            BlockKind::Identity(_)
            | BlockKind::Portrait(_)
            | BlockKind::Stats
            | BlockKind::Rolls(..)
            | BlockKind::Skills(_)
            | BlockKind::Items(_)
            | BlockKind::Traits(..)
            | BlockKind::Conditions(_)
            | BlockKind::Abilities(..)
            | BlockKind::AbilityNames(..)
            | BlockKind::Allies(..)
            | BlockKind::Tracks(_)
            | BlockKind::Text(_)
            | BlockKind::Notes(..)
            | BlockKind::Sums(_)
            | BlockKind::Odds(_)
            | BlockKind::Lines(_)
            | BlockKind::Fields(_) => {}
        }
    }
    let derived = entries.derived.iter().filter(|value| on_sheets.contains(value.head.id.as_str()));
    of_cards.chain(derived.map(|value| (value.head.id.clone(), value, LONGEST_INSTRUCTION))).collect()
}
