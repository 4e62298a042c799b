//! The link index: the place of everything in a book, and suggestions for names that do not exist.
//!
//! **In** a book. **Out** a [`LinkIndex`] that resolves `[[kind:id]]` and rule IDs to places. It is
//! built before any page is rendered, because pages link forward.

use std::collections::{BTreeMap, BTreeSet};

use makeready_faces::book::{Book, ChapterBlock, Entry, EntryKind, EntryLink};
use makeready_faces::nearest;

use super::address::{self, Place};
use super::anchors::{self, Anchor};
use super::fault::{LinkFault, LinkProblem};

/// The target of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Its place.
    pub place: Place,
    /// Its name, for links without words of their own.
    pub name: String,
    /// What it is, such as `Action`.
    pub kind: &'static str,
    /// Rule ID; may be empty.
    pub rule: String,
    /// One or two plain sentences.
    pub summary: String,
    /// What it costs to use, of an action; else empty.
    pub cost: String,
    /// How it is computed, of a stat; else empty.
    pub formula: String,
}

impl Target {
    /// What a link to it says that has no words of its own: its name, and of a rule its id, as it is written.
    pub fn words<'t>(&'t self, written: &'t str) -> &'t str {
        written.strip_prefix("rule:").unwrap_or(&self.name)
    }
}

/// All link targets of one book.
pub struct LinkIndex {
    entries: BTreeMap<EntryLink, Target>,
    chapters: BTreeMap<String, Target>,
    /// Slugs of chapters without their numbers, to those with them; none where two would be the same.
    short_slugs: BTreeMap<String, Option<String>>,
    rules: BTreeMap<String, Target>,
    /// How rules begin that are called as others on their page.
    leads: BTreeMap<String, String>,
    /// Ids of elements by page, for links to a fragment; each with the heading that has it, if one does.
    fragments: BTreeMap<String, BTreeMap<String, String>>,
    /// The first entry of each id, whatever its kind.
    by_id: BTreeMap<String, EntryLink>,
}

/// The most names that are compared with misspelled ones: about a second. After that, nothing is suggested.
const MOST_GUESSES: usize = 2_000_000;

impl LinkIndex {
    /// Builds the link index of a book.
    pub fn new(book: &Book) -> Self {
        let mut link_index = Self {
            entries: book.entries.iter().map(|entry| (link_of(entry), entry_target(book, entry))).collect(),
            chapters: BTreeMap::new(),
            short_slugs: BTreeMap::new(),
            rules: BTreeMap::new(),
            leads: BTreeMap::new(),
            fragments: BTreeMap::new(),
            by_id: BTreeMap::new(),
        };
        link_index.add_glossary(book);
        link_index.add_chapters(book);
        link_index.add_rules_of_entries(book);
        link_index.tell_rules_apart();
        for link in link_index.entries.keys() {
            link_index.by_id.entry(link.id.clone()).or_insert_with(|| link.clone());
        }
        for slug in link_index.chapters.keys() {
            let full = Some(slug.clone());
            link_index
                .short_slugs
                .entry(without_number(slug).to_string())
                .and_modify(|only| *only = None)
                .or_insert(full);
        }
        link_index
    }

    /// A term that only the glossary explains is on the glossary page.
    fn add_glossary(&mut self, book: &Book) {
        for term in book.glossary.iter().filter(|term| term.target.kind == EntryKind::Term) {
            self.entries.entry(term.target.clone()).or_insert_with(|| Target {
                place: address::entry(&book.id, EntryKind::Term, &term.target.id),
                name: term.words.first().cloned().unwrap_or_default(),
                kind: EntryKind::Term.one(book.lang.words),
                rule: String::new(),
                summary: term.meaning.clone(),
                cost: String::new(),
                formula: String::new(),
            });
        }
    }

    fn add_chapters(&mut self, book: &Book) {
        let paths = address::chapters(book);
        for chapter in &book.chapters {
            let target = Target {
                place: Place::page(&paths[&chapter.slug]),
                name: chapter.title.clone(),
                kind: book.lang.words.text("kind.chapter.one"),
                rule: String::new(),
                summary: chapter.summary.clone(),
                cost: String::new(),
                formula: String::new(),
            };
            self.chapters.insert(chapter.slug.clone(), target);
        }
        // What is said at an anchor may name any chapter.
        for chapter in &book.chapters {
            let mut slugs = anchors::Slugs::default();
            for block in &chapter.blocks {
                let ChapterBlock::Markdown { source, .. } = block else { continue };
                let words = |link: &str| Some(self.resolve(link).ok()?.words(link).to_owned());
                for anchor in anchors::anchors(source, &mut slugs, &words) {
                    self.add_anchor(
                        &paths[&chapter.slug],
                        &chapter.title,
                        anchor,
                        book.lang.words.text("kind.rule.one"),
                    );
                }
            }
        }
    }

