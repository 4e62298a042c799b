//! The page of an entry: an action, a skill, a ruling, a character and so on.

use std::collections::{BTreeMap, BTreeSet};

use makeready_words::Words;
use serde::Serialize;

use makeready_faces::book::{Download, Entry, EntryKind, Spelled};
use makeready_faces::card::{CardFace, Table};
use makeready_faces::sheet::Handout;
use makeready_faces::text::{Paragraph, Style, plain_text};

use super::address::{self, Place};
use super::assets::StylePart;
use super::bill_view::{self, BillView};
use super::card_view::{self, CardView, FactView, RuleView};
use super::chrome::LinkView;
use super::context::{PageContext, Source};
use super::doors;
use super::fault::LinkFault;
use super::html::Html;
use super::kind_page::{self, ListView};
use super::link_index::{BrokenLink, Target};
use super::markdown::{self, PageSections};
use super::odds_chart::{self, OddsFigure};
use super::pictures::PictureView;
use super::runs::{self, Linking, TableView};
use super::said::Said;
use super::sheet_view::{self, ExplainedView, SheetView};

/// The content of the page.
#[derive(Debug, Serialize)]
pub struct EntryView {
    kind: &'static str,
    kind_class: &'static str,
    name: String,
    other_names: String,
    summary: String,
    rule: RuleView,
    rests_on: Vec<RuleLinkView>,
    picture: Option<PictureView>,
    card: Option<CardView>,
    /// What it does, in plain words; may be empty.
    does: String,
    spelled: Option<SpelledView>,
    things: Vec<ThingView>,
    formula: String,
    effect: Html,
    /// The words on what is shaded in it, since each ability fills it in, or since it depends on who does it; may be empty.
    slots: &'static str,
    facts: Vec<FactView>,
    bill: Option<BillView>,
    results: Option<TitledTableView>,
    odds: Option<OddsFigure>,
    /// Where a check is rolled with other numbers; empty where there is no workshop.
    workshop: String,
    /// Ways into the workshop.
    doors: Vec<LinkView>,
    body: Html,
    tables: Vec<TitledTableView>,
    members: Option<ListView>,
    ruling: Option<RulingView>,
    stat_blocks: Vec<StatBlockView>,
    sheet: Option<SheetView>,
    values: Vec<ExplainedView>,
    used_by: Vec<UsedByView>,
    mentions: Vec<LinkView>,
    downloads: Vec<PrintView>,
}

/// What the card says, as text.
#[derive(Debug, Serialize)]
struct SpelledView {
    text: Html,
    facts: Vec<FactView>,
    results: Vec<FactView>,
    tables: Vec<TitledTableView>,
}

/// The card of something that is carried, with the anchor under which it is found.
#[derive(Debug, Serialize)]
struct ThingView {
    anchor: String,
    card: CardView,
}

/// A table under its heading.
#[derive(Debug, Serialize)]
pub struct TitledTableView {
    title: String,
    id: String,
    table: TableView,
}

/// A rule with its title.
#[derive(Debug, Serialize)]
pub struct RuleLinkView {
    id: String,
    title: String,
    /// How it begins, where others are called the same; may be empty.
    lead: String,
    href: String,
}

/// Entries of one kind.
#[derive(Debug, Serialize)]
pub struct UsedByView {
    kind: &'static str,
    links: Vec<LinkView>,
}

/// A ruling and its readings.
#[derive(Debug, Serialize)]
pub struct RulingView {
    name: String,
    href: String,
    question: String,
    rule: String,
    is_changed: bool,
    options: Vec<OptionView>,
    /// Where another reading is tried out; empty where there is no workshop.
    workshop: String,
}

#[derive(Debug, Serialize)]
struct OptionView {
    id: String,
    text: String,
    is_chosen: bool,
    is_default: bool,
}

impl RulingView {
    /// A ruling as seen from a page.
    pub fn new(entry: &Entry, page: &PageContext<'_>) -> Self {
        let option = |option: &makeready_faces::book::RulingOption| OptionView {
            id: option.id.clone(),
            text: option.text.clone(),
            is_chosen: option.is_chosen,
            is_default: option.is_default,
        };
        Self {
            name: entry.name.clone(),
            href: page.href(&address::entry(&page.context.book.id, entry.kind, &entry.id)),
            question: entry.summary.clone(),
            rule: entry.rule.clone(),
            is_changed: is_changed(entry),
            options: entry.options.iter().map(option).collect(),
            workshop: Self::workshop(entry, page).unwrap_or_default(),
        }
    }

