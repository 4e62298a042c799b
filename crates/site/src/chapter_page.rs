//! One chapter, one page.

use serde::Serialize;

use makeready_faces::book::{Chapter, ChapterBlock, Entry, EntryKind, SectionSynonyms};
use makeready_faces::text::plain_text;

use super::bill_view::{self, BillView};
use super::card_view::{self, CardView};
use super::chrome::LinkView;
use super::context::{AS_IT_IS, PageContext, Source};
use super::doors;
use super::entry_page::RulingView;
use super::fault::{LinkFault, LinkProblem};
use super::html::Html;
use super::link_index::BrokenLink;
use super::markdown::{self, PageSections};
use super::odds_chart::{self, OddsFigure};
use super::pictures::PictureView;
use super::runs::{self, Linking, TableView};

/// The content of the page.
#[derive(Debug, Serialize)]
pub struct ChapterView {
    number: usize,
    title: String,
    summary: String,
    picture: Option<PictureView>,
    /// Ways into the workshop.
    doors: Vec<LinkView>,
    blocks: Vec<BlockView>,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum BlockView {
    Text { html: Html },
    Cards { cards: Vec<CardView> },
    Example { title: String, html: Html },
    Note { html: Html },
    Table { caption: String, table: TableView },
    Bill { bill: BillView },
    Odds { odds: OddsFigure },
    Ruling { ruling: RulingView },
}

/// The view of a chapter. `page_sections` receives its sections.
pub fn view(chapter: &Chapter, page: &mut PageContext<'_>, page_sections: &mut PageSections) -> ChapterView {
    let mut blocks: Vec<BlockView> = Vec::new();
    for block in &chapter.blocks {
        match (block_view(block, chapter, page, page_sections), blocks.last_mut()) {
            // Adjacent cards are set side by side.
            (Some(BlockView::Cards { cards: more }), Some(BlockView::Cards { cards })) => cards.extend(more),
            (Some(view), _) => blocks.push(view),
            (None, _) => {}
        }
    }
    ChapterView {
        number: chapter.number,
        title: chapter.title.clone(),
        summary: chapter.summary.clone(),
        picture: page.picture(chapter.art.as_ref()),
        doors: chapter
            .is_of_creation
            .then(|| doors::door("door.make", "people?who=%2B", page))
            .into_iter()
            .flatten()
            .collect(),
        blocks,
    }
}

/// Goes through the Markdown of a chapter for its sections, what it links to, and its broken links.
pub fn texts(chapter: &Chapter, page: &mut PageContext<'_>, page_sections: &mut PageSections) {
    for block in &chapter.blocks {
        if let ChapterBlock::Markdown { source, offset, written } = block {
            let place = Source { file: &chapter.file, offset: *offset, written };
            markdown::render(source, place, page, page_sections);
        }
    }
    let has = |id: &str| page_sections.sections.iter().any(|section| section.level > 1 && section.id == id);
    for SectionSynonyms { section, offset, .. } in &chapter.section_synonyms {
        if !has(section) {
            let fault = LinkFault::NoHeading { id: section.clone(), is_here: true };
            let file = chapter.file.clone();
            page.problems.push(LinkProblem { file, offset: *offset, len: section.len(), fault, suggestion: None });
        }
    }
}

fn block_view(
    block: &ChapterBlock,
    chapter: &Chapter,
    page: &mut PageContext<'_>,
    page_sections: &mut PageSections,
) -> Option<BlockView> {
    Some(match block {
        ChapterBlock::Markdown { source, offset, written } => {
            let place = Source { file: &chapter.file, offset: *offset, written };
            BlockView::Text { html: markdown::render(source, place, page, page_sections) }
        }
        ChapterBlock::Card { card } => {
            page_sections.add_text(&format!(" {} {} ", card.name, card_view::words(card)));
            BlockView::Cards { cards: vec![card_view::card(card, page)] }
        }
        ChapterBlock::Example { title, paragraphs } => {
            page_sections.add_text(&format!(" {title} {} ", text_of(paragraphs)));
            let html = runs::paragraphs(paragraphs, page, &mut Linking::On(page_sections.seen()));
            BlockView::Example { title: title.clone(), html }
        }
        ChapterBlock::Note { paragraphs } => {
            page_sections.add_text(&format!(" {} ", text_of(paragraphs)));
            BlockView::Note { html: runs::paragraphs(paragraphs, page, &mut Linking::On(page_sections.seen())) }
        }
        ChapterBlock::Table { caption, table } => {
            page_sections.add_text(&format!(" {caption} {} ", runs::table_text(table)));
            let table = runs::table(table, caption, page, &mut Linking::On(page_sections.seen()));
            BlockView::Table { caption: caption.clone(), table }
        }
        ChapterBlock::Bill { bill } => {
            page_sections.add_text(&format!(" {} {} ", bill.name, bill_view::words(bill)));
            BlockView::Bill { bill: bill_view::bill(bill, page) }
        }
        ChapterBlock::Odds { caption, odds } => {
            page_sections.add_text(&format!(" {caption} {} ", odds_chart::words(odds)));
            BlockView::Odds { odds: odds_chart::odds_figure(odds, caption, page) }
        }
        ChapterBlock::Ruling { id } => BlockView::Ruling { ruling: ruling(id, chapter, page, page_sections)? },
    })
}

fn text_of(paragraphs: &[Vec<makeready_faces::text::Run>]) -> String {
    paragraphs.iter().map(|paragraph| plain_text(paragraph)).collect::<Vec<_>>().join(" ")
}

fn ruling(
    id: &str,
    chapter: &Chapter,
    page: &mut PageContext<'_>,
    page_sections: &mut PageSections,
) -> Option<RulingView> {
    let is_it = |entry: &&Entry| entry.kind == EntryKind::Ruling && entry.id == id;
    let Some(entry) = page.context.book.entries.iter().find(is_it) else {
        let fault = LinkFault::Missing { kind: "ruling".to_owned(), id: id.to_owned() };
        let broken_link = BrokenLink { fault, suggestion: None };
        page.broken_link(Source { file: &chapter.file, offset: 0, written: &AS_IT_IS }, &(0..0), broken_link);
        return None;
    };
    page_sections.add_text(&format!(" {} {} ", entry.name, entry.summary));
    Some(RulingView::new(entry, page))
}
