//! Drawings that many faces show are written once.
//!
//! **In** faces as they were laid out. **Out** the same with a placeholder for each drawing and each pattern, and a document
//! that has each of them once, a page each; [`adopt`] later puts the drawings in the places that were kept. Typst's writer
//! spells a drawing out wherever it stands: 500 cards with a picture of 200 shapes took twice the time and four times
//! the space. Placeholders are pictures of a few points that no one else makes: a writer of PDF keeps a picture as an
//! object of its own, which is where a drawing can take its place. **Fails** with [`GraftError`].

use std::collections::HashMap;

use lopdf::{Document, Object, ObjectId, Stream};
use typst::ecow::EcoVec;
use typst::foundations::Bytes;
use typst::layout::{Frame, FrameItem, FrameKind, GroupItem, Point, Size};
use typst::model::DocumentInfo;
use typst::syntax::Span;
use typst::utils::hash128;
use typst::visualize::{Image, ImageKind, PixelEncoding, PixelFormat, RasterFormat, RasterImage};
use typst_layout::{Page, PagedDocument};

use super::frames::untagged;
use super::graft::{GraftError, form, is_framework};
use super::objects;

/// The label of a ground that templates draw of many shapes.
const PATTERN: &str = "pattern";

/// The first bytes of a placeholder; its number follows.
const MARK: [u8; 20] = *b"makeready: a drawing";
/// A placeholder is one row of so many points, three bytes each.
const POINTS: u32 = 8;

/// Faces, and the drawings in them.
pub struct Shared {
    /// The faces, with placeholders.
    pub faces: PagedDocument,
    /// The drawings, a page each; none where there are no drawings.
    pub drawings: Option<PagedDocument>,
}

/// Takes drawings and patterns out of faces.
pub fn apart(faces: &PagedDocument) -> Shared {
    let mut drawings = Drawings::default();
    let pages = faces.pages().iter().map(|page| Page { frame: drawings.without(&page.frame), ..page.clone() });
    let pages: EcoVec<Page> = pages.collect();
    let document = |pages| PagedDocument::new(pages, DocumentInfo::default());
    let drawings = match (drawings.pages.is_empty(), pages.first()) {
        (false, Some(like)) => Some(document(drawings.pages.into_iter().map(|frame| page_of(frame, like)).collect())),
        (true, _) | (_, None) => None,
    };
    Shared { faces: document(pages), drawings }
}

fn page_of(frame: Frame, like: &Page) -> Page {
    Page { frame, bleed: typst::layout::Sides::default(), ..like.clone() }
}

/// The drawings found so far, by what they show.
#[derive(Default)]
struct Drawings {
    known: HashMap<u128, Image>,
    pages: Vec<Frame>,
}

impl Drawings {
    fn without(&mut self, frame: &Frame) -> Frame {
        let mut result = Frame::new(frame.size(), frame.kind());
        for (position, item) in frame.items() {
            let item = match item {
                FrameItem::Group(group) if is_pattern(group) => {
                    let plain = untagged(&group.frame);
                    self.placed(hash128(&plain), group.frame.size(), || plain)
                }
                FrameItem::Group(group) => {
                    FrameItem::Group(GroupItem { frame: self.without(&group.frame), ..group.clone() })
                }
                FrameItem::Image(image, size, _) => match image.kind() {
                    ImageKind::Svg(svg) => {
                        let drawn = FrameItem::Image(image.clone(), *size, Span::detached());
                        let page = || page(*size, drawn);
                        self.placed(hash128(&svg.data()), *size, page)
                    }
                    ImageKind::Raster(_) | ImageKind::Pdf(_) => item.clone(),
                },
                FrameItem::Text(_) | FrameItem::Shape(..) | FrameItem::Link(..) | FrameItem::Tag(_) => item.clone(),
            };
            result.push(*position, item);
        }
        result
    }

