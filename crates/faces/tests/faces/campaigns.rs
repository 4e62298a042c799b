//! Campaigns: whatever reading a table takes, the content that comes with the game still builds.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use makeready_content::diagnostic::Diagnostic;
use makeready_content::source::{FileId, Located, Span};
use makeready_content::{Depth, Earlier, ReadBefore, load_with, systems};
use makeready_rules::system::{RULING, System};
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

/// The findings in a game whose campaign has these readings.
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

/// How many readings a campaign has at most.
const TOGETHER: usize = 6;

/// All readings in few campaigns. No value rests on two readings of a campaign, so that none can hide what another does.
fn campaigns(system: &System) -> Vec<Vec<Reading<'_>>> {
    let mut campaigns: Vec<(Vec<Reading<'_>>, BTreeSet<String>)> = Vec::new();
    for (id, ruling) in &system.rulings {
        let name = format!("{RULING}{id}");
        let mut touched: BTreeSet<String> = system.dependents(&name).into_iter().map(str::to_owned).collect();
        touched.insert(name);
        for option in ruling.options.iter().skip(1) {
            let has_room = |(readings, others): &&mut (Vec<Reading<'_>>, BTreeSet<String>)| {
                readings.len() < TOGETHER && others.is_disjoint(&touched)
            };
            match campaigns.iter_mut().find(has_room) {
                Some((readings, others)) => {
                    readings.push((id, option));
                    others.extend(touched.iter().cloned());
                }
                None => campaigns.push((vec![(id, option)], touched.clone())),
            }
        }
    }
    campaigns.into_iter().map(|(readings, _)| readings).collect()
}

#[test]
#[ignore = "slow: loads the game for 290 readings"]
fn a_campaign_may_take_any_reading() {
    // The first use of `READ` loads games in parallel: a thread of the pool that waited for it could not take part.
    LazyLock::force(&READ);
    let campaigns = campaigns(system());
    let stopped: Vec<String> = campaigns
        .par_iter()
        .filter_map(|readings| {
            let errors = errors(readings);
            (!errors.is_empty()).then(|| format!("{readings:?}: {errors:?}"))
        })
        .collect();
    let readings = campaigns.iter().flatten().count();
    println!("{readings} readings in {} campaigns", campaigns.len());
    assert!(readings >= 290, "only {readings} readings");
    assert!(stopped.is_empty(), "{}", stopped.join("\n"));
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
