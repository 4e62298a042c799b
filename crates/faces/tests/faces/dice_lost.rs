//! Dice that a situation gives or takes reach every roll it is about: Advantage, Disadvantage, Vulnerable, impaired limbs
//! and wounds.

use makeready_rules::character::Character;
use makeready_rules::compute::Evaluator;
use makeready_rules::dice::Dice;
use makeready_rules::formula::Frame;
use makeready_rules::rules::Rules;
use makeready_rules::value::{Type, Value};

use crate::people::{character, decided, everybody, printed, system};
use makeready_testing::TRI_CORE;

fn with(who: &Character, conditions: &[&str]) -> Character {
    Character { conditions: conditions.iter().map(|id| (*id).to_owned()).collect(), ..who.clone() }
}

fn roll(rules: &Rules, who: &Character, name: &str) -> Dice {
    match Evaluator::new(rules, who)
        .computed(name)
        .unwrap_or_else(|error| panic!("{name} of {}: {error}", who.id))
        .value
    {
        Value::Dice(ref dice) => dice.clone(),
        ref other => Dice::flat_only(other.as_number().unwrap_or_else(|| panic!("{name} of {} is no roll", who.id))),
    }
}

/// The number of dice thrown for the Effect Values of Strike, Collide, Block and Dodge.
fn effect_dice(rules: &Rules, conditions: &[&str]) -> [u32; 4] {
    let who = with(character("kael"), conditions);
    ["strike", "collide", "block", "dodge"].map(|action| roll(rules, &who, &format!("{action}.effect")).count())
}

/// Kael's pools have 2, 7, 2 and no dice.
#[test]
fn advantage_and_disadvantage_reach_the_effect_values_they_are_about() {
    let rules = &TRI_CORE.rules;
    let [strike, collide, block, dodge] = effect_dice(rules, &[]);
    let least = |dice: u32, lost: u32| dice.saturating_sub(lost).max(dice.min(1));
    assert_eq!(effect_dice(rules, &["advantage"]), [strike + 2, collide + 2, block + 2, dodge + 2]);
    let all_lose = [least(strike, 2), least(collide, 2), least(block, 2), dodge];
    assert_eq!(effect_dice(rules, &["disadvantage"]), all_lose);
    assert_eq!(effect_dice(rules, &["advantage", "disadvantage"]), [strike, collide, block, dodge]);
    assert_eq!(effect_dice(rules, &["impaired-arms"]), [least(strike, 2), collide, least(block, 2), dodge]);
    assert_eq!(effect_dice(rules, &["impaired-legs"]), [strike, least(collide, 2), least(block, 2), dodge]);
    assert_eq!(effect_dice(rules, &["impaired-sight"]), all_lose);
    assert_eq!(effect_dice(rules, &["impaired-senses"]), [strike, collide, block, dodge]);
    // Two causes make Vulnerable, which takes two dice in all, from every Core Action, and shuts out Advantage.
    for vulnerable in [
        &["vulnerable"][..],
        &["impaired-arms", "impaired-legs"],
        &["impaired-sight", "impaired-arms"],
        &["disadvantage", "impaired-sight"],
        &["disadvantage", "impaired-arms"],
        &["disadvantage", "impaired-legs", "vulnerable"],
        &["advantage", "disadvantage", "impaired-arms", "impaired-legs", "vulnerable"],
    ] {
        assert_eq!(effect_dice(rules, vulnerable), all_lose, "{vulnerable:?}");
    }
}

#[test]
fn readings_of_advantage_and_disadvantage_decide_how_many_dice() {
    let strong = |rules: &Rules, conditions: &[&str]| effect_dice(rules, conditions)[1];
    let usual = strong(&TRI_CORE.rules, &[]);
    let stacking = decided(&[("advantage_stacking", "yes")]);
    assert_eq!(strong(&stacking, &["disadvantage", "impaired-legs"]), usual - 4);
    // Lines 246 and 239 of the source: impaired sight is one more cause; blinded and restrained is Vulnerable.
    assert_eq!(strong(&stacking, &["disadvantage", "impaired-sight"]), usual - 4);
    let adding = decided(&[("vulnerable_stacking", "adds_to_disadvantage")]);
    assert_eq!(strong(&adding, &["impaired-sight", "impaired-arms"]), usual - 4);
    assert_eq!(strong(&adding, &["vulnerable"]), usual - 4);
    let picked = decided(&[("impaired_limb_lists", "gm_picks")]);
    assert_eq!(strong(&picked, &["impaired-legs"]), usual);
    let kael = with(character("kael"), &["vulnerable"]);
    let everything = decided(&[("vulnerable_scope", "all_actions")]);
    let dice = |rules: &Rules, who: &Character| roll(rules, who, "recover").count();
    assert_eq!(dice(&TRI_CORE.rules, &kael), dice(&TRI_CORE.rules, character("kael")));
    assert_eq!(dice(&everything, &kael), dice(&TRI_CORE.rules, character("kael")).saturating_sub(2).max(1));
}

