//! Independent arithmetic, so that the sums of the program are not verified with the program: exact fractions, dice by
//! kind, and a parser that reads a printed term such as `(1 + ((VIT 5 + ADR 14) ÷ 2 rounded down))d6! [10d6!]`
//! and recomputes it.

use makeready_rules::value::Value;
use std::collections::BTreeMap;
use std::fmt;

use serde_json::Value as Json;

/// An exact fraction in lowest terms, with the sign above the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction(i128, i128);

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.1 {
            1 => write!(f, "{}", self.0),
            below => write!(f, "{}/{below}", self.0),
        }
    }
}

impl Fraction {
    pub fn new(n: i128, d: i128) -> Self {
        assert!(d != 0, "division by zero");
        let (mut a, mut b) = (n.abs(), d.abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let sign = d.signum();
        Self(sign * n / a.max(1), sign * d / a.max(1))
    }

    fn plus(self, other: Self) -> Self {
        Self::new(self.0 * other.1 + other.0 * self.1, self.1 * other.1)
    }

    fn times(self, other: Self) -> Self {
        Self::new(self.0 * other.0, self.1 * other.1)
    }

    fn floor(self) -> i128 {
        self.0.div_euclid(self.1)
    }

    fn round(self) -> i128 {
        // Halves go away from zero.
        self.0.signum() * Self::new(2 * self.0.abs() + self.1, 2 * self.1).floor()
    }
}

/// Faces, whether it explodes, and how many of the highest or lowest are kept.
type Die = (u64, bool, u64, u64);

/// A number of points and dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Amount {
    pub points: Fraction,
    pub dice: BTreeMap<Die, i128>,
    /// Dice that the whole has fewer, whatever dice they are, and how many always stay. More of them are below zero.
    pub fewer: (i128, i128),
}

impl Amount {
    pub fn whole(n: i128) -> Self {
        Self { points: Fraction::new(n, 1), dice: BTreeMap::new(), fewer: (0, 0) }
    }

    /// A value of the JSON of a sheet; `None` for words and truths.
    pub fn of_json(value: &Json) -> Option<Self> {
        match value {
            Json::Number(n) => Some(Self::whole(i128::from(n.as_i64().expect("numbers are whole")))),
            Json::String(text) => text.contains('/').then(|| literal(text)),
            Json::Object(roll) => {
                let mut sum = Self::of_json(&roll["flat"]).expect("`flat` is a number");
                for pool in roll["dice"].as_array().expect("pools are a list") {
                    let field = |name: &str| pool.get(name).and_then(Json::as_u64).unwrap_or(0);
                    let explodes = pool["explodes"].as_bool().expect("dice explode or do not");
                    let die = (field("sides"), explodes, field("keep_highest"), field("keep_lowest"));
                    *sum.dice.entry(die).or_default() += i128::from(field("count"));
                }
                let field = |name: &str| roll.get(name).and_then(Json::as_i64).map_or(0, i128::from);
                sum.fewer = (field("penalty") - field("bonus"), field("least"));
                Some(sum)
            }
            _ => None,
        }
    }

    /// A computed number or roll, as it is before dice are taken from it or added.
    pub fn of_value(value: &Value) -> Self {
        let Value::Dice(dice) = value else { return literal(&value.to_string()) };
        let formula = dice.as_formula();
        let is_change = |part: &&str| part.contains("_dice(");
        // No bracket of a roll has a sum in it.
        let changes: Vec<&str> = formula.split('+').filter(is_change).collect();
        let rest: Vec<&str> = formula.split('+').filter(|part| !is_change(part)).collect();
        let mut amount = literal(&rest.join("+"));
        for change in changes {
            let (name, inner) = change.trim_end_matches(')').split_once('(').expect("a function");
            let (count, bound) = inner.split_once(',').expect("two arguments");
            match name {
                "bonus_dice" => amount.fewer.0 -= int(count),
                "penalty_dice" => amount.fewer = (amount.fewer.0 + int(count), amount.fewer.1.max(int(bound))),
                other => panic!("{other} changes a roll"),
            }
        }
        amount
    }

