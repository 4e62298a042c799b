//! What the files about abilities say: how they are built, the keywords, and abilities that were built.
//! Mirrors the YAML of `building.yaml`, `keywords/*.yaml` and `abilities/*.yaml`.

use deckle_rules::ability::Given;
use deckle_rules::template::Template;

use super::decode::PlacedFormula;
use super::entries::{Head, LayoutFactEntry, OptionEntry, ValueEntry};
use super::source::{Located, ScalarPlace, Span};
use super::text::Text;

/// `building.yaml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildingEntry {
    /// Where the file starts.
    pub at: Span,
    /// What an author sets on every ability.
    pub fields: Vec<FieldEntry>,
    /// What abilities cost, where they cost anything.
    pub prices: Option<PricesEntry>,
    /// Values of every ability.
    pub values: Vec<ValueEntry>,
    /// What every ability must meet.
    pub requires: Vec<RequirementEntry>,
    /// Whether what its keywords add holds at all times.
    pub lasting: Option<PlacedFormula>,
    /// What stands on the card of an ability.
    pub card: Option<AbilityCardEntry>,
    /// What lists of abilities tell of each.
    pub columns: Vec<AbilityColumnEntry>,
}

/// What abilities cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PricesEntry {
    /// What a keyword costs in an ability.
    pub price: Option<PlacedFormula>,
    /// The value that says what an ability costs in all.
    pub spent: Located<String>,
    /// The value that says what it may cost.
    pub budget: Located<String>,
}

/// What stands on the card of an ability, and on its line of a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbilityCardEntry {
    /// The family of such cards.
    pub family: Located<String>,
    /// Line under the name.
    pub type_line: Text,
    /// What a use costs: a value of abilities, and its unit.
    pub costs: Vec<(Located<String>, Text)>,
    /// Labelled lines.
    pub facts: Vec<LayoutFactEntry>,
    /// Heading of the list of keywords.
    pub keyword: String,
    /// Heading of what each costs, where abilities cost anything.
    pub price: Option<Located<String>>,
    /// Lines for keywords on a blank card.
    pub keyword_lines: u32,
    /// Lines for the description on a blank card.
    pub lines: u32,
    /// What stands over the lines for the description on a blank card.
    pub description: String,
    /// Heading of the last column of lists on sheets: what the ability does.
    pub effect: String,
}

/// A column of lists of abilities.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbilityColumnEntry {
    /// Its heading.
    pub label: String,
    /// What stands in it, and where that stands.
    pub text: (Template, ScalarPlace),
}

impl BuildingEntry {
    /// The formulas in the texts of an ability's card.
    pub fn card_formulas(&self) -> Vec<PlacedFormula> {
        let Some(card) = &self.card else { return Vec::new() };
        let facts = card.facts.iter().map(|line| &line.fact.text);
        let texts = facts.chain(card.costs.iter().map(|(_, unit)| unit)).chain([&card.type_line]);
        let conditions = card.facts.iter().filter_map(|line| line.when.clone());
        texts.flat_map(Text::formulas).chain(conditions).collect()
    }
}

/// A field of abilities, or a parameter of a keyword.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldEntry {
    /// Id, name, rule.
    pub head: Head,
    /// What it takes.
    pub kind: FieldEntryKind,
    /// Taken when nothing is set.
    pub default: Option<(GivenEntry, Span)>,
}

/// What a field takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldEntryKind {
    /// A whole number from here to there.
    Number(i64, i64),
    /// One of these.
    Options(Vec<OptionEntry>),
    /// A stat.
    Stat,
    /// An entry of lists of the system, or one of these.
    Listed(Vec<Located<String>>, Vec<OptionEntry>),
    /// Words.
    Words,
}

/// What an author set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GivenEntry {
    /// A number.
    Number(i64),
    /// A word.
    Word(String),
}

impl GivenEntry {
    /// The same for the rules.
    pub fn given(&self) -> Given {
        match self {
            Self::Number(number) => Given::Number(*number),
            Self::Word(word) => Given::Word(word.clone()),
        }
    }
}

impl From<&Given> for GivenEntry {
    fn from(given: &Given) -> Self {
        match given {
            Given::Number(number) => Self::Number(*number),
            Given::Word(word) => Self::Word(word.clone()),
        }
    }
}

/// A requirement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequirementEntry {
    /// Id and rule.
    pub head: Head,
    /// What must be true.
    pub require: Option<PlacedFormula>,
    /// What to say, and where that stands.
    pub message: (Template, ScalarPlace),
    /// The smallest change that would cure it, and where that stands.
    pub cure: (Template, ScalarPlace),
}

/// A family of keywords.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeywordFamilyEntry {
    /// Id, name, rule.
    pub head: Head,
    /// Its keywords.
    pub keywords: Vec<KeywordEntry>,
}

/// A keyword.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeywordEntry {
    /// Id, name, rule.
    pub head: Head,
    /// `IV`; may be empty.
    pub numeral: String,
    /// What a buyer decides.
    pub parameters: Vec<FieldEntry>,
    /// What it gives.
    pub values: Vec<ValueEntry>,
    /// Its price in the list.
    pub cost: Option<PlacedFormula>,
    /// What it costs in an ability, where that is not as for all keywords.
    pub price: Option<PlacedFormula>,
    /// What a legal purchase meets.
    pub requires: Vec<RequirementEntry>,
    /// What it adds to values of the owner.
    pub adds: Vec<AdditionEntry>,
    /// What it does, and where that stands.
    pub text: (Template, ScalarPlace),
}

/// What a keyword adds to a value of the owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdditionEntry {
    /// The stat or value, or with `is_chosen` the parameter that is set to one.
    pub to: Located<String>,
    /// Whether `to` is a parameter.
    pub is_chosen: bool,
    /// How much.
    pub add: Option<PlacedFormula>,
    /// Parameters that set one addition apart from another.
    pub apart_by: Vec<Located<String>>,
}

/// An ability that was built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuiltEntry {
    /// Id and name.
    pub head: Head,
    /// Fields that were set.
    pub fields: Vec<(Located<String>, Located<GivenEntry>)>,
    /// Where its keywords stand.
    pub keywords_at: Span,
    /// Keywords bought.
    pub keywords: Vec<PurchaseEntry>,
    /// Theme and concept.
    pub description: Text,
}

/// A keyword in an ability.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PurchaseEntry {
    /// The keyword.
    pub keyword: Located<String>,
    /// What the buyer decided.
    pub parameters: Vec<(Located<String>, Located<GivenEntry>)>,
}

impl KeywordEntry {
    /// What it is called among all keywords: `Range V`, or `Range` where it has no numeral.
    pub fn short_name(&self, family: &KeywordFamilyEntry) -> String {
        format!("{} {}", family.head.name, self.numeral).trim_end().to_owned()
    }

    /// With its own name: `Range V: Burst`.
    pub fn full_name(&self, family: &KeywordFamilyEntry) -> String {
        let short = self.short_name(family);
        if self.head.name == family.head.name || self.head.name == short {
            short
        } else {
            format!("{short}: {}", self.head.name)
        }
    }
}
