//! Pictures of pixels: PNG and JPEG, decoded within limits.

use std::io::Cursor;

use image::{DynamicImage, ImageDecoder as _, ImageFormat, ImageReader, Limits};

use super::{PictureFault, PictureKind};
use crate::limits::{LONGEST_SIDE, MOST_PIXELS};

/// The most memory that decoding one takes, in bytes: the pixels in four channels of 16 bits, and room to work in.
const MOST_MEMORY: u64 = 16 * MOST_PIXELS;

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
    let format = match kind {
        PictureKind::Png => ImageFormat::Png,
        PictureKind::Jpeg => ImageFormat::Jpeg,
        PictureKind::Svg => return Err(PictureFault::Unknown),
    };
    let damaged = |error: &image::ImageError| PictureFault::Damaged(error.to_string());
    let mut reader = ImageReader::with_format(Cursor::new(data), format);
    let mut limits = Limits::default();
    limits.max_alloc = Some(MOST_MEMORY);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|error| damaged(&error))?;
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
