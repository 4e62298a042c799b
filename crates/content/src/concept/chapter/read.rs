//! Reading a chapter: front matter, Markdown and fenced directives.

use std::ops::Range;
use std::rc::Rc;

use makeready_rules::formula::nearest;

use super::directive::{DIRECTIVES, directive};
use super::{ChapterEntry, ChapterPart, FrontMatter};
use crate::code::Code;
use crate::decode::{Decoder, control_character, is_obeyed};
use crate::diagnostic::Diagnostic;
use crate::limits::{LARGEST_CHAPTER, LONGEST_NAME};
use crate::scalar::words;
use crate::source::{Located, ScalarPlace, Span, floor_boundary};
use crate::yaml;

/// Words behind a fence that name the language of its code.
const LANGUAGES: [&str; 8] = ["text", "txt", "yaml", "yml", "json", "md", "markdown", "sh"];

/// Reads one chapter, or of one that is skimmed its head and its rules. `slug` is the file's stem.
pub fn read(d: &mut Decoder, slug: &str, is_skimmed: bool) -> Option<ChapterEntry> {
    check_slug(d, slug);
    if d.text.len() > LARGEST_CHAPTER {
        let at = Span { file: d.file, start: 0, end: 0 };
        let message = format!("this chapter has {} bytes; the limit is {LARGEST_CHAPTER}", d.text.len());
        d.error(Code::TooLarge, at, message).help = Some("split it into several chapters".to_owned());
        return None;
    }
    refuse_control(d);
    let body_start = body_start(d)?;
    let FrontMatter { title, summary, part, also, section_synonyms, art, .. } = front_matter(d, body_start)?;
    let mut chapter = ChapterEntry {
        slug: slug.to_owned(),
        title: title.0,
        summary: summary.0,
        part: part.map(|part| part.0),
        also: words(also),
        section_synonyms: section_synonyms.into_iter().map(|(id, synonyms)| (id, words(synonyms))).collect(),
        art: art.0,
        file: d.file,
        body_start,
        parts: Vec::new(),
        anchors: Vec::new(),
    };
    let mut text_start = body_start;
    let mut at = body_start;
    while at < d.text.len() {
        let line = line_at(&d.text, at);
        at = line.end;
        let Some(fence) = Fence::open(&d.text, &line) else {
            if !is_skimmed {
                refuse_indented(d, &line);
            }
            chapter.anchors.extend(anchors(d, &line));
            continue;
        };
        let (body, end) = fence.body(d, line.end);
        at = end;
        if !is_skimmed && fence.is_directive(d) {
            push_markdown(d, &mut chapter, text_start..line.start);
            let part = directive(d, &fence, body);
            chapter.parts.extend(part);
            text_start = end;
        }
    }
    if !is_skimmed {
        push_markdown(d, &mut chapter, text_start..d.text.len());
    }
    Some(chapter)
}

/// Reports signs that a browser would obey. In YAML they are reported where it is parsed.
fn refuse_control(d: &mut Decoder) {
    const MOST: usize = 20;
    let whole = Rc::clone(&d.text);
    for (at, sign) in whole.char_indices().filter(|(_, c)| is_obeyed(*c)).take(MOST) {
        d.remark(control_character(sign, Span::new(d.file, at..at + sign.len_utf8())));
    }
}

/// `03-react`: the number orders the chapters, the name is the address of the page.
fn check_slug(d: &mut Decoder, slug: &str) {
    let is_name = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit())
            && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
    };
    let is_good = slug.split_once('-').is_some_and(|(number, name)| {
        !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) && is_name(name)
    });
    if !is_good {
        let at = Span { file: d.file, start: 0, end: 0 };
        d.error(Code::ChapterName, at, format!("the file of a chapter cannot be named `{slug}.md`")).help = Some(
            "use a name like `03-react.md`: a number, a hyphen, then lowercase letters, digits and hyphens".to_owned(),
        );
    }
}

