//! What of a site is rendered, and what is as an earlier run has rendered it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use makeready_faces::book::{Book, Chapter, Entry};
use makeready_site::{Parts, PreparedBook, Site, SiteKit, render};

use crate::fixture::{options, rapier};
use crate::pages::{Files, with_markdown};

/// The site of a book with pages from an earlier run, and what is to be kept for a later one.
fn rendered(book: Book, kept: Option<&[u8]>) -> (Files, Option<Vec<u8>>) {
    let kit = Arc::new(SiteKit::new(options()));
    let prepared = Arc::new(PreparedBook::whole(book, &kit));
    kept.into_iter().for_each(|kept| prepared.restore(kept));
    let site = Site::new(vec![Arc::clone(&prepared)], kit);
    let mut files = site.pages().expect("the book is whole");
    let to_keep = prepared.to_keep(&files);
    files.extend(site.frame(&BTreeMap::new()));
    (files, to_keep)
}

#[test]
fn pages_of_an_earlier_run_are_as_they_were_rendered() {
    let (first, kept) = rendered(with_markdown("Text.\n"), None);
    let kept = kept.expect("they were rendered just now");
    let (second, again) = rendered(with_markdown("Other text.\n"), Some(&kept));
    assert_eq!(again, None, "they are kept already");
    assert!(second == rendered(with_markdown("Other text.\n"), None).0);
    assert!(second != first);
    for length in (0..64).chain([kept.len() / 2, kept.len() - 1]) {
        assert!(rendered(with_markdown("Text.\n"), Some(&kept[..length])).0 == first, "cut at {length}");
    }
}

#[test]
fn other_pages_show_headings_rules_and_links_of_chapters_and_not_their_texts() {
    let seen = |source: &str| {
        let book = PreparedBook::whole(with_markdown(source), &SiteKit::new(options()));
        serde_json::to_string(&book.seen_of_chapters()).expect("strings serialize")
    };
    assert_eq!(seen("Text.\n"), seen("Other text.\n"));
    for other in ["## A heading\n", "Text. [[#RA-X-01]] A rule.\n", "See [[action:strike]].\n"] {
        assert_ne!(seen("Text.\n"), seen(other), "{other}");
    }
}

#[test]
fn chapters_of_an_earlier_run_are_as_they_were_rendered() {
    let made_from = |hashes: &[&str]| hashes.iter().map(|hash| (*hash).to_owned()).collect::<Vec<_>>();
    let rendered = |book: Book, made_from: &[String], kept: Option<&[u8]>| {
        let kit = Arc::new(SiteKit::new(options()));
        let prepared = Arc::new(PreparedBook::whole(book, &kit));
        kept.into_iter().for_each(|kept| prepared.restore_chapters(kept, made_from));
        let site = Site::new(vec![Arc::clone(&prepared)], kit);
        let mut files = site.pages().expect("the book is whole");
        let to_keep = prepared.chapters_to_keep(&files, made_from);
        files.extend(site.frame(&BTreeMap::new()));
        (files, to_keep)
    };
    let before = made_from(&["a", "b", "c"]);
    assert_eq!(with_markdown("Text.\n").chapters.len(), before.len());
    let (first, kept) = rendered(with_markdown("Text.\n"), &before, None);
    let kept = kept.expect("they were rendered just now");
    let (again, nothing) = rendered(with_markdown("Text.\n"), &before, Some(&kept));
    assert!(again == first);
    assert_eq!(nothing, None, "they are kept already");
    let edited = made_from(&["a", "b", "d"]);
    let (second, kept_again) = rendered(with_markdown("Other text.\n"), &edited, Some(&kept));
    assert!(second == rendered(with_markdown("Other text.\n"), &edited, None).0);
    assert!(second != first);
    assert_eq!(kept_again, rendered(with_markdown("Other text.\n"), &edited, None).1);
    for length in (0..64).chain([kept.len() / 2, kept.len() - 1]) {
        assert!(rendered(with_markdown("Text.\n"), &before, Some(&kept[..length])).0 == first, "cut at {length}");
    }
}

/// Makes the entries of a book, and notes which were asked for.
struct Noting(Book, Arc<Mutex<Vec<String>>>);

impl Parts for Noting {
    fn chapter(&self, place: usize) -> Option<Chapter> {
        self.1.lock().expect("no test failed").push(self.0.chapters[place].slug.clone());
        Some(self.0.chapters[place].clone())
    }

    fn entry(&self, place: usize, outline: &Entry) -> Option<Entry> {
        self.1.lock().expect("no test failed").push(outline.id.clone());
        Some(self.0.entries[place].clone())
    }
}

#[test]
fn a_page_is_rendered_without_making_other_entries() {
    let (book, asked) = (rapier(), Arc::default());
    let bare = |entry: &Entry| Entry { card: None, sheet: None, bill: None, values: Vec::new(), ..entry.clone() };
    let outline = Book { entries: book.entries.iter().map(bare).collect(), ..book.clone() };
    let kit = Arc::new(SiteKit::new(options()));
    let parts = Box::new(Noting(book.clone(), Arc::clone(&asked)));
    let site = Site::new(vec![Arc::new(PreparedBook::outlined(outline, parts, &kit))], kit);
    let whole = render(&[book], &options()).expect("the book is whole");
    for (path, made) in [("rapier/actions/strike/index.html", "strike"), ("rapier/rules/react/index.html", "06-react")]
    {
        asked.lock().expect("no test failed").clear();
        assert_eq!(site.page(path).as_ref(), whole.get(path), "{path}");
        assert_eq!(*asked.lock().expect("no test failed"), [made]);
    }
    for path in site.paths() {
        assert_eq!(site.page(path).as_ref(), whole.get(path), "{path}");
    }
    assert!(site.frame(&BTreeMap::new()).into_iter().all(|(path, bytes)| whole.get(&path) == Some(&bytes)));
}
