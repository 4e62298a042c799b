//! `art`: the picture of a card, a person, a chapter, a cover; and whether it can be shown.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rayon::prelude::*;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer};

use super::credits::{LONGEST_CREDIT, LONGEST_NAME, Line};
use crate::code::Code;
use crate::concept::archetype::ArchetypeEntry;
use crate::concept::character::{CharacterEntry, OwnedEntry};
use crate::de::{by_hand, by_hand_if_sound, read};
use crate::decode::Decoder;
use crate::diagnostic::{Diagnostic, listed};
use crate::game::Game;
use crate::limits::MOST_PICTURES;
use crate::load::Entries;
use crate::picture::{self, ART, ArtCredit, GamePicture, GamePictures, PictureFault, PictureKind, Proof, Ratio, Shown};
use crate::scalar::{Remark, Whole};
use crate::source::{FileId, Located, SourceFile, Sources, Span};
use crate::validate::Validator;
use crate::yaml::{Kind, Node};

/// Fewer dots to an inch look coarse in print.
const LEAST_DPI: f64 = 200.0;
/// Millimetres of an inch.
const INCH: f64 = 25.4;

/// A picture, and how it is shown.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct ArtEntry {
    /// The path of its file within the game's folder.
    pub file: Located<String>,
    /// The point that matters, which stays in sight where not all of it is shown.
    pub focus: Focus,
    /// What it shows, for those who do not see it; empty for decoration.
    pub alt: String,
    /// Who drew it, as far as it says so itself.
    pub credit: ArtCredit,
}

/// A picture, and how it is shown.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "ArtInFull")]
struct ArtWritten {
    /// Its file: a path within the game's folder.
    #[schemars(example = &"art/strike.svg")]
    file: Located<String>,
    /// The point that matters, in percent from the left and from the top. It stays in sight where not all is shown.
    #[serde(default)]
    focus: Focus,
    /// What it shows, in a few words, for those who do not see it. Without it, the picture is decoration.
    #[serde(default)]
    alt: Remark,
    /// Who drew it. Without it, whoever `pictures` of system.yaml names.
    #[serde(default)]
    credit: Line<LONGEST_CREDIT>,
    /// The terms that it is under. Without it, those that `pictures` of system.yaml names.
    #[serde(default)]
    licence: Line<LONGEST_NAME>,
}

impl<'de> Deserialize<'de> for ArtEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_hand_if_sound(deserializer, |d, node| {
            let art = if matches!(node.kind, Kind::Map(_)) {
                let ArtWritten { file, focus, alt, credit, licence } = read(d, node)?;
                Self { file, focus, alt: alt.0, credit: ArtCredit { credit: credit.0, licence: licence.0 } }
            } else {
                let (alt, credit) = (String::new(), ArtCredit::default());
                Self { file: d.reference(node), focus: Focus::default(), alt, credit }
            };
            // What names no file has been reported.
            (!art.file.value.is_empty()).then_some(art)
        })
    }
}

impl JsonSchema for ArtEntry {
    fn schema_name() -> Cow<'static, str> {
        "Art".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let short = generator.subschema_for::<Located<String>>();
        let long = generator.subschema_for::<ArtWritten>();
        json_schema!({
            "description": "A picture: the path of its file in the game's folder, such as `art/strike.svg`, or a \
                            mapping (lines of `key: value`).",
            "anyOf": [short, long]
        })
    }
}

/// Who drew the pictures of a game that do not say so themselves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct PicturesEntry {
    /// Who drew them.
    #[serde(default)]
    credit: Line<LONGEST_CREDIT>,
    /// The terms that they are under.
    #[serde(default)]
    licence: Line<LONGEST_NAME>,
}

impl From<PicturesEntry> for ArtCredit {
    fn from(PicturesEntry { credit, licence }: PicturesEntry) -> Self {
        Self { credit: credit.0, licence: licence.0 }
    }
}

/// A point of a picture, in percent from the left and from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct Focus(pub u8, pub u8);

impl Default for Focus {
    fn default() -> Self {
        Self(50, 50)
    }
}

impl<'de> Deserialize<'de> for Focus {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_hand(deserializer, |d, node| focus(d, node).unwrap_or_default())
    }
}

