//! `deckle cards`

use std::path::{Path, PathBuf};

use deckle_rules::formula::nearest;
use wildmatch::WildMatch;

use super::cast::{Cast, warn_of_drafts};
use super::folder::{Folder, open};
use super::print_flags::{PrintArgs, computing_failed, press_failed, usage};
use super::{CommandResult, ContentArgs, Stop, USAGE, say};
use crate::seal::{Format, sealed, sealed_text};
use deckle_content::game::{Game, Person};
use deckle_embedded::ornaments;
use deckle_faces::card::CardFace;
use deckle_faces::make::{FaceBuilder, look};
use deckle_press::{Back, CardImages, CardPrint, CardSize, Flip, card_pngs, print_cards};

/// The edge over which the printer turns the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum FlipFlag {
    /// As the pages of a book.
    Long,
    /// As the pages of a notepad.
    Short,
    /// Printed on one side.
    None,
}

/// Kinds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum CardFormat {
    /// Sheets to print and cut.
    Pdf,
    /// A folder with one picture per card.
    Png,
}

/// Flags of `cards`.
#[derive(clap::Args, Debug)]
pub struct CardsArgs {
    /// A system's id for blank cards, or a character's file for filled ones.
    #[arg(value_name = "SYSTEM | CHARACTER.yaml")]
    subject: PathBuf,
    /// Blank cards; with a number, so many copies of each.
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "1")]
    blank: Option<u32>,
    /// Only cards whose id or family matches, such as `strike`, `str*`, `offense`.
    #[arg(long, value_name = "GLOB")]
    only: Vec<String>,
    /// Card size, such as `poker`, `tarot` [default: the campaign's, else poker].
    #[arg(long)]
    size: Option<String>,
    /// The edge over which the printer turns the sheet.
    #[arg(long, value_enum, default_value_t = FlipFlag::Long)]
    flip: FlipFlag,
    /// What is on the back: `none`, or another emblem's name [default: the system's].
    #[arg(long)]
    back: Option<String>,
    /// Show chances on filled cards, where the system tells them [default: as the campaign says].
    #[arg(long)]
    odds: bool,
    /// What kind of file to write.
    #[arg(long, value_enum, default_value_t = CardFormat::Pdf)]
    format: CardFormat,
    #[command(flatten)]
    print: PrintArgs,
    #[command(flatten)]
    content: ContentArgs,
}

/// The most copies of a blank card.
const MOST_COPIES: u32 = 100;

/// Runs the command.
pub fn run(args: &CardsArgs, in_color: bool) -> CommandResult {
    if is_file(&args.subject) {
        let cast = Cast::of(&args.subject, &args.content, in_color)?;
        let (game, who) = cast.person(in_color)?;
        let (name, title) = (format!("cards-{}", who.id()), format!("action cards, {}", who.entry.head.name));
        let filled = Some(who).filter(|_| args.blank.is_none());
        make(args, &cast.folder, game, filled, &name, &title)?;
        warn_of_drafts(filled)
    } else {
        let system = args.subject.to_string_lossy();
        let folder = open(&args.content, Some(&system))?;
        let game = folder.game_or_stop(&system, in_color)?;
        make(args, &folder, game, None, "cards-blank", "action cards, blank")
    }
}

fn is_file(subject: &Path) -> bool {
    subject.extension().is_some_and(|e| e == "yaml" || e == "yml")
}

fn make(
    args: &CardsArgs,
    folder: &Folder,
    game: &Game,
    who: Option<&Person>,
    name: &str,
    title: &str,
) -> CommandResult {
    let deck = deck(args, game, who, args.odds || folder.campaign.odds_on_cards)?;
    let from_campaign = folder.campaign.card_size.as_ref().map(|s| s.value.as_str());
    let size = args.size.as_deref().or(from_campaign).unwrap_or("poker");
    let size = CardSize::find(size).map_err(|e| usage(&e))?;
    let look = look(game);
    match args.format {
        CardFormat::Pdf => {
            let mut print = CardPrint::new(size, args.print.paper(&folder.campaign)?);
            print.flip = match args.flip {
                FlipFlag::Long => Flip::Long,
                FlipFlag::Short => Flip::Short,
                FlipFlag::None => Flip::None,
            };
            print.back = back(args.back.as_deref())?;
            print.style = args.print.style();
            print.title = format!("{}: {title}", game.entries.head.name);
            print.credits = game.entries.credits.clone();
            args.print.write(print_cards(&deck, &look, &print), &format!("{name}.pdf"))
        }
        CardFormat::Png => {
            let mut images = CardImages::new(size);
            images.back = back(args.back.as_deref())?;
            images.style = args.print.style();
            images.credits = game.entries.credits.clone();
            let pictures = card_pngs(&deck, &look, &images).map_err(|e| press_failed(&e))?;
            let target = args.print.output.output.clone().unwrap_or_else(|| PathBuf::from(name));
            let count = pictures.fronts.len();
            let mut files: Vec<(PathBuf, Vec<u8>)> = Vec::new();
            for picture in pictures.fronts {
                let part = if picture.part.1 > 1 { format!("-{}", picture.part.0) } else { String::new() };
                let path = target.join(format!("{}{part}.png", picture.id));
                files.push((path, sealed(Format::Png, picture.png)));
            }
            files.extend(pictures.back.map(|back| (target.join("back.png"), sealed(Format::Png, back))));
            files.push((target.join("credits.txt"), sealed_text(Format::Yaml, &pictures.credits).into_bytes()));
            args.print.output.write_files(&files)?;
            say(&format!("{count} pictures in {}", target.display()));
            Ok(())
        }
    }
}

fn back(asked: Option<&str>) -> Result<Back, Stop> {
    match asked {
        None => Ok(Back::OfLook),
        Some("none") => Ok(Back::None),
        Some(name) if ornaments().any(|(id, _)| id == name) => Ok(Back::Named(name.to_owned())),
        Some(name) => {
            let names: Vec<&str> = ornaments().map(|(id, _)| id).collect();
            let help = match nearest(name, names.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("there are: {}, none", names.join(", ")),
            };
            Err(usage(&format!("no back is called `{name}`; {help}")))
        }
    }
}

fn deck(args: &CardsArgs, game: &Game, who: Option<&Person>, shows_odds: bool) -> Result<Vec<CardFace>, Stop> {
    let all = FaceBuilder { shows_odds, ..FaceBuilder::new(game, who) }.deck().map_err(|e| computing_failed(&e))?;
    let globs: Vec<WildMatch> = args.only.iter().map(|glob| WildMatch::new(glob)).collect();
    let is_wanted = |card: &CardFace| {
        globs.is_empty() || globs.iter().any(|glob| glob.matches(&card.id) || glob.matches(&card.family.id))
    };
    let chosen: Vec<CardFace> = all.into_iter().filter(is_wanted).collect();
    if chosen.is_empty() {
        say(&format!("error: no card matches {}", args.only.join(", ")));
        return Err(Stop(USAGE));
    }
    let copies = args.blank.unwrap_or(1);
    if !(1..=MOST_COPIES).contains(&copies) {
        say(&format!("error: 1 to {MOST_COPIES} copies, not {copies}"));
        return Err(Stop(USAGE));
    }
    Ok(chosen.into_iter().flat_map(|card| std::iter::repeat_n(card, copies as usize)).collect())
}
