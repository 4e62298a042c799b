//! What hosts, browsers and search engines ask for beside the pages.
//!
//! **In** what the site says of itself, and the paths of its pages. **Out** the manifest of an app, the worker that keeps pages
//! for when there is no network, and the lists that it keeps them from; where the site's address is known, a sitemap and what
//! search engines may read.

use std::collections::BTreeMap;

use serde_json::json;

use deckle_faces::book::Book;

use super::{About, address};

/// The page for addresses that lead nowhere, as hosts expect it.
pub const NOT_FOUND: &str = "404.html";

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
    add("worker.js", WORKER.to_owned());
    add("app.webmanifest", manifest(about, books));
    if !about.address.is_empty() {
        add("sitemap.xml", sitemap(about, pages));
        add("robots.txt", format!("User-agent: *\nAllow: /\nSitemap: {}sitemap.xml\n", about.address));
    }
    files
}

/// The list of files that are kept of a book, with what all books share: path and contents.
pub fn to_keep<'p>(book: &Book, paths: impl Iterator<Item = &'p String>) -> (String, Vec<u8>) {
    let lines: Vec<&str> = paths.map(String::as_str).collect();
    (format!("{LISTS}{}.txt", address::segment(&book.id)), (lines.join("\n") + "\n").into_bytes())
}

/// The book whose list of files to keep has this path.
pub fn book_kept_by(path: &str) -> Option<&str> {
    path.strip_prefix(LISTS)?.strip_suffix(".txt")
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
