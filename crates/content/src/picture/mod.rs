//! Pictures that a game brings in its folder `art/`: what they are, how large they are, and whose.
//!
//! **In** the files of that folder, and what the content says of each: where it is shown, and who drew it. **Out**
//! [`GamePictures`]. What a file is, its content says and not its name. Pictures that nothing names are not looked into.

mod count;
pub(crate) mod icon;
mod jpeg;
mod numbers;
mod png;
mod raster;
mod svg;
mod tags;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use png::is_animated;
pub use raster::decoded;
pub use svg::{SvgFault, SvgFaultKind};

use crate::limits::{LARGEST_PROFILE, MOST_PIXELS, MOST_SCANS, NARROWEST_PICTURE};

/// The folder of a game with its pictures.
pub const ART: &str = "art/";

/// Endings that pictures have, those that are not read included: naming one of these is told from naming nothing.
const ENDINGS: [&str; 11] = ["png", "jpg", "jpeg", "svg", "gif", "webp", "bmp", "tif", "tiff", "avif", "heic"];

/// Whether the file at a path within a content folder is a picture, in a place where they are looked for.
pub fn is_picture(path: &str) -> bool {
    path.split_once('/').is_some_and(|(_, inner)| is_picture_within(inner))
}

/// The same for a path within a system.
pub(crate) fn is_picture_within(path: &str) -> bool {
    path.starts_with(ART) && has_ending_of_picture(path)
}

/// Whether a file is called like a picture, wherever it stands.
pub(crate) fn has_ending_of_picture(path: &str) -> bool {
    let ending = Path::new(path).extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending)))
}

/// What a picture is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub enum PictureKind {
    /// Pixels, packed without loss.
    Png,
    /// Pixels, packed with loss.
    Jpeg,
    /// Shapes.
    Svg,
}

impl PictureKind {
    /// The ending of its files.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Jpeg => "jpg",
            Self::Svg => "svg",
        }
    }

    /// What the first bytes of a file say that it is.
    fn of(data: &[u8]) -> Option<Self> {
        if data.starts_with(b"\x89PNG\r\n\x1a\n") {
            Some(Self::Png)
        } else if data.starts_with(&[0xff, 0xd8, 0xff]) {
            Some(Self::Jpeg)
        } else {
            let text = data.strip_prefix(b"\xef\xbb\xbf").unwrap_or(data);
            text.trim_ascii_start().starts_with(b"<").then_some(Self::Svg)
        }
    }
}

/// Where pictures are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub enum Shown {
    /// On pages of the site only.
    Page,
    /// In the window of a card.
    Card,
    /// As the portrait of a sheet or handout.
    Portrait,
}

/// A box that a picture covers, width and height in millimetres.
pub type Window = (f64, f64);

impl Shown {
    /// The box on the usual card and sheet; none where nothing is printed.
    pub const fn window(self) -> Option<Window> {
        match self {
            Self::Page => None,
            // The window of a poker card, from bleed to bleed.
            Self::Card => Some((69.0, 28.0)),
            Self::Portrait => Some((45.0, 55.0)),
        }
    }

    /// The largest box there is: on the largest card, and on a handout that has a page of its own.
    pub const fn largest(self) -> Option<Window> {
        match self {
            Self::Page => None,
            Self::Card => Some((146.0, 60.0)),
            Self::Portrait => Some((80.0, 100.0)),
        }
    }
}

/// How wide a picture has to be to cover a box, in millimetres.
pub fn covering_width((width, height): Window, picture: &GamePicture) -> f64 {
    width.max(height * picture.ratio.value())
}

/// Who drew a picture, and the terms that it is under. What is not known is empty.
#[derive(
    Clone,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    borsh::BorshSerialize,
    borsh::BorshDeserialize,
)]
pub struct ArtCredit {
    /// Who.
    pub credit: String,
    /// The terms.
    pub licence: String,
}

impl ArtCredit {
    /// Whether nothing is known: it is the game's own.
    pub const fn is_empty(&self) -> bool {
        self.credit.is_empty() && self.licence.is_empty()
    }

    /// With what another has to say where this one says nothing.
    pub fn or(&self, other: &Self) -> Self {
        let or = |a: &String, b: &String| if a.is_empty() { b.clone() } else { a.clone() };
        Self { credit: or(&self.credit, &other.credit), licence: or(&self.licence, &other.licence) }
    }
}

/// Width by height of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct Ratio {
    /// Its width, in whatever unit.
    pub width: u32,
    /// Its height, in the same.
    pub height: u32,
}

impl Ratio {
    /// As a number.
    pub fn value(self) -> f64 {
        f64::from(self.width) / f64::from(self.height)
    }
}

impl Serialize for Ratio {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.value())
    }
}

/// A picture that a game brings, and that something in it shows.
#[derive(Clone, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct GamePicture {
    /// What it is called in prints and on the site: after its content, so that a name tells nothing of where it came from
    /// and two files of the same content are one.
    pub name: String,
    /// What it is.
    pub kind: PictureKind,
    /// Width by height; of pixels, as many as there are.
    pub ratio: Ratio,
    /// Where it is shown.
    pub shown: BTreeSet<Shown>,
    /// Who drew it.
    pub credit: ArtCredit,
    /// The file itself.
    pub data: Arc<[u8]>,
}

