//! What has changed since an earlier build: a page for each book, and a feed over all of them.
//!
//! **In** the list of entries of a book as an earlier build has written it, and as it is now. **Out** what was added, has changed or was
//! removed, by kind, as the view of the page and as an entry of the feed. **No clock**: a feed has dates only where
//! editions are named after a day.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use makeready_words::Words;

use makeready_faces::book::{Book, EntryKind};

use super::chrome::LinkView;
use super::entry_list::{CHAPTER, Listed};
use super::html::Html;
use super::other_page::OtherPage;
use super::{About, publishing};

/// The feed over all books.
pub const FEED: &str = "feed.xml";

/// A book as an earlier build has made it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Earlier {
    /// The id of its system.
    pub system: String,
    edition: String,
    entries: Vec<Listed>,
}

impl Earlier {
    /// Reads the `entries.json` of a book; none where it is something else.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        serde_json::from_slice(bytes).ok()
    }
}

/// What has changed in a book.
#[derive(Debug, Serialize)]
pub struct ChangesView {
    /// `edition 1`, or an earlier build of this one.
    since: String,
    count: usize,
    groups: Vec<GroupView>,
}

/// What has changed of one kind.
#[derive(Debug, Default, Serialize)]
struct GroupView {
    title: String,
    added: Vec<LinkView>,
    changed: Vec<LinkView>,
    removed: Vec<String>,
}

impl GroupView {
    fn count(&self) -> usize {
        self.added.len() + self.changed.len() + self.removed.len()
    }
}

/// Whether a file may be one of these.
pub fn may_be(path: &str) -> bool {
    path == FEED || OtherPage::Changes.may_be(path)
}

/// What a kind of a list is called.
fn title(kind: &str, words: Words) -> String {
    match EntryKind::ALL.iter().find(|known| known.names().link == kind) {
        Some(known) => known.all(words).to_owned(),
        None if kind == CHAPTER => words.text("kind.chapter.all").to_owned(),
        None => kind.to_owned(),
    }
}

/// What has changed in a book that is now `entries`.
pub fn view(book: &Book, earlier: &Earlier, entries: &[Listed]) -> ChangesView {
    let words = book.lang.words;
    let key = |one: &Listed| (one.kind.clone(), one.id.clone());
    let before: BTreeMap<_, &Listed> = earlier.entries.iter().map(|one| (key(one), one)).collect();
    let now: BTreeMap<_, &Listed> = entries.iter().map(|one| (key(one), one)).collect();
    let mut kinds: Vec<&str> = Vec::new();
    for one in entries.iter().chain(&earlier.entries) {
        if !kinds.contains(&one.kind.as_str()) {
            kinds.push(&one.kind);
        }
    }
    // As seen from the page, which stands in a folder of its own.
    let link = |one: &Listed| LinkView { text: one.name.clone(), href: format!("../{}", one.href) };
    let group = |kind: &&str| {
        let of_kind = || entries.iter().filter(|one| one.kind == **kind);
        let is_changed =
            |one: &&Listed| before.get(&key(one)).is_some_and(|old| old.hash != one.hash || old.name != one.name);
        let gone = earlier.entries.iter().filter(|one| one.kind == **kind && !now.contains_key(&key(one)));
        GroupView {
            title: title(kind, words),
            added: of_kind().filter(|one| !before.contains_key(&key(one))).map(link).collect(),
            changed: of_kind().filter(is_changed).map(link).collect(),
            removed: gone.map(|one| one.name.clone()).collect(),
        }
    };
    let groups: Vec<GroupView> = kinds.iter().map(group).filter(|group| group.count() > 0).collect();
    let since = match earlier.edition == book.edition || earlier.edition.is_empty() {
        true => words.text("changes.earlier").to_owned(),
        false => words.say("changes.edition", &[("edition", &earlier.edition)]),
    };
    ChangesView { since, count: groups.iter().map(GroupView::count).sum(), groups }
}

/// Whether there is a feed: it names addresses on the web.
pub fn has_feed(about: &About, since: &BTreeMap<String, Earlier>) -> bool {
    !about.address.is_empty() && !since.is_empty()
}

