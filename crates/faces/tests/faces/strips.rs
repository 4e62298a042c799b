//! The chances on a card are those of the roll that the same card prints: counted here from its words alone.

use std::collections::BTreeMap;

use makeready_content::game::Game;
use makeready_content::used_with;
use makeready_faces::card::{Block, CardFace, Table};
use makeready_faces::make::FaceBuilder;
use makeready_faces::text::plain_text;
use makeready_rules::check::CheckRun;
use makeready_rules::compute::Evaluator;
use makeready_rules::npc::Request;
use makeready_rules::odds::Distribution;
use makeready_testing::shipped;

/// How many people of each game.
const PEOPLE: usize = 40;

/// Which dice of a roll count.
#[derive(Clone, Copy, Debug)]
enum Count {
    All,
    /// So many of the highest, behind so many that are taken out.
    Best {
        out: usize,
        keep: usize,
    },
    Lowest(usize),
}

/// A roll as a card prints it.
#[derive(Debug)]
struct Printed {
    /// How many dice, of how many sides, and whether they explode.
    dice: Vec<(usize, i64, bool)>,
    points: i64,
    count: Count,
}

impl Printed {
    /// `3d8 + 2d6`, `best 2 of 3d10 − 1`, `5d12✦ + 7`
    fn read(text: &str) -> Self {
        let text = text.replace("\u{2212}", "-").replace("- ", "+ -");
        let (count, rest) = match text.split_once(" of ") {
            None => (Count::All, text.as_str()),
            Some((which, rest)) => {
                let (word, number) = which.split_once(' ').unwrap_or((which, "1"));
                let number = number.parse().unwrap_or_else(|_| panic!("{text}"));
                (if word == "best" { Count::Best { out: 0, keep: number } } else { Count::Lowest(number) }, rest)
            }
        };
        let mut printed = Self { dice: Vec::new(), points: 0, count };
        for part in rest.split(" + ").map(str::trim) {
            match part.split_once('d') {
                None => printed.points += part.parse::<i64>().unwrap_or_else(|_| panic!("{text}")),
                Some((count, sides)) => {
                    let plain = sides.trim_end_matches('\u{2726}');
                    let read = |text: &str| text.parse::<i64>().unwrap_or_else(|_| panic!("{text}"));
                    let count = usize::try_from(read(count)).expect("no dice are fewer than none");
                    printed.dice.push((count, read(plain), plain.len() < sides.len()));
                }
            }
        }
        printed
    }

    /// The chance of each total.
    fn totals(&self) -> BTreeMap<i64, f64> {
        let all = match self.count {
            Count::All => self.sums(),
            Count::Best { out, keep } => self.picked(out, keep, true),
            Count::Lowest(keep) => self.picked(0, keep, false),
        };
        all.into_iter().map(|(total, chance)| (total + self.points, chance)).collect()
    }

    /// All dice together, one after another.
    fn sums(&self) -> BTreeMap<i64, f64> {
        let mut totals = BTreeMap::from([(0, 1.0)]);
        for &(count, sides, explodes) in &self.dice {
            for _ in 0..count {
                let mut next: BTreeMap<i64, f64> = BTreeMap::new();
                for (total, chance) in &totals {
                    let (mut base, mut share) = (0, *chance);
                    // Fifteen explosions in a row are rarer than rounding.
                    for round in 0..15 {
                        let last = if explodes && round < 14 { sides - 1 } else { sides };
                        for face in 1..=last {
                            *next.entry(total + base + face).or_default() += share / sides as f64;
                        }
                        if !explodes {
                            break;
                        }
                        (base, share) = (base + sides, share / sides as f64);
                    }
                }
                totals = next;
            }
        }
        totals
    }

