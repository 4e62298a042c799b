//! The icons that a book brings. No SVG of a game becomes part of a page: the book's style sheet holds the drawings as images,
//! which scripts in them could not run in, and an element is cut out along one of them in the color of its text. They are in the
//! style sheet and not beside it, since browsers take no masks from other files on a disk.
//!
//! **In** the icons of a book, and those that its pages show. **Out** their classes, the part of the style sheet, and who drew them.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use makeready_faces::book::Book;
use makeready_faces::credits::Used;

use super::address;

/// The class of an icon that a book brings. Other books may have another of its name; ids have no two dashes in a row.
pub fn class(book: &Book, name: &str) -> String {
    format!("own--{}--{name}", address::segment(&book.id))
}

/// The part of a book's style sheet with its icons.
pub fn style(book: &Book) -> String {
    let icons = book.look.icons.0.iter();
    icons.map(|(name, icon)| cut_out(&format!(".{}", class(book, name)), &icon.svg)).collect()
}

/// The same with one of them, if the book brings it.
pub fn style_of(book: &Book, name: &str) -> String {
    let icon = book.look.icons.find(name);
    icon.map(|icon| cut_out(&format!(".{}", class(book, name)), &icon.svg)).unwrap_or_default()
}

/// The rule that cuts elements out along a drawing, in the color of their text. Until it has come they have no color at all.
pub fn cut_out(selector: &str, svg: &str) -> String {
    format!("{selector}{{background:currentColor;{}}}\n", along(svg))
}

/// The rule that cuts elements out along a drawing, in the color that they have.
pub fn mask(selector: &str, svg: &str) -> String {
    format!("{selector}{{{}}}\n", along(svg))
}

/// The drawing is written once: older browsers ask for it by another name.
fn along(svg: &str) -> String {
    let image = format!("url(\"data:image/svg+xml,{}\")", percent_encoded(svg));
    format!("--drawing:{image};-webkit-mask-image:var(--drawing);mask-image:var(--drawing);")
}

/// Adds who drew these icons.
pub fn note_used(book: &Book, shown: &BTreeSet<String>, used: &mut Used) {
    let found = shown.iter().filter_map(|name| book.look.icons.find(name));
    found.for_each(|icon| used.note_art(&icon.credit));
}

/// Text in which nothing ends an address in quotes.
fn percent_encoded(text: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b" -_.~/:=,;".contains(&byte);
    text.bytes().fold(String::new(), |mut encoded, byte| {
        match is_plain(byte) {
            true => encoded.push(char::from(byte)),
            false => {
                let _ = write!(encoded, "%{byte:02X}");
            }
        }
        encoded
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_the_address_in_which_a_drawing_stands() {
        assert_eq!(percent_encoded("<a b=\"1\">'\\\n)}é"), "%3Ca b=%221%22%3E%27%5C%0A%29%7D%C3%A9");
    }
}
