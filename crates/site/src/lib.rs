//! The site: an HTML rulebook with an index and search, for every system.
//!
//! **In** [`Book`]s, whole or in outline, and the icons and further display faces they name. **Out** every file of the site,
//! path from its root to bytes. All links are relative and name the file, scripts are classic ones and
//! nothing is loaded from another host, so the same files work from any host and from a disk.
//! **Fails** with all [`LinkProblem`]s of all books: unknown targets, icons and display faces.
//! Entry points: [`Site`], for all files or single ones when they are asked for, and [`render`] for whole books.

mod assets;
mod bill_view;
mod book_pages;
mod card_height;
mod card_view;
mod changes;
mod chapter_page;
mod chrome;
mod contents;
mod context;
mod cover_page;
mod credits_page;
mod doors;
mod emblem;
mod entry_list;
mod entry_page;
mod hashed;
mod html;
mod icons;
mod kept;
mod kind_page;
mod markdown;
mod name_pages;
mod nav;
mod noted;
mod odds_chart;
mod on_demand;
mod other_page;
mod own_icons;
mod palette;
mod pictures;
mod publishing;
mod quick_page;
mod runs;
mod said;
mod search;
mod share;
mod sheet_order;
mod sheet_view;
mod site_pages;
mod slugs;
mod templates;
mod things_page;
mod whole_page;
mod workshop_page;

pub use assets::typefaces;
pub use changes::Earlier;
pub use contents::Parts;
pub use makeready_prose::fault::{LinkFault, LinkProblem};
pub use odds_chart::odds_picture;
pub use on_demand::{PreparedBook, Site};
pub use share::Shared;
pub use workshop_page::{CardSizeChoice, NO_GAME, PackedGame, Workshop};

use std::collections::BTreeMap;
use std::sync::Arc;

use makeready_words::Lang;
use serde::Serialize;

use self::icons::Icons;
use self::templates::Templates;
use makeready_embedded::Typeface;
use makeready_embedded::credits::Named;
use makeready_faces::book::Book;
use makeready_prose::{address, anchors, fault, link_index, terms};

/// What the site says of itself. Whatever is not known is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct About {
    /// What it is called.
    pub title: String,
    /// What it is, in a sentence or two.
    pub description: String,
    /// The address of the folder with its front page, ending in `/`.
    pub address: String,
    /// The terms that it is under.
    pub licence: Named,
    /// A line at the foot of every page.
    pub footer: String,
    /// The language of the pages over all books.
    pub lang: Lang,
}

/// What the site needs besides the books.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SiteOptions {
    /// SVG text of every icon by id.
    pub icons: BTreeMap<String, String>,
    /// SVG text of every ornament by id.
    pub ornaments: BTreeMap<String, String>,
    /// Typefaces that books may set their headings in.
    pub display_faces: Vec<&'static Typeface>,
    /// What the site says of itself.
    pub about: About,
    /// What books were in an earlier build, by the ids of their systems: where one is there, a page says what has changed.
    pub since: BTreeMap<String, Earlier>,
    /// What workshops are made of; none where there is no module for pages.
    pub workshop: Option<Workshop>,
}

impl SiteOptions {
    /// With all embedded icons, ornaments and display faces.
    pub fn embedded() -> Self {
        let texts = |table: &mut dyn Iterator<Item = (&'static str, &'static str)>| {
            table.map(|(id, svg)| (id.to_owned(), svg.to_owned())).collect()
        };
        Self {
            icons: texts(&mut makeready_embedded::icons()),
            ornaments: texts(&mut makeready_embedded::ornaments()),
            display_faces: makeready_embedded::DISPLAY_FACES
                .iter()
                .filter_map(|face| Typeface::find(face.family))
                .collect(),
            ..Self::default()
        }
    }
}

/// Renders all files of the site, path to bytes, for whole books without prints.
///
/// # Errors
///
/// All broken links, in order of file and place.
pub fn render(books: &[Book], options: &SiteOptions) -> Result<BTreeMap<String, Vec<u8>>, Vec<LinkProblem>> {
    let kit = SiteKit::new(options.clone());
    let books = books.iter().map(|book| Arc::new(PreparedBook::whole(book.clone(), &kit))).collect();
    let site = Site::new(books, Arc::new(kit));
    let mut files = site.pages()?;
    files.extend(site.frame(&BTreeMap::new()));
    Ok(files)
}

/// What the pages of all books are made with.
pub struct SiteKit {
    icons: Icons,
    program: assets::Program,
    templates: Templates,
    options: SiteOptions,
}

impl SiteKit {
    /// With these icons, ornaments and faces.
    pub fn new(options: SiteOptions) -> Self {
        Self {
            icons: Icons::new(&options.icons),
            program: assets::Program::new(),
            templates: Templates::default(),
            options,
        }
    }

    /// What the site says of itself.
    pub const fn about(&self) -> &About {
        &self.options.about
    }
}