    /// Some of the dice, from one end: face by face, how many of those that are left show it.
    fn picked(&self, out: usize, keep: usize, is_best: bool) -> BTreeMap<i64, f64> {
        let most = self.dice.iter().map(|(_, sides, _)| *sides).max().unwrap_or(0);
        let faces: Vec<i64> = if is_best { (1..=most).rev().collect() } else { (1..=most).collect() };
        let left: Vec<usize> = self.dice.iter().map(|(count, ..)| *count).collect();
        // By the dice that are left of each kind, how many were looked at, and the sum of those that count.
        let mut states: BTreeMap<(Vec<usize>, usize, i64), f64> = BTreeMap::from([((left, 0, 0), 1.0)]);
        for face in faces {
            for (kind, (_, sides, _)) in self.dice.iter().enumerate().filter(|(_, (_, sides, _))| face <= *sides) {
                let one = 1.0 / (if is_best { face } else { sides - face + 1 }) as f64;
                let mut next: BTreeMap<(Vec<usize>, usize, i64), f64> = BTreeMap::new();
                for ((left, taken, sum), chance) in states {
                    for shown in 0..=left[kind] {
                        let power = |base: f64, count: usize| (0..count).fold(1.0, |product, _| product * base);
                        let share = power(one, shown) * power(1.0 - one, left[kind] - shown);
                        let counted = (taken..taken + shown).filter(|place| (out..out + keep).contains(place)).count();
                        let sum = sum + face * i64::try_from(counted).expect("few dice");
                        let mut rest = left.clone();
                        rest[kind] -= shown;
                        let share = chance * share * binomial(left[kind], shown);
                        if share > 0.0 {
                            *next.entry((rest, taken + shown, sum)).or_default() += share;
                        }
                    }
                }
                states = next;
            }
        }
        let mut totals: BTreeMap<i64, f64> = BTreeMap::new();
        for ((_, _, sum), chance) in states {
            *totals.entry(sum).or_default() += chance;
        }
        totals
    }
}

fn binomial(n: usize, k: usize) -> f64 {
    (0..k).map(|step| (n - step) as f64 / (step + 1) as f64).product()
}

/// The roll that a card prints, with the fewest dice that its price adds.
fn printed(id: &str, face: &CardFace) -> Option<Printed> {
    let of = |end: &str| face.figures.iter().find(|figure| figure.id.ends_with(end)).and_then(|f| f.text.clone());
    if id != "dice-pool" {
        return Some(Printed::read(&of(".roll").or_else(|| of(".accuracy"))?));
    }
    let mut roll = Printed::read(&of(".pool")?);
    let bought = match face.id.as_str() {
        "flurry-of-blows" => 2,
        "reckless-attack" => 1,
        _ => 0,
    };
    roll.dice.push((bought, 6, false));
    let keep = face.facts.iter().find(|fact| fact.label == "Keep").map(|fact| plain_text(&fact.text))?;
    roll.count = kept(&keep);
    Some(roll)
}

/// `best 4 dice`, `2 highest out; best 4 dice`
fn kept(text: &str) -> Count {
    let number_in = |text: &str| text.split_whitespace().find_map(|word| word.parse::<usize>().ok());
    match text.split_once(" out") {
        Some((out, keep)) => {
            Count::Best { out: number_in(out).unwrap_or(1), keep: number_in(keep).unwrap_or_else(|| panic!("{text}")) }
        }
        None => Count::Best { out: 0, keep: number_in(text).unwrap_or_else(|| panic!("{text}")) },
    }
}

/// Whether a total of the printed roll succeeds against the number above the chance; none where that number is no number to reach.
fn succeeds(check: &str, game: &str, total: i64, number: i64) -> Option<bool> {
    Some(match (game, check) {
        (
            "dice-pool",
            "melee-attack" | "ranged-attack" | "distracting-blow" | "disarming-blow" | "trip-attack" | "gated-spell",
        ) => total >= number,
        ("dice-pool", "ungated-spell") => total > number,
        ("strains", "sprint-check") => total >= 11 + number,
        ("strains", _) => total >= number,
        ("treasure-hunters", _) => total >= number,
        ("action-score", _) => total > number,
        ("tri-core", _) => total >= number,
        _ => return None,
    })
}

/// Whether whole parts of a hundred say this chance.
fn says(text: &str, chance: f64) -> bool {
    match text {
        "\u{2013}" => chance < 1e-9,
        "<1" => chance > 0.0 && chance < 0.006,
        ">99" => chance > 0.994 && chance < 1.0 + 1e-9,
        "100" => chance > 1.0 - 1e-9,
        text => (text.parse::<f64>().unwrap_or_else(|_| panic!("{text}")) - 100.0 * chance).abs() < 0.5 + 1e-6,
    }
}

/// The table of chances on a card.
fn strip(face: &CardFace) -> Option<&Table> {
    let is_strip = |table: &&Table| table.rows.first().is_some_and(|row| plain_text(&row[0]).starts_with("Success"));
    let mut tables =
        face.blocks.iter().filter_map(|block| if let Block::Table(table) = block { Some(table) } else { None });
    tables.rfind(is_strip)
}

