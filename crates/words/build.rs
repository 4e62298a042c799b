//! Reads the words of each language, `site/words/<language>.yaml`, so that no program or page has to: keys are paths in the file,
//! and what is counted has a form for each plural. `Table::read` says how they are embedded.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

use serde::Deserialize;

/// Where the words are.
const FOLDER: &str = "../../site/words";
/// The names of plurals; a map of nothing else is what is counted.
const PLURALS: [&str; 6] = ["zero", "one", "two", "few", "many", "other"];

/// What a file says at a key.
#[derive(Deserialize)]
#[serde(untagged)]
enum Node {
    Text(String),
    Map(BTreeMap<String, Node>),
}

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed={FOLDER}");
    let mut names = Vec::new();
    for file in fs::read_dir(FOLDER)? {
        names.extend(file?.file_name().to_str().and_then(|name| name.strip_suffix(".yaml")).map(str::to_owned));
    }
    names.sort_unstable();
    let mut source = String::from("const EMBEDDED: &[(&str, &str)] = &[\n");
    for tag in names {
        let text = fs::read_to_string(Path::new(FOLDER).join(format!("{tag}.yaml")))?;
        let nodes: BTreeMap<String, Node> =
            serde_yaml::from_str(&text).map_err(|error| io::Error::other(format!("site/words/{tag}.yaml: {error}")))?;
        let mut all = String::new();
        add(&mut all, "", &nodes);
        let _ = writeln!(source, "    ({tag:?}, {all:?}),");
    }
    source.push_str("];\n");
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&out).join("words.rs"), source)
}

/// Adds what stands below a key. No text of YAML has the characters between which it stands.
fn add(all: &mut String, before: &str, nodes: &BTreeMap<String, Node>) {
    let is_counted = nodes.iter().all(|(name, node)| matches!(node, Node::Text(_)) && PLURALS.contains(&&**name));
    for (name, node) in nodes {
        let key = if before.is_empty() { name.clone() } else { format!("{before}.{name}") };
        match node {
            Node::Text(text) => {
                let (key, plural) = if is_counted { (before, &**name) } else { (&*key, "") };
                let _ = write!(all, "{key}\u{1f}{plural}\u{1f}{text}\u{1e}");
            }
            Node::Map(nodes) => add(all, &key, nodes),
        }
    }
}
