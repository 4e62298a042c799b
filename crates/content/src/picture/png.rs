//! PNG as a row of chunks (PNG, third edition, 5), without decoding what they hold.
//!
//! **In** the bytes of a file. **Out** how large its color profile is, whether it is animated, and the same picture without
//! what cameras and programs note in it.

use std::io::{self, Read as _};

use flate2::read::ZlibDecoder;
use image::metadata::Orientation;

use super::jpeg::turned;
use crate::limits::LARGEST_PROFILE;

/// The bytes in front of the chunks.
const SIGNATURE: usize = 8;
/// Length, name and checksum of a chunk.
const AROUND: usize = 12;
/// The longest name of a profile, with the zero and the method behind it.
const LONGEST_NAME: usize = 81;

/// The chunks that a picture needs to look as it does: all others of those that may be left out are notes.
const SEEN: [&[u8; 4]; 15] = [
    b"acTL", b"bKGD", b"cHRM", b"cICP", b"cLLI", b"fcTL", b"fdAT", b"gAMA", b"iCCP", b"mDCV", b"pHYs", b"sBIT",
    b"sPLT", b"sRGB", b"tRNS",
];

/// A chunk: its name, and all its bytes.
type Chunk<'d> = (&'d [u8], &'d [u8]);

/// The chunks of a file, up to its end or where it is damaged.
fn chunks(data: &[u8]) -> impl Iterator<Item = Chunk<'_>> {
    let mut rest = data.get(SIGNATURE..).unwrap_or_default();
    std::iter::from_fn(move || {
        let length = u32::from_be_bytes(rest.get(..4)?.try_into().ok()?) as usize;
        let (chunk, behind) = rest.split_at_checked(length.checked_add(AROUND)?)?;
        rest = if &chunk[4..8] == b"IEND" { &[] } else { behind };
        Some((&chunk[4..8], chunk))
    })
}

/// Whether a file has several pictures, one after another.
pub fn is_animated(data: &[u8]) -> bool {
    chunks(data).take_while(|(name, _)| *name != b"IDAT").any(|(name, _)| name == b"acTL")
}

/// Whether a color profile in it has more bytes than it may, unpacked. One that cannot be unpacked is left out by decoders.
pub fn has_large_profile(data: &[u8]) -> bool {
    let is_large = |chunk: &[u8]| {
        let inner = &chunk[8..chunk.len() - 4];
        let Some(name) = inner.iter().take(LONGEST_NAME).position(|byte| *byte == 0) else { return false };
        let packed = inner.get(name + 2..).unwrap_or_default();
        let unpacked = io::copy(&mut ZlibDecoder::new(packed).take(LARGEST_PROFILE + 1), &mut io::sink());
        unpacked.is_ok_and(|bytes| bytes > LARGEST_PROFILE)
    };
    chunks(data).any(|(name, chunk)| name == b"iCCP" && is_large(chunk))
}

/// The same picture without what is noted in it; none where that is the file as it is, or it is damaged.
pub fn without_notes(data: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = data.get(..SIGNATURE)?.to_vec();
    let mut is_whole = false;
    for (name, chunk) in chunks(data) {
        is_whole = name == b"IEND";
        let is_needed = name[0].is_ascii_uppercase() || SEEN.iter().any(|seen| *seen == name);
        if is_needed {
            bytes.extend(chunk);
        } else if name == b"eXIf" {
            let exif = Orientation::from_exif_chunk(&chunk[8..chunk.len() - 4]).and_then(turned);
            exif.into_iter().for_each(|exif| push(&mut bytes, *b"eXIf", &exif));
        }
    }
    (is_whole && bytes != data).then_some(bytes)
}

fn push(bytes: &mut Vec<u8>, name: [u8; 4], inner: &[u8]) {
    let named = [&name[..], inner].concat();
    bytes.extend(u32::try_from(inner.len()).expect("some 30 bytes").to_be_bytes());
    bytes.extend(&named);
    let mut sum = flate2::Crc::new();
    sum.update(&named);
    bytes.extend(sum.sum().to_be_bytes());
}
