//! The page of a kind: all of its entries as rows of one table, which a script sorts and filters by keys that stand in it.

use std::collections::BTreeSet;

use makeready_words::Words;
use serde::Serialize;

use makeready_faces::art::Art;
use makeready_faces::book::{Entry, EntryKind};
use makeready_faces::card::CardFace;
use makeready_faces::listing::{ColumnKind, ListCell, ListColumn, ListGroup, Listing};
use makeready_faces::text::plain_text;

use super::address;
use super::assets::StylePart;
use super::context::PageContext;
use super::entry_page::is_changed;
use super::link_index::link_of;
use super::palette;
use super::pictures::PictureView;
use super::runs::{self, CellView, Linking};
use super::slugs::Slugs;

/// Names in the address of a list that are no columns: its own, and those of the search (`q`, `mark`) and of other sites that
/// frame a page (`embed`).
const RESERVED: [&str; 6] = ["embed", "find", "mark", "q", "sort", "view"];

/// Lists of more entries are scrolled through.
pub(super) const LONG: usize = 60;

/// The page of a kind.
#[derive(Debug, Serialize)]
pub struct KindView {
    pub(super) kind: &'static str,
    pub(super) title: &'static str,
    /// The same where it may be divided.
    pub(super) heading: &'static str,
    /// The same within a sentence.
    pub(super) within: &'static str,
    pub(super) count: usize,
    pub(super) filters: Vec<FilterView>,
    /// Whether somebody who scrolls needs to jump from group to group.
    pub(super) is_long: bool,
    /// Rulings whose reading is not the default.
    pub(super) changed: usize,
    pub(super) list: ListView,
}

/// What a list can be filtered by: words to choose from, or numbers from the least to the most.
#[derive(Debug, Serialize)]
pub(super) struct FilterView {
    id: String,
    label: String,
    options: Vec<OptionView>,
    least: String,
    most: String,
}

#[derive(Debug, Serialize)]
pub(super) struct OptionView {
    id: String,
    text: String,
    /// How many rows have it.
    count: usize,
}

/// Entries as rows of a table.
#[derive(Debug, Serialize)]
pub struct ListView {
    pub(super) kind: &'static str,
    pub(super) singular: &'static str,
    pub(super) plural: &'static str,
    /// Of its groups, such as `family`; empty where it has none.
    pub(super) group_id: String,
    pub(super) heads: Vec<HeadView>,
    /// The ids of columns behind those, which stand in keys and filters alone.
    pub(super) unshown: Vec<String>,
    /// How many cells a row has.
    pub(super) span: usize,
    /// How many columns there are beside the names, for the style sheet: `of-7 several`; empty where there is one at most.
    pub(super) breadth: String,
    pub(super) groups: Vec<GroupView>,
}

#[derive(Debug, Serialize)]
pub(super) struct HeadView {
    pub(super) id: String,
    pub(super) label: String,
    pub(super) sorts_as: &'static str,
}

#[derive(Debug, Serialize)]
pub(super) struct GroupView {
    pub(super) title: String,
    pub(super) id: String,
    pub(super) href: String,
    pub(super) rows: Vec<RowView>,
}

#[derive(Debug, Serialize)]
pub(super) struct RowView {
    /// What each column sorts by, the name first: `12 3.5 0,2 -`.
    pub(super) keys: String,
    pub(super) name: String,
    pub(super) href: String,
    pub(super) summary: String,
    pub(super) color_class: String,
    pub(super) thumb: Option<ThumbView>,
    pub(super) ruling: Option<ReadingsView>,
    /// Each with the name of its column, for screens too narrow for columns.
    pub(super) cells: Vec<CellView>,
}

/// The reading of a ruling that is in force, and the others.
#[derive(Debug, Serialize)]
pub(super) struct ReadingsView {
    chosen: String,
    is_changed: bool,
    others: Vec<String>,
}

/// A small picture of an entry: that of its card or its own, else its icon on the pattern of its family.
#[derive(Debug, Serialize)]
pub(super) struct ThumbView {
    /// The picture, which says nothing: the name stands beside it.
    picture: Option<PictureView>,
    icon: String,
    color_class: String,
}

