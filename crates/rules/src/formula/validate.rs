//! Validating a formula before anything is computed: names, types, readings of rulings.

use std::ops::Range;

use super::ast::{BinaryOp, Expr, ExprKind};
use super::fault::{FormulaError, FormulaFault};
use super::frame::Frame;
use super::kind::kind;
use super::nearest::nearest;
use crate::dice::{ChangeRule, DieKind, Keep};
use crate::value::Type;

/// The type of a formula, or everything that is wrong with it.
///
/// # Errors
/// All faults, in order of their places.
pub fn validate(expr: &Expr, frame: &dyn Frame) -> Result<Type, Vec<FormulaError>> {
    let mut validator = Validator { frame, errors: Vec::new() };
    let found = validator.type_of(expr);
    validator.errors.sort_by_key(|e| e.at.start);
    match found {
        Some(found) if validator.errors.is_empty() => Ok(found),
        _ => Err(validator.errors),
    }
}

struct Validator<'a> {
    frame: &'a dyn Frame,
    errors: Vec<FormulaError>,
}

/// The left side of an operator in a chain.
struct Left {
    /// Its type; none when it is faulty.
    found: Option<Type>,
    at: Range<usize>,
    /// Whether it has a pool of which only some dice count.
    is_kept: bool,
}

impl Validator<'_> {
    fn fail(&mut self, at: &Range<usize>, fault: FormulaFault) -> Option<Type> {
        self.push(FormulaError::new(at.clone(), fault))
    }

    fn push(&mut self, error: FormulaError) -> Option<Type> {
        self.errors.push(error);
        None
    }

    /// `None` when the part is faulty; the fault has been noted.
    fn type_of(&mut self, expr: &Expr) -> Option<Type> {
        match &expr.kind {
            ExprKind::Number(_) => Some(Type::Number),
            ExprKind::Bool(_) => Some(Type::Bool),
            ExprKind::Symbol(word) => Some(Type::Symbol(Some(vec![word.clone()]))),
            ExprKind::Name(name) => self.name(name, &expr.at),
            ExprKind::Negate(inner) => self.expect(inner, &Type::Number).map(|()| Type::Number),
            ExprKind::Not(inner) => self.expect(inner, &Type::Bool).map(|()| Type::Bool),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, &expr.at),
            ExprKind::Chain(first, rest) => self.chain(expr, first, rest),
            ExprKind::If(condition, yes, no) => {
                let condition = self.expect(condition, &Type::Bool);
                let joined = self.join(yes, no);
                condition.and(joined)
            }
            ExprKind::Call(function, arguments) => {
                let wanted = if function.is_of_roll() { Type::Dice } else { Type::Number };
                let mut all = Some(());
                for argument in arguments {
                    all = all.and(self.expect(argument, &wanted));
                }
                all.map(|()| Type::Number)
            }
            ExprKind::Query(query, words) => match self.frame.query_type(*query, words) {
                Ok(found) => Some(found),
                Err(error) => self.push(error),
            },
            ExprKind::Wielded { action, field, fallback } => self.wielded(action, field, fallback),
            ExprKind::Table(subject, rows) => self.table(subject, rows),
            ExprKind::Dice { count, .. } => self.expect(count, &Type::Number).map(|()| Type::Dice),
            ExprKind::Keep { count, dice, .. } => self.kept(count, dice),
            ExprKind::Change { rule, count, bound } => {
                let count = self.expect(count, &Type::Number);
                let wanted = match rule {
                    ChangeRule::Bonus => Type::Dice,
                    ChangeRule::Penalty => Type::Number,
                };
                self.expect(bound, &wanted).and(count).map(|()| Type::Dice)
            }
        }
    }

    fn name(&mut self, name: &str, at: &Range<usize>) -> Option<Type> {
        if let Some(found) = self.frame.type_of(name) {
            return Some(found);
        }
        let names = self.frame.names();
        let near = nearest(name, names.iter().map(String::as_str)).map(str::to_owned);
        self.fail(at, FormulaFault::UnknownName { name: name.to_owned(), near })
    }

    fn expect(&mut self, expr: &Expr, wanted: &Type) -> Option<()> {
        let found = self.type_of(expr);
        self.is(found, wanted, &expr.at)
    }

    /// Refuses another type than the one expected here.
    fn is(&mut self, found: Option<Type>, wanted: &Type, at: &Range<usize>) -> Option<()> {
        let found = found?;
        if found == *wanted {
            return Some(());
        }
        self.fail(at, FormulaFault::TypeExpected { wanted: wanted.clone(), found }).map(|_| ())
    }

    #[inline(never)]
    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr, at: &Range<usize>) -> Option<Type> {
        if matches!(op, BinaryOp::Equal | BinaryOp::NotEqual) {
            return self.equality(left, right, at);
        }
        let left = self.expect(left, &Type::Number);
        self.expect(right, &Type::Number)?;
        left.map(|()| if op == BinaryOp::Power { Type::Number } else { Type::Bool })
    }

    /// Operators that bind alike, from left to right.
    #[inline(never)]
    fn chain(&mut self, expr: &Expr, first: &Expr, rest: &[(BinaryOp, Expr)]) -> Option<Type> {
        let mut left = Left { found: self.type_of(first), at: first.at.clone(), is_kept: is_kept(first) };
        for (place, (op, right)) in rest.iter().enumerate() {
            let at = expr.place_up_to(first, rest, place);
            let found = self.linked(*op, &left, right, &at);
            left = Left { found, at, is_kept: left.is_kept || is_kept(right) };
        }
        left.found
    }

    fn linked(&mut self, op: BinaryOp, left: &Left, right: &Expr, at: &Range<usize>) -> Option<Type> {
        match op {
            BinaryOp::Add => match (&left.found, self.type_of(right)) {
                (Some(Type::Number), Some(Type::Number)) => Some(Type::Number),
                (Some(Type::Dice), Some(Type::Dice)) if left.is_kept || is_kept(right) => {
                    self.fail(at, FormulaFault::DiceBesideKept)
                }
                (Some(Type::Number | Type::Dice), Some(Type::Number | Type::Dice)) => Some(Type::Dice),
                (Some(a), Some(b)) => self.fail(at, FormulaFault::CannotAdd(a.clone(), b)),
                _ => None,
            },
            BinaryOp::Subtract => {
                self.expect(right, &Type::Number)?;
                match left.found.clone()? {
                    found @ (Type::Number | Type::Dice) => Some(found),
                    found => self.fail(at, FormulaFault::CannotSubtractFrom(found)),
                }
            }
            op => {
                let side = if matches!(op, BinaryOp::And | BinaryOp::Or) { Type::Bool } else { Type::Number };
                let is_left = self.is(left.found.clone(), &side, &left.at);
                self.expect(right, &side)?;
                is_left.map(|()| side)
            }
        }
    }

    #[inline(never)]
    fn kept(&mut self, count: &Expr, dice: &Expr) -> Option<Type> {
        let count = self.expect(count, &Type::Number);
        self.expect(dice, &Type::Dice)?;
        self.only_dice(dice)?;
        count.map(|()| Type::Dice)
    }

    /// Refuses points among dice of which some are kept, as far as the formula itself shows them.
    fn only_dice(&mut self, expr: &Expr) -> Option<()> {
        match &expr.kind {
            ExprKind::Chain(first, rest) if rest.iter().all(|(op, _)| *op == BinaryOp::Add) => {
                let mut all = self.only_dice(first);
                for (_, part) in rest {
                    all = self.only_dice(part).and(all);
                }
                all
            }
            ExprKind::If(_, yes, no) => {
                let yes = self.only_dice(yes);
                self.only_dice(no).and(yes)
            }
            ExprKind::Dice { kind: DieKind { keep: Keep::Highest(_) | Keep::Lowest(_), .. }, .. } => {
                self.fail(&expr.at, FormulaFault::KeepInKept).map(|_| ())
            }
            ExprKind::Dice { .. } | ExprKind::Keep { .. } | ExprKind::Change { .. } => Some(()),
            ExprKind::Chain(..) => self.fail(&expr.at, FormulaFault::PointsInKept).map(|_| ()),
            ExprKind::Number(_)
            | ExprKind::Symbol(_)
            | ExprKind::Bool(_)
            | ExprKind::Name(_)
            | ExprKind::Negate(_)
            | ExprKind::Not(_)
            | ExprKind::Binary(..)
            | ExprKind::Call(..)
            | ExprKind::Query(..)
            | ExprKind::Wielded { .. }
            | ExprKind::Table(..) => {
                // The part has been validated already: to do it again would double the work with every pool of which some
                // dice are kept within another.
                if kind(expr, self.frame) == Type::Dice {
                    return Some(());
                }
                self.fail(&expr.at, FormulaFault::PointsInKept).map(|_| ())
            }
        }
    }

    fn equality(&mut self, left: &Expr, right: &Expr, at: &Range<usize>) -> Option<Type> {
        match (self.type_of(left)?, self.type_of(right)?) {
            (Type::Number, Type::Number) | (Type::Bool, Type::Bool) => Some(Type::Bool),
            (Type::Symbol(a), Type::Symbol(b)) => {
                let (Some(a), Some(b)) = (a, b) else { return Some(Type::Bool) };
                // Of something without words, such as a choice without options, nothing is known.
                if a.is_empty() || b.is_empty() || a.iter().any(|word| b.contains(word)) {
                    return Some(Type::Bool);
                }
                // The literal side is the shorter list; it is the one that was misspelt.
                let (wrong, known, place) = if b.len() == 1 { (&b[0], &a, &right.at) } else { (&a[0], &b, &left.at) };
                let near = nearest(wrong, known.iter().map(String::as_str)).map(str::to_owned);
                self.fail(place, FormulaFault::NeverThisSymbol { word: wrong.clone(), near, known: known.clone() })
            }
            (a, b) => self.fail(at, FormulaFault::NeverEqual(a, b)),
        }
    }

    fn join(&mut self, a: &Expr, b: &Expr) -> Option<Type> {
        match (self.type_of(a)?, self.type_of(b)?) {
            (Type::Number | Type::Dice, Type::Dice) | (Type::Dice, Type::Number) => Some(Type::Dice),
            (Type::Symbol(a), Type::Symbol(b)) => Some(Type::either_symbol(a, b)),
            (found_a, found_b) if found_a == found_b => Some(found_a),
            (other, this) => self.fail(&b.at, FormulaFault::BranchesDiffer { this, other }),
        }
    }

    fn wielded(
        &mut self,
        action: &(String, Range<usize>),
        field: &(String, Range<usize>),
        fallback: &Expr,
    ) -> Option<Type> {
        let found = match self.frame.field_type(action, field) {
            Ok(found) => found,
            Err(error) => return self.push(error),
        };
        match (found, self.type_of(fallback)?) {
            (Type::Dice, Type::Number | Type::Dice) | (Type::Number, Type::Dice) => Some(Type::Dice),
            (Type::Symbol(a), Type::Symbol(b)) => Some(Type::either_symbol(a, b)),
            (a, b) if std::mem::discriminant(&a) == std::mem::discriminant(&b) => Some(a),
            (kind, found) => {
                self.fail(&fallback.at, FormulaFault::FieldDiffers { field: field.0.clone(), kind, found })
            }
        }
    }

    fn table(&mut self, subject: &Expr, rows: &[(Expr, Expr)]) -> Option<Type> {
        self.expect(subject, &Type::Number)?;
        let mut last = None;
        for (key, value) in rows {
            let ExprKind::Number(number) = key.kind else {
                return self.fail(&key.at, FormulaFault::KeyNotPlain);
            };
            if last.is_some_and(|last| last >= number) {
                return self.fail(&key.at, FormulaFault::KeysDoNotRise);
            }
            last = Some(number);
            self.expect(value, &Type::Number)?;
        }
        Some(Type::Number)
    }
}

/// Whether it is a pool of which only some dice count, with or without points after it.
fn is_kept(expr: &Expr) -> bool {
    let is_chain = matches!(expr.kind, ExprKind::Chain(..));
    matches!(expr.kind, ExprKind::Keep { .. }) || is_chain && expr.children().into_iter().any(is_kept)
}
