//! Where numbers come from: values of a character with the sums that make them, in names and figures.

use makeready_rules::formula::{EvalError, ExprKind, Formula, Input, Term, explain, readable};
use makeready_rules::system::{Owner, STAT_PARTS};

use super::ability::strong;
use super::face_builder::FaceBuilder;
use crate::card::Table;
use crate::text::Run;
use makeready_content::source::Located;

impl FaceBuilder<'_> {
    /// `Strike Accuracy | 5 | = 2 + Instinct 2 + Trade 1`: every value that is known and
    /// has a sum. Cases are decided, and what adds nothing is left out.
    pub(super) fn sums(&self, names: &[Located<String>]) -> Result<Table, EvalError> {
        let mut rows = Vec::new();
        for name in names {
            let (Some(text), Some(sum)) = (self.value_cell(&name.value)?.text, self.sum(&name.value)?) else {
                continue;
            };
            let figure = vec![Run::figure(text)];
            rows.push(vec![strong(&self.full_name(&name.value)), figure, vec![Run::plain(sum)]]);
        }
        Ok(Table { columns: vec![String::new(); 3], numeric: vec![false, true, false], rows })
    }

    /// `= 2 + Instinct 2 + Trade 1`; nothing where a value is entered, or is one figure.
    fn sum(&self, name: &str) -> Result<Option<String>, EvalError> {
        if self.game.rules.formula(name).is_none() {
            return Ok(None);
        }
        let computed = self.computed(name)?;
        if let [only] = computed.terms.as_slice()
            && only.name != name
            && self.game.rules.formula(&only.name).is_some()
        {
            // A value that is another one under a new name.
            return self.sum(&only.name);
        }
        let terms: Vec<&Term> = computed.terms.iter().filter(|term| !term.value.is_nothing()).collect();
        if terms.len() < 2 && terms.iter().all(|term| term.inputs.is_empty()) {
            return Ok(None);
        }
        let said = terms.into_iter().map(|term| self.summand(term)).collect::<Result<Vec<_>, _>>()?;
        // One figure without a name tells nothing.
        if matches!(said.as_slice(), [only] if Some(only) == computed.value.printed().as_ref()) {
            return Ok(None);
        }
        Ok(Some(format!("= {}", joined(said))))
    }

    /// `Instinct 2`, `2`, of a roll also how many dice there are, `5d12 (2 + Instinct 2 + Trade 1)`, and of a product or a row
    /// of a table what went into it: `45 (Level 3)`. With its sign.
    fn summand(&self, term: &Term) -> Result<String, EvalError> {
        let value = term.value.printed().unwrap_or_default();
        let (sign, figure) = value.strip_prefix('\u{2212}').map_or(("", value.as_str()), |rest| ("\u{2212}", rest));
        let one = match term.inputs.as_slice() {
            [] => Some(term.name.as_str()),
            [only] if only.name == term.name || only.value == term.value => Some(only.name.as_str()),
            _ => None,
        };
        if let Some(one) = one {
            let name = self.name_of_term(one, &term.label);
            // A number that stands in the formula has no name.
            return Ok(if name.is_empty() || name == figure { value } else { format!("{sign}{name} {figure}") });
        }
        if let Some(count) = self.count_of_dice(term)? {
            return Ok(format!("{sign}{figure} ({count})"));
        }
        let inputs: Vec<String> = term.inputs.iter().filter_map(|input| self.input(input)).collect();
        Ok(if inputs.is_empty() { value } else { format!("{sign}{figure} ({})", inputs.join(", ")) })
    }

    /// How many dice a roll has, as a sum, where that is more than a number.
    fn count_of_dice(&self, term: &Term) -> Result<Option<String>, EvalError> {
        let Ok(formula) = Formula::parse(&term.name) else { return Ok(None) };
        let ExprKind::Dice { count, .. } = &formula.expr.kind else { return Ok(None) };
        let (_, terms) = explain(count, &self.evaluator)?;
        if terms.len() < 2 {
            return Ok(None);
        }
        let said = terms.iter().filter(|term| !term.value.is_nothing()).map(|term| self.summand(term));
        Ok(Some(joined(said.collect::<Result<_, _>>()?)))
    }

    /// What went into a term: `Level 3`. Nothing goes in of what is nothing.
    fn input(&self, input: &Input) -> Option<String> {
        let value = input.value.printed().filter(|_| !input.value.is_nothing())?;
        let name = self.name_of_term(&input.name, "");
        (!name.is_empty()).then(|| format!("{name} {value}"))
    }

    /// The name of something in a formula; empty where it is a figure.
    fn name_of_term(&self, name: &str, label: &str) -> String {
        let full = self.full_name(name);
        if !full.is_empty() {
            return full;
        }
        // The ranks in something are called by what they are ranks in.
        let formula = Formula::parse(name).ok();
        let label = match formula.map(|formula| formula.expr) {
            Some(query) if matches!(query.kind, ExprKind::Query(..)) => readable(&query, &self.game.rules),
            // Dice have no name: they are printed as they are rolled.
            Some(dice) if matches!(dice.kind, ExprKind::Dice { .. }) => return String::new(),
            Some(_) | None => label.to_owned(),
        };
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
            let stat = system.stats.get(head).filter(|_| STAT_PARTS.contains(&field)).map(|stat| stat.name.clone());
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

/// Summands with their signs between them.
fn joined(summands: Vec<String>) -> String {
    let mut words = String::new();
    for said in summands {
        let (sign, bare) = said.strip_prefix('\u{2212}').map_or(("+", said.as_str()), |rest| ("\u{2212}", rest));
        words += &match (words.is_empty(), sign) {
            (true, "+") => bare.to_owned(),
            (true, _) => format!("{sign}{bare}"),
            (false, _) => format!(" {sign} {bare}"),
        };
    }
    words
}
