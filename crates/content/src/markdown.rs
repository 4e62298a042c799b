//! What the Markdown of a book may have, and how deep its parts stand in one another.

use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser};

use super::limits::DEEPEST_MARKDOWN;

/// What the Markdown of a book may have beyond that of everybody.
pub const EXTENSIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_SMART_PUNCTUATION)
    .union(Options::ENABLE_HEADING_ATTRIBUTES)
    .union(Options::ENABLE_DEFINITION_LIST)
    .union(Options::ENABLE_WIKILINKS);

/// The first part that stands in too many others.
pub fn too_deep(markdown: &str) -> Option<Range<usize>> {
    let mut depth = 0_usize;
    for (event, at) in Parser::new_ext(markdown, EXTENSIONS).into_offset_iter() {
        match event {
            Event::Start(_) if depth == DEEPEST_MARKDOWN => return Some(at),
            Event::Start(_) => depth += 1,
            Event::End(_) => depth -= 1,
            _ => {}
        }
    }
    None
}
