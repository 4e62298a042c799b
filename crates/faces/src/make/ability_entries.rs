//! Entries of the book for what abilities are built of: families, keywords, abilities.

use std::collections::{BTreeMap, BTreeSet};

use makeready_rules::ability::{Ability, KeywordDef, ParameterDef, Requirement};
use makeready_rules::formula::{EvalError, Expr, ExprKind};
use makeready_rules::system::RULING;
use makeready_rules::template::Template;

use super::ability::AbilityFigures;
use super::book::{BookBuilder, cell, entry, formula_cell, table, without_empty};
use super::face_builder::FaceBuilder;
use crate::book::{Entry, EntryKind, EntryLink, GlossaryTerm};
use crate::card::{Fact, Table};
use crate::text::{Paragraph, plain_text};
use makeready_content::concept::ability::BuiltEntry;
use makeready_content::concept::glossary::TermEntry;
use makeready_content::concept::head::Head;
use makeready_content::concept::keyword::{KeywordEntry, KeywordFamilyEntry};
use makeready_content::concept::layout::LayoutFactEntry;
use makeready_content::concept::parameter::ParameterEntry;
use makeready_content::concept::requirement::RequirementEntry;
use makeready_content::game::Listed;

impl BookBuilder<'_> {
    pub(super) fn family_entry(&self, family: &KeywordFamilyEntry) -> Entry {
        let aliases = self.synonyms(&[&family.head.name], &family.head);
        Entry { aliases, ..entry(EntryKind::Family, &family.head) }
    }

    pub(super) fn keyword_outline(&self, family: &KeywordFamilyEntry, keyword: &KeywordEntry) -> Entry {
        let mut made = entry(EntryKind::Keyword, &keyword.head);
        let (name, short) = (keyword.full_name(family), keyword.short_name(family));
        made.aliases = vec![keyword.head.name.clone()];
        made.aliases.extend(self.synonyms(&[&short, &keyword.head.name], &keyword.head));
        made.aliases.retain(|alias| *alias != name);
        made.found_by.push(short);
        made.found_by.extend(roman(&keyword.numeral).map(|number| format!("{} {number}", family.head.name)));
        made.group = Some(EntryLink { kind: EntryKind::Family, id: family.head.id.clone() });
        made.name = name;
        if self.keyword_wording(&keyword.head.id).is_some() {
            made.rules.extend(self.rulings_in(&keyword.head.id));
        }
        made
    }

    pub(super) fn keyword_entry(&self, keyword: &KeywordEntry, outline: Entry) -> Result<Entry, EvalError> {
        let mut made = outline;
        let Some((wording, def)) = self.keyword_wording(&keyword.head.id) else { return Ok(made) };
        let words = self.words();
        let gives = ["label.gives", "label.formula", "label.unit"].map(|key| words.text(key));
        made.paragraphs = vec![wording.paragraph(keyword.how.as_ref().map_or(&def.text, |how| &how.0.0))];
        made.facts = self.prices(keyword);
        made.tables = [
            (words.text("label.on_abilities"), self.lines_of(keyword)?),
            (words.text("label.decide"), self.parameter_table(keyword)),
            (words.text("label.gives_what"), without_empty(&table(gives, self.values_of(keyword)))),
            (words.text("label.asks_what"), self.requirement_table(keyword)),
        ]
        .map(|(title, table)| (title.to_owned(), table))
        .into_iter()
        .filter(|(_, table)| !table.rows.is_empty())
        .collect();
        made.used_by = self.buyers(&keyword.head.id);
        Ok(made)
    }

    /// What it says on some of the abilities that have it: of a keyword with parameters its own text says only what is filled in.
    fn lines_of(&self, keyword: &KeywordEntry) -> Result<Table, EvalError> {
        const MOST: usize = 2;
        let mut rows: Vec<Vec<Paragraph>> = Vec::new();
        for (id, ability) in self.game.abilities.iter().filter(|_| !keyword.parameters.is_empty()) {
            if rows.len() == MOST || !ability.def.keywords.iter().any(|bought| bought.keyword == keyword.head.id) {
                continue;
            }
            let faces = FaceBuilder::new(self.game, self.game.builder(id));
            let Some(figures) = faces.ability_figures(&ability.def) else { continue };
            let items = figures.priced()?.view(0).map_or_else(Vec::new, |bill| bill.items);
            if let Some(item) = items.into_iter().find(|item| item.keyword == keyword.head.id) {
                rows.push(vec![cell(ability.entry.head.name.clone()), cell(item.text)]);
            }
        }
        let heads = [EntryKind::Ability.one(self.words()), self.words().text("label.says")];
        Ok(table(heads, rows))
    }

    /// The price in the list, and the one in an ability where it differs.
    fn prices(&self, keyword: &KeywordEntry) -> Vec<Fact> {
        let Some(rules) = self.game.rules.abilities() else { return Vec::new() };
        let Some((wording, def)) = self.keyword_wording(&keyword.head.id) else { return Vec::new() };
        let fact = |label: &str, expr: &Expr| Fact {
            label: self.in_unit(label),
            text: formula_cell(wording.told(expr)),
            ..Fact::default()
        };
        let (Some(list), Some(here)) = (&def.cost, rules.price_of(def)) else { return Vec::new() };
        let words = self.words();
        vec![fact(words.text("label.list_price"), &list.expr), fact(words.text("label.in_ability"), &here.expr)]
    }

    /// Parameters without a summary have no column for it.
    fn parameter_table(&self, keyword: &KeywordEntry) -> Table {
        let def = self.keyword_wording(&keyword.head.id).map(|(_, def)| def);
        let field = |entry: &ParameterEntry| Some(self.field_row(entry, def?.parameters.get(&entry.head.id)?));
        let rows = keyword.parameters.iter().filter_map(field).collect();
        let heads = ["label.parameter", "label.is", "label.takes", "label.unless_set"];
        without_empty(&table(heads.map(|key| self.words().text(key)), rows))
    }

    fn requirement_table(&self, keyword: &KeywordEntry) -> Table {
        let Some((wording, def)) = self.keyword_wording(&keyword.head.id) else { return table([""], Vec::new()) };
        // The rules in force may have decided it.
        let is_open = |(_, requirement): &(&RequirementEntry, &Requirement)| {
            requirement.require.expr.kind != ExprKind::Bool(true)
        };
        let of =
            |entry: &'_ RequirementEntry| def.requires.iter().find(|requirement| requirement.id == entry.head().id);
        let requires = keyword.requires.iter().filter_map(|entry| Some((entry, of(entry)?)));
        let line = |(entry, requirement): (&RequirementEntry, &Requirement)| {
            vec![
                formula_cell(wording.told_by(&entry.how, &requirement.require.expr)),
                // That of the keyword stands above.
                cell(if requirement.rule == keyword.head.rule { String::new() } else { requirement.rule.clone() }),
            ]
        };
        let heads = ["label.must", "label.rule"].map(|key| self.words().text(key));
        without_empty(&table(heads, requires.filter(is_open).map(line).collect()))
    }

    /// The abilities that buy a keyword.
    fn buyers(&self, keyword: &str) -> Vec<EntryLink> {
        let buys = |ability: &Ability| ability.keywords.iter().any(|bought| bought.keyword == keyword);
        let buyers = self.game.abilities.iter().filter(|(_, ability)| buys(&ability.def));
        buyers.map(|(id, _)| EntryLink { kind: EntryKind::Ability, id: id.clone() }).collect()
    }

    /// The rules of the rulings on which a keyword rests.
    fn rulings_in(&self, keyword: &str) -> Vec<String> {
        // The rules in force have the rulings folded out of their formulas; the system still has them.
        let system = self.game.rules.system().abilities.as_ref();
        let Some(def) = system.and_then(|rules| rules.keywords.get(keyword)) else { return Vec::new() };
        let named = rulings_of(def);
        let rulings = self.game.entries.rulings.iter().filter(|ruling| named.contains(&ruling.head.id));
        rulings.map(|ruling| ruling.head.rule.clone()).filter(|rule| !rule.is_empty()).collect()
    }

    /// The keywords that rest on a ruling.
    pub(super) fn keywords_on(&self, ruling: &str) -> Vec<EntryLink> {
        let rules = self.game.rules.system().abilities.iter();
        let keywords = rules.flat_map(|rules| &rules.keywords);
        let resting = keywords.filter(|(_, def)| rulings_of(def).iter().any(|named| named == ruling));
        resting.map(|(id, _)| EntryLink { kind: EntryKind::Keyword, id: id.clone() }).collect()
    }

    pub(super) fn ability_outline(&self, built: &BuiltEntry, ability: &Ability) -> Result<Entry, EvalError> {
        let faces = FaceBuilder::new(self.game, self.game.builder(&ability.id));
        let paragraphs = faces.paragraphs(&built.description)?;
        let summary = paragraphs.iter().map(|p| plain_text(p)).collect::<Vec<_>>().join(" ");
        Ok(Entry { summary, paragraphs, ..entry(EntryKind::Ability, &built.head) })
    }

    pub(super) fn ability_entry(
        &self,
        built: &BuiltEntry,
        ability: &Ability,
        outline: Entry,
    ) -> Result<Entry, EvalError> {
        let faces = FaceBuilder::new(self.game, self.game.builder(&ability.id));
        let mut made = outline;
        made.art = faces.art(built.art.0.as_ref());
        let figures = faces.ability_figures(ability);
        if let Some(figures) = &figures {
            made.card = faces.ability_layout().map(|layout| figures.card(layout, built)).transpose()?;
            made.does = figures.does(built)?;
        }
        let columns = figures.as_ref().map_or_else(|| Ok(Vec::new()), AbilityFigures::columns)?;
        let on_card = made.card.as_ref().map_or(&[][..], |card| &card.facts);
        made.facts = self.facts_of(ability, columns, on_card);
        if let Some(priced) = figures.map(AbilityFigures::priced).transpose()? {
            made.bill = priced.view(0);
            made.values = priced.values();
        }
        Ok(made)
    }

    /// What there is to say of an ability. What it is and what a use costs stand first, as in lists, so that all abilities begin
    /// alike; then what its card says, which is written to be read; then what nothing of this has said.
    fn facts_of(&self, ability: &Ability, columns: Vec<Fact>, on_card: &[Fact]) -> Vec<Fact> {
        let lines = self.blank.ability_layout().into_iter().flat_map(|layout| layout.facts.iter());
        // What is to be written on paper says nothing on a page.
        let is_said = |fact: &&Fact| !fact.text.is_empty() && !fact.text.iter().any(|run| run.style.is_open());
        let on_card = on_card.iter().filter(is_said);
        let text = |label: &str| on_card.clone().find(|fact| fact.label == label);
        let columns = columns.into_iter().filter(|column| !column.text.is_empty());
        let mut facts: Vec<Fact> = columns.map(|column| text(&column.label).cloned().unwrap_or(column)).collect();
        let is_named = |facts: &[Fact], label: &str| facts.iter().any(|fact| fact.label == label);
        // `core.name` is a name of what is put in for `core`.
        let field_of = |name: &str| {
            let own = name.split('.').next().unwrap_or_default();
            self.game.rules.abilities()?.parameters.get_key_value(own)
        };
        // A line of the card that joins what columns have said is not said again.
        let is_joint = |line: &&LayoutFactEntry| {
            let formulas = line.fact.text.formulas();
            let mut names = formulas.iter().flat_map(|placed| placed.formula.expr.names()).peekable();
            names.peek().is_some() && names.all(|name| field_of(name).is_some_and(|(_, f)| is_named(&facts, &f.name)))
        };
        let joint: BTreeSet<String> = lines.clone().filter(is_joint).map(|line| line.fact.label.to_string()).collect();
        let is_new = |fact: &&Fact| !joint.contains(&fact.label) && !is_named(&facts, &fact.label);
        let new: Vec<Fact> = on_card.filter(is_new).cloned().collect();
        facts.extend(new);
        // A parameter that stands in a line has been said there, and one whose line does not stand does not apply.
        let mut said: BTreeSet<&String> = BTreeSet::new();
        let mut say = |expr: &Expr| said.extend(expr.names().into_iter().filter_map(field_of).map(|(id, _)| id));
        for line in lines.clone().filter(|line| is_named(&facts, line.fact.label.as_str())) {
            line.fact.text.formulas().iter().chain(&line.when.0).for_each(|placed| say(&placed.formula.expr));
        }
        for column in self.blank.ability_columns() {
            column.text.0.0.formulas().for_each(|(formula, _)| say(&formula.expr));
            column.when.0.iter().for_each(|placed| say(&placed.formula.expr));
        }
        let is_line = |label: &str| lines.clone().any(|line| line.fact.label.as_str() == label);
        let unsaid = self.fields_of(ability).into_iter().filter(|(id, _)| !said.contains(id)).map(|(_, fact)| fact);
        let unsaid: Vec<Fact> = unsaid.filter(|fact| !is_named(&facts, &fact.label) && !is_line(&fact.label)).collect();
        facts.extend(unsaid);
        facts
    }

    /// Every parameter and its argument, where it is another than the default.
    fn fields_of(&self, ability: &Ability) -> Vec<(&String, Fact)> {
        let Some(rules) = self.game.rules.abilities() else { return Vec::new() };
        let fact = |id: &str, field: &ParameterDef| {
            let argument = rules.argument(ability, id)?;
            let words = field.kind.printed(argument, self.game.rules.system());
            // Empty text needs no line, and neither does what is so wherever nobody has said otherwise.
            let is_said = !words.is_empty() && field.default.as_ref() != Some(argument);
            is_said.then(|| Fact { label: field.name.clone(), text: cell(words), ..Fact::default() })
        };
        rules.parameters.iter().filter_map(|(id, field)| Some((id, fact(id, field)?))).collect()
    }

    /// Further words for the same thing, where the glossary has them. A term of the same name that rests on
    /// another rule is about something else.
    fn synonyms(&self, names: &[&str], head: &Head) -> Vec<String> {
        let is_it = |word: &String| names.iter().any(|name| word.eq_ignore_ascii_case(name));
        let is_about_it = |term: &&TermEntry| {
            let rules = || std::iter::once(&term.head.rule).chain(&term.head.rules);
            term.words.iter().any(is_it) && !head.rule.is_empty() && rules().any(|rule| *rule == head.rule)
        };
        let terms = self.game.entries.terms.iter().filter(is_about_it);
        terms.flat_map(|term| &term.words).filter(|word| !is_it(word)).cloned().collect()
    }

    /// Words that link to families, keywords and abilities in running text. A name that several have links to none.
    pub(super) fn ability_words(&self) -> Vec<GlossaryTerm> {
        let e = &self.game.entries;
        let mut terms: Vec<GlossaryTerm> = Vec::new();
        let mut add = |words: Vec<String>, meaning: String, kind: EntryKind, id: &str| {
            let target = EntryLink { kind, id: id.to_owned() };
            terms.push(GlossaryTerm { words, found_by: Vec::new(), meaning, target, rule: String::new() });
        };
        for family in &e.keywords {
            for keyword in &family.keywords {
                let mut words = vec![keyword.full_name(family), keyword.short_name(family)];
                words.dedup();
                add(words, keyword.head.summary.clone(), EntryKind::Keyword, &keyword.head.id);
            }
            add(vec![family.head.name.clone()], family.head.summary.clone(), EntryKind::Family, &family.head.id);
        }
        for Listed { entry: built, .. } in self.game.abilities.values() {
            let meaning = self.blank.paragraphs(&built.description).unwrap_or_default();
            let meaning = meaning.iter().map(|p: &Paragraph| plain_text(p)).collect::<Vec<_>>().join(" ");
            add(vec![built.head.name.clone()], meaning, EntryKind::Ability, &built.head.id);
        }
        let mut times: BTreeMap<String, usize> = BTreeMap::new();
        for word in terms.iter().flat_map(|term| &term.words) {
            *times.entry(word.to_ascii_lowercase()).or_default() += 1;
        }
        let is_shared = |word: &String| times.get(&word.to_ascii_lowercase()).is_some_and(|times| *times > 1);
        terms.iter_mut().for_each(|term| term.words.retain(|word| !is_shared(word)));
        terms.retain(|term| !term.words.is_empty());
        terms
    }
}

