//! Deck lists: a file that says which cards are printed, how many of each, and whose.
//!
//! **In** such a list, and its game. **Out** the cards, and how to print them. **Fails** with every fault of the list at once, each
//! with its place.

use std::collections::{BTreeMap, BTreeSet};

use makeready_content::code::Code;
use makeready_content::diagnostic::{Diagnostic, listed};
use makeready_content::game::{Game, Person};
use makeready_content::limits::MOST_IN_DECK;
use makeready_content::source::Located;
use makeready_content::{CardLine, DeckList};
use makeready_faces::card::CardFace;
use makeready_faces::make::FaceBuilder;
use makeready_press::{Back, CardSize, Paper};
use makeready_rules::formula::{EvalError, nearest};

use super::cards::{back_called, backs, chosen, copied};

/// What a deck list names.
pub struct Deck {
    /// The title of the document, if it names one.
    pub title: Option<String>,
    /// The paper, if it names one.
    pub paper: Option<Paper>,
    /// The size of cards, if it names one.
    pub size: Option<CardSize>,
    /// What is on the backs, if it says so.
    pub back: Option<Back>,
    /// Whether blank cards fill the last sheet.
    pub is_filled: bool,
    /// The cards.
    pub cards: Vec<CardFace>,
    /// What is on the back of each, where the list says so of any.
    pub backs: Vec<Back>,
    /// The characters whose cards there are among them, by id.
    pub people: BTreeSet<String>,
}

/// Why a list is no deck.
pub enum Unsound {
    /// What is wrong with it, in the order of the file.
    Found(Vec<Diagnostic>),
    /// A value cannot be computed.
    NotComputed(EvalError),
}

impl From<EvalError> for Unsound {
    fn from(error: EvalError) -> Self {
        Self::NotComputed(error)
    }
}

/// What is wrong with a deck list.
#[derive(Default)]
struct Reader {
    found: Vec<Diagnostic>,
}

/// What is wrong with a list whose system is none of these.
pub fn faults_without_game(list: &DeckList, systems: &[&str]) -> Vec<Diagnostic> {
    let mut reader = Reader::default();
    reader.paper(list);
    reader.size(list);
    reader.unknown(Code::UnknownSystem, &list.system, "system", systems);
    reader.sorted()
}

/// The deck of a list. `guests` are people who stand in no file of the game, or who are others than there.
///
/// # Errors
/// [`Unsound`]
pub fn deck(list: DeckList, game: &Game, guests: &[Person], shows_odds: bool) -> Result<Deck, Unsound> {
    Reader::default().deck(list, game, guests, shows_odds)
}

impl Reader {
    fn sorted(mut self) -> Vec<Diagnostic> {
        self.found.sort_by_key(|finding| finding.at.start);
        self.found
    }

    fn unknown(&mut self, code: Code, wanted: &Located<String>, what: &str, known: &[&str]) {
        let help = match nearest(&wanted.value, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => listed(known),
        };
        self.push(code, wanted, format!("there is no {what} `{}`", wanted.value), help);
    }

    fn push(&mut self, code: Code, wanted: &Located<String>, message: String, help: String) {
        self.found.push(Diagnostic::error(code, wanted.at, message).help(help));
    }

    fn deck(mut self, list: DeckList, game: &Game, guests: &[Person], shows_odds: bool) -> Result<Deck, Unsound> {
        let (paper, size) = (self.paper(&list), self.size(&list));
        let back = list.back.as_ref().and_then(|back| self.back(back, game));
        let (cards, backs) = self.cards(&list, game, guests, shows_odds)?;
        if cards.is_empty() && self.found.is_empty() {
            let help = "add lines to `cards`, such as `- { only: [strike], whose: kael }`";
            self.push(Code::Empty, &list.system, "this deck list has no cards".to_owned(), help.to_owned());
        }
        if !self.found.is_empty() {
            return Err(Unsound::Found(self.sorted()));
        }
        let people = list.cards.iter().filter_map(|line| line.whose.as_ref()).map(|who| who.value.clone()).collect();
        Ok(Deck {
            title: list.title.map(String::from),
            paper,
            size,
            back,
            is_filled: list.fill,
            cards,
            backs: if list.cards.iter().any(|line| line.back.is_some()) { backs } else { Vec::new() },
            people,
        })
    }