impl fmt::Debug for GamePicture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GamePicture").field("name", &self.name).field("shown", &self.shown).finish_non_exhaustive()
    }
}

/// The pictures that something in a game shows, by their paths within its folder.
#[derive(Clone, Debug, Default, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct GamePictures(pub BTreeMap<String, GamePicture>);

impl GamePictures {
    /// The picture of this path.
    pub fn find(&self, path: &str) -> Option<&GamePicture> {
        self.0.get(path)
    }

    /// The picture of this name.
    pub fn named(&self, name: &str) -> Option<&GamePicture> {
        self.0.values().find(|picture| picture.name == name)
    }
}

/// What is wrong with a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PictureFault {
    /// It is none that is read.
    Unknown,
    /// It is damaged, in the words of its decoder.
    Damaged(String),
    /// It has too many pixels.
    TooManyPixels {
        /// Across.
        width: u32,
        /// Down.
        height: u32,
    },
    /// It ends before all of it has been said.
    CutOff,
    /// It has so many scans, each of which goes over the whole picture.
    TooManyScans(usize),
    /// It has a color profile that no device has.
    LargeProfile,
    /// It is far longer than wide, or the other way around, or has no extent at all.
    TooNarrow,
    /// It is no sound SVG.
    Svg(SvgFault),
}

impl PictureFault {
    /// What is wrong, behind the name of the file.
    pub fn message(&self) -> String {
        match self {
            Self::Unknown => "is neither PNG nor JPEG nor SVG".to_owned(),
            Self::Damaged(reason) => format!("is damaged: {reason}"),
            Self::TooManyPixels { width, height } => {
                format!("has {width} x {height} pixels; the limit is {MOST_PIXELS} in total")
            }
            Self::CutOff => "is cut off: its end is missing".to_owned(),
            Self::TooManyScans(scans) => format!("is a JPEG of {scans} scans; the limit is {MOST_SCANS}"),
            Self::LargeProfile => format!("has a color profile of more than {LARGEST_PROFILE} bytes"),
            Self::TooNarrow => format!("is more than {NARROWEST_PICTURE} times as long as wide, or as wide as long"),
            Self::Svg(fault) => fault.message(),
        }
    }

    /// The next thing to try.
    pub fn help(&self) -> &'static str {
        match self {
            Self::Unknown => "save it as PNG, JPEG or SVG; renaming the file does not change its format",
            Self::Damaged(_) => "save it again, or use another copy",
            Self::TooManyPixels { .. } => "make it smaller: a card shows no more than 1,800 pixels across",
            Self::CutOff => "copy it again from its source",
            Self::TooManyScans(_) => "save it again as JPEG in a drawing program",
            Self::LargeProfile => "save it again as PNG in sRGB, or without a color profile",
            Self::TooNarrow => "crop it",
            Self::Svg(fault) => fault.help(),
        }
    }
}

/// Test print: draws a picture or a font once, as a print does, and returns the error of the print.
#[derive(Clone, Copy, Debug)]
pub struct Proof {
    /// Draws a validated SVG. The error has the id of the faulty element, or an empty id.
    pub drawing: fn(&str) -> Result<(), (SvgFaultKind, String)>,
    /// Draws glyphs of a font.
    pub font: FontProof,
}

/// Draws glyphs, each given with its character. The error is the message of the PDF library.
pub type FontProof = fn(&Arc<[u8]>, &[(u16, char)]) -> Result<(), String>;

/// Returns the kind of a picture, and its width and height. With a `proof`, an SVG is also drawn once.
///
/// # Errors
/// See [`PictureFault`].
pub fn examine(data: &[u8], proof: Option<Proof>) -> Result<(PictureKind, Ratio), PictureFault> {
    let kind = PictureKind::of(data).ok_or(PictureFault::Unknown)?;
    let (width, height) = match kind {
        PictureKind::Png | PictureKind::Jpeg => raster::extent(data, kind)?,
        PictureKind::Svg => svg::extent(data, proof).map_err(PictureFault::Svg)?,
    };
    let is_narrow = |a: u32, b: u32| u64::from(a) > u64::from(b) * u64::from(NARROWEST_PICTURE);
    if width == 0 || height == 0 || is_narrow(width, height) || is_narrow(height, width) {
        return Err(PictureFault::TooNarrow);
    }
    Ok((kind, Ratio { width, height }))
}

/// A picture as prints and pages show it; none where that is the file as it is.
pub(crate) fn as_shown(data: &[u8]) -> Option<Vec<u8>> {
    raster::as_shown(data, PictureKind::of(data)?)
}

/// The name of a picture in prints and on the site.
pub(crate) fn name_of(data: &[u8], kind: PictureKind) -> String {
    let hash = blake3::hash(data).to_hex();
    format!("{}.{}", &hash[..16], kind.ending())
}
