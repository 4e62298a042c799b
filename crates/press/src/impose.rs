//! Imposition: the place of each card face on sheets of paper.
//!
//! **In** a [`SheetSpec`]: paper, card, wanted bleed, the edge over which the sheet turns. **Out** a
//! [`Plan`], every position in [`Mm`] from the sheet's top-left corner, and from it the printed
//! [`Side`]s of a deck. Cards never change size: the bleed is reduced. The block of cards is centered
//! and stays in place on a part-filled sheet. Backs are mirrored across the flip edge, so each back
//! lies behind its own front. **Fails** with [`ImposeError::CardTooLarge`]. Entry point: [`impose`].

use std::fmt;

use super::length::{Mm, Rect, Size};
use super::marks::{RULER_DEPTH, RULER_SPAN};

/// The least gutter. Below it two cuts would leave a sliver of paper that a knife tears, so the
/// cards share one cut.
const LEAST_GUTTER: Mm = Mm::from_um(2_000);

/// Bleed at the ends of the block that hides an inexact cut. Marks come nearer to the edge of the paper to make room for it.
const GOOD_OUTER_BLEED: Mm = Mm::from_um(1_800);

/// The bleed that is kept before crop marks get their full room.
const MODEST_BLEED: Mm = Mm::from_um(1_000);

/// The bleed at the ends of the block below which cards rather share cuts, which leaves more for the ends.
const LEAST_OUTER_BLEED: Mm = Mm::from_um(750);

/// Less bleed is of no use.
const LEAST_BLEED: Mm = Mm::from_um(250);

/// Room for a crop mark at each end of the block: a comfortable one, and shorter ones.
const MARK_ROOM: [Mm; 4] = [Mm::from_um(2_000), Mm::from_um(1_750), Mm::from_um(1_250), SHORTEST_MARK_ROOM];
/// Room for a line of small print between the marks as well.
const PRINT_ROOM: Mm = Mm::from_um(2_750);
const SHORTEST_MARK_ROOM: Mm = Mm::from_um(1_000);

/// How far marks stay away from the edge of the paper, whatever the printer is said to reach: many leave out 6 mm at one edge, most
/// of the rest 5 mm, and nearly all print within 4.2 mm. The smaller distances are for cards that leave no more paper.
const MARK_MARGINS: [Mm; 3] = [Mm::from_um(6_000), Mm::from_um(5_000), Mm::from_um(4_200)];

/// The edge over which the printer turns the sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Flip {
    /// The long edge: the usual setting for portrait pages.
    #[default]
    Long,
    /// The short edge.
    Short,
    /// One side only.
    None,
}

/// Which way round the page is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Orientation {
    /// Whichever takes more cards, upright cards in either; the paper as given when it is equal.
    #[default]
    Auto,
    /// Higher than wide; the cards are turned when more fit so.
    Portrait,
    /// Wider than high; the cards are turned when more fit so.
    Landscape,
}

/// What is between neighbors on a sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Spacing {
    /// Gutters of twice the bleed, as much as fits without losing a card; where they would be too narrow to cut out,
    /// neighbors share a cut.
    #[default]
    Bleed,
    /// Nothing: neighbors share a cut, and only the block's outer edge has bleed.
    Shared,
    /// A gutter of this width, filled with bleed up to the requested amount.
    Gutter(Mm),
}

/// What to lay out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SheetSpec {
    /// The paper as it lies in the tray.
    pub paper: Size,
    /// Which way round the page is.
    pub orientation: Orientation,
    /// The edge of the paper that the printer cannot reach.
    pub printer_margin: Mm,
    /// The finished card.
    pub trim: Size,
    /// The requested bleed; less is used where it does not fit.
    pub bleed: Mm,
    /// What is between neighbors.
    pub spacing: Spacing,
    /// The edge over which the sheet turns.
    pub flip: Flip,
    /// Whether room is kept for crop marks.
    pub has_marks: bool,
}

/// How a face is turned on the page, clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Turn {
    /// Its top is up.
    Upright,
    /// Its top points right.
    Quarter,
    /// Its top points down.
    Half,
    /// Its top points left.
    ThreeQuarter,
}

