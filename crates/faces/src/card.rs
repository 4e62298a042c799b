//! The view of a card.
//!
//! **In** a computed character, or none for a blank card. **Out** one [`CardFace`] per card, with
//! every word final. The same face is printed by the press and shown by the site.

use serde::Serialize;

pub use makeready_content::words::OutcomeKind;

use super::art::Art;
use super::sheet::Holds;
use super::text::{Paragraph, item, plain_text};

/// The kind of action a card belongs to, as the system's data declares it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Family {
    /// Kebab-case id, such as `offense`.
    pub id: String,
    /// Printed name, such as `Core offense`.
    pub name: String,
    /// `#rrggbb`
    pub color: String,
    /// Icon id.
    pub icon: String,
    /// 0 to 11: how far down the left edge the family's notch sits (0 is the topmost place).
    pub notch: u8,
}

/// One way to pay for an action: a column of the cost zone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cost {
    /// `Light`; empty when the action has one cost only.
    pub label: String,
    /// The figure, such as `2`; empty on a write-in field.
    pub amount: String,
    /// Whole number of pips to draw, when the amount is a small whole number (0 to 6).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pips: Option<u8>,
    /// Unit, such as `AP`.
    pub unit: String,
    /// What it buys, such as `+2 dice`. May be empty.
    pub extra: String,
}

/// What is seen of a card in a fanned hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Badge {
    /// What the card costs, `2`, or from least to most, `1–3`; empty where that is to be written.
    pub amount: String,
    /// Unit, such as `AP`.
    pub unit: String,
}

/// A large figure: a roll, an effect value, a number of squares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Figure {
    /// Id of the value, such as `strike.accuracy`, the same in JSON.
    pub id: String,
    /// `Accuracy`
    pub label: String,
    /// `3d12! + 7` on a filled card; `None` asks for a box to write in.
    pub text: Option<String>,
    /// What it is, whether or not it is known.
    pub holds: Holds,
    /// Its terms, small: `PWR 5 + Trade 1` when filled, `(2 + ranks + trade)d12! + PWR` when blank.
    pub terms: String,
    /// `points`, `squares`; may be empty.
    pub unit: String,
    /// What the figure is, such as `Physical or Energy damage`. May be empty.
    pub note: String,
    /// Rule ID; may be empty.
    pub rule: String,
}

/// A labeled line such as *Range: close, 1 square*. An empty `text` means a line to write on, or a box.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Fact {
    /// The label.
    pub label: String,
    /// The text.
    pub text: Paragraph,
    /// Whether it shares a line with the next short one.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_short: bool,
    /// Whether it is bookkeeping, in the one line at the foot of the card.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_at_foot: bool,
    /// The box to write in, where it has one instead of a line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<Field>,
}

/// A box to write in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Field {
    /// What is written in it.
    pub holds: Holds,
    /// What stands at its end, such as `lb`; may be empty.
    pub unit: String,
}

/// What an outcome of the roll does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// Which outcome.
    pub kind: OutcomeKind,
    /// `Critical`, or the author's own word.
    pub label: String,
    /// What happens.
    pub text: Paragraph,
}

/// A table, on a reference card, a sheet or a page. Every row has as many cells as there are columns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Table {
    /// Headings; all empty when the table has no head.
    pub columns: Vec<String>,
    /// `true` for columns of figures, which align right.
    pub numeric: Vec<bool>,
    /// Cells.
    pub rows: Vec<Vec<Paragraph>>,
}

/// Boxes to tick.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Track {
    /// What they count.
    pub label: String,
    /// How many; at most 60.
    pub boxes: u32,
}

/// A part of a reference card or of an ability card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Block {
    /// A small heading.
    Heading {
        /// Its words.
        text: String,
    },
    /// Running text.
    Text {
        /// The paragraphs.
        paragraphs: Vec<Paragraph>,
    },
    /// A table.
    Table(Table),
    /// Boxes to tick.
    Track(Track),
    /// Labeled lines, or lines to write on.
    Facts {
        /// The lines in order.
        facts: Vec<Fact>,
    },
    /// Empty lines to write on.
    Lines {
        /// How many.
        lines: u32,
    },
}

/// The part of a reference that is set larger than the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Lead {
    /// The first paragraph.
    Text,
    /// The first table.
    Table,
}

/// Figures to write in that stand together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct FigureGroup<'f> {
    /// How many.
    pub count: usize,
    /// How all of them are filled in; empty where each has its own instruction.
    pub instruction: &'f str,
}

/// The facts of a card, sorted by how they are drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FactGroups<'f> {
    /// Each in a box of its own.
    pub boxed: Vec<&'f Fact>,
    /// Boxes to write in.
    pub fields: Vec<&'f Fact>,
    /// Lines.
    pub lines: Vec<&'f Fact>,
    /// Bookkeeping, on one small line at the foot.
    pub at_foot: Vec<&'f Fact>,
}

