//! The modules for pages, where they were made (`page/build.sh`), and what workshops are made of with them.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;

use flate2::Compression;
use flate2::write::GzEncoder;
use rayon::prelude::*;
use serde_json::json;

use super::folder::Folder;
use super::{COULD_NOT_READ_OR_WRITE, Stop, say};
use deckle_content::game::Game;
use deckle_content::picture::is_picture;
use deckle_content::prepared::Prepared;
use deckle_content::source::SourceFile;
use deckle_content::{CAMPAIGN, SITE, prepared};
use deckle_embedded::NEW_GAME;
use deckle_jobs::cards;
use deckle_press::{CardSize, Paper};
use deckle_site::{CardSizeChoice, PackedGame, PackedPress, Workshop};

/// Where they lie, from the folder of the program: in a checkout `target/page`, in a package beside the program.
const PLACES: [&str; 2] = ["../page", "page"];

/// What answers while one types.
const RULES: &str = "rules.wasm.gz";

/// What prints.
const PRESS: &str = "press.wasm.lzma";

/// What unpacks it in a page.
const UNPACK: &str = "unpack.wasm.gz";

/// The environment variable that names another module of rules; where it is empty there is none.
const NAMED: &str = "DECKLE_MODULE";

/// The modules, as they were packed.
pub struct PageModules {
    rules: Arc<[u8]>,
    /// That which lies beside the first, if there is one.
    press: Option<PackedPress>,
}

impl PageModules {
    /// The one of rules that is named, or else the one that lies beside the program, if there is one; with the press that lies beside
    /// it.
    ///
    /// # Errors
    /// When the one that is named cannot be read.
    pub fn find() -> Result<Option<Self>, Stop> {
        let Some(named) = std::env::var_os(NAMED) else { return Ok(Self::beside_program()) };
        if named.is_empty() {
            return Ok(None);
        }
        let named = Path::new(&named);
        match fs::read(named) {
            Ok(rules) => Ok(Some(Self::with_press_of(rules, named.parent().unwrap_or(Path::new(""))))),
            Err(error) => {
                say(&format!("error: {NAMED} names {}, which cannot be read: {error}", named.display()));
                Err(Stop(COULD_NOT_READ_OR_WRITE))
            }
        }
    }

    fn beside_program() -> Option<Self> {
        let program = std::env::current_exe().ok()?;
        let folder = program.parent()?;
        let found = PLACES.iter().map(|place| folder.join(place));
        found.into_iter().find_map(|place| Some(Self::with_press_of(fs::read(place.join(RULES)).ok()?, &place)))
    }

    fn with_press_of(rules: Vec<u8>, folder: &Path) -> Self {
        let read = |name: &str| fs::read(folder.join(name)).ok().map(Arc::from);
        let press = read(PRESS).zip(read(UNPACK)).map(|(module, unpacker)| PackedPress { module, unpacker });
        Self { rules: rules.into(), press }
    }

    /// Whether workshops can print.
    pub const fn has_press(&self) -> bool {
        self.press.is_some()
    }

    /// Hashes of them.
    pub fn hashes(&self) -> [[u8; 32]; 3] {
        let hash = |bytes: &[u8]| *blake3::hash(bytes).as_bytes();
        let of_press = |part: fn(&PackedPress) -> &[u8]| self.press.as_ref().map(|press| hash(part(press)));
        let press = [of_press(|press| &press.module), of_press(|press| &press.unpacker)].map(Option::unwrap_or_default);
        [hash(&self.rules), press[0], press[1]]
    }

    /// Workshops for these games of a folder.
    pub fn with_games(&self, folder: &Folder, games: &[Game]) -> Workshop {
        let is_sound = folder.diagnostics.is_empty();
        let packed = |game: &Game| {
            let id = game.entries.head.id.clone();
            let (opening, pictures) = opening(folder, &id, is_sound);
            let pictures = Some(pictures).filter(|bytes| !bytes.is_empty()).map(|bytes| packed(&bytes).into());
            (id, PackedGame { opening: packed(&opening).into(), pictures })
        };
        let backs_of = |game: &Game| cards::backs(game).into_iter().map(str::to_owned).collect();
        let sizes = CardSize::all().map(|size| CardSizeChoice { id: size.id, measures: size.trim.to_string() });
        Workshop {
            module: Arc::clone(&self.rules),
            press: self.press.clone(),
            sample: sample().into(),
            games: games.par_iter().map(packed).collect::<BTreeMap<_, _>>(),
            sizes: sizes.collect(),
            papers: Paper::known().map(|(id, name)| (id.to_owned(), name.to_owned())).collect(),
            backs: games.iter().map(|game| (game.entries.head.id.clone(), backs_of(game))).collect(),
        }
    }
}

/// The files of the game that `deckle new` makes, path to text. The site of a folder is no matter of a workshop.
fn sample() -> Vec<u8> {
    let files: BTreeMap<&str, &str> = NEW_GAME.iter().filter(|(path, _)| *path != SITE).copied().collect();
    packed(json!(files).to_string().as_bytes())
}

/// The message that opens a game, as `docs/page.md` has it, without its end: the pictures that are needed only for printing.
fn opening(folder: &Folder, id: &str, is_sound: bool) -> (Vec<u8>, Vec<u8>) {
    let sources = &folder.sources;
    let prepared = if is_sound { prepared::of_game(sources, id) } else { Prepared::new() };
    let of_game = sources.within(id).map(|(_, file, _)| file);
    let all = of_game.chain(sources.find(CAMPAIGN).map(|file| sources.file(file)));
    let (pictures, files): (Vec<_>, Vec<_>) =
        all.partition(|file| is_picture(&file.path) && prepared.contains_key(&file.path));
    let bytes = |file: &SourceFile| match sources.bytes(&file.path) {
        Some(bytes) => bytes.to_vec(),
        None => file.text.clone().into_bytes(),
    };
    let contents = |files: &[&SourceFile]| files.iter().map(|file| bytes(file)).collect::<Vec<_>>();
    let lengths = |files: &[&SourceFile], contents: &[Vec<u8>]| -> Vec<(String, usize)> {
        files.iter().zip(contents).map(|(file, bytes)| (file.path.clone(), bytes.len())).collect()
    };
    let (of_files, of_pictures) = (contents(&files), contents(&pictures));
    let known: Vec<_> = prepared.iter().map(|(path, bytes)| (path, bytes.len())).collect();
    let json = json!({
        "ask": "open", "system": id, "files": lengths(&files, &of_files), "is_sound": is_sound, "prepared": known,
        "pictures": lengths(&pictures, &of_pictures),
    });
    let json = json.to_string();
    let length = u32::try_from(json.len()).expect("a list of files is below the limits of content").to_le_bytes();
    let behind = of_files.iter().chain(prepared.values()).map(Vec::as_slice);
    let begin: Vec<&[u8]> = [&length[..], json.as_bytes()].into_iter().chain(behind).collect();
    (begin.concat(), of_pictures.concat())
}

/// As gzip, the same for the same bytes.
fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    gzip.write_all(bytes).and_then(|()| gzip.finish()).expect("memory takes what is written")
}
