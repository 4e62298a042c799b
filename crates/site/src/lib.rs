//! The site: an HTML rulebook with an index and search, for every system.
//!
//! **In** [`Book`]s, and the icons and further display faces they name. **Out** every file of the site,
//! path from its root to bytes. All links are relative and name the file, scripts are classic ones and
//! nothing is loaded from another host, so the same files work from any host and from a disk.
//! **Fails** with all [`LinkProblem`]s of all books: unknown targets, icons and display faces.
//! Entry points: [`render`] for all files, and [`Site`] for single ones when they are asked for.

mod address;
mod anchors;
mod assets;
mod bill_view;
mod book_pages;
mod card_view;
mod chapter_page;
mod chrome;
mod context;
mod credits_page;
mod emblem;
mod entry_page;
mod fault;
mod html;
mod icons;
mod link_index;
mod list_pages;
mod markdown;
mod noted;
mod odds_chart;
mod on_demand;
mod own_icons;
mod palette;
mod pictures;
mod runs;
mod search;
mod sheet_view;
mod site_pages;
mod templates;
mod terms;

pub use assets::typefaces;
pub use fault::LinkFault;
pub use odds_chart::odds_picture;
pub use on_demand::{PreparedBook, Site};

use std::collections::BTreeMap;

use rayon::prelude::*;

use self::book_pages::BookRenderer;
use self::chrome::library;
use self::context::BookIndex;
use self::icons::Icons;
use self::templates::Templates;
use deckle_embedded::Typeface;
use deckle_faces::book::Book;
use deckle_faces::credits::Used;

/// A broken link, or another name that does not exist, with its place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LinkProblem {
    /// The chapter's file; `small/action:strike` for the text of an entry; the system's id otherwise.
    pub file: String,
    /// First byte of the name in that text.
    pub offset: usize,
    /// Its length in bytes; 0 when it has no place in a text.
    pub len: usize,
    /// What is wrong.
    pub fault: LinkFault,
    /// A suggestion, as it would be written.
    pub suggestion: Option<String>,
}

impl LinkProblem {
    /// A problem of a book, without a place in a text.
    fn of_book(book: &Book, fault: LinkFault) -> Self {
        Self { file: book.id.clone(), offset: 0, len: 0, fault, suggestion: None }
    }
}

/// A display face beyond those of the site's own style sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteFont {
    /// Family, as `look.display_font` names it.
    pub family: &'static str,
    /// 400 to 900.
    pub weight: u16,
    /// Name of the file on the site, such as `Zilla_700Bold.ttf`.
    pub file_name: &'static str,
    /// The font.
    pub bytes: &'static [u8],
    /// File name and text of its license.
    pub licence: (&'static str, &'static str),
}

/// What the site needs besides the books.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SiteOptions {
    /// SVG text of every icon by id.
    pub icons: BTreeMap<String, String>,
    /// SVG text of every ornament by id.
    pub ornaments: BTreeMap<String, String>,
    /// Display faces.
    pub fonts: Vec<SiteFont>,
    /// The way from the site's root to the folder that downloads are named from: `..` when the site
    /// is a folder in it, empty when it is the same.
    pub output_root: String,
}

impl SiteOptions {
    /// With all embedded icons, ornaments and display faces.
    pub fn embedded() -> Self {
        let texts = |table: &mut dyn Iterator<Item = (&'static str, &'static str)>| {
            table.map(|(id, svg)| (id.to_owned(), svg.to_owned())).collect()
        };
        let font = |face: deckle_embedded::DisplayFace| {
            let typeface = Typeface::find(face.family)?;
            Some(SiteFont {
                family: face.family,
                weight: 700,
                file_name: face.file,
                bytes: face.font()?,
                licence: (typeface.licence, typeface.licence_text()?),
            })
        };
        Self {
            icons: texts(&mut deckle_embedded::icons()),
            ornaments: texts(&mut deckle_embedded::ornaments()),
            fonts: deckle_embedded::DISPLAY_FACES.into_iter().filter_map(font).collect(),
            ..Self::default()
        }
    }
}

/// Renders all files of the site, path to bytes, for books without prints.
///
/// # Errors
///
/// All broken links, in order of file and place. No file is rendered then.
pub fn render(books: &[Book], options: &SiteOptions) -> Result<BTreeMap<String, Vec<u8>>, Vec<LinkProblem>> {
    Ok(SiteDraft::new(books, options)?.finish(&BTreeMap::new()))
}

