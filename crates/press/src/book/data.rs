//! The data of the book's template: chapters, reference, glossary and index, every word and page number final.

use serde::Serialize;

use super::tables::TableData;
use crate::PrintStyle;
use crate::length::Size;
use makeready_faces::art::Art;
use makeready_faces::book::Look;
use makeready_faces::card::CardFace;

/// A part of a line: words as they are, or something else.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Piece {
    /// Plain words.
    Words(String),
    /// Anything else.
    Other(Other),
}

/// A part of a line that is no plain words.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Other {
    /// Words in a style, or words that lead somewhere.
    Run {
        /// How they are set.
        style: makeready_faces::text::Style,
        /// The words.
        text: String,
        /// Where they lead in the book; empty for nowhere.
        to: String,
        /// Where they lead outside; empty for nowhere.
        url: String,
        /// The page to which they lead, as it stands behind them; may be empty.
        page: String,
    },
    /// The place of a rule.
    Rule {
        /// Its ID.
        id: String,
        /// Its label; empty where another has it.
        label: String,
    },
    /// The end of a line.
    Break,
    /// A note at the foot of the page.
    Note {
        /// Its text.
        blocks: Vec<Block>,
    },
}

/// A line, or several.
pub type Line = Vec<Piece>;

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Block {
    /// A heading.
    Heading {
        /// 2 and below.
        level: u8,
        /// Its label; may be empty.
        label: String,
        /// The rule that it is; may be empty.
        rule: String,
        /// Its words.
        line: Line,
    },
    /// A paragraph.
    Text {
        /// Its words.
        line: Line,
    },
    /// A list.
    List {
        /// The number of the first item; none where items have none.
        first: Option<u64>,
        /// The items.
        items: Vec<Vec<Block>>,
    },
    /// A quotation.
    Quote {
        /// What it says.
        blocks: Vec<Block>,
    },
    /// Lines as they are.
    Code {
        /// The lines.
        text: String,
    },
    /// A table, or a part of one that goes on over several places.
    Table {
        /// Caption; may be empty.
        caption: String,
        /// The table.
        table: TableData,
    },
    /// Words with what they mean.
    Definitions {
        /// Each with its meanings.
        items: Vec<(Line, Vec<Block>)>,
    },
    /// A line between two parts.
    Rule,
    /// A card in short.
    Card {
        /// The face.
        card: Box<CardFace>,
        /// Whether it may go on in another column.
        splits: bool,
    },
    /// A worked example.
    Example {
        /// Title.
        title: String,
        /// What it says.
        lines: Vec<Line>,
    },
    /// A note by the editors.
    Aside {
        /// What it says.
        lines: Vec<Line>,
    },
    /// The odds of a check.
    Odds(OddsData),
    /// A ruling.
    Ruling {
        /// The question in short.
        name: String,
        /// Label of the ruling; empty where it stands elsewhere.
        to: String,
        /// The question.
        question: String,
        /// Whether it says the reading in force alone: the others stand in the reference.
        is_short: bool,
        /// The page of the ruling, as it stands behind its name; may be empty.
        page: String,
        /// Its readings.
        options: Vec<OptionData>,
    },
    /// What has a name of its own in the reference.
    Entry(Box<EntryData>),
}

/// One reading of a rule.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OptionData {
    /// What it says.
    pub text: String,
    /// Whether it is in force.
    pub is_chosen: bool,
}

/// A chart of odds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OddsData {
    /// Caption.
    pub caption: String,
    /// The roll.
    pub roll: String,
    /// What is the same in every case, a phrase each.
    pub inputs: Vec<String>,
    /// The names of the bands.
    pub bands: Vec<BandData>,
    /// A bar for each case.
    pub bars: Vec<BarData>,
}

/// A band of a chart.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BandData {
    /// Its name.
    pub name: String,
    /// How dark it is, from 0 to 1: bands differ in print without color.
    pub tone: f64,
}

/// A bar of a chart.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BarData {
    /// Its label; may be empty.
    pub label: String,
    /// Its parts: share of 1, and the words in it, empty where there is no room.
    pub parts: Vec<(f64, String)>,
}

/// An entry of the reference.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EntryData {
    /// Its label; may be empty.
    pub label: String,
    /// Its name.
    pub name: String,
    /// Other names.
    pub aliases: String,
    /// Rule ID; may be empty.
    pub rule: String,
    /// Whether others follow that belong to it: a family of keywords.
    pub is_group: bool,
    /// Whether its name is in the outline.
    pub is_marked: bool,
    /// What there is to say.
    pub blocks: Vec<Block>,
    /// Labeled lines in a few words, which share lines.
    pub short_facts: Vec<(String, Line)>,
    /// Further labeled lines.
    pub facts: Vec<(String, Line)>,
}

