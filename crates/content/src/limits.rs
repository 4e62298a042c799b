//! How much content may be, so that reading it ends soon and with little memory, whoever wrote it.
//!
//! Everything here is documented for authors under "Limits" in `docs/content.md`; a test compares the two. What a bound of
//! a single kind of thing is (keywords of an ability, traits of a character) stands with that kind. A book may have
//! thousands of cards and pages: they are bounded by the size of the folder only.

/// The largest file, in bytes: room for thousands of entries, and read in a moment.
pub const LARGEST_FILE: usize = 4 * 1024 * 1024;
/// The largest chapter, in bytes: some 250 pages of a book, which is more than one page of a site should be.
pub const LARGEST_CHAPTER: usize = 1024 * 1024;
/// The largest content folder, in bytes: ten thousand cards and five thousand pages take about half of it. Entries
/// take some twenty times the room of their text in memory.
pub const LARGEST_FOLDER: usize = 64 * 1024 * 1024;
/// The largest font that a game brings, in bytes: those with all characters of Chinese have about 20,000,000.
pub const LARGEST_FONT: usize = 32 * 1024 * 1024;
/// The most fonts that a game brings.
pub const MOST_FONTS: usize = 8;
/// The largest picture that a game brings, in bytes: a photograph in full size has half of it.
pub const LARGEST_PICTURE: usize = 16 * 1024 * 1024;
/// The most pictures that a game brings.
pub const MOST_PICTURES: usize = 2_000;
/// The most bytes that all pictures of a content folder have together: they are held in memory.
pub const LARGEST_PICTURES: usize = 256 * 1024 * 1024;
/// The most pixels of a picture: some 30 times what a card shows. Each takes four bytes or more while it is looked into.
pub const MOST_PIXELS: u64 = 40_000_000;
/// The longest side of a picture, in pixels.
pub const LONGEST_SIDE: u32 = 16_000;
/// How many times as long as wide a picture may be, or as wide as long.
pub const NARROWEST_PICTURE: u32 = 20;
/// The largest SVG, in bytes: pages load it as it is.
pub const LARGEST_DRAWING: usize = 2 * 1024 * 1024;
/// The most shapes of an SVG, each counted as often as it is drawn: a detailed engraving has a tenth of it.
pub const MOST_SHAPES: u32 = 50_000;
/// How deep parts of an SVG may stand in one another, or need one another.
pub const DEEPEST_DRAWING: u32 = 64;
/// The most attributes of an element of an SVG, and the most names of namespaces in one: drawing programs write some 20 of each.
pub const MOST_ATTRIBUTES: usize = 256;
/// The most declarations in the style sheets of an SVG: each new one is compared with all before it.
pub const MOST_DECLARATIONS: usize = 4_000;
/// The most declarations in the style sheets of an SVG times its shapes: each shape is compared with each.
pub const MOST_STYLED: usize = 1_000_000;
/// The largest number in an SVG, in units of its view box.
pub const LARGEST_NUMBER: f64 = 1_000_000.0;
/// How many times as wide or high as the whole drawing a part of it may be, or away from it.
pub const FARTHEST_PART: f32 = 10_000.0;
/// How many times as wide or high as the whole drawing the tile of a pattern may be.
pub const LARGEST_TILE: f32 = 4.0;
/// The most tiles of a pattern in one shape.
pub const MOST_TILES: f32 = 1_000_000.0;
/// The most dashes of a line in an SVG.
pub const MOST_DASHES: f32 = 100_000.0;
/// How often all of an SVG may be covered by parts that are drawn by themselves first: translucent groups, masks, clips, tiles.
pub const MOST_LAYERS: f32 = 400.0;
/// How often all of an SVG may be covered by such parts in one another.
pub const DEEPEST_LAYERS: f32 = 50.0;
/// The most scans of a JPEG: programs write ten.
pub const MOST_SCANS: usize = 100;
/// The largest color profile of a PNG, unpacked, in bytes: those of printers have half of it.
pub const LARGEST_PROFILE: u64 = 4_000_000;
/// The most content files.
pub const MOST_FILES: usize = 20_000;
/// The most files and folders of any kind, pictures and notes included: each is looked at.
pub const MOST_PATHS: usize = 100_000;
/// How deep folders may stand in one another; no file has a place deeper than four.
pub const DEEPEST_FOLDER: usize = 16;

