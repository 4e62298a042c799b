//! Files that could not be read: what they define is not known, and a name of it is not reported as unknown.

use std::collections::BTreeSet;

use crate::code::Code;
use crate::kind::Kind;

/// What files define of which nothing could be read.
#[derive(Debug, Default)]
pub struct Gaps {
    /// Whether so much is missing that nothing can be concluded.
    pub(crate) is_everything: bool,
    /// Whether formulas may name something in them, or characters hold it.
    pub(crate) has_numbers: bool,
    /// Whether one of those has its place among the files of a game: nothing is computed then. Of a stray file nobody knows whether
    /// it was meant for one, so that all is computed unless something names what is not there.
    pub(crate) stops_numbers: bool,
    lost: Vec<Defines>,
}

/// What a kind of file defines.
#[derive(Clone, Copy, Debug)]
struct Defines {
    /// Its path within a system, as in `load::KINDS`.
    file: &'static str,
    /// What references of content may be to.
    kinds: &'static [Kind],
    /// What links of chapters may lead to.
    links: &'static [&'static str],
    /// Whether numbers rest on it.
    has_numbers: bool,
}

/// Every kind of file but `system.yaml`, without which there is nothing, and those of one person, ability or archetype.
const FILES: [Defines; 14] = {
    use Kind as K;
    [
        defines("rulings.yaml", &[K::Ruling, K::Reading], &["ruling"], true),
        defines("conditions.yaml", &[K::Condition, K::GroupOfConditions], &["condition"], true),
        defines("glossary.yaml", &[], &["term"], false),
        defines(
            "skills.yaml",
            &[K::Skill, K::SkillGroup, K::SecondarySkill, K::ListEntry, K::Card, K::Value],
            &["skill"],
            true,
        ),
        defines("examples.yaml", &[], &[], false),
        defines("examples/", &[], &[], false),
        defines(
            "building.yaml",
            &[K::Ability, K::Field, K::FieldWithOptions, K::ParameterOrField, K::Requirement, K::Value, K::Option],
            &["ability", "keyword"],
            true,
        ),
        defines("procedures.yaml", &[K::Procedure, K::Step], &["procedure"], false),
        defines("checks.yaml", &[K::Check, K::Band], &["check"], false),
        defines("creation.yaml", &[], &[], false),
        defines("actions/", &[K::Action, K::Card, K::ListEntry, K::Value], &["action"], true),
        defines("references/", &[K::Card], &["reference"], false),
        defines("traits/", &[K::Trait, K::ListOfTraits], &["trait"], true),
        defines(
            "keywords/",
            &[K::Keyword, K::KeywordFamily, K::Requirement, K::Parameter, K::ParameterOrField],
            &["keyword"],
            true,
        ),
    ]
};

/// Chapters.
const CHAPTERS: Defines = defines("rules/", &[Kind::Chapter], &["chapter", "rule"], false);

const fn defines(
    file: &'static str,
    kinds: &'static [Kind],
    links: &'static [&'static str],
    has_numbers: bool,
) -> Defines {
    Defines { file, kinds, links, has_numbers }
}

impl Gaps {
    /// Notes a file of this kind. One that nobody can have meant for any kind is missed nowhere.
    pub fn note(&mut self, file: Option<&str>, is_stray: bool) {
        let Some(file) = file else { return };
        match FILES.iter().chain([&CHAPTERS]).find(|defines| defines.file == file) {
            Some(defines) => {
                self.has_numbers |= defines.has_numbers;
                self.stops_numbers |= defines.has_numbers && !is_stray;
                self.lost.push(*defines);
            }
            None => self.is_everything |= file == "system.yaml",
        }
    }

    /// Whether nothing is missing.
    pub(crate) fn is_empty(&self) -> bool {
        self.lost.is_empty() && !self.is_everything
    }

    /// Whether something of this kind may stand in one of them.
    pub(crate) fn may_hold(&self, kind: Kind) -> bool {
        self.lost.iter().any(|defines| defines.kinds.contains(&kind))
    }

    /// Whether a finding says only that there is no such file as one that could not be read.
    pub(crate) fn explains(&self, code: &Code) -> bool {
        match code {
            Code::NoBuilding => self.has("building.yaml"),
            Code::NoCreation => self.has("creation.yaml"),
            _ => false,
        }
    }

    /// Whether a file of this kind could not be read.
    pub fn has(&self, file: &str) -> bool {
        self.lost.iter().any(|defines| defines.file == file)
    }

    /// What links may lead to in them.
    pub(crate) fn links(&self) -> BTreeSet<&'static str> {
        self.lost.iter().flat_map(|defines| defines.links).copied().collect()
    }
}
