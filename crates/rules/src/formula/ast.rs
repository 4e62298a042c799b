//! The shape of a formula.

use std::ops::Range;

use crate::dice::{ChangeRule, DieKind, KeepRule};
use crate::number::Number;

/// A formula or a part of one, with its place in the text (byte range).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands, in bytes from the start of the formula.
    pub at: Range<usize>,
}

/// Operators with two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `^`
    Power,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
    /// `and`
    And,
    /// `or`
    Or,
}

/// Functions of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// The least argument.
    Min,
    /// The greatest argument.
    Max,
    /// The sum of the arguments.
    Sum,
    /// Down to a whole number.
    Floor,
    /// Up to a whole number.
    Ceil,
    /// To the nearest whole number, halves away from zero.
    Round,
    /// Without sign.
    Abs,
    /// `clamp(x, low, high)`
    Clamp,
    /// How many dice a roll has.
    DiceIn,
    /// The sides of all dice of a roll, added up.
    SidesIn,
    /// The points that are added to the dice of a roll.
    PointsIn,
}

impl Function {
    /// Whether it takes a roll, and no numbers.
    pub const fn is_of_roll(self) -> bool {
        matches!(self, Self::DiceIn | Self::SidesIn | Self::PointsIn)
    }
}

/// Queries about a character or an ability, rather than functions of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    /// `rank('stealth')`, `rank('instinct', 'strike')`: where several kinds match, their ranks together, or with `'highest'` the
    /// most of one.
    Rank,
    /// `trained('strike')`: 1 when a background covers it, else 0.
    Trained,
    /// `count('advances')`
    Count,
    /// `total('ranks')`
    Total,
    /// `bought('range-v')`, `bought('range')`: how often an ability has the keyword, or one of the family. Inside a
    /// keyword, `bought('boost', 'stat')` counts those that have the same `stat` set as this one.
    Bought,
    /// `times('tough')`, `times('skilled', 'wider')`: how often a trait is held, or taken with that option.
    Times,
    /// `held('warrior')`: how many traits of a list are held; with `'distinct'` each counts once.
    Held,
    /// `summed('squares')`: what all keywords of an ability give under this name, together.
    Summed,
}

impl Query {
    /// As written in a formula.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rank => "rank",
            Self::Trained => "trained",
            Self::Count => "count",
            Self::Total => "total",
            Self::Bought => "bought",
            Self::Summed => "summed",
            Self::Times => "times",
            Self::Held => "held",
        }
    }
}

impl Query {
    /// Whether it is about the keywords of an ability.
    pub const fn is_of_ability(self) -> bool {
        matches!(self, Self::Bought | Self::Summed)
    }

    /// Whether it goes by the tags of an action.
    pub const fn is_of_tags(self) -> bool {
        matches!(self, Self::Rank | Self::Trained)
    }
}

impl BinaryOp {
    /// Whether it is part of an [`ExprKind::Chain`]: all but comparisons, which do not chain, and `^`, which goes to the right.
    pub const fn is_chained(self) -> bool {
        matches!(self, Self::Add | Self::Subtract | Self::Multiply | Self::Divide | Self::And | Self::Or)
    }
}

/// What an expression is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// `12`
    Number(Number),
    /// `'word'`
    Symbol(String),
    /// `true` or `false`
    Bool(bool),
    /// `vitality`, `ruling.reactions_per_acuity`
    Name(String),
    /// `-x`
    Negate(Box<Expr>),
    /// `not x`
    Not(Box<Expr>),
    /// `a < b`, `a ^ b`
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `a + b - c`: operators that bind alike, evaluated from left to right. A sum of a thousand terms is no deeper than
    /// one of two, so that no walk through a formula needs a stack for it.
    Chain(Box<Expr>, Vec<(BinaryOp, Expr)>),
    /// `if(condition, a, b)`
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `floor(x)`
    Call(Function, Vec<Expr>),
    /// `rank('stealth')`; the words are the arguments.
    Query(Query, Vec<(String, Range<usize>)>),
    /// `wielded('strike', 'effect', fallback)`: a field of the item held for an action.
    Wielded {
        /// The action and where its name stands.
        action: (String, Range<usize>),
        /// The field and where its name stands.
        field: (String, Range<usize>),
        /// Used when nothing is held, or what is held has no such field.
        fallback: Box<Expr>,
    },
    /// `table(x, 1: 10, 5: 20)`
    Table(Box<Expr>, Vec<(Expr, Expr)>),
    /// `(1 + x)d6!`
    Dice {
        /// How many.
        count: Box<Expr>,
        /// Of which kind.
        kind: DieKind,
    },
    /// `highest(3, 2d8 + 3d4)`
    Keep {
        /// Which end, and whether those dice are kept or dropped.
        rule: KeepRule,
        /// How many.
        count: Box<Expr>,
        /// Out of which dice.
        dice: Box<Expr>,
    },
    /// `bonus_dice(2, 1d12)`, `penalty_dice(2, 1)`: what the roll that it is added to has more or fewer.
    Change {
        /// More or fewer.
        rule: ChangeRule,
        /// How many dice.
        count: Box<Expr>,
        /// Of a bonus, the die where the roll has none; of a penalty, how many dice it always leaves.
        bound: Box<Expr>,
    },
}

