//! Which conditions and traits of a character count.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::character::Character;
use crate::model::system::{ConditionDef, Holds, System};
use crate::model::traits::Taken;

/// The conditions of a character that count, by id, in the order of the system: what is listed, but of a group of which
/// only the worst counts only that one, and of a group of which always one holds the first where none is listed.
pub fn in_force<'s>(system: &'s System, character: &Character) -> Vec<&'s str> {
    let listed: BTreeSet<&str> = character.conditions.iter().map(String::as_str).collect();
    let mut groups: BTreeMap<&str, Members<'s>> = BTreeMap::new();
    for (id, def) in &system.conditions {
        if let Some(group) = &def.group {
            let members = groups.entry(group).or_insert(Members { first: id, first_listed: None, last_listed: None });
            if listed.contains(id.as_str()) {
                members.first_listed.get_or_insert(id);
                members.last_listed = Some(id);
            }
        }
    }
    let counts = |id: &str, def: &ConditionDef| {
        let group = def
            .group
            .as_ref()
            .and_then(|group| Some((groups.get(group.as_str())?, system.condition_groups.get(group)?)));
        let Some((members, rule)) = group else { return listed.contains(id) };
        match rule.holds {
            Holds::Worst => members.last_listed == Some(id),
            Holds::One if character.is_blank() => false,
            Holds::One => members.first_listed.unwrap_or(members.first) == id,
        }
    };
    system.conditions.iter().filter(|(id, def)| counts(id, def)).map(|(id, _)| id.as_str()).collect()
}

/// Conditions of a group, by id, in the order of the system.
struct Members<'s> {
    first: &'s str,
    first_listed: Option<&'s str>,
    last_listed: Option<&'s str>,
}

/// How often a trait is held, or held with an option.
pub fn times(character: &Character, id: &str, option: Option<&str>) -> usize {
    let is_it = |taken: &&Taken| taken.id == id && option.is_none_or(|option| taken.option.as_deref() == Some(option));
    character.traits.iter().filter(is_it).count()
}

/// How many traits of a list are held, repeats counted unless each is to count once.
pub fn held(system: &System, character: &Character, list: &str, is_distinct: bool) -> usize {
    let is_of_list = |taken: &Taken| system.traits.get(&taken.id).is_some_and(|def| def.list == list);
    let is_first =
        |place: usize| character.traits[..place].iter().all(|earlier| earlier.id != character.traits[place].id);
    let of_list = character.traits.iter().enumerate().filter(|(_, taken)| is_of_list(taken));
    of_list.filter(|(place, _)| !is_distinct || is_first(*place)).count()
}
