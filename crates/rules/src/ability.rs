//! Abilities as systems define them: fields to fill in, and keywords bought with points.
//!
//! **In** checked content. **Out** [`AbilityRules`], part of a [`System`], and [`Ability`], what an author put
//! together. What it costs and whether it is legal is worked out in [`crate::bill`].

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::rc::Rc;

use indexmap::IndexMap;

use crate::formula::{Expr, ExprKind, Formula, FormulaError, FormulaFault, Query, Scope, WordKind, kind, nearest};
use crate::order::order;
use crate::system::{ChoiceDef, System, ValueDef};
use crate::template::Template;
use crate::value::{Type, Value};

/// How abilities are built in a system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbilityRules {
    /// What an author sets on every ability, by name.
    pub fields: IndexMap<String, FieldDef>,
    /// What abilities are built from, by kebab-case id.
    pub keywords: IndexMap<String, KeywordDef>,
    /// What abilities cost, where they cost anything.
    pub prices: Option<Prices>,
    /// Values of every ability, by name.
    pub values: IndexMap<String, ValueDef>,
    /// What every ability must meet.
    pub requires: Vec<Requirement>,
    /// Whether what its keywords add to their owner holds at all times; without it, it never does.
    pub lasting: Option<Formula>,
}

/// What abilities cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prices {
    /// What a keyword costs in an ability, from `cost`, its price in the list.
    pub price: Formula,
    /// The value that says what an ability costs in all.
    pub spent: String,
    /// The value that says what it may cost.
    pub budget: String,
}

/// Something to set: on an ability, or on a keyword in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldDef {
    /// `Slot`
    pub name: String,
    /// What it takes.
    pub kind: FieldKind,
    /// Taken when the author sets nothing; without one, something must be set.
    pub default: Option<Given>,
}

/// What a field takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// A whole number.
    Number {
        /// Least.
        min: i64,
        /// Greatest.
        max: i64,
    },
    /// One of some options, whose numbers formulas reach as `field.number`.
    Choice(ChoiceDef),
    /// A stat, whose value formulas reach as `field.value`.
    Stat,
    /// Words of the author's own.
    Words,
}

/// What an author set.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Given {
    /// A number.
    Number(i64),
    /// An option or a stat, by id.
    Word(String),
}

/// A keyword.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeywordDef {
    /// `Burst`
    pub name: String,
    /// Kebab-case id of its family: `range`.
    pub family: String,
    /// Rule ID; may be empty.
    pub rule: String,
    /// What a buyer decides, by name.
    pub parameters: IndexMap<String, FieldDef>,
    /// What it gives, by name.
    pub values: IndexMap<String, ValueDef>,
    /// Its price in the list, where abilities cost anything.
    pub cost: Option<Formula>,
    /// What it costs in an ability, where that is not as for all keywords.
    pub price: Option<Formula>,
    /// What a legal purchase meets.
    pub requires: Vec<Requirement>,
    /// What it adds to values of the owner while the ability lasts.
    pub adds: Vec<Addition>,
    /// What it does.
    pub text: Template,
}

/// What a keyword adds to a value of the ability's owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Addition {
    /// To what.
    pub to: AddTo,
    /// How much. The names of the keyword may stand in it.
    pub add: Formula,
    /// Parameters, or fields of the ability, that set one such addition apart from another: of those that are alike, the last one counts.
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
    /// What to say when it is not.
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
    /// Fields that the author set.
    pub fields: BTreeMap<String, Given>,
    /// Keywords bought, in the author's order. One may stand there several times.
    pub keywords: Vec<Purchase>,
}

/// A keyword in an ability.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Purchase {
    /// The keyword.
    pub keyword: String,
    /// What the buyer decided.
    pub parameters: BTreeMap<String, Given>,
}

/// The price of a keyword in the list, as formulas name it.
pub const COST: &str = "cost";
/// What it costs in this ability.
pub const PRICE: &str = "price";

