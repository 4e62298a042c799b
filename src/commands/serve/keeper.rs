//! The content as it is now: read again after every change, as far as it has changed.
//!
//! Systems know nothing of each other, so only those with other files are loaded again. What is sound becomes an [`Edition`];
//! over one that is not, the last sound one stays, with the findings.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rayon::prelude::*;
use tokio::sync::watch::Sender;

use super::edition::Edition;
use crate::commands::books::{GameBook, site_options};
use crate::commands::folder::{ContentFiles, Folder, Known, load_files, read_files};
use crate::commands::known::{self, counted};
use crate::commands::{ContentArgs, Stop, findings, links, say};
use crate::plan::Store;
use crate::serve::Showing;
use crate::serve::watch::{Waited, Watch};
use makeready_content::diagnostic::{Counts, Diagnostic, thin};
use makeready_content::game::Game;
use makeready_content::{ReadBefore, systems};
use makeready_site::{PreparedBook, SiteKit, SiteOptions};

/// How long nothing has to change before there is time to look at everything.
const PATIENCE: Duration = Duration::from_millis(400);

/// Shown where the content could not be read at all.
const UNREAD: &str = "error: the content could not be read; see the errors in the terminal";

/// One system of the content folder, as it was loaded.
pub struct Opened {
    /// The files of the whole folder, with this system only.
    pub folder: Arc<Folder>,
    system: String,
    /// Its book; none where something is wrong in what pages rest on.
    book: Option<GameBook<'static>>,
    /// What is wrong with its links.
    broken_links: Vec<Diagnostic>,
    /// Whether all of it was looked at, and not only what pages need.
    is_proved: bool,
}

impl Opened {
    /// Its game and its book, where it is sound.
    pub fn made(&self) -> Option<(&Game, &Arc<PreparedBook<'static>>)> {
        Some((self.folder.games.first()?, &self.book.as_ref()?.pages))
    }

    /// Whether its book can be made in full, without a broken link. Makes all of it.
    fn is_whole(&self, kit: &SiteKit) -> bool {
        self.book.as_ref().is_some_and(|book| book.pages.problems(kit).is_empty() && book.failure().is_none())
    }
}

/// Keeps what is shown up to date.
pub struct Keeper {
    content: ContentArgs,
    /// The only system that is served.
    only: Option<String>,
    showing: Sender<Showing>,
    kit: Arc<SiteKit>,
    store: Arc<Store>,
    in_color: bool,
    opened: Vec<Arc<Opened>>,
    /// The files that these were opened from.
    files: Option<ContentFiles>,
    /// The same files as they were read: those that stay the same are not read again.
    read: ReadBefore,
    /// The systems that are shown before all of them was looked at.
    unproved: Vec<String>,
}

impl Keeper {
    /// With nothing read yet.
    pub fn new(content: ContentArgs, only: Option<String>, showing: Sender<Showing>, in_color: bool) -> Self {
        let kit = Arc::new(SiteKit::new(SiteOptions::embedded()));
        let store = Arc::new(Store::beside(&content.content));
        let (opened, files, read, unproved) = (Vec::new(), None, ReadBefore::default(), Vec::new());
        Self { content, only, showing, kit, store, in_color, opened, files, read, unproved }
    }

    /// Where prints are kept.
    pub fn store(&self) -> Arc<Store> {
        Arc::clone(&self.store)
    }

    /// Reads the content, and again after every change.
    pub fn run(mut self, watch: &mut Watch) {
        self.update();
        loop {
            let patience = (!self.unproved.is_empty()).then_some(PATIENCE);
            match watch.wait(patience) {
                Waited::Changed => self.update(),
                Waited::InVain => self.look_deeper(),
                Waited::Deaf(reason) => {
                    say(&format!(
                        "error: the content cannot be watched for changes: {reason}; trying again every second"
                    ));
                }
                Waited::Over => return,
            }
        }
    }

    fn update(&mut self) {
        let start = Instant::now();
        let read = read_files(&self.content).and_then(|files| Ok((self.open_all(&files)?, files)));
        match read {
            // A file may be gone for a moment while it is replaced; then it changes once more.
            Err(Stop(_)) => self.show(None, UNREAD.to_owned()),
            Ok((opened, _)) if self.is_shown(&opened) => {}
            Ok((opened, files)) => {
                let unproved = opened.iter().filter(|now| self.is_unproved(now)).map(|now| now.system.clone());
                self.unproved = unproved.collect();
                // What the site says of itself stands beside the games, so that all of them know it.
                let options = opened.first().map(|opened| site_options(&opened.folder.site, BTreeMap::new(), None));
                if let Some(options) = options.filter(|options| options.about != *self.kit.about()) {
                    self.kit = Arc::new(SiteKit::new(options));
                }
                // Taken apart when all is shown: that takes a while as well.
                let _before = std::mem::replace(&mut self.opened, opened);
                self.files = Some(files);
                self.present(start);
            }
        }
    }

    fn was_opened(&self, now: &Arc<Opened>) -> bool {
        self.opened.iter().any(|before| Arc::ptr_eq(now, before))
    }

    /// Whether a system is to be looked at once more: it is new, or there was no time yet.
    fn is_unproved(&self, now: &Arc<Opened>) -> bool {
        !now.is_proved && (!self.was_opened(now) || self.unproved.contains(&now.system))
    }

    /// Whether this is what is shown: an event does not always mean that something is other than before.
    fn is_shown(&self, opened: &[Arc<Opened>]) -> bool {
        let showing = self.showing.borrow();
        let are_same = opened.len() == self.opened.len() && opened.iter().all(|now| self.was_opened(now));
        are_same && showing.generation > 0 && showing.faults != UNREAD
    }

