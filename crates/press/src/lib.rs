//! The press: views become typeset faces, imposed sheets, PDF and PNG.
//!
//! **In** views from [`makeready_faces`], in which every word is final. **Out** bytes of a file, and
//! [`PressNote`]s for the reader. **Fails** with [`PressError`]. No file is read or written and no
//! clock is used: the same input gives the same bytes.
//!
//! The path of a card: [`cards`] typesets each distinct face once with Typst, `fronts` writes them, [`impose`] places
//! faces on paper in whole micrometers, [`print_sheet`] builds the sheets with printpdf, and
//! [`graft`] moves the typeset faces into them. Sheets and handouts are typeset as whole pages and
//! written as tagged PDF by [`pdf`].

pub mod backs;
pub mod book;
mod booklet;
mod breaks;
mod card_pictures;
pub mod card_size;
pub mod card_text;
pub mod cards;
pub mod colophon;
pub mod density;
pub mod division;
pub mod error;
pub mod fitting;
pub mod foot;
pub mod frames;
mod fronts;
mod frozen;
pub mod graft;
mod grid;
mod guard;
pub mod handouts;
pub mod impose;
mod joined;
pub mod length;
pub mod margin;
pub mod marks;
mod objects;
pub mod paper;
pub mod pdf;
pub mod pictures;
pub mod pieces;
mod places;
pub mod portions;
mod prefix;
pub mod print_sheet;
pub mod raster;
mod share;
pub mod shared;
pub mod sheets;
mod shelf;
pub mod spoken;
pub mod structure;
pub mod used;
mod widths;
mod window;
pub mod workers;
pub mod world;

use serde::Serialize;
use typst_layout::PagedDocument;

use makeready_faces::book::Look;
use makeready_faces::card::CardFace;
use makeready_faces::credits::{Colophon, GameCredits, Used};
use makeready_faces::sheet::{Handout, Layout, Sheet};

pub use self::backs::Behind;
pub use self::book::{BookPrint, print_book};
pub use self::card_pictures::{CardPicture, CardPictures, Edge, PicturePlace, card_pictures, card_pngs};
pub use self::card_size::CardSize;
pub use self::error::{PressError, PressNote, Subject};
pub use self::fitting::Fits;
pub use self::grid::{CardGrid, CardGrids, GridPlace, card_grids};
pub use self::impose::{Flip, Orientation, Spacing};
pub use self::length::{Mm, Size};
pub use self::paper::Paper;
pub use self::share::{share_cover, share_pictures};
pub use self::shelf::{Shelf, look_hash};

use self::backs::{Backs, BacksOf};
use self::cards::{FaceSpec, Faces, TEMPLATE as CARDS, lay_out_faces, lay_out_parts, over_backs};
use self::colophon::Margins;
use self::fronts::{Fronts, Part, Pile};
use self::impose::{Axis, Plan, SheetSpec};
use self::pdf::{About, Tags};
use self::print_sheet::PrintSheets;
use self::raster::Resolution;
use self::workers::side_by_side;

/// How much ink to use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ink {
    /// Colors run to the bleed.
    #[default]
    Normal,
    /// Outlines on white.
    Saver,
}

/// The print style: choices of a reader for everything printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct PrintStyle {
    /// How much ink to use.
    pub ink: Ink,
    /// Whether running text is set in the typeface made for low vision.
    #[serde(rename = "accessible")]
    pub is_accessible: bool,
}

/// What is on the back of cards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Back {
    /// The emblem of the system's look.
    #[default]
    OfLook,
    /// Another emblem.
    Named(String),
    /// Nothing: sheets are printed on one side.
    None,
}

impl Back {
    /// What it is called.
    pub fn name(&self) -> &str {
        match self {
            Self::OfLook => "",
            Self::Named(name) => name,
            Self::None => "none",
        }
    }

    /// The look with this back, or none when nothing is printed.
    fn look(&self, look: &Look) -> Option<Look> {
        match self {
            Self::OfLook => Some(look.clone()),
            Self::Named(back) => Some(Look { back: back.clone(), ..look.clone() }),
            Self::None => None,
        }
    }
}

