//! Printing a formula for readers: abbreviations, real minus and multiplication signs.

use super::ast::{BinaryOp, Expr, ExprKind, Function};
use super::eval::eval;
use super::frame::Frame;
use crate::dice::{ChangeRule, KeepRule};
use crate::value::words_of;

/// The formula in abbreviations: `(2 + ranks)d12! + PWR`.
pub fn readable(expr: &Expr, frame: &dyn Frame) -> String {
    Printer { frame, with_values: false }.print(expr, 0)
}

/// The formula with the value of each name after it: `(2 + ranks 1)d12! + PWR 5`.
pub fn readable_with_values(expr: &Expr, frame: &dyn Frame) -> String {
    Printer { frame, with_values: true }.print(expr, 0)
}

struct Printer<'a> {
    frame: &'a dyn Frame,
    with_values: bool,
}

impl Printer<'_> {
    fn print(&self, expr: &Expr, least: u8) -> String {
        match &expr.kind {
            // A fraction is printed as a division, so it needs brackets where a division does.
            ExprKind::Number(number) => bracketed(number.to_string(), least > 6 && !number.is_whole()),
            ExprKind::Symbol(word) => words_of(word),
            ExprKind::Bool(truth) => if *truth { "yes" } else { "no" }.to_owned(),
            ExprKind::Name(name) => self.with_value(self.frame.label(name), expr),
            ExprKind::Query(query, words) => {
                let words: Vec<&str> = words.iter().map(|(word, _)| word.as_str()).collect();
                self.with_value(self.frame.query_label(*query, &words), expr)
            }
            ExprKind::Negate(inner) => bracketed(format!("\u{2212}{}", self.print(inner, 7)), 7 < least),
            ExprKind::Not(inner) => bracketed(format!("not {}", self.print(inner, 3)), 3 < least),
            ExprKind::Binary(op, left, right) => {
                let (sign, power, left_least, right_least) = sign(*op);
                let text = format!("{} {sign} {}", self.print(left, left_least), self.print(right, right_least));
                bracketed(text, power < least)
            }
            ExprKind::Chain(first, rest) => self.chain(first, rest, least),
            ExprKind::If(condition, yes, no) => {
                let (yes, no) = (self.print(yes, 0), self.print(no, 0));
                format!("({yes} if {}, else {no})", self.print(condition, 0))
            }
            ExprKind::Call(Function::Floor, arguments) => self.rounded(&arguments[0], "rounded down", least),
            ExprKind::Call(Function::Ceil, arguments) => self.rounded(&arguments[0], "rounded up", least),
            ExprKind::Call(Function::Round, arguments) => self.rounded(&arguments[0], "rounded", least),
            ExprKind::Call(function, arguments) => {
                let arguments: Vec<String> = arguments.iter().map(|a| self.print(a, 0)).collect();
                format!("{}({})", function_name(*function), arguments.join(", "))
            }
            ExprKind::Wielded { field, fallback, .. } => self.wielded(expr, &field.0, fallback),
            ExprKind::Table(subject, rows) => {
                let rows: Vec<String> = rows
                    .iter()
                    .map(|(key, value)| format!("{}: {}", self.print(key, 0), self.print(value, 0)))
                    .collect();
                bracketed(format!("by {}: {}", self.print(subject, 0), rows.join(", ")), least > 0)
            }
            ExprKind::Dice { count, kind } => {
                let count = self.print(count, 0);
                if count.bytes().all(|b| b.is_ascii_digit()) {
                    format!("{count}{kind}")
                } else {
                    format!("({count}){kind}")
                }
            }
            ExprKind::Keep { rule, count, dice } => bracketed(self.kept(*rule, count, dice), least > 0),
            ExprKind::Change { rule: ChangeRule::Bonus, count, bound } => {
                let text = format!("more dice by {}, or that many {}", self.print(count, 0), self.print(bound, 0));
                bracketed(text, least > 0)
            }
            ExprKind::Change { rule: ChangeRule::Penalty, count, bound } => {
                let text = format!("fewer dice by {}, at least {}", self.print(count, 0), self.print(bound, 0));
                bracketed(text, least > 0)
            }
        }
    }

    #[inline(never)]
    fn chain(&self, first: &Expr, rest: &[(BinaryOp, Expr)], least: u8) -> String {
        let adds = |op: BinaryOp| matches!(op, BinaryOp::Add | BinaryOp::Subtract);
        let mut shown = rest.iter().filter(|(op, part)| !(adds(*op) && self.adds_nothing(part))).peekable();
        let begins_with_nothing =
            matches!(&rest[0], (BinaryOp::Add, second) if !self.adds_nothing(second) && self.adds_nothing(first));
        let first = if begins_with_nothing { shown.next().map_or(first, |(_, second)| second) } else { first };
        let Some((op, _)) = shown.peek() else { return self.print(first, least) };
        let (_, power, left_least, _) = sign(*op);
        let mut text = self.print(first, left_least);
        for (op, part) in shown {
            let (sign, _, _, right_least) = sign(*op);
            text += &format!(" {sign} {}", self.print(part, right_least));
        }
        bracketed(text, power < least)
    }

    /// With values shown, ranks and training that a character does not have are left out.
    fn adds_nothing(&self, expr: &Expr) -> bool {
        let is_query = matches!(expr.kind, ExprKind::Query(..));
        is_query && self.with_values && eval(expr, self.frame).is_ok_and(|value| value.is_nothing())
    }

    /// `SR ÷ 2 rounded down`: readers know the words, not the function. With values shown also what is rounded, `SR 7 ÷ 2 = 7/2 = 3.5
    /// rounded down`, unless it is whole.
    fn rounded(&self, inner: &Expr, how: &str, least: u8) -> String {
        let before = self.with_values.then(|| eval(inner, self.frame).ok()?.as_number()).flatten();
        let before = before.filter(|number| !number.is_whole()).map_or_else(String::new, |number| {
            let decimals = number.hundredths().map_or_else(String::new, |(decimals, is_exact)| {
                format!(" {} {decimals}", if is_exact { '=' } else { '\u{2248}' })
            });
            format!(" = {number}{decimals}")
        });
        bracketed(format!("{}{before} {how}", self.print(inner, 0)), least > 0)
    }

    /// `3 highest of 2d8 + 3d4 without the highest`
    #[inline(never)]
    fn kept(&self, rule: KeepRule, count: &Expr, dice: &Expr) -> String {
        let count = match self.print(count, 7) {
            count if count == "1" => String::new(),
            count => format!("{count} "),
        };
        // Keeping from dice already kept reads from left to right; dropping from them needs brackets.
        let is_keeping =
            |part: &Expr| matches!(part.kind, ExprKind::Keep { rule: KeepRule::Highest | KeepRule::Lowest, .. });
        let pool = self.print(dice, 0);
        let pool = if is_keeping(dice) { format!("({pool})") } else { pool };
        match rule {
            KeepRule::Highest => format!("{count}highest of {pool}"),
            KeepRule::Lowest => format!("{count}lowest of {pool}"),
            KeepRule::DropHighest => format!("{pool} without the {count}highest"),
            KeepRule::DropLowest => format!("{pool} without the {count}lowest"),
        }
    }

    /// A name, with its value after it when values are shown and it has one.
    fn with_value(&self, label: String, expr: &Expr) -> String {
        match self.with_values.then(|| eval(expr, self.frame)) {
            Some(Ok(value)) if !value.is_unknown() => format!("{label} {}", value.in_words()),
            _ => label,
        }
    }

    fn wielded(&self, expr: &Expr, field: &str, fallback: &Expr) -> String {
        let ExprKind::Wielded { action, .. } = &expr.kind else { return String::new() };
        match self.with_values.then(|| self.frame.wielded(&action.0, field)) {
            Some(Ok(Some(value))) => format!("{} {}", self.frame.field_label(field), value.in_words()),
            Some(_) => self.print(fallback, 0),
            None => format!("{} or {}", self.frame.field_label(field), self.print(fallback, 0)),
        }
    }
}

