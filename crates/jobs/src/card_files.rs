//! Pictures of cards as files, with a list of what each shows.
//!
//! **In** a deck and its pictures. **Out** a file for each distinct face and each back, and `cards.yaml`: which card a file shows, which
//! file is behind it, and how many copies of it the deck has. Names begin with the place of the card in the deck, so that two files
//! never share one and a folder is sorted like the deck. **Fails** where the files are not those that the deck needs,
//! which is a fault of this program.

use std::collections::{BTreeMap, BTreeSet};

use makeready_faces::card::CardFace;
use makeready_press::{Behind, CardPicture, CardPictures, PicturePlace, PressError};

use crate::seal::{Format, sealed, sealed_text};

const LIST: &str = "cards.yaml";
const LIST_HEAD: &str =
    "# What each picture shows, what is on its back, and how many copies the deck has.\npictures:\n";
const CREDITS: &str = "credits.txt";

/// How many bytes of an owner's name the name of a file has at most: file systems take 255 for the whole.
const LONGEST_OWNER: usize = 80;

/// How many figures the number of a card has at least.
const LEAST_DIGITS: usize = 3;

/// The files of a deck.
#[derive(Clone, Debug)]
pub struct CardFiles {
    /// Names and bytes: the fronts, the backs, the list, the credits.
    pub files: Vec<(String, Vec<u8>)>,
    /// How many pictures of fronts there are.
    pub fronts: usize,
}

/// The files of a deck.
///
/// # Errors
/// [`PressError::Lost`].
pub fn card_files(deck: &[CardFace], pictures: CardPictures) -> Result<CardFiles, PressError> {
    let CardPictures { fronts, backs, places, credits, .. } = pictures;
    let front_names = front_names(deck, &fronts);
    let back_names: Vec<String> = backs.iter().map(|(name, _)| back_name(name)).collect();
    let names = front_names.iter().chain(&back_names).map(String::as_str).chain([LIST, CREDITS]);
    if let Some(name) = first_twice(names) {
        return Err(PressError::Lost(format!("two pictures would be called {name}")));
    }
    let whole = whole_cards(&fronts, &places);
    if whole != deck.len() {
        return Err(PressError::Lost(format!("the deck has {} cards, and pictures show {whole} of them", deck.len())));
    }
    let shown: BTreeSet<usize> = places.iter().flat_map(fronts_of).collect();
    let back_of = |place: &PicturePlace| if let Some(Behind::Back(back)) = place.back { Some(back) } else { None };
    let behind: BTreeSet<usize> = places.iter().filter_map(back_of).collect();
    let unused = |names: &[String], used: &BTreeSet<usize>| {
        names.iter().enumerate().find(|(at, _)| !used.contains(at)).map(|(_, name)| name.clone())
    };
    if let Some(name) = unused(&front_names, &shown).or_else(|| unused(&back_names, &behind)) {
        return Err(PressError::Lost(format!("no card has the picture {name}")));
    }

    let list = list(deck, &fronts, &places, &front_names, &back_names);
    let count = fronts.len();
    let fronts = front_names.into_iter().zip(fronts.into_iter().map(|front| front.png));
    let backs = back_names.into_iter().zip(backs.into_iter().map(|(_, png)| png));
    let mut files: Vec<(String, Vec<u8>)> =
        fronts.chain(backs).map(|(name, png)| (name, sealed(Format::Png, png))).collect();
    for (name, text) in [(LIST, list), (CREDITS, credits)] {
        files.push((name.to_owned(), sealed_text(Format::Yaml, &text).into_bytes()));
    }
    Ok(CardFiles { files, fronts: count })
}

/// The names of the fronts. All faces of a card have its number.
fn front_names(deck: &[CardFace], fronts: &[CardPicture]) -> Vec<String> {
    let digits = fronts.len().to_string().len().max(LEAST_DIGITS);
    let mut number = 0;
    let name = |front: &CardPicture| {
        let card = &deck[front.card];
        number += usize::from(front.part.0 == 1);
        let part = if front.part.1 > 1 { front.part.0.to_string() } else { String::new() };
        let words = [format!("{number:0digits$}"), card.id.clone(), plain(&card.owner), part];
        let words: Vec<&str> = words.iter().map(String::as_str).filter(|word| !word.is_empty()).collect();
        format!("{}.png", words.join("-"))
    };
    fronts.iter().map(name).collect()
}

