//! What can be wrong with a formula before anything is computed.
//!
//! A fault is a value; its message and its help are written here, when it is reported.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use super::ast::Query;
use super::nearest::listed;
use super::parse::{DEEPEST, LONGEST, MOST_ARGUMENTS, functions};
use crate::dice::MOST_SIDES;
use crate::number::ArithmeticError;
use crate::value::Type;

/// The dice that there are.
const DICE: &str = "there are `2d6`, `2d6!` (each highest face rolls one more), `4d6kh3` and `4d6kl3` (the highest or lowest three count)";

/// What is wrong with a formula, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormulaError {
    /// Byte range within the formula.
    pub at: Range<usize>,
    /// What is wrong.
    pub fault: Box<FormulaFault>,
}

impl FormulaError {
    pub(crate) fn new(at: Range<usize>, fault: FormulaFault) -> Self {
        Self { at, fault: Box::new(fault) }
    }

    /// Help: the next thing to try.
    pub fn help(&self) -> Cow<'static, str> {
        self.fault.help()
    }
}

impl fmt::Display for FormulaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fault.fmt(f)
    }
}

impl std::error::Error for FormulaError {}

/// What is wrong with a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormulaFault {
    /// The formula has more than [`LONGEST`] bytes.
    TooLong,
    /// A sign that the language does not have.
    NotInLanguage(char),
    /// `=` alone.
    SingleEquals,
    /// An operator of other languages.
    ForeignOperator {
        /// The sign.
        sign: &'static str,
        /// What it is in formulas.
        own: &'static str,
    },
    /// A condition in the order of other languages: `a if b else c`, `b ? a : c`, `if b then a else c`.
    ForeignIf {
        /// The same as a formula.
        own: String,
    },
    /// Dice as another tool writes them.
    ForeignDice {
        /// As they are written.
        written: String,
        /// The same in formulas, where there is such a thing.
        own: Option<String>,
    },
    /// `×` or `−`.
    TypographicSign,
    /// A number of more than 18 digits.
    TooManyDigits,
    /// A word without its closing quote.
    OpenSymbol,
    /// A die of no sides, or of too many.
    BadDie {
        /// How many it was to have.
        sides: u32,
    },
    /// A brace of a text without its closing one.
    OpenBrace,
    /// A closing brace of a text without its opening one.
    StrayBrace,
    /// Another sign is expected here.
    SignExpected {
        /// Which.
        sign: &'static str,
        /// Whether the formula ends instead.
        is_at_end: bool,
    },
    /// A value is expected here.
    ValueExpected {
        /// The sign found instead; none where the formula ends.
        found: Option<&'static str>,
    },
    /// There is more text after the end of the formula.
    EndExpected,
    /// `a < b < c`
    ChainedComparison,
    /// More than [`DEEPEST`] brackets inside one another.
    TooManyBrackets,
    /// More arguments than any function takes.
    TooManyArguments,
    /// More rows than a table may have.
    TooManyRows,
    /// A table without rows.
    NoRows,
    /// A key of a table that is computed.
    KeyNotPlain,
    /// A key of a table that is not greater than the one before it.
    KeysDoNotRise,
    /// There is no such function.
    UnknownFunction {
        /// Its name.
        name: String,
        /// The nearest function.
        near: Option<&'static str>,
    },
    /// A function with another number of arguments than it takes.
    ArgumentCount {
        /// Its name.
        function: String,
        /// The least it takes.
        least: usize,
        /// The most it takes.
        most: usize,
        /// How many there are.
        found: usize,
    },
    /// `highest` and its like without both arguments.
    KeepArguments {
        /// Name of the function.
        function: String,
    },
    /// An argument that has to be a word in quotes.
    SymbolExpected {
        /// Name of the function.
        function: String,
    },
    /// Nothing has this name.
    UnknownName {
        /// The name.
        name: String,
        /// The nearest one.
        near: Option<String>,
    },
    /// A word that names nothing of its kind.
    UnknownSymbol {
        /// What it should name.
        kind: SymbolKind,
        /// The word.
        word: String,
        /// The nearest one.
        near: Option<String>,
        /// All there are, where they are few.
        known: Vec<String>,
    },
    /// A query about keywords in a formula that belongs to no ability.
    NotInAbility(Query),
    /// A comparison of purchases outside a keyword.
    NotInKeyword,
    /// An option of a trait that has none.
    NoOptions {
        /// Id of the trait.
        of: String,
    },
    /// A kind of a skill that has none.
    NoKinds {
        /// Id of the skill.
        of: String,
    },
    /// A value of another type than the expected one.
    TypeExpected {
        /// The expected type.
        wanted: Type,
        /// The type found.
        found: Type,
    },
    /// A sum of types that do not go together.
    CannotAdd(Type, Type),
    /// Something other than numbers and dice to subtract from.
    CannotSubtractFrom(Type),
    /// A comparison of types that are never equal.
    NeverEqual(Type, Type),
    /// A comparison with a word that the other side never is.
    NeverThisSymbol {
        /// The word.
        word: String,
        /// The nearest one.
        near: Option<String>,
        /// The values of the other side.
        known: Vec<String>,
    },
    /// Two branches of different types.
    BranchesDiffer {
        /// The type of this one.
        this: Type,
        /// The type of the other.
        other: Type,
    },
    /// A field of items and its fallback have different types.
    FieldDiffers {
        /// Id of the field.
        field: String,
        /// Its type.
        kind: Type,
        /// The type of the fallback.
        found: Type,
    },
    /// Dice added to a pool of which only some dice count.
    DiceBesideKept,
    /// Dice that keep some of their own among dice of which only some count.
    KeepInKept,
    /// Points among dice of which only some count.
    PointsInKept,
}

