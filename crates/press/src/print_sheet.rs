//! Building print sheets: placed faces, crop marks, guides and a ruler, as one PDF.
//!
//! **In** a [`Plan`], typeset faces as PDF, and the page of each card. **Out** the bytes
//! of a PDF 1.7 whose pages carry `MediaBox` (the paper), `TrimBox` (the block of finished cards) and
//! `BleedBox` (the block with its outer bleed), the same on every page. Viewer preferences forbid scaling
//! and name the edge over which to turn. Every card is tagged with its words; backs and marks are artifacts. **Fails** with
//! [`PressError::Pdf`].

use lopdf::{Dictionary, Document, Object, ObjectId, Stream};
use printpdf::{
    Color, CurTransMat, DictItem, ExternalStream, ExternalXObject, Greyscale, Layer, LayerInternalId, Line as PdfLine,
    LinePoint, Op, PaintMode, PdfDocument, PdfPage, PdfSaveOptions, Point, Pt as PdfPt, Rect as PdfRect, WindingOrder,
    XObject, XObjectId, XObjectTransform,
};

use super::backs::Behind;
use super::error::PressError;
use super::fronts::Part;
use super::graft::{GraftError, graft};
use super::impose::{Flip, Placement, Plan, Side, Turn};
use super::length::{Mm, Rect, Size};
use super::marks::{self, Line};
use super::objects;
use super::pdf::{About, CREATOR};
use super::shared::adopt;
use super::spoken::Spoken;
use super::structure;

/// What to build.
pub struct PrintSheets<'a> {
    /// The arrangement of cards.
    pub plan: &'a Plan,
    /// Fronts, in parts: one page per distinct face, and its words.
    pub fronts: &'a [&'a Part],
    /// Page of `fronts` for each card, counted over all parts, in printing order.
    pub order: &'a [usize],
    /// The distinct backs, a page each.
    pub backs: &'a [Vec<u8>],
    /// What is behind each card: one of them, or a page of `fronts`; none where nothing is.
    pub behind: &'a [Option<Behind>],
    /// Bleed with which the faces were typeset.
    pub face_bleed: Mm,
    /// Small print to lay over fronts, one page of the size of the sheet.
    pub colophon: Option<&'a [u8]>,
    /// The words of it that readers need to hear once; none when there are no credits in it.
    pub credits: Option<&'a Spoken>,
    /// The metadata of the document.
    pub about: &'a About,
    /// Whether crop marks and the ruler are drawn.
    pub has_marks: bool,
    /// Whether lines along the cuts are drawn.
    pub has_guides: bool,
}

const MARKS: (&str, &str) = ("L0", "Crop marks");
const GUIDES: (&str, &str) = ("L1", "Cut guides");
const HAIRLINE_PT: f32 = 0.25;

impl From<GraftError> for PressError {
    fn from(error: GraftError) -> Self {
        Self::Pdf(error.to_string())
    }
}

