//! Rulings and what their data says that they affect, in all games: every reading changes something there, and nothing
//! elsewhere.

use std::collections::{BTreeMap, BTreeSet};

use makeready_content::concept::block::CardBlock;
use makeready_content::concept::card::{CardEntry, CostEntry};
use makeready_content::concept::chapter::ChapterPart;
use makeready_content::concept::rulings::RulingEntry;
use makeready_content::game::Game;
use makeready_content::source::FileId;
use makeready_faces::make::FaceBuilder;
use makeready_rules::character::Character;
use makeready_rules::compute::Evaluator;
use makeready_rules::formula::{Formula, readable};
use makeready_rules::legality::{Subject, violations};
use makeready_rules::rules::Rules;
use makeready_rules::system::RULING;
use makeready_rules::template::Template;
use rayon::prelude::*;
use serde_json::Value as Json;

use crate::closure::words;
use makeready_testing::{CONTENT, all_shipped};

/// The path of a file within its system, without the ending.
fn name_of(file: FileId) -> &'static str {
    let path = CONTENT.file(file).path.as_str();
    let within = path.split_once('/').map_or(path, |(_, within)| within);
    within.rsplit_once('.').map_or(within, |(name, _)| name)
}

/// The rules with one ruling decided otherwise.
fn decided(game: &Game, ruling: &str, option: &str) -> Rules {
    game.rules.with(&[(ruling.to_owned(), option.to_owned())].into()).expect("the reading exists")
}

/// Every reading but the default ones.
fn readings(game: &'static Game) -> impl Iterator<Item = (&'static RulingEntry, &'static str)> {
    let of = |ruling: &'static RulingEntry| ruling.options[1..].iter().map(move |o| (ruling, o.id.value.as_str()));
    game.entries.rulings.iter().flat_map(of)
}

/// The formulas of a file that name a ruling, found in the plain text: whole strings of YAML that are formulas, and those in
/// braces.
fn asking(game: &str) -> BTreeMap<&'static str, Vec<Formula>> {
    let mut found: BTreeMap<&str, Vec<Formula>> = BTreeMap::new();
    let prefix = format!("{game}/");
    for (id, file) in CONTENT.iter().filter(|(_, file)| file.path.starts_with(&prefix)) {
        let mut texts = Vec::new();
        if file.path.ends_with(".md") {
            texts.push(file.text.clone());
        } else {
            let data: Json = serde_yaml::from_str(&file.text).expect("the content is YAML");
            strings(&data, &mut texts);
        }
        for text in texts.iter().filter(|text| text.contains(RULING)) {
            let formulas = match Formula::parse(text) {
                Ok(formula) => vec![formula],
                Err(_) => Template::read(text).0.formulas().map(|(formula, _)| formula.clone()).collect(),
            };
            found.entry(name_of(id)).or_default().extend(formulas);
        }
    }
    found
}

fn strings(data: &Json, texts: &mut Vec<String>) {
    match data {
        Json::String(text) => texts.push(text.clone()),
        Json::Array(items) => items.iter().for_each(|item| strings(item, texts)),
        Json::Object(items) => items.values().for_each(|item| strings(item, texts)),
        Json::Null | Json::Bool(_) | Json::Number(_) => {}
    }
}

#[test]
fn every_reading_decides_some_formula_in_a_file_that_its_ruling_says_it_affects() {
    let mut count = 0;
    let mut idle = Vec::new();
    for game in all_shipped() {
        let id = &game.entries.head.id;
        let asking = asking(id);
        for (ruling, option) in readings(game) {
            count += 1;
            let name = format!("{RULING}{}", ruling.head.id);
            let other = decided(game, &ruling.head.id, option);
            let files = ruling.affects.iter().filter_map(|file| asking.get(file.value.as_str()));
            let mut formulas = files.flatten().filter(|formula| formula.expr.names().contains(&name.as_str()));
            let read = |rules: &Rules, formula: &Formula| readable(&rules.fold(&formula.expr), rules);
            if !formulas.any(|formula| read(&game.rules, formula) != read(&other, formula)) {
                idle.push(format!("{id}: {}: {option}", ruling.head.id));
            }
        }
    }
    assert!(count > 430, "only {count} readings");
    assert!(idle.is_empty(), "{} of {count} readings decide nothing:\n{}", idle.len(), idle.join("\n"));
}

