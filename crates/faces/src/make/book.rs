//! Building the book: chapters with their directives resolved, an entry for everything with an address.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use makeready_rules::ability::Ability;
use makeready_rules::formula::EvalError;
use makeready_rules::system::formula_name;
use makeready_words::Words;

use super::art::art;
use super::card::paid;
use super::face_builder::FaceBuilder;
use super::further::keep_further;
use super::{examples, odds, procedure, spelled};
use crate::book::{
    Book, Chapter, ChapterBlock, Entry, EntryKind, EntryLink, Explained, GlossaryTerm, Look, ReadingPath, RulingOption,
    SectionSynonyms, Written,
};
use crate::card::{CardFace, Table};
use crate::order::OrderKey;
use crate::sheet::{Handout, Layout, View};
use crate::text::{Paragraph, Run, Style};
use makeready_content::concept::ability::BuiltEntry;
use makeready_content::concept::card::CardEntry;
use makeready_content::concept::chapter::{ChapterEntry, ChapterPart};
use makeready_content::concept::chapter::{TableEntry, TableOf};
use makeready_content::concept::checks::CheckEntry;
use makeready_content::concept::conditions::ConditionEntry;
use makeready_content::concept::examples::ExampleEntry;
use makeready_content::concept::head::Head;
use makeready_content::concept::keyword::{KeywordEntry, KeywordFamilyEntry};
use makeready_content::concept::paths::PathEntry;
use makeready_content::concept::rulings::RulingEntry;
use makeready_content::concept::skill::SkillEntry;
use makeready_content::concept::stat::StatEntry;
use makeready_content::concept::traits::{TraitEntry, TraitListEntry};
use makeready_content::concept::value::ValueEntry;
use makeready_content::game::{Game, OwnFile, Person, SetAside};
use makeready_content::source::{Located, Sources, Span};

