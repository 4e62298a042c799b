//! Serving what is made to a browser on this machine, and telling it when that changes.
//!
//! **In** a folder to [`watch`], and [`Outputs`] that make a file when it is asked for. **Out** answers to requests over
//! [`http`], and an event for every [`Showing`]. What the files are, and what is wrong with the content, is known by
//! [`commands`](crate::commands), which puts both together.

pub mod http;
mod live;
mod patient;
pub mod watch;

use std::sync::Arc;

/// The answer to a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The bytes of the file.
    File(Arc<[u8]>),
    /// There is no such file.
    Missing,
    /// It cannot be made. The fault has been reported.
    Failed,
}

/// The output files of one state of the content, made when they are asked for.
pub trait Outputs: Send + Sync {
    /// The file of a path from the output folder, such as `site/index.html`. Called on threads that may wait.
    fn file(&self, path: &str) -> Answer;
}

/// What is shown now.
#[derive(Clone, Default)]
pub struct Showing {
    /// How often it has changed. 0 while the content is read for the first time.
    pub generation: u64,
    /// The outputs of the last sound content; none before there was any.
    pub outputs: Option<Arc<dyn Outputs>>,
    /// What is wrong with the content now, as the terminal shows it; empty where nothing is.
    pub faults: String,
}
