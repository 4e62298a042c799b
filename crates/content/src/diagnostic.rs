//! What is wrong with content, and how it is shown.
//!
//! Building a diagnostic and drawing it are separate: the terminal, JSON and the tests share one value.

use std::borrow::Cow;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use makeready_rules::formula;
use serde::Serialize;

use super::code::Code;
use super::limits::{LONGEST_MESSAGE, MOST_LISTED};
use super::source::{FileId, Sources, Span, floor_boundary};

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// Nothing is written while there is one.
    Error,
    /// Worth a look.
    Warning,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What kind of finding it is.
    pub code: Code,
    /// Error or warning.
    pub severity: Severity,
    /// What is wrong, in the author's words.
    pub message: String,
    /// Where.
    pub at: Span,
    /// Further places: "first defined here".
    pub related: Vec<(Span, String)>,
    /// The next thing to try.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error.
    pub fn error(code: Code, at: Span, message: impl Into<String>) -> Self {
        Self { code, severity: Severity::Error, message: message.into(), at, related: Vec::new(), help: None }
    }

    /// A warning.
    pub fn warning(code: Code, at: Span, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, at, message) }
    }

    /// With the next thing to try.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// With a further place.
    pub fn related(mut self, at: Span, label: impl Into<String>) -> Self {
        self.related.push((at, label.into()));
        self
    }

    /// Whether it was found in this file, or because of it.
    pub fn concerns(&self, file: FileId) -> bool {
        self.at.file == file || self.related.iter().any(|(place, _)| place.file == file)
    }

    /// Whether it stops the build.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// Puts findings in the order of their places and drops repeats.
pub fn sort(diagnostics: &mut Vec<Diagnostic>) {
    diagnostics.sort_by(|a, b| (a.at, a.code.as_str(), &a.message).cmp(&(b.at, b.code.as_str(), &b.message)));
    diagnostics.dedup();
}

/// How many findings there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Those that stop the build.
    pub errors: usize,
    /// All others.
    pub warnings: usize,
}

impl Counts {
    /// The number of all.
    pub const fn all(self) -> usize {
        self.errors + self.warnings
    }

    /// Counts findings.
    pub fn of(diagnostics: &[Diagnostic]) -> Self {
        let errors = diagnostics.iter().filter(|d| d.is_error()).count();
        Self { errors, warnings: diagnostics.len() - errors }
    }
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.errors += other.errors;
        self.warnings += other.warnings;
    }
}

/// Puts findings in the order of their places, drops repeats, and keeps as many errors and as many warnings, from the
/// first, as will ever be told. Returns how many others there were.
pub fn thin(diagnostics: &mut Vec<Diagnostic>) -> Counts {
    sort(diagnostics);
    let before = Counts::of(diagnostics);
    let mut left = [MOST_LISTED; 2];
    diagnostics.retain(|d| take_one(&mut left[usize::from(d.is_error())]));
    let kept = Counts::of(diagnostics);
    Counts { errors: before.errors - kept.errors, warnings: before.warnings - kept.warnings }
}

/// The same once there are many of them, so that however many there are, memory holds few.
pub fn thin_many(diagnostics: &mut Vec<Diagnostic>) -> Counts {
    if diagnostics.len() > 5 * MOST_LISTED { thin(diagnostics) } else { Counts::default() }
}

/// Takes one away, if there is one.
const fn take_one(left: &mut usize) -> bool {
    let is_left = *left > 0;
    *left = left.saturating_sub(1);
    is_left
}

/// The first findings, errors before warnings, as many as `most`; they stay in the order of their places.
pub fn first(diagnostics: &[Diagnostic], most: usize) -> Vec<&Diagnostic> {
    let errors = diagnostics.iter().filter(|d| d.is_error()).count().min(most);
    let mut left = [most - errors, errors];
    diagnostics.iter().filter(|d| take_one(&mut left[usize::from(d.is_error())])).collect()
}

/// What there is to choose from, as far as it fits a line or two.
pub fn listed(known: &[&str]) -> String {
    match known {
        [] => "there are none yet".to_owned(),
        _ => format!("there are: {}", formula::listed(known)),
    }
}

