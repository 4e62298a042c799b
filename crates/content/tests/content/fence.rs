//! The fence around libraries that draw.

use std::panic::panic_any;

use makeready_content::fence::{HeldBack, fenced};

fn held(messages: &[&str]) -> HeldBack {
    HeldBack { open: messages.iter().map(|message| (*message).to_owned()).collect(), left: Vec::new() }
}

#[test]
fn a_panic_without_words_takes_no_words_of_another() {
    let mut held_back = held(&["a.rs:1: too deep", "b.rs:2: "]);
    assert_eq!(held_back.take("").as_deref(), Some("b.rs:2: "));
    assert_eq!(held_back.take(""), None);
    assert_eq!(held_back.take("too deep").as_deref(), Some("a.rs:1: too deep"));
}

#[test]
fn what_no_fence_has_caught_is_not_caught_by_a_later_one() {
    let mut held_back = held(&["a.rs:1: too deep"]);
    held_back.settle();
    assert_eq!(held_back.take("too deep"), None);
    assert_eq!(held_back.left, ["a.rs:1: too deep"]);
}

#[test]
fn a_panic_is_told_with_its_place() {
    let told = fenced::<()>(|| panic!("too deep")).expect_err("it panics");
    assert!(told.contains("fence.rs:") && told.ends_with(": too deep"), "{told}");
    assert!(fenced::<()>(|| panic_any(3)).expect_err("it panics").contains("fence.rs"));
    assert_eq!(fenced(|| 3), Ok(3));
}
