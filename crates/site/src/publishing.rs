//! What hosts, browsers and search engines ask for beside the pages.
//!
//! **In** what the site says of itself, and the paths of its pages. **Out** the manifest of an app, the worker that keeps pages
//! for when there is no network, and the lists and editions that it keeps them by; where the site's address is known, a sitemap and
//! what search engines may read.

use std::collections::BTreeMap;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::json;

use makeready_faces::book::Book;

use super::{About, address, assets};

/// The page for addresses that lead nowhere, as hosts expect it.
pub const NOT_FOUND: &str = "404.html";

/// The page that the worker shows where there is no network and a page is not kept.
pub const OFFLINE: &str = "offline.html";

/// The editions of the books.
pub const EDITIONS: &str = "assets/pages/editions.json";

/// The folder of the lists of files that are kept.
const LISTS: &str = "assets/pages/";

const WORKER: &str = include_str!("../../../site/worker.js");

/// The address of a page on the web: of an `index.html` that of its folder. Empty where the site's is not known.
pub fn canonical(about: &About, path: &str) -> String {
    if about.address.is_empty() {
        return String::new();
    }
    format!("{}{}", about.address, path.strip_suffix("index.html").unwrap_or(path))
}

/// The path of the site on its host, with `/` at both ends.
pub fn path_on_host(about: &About) -> Option<String> {
    let (_, rest) = about.address.split_once("://")?;
    Some(rest.find('/').map_or_else(|| "/".to_owned(), |at| rest[at..].to_owned()))
}

/// The files, path to bytes. `pages` are the paths of all pages.
pub fn files<'p>(about: &About, books: &[&Book], pages: impl Iterator<Item = &'p String>) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut add = |path: &str, text: String| files.insert(path.to_owned(), text.into_bytes());
    add("worker.js", assets::bare(&[WORKER]) + "\n");
    add("app.webmanifest", manifest(about, books));
    if !about.address.is_empty() {
        add("sitemap.xml", sitemap(about, pages));
        add("robots.txt", format!("User-agent: *\nAllow: /\nSitemap: {}sitemap.xml\n", about.address));
    }
    files
}

/// Whether a file is a list of files that are kept, or names the editions.
pub fn is_of_kept(path: &str) -> bool {
    path.starts_with(LISTS)
}

/// What a list says of a file.
#[derive(Clone, Debug)]
pub struct Digest {
    hash: String,
    size: usize,
    /// How large it is compressed, if it was looked at.
    packed: Option<usize>,
}

impl Digest {
    /// Of a file. One text in eight is compressed, chosen by its hash, which tells how large all are on their way.
    pub fn of(path: &str, bytes: &[u8]) -> Self {
        const SHARE: u8 = 8;
        let hash = blake3::hash(bytes);
        let packed = match is_text(path) {
            true => hash.as_bytes()[0].is_multiple_of(SHARE).then(|| packed_size(bytes)),
            false => Some(bytes.len()),
        };
        Self { hash: hash.to_hex()[..HASH_DIGITS].to_owned(), size: bytes.len(), packed }
    }
}

/// The digits of a hash in a list.
const HASH_DIGITS: usize = 8;
/// The digits of the name of an edition.
const EDITION_DIGITS: usize = 16;

/// Whether hosts send a file compressed.
fn is_text(path: &str) -> bool {
    [".html", ".js", ".css", ".svg", ".txt"].iter().any(|ending| path.ends_with(ending))
}

/// The size of a file as gzip, as hosts have it.
fn packed_size(bytes: &[u8]) -> usize {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    gzip.write_all(bytes).and_then(|()| gzip.finish()).expect("memory takes what is written").len()
}

/// The files that are kept of a book, with what all books share.
pub struct KeptBook {
    id: String,
    title: String,
    /// A hash of the list.
    edition: String,
    /// About how many bytes a host sends for all of them.
    bytes: usize,
    /// A line for each file: its hash, and its path.
    lines: Vec<String>,
}

impl KeptBook {
    /// Of a book, of which these are the files.
    pub fn new(book: &Book, files: &BTreeMap<&str, Digest>) -> Self {
        let lines: Vec<String> = files.iter().map(|(path, digest)| format!("{} {path}", digest.hash)).collect();
        Self {
            id: address::segment(&book.id),
            title: book.title.clone(),
            edition: edition(lines.join("\n").as_bytes()),
            bytes: sent(files),
            lines,
        }
    }

