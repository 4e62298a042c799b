//! Odds of checks: against counting by hand, against figures published elsewhere to the last digit, and their limits.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::support::{formula, value};
use indexmap::IndexMap;
use makeready_rules::ability::{Argument, ParameterDef, ParameterKind};
use makeready_rules::character::Character;
use makeready_rules::check::{BandDef, CheckDef, CheckRun, LastRoll, Odds};
use makeready_rules::compute::Evaluator;
use makeready_rules::eval::Worksheet;
use makeready_rules::formula::{EvalError, Expr, validate};
use makeready_rules::number::Number;
use makeready_rules::odds::Fraction;
use makeready_rules::rules::Rules;
use makeready_rules::system::{System, ValueDef};

/// A check under construction.
struct Made(CheckDef);

impl Made {
    fn rolling(roll: &str) -> Self {
        Self(CheckDef {
            name: "Check".to_owned(),
            rule: String::new(),
            parameters: IndexMap::new(),
            roll: formula(roll),
            against: None,
            times: None,
            keeps_worst: false,
            values: IndexMap::new(),
            result: None,
            bands: IndexMap::new(),
            rerolls: Vec::new(),
            attempts: None,
            ends_on: Vec::new(),
            usual: None,
        })
    }

    fn taking(mut self, inputs: &[&str]) -> Self {
        for input in inputs {
            let kind = ParameterKind::Number { min: -100, max: 100 };
            self.0
                .parameters
                .insert((*input).to_owned(), ParameterDef { name: (*input).to_owned(), kind, default: None });
        }
        self
    }

    fn against(mut self, roll: &str) -> Self {
        self.0.against = Some(formula(roll));
        self
    }

    fn best_of(mut self, times: &str) -> Self {
        self.0.times = Some(formula(times));
        self
    }

    fn value(mut self, name: &str, text: &str) -> Self {
        self.0.values.insert(name.to_owned(), ValueDef { name: name.to_owned(), ..value(text) });
        self
    }

    fn showing(mut self, result: &str) -> Self {
        self.0.result = Some(result.to_owned());
        self
    }

    fn band(self, id: &str, when: &str) -> Self {
        self.giving(id, when, &[])
    }

    fn giving(mut self, id: &str, when: &str, gives: &[(&str, &str)]) -> Self {
        let gives = gives.iter().map(|(name, text)| ((*name).to_owned(), formula(text))).collect();
        let when = (!when.is_empty()).then(|| formula(when));
        self.0.bands.insert(id.to_owned(), BandDef { name: id.to_owned(), rule: String::new(), when, gives });
        self
    }

    fn attempts(mut self, tries: &str, stop: &[&str]) -> Self {
        self.0.attempts = Some(formula(tries));
        self.0.ends_on = stop.iter().map(|band| (*band).to_owned()).collect();
        self
    }

    fn rerolling(mut self, band: &str) -> Self {
        self.0.rerolls.push(band.to_owned());
        self
    }

