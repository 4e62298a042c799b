//! From tokens to an [`Expr`]: operator precedence by binding powers.
//!
//! Loosest to tightest: `or`, `and`, `not`, comparisons (which do not chain), `+ -`, `* /`, unary
//! `-`, `^` (to the right), dice.

use std::ops::Range;

use super::ast::{BinaryOp, Expr, ExprKind, Function, Query};
use super::fault::{FormulaError, FormulaFault};
use super::foreign_dice::{foreign_dice, foreign_name};
use super::foreign_if::foreign_if;
use super::lex::{Token, tokens};
use super::nearest::nearest;
use crate::dice::{ChangeRule, KeepRule};
use crate::number::Number;

/// How deep brackets and functions may nest.
pub(super) const DEEPEST: usize = 64;
/// The longest formula, in bytes.
pub(super) const LONGEST: usize = 4096;
/// The most arguments of a function, and the most rows of a table.
pub(super) const MOST_ARGUMENTS: usize = 40;

/// What a name in front of a bracket calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Callee {
    /// `if(c, a, b)`
    If,
    /// `table(x, 1: 10)`, whose arguments are rows.
    Table,
    /// `wielded('strike', 'reach', 1)`
    Wielded,
    /// A function of numbers.
    Function(Function),
    /// A query, whose arguments are words.
    Query(Query),
    /// A function that keeps or drops dice.
    Keep(KeepRule),
    /// A function that gives the roll that it is added to more or fewer dice.
    Change(ChangeRule),
}

/// The most arguments of functions that take any number.
const ANY: usize = MOST_ARGUMENTS;

/// All functions: name, what it calls, the least and the most arguments.
const FUNCTIONS: [(&str, Callee, usize, usize); 28] = [
    ("if", Callee::If, 3, 3),
    ("min", Callee::Function(Function::Min), 1, ANY),
    ("max", Callee::Function(Function::Max), 1, ANY),
    ("sum", Callee::Function(Function::Sum), 1, ANY),
    ("floor", Callee::Function(Function::Floor), 1, 1),
    ("ceil", Callee::Function(Function::Ceil), 1, 1),
    ("round", Callee::Function(Function::Round), 1, 1),
    ("abs", Callee::Function(Function::Abs), 1, 1),
    ("clamp", Callee::Function(Function::Clamp), 3, 3),
    ("dice_in", Callee::Function(Function::DiceIn), 1, 1),
    ("sides_in", Callee::Function(Function::SidesIn), 1, 1),
    ("points_in", Callee::Function(Function::PointsIn), 1, 1),
    ("rank", Callee::Query(Query::Rank), 1, 3),
    ("trained", Callee::Query(Query::Trained), 1, 1),
    ("wielded", Callee::Wielded, 3, 3),
    ("count", Callee::Query(Query::Count), 1, 1),
    ("total", Callee::Query(Query::Total), 1, 1),
    ("bought", Callee::Query(Query::Bought), 1, 4),
    ("summed", Callee::Query(Query::Summed), 1, 1),
    ("times", Callee::Query(Query::Times), 1, 2),
    ("held", Callee::Query(Query::Held), 1, 2),
    ("table", Callee::Table, 1, ANY),
    ("highest", Callee::Keep(KeepRule::Highest), 1, 2),
    ("lowest", Callee::Keep(KeepRule::Lowest), 1, 2),
    ("drop_highest", Callee::Keep(KeepRule::DropHighest), 1, 2),
    ("drop_lowest", Callee::Keep(KeepRule::DropLowest), 1, 2),
    ("bonus_dice", Callee::Change(ChangeRule::Bonus), 2, 2),
    ("penalty_dice", Callee::Change(ChangeRule::Penalty), 2, 2),
];

/// The names of all functions.
pub(super) fn functions() -> impl Iterator<Item = &'static str> {
    FUNCTIONS.iter().map(|(name, ..)| *name)
}

/// Reads a formula.
pub(super) fn parse(text: &str) -> Result<Expr, FormulaError> {
    if text.len() > LONGEST {
        return Err(FormulaError::new(0..text.len(), FormulaFault::TooLong));
    }
    // What an `if` of another language leads to is a fault of some sign behind or before it.
    let foreign = |at: usize| foreign_if(text, at).or_else(|| foreign_dice(text, at));
    let expr = whole(text).map_err(|error| foreign(error.at.start).unwrap_or(error))?;
    let mut dice = None;
    expr.walk(&mut |part| {
        if let ExprKind::Name(name) = &part.kind {
            dice = dice.take().or_else(|| foreign_name(text, name, &part.at));
        }
    });
    dice.map_or(Ok(expr), Err)
}

fn whole(text: &str) -> Result<Expr, FormulaError> {
    let mut parser = Parser { tokens: tokens(text)?, next: 0, depth: 0 };
    let expr = parser.expression(0)?;
    match parser.peek() {
        Token::End => Ok(expr),
        _ => Err(parser.fails(FormulaFault::EndExpected)),
    }
}

struct Parser {
    tokens: Vec<(Token, Range<usize>)>,
    next: usize,
    depth: usize,
}

