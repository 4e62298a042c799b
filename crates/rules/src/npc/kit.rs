//! The gear and abilities of an NPC.

use std::sync::Arc;

use super::draft::Draft;
use super::{Gear, GearGroup, NpcError, Part, Topic};
use crate::eval::Worksheet;
use crate::eval::compute::Evaluator;
use crate::formula::{EvalError, EvalFault, Formula};
use crate::model::ability::Ability;
use crate::model::character::Item;
use crate::value::Value;

impl Draft<'_> {
    pub(super) fn gear(&mut self) -> Result<(), NpcError> {
        let mut stream = self.stream(Topic::Gear);
        let archetype = self.archetype;
        for (number, group) in archetype.gear.iter().enumerate() {
            if !self.holds(group.when.as_ref())? {
                continue;
            }
            let mut open = self.open(group)?;
            let options: Vec<&String> = open.iter().map(|gear| &gear.item.name).collect();
            let mut taken = String::new();
            // One that is too heavy is put back, and another one taken.
            while taken.is_empty() && !open.is_empty() {
                let gear = open.remove(stream.place(open.len()));
                let item = self.resolved(&gear.item)?;
                self.npc.character.items.push(item);
                if self.can_carry()? {
                    taken.clone_from(&gear.item.name);
                    self.npc.item_notes.push(gear.note.clone());
                } else {
                    self.npc.character.items.pop();
                }
            }
            let why = if taken.is_empty() {
                "nothing there fits with the other items, or can be carried"
            } else {
                "random among what fits with the other items; each is equally likely"
            };
            self.log(&format!("items/{number}"), options, &taken, why);
        }
        Ok(())
    }

    /// What of a group is there for this NPC, and for an action that nothing is held for yet.
    fn open<'g>(&self, group: &'g GearGroup) -> Result<Vec<&'g Gear>, NpcError> {
        let mut open = Vec::new();
        for offer in &group.one_of {
            let is_free = offer.of.item.wields.iter().all(|action| self.npc.character.wielded(action).is_none());
            if is_free && self.holds(offer.when.as_ref())? {
                open.push(&offer.of);
            }
        }
        Ok(open)
    }

    fn can_carry(&self) -> Result<bool, NpcError> {
        let (carried, limit) = (self.amount(Part::LoadCarried)?, self.amount(Part::LoadLimit)?);
        Ok(carried.zip(limit).is_none_or(|(carried, limit)| carried <= limit))
    }

    /// The thing with its formulas evaluated: an item stays as it is when its owner's level rises.
    fn resolved(&self, item: &Item) -> Result<Item, NpcError> {
        let mut item = item.clone();
        for formula in item.fields.values_mut() {
            *formula = self.evaluated(formula)?;
        }
        for modifier in &mut item.modifiers {
            modifier.add = self.evaluated(&modifier.add)?;
        }
        Ok(item)
    }

    fn evaluated(&self, formula: &Formula) -> Result<Formula, NpcError> {
        let text = match self.value(formula)? {
            Value::Symbol(word) => format!("'{word}'"),
            Value::Dice(dice) => dice.as_formula().replace('\u{2212}', "-"),
            value => value.to_string().replace('\u{2212}', "-"),
        };
        let unreadable = |_| {
            let fault = EvalFault::NoFormula { formula: formula.text.clone(), text: text.clone() };
            EvalError::new(&formula.expr.at, fault)
        };
        Ok(Formula::parse(&text).map_err(unreadable)?)
    }

    pub(super) fn abilities(&mut self) -> Result<(), NpcError> {
        let Some(most) = self.count(Part::AbilitiesMost)? else { return Ok(()) };
        let mut stream = self.stream(Topic::Abilities);
        let generator = self.generator;
        let find = |id: &str| generator.abilities.iter().copied().find(|ability| ability.id == id);
        let wanted = self.archetype.abilities.iter().filter_map(|(id, weight)| Some((find(id)?, *weight)));
        let mut open: Vec<(&Arc<Ability>, u32)> = wanted.collect();
        while self.npc.character.built.len() < most {
            let weights: Vec<u32> = open.iter().map(|(_, weight)| *weight).collect();
            let Some(place) = stream.weighted(&weights) else { break };
            let options: Vec<Arc<Ability>> = open.iter().map(|(ability, _)| Arc::clone(ability)).collect();
            let options = options.iter().map(|ability| &ability.id);
            let (ability, weight) = open.remove(place);
            let what = format!("abilities/{}", self.npc.character.built.len());
            match self.objection(ability)? {
                None => {
                    self.npc.character.built.push(Arc::clone(ability));
                    self.log(&what, options, &ability.id, &format!("weight {weight}; it is legal and fits"));
                }
                Some(why) => self.log(&what, options, "", &format!("not `{}`: {why}", ability.id)),
            }
        }
        Ok(())
    }

    /// Why this NPC cannot have an ability.
    fn objection(&mut self, ability: &Arc<Ability>) -> Result<Option<String>, NpcError> {
        let evaluator = Evaluator::new(self.generator.rules, &self.npc.character);
        let Some(worksheet) = Worksheet::ability(&evaluator, ability) else {
            return Ok(Some("abilities are not built here".to_owned()));
        };
        if let Some(breach) = worksheet.breaches()?.into_iter().next() {
            return Ok(Some(breach.message));
        }
        self.npc.character.built.push(Arc::clone(ability));
        let fits = self.abilities_fit();
        self.npc.character.built.pop();
        Ok((!fits?).then(|| "there is no space left for it".to_owned()))
    }
}
