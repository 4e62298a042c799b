//! What is wrong with content, and how it is shown.
//!
//! Building a diagnostic and drawing it are separate: the terminal, JSON and the tests share one value.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use serde::Serialize;

use super::source::{Sources, Span};

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
    /// Stable kebab-case name.
    pub code: String,
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
    pub fn error(code: &str, at: Span, message: impl Into<String>) -> Self {
        Self {
            code: code.to_owned(),
            severity: Severity::Error,
            message: message.into(),
            at,
            related: Vec::new(),
            help: None,
        }
    }

    /// A warning.
    pub fn warning(code: &str, at: Span, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, at, message) }
    }

    /// With the next thing to try.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// With a further place.
    #[must_use]
    pub fn related(mut self, at: Span, label: impl Into<String>) -> Self {
        self.related.push((at, label.into()));
        self
    }

    /// Whether it stops the build.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// Puts findings in the order of their places and drops repeats.
pub fn sort(diagnostics: &mut Vec<Diagnostic>) {
    diagnostics.sort_by(|a, b| (a.at, &a.code, &a.message).cmp(&(b.at, &b.code, &b.message)));
    diagnostics.dedup();
}

/// A finding as JSON, in the shape of `docs/json.md`.
#[derive(Debug, Serialize)]
pub struct DiagnosticJson {
    severity: Severity,
    code: String,
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
        code: diagnostic.code.clone(),
        message: diagnostic.message.clone(),
        file: sources.file(diagnostic.at.file).shown.clone(),
        line,
        column,
        help: diagnostic.help.clone(),
    }
}

/// Draws a finding for people, with the lines it is about.
pub fn render(diagnostic: &Diagnostic, sources: &Sources, in_color: bool) -> String {
    let file = sources.file(diagnostic.at.file);
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let range = |span: Span| {
        let start = super::source::floor_boundary(&file.text, span.start);
        start..super::source::floor_boundary(&file.text, span.end).max(start)
    };
    let mut snippet = Snippet::source(&file.text).path(&file.shown).fold(true);
    snippet = snippet.annotation(AnnotationKind::Primary.span(range(diagnostic.at)));
    for (at, label) in diagnostic.related.iter().filter(|(at, _)| at.file == diagnostic.at.file) {
        snippet = snippet.annotation(AnnotationKind::Context.span(range(*at)).label(label.as_str()));
    }
    let title = level.primary_title(diagnostic.message.as_str()).id(diagnostic.code.as_str());
    let mut group: Group<'_> = title.element(snippet);
    for (at, label) in diagnostic.related.iter().filter(|(at, _)| at.file != diagnostic.at.file) {
        let (line, column) = sources.line_column(*at);
        let place = format!("{label}: {}:{line}:{column}", sources.file(at.file).shown);
        group = group.element(Level::NOTE.message(place));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let renderer = if in_color { Renderer::styled() } else { Renderer::plain() };
    let drawn = renderer.render(&[group]);
    format!("{drawn}\n")
}
