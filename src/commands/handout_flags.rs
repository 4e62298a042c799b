//! Flags about handouts, and printing the handouts of NPCs from files or just made.

use deckle_rules::formula::EvalError;

use super::folder::Folder;
use super::kept_prints::key;
use super::output::OutputArgs;
use super::print_flags::{PrintArgs, computing_failed};
use super::{CommandResult, Stop};
use deckle_content::game::{Game, Person};
use deckle_faces::make::{FaceBuilder, look};
use deckle_faces::sheet::{Handout, Layout, View};
use deckle_press::{HandoutPrint, print_handouts};

/// How much of each NPC is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum LayoutFlag {
    /// Ten to a page: what a fight takes.
    Short,
    /// Four to a page.
    Standard,
    /// One to a page: everything.
    Full,
}

/// Who reads them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ViewFlag {
    /// The game master.
    Gm,
    /// The players: what the system's data keeps for the game master is left out.
    Player,
}

/// Flags about handouts.
#[derive(clap::Args, Clone, Debug)]
pub struct HandoutFlags {
    /// How much of each NPC is shown.
    #[arg(long, value_enum, default_value_t = LayoutFlag::Standard)]
    layout: LayoutFlag,
    /// Who reads them.
    #[arg(long, value_enum, default_value_t = ViewFlag::Gm)]
    view: ViewFlag,
    #[command(flatten)]
    print: PrintArgs,
}

impl HandoutFlags {
    /// How much of each NPC is shown.
    pub const fn layout(&self) -> Layout {
        match self.layout {
            LayoutFlag::Short => Layout::Short,
            LayoutFlag::Standard => Layout::Standard,
            LayoutFlag::Full => Layout::Full,
        }
    }

    /// Who reads them.
    pub const fn view(&self) -> View {
        match self.view {
            ViewFlag::Gm => View::Gm,
            ViewFlag::Player => View::Player,
        }
    }

    /// The requested file or folder.
    pub const fn output(&self) -> &OutputArgs {
        &self.print.output
    }

    /// The handouts of these NPCs, in this order, as they are asked for.
    pub fn of<'g>(&self, game: &'g Game, npcs: impl IntoIterator<Item = &'g Person>) -> Result<Vec<Handout>, Stop> {
        handouts(game, npcs, self.layout(), self.view()).map_err(|error| computing_failed(&error))
    }

    /// Prints handouts, and writes a file whose name begins with `stem`.
    pub fn print(&self, folder: &Folder, game: &Game, handouts: &[Handout], stem: &str) -> CommandResult {
        let print = HandoutPrint {
            paper: self.print.paper(&folder.campaign)?,
            layout: self.layout(),
            style: self.print.style(),
            title: handouts_title(game),
            credits: game.entries.credits.clone(),
        };
        let name = format!("{}.pdf", handouts_name(stem, self.layout(), self.view()));
        let look = look(game);
        let key = key(&look, &handouts, &print);
        self.print.write(folder, key, || print_handouts(handouts, &look, &print), &name)
    }
}

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
pub fn handouts_name(stem: &str, layout: Layout, view: View) -> String {
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
pub fn handouts_title(game: &Game) -> String {
    format!("{}: NPC handouts", game.entries.head.name)
}
