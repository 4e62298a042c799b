//! Evaluating a formula, exactly.

use std::ops::Range;

use super::ast::{BinaryOp, Expr, ExprKind, Function, Query};
use super::failure::{EvalError, EvalFault};
use super::frame::Frame;
use crate::dice::{ChangeRule, Dice, DieKind, KeepRule, MOST_DICE};
use crate::number::{ArithmeticError, Number};
use crate::value::Value;

/// Evaluates a formula that has been validated.
///
/// # Errors
/// Division by zero, numbers that grow too large, a fractional number of dice, values nested too deep.
pub fn eval(expr: &Expr, frame: &dyn Frame) -> Result<Value, EvalError> {
    let Some(depth) = frame.depth() else { return part(expr, frame) };
    depth.enter(1, &expr.at)?;
    let value = part(expr, frame);
    depth.leave(1);
    value
}

fn part(expr: &Expr, frame: &dyn Frame) -> Result<Value, EvalError> {
    let arithmetic = |error: ArithmeticError| EvalError::new(&expr.at, error);
    Ok(match &expr.kind {
        ExprKind::Number(number) => Value::Number(*number),
        ExprKind::Symbol(word) => Value::Symbol(word.clone()),
        ExprKind::Bool(truth) => Value::Bool(*truth),
        ExprKind::Name(name) => frame.value(name)?,
        ExprKind::Query(query, words) => ask(*query, words, frame)?,
        ExprKind::Negate(inner) => negate(inner, frame)?.map_err(arithmetic)?,
        ExprKind::Not(inner) => match eval(inner, frame)? {
            Value::Bool(truth) => Value::Bool(!truth),
            other => other,
        },
        ExprKind::Binary(op, left, right) => {
            binary(*op, eval(left, frame)?, eval(right, frame)?).map_err(arithmetic)?
        }
        ExprKind::Chain(first, rest) => chain(expr, first, rest, frame)?,
        ExprKind::If(condition, yes, no) => match eval(condition, frame)? {
            Value::Bool(true) => eval(yes, frame)?,
            Value::Bool(false) => eval(no, frame)?,
            other => other,
        },
        ExprKind::Call(function, arguments) => called(*function, arguments, &expr.at, frame)?,
        ExprKind::Wielded { action, field, fallback } => match frame.wielded(&action.0, &field.0)? {
            Some(value) => value,
            None => eval(fallback, frame)?,
        },
        ExprKind::Table(subject, rows) => table(subject, rows, frame)?,
        ExprKind::Dice { count, kind } => roll(count, *kind, frame)?,
        ExprKind::Keep { rule, count, dice } => keep(*rule, count, dice, frame)?.map_err(arithmetic)?,
        ExprKind::Change { rule, count, bound } => change(*rule, count, bound, frame)?,
    })
}

// What follows are functions of their own so that a call within a call takes little of the stack.

/// Operators that bind alike, from left to right. An error points to where its sum or product ends.
#[inline(never)]
fn chain(expr: &Expr, first: &Expr, rest: &[(BinaryOp, Expr)], frame: &dyn Frame) -> Result<Value, EvalError> {
    let mut left = eval(first, frame)?;
    for (place, (op, part)) in rest.iter().enumerate() {
        left = match op {
            BinaryOp::And | BinaryOp::Or => logic(*op == BinaryOp::Or, &left, || eval(part, frame))?,
            _ => binary(*op, left, eval(part, frame)?)
                .map_err(|error| EvalError::new(&expr.place_up_to(first, rest, place), error))?,
        };
    }
    Ok(left)
}

#[inline(never)]
fn ask(query: Query, words: &[(String, Range<usize>)], frame: &dyn Frame) -> Result<Value, EvalError> {
    let words: Vec<&str> = words.iter().map(|(word, _)| word.as_str()).collect();
    frame.query(query, &words)
}

/// The inner result is one of arithmetic, whose place is that of the whole.
#[inline(never)]
fn negate(inner: &Expr, frame: &dyn Frame) -> Result<Result<Value, ArithmeticError>, EvalError> {
    Ok(match number(eval(inner, frame)?) {
        Ok(n) => Number::ZERO.checked_sub(n).map(Value::Number),
        Err(unknown) => Ok(unknown),
    })
}

