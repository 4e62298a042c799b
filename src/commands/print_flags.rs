//! Flags that all printing commands share, and writing what was printed.

use super::kept_prints::{self, Note};
use super::output::OutputArgs;
use super::press_findings::PrintSource;
use super::{CONTENT_HAS_ERRORS, CommandResult, Stop, USAGE, refuse_all, say};
use crate::plan::{Key, Store};
use makeready_answers::Fault;
use makeready_content::Campaign;
use makeready_content::code::Code;
use makeready_content::diagnostic::printable;
use makeready_press::{Ink, Paper, PressError, PrintStyle, Printed};

/// How much ink to spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum InkFlag {
    /// Color to the edge.
    Normal,
    /// Outlines on white.
    Saver,
}

/// Flags about paper and ink.
#[derive(clap::Args, Clone, Debug)]
pub struct PrintArgs {
    /// The paper: `a4`, `letter` or a size such as `148x210mm` [default: as the campaign file says, otherwise a4].
    #[arg(long)]
    paper: Option<String>,
    /// How much ink to use.
    #[arg(long, value_enum, default_value_t = InkFlag::Normal)]
    ink: InkFlag,
    /// Use a typeface for readers with low vision.
    #[arg(long)]
    accessible: bool,
    /// Stop with an error if text must be shrunk, or continues on another page or card.
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    pub output: OutputArgs,
}

impl PrintArgs {
    /// Whether a paper is asked for.
    pub const fn names_paper(&self) -> bool {
        self.paper.is_some()
    }

    /// The requested paper.
    pub fn paper(&self, campaign: &Campaign) -> Result<Paper, Stop> {
        makeready_jobs::paper(self.paper.as_deref(), campaign).map_err(|error| usage(&error))
    }

    /// Ink and typeface.
    pub fn style(&self) -> PrintStyle {
        let ink = match self.ink {
            InkFlag::Normal => Ink::Normal,
            InkFlag::Saver => Ink::Saver,
        };
        PrintStyle { ink, is_accessible: self.accessible }
    }

    /// Makes a print, unless the store beside the content has it where there is one, reports the notes on it, and writes it.
    pub fn write(
        &self,
        of: PrintSource<'_>,
        key: Option<Key>,
        make: impl FnOnce() -> Result<Printed, PressError>,
        default_name: &str,
    ) -> CommandResult {
        let store = Store::begun(&of.folder.root);
        let printed = kept_prints::print(&store, key, make).map_err(|error| of.refuse(&error))?;
        store.tidy();
        self.report(&printed.notes)?;
        self.output.write_bytes(&printed.pdf, default_name)
    }

    /// Reports notes on what is printed; stops where `--strict` makes a fault of one.
    pub fn report(&self, notes: &[Note]) -> CommandResult {
        let mut is_tight = false;
        for note in notes {
            let is_fault = self.strict && note.is_about_fit();
            is_tight |= is_fault;
            let note = printable(&note.text);
            match is_fault {
                true => say(&format!("error[{}]: {note}", Code::DoesNotFit)),
                false => say(&format!("note: {note}")),
            }
        }
        if is_tight {
            return Err(Stop(CONTENT_HAS_ERRORS));
        }
        Ok(())
    }
}

/// Reports a flag that makes no sense.
pub fn usage(error: &dyn std::fmt::Display) -> Stop {
    say(&format!("error: {error}"));
    Stop(USAGE)
}

/// Says what is wrong with a print; `at` is its path and a colon, where there is one.
pub fn tell_press(at: &str, error: &PressError) {
    for one in error.each().iter().filter(|one| !one.is_internal()) {
        say(&format!("error[{}]: {at}{}", Code::Press, printable(&one.to_string())));
    }
    tell_faults_of_program(at, error);
}

/// Says what the program itself does wrong with a print, and whether there is any such fault.
pub fn tell_faults_of_program(at: &str, error: &PressError) -> bool {
    let internal: Vec<&PressError> = error.each().iter().filter(|one| one.is_internal()).collect();
    for one in &internal {
        say(&format!("error[{}]: {at}{}", Code::Press, printable(&one.to_string())));
        say("  = help: this is a bug in Makeready, not in your files: please report it with the file");
    }
    !internal.is_empty()
}

/// Reports why there is no answer.
pub fn stop(fault: &Fault) -> Stop {
    match fault {
        Fault::Asked(faults) => refuse_all(faults),
        Fault::NotComputed(error) => computing_failed(error),
    }
}

/// Reports a value that could not be computed although validation passed.
pub fn computing_failed(error: &makeready_rules::formula::EvalError) -> Stop {
    say(&format!("error[{}]: {}: {error}", Code::NotComputable, error.value));
    Stop(CONTENT_HAS_ERRORS)
}
