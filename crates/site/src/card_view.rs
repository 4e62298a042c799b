//! A card, for the templates.

use serde::Serialize;

use deckle_faces::card::{Block, CardFace, Cost, Fact, Figure, Outcome, OutcomeKind};
use deckle_faces::text::plain_text;

use super::context::PageContext;
use super::html::Html;
use super::pictures::PictureView;
use super::runs::{self, Linking, Note, TableView};

/// A rule ID and the link to its home, which may be empty.
#[derive(Debug, Serialize)]
pub struct RuleView {
    id: String,
    href: String,
}

impl RuleView {
    /// A rule as seen from a page.
    pub fn new(id: &str, page: &PageContext<'_>) -> Self {
        Self { id: id.to_string(), href: page.rule_href(id) }
    }
}

/// One card.
#[derive(Debug, Serialize)]
pub struct CardView {
    name: String,
    family: String,
    family_icon: String,
    icon: String,
    picture: Option<PictureView>,
    color_class: String,
    notch: u8,
    type_line: String,
    is_blank: bool,
    costs: Vec<CostView>,
    has_extra_cost_box: bool,
    figures: Vec<FigureView>,
    facts: Vec<FactView>,
    body: Html,
    outcomes: Vec<OutcomeView>,
    blocks: Vec<BlockView>,
    reaction: Html,
    owner: String,
    rule: RuleView,
    edition: String,
    part: String,
}

#[derive(Debug, Serialize)]
struct CostView {
    label: String,
    amount: String,
    unit: String,
    extra: String,
    pips: Vec<bool>,
}

#[derive(Debug, Serialize)]
struct FigureView {
    label: String,
    is_write_in: bool,
    value: Html,
    terms: String,
    unit: String,
    note: String,
}

/// A labeled line.
#[derive(Debug, Serialize)]
pub struct FactView {
    label: String,
    is_write_in: bool,
    text: Html,
}

#[derive(Debug, Serialize)]
struct OutcomeView {
    kind: &'static str,
    label: String,
    text: Html,
}

/// A part of a card or a sheet.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum BlockView {
    /// A small heading.
    Heading { text: String },
    /// Running text.
    Text { html: Html },
    /// A table.
    Table { table: TableView },
    /// Boxes to tick.
    Track { track: TrackView },
    /// Labeled lines.
    Facts { facts: Vec<FactView> },
    /// Lines to write on.
    Lines { lines: Vec<bool> },
}

/// Boxes to tick. One item for each box, since templates cannot count.
#[derive(Debug, Serialize)]
pub struct TrackView {
    label: String,
    boxes: Vec<bool>,
    count: u32,
}

/// Boxes under a label.
pub fn track(label: &str, count: u32) -> TrackView {
    TrackView { label: label.to_string(), boxes: vec![false; count.min(60) as usize], count }
}

/// The view of a card.
pub fn card(face: &CardFace, page: &mut PageContext<'_>) -> CardView {
    let (part, of) = face.part;
    CardView {
        name: face.name.clone(),
        family: face.family.name.clone(),
        family_icon: page.icon(&face.family.icon),
        icon: page.icon(&face.icon),
        picture: page.picture(face.art.as_ref()),
        color_class: page.color(&face.family.color),
        notch: face.family.notch.min(11),
        type_line: face.type_line.clone(),
        is_blank: face.is_blank,
        costs: face.costs.iter().map(cost).collect(),
        has_extra_cost_box: face.has_extra_cost_box,
        figures: face.figures.iter().map(|one| figure(one, page)).collect(),
        facts: facts(&face.facts, page),
        body: runs::paragraphs(&face.body, page, &mut Linking::Off),
        outcomes: face.outcomes.iter().map(|one| outcome(one, page)).collect(),
        blocks: blocks(&face.blocks, &face.name, page),
        reaction: runs::inline(&face.reaction, page, &mut Linking::Off),
        owner: face.owner.clone(),
        rule: RuleView::new(&face.rule, page),
        edition: face.edition.clone(),
        part: if of > 1 { format!("{part} of {of}") } else { String::new() },
    }
}