/// What a word in quotes should name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    /// Something that `count` counts.
    Count,
    /// Something that `total` adds up.
    Total,
    /// A trait.
    Trait,
    /// An option of a trait.
    TraitOption,
    /// A list of traits.
    TraitList,
    /// How traits are counted.
    TraitCount,
    /// Which ranks count.
    RankCount,
    /// A skill.
    Skill,
    /// A secondary skill.
    SecondarySkill,
    /// An entry of a list, an action or a skill.
    Entry,
    /// An action.
    Action,
    /// A field of items.
    ItemField,
    /// A keyword or a family of keywords.
    Keyword,
    /// A value of keywords.
    KeywordValue,
    /// A parameter of the keyword of this name.
    Parameter(String),
}

impl SymbolKind {
    /// The beginning of the message about a word that names nothing.
    fn complaint(&self) -> &str {
        match self {
            Self::Count => "there is nothing to count named",
            Self::Total => "there is no total named",
            Self::Trait => "there is no trait",
            Self::TraitOption => "the trait has no option",
            Self::TraitList => "there is no list of traits",
            Self::TraitCount => "traits are not counted as",
            Self::RankCount => "ranks are not counted as",
            Self::Skill => "there is no skill",
            Self::SecondarySkill => "there is no secondary skill",
            Self::Entry => "no list, action or skill has",
            Self::Action => "there is no action",
            Self::ItemField => "items have no field",
            Self::Keyword => "there is no keyword or family",
            Self::KeywordValue => "no keyword gives",
            Self::Parameter(_) => "has no parameter",
        }
    }
}

