//! The printed documents of a game: their names and contents, and what they are made from.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use makeready_rules::formula::EvalError;
use serde::{Deserialize, Serialize};

use super::book;
use super::folder::Folder;
use super::kept_prints::{self, Print, key_of_view, printed_as};
use super::print_flags::{computing_failed, tell_press};
use super::rests_on::with_game_but_chapters;
use super::wanted::PRINTS;
use crate::plan::{Key, KeyBuilder, Store};
use makeready_content::Campaign;
use makeready_content::game::{Game, Person};
use makeready_content::picture::ArtCredit;
use makeready_content::source::Sources;
use makeready_faces::book::{Book, Look};
use makeready_faces::card::CardFace;
use makeready_faces::credits::{GameCredits, Used};
use makeready_faces::make::{self, FaceBuilder, look};
use makeready_faces::sheet::{Handout, Layout, Sheet, View};
use makeready_faces::shown::shown;
use makeready_jobs::{Whose, cards, handouts, id_of, sheets, title};
use makeready_press::{
    CardPrint, CardSize, Fits, HandoutPrint, Paper, PressError, PrintStyle, Printed, SheetPrint, print_book,
    print_cards_on, print_handouts, print_sheet,
};

/// The handouts that are made of all NPCs, and the keys of their labels on the site.
const HANDOUTS: [(Layout, View, &str); 5] = [
    (Layout::Standard, View::Gm, "print.handouts"),
    (Layout::Short, View::Gm, "print.handouts_short"),
    (Layout::Full, View::Gm, "print.handouts_full"),
    (Layout::Standard, View::Player, "print.handouts_player"),
    (Layout::Short, View::Player, "print.handouts_player_short"),
];

/// A file that will be written.
pub struct File {
    /// Path from the output folder.
    pub path: String,
    /// What its paper is called on the site.
    pub paper_name: String,
    paper: Paper,
}

/// A document to print, on every paper. Its faces are computed when it is printed: those of one deck take as much memory
/// as its file, and there may be hundreds of characters.
pub struct Document<'g> {
    /// The path of its files, up to the paper.
    pub name: String,
    /// What it is called on the site.
    pub label: String,
    /// Its files.
    pub files: Vec<File>,
    /// The character it is about; `None` when it is about the game.
    pub subject: Option<&'g str>,
    game: &'g Game,
    title: String,
    content: Content<'g>,
    /// The keys of its prints, in the order of its files, once it is known what it shows.
    keys: OnceLock<Vec<Key>>,
    /// The work of others that it can show.
    shown: OnceLock<Used>,
}

