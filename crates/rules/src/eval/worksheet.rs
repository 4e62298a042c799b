//! Worksheets: parameters, and the values that are computed from them and from each other.
//!
//! Abilities, the keywords in them, procedures and checks are all worksheets. **In** parameters, arguments, values, and
//! the [`Ground`] around them. **Out** a [`SheetFrame`], in which formulas are checked, evaluated and read, and
//! values with their terms, each evaluated once, on demand, and behind what it needs. A worksheet may have lines with
//! parameters and values of their own: the keywords of an ability.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use indexmap::IndexMap;

use super::computed::{Computed, limit_terms, require_whole};
use super::ground::Ground;
use super::memo::{Key, Memo};
use super::order::order;
use super::parameter::split;
use super::sheet_frame::SheetFrame;
use crate::formula::{EvalError, EvalFault, Expr, ExprKind, Query, TermsOf, eval, explain, fold, kind};
use crate::model::ability::{AbilityRules, COST, KeywordDef, PRICE};
use crate::model::field::{Argument, ParameterDef, ValueDef};
use crate::value::{Type, Value};

/// A value by the line it stands on, none for one of the whole worksheet, and its name.
pub(super) type Address<'a> = (Option<usize>, &'a str);

impl Key for Address<'_> {
    fn name(&self) -> &str {
        self.1
    }
}

/// Values by name, in order.
pub(crate) trait Values {
    /// A value with its place and its name.
    fn value(&self, name: &str) -> Option<(usize, &str, &ValueDef)>;
    /// All names.
    fn names(&self) -> Vec<&str>;
}

impl<T: AsRef<ValueDef>> Values for IndexMap<String, T> {
    fn value(&self, name: &str) -> Option<(usize, &str, &ValueDef)> {
        self.get_full(name).map(|(place, name, value)| (place, name.as_str(), value.as_ref()))
    }

    fn names(&self) -> Vec<&str> {
        self.keys().map(String::as_str).collect()
    }
}

/// A name with a type and a value that is neither set nor computed: what was rolled, or what a condition is about.
pub(crate) struct Bound<'a> {
    pub(crate) name: &'a str,
    pub(crate) kind: Type,
    pub(crate) value: Value,
}

/// Parameters and values that belong together: those of a whole worksheet, or of a line.
#[derive(Clone, Copy, Default)]
pub(super) struct Section<'a> {
    pub(super) parameters: Option<&'a IndexMap<String, ParameterDef>>,
    pub(super) arguments: Option<&'a BTreeMap<String, Argument>>,
    pub(super) values: Option<&'a dyn Values>,
    /// The keyword with its id, on a line.
    pub(super) keyword: Option<(&'a str, &'a KeywordDef)>,
}

impl<'a> Section<'a> {
    /// The parameter of which a name is the whole or a part.
    pub(super) fn parameter(&self, name: &str) -> Option<&'a ParameterDef> {
        self.parameters?.get(split(name).0)
    }

    /// The argument of a parameter.
    pub(super) fn argument(&self, parameter: &str) -> Option<&'a Argument> {
        let set = self.arguments.and_then(|arguments| arguments.get(parameter));
        set.or_else(|| self.parameters?.get(parameter)?.default.as_ref())
    }
}

/// What a worksheet is of: it decides how its names are printed.
#[derive(Clone, Copy)]
pub(super) enum SheetOf<'a> {
    /// An ability, whose values may be in any order.
    Ability(&'a AbilityRules),
    /// A procedure, or what a check makes of a roll: a value may use those before it.
    Steps,
}

/// How a value of a worksheet is defined.
struct Definition<'a> {
    name: &'a str,
    /// Its place among the values of its section.
    place: usize,
    expr: &'a Expr,
    may_be_fraction: bool,
}

/// Parameters and values, evaluated on demand.
pub struct Worksheet<'a> {
    pub(super) ground: Ground<'a>,
    pub(super) of: SheetOf<'a>,
    pub(super) head: Section<'a>,
    /// None for a keyword that the system does not know.
    pub(super) lines: Vec<Option<Section<'a>>>,
    pub(crate) bound: Vec<Bound<'a>>,
    /// Types found so far, so that each formula is typed once.
    types: RefCell<BTreeMap<Address<'a>, Type>>,
    memo: Memo<Address<'a>>,
    explained: RefCell<BTreeMap<Address<'a>, Arc<Computed>>>,
    /// How many terms there are so far.
    terms: Cell<usize>,
    /// Sums over all lines, by name.
    pub(super) sums: RefCell<BTreeMap<String, Value>>,
}

