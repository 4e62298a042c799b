//! Small print in the margin of a print sheet, between the marks.
//!
//! **In** a [`Plan`], and wordings of which the first that fits is set. **Out** [`SetLine`]s, each in a stretch of margin
//! free of bleed, crop marks and ruler, and within the printable area; none when there is room for no wording
//! at all. Text is never smaller than 5 pt.

use super::impose::{Plan, Turn};
use super::length::{Mm, Pt, Rect};
use super::marks::{self, RULER_DEPTH};

/// Text sizes in points, the best first. Below the last, text is illegible.
const SIZES: [f64; 3] = [6.0, 5.5, 5.0];
/// Height of a line from ascenders to descenders, in em.
const HEIGHT: f64 = 0.95;
/// Distance of text from the bleed, and from the end of the printable area.
const BREATH: Mm = Mm::from_um(100);
/// Distance of text from a mark beside it.
const CLEAR: Mm = Mm::from_um(700);
/// Distance of text from a mark above or below it: a line has room of its own at both.
const STACKED: Mm = Mm::from_um(250);
/// Shorter stretches would break sentences into fragments.
const SHORTEST: Mm = Mm::from_um(20_000);
/// The separator between phrases on one line.
const JOINT: &str = "  \u{b7}  ";

/// A line of small print.
#[derive(Clone, Debug, PartialEq)]
pub struct SetLine {
    /// Its place, from the page's top-left corner.
    pub room: Rect,
    /// How it is turned.
    pub turn: Turn,
    /// Its size in points.
    pub size: f64,
    /// Its words.
    pub text: String,
}

/// One of the four margins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edge {
    Bottom,
    Top,
    Left,
    Right,
}

/// One margin for all of it, where possible: first those that are readable without turning the sheet.
const ALONE: [&[Edge]; 4] = [&[Edge::Bottom], &[Edge::Top], &[Edge::Left], &[Edge::Right]];
/// Several margins, when one is not enough: first those without the ruler, which are not interrupted.
const TOGETHER: [&[Edge]; 3] =
    [&[Edge::Top, Edge::Bottom], &[Edge::Right, Edge::Left], &[Edge::Top, Edge::Bottom, Edge::Right, Edge::Left]];

impl Edge {
    const fn turn(self) -> Turn {
        match self {
            Self::Bottom | Self::Top => Turn::Upright,
            Self::Left => Turn::ThreeQuarter,
            Self::Right => Turn::Quarter,
        }
    }

    const fn is_level(self) -> bool {
        matches!(self, Self::Bottom | Self::Top)
    }

    /// All of the margin within reach of a printer.
    fn strip(self, plan: &Plan, reach: Rect) -> Rect {
        let bled = plan.bled_block();
        match self {
            Self::Bottom => Rect { top: bled.bottom, ..reach },
            Self::Top => Rect { bottom: bled.top, ..reach },
            Self::Left => Rect { right: bled.left, ..reach },
            Self::Right => Rect { left: bled.right, ..reach },
        }
    }

    fn depth(self, strip: Rect) -> Mm {
        if self.is_level() { strip.size().height } else { strip.size().width }
    }

    /// A band of a strip, at a distance from the edge of the paper.
    fn band(self, strip: Rect, from_edge: Mm, depth: Mm) -> Rect {
        match self {
            Self::Bottom => Rect { top: strip.bottom - from_edge - depth, bottom: strip.bottom - from_edge, ..strip },
            Self::Top => Rect { top: strip.top + from_edge, bottom: strip.top + from_edge + depth, ..strip },
            Self::Left => Rect { left: strip.left + from_edge, right: strip.left + from_edge + depth, ..strip },
            Self::Right => Rect { left: strip.right - from_edge - depth, right: strip.right - from_edge, ..strip },
        }
    }

    /// The extent of a rectangle along the margin.
    const fn along(self, rect: Rect) -> (Mm, Mm) {
        if self.is_level() { (rect.left, rect.right) } else { (rect.top, rect.bottom) }
    }

    /// A mark with the room that text leaves around it.
    fn cleared(self, mark: Rect) -> Rect {
        let (x, y) = if self.is_level() { (CLEAR, STACKED) } else { (STACKED, CLEAR) };
        Rect { left: mark.left - x, top: mark.top - y, right: mark.right + x, bottom: mark.bottom + y }
    }

    /// A part of a band.
    fn part(self, band: Rect, (from, to): (Mm, Mm)) -> Rect {
        if self.is_level() { Rect { left: from, right: to, ..band } } else { Rect { top: from, bottom: to, ..band } }
    }
}

fn length((from, to): (Mm, Mm)) -> Mm {
    to - from
}