impl Turn {
    /// The turn of the same card when the sheet is turned over a vertical axis.
    const fn mirrored_sideways(self) -> Self {
        match self {
            Self::Upright => Self::Upright,
            Self::Quarter => Self::ThreeQuarter,
            Self::Half => Self::Half,
            Self::ThreeQuarter => Self::Quarter,
        }
    }

    /// The turn of the same card when the sheet is turned over a horizontal axis.
    const fn mirrored_upwards(self) -> Self {
        match self {
            Self::Upright => Self::Half,
            Self::Quarter => Self::Quarter,
            Self::Half => Self::Upright,
            Self::ThreeQuarter => Self::ThreeQuarter,
        }
    }
}

/// One face on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    /// Index of the card in the deck.
    pub card: usize,
    /// The finished card.
    pub trim: Rect,
    /// The trim with as much bleed as each side has.
    pub bleed: Rect,
    /// How the face is turned.
    pub turn: Turn,
}

/// One printed side of one sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// 0-based number of the sheet.
    pub sheet: usize,
    /// Whether it is the back of the sheet.
    pub is_back: bool,
    /// Its faces in deck order.
    pub placements: Vec<Placement>,
}

/// The arrangement of cards along one direction of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Axis {
    /// How many cards.
    pub count: i64,
    /// Length of a card.
    pub trim: Mm,
    /// Gap between neighbors.
    pub gutter: Mm,
    /// Bleed between neighbors, on each side of a gutter.
    pub inner_bleed: Mm,
    /// Bleed at the two ends of the block.
    pub outer_bleed: Mm,
    /// Length of the page.
    pub page: Mm,
    /// How far marks stay away from the edge of the paper at either end.
    pub margin: Mm,
    /// Room left for marks at either end, between the bleed and this margin.
    pub strip: Mm,
    /// Whether a part of the strip is kept for the ruler.
    pub has_ruler: bool,
}

impl Axis {
    fn block(&self) -> Mm {
        self.trim.times(self.count) + self.gutter.times(self.count - 1)
    }

    fn start(&self) -> Mm {
        (self.page - self.block()).half()
    }

    /// Where the trim of card `index` begins.
    pub fn position(&self, index: i64) -> Mm {
        self.start() + (self.trim + self.gutter).times(index)
    }

    fn bleed_before(&self, index: i64) -> Mm {
        if index == 0 { self.outer_bleed } else { self.inner_bleed }
    }

    fn bleed_after(&self, index: i64) -> Mm {
        if index == self.count - 1 { self.outer_bleed } else { self.inner_bleed }
    }

    /// The least bleed that any side of any card has.
    pub fn least_bleed(&self) -> Mm {
        if self.count == 1 { self.outer_bleed } else { self.inner_bleed.min(self.outer_bleed) }
    }

    /// Whether neighbors share a cut.
    pub fn shares_cuts(&self) -> bool {
        self.count > 1 && self.gutter == Mm::ZERO
    }

    /// The position of every cut, in order, each once.
    pub fn cuts(&self) -> Vec<Mm> {
        let starts = (0..self.count).map(|index| self.position(index));
        let mut cuts: Vec<_> = starts.flat_map(|start| [start, start + self.trim]).collect();
        cuts.dedup();
        cuts
    }
}

/// The arrangement of all sheets of a deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Plan {
    /// The page as displayed.
    pub page: Size,
    /// The edge of the paper that the printer cannot reach.
    pub printer_margin: Mm,
    /// Along the width.
    pub across: Axis,
    /// Along the height.
    pub down: Axis,
    /// How fronts are turned.
    pub turn: Turn,
    /// The edge over which the sheet turns.
    pub flip: Flip,
}

/// Why cards cannot be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImposeError {
    /// Not even one card fits between the printer's margins.
    CardTooLarge {
        /// The card.
        trim: Size,
        /// The paper.
        paper: Size,
        /// The printer's margin.
        printer_margin: Mm,
    },
}

