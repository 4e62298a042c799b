//! Stats at creation, and those raised since.

use super::draft::Draft;
use super::{MOST_POINTS, NpcError, Part, StatSource, Stream, Topic};
use crate::dice::Dice;
use crate::eval::legality::Subject;
use crate::formula::EvalFault;
use crate::number::Number;
use crate::value::Value;

impl Draft<'_> {
    fn stat_weights(&self) -> Vec<(String, u32)> {
        let stats = self.generator.rules.system().stats.keys();
        stats.map(|id| (id.clone(), self.archetype.stats.get(id).copied().unwrap_or(1))).collect()
    }

    pub(super) fn stats(&mut self) -> Result<(), NpcError> {
        let creation = self.generator.creation;
        let mut stream = self.stream(Topic::Stats);
        match &creation.stats {
            StatSource::Pool(_) => self.share_out(&mut stream)?,
            StatSource::Roll(_) => {
                let dice = match self.rule_value(Part::StatRoll)? {
                    Some(Value::Dice(dice)) => dice,
                    _ => Dice::flat_only(Number::whole(self.amount(Part::StatRoll)?.unwrap_or(0))),
                };
                let rolls = self.stat_weights().iter().map(|_| stream.throw(&dice)).collect();
                self.place(rolls, &format!("{dice} for each"), &mut stream);
            }
            StatSource::Array(numbers) => self.place(numbers.clone(), "the array", &mut stream),
        }
        Ok(())
    }

    /// Gives the highest number to a stat drawn by weight, and so on down.
    fn place(&mut self, mut numbers: Vec<i64>, source: &str, stream: &mut Stream) {
        numbers.sort_unstable_by(|a, b| b.cmp(a));
        let mut open = self.stat_weights();
        while let Some(highest) = numbers.first().copied() {
            // Squared: of nine stats the one that matters most has to get a high number nearly always.
            let weights: Vec<u32> = open.iter().map(|(_, weight)| weight.saturating_mul(*weight)).collect();
            // With nothing but weights of 0 left, the order of the system decides.
            let place = stream.weighted(&weights).unwrap_or(0);
            if place >= open.len() {
                return;
            }
            let (stat, weight) = open.remove(place);
            let why = format!("{source}; the highest left goes here: weight {weight}, squared");
            self.log(
                &Subject::Stat(stat.clone()).to_string(),
                numbers.iter().map(i64::to_string),
                &highest.to_string(),
                &why,
            );
            self.npc.character.stats.insert(stat, highest);
            numbers.remove(0);
        }
    }

    fn share_out(&mut self, stream: &mut Stream) -> Result<(), NpcError> {
        let amount = |part: Part| Ok::<i64, NpcError>(self.amount(part)?.unwrap_or(0));
        let (points, least, most) = (amount(Part::StatPoints)?, amount(Part::StatLeast)?, amount(Part::StatMost)?);
        let weighted = self.stat_weights();
        let mut values = vec![least; weighted.len()];
        let mut left = points.saturating_sub(values.iter().fold(0, |sum, value| sum.saturating_add(*value)));
        if left > MOST_POINTS {
            return Err(self.refused(Part::StatPoints, EvalFault::TooManyPoints { left, most: MOST_POINTS }));
        }
        while left > 0 {
            let open = |(place, (_, weight)): (usize, &(String, u32))| if values[place] < most { *weight } else { 0 };
            let weights: Vec<u32> = weighted.iter().enumerate().map(open).collect();
            let Some(place) = stream.weighted(&weights) else { break };
            values[place] += 1;
            left -= 1;
        }
        for ((stat, weight), value) in weighted.into_iter().zip(values) {
            let why = format!("{points} points to distribute, weight {weight}");
            self.log(
                &Subject::Stat(stat.clone()).to_string(),
                vec![format!("{least} to {most}")],
                &value.to_string(),
                &why,
            );
            self.npc.character.stats.insert(stat, value);
        }
        Ok(())
    }

    pub(super) fn advances(&mut self) -> Result<(), NpcError> {
        let Some(allowed) = self.count(Part::Advances)? else { return Ok(()) };
        let mut stream = self.stream(Topic::Advances);
        let weighted = self.stat_weights();
        let weights: Vec<u32> = weighted.iter().map(|(_, weight)| *weight).collect();
        for advance in 0..allowed {
            let Some(place) = stream.weighted(&weights) else { break };
            let (stat, weight) = &weighted[place];
            let options = weighted.iter().map(|(id, _)| id);
            self.log(&Subject::Advance(advance).to_string(), options, stat, &format!("weight {weight}"));
            self.npc.character.advances.push(stat.clone());
        }
        Ok(())
    }
}