enum Content<'g> {
    Cards {
        who: Whose<'g>,
        size: CardSize,
        shows_odds: bool,
    },
    Sheet {
        who: Whose<'g>,
    },
    /// Those of one NPC, or of all.
    Handouts {
        of: Whose<'g>,
        layout: Layout,
        view: View,
    },
    Book {
        sources: &'g Sources,
    },
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
            Self::Press(error) => tell_press(&format!("{path}: "), error),
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
    /// The game it is of.
    pub const fn game(&self) -> &Game {
        self.game
    }

    /// Whether it is the whole rulebook.
    pub const fn is_book(&self) -> bool {
        matches!(self.content, Content::Book { .. })
    }

    /// Whether it has all cards of the game, blank, with the reference cards.
    pub const fn has_all_cards(&self) -> bool {
        matches!(self.content, Content::Cards { who: None, .. })
    }

    /// Whether it has the stat blocks of all NPCs, for the game master.
    pub const fn has_stat_blocks(&self) -> bool {
        matches!(self.content, Content::Handouts { of: None, view: View::Gm, .. })
    }

    /// Whether it is a deck of cards, or handouts of many people: either keeps all cores busy alone, and takes much
    /// memory while it is printed. Others are printed in parallel.
    pub fn is_large(&self) -> bool {
        const MANY: usize = 24;
        match self.content {
            Content::Cards { .. } => true,
            Content::Sheet { .. } => false,
            Content::Handouts { of, .. } => of.is_none() && self.game.npcs.len() > MANY,
            // Its pages are laid out in parallel.
            Content::Book { .. } => true,
        }
    }

    /// The work of others that it can show, typefaces apart; known before it is printed.
    ///
    /// # Errors
    /// When a value cannot be computed.
    pub fn shown(&self, look: &Look) -> Result<Used, EvalError> {
        if let Some(shown) = self.shown.get() {
            return Ok(shown.clone());
        }
        if let Content::Book { .. } = self.content {
            // Nothing but what pages show.
            return Ok(Used::default());
        }
        let views = self.views()?;
        self.keys.get_or_init(|| self.keys_of(look, &views));
        let found = match &views {
            Views::Cards(deck, _) => shown(deck, look),
            Views::Sheet(sheet) => shown(sheet, look),
            Views::Handouts(handouts, _) => shown(handouts, look),
            Views::Book(_) => Used::default(),
        };
        Ok(self.shown.get_or_init(|| found).clone())
    }

    /// The document as it was printed in an earlier run, its files in order; none where it was not, or where nobody knows yet
    /// what it shows.
    pub fn kept(&self, store: &Store) -> Option<Vec<Print>> {
        let prints = kept_prints::kept(store, self.keys_at_sight()?)?;
        (prints.len() == self.files.len()).then_some(prints)
    }

    /// The document, printed now or in an earlier run: its files, in order.
    ///
    /// # Errors
    /// When a value cannot be computed, and as the press.
    pub fn made(&self, store: &Store, fits: &mut Fits<'_>) -> Result<Vec<Print>, Failure> {
        let look = look(self.game);
        let views = if self.keys_at_sight().is_none() { Some(self.views()?) } else { None };
        let keys = self.keys.get_or_init(|| views.as_ref().map_or_else(Vec::new, |views| self.keys_of(&look, views)));
        if let Some(prints) = self.kept(store) {
            return Ok(prints);
        }
        let views = views.map_or_else(|| self.views(), Ok)?;
        Ok(kept_prints::keep(store, keys, self.print(&look, views, fits)?))
    }

    /// The keys of its prints, as far as they are known without what it shows: a book shows all that there is of its game.
    fn keys_at_sight(&self) -> Option<&Vec<Key>> {
        match self.content {
            Content::Book { sources } => Some(self.keys.get_or_init(|| self.book_keys(sources).unwrap_or_default())),
            Content::Cards { .. } | Content::Sheet { .. } | Content::Handouts { .. } => self.keys.get(),
        }
    }

    fn book_keys(&self, sources: &Sources) -> Option<Vec<Key>> {
        let made_from = book::made_from(sources, self.game)?;
        let on = |file: &File| printed_as(made_from.clone(), &book::of_game(self.game, file.paper.clone()));
        Some(self.files.iter().map(on).collect())
    }

    /// The keys of its prints, in the order of its files; none where the program does not know itself.
    fn keys_of(&self, look: &Look, views: &Views) -> Vec<Key> {
        let of_view = match views {
            Views::Cards(deck, _) => key_of_view(look, deck),
            Views::Sheet(sheet) => key_of_view(look, sheet),
            Views::Handouts(handouts, _) => key_of_view(look, handouts),
            // Known at sight.
            Views::Book(_) => None,
        };
        let Some(of_view) = of_view else { return Vec::new() };
        let on = |file: &File| {
            let (paper, of_view) = (file.paper.clone(), of_view.clone());
            match views {
                Views::Cards(_, size) => printed_as(of_view, &self.card_print(size, paper)),
                Views::Sheet(_) => printed_as(of_view, &self.sheet_print(paper)),
                Views::Handouts(_, layout) => printed_as(of_view, &self.handout_print(*layout, paper)),
                Views::Book(_) => printed_as(of_view, &book::of_game(self.game, paper)),
            }
        };
        self.files.iter().map(on).collect()
    }

    fn card_print(&self, size: &CardSize, paper: Paper) -> CardPrint {
        cards::print(self.game, self.title.clone(), size.clone(), paper)
    }

    fn sheet_print(&self, paper: Paper) -> SheetPrint {
        SheetPrint { paper, style: PrintStyle::default(), title: self.title.clone(), credits: self.credits() }
    }

    fn handout_print(&self, layout: Layout, paper: Paper) -> HandoutPrint {
        let style = PrintStyle::default();
        HandoutPrint { paper, layout, style, title: self.title.clone(), credits: self.credits() }
    }

    fn credits(&self) -> GameCredits {
        self.game.entries.credits.clone()
    }

    fn views(&self) -> Result<Views, EvalError> {
        Ok(match &self.content {
            Content::Cards { who, size, shows_odds } => {
                let builder = FaceBuilder { shows_odds: *shows_odds, ..FaceBuilder::new(self.game, *who) };
                Views::Cards(builder.deck()?, size.clone())
            }
            Content::Sheet { who } => Views::Sheet(Box::new(FaceBuilder::new(self.game, *who).sheet()?)),
            Content::Handouts { of: Some(npc), layout, view } => {
                Views::Handouts(handouts::handouts(self.game, [*npc], *layout, *view)?, *layout)
            }
            Content::Handouts { of: None, layout, view } => {
                Views::Handouts(handouts::handouts(self.game, self.game.npcs.values(), *layout, *view)?, *layout)
            }
            Content::Book { sources } => Views::Book(Box::new(make::book(self.game, sources)?)),
        })
    }

    /// Prints it; the results are those of [`Document::files`], in order.
    fn print(&self, look: &Look, views: Views, fits: &mut Fits<'_>) -> Result<Vec<Printed>, PressError> {
        let papers: Vec<Paper> = self.files.iter().map(|file| file.paper.clone()).collect();
        match views {
            Views::Cards(deck, size) => {
                print_cards_on(&papers, &deck, look, &self.card_print(&size, Paper::a4()), fits)
            }
            Views::Sheet(sheet) => {
                papers.into_iter().map(|paper| print_sheet(&sheet, look, &self.sheet_print(paper))).collect()
            }
            Views::Handouts(handouts, layout) => {
                let on = |paper| print_handouts(&handouts, look, &self.handout_print(layout, paper));
                papers.into_iter().map(on).collect()
            }
            Views::Book(book) => {
                papers.into_iter().map(|paper| print_book(&book, &book::of_game(self.game, paper))).collect()
            }
        }
    }
}

