//! What the pages of a book note while they are rendered: for pages that are rendered after them, and for the style sheet, the
//! search and the credits of the book.

use std::collections::{BTreeMap, BTreeSet};

use super::LinkProblem;
use super::address::Place;
use super::context::PageContext;
use super::entry_page::Mentions;
use super::markdown::PageSections;
use super::pictures::Placed;
use super::search::Document;

/// What pages note.
#[derive(Debug, Default)]
pub struct Noted {
    /// What the search finds.
    pub documents: Vec<Document>,
    /// Which chapter sections link to an entry.
    pub mentions: Mentions,
    /// The headings of chapters.
    pub headings: Vec<(String, Place)>,
    /// Colors that are shown.
    pub colors: BTreeSet<String>,
    /// Icons that are shown.
    pub icons: BTreeSet<String>,
    /// Those that the book brings.
    pub own_icons: BTreeSet<String>,
    /// Pictures that are shown.
    pub pictures: BTreeSet<Placed>,
    /// Broken links.
    pub problems: Vec<LinkProblem>,
}

impl Noted {
    /// Adds what a page shows, and its broken links.
    pub fn take(&mut self, page: PageContext<'_>) {
        self.problems.extend(page.problems);
        self.colors.extend(page.colors);
        self.icons.extend(page.icons);
        self.own_icons.extend(page.own_icons);
        self.pictures.extend(page.pictures);
    }

    /// Adds what the sections of a chapter link to.
    pub fn take_mentions(&mut self, page: &PageContext<'_>, title: &str, page_sections: &PageSections) {
        let sections: BTreeMap<&str, &str> =
            page_sections.sections.iter().map(|section| (section.id.as_str(), section.title.as_str())).collect();
        for (target, from) in &page.mentions {
            let words = match sections.get(from.fragment.as_str()) {
                Some(section) if !from.fragment.is_empty() => format!("{title} › {section}"),
                _ => title.to_string(),
            };
            self.mentions.entry(target.clone()).or_default().insert(from.clone(), words);
        }
    }
}
