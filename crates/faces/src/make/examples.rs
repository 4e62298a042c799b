//! Worked examples as a chapter shows them: at the end of the chapter that is the home of their first
//! rule. Examples without a home come at the end of the last chapter.

use std::collections::BTreeMap;

use makeready_rules::compute::Evaluator;
use makeready_rules::formula::EvalError;
use makeready_words::Words;

use super::face_builder::FaceBuilder;
use crate::book::{ChapterBlock, Written};
use crate::text::{Run, Style};
use makeready_content::concept::examples::ExampleEntry;
use makeready_content::game::Game;
use makeready_content::load::Definitions;
use makeready_content::{example_rules, example_subject};

/// The heading over the examples of a chapter; none where it has no examples.
/// `end` is the length of the chapter's file: what is added here comes after all that the author wrote.
pub(super) fn heading(examples: &[&ExampleEntry], end: usize, words: Words) -> Option<ChapterBlock> {
    let source = format!("## {}\n", words.text("entry.examples"));
    (!examples.is_empty()).then(|| ChapterBlock::Markdown { source, offset: end, written: Written::default() })
}

/// The examples of a chapter.
pub(super) fn blocks(game: &Game, examples: &[&ExampleEntry]) -> Result<Vec<ChapterBlock>, EvalError> {
    examples.iter().filter_map(|example| block(game, example).transpose()).collect()
}

/// The examples of every chapter, by its slug: those whose first rule stands in it. Where no chapter has any of
/// their rules, they are in the last one.
pub(super) fn by_chapter(entries: &Definitions) -> BTreeMap<&str, Vec<&ExampleEntry>> {
    let homes = entries.chapters.iter().flat_map(|c| c.anchors.iter().map(|a| (a.value.as_str(), c.slug.as_str())));
    // Of two homes the first one counts.
    let homes: BTreeMap<&str, &str> = homes.collect::<Vec<_>>().into_iter().rev().collect();
    let last = entries.chapters.last().map(|chapter| chapter.slug.as_str());
    let mut by_chapter: BTreeMap<&str, Vec<&ExampleEntry>> = BTreeMap::new();
    for example in &entries.examples {
        let home = example.head.rules.iter().find_map(|rule| homes.get(rule.as_str()).copied());
        if let Some(slug) = home.or(last) {
            by_chapter.entry(slug).or_default().push(example);
        }
    }
    by_chapter
}

fn block(game: &Game, example: &ExampleEntry) -> Result<Option<ChapterBlock>, EvalError> {
    let Some(rules) = example_rules(example, game) else { return Ok(None) };
    let character = example_subject(example, game, &rules).map_err(|failed| failed.1)?;
    let faces = FaceBuilder::with(game, Evaluator::new(&rules, &character));
    let words = game.entries.lang.words;
    let mut paragraphs = faces.paragraphs(&example.text)?;
    let strong = |text: &str| Run { style: Style::Strong, text: text.to_owned(), detail: String::new() };
    if !example.source_says.is_empty() {
        let rest = format!(" {}. {}", example.source_says.trim_end_matches('.'), example.differs);
        paragraphs.push(vec![strong(words.text("entry.source_says")), Run::plain(rest)]);
    }
    if !example.not_run.is_empty() {
        paragraphs.push(vec![strong(words.text("entry.not_run")), Run::plain(format!(" {}", example.not_run))]);
    }
    if !game.rules.differences().is_empty() {
        let text = words.text("entry.default_readings").to_owned();
        paragraphs.push(vec![Run { style: Style::Emphasis, text, detail: String::new() }]);
    }
    Ok(Some(ChapterBlock::Example { title: example.head.name.clone(), paragraphs }))
}
