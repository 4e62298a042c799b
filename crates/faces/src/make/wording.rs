//! Formulas and texts of abilities in general: what is undecided is printed by its name, as on a
//! blank card.

use makeready_rules::ability::{AbilityRules, Argument, KeywordDef, ParameterDef};
use makeready_rules::eval::{SheetFrame, Worksheet};
use makeready_rules::formula::{Expr, ExprKind, told};
use makeready_rules::template::{Piece, Template};

use crate::text::{Paragraph, Run, Style, behind_words};
use makeready_content::game::Game;
use makeready_content::text::Text;

/// Printing of the formulas of abilities, or of one keyword.
pub struct Wording<'a> {
    game: &'a Game,
    abilities: &'a AbilityRules,
    keyword: Option<&'a KeywordDef>,
    sheet: Worksheet<'a>,
}

impl<'a> Wording<'a> {
    /// For the formulas of abilities; with a keyword, for those of the keyword.
    pub fn new(game: &'a Game, abilities: &'a AbilityRules, keyword: Option<&'a KeywordDef>) -> Self {
        Self { game, abilities, keyword, sheet: Worksheet::one_keyword(&game.rules, abilities, keyword) }
    }

    fn frame(&self) -> SheetFrame<'_, 'a> {
        self.sheet.frame_of_line(0).unwrap_or_else(|| self.sheet.frame())
    }

    fn read(&self, expr: &Expr) -> String {
        told(expr, &self.frame())
    }

    /// A formula in words, under the rules in force.
    pub fn told(&self, expr: &Expr) -> String {
        self.read(&self.with_names(&self.game.rules.fold(expr)))
    }

    /// The same in its author's words, where there are any.
    pub fn told_by(&self, how: &Text, expr: &Expr) -> String {
        if how.is_empty() { self.told(expr) } else { how.in_words(&self.game.rules, &self.frame()) }
    }

    /// A text in which nothing but rulings is decided.
    pub fn paragraph(&self, template: &Template) -> Paragraph {
        let mut runs = Paragraph::new();
        for piece in &template.pieces {
            match piece {
                Piece::Text(text, _) => runs.push(Run::plain(text)),
                Piece::Formula(formula, form, _) => {
                    let decided = self.with_constants(&self.game.rules.fold(&formula.expr));
                    let mut said = self.runs(&self.with_names(&decided));
                    if let Some(first) = said.first_mut() {
                        first.text = form.phrase(std::mem::take(&mut first.text));
                    }
                    runs.extend(said);
                }
            }
        }
        runs.retain(|run| !run.text.is_empty());
        let is_repeated: Vec<bool> = (0..runs.len()).map(|at| repeats_what_is_beside(&runs, at)).collect();
        for (run, is_repeated) in runs.iter_mut().zip(is_repeated) {
            if is_repeated {
                OPEN.clone_into(&mut run.text);
            }
        }
        runs
    }

    /// A formula in a text: what every ability fills in or chooses for itself is a formula still, all else is words.
    fn runs(&self, expr: &Expr) -> Vec<Run> {
        let run = |style, text| Run { style, text, detail: String::new() };
        match &expr.kind {
            ExprKind::Symbol(word) => vec![Run::plain(word)],
            ExprKind::Number(number) => vec![run(Style::Figure, number.to_string())],
            _ => match self.either(expr) {
                Some(Either::Said(words)) => vec![Run::plain(words)],
                Some(Either::Chosen { before, words, behind }) => {
                    vec![Run::plain(before), run(Style::Formula, words), Run::plain(behind)]
                }
                None => vec![run(Style::Formula, self.read(expr))],
            },
        }
    }

