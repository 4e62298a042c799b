//! Pictures of shapes: SVG that shows the same on paper and in a browser, and does nothing else.
//!
//! What may stand in one is a closed set; everything else is a fault, with its place. So nothing of it runs, nothing is
//! loaded, no font is needed, and the time to draw it is bounded.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use roxmltree::{Attribute, Document, Node, ParsingOptions};

use crate::limits::{DEEPEST_DRAWING, LARGEST_DRAWING, MOST_SHAPES};

/// The namespace of SVG.
const SVG: &str = "http://www.w3.org/2000/svg";

/// Elements that are drawn, or describe what is.
const DRAWN: [&str; 20] = [
    "svg",
    "g",
    "defs",
    "symbol",
    "use",
    "path",
    "rect",
    "circle",
    "ellipse",
    "line",
    "polyline",
    "polygon",
    "linearGradient",
    "radialGradient",
    "stop",
    "clipPath",
    "mask",
    "pattern",
    "title",
    "desc",
];

/// Namespaces of what drawing programs remember for themselves. Nothing of it is drawn.
const REMARKS: [&str; 6] = [
    "http://www.inkscape.org/namespaces/inkscape",
    "http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "http://purl.org/dc/elements/1.1/",
    "http://creativecommons.org/ns#",
    "http://web.resource.org/cc/",
];

/// What is wrong with an SVG, and where in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SvgFault {
    /// What.
    pub kind: SvgFaultKind,
    /// Its bytes in the file.
    pub at: Range<usize>,
}

/// What is wrong with an SVG.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SvgFaultKind {
    /// It is not UTF-8.
    NotUtf8,
    /// It has too many bytes.
    TooLarge,
    /// It is not XML, in the words of the parser.
    NotXml(String),
    /// It declares entities, or what it may hold.
    Declaration,
    /// It is XML of another kind.
    NotSvg,
    /// It has no size of its own.
    NoSize,
    /// It runs something.
    Script(String),
    /// It holds text, which would need a font.
    Text(String),
    /// It holds another picture or page.
    Embedded(String),
    /// It is drawn by a filter, which paper does not know.
    Filter(String),
    /// It has an element that is none of those that are drawn.
    Element(String),
    /// It leads out of the file.
    Leads(String),
    /// It has parts that need themselves.
    Circle(String),
    /// It has more shapes than can be drawn soon.
    TooMany,
    /// Its parts stand too deep in one another.
    TooDeep,
}

impl SvgFault {
    /// What is wrong, behind the name of the file.
    pub fn message(&self) -> String {
        match &self.kind {
            SvgFaultKind::NotUtf8 => "is no SVG: it is not UTF-8".to_owned(),
            SvgFaultKind::TooLarge => format!("is an SVG of more than {LARGEST_DRAWING} bytes"),
            SvgFaultKind::NotXml(reason) => format!("is no SVG: {reason}"),
            SvgFaultKind::Declaration => {
                "declares what its parts are made of, or instructions for other programs".to_owned()
            }
            SvgFaultKind::NotSvg => "is XML, but no SVG".to_owned(),
            SvgFaultKind::NoSize => "does not say how wide and high it is".to_owned(),
            SvgFaultKind::Script(what) => format!("holds something that runs: `{what}`"),
            SvgFaultKind::Text(what) => format!("holds text that would need a font: `{what}`"),
            SvgFaultKind::Embedded(what) => format!("holds another picture or page: `{what}`"),
            SvgFaultKind::Filter(what) => format!("is drawn with a filter: `{what}`"),
            SvgFaultKind::Element(what) => format!("holds something that is not drawn: `{what}`"),
            SvgFaultKind::Leads(what) => format!("leads out of its file: `{what}`"),
            SvgFaultKind::Circle(what) => format!("has a part that needs itself: `{what}`"),
            SvgFaultKind::TooMany => format!("is drawn of more than {MOST_SHAPES} shapes"),
            SvgFaultKind::TooDeep => format!("has parts that stand in more than {DEEPEST_DRAWING} others"),
        }
    }

