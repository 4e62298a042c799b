//! Pictures of shapes: SVG that shows the same on paper and in a browser, and does nothing else.
//!
//! What may stand in one is a closed set; everything else is a fault, with its place. So nothing of it runs, nothing is
//! loaded, no font is needed, and the time to draw it is bounded.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use roxmltree::{Attribute, Document, Node, ParsingOptions};

use super::{Proof, count, numbers, tags};
use crate::limits::{
    DEEPEST_DRAWING, LARGEST_DRAWING, LARGEST_TILE, MOST_ATTRIBUTES, MOST_DECLARATIONS, MOST_SHAPES, MOST_STYLED,
};

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
const REMARKS: [&str; 18] = [
    "http://www.inkscape.org/namespaces/inkscape",
    "http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "http://purl.org/dc/elements/1.1/",
    "http://creativecommons.org/ns#",
    "http://web.resource.org/cc/",
    "http://ns.adobe.com/AdobeIllustrator/10.0/",
    "http://ns.adobe.com/AdobeSVGViewerExtensions/3.0/",
    "http://ns.adobe.com/Extensibility/1.0/",
    "http://ns.adobe.com/Flows/1.0/",
    "http://ns.adobe.com/GenericCustomNamespace/1.0/",
    "http://ns.adobe.com/Graphs/1.0/",
    "http://ns.adobe.com/ImageReplacement/1.0/",
    "http://ns.adobe.com/SaveForWeb/1.0/",
    "http://ns.adobe.com/Variables/1.0/",
    "http://ns.adobe.com/XPath/1.0/",
    "http://www.bohemiancoding.com/sketch/ns",
    "http://www.serif.com/",
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
    /// A style has what may hide where it leads: a comment, a backslash, or a rule with `@`.
    Hides(String),
    /// It has parts that need themselves.
    Circle(String),
    /// It has more shapes than can be drawn soon.
    TooMany,
    /// Its parts stand too deep in one another.
    TooDeep,
    /// An element has more attributes than there may be, or all together have more names of namespaces.
    Crowded,
    /// Its style sheets have so many declarations, for so many elements.
    Styled(usize, usize),
    /// It has a number that is too large.
    Number(String),
    /// The tile of a pattern is many times as large as the shape that it fills: how the pattern says so, whether it is too
    /// wide or too high, and how many times.
    Unit {
        /// The attribute.
        what: String,
        /// Whether it is the width.
        is_width: bool,
        /// How many times.
        times: String,
    },
    /// The tile of a pattern is many times as large as the drawing.
    Tile,
    /// A pattern has more tiles in a shape than can be seen.
    Tiles,
    /// A line has more dashes than can be seen.
    Dashes,
    /// A part of it is far larger than the drawing, or far away from it.
    Far,
    /// Too much of it is drawn by itself before it is put on the rest.
    Layers,
    /// Clips stand in one another, more than a PDF may have.
    Nested,
    /// A gradient begins again where it ends.
    Spread,
    /// What draws it fails, in its words.
    Undrawable(String),
}