/// How to print a deck on sheets of paper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardPrint {
    /// The card.
    pub size: CardSize,
    /// The paper.
    pub paper: Paper,
    /// Which way round the page is.
    pub orientation: Orientation,
    /// The edge of the paper that the printer cannot reach.
    pub printer_margin: Mm,
    /// The edge over which the printer turns the sheet.
    pub flip: Flip,
    /// What is on the back.
    pub back: Back,
    /// What is on the backs of the first cards, in the order of the deck, where they have others.
    pub backs: Vec<Back>,
    /// Ink and typeface.
    pub style: PrintStyle,
    /// The requested bleed; less is used where it does not fit.
    pub bleed: Mm,
    /// The inset inside the trim that text must not leave.
    pub safe: Mm,
    /// What is between neighbors.
    pub spacing: Spacing,
    /// Whether crop marks and, where it fits, a ruler are drawn.
    pub has_marks: bool,
    /// Whether lines are drawn along the cuts, for scissors.
    pub has_guides: bool,
    /// Cards for the places that the last sheet has to spare, one after another and over again. Without any these places stay
    /// empty.
    pub fill: Vec<CardFace>,
    /// Title of the document.
    pub title: String,
    /// The credits of the game.
    pub credits: GameCredits,
}

impl CardPrint {
    /// The usual settings: 3.6 mm of bleed where it fits and 3.2 mm safe zone (1/8 in, as print shops ask for), 4.2 mm printer
    /// margin (the common 1/6 in of home printers), crop marks, backs, sheets turned over the long edge.
    pub fn new(size: CardSize, paper: Paper) -> Self {
        let is_wide = paper.size.is_landscape();
        Self {
            size,
            // Whoever asks for a paper that is wider than it is high means it to lie.
            orientation: if is_wide { Orientation::Landscape } else { Orientation::Auto },
            paper,
            printer_margin: Mm::from_um(4_200),
            flip: Flip::Long,
            back: Back::OfLook,
            backs: Vec::new(),
            style: PrintStyle::default(),
            bleed: Mm::from_um(3_600),
            safe: Mm::from_um(3_200),
            spacing: Spacing::Bleed,
            has_marks: true,
            has_guides: false,
            fill: Vec::new(),
            title: "Action cards".to_owned(),
            credits: GameCredits::default(),
        }
    }

    /// There is no flip when there is no back.
    fn effective_flip(&self) -> Flip {
        if self.all_backs().is_any() { self.flip } else { Flip::None }
    }

    fn all_backs(&self) -> BacksOf<'_> {
        BacksOf { deck: &self.back, cards: &self.backs }
    }

    /// The arrangement of cards on sheets.
    ///
    /// # Errors
    /// [`PressError::Impose`] when the card is larger than the paper.
    pub fn plan(&self) -> Result<Plan, PressError> {
        let spec = SheetSpec {
            paper: self.paper.size,
            orientation: self.orientation,
            printer_margin: self.printer_margin,
            trim: self.size.trim,
            bleed: self.bleed,
            spacing: self.spacing,
            flip: self.effective_flip(),
            has_marks: self.has_marks,
        };
        Ok(impose::impose(&spec)?)
    }

    fn notes(&self, plan: &Plan) -> Vec<PressNote> {
        let [is_across, is_down] = [plan.across, plan.down].map(|axis| axis.shares_cuts());
        let mut notes = Vec::new();
        if self.spacing == Spacing::Bleed && self.bleed > Mm::ZERO && (is_across || is_down) {
            notes.push(PressNote::SharedCuts { is_across, is_down });
        }
        // Where cuts are shared there is no bleed to reduce but at the ends.
        let bleed = |axis: &Axis| if axis.shares_cuts() { axis.outer_bleed } else { axis.least_bleed() };
        let used = Size { width: bleed(&plan.across), height: bleed(&plan.down) };
        if used.width < self.bleed || used.height < self.bleed {
            notes.push(PressNote::BleedReduced { wanted: self.bleed, used });
        }
        let room = marks::mark_room(plan);
        if self.has_marks && !(room.is_marked_across && room.is_marked_down) {
            notes.push(PressNote::NoRoomForMarks);
        } else if self.has_marks && plan.has_marks_near_edge() {
            notes.push(PressNote::MarksNearEdge);
        }
        notes
    }
}

/// A finished document.
#[derive(Clone, Debug)]
pub struct Printed {
    /// The PDF file.
    pub pdf: Vec<u8>,
    /// Notes for the reader.
    pub notes: Vec<PressNote>,
    /// The work of others that it shows, with credits.
    pub used: Used,
}

