//! Campaigns: whatever reading a table takes, the content that comes with the game still builds.

use std::sync::LazyLock;

use makeready_content::diagnostic::Diagnostic;
use makeready_content::source::{FileId, Located, Span};
use makeready_content::{Depth, Earlier, ReadBefore, load_with, systems};
use rayon::prelude::*;

use crate::people::system;
use makeready_testing::CONTENT;

/// The files of games as they were read once, with their pictures, which no reading changes.
pub static READ: LazyLock<ReadBefore> = LazyLock::new(|| {
    let read = ReadBefore::default();
    for game in systems(&CONTENT) {
        load_with(Earlier { read: Some(&read), proofs: None }, Depth::Named, &CONTENT, &game, &[]);
    }
    read
});

/// What is found when a campaign takes this reading.
fn found(ruling: &str, option: &str) -> Vec<Diagnostic> {
    let at = Span { file: FileId(0), start: 0, end: 0 };
    let located = |text: &str| Located { value: text.to_owned(), at };
    let reading = [(located(ruling), located(option))];
    let earlier = Earlier { read: Some(&READ), proofs: None };
    load_with(earlier, Depth::Computed, &CONTENT, "tri-core", &reading).diagnostics
}

#[test]
#[ignore = "slow: loads the game for each of 290 readings"]
fn a_campaign_may_take_any_reading() {
    // The first use of `READ` loads games in parallel: a thread of the pool that waited for it could not take part.
    LazyLock::force(&READ);
    let rulings = &system().rulings;
    let readings: Vec<(&String, &String)> =
        rulings.iter().flat_map(|(id, ruling)| ruling.options.iter().skip(1).map(move |option| (id, option))).collect();
    let stopped = |(ruling, option): &(&String, &String)| {
        let errors: Vec<String> =
            found(ruling, option).into_iter().filter(Diagnostic::is_error).map(|d| d.message).collect();
        (!errors.is_empty()).then(|| format!("{ruling}: {option}: {errors:?}"))
    };
    let stopped: Vec<String> = readings.par_iter().filter_map(stopped).collect();
    assert!(readings.len() >= 290, "only {} readings", readings.len());
    assert!(stopped.is_empty(), "{}", stopped.join("\n"));
}

#[test]
fn what_only_a_campaign_forbids_is_a_warning_that_says_so() {
    let ranks = found("skill_ranks_schedule", "intellect_once");
    assert!(ranks.iter().any(|d| d.code.as_str() == "ranks-within-received"), "{ranks:?}");
    let shape = found("kinesis_ii_shape", "range_iv_cube");
    assert!(shape.iter().any(|d| d.code.as_str() == "kinesis-ii-shape"), "{shape:?}");
    for warning in ranks.iter().chain(&shape) {
        let help = warning.help.as_deref().unwrap_or_default();
        assert!(!warning.is_error() && help.contains("not with those of the campaign"), "{warning:?}");
    }
}
