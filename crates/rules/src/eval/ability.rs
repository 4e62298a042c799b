//! The names that formulas of abilities may use.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::rc::Rc;

use super::order::order;
use crate::formula::{ExprKind, FormulaError, FormulaFault, Query, Scope, WordKind, kind, nearest};
use crate::model::ability::{AbilityRules, COST, KeywordDef, PRICE};
use crate::model::field::{FieldDef, ValueDef};
use crate::model::system::System;
use crate::value::Type;

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