/// A name in small letters and figures, joined by hyphens, and cut where it is long.
fn plain(name: &str) -> String {
    let lower = name.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let mut plain = words.collect::<Vec<_>>().join("-");
    plain.truncate(plain.floor_char_boundary(LONGEST_OWNER));
    plain.truncate(plain.trim_end_matches('-').len());
    plain
}

fn back_name(name: &str) -> String {
    if name.is_empty() { "back.png".to_owned() } else { format!("back-{name}.png") }
}

fn first_twice<'n>(mut names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let mut seen = BTreeSet::new();
    names.find(|name| !seen.insert(*name))
}

/// The pictures of fronts that a card shows, from both of its sides.
fn fronts_of(place: &PicturePlace) -> impl Iterator<Item = usize> {
    let over = if let Some(Behind::Front(over)) = place.back { Some(over) } else { None };
    std::iter::once(place.front).chain(over)
}

/// How many cards stand in a deck with all of their faces, one after another.
fn whole_cards(fronts: &[CardPicture], places: &[PicturePlace]) -> usize {
    let parts: Vec<(u32, u32)> = places.iter().flat_map(fronts_of).map(|front| fronts[front].part).collect();
    let cards = parts.chunk_by(|_, next| next.0 > 1);
    cards.filter(|card| (1..).zip(*card).all(|(at, part)| part.0 == at) && card.len() == card[0].1 as usize).count()
}

/// The list of the files as YAML.
fn list(
    deck: &[CardFace],
    fronts: &[CardPicture],
    places: &[PicturePlace],
    front_names: &[String],
    back_names: &[String],
) -> String {
    let mut copies: BTreeMap<PicturePlace, usize> = BTreeMap::new();
    places.iter().for_each(|place| *copies.entry(*place).or_default() += 1);
    let mut list = LIST_HEAD.to_owned();
    let mut line = |words: String| {
        list.push_str(&words);
        list.push('\n');
    };
    for (PicturePlace { front, back }, count) in &copies {
        let CardPicture { card, part, .. } = &fronts[*front];
        let CardFace { name, owner, .. } = &deck[*card];
        line(format!("  - file: {}", quoted(&front_names[*front])));
        line(format!("    card: {}", quoted(name)));
        if !owner.is_empty() {
            line(format!("    owner: {}", quoted(owner)));
        }
        if part.1 > 1 {
            line(format!("    face: {} of {}", part.0, part.1));
        }
        if let Some(back) = back {
            let name = match back {
                Behind::Front(over) => &front_names[*over],
                Behind::Back(back) => &back_names[*back],
            };
            line(format!("    back: {}", quoted(name)));
        }
        line(format!("    copies: {count}"));
    }
    list
}

/// A text as YAML, in the form that it shares with JSON.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("a text is written as JSON")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(card: usize, part: (u32, u32)) -> CardPicture {
        CardPicture { card, part, png: Vec::new() }
    }

    #[test]
    fn only_cards_with_all_of_their_faces_count() {
        let fronts = [picture(0, (1, 1)), picture(1, (1, 2)), picture(1, (2, 2))];
        let places = |fronts: &[usize]| -> Vec<PicturePlace> {
            fronts.iter().map(|front| PicturePlace { front: *front, back: None }).collect()
        };
        for (shown, cards) in [(&[0, 1, 2, 0][..], 3), (&[0, 1, 0], 2), (&[0, 2], 0), (&[1, 2, 1, 2], 2), (&[], 0)] {
            assert_eq!(whole_cards(&fronts, &places(shown)), cards, "{shown:?}");
        }
    }

    #[test]
    fn the_name_of_an_owner_is_cut_between_two_letters() {
        assert_eq!(plain("Ida  Brook (the Elder)"), "ida-brook-the-elder");
        assert_eq!(plain(&"x".repeat(200)), "x".repeat(80));
        assert_eq!(plain(&format!("a{}", "\u{e4}".repeat(200))), format!("a{}", "\u{e4}".repeat(39)));
        assert_eq!(plain(&format!("{} Brook", "x".repeat(79))), "x".repeat(79));
    }

    #[test]
    fn a_name_that_stands_twice_is_found() {
        assert_eq!(first_twice(["a.png", "b.png", "a.png"].into_iter()), Some("a.png"));
        assert_eq!(first_twice(["a.png", "b.png"].into_iter()), None);
    }
}