/// How many figures stand large on a card. A box for a further cost, where no row of ways to pay has it, takes the place of one.
pub const fn large_figures(has_extra_cost_box: bool, has_cost_strip: bool) -> usize {
    if has_extra_cost_box && !has_cost_strip { 1 } else { 2 }
}

/// Whether all costs are paid, each in another thing: the badge has the first and the type line the others.
fn are_paid_together(costs: &[&Cost]) -> bool {
    let is_plain = |cost: &&Cost| !cost.amount.is_empty() && cost.label.is_empty() && cost.extra.is_empty();
    costs.windows(2).any(|two| two[0].unit != two[1].unit) && costs.iter().all(is_plain)
}

/// Whether the ways to pay stand in a row of their own.
fn stand_in_a_strip(costs: &[&Cost]) -> bool {
    let says_more = |cost: &&Cost| !cost.label.is_empty() || !cost.extra.is_empty();
    !are_paid_together(costs) && (costs.len() > 1 || costs.iter().any(says_more))
}

impl CardFace {
    /// Whether all of the costs are paid, each in another thing.
    pub fn is_paid_together(&self) -> bool {
        are_paid_together(&self.costs.iter().collect::<Vec<_>>())
    }

    /// Whether the ways to pay stand in a row of their own.
    pub fn has_cost_strip(&self) -> bool {
        stand_in_a_strip(&self.costs.iter().collect::<Vec<_>>())
    }

    /// How many of its figures stand large. A cost of which the amount is to be written in makes no row of ways to pay.
    pub fn large_figures(&self) -> usize {
        let known: Vec<&Cost> = self.costs.iter().filter(|cost| !cost.amount.is_empty()).collect();
        large_figures(self.has_extra_cost_box, stand_in_a_strip(&known))
    }

    /// Whether it has figures that are written by hand.
    pub fn is_written(&self) -> bool {
        self.figures.iter().any(|figure| figure.text.is_none())
    }

    /// Its facts, sorted by how they are drawn.
    pub fn fact_groups(&self) -> FactGroups<'_> {
        let is_open = |fact: &&Fact| fact.text.iter().any(|run| run.style.is_open());
        let (at_foot, others): (Vec<&Fact>, Vec<&Fact>) = self.facts.iter().partition(|fact| fact.is_at_foot);
        let (boxed, others): (Vec<&Fact>, Vec<&Fact>) =
            others.into_iter().partition(|fact| fact.is_short && !fact.text.is_empty() && !is_open(fact));
        let (fields, lines) = others.into_iter().partition(|fact| fact.field.is_some());
        FactGroups { boxed, fields, lines, at_foot }
    }

    /// The part that is set larger: a short text or a table with which a reference begins.
    pub fn lead(&self) -> Option<Lead> {
        const LONGEST: usize = 110;
        let is_short = |text: &Paragraph| item(text).is_none() && plain_text(text).chars().count() <= LONGEST;
        let begins_with_blocks =
            self.figures.is_empty() && self.body.is_empty() && self.facts.iter().all(|fact| fact.is_at_foot);
        match (self.body.first(), self.blocks.first()) {
            _ if !self.is_reference => None,
            (Some(text), _) if is_short(text) => Some(Lead::Text),
            (None, Some(Block::Table(_))) if begins_with_blocks => Some(Lead::Table),
            _ => None,
        }
    }

    /// The figures in groups. Three or more in a row with the same instruction are a group; those between such groups are one too.
    pub fn figure_groups(&self) -> Vec<FigureGroup<'_>> {
        const LEAST: usize = 3;
        let is_filled_alike =
            |one: &Figure, next: &Figure| next.text.is_none() && !next.terms.is_empty() && one.terms == next.terms;
        let mut groups: Vec<FigureGroup<'_>> = Vec::new();
        for run in self.figures.chunk_by(is_filled_alike) {
            let instruction = if run.len() >= LEAST { run[0].terms.as_str() } else { "" };
            match groups.last_mut() {
                Some(last) if instruction.is_empty() && last.instruction.is_empty() => last.count += run.len(),
                _ => groups.push(FigureGroup { count: run.len(), instruction }),
            }
        }
        groups
    }
}