    pub fn plus(mut self, other: &Self) -> Self {
        self.points = self.points.plus(other.points);
        for (die, count) in &other.dice {
            *self.dice.entry(*die).or_default() += count;
        }
        self.dice.retain(|_, count| *count != 0);
        self.fewer = (self.fewer.0 + other.fewer.0, self.fewer.1.max(other.fewer.1));
        self
    }

    /// With the dice that it has fewer or more taken from the largest, or added to them.
    fn settled(mut self) -> Self {
        let (fewer, least) = std::mem::take(&mut self.fewer);
        let all: i128 = self.dice.values().sum();
        let mut left = fewer.min((all - least).max(0));
        while left != 0 {
            let Some(mut largest) = self.dice.last_entry() else { break };
            let taken = left.min(*largest.get());
            *largest.get_mut() -= taken;
            left -= taken;
            self.dice.retain(|_, count| *count != 0);
        }
        self
    }

    pub fn negative(&self) -> Self {
        let dice = self.dice.iter().map(|(die, count)| (*die, -count)).collect();
        Self { points: self.points.times(Fraction::new(-1, 1)), dice, fewer: self.fewer }
    }

    /// The least and the greatest total without exploding dice.
    pub fn range(&self) -> (Fraction, Fraction) {
        let count: i128 = self.dice.values().sum();
        let most: i128 = self.dice.iter().map(|((sides, ..), count)| i128::from(*sides) * count).sum();
        (self.points.plus(Fraction::new(count, 1)), self.points.plus(Fraction::new(most, 1)))
    }

    fn number(&self, text: &str) -> Fraction {
        assert!(self.dice.is_empty(), "dice where only a number makes sense: {text}");
        self.points
    }
}

/// All of them together.
pub fn sum<'a>(amounts: impl IntoIterator<Item = &'a Amount>) -> Amount {
    amounts.into_iter().fold(Amount::whole(0), Amount::plus).settled()
}

/// `7`, `−3`, `7/2`, `3d12!+1d8!−4`.
pub fn literal(text: &str) -> Amount {
    let text = text.replace('\u{2212}', "-").replace('-', "+-");
    let mut total = Amount::whole(0);
    for part in text.split('+').filter(|part| !part.is_empty()) {
        let amount = match part.split_once('d') {
            None => {
                let (n, d) = part.split_once('/').unwrap_or((part, "1"));
                let (whole, decimals) = n.split_once('.').unwrap_or((n, ""));
                let tens = 10_i128.pow(decimals.len().try_into().expect("few decimals"));
                Amount { points: Fraction::new(int(&format!("{whole}{decimals}")), int(d) * tens), ..Amount::whole(0) }
            }
            Some((count, kind)) => {
                let keep = |mark: &str| kind.split_once(mark).map_or(0, |(_, n)| n.parse().expect("a number of dice"));
                let sides = kind.split(['!', 'k']).next().expect("a die has sides");
                let die = (sides.parse().expect("a number of sides"), kind.contains('!'), keep("kh"), keep("kl"));
                Amount { dice: BTreeMap::from([(die, int(count))]), ..Amount::whole(0) }
            }
        };
        total = total.plus(&amount);
    }
    total
}

fn int(text: &str) -> i128 {
    text.parse().unwrap_or_else(|_| panic!("`{text}` is no whole number"))
}

/// The recomputed value of a printed term, and the one in its square brackets.
pub fn done_again(text: &str) -> (Amount, Option<Amount>) {
    let (sum, result) = match text.strip_suffix(']').and_then(|text| text.rsplit_once(" [")) {
        Some((sum, result)) => (sum, Some(literal(result))),
        None => (text, None),
    };
    let mut reader = Reader { text, tokens: tokens(sum), at: 0 };
    let amount = reader.rounded();
    assert_eq!(reader.at, reader.tokens.len(), "`{text}` reads on behind its end: {:?}", reader.tokens);
    (amount, result)
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Amount(Amount),
    Word(String),
    Sign(char),
    /// `d12!` behind a bracket.
    Die(String),
}