impl Printed {
    const fn new(pdf: Vec<u8>, notes: Vec<PressNote>, used: Used) -> Self {
        Self { pdf, notes, used }
    }
}

/// Prints a deck on sheets of paper: front and back of sheet 1, of sheet 2, and so on. Copies of one
/// face are typeset and stored once.
///
/// # Errors
/// [`PressError`] when the deck is empty, cards do not fit on the paper, text cannot be made to fit, or a character has
/// no glyph.
pub fn print_cards(deck: &[CardFace], look: &Look, print: &CardPrint) -> Result<Printed, PressError> {
    let papers = std::slice::from_ref(&print.paper);
    let mut printed = print_cards_on(papers, deck, look, print, &mut Fits::default())?;
    printed.pop().ok_or(PressError::NothingToPrint)
}

/// Prints a deck on several papers, whatever `print` says of paper: faces are typeset once for all.
/// `fits` carries hints on how cards fit from deck to deck.
///
/// # Errors
/// As [`print_cards`].
pub fn print_cards_on(
    papers: &[Paper],
    deck: &[CardFace],
    look: &Look,
    print: &CardPrint,
    fits: &mut Fits<'_>,
) -> Result<Vec<Printed>, PressError> {
    let on = |paper: &Paper| CardPrint { paper: paper.clone(), ..print.clone() }.plan();
    let plans = papers.iter().map(on).collect::<Result<Vec<Plan>, _>>()?;
    // The bleed that was asked for, whatever the paper leaves of it: a deck is the same whichever papers it is printed on.
    let spec = FaceSpec {
        trim: print.size.trim,
        bleed: print.bleed,
        safe: print.safe,
        style: print.style,
        has_backs: print.effective_flip() != Flip::None,
    };
    let title = print.title.as_str();
    let mut fronts: Fronts =
        lay_out_parts(deck, look, &spec, fits, |document, faces| Part::export(&document, &faces, look, title))?;
    if spec.has_backs {
        fronts.places = over_backs(&fronts.places, deck);
    }
    if fronts.parts.len() > 1 {
        // Sheets of a large deck take the room of what Typst has kept for its last cards.
        typst::comemo::evict(0);
    }
    let backs = Backs::lay_out(print.all_backs(), look, &spec)?;
    let mut used = fronts.used();
    used.extend(&backs.used(look)?);
    let back_pdfs = backs.export(title)?;
    let colophon = Colophon::new(&print.credits, &used);
    let about =
        About { language: look.lang.tag().to_owned(), ..About::of_game(title, &print.credits, &used, &colophon) };
    let margins = plans.iter().map(|plan| colophon::place(plan, look, print, &colophon));
    let margins = margins.collect::<Result<Vec<Margins>, _>>()?;
    // Sheets whose margins have no room get a card of credits.
    let card = match deck.first().filter(|_| margins.iter().any(|margin| margin.has_card)) {
        Some(first) => {
            let card =
                lay_out_faces(&[colophon::card(first, &colophon, look.lang.words)], look, &spec, &mut Fits::default())?;
            Some(Fronts::of_faces(card, look, title)?)
        }
        None => None,
    };
    let fill = match print.fill.is_empty() {
        true => None,
        false => Some(lay_out_faces(&print.fill, look, &spec, &mut Fits::default())?),
    };
    let on_sheets = |(plan, margin): (&Plan, &Margins)| {
        let card = card.as_ref().filter(|_| margin.has_card);
        let places = fronts.places.len() + card.map_or(0, |card| card.places.len());
        let spare = fill.as_ref().and_then(|fill| fill.filling(plan.spare(places)));
        let filled = spare.as_ref().map_or(0, |spare| spare.places.len());
        let empty = plan.spare(places) - filled;
        let not_filled = (fill.is_some() && empty > 0).then_some(PressNote::NotFilled { places: empty });
        let spare = spare.map(|spare| Fronts::of_faces(spare, look, title)).transpose()?;
        let Pile { parts, places } = card.into_iter().chain(&spare).fold(Pile::of(&fronts), Pile::followed_by);
        let order: Vec<usize> = places.iter().map(|place| place.front).collect();
        let behind: Vec<Option<Behind>> = places.iter().map(|place| backs.behind(place)).collect();
        let sheets = PrintSheets {
            plan,
            fronts: &parts,
            order: &order,
            backs: &back_pdfs,
            behind: &behind,
            colophon: margin.page.as_deref(),
            credits: margin.credits.as_ref(),
            face_bleed: spec.bleed,
            about: &about,
            has_marks: print.has_marks,
            has_guides: print.has_guides,
        };
        let apart = margin.has_card.then_some(PressNote::CreditsApart);
        let notes = print.notes(plan).into_iter().chain(apart).chain(not_filled);
        let notes = notes.chain(fronts.notes.iter().cloned()).collect();
        Ok(Printed::new(sheets.build()?, notes, used.clone()))
    };
    let papers = plans.iter().zip(&margins);
    // The sheets of a large deck take much memory, so there are those of one paper at a time.
    match fronts.parts.len() {
        1 => side_by_side(papers, on_sheets).into_iter().collect(),
        _ => papers.map(on_sheets).collect(),
    }
}

