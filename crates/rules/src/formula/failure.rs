//! Why a value could not be computed.
//!
//! A fault is a value; its message and its help are written here, when it is reported.

use std::fmt;
use std::ops::Range;

use super::depth::DEEPEST_EVALUATION;
use crate::dice::{MOST_DICE, OddsError};
use crate::number::{ArithmeticError, Number};
use crate::value::Value;

/// Why a value could not be computed, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvalError {
    /// What happened.
    pub fault: Box<EvalFault>,
    /// Where in the formula of [`EvalError::value`].
    pub at: Range<usize>,
    /// The id of the value whose formula failed; empty for a formula that stands alone.
    pub value: String,
}

impl EvalError {
    /// A fault at a place of a formula that stands alone.
    pub fn new(at: &Range<usize>, fault: impl Into<EvalFault>) -> Self {
        Self { fault: Box::new(fault.into()), at: at.clone(), value: String::new() }
    }

    /// A fault without a place of its own.
    pub fn whole(fault: impl Into<EvalFault>) -> Self {
        Self::new(&(0..0), fault)
    }

    /// Names the value whose formula failed, unless an inner one is named already.
    pub fn in_value(mut self, id: &str) -> Self {
        if self.value.is_empty() {
            id.clone_into(&mut self.value);
        }
        self
    }

    /// Whether nothing is wrong, and a value is merely unknown.
    pub fn is_unknown(&self) -> bool {
        matches!(*self.fault, EvalFault::Unknown { .. })
    }

    /// Help: the next thing to try.
    pub fn help(&self) -> &'static str {
        self.fault.help()
    }

    /// The values that need each other, from the one that was met twice on; nothing where there is no circle.
    pub fn circle(&self) -> impl Iterator<Item = &str> {
        let path: &[String] = if let EvalFault::Cycle { path } = &*self.fault { path } else { &[] };
        path.iter().map(String::as_str).skip_while(|name| *name != self.value)
    }
}

impl fmt::Display for EvalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fault.fmt(f)
    }
}

impl std::error::Error for EvalError {}

/// Why a value could not be computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EvalFault {
    /// A value is merely unknown.
    Unknown {
        /// Its name.
        name: String,
    },
    /// Values need each other.
    Cycle {
        /// Their names, in the order of evaluation; the last one is listed twice.
        path: Vec<String>,
    },
    /// Formulas within values within formulas, more than [`DEEPEST_EVALUATION`] levels deep.
    TooDeep,
    /// Arithmetic that has no result.
    Arithmetic(ArithmeticError),
    /// `clamp` with a lower end above the upper.
    ClampBounds {
        /// The lower end.
        low: Number,
        /// The upper end.
        high: Number,
    },
    /// A table that begins above what is looked up.
    BelowTable {
        /// What is looked up.
        wanted: Number,
    },
    /// A number of dice that is no whole number.
    PartOfDie {
        /// How many.
        count: Number,
    },
    /// More dice than a roll may have.
    TooManyDice,
    /// A value declared whole that is a fraction.
    NotWhole {
        /// The value.
        value: Value,
    },
    /// A word that `count` or `total` does not know.
    UnknownSymbol {
        /// The word.
        word: String,
    },
    /// A total of something that is no number.
    NoTotal {
        /// What was to be added up.
        of: String,
        /// The value that is no number.
        value: Value,
    },
    /// More terms than are reported.
    TooManyTerms {
        /// Of what.
        of: TermsOf,
        /// The most.
        most: usize,
    },
    /// A text that is too long with its figures filled in.
    TooLongFilled {
        /// The most, in bytes.
        most: usize,
    },
    /// An input that does not take this value.
    NotTaken {
        /// Id of the input.
        input: String,
        /// The value.
        value: Value,
    },
    /// The chances of this cannot be counted.
    Odds(OddsError),
    /// A roll that is no number and no dice.
    NoRoll {
        /// What it is.
        value: Value,
    },
    /// An outcome that should be a number.
    NoNumber {
        /// What it is.
        value: Value,
    },
    /// A count that is no whole number, or out of its range.
    NotCounted {
        /// The value.
        value: Value,
        /// The most it may be; the least is 1.
        most: u32,
    },
    /// A total that the dice do not give.
    CannotComeUp {
        /// The total.
        total: Number,
        /// The least and the greatest that the dice give.
        range: Option<(Number, Number)>,
    },
    /// Every outcome of a check is rerolled.
    NeverEnds,
    /// More figures than the bands of a check may give.
    TooManyFigures {
        /// How many.
        found: usize,
        /// The most.
        most: usize,
    },
    /// More outcomes than are evaluated.
    TooManyOutcomes {
        /// How many.
        outcomes: u64,
        /// The most.
        most: u64,
    },
    /// More outcomes than are evaluated with formulas of this length.
    TooManyForFormulas {
        /// How many outcomes.
        outcomes: u64,
        /// Characters of all formulas that are evaluated for each.
        reading: u64,
        /// The most outcomes with such formulas.
        most: u64,
    },
    /// A mean that is too fine a fraction to be written.
    TooFine {
        /// The most denominators of what is added up.
        denominators: usize,
        /// The longest denominator of the sum, in bits.
        bits: u64,
    },
    /// All odds of a game are more work than is done for one.
    TooMuchOdds {
        /// How much is done.
        most: u64,
    },
    /// A rule of creation needs what is not decided yet.
    Undecided {
        /// The formula.
        formula: String,
        /// What it needs.
        name: String,
    },
    /// A rule of creation that gives no number.
    NumberNeeded {
        /// The formula.
        formula: String,
        /// What it gives.
        value: Value,
    },
    /// A value of a made item that cannot be written as a formula.
    NoFormula {
        /// The formula that gave it.
        formula: String,
        /// The value as text.
        text: String,
    },
    /// A stat that is rolled with too many dice.
    TooManyDiceOfStat {
        /// How many dice.
        dice: u32,
        /// The most.
        most: u32,
    },
    /// A number of the creation rules that is too large.
    TooMuchMade {
        /// The number.
        amount: i64,
        /// The most.
        most: i64,
    },
    /// More points to share out than are ever shared out.
    TooManyPoints {
        /// How many.
        left: i64,
        /// The most.
        most: i64,
    },
}

