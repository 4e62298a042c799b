//! A whole book on one page, made of the pages of its chapters as they are: those of this run, or of an earlier one.
//!
//! **In** the pages of the chapters. **Out** what stands on them, one after another: links between chapters jump within the page,
//! and every id has the chapter's name in front, so that no two are the same.

use std::collections::BTreeSet;

use makeready_faces::book::Book;
use serde::Serialize;

use super::address::Place;
use super::chrome::{OutlineView, outline_line};
use super::html::Html;

/// The content of the page.
#[derive(Serialize)]
pub struct WholeView {
    title: String,
    chapters: Vec<ChapterPart>,
}

/// A chapter.
#[derive(Serialize)]
struct ChapterPart {
    id: String,
    number: usize,
    title: String,
    html: Html,
}

impl WholeView {
    /// The chapters in the outline of the page.
    pub fn outline(&self) -> Vec<OutlineView> {
        self.chapters.iter().map(|chapter| outline_line(&chapter.title, &chapter.id)).collect()
    }
}

/// The view of a book, of the paths and pages of its chapters, in their order, on the page `here`.
pub fn view(book: &Book, pages: &[(&str, &[u8])], here: &str) -> WholeView {
    let paths: BTreeSet<&str> = pages.iter().map(|(path, _)| *path).collect();
    let part = |(chapter, (path, page)): (&makeready_faces::book::Chapter, &(&str, &[u8]))| ChapterPart {
        id: id_of(path, ""),
        number: chapter.number,
        title: chapter.title.clone(),
        html: Adapter { path, here, paths: &paths }.adapted(page),
    };
    WholeView { title: book.title.clone(), chapters: book.chapters.iter().zip(pages).map(part).collect() }
}

/// The id on this page of one on the page of a chapter, or of the chapter itself. No id and no folder has two dashes in a row.
fn id_of(path: &str, id: &str) -> String {
    let folder = path.rsplit('/').nth(1).unwrap_or_default();
    match id.strip_prefix(NOTE) {
        // Styles and scripts know notes by how their ids begin.
        Some(number) => format!("{NOTE}{folder}--{number}"),
        None => format!("{folder}--{id}"),
    }
}

/// How the ids of notes begin (`context.rs`).
const NOTE: &str = "n--";

/// Brings the page of a chapter to another place.
struct Adapter<'a> {
    path: &'a str,
    here: &'a str,
    /// The pages that stand here.
    paths: &'a BTreeSet<&'a str>,
}

impl Adapter<'_> {
    fn adapted(&self, page: &[u8]) -> Html {
        let page = String::from_utf8_lossy(page);
        let main = page.split_once("<main").and_then(|(_, main)| main.split_once('>')).map_or("", |(_, main)| main);
        let main = main.split_once("</main>").map_or("", |(main, _)| main);
        Html::adapted(main, element, |name, value| self.attribute(name, value))
    }

    fn attribute(&self, name: &str, value: &str) -> Option<String> {
        match name {
            "id" | "popovertarget" | "aria-labelledby" | "aria-describedby" => Some(id_of(self.path, value)),
            "href" | "src" => Some(self.address(value)),
            // What can be pinned is the chapter, and what comes into sight late loads late.
            "data-pin" | "loading" => None,
            _ => Some(value.to_owned()),
        }
    }

    /// Where an address leads from here.
    fn address(&self, address: &str) -> String {
        if address.is_empty() || address.contains(':') || address.starts_with('/') {
            return address.to_owned();
        }
        let (page, id) = address.split_once('#').unwrap_or((address, ""));
        let path = if page.is_empty() { self.path.to_owned() } else { resolved(self.path, page) };
        match self.paths.get(path.as_str()) {
            Some(chapter) => format!("#{}", id_of(chapter, id)),
            None => Place::spot(path, id).href_from(self.here),
        }
    }
}

/// Headings are a step further down, below that of the page. All pictures but the first few come into sight late.
fn element(name: &str) -> (&str, Option<(&'static str, &'static str)>) {
    match name {
        "h1" => ("h2", None),
        "h2" => ("h3", None),
        "h3" => ("h4", None),
        "h4" => ("h5", None),
        "h5" => ("h6", None),
        "img" => ("img", Some(("loading", "lazy"))),
        _ => (name, None),
    }
}

/// The path to which a relative one leads.
fn resolved(from: &str, relative: &str) -> String {
    let mut folders: Vec<&str> = from.split('/').collect();
    folders.pop();
    for part in relative.split('/') {
        if part == ".." {
            folders.pop();
        } else {
            folders.push(part);
        }
    }
    folders.join("/")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::Adapter;

    #[test]
    fn a_chapter_keeps_its_links_and_gets_ids_of_its_own() {
        let paths = BTreeSet::from(["g/rules/a/index.html", "g/rules/b/index.html"]);
        let adapter = Adapter { path: "g/rules/a/index.html", here: "g/whole-book/index.html", paths: &paths };
        let page = "<body><a href=\"x\">skip</a><main id=\"site-main\">\
            <h1>A</h1><h2 id=\"R-1\"><a href=\"#R-1\">R-1</a></h2>\
            <a href=\"../b/index.html\">b</a><a href=\"../b/index.html#R-2\">2</a><a href=\"../../stats/s/index.html#x\">s</a>\
            <a href=\"https://a.example/#x\">e</a><img src=\"../../../assets/p.svg\">\
            <button popovertarget=\"n--1\">1</button><span id=\"n--1\" popover>n</span></main><p>foot";
        let expected = "<h2>A</h2><h3 id=\"a--R-1\"><a href=\"#a--R-1\">R-1</a></h3>\
            <a href=\"#b--\">b</a><a href=\"#b--R-2\">2</a><a href=\"../stats/s/index.html#x\">s</a>\
            <a href=\"https://a.example/#x\">e</a><img loading=\"lazy\" src=\"../../assets/p.svg\">\
            <button popovertarget=\"n--a--1\">1</button><span id=\"n--a--1\" popover>n</span>";
        assert_eq!(adapter.adapted(page.as_bytes()).as_str(), expected);
    }
}
