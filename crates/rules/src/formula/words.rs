//! Saying a formula to people: `half of SR, rounded down`, `Roll 2 + Instinct d12; add PWR`.
//!
//! **In** a formula in which rulings are decided, and the frame that knows what its names are called. **Out** one line in the
//! words of a game: no function, no bracket, no sign that only the language of formulas has. [`super::readable`] writes it
//! exactly, for those who want to follow it letter by letter.

use super::ast::{BinaryOp, Expr, ExprKind, Function};
use super::display::words_of;
use super::frame::Frame;
use crate::dice::{ChangeRule, DieKind, Keep, KeepRule, counted};
use crate::number::Number;
use crate::value::Type;

/// The formula in words: `Roll 2 + Instinct d12; add PWR`.
pub fn said(expr: &Expr, frame: &dyn Frame) -> String {
    Speaker { frame }.line(expr)
}

/// The formula as part of a sentence: `2 + Instinct d12 + PWR`.
pub fn said_in_sentence(expr: &Expr, frame: &dyn Frame) -> String {
    Speaker { frame }.phrase(expr)
}

struct Speaker<'a> {
    frame: &'a dyn Frame,
}

/// One summand, and whether it is taken away.
type Part<'e> = (&'e Expr, bool);

/// The parts of a sum by what they are to it.
#[derive(Default)]
struct Sorted<'e> {
    dice: Vec<Part<'e>>,
    numbers: Vec<Part<'e>>,
    cases: Vec<Part<'e>>,
}

/// What a part is to its sum.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PartKind {
    /// Dice that are rolled.
    Dice,
    /// A number that is always added.
    Number,
    /// A number that is added in some cases.
    Case,
}