fn focus(d: &mut Decoder, node: &Node) -> Option<Focus> {
    let items = d.items(node);
    if let [across, down] = items {
        let mut percent = |node| u8::try_from(read::<Whole<0, 100>>(d, node)?.0).ok();
        return Some(Focus(percent(across)?, percent(down)?));
    }
    if matches!(node.kind, Kind::List(_)) {
        d.error(Code::WrongType, node.at, "expected two numbers").help =
            Some("write the distance from the left and from the top in percent: `[50, 40]`".to_owned());
    }
    None
}

impl JsonSchema for Focus {
    fn schema_name() -> Cow<'static, str> {
        "Focus".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let percent = generator.subschema_for::<Whole<0, 100>>();
        json_schema!({ "type": "array", "items": percent, "minItems": 2, "maxItems": 2, "examples": [[50, 40]] })
    }
}

/// A file of a game's folder `art/`.
#[derive(Clone, Debug, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct ArtFile {
    /// The file.
    file: FileId,
    /// What is in it; none where it could not be read, which has been reported.
    #[borsh(skip)]
    data: Option<Arc<[u8]>>,
    /// What is known of it, where somebody has looked into it.
    measured: Option<Measured>,
    /// Test print for [`picture::examine`].
    #[borsh(skip)]
    proof: Option<Proof>,
}

/// A picture that was looked into.
#[derive(Clone, Debug, borsh::BorshSerialize, borsh::BorshDeserialize)]
struct Measured {
    kind: PictureKind,
    ratio: Ratio,
    /// What it is called in prints and on the site.
    name: String,
}

impl Measured {
    fn of(data: &[u8], proof: Option<Proof>) -> Examined {
        let (kind, ratio) = picture::examine(data, proof)?;
        Ok(Self { kind, ratio, name: picture::name_of(data, kind) })
    }
}

/// The files of a system's folder `art/`, by their paths within the system.
pub(crate) fn files(sources: &Sources, files: &[(FileId, &SourceFile, &str)]) -> BTreeMap<String, ArtFile> {
    let data =
        |id: FileId, file: &SourceFile| sources.bytes(&file.path).filter(|_| sources.fault(id).is_none()).cloned();
    let art = |id: FileId, file: &SourceFile| ArtFile {
        file: id,
        data: data(id, file),
        measured: None,
        proof: sources.proof(),
    };
    files.iter().map(|(id, file, path)| ((*path).to_owned(), art(*id, file))).collect()
}

/// Every picture that a person is shown with, and where.
fn of_person(who: &CharacterEntry) -> impl Iterator<Item = (&ArtEntry, Shown)> {
    // An ally has a card as well.
    let also_card = who.art.0.iter().filter(|_| who.ally.is_some()).map(|art| (art, Shown::Card));
    let portrait = who.art.0.iter().map(|art| (art, Shown::Portrait));
    let items = who.items.iter().filter_map(|item| item.art.0.as_ref());
    let abilities = who.abilities.iter().filter_map(|owned| match owned {
        OwnedEntry::Built(ability) => ability.art.0.as_ref(),
        OwnedEntry::Described(_) | OwnedEntry::Shared(_) => None,
    });
    portrait.chain(also_card).chain(items.chain(abilities).map(|art| (art, Shown::Card)))
}

/// Every picture that something in a system shows, and where.
fn all(e: &Entries) -> impl Iterator<Item = (&ArtEntry, Shown)> {
    let pages = e.art.iter().chain(e.chapters.iter().filter_map(|chapter| chapter.art.as_ref()));
    let families = e.families.iter().map(|family| &family.art);
    let conditions = e.conditions.iter().map(|condition| &condition.art);
    let abilities = e.abilities.iter().map(|ability| &ability.art);
    let cards = families.chain(conditions).chain(abilities).filter_map(|art| art.0.as_ref());
    let cards = cards.chain(e.cards().filter_map(|card| card.art.as_ref()));
    let items = e.archetypes.iter().flat_map(ArchetypeEntry::gear).filter_map(|item| item.art.0.as_ref());
    let cards = cards.chain(items);
    let kinds = e.archetypes.iter().filter_map(|archetype| archetype.art.0.as_ref());
    let people = e.characters.iter().chain(&e.npcs).flat_map(of_person);
    let (pages, cards) = (pages.map(|art| (art, Shown::Page)), cards.map(|art| (art, Shown::Card)));
    pages.chain(cards).chain(kinds.map(|art| (art, Shown::Portrait))).chain(people)
}

