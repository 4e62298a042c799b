//! `makeready npc`

use std::path::{Path, PathBuf};

use makeready_answers::npcs::{self, NpcsStream, Wanted};
use makeready_rules::npc::Npc;

use super::find_game::{find_game, is_yaml};
use super::folder::open;
use super::handout_flags::HandoutFlags;
use super::press_findings::PrintSource;
use super::print_flags::{computing_failed, usage};
use super::{CONTENT_HAS_ERRORS, CommandResult, ContentArgs, Stop, findings, say};
use crate::markdown;
use makeready_content::diagnostic::Counts;
use makeready_content::game::{Game, Person};
use makeready_content::npc_file;
use makeready_faces::sheet::Handout;
use makeready_jobs::seal::{Format, sealed_text};

/// The folder that several files go to when none is named.
const FOLDER: &str = "npcs";

/// Kinds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum NpcFormat {
    /// Handouts to print.
    Pdf,
    /// One YAML file per NPC, for `makeready handout`. Several NPCs go into the folder `npcs`, or into the one after
    /// `-o`. A single NPC goes to the terminal, or to the file or folder after `-o`; the name of a file ends in
    /// `.yaml`.
    Yaml,
    /// Every value and its calculation, and every choice that the program made.
    Json,
    /// Handouts as Markdown.
    Md,
}

/// Flags of `npc`.
#[derive(clap::Args, Debug)]
pub struct NpcArgs {
    /// The game: its id or its folder [default: the game whose folder you are in, or the only game].
    #[arg(value_name = "GAME")]
    game: Option<PathBuf>,
    /// The tier of the NPCs, for example `heroic`. The game defines the tiers.
    #[arg(long)]
    tier: Option<String>,
    /// The level of the NPCs.
    #[arg(long)]
    level: Option<i64>,
    /// Set any choice or input of the game by its name: `--set tier=heroic --set level=5`.
    #[arg(long, value_name = "NAME=VALUE", value_parser = named)]
    set: Vec<(String, String)>,
    /// The archetype of the NPCs [default: a random one for each NPC].
    #[arg(long)]
    archetype: Option<String>,
    /// The number of NPCs, each different.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=i64::from(npcs::MOST)))]
    count: u32,
    /// Random seed. The same seed makes the same NPCs of the same game, on every computer.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// The kind of file to write.
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
    let found = find_game(args.game.as_deref(), &args.content)?;
    let folder = open(&found.content, Some(&found.system))?;
    let game = folder.game_or_stop(&found.system, in_color)?;
    let wanted = Wanted {
        tier: args.tier.clone(),
        level: args.level,
        choose: args.set.clone(),
        archetype: args.archetype.clone(),
        count: args.count,
        seed: args.seed,
    };
    let npcs = npcs::made(game, &wanted).map_err(|fault| usage(&fault))?;
    let handouts = || handouts(args, game, &npcs, in_color);
    match args.format {
        NpcFormat::Yaml => {
            must_be_sound(&npcs, game, in_color)?;
            yaml(args, game, &npcs)
        }
        NpcFormat::Pdf => args.flags.print(PrintSource { folder: &folder, game, in_color }, &handouts()?, "npcs"),
        NpcFormat::Json => {
            must_be_sound(&npcs, game, in_color)?;
            let data = NpcsStream::new(game, args.seed, &npcs);
            let written = args.flags.output().write_json(&data);
            data.failure().map_or(written, |error| Err(computing_failed(&error)))
        }
        NpcFormat::Md => args.flags.output().write_text(&markdown::handouts(&handouts()?)),
    }
}

/// The handouts of NPCs.
fn handouts(args: &NpcArgs, game: &Game, npcs: &[Npc], in_color: bool) -> Result<Vec<Handout>, Stop> {
    let handouts = each_read_back(npcs, game, in_color, |people| args.flags.of(game, &people))?;
    Ok(handouts.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
}

/// Stops unless the files of the NPCs would be read without faults.
fn must_be_sound(npcs: &[Npc], game: &Game, in_color: bool) -> CommandResult {
    each_read_back(npcs, game, in_color, drop).map(drop)
}

/// What comes of the NPCs as their files would be read.
fn each_read_back<T: Send>(
    npcs: &[Npc],
    game: &Game,
    in_color: bool,
    of: impl Fn(Vec<Person>) -> T + Sync,
) -> Result<Vec<T>, Stop> {
    npcs::read_back(npcs, game, |npc| file_text(npc, game), of).map_err(|unsound| {
        for (diagnostics, sources) in unsound {
            findings::draw(&diagnostics, Counts::default(), &sources, in_color);
        }
        say("error: the archetypes made NPCs with errors; nothing was written");
        Stop(CONTENT_HAS_ERRORS)
    })
}

/// The file of an NPC.
fn file_text(npc: &Npc, game: &Game) -> String {
    sealed_text(Format::Yaml, &npc_file(npc, game))
}

/// Writes a file for each NPC: one to stdout, or to a file whose name ends so; else into a folder.
fn yaml(args: &NpcArgs, game: &Game, npcs: &[Npc]) -> CommandResult {
    let output = args.flags.output();
    let is_file = |path: &Path| is_yaml(path) || path.as_os_str() == "-";
    let folder = match (&output.output, npcs) {
        (None, [npc]) => return output.write_text(&file_text(npc, game)),
        (Some(path), [npc]) if is_file(path) => return output.write_text(&file_text(npc, game)),
        (Some(path), _) if is_file(path) => {
            let message = format!("a file has one NPC, but these are {}; name a folder after -o", npcs.len());
            return Err(usage(&message));
        }
        (path, _) => path.clone().unwrap_or_else(|| PathBuf::from(FOLDER)),
    };
    if folder.is_file() {
        let message =
            format!("{} is a file; name a folder after -o, or a file whose name ends in .yaml", folder.display());
        return Err(usage(&message));
    }
    let file = |npc: &Npc| (folder.join(format!("{}.yaml", npc.character.id)), file_text(npc, game).into_bytes());
    output.write_files(&npcs.iter().map(file).collect::<Vec<_>>())?;
    let files = if npcs.len() == 1 { "file" } else { "files" };
    say(&format!("{} {files} in {}", npcs.len(), folder.display()));
    Ok(())
}
