//! The view of a rulebook: chapters, entries and the links between them.
//!
//! **In** the checked content of one system and its computed characters. **Out** a [`Book`], from
//! which the site makes pages. Markdown is still Markdown here, directives are already resolved.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use makeready_words::{Lang, Words};
use serde::{Serialize, Serializer};

pub use makeready_content::markdown::{EXTENSIONS, is_within_a_line, set_quotes};

use super::art::{Art, GameIcons, GamePictures};
use super::bill::AbilityBill;
use super::card::{CardFace, Fact, Table};
use super::credits::GameCredits;
use super::listing::Column;
use super::odds::OddsView;
use super::sheet::{Handout, Sheet};
use super::text::Paragraph;
pub use makeready_content::typeface::{FontLicence, GameFont, GameFonts};
pub use makeready_content::words::{HeadStyle, PanelStyle, PlateStyle};

/// A source map from Markdown with figures filled in to what its author wrote: byte offsets of the one and of the other
/// from which they run alike. Empty where nothing was filled in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Written(Vec<(usize, usize)>);

impl Written {
    /// Nothing was filled in.
    pub const NONE: Self = Self(Vec::new());

    /// Adds that from these offsets on they run alike.
    pub fn push(&mut self, made: usize, written: usize) {
        self.0.push((made, written));
    }

    /// The written offset of a byte.
    pub fn at(&self, made: usize) -> usize {
        let behind = self.0.partition_point(|(first, _)| *first <= made);
        match self.0.get(behind.wrapping_sub(1)) {
            Some((first, written)) => written + (made - first),
            None => made,
        }
    }

    /// The written range of a part.
    pub fn part(&self, made: &Range<usize>) -> Range<usize> {
        let start = self.at(made.start);
        // The last byte and not the one after it, which may come after something that is not written as it reads.
        start..if made.is_empty() { start } else { (self.at(made.end - 1) + 1).max(start) }
    }
}

/// What a kind of entry is called in links and in addresses. What pages call it is a matter of their language.
pub struct KindNames {
    /// In `[[kind:id]]`.
    pub link: &'static str,
    /// Folder in addresses.
    pub folder: &'static str,
}

/// Declares the kinds of entries, in the order in which a book lists them.
macro_rules! entry_kinds {
    ($($(#[$doc:meta])* $kind:ident = $link:literal, $folder:literal;)+) => {
        /// The kind of thing an entry describes. Its kebab-case name is the `kind` of `[[kind:id]]`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum EntryKind {
            $($(#[$doc])* $kind,)+
        }

        impl EntryKind {
            /// Every kind, in the order in which a book lists them.
            pub const ALL: &[Self] = &[$(Self::$kind),+];

            /// What it is called.
            pub const fn names(self) -> KindNames {
                let (link, folder) = match self {
                    $(Self::$kind => ($link, $folder),)+
                };
                KindNames { link, folder }
            }

            /// What one of them is called on pages.
            pub fn one(self, words: Words) -> &'static str {
                words.text(&format!("kind.{}.one", self.names().link))
            }

            /// What all of them are called, as a title.
            pub fn all(self, words: Words) -> &'static str {
                words.text(&format!("kind.{}.all", self.names().link))
            }

            /// The same as the heading of a page, which may be divided where it is too long for a phone.
            pub fn heading(self, words: Words) -> &'static str {
                words.heading(&format!("kind.{}.all", self.names().link))
            }

            /// What all of them are called within a sentence.
            pub fn within(self, words: Words) -> &'static str {
                words.text(&format!("kind.{}.within", self.names().link))
            }

            /// What else people call them.
            pub fn also(self, words: Words) -> impl Iterator<Item = &'static str> {
                words.text(&format!("kind.{}.also", self.names().link)).split(", ")
            }
        }
    };
}

entry_kinds! {
    /// An action.
    Action = "action", "actions";

    /// A skill.
    Skill = "skill", "skills";

    /// An ability that was built.
    Ability = "ability", "abilities";

    /// A keyword that abilities are built from.
    Keyword = "keyword", "keywords";

    /// A family of keywords.
    Family = "family", "families";

    /// A stat or derived stat.
    Stat = "stat", "stats";

    /// A trait that characters take.
    Trait = "trait", "traits";

    /// A condition.
    Condition = "condition", "conditions";

    /// A reference card.
    Reference = "reference", "references";

    /// A roll whose outcomes mean something.
    Check = "check", "checks";

    /// A choice between readings of an unclear rule.
    Ruling = "ruling", "rulings";

    /// A sample character.
    Character = "character", "characters";

    /// A non-player character.
    Npc = "npc", "npcs";

    /// A glossary term.
    Term = "term", "glossary";
}

/// One reading of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RulingOption {
    /// Id, as written in a campaign file.
    pub id: String,
    /// One line.
    pub text: String,
    /// Whether it is in force.
    pub is_chosen: bool,
    /// Whether it is the default.
    pub is_default: bool,
}

