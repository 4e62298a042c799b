//! How much stands in a tag of an SVG, before it is read as XML: readers compare each attribute with each other one.

use std::ops::Range;

use crate::limits::MOST_ATTRIBUTES;

/// The first element with more attributes than there may be, or with which there are more names of namespaces than that in
/// the whole file: the bytes from its beginning to where it is too much.
pub fn crowded(text: &str) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let mut at = 0;
    let mut namespaces = 0;
    while let Some(found) = text.get(at..)?.find('<') {
        let begin = at + found;
        let rest = &text[begin..];
        let behind = |end: &str| rest.find(end).map_or(text.len(), |found| begin + found + end.len());
        at = if rest.starts_with("<!--") {
            behind("-->")
        } else if rest.starts_with("<![CDATA[") {
            behind("]]>")
        } else if rest.starts_with("<?") {
            behind("?>")
        } else {
            let mut at = begin + 1;
            let mut count = 0;
            while let Some(byte) = bytes.get(at).filter(|byte| **byte != b'>') {
                if matches!(byte, b'"' | b'\'') {
                    count += 1;
                    namespaces += usize::from(declares_namespace(&bytes[begin..at]));
                    if count > MOST_ATTRIBUTES || namespaces > MOST_ATTRIBUTES {
                        return Some(begin..at);
                    }
                    let length = bytes[at + 1..].iter().position(|end| end == byte);
                    at = length.map_or(text.len(), |length| at + 1 + length);
                }
                at += 1;
            }
            at
        };
    }
    None
}

/// Whether the attribute whose value follows gives a namespace a name.
fn declares_namespace(before: &[u8]) -> bool {
    let name = before.rsplit(u8::is_ascii_whitespace).find(|part| part.len() > 1);
    name.is_some_and(|name| name.starts_with(b"xmlns"))
}