/// What came of looking into a picture.
type Examined = Result<Measured, PictureFault>;

impl Entries {
    /// Takes the bytes of its pictures from the sources; those that are left out there are empty.
    pub(crate) fn fetch_art(&mut self, sources: &Sources, system: &str) {
        for (path, file) in &mut self.art_files {
            let data = sources.bytes(&format!("{system}/{path}"));
            file.data = Some(data.cloned().unwrap_or_default());
            file.proof = sources.proof();
        }
    }

    /// Looks into every picture, so that nobody who gets what is found needs to do so again.
    pub(crate) fn measure_art(&mut self) {
        for file in self.art_files.values_mut() {
            file.measured = file.data.as_ref().and_then(|data| Measured::of(data, file.proof).ok());
        }
    }
}

impl Validator {
    /// Looks into the pictures that something shows, and reports those that nothing does.
    pub(crate) fn pictures(&mut self, e: &mut Entries) {
        let files = std::mem::take(&mut e.art_files);
        if let Some((path, one)) = files.iter().nth(MOST_PICTURES) {
            let message = format!("a game has at most {MOST_PICTURES} pictures; `{path}` is one too many");
            let help = "remove pictures that nothing uses, or divide the content into several games";
            self.push(Diagnostic::error(Code::TooLarge, start(one.file), message).help(help));
        }
        let named: BTreeSet<&str> = all(e).map(|(art, _)| art.file.value.as_str()).collect();
        let shown: Vec<_> =
            files.iter().take(MOST_PICTURES).filter(|(path, _)| named.contains(path.as_str())).collect();
        let before = Arc::clone(&e.pictures_before);
        let examine = |(path, file): (&String, &ArtFile)| {
            let data = file.data.as_ref()?;
            let same = before.find(path).filter(|picture| picture.data == *data);
            let same = same.map(|same| Measured { kind: same.kind, ratio: same.ratio, name: same.name.clone() });
            let known = same.or_else(|| file.measured.clone());
            Some((path.clone(), known.map_or_else(|| Measured::of(data, file.proof), Ok)))
        };
        let examined: BTreeMap<String, Examined> = shown.into_par_iter().filter_map(examine).collect();
        let mut pictures = GamePictures::default();
        for (art, shown) in all(e) {
            self.picture(art, shown, &files, &examined, &e.art_credit, &mut pictures);
        }
        // What could not be read may have named it.
        let is_whole = self.faulty.is_empty() && self.missing.is_empty() && self.gaps.is_empty();
        let is_unused = |path: &str, file: &ArtFile| is_whole && file.data.is_some() && !named.contains(path);
        for (path, unused) in files.iter().filter(|(path, file)| is_unused(path, file)) {
            let message = format!("`{path}` is not used");
            let help = format!("use it with `art: {path}`, or delete the file");
            self.push(Diagnostic::warning(Code::UnusedPicture, start(unused.file), message).help(help));
        }
        e.pictures = Arc::new(pictures);
    }

