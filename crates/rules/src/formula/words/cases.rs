//! What depends on a condition: `2 when tired, otherwise 1`.

use super::super::ast::{BinaryOp, Expr, ExprKind, Function, Query};
use super::super::eval::eval;
use super::{Binds, Part, Said, Speaker, is_zero, joins, made, parts};
use crate::number::Number;
use crate::value::Value;

/// What a formula is in each case.
pub(super) struct Case {
    condition: Expr,
    pub yes: Expr,
    pub no: Expr,
}

impl Case {
    /// A part with a choice inside it as a choice between two parts: `MDB × (2 when …, otherwise 1)` is `twice MDB when …,
    /// otherwise MDB`. Where nothing is what counts, the other case is told.
    pub(super) fn of(expr: &Expr) -> Option<Self> {
        let choice = first_choice(expr)?;
        let ExprKind::If(condition, yes, no) = &choice.kind else { return None };
        let (condition, yes, no) = ((**condition).clone(), (**yes).clone(), (**no).clone());
        let (yes, no) = (replaced(expr, choice, &yes), replaced(expr, choice, &no));
        Some(if is_zero(&yes) && !is_zero(&no) && first_choice(&no).is_none() {
            Self { condition: made(ExprKind::Not(Box::new(condition)), expr), yes: no, no: yes }
        } else {
            Self { condition, yes, no }
        })
    }

    /// The same with the other case first.
    fn turned(&self) -> Self {
        let condition = made(ExprKind::Not(Box::new(self.condition.clone())), &self.condition);
        Self { condition, yes: self.no.clone(), no: self.yes.clone() }
    }

    /// The same where nothing is added, but 0 or a figure below is as good as it.
    pub(super) fn above(expr: &Expr) -> Option<Self> {
        let (condition, yes, no) = above_zero(expr)?;
        Some(Self { condition, yes, no })
    }
}

/// The outermost choice in a part, outside of conditions.
fn first_choice(expr: &Expr) -> Option<&Expr> {
    if matches!(expr.kind, ExprKind::If(..)) {
        return Some(expr);
    }
    if matches!(expr.kind, ExprKind::Binary(..) | ExprKind::Not(_)) {
        return None;
    }
    expr.children().into_iter().find_map(first_choice)
}

/// `max(0, SIZ)` as a choice.
fn above_zero(expr: &Expr) -> Option<(Expr, Expr, Expr)> {
    let ExprKind::Call(function @ (Function::Max | Function::Min), arguments) = &expr.kind else { return None };
    let [a, b] = &arguments[..] else { return None };
    let (zero, name) = if is_zero(a) { (a, b) } else { (b, a) };
    let is_name = matches!(name.kind, ExprKind::Name(_) | ExprKind::Query(..));
    let op = if *function == Function::Max { BinaryOp::Greater } else { BinaryOp::Less };
    let condition = made(ExprKind::Binary(op, Box::new(name.clone()), Box::new(zero.clone())), expr);
    (is_zero(zero) && is_name).then(|| (condition, name.clone(), zero.clone()))
}

/// The same formula with another part in the place of one.
fn replaced(expr: &Expr, old: &Expr, new: &Expr) -> Expr {
    if std::ptr::eq(expr, old) { new.clone() } else { expr.map_children(&mut |part| replaced(part, old, new)) }
}