    /// The workshop of the book, with the first reading that is not in force.
    fn workshop(entry: &Entry, page: &PageContext<'_>) -> Option<String> {
        let other = entry.options.iter().find(|option| !option.is_chosen)?;
        doors::href(&format!("rulings?{}={}", entry.id, other.id), page)
    }
}

/// The workshop of the book, with a check and whose odds its page shows.
fn odds_in_workshop(entry: &Entry, page: &PageContext<'_>) -> Option<String> {
    let who = entry.odds.as_ref()?.of.as_ref().map_or("", |of| &of.link.id);
    doors::href(&format!("odds?check={}&who={who}", entry.id), page)
}

/// Whether a ruling has another reading than its default.
pub fn is_changed(entry: &Entry) -> bool {
    entry.options.iter().any(|option| option.is_chosen && !option.is_default)
}

/// Which chapter sections link to a place.
pub type Mentions = BTreeMap<Place, BTreeMap<Place, String>>;

/// The view of an entry. `page_sections` receives its text for the search.
pub fn view(
    entry: &Entry,
    mentions: &Mentions,
    page: &mut PageContext<'_>,
    page_sections: &mut PageSections,
) -> EntryView {
    let names = entry.kind.names();
    page.style_parts.insert(StylePart::Entries);
    let file = file(entry, page);
    let source = Source { file: &file, offset: 0, written: &entry.body_written };
    page_sections.add_text(&format!("{} ", entry.summary));
    let body = markdown::render(&entry.body, source, page, page_sections);
    for paragraph in &entry.paragraphs {
        page_sections.add_text(&format!(" {} ", plain_text(paragraph)));
    }
    let (paragraphs, spelled) = (unsaid(entry), entry.spelled.as_deref());
    let effect = runs::paragraphs(&paragraphs, page, &mut Linking::On(page_sections.seen()));
    let facts = card_view::facts(&entry.facts, page);
    let mut titled = |(at, (title, table)): (usize, &(String, Table))| {
        page_sections.add_text(&format!(" {title} {} ", runs::table_text(table)));
        let table = runs::table(table, title, page, &mut Linking::On(page_sections.seen()));
        TitledTableView { title: title.clone(), id: format!("table--{}", at + 1), table }
    };
    let mut all = entry.results.iter().chain(&entry.tables).enumerate();
    let results = entry.results.as_ref().and_then(|_| all.next()).map(&mut titled);
    let tables = all.map(titled).collect();
    if let Some(bill) = &entry.bill {
        page_sections.add_text(&format!(" {} ", bill_view::words(bill)));
    }
    if let Some(odds) = &entry.odds {
        page_sections.add_text(&format!(" {} ", odds_chart::words(odds)));
    }
    if let Some(card) = &entry.card {
        page_sections.add_text(&format!(" {} ", card_view::words(card)));
    }
    if let Some(sheet) = &entry.sheet {
        page_sections.add_text(&format!(" {} ", sheet_view::words(sheet)));
    }
    for thing in &entry.things {
        page_sections.add_text(&format!(" {} ", thing.name));
    }
    page_sections.add_text(&format!(" {} ", entry.does));
    for option in &entry.options {
        page_sections.add_text(&format!(" {} ", option.text));
    }
    EntryView {
        kind: entry.kind.one(page.words()),
        kind_class: names.link,
        name: entry.name.clone(),
        other_names: other_names(entry, page.words()),
        // The first line of an ability is its description.
        summary: if entry.kind == EntryKind::Ability || text_says(entry, spelled) {
            String::new()
        } else {
            entry.summary.clone()
        },
        rule: RuleView::new(&entry.rule, page),
        rests_on: rests_on(entry, page),
        // A card at the head of the page shows it already; that of a stat block stands at its end.
        picture: page.picture(entry.art.as_ref().filter(|_| entry.card.is_none() || !entry.stat_blocks.is_empty())),
        does: entry.does.clone(),
        spelled: spelled.map(|spelled| spelled_view(spelled, &entry.name, page, page_sections)),
        things: entry
            .things
            .iter()
            .map(|card| ThingView { anchor: thing(&card.id), card: card_view::card(card, page) })
            .collect(),
        card: entry.card.as_ref().map(|card| card_view::card(card, page)),
        formula: entry.formula.clone(),
        slots: if !has_open(&paragraphs, spelled) {
            ""
        } else if entry.kind == EntryKind::Keyword {
            page.words().text("entry.slots")
        } else {
            page.words().text("entry.of_somebody")
        },
        effect,
        facts,
        bill: entry.bill.as_ref().map(|bill| bill_view::bill(bill, page).beside(&Said::in_text(&entry.does))),
        results,
        odds: entry.odds.as_ref().map(|odds| odds_chart::odds_figure(odds, "", page)),
        workshop: odds_in_workshop(entry, page).unwrap_or_default(),
        doors: doors::of_entry(entry, page),
        body,
        tables,
        members: kind_page::members(entry, page),
        ruling: (entry.kind == EntryKind::Ruling).then(|| RulingView::new(entry, page)),
        stat_blocks: entry
            .stat_blocks
            .iter()
            .zip(["entry.stat_block", "entry.further"])
            .map(|(handout, title)| StatBlockView::new(title, handout, entry, page))
            .collect(),
        sheet: entry
            .sheet
            .as_ref()
            .filter(|_| entry.stat_blocks.is_empty())
            .map(|sheet| sheet_view::sheet(sheet, &entry.values, &entry.summary, page)),
        // The numbers of a stat block are in its notes.
        values: if entry.stat_blocks.is_empty() {
            sheet_view::explained(&entry.values, entry.sheet.as_ref(), page)
        } else {
            Vec::new()
        },
        used_by: used_by(entry, source, page),
        mentions: mentioned_in(entry, mentions, page),
        downloads: downloads(&entry.downloads, source, page),
    }
}

