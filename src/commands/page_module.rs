//! The modules for pages, where they were made (`page/build.sh`), and what workshops are made of with them.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read as _, Write as _};
use std::path::Path;
use std::sync::Arc;

use flate2::Compression;
use flate2::write::GzEncoder;
use lzma_rust2::{LzmaOptions, LzmaReader, LzmaWriter};
use rayon::prelude::*;
use serde_json::json;

use super::folder::Folder;
use super::{COULD_NOT_READ_OR_WRITE, Stop, say};
use makeready_content::game::Game;
use makeready_content::picture::is_picture;
use makeready_content::{CAMPAIGN, SITE, is_told_as_written, published};
use makeready_embedded::NEW_GAME;
use makeready_jobs::cards;
use makeready_press::{CardSize, Paper};
use makeready_site::{CardSizeChoice, NO_GAME, PackedGame, Workshop};

/// Where they lie, from the folder of the program: in a checkout `target/page`, in a package beside the program.
const PLACES: [&str; 2] = ["../page", "page"];

/// What answers while one types.
const RULES: &str = "rules.wasm.lzma";

/// What reads files and prints.
const PRESS: &str = "press.wasm.lzma";

/// The module that reads files and prints nothing. A page loads it before the press.
const READ: &str = "read.wasm.lzma";

/// The module that unpacks the others in a page.
const UNPACK: &str = "unpack.wasm.gz";

/// The modules of rules, of what unpacks them, of the press and of what reads files, in a program that was compiled with them.
#[cfg(feature = "modules")]
const EMBEDDED: Option<[&[u8]; 4]> = Some([
    include_bytes!("../../target/page/rules.wasm.lzma"),
    include_bytes!("../../target/page/unpack.wasm.gz"),
    include_bytes!("../../target/page/press.wasm.lzma"),
    include_bytes!("../../target/page/read.wasm.lzma"),
]);
#[cfg(not(feature = "modules"))]
const EMBEDDED: Option<[&[u8]; 4]> = None;

/// The environment variable that names another module of rules; where it is empty there is none.
pub(super) const NAMED: &str = "MAKEREADY_MODULE";

/// How a compiled module begins.
const COMPILED: &[u8] = b"\0asm";

/// The most that a module unpacks to, in bytes, as in `crates/unpack`.
const MOST: u64 = 1 << 27;

/// The most memory for unpacking a module, in KiB.
const MOST_FOR_TABLE: u32 = 1 << 17;

/// What is packed as LZMA in a file.
///
/// # Errors
/// When the file is not packed as LZMA, is cut short, or holds more than [`MOST`].
fn unpacked(packed: &[u8]) -> io::Result<Vec<u8>> {
    let mut whole = Vec::new();
    let reader = LzmaReader::new_mem_limit(packed, MOST_FOR_TABLE, None)?;
    reader.take(MOST + 1).read_to_end(&mut whole)?;
    if whole.len() as u64 > MOST {
        return Err(io::Error::other(format!("it unpacks to more than {MOST} bytes")));
    }
    Ok(whole)
}

/// A compiled module as LZMA, with the options of `page/build.sh`.
fn packed_as_lzma(module: &[u8]) -> io::Result<Vec<u8>> {
    const LARGEST: u32 = 32 << 20;
    const SMALLEST: u32 = 1 << 12;
    // A larger one than the module only takes memory.
    let dict_size = u32::try_from(module.len()).map_or(LARGEST, |length| length.clamp(SMALLEST, LARGEST));
    let options = LzmaOptions { lc: 4, pb: 0, dict_size, ..LzmaOptions::with_preset(9) };
    let mut writer = LzmaWriter::new_use_header(Vec::new(), &options, Some(module.len() as u64))?;
    writer.write_all(module)?;
    writer.finish()
}

/// The modules, as they were packed.
pub struct PageModules {
    rules: Arc<[u8]>,
    /// That which lies beside it and unpacks it.
    unpacker: Arc<[u8]>,
    /// That which lies beside it and prints, if there is one.
    press: Option<Arc<[u8]>>,
    /// The module beside it that reads files, if there is one. Without it the press reads them.
    reader: Option<Arc<[u8]>>,
}

