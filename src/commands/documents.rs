//! The printed documents of a game: their names and contents, and what they are made from.

use std::collections::BTreeSet;

use deckle_rules::formula::EvalError;
use serde::{Deserialize, Serialize};

use super::handout_flags::{handouts, handouts_name, handouts_title};
use super::print_flags::computing_failed;
use super::say;
use crate::plan::{Key, KeyBuilder, Store};
use crate::seal::{Format, sealed};
use deckle_content::Campaign;
use deckle_content::code::Code;
use deckle_content::diagnostic::printable;
use deckle_content::game::{Game, Person};
use deckle_faces::book::Look;
use deckle_faces::card::CardFace;
use deckle_faces::credits::Used;
use deckle_faces::make::{FaceBuilder, look};
use deckle_faces::sheet::{Handout, Layout, Sheet, View};
use deckle_faces::shown::shown;
use deckle_press::{
    CardPrint, CardSize, Fits, HandoutPrint, Paper, PressError, PressNote, PrintStyle, Printed, SheetPrint,
    print_cards_on, print_handouts_on, print_sheet_on,
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

impl Document<'_> {
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

    /// The work of others that it can show, typefaces apart; known before it is printed.
    ///
    /// # Errors
    /// When a value cannot be computed.
    pub fn shown(&self, look: &Look) -> Result<Used, EvalError> {
        Ok(match self.views()? {
            Views::Cards(deck, _) => shown(&deck, look),
            Views::Sheet(sheet) => shown(&sheet, look),
            Views::Handouts(handouts, _) => shown(&handouts, look),
        })
    }

    /// The document, printed now or in an earlier run.
    ///
    /// # Errors
    /// When a value cannot be computed, and as the press.
    pub fn made(&self, store: &Store, fits: &mut Fits) -> Result<Made, Failure> {
        let look = look(self.game);
        let views = self.views()?;
        let key = self.key(&look, &views);
        if let Some(made) = key.and_then(|key| Made::read(&store.get(key)?, self.files.len())) {
            return Ok(made);
        }
        let made = Made::of(self.print(&look, views, fits)?);
        if let Some(key) = key {
            store.put(key, &made.to_bytes());
        }
        Ok(made)
    }

    /// The hash of all that it is made from; none where the program does not know itself.
    fn key(&self, look: &Look, views: &Views) -> Option<Key> {
        let papers: Vec<&Paper> = self.files.iter().map(|file| &file.paper).collect();
        let mut key = KeyBuilder::new("document")?.with(format!("{papers:?}").as_bytes()).with_value(&(
            &self.title,
            &self.game.entries.credits,
            look,
        ));
        for font in &look.typefaces.fonts {
            key = key.with(&font.data);
        }
        for picture in look.pictures.0.values() {
            // Their names come from what they show.
            key = key.with(format!("{picture:?}").as_bytes()).with_value(&picture.credit);
        }
        for (name, icon) in &look.icons.0 {
            key = key.with(name.as_bytes()).with(icon.svg.as_bytes()).with_value(&icon.credit);
        }
        let key = match views {
            Views::Cards(deck, size) => key.with(format!("{size:?}").as_bytes()).with_value(deck),
            Views::Sheet(sheet) => key.with(b"sheet").with_value(sheet),
            Views::Handouts(handouts, layout) => key.with(format!("{layout:?}").as_bytes()).with_value(handouts),
        };
        Some(key.finish())
    }

    fn views(&self) -> Result<Views, EvalError> {
        Ok(match &self.content {
            Content::Cards { who, size, shows_odds } => {
                let builder = FaceBuilder { shows_odds: *shows_odds, ..FaceBuilder::new(self.game, *who) };
                Views::Cards(builder.deck()?, size.clone())
            }
            Content::Sheet { who } => Views::Sheet(Box::new(FaceBuilder::new(self.game, *who).sheet()?)),
            Content::Handouts { layout, view } => {
                Views::Handouts(handouts(self.game, self.game.npcs.values(), *layout, *view)?, *layout)
            }
        })
    }

    /// Prints it; the results are those of [`Document::files`], in order.
    fn print(&self, look: &Look, views: Views, fits: &mut Fits) -> Result<Vec<Printed>, PressError> {
        let (title, style, credits) = (&self.title, PrintStyle::default(), &self.game.entries.credits);
        let (title, credits) = (|| title.clone(), || credits.clone());
        let papers: Vec<Paper> = self.files.iter().map(|file| file.paper.clone()).collect();
        match views {
            Views::Cards(deck, size) => {
                let print = CardPrint { title: title(), credits: credits(), ..CardPrint::new(size, Paper::a4()) };
                print_cards_on(&papers, &deck, look, &print, fits)
            }
            Views::Sheet(sheet) => {
                let print = SheetPrint { paper: Paper::a4(), style, title: title(), credits: credits() };
                print_sheet_on(&papers, &sheet, look, &print)
            }
            Views::Handouts(handouts, layout) => {
                let print = HandoutPrint { paper: Paper::a4(), layout, style, title: title(), credits: credits() };
                print_handouts_on(&papers, &handouts, look, &print)
            }
        }
    }
}

/// What a document shows.
enum Views {
    Cards(Vec<CardFace>, CardSize),
    Sheet(Box<Sheet>),
    Handouts(Vec<Handout>, Layout),
}

/// A document as it was printed, with what is told of it.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Made {
    /// Its files, in the order of [`Document::files`].
    #[serde(skip)]
    pub files: Vec<Vec<u8>>,
    /// Their lengths.
    lengths: Vec<usize>,
    /// The cards, sheets and handouts that are set smaller than usual, by id.
    pub smaller: BTreeSet<String>,
    /// Those that go on over further cards or places.
    pub longer: BTreeSet<String>,
}

impl Made {
    fn of(printed: Vec<Printed>) -> Self {
        let mut made = Self::default();
        for printed in printed {
            printed.notes.iter().for_each(|note| made.note(note));
            made.files.push(sealed(Format::Pdf, printed.pdf));
        }
        made.lengths = made.files.iter().map(Vec::len).collect();
        made
    }

    /// A document is printed on several papers, and each of its cards is noted once.
    fn note(&mut self, note: &PressNote) {
        let noted = match note {
            PressNote::Shrunk { .. } => &mut self.smaller,
            PressNote::Continued { .. } | PressNote::Flowed { .. } => &mut self.longer,
            PressNote::BleedReduced { .. }
            | PressNote::SharedCuts { .. }
            | PressNote::NoRoomForMarks
            | PressNote::MarksNearEdge
            | PressNote::NotFilled { .. }
            | PressNote::CreditsApart => return,
        };
        noted.extend(note.subject().map(str::to_owned));
    }

    /// To keep: the length of the rest in eight bytes, the rest as JSON, and the files one after another.
    fn to_bytes(&self) -> Vec<u8> {
        let about = serde_json::to_vec(self).expect("strings and numbers serialize");
        let mut bytes = (about.len() as u64).to_le_bytes().to_vec();
        bytes.extend(about);
        bytes.extend(self.files.iter().flatten());
        bytes
    }

    /// What was kept; none that is not as [`Made::to_bytes`] writes it, with so many files.
    fn read(bytes: &[u8], count: usize) -> Option<Self> {
        let (length, rest) = bytes.split_first_chunk::<8>()?;
        let (about, mut rest) = rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
        let mut made: Self = serde_json::from_slice(about).ok()?;
        for length in &made.lengths {
            let (file, behind) = rest.split_at_checked(*length)?;
            made.files.push(file.to_vec());
            rest = behind;
        }
        (rest.is_empty() && made.files.len() == count).then_some(made)
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
