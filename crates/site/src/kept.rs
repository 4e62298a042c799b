//! Pages that an earlier run has rendered: all of a book but its chapters, and chapters one by one.
//!
//! **In** the pages of a book and what they note. **Out** bytes that may be kept, and from them the same pages again. They are
//! the same as long as nothing that they are made from has changed; of other chapters every page shows no more than
//! [`ChaptersSeen`]. To be kept only where no page has a broken link.

use std::collections::BTreeMap;

use makeready_faces::book::{Book, Chapter};
use serde::{Deserialize, Serialize};

use super::address::Place;
use super::context::BookIndex;
use super::link_index::Target;
use super::noted::{Noted, Survey};

/// Rendered pages with what they note.
pub struct KeptPages {
    /// Path to bytes.
    pub files: BTreeMap<String, Vec<u8>>,
    /// What they note together.
    pub noted: Noted,
    /// The classes of the colors that the front page shows of the book.
    pub bands: Vec<String>,
}

/// What stands before the bytes of the pages, one after another.
#[derive(Serialize, Deserialize)]
struct Head<N> {
    /// Path and length of each page.
    files: Vec<(String, usize)>,
    noted: N,
    bands: Vec<String>,
}

impl KeptPages {
    /// All of it as bytes: the length of the head, the head, the pages.
    ///
    /// # Panics
    /// Never: the head holds only strings and numbers, which serialize.
    pub fn to_bytes(pages: &[(&String, &Vec<u8>)], noted: &Noted, bands: Vec<String>) -> Vec<u8> {
        let files = pages.iter().map(|(path, page)| ((*path).clone(), page.len())).collect();
        let mut bytes = headed(&Head { files, noted, bands });
        pages.iter().for_each(|(_, page)| bytes.extend_from_slice(page));
        bytes
    }

    /// The same again; none where it was written by somebody else.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let (head, mut rest) = head_and_rest(bytes)?;
        let head: Head<Noted> = serde_json::from_slice(head).ok()?;
        let mut files = BTreeMap::new();
        for (path, length) in head.files {
            let (page, behind) = rest.split_at_checked(length)?;
            files.insert(path, page.to_vec());
            rest = behind;
        }
        rest.is_empty().then_some(Self { files, noted: head.noted, bands: head.bands })
    }
}

/// A chapter's page, and what it notes.
pub struct KeptChapter {
    /// The page.
    pub page: Vec<u8>,
    /// What it notes.
    pub noted: Noted,
}

/// What stands before the bytes of chapters, one after another: for each the hash of what it is made from, its length, and what
/// it notes.
type ChaptersHead<N> = Vec<(String, usize, N)>;

impl KeptChapter {
    /// Chapters as bytes, each with a hash of what it is made from.
    ///
    /// # Panics
    /// Never: the head holds only strings and numbers, which serialize.
    pub fn to_bytes(chapters: &[(&str, &[u8], &Noted)]) -> Vec<u8> {
        let head: ChaptersHead<&Noted> =
            chapters.iter().map(|(key, page, noted)| ((*key).to_owned(), page.len(), *noted)).collect();
        let mut bytes = headed(&head);
        chapters.iter().for_each(|(_, page, _)| bytes.extend_from_slice(page));
        bytes
    }

    /// The same again, by their hashes; none where they were written by somebody else.
    pub fn read(bytes: &[u8]) -> Option<BTreeMap<String, Self>> {
        let (head, mut rest) = head_and_rest(bytes)?;
        let head: ChaptersHead<Noted> = serde_json::from_slice(head).ok()?;
        let mut chapters = BTreeMap::new();
        for (key, length, noted) in head {
            let (page, behind) = rest.split_at_checked(length)?;
            chapters.insert(key, Self { page: page.to_vec(), noted });
            rest = behind;
        }
        rest.is_empty().then_some(chapters)
    }
}

/// What is written in front: its length in eight bytes, and itself.
fn headed(head: &impl Serialize) -> Vec<u8> {
    let head = serde_json::to_vec(head).expect("strings and numbers serialize");
    let mut bytes = (head.len() as u64).to_le_bytes().to_vec();
    bytes.extend(head);
    bytes
}

/// What is written in front, behind its length in eight bytes, and the rest.
fn head_and_rest(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = bytes.split_first_chunk()?;
    rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)
}

/// All that the other pages of a book show of its chapters.
#[derive(Serialize)]
pub struct ChaptersSeen<'b> {
    /// Without their texts.
    chapters: Vec<Chapter>,
    /// Their paths.
    paths: &'b BTreeMap<String, String>,
    /// Where rules are at home, each with what it is and its name. Summaries stand in previews alone, which are no pages.
    rules: Vec<(&'b str, &'static str, &'b str, &'b Place)>,
    /// Where they link to: target, place and words.
    mentions: Vec<(&'b Place, &'b Place, &'b str)>,
    /// Their headings.
    headings: &'b [(String, Place)],
}

impl<'b> ChaptersSeen<'b> {
    /// Of a book.
    pub fn new(book: &'b Book, index: &'b BookIndex, survey: &'b Survey) -> Self {
        let bare = |chapter: &Chapter| Chapter { blocks: Vec::new(), ..chapter.clone() };
        let rule =
            |(id, target): (&'b String, &'b Target)| (id.as_str(), target.kind, target.name.as_str(), &target.place);
        let mentions = survey.mentions.iter();
        let mentions =
            mentions.flat_map(|(target, from)| from.iter().map(move |(place, words)| (target, place, words.as_str())));
        Self {
            chapters: book.chapters.iter().map(bare).collect(),
            paths: &index.chapters,
            rules: index.links.rules().map(rule).collect(),
            mentions: mentions.collect(),
            headings: &survey.headings,
        }
    }
}