impl<'a> Worksheet<'a> {
    pub(super) fn new(ground: Ground<'a>, of: SheetOf<'a>, head: Section<'a>) -> Self {
        Self {
            ground,
            of,
            head,
            lines: Vec::new(),
            bound: Vec::new(),
            types: RefCell::default(),
            memo: Memo::new(false),
            explained: RefCell::default(),
            terms: Cell::new(0),
            sums: RefCell::default(),
        }
    }

    /// Values in order, of which each may use those before it.
    pub(crate) fn steps(
        ground: Ground<'a>,
        parameters: &'a IndexMap<String, ParameterDef>,
        arguments: Option<&'a BTreeMap<String, Argument>>,
        values: Option<&'a dyn Values>,
    ) -> Self {
        let head = Section { parameters: Some(parameters), arguments, values, keyword: None };
        Self::new(ground, SheetOf::Steps, head)
    }

    /// Bound names alone, without parameters or values.
    pub(crate) fn of_names(ground: impl Into<Ground<'a>>, bound: Vec<Bound<'a>>) -> Self {
        Self { bound, ..Self::new(ground.into(), SheetOf::Steps, Section::default()) }
    }

    /// The names of the whole worksheet.
    pub fn frame(&self) -> SheetFrame<'_, 'a> {
        SheetFrame { sheet: self, line: None, visible: usize::MAX }
    }

    /// The names that are known when the first `values` values are computed.
    pub fn frame_after(&self, values: usize) -> SheetFrame<'_, 'a> {
        SheetFrame { sheet: self, line: None, visible: values }
    }

    /// The names of a line, and those of the whole worksheet; none where there is no such line.
    pub fn frame_of_line(&self, line: usize) -> Option<SheetFrame<'_, 'a>> {
        self.section(Some(line)).map(|_| SheetFrame { sheet: self, line: Some(line), visible: usize::MAX })
    }