impl Expr {
    /// Its direct parts, in the order in which they are written.
    pub fn children(&self) -> Vec<&Self> {
        match &self.kind {
            ExprKind::Number(_) | ExprKind::Symbol(_) | ExprKind::Bool(_) | ExprKind::Name(_) | ExprKind::Query(..) => {
                Vec::new()
            }
            ExprKind::Negate(a) | ExprKind::Not(a) => vec![a],
            ExprKind::Dice { count, .. } => vec![count],
            ExprKind::Wielded { fallback, .. } => vec![fallback],
            ExprKind::Binary(_, a, b)
            | ExprKind::Keep { count: a, dice: b, .. }
            | ExprKind::Change { count: a, bound: b, .. } => vec![a, b],
            ExprKind::Chain(first, rest) => {
                std::iter::once(&**first).chain(rest.iter().map(|(_, part)| part)).collect()
            }
            ExprKind::If(a, b, c) => vec![a, b, c],
            ExprKind::Call(_, arguments) => arguments.iter().collect(),
            ExprKind::Table(subject, rows) => {
                std::iter::once(&**subject).chain(rows.iter().flat_map(|(key, value)| [key, value])).collect()
            }
        }
    }

    /// Its direct parts where it is a sum, each with whether it is taken away.
    pub fn summands(&self) -> Option<Vec<(&Self, bool)>> {
        if let ExprKind::Negate(inner) = &self.kind {
            return Some(vec![(inner, true)]);
        }
        if let ExprKind::Call(Function::Sum, arguments) = &self.kind {
            return Some(arguments.iter().map(|argument| (argument, false)).collect());
        }
        let ExprKind::Chain(first, rest) = &self.kind else { return None };
        let mut parts = vec![(&**first, false)];
        for (op, part) in rest {
            let is_negative = match op {
                BinaryOp::Add => false,
                BinaryOp::Subtract => true,
                BinaryOp::Power
                | BinaryOp::Multiply
                | BinaryOp::Divide
                | BinaryOp::Equal
                | BinaryOp::NotEqual
                | BinaryOp::Less
                | BinaryOp::LessOrEqual
                | BinaryOp::Greater
                | BinaryOp::GreaterOrEqual
                | BinaryOp::And
                | BinaryOp::Or => return None,
            };
            parts.push((part, is_negative));
        }
        Some(parts)
    }

    /// Calls `visit` on this expression and every part of it, outermost first.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Self)) {
        visit(self);
        self.children().into_iter().for_each(|part| part.walk(visit));
    }

    /// The same formula with each of its direct parts replaced.
    pub fn map_children(&self, replace: &mut dyn FnMut(&Self) -> Self) -> Self {
        let kind = match &self.kind {
            kind @ (ExprKind::Number(_)
            | ExprKind::Symbol(_)
            | ExprKind::Bool(_)
            | ExprKind::Name(_)
            | ExprKind::Query(..)) => kind.clone(),
            ExprKind::Negate(a) => ExprKind::Negate(Box::new(replace(a))),
            ExprKind::Not(a) => ExprKind::Not(Box::new(replace(a))),
            ExprKind::Binary(op, a, b) => ExprKind::Binary(*op, Box::new(replace(a)), Box::new(replace(b))),
            ExprKind::Chain(first, rest) => {
                let first = Box::new(replace(first));
                ExprKind::Chain(first, rest.iter().map(|(op, part)| (*op, replace(part))).collect())
            }
            ExprKind::If(a, b, c) => ExprKind::If(Box::new(replace(a)), Box::new(replace(b)), Box::new(replace(c))),
            ExprKind::Call(function, arguments) => ExprKind::Call(*function, arguments.iter().map(replace).collect()),
            ExprKind::Wielded { action, field, fallback } => {
                let fallback = Box::new(replace(fallback));
                ExprKind::Wielded { action: action.clone(), field: field.clone(), fallback }
            }
            ExprKind::Table(x, rows) => {
                let x = Box::new(replace(x));
                ExprKind::Table(x, rows.iter().map(|(key, value)| (replace(key), replace(value))).collect())
            }
            ExprKind::Dice { count, kind } => ExprKind::Dice { count: Box::new(replace(count)), kind: *kind },
            ExprKind::Keep { rule, count, dice } => {
                let (count, dice) = (Box::new(replace(count)), Box::new(replace(dice)));
                ExprKind::Keep { rule: *rule, count, dice }
            }
            ExprKind::Change { rule, count, bound } => {
                let (count, bound) = (Box::new(replace(count)), Box::new(replace(bound)));
                ExprKind::Change { rule: *rule, count, bound }
            }
        };
        Self { kind, at: self.at.clone() }
    }

    /// Where the beginning of a chain stands: from its first part to one of the others. The whole has brackets, if any.
    pub(super) fn place_up_to(&self, first: &Self, rest: &[(BinaryOp, Self)], last: usize) -> Range<usize> {
        if last + 1 == rest.len() { self.at.clone() } else { first.at.start..rest[last].1.at.end }
    }

    /// Whether it needs nothing to be computed: it is made of figures and words alone.
    pub fn is_constant(&self) -> bool {
        let mut is_constant = true;
        self.walk(&mut |part| {
            is_constant &= !matches!(part.kind, ExprKind::Name(_) | ExprKind::Query(..) | ExprKind::Wielded { .. });
        });
        is_constant
    }

    /// Every name in the formula, in order of appearance, with repeats.
    pub fn names(&self) -> Vec<&str> {
        let mut names = Vec::new();
        self.walk(&mut |part| {
            if let ExprKind::Name(name) = &part.kind {
                names.push(name.as_str());
            }
        });
        names
    }
}
