//! Lists: all entries of a kind, the glossary, A to Z, rule IDs.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use deckle_faces::art::Art;
use deckle_faces::book::{Entry, EntryKind};
use deckle_faces::card::CardFace;

use super::address::{self, Place};
use super::context::PageContext;
use super::entry_page::{RulingView, is_changed};
use super::link_index::link_of;
use super::pictures::PictureView;
use super::runs::{self, CellView, Linking};

/// All entries of a kind.
#[derive(Debug, Serialize)]
pub struct KindView {
    kind: &'static str,
    title: &'static str,
    count: usize,
    groups: Vec<GroupView>,
}

#[derive(Debug, Serialize)]
struct GroupView {
    title: String,
    id: String,
    href: String,
    tiles: Vec<TileView>,
    columns: Option<ColumnsView>,
    rulings: Vec<RulingView>,
}

/// Entries as rows of a table with the columns of their kind.
#[derive(Debug, Serialize)]
pub struct ColumnsView {
    kind: &'static str,
    plural: &'static str,
    labels: Vec<String>,
    lines: Vec<LineView>,
}

#[derive(Debug, Serialize)]
struct LineView {
    name: String,
    href: String,
    summary: String,
    thumb: Option<ThumbView>,
    cells: Vec<LabelledCell>,
}

/// A small picture of an entry: that of its card or its own, else its icon on the pattern of its family.
#[derive(Debug, Serialize)]
struct ThumbView {
    /// The picture, which says nothing: the name stands beside it.
    picture: Option<PictureView>,
    icon: String,
    color_class: String,
}

/// The small picture of an entry. One without a card, such as an ability that nobody has built, is of the family of the others
/// in its list.
fn thumb(entry: &Entry, family: Option<&CardFace>, page: &mut PageContext<'_>) -> Option<ThumbView> {
    let card = entry.card.as_ref();
    let art = entry.art.as_ref().or_else(|| card?.art.as_ref());
    let picture = page.picture(art.map(|art| Art { alt: String::new(), ..art.clone() }).as_ref());
    let icon = card.map(icon_of).or_else(|| Some(family?.family.icon.as_str()));
    let icon = page.icon(icon.unwrap_or_default());
    let card = card.or(family);
    let is_any = picture.is_some() || !icon.is_empty();
    let color_class = card.map_or_else(|| "c-plain".to_owned(), |card| page.color(&card.family.color));
    is_any.then_some(ThumbView { picture, icon, color_class })
}

/// The icon of a card, or that of its family.
fn icon_of(card: &CardFace) -> &str {
    if card.icon.is_empty() { &card.family.icon } else { &card.icon }
}

/// A cell with the label of its column, for screens too narrow for columns.
#[derive(Debug, Serialize)]
struct LabelledCell {
    label: String,
    #[serde(flatten)]
    cell: CellView,
}

/// An entry in brief.
#[derive(Debug, Serialize)]
pub struct TileView {
    name: String,
    href: String,
    summary: String,
    abbr: String,
    rule: String,
    formula: String,
    icon: String,
    thumb: Option<ThumbView>,
    color_class: String,
    type_line: String,
    costs: Vec<String>,
}

/// Entries of a kind as rows of a table; none when they have no columns.
fn columns(entries: &[&Entry], page: &mut PageContext<'_>) -> Option<ColumnsView> {
    let first = entries.first().filter(|entry| !entry.columns.is_empty())?;
    // Empty columns are left out.
    let says =
        |at: &usize| entries.iter().any(|entry| entry.columns.get(*at).is_some_and(|fact| !fact.text.is_empty()));
    let kept: Vec<usize> = (0..first.columns.len()).filter(says).collect();
    let family = entries.iter().find_map(|entry| entry.card.as_ref());
    let line = |entry: &&Entry, page: &mut PageContext<'_>| LineView {
        name: entry.name.clone(),
        href: page.href(&address::entry(&page.context.book.id, entry.kind, &entry.id)),
        summary: entry.summary.clone(),
        thumb: thumb(entry, family, page),
        cells: kept
            .iter()
            .filter_map(|at| entry.columns.get(*at))
            .map(|fact| LabelledCell {
                label: fact.label.clone(),
                cell: runs::cell(&fact.text, "", page, &mut Linking::Off),
            })
            .collect(),
    };
    let names = first.kind.names();
    Some(ColumnsView {
        kind: names.singular,
        plural: names.plural,
        labels: kept.iter().map(|at| first.columns[*at].label.clone()).collect(),
        lines: entries.iter().map(|entry| line(entry, page)).collect(),
    })
}

/// The members of an entry, such as the keywords of a family.
pub fn members(entry: &Entry, page: &mut PageContext<'_>) -> Option<ColumnsView> {
    let context = page.context;
    let members = context.members.get(&link_of(entry))?;
    let members: Vec<&Entry> = members.iter().map(|place| context.contents.entry(*place)).collect();
    columns(&members, page)
}

