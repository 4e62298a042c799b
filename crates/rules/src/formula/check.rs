//! Checking a formula before anything is computed: names, types, readings of rulings.

use std::ops::Range;

use super::ast::{BinaryOp, Expr, ExprKind, Query};
use super::{FormulaError, nearest};
use crate::dice::Keep;
use crate::number::ArithmeticError;
use crate::value::Type;

/// What a formula may refer to.
pub trait Scope {
    /// The type of a name, or `None` when there is no such name.
    fn type_of(&self, name: &str) -> Option<Type>;
    /// All names, for suggestions.
    fn names(&self) -> Vec<String>;
    /// Checks the words of a query; the type of its answer.
    ///
    /// # Errors
    /// What is wrong with one of them.
    fn check_query(&self, query: Query, words: &[(String, Range<usize>)]) -> Result<Type, FormulaError>;
    /// The type of a field of items, for `wielded`.
    ///
    /// # Errors
    /// When there is no such action or field.
    fn field_type(&self, action: &(String, Range<usize>), field: &(String, Range<usize>))
    -> Result<Type, FormulaError>;
}

/// The type of a formula, or everything that is wrong with it.
///
/// # Errors
/// All faults, in order of their places.
pub fn check(expr: &Expr, scope: &dyn Scope) -> Result<Type, Vec<FormulaError>> {
    let mut checker = Checker { scope, errors: Vec::new() };
    let found = checker.type_of(expr);
    checker.errors.sort_by_key(|e| e.at.start);
    match found {
        Some(found) if checker.errors.is_empty() => Ok(found),
        _ => Err(checker.errors),
    }
}

struct Checker<'a> {
    scope: &'a dyn Scope,
    errors: Vec<FormulaError>,
}

