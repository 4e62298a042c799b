//! `deckle npc`

use std::collections::BTreeMap;
use std::path::PathBuf;

use deckle_rules::compute::Evaluator;
use deckle_rules::npc::{Creation, Decision, Npc, Request};
use rayon::prelude::*;
use serde::Serialize;

use super::folder::open;
use super::handout_flags::HandoutFlags;
use super::print_flags::{computing_failed, usage};
use super::{CONTENT_HAS_ERRORS, CommandResult, ContentArgs, Stop, findings, output, say};
use crate::markdown;
use crate::seal::{Format, sealed_text};
use deckle_content::diagnostic::Counts;
use deckle_content::game::{Game, Person};
use deckle_content::source::{SourceFile, Sources};
use deckle_content::{npc_file, read_characters};
use deckle_faces::make::{FaceBuilder, SheetData, sheet_data};
use deckle_faces::sheet::Handout;

/// The folder that several files go to when none is named.
const FOLDER: &str = "npcs";
/// The most NPCs at a time.
const MOST: i64 = 2_000;

/// Kinds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum NpcFormat {
    /// Handouts to print.
    Pdf,
    /// A file for each NPC, which `deckle handout` reads.
    Yaml,
    /// Every value with its terms, and every choice that was made.
    Json,
    /// Handouts as Markdown.
    Md,
}

/// Flags of `npc`.
#[derive(clap::Args, Debug)]
pub struct NpcArgs {
    /// A system's id.
    #[arg(value_name = "SYSTEM")]
    system: String,
    /// How large they are: an option of the choice that the system calls its tier.
    #[arg(long)]
    tier: Option<String>,
    /// How far they have come.
    #[arg(long)]
    level: Option<i64>,
    /// Any other choice or input of the system: `--choose tier=heroic --choose level=5`.
    #[arg(long, value_name = "NAME=VALUE", value_parser = named)]
    choose: Vec<(String, String)>,
    /// What kind of people they are [default: each draws one].
    #[arg(long)]
    archetype: Option<String>,
    /// How many, each a different one.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=MOST))]
    count: u32,
    /// Where chance begins: the same seed makes the same NPCs, on every machine.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// What kind of file to write.
    #[arg(long, value_enum, default_value_t = NpcFormat::Pdf)]
    format: NpcFormat,
    #[command(flatten)]
    flags: HandoutFlags,
    #[command(flatten)]
    content: ContentArgs,
}