/// The page of a kind.
pub fn kind(kind: EntryKind, page: &mut PageContext<'_>) -> KindView {
    let entries: Vec<&Entry> = page.context.contents.of_kind(kind).collect();
    let listing = Listing::new(&entries);
    let (names, words) = (ColumnNames::new(&listing), page.words());
    KindView {
        kind: kind.names().link,
        title: kind.all(words),
        heading: kind.heading(words),
        within: kind.within(words),
        count: entries.len(),
        is_long: entries.len() > LONG,
        filters: filters(&listing, &names, words),
        changed: entries.iter().filter(|entry| is_changed(entry)).count(),
        list: list(kind, &entries, &listing, &names, page),
    }
}

/// The members of an entry, such as the keywords of a family.
pub fn members(entry: &Entry, page: &mut PageContext<'_>) -> Option<ListView> {
    let context = page.context;
    let members = context.members.get(&link_of(entry))?;
    page.style_parts.insert(StylePart::Lists);
    let members: Vec<&Entry> = members.iter().map(|place| context.contents.entry(*place)).collect();
    let kind = members.first()?.kind;
    let mut listing = Listing::new(&members);
    // Their group is what the page is about.
    listing.groups.iter_mut().for_each(|group| group.title.clear());
    Some(list(kind, &members, &listing, &ColumnNames::new(&listing), page))
}

impl KindView {
    /// Whether there is anything to sort or to filter.
    pub const fn is_sortable(&self) -> bool {
        self.count > 1
    }
}

/// What the columns of a list, and its groups, are called in its address.
pub(super) struct ColumnNames {
    pub(super) group: String,
    pub(super) columns: Vec<String>,
}

impl ColumnNames {
    pub(super) fn new(listing: &Listing) -> Self {
        let mut slugs = Slugs::without(&RESERVED);
        let group = if listing.grouped_by.is_empty() { String::new() } else { slugs.of(&listing.grouped_by) };
        Self { group, columns: listing.columns.iter().map(|column| slugs.of(&column.label)).collect() }
    }

    /// The ids of the columns that stand in keys and filters alone.
    pub(super) fn unshown(&self, listing: &Listing) -> Vec<String> {
        self.columns[listing.shown().len()..].to_vec()
    }
}

pub(super) fn filters(listing: &Listing, names: &ColumnNames, words: Words) -> Vec<FilterView> {
    let mut filters = Vec::new();
    if listing.groups.len() > 1 && !listing.grouped_by.is_empty() {
        let titles = listing.groups.iter().map(|group| (group.title.as_str(), group.rows.len()));
        filters.push(words_filter(&names.group, &listing.grouped_by, titles));
    }
    for (at, (column, id)) in listing.columns.iter().zip(&names.columns).enumerate() {
        match &column.kind {
            ColumnKind::Words(options) => {
                let having = |option: i64| listing.rows.iter().filter(|row| row[at].keys.contains(&option)).count();
                let counted = options.iter().map(String::as_str).zip((0..).map(having));
                filters.push(words_filter(id, &column.label, counted));
            }
            ColumnKind::Number(least, most) if least < most => filters.push(FilterView {
                id: id.clone(),
                label: column.label.clone(),
                options: Vec::new(),
                least: words.number(&decimal(*least)),
                most: words.number(&decimal(*most)),
            }),
            ColumnKind::Number(..) | ColumnKind::Dice | ColumnKind::Text => {}
        }
    }
    filters
}

fn words_filter<'w>(id: &str, label: &str, words: impl Iterator<Item = (&'w str, usize)>) -> FilterView {
    let mut slugs = Slugs::default();
    FilterView {
        id: id.to_owned(),
        label: label.to_owned(),
        options: words.map(|(word, count)| OptionView { id: slugs.of(word), text: word.to_owned(), count }).collect(),
        least: String::new(),
        most: String::new(),
    }
}

