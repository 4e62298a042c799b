//! A system with its rulings decided.

use std::collections::BTreeMap;
use std::sync::Arc;

use indexmap::IndexMap;

use super::ability::AbilityRules;
use super::system::{RULING, System};
use crate::formula::{Expr, fold};

/// A system and the reading chosen for each of its rulings. Formulas are kept with the
/// decided rulings folded out. A copy shares both with the original.
#[derive(Clone, Debug)]
pub struct Rules {
    system: Arc<System>,
    chosen: BTreeMap<String, String>,
    formulas: Arc<IndexMap<String, Expr>>,
    abilities: Option<Arc<AbilityRules>>,
}

/// A ruling or reading that the system does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownRuling {
    /// The ruling.
    pub ruling: String,
    /// The reading requested.
    pub option: String,
}

impl Rules {
    /// The system with all rulings at their defaults.
    pub fn new(system: System) -> Self {
        let mut rules =
            Self { system: Arc::new(system), chosen: BTreeMap::new(), formulas: Arc::default(), abilities: None };
        rules.refold();
        rules
    }

    /// The same system with some rulings decided otherwise.
    ///
    /// # Errors
    /// The first ruling or reading that does not exist.
    pub fn with(&self, choices: &BTreeMap<String, String>) -> Result<Self, UnknownRuling> {
        let mut rules = self.clone();
        for (ruling, option) in choices {
            let unknown = || UnknownRuling { ruling: ruling.clone(), option: option.clone() };
            let def = self.system.rulings.get(ruling).ok_or_else(unknown)?;
            if !def.options.contains(option) {
                return Err(unknown());
            }
            rules.chosen.insert(ruling.clone(), option.clone());
        }
        if choices.keys().any(|ruling| rules.chosen(ruling) != self.chosen(ruling)) {
            rules.refold();
        }
        Ok(rules)
    }

    /// The same system with all rulings at their defaults.
    pub fn defaults(&self) -> Self {
        let mut rules = self.clone();
        if !self.differences().is_empty() {
            rules.chosen.clear();
            rules.refold();
        }
        rules
    }

    /// Whether these share the system and the readings, and so every formula.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.formulas, &other.formulas)
    }

    fn refold(&mut self) {
        let decided = |name: &str| self.decided(name);
        let values = self.system.values.iter();
        let abilities = self.system.abilities.as_ref().map(|rules| rules.folded(&|expr| fold(expr, &decided)));
        self.abilities = abilities.map(Arc::new);
        let decided = |name: &str| self.decided(name);
        self.formulas = Arc::new(values.map(|(id, v)| (id.clone(), fold(&v.formula.expr, &decided))).collect());
    }

    /// The system.
    pub fn system(&self) -> &System {
        &self.system
    }

    /// The formula of a value as it applies.
    pub fn formula(&self, id: &str) -> Option<&Expr> {
        self.formulas.get(id)
    }

    /// How abilities are built, where the system has such rules.
    pub fn abilities(&self) -> Option<&AbilityRules> {
        self.abilities.as_deref()
    }

    /// Any other formula with the decided rulings folded out.
    pub fn fold(&self, expr: &Expr) -> Expr {
        fold(expr, &|name| self.decided(name))
    }

    /// The reading in force.
    pub fn chosen(&self, ruling: &str) -> Option<&str> {
        let default = self.system.rulings.get(ruling)?.options.first();
        self.chosen.get(ruling).or(default).map(String::as_str)
    }

    /// The rulings that differ from the default, in order of their names.
    pub fn differences(&self) -> Vec<(&str, &str)> {
        let differs =
            |ruling: &str, option: &str| self.system.rulings[ruling].options.first().is_some_and(|d| d != option);
        self.chosen.iter().filter(|(r, o)| differs(r, o)).map(|(r, o)| (r.as_str(), o.as_str())).collect()
    }

    fn decided(&self, name: &str) -> Option<String> {
        self.chosen(name.strip_prefix(RULING)?).map(str::to_owned)
    }
}