/// One printed side of a card, complete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CardFace {
    /// Kebab-case id, unique in its deck.
    pub id: String,
    /// `Strike`
    pub name: String,
    /// Its family.
    pub family: Family,
    /// Icon of this card.
    pub icon: String,
    /// Its picture, or that of its family.
    pub art: Option<Art>,
    /// `Core action`, `Skill action`, `Reference`; set in small capitals under the name.
    pub type_line: String,
    /// Whether this is the form to write on.
    pub is_blank: bool,
    /// Whether it is a reference card. All other cards are played.
    pub is_reference: bool,
    /// Ways to pay, left to right: none, one, or one per weight.
    pub costs: Vec<Cost>,
    /// The cost in short; none where nothing is paid.
    pub badge: Option<Badge>,
    /// Whether there is a box for extra cost (`+ __ AP`).
    pub has_extra_cost_box: bool,
    /// The large figures: roll first, then effect values.
    pub figures: Vec<Figure>,
    /// Range, target number, key stat, device.
    pub facts: Vec<Fact>,
    /// What it does.
    pub body: Vec<Paragraph>,
    /// Outcomes of the roll.
    pub outcomes: Vec<Outcome>,
    /// Further parts (reference cards, abilities), after `body`.
    pub blocks: Vec<Block>,
    /// The usual price as a reaction, such as `+1`: a sign at the corner. May be empty.
    pub reaction_sign: String,
    /// `As a reaction: free when targeted`; may be empty.
    pub reaction: Paragraph,
    /// Whose card it is: the character's name, or empty.
    pub owner: String,
    /// Rule ID, `AB-CORE-03`.
    pub rule: String,
    /// The title of the game.
    pub game: String,
    /// Its place among the cards of the game, `12/83`; empty for a card of one's own.
    pub number: String,
    /// `Small 1 · rules 4f2a91`
    pub edition: String,
    /// Part of a card that went on: 1-based, and of how many; `(1, 1)` when it fits.
    pub part: (u32, u32),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Run;

    fn cost(label: &str, amount: &str, unit: &str) -> Cost {
        let (label, amount, unit) = (label.to_owned(), amount.to_owned(), unit.to_owned());
        Cost { label, amount, pips: None, unit, extra: String::new() }
    }

    fn to_write_in(terms: &str) -> Figure {
        let none = String::new;
        let terms = terms.to_owned();
        Figure {
            id: none(),
            label: none(),
            text: None,
            holds: Holds::Number,
            terms,
            unit: none(),
            note: none(),
            rule: none(),
        }
    }

    fn face(figures: Vec<Figure>, body: Vec<Paragraph>, blocks: Vec<Block>) -> CardFace {
        let none = String::new;
        let family = Family { id: none(), name: none(), color: none(), icon: none(), notch: 0 };
        CardFace {
            id: none(),
            name: none(),
            family,
            icon: none(),
            art: None,
            type_line: none(),
            is_blank: true,
            is_reference: true,
            costs: Vec::new(),
            badge: None,
            has_extra_cost_box: false,
            figures,
            facts: Vec::new(),
            body,
            outcomes: Vec::new(),
            blocks,
            reaction_sign: none(),
            reaction: Vec::new(),
            owner: none(),
            rule: none(),
            game: none(),
            number: none(),
            edition: none(),
            part: (1, 1),
        }
    }

    #[test]
    fn three_figures_that_one_instruction_fills_in_are_a_group() {
        let counts = |terms: &[&str]| {
            let face = face(terms.iter().map(|terms| to_write_in(terms)).collect(), Vec::new(), Vec::new());
            face.figure_groups().iter().map(|group| (group.count, group.instruction.to_owned())).collect::<Vec<_>>()
        };
        let group = |count, instruction: &str| (count, instruction.to_owned());
        assert_eq!(counts(&[]), []);
        assert_eq!(counts(&["a", "a", "b"]), [group(3, "")]);
        assert_eq!(counts(&["b", "a", "a", "a", "c", "d"]), [group(1, ""), group(3, "a"), group(2, "")]);
        assert_eq!(counts(&["", "", ""]), [group(3, "")]);
    }

    #[test]
    fn a_reference_leads_with_a_short_text_or_with_a_table() {
        let text = |length| vec![vec![Run::plain("x".repeat(length))]];
        let table = || vec![Block::Table(Table { columns: Vec::new(), numeric: Vec::new(), rows: Vec::new() })];
        assert_eq!(face(Vec::new(), text(110), table()).lead(), Some(Lead::Text));
        assert_eq!(face(Vec::new(), text(111), table()).lead(), None);
        assert_eq!(face(Vec::new(), Vec::new(), table()).lead(), Some(Lead::Table));
        assert_eq!(face(vec![to_write_in("a")], Vec::new(), table()).lead(), None);
        assert_eq!(CardFace { is_reference: false, ..face(Vec::new(), text(9), table()) }.lead(), None);
    }

    #[test]
    fn a_box_for_a_further_cost_takes_the_place_of_a_large_figure() {
        assert_eq!((large_figures(false, false), large_figures(true, true), large_figures(true, false)), (2, 2, 1));
        let (light, heavy) = (cost("Light", "1", "AP"), cost("Heavy", "3", "AP"));
        assert!(stand_in_a_strip(&[&light, &heavy]) && stand_in_a_strip(&[&light]));
        let (points, stamina) = (cost("", "2", "AP"), cost("", "1", "Stamina"));
        assert!(!stand_in_a_strip(&[&points]) && !stand_in_a_strip(&[&points, &stamina]));
        assert!(are_paid_together(&[&points, &stamina]) && !are_paid_together(&[&points]));
    }
}
