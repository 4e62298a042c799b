//! Files that nothing reads although they were surely meant: `skills.yaml.txt`, a picture beside `art/`, a chapter called `.txt`.
//!
//! [`may_be_meant`] says of one path whether it is worth a look, before anything else of the folder is known. [`findings`] warns,
//! once it is known which folders hold games. What editors and systems leave behind is passed over, and so is what repositories
//! keep beside content: `README`, `LICENSE` and their like.

use std::collections::BTreeSet;

use makeready_rules::formula::nearest;

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::icons::ICONS;
use crate::picture::{ART, has_ending_of_picture};
use crate::source::{Sources, Span};
use crate::typeface::{FONTS, is_font};
use crate::{CAMPAIGN, CHAPTERS, SITE, files, folders};

/// Endings of files in which people write or export texts and tables.
const TEXTS: [&str; 15] = [
    "txt", "text", "markdown", "mdown", "mkd", "mdx", "doc", "docx", "odt", "rtf", "html", "htm", "json", "toml", "csv",
];
/// Names of files that stand beside content for other reasons, in small letters and without their ending.
const FOR_PEOPLE: [&str; 16] = [
    "readme",
    "license",
    "licence",
    "copying",
    "notice",
    "authors",
    "contributors",
    "contributing",
    "changelog",
    "changes",
    "todo",
    "makefile",
    "justfile",
    "dockerfile",
    "thumbs",
    "cname",
];
/// What lists the files of an output folder, which `makeready build` writes.
const MANIFEST: &str = "manifest.json";
/// A folder of schemas for editors, as `makeready` writes it beside games.
const SCHEMAS: &str = "schema/";

/// Whether a file that is not read may have been meant to be, by its path within the content folder.
pub fn may_be_meant(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let (stem, ending) = stem_and_ending(name);
    let is_left_behind =
        name.starts_with(['.', '#', '~']) || name.ends_with(['~', '#', '\r']) || name.contains(".sync-conflict");
    let is_for_people =
        FOR_PEOPLE.iter().any(|known| stem.to_lowercase().split(['.', '-', '_']).next() == Some(*known));
    let is_in_left_behind = path.split('/').any(|part| part == "__MACOSX" || part == "node_modules");
    let is_of_kind = ending.is_empty() || is_text(ending) || has_ending_of_picture(name) || is_font(name);
    is_of_kind && !is_left_behind && !is_for_people && !is_in_left_behind && !path.starts_with(SCHEMAS)
}

/// Warns of the overlooked files of a content folder with these systems. Of a folder that nothing reads, one file speaks for all.
pub(crate) fn findings(sources: &Sources, systems: &BTreeSet<String>) -> Vec<Diagnostic> {
    let mut unknown_folders = BTreeSet::new();
    let is_output = |folder: &str| sources.find(&format!("{folder}/{MANIFEST}")).is_some();
    let mut found = Vec::new();
    for (id, file) in sources.overlooked() {
        let fault = match file.path.split_once('/') {
            Some((system, inner)) if systems.contains(system) => {
                in_system(inner, &mut |folder| unknown_folders.insert(format!("{system}/{folder}")))
            }
            // People keep folders of all kinds beside games. One with a file for a game was meant to be one.
            Some((folder, _)) if without_second_ending(&file.path).is_none() || is_output(folder) => None,
            Some((folder, _)) => unknown_folders.insert(folder.to_owned()).then(|| Overlooked {
                message: format!("the folder `{folder}` is not read, because it has no `system.yaml`"),
                help: format!("move it into the folder of a game, or name it `.{folder}` to have it ignored"),
            }),
            _ => beside_systems(&file.path),
        };
        if let Some(Overlooked { message, help }) = fault {
            let at = Span { file: id, start: 0, end: 0 };
            found.push(Diagnostic::warning(Code::UnknownFile, at, message).help(help));
        }
    }
    found
}

/// What is said of an overlooked file.
struct Overlooked {
    message: String,
    help: String,
}

impl Overlooked {
    /// A file with another ending than is read at its place.
    fn ending(path: &str, right: &str) -> Self {
        Self { message: format!("`{path}` is not read"), help: format!("rename it to `{right}`") }
    }