/// How to draw pictures of cards.
#[derive(Clone, Debug, PartialEq)]
pub struct CardImages {
    /// The card.
    pub size: CardSize,
    /// What is on the back.
    pub back: Back,
    /// What is on the backs of the first cards, in the order of the deck, where they have others.
    pub backs: Vec<Back>,
    /// Ink and typeface.
    pub style: PrintStyle,
    /// Artwork beyond the trim.
    pub bleed: Mm,
    /// The inset inside the trim that text must not leave.
    pub safe: Mm,
    /// Dots per inch.
    pub dpi: f64,
    /// The credits of the game.
    pub credits: GameCredits,
}

/// The most pixels of a picture: those of a poker card at 1200 dpi take half of it, and each takes four bytes.
const MOST_PIXELS: f64 = 25_000_000.0;

impl CardImages {
    /// The highest resolution at which a picture stays within [`MOST_PIXELS`].
    pub fn most_dpi(&self) -> f64 {
        most_dpi(Size {
            width: self.size.trim.width + self.bleed.times(2),
            height: self.size.trim.height + self.bleed.times(2),
        })
    }

    fn all_backs(&self) -> BacksOf<'_> {
        BacksOf { deck: &self.back, cards: &self.backs }
    }

    /// Whether anything is on any back.
    fn has_backs(&self) -> bool {
        self.all_backs().is_any()
    }

    /// The deck and its backs, laid out, with the credits of what they show.
    fn lay_out(&self, deck: &[CardFace], look: &Look) -> Result<LaidImages<'_>, PressError> {
        let of = self.all_backs();
        let spec = FaceSpec {
            trim: self.size.trim,
            bleed: self.bleed,
            safe: self.safe,
            style: self.style,
            has_backs: self.has_backs(),
        };
        let faces = lay_out_faces(deck, look, &spec, &mut Fits::default())?;
        let backs = Backs::lay_out(of, look, &spec)?;
        let mut used = used::used(&faces.document, CARDS, look)?;
        used.extend(&backs.used(look)?);
        let colophon = Colophon::new(&self.credits, &used);
        let credits = colophon.phrases().iter().map(|phrase| format!("{phrase}.\n")).collect();
        Ok(LaidImages { faces, backs, credits })
    }

    /// Trimmed cards at 300 dpi, with their back.
    pub fn new(size: CardSize) -> Self {
        Self {
            size,
            back: Back::OfLook,
            backs: Vec::new(),
            style: PrintStyle::default(),
            bleed: Mm::ZERO,
            safe: Mm::from_um(3_200),
            dpi: 300.0,
            credits: GameCredits::default(),
        }
    }
}

/// What pictures of cards are drawn from.
struct LaidImages<'i> {
    faces: Faces,
    backs: Backs<'i>,
    /// The credits of what they show; a line each.
    credits: String,
}

/// The bleed that print shops ask for: 1/8 in.
pub const PRINT_SHOP_BLEED: Mm = Mm::from_um(3_175);

/// How to print a character sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetPrint {
    /// The paper.
    pub paper: Paper,
    /// Ink and typeface.
    pub style: PrintStyle,
    /// Title of the document.
    pub title: String,
    /// The credits of the game.
    pub credits: GameCredits,
}

