//! What can be printed, as pages ask for it.

use makeready_content::words::{Layout, View};
use serde::{Deserialize, Serialize};

use crate::message::Who;

/// What is printed.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Print {
    /// Action cards: those that `makeready cards` prints.
    Cards(Cards),
    /// A deck list: the cards that `makeready cards --deck` prints.
    Deck(Deck),
    /// A character sheet: that of `makeready sheet`.
    Sheet(Sheet),
    /// Stat blocks: those of `makeready handout`.
    Handouts(Handouts),
}

/// Which cards.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cards {
    /// Whose; without anybody, blank ones.
    #[serde(default)]
    pub who: Option<Who>,
    /// Only those whose id or family is one of these, with `*` and `?`.
    #[serde(default)]
    pub only: Vec<String>,
    /// How many of each.
    #[serde(default = "one")]
    pub copies: u32,
    /// Whether blank cards fill the places that the last sheet has to spare.
    #[serde(default)]
    pub fill: bool,
    /// How large a card is, else as the campaign says.
    #[serde(default)]
    pub size: Option<String>,
    /// What is on the back, else the emblem of the game.
    #[serde(default)]
    pub back: Option<String>,
    /// The edge over which the printer turns the sheet.
    #[serde(default)]
    pub flip: Flip,
    /// Whether they show chances, where the game tells them.
    #[serde(default)]
    pub odds: bool,
}

const fn one() -> u32 {
    1
}

/// A deck list.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deck {
    /// The list, as it is written.
    pub list: String,
    /// The name of its file, without the ending.
    pub name: String,
    /// Files of people whom the list names, and who stand in no file of the game or are others than there.
    #[serde(default)]
    pub people: Vec<String>,
    /// The edge over which the printer turns the sheet.
    #[serde(default)]
    pub flip: Flip,
    /// Whether cards show chances, where the game tells them.
    #[serde(default)]
    pub odds: bool,
}

/// A character sheet.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    /// Whose; without anybody, the form to write on.
    #[serde(default)]
    pub who: Option<Who>,
    /// Whether there is a page of lines for notes.
    #[serde(default)]
    pub notes: bool,
}

/// Stat blocks.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Handouts {
    /// Whose.
    pub who: Vec<Who>,
    /// How much of each.
    pub size: Layout,
    /// Who reads them.
    #[serde(default = "gm")]
    pub view: View,
}

const fn gm() -> View {
    View::Gm
}

/// The edge over which the printer turns the sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Flip {
    /// The long edge.
    #[default]
    Long,
    /// The short edge.
    Short,
    /// Printed on one side.
    None,
}

/// How it is printed.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct How {
    /// The paper, else the campaign's.
    #[serde(default)]
    pub paper: Option<String>,
    /// Whether ink is saved: outlines on white.
    #[serde(default)]
    pub saves_ink: bool,
    /// Whether running text is set in the typeface made for low vision.
    #[serde(default)]
    pub accessible: bool,
}

/// A deck for Tabletop Simulator.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tabletop {
    /// The list, as it is written.
    pub list: String,
    /// The name of its file, without the ending.
    pub name: String,
    /// Files of people whom the list names, and who stand in no file of the game or are others than there.
    #[serde(default)]
    pub people: Vec<String>,
    /// The folder of the pictures, as a URL or a path; if it is empty, `Mods/Images` of Tabletop Simulator.
    #[serde(default)]
    pub address: String,
    /// Whether cards show chances, where the game tells them.
    #[serde(default)]
    pub odds: bool,
}

/// Which picture: of a card, one of a deck or that of an ability of the game; or of a sheet or a handout, of its pages.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Picture {
    /// Whose; without anybody, the blank one.
    #[serde(default)]
    pub who: Option<Who>,
    /// The card of the deck.
    #[serde(default)]
    pub card: Option<String>,
    /// The ability whose card it is.
    #[serde(default)]
    pub ability: Option<String>,
    /// Whether it is of the sheet.
    #[serde(default)]
    pub sheet: bool,
    /// How much of the handout it is of.
    #[serde(default)]
    pub handout: Option<Layout>,
    /// How large a card is, else as the campaign says.
    #[serde(default)]
    pub size: Option<String>,
    /// Dots per inch.
    pub dpi: u32,
    /// On what a sheet or a handout is laid out.
    #[serde(default)]
    pub how: How,
}

/// A finished print, whose bytes stand behind the answer.
#[derive(Debug, Serialize)]
pub struct PrintAnswer {
    /// The name of its file, as the command line gives it.
    pub name: String,
    /// What is told of it.
    pub notes: Vec<String>,
}

/// Files, whose bytes stand behind the answer, one after another.
#[derive(Debug, Serialize)]
pub struct FilesAnswer {
    /// The path of each, and how many bytes it has.
    pub files: Vec<(String, usize)>,
    /// What is told of them.
    pub notes: Vec<String>,
}

/// Pictures of one thing, whose bytes stand behind the answer, one after another.
#[derive(Debug, Serialize)]
pub struct PictureAnswer {
    /// How many bytes each part or page of it has.
    pub lengths: Vec<usize>,
    /// What is told of it.
    pub notes: Vec<String>,
}
