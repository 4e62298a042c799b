//! Which characters can be printed: those that one of the embedded fonts has. What a typeface lacks, the press takes from
//! another.

use crate::tables::COVERED;

/// The characters of a text that no font has, each once, with the place of the first of them. `other` says which characters
/// are in fonts that are not embedded.
pub fn missing(text: &str, other: impl Fn(char) -> bool) -> Option<(usize, Vec<char>)> {
    if text.is_ascii() {
        return None;
    }
    let mut found = text.char_indices().filter(|(_, c)| !is_printable(*c, &other));
    let (at, first) = found.next()?;
    let mut all = vec![first];
    for (_, c) in found {
        if !all.contains(&c) {
            all.push(c);
        }
    }
    Some((at, all))
}

/// Whether a character can be printed, also in capitals, in which labels are set; or is not meant to be seen.
pub fn is_printable(c: char, other: impl Fn(char) -> bool) -> bool {
    let has = |c| has_glyph(c) || other(c);
    c.is_ascii() || is_invisible(c) || is_space(c) || has(c) && c.to_uppercase().all(has)
}

/// Whether some embedded font has a character.
pub fn has_glyph(c: char) -> bool {
    is_in(COVERED, c)
}

/// Whether a character is among those covered.
pub fn is_in(covered: &[(u32, u32)], c: char) -> bool {
    let point = u32::from(c);
    let behind = covered.partition_point(|(first, _)| *first <= point);
    behind > 0 && point <= covered[behind - 1].1
}

/// Spaces that are made of the usual one where a font lacks them.
const fn is_space(c: char) -> bool {
    matches!(c, '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}')
}

/// Characters that say how their neighbors are set, and take no room themselves: Unicode's "default ignorable" ones, as
/// far as text may have them, and the ends of lines and paragraphs.
const fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fonts_have_letters_and_lack_those_of_other_scripts() {
        let no_other = |_| false;
        for c in "aZ09 éœßẞ–—“”×−·…±½→".chars() {
            assert!(is_printable(c, no_other), "{c}");
        }
        for c in "火は한ا\u{1f409}".chars() {
            assert!(!is_printable(c, no_other), "{c}");
            assert!(is_printable(c, |_| true), "{c}");
        }
        assert_eq!(missing("plain", no_other), None);
        assert_eq!(missing("é 火 and 山, 火", no_other), Some((3, vec!['火', '山'])));
        assert_eq!(missing("é 火 and 山, 火", |c| c == '火'), Some((11, vec!['山'])));
    }

    #[test]
    fn the_table_is_in_order_without_overlaps() {
        assert!(COVERED.iter().all(|(first, last)| first <= last));
        assert!(COVERED.windows(2).all(|two| two[0].1 < two[1].0));
    }
}