impl Speaker<'_> {
    /// `A when a, otherwise B when b, otherwise C`: each said by `say`, nothing by its own word.
    pub(super) fn cases(&self, case: &Case, nothing: &str, say: &dyn Fn(&Expr) -> Option<Said>) -> Option<Said> {
        let one = |expr: &Expr| if is_zero(expr) { Some(Said::new(nothing, Binds::Closed)) } else { say(expr) };
        let short = |expr: &Expr| one(expr).filter(Said::is_short).map(|said| said.words);
        let Some(yes) = short(&case.yes) else {
            // What takes steps, or has cases of its own, can only be said last.
            return short(&case.no).and_then(|_| self.cases(&case.turned(), nothing, say));
        };
        let rest = match Case::of(&case.no) {
            Some(next) => self.cases(&next, nothing, say)?,
            None => one(&case.no)?,
        };
        Some(Said::new(format!("{yes} when {}, otherwise {}", self.when(case)?, rest.words), Binds::Cases))
    }

    /// `Passive: twice the list price; otherwise the list price`: a line of its own, where a printed word decides.
    pub(super) fn headed(&self, expr: &Expr) -> Option<Said> {
        let Case { condition, yes, no } = Case::of(expr)?;
        let (word, is_yes) = printed_word(&condition)?;
        let (named, others) = if is_yes { (yes, no) } else { (no, yes) };
        let named = self.number(&named).filter(|said| said.binds != Binds::Cases)?.words;
        let others = match self.headed(&others) {
            Some(next) => next.words,
            None => format!("otherwise {}", self.number(&others)?.words),
        };
        Some(Said::new(format!("{word}: {named}; {others}"), Binds::Cases))
    }

    /// `+ 2 when trained`, `− 1 when tired, otherwise − 2`: as a step of a sum.
    pub(super) fn case_step(&self, case: &Case, is_negative: bool) -> Option<String> {
        let one = |expr: &Expr| {
            let sign = if is_negative { "\u{2212}" } else { "+" };
            let parts: Vec<Part<'_>> =
                parts(expr).into_iter().map(|(part, negative)| (part, negative != is_negative)).collect();
            if is_zero(expr) { Some(format!("{sign} 0")) } else { self.signed(&parts) }
        };
        let Some(yes) = one(&case.yes) else {
            return one(&case.no).and_then(|_| self.case_step(&case.turned(), is_negative));
        };
        let words = format!("{yes} when {}", self.when(case)?);
        Some(match Case::of(&case.no) {
            Some(next) => format!("{words}, otherwise {}", self.case_step(&next, is_negative)?),
            None if is_zero(&case.no) => words,
            None => format!("{words}, otherwise {}", one(&case.no)?),
        })
    }

    /// The condition; what it is about is not said twice: `SIZ when above 0`.
    fn when(&self, case: &Case) -> Option<String> {
        if let ExprKind::Binary(op, left, right) = &case.condition.kind
            && left.kind == case.yes.kind
            && matches!(left.kind, ExprKind::Name(_) | ExprKind::Query(..))
            && let Some(stands) = compared(*op)?.strip_prefix("is ").filter(|_| *op != BinaryOp::NotEqual)
        {
            return Some(format!("{stands} {}", self.side(right)?));
        }
        self.condition(&case.condition).map(|said| said.words)
    }

    /// `Levels is below 0 and style is piercing`
    pub(super) fn condition(&self, expr: &Expr) -> Option<Said> {
        match &expr.kind {
            ExprKind::Binary(op, left, right) => self.comparison(*op, left, right),
            ExprKind::Not(inner) => self.negation(inner),
            ExprKind::Chain(first, rest) if joins(rest[0].0) => {
                let parts: Vec<&Expr> = std::iter::once(&**first).chain(rest.iter().map(|(_, part)| part)).collect();
                let (op, mut parts) = self.deciding(rest[0].0, parts);
                if op == BinaryOp::Or
                    && let Some((subject, words)) = one_of(&parts)
                {
                    return Some(Said::new(
                        format!("{} is {}", self.side(subject)?, words.join(" or ")),
                        Binds::Reaching,
                    ));
                }
                parts.sort_by_key(|part| is_joined(part));
                let said = parts.iter().map(|part| self.condition(part)).collect::<Option<Vec<_>>>()?;
                let are_single = said.iter().all(|part| part.binds == Binds::Closed);
                let are_all = said.iter().all(|part| matches!(part.binds, Binds::Closed | Binds::Sum));
                let words: Vec<&str> = said.iter().map(|part| part.words.as_str()).collect();
                if op == BinaryOp::Or {
                    // A comma holds together what is said between two of them.
                    let (gap, binds) = if are_single { (" or ", Binds::Reaching) } else { (", or ", Binds::Cases) };
                    return if are_all { Some(Said::new(words.join(gap), binds)) } else { None };
                }
                // Of several that hold, one may be an `or`: it stands last, where it can be held together.
                match &said[..] {
                    _ if are_all => Some(Said::new(words.join(" and "), Binds::Sum)),
                    [first @ .., Said { words: last, binds: Binds::Reaching }]
                        if first.iter().all(|part| matches!(part.binds, Binds::Closed | Binds::Sum)) =>
                    {
                        let first = &words[..first.len()];
                        Some(Said::new(format!("{} and either {last}", first.join(" and ")), Binds::Cases))
                    }
                    // Where a comma holds its alternatives apart, another sets it off.
                    [first @ .., Said { words: last, binds: Binds::Cases }]
                        if parts.last().is_some_and(|part| is_either(part))
                            && first.iter().all(|part| matches!(part.binds, Binds::Closed | Binds::Sum)) =>
                    {
                        let first = &words[..first.len()];
                        Some(Said::new(format!("{}, and either {last}", first.join(" and ")), Binds::Cases))
                    }
                    _ => None,
                }
            }
            // Beside figures it is told what is so.
            ExprKind::Name(_) if self.holds(expr) == Some(false) => {
                Some(Said::new(format!("not {}", self.label(expr)?), Binds::Closed))
            }
            ExprKind::Name(_) => Some(Said::new(self.label(expr)?, Binds::Closed)),
            ExprKind::Bool(truth) => Some(Said::new(if *truth { "always" } else { "never" }, Binds::Closed)),
            ExprKind::Number(_)
            | ExprKind::Symbol(_)
            | ExprKind::Negate(_)
            | ExprKind::Chain(..)
            | ExprKind::If(..)
            | ExprKind::Call(..)
            | ExprKind::Query(..)
            | ExprKind::Wielded { .. }
            | ExprKind::Table(..)
            | ExprKind::Dice { .. }
            | ExprKind::Keep { .. }
            | ExprKind::Change { .. } => None,
        }
    }

    /// Whether a condition holds; unknown where no values are told.
    fn holds(&self, condition: &Expr) -> Option<bool> {
        match self.with_values.then(|| eval(condition, self.frame)) {
            Some(Ok(Value::Bool(holds))) => Some(holds),
            _ => None,
        }
    }

    /// The parts that decide whether all or one of several hold: where something holds they all do, else none of them does.
    fn deciding<'e>(&self, op: BinaryOp, parts: Vec<&'e Expr>) -> (BinaryOp, Vec<&'e Expr>) {
        let held: Option<Vec<bool>> = parts.iter().map(|part| self.holds(part)).collect();
        let Some(held) = held else { return (op, parts) };
        let holds = if op == BinaryOp::Or { held.contains(&true) } else { !held.contains(&false) };
        let deciding = parts.into_iter().zip(held).filter(|(_, part)| *part == holds);
        (BinaryOp::And, deciding.map(|(part, _)| part).collect())
    }

    fn negation(&self, inner: &Expr) -> Option<Said> {
        match &inner.kind {
            ExprKind::Binary(op, left, right) => self.comparison(opposite(*op)?, left, right),
            ExprKind::Not(inner) => self.condition(inner),
            ExprKind::Name(_) if self.holds(inner).is_some() => self.condition(inner),
            ExprKind::Name(_) => Some(Said::new(format!("not {}", self.label(inner)?), Binds::Closed)),
            // Not one of them is each of them not.
            ExprKind::Chain(first, rest) if joins(rest[0].0) => {
                let op = if rest[0].0 == BinaryOp::Or { BinaryOp::And } else { BinaryOp::Or };
                let not = |part: &Expr| made(ExprKind::Not(Box::new(part.clone())), part);
                let rest = rest.iter().map(|(_, part)| (op, not(part))).collect();
                self.condition(&made(ExprKind::Chain(Box::new(not(first)), rest), inner))
            }
            ExprKind::Number(_)
            | ExprKind::Symbol(_)
            | ExprKind::Bool(_)
            | ExprKind::Negate(_)
            | ExprKind::Chain(..)
            | ExprKind::If(..)
            | ExprKind::Call(..)
            | ExprKind::Query(..)
            | ExprKind::Wielded { .. }
            | ExprKind::Table(..)
            | ExprKind::Dice { .. }
            | ExprKind::Keep { .. }
            | ExprKind::Change { .. } => None,
        }
    }

    fn comparison(&self, op: BinaryOp, left: &Expr, right: &Expr) -> Option<Said> {
        if let Some(has) = has_any(op, left, right) {
            let label = self.label(left)?;
            let ranks = matches!(left.kind, ExprKind::Query(Query::Rank, _));
            let words = match (has, ranks) {
                (true, false) if matches!(left.kind, ExprKind::Query(Query::Bought, _)) => format!("it has {label}"),
                (false, false) if matches!(left.kind, ExprKind::Query(Query::Bought, _)) => {
                    format!("it has no {label}")
                }
                (true, false) => format!("you have {label}"),
                (true, true) => format!("you have a rank in {label}"),
                (false, false) => format!("you have no {label}"),
                (false, true) => format!("you have no rank in {label}"),
            };
            return Some(Said::new(words, Binds::Closed));
        }
        let (said, stands) = (self.side(left)?, self.stands(op, left, right)?);
        Some(Said::new(format!("{said} {stands} {}", self.side(right)?), Binds::Closed))
    }

    /// How two sides stand to one another; beside their figures, what is true of these.
    fn stands(&self, op: BinaryOp, left: &Expr, right: &Expr) -> Option<String> {
        let stands = compared(op)?;
        let comparison = ExprKind::Binary(op, Box::new(left.clone()), Box::new(right.clone()));
        Some(match stands.strip_prefix("is ") {
            _ if self.holds(&made(comparison, left)) != Some(false) => stands.to_owned(),
            Some("not") => "is".to_owned(),
            Some(rest) => format!("is not {rest}"),
            None => "is not".to_owned(),
        })
    }

    /// One side of a comparison.
    fn side(&self, expr: &Expr) -> Option<String> {
        self.number(expr).filter(Said::is_short).map(|said| said.words)
    }
}

