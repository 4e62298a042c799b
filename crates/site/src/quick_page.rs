//! Quick reference: the reference cards of a game on one page, as they print; of a game without any, its actions.
//!
//! The list of a kind says what there is; this page is there to be used at the table, and to be printed: `print.css` sets its
//! cards at their size on paper. All cards are named at its head, group by group, which is its outline.

use serde::Serialize;

use makeready_faces::book::{Book, Download, Entry, EntryKind};
use makeready_faces::listing::Listing;

use super::address;
use super::card_height;
use super::card_view::{self, CardView};
use super::context::{AS_IT_IS, PageContext, Source};
use super::entry_page::{PrintView, downloads};
use super::other_page::OtherPage;

/// How high the text of a printed card may be, in tenths of a millimeter, and how many cards wide the longest are printed.
const HIGHEST: usize = 740;
const BROADEST: usize = 3;

/// The cards on it, in the groups of their list.
#[derive(Debug, Serialize)]
pub struct QuickView {
    title: &'static str,
    count: usize,
    /// The same cards as files for the printer.
    prints: Vec<PrintView>,
    groups: Vec<QuickGroup>,
}

#[derive(Debug, Serialize)]
struct QuickGroup {
    id: String,
    title: String,
    cards: Vec<QuickCard>,
}

#[derive(Debug, Serialize)]
struct QuickCard {
    anchor: String,
    name: String,
    /// The page of the card itself.
    href: String,
    /// How many cards wide it is printed: a long card is not cut, but as wide as two or three.
    breadth: usize,
    card: CardView,
}

/// Whose cards a book shows on the page; none where it has no such page.
pub fn kind(book: &Book) -> Option<EntryKind> {
    let has = |kind: &EntryKind| book.entries.iter().any(|entry| entry.kind == *kind);
    [EntryKind::Reference, EntryKind::Action].into_iter().find(has)
}

/// The page of a book that has one.
pub fn view(kind: EntryKind, page: &mut PageContext<'_>) -> QuickView {
    let book = page.context.book;
    let entries: Vec<&Entry> = page.context.contents.of_kind(kind).filter(|entry| entry.card.is_some()).collect();
    let source = Source { file: &book.id, offset: 0, written: &AS_IT_IS };
    let among = page.words().text("quick.among");
    let on_paper =
        book.cards_on_paper.iter().map(|one| Download { name: format!("{} {among}", one.name), ..one.clone() });
    let prints = downloads(&on_paper.collect::<Vec<_>>(), source, page);
    let groups = Listing::new(&entries).groups;
    let group = |(at, (title, rows)): (usize, (String, Vec<usize>))| QuickGroup {
        id: format!("group--{}", at + 1),
        title,
        cards: rows.into_iter().filter_map(|at| card(entries[at], page)).collect(),
    };
    let groups = groups.into_iter().map(|group| (group.title, group.rows)).enumerate().map(group).collect();
    QuickView { title: OtherPage::QuickReference.name(page.words()), count: entries.len(), prints, groups }
}

fn card(entry: &Entry, page: &mut PageContext<'_>) -> Option<QuickCard> {
    let face = entry.card.as_ref()?;
    Some(QuickCard {
        anchor: format!("card--{}", address::segment(&entry.id)),
        name: entry.name.clone(),
        href: page.href(&address::entry(&page.context.book.id, entry.kind, &entry.id)),
        breadth: card_height::of(face).div_ceil(HIGHEST).clamp(1, BROADEST),
        card: card_view::card(face, page),
    })
}