impl PrintSheets<'_> {
    /// Builds the document.
    ///
    /// # Errors
    /// [`PressError::Pdf`] when the faces are not what they should be.
    pub fn build(&self) -> Result<Vec<u8>, PressError> {
        self.hold()?;
        let mut sheets = self.sheets().to_lopdf_document(&PdfSaveOptions::default(), &mut Vec::new());
        let mut first = 0;
        for part in self.fronts {
            graft(&mut sheets, &part.pdf, |page| front_name(first + page))?;
            if let Some(drawings) = &part.drawings {
                adopt(&mut sheets, drawings)?;
            }
            first += part.spoken.len();
        }
        for (number, back) in self.backs.iter().enumerate() {
            graft(&mut sheets, back, |_| back_name(number))?;
        }
        if let Some(colophon) = self.colophon {
            graft(&mut sheets, colophon, |_| COLOPHON_NAME.to_owned())?;
        }
        self.finish(sheets).map_err(|error| PressError::Pdf(error.to_string()))
    }

    /// Holds places against faces: each face of the deck has one place on a front, and each that was laid out is in the deck.
    fn hold(&self) -> Result<(), PressError> {
        let sides = self.plan.sides(self.order.len());
        let fronts = sides.iter().filter(|side| !side.is_back).flat_map(|side| &side.placements);
        let mut placed: Vec<usize> = fronts.map(|place| place.card).collect();
        placed.sort_unstable();
        let laid_out: usize = self.fronts.iter().map(|part| part.spoken.len()).sum();
        let mut pages: Vec<usize> = sides.iter().flat_map(|side| self.pages_of(side)).collect();
        pages.sort_unstable();
        pages.dedup();
        if placed.iter().copied().eq(0..self.order.len()) && pages.iter().copied().eq(0..laid_out) {
            return Ok(());
        }
        let (faces, places, pages) = (self.order.len(), placed.len(), pages.len());
        Err(PressError::Lost(format!("{faces} faces have {places} places, and {pages} of {laid_out} pages have one")))
    }

    /// The pages of `fronts` that a side shows, in the order of its places.
    fn pages_of(&self, side: &Side) -> impl Iterator<Item = usize> {
        side.placements.iter().filter_map(|place| match self.drawn(side, place)? {
            Behind::Front(page) => Some(page),
            Behind::Back(_) => None,
        })
    }

    /// What is drawn at a place; none where nothing is.
    fn drawn(&self, side: &Side, place: &Placement) -> Option<Behind> {
        if side.is_back {
            self.behind.get(place.card).copied().flatten()
        } else {
            self.order.get(place.card).copied().map(Behind::Front)
        }
    }

    /// The sheets with an empty placeholder for every face.
    fn sheets(&self) -> PdfDocument {
        let mut document = PdfDocument::new(&self.about.title);
        CREATOR.clone_into(&mut document.metadata.info.creator);
        CREATOR.clone_into(&mut document.metadata.info.producer);
        let sides = self.plan.sides(self.order.len());
        let fronts = sides.iter().flat_map(|side| self.pages_of(side)).max().map_or(0, |last| last + 1);
        let backs = (0..self.backs.len()).map(back_name);
        let names = (0..fronts).map(front_name).chain(backs).chain(self.colophon.map(|_| COLOPHON_NAME.to_owned()));
        for name in names {
            document.resources.xobjects.map.insert(XObjectId(name), placeholder());
        }
        for (id, name, is_used) in [(MARKS.0, MARKS.1, self.has_marks), (GUIDES.0, GUIDES.1, self.has_guides)] {
            if is_used {
                let layer = Layer { creator: CREATOR.to_owned(), ..Layer::new(name) };
                document.resources.layers.map.insert(LayerInternalId(id.to_owned()), layer);
            }
        }
        document.pages = sides.iter().map(|side| self.page(side)).collect();
        document
    }

    fn page(&self, side: &Side) -> PdfPage {
        let mut ops = Vec::new();
        let mut parts = 0..;
        for place in &side.placements {
            let Some(drawn) = self.drawn(side, place) else { continue };
            let mark = match drawn {
                Behind::Front(_) => parts.next().map_or(Mark::Ornament, Mark::Part),
                Behind::Back(_) => Mark::Ornament,
            };
            ops.extend(mark.around(self.face(place, drawn)));
        }
        if !side.is_back {
            ops.extend(Mark::Ornament.around(self.lines()));
            ops.extend(self.colophon.into_iter().flat_map(|_| {
                let mark = if self.says_credits(side) { Mark::Part(parts.start) } else { Mark::Ornament };
                mark.around(vec![draw(COLOPHON_NAME.to_owned())])
            }));
        }
        let Size { width, height } = self.plan.page;
        let paper = PdfRect::from_wh(pt(width), pt(height));
        PdfPage { media_box: paper.clone(), crop_box: paper.clone(), trim_box: paper, ops }
    }

    /// Whether the credits are a part of this side: they stand on every sheet, and are said once.
    fn says_credits(&self, side: &Side) -> bool {
        side.sheet == 0 && !side.is_back && self.colophon.is_some() && self.credits.is_some()
    }

    /// The parts of every page, in the order of their numbers.
    fn parts(&self) -> Vec<Vec<&Spoken>> {
        let spoken: Vec<&Spoken> = self.fronts.iter().flat_map(|part| &part.spoken).collect();
        let of_side = |side: &Side| -> Vec<&Spoken> {
            let cards = self.pages_of(side).filter_map(|page| spoken.get(page).copied());
            cards.chain(self.credits.filter(|_| self.says_credits(side))).collect()
        };
        self.plan.sides(self.order.len()).iter().map(of_side).collect()
    }

    /// Draws one face: moved and turned into place, and clipped where neighbors leave less bleed
    /// than it was typeset with.
    fn face(&self, place: &Placement, drawn: Behind) -> Vec<Op> {
        let name = match drawn {
            Behind::Front(page) => front_name(page),
            Behind::Back(back) => back_name(back),
        };
        let full = place.trim.inset(-self.face_bleed);
        let mut ops = vec![Op::SaveGraphicsState];
        if full != place.bleed {
            ops.push(Op::DrawRectangle { rectangle: self.clip(place.bleed) });
        }
        ops.push(Op::SetTransformationMatrix { matrix: self.matrix(full, place.turn) });
        ops.push(draw(name));
        ops.push(Op::RestoreGraphicsState);
        ops
    }

    fn clip(&self, rect: Rect) -> PdfRect {
        let size = rect.size();
        PdfRect {
            x: pt(rect.left),
            y: pt(self.plan.page.height - rect.bottom),
            width: pt(size.width),
            height: pt(size.height),
            mode: Some(PaintMode::Clip),
            winding_order: Some(WindingOrder::NonZero),
        }
    }

    /// Maps a face, drawn from its own lower left corner, onto `full`.
    fn matrix(&self, full: Rect, turn: Turn) -> CurTransMat {
        let x = |x: Mm| x.to_pt().to_f32();
        let y = |y: Mm| (self.plan.page.height - y).to_pt().to_f32();
        CurTransMat::Raw(match turn {
            Turn::Upright => [1.0, 0.0, 0.0, 1.0, x(full.left), y(full.bottom)],
            Turn::Quarter => [0.0, -1.0, 1.0, 0.0, x(full.left), y(full.top)],
            Turn::Half => [-1.0, 0.0, 0.0, -1.0, x(full.right), y(full.top)],
            Turn::ThreeQuarter => [0.0, 1.0, -1.0, 0.0, x(full.right), y(full.bottom)],
        })
    }

    fn lines(&self) -> Vec<Op> {
        let mut ops = Vec::new();
        if self.has_marks {
            let marks = marks::crop_marks(self.plan).into_iter().chain(marks::ruler(self.plan));
            ops.extend(self.layer(MARKS.0, 0.0, marks));
        }
        if self.has_guides {
            ops.extend(self.layer(GUIDES.0, 0.6, marks::cut_guides(self.plan).into_iter()));
        }
        ops
    }

    fn layer(&self, id: &str, gray: f32, lines: impl Iterator<Item = Line>) -> Vec<Op> {
        let color = Color::Greyscale(Greyscale { percent: gray, icc_profile: None });
        let mut ops = vec![
            Op::BeginLayer { layer_id: LayerInternalId(id.to_owned()) },
            Op::SetOutlineColor { col: color },
            Op::SetOutlineThickness { pt: PdfPt(HAIRLINE_PT) },
        ];
        ops.extend(lines.map(|line| Op::DrawLine { line: self.line(line) }));
        ops.push(Op::EndLayer);
        ops
    }

    fn line(&self, line: Line) -> PdfLine {
        let point =
            |(x, y): (Mm, Mm)| LinePoint { p: Point { x: pt(x), y: pt(self.plan.page.height - y) }, bezier: false };
        PdfLine { points: vec![point(line.from), point(line.to)], is_closed: false }
    }

    /// Adds what printpdf cannot write: boxes, version, identity, print settings.
    fn finish(&self, mut sheets: Document) -> Result<Vec<u8>, lopdf::Error> {
        "1.7".clone_into(&mut sheets.version);
        self.set_boxes(&mut sheets)?;
        self.set_preferences(&mut sheets)?;
        self.set_info(&mut sheets)?;
        structure::tag(&mut sheets, &self.about.language, &self.parts())?;
        objects::write(sheets, self.identity())
    }

    fn set_boxes(&self, sheets: &mut Document) -> Result<(), lopdf::Error> {
        let page = Rect::at(Mm::ZERO, Mm::ZERO, self.plan.page);
        let boxes = [
            ("MediaBox", page),
            ("CropBox", page),
            ("BleedBox", self.plan.bled_block()),
            ("TrimBox", self.plan.block()),
        ];
        let pages: Vec<ObjectId> = sheets.page_iter().collect();
        // A block that is not centered to the micrometer is mirrored on the back.
        for (id, side) in pages.into_iter().zip(self.plan.sides(self.order.len())) {
            let dictionary = sheets.get_dictionary_mut(id)?;
            for (key, rect) in boxes {
                let rect = if side.is_back { self.plan.mirrored(rect) } else { rect };
                dictionary.set(key, self.corners(rect));
            }
            dictionary.remove(b"Annots");
        }
        Ok(())
    }

    /// Lower left and upper right corner: a rectangle in PDF.
    fn corners(&self, rect: Rect) -> Object {
        let height = self.plan.page.height;
        let numbers = [rect.left, height - rect.bottom, rect.right, height - rect.top];
        Object::Array(numbers.map(|number| Object::Real(number.to_pt().to_f32())).to_vec())
    }

    /// Sets the viewer preferences: true size, the right paper, turned over the right edge.
    fn set_preferences(&self, sheets: &mut Document) -> Result<(), lopdf::Error> {
        let mut preferences = Dictionary::new();
        preferences.set("PrintScaling", Object::Name(b"None".to_vec()));
        preferences.set("PickTrayByPDFSize", true);
        preferences.set("DisplayDocTitle", true);
        let duplex: &[u8] = match self.plan.flip {
            Flip::Long => b"DuplexFlipLongEdge",
            Flip::Short => b"DuplexFlipShortEdge",
            Flip::None => b"Simplex",
        };
        preferences.set("Duplex", Object::Name(duplex.to_vec()));
        let catalog = sheets.catalog_mut()?;
        catalog.set("ViewerPreferences", Object::Dictionary(preferences));
        catalog.set("Lang", Object::string_literal(self.about.language.as_str()));
        Ok(())
    }

    /// Writes the metadata, and removes what printpdf claims by default, such as conformance to PDF/X.
    fn set_info(&self, sheets: &mut Document) -> Result<(), lopdf::Error> {
        let About { authors, subject, keywords, .. } = self.about;
        let info = sheets.trailer.get(b"Info")?.as_reference()?;
        let info = sheets.get_dictionary_mut(info)?;
        for key in ["GTS_PDFXVersion", "Identifier", "ModDate", "CreationDate"] {
            info.remove(key.as_bytes());
        }
        for (key, text) in [("Author", &authors.join(", ")), ("Subject", subject), ("Keywords", &keywords.join(", "))] {
            match text.is_empty() {
                true => drop(info.remove(key.as_bytes())),
                false => info.set(key, lopdf::text_string(text)),
            }
        }
        let mut stream = Dictionary::new();
        stream.set("Type", "Metadata");
        stream.set("Subtype", "XML");
        // Programs that do not parse PDF search the file for it, so it is not compressed.
        let stream = Stream::new(stream, self.about.xmp().into_bytes()).with_compression(false);
        let id = sheets.add_object(stream);
        sheets.catalog_mut()?.set("Metadata", id);
        Ok(())
    }

    /// Identifies the document by a hash of its input.
    fn identity(&self) -> blake3::Hash {
        let mut hasher = blake3::Hasher::new();
        let fronts = self.fronts.iter().flat_map(|part| [Some(part.pdf.as_slice()), part.drawings.as_deref()]);
        let backs = self.backs.iter().map(Vec::as_slice);
        for part in fronts.flatten().chain(backs).chain(self.colophon) {
            hasher.update(part);
        }
        let rest = (self.plan, self.order, self.behind, self.face_bleed, self.about, self.has_marks, self.has_guides);
        let spoken: Vec<&Spoken> = self.fronts.iter().flat_map(|part| &part.spoken).collect();
        hasher.update(format!("{rest:?}{spoken:?}{:?}", self.credits).as_bytes());
        hasher.finalize()
    }
}

