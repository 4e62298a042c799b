//! The printed documents of a game: which there are, what they are called, what stands in them.

use deckle_rules::character::Character;
use deckle_rules::formula::EvalError;

use crate::content::entries::CharacterEntry;
use crate::content::game::Game;
use crate::faces::book::Look;
use crate::faces::build::{Desk, look};
use crate::faces::card::CardFace;
use crate::faces::sheet::{Handout, Sheet};
use crate::press::{
    CardPrint, CardSize, HandoutPrint, Manner, Paper, PressError, Printed, SheetPrint, print_cards, print_handouts,
    print_sheet,
};

/// Papers that `build` prints on.
const PAPERS: [(&str, &str); 2] = [("a4", "A4"), ("letter", "Letter")];
/// Handouts on a page.
pub const HANDOUTS_PER_PAGE: u8 = 4;

/// A document before it is typeset.
pub struct Document {
    /// Path from the output folder.
    pub path: String,
    /// What it is called on the site.
    pub label: String,
    /// The character it is about; `None` when it is about the game.
    pub subject: Option<String>,
    look: Look,
    content: Content,
}

enum Content {
    Cards(Vec<CardFace>, CardPrint),
    Sheet(Box<Sheet>, SheetPrint),
    Handouts(Vec<Handout>, HandoutPrint),
}

impl Document {
    /// Typesets it.
    ///
    /// # Errors
    /// As the press.
    pub fn print(&self) -> Result<Printed, PressError> {
        match &self.content {
            Content::Cards(deck, print) => print_cards(deck, &self.look, print),
            Content::Sheet(sheet, print) => print_sheet(sheet, &self.look, print),
            Content::Handouts(handouts, print) => print_handouts(handouts, &self.look, print),
        }
    }
}

/// Every document of a game.
///
/// # Errors
/// When a value cannot be computed.
pub fn all(game: &Game) -> Result<Vec<Document>, EvalError> {
    let mut documents = Vec::new();
    let blank = Character::blank();
    let desk = Desk::new(game, &blank);
    let maker = Maker { game, look: look(game) };
    maker.cards(&mut documents, &desk, None)?;
    maker.sheet(&mut documents, &desk, None)?;
    for (entry, character) in game.entries.characters.iter().zip(&game.characters) {
        let desk = Desk::new(game, character);
        maker.cards(&mut documents, &desk, Some(entry))?;
        maker.sheet(&mut documents, &desk, Some(entry))?;
    }
    maker.handouts(&mut documents)?;
    Ok(documents)
}

struct Maker<'a> {
    game: &'a Game,
    look: Look,
}

impl Maker<'_> {
    fn title(&self, what: &str, entry: Option<&CharacterEntry>) -> String {
        let system = &self.game.entries.head.name;
        match entry {
            Some(c) => format!("{system}: {what}, {}", c.head.name),
            None => format!("{system}: {what}, blank"),
        }
    }

    fn push(&self, documents: &mut Vec<Document>, name: &str, label: String, subject: Option<&CharacterEntry>, content: Content) {
        documents.push(Document {
            path: format!("print/{}/{name}.pdf", self.game.entries.head.id),
            label,
            subject: subject.map(|c| c.head.id.clone()),
            look: self.look.clone(),
            content,
        });
    }

    fn cards(&self, documents: &mut Vec<Document>, desk: &Desk<'_>, entry: Option<&CharacterEntry>) -> Result<(), EvalError> {
        let deck = desk.deck()?;
        let id = entry.map_or("blank", |c| &c.head.id);
        for (paper, paper_name) in papers() {
            let size = CardSize::find("poker").expect("poker is a known size");
            let print = CardPrint { title: self.title("action cards", entry), ..CardPrint::new(size, paper.clone()) };
            let label = label("Action cards", entry.is_none(), paper_name);
            self.push(documents, &format!("cards-{id}-{}", paper.id), label, entry, Content::Cards(deck.clone(), print));
        }
        Ok(())
    }

    fn sheet(&self, documents: &mut Vec<Document>, desk: &Desk<'_>, entry: Option<&CharacterEntry>) -> Result<(), EvalError> {
        let sheet = desk.sheet(entry)?;
        let id = entry.map_or("blank", |c| &c.head.id);
        for (paper, paper_name) in papers() {
            let label = label("Character sheet", entry.is_none(), paper_name);
            let name = format!("sheet-{id}-{}", paper.id);
            let print = SheetPrint { paper, manner: Manner::default(), title: self.title("character sheet", entry) };
            self.push(documents, &name, label, entry, Content::Sheet(Box::new(sheet.clone()), print));
        }
        Ok(())
    }

    fn handouts(&self, documents: &mut Vec<Document>) -> Result<(), EvalError> {
        let npcs = self.game.entries.npcs.iter().zip(&self.game.npcs);
        let handouts: Vec<Handout> =
            npcs.map(|(entry, npc)| Desk::new(self.game, npc).handout(entry)).collect::<Result<_, _>>()?;
        if handouts.is_empty() {
            return Ok(());
        }
        for (paper, paper_name) in papers() {
            let label = format!("NPC handouts, {paper_name}");
            let name = format!("handouts-{}", paper.id);
            let title = format!("{}: NPC handouts", self.game.entries.head.name);
            let print = HandoutPrint { paper, per_page: HANDOUTS_PER_PAGE, manner: Manner::default(), title };
            self.push(documents, &name, label, None, Content::Handouts(handouts.clone(), print));
        }
        Ok(())
    }
}

/// The papers, with the names that readers know.
fn papers() -> impl Iterator<Item = (Paper, &'static str)> {
    PAPERS.into_iter().map(|(id, name)| (Paper::find(id).expect("these papers are known"), name))
}

fn label(what: &str, is_blank: bool, paper: &str) -> String {
    let blank = if is_blank { ", blank" } else { "" };
    format!("{what}{blank}, {paper}")
}
