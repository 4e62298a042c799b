//! `deckle explain`

use std::path::PathBuf;

use super::folder::{locate, open};
use super::print_flags::computing_failed;
use super::sheet::find;
use super::{ContentArgs, Format, Outcome, Stop, USAGE, output, say};
use crate::faces::build::{BillData, Desk, Explanation, bills, explanation};

/// Flags of `explain`.
#[derive(clap::Args, Debug)]
pub struct ExplainArgs {
    /// The character's file.
    #[arg(value_name = "CHARACTER.yaml")]
    character: PathBuf,
    /// The name of the value: `hp_max`, `strike.accuracy`; of an ability `surge.spent`, of its first keyword
    /// `surge.1.price`.
    value: String,
    /// How to write the answer.
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    #[command(flatten)]
    content: ContentArgs,
}

/// Runs the command.
pub fn run(args: &ExplainArgs, in_color: bool) -> Outcome {
    let place = locate(&args.character, &args.content)?;
    let folder = open(&place.args, Some(&place.system))?;
    let game = folder.game_or_stop(&place.system, in_color)?;
    let (_, character) = find(&folder, game, &place)?;
    let system = game.rules.system();
    let name = args.value.as_str();
    let mut names = system.inputs.keys().chain(system.stats.keys()).chain(system.values.keys()).map(String::as_str);
    let desk = Desk::new(game, character);
    let bills = bills(&desk).map_err(|e| computing_failed(&e))?;
    let of_ability = bills.iter().find_map(|bill| bill.explanation(name));
    if of_ability.is_none() && !names.clone().any(|known| known == name) {
        let of_abilities: Vec<String> = bills.iter().flat_map(BillData::names).collect();
        let mut names = (&mut names).chain(of_abilities.iter().map(String::as_str));
        let help = match deckle_rules::formula::nearest(name, &mut names) {
            Some(near) => format!("; did you mean `{near}`?"),
            None => String::new(),
        };
        say(&format!("error: there is no value `{name}`{help}"));
        return Err(Stop(USAGE));
    }
    let explained = match of_ability {
        Some(explained) => explained.clone(),
        None => explanation(&desk, name).map_err(|e| computing_failed(&e))?,
    };
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
