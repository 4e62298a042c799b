//! Which game a command is about: the one that is named, by its id or by a folder; else the game around the working directory,
//! or the only one of the content folder.

use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};
use std::{env, fs};

use clap::CommandFactory as _;
use makeready_content::diagnostic::listed;
use makeready_rules::formula::nearest;

use super::folder::{systems_in, systems_of};
use super::{Cli, ContentArgs, Stop, USAGE, say};

/// The name of the content folder, where none is given.
const CONTENT: &str = "content";

/// A game in a content folder.
#[derive(Clone, Debug)]
pub struct FoundGame {
    /// The content folder around it.
    pub content: ContentArgs,
    /// Its id.
    pub system: String,
}

/// One game of a content folder, or all of them.
#[derive(Clone, Debug)]
pub struct FoundGames {
    /// The content folder.
    pub content: ContentArgs,
    /// The id of the game; none for all of them.
    pub system: Option<String>,
}

/// The game that is named by its id or by a folder in it; without a name, the one around the working directory, or the only one of
/// the content folder.
///
/// # Errors
/// A stop, when there is no such game, or more than one. The message lists the games, and has the line to type.
pub fn find_game(named: Option<&Path>, args: &ContentArgs) -> Result<FoundGame, Stop> {
    match named.map(|named| (named, place(named, args))) {
        Some((_, Place::Game(game))) => Ok(game),
        Some((named, Place::Content(args))) => only_game(&args, Some(named)),
        Some((named, Place::Nothing)) => Err(unknown(named, args)),
        None => game_here(args).map_or_else(|| only_game(args, None), Ok),
    }
}

/// The same for a command about whole content folders: a content folder may be named as well, and without a name all games are
/// meant, unless the working directory is in one of them.
///
/// # Errors
/// A stop, when there is no such game.
pub fn find_games(named: Option<&Path>, args: &ContentArgs) -> Result<FoundGames, Stop> {
    let of = |FoundGame { content, system }| FoundGames { content, system: Some(system) };
    match named.map(|named| (named, place(named, args))) {
        Some((_, Place::Game(game))) => Ok(of(game)),
        Some((_, Place::Content(content))) => Ok(FoundGames { content, system: None }),
        Some((named, Place::Nothing)) => Err(unknown(named, args)),
        None => match game_here(args) {
            Some(game) => Ok(of(game)),
            None if is_missing(args) => Err(no_game_here()),
            None => Ok(FoundGames { content: args.clone(), system: None }),
        },
    }
}

/// Whether a word of the command line names a game, or a folder with games.
pub fn names_game(named: &Path, args: &ContentArgs) -> bool {
    !matches!(place(named, args), Place::Nothing)
}

/// The game around the working directory, if it is one of the content folder.
pub fn game_here(args: &ContentArgs) -> Option<FoundGame> {
    let here = real(Path::new("."))?;
    let game = game_around(&here)?;
    (real(&args.content).as_deref() == game.parent()).then(|| found(game, args.clone()))
}

/// The game that is meant where none is named: the one around the working directory, or the only one of the content folder.
pub fn unnamed_game(args: &ContentArgs) -> Option<FoundGame> {
    game_here(args).or_else(|| match &systems_in(&args.content).ok()?[..] {
        [only] => Some(FoundGame { content: args.clone(), system: only.clone() }),
        _ => None,
    })
}

/// Whether a word of the command line is a YAML file rather than a game.
pub fn is_yaml(subject: &Path) -> bool {
    subject.extension().is_some_and(|ending| ending == "yaml" || ending == "yml")
}

/// The content folder, where none is given: `content`, else the one around the working directory.
pub fn default_content() -> PathBuf {
    let usual = PathBuf::from(CONTENT);
    if usual.is_dir() {
        return usual;
    }
    let Some(here) = real(Path::new(".")) else { return usual };
    match game_around(&here).and_then(Path::parent) {
        Some(content) => shown(content),
        None if holds_games(&here) => PathBuf::from("."),
        None => usual,
    }
}

/// A folder of this name in the working directory; beside the content folder, where the working directory is in it.
pub fn outside_content(name: &str, content: &Path) -> PathBuf {
    let is_inside = real(Path::new(".")).zip(real(content)).is_some_and(|(here, content)| here.starts_with(content));
    if !is_inside {
        return PathBuf::from(name);
    }
    match content.components().next_back() {
        Some(Component::Normal(_)) => content.with_file_name(name),
        Some(Component::CurDir) => Path::new("..").join(name),
        _ => content.join("..").join(name),
    }
}

/// The folder of the game around a folder or file, both whichever way they are reached.
pub fn game_around(real: &Path) -> Option<&Path> {
    real.ancestors().find(|folder| folder.join("system.yaml").is_file())
}

/// A content folder as the user would write it, when `named` is a path to something in it.
pub fn shown_content(content: &Path, named: &Path) -> PathBuf {
    let mut above = Some(named);
    while let Some(folder) = above {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        if real(folder).as_deref() == Some(content) {
            return folder.to_path_buf();
        }
        above = above.and_then(Path::parent);
    }
    shown(content)
}