impl fmt::Display for ImposeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CardTooLarge { trim, paper, printer_margin } => write!(
                f,
                "a card of {trim} does not fit on paper of {paper} with a printer margin of \
                 {printer_margin}; choose a larger paper or a smaller card"
            ),
        }
    }
}

impl std::error::Error for ImposeError {}

/// Arranges cards on paper: the most cards to a sheet, then the most bleed, then upright.
///
/// # Errors
/// [`ImposeError::CardTooLarge`] when not even one card fits.
pub fn impose(spec: &SheetSpec) -> Result<Plan, ImposeError> {
    let mut best: Option<Plan> = None;
    for (page, turn) in candidates(spec) {
        let plan = arrange(spec, page, turn);
        if plan.per_sheet() > 0 && best.is_none_or(|best| plan.merit() > best.merit()) {
            best = Some(plan);
        }
    }
    best.ok_or(ImposeError::CardTooLarge { trim: spec.trim, paper: spec.paper, printer_margin: spec.printer_margin })
}

/// The pages and turns to try, the preferred one first.
fn candidates(spec: &SheetSpec) -> [(Size, Turn); 2] {
    let paper = spec.paper;
    let upright = if paper.is_landscape() { paper.turned() } else { paper };
    match spec.orientation {
        // A turned card on a portrait page is an upright card on a landscape page.
        Orientation::Auto => [(paper, Turn::Upright), (paper.turned(), Turn::Upright)],
        Orientation::Portrait => [(upright, Turn::Upright), (upright, Turn::Quarter)],
        Orientation::Landscape => [(upright.turned(), Turn::Upright), (upright.turned(), Turn::Quarter)],
    }
}

fn arrange(spec: &SheetSpec, page: Size, turn: Turn) -> Plan {
    let trim = if turn == Turn::Upright { spec.trim } else { spec.trim.turned() };
    // One ruler is enough, and the margin at the foot is that which is read without turning the sheet.
    let down = axis(spec, page.height, trim.height, is_long_enough(spec, page.width), true);
    let across = axis(spec, page.width, trim.width, !down.has_ruler && is_long_enough(spec, page.height), false);
    Plan { page, printer_margin: spec.printer_margin, across, down, turn, flip: spec.flip }
}

/// Whether a margin along a side of the page takes a ruler with its words.
fn is_long_enough(spec: &SheetSpec, side: Mm) -> bool {
    side - MARK_MARGINS[0].max(spec.printer_margin).times(2) >= RULER_SPAN
}

/// Lays cards of length `trim` along a page of length `page`. `has_print`: small print stands in the margins at its ends.
fn axis(spec: &SheetSpec, page: Mm, trim: Mm, may_have_ruler: bool, has_print: bool) -> Axis {
    let printable = page - spec.printer_margin.times(2);
    let fixed = match spec.spacing {
        Spacing::Gutter(gutter) => gutter,
        Spacing::Bleed | Spacing::Shared => Mm::ZERO,
    };
    let count = (printable + fixed).holds(trim + fixed);
    let gaps = (count - 1).max(0);
    let white = (page - trim.times(count) - fixed.times(gaps)).max(Mm::ZERO);
    let (ends, bleeds) = White { spec, count, length: white, has_print }.divided(may_have_ruler);
    let block = trim.times(count) + bleeds.gutter.times(gaps);
    Axis {
        count,
        trim,
        gutter: bleeds.gutter,
        inner_bleed: bleeds.inner,
        outer_bleed: bleeds.outer,
        page,
        margin: ends.margin,
        strip: ((page - block).half() - bleeds.outer - ends.margin).max(Mm::ZERO),
        has_ruler: ends.has_ruler,
    }
}

/// What is kept free at both ends of a page.
#[derive(Clone, Copy)]
struct Ends {
    margin: Mm,
    marks: Mm,
    has_ruler: bool,
}

impl Ends {
    fn depth(self) -> Mm {
        self.margin + self.marks + if self.has_ruler { RULER_DEPTH } else { Mm::ZERO }
    }
}

#[derive(Clone, Copy)]
struct Bleeds {
    gutter: Mm,
    inner: Mm,
    outer: Mm,
}

