//! `deckle odds`

use std::path::PathBuf;

use comfy_table::Cell;
use deckle_rules::formula::EvalError;

use super::cast::Cast;
use super::columns::{self, figure, text};
use super::folder::open;
use super::output::{self, OutputArgs};
use super::{CONTENT_HAS_ERRORS, CommandResult, ContentArgs, Stop, refuse_all, say};
use deckle_content::code::Code;
use deckle_content::game::{Game, Person};
use deckle_faces::make::{FaceBuilder, listed_checks, look};
use deckle_faces::odds::{CaseView, ChanceView, OddsView};
use deckle_faces::text::{Paragraph, plain_text};
use deckle_jobs::seal::{Format, sealed_text};
use deckle_site::odds_picture;

/// How odds are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum OddsFormat {
    /// A table for people.
    Table,
    /// For programs.
    Json,
    /// A chart.
    Svg,
}

/// Flags of `odds`.
#[derive(clap::Args, Debug)]
pub struct OddsArgs {
    /// The system.
    system: String,
    /// The check; without one, all of them are listed with what they take.
    check: Option<String>,
    /// What is put in: `dc=11 style=striking`. One of them may be several: `dc=8..16`, `dc=8,10,12`.
    #[arg(value_name = "NAME=VALUE")]
    given: Vec<String>,
    /// Whose values the check uses.
    #[arg(long, value_name = "FILE")]
    character: Option<PathBuf>,
    /// How to write the answer.
    #[arg(long, value_enum, default_value_t = OddsFormat::Table)]
    format: OddsFormat,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    content: ContentArgs,
}

/// Runs the command.
pub fn run(args: &OddsArgs, in_color: bool) -> CommandResult {
    let Some(file) = &args.character else {
        let folder = open(&args.content, Some(&args.system))?;
        return write(args, folder.game_or_stop(&args.system, in_color)?, None);
    };
    let cast = Cast::of(file, &args.content, in_color)?;
    let (game, who) = cast.person(in_color)?;
    let id = &game.entries.head.id;
    if *id != args.system {
        return Err(refuse_all(&[format!("the character is of `{id}`, not of `{}`", args.system)]));
    }
    write(args, game, Some(who))
}

fn write(args: &OddsArgs, game: &Game, who: Option<&Person>) -> CommandResult {
    let Some(wanted) = &args.check else {
        return args.output.write_text(&listed(game));
    };
    let call = deckle_answers::odds::call(game, wanted, &args.given).map_err(|faults| refuse_all(&faults))?;
    let faces = FaceBuilder::new(game, who);
    let cases = call.cases(&faces).map_err(|error| failed(&error, who.is_some()))?;
    let view = || call.view(&faces, &cases);
    args.output.write_text(&match args.format {
        OddsFormat::Table => human(&view()),
        OddsFormat::Json => output::json(&call.data(&faces, &cases)),
        OddsFormat::Svg => sealed_text(Format::Markup, &odds_picture(&view(), &look(game))),
    })
}

fn listed(game: &Game) -> String {
    match listed_checks(game).as_str() {
        "\n" => format!("{} has no checks\n", game.entries.head.name),
        list => list.to_owned(),
    }
}

fn failed(error: &EvalError, has_character: bool) -> Stop {
    say(&format!("error[{}]: {}", Code::NotComputable, deckle_answers::odds::not_computed(error)));
    if error.is_unknown() && !has_character {
        say("help: say whose values it uses: `--character FILE`");
    }
    Stop(CONTENT_HAS_ERRORS)
}

/// The most characters of a bar.
const BAR: f64 = 30.0;

fn bar(share: f64) -> String {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most a few hundred")]
    let eighths = (share * BAR * 8.0).round() as usize;
    let rest = ["", "\u{258f}", "\u{258e}", "\u{258d}", "\u{258c}", "\u{258b}", "\u{258a}", "\u{2589}"][eighths % 8];
    "\u{2588}".repeat(eighths / 8) + rest
}

fn human(view: &OddsView) -> String {
    let mut lines = vec![format!("{}: {}", view.name, view.roll)];
    if !view.inputs.is_empty() {
        let inputs: Vec<String> = view.inputs.iter().map(|(label, text)| format!("{label} {text}")).collect();
        lines.push(inputs.join(" \u{b7} "));
    }
    lines.push(String::new());
    match &view.cases[..] {
        [case] if !view.is_series() => single(view, case, &mut lines),
        _ => {
            for (_, table) in view.tables() {
                let told = |row: &Vec<Paragraph>| row.iter().map(|cell| plain_text(cell)).collect();
                let rows = std::iter::once(table.columns.clone()).chain(table.rows.iter().map(told));
                lines.extend(columns::lines(rows.map(series_row)));
            }
        }
    }
    lines.join("\n") + "\n"
}

fn single(view: &OddsView, case: &CaseView, lines: &mut Vec<String>) {
    let row = |name: &str, chance: &ChanceView, share: f64| {
        vec![text(name), figure(&chance.text), figure(&chance.exact), text(bar(share))]
    };
    let bands = view.bands.iter().zip(&case.bands);
    let bands = bands.map(|(band, chance)| row(&band.name, chance, chance.share.of_one()));
    let further = case.further.iter().map(|(label, told)| vec![text(label), figure(told)]);
    lines.extend(columns::lines(bands.chain(further)));
    lines.push(String::new());
    lines.push(format!("{}, on average {}", view.result, case.mean));
    let most = case.totals.iter().map(|total| total.chance.share.of_one()).fold(0.0, f64::max);
    let totals = case
        .totals
        .iter()
        .map(|total| row(&total.value, &total.chance, total.chance.share.of_one() / most.max(f64::MIN_POSITIVE)));
    lines.extend(columns::lines(totals));
}

/// A row for one of several cases: its label, and its figures.
fn series_row(cells: Vec<String>) -> Vec<Cell> {
    cells.into_iter().enumerate().map(|(column, cell)| if column == 0 { text(cell) } else { figure(cell) }).collect()
}
