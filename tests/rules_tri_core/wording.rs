//! Rulings that decide words and no figure: which they are, and what they change on cards and pages.

use std::collections::{BTreeMap, BTreeSet};

use deckle::content::entries::{CardEntry, ChapterPart};
use deckle::content::game::Game;
use deckle::faces::build::Desk;
use deckle_rules::character::Character;

use crate::closure::words;
use crate::people::{character, decided, system};
use crate::rulings::{rulings_of_legality, rulings_of_numbers};
use crate::support::{CONTENT, TRI_CORE};

/// Rulings that no formula asks about, and why none needs to.
const TOLD_ONLY: [(&str, &str); 17] = [
    ("core_stat_term", "what a word means"),
    ("stat_list_slips", "the order of a list"),
    ("physical_guard_abbrev", "an abbreviation"),
    ("volley_grab_wording", "a sentence carried over from another entry"),
    ("equipment_slot_trade", "a bargain of which Ability Slots are the other side"),
    ("charge_name_clash", "a name"),
    ("systemic_shock_name", "a name"),
    ("physical_skill_count", "a count in a heading"),
    ("sb_abbreviation", "an abbreviation"),
    ("trade_term", "a name"),
    ("poison_spelling", "a spelling"),
    ("device_subtypes", "how a list is named"),
    ("effect_value_type_term", "a name"),
    ("trigger_uses_reaction", "about abilities of the type Trigger"),
    ("charge_shock_release", "about abilities that charge"),
    ("item_fields", "which lines an item has"),
    ("advancement", "how levels are earned"),
];