/// How bleed is divided between gutters and ends.
#[derive(Clone, Copy)]
enum Division {
    /// Alike, between cards as well.
    Even,
    /// The ends get what is wanted, and the gutters the rest. Gutters stay wide enough to cut out.
    EndsFirst,
    /// All of it at the ends: neighbors share cuts, or have the gutter that was asked for.
    Ends(Mm),
}

/// The `white` paper of one direction, which is divided between margins, crop marks, ruler and bleed. Gutters come before long
/// marks, a modest bleed before the ruler, and a short mark before any bleed: without marks no cut is straight.
struct White<'s> {
    spec: &'s SheetSpec,
    count: i64,
    length: Mm,
    /// Whether small print stands in the margins.
    has_print: bool,
}

impl White<'_> {
    fn divided(&self, may_have_ruler: bool) -> (Ends, Bleeds) {
        let marked = self.spec.has_marks.then(|| self.with_marks(may_have_ruler).or_else(|| self.with_scanty_marks()));
        marked.flatten().unwrap_or_else(|| self.without_marks())
    }

    /// The ways to divide bleed that leave gutters, each with the least bleed at the ends.
    fn with_gutters(&self) -> &'static [(Division, Mm)] {
        match self.spec.spacing {
            Spacing::Bleed => &[(Division::Even, MODEST_BLEED), (Division::EndsFirst, LEAST_OUTER_BLEED)],
            Spacing::Shared | Spacing::Gutter(_) => &[],
        }
    }

    /// The way that always works.
    const fn at_ends(&self) -> Division {
        match self.spec.spacing {
            Spacing::Bleed | Spacing::Shared => Division::Ends(Mm::ZERO),
            Spacing::Gutter(gutter) => Division::Ends(gutter),
        }
    }

    fn attempt(&self, ends: Ends, (division, least): (Division, Mm)) -> Option<(Ends, Bleeds)> {
        let bleeds = bleeds(self.spec.bleed, self.count, self.length - ends.depth().times(2), division)?;
        (bleeds.outer >= least.min(self.spec.bleed)).then_some((ends, bleeds))
    }

    /// Marks, and the ruler if gutters keep their room. A good bleed at the ends comes first. The distance of marks from the edge of the
    /// paper comes second.
    fn with_marks(&self, may_have_ruler: bool) -> Option<(Ends, Bleeds)> {
        let [wide, _, near] = MARK_MARGINS.map(|margin| margin.max(self.spec.printer_margin));
        let at_ends = [(self.at_ends(), MODEST_BLEED)];
        let with_least = |least| match self.spec.spacing {
            Spacing::Bleed => vec![(Division::Even, least), (Division::EndsFirst, least)],
            Spacing::Shared | Spacing::Gutter(_) => Vec::new(),
        };
        let (wanted, good) = (with_least(self.spec.bleed), with_least(GOOD_OUTER_BLEED));
        let rulers = || [true, false].into_iter().filter(|has_ruler| may_have_ruler || !has_ruler);
        // Small print between the marks comes before more bleed.
        let shorter: &[Mm] = if self.has_print { &[] } else { &MARK_ROOM };
        let rooms = || std::iter::once(PRINT_ROOM).chain(shorter.iter().copied());
        let goals: [(Mm, &[(Division, Mm)]); 3] = [(wide, &wanted), (near, &wanted), (near, &good)];
        let best = rulers().find_map(|has_ruler| {
            rooms().find_map(|marks| goals.into_iter().find_map(|goal| self.reached(goal, &[marks], has_ruler)))
        });
        let modest = |divisions| rulers().find_map(|has_ruler| self.reached((wide, divisions), &MARK_ROOM, has_ruler));
        best.or_else(|| modest(self.with_gutters())).or_else(|| modest(&at_ends))
    }

    /// The longest marks at this distance from the edge that leave one of these bleeds.
    fn reached(
        &self,
        (margin, divisions): (Mm, &[(Division, Mm)]),
        rooms: &[Mm],
        has_ruler: bool,
    ) -> Option<(Ends, Bleeds)> {
        divisions.iter().find_map(|division| {
            rooms.iter().copied().find_map(|marks| {
                // A ruler is not worth marks that can hardly be seen.
                let is_worth_it = !has_ruler || marks > SHORTEST_MARK_ROOM;
                is_worth_it.then(|| self.attempt(Ends { margin, marks, has_ruler }, *division))?
            })
        })
    }

    /// The shortest marks, where cards leave hardly any paper.
    fn with_scanty_marks(&self) -> Option<(Ends, Bleeds)> {
        let margins = MARK_MARGINS.map(|margin| (margin.max(self.spec.printer_margin), LEAST_BLEED));
        margins.into_iter().chain([(self.spec.printer_margin, Mm::ZERO)]).find_map(|(margin, least)| {
            let ends = Ends { margin, marks: SHORTEST_MARK_ROOM, has_ruler: false };
            self.attempt(ends, (self.at_ends(), least))
        })
    }

    fn without_marks(&self) -> (Ends, Bleeds) {
        let ends = Ends { margin: self.spec.printer_margin, marks: Mm::ZERO, has_ruler: false };
        // Where marks are wanted and have no room, gutters have none either.
        let gutters = if self.spec.has_marks { &[] } else { self.with_gutters() };
        let found = gutters.iter().find_map(|division| self.attempt(ends, *division));
        let last = || self.attempt(ends, (self.at_ends(), Mm::ZERO));
        found.or_else(last).unwrap_or_else(|| (ends, Bleeds::none(self.at_ends())))
    }
}