impl SvgFault {
    /// What is wrong, behind the name of the file.
    pub fn message(&self) -> String {
        match &self.kind {
            SvgFaultKind::NotUtf8 => "is not an SVG: it is not UTF-8".to_owned(),
            SvgFaultKind::TooLarge => format!("is an SVG of more than {LARGEST_DRAWING} bytes"),
            SvgFaultKind::NotXml(reason) => format!("is not an SVG: {reason}"),
            SvgFaultKind::Declaration => "has a `<!DOCTYPE` or an instruction for other programs".to_owned(),
            SvgFaultKind::NotSvg => "is XML, but not SVG".to_owned(),
            SvgFaultKind::NoSize => "has no width and height between 0.01 and 100,000".to_owned(),
            SvgFaultKind::Script(what) => format!("contains something that runs: `{what}`"),
            SvgFaultKind::Text(what) => format!("contains text, which needs a font: `{what}`"),
            SvgFaultKind::Embedded(what) => format!("contains another picture or page: `{what}`"),
            SvgFaultKind::Filter(what) => format!("is drawn with a filter: `{what}`"),
            SvgFaultKind::Element(what) => format!("contains something that is not drawn: `{what}`"),
            SvgFaultKind::Leads(what) => format!("refers to another file: `{what}`"),
            SvgFaultKind::Hides(what) => {
                format!("has a comment, a backslash or an `@` rule, which could hide a reference: `{what}`")
            }
            SvgFaultKind::Circle(what) => format!("has a part that contains itself: `{what}`"),
            SvgFaultKind::TooMany => format!("has more than {MOST_SHAPES} shapes"),
            SvgFaultKind::TooDeep => format!("has parts that are nested more than {DEEPEST_DRAWING} levels deep"),
            SvgFaultKind::Crowded => {
                format!("has an element with more than {MOST_ATTRIBUTES} attributes, or as many namespaces in total")
            }
            SvgFaultKind::Styled(declarations, elements) => {
                format!("has {declarations} declarations in style sheets for {elements} elements")
            }
            SvgFaultKind::Number(number) => format!("has a number that is too large: `{number}`"),
            SvgFaultKind::Unit { what, is_width, times } => {
                let large = if *is_width { "wide" } else { "high" };
                format!("has a pattern with `{what}`: its tile is {times} times as {large} as the shape")
            }
            SvgFaultKind::Tile => {
                format!("has a pattern whose tile is more than {LARGEST_TILE} times as large as the drawing")
            }
            SvgFaultKind::Tiles => "has a pattern of more tiles than can be seen".to_owned(),
            SvgFaultKind::Dashes => "has a line of more dashes than can be seen".to_owned(),
            SvgFaultKind::Far => "has a part that is far larger than the drawing, or far away from it".to_owned(),
            SvgFaultKind::Layers => {
                "is too complex: it has too many large groups with opacity, masks or clips".to_owned()
            }
            SvgFaultKind::Nested => "nests more clips than PDF/A allows".to_owned(),
            SvgFaultKind::Spread => "has a repeating gradient (`spreadMethod`), which PDF/A does not allow".to_owned(),
            SvgFaultKind::Undrawable(reason) => format!("cannot be drawn: {reason}"),
        }
    }

    /// The next thing to try.
    pub const fn help(&self) -> &'static str {
        match self.kind {
            SvgFaultKind::NotUtf8 | SvgFaultKind::NotXml(_) | SvgFaultKind::NotSvg => {
                "save it again as SVG in your drawing program"
            }
            SvgFaultKind::Declaration => "remove the lines that start with `<!DOCTYPE` or `<?`; plain SVG needs none",
            SvgFaultKind::NoSize => "give it a view box, as in `viewBox=\"0 0 720 420\"`",
            SvgFaultKind::Script(_) => "remove it: a picture cannot run anything",
            SvgFaultKind::Text(_) => "turn the text into paths in your drawing program",
            SvgFaultKind::Embedded(_) => "save the whole picture as PNG or JPEG, or remove this part",
            SvgFaultKind::Filter(_) => {
                "remove it, or save the whole picture as PNG: paper and screens would show it differently"
            }
            SvgFaultKind::Element(_) => "save it as plain SVG, made of paths, shapes and gradients",
            SvgFaultKind::Hides(_) => "remove it",
            SvgFaultKind::Leads(_) => "refer to parts of the same file only, as in `#leaf`",
            SvgFaultKind::Circle(_) => "remove the reference",
            SvgFaultKind::TooLarge | SvgFaultKind::TooMany | SvgFaultKind::TooDeep | SvgFaultKind::Layers => {
                "make it simpler, or save it as PNG"
            }
            SvgFaultKind::Crowded => "save it again as plain SVG in your drawing program",
            SvgFaultKind::Styled(..) => "save it with the styles as attributes of its shapes, or as PNG",
            SvgFaultKind::Number(_) => {
                "move and scale the drawing, so that its numbers are between -1,000,000 and 1,000,000"
            }
            SvgFaultKind::Unit { .. } => {
                "write `patternUnits=\"userSpaceOnUse\"`: without it, `width=\"1\"` is all of the shape's width"
            }
            SvgFaultKind::Tile => {
                "make the tile smaller: its `width` and `height`, its `patternTransform` or its `patternUnits`"
            }
            SvgFaultKind::Tiles => "make the tile larger: its `width` and `height`, or its `patternTransform`",
            SvgFaultKind::Dashes => "make the dashes longer: `stroke-dasharray`",
            SvgFaultKind::Far => "remove the part, or crop it; check its size, its `transform` and its `stroke-width`",
            SvgFaultKind::Nested => "release nested clips, or save it as PNG",
            SvgFaultKind::Spread => "write `spreadMethod=\"pad\"` with all visible stops, or save it as PNG",
            SvgFaultKind::Undrawable(_) => "save it again as plain SVG in your drawing program, or as PNG",
        }
    }
}