/// The word that a condition asks for, where it is one as it is printed, with a capital; and whether it is to be that.
fn printed_word(condition: &Expr) -> Option<(&str, bool)> {
    if let ExprKind::Not(inner) = &condition.kind {
        return printed_word(inner).map(|(word, is_it)| (word, !is_it));
    }
    let ExprKind::Binary(op @ (BinaryOp::Equal | BinaryOp::NotEqual), left, right) = &condition.kind else {
        return None;
    };
    let (ExprKind::Name(_), ExprKind::Symbol(word)) = (&left.kind, &right.kind) else { return None };
    word.starts_with(char::is_uppercase).then_some((word, *op == BinaryOp::Equal))
}

/// What is to be one of several words, and those, where all of the conditions ask for that.
fn one_of<'e>(conditions: &[&'e Expr]) -> Option<(&'e Expr, Vec<&'e str>)> {
    let asked = |condition: &&'e Expr| match &condition.kind {
        ExprKind::Binary(_, left, _) => {
            printed_word(condition).filter(|(_, is_it)| *is_it).map(|(word, _)| (&**left, word))
        }
        _ => None,
    };
    let asked = conditions.iter().map(asked).collect::<Option<Vec<_>>>()?;
    let (subject, _) = *asked.first()?;
    let is_same = asked.len() > 1 && asked.iter().all(|(other, _)| other.kind == subject.kind);
    is_same.then(|| (subject, asked.into_iter().map(|(_, word)| word).collect()))
}