    /// The same, of what may be a note that nobody wants to be read.
    fn note(path: &str, right: &str) -> Self {
        let Self { message, help } = Self::ending(path, right);
        let is_note = is_text(stem_and_ending(path).1);
        let way_out = if is_note { ", or start its name with a dot to have it ignored" } else { "" };
        Self { message, help: help + way_out }
    }
}

/// A file beside the games. `campaign` and `notes.txt` may both stand there; only the first was surely meant.
fn beside_systems(path: &str) -> Option<Overlooked> {
    let (stem, _) = stem_and_ending(path);
    if let Some(right) = without_second_ending(path) {
        return Some(Overlooked::ending(path, right));
    }
    [CAMPAIGN, SITE]
        .into_iter()
        .find(|known| stem_and_ending(known).0 == stem)
        .map(|right| Overlooked::ending(path, right))
}

/// A file of a game, by its path within. `is_new` says of a folder whether it is named for the first time.
fn in_system(path: &str, is_new: &mut dyn FnMut(&str) -> bool) -> Option<Overlooked> {
    if let Some(right) = without_second_ending(path) {
        return Some(Overlooked::ending(path, right));
    }
    let name = path.rsplit('/').next().unwrap_or(path);
    let (stem, _) = stem_and_ending(path);
    let Some((folder, _)) = path.split_once('/') else {
        if has_ending_of_picture(name) {
            return Some(elsewhere(path, "pictures", ART));
        }
        if is_font(name) {
            return Some(elsewhere(path, "fonts", FONTS));
        }
        let right = files().find(|known| stem_and_ending(known).0 == stem);
        return right.map(|right| Overlooked::ending(path, right));
    };
    // Artists keep sources beside pictures, and fonts come with papers of their own.
    let is_of = |known: &str| known.trim_end_matches('/') == folder;
    if is_of(ART) && !is_font(name)
        || is_of(ICONS) && !has_ending_of_picture(name)
        || is_of(FONTS) && !has_ending_of_picture(name)
    {
        return None;
    }
    if is_of(ICONS) {
        return Some(Overlooked {
            message: format!("`{path}` is not read"),
            help: "save the icon as plain SVG, in one color: `icons/lantern.svg`".to_owned(),
        });
    }
    if has_ending_of_picture(name) {
        return Some(elsewhere(path, "pictures", ART));
    }
    if is_font(name) {
        return Some(elsewhere(path, "fonts", FONTS));
    }
    if is_of(CHAPTERS) {
        return Some(Overlooked::note(path, &format!("{stem}.md")));
    }
    if folders().any(is_of) {
        return Some(Overlooked::note(path, &format!("{stem}.yaml")));
    }
    is_new(folder).then(|| {
        let known: Vec<&str> = folders().chain([ART, ICONS, FONTS]).map(|known| known.trim_end_matches('/')).collect();
        let help = match nearest(folder, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}/`?"),
            None => {
                format!("the folders of a game are {}; name a folder `.{folder}` to have it ignored", known.join(", "))
            }
        };
        Overlooked { message: format!("the folder `{folder}` of a game is not read"), help }
    })
}

fn elsewhere(path: &str, what: &str, folder: &str) -> Overlooked {
    let name = path.rsplit('/').next().unwrap_or(path);
    Overlooked {
        message: format!("`{path}` is not read: {what} belong in `{folder}`"),
        help: format!("move it to `{folder}{name}`"),
    }
}

/// `skills.yaml` for `skills.yaml.txt`, as a simple editor calls it.
fn without_second_ending(path: &str) -> Option<&str> {
    let (stem, ending) = stem_and_ending(path);
    let lower = stem.to_lowercase();
    (is_text(ending) && [".yaml", ".yml", ".md"].iter().any(|known| lower.ends_with(known))).then_some(stem)
}

fn is_text(ending: &str) -> bool {
    TEXTS.iter().any(|known| known.eq_ignore_ascii_case(ending))
}

/// The part before the last dot of a name and the part behind it, which may be empty.
fn stem_and_ending(path: &str) -> (&str, &str) {
    match path.rsplit_once('.') {
        Some((stem, ending)) if !ending.contains('/') && !stem.is_empty() => (stem, ending),
        _ => (path, ""),
    }
}
