//! The words of a laid out face, for readers who hear it.
//!
//! **In** a frame laid out by Typst. **Out** its words in the order in which the template set them, which is that in which they are
//! read: one line for each line or cell that stands apart, words broken at the end of a line whole again. What is printed is
//! spoken, so that no field of a view can be forgotten.

use typst::layout::{Abs, Frame, FrameItem, Point, Transform};

/// Larger pictures, in points, are ornament, or stand beside a name that says the same. Smaller ones stand in lines of text.
const LARGEST_INLINE: f64 = 12.0;
/// Nearer pieces of text belong to one word, in em.
const WITHIN_WORD: f64 = 0.12;
/// Pieces further apart on one line do not belong together, in em.
const WITHIN_LINE: f64 = 2.0;
/// Lines further apart are of two paragraphs, in em.
const WITHIN_PARAGRAPH: f64 = 1.45;
/// A line in letters so many times as large is of another paragraph. Figures within a line are a little larger than words.
const ALIKE: f64 = 1.15;
/// Where a word is broken at the end of a line.
const SOFT_HYPHEN: char = '\u{ad}';
/// Where a word may be broken.
const ZERO_WIDTH_SPACE: char = '\u{200b}';

/// The name and the words of one printed face.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spoken {
    /// The name of the card.
    pub name: String,
    /// All of its words.
    pub words: String,
}

/// A piece of text, and its baseline on the page.
struct Piece {
    words: String,
    start: Point,
    end: Point,
    size: Abs,
}

/// All words of a page.
pub fn words(page: &Frame) -> String {
    let mut pieces = Vec::new();
    collect(page, Transform::identity(), &mut pieces);
    let mut said = String::new();
    let mut last: Option<Piece> = None;
    for piece in pieces {
        if let Some(last) = &last {
            said.push_str(between(last, &piece));
        }
        said.push_str(&piece.words);
        last = Some(piece);
    }
    let is_unseen = |letter: char| letter == SOFT_HYPHEN || letter == ZERO_WIDTH_SPACE;
    let said: String = said.chars().filter(|letter| !is_unseen(*letter)).collect();
    let lines = said.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

fn collect(frame: &Frame, outer: Transform, pieces: &mut Vec<Piece>) {
    for (position, item) in frame.items() {
        let here = outer.pre_concat(Transform::translate(position.x, position.y));
        match item {
            FrameItem::Group(group) => collect(&group.frame, here.pre_concat(group.transform), pieces),
            FrameItem::Text(text) => pieces.push(Piece {
                words: text.text.to_string(),
                start: Point::zero().transform(here),
                end: Point::with_x(text.width()).transform(here),
                size: text.size,
            }),
            FrameItem::Image(image, size, _) if size.y.to_pt() <= LARGEST_INLINE => {
                let words = image.alt().unwrap_or_default().to_owned();
                let start = Point::with_y(size.y).transform(here);
                // Pictures have no spaces at their sides.
                pieces.push(Piece {
                    words: format!(" {words} "),
                    start,
                    end: size.to_point().transform(here),
                    size: size.y,
                });
            }
            FrameItem::Shape(..) | FrameItem::Image(..) | FrameItem::Link(..) | FrameItem::Tag(_) => {}
        }
    }
}

/// What stands between two pieces of text.
fn between(one: &Piece, other: &Piece) -> &'static str {
    if one.words.ends_with(SOFT_HYPHEN) || one.words.ends_with(ZERO_WIDTH_SPACE) {
        return "";
    }
    let size = one.size.max(other.size);
    let across = (other.start.x - one.end.x) / size;
    let down = (other.start.y - one.end.y) / size;
    let is_same_line = down.abs() < 0.5 && across > -0.5;
    let is_alike = one.size.min(other.size) * ALIKE >= size;
    let is_next_line = is_alike && (0.5..WITHIN_PARAGRAPH).contains(&down) && other.start.x < one.end.x;
    if is_same_line && across.abs() < WITHIN_WORD {
        ""
    } else if is_next_line || is_same_line && across < WITHIN_LINE {
        " "
    } else {
        "\n"
    }
}
