//! Reading a laid out document: the heights of labeled blocks, and faults of its text.
//!
//! **In** frames laid out by Typst. **Out** heights in points, and the first [`TextFault`]. Measuring here, and not with
//! `measure()` in the templates, costs less than a millisecond for a thousand cards.

use typst::foundations::{Label, Selector, Value};
use typst::introspection::Introspector as _;
use typst::layout::{Abs, Frame, FrameItem, GroupItem, Point, Transform};
use typst::syntax::Span;
use typst::text::TextItem;
use typst::utils::PicoStr;
use typst_layout::{Page, PagedDocument};

use super::error::{PressError, Subject};
use super::length::Pt;

/// Lengths closer than this are equal: layout adds up floating point numbers.
pub const TOLERANCE: f64 = 0.01;

/// Heights of all blocks with this label on one page, in reading order.
pub fn heights(frame: &Frame, label: &str) -> Vec<Pt> {
    let mut found = Vec::new();
    if let Some(label) = Label::new(PicoStr::intern(label)) {
        collect_heights(frame, label, &mut found);
    }
    found
}

fn collect_heights(frame: &Frame, label: Label, found: &mut Vec<Pt>) {
    for (_, item) in frame.items() {
        let FrameItem::Group(group) = item else { continue };
        if group.label == Some(label) {
            found.push(Pt(group.frame.height().to_pt()));
        } else {
            collect_heights(&group.frame, label, found);
        }
    }
}

/// Width and height of all boxes with this label on one page, in reading order.
pub fn sizes(frame: &Frame, label: &str) -> Vec<(Pt, Pt)> {
    let mut found = Vec::new();
    each_group(frame, &mut |group| {
        if group.label.is_some_and(|of| of.resolve().as_str() == label) {
            found.push((Pt(group.frame.width().to_pt()), Pt(group.frame.height().to_pt())));
        }
    });
    found
}

/// Where something lies on a page: in points from its top left corner.
#[derive(Clone, Debug, PartialEq)]
pub struct Area {
    /// Its label, or for text its words.
    pub name: String,
    /// From the left.
    pub left: f64,
    /// From the top.
    pub top: f64,
    /// To its right edge, from the left.
    pub right: f64,
    /// To its lower edge, from the top.
    pub bottom: f64,
}

impl Area {
    fn new(name: String, to_page: Transform, from: Point, to: Point) -> Self {
        let (one, two) = (from.transform(to_page), to.transform(to_page));
        let (left, right) = (one.x.min(two.x).to_pt(), one.x.max(two.x).to_pt());
        let (top, bottom) = (one.y.min(two.y).to_pt(), one.y.max(two.y).to_pt());
        Self { name, left, top, right, bottom }
    }
}

/// Where all groups lie whose label begins with `prefix`, and all words, from the height of a capital to the baseline.
pub fn areas(frame: &Frame, prefix: &str) -> (Vec<Area>, Vec<Area>) {
    let mut found = (Vec::new(), Vec::new());
    collect_areas(frame, Transform::identity(), prefix, &mut found);
    found
}

fn collect_areas(frame: &Frame, to_page: Transform, prefix: &str, found: &mut (Vec<Area>, Vec<Area>)) {
    for (position, item) in frame.items() {
        let here = to_page.pre_concat(Transform::translate(position.x, position.y));
        match item {
            FrameItem::Group(group) => {
                let inside = here.pre_concat(group.transform);
                let label = group.label.map(|label| label.resolve().to_string());
                if let Some(label) = label.filter(|label| label.starts_with(prefix)) {
                    found.0.push(Area::new(label, inside, Point::zero(), group.frame.size().to_point()));
                }
                collect_areas(&group.frame, inside, prefix, found);
            }
            FrameItem::Text(text) if !text.text.trim().is_empty() => {
                let (top, end) = (Point::with_y(text.size * -0.66), Point::with_x(text.width()));
                found.1.push(Area::new(text.text.to_string(), here, top, end));
            }
            FrameItem::Text(_)
            | FrameItem::Shape(..)
            | FrameItem::Image(..)
            | FrameItem::Link(..)
            | FrameItem::Tag(_) => {}
        }
    }
}

/// A frame without what tells one place in a document from another: what looks the same is equal, and the content that it was made of
/// is kept in memory no longer.
pub fn untagged(frame: &Frame) -> Frame {
    let mut result = Frame::new(frame.size(), frame.kind());
    for (position, item) in frame.items() {
        match item {
            FrameItem::Tag(_) => {}
            FrameItem::Group(group) => {
                let plain = GroupItem { frame: untagged(&group.frame), parent: None, ..group.clone() };
                result.push(*position, FrameItem::Group(plain));
            }
            FrameItem::Shape(shape, _) => result.push(*position, FrameItem::Shape(shape.clone(), Span::detached())),
            FrameItem::Text(_) | FrameItem::Image(..) | FrameItem::Link(..) => result.push(*position, item.clone()),
        }
    }
    result
}

/// The size of the smallest text of a page, with its words; none where there is no text.
pub fn smallest_text(frame: &Frame) -> Option<(Pt, String)> {
    let mut smallest: Option<(Pt, String)> = None;
    let mut look = |frame: &Frame| {
        for (_, item) in frame.items() {
            let FrameItem::Text(text) = item else { continue };
            let size = Pt(text.size.to_pt());
            if smallest.as_ref().is_none_or(|(known, _)| size.0 < known.0) {
                smallest = Some((size, text.text.to_string()));
            }
        }
    };
    look(frame);
    each_group(frame, &mut |group| look(&group.frame));
    smallest
}

