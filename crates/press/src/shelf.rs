//! Fitted cards, kept from run to run.
//!
//! **In** a card as it was fitted. **Out**, in a later run, the same, from what a [`Shelf`] has kept of it: a deck in which one card
//! has changed is one card to lay out. Nothing depends on whether anything is kept.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use typst::foundations::{Bytes, Content, Smart};
use typst::layout::{Abs, Sides};
use typst_layout::Page;

use super::card_text::CardText;
use super::error::PressNote;
use super::fitting::{Fitted, FittedFace};
use super::frozen::{FrameData, Freezer, Thaw};
use super::length::{Mm, Pt};
use super::pictures;
use super::world::{self, Fonts};
use makeready_faces::art::GamePictures;
use makeready_faces::book::Look;

/// Keeps bytes under hashes of all that they were made from, but for the program. What comes back is what was kept, or nothing.
pub trait Shelf: Send + Sync {
    /// What was kept.
    fn get(&self, key: blake3::Hash) -> Option<Vec<u8>>;
    /// Keeps something, if it can.
    fn put(&self, key: blake3::Hash, bytes: &[u8]);
}

/// A hash of everything that prints show of a look.
pub fn look_hash(look: &Look) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    let mut add = |part: &[u8]| {
        hasher.update(&(part.len() as u64).to_le_bytes()).update(part);
    };
    add(&json(look));
    look.typefaces.fonts.iter().for_each(|font| add(&font.data));
    for picture in look.pictures.0.values() {
        // Their names come from what they show.
        add(format!("{picture:?}").as_bytes());
        add(&json(&picture.credit));
    }
    for (name, icon) in &look.icons.0 {
        [name.as_bytes(), icon.svg.as_bytes()].into_iter().for_each(&mut add);
        add(&json(&icon.credit));
    }
    hasher.finalize()
}

fn json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("views hold only strings and numbers")
}

/// What is known of a card at one size.
pub enum Known {
    /// It is too high.
    TooHigh,
    /// How it was fitted.
    Fitted(Fitted),
}

#[derive(Serialize, Deserialize)]
enum KnownData {
    TooHigh,
    Fitted {
        faces: Vec<FaceData>,
        continued: Option<ContinuedData>,
        /// The names of those pictures in it that are the game's, with the hashes of their data.
        art: Vec<(String, [u8; 32])>,
    },
}

#[derive(Serialize, Deserialize)]
struct FaceData {
    part: (u32, u32),
    height: f64,
    bleed: [f64; 4],
    frame: FrameData,
}

/// What a note on a continued card says.
#[derive(Serialize, Deserialize)]
struct ContinuedData {
    id: String,
    field: String,
    over: i64,
    cut: usize,
    parts: u32,
}

/// The fitted cards of one look on a shelf.
pub struct Drawer<'s> {
    shelf: &'s dyn Shelf,
    look: blake3::Hash,
    fonts: &'static Fonts,
    /// The pictures of the game.
    art: Arc<GamePictures>,
    /// The data of pictures read so far, by their hashes.
    pictures: Mutex<BTreeMap<[u8; 32], Bytes>>,
}

impl<'s> Drawer<'s> {
    /// That of a look.
    pub fn of(shelf: &'s dyn Shelf, look: &Look) -> Self {
        let art = Arc::clone(&look.pictures);
        Self { shelf, look: look_hash(look), fonts: world::fonts(look), art, pictures: Mutex::default() }
    }

    /// What is known of a card, by the hash of what it shows.
    pub fn known(&self, card: blake3::Hash, text: CardText) -> Option<Known> {
        let bytes = self.shelf.get(self.key(card, text))?;
        match postcard::from_bytes(&bytes).ok()? {
            KnownData::TooHigh => Some(Known::TooHigh),
            KnownData::Fitted { faces, continued, art } => {
                for (name, hash) in art {
                    pictures::recall(pictures::find(&self.art, &name)?, self.picture(&hash)?);
                }
                let faces = faces.into_iter().map(|face| self.face(face)).collect::<Option<_>>()?;
                let note = continued.map(|ContinuedData { id, field, over, cut, parts }| PressNote::Continued {
                    id,
                    field,
                    over: Mm::from_um(over),
                    cut,
                    parts,
                });
                Some(Known::Fitted(Fitted { faces, note }))
            }
        }
    }