/// What a document shows.
enum Views {
    Cards(Vec<CardFace>, CardSize),
    Sheet(Box<Sheet>),
    Handouts(Vec<Handout>, Layout),
    Book(Box<Book>),
}

/// What an earlier run has noted of the documents of a game: by their names the keys of their prints, and what they show. It
/// holds as long as nothing has changed that prints rest on, which is all of a game but its chapters; then nothing has to be
/// computed to know whether a document is printed already.
#[derive(Serialize, Deserialize)]
pub struct Noted(BTreeMap<String, (Vec<Key>, NotedUsed)>);

/// Icons, and who drew the pictures.
type NotedUsed = (BTreeSet<String>, BTreeSet<ArtCredit>);

impl Noted {
    /// The key under which it is kept.
    pub fn key(folder: &Folder, game: &Game) -> Option<Key> {
        Some(with_game_but_chapters(KeyBuilder::new("documents")?, &folder.sources, game).finish())
    }

    /// Of documents of which all is known by now; none where it is not. Books rest on chapters too, and are known at sight.
    pub fn of(documents: &[Document<'_>]) -> Option<Self> {
        let of_document = |document: &Document<'_>| {
            let Used { icons, art, .. } = document.shown.get()?.clone();
            Some((document.name.clone(), (document.keys.get()?.clone(), (icons, art))))
        };
        let others = documents.iter().filter(|document| !matches!(document.content, Content::Book { .. }));
        others.map(of_document).collect::<Option<_>>().map(Self)
    }

    /// To keep.
    pub fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("strings and numbers serialize")
    }

    /// What was kept; none that is not as [`Noted::to_bytes`] writes it.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        serde_json::from_slice(bytes).ok()
    }

    /// Tells documents what is known of them.
    pub fn recall(mut self, documents: &[Document<'_>]) {
        for document in documents {
            if let Some((keys, (icons, art))) = self.0.remove(&document.name) {
                // Where it is known already, it is the same.
                let _ = document.keys.set(keys);
                let _ = document.shown.set(Used { icons, art, ..Used::default() });
            }
        }
    }
}

