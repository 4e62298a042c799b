//! The list of a kind: what its entries have in common, as columns that sort and filter.
//!
//! **In** the entries of one kind, each with its own [`Column`]s. **Out** one [`Listing`]: the columns that enough of them have,
//! each with its kind; for every entry a cell in each of them, with the key that it sorts by; and the groups, in their order.
//! Whoever shows it compares keys and never reads what a cell says. Entry point: [`Listing::new`].

use std::collections::{BTreeMap, BTreeSet};

use makeready_rules::dice::EXPLODES;
use serde::Serialize;

use super::book::{Entry, EntryLink};
use super::order::OrderKey;
use super::text::{Paragraph, Run, plain_text};

/// The most columns that a list has beside the names: more do not fit.
const MOST_COLUMNS: usize = 7;
/// The same of things that are carried, which are compared by their figures.
const MOST_COLUMNS_OF_THINGS: usize = 10;
/// Under headings they are compared within their kind, and most columns belong to one kind alone: fewer are read more easily.
const MOST_COLUMNS_IN_GROUPS: usize = 7;
/// A column stands in a list if one entry in so many has it: figures and words are compared, and some things alone may have them,
/// such as weapons among all that is carried; text that is read is no column where most rows are empty.
const RAREST_COMPARED: usize = 5;
const RAREST_OF_THINGS: usize = 6;
const RAREST_READ: usize = 2;
/// The most words that a list can be filtered by in one column, and the longest of them.
const MOST_OPTIONS: usize = 16;
const LONGEST_OPTION: usize = 40;
/// Fewer entries than these are seen at once and need no filter by words.
const FEWEST_FILTERED: usize = 6;
/// Of so many numbers of a column one may be told in words.
const FEW_IN_WORDS: usize = 8;
/// Numbers are kept in thousandths: means of dice are no whole numbers.
const ONE: i64 = 1000;

/// What a list shows of one entry under one heading.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Column {
    /// The heading.
    pub label: String,
    /// The text; may be empty.
    pub text: Paragraph,
    /// What the entry counts as where that is more than one thing; else it counts as its text.
    pub words: Vec<String>,
    /// Whether entries that say the same stand together, under it as a heading.
    pub is_group: bool,
    /// Whether lists are only narrowed by it: so common that it says little in a row.
    pub is_filter_only: bool,
    /// Where the heading stands among others; those of one place stand in the order of their first entries.
    pub place: usize,
}

impl Column {
    /// A column of styled text.
    pub fn new(label: impl Into<String>, text: Paragraph) -> Self {
        Self { label: label.into(), text, ..Self::default() }
    }

    /// A column of plain text.
    pub fn plain(label: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        Self::new(label, if text.is_empty() { Vec::new() } else { vec![Run::plain(text)] })
    }

    /// What entries stand under as a heading.
    pub fn group(label: impl Into<String>, text: impl Into<String>) -> Self {
        Self { is_group: true, ..Self::plain(label, text) }
    }

    /// What a list is narrowed by, and does not say of each of its entries.
    pub fn filter_only(self) -> Self {
        Self { is_filter_only: true, ..self }
    }

    /// Several things at once.
    pub fn several(label: impl Into<String>, words: Vec<String>) -> Self {
        let text = words.join(", ");
        Self { words, ..Self::plain(label, text) }
    }
}

/// What a list is made from: one of the things in it.
#[derive(Clone, Copy, Debug)]
pub struct Listed<'l> {
    /// Its name.
    pub name: &'l str,
    /// What it belongs to.
    pub group: Option<&'l EntryLink>,
    /// What is shown of it.
    pub columns: &'l [Column],
}

impl<'l> From<&'l Entry> for Listed<'l> {
    fn from(entry: &'l Entry) -> Self {
        Self { name: &entry.name, group: entry.group.as_ref(), columns: &entry.columns }
    }
}

/// How a column sorts, and what it can be filtered by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// Any text, as people sort it.
    Text,
    /// Numbers, by their value; from the least to the most.
    Number(i64, i64),
    /// Dice of several kinds, by their mean, which is good for an order and says nothing to a reader.
    Dice,
    /// A few words, in their order.
    Words(Vec<String>),
}