    fn paper(&mut self, list: &DeckList) -> Option<Paper> {
        let wanted = list.paper.as_ref()?;
        let found = Paper::find(&wanted.value);
        found.map_err(|fault| self.push(Code::UnknownPaper, wanted, fault.message(), fault.help())).ok()
    }

    fn size(&mut self, list: &DeckList) -> Option<CardSize> {
        let wanted = list.size.as_ref()?;
        let found = CardSize::find(&wanted.value);
        found.map_err(|fault| self.push(Code::UnknownCardSize, wanted, fault.message(), fault.help())).ok()
    }

    fn back(&mut self, wanted: &Located<String>, game: &Game) -> Option<Back> {
        let found = back_called(&wanted.value, game);
        if found.is_none() {
            self.unknown(Code::UnknownBack, wanted, "back", &backs(Some(game)));
        }
        found
    }

    /// The cards, and what is on the back of each.
    fn cards(
        &mut self,
        list: &DeckList,
        game: &Game,
        guests: &[Person],
        shows_odds: bool,
    ) -> Result<(Vec<CardFace>, Vec<Back>), EvalError> {
        let mut decks: BTreeMap<&str, Vec<CardFace>> = BTreeMap::new();
        let (mut cards, mut backs) = (Vec::new(), Vec::new());
        for line in &list.cards {
            let whose = line.whose.as_ref();
            let guest = |id: &str| guests.iter().find(|guest| guest.id() == id);
            let who = whose.and_then(|whose| guest(&whose.value).or_else(|| game.person(&whose.value)));
            if let (Some(whose), None) = (whose, who) {
                self.nobody(whose, game);
                continue;
            }
            let id = who.map_or("", Person::id);
            if !decks.contains_key(id) {
                let builder = FaceBuilder { shows_odds, ..FaceBuilder::new(game, who) };
                decks.insert(id, builder.deck()?);
            }
            self.take(line, &decks[id], &mut cards);
            let back = line.back.as_ref().or(list.back.as_ref()).and_then(|back| back_called(&back.value, game));
            if let Some(wanted) = &line.back {
                self.back(wanted, game);
            }
            backs.resize(cards.len(), back.unwrap_or_default());
        }
        Ok((cards, backs))
    }

    /// Reports a character that is not there, or has errors.
    fn nobody(&mut self, whose: &Located<String>, game: &Game) {
        if game.set_aside.iter().any(|one| one.id == whose.value) {
            let message = format!("there are errors in the file of `{}`", whose.value);
            self.push(Code::UnknownCharacter, whose, message, "run `makeready check` to list them".to_owned());
        } else {
            let known: Vec<&str> = game.people().map(Person::id).collect();
            self.unknown(Code::UnknownCharacter, whose, "character", &known);
        }
    }

    /// The cards of one line, with their copies.
    fn take(&mut self, line: &CardLine, deck: &[CardFace], cards: &mut Vec<CardFace>) {
        for wanted in &line.only {
            let chosen: Vec<&CardFace> = chosen(&[&wanted.value], deck).collect();
            if chosen.is_empty() {
                let ids = deck.iter().flat_map(|card| [card.id.as_str(), card.family.id.as_str()]);
                let known: BTreeSet<&str> = ids.collect();
                self.unknown(Code::UnknownCard, wanted, "card", &known.into_iter().collect::<Vec<_>>());
            }
            if cards.len() + chosen.len() * line.count() > MOST_IN_DECK {
                let message = format!("the deck has more than {MOST_IN_DECK} cards");
                self.push(Code::OutOfRange, wanted, message, "divide it into several deck lists".to_owned());
                return;
            }
            cards.extend(copied(chosen.into_iter().cloned(), line.count()));
        }
    }
}
