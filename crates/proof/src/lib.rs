//! Drawing a picture or a font once as prints do, so that `check` finds what they would fail at.
//!
//! **In** an SVG that is sound as text, or a font. **Out** nothing. **Fails** with what is wrong. First the parts of an SVG are
//! measured as usvg has understood them: with styles, uses and transforms resolved, as Typst gets them. What would take much time
//! or memory is refused there. Then it is drawn into a PDF and into a few pixels, behind a fence. The content calls it through
//! [`PROOF`], so that it can be compiled and used without a library that draws.

use std::mem::ManuallyDrop;
#[cfg(not(target_family = "wasm"))]
use std::panic::resume_unwind;
use std::sync::Arc;
#[cfg(not(target_family = "wasm"))]
use std::sync::LazyLock;

use krilla::configure::{Archival, ConfigurationBuilder, ValidationError};
use krilla::error::KrillaError;
use krilla::geom::{PathBuilder, Point as KrillaPoint, Rect as Area, Size};
use krilla::page::PageSettings;
use krilla::paint::FillRule;
use krilla::text::{Font, GlyphId, KrillaGlyph};
use krilla::{Document, SerializeSettings};
use krilla_svg::{SurfaceExt as _, SvgSettings, render_svg_glyph};
#[cfg(not(target_family = "wasm"))]
use rayon::{ThreadPool, ThreadPoolBuilder};
use resvg::tiny_skia::{PathSegment, Pixmap, Point, Rect, Transform};
use resvg::usvg::{ClipPath, Fill, Group, Mask, Node, Options, Paint, Path, Pattern, SpreadMethod, Stroke, Tree};

use makeready_content::fence::fenced;
use makeready_content::limits::{
    DEEPEST_LAYERS, FARTHEST_PART, LARGEST_TILE, MOST_DASHES, MOST_LAYERS, MOST_SHAPES, MOST_TILES,
};
use makeready_content::picture::{Proof, SvgFaultKind};

/// What is wrong with a drawing, and the id of its part; empty where the part has none.
type Fault = (SvgFaultKind, String);

/// Draws with krilla and resvg, as a print does.
pub const PROOF: Proof = Proof { drawing, font };

/// Draws an SVG.
fn drawing(text: &str) -> Result<(), Fault> {
    let undrawable = |reason: String| (SvgFaultKind::Undrawable(reason), String::new());
    let drawn = fenced(|| -> Result<(), Fault> {
        let options = Options { font_family: String::new(), resources_dir: None, ..Options::default() };
        let tree = Tree::from_str(text, &options).map_err(|error| undrawable(error.to_string()))?;
        measured(&tree)?;
        apart(|| into_pdf(&tree))?;
        into_pixels(&tree);
        Ok(())
    });
    drawn.map_err(undrawable)?
}

/// The most shapes and groups, which usvg adds some of.
const MOST_PARTS: u32 = 4 * MOST_SHAPES;

/// How large a drawing is, and how much of it is drawn by itself first.
struct Measure {
    width: f32,
    height: f32,
    layers: f32,
    /// How many shapes and groups it has, each counted as often as it is drawn.
    parts: u32,
}

/// Refuses parts that are too large, too far away, or would take much time or memory.
fn measured(tree: &Tree) -> Result<(), Fault> {
    const SMALLEST: f32 = 0.01;
    let (width, height) = (tree.size().width(), tree.size().height());
    if width < SMALLEST || height < SMALLEST {
        return Err((SvgFaultKind::NoSize, String::new()));
    }
    Measure { width, height, layers: 0.0, parts: 0 }.group(tree.root(), Transform::identity(), 0.0)
}