/// How deep lists and mappings may nest: no content needs more than ten.
pub const DEEPEST: usize = 32;
/// The most values in a file.
pub const MOST_NODES: usize = 400_000;
/// The most keys of a mapping. Entries stand in lists; keys are the stats of a character or the rulings of a campaign.
pub const MOST_KEYS: usize = 2_000;
/// The most items of a list: a whole glossary is one list.
pub const MOST_ITEMS: usize = 10_000;

/// The most icons that a game brings.
pub const MOST_ICONS: usize = 500;
/// The most bytes of an icon: pages hold those that they show.
pub const LARGEST_ICON: usize = 64 * 1024;

/// The longest id, in characters: ids become names of files.
pub const LONGEST_ID: usize = 60;
/// The longest name, label or unit, in characters: what is set as one line of a card or sheet, or as a heading. One of
/// twice the length would be too small to be read on a card.
pub const LONGEST_NAME: usize = 120;
/// The longest line that says on a blank form how a value is computed, in characters: what stands beside a box in one line.
pub const LONGEST_INSTRUCTION: usize = 64;
/// The most letters and digits of such a line on a card, where box and line share its width.
pub const MOST_LETTERS_ON_CARD: usize = 40;
/// The longest text that is one paragraph without marks, such as a summary or a reason, in characters.
pub const LONGEST_LINE: usize = 2_000;
/// The longest text with marks or formulas, in characters, and the most text of one card: about ten pages of a book,
/// which a card spreads over two dozen faces.
pub const LONGEST_TEXT: usize = 20_000;
/// The longest Markdown outside chapters, in characters: it stands on a page of the site alone.
pub const LONGEST_MARKDOWN: usize = 100_000;
/// The longest formulas of a game together, in characters: some ten times what the largest shipped game has. Read, a
/// formula takes a hundred times the room of its text, and a check reads it for every outcome.
pub const LONGEST_FORMULAS: usize = 1_000_000;
/// The most work for all odds that a game shows, in steps of about a quarter of a nanosecond: the largest shipped game
/// takes a fortieth of it, for five hundred tables and chances.
pub const MOST_ODDS: u64 = 12_000_000_000;
/// The most work for the odds of one person, so that nobody takes from others what is left for theirs.
pub const MOST_ODDS_OF_ONE: u64 = 1_200_000_000;

/// The most rows of a card: those of its tables, its figures, labeled lines, outcomes and further blocks.
pub const MOST_ROWS: usize = 200;
/// The most columns of a table on a card or sheet: more would be narrower than a word.
pub const MOST_COLUMNS: usize = 12;
/// The most things of one kind that a character has, such as items or languages: each is a line of the sheet.
pub const MOST_HELD: usize = 200;
/// The most stats, skills, inputs, resources or lists of a system: a sheet shows all of them, or looks through them.
pub const MOST_ON_SHEET: usize = 500;
/// The most blocks of one side of a sheet, or of one layout of handouts.
pub const MOST_BLOCKS: usize = 60;

/// The most copies of a card that are asked for at once.
pub const MOST_COPIES: i64 = 100;
/// The most cards of a deck list, copies included: over a thousand sheets of paper.
pub const MOST_IN_DECK: usize = 10_000;

/// How deep parts of Markdown may stand in one another, such as quotations in lists: no page shows more.
pub const DEEPEST_MARKDOWN: usize = 32;
/// The most rows that the directives of all chapters show, each counting one more for itself: a table of everything
/// in every chapter would be a book that no browser opens.
pub const MOST_SHOWN: usize = 1_000_000;
/// The most cases whose chances the directives of all chapters show: with its chart, a case takes as much memory as a page of text.
pub const MOST_CASES_SHOWN: usize = 10_000;

/// The most findings that are drawn.
pub const MOST_DRAWN: usize = 100;
/// The most findings in JSON.
pub const MOST_LISTED: usize = 10_000;
/// The longest message or help, in characters: it may quote what an author wrote.
pub const LONGEST_MESSAGE: usize = 400;