    /// The placeholder of a drawing, at the size that it has here.
    fn placed(&mut self, key: u128, size: Size, drawing: impl FnOnce() -> Frame) -> FrameItem {
        let image = self.known.entry(key).or_insert_with(|| {
            self.pages.push(drawing());
            placeholder(self.pages.len() - 1)
        });
        FrameItem::Image(image.clone(), size, Span::detached())
    }
}

fn is_pattern(group: &GroupItem) -> bool {
    group.label.is_some_and(|label| label.resolve().as_str() == PATTERN)
}

fn page(size: Size, item: FrameItem) -> Frame {
    let mut frame = Frame::new(size, FrameKind::Hard);
    frame.push(Point::zero(), item);
    frame
}

fn placeholder(number: usize) -> Image {
    let number = u32::try_from(number).expect("there are not as many drawings");
    let bytes = [&MARK[..], &number.to_be_bytes()].concat();
    let format = PixelFormat { encoding: PixelEncoding::Rgb8, width: POINTS, height: 1 };
    let raster = RasterImage::plain(Bytes::new(bytes), RasterFormat::Pixel(format));
    Image::plain(ImageKind::Raster(raster.expect("it has as many bytes as its points take")))
}

/// The number of the drawing that a picture keeps the place of.
fn number_of(picture: &Stream) -> Option<usize> {
    let side = |key: &[u8]| picture.dict.get(key).ok()?.as_i64().ok();
    if picture.dict.get(b"Subtype").ok()?.as_name().ok()? != b"Image"
        || side(b"Width")? != i64::from(POINTS)
        || side(b"Height")? != 1
    {
        return None;
    }
    let bytes = picture.decompressed_content().unwrap_or_else(|_| picture.content.clone());
    let number = bytes.strip_prefix(&MARK)?;
    usize::try_from(u32::from_be_bytes(number.try_into().ok()?)).ok()
}

/// Puts drawings, the pages of a document, in the places that faces keep for them.
///
/// # Errors
/// [`GraftError`] when the document cannot be read, or has fewer pages than there are placeholders.
pub fn adopt(document: &mut Document, drawings: &[u8]) -> Result<(), GraftError> {
    let mut drawings = Document::load_mem(drawings)?;
    objects::renumber(&mut drawings, document.max_id + 1);
    let pages: Vec<ObjectId> = drawings.page_iter().collect();
    let forms =
        pages.into_iter().map(|page| in_unit_square(form(&mut drawings, page)?)).collect::<Result<Vec<_>, _>>()?;
    let places = document.objects.iter().filter_map(|(id, object)| Some((*id, number_of(object.as_stream().ok()?)?)));
    for (place, number) in places.collect::<Vec<_>>() {
        let form = forms.get(number).ok_or_else(|| GraftError::NoPlaceholder(format!("drawing {number}")))?;
        document.objects.insert(place, Object::Stream(form.clone()));
    }
    document.max_id = document.max_id.max(drawings.max_id);
    document.objects.extend(drawings.objects.into_iter().filter(|(_, object)| !is_framework(object)));
    Ok(())
}

/// A form that is drawn as a picture is: within the unit square (PDF 1.7, 8.9.5.3).
fn in_unit_square(mut form: Stream) -> Result<Stream, GraftError> {
    let corners = form.dict.get(b"BBox").and_then(Object::as_array).map_err(|_| GraftError::NoSuchEntry("BBox"))?;
    let corners: Vec<f32> = corners.iter().filter_map(|corner| corner.as_float().ok()).collect();
    let [left, bottom, right, top] = corners[..] else { return Err(GraftError::NoSuchEntry("BBox")) };
    let (wide, high) = (right - left, top - bottom);
    let matrix = [1.0 / wide, 0.0, 0.0, 1.0 / high, -left / wide, -bottom / high];
    form.dict.set("Matrix", Object::Array(matrix.map(Object::Real).to_vec()));
    Ok(form)
}