    fn picture(
        &mut self,
        art: &ArtEntry,
        shown: Shown,
        files: &BTreeMap<String, ArtFile>,
        examined: &BTreeMap<String, Examined>,
        of_game: &ArtCredit,
        pictures: &mut GamePictures,
    ) {
        let path = &art.file.value;
        let Some(file) = files.get(path) else {
            self.unknown_picture(&art.file, files.keys().map(String::as_str));
            return;
        };
        let (Some(data), Some(found)) = (&file.data, examined.get(path)) else { return };
        let Measured { kind, ratio, name } = match found {
            Ok(found) => found.clone(),
            Err(fault) => {
                let message = format!("the picture `{path}` {}", fault.message());
                let mut finding = Diagnostic::error(Code::BadPicture, art.file.at, message).help(fault.help());
                if let PictureFault::Svg(fault) = fault {
                    finding = finding.related(Span::new(file.file, fault.at.clone()), "here");
                }
                self.push(finding);
                return;
            }
        };
        let credit = art.credit.or(of_game);
        let is_twin = |known: &GamePicture| known.name == name && known.credit != credit;
        let is_credited_otherwise = pictures.0.values().any(is_twin);
        let picture = pictures.0.entry(path.clone()).or_insert_with(|| GamePicture {
            name,
            kind,
            ratio,
            shown: BTreeSet::new(),
            credit: credit.clone(),
            data: Arc::clone(data),
        });
        if is_credited_otherwise {
            let message = format!("the picture `{path}` has different credits in different places");
            let help = "write the same credit everywhere, or use the picture only once";
            self.push(Diagnostic::error(Code::TwoCredits, art.file.at, message).help(help));
        }
        let is_first = picture.shown.is_empty();
        if is_first && kind == PictureKind::Png && picture::is_animated(data) {
            let message = format!("the picture `{path}` is animated; prints show only the first frame");
            let help = "save that frame alone as PNG";
            self.push(Diagnostic::warning(Code::AnimatedPicture, art.file.at, message).help(help));
        }
        if picture.shown.insert(shown) {
            let coarse = coarse(picture, shown).map(|(dpi, wanted)| (dpi, wanted, path));
            if let Some((dpi, wanted, path)) = coarse {
                let message = format!("the picture `{path}` has only {dpi} dots per inch in print");
                let help =
                    format!("use one with at least {wanted} pixels across: {LEAST_DPI} dots per inch look sharp");
                self.push(Diagnostic::warning(Code::CoarsePicture, art.file.at, message).help(help));
            }
        }
    }

    /// Reports the name of a picture that is not there.
    fn unknown_picture<'f>(&mut self, named: &Located<String>, known: impl Iterator<Item = &'f str>) {
        let known: Vec<&str> = known.collect();
        let shown: String = named.value.chars().take(80).collect();
        let message = format!("there is no picture `{shown}`");
        let near = self.guess(&named.value, &known);
        let help = match near {
            _ if named.value.split(['/', '\\']).any(|part| part == "..") || named.value.starts_with(['/', '\\']) => {
                format!("put pictures into the folder `{ART}` of their game, and write their path: `{ART}strike.svg`")
            }
            Some(near) => format!("did you mean `{near}`?"),
            None if known.is_empty() => {
                format!("put it into the folder `{ART}` of the game, and write its path: `{ART}strike.svg`")
            }
            None => listed(&known),
        };
        self.push(Diagnostic::error(Code::UnknownPicture, named.at, message).help(help));
    }

    /// Checks the pictures of somebody who stands in no content folder: they are those of the game.
    pub(crate) fn pictures_of_stranger(&mut self, who: &CharacterEntry, game: &Game) {
        for (art, _) in of_person(who) {
            let known = &game.entries.pictures.0;
            match known.get(&art.file.value) {
                None => self.unknown_picture(&art.file, known.keys().map(String::as_str)),
                Some(picture)
                    if !art.credit.is_empty() && art.credit.or(&game.entries.art_credit) != picture.credit =>
                {
                    let message = format!("the picture `{}` has a different credit in its game", art.file.value);
                    let help = "remove `credit` and `licence` here";
                    self.push(Diagnostic::error(Code::TwoCredits, art.file.at, message).help(help));
                }
                Some(_) => {}
            }
        }
    }
}

const fn start(file: FileId) -> Span {
    Span { file, start: 0, end: 0 }
}

/// How many dots to an inch a picture of pixels has where they are too few, and how many pixels across there should be.
fn coarse(picture: &GamePicture, shown: Shown) -> Option<(u32, u32)> {
    match picture.kind {
        PictureKind::Svg => None,
        PictureKind::Png | PictureKind::Jpeg => {
            let inches = picture::covering_width(shown.window()?, picture) / INCH;
            let dpi = f64::from(picture.ratio.width) / inches;
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a number from 0 to a few thousand"
            )]
            let whole = |number: f64| number as u32;
            (dpi < LEAST_DPI).then(|| (whole(dpi.floor()), whole((LEAST_DPI * inches).ceil())))
        }
    }
}
