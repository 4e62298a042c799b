//! `deckle cost`

use std::path::PathBuf;

use comfy_table::Cell;

use super::cast::Cast;
use super::columns::{self, text};
use super::folder::{locate, open};
use super::print_flags::stop;
use super::{CONTENT_HAS_ERRORS, CommandResult, ContentArgs, Format, Stop, USAGE, findings, output, say};
use deckle_answers::abilities::{Bill, bill};
use deckle_content::concept::ability::BuiltEntry;
use deckle_content::diagnostic::Counts;
use deckle_content::game::Listed;
use deckle_faces::make::{BillData, FaceBuilder};

/// Flags of `cost`.
#[derive(clap::Args, Debug)]
pub struct CostArgs {
    /// The ability's file.
    #[arg(value_name = "ABILITY.yaml")]
    ability: PathBuf,
    /// The file of the character who builds it: level and stats decide the budget.
    #[arg(long, value_name = "CHARACTER.yaml")]
    character: Option<PathBuf>,
    /// How to write the bill.
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    #[command(flatten)]
    content: ContentArgs,
}

/// Runs the command.
pub fn run(args: &CostArgs, in_color: bool) -> CommandResult {
    let place = locate(&args.ability, &args.content)?;
    let folder = open(&place.args, Some(&place.system))?;
    let game = folder.game_or_stop(&place.system, in_color)?;
    let file = folder.sources.find(&place.path);
    let is_it = |listed: &&Listed<BuiltEntry, _>| Some(listed.entry.head.at.file) == file;
    let Some(ability) = game.abilities.values().find(is_it) else {
        if game.set_aside.iter().any(|one| Some(one.file) == file) {
            say(&format!("{} has errors", place.path));
            return Err(Stop(CONTENT_HAS_ERRORS));
        }
        say(&format!("error: {} is no ability", place.path));
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

fn human(data: &BillData) -> String {
    let mut rows: Vec<[Cell; 2]> = Vec::new();
    for item in &data.items {
        let told = match &item.price {
            Some(price) => format!("{:>5}  {}", price.text(), item.text),
            None => item.text.clone(),
        };
        rows.push([text(&item.name), text(told)]);
    }
    let total = data.spent.as_ref().zip(data.budget.as_ref());
    if let Some((spent, budget)) = total {
        let (label, unit, _) = spent.labels();
        let spent = format!("{:>5} {unit}", spent.text());
        rows.push(match budget.text() {
            "unknown" => [text(label), text(spent)],
            budget => [text(label), text(format!("{spent} of {budget}"))],
        });
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
        lines.push("Abilities cost nothing here.".to_owned());
    }
    lines.join("\n") + "\n"
}
