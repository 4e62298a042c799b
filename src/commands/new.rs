//! `makeready new`: a game to begin with, in a content folder of its own or beside those of another.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use makeready_content::diagnostic::render;
use makeready_content::source::{FileId, SourceFile, Sources};
use makeready_content::{CAMPAIGN, SITE, load, read_campaign};

use super::{CommandResult, Stop, USAGE, io_stop, say};
use makeready_embedded::NEW_GAME;

/// Id, title and the letters before the rules of the game that is embedded.
const TEMPLATE: [&str; 3] = ["embers", "Embers", "EM-"];

/// Flags of `new`.
#[derive(clap::Args, Debug)]
pub struct NewArgs {
    /// The content folder to create, with one game in it. It must be new or empty. With `--into`: the name of the new game's
    /// folder.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The id of the game: lowercase letters, digits and hyphens [default: from the name of DIR].
    #[arg(long)]
    id: Option<String>,
    /// The title of the game [default: from its id].
    #[arg(long)]
    title: Option<String>,
    /// Add the game to this existing content folder.
    #[arg(long, value_name = "CONTENT")]
    into: Option<PathBuf>,
}

/// Runs the command.
pub fn run(args: &NewArgs) -> CommandResult {
    let id = id(args)?;
    let title = args.title.clone().unwrap_or_else(|| title_of(&id));
    let content = args.into.as_ref().unwrap_or(&args.folder);
    let mut files = game(&id, &title);
    refuse_faulty(&files, &id)?;
    match &args.into {
        None => must_be_free(&args.folder)?,
        Some(content) => {
            files.remove(CAMPAIGN);
            files.remove(SITE);
            must_take(content, &args.folder, &id)?;
        }
    }
    for (path, text) in &files {
        let file = content.join(path);
        let parent = file.parent().unwrap_or(content);
        fs::create_dir_all(parent).map_err(|error| io_stop("make", parent, &error))?;
        fs::write(&file, text).map_err(|error| io_stop("write", &file, &error))?;
    }
    let shown = content.display();
    say(&format!("{} files in {}", files.len(), content.join(&id).display()));
    say(&format!("  build everything: makeready build --content {shown}"));
    say(&format!("  check it while you change it: makeready check --content {shown}"));
    tell_of_campaign(content)
}

/// The id of the game.
fn id(args: &NewArgs) -> Result<String, Stop> {
    if let Some(id) = &args.id {
        return Ok(id.clone());
    }
    let whole = std::path::absolute(&args.folder).map_err(|error| io_stop("find", &args.folder, &error))?;
    let name = whole.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    let words = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let id = words.collect::<Vec<_>>().join("-");
    if id.starts_with(|c: char| c.is_ascii_lowercase()) {
        return Ok(id);
    }
    refuse(&format!("`{name}` cannot be turned into the id of a game"), "add an id: `--id my-game`")
}

/// `my-game`: My Game.
fn title_of(id: &str) -> String {
    let word = |word: &str| {
        let mut signs = word.chars();
        signs.next().map(|first| first.to_uppercase().chain(signs).collect::<String>())
    };
    id.split('-').filter_map(word).collect::<Vec<_>>().join(" ")
}

/// The letters before the rules of a game: of each word the first, or of one word the first two.
fn letters(id: &str) -> String {
    let words: Vec<&str> = id.split('-').filter(|word| !word.is_empty()).collect();
    let letters: String = match words[..] {
        [one] => one.chars().take(2).collect(),
        _ => words.iter().filter_map(|word| word.chars().next()).collect(),
    };
    letters.to_ascii_uppercase() + "-"
}

/// The files of the new game, by path within the content folder.
fn game(id: &str, title: &str) -> BTreeMap<String, String> {
    let [own_id, own_title, own_letters] = TEMPLATE;
    // In double quotes of YAML a text is written as in JSON.
    let title = serde_json::Value::from(title).to_string();
    let letters = letters(id);
    let files = NEW_GAME.iter().map(|(path, text)| {
        let text = text.replace(own_id, id).replace(own_letters, &letters);
        // The title comes last: it may contain the words that are replaced.
        (path.replace(own_id, id), text.replace(&format!("title: {own_title}\n"), &format!("title: {title}\n")))
    });
    files.collect()
}