/// A column of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListColumn {
    /// The heading.
    pub label: String,
    /// How it sorts.
    pub kind: ColumnKind,
    /// Whether it is for filters alone. Those columns are the last, and nothing is shown in them.
    pub is_filter_only: bool,
}

/// A cell of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListCell {
    /// What stands in it; may be empty.
    pub text: Paragraph,
    /// What it sorts by: a number in thousandths, the place of a text among all texts of its column, or the places of words in
    /// those of the column, of which the first counts. None where nothing stands, or words among numbers.
    pub keys: Vec<i64>,
}

/// A group of entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListGroup {
    /// Its heading; empty where the list has no groups.
    pub title: String,
    /// The entry that the heading names, if there is one.
    pub link: Option<EntryLink>,
    /// The places of its entries in what the list was made from.
    pub rows: Vec<usize>,
}

/// The list of a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// What the groups are, such as `Family`; empty where there are none.
    pub grouped_by: String,
    /// The groups in order: one without a title where nothing groups them.
    pub groups: Vec<ListGroup>,
    /// The place of each name among all, as people sort them.
    pub names: Vec<i64>,
    /// The columns, those for filters alone last.
    pub columns: Vec<ListColumn>,
    /// A cell for each column, for each entry.
    pub rows: Vec<Vec<ListCell>>,
}

impl Listing {
    /// The columns that are shown, in order.
    pub fn shown(&self) -> &[ListColumn] {
        let count = self.columns.iter().take_while(|column| !column.is_filter_only).count();
        &self.columns[..count]
    }

    /// Of the entries of a kind, in their order.
    pub fn new(entries: &[&Entry]) -> Self {
        let entries: Vec<Listed<'_>> = entries.iter().map(|entry| Listed::from(*entry)).collect();
        Self::with_columns(&entries, shown(&entries))
    }