/// The feed: an entry for each book in which something has changed.
pub fn feed(about: &About, books: &[(&Book, &[Listed], ChangesView)]) -> String {
    let words = about.lang.words;
    let title = if about.title.is_empty() { words.text("home.unnamed") } else { &about.title };
    let at = |path: &str| publishing::canonical(about, path);
    let mut xml =
        String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n");
    let _ = writeln!(xml, "<title>{}</title>", escaped(&words.say("changes.feed", &[("site", title)])));
    let _ = writeln!(xml, "<id>{}</id>", escaped(&at(FEED)));
    let _ = writeln!(xml, "<link rel=\"self\" href=\"{}\"/>", escaped(&at(FEED)));
    let _ = writeln!(xml, "<link href=\"{}\"/>", escaped(&at("index.html")));
    let _ = writeln!(xml, "<author><name>{}</name></author>", escaped(title));
    let changed: Vec<_> = books.iter().filter(|(.., view)| view.count > 0).collect();
    let last = changed.iter().map(|(book, ..)| day_of(book)).max().unwrap_or(NO_DAY);
    let _ = writeln!(xml, "<updated>{last}T00:00:00Z</updated>");
    for (book, entries, view) in changed {
        let address = at(&OtherPage::Changes.path(book));
        let title = match book.edition.is_empty() {
            true => book.title.clone(),
            false => book.lang.words.say("changes.of_edition", &[("game", &book.title), ("edition", &book.edition)]),
        };
        let _ = writeln!(xml, "<entry>\n<title>{}</title>", escaped(&title));
        // Another state of the book is another entry.
        let state = serde_json::to_vec(entries)
            .map_or_else(|_| String::new(), |all| blake3::hash(&all).to_hex()[..16].to_owned());
        let _ = writeln!(xml, "<id>{}#{state}</id>\n<link href=\"{}\"/>", escaped(&address), escaped(&address));
        let _ = writeln!(xml, "<updated>{}T00:00:00Z</updated>", day_of(book));
        let _ = writeln!(xml, "<summary>{}</summary>\n</entry>", escaped(&said(view, book.lang.words)));
    }
    xml + "</feed>\n"
}

/// What has changed, in words.
fn said(view: &ChangesView, words: Words) -> String {
    let names = |links: &[LinkView]| links.iter().map(|link| link.text.clone()).collect::<Vec<_>>();
    let mut lines = Vec::new();
    for group in &view.groups {
        let parts = [
            ("changes.added", names(&group.added)),
            ("changes.changed", names(&group.changed)),
            ("changes.removed", group.removed.clone()),
        ];
        for (what, names) in parts.into_iter().filter(|(_, names)| !names.is_empty()) {
            let values = [("things", group.title.as_str()), ("what", words.text(what)), ("names", &names.join(", "))];
            lines.push(words.say("changes.line", &values));
        }
    }
    format!("{} {}", words.say("changes.since", &[("before", &view.since)]), lines.join(" "))
}

/// What the feed says where an edition is named after no day: Atom asks for one (RFC 4287, 4.2.15), and there is no clock.
const NO_DAY: &str = "1970-01-01";

fn day_of(book: &Book) -> &str {
    day(&book.edition).unwrap_or(NO_DAY)
}

/// The day that an edition is named after: `2026-11-24`.
fn day(edition: &str) -> Option<&str> {
    edition.split_whitespace().find(|word| {
        let parts: Vec<&str> = word.split('-').collect();
        let number = |at: usize, digits: usize, most: u32| {
            let part =
                parts.get(at).filter(|part| part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit()));
            part.and_then(|part| part.parse().ok()).is_some_and(|number: u32| (1..=most).contains(&number))
        };
        parts.len() == 3 && number(0, 4, 9999) && number(1, 2, 12) && number(2, 2, 31)
    })
}

fn escaped(text: &str) -> String {
    Html::new().text(text).as_str().to_owned()
}

#[cfg(test)]
mod tests {
    use super::day;

    #[test]
    fn an_edition_may_be_named_after_a_day() {
        assert_eq!(day("2026-11-24"), Some("2026-11-24"));
        assert_eq!(day("Third, 2026-11-24"), Some("2026-11-24"));
        for none in ["1", "", "2026-13-01", "2026-1-1", "1-2-3", "2026-11-24-2", "+026-11-24"] {
            assert_eq!(day(none), None, "{none}");
        }
    }
}