    /// Runs the check with these arguments.
    fn ask<T>(&self, arguments: &[(&str, i64)], ask: impl FnOnce(&CheckRun<'_>) -> T) -> T {
        self.try_ask(arguments, ask).unwrap_or_else(|error| panic!("{}: {}", error.value, error))
    }

    fn try_ask<T>(&self, arguments: &[(&str, i64)], ask: impl FnOnce(&CheckRun<'_>) -> T) -> Result<T, EvalError> {
        let rules = Rules::new(System::default());
        let blank = Character::blank();
        let evaluator = Evaluator::new(&rules, &blank);
        let arguments =
            arguments.iter().map(|(name, number)| ((*name).to_owned(), Argument::Number(*number))).collect();
        CheckRun::new(&evaluator, &self.0, &arguments).map(|run| ask(&run))
    }

    fn odds(&self, arguments: &[(&str, i64)]) -> Odds {
        self.ask(arguments, |run: &CheckRun<'_>| CheckRun::odds(run))
            .unwrap_or_else(|error| panic!("{}: {}", error.value, error))
    }

    /// The chance of a band.
    fn chance(&self, arguments: &[(&str, i64)], band: &str) -> String {
        let odds = self.odds(arguments);
        let place = odds.bands.iter().position(|found| found.id == band).expect("the band is there");
        odds.chance(place).to_string()
    }

    /// The chance that something holds, which is checked first as content would be.
    fn holds(&self, arguments: &[(&str, i64)], truth: &str) -> String {
        self.ask(arguments, |run| run.chance(&self.checked(truth)).unwrap().value.to_string())
    }

    fn mean(&self, arguments: &[(&str, i64)], of: &str) -> String {
        self.ask(arguments, |run| run.mean(&self.checked(of)).unwrap().value.to_string())
    }

    fn checked(&self, text: &str) -> Expr {
        let expr = formula(text).expr;
        let system = System::default();
        validate(&expr, &Worksheet::outcome(&system, &self.0).frame())
            .unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
        expr
    }
}

/// A chance as the sources print it: a fraction and six digits.
fn decimal(fraction: &str) -> String {
    let (numerator, denominator) = fraction.split_once('/').unwrap_or((fraction, "1"));
    let number = |text: &str| Fraction::from(Number::whole(text.parse().expect("a whole number")));
    (&number(numerator) / &number(denominator)).decimal(6)
}

/// Rolled with some arguments after some others, a check has the odds and the work that it has by itself.
#[test]
fn a_roll_that_was_counted_before_gives_the_same_odds() {
    let rules = Rules::new(System::default());
    let blank = Character::blank();
    let evaluator = Evaluator::new(&rules, &blank);
    let check = Made::rolling("(k)d6")
        .taking(&["k", "difficulty"])
        .against("2d4")
        .band("hit", "rolled >= against + difficulty");
    let check = check.band("miss", "").0;
    let mut last = LastRoll::default();
    for (dice, difficulty) in [(2, 1), (2, 3), (3, 3), (2, 3), (2, 3)] {
        let numbers = [("k", dice), ("difficulty", difficulty)];
        let given = numbers.map(|(name, number)| (name.to_owned(), Argument::Number(number))).into();
        let again = CheckRun::after(&mut last, &evaluator, &check, &given).expect("it can be rolled");
        let alone = CheckRun::new(&evaluator, &check, &given).expect("it can be rolled");
        assert_eq!(again.odds().ok(), alone.odds().ok());
        assert_eq!(again.work(), alone.work());
    }
}

// ---- Two of 2 + |k| ten-sided dice ----

fn keep_two() -> Made {
    Made::rolling("if(k >= 0, highest(2, (2 + k)d10), lowest(2, (2 - k)d10))")
        .taking(&["k", "attribute", "difficulty", "required"])
        .value("total", "rolled + attribute")
        .value("additional", "max(0, total - (difficulty + required))")
        .showing("total")
        .band("critical-failure", "total < 5")
        .band("failure", "total < difficulty")
        .band("near-success", "total < difficulty + required")
        .giving("complete-success", "", &[])
}

fn keeping(k: i64, attribute: i64, difficulty: i64, required: i64) -> [(&'static str, i64); 4] {
    [("k", k), ("attribute", attribute), ("difficulty", difficulty), ("required", required)]
}

#[test]
fn two_kept_dice_come_out_as_printed() {
    let check = keep_two();
    for (k, attribute, least, exact, value) in [
        (0, 1, 11, "16/25", "0.640000"),
        (1, 0, 13, "311/500", "0.622000"),
        (-2, 2, 11, "189/625", "0.302400"),
        (3, 0, 11, "19021/20000", "0.951050"),
    ] {
        let found = check.holds(&keeping(k, attribute, least, 0), &format!("total >= {least}"));
        assert_eq!((found.as_str(), decimal(&found).as_str()), (exact, value));
    }
    assert_eq!(check.chance(&keeping(-1, -1, 9, 0), "critical-failure"), "233/1000");
    for (arguments, bands, mean) in [
        (keeping(1, 2, 12, 3), ["1/1000", "153/1000", "28/125", "311/500"], "221/125"),
        (keeping(-1, 0, 10, 2), ["149/1000", "473/1000", "163/1000", "43/200"], "41/100"),
    ] {
        let odds = check.odds(&arguments);
        let found: Vec<String> = (0..4).map(|band| odds.chance(band).to_string()).collect();
        assert_eq!(found, bands);
        assert_eq!(check.mean(&arguments, "additional"), mean);
    }
    let means = [
        (-3, "6.041750"),
        (-2, "7.033400"),
        (-1, "8.525000"),
        (0, "11.000000"),
        (1, "13.475000"),
        (2, "14.966600"),
        (3, "15.958250"),
    ];
    for (k, mean) in means {
        assert_eq!(decimal(&check.mean(&keeping(k, 0, 11, 0), "rolled")), mean, "k = {k}");
    }
}

#[test]
fn two_kept_dice_follow_the_closed_form() {
    // Of n dice the highest shows a and the next b in n (b^(n-1) - (b-1)^(n-1)) ways where b is less than a, and in
    // a^n - (a-1)^n - n (a-1)^(n-1) ways where they are alike.
    for k in 0..=5_u32 {
        let n = 2 + k;
        let mut ways: BTreeMap<u64, u64> = BTreeMap::new();
        for (a, b) in (1..=10_u64).flat_map(|a| (1..=a).map(move |b| (a, b))) {
            let those = if a == b {
                a.pow(n) - (a - 1).pow(n) - u64::from(n) * (a - 1).pow(n - 1)
            } else {
                u64::from(n) * (b.pow(n - 1) - (b - 1).pow(n - 1))
            };
            *ways.entry(a + b).or_insert(0) += those;
        }
        let odds = keep_two().odds(&keeping(k.into(), 0, 11, 0));
        let found: Vec<(String, String)> =
            odds.totals.iter().map(|total| (total.value.to_string(), total.ways.to_string())).collect();
        let expected: Vec<(String, String)> = ways.iter().map(|(sum, n)| (sum.to_string(), n.to_string())).collect();
        assert_eq!(found, expected, "k = {k}");
        // Keeping the lowest mirrors it.
        if k > 0 {
            let mirrored = keep_two().odds(&keeping(-i64::from(k), 0, 11, 0));
            let ways = |odds: &Odds| odds.totals.iter().map(|total| total.ways.clone()).collect::<Vec<_>>();
            assert_eq!(ways(&mirrored), ways(&odds).into_iter().rev().collect::<Vec<_>>(), "k = -{k}");
        }
    }
}

// ---- One die read twice ----

fn read_twice() -> Made {
    Made::rolling("1d20")
        .taking(&["act_mod", "dc", "net_eff", "piercing", "attacks"])
        .value("a", "rolled + act_mod")
        .value("e", "if(piercing == 1 and a > dc, max(rolled, 10), rolled) + net_eff")
        .giving("critical-miss", "(a < dc or (piercing == 1 and a == dc)) and e <= 5", &[("damage", "0")])
        .giving("miss", "a < dc or (piercing == 1 and a == dc)", &[])
        .band("match", "a == dc")
        .giving("hit-1", "e <= 9", &[("damage", "1")])
        .giving("hit-2", "e <= 14", &[("damage", "2")])
        .giving("hit-3", "e <= 19", &[("damage", "3")])
        .giving("hit-4", "", &[("damage", "4")])
        .attempts("attacks", &["critical-miss", "miss"])
}

fn attacking(act_mod: i64, dc: i64, net_eff: i64, piercing: i64) -> [(&'static str, i64); 5] {
    [("act_mod", act_mod), ("dc", dc), ("net_eff", net_eff), ("piercing", piercing), ("attacks", 3)]
}

#[test]
fn one_die_read_twice_comes_out_as_printed() {
    for (arguments, bands, damage) in [
        (attacking(3, 11, 1, 0), ["1/5", "3/20", "1/20", "0", "1/4", "1/4", "1/10"], "33/20"),
        (attacking(0, 10, -2, 0), ["7/20", "1/10", "1/20", "1/20", "1/4", "1/5", "0"], "23/20"),
        (attacking(6, 10, 0, 0), ["3/20", "0", "1/20", "1/4", "1/4", "1/4", "1/20"], "17/10"),
        (attacking(6, 10, 0, 1), ["1/5", "0", "0", "0", "1/2", "1/4", "1/20"], "39/20"),
    ] {
        let odds = read_twice().odds(&arguments);
        let found: Vec<String> = (0..7).map(|band| odds.chance(band).to_string()).collect();
        assert_eq!(found, bands, "{arguments:?}");
        assert_eq!(odds.gives["damage"].value.to_string(), damage, "{arguments:?}");
        assert_eq!(read_twice().mean(&arguments, "damage"), damage);
    }
    let arguments = attacking(3, 11, 1, 0);
    let check = read_twice();
    check.ask(&arguments, |run| {
        let never_ended = run.never_ended().unwrap().value;
        assert_eq!((never_ended.to_string(), never_ended.decimal(6)), ("2197/8000".to_owned(), "0.274625".to_owned()));
        let total = run.total(&check.checked("damage")).unwrap().value;
        assert_eq!((total.to_string(), total.decimal(6)), ("27357/8000".to_owned(), "3.419625".to_owned()));
    });
    let row = check.odds(&arguments).row.expect("the check has tries");
    assert_eq!(row.never_ended.map(|chance| chance.to_string()), Some("2197/8000".to_owned()));
    assert_eq!(row.totals["damage"].to_string(), "27357/8000");
}

fn initiative() -> Made {
    Made::rolling("1d20 + a")
        .against("1d20 + b")
        .taking(&["a", "b"])
        .band("first", "rolled > against")
        .band("tie", "rolled == against")
        .band("second", "")
}

#[test]
fn initiative_comes_out_as_printed() {
    let arguments = [("a", 2), ("b", 0)];
    let (first, tie) = (initiative().chance(&arguments, "first"), initiative().chance(&arguments, "tie"));
    assert_eq!((first.as_str(), decimal(&first).as_str(), tie.as_str()), ("229/400", "0.572500", "9/200"));
    let arguments = [("a", 3), ("b", 0)];
    let rolled_again = initiative().rerolling("tie");
    let first = rolled_again.chance(&arguments, "first");
    assert_eq!((first.as_str(), decimal(&first).as_str()), ("247/383", "0.644909"));
    let odds = rolled_again.odds(&arguments);
    assert_eq!((odds.reroll.to_string(), odds.bands[1].ways.to_string()), ("17/400".to_owned(), "0".to_owned()));
    assert_eq!(rolled_again.holds(&arguments, "band == 'tie'"), "0");
}

// ---- One die against a score ----

fn strike() -> Made {
    Made::rolling("1d20")
        .taking(&["acc", "eva", "attacks", "tie_hits", "damage", "crit"])
        .value("hits", "if(tie_hits == 1, rolled + acc >= eva, rolled + acc > eva)")
        .value("shown", "rolled + acc")
        .giving("critical", "hits and rolled == 20", &[("hurt", "crit")])
        .giving("hit", "hits", &[("hurt", "damage")])
        .band("miss", "")
        .attempts("attacks", &[])
        .showing("shown")
}

fn striking(acc: i64, eva: i64, attacks: i64, tie_hits: i64) -> [(&'static str, i64); 6] {
    [("acc", acc), ("eva", eva), ("attacks", attacks), ("tie_hits", tie_hits), ("damage", 30), ("crit", 60)]
}

#[test]
fn one_die_against_a_score_comes_out_as_printed() {
    let check = strike();
    let same = |found: String, exact: &str, value: &str| {
        assert_eq!((found.as_str(), decimal(&found).as_str()), (exact, value));
    };
    same(check.holds(&striking(4, 14, 1, 1), "hits"), "11/20", "0.550000");
    same(check.holds(&striking(4, 14, 1, 0), "hits"), "1/2", "0.500000");
    same(check.holds(&striking(4, 20, 1, 1), "hits"), "1/4", "0.250000");
    let once = |arguments: &[(&str, i64)], truth: &str| {
        check.ask(arguments, |run| run.once(&check.checked(truth)).unwrap().value.to_string())
    };
    same(once(&striking(4, 14, 3, 1), "hits"), "7271/8000", "0.908875");
    same(once(&striking(4, 14, 3, 1), "rolled == 20"), "1141/8000", "0.142625");
    let each = check.ask(&striking(2, 13, 3, 1), |run| run.each(&check.checked("hits")).unwrap().value);
    same(each.to_string(), "1/8", "0.125000");
    same(check.mean(&striking(4, 14, 1, 1), "hurt"), "18", "18.000000");
    let evade = Made::rolling("1d20")
        .taking(&["eva", "acc", "acc_o"])
        .band("critical", "rolled == 20")
        .band("evades", "rolled - acc + acc_o < eva")
        .band("fails", "");
    same(evade.chance(&[("eva", 10), ("acc", 3), ("acc_o", 2)], "evades"), "1/2", "0.500000");
    same(evade.chance(&[("eva", 18), ("acc", 5), ("acc_o", 1)], "evades"), "19/20", "0.950000");
}

// ---- A pool of d4, d8 and d6 of which the highest are taken out and the best kept ----

fn mixed_pool(penalties_are_rolled: bool) -> Made {
    let sixes = if penalties_are_rolled { "bonus + penalty" } else { "bonus" };
    Made::rolling(&format!("highest(attribute, drop_highest(penalty, (attribute)d4 + (skill)d8 + ({sixes})d6))"))
        .taking(&["attribute", "skill", "bonus", "penalty", "difficulty"])
        .value("n", "if(rolled >= difficulty, floor((rolled - difficulty) / 3), 0)")
        .band("success", "rolled >= difficulty")
        .band("failure", "")
}

fn pooled(pool: [i64; 4], difficulty: i64) -> [(&'static str, i64); 5] {
    let [attribute, skill, bonus, penalty] = pool;
    [("attribute", attribute), ("skill", skill), ("bonus", bonus), ("penalty", penalty), ("difficulty", difficulty)]
}

/// A pool and a difficulty, with the mean of the result and the chances of one and of two additional successes.
type Line<'a> = ([i64; 4], i64, Option<&'a str>, Option<(&'a str, &'a str)>, Option<(&'a str, &'a str)>);

#[test]
fn mixed_pools_come_out_as_printed() {
    let check = mixed_pool(true);
    let lines: [Line<'_>; 5] = [
        ([2, 1, 0, 0], 5, Some("249/32"), Some(("69/128", "0.539063")), Some(("19/128", "0.148438"))),
        ([3, 2, 0, 0], 9, Some("13277/1024"), Some(("2797/4096", "0.682861")), Some(("649/2048", "0.316895"))),
        ([3, 2, 1, 1], 9, Some("144127/12288"), Some(("79463/147456", "0.538893")), Some(("20057/147456", "0.136020"))),
        ([2, 2, 0, 2], 6, Some("5023/768"), Some(("629/4608", "0.136502")), Some(("1/256", "0.003906"))),
        ([3, 1, 2, 0], 9, None, Some(("427/576", "0.741319")), Some(("1961/6144", "0.319173"))),
    ];
    let successes = [
        ("117/128", "0.914063"),
        ("237/256", "0.925781"),
        ("44195/49152", "0.899150"),
        ("6577/9216", "0.713650"),
        ("17693/18432", "0.959907"),
    ];
    for ((pool, difficulty, mean, one, two), (success, value)) in lines.into_iter().zip(successes) {
        let arguments = pooled(pool, difficulty);
        let found = check.holds(&arguments, "band == 'success'");
        assert_eq!((found.as_str(), decimal(&found).as_str()), (success, value), "{pool:?}");
        for (least, expected) in [(1, one), (2, two)] {
            let found = check.holds(&arguments, &format!("n >= {least}"));
            assert_eq!(Some((found.as_str(), decimal(&found).as_str())), expected, "{pool:?}, N >= {least}");
        }
        if let Some(mean) = mean {
            assert_eq!(check.mean(&arguments, "rolled"), mean, "{pool:?}");
        }
    }
    for (pool, difficulty, exact, value) in [
        ([3, 2, 0, 0], 9, "4381/4096", "1.069580"),
        ([3, 2, 1, 1], 9, "16837/24576", "0.685099"),
        ([3, 2, 0, 0], 0, "2043/512", "3.990234"),
    ] {
        let found = check.mean(&pooled(pool, difficulty), "n");
        assert_eq!((found.as_str(), decimal(&found).as_str()), (exact, value), "{pool:?}");
    }
    let arguments = pooled([3, 2, 1, 1], 9);
    let exceeds = check.holds(&arguments, "rolled > difficulty");
    assert_eq!((exceeds.as_str(), decimal(&exceeds).as_str()), ("59783/73728", "0.810859"));
    let unrolled = mixed_pool(false).chance(&arguments, "success");
    assert_eq!((unrolled.as_str(), decimal(&unrolled).as_str()), ("1621/2048", "0.791504"));
    let odds = check.odds(&pooled([2, 1, 0, 0], 5));
    let found: Vec<(String, String)> = odds
        .totals
        .iter()
        .map(|total| (total.value.to_string(), Fraction::of(&total.ways, &odds.out_of).to_string()))
        .collect();
    let expected = [
        ("2", "1/128"),
        ("3", "3/128"),
        ("4", "7/128"),
        ("5", "3/32"),
        ("6", "17/128"),
        ("7", "19/128"),
        ("8", "19/128"),
        ("9", "1/8"),
        ("10", "15/128"),
        ("11", "3/32"),
        ("12", "7/128"),
    ];
    assert_eq!(found, expected.map(|(total, chance)| (total.to_owned(), chance.to_owned())));
    assert_eq!(check.mean(&pooled([0, 2, 0, 0], 0), "rolled"), "0");
}

// ---- Against counting by hand ----

#[test]
fn opposed_rolls_are_the_same_by_their_difference_and_one_by_one() {
    let check = Made::rolling("2d6 + a")
        .against("1d12 - b")
        .taking(&["a", "b"])
        .value("margin", "rolled - against")
        .giving("beats", "margin > 3", &[("by", "margin")])
        .giving("wins", "rolled > against", &[("by", "margin")])
        .band("loses", "")
        .showing("margin");
    let mut ways = [0_u32; 3];
    let mut by = 0;
    for (x, y, z) in (1..=6).flat_map(|x| (1..=6).flat_map(move |y| (1..=12).map(move |z| (x, y, z)))) {
        let margin: i32 = x + y + 1 - (z - 2);
        ways[if margin > 3 { 0 } else { usize::from(margin <= 0) + 1 }] += 1;
        by += margin.max(0);
    }
    let arguments = [("a", 1), ("b", 2)];
    let odds = check.odds(&arguments);
    let found: Vec<String> = odds.bands.iter().map(|band| band.ways.to_string()).collect();
    assert_eq!(found, ways.map(|ways| ways.to_string()));
    let mean = &Fraction::from(Number::whole(by.into())) / &Fraction::from(Number::whole(432));
    assert_eq!(odds.gives["by"].value, mean);
    // A formula about one of the rolls visits all pairs, with the same result.
    assert_eq!(check.holds(&arguments, "band == 'wins'"), check.holds(&arguments, "band == 'wins' and rolled > 0"));
    assert_eq!(check.mean(&arguments, "by"), check.mean(&arguments, "by + rolled - rolled * 1"));
    assert_eq!(check.holds(&arguments, "against == 5 and rolled == 7"), "5/432");
}

#[test]
fn the_best_of_some_rolls_is_the_highest() {
    let check = Made::rolling("1d20").best_of("1 + skill").taking(&["skill"]).band("any", "");
    let odds = check.odds(&[("skill", 2)]);
    for (r, total) in (1_u32..).zip(&odds.totals) {
        assert_eq!(total.ways, (r.pow(3) - (r - 1).pow(3)).into(), "{r}");
    }
    assert_eq!(odds.out_of.to_string(), "8000");
}

#[test]
fn rows_that_end_early_are_the_same_step_by_step() {
    // 1 ends the row; 5 and 6 hit. Both at once: 6 hits and ends it.
    let check = Made::rolling("1d6")
        .giving("last", "rolled == 6", &[("damage", "2")])
        .giving("hit", "rolled == 5", &[("damage", "1")])
        .band("fumble", "rolled == 1")
        .band("nothing", "")
        .attempts("2", &["last", "fumble"]);
    let (mut hit_once, mut both_hit, mut never_ended, mut total) = (0, 0, 0, 0);
    for (a, b) in (1..=6).flat_map(|a| (1..=6).map(move |b| (a, b))) {
        let ends = |n: u32| n == 6 || n == 1;
        let worth = |n: u32| if n == 6 { 2 } else { u32::from(n == 5) };
        let second = !ends(a);
        hit_once += u32::from(a >= 5 || (second && b >= 5));
        both_hit += u32::from(a >= 5 && second && b >= 5);
        never_ended += u32::from(second && !ends(b));
        total += worth(a) + if second { worth(b) } else { 0 };
    }
    let over_all = |n: u32| (&Fraction::from(Number::whole(n.into())) / &Fraction::from(Number::whole(36))).to_string();
    check.ask(&[], |run| {
        let hits = check.checked("rolled >= 5");
        assert_eq!(run.once(&hits).unwrap().value.to_string(), over_all(hit_once));
        assert_eq!(run.each(&hits).unwrap().value.to_string(), over_all(both_hit));
        assert_eq!(run.never_ended().unwrap().value.to_string(), over_all(never_ended));
        assert_eq!(run.total(&check.checked("damage")).unwrap().value.to_string(), over_all(total));
    });
    let row = check.odds(&[]).row.expect("the check has tries");
    let hit = check.ask(&[], |run| run.once(&check.checked("band == 'hit'")).unwrap().value);
    assert_eq!(row.once[1], hit);
}

#[test]
fn exploding_contests_say_how_much_was_cut_off() {
    let check = Made::rolling("3d12! + 4")
        .against("3d12! + 4")
        .band("wins", "rolled > against")
        .band("tie", "rolled == against")
        .band("loses", "");
    let odds = check.odds(&[]);
    assert!(odds.cut_off > Fraction::zero() && odds.cut_off < Fraction::tenth_power(12));
    let apart = &odds.chance(0) - &odds.chance(2);
    assert!(apart.abs() <= odds.cut_off, "both sides are alike");
    // To reach a number is exact: two of twelve faces, or an explosion.
    let high = Made::rolling("1d12!").band("high", "rolled >= 10").band("low", "");
    assert_eq!((high.chance(&[], "high"), high.chance(&[], "low")), ("1/4".to_owned(), "3/4".to_owned()));
    check.ask(&[], |run| {
        let wins = run.chance(&check.checked("band == 'wins'")).unwrap();
        let other_half = &(&Fraction::one() - &odds.chance(1)) / &Fraction::from(Number::whole(2));
        assert!(wins.is(&other_half));
        assert!(!wins.is(&(&other_half + &Fraction::tenth_power(12))));
    });
}

#[test]
fn one_outcome_tells_all_that_follows_from_it() {
    let check = read_twice();
    let arguments = attacking(6, 10, 0, 1);
    check.ask(&arguments, |run| {
        let outcome = run.outcome(Number::whole(5), None).unwrap();
        let told = |text: &str| outcome.eval(&check.checked(text)).unwrap().to_string();
        assert_eq!(
            (told("a"), told("e"), told("band"), told("damage")),
            ("11".into(), "10".into(), "hit-2".into(), "2".into())
        );
        let refused = run.outcome(Number::whole(21), None).map(|_| ()).unwrap_err();
        assert_eq!(refused.to_string(), "21 cannot be rolled; the dice give 1 to 20");
    });
}

#[test]
fn what_cannot_be_worked_out_is_named() {
    let refused = |check: Made| {
        let error = check.try_ask(&[], |run: &CheckRun<'_>| CheckRun::odds(run)).and_then(|odds| odds).unwrap_err();
        (error.value.clone(), error.to_string())
    };
    let part = |value: &str, message: &str| (value.to_owned(), message.to_owned());
    let unknown = Made::rolling("1d20 + bonus").taking(&["bonus"]).band("any", "");
    assert_eq!(refused(unknown), part("roll", "`bonus` is not known"));
    let endless = Made::rolling("2d1!").band("any", "");
    assert_eq!(refused(endless), part("roll", "a die of one side that explodes never stops"));
    let endless_reroll = Made::rolling("1d4").band("any", "").rerolling("any");
    assert_eq!(refused(endless_reroll), part("again", "every outcome is rolled again, so the roll never ends"));
    let tries = Made::rolling("1d4").band("any", "").attempts("0", &[]);
    assert_eq!(refused(tries), part("tries", "the result is 0, but it must be a whole number from 1 to 100"));
    let divided = Made::rolling("1d4").value("x", "1 / (rolled - 3)").band("any", "");
    assert_eq!(refused(divided), part("x", "division by zero"));
    let too_many = Made::rolling("1000d20").against("1000d20").band("any", "rolled * against > 3").band("else", "");
    assert_eq!(refused(too_many).0, "roll");
    let message = "these rolls have 4004001 outcomes; the limit is 400000";
    let products = Made::rolling("1000d3").against("1000d3").band("any", "rolled * against > 3").band("else", "");
    assert_eq!(refused(products), part("roll", message));
}

#[test]
fn long_formulas_over_many_outcomes_are_refused() {
    let long = format!("rolled * against{}", " + rolled * against".repeat(20));
    let check = |value: &str| Made::rolling("600d2").against("600d2").value("product", value).band("any", "");
    let start = Instant::now();
    let error = check(&long).try_ask(&[], |run: &CheckRun<'_>| CheckRun::odds(run)).and_then(|odds| odds).unwrap_err();
    let message = "these rolls have 361201 outcomes, too many for such long formulas: with";
    assert!(error.to_string().starts_with(message), "{}", error.to_string());
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    assert_eq!(check("rolled * against").odds(&[]).bands.len(), 1);
}

#[test]
fn large_contests_are_quick() {
    let start = Instant::now();
    let margin = Made::rolling("40d12! + 3").against("40d12!").value("margin", "rolled - against").showing("margin");
    let odds = margin.band("wins", "margin > 0").band("loses", "").odds(&[]);
    assert!(odds.chance(0) > odds.chance(1) && odds.cut_off < Fraction::tenth_power(12));
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}
