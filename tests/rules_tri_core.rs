//! Tri-Core as it is written in `content`: its numbers by hand, the sums behind them, what each ruling does to
//! them, its worked examples, and where each of its rules stands.

mod support;

#[path = "rules_tri_core/agreement.rs"]
mod agreement;
#[path = "rules_tri_core/amount.rs"]
mod amount;
#[path = "rules_tri_core/bills.rs"]
mod bills;
#[path = "rules_tri_core/by_hand.rs"]
mod by_hand;
#[path = "rules_tri_core/campaigns.rs"]
mod campaigns;
#[path = "rules_tri_core/closure.rs"]
mod closure;
#[path = "rules_tri_core/content_examples.rs"]
mod content_examples;
#[path = "rules_tri_core/homes.rs"]
mod homes;
#[path = "rules_tri_core/number_tables.rs"]
mod number_tables;
#[path = "rules_tri_core/people.rs"]
mod people;
#[path = "rules_tri_core/printed_examples.rs"]
mod printed_examples;
#[path = "rules_tri_core/probes.rs"]
mod probes;
#[path = "rules_tri_core/rulings.rs"]
mod rulings;
#[path = "rules_tri_core/rulings_page.rs"]
mod rulings_page;
#[path = "rules_tri_core/source.rs"]
mod source;
#[path = "rules_tri_core/sums.rs"]
mod sums;
#[path = "rules_tri_core/wording.rs"]
mod wording;