    /// The list: its path, and the edition in the first line.
    pub fn list(&self) -> (String, Vec<u8>) {
        let text = format!("{}\n{}\n", self.edition, self.lines.join("\n"));
        (format!("{LISTS}{}.txt", self.id), text.into_bytes())
    }
}

/// The name of an edition.
fn edition(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex()[..EDITION_DIGITS].to_owned()
}

/// About how many bytes a host sends for these files: texts are compressed as much as those of them that were looked at.
fn sent(files: &BTreeMap<&str, Digest>) -> usize {
    // What pages of rules come to.
    const USUAL: f64 = 0.25;
    let texts = || files.iter().filter(|(path, _)| is_text(path)).map(|(_, digest)| digest);
    let seen = || texts().filter_map(|digest| Some((digest.size, digest.packed?)));
    let (size, packed): (usize, usize) = seen().fold((0, 0), |(size, packed), one| (size + one.0, packed + one.1));
    let share = if size == 0 { USUAL } else { packed as f64 / size as f64 };
    let all: usize = texts().map(|digest| digest.size).sum();
    let others: usize = files.iter().filter(|(path, _)| !is_text(path)).map(|(_, digest)| digest.size).sum();
    others + rounded(all as f64 * share)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a number of bytes in memory")]
fn rounded(bytes: f64) -> usize {
    bytes.round() as usize
}

/// The editions of the books, and that of the pages over all books, which are these.
pub fn editions(books: &[KeptBook], pages: &[&[u8]]) -> Vec<u8> {
    let of_book = |book: &KeptBook| {
        let value =
            json!({ "title": book.title, "edition": book.edition, "files": book.lines.len(), "bytes": book.bytes });
        (book.id.clone(), value)
    };
    let books: serde_json::Map<_, _> = books.iter().map(of_book).collect();
    format!("{}\n", json!({ "site": edition(&pages.concat()), "books": books })).into_bytes()
}

/// What a phone needs to put the site among its apps.
fn manifest(about: &About, books: &[&Book]) -> String {
    let name = match (about.title.is_empty(), books) {
        (false, _) => &about.title,
        (true, [book]) => &book.title,
        (true, _) => about.lang.words.text("home.unnamed"),
    };
    let manifest = json!({
        "name": name,
        "lang": about.lang.tag(),
        "dir": about.lang.direction(),
        "description": about.description,
        "start_url": "index.html",
        "display": "minimal-ui",
        "icons": [{ "src": "assets/favicon.svg", "sizes": "any", "type": "image/svg+xml" }],
    });
    format!("{manifest:#}\n")
}

fn sitemap<'p>(about: &About, paths: impl Iterator<Item = &'p String>) -> String {
    let home = "index.html".to_owned();
    let line = |path: &String| {
        let address = canonical(about, path).replace('&', "&amp;");
        format!("<url><loc>{address}</loc></url>\n")
    };
    let lines: String = std::iter::once(line(&home)).chain(paths.map(line)).collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{lines}</urlset>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sent_is_told_by_the_texts_that_were_looked_at() {
        let digest = |size, packed| Digest { hash: String::new(), size, packed };
        let of = |files: &[(&'static str, Digest)]| sent(&files.iter().cloned().collect());
        assert_eq!(of(&[("a.html", digest(100, Some(20))), ("b.html", digest(300, None))]), 80);
        assert_eq!(of(&[("a.html", digest(100, None)), ("b.woff2", digest(50, Some(50)))]), 75);
        assert_eq!(of(&[]), 0);
    }

    fn about(address: &str) -> About {
        About { address: address.to_owned(), ..About::default() }
    }

    #[test]
    fn a_page_is_named_by_its_folder_and_only_where_the_site_is_published() {
        assert_eq!(canonical(&about("https://a.example/b/"), "lantern/index.html"), "https://a.example/b/lantern/");
        assert_eq!(canonical(&about("https://a.example/"), "404.html"), "https://a.example/404.html");
        assert_eq!(canonical(&about(""), "index.html"), "");
    }

    #[test]
    fn the_path_on_the_host_is_that_of_the_folder() {
        assert_eq!(path_on_host(&about("https://a.example/b/c/")).as_deref(), Some("/b/c/"));
        assert_eq!(path_on_host(&about("https://a.example/")).as_deref(), Some("/"));
        assert_eq!(path_on_host(&about("")), None);
    }
}
