//! The printed documents of a game: which there are, what they are called, what stands in them.

use deckle_rules::character::Character;
use deckle_rules::formula::EvalError;

use super::handout_flags::{handouts, handouts_name, handouts_title};
use crate::content::Campaign;
use crate::content::entries::CharacterEntry;
use crate::content::game::Game;
use crate::faces::book::Look;
use crate::faces::build::{Desk, look};
use crate::faces::card::CardFace;
use crate::faces::sheet::{Handout, Layout, Sheet, View};

use crate::press::{
    CardPrint, CardSize, Fits, HandoutPrint, Manner, Paper, PressError, Printed, SheetPrint, print_cards_on,
    print_handouts, print_sheet,
};

/// The handouts that are made of all NPCs, and what they are called on the site.
const HANDOUTS: [(Layout, View, &str); 5] = [
    (Layout::Standard, View::Gm, "NPC handouts"),
    (Layout::Short, View::Gm, "NPC handouts, ten to a page"),
    (Layout::Full, View::Gm, "NPC handouts, a page each"),
    (Layout::Standard, View::Player, "NPC handouts for players"),
    (Layout::Short, View::Player, "NPC handouts for players, ten to a page"),
];

/// A file that will be written.
pub struct File {
    /// Path from the output folder.
    pub path: String,
    /// What it is called on the site.
    pub label: String,
    paper: Paper,
}

/// A document before it is typeset, on every paper.
pub struct Document {
    /// Its files.
    pub files: Vec<File>,
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
    /// Whether it is a deck of cards, which keeps all cores busy alone; sheets go well side by side.
    pub const fn is_deck(&self) -> bool {
        matches!(self.content, Content::Cards(..))
    }

    /// Typesets it; what comes out stands for [`Document::files`] in order.
    ///
    /// # Errors
    /// As the press.
    pub fn print(&self, fits: &mut Fits) -> Result<Vec<Printed>, PressError> {
        let papers = self.files.iter().map(|file| file.paper.clone());
        match &self.content {
            Content::Cards(deck, print) => print_cards_on(&papers.collect::<Vec<_>>(), deck, &self.look, print, fits),
            Content::Sheet(sheet, print) => {
                papers.map(|paper| print_sheet(sheet, &self.look, &SheetPrint { paper, ..print.clone() })).collect()
            }
            Content::Handouts(handouts, print) => papers
                .map(|paper| print_handouts(handouts, &self.look, &HandoutPrint { paper, ..print.clone() }))
                .collect(),
        }
    }
}

/// Every document of a game.
///
/// # Errors
/// When a value cannot be computed.
pub fn all(game: &Game, campaign: &Campaign) -> Result<Vec<Document>, EvalError> {
    let mut documents = Vec::new();
    let blank = Character::blank();
    let desk = Desk::new(game, &blank);
    let maker = Maker { game, look: look(game), papers: papers(campaign), card: card(campaign) };
    maker.cards(&mut documents, &desk, None)?;
    maker.sheet(&mut documents, &desk, None)?;
    for (entry, character) in game.entries.characters.iter().zip(&game.characters) {
        let desk = Desk { shows_odds: campaign.odds_on_cards, ..Desk::new(game, character) };
        maker.cards(&mut documents, &desk, Some(entry))?;
        maker.sheet(&mut documents, &desk, Some(entry))?;
    }
    maker.handouts(&mut documents)?;
    Ok(documents)
}

struct Maker<'a> {
    game: &'a Game,
    look: Look,
    papers: Vec<(Paper, String)>,
    card: CardSize,
}

impl Maker<'_> {
    fn title(&self, what: &str, entry: Option<&CharacterEntry>) -> String {
        let system = &self.game.entries.head.name;
        match entry {
            Some(c) => format!("{system}: {what}, {}", c.head.name),
            None => format!("{system}: {what}, blank"),
        }
    }

    /// A document on every paper: `name` becomes part of its paths, `label` of its labels.
    fn push(
        &self,
        documents: &mut Vec<Document>,
        name: &str,
        label: &str,
        subject: Option<&CharacterEntry>,
        content: Content,
    ) {
        let files = self.papers.iter().map(|(paper, paper_name)| File {
            path: format!("print/{}/{name}-{}.pdf", self.game.entries.head.id, paper.id),
            label: format!("{label}, {paper_name}"),
            paper: paper.clone(),
        });
        documents.push(Document {
            files: files.collect(),
            subject: subject.map(|c| c.head.id.clone()),
            look: self.look.clone(),
            content,
        });
    }

    fn cards(
        &self,
        documents: &mut Vec<Document>,
        desk: &Desk<'_>,
        entry: Option<&CharacterEntry>,
    ) -> Result<(), EvalError> {
        let print =
            CardPrint { title: self.title("action cards", entry), ..CardPrint::new(self.card.clone(), Paper::a4()) };
        let name = format!("cards-{}", entry.map_or("blank", |c| &c.head.id));
        self.push(documents, &name, &label("Action cards", entry), entry, Content::Cards(desk.deck(entry)?, print));
        Ok(())
    }

    fn sheet(
        &self,
        documents: &mut Vec<Document>,
        desk: &Desk<'_>,
        entry: Option<&CharacterEntry>,
    ) -> Result<(), EvalError> {
        let title = self.title("character sheet", entry);
        let print = SheetPrint { paper: Paper::a4(), manner: Manner::default(), title };
        let name = format!("sheet-{}", entry.map_or("blank", |c| &c.head.id));
        let sheet = Box::new(desk.sheet(entry)?);
        self.push(documents, &name, &label("Character sheet", entry), entry, Content::Sheet(sheet, print));
        Ok(())
    }

    fn handouts(&self, documents: &mut Vec<Document>) -> Result<(), EvalError> {
        let npcs: Vec<(&CharacterEntry, &Character)> = self.game.entries.npcs.iter().zip(&self.game.npcs).collect();
        if npcs.is_empty() {
            return Ok(());
        }
        for (layout, view, label) in HANDOUTS {
            let handouts = handouts(self.game, &npcs, layout, view)?;
            let title = handouts_title(self.game);
            let print = HandoutPrint { paper: Paper::a4(), layout, manner: Manner::default(), title };
            self.push(
                documents,
                &handouts_name("handouts", layout, view),
                label,
                None,
                Content::Handouts(handouts, print),
            );
        }
        Ok(())
    }
}

/// The papers, with the names that readers know: A4, Letter, and what the campaign prints on.
fn papers(campaign: &Campaign) -> Vec<(Paper, String)> {
    let mut papers = vec![(Paper::a4(), "A4".to_owned()), (Paper::letter(), "Letter".to_owned())];
    let asked = campaign.paper.as_ref().and_then(|asked| Paper::find(&asked.value).ok());
    papers.extend(asked.filter(|paper| papers.iter().all(|(known, _)| known != paper)).map(|paper| {
        let name = paper.id.clone();
        (paper, name)
    }));
    papers
}

/// The campaign's card size, else poker. Checks have seen to it that the size is known.
fn card(campaign: &Campaign) -> CardSize {
    let asked = campaign.card_size.as_ref().and_then(|asked| CardSize::find(&asked.value).ok());
    asked.unwrap_or_else(|| CardSize::find("poker").expect("poker is a known size"))
}

fn label(what: &str, entry: Option<&CharacterEntry>) -> String {
    let blank = if entry.is_none() { ", blank" } else { "" };
    format!("{what}{blank}")
}
