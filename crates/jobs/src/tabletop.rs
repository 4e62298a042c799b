//! Decks for Tabletop Simulator: pictures of the cards in grids, and the object that the program opens from its `Saved Objects`.
//!
//! **In** the cards, how their pictures are drawn, and where the pictures will stand. **Out** files, named as they lie in the
//! program's own folder: `Saves/Saved Objects` and `Mods/Images`. Every card of the deck is there, with its copies, its name and its
//! words. **Fails** with [`PressError`].
//!
//! The shape of the object is that of saves of the program, version 13: `CustomDeck` has the grids, and the id of a card is a
//! hundred times the number of its grid, and its place.

use std::collections::BTreeMap;

use makeready_faces::book::Look;
use makeready_faces::card::{Block, CardFace, Cost, Fact, Figure};
use makeready_faces::text::{Paragraph, plain_text};
use makeready_press::{CardGrid, CardGrids, CardImages, GridPlace, PressError, PressNote, card_grids};
use serde::Serialize;

/// The resolution at which cards are drawn, where they are not very large: their text can be read when one looks closely.
pub const DPI: f64 = 250.0;

/// A deck to hand over.
#[derive(Clone, Copy, Debug)]
pub struct Deck<'d> {
    /// The cards, with copies.
    pub cards: &'d [CardFace],
    /// What it is called.
    pub title: &'d str,
    /// What its files begin with.
    pub stem: &'d str,
    /// How they are drawn.
    pub images: &'d CardImages,
    /// The folder of the pictures, as a URL or a path. If it is empty, Tabletop Simulator looks in `Mods/Images`, where it keeps the
    /// pictures that it has downloaded.
    pub address: &'d str,
}

/// The address of pictures that stand in `Mods/Images`. No name in `.invalid` is ever found, so nothing is asked of anybody.
const NOWHERE: &str = "http://makeready.invalid/";

/// The name under which the program keeps a picture of this address: its letters and digits, and the ending.
fn cached_name(address: &str) -> String {
    let signs: String = address.chars().filter(char::is_ascii_alphanumeric).collect();
    format!("{signs}.png")
}

/// The files of a deck.
#[derive(Clone, Debug)]
pub struct Files {
    /// Paths and bytes.
    pub files: Vec<(String, Vec<u8>)>,
    /// Notes for the reader.
    pub notes: Vec<PressNote>,
}

/// Makes the files of a deck. `drawn_so_far` hears how many of how many pictures of cards are drawn.
///
/// # Errors
/// [`PressError`] as from pictures of cards.
pub fn files(deck: &Deck<'_>, look: &Look, drawn_so_far: &(dyn Fn(usize, usize) + Sync)) -> Result<Files, PressError> {
    let Deck { cards, title, stem, images, address } = *deck;
    let CardGrids { grids, backs, places, first, credits, notes } = card_grids(cards, look, images, drawn_so_far)?;
    // The program keeps pictures by their addresses: others have other names.
    let named = |what: &str, png: &[u8]| format!("{stem}-{what}-{}.png", &blake3::hash(png).to_hex()[..8]);
    let base = base(address);
    let addressed = |name: &String| format!("{}{name}", if base.is_empty() { NOWHERE } else { &base });
    let stored = |name: String| if base.is_empty() { cached_name(&addressed(&name)) } else { name };
    let back_names: Vec<String> = backs.iter().enumerate().map(|(at, png)| named(&numbered("back", at), png)).collect();
    let grid_names: Vec<String> =
        grids.iter().enumerate().map(|(at, grid)| named(&(at + 1).to_string(), &grid.png)).collect();
    let custom: Vec<CustomDeck> = grids
        .iter()
        .zip(&grid_names)
        .map(|(grid, name)| custom_deck(grid, addressed(name), addressed(&back_names[grid.back])))
        .collect();
    let object = object(cards, title, stem, &places, &custom);
    let mut files = vec![
        (format!("Saves/Saved Objects/{stem}.json"), json(&SavedObject::of(object))),
        // What the program shows in its list.
        (format!("Saves/Saved Objects/{stem}.png"), first),
    ];
    let pictures = grid_names.into_iter().zip(grids.into_iter().map(|grid| grid.png));
    files.extend(
        pictures
            .chain(back_names.into_iter().zip(backs))
            .map(|(name, png)| (format!("Mods/Images/{}", stored(name)), png)),
    );
    if !credits.is_empty() {
        files.push(("credits.txt".to_owned(), credits.into_bytes()));
    }
    Ok(Files { files, notes })
}

fn numbered(what: &str, at: usize) -> String {
    if at == 0 { what.to_owned() } else { format!("{what}-{}", at + 1) }
}

/// An address as what stands before the name of a file: folders become addresses of files.
fn base(address: &str) -> String {
    let address = address.trim();
    let is_of_windows = address.as_bytes().get(1) == Some(&b':') || address.starts_with("\\\\");
    let scheme = if is_of_windows || address.starts_with('/') { "file:///" } else { "" };
    let folder = address.strip_prefix('/').filter(|_| !scheme.is_empty()).unwrap_or(address);
    match folder {
        "" => String::new(),
        _ if folder.ends_with(['/', '\\']) => format!("{scheme}{folder}"),
        _ if is_of_windows && !folder.contains('/') => format!("{scheme}{folder}\\"),
        _ => format!("{scheme}{folder}/"),
    }
}

