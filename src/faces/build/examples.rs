//! Worked examples as a chapter shows them: at its end, when the first rule that they rest on has its home there. What
//! has no home stands at the end of the last chapter.

use deckle_rules::compute::Evaluator;
use deckle_rules::formula::EvalError;

use super::desk::Desk;
use crate::content::entries::{ChapterEntry, Entries};
use crate::content::examples::ExampleEntry;
use crate::content::game::Game;
use crate::content::{example_rules, example_subject};
use crate::faces::book::ChapterBlock;
use crate::faces::text::{Run, Style};

/// The examples of a chapter under a heading of their own; nothing when it has none.
/// `end` is the length of the chapter's file: what is added here stands behind all that the author wrote.
pub(super) fn of_chapter(game: &Game, chapter: &ChapterEntry, end: usize) -> Result<Vec<ChapterBlock>, EvalError> {
    let here = |example: &&ExampleEntry| home(&game.entries, example).is_some_and(|home| home.slug == chapter.slug);
    let mut blocks = Vec::new();
    for example in game.entries.examples.iter().filter(here) {
        if blocks.is_empty() {
            blocks.push(ChapterBlock::Markdown { source: "## Worked examples\n".to_owned(), offset: end });
        }
        blocks.extend(block(game, example)?);
    }
    Ok(blocks)
}

/// The chapter in which the first of its rules stands; the last one, where no chapter has any of them.
fn home<'g>(entries: &'g Entries, example: &ExampleEntry) -> Option<&'g ChapterEntry> {
    let chapter_of =
        |rule: &String| entries.chapters.iter().find(|c| c.anchors.iter().any(|anchor| anchor.value == *rule));
    example.head.rules.iter().find_map(chapter_of).or(entries.chapters.last())
}

fn block(game: &Game, example: &ExampleEntry) -> Result<Option<ChapterBlock>, EvalError> {
    let Some(rules) = example_rules(example, game) else { return Ok(None) };
    let character = example_subject(example, game, &rules).map_err(|failed| failed.1)?;
    let desk = Desk { game, evaluator: Evaluator::new(&rules, &character), shows_odds: false };
    let mut paragraphs = desk.paragraphs(&example.text)?;
    let strong = |text: &str| Run { style: Style::Strong, text: text.to_owned(), detail: String::new() };
    if !example.source_says.is_empty() {
        let rest = format!(" {}. {}", example.source_says.trim_end_matches('.'), example.differs);
        paragraphs.push(vec![strong("The source says:"), Run::plain(rest)]);
    }
    if !example.not_run.is_empty() {
        paragraphs.push(vec![strong("Nothing to work out:"), Run::plain(format!(" {}", example.not_run))]);
    }
    if !game.rules.differences().is_empty() {
        let text = "This example follows the default readings, not those of the campaign.".to_owned();
        paragraphs.push(vec![Run { style: Style::Emphasis, text, detail: String::new() }]);
    }
    Ok(Some(ChapterBlock::Example { title: example.head.name.clone(), paragraphs }))
}