impl Measure {
    /// `around` is the transform of what is around the group, and `depth` how often the layers around it cover the drawing.
    fn group(&mut self, group: &Group, around: Transform, depth: f32) -> Result<(), Fault> {
        self.count()?;
        let own = around.pre_concat(group.transform());
        let mut depth = depth;
        if group.should_isolate() {
            let masks = usize::from(group.clip_path().is_some()) + usize::from(group.mask().is_some());
            let area = self.place(group.layer_bounding_box().to_rect(), own, group.id())?;
            depth = self.layer(area * (1 + masks) as f32, depth, group.id())?;
        }
        if let Some(clip) = group.clip_path() {
            self.clip(clip, own, depth)?;
        }
        if let Some(mask) = group.mask() {
            self.mask(mask, own, depth)?;
        }
        group.children().iter().try_for_each(|child| match child {
            Node::Group(group) => self.group(group, own, depth),
            Node::Path(path) => self.path(path, own, depth),
            // Neither stands in a drawing that is sound as text.
            Node::Image(_) | Node::Text(_) => Ok(()),
        })
    }

    /// Adds a part. Style sheets may refer to others again and again, which the text does not show.
    fn count(&mut self) -> Result<(), Fault> {
        self.parts += 1;
        if self.parts > MOST_PARTS { Err((SvgFaultKind::TooMany, String::new())) } else { Ok(()) }
    }

    /// Adds what is drawn by itself; how often such parts cover the drawing in one another.
    fn layer(&mut self, area: f32, depth: f32, id: &str) -> Result<f32, Fault> {
        self.layers += area;
        let depth = depth + area;
        let is_fine = self.layers <= MOST_LAYERS && depth <= DEEPEST_LAYERS;
        if is_fine { Ok(depth) } else { Err((SvgFaultKind::Layers, id.to_owned())) }
    }

    fn clip(&mut self, clip: &ClipPath, around: Transform, depth: f32) -> Result<(), Fault> {
        if let Some(clip) = clip.clip_path() {
            self.clip(clip, around, depth)?;
        }
        self.group(clip.root(), around.pre_concat(clip.transform()), depth)
    }

    fn mask(&mut self, mask: &Mask, around: Transform, depth: f32) -> Result<(), Fault> {
        self.place(mask.rect().to_rect(), around, mask.id())?;
        if let Some(mask) = mask.mask() {
            self.mask(mask, around, depth)?;
        }
        self.group(mask.root(), around, depth)
    }

    fn path(&mut self, path: &Path, around: Transform, depth: f32) -> Result<(), Fault> {
        self.count()?;
        let area = self.place(path.stroke_bounding_box(), around, path.id())?;
        if let Some(dashes) = path.stroke().and_then(|stroke| stroke.dasharray()) {
            let each = dashes.iter().sum::<f32>();
            let count = length(path) / each * dashes.len() as f32;
            if exceeds(count, MOST_DASHES) {
                return Err((SvgFaultKind::Dashes, path.id().to_owned()));
            }
        }
        let paints = [path.fill().map(Fill::paint), path.stroke().map(Stroke::paint)];
        paints.into_iter().flatten().try_for_each(|paint| match paint {
            Paint::Pattern(pattern) => self.pattern(pattern, around, area, depth),
            Paint::Color(_) | Paint::LinearGradient(_) | Paint::RadialGradient(_) => Ok(()),
        })
    }

    /// A pattern in a shape that covers so much of the drawing. Its tile is drawn by itself, upright.
    fn pattern(&mut self, pattern: &Pattern, around: Transform, shape: f32, depth: f32) -> Result<(), Fault> {
        let refuse = |kind| Err((kind, pattern.id().to_owned()));
        let (across, down) = around.pre_concat(pattern.transform()).get_scale();
        let (width, height) =
            (pattern.rect().width() * across / self.width, pattern.rect().height() * down / self.height);
        if exceeds(width, LARGEST_TILE) || exceeds(height, LARGEST_TILE) {
            return refuse(SvgFaultKind::Tile);
        }
        if exceeds(shape / (width * height), MOST_TILES) {
            return refuse(SvgFaultKind::Tiles);
        }
        let depth = self.layer(width * height, depth, pattern.id())?;
        self.group(pattern.root(), Transform::from_scale(across, down), depth)
    }

