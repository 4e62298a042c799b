//! What pages note: for all pages of a book, what its chapters link to; and for the style sheet, the search and the credits,
//! what each page shows.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::LinkProblem;
use super::address::Place;
use super::assets::StylePart;
use super::context::PageContext;
use super::entry_list::Listed;
use super::entry_page::Mentions;
use super::icons::Sheet;
use super::markdown::PageSections;
use super::pictures::Placed;
use super::search::Document;

/// What the texts of a book say, known before any page is rendered.
#[derive(Debug, Default)]
pub struct Survey {
    /// Which chapter sections link to an entry.
    pub mentions: Mentions,
    /// The headings of chapters.
    pub headings: Vec<(String, Place)>,
    /// The broken links of the texts.
    pub problems: Vec<LinkProblem>,
}

impl Survey {
    /// Adds what the sections of a chapter link to, and its headings.
    pub fn take_chapter(&mut self, page: PageContext<'_>, title: &str, page_sections: &PageSections) {
        let sections: BTreeMap<&str, &str> =
            page_sections.sections.iter().map(|section| (section.id.as_str(), section.title.as_str())).collect();
        for (target, from) in page.mentions {
            let words = match sections.get(from.fragment.as_str()) {
                Some(section) if !from.fragment.is_empty() => format!("{title} › {section}"),
                _ => title.to_string(),
            };
            self.mentions.entry(target).or_default().insert(from, words);
        }
        let headings = page_sections.sections.iter();
        self.headings.extend(headings.map(|one| (one.title.clone(), Place::spot(&page.path, &one.id))));
        self.problems.extend(page.problems);
    }
}

/// What a page shows, or several.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Noted {
    /// What the search finds.
    pub documents: Vec<Document>,
    /// What has an address, with the hash of what it says.
    pub listed: Vec<Listed>,
    /// Icons that are shown.
    pub icons: BTreeSet<String>,
    /// The style sheets that have them.
    pub icon_sheets: BTreeSet<Sheet>,
    /// Those that the book brings.
    pub own_icons: BTreeSet<String>,
    /// Pictures that are shown.
    pub pictures: BTreeSet<Placed>,
    /// The parts of the style that are needed.
    pub style_parts: BTreeSet<StylePart>,
    /// Broken links. Where there are any, nothing is kept.
    #[serde(skip)]
    pub problems: Vec<LinkProblem>,
}

impl Noted {
    /// What a page shows, with what the search finds of it.
    pub fn of(page: PageContext<'_>, documents: Vec<Document>) -> Self {
        Self {
            documents,
            listed: Vec::new(),
            icon_sheets: page.icon_sheets(),
            icons: page.icons,
            own_icons: page.own_icons,
            pictures: page.pictures,
            style_parts: page.style_parts,
            problems: page.problems,
        }
    }

    /// Adds what another page shows.
    pub fn add(&mut self, page: Self) {
        self.documents.extend(page.documents);
        self.listed.extend(page.listed);
        self.icons.extend(page.icons);
        self.icon_sheets.extend(page.icon_sheets);
        self.own_icons.extend(page.own_icons);
        self.pictures.extend(page.pictures);
        self.style_parts.extend(page.style_parts);
        self.problems.extend(page.problems);
    }
}