impl FieldKind {
    /// What it lets one choose from, each id with its printed name; none where it is no choice.
    #[must_use]
    pub fn options<'a>(&'a self, system: &'a System) -> Option<Vec<(&'a str, &'a str)>> {
        match self {
            Self::Choice(choice) => Some(choice.options.iter().map(|(id, o)| (id.as_str(), o.name.as_str())).collect()),
            Self::Stat => Some(system.stats.iter().map(|(id, stat)| (id.as_str(), stat.name.as_str())).collect()),
            Self::Number { .. } | Self::Words => None,
        }
    }

    /// What was set, as printed: options and stats by their names.
    #[must_use]
    pub fn printed(&self, given: &Given, system: &System) -> String {
        match given {
            Given::Number(number) => Value::whole(*number).to_string(),
            Given::Word(word) => {
                let options = self.options(system).unwrap_or_default();
                options.iter().find(|(id, _)| id == word).map_or(word.as_str(), |(_, name)| name).to_owned()
            }
        }
    }

    pub(crate) fn type_of(&self, system: &System) -> Type {
        match self {
            Self::Number { .. } => Type::Number,
            Self::Choice(choice) => Type::one_of(choice.options.keys()),
            Self::Stat => Type::one_of(system.stats.keys()),
            Self::Words => Type::Word(None),
        }
    }

    pub(crate) fn type_of_part(&self, part: &str) -> Option<Type> {
        match (self, part) {
            (Self::Choice(_) | Self::Stat, "name") => Some(Type::Word(None)),
            (Self::Stat, "value") => Some(Type::Number),
            (Self::Choice(choice), part) => {
                choice.options.values().any(|option| option.values.contains_key(part)).then_some(Type::Number)
            }
            (Self::Number { .. } | Self::Stat | Self::Words, _) => None,
        }
    }

    /// The names that formulas reach it by.
    pub(crate) fn names(&self, id: &str) -> Vec<String> {
        let mut names = vec![id.to_owned()];
        match self {
            Self::Number { .. } | Self::Words => {}
            Self::Stat => names.push(format!("{id}.value")),
            Self::Choice(choice) => {
                let parts = choice.options.values().flat_map(|option| option.values.keys());
                names.extend(parts.map(|part| format!("{id}.{part}")));
            }
        }
        names
    }
}

impl KeywordDef {
    /// What a parameter is set to in a purchase of this keyword.
    #[must_use]
    pub fn given<'a>(&'a self, purchase: &'a Purchase, parameter: &str) -> Option<&'a Given> {
        purchase.parameters.get(parameter).or_else(|| self.parameters.get(parameter)?.default.as_ref())
    }
}

impl AbilityRules {
    /// What a field of an ability is set to.
    #[must_use]
    pub fn given<'a>(&'a self, ability: &'a Ability, field: &str) -> Option<&'a Given> {
        ability.fields.get(field).or_else(|| self.fields.get(field)?.default.as_ref())
    }

    /// What a keyword costs in an ability, where abilities cost anything.
    #[must_use]
    pub fn price_of<'a>(&'a self, keyword: &'a KeywordDef) -> Option<&'a Formula> {
        let prices = self.prices.as_ref()?;
        Some(keyword.price.as_ref().unwrap_or(&prices.price))
    }

    /// The value that says what an ability costs in all, where abilities cost anything.
    #[must_use]
    pub fn total(&self) -> Option<&ValueDef> {
        self.values.get(&self.prices.as_ref()?.spent)
    }

    /// The same rules with every formula changed: for taking decided questions out.
    pub(crate) fn folded(&self, fold: &dyn Fn(&Expr) -> Expr) -> Self {
        let mut rules = self.clone();
        let formula = |formula: &mut Formula| formula.expr = fold(&formula.expr);
        rules.prices.iter_mut().for_each(|prices| formula(&mut prices.price));
        rules.values.values_mut().for_each(|value| formula(&mut value.formula));
        rules.requires.iter_mut().for_each(|requirement| formula(&mut requirement.require));
        rules.lasting.as_mut().map(formula);
        for keyword in rules.keywords.values_mut() {
            keyword.cost.as_mut().map(formula);
            keyword.price.as_mut().map(formula);
            keyword.values.values_mut().for_each(|value| formula(&mut value.formula));
            keyword.requires.iter_mut().for_each(|requirement| formula(&mut requirement.require));
            keyword.adds.iter_mut().for_each(|addition| formula(&mut addition.add));
        }
        rules
    }

    /// The stats and values to which keywords add what uses a name, at any remove within the ability.
    pub(crate) fn lasting_dependents<'a>(&'a self, system: &'a System, uses: &dyn Fn(&Expr) -> bool) -> Vec<&'a str> {
        let of_ability = |expr: &Expr| uses_within(expr, &self.values, uses);
        let is_all = self.lasting.as_ref().is_some_and(|lasting| of_ability(&lasting.expr));
        let mut found = Vec::new();
        for keyword in self.keywords.values() {
            for addition in &keyword.adds {
                let through = |expr: &Expr| uses(expr) || uses_within(expr, &self.values, uses);
                if is_all || uses_within(&addition.add.expr, &keyword.values, &through) {
                    match &addition.to {
                        AddTo::Value(name) => found.push(name.as_str()),
                        AddTo::Stat(_) => found.extend(system.stats.keys().map(String::as_str)),
                    }
                }
            }
        }
        found
    }

