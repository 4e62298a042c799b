//! `makeready cards`

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::cast::{Cast, warn_of_drafts};
use super::deck_list;
use super::find_game::{find_game, is_yaml};
use super::folder::open;
use super::kept_prints::{Note, key};
use super::press_findings::PrintSource;
use super::print_flags::{PrintArgs, computing_failed, stop, usage};
use super::{COULD_NOT_READ_OR_WRITE, CommandResult, ContentArgs, Stop, output, say};
use crate::publish::{file, listed};
use makeready_content::game::{Game, Person};
use makeready_faces::card::CardFace;
use makeready_faces::entry_data::{DeckCardData, deck_data};
use makeready_faces::make::look;
use makeready_jobs::card_files::card_files;
use makeready_jobs::cards as job;
use makeready_press::{
    Back, CardImages, CardPictures, CardSize, Edge, Flip, PRINT_SHOP_BLEED, Paper, card_pictures, print_cards,
};

/// The edge over which the printer turns the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum FlipFlag {
    /// Like the pages of a book.
    Long,
    /// Like the pages of a notepad.
    Short,
    /// Print on one side only.
    None,
}

/// Kinds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum CardFormat {
    /// Sheets to print and cut.
    Pdf,
    /// A folder with one picture per card.
    Png,
    /// The text of each card.
    Json,
}

/// Which edge a picture has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum BleedFlag {
    /// Without bleed: pictures of the finished card.
    Trimmed,
    /// With 1/8 inch of bleed, as print shops require.
    Full,
    /// Both. The pictures with bleed are in a folder `bleed`.
    Both,
}

/// Flags of `cards`.
#[derive(clap::Args, Debug)]
pub struct CardsArgs {
    /// A game (its id or folder), for blank cards. Or a character file, for filled cards [default: the game whose folder you are
    /// in, or the only game].
    #[arg(value_name = "GAME | CHARACTER.yaml")]
    subject: Option<PathBuf>,
    /// Print the cards of a deck list. This file names the cards, the number of copies, and the character.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["subject", "blank", "only", "copies"])]
    deck: Option<PathBuf>,
    /// Print blank cards. A number N prints N copies of each card.
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "1")]
    blank: Option<u32>,
    /// The number of copies of each card.
    #[arg(long, value_name = "N")]
    copies: Option<u32>,
    /// Print only cards whose id or family matches, such as `strike`, `str*`, `offense`.
    #[arg(long, value_name = "GLOB")]
    only: Vec<String>,
    /// Fill empty places on the last sheet with cards to write on, of the same families. A game without such cards gets
    /// blank copies of the printed cards.
    #[arg(long)]
    fill_last_sheet: bool,
    /// The card size, such as `poker`, `tarot` [default: as the campaign file says, otherwise poker].
    #[arg(long)]
    size: Option<String>,
    /// The edge on which the printer flips the sheet.
    #[arg(long, value_enum, default_value_t = FlipFlag::Long)]
    flip: FlipFlag,
    /// The picture on the card back: `none`, `compass`, `facets`, ... [default: the game's own emblem].
    #[arg(long)]
    back: Option<String>,
    /// Show success chances on filled cards, if the game has them [default: as the campaign file says].
    #[arg(long)]
    odds: bool,
    /// The kind of file to write.
    #[arg(long, value_enum, default_value_t = CardFormat::Pdf)]
    format: CardFormat,
    /// The resolution of pictures in dots per inch [default: 300].
    #[arg(long, value_name = "N")]
    dpi: Option<u32>,
    /// For `--format png`: with or without bleed (artwork past the cutting line). `--bleed` alone means `full`. Write a
    /// value after `=`: `--bleed=both` [default: trimmed].
    #[arg(long, value_enum, value_name = "EDGE", num_args = 0..=1, require_equals = true, default_missing_value = "full")]
    bleed: Option<BleedFlag>,
    #[command(flatten)]
    print: PrintArgs,
    #[command(flatten)]
    content: ContentArgs,
}

/// The resolutions that pictures may have.
const DPI: std::ops::RangeInclusive<u32> = 36..=1_200;