    /// The next thing to try.
    pub const fn help(&self) -> &'static str {
        match self.kind {
            SvgFaultKind::NotUtf8 | SvgFaultKind::NotXml(_) | SvgFaultKind::NotSvg => {
                "save it once more as SVG in your drawing program"
            }
            SvgFaultKind::Declaration => "take the lines that start with `<!DOCTYPE` or `<?` out; plain SVG needs none",
            SvgFaultKind::NoSize => "give it a view box, as in `viewBox=\"0 0 720 420\"`",
            SvgFaultKind::Script(_) => "take it out: a picture only shows",
            SvgFaultKind::Text(_) => "turn the text into paths in your drawing program",
            SvgFaultKind::Embedded(_) => "save the whole as PNG or JPEG, or take it out",
            SvgFaultKind::Filter(_) => {
                "paper and screens would show it differently: take it out, or save the whole as PNG"
            }
            SvgFaultKind::Element(_) => "save it as plain SVG, made of paths, shapes and gradients",
            SvgFaultKind::Leads(_) => "refer to parts of the same file only, as in `#leaf`",
            SvgFaultKind::Circle(_) => "take the reference out",
            SvgFaultKind::TooLarge | SvgFaultKind::TooMany | SvgFaultKind::TooDeep => {
                "make it simpler, or save it as PNG"
            }
        }
    }
}

/// The width and height of an SVG in hundredths, if it is one that may be shown.
pub fn extent(data: &[u8]) -> Result<(u32, u32), SvgFault> {
    let fault = |kind, at| SvgFault { kind, at };
    if data.len() > LARGEST_DRAWING {
        return Err(fault(SvgFaultKind::TooLarge, 0..0));
    }
    let text = std::str::from_utf8(data).map_err(|error| {
        let at = error.valid_up_to();
        fault(SvgFaultKind::NotUtf8, at..at)
    })?;
    let options = ParsingOptions { nodes_limit: MOST_SHAPES * 4, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| {
        let at = place(text, error.pos());
        match error {
            roxmltree::Error::DtdDetected | roxmltree::Error::UnknownEntityReference(..) => {
                fault(SvgFaultKind::Declaration, at)
            }
            roxmltree::Error::NodesLimitReached => fault(SvgFaultKind::TooMany, at),
            error => fault(SvgFaultKind::NotXml(error.to_string()), at),
        }
    })?;
    let root = document.root_element();
    if root.tag_name().name() != "svg" || root.tag_name().namespace() != Some(SVG) {
        return Err(fault(SvgFaultKind::NotSvg, opening(root)));
    }
    for node in document.descendants() {
        part(node)?;
    }
    let ids: BTreeMap<&str, Node> =
        root.descendants().filter_map(|node| Some((node.attribute("id")?, node))).rev().collect();
    let mut count = Count { ids: &ids, counted: BTreeMap::new(), open: BTreeSet::new() };
    if count.of(root, 0)? > u64::from(MOST_SHAPES) {
        return Err(fault(SvgFaultKind::TooMany, opening(root)));
    }
    size(root).ok_or_else(|| fault(SvgFaultKind::NoSize, opening(root)))
}

/// The byte at a line and column, both from 1.
fn place(text: &str, pos: roxmltree::TextPos) -> Range<usize> {
    let lines = text.split_inclusive('\n').take(pos.row.saturating_sub(1) as usize).map(str::len).sum::<usize>();
    let rest = text.get(lines..).unwrap_or_default();
    let column = rest.chars().take(pos.col.saturating_sub(1) as usize).map(char::len_utf8).sum::<usize>();
    lines + column..lines + column
}

/// The beginning of an element, without what it holds.
pub(super) fn opening(node: Node) -> Range<usize> {
    let Range { start, end } = node.range();
    let text = &node.document().input_text()[start..end];
    start..start + text.find('>').map_or(text.len(), |at| at + 1)
}

