//! The printed documents of a game: their names and contents.

use deckle_rules::formula::EvalError;

use super::handout_flags::{handouts, handouts_name, handouts_title};
use super::print_flags::computing_failed;
use super::say;
use deckle_content::Campaign;
use deckle_content::code::Code;
use deckle_content::diagnostic::printable;
use deckle_content::game::{Game, Person};
use deckle_faces::make::{FaceBuilder, look};
use deckle_faces::sheet::{Layout, View};
use deckle_press::{
    CardPrint, CardSize, Fits, HandoutPrint, Paper, PressError, PrintStyle, Printed, SheetPrint, print_cards_on,
    print_handouts, print_sheet,
};

/// The handouts that are made of all NPCs, and their labels on the site.
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
    /// Its label on the site.
    pub label: String,
    paper: Paper,
}

/// A document to print, on every paper. Its faces are computed when it is printed: those of one deck take as much memory
/// as its file, and there may be hundreds of characters.
pub struct Document<'g> {
    /// The path of its files, up to the paper.
    pub name: String,
    /// Its files.
    pub files: Vec<File>,
    /// The character it is about; `None` when it is about the game.
    pub subject: Option<&'g str>,
    game: &'g Game,
    title: String,
    content: Content<'g>,
}

/// A character; none for the blank form.
type Who<'g> = Option<&'g Person>;

enum Content<'g> {
    Cards { who: Who<'g>, size: CardSize, shows_odds: bool },
    Sheet { who: Who<'g> },
    Handouts { layout: Layout, view: View },
}

/// Why a document could not be made.
pub enum Failure {
    /// A value cannot be computed.
    Computing(EvalError),
    /// It cannot be printed.
    Press(PressError),
}

impl Failure {
    /// Reports what is wrong with the document at `path`.
    pub fn tell(&self, path: &str) {
        match self {
            Self::Computing(error) => {
                computing_failed(error);
            }
            Self::Press(error) => {
                say(&format!("error[{}]: {path}: {}", Code::Press, printable(&error.to_string())));
                if error.is_internal() {
                    say("  = help: this is a fault of Deckle, not of what you wrote: please report it with the file");
                }
            }
        }
    }
}

impl From<EvalError> for Failure {
    fn from(error: EvalError) -> Self {
        Self::Computing(error)
    }
}

impl From<PressError> for Failure {
    fn from(error: PressError) -> Self {
        Self::Press(error)
    }
}

impl<'g> Document<'g> {
    /// Id of the system it is of.
    pub fn system(&self) -> &'g str {
        &self.game.entries.head.id
    }

    /// Whether it is a deck of cards, or handouts of many people: either keeps all cores busy alone, and takes much
    /// memory while it is printed. Others are printed in parallel.
    pub fn is_large(&self) -> bool {
        const MANY: usize = 24;
        match self.content {
            Content::Cards { .. } => true,
            Content::Sheet { .. } => false,
            Content::Handouts { .. } => self.game.npcs.len() > MANY,
        }
    }

    /// Prints it; the results are those of [`Document::files`], in order.
    ///
    /// # Errors
    /// When a value cannot be computed, and as the press.
    pub fn print(&self, fits: &mut Fits) -> Result<Vec<Printed>, Failure> {
        let (look, title, style) = (look(self.game), self.title.clone(), PrintStyle::default());
        let credits = &self.game.entries.credits;
        let papers: Vec<Paper> = self.files.iter().map(|file| file.paper.clone()).collect();
        Ok(match &self.content {
            Content::Cards { who, size, shows_odds } => {
                let deck = FaceBuilder { shows_odds: *shows_odds, ..FaceBuilder::new(self.game, *who) }.deck()?;
                let print = CardPrint { title, credits: credits.clone(), ..CardPrint::new(size.clone(), Paper::a4()) };
                print_cards_on(&papers, &deck, &look, &print, fits)?
            }
            Content::Sheet { who } => {
                let sheet = FaceBuilder::new(self.game, *who).sheet()?;
                let print = |paper| SheetPrint { paper, style, title: title.clone(), credits: credits.clone() };
                let on = |paper| print_sheet(&sheet, &look, &print(paper));
                papers.into_iter().map(on).collect::<Result<_, _>>()?
            }
            Content::Handouts { layout, view } => {
                let (layout, title) = (*layout, &title);
                let handouts = handouts(self.game, self.game.npcs.values(), layout, *view)?;
                let print =
                    |paper| HandoutPrint { paper, layout, style, title: title.clone(), credits: credits.clone() };
                let on = |paper| print_handouts(&handouts, &look, &print(paper));
                papers.into_iter().map(on).collect::<Result<_, _>>()?
            }
        })
    }
}