/// Runs the command.
pub fn run(args: &CardsArgs, in_color: bool) -> CommandResult {
    refuse_what_says_nothing(args)?;
    match (&args.deck, &args.subject) {
        (Some(path), _) => of_list(args, path, in_color),
        (None, Some(subject)) if is_yaml(subject) => {
            let cast = Cast::of(subject, &args.content, in_color)?;
            let (game, who) = cast.person(in_color)?;
            let (name, title) = (format!("cards-{}", who.id()), job::title_of(game, Some(who)));
            let filled = Some(who).filter(|_| args.blank.is_none());
            let cards = deck(args, game, filled, args.odds || cast.folder.campaign.odds_on_cards)?;
            make(args, PrintSource { folder: &cast.folder, game, in_color }, Job::new(cards, name, title))?;
            warn_of_drafts(filled)
        }
        (None, subject) => {
            let found = find_game(subject.as_deref(), &args.content)?;
            let folder = open(&found.content, Some(&found.system))?;
            let game = folder.game_or_stop(&found.system, in_color)?;
            let cards = deck(args, game, None, args.odds || folder.campaign.odds_on_cards)?;
            let job = Job::new(cards, "cards-blank".to_owned(), job::title_of(game, None));
            make(args, PrintSource { folder: &folder, game, in_color }, job)
        }
    }
}

/// Stops at flags of the other format.
fn refuse_what_says_nothing(args: &CardsArgs) -> CommandResult {
    let (flag, format) = match args.format {
        CardFormat::Pdf if args.dpi.is_some() => ("--dpi", "png"),
        CardFormat::Pdf if args.bleed.is_some() => ("--bleed", "png"),
        CardFormat::Json if args.dpi.is_some() => ("--dpi", "png"),
        CardFormat::Json if args.bleed.is_some() => ("--bleed", "png"),
        CardFormat::Png | CardFormat::Json if args.fill_last_sheet => ("--fill-last-sheet", "pdf"),
        CardFormat::Pdf | CardFormat::Png | CardFormat::Json => return Ok(()),
    };
    Err(usage(&format!("`{flag}` works only with `--format {format}`")))
}

/// What is printed, and how where the command line does not say.
struct Job {
    cards: Vec<CardFace>,
    /// The name of the file, without its ending.
    name: String,
    title: String,
    size: Option<CardSize>,
    paper: Option<Paper>,
    back: Option<Back>,
    /// What is on the back of each card, where they differ.
    backs: Vec<Back>,
    is_filled: bool,
}

impl Job {
    const fn new(cards: Vec<CardFace>, name: String, title: String) -> Self {
        Self { cards, name, title, size: None, paper: None, back: None, backs: Vec::new(), is_filled: false }
    }
}

/// A deck as data.
#[derive(Serialize)]
struct Deck<'d> {
    system: &'d str,
    rules: &'d str,
    title: &'d str,
    cards: Vec<DeckCardData<'d>>,
}

/// The cards of a deck list.
fn of_list(args: &CardsArgs, path: &Path, in_color: bool) -> CommandResult {
    let (folder, system, list) = deck_list::read(path, &args.content, args.odds, in_color)?;
    let game = folder.game_quietly_or_stop(&system, in_color)?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let what = list.title.unwrap_or_else(|| format!("cards, {stem}"));
    let title = format!("{}: {what}", game.entries.head.name);
    let job = Job {
        size: list.size,
        paper: list.paper,
        back: list.back,
        backs: list.backs,
        is_filled: list.is_filled,
        ..Job::new(list.cards, format!("cards-{stem}"), title)
    };
    make(args, PrintSource { folder: &folder, game, in_color }, job)?;
    warn_of_drafts(game.people().filter(|who| list.people.contains(who.id())))
}

fn make(args: &CardsArgs, of: PrintSource<'_>, job: Job) -> CommandResult {
    let PrintSource { folder, game, .. } = of;
    let size = match (&args.size, job.size) {
        (None, Some(size)) => size,
        (asked, _) => job::size(asked.as_deref(), &folder.campaign).map_err(|e| usage(&e))?,
    };
    let (back, backs) = match args.back.as_deref() {
        None => job::one_back(job.back.unwrap_or_default(), job.backs, game),
        Some(asked) => (job::back(asked, game).map_err(|e| usage(&e))?, Vec::new()),
    };
    match args.format {
        CardFormat::Pdf => {
            let paper = match job.paper.filter(|_| !args.print.names_paper()) {
                Some(paper) => paper,
                None => args.print.paper(&folder.campaign)?,
            };
            let mut print = job::print(game, job.title, size, paper);
            print.flip = match args.flip {
                FlipFlag::Long => Flip::Long,
                FlipFlag::Short => Flip::Short,
                FlipFlag::None => Flip::None,
            };
            (print.back, print.backs) = (back, backs);
            print.style = args.print.style();
            if args.fill_last_sheet || job.is_filled {
                print.fill = job::blanks(game, &job.cards).map_err(|e| computing_failed(&e))?;
                if print.fill.is_empty() {
                    say(&format!("note: {}", job::NO_BLANKS));
                }
            }
            let look = look(game);
            let key = key(&look, &job.cards, &print);
            args.print.write(of, key, || print_cards(&job.cards, &look, &print), &format!("{}.pdf", job.name))
        }
        CardFormat::Json => {
            let (system, rules) = (game.entries.head.id.as_str(), game.fingerprint.as_str());
            let data = Deck { system, rules, title: &job.title, cards: deck_data(&job.cards) };
            args.print.output.write_text(&output::json(&data))
        }
        CardFormat::Png => {
            let mut images = CardImages::new(size);
            (images.back, images.backs) = (back, backs);
            images.style = args.print.style();
            images.credits = game.entries.credits.clone();
            let edges: &[Edge] = match args.bleed {
                None | Some(BleedFlag::Trimmed) => &[Edge::Trim],
                Some(BleedFlag::Full) => &[Edge::Bleed],
                Some(BleedFlag::Both) => &[Edge::Trim, Edge::Bleed],
            };
            if edges.contains(&Edge::Bleed) {
                images.bleed = PRINT_SHOP_BLEED;
            }
            images.dpi = dpi(args.dpi, &images)?;
            let pictures = card_pictures(&job.cards, &look(game), &images, edges).map_err(|e| of.refuse(&e))?;
            let notes: Vec<Note> = pictures.first().map_or(&[][..], |set| &set.notes).iter().map(Note::of).collect();
            args.print.report(&notes)?;
            write_pictures(args, of, &job.cards, pictures, &job.name)
        }
    }
}

