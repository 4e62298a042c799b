//! Addresses in credits.

use makeready_content::concept::credits::is_web_address;

#[test]
fn only_web_pages_are_linked_to() {
    for good in ["https://example.org", "http://example.org/a?b=c#d", "HTTPS://Example.org/ü"] {
        assert!(is_web_address(good), "{good}");
    }
    for bad in
        ["javascript:alert(1)", "example.org", "https://", "https:///a", "https://a b", "https://a\"b", "data:,x"]
    {
        assert!(!is_web_address(bad), "{bad}");
    }
}
