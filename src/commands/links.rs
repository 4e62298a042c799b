//! The pages of the site, and what in them leads nowhere, with its place in the author's file.
//!
//! `build` takes the pages, `check` only what is wrong with them; both come from here, so that neither
//! passes what the other refuses.

use super::folder::Folder;
use crate::content::decode::Markdown;
use crate::content::diagnostic::Diagnostic;
use crate::content::entries::{CardEntry, Entries, Head};
use crate::content::game::Game;
use crate::content::source::{FileId, Span};
use crate::faces::book::{Book, Chapter, ChapterBlock, EntryKind};
use crate::faces::build::book;
use crate::publish::Files;
use crate::site::{LinkProblem, SiteOptions, render};

/// What in the books of a folder leads nowhere.
pub fn findings(folder: &Folder) -> Vec<Diagnostic> {
    let mut books = Vec::new();
    let mut found = Vec::new();
    for game in &folder.games {
        match book(game, &folder.sources) {
            Ok(made) => books.push(made),
            Err(error) => {
                let message = format!("`{}` cannot be computed: {error}", error.value);
                found.push(Diagnostic::error("not-computable", game.entries.head.at, message));
            }
        }
    }
    found.extend(pages(folder, &books).err().unwrap_or_default());
    found
}

/// Every file of the site, path from its root to bytes.
///
/// # Errors
/// A finding for each link, icon or display face that is not there.
pub fn pages(folder: &Folder, books: &[Book]) -> Result<Files, Vec<Diagnostic>> {
    let options = SiteOptions { output_root: "..".to_owned(), ..SiteOptions::embedded() };
    render(books, &options).map_err(|problems| problems.iter().map(|p| diagnostic(p, books, folder)).collect())
}

fn diagnostic(problem: &LinkProblem, books: &[Book], folder: &Folder) -> Diagnostic {
    let place = in_chapter(problem, books, folder).or_else(|| in_entry(problem, books, &folder.games));
    let (at, message) = match place {
        Some(at) => (at, problem.message.clone()),
        None => (system_file(problem, folder), format!("{} (in {})", problem.message, problem.file)),
    };
    let help = match &problem.suggestion {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => advice(&problem.message).to_owned(),
    };
    Diagnostic::error("broken-link", at, message).help(help)
}

/// What to try where nothing resembles what was written.
fn advice(message: &str) -> &'static str {
    const ADVICE: [(&str, &str); 5] = [
        ("does not end here", "close it with `]]`; in a table, write `\\|` for the `|` inside a link"),
        ("pictures", "take the picture out, or describe it in words"),
        (
            "a link may lead to",
            "write the whole address with `https://`, or the file of a chapter, such as `03-react.md`",
        ),
        ("no heading or rule", "a heading gets an id with `{#my-id}` behind it"),
        ("display face", "take one of the faces in `fonts/`"),
    ];
    let known = ADVICE.iter().find(|(words, _)| message.contains(words));
    known.map_or("links look like `[[action:strike]]`; docs/content.md lists all kinds of them", |(_, help)| help)
}

fn in_chapter(problem: &LinkProblem, books: &[Book], folder: &Folder) -> Option<Span> {
    let chapter = books.iter().flat_map(|b| &b.chapters).find(|c| c.file == problem.file)?;
    let (file, source) = folder.sources.iter().find(|(_, f)| f.shown == problem.file)?;
    Some(place(problem, chapter, file, &source.text))
}

fn place(problem: &LinkProblem, chapter: &Chapter, file: FileId, text: &str) -> Span {
    let mut blocks = chapter.blocks.iter().filter_map(|block| match block {
        ChapterBlock::Markdown { source, offset } if *offset <= problem.offset => Some((source, *offset)),
        _ => None,
    });
    let Some((source, start)) = blocks.next_back() else { return Span { file, start: 0, end: 0 } };
    match same_words(problem.offset - start, problem.len, source, &text[start..]) {
        Some((from, to)) => Span { file, start: start + from, end: start + to },
        None => Span { file, start, end: start },
    }
}

/// Figures were put into the text before its links were read, so offsets behind them have moved: the
/// same occurrence of the same words is looked up in what the author wrote.
fn same_words(from: usize, length: usize, made: &str, written: &str) -> Option<(usize, usize)> {
    let words = made.get(from..from + length).filter(|words| !words.is_empty())?;
    let find = |from: usize, words: &str| {
        let earlier = made[..from].matches(words).count();
        written.match_indices(words).nth(earlier).map(|(at, found)| (at, at + found.len()))
    };
    // A link whose words hold a figure is known by the address behind them.
    let address = || words.rfind("](").and_then(|at| find(from + at, &words[at..]).map(|(at, end)| (at + 2, end - 1)));
    find(from, words).or_else(address)
}

/// `small/action:strike` in the text of the entry; at its id, when the text is not kept with its place.
fn in_entry(problem: &LinkProblem, books: &[Book], games: &[Game]) -> Option<Span> {
    let (system, link) = problem.file.split_once('/')?;
    let (kind, id) = link.split_once(':')?;
    let entries = &games.iter().find(|g| g.entries.head.id == system)?.entries;
    let (kind, head, text) = entry(kind, id, entries)?;
    let book = books.iter().find(|b| b.id == system)?;
    let made = &book.entries.iter().find(|e| e.kind == kind && e.id == id)?.body;
    let found = text.and_then(|text| Some((text, same_words(problem.offset, problem.len, made, &text.value)?)));
    Some(found.map_or(head.at, |(text, (from, to))| text.place.span(&(from..to))))
}

fn entry<'e>(kind: &str, id: &str, e: &'e Entries) -> Option<(EntryKind, &'e Head, Option<&'e Markdown>)> {
    let card = |kind, card: Option<&'e CardEntry>| card.map(|card| (kind, &card.head, Some(&card.details)));
    match kind {
        "action" => card(EntryKind::Action, e.actions.iter().find(|a| a.head.id == id)),
        "skill" => card(EntryKind::Skill, e.skills.iter().map(|s| &s.card).find(|c| c.head.id == id)),
        "reference" => card(EntryKind::Reference, e.references.iter().find(|r| r.head.id == id)),
        "condition" => {
            let condition = e.conditions.iter().find(|c| c.head.id == id)?;
            Some((EntryKind::Condition, &condition.head, Some(&condition.text)))
        }
        "check" => e.checks.iter().find(|c| c.head.id == id).map(|c| (EntryKind::Check, &c.head, None)),
        "ruling" => e.rulings.iter().find(|r| r.head.id == id).map(|r| (EntryKind::Ruling, &r.head, None)),
        _ => None,
    }
}

/// The file of the system, for want of a nearer place.
fn system_file(problem: &LinkProblem, folder: &Folder) -> Span {
    let system = problem.file.split('/').next().unwrap_or_default();
    let file = folder.sources.find(&format!("{system}/system.yaml")).unwrap_or_default();
    Span { file, start: 0, end: 0 }
}