fn json(object: &SavedObject<'_>) -> Vec<u8> {
    let mut bytes = serde_json::to_vec_pretty(object).expect("an object holds only strings and numbers");
    bytes.push(b'\n');
    bytes
}

/// The deck, or the card where it is a single one.
fn object<'d>(
    cards: &[CardFace],
    title: &str,
    stem: &str,
    places: &[GridPlace],
    custom: &'d [CustomDeck],
) -> Object<'d> {
    let id_of = |place: &GridPlace| (place.grid + 1) * 100 + place.place;
    let card = |name: &'static str, number: usize, place: &GridPlace| Object {
        card_id: Some(id_of(place)),
        custom_deck: BTreeMap::from([(place.grid + 1, &custom[place.grid])]),
        ..Object::new(
            name,
            nickname(&cards[place.card], place.part),
            said(&cards[place.card]),
            &format!("{stem} {number}"),
        )
    };
    if let [single] = places {
        return card("CardCustom", 0, single);
    }
    let name = if custom.len() == 1 { "DeckCustom" } else { "Deck" };
    Object {
        deck_ids: places.iter().map(id_of).collect(),
        custom_deck: custom.iter().enumerate().map(|(at, custom)| (at + 1, custom)).collect(),
        contained_objects: places.iter().enumerate().map(|(at, place)| card("Card", at + 1, place)).collect(),
        ..Object::new(name, plain(title), String::new(), stem)
    }
}

/// What stands in `Saved Objects`: a table with nothing on it but this.
#[derive(Debug, Serialize)]
#[serde(rename_all = "PascalCase")]
struct SavedObject<'d> {
    save_name: &'static str,
    game_mode: &'static str,
    date: &'static str,
    table: &'static str,
    sky: &'static str,
    note: &'static str,
    rules: &'static str,
    lua_script: &'static str,
    lua_script_state: &'static str,
    #[serde(rename = "XmlUI")]
    xml_ui: &'static str,
    object_states: [Object<'d>; 1],
}

impl<'d> SavedObject<'d> {
    const fn of(object: Object<'d>) -> Self {
        Self {
            save_name: "",
            game_mode: "",
            date: "",
            table: "",
            sky: "",
            note: "",
            rules: "",
            lua_script: "",
            lua_script_state: "",
            xml_ui: "",
            object_states: [object],
        }
    }
}

/// A deck or a card on the table.
#[expect(clippy::struct_excessive_bools, reason = "the keys are those of the program")]
#[derive(Debug, Serialize)]
#[serde(rename_all = "PascalCase")]
struct Object<'d> {
    #[serde(rename = "GUID")]
    guid: String,
    name: &'static str,
    transform: Transform,
    nickname: String,
    description: String,
    #[serde(rename = "GMNotes")]
    gm_notes: &'static str,
    color_diffuse: Color,
    locked: bool,
    grid: bool,
    snap: bool,
    autoraise: bool,
    sticky: bool,
    tooltip: bool,
    hands: bool,
    hide_when_face_down: bool,
    #[serde(rename = "CardID", skip_serializing_if = "Option::is_none")]
    card_id: Option<usize>,
    sideways_card: bool,
    #[serde(rename = "DeckIDs", skip_serializing_if = "Vec::is_empty")]
    deck_ids: Vec<usize>,
    custom_deck: BTreeMap<usize, &'d CustomDeck>,
    lua_script: &'static str,
    lua_script_state: &'static str,
    #[serde(rename = "XmlUI")]
    xml_ui: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    contained_objects: Vec<Self>,
}

impl Object<'_> {
    fn new(name: &'static str, nickname: String, description: String, seed: &str) -> Self {
        Self {
            // Six digits, others for each object.
            guid: format!("{:06x}", crc32fast::hash(seed.as_bytes()) & 0x00ff_ffff),
            name,
            transform: Transform::default(),
            nickname,
            description,
            gm_notes: "",
            color_diffuse: Color { r: 0.713, g: 0.713, b: 0.713 },
            locked: false,
            grid: true,
            snap: true,
            autoraise: true,
            sticky: true,
            tooltip: true,
            hands: true,
            hide_when_face_down: true,
            card_id: None,
            sideways_card: false,
            deck_ids: Vec::new(),
            custom_deck: BTreeMap::new(),
            lua_script: "",
            lua_script_state: "",
            xml_ui: "",
            contained_objects: Vec::new(),
        }
    }
}

/// A grid of cards.
#[derive(Debug, Serialize)]
#[serde(rename_all = "PascalCase")]
struct CustomDeck {
    #[serde(rename = "FaceURL")]
    face_url: String,
    #[serde(rename = "BackURL")]
    back_url: String,
    num_width: usize,
    num_height: usize,
    back_is_hidden: bool,
    unique_back: bool,
    /// Zero: a rectangle with round corners.
    r#type: u8,
}