fn cost(cost: &Cost) -> CostView {
    CostView {
        label: cost.label.clone(),
        amount: cost.amount.clone(),
        unit: cost.unit.clone(),
        extra: cost.extra.clone(),
        pips: vec![true; usize::from(cost.pips.unwrap_or(0).min(6))],
    }
}

fn figure(figure: &Figure, page: &mut PageContext<'_>) -> FigureView {
    let text = figure.text.clone().unwrap_or_default();
    let note = Note { name: &figure.label, formula: "", terms: &figure.terms, rule: &figure.rule };
    let is_write_in = figure.text.is_none();
    FigureView {
        label: figure.label.clone(),
        is_write_in,
        value: if is_write_in { Html::new() } else { runs::explained(&text, "value", &note, page) },
        terms: figure.terms.clone(),
        unit: figure.unit.clone(),
        note: figure.note.clone(),
    }
}

/// The views of labeled lines.
pub fn facts(all: &[Fact], page: &mut PageContext<'_>) -> Vec<FactView> {
    let view = |fact: &Fact, page: &mut PageContext<'_>| FactView {
        label: fact.label.clone(),
        is_write_in: fact.text.is_empty(),
        text: runs::inline(&fact.text, page, &mut Linking::Off),
    };
    all.iter().map(|fact| view(fact, page)).collect()
}

fn outcome(outcome: &Outcome, page: &mut PageContext<'_>) -> OutcomeView {
    OutcomeView {
        kind: match outcome.kind {
            OutcomeKind::Critical => "critical",
            OutcomeKind::Success => "success",
            OutcomeKind::Failure => "failure",
            OutcomeKind::Special => "special",
        },
        label: outcome.label.clone(),
        text: runs::inline(&outcome.text, page, &mut Linking::Off),
    }
}

/// The views of mixed parts.
pub fn blocks(all: &[Block], label: &str, page: &mut PageContext<'_>) -> Vec<BlockView> {
    let mut label = label.to_string();
    let mut views = Vec::new();
    for block in all {
        views.push(match block {
            Block::Heading { text } => {
                label.clone_from(text);
                BlockView::Heading { text: text.clone() }
            }
            Block::Text { paragraphs } => {
                BlockView::Text { html: runs::paragraphs(paragraphs, page, &mut Linking::Off) }
            }
            Block::Table(table) => BlockView::Table { table: runs::table(table, &label, page, &mut Linking::Off) },
            Block::Track(one) => BlockView::Track { track: track(&one.label, one.boxes) },
            Block::Facts { facts: lines } => BlockView::Facts { facts: facts(lines, page) },
            Block::Lines { lines } => BlockView::Lines { lines: vec![true; *lines as usize] },
        });
    }
    views
}

/// The text of a card, for the search.
pub fn words(face: &CardFace) -> String {
    let mut parts = vec![face.type_line.clone()];
    parts.extend(face.figures.iter().map(|figure| format!("{} {}", figure.label, figure.note)));
    parts.extend(face.facts.iter().map(|fact| format!("{}: {}", fact.label, plain_text(&fact.text))));
    parts.extend(face.body.iter().map(|paragraph| plain_text(paragraph)));
    parts.extend(face.outcomes.iter().map(|outcome| format!("{}: {}", outcome.label, plain_text(&outcome.text))));
    for block in &face.blocks {
        match block {
            Block::Heading { text } => parts.push(text.clone()),
            Block::Text { paragraphs } => parts.extend(paragraphs.iter().map(|paragraph| plain_text(paragraph))),
            Block::Table(table) => parts.push(runs::table_text(table)),
            Block::Track(track) => parts.push(track.label.clone()),
            Block::Facts { facts } => {
                parts.extend(facts.iter().map(|fact| format!("{}: {}", fact.label, plain_text(&fact.text))));
            }
            Block::Lines { .. } => {}
        }
    }
    parts.push(plain_text(&face.reaction));
    parts.retain(|part| !part.trim().is_empty());
    parts.join(" ")
}
