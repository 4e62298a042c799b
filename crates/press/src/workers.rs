//! Parallel jobs each of which keeps several cores busy.
//!
//! **In** jobs, and a function. **Out** its results, in the order of the jobs.
//!
//! Typst and the PDF writer hand parts of their work to rayon, and while a thread of rayon's waits for such a part, it
//! takes up any other work of its pool. If documents were jobs of that pool as well, one would be begun inside another,
//! inside a third and so on, until the stack is full. Here every worker has a pool of its own, in which there is one job
//! at a time: whatever its threads take up belongs to that job.

use std::iter::Enumerate;
use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread::{self, ScopedJoinHandle};
use std::vec::IntoIter;

use rayon::ThreadPoolBuilder;

/// The stack of a thread that lays out text: what the main thread of a program usually has. It is address space, and
/// takes memory only as far as it is used.
const STACK: usize = 8 * 1024 * 1024;

/// Runs all jobs on as many threads as rayon has here. Each worker takes the next job when it is done with one; a job
/// that panics makes the caller panic.
pub fn side_by_side<J: Send, R: Send>(jobs: impl IntoIterator<Item = J>, run: impl Fn(J) -> R + Sync) -> Vec<R> {
    let jobs: Vec<J> = jobs.into_iter().collect();
    let threads = rayon::current_num_threads();
    let workers = threads.min(jobs.len());
    if workers < 2 {
        return jobs.into_iter().map(run).collect();
    }
    let queue = Queue::new(jobs, run);
    let done = thread::scope(|scope| {
        let start = |number| {
            let (share, queue) = (threads / workers + usize::from(number < threads % workers), &queue);
            scope.spawn(move || in_own_pool(share, || queue.work()))
        };
        let started: Vec<_> = (0..workers).map(start).collect();
        started.into_iter().flat_map(finished).collect()
    });
    in_order(done)
}

/// Runs work that is not always able to keep all threads busy, and jobs beside it: what there is of jobs when it is done is
/// shared out among all.
pub fn beside<W: Send, J: Send, R: Send>(
    work: impl FnOnce() -> W + Send,
    jobs: impl IntoIterator<Item = J>,
    run: impl Fn(J) -> R + Sync,
) -> (W, Vec<R>) {
    let jobs: Vec<J> = jobs.into_iter().collect();
    let threads = rayon::current_num_threads();
    let workers = (threads - 1).min(jobs.len());
    let queue = Queue::new(jobs, run);
    let (result, done) = thread::scope(|scope| {
        let started: Vec<_> = (0..workers).map(|_| scope.spawn(|| in_own_pool(1, || queue.work()))).collect();
        let result = in_own_pool(threads, work);
        let mut done = in_own_pool(1, || queue.work());
        done.extend(started.into_iter().flat_map(finished));
        (result, done)
    });
    (result, in_order(done))
}

/// Jobs that several workers take from, with their places.
struct Queue<J, F> {
    jobs: Mutex<Enumerate<IntoIter<J>>>,
    run: F,
}

impl<J, F> Queue<J, F> {
    fn new(jobs: Vec<J>, run: F) -> Self {
        Self { jobs: Mutex::new(jobs.into_iter().enumerate()), run }
    }

    /// Runs one job after another, until there are none.
    fn work<R>(&self) -> Vec<(usize, R)>
    where
        F: Fn(J) -> R,
    {
        let next = || self.jobs.lock().unwrap_or_else(PoisonError::into_inner).next();
        std::iter::from_fn(next).map(|(place, job)| (place, (self.run)(job))).collect()
    }
}

fn finished<R>(worker: ScopedJoinHandle<'_, R>) -> R {
    worker.join().unwrap_or_else(|panic| resume_unwind(panic))
}

fn in_order<R>(mut done: Vec<(usize, R)>) -> Vec<R> {
    done.sort_unstable_by_key(|(place, _)| *place);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Runs work in a pool of `threads` threads, or on this thread if the system has no threads left.
fn in_own_pool<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
    match ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build() {
        Ok(pool) => pool.install(work),
        Err(_) => work(),
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    thread_local! {
        static OPEN: Cell<usize> = const { Cell::new(0) };
    }

    fn on_threads<R: Send>(count: usize, work: impl FnOnce() -> R + Send) -> R {
        in_own_pool(count, work)
    }

    #[test]
    fn results_stand_in_the_order_of_the_jobs() {
        for threads in [1, 2, 3, 8] {
            let squares = on_threads(threads, || side_by_side(0..100, |n| n * n));
            assert_eq!(squares, (0..100).map(|n| n * n).collect::<Vec<usize>>(), "{threads} threads");
        }
    }

    #[test]
    fn no_job_begins_inside_another() {
        let deepest = AtomicUsize::new(0);
        let yielding = |_| {
            OPEN.set(OPEN.get() + 1);
            deepest.fetch_max(OPEN.get(), Ordering::Relaxed);
            // As the PDF writer does while it waits for rayon.
            for _ in 0..100 {
                rayon::spawn(|| {});
                while let Some(rayon::Yield::Executed) = rayon::yield_now() {}
                rayon::join(|| {}, || {});
            }
            OPEN.set(OPEN.get() - 1);
        };
        for threads in [1, 2, 8] {
            on_threads(threads, || side_by_side(0..200, yielding));
        }
        assert_eq!(deepest.into_inner(), 1);
    }

    #[test]
    fn all_threads_are_shared_out_among_few_jobs() {
        let threads = on_threads(7, || side_by_side(0..3, |_| rayon::current_num_threads()));
        assert!(threads.iter().all(|share| (2..=3).contains(share)), "{threads:?}");
    }

    #[test]
    fn work_and_the_jobs_beside_it_are_all_done() {
        for threads in [1, 2, 3, 8] {
            let (work, squares) = on_threads(threads, || beside(rayon::current_num_threads, 0..100, |n| n * n));
            assert_eq!(
                (work, squares),
                (threads, (0..100).map(|n| n * n).collect::<Vec<usize>>()),
                "{threads} threads"
            );
        }
    }

    #[test]
    #[should_panic(expected = "the fourth")]
    fn a_panic_reaches_the_caller_in_its_own_words() {
        on_threads(2, || side_by_side(0..8, |n| assert_ne!(n, 3, "the fourth")));
    }
}
