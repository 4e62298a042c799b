//! Where pages are: the path of every page, and links between them.
//!
//! All paths are relative to the site's root and name the file (`.../index.html`), and all links
//! are relative to the page they stand on, so that the site works on any host, under any folder
//! and from a disk.

use std::collections::BTreeMap;

use serde::Serialize;

use makeready_faces::book::{Book, Chapter, EntryKind};
use makeready_faces::is_device_name;

/// A page, or an element on one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Place {
    /// Path of the page from the site's root.
    pub path: String,
    /// Id of an element on it; empty for the whole page.
    pub fragment: String,
}

impl Place {
    /// A whole page.
    pub fn page(path: impl Into<String>) -> Self {
        Self { path: path.into(), fragment: String::new() }
    }

    /// An element on the page at `path`.
    pub fn spot(path: impl Into<String>, fragment: impl Into<String>) -> Self {
        Self { path: path.into(), fragment: fragment.into() }
    }

    /// The relative link to this place from the page at `from`.
    pub fn href_from(&self, from: &str) -> String {
        let mut href = match (self.path == from, self.fragment.is_empty()) {
            (true, false) => String::new(),
            _ => relative(from, &self.path),
        };
        if !self.fragment.is_empty() {
            href.push('#');
            href.push_str(&self.fragment);
        }
        href
    }
}

/// The link from one file to another.
pub fn relative(from: &str, to: &str) -> String {
    let mut from: Vec<&str> = from.split('/').collect();
    let mut to: Vec<&str> = to.split('/').collect();
    from.pop();
    let name = to.pop().unwrap_or_default();
    let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let mut href = "../".repeat(from.len() - shared);
    for folder in &to[shared..] {
        href.push_str(folder);
        href.push('/');
    }
    href.push_str(name);
    href
}

/// `../../`: the relative path from a page to the site's root.
pub fn root_from(path: &str) -> String {
    "../".repeat(path.matches('/').count())
}

/// An id as one part of a path: anything that is not a plain character becomes `-`.
pub fn segment(id: &str) -> String {
    let mut safe: String =
        id.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' || c == '-' { c } else { '-' }).collect();
    if safe.is_empty() {
        safe.push('-');
    }
    safe
}

/// An id as the name of a folder. Windows has no folder of a device's name; no other id begins with `_`.
fn folder(id: &str) -> String {
    let plain = segment(id);
    if is_device_name(&plain) { format!("_{plain}") } else { plain }
}

/// Cover of a book.
pub fn cover(book: &str) -> String {
    format!("{}/index.html", segment(book))
}

/// A page of the book that is neither chapter nor entry.
pub fn page(book: &str, name: &str) -> String {
    format!("{}/{name}/index.html", segment(book))
}

/// The list of all entries of a kind.
pub fn kind_page(book: &str, kind: EntryKind) -> String {
    page(book, kind.names().folder)
}

/// The place of an entry. Terms share one page, all else has a page of its own.
pub fn entry(book: &str, kind: EntryKind, id: &str) -> Place {
    match kind {
        EntryKind::Term => Place::spot(kind_page(book, kind), format!("term-{}", segment(id))),
        _ => Place::page(format!("{}/{}/{}/index.html", segment(book), kind.names().folder, folder(id))),
    }
}

/// The address of every chapter by slug. The number, which only orders, is left out, so that a link
/// survives when chapters are reordered, unless two chapters would then share an address.
pub fn chapters(book: &Book) -> BTreeMap<String, String> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for chapter in &book.chapters {
        *seen.entry(short_slug(chapter)).or_default() += 1;
    }
    let name = |chapter: &Chapter| match short_slug(chapter) {
        short if seen[&short] == 1 => short,
        _ => chapter.slug.clone(),
    };
    book.chapters
        .iter()
        .map(|chapter| {
            let path = format!("{}/rules/{}/index.html", segment(&book.id), folder(&name(chapter)));
            (chapter.slug.clone(), path)
        })
        .collect()
}

/// `06-react` without its number.
pub fn short_slug(chapter: &Chapter) -> String {
    let rest = chapter.slug.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.strip_prefix('-') {
        Some(short) if !short.is_empty() && rest.len() < chapter.slug.len() => short.to_string(),
        _ => chapter.slug.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_relative_and_name_the_file() {
        assert_eq!(relative("a/rules/x/index.html", "a/rules/y/index.html"), "../y/index.html");
        assert_eq!(relative("a/index.html", "a/index.html"), "index.html");
        assert_eq!(relative("index.html", "a/b/index.html"), "a/b/index.html");
        assert_eq!(relative("a/b/c/index.html", "assets/site.css"), "../../../assets/site.css");
        assert_eq!(root_from("a/b/index.html"), "../../");
    }

    #[test]
    fn a_spot_on_the_same_page_is_a_fragment_only() {
        assert_eq!(Place::spot("a/index.html", "X-1").href_from("a/index.html"), "#X-1");
        assert_eq!(Place::page("a/index.html").href_from("a/index.html"), "index.html");
    }

    #[test]
    fn no_folder_has_the_name_of_a_device() {
        assert_eq!(entry("a", EntryKind::Stat, "con").path, "a/stats/_con/index.html");
        assert_eq!(entry("a", EntryKind::Stat, "cone").path, "a/stats/cone/index.html");
        assert_eq!(entry("a", EntryKind::Term, "con").fragment, "term-con");
    }

    #[test]
    fn an_id_cannot_leave_its_folder() {
        assert_eq!(segment("../../etc"), "------etc");
    }
}
