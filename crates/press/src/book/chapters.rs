//! The chapters of a book as data of the template.

use std::collections::BTreeMap;

use super::Manuscript;
use super::data::{Block, ChapterData, Line, OptionData, Other, Piece};
use super::odds;
use super::tables::{self, Room};
use super::writer::{Writer, in_parts};
use makeready_faces::bill::{AbilityBill, BillItem};
use makeready_faces::book::{Chapter, ChapterBlock, Entry, EntryKind, EntryLink, Explained};
use makeready_faces::card::{Block as CardPart, CardFace, Fact};
use makeready_faces::text::{Paragraph, Style, plain_text};
use makeready_prose::address::Place;
use makeready_prose::tree::Reader;

/// A chapter.
pub fn chapter(chapter: &Chapter, path: &str, manuscript: &Manuscript<'_>, mut writer: Writer<'_>) -> ChapterData {
    let mut reader = Reader::new(&manuscript.link_index, &manuscript.terms, path);
    let label = writer.begin(&Place::page(path));
    let mut blocks = Vec::new();
    for block in &chapter.blocks {
        blocks.extend(parts(block, manuscript, &mut writer, &mut reader));
    }
    ChapterData {
        label,
        number: chapter.number.to_string(),
        title: chapter.title.clone(),
        summary: chapter.summary.clone(),
        art: chapter.art.clone(),
        blocks,
    }
}

fn parts(
    block: &ChapterBlock,
    manuscript: &Manuscript<'_>,
    writer: &mut Writer<'_>,
    reader: &mut Reader<'_>,
) -> Vec<Block> {
    match block {
        ChapterBlock::Markdown { source, .. } => writer.prose(&reader.read(source)),
        ChapterBlock::Card { card } => vec![card_block(card, writer.room())],
        ChapterBlock::Example { title, paragraphs } => {
            vec![Block::Example { title: title.clone(), lines: writer.paragraphs(paragraphs, reader) }]
        }
        ChapterBlock::Note { paragraphs } => vec![Block::Aside { lines: writer.paragraphs(paragraphs, reader) }],
        ChapterBlock::Table { caption, table } => writer.table(caption, table, reader),
        ChapterBlock::Bill { bill } => self::bill(bill, manuscript, writer),
        ChapterBlock::Odds { caption, odds } => odds::odds(caption, odds, writer, reader),
        ChapterBlock::Ruling { id } => {
            let link = EntryLink { kind: EntryKind::Ruling, id: id.clone() };
            manuscript.entry(&link).map(|entry| ruling(entry, &link, manuscript, writer)).into_iter().collect()
        }
    }
}

/// A card. One that takes up to some half of a column stays whole.
pub fn card_block(card: &CardFace, room: Room) -> Block {
    /// A line of a card and the letters on it, in points: of the smaller type of the text, words in lines that are not full.
    const LINE: f64 = 12.0;
    const LETTER: f64 = 4.6;
    /// How much of a column it may fill.
    const MOST: f64 = 0.6;
    /// The lines of its head and of what is around it.
    const HEAD: f64 = 5.0;
    let lines = |letters: usize| (letters as f64 * LETTER / room.column).ceil().max(1.0);
    let paragraphs = |all: &[Paragraph]| all.iter().map(|one| lines(plain_text(one).len())).sum::<f64>();
    let facts =
        |all: &[Fact]| all.iter().map(|fact| lines(fact.label.len() + plain_text(&fact.text).len())).sum::<f64>();
    let part = |part: &CardPart| match part {
        CardPart::Heading { .. } | CardPart::Track(_) => 2.0,
        CardPart::Text { paragraphs: all } => paragraphs(all),
        CardPart::Table(table) => {
            // The cells of a row stand beside one another, and the longest has more lines than its share.
            let row =
                |row: &Vec<Paragraph>| lines(row.iter().map(|cell| plain_text(cell).len()).sum::<usize>() * 3 / 2);
            table.rows.iter().map(row).sum::<f64>() + 1.0
        }
        CardPart::Facts { facts: all } => facts(all),
        CardPart::Lines { .. } => 0.0,
    };
    let outcomes = card.outcomes.iter().map(|outcome| lines(outcome.label.len() + plain_text(&outcome.text).len() + 4));
    let figures = card.figures.iter().map(|figure| lines(figure.label.len() + figure.terms.len() + figure.note.len()));
    let parts = card.blocks.iter().map(part).sum::<f64>();
    let height = HEAD + paragraphs(&card.body) + facts(&card.facts) + outcomes.chain(figures).sum::<f64>() + parts;
    Block::Card { card: Box::new(card.clone()), splits: height * LINE > MOST * room.height }
}

/// A ruling where the text speaks of it: the reading in force, and where the others stand.
fn ruling(entry: &Entry, link: &EntryLink, manuscript: &Manuscript<'_>, writer: &Writer<'_>) -> Block {
    let place = manuscript.link_index.entry(link).map(|target| &target.place);
    let (to, page) = place.map(|place| (writer.to(place), writer.page_of(place))).unwrap_or_default();
    Block::Ruling {
        name: entry.name.clone(),
        to,
        question: entry.summary.clone(),
        is_short: true,
        page,
        options: options(entry),
    }
}

