//! Laid out faces as bytes, to be kept from run to run.
//!
//! **In** a frame without tags ([`super::frames::untagged`]). **Out** bytes, and from them, later, the same frame: what is
//! written of either is the same. Pictures are kept apart, by hashes of their data, since many faces show the same. What no card
//! has (links, spot colors, gradients that are not linear) is not written: a face with any of it is laid out each time.

use std::collections::BTreeMap;
use std::str::FromStr as _;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use typst::foundations::{Bytes, Label, Smart};
use typst::layout::{Abs, Angle, Axes, Em, Frame, FrameItem, FrameKind, GroupItem, Point, Ratio, Size, Transform};
use typst::syntax::Span;
use typst::text::{Glyph, Lang, Region, TextItem};
use typst::utils::PicoStr;
use typst::visualize::{
    Color, ColorSpace, Curve, CurveItem, DashPattern, FillRule, FixedStroke, Geometry, Gradient, Image, ImageKind,
    LineCap, LineJoin, LinearGradient, Luma, Oklab, Paint, ProcessColor, ProcessColorSpace, RasterFormat, RasterImage,
    RelativeTo, Rgb, Shape, SvgImage,
};

use super::world::Fonts;

/// A frame to be written. Lengths are in points.
#[derive(Serialize, Deserialize)]
pub struct FrameData {
    size: Pair,
    is_hard: bool,
    baseline: Option<f64>,
    items: Vec<(Pair, ItemData)>,
}

type Pair = (f64, f64);

#[derive(Serialize, Deserialize)]
enum ItemData {
    Group { frame: FrameData, transform: [f64; 6], clip: Option<Vec<CurveData>>, label: Option<String> },
    Text(TextData),
    Shape { geometry: GeometryData, fill: Option<PaintData>, is_even_odd: bool, stroke: Option<StrokeData> },
    Picture { data: [u8; 32], kind: PictureKind, alt: Option<String>, size: Pair },
}

#[derive(Serialize, Deserialize)]
enum PictureKind {
    Svg,
    Raster,
}

#[derive(Serialize, Deserialize)]
struct TextData {
    /// Its number among the fonts of the game.
    font: usize,
    size: f64,
    fill: PaintData,
    stroke: Option<StrokeData>,
    lang: String,
    region: Option<String>,
    text: String,
    glyphs: Vec<GlyphData>,
}

#[derive(Serialize, Deserialize)]
struct GlyphData {
    id: u16,
    x_advance: f64,
    /// Its offsets and its vertical advance; nearly all glyphs have none.
    moved: Option<[f64; 3]>,
    range: (u16, u16),
}

#[derive(Serialize, Deserialize)]
enum GeometryData {
    Line(Pair),
    Rect(Pair),
    Curve(Vec<CurveData>),
}

#[derive(Serialize, Deserialize)]
enum CurveData {
    Move(Pair),
    Line(Pair),
    Cubic([Pair; 3]),
    Close,
}

#[derive(Serialize, Deserialize)]
enum PaintData {
    Solid(ColorData),
    Linear { stops: Vec<(ColorData, f64)>, angle: f64, space: SpaceData, relative: Option<bool>, anti_alias: bool },
}

#[derive(Serialize, Deserialize)]
enum ColorData {
    Luma([f32; 2]),
    Rgb([f32; 4]),
    Oklab([f32; 4]),
}

#[derive(Clone, Copy, Serialize, Deserialize)]
enum SpaceData {
    Oklab,
    Srgb,
}

#[derive(Serialize, Deserialize)]
struct StrokeData {
    paint: PaintData,
    thickness: f64,
    cap: u8,
    join: u8,
    dash: Option<(Vec<f64>, f64)>,
    miter_limit: f64,
}

const CAPS: [LineCap; 3] = [LineCap::Butt, LineCap::Round, LineCap::Square];
const JOINS: [LineJoin; 3] = [LineJoin::Miter, LineJoin::Round, LineJoin::Bevel];

/// The data of pictures, by their hashes.
pub type PictureData = BTreeMap<[u8; 32], Bytes>;

/// Writes frames.
pub struct Freezer<'a> {
    fonts: &'a Fonts,
    /// The pictures in the frames so far.
    pub pictures: PictureData,
}

impl<'a> Freezer<'a> {
    /// For text in these fonts.
    pub const fn new(fonts: &'a Fonts) -> Self {
        Self { fonts, pictures: PictureData::new() }
    }