/// Rulings that change words and no figure, and everything that reads differently under another reading.
const WORDS_ONLY: [(&str, &str); 83] = [
    ("threshold_second_effect", "card shock, condition shock"),
    ("threshold_resolve_target", "card shock, condition shock"),
    ("shock_ap_loss", "card shock, condition shock"),
    ("negative_ap_unconscious", "card negative-ap, condition ap-unconscious"),
    ("negative_ap_debt", "card negative-ap, card recover, chapter 09-conditions-and-fatigue, condition fatigue"),
    ("ap_refresh", "card rulings-in-force, details recover"),
    ("resource_overdraft", "card rulings-in-force"),
    ("short_rest_amount", "card rests"),
    ("trauma_rest_timing", "card rests, condition shock"),
    ("react_cost_scope", "card react-rotation"),
    ("priority_free_action", "card react-rotation"),
    ("targeted_free_action", "card collide, card grab, card react-rotation, card strike, card volley"),
    ("guard_reduces_damage", "card damage-order, card rulings-in-force, chapter 08-taking-damage"),
    ("block_timing", "card block, card damage-order"),
    ("shield_vs_temporary_hp", "card damage-order"),
    ("recover_action_type", "card cycle-phases, details recover"),
    ("recover_resources", "card recover"),
    ("hold_reaction_cost", "card hold"),
    (
        "speed_rank_refresh",
        "card climb, card hustle, card jump, card prowl, card run, card sprint, card swim, details run",
    ),
    (
        "critical_comparison",
        "card block, card collide, card criticals, card dodge, card grab, card parry, card strike, \
         card volley",
    ),
    ("grab_damage", "card grab"),
    ("grab_release", "card grab"),
    ("block_resolution", "card block, card rulings-in-force"),
    ("dodge_resolution", "card dodge, card rulings-in-force"),
    ("parry_success", "card parry, card riposte-chain-duel, card rulings-in-force"),
    ("parry_failure", "card parry"),
    ("parry_weight_split", "card parry"),
    ("riposte_cost", "card parry, card riposte-chain-duel"),
    ("parry_scope", "card parry"),
    ("overload_trigger", "card block, card items"),
    ("durability", "card items"),
    ("chain_duel_costs", "card riposte-chain-duel"),
    ("active_actions_per_cycle", "card cycle-phases, card rulings-in-force"),
    ("once_per_type", "card cycle-phases"),
    ("technology_skill_action", "card technology"),
    ("long_skills_in_combat", "card crafting, card meditate"),
    ("defense_ap_cost", "card block, card dodge, card parry"),
    ("reaction_roll_timing", "card cycle-phases, card react-rotation"),
    ("off_hand_use", "card cycle-phases"),
    ("weapon_weight_ap", "card weights"),
    ("two_handed_bonus", "card weights"),
    (
        "sub_actions_on_reactions",
        "card advance, card aim, card balance, card blitz, card break, card charge, card constrict, \
         card detect, card examine, card freerun, card insight, card lift, card ruse, card stealth-mod, \
         card track, card trickery, card tumble, card veracity",
    ),
    (
        "undefined_sub_actions",
        "card advance, card aim, card balance, card blitz, card break, card constrict, card detect, \
         card examine, card freerun, card insight, card track, card trickery, card veracity",
    ),
    ("stealth_bonus", "card stealth, card stealth-mod, card weights"),
    ("wounded_entry", "card rulings-in-force, card wounded"),
    ("wounded_step", "card wounded"),
    ("wounded_resolve", "card wounded"),
    ("wounded_flat_scope", "card wounded"),
    ("resuscitation_rest", "card wounded"),
    ("resuscitation_limit", "card wounded"),
    ("systemic_shock_recovery", "card shock"),
    ("non_lethal_types", "card non-lethal"),
    ("vulnerable_scope", "card conditions, condition vulnerable"),
    ("advantage_stacking", "card conditions, condition advantage, condition disadvantage"),
    ("impaired_limb_lists", "card conditions, condition impaired-arms, condition impaired-legs"),
    ("conditional_die_size", "card dice, condition advantage"),
    ("contest_tie", "card athletics, card challenge-levels, card observe, card stealth, card traverse"),
    ("cl_formula_input", "card challenge-levels"),
    ("observe_obstruction", "card observe"),
    ("athletics_trigger", "card athletics, card climb, card jump, card swim"),
    ("meditate_cl", "card meditate"),
    ("hoist_success_dice", "card hoist"),
    ("trade_choices", "card trades"),
    ("earth_water_class", "card effect-types"),
    ("poison_acid_class", "card effect-types"),
    ("strength_size", "card effect-types"),
    ("strength_compared_with", "card effect-types"),
    ("mixed_subtype_armor", "card damage-order"),
    ("keyword_resolve_kind", "card afflictions"),
    ("ally_count_rounding", "card dice"),
    ("ap_damage_price", "card keyword-prices"),
    ("base_range", "card volley"),
    ("cycle_order", "card cycle-phases"),
    ("dying_clock_ap", "card wounded"),
    ("chain_duel_break", "card riposte-chain-duel"),
    ("chain_duel_failed_parry", "card riposte-chain-duel"),
    ("resuscitation_heal_amount", "card wounded"),
    ("unarmed_ap_damage", "card non-lethal"),
    ("wounded_recovery", "card wounded"),
    ("willing_target_roll", "card criticals"),
    ("card_payment_time", "card cycle-phases"),
    ("recover_interrupt", "card recover"),
    ("climb_vertical_cost", "card climb"),
];

#[test]
fn every_ruling_is_of_one_kind() {
    let numbers: BTreeSet<&str> = rulings_of_numbers().into_iter().collect();
    let legality: BTreeSet<&str> = rulings_of_legality().into_iter().collect();
    let told: BTreeSet<&str> = TOLD_ONLY.iter().map(|(ruling, _)| *ruling).collect();
    let wording: BTreeSet<&str> = WORDS_ONLY.iter().map(|(ruling, _)| *ruling).collect();
    let all: BTreeSet<&str> = system().rulings.keys().map(String::as_str).collect();
    let kinds = [&numbers, &legality, &told, &wording];
    let union: BTreeSet<&str> = kinds.iter().flat_map(|kind| kind.iter().copied()).collect();
    assert_eq!(union, all, "every ruling is of some kind");
    assert_eq!(kinds.iter().map(|kind| kind.len()).sum::<usize>(), all.len(), "and of no other");
    println!("{} numbers, {} legality, {} words, {} told", numbers.len(), legality.len(), wording.len(), told.len());
}

