//! Character sheets.

use makeready_content::game::Game;
use makeready_faces::make::FaceBuilder;
use makeready_faces::sheet::{Purpose, Sheet, SheetBlock, SheetContent};
use makeready_press::{Paper, PrintStyle, SheetPrint};
use makeready_rules::formula::EvalError;

use super::{Whose, title};

/// What the documents are called.
pub const WHAT: &str = "character sheet";

/// Somebody's sheet, or the blank form, with a page of lines for notes if it is wanted.
///
/// # Errors
/// When a value cannot be computed.
pub fn sheet(game: &Game, who: Whose<'_>, has_notes: bool) -> Result<Sheet, EvalError> {
    let mut sheet = FaceBuilder::new(game, who).sheet()?;
    sheet.further.extend(has_notes.then(notes));
    Ok(sheet)
}

/// The lines of the page for notes: a few, which the press makes as many as the page holds.
fn notes() -> SheetBlock {
    SheetBlock {
        title: "Notes".to_owned(),
        span: 12,
        purpose: Purpose::Play,
        content: SheetContent::Lines { lines: 12 },
    }
}

/// How it is printed.
pub fn print(game: &Game, who: Whose<'_>, paper: Paper, style: PrintStyle) -> SheetPrint {
    SheetPrint { paper, style, title: title(game, WHAT, who), credits: game.entries.credits.clone() }
}