impl Speaker<'_> {
    /// A whole line: what to roll, and what to add.
    fn line(&self, expr: &Expr) -> String {
        let Sorted { dice, numbers, cases } = self.sorted(expr);
        if dice.is_empty() {
            return self.phrase(expr);
        }
        let add = match numbers.first() {
            None => String::new(),
            Some((_, true)) => format!("; take away {}", self.sum(&turned(&numbers))),
            Some((_, false)) => format!("; add {}", self.sum(&numbers)),
        };
        format!("Roll {}{add}{}", self.pools(&dice), self.further(&cases, "; "))
    }

    /// The same as part of a sentence: `2 + Instinct d12 + PWR`.
    fn phrase(&self, expr: &Expr) -> String {
        let Sorted { dice, numbers, cases } = self.sorted(expr);
        if let ([(case, false)], true, true) = (&cases[..], dice.is_empty(), numbers.is_empty()) {
            return self.cases(case);
        }
        let said = match (dice.is_empty(), numbers.is_empty()) {
            (true, _) => self.sum(&numbers),
            (false, true) => self.pools(&dice),
            (false, false) => {
                let sign = if numbers[0].1 { "" } else { "+ " };
                format!("{} {sign}{}", self.pools(&dice), self.sum(&numbers))
            }
        };
        said + &self.further(&cases, ", ")
    }

    fn further(&self, cases: &[Part<'_>], gap: &str) -> String {
        let said = |(case, is_negative): &Part<'_>| {
            let sign = if *is_negative { "\u{2212}" } else { "+" };
            format!("{gap}{sign} {}", self.cases(case))
        };
        cases.iter().map(said).collect()
    }

    fn sorted<'e>(&self, expr: &'e Expr) -> Sorted<'e> {
        let mut parts = Vec::new();
        collect(expr, false, &mut parts);
        let mut sorted = Sorted::default();
        for part in parts {
            match self.kind(part.0) {
                PartKind::Dice => sorted.dice.push(part),
                PartKind::Number => sorted.numbers.push(part),
                PartKind::Case => sorted.cases.push(part),
            }
        }
        sorted
    }

    fn kind(&self, part: &Expr) -> PartKind {
        match &part.kind {
            _ if self.is_roll(part) => PartKind::Dice,
            ExprKind::If(..) => PartKind::Case,
            _ => PartKind::Number,
        }
    }

    /// Whether dice may be among it.
    fn is_roll(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Dice { .. } | ExprKind::Keep { .. } | ExprKind::Change { .. } => true,
            ExprKind::Name(name) => self.frame.type_of(name) == Some(Type::Dice),
            ExprKind::If(_, yes, no) => self.is_roll(yes) || self.is_roll(no),
            ExprKind::Wielded { fallback, .. } => self.is_roll(fallback),
            ExprKind::Chain(first, rest) if is_sum(rest) => {
                self.is_roll(first) || rest.iter().any(|(_, part)| self.is_roll(part))
            }
            _ => false,
        }
    }

    /// `4 + AGI − END`. What reaches on behind itself (`half of AGI`) stands last.
    fn sum(&self, parts: &[Part<'_>]) -> String {
        let mut said: Vec<(String, bool)> =
            parts.iter().map(|(part, is_negative)| (self.tight(part), *is_negative)).collect();
        said.sort_by_key(|(words, _)| reaches_on(words));
        let first_added = said.iter().position(|(_, is_negative)| !is_negative).unwrap_or(0);
        if let Some(until_added) = said.get_mut(..=first_added) {
            until_added.rotate_right(1);
        }
        let mut whole = String::new();
        for (words, is_negative) in said {
            // What goes on behind a comma is set off by one.
            let gap = if reaches_on(&whole) { "," } else { "" };
            whole += &match (whole.is_empty(), is_negative) {
                (true, false) => words,
                (true, true) => format!("\u{2212}{words}"),
                (false, false) => format!("{gap} + {words}"),
                (false, true) => format!("{gap} \u{2212} {words}"),
            };
        }
        if whole.is_empty() { "0".to_owned() } else { whole }
    }

    /// `2 + Instinct d12`, `REF d4 + ranks d8`
    fn pools(&self, dice: &[Part<'_>]) -> String {
        let are_alone = dice.len() == 1;
        let pool = |(part, _): &Part<'_>| match &part.kind {
            ExprKind::Dice { count, kind } => self.pool(count, *kind, are_alone),
            _ => self.tight(part),
        };
        let mut said: Vec<String> = dice.iter().map(pool).collect();
        said.sort_by_key(|words| words.contains(" for ") || reaches_on(words));
        said.join(" + ")
    }

    fn pool(&self, count: &Expr, kind: DieKind, is_alone: bool) -> String {
        let all = DieKind { keep: Keep::All, ..kind };
        match kind.keep {
            Keep::All => self.dice(count, all, is_alone),
            Keep::Highest(kept) => format!("the {} of {}", counted(kept, "highest"), self.dice(count, all, true)),
            Keep::Lowest(kept) => format!("the {} of {}", counted(kept, "lowest"), self.dice(count, all, true)),
        }
    }

    fn dice(&self, count: &Expr, kind: DieKind, is_alone: bool) -> String {
        let mut parts = Vec::new();
        collect(count, false, &mut parts);
        let is_literal = |words: &str| words.bytes().all(|b| b.is_ascii_digit());
        let is_plain = parts.iter().all(|(part, is_negative)| !is_negative && self.kind(part) == PartKind::Number);
        let one = |part: &Expr| match self.tight(part) {
            figures if is_literal(&figures) => format!("{figures}{kind}"),
            words if reaches_on(&words) => format!("{kind} for {words}"),
            words => format!("{words} {kind}"),
        };
        match &parts[..] {
            [(part, false)] if is_plain => one(part),
            _ if is_plain && !is_alone => parts.iter().map(|(part, _)| one(part)).collect::<Vec<_>>().join(" + "),
            _ => match self.phrase(count) {
                words if reaches_on(&words) => format!("{kind} for {words}"),
                words => format!("{words} {kind}"),
            },
        }
    }

    /// `A if a, B if b, otherwise C`
    fn cases(&self, expr: &Expr) -> String {
        let mut said = Vec::new();
        let mut rest = expr;
        while let ExprKind::If(condition, yes, no) = &rest.kind {
            said.push(format!("{} if {}", self.phrase(yes), self.condition(condition)));
            rest = no;
        }
        if !is_zero(rest) {
            said.push(format!("otherwise {}", self.phrase(rest)));
        }
        said.join(", ")
    }

    /// `Levels is below 0 and style is piercing`
    fn condition(&self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Binary(op, left, right) => {
                format!("{} {} {}", self.tight(left), compared(*op), self.tight(right))
            }
            ExprKind::Chain(first, rest) if !is_sum(rest) && joins(rest[0].0) => {
                let parts: Vec<&Expr> = std::iter::once(&**first).chain(rest.iter().map(|(_, part)| part)).collect();
                let is_or = rest[0].0 == BinaryOp::Or;
                let said = parts.into_iter().map(|part| match &part.kind {
                    // The words bind alike, so that the inner ones are held together.
                    ExprKind::Chain(_, inner) if !is_or && inner[0].0 == BinaryOp::Or => {
                        format!("either {}", self.condition(part))
                    }
                    ExprKind::Chain(_, inner) if is_or && inner[0].0 == BinaryOp::And => {
                        format!("both {}", self.condition(part))
                    }
                    _ => self.condition(part),
                });
                said.collect::<Vec<_>>().join(if is_or { " or " } else { " and " })
            }
            ExprKind::Not(inner) => match &inner.kind {
                ExprKind::Chain(_, rest) if rest[0].0 == BinaryOp::Or => format!("neither {}", self.condition(inner)),
                ExprKind::Chain(_, rest) if rest[0].0 == BinaryOp::And => format!("not both {}", self.condition(inner)),
                _ => format!("not {}", self.condition(inner)),
            },
            _ => self.tight(expr),
        }
    }

    /// A part with which something is done as a whole.
    fn tight(&self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Number(number) => number.to_string(),
            ExprKind::Symbol(word) => words_of(word),
            ExprKind::Bool(truth) => if *truth { "yes" } else { "no" }.to_owned(),
            ExprKind::Name(name) => self.frame.label(name),
            ExprKind::Query(query, words) => {
                let words: Vec<&str> = words.iter().map(|(word, _)| word.as_str()).collect();
                self.frame.query_label(*query, &words)
            }
            ExprKind::Negate(inner) => format!("\u{2212}{}", self.tight(inner)),
            ExprKind::Not(_) | ExprKind::Binary(..) => self.condition(expr),
            ExprKind::Chain(first, rest) => self.chain(expr, first, rest),
            ExprKind::If(..) => self.cases(expr),
            ExprKind::Call(function, arguments) => self.call(*function, arguments),
            ExprKind::Wielded { field, fallback, .. } if is_zero(fallback) => self.frame.field_label(&field.0),
            ExprKind::Wielded { field, fallback, .. } => {
                format!("{} or {}", self.frame.field_label(&field.0), self.phrase(fallback))
            }
            ExprKind::Table(subject, rows) => self.table(subject, rows),
            ExprKind::Dice { count, kind } => self.pool(count, *kind, true),
            ExprKind::Keep { rule, count, dice } => self.kept(*rule, count, dice),
            ExprKind::Change { rule, count, .. } => {
                let word = if *rule == ChangeRule::Bonus { "more" } else { "fewer" };
                match self.tight(count) {
                    one if one == "1" => format!("1 die {word}"),
                    figures if figures.bytes().all(|b| b.is_ascii_digit()) => format!("{figures} dice {word}"),
                    words => format!("{word} dice by {words}"),
                }
            }
        }
    }

    /// A sum inside something else, a product, or words joined by `and` and `or`.
    fn chain(&self, expr: &Expr, first: &Expr, rest: &[(BinaryOp, Expr)]) -> String {
        match rest[0].0 {
            BinaryOp::And | BinaryOp::Or => self.condition(expr),
            BinaryOp::Add | BinaryOp::Subtract => {
                let mut parts = Vec::new();
                collect(expr, false, &mut parts);
                match &parts[..] {
                    [(only, false)] => self.tight(only),
                    [(a, false), (b, false)] => format!("the sum of {} and {}", self.tight(a), self.tight(b)),
                    _ => self.sum(&parts),
                }
            }
            _ => {
                if let [(BinaryOp::Multiply, second)] = rest {
                    let each = |share: &Expr, other: &Expr| {
                        let (of, by) = full_share(share)?;
                        Some(format!("{} for each full {by} of {}", self.tight(other), self.tight(of)))
                    };
                    if let Some(said) = each(second, first).or_else(|| each(first, second)) {
                        return said;
                    }
                }
                let is_long = Self::is_long(first);
                let mut said = if is_long { self.phrase(first) } else { self.tight(first) };
                for (op, part) in rest {
                    said = if is_long { self.done_to_sum(&said, *op, part) } else { self.done(&said, *op, part) };
                }
                said
            }
        }
    }

    /// `half of SR`, `15 × LVL`
    fn done(&self, said: &str, op: BinaryOp, part: &Expr) -> String {
        match (op, &part.kind) {
            (BinaryOp::Divide, ExprKind::Number(by)) => match share(*by) {
                Some(share) => format!("{share} of {said}"),
                None => format!("{said} \u{f7} {by}"),
            },
            (BinaryOp::Divide, _) => format!("{said} \u{f7} {}", self.tight(part)),
            _ => match (said, self.tight(part)) {
                ("2", part) => format!("twice {part}"),
                ("1/2", part) => format!("half of {part}"),
                (_, part) if part == "1/2" => format!("half of {said}"),
                (_, part) => format!("{said} \u{d7} {part}"),
            },
        }
    }

    /// `rolled − defense, a third of it`: what is done to a sum that is said whole before it.
    fn done_to_sum(&self, said: &str, op: BinaryOp, part: &Expr) -> String {
        match (op, &part.kind) {
            (BinaryOp::Divide, ExprKind::Number(by)) => match share(*by) {
                Some(share) => format!("{said}, {share} of it"),
                None => format!("{said}, divided by {by}"),
            },
            (BinaryOp::Divide, _) => format!("{said}, divided by {}", self.tight(part)),
            _ => format!("{said}, times {}", self.tight(part)),
        }
    }

    /// Whether it is a sum that is not said as one of two.
    fn is_long(expr: &Expr) -> bool {
        let mut parts = Vec::new();
        collect(expr, false, &mut parts);
        parts.len() > 2 || parts.len() == 2 && parts.iter().any(|(_, is_negative)| *is_negative)
    }

    fn call(&self, function: Function, arguments: &[Expr]) -> String {
        let said: Vec<String> = arguments.iter().map(|argument| self.tight(argument)).collect();
        let is_number = |n: usize| matches!(arguments.get(n).map(|a| &a.kind), Some(ExprKind::Number(_)));
        let joined = || match &said[..] {
            [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
            other => other.concat(),
        };
        match function {
            Function::Floor => format!("{}, rounded down", self.within(&arguments[0])),
            Function::Ceil => format!("{}, rounded up", self.within(&arguments[0])),
            Function::Round => format!("{}, rounded", self.within(&arguments[0])),
            Function::Abs => format!("{} without its sign", said[0]),
            Function::Clamp => format!("{}, from {} to {}", said[0], said[1], said[2]),
            Function::Sum => joined(),
            Function::Max if arguments.len() == 2 && is_number(0) => {
                format!("{}, at least {}", self.within(&arguments[1]), said[0])
            }
            Function::Max if arguments.len() == 2 && is_number(1) => {
                format!("{}, at least {}", self.within(&arguments[0]), said[1])
            }
            Function::Min if arguments.len() == 2 && is_number(0) => {
                format!("{}, at most {}", self.within(&arguments[1]), said[0])
            }
            Function::Min if arguments.len() == 2 && is_number(1) => {
                format!("{}, at most {}", self.within(&arguments[0]), said[1])
            }
            Function::Max if said.len() == 2 => format!("the higher of {}", joined()),
            Function::Max => format!("the highest of {}", joined()),
            Function::Min if said.len() == 2 => format!("the lower of {}", joined()),
            Function::Min => format!("the lowest of {}", joined()),
        }
    }

    /// A part behind which something is said of it as a whole.
    fn within(&self, expr: &Expr) -> String {
        let mut parts = Vec::new();
        collect(expr, false, &mut parts);
        if parts.iter().all(|(part, _)| self.kind(part) == PartKind::Number) {
            self.sum(&parts)
        } else {
            self.tight(expr)
        }
    }

    /// `5 at 1, 10 at 2 of LVL`
    fn table(&self, subject: &Expr, rows: &[(Expr, Expr)]) -> String {
        let rows: Vec<String> =
            rows.iter().map(|(key, value)| format!("{} at {}", self.tight(value), self.tight(key))).collect();
        format!("{} of {}", rows.join(", "), self.tight(subject))
    }

    /// `the 2 highest of 2 + Levels d10`
    fn kept(&self, rule: KeepRule, count: &Expr, dice: &Expr) -> String {
        let mut parts = Vec::new();
        collect(dice, false, &mut parts);
        let pool = self.pools(&parts);
        let count = match self.tight(count) {
            one if one == "1" => String::new(),
            count => format!("{count} "),
        };
        match rule {
            KeepRule::Highest => format!("the {count}highest of {pool}"),
            KeepRule::Lowest => format!("the {count}lowest of {pool}"),
            KeepRule::DropHighest => format!("{pool} without the {count}highest"),
            KeepRule::DropLowest => format!("{pool} without the {count}lowest"),
        }
    }
}