/// What has terms of its own to be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TermsOf {
    /// An ability.
    Ability,
    /// A procedure.
    Procedure,
}

impl From<ArithmeticError> for EvalFault {
    fn from(error: ArithmeticError) -> Self {
        Self::Arithmetic(error)
    }
}

impl From<OddsError> for EvalFault {
    fn from(error: OddsError) -> Self {
        Self::Odds(error)
    }
}

impl fmt::Display for EvalFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name } => write!(f, "`{name}` is not known"),
            Self::Cycle { path } => write!(f, "{} depends on itself", path.join(" \u{2192} ")),
            Self::TooDeep => {
                write!(f, "formulas and values are nested more than {DEEPEST_EVALUATION} levels deep here")
            }
            Self::Arithmetic(error) => error.fmt(f),
            Self::ClampBounds { low, high } => {
                write!(f, "`clamp` from {low} to {high}: the lower end is above the upper")
            }
            Self::BelowTable { wanted } => write!(f, "{wanted} is below the first row of the table"),
            Self::PartOfDie { count } => write!(f, "{count} is not a whole number of dice; use `floor` or `ceil`"),
            Self::TooManyDice => write!(f, "a roll has at most {MOST_DICE} dice"),
            Self::NotWhole { value } => {
                write!(f, "the result is {value}, which is not a whole number; use `floor` or `ceil`")
            }
            Self::UnknownSymbol { word } => write!(f, "there is no '{word}' here"),
            Self::NoTotal { of, value } => write!(f, "`{of}` is {value} here, and only numbers have a total"),
            Self::TooManyTerms { of, most } => {
                let of = match of {
                    TermsOf::Ability => "ability",
                    TermsOf::Procedure => "procedure",
                };
                write!(f, "this {of} has more than {most} terms in total")
            }
            Self::TooLongFilled { most } => {
                write!(f, "with its numbers filled in, this text is longer than {most} bytes")
            }
            Self::NotTaken { input, value } => write!(f, "`{input}` cannot be {value}"),
            Self::Odds(error) => error.fmt(f),
            Self::NoRoll { value } => write!(f, "this is {value}, which is not a roll"),
            Self::NoNumber { value } => write!(f, "this is {value}, which is not a number"),
            Self::NotCounted { value, most } => {
                write!(f, "the result is {value}, but it must be a whole number from 1 to {most}")
            }
            Self::CannotComeUp { total, range: None } => write!(f, "{total} cannot be rolled"),
            Self::CannotComeUp { total, range: Some((low, high)) } => {
                write!(f, "{total} cannot be rolled; the dice give {low} to {high}")
            }
            Self::NeverEnds => f.write_str("every outcome is rolled again, so the roll never ends"),
            Self::TooManyFigures { found, most } => {
                write!(f, "a check gives at most {most} numbers, and this one gives {found}")
            }
            Self::TooManyOutcomes { outcomes, most } => {
                write!(f, "these rolls have {outcomes} outcomes; the limit is {most}")
            }
            Self::TooManyForFormulas { outcomes, reading, most } => write!(
                f,
                "these rolls have {outcomes} outcomes, too many for such long formulas: with {reading} characters, \
                 the limit is {most}"
            ),
            Self::TooFine { denominators, bits } => write!(
                f,
                "the mean of this is too fine a fraction: it has more than {denominators} denominators, or one of \
                 more than {bits} bits; use `floor`, `ceil` or `round`"
            ),
            Self::TooMuchOdds { most } => {
                write!(f, "the odds of this game need more than {most} steps of counting")
            }
            Self::Undecided { formula, name } => write!(f, "`{formula}` needs `{name}`, which is not chosen yet"),
            Self::NumberNeeded { formula, value } => {
                write!(f, "`{formula}` is {value}, but it must be a number")
            }
            Self::NoFormula { formula, text } => write!(f, "`{formula}` gives {text}, which is not a formula"),
            Self::TooManyDiceOfStat { dice, most } => write!(f, "these are {dice} dice; the limit is {most}"),
            Self::TooMuchMade { amount, most } => write!(f, "the result is {amount}; the limit is {most}"),
            Self::TooManyPoints { left, most } => {
                write!(f, "this leaves {left} points to distribute above the minimum; the limit is {most}")
            }
        }
    }
}