    /// A frame to be written; none where there is something that is not.
    pub fn frame(&mut self, frame: &Frame) -> Option<FrameData> {
        let items = frame.items().map(|(position, item)| Some((point(*position), self.item(item)?)));
        let items = items.collect::<Option<_>>()?;
        let baseline = frame.has_baseline().then(|| frame.baseline().to_raw());
        Some(FrameData { size: size(frame.size()), is_hard: frame.kind().is_hard(), baseline, items })
    }

    fn item(&mut self, item: &FrameItem) -> Option<ItemData> {
        Some(match item {
            FrameItem::Group(GroupItem { frame, transform, clip, label, parent: None }) => ItemData::Group {
                frame: self.frame(frame)?,
                transform: [transform.sx, transform.ky, transform.kx, transform.sy]
                    .map(Ratio::get)
                    .into_iter()
                    .chain([transform.tx.to_raw(), transform.ty.to_raw()])
                    .collect::<Vec<_>>()
                    .try_into()
                    .ok()?,
                clip: clip.as_ref().map(curve),
                label: label.map(|label| label.resolve().to_string()),
            },
            FrameItem::Text(text) => ItemData::Text(self.text(text)?),
            FrameItem::Shape(shape, _) => ItemData::Shape {
                geometry: match &shape.geometry {
                    Geometry::Line(to) => GeometryData::Line(point(*to)),
                    Geometry::Rect(of) => GeometryData::Rect(size(*of)),
                    Geometry::Curve(of) => GeometryData::Curve(curve(of)),
                },
                fill: match &shape.fill {
                    Some(fill) => Some(paint(fill)?),
                    None => None,
                },
                is_even_odd: shape.fill_rule == FillRule::EvenOdd,
                stroke: match &shape.stroke {
                    Some(of) => Some(stroke(of)?),
                    None => None,
                },
            },
            FrameItem::Image(image, of, _) => self.picture(image, *of)?,
            FrameItem::Group(_) | FrameItem::Link(..) | FrameItem::Tag(_) => return None,
        })
    }

    fn text(&self, text: &TextItem) -> Option<TextData> {
        let glyph = |glyph: &Glyph| {
            let moved = [glyph.x_offset, glyph.y_advance, glyph.y_offset].map(Em::get);
            GlyphData {
                id: glyph.id,
                x_advance: glyph.x_advance.get(),
                // To the bit: there is a zero below zero.
                moved: moved.iter().any(|by| by.to_bits() != 0).then_some(moved),
                range: (glyph.range.start, glyph.range.end),
            }
        };
        Some(TextData {
            font: self.fonts.all().iter().position(|font| *font == text.font)?,
            size: text.size.to_raw(),
            fill: paint(&text.fill)?,
            stroke: match &text.stroke {
                Some(of) => Some(stroke(of)?),
                None => None,
            },
            lang: text.lang.as_str().to_owned(),
            region: text.region.map(|region| region.as_str().to_owned()),
            text: text.text.to_string(),
            glyphs: text.glyphs.iter().map(glyph).collect(),
        })
    }

    fn picture(&mut self, image: &Image, of: Size) -> Option<ItemData> {
        let (kind, data) = match image.kind() {
            // Words in a drawing would be set in fonts that a bare drawing does not bring.
            ImageKind::Svg(svg) if !contains(svg.data(), b"<text") => (PictureKind::Svg, svg.data()),
            ImageKind::Raster(raster) if matches!(raster.format(), RasterFormat::Exchange(_)) => {
                (PictureKind::Raster, raster.data())
            }
            ImageKind::Svg(_) | ImageKind::Raster(_) | ImageKind::Pdf(_) => return None,
        };
        if image.scaling() != Smart::Auto {
            return None;
        }
        let hash = *blake3::hash(data).as_bytes();
        self.pictures.entry(hash).or_insert_with(|| data.clone());
        Some(ItemData::Picture { data: hash, kind, alt: image.alt().map(str::to_owned), size: size(of) })
    }
}

fn contains(data: &[u8], words: &[u8]) -> bool {
    data.windows(words.len()).any(|window| window == words)
}

fn point(of: Point) -> Pair {
    (of.x.to_raw(), of.y.to_raw())
}

fn size(of: Size) -> Pair {
    (of.x.to_raw(), of.y.to_raw())
}