    /// The alternatives of a choice where all of them are words: `square(s)`, `wider / narrower`.
    fn either(&self, expr: &Expr) -> Option<Either> {
        let ExprKind::If(condition, yes, no) = &expr.kind else { return None };
        if let (ExprKind::Symbol(yes), ExprKind::Symbol(no)) = (&yes.kind, &no.kind) {
            return Some(match (yes.as_str(), no.as_str()) {
                // A sign before a figure stands there as it is.
                ("", sign) | (sign, "") if !sign.contains(char::is_alphanumeric) => Either::Said(sign.to_owned()),
                ("", word) => Either::Said(in_one_case(word, "unless", &self.read(condition))),
                (word, "") => Either::Said(in_one_case(word, "if", &self.read(condition))),
                (one, many) => match many.strip_prefix(one) {
                    Some(ending) => Either::Said(format!("{one}({ending})")),
                    None => alternatives(&[one, many]),
                },
            });
        }
        let mut words = Vec::new();
        all_words(expr, &mut words).then(|| alternatives(&words))
    }

    /// The same formula with the values of the keyword that are numbers, whatever is decided.
    fn with_constants(&self, expr: &Expr) -> Expr {
        let number = |name: &String| {
            let folded = self.game.rules.fold(&self.keyword?.values.get(name)?.formula.expr);
            matches!(folded.kind, ExprKind::Number(_)).then_some(folded.kind)
        };
        match &expr.kind {
            ExprKind::Name(name) => {
                number(name).map_or_else(|| expr.clone(), |kind| Expr { kind, at: expr.at.clone() })
            }
            _ => expr.map_children(&mut |part| self.with_constants(part)),
        }
    }

    /// The same formula with the options that parameters are compared with by their names.
    fn with_names(&self, expr: &Expr) -> Expr {
        if let ExprKind::Binary(op, left, right) = &expr.kind
            && let (ExprKind::Name(field), ExprKind::Symbol(option)) = (&left.kind, &right.kind)
        {
            let named = Expr { kind: ExprKind::Symbol(self.option(field, option)), at: right.at.clone() };
            return Expr { kind: ExprKind::Binary(*op, left.clone(), Box::new(named)), at: expr.at.clone() };
        }
        expr.map_children(&mut |part| self.with_names(part))
    }

    fn option(&self, field: &str, option: &str) -> String {
        let argument = Argument::Symbol(option.to_owned());
        let system = self.game.rules.system();
        self.field_named(field).map_or_else(|| option.to_owned(), |field| field.kind.printed(&argument, system))
    }

    fn field_named(&self, name: &str) -> Option<&ParameterDef> {
        let parameter = self.keyword.and_then(|keyword| keyword.parameters.get(name));
        parameter.or_else(|| self.abilities.parameters.get(name))
    }
}

/// What an ability fills in, where the words beside it say what that is.
const OPEN: &str = "\u{2026}";

/// Whether what is filled in has the name that the words before it or behind it say already: `squares` before ` squares away`.
fn repeats_what_is_beside(runs: &[Run], at: usize) -> bool {
    if runs[at].style != Style::Formula {
        return false;
    }
    let name = runs[at].text.as_str();
    let begins = runs.get(at + 1).is_some_and(|behind| behind_words(behind.text.trim_start(), name).is_some());
    let before = at.checked_sub(1).map_or_else(String::new, |place| runs[place].text.to_lowercase());
    let rest = before.trim_end().strip_suffix(&name.to_lowercase());
    begins || rest.is_some_and(|rest| !rest.ends_with(char::is_alphanumeric))
}

/// A choice between words.
#[derive(Debug, PartialEq, Eq)]
enum Either {
    /// It says itself when which applies: `square(s)`.
    Said(String),
    /// `wider / narrower`, with what stands around it whichever it is.
    Chosen { before: String, words: String, behind: String },
}

/// What is said in one case only: the case stands before a whole sentence, ` If harms is AP: They harm AP.`, and behind a few
/// words, `beyond the five (if change is Added)`.
fn in_one_case(words: &str, joint: &str, case: &str) -> String {
    let said = words.trim_start();
    if said.starts_with(char::is_uppercase) && said.trim_end().ends_with('.') {
        let joint = if joint == "if" { "If" } else { "Unless" };
        return format!("{}{joint} {case}: {said}", &words[..words.len() - said.len()]);
    }
    let core = words.trim_end_matches([' ', ',', '.']);
    format!("{core} ({joint} {case}){}", &words[core.len()..])
}