impl Parser {
    fn peek(&self) -> &Token {
        &self.tokens[self.next].0
    }

    fn place(&self) -> Range<usize> {
        self.tokens[self.next].1.clone()
    }

    fn take(&mut self) -> (Token, Range<usize>) {
        let taken = self.tokens[self.next].clone();
        // The last token is `End`; it is never passed.
        self.next = (self.next + 1).min(self.tokens.len() - 1);
        taken
    }

    fn takes_sign(&mut self, sign: &str) -> bool {
        let is_next = matches!(self.peek(), Token::Sign(s) if *s == sign);
        if is_next {
            self.take();
        }
        is_next
    }

    /// A fault at what comes next.
    fn fails(&self, fault: FormulaFault) -> FormulaError {
        FormulaError::new(self.place(), fault)
    }

    fn expect(&mut self, sign: &'static str) -> Result<Range<usize>, FormulaError> {
        let place = self.place();
        if self.takes_sign(sign) {
            return Ok(place);
        }
        let is_at_end = matches!(self.peek(), Token::End);
        Err(self.fails(FormulaFault::SignExpected { sign, is_at_end }))
    }

    fn expression(&mut self, least: u8) -> Result<Expr, FormulaError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.fails(FormulaFault::TooManyBrackets));
        }
        let mut left = self.prefix()?;
        // The binding power of the chain that began here, and not within brackets.
        let mut chained = None;
        while let Some((op, power)) = self.operator() {
            if power < least {
                break;
            }
            self.take();
            // Power binds to the right, all else to the left.
            let right = self.expression(if op == BinaryOp::Power { power } else { power + 1 })?;
            if is_comparison(op) && self.operator().is_some_and(|(next, _)| is_comparison(next)) {
                return Err(self.fails(FormulaFault::ChainedComparison));
            }
            left = joined(left, op, right, chained == Some(power));
            chained = op.is_chained().then_some(power);
        }
        self.depth -= 1;
        Ok(left)
    }

    /// The operator that comes next, and how tightly it binds.
    fn operator(&self) -> Option<(BinaryOp, u8)> {
        Some(match self.peek() {
            Token::Name(name) if name == "or" => (BinaryOp::Or, 1),
            Token::Name(name) if name == "and" => (BinaryOp::And, 2),
            Token::Sign("==") => (BinaryOp::Equal, 4),
            Token::Sign("!=") => (BinaryOp::NotEqual, 4),
            Token::Sign("<") => (BinaryOp::Less, 4),
            Token::Sign("<=") => (BinaryOp::LessOrEqual, 4),
            Token::Sign(">") => (BinaryOp::Greater, 4),
            Token::Sign(">=") => (BinaryOp::GreaterOrEqual, 4),
            Token::Sign("+") => (BinaryOp::Add, 5),
            Token::Sign("-") => (BinaryOp::Subtract, 5),
            Token::Sign("*") => (BinaryOp::Multiply, 6),
            Token::Sign("/") => (BinaryOp::Divide, 6),
            Token::Sign("^") => (BinaryOp::Power, 8),
            _ => return None,
        })
    }

    fn prefix(&mut self) -> Result<Expr, FormulaError> {
        let (token, at) = self.take();
        let operand = match token {
            Token::Sign("-") => {
                let inner = self.expression(7)?;
                let at = at.start..inner.at.end;
                return Ok(Expr { kind: ExprKind::Negate(Box::new(inner)), at });
            }
            Token::Name(name) if name == "not" => {
                let inner = self.expression(3)?;
                let at = at.start..inner.at.end;
                return Ok(Expr { kind: ExprKind::Not(Box::new(inner)), at });
            }
            Token::Sign("(") => {
                let inner = self.expression(0)?;
                let end = self.expect(")")?.end;
                Expr { kind: inner.kind, at: at.start..end }
            }
            Token::Number(number) => Expr { kind: ExprKind::Number(number), at },
            Token::Symbol(word) => Expr { kind: ExprKind::Symbol(word), at },
            Token::Die(kind) => {
                let count = Box::new(Expr { kind: ExprKind::Number(Number::ONE), at: at.clone() });
                return Ok(Expr { kind: ExprKind::Dice { count, kind }, at });
            }
            Token::Name(name) => self.named(name, at)?,
            Token::End => return Err(FormulaError::new(at, FormulaFault::ValueExpected { found: None })),
            Token::Sign(sign) => return Err(FormulaError::new(at, FormulaFault::ValueExpected { found: Some(sign) })),
        };
        Ok(self.dice_behind(operand))
    }

    /// `3d6`, `(1 + x)d6!`: a die straight after a number or a bracket.
    fn dice_behind(&mut self, count: Expr) -> Expr {
        let kind = match self.peek() {
            Token::Die(kind) if self.place().start == count.at.end => *kind,
            _ => return count,
        };
        let (_, die_at) = self.take();
        let at = count.at.start..die_at.end;
        Expr { kind: ExprKind::Dice { count: Box::new(count), kind }, at }
    }

    fn named(&mut self, name: String, at: Range<usize>) -> Result<Expr, FormulaError> {
        if !matches!(self.peek(), Token::Sign("(")) {
            return Ok(match name.as_str() {
                "true" => Expr { kind: ExprKind::Bool(true), at },
                "false" => Expr { kind: ExprKind::Bool(false), at },
                _ => Expr { kind: ExprKind::Name(name), at },
            });
        }
        self.take();
        let (kind, end) = if name == "table" {
            self.table()?
        } else {
            let (arguments, end) = self.arguments()?;
            (call(&name, &at, &(at.start..end), arguments)?, end)
        };
        Ok(Expr { kind, at: at.start..end })
    }

    fn arguments(&mut self) -> Result<(Vec<Expr>, usize), FormulaError> {
        let mut arguments = Vec::new();
        loop {
            arguments.push(self.expression(0)?);
            if arguments.len() > MOST_ARGUMENTS {
                return Err(self.fails(FormulaFault::TooManyArguments));
            }
            if !self.takes_sign(",") {
                return Ok((arguments, self.expect(")")?.end));
            }
        }
    }

    fn table(&mut self) -> Result<(ExprKind, usize), FormulaError> {
        let subject = self.expression(0)?;
        let mut rows = Vec::new();
        while self.takes_sign(",") {
            let key = self.expression(0)?;
            self.expect(":")?;
            rows.push((key, self.expression(0)?));
            if rows.len() > MOST_ARGUMENTS {
                return Err(self.fails(FormulaFault::TooManyRows));
            }
        }
        let end = self.expect(")")?.end;
        if rows.is_empty() {
            return Err(FormulaError::new(subject.at, FormulaFault::NoRows));
        }
        Ok((ExprKind::Table(Box::new(subject), rows), end))
    }
}

