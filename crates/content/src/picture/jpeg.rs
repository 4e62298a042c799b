//! JPEG as a row of segments (ITU-T T.81, annex B), without decoding what they hold.
//!
//! **In** the bytes of a file. **Out** [`Jpeg`]: how many scans there are, whether it ends, and the same picture without what
//! cameras and programs note in it: the place, the time, the owner, a small copy of the picture.

use std::ops::Range;

use image::metadata::Orientation;

/// Markers: the second byte of a segment.
const START: u8 = 0xd8;
const END: u8 = 0xd9;
const SCAN: u8 = 0xda;
const FIRST_APPLICATION: u8 = 0xe0;
const LAST_APPLICATION: u8 = 0xef;
const EXIF: u8 = 0xe1;
const COMMENT: u8 = 0xfe;

/// What a segment of an application begins with.
const JFIF: &[u8] = b"JFIF\0";
const EXIF_BEGINS: &[u8] = b"Exif\0\0";
const PROFILE_BEGINS: &[u8] = b"ICC_PROFILE\0";
const ADOBE_BEGINS: &[u8] = b"Adobe";
/// The marker of Adobe's segment, and where in it stands what the colors are.
const ADOBE: u8 = 0xee;
const ADOBE_TRANSFORM: usize = 11;
/// The length of what JFIF says before its small copy of the picture.
const JFIF_LENGTH: usize = 14;

/// A file as a row of segments.
#[derive(Debug, Default)]
pub struct Jpeg {
    /// The marker of each segment, and its bytes from the marker on. A scan has its data.
    segments: Vec<(u8, Range<usize>)>,
    /// How many scans there are.
    pub scans: usize,
    /// Whether the file has its end: one that was cut off while it was copied has none.
    pub is_whole: bool,
    /// How many components a pixel has: 1 is gray, 3 is color, 4 is for a press.
    components: u8,
    /// What Adobe's segment says of the colors; 1 is what screens show.
    adobe: Option<u8>,
}

impl Jpeg {
    /// Reads the segments, as far as there are any.
    pub fn of(data: &[u8]) -> Self {
        let mut jpeg = Self::default();
        let mut at = 2;
        while let Some((marker, begin)) = next_marker(data, at) {
            if marker == END {
                jpeg.is_whole = true;
                break;
            }
            let length = data
                .get(begin + 2..begin + 4)
                .map_or(0, |length| usize::from(u16::from_be_bytes([length[0], length[1]])));
            let end = begin + 2 + length;
            if length < 2 || end > data.len() {
                break;
            }
            at = end;
            if marker == SCAN {
                jpeg.scans += 1;
                at = end_of_scan(data, end);
            }
            if is_frame(marker) && length >= 8 {
                jpeg.components = data[begin + 9];
            }
            if data[begin + 4..end].starts_with(ADOBE_BEGINS) && marker == ADOBE {
                jpeg.adobe = data[begin + 4..end].get(ADOBE_TRANSFORM).copied();
            }
            jpeg.segments.push((marker, begin..at));
        }
        jpeg
    }

    /// Whether its colors are those of a press, or may be taken for such: PDF/A has no place for the colors of an unknown press.
    pub fn is_for_press(&self) -> bool {
        const OF_PRESS: u8 = 4;
        const GRAY: u8 = 1;
        self.components == OF_PRESS || (self.components != GRAY && matches!(self.adobe, Some(0 | 2)))
    }

    /// The same picture without what is noted in it; none where that is the file as it is, or it is not whole.
    pub fn without_notes(&self, data: &[u8]) -> Option<Vec<u8>> {
        if !self.is_whole {
            return None;
        }
        let mut bytes = vec![0xff, START];
        let mut is_turned = false;
        for (marker, range) in &self.segments {
            let segment = &data[range.clone()];
            let inner = segment.get(4..).unwrap_or_default();
            match *marker {
                FIRST_APPLICATION if inner.starts_with(JFIF) && inner.len() >= JFIF_LENGTH => {
                    bytes.extend([0xff, FIRST_APPLICATION, 0, 16]);
                    bytes.extend(&inner[..JFIF_LENGTH - 2]);
                    bytes.extend([0, 0]);
                }
                EXIF if inner.starts_with(EXIF_BEGINS) && !is_turned => {
                    let orientation = Orientation::from_exif_chunk(&inner[EXIF_BEGINS.len()..]);
                    if let Some(exif) = orientation.and_then(turned) {
                        is_turned = true;
                        let length = u16::try_from(2 + EXIF_BEGINS.len() + exif.len()).expect("some 40 bytes");
                        bytes.extend([0xff, EXIF]);
                        bytes.extend(length.to_be_bytes());
                        bytes.extend(EXIF_BEGINS);
                        bytes.extend(exif);
                    }
                }
                FIRST_APPLICATION..=LAST_APPLICATION if !is_color(inner) => {}
                COMMENT => {}
                _ => bytes.extend(segment),
            }
        }
        bytes.extend([0xff, END]);
        (bytes != data).then_some(bytes)
    }
}

/// Whether a segment of an application says what the colors are.
fn is_color(inner: &[u8]) -> bool {
    inner.starts_with(PROFILE_BEGINS) || inner.starts_with(ADOBE_BEGINS)
}

/// Whether a segment says how large the picture is and of what its pixels are.
const fn is_frame(marker: u8) -> bool {
    matches!(marker, 0xc0..=0xcf) && !matches!(marker, 0xc4 | 0xc8 | 0xcc)
}

/// The next marker from a place on, and where it stands.
fn next_marker(data: &[u8], from: usize) -> Option<(u8, usize)> {
    let rest = data.get(from..)?;
    let is_marker = |pair: &[u8]| pair[0] == 0xff && !matches!(pair[1], 0 | 0xff | 0x01 | 0xd0..=0xd8);
    let at = rest.windows(2).position(is_marker)?;
    Some((rest[at + 1], from + at))
}

/// Where the data of a scan end: at the next marker that is not one of its own.
fn end_of_scan(data: &[u8], from: usize) -> usize {
    next_marker(data, from).map_or(data.len(), |(_, at)| at)
}

/// What says in a file how its picture is turned, and nothing else; none where it is not turned.
pub fn turned(orientation: Orientation) -> Option<Vec<u8>> {
    if orientation == Orientation::NoTransforms {
        return None;
    }
    // TIFF, the highest byte first: one directory of one entry, the orientation, a short number.
    let mut exif = b"MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".to_vec();
    exif.extend([orientation.to_exif(), 0, 0, 0, 0, 0, 0]);
    Some(exif)
}
