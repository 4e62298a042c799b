//! Decks of cards.

use std::collections::HashSet;

use makeready_answers::Fault;
use makeready_content::Campaign;
use makeready_content::game::Game;
use makeready_content::limits::MOST_COPIES;
use makeready_embedded::ORNAMENT_IDS;
use makeready_faces::card::CardFace;
use makeready_faces::make::FaceBuilder;
use makeready_press::card_size::CardSizeError;
use makeready_press::{Back, CardPrint, CardSize, Paper};
use makeready_rules::formula::{EvalError, nearest};
use wildmatch::WildMatch;

use super::{Whose, title};

/// What the documents are called.
pub const WHAT: &str = "action cards";

/// The word for a deck without a back.
pub const NO_BACK: &str = "none";

/// Which cards are wanted of somebody's deck, or of the blank one.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// Only those whose id, or the id of whose family, is one of these, in which `*` stands for any letters and `?` for one; all
    /// where there is none.
    pub only: Vec<String>,
    /// How many of each.
    pub copies: u32,
    /// Whether they show chances, where the game tells them.
    pub shows_odds: bool,
}

impl Wanted {
    /// The cards.
    ///
    /// # Errors
    /// [`Fault`]: no card matches, there are too many copies, or a value cannot be computed.
    pub fn of(&self, game: &Game, who: Whose<'_>) -> Result<Vec<CardFace>, Fault> {
        if !(1..=MOST_COPIES).contains(&i64::from(self.copies)) {
            return Err(Fault::Asked(vec![format!("1 to {MOST_COPIES} copies, not {}", self.copies)]));
        }
        let all = FaceBuilder { shows_odds: self.shows_odds, ..FaceBuilder::new(game, who) }.deck()?;
        let globs: Vec<&str> = self.only.iter().map(String::as_str).collect();
        let wanted: Vec<CardFace> = if globs.is_empty() { all } else { chosen(&globs, &all).cloned().collect() };
        if wanted.is_empty() {
            return Err(Fault::Asked(vec![format!("no card matches {}", self.only.join(", "))]));
        }
        Ok(copied(wanted, self.copies as usize).collect())
    }
}

/// The cards whose id, or the id of whose family, is one of these, in which `*` stands for any letters and `?` for one.
pub fn chosen<'c>(globs: &[&str], deck: &'c [CardFace]) -> impl Iterator<Item = &'c CardFace> {
    let globs: Vec<WildMatch> = globs.iter().map(|glob| WildMatch::new(glob)).collect();
    deck.iter().filter(move |card| globs.iter().any(|glob| glob.matches(&card.id) || glob.matches(&card.family.id)))
}

/// So many of each card, together.
pub fn copied(cards: impl IntoIterator<Item = CardFace>, count: usize) -> impl Iterator<Item = CardFace> {
    cards.into_iter().flat_map(move |card| std::iter::repeat_n(card, count))
}

/// Blank cards of the kinds that are in a deck: those to write anything on, of the same families; where there are none, those of the
/// deck itself. Cards that are the same for everybody are no blank cards.
///
/// # Errors
/// When a value cannot be computed.
pub fn blanks(game: &Game, deck: &[CardFace]) -> Result<Vec<CardFace>, EvalError> {
    let blank = FaceBuilder::new(game, None).deck()?;
    let blank: Vec<CardFace> = blank.into_iter().filter(|card| !card.is_reference).collect();
    let families: HashSet<&str> = deck.iter().map(|card| card.family.id.as_str()).collect();
    let ids: HashSet<&str> = deck.iter().map(|card| card.id.as_str()).collect();
    let is_of_family = |card: &&CardFace| families.contains(card.family.id.as_str());
    let is_of_deck = |card: &&CardFace| ids.contains(card.id.as_str());
    let to_write_on: Vec<CardFace> =
        blank.iter().filter(is_of_family).filter(|card| card.name.is_empty()).cloned().collect();
    let of_deck = || blank.iter().filter(is_of_deck).cloned().collect();
    Ok(if to_write_on.is_empty() { of_deck() } else { to_write_on })
}

/// What is told where [`blanks`] finds none.
pub const NO_BLANKS: &str = "there are no blank cards of these kinds to fill the last sheet with";

/// How a deck of the game is printed, where nothing else is said. `title` is that of the document.
pub fn print(game: &Game, title: String, size: CardSize, paper: Paper) -> CardPrint {
    CardPrint { title, credits: game.entries.credits.clone(), ..CardPrint::new(size, paper) }
}

/// The title of the document of somebody's deck, or of the blank one.
pub fn title_of(game: &Game, who: Whose<'_>) -> String {
    title(game, WHAT, who)
}

/// The size of this name, else the campaign's, else that of poker cards.
///
/// # Errors
/// When it is not known.
pub fn size(asked: Option<&str>, campaign: &Campaign) -> Result<CardSize, CardSizeError> {
    let of_campaign = campaign.card_size.as_ref().map(|size| size.value.as_str());
    CardSize::find(asked.or(of_campaign).unwrap_or("poker"))
}

/// The backs that cards can have: those of all games, and the icons of this game.
pub fn backs(game: Option<&Game>) -> Vec<&str> {
    let own = game.into_iter().flat_map(|game| game.entries.icons.names());
    ORNAMENT_IDS.iter().copied().chain(own).chain([NO_BACK]).collect()
}

/// The back of this name for the cards of a game.
pub fn back_called(name: &str, game: &Game) -> Option<Back> {
    match name {
        NO_BACK => Some(Back::None),
        _ => backs(Some(game)).contains(&name).then(|| Back::Named(name.to_owned())),
    }
}

/// The back of this name for the cards of a game.
///
/// # Errors
/// When there is none, with what helps.
pub fn back(asked: &str, game: &Game) -> Result<Back, String> {
    back_called(asked, game).ok_or_else(|| {
        let names = backs(Some(game));
        let help = match nearest(asked, names.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there are: {}", names.join(", ")),
        };
        format!("there is no back `{asked}`; {help}")
    })
}

/// The back of a deck, and those of its cards where they differ from it: of a deck whose cards all have the same, that is the deck's.
/// Where cards differ, the back of the game has its name, so that one back never has two.
pub fn one_back(of_deck: Back, backs: Vec<Back>, game: &Game) -> (Back, Vec<Back>) {
    let own = &game.entries.look.back.value;
    let named = |back: Back| match back {
        Back::OfLook if !own.is_empty() => Back::Named(own.clone()),
        other => other,
    };
    let backs: Vec<Back> = backs.into_iter().map(named).collect();
    match backs.split_first() {
        None => (of_deck, backs),
        Some((first, others)) if others.iter().all(|other| other == first) => (first.clone(), Vec::new()),
        Some(_) => (named(of_deck), backs),
    }
}
