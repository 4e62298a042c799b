//! Opening the picture of a face as far as its text leaves room.
//!
//! **In** a face as it was laid out, closed, and the room that is left over. **Out** the same with the picture opened, and
//! what stands below it moved down; no layout is done again. Templates mark by labels what takes part (`heads.typ` says how).

use typst::layout::{Abs, Axes, Frame, FrameItem, GroupItem, Point, Ratio, Size, Transform};
use typst::visualize::Curve;

use super::frames::TOLERANCE;
use super::length::{Mm, Pt};

/// The part that a labeled group has in opening a face.
enum Part {
    /// What becomes taller.
    Window,
    /// The picture, which covers the window around its focus.
    Picture,
    /// The icon in its place, in the middle.
    Sign,
    /// What moves down by as much as the window opens.
    Sinks,
    /// The same, on an open face only.
    Open,
    /// What stands on a closed face only.
    Closed,
}

impl Part {
    fn of(group: &GroupItem) -> Option<Self> {
        match group.label?.resolve().as_str() {
            "window" => Some(Self::Window),
            "picture" => Some(Self::Picture),
            "sign" => Some(Self::Sign),
            "content" | "sinks" => Some(Self::Sinks),
            "open" => Some(Self::Open),
            "closed" => Some(Self::Closed),
            _ => None,
        }
    }
}

/// A picture that is lower than this is none.
const LEAST: Mm = Mm::from_um(11_500);

/// How far a face opens for so much room left over; none that stays closed.
pub fn opening(room: Pt) -> Option<Abs> {
    (room.0 >= LEAST.to_pt().0).then(|| Abs::pt(room.0))
}

/// Which point of a picture stays in sight, in percent from the left and from the top.
pub type Focus = (u8, u8);

/// That of a face without a picture.
pub const CENTER: Focus = (50, 50);

/// A face, opened by so much, or closed.
pub fn opened(face: &Frame, opens: Option<Abs>, focus: Focus) -> Frame {
    let mut result = Frame::new(face.size(), face.kind());
    for (position, item) in face.items() {
        let FrameItem::Group(group) = item else {
            result.push(*position, item.clone());
            continue;
        };
        match (Part::of(group), opens) {
            (None, _) => {
                let inner = opened(&group.frame, opens, focus);
                result.push(*position, FrameItem::Group(GroupItem { frame: inner, ..group.clone() }));
            }
            (Some(Part::Window), _) => {
                if let Some(window) = window(group, opens, focus) {
                    result.push(*position, FrameItem::Group(window));
                }
            }
            (Some(Part::Sinks | Part::Open), Some(by)) => result.push(*position + Point::with_y(by), item.clone()),
            (Some(Part::Closed | Part::Sinks), None) => result.push(*position, item.clone()),
            (Some(Part::Open), None) | (Some(Part::Closed), Some(_)) => {}
            // Outside a window there is neither.
            (Some(Part::Picture | Part::Sign), _) => result.push(*position, item.clone()),
        }
    }
    result
}

/// A window, taller by as much as the face opens, with its picture; none that has no height.
fn window(closed: &GroupItem, opens: Option<Abs>, focus: Focus) -> Option<GroupItem> {
    let by = opens.unwrap_or_default();
    let size = Size::new(closed.frame.width(), closed.frame.height() + by);
    if size.y <= Abs::pt(TOLERANCE) {
        return None;
    }
    let mut inner = Frame::new(size, closed.frame.kind());
    for (position, item) in closed.frame.items() {
        let FrameItem::Group(group) = item else {
            inner.push(*position, item.clone());
            continue;
        };
        match Part::of(group) {
            Some(Part::Picture) => {
                let (at, picture) = covering(group, size, focus);
                inner.push(at, FrameItem::Group(picture));
            }
            Some(Part::Sign) if opens.is_some() => {
                let (at, sign) = centered(group, *position, by);
                inner.push(at, FrameItem::Group(sign));
            }
            Some(Part::Sign) => {}
            Some(Part::Window | Part::Sinks | Part::Open | Part::Closed) | None => inner.push(*position, item.clone()),
        }
    }
    Some(GroupItem { frame: inner, clip: Some(Curve::rect(size)), ..closed.clone() })
}

/// A picture so large that it covers the window, its focus as near to the middle as it may be.
fn covering(picture: &GroupItem, window: Size, (across, down): Focus) -> (Point, GroupItem) {
    let size = picture.frame.size();
    let scale = (window.x / size.x).max(window.y / size.y);
    let shift = |room: Abs, length: Abs, percent: u8| {
        let length = length * scale;
        (room / 2.0 - length * f64::from(percent) / 100.0).max(room - length).min(Abs::zero())
    };
    let at = Point::new(shift(window.x, size.x, across), shift(window.y, size.y, down));
    (at, scaled(picture, scale))
}

/// An icon in the middle of what has opened, somewhat larger where that is large.
fn centered(sign: &GroupItem, closed: Point, by: Abs) -> (Point, GroupItem) {
    const LEAST: f64 = 0.62;
    const MOST: f64 = 1.65;
    let size = sign.frame.size();
    let scale = (0.82 * (by / size.y)).clamp(LEAST, MOST);
    let grown = size * (1.0 - scale) / 2.0;
    (closed + Point::new(grown.x, grown.y + by / 2.0), scaled(sign, scale))
}

fn scaled(group: &GroupItem, scale: f64) -> GroupItem {
    let ratio = Axes::splat(Ratio::new(scale));
    GroupItem { transform: group.transform.pre_concat(Transform::scale(ratio.x, ratio.y)), ..group.clone() }
}
