//! The pages of the site, and their broken links, each with its place in the author's file.
//!
//! `build` uses the pages, `check` only their broken links; both come from here, so that neither
//! accepts what the other refuses.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use super::books::{GameBook, site_options};
use super::folder::Folder;
use makeready_content::Draft;
use makeready_content::code::Code;
use makeready_content::decode::Markdown;
use makeready_content::diagnostic::Diagnostic;
use makeready_content::game::Game;
use makeready_content::load::Definitions;
use makeready_content::source::{FileId, Span};
use makeready_faces::book::Book;
use makeready_faces::make::draft_book;
use makeready_rules::formula::EvalError;
use makeready_site::{LinkFault, LinkProblem, PreparedBook, Site, SiteKit};

/// The broken links in the books of a folder, and in what could be read of those with errors.
pub fn findings(folder: &Folder) -> Vec<Diagnostic> {
    let kit = Arc::new(SiteKit::new(site_options(&folder.site, BTreeMap::new(), None)));
    let mut found = Vec::new();
    for draft in &folder.drafts {
        let book = PreparedBook::whole(draft_book(&draft.game, &folder.sources), &kit);
        let mut problems = book.problems(&kit);
        problems.retain(|problem| !may_be_lost(&problem.fault, draft));
        found.extend(diagnostics(&problems, &[book.book()], folder));
    }
    let made = |game| GameBook::new(game, &folder.sources, &[], &kit);
    let made: Vec<_> = folder.games.par_iter().map(made).collect();
    let mut books = Vec::new();
    for (game, made) in folder.games.iter().zip(made) {
        match made.and_then(|book| complete(book, &kit)) {
            Ok(book) => books.push(book),
            Err(error) => found.push(not_computable(game, &error)),
        }
    }
    found.extend(broken(folder, &Site::new(books, kit)));
    found
}

/// The pages of a book of which everything can be made.
///
/// # Errors
/// Where something cannot.
fn complete<'g>(book: GameBook<'g>, kit: &SiteKit) -> Result<Arc<PreparedBook<'g>>, EvalError> {
    // Goes through everything; what is found is kept.
    book.pages.problems(kit);
    book.failure().map_or(Ok(book.pages), Err)
}

/// What cannot be computed in a game.
pub fn not_computable(game: &Game, error: &EvalError) -> Diagnostic {
    let what = if error.value.is_empty() { "a text".to_owned() } else { format!("`{}`", error.value) };
    let message = format!("{what} cannot be computed: {error}");
    Diagnostic::error(Code::NotComputable, game.entries.head.at, message).help(error.help())
}

/// Whether a link may lead to something in a file that could not be read.
fn may_be_lost(fault: &LinkFault, draft: &Draft) -> bool {
    let is_lost = |kind: &str| draft.lost_links.contains(kind);
    match fault {
        LinkFault::Missing { kind, .. } | LinkFault::DeadWord { kind, .. } | LinkFault::MissingUser { kind, .. } => {
            is_lost(kind)
        }
        LinkFault::BadAddress { .. } | LinkFault::NoHeading { .. } => is_lost("chapter"),
        // What icons, faces and artists there are was looked at where they are named.
        LinkFault::NoIcon { .. } | LinkFault::NoDisplayFace { .. } | LinkFault::NoArtist { .. } => true,
        // Ids that stand twice have been reported.
        LinkFault::RepeatedAddress { .. } | LinkFault::RepeatedRule { .. } => true,
        LinkFault::NoKind { .. }
        | LinkFault::UnknownKind { .. }
        | LinkFault::Unclosed
        | LinkFault::BadRuleId { .. }
        | LinkFault::Picture
        | LinkFault::Comment
        | LinkFault::NoWords
        | LinkFault::SurplusCells { .. }
        | LinkFault::OutsideOutput { .. } => false,
    }
}

/// The broken links of a site.
pub fn broken(folder: &Folder, site: &Site<'_>) -> Vec<Diagnostic> {
    diagnostics(&site.problems(), &site.books(), folder)
}

