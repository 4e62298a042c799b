//! Writing results: to stdout, or to the requested file.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::{COULD_NOT_READ_OR_WRITE, CommandResult, Stop, say};
use crate::publish::file;

/// Writes a value as JSON on stdout.
pub fn print_json(value: &impl Serialize) -> CommandResult {
    print(&json(value))
}

/// A value as JSON.
pub fn json(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string_pretty(value).expect("views serialize");
    text.push('\n');
    text
}

/// Writes text on stdout.
pub fn print(text: &str) -> CommandResult {
    print_bytes(text.as_bytes())
}

/// Writes bytes on stdout.
pub fn print_bytes(bytes: &[u8]) -> CommandResult {
    let mut stdout = io::stdout();
    printed(stdout.write_all(bytes).and_then(|()| stdout.flush()))
}

/// Writes a large value as JSON on stdout, part by part.
fn stream_json(value: &impl Serialize) -> CommandResult {
    let mut stdout = io::BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let written = serde_json::to_writer_pretty(&mut stdout, value).map_err(io::Error::from);
    printed(written.and_then(|()| stdout.write_all(b"\n")).and_then(|()| stdout.flush()))
}

/// What came of writing on stdout. A closed pipe is not an error: the reader has seen enough.
fn printed(written: io::Result<()>) -> CommandResult {
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            say(&format!("error: could not write: {error}"));
            Err(Stop(COULD_NOT_READ_OR_WRITE))
        }
        _ => Ok(()),
    }
}

/// Where a result goes.
#[derive(clap::Args, Clone, Debug)]
pub struct OutputArgs {
    /// The file to write, or the folder for several files. For a single file, `-` is the terminal [default for PDF and
    /// PNG: a name made from the contents; for other formats: the terminal].
    #[arg(short = 'o', long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace files even if Makeready did not make them, or if you changed them since.
    #[arg(long)]
    pub force: bool,
}

impl OutputArgs {
    /// Writes text to the requested file, else on stdout.
    pub fn write_text(&self, text: &str) -> CommandResult {
        match &self.output {
            Some(path) => self.write(path, text.as_bytes()),
            None => print(text),
        }
    }

    /// Writes a large value as JSON to the requested file, else on stdout.
    pub fn write_json(&self, value: &impl Serialize) -> CommandResult {
        match self.output.as_deref().filter(|path| path.as_os_str() != "-") {
            Some(path) => {
                let mut text = Vec::new();
                let written = serde_json::to_writer_pretty(&mut text, value);
                printed(written.map_err(io::Error::from))?;
                text.push(b'\n');
                self.write(path, &text)
            }
            None => stream_json(value),
        }
    }

    /// Writes bytes to the requested file, else to one of this name.
    pub fn write_bytes(&self, bytes: &[u8], default_name: &str) -> CommandResult {
        self.write(self.output.as_deref().unwrap_or_else(|| Path::new(default_name)), bytes)
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> CommandResult {
        if path.as_os_str() == "-" {
            return print_bytes(bytes);
        }
        self.write_files(&[(path.to_path_buf(), bytes)])?;
        say(&path.display().to_string());
        Ok(())
    }

    /// Writes several files, or none of them where one may not be replaced.
    pub fn write_files<B: AsRef<[u8]>>(&self, files: &[(PathBuf, B)]) -> CommandResult {
        file::write(files, self.force).map_err(|faults| {
            faults.iter().for_each(|fault| say(&format!("error: {fault}")));
            Stop(COULD_NOT_READ_OR_WRITE)
        })
    }
}
