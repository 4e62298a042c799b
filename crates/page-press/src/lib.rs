//! Prints, by the press of the command line: the same bytes.

use std::borrow::Cow;

use makeready_answers::Fault;
use makeready_content::diagnostic::{Diagnostic, to_json};
use makeready_content::game::Person;
use makeready_content::read_deck_list;
use makeready_content::source::{FileId, SourceFile, Sources};
use makeready_content::words::View;
use makeready_faces::card::CardFace;
use makeready_faces::make::look;
use makeready_jobs::deck_list::{self, Unsound};
use makeready_jobs::seal::{Format, sealed};
use makeready_jobs::{cards, handouts, id_of, paper, sheets, tabletop};
use makeready_press::{
    Back, CardImages, CardPrint, CardSize, Edge, Ink, PagePictures, Paper, PressError, PrintStyle, Printed,
    card_pictures, handout_pictures, most_dpi, print_cards, print_handouts, print_sheet, sheet_pictures,
};
use serde::Serialize;

use crate::desk::{Made, Open, Refusal};
#[cfg(target_arch = "wasm32")]
use crate::exports::drawn;
use crate::message::Who;
use crate::print::{Cards, Deck, Flip, Handouts, How, Picture, Print, Sheet, Tabletop};

/// Nobody is told outside a page.
#[cfg(not(target_arch = "wasm32"))]
const fn drawn(_: usize, _: usize) {}

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

impl From<PressError> for Refusal {
    fn from(error: PressError) -> Self {
        vec![error.to_string()].into()
    }
}

impl How {
    fn style(&self) -> PrintStyle {
        let ink = if self.saves_ink { Ink::Saver } else { Ink::Normal };
        PrintStyle { ink, is_accessible: self.accessible }
    }
}

impl From<Flip> for makeready_press::Flip {
    fn from(flip: Flip) -> Self {
        match flip {
            Flip::Long => Self::Long,
            Flip::Short => Self::Short,
            Flip::None => Self::None,
        }
    }
}

/// Cards, and how they are printed where that is not as usual.
struct Job {
    cards: Vec<CardFace>,
    size: CardSize,
    paper: Paper,
    back: Back,
    backs: Vec<Back>,
    flip: Flip,
    is_filled: bool,
    title: String,
}

impl Open {
    /// Prints something.
    pub fn printed(&self, print: &Print, how: &How) -> Made<PrintAnswer> {
        match print {
            Print::Cards(wanted) => self.cards(wanted, how),
            Print::Deck(deck) => self.deck(deck, how),
            Print::Sheet(wanted) => self.sheet(wanted, how),
            Print::Handouts(wanted) => self.handouts(wanted, how),
        }
    }

    fn cards(&self, wanted: &Cards, how: &How) -> Made<PrintAnswer> {
        let subject = self.subject(wanted.who.as_ref())?;
        let who = subject.who.as_deref();
        let cards = self.wanted(wanted.only.clone(), wanted.copies, wanted.odds).of(&self.game, who)?;
        let back = wanted.back.as_deref().map(|back| cards::back(back, &self.game).map_err(|fault| vec![fault]));
        let job = Job {
            cards,
            size: self.size(wanted.size.as_deref())?,
            paper: self.paper(how)?,
            back: back.transpose()?.unwrap_or_default(),
            backs: Vec::new(),
            flip: wanted.flip,
            is_filled: wanted.fill,
            title: cards::title_of(&self.game, who),
        };
        let (answer, pdf) = self.card_print(job, how, &format!("cards-{}", id_of(who)))?;
        Ok((answer, subject.found, pdf))
    }

    /// The deck of a list, for the people of the game and for those in these files.
    fn listed(&self, name: &str, list: &str, people: &[String], odds: bool) -> Result<deck_list::Deck, Refusal> {
        let guests = people.iter().map(|file| {
            let subject = self.subject(Some(&Who::Text(file.clone())))?;
            Ok(subject.who.map(Cow::into_owned))
        });
        let guests: Vec<Option<Person>> = guests.collect::<Result<_, Refusal>>()?;
        let guests: Vec<Person> = guests.into_iter().flatten().collect();
        let path = format!("{name}.yaml");
        let file = SourceFile { path: path.clone(), shown: path, text: list.to_owned() };
        let list = read_deck_list(&file.text, FileId(0));
        let sources = Sources::new(vec![file]);
        let refuse = |found: &[Diagnostic]| Refusal {
            faults: Vec::new(),
            diagnostics: found.iter().map(|one| to_json(one, &sources)).collect(),
        };
        let list = list.map_err(|found| refuse(&found))?;
        let system = self.game.entries.head.id.as_str();
        if list.system.value != system {
            return Err(refuse(&deck_list::faults_without_game(&list, &[system])));
        }
        deck_list::deck(list, &self.game, &guests, odds || self.campaign.odds_on_cards).map_err(|unsound| match unsound
        {
            Unsound::Found(found) => refuse(&found),
            Unsound::NotComputed(error) => Fault::from(error).into(),
        })
    }