/// What a part of a page is to readers.
#[derive(Clone, Copy)]
enum Mark {
    /// A part with words, and its number on the page.
    Part(i64),
    /// Nothing: a back, or marks for cutting.
    Ornament,
}

impl Mark {
    /// What is drawn, marked. Nothing stays nothing.
    fn around(self, ops: Vec<Op>) -> Vec<Op> {
        if ops.is_empty() {
            return ops;
        }
        let begin = match self {
            Self::Part(number) => {
                let map = [("MCID".to_owned(), DictItem::Int(number))].into();
                Op::BeginMarkedContentWithProperties { tag: "P".to_owned(), properties: DictItem::Dict { map } }
            }
            Self::Ornament => Op::BeginMarkedContent { tag: "Artifact".to_owned() },
        };
        std::iter::once(begin).chain(ops).chain([Op::EndMarkedContent]).collect()
    }
}

const COLOPHON_NAME: &str = "Colophon";

/// Draws a form at its own size, from the origin.
fn draw(name: String) -> Op {
    let transform = XObjectTransform { no_auto_scale: true, ..XObjectTransform::default() };
    Op::UseXobject { id: XObjectId(name), transform }
}

fn front_name(index: usize) -> String {
    format!("F{index:05}")
}

fn back_name(index: usize) -> String {
    format!("B{index:05}")
}

fn placeholder() -> XObject {
    let stream = ExternalStream::default();
    XObject::External(ExternalXObject { stream, width: None, height: None, dpi: None })
}

fn pt(length: Mm) -> PdfPt {
    PdfPt(length.to_pt().to_f32())
}
