//! The workshop of a book: a page in which the engine itself answers, and what it is made of.
//!
//! **In** the module for pages and the files of each game, both packed. **Out** the page, and files that it asks for when it is
//! opened; no other page loads any of them.

use std::collections::BTreeMap;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use serde_json::json;

use makeready_faces::book::{Book, Entry, EntryKind};
use makeready_words::Words;

use super::assets::{self, StylePart};
use super::chrome::Chrome;
use super::contents::Contents;
use super::other_page::OtherPage;
use super::{SiteKit, SiteOptions, address, hashed, site_pages};

/// What workshops are made of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Workshop {
    /// The module that answers while one types, as LZMA: packed closer than browsers unpack by themselves.
    pub module: Arc<[u8]>,
    /// The module that unpacks the others, as gzip.
    pub unpacker: Arc<[u8]>,
    /// The one that reads files and prints, as LZMA, where there is one.
    pub press: Option<Arc<[u8]>>,
    /// The module that reads files and prints nothing, as LZMA. Without it the press reads files.
    pub reader: Option<Arc<[u8]>>,
    /// The files of a small game to begin with, path to text as JSON, as gzip.
    pub sample: Arc<[u8]>,
    /// What opens a game in it, by the ids of games.
    pub games: BTreeMap<String, PackedGame>,
    /// Each size of cards.
    pub sizes: Vec<CardSizeChoice>,
    /// Id and name of each paper.
    pub papers: Vec<(String, String)>,
    /// What can be on the backs of cards, by the ids of games.
    pub backs: BTreeMap<String, Vec<String>>,
}

/// The id of the game, in a workshop that has none.
pub const NO_GAME: &str = "";

/// A game for workshops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedGame {
    /// The message that opens it, as gzip.
    pub opening: Arc<[u8]>,
    /// The end of this message, which is needed only where it is printed, as gzip: its pictures, where it has some.
    pub pictures: Option<Arc<[u8]>>,
}

/// A size of cards that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardSizeChoice {
    /// Its id, such as `poker-eu`.
    pub id: String,
    /// What it measures, with a decimal point: `63.5 × 88.9 mm`.
    pub measures: String,
}

impl CardSizeChoice {
    /// `Poker (63,5 × 88,9 mm)`
    fn name(&self, words: Words) -> String {
        format!("{} ({})", named("card_size", &self.id, words), words.number(&self.measures))
    }
}

/// What a language calls the thing of this id, such as the back `woodcut`; the icons of games have no other names than theirs.
fn named(section: &str, id: &str, words: Words) -> String {
    let key = format!("{section}.{}", id.replace('-', "_"));
    if words.has(&key) { words.text(&key).to_owned() } else { id.replace('-', " ") }
}

impl Workshop {
    /// Whether a book has one.
    pub fn is_of(&self, book: &Book) -> bool {
        self.games.contains_key(&book.id)
    }

    /// What is asked for when a workshop is opened: over a network as it is, from a disk, where nothing can be fetched, as
    /// scripts that hand it over.
    pub fn files(&self) -> BTreeMap<String, Vec<u8>> {
        let games = self.games.iter().flat_map(|(id, game)| {
            let pictures = game.pictures.as_ref().map(|packed| (path_of_pictures(id, packed), packed));
            [(path_of_game(id, &game.opening), &game.opening)].into_iter().chain(pictures)
        });
        let press = self.press.iter().map(|press| (path_of_press(press), press));
        let reader = self.reader.iter().map(|reader| (path_of_reader(reader), reader));
        // It answers about the games of the site alone.
        let rules = (!self.games.is_empty()).then(|| (path_of_rules(&self.module), &self.module));
        let others = [(path_of_unpacker(&self.unpacker), &self.unpacker), (path_of_sample(&self.sample), &self.sample)];
        let all = games.chain(press).chain(reader).chain(rules).chain(others);
        let files = all.flat_map(|(path, packed)| {
            let script = format!("makereadyFile({},\"{}\");\n", json!(path), STANDARD.encode(packed));
            [(format!("{path}.js"), script.into_bytes()), (path, packed.to_vec())]
        });
        files.collect()
    }
}

/// Whether a file has the name of a workshop, or of what only workshops ask for.
pub fn may_be(path: &str) -> bool {
    OtherPage::Workshop.may_be(path) || path.starts_with(FOLDER)
}

const FOLDER: &str = "assets/workshop/";

/// The path of a packed file.
fn path(name: &str, packed: &[u8]) -> String {
    hashed::name(&format!("{FOLDER}{name}"), packed)
}

fn path_of_rules(packed: &[u8]) -> String {
    path("rules.lzma", packed)
}

fn path_of_sample(packed: &[u8]) -> String {
    path("begin.gz", packed)
}

fn path_of_game(id: &str, packed: &[u8]) -> String {
    path(&format!("game-{}.gz", address::segment(id)), packed)
}

fn path_of_pictures(id: &str, packed: &[u8]) -> String {
    path(&format!("pictures-{}.gz", address::segment(id)), packed)
}

fn path_of_reader(packed: &[u8]) -> String {
    path("read.lzma", packed)
}

fn path_of_press(packed: &[u8]) -> String {
    path("press.lzma", packed)
}

fn path_of_unpacker(packed: &[u8]) -> String {
    path("unpack.gz", packed)
}

/// The page.
#[derive(Debug, Serialize)]
pub struct WorkshopView {
    /// The path of what prints: empty where nothing does.
    press: String,
    /// The path of what reads games: that of the press, where nothing else reads them.
    reader: String,
    /// The path of the pictures of the game, which only prints show: empty where it has none.
    pictures: String,
    /// The path of a small game to begin with.
    sample: String,
    /// What can be chosen for printing, as JSON.
    printing: String,
    /// The check whose odds are shown first, and whose they are, as the page of this check has chosen: empty where odds are of nobody.
    check: String,
    who: String,
    /// The script with the names of entries: what a stat block names leads to their pages.
    names: String,
    /// The paths of what its workers fetch, with spaces between them: `site/keep.js` saves these files for offline use.
    keep: String,
}