fn list(
    kind: EntryKind,
    entries: &[&Entry],
    listing: &Listing,
    names: &ColumnNames,
    page: &mut PageContext<'_>,
) -> ListView {
    let family = entries.iter().find_map(|entry| entry.card.as_ref());
    let thumbs = Thumbs::of(entries, family);
    let words = page.words();
    let group = |(at, group): (usize, &ListGroup)| {
        let link = group.link.as_ref().and_then(|link| page.context.link_index.entry(link));
        GroupView {
            title: group.title.clone(),
            id: format!("group--{}", at + 1),
            href: link.map_or_else(String::new, |target| page.href(&target.place)),
            rows: group.rows.iter().map(|at| row(entries[*at], listing, *at, &thumbs, page)).collect(),
        }
    };
    ListView {
        kind: kind.names().link,
        singular: kind.one(words),
        plural: kind.all(words),
        group_id: names.group.clone(),
        heads: heads(listing, names),
        unshown: names.unshown(listing),
        // Readings stand in a column of their own, which nothing sorts by.
        span: 1 + listing.shown().len() + usize::from(kind == EntryKind::Ruling),
        // What is read of a ruling is in its columns.
        breadth: if kind == EntryKind::Ruling { String::new() } else { breadth(listing) },
        groups: listing.groups.iter().enumerate().map(group).collect(),
    }
}

/// With several columns the text of an entry stands under them, and with most of them they need a wide screen.
pub(super) fn breadth(listing: &Listing) -> String {
    const SEVERAL: usize = 2;
    const MOST: usize = 8;
    let last = listing.shown().len().wrapping_sub(2);
    let long = if is_long(listing, last) && is_long(listing, last.wrapping_add(1)) { " long" } else { "" };
    match listing.shown().len() {
        0..SEVERAL => String::new(),
        several @ SEVERAL..MOST => format!("of-{several} several{long}"),
        most => format!("of-{most} several most{long}"),
    }
}

/// Whether a column has texts that take several lines.
fn is_long(listing: &Listing, column: usize) -> bool {
    const LINE: usize = 28;
    let mut texts = listing.rows.iter().filter_map(|row| row.get(column)).map(|cell| plain_text(&cell.text));
    texts.any(|text| text.chars().count() > LINE)
}

pub(super) fn heads(listing: &Listing, names: &ColumnNames) -> Vec<HeadView> {
    let head = |(column, id): (&ListColumn, &String)| HeadView {
        id: id.clone(),
        label: column.label.clone(),
        sorts_as: match column.kind {
            ColumnKind::Number(..) | ColumnKind::Dice => "number",
            ColumnKind::Text | ColumnKind::Words(_) => "text",
        },
    };
    listing.shown().iter().zip(&names.columns).map(head).collect()
}

fn row(entry: &Entry, listing: &Listing, at: usize, thumbs: &Thumbs<'_>, page: &mut PageContext<'_>) -> RowView {
    let columns = listing.shown().iter().zip(&listing.rows[at]);
    RowView {
        keys: row_keys(listing, at),
        name: entry.name.clone(),
        href: page.href(&address::entry(&page.context.book.id, entry.kind, &entry.id)),
        summary: summary(entry),
        color_class: color_class(entry.card.as_ref().or(thumbs.family)),
        thumb: thumbs.thumb(entry, page),
        ruling: (entry.kind == EntryKind::Ruling).then(|| readings(entry)),
        cells: columns.map(|(column, cell)| labelled(column, cell, page)).collect(),
    }
}

/// What the row at a place sorts by, its name first.
pub(super) fn row_keys(listing: &Listing, at: usize) -> String {
    let columns = listing.columns.iter().zip(&listing.rows[at]).map(|(column, cell)| keys(column, cell));
    let all: Vec<String> = std::iter::once(listing.names[at].to_string()).chain(columns).collect();
    all.join(" ")
}

fn keys(column: &ListColumn, cell: &ListCell) -> String {
    if cell.keys.is_empty() {
        return "-".to_owned();
    }
    let key = |key: &i64| match column.kind {
        ColumnKind::Number(..) | ColumnKind::Dice => decimal(*key),
        ColumnKind::Text | ColumnKind::Words(_) => key.to_string(),
    };
    cell.keys.iter().map(key).collect::<Vec<_>>().join(",")
}

/// Thousandths as they are written: `3`, `6.5`.
fn decimal(thousandths: i64) -> String {
    let (sign, size) = (if thousandths < 0 { "-" } else { "" }, thousandths.unsigned_abs());
    let fraction = format!("{:03}", size % 1000);
    match fraction.trim_end_matches('0') {
        "" => format!("{sign}{}", size / 1000),
        fraction => format!("{sign}{}.{fraction}", size / 1000),
    }
}

