//! Where numbers come from: values of a character with the sums that make them, in names and figures.

use deckle_rules::formula::{EvalError, Input, Term};
use deckle_rules::system::Owner;

use super::ability::strong;
use super::face_builder::FaceBuilder;
use crate::card::Table;
use crate::text::{Paragraph, Run, Style};
use deckle_content::source::Located;

impl FaceBuilder<'_> {
    /// `Strike Accuracy | 5 | = 2 + Instinct 2 + Trade 1`: every value that is known. Cases are decided, and what adds nothing is left out.
    pub(super) fn sums(&self, names: &[Located<String>]) -> Result<Table, EvalError> {
        let mut rows = Vec::new();
        for name in names {
            let Some(text) = self.value_cell(&name.value)?.text else { continue };
            let figure = vec![Run { style: Style::Figure, text, detail: String::new() }];
            rows.push(vec![strong(&self.full_name(&name.value)), figure, self.sum(&name.value)?]);
        }
        Ok(Table { columns: vec![String::new(); 3], numeric: vec![false, true, false], rows })
    }

    /// `= 2 + Instinct 2 + Trade 1`; nothing where a value is entered and not computed.
    fn sum(&self, name: &str) -> Result<Paragraph, EvalError> {
        if self.game.rules.formula(name).is_none() {
            return Ok(Paragraph::new());
        }
        let computed = self.computed(name)?;
        if let [only] = computed.terms.as_slice()
            && only.name != name
            && self.game.rules.formula(&only.name).is_some()
        {
            // A value that is another one under a new name.
            return self.sum(&only.name);
        }
        let mut terms: Vec<&Term> = computed.terms.iter().filter(|term| !term.value.is_nothing()).collect();
        if terms.is_empty() {
            terms = computed.terms.iter().take(1).collect();
        }
        let mut words = String::from("= ");
        for (n, term) in terms.into_iter().enumerate() {
            let said = self.summand(term);
            let (sign, said) = said.strip_prefix('\u{2212}').map_or(("+", said.as_str()), |rest| ("\u{2212}", rest));
            words += &match (n, sign) {
                (0, "+") => said.to_owned(),
                (0, _) => format!("{sign}{said}"),
                _ => format!(" {sign} {said}"),
            };
        }
        Ok(vec![Run::plain(words)])
    }

    /// `Instinct 2`, `2`, or of a product or a row of a table what went into it: `45 (Level 3)`. With its sign.
    fn summand(&self, term: &Term) -> String {
        let value = term.value.printed().unwrap_or_default();
        let (sign, figure) = value.strip_prefix('\u{2212}').map_or(("", value.as_str()), |rest| ("\u{2212}", rest));
        let is_one_name = term.inputs.is_empty() || matches!(term.inputs.as_slice(), [only] if only.name == term.name);
        if is_one_name {
            let name = self.name_of_term(&term.name, &term.label);
            // A number that stands in the formula has no name.
            return if name.is_empty() || name == figure { value } else { format!("{sign}{name} {figure}") };
        }
        let inputs: Vec<String> = term.inputs.iter().filter_map(|input| self.input(input)).collect();
        if inputs.is_empty() { value } else { format!("{sign}{figure} ({})", inputs.join(", ")) }
    }

    /// What went into a term: `Level 3`.
    fn input(&self, input: &Input) -> Option<String> {
        let value = input.value.printed()?;
        let name = self.name_of_term(&input.name, "");
        (!name.is_empty()).then(|| format!("{name} {value}"))
    }

    /// The name of something in a formula; empty where it is a figure.
    fn name_of_term(&self, name: &str, label: &str) -> String {
        let full = self.full_name(name);
        if !full.is_empty() {
            return full;
        }
        let label = label.trim_start_matches('\u{2212}');
        let is_words = label.chars().any(char::is_alphabetic) && !label.contains(['(', '_', '.', '\u{d7}', '\u{f7}']);
        if is_words { label.to_owned() } else { String::new() }
    }

    /// The name of a value, stat, input or choice in full, with the action or skill that it belongs to; empty where there is none.
    pub(super) fn full_name(&self, id: &str) -> String {
        let system = self.game.rules.system();
        let name = system.values.get(id).map(|value| value.name.clone());
        let name = name.or_else(|| system.stats.get(id).map(|stat| stat.name.clone()));
        let name = name.or_else(|| system.inputs.get(id).map(|input| input.name.clone()));
        let Some(name) = name else {
            let (head, field) = id.split_once('.').unwrap_or((id, ""));
            let choice = system.choices.get(head).map(|choice| choice.name.clone());
            let stat = system.stats.get(head).filter(|_| field == "base").map(|stat| stat.name.clone());
            return choice.or(stat).unwrap_or_default();
        };
        match system.owner(id) {
            Owner::Character => name,
            Owner::Action(owner) | Owner::Skill(owner) => {
                let owner = system.entry_name(owner);
                if name.contains(owner) { name } else { format!("{owner} {name}") }
            }
        }
    }
}