/// A document to print.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Download {
    /// What it is.
    pub name: String,
    /// A file for each paper: the name of the paper, and a path relative to the root of the site.
    pub files: Vec<(String, String)>,
}

/// A computed number and its explanation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Explained {
    /// Id, such as `hp_max`.
    pub id: String,
    /// `Health Points`
    pub name: String,
    /// `73`, or `unknown`.
    pub text: String,
    /// Whether there is a value.
    pub is_known: bool,
    /// Unit; may be empty.
    pub unit: String,
    /// Formula in the author's names.
    pub formula: String,
    /// `15 × LVL 3 [45] + VIT 5 + ...`
    pub terms: String,
    /// Rule ID; may be empty.
    pub rule: String,
}

/// What stands on a card, as text that needs no card to be read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Spelled {
    /// What it does.
    pub paragraphs: Vec<Paragraph>,
    /// How its figures are found, and what else the card says of it.
    pub facts: Vec<Fact>,
    /// What comes of it, as with a success or a failure.
    pub results: Vec<Fact>,
    /// Its tables, each under its heading.
    pub tables: Vec<(String, Table)>,
}

/// Something with an address of its own: an action, a skill, a ruling, a character.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// What it is.
    pub kind: EntryKind,
    /// Kebab-case id, unique in its kind.
    pub id: String,
    /// Title.
    pub name: String,
    /// Other words that find it: abbreviations and synonyms.
    pub aliases: Vec<String>,
    /// Words for the search only.
    pub found_by: Vec<String>,
    /// What it belongs to: the family of a keyword.
    pub group: Option<EntryLink>,
    /// Rule ID; may be empty.
    pub rule: String,
    /// Further rules it rests on.
    pub rules: Vec<String>,
    /// One or two plain sentences: the preview, the search result.
    pub summary: String,
    /// Markdown of the body; may be empty.
    pub body: String,
    /// The source map of the body.
    pub body_written: Written,
    /// The picture of what has no card.
    pub art: Option<Art>,
    /// The card as it prints, when there is one: the blank one, that of an ability as its builder has it, or that of an ally as
    /// the owner has it. Where nobody has built an ability, what depends on who uses it is to be written in.
    pub card: Option<CardFace>,
    /// What the card says, as text: of actions and skills.
    pub spelled: Option<Box<Spelled>>,
    /// What it does, in plain words, where the summary says something else; may be empty.
    pub does: String,
    /// What it costs to use, for actions whose cost is known: the preview says it.
    pub cost: String,
    /// How it is computed, in words that explain their short forms, for stats.
    pub formula: String,
    /// What it does, as styled text: the effect of a keyword, the description of an ability.
    pub paragraphs: Vec<Paragraph>,
    /// Labeled lines under it: the price of a keyword, the fields of an ability.
    pub facts: Vec<Fact>,
    /// What a list of its kind shows of it.
    pub columns: Vec<Column>,
    /// Tables that belong to it, each under its heading.
    pub tables: Vec<(String, Table)>,
    /// The bill, for abilities.
    pub bill: Option<AbilityBill>,
    /// What may come of it, in the order in which it is read, with its heading: for checks.
    pub results: Option<(String, Table)>,
    /// The odds, for checks: in the usual cases, and of somebody where they depend on who rolls. They stand behind the results.
    pub odds: Option<Box<OddsView>>,
    /// Readings, for rulings.
    pub options: Vec<RulingOption>,
    /// What depends on it: values whose formula names it, for stats and rulings; abilities that buy it, for keywords.
    pub used_by: Vec<EntryLink>,
    /// Values, for characters, NPCs and abilities.
    pub values: Vec<Explained>,
    /// The sheet, for characters and NPCs.
    pub sheet: Option<Sheet>,
    /// The stat block, for NPCs, and what the longest one says beyond it.
    pub stat_blocks: Vec<Handout>,
    /// The cards of what characters and NPCs carry.
    pub things: Vec<CardFace>,
    /// What there is of it to print.
    pub downloads: Vec<Download>,
}

/// A reference to an entry.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct EntryLink {
    /// Its kind.
    pub kind: EntryKind,
    /// Its id.
    pub id: String,
}

/// A part of a chapter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum ChapterBlock {
    /// Markdown, with `[[kind:id]]` links and `{#RULE-ID}` anchors left in it.
    Markdown {
        /// The text.
        source: String,
        /// Byte offset of the text in its file, for messages.
        offset: usize,
        /// The source map of the text.
        written: Written,
    },
    /// A card, as printed.
    Card {
        /// The face.
        card: Box<CardFace>,
    },
    /// A worked example, its figures computed.
    Example {
        /// Title.
        title: String,
        /// Paragraphs.
        paragraphs: Vec<Paragraph>,
    },
    /// An editorial note.
    Note {
        /// Paragraphs.
        paragraphs: Vec<Paragraph>,
    },
    /// A table made from data.
    Table {
        /// Caption.
        caption: String,
        /// The table.
        table: Table,
    },
    /// The bill of an ability, or its beginning.
    Bill {
        /// The bill.
        bill: Box<AbilityBill>,
    },
    /// The odds of a check.
    Odds {
        /// Caption; may be empty.
        caption: String,
        /// The odds.
        odds: Box<OddsView>,
    },
    /// A ruling, shown as its question and readings.
    Ruling {
        /// Its id.
        id: String,
    },
}

