//! What an NPC has learned: backgrounds, languages, ranks.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;

use super::draft::{Draft, NONE};
use super::{BackgroundOffer, NpcError, Part, Stream, Topic, Weights};
use crate::eval::legality::Subject;
use crate::model::character::{Background, Language, Ranks};

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

    fn subject(&self) -> Subject {
        match &self.kind {
            Some(kind) => Subject::SkillPart { skill: self.skill.clone(), part: kind.clone() },
            None => Subject::Skill(self.skill.clone()),
        }
    }
}

impl Draft<'_> {
    pub(super) fn backgrounds(&mut self) -> Result<(), NpcError> {
        let (count, entries) = (self.count(Part::Backgrounds)?, self.count(Part::BackgroundEntries)?);
        let (Some(count), Some(entries)) = (count, entries) else { return Ok(()) };
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
            let options = open.iter().flat_map(|offer| &offer.names);
            self.log(&Subject::Background(number).to_string(), options, &name, "random; each kind is equally likely");
            let why = "random among what it may cover and nothing else covers";
            self.log(&format!("backgrounds/{number}/covers"), all, &covers.join(", "), why);
            self.npc.character.backgrounds.push(Background { name, covers });
        }
        Ok(())
    }

    pub(super) fn languages(&mut self) -> Result<(), NpcError> {
        let (free, further) = (self.count(Part::LanguagesFree)?, self.count(Part::LanguagesFurther)?);
        let (Some(free), Some(further), Some(ranks)) = (free, further, self.ranks_of(Part::LanguageRanks)?) else {
            return Ok(());
        };
        let archetype = self.archetype;
        if archetype.languages.len() < free {
            let wanted = i64::try_from(free - archetype.languages.len()).unwrap_or(i64::MAX);
            return Err(NpcError::TooFew { archetype: archetype.id.clone(), what: "languages", wanted });
        }
        let (native, foreign) = archetype.languages.split_at(free);
        for name in native {
            let place = self.npc.character.languages.len();
            self.log(&format!("languages/{place}"), &archetype.languages, name, "known from the start");
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
            let drawn = stream.place(open.len());
            let (name, place) = (open[drawn].clone(), self.npc.character.languages.len());
            self.log(&format!("languages/{place}"), &open, &name, &format!("random; it needs {ranks} ranks"));
            open.remove(drawn);
            self.npc.character.languages.push(Language { name, ranks });
        }
        Ok(())
    }

    /// Ranks received and not spent on languages.
    fn ranks_left(&self) -> Result<u64, NpcError> {
        let Some(budget) = self.ranks_of(Part::RankBudget)? else { return Ok(0) };
        let spent: u64 = self.npc.character.languages.iter().map(|language| u64::from(language.ranks)).sum();
        Ok(u64::from(budget).saturating_sub(spent))
    }

    pub(super) fn ranks(&mut self) -> Result<(), NpcError> {
        let Some(most) = self.ranks_of(Part::RankMost)? else { return Ok(()) };
        let budget = self.ranks_left()?;
        let mut stream = self.stream(Topic::Ranks);
        let mut candidates = self.candidates();
        let mut left = buy(&mut candidates, budget, most, in_skill, &mut stream);
        // The skills of the archetype are full: the rest goes wherever there is room.
        let mut others = self.others(&candidates);
        left = buy(&mut others, left, most, in_skill, &mut stream);
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
        let options: Vec<String> = candidates.iter().map(|candidate| candidate.subject().to_string()).collect();
        for candidate in candidates.iter().filter(|candidate| candidate.ranks > 0) {
            let why = format!("weight {}; {budget} ranks to spend, {most} in a skill at most", candidate.weight);
            self.log(&candidate.subject().to_string(), &options, &candidate.ranks.to_string(), &why);
        }
        if left > 0 {
            self.log("skills", NONE, "", &format!("{left} ranks are left: no skill may have more"));
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
        let (Some(most), Some(budget)) = (self.ranks_of(Part::SecondaryMost)?, self.ranks_of(Part::SecondaryBudget)?)
        else {
            return Ok(found);
        };
        let mut candidates = Vec::new();
        for (skill, weights) in &self.archetype.skills {
            let Weights::WithSecondary { secondary, .. } = weights else { continue };
            if skills.get(skill).is_some_and(|ranks| ranks.own() > 0) {
                candidates.extend(secondary.iter().map(|(under, weight)| Candidate::new(skill, Some(under), *weight)));
            }
        }
        candidates.retain(|candidate| !self.is_banned(candidate));
        let apart = |candidate: &Candidate| (candidate.skill.clone(), candidate.kind.clone());
        let left = buy(&mut candidates, budget.into(), most, apart, stream);
        let options: Vec<String> = candidates.iter().map(|candidate| candidate.subject().to_string()).collect();
        for candidate in candidates.into_iter().filter(|candidate| candidate.ranks > 0) {
            let why = format!("weight {}; {budget} ranks to spend, {most} in one at most", candidate.weight);
            self.log(&candidate.subject().to_string(), &options, &candidate.ranks.to_string(), &why);
            let under = candidate.kind.unwrap_or_default();
            found.entry(candidate.skill).or_default().insert(under, candidate.ranks);
        }
        if left > 0 && !options.is_empty() {
            self.log("skills", NONE, "", &format!("{left} secondary ranks are left: none may have more"));
        }
        Ok(found)
    }

    fn is_banned(&self, candidate: &Candidate) -> bool {
        self.banned.contains(&candidate.subject()) || self.banned.contains(&Subject::Skill(candidate.skill.clone()))
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

    /// Skills that the archetype does not list, and that take plain ranks.
    fn others(&self, candidates: &[Candidate]) -> Vec<Candidate> {
        let skills = &self.generator.rules.system().skills;
        let is_other = |id: &str| candidates.iter().all(|candidate| candidate.skill != id);
        let others = skills.iter().filter(|(id, def)| def.choose.is_empty() && is_other(id));
        let others = others.map(|(id, _)| Candidate::new(id, None, 1));
        others.filter(|candidate| !self.is_banned(candidate)).collect()
    }
}

/// Ranks in all candidates of a skill count together.
fn in_skill(candidate: &Candidate) -> String {
    candidate.skill.clone()
}

/// Buys ranks one by one, each drawn by weight; returns what is left when all are full. Ranks in candidates with
/// the same key are `most` at most.
fn buy<K: Ord>(
    candidates: &mut [Candidate],
    budget: u64,
    most: u32,
    counted_by: impl Fn(&Candidate) -> K,
    stream: &mut Stream,
) -> u64 {
    let mut places: BTreeMap<K, Vec<usize>> = BTreeMap::new();
    for (place, candidate) in candidates.iter().enumerate() {
        places.entry(counted_by(candidate)).or_default().push(place);
    }
    let mut weights: Vec<u32> =
        candidates.iter().map(|candidate| if most > 0 { candidate.weight } else { 0 }).collect();
    let mut left = budget;
    while left > 0 {
        let Some(place) = stream.weighted(&weights) else { break };
        candidates[place].ranks += 1;
        left -= 1;
        let together = &places[&counted_by(&candidates[place])];
        if together.iter().map(|place| u64::from(candidates[*place].ranks)).sum::<u64>() >= u64::from(most) {
            together.iter().for_each(|place| weights[*place] = 0);
        }
    }
    left
}
