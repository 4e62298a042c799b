//! The view of an ability's bill.
//!
//! **In** an ability, computed for a character or without one. **Out** an [`AbilityBill`] in which every word
//! and figure is final. Pages show it; the JSON of `cost` has the same as data.

use serde::Serialize;

use super::book::{EntryLink, Explained};

/// The bill of an ability, or the beginning of one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AbilityBill {
    /// The ability's id.
    pub ability: String,
    /// Its name.
    pub name: String,
    /// The character whose values it was computed with, and their name; none without one.
    pub builder: Option<(EntryLink, String)>,
    /// A line for each keyword, in the author's order.
    pub items: Vec<BillItem>,
    /// How many keywords of the ability come after those shown. Where there are some, `findings` is empty: part of an
    /// ability is neither legal nor illegal.
    pub left_out: usize,
    /// The total of the keywords shown, and the budget of the whole ability, where abilities cost anything.
    pub totals: Option<BillTotals>,
    /// Why it is not legal; empty when it is.
    pub findings: Vec<BillFinding>,
}

/// What an ability costs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BillTotals {
    /// The total of the keywords shown.
    pub spent: Explained,
    /// The budget of the whole ability.
    pub budget: Explained,
}

/// What a keyword costs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BillPrices {
    /// In the list.
    pub list: Explained,
    /// In this ability.
    pub here: Explained,
}

/// A keyword on a bill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BillItem {
    /// The keyword's id.
    pub keyword: String,
    /// `Range V: Burst`
    pub name: String,
    /// Its arguments, each behind the name of its parameter: `Reach`, `2`.
    pub parameters: Vec<(String, String)>,
    /// Its price in the list and in this ability, where abilities cost anything.
    pub prices: Option<BillPrices>,
    /// What it does.
    pub text: String,
}

impl BillItem {
    /// `Reach 2, Shape cone`
    pub fn decided(&self) -> String {
        self.parameters.iter().map(|(name, argument)| format!("{name} {argument}")).collect::<Vec<_>>().join(", ")
    }
}

/// A requirement that an ability breaks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BillFinding {
    /// What is wrong.
    pub message: String,
    /// The smallest change that would cure it; may be empty.
    pub cure: String,
    /// Rule ID; may be empty.
    pub rule: String,
    /// The keyword that it is about; empty when it is about the ability.
    pub keyword: String,
}
