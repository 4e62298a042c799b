//! Findings on stderr and in JSON: the first ones, and how many more there are.

use super::say;
use makeready_content::diagnostic::{Counts, Diagnostic, DiagnosticJson, first, render, to_json};
use makeready_content::limits::{MOST_DRAWN, MOST_LISTED};
use makeready_content::source::Sources;

/// Draws the first findings on stderr, errors before warnings, and how many more there are. `more` counts those that
/// have been dropped already.
pub fn draw(findings: &[Diagnostic], more: Counts, sources: &Sources, in_color: bool) {
    drawn(findings, more, sources, in_color).iter().for_each(|text| say(text));
}

/// What [`draw`] draws, finding by finding.
pub fn drawn(findings: &[Diagnostic], more: Counts, sources: &Sources, in_color: bool) -> Vec<String> {
    let drawn = first(findings, MOST_DRAWN);
    let mut texts: Vec<String> = drawn.iter().map(|diagnostic| render(diagnostic, sources, in_color)).collect();
    let more = findings.len() - drawn.len() + more.all();
    if more > 0 {
        texts.push(format!("and {more} more findings, which `makeready check --format json` lists\n"));
    }
    texts
}

/// The first findings as JSON, errors before warnings, and how many there are beyond.
pub fn as_json(findings: &[Diagnostic], more: Counts, sources: &Sources) -> (Vec<DiagnosticJson>, usize) {
    let listed = first(findings, MOST_LISTED);
    let more = findings.len() - listed.len() + more.all();
    (listed.into_iter().map(|diagnostic| to_json(diagnostic, sources)).collect(), more)
}
