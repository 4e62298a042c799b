//! The contents beside a page.
//!
//! A page has its own place in them, and the ways to all chapters and all lists, which the cover has; the whole of them is one script for all pages of a book, and
//! another for the entries of each kind. With all of them on every page, a book would grow with the square of its pages.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value as Json, json};

use makeready_faces::book::{Book, Chapter, Entry, EntryKind};

use super::address::{self, Place};
use super::chrome::PageKind;
use super::other_page::OtherPage;
use super::{SiteOptions, hashed};

/// A line in the contents beside the page.
#[derive(Clone, Debug, Serialize)]
pub struct NavItem {
    text: String,
    href: String,
    number: usize,
    is_current: bool,
    is_within: bool,
}

/// A part of the contents beside the page.
#[derive(Clone, Debug, Serialize)]
pub struct NavGroup {
    title: String,
    items: Vec<NavItem>,
}

/// What the contents of a book list.
pub struct Nav<'f> {
    book: &'f Book,
    /// The paths of its chapters, by their slugs.
    chapters: &'f BTreeMap<String, String>,
    /// The kinds of entries that it has.
    kinds: Vec<EntryKind>,
    options: &'f SiteOptions,
}

impl<'f> Nav<'f> {
    /// Of a book that has entries, or words, of these kinds.
    pub const fn new(
        book: &'f Book,
        chapters: &'f BTreeMap<String, String>,
        kinds: Vec<EntryKind>,
        options: &'f SiteOptions,
    ) -> Self {
        Self { book, chapters, kinds, options }
    }

    /// What stands on the page itself.
    pub fn of_page(&self, here: &str, page_kind: &PageKind<'_>) -> Vec<NavGroup> {
        let (mut groups, words) = (Vec::new(), self.book.lang.words);
        let on_cover = |key, id| item(words.text(key), &Place::spot(address::cover(&self.book.id), id), here, false);
        if !self.book.chapters.is_empty() {
            let all = on_cover("page.all_chapters", "cover--rules");
            let current = self.book.chapters.iter().find_map(|chapter| self.current_chapter(chapter, here, page_kind));
            groups.push(NavGroup {
                title: words.text("kind.rule.all").to_owned(),
                items: std::iter::once(all).chain(current).collect(),
            });
        }
        let kind = |kind: EntryKind, is_current: bool| {
            let place = Place::page(address::kind_page(&self.book.id, kind));
            NavItem { is_within: !is_current, ..item(kind.all(words), &place, here, is_current) }
        };
        let other = |page: OtherPage, is_current: bool| {
            item(page.name(words), &Place::page(page.path(self.book)), here, is_current)
        };
        let mut items = vec![on_cover("page.all_lists", "cover--look-up")];
        items.extend(match page_kind {
            PageKind::Kind(current) => Some(kind(*current, true)),
            PageKind::Entry(within, _) => Some(kind(*within, false)),
            PageKind::Other(page) => Some(other(*page, true)),
            PageKind::Cover | PageKind::Chapter(_) => None,
        });
        if !matches!(page_kind, PageKind::Other(OtherPage::Index)) {
            items.push(other(OtherPage::Index, false));
        }
        groups.push(NavGroup { title: words.text("page.look_up").to_owned(), items });
        groups
    }

    fn current_chapter(&self, chapter: &Chapter, here: &str, page_kind: &PageKind<'_>) -> Option<NavItem> {
        let PageKind::Chapter(slug) = page_kind else { return None };
        if *slug != chapter.slug {
            return None;
        }
        let line = item(&chapter.title, &Place::page(&self.chapters[slug.to_owned()]), here, true);
        Some(NavItem { number: chapter.number, ..line })
    }

    /// The scripts with all of them, path to text: first `makereadyContents` with all chapters and lists, then for each kind
    /// `makereadyRow` with its entries, in the groups that they stand in. A line is a text, a folder of the book, the number of a
    /// chapter, and the path of the script with the entries of a list.
    pub fn scripts(&self) -> Vec<(String, String)> {
        let book_id = address::segment(&self.book.id);
        let folder = format!("{book_id}/");
        let short = |path: &str| {
            let path = path.strip_prefix(&folder).unwrap_or(path);
            path.strip_suffix("/index.html").unwrap_or(path).to_owned()
        };
        let words = self.book.lang.words;
        let rules = words.text("kind.rule.all");
        let chapter = |chapter: &Chapter| json!([chapter.title, short(&self.chapters[&chapter.slug]), chapter.number]);
        let of_part = |part: &[Chapter]| {
            let title = if part[0].part.is_empty() { rules } else { &part[0].part };
            json!([title, part.iter().map(chapter).collect::<Vec<_>>()])
        };
        let parts = self.book.chapters.chunk_by(|one, next| one.part == next.part).map(of_part);
        let rows: BTreeMap<EntryKind, (String, String)> = self
            .kinds
            .iter()
            .filter(|kind| **kind != EntryKind::Term)
            .map(|kind| (*kind, self.row(*kind, &short)))
            .collect();
        let kinds = self.kinds.iter().map(|kind| match rows.get(kind) {
            Some((path, _)) => json!([kind.all(words), kind.names().folder, 0, path]),
            None => json!([kind.all(words), kind.names().folder]),
        });
        let others = OtherPage::listed(self.book, self.options);
        let others = others.map(|page| json!([page.name(words), page.folder()]));
        let look_up = json!([words.text("page.look_up"), kinds.chain(others).collect::<Vec<_>>()]);
        let groups: Vec<Json> = parts.chain([look_up]).collect();
        let contents = named(&book_id, call("makereadyContents", &json!(groups)));
        std::iter::once(contents).chain(rows.into_values()).collect()
    }

    /// The script with the entries of a kind.
    fn row(&self, kind: EntryKind, short: &impl Fn(&str) -> String) -> (String, String) {
        let mut groups: Vec<(&Entry, Vec<Json>)> = Vec::new();
        for entry in self.book.entries.iter().filter(|entry| entry.kind == kind) {
            let line = json!([entry.name, short(&address::entry(&self.book.id, kind, &entry.id).path)]);
            match groups.iter_mut().find(|(first, _)| first.group == entry.group) {
                Some((_, lines)) => lines.push(line),
                None => groups.push((entry, vec![line])),
            }
        }
        let groups: Vec<Vec<Json>> = groups.into_iter().map(|(_, lines)| lines).collect();
        let name = format!("{}-{}", address::segment(&self.book.id), kind.names().folder);
        named(&name, call("makereadyRow", &json!(groups)))
    }
}

/// A script under its path.
fn named(name: &str, script: String) -> (String, String) {
    (hashed::name(&format!("assets/contents/{name}.js"), script.as_bytes()), script)
}

fn call(function: &str, value: &Json) -> String {
    // `<` cannot end a script in a file of its own, but escaping it costs nothing.
    format!("{function}({});\n", value.to_string().replace('<', "\\u003c"))
}

fn item(text: &str, place: &Place, here: &str, is_current: bool) -> NavItem {
    NavItem { text: text.to_owned(), href: place.href_from(here), number: 0, is_current, is_within: false }
}