/// Prints a character sheet: two sides, tagged, validated as PDF/A-2b.
///
/// # Errors
/// [`PressError`] when one block does not fit or a character has no glyph.
pub fn print_sheet(sheet: &Sheet, look: &Look, print: &SheetPrint) -> Result<Printed, PressError> {
    let (laid, notes) = sheets::lay_out_sheet(sheet, look, print)?;
    laid.export(&print.title, &print.credits, sheets::TEMPLATE, notes)
}

/// Draws the pages of a character sheet as they are printed: one picture for each.
///
/// # Errors
/// As [`print_sheet`], and [`PressError::Picture`].
pub fn sheet_pictures(sheet: &Sheet, look: &Look, print: &SheetPrint, dpi: f64) -> Result<PagePictures, PressError> {
    let (laid, notes) = sheets::lay_out_sheet(sheet, look, print)?;
    laid.pictures(dpi, notes)
}

/// How to print handouts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandoutPrint {
    /// The paper.
    pub paper: Paper,
    /// How large each is.
    pub layout: Layout,
    /// Ink and typeface.
    pub style: PrintStyle,
    /// Title of the document.
    pub title: String,
    /// The credits of the game.
    pub credits: GameCredits,
}

/// Prints handouts, several to a page, tagged, validated as PDF/A-2b.
///
/// # Errors
/// [`PressError`] when one block does not fit or a character has no glyph.
pub fn print_handouts(handouts: &[Handout], look: &Look, print: &HandoutPrint) -> Result<Printed, PressError> {
    let (laid, notes) = handouts::lay_out_handouts(handouts, look, print)?;
    laid.export(&print.title, &print.credits, handouts::TEMPLATE, notes)
}

/// Draws the pages of one handout as they are printed: one picture for each.
///
/// # Errors
/// As [`print_handouts`], and [`PressError::Picture`].
pub fn handout_pictures(
    handout: &Handout,
    look: &Look,
    print: &HandoutPrint,
    dpi: f64,
) -> Result<PagePictures, PressError> {
    let (laid, notes) = handouts::lay_out_handouts(std::slice::from_ref(handout), look, print)?;
    laid.pictures(dpi, notes)
}

/// Pictures of pages.
#[derive(Clone, Debug)]
pub struct PagePictures {
    /// The PNG file of each page.
    pub pngs: Vec<Vec<u8>>,
    /// Notes for the reader.
    pub notes: Vec<PressNote>,
}

/// The highest resolution at which a picture of this size stays within what a picture may have.
pub fn most_dpi(size: Size) -> f64 {
    let inches = |length: Mm| length.to_pt().0 / 72.0;
    (MOST_PIXELS / (inches(size.width) * inches(size.height))).sqrt().floor()
}

/// Pages laid out, with their credits.
pub struct Pages {
    /// Pages before these, which are written already.
    before: Vec<Vec<u8>>,
    /// The pages.
    document: PagedDocument,
    /// The work of others that they show.
    used: Used,
    /// The credits that they carry.
    colophon: Colophon,
    /// The edition of the game and the rules in force.
    edition: String,
}

impl Pages {
    /// The laid out pages; of very many handouts those of the last portion.
    pub const fn document(&self) -> &PagedDocument {
        &self.document
    }

    /// Pictures of pages that are all laid out together.
    fn pictures(&self, dpi: f64, notes: Vec<PressNote>) -> Result<PagePictures, PressError> {
        if !self.before.is_empty() {
            // They are written already, and cannot be drawn any more.
            return Err(PressError::Picture("it has too many pages for pictures".to_owned()));
        }
        let pngs = raster::pngs(&self.document, Resolution { dpi, has_bleed: false })?;
        Ok(PagePictures { pngs, notes })
    }

    fn export(
        self,
        title: &str,
        game: &GameCredits,
        template: &str,
        notes: Vec<PressNote>,
    ) -> Result<Printed, PressError> {
        let Self { mut before, document, used, colophon, edition } = self;
        let mut about = About::of_game(title, game, &used, &colophon);
        about.keywords.extend(Some(edition).filter(|edition| !edition.is_empty()));
        let mut pdf = pdf::export(document, template, &about, Tags::Kept)?;
        if !before.is_empty() {
            before.push(pdf);
            // The file takes the room of what Typst has kept for its last pages.
            typst::comemo::evict(0);
            pdf = joined::join(&before)?;
        }
        Ok(Printed::new(pdf, notes, used))
    }
}
