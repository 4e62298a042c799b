//! The cover of a book: its title, ways through it, its chapters by part, and what there is to look up.

use serde::Serialize;

use makeready_faces::book::{Chapter, Download, Entry, EntryKind};

use super::address::{self, Place};
use super::contents::Contents;
use super::context::{AS_IT_IS, PageContext, Source};
use super::credits_page::{self, ImprintView};
use super::emblem::Sign;
use super::entry_page::{downloads, is_changed};
use super::fault::LinkFault;
use super::kind_page::{self, MiniView};
use super::other_page::OtherPage;
use super::pictures::PictureView;
use super::quick_page;
use super::things_page;
use super::{LinkProblem, SiteOptions};

/// How many cards a cover shows: so few that each shows its whole name.
const FANNED: usize = 4;

/// The cover.
#[derive(Serialize)]
pub struct CoverView {
    title: String,
    tagline: String,
    sign: Option<Sign>,
    picture: Option<PictureView>,
    /// Where reading starts; empty where there are no chapters.
    start: String,
    paths: Vec<PathView>,
    parts: Vec<PartView>,
    kinds: Vec<KindLine>,
    fan: Vec<MiniView>,
    changed_rulings: usize,
    downloads: String,
    /// The reference cards on one page; empty where there are none.
    quick_reference: String,
    /// The whole book on paper; empty where it is not printed.
    on_paper: String,
    /// The workshop; empty where there is none.
    workshop: String,
    imprint: ImprintView,
}

/// A way through the book.
#[derive(Serialize)]
struct PathView {
    title: String,
    summary: String,
    chapters: Vec<ChapterLine>,
}

/// Chapters that follow one another; the part that they are in may be empty.
#[derive(Serialize)]
struct PartView {
    title: String,
    chapters: Vec<ChapterLine>,
}

#[derive(Serialize)]
struct ChapterLine {
    number: usize,
    title: String,
    summary: String,
    href: String,
}

#[derive(Serialize)]
struct KindLine {
    name: &'static str,
    /// How many there are; 0 for a page that is no list of a kind.
    count: usize,
    href: String,
}

/// Of a book that has so many entries of each kind.
pub fn view(counts: &[(EntryKind, usize)], options: &SiteOptions, page: &mut PageContext<'_>) -> CoverView {
    let book = page.context.book;
    let words = page.words();
    let paths = paths(page);
    let link = |path: String| page.href(&Place::page(path));
    let lists = counts.iter().filter(|(_, count)| *count > 0).map(|(kind, count)| KindLine {
        name: kind.all(words),
        count: *count,
        href: link(address::kind_page(&book.id, *kind)),
    });
    // The title leads to the others already.
    let by_name = OtherPage::listed(book, options)
        .filter(|page| !matches!(page, OtherPage::QuickReference | OtherPage::Downloads | OtherPage::Workshop))
        .map(|other| KindLine {
            name: other.name(words),
            count: if other == OtherPage::Things { things_page::count(page) } else { 0 },
            href: link(other.path(book)),
        });
    let kinds = lists.chain(by_name).collect();
    let rulings = book.entries.iter().filter(|entry| entry.kind == EntryKind::Ruling);
    CoverView {
        title: book.title.clone(),
        tagline: book.tagline.clone(),
        sign: Sign::of(book, options),
        start: book.chapters.first().map_or_else(String::new, |first| chapter_line(first, page).href),
        paths,
        parts: parts(page),
        kinds,
        changed_rulings: rulings.filter(|entry| is_changed(entry)).count(),
        imprint: credits_page::imprint(book),
        downloads: match book.downloads.is_empty() {
            true => String::new(),
            false => link(OtherPage::Downloads.path(book)),
        },
        quick_reference: match quick_page::kind(book) {
            None => String::new(),
            Some(_) => link(OtherPage::QuickReference.path(book)),
        },
        on_paper: on_paper(page),
        workshop: page.context.workshop.map(|place| page.href(place)).unwrap_or_default(),
        picture: page.picture(book.art.as_ref()),
        fan: fan(page),
    }
}

/// The link to the whole book on paper; empty where it is not printed.
fn on_paper(page: &mut PageContext<'_>) -> String {
    let book = page.context.book;
    let is_book = |print: &&Download| print.files.iter().any(|(_, path)| *path == book.on_paper);
    let found: Vec<Download> = book.downloads.iter().find(is_book).cloned().into_iter().collect();
    let source = Source { file: &book.id, offset: 0, written: &AS_IT_IS };
    let files = downloads(&found, source, page).into_iter().flat_map(|print| print.files);
    files.map(|link| link.href).next().unwrap_or_default()
}

fn chapter_line(chapter: &Chapter, page: &PageContext<'_>) -> ChapterLine {
    ChapterLine {
        number: chapter.number,
        title: chapter.title.clone(),
        summary: chapter.summary.clone(),
        href: page.href(&Place::page(&page.context.chapters[&chapter.slug])),
    }
}

fn paths(page: &mut PageContext<'_>) -> Vec<PathView> {
    let paths = page.context.book.paths.iter().map(|path| PathView {
        title: path.title.clone(),
        summary: path.summary.clone(),
        chapters: path.chapters.iter().filter_map(|part| path_line(part, page)).collect(),
    });
    paths.collect()
}

/// The line of a chapter, or of the part of it with this heading.
fn path_line(part: &str, page: &mut PageContext<'_>) -> Option<ChapterLine> {
    let (slug, heading) = part.split_once('#').unwrap_or((part, ""));
    let chapter = page.context.book.chapters.iter().find(|chapter| chapter.slug == slug)?;
    let line = chapter_line(chapter, page);
    if heading.is_empty() {
        return Some(line);
    }
    let path = &page.context.chapters[slug];
    let Some(title) = page.context.link_index.heading(path, heading) else {
        let fault = LinkFault::NoHeading { id: heading.to_owned(), is_here: false };
        page.problems.push(LinkProblem::of_book(page.context.book, fault));
        return None;
    };
    Some(ChapterLine { title: title.to_owned(), href: page.href(&Place::spot(path, heading)), ..line })
}

fn parts(page: &PageContext<'_>) -> Vec<PartView> {
    let parts = page.context.book.chapters.chunk_by(|one, next| one.part == next.part);
    let view = |chapters: &[Chapter]| PartView {
        title: chapters[0].part.clone(),
        chapters: chapters.iter().map(|chapter| chapter_line(chapter, page)).collect(),
    };
    parts.map(view).collect()
}

/// The cards on a cover: one of each family first.
fn fan(page: &mut PageContext<'_>) -> Vec<MiniView> {
    fanned(page.context.contents, FANNED).into_iter().map(|entry| kind_page::mini(entry, page)).collect()
}

/// So many actions with cards, one of each family first.
pub fn fanned<'c>(contents: &'c Contents<'_>, most: usize) -> Vec<&'c Entry> {
    let mut chosen: Vec<&Entry> = Vec::new();
    let with_card = || contents.of_kind(EntryKind::Action).filter(|entry| entry.card.is_some());
    let family = |entry: &Entry| entry.card.as_ref().map(|card| card.family.id.clone());
    for entry in with_card() {
        if chosen.len() < most && !chosen.iter().any(|one| family(one) == family(entry)) {
            chosen.push(entry);
        }
    }
    for entry in with_card() {
        if chosen.len() < most && !chosen.iter().any(|one| one.id == entry.id) {
            chosen.push(entry);
        }
    }
    chosen
}
