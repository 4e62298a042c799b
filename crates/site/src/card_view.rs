//! A card, for the templates.

use serde::Serialize;

use makeready_faces::book::{HeadStyle, PanelStyle, PlateStyle};
use makeready_faces::card::{Block, CardFace, Cost, Fact, FactGroups, Figure, Outcome, OutcomeKind};
use makeready_faces::text::plain_text;

use super::assets::StylePart;
use super::context::PageContext;
use super::html::Html;
use super::palette;
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
    /// How long it is, which decides its size.
    name_class: &'static str,
    family_icon: String,
    icon: String,
    picture: Option<PictureView>,
    color_class: String,
    type_line: String,
    is_blank: bool,
    head: HeadStyle,
    plate: PlateStyle,
    panel: PanelStyle,
    badge: Option<BadgeView>,
    /// The ways to pay, where there is more to say than the badge does.
    costs: Vec<CostView>,
    has_extra_cost_box: bool,
    /// The large figures, and those below them.
    figures: Vec<FigureView>,
    more_figures: Vec<FigureView>,
    /// Facts in a few letters, each in a box, where there are several; and all others.
    boxed_facts: Vec<FactView>,
    facts: Vec<FactView>,
    /// Those of the line at the foot.
    foot_facts: Vec<FactView>,
    body: Html,
    outcomes: Vec<OutcomeView>,
    blocks: Vec<BlockView>,
    reaction_sign: String,
    reaction: Html,
    /// Whether it does not say itself that it is one.
    is_reaction_named: bool,
    owner: String,
    rule: RuleView,
    game: String,
    number: String,
}

/// What a card costs, in short.
#[derive(Debug, Serialize)]
struct BadgeView {
    amount: String,
    unit: String,
    is_long: bool,
}

#[derive(Debug, Serialize)]
struct CostView {
    label: String,
    amount: String,
    unit: String,
    extra: String,
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
    /// What is said of it; empty where there is room to write.
    texts: Vec<Html>,
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
    fives: Vec<bool>,
    rest: u32,
    count: u32,
}

/// Boxes under a label.
pub fn track(label: &str, count: u32) -> TrackView {
    let shown = count.min(60);
    TrackView { label: label.to_string(), fives: vec![true; shown as usize / 5], rest: shown % 5, count }
}

/// The view of a card. What stands where is as on paper (`templates/print/cards.typ`).
pub fn card(face: &CardFace, page: &mut PageContext<'_>) -> CardView {
    page.style_parts.insert(StylePart::Cards);
    let look = &page.context.book.look;
    let (head, plate, panel) = (look.card_head, look.card_plate, look.card_panel);
    let costs: &[Cost] = if face.has_cost_strip() { &face.costs } else { &[] };
    let (large, more) = face.figures.split_at(face.large_figures().min(face.figures.len()));
    let FactGroups { boxed, fields, lines, at_foot } = face.fact_groups();
    CardView {
        name: face.name.clone(),
        name_class: name_class(&face.name),
        family_icon: page.icon(&face.family.icon),
        icon: page.icon(&face.icon),
        picture: page.picture(face.art.as_ref()),
        color_class: palette::class_of(&face.family.color),
        type_line: type_line(face),
        is_blank: face.is_blank,
        head,
        plate,
        panel,
        badge: face.badge.as_ref().map(|badge| BadgeView {
            amount: badge.amount.clone(),
            unit: badge.unit.clone(),
            is_long: badge.amount.chars().count() > 2,
        }),
        costs: costs.iter().map(cost).collect(),
        has_extra_cost_box: face.has_extra_cost_box,
        figures: large.iter().map(|one| figure(one, page)).collect(),
        more_figures: more.iter().map(|one| figure(one, page)).collect(),
        boxed_facts: facts(boxed, page),
        facts: facts(fields.into_iter().chain(lines), page),
        foot_facts: facts(at_foot, page),
        body: runs::paragraphs(&face.body, page, &mut Linking::Off),
        outcomes: face.outcomes.iter().map(|one| outcome(one, page)).collect(),
        blocks: blocks(&face.blocks, &face.name, page),
        reaction_sign: face.reaction_sign.clone(),
        reaction: runs::inline(&face.reaction, page, &mut Linking::Off),
        is_reaction_named: !plain_text(&face.reaction)
            .to_lowercase()
            .starts_with(&page.words().text("card.as_a_reaction").to_lowercase()),
        owner: face.owner.clone(),
        rule: RuleView::new(&face.rule, page),
        game: face.game.clone(),
        number: face.number.clone(),
    }
}

/// How large a name is set: by its length, and by its longest word, which is not broken.
fn name_class(name: &str) -> &'static str {
    let longest_word = name.split([' ', '-']).map(|word| word.chars().count()).max().unwrap_or(0);
    match name.chars().count() {
        _ if longest_word >= 17 => "name-long",
        0..=13 if longest_word < 12 => "name-short",
        0..=19 => "name-middle",
        _ => "name-long",
    }
}

/// What stands under the name: the family unless it is named anyway, the type, further costs, and which part this is.
fn type_line(face: &CardFace) -> String {
    let says_family = face.type_line.to_lowercase().contains(&face.family.name.to_lowercase());
    let family = if says_family { String::new() } else { face.family.name.clone() };
    let further = face.costs.iter().skip(1).filter(|_| face.is_paid_together());
    let further = further.map(|cost| format!("{} {}", cost.amount, cost.unit));
    let (part, of) = face.part;
    let part = if of > 1 { format!("{part}/{of}") } else { String::new() };
    let parts = [family, face.type_line.clone()].into_iter().chain(further).chain([part]);
    parts.filter(|words| !words.is_empty()).collect::<Vec<_>>().join(" \u{b7} ")
}

fn cost(cost: &Cost) -> CostView {
    CostView {
        label: cost.label.clone(),
        amount: cost.amount.clone(),
        unit: cost.unit.clone(),
        extra: cost.extra.clone(),
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

/// The views of labeled lines. What has the same label stands together.
pub fn facts<'f>(all: impl IntoIterator<Item = &'f Fact>, page: &mut PageContext<'_>) -> Vec<FactView> {
    let mut views: Vec<FactView> = Vec::new();
    for fact in all {
        let text = runs::inline(&fact.text, page, &mut Linking::Off);
        match views.iter_mut().find(|view| view.label == fact.label) {
            Some(view) => view.texts.push(text),
            None => views.push(FactView { label: fact.label.clone(), texts: vec![text] }),
        }
    }
    views
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
            Block::Table(table) => BlockView::Table { table: runs::card_table(table, &label, page, &mut Linking::Off) },
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
    runs::apart(&parts)
}
