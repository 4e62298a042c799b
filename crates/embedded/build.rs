//! Embeds fonts, icons, ornaments and templates, each folder as one constant table. Adding a file to a
//! folder embeds it. Of the fonts it notes which characters they have.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

#[path = "src/coverage.rs"]
mod coverage;

use coverage::{Coverage, covered, rows};

/// Table, folder, file extension, type of its contents and the macro that embeds them.
const TABLES: &[(&str, &str, &str, &str, &str)] = &[
    ("FONTS", "fonts", "ttf", "[u8]", "include_bytes"),
    ("ICONS", "site/icons", "svg", "str", "include_str"),
    ("LICENCES", "fonts", "txt", "str", "include_str"),
    ("ORNAMENTS", "site/ornaments", "svg", "str", "include_str"),
    ("PAGES", "templates/site", "html", "str", "include_str"),
    ("PATTERNS", "site/patterns", "svg", "str", "include_str"),
    ("TEMPLATES", "templates/print", "typ", "str", "include_str"),
    ("WEB_FONTS", "site/fonts", "woff2", "[u8]", "include_bytes"),
    ("WEB_STYLES", "site/fonts", "css", "str", "include_str"),
];

/// The folder of the project, in which the folders of these tables are.
const ROOT: &str = "../..";

/// The content folder that `makeready new` writes.
const NEW_GAME: &str = "templates/new";

fn main() -> io::Result<()> {
    let mut source = String::new();
    for &(table, folder, ending, kind, include) in TABLES {
        println!("cargo::rerun-if-changed={ROOT}/{folder}");
        let _ = writeln!(source, "/// `{folder}/*.{ending}`, by name.");
        let _ = writeln!(source, "pub const {table}: &[(&str, &{kind})] = &[");
        for name in file_names(&Path::new(ROOT).join(folder), ending)? {
            let path = format!("concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/{ROOT}/{folder}/{name}\")");
            let _ = writeln!(source, "    ({name:?}, {include}!({path})),");
        }
        let _ = writeln!(source, "];");
    }
    for (table, folder) in [("ICON_IDS", "site/icons"), ("ORNAMENT_IDS", "site/ornaments")] {
        let names = file_names(&Path::new(ROOT).join(folder), "svg")?;
        let ids: Vec<&str> = names.iter().filter_map(|name| name.strip_suffix(".svg")).collect();
        let _ = writeln!(source, "/// The ids of `{folder}/*.svg`: whoever asks for no more carries no drawings.");
        let _ = writeln!(source, "pub const {table}: &[&str] = &{ids:?};");
    }
    let _ = writeln!(source, "/// The code points that some font has: first and last of each row of them, in order.");
    let _ = writeln!(source, "pub const COVERED: &[(u32, u32)] = &{:?};", covered_by(&Path::new(ROOT).join("fonts"))?);
    println!("cargo::rerun-if-changed={ROOT}/{NEW_GAME}");
    let _ = writeln!(source, "/// `{NEW_GAME}/**`, by path.");
    let _ = writeln!(source, "pub const NEW_GAME: &[(&str, &str)] = &[");
    for path in paths_below(&Path::new(ROOT).join(NEW_GAME), "")? {
        let whole = format!("concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/{ROOT}/{NEW_GAME}/{path}\")");
        let _ = writeln!(source, "    ({path:?}, include_str!({whole})),");
    }
    let _ = writeln!(source, "];");
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&out).join("embedded.rs"), source)
}

/// The code points that some font of a folder has.
fn covered_by(folder: &Path) -> io::Result<Coverage> {
    let mut all = BTreeSet::new();
    for name in file_names(folder, "ttf")? {
        let font = fs::read(folder.join(&name))?;
        let found = covered(&font).map_err(|error| io::Error::other(format!("{name}: {error}")))?;
        all.extend(found.into_iter().flat_map(|(first, last)| first..=last));
    }
    Ok(rows(all))
}

/// Names of the files in `folder` with this extension, sorted; none when there is no such folder.
fn file_names(folder: &Path, ending: &str) -> io::Result<Vec<String>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|found| found == ending) {
            names.extend(path.file_name().and_then(|name| name.to_str()).map(str::to_owned));
        }
    }
    names.sort();
    Ok(names)
}

/// Paths of all files below a folder, with `/` on every system, sorted.
fn paths_below(folder: &Path, prefix: &str) -> io::Result<Vec<String>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        if entry.file_type()?.is_dir() {
            paths.extend(paths_below(&entry.path(), &format!("{prefix}{name}/"))?);
        } else {
            paths.push(format!("{prefix}{name}"));
        }
    }
    paths.sort();
    Ok(paths)
}