fn each_group(frame: &Frame, look: &mut impl FnMut(&GroupItem)) {
    for (_, item) in frame.items() {
        if let FrameItem::Group(group) = item {
            look(group);
            each_group(&group.frame, look);
        }
    }
}

/// The numbers that the template emits as metadata with this label, in document order. Lengths are
/// in points.
pub fn numbers(document: &PagedDocument, label: &str) -> Vec<f64> {
    let Some(label) = Label::new(PicoStr::intern(label)) else { return Vec::new() };
    let elements = document.introspector().query(&Selector::Label(label));
    let values = elements.iter().filter_map(|element| element.get_by_name("value").ok());
    values.filter_map(|value| number(&value)).collect()
}

#[expect(clippy::cast_precision_loss, reason = "a limit in points is a small number")]
fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Float(number) => Some(*number),
        Value::Int(number) => Some(*number as f64),
        Value::Length(length) => Some(length.abs.to_pt()),
        _ => None,
    }
}

/// Whether all text of these pages can be set.
///
/// # Errors
/// As [`check_text`] finds them.
pub fn checked<'p>(pages: impl IntoIterator<Item = &'p Page>, subject: &Subject) -> Result<(), PressError> {
    let faults = pages.into_iter().flat_map(|page| check_text(&page.frame, subject)).collect();
    PressError::all(faults).map_or(Ok(()), Err)
}

/// What of the text of a page cannot be set: characters without a glyph, and what overflows the page at the sides, or a block
/// labeled `<place>`. A text that does both is found once.
pub fn check_text(page: &Frame, subject: &Subject) -> Vec<PressError> {
    let mut checker = TextChecker { subject, width: page.width(), found: Vec::new() };
    checker.check(page, Transform::identity());
    checker.found
}

/// A look at all text of a page.
struct TextChecker<'s> {
    subject: &'s Subject,
    width: Abs,
    found: Vec<PressError>,
}

impl TextChecker<'_> {
    fn check(&mut self, frame: &Frame, to_page: Transform) {
        for (position, item) in frame.items() {
            let here = to_page.pre_concat(Transform::translate(position.x, position.y));
            match item {
                FrameItem::Group(group) => {
                    let before = self.found.len();
                    self.check(&group.frame, here.pre_concat(group.transform));
                    if is_place(group) && self.found.len() == before {
                        self.check_place(&group.frame);
                    }
                }
                FrameItem::Text(text) => {
                    self.check_glyphs(text);
                    self.check_width(text, here);
                }
                FrameItem::Shape(..) | FrameItem::Image(..) | FrameItem::Link(..) | FrameItem::Tag(_) => {}
            }
        }
    }

    /// Text in a place stays within it: to the right its end, below its baseline.
    fn check_place(&mut self, frame: &Frame) {
        let mut lines = Vec::new();
        collect_text(frame, Transform::identity(), &mut lines);
        let over = |(end, _): &(Point, String)| (end.x - frame.width()).max(end.y - frame.height()).to_pt();
        let over = lines.iter().map(over).fold(0.0, f64::max);
        if over <= TOLERANCE {
            return;
        }
        let text = lines.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(" ");
        // Some lines end with the space at which they were broken, and some do not.
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        self.found.push(PressError::TooLong { subject: self.subject.clone(), text, over: Pt(over).to_mm_up() });
    }

    fn check_glyphs(&mut self, text: &TextItem) {
        if text.glyphs.iter().all(|glyph| glyph.id != 0) {
            return;
        }
        let font = text.font.font().info().family.as_str().to_owned();
        let (subject, text) = (self.subject.clone(), text.text.to_string());
        self.found.push(PressError::MissingGlyph { subject, text, font });
    }

    fn check_width(&mut self, text: &TextItem, to_page: Transform) {
        let ends = [Point::zero(), Point::with_x(text.width())].map(|end| end.transform(to_page).x);
        let over = ends.iter().map(|&x| (-x).max(x - self.width)).fold(Abs::zero(), Abs::max);
        if over.to_pt() > TOLERANCE {
            let (subject, text) = (self.subject.clone(), text.text.to_string());
            self.found.push(PressError::TooWide { subject, text, over: Pt(over.to_pt()).to_mm_up() });
        }
    }
}

/// Whether this is a place that its text must not leave.
pub fn is_place(group: &GroupItem) -> bool {
    group.label.is_some_and(|label| label.resolve().as_str() == "place")
}

/// Where each text ends, and its characters.
fn collect_text(frame: &Frame, outer: Transform, found: &mut Vec<(Point, String)>) {
    for (position, item) in frame.items() {
        let here = outer.pre_concat(Transform::translate(position.x, position.y));
        match item {
            FrameItem::Group(group) => collect_text(&group.frame, here.pre_concat(group.transform), found),
            FrameItem::Text(text) => {
                found.push((Point::with_x(text.width()).transform(here), text.text.to_string()));
            }
            FrameItem::Shape(..) | FrameItem::Image(..) | FrameItem::Link(..) | FrameItem::Tag(_) => {}
        }
    }
}