/// Every document of a game.
pub fn all<'g>(game: &'g Game, campaign: &Campaign) -> Vec<Document<'g>> {
    let builder = DocumentBuilder { game, campaign, papers: papers(campaign) };
    let of_people = std::iter::once(None)
        .chain(game.characters.values().map(Some))
        .flat_map(|who| [builder.cards(who), builder.sheet(who)]);
    let of_npcs = HANDOUTS.iter().filter(|_| !game.npcs.is_empty());
    of_people.chain(of_npcs.map(|(layout, view, label)| builder.handouts(*layout, *view, label))).collect()
}

struct DocumentBuilder<'g, 'c> {
    game: &'g Game,
    campaign: &'c Campaign,
    papers: Vec<(Paper, String)>,
}

impl<'g> DocumentBuilder<'g, '_> {
    fn title(&self, what: &str, who: Who<'_>) -> String {
        let system = &self.game.entries.head.name;
        match who {
            Some(who) => format!("{system}: {what}, {}", who.entry.head.name),
            None => format!("{system}: {what}, blank"),
        }
    }

    /// A document on every paper: `name` becomes part of its paths, `label` of its labels.
    fn document(&self, name: &str, label: &str, who: Who<'g>, title: String, content: Content<'g>) -> Document<'g> {
        let name = format!("print/{}/{name}", self.game.entries.head.id);
        let files = self.papers.iter().map(|(paper, paper_name)| File {
            path: format!("{name}-{}.pdf", paper.id),
            label: format!("{label}, {paper_name}"),
            paper: paper.clone(),
        });
        let subject = who.map(Person::id);
        Document { files: files.collect(), name, subject, game: self.game, title, content }
    }

    fn cards(&self, who: Who<'g>) -> Document<'g> {
        let content = Content::Cards { who, size: card(self.campaign), shows_odds: self.campaign.odds_on_cards };
        let (name, label) = (format!("cards-{}", id(who)), label("Action cards", who));
        self.document(&name, &label, who, self.title("action cards", who), content)
    }

    fn sheet(&self, who: Who<'g>) -> Document<'g> {
        let (name, label) = (format!("sheet-{}", id(who)), label("Character sheet", who));
        self.document(&name, &label, who, self.title("character sheet", who), Content::Sheet { who })
    }

    fn handouts(&self, layout: Layout, view: View, label: &str) -> Document<'g> {
        let name = handouts_name("handouts", layout, view);
        self.document(&name, label, None, handouts_title(self.game), Content::Handouts { layout, view })
    }
}

fn id(who: Who<'_>) -> &str {
    who.map_or("blank", Person::id)
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

/// The campaign's card size, else poker. Validation ensures that the size is known.
fn card(campaign: &Campaign) -> CardSize {
    let asked = campaign.card_size.as_ref().and_then(|asked| CardSize::find(&asked.value).ok());
    asked.unwrap_or_else(|| CardSize::find("poker").expect("poker is a known size"))
}

fn label(what: &str, who: Who<'_>) -> String {
    let blank = if who.is_none() { ", blank" } else { "" };
    format!("{what}{blank}")
}