/// Every document of a game.
pub fn all<'g>(game: &'g Game, campaign: &Campaign, sources: &'g Sources) -> Vec<Document<'g>> {
    let builder = DocumentBuilder { game, campaign, papers: papers(campaign) };
    let of_people = std::iter::once(None)
        .chain(game.characters.values().map(Some))
        .flat_map(|who| [builder.cards(who), builder.sheet(who)]);
    let of_each_npc = game.npcs.values().map(|npc| builder.stat_block(npc));
    let of_npcs = HANDOUTS.iter().filter(|_| !game.npcs.is_empty());
    let of_npcs = of_npcs.map(|(layout, view, label)| builder.handouts(*layout, *view, label));
    let book = campaign.books.then(|| builder.book(sources));
    book.into_iter().chain(of_people).chain(of_each_npc).chain(of_npcs).collect()
}

struct DocumentBuilder<'g, 'c> {
    game: &'g Game,
    campaign: &'c Campaign,
    papers: Vec<Paper>,
}

impl<'g> DocumentBuilder<'g, '_> {
    /// A document on every paper: `name` becomes part of its paths, `label` is the key of what the site calls it.
    fn document(&self, name: &str, label: &str, who: Whose<'g>, title: String, content: Content<'g>) -> Document<'g> {
        let name = format!("{PRINTS}{}/{name}", self.game.entries.head.id);
        let label = self.game.entries.lang.words.text(label).to_owned();
        let files = self.papers.iter().map(|paper| File {
            path: format!("{name}-{}.pdf", paper.id),
            paper_name: paper.name().to_owned(),
            paper: paper.clone(),
        });
        let subject = who.map(Person::id);
        let (keys, shown) = (OnceLock::new(), OnceLock::new());
        Document { files: files.collect(), name, label, subject, game: self.game, title, content, keys, shown }
    }

    fn cards(&self, who: Whose<'g>) -> Document<'g> {
        let content = Content::Cards { who, size: card_size(self.campaign), shows_odds: self.campaign.odds_on_cards };
        let (name, label) =
            (format!("cards-{}", id_of(who)), if who.is_some() { "print.cards" } else { "print.cards_blank" });
        self.document(&name, label, who, cards::title_of(self.game, who), content)
    }

    fn sheet(&self, who: Whose<'g>) -> Document<'g> {
        let (name, label) =
            (format!("sheet-{}", id_of(who)), if who.is_some() { "print.sheet" } else { "print.sheet_blank" });
        self.document(&name, label, who, title(self.game, sheets::WHAT, who), Content::Sheet { who })
    }

    /// The book, on the campaign's paper alone: it takes as long as all else, and who wants it on another asks for it.
    fn book(&self, sources: &'g Sources) -> Document<'g> {
        let title = self.game.entries.head.name.clone();
        let mut document = self.document("book", "print.book", None, title, Content::Book { sources });
        let asked = self.campaign.paper.as_ref().and_then(|asked| Paper::find(&asked.value).ok());
        let paper = asked.unwrap_or_else(Paper::a4);
        document.files.retain(|file| file.paper == paper);
        document
    }

    fn handouts(&self, layout: Layout, view: View, label: &str) -> Document<'g> {
        let name = handouts::name("handouts", layout, view);
        let content = Content::Handouts { of: None, layout, view };
        self.document(&name, label, None, handouts::title(self.game), content)
    }

    /// The stat block of one NPC with everything, for whoever prints this one.
    fn stat_block(&self, npc: &'g Person) -> Document<'g> {
        let content = Content::Handouts { of: Some(npc), layout: Layout::Full, view: View::Gm };
        let (name, title) = (format!("handout-{}", npc.id()), title(self.game, "stat block", Some(npc)));
        self.document(&name, "print.stat_block", Some(npc), title, content)
    }
}

/// The papers, with the names that readers know: A4, Letter, and what the campaign prints on.
fn papers(campaign: &Campaign) -> Vec<Paper> {
    let mut papers = vec![Paper::a4(), Paper::letter()];
    let asked = campaign.paper.as_ref().and_then(|asked| Paper::find(&asked.value).ok());
    papers.extend(asked.filter(|paper| !papers.contains(paper)));
    papers
}

/// The size of cards. Validation ensures that the campaign's is known.
fn card_size(campaign: &Campaign) -> CardSize {
    cards::size(None, campaign).unwrap_or_else(|_| CardSize::find("poker").expect("poker is a known size"))
}
