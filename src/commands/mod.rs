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
mod completions;
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
mod man;
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
mod sarif;
mod serve;
mod share_pictures;
mod sheet;
mod since;
mod wanted;
mod workshop_only;

use std::io::Write as _;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use makeready_content::decode::FORMAT_VERSION;

/// Everything went well.
pub const DONE: u8 = 0;
/// The content has errors.
pub const CONTENT_HAS_ERRORS: u8 = 1;
/// The command line makes no sense. Clap exits with the same code.
pub const USAGE: u8 = 2;
/// Something could not be read or written.
pub const COULD_NOT_READ_OR_WRITE: u8 = 3;

/// What `--version` says after the number: the content format, and whether the modules of workshops are embedded.
macro_rules! long_version {
    ($modules:literal) => {
        concat!(env!("CARGO_PKG_VERSION"), "\ncontent format: 1\nmodules of workshops: ", $modules)
    };
}
const _: () = assert!(FORMAT_VERSION == 1, "`--version` names the content format");
const VERSION: &str =
    if cfg!(feature = "modules") { long_version!("in the program") } else { long_version!("not in the program") };

/// Print-and-play cards, sheets, handouts and rulebooks from YAML.
#[derive(Debug, Parser)]
#[command(name = "makeready", version, long_version = VERSION, about, arg_required_else_help = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
    /// When to color messages.
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, display_order = 900)]
    color: Color,
}

/// When to color messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Color {
    /// Use color on a screen, but not in a file.
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
    /// Build everything: cards, sheets, handouts and the rulebook site, in one folder.
    Build(build::BuildArgs),
    /// Join the parts that `build --shard` made into one complete build.
    Merge(merge::MergeArgs),
    /// Find all errors in the content: names, formulas, characters, worked examples.
    Check(check::CheckArgs),
    /// Create a small example game that works immediately. You can then change it and add to it.
    New(new::NewArgs),
    /// Print action cards, blank or filled in for a character.
    Cards(cards::CardsArgs),
    /// Print the whole rulebook: contents, chapters, reference, glossary and index.
    Book(book::BookArgs),
    /// Print a character sheet, filled or blank, or write a character's values as JSON.
    Sheet(sheet::SheetArgs),
    /// Print stat blocks of NPCs, several to a page.
    Handout(handout::HandoutArgs),
    /// Make NPCs by the game's own creation rules, and print or save them.
    Npc(npc::NpcArgs),
    /// Calculate the price of an ability, keyword by keyword, and check that it is legal.
    Cost(cost::CostArgs),
    /// Show how a number of a character is calculated.
    Explain(explain::ExplainArgs),
    /// Calculate the exact odds of a check, for one case or for several side by side.
    Odds(odds::OddsArgs),
    /// Walk through a procedure of the rules (such as an attack) step by step, with a character's values.
    Resolve(resolve::ResolveArgs),
    /// Preview everything in the browser while you write. Pages update each time you save a file.
    Serve(serve::ServeArgs),
    /// Print a script with which a shell completes commands and options.
    Completions(completions::CompletionsArgs),
    /// Print the manual page of makeready or of one of its commands.
    Man(man::ManArgs),
}

/// The content folder and the options of its rulings.
#[derive(Args, Clone, Debug)]
pub struct ContentArgs {
    /// The content folder [default: `content` here; otherwise the content folder you are in].
    #[arg(long, default_value_os_t = find_game::default_content(), hide_default_value = true)]
    content: PathBuf,
    /// A campaign file: it chooses the options of rulings (unclear or optional rules) [default: `campaign.yaml` in the content
    /// folder].
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
            Command::Completions(args) => completions::run(&args),
            Command::Man(args) => man::run(&args),
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
