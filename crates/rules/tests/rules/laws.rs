//! Laws that hold for every formula, roll and template, tested on random ones.

use std::sync::LazyLock;

use makeready_rules::character::Character;
use makeready_rules::compute::Evaluator;
use makeready_rules::dice::{Dice, DieKind, Keep};
use makeready_rules::formula::{Formula, eval, explain, fold, readable, readable_with_values, validate};
use makeready_rules::number::Number;
use makeready_rules::rules::Rules;
use makeready_rules::template::{Piece, Template};
use makeready_rules::value::{Type, Value};
use proptest::prelude::*;

static RULES: LazyLock<Rules> = LazyLock::new(crate::support::rules);
static CHARACTER: LazyLock<Character> = LazyLock::new(crate::support::character);

/// The number of cases. Cases that failed are printed, not kept in a file: each becomes a test in `bugs.rs`.
fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

fn env() -> Evaluator<'static> {
    Evaluator::new(&RULES, &CHARACTER)
}

// ---- Arithmetic, against fractions computed in another way ----

/// A fraction in lowest terms with a positive denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fraction(i128, i128);

/// Why the oracle has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trouble {
    ByZero,
    TooLarge,
}

type Oracle = Result<Fraction, Trouble>;

fn reduced(numerator: Option<i128>, denominator: Option<i128>) -> Oracle {
    let (n, d) = (numerator.ok_or(Trouble::TooLarge)?, denominator.ok_or(Trouble::TooLarge)?);
    if d == 0 {
        return Err(Trouble::ByZero);
    }
    let (mut a, mut b) = (n.unsigned_abs(), d.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    let divisor = i128::try_from(a).map_err(|_| Trouble::TooLarge)? * d.signum();
    Ok(Fraction(n / divisor, d / divisor))
}

impl Fraction {
    fn add(self, o: Self) -> Oracle {
        let cross = self.0.checked_mul(o.1).zip(o.0.checked_mul(self.1));
        reduced(cross.and_then(|(a, b)| a.checked_add(b)), self.1.checked_mul(o.1))
    }

    fn mul(self, o: Self) -> Oracle {
        reduced(self.0.checked_mul(o.0), self.1.checked_mul(o.1))
    }

    fn negated(self) -> Self {
        Self(-self.0, self.1)
    }

    fn div(self, o: Self) -> Oracle {
        reduced(self.0.checked_mul(o.1), self.1.checked_mul(o.0))
    }

    fn pow(self, exponent: i32) -> Oracle {
        let one = Ok(Self(1, 1));
        let power = (0..exponent.abs()).try_fold(Self(1, 1), |product, _| product.mul(self))?;
        if exponent < 0 { one.and_then(|one| one.div(power)) } else { Ok(power) }
    }

    fn floor(self) -> Self {
        Self(self.0.div_euclid(self.1), 1)
    }

    fn is_below(self, o: Self) -> Result<bool, Trouble> {
        let cross = self.0.checked_mul(o.1).zip(o.0.checked_mul(self.1));
        cross.map(|(a, b)| a < b).ok_or(Trouble::TooLarge)
    }
}

/// A formula of numbers, with its own printer and evaluator.
#[derive(Clone, Debug)]
enum Sum {
    Whole(u16),
    /// Tenths, hundredths and so on: digits and how many stand behind the point.
    Decimal(u16, u8),
    Name(&'static str),
    Negate(Box<Sum>),
    Binary(char, Box<Sum>, Box<Sum>),
    Power(Box<Sum>, i8),
    Call(&'static str, Vec<Sum>),
    IfBelow(Box<[Sum; 4]>),
    Table(Box<Sum>, Vec<(u8, Sum)>),
}

impl Sum {
    /// As written with as few brackets as the rules of precedence allow.
    fn text(&self, least: u8) -> String {
        let bracketed = |text: String, power: u8| if power < least { format!("({text})") } else { text };
        match self {
            Self::Whole(n) => n.to_string(),
            Self::Decimal(digits, places) => {
                let text = format!("{digits:0>width$}", width = usize::from(*places) + 1);
                format!("{}.{}", &text[..text.len() - usize::from(*places)], &text[text.len() - usize::from(*places)..])
            }
            Self::Name(name) => (*name).to_owned(),
            Self::Negate(a) => bracketed(format!("-{}", a.text(7)), 7),
            Self::Binary(sign, a, b) => {
                let power = if matches!(sign, '+' | '-') { 5 } else { 6 };
                bracketed(format!("{} {sign} {}", a.text(power), b.text(power + 1)), power)
            }
            Self::Power(a, n) => bracketed(format!("{}^{n}", a.text(9)), 8),
            Self::Call(name, arguments) => {
                let arguments: Vec<String> = arguments.iter().map(|a| a.text(0)).collect();
                format!("{name}({})", arguments.join(", "))
            }
            Self::IfBelow(parts) => {
                let [a, b, yes, no] = parts.as_ref();
                format!("if({} < {}, {}, {})", a.text(5), b.text(5), yes.text(0), no.text(0))
            }
            Self::Table(subject, rows) => {
                let rows: Vec<String> = rows.iter().map(|(key, value)| format!("{key}: {}", value.text(0))).collect();
                format!("table({}, {})", subject.text(0), rows.join(", "))
            }
        }
    }

    fn worth(&self) -> Oracle {
        Ok(match self {
            Self::Whole(n) => Fraction(i128::from(*n), 1),
            Self::Decimal(digits, places) => reduced(Some(i128::from(*digits)), Some(10_i128.pow(u32::from(*places))))?,
            Self::Name("level") => Fraction(7, 1),
            Self::Name("power") => Fraction(5, 1),
            Self::Name("tier.die") => Fraction(8, 1),
            Self::Name("body") => Fraction(2, 1),
            Self::Name(_) => Fraction(-3, 1),
            Self::Negate(a) => a.worth()?.negated(),
            Self::Binary(sign, a, b) => {
                let (a, b) = (a.worth()?, b.worth()?);
                match sign {
                    '+' => a.add(b)?,
                    '-' => a.add(b.negated())?,
                    '*' => a.mul(b)?,
                    _ => a.div(b)?,
                }
            }
            Self::Power(a, n) => a.worth()?.pow(i32::from(*n))?,
            Self::Call(name, arguments) => {
                let all = arguments.iter().map(Self::worth).collect::<Result<Vec<_>, _>>()?;
                called(name, &all)?
            }
            Self::IfBelow(parts) => {
                let [a, b, yes, no] = parts.as_ref();
                if a.worth()?.is_below(b.worth()?)? { yes.worth()? } else { no.worth()? }
            }
            Self::Table(subject, rows) => {
                let subject = subject.worth()?;
                // The first row stands for all below it here, since every table made below starts at 0 and looks up `abs`.
                let mut row = &rows[0];
                for next in &rows[1..] {
                    if !subject.is_below(Fraction(i128::from(next.0), 1))? {
                        row = next;
                    }
                }
                row.1.worth()?
            }
        })
    }
}

fn called(name: &str, all: &[Fraction]) -> Oracle {
    let first = all[0];
    let lesser = |a: Fraction, b: Fraction| Ok(if b.is_below(a)? { b } else { a });
    let greater = |a: Fraction, b: Fraction| Ok(if a.is_below(b)? { b } else { a });
    Ok(match name {
        "min" => all.iter().copied().try_fold(first, lesser)?,
        "max" => all.iter().copied().try_fold(first, greater)?,
        "sum" => all[1..].iter().try_fold(first, |sum, n| sum.add(*n))?,
        "floor" => first.floor(),
        "ceil" => first.negated().floor().negated(),
        // Half away from zero.
        "round" if first.0 < 0 => called("round", &[first.negated()])?.negated(),
        "round" => first.add(Fraction(1, 2))?.floor(),
        "abs" => Fraction(first.0.abs(), first.1),
        _ => lesser(greater(first, all[1])?, greater(all[1], all[2])?)?,
    })
}

fn sums() -> impl Strategy<Value = Sum> {
    let leaf = prop_oneof![
        (0..200_u16).prop_map(Sum::Whole),
        (0..2000_u16, 1..4_u8).prop_map(|(digits, places)| Sum::Decimal(digits, places)),
        prop::sample::select(vec!["level", "power", "grace", "tier.die", "body"]).prop_map(Sum::Name),
    ];
    leaf.prop_recursive(5, 40, 4, |inner| {
        let one = || inner.clone().prop_map(Box::new);
        prop_oneof![
            one().prop_map(Sum::Negate),
            (prop::sample::select(vec!['+', '-', '*', '/']), one(), one())
                .prop_map(|(sign, a, b)| Sum::Binary(sign, a, b)),
            (prop::sample::select(vec!['+', '-']), one(), one()).prop_map(|(sign, a, b)| Sum::Binary(sign, a, b)),
            (one(), -3..4_i8).prop_map(|(a, n)| Sum::Power(a, n)),
            (prop::sample::select(vec!["floor", "ceil", "round", "abs"]), inner.clone())
                .prop_map(|(name, a)| Sum::Call(name, vec![a])),
            (prop::sample::select(vec!["min", "max", "sum"]), prop::collection::vec(inner.clone(), 1..4))
                .prop_map(|(name, all)| Sum::Call(name, all)),
            (inner.clone(), inner.clone(), inner.clone()).prop_map(|(a, b, c)| {
                let spread = Sum::Call("abs", vec![c]);
                let high = Sum::Binary('+', Box::new(b.clone()), Box::new(spread));
                Sum::Call("clamp", vec![a, b, high])
            }),
            [inner.clone(), inner.clone(), inner.clone(), inner.clone()]
                .prop_map(|parts| Sum::IfBelow(Box::new(parts))),
            (one(), inner.clone(), inner.clone(), 1..60_u8).prop_map(|(subject, low, high, key)| {
                let subject = Box::new(Sum::Call("abs", vec![*subject]));
                Sum::Table(subject, vec![(0, low), (key, high)])
            }),
        ]
    })
}

/// Choices, tables and rounding are printed in words.
fn sums_printed_in_the_language() -> impl Strategy<Value = String> {
    let texts = sums().prop_map(|sum| sum.text(0));
    texts.prop_filter("it is printed in words", |text| {
        text.len() <= 2000 && ["if(", "table(", "floor(", "ceil(", "round("].iter().all(|word| !text.contains(word))
    })
}

fn assert_agrees(found: &Value, wanted: Fraction, text: &str) -> Result<(), TestCaseError> {
    let number = found.as_number().ok_or_else(|| TestCaseError::fail(format!("{text} is no number but {found}")))?;
    prop_assert_eq!(number.fraction(), (wanted.0, wanted.1), "{}", text);
    Ok(())
}

proptest! {
    #![proptest_config(config(3000))]

    #[test]
    fn arithmetic_agrees_with_fractions_worked_out_apart(sum in sums()) {
        let text = sum.text(0);
        if text.len() > 4096 {
            return Ok(());
        }
        let formula = Formula::parse(&text).map_err(|e| TestCaseError::fail(format!("{text}: {e}")))?;
        prop_assert_eq!(validate(&formula.expr, RULES.system()), Ok(Type::Number), "{}", &text);
        match (sum.worth(), eval(&formula.expr, &env())) {
            (Ok(wanted), Ok(found)) => assert_agrees(&found, wanted, &text)?,
            (Ok(wanted), Err(error)) => prop_assert!(false, "{} is {:?}, not: {}", text, wanted, error),
            (Err(Trouble::ByZero), found) => prop_assert!(found.is_err(), "{} divides by zero", text),
            // The oracle multiplies out before it reduces, so it gives up earlier.
            (Err(Trouble::TooLarge), _) => {}
        }
    }

    #[test]
    fn what_is_printed_means_what_was_written(text in sums_printed_in_the_language()) {
        let formula = Formula::parse(&text).expect("it is in the language");
        let printed = readable(&formula.expr, &*RULES);
        let back = printed.replace('\u{2212}', "-").replace('\u{d7}', "*").replace('\u{f7}', "/");
        let back = back.replace("LVL", "level").replace("POW", "power").replace("GRA", "grace");
        let back = back.replace("Tier die", "tier.die").replace("Value", "body");
        let again = Formula::parse(&back).map_err(|e| TestCaseError::fail(format!("{text} prints as {printed}: {e}")))?;
        prop_assert_eq!(eval(&again.expr, &env()).ok(), eval(&formula.expr, &env()).ok(), "{} prints as {}", text, printed);
    }
}

// ---- Every type, unknown stats, rulings, queries ----

/// Formulas of numbers; `luck` has no value.
fn numbers(depth: u32) -> BoxedStrategy<String> {
    let leaf = prop_oneof![
        (0..40_u32).prop_map(|n| n.to_string()),
        prop::sample::select(vec![
            "level",
            "power",
            "grace",
            "luck",
            "body",
            "power.base",
            "tier.die",
            "1.5",
            "rank('stealth')",
            "rank('instinct', 'strike')",
            "trained('strike')",
            "count('items')",
            "total('weight')",
        ])
        .prop_map(str::to_owned),
    ];
    if depth == 0 {
        return leaf.boxed();
    }
    let (a, b, t) = (numbers(depth - 1), numbers(depth - 1), truths(depth - 1));
    let two = (a.clone(), b.clone());
    prop_oneof![
        leaf,
        (prop::sample::select(vec!["+", "-", "*", "/"]), two.clone())
            .prop_map(|(op, (a, b))| format!("({a} {op} {b})")),
        (prop::sample::select(vec!["+", "-"]), two.clone()).prop_map(|(op, (a, b))| format!("{a} {op} {b}")),
        a.clone().prop_map(|a| format!("-({a})")),
        (prop::sample::select(vec!["floor", "ceil", "round", "abs"]), a.clone()).prop_map(|(f, a)| format!("{f}({a})")),
        (prop::sample::select(vec!["min", "max", "sum"]), two.clone())
            .prop_map(|(f, (a, b))| format!("{f}({a}, {b}, 3)")),
        (t, two.clone()).prop_map(|(t, (a, b))| format!("if({t}, {a}, {b})")),
        two.prop_map(|(a, b)| format!("table(level, 1: {a}, 6.5: {b}, 9: 0)")),
        a.prop_map(|a| format!("wielded('strike', 'range', {a})")),
    ]
    .boxed()
}

fn truths(depth: u32) -> BoxedStrategy<String> {
    let leaf = prop::sample::select(vec![
        "true",
        "false",
        "ruling.dice == 'big'",
        "ruling.dice != 'big'",
        "ruling.halves == 'up'",
        "tier == 'hero'",
        "tier.name == 'Hero'",
        "luck > 3",
    ])
    .prop_map(str::to_owned);
    if depth == 0 {
        return leaf.boxed();
    }
    let (a, b, t, u) = (numbers(depth - 1), numbers(depth - 1), truths(depth - 1), truths(depth - 1));
    prop_oneof![
        leaf,
        (prop::sample::select(vec!["==", "!=", "<", "<=", ">", ">="]), a, b)
            .prop_map(|(op, a, b)| format!("({a} {op} {b})")),
        (prop::sample::select(vec!["and", "or"]), t.clone(), u).prop_map(|(op, t, u)| format!("({t} {op} {u})")),
        t.prop_map(|t| format!("not {t}")),
    ]
    .boxed()
}

fn dice(depth: u32) -> BoxedStrategy<String> {
    let leaf = prop_oneof![
        prop::sample::select(vec!["2d12!", "d6", "4d6kh3", "4d6kl1", "punch", "0d8", "(rank('stealth'))d12!"])
            .prop_map(str::to_owned),
        numbers(1).prop_map(|n| format!("(floor({n}))d10")),
    ];
    if depth == 0 {
        return leaf.boxed();
    }
    let (d, e, n, t) = (dice(depth - 1), dice(depth - 1), numbers(depth - 1), truths(depth - 1));
    prop_oneof![
        leaf,
        (d.clone(), e.clone()).prop_map(|(d, e)| format!("{d} + {e}")),
        (d.clone(), n.clone()).prop_map(|(d, n)| format!("{d} + {n}")),
        (n.clone(), d.clone()).prop_map(|(n, d)| format!("{n} + {d}")),
        (d.clone(), n.clone()).prop_map(|(d, n)| format!("{d} - ({n})")),
        (t.clone(), d.clone(), e).prop_map(|(t, d, e)| format!("if({t}, {d}, {e})")),
        (t, d.clone(), n).prop_map(|(t, d, n)| format!("if({t}, {n}, {d})")),
        d.prop_map(|d| format!("wielded('strike', 'effect', {d})")),
    ]
    .boxed()
}

/// A whole formula: its text and whether it is one of dice.
fn formulas() -> impl Strategy<Value = (String, Type)> {
    prop_oneof![
        numbers(3).prop_map(|text| (text, Type::Number)),
        dice(3).prop_map(|text| (text, Type::Dice)),
        truths(3).prop_map(|text| (text, Type::Bool)),
    ]
    .prop_filter("a formula has a longest length", |(text, _)| text.len() <= 4096)
}

/// Adds up terms without the help of the library's own sum.
fn added_up(terms: &[Value]) -> (Vec<(DieKind, u32)>, Oracle) {
    let mut pools: Vec<(DieKind, u32)> = Vec::new();
    let mut flat = Ok(Fraction(0, 1));
    let mut add = |number: Number| {
        let (n, d) = number.fraction();
        flat = flat.and_then(|sum| sum.add(Fraction(n, d)));
    };
    for term in terms {
        match term {
            Value::Number(number) => add(*number),
            Value::Dice(dice) => {
                add(dice.flat());
                for &(kind, count) in dice.pools().iter() {
                    match pools.iter_mut().find(|(k, _)| *k == kind && kind.keep == Keep::All) {
                        Some((_, have)) => *have += count,
                        None => pools.push((kind, count)),
                    }
                }
            }
            Value::Bool(_) | Value::Symbol(_) | Value::Unknown(_) => {}
        }
    }
    pools.sort();
    (pools, flat)
}

proptest! {
    #![proptest_config(config(3000))]

    #[test]
    fn formulas_put_together_by_type_have_that_type((text, wanted) in formulas()) {
        let formula = Formula::parse(&text).map_err(|e| TestCaseError::fail(format!("{text}: {e}")))?;
        prop_assert_eq!(validate(&formula.expr, RULES.system()), Ok(wanted.clone()), "{}", &text);
        match eval(&formula.expr, &env()) {
            Ok(Value::Number(_)) => prop_assert!(wanted != Type::Bool),
            Ok(Value::Dice(_)) => prop_assert_eq!(wanted, Type::Dice),
            Ok(Value::Bool(_)) => prop_assert_eq!(wanted, Type::Bool),
            Ok(Value::Symbol(_)) => prop_assert!(false, "{} is a word", text),
            Ok(Value::Unknown(_)) | Err(_) => {}
        }
    }

    #[test]
    fn the_terms_of_a_value_add_up_to_it(text in prop_oneof![numbers(3), dice(3)]) {
        let formula = Formula::parse(&text).expect("it is in the language");
        let Ok(value) = eval(&formula.expr, &env()) else { return Ok(()) };
        if value.is_unknown() {
            return Ok(());
        }
        let (sum, terms) = explain(&formula.expr, &env()).map_err(|e| TestCaseError::fail(format!("{text}: {e}")))?;
        // A number in the place of dice is a roll without dice once something is added to it.
        let all: Vec<Value> = terms.into_iter().map(|term| term.value).collect();
        prop_assert_eq!(added_up(&[sum]), added_up(std::slice::from_ref(&value)), "{}", &text);
        prop_assert_eq!(added_up(&all), added_up(&[value]), "{}", &text);
    }

    #[test]
    fn taking_decided_rulings_out_changes_no_value((text, _) in formulas(), flips in (0..2_usize, 0..3_usize)) {
        let chosen = [("dice", ["big", "small"][flips.0]), ("halves", ["down", "up", "kept"][flips.1])];
        let chosen = chosen.into_iter().map(|(r, o)| (r.to_owned(), o.to_owned())).collect();
        let rules = RULES.with(&chosen).expect("these rulings exist");
        let env = Evaluator::new(&rules, &CHARACTER);
        let formula = Formula::parse(&text).expect("it is in the language");
        let Ok(before) = eval(&formula.expr, &env) else { return Ok(()) };
        let folded = rules.fold(&formula.expr);
        prop_assert!(folded.names().iter().all(|name| !name.starts_with("ruling.")), "{}", &text);
        let after = eval(&folded, &env).map_err(|e| TestCaseError::fail(format!("{text}: {e}")))?;
        match (&before, &after) {
            (Value::Unknown(_), Value::Unknown(_)) => {}
            (Value::Number(_) | Value::Dice(_), Value::Number(_) | Value::Dice(_)) => {
                prop_assert_eq!(added_up(&[before]), added_up(&[after]), "{}", &text);
            }
            _ => prop_assert_eq!(before, after, "{}", &text),
        }
        prop_assert_eq!(rules.fold(&folded), folded, "folding twice changes nothing more: {}", text);
    }

    #[test]
    fn printing_never_fails((text, _) in formulas()) {
        let formula = Formula::parse(&text).expect("it is in the language");
        let nothing = Character::blank();
        let blank = Evaluator::new(&RULES, &nothing);
        prop_assert!(!readable(&formula.expr, &*RULES).is_empty());
        prop_assert!(!readable_with_values(&formula.expr, &env()).is_empty());
        prop_assert!(!readable_with_values(&formula.expr, &blank).is_empty());
        prop_assert!(!readable(&fold(&formula.expr, &|_| None), &*RULES).is_empty());
    }

    #[test]
    fn a_formula_that_uses_what_is_unknown_is_never_a_number_by_accident(text in numbers(2)) {
        let text = format!("luck * 0 + ({text})");
        let formula = Formula::parse(&text).expect("it is in the language");
        if let Ok(value) = eval(&formula.expr, &env()) {
            prop_assert!(value.is_unknown(), "{} is {}", text, value);
        }
    }
}

// ---- Anything at all ----

/// Text that is made of the language's own pieces, in no order.
fn jumbles() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "1",
        "2.5",
        ".",
        "999999999999999999",
        "level",
        "luck",
        "punch",
        "tier.die",
        "ruling.dice",
        "nobody",
        "'big'",
        "'",
        "d12!",
        "d6kh3",
        "d0",
        "d",
        "!",
        "+",
        "-",
        "*",
        "/",
        "^",
        "(",
        ")",
        "(",
        ")",
        ",",
        ":",
        "==",
        "!=",
        "<=",
        ">",
        "=",
        "and",
        "or",
        "not ",
        "if(",
        "table(",
        "min(",
        "floor(",
        "rank(",
        "wielded(",
        "total(",
        " ",
        "\u{2212}",
        "é",
        "{",
        "}",
    ]);
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

fn survives(text: &str) -> Result<(), TestCaseError> {
    match Formula::parse(text) {
        Err(error) => {
            prop_assert!(error.at.start <= error.at.end && error.at.end <= text.len(), "{:?} in {:?}", error, text);
            prop_assert!(
                text.is_char_boundary(error.at.start) && text.is_char_boundary(error.at.end),
                "{:?} in {:?}",
                error,
                text
            );
            prop_assert!(!error.to_string().is_empty());
        }
        Ok(formula) => {
            let _ = readable(&formula.expr, &*RULES);
            if let Err(errors) = validate(&formula.expr, RULES.system()) {
                prop_assert!(!errors.is_empty() && errors.iter().all(|e| e.at.end <= text.len()));
            } else {
                let _ = eval(&formula.expr, &env());
                let _ = explain(&formula.expr, &env());
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(8000))]

    #[test]
    fn no_text_brings_the_reader_down(text in any::<String>()) {
        survives(&text)?;
    }

    #[test]
    fn no_jumble_of_the_language_brings_the_reader_down(text in jumbles()) {
        survives(&text)?;
    }

    #[test]
    fn a_formula_with_one_character_changed_brings_nothing_down((text, _) in formulas(), at in any::<prop::sample::Index>(), new in any::<char>()) {
        let mut chars: Vec<char> = text.chars().collect();
        let at = at.index(chars.len());
        chars[at] = new;
        survives(&chars.into_iter().collect::<String>())?;
    }

    #[test]
    fn no_text_brings_the_template_reader_down(text in any::<String>(), jumble in jumbles()) {
        for text in [text, format!("{{{jumble}}} {jumble}")] {
            match Template::parse(&text) {
                Err(error) => prop_assert!(error.at.end <= text.len(), "{:?} in {:?}", error, text),
                Ok(template) => {
                    let mut end = 0;
                    for piece in &template.pieces {
                        let (Piece::Text(_, at) | Piece::Formula(_, _, at)) = piece;
                        prop_assert!(at.start >= end && at.end <= text.len() && text.get(at.clone()).is_some(), "{:?}", template);
                        end = at.end;
                    }
                    for (formula, at) in template.formulas() {
                        prop_assert_eq!(&text[at.clone()], &formula.text);
                    }
                }
            }
        }
    }

    #[test]
    fn doubled_braces_stand_for_themselves(text in any::<String>()) {
        // A backslash in front of a brace is another way to write one.
        let text = text.replace('\\', "/");
        for (opening, closing) in [("{{", "}}"), ("\\{", "\\}")] {
            let template = Template::parse(&text.replace('{', opening).replace('}', closing)).expect("no brace is left open");
            prop_assert_eq!(template.fill(&env()).expect("there is no formula in it"), text.as_str());
        }
    }
}

// ---- Numbers at the edge ----

proptest! {
    #![proptest_config(config(3000))]

    #[test]
    fn numbers_never_wrap_and_never_panic(seeds in prop::collection::vec(any::<i64>(), 2..5), steps in prop::collection::vec((0..9_u8, any::<prop::sample::Index>(), any::<prop::sample::Index>()), 1..30)) {
        let mut pool: Vec<Number> = seeds.into_iter().map(Number::whole).collect();
        pool.push(Number::whole(i64::MAX));
        pool.push(Number::whole(2));
        for (step, a, b) in steps {
            let (a, b) = (*a.get(&pool), *b.get(&pool));
            let next = match step {
                0 => a.checked_add(b).ok(),
                1 => a.checked_sub(b).ok(),
                2 | 3 => a.checked_mul(b).ok(),
                4 => a.checked_div(b).ok(),
                5 => Some(a.abs()),
                6 => Some(if a < b { a } else { b }),
                7 => a.checked_pow(Number::whole(3)).ok(),
                _ => Some(a),
            };
            let Some(next) = next else { continue };
            let (low, high, near) = (next.floor(), next.ceil(), next.round());
            prop_assert!(low.is_whole() && high.is_whole() && near.is_whole());
            prop_assert!(low <= next && next <= high && low <= near && near <= high, "{} {} {} {}", low, next, near, high);
            prop_assert!(Number::ZERO.checked_sub(next).is_ok(), "{} has no opposite", next);
            prop_assert!(!next.to_string().is_empty());
            if let Ok(back) = next.checked_sub(a).and_then(|d| d.checked_add(a)) {
                prop_assert_eq!(back, next);
            }
            pool.push(next);
        }
    }
}

// ---- Dice ----

fn rolls() -> impl Strategy<Value = Dice> {
    let keep = prop_oneof![
        Just(Keep::All),
        Just(Keep::All),
        (1..4_u32).prop_map(Keep::Highest),
        (1..4_u32).prop_map(Keep::Lowest)
    ];
    let pool = (0..9_u32, prop::sample::select(vec![4, 6, 8, 12]), any::<bool>(), keep);
    let pools = prop::collection::vec(pool, 0..5);
    (pools, -30..30_i64).prop_map(|(pools, flat)| {
        let start = Dice::flat_only(Number::whole(flat));
        pools.into_iter().fold(start, |roll, (count, sides, explodes, keep)| {
            roll.plus(&Dice::new(count, DieKind { sides, explodes, keep })).expect("a few dice are no overflow")
        })
    })
}

/// Rolls of which some have a bonus or a penalty of dice.
fn changed_rolls() -> impl Strategy<Value = Dice> {
    let die =
        prop::sample::select(vec![4, 6, 8, 12]).prop_map(|sides| DieKind { sides, explodes: false, keep: Keep::All });
    let change = prop_oneof![
        Just(Dice::flat_only(Number::ZERO)),
        (0..5_u32, die).prop_map(|(count, die)| Dice::bonus(count, die)),
        (0..5_u32, 0..3_u32).prop_map(|(count, least)| Dice::penalty(count, least)),
    ];
    (rolls(), change).prop_map(|(roll, change)| roll.plus(&change).expect("a few dice are no overflow"))
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn the_order_of_rolls_does_not_matter(a in changed_rolls(), b in changed_rolls()) {
        prop_assert_eq!(a.plus(&b), b.plus(&a));
    }

    #[test]
    fn the_grouping_of_rolls_does_not_matter(a in changed_rolls(), b in changed_rolls(), c in changed_rolls()) {
        let left = a.plus(&b).and_then(|ab| ab.plus(&c));
        let right = b.plus(&c).and_then(|bc| a.plus(&bc));
        prop_assert_eq!(left, right);
    }

    #[test]
    fn adding_nothing_to_a_roll_changes_nothing(a in changed_rolls()) {
        prop_assert_eq!(a.plus(&Dice::flat_only(Number::ZERO)), Ok(a.clone()));
        prop_assert_eq!(a.plus_points(Number::ZERO), Ok(a));
    }

    #[test]
    fn no_die_is_lost_or_won_in_a_sum(a in rolls(), b in rolls()) {
        let sum = a.plus(&b).expect("a few dice are no overflow");
        prop_assert_eq!(sum.count(), a.count() + b.count());
        prop_assert_eq!(Ok(sum.flat()), a.flat().checked_add(b.flat()));
        prop_assert!(sum.pools().iter().all(|(_, count)| *count > 0));
        prop_assert!(sum.pools().windows(2).all(|two| two[0] >= two[1]), "largest first: {}", sum);
    }

    #[test]
    fn a_penalty_takes_all_it_says_or_owes_it(a in rolls(), taken in 0..9_u32, least in 0..3_u32, later in 0..9_u32) {
        let die = DieKind { sides: 12, explodes: true, keep: Keep::All };
        let lessened = a.plus(&Dice::penalty(taken, least)).expect("a few dice are no overflow");
        prop_assert_eq!(lessened.count(), a.count().saturating_sub(taken).max(least.min(a.count())));
        prop_assert_eq!(lessened.count() + taken, a.count() + lessened.owed());
        let more = lessened.plus(&Dice::new(later, die)).expect("a few dice are no overflow");
        let all = a.count() + later;
        prop_assert_eq!(more.count(), all.saturating_sub(taken).max(least.min(all)));
        prop_assert!(more.pools().windows(2).all(|two| two[0] >= two[1]), "largest first: {}", more);
    }

    #[test]
    fn a_roll_is_printed_in_the_language_of_formulas(a in changed_rolls()) {
        let text = a.as_formula().replace('\u{2212}', "-");
        let formula = Formula::parse(&text).map_err(|e| TestCaseError::fail(format!("{a}: {e}")))?;
        let back = eval(&formula.expr, &env()).expect("it is a roll");
        let back = match back {
            Value::Dice(dice) => dice,
            other => Dice::flat_only(other.as_number().expect("points")),
        };
        prop_assert_eq!(back, a);
    }
}
