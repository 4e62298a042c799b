//! Prints, each kept under a hash of all that it was made from.
//!
//! **In** a view, and how it is printed. **Out** the finished file, printed now or taken from the store: a document that `build`
//! has made is the one that `cards`, `sheet`, `handout` and `npc` write, as long as it is printed in the same way.

use std::fmt::Debug;

use serde::{Deserialize, Serialize};

use crate::plan::{Key, KeyBuilder, Store};
use makeready_faces::book::Look;
use makeready_jobs::seal::{Format, sealed};
use makeready_press::{PressError, PressNote, Printed, Shelf, look_hash};

/// A finished file, with what is told of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Print {
    /// The PDF file, sealed.
    pub pdf: Vec<u8>,
    /// Notes for the reader.
    pub notes: Vec<Note>,
}

/// A note on a print.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// As it is told.
    pub text: String,
    /// What it is about.
    pub about: About,
}

/// What a note is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum About {
    /// The card, sheet or handout of this id is set smaller than usual.
    Smaller(String),
    /// It goes on over further cards or places.
    Longer(String),
    /// The print as a whole.
    Print,
}

impl Note {
    /// As it is told.
    pub fn of(note: &PressNote) -> Self {
        let about = match note {
            PressNote::Shrunk { id, .. } => About::Smaller(id.clone()),
            PressNote::Continued { id, .. } | PressNote::Flowed { id, .. } => About::Longer(id.clone()),
            PressNote::BleedReduced { .. }
            | PressNote::SharedCuts { .. }
            | PressNote::NoRoomForMarks
            | PressNote::MarksNearEdge
            | PressNote::NotFilled { .. }
            | PressNote::CreditsApart => About::Print,
        };
        Self { text: note.to_string(), about }
    }

    /// Whether `--strict` turns it into an error: text that was shrunk or continued elsewhere.
    pub const fn is_about_fit(&self) -> bool {
        match self.about {
            About::Smaller(_) | About::Longer(_) => true,
            About::Print => false,
        }
    }
}

impl Print {
    fn of(printed: Printed) -> Self {
        let notes = printed.notes.iter().map(Note::of).collect();
        Self { pdf: sealed(Format::Pdf, printed.pdf), notes }
    }

    /// To keep: the length of the notes in eight bytes, the notes as JSON, and the file.
    fn to_bytes(&self) -> Vec<u8> {
        let notes = serde_json::to_vec(&self.notes).expect("strings and numbers serialize");
        let mut bytes = (notes.len() as u64).to_le_bytes().to_vec();
        bytes.extend(notes);
        bytes.extend(&self.pdf);
        bytes
    }

    /// What was kept; none that is not as [`Print::to_bytes`] writes it.
    fn read(mut bytes: Vec<u8>) -> Option<Self> {
        let (length, rest) = bytes.split_first_chunk()?;
        let (notes, _) = rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
        let (notes, head) = (serde_json::from_slice(notes).ok()?, size_of::<u64>() + notes.len());
        bytes.drain(..head);
        Some(Self { pdf: bytes, notes })
    }
}

/// The cards of decks, as they were laid out.
impl Shelf for Store {
    fn get(&self, key: blake3::Hash) -> Option<Vec<u8>> {
        Self::get(self, card_key(key)?)
    }

    fn put(&self, key: blake3::Hash, bytes: &[u8]) {
        card_key(key).iter().for_each(|key| Self::put(self, *key, bytes));
    }
}

fn card_key(key: blake3::Hash) -> Option<Key> {
    Some(KeyBuilder::new("card")?.with(key.as_bytes()).finish())
}

/// The part of a print's key that says what is printed, whatever the paper; none where the program does not know itself.
pub fn key_of_view(look: &Look, view: &impl Serialize) -> Option<KeyBuilder> {
    Some(KeyBuilder::new("print")?.with(look_hash(look).as_bytes()).with_value(view))
}

/// The key of a print of a view. `how` has the paper and all else that is said of printing.
pub fn printed_as(of_view: KeyBuilder, how: &impl Debug) -> Key {
    of_view.with(format!("{how:?}").as_bytes()).finish()
}

/// The key of one print; none where the program does not know itself.
pub fn key(look: &Look, view: &impl Serialize, how: &impl Debug) -> Option<Key> {
    Some(printed_as(key_of_view(look, view)?, how))
}

/// The prints of these keys, where all of them are kept.
pub fn kept(store: &Store, keys: &[Key]) -> Option<Vec<Print>> {
    keys.iter().map(|key| Print::read(store.get(*key)?)).collect()
}

/// Finishes prints, and keeps them. There are as many keys, or none where nothing can be kept.
pub fn keep(store: &Store, keys: &[Key], printed: Vec<Printed>) -> Vec<Print> {
    let prints: Vec<Print> = printed.into_iter().map(Print::of).collect();
    for (key, print) in keys.iter().zip(&prints) {
        store.put(*key, &print.to_bytes());
    }
    prints
}

/// One print, made now or earlier.
///
/// # Errors
/// As the press.
pub fn print(
    store: &Store,
    key: Option<Key>,
    make: impl FnOnce() -> Result<Printed, PressError>,
) -> Result<Print, PressError> {
    if let Some(print) = key.and_then(|key| Print::read(store.get(key)?)) {
        return Ok(print);
    }
    let print = Print::of(make()?);
    key.into_iter().for_each(|key| store.put(key, &print.to_bytes()));
    Ok(print)
}
