//! Icons: one-color drawings, embedded in a page as symbols and shown in the color of the text.
//!
//! Only the view box and paths of a file are used, so that nothing else in it reaches a page.

use std::collections::BTreeMap;

use deckle_faces::nearest;
use serde::Serialize;

/// The drawing of an icon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Drawing {
    /// Its id.
    pub id: String,
    /// `0 0 512 512`
    pub view_box: String,
    /// Path data.
    pub paths: Vec<String>,
}

/// All icons by id.
pub struct Icons(BTreeMap<String, Drawing>);

impl Icons {
    /// Reads SVG files by id. A file without a path is left out, so that using it is reported.
    pub fn new(files: &BTreeMap<String, String>) -> Self {
        Self(files.iter().filter_map(|(id, svg)| Some((id.clone(), drawing(id, svg)?))).collect())
    }

    /// Whether there is such an icon.
    pub fn has(&self, id: &str) -> bool {
        self.0.contains_key(id)
    }

    /// The drawing of an icon.
    pub fn drawing(&self, id: &str) -> Option<&Drawing> {
        self.0.get(id)
    }

    /// The icon with the nearest name.
    pub fn nearest(&self, id: &str) -> Option<String> {
        nearest(id, self.0.keys().map(String::as_str)).map(str::to_owned)
    }
}

/// The drawing of an SVG file; none when it has no path.
pub fn drawing(id: &str, svg: &str) -> Option<Drawing> {
    let is_data = |text: &&str| text.chars().all(|c| c.is_ascii_alphanumeric() || " ,.+-\n\t".contains(c));
    let view_box = attributes(svg, "viewBox").next().filter(is_data).unwrap_or("0 0 512 512").to_string();
    let paths: Vec<String> = attributes(svg, "d").filter(is_data).map(str::to_string).collect();
    (!paths.is_empty()).then(|| Drawing { id: id.to_string(), view_box, paths })
}

fn attributes<'a>(svg: &'a str, name: &str) -> impl Iterator<Item = &'a str> {
    let opening = format!(" {name}=\"");
    let mut rest = svg;
    std::iter::from_fn(move || {
        let start = rest.find(&opening)? + opening.len();
        let end = start + rest[start..].find('"')?;
        let value = &rest[start..end];
        rest = &rest[end..];
        Some(value)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_are_taken_from_a_file() {
        let svg = r#"<svg viewBox="0 0 10 10" onload="x()"><script>1</script><path id="d" d="M0 0h1z"/></svg>"#;
        let drawing = drawing("dot", svg).expect("a drawing");
        assert_eq!((drawing.view_box.as_str(), drawing.paths), ("0 0 10 10", vec!["M0 0h1z".to_string()]));
        assert_eq!(super::drawing("bad", r#"<svg><path d="&quot;"/></svg>"#), None);
    }
}