pub(super) fn labelled(column: &ListColumn, cell: &ListCell, page: &mut PageContext<'_>) -> CellView {
    let class = match column.kind {
        ColumnKind::Number(..) | ColumnKind::Dice => "num",
        ColumnKind::Text | ColumnKind::Words(_) => "",
    };
    runs::cell(&cell.text, class, page, &mut Linking::Off).labelled(&column.label)
}

fn readings(entry: &Entry) -> ReadingsView {
    let text = |option: &makeready_faces::book::RulingOption| option.text.clone();
    ReadingsView {
        chosen: entry.options.iter().find(|option| option.is_chosen).map_or_else(String::new, text),
        is_changed: is_changed(entry),
        others: entry.options.iter().filter(|option| !option.is_chosen).map(text).collect(),
    }
}

fn summary(entry: &Entry) -> String {
    match &entry.sheet {
        Some(sheet) if !sheet.looks.is_empty() => sheet.looks.clone(),
        // What an ability does before the words that are said of it.
        _ if !entry.does.is_empty() => entry.does.clone(),
        _ => entry.summary.clone(),
    }
}

pub(super) fn color_class(card: Option<&CardFace>) -> String {
    card.map_or_else(|| "c-plain".to_owned(), |card| palette::class_of(&card.family.color))
}

/// The small pictures of a list. One that all of its entries share says nothing, a hundred times over.
struct Thumbs<'e> {
    /// The card of whose family those entries are that have none, such as abilities of a game without such cards.
    family: Option<&'e CardFace>,
    has_pictures: bool,
    has_icons: bool,
}

impl<'e> Thumbs<'e> {
    fn of(entries: &[&Entry], family: Option<&'e CardFace>) -> Self {
        let thumbs = Self { family, has_pictures: true, has_icons: true };
        let is_told = |told: &dyn Fn(&Entry) -> String| {
            entries.len() < 2 || entries.iter().map(|entry| told(entry)).collect::<BTreeSet<_>>().len() > 1
        };
        let picture = |entry: &Entry| art_of(entry).map_or_else(String::new, |art| art.name().to_owned());
        let icon = |entry: &Entry| format!("{} {}", thumbs.icon(entry), color_class(entry.card.as_ref().or(family)));
        Self { family, has_pictures: is_told(&picture), has_icons: is_told(&icon) }
    }

    fn icon<'a>(&'a self, entry: &'a Entry) -> &'a str {
        let family = || Some(self.family?.family.icon.as_str());
        entry.card.as_ref().map(icon_of).or_else(family).unwrap_or_default()
    }

    /// Of one entry; none where there is nothing that tells it from others.
    fn thumb(&self, entry: &Entry, page: &mut PageContext<'_>) -> Option<ThumbView> {
        let art = art_of(entry).filter(|_| self.has_pictures);
        let picture = page.picture(art.map(|art| Art { alt: String::new(), ..art.clone() }).as_ref());
        let icon = if self.has_icons || picture.is_some() { page.icon(self.icon(entry)) } else { String::new() };
        let color_class = color_class(entry.card.as_ref().or(self.family));
        let is_any = picture.is_some() || !icon.is_empty();
        is_any.then_some(ThumbView { picture, icon, color_class })
    }
}

/// Its own picture, or that of its card.
fn art_of(entry: &Entry) -> Option<&Art> {
    entry.art.as_ref().or_else(|| entry.card.as_ref()?.art.as_ref())
}

/// The icon of a card, or that of its family.
fn icon_of(card: &CardFace) -> &str {
    if card.icon.is_empty() { &card.family.icon } else { &card.icon }
}

/// A card in brief, for the cover.
#[derive(Debug, Serialize)]
pub struct MiniView {
    name: String,
    href: String,
    icon: String,
    color_class: String,
    type_line: String,
}

/// The card of an entry in brief.
pub fn mini(entry: &Entry, page: &mut PageContext<'_>) -> MiniView {
    let card = entry.card.as_ref();
    MiniView {
        name: entry.name.clone(),
        href: page.href(&address::entry(&page.context.book.id, entry.kind, &entry.id)),
        icon: page.icon(card.map_or("", icon_of)),
        color_class: color_class(card),
        type_line: card.map_or_else(String::new, |card| card.type_line.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::decimal;

    #[test]
    fn thousandths_are_written_as_short_as_they_can_be() {
        assert_eq!([0, 3000, 6500, -1250, 18_005].map(decimal), ["0", "3", "6.5", "-1.25", "18.005"]);
    }
}
