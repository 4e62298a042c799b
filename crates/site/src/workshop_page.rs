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

use deckle_faces::book::Book;
use deckle_words::Words;

use super::other_page::OtherPage;
use super::{SiteOptions, address, hashed};

/// What workshops are made of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Workshop {
    /// The module for pages, as gzip.
    pub module: Arc<[u8]>,
    /// The one that prints, as gzip, where there is one.
    pub press: Option<Arc<[u8]>>,
    /// The files of a small game to begin with, path to text as JSON, as gzip.
    pub sample: Arc<[u8]>,
    /// The message that opens a game in it, as gzip, by the ids of games.
    pub games: BTreeMap<String, Arc<[u8]>>,
    /// Id and name of each size of cards.
    pub sizes: Vec<(String, String)>,
    /// Id and name of each paper.
    pub papers: Vec<(String, String)>,
    /// Id and name of what can be on the backs of cards, by the ids of games.
    pub backs: BTreeMap<String, Vec<(String, String)>>,
}

impl Workshop {
    /// Whether a book has one.
    pub fn is_of(&self, book: &Book) -> bool {
        self.games.contains_key(&book.id)
    }

    /// What is asked for when a workshop is opened: over a network as it is, from a disk, where nothing can be fetched, as
    /// scripts that hand it over.
    pub fn files(&self) -> BTreeMap<String, Vec<u8>> {
        let games = self.games.iter().map(|(id, packed)| (stem_of_game(id, packed), packed));
        let press = self.press.iter().map(|press| (stem("press", press), press));
        let [rules, sample] =
            [("rules", &self.module), ("begin", &self.sample)].map(|(name, packed)| (stem(name, packed), packed));
        let all = games.chain(press).chain([rules, sample]);
        let files = all.flat_map(|(stem, packed)| {
            let script = format!("deckleFile({},\"{}\");\n", json!(stem), STANDARD.encode(packed));
            [(format!("{stem}.gz"), packed.to_vec()), (format!("{stem}.js"), script.into_bytes())]
        });
        files.collect()
    }
}

/// Whether a file has the name of a workshop, or of what only workshops ask for.
pub fn may_be(path: &str) -> bool {
    OtherPage::Workshop.may_be(path) || path.starts_with(FOLDER)
}

const FOLDER: &str = "assets/workshop/";

/// The path of a packed file, without its ending.
fn stem(name: &str, packed: &[u8]) -> String {
    hashed::name(&format!("{FOLDER}{name}"), packed)
}

fn stem_of_game(id: &str, packed: &[u8]) -> String {
    stem(&format!("game-{}", address::segment(id)), packed)
}

/// The page.
#[derive(Debug, Serialize)]
pub struct WorkshopView {
    /// The paths of the module, of the game and of what prints, without their endings; the last is empty where nothing does.
    module: String,
    game: String,
    press: String,
    /// The path of a small game to begin with, without its ending.
    sample: String,
    /// What can be chosen for printing, as JSON.
    printing: String,
    /// What its scripts say, as JSON.
    texts: String,
    /// The script with the names of entries: what a stat block names leads to their pages.
    names: String,
}

/// What its scripts say that pages say as well.
const SHARED: [&str; 10] = [
    "card.fill_in",
    "odds.chance",
    "odds.exactly",
    "odds.in_figures",
    "odds.mean",
    "page.table",
    "sheet.below_zero",
    "sheet.cost",
    "sheet.ranks",
    "sheet.with_shield",
];

/// The script that hands over names with their addresses: its path and its text.
pub fn names_file(book: &Book, named: &BTreeMap<&str, String>) -> (String, String) {
    let script = format!("deckleNames({});\n", json!(named).to_string().replace('<', "\\u003c"));
    let path = format!("{FOLDER}names-{}.js", address::segment(&book.id));
    (hashed::name(&path, script.as_bytes()), script)
}

/// The page of a book; none where it has no workshop.
pub fn view(book: &Book, options: &SiteOptions, words: Words, names: String) -> Option<WorkshopView> {
    let workshop = options.workshop.as_ref()?;
    let packed = workshop.games.get(&book.id)?;
    Some(WorkshopView {
        module: stem("rules", &workshop.module),
        game: stem_of_game(&book.id, packed),
        press: workshop.press.as_ref().map_or_else(String::new, |press| stem("press", press)),
        sample: stem("begin", &workshop.sample),
        printing: json!({ "sizes": workshop.sizes, "papers": workshop.papers, "backs": workshop.backs.get(&book.id) })
            .to_string(),
        texts: json!(words.of_workshop(&SHARED)).to_string(),
        names,
    })
}
