//! Prints in the workshop. It calls the same code as the command line, so that both write the same bytes.
//!
//! **In** a request of the page, and the open game. **Out** an answer, followed by the bytes of files. **Fails** with the messages of the
//! command line.

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
use makeready_page::message::Who;
use makeready_page::print::{
    Cards, Deck, FilesAnswer, Flip, Handouts, How, Picture, PictureAnswer, Print, PrintAnswer, Sheet, Tabletop,
};
use makeready_page::{Made, Open, Prints, Refusal};
use makeready_press::{
    Back, CardImages, CardPrint, CardSize, Edge, Ink, PagePictures, Paper, PressError, PrintStyle, Printed,
    card_pictures, handout_pictures, most_dpi, print_cards, print_handouts, print_sheet, sheet_pictures,
};
use makeready_proof::PROOF;

/// The print functions for [`Skills::printing`](makeready_page::Skills::printing).
pub const PRINTS: Prints = Prints {
    printed: |open, print, how| Printing(open).printed(print, how),
    picture: |open, wanted| Printing(open).picture(wanted),
    tabletop: |open, deck| Printing(open).tabletop(deck),
    proof: PROOF,
};

#[cfg(target_arch = "wasm32")]
#[link(wasm_import_module = "page")]
#[expect(unsafe_code, reason = "a function of the page is what its name says, or the page does not load the module")]
unsafe extern "C" {
    /// Tells the page, while it waits for an answer, how many of how many pictures are drawn.
    safe fn drawn(done: usize, of: usize);
}

/// Nobody is told outside a page.
#[cfg(not(target_arch = "wasm32"))]
const fn drawn(_: usize, _: usize) {}

#[expect(clippy::needless_pass_by_value, reason = "handed to `map_err`")]
fn not_pressed(error: PressError) -> Refusal {
    vec![error.to_string()].into()
}

fn style(how: &How) -> PrintStyle {
    let ink = if how.saves_ink { Ink::Saver } else { Ink::Normal };
    PrintStyle { ink, is_accessible: how.accessible }
}