/// Writes pictures into a folder: those of the first edge into the folder itself, others below it.
fn write_pictures(
    args: &CardsArgs,
    of: PrintSource<'_>,
    deck: &[CardFace],
    sets: Vec<CardPictures>,
    name: &str,
) -> CommandResult {
    let target = args.print.output.output.clone().unwrap_or_else(|| PathBuf::from(name));
    let mut fronts = 0;
    let mut files: Vec<(PathBuf, Vec<u8>)> = Vec::new();
    for (number, pictures) in sets.into_iter().enumerate() {
        let folder = if number == 0 { target.clone() } else { target.join("bleed") };
        let set = card_files(deck, pictures).map_err(|error| of.refuse(&error))?;
        fronts += set.fronts;
        files.extend(set.files.into_iter().map(|(name, bytes)| (folder.join(name), bytes)));
    }
    args.print.output.write_files(&files)?;
    remove_earlier(&files)?;
    let (cards, folder) = (deck.len(), target.display());
    say(&format!("{fronts} pictures of {cards} cards in {folder}; cards.yaml lists the copies and the back of each"));
    Ok(())
}

/// Removes the pictures of an earlier deck, which the new list lacks, from the folders that pictures were written into. Names
/// those that stay.
fn remove_earlier(files: &[(PathBuf, Vec<u8>)]) -> CommandResult {
    let mut folders: BTreeMap<&Path, BTreeSet<OsString>> = BTreeMap::new();
    for (path, _) in files {
        if let (Some(folder), Some(name)) = (path.parent(), path.file_name()) {
            folders.entry(folder).or_default().insert(name.to_owned());
        }
    }
    for (folder, names) in folders {
        let removed = file::remove_others(folder, "png", &names).map_err(|error| {
            say(&format!("error: {error}"));
            Stop(COULD_NOT_READ_OR_WRITE)
        })?;
        if removed.gone > 0 {
            say(&format!("note: {} pictures of an earlier deck removed from {}", removed.gone, folder.display()));
        }
        if !removed.left.is_empty() {
            let left = listed(removed.left.iter().map(|path| path.display().to_string()));
            say(&format!(
                "note: not in cards.yaml, but not removed, because Makeready did not make them or you changed them: \
                 {left}"
            ));
        }
    }
    Ok(())
}

/// The resolution of pictures.
fn dpi(asked: Option<u32>, images: &CardImages) -> Result<f64, Stop> {
    let Some(asked) = asked else { return Ok(images.dpi) };
    if !DPI.contains(&asked) {
        return Err(usage(&format!("{} to {} dots per inch, not {asked}", DPI.start(), DPI.end())));
    }
    let most = images.most_dpi();
    if f64::from(asked) > most {
        let size = images.size.trim;
        return Err(usage(&format!("a picture of a card of {size} may have {most:.0} dots per inch, not {asked}")));
    }
    Ok(f64::from(asked))
}

fn deck(args: &CardsArgs, game: &Game, who: Option<&Person>, shows_odds: bool) -> Result<Vec<CardFace>, Stop> {
    let copies = match (args.blank, args.copies) {
        (Some(2..), Some(_)) => return Err(usage(&"give the number of copies only once: `--blank N` or `--copies N`")),
        (_, Some(copies)) => copies,
        (blank, None) => blank.unwrap_or(1),
    };
    let wanted = job::Wanted { only: args.only.clone(), copies, shows_odds };
    wanted.of(game, who).map_err(|fault| stop(&fault))
}
