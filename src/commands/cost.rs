//! `makeready cost`

use std::path::PathBuf;

use comfy_table::Cell;
use serde::Serialize;

use super::cast::Cast;
use super::columns::{self, text};
use super::find_game::{find_game, is_yaml};
use super::folder::{locate, open};
use super::print_flags::{computing_failed, stop, usage};
use super::{CONTENT_HAS_ERRORS, CommandResult, ContentArgs, Format, Stop, USAGE, findings, output, say};
use makeready_answers::abilities::{Bill, bill};
use makeready_content::concept::ability::BuiltEntry;
use makeready_content::diagnostic::Counts;
use makeready_content::game::Listed;
use makeready_faces::make::{BillData, FaceBuilder, ability_data};

/// Flags of `cost`.
#[derive(clap::Args, Debug)]
pub struct CostArgs {
    /// An ability file. Or a game (its id or folder): all its abilities, each for the first character who built it
    /// [default: the game whose folder you are in, or the only game].
    #[arg(value_name = "ABILITY.yaml | GAME")]
    ability: Option<PathBuf>,
    /// The file of the character who builds the ability. Level and stats decide the budget.
    #[arg(long, value_name = "CHARACTER.yaml")]
    character: Option<PathBuf>,
    /// The format of the bill.
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    #[command(flatten)]
    content: ContentArgs,
}

/// Runs the command.
pub fn run(args: &CostArgs, in_color: bool) -> CommandResult {
    let Some(file) = args.ability.as_deref().filter(|subject| is_yaml(subject)) else {
        return all(args, in_color);
    };
    let place = locate(file, &args.content)?;
    let folder = open(&place.args, Some(&place.system))?;
    let game = folder.game_or_stop(&place.system, in_color)?;
    let file = folder.sources.find(&place.path);
    let is_it = |listed: &&Listed<BuiltEntry, _>| Some(listed.entry.head.at.file) == file;
    let Some(ability) = game.abilities.values().find(is_it) else {
        if game.set_aside.iter().any(|one| Some(one.file) == file) {
            say(&format!("{} has errors", place.path));
            return Err(Stop(CONTENT_HAS_ERRORS));
        }
        say(&format!("error: {} is not an ability", place.path));
        return Err(Stop(USAGE));
    };
    let cast = args.character.as_ref().map(|path| Cast::of(path, &place.args, in_color)).transpose()?;
    let who = match &cast {
        None => None,
        Some(cast) => {
            cast.must_stand_with(&place)?;
            Some(cast.person(in_color)?.1)
        }
    };
    let faces = FaceBuilder::new(game, who);
    let Bill { data, found } = bill(&faces, ability, &folder.sources).map_err(|fault| stop(&fault))?;
    match args.format {
        Format::Json => output::print_json(&data)?,
        Format::Human => {
            output::print(&human(&data))?;
            findings::draw(&found, Counts::default(), &folder.sources, in_color);
        }
    }
    if found.is_empty() { Ok(()) } else { Err(Stop(CONTENT_HAS_ERRORS)) }
}

/// The bills of a game, as data.
#[derive(Serialize)]
struct Bills<'g> {
    system: &'g str,
    rules: &'g str,
    abilities: Vec<BillData>,
}

/// All abilities of a game.
fn all(args: &CostArgs, in_color: bool) -> CommandResult {
    if args.character.is_some() {
        return Err(usage(&"`--character` works only with the file of one ability"));
    }
    let found = find_game(args.ability.as_deref(), &args.content)?;
    let folder = open(&found.content, Some(&found.system))?;
    let game = folder.game_or_stop(&found.system, in_color)?;
    let abilities = ability_data(game, &folder.sources).map_err(|error| computing_failed(&error))?;
    let are_legal = abilities.iter().all(BillData::is_legal);
    match args.format {
        Format::Json => {
            let (system, rules) = (game.entries.head.id.as_str(), game.fingerprint.as_str());
            output::print_json(&Bills { system, rules, abilities })?;
        }
        Format::Human if abilities.is_empty() => output::print("no abilities\n")?,
        Format::Human => {
            let rows = abilities.iter().map(|bill| [text(bill.label()), text(total(bill).unwrap_or_default())]);
            output::print(&(columns::lines(rows.collect::<Vec<_>>()).join("\n") + "\n"))?;
        }
    }
    if are_legal { Ok(()) } else { Err(Stop(CONTENT_HAS_ERRORS)) }
}

/// What an ability costs, and what it may cost; nothing where abilities cost nothing.
fn total(data: &BillData) -> Option<String> {
    let (spent, budget) = data.spent.as_ref().zip(data.budget.as_ref())?;
    let (_, unit, _) = spent.labels();
    let spent = format!("{:>5} {unit}", spent.text());
    Some(match budget.text() {
        "unknown" => spent,
        budget => format!("{spent} of {budget}"),
    })
}

fn human(data: &BillData) -> String {
    let mut rows: Vec<[Cell; 2]> = Vec::new();
    for item in &data.items {
        let told = match &item.price {
            Some(price) => format!("{:>5}  {}", price.text(), item.text),
            None => item.text.clone(),
        };
        rows.push([text(&item.name), text(told)]);
    }
    let total = total(data);
    if let Some((spent, total)) = data.spent.as_ref().zip(total.as_ref()) {
        let (label, _, _) = spent.labels();
        rows.push([text(label), text(total)]);
    }
    let mut rows = columns::lines(rows).into_iter();
    let mut lines = Vec::new();
    for item in &data.items {
        lines.extend(rows.next());
        let terms = item.price.iter().flat_map(|price| price.term_texts().filter(|term| *term != price.text()));
        lines.extend(terms.map(|term| format!("    {term}")));
    }
    lines.extend(rows);
    if total.is_none() {
        lines.push("Abilities have no prices in this game.".to_owned());
    }
    lines.join("\n") + "\n"
}
