//! Flags about handouts, and printing the handouts of NPCs from files or just made.

use super::kept_prints::key;
use super::output::OutputArgs;
use super::press_findings::PrintSource;
use super::print_flags::{PrintArgs, computing_failed};
use super::{CommandResult, Stop};
use makeready_content::game::{Game, Person};
use makeready_faces::make::look;
use makeready_faces::sheet::{Handout, Layout, View};
use makeready_jobs::handouts;
use makeready_press::print_handouts;

/// How much of each NPC is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum LayoutFlag {
    /// Ten to a page: only what you need in combat.
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
    /// The players: leaves out information for the game master only.
    Player,
}

/// Flags about handouts.
#[derive(clap::Args, Clone, Debug)]
pub struct HandoutFlags {
    /// How much of each NPC is shown.
    #[arg(long, value_enum, default_value_t = LayoutFlag::Standard)]
    layout: LayoutFlag,
    /// The reader of the handouts.
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
        handouts::handouts(game, npcs, self.layout(), self.view()).map_err(|error| computing_failed(&error))
    }

    /// Prints handouts, and writes a file whose name begins with `stem`.
    pub fn print(&self, of: PrintSource<'_>, shown: &[Handout], stem: &str) -> CommandResult {
        let PrintSource { folder, game, .. } = of;
        let paper = self.print.paper(&folder.campaign)?;
        let print = handouts::print(game, self.layout(), paper, self.print.style());
        let name = format!("{}.pdf", handouts::name(stem, self.layout(), self.view()));
        let look = look(game);
        let key = key(&look, &shown, &print);
        self.print.write(of, key, || print_handouts(shown, &look, &print), &name)
    }
}