/// Refuses what must not stand in a picture.
fn part(node: Node) -> Result<(), SvgFault> {
    if node.is_pi() {
        return Err(SvgFault { kind: SvgFaultKind::Declaration, at: node.range() });
    }
    if !node.is_element() {
        return Ok(());
    }
    let refuse = |kind| Err(SvgFault { kind, at: opening(node) });
    let name = node.tag_name().name();
    let shown = || format!("<{}>", short(name));
    match node.tag_name().namespace() {
        Some(SVG) => match name {
            "script" | "handler" | "animate" | "animateMotion" | "animateTransform" | "set" => {
                return refuse(SvgFaultKind::Script(shown()));
            }
            "text" | "tspan" | "textPath" | "tref" | "font" | "font-face" | "glyph" => {
                return refuse(SvgFaultKind::Text(shown()));
            }
            "image" | "foreignObject" | "feImage" | "audio" | "video" | "iframe" => {
                return refuse(SvgFaultKind::Embedded(shown()));
            }
            "filter" => return refuse(SvgFaultKind::Filter(shown())),
            "style" => sheet(node).or_else(refuse)?,
            "metadata" => {}
            _ if DRAWN.contains(&name) => {}
            _ => return refuse(SvgFaultKind::Element(shown())),
        },
        // Of remarks nothing is read, whatever they say.
        Some(space) if REMARKS.contains(&space) => return Ok(()),
        Some(_) | None => return refuse(SvgFaultKind::Element(shown())),
    }
    let is_remark = |attribute: &Attribute| attribute.namespace().is_some_and(|space| REMARKS.contains(&space));
    for attribute in node.attributes().filter(|attribute| !is_remark(attribute)) {
        let refuse = |kind| Err(SvgFault { kind, at: attribute.range() });
        let (name, value) = (attribute.name(), attribute.value());
        let shown = || short(&format!("{name}=\"{value}\""));
        let is_handler = name.get(..2).is_some_and(|on| on.eq_ignore_ascii_case("on"));
        match name {
            _ if is_handler => return refuse(SvgFaultKind::Script(shown())),
            "href" | "src" if !value.trim().starts_with('#') => return refuse(SvgFaultKind::Leads(shown())),
            "base" => return refuse(SvgFaultKind::Leads(shown())),
            "filter" if value.trim() != "none" => return refuse(SvgFaultKind::Filter(shown())),
            _ => declarations(value).or_else(refuse)?,
        }
    }
    Ok(())
}

/// Refuses a style sheet that leads out of the file, or has a rule with `@`, which loads something or is about fonts.
fn sheet(node: Node) -> Result<(), SvgFaultKind> {
    // Comments part the text, and browsers read it as one.
    let text: String = node.descendants().filter(Node::is_text).filter_map(|part| part.text()).collect();
    match text.find('@') {
        Some(at) => Err(SvgFaultKind::Leads(short(&text[at..]))),
        None => declarations(&text),
    }
}

/// Refuses a style, or an attribute that may be one, that leads out of the file or is drawn by a filter.
fn declarations(text: &str) -> Result<(), SvgFaultKind> {
    let lower = text.to_ascii_lowercase();
    // An escape or a comment could hide whatever is looked for.
    if let Some(at) = text.find('\\').or_else(|| text.find("/*")) {
        return Err(SvgFaultKind::Leads(short(&text[at..])));
    }
    let is_outside = |(at, _): &(usize, &str)| reference(&text[at + "url(".len()..]).is_none();
    if let Some((at, _)) = lower.match_indices("url(").find(is_outside) {
        return Err(SvgFaultKind::Leads(short(&text[at..])));
    }
    let is_filter = |declaration: &&str| {
        let (name, value) = declaration.split_once(':').unwrap_or_default();
        let name = name.rsplit('{').next().unwrap_or_default();
        name.trim() == "filter" && value.trim() != "none"
    };
    match lower.split([';', '}']).find(is_filter) {
        Some(filter) => Err(SvgFaultKind::Filter(short(filter.trim()))),
        None => Ok(()),
    }
}

