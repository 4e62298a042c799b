//! Embeds fonts, icons, ornaments and templates, each folder as one constant table. Adding a file to a
//! folder embeds it. Of the fonts it notes which characters they have.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

/// Table, folder, file extension, type of its contents and the macro that embeds them.
const TABLES: &[(&str, &str, &str, &str, &str)] = &[
    ("FONTS", "fonts", "ttf", "[u8]", "include_bytes"),
    ("ICONS", "site/icons", "svg", "str", "include_str"),
    ("LICENCES", "fonts", "txt", "str", "include_str"),
    ("ORNAMENTS", "site/ornaments", "svg", "str", "include_str"),
    ("PAGES", "templates/site", "html", "str", "include_str"),
    ("TEMPLATES", "templates/print", "typ", "str", "include_str"),
];

/// The folder of the project, in which the folders of these tables are.
const ROOT: &str = "../..";

/// The content folder that `deckle new` writes.
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
    let _ = writeln!(source, "/// The code points that some font has: first and last of each row of them, in order.");
    let _ = writeln!(source, "pub const COVERED: &[(u32, u32)] = &{:?};", covered(&Path::new(ROOT).join("fonts"))?);
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

/// The code points that the fonts of a folder have: first and last of each row of them.
fn covered(folder: &Path) -> io::Result<Vec<(u32, u32)>> {
    let mut all = BTreeSet::new();
    for name in file_names(folder, "ttf")? {
        let bytes = fs::read(folder.join(&name))?;
        let face = ttf_parser::Face::parse(&bytes, 0).map_err(|error| io::Error::other(format!("{name}: {error}")))?;
        let tables = face.tables().cmap.iter().flat_map(|cmap| cmap.subtables);
        for table in tables.filter(ttf_parser::cmap::Subtable::is_unicode) {
            let has_glyph = |point: &u32| table.glyph_index(*point).is_some_and(|glyph| glyph.0 > 0);
            table.codepoints(|point| all.extend(Some(point).filter(has_glyph)));
        }
    }
    let mut rows: Vec<(u32, u32)> = Vec::new();
    for point in all {
        match rows.last_mut() {
            Some((_, last)) if *last + 1 == point => *last = point,
            _ => rows.push((point, point)),
        }
    }
    Ok(rows)
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
