//! Files that could not be read, and what they would have defined.

use makeready_content::gaps::Gaps;
use makeready_content::is_told_as_written;
use makeready_content::load::KINDS;

#[test]
fn it_is_known_of_every_kind_of_file_what_it_defines() {
    for kind in KINDS.iter().filter(|kind| kind.name != "system.yaml") {
        // A file of one person, ability or archetype leaves no gap: only that one is missing.
        let is_own = is_told_as_written(&format!("{}x.yaml", kind.name));
        let mut gaps = Gaps::default();
        gaps.note(Some(kind.name), false);
        let is_listed = gaps.has(kind.name);
        assert!(is_own != is_listed, "{}", kind.name);
    }
}
