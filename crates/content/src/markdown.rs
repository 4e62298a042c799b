//! What the Markdown of a book may have, how deep its parts stand in one another, and what of it no page shows.

use std::collections::BTreeSet;
use std::ops::Range;

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd};

use super::limits::DEEPEST_MARKDOWN;
use super::markup::{Markup, box_of_task, struck, tag};
use super::quotes;

/// What the Markdown of a book may have beyond that of everybody. Quotes and dashes are set by [`set_quotes`].
pub const EXTENSIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_HEADING_ATTRIBUTES)
    .union(Options::ENABLE_DEFINITION_LIST)
    .union(Options::ENABLE_WIKILINKS);

/// The first part that stands in too many others.
pub fn too_deep(markdown: &str) -> Option<Range<usize>> {
    let mut depth = 0_usize;
    for (event, at) in Parser::new_ext(markdown, EXTENSIONS).into_offset_iter() {
        match event {
            Event::Start(_) if depth == DEEPEST_MARKDOWN => return Some(at),
            Event::Start(_) => depth += 1,
            Event::End(_) => depth -= 1,
            _ => {}
        }
    }
    None
}

/// What would be printed as it was typed: of each kind the first.
pub fn unread(markdown: &str) -> Vec<(Markup, Range<usize>)> {
    let mut found: Vec<(Markup, Range<usize>)> = Vec::new();
    let mut is_code = false;
    for (event, at) in Parser::new_ext(markdown, EXTENSIONS).into_offset_iter() {
        let written = &markdown[at.clone()];
        let markup = match event {
            Event::Start(Tag::CodeBlock(_)) => {
                is_code = true;
                None
            }
            Event::End(TagEnd::CodeBlock) => {
                is_code = false;
                None
            }
            Event::Start(Tag::Item) => {
                let sign = written.find(char::is_whitespace).map_or(written.len(), |end| end + 1);
                let words = written[sign..].trim_start();
                let start = at.start + written.len() - words.len();
                box_of_task(words).map(|length| (Markup::Task, start..start + length))
            }
            Event::Start(Tag::Emphasis) => product(markdown, &at).map(|at| (Markup::Product, at)),
            // A comment is refused where it would be published.
            Event::Html(_) | Event::InlineHtml(_) => written
                .match_indices('<')
                .find_map(|(open, _)| Some((tag(&written[open..])?, at.start + open)))
                .filter(|((markup, _), _)| *markup == Markup::Tag)
                .map(|((markup, length), start)| (markup, start..start + length)),
            Event::Text(_) if !is_code => {
                let is_itself = |place: usize| markdown[..place].ends_with(['\\', '~']);
                let places = written.match_indices("~~").map(|(place, _)| at.start + place);
                let mut found =
                    places.filter(|place| !is_itself(*place)).filter_map(|at| Some((at, struck(&markdown[at..])?)));
                let found = found.next().map(|(start, length)| (Markup::Strike, start..start + length));
                found.or_else(|| unclosed(markdown, &at).map(|at| (Markup::Unclosed, at)))
            }
            _ => None,
        };
        if let Some((markup, at)) = markup
            && !found.iter().any(|(known, _)| *known == markup)
        {
            found.push((markup, at));
        }
    }
    found
}

/// Two asterisks in front of a word that were no mark, in words at this place.
fn unclosed(markdown: &str, at: &Range<usize>) -> Option<Range<usize>> {
    // The reader may part one from the other.
    let near = markdown.get(at.start..at.end + 1).unwrap_or(&markdown[at.clone()]);
    let mut places = near.match_indices("**").map(|(place, _)| at.start + place);
    let begins = |place: &usize| {
        let before = markdown[..*place].chars().next_back();
        let is_free = before.is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '*' | '\\'));
        is_free && markdown[place + 2..].starts_with(char::is_alphanumeric)
    };
    places.find(begins).map(|place| place..place + 2)
}

/// Italic words whose asterisks multiply, with the figures or letters beside them. Letters alone around a word of several letters
/// are a word of which a part is italic, `un*like*ly`.
fn product(markdown: &str, at: &Range<usize>) -> Option<Range<usize>> {
    let inner = markdown.get(at.start + 1..at.end.checked_sub(1)?)?;
    let (before, behind) = (&markdown[..at.start], &markdown[at.end..]);
    let ends_value = |text: &str| text.chars().next_back().filter(|c| c.is_alphanumeric() || matches!(c, ')' | '}'));
    let begins_value = |text: &str| text.chars().next().filter(|c| c.is_alphanumeric() || matches!(c, '(' | '{'));
    let beside = [ends_value(before)?, begins_value(inner)?, ends_value(inner)?, begins_value(behind)?];
    let is_word = inner.chars().nth(1).is_some() && inner.chars().all(char::is_alphabetic);
    if !markdown[at.clone()].starts_with('*') || is_word && beside.into_iter().all(char::is_alphabetic) {
        return None;
    }
    // What is shown begins and ends with what is multiplied.
    let first = at.start - before.chars().rev().take_while(|c| c.is_alphanumeric()).map(char::len_utf8).sum::<usize>();
    let last = at.end + behind.chars().take_while(|c| c.is_alphanumeric()).map(char::len_utf8).sum::<usize>();
    Some(first..last)
}