/// The width and height of an SVG in hundredths, if it is one that may be shown.
pub fn extent(data: &[u8], proof: Option<Proof>) -> Result<(u32, u32), SvgFault> {
    let fault = |kind, at| SvgFault { kind, at };
    if data.len() > LARGEST_DRAWING {
        return Err(fault(SvgFaultKind::TooLarge, 0..0));
    }
    let text = std::str::from_utf8(data).map_err(|error| {
        let at = error.valid_up_to();
        fault(SvgFaultKind::NotUtf8, at..at)
    })?;
    if let Some(at) = tags::crowded(text) {
        return Err(fault(SvgFaultKind::Crowded, at));
    }
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
    styles(root)?;
    let used: BTreeSet<&str> = root.descendants().flat_map(references).collect();
    let is_used = |node: &Node| node.attribute("id").is_some_and(|id| used.contains(id));
    root.descendants().filter(|node| node.tag_name().name() == "pattern" && is_used(node)).try_for_each(tile)?;
    let ids: BTreeMap<&str, Node> =
        root.descendants().filter_map(|node| Some((node.attribute("id")?, node))).rev().collect();
    let sheets: String = root.descendants().filter(|node| node.tag_name().name() == "style").map(text_of).collect();
    count::bounded(root, &ids, &sheets)?;
    let size = size(root).ok_or_else(|| fault(SvgFaultKind::NoSize, opening(root)))?;
    if let Some(Proof { drawing, .. }) = proof {
        drawing(text).map_err(|(kind, id)| fault(kind, opening(ids.get(id.as_str()).copied().unwrap_or(root))))?;
    }
    Ok(size)
}

/// An SVG without what drawing programs remember for themselves, such as the paths of the author's files: comments, metadata,
/// and elements and attributes of other namespaces become blanks, so that all else keeps its place. None where there is
/// nothing of it, and where the file is no sound SVG.
pub fn without_remarks(data: &[u8]) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(data).ok().filter(|text| text.len() <= LARGEST_DRAWING)?;
    if tags::crowded(text).is_some() {
        return None;
    }
    let options = ParsingOptions { nodes_limit: MOST_SHAPES * 4, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).ok()?;
    let mut bytes = data.to_vec();
    let mut blank = |range: Range<usize>| {
        bytes[range].iter_mut().filter(|byte| !matches!(byte, b'\n' | b'\r')).for_each(|byte| *byte = b' ');
    };
    // Without the comment, a style sheet would be another one.
    let is_in_sheet = |node: Node| node.parent().is_some_and(|around| around.tag_name().name() == "style");
    for node in document.descendants() {
        let is_remark = match node.tag_name().namespace() {
            Some(SVG) => node.tag_name().name() == "metadata",
            Some(space) => REMARKS.contains(&space),
            None => node.is_comment() && !is_in_sheet(node),
        };
        if is_remark {
            blank(node.range());
        } else {
            node.attributes().filter(is_remark_attribute).for_each(|attribute| blank(attribute.range()));
        }
    }
    (bytes != data).then_some(bytes)
}

fn is_remark_attribute(attribute: &Attribute) -> bool {
    attribute.namespace().is_some_and(|space| REMARKS.contains(&space))
}

/// Refuses style sheets of many declarations for many elements: what draws it compares each with each.
fn styles(root: Node) -> Result<(), SvgFault> {
    let elements = || root.descendants().filter(Node::is_element);
    let sheets = || elements().filter(|node| node.tag_name().name() == "style");
    let in_text = |text: &str| text.matches([',', ';', '{']).count();
    let in_sheet = |node: Node| {
        node.descendants().filter(Node::is_text).filter_map(|part| part.text()).map(in_text).sum::<usize>()
    };
    let (declarations, elements) = (sheets().map(in_sheet).sum::<usize>(), elements().count());
    match sheets().next() {
        Some(sheet) if declarations > MOST_DECLARATIONS || declarations.saturating_mul(elements) > MOST_STYLED => {
            Err(SvgFault { kind: SvgFaultKind::Styled(declarations, elements), at: opening(sheet) })
        }
        _ => Ok(()),
    }
}