const fn flipped(flip: Flip) -> makeready_press::Flip {
    match flip {
        Flip::Long => makeready_press::Flip::Long,
        Flip::Short => makeready_press::Flip::Short,
        Flip::None => makeready_press::Flip::None,
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

/// Prints of the game that is open.
struct Printing<'o>(&'o Open);

impl Printing<'_> {
    /// Prints something.
    fn printed(&self, print: &Print, how: &How) -> Made<PrintAnswer> {
        match print {
            Print::Cards(wanted) => self.cards(wanted, how),
            Print::Deck(deck) => self.deck(deck, how),
            Print::Sheet(wanted) => self.sheet(wanted, how),
            Print::Handouts(wanted) => self.handouts(wanted, how),
        }
    }

    fn cards(&self, wanted: &Cards, how: &How) -> Made<PrintAnswer> {
        let subject = self.0.subject(wanted.who.as_ref())?;
        let who = subject.who.as_deref();
        let cards = self.wanted(wanted.only.clone(), wanted.copies, wanted.odds).of(&self.0.game, who)?;
        let back = wanted.back.as_deref().map(|back| cards::back(back, &self.0.game).map_err(|fault| vec![fault]));
        let job = Job {
            cards,
            size: self.size(wanted.size.as_deref())?,
            paper: self.paper(how)?,
            back: back.transpose()?.unwrap_or_default(),
            backs: Vec::new(),
            flip: wanted.flip,
            is_filled: wanted.fill,
            title: cards::title_of(&self.0.game, who),
        };
        let (answer, pdf) = self.card_print(job, how, &format!("cards-{}", id_of(who)))?;
        Ok((answer, subject.found, pdf))
    }

    /// The deck of a list, for the people of the game and for those in these files.
    fn listed(&self, name: &str, list: &str, people: &[String], odds: bool) -> Result<deck_list::Deck, Refusal> {
        let guests = people.iter().map(|file| {
            let subject = self.0.subject(Some(&Who::Text(file.clone())))?;
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
        let system = self.0.game.entries.head.id.as_str();
        if list.system.value != system {
            return Err(refuse(&deck_list::faults_without_game(&list, &[system])));
        }
        deck_list::deck(list, &self.0.game, &guests, odds || self.0.campaign.odds_on_cards).map_err(|unsound| {
            match unsound {
                Unsound::Found(found) => refuse(&found),
                Unsound::NotComputed(error) => Fault::from(error).into(),
            }
        })
    }

    /// Makes the files of a deck for Tabletop Simulator.
    fn tabletop(&self, deck: &Tabletop) -> Made<FilesAnswer> {
        let list = self.listed(&deck.name, &deck.list, &deck.people, deck.odds)?;
        let (back, backs) = cards::one_back(list.back.unwrap_or_default(), list.backs, &self.0.game);
        let size = list.size.map_or_else(|| self.size(None), Ok)?;
        let credits = self.0.game.entries.credits.clone();
        let images = CardImages { back, backs, dpi: tabletop::DPI, credits, ..CardImages::new(size) };
        let head = &self.0.game.entries.head;
        let stem = format!("{}-{}", head.id, deck.name);
        let title = list.title.unwrap_or_else(|| head.name.clone());
        let deck =
            tabletop::Deck { cards: &list.cards, title: &title, stem: &stem, images: &images, address: &deck.address };
        let made = tabletop::files(&deck, &look(&self.0.game), &|done, of| drawn(done, of)).map_err(not_pressed)?;
        let notes = made.notes.iter().map(ToString::to_string).collect();
        let files = made.files.iter().map(|(path, bytes)| (path.clone(), bytes.len())).collect();
        let bytes = made.files.into_iter().flat_map(|(_, bytes)| bytes).collect();
        Ok((FilesAnswer { files, notes }, Vec::new(), bytes))
    }

    fn deck(&self, deck: &Deck, how: &How) -> Made<PrintAnswer> {
        let list = self.listed(&deck.name, &deck.list, &deck.people, deck.odds)?;
        let (back, backs) = cards::one_back(list.back.unwrap_or_default(), list.backs, &self.0.game);
        let what = list.title.unwrap_or_else(|| format!("cards, {}", deck.name));
        let job = Job {
            cards: list.cards,
            size: list.size.map_or_else(|| self.size(None), Ok)?,
            paper: list.paper.filter(|_| how.paper.is_none()).map_or_else(|| self.paper(how), Ok)?,
            back,
            backs,
            flip: deck.flip,
            is_filled: list.is_filled,
            title: format!("{}: {what}", self.0.game.entries.head.name),
        };
        let (answer, pdf) = self.card_print(job, how, &format!("cards-{}", deck.name))?;
        Ok((answer, Vec::new(), pdf))
    }

    fn card_print(&self, job: Job, how: &How, name: &str) -> Result<(PrintAnswer, Vec<u8>), Refusal> {
        let Job { cards: deck, size, paper, back, backs, flip, is_filled, title } = job;
        let fill = if is_filled { cards::blanks(&self.0.game, &deck).map_err(Fault::from)? } else { Vec::new() };
        let has_none = is_filled && fill.is_empty();
        let usual = cards::print(&self.0.game, title, size, paper);
        let print = CardPrint { back, backs, flip: flipped(flip), style: style(how), fill, ..usual };
        let printed = print_cards(&deck, &look(&self.0.game), &print).map_err(not_pressed)?;
        let notes = has_none.then(|| cards::NO_BLANKS.to_owned());
        Ok(finished(printed, name, notes))
    }

    fn sheet(&self, wanted: &Sheet, how: &How) -> Made<PrintAnswer> {
        let subject = self.0.subject(wanted.who.as_ref())?;
        let who = subject.who.as_deref();
        let sheet = sheets::sheet(&self.0.game, who, wanted.notes).map_err(Fault::from)?;
        let print = sheets::print(&self.0.game, who, self.paper(how)?, style(how));
        let printed = print_sheet(&sheet, &look(&self.0.game), &print).map_err(not_pressed)?;
        let (answer, pdf) = finished(printed, &format!("sheet-{}", id_of(who)), None);
        Ok((answer, subject.found, pdf))
    }

    fn handouts(&self, wanted: &Handouts, how: &How) -> Made<PrintAnswer> {
        let subjects = wanted.who.iter().map(|who| self.0.subject(Some(who))).collect::<Result<Vec<_>, _>>()?;
        let people = subjects.iter().filter_map(|subject| subject.who.as_deref());
        let shown = handouts::handouts(&self.0.game, people, wanted.size, wanted.view).map_err(Fault::from)?;
        let print = handouts::print(&self.0.game, wanted.size, self.paper(how)?, style(how));
        let printed = print_handouts(&shown, &look(&self.0.game), &print).map_err(not_pressed)?;
        let (answer, pdf) = finished(printed, &handouts::name("handouts", wanted.size, wanted.view), None);
        Ok((answer, subjects.into_iter().flat_map(|subject| subject.found).collect(), pdf))
    }

    /// Draws one card, or the pages of a sheet or a handout.
    fn picture(&self, wanted: &Picture) -> Made<PictureAnswer> {
        let subject = self.0.subject(wanted.who.as_ref())?;
        let who = subject.who.as_deref();
        if wanted.sheet || wanted.handout.is_some() {
            let PagePictures { pngs, notes } = self.pages(wanted, who)?;
            let notes = notes.iter().map(ToString::to_string).collect();
            let answer = PictureAnswer { lengths: pngs.iter().map(Vec::len).collect(), notes };
            return Ok((answer, subject.found, pngs.concat()));
        }
        let deck = match &wanted.ability {
            Some(id) => vec![self.0.card_of(id, who)?],
            None => self.wanted(wanted.card.iter().cloned().collect(), 1, false).of(&self.0.game, who)?,
        };
        let mut images = CardImages::new(self.size(wanted.size.as_deref())?);
        images.dpi = f64::from(wanted.dpi);
        // Nobody turns a picture over.
        images.back = Back::None;
        within(wanted.dpi, images.most_dpi())?;
        let sets = card_pictures(&deck, &look(&self.0.game), &images, &[Edge::Trim]).map_err(not_pressed)?;
        let notes = sets.iter().flat_map(|set| &set.notes).map(ToString::to_string).collect();
        let pictures: Vec<Vec<u8>> = sets.into_iter().flat_map(|set| set.fronts).map(|front| front.png).collect();
        let answer = PictureAnswer { lengths: pictures.iter().map(Vec::len).collect(), notes };
        Ok((answer, subject.found, pictures.concat()))
    }

    /// Draws the pages of a sheet or a handout, as they are printed.
    fn pages(&self, wanted: &Picture, who: Option<&Person>) -> Result<PagePictures, Refusal> {
        let (paper, style, dpi) = (self.paper(&wanted.how)?, style(&wanted.how), f64::from(wanted.dpi));
        within(wanted.dpi, most_dpi(paper.size))?;
        let (game, look) = (&self.0.game, look(&self.0.game));
        let Some(size) = wanted.handout else {
            let sheet = sheets::sheet(game, who, false).map_err(Fault::from)?;
            return sheet_pictures(&sheet, &look, &sheets::print(game, who, paper, style), dpi).map_err(not_pressed);
        };
        let shown = handouts::handouts(game, who, size, View::Gm).map_err(Fault::from)?;
        let handout = shown.first().ok_or_else(|| vec!["a handout is of somebody".to_owned()])?;
        handout_pictures(handout, &look, &handouts::print(game, size, paper, style), dpi).map_err(not_pressed)
    }

    fn wanted(&self, only: Vec<String>, copies: u32, odds: bool) -> cards::Wanted {
        cards::Wanted { only, copies, shows_odds: odds || self.0.campaign.odds_on_cards }
    }

    fn size(&self, asked: Option<&str>) -> Result<CardSize, Refusal> {
        cards::size(asked, &self.0.campaign).map_err(|error| vec![error.to_string()].into())
    }

    fn paper(&self, how: &How) -> Result<Paper, Refusal> {
        paper(how.paper.as_deref(), &self.0.campaign).map_err(|error| vec![error.to_string()].into())
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