#[inline(never)]
fn called(function: Function, arguments: &[Expr], at: &Range<usize>, frame: &dyn Frame) -> Result<Value, EvalError> {
    if function.is_of_roll() {
        return of_roll(function, &arguments[0], frame);
    }
    let mut numbers = Vec::with_capacity(arguments.len());
    for argument in arguments {
        match number(eval(argument, frame)?) {
            Ok(n) => numbers.push(n),
            Err(unknown) => return Ok(unknown),
        }
    }
    Ok(Value::Number(call(function, &numbers).map_err(|fault| EvalError::new(at, fault))?))
}

#[inline(never)]
fn of_roll(function: Function, roll: &Expr, frame: &dyn Frame) -> Result<Value, EvalError> {
    let amount = match eval(roll, frame)? {
        Value::Dice(dice) if function == Function::SidesIn => {
            dice.pools().iter().map(|(die, count)| i64::from(die.sides) * i64::from(*count)).sum()
        }
        Value::Dice(dice) if function == Function::PointsIn => return Ok(Value::Number(dice.flat())),
        Value::Dice(dice) => dice.count().into(),
        points @ Value::Number(_) if function == Function::PointsIn => return Ok(points),
        unknown @ Value::Unknown(_) => return Ok(unknown),
        // A branch of an `if` may yield points alone.
        Value::Number(_) => 0,
        Value::Bool(_) | Value::Symbol(_) => return Err(EvalError::new(&roll.at, ArithmeticError::WrongType)),
    };
    Ok(Value::whole(amount))
}

#[inline(never)]
fn change(rule: ChangeRule, count: &Expr, bound: &Expr, frame: &dyn Frame) -> Result<Value, EvalError> {
    let dice = |expr: &Expr, n| dice_count(n).map_err(|fault| EvalError::new(&expr.at, fault));
    let wanted = match number(eval(count, frame)?) {
        Ok(n) => dice(count, n)?,
        Err(unknown) => return Ok(unknown),
    };
    Ok(match (rule, eval(bound, frame)?) {
        (_, unknown @ Value::Unknown(_)) => unknown,
        (ChangeRule::Penalty, Value::Number(least)) => Value::Dice(Dice::penalty(wanted, dice(bound, least)?)),
        (ChangeRule::Bonus, Value::Dice(die)) => {
            let die = die.one_die().ok_or_else(|| EvalError::new(&bound.at, ArithmeticError::OneDieExpected))?;
            Value::Dice(Dice::bonus(wanted, die))
        }
        (_, Value::Number(_) | Value::Dice(_) | Value::Bool(_) | Value::Symbol(_)) => {
            return Err(EvalError::new(&bound.at, ArithmeticError::WrongType));
        }
    })
}

#[inline(never)]
fn roll(count: &Expr, kind: DieKind, frame: &dyn Frame) -> Result<Value, EvalError> {
    Ok(match number(eval(count, frame)?) {
        Ok(n) => Value::Dice(Dice::new(dice_count(n).map_err(|fault| EvalError::new(&count.at, fault))?, kind)),
        Err(unknown) => unknown,
    })
}

/// The inner result is one of arithmetic, whose place is that of the whole.
#[inline(never)]
fn keep(
    rule: KeepRule,
    count: &Expr,
    dice: &Expr,
    frame: &dyn Frame,
) -> Result<Result<Value, ArithmeticError>, EvalError> {
    let wanted = match number(eval(count, frame)?) {
        Ok(n) => dice_count(n).map_err(|fault| EvalError::new(&count.at, fault))?,
        Err(unknown) => return Ok(Ok(unknown)),
    };
    Ok(match eval(dice, frame)? {
        Value::Dice(dice) => dice.keep(rule, wanted).map(Value::Dice),
        unknown @ Value::Unknown(_) => Ok(unknown),
        // A branch of an `if` may yield points alone.
        Value::Number(_) => Err(ArithmeticError::PointsInKept),
        Value::Bool(_) | Value::Symbol(_) => Err(ArithmeticError::WrongType),
    })
}

/// A number, or the unknown to pass on.
fn number(value: Value) -> Result<Number, Value> {
    value.as_number().ok_or(value)
}

fn dice_count(count: Number) -> Result<u32, EvalFault> {
    if count.is_negative() {
        return Ok(0);
    }
    let Some(whole) = count.to_i64() else {
        return Err(EvalFault::PartOfDie { count });
    };
    u32::try_from(whole).ok().filter(|n| *n <= MOST_DICE).ok_or(EvalFault::TooManyDice)
}