/// An Instinct die that goes to Effect Value stays, whatever hampers its owner.
#[test]
fn disadvantage_leaves_the_dice_of_instinct() {
    let rules = decided(&[("instinct_adds_to", "effect_value")]);
    let mut tested = 0;
    for who in everybody() {
        let Ok(ranks) = Evaluator::new(&rules, who).computed("strike.effect") else { continue };
        let Value::Dice(free) = &ranks.value else { continue };
        let without = roll(&TRI_CORE.rules, who, "strike.effect").count();
        let instinct = free.count() - without;
        let hampered = roll(&rules, &with(who, &["disadvantage"]), "strike.effect").count();
        assert_eq!(hampered, free.count().saturating_sub(2).max(instinct).max(free.count().min(1)), "{}", who.id);
        tested += u32::from(instinct > 0);
    }
    assert!(tested > 0, "nobody has Instinct for Strike");
}

/// Rolls that are not the character's own, or are only part of one.
const NO_ROLLS: [&str; 5] = ["ucb", "backlash", "instinct_rank", "specialty_rank", "language_rank"];

#[test]
fn a_wound_takes_dice_from_every_roll() {
    let rolls: Vec<&str> = system()
        .values
        .keys()
        .map(String::as_str)
        .filter(|id| system().type_of(id) == Some(Type::Dice) && !NO_ROLLS.contains(id))
        .collect();
    assert!(rolls.len() > 45, "{rolls:?}");
    for (condition, lost) in [("wounded-i", 2), ("wounded-ii", 3), ("wounded-iii", 4)] {
        for (ruling, least) in [("one", 1), ("zero", 0)] {
            let rules = decided(&[("minimum_dice", ruling)]);
            for who in everybody() {
                let wounded = with(who, &[condition]);
                for name in &rolls {
                    let (before, after) = (roll(&rules, who, name), roll(&rules, &wounded, name));
                    let all = before.count();
                    let place = format!("{name} of {}, {condition}: {before} becomes {after}", who.id);
                    // A number under this reading, such as Legerity, loses nothing.
                    if matches!(
                        Evaluator::new(&rules, who).computed(name).map(|c| c.value.clone()),
                        Ok(Value::Number(_))
                    ) {
                        continue;
                    }
                    assert_eq!(after.count(), all.saturating_sub(lost).max(all.min(least)), "{place}");
                    assert_eq!(after.owed(), lost - (all - after.count()), "{place}");
                }
            }
        }
    }
}

/// A Heavy blow adds three dice: what the Effect Value on the card could not lose comes off these.
#[test]
fn what_is_owed_comes_off_the_dice_of_weight() {
    let mut owing = 0;
    for who in everybody() {
        let wounded = with(who, &["wounded-iii"]);
        let before = roll(&TRI_CORE.rules, who, "strike.effect").count();
        let light = roll(&TRI_CORE.rules, &wounded, "strike.effect");
        let Some((kind, _)) = light.pools().first().copied() else { continue };
        let heavy = light.plus(&Dice::new(3, kind)).expect("a few dice");
        assert_eq!(
            (light.count(), heavy.count()),
            (before.saturating_sub(4).max(1), (before + 3).saturating_sub(4).max(1))
        );
        let printed = printed(&Evaluator::new(&TRI_CORE.rules, &wounded), "strike.effect");
        match 4 - (before - light.count()) {
            0 => assert!(!printed.contains("owed"), "{printed}"),
            owed => {
                let counted = if owed == 1 { "die" } else { "dice" };
                assert!(printed.ends_with(&format!(" ({owed} {counted} owed)")), "{printed}");
                owing += 1;
            }
        }
    }
    assert!(owing > 0, "nobody owes dice");
}