fn tokens(text: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let mut after = rest[first.len_utf8()..].chars();
        let is_die = first == 'd' && tokens.last() == Some(&Token::Sign(')'));
        // A minus sign before a figure belongs to it; between two things it stands free.
        let is_literal =
            first.is_ascii_digit() || (first == '\u{2212}' && after.next().is_some_and(|c| c.is_ascii_digit()));
        let length = if first == ' ' {
            first.len_utf8()
        } else if is_literal {
            let ends = |(i, c): (usize, char)| i > 0 && !(c.is_ascii_alphanumeric() || "!/+.\u{2212}".contains(c));
            rest.char_indices().find(|found| ends(*found)).map_or(rest.len(), |(i, _)| i)
        } else if "()[],:+\u{2212}\u{d7}\u{f7}^".contains(first) {
            first.len_utf8()
        } else {
            rest.find(|c| " ()[],:\u{d7}\u{f7}^".contains(c)).unwrap_or(rest.len())
        };
        let (token, behind) = rest.split_at(length);
        rest = behind;
        match token {
            " " => {}
            _ if is_die => tokens.push(Token::Die(token.to_owned())),
            _ if is_literal => tokens.push(Token::Amount(literal(token))),
            _ if token.chars().count() == 1 && !first.is_alphanumeric() => tokens.push(Token::Sign(first)),
            _ => tokens.push(Token::Word(token.to_owned())),
        }
    }
    tokens
}

struct Reader<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    at: usize,
}

impl Reader<'_> {
    fn takes(&mut self, token: &Token) -> bool {
        let is_next = self.tokens.get(self.at) == Some(token);
        self.at += usize::from(is_next);
        is_next
    }

    fn sign(&mut self, sign: char) -> bool {
        self.takes(&Token::Sign(sign))
    }

    fn word(&mut self, word: &str) -> bool {
        self.takes(&Token::Word(word.to_owned()))
    }

    fn wants(&mut self, sign: char) {
        assert!(self.sign(sign), "`{sign}` is missing in `{}` at {:?}", self.text, &self.tokens[self.at..]);
    }

    /// A sum, and the words that round it.
    fn rounded(&mut self) -> Amount {
        let mut amount = self.added();
        self.before_rounding(&amount);
        while self.word("rounded") {
            let exact = amount.number(self.text);
            amount = Amount::whole(if self.word("down") {
                exact.floor()
            } else if self.word("up") {
                -exact.times(Fraction::new(-1, 1)).floor()
            } else {
                exact.round()
            });
        }
        amount
    }

    /// `= 19/2 = 9.5` or `= 7/3 ≈ 2.33`, between a sum and the words that round it.
    fn before_rounding(&mut self, amount: &Amount) {
        if !self.sign('=') {
            return;
        }
        let exact = amount.number(self.text);
        assert_eq!(self.single().number(self.text), exact, "{}", self.text);
        if self.sign('=') {
            assert_eq!(self.single().number(self.text), exact, "{}", self.text);
        } else if self.sign('\u{2248}') {
            let off = self.single().number(self.text).times(Fraction::new(100, 1)).floor()
                - exact.times(Fraction::new(100, 1)).floor();
            assert!((0..=1).contains(&off), "{}: {off}", self.text);
        }
    }

    fn added(&mut self) -> Amount {
        let mut amount = self.multiplied();
        loop {
            amount = if self.sign('+') {
                amount.plus(&self.multiplied())
            } else if self.sign('\u{2212}') {
                amount.plus(&self.multiplied().negative())
            } else {
                return amount;
            };
        }
    }

    fn multiplied(&mut self) -> Amount {
        let mut amount = self.single();
        loop {
            let is_product = self.sign('\u{d7}');
            if !is_product && !self.sign('\u{f7}') {
                return amount;
            }
            let (left, right) = (amount.number(self.text), self.single().number(self.text));
            let factor = if is_product { right } else { Fraction::new(right.1, right.0) };
            amount = Amount { points: left.times(factor), ..Amount::whole(0) };
        }
    }

    fn single(&mut self) -> Amount {
        if self.sign('\u{2212}') {
            return self.single().negative();
        }
        if self.sign('(') {
            let inner = self.rounded();
            self.wants(')');
            return self.dice_of(inner);
        }
        if self.word("by") {
            return self.row();
        }
        for function in ["min", "max", "sum"] {
            if self.tokens.get(self.at + 1) == Some(&Token::Sign('(')) && self.word(function) {
                return self.function(function);
            }
        }
        // Words before a figure are its name.
        while let Some(Token::Word(_) | Token::Sign('\'')) = self.tokens.get(self.at) {
            self.at += 1;
        }
        match self.tokens.get(self.at) {
            Some(Token::Amount(amount)) => {
                self.at += 1;
                amount.clone()
            }
            other => panic!("a figure was expected in `{}`, not {other:?}", self.text),
        }
    }

    /// `(5)d12!`: a bracket is how many dice.
    fn dice_of(&mut self, count: Amount) -> Amount {
        let Some(Token::Die(die)) = self.tokens.get(self.at) else { return count };
        let count = count.number(self.text);
        assert_eq!(count.1, 1, "a fraction of a die in `{}`", self.text);
        let dice = literal(&format!("{}{die}", count.0.max(0)));
        self.at += 1;
        dice.plus(&Amount::whole(0))
    }

    fn function(&mut self, name: &str) -> Amount {
        self.wants('(');
        let mut arguments = vec![self.rounded().number(self.text)];
        while self.sign(',') {
            arguments.push(self.rounded().number(self.text));
        }
        self.wants(')');
        let less = |a: &Fraction, b: &Fraction| (a.0 * b.1).cmp(&(b.0 * a.1));
        let points = match name {
            "min" => arguments.into_iter().min_by(less).expect("an argument"),
            "max" => arguments.into_iter().max_by(less).expect("an argument"),
            _ => arguments.into_iter().fold(Fraction::new(0, 1), Fraction::plus),
        };
        Amount { points, ..Amount::whole(0) }
    }

    /// `by LVL 10: 1: 1, 5: 2, 10: 3`: the last row whose key is reached.
    fn row(&mut self) -> Amount {
        let subject = self.rounded().number(self.text);
        self.wants(':');
        let mut found = None;
        loop {
            let key = self.rounded().number(self.text);
            self.wants(':');
            let row = self.rounded();
            if key.0 * subject.1 <= subject.0 * key.1 {
                found = Some(row);
            }
            if !self.sign(',') {
                return found.unwrap_or_else(|| panic!("no row is reached in `{}`", self.text));
            }
        }
    }
}