    /// Keeps that a card is too high.
    pub fn keep_too_high(&self, card: blake3::Hash, text: CardText) {
        self.put(self.key(card, text), &KnownData::TooHigh);
    }

    /// Keeps how a card was fitted, if all of it can be written.
    pub fn keep(&self, card: blake3::Hash, text: CardText, fitted: &Fitted) {
        let mut freezer = Freezer::new(self.fonts);
        let continued = match &fitted.note {
            None => None,
            Some(PressNote::Continued { id, field, over, cut, parts }) => {
                let (id, field) = (id.clone(), field.clone());
                Some(ContinuedData { id, field, over: over.um(), cut: *cut, parts: *parts })
            }
            Some(_) => return,
        };
        let faces: Option<Vec<FaceData>> = fitted.faces.iter().map(|face| frozen(&mut freezer, face)).collect();
        let Some(faces) = faces else { return };
        let mut art = Vec::new();
        for (hash, data) in &freezer.pictures {
            art.extend(pictures::whose(&self.art, data).map(|picture| (picture.name.clone(), *hash)));
            let mut pictures = self.pictures.lock().unwrap_or_else(PoisonError::into_inner);
            if pictures.insert(*hash, data.clone()).is_none() {
                self.shelf.put(picture_key(hash), data);
            }
        }
        self.put(self.key(card, text), &KnownData::Fitted { faces, continued, art });
    }

    fn put(&self, key: blake3::Hash, data: &KnownData) {
        if let Ok(bytes) = postcard::to_extend(data, Vec::new()) {
            self.shelf.put(key, &bytes);
        }
    }

    fn face(&self, data: FaceData) -> Option<FittedFace> {
        let thaw = Thaw { fonts: self.fonts, pictures: |hash: &[u8; 32]| self.picture(hash) };
        let [left, top, right, bottom] = data.bleed.map(Abs::raw);
        let page = Page {
            frame: thaw.frame(data.frame)?,
            bleed: Sides::new(left, top, right, bottom),
            fill: Smart::Auto,
            numbering: None,
            supplement: Content::empty(),
            number: 1,
        };
        Some(FittedFace { part: data.part, height: Pt(data.height), page })
    }

    fn picture(&self, hash: &[u8; 32]) -> Option<Bytes> {
        if let Some(data) = self.pictures.lock().unwrap_or_else(PoisonError::into_inner).get(hash) {
            return Some(data.clone());
        }
        let data = Bytes::new(self.shelf.get(picture_key(hash))?);
        // Another thread may have been first, with the same bytes.
        let mut pictures = self.pictures.lock().unwrap_or_else(PoisonError::into_inner);
        Some(pictures.entry(*hash).or_insert(data).clone())
    }

    fn key(&self, card: blake3::Hash, text: CardText) -> blake3::Hash {
        let mut hasher = blake3::Hasher::new();
        hasher.update(self.look.as_bytes()).update(card.as_bytes()).update(format!("{text:?}").as_bytes());
        hasher.finalize()
    }
}

fn picture_key(hash: &[u8; 32]) -> blake3::Hash {
    blake3::Hasher::new().update(b"picture").update(hash).finalize()
}

fn frozen(freezer: &mut Freezer<'_>, face: &FittedFace) -> Option<FaceData> {
    let Page { frame, bleed, fill, numbering, .. } = &face.page;
    if *fill != Smart::Auto || numbering.is_some() {
        return None;
    }
    let bleed = [bleed.left, bleed.top, bleed.right, bleed.bottom].map(Abs::to_raw);
    Some(FaceData { part: face.part, height: face.height.0, bleed, frame: freezer.frame(frame)? })
}