    /// Whether keywords of this id or family exist.
    #[must_use]
    pub fn knows(&self, keyword: &str) -> bool {
        self.keywords.contains_key(keyword) || self.keywords.values().any(|def| def.family == keyword)
    }
}

/// Whether a formula uses something, itself or through the values that it names.
fn uses_within(expr: &Expr, values: &IndexMap<String, ValueDef>, uses: &dyn Fn(&Expr) -> bool) -> bool {
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        if uses(expr) {
            return true;
        }
        for name in expr.names() {
            if let Some((id, value)) = values.get_key_value(name)
                && seen.insert(id)
            {
                open.push(&value.formula.expr);
            }
        }
    }
    false
}

/// A value by the keyword that gives it, none for one of every ability, and its name.
type Place<'a> = (Option<&'a str>, &'a str);

/// The names that formulas of abilities may use: those of the system, of every ability, and inside a keyword its own.
pub struct AbilityScope<'a> {
    system: &'a System,
    rules: &'a AbilityRules,
    /// The keyword and its id.
    keyword: Option<(&'a str, &'a KeywordDef)>,
    /// Types found so far, so that each formula is looked at once. A value that needs itself counts as a number;
    /// such circles are reported elsewhere.
    known: Rc<RefCell<BTreeMap<Place<'a>, Type>>>,
    /// The keywords that give a value of a name, by that name.
    giving: Rc<BTreeMap<&'a str, Vec<&'a str>>>,
}

impl<'a> AbilityScope<'a> {
    /// Names of every ability; with a keyword, its names as well.
    #[must_use]
    pub fn new(system: &'a System, rules: &'a AbilityRules, keyword: Option<&'a KeywordDef>) -> Self {
        let known = keyword.and_then(|keyword| rules.keywords.iter().find(|(_, def)| std::ptr::eq(*def, keyword)));
        let keyword = keyword.map(|def| (known.map_or("", |(id, _)| id.as_str()), def));
        let mut giving: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (id, def) in &rules.keywords {
            def.values.keys().for_each(|name| giving.entry(name).or_default().push(id));
        }
        Self { system, rules, keyword, known: Rc::default(), giving: Rc::new(giving) }
    }

    /// The same with the names of a keyword, by its id. What is known of types by now stays known.
    #[must_use]
    pub fn within(&self, keyword: Option<&str>) -> Self {
        let keyword = keyword.and_then(|id| self.rules.keywords.get_key_value(id)).map(|(id, def)| (id.as_str(), def));
        Self { keyword, known: Rc::clone(&self.known), giving: Rc::clone(&self.giving), ..*self }
    }

