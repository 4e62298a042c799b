//! `deckle sheet`

use std::path::PathBuf;

use super::cast::{Cast, warn_of_drafts};
use super::folder::{Folder, open};
use super::kept_prints::key;
use super::print_flags::{PrintArgs, computing_failed};
use super::{CommandResult, ContentArgs, Stop, USAGE, output, say};
use deckle_content::game::{Game, Person};
use deckle_faces::make::{FaceBuilder, look, sheet_data};
use deckle_faces::sheet::{Purpose, SheetBlock, SheetContent};
use deckle_press::{SheetPrint, print_sheet};

/// Kinds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum SheetFormat {
    /// Two pages to print, or more for who is richer than two hold.
    Pdf,
    /// Every value with its terms, on stdout unless a file is named.
    Json,
}

/// Flags of `sheet`.
#[derive(clap::Args, Debug)]
pub struct SheetArgs {
    /// A character's file, or a system's id together with `--blank`.
    #[arg(value_name = "SYSTEM | CHARACTER.yaml")]
    subject: PathBuf,
    /// The form to write on.
    #[arg(long)]
    blank: bool,
    /// Add a third page, of lines for notes.
    #[arg(long)]
    notes: bool,
    /// What kind of file to write.
    #[arg(long, value_enum, default_value_t = SheetFormat::Pdf)]
    format: SheetFormat,
    #[command(flatten)]
    print: PrintArgs,
    #[command(flatten)]
    content: ContentArgs,
}

/// Runs the command.
pub fn run(args: &SheetArgs, in_color: bool) -> CommandResult {
    let is_file = args.subject.extension().is_some_and(|e| e == "yaml" || e == "yml");
    if !is_file {
        return blank(args, in_color);
    }
    let cast = Cast::of(&args.subject, &args.content, in_color)?;
    let (game, who) = cast.person(in_color)?;
    match args.format {
        SheetFormat::Json => {
            let data = sheet_data(&FaceBuilder::new(game, Some(who)), cast.findings_of(who));
            args.print.output.write_text(&output::json(&data.map_err(|e| computing_failed(&e))?))?;
        }
        SheetFormat::Pdf if args.blank => return pdf(args, &cast.folder, game, None),
        SheetFormat::Pdf => pdf(args, &cast.folder, game, Some(who))?,
    }
    warn_of_drafts([who])
}

fn blank(args: &SheetArgs, in_color: bool) -> CommandResult {
    let system = args.subject.to_string_lossy();
    if !args.blank || args.format == SheetFormat::Json {
        say(&format!("error: `{system}` is no file of a character; for the form to write on, add --blank"));
        return Err(Stop(USAGE));
    }
    let folder = open(&args.content, Some(&system))?;
    let game = folder.game_or_stop(&system, in_color)?;
    pdf(args, &folder, game, None)
}

/// The lines of the page for notes: a few, which the press makes as many as the page holds.
fn notes() -> SheetBlock {
    SheetBlock {
        title: "Notes".to_owned(),
        span: 12,
        purpose: Purpose::Play,
        content: SheetContent::Lines { lines: 12 },
    }
}

fn pdf(args: &SheetArgs, folder: &Folder, game: &Game, who: Option<&Person>) -> CommandResult {
    let mut sheet = FaceBuilder::new(game, who).sheet().map_err(|e| computing_failed(&e))?;
    sheet.further.extend(args.notes.then(notes));
    let name = who.map_or("blank", |who| &who.entry.head.name);
    let print = SheetPrint {
        paper: args.print.paper(&folder.campaign)?,
        style: args.print.style(),
        title: format!("{}: character sheet, {name}", game.entries.head.name),
        credits: game.entries.credits.clone(),
    };
    let id = who.map_or("blank", Person::id);
    let look = look(game);
    let key = key(&look, &sheet, &print);
    args.print.write(folder, key, || print_sheet(&sheet, &look, &print), &format!("sheet-{id}.pdf"))
}
