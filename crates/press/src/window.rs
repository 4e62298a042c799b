//! Opening the picture of a face, and giving away the room that is left then.
//!
//! **In** a closed face, and how far it opens. **Out** the same face with its picture opened, the text below the picture moved down,
//! and the parts of the text further apart. No layout is done again. Templates mark by labels what takes part (`heads.typ` says how).
//!
//! A picture has one of two heights, the same for a family: titles and figures of a deck stand in few places, however much text
//! each card has.

use typst::layout::{Abs, Axes, Frame, FrameItem, GroupItem, Point, Ratio, Size, Transform};
use typst::visualize::Curve;

use super::frames::TOLERANCE;
use super::length::{Mm, Pt, Size as PaperSize};

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
    /// The same, and its parts move apart.
    Content,
    /// A part of the content that may stand further below the one before.
    Apart,
    /// An ornament below the content, where there is much room.
    Tail,
    /// What moves down, on an open face only.
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
            "sinks" => Some(Self::Sinks),
            "content" => Some(Self::Content),
            "apart" => Some(Self::Apart),
            "tail" => Some(Self::Tail),
            "open" => Some(Self::Open),
            "closed" => Some(Self::Closed),
            _ => None,
        }
    }
}

/// The height of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Window {
    /// A strip.
    Small,
    /// The usual one.
    Large,
}

/// The height of a poker card, for which the heights of pictures are given.
const POKER: Mm = Mm::from_um(88_900);

impl Window {
    /// Its height, on a card of this size.
    pub fn height(self, trim: PaperSize) -> Pt {
        let on_poker = match self {
            Self::Small => Mm::from_um(12_000),
            Self::Large => Mm::from_um(22_000),
        };
        Pt(on_poker.to_pt().0 * trim.height.to_mm() / POKER.to_mm())
    }

    /// Whether it fits a face that has so much room left over.
    pub fn fits(self, room: Pt, trim: PaperSize) -> bool {
        room.0 + TOLERANCE >= self.height(trim).0
    }

    /// The height of a family's pictures, by the room that its faces leave. It is the large one if at least half of the faces that have
    /// room for a picture have room for this one.
    pub fn of_family(rooms: &[Pt], trim: PaperSize) -> Self {
        let fitting = |window: Self| rooms.iter().filter(|room| window.fits(**room, trim)).count();
        if 2 * fitting(Self::Large) >= fitting(Self::Small) { Self::Large } else { Self::Small }
    }
}

/// How a face is opened.
#[derive(Clone, Copy, Debug, Default)]
pub struct Opening {
    /// How tall its picture becomes; none where the face stays closed.
    pub window: Option<Abs>,
    /// The room that is left over then.
    pub air: Abs,
}

impl Opening {
    /// How a face is opened that leaves so much room, in a family with pictures of this height.
    pub fn of(window: Window, room: Pt, trim: PaperSize) -> Self {
        let window = window.fits(room, trim).then(|| Abs::pt(window.height(trim).0));
        Self { window, air: (Abs::pt(room.0) - window.unwrap_or_default()).max(Abs::zero()) }
    }
}

/// Which point of a picture stays in sight, in percent from the left and from the top.
pub type Focus = (u8, u8);

/// That of a face without a picture.
pub const CENTER: Focus = (50, 50);

/// A face, opened.
pub fn opened(face: &Frame, opening: Opening, focus: Focus) -> Frame {
    let Opening { window: opens, air } = opening;
    let mut result = Frame::new(face.size(), face.kind());
    for (position, item) in face.items() {
        let FrameItem::Group(group) = item else {
            result.push(*position, item.clone());
            continue;
        };
        let lower = *position + Point::with_y(opens.unwrap_or_default());
        match (Part::of(group), opens) {
            (None, _) => {
                let inner = opened(&group.frame, opening, focus);
                result.push(*position, FrameItem::Group(GroupItem { frame: inner, ..group.clone() }));
            }
            (Some(Part::Window), _) => {
                if let Some(window) = window(group, opens, focus) {
                    result.push(*position, FrameItem::Group(window));
                }
            }
            (Some(Part::Content), _) => {
                let inner = apart(&group.frame, air);
                result.push(lower, FrameItem::Group(GroupItem { frame: inner, ..group.clone() }));
            }
            (Some(Part::Sinks), _) | (Some(Part::Open), Some(_)) | (Some(Part::Closed), None) => {
                result.push(lower, item.clone());
            }
            (Some(Part::Open), None) | (Some(Part::Closed), Some(_)) => {}
            // Outside a window, or outside the content, they are as they are.
            (Some(Part::Picture | Part::Sign | Part::Apart | Part::Tail), _) => result.push(*position, item.clone()),
        }
    }
    result
}

/// How far parts move apart at most: more, and they would no longer belong together.
const MOST_APART: Mm = Mm::from_um(2_400);
/// The greatest share of the room that goes between parts. The rest stands below them.
const SHARE_BETWEEN: f64 = 0.5;
/// From this height on the room below the parts has an ornament.
const LEAST_FOR_TAIL: Mm = Mm::from_um(11_000);

/// The content of a face that leaves so much room: its parts further apart, and below them the ornament if there is room for it.
fn apart(content: &Frame, air: Abs) -> Frame {
    let part = |item: &FrameItem| if let FrameItem::Group(group) = item { Part::of(group) } else { None };
    let count = content.items().filter(|(_, item)| matches!(part(item), Some(Part::Apart))).count();
    let parts = u32::try_from(count).map_or(f64::MAX, f64::from);
    let each = (air * SHARE_BETWEEN / parts.max(1.0)).min(Abs::pt(MOST_APART.to_pt().0));
    let rest = air - each * parts;
    let mut result = Frame::new(content.size(), content.kind());
    let mut down = Abs::zero();
    for (position, item) in content.items() {
        if let (Some(Part::Tail), FrameItem::Group(tail)) = (part(item), item) {
            if rest.to_pt() >= LEAST_FOR_TAIL.to_pt().0 {
                let (at, tail) = centered(tail, *position, rest, TAIL_SHARE);
                result.push(at + Point::with_y(air - rest), FrameItem::Group(tail));
            }
            continue;
        }
        if let Some(Part::Apart) = part(item) {
            down += each;
        }
        result.push(*position + Point::with_y(down), item.clone());
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
                let (at, sign) = centered(group, *position, by, SIGN_SHARE);
                inner.push(at, FrameItem::Group(sign));
            }
            Some(Part::Sign) => {}
            // Nothing else stands in a window.
            Some(Part::Window | Part::Sinks | Part::Content | Part::Apart | Part::Tail | Part::Open | Part::Closed)
            | None => inner.push(*position, item.clone()),
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

/// The share of the height of its place that an icon takes.
const SIGN_SHARE: f64 = 0.82;
const TAIL_SHARE: f64 = 0.4;

/// An icon in the middle of what has opened, somewhat larger where that is large.
fn centered(sign: &GroupItem, closed: Point, by: Abs, share: f64) -> (Point, GroupItem) {
    const LEAST: f64 = 0.62;
    const MOST: f64 = 1.65;
    let size = sign.frame.size();
    let scale = (share * (by / size.y)).clamp(LEAST, MOST);
    let grown = size * (1.0 - scale) / 2.0;
    (closed + Point::new(grown.x, grown.y + by / 2.0), scaled(sign, scale))
}

fn scaled(group: &GroupItem, scale: f64) -> GroupItem {
    let ratio = Axes::splat(Ratio::new(scale));
    GroupItem { transform: group.transform.pre_concat(Transform::scale(ratio.x, ratio.y)), ..group.clone() }
}
