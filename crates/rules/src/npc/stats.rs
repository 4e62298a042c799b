//! Stats at creation, and those raised since.

use super::draft::Draft;
use super::{NpcError, StatSource, Stream, Topic};
use crate::dice::Dice;
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
            StatSource::Pool(pool) => {
                let points = self.number(&pool.points)?;
                let (least, most) = (self.number(&pool.least)?, self.number(&pool.most)?);
                self.share_out(points, least, most, &mut stream);
            }
            StatSource::Roll(dice) => {
                let dice = match self.value(dice)? {
                    Value::Dice(dice) => dice,
                    _ => Dice::flat_only(Number::whole(self.number(dice)?)),
                };
                let rolls = self.stat_weights().iter().map(|_| stream.throw(&dice)).collect();
                self.place(rolls, &format!("{dice} for each"), &mut stream);
            }
            StatSource::Array(numbers) => self.place(numbers.clone(), "the array", &mut stream),
        }
        Ok(())
    }

    /// Puts the highest number where the archetype leans most, as chance has it, and so on down.
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
            let options = numbers.iter().map(i64::to_string).collect();
            self.log(&format!("stats/{stat}"), options, &highest.to_string(), &why);
            self.npc.character.stats.insert(stat, highest);
            numbers.remove(0);
        }
    }

    fn share_out(&mut self, points: i64, least: i64, most: i64, stream: &mut Stream) {
        let weighted = self.stat_weights();
        let mut values = vec![least; weighted.len()];
        let mut left = points.saturating_sub(values.iter().fold(0, |sum, value| sum.saturating_add(*value)));
        while left > 0 {
            let open = |(place, (_, weight)): (usize, &(String, u32))| if values[place] < most { *weight } else { 0 };
            let weights: Vec<u32> = weighted.iter().enumerate().map(open).collect();
            let Some(place) = stream.weighted(&weights) else { break };
            values[place] += 1;
            left -= 1;
        }
        for ((stat, weight), value) in weighted.into_iter().zip(values) {
            let why = format!("{points} points to share out, weight {weight}");
            self.log(&format!("stats/{stat}"), vec![format!("{least} to {most}")], &value.to_string(), &why);
            self.npc.character.stats.insert(stat, value);
        }
    }

    pub(super) fn advances(&mut self) -> Result<(), NpcError> {
        let Some(allowed) = &self.generator.creation.advances else { return Ok(()) };
        let allowed = self.count(allowed)?;
        let mut stream = self.stream(Topic::Advances);
        let weighted = self.stat_weights();
        let weights: Vec<u32> = weighted.iter().map(|(_, weight)| *weight).collect();
        for advance in 0..allowed {
            let Some(place) = stream.weighted(&weights) else { break };
            let (stat, weight) = &weighted[place];
            let options = weighted.iter().map(|(id, _)| id.clone()).collect();
            self.log(&format!("advances/{advance}"), options, stat, &format!("weight {weight}"));
            self.npc.character.advances.push(stat.clone());
        }
        Ok(())
    }
}