#[test]
fn rulings_that_are_only_told_stand_in_no_formula() {
    let texts = CONTENT.iter().filter(|(_, file)| !file.path.ends_with("rulings.yaml"));
    let asked: BTreeSet<&str> = texts.flat_map(|(_, file)| words_of_braces(&file.text)).collect();
    let silent = system().rulings.keys().filter(|ruling| !asked.contains(format!("ruling.{ruling}").as_str()));
    let told: BTreeSet<&str> = TOLD_ONLY.iter().map(|(ruling, _)| *ruling).collect();
    assert_eq!(silent.map(String::as_str).collect::<BTreeSet<_>>(), told);
}

/// The words of a file; of each only the part that could be a name.
fn words_of_braces(text: &str) -> BTreeSet<&str> {
    text.split(|c: char| c.is_whitespace() || "(){}\"'".contains(c)).flat_map(words).collect()
}

/// Everything that is read, by place, as it reads under the rules of the game.
fn printed(game: &Game, people: &[&Character]) -> BTreeMap<String, String> {
    let mut places: BTreeMap<String, String> = BTreeMap::new();
    let mut put = |place: String, text: String| places.entry(place).or_default().push_str(&text);
    for who in people {
        for card in Desk::new(game, who).deck().expect("the deck can be made") {
            put(format!("card {}", card.id), serde_json::to_string(&card).expect("a card is JSON"));
        }
    }
    let blank = Character::blank();
    let desk = Desk::new(game, &blank);
    let e = &game.entries;
    for condition in &e.conditions {
        put(format!("condition {}", condition.head.id), desk.markdown(&condition.text.template).expect("filled in"));
    }
    let cards = e.actions.iter().chain(e.skills.iter().map(|skill| &skill.card)).chain(&e.references);
    for CardEntry { head, details, .. } in cards {
        put(format!("details {}", head.id), desk.markdown(&details.template).expect("filled in"));
    }
    for chapter in &e.chapters {
        for part in &chapter.parts {
            let text = match part {
                ChapterPart::Markdown(template, _) => desk.markdown(template).expect("filled in"),
                ChapterPart::Note(text) | ChapterPart::Example(_, _, text) => {
                    format!("{:?}", desk.paragraphs(text).expect("filled in"))
                }
                ChapterPart::Card(_) | ChapterPart::Ruling(_) | ChapterPart::Table(..) => String::new(),
            };
            put(format!("chapter {}", chapter.slug), text);
        }
    }
    places
}

#[test]
fn rulings_without_figures_change_exactly_these_words() {
    let (blank, kael) = (Character::blank(), character("kael"));
    let people = [&blank, kael];
    let before = printed(&TRI_CORE, &people);
    let (numbers, legality) = (rulings_of_numbers(), rulings_of_legality());
    let is_told = |id: &str| TOLD_ONLY.iter().any(|(told, _)| *told == id);
    let mut found: Vec<(String, String)> = Vec::new();
    let mut game = TRI_CORE.clone();
    for (id, ruling) in &system().rulings {
        if numbers.contains(&id.as_str()) || legality.contains(&id.as_str()) || is_told(id) {
            continue;
        }
        let mut places: BTreeSet<&str> = BTreeSet::new();
        for option in &ruling.options[1..] {
            game.rules = decided(&[(id, option)]);
            let after = printed(&game, &people);
            let changed: Vec<&str> =
                before.keys().filter(|place| before[*place] != after[*place]).map(String::as_str).collect();
            assert!(!changed.is_empty(), "{id}: {option} changes no word anywhere");
            places.extend(changed);
        }
        found.push((id.clone(), places.into_iter().collect::<Vec<_>>().join(", ")));
    }
    let told: Vec<(String, String)> =
        WORDS_ONLY.iter().map(|(id, places)| ((*id).to_owned(), (*places).to_owned())).collect();
    for (id, places) in found.iter().filter(|entry| !told.contains(entry)) {
        println!("    (\"{id}\", \"{places}\"),");
    }
    assert!(found == told, "the rulings printed above change other words than are told here");
}
