//! Icons that a game brings in its folder `icons/`, used by their names as those that the program has. The look of the game may take one
//! as its emblem.
//!
//! **In** the files of that folder. **Out** [`GameIcons`]. What is wrong with one is a finding at its file, whether it is used or not.

use std::collections::BTreeMap;
use std::path::Path;

use makeready_embedded::{ICON_IDS, ORNAMENT_IDS};

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::limits::{LONGEST_ID, MOST_ICONS};
use crate::picture::{ArtCredit, icon};
use crate::source::{FileId, SourceFile, Sources, Span};

/// The folder of a game with its icons.
pub const ICONS: &str = "icons/";

/// Endings of pictures: one that is no SVG is told of, and not passed over.
const ENDINGS: [&str; 6] = ["svg", "png", "jpg", "jpeg", "gif", "webp"];

/// The icons of a game's own, by their names.
#[derive(Clone, Debug, Default, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct GameIcons(pub BTreeMap<String, GameIcon>);

/// An icon that a game brings.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct GameIcon {
    /// Its file.
    pub file: FileId,
    /// SVG, in which `currentColor` stands for the color of the place where it is shown. Empty where it cannot be shown, which has
    /// been reported.
    pub svg: String,
    /// Who drew it.
    pub credit: ArtCredit,
}

impl GameIcons {
    /// The icon of this name.
    pub fn find(&self, name: &str) -> Option<&GameIcon> {
        self.0.get(name)
    }

    /// Their names.
    pub fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.0.keys().map(String::as_str)
    }

    /// The icon that a drawing is, whatever its color.
    pub fn whose(&self, drawing: &str) -> Option<&GameIcon> {
        self.0.values().find(|icon| is_colored(drawing, &icon.svg))
    }
}

/// Whether a drawing is a template with one and the same color, `#rrggbb` or `#rrggbbaa`, put in.
fn is_colored(drawing: &str, template: &str) -> bool {
    let mut parts = template.split(icon::COLOR);
    let Some(mut rest) = parts.next().and_then(|before| drawing.strip_prefix(before)) else { return false };
    let digits = rest.get(1..).unwrap_or_default().chars().take_while(char::is_ascii_hexdigit).count();
    let color = &rest[..rest.len().min(digits + 1)];
    for part in parts {
        match rest.strip_prefix(color).and_then(|rest| rest.strip_prefix(part)) {
            Some(behind) => rest = behind,
            None => return false,
        }
    }
    rest.is_empty() && color.starts_with('#') && matches!(digits, 6 | 8)
}

/// Whether the file at a path within a content folder is an icon, in a place where they are looked for.
pub fn is_icon(path: &str) -> bool {
    path.split_once('/').is_some_and(|(_, inner)| is_icon_within(inner))
}

/// The same for a path within a system.
pub(crate) fn is_icon_within(path: &str) -> bool {
    let ending = Path::new(path).extension().and_then(|ending| ending.to_str());
    path.starts_with(ICONS)
        && ending.is_some_and(|ending| ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending)))
}

/// The icons of a system, and what is wrong with them.
///
/// `files` are its icons, each with its path within the system.
pub(crate) fn read(sources: &Sources, files: &[(FileId, &SourceFile, &str)]) -> (GameIcons, Vec<Diagnostic>) {
    let mut own = GameIcons::default();
    let mut found = Vec::new();
    if let Some((id, _, path)) = files.get(MOST_ICONS) {
        let message = format!("a game has at most {MOST_ICONS} icons; `{path}` is one too many");
        found.push(fault(Code::TooLarge, *id, &message, "remove icons that nothing uses"));
    }
    for (file, source, path) in files.iter().take(MOST_ICONS) {
        let name = path.strip_prefix(ICONS).unwrap_or(path);
        let name = name.rsplit_once('.').map_or(name, |(name, _)| name);
        if let Some((code, message, help)) = bad_name(name) {
            found.push(fault(code, *file, &message, help));
            continue;
        }
        // What is wrong with the file as a whole is reported with all files.
        let drawn = sources
            .bytes(&source.path)
            .filter(|_| sources.fault(*file).is_none())
            .map(|data| icon::in_one_color(data, sources.proof()));
        let svg = drawn.and_then(|drawn| {
            let report = |fault: icon::IconFault| {
                let message = format!("the icon `{path}` {}", fault.message());
                found.push(
                    Diagnostic::error(Code::BadIcon, Span::new(*file, fault.at.clone()), message).help(fault.help()),
                );
            };
            drawn.map_err(report).ok()
        });
        let icon = GameIcon { file: *file, svg: svg.unwrap_or_default(), credit: ArtCredit::default() };
        own.0.insert(name.to_owned(), icon);
    }
    (own, found)
}

/// What is wrong with the name of an icon, and the next thing to try.
fn bad_name(name: &str) -> Option<(Code, String, &'static str)> {
    let is_sign = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.contains('/') {
        return Some((Code::BadIcon, format!("`{name}` is in a subfolder"), "move it into `icons/`"));
    }
    if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !name.chars().all(is_sign) || name.len() > LONGEST_ID {
        let shown: String = name.chars().take(LONGEST_ID).collect();
        let help = "name the file with lowercase letters, digits and `-`, starting with a letter, such as \
                    `icons/lantern.svg`";
        return Some((Code::BadId, format!("`{shown}` cannot be used as the name of an icon"), help));
    }
    let is_taken = ICON_IDS.iter().chain(ORNAMENT_IDS).any(|known| *known == name);
    is_taken.then(|| {
        let help = "rename the file and use the new name, or delete it to use Makeready's own";
        (Code::BadIcon, format!("Makeready already has an icon or emblem `{name}`"), help)
    })
}

fn fault(code: Code, file: FileId, message: &str, help: &str) -> Diagnostic {
    Diagnostic::error(code, Span { file, start: 0, end: 0 }, message).help(help)
}
