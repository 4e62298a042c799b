//! What names mean in a place where formulas stand.

use std::ops::Range;

use super::ast::Query;
use super::depth::Depth;
use super::failure::EvalError;
use super::fault::FormulaError;
use super::sign::Origin;
use crate::model::character::Retagged;
use crate::value::{Type, Value};

/// What names, queries and fields of items mean in a place where formulas stand: their types, by which formulas are
/// validated, their values, and how they are printed. A frame defines what is new in its place, and leaves all else to the
/// one around it: a keyword stands in an ability, that in a character, that in a game.
pub trait Frame {
    /// The frame around this one; none for the outermost, which knows no names and prints them as they are written.
    fn parent(&self) -> Option<&dyn Frame>;

    /// The type of a name, or `None` when there is no such name.
    fn type_of(&self, name: &str) -> Option<Type> {
        self.parent()?.type_of(name)
    }

    /// The value of a name that has been validated.
    ///
    /// # Errors
    /// When computing it fails.
    fn value(&self, name: &str) -> Result<Value, EvalError> {
        self.parent().map_or_else(|| Ok(Value::Unknown(name.to_owned())), |parent| parent.value(name))
    }

    /// What is known of a name before it has a value; none where it may be anything.
    fn origin(&self, name: &str) -> Option<Origin<'_>> {
        self.parent()?.origin(name)
    }

    /// `PWR` for `power`.
    fn label(&self, name: &str) -> String {
        self.parent().map_or_else(|| name.to_owned(), |parent| parent.label(name))
    }

    /// All names, for suggestions.
    fn names(&self) -> Vec<String> {
        self.parent().map_or_else(Vec::new, Frame::names)
    }

    /// Validates the words of a query; the type of its answer.
    ///
    /// # Errors
    /// What is wrong with one of them.
    fn query_type(&self, query: Query, words: &[(String, Range<usize>)]) -> Result<Type, FormulaError> {
        self.parent().map_or(Ok(Type::Number), |parent| parent.query_type(query, words))
    }

    /// The type of the answer if nothing is wrong with the words: what the words might have meant is not looked for, which takes
    /// longer than everything else.
    fn query_kind(&self, query: Query, words: &[(String, Range<usize>)]) -> Type {
        self.query_type(query, words).unwrap_or(Type::Number)
    }

    /// The answer to a query.
    ///
    /// # Errors
    /// When computing it fails.
    fn query(&self, query: Query, words: &[&str]) -> Result<Value, EvalError> {
        self.parent().map_or_else(|| Ok(Value::Unknown(words[0].to_owned())), |parent| parent.query(query, words))
    }

    /// The value of a name where actions have other tags.
    ///
    /// # Errors
    /// When computing it fails.
    fn value_retagged(&self, name: &str, tags: &Retagged) -> Result<Value, EvalError> {
        self.parent().map_or_else(|| Ok(Value::Unknown(name.to_owned())), |parent| parent.value_retagged(name, tags))
    }

    /// The answer to a query where actions have other tags.
    ///
    /// # Errors
    /// When computing it fails.
    fn query_retagged(&self, query: Query, words: &[&str], tags: &Retagged) -> Result<Value, EvalError> {
        let unknown = || Ok(Value::Unknown(words[0].to_owned()));
        self.parent().map_or_else(unknown, |parent| parent.query_retagged(query, words, tags))
    }

    /// `Stealth ranks` for `rank('stealth')`.
    fn query_label(&self, query: Query, words: &[&str]) -> String {
        let verbatim = || format!("{}('{}')", query.name(), words.join("', '"));
        self.parent().map_or_else(verbatim, |parent| parent.query_label(query, words))
    }

    /// The type of a field of items, for `wielded`.
    ///
    /// # Errors
    /// When there is no such action or field.
    fn field_type(
        &self,
        action: &(String, Range<usize>),
        field: &(String, Range<usize>),
    ) -> Result<Type, FormulaError> {
        self.parent().map_or(Ok(Type::Number), |parent| parent.field_type(action, field))
    }

    /// A field of the item held for an action; `None` when nothing is held or it has no such field.
    ///
    /// # Errors
    /// When computing the field fails.
    fn wielded(&self, action: &str, field: &str) -> Result<Option<Value>, EvalError> {
        self.parent().map_or(Ok(None), |parent| parent.wielded(action, field))
    }

    /// `device dice` for the field `effect` of what is wielded.
    fn field_label(&self, field: &str) -> String {
        self.parent().map_or_else(|| format!("wielded {field}"), |parent| parent.field_label(field))
    }

    /// How deep the evaluation is that the values come from; none where there are no values.
    fn depth(&self) -> Option<&Depth> {
        self.parent()?.depth()
    }
}

/// The outermost frame: names as the author wrote them.
pub(super) struct Verbatim;

impl Frame for Verbatim {
    fn parent(&self) -> Option<&dyn Frame> {
        None
    }
}