    /// How often a box would cover the drawing, of what is drawn of it: twice the drawing on all sides.
    fn place(&self, rect: Rect, around: Transform, id: &str) -> Result<f32, Fault> {
        let far = || (SvgFaultKind::Far, id.to_owned());
        let rect = rect.transform(around).ok_or_else(far)?;
        let farthest = FARTHEST_PART * self.width.max(self.height);
        let is_near = [rect.left(), rect.right(), rect.top(), rect.bottom()].iter().all(|side| side.abs() <= farthest);
        if !is_near {
            return Err(far());
        }
        let seen = |from: f32, to: f32, of: f32| (to.min(of * 3.0) - from.max(of * -2.0)).max(0.0) / of;
        Ok(seen(rect.left(), rect.right(), self.width) * seen(rect.top(), rect.bottom(), self.height))
    }
}

/// Whether a number is larger than it may be, or none.
fn exceeds(number: f32, most: f32) -> bool {
    number.is_nan() || number > most
}

/// How long a path is at most: the way along the points that say where it goes.
fn length(path: &Path) -> f32 {
    let (mut length, mut at, mut begin) = (0.0, Point::zero(), Point::zero());
    let mut go = |at: &mut Point, to: Point| {
        length += at.distance(to);
        *at = to;
    };
    for segment in path.data().segments() {
        match segment {
            PathSegment::MoveTo(to) => (at, begin) = (to, to),
            PathSegment::LineTo(to) => go(&mut at, to),
            PathSegment::QuadTo(by, to) => [by, to].into_iter().for_each(|to| go(&mut at, to)),
            PathSegment::CubicTo(by, and, to) => [by, and, to].into_iter().for_each(|to| go(&mut at, to)),
            PathSegment::Close => go(&mut at, begin),
        }
    }
    length
}

/// As prints are written: PDF/A-2b.
fn settings() -> Option<SerializeSettings> {
    Some(SerializeSettings {
        compress_content_streams: false,
        configuration: ConfigurationBuilder::new().with_archival_validator(Archival::A2_B).finish().ok()?,
        enable_tagging: false,
        render_svg_glyph_fn: render_svg_glyph,
        ..SerializeSettings::default()
    })
}

/// How many clips stand around a picture on a card or page, with some to spare.
const CLIPS_AROUND: usize = 8;
/// How wide it is drawn, in points.
const WIDTH: f32 = 240.0;

/// Draws it into a PDF, within as many clips as may stand around it.
fn into_pdf(tree: &Tree) -> Result<(), Fault> {
    let whole = |kind| (kind, String::new());
    let height = WIDTH * tree.size().height() / tree.size().width();
    let size = Size::from_wh(WIDTH, height).zip(PageSettings::from_wh(WIDTH, height));
    let all = Area::from_xywh(0.0, 0.0, WIDTH, height);
    let (Some((size, page)), Some(all), Some(settings)) = (size, all, settings()) else {
        return Err(whole(SvgFaultKind::NoSize));
    };
    let mut outline = PathBuilder::new();
    outline.push_rect(all);
    let outline = outline.finish().ok_or(whole(SvgFaultKind::NoSize))?;
    let mut document = Document::new_with(settings);
    let mut page = document.start_page_with(page);
    // Dropped in the middle of a drawing, while a panic unwinds, it panics once more, which no fence catches.
    let mut surface = ManuallyDrop::new(page.surface());
    (0..CLIPS_AROUND).for_each(|_| surface.push_clip_path(&outline, &FillRule::NonZero));
    surface.draw_svg(tree, size, SvgSettings::default());
    (0..CLIPS_AROUND).for_each(|_| surface.pop());
    ManuallyDrop::into_inner(surface).finish();
    page.finish();
    match document.finish() {
        Err(KrillaError::Validation(found)) => found.iter().try_for_each(|(error, _)| match error {
            // This document says nothing about itself, which is no matter of the picture.
            ValidationError::NoDocumentLanguage
            | ValidationError::NoDocumentTitle
            | ValidationError::MissingDocumentDate
            | ValidationError::MissingDocumentOutline
            | ValidationError::MissingTagging => Ok(()),
            ValidationError::TooHighQNestingLevel => Err(whole(SvgFaultKind::Nested)),
            ValidationError::ContainsPostScript(_) => Err((SvgFaultKind::Spread, spread(tree))),
            error => Err(whole(SvgFaultKind::Undrawable(format!("PDF/A forbids it, {error:?}")))),
        }),
        Err(error) => Err(whole(SvgFaultKind::Undrawable(error.to_string()))),
        Ok(_) => Ok(()),
    }
}

