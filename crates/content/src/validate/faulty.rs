//! Formulas in which something is wrong: they are reported once, and everything else is computed around them.

use std::collections::{BTreeMap, BTreeSet};

use makeready_rules::formula::{EvalError, EvalFault, Expr, ExprKind, Formula, FormulaError, FormulaFault};
use makeready_rules::number::ArithmeticError;
use makeready_rules::system::System;

use crate::code::Code;
use crate::source::{ScalarPlace, Span};

/// What a value is open for whose formula is faulty. No name is written like this.
const OPEN: &str = "(faulty)";

/// Formulas and directives in which something is wrong.
#[derive(Clone, Debug, Default)]
pub(crate) struct Faulty {
    places: BTreeSet<Span>,
    /// Names that they use and that nothing has.
    names: BTreeSet<String>,
}

impl Faulty {
    /// Notes a formula or a directive.
    pub fn note(&mut self, at: Span) {
        self.places.insert(at);
    }

    /// Notes the names that nothing has.
    pub fn note_names(&mut self, errors: &[FormulaError]) {
        let name = |error: &FormulaError| match &*error.fault {
            FormulaFault::UnknownName { name, .. } => Some(name.clone()),
            _ => None,
        };
        self.names.extend(errors.iter().filter_map(name));
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty() && self.names.is_empty()
    }

    /// Whether something is wrong there.
    pub fn has(&self, at: Span) -> bool {
        self.places.contains(&at)
    }

    /// Leaves values open whose formulas are faulty: what needs them is open as well. Whether there is one.
    pub fn leave_open(&mut self, system: &mut System, formulas: &BTreeMap<String, ScalarPlace>) -> bool {
        for (id, _) in formulas.iter().filter(|(_, place)| self.places.contains(&place.at)) {
            if let Some(value) = system.values.get_mut(id) {
                let expr = Expr { kind: ExprKind::Name(OPEN.to_owned()), at: 0..0 };
                value.formula = Formula { text: OPEN.to_owned(), expr };
                self.names.insert(OPEN.to_owned());
            }
        }
        self.names.contains(OPEN)
    }

    /// Whether a value is open only because of a formula that is faulty.
    pub fn leaves_open(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// Whether something cannot be computed only because of a formula that is faulty.
    pub fn explains(&self, failure: &EvalError) -> bool {
        match &*failure.fault {
            EvalFault::Unknown { name } => self.leaves_open(name),
            // In sound formulas types go together.
            EvalFault::Arithmetic(ArithmeticError::WrongType) => !self.places.is_empty(),
            _ => false,
        }
    }
}

/// Whether an error of this kind leaves all numbers of a game as they would be without it, so that they are computed all the
/// same: one of looks, of words, or of what a page or a block shows.
pub(crate) const fn leaves_numbers(code: &Code) -> bool {
    matches!(
        code,
        Code::BadColor
            | Code::BadIcon
            | Code::BadPicture
            | Code::MissingColor
            | Code::NoCard
            | Code::NotOnReference
            | Code::TwoCredits
            | Code::UnknownBack
            | Code::UnknownCard
            | Code::UnknownChapter
            | Code::UnknownColor
            | Code::UnknownDisplayFace
            | Code::UnknownFamily
            | Code::UnknownGroup
            | Code::UnknownIcon
            | Code::UnknownLanguage
            | Code::UnknownLine
            | Code::UnknownNote
            | Code::UnknownOrnament
            | Code::UnknownPicture
            | Code::UnknownResource
            | Code::UnknownSkillGroup
            | Code::UnknownTable
    )
}
