//! Ways through a book: which chapters somebody reads, and in which order.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::de::Several;
use crate::kind::Kind;
use crate::load::Entries;
use crate::scalar::{Name, Sentence};
use crate::source::Located;
use crate::validate::{Ids, Validator};

/// The most ways through a book: the cover shows them side by side.
pub const MOST_PATHS: usize = 6;

/// A way through the book, shown on its cover.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct PathEntry {
    /// Who takes it.
    #[schemars(example = &"New to the game")]
    pub title: Name,
    /// One sentence: what it gives them.
    pub summary: Sentence,
    /// The chapters in the order of reading, each by the name of its file without the ending; or a part of one, with the id of its
    /// heading behind a `#`.
    #[schemars(example = serde_json::json!(["01-welcome", "05-react", "06-blows#one-attack"]))]
    pub chapters: Several<Located<String>>,
}

impl Validator {
    /// Reports chapters that do not exist: those that reading paths name, and the one that the creation rules name.
    pub(crate) fn paths(&mut self, e: &Entries) {
        let chapters: Ids<'_> = e.chapters.iter().map(|chapter| chapter.slug.as_str()).collect();
        for chapter in e.paths.iter().flat_map(|path| path.chapters.iter()) {
            let slug = chapter.value.split('#').next().unwrap_or_default();
            self.known_of(Kind::Chapter, &Located { value: slug.to_owned(), ..chapter.clone() }, &chapters);
        }
        if let Some(chapter) = e.creation.as_ref().and_then(|creation| creation.chapter.as_ref()) {
            self.known_of(Kind::Chapter, chapter, &chapters);
        }
    }
}