/// Where the body begins: behind the line that closes the front matter.
fn body_start(d: &mut Decoder) -> Option<usize> {
    let mut at = bom(&d.text);
    let mut opened = false;
    while at < d.text.len() {
        let line = line_at(&d.text, at);
        at = line.end;
        match (d.text[line].trim_end() == "---", opened) {
            (true, true) => return Some(at),
            (true, false) => opened = true,
            (false, true) => {}
            (false, false) => break,
        }
    }
    let at = Span { file: d.file, start: 0, end: 0 };
    let message =
        if opened { "the front matter of this chapter is never closed" } else { "this chapter has no front matter" };
    d.error(Code::FrontMatter, at, message).help =
        Some("start it with the lines `---`, `format_version: 1`, `title: ...`, `summary: ...` and `---`".to_owned());
    None
}

/// The length of a byte order mark.
fn bom(text: &str) -> usize {
    if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 }
}

fn front_matter(d: &mut Decoder, body_start: usize) -> Option<FrontMatter> {
    // The dashes become spaces, so that every byte keeps its place in the file.
    let opening = bom(&d.text) + 3;
    let closing = d.text[..body_start].trim_end().len().saturating_sub(3).max(opening);
    let front = format!("{}{}", " ".repeat(opening), &d.text[opening..closing]);
    let node = match yaml::parse(&front, d.file) {
        Ok(node) => {
            yaml::unused_anchors(&front, d.file).into_iter().for_each(|found| d.warn(found));
            yaml::cut_off(&node, &front).into_iter().for_each(|warning| d.warn(warning));
            node
        }
        Err(found) => {
            for fault in found {
                d.push(fault);
            }
            return None;
        }
    };
    d.file(&node)
}

fn line_at(text: &str, start: usize) -> Range<usize> {
    start..text[start..].find('\n').map_or(text.len(), |at| start + at + 1)
}

/// The line that opens a fenced part.
pub struct Fence {
    /// "`" or "~", as often as it stands there.
    mark: String,
    /// What stands behind it.
    pub info: Range<usize>,
    /// Its first word.
    pub word: String,
}

impl Fence {
    fn open(text: &str, line: &Range<usize>) -> Option<Self> {
        let indent = text[line.clone()].len() - text[line.clone()].trim_start_matches(' ').len();
        let rest = &text[line.start + indent..line.end];
        let sign = rest.chars().next().filter(|c| matches!(c, '`' | '~'))?;
        let mark = &rest[..rest.len() - rest.trim_start_matches(sign).len()];
        let info = line.start + indent + mark.len()..line.start + indent + rest.trim_end().len();
        let is_fence = indent <= 3 && mark.len() >= 3 && !(sign == '`' && text[info.clone()].contains('`'));
        let word = text[info.clone()].split_whitespace().next().unwrap_or_default().to_owned();
        is_fence.then(|| Self { mark: mark.to_owned(), info, word })
    }

    /// Where it stands.
    pub fn at(&self, d: &Decoder) -> Span {
        Span::new(d.file, self.info.start - self.mark.len()..self.info.end)
    }

    /// The lines up to the closing fence, and the end of the fence.
    fn body(&self, d: &mut Decoder, start: usize) -> (Range<usize>, usize) {
        let mut at = start;
        while at < d.text.len() {
            let line = line_at(&d.text, at);
            let closing = d.text[line.clone()].trim();
            let sign = self.mark.chars().next().unwrap_or('`');
            if closing.len() >= self.mark.len() && closing.chars().all(|c| c == sign) {
                return (start..line.start, line.end);
            }
            at = line.end;
        }
        let place = self.at(d);
        d.error(Code::UnclosedFence, place, "this fence is never closed").help =
            Some(format!("write {} on its own line where it ends", self.mark));
        (start..d.text.len(), d.text.len())
    }