impl PageModules {
    /// The one of rules that is named, or else the one in the program, or else the one that lies beside the program; with what lies
    /// beside it: that which unpacks it, and the press.
    ///
    /// # Errors
    /// When the one that is named cannot be read or is no module, or when what unpacks it cannot be read.
    pub fn find() -> Result<Option<Self>, Stop> {
        let Some(named) = std::env::var_os(NAMED) else { return Ok(Self::in_program().or_else(Self::beside_program)) };
        if named.is_empty() {
            return Ok(None);
        }
        let named = Path::new(&named);
        Self::named(named).map(Some).map_err(|reason| {
            say(&format!("error: {NAMED} names {}, {reason}", named.display()));
            Stop(COULD_NOT_READ_OR_WRITE)
        })
    }

    /// The modules of a folder, from the one of rules: compiled, or packed.
    fn named(rules: &Path) -> Result<Self, String> {
        let given = fs::read(rules).map_err(|error| format!("which cannot be read: {error}"))?;
        let packed = if given.starts_with(COMPILED) {
            // The file that `page/build.sh` has packed from it, where there is one: packing takes seconds.
            let beside = fs::read(rules.with_file_name(RULES)).ok();
            match beside.filter(|packed| unpacked(packed).is_ok_and(|module| module == given)) {
                Some(packed) => packed,
                None => packed_as_lzma(&given).map_err(|error| format!("which cannot be packed: {error}"))?,
            }
        } else {
            let neither = |reason: String| {
                format!("which is neither a module (`rules.wasm`) nor one packed as LZMA (`{RULES}`): {reason}")
            };
            let module = unpacked(&given).map_err(|error| neither(error.to_string()))?;
            if !module.starts_with(COMPILED) {
                return Err(neither("what is packed in it is not WebAssembly".to_owned()));
            }
            given
        };
        let unpacker = rules.with_file_name(UNPACK);
        let unpacker = fs::read(&unpacker)
            .map_err(|error| format!("and {}, which unpacks it, cannot be read: {error}", unpacker.display()))?;
        Ok(Self {
            rules: packed.into(),
            unpacker: unpacker.into(),
            press: Self::beside(rules, PRESS),
            reader: Self::beside(rules, READ),
        })
    }

    /// Another module beside the one of rules.
    fn beside(rules: &Path, name: &str) -> Option<Arc<[u8]>> {
        fs::read(rules.with_file_name(name)).ok().map(Arc::from)
    }

    fn beside_program() -> Option<Self> {
        let program = std::env::current_exe().ok()?;
        let folder = program.parent()?;
        let found = PLACES.iter().map(|place| folder.join(place));
        found.into_iter().find_map(|place| Self::in_folder(&place).ok())
    }

    /// The embedded modules (feature `modules`).
    fn in_program() -> Option<Self> {
        let [rules, unpacker, press, reader] = EMBEDDED?;
        let (press, reader) = (Some(press.into()), Some(reader.into()));
        Some(Self { rules: rules.into(), unpacker: unpacker.into(), press, reader })
    }

    /// Those of a folder, as `page/build.sh` has packed them.
    fn in_folder(folder: &Path) -> io::Result<Self> {
        let rules = folder.join(RULES);
        let read = |name: &str| fs::read(folder.join(name)).map(Arc::from);
        let (press, reader) = (Self::beside(&rules, PRESS), Self::beside(&rules, READ));
        Ok(Self { press, reader, rules: read(RULES)?, unpacker: read(UNPACK)? })
    }

    /// Whether workshops can print.
    pub const fn has_press(&self) -> bool {
        self.press.is_some()
    }

    /// Hashes of them.
    pub fn hashes(&self) -> [[u8; 32]; 4] {
        let hash = |bytes: &[u8]| *blake3::hash(bytes).as_bytes();
        let [press, reader] = [&self.press, &self.reader].map(|one| one.as_deref().map(hash).unwrap_or_default());
        [hash(&self.rules), hash(&self.unpacker), press, reader]
    }