/// `, wider / narrower,`: spaces and commas that all alternatives share at an end are written once. Where they share none there, a
/// space that one of them has keeps them apart from what stands beside them.
fn alternatives(words: &[&str]) -> Either {
    let is_mark = |c: char| matches!(c, ' ' | ',');
    let first = words.first().copied().unwrap_or_default();
    let before = &first[..first.len() - first.trim_start_matches(is_mark).len()];
    let behind = &first[first.trim_end_matches(is_mark).len()..];
    let shares =
        |word: &str| word.len() > before.len() + behind.len() && word.starts_with(before) && word.ends_with(behind);
    let all: Vec<&str> =
        words.iter().filter(|word| shares(word)).map(|word| &word[before.len()..word.len() - behind.len()]).collect();
    if all.len() == words.len() {
        return Either::Chosen { before: before.to_owned(), words: all.join(" / "), behind: behind.to_owned() };
    }
    let space = |is_there: bool| if is_there { " " } else { "" }.to_owned();
    Either::Chosen {
        before: space(words.iter().any(|word| word.starts_with(is_mark))),
        words: words.iter().map(|word| word.trim_matches(is_mark)).collect::<Vec<_>>().join(" / "),
        behind: space(words.iter().any(|word| word.ends_with(' '))),
    }
}

/// Collects the words that a choice may evaluate to; false when there is anything but words.
fn all_words<'e>(expr: &'e Expr, words: &mut Vec<&'e str>) -> bool {
    if let ExprKind::If(_, yes, no) = &expr.kind {
        return all_words(yes, words) && all_words(no, words);
    }
    let ExprKind::Symbol(word) = &expr.kind else { return false };
    if !word.is_empty() && !words.contains(&word.as_str()) {
        words.push(word);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::{Either, alternatives, in_one_case, repeats_what_is_beside};
    use crate::text::{Run, Style};

    #[test]
    fn a_name_that_the_text_says_is_left_open() {
        let formula = |text: &str| Run { style: Style::Formula, text: text.to_owned(), detail: String::new() };
        let repeats = |before: &str, name: &str, behind: &str| {
            repeats_what_is_beside(&[Run::plain(before), formula(name), Run::plain(behind)], 1)
        };
        assert!(repeats("Up to ", "squares", " squares away.") && repeats("Armor against ", "Against", " damage"));
        assert!(!repeats("Up to ", "points", " squares away.") && !repeats("It dazes ", "targets", " targetsome"));
    }

    #[test]
    fn a_case_stands_before_a_sentence_and_behind_words() {
        assert_eq!(in_one_case(" They harm AP. ", "if", "harms is AP"), " If harms is AP: They harm AP. ");
        assert_eq!(in_one_case("It lasts.", "unless", "calm"), "Unless calm: It lasts.");
        assert_eq!(in_one_case("one kind, ", "if", "matter is One kind"), "one kind (if matter is One kind), ");
    }

    #[test]
    fn what_all_alternatives_share_at_their_ends_is_written_once() {
        let chosen = |words: &[&str]| match alternatives(words) {
            Either::Chosen { before, words, behind } => [before, words, behind],
            Either::Said(words) => panic!("nothing is chosen in {words}"),
        };
        assert_eq!(chosen(&["wider", "narrower"]), ["", "wider / narrower", ""]);
        assert_eq!(chosen(&[", as large,", ", larger,"]), [", ", "as large / larger", ","]);
        assert_eq!(chosen(&["to ", "against "]), ["", "to / against", " "]);
        assert_eq!(chosen(&[" and Burn", ", Freeze and Soak"]), [" ", "and Burn / Freeze and Soak", ""]);
    }
}