/// Compares all chances on the cards of one person; how many strips there were.
fn compare(game: &Game, id: &str, faces: &FaceBuilder<'_>) -> usize {
    let name = &faces.evaluator.character().name;
    let mut count = 0;
    for face in faces.deck().expect("the deck is made") {
        let Some(used) = game.action(&face.id).and_then(|card| card.odds.as_ref()) else { continue };
        let of = format!("{id}: {} of {name}", face.id);
        let Some(roll) = printed(id, &face) else { panic!("{of}: no roll is printed") };
        let totals = roll.totals();
        let table = strip(&face).unwrap_or_else(|| panic!("{of}: no chances"));
        count += 1;
        for (column, text) in table.columns.iter().zip(&table.rows[0]).skip(1) {
            let number: i64 = column.replace('\u{2212}', "-").parse().unwrap_or_else(|_| panic!("{of}: {column}"));
            let held = totals.iter().map(|(total, chance)| {
                succeeds(&used.check.value, id, *total, number).map(|held| if held { *chance } else { 0.0 })
            });
            let Some(chance) = held.sum::<Option<f64>>() else { break };
            let text = plain_text(text);
            assert!(says(&text, chance), "{of}, {column}: {text}, and the card prints {roll:?}: {chance}");
        }
        // Where the number above a chance is none to reach, the roll itself has to be the same.
        if id == "dice-pool" {
            let def = &game.rules.system().checks[&used.check.value];
            let arguments = used_with(&faces.evaluator, used, def).expect("it is computed").expect("all is known");
            let (_, given) = arguments.cases().swap_remove(0);
            let run = CheckRun::new(&faces.evaluator, def, &given).expect("the check runs");
            let distribution = Distribution::of(run.roll()).expect("the roll is counted");
            for (total, chance) in &totals {
                let found = distribution.chance(|one| one.to_i64() == Some(*total)).to_f64();
                assert!((found - chance).abs() < 1e-9, "{of}: {total} has {found}, and by {roll:?} {chance}");
            }
        }
    }
    count
}

#[test]
#[ignore = "slow: counts every roll on the cards of forty people in each game"]
fn chances_on_cards_are_those_of_the_roll_that_the_card_prints() {
    for id in ["action-score", "dice-pool", "strains", "treasure-hunters", "tri-core"] {
        let game = shipped(id);
        let mut strips = 0;
        let mut people = 0;
        for who in game.people().take(PEOPLE) {
            let faces = FaceBuilder { shows_odds: true, ..FaceBuilder::new(game, Some(who)) };
            strips += compare(game, id, &faces);
            people += 1;
        }
        let generator = game.generator(&game.rules).expect("the game makes NPCs");
        let request = Request { count: u32::try_from(PEOPLE - people).expect("few"), seed: 7, ..Request::default() };
        let made = if people < PEOPLE { generator.generate(&request).expect("NPCs are made") } else { Vec::new() };
        for npc in &made {
            let evaluator = Evaluator::new(&game.rules, &npc.character);
            let faces = FaceBuilder { shows_odds: true, ..FaceBuilder::with(game, evaluator) };
            strips += compare(game, id, &faces);
        }
        assert_eq!(people + made.len(), PEOPLE, "{id}");
        assert!(strips >= 3 * PEOPLE, "{id}: {strips} strips");
    }
}

#[test]
fn bonus_dice_that_the_price_buys_are_in_the_chances_and_the_label_says_so() {
    let game = shipped("dice-pool");
    let faces = FaceBuilder { shows_odds: true, ..FaceBuilder::new(game, game.person("odile")) };
    let deck = faces.deck().expect("the deck is made");
    let row = |id: &str| {
        let face = deck.iter().find(|face| face.id == id).expect("she has the card");
        strip(face).expect("it has chances").rows[0].iter().map(|cell| plain_text(cell)).collect::<Vec<_>>().join(" ")
    };
    // Against 17 and 20 at the end.
    assert!(row("basic-attack").ends_with("90 65"), "{}", row("basic-attack"));
    let flurry = row("flurry-of-blows");
    assert!(flurry.contains("2 bonus dice") && flurry.ends_with("96 78"), "{flurry}");
    let reckless = row("reckless-attack");
    assert!(reckless.contains("1 bonus die") && reckless.ends_with("94 72"), "{reckless}");
}