/// Both sides of an operator; with `goes_on`, the left one is a chain of such operators, which becomes longer.
fn joined(left: Expr, op: BinaryOp, right: Expr, goes_on: bool) -> Expr {
    let at = left.at.start..right.at.end;
    let kind = match left.kind {
        ExprKind::Chain(first, mut rest) if goes_on => {
            rest.push((op, right));
            ExprKind::Chain(first, rest)
        }
        kind => {
            let left = Box::new(Expr { kind, at: left.at });
            if op.is_chained() {
                ExprKind::Chain(left, vec![(op, right)])
            } else {
                ExprKind::Binary(op, left, Box::new(right))
            }
        }
    };
    Expr { kind, at }
}

fn is_comparison(op: BinaryOp) -> bool {
    use BinaryOp::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
    matches!(op, Equal | NotEqual | Less | LessOrEqual | Greater | GreaterOrEqual)
}

fn call(name: &str, name_at: &Range<usize>, at: &Range<usize>, arguments: Vec<Expr>) -> Result<ExprKind, FormulaError> {
    let Some(&(_, callee, least, most)) = FUNCTIONS.iter().find(|(known, ..)| *known == name) else {
        let fault = FormulaFault::UnknownFunction { name: name.to_owned(), near: nearest(name, functions()) };
        return Err(FormulaError::new(name_at.clone(), fault));
    };
    if !(least..=most).contains(&arguments.len()) {
        let fault = FormulaFault::ArgumentCount { function: name.to_owned(), least, most, found: arguments.len() };
        return Err(FormulaError::new(at.clone(), fault));
    }
    Ok(match callee {
        Callee::Function(function) => ExprKind::Call(function, arguments),
        Callee::Query(query) => {
            let words = arguments.into_iter().map(|a| symbol_argument(name, a)).collect::<Result<_, _>>()?;
            ExprKind::Query(query, words)
        }
        Callee::Keep(rule) => {
            let wrong = |_| FormulaError::new(at.clone(), FormulaFault::KeepArguments { function: name.to_owned() });
            let [count, dice] = <[Expr; 2]>::try_from(arguments).map_err(wrong)?;
            ExprKind::Keep { rule, count: Box::new(count), dice: Box::new(dice) }
        }
        Callee::Change(rule) => {
            let [count, bound] = taken(arguments);
            ExprKind::Change { rule, count: Box::new(count), bound: Box::new(bound) }
        }
        Callee::If => {
            let [condition, yes, no] = taken(arguments);
            ExprKind::If(Box::new(condition), Box::new(yes), Box::new(no))
        }
        Callee::Wielded => {
            let [action, field, fallback] = taken(arguments);
            let (action, field) = (symbol_argument(name, action)?, symbol_argument(name, field)?);
            ExprKind::Wielded { action, field, fallback: Box::new(fallback) }
        }
        Callee::Table => unreachable!("the rows of a table are read apart"),
    })
}

/// The arguments of a function that takes this many, as has been checked.
fn taken<const COUNT: usize>(arguments: Vec<Expr>) -> [Expr; COUNT] {
    arguments.try_into().expect("the number of arguments was checked")
}

fn symbol_argument(name: &str, argument: Expr) -> Result<(String, Range<usize>), FormulaError> {
    match argument.kind {
        ExprKind::Symbol(word) => Ok((word, argument.at)),
        _ => Err(FormulaError::new(argument.at, FormulaFault::SymbolExpected { function: name.to_owned() })),
    }
}