    /// Of things that are carried, in their order. Where there are too many columns the first are shown, which say what is used at
    /// the table, and the last, which says who has it.
    pub fn of_things(entries: &[Listed<'_>]) -> Self {
        Self::with_columns(entries, shown_of_things(entries))
    }

    fn with_columns(entries: &[Listed<'_>], labels: Vec<String>) -> Self {
        let by_label = |label: &String| entries.iter().map(|entry| found(*entry, label)).collect::<Vec<_>>();
        let mut columns: Vec<(ListColumn, Vec<ListCell>)> =
            labels.into_iter().map(|label| column(&by_label(&label), label)).collect();
        columns.sort_by_key(|(column, _)| column.is_filter_only);
        let rows = (0..entries.len()).map(|row| columns.iter().map(|(_, cells)| cells[row].clone()).collect());
        let grouping = entries.iter().flat_map(|entry| entry.columns).find(|column| column.is_group);
        Self {
            grouped_by: grouping.map_or_else(String::new, |column| column.label.clone()),
            groups: groups(entries),
            names: names(entries),
            rows: rows.collect(),
            columns: columns.into_iter().map(|(column, _)| column).collect(),
        }
    }
}

/// Whether entries differ in a column: what is the same of all says nothing of any.
fn is_telling(entries: &[Listed<'_>], label: &str) -> bool {
    let mut texts = entries.iter().map(|entry| found(*entry, label).map(|column| plain_text(&column.text)));
    let first = texts.next();
    entries.len() == 1 || texts.any(|text| Some(text) != first)
}

fn found<'e>(entry: Listed<'e>, label: &str) -> Option<&'e Column> {
    entry.columns.iter().find(|column| column.label == label && !column.text.is_empty())
}

/// The headings of the columns that enough entries have, those that most have.
fn shown(entries: &[Listed<'_>]) -> Vec<String> {
    let times = times(entries);
    let mut order = in_own_order(entries);
    order.retain(|label| {
        let cells: Vec<_> = entries.iter().map(|entry| found(*entry, label)).collect();
        let rarest = match column(&cells, String::new()).0.kind {
            ColumnKind::Number(..) | ColumnKind::Dice | ColumnKind::Words(_) => RAREST_COMPARED,
            ColumnKind::Text => RAREST_READ,
        };
        times[label] * rarest >= entries.len() && is_telling(entries, label)
    });
    let mut common = order.clone();
    common.sort_by_key(|label| std::cmp::Reverse(times[label]));
    common.truncate(MOST_COLUMNS);
    order.retain(|label| common.contains(label));
    order.into_iter().cloned().collect()
}

/// The headings of all columns, in the order in which each entry has its own: one that is new stands before the next that is
/// known.
fn in_own_order<'e>(entries: &'e [Listed<'e>]) -> Vec<&'e String> {
    let mut order: Vec<&String> = Vec::new();
    for entry in entries {
        let mut at = order.len();
        for column in told(std::slice::from_ref(entry)).collect::<Vec<_>>().into_iter().rev() {
            match order.iter().position(|label| **label == column.label) {
                Some(known) => at = known,
                None => order.insert(at, &column.label),
            }
        }
    }
    order
}

/// The headings of the columns of things.
fn shown_of_things(entries: &[Listed<'_>]) -> Vec<String> {
    let times = times(entries);
    let mut order = in_own_order(entries);
    // A figure that is the same of all that have it compares nothing.
    let differs = |label: &String| {
        let texts = || entries.iter().filter_map(|entry| found(*entry, label)).map(|column| plain_text(&column.text));
        entries.len() == 1 || texts().any(|text| number(&text).is_none()) || texts().collect::<BTreeSet<_>>().len() > 1
    };
    order.retain(|label| {
        times[label] * RAREST_OF_THINGS >= entries.len() && is_telling(entries, label) && differs(label)
    });
    let is_grouped = entries.iter().flat_map(|entry| entry.columns).any(|column| column.is_group);
    if is_grouped && let Some((_, figures)) = order.split_last_mut() {
        // What few kinds have stands behind what many have, and leaves no gap behind the names.
        figures.sort_by_key(|label| std::cmp::Reverse(times[*label]));
    }
    let most = if is_grouped { MOST_COLUMNS_IN_GROUPS } else { MOST_COLUMNS_OF_THINGS };
    if order.len() > most {
        order.drain(most - 1..order.len() - 1);
    }
    order.into_iter().cloned().collect()
}

/// The columns of entries that say something, and are no group.
fn told<'e>(entries: &'e [Listed<'e>]) -> impl Iterator<Item = &'e Column> {
    entries.iter().flat_map(|entry| entry.columns).filter(|column| !column.is_group && !column.text.is_empty())
}

/// How many entries have each heading.
fn times<'e>(entries: &'e [Listed<'e>]) -> BTreeMap<&'e String, usize> {
    told(entries).fold(BTreeMap::new(), |mut times, column| {
        *times.entry(&column.label).or_default() += 1;
        times
    })
}

fn names(entries: &[Listed<'_>]) -> Vec<i64> {
    let order = in_order(entries.iter().map(|entry| entry.name));
    let places: BTreeMap<&str, i64> = order.into_iter().zip(0..).collect();
    entries.iter().map(|entry| places[entry.name]).collect()
}

fn groups(entries: &[Listed<'_>]) -> Vec<ListGroup> {
    let mut groups: Vec<ListGroup> = Vec::new();
    let mut places = BTreeMap::new();
    for (row, entry) in entries.iter().enumerate() {
        let column = entry.columns.iter().find(|column| column.is_group);
        let title = column.map_or_else(String::new, |column| plain_text(&column.text));
        places.entry(title.clone()).or_insert(column.map_or(0, |column| column.place));
        match groups.iter_mut().find(|group| group.title == title) {
            Some(group) => group.rows.push(row),
            None => groups.push(ListGroup { title, link: entry.group.cloned(), rows: vec![row] }),
        }
    }
    groups.sort_by_key(|group| places[&group.title]);
    // A single heading over everything says nothing, unless it leads somewhere.
    if let [only] = &mut groups[..]
        && only.link.is_none()
    {
        only.title.clear();
    }
    groups
}

/// A column with its cells. All cells that say something decide together how it sorts.
fn column(cells: &[Option<&Column>], label: String) -> (ListColumn, Vec<ListCell>) {
    let texts: Vec<String> =
        cells.iter().map(|cell| cell.map_or_else(String::new, |cell| plain_text(&cell.text))).collect();
    let keys = |of: &dyn Fn(usize) -> Vec<i64>| (0..cells.len()).map(of).collect::<Vec<_>>();
    // `Stamina / Mana`: the numbers of such a column are several things, and none stands for the others.
    let is_tuple = label.contains('/');
    let dice: Vec<Option<i64>> = counts_of_dice(&texts);
    let are_dice = dice.iter().any(Option::is_some);
    let read = |text: &String| number(text).filter(|_| !is_tuple);
    let numbers = if are_dice { dice } else { texts.iter().map(read).collect() };
    let said = texts.iter().filter(|text| !text.is_empty()).count();
    // One among many that is told in words leaves a column of numbers what it is, and comes last.
    let are_numbers = numbers.iter().flatten().count() + said / FEW_IN_WORDS >= said;
    let (kind, keys) = if are_numbers {
        let known = || numbers.iter().flatten().copied();
        let kind = match !are_dice && texts.iter().any(|text| has_dice(text)) {
            true => ColumnKind::Dice,
            false => ColumnKind::Number(known().min().unwrap_or(0), known().max().unwrap_or(0)),
        };
        (kind, keys(&|row| numbers[row].into_iter().collect()))
    } else {
        let words: Vec<Vec<&str>> = cells.iter().zip(&texts).map(|(cell, text)| counted(*cell, text)).collect();
        let all = in_order(words.iter().flatten().copied());
        let places: BTreeMap<&str, i64> = all.iter().copied().zip(0..).collect();
        let keys = keys(&|row| words[row].iter().map(|word| places[word]).collect());
        let kind = if are_options(&words, &all) {
            ColumnKind::Words(all.iter().map(|word| (*word).to_owned()).collect())
        } else {
            ColumnKind::Text
        };
        (kind, keys)
    };
    let text = |cell: Option<&Column>| cell.map_or_else(Vec::new, |cell| cell.text.clone());
    let is_filter_only = cells.iter().flatten().any(|cell| cell.is_filter_only);
    let cells = cells.iter().zip(keys).map(|(cell, keys)| ListCell { text: text(*cell), keys }).collect();
    (ListColumn { label, kind, is_filter_only }, cells)
}

/// What an entry counts as in a column.
fn counted<'c>(cell: Option<&'c Column>, text: &'c str) -> Vec<&'c str> {
    match cell {
        Some(cell) if !cell.words.is_empty() => cell.words.iter().map(String::as_str).collect(),
        _ if text.is_empty() => Vec::new(),
        _ => vec![text],
    }
}

fn in_order<'w>(words: impl Iterator<Item = &'w str>) -> Vec<&'w str> {
    let known: BTreeSet<&str> = words.collect();
    let mut known: Vec<&str> = known.into_iter().collect();
    known.sort_by_cached_key(|word| OrderKey::new(word));
    known
}

/// Whether there are so few words that choosing among them narrows a list.
fn are_options(rows: &[Vec<&str>], all: &[&str]) -> bool {
    let said = rows.iter().filter(|words| !words.is_empty()).count();
    let is_short = |word: &&str| word.chars().count() <= LONGEST_OPTION;
    let is_divided = all.len() > 1 || said < rows.len();
    rows.len() >= FEWEST_FILTERED
        && (1..=MOST_OPTIONS).contains(&all.len())
        && all.len() * 2 <= said
        && is_divided
        && all.iter().all(is_short)
}

/// The number that a text stands for: `3`, `+2`, `1.5 lb`, the least of `1 / 2 / 3 AP`, the mean of `2d6 + 1`. None where it
/// says more than a number and its unit.
fn number(text: &str) -> Option<i64> {
    let alternatives = text.split(['/', '\u{2013}', ',']).map(str::trim);
    alternatives.map(amount).collect::<Option<Vec<_>>>()?.into_iter().min()
}

/// How many dice each text stands for, where all stand for nothing but dice of one kind: readers count such dice, and nobody knows
/// their mean. Else nothing for any.
fn counts_of_dice(texts: &[String]) -> Vec<Option<i64>> {
    let dice = |text: &String| {
        let (count, sides) = text.trim_end_matches(EXPLODES).split_once('d')?;
        Some((count.parse::<i64>().ok()?, sides.parse::<i64>().ok()?))
    };
    let read: Vec<Option<(i64, i64)>> = texts.iter().map(dice).collect();
    let sides: BTreeSet<i64> = read.iter().flatten().map(|(_, sides)| *sides).collect();
    let are_all = texts.iter().zip(&read).all(|(text, dice)| text.is_empty() || dice.is_some());
    let is_one_kind = are_all && sides.len() == 1;
    read.into_iter().map(|dice| dice.filter(|_| is_one_kind).map(|(count, _)| count * ONE)).collect()
}

/// Whether dice stand in a text: `2d6 + 1`.
fn has_dice(text: &str) -> bool {
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    text.match_indices('d')
        .any(|(at, _)| is_digit(text[..at].chars().last()) && is_digit(text[at + 1..].chars().next()))
}

/// A number or dice, with at most two words behind it; or what is added to something, `PA +2`.
fn amount(text: &str) -> Option<i64> {
    const MOST_UNITS: usize = 2;
    let added = text
        .split_once([' ', '\u{a0}'])
        .filter(|(to, added)| to.chars().all(char::is_alphabetic) && added.starts_with(['+', '-', '\u{2212}']));
    let text = added.map_or(text, |(_, added)| added);
    let mut sum = 0;
    let mut rest = text;
    let mut is_first = true;
    while is_first || rest.trim_start().starts_with(['+', '-', '\u{2212}']) {
        let (worth, behind) = term(rest)?;
        sum += worth;
        rest = behind;
        is_first = false;
    }
    let has_digits = rest.chars().any(|c| c.is_ascii_digit());
    (!has_digits && rest.split_whitespace().count() <= MOST_UNITS).then_some(sum)
}

/// `+ 2`, `-1.5`, `3d6`: what it is worth, and what follows.
fn term(text: &str) -> Option<(i64, &str)> {
    let text = text.trim_start();
    let unsigned = text.strip_prefix(['+', '-', '\u{2212}']);
    let sign = if unsigned.is_some() && !text.starts_with('+') { -1 } else { 1 };
    let (count, rest) = decimal(unsigned.unwrap_or(text).trim_start())?;
    match rest.strip_prefix('d').and_then(decimal) {
        // What explodes or is kept changes the mean of dice, but hardly their order.
        Some((sides, rest)) => Some((sign * count * (sides + ONE) / (2 * ONE), rest.trim_start_matches(EXPLODES))),
        None => Some((sign * count, rest)),
    }
}

/// A number in thousandths, and what follows it.
fn decimal(text: &str) -> Option<(i64, &str)> {
    const MOST_DIGITS: usize = 9;
    let digits = |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (whole, rest) = text.split_at(digits(text));
    if whole.is_empty() || whole.len() > MOST_DIGITS {
        return None;
    }
    let whole: i64 = whole.parse().ok()?;
    let Some(behind) = rest.strip_prefix('.').filter(|behind| digits(behind) > 0) else {
        return Some((whole * ONE, rest));
    };
    let (fraction, rest) = behind.split_at(digits(behind));
    let thousandths: String = fraction.chars().chain("000".chars()).take(3).collect();
    Some((whole * ONE + thousandths.parse::<i64>().ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_with_their_units() {
        let read = ["3", "+2", "\u{2212}1", "1.5 lb", "12 squares", "2 AP"].map(number);
        assert_eq!(read, [3000, 2000, -1000, 1500, 12_000, 2000].map(Some));
    }

    #[test]
    fn alternatives_count_by_the_least() {
        assert_eq!(number("1 / 2 / 3 AP"), Some(1000));
        assert_eq!(number("2 AP, 1 AP"), Some(1000));
        assert_eq!(number("1\u{2013}3 AP"), Some(1000));
    }

    #[test]
    fn what_is_added_counts_without_what_it_is_added_to() {
        assert_eq!(["PA +2", "SPD \u{2212}1", "PA +3, ER +4"].map(number), [2000, -1000, 3000].map(Some));
    }

    #[test]
    fn things_are_compared_by_what_stands_first_on_their_cards() {
        let things = [
            vec![Column::plain("Weight", "3 lb"), Column::plain("Slots", "1"), Column::plain("Carried by", "Kael")],
            vec![Column::plain("Dice", "2d6"), Column::plain("Weight", "4 lb"), Column::plain("Carried by", "Ilse")],
        ];
        let listed: Vec<Listed<'_>> =
            things.iter().map(|columns| Listed { name: "thing", group: None, columns }).collect();
        assert_eq!(shown_of_things(&listed), ["Weight", "Carried by"], "what only one has, and once, compares nothing");
        let many: Vec<Column> = (0..20).map(|at| Column::plain(format!("Figure {at}"), at.to_string())).collect();
        let listed = [Listed { name: "thing", group: None, columns: &many }];
        let shown = shown_of_things(&listed);
        assert_eq!((shown.len(), shown[0].as_str()), (MOST_COLUMNS_OF_THINGS, "Figure 0"));
        assert_eq!(shown.last().map(String::as_str), Some("Figure 19"), "who carries it stands last");
    }

    #[test]
    fn dice_count_by_their_mean() {
        assert_eq!(["2d6", "1d12\u{2726}", "3d10\u{2726} + 2"].map(number), [7000, 6500, 18_500].map(Some));
    }

    #[test]
    fn dice_of_one_kind_are_counted() {
        let of = |texts: &[&str]| {
            let cells: Vec<Column> = texts.iter().map(|text| Column::plain("Dice", *text)).collect();
            let (column, rows) = column(&cells.iter().map(Some).collect::<Vec<_>>(), "Dice".to_owned());
            (column.kind, rows.into_iter().flat_map(|cell| cell.keys).collect::<Vec<_>>())
        };
        assert_eq!(
            of(&["16d12\u{2726}", "", "2d12\u{2726}"]),
            (ColumnKind::Number(2000, 16_000), vec![16_000, 2000]),
            "not by a mean of 13 to 104"
        );
        assert_eq!(of(&["2d6", "1d12"]), (ColumnKind::Dice, vec![7000, 6500]), "nothing to ask for from and to");
        assert_eq!(of(&["2d6 + 1", "3"]).0, ColumnKind::Dice);
    }

    #[test]
    fn what_says_more_is_no_number() {
        let said = ["free", "", "2 dice for each rank", "half your Power", "3 of 4", "99999999999"];
        assert_eq!(said.map(number), [None; 6]);
    }

    #[test]
    fn columns_decide_together_how_they_sort() {
        let cells = |texts: &[&str]| texts.iter().map(|text| Column::plain("Cost", *text)).collect::<Vec<_>>();
        let of = |columns: &[Column]| column(&columns.iter().map(Some).collect::<Vec<_>>(), "Cost".to_owned());
        let (numbers, rows) = of(&cells(&["10 AP", "2 AP", ""]));
        assert_eq!(numbers.kind, ColumnKind::Number(2000, 10_000));
        assert_eq!(rows.iter().map(|cell| cell.keys.clone()).collect::<Vec<_>>(), [vec![10_000], vec![2000], vec![]]);
        let (mixed, rows) = of(&cells(&["10 AP", "free", "2 AP"]));
        assert_eq!(mixed.kind, ColumnKind::Text);
        assert_eq!(rows.iter().map(|cell| cell.keys[0]).collect::<Vec<_>>(), [1, 2, 0], "as people sort");
        let (mostly, rows) = of(&cells(&["1", "1", "2", "1", "3", "1", "1", "as the attack"]));
        assert_eq!(mostly.kind, ColumnKind::Number(1000, 3000), "one told in words among many numbers");
        assert_eq!((rows[4].keys.as_slice(), rows[7].keys.as_slice()), (&[3000_i64][..], &[][..]));
        let (words, rows) = of(&cells(&["Mind", "Body", "Mind", "Body", "Mind", ""]));
        assert_eq!(words.kind, ColumnKind::Words(vec!["Body".to_owned(), "Mind".to_owned()]));
        assert_eq!((&rows[0].keys, &rows[5].keys), (&vec![1], &Vec::new()));
    }

    #[test]
    fn one_entry_may_count_as_several_things() {
        let touched =
            |words: &[&str]| Column::several("Touches", words.iter().map(|word| (*word).to_owned()).collect());
        let cells = [touched(&["Stats", "Actions"]), touched(&["Actions"]), touched(&["Actions"]), touched(&["Stats"])];
        let cells: Vec<Column> = cells.iter().chain(&cells).cloned().collect();
        let (column, rows) = column(&cells.iter().map(Some).collect::<Vec<_>>(), "Touches".to_owned());
        assert_eq!(column.kind, ColumnKind::Words(vec!["Actions".to_owned(), "Stats".to_owned()]));
        assert_eq!(rows[0].keys, [1, 0]);
    }
}
