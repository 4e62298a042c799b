//! Queries of formulas about a character: ranks, counts, totals, and fields of what is held.
//!
//! Every answer is cached. Some rest on formulas with queries of their own, which would otherwise be evaluated twice as
//! often with every level.

use super::Evaluator;
use crate::eval::counted::{held, times};
use crate::eval::worksheet::Worksheet;
use crate::formula::{EvalError, EvalFault, Query, add, eval};
use crate::model::character::{Character, Completeness, Item, Ranks, Retagged};
use crate::model::system::{ABILITY_TOTAL, CountOf, ITEM_TOTAL, SECONDARY_TOTAL, TotalOf, named};
use crate::value::Value;

impl Evaluator<'_> {
    pub(super) fn answer(&self, query: Query, words: &[&str]) -> Result<Value, EvalError> {
        if self.character.completeness == Completeness::Blank {
            return Ok(Value::Unknown(words[0].to_owned()));
        }
        let asked = format!("{}('{}')", query.name(), words.join("', '"));
        let found = self.once(&asked, || {
            Ok(Some(match query {
                Query::Total => return self.within(&asked, || self.total(words[0])).map(Some),
                Query::Rank => Value::whole(self.rank(words[0], words.get(1).copied(), words.len() > 2).into()),
                Query::Trained => Value::whole(self.is_trained(words[0]).into()),
                Query::Count => count_of(self.count(words[0])?),
                Query::Times => count_of(times(self.character, words[0], words.get(1).copied())),
                Query::Held => count_of(held(self.rules.system(), self.character, words[0], words.len() > 1)),
                // Validation allows these only in formulas of abilities, which answer them themselves.
                Query::Bought | Query::Summed => Value::whole(0),
            }))
        })?;
        Ok(found.unwrap_or(Value::whole(0)))
    }

    /// A field of the item held for an action.
    pub(super) fn field_held(&self, action: &str, field: &str) -> Result<Option<Value>, EvalError> {
        if self.character.completeness == Completeness::Blank {
            return Ok(Some(Value::Unknown(field.to_owned())));
        }
        let asked = format!("wielded('{action}', '{field}')");
        self.once(&asked, || {
            let formula = self.character.wielded(action).and_then(|item| item.fields.get(field));
            formula.map(|formula| self.within(&asked, || eval(&self.rules.fold(&formula.expr), self))).transpose()
        })
    }

    /// What the same character has where actions have other tags.
    pub(super) fn with_tags(
        &self,
        asked: &str,
        tags: &Retagged,
        find: impl FnOnce(&Evaluator<'_>) -> Result<Value, EvalError>,
    ) -> Result<Value, EvalError> {
        if self.character.retagged.is_some() || self.character.is_blank() {
            return find(self);
        }
        let asked = format!("{asked} as '{}' of '{}'", tags.tag, tags.lists.join("', '"));
        let found = self.once(&asked, || {
            let character = Character { retagged: Some(tags.clone()), ..self.character.clone() };
            find(&Evaluator::new(self.rules, &character)).map(Some)
        })?;
        Ok(found.unwrap_or(Value::whole(0)))
    }

    fn once(
        &self,
        asked: &str,
        find: impl FnOnce() -> Result<Option<Value>, EvalError>,
    ) -> Result<Option<Value>, EvalError> {
        if let Some(known) = self.answers.borrow().get(asked) {
            return Ok(known.clone());
        }
        let found = find()?;
        self.answers.borrow_mut().insert(asked.to_owned(), found.clone());
        Ok(found)
    }

    /// An action's id, its own tags, and the tags of what is held for it, or those that it has where nothing is; for
    /// anything else none.
    fn tags(&self, word: &str) -> Vec<&str> {
        let system = self.rules.system();
        let mut tags = vec![];
        if let Some((id, action)) = system.actions.get_key_value(word) {
            tags.push(id.as_str());
            let held = self.character.wielded(word).map_or(&action.tags_without_item, |item: &Item| &item.tags);
            tags.extend(action.tags.iter().chain(held).map(String::as_str));
            if let Some(Retagged { tag, lists }) = &self.character.retagged {
                tags.retain(|tag| system.list_of(tag).is_none_or(|list| !lists.iter().any(|one| one == list)));
                tags.push(tag);
            }
        }
        tags.sort_unstable();
        tags.dedup();
        tags
    }

    /// Ranks in a skill, or in the kinds of it that match; of several such kinds all ranks, or those of the highest.
    fn rank(&self, skill: &str, kind: Option<&str>, is_highest: bool) -> u32 {
        match (self.character.skills.get(skill), kind) {
            (None, _) => 0,
            (Some(ranks), None) => ranks.own(),
            (Some(Ranks::WithSecondary { secondary, .. }), Some(under)) => secondary.get(under).copied().unwrap_or(0),
            // Where no rank in a secondary skill was bought, the file may give the skill's own alone.
            (Some(Ranks::Plain(_)), Some(_)) if !self.rules.system().skills[skill].secondary.is_empty() => 0,
            (Some(Ranks::Plain(ranks)), Some(_)) => *ranks,
            (Some(Ranks::Chosen(kinds)), Some(kind)) => {
                let tags = self.tags(kind);
                let matches = |k: &str| k == kind || tags.contains(&k);
                let matching = kinds.iter().filter(|(k, _)| matches(k)).map(|(_, n)| *n);
                if is_highest { matching.max().unwrap_or(0) } else { matching.fold(0, u32::saturating_add) }
            }
        }
    }

    fn is_trained(&self, word: &str) -> bool {
        let tags = self.tags(word);
        self.character.backgrounds.iter().flat_map(|b| &b.covers).any(|c| c == word || tags.contains(&c.as_str()))
    }

    fn count(&self, word: &str) -> Result<usize, EvalError> {
        let character = self.character;
        let counted = named(&CountOf::WORDS, word).ok_or_else(|| unknown_symbol(word))?;
        Ok(match counted {
            CountOf::Backgrounds => character.backgrounds.len(),
            CountOf::Languages => character.languages.len(),
            CountOf::Advances => character.advances.len(),
            CountOf::Items => character.items.len(),
            CountOf::Abilities => character.abilities.len() + character.built.len(),
            CountOf::Conditions => character.conditions.len(),
            CountOf::Repeated => {
                let mut covered: Vec<&String> = character.backgrounds.iter().flat_map(|b| &b.covers).collect();
                let all = covered.len();
                covered.sort();
                covered.dedup();
                all - covered.len()
            }
        })
    }

    fn total(&self, word: &str) -> Result<Value, EvalError> {
        let character = self.character;
        if let Some(field) = word.strip_prefix(ITEM_TOTAL) {
            let fields = character.items.iter().filter_map(|item| item.fields.get(field));
            return summed(word, fields.map(|formula| eval(&self.rules.fold(&formula.expr), self)));
        }
        if let Some(name) = word.strip_prefix(ABILITY_TOTAL) {
            let sheets = character.built.iter().filter_map(|ability| Worksheet::ability(self, ability));
            return summed(word, sheets.map(|sheet| sheet.value_of(name)));
        }
        let skills = || character.skills.values();
        if let Some(skill) = word.strip_prefix(SECONDARY_TOTAL) {
            return Ok(Value::whole(character.skills.get(skill).map_or(0, Ranks::secondary).into()));
        }
        let totaled = named(&TotalOf::WORDS, word).ok_or_else(|| unknown_symbol(word))?;
        Ok(Value::whole(match totaled {
            TotalOf::Primary => skills().map(|r| i64::from(r.own())).sum(),
            TotalOf::Secondary => skills().map(|r| i64::from(r.secondary())).sum(),
            TotalOf::Stats => character.stats.values().copied().fold(0, i64::saturating_add),
            TotalOf::Weight => return summed(word, character.items.iter().map(|item| Ok(Value::Number(item.weight)))),
            TotalOf::Ranks => {
                let skills: i64 = skills().map(|r| i64::from(r.total())).sum();
                skills + character.languages.iter().map(|l| i64::from(l.ranks)).sum::<i64>()
            }
        }))
    }
}

/// A word that validation would have refused.
fn unknown_symbol(word: &str) -> EvalError {
    EvalError::whole(EvalFault::UnknownSymbol { word: word.to_owned() })
}

/// The sum of numbers. Values of abilities have a type only for each ability, so what they are shows only here.
fn summed(word: &str, mut values: impl Iterator<Item = Result<Value, EvalError>>) -> Result<Value, EvalError> {
    values.try_fold(Value::whole(0), |sum, value| {
        let value = value?;
        if !matches!(value, Value::Number(_) | Value::Unknown(_)) {
            return Err(EvalError::whole(EvalFault::NoTotal { of: word.to_owned(), value }));
        }
        add(&sum, &value).map_err(EvalError::whole)
    })
}

fn count_of(how_many: usize) -> Value {
    Value::whole(i64::try_from(how_many).unwrap_or(i64::MAX))
}
