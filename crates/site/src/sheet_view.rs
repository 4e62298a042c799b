//! A character sheet, for the templates: the printed blocks, with notes on their numbers.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use makeready_faces::book::Explained;
use makeready_faces::sheet::{
    Handout, ResourceCell, RollRow, Sheet, SheetBlock, SheetContent, StatCell, StatGroup, ValueCell,
};
use makeready_faces::text::{plain_text, says};

use super::assets::StylePart;
use super::card_view::{self, BlockView, RuleView, TrackView};
use super::context::PageContext;
use super::html::Html;
use super::palette;
use super::runs::{self, Linking, Note, TableView};
use super::sheet_order;

/// A sheet.
#[derive(Debug, Serialize)]
pub struct SheetView {
    subtitle: String,
    portrait: String,
    edition: String,
    blocks: Vec<SheetBlockView>,
    /// What the printed sheet has room for besides; empty for none.
    to_write: String,
}

#[derive(Debug, Serialize)]
struct SheetBlockView {
    title: String,
    span: u8,
    content: ContentView,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum ContentView {
    Identity { lines: Vec<IdentityView> },
    Stats { groups: Vec<GroupView> },
    Resources { resources: Vec<ResourceView> },
    Values { values: Vec<ValueView> },
    Rolls { columns: Vec<String>, has_ranks: bool, has_costs: bool, rows: Vec<RollView> },
    Table { table: TableView },
    Text { html: Html },
    Tracks { tracks: Vec<TrackView> },
    Lines { lines: Vec<bool> },
    Blocks { blocks: Vec<BlockView> },
}

#[derive(Debug, Serialize)]
struct IdentityView {
    label: String,
    text: String,
    is_write_in: bool,
}

#[derive(Debug, Serialize)]
struct GroupView {
    name: String,
    /// Whether the title of the block names it already.
    is_named: bool,
    color_class: String,
    total: Option<ValueView>,
    stats: Vec<StatView>,
}

#[derive(Debug, Serialize)]
struct StatView {
    name: String,
    abbr: String,
    base: String,
    bonus: String,
    total: String,
    is_write_in: bool,
}

#[derive(Debug, Serialize)]
struct ResourceView {
    max: ValueView,
    color_class: String,
    goes_negative: bool,
    track: TrackView,
}

#[derive(Debug, Serialize)]
struct ValueView {
    name: String,
    abbr: String,
    value: Html,
    is_write_in: bool,
    unit: String,
    after: String,
}

#[derive(Debug, Serialize)]
struct RollView {
    name: String,
    href: String,
    icon: String,
    note: String,
    ranks: String,
    cells: Vec<ValueView>,
    /// What is paid, each thing by itself.
    costs: Vec<String>,
}

/// One line of the table of all numbers.
#[derive(Debug, Serialize)]
pub struct ExplainedView {
    name: String,
    text: String,
    unit: String,
    formula: String,
    terms: String,
    rule: RuleView,
}

/// The view of a sheet. `values` adds the formulas, which the sheet itself does not have; what
/// the page's `summary` already says is not repeated.
pub fn sheet(sheet: &Sheet, values: &[Explained], summary: &str, page: &mut PageContext<'_>) -> SheetView {
    let unsaid = |text: &str| if says(summary, text) { String::new() } else { text.to_string() };
    style(page);
    let mut writer = Writer::new(values, page);
    let shown = sheet_order::page_blocks(sheet, summary);
    SheetView {
        subtitle: unsaid(&sheet.subtitle),
        portrait: unsaid(&sheet.looks),
        edition: sheet.edition.clone(),
        blocks: shown.blocks.iter().map(|block| writer.block(block)).collect(),
        to_write: shown.to_write.join(PARTS),
    }
}

/// The view of a stat block, on one side. What the page's `summary` already says is not repeated.
pub fn stat_block(handout: &Handout, values: &[Explained], summary: &str, page: &mut PageContext<'_>) -> SheetView {
    style(page);
    let mut writer = Writer::new(values, page);
    let is_said = |text: &str| says(summary, text);
    let role = handout.role.to_lowercase();
    // `Level 5 · Boss`: each by itself may stand in the summary, or be in the role.
    let parts = handout.subtitle_parts.iter().map(String::as_str);
    let told = parts.filter(|part| !is_said(part) && !says(&role, &part.to_lowercase()));
    let is_said_block = |block: &&SheetBlock| {
        let SheetContent::Text { paragraphs } = &block.content else { return false };
        block.title.is_empty() && paragraphs.iter().all(|paragraph| is_said(&plain_text(paragraph)))
    };
    let shown = sheet_order::stat_block(&handout.blocks);
    let head = Some(handout.role.as_str()).filter(|role| !is_said(role)).into_iter().chain(told);
    SheetView {
        subtitle: head.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(PARTS),
        portrait: String::new(),
        edition: String::new(),
        blocks: shown.blocks.iter().filter(|block| !is_said_block(block)).map(|block| writer.block(block)).collect(),
        to_write: shown.to_write.join(PARTS),
    }
}

/// What stands between the parts of a line about somebody.
const PARTS: &str = " · ";

/// Sheets have what cards have to write in.
fn style(page: &mut PageContext<'_>) {
    page.style_parts.extend([StylePart::Cards, StylePart::Sheets]);
}

/// The table of numbers that the sheet, if there is one, does not explain where they stand on it.
pub fn explained(values: &[Explained], sheet: Option<&Sheet>, page: &mut PageContext<'_>) -> Vec<ExplainedView> {
    let on_sheet = sheet.map_or_else(BTreeSet::new, explained_on);
    if !values.is_empty() {
        style(page);
    }
    let view = |value: &Explained| ExplainedView {
        name: value.name.clone(),
        text: value.text.clone(),
        unit: value.unit.clone(),
        formula: value.formula.clone(),
        terms: value.terms.clone(),
        rule: RuleView::new(&value.rule, page),
    };
    values.iter().filter(|value| !on_sheet.contains(value.id.as_str())).map(view).collect()
}

/// The numbers that have a note on a sheet, by their ids.
fn explained_on(sheet: &Sheet) -> BTreeSet<&str> {
    let blocks = sheet.front.iter().chain(&sheet.back);
    let cells = blocks.flat_map(|block| -> Vec<&ValueCell> {
        match &block.content {
            SheetContent::Stats { groups } => groups.iter().filter_map(|group| group.total.as_ref()).collect(),
            SheetContent::Resources { resources } => resources.iter().map(|resource| &resource.max).collect(),
            SheetContent::Values { values } => values.iter().collect(),
            SheetContent::Rolls { rows, .. } => rows.iter().flat_map(|row| &row.cells).collect(),
            SheetContent::Identity { .. }
            | SheetContent::Table(_)
            | SheetContent::Text { .. }
            | SheetContent::Tracks { .. }
            | SheetContent::Lines { .. }
            | SheetContent::Blocks { .. } => Vec::new(),
        }
    });
    cells.filter(|cell| cell.text.is_some()).map(|cell| cell.id.as_str()).collect()
}

struct Writer<'w, 'p> {
    formulas: BTreeMap<&'w str, &'w Explained>,
    page: &'w mut PageContext<'p>,
}

impl<'w, 'p> Writer<'w, 'p> {
    fn new(values: &'w [Explained], page: &'w mut PageContext<'p>) -> Self {
        Self { formulas: values.iter().map(|value| (value.id.as_str(), value)).collect(), page }
    }
}

impl Writer<'_, '_> {
    fn block(&mut self, block: &SheetBlock) -> SheetBlockView {
        SheetBlockView {
            title: block.title.clone(),
            span: block.span.clamp(1, 12),
            content: self.content(&block.content, &block.title),
        }
    }

