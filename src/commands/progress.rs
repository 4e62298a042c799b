//! How far a long piece of work is: one line on a terminal, while it lasts.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Work that is done sooner shows nothing.
const PATIENCE: Duration = Duration::from_secs(1);

/// What the line says: what is done, how much of it, since when and until when, and what was last.
const LINE: &str = "{prefix} {pos} of {len} {bar:24} {elapsed}, about {eta} left  {wide_msg}";

/// A piece of work that has so many steps. Its line goes when it is dropped, so that something else can be said.
pub struct Progress {
    line: ProgressBar,
    begun: Instant,
    /// Whether there is anybody to see it.
    is_wanted: bool,
}

impl Progress {
    /// Of `steps` steps of work that is called `what`: `prints`. Only where stderr is a terminal does anything show.
    pub fn of(what: &'static str, steps: usize, is_quiet: bool) -> Self {
        let style = ProgressStyle::with_template(LINE).unwrap_or_else(|_| ProgressStyle::default_bar());
        let line = ProgressBar::with_draw_target(Some(steps as u64), ProgressDrawTarget::hidden());
        line.set_style(style);
        line.set_prefix(what);
        Self { line, begun: Instant::now(), is_wanted: !is_quiet }
    }

    /// One more step is done: this.
    pub fn step(&self, done: &str) {
        if self.is_wanted && self.line.is_hidden() && self.begun.elapsed() > PATIENCE {
            // It hides by itself where stderr is no terminal.
            self.line.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.line.set_message(done.to_owned());
        self.line.inc(1);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.line.finish_and_clear();
    }
}
