//! Abilities as systems define them: parameters, and keywords bought with points.
//!
//! **In** checked content. **Out** [`AbilityRules`], part of a [`System`](super::system::System), and [`Ability`], what an author put
//! together. Its costs and legality are computed in [`crate::eval::bill`].

use std::collections::BTreeMap;

use indexmap::IndexMap;

use super::field::ValueDef;
pub use super::field::{Argument, ParameterDef, ParameterKind};
use crate::formula::Expr;
use crate::formula::Formula;
use crate::formula::template::Template;

/// How abilities are built in a system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbilityRules {
    /// What an author sets on every ability, by name.
    pub parameters: IndexMap<String, ParameterDef>,
    /// What abilities are built from, by kebab-case id.
    pub keywords: IndexMap<String, KeywordDef>,
    /// What abilities cost, where they cost anything.
    pub prices: Option<Prices>,
    /// Values of every ability, by name.
    pub values: IndexMap<String, ValueDef>,
    /// What every ability must meet.
    pub requires: Vec<Requirement>,
    /// Whether what its keywords add to their owner is passive; without it, it never is.
    pub passive: Option<Formula>,
    /// What makes the tags of actions others in an ability.
    pub action_tags: Option<ActionTags>,
}

/// What makes the tags of actions others in an ability.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionTags {
    /// The parameter of abilities whose word takes their place, where it is an entry of one of the lists.
    pub parameter: String,
    /// The lists of which no other entry is a tag then.
    pub lists: Vec<String>,
}

/// What abilities cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prices {
    /// What a keyword costs in an ability, from `cost`, its price in the list.
    pub price: Formula,
    /// The value that holds what an ability costs in all.
    pub spent: String,
    /// The value that holds what it may cost.
    pub budget: String,
}

/// A keyword.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeywordDef {
    /// `Burst`
    pub name: String,
    /// Kebab-case id of its family: `range`.
    pub family: String,
    /// The name of that: `Range`.
    pub family_name: String,
    /// What it is called among all keywords: `Range V`.
    pub short_name: String,
    /// Rule ID; may be empty.
    pub rule: String,
    /// What a buyer decides, by name.
    pub parameters: IndexMap<String, ParameterDef>,
    /// What it gives, by name.
    pub values: IndexMap<String, ValueDef>,
    /// Its price in the list, where abilities cost anything.
    pub cost: Option<Formula>,
    /// What it costs in an ability, where that is not as for all keywords.
    pub price: Option<Formula>,
    /// What a legal purchase meets.
    pub requires: Vec<Requirement>,
    /// What it adds to values of the owner while the ability is active.
    pub adds: Vec<Addition>,
    /// What it does.
    pub text: Template,
}

/// What a keyword adds to a value of the ability's owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Addition {
    /// To what.
    pub to: AddTo,
    /// How much. It may use the names of the keyword.
    pub add: Formula,
    /// In which abilities it is there; without it, in all. It may use the names of the keyword.
    pub when: Option<Formula>,
    /// Parameters, of the keyword or the ability, that set one such addition apart from another: of those that are
    /// alike, the last one supersedes the others.
    pub apart_by: Vec<String>,
}

/// What is added to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AddTo {
    /// A stat or value, by name.
    Value(String),
    /// The stat that a parameter is set to.
    Stat(String),
}

/// Something that must be true of an ability or of a keyword in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requirement {
    /// Kebab-case id; the code of the diagnostic.
    pub id: String,
    /// What must be true.
    pub require: Formula,
    /// The message when it is not.
    pub message: Template,
    /// The smallest change that would cure it; may be empty.
    pub cure: Template,
    /// Rule ID; may be empty.
    pub rule: String,
}

/// An ability as its author put it together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ability {
    /// Kebab-case id.
    pub id: String,
    /// Name.
    pub name: String,
    /// What the author set, by parameter.
    pub arguments: BTreeMap<String, Argument>,
    /// Keywords bought, in the author's order. One may be bought several times.
    pub keywords: Vec<Purchase>,
}

/// A keyword in an ability.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Purchase {
    /// The keyword.
    pub keyword: String,
    /// What the buyer decided, by parameter.
    pub arguments: BTreeMap<String, Argument>,
}

/// The price of a keyword in the list, as formulas name it.
pub const COST: &str = "cost";
/// What it costs in this ability.
pub const PRICE: &str = "price";

impl KeywordDef {
    /// The argument of a parameter in a purchase of this keyword.
    pub fn argument<'a>(&'a self, purchase: &'a Purchase, parameter: &str) -> Option<&'a Argument> {
        purchase.arguments.get(parameter).or_else(|| self.parameters.get(parameter)?.default.as_ref())
    }
}

impl AbilityRules {
    /// The argument of a parameter of an ability.
    pub fn argument<'a>(&'a self, ability: &'a Ability, field: &str) -> Option<&'a Argument> {
        ability.arguments.get(field).or_else(|| self.parameters.get(field)?.default.as_ref())
    }

    /// What a keyword costs in an ability, where abilities cost anything.
    pub fn price_of<'a>(&'a self, keyword: &'a KeywordDef) -> Option<&'a Formula> {
        let prices = self.prices.as_ref()?;
        Some(keyword.price.as_ref().unwrap_or(&prices.price))
    }

    /// The value that holds what an ability costs in all, where abilities cost anything.
    pub fn total(&self) -> Option<&ValueDef> {
        self.values.get(&self.prices.as_ref()?.spent)
    }

    /// The same rules with every formula changed: for folding decided rulings out.
    pub(crate) fn folded(&self, fold: &dyn Fn(&Expr) -> Expr) -> Self {
        let mut rules = self.clone();
        let formula = |formula: &mut Formula| formula.expr = fold(&formula.expr);
        rules.prices.iter_mut().for_each(|prices| formula(&mut prices.price));
        rules.values.values_mut().for_each(|value| formula(&mut value.formula));
        rules.requires.iter_mut().for_each(|requirement| formula(&mut requirement.require));
        rules.passive.as_mut().map(formula);
        for keyword in rules.keywords.values_mut() {
            keyword.cost.as_mut().map(formula);
            keyword.price.as_mut().map(formula);
            keyword.values.values_mut().for_each(|value| formula(&mut value.formula));
            keyword.requires.iter_mut().for_each(|requirement| formula(&mut requirement.require));
            for addition in &mut keyword.adds {
                formula(&mut addition.add);
                addition.when.as_mut().map(formula);
            }
        }
        rules
    }

    /// What the keyword of an id is called among all, or else the family of that id: `Range V`, `Range`.
    pub fn keyword_label<'a>(&'a self, id: &'a str) -> &'a str {
        let family = || self.keywords.values().find(|def| def.family == id).map(|def| &def.family_name);
        self.keywords.get(id).map(|def| &def.short_name).or_else(family).map_or(id, String::as_str)
    }

    /// Whether keywords of this id or family exist.
    pub fn knows(&self, keyword: &str) -> bool {
        self.keywords.contains_key(keyword) || self.keywords.values().any(|def| def.family == keyword)
    }
}
