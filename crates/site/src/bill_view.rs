//! The bill of an ability, for the templates.

use serde::Serialize;

use makeready_faces::bill::{AbilityBill, BillFinding, BillItem};
use makeready_faces::book::{EntryKind, EntryLink, Explained};

use super::assets::StylePart;
use super::card_view::RuleView;
use super::context::PageContext;
use super::html::Html;
use super::runs::{self, Note};
use super::said::Said;

/// An argument of fewer words may stand beside a text that says it.
const FEWEST_REPEATED: usize = 4;

/// A bill.
#[derive(Debug, Serialize)]
pub struct BillView {
    name: String,
    /// Empty on the ability's own page.
    href: String,
    builder: String,
    builder_href: String,
    items: Vec<ItemView>,
    /// Whether keywords have more than their names.
    has_words: bool,
    has_list_prices: bool,
    left_out: usize,
    totals: Option<TotalsView>,
    is_whole: bool,
    findings: Vec<FindingView>,
}

#[derive(Debug, Serialize)]
struct TotalsView {
    unit: String,
    spent: Html,
    spent_name: String,
    budget: Html,
    budget_name: String,
    is_budget_known: bool,
}

#[derive(Debug, Serialize)]
struct ItemView {
    name: String,
    href: String,
    /// Each behind the name of its parameter.
    parameters: Vec<(String, String)>,
    list_price: Html,
    price: Html,
    text: String,
}

#[derive(Debug, Serialize)]
struct FindingView {
    about: String,
    message: String,
    cure: String,
    rule: RuleView,
}

/// The view of a bill.
pub fn bill(bill: &AbilityBill, page: &mut PageContext<'_>) -> BillView {
    page.style_parts.insert(StylePart::Figures);
    let own = EntryLink { kind: EntryKind::Ability, id: bill.ability.clone() };
    let items: Vec<ItemView> = bill.items.iter().map(|item| item_view(item, page)).collect();
    BillView {
        name: bill.name.clone(),
        href: href(&own, page),
        builder: bill.builder.as_ref().map_or_else(String::new, |(_, name)| name.clone()),
        builder_href: bill.builder.as_ref().map_or_else(String::new, |(link, _)| href(link, page)),
        has_words: has_words(&items),
        items,
        has_list_prices: bill
            .items
            .iter()
            .any(|item| item.prices.as_ref().is_some_and(|prices| prices.list.text != prices.here.text)),
        left_out: bill.left_out,
        totals: bill.totals.as_ref().map(|totals| TotalsView {
            unit: totals.spent.unit.clone(),
            spent: figure(&totals.spent, page),
            spent_name: totals.spent.name.clone(),
            budget: figure(&totals.budget, page),
            budget_name: totals.budget.name.clone(),
            is_budget_known: totals.budget.is_known,
        }),
        is_whole: bill.left_out == 0,
        findings: bill.findings.iter().map(|finding| finding_view(finding, bill, page)).collect(),
    }
}

impl BillView {
    /// Beside a text: what that says of a keyword is not said once more.
    pub fn beside(mut self, said: &Said) -> Self {
        for item in &mut self.items {
            if said.has(&item.text) {
                item.text.clear();
            }
            item.parameters.retain(|(_, argument)| !is_said(argument, said));
        }
        self.has_words = has_words(&self.items);
        self
    }
}

/// Whether an argument is a text, and is said.
fn is_said(argument: &str, said: &Said) -> bool {
    argument.split_whitespace().count() >= FEWEST_REPEATED && said.has(argument)
}

/// Whether keywords have more than their names.
fn has_words(items: &[ItemView]) -> bool {
    items.iter().any(|item| !item.text.is_empty() || !item.parameters.is_empty())
}

fn item_view(item: &BillItem, page: &mut PageContext<'_>) -> ItemView {
    let text = Said::in_text(&item.text);
    ItemView {
        name: item.name.clone(),
        href: href(&EntryLink { kind: EntryKind::Keyword, id: item.keyword.clone() }, page),
        parameters: item.parameters.iter().filter(|(_, argument)| !is_said(argument, &text)).cloned().collect(),
        list_price: item.prices.as_ref().map_or_else(Html::new, |prices| figure(&prices.list, page)),
        price: item.prices.as_ref().map_or_else(Html::new, |prices| figure(&prices.here, page)),
        text: item.text.clone(),
    }
}

fn finding_view(finding: &BillFinding, bill: &AbilityBill, page: &PageContext<'_>) -> FindingView {
    let item = bill.items.iter().find(|item| item.keyword == finding.keyword);
    FindingView {
        about: item.map_or_else(String::new, |item| item.name.clone()),
        message: finding.message.clone(),
        cure: finding.cure.clone(),
        rule: RuleView::new(&finding.rule, page),
    }
}

/// Link to an entry; empty on its own page.
fn href(link: &EntryLink, page: &PageContext<'_>) -> String {
    let target = page.context.link_index.entry(link).filter(|target| target.place.path != page.path);
    target.map_or_else(String::new, |target| page.href(&target.place))
}

/// An unknown figure is shown as its formula, which needs no note.
fn figure(value: &Explained, page: &mut PageContext<'_>) -> Html {
    let note = Note { name: &value.name, formula: &value.formula, terms: &value.terms, rule: &value.rule };
    if !value.is_known {
        let mut html = Html::new();
        html.element("span", &[("class", "formula")], &value.formula);
        return html;
    }
    runs::explained(&value.text, "figure", &note, page)
}

/// The text of a bill, for the search.
pub fn words(bill: &AbilityBill) -> String {
    let items = bill.items.iter().map(|item| format!("{} {} {}", item.name, item.decided(), item.text));
    let findings = bill.findings.iter().map(|finding| finding.message.clone());
    items.chain(findings).collect::<Vec<_>>().join(" ")
}