fn logic(is_or: bool, left: &Value, right: impl FnOnce() -> Result<Value, EvalError>) -> Result<Value, EvalError> {
    // `true` decides an `or`, `false` decides an `and`, even when the other side is unknown.
    if *left == Value::Bool(is_or) {
        return Ok(Value::Bool(is_or));
    }
    let right = right()?;
    if right == Value::Bool(is_or) {
        return Ok(right);
    }
    Ok(if left.is_unknown() { left.clone() } else { right })
}

#[inline(never)]
fn binary(op: BinaryOp, left: Value, right: Value) -> Result<Value, ArithmeticError> {
    if left.is_unknown() || right.is_unknown() {
        return Ok(if left.is_unknown() { left } else { right });
    }
    if op == BinaryOp::Add {
        return add(&left, &right);
    }
    if let (BinaryOp::Equal | BinaryOp::NotEqual, equal) = (op, left == right) {
        return Ok(Value::Bool(equal == (op == BinaryOp::Equal)));
    }
    if let (BinaryOp::Subtract, Value::Dice(dice), Value::Number(n)) = (op, &left, &right) {
        return dice.plus_points(Number::ZERO.checked_sub(*n)?).map(Value::Dice);
    }
    let (Value::Number(a), Value::Number(b)) = (left, right) else {
        return Err(ArithmeticError::WrongType);
    };
    Ok(match op {
        BinaryOp::Subtract => Value::Number(a.checked_sub(b)?),
        BinaryOp::Multiply => Value::Number(a.checked_mul(b)?),
        BinaryOp::Divide => Value::Number(a.checked_div(b)?),
        BinaryOp::Power => Value::Number(a.checked_pow(b)?),
        BinaryOp::Less => Value::Bool(a < b),
        BinaryOp::LessOrEqual => Value::Bool(a <= b),
        BinaryOp::Greater => Value::Bool(a > b),
        BinaryOp::GreaterOrEqual => Value::Bool(a >= b),
        BinaryOp::Add | BinaryOp::Equal | BinaryOp::NotEqual | BinaryOp::And | BinaryOp::Or => {
            unreachable!("handled before")
        }
    })
}

/// The sum of two values: numbers, dice, or one of each. An unknown makes the sum unknown.
///
/// # Errors
/// When they cannot be added, or their sum grows too large.
pub fn add(left: &Value, right: &Value) -> Result<Value, ArithmeticError> {
    Ok(match (left, right) {
        (Value::Unknown(_), _) => left.clone(),
        (_, Value::Unknown(_)) => right.clone(),
        (Value::Number(a), Value::Number(b)) => Value::Number(a.checked_add(*b)?),
        (Value::Dice(dice), Value::Number(n)) | (Value::Number(n), Value::Dice(dice)) => {
            Value::Dice(dice.plus_points(*n)?)
        }
        (Value::Dice(a), Value::Dice(b)) => Value::Dice(a.plus(b)?),
        (Value::Bool(_) | Value::Symbol(_), _) | (_, Value::Bool(_) | Value::Symbol(_)) => {
            return Err(ArithmeticError::WrongType);
        }
    })
}

fn call(function: Function, numbers: &[Number]) -> Result<Number, EvalFault> {
    let first = numbers[0];
    Ok(match function {
        Function::Min => numbers.iter().copied().min().unwrap_or(first),
        Function::Max => numbers.iter().copied().max().unwrap_or(first),
        Function::Sum => {
            let mut sum = Number::ZERO;
            for n in numbers {
                sum = sum.checked_add(*n)?;
            }
            sum
        }
        Function::Floor => first.floor(),
        Function::Ceil => first.ceil(),
        Function::Round => first.round(),
        Function::Abs => first.abs(),
        Function::Clamp if numbers[1] > numbers[2] => {
            return Err(EvalFault::ClampBounds { low: numbers[1], high: numbers[2] });
        }
        Function::Clamp => first.clamp(numbers[1], numbers[2]),
        Function::DiceIn | Function::SidesIn | Function::PointsIn => unreachable!("takes a roll"),
    })
}

fn table(subject: &Expr, rows: &[(Expr, Expr)], frame: &dyn Frame) -> Result<Value, EvalError> {
    let wanted = match number(eval(subject, frame)?) {
        Ok(n) => n,
        Err(unknown) => return Ok(unknown),
    };
    let row = rows.iter().rev().find(|(key, _)| matches!(key.kind, ExprKind::Number(n) if n <= wanted));
    match row {
        Some((_, value)) => eval(value, frame),
        None => Err(EvalError::new(&subject.at, EvalFault::BelowTable { wanted })),
    }
}