/// The id that stands behind `url(`, of a part of the same file.
fn reference(behind: &str) -> Option<&str> {
    let rest = behind.trim_start().trim_start_matches(['"', '\'']).strip_prefix('#')?;
    rest.split([')', '"', '\'']).next().map(str::trim)
}

fn short(text: &str) -> String {
    const MOST: usize = 60;
    text.chars().take(MOST).collect()
}

/// How many shapes are drawn: a part that is used in several places counts for each of them.
struct Count<'d, 'i> {
    ids: &'d BTreeMap<&'d str, Node<'d, 'i>>,
    counted: BTreeMap<usize, u64>,
    /// The elements around, each from its beginning to its end.
    open: BTreeSet<usize>,
}

impl<'i> Count<'_, 'i> {
    fn of(&mut self, node: Node<'_, 'i>, depth: u32) -> Result<u64, SvgFault> {
        let key = node.range().start;
        if let Some(counted) = self.counted.get(&key) {
            return Ok(*counted);
        }
        let refuse = |kind| SvgFault { kind, at: opening(node) };
        if depth > DEEPEST_DRAWING {
            return Err(refuse(SvgFaultKind::TooDeep));
        }
        if !self.open.insert(key) {
            return Err(refuse(SvgFaultKind::Circle(format!("<{}>", short(node.tag_name().name())))));
        }
        let mut count = 1u64;
        for child in node.children().filter(Node::is_element) {
            count = count.saturating_add(self.of(child, depth + 1)?);
        }
        for id in references(node) {
            if let Some(target) = self.ids.get(id).copied() {
                count = count.saturating_add(self.of(target, depth + 1)?);
            }
        }
        self.open.remove(&key);
        self.counted.insert(key, count);
        Ok(count)
    }
}

/// The parts of the same file that an element needs.
fn references<'n>(node: Node<'n, '_>) -> Vec<&'n str> {
    let of = |attribute: Attribute<'n, '_>| {
        let value = attribute.value();
        let href = value.trim().strip_prefix('#').filter(|_| attribute.name() == "href");
        let urls = value.match_indices("url(").filter_map(|(at, found)| reference(&value[at + found.len()..]));
        href.into_iter().chain(urls).collect::<Vec<_>>()
    };
    node.attributes().flat_map(of).collect()
}

/// The width and height of the drawing, in hundredths of its unit.
fn size(root: Node) -> Option<(u32, u32)> {
    let length = |name| plain_length(root.attribute(name)?);
    let of_box = || {
        let numbers = root.attribute("viewBox")?.split([' ', ',', '\t', '\n', '\r']).filter(|part| !part.is_empty());
        let numbers: Vec<f64> = numbers.map(|part| part.parse().ok()).collect::<Option<_>>()?;
        match numbers[..] {
            [_, _, width, height] => Some((width, height)),
            _ => None,
        }
    };
    let (width, height) = length("width").zip(length("height")).or_else(of_box)?;
    Some((hundredths(width)?, hundredths(height)?))
}

/// A length in whatever unit but a part of what is around.
fn plain_length(text: &str) -> Option<f64> {
    const UNITS: [(&str, f64); 7] = [
        ("px", 1.0),
        ("pt", 4.0 / 3.0),
        ("pc", 16.0),
        ("mm", 96.0 / 25.4),
        ("cm", 96.0 / 2.54),
        ("in", 96.0),
        ("", 1.0),
    ];
    let text = text.trim();
    UNITS.iter().find_map(|(unit, pixels)| Some(text.strip_suffix(unit)?.trim().parse::<f64>().ok()? * pixels))
}

fn hundredths(length: f64) -> Option<u32> {
    const LARGEST: f64 = 100_000.0;
    let is_sane = length.is_finite() && length > 0.0 && length <= LARGEST;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 0 and a hundred times the largest"
    )]
    is_sane.then(|| (length * 100.0).round().max(1.0) as u32)
}