fn custom_deck(grid: &CardGrid, face_url: String, back_url: String) -> CustomDeck {
    let (num_width, num_height) = (grid.columns, grid.rows);
    CustomDeck { face_url, back_url, num_width, num_height, back_is_hidden: true, unique_back: false, r#type: 0 }
}

/// Where it lies: on the table, face down.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Transform {
    pos_x: f32,
    pos_y: f32,
    pos_z: f32,
    rot_x: f32,
    rot_y: f32,
    rot_z: f32,
    scale_x: f32,
    scale_y: f32,
    scale_z: f32,
}

impl Default for Transform {
    fn default() -> Self {
        Self {
            pos_x: 0.0,
            pos_y: 1.0,
            pos_z: 0.0,
            rot_x: 0.0,
            rot_y: 180.0,
            rot_z: 180.0,
            scale_x: 1.0,
            scale_y: 1.0,
            scale_z: 1.0,
        }
    }
}

#[derive(Debug, Serialize)]
struct Color {
    r: f32,
    g: f32,
    b: f32,
}

/// A card's name, and which part of it this is.
fn nickname(card: &CardFace, part: (u32, u32)) -> String {
    let name = if card.name.is_empty() { &card.type_line } else { &card.name };
    plain(&if part.1 > 1 { format!("{name} {}/{}", part.0, part.1) } else { name.clone() })
}

/// Text in which nothing is a mark: the program reads `[b]` as one.
fn plain(text: &str) -> String {
    text.replace('[', "[ ")
}

/// What a card says, for whoever looks for it: the words of the card in their order, a line each.
fn said(card: &CardFace) -> String {
    let labeled = |label: &str, said: &str| if label.is_empty() { said.to_owned() } else { format!("{label}: {said}") };
    let joined = |parts: &[&str]| {
        let parts: Vec<&str> = parts.iter().filter(|part| !part.is_empty()).copied().collect();
        parts.join(" ")
    };
    let fact = |fact: &Fact| labeled(&fact.label, &line(&fact.text));
    let mut lines = vec![card.type_line.clone()];
    lines.extend(
        card.costs
            .iter()
            .map(|Cost { label, amount, unit, extra, .. }| labeled(label, &joined(&[amount, unit, extra]))),
    );
    lines.extend(card.figures.iter().map(|Figure { label, text, unit, note, .. }| {
        labeled(label, &joined(&[text.as_deref().unwrap_or(GAP), unit, note]))
    }));
    lines.extend(card.facts.iter().map(fact));
    lines.extend(card.body.iter().map(|text| plain_text(text)));
    lines.extend(card.outcomes.iter().map(|outcome| labeled(&outcome.label, &line(&outcome.text))));
    for block in &card.blocks {
        match block {
            Block::Heading { text } => lines.push(text.clone()),
            Block::Text { paragraphs } => lines.extend(paragraphs.iter().map(|text| plain_text(text))),
            Block::Table(table) => {
                let row = |cells: Vec<String>| {
                    cells.into_iter().filter(|cell| !cell.is_empty()).collect::<Vec<_>>().join(" \u{b7} ")
                };
                lines.push(row(table.columns.clone()));
                lines.extend(table.rows.iter().map(|cells| row(cells.iter().map(|cell| plain_text(cell)).collect())));
            }
            Block::Track(track) => lines.push(labeled(&track.label, &track.boxes.to_string())),
            Block::Facts { facts } => lines.extend(facts.iter().map(fact)),
            // Lines to write on are of no use on a screen.
            Block::Lines { .. } => {}
        }
    }
    lines.push(plain_text(&card.reaction));
    lines.retain(|line| !line.trim().is_empty());
    plain(&lines.join("\n"))
}

/// What is to be written on the card.
const GAP: &str = "____";

fn line(text: &Paragraph) -> String {
    if text.is_empty() { GAP.to_owned() } else { plain_text(text) }
}

#[cfg(test)]
mod tests {
    use super::{base, cached_name};

    #[test]
    fn pictures_are_kept_by_the_letters_and_digits_of_their_addresses() {
        let address = "http://makeready.invalid/tri-core-kael-1-943bec94.png";
        assert_eq!(cached_name(address), "httpmakereadyinvalidtricorekael1943bec94png.png");
    }

    #[test]
    fn folders_become_addresses_of_files() {
        assert_eq!(base(""), "");
        assert_eq!(base(" https://example.org/cards "), "https://example.org/cards/");
        assert_eq!(base("https://example.org/cards/"), "https://example.org/cards/");
        assert_eq!(base(r"C:\Users\me\Cards"), r"file:///C:\Users\me\Cards\");
        assert_eq!(base("C:/Users/me/Cards"), "file:///C:/Users/me/Cards/");
        assert_eq!(base("/home/me/cards"), "file:///home/me/cards/");
        assert_eq!(base("file:///home/me/cards/"), "file:///home/me/cards/");
    }
}