/// Splits at plus and minus signs.
fn collect<'e>(expr: &'e Expr, is_negative: bool, parts: &mut Vec<Part<'e>>) {
    match &expr.kind {
        ExprKind::Chain(first, rest) if is_sum(rest) => {
            collect(first, is_negative, parts);
            for (op, part) in rest {
                collect(part, is_negative != (*op == BinaryOp::Subtract), parts);
            }
        }
        ExprKind::Negate(inner) => collect(inner, !is_negative, parts),
        ExprKind::Call(Function::Sum, arguments) => {
            arguments.iter().for_each(|argument| collect(argument, is_negative, parts));
        }
        _ if is_zero(expr) => {}
        _ => parts.push((expr, is_negative)),
    }
}

/// Whether words go on behind what they are about, so that nothing can be added behind them.
fn reaches_on(words: &str) -> bool {
    words.contains(" of ") || words.contains(" for ") || words.contains(", ") || words.contains(" by ")
}

/// What `floor(x / 5)` divides, and by what.
fn full_share(expr: &Expr) -> Option<(&Expr, i64)> {
    let ExprKind::Call(Function::Floor, arguments) = &expr.kind else { return None };
    let ExprKind::Chain(of, rest) = &arguments.first()?.kind else { return None };
    match &rest[..] {
        [(BinaryOp::Divide, Expr { kind: ExprKind::Number(by), .. })] => Some((of, by.to_i64()?)),
        _ => None,
    }
}