/// The list of a kind. Cards are grouped by family, rulings by whether they were changed.
pub fn kind(kind: EntryKind, page: &mut PageContext<'_>) -> KindView {
    let entries: Vec<&Entry> = page.context.contents.of_kind(kind).collect();
    let mut titles: Vec<String> = Vec::new();
    let mut groups: BTreeMap<String, Vec<&Entry>> = BTreeMap::new();
    for entry in &entries {
        let title = group_title(entry, page);
        if !titles.contains(&title) {
            titles.push(title.clone());
        }
        groups.entry(title).or_default().push(entry);
    }
    if kind == EntryKind::Ruling {
        titles.sort();
    }
    let names = kind.names();
    let groups = titles.into_iter().enumerate().map(|(at, title)| {
        let members = &groups[&title];
        let is_ruling = kind == EntryKind::Ruling;
        let columns = columns(members, page);
        let group = members.first().and_then(|entry| page.context.link_index.entry(entry.group.as_ref()?));
        GroupView {
            id: format!("group--{}", at + 1),
            href: group.map_or_else(String::new, |target| page.href(&target.place)),
            tiles: if is_ruling || columns.is_some() {
                Vec::new()
            } else {
                members.iter().map(|one| tile(one, page)).collect()
            },
            rulings: if is_ruling {
                members.iter().map(|one| RulingView::new(one, page)).collect()
            } else {
                Vec::new()
            },
            columns,
            title,
        }
    });
    KindView { kind: names.link, title: names.plural, count: entries.len(), groups: groups.collect() }
}

impl KindView {
    /// Title and id of each group that has a title.
    pub fn groups(&self) -> impl Iterator<Item = (&str, &str)> {
        self.groups
            .iter()
            .filter(|group| !group.title.is_empty())
            .map(|group| (group.title.as_str(), group.id.as_str()))
    }
}

fn group_title(entry: &Entry, page: &PageContext<'_>) -> String {
    if let Some(group) = entry.group.as_ref().and_then(|group| page.context.link_index.entry(group)) {
        return group.name.clone();
    }
    match (&entry.card, entry.kind) {
        (Some(card), EntryKind::Action | EntryKind::Skill) => card.family.name.clone(),
        (_, EntryKind::Ruling) if is_changed(entry) => "Changed in this campaign".to_string(),
        (_, EntryKind::Ruling) => "Read as by default".to_string(),
        _ => String::new(),
    }
}

/// An entry in brief.
pub fn tile(entry: &Entry, page: &mut PageContext<'_>) -> TileView {
    let card = entry.card.as_ref();
    let cost = |cost: &deckle_faces::card::Cost| format!("{} {}", cost.amount, cost.unit).trim().to_string();
    TileView {
        name: entry.name.clone(),
        href: page.href(&address::entry(&page.context.book.id, entry.kind, &entry.id)),
        summary: match (&entry.summary, &entry.sheet) {
            (summary, Some(sheet)) if summary.is_empty() => sheet.looks.clone(),
            (summary, _) => summary.clone(),
        },
        abbr: if entry.kind == EntryKind::Stat {
            entry.aliases.first().cloned().unwrap_or_default()
        } else {
            String::new()
        },
        rule: entry.rule.clone(),
        formula: entry.formula.clone(),
        icon: page.icon(card.map_or("", icon_of)),
        thumb: thumb(entry, None, page),
        color_class: card.map_or_else(|| "c-plain".to_string(), |card| page.color(&card.family.color)),
        type_line: match (card, &entry.sheet) {
            (Some(card), _) => card.type_line.clone(),
            (None, Some(sheet)) => sheet.subtitle.clone(),
            (None, None) => String::new(),
        },
        costs: card.map_or_else(Vec::new, |card| card.costs.iter().map(cost).filter(|text| !text.is_empty()).collect()),
    }
}

/// The glossary.
#[derive(Debug, Serialize)]
pub struct GlossaryView {
    terms: Vec<TermView>,
}

#[derive(Debug, Serialize)]
struct TermView {
    anchor: String,
    word: String,
    others: Vec<String>,
    meaning: String,
    rule: String,
    href: String,
}

