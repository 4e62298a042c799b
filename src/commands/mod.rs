//! The command line: the only module that reads flags and files, writes files and chooses exit codes.
//!
//! Text for people goes to stderr, results to stdout.

mod book;
mod books;
mod build;
mod cards;
mod cast;
mod check;
mod columns;
mod cost;
mod deck_list;
mod documents;
mod explain;
mod find_game;
mod findings;
mod folder;
mod handout;
mod handout_flags;
mod kept_pages;
mod kept_prints;
mod known;
mod links;
mod merge;
mod new;
mod npc;
mod odds;
mod output;
mod page_module;
mod press_findings;
mod print_flags;
mod prints;
mod progress;
mod reading;
mod resolve;
mod rests_on;
mod serve;
mod share_pictures;
mod sheet;
mod since;
mod wanted;

use std::io::Write as _;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Everything went well.
pub const DONE: u8 = 0;
/// The content has errors.
pub const CONTENT_HAS_ERRORS: u8 = 1;
/// The command line makes no sense. Clap exits with the same code.
pub const USAGE: u8 = 2;
/// Something could not be read or written.
pub const COULD_NOT_READ_OR_WRITE: u8 = 3;

/// Print-and-play cards, sheets, handouts and rulebooks from YAML.
#[derive(Debug, Parser)]
#[command(name = "makeready", version, about, arg_required_else_help = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
    /// When to color messages.
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto)]
    color: Color,
}

/// When to color messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Color {
    /// When stderr is a terminal.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// How results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people.
    Human,
    /// For programs.
    Json,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Make everything: cards, sheets, handouts and the rulebook site, in one folder.
    Build(build::BuildArgs),
    /// Put the parts of a build together that were made with `build --shard`.
    Merge(merge::MergeArgs),
    /// Find every fault in the content: names, formulas, characters, worked examples.
    Check(check::CheckArgs),
    /// Begin a game of your own: a small one that builds at once, to change and to add to.
    New(new::NewArgs),
    /// Print action cards, blank or filled in for a character.
    Cards(cards::CardsArgs),
    /// Print the whole rulebook: contents, chapters, reference, glossary and index.
    Book(book::BookArgs),
    /// Print a character sheet, filled or blank, or write a character's values as JSON.
    Sheet(sheet::SheetArgs),
    /// Print stat blocks of NPCs, several to a page.
    Handout(handout::HandoutArgs),
    /// Make NPCs by the system's own creation rules, and print or save them.
    Npc(npc::NpcArgs),
    /// Work out what an ability costs, keyword by keyword, and whether it is legal.
    Cost(cost::CostArgs),
    /// Say where a number of a character comes from.
    Explain(explain::ExplainArgs),
    /// Work out the exact odds of a check, for one case or for several beside one another.
    Odds(odds::OddsArgs),
    /// Go through a procedure of the rules with a character's values, step by step.
    Resolve(resolve::ResolveArgs),
    /// Show everything in the browser while you write: made when it is asked for, and again when you save.
    Serve(serve::ServeArgs),
}

/// Where the content is, and which rules are in force.
#[derive(Args, Clone, Debug)]
pub struct ContentArgs {
    /// The content folder [default: `content`, else the one around the working directory].
    #[arg(long, default_value_os_t = find_game::default_content(), hide_default_value = true)]
    content: PathBuf,
    /// A campaign file that decides rulings [default: campaign.yaml in the content folder, if there is one].
    #[arg(long, value_name = "FILE")]
    campaign: Option<PathBuf>,
}

/// Why a command stopped early: its exit code. The fault has been reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stop(u8);

type CommandResult = Result<(), Stop>;

impl Cli {
    /// Runs the command and returns the exit code.
    pub fn run(self) -> u8 {
        let in_color = match self.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                std::io::IsTerminal::is_terminal(&std::io::stderr()) && std::env::var_os("NO_COLOR").is_none()
            }
        };
        let outcome = match self.command {
            Command::Build(args) => build::run(&args, in_color),
            Command::Merge(args) => merge::run(&args),
            Command::New(args) => new::run(&args),
            Command::Cards(args) => cards::run(&args, in_color),
            Command::Book(args) => book::run(&args, in_color),
            Command::Handout(args) => handout::run(&args, in_color),
            Command::Npc(args) => npc::run(&args, in_color),
            Command::Check(args) => check::run(&args, in_color),
            Command::Sheet(args) => sheet::run(&args, in_color),
            Command::Cost(args) => cost::run(&args, in_color),
            Command::Explain(args) => explain::run(&args, in_color),
            Command::Odds(args) => odds::run(&args, in_color),
            Command::Resolve(args) => resolve::run(&args, in_color),
            Command::Serve(args) => serve::run(&args, in_color),
        };
        match outcome {
            Ok(()) => DONE,
            Err(Stop(code)) => code,
        }
    }
}

/// Writes a message for the user on stderr.
fn say(message: &str) {
    // A failure to write to stderr cannot be reported: it may be closed, or on a full disk.
    let _ = writeln!(std::io::stderr(), "{message}");
}

/// Reports what is wrong with the command line, and stops.
fn refuse_all(faults: &[String]) -> Stop {
    faults.iter().for_each(|fault| say(&format!("error: {fault}")));
    Stop(USAGE)
}

/// Reports what could not be read or written.
fn io_stop(what: &str, path: &std::path::Path, error: &std::io::Error) -> Stop {
    say(&format!("error: could not {what} {}: {error}", path.display()));
    Stop(COULD_NOT_READ_OR_WRITE)
}
