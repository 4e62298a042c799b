//! Icons: SVG in one color, which is that of the place where it stands.
//!
//! **In** the bytes of a file that its author drew in whatever color. **Out** the same drawing in `currentColor`. **Fails** with
//! [`IconFault`] when it could not be shown in one color, or not at all.

use std::ops::Range;

use roxmltree::{Document, Node};

use super::{PictureFault, PictureKind, Proof, examine};
use crate::limits::LARGEST_ICON;

/// What is wrong with an icon, and where in its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IconFault {
    /// What.
    pub kind: IconFaultKind,
    /// Its bytes in the file.
    pub at: Range<usize>,
}

/// What is wrong with an icon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IconFaultKind {
    /// It is no picture that could be shown.
    Picture(PictureFault),
    /// It is made of pixels.
    Pixels,
    /// It has too many bytes.
    TooLarge,
    /// It has no view box.
    NoViewBox,
    /// It has a style sheet, in which colors are not looked for.
    StyleSheet,
    /// It has a part with more than one color, by its name.
    Shaded(String),
    /// It has two colors.
    Colors(String, String),
    /// There is nothing in it to see.
    Nothing,
}

impl IconFault {
    /// What is wrong, behind the name of the file.
    pub fn message(&self) -> String {
        match &self.kind {
            IconFaultKind::Picture(fault) => fault.message(),
            IconFaultKind::Pixels => "is made of pixels".to_owned(),
            IconFaultKind::TooLarge => format!("has more than {LARGEST_ICON} bytes"),
            IconFaultKind::NoViewBox => "has no view box".to_owned(),
            IconFaultKind::StyleSheet => "has a style sheet".to_owned(),
            IconFaultKind::Shaded(what) => format!("has a part of more than one color: `{what}`"),
            IconFaultKind::Colors(one, other) => format!("has more than one color: `{one}` and `{other}`"),
            IconFaultKind::Nothing => "is empty".to_owned(),
        }
    }

    /// The next thing to try.
    pub fn help(&self) -> &'static str {
        match &self.kind {
            IconFaultKind::Picture(fault) => fault.help(),
            IconFaultKind::Pixels => "draw it as SVG: icons are set at any size, in any color",
            IconFaultKind::TooLarge => "make it simpler: an icon is a few millimetres high",
            IconFaultKind::NoViewBox => "give it one, as in `viewBox=\"0 0 512 512\"`",
            IconFaultKind::StyleSheet => "save it as plain SVG, with the color as `fill` of its shapes",
            IconFaultKind::Shaded(_) => "make it flat: an icon takes the color of its place",
            IconFaultKind::Colors(..) => {
                "keep one color, and remove any background: an icon takes the color of its place"
            }
            IconFaultKind::Nothing => "draw its shape with `fill` or `stroke`",
        }
    }
}

/// The color of the place where an icon stands.
pub const COLOR: &str = "currentColor";
/// The color of shapes that say nothing of theirs.
const UNSAID: &str = "#000000";

/// What has several colors, or takes them from elsewhere.
const SHADED: [&str; 5] = ["linearGradient", "radialGradient", "stop", "pattern", "mask"];
/// What can be seen.
const SHAPES: [&str; 7] = ["path", "rect", "circle", "ellipse", "line", "polyline", "polygon"];
/// The properties that are colors.
const PAINTS: [&str; 3] = ["fill", "stroke", "color"];

/// An icon in the color of its place.
///
/// # Errors
/// See [`IconFault`].
pub fn in_one_color(data: &[u8], proof: Option<Proof>) -> Result<String, IconFault> {
    let whole = |kind| IconFault { kind, at: 0..0 };
    if data.len() > LARGEST_ICON {
        return Err(whole(IconFaultKind::TooLarge));
    }
    match examine(data, proof) {
        Ok((PictureKind::Svg, _)) => {}
        Ok((PictureKind::Png | PictureKind::Jpeg, _)) => return Err(whole(IconFaultKind::Pixels)),
        Err(fault) => {
            let at = if let PictureFault::Svg(fault) = &fault { fault.at.clone() } else { 0..0 };
            return Err(IconFault { kind: IconFaultKind::Picture(fault), at });
        }
    }
    let text = std::str::from_utf8(data).expect("it has been examined");
    let document = Document::parse(text).expect("it has been examined");
    let root = document.root_element();
    if root.attribute("viewBox").is_none() {
        return Err(IconFault { kind: IconFaultKind::NoViewBox, at: opening(root) });
    }
    let mut paints = Vec::new();
    for node in root.descendants().filter(Node::is_element) {
        refuse_shades(node)?;
        paints.extend(paints_of(node));
    }
    one_color(root, &paints)?;
    Ok(repainted(root, &paints))
}