/// What an entry does in styled text, less what the card of an ability says where its page has another text as well.
fn unsaid(entry: &Entry) -> Vec<Paragraph> {
    let has_other_text = !entry.body.trim().is_empty() || !entry.does.is_empty();
    let is_of_ability = |_: &&CardFace| entry.kind == EntryKind::Ability && has_other_text;
    let said = entry.card.as_ref().filter(is_of_ability).map(Said::on_card);
    let is_said = |paragraph: &&Paragraph| said.as_ref().is_some_and(|said| said.has(&plain_text(paragraph)));
    entry.paragraphs.iter().filter(|paragraph| !is_said(paragraph)).cloned().collect()
}

/// Whether something is told in words, since nobody in particular has it.
fn has_open(paragraphs: &[Paragraph], spelled: Option<&Spelled>) -> bool {
    let facts = spelled.into_iter().flat_map(|one| one.facts.iter().chain(&one.results)).map(|fact| &fact.text);
    let of_spelled = spelled.into_iter().flat_map(|one| &one.paragraphs).chain(facts);
    paragraphs.iter().chain(of_spelled).flatten().any(|run| run.style == Style::Formula)
}

/// Whether the text of the card, which stands below the summary, begins with the same words, less the one who does it: `You climb.`
/// and `Climb.`
fn text_says(entry: &Entry, spelled: Option<&Spelled>) -> bool {
    let Some(first) = spelled.and_then(|spelled| spelled.paragraphs.first()) else { return false };
    let text = plain_text(first).to_lowercase();
    let said = entry.summary.trim_end_matches('.').to_lowercase();
    let goes_on = |rest: &str| rest.starts_with(char::is_alphanumeric);
    let begins = |said: &str| text.strip_prefix(said).is_some_and(|rest| !goes_on(rest));
    let without_who = said.split_once(' ').map_or("", |(_, said)| said);
    !said.is_empty() && (begins(&said) || without_who.contains(' ') && begins(without_who))
}

/// The anchor of the card of something that is carried.
pub fn thing(id: &str) -> String {
    format!("thing--{id}")
}

/// What the search finds of the card is in the text of the card.
fn spelled_view(
    spelled: &Spelled,
    name: &str,
    page: &mut PageContext<'_>,
    page_sections: &mut PageSections,
) -> SpelledView {
    let table = |(at, (title, table)): (usize, &(String, Table)), page: &mut PageContext<'_>| TitledTableView {
        // The page is called as the card is.
        title: if *title == name { String::new() } else { title.clone() },
        id: format!("card--{}", at + 1),
        table: runs::table(table, title, page, &mut Linking::Off),
    };
    SpelledView {
        text: runs::paragraphs(&spelled.paragraphs, page, &mut Linking::On(page_sections.seen())),
        facts: card_view::facts(&spelled.facts, page),
        results: card_view::facts(&spelled.results, page),
        tables: spelled.tables.iter().enumerate().map(|one| table(one, page)).collect(),
    }
}

/// Goes through the Markdown of an entry for its broken links.
pub fn text(entry: &Entry, page: &mut PageContext<'_>, page_sections: &mut PageSections) {
    let file = file(entry, page);
    let source = Source { file: &file, offset: 0, written: &entry.body_written };
    markdown::render(&entry.body, source, page, page_sections);
}

/// What messages call the text of an entry.
fn file(entry: &Entry, page: &PageContext<'_>) -> String {
    format!("{}/{}:{}", page.context.book.id, entry.kind.names().link, entry.id)
}