    fn add_anchor(&mut self, path: &str, chapter_title: &str, anchor: Anchor, rule: &'static str) {
        self.fragments.entry(path.to_string()).or_default().insert(anchor.id.clone(), anchor.title.clone());
        if let Some(old) = &anchor.old {
            self.fragments.entry(path.to_string()).or_default().insert(old.clone(), anchor.title.clone());
        }
        if !anchors::is_rule_id(&anchor.id) {
            return;
        }
        let target = Target {
            place: Place::spot(path, &anchor.id),
            name: if anchor.title.is_empty() { chapter_title.to_string() } else { anchor.title },
            kind: rule,
            rule: anchor.id.clone(),
            summary: anchor.text,
            cost: String::new(),
            formula: String::new(),
        };
        // The first anchor of a rule is its home; chapters come before entries.
        self.rules.entry(anchor.id).or_insert(target);
    }

    fn add_rules_of_entries(&mut self, book: &Book) {
        let mut resting = BTreeMap::new();
        for entry in &book.entries {
            let target = &self.entries[&link_of(entry)];
            if !entry.rule.is_empty() {
                self.rules.entry(entry.rule.clone()).or_insert_with(|| target.clone());
            }
            for rule in &entry.rules {
                resting.entry(rule.clone()).or_insert_with(|| target.clone());
            }
        }
        for (rule, target) in resting {
            self.rules.entry(rule).or_insert(target);
        }
    }

    fn tell_rules_apart(&mut self) {
        let named = |target: &Target| (target.place.path.clone(), target.name.clone());
        let mut summaries: BTreeMap<_, BTreeSet<&str>> = BTreeMap::new();
        for target in self.rules.values() {
            summaries.entry(named(target)).or_default().insert(&target.summary);
        }
        let is_alike = |target: &Target| summaries[&named(target)].len() > 1;
        let alike = self.rules.iter().filter(|(_, target)| is_alike(target));
        self.leads = alike.map(|(id, target)| (id.clone(), lead(target))).collect();
    }

    /// How a rule begins, in a few words, where others on its page are called as it is; else nothing.
    pub fn rule_lead(&self, id: &str) -> &str {
        self.leads.get(id).map_or("", String::as_str)
    }

    /// The target of an entry.
    pub fn entry(&self, link: &EntryLink) -> Option<&Target> {
        self.entries.get(link)
    }

    /// The home of a rule.
    pub fn rule(&self, id: &str) -> Option<&Target> {
        self.rules.get(id)
    }

    /// All rules in order of their IDs.
    pub fn rules(&self) -> impl Iterator<Item = (&String, &Target)> {
        self.rules.iter()
    }

    /// Everything that can be linked to, for previews.
    pub fn targets(&self) -> impl Iterator<Item = &Target> {
        self.entries.values().chain(self.chapters.values()).chain(self.rules.values())
    }

    /// A chapter by slug, with or without its number.
    pub fn chapter(&self, slug: &str) -> Option<&Target> {
        let full = || self.chapters.get(self.short_slugs.get(slug)?.as_ref()?);
        self.chapters.get(slug).or_else(full)
    }

    /// Whether a page has an element of this id.
    pub fn has_fragment(&self, path: &str, id: &str) -> bool {
        self.heading(path, id).is_some()
    }

    /// The words of the heading with this id on a page; empty where it is something else that has it.
    pub fn heading(&self, path: &str, id: &str) -> Option<&str> {
        self.fragments.get(path)?.get(id).map(String::as_str)
    }

