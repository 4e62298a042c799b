//! The numbers in an SVG, wherever one may stand: those that no drawing needs are found before anything computes with them.

use roxmltree::Attribute;

use crate::limits::LARGEST_NUMBER;

/// Attributes in which numbers stand one behind another, with letters between them.
const PATHS: [&str; 2] = ["d", "points"];

/// Attributes in which no number is one of the drawing.
const WORDS: [&str; 9] =
    ["id", "class", "href", "lang", "space", "version", "baseProfile", "aria-label", "aria-labelledby"];

/// The first number of an attribute that is too large, as it is written.
pub fn too_large<'d>(attribute: &Attribute<'d, '_>) -> Option<&'d str> {
    let name = attribute.name();
    if WORDS.contains(&name) || name.starts_with("data-") {
        return None;
    }
    in_text(attribute.value(), PATHS.contains(&name))
}

/// The first number of a text that is too large. Among words, digits that follow a letter or `#` belong to a name or a color.
pub fn in_text(text: &str, is_path: bool) -> Option<&str> {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let length = length(&bytes[at..]);
        if length == 0 {
            at += 1;
            // A name, or a color.
            let is_word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'#' | b'_' | b'-' | b'.');
            if !is_path && (bytes[at - 1].is_ascii_alphabetic() || matches!(bytes[at - 1], b'#' | b'_')) {
                at += bytes[at..].iter().take_while(|byte| is_word(**byte)).count();
            }
            continue;
        }
        let number = &text[at..at + length];
        // One that is too long for its kind is endless.
        if !number.parse::<f64>().is_ok_and(|number| number.abs() <= LARGEST_NUMBER) {
            return Some(number);
        }
        at += length;
    }
    None
}

/// How many bytes a number has that begins here; 0 where none does.
fn length(bytes: &[u8]) -> usize {
    let digits = |from: usize| bytes[from.min(bytes.len())..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let is_at = |at: usize, signs: &[u8]| bytes.get(at).is_some_and(|byte| signs.contains(byte));
    let sign = usize::from(is_at(0, b"+-"));
    let whole = digits(sign);
    let mut end = sign + whole;
    let mut part = 0;
    if is_at(end, b".") {
        part = digits(end + 1);
        end += usize::from(whole + part > 0) + part;
    }
    if whole + part == 0 {
        return 0;
    }
    if is_at(end, b"eE") {
        let sign = usize::from(is_at(end + 1, b"+-"));
        let power = digits(end + 1 + sign);
        if power > 0 {
            end += 1 + sign + power;
        }
    }
    end
}
