//! Traits of an NPC, taken one after another.

use super::draft::{Draft, NONE};
use super::{NpcError, Part, Topic};
use crate::eval::compute::Evaluator;
use crate::eval::legality::Subject;
use crate::eval::traits::objection;
use crate::model::traits::Taken;

impl Draft<'_> {
    /// Takes as many traits as the rules allow, each from those whose prerequisite is met by then.
    pub(super) fn traits(&mut self) -> Result<(), NpcError> {
        let Some(count) = self.count(Part::Traits)? else { return Ok(()) };
        let generator = self.generator;
        let mut stream = self.stream(Topic::Traits);
        for number in 0..count {
            let evaluator = Evaluator::new(generator.rules, &self.npc.character);
            let mut open: Vec<(&String, u32)> = Vec::new();
            for (id, weight) in &self.archetype.traits {
                if objection(&evaluator, id)?.is_none() {
                    open.push((id, *weight));
                }
            }
            let weights: Vec<u32> = open.iter().map(|(_, weight)| *weight).collect();
            let Some(place) = stream.weighted(&weights) else {
                self.log(&Subject::Trait(number).to_string(), NONE, "", "no prerequisite is met");
                break;
            };
            let (id, weight) = open[place];
            let options: Vec<&String> =
                generator.rules.system().traits.get(id).map(|def| def.options.keys().collect()).unwrap_or_default();
            let option = (!options.is_empty()).then(|| options[stream.place(options.len())].clone());
            let all = open.iter().map(|(id, _)| *id);
            let taken = option.as_ref().map_or_else(|| id.clone(), |option| format!("{id}: {option}"));
            self.log(
                &Subject::Trait(number).to_string(),
                all,
                &taken,
                &format!("weight {weight}; its prerequisite is met"),
            );
            self.npc.character.traits.push(Taken { id: id.clone(), option });
        }
        Ok(())
    }
}
