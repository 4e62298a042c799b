//! Broken links of the site, as diagnostics with a place in the author's file.

use crate::content::diagnostic::Diagnostic;
use crate::content::source::{FileId, Sources, Span};
use crate::faces::book::{Book, Chapter, ChapterBlock};
use crate::site::LinkProblem;

/// The diagnostics of broken links.
pub fn diagnostics(problems: &[LinkProblem], books: &[Book], sources: &Sources) -> Vec<Diagnostic> {
    problems.iter().map(|problem| diagnostic(problem, books, sources)).collect()
}

fn diagnostic(problem: &LinkProblem, books: &[Book], sources: &Sources) -> Diagnostic {
    let chapter = books.iter().flat_map(|b| &b.chapters).find(|c| c.file == problem.file);
    let at = match (chapter, sources.iter().find(|(_, f)| f.shown == problem.file)) {
        (Some(chapter), Some((id, file))) => place(problem, chapter, id, &file.text),
        _ => Span { file: entry_file(problem, sources), start: 0, end: 0 },
    };
    let message = match chapter {
        Some(_) => problem.message.clone(),
        None => format!("{} (in {})", problem.message, problem.file),
    };
    let mut diagnostic = Diagnostic::error("broken-link", at, message);
    diagnostic.help = problem.suggestion.as_ref().map(|s| format!("did you mean `{s}`?"));
    diagnostic
}

/// Figures were put into the text before its links were read, so offsets behind them have moved: the
/// same occurrence of the same words is looked up in the file.
fn place(problem: &LinkProblem, chapter: &Chapter, file: FileId, text: &str) -> Span {
    let blocks = chapter.blocks.iter().filter_map(|block| match block {
        ChapterBlock::Markdown { source, offset } if *offset <= problem.offset => Some((source, *offset)),
        _ => None,
    });
    let Some((source, start)) = blocks.last() else { return Span { file, start: 0, end: 0 } };
    let from = problem.offset - start;
    let Some(words) = source.get(from..from + problem.len).filter(|w| !w.is_empty()) else {
        return Span { file, start, end: start };
    };
    let earlier = source[..from].matches(words).count();
    let found = text[start..].match_indices(words).nth(earlier).map_or(start, |(at, _)| start + at);
    Span { file, start: found, end: found + words.len() }
}

/// `small/action:strike`: the file of the system, for want of a nearer place.
fn entry_file(problem: &LinkProblem, sources: &Sources) -> FileId {
    let system = problem.file.split('/').next().unwrap_or_default();
    sources.find(&format!("{system}/system.yaml")).unwrap_or_default()
}
