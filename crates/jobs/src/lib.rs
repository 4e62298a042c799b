//! Print jobs: what of a game is printed, and how.
//!
//! **In** a checked [`Game`] and what somebody asks for. **Out** views with the settings that [`makeready_press`] prints them with, the
//! name of the file, and its [`seal`]. **Fails** with every fault of what was asked. Both the command line and the page ask here,
//! so that both print the same bytes.

pub mod card_files;
pub mod cards;
pub mod deck_list;
pub mod handouts;
pub mod seal;
pub mod sheets;
pub mod tabletop;

use makeready_content::Campaign;
use makeready_content::game::{Game, Person};
use makeready_press::Paper;
use makeready_press::paper::PaperError;
use makeready_rules::character::BLANK;

/// A character; none for the blank form.
pub type Whose<'g> = Option<&'g Person>;

/// The id of whose print it is, as files are called.
pub fn id_of(who: Whose<'_>) -> &str {
    who.map_or(BLANK, Person::id)
}

/// The title of a document about somebody, or of a blank one.
pub fn title(game: &Game, what: &str, who: Whose<'_>) -> String {
    let name = who.map_or("blank", |who| &who.entry.head.name);
    format!("{}: {what}, {name}", game.entries.head.name)
}

/// The paper of this name, else the campaign's, else A4.
///
/// # Errors
/// When it is not known.
pub fn paper(asked: Option<&str>, campaign: &Campaign) -> Result<Paper, PaperError> {
    let of_campaign = campaign.paper.as_ref().map(|paper| paper.value.as_str());
    Paper::find(asked.or(of_campaign).unwrap_or("a4"))
}
