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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotations_lists_and_marks_are_counted_alike() {
        // The paragraph inside is one part more.
        let most = DEEPEST_MARKDOWN - 1;
        assert_eq!(too_deep(&format!("{}a", "> ".repeat(most))), None);
        assert_eq!(too_deep(&format!("a\n\n{}a", "> ".repeat(most + 1))), Some(5 + 2 * most..6 + 2 * most));
        assert!(too_deep(&format!("{}a", "- ".repeat(most))).is_some());
        assert!(too_deep(&format!("{}a{}", "*a ".repeat(100), "*".repeat(100))).is_some());
        assert_eq!(too_deep(&"*a* > b\n\n- c\n".repeat(1_000)), None);
    }
}