#[test]
fn terms_are_done_again_as_they_read() {
    let come_to = |text: &str| done_again(text).0;
    assert_eq!(come_to("15 \u{d7} LVL 3 [45]"), literal("45"));
    assert_eq!(come_to("(1 + ((VIT 5 + ADR 14) \u{f7} 2 rounded down))d6! [10d6!]"), literal("10d6!"));
    assert_eq!(come_to("max(0, (LOAD 133 \u{2212} CRRY 60) \u{f7} 100 rounded up)"), literal("1"));
    assert_eq!(come_to("\u{2212}(AP 27 \u{f7} 2 rounded up)"), literal("\u{2212}14"));
    assert_eq!(come_to("\u{2212}AP 27 \u{f7} 2 rounded up"), literal("\u{2212}13"));
    assert_eq!(come_to("24 \u{d7} (Tier die 10 + 1) \u{f7} 5 rounded"), literal("53"));
    assert_eq!(come_to("ITL 53 \u{d7} (by LVL 10: 1: 1, 5: 2, 10: 3, 15: 4)"), literal("159"));
    assert_eq!(come_to("Hoist 18d12!+24"), literal("18d12!+24"));
    assert_eq!(done_again("2 \u{d7} Specialty 8 [16]").1, Some(literal("16")));
    assert_eq!(come_to("\u{2212}5 \u{f7} 2 rounded"), literal("\u{2212}3"));
    assert_ne!(literal("2d12!+1"), literal("2d12+1"));
    assert_eq!(literal("1d12!").plus(&literal("2d12!")), literal("3d12!"));
    assert_eq!(literal("3d12!+7").range(), (Fraction::new(10, 1), Fraction::new(43, 1)));
}
