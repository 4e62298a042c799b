//! The output files of one state of the content, each made when it is asked for and kept with the state.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::keeper::Opened;
use crate::commands::share_pictures::SharePictures;
use crate::commands::wanted::{DATA, PRINTS, SITE};
use crate::commands::{build, documents};
use crate::plan::Store;
use crate::serve::{Answer, Outputs};
use makeready_content::game::Game;
use makeready_press::Fits;
use makeready_site::{PreparedBook, Site, SiteKit};

/// Files that are made together; none where that failed.
type Made = Option<BTreeMap<String, Arc<[u8]>>>;

/// Everything that is made from sound content.
pub struct Edition {
    systems: Vec<Arc<Opened>>,
    site: Site<'static>,
    store: Arc<Store>,
    /// What was made, by the name of what it was made for. Two who ask for the same at once wait for one.
    kept: Mutex<BTreeMap<String, Arc<OnceLock<Made>>>>,
}

impl Edition {
    /// Of systems whose books are prepared.
    pub fn new(systems: Vec<Arc<Opened>>, kit: Arc<SiteKit>, store: Arc<Store>) -> Self {
        let mut games: Vec<(&Game, &Arc<PreparedBook<'static>>)> =
            systems.iter().filter_map(|opened| opened.made()).collect();
        games.sort_by_key(|(game, _)| (game.entries.place, &game.entries.head.id));
        let books = games.into_iter().map(|(_, book)| Arc::clone(book)).collect();
        Self { site: Site::new(books, kit), systems, store, kept: Mutex::new(BTreeMap::new()) }
    }

    /// What is kept under a name, or made now.
    fn kept(&self, name: &str, make: impl FnOnce() -> Made) -> Made {
        let slot = {
            let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(kept.entry(name.to_owned()).or_default())
        };
        slot.get_or_init(make).clone()
    }

    /// A picture that goes with links to a page; none where the path is that of another file. Not kept here, as pages are not:
    /// the store has it.
    fn share_picture(&self, path: &str) -> Option<Answer> {
        let is_of =
            |(_, book): &(&Game, &Arc<PreparedBook<'static>>)| book.may_share(path.strip_prefix(SITE)?).then_some(());
        let found = self.systems.iter().filter(|_| self.site.is_published());
        let mut found = found.filter_map(|opened| opened.made().filter(|made| is_of(made).is_some()).zip(Some(opened)));
        let ((game, book), opened) = found.next()?;
        let pictures = SharePictures::new(&self.store, &opened.folder, game, book);
        Some(match pictures.made(|asked| asked == path) {
            Ok(mut files) => files.remove(path).map_or(Answer::Missing, |bytes| Answer::File(bytes.into())),
            Err(failure) => {
                failure.tell(path);
                Answer::Failed
            }
        })
    }

    /// A page, or a file that pages share. Not kept: making it takes a moment, and anybody can ask for any name.
    fn page(&self, path: &str) -> Answer {
        self.site.file(path).map_or(Answer::Missing, |bytes| Answer::File(bytes.into()))
    }

    fn print(&self, path: &str) -> Answer {
        for (opened, game) in self.systems.iter().filter_map(|opened| Some((opened, opened.made()?.0))) {
            let all = documents::all(game, &opened.folder.campaign, &opened.folder.sources);
            let Some(document) = all.iter().find(|one| one.files.iter().any(|file| file.path == path)) else {
                continue;
            };
            let make = || match document.made(&self.store, &mut Fits::kept_on(&*self.store)) {
                Ok(prints) => {
                    let paths = document.files.iter().map(|file| file.path.clone());
                    Some(paths.zip(prints.into_iter().map(|print| Arc::from(print.pdf))).collect())
                }
                Err(failure) => {
                    failure.tell(path);
                    None
                }
            };
            return answer(self.kept(&document.name, make), path);
        }
        Answer::Missing
    }

    fn data(&self, path: &str) -> Answer {
        let named = |game: &Game| format!("{DATA}{}.json", game.entries.head.id) == path;
        let found =
            self.systems.iter().find_map(|opened| opened.made().filter(|(game, _)| named(game)).zip(Some(opened)));
        let Some(((game, _), opened)) = found else { return Answer::Missing };
        let make = || match build::data(&opened.folder, game) {
            Ok(bytes) => Some(BTreeMap::from([(path.to_owned(), bytes.into())])),
            Err(error) => {
                documents::Failure::from(error).tell(path);
                None
            }
        };
        answer(self.kept(path, make), path)
    }
}

fn answer(made: Made, path: &str) -> Answer {
    made.map_or(Answer::Failed, |mut files| files.remove(path).map_or(Answer::Missing, Answer::File))
}

impl Outputs for Edition {
    fn file(&self, path: &str) -> Answer {
        if path.starts_with(PRINTS) {
            self.print(path)
        } else if path.starts_with(DATA) {
            self.data(path)
        } else {
            let page = || path.strip_prefix(SITE).map_or(Answer::Missing, |page| self.page(page));
            self.share_picture(path).unwrap_or_else(page)
        }
    }
}
