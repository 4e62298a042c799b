//! Pictures of faces: PNG at any resolution, which the file names, with or without bleed.
//!
//! **In** a laid out document. **Out** one opaque RGB PNG per page, in page order. **Fails** with
//! [`PressError::Picture`]. Pages are drawn on all cores; the bytes do not depend on how many.

use image::ImageEncoder as _;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use rayon::prelude::*;
use typst::utils::Scalar;
use typst_layout::{Page, PagedDocument};
use typst_render::RenderOptions;

use super::error::PressError;
use super::guard;

/// How to draw a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Resolution {
    /// Dots per inch.
    pub dpi: f64,
    /// Whether the picture shows the bleed.
    pub has_bleed: bool,
}

/// Draws every page.
///
/// # Errors
/// [`PressError::Picture`] when a picture cannot be encoded, [`PressError::Drawing`] when it cannot be drawn.
pub fn pngs(document: &PagedDocument, resolution: Resolution) -> Result<Vec<Vec<u8>>, PressError> {
    document.pages().par_iter().map(|page| png(page, resolution)).collect()
}

fn png(page: &Page, resolution: Resolution) -> Result<Vec<u8>, PressError> {
    drawn(page, resolution.dpi, resolution.has_bleed)?.png(resolution.dpi)
}

/// A drawn page.
#[derive(Clone)]
pub struct Pixels {
    /// How wide it is.
    pub width: u32,
    /// How high it is.
    pub height: u32,
    /// Three bytes for each pixel, row by row.
    rgb: Vec<u8>,
}

impl Pixels {
    /// The color at a place, or that of the nearest pixel.
    pub fn at(&self, across: f64, down: f64) -> [u8; 3] {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "not below nothing, and bounded")]
        let place = |at: f64, length: u32| (at.max(0.0) as usize).min(length.saturating_sub(1) as usize);
        let first = (place(down, self.height) * self.width as usize + place(across, self.width)) * 3;
        [self.rgb[first], self.rgb[first + 1], self.rgb[first + 2]]
    }
}

impl Pixels {
    /// White, of this size.
    pub fn white(width: u32, height: u32) -> Self {
        Self { width, height, rgb: vec![u8::MAX; width as usize * height as usize * 3] }
    }

    /// Puts another picture on this one, as far as there is room to the right and below.
    pub fn put(&mut self, other: &Self, across: u32, down: u32) {
        let width = other.width.min(self.width.saturating_sub(across)) as usize * 3;
        let rows = other.height.min(self.height.saturating_sub(down)) as usize;
        for row in 0..rows {
            let from = row * other.width as usize * 3;
            let to = ((down as usize + row) * self.width as usize + across as usize) * 3;
            self.rgb[to..to + width].copy_from_slice(&other.rgb[from..from + width]);
        }
    }

    /// It as a PNG file.
    ///
    /// # Errors
    /// [`PressError::Picture`].
    pub fn png(&self, dpi: f64) -> Result<Vec<u8>, PressError> {
        // Fast with adaptive filters: a fifth of the time of the best compression, a third larger.
        Ok(with_resolution(encoded(&self.rgb, self.width, self.height, CompressionType::Fast)?, dpi))
    }
}

/// Draws a page.
///
/// # Errors
/// [`PressError::Drawing`].
pub fn drawn(page: &Page, dpi: f64, has_bleed: bool) -> Result<Pixels, PressError> {
    let options = RenderOptions { pixel_per_pt: Scalar::new(dpi / 72.0), render_bleed: has_bleed };
    let render = |pages: &[Page]| Ok(pages.iter().map(|page| typst_render::render(page, &options)).next_back());
    let pixmap = guard::drawn(std::slice::from_ref(page), render)?.ok_or(PressError::NothingToPrint)?;
    // Faces are opaque, so premultiplied colors are plain colors.
    let rgb = pixmap.data().chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    Ok(Pixels { width: pixmap.width(), height: pixmap.height(), rgb })
}

/// How finely a picture for pages is shaded: the last two bits of a color are noise to the eye, and a third of the file.
const SHADES: u8 = 4;

/// A picture for pages, as a file: smaller than one that is made once for a printer.
///
/// # Errors
/// [`PressError::Picture`].
pub fn encoded_small(rgb: &[u8], width: u32, height: u32) -> Result<Vec<u8>, PressError> {
    let shaded: Vec<u8> = rgb.iter().map(|part| part.saturating_add(SHADES / 2) / SHADES * SHADES).collect();
    encoded(&shaded, width, height, CompressionType::Default)
}

fn encoded(rgb: &[u8], width: u32, height: u32, compression: CompressionType) -> Result<Vec<u8>, PressError> {
    let mut bytes = Vec::new();
    PngEncoder::new_with_quality(&mut bytes, compression, FilterType::Adaptive)
        .write_image(rgb, width, height, image::ExtendedColorType::Rgb8)
        .map_err(|error| PressError::Picture(error.to_string()))?;
    Ok(bytes)
}

/// The length of the signature and the header of a PNG file.
const HEADER: usize = 8 + 25;

/// Writes the resolution into a PNG file, as a chunk `pHYs` behind the header (PNG, third edition, 11.3.4.3), which the encoder
/// cannot: programs then place the picture at its true size.
fn with_resolution(mut png: Vec<u8>, dpi: f64) -> Vec<u8> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bounded where it is asked for")]
    let per_meter = (dpi / 0.0254).round() as u32;
    let unit_is_meter = [1];
    let data = [&per_meter.to_be_bytes()[..], &per_meter.to_be_bytes(), &unit_is_meter].concat();
    let named = [&b"pHYs"[..], &data].concat();
    let chunk = [&9u32.to_be_bytes()[..], &named, &crc32fast::hash(&named).to_be_bytes()].concat();
    png.splice(HEADER..HEADER, chunk);
    png
}