    /// Whether this is a directive. A word that is none, but looks as if it were meant to be, is reported.
    fn is_directive(&self, d: &mut Decoder) -> bool {
        if DIRECTIVES.contains(&self.word.as_str()) {
            return true;
        }
        let near = nearest(&self.word, DIRECTIVES);
        let has_attributes = d.text[self.info.clone()].contains('=');
        if !LANGUAGES.contains(&self.word.as_str()) && !self.word.is_empty() && (has_attributes || near.is_some()) {
            let start = self.info.start + d.text[self.info.clone()].find(&self.word).unwrap_or(0);
            let at = Span::new(d.file, start..start + self.word.len());
            d.error(Code::UnknownDirective, at, format!("there is no directive `{}`", self.word)).help =
                Some(match near {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("there are: {}", DIRECTIVES.join(", ")),
                });
        } else {
            self.note_unread(d);
        }
        false
    }

    /// Warns of words after the language of a code block: no page shows them.
    fn note_unread(&self, d: &mut Decoder) {
        let rest = d.text[self.info.clone()].trim_start()[self.word.len()..].trim_start().to_owned();
        if !rest.is_empty() {
            let at = Span::new(d.file, self.info.end - rest.len()..self.info.end);
            let message = format!("`{rest}` after the language of a code block is never shown");
            let help = "remove it, or write it in the text above the block";
            d.warn(Diagnostic::warning(Code::NotShown, at, message).help(help));
        }
    }
}

/// The ids that stand on a line: behind a heading, and in double brackets behind `#`.
fn anchors(d: &Decoder, line: &Range<usize>) -> Vec<Located<String>> {
    let whole = Rc::clone(&d.text);
    let text = &whole[line.clone()];
    let is_heading = text.trim_start_matches(' ').starts_with('#');
    let behind = |opening: &str, closing: &str| -> Vec<Range<usize>> {
        let (mut counted, mut ticks) = (0, 0);
        let id = |(at, _): (usize, &str)| {
            ticks += text[counted..at].matches('`').count();
            counted = at;
            let start = at + opening.len();
            // What is longer is no id, and the end of the line may be far.
            let near = &text[start..floor_boundary(text, start + LONGEST_NAME)];
            let is_code = ticks % 2 == 1;
            near.find(closing).filter(|_| !is_code).map(|length| start..start + length)
        };
        text.match_indices(opening).filter_map(id).collect()
    };
    let mut found = behind("[[#", "]]");
    if is_heading {
        // Behind the id may stand what nothing reads.
        let id = |range: Range<usize>| {
            let length = text[range.clone()].find(char::is_whitespace).unwrap_or(range.len());
            range.start..range.start + length
        };
        found.extend(behind("{#", "}").into_iter().map(id));
    }
    let located = |range: Range<usize>| Located {
        value: text[range.clone()].to_owned(),
        at: Span::new(d.file, line.start + range.start..line.start + range.end),
    };
    // With words behind a bar it is a link to the id.
    found.into_iter().filter(|range| !text[range.clone()].contains('|')).map(located).collect()
}

/// A directive inside a list or a quotation would be printed as code.
fn refuse_indented(d: &mut Decoder, line: &Range<usize>) {
    let whole = Rc::clone(&d.text);
    let text = &whole[line.clone()];
    let inner = text.trim_start_matches([' ', '\t', '>', '-', '*', '+']);
    let info = inner.trim_start_matches('`');
    let word = info.split_whitespace().next().unwrap_or_default();
    if inner.len() - info.len() >= 3 && DIRECTIVES.contains(&word) {
        let start = line.start + text.len() - inner.len();
        let at = Span::new(d.file, start..start + inner.trim_end().len());
        d.error(Code::IndentedDirective, at, format!("the directive `{word}` is inside a list or quotation")).help =
            Some("start its line at the left margin".to_owned());
    }
}

fn push_markdown(d: &mut Decoder, chapter: &mut ChapterEntry, range: Range<usize>) {
    let whole = Rc::clone(&d.text);
    let text = &whole[range.clone()];
    if text.trim().is_empty() {
        return;
    }
    let place = ScalarPlace::verbatim(Span::new(d.file, range));
    let template = d.template(text, &place);
    d.check_markdown(text, &place);
    chapter.parts.push(ChapterPart::Markdown(template, place));
}