/// What the pages of all books are made with.
pub struct SiteKit {
    icons: Icons,
    templates: Templates,
    options: SiteOptions,
}

impl SiteKit {
    /// With these icons, ornaments and faces.
    pub fn new(options: SiteOptions) -> Self {
        Self { icons: Icons::new(&options.icons), templates: Templates::new(), options }
    }
}

/// A site without its credits pages: they name the work on prints as well, which is looked for only where no link is broken.
pub struct SiteDraft<'b> {
    books: Vec<&'b Book>,
    kit: SiteKit,
    files: BTreeMap<String, Vec<u8>>,
    /// The work of others that the pages of each book show.
    used: Vec<Used>,
}

impl<'b> SiteDraft<'b> {
    /// Renders every other file.
    ///
    /// # Errors
    ///
    /// All broken links, in order of file and place.
    pub fn new(books: &'b [Book], options: &SiteOptions) -> Result<Self, Vec<LinkProblem>> {
        let books: Vec<&Book> = books.iter().collect();
        let kit = SiteKit::new(options.clone());
        let Pages { mut files, used, problems } = pages(&books, &kit, true);
        if !problems.is_empty() {
            return Err(problems);
        }
        files.extend(assets::files(&books, &options.fonts));
        files.insert("index.html".to_string(), site_pages::home(&books, options, &kit.templates).into_bytes());
        Ok(Self { books, kit, files, used })
    }

    /// All files, path to bytes. `printed` is the work of others that the prints of each book can show, by its id.
    pub fn finish(self, printed: &BTreeMap<String, Used>) -> BTreeMap<String, Vec<u8>> {
        let Self { books, kit, mut files, mut used } = self;
        for (book, used) in books.iter().zip(&mut used) {
            printed.get(&book.id).into_iter().for_each(|printed| used.extend(printed));
        }
        files.extend(credits(&books, &used, &kit));
        files
    }
}

/// The credits pages, of each book and of the whole site, and the licenses that they lead to.
fn credits(books: &[&Book], used: &[Used], kit: &SiteKit) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut all = Used { typefaces: assets::house_typefaces(), ..Used::default() };
    let library = library(books);
    for (book, used) in books.iter().zip(used) {
        all.extend(used);
        let index = BookIndex::new(book);
        let (path, page) = BookRenderer::new(book, &index, &library, kit, true).credits(used);
        files.insert(path, page);
    }
    let page = site_pages::credits(books, &kit.icons, &kit.templates, &all);
    files.insert(credits_page::site_path(), page.into_bytes());
    for face in all.faces() {
        let text = face.licence_text().unwrap_or_default();
        files.insert(credits_page::licence_path(face.licence), text.as_bytes().to_vec());
    }
    files
}

/// All broken links, in order of file and place, without rendering pages.
pub fn problems(books: &[Book], options: &SiteOptions) -> Vec<LinkProblem> {
    let books: Vec<&Book> = books.iter().collect();
    pages(&books, &SiteKit::new(options.clone()), false).problems
}

/// The pages of all books.
struct Pages {
    files: BTreeMap<String, Vec<u8>>,
    /// The work of others that those of each book show.
    used: Vec<Used>,
    /// Their broken links.
    problems: Vec<LinkProblem>,
}

fn pages(books: &[&Book], kit: &SiteKit, is_rendered: bool) -> Pages {
    let library = library(books);
    let of_book = |book: &&Book| {
        let index = BookIndex::new(book);
        let renderer = BookRenderer::new(book, &index, &library, kit, is_rendered);
        let (mut files, noted) = renderer.all();
        if is_rendered {
            files.extend(renderer.shared_files(&noted));
        }
        let used = renderer.used(&noted);
        (files, used, noted.problems)
    };
    let all: Vec<_> = books.par_iter().map(of_book).collect();
    let mut made =
        Pages { files: BTreeMap::new(), used: Vec::new(), problems: assets::problems(books, &kit.options.fonts) };
    for (book, (files, used, problems)) in books.iter().zip(all) {
        made.problems.extend(problems);
        made.problems.extend(credits_page::problems(book, &used));
        made.files.extend(files);
        made.used.push(used);
    }
    made.problems.sort();
    made.problems.dedup();
    made
}