/// The paths of the module, of what unpacks it and of the game that it opens: asked for before the page is drawn.
#[derive(Clone, Debug, Serialize)]
pub struct ModuleView {
    code: String,
    unpacker: String,
    game: String,
    /// The script with its texts.
    words: String,
}

/// What its scripts say that pages say as well.
const SHARED: [&str; 10] = [
    "card.fill_in",
    "odds.chance",
    "odds.exactly",
    "odds.in_figures",
    "odds.mean",
    "odds.never",
    "page.table",
    "sheet.below_zero",
    "sheet.cost",
    "sheet.ranks",
];

/// The script with the texts of the workshop in a language: its path and its text.
pub fn words_file(words: Words) -> (String, String) {
    let texts = json!(words.of_workshop(&SHARED)).to_string().replace('<', "\\u003c");
    let script = format!("window.makereadyTexts={texts};\n");
    (hashed::name(&format!("{FOLDER}words-{}.js", words.tag()), script.as_bytes()), script)
}

/// The script that hands over names with their addresses: its path and its text.
pub fn names_file(book: &Book, named: &BTreeMap<&str, String>) -> (String, String) {
    let script = format!("makereadyNames({});\n", json!(named).to_string().replace('<', "\\u003c"));
    let path = format!("{FOLDER}names-{}.js", address::segment(&book.id));
    (hashed::name(&path, script.as_bytes()), script)
}

/// What can be chosen for printing, as JSON: ids and names.
fn printing(workshop: &Workshop, book: &str, words: Words) -> String {
    let sizes: Vec<_> = workshop.sizes.iter().map(|size| (&size.id, size.name(words))).collect();
    let backs = workshop.backs.get(book).into_iter().flatten();
    let backs: Vec<_> = backs.map(|id| (id, named("card_back", id, words))).collect();
    json!({ "sizes": sizes, "papers": workshop.papers, "backs": backs }).to_string()
}

/// The first check whose page shows the odds of somebody, and who that is.
fn example<'e>(mut checks: impl Iterator<Item = &'e Entry>) -> Option<(String, String)> {
    checks.find_map(|check| {
        let of = check.odds.as_ref()?.of.as_ref()?;
        Some((check.id.clone(), of.link.id.clone()))
    })
}

impl WorkshopView {
    /// The page without a game.
    fn without_game(workshop: &Workshop, words: Words) -> Self {
        let press = workshop.press.as_ref().map_or_else(String::new, |packed| path_of_press(packed));
        Self {
            reader: workshop.reader.as_ref().map_or_else(|| press.clone(), |packed| path_of_reader(packed)),
            press,
            pictures: String::new(),
            sample: path_of_sample(&workshop.sample),
            printing: printing(workshop, NO_GAME, words),
            check: String::new(),
            who: String::new(),
            names: String::new(),
            keep: String::new(),
        }
    }
}

/// The workshop without a game: the front page of a site without books. Offline it needs everything that it may ask for.
pub fn without_book(workshop: &Workshop, kit: &SiteKit) -> String {
    let about = kit.about();
    let words = about.lang.words;
    let module = ModuleView {
        code: String::new(),
        unpacker: path_of_unpacker(&workshop.unpacker),
        game: String::new(),
        words: words_file(words).0,
    };
    let view = WorkshopView::without_game(workshop, words);
    let reader = Some(view.reader.clone()).filter(|reader| *reader != view.press);
    let needed = [module.unpacker.clone(), view.sample.clone(), view.press.clone()].into_iter().chain(reader);
    let needed: Vec<String> = needed.chain(assets::own_fonts(&kit.program)).collect();
    let view = WorkshopView { keep: needed.join(" "), ..view };
    let parts = [StylePart::Cards, StylePart::Sheets, StylePart::Figures, StylePart::Workshop];
    let description = match about.description.as_str() {
        "" => words.text("workshop.alone_of"),
        given => given,
    };
    let chrome = Chrome {
        styles: kit.program.styles(parts).into_iter().collect(),
        module: Some(module),
        // Scripts show cards as they print.
        has_drawings: true,
        ..site_pages::site_chrome(&about.title, description.to_owned(), site_pages::HOME, &[], &[], kit)
    };
    kit.templates.page(words, "workshop-alone.html", &chrome, &view)
}

/// The page of a book, and what it runs; none where it has no workshop.
pub fn view(
    contents: &Contents<'_>,
    options: &SiteOptions,
    words: Words,
    names: String,
) -> Option<(WorkshopView, ModuleView)> {
    let book = contents.outline();
    let workshop = options.workshop.as_ref()?;
    let game = workshop.games.get(&book.id)?;
    let module = ModuleView {
        code: path_of_rules(&workshop.module),
        unpacker: path_of_unpacker(&workshop.unpacker),
        game: path_of_game(&book.id, &game.opening),
        words: words_file(words).0,
    };
    let pictures = game.pictures.as_ref().map_or_else(String::new, |packed| path_of_pictures(&book.id, packed));
    let (check, who) = example(contents.of_kind(EntryKind::Check)).unwrap_or_default();
    let keep = [module.code.as_str(), module.unpacker.as_str(), module.game.as_str()].join(" ");
    let view = WorkshopView {
        pictures,
        printing: printing(workshop, &book.id, words),
        check,
        who,
        names,
        keep,
        ..WorkshopView::without_game(workshop, words)
    };
    Some((view, module))
}