impl Bleeds {
    const fn none(division: Division) -> Self {
        let gutter = if let Division::Ends(gutter) = division { gutter } else { Mm::ZERO };
        Self { gutter, inner: Mm::ZERO, outer: Mm::ZERO }
    }
}

/// Divides `room` between the bleeds of `count` cards. None where there is too little of it.
fn bleeds(wanted: Mm, count: i64, room: Mm, division: Division) -> Option<Bleeds> {
    if room < Mm::ZERO {
        return None;
    }
    let gaps = (count - 1).max(0);
    let bleeds = match division {
        Division::Even => {
            let each = wanted.min(room.share(count.max(1) * 2));
            Bleeds { gutter: each.times(2), inner: each, outer: each }
        }
        Division::EndsFirst => {
            let outer = wanted.min((room - LEAST_GUTTER.times(gaps)).half());
            let inner = wanted.min((room - outer.times(2)).share(gaps.max(1) * 2)).max(LEAST_GUTTER.half());
            Bleeds { gutter: inner.times(2), inner, outer }
        }
        Division::Ends(gutter) => Bleeds { gutter, inner: wanted.min(gutter.half()), outer: wanted.min(room.half()) },
    };
    let is_sound = match division {
        Division::Even => gaps == 0 || bleeds.gutter >= LEAST_GUTTER,
        Division::EndsFirst => gaps > 0 && bleeds.inner <= wanted,
        Division::Ends(_) => true,
    };
    (is_sound && bleeds.outer >= Mm::ZERO).then_some(bleeds)
}

impl Plan {
    /// How many cards one sheet takes.
    pub fn per_sheet(&self) -> usize {
        usize::try_from(self.across.count * self.down.count).unwrap_or(0)
    }

    /// How many sheets `cards` cards need.
    pub fn sheets(&self, cards: usize) -> usize {
        cards.div_ceil(self.per_sheet().max(1))
    }

    /// How many places the last sheet of `cards` cards has to spare.
    pub fn spare(&self, cards: usize) -> usize {
        self.sheets(cards) * self.per_sheet() - cards
    }

    /// The finished cards of a full sheet together.
    pub fn block(&self) -> Rect {
        let size = Size { width: self.across.block(), height: self.down.block() };
        Rect::at(self.across.start(), self.down.start(), size)
    }

    /// The block with the bleed at its outer edge.
    pub fn bled_block(&self) -> Rect {
        let block = self.block();
        Rect {
            left: block.left - self.across.outer_bleed,
            top: block.top - self.down.outer_bleed,
            right: block.right + self.across.outer_bleed,
            bottom: block.bottom + self.down.outer_bleed,
        }
    }

