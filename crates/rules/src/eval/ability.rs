//! Abilities on worksheets: their fields and values, a line for each keyword, and the queries about their keywords.

use std::ops::Range;

use super::ground::Ground;
use super::sheet_frame::SheetFrame;
use super::worksheet::{Section, SheetOf, Worksheet};
use crate::formula::{EvalError, FormulaError, FormulaFault, Query, SymbolKind, add, nearest};
use crate::model::ability::{Ability, AbilityRules, Argument, KeywordDef, Purchase};
use crate::model::character::Retagged;
use crate::value::{Type, Value};

impl<'a> Section<'a> {
    fn of_keyword(id: &'a str, keyword: &'a KeywordDef, purchase: Option<&'a Purchase>) -> Self {
        Self {
            parameters: Some(&keyword.parameters),
            arguments: purchase.map(|purchase| &purchase.arguments),
            values: Some(&keyword.values),
            keyword: Some((id, keyword)),
        }
    }

    fn is_of(&self, keyword: &str) -> bool {
        self.keyword.is_some_and(|(id, def)| id == keyword || def.family == keyword)
    }
}

impl<'a> Worksheet<'a> {
    fn of_abilities(ground: Ground<'a>, rules: &'a AbilityRules, lines: Vec<Option<Section<'a>>>) -> Self {
        let head = Section { parameters: Some(&rules.parameters), values: Some(&rules.values), ..Section::default() };
        let mut sheet = Self::new(ground, SheetOf::Ability(rules), head);
        sheet.lines = lines;
        sheet
    }

    /// What all abilities have in common, with every keyword on a line.
    pub fn abilities(ground: impl Into<Ground<'a>>, rules: &'a AbilityRules) -> Self {
        let keywords = rules.keywords.iter().map(|(id, def)| Some(Section::of_keyword(id, def, None)));
        Self::of_abilities(ground.into(), rules, keywords.collect())
    }

    /// What all abilities have in common, with one keyword on its only line where there is one.
    pub fn one_keyword(
        ground: impl Into<Ground<'a>>,
        rules: &'a AbilityRules,
        keyword: Option<&'a KeywordDef>,
    ) -> Self {
        let line = keyword.map(|keyword| Some(Section::of_keyword("", keyword, None)));
        Self::of_abilities(ground.into(), rules, line.into_iter().collect())
    }