impl Checker<'_> {
    fn fail(&mut self, error: FormulaError) -> Option<Type> {
        self.errors.push(error);
        None
    }

    /// `None` when the part is faulty; the fault has been noted.
    fn type_of(&mut self, expr: &Expr) -> Option<Type> {
        match &expr.kind {
            ExprKind::Number(_) => Some(Type::Number),
            ExprKind::Truth(_) => Some(Type::Truth),
            ExprKind::Word(word) => Some(Type::Word(Some(vec![word.clone()]))),
            ExprKind::Name(name) => self.name(name, &expr.at),
            ExprKind::Negate(inner) => self.expect(inner, &Type::Number).map(|()| Type::Number),
            ExprKind::Not(inner) => self.expect(inner, &Type::Truth).map(|()| Type::Truth),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, &expr.at),
            ExprKind::If(condition, yes, no) => {
                let condition = self.expect(condition, &Type::Truth);
                let joined = self.join(yes, no);
                condition.and(joined)
            }
            ExprKind::Call(_, arguments) => {
                let mut all = Some(());
                for argument in arguments {
                    all = all.and(self.expect(argument, &Type::Number));
                }
                all.map(|()| Type::Number)
            }
            ExprKind::Query(query, words) => match self.scope.check_query(*query, words) {
                Ok(found) => Some(found),
                Err(error) => self.fail(error),
            },
            ExprKind::Wielded { action, field, fallback } => self.wielded(action, field, fallback),
            ExprKind::Table(subject, rows) => self.table(subject, rows),
            ExprKind::Dice { count, .. } => self.expect(count, &Type::Number).map(|()| Type::Dice),
            ExprKind::Pick { count, dice, .. } => self.picked(count, dice),
        }
    }

    fn name(&mut self, name: &str, at: &Range<usize>) -> Option<Type> {
        if let Some(found) = self.scope.type_of(name) {
            return Some(found);
        }
        let error = FormulaError::new(at.clone(), format!("there is nothing named `{name}`"));
        let names = self.scope.names();
        let error = match nearest(name, names.iter().map(String::as_str)) {
            Some(known) => error.help(format!("did you mean `{known}`?")),
            None => error.help("names of this system are stats, inputs, derived values, choices and `ruling.<id>`"),
        };
        self.fail(error)
    }

    fn expect(&mut self, expr: &Expr, wanted: &Type) -> Option<()> {
        let found = self.type_of(expr)?;
        if found == *wanted {
            return Some(());
        }
        let message = format!("{} is asked for here, and this is {}", wanted.name(), found.name());
        self.fail(FormulaError::new(expr.at.clone(), message)).map(|_| ())
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr, at: &Range<usize>) -> Option<Type> {
        match op {
            BinaryOp::Add => match (self.type_of(left), self.type_of(right)) {
                (Some(Type::Number), Some(Type::Number)) => Some(Type::Number),
                (Some(Type::Dice), Some(Type::Dice)) if is_picked(left) || is_picked(right) => {
                    self.dice_beside_picked(at)
                }
                (Some(Type::Number | Type::Dice), Some(Type::Number | Type::Dice)) => Some(Type::Dice),
                (Some(a), Some(b)) => {
                    self.fail(FormulaError::new(at.clone(), format!("{} and {} cannot be added", a.name(), b.name())))
                }
                _ => None,
            },
            BinaryOp::Subtract => {
                let left = self.type_of(left);
                self.expect(right, &Type::Number)?;
                match left? {
                    found @ (Type::Number | Type::Dice) => Some(found),
                    found => {
                        self.fail(FormulaError::new(at.clone(), format!("nothing can be taken from {}", found.name())))
                    }
                }
            }
            BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Power => {
                let left = self.expect(left, &Type::Number);
                self.expect(right, &Type::Number)?;
                left.map(|()| Type::Number)
            }
            BinaryOp::Less | BinaryOp::LessOrEqual | BinaryOp::Greater | BinaryOp::GreaterOrEqual => {
                let left = self.expect(left, &Type::Number);
                self.expect(right, &Type::Number)?;
                left.map(|()| Type::Truth)
            }
            BinaryOp::And | BinaryOp::Or => {
                let left = self.expect(left, &Type::Truth);
                self.expect(right, &Type::Truth)?;
                left.map(|()| Type::Truth)
            }
            BinaryOp::Equal | BinaryOp::NotEqual => self.equality(left, right, at),
        }
    }

    #[inline(never)]
    fn dice_beside_picked(&mut self, at: &Range<usize>) -> Option<Type> {
        let error = FormulaError::new(at.clone(), ArithmeticError::DiceBesidePicked.to_string());
        self.fail(error.help("put all dice into the brackets; only points may be added behind them"))
    }

    #[inline(never)]
    fn picked(&mut self, count: &Expr, dice: &Expr) -> Option<Type> {
        let count = self.expect(count, &Type::Number);
        self.expect(dice, &Type::Dice)?;
        self.only_dice(dice)?;
        count.map(|()| Type::Dice)
    }

    /// Refuses points among dice that are picked from, as far as the formula itself shows them.
    fn only_dice(&mut self, expr: &Expr) -> Option<()> {
        match &expr.kind {
            ExprKind::Binary(BinaryOp::Add, left, right) => {
                let left = self.only_dice(left);
                self.only_dice(right).and(left)
            }
            ExprKind::If(_, yes, no) => {
                let yes = self.only_dice(yes);
                self.only_dice(no).and(yes)
            }
            ExprKind::Dice { keep: Keep::Highest(_) | Keep::Lowest(_), .. } => {
                let error = FormulaError::new(expr.at.clone(), ArithmeticError::KeptInPicked.to_string());
                self.fail(error.help("say it with functions alone: `highest(1, lowest(2, 4d6))`")).map(|_| ())
            }
            ExprKind::Dice { .. } | ExprKind::Pick { .. } => Some(()),
            _ if self.type_of(expr)? == Type::Dice && !matches!(expr.kind, ExprKind::Binary(..)) => Some(()),
            _ => {
                let error = FormulaError::new(expr.at.clone(), ArithmeticError::PointsInPicked.to_string());
                self.fail(error.help("add them behind the bracket: `highest(2, 3d6) + 5`")).map(|_| ())
            }
        }
    }

    fn equality(&mut self, left: &Expr, right: &Expr, at: &Range<usize>) -> Option<Type> {
        match (self.type_of(left)?, self.type_of(right)?) {
            (Type::Number, Type::Number) | (Type::Truth, Type::Truth) => Some(Type::Truth),
            (Type::Word(a), Type::Word(b)) => {
                let (Some(a), Some(b)) = (a, b) else { return Some(Type::Truth) };
                if a.iter().any(|word| b.contains(word)) {
                    return Some(Type::Truth);
                }
                // The literal side is the shorter list; it is the one that was misspelt.
                let (wrong, known, place) = if b.len() == 1 { (&b[0], &a, &right.at) } else { (&a[0], &b, &left.at) };
                let error = FormulaError::new(place.clone(), format!("`{wrong}` is never a value of this"));
                self.fail(match nearest(wrong, known.iter().map(String::as_str)) {
                    Some(near) => error.help(format!("did you mean '{near}'?")),
                    None => error.help(format!("it is one of: {}", known.join(", "))),
                })
            }
            (a, b) => self.fail(FormulaError::new(at.clone(), format!("{} is never equal to {}", a.name(), b.name()))),
        }
    }

    fn join(&mut self, a: &Expr, b: &Expr) -> Option<Type> {
        match (self.type_of(a)?, self.type_of(b)?) {
            (Type::Number | Type::Dice, Type::Dice) | (Type::Dice, Type::Number) => Some(Type::Dice),
            (Type::Word(a), Type::Word(b)) => Some(Type::Word(match (a, b) {
                (Some(mut a), Some(b)) => {
                    a.extend(b);
                    Some(a)
                }
                _ => None,
            })),
            (found_a, found_b) if found_a == found_b => Some(found_a),
            (found_a, found_b) => {
                let message = format!("this is {}, and the other side is {}", found_b.name(), found_a.name());
                self.fail(FormulaError::new(b.at.clone(), message))
            }
        }
    }

    fn wielded(
        &mut self,
        action: &(String, Range<usize>),
        field: &(String, Range<usize>),
        fallback: &Expr,
    ) -> Option<Type> {
        let found = match self.scope.field_type(action, field) {
            Ok(found) => found,
            Err(error) => return self.fail(error),
        };
        match (found, self.type_of(fallback)?) {
            (Type::Dice, Type::Number | Type::Dice) | (Type::Number, Type::Dice) => Some(Type::Dice),
            (a, b) if std::mem::discriminant(&a) == std::mem::discriminant(&b) => Some(a),
            (a, b) => {
                let message = format!("the field `{}` is {}, and this is {}", field.0, a.name(), b.name());
                self.fail(FormulaError::new(fallback.at.clone(), message))
            }
        }
    }

    fn table(&mut self, subject: &Expr, rows: &[(Expr, Expr)]) -> Option<Type> {
        self.expect(subject, &Type::Number)?;
        let mut last = None;
        for (key, value) in rows {
            let ExprKind::Number(number) = key.kind else {
                return self.fail(FormulaError::new(key.at.clone(), "a key of a table is a plain number"));
            };
            if last.is_some_and(|last| last >= number) {
                return self.fail(FormulaError::new(key.at.clone(), "the keys of a table rise from row to row"));
            }
            last = Some(number);
            self.expect(value, &Type::Number)?;
        }
        Some(Type::Number)
    }
}

/// Whether it is a pool of which only some dice count, with or without points behind it.
fn is_picked(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Pick { .. } => true,
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Subtract, left, right) => is_picked(left) || is_picked(right),
        _ => false,
    }
}