    fn field(&self, name: &str) -> Option<&'a FieldDef> {
        let own = self.keyword.and_then(|(_, keyword)| keyword.parameters.get(name));
        own.or_else(|| self.rules.fields.get(name))
    }

    fn value_at(&self, (keyword, name): Place<'a>) -> Option<&'a ValueDef> {
        match keyword {
            None => self.rules.values.get(name),
            Some(id) => match self.keyword {
                Some((own, def)) if own == id => def.values.get(name),
                _ => self.rules.keywords.get(id)?.values.get(name),
            },
        }
    }

    /// The type of a value. Those of all that it needs are found before it.
    fn type_at(&self, place: Place<'a>) -> Type {
        if let Some(found) = self.known.borrow().get(&place) {
            return found.clone();
        }
        let steps = order([place], |place| self.needed_by(*place));
        self.known.borrow_mut().extend(steps.iter().map(|step| (step.key, Type::Number)));
        for step in steps {
            let Some(value) = self.value_at(step.key) else { continue };
            let mut of = self.within(step.key.0);
            of.keyword = self.keyword.filter(|(own, _)| step.key.0 == Some(*own)).or(of.keyword);
            let found = kind(&value.formula.expr, &mut |name| of.type_of(name).unwrap_or(Type::Number), &of);
            self.known.borrow_mut().insert(step.key, found);
        }
        self.known.borrow().get(&place).cloned().unwrap_or(Type::Number)
    }

    /// The values whose types the type of a value rests on and that are not known yet.
    fn needed_by(&self, place: Place<'a>) -> Vec<Place<'a>> {
        let Some(value) = self.value_at(place) else { return Vec::new() };
        let mut needed: BTreeSet<Place<'a>> = BTreeSet::new();
        value.formula.expr.walk(&mut |part| match &part.kind {
            ExprKind::Name(name) => {
                let own = place.0.map(|id| (Some(id), name.as_str())).filter(|own| self.value_at(*own).is_some());
                needed.insert(own.unwrap_or((None, name)));
            }
            ExprKind::Query(Query::Summed, words) => {
                let giving = self.giving.get_key_value(words[0].0.as_str());
                needed.extend(giving.into_iter().flat_map(|(name, ids)| ids.iter().map(|id| (Some(*id), *name))));
            }
            _ => {}
        });
        let known = self.known.borrow();
        needed.into_iter().filter(|need| self.value_at(*need).is_some() && !known.contains_key(need)).collect()
    }

    /// Parameters by which purchases are compared: this keyword has them, and so have all that are counted.
    fn check_alike(&self, word: &str, parameters: &[(String, Range<usize>)]) -> Result<Type, FormulaError> {
        for (parameter, at) in parameters {
            let Some((_, own)) = self.keyword else {
                return Err(FormulaError::new(at.clone(), FormulaFault::NotInKeyword));
            };
            let counted = self.rules.keywords.iter().filter(|(id, def)| *id == word || def.family == word);
            let all = counted.map(|(_, def)| def).chain([own]);
            if let Some(def) = all.into_iter().find(|def| !def.parameters.contains_key(parameter)) {
                let near = nearest(parameter, def.parameters.keys().map(String::as_str));
                return Err(unknown_word(at, WordKind::Parameter(def.name.clone()), parameter, near));
            }
        }
        Ok(Type::Number)
    }

    /// The type of what keywords give under this name: dice when one of them gives dice.
    fn type_of_sum(&self, name: &str) -> Option<Type> {
        if name == COST || name == PRICE {
            return self.rules.prices.as_ref().map(|_| Type::Number);
        }
        let (name, giving) = self.giving.get_key_value(name)?;
        let has_dice = giving.iter().any(|id| self.type_at((Some(id), name)) == Type::Dice);
        Some(if has_dice { Type::Dice } else { Type::Number })
    }
}

impl Scope for AbilityScope<'_> {
    fn type_of(&self, name: &str) -> Option<Type> {
        if let Some((id, keyword)) = self.keyword {
            if (name == COST || name == PRICE) && self.rules.prices.is_some() {
                return Some(Type::Number);
            }
            if let Some((name, _)) = keyword.values.get_key_value(name) {
                return Some(self.type_at((Some(id), name)));
            }
        }
        if let Some(field) = self.field(name) {
            return Some(field.kind.type_of(self.system));
        }
        if let Some(found) = name.split_once('.').and_then(|(head, part)| self.field(head)?.kind.type_of_part(part)) {
            return Some(found);
        }
        match self.rules.values.get_key_value(name) {
            // The values of every ability know nothing of a keyword.
            Some((name, _)) => Some(self.type_at((None, name))),
            None => self.system.type_of(name),
        }
    }

    fn names(&self) -> Vec<String> {
        let mut names = Vec::new();
        if let Some((_, keyword)) = self.keyword {
            names.extend(self.rules.prices.iter().flat_map(|_| [COST.to_owned(), PRICE.to_owned()]));
            names.extend(keyword.parameters.iter().flat_map(|(id, field)| field.kind.names(id)));
            names.extend(keyword.values.keys().cloned());
        }
        names.extend(self.rules.fields.iter().flat_map(|(id, field)| field.kind.names(id)));
        names.extend(self.rules.values.keys().cloned());
        names.extend(self.system.names());
        names
    }

    fn check_query(&self, query: Query, words: &[(String, Range<usize>)]) -> Result<Type, FormulaError> {
        let (word, at) = &words[0];
        match query {
            Query::Bought if self.rules.knows(word) => self.check_alike(word, &words[1..]),
            Query::Bought => {
                let families = self.rules.keywords.values().map(|def| def.family.as_str());
                let known = self.rules.keywords.keys().map(String::as_str).chain(families);
                Err(unknown_word(at, WordKind::Keyword, word, nearest(word, known)))
            }
            Query::Summed => self.type_of_sum(word).ok_or_else(|| {
                let known = self.rules.keywords.values().flat_map(|def| def.values.keys().map(String::as_str));
                let priced = self.rules.prices.iter().flat_map(|_| [COST, PRICE]);
                unknown_word(at, WordKind::KeywordValue, word, nearest(word, known.chain(priced)))
            }),
            Query::Rank | Query::Trained | Query::Count | Query::Total | Query::Times | Query::Held => {
                self.system.check_query(query, words)
            }
        }
    }

    fn field_type(
        &self,
        action: &(String, Range<usize>),
        field: &(String, Range<usize>),
    ) -> Result<Type, FormulaError> {
        self.system.field_type(action, field)
    }
}

fn unknown_word(at: &Range<usize>, kind: WordKind, word: &str, near: Option<&str>) -> FormulaError {
    let (word, near) = (word.to_owned(), near.map(str::to_owned));
    FormulaError::new(at.clone(), FormulaFault::UnknownWord { kind, word, near, known: Vec::new() })
}
