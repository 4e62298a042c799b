//! The emblem of a book's look, on its cover and on the front page.

use serde::Serialize;

use makeready_faces::book::Book;

use super::icons::{self, Drawing};
use super::{SiteOptions, own_icons};

/// The emblem of a book's look.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Sign {
    /// One that is embedded.
    Drawn(Drawing),
    /// One that the book brings.
    Own {
        /// Its class.
        own: String,
    },
}

impl Sign {
    /// That of a book; none where its look has none.
    pub fn of(book: &Book, options: &SiteOptions) -> Option<Self> {
        let emblem = &book.look.ornament;
        if book.look.icons.find(emblem).is_some() {
            return Some(Self::Own { own: own_icons::class(book, emblem) });
        }
        icons::drawing(emblem, options.ornaments.get(emblem)?).map(Self::Drawn)
    }
}
