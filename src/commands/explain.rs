//! `makeready explain`

use std::path::Path;

use makeready_rules::formula::nearest;
use serde::Serialize;

use super::cast::Cast;
use super::find_game::{FoundGame, find_game, is_yaml, names_game, unnamed_game};
use super::folder::open;
use super::print_flags::stop;
use super::{CommandResult, ContentArgs, Format, Stop, USAGE, output, say};
use makeready_answers::values::explained;
use makeready_content::code::Code;
use makeready_faces::make::{Explanation, FaceBuilder};

/// Flags of `explain`.
#[derive(clap::Args, Debug)]
pub struct ExplainArgs {
    /// A character file. Or a game (its id or folder), for a value without a character. Without VALUE: the code of an
    /// error, such as `unknown-key`; or, if there is only one game or you are in its folder, the name of one of its values.
    #[arg(value_name = "CHARACTER.yaml | GAME | CODE")]
    subject: String,
    /// The name of the value, such as `hp_max` or `strike.accuracy`. For an ability: `surge.spent`. For its first keyword:
    /// `surge.1.price`.
    value: Option<String>,
    /// The format of the answer.
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    #[command(flatten)]
    content: ContentArgs,
}

/// Runs the command.
pub fn run(args: &ExplainArgs, in_color: bool) -> CommandResult {
    match &args.value {
        Some(value) if is_game(args) => {
            explain_of_nobody(args, &find_game(Some(Path::new(&args.subject)), &args.content)?, value, in_color)
        }
        Some(value) => explain_value(args, value, in_color),
        None => match unnamed_game(&args.content).filter(|_| is_value(&args.subject)) {
            Some(found) => explain_of_nobody(args, &found, &args.subject, in_color),
            None => explain_code(&args.subject, args.format),
        },
    }
}

/// Whether the subject is a game, or means to be one.
fn is_game(args: &ExplainArgs) -> bool {
    let subject = Path::new(&args.subject);
    !is_yaml(subject) && (names_game(subject, &args.content) || !subject.exists())
}

/// Whether a word may be the name of a value: neither the code of a finding nor a file.
fn is_value(word: &str) -> bool {
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
    Code::named(word).is_none() && word.chars().all(is_name) && !Path::new(word).exists()
}

/// A value as it stands on a blank sheet.
fn explain_of_nobody(args: &ExplainArgs, found: &FoundGame, name: &str, in_color: bool) -> CommandResult {
    let folder = open(&found.content, Some(&found.system))?;
    let game = folder.game_or_stop(&found.system, in_color)?;
    write(args, &FaceBuilder::new(game, None), name)
}

/// A finding as JSON, in the shape of `docs/json.md`.
#[derive(Serialize)]
struct Page<'c> {
    code: &'c str,
    help: String,
}

/// Writes the help page of a finding.
fn explain_code(name: &str, format: Format) -> CommandResult {
    let Some(code) = Code::named(name) else {
        let said = if Path::new(name).exists() {
            format!("name a VALUE to explain as well: `makeready explain {name} VALUE`")
        } else {
            let codes = Code::ALL.iter().map(Code::as_str);
            let near = nearest(name, codes).map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            format!("there is no error code `{name}`{near} (the codes of a game's own rules are in its files)")
        };
        say(&format!("error: {said}"));
        return Err(Stop(USAGE));
    };
    match format {
        Format::Json => output::print_json(&Page { code: code.as_str(), help: code.help() }),
        Format::Human => output::print(&format!("{name}\n\n{}\n", code.help_in_lines())),
    }
}

fn explain_value(args: &ExplainArgs, name: &str, in_color: bool) -> CommandResult {
    let cast = Cast::of(Path::new(&args.subject), &args.content, in_color)?;
    let (game, who) = cast.person(in_color)?;
    write(args, &FaceBuilder::new(game, Some(who)), name)
}

fn write(args: &ExplainArgs, faces: &FaceBuilder<'_>, name: &str) -> CommandResult {
    let explained = explained(faces, name).map_err(|fault| stop(&fault))?;
    match args.format {
        Format::Json => output::print_json(&explained),
        Format::Human => output::print(&human(name, &explained)),
    }
}

fn human(name: &str, explained: &Explanation) -> String {
    let (label, unit, rule) = explained.labels();
    let mut lines = vec![format!("{name} = {} {unit}", explained.text()).trim_end().to_owned()];
    lines.extend(explained.term_texts().map(|term| format!("    {term}")));
    if !explained.formula().is_empty() {
        lines.push(format!("  formula: {}", explained.formula()));
    }
    lines.push(format!("  {label}{}", if rule.is_empty() { String::new() } else { format!(", rule {rule}") }));
    lines.join("\n") + "\n"
}
