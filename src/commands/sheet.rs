//! `makeready sheet`

use std::path::PathBuf;

use super::cast::{Cast, warn_of_drafts};
use super::find_game::{find_game, is_yaml};
use super::folder::open;
use super::kept_prints::key;
use super::press_findings::PrintSource;
use super::print_flags::{PrintArgs, computing_failed, usage};
use super::{CommandResult, ContentArgs, output};
use makeready_content::game::Person;
use makeready_faces::make::{FaceBuilder, look, sheet_data};
use makeready_jobs::{id_of, sheets};
use makeready_press::print_sheet;

/// Kinds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum SheetFormat {
    /// Two pages to print. Characters with more content get extra pages.
    Pdf,
    /// Every value and its calculation. Shown in the terminal unless you name a file.
    Json,
}

/// Flags of `sheet`.
#[derive(clap::Args, Debug)]
pub struct SheetArgs {
    /// A character file. With `--blank`: a game (its id or folder) [default with `--blank`: the game whose folder you
    /// are in, or the only game].
    #[arg(value_name = "GAME | CHARACTER.yaml")]
    subject: Option<PathBuf>,
    /// Print a blank sheet, to fill in by hand.
    #[arg(long)]
    blank: bool,
    /// Add a third page with lines for notes.
    #[arg(long)]
    notes: bool,
    /// The kind of file to write.
    #[arg(long, value_enum, default_value_t = SheetFormat::Pdf)]
    format: SheetFormat,
    #[command(flatten)]
    print: PrintArgs,
    #[command(flatten)]
    content: ContentArgs,
}

/// Runs the command.
pub fn run(args: &SheetArgs, in_color: bool) -> CommandResult {
    if args.blank && args.format == SheetFormat::Json {
        return Err(usage(&"`--blank` works only with `--format pdf`"));
    }
    let Some(file) = args.subject.as_deref().filter(|subject| is_yaml(subject)) else {
        return blank(args, in_color);
    };
    let cast = Cast::of(file, &args.content, in_color)?;
    let (game, who) = cast.person(in_color)?;
    let of = PrintSource { folder: &cast.folder, game, in_color };
    match args.format {
        SheetFormat::Json => {
            let data = sheet_data(&FaceBuilder::new(game, Some(who)), cast.findings_of(who));
            args.print.output.write_text(&output::json(&data.map_err(|e| computing_failed(&e))?))?;
        }
        SheetFormat::Pdf if args.blank => return pdf(args, of, None),
        SheetFormat::Pdf => pdf(args, of, Some(who))?,
    }
    warn_of_drafts([who])
}

fn blank(args: &SheetArgs, in_color: bool) -> CommandResult {
    if !args.blank {
        let message = match &args.subject {
            Some(subject) => format!("`{}` is not a character file", subject.display()),
            None => "name a character file".to_owned(),
        };
        return Err(usage(&format_args!("{message}; use --blank for a blank sheet")));
    }
    let found = find_game(args.subject.as_deref(), &args.content)?;
    let folder = open(&found.content, Some(&found.system))?;
    let game = folder.game_or_stop(&found.system, in_color)?;
    pdf(args, PrintSource { folder: &folder, game, in_color }, None)
}

fn pdf(args: &SheetArgs, of: PrintSource<'_>, who: Option<&Person>) -> CommandResult {
    let PrintSource { folder, game, .. } = of;
    let sheet = sheets::sheet(game, who, args.notes).map_err(|e| computing_failed(&e))?;
    let print = sheets::print(game, who, args.print.paper(&folder.campaign)?, args.print.style());
    let look = look(game);
    let key = key(&look, &sheet, &print);
    args.print.write(of, key, || print_sheet(&sheet, &look, &print), &format!("sheet-{}.pdf", id_of(who)))
}