/// A ruling with its question and all readings.
pub fn whole_ruling(entry: &Entry) -> Block {
    let (to, page) = (String::new(), String::new());
    let (name, question) = (entry.name.clone(), entry.summary.clone());
    Block::Ruling { name, to, question, is_short: false, page, options: options(entry) }
}

fn options(entry: &Entry) -> Vec<OptionData> {
    let option = |option: &makeready_faces::book::RulingOption| OptionData {
        text: option.text.clone(),
        is_chosen: option.is_chosen,
    };
    entry.options.iter().map(option).collect()
}

/// A bill as a table, and what is found wrong with it.
fn bill(bill: &AbilityBill, manuscript: &Manuscript<'_>, writer: &mut Writer<'_>) -> Vec<Block> {
    let plain = |text: &str| vec![Piece::Words(text.to_owned())];
    let has_prices = bill.items.iter().any(|item| item.prices.is_some());
    let has_list = bill.items.iter().any(has_two_prices);
    let head =
        ["bill.keyword", "paper.in_list", "paper.here", "label.does"].map(|key| manuscript.book.lang.words.text(key));
    let shown = [true, has_list, has_prices, true];
    let kept = |cells: [Line; 4]| -> Vec<Line> {
        cells.into_iter().zip(shown).filter(|(_, is_shown)| *is_shown).map(|(cell, _)| cell).collect()
    };
    let row = |item: &BillItem| {
        let link = EntryLink { kind: EntryKind::Keyword, id: item.keyword.clone() };
        let to = manuscript.link_index.entry(&link).map(|target| writer.to(&target.place)).unwrap_or_default();
        let mut name = vec![strong(&item.name, to)];
        if !item.parameters.is_empty() {
            name.push(Piece::Words(format!(" {}", item.decided())));
        }
        let price = |value: fn(&makeready_faces::bill::BillPrices) -> &Explained| {
            item.prices.as_ref().map_or_else(Line::new, |prices| plain(text_of(value(prices))))
        };
        kept([name, price(|prices| &prices.list), price(|prices| &prices.here), plain(&item.text)])
    };
    let mut rows: Vec<Vec<Line>> = bill.items.iter().map(row).collect();
    if let Some(totals) = &bill.totals {
        let total = format!("{} of {} {}", text_of(&totals.spent), text_of(&totals.budget), totals.spent.unit);
        let names = format!("{} of {}", totals.spent.name, totals.budget.name);
        rows.push(kept([vec![strong(&names, String::new())], Line::new(), plain(total.trim()), Line::new()]));
    }
    let head = kept(head.map(plain));
    let numeric = [false, true, true, false].into_iter().zip(shown).filter(|(_, is_shown)| *is_shown);
    let to_the_right: Vec<bool> = numeric.map(|(is_numeric, _)| is_numeric).collect();
    let builder = bill.builder.as_ref().map_or_else(String::new, |(_, name)| format!(", built by {name}"));
    let caption = format!("{}{builder}", bill.name);
    let mut blocks = in_parts(&caption, tables::parted(&head, rows, &to_the_right, writer.room()));
    if bill.left_out > 0 {
        let text = format!("{} more keywords follow later.", bill.left_out);
        blocks.push(Block::Text { line: plain(&text) });
    }
    let finding = |finding: &makeready_faces::bill::BillFinding| {
        let cure = if finding.cure.is_empty() { String::new() } else { format!(" {}", finding.cure) };
        plain(&format!("{}{cure}", finding.message))
    };
    let lines: Vec<Line> = bill.findings.iter().map(finding).collect();
    blocks.extend((!lines.is_empty()).then_some(Block::Aside { lines }));
    blocks
}

fn has_two_prices(item: &BillItem) -> bool {
    item.prices.as_ref().is_some_and(|prices| prices.list.text != prices.here.text)
}

/// A figure, or how it is found where it is not known.
fn text_of(value: &Explained) -> &str {
    if value.is_known { &value.text } else { &value.formula }
}

/// Words in bold, which may lead somewhere.
pub fn strong(text: &str, to: String) -> Piece {
    let (url, page) = (String::new(), String::new());
    Piece::Other(Other::Run { style: Style::Strong, text: text.to_owned(), to, url, page })
}

/// The keywords of an ability with their prices, in one line.
pub fn bill_line(bill: &AbilityBill) -> Line {
    let item = |item: &BillItem| {
        let name = format!("{} {}", item.name, item.decided());
        let price = item.prices.as_ref().map_or_else(String::new, |prices| format!(" {}", text_of(&prices.here)));
        format!("{}{price}", name.trim())
    };
    let items = bill.items.iter().map(item).collect::<Vec<_>>().join("; ");
    let total = bill.totals.as_ref().map_or_else(String::new, |totals| {
        format!(". {} of {} {}", text_of(&totals.spent), text_of(&totals.budget), totals.spent.unit)
    });
    vec![Piece::Words(format!("{items}{total}"))]
}

/// A line of nothing but words, without notes.
pub fn no_notes() -> BTreeMap<String, Vec<makeready_prose::tree::Block>> {
    BTreeMap::new()
}
