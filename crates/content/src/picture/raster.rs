//! Pictures of pixels: PNG and JPEG, decoded within limits.

use std::io::Cursor;

use image::codecs::jpeg::{JpegDecoder, JpegEncoder};
use image::codecs::png::PngDecoder;
use image::{DynamicImage, ImageDecoder, ImageResult, Limits};

use super::jpeg::Jpeg;
use super::{PictureFault, PictureKind, png, svg};
use crate::limits::{LONGEST_SIDE, MOST_PIXELS, MOST_SCANS};

/// The most memory that decoding one takes, in bytes: the pixels in four channels of 16 bits, and room to work in.
const MOST_MEMORY: u64 = 16 * MOST_PIXELS;
/// The quality of JPEG, of 100, in which a picture for a press is saved for screens and paper alike: no loss is seen.
const QUALITY: u8 = 92;

/// Its width and height in pixels, as it is shown: cameras say in the file how it is to be turned. All of it is decoded, so
/// that damage anywhere in it is found.
pub fn extent(data: &[u8], kind: PictureKind) -> Result<(u32, u32), PictureFault> {
    let image = decoded(data, kind)?;
    Ok((image.width(), image.height()))
}

/// The pixels, turned as they are shown.
///
/// # Errors
/// When there are too many, or the file is damaged.
pub fn decoded(data: &[u8], kind: PictureKind) -> Result<DynamicImage, PictureFault> {
    bounded(data, kind)?;
    let damaged = |error: &image::ImageError| PictureFault::Damaged(error.to_string());
    let mut decoder = match kind {
        PictureKind::Png => png_decoder(data),
        PictureKind::Jpeg => jpeg_decoder(data),
        PictureKind::Svg => return Err(PictureFault::Unknown),
    }
    .map_err(|error| damaged(&error))?;
    // What a header says costs nothing; what it promises would.
    let (width, height) = decoder.dimensions();
    if width > LONGEST_SIDE || height > LONGEST_SIDE || u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(PictureFault::TooManyPixels { width, height });
    }
    let orientation = decoder.orientation().map_err(|error| damaged(&error))?;
    let mut image = DynamicImage::from_decoder(decoder).map_err(|error| damaged(&error))?;
    image.apply_orientation(orientation);
    Ok(image)
}

fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.max_alloc = Some(MOST_MEMORY);
    limits
}

// `ImageReader` would link the decoders of all formats that any package enables.
fn png_decoder(data: &[u8]) -> ImageResult<Box<dyn ImageDecoder + '_>> {
    let mut decoder = PngDecoder::with_limits(Cursor::new(data), limits())?;
    decoder.set_limits(limits())?;
    Ok(Box::new(decoder))
}

fn jpeg_decoder(data: &[u8]) -> ImageResult<Box<dyn ImageDecoder + '_>> {
    let mut decoder = JpegDecoder::new(Cursor::new(data))?;
    decoder.set_limits(limits())?;
    Ok(Box::new(decoder))
}

/// Refuses what would take much time or memory to decode, and what a decoder fills with gray.
fn bounded(data: &[u8], kind: PictureKind) -> Result<(), PictureFault> {
    match kind {
        PictureKind::Svg => Ok(()),
        PictureKind::Png if png::has_large_profile(data) => Err(PictureFault::LargeProfile),
        PictureKind::Png => Ok(()),
        PictureKind::Jpeg => {
            let jpeg = Jpeg::of(data);
            match jpeg.scans {
                _ if !jpeg.is_whole => Err(PictureFault::CutOff),
                scans if scans > MOST_SCANS => Err(PictureFault::TooManyScans(scans)),
                _ => Ok(()),
            }
        }
    }
}

/// A picture as prints and pages show it: without what cameras and programs note in it, and in the colors of screens. None
/// where that is the file as it is. What cannot be decoded stays as it is, to be found when it is looked into.
pub fn as_shown(data: &[u8], kind: PictureKind) -> Option<Vec<u8>> {
    match kind {
        PictureKind::Svg => svg::without_remarks(data),
        PictureKind::Png => png::without_notes(data),
        PictureKind::Jpeg => {
            let jpeg = Jpeg::of(data);
            if jpeg.is_for_press() { in_screen_colors(data) } else { jpeg.without_notes(data) }
        }
    }
}

/// A JPEG for a press in the colors of screens, near to how browsers show it: each color is darkened by black alone, and the
/// profile of the press is not applied. The decoder takes the four colors as stored the other way around, as all browsers do.
fn in_screen_colors(data: &[u8]) -> Option<Vec<u8>> {
    let image = decoded(data, PictureKind::Jpeg).ok()?.to_rgb8();
    let mut bytes = Cursor::new(Vec::new());
    JpegEncoder::new_with_quality(&mut bytes, QUALITY).encode_image(&image).ok()?;
    Some(bytes.into_inner())
}
