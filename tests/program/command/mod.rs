//! A folder with the small game in it, in which the program is run.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder with `content`, removed when dropped.
pub struct Workspace(PathBuf);

/// The result of a run.
#[derive(Debug)]
pub struct Ran {
    /// The arguments.
    pub line: String,
    /// The exit code.
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Ran {
    fn of(line: String, command: &mut Command) -> Self {
        let output = command.output().expect("the program runs");
        Self {
            line,
            code: output.status.code().expect("the program exits by itself"),
            stdout: String::from_utf8(output.stdout).expect("stdout is UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("stderr is UTF-8"),
        }
    }

    /// The output on stdout, which must be JSON.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

impl fmt::Display for Ran {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`makeready {}` exits with {}\n{}\n{}", self.line, self.code, self.stdout, self.stderr)
    }
}

impl Workspace {
    /// A new folder with nothing in it.
    pub fn empty() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("cli-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let workspace = Self(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name));
        fs::create_dir_all(&workspace.0).expect("the folder can be made");
        workspace
    }

    /// The small game in a new folder.
    pub fn new() -> Self {
        let workspace = Self::empty();
        let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/small-game");
        for (path, bytes) in tree(&game) {
            workspace.write(&format!("content/{path}"), bytes);
        }
        workspace
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file, and the folders around it.
    pub fn write(&self, path: &str, bytes: impl AsRef<[u8]>) {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().expect("a file stands in a folder")).expect("the folder can be made");
        fs::write(path, bytes).expect("the file can be written");
    }

    pub fn read(&self, path: &str) -> Vec<u8> {
        fs::read(self.0.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// The path of a file that is named after what is in it: `dist/site/assets/site.1f3a9c2e.css` for
    /// `dist/site/assets/site.css`.
    pub fn named(&self, path: &str) -> String {
        let (folder, name) = path.rsplit_once('/').expect("a folder");
        let (stem, ending) = name.split_at(name.rfind('.').unwrap_or(name.len()));
        let files = fs::read_dir(self.0.join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
        let names = files.map(|file| file.expect("a file").file_name().into_string().expect("UTF-8"));
        let is_meant = |found: &String| {
            let rest = found.strip_prefix(stem).and_then(|rest| rest.strip_suffix(ending));
            rest.and_then(|rest| rest.strip_prefix('.')).is_some_and(|hash| hash.len() == 8 && !hash.contains('.'))
        };
        let found: Vec<String> = names.filter(is_meant).collect();
        assert_eq!(found.len(), 1, "{path}: {found:?}");
        format!("{folder}/{}", found[0])
    }

    /// Replaces `from`, which must occur once, by `to`.
    pub fn replace(&self, path: &str, from: &str, to: &str) {
        let text = String::from_utf8(self.read(path)).expect("the file is text");
        assert_eq!(text.matches(from).count(), 1, "`{from}` stands once in {path}:\n{text}");
        self.write(path, text.replace(from, to));
    }

    /// The names in the folder, sorted.
    pub fn names(&self) -> Vec<String> {
        let listing = fs::read_dir(&self.0).expect("the folder can be listed");
        let mut names: Vec<String> =
            listing.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_makeready"));
        // Whether the module for pages was made is no matter of these tests.
        command.args(arguments).current_dir(&self.0).env("MAKEREADY_MODULE", "").env("XDG_CACHE_HOME", cache());
        command
    }

    /// Runs the program in the folder.
    pub fn run(&self, arguments: &[&str]) -> Ran {
        Ran::of(arguments.join(" "), &mut self.command(arguments))
    }

    /// Runs the program as another user: one with this cache folder.
    pub fn run_with_cache(&self, cache: &str, arguments: &[&str]) -> Ran {
        Ran::of(arguments.join(" "), self.command(arguments).env("XDG_CACHE_HOME", self.0.join(cache)))
    }

    /// Starts the program, which goes on until somebody ends it. What it writes on stdout can be read.
    pub fn start(&self, arguments: &[&str]) -> Child {
        let mut command = self.command(arguments);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        command.spawn().expect("the program starts")
    }

    /// The same, with what it says of itself in a file of this folder.
    pub fn start_with_log(&self, arguments: &[&str], log: &str) -> Child {
        let mut command = self.command(arguments);
        let log = fs::File::create(self.0.join(log)).expect("the log can be made");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(log);
        command.spawn().expect("the program starts")
    }

    /// Runs the program on `threads` threads, with as little stack for the main one as other systems give it.
    pub fn run_on_threads(&self, threads: usize, arguments: &str) -> Ran {
        let mut shell = Command::new("sh");
        let script = format!("ulimit -s 2048; exec {} {arguments}", env!("CARGO_BIN_EXE_makeready"));
        shell.args(["-c", &script]).current_dir(&self.0).env("MAKEREADY_MODULE", "").env("XDG_CACHE_HOME", cache());
        shell.env("RAYON_NUM_THREADS", threads.to_string());
        Ran::of(arguments.to_owned(), &mut shell)
    }

    /// Runs the program where no file can grow beyond a kilobyte.
    pub fn run_on_a_full_disk(&self, arguments: &str) -> Ran {
        let mut shell = Command::new("sh");
        // Without the trap the signal would end the program before it could say anything.
        let script = format!("trap '' XFSZ; ulimit -f 1; exec {} {arguments}", env!("CARGO_BIN_EXE_makeready"));
        shell.args(["-c", &script]).current_dir(&self.0).env("XDG_CACHE_HOME", cache());
        Ran::of(arguments.to_owned(), &mut shell)
    }

    /// Runs the program with `seconds` seconds of processor time and 6 GB of memory; what needs more is
    /// killed.
    pub fn run_within(&self, seconds: u32, arguments: &str) -> Ran {
        let mut shell = Command::new("sh");
        let script =
            format!("ulimit -t {seconds}; ulimit -v 6000000; exec {} {arguments}", env!("CARGO_BIN_EXE_makeready"));
        shell.args(["-c", &script]).current_dir(&self.0).stdin(Stdio::null()).env("XDG_CACHE_HOME", cache());
        Ran::of(arguments.to_owned(), &mut shell)
    }

    /// Runs the program as a user without privileges: none, with a note on stderr, where such a user
    /// cannot even read the folder.
    pub fn run_without_privileges(&self, arguments: &[&str]) -> Option<Ran> {
        const NOBODY: u32 = 65_534;
        let is_root = fs::metadata(&self.0).expect("the folder is there").uid() == 0;
        let command = |arguments: &[&str]| {
            let mut command = self.command(arguments);
            if is_root {
                command.uid(NOBODY).gid(NOBODY);
            }
            command
        };
        let can_read = command(&["check"]).output().is_ok_and(|output| output.status.success());
        if !can_read {
            eprintln!("skipped: {} cannot be read without privileges", self.0.display());
            return None;
        }
        Some(Ran::of(arguments.join(" "), &mut command(arguments)))
    }

    /// Runs the program in a folder of the workspace.
    pub fn run_in(&self, folder: &str, arguments: &[&str]) -> Ran {
        Ran::of(arguments.join(" "), self.command(arguments).current_dir(self.0.join(folder)))
    }

    /// Runs the program for what it writes on stdout.
    pub fn run_for_bytes(&self, arguments: &[&str]) -> (i32, Vec<u8>) {
        let output = self.command(arguments).output().expect("the program runs");
        (output.status.code().expect("the program exits by itself"), output.stdout)
    }

    /// The text of a PDF in reading order; none, with a note on stderr, where poppler is not installed.
    pub fn pdf_text(&self, path: &str) -> Option<String> {
        let output = Command::new("pdftotext").args(["-raw", path, "-"]).current_dir(&self.0).output();
        match output {
            Ok(output) => Some(String::from_utf8(output.stdout).expect("pdftotext writes UTF-8")),
            Err(error) => {
                eprintln!("skipped, since pdftotext does not run: {error}");
                None
            }
        }
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        // A folder left behind in the build folder does no harm.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The cache folder of the user of all tests: what a run keeps is signed with a secret in it.
fn cache() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache")
}

/// Every file of a folder: path with `/` between parts, to bytes. Of an output, without the assets that it has kept from the build
/// before.
pub fn tree(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut open = vec![root.to_path_buf()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else {
                let parts: Vec<_> =
                    path.strip_prefix(root).expect("inside").iter().map(|p| p.to_string_lossy()).collect();
                files.insert(parts.join("/"), fs::read(&path).expect("the file can be read"));
            }
        }
    }
    leave_out_earlier(&mut files);
    files
}

/// Takes the assets that an output has kept from the build before out of its files and its manifest, as if it were made into an empty
/// folder.
fn leave_out_earlier(files: &mut BTreeMap<String, Vec<u8>>) {
    let Some(manifest) = files.get("manifest.json").and_then(|bytes| String::from_utf8(bytes.clone()).ok()) else {
        return;
    };
    let Some((before, list)) = manifest.split_once("\"files\": [\n") else { return };
    let (list, after) = list.rsplit_once("\n  ]").expect("it ends");
    let is_earlier = |entry: &&str| entry.contains("\"earlier\": true");
    let (earlier, own): (Vec<&str>, Vec<&str>) = list.split(",\n    {").partition(is_earlier);
    for entry in &earlier {
        let path = entry.split('"').nth(3).expect("a path");
        files.remove(path);
    }
    let manifest = format!("{before}\"files\": [\n{}\n  ]{after}", own.join(",\n    {"));
    files.insert("manifest.json".to_owned(), manifest.into_bytes());
}

/// No change.
pub const NOTHING: [&str; 0] = [];

/// The differences between two folders: `+` added, `-` removed, `~` changed.
pub fn changes(before: &BTreeMap<String, Vec<u8>>, after: &BTreeMap<String, Vec<u8>>) -> Vec<String> {
    let gone = before.keys().filter(|path| !after.contains_key(*path)).map(|path| format!("- {path}"));
    let other = after.iter().filter_map(|(path, bytes)| match before.get(path) {
        None => Some(format!("+ {path}")),
        Some(old) => (old != bytes).then(|| format!("~ {path}")),
    });
    gone.chain(other).collect()
}