impl fmt::Display for FormulaFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "a formula has at most {LONGEST} characters"),
            Self::NotInLanguage(sign) => write!(f, "`{sign}` is not part of the formula language"),
            Self::SingleEquals => f.write_str("a single `=` has no meaning here"),
            Self::ForeignOperator { sign, .. } => write!(f, "`{sign}` is not part of the formula language"),
            Self::ForeignIf { .. } => f.write_str("`if` is a function in formulas: `if(condition, yes, no)`"),
            Self::ForeignDice { written, .. } => write!(f, "`{written}` is not how dice are written in formulas"),
            Self::TypographicSign => f.write_str("typographic signs are not part of formulas"),
            Self::TooManyDigits => f.write_str("this number has more than 18 digits"),
            Self::OpenSymbol => f.write_str("this word is never closed"),
            Self::BadDie { sides } => write!(f, "a die has 1 to {MOST_SIDES} sides, not {sides}"),
            Self::OpenBrace => f.write_str("this brace is never closed"),
            Self::StrayBrace => f.write_str("this brace was never opened"),
            Self::SignExpected { sign, is_at_end: true } => {
                write!(f, "the formula ends here, but `{sign}` was expected")
            }
            Self::SignExpected { sign, is_at_end: false } => write!(f, "`{sign}` was expected"),
            Self::ValueExpected { found: None } => f.write_str("the formula ends here, but a value was expected"),
            Self::ValueExpected { found: Some(sign) } => write!(f, "a value was expected, not `{sign}`"),
            Self::EndExpected => f.write_str("the formula should end here"),
            Self::ChainedComparison => f.write_str("comparisons do not chain"),
            Self::TooManyBrackets => write!(f, "more than {DEEPEST} brackets inside one another"),
            Self::TooManyArguments => write!(f, "a function takes at most {MOST_ARGUMENTS} arguments"),
            Self::TooManyRows => write!(f, "a table has at most {MOST_ARGUMENTS} rows"),
            Self::NoRows => f.write_str("a table needs rows"),
            Self::KeyNotPlain => f.write_str("a key of a table is a plain number"),
            Self::KeysDoNotRise => f.write_str("the keys of a table rise from row to row"),
            Self::UnknownFunction { name, .. } => write!(f, "there is no function `{name}`"),
            Self::ArgumentCount { function, least, most, found } => {
                write!(f, "`{function}` takes {least}")?;
                if least != most {
                    write!(f, " to {most}")?;
                }
                write!(f, " arguments, not {found}")
            }
            Self::KeepArguments { function } => {
                write!(f, "`{function}` takes 2 arguments: how many, and of which dice")
            }
            Self::SymbolExpected { function } => write!(f, "`{function}` needs a word here"),
            Self::UnknownName { name, .. } => write!(f, "there is nothing named `{name}`"),
            Self::UnknownSymbol { kind, word, .. } => {
                if let SymbolKind::Parameter(keyword) = kind {
                    write!(f, "{keyword} ")?;
                }
                write!(f, "{} '{word}'", kind.complaint())
            }
            Self::NotInAbility(query) => {
                write!(f, "`{}` is about the keywords of an ability, but this formula is not part of one", query.name())
            }
            Self::NotInKeyword => f.write_str("only a keyword can be compared with others"),
            Self::NoOptions { of } => write!(f, "the trait `{of}` has no options"),
            Self::NoKinds { of } => write!(f, "ranks of `{of}` have no kinds"),
            Self::TypeExpected { wanted, found } => {
                write!(f, "expected {}, found {}", wanted.name(), found.name())
            }
            Self::CannotAdd(a, b) => write!(f, "{} and {} cannot be added", a.name(), b.name()),
            Self::CannotSubtractFrom(found) => write!(f, "nothing can be subtracted from {}", found.name()),
            Self::NeverEqual(a, b) => write!(f, "{} is never equal to {}", a.name(), b.name()),
            Self::NeverThisSymbol { word, .. } => write!(f, "`{word}` is never a value of this"),
            Self::BranchesDiffer { this, other } => {
                write!(f, "this is {}, and the other side is {}", this.name(), other.name())
            }
            Self::FieldDiffers { field, kind, found } => {
                write!(f, "the field `{field}` is {}, and this is {}", kind.name(), found.name())
            }
            Self::DiceBesideKept => ArithmeticError::DiceBesideKept.fmt(f),
            Self::KeepInKept => ArithmeticError::KeepInKept.fmt(f),
            Self::PointsInKept => ArithmeticError::PointsInKept.fmt(f),
        }
    }
}