/// A text that may quote what an author wrote, cut where it would fill the screen.
fn shortened(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(LONGEST_MESSAGE) {
        Some((end, _)) => Cow::Owned(format!("{} \u{2026}", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// The same without signs that a terminal would obey instead of showing them.
pub fn printable(text: &str) -> String {
    let is_obeyed =
        |c: char| c.is_control() && c != '\n' || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    shortened(text).chars().map(|c| if is_obeyed(c) { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

/// How a file is called, on one line.
fn one_line(path: &str) -> String {
    printable(path).replace('\n', "\u{fffd}")
}

/// A finding as JSON, in the shape of `docs/json.md`.
#[derive(Clone, Debug, Serialize)]
pub struct DiagnosticJson {
    severity: Severity,
    code: String,
    /// Whether it is of a rule that the game has for its people.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_rule: bool,
    message: String,
    file: String,
    line: usize,
    column: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
}

/// The JSON form of a finding.
pub fn to_json(diagnostic: &Diagnostic, sources: &Sources) -> DiagnosticJson {
    let (line, column) = sources.line_column(diagnostic.at);
    DiagnosticJson {
        severity: diagnostic.severity,
        code: diagnostic.code.as_str().to_owned(),
        is_rule: diagnostic.code.is_rule(),
        message: shortened(&diagnostic.message).into_owned(),
        file: sources.file(diagnostic.at.file).shown.clone(),
        line,
        column,
        help: diagnostic.help.as_deref().map(|help| shortened(help).into_owned()),
    }
}

/// Draws a finding for people, with the lines it is about.
pub fn render(diagnostic: &Diagnostic, sources: &Sources, in_color: bool) -> String {
    /// The most further places that are named.
    const MOST_PLACES: usize = 10;
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let excerpt = Excerpt::of(diagnostic, sources);
    let path = one_line(&sources.file(diagnostic.at.file).shown);
    let (near, far): (Vec<_>, Vec<_>) = diagnostic.related.iter().partition(|(at, _)| excerpt.holds(*at));
    let mut snippet = Snippet::source(excerpt.text).line_start(excerpt.line).fold(true);
    snippet = snippet.annotation(AnnotationKind::Primary.span(excerpt.range(diagnostic.at)));
    for (at, label) in near.iter().take(MOST_PLACES) {
        snippet = snippet.annotation(AnnotationKind::Context.span(excerpt.range(*at)).label(printable(label)));
    }
    let title = level.primary_title(printable(&diagnostic.message)).id(printable(diagnostic.code.as_str()));
    let mut group: Group<'_> = title.element(snippet.path(path.as_str()));
    for (at, label) in far.iter().take(MOST_PLACES) {
        let (line, column) = sources.line_column(*at);
        let place = format!("{}: {}:{line}:{column}", printable(label), one_line(&sources.file(at.file).shown));
        group = group.element(Level::NOTE.message(place));
    }
    let more = near.len().saturating_sub(MOST_PLACES) + far.len().saturating_sub(MOST_PLACES);
    if more > 0 {
        group = group.element(Level::NOTE.message(format!("and {more} more places")));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(printable(help)));
    }
    let renderer = if in_color { Renderer::styled() } else { Renderer::plain() };
    let mut drawn = renderer.render(&[group]);
    // What is drawn of a long line does not tell in which column it begins, nor how many characters its letters were written with.
    let (line, column) = sources.line_column(diagnostic.at);
    let place = |column: usize| format!("{path}:{line}:{column}");
    let drawn_column = excerpt.drawn_column(diagnostic.at);
    if drawn_column != column {
        drawn = drawn.replacen(&place(drawn_column), &place(column), 1);
    }
    // Of what stands in the file, the renderer shows most signs that a terminal would obey, but not these.
    drawn.replace(|c| matches!(c, '\u{80}'..='\u{9f}'), "\u{fffd}") + "\n"
}

/// The lines of a file that a finding is about, or the part of one that is too long to be drawn.
struct Excerpt<'s> {
    file: FileId,
    whole: &'s str,
    window: Range<usize>,
    text: &'s str,
    /// Number of its first line.
    line: usize,
}

impl<'s> Excerpt<'s> {
    /// How much of a place is underlined, in bytes.
    const LONGEST_PLACE: usize = 400;
    /// The longest line that is drawn whole, in bytes.
    const LONGEST_LINE: usize = 4_000;
    /// How far apart two places may be that are drawn together, in bytes.
    const FARTHEST: usize = 100_000;

    fn of(diagnostic: &Diagnostic, sources: &'s Sources) -> Self {
        let file = diagnostic.at.file;
        let whole = sources.file(file).text.as_str();
        let place = underlined(whole, diagnostic.at);
        let lines = lines_around(whole, &place);
        let is_part_of_line = lines.len() > Self::LONGEST_LINE + Self::LONGEST_PLACE;
        let window = if is_part_of_line {
            let start = floor_boundary(whole, place.start.saturating_sub(Self::LONGEST_PLACE));
            start.max(lines.start)..floor_boundary(whole, place.end + Self::LONGEST_PLACE).min(lines.end)
        } else {
            let others = diagnostic.related.iter().filter(|(at, _)| at.file == file);
            let others = others.map(|(at, _)| lines_around(whole, &underlined(whole, *at)));
            others.fold(lines, |all, other| {
                let both = all.start.min(other.start)..all.end.max(other.end);
                if both.len() <= Self::FARTHEST { both } else { all }
            })
        };
        let (line, _) = sources.line_column(Span::new(file, window.clone()));
        Self { file, whole, text: &whole[window.clone()], window, line }
    }

    fn holds(&self, at: Span) -> bool {
        let place = underlined(self.whole, at);
        at.file == self.file && place.start >= self.window.start && place.end <= self.window.end
    }

    fn range(&self, at: Span) -> Range<usize> {
        let place = underlined(self.whole, at);
        place.start - self.window.start..place.end - self.window.start
    }

    /// The column of a place in what is drawn.
    fn drawn_column(&self, at: Span) -> usize {
        let before = &self.text[..self.range(at).start];
        before[before.rfind('\n').map_or(0, |end| end + 1)..].chars().count() + 1
    }
}

/// The part of a place that is underlined.
fn underlined(text: &str, at: Span) -> Range<usize> {
    let start = floor_boundary(text, at.start);
    let end = floor_boundary(text, at.end).max(start);
    if end - start <= Excerpt::LONGEST_PLACE {
        return start..end;
    }
    let end = floor_boundary(text, start + Excerpt::LONGEST_PLACE);
    start..text[start..end].find('\n').map_or(end, |line| start + line)
}

/// The lines in which a part of a text stands.
fn lines_around(text: &str, part: &Range<usize>) -> Range<usize> {
    let start = text[..part.start].rfind('\n').map_or(0, |end| end + 1);
    start..text[part.end..].find('\n').map_or(text.len(), |end| part.end + end + 1)
}
