//! What an NPC has learnt: backgrounds, languages, ranks.

use std::collections::BTreeSet;

use indexmap::IndexMap;

use super::draft::Draft;
use super::{BackgroundOffer, NpcError, Stream, Topic, Weights};
use crate::character::{Background, Language, Ranks};

/// A skill, one kind of it, or a secondary skill under it, and how much ranks in it matter.
struct Candidate {
    skill: String,
    kind: Option<String>,
    weight: u32,
    ranks: u32,
}

impl Candidate {
    fn new(skill: &str, kind: Option<&str>, weight: u32) -> Self {
        Self { skill: skill.to_owned(), kind: kind.map(str::to_owned), weight, ranks: 0 }
    }

    fn subject(&self) -> String {
        match &self.kind {
            Some(kind) => format!("skills/{}/{kind}", self.skill),
            None => format!("skills/{}", self.skill),
        }
    }
}

impl Draft<'_> {
    pub(super) fn backgrounds(&mut self) -> Result<(), NpcError> {
        let Some(rule) = &self.generator.creation.backgrounds else { return Ok(()) };
        let (count, entries) = (self.count(&rule.count)?, self.count(&rule.entries)?);
        let mut stream = self.stream(Topic::Backgrounds);
        for number in 0..count {
            let archetype = self.archetype;
            let taken: Vec<&Background> = self.npc.character.backgrounds.iter().collect();
            let covered: BTreeSet<&String> = taken.iter().flat_map(|background| &background.covers).collect();
            let left = |offer: &BackgroundOffer| offer.covers.iter().filter(|c| !covered.contains(c)).count();
            let is_new = |name: &String| taken.iter().all(|background| background.name != *name);
            let open: Vec<&BackgroundOffer> = archetype
                .backgrounds
                .iter()
                .filter(|offer| left(offer) >= entries && offer.names.iter().any(is_new))
                .collect();
            // A second background of one kind only when there is no other kind left.
            let fresh: Vec<&BackgroundOffer> =
                open.iter().copied().filter(|offer| offer.names.iter().all(is_new)).collect();
            let open = if fresh.is_empty() { open } else { fresh };
            let Some(offer) = open.get(stream.place(open.len())) else {
                let wanted = i64::try_from(count - number).unwrap_or(i64::MAX);
                return Err(NpcError::TooFew { archetype: archetype.id.clone(), what: "backgrounds", wanted });
            };
            let names: Vec<String> = offer.names.iter().filter(|name| is_new(name)).cloned().collect();
            let mut choices: Vec<String> = offer.covers.iter().filter(|c| !covered.contains(c)).cloned().collect();
            let name = names[stream.place(names.len())].clone();
            let all = choices.clone();
            let covers: Vec<String> = (0..entries).map(|_| choices.remove(stream.place(choices.len()))).collect();
            let options = open.iter().flat_map(|offer| &offer.names).cloned().collect();
            self.log(&format!("backgrounds/{number}"), options, &name, "drawn; each kind is as likely");
            let why = "drawn from what it may cover and nothing else covers";
            self.log(&format!("backgrounds/{number}/covers"), all, &covers.join(", "), why);
            self.npc.character.backgrounds.push(Background { name, covers });
        }
        Ok(())
    }

    pub(super) fn languages(&mut self) -> Result<(), NpcError> {
        let Some(rule) = &self.generator.creation.languages else { return Ok(()) };
        let (free, further) = (self.count(&rule.free)?, self.count(&rule.further)?);
        let ranks = u32::try_from(self.number(&rule.ranks)?.max(0)).unwrap_or(u32::MAX);
        let archetype = self.archetype;
        if archetype.languages.len() < free {
            let wanted = i64::try_from(free - archetype.languages.len()).unwrap_or(i64::MAX);
            return Err(NpcError::TooFew { archetype: archetype.id.clone(), what: "languages", wanted });
        }
        let (native, foreign) = archetype.languages.split_at(free);
        for name in native {
            let place = self.npc.character.languages.len();
            self.log(&format!("languages/{place}"), archetype.languages.clone(), name, "known from the start");
            self.npc.character.languages.push(Language { name: name.clone(), ranks: 0 });
        }
        let mut left = self.ranks_left()?;
        let mut open = foreign.to_vec();
        let mut stream = self.stream(Topic::Languages);
        for _ in 0..further.min(foreign.len()) {
            if left < u64::from(ranks) {
                break;
            }
            left -= u64::from(ranks);
            let options = open.clone();
            let name = open.remove(stream.place(open.len()));
            let place = self.npc.character.languages.len();
            self.log(&format!("languages/{place}"), options, &name, &format!("drawn; it takes {ranks} ranks"));
            self.npc.character.languages.push(Language { name, ranks });
        }
        Ok(())
    }

    /// Ranks received and not spent on languages.
    fn ranks_left(&self) -> Result<u64, NpcError> {
        let Some(rule) = &self.generator.creation.ranks else { return Ok(0) };
        let spent: u64 = self.npc.character.languages.iter().map(|language| u64::from(language.ranks)).sum();
        let budget = u64::try_from(self.number(&rule.budget)?.max(0)).unwrap_or(0);
        Ok(budget.saturating_sub(spent))
    }

    pub(super) fn ranks(&mut self) -> Result<(), NpcError> {
        let Some(rule) = &self.generator.creation.ranks else { return Ok(()) };
        let most = u32::try_from(self.number(&rule.each_at_most)?.max(0)).unwrap_or(u32::MAX);
        let budget = self.ranks_left()?;
        let mut stream = self.stream(Topic::Ranks);
        let mut candidates = self.candidates();
        let mut left = buy(&mut candidates, budget, most, one_skill, &mut stream);
        // What the archetype cares for is full: the rest goes wherever there is room.
        let mut others = self.others(&candidates);
        left = buy(&mut others, left, most, one_skill, &mut stream);
        candidates.extend(others);
        let system = self.generator.rules.system();
        let mut skills: IndexMap<String, Ranks> = IndexMap::new();
        for id in system.skills.keys() {
            let bought: Vec<&Candidate> = candidates.iter().filter(|c| c.skill == *id && c.ranks > 0).collect();
            let kinds = bought.iter().filter_map(|c| Some((c.kind.clone()?, c.ranks)));
            let kinds: IndexMap<String, u32> = kinds.collect();
            if !kinds.is_empty() {
                skills.insert(id.clone(), Ranks::Chosen(kinds));
            } else if let Some(plain) = bought.first() {
                skills.insert(id.clone(), Ranks::Plain(plain.ranks));
            }
        }
        let under = self.secondary(&skills, &mut stream)?;
        for (skill, secondary) in under {
            let own = skills.get(&skill).map_or(0, Ranks::own);
            skills.insert(skill, Ranks::WithSecondary { own, secondary });
        }
        self.npc.character.skills = skills;
        let options: Vec<String> = candidates.iter().map(Candidate::subject).collect();
        for candidate in candidates.iter().filter(|candidate| candidate.ranks > 0) {
            let why = format!("weight {}; {budget} ranks to spend, {most} in a skill at most", candidate.weight);
            self.log(&candidate.subject(), options.clone(), &candidate.ranks.to_string(), &why);
        }
        if left > 0 {
            self.log("skills", Vec::new(), "", &format!("{left} ranks are left: no skill may have more"));
        }
        Ok(())
    }

    /// Ranks in secondary skills, by skill: only under skills in which there are ranks.
    fn secondary(
        &mut self,
        skills: &IndexMap<String, Ranks>,
        stream: &mut Stream,
    ) -> Result<IndexMap<String, IndexMap<String, u32>>, NpcError> {
        let mut found: IndexMap<String, IndexMap<String, u32>> = IndexMap::new();
        let Some(rule) = &self.generator.creation.secondary else { return Ok(found) };
        let most = u32::try_from(self.number(&rule.each_at_most)?.max(0)).unwrap_or(u32::MAX);
        let budget = u64::try_from(self.number(&rule.budget)?.max(0)).unwrap_or(0);
        let mut candidates = Vec::new();
        for (skill, weights) in &self.archetype.skills {
            let Weights::WithSecondary { secondary, .. } = weights else { continue };
            if skills.get(skill).is_some_and(|ranks| ranks.own() > 0) {
                candidates.extend(secondary.iter().map(|(under, weight)| Candidate::new(skill, Some(under), *weight)));
            }
        }
        candidates.retain(|candidate| !self.is_banned(candidate));
        let left = buy(&mut candidates, budget, most, |a, b| one_skill(a, b) && a.kind == b.kind, stream);
        let options: Vec<String> = candidates.iter().map(Candidate::subject).collect();
        for candidate in candidates.into_iter().filter(|candidate| candidate.ranks > 0) {
            let why = format!("weight {}; {budget} ranks to spend, {most} in one at most", candidate.weight);
            self.log(&candidate.subject(), options.clone(), &candidate.ranks.to_string(), &why);
            let under = candidate.kind.unwrap_or_default();
            found.entry(candidate.skill).or_default().insert(under, candidate.ranks);
        }
        if left > 0 && !options.is_empty() {
            self.log("skills", Vec::new(), "", &format!("{left} secondary ranks are left: none may have more"));
        }
        Ok(found)
    }

    fn is_banned(&self, candidate: &Candidate) -> bool {
        self.banned.contains(&candidate.subject()) || self.banned.contains(&format!("skills/{}", candidate.skill))
    }

    fn candidates(&self) -> Vec<Candidate> {
        let mut found = Vec::new();
        for (skill, weights) in &self.archetype.skills {
            match weights {
                Weights::Plain(weight) | Weights::WithSecondary { own: weight, .. } => {
                    found.push(Candidate::new(skill, None, *weight));
                }
                Weights::Chosen(kinds) => {
                    found.extend(kinds.iter().map(|(kind, weight)| Candidate::new(skill, Some(kind), *weight)));
                }
            }
        }
        found.retain(|candidate| !self.is_banned(candidate));
        found
    }

    /// Skills that the archetype says nothing of, and that take plain ranks.
    fn others(&self, candidates: &[Candidate]) -> Vec<Candidate> {
        let skills = &self.generator.rules.system().skills;
        let is_other = |id: &str| candidates.iter().all(|candidate| candidate.skill != id);
        let others = skills.iter().filter(|(id, def)| def.choose.is_empty() && is_other(id));
        let others = others.map(|(id, _)| Candidate::new(id, None, 1));
        others.filter(|candidate| !self.is_banned(candidate)).collect()
    }
}

/// Whether ranks in two candidates are ranks in one skill.
fn one_skill(a: &Candidate, b: &Candidate) -> bool {
    a.skill == b.skill
}

/// Buys ranks one by one, each where chance and the weights send it; what is left when all are full. Ranks in candidates
/// that count together are `most` at most.
fn buy(
    candidates: &mut [Candidate],
    budget: u64,
    most: u32,
    count_together: impl Fn(&Candidate, &Candidate) -> bool,
    stream: &mut Stream,
) -> u64 {
    let mut left = budget;
    while left > 0 {
        let so_far = |of: &Candidate| candidates.iter().filter(|c| count_together(c, of)).map(|c| c.ranks).sum::<u32>();
        let weights: Vec<u32> = candidates.iter().map(|c| if so_far(c) < most { c.weight } else { 0 }).collect();
        let Some(place) = stream.weighted(&weights) else { break };
        candidates[place].ranks += 1;
        left -= 1;
    }
    left
}
