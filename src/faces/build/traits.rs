//! Traits on sheets and handouts, and their entries in the rulebook.

use deckle_rules::formula::EvalError;
use deckle_rules::traits::times;

use super::ability::strong;
use super::desk::Desk;
use crate::content::traits::TraitEntry;
use crate::faces::card::Table;
use crate::faces::sheet::SheetContent;
use crate::faces::text::{Paragraph, Run};

impl Desk<'_> {
    /// The traits of this character: each with what it does, or by name. On a blank, lines to write them on.
    ///
    /// # Errors
    /// When a value in a text cannot be computed.
    pub(super) fn traits(&self, lines: u32, has_effects: bool) -> Result<SheetContent, EvalError> {
        let columns = ["Trait", "What it does"].map(str::to_owned).to_vec();
        if self.is_blank() {
            let rows = vec![vec![Paragraph::new(); columns.len()]; lines as usize];
            return Ok(SheetContent::Table(Table { numeric: vec![false; columns.len()], columns, rows }));
        }
        let held = self.game.entries.trait_lists.iter().flat_map(|list| &list.traits);
        let held: Vec<&TraitEntry> = held.filter(|entry| self.times_held(entry) > 0).collect();
        if !has_effects {
            let mut line = Paragraph::new();
            for entry in held {
                line.push(Run::plain(if line.is_empty() { "" } else { " \u{b7} " }));
                line.extend(self.trait_name(entry));
            }
            return Ok(SheetContent::Text { paragraphs: if line.is_empty() { Vec::new() } else { vec![line] } });
        }
        let row = |entry: &TraitEntry| Ok(vec![self.trait_name(entry), self.line(&entry.text)?]);
        let rows = held.into_iter().map(row).collect::<Result<_, EvalError>>()?;
        Ok(SheetContent::Table(Table { numeric: vec![false; columns.len()], columns, rows }))
    }

    fn times_held(&self, entry: &TraitEntry) -> usize {
        times(self.evaluator.character(), &entry.head.id, None)
    }

    /// `Tough ×2`, `Skilled (A new skill ×2, A better one)`.
    fn trait_name(&self, entry: &TraitEntry) -> Paragraph {
        let character = self.evaluator.character();
        let often = |n: usize| if n > 1 { format!(" \u{d7}{n}") } else { String::new() };
        let mut name = strong(&entry.head.name);
        let options = entry.options.iter().filter_map(|option| {
            let n = times(character, &entry.head.id, Some(&option.id));
            (n > 0).then(|| format!("{}{}", option.name, often(n)))
        });
        let options: Vec<String> = options.collect();
        name.push(Run::plain(if options.is_empty() {
            often(self.times_held(entry))
        } else {
            format!(" ({})", options.join(", "))
        }));
        name
    }
}