/// A chapter.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ChapterData {
    /// Its label.
    pub label: String,
    /// `12`
    pub number: String,
    /// Title.
    pub title: String,
    /// One sentence.
    pub summary: String,
    /// The picture above it.
    pub art: Option<Art>,
    /// Its parts.
    pub blocks: Vec<Block>,
}

/// Entries of a kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KindData {
    /// Its label.
    pub label: String,
    /// What they are called.
    pub title: String,
    /// The entries.
    pub blocks: Vec<Block>,
}

/// A word of the glossary.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WordData {
    /// Its label; empty where it is explained elsewhere.
    pub label: String,
    /// The word.
    pub word: String,
    /// Other forms; may be empty.
    pub others: String,
    /// What it means.
    pub meaning: String,
    /// Where it is explained; may be empty.
    pub to: String,
    /// The page of that; may be empty.
    pub page: String,
}

/// The words of an index under one letter.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LetterData {
    /// The letter.
    pub letter: String,
    /// Its words.
    pub words: Vec<IndexData>,
}

/// A word of the index.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct IndexData {
    /// The word.
    pub word: String,
    /// Its pages.
    pub pages: Vec<IndexPage>,
    /// The words under which it stands instead.
    pub see: Vec<SeeData>,
}

/// A word of the index under which something stands.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeeData {
    /// The word.
    pub words: String,
    /// Where it is explained.
    pub page: usize,
}

/// Pages of a word.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct IndexPage {
    /// `12–14`
    pub text: String,
    /// The first.
    pub page: usize,
    /// Whether it is explained there.
    pub is_home: bool,
}

/// A line of the contents.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ContentsLine {
    /// 1 for chapters, 2 for sections.
    pub level: u8,
    /// The number of a chapter; may be empty.
    pub number: String,
    /// Its words.
    pub words: String,
    /// Where it leads.
    pub to: String,
    /// The page; empty where it is not known yet.
    pub page: String,
}

/// The measures of the page, in millimeters, and of the type, in points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Format {
    /// Columns of text.
    pub columns: u8,
    /// Between columns.
    pub gutter: f64,
    /// Margins.
    pub inside: f64,
    /// The margin at the outer edge.
    pub outside: f64,
    /// The margin above the text.
    pub top: f64,
    /// The margin below it.
    pub bottom: f64,
    /// Size of running text.
    pub size: f64,
    /// Whether chapters begin on pages of their own.
    pub has_openers: bool,
}

/// All that the template reads.
#[derive(Serialize)]
pub struct BookData<'a> {
    /// The look of the game.
    pub look: &'a Look,
    /// The page.
    pub paper: Size,
    /// Ink and typeface.
    #[serde(flatten)]
    pub style: PrintStyle,
    /// Measures.
    pub format: Format,
    /// Title.
    pub title: &'a str,
    /// One line.
    pub tagline: &'a str,
    /// Edition and rules.
    pub edition: String,
    /// `By Ada and Bo`; may be empty.
    pub authors: String,
    /// Terms of the game; may be empty.
    pub licence: String,
    /// Size of the title on the cover, in points.
    pub cover_size: f64,
    /// The picture on the cover.
    pub art: Option<&'a Art>,
    /// The line above the text of each page.
    pub heads: Vec<String>,
    /// Contents.
    pub contents: Vec<ContentsLine>,
    /// How much closer than usual they stand, from 0 to 2.
    pub tightness: usize,
    /// How much closer than usual the words of the index stand, from 0 to 2; 3 where even this leaves no room for the credits below
    /// them, so that they stand before it.
    pub index_tightness: usize,
    /// Chapters.
    pub chapters: &'a [ChapterData],
    /// The reference.
    pub reference: &'a [KindData],
    /// The glossary.
    pub glossary: &'a [WordData],
    /// The index.
    pub index: &'a [LetterData],
    /// Credits, a paragraph each.
    pub credits: Vec<&'a str>,
    /// The titles of what is no chapter.
    pub titles: Titles,
}

/// The titles of what is no chapter, and their labels.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Titles {
    /// Contents.
    pub contents: String,
    /// The reference.
    pub reference: Title,
    /// The glossary.
    pub glossary: Title,
    /// The index.
    pub index: Title,
    /// Credits.
    pub credits: Title,
}

/// A title with its label.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Title {
    /// The words.
    pub words: String,
    /// The label.
    pub label: &'static str,
}
