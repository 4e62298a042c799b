//! `rules/NN-slug.md`: chapters of the rulebook, with figures, cards, tables and examples in their text.

mod directive;
mod read;
mod shown;
mod table;
pub mod validate;

use makeready_rules::template::Template;
use schemars::JsonSchema;
use serde::Deserialize;

pub use read::read;
pub use table::{TableEntry, TableOf};

use super::checks::OddsEntry;
use crate::concept::art::ArtEntry;
use crate::concept::procedures::CallEntry;
use crate::de::{List, Named, Readable};
use crate::scalar::{FormatVersion, Heading, Name, Sentence, Word};
use crate::source::{FileId, Located, ScalarPlace, Span};
use crate::text::Text;

/// What stands above a chapter, between two lines of `---`.
#[derive(Deserialize, JsonSchema)]
pub struct FrontMatter {
    /// The version of the format.
    #[allow(dead_code, reason = "checked when it is read")]
    format_version: FormatVersion,
    /// What the chapter is called.
    title: Name,
    /// One sentence: what it is about.
    summary: Sentence,
    /// The part of the book that it is in, as its heading says it. Chapters of one part follow one another.
    #[serde(default)]
    #[schemars(example = &"In a fight")]
    part: Option<Heading>,
    /// Further words that the search finds it by.
    #[serde(default)]
    also: List<Word>,
    /// Further words that the search finds a section by, under the id of its heading.
    #[serde(default)]
    #[schemars(example = serde_json::json!({ "LR-CHECK-02": ["tie", "exactly the number"] }))]
    section_synonyms: Named<List<Word>>,
    /// The picture above it.
    #[serde(default)]
    art: Readable<ArtEntry>,
}

/// A chapter before its directives are resolved.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct ChapterEntry {
    /// The file's stem.
    pub slug: String,
    /// Title.
    pub title: String,
    /// One sentence.
    pub summary: String,
    /// The part of the book that it is in.
    pub part: Option<Located<String>>,
    /// Further words that the search finds it by.
    pub also: Vec<String>,
    /// Further words that the search finds its sections by, with the ids of their headings.
    #[borsh(skip)]
    pub section_synonyms: Vec<(Located<String>, Vec<String>)>,
    /// The picture above it.
    pub art: Option<ArtEntry>,
    /// The file.
    pub file: FileId,
    /// Offset of the body in the file.
    pub body_start: usize,
    /// Parts.
    #[borsh(skip)]
    pub parts: Vec<ChapterPart>,
    /// Ids that stand in it: `{#LR-1}` behind a heading, `[[#LR-2]]` in a text.
    pub anchors: Vec<Located<String>>,
}

impl ChapterEntry {
    /// Its place in the book: by the number in front of its name, whatever its length, then by the name.
    pub(crate) fn order(&self) -> (usize, &str, &str) {
        let number = self.slug.split('-').next().unwrap_or_default().trim_start_matches('0');
        (number.len(), number, &self.slug)
    }
}

/// A part of a chapter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChapterPart {
    /// Markdown in which `{formula}` may stand.
    Markdown(Template, ScalarPlace),
    /// A card, by id of an action, skill or reference.
    Card(Located<String>),
    /// An example.
    Example(Option<Located<String>>, String, Text),
    /// A remark.
    Note(Text),
    /// A ruling, by id.
    Ruling(Located<String>),
    /// A table made from data.
    Table(TableEntry),
    /// The bill of an ability.
    Bill(BillPart),
    /// A procedure gone through: whose values, and what the table is called.
    Procedure(CallEntry, Option<Located<String>>, String),
    /// The odds of a check.
    Odds(OddsEntry),
}

impl ChapterPart {
    /// Where it stands, if it is a directive that is computed.
    pub fn at(&self) -> Option<Span> {
        match self {
            Self::Bill(bill) => Some(bill.ability.at),
            Self::Procedure(call, ..) => Some(call.at),
            Self::Odds(odds) => Some(odds.at),
            Self::Markdown(..)
            | Self::Card(_)
            | Self::Example(..)
            | Self::Note(_)
            | Self::Ruling(_)
            | Self::Table(_) => None,
        }
    }
}

/// The bill of an ability in a chapter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BillPart {
    /// The ability.
    pub ability: Located<String>,
    /// The character whose values it is computed with; without one, whoever the ability's own page takes.
    pub who: Option<Located<String>>,
    /// How many of its keywords are shown, from the first; all without it.
    pub keywords: Option<Located<usize>>,
}