    /// Looks for what the first look at games left out. What nothing is found in stays as it is shown.
    fn look_deeper(&mut self) {
        let start = Instant::now();
        let Some(files) = self.files.clone() else { return };
        let mut has_found = false;
        for system in std::mem::take(&mut self.unproved) {
            let Ok(folder) =
                load_files(files.clone(), &self.content, Some(&system), Known::Used(&self.store), Some(&self.read))
            else {
                continue;
            };
            let Some(place) = self.opened.iter().position(|opened| opened.system == system) else { continue };
            if folder.diagnostics.is_empty() && self.opened[place].is_whole(&self.kit) {
                known::note(&self.store, &folder);
            } else {
                self.opened[place] = Arc::new(self.opened(&system, folder));
                has_found = true;
            }
        }
        if has_found {
            self.present(start);
        }
    }

    /// Shows the systems as they are opened, and tells what is wrong with them.
    fn present(&mut self, start: Instant) {
        let (found, more) = self.findings();
        let errors = Counts::of(&found).errors + more.errors;
        let Some(files) = &self.files else { return };
        let faults = match errors {
            0 => String::new(),
            _ => findings::drawn(&found, more, files.sources(), false).join("\n"),
        };
        let is_sound = self.opened.iter().all(|opened| opened.made().is_some());
        let edition = is_sound.then(|| Edition::new(self.opened.clone(), Arc::clone(&self.kit), self.store()));
        self.show(edition, faults);
        let took = start.elapsed().as_millis();
        findings::draw(&found, more, files.sources(), self.in_color);
        let what = match (is_sound, errors) {
            (true, 0) => "ready".to_owned(),
            (true, _) => format!("ready, except for {}", counted(errors, "error")),
            (false, _) if self.showing.borrow().outputs.is_some() => {
                format!("{}; showing the last good pages", counted(errors, "error"))
            }
            (false, _) => format!("{}; nothing to show yet", counted(errors, "error")),
        };
        say(&format!("{what} ({took} ms)"));
    }

    /// All systems, those with the same files as before as they are.
    fn open_all(&self, files: &ContentFiles) -> Result<Vec<Arc<Opened>>, Stop> {
        let known = systems(files.sources());
        let wanted: Vec<&String> =
            known.iter().filter(|id| self.only.as_deref().is_none_or(|only| only == id.as_str())).collect();
        if wanted.is_empty() {
            // Says what is missing.
            load_files(files.clone(), &self.content, self.only.as_deref(), Known::Assumed, Some(&self.read))?;
        }
        wanted
            .into_par_iter()
            .map(|id| self.opened_before(id, files).map_or_else(|| self.open(id, files), Ok))
            .collect()
    }

    fn opened_before(&self, system: &str, files: &ContentFiles) -> Option<Arc<Opened>> {
        let before = self.opened.iter().find(|opened| opened.system == system)?;
        files.agree_on(system, &before.folder.sources).then(|| Arc::clone(before))
    }

    /// Loads one system and prepares its book. Where nothing is wrong at first sight, a deeper look follows when there is time.
    fn open(&self, system: &str, files: &ContentFiles) -> Result<Arc<Opened>, Stop> {
        let quick = load_files(files.clone(), &self.content, Some(system), Known::Assumed, Some(&self.read))?;
        if quick.diagnostics.is_empty()
            && let folder = Arc::new(quick)
            && let Some(book) = self.prepared(&folder)
            && book.pages.problems_at_sight().is_empty()
        {
            let (system, book, broken_links) = (system.to_owned(), Some(book), Vec::new());
            return Ok(Arc::new(Opened { folder, system, book, broken_links, is_proved: false }));
        }
        // All that is wrong is told at once.
        let folder =
            load_files(files.clone(), &self.content, Some(system), Known::Used(&self.store), Some(&self.read))?;
        Ok(Arc::new(self.opened(system, folder)))
    }

    /// A system of which everything is looked at.
    fn opened(&self, system: &str, folder: Folder) -> Opened {
        let folder = Arc::new(folder);
        let book = self.prepared(&folder);
        let problems = book.as_ref().map(|book| (book, book.pages.problems(&self.kit)));
        let broken_links = match problems.filter(|(book, _)| book.failure().is_none()) {
            Some((book, problems)) => links::diagnostics(&problems, &[book.pages.book()], &folder),
            None => links::findings(&folder),
        };
        let book = book.filter(|_| broken_links.is_empty());
        Opened { folder, system: system.to_owned(), book, broken_links, is_proved: true }
    }

    /// The book of a sound folder.
    fn prepared(&self, folder: &Arc<Folder>) -> Option<GameBook<'static>> {
        if folder.is_sound { GameBook::owned(folder, &self.kit)?.ok() } else { None }
    }

    /// The findings of all systems, in order of place, and how many more there are. What stands in no system is found with
    /// each of them.
    fn findings(&self) -> (Vec<Diagnostic>, Counts) {
        let mut more = Counts::default();
        let mut all: Vec<Diagnostic> = Vec::new();
        for opened in &self.opened {
            more += opened.folder.more;
            all.extend(opened.folder.diagnostics.iter().chain(&opened.broken_links).cloned());
        }
        more += thin(&mut all);
        all.dedup();
        (all, more)
    }

    /// Shows an edition, or the last one, with the faults.
    fn show(&self, edition: Option<Edition>, faults: String) {
        // Those who ask wait while this is changed, so the edition before is taken apart afterwards.
        let mut before = None;
        self.showing.send_modify(|showing| {
            showing.generation += 1;
            showing.faults = faults;
            if let Some(edition) = edition {
                before = showing.outputs.replace(Arc::new(edition));
            }
        });
        drop(before);
    }
}
