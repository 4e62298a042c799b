//! What blank forms say of how a value is computed: one short line for each that stands on a card or sheet.
//!
//! Its author's words, else words that are made from the formula. Where a formula has no clear line, or none that fits, the
//! author is asked for one: a formula is never printed as it is written.

use std::collections::BTreeSet;
use std::fmt;

use makeready_rules::formula::{Frame, said};
use makeready_rules::system::formula_name;

use super::Validator;
use crate::code::Code;
use crate::concept::sheet::BlockKind;
use crate::concept::value::ValueEntry;
use crate::diagnostic::Diagnostic;
use crate::game::Game;
use crate::limits::{LONGEST_INSTRUCTION, MOST_LETTERS_ON_CARD};
use crate::load::Definitions;

impl Validator {
    /// Reports values that stand on blank forms without a line that says how they are computed.
    pub(super) fn instructions(&mut self, game: &Game) {
        let blank = game.evaluator(None);
        for (id, value, most) in on_faces(&game.entries) {
            // What cannot be computed has been reported; what is known needs no words.
            let Ok(found) = blank.value(&id) else { continue };
            let (true, Some(formula)) = (found.is_unknown(), game.rules.formula(&id)) else { continue };
            let (message, help) = if value.how.is_empty() {
                match said(formula, &game.rules.frame_of(&id)) {
                    None => (
                        format!("Makeready cannot say in short words how `{id}` is computed"),
                        "add `how: ...`".to_owned(),
                    ),
                    Some(made) if most.is_less_than(&made) => (
                        format!("the instruction for `{id}` is too long for a blank form: {made}"),
                        format!("write `how: ...`, with at most {most}"),
                    ),
                    Some(_) => continue,
                }
            } else {
                let own = value.how.in_words(blank.rules(), &blank);
                if !most.is_less_than(&own) {
                    continue;
                }
                let message = format!("`how` has {}, too many for a blank form", most.counted(&own));
                (message, format!("shorten it to at most {most}"))
            };
            self.push(Diagnostic::warning(Code::NoInstruction, value.head.at, message).help(help));
        }
    }
}

/// How long an instruction may be.
#[derive(Clone, Copy)]
enum Most {
    /// On a card: letters and digits.
    OnCard,
    /// On a sheet: characters.
    OnSheet,
}

impl Most {
    fn length(self, words: &str) -> usize {
        match self {
            Self::OnCard => words.chars().filter(|c| c.is_alphanumeric()).count(),
            Self::OnSheet => words.chars().count(),
        }
    }

    const fn limit(self) -> (usize, &'static str) {
        match self {
            Self::OnCard => (MOST_LETTERS_ON_CARD, "letters"),
            Self::OnSheet => (LONGEST_INSTRUCTION, "characters"),
        }
    }

    fn is_less_than(self, words: &str) -> bool {
        self.length(words) > self.limit().0
    }

    fn counted(self, words: &str) -> String {
        format!("{} {}", self.length(words), self.limit().1)
    }
}

impl fmt::Display for Most {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (most, unit) = self.limit();
        write!(f, "{most} {unit}")
    }
}

/// The values whose boxes stand on blank cards and sheets, each once, with the name that formulas use and the length of its
/// instruction.
fn on_faces(entries: &Definitions) -> Vec<(String, &ValueEntry, Most)> {
    let of_cards = entries.cards().flat_map(|card| {
        let name = move |value: &ValueEntry| format!("{}.{}", formula_name(&card.head.id), value.head.id);
        card.values.iter().map(move |value| (name(value), value, Most::OnCard))
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
    of_cards.chain(derived.map(|value| (value.head.id.clone(), value, Most::OnSheet))).collect()
}