/// Refuses a pattern whose width or height is many times that of the shape it fills: such numbers are meant in units of the drawing.
fn tile(pattern: Node) -> Result<(), SvgFault> {
    let is_of_drawing = pattern.attribute("patternUnits") == Some("userSpaceOnUse");
    // Another pattern may say of which units it is.
    let is_derived = pattern.attributes().any(|attribute| attribute.name() == "href");
    if is_of_drawing || is_derived {
        return Ok(());
    }
    let is_large = |attribute: &Attribute| {
        let length = plain_length(attribute.value()).unwrap_or_default();
        matches!(attribute.name(), "width" | "height") && length > f64::from(LARGEST_TILE)
    };
    match pattern.attributes().find(is_large) {
        Some(large) => {
            let what = short(&format!("{}=\"{}\"", large.name(), large.value()));
            let times = format!("{:.0}", plain_length(large.value()).unwrap_or_default());
            let kind = SvgFaultKind::Unit { what, is_width: large.name() == "width", times };
            Err(SvgFault { kind, at: opening(pattern) })
        }
        None => Ok(()),
    }
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
    for attribute in node.attributes().filter(|attribute| !is_remark_attribute(attribute)) {
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
        if let Some(number) = numbers::too_large(&attribute) {
            return refuse(SvgFaultKind::Number(short(number)));
        }
    }
    Ok(())
}

/// The text in an element.
fn text_of(node: Node) -> String {
    node.descendants().filter(Node::is_text).filter_map(|part| part.text()).collect()
}

/// Refuses a style sheet that leads out of the file, or has a rule with `@`, which loads something or is about fonts.
fn sheet(node: Node) -> Result<(), SvgFaultKind> {
    // Comments part the text, and browsers read it as one.
    let text = text_of(node);
    if let Some(at) = text.find('@') {
        return Err(SvgFaultKind::Hides(short(&text[at..])));
    }
    declarations(&text)?;
    numbers::in_text(&text, false).map_or(Ok(()), |number| Err(SvgFaultKind::Number(short(number))))
}

/// Refuses a style, or an attribute that may be one, that leads out of the file or is drawn by a filter.
fn declarations(text: &str) -> Result<(), SvgFaultKind> {
    let lower = text.to_ascii_lowercase();
    // An escape or a comment could hide whatever is looked for.
    if let Some(at) = text.find('\\').or_else(|| text.find("/*")) {
        return Err(SvgFaultKind::Hides(short(&text[at..])));
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
pub(super) fn reference(behind: &str) -> Option<&str> {
    let rest = behind.trim_start().trim_start_matches(['"', '\'']).strip_prefix('#')?;
    rest.split([')', '"', '\'']).next().map(str::trim)
}

pub(super) fn short(text: &str) -> String {
    const MOST: usize = 60;
    text.chars().take(MOST).collect()
}

/// The parts of the same file that an element needs.
fn references<'n>(node: Node<'n, '_>) -> Vec<&'n str> {
    let urls =
        |text: &'n str| text.match_indices("url(").filter_map(move |(at, found)| reference(&text[at + found.len()..]));
    let of = |attribute: Attribute<'n, '_>| {
        let value = attribute.value();
        let href = value.trim().strip_prefix('#').filter(|_| attribute.name() == "href");
        href.into_iter().chain(urls(value)).collect::<Vec<_>>()
    };
    // A style sheet may refer to any part, whatever it is for.
    let in_sheet = node.children().filter(|_| node.tag_name().name() == "style").filter_map(|part| part.text());
    let in_sheet = in_sheet.flat_map(urls);
    node.attributes().flat_map(of).chain(in_sheet).collect()
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
    const SMALLEST: f64 = 0.01;
    const LARGEST: f64 = 100_000.0;
    let is_sane = (SMALLEST..=LARGEST).contains(&length);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 0 and a hundred times the largest"
    )]
    is_sane.then(|| (length * 100.0).round().max(1.0) as u32)
}
