//! Lists the icons in `site/icons`, so that adding one is adding a file.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("site/icons");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut names: Vec<String> = fs::read_dir(&folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok()?.strip_suffix(".svg").map(str::to_owned))
        .collect();
    names.sort();
    let mut list = String::from("/// Every icon: id and SVG.\npub const ICONS: &[(&str, &str)] = &[\n");
    for name in names {
        let path = folder.join(format!("{name}.svg"));
        writeln!(list, "    ({name:?}, include_str!({:?})),", path.display().to_string()).expect("writing to a string");
    }
    list += "];\n";
    let out = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("icons.rs");
    fs::write(out, list).expect("the build folder can be written");
}