    pub(super) fn section(&self, line: Option<usize>) -> Option<Section<'a>> {
        line.map_or(Some(self.head), |line| *self.lines.get(line)?)
    }

    /// The lines that are there, each with its number.
    pub(super) fn sections(&self) -> impl Iterator<Item = (usize, Section<'a>)> {
        self.lines.iter().enumerate().filter_map(|(line, section)| Some((line, (*section)?)))
    }

    /// How abilities are built, where it is of one.
    pub(super) fn rules(&self) -> Option<&'a AbilityRules> {
        match self.of {
            SheetOf::Ability(rules) => Some(rules),
            SheetOf::Steps => None,
        }
    }

    /// The names of the prices that each line has.
    pub(super) fn prices(&self) -> &'static [&'static str] {
        let has_prices = self.rules().is_some_and(|rules| rules.prices.is_some());
        if has_prices { &[COST, PRICE] } else { &[] }
    }

    fn definition(&self, line: Option<usize>, name: &str) -> Option<Definition<'a>> {
        let section = self.section(line)?;
        if let (Some((_, keyword)), Some(name)) = (section.keyword, self.prices().iter().find(|price| **price == name))
        {
            let formula = if *name == COST { keyword.cost.as_ref() } else { self.rules()?.price_of(keyword) };
            return formula.map(|formula| Definition { name, place: 0, expr: &formula.expr, may_be_fraction: false });
        }
        let (place, name, ValueDef { formula, may_be_fraction, .. }) = section.values?.value(name)?;
        Some(Definition { name, place, expr: &formula.expr, may_be_fraction: *may_be_fraction })
    }

    /// Where a value of this name stands that is computed on a line, or for the whole worksheet.
    pub(super) fn address(&self, line: Option<usize>, name: &str) -> Option<Address<'a>> {
        self.definition(line, name).map(|definition| (line, definition.name))
    }

    /// Where lines give a value of this name.
    pub(super) fn giving(&self, name: &str) -> impl Iterator<Item = Address<'a>> {
        (0..self.lines.len()).filter_map(move |line| self.address(Some(line), name))
    }

    /// The values that the formula of a value names.
    fn needs(&self, (line, name): Address<'a>) -> BTreeSet<Address<'a>> {
        let mut needs = BTreeSet::new();
        let Some(definition) = self.definition(line, name) else { return needs };
        definition.expr.walk(&mut |part| {
            if let ExprKind::Name(name) = &part.kind {
                let own = line.and_then(|line| self.address(Some(line), name));
                needs.extend(own.or_else(|| self.address(None, name)));
            }
            if let ExprKind::Query(Query::Summed, words) = &part.kind {
                needs.extend(self.giving(&words[0].0));
            }
        });
        needs
    }

    /// How many values the formula of a value sees.
    fn visible_to(&self, definition: &Definition<'a>) -> usize {
        match self.of {
            SheetOf::Ability(_) => usize::MAX,
            SheetOf::Steps => definition.place,
        }
    }

    /// The type of a value. Those of all that it needs are found before it; one that needs itself counts as a number there,
    /// since such circles are reported elsewhere.
    pub(super) fn type_at(&self, address: Address<'a>) -> Type {
        if let Some(found) = self.types.borrow().get(&address) {
            return found.clone();
        }
        let open = |address: &Address<'a>| {
            let visible = self.definition(address.0, address.1).map_or(0, |definition| self.visible_to(&definition));
            let is_visible =
                |need: &Address<'a>| self.definition(need.0, need.1).is_some_and(|need| need.place < visible);
            let known = self.types.borrow();
            self.needs(*address).into_iter().filter(|need| is_visible(need) && !known.contains_key(need)).collect()
        };
        let steps = order([address], open);
        self.types.borrow_mut().extend(steps.iter().map(|step| (step.key, Type::Number)));
        for (line, name) in steps.into_iter().map(|step| step.key) {
            let Some(definition) = self.definition(line, name) else { continue };
            let frame = SheetFrame { sheet: self, line, visible: self.visible_to(&definition) };
            let found = kind(definition.expr, &frame);
            self.types.borrow_mut().insert((line, name), found);
        }
        self.types.borrow().get(&address).cloned().unwrap_or(Type::Number)
    }

    /// A formula of a check or procedure under the rules in force, with arguments that are words folded like rulings: what
    /// is left is what counts in this case.
    pub(crate) fn folded(&self, expr: &Expr) -> Expr {
        let word = |name: &str| match self.head.argument(name) {
            Some(Argument::Symbol(word)) => Some(word.clone()),
            Some(Argument::Number(_)) | None => None,
        };
        fold(&self.ground.fold(expr), &word)
    }

    /// The formulas of abilities are folded once for all of them.
    fn formula(&self, definition: &Definition<'a>) -> Cow<'a, Expr> {
        match self.of {
            SheetOf::Ability(_) => Cow::Borrowed(definition.expr),
            SheetOf::Steps => Cow::Owned(self.folded(definition.expr)),
        }
    }

    fn named(&self, line: Option<usize>, name: &str) -> Result<Address<'a>, EvalError> {
        let unknown = || EvalError::whole(EvalFault::Unknown { name: name.to_owned() }).in_value(name);
        self.address(line, name).ok_or_else(unknown)
    }

    /// A value of the whole worksheet, without its terms.
    ///
    /// # Errors
    /// When it cannot be computed.
    pub fn value_of(&self, name: &str) -> Result<Value, EvalError> {
        self.value_at(self.named(None, name)?)
    }

    /// A value of the whole worksheet, with its terms.
    ///
    /// # Errors
    /// When it cannot be computed.
    pub fn computed(&self, name: &str) -> Result<Arc<Computed>, EvalError> {
        self.computed_on(None, name)
    }

    /// A value without its terms: what other formulas need, and most values are never shown.
    pub(super) fn value_at(&self, address: Address<'a>) -> Result<Value, EvalError> {
        let Some(depth) = self.ground.frame.depth() else { return Ok(Value::Unknown(address.1.to_owned())) };
        let needs = |address: &Address<'a>| self.needs(*address).into_iter().collect();
        self.memo.find(&address, depth, needs, &|address| self.evaluate(*address))
    }

    fn evaluate(&self, (line, name): Address<'a>) -> Result<Value, EvalError> {
        let Some(definition) = self.definition(line, name) else { return Ok(Value::Unknown(name.to_owned())) };
        let expr = self.formula(&definition);
        let value = eval(&expr, &SheetFrame { sheet: self, line, visible: usize::MAX })?;
        require_whole(&value, definition.may_be_fraction, &expr.at)?;
        Ok(value)
    }

    /// A value of the whole worksheet or of a line, with its terms.
    pub(super) fn computed_on(&self, line: Option<usize>, name: &str) -> Result<Arc<Computed>, EvalError> {
        let address = self.named(line, name)?;
        if let Some(done) = self.explained.borrow().get(&address) {
            return Ok(Arc::clone(done));
        }
        let value = self.value_at(address)?;
        let terms = match self.definition(line, name) {
            Some(definition) => {
                let frame = SheetFrame { sheet: self, line, visible: usize::MAX };
                explain(&self.formula(&definition), &frame).map_err(|error| error.in_value(name))?.1
            }
            None => Vec::new(),
        };
        self.terms.set(self.terms.get() + terms.len());
        let of = match self.of {
            SheetOf::Ability(_) => TermsOf::Ability,
            SheetOf::Steps => TermsOf::Procedure,
        };
        limit_terms(self.terms.get(), of).map_err(|error| error.in_value(name))?;
        let computed = Arc::new(Computed { value, terms });
        self.explained.borrow_mut().insert(address, Arc::clone(&computed));
        Ok(computed)
    }
}