impl FormulaFault {
    /// Help: the next thing to try.
    pub fn help(&self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::UnknownFunction { near: Some(near), .. } => return format!("did you mean `{near}`?").into(),
            Self::UnknownFunction { near: None, .. } => {
                {
                    return format!("the functions are {}", functions().collect::<Vec<_>>().join(", ")).into();
                };
            }
            Self::UnknownName { near: Some(near), .. } => return format!("did you mean `{near}`?").into(),
            Self::UnknownName { near: None, .. } => {
                "write a number or a name of this game: a stat, an input, a derived value, a choice or `ruling.<id>`"
            }
            Self::UnknownSymbol { near: Some(near), .. } | Self::NeverThisSymbol { near: Some(near), .. } => {
                return format!("did you mean '{near}'?").into();
            }
            Self::UnknownSymbol { known, .. } if !known.is_empty() => {
                return format!("there are: {}", known.join(", ")).into();
            }
            Self::NeverThisSymbol { near: None, known, .. } => {
                let known: Vec<&str> = known.iter().map(String::as_str).collect();
                return format!("it is one of: {}", listed(&known)).into();
            }
            Self::ForeignOperator { own, .. } => return format!("write `{own}`").into(),
            Self::ForeignIf { own } => return format!("write `{own}`").into(),
            Self::ForeignDice { own: Some(own), .. } => return format!("write `{own}`; {DICE}").into(),
            Self::ForeignDice { own: None, .. } => {
                return format!("{DICE}; a check has `again` for rerolls").into();
            }
            Self::TypeExpected { wanted: Type::Number, found: Type::Dice } => {
                "dice can be added; numbers can be added to dice or subtracted from them, as in `2d6 + 3`: for more \
                 dice write `(2 * 2)d6`; to halve, double or compare a result, use `rolled` in the `values` of a \
                 check"
            }
            Self::KeepArguments { function } => return format!("write `{function}(2, 3d6)`").into(),
            Self::SingleEquals => "write `==` to compare",
            Self::TypographicSign => "write `*` and `-`",
            Self::OpenSymbol => "close it with a single quote",
            Self::OpenBrace => "write `{{` for a brace itself",
            Self::StrayBrace => "write `}}` for a brace itself",
            Self::SignExpected { .. } | Self::ValueExpected { .. } => {
                "look for a bracket, comma or value that is missing or one too many"
            }
            Self::EndExpected => "put an operator such as `+` between two values",
            Self::ChainedComparison => "write `a < b and b < c`",
            Self::NoRows => "write `table(x, 1: 10, 5: 20)`",
            Self::ArgumentCount { .. } | Self::TooManyArguments => "the functions are described in docs/formulas.md",
            Self::SymbolExpected { .. } => "write it in single quotes: 'stealth'",
            Self::NotInLanguage(_) => "a formula has names, numbers, dice, brackets and `+ - * / ^ == != < <= > >=`",
            Self::CannotAdd(..) => "add numbers and dice only",
            Self::NeverEqual(..) => "compare numbers with numbers and words with words",
            Self::BranchesDiffer { .. } => "give both sides of `if` the same type",
            Self::TypeExpected { .. } => {
                "numbers, dice, truths (`a < b`) and words ('light') cannot replace one another"
            }
            Self::DiceBesideKept => "put all dice into the brackets; only points may be added after them",
            Self::KeepInKept => "use only functions: `highest(1, lowest(2, 4d6))`",
            Self::PointsInKept => "add them after the bracket: `highest(2, 3d6) + 5`",
            Self::TooLong
            | Self::TooManyDigits
            | Self::BadDie { .. }
            | Self::TooManyBrackets
            | Self::TooManyRows
            | Self::KeyNotPlain
            | Self::KeysDoNotRise
            | Self::UnknownSymbol { near: None, .. }
            | Self::NotInAbility(_)
            | Self::NotInKeyword
            | Self::NoOptions { .. }
            | Self::NoKinds { .. }
            | Self::CannotSubtractFrom(_)
            | Self::FieldDiffers { .. } => "formulas are described in docs/formulas.md",
        })
    }
}
