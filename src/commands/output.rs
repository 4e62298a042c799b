//! Writing results: to stdout, or to a file in one step.

use std::io::Write as _;
use std::path::Path;
use std::{fs, io};

use serde::Serialize;

use super::{COULD_NOT_READ_OR_WRITE, Outcome, Stop, io_stop, say};

/// Writes a value as JSON on stdout.
pub fn print_json(value: &impl Serialize) -> Outcome {
    let mut text = serde_json::to_string_pretty(value).expect("views serialize");
    text.push('\n');
    print(&text)
}

/// Writes text on stdout.
pub fn print(text: &str) -> Outcome {
    print_bytes(text.as_bytes())
}

/// Writes bytes on stdout. A closed pipe is not an error: the reader has seen enough.
pub fn print_bytes(bytes: &[u8]) -> Outcome {
    match io::stdout().write_all(bytes) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            say(&format!("error: could not write: {error}"));
            Err(Stop(COULD_NOT_READ_OR_WRITE))
        }
        _ => Ok(()),
    }
}

/// Writes a file whole: beside its place first, then moved there.
pub fn write_file(path: &Path, bytes: &[u8]) -> Outcome {
    let fail = |e: io::Error| io_stop("write", path, &e);
    if let Some(folder) = path.parent().filter(|p| !p.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(fail)?;
    }
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(name);
    let written = fs::write(&temporary, bytes).and_then(|()| fs::rename(&temporary, path));
    written.map_err(|error| {
        // The fault is reported; half a file beside the place it was meant for helps nobody.
        let _ = fs::remove_file(&temporary);
        fail(error)
    })
}