/// What an entry is made of.
pub(super) enum Subject<'a> {
    Stat(&'a StatEntry),
    Value(&'a ValueEntry),
    Card(EntryKind, &'a CardEntry),
    Skill(&'a SkillEntry),
    Condition(&'a ConditionEntry),
    Trait(&'a TraitListEntry, &'a TraitEntry),
    Check(&'a CheckEntry),
    Family(&'a KeywordFamilyEntry),
    Keyword(&'a KeywordFamilyEntry, &'a KeywordEntry),
    Ability(&'a BuiltEntry, &'a Ability),
    Ruling(&'a RulingEntry),
    Person(EntryKind, &'a Person),
}

/// The book of a game in which something is wrong, as far as links go: what is not computed, and an entry for everything
/// that they may lead to.
pub fn draft_book(game: &Game, sources: &Sources) -> Book {
    let e = &game.entries;
    let builder = BookBuilder::new(game, sources);
    let markdown = |part: &ChapterPart| match part {
        ChapterPart::Markdown(_, place) => {
            let source = sources.file(place.at.file).text.get(place.at.start..place.at.end)?.to_owned();
            Some(ChapterBlock::Markdown { source, offset: place.at.start, written: Written::NONE })
        }
        _ => None,
    };
    let chapter = |(place, entry): (usize, &ChapterEntry)| Chapter {
        slug: entry.slug.clone(),
        title: entry.title.clone(),
        number: place + 1,
        summary: entry.summary.clone(),
        part: part(entry),
        found_by: entry.also.clone(),
        section_synonyms: section_synonyms(entry),
        art: art(game, entry.art.as_ref()),
        file: sources.file(entry.file).shown.clone(),
        is_of_creation: is_of_creation(game, entry),
        blocks: entry.parts.iter().filter_map(markdown).collect(),
    };
    Book {
        id: e.head.id.clone(),
        title: e.head.name.clone(),
        lang: e.lang.clone(),
        tagline: e.tagline.clone(),
        edition: e.edition.clone(),
        fingerprint: game.fingerprint.clone(),
        credits: e.credits.clone(),
        look: look(game),
        art: art(game, e.art.as_ref()),
        chapters: e.chapters.iter().enumerate().map(chapter).collect(),
        paths: paths(game),
        has_things: has_things(game),
        entries: builder.draft_entries(),
        glossary: builder.glossary(),
        downloads: Vec::new(),
        cards_on_paper: Vec::new(),
        on_paper: String::new(),
    }
}

/// The part of the book that a chapter is in; empty where it is in none.
fn part(chapter: &ChapterEntry) -> String {
    chapter.part.as_ref().map_or_else(String::new, |part| part.value.clone())
}

/// Whether somebody carries something that has a card.
pub(super) fn has_things(game: &Game) -> bool {
    game.entries.item_card.is_some() && game.people().any(|who| !who.character.items.is_empty())
}

fn section_synonyms(entry: &ChapterEntry) -> Vec<SectionSynonyms> {
    let of = |(id, words): &(Located<String>, Vec<String>)| SectionSynonyms {
        section: id.value.clone(),
        offset: id.at.start,
        words: words.clone(),
    };
    entry.section_synonyms.iter().map(of).collect()
}

/// Whether a chapter tells how characters are made.
fn is_of_creation(game: &Game, chapter: &ChapterEntry) -> bool {
    let of_creation = game.entries.creation.as_ref().and_then(|creation| creation.chapter.as_ref());
    of_creation.is_some_and(|slug| slug.value == chapter.slug)
}

pub(super) fn paths(game: &Game) -> Vec<ReadingPath> {
    let path = |entry: &PathEntry| ReadingPath {
        title: entry.title.to_string(),
        summary: entry.summary.to_string(),
        chapters: entry.chapters.iter().map(|chapter| chapter.value.clone()).collect(),
    };
    game.entries.paths.iter().map(path).collect()
}

/// Colors and ornaments of a game.
pub fn look(game: &Game) -> Look {
    let look = &game.entries.look;
    let palette: BTreeMap<String, String> =
        look.palette.iter().map(|(name, color)| (name.value.clone(), color.value.clone())).collect();
    let groups = game.entries.groups.iter().filter_map(|group| palette.get(&group.color.value).cloned()).collect();
    let ornament = look.ornament.as_ref().map(|name| name.value.clone()).unwrap_or_default();
    Look {
        palette,
        display_font: look.display_font.value.clone(),
        back: look.back.value.clone(),
        ornament,
        card_head: look.card_head,
        card_plate: look.card_plate,
        card_panel: look.card_panel,
        groups,
        lang: game.entries.lang.clone(),
        card_icons: card_icons(game),
        typefaces: Arc::clone(&game.entries.typefaces),
        pictures: Arc::clone(&game.entries.pictures),
        icons: Arc::clone(&game.entries.icons),
    }
}

/// The icons that the cards of a game and their families name, but those that it brings.
fn card_icons(game: &Game) -> BTreeSet<String> {
    let e = &game.entries;
    let named = e.cards().filter_map(|card| card.icon.as_ref()).chain(e.families.iter().map(|family| &family.icon));
    named.map(|icon| icon.value.clone()).filter(|icon| e.icons.find(icon).is_none()).collect()
}

/// Builds the parts of one book.
pub(super) struct BookBuilder<'a> {
    pub(super) game: &'a Game,
    pub(super) sources: &'a Sources,
    /// The form to write on.
    pub(super) blank: FaceBuilder<'a>,
    /// The examples of each chapter, by its slug.
    examples: BTreeMap<&'a str, Vec<&'a ExampleEntry>>,
    /// Formulas that were said, by the values that they are of: every person has the same values.
    said: RefCell<BTreeMap<&'a str, String>>,
}

impl<'a> BookBuilder<'a> {
    pub(super) fn new(game: &'a Game, sources: &'a Sources) -> Self {
        let examples = examples::by_chapter(&game.entries);
        Self { game, sources, blank: FaceBuilder::new(game, None), examples, said: RefCell::default() }
    }

    /// The words of what its pages say by themselves.
    pub(super) fn words(&self) -> Words {
        self.game.entries.lang.words
    }

    pub(super) fn chapter(&self, number: usize, entry: &ChapterEntry) -> Result<Chapter, EvalError> {
        let mut blocks: Vec<_> = entry.parts.iter().map(|part| self.part(part)).collect::<Result<_, _>>()?;
        let examples = self.examples_of(entry);
        blocks.extend(examples::heading(examples, self.end_of(entry), self.words()));
        blocks.extend(examples::blocks(self.game, examples)?);
        Ok(Chapter { blocks, ..self.bare_chapter(number, entry) })
    }

    /// A chapter with its text alone: what links lead to, and where links stand.
    pub(super) fn chapter_outline(&self, number: usize, entry: &ChapterEntry) -> Result<Chapter, EvalError> {
        let texts = entry.parts.iter().filter(|part| matches!(part, ChapterPart::Markdown(..)));
        let mut blocks: Vec<_> = texts.map(|part| self.part(part)).collect::<Result<_, _>>()?;
        blocks.extend(examples::heading(self.examples_of(entry), self.end_of(entry), self.words()));
        Ok(Chapter { blocks, ..self.bare_chapter(number, entry) })
    }

    fn bare_chapter(&self, number: usize, entry: &ChapterEntry) -> Chapter {
        Chapter {
            slug: entry.slug.clone(),
            title: entry.title.clone(),
            number,
            summary: entry.summary.clone(),
            part: part(entry),
            found_by: entry.also.clone(),
            section_synonyms: section_synonyms(entry),
            art: art(self.game, entry.art.as_ref()),
            file: self.sources.file(entry.file).shown.clone(),
            is_of_creation: is_of_creation(self.game, entry),
            blocks: Vec::new(),
        }
    }

    fn examples_of(&self, chapter: &ChapterEntry) -> &[&'a ExampleEntry] {
        self.examples.get(chapter.slug.as_str()).map(Vec::as_slice).unwrap_or_default()
    }

    /// The length of a chapter's file: what is added there comes after all that the author wrote.
    fn end_of(&self, chapter: &ChapterEntry) -> usize {
        self.sources.file(chapter.file).text.len()
    }

    /// The builder for the named person; without a name, for the blank form.
    fn faces(&self, who: Option<&Located<String>>) -> FaceBuilder<'_> {
        FaceBuilder::new(self.game, who.and_then(|who| self.game.person(&who.value)))
    }

    fn part(&self, part: &ChapterPart) -> Result<ChapterBlock, EvalError> {
        Ok(match part {
            ChapterPart::Markdown(template, place) => {
                let (offset, end) = (place.at.start, place.at.end);
                let text = self.sources.file(place.at.file).text.get(offset..end).unwrap_or_default();
                let (source, written) = self.blank.placed_markdown(template, text)?;
                ChapterBlock::Markdown { source, offset, written }
            }
            ChapterPart::Card(id) => {
                let card = self.game.card(&id.value).expect("the check found this card");
                ChapterBlock::Card { card: Box::new(self.blank.card(card)?) }
            }
            ChapterPart::Example(who, title, text) => {
                let paragraphs = self.faces(who.as_ref()).paragraphs(text)?;
                ChapterBlock::Example { title: title.clone(), paragraphs }
            }
            ChapterPart::Note(text) => ChapterBlock::Note { paragraphs: self.blank.paragraphs(text)? },
            ChapterPart::Ruling(id) => ChapterBlock::Ruling { id: id.value.clone() },
            ChapterPart::Table(entry) => {
                ChapterBlock::Table { caption: entry.caption.clone(), table: self.table(entry)? }
            }
            ChapterPart::Bill(part) => ChapterBlock::Bill { bill: Box::new(self.bill_part(part)?) },
            ChapterPart::Procedure(call, who, caption) => {
                let table = procedure::table(&self.faces(who.as_ref()), call)?;
                ChapterBlock::Table { caption: caption.clone(), table }
            }
            ChapterPart::Odds(entry) => {
                let odds = Box::new(odds::chapter_odds(&self.faces(entry.who.as_ref()), entry)?);
                ChapterBlock::Odds { caption: entry.caption.clone(), odds }
            }
        })
    }

    fn table(&self, entry: &TableEntry) -> Result<Table, EvalError> {
        let e = &self.game.entries;
        let ids: Vec<&str> = entry.ids.split(',').map(str::trim).collect();
        let words = self.words();
        Ok(match entry.table {
            TableOf::Stats => {
                let group = |id: &str| e.groups.iter().find(|g| g.head.id == id).map_or("", |g| &g.head.name);
                let rows = e.stats.iter().map(|s| row([&s.head.name, &s.abbr, group(&s.group.value), &s.head.summary]));
                table(
                    [
                        EntryKind::Stat.one(words),
                        words.text("label.short"),
                        words.text("label.group"),
                        words.text("label.for"),
                    ],
                    rows.collect(),
                )
            }
            TableOf::Choice => self.choice_table(ids[0]),
            TableOf::Derived => {
                let rows = ids.iter().filter_map(|id| self.derived_row(id).transpose());
                table(
                    ["label.value", "label.how", "label.unit", "label.rule"].map(|key| words.text(key)),
                    rows.collect::<Result<_, _>>()?,
                )
            }
            TableOf::Actions => self.action_table(ids[0])?,
            TableOf::Skills => {
                let group = |id: &str| e.skill_groups.iter().find(|g| g.head.id == id).map_or("", |g| &g.head.name);
                let rows = e.skills.iter().map(|s| {
                    let roll = format!("{}.roll", formula_name(&s.card.head.id));
                    let roll = self.blank.told_value(&roll)?;
                    let under = self.secondary(&s.card.head.id);
                    Ok(row([&s.card.head.name, group(&s.group.value), &roll, &s.usage, &under.join(", ")]))
                });
                let rows = rows.collect::<Result<_, EvalError>>()?;
                let heads = ["label.group", "label.roll", "label.use", "label.secondary"].map(|key| words.text(key));
                let [group, roll, usage, secondary] = heads;
                without_empty(&table([EntryKind::Skill.one(words), group, roll, usage, secondary], rows))
            }
            TableOf::Conditions => self.condition_table()?,
            TableOf::Traits => self.trait_table(ids[0]),
            TableOf::List => {
                let list = e.lists.iter().find(|l| l.head.id == ids[0]);
                let rows = list.into_iter().flat_map(|l| &l.entries).map(|h| row([&h.name]));
                table([list.map_or("", |l| &l.head.name)], rows.collect())
            }
            TableOf::Keywords => self.keyword_table(ids[0]),
            TableOf::KeywordValues => self.keyword_value_table(ids[0]),
            TableOf::Abilities | TableOf::AbilitiesWith => self.ability_table(ids[0])?,
            TableOf::Fields => self.field_table(),
            TableOf::Groups => {
                let rows = e.groups.iter().map(|g| {
                    let members = e.stats.iter().filter(|s| s.group.value == g.head.id).map(|s| s.head.name.as_str());
                    row([&g.head.name, &members.collect::<Vec<_>>().join(", ")])
                });
                table([words.text("label.group"), words.text("label.stats")], rows.collect())
            }
            TableOf::Rulings => {
                let rows = e.rulings.iter().map(|r| {
                    let chosen = self.game.rules.chosen(&r.head.id).unwrap_or_default();
                    let reading = r.options.iter().find(|o| o.id.value == chosen).map_or("", |o| &o.text);
                    row([&r.head.name, reading])
                });
                table([EntryKind::Ruling.one(words), words.text("label.in_force")], rows.collect())
            }
        })
    }

    fn choice_table(&self, id: &str) -> Table {
        let Some(choice) = self.game.entries.choices.iter().find(|c| c.head.id == id) else {
            return table([""], vec![]);
        };
        let fields: Vec<&str> =
            choice.options.first().map_or(vec![], |o| o.values.iter().map(|(k, _)| k.as_str()).collect());
        let has_modifiers = choice.options.iter().any(|option| !option.modifiers.is_empty());
        let mut columns = vec![choice.head.name.clone(), self.words().text("label.is").to_owned()];
        columns.extend(fields.iter().map(|f| capital(f)));
        columns.extend(has_modifiers.then(|| self.words().text("label.adds").to_owned()));
        let rows = choice.options.iter().map(|o| {
            let mut cells = vec![o.head.name.clone(), o.head.summary.clone()];
            let value =
                |f: &&str| o.values.iter().find(|(k, _)| k == *f).map_or_else(String::new, |(_, n)| n.to_string());
            cells.extend(fields.iter().map(value));
            cells.extend(has_modifiers.then(|| self.blank.added(&o.modifiers)));
            cells.into_iter().map(cell).collect()
        });
        let numeric = (0..columns.len()).map(|i| i > 1 && i < 2 + fields.len()).collect();
        Table { rows: rows.collect(), numeric, columns }
    }

    fn derived_row(&self, id: &str) -> Result<Option<Vec<Paragraph>>, EvalError> {
        let Some(def) = self.game.rules.system().values.get(id) else { return Ok(None) };
        let how = self.blank.told_value(id)?;
        Ok(Some(row([&def.name, &how, &def.unit, &def.rule])))
    }

    fn action_table(&self, family: &str) -> Result<Table, EvalError> {
        let e = &self.game.entries;
        let mut rows = Vec::new();
        for action in e.actions.iter().filter(|a| a.family.as_ref().is_some_and(|f| f.value == family)) {
            let face = self.blank.card(action)?;
            let cost = paid(&face.costs).join(", ");
            let figures: Vec<String> = face
                .figures
                .iter()
                .map(|f| format!("{}: {}", f.label, f.text.as_deref().unwrap_or(&f.terms)))
                .collect();
            rows.push(row([&action.head.name, &cost, &figures.join("; "), &action.head.summary]));
        }
        let [cost, figures, does] = ["label.cost", "label.figures", "label.does"].map(|key| self.words().text(key));
        Ok(without_empty(&table([EntryKind::Action.one(self.words()), cost, figures, does], rows)))
    }

    /// What each entry is made of, in the order in which they stand.
    pub(super) fn subjects(game: &Game) -> Vec<Subject<'_>> {
        let e = &game.entries;
        let keywords = || e.keywords.iter().flat_map(|family| family.keywords.iter().map(move |k| (family, k)));
        let traits = e.trait_lists.iter().flat_map(|list| list.traits.iter().map(move |held| (list, held)));
        let mut subjects: Vec<Subject<'_>> = e.stats.iter().map(Subject::Stat).collect();
        subjects.extend(e.derived.iter().map(Subject::Value));
        subjects.extend(e.actions.iter().map(|action| Subject::Card(EntryKind::Action, action)));
        subjects.extend(e.skills.iter().map(Subject::Skill));
        subjects.extend(e.conditions.iter().map(Subject::Condition));
        subjects.extend(traits.map(|(list, held)| Subject::Trait(list, held)));
        subjects.extend(e.references.iter().map(|card| Subject::Card(EntryKind::Reference, card)));
        subjects.extend(e.checks.iter().map(Subject::Check));
        subjects.extend(e.keywords.iter().map(Subject::Family));
        subjects.extend(keywords().map(|(family, keyword)| Subject::Keyword(family, keyword)));
        subjects.extend(game.abilities.values().map(|one| Subject::Ability(&one.entry, &one.def)));
        subjects.extend(e.rulings.iter().map(Subject::Ruling));
        for (kind, people) in [(EntryKind::Character, &game.characters), (EntryKind::Npc, &game.npcs)] {
            let mut people: Vec<&Person> = people.values().collect();
            people.sort_by_cached_key(|who| OrderKey::new(&who.entry.head.name));
            subjects.extend(people.into_iter().map(|who| Subject::Person(kind, who)));
        }
        subjects
    }

    /// An entry as others link to it, list it by name and find it: its body, if at all, with the text alone.
    pub(super) fn outline(&self, subject: &Subject<'_>) -> Result<Entry, EvalError> {
        Ok(match *subject {
            Subject::Stat(stat) => Entry { aliases: vec![stat.abbr.to_string()], ..entry(EntryKind::Stat, &stat.head) },
            Subject::Value(value) => {
                let formula = self.blank.explained_value(&value.head.id)?;
                Entry { aliases: vec![value.abbr.clone()], formula, ..entry(EntryKind::Stat, &value.head) }
            }
            Subject::Card(kind, card) => self.card_outline(kind, card)?,
            Subject::Skill(skill) => self.card_outline(EntryKind::Skill, &skill.card)?,
            Subject::Condition(condition) => self.condition_outline(condition)?,
            Subject::Trait(_, held) => entry(EntryKind::Trait, &held.head),
            Subject::Check(check) => entry(EntryKind::Check, &check.head),
            Subject::Family(family) => self.family_entry(family),
            Subject::Keyword(family, keyword) => self.keyword_outline(family, keyword),
            Subject::Ability(built, ability) => self.ability_outline(built, ability)?,
            Subject::Ruling(ruling) => self.ruling_outline(ruling),
            Subject::Person(kind, who) => self.person_outline(kind, who)?,
        })
    }

    /// The whole entry of an outline.
    pub(super) fn filled(&self, subject: &Subject<'_>, outline: Entry) -> Result<Entry, EvalError> {
        let mut made = match *subject {
            Subject::Stat(stat) => self.stat_entry(&stat.head.id, outline)?,
            Subject::Value(value) => self.stat_entry(&value.head.id, outline)?,
            Subject::Card(_, card) => self.card_entry(card, outline)?,
            Subject::Skill(skill) => self.skill_entry(skill, outline)?,
            Subject::Condition(condition) => self.condition_entry(condition, outline)?,
            Subject::Trait(list, held) => self.trait_entry(list, held, outline)?,
            Subject::Check(check) => odds::check_entry(&self.blank, check, outline)?,
            Subject::Family(_) => outline,
            Subject::Keyword(_, keyword) => self.keyword_entry(keyword, outline)?,
            Subject::Ability(built, ability) => self.ability_entry(built, ability, outline)?,
            Subject::Ruling(ruling) => self.ruling_entry(ruling, outline),
            Subject::Person(_, who) => self.person_entry(who, outline)?,
        };
        made.columns = self.columns(subject, &made)?;
        Ok(made)
    }

    /// Everything that has an address, with the Markdown that its author wrote for it.
    fn draft_entries(&self) -> Vec<Entry> {
        let e = &self.game.entries;
        let plain = |kind| move |head: &Head| entry(kind, head);
        let with_body = |kind, head: &Head, body: &str| Entry { body: body.to_owned(), ..entry(kind, head) };
        let cards = e.actions.iter().map(|card| (EntryKind::Action, card));
        let cards = cards.chain(e.skills.iter().map(|skill| (EntryKind::Skill, &skill.card)));
        let cards = cards.chain(e.references.iter().map(|card| (EntryKind::Reference, card)));
        let mut entries: Vec<Entry> =
            cards.map(|(kind, card)| with_body(kind, &card.head, &card.details.value)).collect();
        let stats = e.stats.iter().map(|stat| &*stat.head).chain(e.derived.iter().map(|value| &value.head));
        entries.extend(stats.map(plain(EntryKind::Stat)));
        entries.extend(e.conditions.iter().map(|c| with_body(EntryKind::Condition, &c.head, &c.text.value)));
        let traits = e.trait_lists.iter().flat_map(|list| &list.traits);
        entries.extend(traits.map(|held| &*held.head).map(plain(EntryKind::Trait)));
        entries.extend(e.checks.iter().map(|check| &*check.head).map(plain(EntryKind::Check)));
        entries.extend(e.keywords.iter().map(|family| &*family.head).map(plain(EntryKind::Family)));
        let keywords = e.keywords.iter().flat_map(|family| &family.keywords);
        entries.extend(keywords.map(|keyword| &*keyword.head).map(plain(EntryKind::Keyword)));
        entries.extend(self.game.abilities.values().map(|a| &*a.entry.head).map(plain(EntryKind::Ability)));
        entries.extend(e.rulings.iter().map(|ruling| with_body(EntryKind::Ruling, &ruling.head, &ruling.reason)));
        for (kind, people) in [(EntryKind::Character, &self.game.characters), (EntryKind::Npc, &self.game.npcs)] {
            entries.extend(people.values().map(|who| &*who.entry.head).map(plain(kind)));
        }
        entries.extend(self.game.set_aside.iter().filter_map(|one| left_out(one, self.words())));
        entries
    }

    fn card_outline(&self, kind: EntryKind, card: &CardEntry) -> Result<Entry, EvalError> {
        let (body, body_written) = self.blank.placed_markdown(&card.details.template, &card.details.value)?;
        let abbr = |v: &ValueEntry| v.abbr.clone();
        // What its values are called in short is on the card; it is no name of the card.
        let short: Vec<String> = card.values.iter().map(abbr).filter(|a| !a.is_empty()).collect();
        let cost = spelled::costs(&self.blank.costs(card)?);
        let mut made = Entry { body, body_written, cost, ..entry(kind, &card.head) };
        made.found_by.extend(short);
        Ok(made)
    }

    /// An entry with the blank card, and what stands on it as text.
    pub(super) fn card_entry(&self, card: &CardEntry, outline: Entry) -> Result<Entry, EvalError> {
        let face = self.blank.card(card)?;
        let spelled = Some(Box::new(self.blank.spelled(card, &face)?));
        Ok(Entry { card: Some(face), spelled, ..outline })
    }

    fn ruling_outline(&self, ruling: &RulingEntry) -> Entry {
        let chosen = self.game.rules.chosen(&ruling.head.id).unwrap_or_default();
        let options = ruling.options.iter().enumerate().map(|(i, o)| RulingOption {
            id: o.id.value.clone(),
            text: o.text.to_string(),
            is_chosen: o.id.value == chosen,
            is_default: i == 0,
        });
        let origin =
            if ruling.is_editorial { format!("\n\n*{}*", self.words().text("entry.no_source")) } else { String::new() };
        Entry {
            found_by: std::iter::once(ruling.head.id.replace('_', " "))
                .chain(ruling.head.also.iter().cloned())
                .collect(),
            summary: ruling.question.to_string(),
            body: format!("{}{origin}", ruling.reason),
            options: options.collect(),
            ..entry(EntryKind::Ruling, &ruling.head)
        }
    }

    fn ruling_entry(&self, ruling: &RulingEntry, outline: Entry) -> Entry {
        let mut used_by = self.used_by(&format!("ruling.{}", ruling.head.id));
        used_by.extend(self.keywords_on(&ruling.head.id));
        Entry { used_by, ..outline }
    }

    /// How a value of the system is computed.
    fn said(&self, value: &'a str) -> Result<String, EvalError> {
        if let Some(said) = self.said.borrow().get(value) {
            return Ok(said.clone());
        }
        let said = self.blank.told_value(value)?;
        self.said.borrow_mut().insert(value, said.clone());
        Ok(said)
    }

    fn person_outline(&self, kind: EntryKind, who: &Person) -> Result<Entry, EvalError> {
        let faces = FaceBuilder::new(self.game, Some(who));
        let said = [faces.marked(faces.subtitle()?), who.entry.portrait.to_string()];
        let summary = said.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(". ");
        Ok(Entry { summary, ..entry(kind, &who.entry.head) })
    }

    fn person_entry(&self, who: &Person, outline: Entry) -> Result<Entry, EvalError> {
        let faces = FaceBuilder::new(self.game, Some(who));
        let system = self.game.rules.system();
        let mut values = Vec::new();
        for id in system.stats.keys().chain(system.values.keys()) {
            let cell = faces.value_cell(id)?;
            let formula = self.said(id)?;
            values.push(Explained {
                id: id.clone(),
                name: cell.name,
                is_known: cell.text.is_some(),
                text: cell.text.unwrap_or_else(|| self.words().text("entry.unknown").to_owned()),
                unit: cell.unit,
                formula,
                terms: faces.terms(id)?,
                rule: cell.rule,
            });
        }
        let sheet = Some(faces.sheet()?);
        let art = faces.portrait_art();
        let stat_blocks = match outline.kind {
            EntryKind::Npc => self.stat_blocks(&faces)?,
            _ => Vec::new(),
        };
        let (things, card) = (faces.item_cards()?, self.ally_card(who)?);
        Ok(Entry { art, card, values, sheet, stat_blocks, things, ..outline })
    }

    /// The stat block that is used most, and what the longest one says beyond it; a short one says nothing that others do not.
    fn stat_blocks(&self, faces: &FaceBuilder<'_>) -> Result<Vec<Handout>, EvalError> {
        let has = |layout: &Layout| !self.game.entries.handouts.of(*layout).is_empty();
        let layouts = [Layout::Standard, Layout::Full].into_iter().filter(has);
        let mut blocks = layouts.map(|layout| faces.handout(layout, View::Gm)).collect::<Result<Vec<_>, _>>()?;
        if blocks.is_empty() && has(&Layout::Short) {
            blocks.push(faces.handout(Layout::Short, View::Gm)?);
        }
        if let [first, longest] = blocks.as_mut_slice() {
            keep_further(&mut longest.blocks, &first.blocks);
        }
        blocks.retain(|block| !block.blocks.is_empty());
        Ok(blocks)
    }

    /// The card of an ally, as it is in the deck of the owner.
    fn ally_card(&self, ally: &Person) -> Result<Option<CardFace>, EvalError> {
        let owner = ally.entry.ally.as_ref().and_then(|ally| self.game.person(&ally.of.value));
        let (Some(owner), Some(layout)) = (owner, self.game.entries.ally_card.as_ref()) else { return Ok(None) };
        FaceBuilder::new(self.game, Some(owner)).ally_card(layout, ally).map(Some)
    }

    pub(super) fn glossary(&self) -> Vec<GlossaryTerm> {
        let e = &self.game.entries;
        let mut terms = Vec::new();
        for term in &e.terms {
            let target = EntryLink { kind: EntryKind::Term, id: term.head.id.clone() };
            terms.push(GlossaryTerm {
                words: term.words.clone(),
                found_by: term.head.also.clone(),
                meaning: term.meaning.clone(),
                target,
                rule: term.head.rule.clone(),
            });
        }
        let heads = e
            .stats
            .iter()
            .map(|s| (EntryKind::Stat, &*s.head))
            .chain(e.derived.iter().map(|v| (EntryKind::Stat, &v.head)))
            .chain(e.actions.iter().map(|a| (EntryKind::Action, &a.head)))
            .chain(e.skills.iter().map(|s| (EntryKind::Skill, &s.card.head)))
            .chain(e.trait_lists.iter().flat_map(|list| &list.traits).map(|t| (EntryKind::Trait, &*t.head)))
            .chain(e.conditions.iter().map(|c| (EntryKind::Condition, &*c.head)));
        let by_name = |(kind, head): (EntryKind, &Head)| GlossaryTerm {
            words: vec![head.name.clone()],
            found_by: Vec::new(),
            meaning: head.summary.clone(),
            target: EntryLink { kind, id: head.id.clone() },
            rule: String::new(),
        };
        let lower = |term: &GlossaryTerm| term.words.iter().map(|word| word.to_ascii_lowercase()).collect::<Vec<_>>();
        let mut known: BTreeSet<String> = terms.iter().flat_map(lower).collect();
        for mut term in heads.map(by_name).chain(self.ability_words()) {
            term.words.retain(|word| !known.contains(&word.to_ascii_lowercase()));
            if !term.words.is_empty() && !term.meaning.is_empty() {
                known.extend(lower(&term));
                terms.push(term);
            }
        }
        terms
    }
}

/// The page of what has errors in its file: links to it lead somewhere, and it says why nothing is there.
pub(super) fn left_out(one: &SetAside, words: Words) -> Option<Entry> {
    let kind = match one.kind {
        OwnFile::Character => EntryKind::Character,
        OwnFile::Npc => EntryKind::Npc,
        OwnFile::Ability => EntryKind::Ability,
        OwnFile::Archetype => return None,
    };
    let head = Head {
        id: one.id.clone(),
        name: one.name.clone(),
        summary: words
            .text(if one.abilities.is_empty() { "entry.left_out" } else { "entry.left_out_ability" })
            .to_owned(),
        at: Span { file: one.file, start: 0, end: 0 },
        ..Head::default()
    };
    Some(entry(kind, &head))
}

pub(super) fn entry(kind: EntryKind, head: &Head) -> Entry {
    Entry {
        kind,
        id: head.id.clone(),
        name: head.name.clone(),
        aliases: Vec::new(),
        found_by: head.also.clone(),
        group: None,
        rule: head.rule.clone(),
        rules: head.rules.clone(),
        summary: head.summary.clone(),
        body: String::new(),
        body_written: Written::default(),
        art: None,
        card: None,
        spelled: None,
        does: String::new(),
        cost: String::new(),
        formula: String::new(),
        paragraphs: Vec::new(),
        facts: Vec::new(),
        columns: Vec::new(),
        tables: Vec::new(),
        results: None,
        bill: None,
        odds: None,
        options: Vec::new(),
        used_by: Vec::new(),
        values: Vec::new(),
        sheet: None,
        stat_blocks: Vec::new(),
        things: Vec::new(),
        downloads: Vec::new(),
    }
}

/// Where a character or an NPC is found.
pub(super) fn person_link(game: &Game, id: &str) -> EntryLink {
    let kind = if game.npcs.contains_key(id) { EntryKind::Npc } else { EntryKind::Character };
    EntryLink { kind, id: id.to_owned() }
}

pub(super) fn cell(text: String) -> Paragraph {
    if text.is_empty() { Vec::new() } else { vec![Run::plain(text)] }
}

/// A formula in a table.
pub(super) fn formula_cell(text: String) -> Paragraph {
    if text.is_empty() { Vec::new() } else { vec![Run { style: Style::Formula, text, detail: String::new() }] }
}

pub(super) fn row<const N: usize>(cells: [&str; N]) -> Vec<Paragraph> {
    cells.into_iter().map(|text| cell(text.to_owned())).collect()
}

pub(super) fn table<const N: usize>(columns: [&str; N], rows: Vec<Vec<Paragraph>>) -> Table {
    Table { columns: columns.map(str::to_owned).to_vec(), numeric: vec![false; N], rows }
}

/// A table without its empty columns.
pub(super) fn without_empty(table: &Table) -> Table {
    let says = |column: &usize| table.rows.iter().any(|row| !row[*column].is_empty());
    let kept: Vec<usize> = (0..table.columns.len()).filter(says).collect();
    Table {
        columns: kept.iter().map(|at| table.columns[*at].clone()).collect(),
        numeric: vec![false; kept.len()],
        rows: table.rows.iter().map(|row| kept.iter().map(|at| row[*at].clone()).collect()).collect(),
    }
}

pub(super) fn capital(word: &str) -> String {
    let mut chars = word.chars();
    let first = chars.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    (first + chars.as_str()).replace('_', " ")
}