    /// Makes the files of a deck for Tabletop Simulator.
    pub fn tabletop(&self, deck: &Tabletop) -> Made<FilesAnswer> {
        let list = self.listed(&deck.name, &deck.list, &deck.people, deck.odds)?;
        let (back, backs) = cards::one_back(list.back.unwrap_or_default(), list.backs, &self.game);
        let size = list.size.map_or_else(|| self.size(None), Ok)?;
        let credits = self.game.entries.credits.clone();
        let images = CardImages { back, backs, dpi: tabletop::DPI, credits, ..CardImages::new(size) };
        let head = &self.game.entries.head;
        let stem = format!("{}-{}", head.id, deck.name);
        let title = list.title.unwrap_or_else(|| head.name.clone());
        let deck =
            tabletop::Deck { cards: &list.cards, title: &title, stem: &stem, images: &images, address: &deck.address };
        let made = tabletop::files(&deck, &look(&self.game), &|done, of| drawn(done, of))?;
        let notes = made.notes.iter().map(ToString::to_string).collect();
        let files = made.files.iter().map(|(path, bytes)| (path.clone(), bytes.len())).collect();
        let bytes = made.files.into_iter().flat_map(|(_, bytes)| bytes).collect();
        Ok((FilesAnswer { files, notes }, Vec::new(), bytes))
    }

    fn deck(&self, deck: &Deck, how: &How) -> Made<PrintAnswer> {
        let list = self.listed(&deck.name, &deck.list, &deck.people, deck.odds)?;
        let (back, backs) = cards::one_back(list.back.unwrap_or_default(), list.backs, &self.game);
        let what = list.title.unwrap_or_else(|| format!("cards, {}", deck.name));
        let job = Job {
            cards: list.cards,
            size: list.size.map_or_else(|| self.size(None), Ok)?,
            paper: list.paper.filter(|_| how.paper.is_none()).map_or_else(|| self.paper(how), Ok)?,
            back,
            backs,
            flip: deck.flip,
            is_filled: list.is_filled,
            title: format!("{}: {what}", self.game.entries.head.name),
        };
        let (answer, pdf) = self.card_print(job, how, &format!("cards-{}", deck.name))?;
        Ok((answer, Vec::new(), pdf))
    }

    fn card_print(&self, job: Job, how: &How, name: &str) -> Result<(PrintAnswer, Vec<u8>), Refusal> {
        let Job { cards: deck, size, paper, back, backs, flip, is_filled, title } = job;
        let fill = if is_filled { cards::blanks(&self.game, &deck).map_err(Fault::from)? } else { Vec::new() };
        let has_none = is_filled && fill.is_empty();
        let usual = cards::print(&self.game, title, size, paper);
        let print = CardPrint { back, backs, flip: flip.into(), style: how.style(), fill, ..usual };
        let printed = print_cards(&deck, &look(&self.game), &print)?;
        let notes = has_none.then(|| cards::NO_BLANKS.to_owned());
        Ok(finished(printed, name, notes))
    }

    fn sheet(&self, wanted: &Sheet, how: &How) -> Made<PrintAnswer> {
        let subject = self.subject(wanted.who.as_ref())?;
        let who = subject.who.as_deref();
        let sheet = sheets::sheet(&self.game, who, wanted.notes).map_err(Fault::from)?;
        let print = sheets::print(&self.game, who, self.paper(how)?, how.style());
        let printed = print_sheet(&sheet, &look(&self.game), &print)?;
        let (answer, pdf) = finished(printed, &format!("sheet-{}", id_of(who)), None);
        Ok((answer, subject.found, pdf))
    }

