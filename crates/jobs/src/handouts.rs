//! Handouts of NPCs.

use makeready_content::game::{Game, Person};
use makeready_faces::make::FaceBuilder;
use makeready_faces::sheet::{Handout, Layout, View};
use makeready_press::{HandoutPrint, Paper, PrintStyle};
use makeready_rules::formula::EvalError;

/// The handouts of these NPCs, in this order.
///
/// # Errors
/// When a value cannot be computed.
pub fn handouts<'g>(
    game: &'g Game,
    npcs: impl IntoIterator<Item = &'g Person>,
    layout: Layout,
    view: View,
) -> Result<Vec<Handout>, EvalError> {
    npcs.into_iter().map(|npc| FaceBuilder::new(game, Some(npc)).handout(layout, view)).collect()
}

/// The name of a file of handouts, such that those for players do not replace the others.
pub fn name(stem: &str, layout: Layout, view: View) -> String {
    let layout = match layout {
        Layout::Short => "-short",
        Layout::Standard => "",
        Layout::Full => "-full",
    };
    let view = match view {
        View::Gm => "",
        View::Player => "-player",
    };
    format!("{stem}{layout}{view}")
}

/// The title of a document of handouts. Players read it as well.
pub fn title(game: &Game) -> String {
    format!("{}: NPC handouts", game.entries.head.name)
}

/// How they are printed.
pub fn print(game: &Game, layout: Layout, paper: Paper, style: PrintStyle) -> HandoutPrint {
    HandoutPrint { paper, layout, style, title: title(game), credits: game.entries.credits.clone() }
}