/// A folder, as seen from the working directory where it is around it or in it.
fn shown(folder: &Path) -> PathBuf {
    let Some(here) = real(Path::new(".")) else { return folder.to_path_buf() };
    if let Ok(down) = here.strip_prefix(folder) {
        let up: PathBuf = down.components().map(|_| Component::ParentDir).collect();
        return if up.as_os_str().is_empty() { PathBuf::from(".") } else { up };
    }
    folder.strip_prefix(&here).unwrap_or(folder).to_path_buf()
}

/// What a word of the command line names.
enum Place {
    Game(FoundGame),
    /// A content folder.
    Content(ContentArgs),
    Nothing,
}

fn place(named: &Path, args: &ContentArgs) -> Place {
    let mut parts = named.components();
    let is_id = matches!((parts.next(), parts.next()), (Some(Component::Normal(_)), None));
    let of_id = args.content.join(named);
    if is_id && of_id.join("system.yaml").is_file() {
        return Place::Game(found(&of_id, args.clone()));
    }
    let Some(folder) = real(named).filter(|folder| folder.is_dir()) else { return Place::Nothing };
    let within = |content| ContentArgs { content, campaign: args.campaign.clone() };
    match game_around(&folder).and_then(|game| Some((game, game.parent()?))) {
        Some((game, content)) => Place::Game(found(game, within(shown_content(content, named)))),
        None if holds_games(&folder) => Place::Content(within(named.to_path_buf())),
        None => Place::Nothing,
    }
}

/// The game in this folder.
fn found(folder: &Path, content: ContentArgs) -> FoundGame {
    let system = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    FoundGame { content, system }
}

fn real(path: &Path) -> Option<PathBuf> {
    fs::canonicalize(path).ok()
}

fn holds_games(folder: &Path) -> bool {
    systems_in(folder).is_ok_and(|systems| !systems.is_empty())
}

/// The only game of a content folder.
fn only_game(args: &ContentArgs, named: Option<&Path>) -> Result<FoundGame, Stop> {
    if is_missing(args) {
        return Err(no_game_here());
    }
    let systems = systems_of(args)?;
    match &systems[..] {
        [only] => Ok(FoundGame { content: args.clone(), system: only.clone() }),
        [] => {
            say(&format!("error: {} has no game: no folder in it has a system.yaml", args.content.display()));
            Err(Stop(USAGE))
        }
        [first, ..] => {
            let games = systems.join(", ");
            say(&format!("error: say which game; {} has several: {games}", args.content.display()));
            // A content folder that is named stays named.
            let game = if named.is_some() { args.content.join(first) } else { PathBuf::from(first) };
            help(named, &game);
            Err(Stop(USAGE))
        }
    }
}

/// Whether no content folder is named and there is none.
fn is_missing(args: &ContentArgs) -> bool {
    args.content == Path::new(CONTENT) && !args.content.exists()
}

fn no_game_here() -> Stop {
    say("error: there is no game here: there is no folder `content`, and no system.yaml in this folder or a folder \
         above it");
    say("  = help: change to the folder of a game, or name the content folder: `--content FOLDER`");
    Stop(USAGE)
}

/// Says that nothing is named so.
fn unknown(named: &Path, args: &ContentArgs) -> Stop {
    if is_missing(args) {
        return no_game_here();
    }
    let systems = match systems_of(args) {
        Ok(systems) => systems,
        Err(stop) => return stop,
    };
    let known: Vec<&str> = systems.iter().map(String::as_str).collect();
    say(&format!("error: there is no game `{}`; {}", named.display(), listed(&known)));
    let near = nearest(&named.to_string_lossy(), known.iter().copied()).or(known.first().copied());
    if let Some(near) = near {
        help(Some(named), Path::new(near));
    }
    Stop(USAGE)
}

/// Shows the line to type: this one with the game in it.
fn help(named: Option<&Path>, game: &Path) {
    say(&format!("  = help: type `{}`", line(env::args_os().skip(1).collect(), named, game)));
}

/// The arguments of the program with a game in place of what was named, or behind the command.
fn line(mut arguments: Vec<OsString>, named: Option<&Path>, game: &Path) -> String {
    let cli = Cli::command();
    let is_command = |word: &OsString| word.to_str().is_some_and(|word| cli.find_subcommand(word).is_some());
    let command = arguments.iter().position(is_command).unwrap_or(0);
    let behind = (command + 1).min(arguments.len());
    let place = named.and_then(|named| arguments[behind..].iter().position(|word| Path::new(word) == named));
    match place {
        Some(place) => arguments[behind + place] = game.into(),
        None => arguments.insert(behind, game.into()),
    }
    let quoted = arguments.iter().map(|word| {
        let word = word.to_string_lossy();
        if word.contains(char::is_whitespace) { format!("'{word}'") } else { word.into_owned() }
    });
    std::iter::once("makeready".to_owned()).chain(quoted).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_to_type_has_the_game_where_it_belongs() {
        let line = |words: &str, named: Option<&str>| {
            line(words.split(' ').map(OsString::from).collect(), named.map(Path::new), Path::new("lantern"))
        };
        assert_eq!(line("cards --blank", None), "makeready cards lantern --blank");
        assert_eq!(line("--color never odds climb", None), "makeready --color never odds lantern climb");
        assert_eq!(line("build --system lanterm", Some("lanterm")), "makeready build --system lantern");
        assert_eq!(line("cards ./lanterm --size poker", Some("./lanterm")), "makeready cards lantern --size poker");
    }
}