impl EvalFault {
    /// Help: the next thing to try.
    pub const fn help(&self) -> &'static str {
        match self {
            Self::Unknown { .. } => "give the character everything this formula needs",
            Self::Cycle { .. } => {
                "remove one of these names from its formula, or remove the modifier that closes the circle"
            }
            Self::TooDeep => "remove brackets, or define a value for a part of the formula",
            Self::Arithmetic(error) => match error {
                ArithmeticError::Overflow => "look for an exponent or multiplication that grows without limit",
                ArithmeticError::DivisionByZero => "guard it: `if(x == 0, 0, a / x)`",
                ArithmeticError::BadExponent => "limit the exponent: `clamp(x, 0, 10)`",
                ArithmeticError::DiceBesideKept => {
                    "put all dice into the brackets of the function that picks from them"
                }
                ArithmeticError::PointsInKept => "add them after the bracket: `highest(2, 3d6) + 5`",
                ArithmeticError::KeepInKept => "use only functions: `highest(1, lowest(2, 4d6))`",
                ArithmeticError::OneDieExpected => {
                    "write one die, such as `1d12!`: the size where the roll has no dice"
                }
                ArithmeticError::TooManyDice => "use fewer dice, or set a limit: `min(1000, ...)`",
                ArithmeticError::TooManyPools => "add up fewer pools with `kh` or `kl`",
                ArithmeticError::WrongType => "use the same type in every part of the formula",
            },
            Self::ClampBounds { .. } => "write the smaller limit first",
            Self::BelowTable { .. } => "correct the number, or start the table with a lower row",
            Self::PartOfDie { .. } | Self::NotWhole { .. } => {
                "round it: `floor(...)` goes down, `ceil(...)` up; or write `fraction: true` where a fraction is meant"
            }
            Self::TooManyDice => "use fewer dice, or set a limit: `min(1000, ...)`",
            Self::UnknownSymbol { .. } => "write one of the words that docs/formulas.md lists for this function",
            Self::NoTotal { .. } => "make it a number everywhere, or add up something else",
            Self::TooManyTerms { .. } => "define values for parts of the longest formulas",
            Self::TooLongFilled { .. } => "remove some of the formulas, or shorten the names in them",
            Self::NotTaken { .. } => "enter a value that the input allows, or let the input allow more",
            Self::Odds(error) => match error {
                OddsError::NeverStops => "use a die with at least two sides, or one that does not explode",
                OddsError::TooMany => "throw fewer dice, dice with fewer sides, or dice of fewer kinds",
                OddsError::TooLarge => "look for an exponent or multiplication that grows without limit",
            },
            Self::NoRoll { .. } => "write dice, a number, or both: `2d6 + 1`",
            Self::NoNumber { .. } => "ask for something that is a number in every outcome",
            Self::NotCounted { .. } => "round it, and set limits: `clamp(floor(x), 1, 10)`",
            Self::CannotComeUp { .. } => "name a total that the dice can give",
            Self::NeverEnds => "leave out one of the bands that are rolled again",
            Self::TooManyFigures { .. } => "give fewer numbers",
            Self::TooManyOutcomes { .. } | Self::TooManyForFormulas { .. } => {
                "throw fewer dice, or use only the difference of both rolls in formulas"
            }
            Self::TooFine { .. } => "round the number: `floor(...)`, `ceil(...)`",
            Self::TooMuchOdds { .. } => {
                "throw fewer dice, show the chances of fewer cases, or divide the longest formulas"
            }
            Self::Undecided { .. } => "choose it earlier, or remove it from the formula",
            Self::NumberNeeded { .. } | Self::NoFormula { .. } => "make the formula give a number",
            Self::TooManyDiceOfStat { .. } | Self::TooMuchMade { .. } | Self::TooManyPoints { .. } => {
                "reduce it, or set a limit: `min(100, ...)`"
            }
        }
    }
}