    fn handouts(&self, wanted: &Handouts, how: &How) -> Made<PrintAnswer> {
        let subjects = wanted.who.iter().map(|who| self.subject(Some(who))).collect::<Result<Vec<_>, _>>()?;
        let people = subjects.iter().filter_map(|subject| subject.who.as_deref());
        let shown = handouts::handouts(&self.game, people, wanted.size, wanted.view).map_err(Fault::from)?;
        let print = handouts::print(&self.game, wanted.size, self.paper(how)?, how.style());
        let printed = print_handouts(&shown, &look(&self.game), &print)?;
        let (answer, pdf) = finished(printed, &handouts::name("handouts", wanted.size, wanted.view), None);
        Ok((answer, subjects.into_iter().flat_map(|subject| subject.found).collect(), pdf))
    }

    /// Draws one card, or the pages of a sheet or a handout.
    pub fn picture(&self, wanted: &Picture) -> Made<PictureAnswer> {
        let subject = self.subject(wanted.who.as_ref())?;
        let who = subject.who.as_deref();
        if wanted.sheet || wanted.handout.is_some() {
            let PagePictures { pngs, notes } = self.pages(wanted, who)?;
            let notes = notes.iter().map(ToString::to_string).collect();
            let answer = PictureAnswer { lengths: pngs.iter().map(Vec::len).collect(), notes };
            return Ok((answer, subject.found, pngs.concat()));
        }
        let deck = match &wanted.ability {
            Some(id) => vec![self.card_of(id, who)?],
            None => self.wanted(wanted.card.iter().cloned().collect(), 1, false).of(&self.game, who)?,
        };
        let mut images = CardImages::new(self.size(wanted.size.as_deref())?);
        images.dpi = f64::from(wanted.dpi);
        // Nobody turns a picture over.
        images.back = Back::None;
        within(wanted.dpi, images.most_dpi())?;
        let sets = card_pictures(&deck, &look(&self.game), &images, &[Edge::Trim])?;
        let notes = sets.iter().flat_map(|set| &set.notes).map(ToString::to_string).collect();
        let pictures: Vec<Vec<u8>> = sets.into_iter().flat_map(|set| set.fronts).map(|front| front.png).collect();
        let answer = PictureAnswer { lengths: pictures.iter().map(Vec::len).collect(), notes };
        Ok((answer, subject.found, pictures.concat()))
    }

    /// Draws the pages of a sheet or a handout, as they are printed.
    fn pages(&self, wanted: &Picture, who: Option<&Person>) -> Result<PagePictures, Refusal> {
        let (paper, style, dpi) = (self.paper(&wanted.how)?, wanted.how.style(), f64::from(wanted.dpi));
        within(wanted.dpi, most_dpi(paper.size))?;
        let (game, look) = (&self.game, look(&self.game));
        let Some(size) = wanted.handout else {
            let sheet = sheets::sheet(game, who, false).map_err(Fault::from)?;
            return Ok(sheet_pictures(&sheet, &look, &sheets::print(game, who, paper, style), dpi)?);
        };
        let shown = handouts::handouts(game, who, size, View::Gm).map_err(Fault::from)?;
        let handout = shown.first().ok_or_else(|| vec!["a handout is of somebody".to_owned()])?;
        Ok(handout_pictures(handout, &look, &handouts::print(game, size, paper, style), dpi)?)
    }

    fn wanted(&self, only: Vec<String>, copies: u32, odds: bool) -> cards::Wanted {
        cards::Wanted { only, copies, shows_odds: odds || self.campaign.odds_on_cards }
    }

    fn size(&self, asked: Option<&str>) -> Result<CardSize, Refusal> {
        cards::size(asked, &self.campaign).map_err(|error| vec![error.to_string()].into())
    }

    fn paper(&self, how: &How) -> Result<Paper, Refusal> {
        paper(how.paper.as_deref(), &self.campaign).map_err(|error| vec![error.to_string()].into())
    }
}

/// The lowest resolution of pictures, as the command line has it.
const LEAST_DPI: u32 = 36;

/// Whether a resolution is one of those that pictures may have.
fn within(dpi: u32, most: f64) -> Result<(), Refusal> {
    if (f64::from(LEAST_DPI)..=most).contains(&f64::from(dpi)) {
        return Ok(());
    }
    Err(vec![format!("{LEAST_DPI} to {most:.0} dots per inch, not {dpi}")].into())
}

/// The print as it is saved.
fn finished(printed: Printed, name: &str, note: Option<String>) -> (PrintAnswer, Vec<u8>) {
    let notes = note.into_iter().chain(printed.notes.iter().map(ToString::to_string)).collect();
    (PrintAnswer { name: format!("{name}.pdf"), notes }, sealed(Format::Pdf, printed.pdf))
}