/// Stops when the id or the title makes the game faulty; of its own accord it is not.
fn refuse_faulty(files: &BTreeMap<String, String>, id: &str) -> CommandResult {
    let file =
        |(path, text): (&String, &String)| SourceFile { path: path.clone(), shown: path.clone(), text: text.clone() };
    let sources = Sources::new(files.iter().map(file).collect());
    let found = load(&sources, id, &[]).diagnostics;
    let Some(first) = found.first() else { return Ok(()) };
    say(&render(first, &sources, false));
    refuse("with this id and title the game would have errors; nothing was written", "choose another id and title")
}

/// Stops unless a content folder can be made here.
fn must_be_free(folder: &Path) -> CommandResult {
    let whole = std::path::absolute(folder).map_err(|error| io_stop("find", folder, &error))?;
    let name = whole.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let into =
        |content: &Path, name: &str| format!("add a game to it: `makeready new {name} --into {}`", shown(content));
    if let Some(content) = whole.ancestors().skip(1).find(|above| is_content(above)) {
        let message = format!("{} is in the content folder {}", folder.display(), shown(content));
        return refuse(&format!("{message}; nothing was written"), &into(content, &name));
    }
    match fs::read_dir(folder).map(|mut entries| entries.next().is_none()) {
        Ok(true) => Ok(()),
        Ok(false) => {
            let help = if is_content(&whole) {
                into(folder, "my-game")
            } else {
                "name a folder that does not exist yet".to_owned()
            };
            refuse(&format!("{} is not empty; nothing was written", folder.display()), &help)
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(io_stop("read", folder, &error)),
    }
}

/// Stops unless a game of this id can be added to a content folder.
fn must_take(content: &Path, folder: &Path, id: &str) -> CommandResult {
    if folder.components().count() != 1 || folder.file_name().is_none() {
        let help = format!("write its name alone: `makeready new {id} --into {}`", content.display());
        return refuse(&format!("with `--into`, {} is the name of the game's folder", folder.display()), &help);
    }
    if !is_content(content) {
        let help = format!("`makeready new {}` makes a content folder with a game in it", content.display());
        return refuse(&format!("{} is not a content folder: it has no game", content.display()), &help);
    }
    let own = content.join(id);
    if own.symlink_metadata().is_ok() {
        return refuse(
            &format!("{} already exists; nothing was written", own.display()),
            "choose another name, or another `--id`",
        );
    }
    Ok(())
}

/// Whether a folder has a campaign, or a game in a folder of its own.
fn is_content(folder: &Path) -> bool {
    let has_game = |entry: &fs::DirEntry| entry.path().join("system.yaml").is_file();
    let is_above_games =
        || fs::read_dir(folder).is_ok_and(|mut all| all.any(|entry| entry.is_ok_and(|e| has_game(&e))));
    folder.join(CAMPAIGN).is_file() || is_above_games()
}

/// Says what a campaign that was made for one game has to say for several.
fn tell_of_campaign(content: &Path) -> CommandResult {
    let file = content.join(CAMPAIGN);
    let Ok(text) = fs::read_to_string(&file) else { return Ok(()) };
    let games = fs::read_dir(content).map_err(|error| io_stop("read", content, &error))?;
    let games = games.flatten().filter(|entry| entry.path().join("system.yaml").is_file());
    let games: Vec<String> = games.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    let campaign = read_campaign(&text, FileId(0)).unwrap_or_default();
    for fault in campaign.unknown_systems(&games) {
        say(&format!("  {}: {}; {}", file.display(), fault.message, fault.help.unwrap_or_default()));
    }
    Ok(())
}

/// A folder as somebody who stands in the current one would write it.
fn shown(folder: &Path) -> String {
    let current = std::env::current_dir().unwrap_or_default();
    let short = folder.strip_prefix(&current).unwrap_or(folder);
    if short.as_os_str().is_empty() { ".".to_owned() } else { short.display().to_string() }
}

fn refuse<T>(message: &str, help: &str) -> Result<T, Stop> {
    say(&format!("error: {message}"));
    say(&format!("  = help: {help}"));
    Err(Stop(USAGE))
}
