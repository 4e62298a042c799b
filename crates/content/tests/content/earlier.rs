//! What is left of earlier loads changes how long a load takes, and not what it finds.
//!
//! Ten edits of each game by default; `MAKEREADY_EDITS=1000` makes a quarter of so many of each.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use makeready_content::diagnostic::render;
use makeready_content::source::{SourceFile, Sources};
use makeready_content::{Depth, Earlier, Loaded, Proofs, ReadBefore, load, load_with};
use makeready_testing::CONTENT;

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % sides.max(1)
    }

    fn one<'t, T>(&mut self, all: &'t [T]) -> Option<&'t T> {
        all.get(self.roll(all.len()))
    }
}

/// The texts of a game by path, with everything else of the content folder as it is.
type Texts = BTreeMap<String, String>;

fn texts(system: &str) -> Texts {
    CONTENT
        .within(system)
        .filter(|(_, file, _)| !file.text.is_empty())
        .map(|(_, f, _)| (f.path.clone(), f.text.clone()))
        .collect()
}

fn sources(texts: &Texts) -> Sources {
    let file =
        |(path, text): (&String, &String)| SourceFile { path: path.clone(), shown: path.clone(), text: text.clone() };
    let pictures = CONTENT.iter().filter(|(_, file)| file.text.is_empty()).map(|(_, file)| file.clone());
    let bytes = CONTENT.all_bytes().map(|(path, bytes)| (path.to_owned(), bytes.clone()));
    Sources::new(texts.iter().map(file).chain(pictures).collect()).with_bytes(bytes.collect())
}

/// Changes a figure, a word or a line of a file, or takes a file away. Says what.
fn edit(texts: &mut Texts, dice: &mut Dice) -> String {
    // Most files are small and of one kind, so that folders count as much as files that stand in none.
    let folder = |path: &str| path.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
    let mut places: Vec<String> =
        texts.keys().map(|path| if folder(path).contains('/') { folder(path) } else { path.clone() }).collect();
    places.dedup();
    let place = dice.one(&places).expect("a game has files").clone();
    let paths: Vec<String> = texts.keys().filter(|path| path.starts_with(&place)).cloned().collect();
    let path = dice.one(&paths).expect("a place has files").clone();
    let text = &texts[&path];
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let number = dice.roll(lines.len());
    let line = lines[number];
    let is_word = |word: &&str| word.len() > 2 && word.chars().all(|c| c.is_ascii_alphabetic());
    let words: Vec<&str> = text.split(|c: char| !c.is_ascii_alphabetic()).filter(is_word).collect();
    let digits: Vec<usize> = text.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(at, _)| at).collect();
    let mut new = text.clone();
    let what = match dice.roll(20) {
        0..9 if !digits.is_empty() => {
            let at = *dice.one(&digits).expect("there are some");
            new.replace_range(at..=at, &dice.roll(10).to_string());
            format!("a figure at {at}")
        }
        0..13 => {
            let (old, other) = (dice.one(&words).unwrap_or(&""), dice.one(&words).unwrap_or(&""));
            new = text.replacen(old, other, 1);
            format!("{other} for {old}")
        }
        13..16 => {
            new = [&lines[..number], &lines[number + 1..]].concat().concat();
            format!("without line {number}: {line}")
        }
        16..19 => {
            new = [&lines[..number], &[line], &lines[number..]].concat().concat();
            format!("line {number} twice: {line}")
        }
        _ => {
            texts.remove(&path);
            return format!("{path}: gone");
        }
    };
    texts.insert(path.clone(), new);
    format!("{path}: {what}")
}

