//! Credits pages: one for each book, and one for the whole site.
//!
//! **In** the work of others in books and prints. **Out** the view for the template `credits.html`: the game with its
//! license, authors and credits, every icon with its artist and license, who drew the pictures, every typeface with its owner and license.

use std::collections::BTreeSet;

use serde::Serialize;

use makeready_embedded::credits::{Named, icon_credits};
use makeready_embedded::{ICON_IDS, TYPEFACES};
use makeready_faces::book::{Book, FontLicence};
use makeready_faces::credits::{ArtCredit, CreditLine, Used, drawn_by};
use makeready_words::Words;

use super::LinkProblem;
use super::address::{self, Place};
use super::assets;
use super::fault::LinkFault;
use super::icons;
use super::other_page::OtherPage;

/// The license of this program, and with it of its emblems and patterns.
const OWN_LICENCE: &str = env!("CARGO_PKG_LICENSE");

/// The page of the whole site.
pub fn site_path() -> String {
    format!("{}/index.html", OtherPage::Credits.folder())
}

/// Whether a file may be one of these pages, or a license that they lead to.
pub fn may_be(path: &str) -> bool {
    path == site_path() || OtherPage::Credits.may_be(path) || path.starts_with(&licence_path(""))
}

/// The work of others in the print engine: it contains all icons and typefaces.
pub fn of_print_engine() -> Used {
    Used {
        icons: ICON_IDS.iter().map(|id| (*id).to_owned()).collect(),
        typefaces: TYPEFACES.iter().map(|face| face.name).collect(),
        ..Used::default()
    }
}

/// Icons of a book without a known artist.
pub fn problems(book: &Book, used: &Used) -> impl Iterator<Item = LinkProblem> {
    let unknown = used.icons.iter().filter(|id| icon_credits().icon(id).is_none());
    unknown.map(|id| LinkProblem::of_book(book, LinkFault::NoArtist { icon: id.clone() }))
}

/// A book whose address is that of the site's credits page.
pub fn address_problem(book: &Book) -> Option<LinkProblem> {
    let is_taken = address::cover(&book.id) == site_path();
    is_taken.then(|| LinkProblem::of_book(book, LinkFault::RepeatedAddress { path: site_path() }))
}

/// The content of a credits page.
#[derive(Debug, Serialize)]
pub struct CreditsView {
    lede: String,
    games: Vec<GameView>,
    source: &'static Named,
    changes: &'static str,
    artists: Vec<ArtistView>,
    art: BTreeSet<ArtCredit>,
    typefaces: Vec<TypefaceView>,
    own_licence: &'static str,
}

/// The credits of a game.
#[derive(Debug, Serialize)]
struct GameView {
    id: String,
    title: String,
    /// Its own page; empty on that page.
    href: String,
    #[serde(flatten)]
    imprint: ImprintView,
    credits: Vec<CreditLine>,
}

/// The authors of a game, and its license.
#[derive(Debug, Serialize)]
pub struct ImprintView {
    authors: Vec<PersonView>,
    licence: Option<Named>,
}

#[derive(Debug, Serialize)]
struct PersonView {
    name: String,
    url: String,
    role: String,
}

#[derive(Debug, Serialize)]
struct ArtistView {
    name: &'static str,
    url: &'static str,
    licence: &'static str,
    licence_url: &'static str,
    icons: Vec<IconView>,
}

#[derive(Debug, Serialize)]
struct IconView {
    class: String,
    title: String,
}

#[derive(Debug, Serialize)]
struct TypefaceView {
    name: String,
    copyright: String,
    licences: Vec<LicenceView>,
}

#[derive(Debug, Serialize)]
struct LicenceView {
    name: String,
    href: String,
}

/// The authors and license of a game.
pub fn imprint(book: &Book) -> ImprintView {
    let person = |author: &makeready_faces::credits::Author| PersonView {
        name: author.named.name.clone(),
        url: author.named.url.clone(),
        role: author.role.clone(),
    };
    ImprintView { authors: book.credits.authors.iter().map(person).collect(), licence: book.credits.licence.clone() }
}

/// The page of a book.
pub fn of_book(book: &Book, used: &Used) -> CreditsView {
    let game = GameView { href: String::new(), ..game(book) };
    view(
        book.lang.words.say("credits.lede", &[("game", &book.title)]),
        vec![game],
        &[book],
        used,
        &OtherPage::Credits.path(book),
        book.lang.words,
    )
}

/// The page of the whole site.
pub fn of_site(books: &[&Book], used: &Used, words: Words) -> CreditsView {
    let lede = words.text(if books.is_empty() { "credits.of_workshop" } else { "credits.lede_all" });
    view(lede.to_owned(), books.iter().copied().map(game).collect(), books, used, &site_path(), words)
}

fn game(book: &Book) -> GameView {
    GameView {
        id: address::segment(&book.id),
        title: book.title.clone(),
        href: Place::page(OtherPage::Credits.path(book)).href_from(&site_path()),
        imprint: imprint(book),
        credits: book.credits.credits.clone(),
    }
}

fn icon((id, title): (String, &str)) -> IconView {
    IconView { class: icons::class(&id), title: title.replace('-', " ") }
}

fn view(lede: String, games: Vec<GameView>, books: &[&Book], used: &Used, here: &str, words: Words) -> CreditsView {
    let artists = drawn_by(&used.icons).into_iter().map(|drawn| ArtistView {
        name: &drawn.artist.name,
        url: &drawn.artist.url,
        licence: &drawn.licence.name,
        licence_url: &drawn.licence.url,
        icons: drawn.icons.into_iter().map(icon).collect(),
    });
    let typefaces = used.faces().map(|face| TypefaceView {
        name: face.name.to_owned(),
        copyright: face.copyright().to_owned(),
        licences: vec![LicenceView {
            name: "SIL Open Font License 1.1".to_owned(),
            href: address::relative(here, &licence_path(face.licence)),
        }],
    });
    let own = books.iter().flat_map(|book| own_typefaces(book, here));
    CreditsView {
        lede,
        games,
        source: &icon_credits().source,
        changes: words.text("credits.icon_changes"),
        artists: artists.collect(),
        art: used.art.clone(),
        typefaces: typefaces.chain(own).collect(),
        own_licence: OWN_LICENCE,
    }
}

/// The typefaces that a book brings.
fn own_typefaces(book: &Book, here: &str) -> Vec<TypefaceView> {
    let own = &book.look.typefaces;
    let mut views: Vec<TypefaceView> = Vec::new();
    for font in &own.fonts {
        if views.iter().any(|view| view.name == font.family) {
            continue;
        }
        let licence = |(number, licence): (usize, &FontLicence)| LicenceView {
            name: licence.file.clone(),
            href: address::relative(here, &assets::own_licence(book, number)),
        };
        let licences = own.licences.iter().enumerate().map(licence).collect();
        views.push(TypefaceView { name: font.family.clone(), copyright: font.copyright.clone(), licences });
    }
    views
}

/// The path of the license of a typeface.
pub fn licence_path(file: &str) -> String {
    format!("assets/fonts/{file}")
}
