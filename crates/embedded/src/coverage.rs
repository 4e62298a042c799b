//! Which characters a font has. The build script reads it of the fonts that are embedded, and content of those that a game
//! brings.
//!
//! **In** the bytes of a font, which may come from anybody. **Out** [`Coverage`]. **Fails** with [`UnreadableFont`] when it is no
//! font, or when its table of characters lists more than there are: whoever reads such a table would not end.

use std::collections::BTreeSet;
use std::fmt;

use ttf_parser::{Face, FaceParsingError, Tag, cmap};

/// Code points: first and last of each row of them, in order, without overlaps.
pub type Coverage = Vec<(u32, u32)>;

/// Why a font cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnreadableFont {
    /// It is damaged, or no font.
    Damaged(FaceParsingError),
    /// Its table of characters lists more than there are.
    EndlessTable,
}

impl fmt::Display for UnreadableFont {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Damaged(error) => error.fmt(f),
            Self::EndlessTable => f.write_str("its table of characters lists more than there are"),
        }
    }
}

impl std::error::Error for UnreadableFont {}

/// The code points for which a font has a glyph.
///
/// # Errors
/// [`UnreadableFont`] when it is no font that can be read to its end.
pub fn covered(font: &[u8]) -> Result<Coverage, UnreadableFont> {
    let face = Face::parse(font, 0).map_err(UnreadableFont::Damaged)?;
    let listed = face.raw_face().table(Tag::from_bytes(b"cmap")).map_or(0, listed);
    if listed > MOST_LISTED {
        return Err(UnreadableFont::EndlessTable);
    }
    let mut all = BTreeSet::new();
    for table in face.tables().cmap.iter().flat_map(|cmap| cmap.subtables).filter(cmap::Subtable::is_unicode) {
        let has_glyph = |point: &u32| table.glyph_index(*point).is_some_and(|glyph| glyph.0 > 0);
        table.codepoints(|point| all.extend(Some(point).filter(has_glyph)));
    }
    Ok(rows(all))
}

/// Code points as rows of them.
pub fn rows(points: BTreeSet<u32>) -> Coverage {
    let mut rows: Coverage = Vec::new();
    for point in points {
        match rows.last_mut() {
            Some((_, last)) if *last + 1 == point => *last = point,
            _ => rows.push((point, point)),
        }
    }
    rows
}

/// Every code point twice, since fonts may list those of one plane in tables of their own.
const MOST_LISTED: u64 = 2 * 0x11_0000;

/// How many code points a table of characters lists, repeats included, at most.
fn listed(cmap: &[u8]) -> u64 {
    const HEAD: usize = 4;
    const RECORD: usize = 8;
    let count = word(cmap, 2).unwrap_or(0);
    let places = (0..usize::from(count)).map_while(|n| long(cmap, HEAD + n * RECORD + 4));
    places.filter_map(|place| cmap.get(usize::try_from(place).ok()?..)).map(listed_in).sum()
}

/// The same for one of its tables. Formats whose length bounds them count as nothing.
fn listed_in(table: &[u8]) -> u64 {
    let length = |first: u32, last: u32| u64::from(last.saturating_sub(first)) + 1;
    match word(table, 0) {
        // Segments: all ends, two bytes of nothing, all starts.
        Some(4) => {
            let ends = 14;
            let bytes = usize::from(word(table, 6).unwrap_or(0) & !1);
            let starts = ends + bytes + 2;
            let segment = |at: usize| Some((word(table, starts + at)?, word(table, ends + at)?));
            let segments = (0..bytes).step_by(2).map_while(segment);
            segments.map(|(first, last)| length(first.into(), last.into())).sum()
        }
        // Groups of first, last and glyph.
        Some(12 | 13) => {
            let count = long(table, 12).unwrap_or(0) as usize;
            let group = |n: usize| Some((long(table, 16 + n * 12)?, long(table, 20 + n * 12)?));
            (0..count).map_while(group).map(|(first, last)| length(first, last)).sum()
        }
        _ => 0,
    }
}

fn word(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

fn long(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_font_that_lists_more_characters_than_there_are_is_refused() {
        let font = crate::FONTS[0].1;
        let rows = covered(font).expect("a font");
        assert!(rows.iter().any(|(first, last)| (*first..=*last).contains(&u32::from('a'))), "{rows:?}");

        let cmap = Face::parse(font, 0).expect("a font").raw_face().table(Tag::from_bytes(b"cmap")).expect("a cmap");
        let place = cmap.as_ptr() as usize - font.as_ptr() as usize;
        // One table of format 12 with two groups, each of all numbers there are.
        let mut endless = vec![0, 0, 0, 1, 0, 3, 0, 10, 0, 0, 0, 12, 0, 12, 0, 0, 0, 0, 0, 40, 0, 0, 0, 0, 0, 0, 0, 2];
        let group = [0, 0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 1];
        endless.extend(group.iter().chain(&group));
        let mut bad = font.to_vec();
        bad[place..place + endless.len()].copy_from_slice(&endless);
        assert_eq!(covered(&bad), Err(UnreadableFont::EndlessTable));

        // And one of format 4 whose segments overlap.
        let segments: u16 = 100;
        let mut endless = vec![0, 0, 0, 1, 0, 3, 0, 1, 0, 0, 0, 12, 0, 4, 3, 0xe8, 0, 0];
        endless.extend((segments * 2).to_be_bytes());
        endless.extend([0; 6]);
        endless.extend([0xff, 0xf0].repeat(100));
        endless.extend([0, 0]);
        endless.extend([0, 0].repeat(300));
        let mut bad = font.to_vec();
        bad[place..place + endless.len()].copy_from_slice(&endless);
        assert_eq!(covered(&bad), Err(UnreadableFont::EndlessTable));

        assert!(matches!(covered(b"not a font"), Err(UnreadableFont::Damaged(_))));
        assert!(matches!(covered(&font[..200]), Err(UnreadableFont::Damaged(_))));
    }
}
