//! What a system says of its making: its licence, its authors, and what else is to be credited.

use crate::code::Code;
use crate::credits::{Author, CreditLine, GameCredits};
use crate::decode::{Decoder, Fields};
use crate::yaml::{Kind, Node};
use deckle_embedded::credits::Named;

/// The most authors: each is named on the cover and in the metadata of every print.
pub const MOST_AUTHORS: usize = 50;
/// The most credits: each is a line of one page.
pub const MOST_CREDITS: usize = 200;
/// The longest name of a licence, author or role, in characters: several share a line in the margin of a sheet.
pub const LONGEST_NAME: usize = 80;
/// The longest text of a credit, in characters: a sentence or two.
pub const LONGEST_CREDIT: usize = 300;
/// The longest address, in characters: browsers take longer ones, readers do not.
pub const LONGEST_ADDRESS: usize = 300;

/// Reads `licence`, `authors` and `credits`.
pub fn read(d: &mut Decoder, f: &mut Fields<'_>, title: &str) -> GameCredits {
    GameCredits {
        title: title.to_owned(),
        licence: f.get("licence").and_then(|node| licence(d, node)),
        authors: some(d, f, "authors", MOST_AUTHORS, author),
        credits: some(d, f, "credits", MOST_CREDITS, credit),
    }
}

/// The entries of a list that may be missing.
fn some<T>(
    d: &mut Decoder,
    f: &mut Fields<'_>,
    key: &'static str,
    most: usize,
    read: impl Fn(&mut Decoder, &Node) -> Option<T>,
) -> Vec<T> {
    let items = d.list(f, key);
    if let Some(first_over) = items.get(most) {
        let message = format!("`{key}` has {} entries; {most} is the most", items.len());
        d.error(Code::TooMany, first_over.at, message).help = Some("put those that belong together in one".to_owned());
    }
    items.iter().filter_map(|item| read(d, item)).collect()
}

/// The fields of an entry that may be written as a text as well.
fn fields<'n>(d: &mut Decoder, node: &'n Node) -> Option<Fields<'n>> {
    if matches!(node.kind, Kind::Map(_)) { d.fields(node) } else { None }
}

fn licence(d: &mut Decoder, node: &Node) -> Option<Named> {
    let Some(mut f) = fields(d, node) else { return named(d, node) };
    let licence = Named { name: required(d, &mut f, "name", LONGEST_NAME), url: address(d, &mut f) };
    d.finish(&f);
    Some(licence)
}

fn author(d: &mut Decoder, node: &Node) -> Option<Author> {
    let Some(mut f) = fields(d, node) else {
        return Some(Author { named: named(d, node)?, role: String::new() });
    };
    let name = required(d, &mut f, "name", LONGEST_NAME);
    let role = optional(d, &mut f, "role", LONGEST_NAME);
    let author = Author { named: Named { name, url: address(d, &mut f) }, role };
    d.finish(&f);
    Some(author)
}

fn credit(d: &mut Decoder, node: &Node) -> Option<CreditLine> {
    let Some(mut f) = fields(d, node) else {
        return Some(CreditLine { what: line(d, node, LONGEST_CREDIT)?, ..CreditLine::default() });
    };
    let credit = CreditLine {
        what: required(d, &mut f, "what", LONGEST_CREDIT),
        who: optional(d, &mut f, "who", LONGEST_CREDIT),
        licence: optional(d, &mut f, "licence", LONGEST_NAME),
        url: address(d, &mut f),
    };
    d.finish(&f);
    Some(credit)
}

/// A name alone.
fn named(d: &mut Decoder, node: &Node) -> Option<Named> {
    Some(Named { name: line(d, node, LONGEST_NAME)?, url: String::new() })
}

fn required(d: &mut Decoder, f: &mut Fields<'_>, key: &'static str, longest: usize) -> String {
    d.required(f, key).and_then(|node| line(d, node, longest)).unwrap_or_default()
}

fn optional(d: &mut Decoder, f: &mut Fields<'_>, key: &'static str, longest: usize) -> String {
    f.get(key).and_then(|node| line(d, node, longest)).unwrap_or_default()
}

/// A text on one line, which may not be empty. Whatever is wrong with it has been noted when there is none.
fn line(d: &mut Decoder, node: &Node, longest: usize) -> Option<String> {
    let is_text = matches!(node.kind, Kind::Text(_) | Kind::Whole(_) | Kind::Decimal);
    let text = d.text_of(node).split_whitespace().collect::<Vec<_>>().join(" ");
    let length = text.chars().count();
    if is_text && length == 0 {
        d.error(Code::Empty, node.at, "this text is empty").help = Some("write something, or leave it out".to_owned());
    } else if length > longest {
        let message = format!("this text has {length} characters; {longest} is the most");
        d.error(Code::TooLong, node.at, message).help = Some("say it in fewer words".to_owned());
    }
    (length > 0).then_some(text)
}

/// The address under `url`, which may be missing. It becomes a link, so it may lead to a web page only.
fn address(d: &mut Decoder, f: &mut Fields<'_>) -> String {
    let Some(node) = f.get("url") else { return String::new() };
    let Some(url) = line(d, node, LONGEST_ADDRESS) else { return String::new() };
    if !is_web_address(&url) {
        let shown: String = url.chars().take(LONGEST_NAME).collect();
        d.error(Code::BadAddress, node.at, format!("`{shown}` is no address of a web page")).help =
            Some("write the whole address, with `https://` or `http://`".to_owned());
    }
    url
}

fn is_web_address(url: &str) -> bool {
    let lower = url.to_ascii_lowercase();
    let rest = ["https://", "http://"].iter().find_map(|scheme| lower.strip_prefix(scheme));
    let host = rest.and_then(|rest| rest.split(['/', '?', '#']).next()).unwrap_or_default();
    let is_plain = |c: char| !c.is_whitespace() && !c.is_control() && !"\"'<>\\`{}|^".contains(c);
    host.contains(|c: char| c.is_alphanumeric()) && url.chars().all(is_plain)
}

#[cfg(test)]
mod tests {
    use super::is_web_address;

    #[test]
    fn only_web_pages_are_linked_to() {
        for good in ["https://example.org", "http://example.org/a?b=c#d", "HTTPS://Example.org/ü"] {
            assert!(is_web_address(good), "{good}");
        }
        for bad in
            ["javascript:alert(1)", "example.org", "https://", "https:///a", "https://a b", "https://a\"b", "data:,x"]
        {
            assert!(!is_web_address(bad), "{bad}");
        }
    }
}