fn named(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or_else(|| "write NAME=VALUE, such as tier=heroic".to_owned())?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

/// Runs the command.
pub fn run(args: &NpcArgs, in_color: bool) -> CommandResult {
    let folder = open(&args.content, Some(&args.system))?;
    let game = folder.game_or_stop(&args.system, in_color)?;
    let (Some(creation), Some(generator)) = (&game.creation, game.generator(&game.rules)) else {
        return Err(usage(&format!("the system `{}` does not say how characters are made", args.system)));
    };
    let request = request(args, game, creation)?;
    let npcs = generator.generate(&request).map_err(|error| usage(&error))?;
    let handouts = || handouts(args, game, &npcs, in_color);
    match args.format {
        NpcFormat::Yaml => {
            must_be_sound(&npcs, game, in_color)?;
            yaml(args, game, &npcs)
        }
        NpcFormat::Pdf => args.flags.print(&folder, game, &handouts()?, "npcs"),
        NpcFormat::Json => {
            must_be_sound(&npcs, game, in_color)?;
            json(args, game, &npcs)
        }
        NpcFormat::Md => args.flags.output().write_text(&markdown::handouts(&handouts()?)),
    }
}

/// How many NPCs are read back together: each has its values with their terms, half a megabyte.
const READ_AT_ONCE: usize = 20;

/// The handouts of NPCs.
fn handouts(args: &NpcArgs, game: &Game, npcs: &[Npc], in_color: bool) -> Result<Vec<Handout>, Stop> {
    let handouts = each_read_back(npcs, game, in_color, |people| args.flags.of(game, &people))?;
    Ok(handouts.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
}

/// Stops unless the files of the NPCs would be read without faults.
fn must_be_sound(npcs: &[Npc], game: &Game, in_color: bool) -> CommandResult {
    each_read_back(npcs, game, in_color, drop).map(drop)
}

/// What comes of the NPCs as their files would be read, some at a time: so they are printed exactly as saved files are.
fn each_read_back<T: Send>(
    npcs: &[Npc],
    game: &Game,
    in_color: bool,
    of: impl Fn(Vec<Person>) -> T + Sync,
) -> Result<Vec<T>, Stop> {
    let read = npcs.par_chunks(READ_AT_ONCE).map(|npcs| {
        let sources = sources(npcs, game);
        let (people, diagnostics) = read_characters(&sources, game);
        if diagnostics.is_empty() { Ok(of(people)) } else { Err((diagnostics, sources)) }
    });
    let (mut made, mut is_sound) = (Vec::new(), true);
    for read in read.collect::<Vec<_>>() {
        match read {
            Ok(of_some) => made.push(of_some),
            Err((diagnostics, sources)) => {
                is_sound = false;
                findings::draw(&diagnostics, Counts::default(), &sources, in_color);
            }
        }
    }
    if is_sound {
        return Ok(made);
    }
    say("error: the archetypes made NPCs that are not sound; nothing was written");
    Err(Stop(CONTENT_HAS_ERRORS))
}

/// The files of NPCs.
fn sources(npcs: &[Npc], game: &Game) -> Sources {
    let file = |(number, npc): (usize, &Npc)| {
        // Sources are kept in the order of their paths.
        let path = format!("{number:04}-{}.yaml", npc.character.id);
        SourceFile { shown: path.clone(), path, text: file_text(npc, game) }
    };
    Sources::new(npcs.iter().enumerate().map(file).collect())
}

/// The request, with the names of the system.
fn request(args: &NpcArgs, game: &Game, creation: &Creation) -> Result<Request, Stop> {
    let mut request = Request {
        archetype: args.archetype.clone(),
        count: args.count,
        seed: args.seed,
        inputs: BTreeMap::new(),
        choices: BTreeMap::new(),
    };
    let none = |what: &str| format!("the system `{}` has no {what}; use --choose NAME=VALUE", args.system);
    if let Some(tier) = &args.tier {
        let name = creation.tier.clone().ok_or_else(|| usage(&none("tier")))?;
        request.choices.insert(name, tier.clone());
    }
    if let Some(level) = args.level {
        let name = creation.level.clone().ok_or_else(|| usage(&none("level")))?;
        request.inputs.insert(name, level);
    }
    for (name, value) in &args.choose {
        let is_input = game.rules.system().inputs.contains_key(name);
        let is_new = if is_input {
            let value =
                value.parse().map_err(|_| usage(&format!("{name} is a whole number, and `{value}` is none")))?;
            request.inputs.insert(name.clone(), value).is_none()
        } else {
            request.choices.insert(name.clone(), value.clone()).is_none()
        };
        if !is_new {
            return Err(usage(&format!("`{name}` is asked for twice")));
        }
    }
    Ok(request)
}

/// The file of an NPC.
fn file_text(npc: &Npc, game: &Game) -> String {
    sealed_text(Format::Yaml, &npc_file(npc, game))
}

fn yaml(args: &NpcArgs, game: &Game, npcs: &[Npc]) -> CommandResult {
    if let [npc] = npcs {
        return args.flags.output().write_text(&file_text(npc, game));
    }
    let output = args.flags.output();
    let folder = output.output.clone().unwrap_or_else(|| PathBuf::from(FOLDER));
    let is_file = folder.extension().is_some_and(|ending| ending == "yaml" || ending == "yml");
    if is_file || folder.as_os_str() == "-" {
        let message = format!("a file holds one NPC, and these are {}; name a folder behind -o", npcs.len());
        return Err(usage(&message));
    }
    let file = |npc: &Npc| (folder.join(format!("{}.yaml", npc.character.id)), file_text(npc, game).into_bytes());
    output.write_files(&npcs.iter().map(file).collect::<Vec<_>>())?;
    say(&format!("{} files in {}", npcs.len(), folder.display()));
    Ok(())
}

#[derive(Serialize)]
struct NpcsData {
    system: String,
    seed: u64,
    npcs: Vec<NpcData>,
}

/// An NPC as data: its identity, its sheet, and the log of choices.
#[derive(Serialize)]
struct NpcData {
    archetype: String,
    portrait: String,
    notes: BTreeMap<String, String>,
    sheet: SheetData,
    choices: Vec<ChoiceData>,
}

#[derive(Serialize)]
struct ChoiceData {
    what: String,
    options: Vec<String>,
    taken: String,
    why: String,
}

fn json(args: &NpcArgs, game: &Game, npcs: &[Npc]) -> CommandResult {
    let choice = |decision: &Decision| ChoiceData {
        what: decision.what.clone(),
        options: decision.options.clone(),
        taken: decision.taken.clone(),
        why: decision.why.clone(),
    };
    let data = |npc: &Npc| {
        Ok(NpcData {
            archetype: npc.archetype.clone(),
            portrait: npc.portrait.clone(),
            notes: npc.notes.iter().cloned().collect(),
            // Illegal NPCs are never made.
            sheet: sheet_data(&FaceBuilder::with(game, Evaluator::new(&game.rules, &npc.character)), Vec::new())?,
            choices: npc.log.iter().map(choice).collect(),
        })
    };
    let npcs = npcs.par_iter().map(data).collect::<Result<_, _>>().map_err(|error| computing_failed(&error))?;
    args.flags.output().write_text(&output::json(&NpcsData { system: args.system.clone(), seed: args.seed, npcs }))
}
