//! The page of all that is carried: what stands on the cards of things, as a list that sorts and filters.
//!
//! **In** the cards of what characters and NPCs carry. **Out** the same view as that of a kind, with a row for each thing: things
//! with the same card are one, and name everybody who carries them. A row leads to the card, on the page of the first of these.

use std::collections::BTreeMap;

use makeready_faces::book::EntryKind;
use makeready_faces::card::{CardFace, Fact};
use makeready_faces::listing::{Column, ColumnKind, ListGroup, Listed, Listing};
use makeready_faces::order::OrderKey;
use makeready_faces::text::{Run, plain_text};

use super::address::{self, Place};
use super::context::PageContext;
use super::entry_page;
use super::kind_page::{self, ColumnNames, GroupView, KindView, ListView, RowView};
use super::other_page::OtherPage;

/// Something that is carried.
struct Thing<'e> {
    card: &'e CardFace,
    place: Place,
    owners: Vec<String>,
    /// What its card says, without who carries it.
    columns: Vec<Column>,
}

/// The page.
pub fn view(page: &mut PageContext<'_>) -> KindView {
    let words = page.words();
    let mut things = things(page);
    group(&mut things);
    for thing in &mut things {
        thing.columns.push(Column::several(words.text("things.carried_by"), thing.owners.clone()));
    }
    let listed: Vec<Listed<'_>> =
        things.iter().map(|thing| Listed { name: &thing.card.name, group: None, columns: &thing.columns }).collect();
    let listing = Listing::of_things(&listed);
    let names = ColumnNames::new(&listing);
    let mut group = |(number, group): (usize, &ListGroup)| GroupView {
        title: group.title.clone(),
        id: format!("group--{}", number + 1),
        href: String::new(),
        rows: group.rows.iter().map(|at| row(&things[*at], &listing, *at, page)).collect(),
    };
    let groups: Vec<GroupView> = listing.groups.iter().enumerate().map(&mut group).collect();
    let title = OtherPage::Things.name(words);
    KindView {
        kind: "thing",
        title,
        heading: title,
        within: words.text("things.within"),
        count: things.len(),
        is_long: things.len() > kind_page::LONG,
        filters: kind_page::filters(&listing, &names, words),
        changed: 0,
        list: ListView {
            kind: "thing",
            singular: words.text("things.one"),
            plural: title,
            group_id: names.group.clone(),
            heads: kind_page::heads(&listing, &names),
            unshown: names.unshown(&listing),
            span: 1 + listing.shown().len(),
            breadth: kind_page::breadth(&listing),
            groups,
        },
    }
}

/// Things stand under what they are, where that tells them apart and makes groups of them.
fn group(things: &mut [Thing<'_>]) {
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for thing in things.iter() {
        let most = kinds.entry(thing.card.type_line.clone()).or_default();
        *most = thing.columns.len().max(*most);
    }
    if kinds.len() < 2 || kinds.len() * 2 > things.len() || kinds.contains_key("") {
        return;
    }
    // Those of whom there is most to compare come first.
    let all = kinds.values().copied().max().unwrap_or_default();
    for thing in things {
        let place = all - kinds[&thing.card.type_line];
        if let Some(column) = thing.columns.first_mut() {
            (column.is_group, column.place) = (true, place);
        }
    }
}

/// How many things the page lists.
pub fn count(page: &PageContext<'_>) -> usize {
    things(page).len()
}

/// All that is carried, by name as people sort names; what has the same card once.
fn things<'c>(page: &PageContext<'c>) -> Vec<Thing<'c>> {
    let mut things: BTreeMap<(OrderKey, &'c str), Vec<Thing<'c>>> = BTreeMap::new();
    let contents = page.context.contents;
    let people = [EntryKind::Character, EntryKind::Npc].into_iter().flat_map(|kind| contents.of_kind(kind));
    for owner in people {
        for card in owner.things.iter().filter(|card| !card.is_blank) {
            let columns = columns(card, page);
            let named = things.entry((OrderKey::new(&card.name), &card.name)).or_default();
            match named.iter_mut().find(|one| one.columns == columns) {
                Some(known) if known.owners.contains(&owner.name) => {}
                Some(known) => known.owners.push(owner.name.clone()),
                None => {
                    let address = address::entry(&page.context.book.id, owner.kind, &owner.id);
                    let place = Place::spot(address.path, entry_page::thing(&card.id));
                    named.push(Thing { card, place, owners: vec![owner.name.clone()], columns });
                }
            }
        }
    }
    things.into_values().flatten().collect()
}

/// What stands on its card: what it is, its figures, its facts; those of one label as one. The short ones, which are figures in
/// boxes, come first. Where a number comes from is told on the card: here there would be hundreds of notes.
fn columns(card: &CardFace, page: &PageContext<'_>) -> Vec<Column> {
    let mut columns = vec![Column::plain(page.words().text("things.is"), card.type_line.clone())];
    for figure in &card.figures {
        let unit = if figure.unit.is_empty() { String::new() } else { format!(" {}", figure.unit) };
        columns.extend(figure.text.as_ref().map(|text| Column::plain(figure.label.clone(), text.clone() + &unit)));
    }
    let (short, long): (Vec<&Fact>, Vec<&Fact>) = card.facts.iter().partition(|fact| fact.is_short);
    for fact in short.into_iter().chain(long).filter(|fact| fact.field.is_none() && !fact.text.is_empty()) {
        let text = fact.text.iter().map(in_list);
        match columns.iter_mut().find(|column| column.label == fact.label) {
            Some(known) => known.text.extend(std::iter::once(Run::plain("; ")).chain(text)),
            None => columns.push(Column::new(fact.label.clone(), text.collect())),
        }
    }
    columns
}

/// A part of a fact without the note on it; a figure as plain text, which the style of its column makes one again.
fn in_list(run: &Run) -> Run {
    match run.text.chars().all(|c| c.is_ascii_digit() || c == '.') {
        true => Run::plain(run.text.clone()),
        false => Run { detail: String::new(), ..run.clone() },
    }
}

/// What it is for; before that its figures, if they are too rare for columns and it has no others.
fn summary(thing: &Thing<'_>, listing: &Listing, at: usize) -> String {
    let body = thing.card.body.first().map_or_else(String::new, |paragraph| plain_text(paragraph));
    let mut columns = listing.columns.iter().zip(&listing.rows[at]);
    if columns.any(|(column, cell)| matches!(column.kind, ColumnKind::Number(..)) && !cell.text.is_empty()) {
        return body;
    }
    let is_rare = |column: &&Column| {
        listing.columns.iter().all(|shown| shown.label != column.label)
            && plain_text(&column.text).starts_with(|c: char| c.is_ascii_digit())
    };
    let rare = thing.columns.iter().filter(is_rare);
    let figures = rare.map(|column| format!("{} {}. ", column.label, plain_text(&column.text)));
    figures.chain(std::iter::once(body)).collect()
}

fn row(thing: &Thing<'_>, listing: &Listing, at: usize, page: &mut PageContext<'_>) -> RowView {
    let cells = listing.shown().iter().zip(&listing.rows[at]);
    RowView {
        keys: kind_page::row_keys(listing, at),
        name: thing.card.name.clone(),
        href: page.href(&thing.place),
        summary: summary(thing, listing, at),
        color_class: kind_page::color_class(Some(thing.card)),
        thumb: None,
        ruling: None,
        cells: cells.map(|(column, cell)| kind_page::labelled(column, cell, page)).collect(),
    }
}