    /// The target of `kind:id`. What was meant by a wrong id is found by [`suggest`](Self::suggest).
    ///
    /// # Errors
    /// Why it has none.
    pub fn resolve(&self, written: &str) -> Result<&Target, BrokenLink> {
        let Some((kind, id)) = written.split_once(':') else {
            return Err(self.broken_link_without_kind(written));
        };
        let found = match kind {
            "rule" => self.rule(id),
            "chapter" => self.chapter(id),
            _ => match kind_of(kind) {
                Some(kind) => self.entry(&EntryLink { kind, id: id.to_string() }),
                None => return Err(unknown_kind(kind, id)),
            },
        };
        found.ok_or_else(|| {
            let fault = LinkFault::Missing { kind: kind.to_owned(), id: id.to_owned() };
            BrokenLink { fault, suggestion: None }
        })
    }

    fn broken_link_without_kind(&self, written: &str) -> BrokenLink {
        let same_id = self.by_id.get(written);
        let suggestion = match same_id {
            Some(link) => Some(format!("{}:{}", link.kind.names().link, link.id)),
            None => self.rules.contains_key(written).then(|| format!("rule:{written}")),
        };
        BrokenLink { fault: LinkFault::NoKind { link: written.to_owned() }, suggestion }
    }

    /// Suggests what was meant by wrong ids, in the order of the problems, so that those that are compared with all names are the same
    /// in every run.
    pub fn suggest(&self, problems: &mut [LinkProblem]) {
        let mut guesses = MOST_GUESSES;
        for problem in problems.iter_mut().filter(|problem| problem.suggestion.is_none()) {
            if let Some((kind, id)) = problem.fault.wanted() {
                problem.suggestion = self.nearest(kind, id, &mut guesses);
            }
        }
    }

    fn nearest(&self, kind: &str, id: &str, guesses: &mut usize) -> Option<String> {
        let same_kind: Vec<&str> = match kind {
            "rule" => self.rules.keys().map(String::as_str).collect(),
            "chapter" => self.chapters.keys().map(String::as_str).collect(),
            _ => self.ids_of(kind_of(kind)?).collect(),
        };
        let left = guesses.checked_sub(same_kind.len());
        *guesses = left.unwrap_or(0);
        if let Some(near) = left.and_then(|_| nearest(id, same_kind)) {
            return Some(format!("{kind}:{near}"));
        }
        // The right id under the wrong kind is as common as a typing error.
        let other = self.by_id.get(id)?;
        Some(format!("{}:{}", other.kind.names().link, other.id))
    }

    fn ids_of(&self, kind: EntryKind) -> impl Iterator<Item = &str> {
        self.entries.keys().filter(move |link| link.kind == kind).map(|link| link.id.as_str())
    }
}

/// The first words of a text behind its title.
fn lead(target: &Target) -> String {
    const LONGEST: usize = 36;
    let text = target.summary.strip_prefix(&target.name).unwrap_or(&target.summary);
    let text = text.trim_start_matches([' ', '.', ':', '\u{2013}']);
    let Some((cut, _)) = text.char_indices().nth(LONGEST) else { return text.to_owned() };
    let words = text[..cut].rsplit_once(' ').map_or(&text[..cut], |(words, _)| words);
    format!("{}\u{a0}\u{2026}", words.trim_end_matches(|c: char| !c.is_alphanumeric()))
}

/// Why a link is broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenLink {
    /// What is wrong.
    pub fault: LinkFault,
    /// A suggestion, as it would be written.
    pub suggestion: Option<String>,
}

/// The link that names an entry.
pub fn link_of(entry: &Entry) -> EntryLink {
    EntryLink { kind: entry.kind, id: entry.id.clone() }
}

fn entry_target(book: &Book, entry: &Entry) -> Target {
    Target {
        place: address::entry(&book.id, entry.kind, &entry.id),
        name: entry.name.clone(),
        kind: entry.kind.one(book.lang.words),
        rule: entry.rule.clone(),
        summary: entry.summary.clone(),
        cost: entry.cost.clone(),
        formula: entry.formula.clone(),
    }
}

fn kind_of(word: &str) -> Option<EntryKind> {
    EntryKind::ALL.iter().copied().find(|kind| kind.names().link == word)
}

fn unknown_kind(kind: &str, id: &str) -> BrokenLink {
    let words = EntryKind::ALL.iter().map(|kind| kind.names().link).chain(["rule", "chapter"]);
    BrokenLink {
        fault: LinkFault::UnknownKind { kind: kind.to_owned() },
        suggestion: nearest(kind, words).map(|near| format!("{near}:{id}")),
    }
}

fn without_number(slug: &str) -> &str {
    slug.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches('-')
}