/// Whether it is made of several conditions, or says of such that they do not hold.
fn is_joined(expr: &Expr) -> bool {
    if let ExprKind::Not(inner) = &expr.kind {
        return matches!(inner.kind, ExprKind::Chain(..));
    }
    matches!(expr.kind, ExprKind::Chain(..))
}

/// Whether it holds where one of several holds.
fn is_either(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Chain(_, rest) if rest[0].0 == BinaryOp::Or)
}

/// Whether it asks if something is held at all, or if it is not. What is counted is never below 0.
fn has_any(op: BinaryOp, left: &Expr, right: &Expr) -> Option<bool> {
    let ExprKind::Query(Query::Times | Query::Trained | Query::Held | Query::Rank | Query::Bought, _) = &left.kind
    else {
        return None;
    };
    let ExprKind::Number(number) = &right.kind else { return None };
    match op {
        BinaryOp::Greater | BinaryOp::NotEqual if *number == Number::ZERO => Some(true),
        BinaryOp::GreaterOrEqual if *number == Number::whole(1) => Some(true),
        BinaryOp::Equal | BinaryOp::LessOrEqual if *number == Number::ZERO => Some(false),
        BinaryOp::Less if *number == Number::whole(1) => Some(false),
        _ => None,
    }
}

/// How two sides of a comparison are said to stand to one another.
fn compared(op: BinaryOp) -> Option<&'static str> {
    Some(match op {
        BinaryOp::Equal => "is",
        BinaryOp::NotEqual => "is not",
        BinaryOp::Less => "is below",
        BinaryOp::LessOrEqual => "is at most",
        BinaryOp::Greater => "is above",
        BinaryOp::GreaterOrEqual => "is at least",
        BinaryOp::Power
        | BinaryOp::Add
        | BinaryOp::Subtract
        | BinaryOp::Multiply
        | BinaryOp::Divide
        | BinaryOp::And
        | BinaryOp::Or => return None,
    })
}

fn opposite(op: BinaryOp) -> Option<BinaryOp> {
    match op {
        BinaryOp::Equal => Some(BinaryOp::NotEqual),
        BinaryOp::NotEqual => Some(BinaryOp::Equal),
        BinaryOp::Less => Some(BinaryOp::GreaterOrEqual),
        BinaryOp::LessOrEqual => Some(BinaryOp::Greater),
        BinaryOp::Greater => Some(BinaryOp::LessOrEqual),
        BinaryOp::GreaterOrEqual => Some(BinaryOp::Less),
        BinaryOp::Power
        | BinaryOp::Add
        | BinaryOp::Subtract
        | BinaryOp::Multiply
        | BinaryOp::Divide
        | BinaryOp::And
        | BinaryOp::Or => None,
    }
}
