//! Printing the documents of games, each once, and what the press refuses of them.
//!
//! **In** [`Document`]s, and the store with those of earlier runs. **Out** their files. **Fails** with one [`Failure`] for each
//! document, of which [`findings`] makes findings with places. `build` writes the files; `check` only looks whether there are any.

use std::collections::BTreeSet;

use rayon::prelude::*;

use super::documents::{Document, Failure};
use super::folder::Folder;
use super::kept_prints::Print;
use super::links::not_computable;
use super::press_findings;
use super::print_flags::tell_faults_of_program;
use super::progress::Progress;
use crate::plan::Store;
use makeready_content::diagnostic::Diagnostic;
use makeready_press::Fits;
use makeready_press::workers::beside;

/// Prints documents: large ones one after another, since each takes much memory and decks pass on how cards fit; small ones beside
/// them, since no deck keeps all cores busy from beginning to end. `take` is given each as soon as it is printed.
pub fn printed<'d, 'g, T: Send>(
    documents: &[&'d Document<'g>],
    store: &Store,
    progress: &Progress,
    take: impl Fn(Result<Vec<Print>, Failure>) -> T + Sync,
) -> Vec<(&'d Document<'g>, T)> {
    let made = |document: &Document<'_>, fits: &mut Fits<'_>| {
        let made = take(document.made(store, fits));
        progress.step(&document.name);
        made
    };
    // Most were printed before: to take them from the store is no work for one core alone.
    let kept = documents.par_iter().map(|document| (*document, document.kept(store).map(|prints| take(Ok(prints)))));
    let (kept, open): (Vec<_>, Vec<_>) = kept.collect::<Vec<_>>().into_iter().partition(|(_, kept)| kept.is_some());
    kept.iter().for_each(|(document, _)| progress.step(&document.name));
    let (large, small): (Vec<_>, Vec<_>) =
        open.into_iter().map(|(document, _)| document).partition(|document| document.is_large());
    let mut printed: Vec<_> = kept.into_iter().filter_map(|(document, taken)| Some((document, taken?))).collect();
    let one_by_one = || {
        let mut fits = Fits::kept_on(store);
        large.into_iter().map(|document| (document, made(document, &mut fits))).collect::<Vec<_>>()
    };
    let (large, small) = beside(one_by_one, small, |document| (document, made(document, &mut Fits::default())));
    printed.extend(large.into_iter().chain(small));
    printed
}

/// What cannot be printed, each fault once, however many documents have it; and whether there are faults of the program, which have
/// no place and are reported here.
pub fn findings(failures: &[(&Document<'_>, Failure)], folder: &Folder) -> (Vec<Diagnostic>, bool) {
    let (mut found, mut known) = (Vec::new(), BTreeSet::new());
    let mut is_program_at_fault = false;
    for (document, failure) in failures {
        let path = document.files.first().map_or("", |file| &file.path);
        let game = document.game();
        let faults = match failure {
            Failure::Computing(error) => vec![not_computable(game, error)],
            Failure::Press(error) => press_findings::findings(error, game, &folder.sources),
        };
        if let Failure::Press(error) = failure {
            is_program_at_fault |= tell_faults_of_program(&format!("{path}: "), error);
        }
        found.extend(faults.into_iter().filter(|fault| known.insert((fault.at, fault.message.clone()))));
    }
    (found, is_program_at_fault)
}