    /// The printable area of the page.
    pub fn printable(&self) -> Rect {
        Rect::at(Mm::ZERO, Mm::ZERO, self.page).inset(self.printer_margin)
    }

    /// The part of the page in which marks are printed by any printer.
    pub fn marked(&self) -> Rect {
        let (x, y) = (self.across.margin, self.down.margin);
        Rect { left: x, top: y, right: self.page.width - x, bottom: self.page.height - y }
    }

    /// Whether marks come so near to the edge of the paper that some printers do not print them.
    pub fn has_marks_near_edge(&self) -> bool {
        let [.., near] = MARK_MARGINS;
        [self.across, self.down].iter().any(|axis| axis.margin < near && axis.strip > Mm::ZERO)
    }

    /// The printed sides of a deck of `cards` cards, in the order in which a printer takes them:
    /// front of sheet 1, back of sheet 1, front of sheet 2. Without a flip there are only fronts.
    pub fn sides(&self, cards: usize) -> Vec<Side> {
        (0..self.sheets(cards)).flat_map(|sheet| self.sides_of_sheet(sheet, cards)).collect()
    }

    fn sides_of_sheet(&self, sheet: usize, cards: usize) -> Vec<Side> {
        let first = sheet * self.per_sheet();
        let last = (first + self.per_sheet()).min(cards);
        let placements: Vec<_> = (first..last).map(|card| self.front(card)).collect();
        let front = Side { sheet, is_back: false, placements };
        if self.flip == Flip::None {
            return vec![front];
        }
        let placements = front.placements.iter().map(|&front| self.behind(front)).collect();
        vec![front, Side { sheet, is_back: true, placements }]
    }

    /// The place of the front of `card` on its sheet: row by row from the top left.
    pub fn front(&self, card: usize) -> Placement {
        let cell = i64::try_from(card % self.per_sheet().max(1)).unwrap_or(0);
        let (row, column) = (cell / self.across.count, cell % self.across.count);
        let size = Size { width: self.across.trim, height: self.down.trim };
        let trim = Rect::at(self.across.position(column), self.down.position(row), size);
        let bleed = Rect {
            left: trim.left - self.across.bleed_before(column),
            top: trim.top - self.down.bleed_before(row),
            right: trim.right + self.across.bleed_after(column),
            bottom: trim.bottom + self.down.bleed_after(row),
        };
        Placement { card, trim, bleed, turn: self.turn }
    }

    /// Whether the sheet turns over a vertical axis, left becoming right: the long edge of a
    /// portrait page, the short edge of a landscape page.
    pub fn flips_sideways(&self) -> bool {
        match self.flip {
            Flip::Long | Flip::None => !self.page.is_landscape(),
            Flip::Short => self.page.is_landscape(),
        }
    }

    /// The place of the back of the card whose front is `front`.
    pub fn behind(&self, front: Placement) -> Placement {
        let turn = if self.flips_sideways() { front.turn.mirrored_sideways() } else { front.turn.mirrored_upwards() };
        Placement { card: front.card, trim: self.mirrored(front.trim), bleed: self.mirrored(front.bleed), turn }
    }

    /// A place on the front, seen on the back of the same sheet.
    pub fn mirrored(&self, rect: Rect) -> Rect {
        if self.flips_sideways() { mirror_sideways(rect, self.page) } else { mirror_upwards(rect, self.page) }
    }

    /// More cards, then more bleed; the candidate tried first wins a tie.
    fn merit(&self) -> (usize, Mm) {
        (self.per_sheet(), self.across.least_bleed().min(self.down.least_bleed()))
    }
}

fn mirror_sideways(rect: Rect, page: Size) -> Rect {
    Rect { left: page.width - rect.right, right: page.width - rect.left, ..rect }
}

fn mirror_upwards(rect: Rect, page: Size) -> Rect {
    Rect { top: page.height - rect.bottom, bottom: page.height - rect.top, ..rect }
}

#[cfg(test)]
mod tests;
