//! What abilities add to their owner at all times.
//!
//! **In** a character's abilities and a name. **Out** what is added to it, each with the ability it comes from.
//! Of additions that are alike, in one ability or in several, the last one counts.

use std::rc::Rc;

use crate::ability::{Ability, AbilityRules, AddTo, Addition, Given, KeywordDef};
use crate::bill::Workings;
use crate::compute::Evaluator;
use crate::formula::{EvalError, Expr, eval};
use crate::value::Value;

/// One addition of an ability of the character.
#[derive(Clone, Debug)]
pub struct Lasting<'a> {
    /// The ability's place among the character's.
    pub place: usize,
    /// The ability.
    pub ability: &'a Ability,
    /// The keyword's place in it.
    pub line: usize,
    rules: &'a AbilityRules,
    keyword: &'a KeywordDef,
    addition: &'a Addition,
    /// What it is added to.
    pub to: &'a str,
    /// An addition of the same keyword that comes later and takes its place.
    pub replaced_by: Option<Rc<Self>>,
}

/// Everything that abilities add to one name, or to all, replaced additions included, in the character's order.
///
/// # Errors
/// When it cannot be told whether an ability's additions hold at all times.
pub fn additions<'a>(evaluator: &Evaluator<'a>, name: Option<&str>) -> Result<Vec<Rc<Lasting<'a>>>, EvalError> {
    let Some(rules) = evaluator.rules().abilities() else { return Ok(Vec::new()) };
    let Some(lasting) = &rules.lasting else { return Ok(Vec::new()) };
    let mut found: Vec<Rc<Lasting<'a>>> = Vec::new();
    // From the last to the first: what stands later replaces what stands before it.
    for (place, ability) in evaluator.character().built.iter().enumerate().rev() {
        let mut holds = None;
        for (line, purchase) in ability.keywords.iter().enumerate().rev() {
            let Some(keyword) = rules.keywords.get(&purchase.keyword) else { continue };
            for addition in &keyword.adds {
                let to = match &addition.to {
                    AddTo::Value(name) => name,
                    AddTo::Stat(parameter) => match keyword.given(purchase, parameter) {
                        Some(Given::Word(stat)) => stat,
                        Some(Given::Number(_)) | None => continue,
                    },
                };
                if name.is_some_and(|name| name != to) {
                    continue;
                }
                let is_lasting = match holds {
                    Some(known) => known,
                    None => holds_at_all_times(evaluator, ability, &lasting.expr)?,
                };
                holds = Some(is_lasting);
                if is_lasting {
                    let mut one = Lasting { place, ability, line, rules, keyword, addition, to, replaced_by: None };
                    one.replaced_by =
                        found.iter().find(|other| other.replaced_by.is_none() && one.is_like(other)).cloned();
                    found.push(Rc::new(one));
                }
            }
        }
    }
    found.reverse();
    Ok(found)
}

fn holds_at_all_times(evaluator: &Evaluator<'_>, ability: &Ability, lasting: &Expr) -> Result<bool, EvalError> {
    let Some(workings) = Workings::new(evaluator, ability) else { return Ok(false) };
    Ok(eval(lasting, &workings)? == Value::Truth(true))
}

impl Lasting<'_> {
    fn is_like(&self, other: &Self) -> bool {
        let given = |lasting: &Self, name: &str| {
            let of_keyword = lasting.keyword.given(&lasting.ability.keywords[lasting.line], name);
            of_keyword.or_else(|| lasting.rules.given(lasting.ability, name)).cloned()
        };
        std::ptr::eq(self.addition, other.addition)
            && self.to == other.to
            && self.addition.apart_by.iter().all(|parameter| given(self, parameter) == given(other, parameter))
    }

    /// How much it adds.
    ///
    /// # Errors
    /// When it cannot be computed.
    pub fn value(&self, evaluator: &Evaluator<'_>) -> Result<Value, EvalError> {
        let unknown = || Value::Unknown(self.to.to_owned());
        let Some(workings) = Workings::new(evaluator, self.ability) else { return Ok(unknown()) };
        Ok(workings.on_line(self.line, &self.addition.add.expr)?.unwrap_or_else(unknown))
    }
}