    fn content(&mut self, content: &SheetContent, title: &str) -> ContentView {
        match content {
            SheetContent::Identity { lines } => ContentView::Identity {
                lines: lines
                    .iter()
                    .map(|(label, text)| IdentityView {
                        label: label.clone(),
                        text: text.clone().unwrap_or_default(),
                        is_write_in: text.is_none(),
                    })
                    .collect(),
            },
            SheetContent::Stats { groups } => {
                ContentView::Stats { groups: groups.iter().map(|group| self.group(group, title)).collect() }
            }
            SheetContent::Resources { resources } => {
                ContentView::Resources { resources: resources.iter().map(|one| self.resource(one)).collect() }
            }
            SheetContent::Values { values } => {
                ContentView::Values { values: values.iter().map(|value| self.value(value)).collect() }
            }
            SheetContent::Rolls { columns, has_ranks, rows } => ContentView::Rolls {
                columns: columns.clone(),
                has_ranks: *has_ranks,
                has_costs: rows.iter().any(|row| !row.costs.is_empty()),
                rows: rows.iter().map(|row| self.roll(row)).collect(),
            },
            SheetContent::Table(table) => {
                ContentView::Table { table: runs::table(table, title, self.page, &mut Linking::Names) }
            }
            SheetContent::Text { paragraphs } => {
                // What begins with the name of an ability leads to it.
                ContentView::Text { html: runs::paragraphs(paragraphs, self.page, &mut Linking::Names) }
            }
            SheetContent::Tracks { tracks } => ContentView::Tracks {
                tracks: tracks.iter().map(|track| card_view::track(&track.label, track.boxes)).collect(),
            },
            SheetContent::Lines { lines } => ContentView::Lines { lines: vec![true; *lines as usize] },
            SheetContent::Blocks { blocks } => {
                ContentView::Blocks { blocks: card_view::blocks(blocks, title, self.page) }
            }
        }
    }

