//! How deep Markdown may go.

use deckle_content::limits::DEEPEST_MARKDOWN;
use deckle_content::markdown::too_deep;

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