/// Broken links of books of the folder as findings.
pub fn diagnostics(problems: &[LinkProblem], books: &[&Book], folder: &Folder) -> Vec<Diagnostic> {
    if problems.is_empty() {
        return Vec::new();
    }
    let places = Places::new(books, folder);
    problems.iter().map(|problem| places.diagnostic(problem)).collect()
}

/// Where the texts of books were written.
struct Places<'a> {
    folder: &'a Folder,
    /// The files of chapters, by displayed path.
    chapters: BTreeMap<&'a str, FileId>,
    /// The entries of a system, by kind and id.
    entries: BTreeMap<(&'a str, &'static str, &'a str), (Span, Option<&'a Markdown>)>,
}

impl<'a> Places<'a> {
    fn new(books: &[&'a Book], folder: &'a Folder) -> Self {
        let files: BTreeMap<&str, FileId> = folder.sources.iter().map(|(id, file)| (file.shown.as_str(), id)).collect();
        let chapters = books.iter().flat_map(|book| &book.chapters).map(|chapter| chapter.file.as_str());
        let chapters = chapters.filter_map(|shown| Some((shown, *files.get(shown)?))).collect();
        let mut places = Self { folder, chapters, entries: BTreeMap::new() };
        let drafts = folder.drafts.iter().map(|draft| &draft.game);
        folder.games.iter().chain(drafts).for_each(|game| places.add(&game.entries));
        places
    }

    fn add(&mut self, e: &'a Definitions) {
        let cards = e.actions.iter().map(|card| ("action", card));
        let cards = cards.chain(e.skills.iter().map(|skill| ("skill", &skill.card)));
        let cards = cards.chain(e.references.iter().map(|card| ("reference", card)));
        let cards = cards.map(|(kind, card)| (kind, &card.head, Some(&card.details)));
        let conditions = e.conditions.iter().map(|c| ("condition", &*c.head, Some(&c.text)));
        // The texts of these are not kept with their places.
        let checks = e.checks.iter().map(|check| ("check", &*check.head, None));
        let rulings = e.rulings.iter().map(|ruling| ("ruling", &*ruling.head, None));
        for (kind, head, text) in cards.chain(conditions).chain(checks).chain(rulings) {
            self.entries.entry((&e.head.id, kind, &head.id)).or_insert((head.at, text));
        }
    }

    fn diagnostic(&self, problem: &LinkProblem) -> Diagnostic {
        let (at, message) = match self.in_chapter(problem).or_else(|| self.in_entry(problem)) {
            Some(at) => (at, problem.fault.to_string()),
            None => (self.system_file(problem), format!("{} (in {})", problem.fault, problem.file)),
        };
        let help = match &problem.suggestion {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => problem.fault.help().to_owned(),
        };
        Diagnostic::error(Code::BrokenLink, at, message).help(help)
    }

    fn in_chapter(&self, problem: &LinkProblem) -> Option<Span> {
        let file = *self.chapters.get(problem.file.as_str())?;
        Some(Span { file, start: problem.offset, end: problem.offset + problem.len })
    }

    /// `small/action:strike` in the text of the entry; at its id, when the text is not kept with its place.
    fn in_entry(&self, problem: &LinkProblem) -> Option<Span> {
        let (system, link) = problem.file.split_once('/')?;
        let (kind, id) = link.split_once(':')?;
        let kind = KINDS.into_iter().find(|known| *known == kind)?;
        let (at, text) = self.entries.get(&(system, kind, id))?;
        let written = problem.offset..problem.offset + problem.len;
        Some(text.filter(|_| !written.is_empty()).map_or(*at, |text| text.place.span(&written)))
    }

    /// The file of the system, where there is no nearer place.
    fn system_file(&self, problem: &LinkProblem) -> Span {
        let system = problem.file.split('/').next().unwrap_or_default();
        let file = self.folder.sources.find(&format!("{system}/system.yaml")).unwrap_or_default();
        Span { file, start: 0, end: 0 }
    }
}

/// The kinds of entries whose place is known.
const KINDS: [&str; 6] = ["action", "skill", "reference", "condition", "check", "ruling"];