fn curve(curve: &Curve) -> Vec<CurveData> {
    let item = |item: &CurveItem| match *item {
        CurveItem::Move(to) => CurveData::Move(point(to)),
        CurveItem::Line(to) => CurveData::Line(point(to)),
        CurveItem::Cubic(one, two, to) => CurveData::Cubic([one, two, to].map(point)),
        CurveItem::Close => CurveData::Close,
    };
    curve.0.iter().map(item).collect()
}

fn paint(paint: &Paint) -> Option<PaintData> {
    Some(match paint {
        Paint::Solid(of) => PaintData::Solid(color(of)?),
        Paint::Gradient(Gradient::Linear(linear)) => PaintData::Linear {
            stops: linear.stops.iter().map(|(of, at)| Some((color(of)?, at.get()))).collect::<Option<_>>()?,
            angle: linear.angle.to_raw(),
            space: match linear.space {
                ColorSpace::Process(ProcessColorSpace::Oklab) => SpaceData::Oklab,
                ColorSpace::Process(ProcessColorSpace::Srgb) => SpaceData::Srgb,
                _ => return None,
            },
            relative: match linear.relative {
                Smart::Auto => None,
                Smart::Custom(to) => Some(to == RelativeTo::Parent),
            },
            anti_alias: linear.anti_alias,
        },
        Paint::Gradient(_) | Paint::Tiling(_) => return None,
    })
}

fn color(color: &Color) -> Option<ColorData> {
    Some(match color {
        Color::Process(ProcessColor::Luma(of)) => ColorData::Luma([of.luma, of.alpha]),
        Color::Process(ProcessColor::Rgb(of)) => ColorData::Rgb([of.red, of.green, of.blue, of.alpha]),
        Color::Process(ProcessColor::Oklab(of)) => ColorData::Oklab([of.l, of.a, of.b, of.alpha]),
        _ => return None,
    })
}

fn stroke(stroke: &FixedStroke) -> Option<StrokeData> {
    let place = |place: Option<usize>| u8::try_from(place?).ok();
    Some(StrokeData {
        paint: paint(&stroke.paint)?,
        thickness: stroke.thickness.to_raw(),
        cap: place(CAPS.iter().position(|cap| *cap == stroke.cap))?,
        join: place(JOINS.iter().position(|join| *join == stroke.join))?,
        dash: stroke
            .dash
            .as_ref()
            .map(|dash| (dash.array.iter().map(|length| length.to_raw()).collect(), dash.phase.to_raw())),
        miter_limit: stroke.miter_limit.get(),
    })
}

/// Makes frames of what was written.
pub struct Thaw<'a, P> {
    /// The fonts of the game.
    pub fonts: &'a Fonts,
    /// Finds the data of a picture by its hash.
    pub pictures: P,
}

impl<P: Fn(&[u8; 32]) -> Option<Bytes>> Thaw<'_, P> {
    /// The frame; none where something is not as it was written, or a picture is not there.
    pub fn frame(&self, data: FrameData) -> Option<Frame> {
        let kind = if data.is_hard { FrameKind::Hard } else { FrameKind::Soft };
        let mut frame = Frame::new(axes(data.size), kind);
        if let Some(baseline) = data.baseline {
            frame.set_baseline(Abs::raw(baseline));
        }
        for (position, item) in data.items {
            frame.push(at(position), self.item(item)?);
        }
        Some(frame)
    }

    fn item(&self, item: ItemData) -> Option<FrameItem> {
        Some(match item {
            ItemData::Group { frame, transform: [sx, ky, kx, sy, tx, ty], clip, label } => {
                let [sx, ky, kx, sy] = [sx, ky, kx, sy].map(Ratio::new);
                let [tx, ty] = [tx, ty].map(Abs::raw);
                FrameItem::Group(GroupItem {
                    transform: Transform { sx, ky, kx, sy, tx, ty },
                    clip: clip.map(to_curve),
                    label: label.and_then(|label| Label::new(PicoStr::intern(&label))),
                    ..GroupItem::new(self.frame(frame)?)
                })
            }
            ItemData::Text(text) => FrameItem::Text(self.text(text)?),
            ItemData::Shape { geometry, fill, is_even_odd, stroke } => {
                let shape = Shape {
                    geometry: match geometry {
                        GeometryData::Line(to) => Geometry::Line(at(to)),
                        GeometryData::Rect(size) => Geometry::Rect(axes(size)),
                        GeometryData::Curve(curve) => Geometry::Curve(to_curve(curve)),
                    },
                    fill: fill.map(to_paint),
                    fill_rule: if is_even_odd { FillRule::EvenOdd } else { FillRule::NonZero },
                    stroke: match stroke {
                        Some(stroke) => Some(to_stroke(stroke)?),
                        None => None,
                    },
                };
                FrameItem::Shape(shape, Span::detached())
            }
            ItemData::Picture { data, kind, alt, size } => {
                let data = (self.pictures)(&data)?;
                let kind = match kind {
                    PictureKind::Svg => ImageKind::Svg(SvgImage::new(data).ok()?),
                    PictureKind::Raster => {
                        let format = typst::visualize::ExchangeFormat::detect(&data)?;
                        ImageKind::Raster(RasterImage::plain(data, RasterFormat::Exchange(format)).ok()?)
                    }
                };
                let image = Image::new(kind, alt.map(Into::into), Smart::Auto);
                FrameItem::Image(image, axes(size), Span::detached())
            }
        })
    }

    fn text(&self, data: TextData) -> Option<TextItem> {
        let glyph = |data: GlyphData| {
            let [x_offset, y_advance, y_offset] = data.moved.unwrap_or_default().map(Em::new);
            Glyph {
                id: data.id,
                x_advance: Em::new(data.x_advance),
                x_offset,
                y_advance,
                y_offset,
                range: data.range.0..data.range.1,
                span: (Span::detached(), 0),
            }
        };
        Some(TextItem {
            font: self.fonts.all().get(data.font)?.clone(),
            size: Abs::raw(data.size),
            fill: to_paint(data.fill),
            stroke: match data.stroke {
                Some(stroke) => Some(to_stroke(stroke)?),
                None => None,
            },
            lang: Lang::from_str(&data.lang).ok()?,
            region: match data.region {
                Some(region) => Some(Region::from_str(&region).ok()?),
                None => None,
            },
            text: data.text.into(),
            glyphs: data.glyphs.into_iter().map(glyph).collect(),
        })
    }
}

