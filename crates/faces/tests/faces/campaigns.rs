//! Campaigns: whatever reading a table takes, the content that comes with the game still builds.

use std::collections::BTreeSet;
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

/// A ruling, and one of its options.
type Reading<'r> = (&'r str, &'r str);

/// What is found when a campaign takes these readings.
fn found(readings: &[Reading<'_>]) -> Vec<Diagnostic> {
    let at = Span { file: FileId(0), start: 0, end: 0 };
    let located = |text: &str| Located { value: text.to_owned(), at };
    let readings: Vec<_> = readings.iter().map(|(ruling, option)| (located(ruling), located(option))).collect();
    let earlier = Earlier { read: Some(&READ), proofs: None };
    load_with(earlier, Depth::Computed, &CONTENT, "tri-core", &readings).diagnostics
}

/// The errors that stop a campaign with these readings.
fn errors(readings: &[Reading<'_>]) -> Vec<String> {
    found(readings).into_iter().filter(Diagnostic::is_error).map(|found| found.message).collect()
}

/// How many readings one campaign takes here. The options of a ruling follow one another, so that none has two of one ruling.
const TOGETHER: usize = 5;

#[test]
#[ignore = "slow: loads the game for 290 readings"]
fn a_campaign_may_take_any_reading() {
    // The first use of `READ` loads games in parallel: a thread of the pool that waited for it could not take part.
    LazyLock::force(&READ);
    let rulings = &system().rulings;
    let others = rulings
        .iter()
        .flat_map(|(id, ruling)| ruling.options.iter().skip(1).map(move |option| (id.as_str(), option.as_str())));
    let readings: Vec<Reading<'_>> = others.collect();
    let campaigns = readings.len().div_ceil(TOGETHER);
    let stopped = (0..campaigns).into_par_iter().flat_map_iter(|first| {
        let together: Vec<Reading<'_>> = readings.iter().copied().skip(first).step_by(campaigns).collect();
        let rulings: BTreeSet<&str> = together.iter().map(|(ruling, _)| *ruling).collect();
        assert_eq!(rulings.len(), together.len(), "two readings of one ruling: {together:?}");
        let found = errors(&together);
        // Where several are stopped, each is tried alone: one of them stops, or what they say together.
        let alone: Vec<_> = if found.is_empty() { &[][..] } else { &together }
            .iter()
            .map(|reading| (vec![*reading], errors(&[*reading])))
            .filter(|(_, errors)| !errors.is_empty())
            .collect();
        if alone.is_empty() && !found.is_empty() { vec![(together, found)] } else { alone }
    });
    let stopped: Vec<_> = stopped.collect();
    assert!(readings.len() >= 290, "only {} readings", readings.len());
    assert!(stopped.is_empty(), "{stopped:#?}");
}

#[test]
fn what_only_a_campaign_forbids_is_a_warning_that_says_so() {
    let ranks = found(&[("skill_ranks_schedule", "intellect_once")]);
    assert!(ranks.iter().any(|d| d.code.as_str() == "ranks-within-received"), "{ranks:?}");
    let shape = found(&[("kinesis_ii_shape", "range_iv_cube")]);
    assert!(shape.iter().any(|d| d.code.as_str() == "kinesis-ii-shape"), "{shape:?}");
    for warning in ranks.iter().chain(&shape) {
        let help = warning.help.as_deref().unwrap_or_default();
        assert!(!warning.is_error() && help.contains("not with those of the campaign"), "{warning:?}");
    }
}