/// Further words that find a section of a chapter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SectionSynonyms {
    /// The id of its heading.
    pub section: String,
    /// Where the id stands in the file, in bytes.
    pub offset: usize,
    /// The words.
    pub words: Vec<String>,
}

/// One chapter, one page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Chapter {
    /// `05-react`, the file's stem; the number only orders.
    pub slug: String,
    /// Title.
    pub title: String,
    /// 1-based place in the book.
    pub number: usize,
    /// One sentence.
    pub summary: String,
    /// The part of the book that it is in; empty where the book has none.
    pub part: String,
    /// Further words that find it.
    pub found_by: Vec<String>,
    /// Further words that find its sections.
    pub section_synonyms: Vec<SectionSynonyms>,
    /// The picture above it.
    pub art: Option<Art>,
    /// Path of the file, relative to the content folder.
    pub file: String,
    /// Whether it tells how characters are made.
    pub is_of_creation: bool,
    /// Its parts.
    pub blocks: Vec<ChapterBlock>,
}

/// A way through the book: chapters to read one after another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReadingPath {
    /// Who takes it: `For players`.
    pub title: String,
    /// One sentence: what it gives them.
    pub summary: String,
    /// The slugs of its chapters, in the order of reading; for a part of one, `slug#id` of its heading.
    pub chapters: Vec<String>,
}

/// A word that the rulebook explains.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GlossaryTerm {
    /// The word, and its other forms.
    pub words: Vec<String>,
    /// Words for the search only.
    pub found_by: Vec<String>,
    /// What it means; plain text.
    pub meaning: String,
    /// Where it is explained.
    pub target: EntryLink,
    /// The rule that defines it, of a word that only the glossary explains; may be empty.
    pub rule: String,
}

/// Colors and ornaments of one system, and the language of what is drawn with them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Look {
    /// Named colors, `#rrggbb`: at least `ink`, `paper`, `accent`, `ground` and one per family.
    pub palette: BTreeMap<String, String>,
    /// Family name of the display face.
    pub display_font: String,
    /// Which emblem and pattern the card back carries.
    pub back: String,
    /// Which emblem fronts, sheets and title pages carry; empty for none.
    pub ornament: String,
    /// What stands above the text of cards.
    pub card_head: HeadStyle,
    /// How the large figures of cards are set.
    pub card_plate: PlateStyle,
    /// How the results of cards are set off.
    pub card_panel: PanelStyle,
    /// Colors of the groups of stats, in their order: those of emblems with several colors.
    pub groups: Vec<String>,
    /// The language, with the words that stand on paper beside what the game says.
    #[serde(serialize_with = "on_paper")]
    pub lang: Lang,
    /// The icons that its cards and their families name.
    #[serde(skip)]
    pub card_icons: BTreeSet<String>,
    /// The typefaces that the game brings, for characters that the others lack.
    #[serde(skip)]
    pub typefaces: Arc<GameFonts>,
    /// The pictures that the game brings.
    #[serde(skip)]
    pub pictures: Arc<GamePictures>,
    /// The icons that the game brings.
    #[serde(skip)]
    pub icons: Arc<GameIcons>,
}

/// A language as templates of paper have it.
fn on_paper<S: Serializer>(lang: &Lang, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct OnPaper<'l, W> {
        language: &'l str,
        words: W,
    }
    OnPaper { language: lang.language(), words: lang.words.of_paper() }.serialize(serializer)
}

/// Everything the site knows of one system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Book {
    /// System id, the first part of every address.
    pub id: String,
    /// Title.
    pub title: String,
    /// The language that it is written in, and that its pages speak.
    pub lang: Lang,
    /// One line.
    pub tagline: String,
    /// Edition.
    pub edition: String,
    /// Fingerprint of the rules in force.
    pub fingerprint: String,
    /// License, authors and credits.
    pub credits: GameCredits,
    /// Look.
    pub look: Look,
    /// The picture on its cover.
    pub art: Option<Art>,
    /// Chapters in order.
    pub chapters: Vec<Chapter>,
    /// Ways through them.
    pub paths: Vec<ReadingPath>,
    /// Whether somebody carries something that has a card.
    pub has_things: bool,
    /// Entries, ordered by kind, then as in the content.
    pub entries: Vec<Entry>,
    /// Glossary.
    pub glossary: Vec<GlossaryTerm>,
    /// Documents to print.
    pub downloads: Vec<Download>,
    /// The blank cards on paper, as in `downloads`: the reference cards are among them.
    pub cards_on_paper: Vec<Download>,
    /// The path of the whole book on paper, as in `downloads`; empty where it is not printed.
    pub on_paper: String,
}