/// The words that the glossary itself explains.
pub fn glossary(page: &PageContext<'_>) -> GlossaryView {
    let book = page.context.book;
    let mut terms: BTreeMap<String, TermView> = BTreeMap::new();
    let entries = book.entries.iter().filter(|entry| entry.kind == EntryKind::Term);
    for entry in entries {
        let view = term(&entry.id, &entry.name, &entry.aliases, &entry.summary, &entry.rule, page);
        terms.insert(entry.id.clone(), view);
    }
    for word in book.glossary.iter().filter(|word| word.target.kind == EntryKind::Term) {
        let Some((first, others)) = word.words.split_first() else { continue };
        terms
            .entry(word.target.id.clone())
            .or_insert_with(|| term(&word.target.id, first, others, &word.meaning, "", page));
    }
    let mut terms: Vec<TermView> = terms.into_values().collect();
    terms.sort_by_cached_key(|term| (term.word.to_lowercase(), term.anchor.clone()));
    GlossaryView { terms }
}

fn term(id: &str, word: &str, others: &[String], meaning: &str, rule: &str, page: &PageContext<'_>) -> TermView {
    // Other forms of the same word are left out.
    let is_new = |other: &&String| !other.to_lowercase().starts_with(&word.to_lowercase());
    TermView {
        anchor: address::entry(&page.context.book.id, EntryKind::Term, id).fragment,
        word: word.to_string(),
        others: others.iter().filter(is_new).cloned().collect(),
        meaning: meaning.to_string(),
        rule: rule.to_string(),
        href: page.rule_href(rule),
    }
}

/// Every name in one list.
#[derive(Debug, Serialize)]
pub struct IndexView {
    letters: Vec<LetterView>,
}

#[derive(Debug, Serialize)]
struct LetterView {
    letter: String,
    id: String,
    lines: Vec<IndexLine>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct IndexLine {
    sort: String,
    text: String,
    kind: &'static str,
    href: String,
}

/// A to Z: entries under all their names, words of the glossary, and the headings of chapters.
pub fn index(headings: &[(String, Place)], page: &PageContext<'_>) -> IndexView {
    let book = page.context.book;
    let mut lines = BTreeSet::new();
    let mut add = |text: &str, kind: &'static str, place: &Place| {
        let sort = text.trim_start_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        if !sort.is_empty() {
            lines.insert(IndexLine { sort, text: text.to_string(), kind, href: page.href(place) });
        }
    };
    for entry in &book.entries {
        let place = address::entry(&book.id, entry.kind, &entry.id);
        let kind = entry.kind.names().singular;
        add(&entry.name, kind, &place);
        for alias in entry.aliases.iter().filter(|alias| **alias != entry.name) {
            add(alias, kind, &place);
        }
    }
    for term in book.glossary.iter().filter(|term| term.target.kind == EntryKind::Term) {
        if let (Some(word), Some(target)) = (term.words.first(), page.context.link_index.entry(&term.target)) {
            add(word, target.kind, &target.place);
        }
    }
    headings.iter().for_each(|(title, place)| add(title, "Rules", place));
    let mut letters: Vec<LetterView> = Vec::new();
    for line in lines {
        let letter = line
            .sort
            .chars()
            .next()
            .filter(|c| c.is_alphabetic())
            .map_or("#".to_string(), |c| c.to_uppercase().collect());
        if letters.last().is_none_or(|last| last.letter != letter) {
            let id = if letter == "#" { "letter--0".to_string() } else { format!("letter--{letter}") };
            letters.push(LetterView { letter, id, lines: Vec::new() });
        }
        if let Some(last) = letters.last_mut() {
            last.lines.push(line);
        }
    }
    IndexView { letters }
}

/// All rule IDs and their homes.
#[derive(Debug, Serialize)]
pub struct RulesView {
    count: usize,
    groups: Vec<RuleGroupView>,
}

#[derive(Debug, Serialize)]
struct RuleGroupView {
    name: String,
    id: String,
    rules: Vec<RuleLine>,
}

#[derive(Debug, Serialize)]
struct RuleLine {
    id: String,
    title: String,
    kind: &'static str,
    href: String,
}

/// The list of rules. Permalinks by rule ID lead to it, so its address never changes.
pub fn rules(page: &PageContext<'_>) -> RulesView {
    let mut groups: Vec<RuleGroupView> = Vec::new();
    let mut count = 0;
    for (id, target) in page.context.link_index.rules() {
        count += 1;
        let name = id.rsplit_once('-').map_or(id.as_str(), |(group, _)| group).to_string();
        if groups.last().is_none_or(|last| last.name != name) {
            groups.push(RuleGroupView { id: format!("group--{}", groups.len() + 1), name, rules: Vec::new() });
        }
        let line =
            RuleLine { id: id.clone(), title: target.name.clone(), kind: target.kind, href: page.href(&target.place) };
        if let Some(group) = groups.last_mut() {
            group.rules.push(line);
        }
    }
    RulesView { count, groups }
}

impl RulesView {
    /// Name and id of each group.
    pub fn groups(&self) -> impl Iterator<Item = (&str, &str)> {
        self.groups.iter().map(|group| (group.name.as_str(), group.id.as_str()))
    }
}