/// Everything that is read or counts, by the file that defines it and its id, as it is under some rules.
fn printed(game: &Game, rules: &Rules, people: &[&Character]) -> BTreeMap<(String, String), String> {
    let mut game = game.clone();
    game.rules = rules.clone();
    let mut places: BTreeMap<(String, String), String> = BTreeMap::new();
    let mut put = |file: &str, id: &str, text: String| {
        places.entry((file.to_owned(), id.to_owned())).or_default().push_str(&text);
    };
    let e = &game.entries;
    let cards = || e.actions.iter().chain(e.skills.iter().map(|skill| &skill.card)).chain(&e.references);
    for who in people {
        let faces = FaceBuilder::with(&game, Evaluator::new(&game.rules, who));
        // A card of the rulings in force shows every one of them.
        let is_of_rulings = |card: &CardEntry| card.blocks.iter().any(|block| matches!(block, CardBlock::Rulings(_)));
        for card in cards().filter(|card| card.family.is_some() && !is_of_rulings(card)) {
            let face = faces.card(card).expect("the card can be made");
            put(name_of(card.head.at.file), &card.head.id, serde_json::to_string(&face).expect("a card is JSON"));
        }
        for (id, place) in &game.formulas {
            if let Ok(computed) = faces.computed(id) {
                put(name_of(place.at.file), id, computed.value.to_string());
            }
        }
        let mut found = violations(&faces.evaluator).expect("legality can be computed");
        // What abilities must meet stands with keywords, any of which may read the ruling.
        found.retain(|broken| !matches!(broken.subject, Subject::Ability(_) | Subject::Keyword { .. }));
        put("system", "legality", format!("{found:?}"));
    }
    let faces = FaceBuilder::new(&game, None);
    let mut of_people: BTreeMap<&str, FaceBuilder<'_>> = BTreeMap::new();
    let markdown = |template| faces.markdown(template).expect("filled in");
    for condition in &e.conditions {
        put(name_of(condition.head.at.file), &condition.head.id, markdown(&condition.text.template));
    }
    for CardEntry { head, details, .. } in cards() {
        put(name_of(head.at.file), &head.id, markdown(&details.template));
    }
    for chapter in &e.chapters {
        for part in &chapter.parts {
            let text = match part {
                ChapterPart::Markdown(template, _) => markdown(template),
                ChapterPart::Note(text) => format!("{:?}", faces.paragraphs(text).expect("filled in")),
                ChapterPart::Example(who, _, text) => {
                    let filled = match who.as_ref().and_then(|who| game.person(&who.value)) {
                        Some(who) => {
                            let new = || FaceBuilder::new(&game, Some(who));
                            of_people.entry(who.id()).or_insert_with(new).paragraphs(text)
                        }
                        None => faces.paragraphs(text),
                    };
                    format!("{:?}", filled.expect("filled in"))
                }
                ChapterPart::Card(_)
                | ChapterPart::Ruling(_)
                | ChapterPart::Table(..)
                | ChapterPart::Bill(_)
                | ChapterPart::Procedure(..)
                | ChapterPart::Odds(_) => String::new(),
            };
            put(name_of(chapter.file), &chapter.slug, text);
        }
    }
    places
}

/// The files on which the cards of a file rest, beside those that their formulas name: of cost sets, and of checks.
fn used_by_cards(game: &Game) -> BTreeMap<&'static str, BTreeSet<&'static str>> {
    let mut used: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let e = &game.entries;
    for card in e.actions.iter().chain(e.skills.iter().map(|skill| &skill.card)).chain(&e.references) {
        let files = used.entry(name_of(card.head.at.file)).or_default();
        files.extend(matches!(card.cost, CostEntry::Set(_)).then_some("system"));
        files.extend(card.odds.as_ref().map(|_| "checks"));
    }
    used
}

/// The files of a game, each with all names in it.
fn names_in_files(game: &str) -> Vec<(&'static str, BTreeSet<&'static str>)> {
    let prefix = format!("{game}/");
    let files = CONTENT.iter().filter(|(_, file)| file.path.starts_with(&prefix));
    let named = files.map(|(id, file)| {
        let parts = file.text.split(|c: char| c.is_whitespace() || "(){}\"'".contains(c));
        (name_of(id), parts.flat_map(words).collect())
    });
    named.collect()
}

/// The files that name one of these, or the ruling itself.
fn naming(files: &[(&'static str, BTreeSet<&'static str>)], names: &BTreeSet<&str>) -> BTreeSet<&'static str> {
    let named = files.iter().filter(|(_, found)| names.iter().any(|name| found.contains(*name)));
    named.map(|(file, _)| *file).collect()
}

#[test]
#[ignore = "slow: prints every card and chapter of every game for each of 480 readings"]
fn a_reading_changes_what_its_ruling_says_or_what_rests_on_that_and_nothing_else() {
    let mut wrong = Vec::new();
    for game in all_shipped() {
        let id = game.entries.head.id.as_str();
        let blank = Character::blank();
        let people: Vec<&Character> =
            std::iter::once(&blank).chain(game.people().take(1).map(|who| &who.character)).collect();
        let before = printed(game, &game.rules, &people);
        let used = used_by_cards(game);
        let files = names_in_files(id);
        let all: Vec<_> = readings(game).collect();
        wrong.par_extend(all.into_par_iter().flat_map_iter(|(ruling, option)| {
            let after = printed(game, &decided(game, &ruling.head.id, option), &people);
            let system = game.rules.system();
            let name = format!("{RULING}{}", ruling.head.id);
            let mut names: BTreeSet<&str> = system.dependents(&name).into_iter().collect();
            names.insert(&name);
            let mut may_change = naming(&files, &names);
            may_change.extend(ruling.affects.iter().map(|file| file.value.as_str()));
            let changed = before.iter().filter(|(place, text)| after.get(*place) != Some(text));
            let may = |file: &str| {
                let mut used = used.get(file).into_iter().flatten();
                may_change.contains(file) || used.any(|used| may_change.contains(used))
            };
            let outside = changed.filter(|((file, _), _)| !may(file));
            outside
                .map(|((file, what), _)| format!("{id}: {}: {option} changes {what} in {file}", ruling.head.id))
                .collect::<Vec<_>>()
        }));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
