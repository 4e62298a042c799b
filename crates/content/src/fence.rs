//! A fence around libraries that draw: a panic in them becomes an error, and the program goes on.
//!
//! **In** work that calls such a library. **Out** its result, or the place and the words of the panic. Nothing is printed.
//! There is no fence in the module for pages, which aborts on a panic, nor around a panic in what is dropped while another one
//! unwinds: the writer of PDF panics so when it is stopped in the middle of a drawing. Such drawings are found before
//! (`makeready-proof`); where one is not, the last words of the program name what was being drawn ([`fenced_with`]).

use std::any::Any;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook, take_hook};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, Once, PoisonError};

thread_local! {
    /// How many fences stand around what this thread does.
    static AROUND: Cell<usize> = const { Cell::new(0) };
}

/// How many fences stand, on whatever thread: libraries hand parts of their work to the threads of rayon.
static STANDING: AtomicUsize = AtomicUsize::new(0);
/// The panics that were not printed.
static HELD_BACK: Mutex<HeldBack> = Mutex::new(HeldBack { open: Vec::new(), left: Vec::new() });

/// Panics that were not printed, each with its place and words.
pub struct HeldBack {
    /// Those that a fence may still catch.
    pub open: Vec<String>,
    /// The last few of those that no fence has caught before the last one fell: of threads that helped with work that had
    /// panicked already, or of work outside of fences, which ends the program.
    pub left: Vec<String>,
}

/// What is being drawn now, by the number of its fence.
static DRAWN: Mutex<BTreeMap<usize, String>> = Mutex::new(BTreeMap::new());
/// The number of the next fence with a name.
static NEXT: AtomicUsize = AtomicUsize::new(0);

/// How many are left at most.
const MOST_LEFT: usize = 16;

impl HeldBack {
    /// Takes the panic with these words, which a fence has caught.
    pub fn take(&mut self, words: &str) -> Option<String> {
        // A panic may have no words: then its place is all there is.
        let is_own =
            |message: &String| if words.is_empty() { message.ends_with(": ") } else { message.ends_with(words) };
        let own = self.open.iter().position(is_own)?;
        Some(self.open.remove(own))
    }

    /// The last fence has fallen.
    pub fn settle(&mut self) {
        self.left.append(&mut self.open);
        self.left.drain(..self.left.len().saturating_sub(MOST_LEFT));
    }
}

/// What the words of a panic begin with that nothing catches.
const LAST_WORDS: &str = "panic in a ";
static HOOK: Once = Once::new();

/// Runs work that may panic. `drawn` names what it draws: the program prints it if a panic ends the program itself.
///
/// # Errors
/// The place and the words of the panic.
pub fn fenced_with<R>(drawn: String, work: impl FnOnce() -> R) -> Result<R, String> {
    let number = NEXT.fetch_add(1, Ordering::SeqCst);
    let all = || DRAWN.lock().unwrap_or_else(PoisonError::into_inner);
    all().insert(number, drawn);
    let result = fenced(work);
    all().remove(&number);
    result
}

/// Runs work that may panic.
///
/// # Errors
/// The place and the words of the panic.
pub fn fenced<R>(work: impl FnOnce() -> R) -> Result<R, String> {
    HOOK.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |panic| hold_back(panic, &before)));
    });
    STANDING.fetch_add(1, Ordering::SeqCst);
    AROUND.set(AROUND.get() + 1);
    // What panicked is dropped with all that it has changed; the caches of libraries are not poisoned by it.
    let result = catch_unwind(AssertUnwindSafe(work));
    AROUND.set(AROUND.get() - 1);
    // Locked first: a fence that is set up meanwhile holds nothing back before this is done.
    let mut held_back = HELD_BACK.lock().unwrap_or_else(PoisonError::into_inner);
    let result = result.map_err(|panic| {
        let words = words_of(&*panic);
        held_back.take(words).unwrap_or_else(|| words.to_owned())
    });
    if STANDING.fetch_sub(1, Ordering::SeqCst) == 1 {
        held_back.settle();
    }
    result
}

/// Of the path of a source its library and what follows, which is the same on every machine.
fn within_library(path: &str) -> &str {
    let behind = path.split_once("/registry/src/").and_then(|(_, behind)| behind.split_once('/'));
    behind.map_or(path, |(_, library)| library)
}

fn words_of(panic: &(dyn Any + Send)) -> &str {
    let words = panic.downcast_ref::<&str>().copied();
    words.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or_default()
}

/// The panics that ended the program without being printed: what was not drawn panicked while something else was.
pub fn held_back() -> Vec<String> {
    let mut held_back = HELD_BACK.lock().unwrap_or_else(PoisonError::into_inner);
    let HeldBack { open, left } = &mut *held_back;
    left.drain(..).chain(open.drain(..)).collect()
}

fn hold_back(panic: &PanicHookInfo<'_>, before: &dyn Fn(&PanicHookInfo<'_>)) {
    let is_fenced =
        AROUND.get() > 0 || (STANDING.load(Ordering::SeqCst) > 0 && rayon::current_thread_index().is_some());
    if !is_fenced {
        return before(panic);
    }
    let place = panic.location().map(|place| format!("{}:{}: ", within_library(place.file()), place.line()));
    let words = words_of(panic.payload());
    if words.starts_with(LAST_WORDS) {
        // The program ends here, whatever stands around it: what led to this is said now or never.
        held_back().iter().for_each(|message| eprintln!("panicked at {message}"));
        let drawn = DRAWN.lock().unwrap_or_else(PoisonError::into_inner);
        drawn.values().for_each(|what| eprintln!("this was being drawn: {what}"));
        return before(panic);
    }
    let message = format!("{}{words}", place.unwrap_or_default());
    HELD_BACK.lock().unwrap_or_else(PoisonError::into_inner).open.push(message);
}