/// The free stretches of a margin, in reading order.
fn stretches(plan: &Plan, reach: Rect, edge: Edge, marks: &[Rect], depth: Mm) -> Vec<Rect> {
    let strip = edge.strip(plan, reach);
    let innermost = edge.depth(strip) - depth;
    let bands = [Mm::ZERO, RULER_DEPTH, innermost].into_iter().filter(|from| *from >= Mm::ZERO && *from <= innermost);
    let free = bands.map(|from| free(plan, edge, marks, edge.band(strip, from, depth)));
    let room = |stretches: &Vec<Rect>| stretches.iter().map(|&rect| length(edge.along(rect))).sum::<Mm>();
    let mut best = free.fold(Vec::new(), |best, other| if room(&other) > room(&best) { other } else { best });
    // Along the left margin text reads upwards.
    if edge == Edge::Left {
        best.reverse();
    }
    best
}

/// The stretches of a band between marks. Where there are marks, the corners beyond the block stay empty, so that text is
/// beside cards and two margins do not meet.
fn free(plan: &Plan, edge: Edge, marks: &[Rect], band: Rect) -> Vec<Rect> {
    let cleared = marks.iter().map(|mark| edge.cleared(*mark)).filter(|mark| mark.overlaps(band));
    let hindrances: Vec<(Mm, Mm)> = cleared.map(|mark| edge.along(mark)).collect();
    if hindrances.is_empty() && edge.is_level() {
        return vec![band];
    }
    let (mut from, end) = edge.along(plan.bled_block());
    let mut starts = hindrances;
    starts.sort();
    starts.push((end, end));
    let mut free = Vec::new();
    for (start, stop) in starts {
        let stretch = (from, start.min(end));
        if length(stretch) >= SHORTEST {
            free.push(edge.part(band, stretch));
        }
        from = from.max(stop);
    }
    free
}

/// Sets the first of `wordings` that fits: each is a list of phrases, `em` measures words. Empty when the wording is
/// empty.
pub fn set(plan: &Plan, has_marks: bool, wordings: &[Vec<&str>], em: impl Fn(&str) -> f64) -> Option<Vec<SetLine>> {
    let marks = if has_marks { marks::occupied(plan) } else { Vec::new() };
    // What is nearer to the edge of the paper than marks may be lost on some printers; a shorter wording surely is.
    let reaches = [plan.marked(), plan.printable()];
    let places = move || {
        let margins = || ALONE.iter().chain(&TOGETHER);
        reaches.into_iter().flat_map(move |reach| margins().map(move |edges| (reach, *edges)))
    };
    let sized = |phrases| SIZES.into_iter().flat_map(move |size| places().map(move |place| (phrases, place, size)));
    wordings.iter().flat_map(sized).find_map(|(phrases, (reach, edges), size)| {
        let depth = Pt(HEIGHT * size).to_mm_up() + BREATH.times(2);
        let rooms: Vec<(Edge, Rect)> = edges
            .iter()
            .flat_map(|edge| stretches(plan, reach, *edge, &marks, depth).into_iter().map(|rect| (*edge, rect)))
            .collect();
        let widths: Vec<f64> = rooms.iter().map(|(edge, rect)| length(edge.along(*rect)).to_pt().0 / size).collect();
        let texts = divided(phrases, &widths, &em)?;
        let lines = rooms.into_iter().zip(texts).filter(|(_, text)| !text.is_empty());
        Some(lines.map(|((edge, room), text)| SetLine { room, turn: edge.turn(), size, text }).collect())
    })
}

/// Divides phrases among rooms of these widths in em, one text for each: whole phrases where possible, else clause by
/// clause, else word by word.
fn divided(phrases: &[&str], rooms: &[f64], em: impl Fn(&str) -> f64) -> Option<Vec<String>> {
    if phrases.iter().map(|phrase| em(phrase)).sum::<f64>() > rooms.iter().sum() {
        return None;
    }
    let whole = phrases.iter().map(|phrase| (JOINT, *phrase));
    let joined = |(n, piece)| (if n == 0 { JOINT } else { " " }, piece);
    // Names and licenses stay whole where words need not be parted.
    let clauses =
        phrases.iter().flat_map(|phrase| phrase.split_inclusive(", ").map(str::trim_end).enumerate().map(joined));
    let words = phrases.iter().flat_map(|phrase| phrase.split(' ').enumerate().map(joined));
    filled(whole, rooms, &em).or_else(|| filled(clauses, rooms, &em)).or_else(|| filled(words, rooms, &em))
}