    /// Workshops for these games of a folder.
    pub fn with_games(&self, folder: &Folder, games: &[Game]) -> Workshop {
        let is_sound = folder.diagnostics.is_empty();
        let packed = |game: &Game| {
            let id = game.entries.head.id.clone();
            let (opening, pictures) = opening(folder, &id, is_sound)?;
            let pictures = Some(pictures).filter(|bytes| !bytes.is_empty()).map(|bytes| packed(&bytes).into());
            Some((id, PackedGame { opening: packed(&opening).into(), pictures }))
        };
        Workshop {
            games: games.par_iter().filter_map(packed).collect::<BTreeMap<_, _>>(),
            backs: games.iter().map(|game| (game.entries.head.id.clone(), backs_of(Some(game)))).collect(),
            ..self.without_games()
        }
    }

    /// A workshop that has no game. It offers the backs that all games have.
    pub fn without_games(&self) -> Workshop {
        let sizes = CardSize::all().map(|size| CardSizeChoice { id: size.id, measures: size.trim.to_string() });
        Workshop {
            module: Arc::clone(&self.rules),
            unpacker: Arc::clone(&self.unpacker),
            press: self.press.clone(),
            // Without the press, workshops open no games of their readers.
            reader: self.reader.clone().filter(|_| self.has_press()),
            sample: sample().into(),
            games: BTreeMap::new(),
            sizes: sizes.collect(),
            papers: Paper::known().map(|(id, name)| (id.to_owned(), name.to_owned())).collect(),
            backs: BTreeMap::from([(NO_GAME.to_owned(), backs_of(None))]),
        }
    }
}

fn backs_of(game: Option<&Game>) -> Vec<String> {
    cards::backs(game).into_iter().map(str::to_owned).collect()
}

/// The files of the game that `makeready new` makes, path to text. The site of a folder is no matter of a workshop.
fn sample() -> Vec<u8> {
    let files: BTreeMap<&str, &str> = NEW_GAME.iter().filter(|(path, _)| *path != SITE).copied().collect();
    packed(json!(files).to_string().as_bytes())
}

/// The message that opens a game, as `docs/internals.md` has it, without its end: the pictures that are needed only for printing. None
/// of a game with errors.
fn opening(folder: &Folder, id: &str, is_sound: bool) -> Option<(Vec<u8>, Vec<u8>)> {
    let sources = &folder.sources;
    let published = published(sources, id)?;
    let of_game = || sources.within(id).map(|(_, file, path)| (file, path));
    let texts = of_game().filter(|(_, path)| is_told_as_written(path)).map(|(file, _)| file);
    let texts: Vec<_> = texts.chain(sources.find(CAMPAIGN).map(|file| sources.file(file))).collect();
    let pictures =
        of_game().filter_map(|(file, _)| Some((file, sources.bytes(&file.path).filter(|_| is_picture(&file.path))?)));
    let pictures: Vec<_> = pictures.collect();
    let of_texts: Vec<_> = texts.iter().map(|file| (&file.path, file.text.len())).collect();
    let of_pictures: Vec<_> = pictures.iter().map(|(file, bytes)| (&file.path, bytes.len())).collect();
    let json = json!({
        "ask": "open", "system": id, "files": of_texts, "published": published.len(), "is_sound": is_sound, "pictures": of_pictures,
    });
    let json = json.to_string();
    let length = u32::try_from(json.len()).expect("a list of files is below the limits of content").to_le_bytes();
    let texts = texts.iter().map(|file| file.text.as_bytes());
    let begin: Vec<&[u8]> = [&length[..], json.as_bytes()].into_iter().chain(texts).chain([&*published]).collect();
    Some((begin.concat(), pictures.iter().flat_map(|(_, bytes)| bytes.iter().copied()).collect()))
}

/// As gzip, the same for the same bytes.
fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    gzip.write_all(bytes).and_then(|()| gzip.finish()).expect("memory takes what is written")
}