fn at((x, y): Pair) -> Point {
    Point::new(Abs::raw(x), Abs::raw(y))
}

fn axes((x, y): Pair) -> Size {
    Axes::new(Abs::raw(x), Abs::raw(y))
}

fn to_curve(items: Vec<CurveData>) -> Curve {
    let item = |item: CurveData| match item {
        CurveData::Move(to) => CurveItem::Move(at(to)),
        CurveData::Line(to) => CurveItem::Line(at(to)),
        CurveData::Cubic([one, two, to]) => CurveItem::Cubic(at(one), at(two), at(to)),
        CurveData::Close => CurveItem::Close,
    };
    Curve(items.into_iter().map(item).collect())
}

fn to_paint(paint: PaintData) -> Paint {
    match paint {
        PaintData::Solid(color) => Paint::Solid(to_color(&color)),
        PaintData::Linear { stops, angle, space, relative, anti_alias } => {
            Paint::Gradient(Gradient::Linear(Arc::new(LinearGradient {
                stops: stops.iter().map(|(color, at)| (to_color(color), Ratio::new(*at))).collect(),
                angle: Angle::raw(angle),
                space: ColorSpace::Process(match space {
                    SpaceData::Oklab => ProcessColorSpace::Oklab,
                    SpaceData::Srgb => ProcessColorSpace::Srgb,
                }),
                relative: match relative {
                    None => Smart::Auto,
                    Some(true) => Smart::Custom(RelativeTo::Parent),
                    Some(false) => Smart::Custom(RelativeTo::Self_),
                },
                anti_alias,
            })))
        }
    }
}

fn to_color(color: &ColorData) -> Color {
    Color::Process(match *color {
        ColorData::Luma([luma, alpha]) => ProcessColor::Luma(Luma::new(luma, alpha)),
        ColorData::Rgb([red, green, blue, alpha]) => ProcessColor::Rgb(Rgb::new(red, green, blue, alpha)),
        ColorData::Oklab([l, a, b, alpha]) => ProcessColor::Oklab(Oklab::new(l, a, b, alpha)),
    })
}

fn to_stroke(stroke: StrokeData) -> Option<FixedStroke> {
    Some(FixedStroke {
        paint: to_paint(stroke.paint),
        thickness: Abs::raw(stroke.thickness),
        cap: *CAPS.get(usize::from(stroke.cap))?,
        join: *JOINS.get(usize::from(stroke.join))?,
        dash: stroke.dash.map(|(array, phase)| DashPattern {
            array: array.into_iter().map(Abs::raw).collect(),
            phase: Abs::raw(phase),
        }),
        miter_limit: Ratio::new(stroke.miter_limit),
    })
}
