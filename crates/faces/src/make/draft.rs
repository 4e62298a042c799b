//! Drafts: what is printed of somebody who breaks rules says so, and which.

use super::face_builder::FaceBuilder;
use crate::sheet::{Purpose, SheetBlock, SheetContent};
use crate::text::Run;
use makeready_content::game::BrokenRule;

impl FaceBuilder<'_> {
    /// The rules that the character breaks.
    pub fn breaches(&self) -> &[BrokenRule] {
        self.who.map_or(&[], |who| &who.breaches)
    }

    /// The mark of a draft; empty for all others.
    pub(super) fn draft_mark(&self) -> String {
        self.marked(String::new())
    }

    /// A line that stands below a name, marked if the character is a draft.
    pub(super) fn marked(&self, line: String) -> String {
        let mark = self.words().text("sheet.draft");
        match (self.breaches().is_empty(), line.is_empty()) {
            (true, _) => line,
            (false, true) => mark.to_owned(),
            (false, false) => format!("{mark} \u{b7} {line}"),
        }
    }

    /// The parts of such a line, with the mark before them.
    pub(super) fn marked_parts(&self, mut parts: Vec<String>) -> Vec<String> {
        if !self.breaches().is_empty() {
            parts.insert(0, self.words().text("sheet.draft").to_owned());
        }
        parts
    }

    /// The block that lists what a draft breaks.
    pub(super) fn draft_block(&self) -> Option<SheetBlock> {
        let breaches = self.breaches();
        let paragraphs = breaches.iter().map(|breach| vec![Run::plain(&breach.message)]).collect();
        let block = SheetBlock {
            title: self.words().text("sheet.draft_block").to_owned(),
            span: 12,
            purpose: Purpose::Notice,
            content: SheetContent::Text { paragraphs },
        };
        (!breaches.is_empty()).then_some(block)
    }
}
