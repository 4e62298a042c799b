//! The pictures that go with links to pages when people share them, where `site.yaml` says where the site is published.
//!
//! **In** the book of a game. **Out** PNG files beside its pages, each family of cards drawn and kept together: at which size a card
//! is set depends on its family, so that a picture is the same whichever others were kept. Where nobody knows the address of
//! the site no page names a picture, and none is made.

use rayon::prelude::*;

use super::documents::Failure;
use super::folder::Folder;
use super::kept_prints::key_of_view;
use super::rests_on::with_game_but_chapters;
use super::wanted::SITE;
use crate::plan::{Key, KeyBuilder, Store};
use crate::publish::Files;
use makeready_content::game::Game;
use makeready_faces::book::Look;
use makeready_faces::make::look;
use makeready_press::{share_cover, share_pictures};
use makeready_site::{PreparedBook, Shared};

/// Pictures that are kept together: their key, and their paths in the site.
type Noted = Vec<(Key, Vec<String>)>;

/// The pictures of a game.
pub struct SharePictures<'a> {
    store: &'a Store,
    book: &'a PreparedBook<'a>,
    look: Look,
    /// Under which it is noted which pictures there are.
    noted_as: Option<Key>,
}

impl<'a> SharePictures<'a> {
    /// Of a game of the folder.
    pub fn new(store: &'a Store, folder: &Folder, game: &Game, book: &'a PreparedBook<'a>) -> Self {
        let noted_as = KeyBuilder::new("share").map(|key| with_game_but_chapters(key, &folder.sources, game).finish());
        Self { store, book, look: look(game), noted_as }
    }

    /// Those of the pictures whose paths from the output folder are asked for, with others that are drawn with them.
    ///
    /// # Errors
    /// As the press.
    pub fn made(&self, is_asked: impl Fn(&str) -> bool + Sync) -> Result<Files, Failure> {
        let is_asked = |path: &str| is_asked(&format!("{SITE}{path}"));
        if let Some(kept) = self.kept(is_asked) {
            return Ok(kept);
        }
        let (mut files, mut noted) = (Files::new(), Noted::new());
        for shared in self.book.shared_pictures() {
            let paths: Vec<String> = shared.paths().into_iter().map(str::to_owned).collect();
            let key = self.key(&shared);
            noted.extend(key.map(|key| (key, paths.clone())));
            if paths.iter().any(|path| is_asked(path)) {
                let pictures = key.and_then(|key| read(&self.store.get(key)?, paths.len()));
                let pictures = pictures.map_or_else(|| self.drawn(&shared, key), Ok)?;
                files.extend(placed(paths, pictures));
            }
        }
        if let Some(key) = self.noted_as {
            self.store.put(key, &serde_json::to_vec(&noted).expect("strings and numbers serialize"));
        }
        Ok(files)
    }

    /// All that is asked for as an earlier run has drawn it, without a look at the game; none where something is missing.
    fn kept(&self, is_asked: impl Fn(&str) -> bool + Sync) -> Option<Files> {
        let noted: Noted = serde_json::from_slice(&self.store.get(self.noted_as?)?).ok()?;
        let asked: Vec<_> = noted.into_iter().filter(|(_, paths)| paths.iter().any(|path| is_asked(path))).collect();
        let read = |(key, paths): (Key, Vec<String>)| Some((read(&self.store.get(key)?, paths.len())?, paths));
        let kept = asked.into_par_iter().map(read).collect::<Option<Vec<_>>>()?;
        Some(kept.into_iter().flat_map(|(pictures, paths)| placed(paths, pictures)).collect())
    }

    fn key(&self, shared: &Shared) -> Option<Key> {
        let kind = match shared {
            Shared::Cards(_) => "share, a card each",
            Shared::Cover(..) => "share, all on one",
        };
        Some(key_of_view(&self.look, &shared.cards())?.with(kind.as_bytes()).finish())
    }

    fn drawn(&self, shared: &Shared, key: Option<Key>) -> Result<Vec<Vec<u8>>, Failure> {
        let pictures = match shared {
            Shared::Cards(_) => share_pictures(&shared.cards(), &self.look)?,
            Shared::Cover(..) => vec![share_cover(&shared.cards(), &self.look)?],
        };
        key.into_iter().for_each(|key| self.store.put(key, &to_bytes(&pictures)));
        Ok(pictures)
    }
}

fn placed(paths: Vec<String>, pictures: Vec<Vec<u8>>) -> impl Iterator<Item = (String, Vec<u8>)> {
    paths.into_iter().map(|path| format!("{SITE}{path}")).zip(pictures)
}

/// To keep: each behind its length in eight bytes.
fn to_bytes(pictures: &[Vec<u8>]) -> Vec<u8> {
    pictures.iter().flat_map(|picture| [&(picture.len() as u64).to_le_bytes()[..], picture].concat()).collect()
}

/// So many pictures as they were kept; none that are not as [`to_bytes`] writes them.
fn read(mut bytes: &[u8], count: usize) -> Option<Vec<Vec<u8>>> {
    let mut pictures = Vec::new();
    while let Some((length, rest)) = bytes.split_first_chunk() {
        let (picture, behind) = rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
        pictures.push(picture.to_vec());
        bytes = behind;
    }
    (bytes.is_empty() && pictures.len() == count).then_some(pictures)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_read_as_they_were_kept_and_not_otherwise() {
        let pictures = vec![b"one".to_vec(), Vec::new(), b"three".to_vec()];
        let bytes = to_bytes(&pictures);
        assert_eq!(read(&bytes, 3), Some(pictures));
        assert_eq!(read(&bytes, 2), None);
        assert_eq!(read(&bytes[..bytes.len() - 1], 3), None);
    }
}