/// What else it is called, as far as its name does not say so: of a stat that is how cards and sheets write it in short.
fn other_names(entry: &Entry, words: Words) -> String {
    let others: Vec<&str> =
        entry.aliases.iter().map(String::as_str).filter(|alias| !entry.name.contains(*alias)).collect();
    let text = if entry.kind == EntryKind::Stat { "entry.in_short" } else { "entry.also_called" };
    if others.is_empty() { String::new() } else { words.say(text, &[("names", &others.join(", "))]) }
}

fn rests_on(entry: &Entry, page: &PageContext<'_>) -> Vec<RuleLinkView> {
    let mut listed = BTreeSet::new();
    let all = std::iter::once(&entry.rule).chain(&entry.rules).filter(|id| !id.is_empty());
    all.filter(|id| listed.insert(id.as_str()))
        .map(|id| {
            let target = page.context.link_index.rule(id).filter(|target| target.place.path != page.path);
            RuleLinkView {
                id: id.clone(),
                title: target.map_or_else(String::new, |target| title_of(target, entry, page)),
                lead: target.map_or("", |target| page.context.link_index.rule_lead(&target.rule)).to_owned(),
                href: page.rule_href(id),
            }
        })
        .filter(|link| !(link.href.is_empty() && link.id == entry.rule))
        .collect()
}

/// What a rule is called beside an entry. Where it is called as the entry is, its chapter tells such rules apart.
fn title_of(rule: &Target, entry: &Entry, page: &PageContext<'_>) -> String {
    let is_its_chapter = |one: &&Target| one.place.path == rule.place.path && one.place.fragment.is_empty();
    let chapter = || page.context.link_index.targets().find(is_its_chapter).filter(|chapter| chapter.name != rule.name);
    match (rule.name == entry.name).then(chapter).flatten() {
        Some(chapter) => format!("{} › {}", chapter.name, rule.name),
        None => rule.name.clone(),
    }
}

fn used_by(entry: &Entry, source: Source<'_>, page: &mut PageContext<'_>) -> Vec<UsedByView> {
    let mut groups = Vec::new();
    for kind in EntryKind::ALL.iter().copied() {
        let mut links = Vec::new();
        for user in entry.used_by.iter().filter(|link| link.kind == kind) {
            match page.context.link_index.entry(user).cloned() {
                Some(target) => links.push(LinkView { text: target.name, href: page.href(&target.place) }),
                None => {
                    let kind = kind.names().link.to_owned();
                    let fault = LinkFault::MissingUser { kind, id: user.id.clone() };
                    page.broken_link(source, &(0..0), BrokenLink { fault, suggestion: None });
                }
            }
        }
        if !links.is_empty() {
            groups.push(UsedByView { kind: kind.all(page.words()), links });
        }
    }
    groups
}

fn mentioned_in(entry: &Entry, mentions: &Mentions, page: &PageContext<'_>) -> Vec<LinkView> {
    let place = address::entry(&page.context.book.id, entry.kind, &entry.id);
    let found = mentions.get(&place).into_iter().flatten();
    found.map(|(from, words)| LinkView { text: words.clone(), href: page.href(from) }).collect()
}

/// A stat block.
#[derive(Debug, Serialize)]
struct StatBlockView {
    title: &'static str,
    sheet: SheetView,
}

impl StatBlockView {
    fn new(title: &str, handout: &Handout, entry: &Entry, page: &mut PageContext<'_>) -> Self {
        Self {
            title: page.words().text(title),
            sheet: sheet_view::stat_block(handout, &entry.values, &entry.summary, page),
        }
    }
}

/// A document to print: a link for each paper.
#[derive(Debug, Serialize)]
pub struct PrintView {
    name: String,
    /// The files.
    pub files: Vec<LinkView>,
}

/// Documents to print.
pub fn downloads(all: &[Download], source: Source<'_>, page: &mut PageContext<'_>) -> Vec<PrintView> {
    let view = |one: &Download| PrintView { name: one.name.clone(), files: files(&one.files, source, page) };
    all.iter().map(view).collect()
}

/// Links to printable files. A path must not leave the site.
fn files(files: &[(String, String)], source: Source<'_>, page: &mut PageContext<'_>) -> Vec<LinkView> {
    let mut links = Vec::new();
    for (label, path) in files {
        if path.starts_with('/') || path.contains(':') || path.split('/').any(|part| part == "..") {
            let fault = LinkFault::OutsideOutput { path: path.clone() };
            page.broken_link(source, &(0..0), BrokenLink { fault, suggestion: None });
            continue;
        }
        let mut href = address::root_from(&page.path);
        href.push_str(&path.replace('%', "%25").replace(' ', "%20").replace('#', "%23").replace('?', "%3F"));
        links.push(LinkView { text: label.clone(), href });
    }
    links
}