/// What a load came to, in words: its findings, and who is there.
fn told(loaded: &Loaded, sources: &Sources) -> Vec<String> {
    let mut told: Vec<String> = loaded.diagnostics.iter().map(|found| render(found, sources, false)).collect();
    told.push(format!("{:?}", loaded.more));
    let games =
        loaded.game.iter().map(|game| ("sound", game)).chain(loaded.draft.iter().map(|draft| ("draft", &draft.game)));
    for (what, game) in games {
        let people = game.people().map(|who| {
            let broken: Vec<&str> = who.breaches.iter().map(|breach| breach.message.as_str()).collect();
            format!("{}: {}", who.id(), broken.join("; "))
        });
        let examples = game.entries.examples.iter().map(|example| example.head.id.clone());
        told.push(format!("{what} {:?} {:?}", people.collect::<Vec<_>>(), game.set_aside));
        told.push(format!("{:?} {:?}", game.abilities.keys().collect::<Vec<_>>(), examples.collect::<Vec<_>>()));
    }
    told
}

/// Edits a game again and again, and loads it after each edit with what is left of the loads before, and without.
fn edits(system: &str, count: usize, seed: u64) {
    let mut dice = Dice(seed);
    let (read, mut proofs) = (ReadBefore::default(), Proofs::default());
    let mut sound = texts(system);
    let mut now = sound.clone();
    for number in 0..=count {
        let what = if number == 0 { String::new() } else { edit(&mut now, &mut dice) };
        let sources = sources(&now);
        let earlier = Earlier { read: Some(&read), proofs: Some(&proofs) };
        let with = load_with(earlier, Depth::Computed, &sources, system, &[]);
        let without = load(&sources, system, &[]);
        assert_eq!(told(&with, &sources), told(&without, &sources), "{system}, edit {number}: {what}");
        if with.diagnostics.is_empty() {
            (sound, proofs) = (now.clone(), with.proofs);
        } else if dice.roll(4) > 0 {
            // Now and then a fault stays, and others come to it.
            now.clone_from(&sound);
        }
    }
}

fn count() -> usize {
    std::env::var("MAKEREADY_EDITS").ok().and_then(|number| number.parse().ok()).unwrap_or(40)
}

#[test]
fn edits_of_a_large_game_are_found_with_what_was_kept_as_without() {
    edits("tri-core", count() / 4, 3);
}

#[test]
fn edits_of_small_games_are_found_with_what_was_kept_as_without() {
    for (seed, system) in (11..).zip(makeready_content::systems(&CONTENT).iter().filter(|system| *system != "tri-core"))
    {
        edits(system, count() / 4, seed);
    }
}

#[test]
fn what_rests_on_other_files_stays_proved() {
    let mut now = texts("tri-core");
    let first = load(&sources(&now), "tri-core", &[]);
    let proofs = first.proofs;
    assert!(!proofs.is_empty());
    let path = now.keys().find(|path| path.starts_with("tri-core/rules/")).expect("there are chapters").clone();
    let text = format!("{}\nOne more line.\n", now[&path]);
    now.insert(path, text);
    let second = load(&sources(&now), "tri-core", &[]).proofs;
    // One chapter is another one; nothing rests on it.
    let [before, now] =
        [&proofs, &second].map(|proofs| proofs.to_bytes().chunks(40).map(<[u8]>::to_vec).collect::<BTreeSet<_>>());
    assert_eq!(now.difference(&before).count(), 1);
    let read = Proofs::read(&proofs.to_bytes());
    assert_eq!(read.as_ref(), Some(&proofs));
    assert_eq!(Proofs::read(&proofs.to_bytes()[1..]), None);
}

/// What an example shows counts as shown, also where the example is not looked at again.
#[test]
fn an_icon_of_a_proved_example_is_no_unused_icon() {
    let mut now = texts("action-score");
    let examples = now.get_mut("action-score/examples.yaml").expect("it has examples");
    *examples = examples.replacen("text: \"Your Action", "text: \":own-icon: Your Action", 1);
    let path = "action-score/icons/own-icon.svg".to_owned();
    let drawing = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><path d=\"M0 0h9z\"/></svg>";
    now.insert(path.clone(), drawing.to_owned());
    let sources = sources(&now).with_bytes([(path, Arc::from(drawing.as_bytes()))].into());
    let first = load(&sources, "action-score", &[]);
    assert_eq!(first.diagnostics, []);
    let earlier = Earlier { read: None, proofs: Some(&first.proofs) };
    assert_eq!(load_with(earlier, Depth::Computed, &sources, "action-score", &[]).diagnostics, []);
}