/// Fills rooms with pieces in order, each with its separator from the one before on the same line.
fn filled<'p>(
    pieces: impl Iterator<Item = (&'static str, &'p str)>,
    rooms: &[f64],
    em: impl Fn(&str) -> f64,
) -> Option<Vec<String>> {
    let mut texts = vec![String::new(); rooms.len()];
    let mut at = 0;
    for (joint, piece) in pieces {
        loop {
            let text = texts.get_mut(at)?;
            let longer = if text.is_empty() { piece.to_owned() } else { format!("{text}{joint}{piece}") };
            if em(&longer) <= rooms[at] {
                *text = longer;
                break;
            }
            at += 1;
        }
    }
    Some(texts)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::card_size;
    use crate::impose::{Flip, Orientation, SheetSpec, Spacing, impose};
    use crate::length::Size;
    use crate::paper::Paper;

    /// The approximate width of condensed letters.
    fn em(words: &str) -> f64 {
        0.37 * words.chars().count() as f64
    }

    fn spec(paper: Size, trim: Size, has_marks: bool) -> SheetSpec {
        SheetSpec {
            paper,
            orientation: Orientation::Auto,
            printer_margin: Mm::from_um(4_200),
            trim,
            bleed: Mm::from_um(3_000),
            spacing: Spacing::Bleed,
            flip: Flip::Long,
            has_marks,
        }
    }

    fn long_wording() -> Vec<Vec<&'static str>> {
        let icons = "Icons by Lorc, Delapouite, Skoll, Sbed, DarkZaitzev, Caro Asercion and Carl Olsen, game-icons.net, CC BY 3.0 \
                     (creativecommons.org/licenses/by/3.0); by Zeromancer, CC0 1.0; colored, reduced to one path";
        vec![vec![icons, "A Game of Some Length by Somebody and Somebody Else, CC BY-SA 4.0"]]
    }

    /// Asserts that no line is over the bleed, a mark or another line, and all are within the printable area.
    fn check(plan: &Plan, has_marks: bool, lines: &[SetLine]) {
        let marks = if has_marks { marks::occupied(plan) } else { Vec::new() };
        for (n, line) in lines.iter().enumerate() {
            assert!(plan.printable().contains(line.room), "{line:?}");
            assert!(!plan.bled_block().overlaps(line.room), "{line:?}");
            assert!(line.size >= 5.0, "{line:?}");
            let depth = line.room.size().height.min(line.room.size().width);
            assert!(depth.to_pt().0 >= HEIGHT * line.size, "{line:?}");
            let length = line.room.size().height.max(line.room.size().width);
            assert!(em(&line.text) * line.size <= length.to_pt().0, "{line:?}");
            for mark in &marks {
                assert!(!line.room.overlaps(mark.inset(Mm::from_um(-1))), "{line:?} over {mark:?}");
            }
            assert!(lines[n + 1..].iter().all(|other| !other.room.overlaps(line.room)), "{lines:?}");
        }
    }

    /// Without marks the bleed may take all of the margin; with them only twelve business cards on Letter leave too little.
    #[test]
    fn every_size_of_card_has_room_between_its_marks_but_one() {
        let mut without = Vec::new();
        for paper in [Paper::a4(), Paper::letter()] {
            for card in card_size::all() {
                let plan = impose(&spec(paper.size, card.trim, true)).expect("the card fits on the paper");
                let Some(lines) = set(&plan, true, &long_wording(), em) else {
                    without.push((card.id, paper.id.clone()));
                    continue;
                };
                check(&plan, true, &lines);
                let said = lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join(" ");
                for word in long_wording().concat().iter().flat_map(|phrase| phrase.split(' ')) {
                    assert!(said.contains(word), "{word} is not in {said}");
                }
            }
        }
        assert_eq!(without, [("business-us".to_owned(), "letter".to_owned())]);
    }

    #[test]
    fn the_first_wording_that_has_room_is_set() {
        let plan = impose(&spec(Paper::a4().size, Size::from_um(63_500, 88_900), true)).expect("poker cards fit");
        let endless = "word ".repeat(2_000);
        let lines = set(&plan, true, &[vec![&endless], vec!["Short."]], em).expect("room for a word");
        assert_eq!(lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>(), ["Short."]);
        assert_eq!(set(&plan, true, &[vec![&endless]], em), None);
        assert_eq!(set(&plan, true, &[vec![&endless], vec![]], em), Some(vec![]));
    }

    #[test]
    fn phrases_stay_whole_where_stretches_are_long_enough() {
        let poker = spec(Paper::a4().size, Size::from_um(63_500, 88_900), true);
        // Marks divide the margins.
        let plan = impose(&SheetSpec { bleed: Mm::from_um(3_600), ..poker }).expect("poker cards fit");
        let long = "a phrase that would have to be torn to begin on the first line of them";
        let lines = set(&plan, true, &[vec!["One phrase", "and another", long]], em).expect("three phrases fit");
        assert_eq!(lines[0].text, "One phrase  ·  and another");
        assert_eq!(lines[1].text, long);
        assert_eq!(lines.len(), 2);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn small_print_is_never_over_anything(
            width in 20_000..200_000i64, height in 20_000..280_000i64, bleed in 0..6_000i64, margin in 0..9_000i64, has_marks: bool,
        ) {
            let spec = SheetSpec {
                bleed: Mm::from_um(bleed),
                printer_margin: Mm::from_um(margin),
                ..spec(Paper::a4().size, Size::from_um(width, height), has_marks)
            };
            let Ok(plan) = impose(&spec) else { return Ok(()) };
            if let Some(lines) = set(&plan, has_marks, &long_wording(), em) {
                check(&plan, has_marks, &lines);
            }
        }
    }
}
