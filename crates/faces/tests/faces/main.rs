//! Views of the shipped content: Tri-Core as it is written in `content` (its numbers by hand, the sums behind them,
//! what each ruling does to them, its worked examples, and where each of its rules stands), and the systems beside it.

mod affects;
mod agreement;
mod amount;
mod bills;
mod by_hand;
mod campaigns;
mod closure;
mod content_examples;
mod dice_lost;
mod extremes;
mod homes;
mod in_use;
mod known;
mod number_tables;
mod one_rule;
mod people;
mod printed_examples;
mod rulings;
mod rulings_page;
mod said;
mod sheet_sums;
mod source;
mod source_texts;
mod stats_once;
mod strips;
mod sums;
mod systems;
mod things;
mod words;
