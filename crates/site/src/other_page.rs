//! The pages of a book that are neither chapters nor about entries.

use makeready_faces::book::Book;
use makeready_words::Words;

use super::{SiteOptions, address, quick_page};

/// One of these pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherPage {
    /// The reference cards on one page.
    QuickReference,
    /// All chapters on one page.
    WholeBook,
    /// All that is carried.
    Things,
    /// Everything by its name.
    Index,
    /// All rules by their IDs.
    Rules,
    /// What has changed since an earlier build.
    Changes,
    /// What there is to print.
    Downloads,
    /// Where the engine itself answers.
    Workshop,
    /// Who made what.
    Credits,
}

impl OtherPage {
    /// All of them, as the contents list them.
    pub const ALL: [Self; 9] = [
        Self::Things,
        Self::QuickReference,
        Self::WholeBook,
        Self::Index,
        Self::Rules,
        Self::Changes,
        Self::Downloads,
        Self::Workshop,
        Self::Credits,
    ];

    /// The folder of the page in that of its book.
    pub const fn folder(self) -> &'static str {
        match self {
            Self::QuickReference => "quick-reference",
            Self::WholeBook => "whole-book",
            Self::Things => "things",
            Self::Index => "a-z",
            Self::Rules => "rule",
            Self::Changes => "changes",
            Self::Downloads => "downloads",
            Self::Workshop => "workshop",
            Self::Credits => "credits",
        }
    }

    /// What it is called.
    pub fn name(self, words: Words) -> &'static str {
        words.text(match self {
            Self::QuickReference => "quick.title",
            Self::WholeBook => "whole.title",
            Self::Things => "things.all",
            Self::Index => "names.a_to_z",
            Self::Rules => "names.rules",
            Self::Changes => "changes.title",
            Self::Downloads => "print.title",
            Self::Workshop => "workshop.title",
            Self::Credits => "page.credits",
        })
    }

    /// The path of the page of a book.
    pub fn path(self, book: &Book) -> String {
        address::page(&book.id, self.folder())
    }

    /// Whether a file has the name of such a page of some book.
    pub fn may_be(self, path: &str) -> bool {
        path.ends_with(&format!("/{}/index.html", self.folder()))
    }

    /// Those that the contents of a book list.
    pub fn listed<'b>(book: &'b Book, options: &'b SiteOptions) -> impl Iterator<Item = Self> + 'b {
        Self::ALL.into_iter().filter(|page| match page {
            Self::QuickReference => quick_page::kind(book).is_some(),
            Self::WholeBook => !book.chapters.is_empty(),
            Self::Things => book.has_things,
            Self::Index | Self::Rules => true,
            Self::Changes => options.since.contains_key(&book.id),
            Self::Downloads => !book.downloads.is_empty(),
            Self::Workshop => options.workshop.as_ref().is_some_and(|workshop| workshop.is_of(book)),
            // The foot of every page leads there.
            Self::Credits => false,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::OtherPage;

    #[test]
    fn each_has_a_folder_of_its_own() {
        let folders: BTreeSet<&str> = OtherPage::ALL.into_iter().map(OtherPage::folder).collect();
        assert_eq!(folders.len(), OtherPage::ALL.len());
    }
}
