//! `makeready odds`

use std::path::{Path, PathBuf};

use comfy_table::Cell;
use makeready_answers::forms::{self, Call};
use makeready_rules::formula::EvalError;
use serde::Serialize;

use super::cast::Cast;
use super::columns::{self, figure, text};
use super::find_game::{find_game, names_game, unnamed_game};
use super::folder::open;
use super::output::{self, OutputArgs};
use super::{CONTENT_HAS_ERRORS, CommandResult, ContentArgs, Stop, refuse_all, say};
use makeready_content::code::Code;
use makeready_content::game::{Game, Person};
use makeready_faces::make::{FaceBuilder, listed_checks, look};
use makeready_faces::odds::{CaseView, ChanceView, OddsView};
use makeready_faces::text::{Paragraph, plain_text};
use makeready_jobs::seal::{Format, sealed_text};
use makeready_site::odds_picture;

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
    /// The game: its id or its folder. You can leave it out if you are in the folder of a game, or if there is only one game.
    game: Option<String>,
    /// The check. Without it, all checks are listed with their inputs.
    check: Option<String>,
    /// The inputs of the check: `dc=11 style=striking`. One input may have several values: `dc=8..16` or `dc=8,10,12`.
    #[arg(value_name = "NAME=VALUE")]
    given: Vec<String>,
    /// The file of the character whose values the check uses.
    #[arg(long, value_name = "FILE")]
    character: Option<PathBuf>,
    /// List every possible total with its chance, even if there are more than 20 totals.
    #[arg(long)]
    distribution: bool,
    /// The format of the answer.
    #[arg(long, value_enum, default_value_t = OddsFormat::Table)]
    format: OddsFormat,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    content: ContentArgs,
}

/// Runs the command.
pub fn run(args: &OddsArgs, in_color: bool) -> CommandResult {
    let first = args.game.as_deref();
    if let Some(file) = &args.character {
        let cast = Cast::of(file, &args.content, in_color)?;
        let (game, who) = cast.person(in_color)?;
        let id = &game.entries.head.id;
        if let Some(asked) = Asked::without_game(args, game) {
            return write(args, &asked, game, Some(who));
        }
        let named = match first {
            Some(first) if first != id && names_game(Path::new(first), &args.content) => {
                find_game(Some(Path::new(first)), &args.content)?.system
            }
            first => first.unwrap_or(id).to_owned(),
        };
        if *id != named {
            return Err(refuse_all(&[format!("the character belongs to `{id}`, not to `{named}`")]));
        }
        return write(args, &Asked::behind_game(args), game, Some(who));
    }
    let is_named = first.is_none_or(|first| names_game(Path::new(first), &args.content));
    if let Some(found) = unnamed_game(&args.content).filter(|_| !is_named) {
        let folder = open(&found.content, Some(&found.system))?;
        let game = folder.game_or_stop(&found.system, in_color)?;
        if let Some(asked) = Asked::without_game(args, game) {
            return write(args, &asked, game, None);
        }
    }
    let found = find_game(first.map(Path::new), &args.content)?;
    let folder = open(&found.content, Some(&found.system))?;
    write(args, &Asked::behind_game(args), folder.game_or_stop(&found.system, in_color)?, None)
}

/// The check that is asked for, and what is put in.
struct Asked<'a> {
    check: Option<&'a str>,
    given: Vec<String>,
}

impl<'a> Asked<'a> {
    /// Where the first word is the game.
    fn behind_game(args: &'a OddsArgs) -> Self {
        Self { check: args.check.as_deref(), given: args.given.clone() }
    }

    /// Where the first word is a check of the game.
    fn without_game(args: &'a OddsArgs, game: &Game) -> Option<Self> {
        let check = args.game.as_deref().filter(|check| game.rules.system().checks.contains_key(*check))?;
        let given = args.check.iter().chain(&args.given).cloned().collect();
        Some(Self { check: Some(check), given })
    }
}

/// The checks of a game, as data.
#[derive(Serialize)]
struct CheckList<'g> {
    system: &'g str,
    rules: &'g str,
    checks: Vec<Call>,
}

fn write(args: &OddsArgs, asked: &Asked<'_>, game: &Game, who: Option<&Person>) -> CommandResult {
    let Some(wanted) = asked.check else {
        return args.output.write_text(&match args.format {
            OddsFormat::Json => output::json(&CheckList {
                system: &game.entries.head.id,
                rules: &game.fingerprint,
                checks: forms::checks(game),
            }),
            OddsFormat::Table | OddsFormat::Svg => listed(game),
        });
    };
    let call = makeready_answers::odds::call(game, wanted, &asked.given).map_err(|faults| refuse_all(&faults))?;
    let faces = FaceBuilder::new(game, who);
    let cases = call.cases(&faces).map_err(|error| failed(&error, who.is_some()))?;
    let view = || call.view(&faces, &cases);
    args.output.write_text(&match args.format {
        OddsFormat::Table => human(&view(), args.distribution),
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
    say(&format!("error[{}]: {}", Code::NotComputable, makeready_answers::odds::not_computed(error)));
    if error.is_unknown() && !has_character {
        say("help: name the character whose values it uses: `--character FILE`");
    }
    Stop(CONTENT_HAS_ERRORS)
}

/// The most totals that are listed unless all are asked for.
const MOST_TOTALS: usize = 20;

/// The most characters of a bar.
const BAR: f64 = 30.0;

fn bar(share: f64) -> String {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most a few hundred")]
    let eighths = (share * BAR * 8.0).round() as usize;
    let rest = ["", "\u{258f}", "\u{258e}", "\u{258d}", "\u{258c}", "\u{258b}", "\u{258a}", "\u{2589}"][eighths % 8];
    "\u{2588}".repeat(eighths / 8) + rest
}

fn human(view: &OddsView, lists_all: bool) -> String {
    let mut lines = vec![format!("{}: {}", view.name, view.roll)];
    if !view.inputs.is_empty() {
        let inputs: Vec<String> = view.inputs.iter().map(|(label, text)| format!("{label} {text}")).collect();
        lines.push(inputs.join(" \u{b7} "));
    }
    lines.push(String::new());
    match &view.cases[..] {
        [case] if !view.is_series() => single(view, case, lists_all, &mut lines),
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

fn single(view: &OddsView, case: &CaseView, lists_all: bool, lines: &mut Vec<String>) {
    let row = |name: &str, chance: &ChanceView, share: f64| {
        vec![text(name), figure(&chance.text), figure(&chance.exact), text(bar(share))]
    };
    let bands = view.bands.iter().zip(&case.bands);
    let bands = bands.map(|(band, chance)| row(&band.name, chance, chance.share.of_one()));
    let further = case.further.iter().map(|(label, told)| vec![text(label), figure(told)]);
    lines.extend(columns::lines(bands.chain(further)));
    lines.push(String::new());
    lines.push(format!("{}, on average {}", view.result, case.mean));
    if case.totals.len() > MOST_TOTALS && !lists_all {
        lines.push(format!("{} totals; add --distribution to list them", case.totals.len()));
        return;
    }
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