/// Sets the quotes, dashes and points of the words of Markdown, as [`quotes`] does in texts of cards.
pub fn set_quotes<'m>(
    markdown: &'m str,
    events: impl Iterator<Item = (Event<'m>, Range<usize>)>,
) -> Vec<(Event<'m>, Range<usize>)> {
    let mut events: Vec<(Event<'m>, Range<usize>)> = events.collect();
    let mut line: Vec<usize> = Vec::new();
    let mut pieces: Vec<String> = Vec::new();
    let mut is_code = false;
    for at in 0..events.len() {
        let (event, range) = &events[at];
        let piece = match event {
            Event::Text(text) if !is_code => {
                // Behind a backslash a quote stays as it is.
                let is_kept = markdown[..range.start].ends_with('\\');
                let first = text.chars().next().filter(|sign| is_kept && matches!(sign, '"' | '\''));
                match first {
                    Some(sign) => format!("{}{}", quotes::kept(sign), &text[1..]),
                    None => text.to_string(),
                }
            }
            Event::Code(_) | Event::InlineHtml(_) | Event::FootnoteReference(_) => "x".to_owned(),
            Event::SoftBreak | Event::HardBreak => " ".to_owned(),
            Event::Start(tag) if is_within_a_line(&tag.to_end()) => continue,
            Event::End(tag) if is_within_a_line(tag) => continue,
            Event::Start(_) | Event::End(_) => {
                is_code = matches!(event, Event::Start(Tag::CodeBlock(_)));
                put_back(&mut events, &mut line, &mut pieces);
                continue;
            }
            _ => continue,
        };
        line.push(at);
        pieces.push(piece);
    }
    put_back(&mut events, &mut line, &mut pieces);
    events
}

/// Sets what was gathered of a line, and begins the next.
fn put_back(events: &mut [(Event<'_>, Range<usize>)], line: &mut Vec<usize>, pieces: &mut Vec<String>) {
    quotes::set(pieces);
    for (at, piece) in line.drain(..).zip(pieces.drain(..)) {
        if let Event::Text(text) = &mut events[at].0
            && **text != *piece
        {
            *text = CowStr::from(piece);
        }
    }
}

/// Whether what ends here is a part of a line.
pub const fn is_within_a_line(tag: &TagEnd) -> bool {
    matches!(
        tag,
        TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Superscript
            | TagEnd::Subscript
            | TagEnd::Link
            | TagEnd::Image
    )
}

/// Something in Markdown that no page shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unshown {
    /// The address of a link, `[label]: https://example.org`, that no link names.
    Reference(String),
    /// A class or key behind a heading.
    Attribute(String),
}

/// What no page shows of a text, in order, each with its place.
pub fn unshown(markdown: &str) -> Vec<(Range<usize>, Unshown)> {
    // Most texts have neither, and need no further look.
    if !markdown.contains("]:") && !markdown.contains('{') {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut named: BTreeSet<String> = BTreeSet::new();
    let mut events = Parser::new_ext(markdown, EXTENSIONS).into_offset_iter();
    for (event, at) in events.by_ref() {
        match event {
            Event::Start(Tag::Heading { classes, attrs, .. }) => {
                let classes = classes.iter().map(|class| format!(".{class}"));
                let keys = attrs.iter().map(|(key, value)| match value {
                    Some(value) => format!("{key}={value}"),
                    None => key.to_string(),
                });
                found.extend(classes.chain(keys).map(|words| {
                    let start = markdown[at.clone()].rfind(&words).map_or(at.start, |start| at.start + start);
                    (start..(start + words.len()).min(at.end), Unshown::Attribute(words))
                }));
            }
            Event::Start(Tag::Link { id, .. } | Tag::Image { id, .. }) if !id.is_empty() => {
                named.insert(id.to_string());
            }
            _ => {}
        }
    }
    let definitions = events.reference_definitions();
    let used: BTreeSet<usize> = named.iter().filter_map(|id| definitions.get(id)).map(|one| one.span.start).collect();
    let unused = definitions.iter().filter(|(_, one)| !used.contains(&one.span.start));
    found.extend(unused.map(|(label, one)| (one.span.clone(), Unshown::Reference(label.to_owned()))));
    found.sort_by_key(|(at, _)| at.start);
    found
}
