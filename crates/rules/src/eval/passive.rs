//! Passive bonuses: what abilities add to their owner without being used.
//!
//! **In** a character's abilities and a name. **Out** what is added to it, each with the ability it comes from.
//! Of additions that are alike, in one ability or in several, the last one supersedes the others.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::eval::compute::Evaluator;
use crate::eval::worksheet::Worksheet;
use crate::formula::{EvalError, Expr, eval};
use crate::model::ability::{Ability, AddTo, Addition, Argument, KeywordDef, Purchase};
use crate::model::character::Character;
use crate::model::rules::Rules;
use crate::value::Value;

/// A passive bonus: one addition of an ability of the character.
#[derive(Clone, Debug)]
pub struct PassiveBonus<'a> {
    /// The ability's place among the character's.
    pub place: usize,
    /// The ability.
    pub ability: &'a Ability,
    /// The keyword's place in it.
    pub line: usize,
    addition: &'a Addition,
    /// What it is added to.
    pub to: &'a str,
    /// A later addition of the same keyword that supersedes it.
    pub replaced_by: Option<Rc<Self>>,
}

/// An addition of a keyword in an ability of the character, which may or may not be passive.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Possible {
    place: usize,
    line: usize,
    /// Its place among the additions of the keyword.
    number: usize,
}

/// All additions that abilities of a character may have, by what they are added to; from the last to the first.
pub(crate) fn possible_additions(rules: &Rules, character: &Character) -> BTreeMap<String, Vec<Possible>> {
    let mut found: BTreeMap<String, Vec<Possible>> = BTreeMap::new();
    let Some(rules) = rules.abilities().filter(|rules| rules.passive.is_some()) else { return found };
    for (place, ability) in character.built.iter().enumerate().rev() {
        for (line, purchase) in ability.keywords.iter().enumerate().rev() {
            let Some(keyword) = rules.keywords.get(&purchase.keyword) else { continue };
            for (number, addition) in keyword.adds.iter().enumerate() {
                if let Some(to) = added_to(addition, keyword, purchase) {
                    found.entry(to.to_owned()).or_default().push(Possible { place, line, number });
                }
            }
        }
    }
    found
}

/// The stat or value that an addition is made to; none where a parameter that names it is set to no word.
fn added_to<'a>(addition: &'a Addition, keyword: &'a KeywordDef, purchase: &'a Purchase) -> Option<&'a str> {
    match &addition.to {
        AddTo::Value(name) => Some(name),
        AddTo::Stat(parameter) => match keyword.argument(purchase, parameter) {
            Some(Argument::Symbol(stat)) => Some(stat),
            Some(Argument::Number(_)) | None => None,
        },
    }
}

/// What makes additions alike: the addition of the keyword, what it adds to, and the arguments that set it apart.
type Likeness<'a> = (&'a str, usize, &'a str, Vec<Option<&'a Argument>>);

/// Everything that abilities add to one name, or to all, replaced additions included, in the character's order.
///
/// # Errors
/// When it cannot be computed whether an ability's additions are passive.
pub fn additions<'a>(evaluator: &Evaluator<'a>, name: Option<&str>) -> Result<Vec<Rc<PassiveBonus<'a>>>, EvalError> {
    let Some(rules) = evaluator.rules().abilities() else { return Ok(Vec::new()) };
    let Some(passive) = &rules.passive else { return Ok(Vec::new()) };
    let possible = evaluator.possible_additions();
    let mut wanted: Vec<&Possible> = match name {
        Some(name) => possible.get(name).into_iter().flatten().collect(),
        None => possible.values().flatten().collect(),
    };
    // From the last to the first: the later one supersedes the earlier.
    wanted.sort_by_key(|one| (Reverse(one.place), Reverse(one.line), one.number));
    let mut found: Vec<Rc<PassiveBonus<'a>>> = Vec::new();
    let mut last_ones: BTreeMap<Likeness<'a>, Rc<PassiveBonus<'a>>> = BTreeMap::new();
    let mut holds: Option<(usize, bool)> = None;
    for Possible { place, line, number } in wanted.into_iter().copied() {
        let ability: &'a Ability = &evaluator.character().built[place];
        let purchase = &ability.keywords[line];
        let Some(keyword) = rules.keywords.get(&purchase.keyword) else { continue };
        let addition = &keyword.adds[number];
        let Some(to) = added_to(addition, keyword, purchase) else { continue };
        let is_passive = match holds {
            Some((known, is_passive)) if known == place => is_passive,
            _ => is_passive(evaluator, ability, &passive.expr)?,
        };
        holds = Some((place, is_passive));
        if is_passive && is_there(evaluator, ability, line, addition)? {
            let mut one = PassiveBonus { place, ability, line, addition, to, replaced_by: None };
            let argument = |name: &String| {
                let of_keyword = keyword.argument(purchase, name);
                of_keyword.or_else(|| rules.argument(ability, name))
            };
            let apart_by = addition.apart_by.iter().map(argument).collect();
            let likeness = (purchase.keyword.as_str(), number, to, apart_by);
            one.replaced_by = last_ones.get(&likeness).cloned();
            let one = Rc::new(one);
            if one.replaced_by.is_none() {
                last_ones.insert(likeness, Rc::clone(&one));
            }
            found.push(one);
        }
    }
    found.reverse();
    Ok(found)
}

fn is_passive(evaluator: &Evaluator<'_>, ability: &Ability, passive: &Expr) -> Result<bool, EvalError> {
    let Some(sheet) = Worksheet::ability(evaluator, ability) else { return Ok(false) };
    Ok(eval(passive, &sheet.frame())? == Value::Bool(true))
}

/// Whether a keyword has this addition in this ability.
fn is_there(evaluator: &Evaluator<'_>, ability: &Ability, line: usize, addition: &Addition) -> Result<bool, EvalError> {
    let Some(when) = &addition.when else { return Ok(true) };
    let Some(sheet) = Worksheet::ability(evaluator, ability) else { return Ok(false) };
    sheet.frame_of_line(line).map_or(Ok(false), |frame| Ok(eval(&when.expr, &frame)? == Value::Bool(true)))
}

impl PassiveBonus<'_> {
    /// How much it adds, from the worksheet of its ability.
    pub(crate) fn value(&self, sheet: &Worksheet<'_>) -> Result<Value, EvalError> {
        match sheet.frame_of_line(self.line) {
            Some(frame) => eval(&self.addition.add.expr, &frame),
            None => Ok(Value::Unknown(self.to.to_owned())),
        }
    }
}