fn is_zero(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Number(number) if *number == Number::ZERO)
}

fn joins(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::And | BinaryOp::Or)
}

fn is_sum(rest: &[(BinaryOp, Expr)]) -> bool {
    rest.iter().all(|(op, _)| matches!(op, BinaryOp::Add | BinaryOp::Subtract))
}

/// The same parts with the other sign.
fn turned<'e>(parts: &[Part<'e>]) -> Vec<Part<'e>> {
    parts.iter().map(|(part, is_negative)| (*part, !is_negative)).collect()
}

/// How two sides of a comparison are said to stand to one another.
fn compared(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::NotEqual => "is not",
        BinaryOp::Less => "is below",
        BinaryOp::LessOrEqual => "is at most",
        BinaryOp::Greater => "is above",
        BinaryOp::GreaterOrEqual => "is at least",
        BinaryOp::Power => "to the power of",
        BinaryOp::Equal
        | BinaryOp::Add
        | BinaryOp::Subtract
        | BinaryOp::Multiply
        | BinaryOp::Divide
        | BinaryOp::And
        | BinaryOp::Or => "is",
    }
}

/// `half`, `a third`: what is left of something that is divided by a small number.
fn share(by: Number) -> Option<&'static str> {
    Some(match by.to_i64()? {
        2 => "half",
        3 => "a third",
        4 => "a quarter",
        5 => "a fifth",
        6 => "a sixth",
        8 => "an eighth",
        10 => "a tenth",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::frame::Verbatim;
    use super::super::parse::parse;
    use super::*;

    fn line(text: &str) -> String {
        said(&parse(text).unwrap_or_else(|error| panic!("{text}: {error:?}")), &Verbatim)
    }

    #[test]
    fn rolls_are_said_as_what_to_do() {
        for (formula, wanted) in [
            ("2d12", "Roll 2d12"),
            ("(2 + instinct)d12 + power", "Roll 2 + instinct d12; add power"),
            ("(body)d4 + (ranks)d8 + (weapon + 1)d6", "Roll body d4 + ranks d8 + weapon d6 + 1d6"),
            ("1d20 - burden", "Roll 1d20; take away burden"),
            ("highest(2, (2 + levels)d10) + ref", "Roll the 2 highest of 2 + levels d10; add ref"),
            ("(2 + levels)d10kl2", "Roll the 2 lowest of 2 + levels d10"),
            ("(max(ref, per))d4 + (ranks)d8", "Roll ranks d8 + d4 for the higher of ref and per"),
        ] {
            assert_eq!(line(formula), wanted, "{formula}");
        }
    }

    #[test]
    fn numbers_are_said_without_functions_and_brackets() {
        for (formula, wanted) in [
            ("floor(speed / 2)", "half of speed, rounded down"),
            ("4 + floor(agility / 6)", "4 + a sixth of agility, rounded down"),
            ("floor(speed / 2) + floor(wit / 3)", "half of speed, rounded down, + a third of wit, rounded down"),
            ("floor((power + vitality) / 2)", "half of the sum of power and vitality, rounded down"),
            ("max(0, move - shorter)", "move − shorter, at least 0"),
            ("max(ref, per)", "the higher of ref and per"),
            ("floor(body / 2) + 1 + ranks", "1 + ranks + half of body, rounded down"),
            ("base + dodge * floor(walk / 5)", "base + dodge for each full 5 of walk"),
            ("max(ref, per) - 1", "the higher of ref and per, − 1"),
            ("2 * level", "twice level"),
            ("15 * level + vitality", "15 × level + vitality"),
            ("floor((rolled - defense) / 3)", "rolled − defense, a third of it, rounded down"),
            ("(48 + wit + power) * 3", "48 + wit + power, times 3"),
            ("a - (b + c)", "a − b − c"),
            ("clamp(wit, 1, 6)", "wit, from 1 to 6"),
        ] {
            assert_eq!(line(formula), wanted, "{formula}");
        }
    }

    #[test]
    fn cases_come_last_and_say_what_decides() {
        for (formula, wanted) in [
            ("if(style == 'piercing', 2, 0)", "2 if style is piercing"),
            (
                "if(levels < 0, 1, if(levels >= 3, 5, 2))",
                "1 if levels is below 0, 5 if levels is at least 3, otherwise 2",
            ),
            ("wit + if(trained > 0 and not tired, 2, 0)", "wit, + 2 if trained is above 0 and not tired"),
            ("1d20 + if(trained > 0, 2, 1)", "Roll 1d20; + 2 if trained is above 0, otherwise 1"),
            ("if(low and (a < 1 or b > 2), 3, 0)", "3 if low and either a is below 1 or b is above 2"),
            ("if(calm > 0, 2d10, 1d10) + wit", "Roll 2d10 if calm is above 0, otherwise 1d10; add wit"),
        ] {
            assert_eq!(line(formula), wanted, "{formula}");
        }
    }
}