/// The rulings that formulas and texts of a keyword name.
fn rulings_of(def: &KeywordDef) -> Vec<String> {
    let mut named = Vec::new();
    let mut look = |expr: &Expr| {
        expr.walk(&mut |part| {
            if let ExprKind::Name(name) = &part.kind
                && let Some(ruling) = name.strip_prefix(RULING)
                && !named.iter().any(|known| known == ruling)
            {
                named.push(ruling.to_owned());
            }
        });
    };
    let formulas = def.cost.iter().chain(&def.price).chain(def.values.values().map(|value| &value.formula));
    formulas.chain(def.requires.iter().map(|r| &r.require)).for_each(|formula| look(&formula.expr));
    let texts = def.requires.iter().flat_map(|r| [&r.message, &r.cure]).chain([&def.text]);
    texts.flat_map(Template::formulas).for_each(|(formula, _)| look(&formula.expr));
    named
}

/// The number of a Roman numeral; none when it is not one.
fn roman(numeral: &str) -> Option<u32> {
    let worth = |letter: char| match letter {
        'I' => Some(1),
        'V' => Some(5),
        'X' => Some(10),
        'L' => Some(50),
        _ => None,
    };
    let worths: Vec<u32> = numeral.chars().map(worth).collect::<Option<_>>()?;
    let counts_against = |at: usize| worths.get(at + 1).is_some_and(|next| *next > worths[at]);
    let (mut sum, mut taken) = (0, 0);
    for (at, worth) in worths.iter().enumerate() {
        if counts_against(at) {
            taken += worth;
        } else {
            sum += worth;
        }
    }
    (sum > taken).then(|| sum - taken)
}

#[cfg(test)]
mod tests {
    use super::roman;

    #[test]
    fn numerals_are_read() {
        let read = ["I", "IV", "VIII", "IX", "XIV", "XV"].map(|numeral| roman(numeral).unwrap());
        assert_eq!(read, [1, 4, 8, 9, 14, 15]);
        assert_eq!([roman(""), roman("A")], [None, None]);
    }
}