/// A color where it is said: its bytes, and what it is.
struct Paint {
    at: Range<usize>,
    color: String,
}

fn opening(node: Node) -> Range<usize> {
    super::svg::opening(node)
}

/// Refuses parts that have more than one color, or could.
fn refuse_shades(node: Node) -> Result<(), IconFault> {
    let name = node.tag_name().name();
    let kind = match name {
        "style" => IconFaultKind::StyleSheet,
        _ if SHADED.contains(&name) => IconFaultKind::Shaded(format!("<{name}>")),
        _ => return Ok(()),
    };
    Err(IconFault { kind, at: opening(node) })
}

/// The colors that an element says, as attributes or in its style.
fn paints_of(node: Node) -> Vec<Paint> {
    let mut found = Vec::new();
    for attribute in node.attributes().filter(|attribute| attribute.namespace().is_none()) {
        // As it is written: a reference to a character would make it longer than what is read of it.
        let at = attribute.range_value();
        let written = &node.document().input_text()[at.clone()];
        if PAINTS.contains(&attribute.name()) {
            found.extend(paint(written, at.start));
        } else if attribute.name() == "style" {
            let mut start = at.start;
            for declaration in written.split(';') {
                let (name, value) = declaration.split_once(':').unwrap_or_default();
                let place = start + declaration.len() - value.len();
                found.extend(paint(value, place).filter(|_| PAINTS.contains(&name.trim())));
                start += declaration.len() + 1;
            }
        }
    }
    found
}

/// A color at a place; none where there is none, or that of what is around.
fn paint(value: &str, start: usize) -> Option<Paint> {
    let color = value.trim();
    let is_none = ["", "none", "inherit", "transparent"].iter().any(|word| color.eq_ignore_ascii_case(word));
    let start = start + value.len() - value.trim_start().len();
    (!is_none).then(|| Paint { at: start..start + color.len(), color: spelled_out(color) })
}

/// A color as it is compared with others.
fn spelled_out(color: &str) -> String {
    let color = color.to_ascii_lowercase();
    match color.as_str() {
        "black" => UNSAID.to_owned(),
        "white" => "#ffffff".to_owned(),
        _ => match color.strip_prefix('#').filter(|digits| digits.len() == 3) {
            Some(digits) => digits.chars().fold("#".to_owned(), |text, digit| text + &format!("{digit}{digit}")),
            None => color,
        },
    }
}

/// Refuses a drawing of several colors, or of none.
fn one_color(root: Node, paints: &[Paint]) -> Result<(), IconFault> {
    let shapes = root.descendants().filter(|node| SHAPES.contains(&node.tag_name().name()));
    let is_clip = |node: &Node| node.ancestors().any(|around| around.tag_name().name() == "clipPath");
    let shapes: Vec<Node> = shapes.filter(|node| !is_clip(node)).collect();
    let unsaid = shapes.iter().find(|shape| !shape.ancestors().any(says_fill)).map(|shape| (opening(*shape), UNSAID));
    let said = paints.iter().map(|paint| (paint.at.clone(), paint.color.as_str()));
    let mut all = unsaid.into_iter().chain(said);
    let Some((_, first)) = all.next().filter(|_| !shapes.is_empty()) else {
        return Err(IconFault { kind: IconFaultKind::Nothing, at: opening(root) });
    };
    match all.find(|(_, color)| *color != first) {
        Some((at, other)) => Err(IconFault { kind: IconFaultKind::Colors(first.to_owned(), other.to_owned()), at }),
        None => Ok(()),
    }
}

/// Whether an element says how it is filled, be it not at all.
fn says_fill(node: Node) -> bool {
    let in_style =
        |style: &str| style.split(';').any(|part| part.split(':').next().is_some_and(|n| n.trim() == "fill"));
    node.attribute("fill").is_some() || node.attribute("style").is_some_and(in_style)
}

/// The drawing with all its colors replaced by that of its place.
fn repainted(root: Node, paints: &[Paint]) -> String {
    let text = root.document().input_text();
    let Range { start, end } = root.range();
    let name = text[start..end].find(|c: char| c.is_whitespace() || matches!(c, '>' | '/')).unwrap_or_default();
    let mut at = start + name;
    let mut drawing = text[start..at].to_owned();
    if !says_fill(root) {
        drawing += &format!(" fill=\"{COLOR}\"");
    }
    for paint in paints {
        drawing += &text[at..paint.at.start];
        drawing += COLOR;
        at = paint.at.end;
    }
    drawing + &text[at..end]
}