/// The id of the first gradient that begins again where it ends.
fn spread(tree: &Tree) -> String {
    let linear = tree.linear_gradients().iter().map(|gradient| (gradient.id(), gradient.spread_method()));
    let radial = tree.radial_gradients().iter().map(|gradient| (gradient.id(), gradient.spread_method()));
    let mut all = linear.chain(radial);
    all.find(|(_, method)| *method != SpreadMethod::Pad).map(|(id, _)| id.to_owned()).unwrap_or_default()
}

/// How wide it is drawn, in pixels: each pixel takes time, and what fails fails at any size.
const PIXELS: u16 = 24;

fn into_pixels(tree: &Tree) {
    let across = f32::from(PIXELS);
    let scale = across / tree.size().width();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "some thousand at most, and positive")]
    let height = (tree.size().height() * scale).ceil().min(across * 20.0) as u32;
    if let Some(mut pixels) = Pixmap::new(u32::from(PIXELS), height.max(1)) {
        resvg::render(tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    }
}

/// Puts glyphs of a font into a PDF, each with the character it shows: what is wrong with it, in the words of what does so.
fn font(data: &Arc<[u8]>, glyphs: &[(u16, char)]) -> Result<(), String> {
    let text: String = glyphs.iter().map(|(_, c)| *c).collect();
    let mut at = 0;
    let glyph = |(id, c): &(u16, char)| {
        let begin = at;
        at += c.len_utf8();
        KrillaGlyph::new(GlyphId::new(u32::from(*id)), 1.0, 0.0, 0.0, 0.0, begin..at, None)
    };
    let glyphs: Vec<KrillaGlyph> = glyphs.iter().map(glyph).collect();
    let draw = || -> Result<(), String> {
        let bytes: Arc<dyn AsRef<[u8]> + Send + Sync> = Arc::new(Arc::clone(data));
        let font = Font::new(bytes.into(), 0).ok_or("it cannot be read")?;
        let mut document = Document::new_with(settings().ok_or("there is no PDF/A")?);
        let mut page = document.start_page();
        let mut surface = ManuallyDrop::new(page.surface());
        surface.draw_glyphs(KrillaPoint::from_xy(0.0, 0.0), &glyphs, font, &text, 1.0, false);
        ManuallyDrop::into_inner(surface).finish();
        page.finish();
        match document.finish() {
            Err(KrillaError::Font(_, reason)) => Err(reason),
            Err(KrillaError::Validation(_)) | Ok(_) => Ok(()),
            Err(error) => Err(error.to_string()),
        }
    };
    fenced(|| apart(draw))?
}

/// Does work on threads that do nothing else. What writes PDFs hands parts of its work to the threads that it runs on, and takes up
/// other work while it waits: where that is another drawing, each would wait within the one before, until the stack ends.
#[cfg(not(target_family = "wasm"))]
fn apart<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    static THREADS: LazyLock<Option<ThreadPool>> = LazyLock::new(|| ThreadPoolBuilder::new().build().ok());
    let Some(threads) = &*THREADS else { return work() };
    // A thread of another pool would take up work of its own while it waits.
    let drawn = std::thread::scope(|scope| scope.spawn(|| threads.install(work)).join());
    drawn.unwrap_or_else(|panic| resume_unwind(panic))
}

/// Pages have one thread.
#[cfg(target_family = "wasm")]
fn apart<T>(work: impl FnOnce() -> T) -> T {
    work()
}
