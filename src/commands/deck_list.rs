//! Deck lists: a file that says which cards are printed, how many of each, and whose.
//!
//! **In** the path of such a file. **Out** the game, the cards, and how to print them. **Fails** with every fault of the file at
//! once, each with its place: what is unknown in it, and what is wrong with its form.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use deckle_rules::formula::nearest;
use wildmatch::WildMatch;

use super::folder::{Folder, open, systems_of};
use super::print_flags::computing_failed;
use super::{CONTENT_HAS_ERRORS, ContentArgs, Stop, findings, reading, say};
use deckle_content::code::Code;
use deckle_content::diagnostic::{Counts, Diagnostic, listed};
use deckle_content::game::{Game, Person};
use deckle_content::limits::MOST_IN_DECK;
use deckle_content::source::{FileId, Located, SourceFile, Sources};
use deckle_content::{CardLine, DeckList, read_deck_list};
use deckle_embedded::ornaments;
use deckle_faces::card::CardFace;
use deckle_faces::make::FaceBuilder;
use deckle_press::{Back, CardSize, Paper};

/// The word for a deck without a back.
pub const NO_BACK: &str = "none";

/// A deck list, and what it names.
pub struct Deck {
    /// The content folder.
    pub folder: Folder,
    /// The id of the system.
    pub system: String,
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

/// A file of a deck list, and what is wrong with it.
struct Reader<'a> {
    sources: Sources,
    found: Vec<Diagnostic>,
    in_color: bool,
    args: &'a ContentArgs,
}

/// Reads a deck list, and makes its cards.
///
/// # Errors
/// A stop, when the file cannot be read, or something is wrong with it or with the game.
pub fn read(path: &Path, args: &ContentArgs, shows_odds: bool, in_color: bool) -> Result<Deck, Stop> {
    let shown = path.display().to_string();
    let file = SourceFile { path: shown.clone(), shown, text: reading::text(path)? };
    let list = read_deck_list(&file.text, FileId(0));
    let mut reader = Reader { sources: Sources::new(vec![file]), found: Vec::new(), in_color, args };
    match list {
        Ok(list) => reader.deck(list, shows_odds),
        Err(found) => {
            reader.found = found;
            Err(reader.refuse())
        }
    }
}

impl Reader<'_> {
    /// Reports all that was found.
    fn refuse(&mut self) -> Stop {
        self.found.sort_by_key(|finding| finding.at.start);
        findings::draw(&self.found, Counts::default(), &self.sources, self.in_color);
        say("nothing was written");
        Stop(CONTENT_HAS_ERRORS)
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

    fn deck(&mut self, list: DeckList, shows_odds: bool) -> Result<Deck, Stop> {
        let (paper, size) = (self.paper(&list), self.size(&list));
        let systems = systems_of(self.args)?;
        if !systems.contains(&list.system.value) {
            let known: Vec<&str> = systems.iter().map(String::as_str).collect();
            self.unknown(Code::UnknownSystem, &list.system, "system", &known);
            return Err(self.refuse());
        }
        let folder = open(self.args, Some(&list.system.value))?;
        let game = folder.game_quietly_or_stop(&list.system.value, self.in_color)?;
        let back = list.back.as_ref().and_then(|back| self.back(back, game));
        let (cards, backs) = self.cards(&list, game, shows_odds || folder.campaign.odds_on_cards)?;
        if !self.found.is_empty() {
            return Err(self.refuse());
        }
        let people = list.cards.iter().filter_map(|line| line.whose.as_ref()).map(|who| who.value.clone()).collect();
        Ok(Deck {
            system: list.system.value,
            title: list.title.map(String::from),
            paper,
            size,
            back,
            is_filled: list.fill,
            cards,
            backs: if list.cards.iter().any(|line| line.back.is_some()) { backs } else { Vec::new() },
            people,
            folder,
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
            self.unknown(Code::UnknownBack, wanted, "back", &backs(game));
        }
        found
    }

    /// The cards, and what is on the back of each.
    fn cards(&mut self, list: &DeckList, game: &Game, shows_odds: bool) -> Result<(Vec<CardFace>, Vec<Back>), Stop> {
        let mut decks: BTreeMap<&str, Vec<CardFace>> = BTreeMap::new();
        let (mut cards, mut backs) = (Vec::new(), Vec::new());
        for line in &list.cards {
            let whose = line.whose.as_ref();
            let who = whose.and_then(|whose| game.person(&whose.value));
            if let (Some(whose), None) = (whose, who) {
                self.nobody(whose, game);
                continue;
            }
            let id = who.map_or("", Person::id);
            if !decks.contains_key(id) {
                let builder = FaceBuilder { shows_odds, ..FaceBuilder::new(game, who) };
                decks.insert(id, builder.deck().map_err(|error| computing_failed(&error))?);
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
            self.push(Code::UnknownCharacter, whose, message, "`deckle check` lists them".to_owned());
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
                let message = format!("up to here the deck has more than {MOST_IN_DECK} cards");
                self.push(Code::OutOfRange, wanted, message, "make several deck lists of it".to_owned());
                return;
            }
            cards.extend(copied(chosen.into_iter().cloned(), line.count()));
        }
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

/// What there is to be on the backs of a game's cards.
pub fn backs(game: &Game) -> Vec<&str> {
    ornaments().map(|(id, _)| id).chain(game.entries.icons.names()).chain([NO_BACK]).collect()
}

/// The back of this name for the cards of a game.
pub fn back_called(name: &str, game: &Game) -> Option<Back> {
    match name {
        NO_BACK => Some(Back::None),
        _ => backs(game).contains(&name).then(|| Back::Named(name.to_owned())),
    }
}