    /// An ability, with a line for each of its keywords. None when the system has no rules for abilities.
    pub fn ability(ground: impl Into<Ground<'a>>, ability: &'a Ability) -> Option<Self> {
        let ground = ground.into();
        let rules = ground.rules?.abilities()?;
        let line = |purchase: &'a Purchase| {
            let (id, keyword) = rules.keywords.get_key_value(&purchase.keyword)?;
            Some(Section::of_keyword(id, keyword, Some(purchase)))
        };
        let mut sheet = Self::of_abilities(ground, rules, ability.keywords.iter().map(line).collect());
        sheet.head.arguments = Some(&ability.arguments);
        Some(sheet)
    }

    /// The names of the first line with a keyword, by its id; where there is none, those of the whole worksheet.
    pub fn frame_of_keyword(&self, keyword: &str) -> SheetFrame<'_, 'a> {
        let mut lines = self.sections();
        let line = lines.find(|(_, section)| section.keyword.is_some_and(|(id, _)| id == keyword));
        line.and_then(|(line, _)| self.frame_of_line(line)).unwrap_or_else(|| self.frame())
    }

    /// Validates a query about the keywords of an ability.
    pub(super) fn type_of_query(
        &self,
        rules: &AbilityRules,
        line: Option<usize>,
        query: Query,
        words: &[(String, Range<usize>)],
    ) -> Result<Type, FormulaError> {
        let (word, at) = &words[0];
        let keywords = || rules.keywords.values();
        if query == Query::Summed {
            return self.type_of_sum(word).ok_or_else(|| {
                let known = keywords().flat_map(|def| def.values.keys().map(String::as_str));
                unknown_symbol(
                    at,
                    SymbolKind::KeywordValue,
                    word,
                    nearest(word, known.chain(self.prices().iter().copied())),
                )
            });
        }
        if rules.knows(word) {
            return self.validate_alike(line, word, &words[1..]);
        }
        let known = rules.keywords.keys().chain(keywords().map(|def| &def.family)).map(String::as_str);
        Err(unknown_symbol(at, SymbolKind::Keyword, word, nearest(word, known)))
    }

    /// Parameters by which purchases are compared: this keyword has them, and so have all that are counted.
    fn validate_alike(
        &self,
        line: Option<usize>,
        word: &str,
        parameters: &[(String, Range<usize>)],
    ) -> Result<Type, FormulaError> {
        for (parameter, at) in parameters {
            let own = line.and_then(|line| self.section(Some(line))).and_then(|section| section.keyword);
            let Some(own) = own else {
                return Err(FormulaError::new(at.clone(), FormulaFault::NotInKeyword));
            };
            let counted = self.sections().filter(|(_, section)| section.is_of(word));
            let all = counted.filter_map(|(_, section)| section.keyword).chain([own]);
            if let Some((_, def)) = all.into_iter().find(|(_, def)| !def.parameters.contains_key(parameter)) {
                let near = nearest(parameter, def.parameters.keys().map(String::as_str));
                return Err(unknown_symbol(at, SymbolKind::Parameter(def.name.clone()), parameter, near));
            }
        }
        Ok(Type::Number)
    }

    /// The type of what keywords give under this name: dice when one of them gives dice.
    pub(super) fn type_of_sum(&self, name: &str) -> Option<Type> {
        if self.prices().contains(&name) {
            return Some(Type::Number);
        }
        let mut giving = self.giving(name).peekable();
        giving.peek()?;
        Some(if giving.any(|address| self.type_at(address) == Type::Dice) { Type::Dice } else { Type::Number })
    }

    /// How many keywords have this id or family; on a line, and have the same set in some parameters as its own.
    pub(super) fn count(&self, line: Option<usize>, keyword: &str, parameters: &[&str]) -> Value {
        let own = line.and_then(|line| self.section(Some(line)));
        let is_alike = |section: &Section<'a>| {
            own.is_none_or(|own| parameters.iter().all(|name| section.argument(name) == own.argument(name)))
        };
        let counted = self.sections().filter(|(_, section)| section.is_of(keyword) && is_alike(section));
        Value::whole(i64::try_from(counted.count()).unwrap_or(i64::MAX))
    }

    /// The tags that actions have in this ability, where they are others than elsewhere.
    pub(super) fn retagged(&self, rules: &AbilityRules) -> Option<Retagged> {
        let action_tags = rules.action_tags.as_ref()?;
        let Some(Argument::Symbol(tag)) = self.head.argument(&action_tags.parameter) else { return None };
        let of_lists = |list: &str| action_tags.lists.iter().any(|one| one == list);
        let is_entry = self.ground.system.list_of(tag).is_some_and(of_lists);
        is_entry.then(|| Retagged { tag: tag.clone(), lists: action_tags.lists.clone() })
    }

    /// What all keywords give under a name, together.
    pub(super) fn sum(&self, name: &str) -> Result<Value, EvalError> {
        if let Some(known) = self.sums.borrow().get(name) {
            return Ok(known.clone());
        }
        let mut sum = Value::whole(0);
        for address in self.giving(name) {
            sum = add(&sum, &self.value_at(address)?).map_err(EvalError::whole)?;
        }
        self.sums.borrow_mut().insert(name.to_owned(), sum.clone());
        Ok(sum)
    }
}

fn unknown_symbol(at: &Range<usize>, kind: SymbolKind, word: &str, near: Option<&str>) -> FormulaError {
    let (word, near) = (word.to_owned(), near.map(str::to_owned));
    FormulaError::new(at.clone(), FormulaFault::UnknownSymbol { kind, word, near, known: Vec::new() })
}
