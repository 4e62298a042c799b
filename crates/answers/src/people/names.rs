//! The words of a game that a file may name, with what they are called.

use indexmap::IndexMap;
use makeready_content::concept::character::ROLE;
use makeready_content::yaml::Kind;

use super::Form;
use super::keys::Names;

impl Form<'_> {
    /// What a word is called; itself, where the game has no such word.
    pub(super) fn name_of(&self, of: Names, word: &str) -> String {
        let mut names = self.names.borrow_mut();
        let names = names.entry(of).or_insert_with(|| self.words(of));
        names.get(word).filter(|name| !name.is_empty()).cloned().unwrap_or_else(|| word.to_owned())
    }

    /// The entries of lists, followed by the name of the list where another entry has the same name.
    fn told_apart(&self, lists: &[String]) -> IndexMap<String, String> {
        let lists = lists.iter().filter_map(|list| self.game.rules.system().lists.get(list));
        let all: Vec<_> = lists.flat_map(|list| list.entries.iter().map(|entry| (&list.name, entry))).collect();
        let is_double = |name: &String| all.iter().filter(|(_, (_, other))| *other == name).count() > 1;
        let told = |(list, (id, name)): &(&String, (&String, &String))| {
            let told = if is_double(name) { format!("{name} ({list})") } else { (*name).clone() };
            ((*id).clone(), told)
        };
        all.iter().map(told).collect()
    }

    /// Words and names, in the order of the game.
    fn words(&self, of: Names) -> IndexMap<String, String> {
        let system = self.game.rules.system();
        let stats = || system.stats.iter().map(|(id, stat)| (id.clone(), stat.name.clone()));
        let values = || system.values.iter().map(|(id, value)| (id.clone(), value.name.clone()));
        let actions = || system.actions.iter().map(|(id, action)| (id.clone(), action.name.clone()));
        let skills = || system.skills.iter().map(|(id, skill)| (id.clone(), skill.name.clone()));
        let listed = |lists: &[String]| {
            let lists = lists.iter().filter_map(|list| system.lists.get(list));
            lists.flat_map(|list| list.entries.clone()).collect::<Vec<_>>()
        };
        let all_lists = || listed(&system.lists.keys().cloned().collect::<Vec<_>>());
        match of {
            Names::Stats => stats().collect(),
            Names::Actions => actions().collect(),
            Names::Entries => all_lists().into_iter().chain(actions()).chain(skills()).collect(),
            Names::Covered => match &system.backgrounds {
                Some(def) => self.told_apart(&def.covers),
                None => all_lists().into_iter().chain(actions()).chain(skills()).collect(),
            },
            Names::Values => stats().chain(values()).collect(),
            Names::People => self.game.people().map(|who| (who.id().to_owned(), who.character.name.clone())).collect(),
            Names::Abilities => {
                self.game.abilities.iter().map(|(id, one)| (id.clone(), one.def.name.clone())).collect()
            }
            Names::Conditions => {
                system.conditions.iter().map(|(id, condition)| (id.clone(), condition.name.clone())).collect()
            }
            Names::Keywords => {
                let bought = self.game.rules.abilities().map(|rules| rules.keywords.keys()).into_iter().flatten();
                let named = |id: &String| {
                    let (family, keyword) = self.game.keyword(id)?;
                    Some((id.clone(), keyword.full_name(family)))
                };
                bought.filter_map(named).collect()
            }
            Names::Knowable => {
                let role = [(ROLE.to_owned(), String::new())];
                let notes = match self.at(&["notes"]).map(|notes| &notes.kind) {
                    Some(Kind::Map(notes)) => notes.iter().filter_map(|(key, _)| self.said(key)).collect(),
                    _ => Vec::new(),
                };
                let notes = notes.into_iter().map(|id| (id.clone(), self.note_name(&id)));
                let own = self.items(&["abilities"]).iter().filter_map(|ability| {
                    let id = self.said(ability.value("id").unwrap_or(ability))?;
                    let name = ability.value("name").and_then(|name| self.said(name));
                    let of_shelf = || self.game.abilities.get(&id).map(|one| one.def.name.clone());
                    Some((id.clone(), name.or_else(of_shelf).unwrap_or_else(|| id.clone())))
                });
                let inputs = system.inputs.iter().map(|(id, input)| (id.clone(), input.name.clone()));
                let choices = system.choices.iter().map(|(id, choice)| (id.clone(), choice.name.clone()));
                let first = role.into_iter().chain(notes).chain(own).chain(inputs).chain(choices);
                first.chain(stats()).chain(values()).collect()
            }
        }
    }
}
