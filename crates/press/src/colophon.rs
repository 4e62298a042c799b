//! Placing the credits on a print.
//!
//! **In** a [`Colophon`]. **Out** for print sheets a page of small print to lay over their fronts, with the words of the ruler;
//! for sheets and handouts the wordings of which the template takes the longest that fits; and where there is no room for any, a
//! card, a block or a handout with all credits.

use serde::Serialize;

use super::CardPrint;
use super::error::{PressError, Subject};
use super::frames;
use super::impose::{Plan, Turn};
use super::length::{Mm, Size};
use super::margin::{self, SetLine};
use super::marks;
use super::pdf::{self, About, Tags};
use super::spoken::Spoken;
use super::widths::SmallPrint;
use super::world;
use makeready_faces::book::Look;
use makeready_faces::card::{CardFace, Family};
use makeready_faces::credits::Colophon;
use makeready_faces::sheet::{Handout, Purpose, SheetBlock, SheetContent};
use makeready_faces::text::{Paragraph, Run};
use makeready_words::Words;

const TEMPLATE: &str = "colophon.typ";

/// The key of the title of a card, block or handout of credits.
const TITLE: &str = "paper.credits";
/// Its id.
const ID: &str = "credits";
/// The size of the words beside the ruler, in points.
const RULER_WORDS_SIZE: f64 = 6.0;
/// The separator between the phrases of a line.
const JOINT: &str = "  \u{b7}  ";

/// A line that may be set, and its width in em.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Wording {
    text: String,
    em: f64,
}

/// Every wording of a colophon on one line, the fullest first.
pub fn wordings(colophon: &Colophon, look: &Look) -> Vec<Wording> {
    let small_print = SmallPrint::new(look);
    let line = |phrases: Vec<&str>| {
        let text = phrases.join(JOINT);
        Wording { em: small_print.width(&text), text }
    };
    colophon.wordings().into_iter().map(line).collect()
}

/// What stands in the margins of sheets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Margins {
    /// A page to lay over the front of each sheet, as PDF: credits, and the words of the ruler.
    pub page: Option<Vec<u8>>,
    /// The credits in it.
    pub credits: Option<Spoken>,
    /// Whether the credits need a card of their own, since no margin has room.
    pub has_card: bool,
}

#[derive(Serialize)]
struct Data<'a> {
    look: &'a Look,
    page: Size,
    lines: Vec<LineData>,
}

/// A line for the template: its start, its direction, and its room.
#[derive(Serialize)]
struct LineData {
    text: String,
    size: f64,
    x: Mm,
    y: Mm,
    degrees: i16,
    length: Mm,
    depth: Mm,
}

impl From<SetLine> for LineData {
    fn from(line: SetLine) -> Self {
        let SetLine { room, turn, size, text } = line;
        let (x, y, degrees) = match turn {
            Turn::Upright => (room.left, room.top, 0),
            Turn::Quarter => (room.right, room.top, 90),
            Turn::Half => (room.right, room.bottom, 180),
            Turn::ThreeQuarter => (room.left, room.bottom, -90),
        };
        let Size { width, height } = room.size();
        let (length, depth) = if degrees % 180 == 0 { (width, height) } else { (height, width) };
        Self { text, size, x, y, degrees, length, depth }
    }
}

/// Finds what stands in the margins of sheets of this plan.
///
/// # Errors
/// [`PressError::MissingGlyph`] when no font has a character, [`PressError::Typeset`].
pub fn place(plan: &Plan, look: &Look, print: &CardPrint, colophon: &Colophon) -> Result<Margins, PressError> {
    let small_print = SmallPrint::new(look);
    let set = margin::set(plan, print.has_marks, &colophon.wordings(), |words| small_print.width(words));
    let has_card = set.is_none();
    let set = set.unwrap_or_default();
    let words = set.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join(" ");
    let credits = (!words.is_empty()).then(|| Spoken { name: look.lang.words.text(TITLE).to_owned(), words });
    let lines: Vec<LineData> = set.into_iter().chain(ruler_words(plan, print)).map(LineData::from).collect();
    if lines.is_empty() {
        return Ok(Margins { has_card, ..Margins::default() });
    }
    let document = world::lay_out(TEMPLATE, look, &Data { look, page: plan.page, lines })?;
    frames::checked(document.pages(), &Subject::Other(ID.to_owned()))?;
    let page = pdf::export(document, TEMPLATE, &About::titled(&print.title), Tags::Dropped)?;
    Ok(Margins { page: Some(page), credits, has_card })
}

/// The words beside the ruler.
fn ruler_words(plan: &Plan, print: &CardPrint) -> Option<SetLine> {
    let (room, turn) = marks::ruler_words(plan).filter(|_| print.has_marks)?;
    Some(SetLine { room, turn, size: RULER_WORDS_SIZE, text: marks::RULER_WORDS.to_owned() })
}

/// All credits as running text.
fn paragraphs(colophon: &Colophon) -> Vec<Paragraph> {
    colophon.phrases().into_iter().map(|phrase| vec![Run::plain(format!("{phrase}."))]).collect()
}

/// The card for decks whose margins have no room. It looks like `like`, a card of the deck, so that it shows nothing that the
/// others do not, and needs no further credits.
pub fn card(like: &CardFace, colophon: &Colophon, words: Words) -> CardFace {
    CardFace {
        id: ID.to_owned(),
        name: words.text(TITLE).to_owned(),
        family: Family { name: String::new(), ..like.family.clone() },
        icon: like.family.icon.clone(),
        art: None,
        type_line: words.text("paper.credits_of_deck").to_owned(),
        is_blank: false,
        is_reference: true,
        costs: Vec::new(),
        badge: None,
        has_extra_cost_box: false,
        figures: Vec::new(),
        facts: Vec::new(),
        body: paragraphs(colophon),
        outcomes: Vec::new(),
        blocks: Vec::new(),
        reaction_sign: String::new(),
        reaction: Paragraph::new(),
        owner: String::new(),
        rule: String::new(),
        game: like.game.clone(),
        number: String::new(),
        edition: like.edition.clone(),
        part: (1, 1),
    }
}

/// The block for sheets whose foot has no room.
pub fn block(colophon: &Colophon, words: Words) -> SheetBlock {
    let content = SheetContent::Text { paragraphs: paragraphs(colophon) };
    SheetBlock { title: words.text(TITLE).to_owned(), span: 12, purpose: Purpose::Play, content }
}

/// The handout for pages whose foot has no room.
pub fn handout(like: &Handout, colophon: &Colophon, words: Words) -> Handout {
    let block = SheetBlock { title: String::new(), ..block(colophon, words) };
    Handout {
        id: ID.to_owned(),
        name: words.text(TITLE).to_owned(),
        role: String::new(),
        subtitle: String::new(),
        subtitle_parts: Vec::new(),
        portrait: None,
        readers: like.readers.clone(),
        blocks: vec![block],
        edition: like.edition.clone(),
    }
}