fn bracketed(text: String, needs_brackets: bool) -> String {
    if needs_brackets { format!("({text})") } else { text }
}

/// The sign of an operator, how tightly it binds, and how tightly its left and right sides must.
fn sign(op: BinaryOp) -> (&'static str, u8, u8, u8) {
    match op {
        BinaryOp::Or => ("or", 1, 1, 2),
        BinaryOp::And => ("and", 2, 2, 3),
        BinaryOp::Equal => ("=", 4, 5, 5),
        BinaryOp::NotEqual => ("\u{2260}", 4, 5, 5),
        BinaryOp::Less => ("<", 4, 5, 5),
        BinaryOp::LessOrEqual => ("\u{2264}", 4, 5, 5),
        BinaryOp::Greater => (">", 4, 5, 5),
        BinaryOp::GreaterOrEqual => ("\u{2265}", 4, 5, 5),
        BinaryOp::Add => ("+", 5, 5, 6),
        BinaryOp::Subtract => ("\u{2212}", 5, 5, 6),
        BinaryOp::Multiply => ("\u{d7}", 6, 6, 7),
        BinaryOp::Divide => ("\u{f7}", 6, 6, 7),
        // Right-associative, as it is parsed.
        BinaryOp::Power => ("^", 8, 9, 8),
    }
}

fn function_name(function: Function) -> &'static str {
    match function {
        Function::Min => "min",
        Function::Max => "max",
        Function::Sum => "sum",
        Function::Floor => "rounded down",
        Function::Ceil => "rounded up",
        Function::Round => "rounded",
        Function::Abs => "abs",
        Function::Clamp => "clamp",
        Function::DiceIn => "dice in",
        Function::SidesIn => "sides in",
        Function::PointsIn => "points in",
    }
}