    fn group(&mut self, group: &StatGroup, title: &str) -> GroupView {
        let stat = |stat: &StatCell| StatView {
            name: stat.name.clone(),
            abbr: stat.abbr.clone(),
            base: stat.base.clone().unwrap_or_default(),
            bonus: stat.bonus.clone(),
            total: stat.total.clone().unwrap_or_default(),
            is_write_in: stat.total.is_none(),
        };
        GroupView {
            name: group.name.clone(),
            is_named: group.total.is_none() && says(title, &group.name),
            color_class: palette::class_of(&group.color),
            total: group.total.as_ref().map(|total| self.value(total)),
            stats: group.stats.iter().map(stat).collect(),
        }
    }

    fn resource(&mut self, resource: &ResourceCell) -> ResourceView {
        ResourceView {
            max: self.value(&resource.max),
            color_class: palette::class_of(&resource.color),
            goes_negative: resource.goes_negative,
            track: card_view::track(&resource.max.name, resource.boxes),
        }
    }

    fn value(&mut self, value: &ValueCell) -> ValueView {
        let text = value.text.clone().unwrap_or_default();
        let formula = self.formulas.get(value.id.as_str()).map_or("", |explained| explained.formula.as_str());
        let note = Note { name: &value.name, formula, terms: &value.terms, rule: &value.rule };
        ValueView {
            name: value.name.clone(),
            abbr: value.beside_name.clone(),
            value: if value.text.is_some() { runs::explained(&text, "value", &note, self.page) } else { Html::new() },
            is_write_in: value.text.is_none(),
            unit: value.beside_value.clone(),
            after: value.after.clone(),
        }
    }

    fn roll(&mut self, row: &RollRow) -> RollView {
        RollView {
            name: row.name.clone(),
            href: self.page.named_href(&row.name),
            icon: self.page.icon(&row.icon),
            note: row.note.clone(),
            ranks: row.ranks.clone().unwrap_or_default(),
            cells: row.cells.iter().map(|cell| self.value(cell)).collect(),
            costs: row.costs.clone(),
        }
    }
}

/// The words of a sheet that are about its character, for the search: who they are, what they have and what they can do. What every
/// sheet names says nothing of this one.
pub fn words(sheet: &Sheet) -> String {
    let blocks = sheet.front.iter().chain(&sheet.back);
    let said = blocks.filter_map(|block| match &block.content {
        SheetContent::Identity { lines } => {
            Some(lines.iter().filter_map(|(_, text)| text.as_deref()).collect::<Vec<_>>().join(" "))
        }
        SheetContent::Table(table) => Some(runs::table_text(table)),
        SheetContent::Text { paragraphs } => {
            Some(paragraphs.iter().map(|paragraph| plain_text(paragraph)).collect::<Vec<_>>().join(" "))
        }
        SheetContent::Stats { .. }
        | SheetContent::Resources { .. }
        | SheetContent::Values { .. }
        | SheetContent::Rolls { .. }
        | SheetContent::Tracks { .. }
        | SheetContent::Lines { .. }
        | SheetContent::Blocks { .. } => None,
    });
    said.collect::<Vec<_>>().join(" ")
}
