//! Rulings that decide words and no figure: which they are, and what they change on cards and pages.

use std::collections::{BTreeMap, BTreeSet};

use deckle_content::concept::card::CardEntry;
use deckle_content::concept::chapter::ChapterPart;
use deckle_content::game::Game;
use deckle_faces::make::FaceBuilder;
use deckle_rules::character::Character;
use deckle_rules::compute::Evaluator;

use crate::closure::words;
use crate::people::{character, decided, system};
use crate::probes::billed;
use crate::rulings::{rulings_of_legality, rulings_of_numbers};
use deckle_testing::{CONTENT, TRI_CORE};

/// Rulings that no formula uses, and why none needs to.
const TOLD_ONLY: [(&str, &str); 20] = [
    ("core_stat_term", "what a word means"),
    ("stat_list_slips", "the order of a list"),
    ("physical_guard_abbrev", "an abbreviation"),
    ("volley_grab_wording", "a sentence carried over from another entry"),
    ("charge_name_clash", "a name"),
    ("systemic_shock_name", "a name"),
    ("physical_skill_count", "a count in a heading"),
    ("sb_abbreviation", "an abbreviation"),
    ("trade_term", "a name"),
    ("poison_spelling", "a spelling"),
    ("ability_fields", "which lines the card of an ability has"),
    ("accuracy_keyword_name", "a name"),
    ("acp_scope", "how the abilities of one character share their points"),
    ("active_action_ap", "the same 1, 2 and 3 AP, taken from the ability or from the action that it replaces"),
    ("defense_example_status", "whether an example is printed"),
    ("frost_cone_example", "whether an example is printed"),
    ("surge_example_status", "whether an example is printed"),
    ("target_natural", "what a word means"),
    ("item_fields", "which lines an item has"),
    ("advancement", "how levels are earned"),
];

/// Rulings that change words and no figure, and everything that reads differently under another reading.
const WORDS_ONLY: [(&str, &str); 138] = [
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
    (
        "guard_reduces_damage",
        "card damage-order, card rulings-in-force, chapter 08-taking-damage, chapter 22-non-lethal, chapter 24-sub-types-and-devices, chapter 25-damage-heal-shield, chapter 30-alter, chapter 31-boost-and-hinder",
    ),
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
    ("riposte_cost", "card parry, card riposte-chain-duel"),
    ("parry_scope", "card parry"),
    ("overload_trigger", "card block, card items"),
    ("durability", "card items, keyword affliction-v, keyword affliction-vii"),
    ("chain_duel_costs", "card riposte-chain-duel"),
    (
        "active_actions_per_cycle",
        "card cycle-phases, card rulings-in-force, chapter 18-a-cycle-of-combat, keyword cognition-v",
    ),
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
    (
        "conditional_die_size",
        "card dice, condition advantage, keyword charge-i, keyword charge-ii, keyword charge-iii, keyword charge-iv",
    ),
    ("contest_tie", "card athletics, card challenge-levels, card observe, card stealth, card traverse"),
    ("cl_formula_input", "card challenge-levels"),
    ("observe_obstruction", "card observe"),
    ("athletics_trigger", "card athletics, card climb, card jump, card swim"),
    ("meditate_cl", "card meditate"),
    ("hoist_success_dice", "card hoist"),
    ("trade_choices", "card trades"),
    ("earth_water_class", "card effect-types, chapter 24-sub-types-and-devices, keyword alter-iii"),
    ("poison_acid_class", "card effect-types"),
    ("strength_size", "card effect-types, chapter 24-sub-types-and-devices"),
    ("strength_compared_with", "card effect-types"),
    ("mixed_subtype_armor", "card damage-order"),
    (
        "keyword_resolve_kind",
        "card afflictions, chapter 25-damage-heal-shield, chapter 27-affliction, chapter 33-cognition, keyword affliction-i, keyword affliction-ii, keyword affliction-iii, keyword affliction-iv, keyword affliction-ix, keyword affliction-v, keyword affliction-vi, keyword affliction-vii, keyword affliction-viii, keyword affliction-x, keyword affliction-xi, keyword affliction-xii, keyword affliction-xiii, keyword affliction-xiv, keyword affliction-xv, keyword cognition-i, keyword cognition-ii, keyword cognition-iii, keyword cognition-iv, keyword cognition-v",
    ),
    ("ally_count_rounding", "card dice, chapter 29-allies, chapter 42-number-tables, keyword ally-i"),
    ("ap_damage_price", "card keyword-prices, keyword empower-i"),
    ("base_range", "card volley, keyword range-i"),
    ("cycle_order", "card cycle-phases"),
    ("dying_clock_ap", "card wounded"),
    ("chain_duel_break", "card riposte-chain-duel"),
    ("chain_duel_failed_parry", "card riposte-chain-duel"),
    ("resuscitation_heal_amount", "card wounded"),
    ("unarmed_ap_damage", "card non-lethal, keyword empower-i"),
    ("wounded_recovery", "card wounded"),
    ("willing_target_roll", "card criticals"),
    ("card_payment_time", "card cycle-phases"),
    ("recover_interrupt", "card recover"),
    ("climb_vertical_cost", "card climb"),
    ("parry_weight_split", "card parry, chapter 26-building-abilities"),
    (
        "trigger_resource_cost",
        "abilities, card keyword-prices, chapter 26-building-abilities, chapter 30-alter, chapter 31-boost-and-hinder, chapter 33-cognition, chapter 35-empower-and-precision",
    ),
    (
        "trigger_uses_reaction",
        "abilities, chapter 26-building-abilities, chapter 30-alter, chapter 31-boost-and-hinder, chapter 33-cognition, keyword boost-iv",
    ),
    (
        "passive_always_passive",
        "abilities, card items, card keyword-prices, chapter 26-building-abilities, keyword boost-i, keyword boost-ii, keyword boost-viii, keyword creation-iv",
    ),
    (
        "boost_stacking",
        "chapter 26-building-abilities, keyword boost-i, keyword boost-ii, keyword boost-iii, keyword boost-iv, keyword boost-ix, keyword boost-react, keyword boost-temporary-hp, keyword boost-v, keyword boost-vi, keyword boost-vii, keyword boost-viii, keyword boost-x, keyword boost-xi, keyword boost-xii",
    ),
    (
        "duration_i_free_cycle",
        "abilities, card keyword-prices, chapter 26-building-abilities, chapter 34-creation, chapter 36-duration, keyword duration-i, keyword duration-iii, keyword duration-iv, keyword duration-v",
    ),
    (
        "affliction_step",
        "chapter 27-affliction, keyword affliction-i, keyword affliction-ii, keyword affliction-iii, keyword affliction-iv, keyword affliction-ix, keyword affliction-v, keyword affliction-vi, keyword affliction-vii, keyword affliction-viii, keyword affliction-x, keyword affliction-xi, keyword affliction-xii, keyword affliction-xiii, keyword affliction-xiv, keyword affliction-xv",
    ),
    ("ally_level_rounding", "chapter 29-allies, keyword ally-i"),
    ("anatomy_weight_speed", "chapter 28-anatomy, keyword anatomy-v"),
    ("bash_reduces", "chapter 27-affliction, keyword affliction-xii"),
    ("befoul_base", "chapter 27-affliction, keyword affliction-ix"),
    ("bluster_end", "chapter 27-affliction, keyword affliction-iv"),
    ("burn_unit", "chapter 27-affliction, keyword affliction-i"),
    ("burst_arithmetic", "abilities, card area-shapes, chapter 38-range, chapter 42-number-tables, keyword range-v"),
    (
        "burst_cost",
        "abilities, card area-shapes, card keyword-prices, chapter 37-kinesis, chapter 38-range, chapter 42-number-tables, keyword range-v",
    ),
    ("charge_iv_backlash", "chapter 32-charge, keyword charge-iv"),
    ("cognition_i_range_example", "abilities, chapter 33-cognition, keyword cognition-i"),
    ("cognition_resolve_counts", "chapter 33-cognition, keyword cognition-i"),
    ("creation_ii_permanent", "abilities, card keyword-prices, chapter 34-creation, keyword creation-ii"),
    (
        "cylinder_cost",
        "abilities, card area-shapes, card keyword-prices, chapter 38-range, chapter 42-number-tables, keyword range-cylinder",
    ),
    (
        "duration_iii_price",
        "abilities, card keyword-prices, chapter 36-duration, keyword duration-iii, keyword duration-iv, keyword duration-v",
    ),
    ("extra_die_price", "abilities, card keyword-prices, chapter 42-number-tables, keyword precision-i"),
    ("freeze_or_soak", "chapter 28-anatomy, keyword affliction-ii, keyword affliction-iii"),
    ("kinesis_die", "abilities, card keyword-prices, chapter 37-kinesis, keyword kinesis-i, keyword kinesis-ii"),
    ("kinesis_limit_discount", "abilities, chapter 37-kinesis, keyword kinesis-ii"),
    ("melt_resolve", "chapter 27-affliction, keyword affliction-vii"),
    ("pain_unit", "chapter 27-affliction, keyword affliction-xv"),
    (
        "precision_units",
        "abilities, card keyword-prices, chapter 35-empower-and-precision, keyword precision-ii, keyword precision-iii",
    ),
    (
        "range_i_counts_from",
        "abilities, card keyword-prices, chapter 33-cognition, chapter 38-range, chapter 40-travel, chapter 41-cards-and-items, keyword range-i",
    ),
    (
        "rarity_ecp",
        "abilities, card items, chapter 34-creation, chapter 41-cards-and-items, chapter 42-number-tables, keyword creation-iii, keyword creation-iv",
    ),
    ("rarity_upgrade_days", "card items, chapter 34-creation, keyword creation-iv"),
    ("reinforce_vii_vs_empower_iv", "abilities, chapter 39-reinforce, keyword reinforce-vii"),
    ("sever_duration", "chapter 27-affliction, keyword affliction-x"),
    (
        "travel_extra_square",
        "abilities, card area-shapes, card keyword-prices, chapter 40-travel, chapter 42-number-tables, keyword travel-ii, keyword travel-iii",
    ),
    (
        "travel_iii_base",
        "abilities, card area-shapes, card keyword-prices, chapter 40-travel, chapter 42-number-tables, keyword travel-iii",
    ),
    ("alter_prices", "abilities, card keyword-prices, keyword alter-ii, keyword alter-iii, keyword alter-iv"),
    ("anatomy_iv_immunity_price", "abilities, card keyword-prices, keyword anatomy-absorption, keyword anatomy-iv"),
    (
        "anatomy_sense_extra",
        "abilities, card keyword-prices, keyword anatomy-i, keyword anatomy-ii, keyword anatomy-iii",
    ),
    ("anatomy_v_price", "abilities, card keyword-prices, keyword anatomy-v"),
    (
        "anatomy_vii_ix_price",
        "abilities, card keyword-prices, keyword anatomy-ix, keyword anatomy-vii, keyword anatomy-viii",
    ),
    ("charge_ii_unit", "card keyword-prices, keyword charge-ii"),
    ("cognition_iv_price", "abilities, card keyword-prices, keyword cognition-iv"),
    ("creation_iii_permanent", "card keyword-prices, keyword creation-iii"),
    ("decrease_price", "abilities, card keyword-prices, keyword empower-i, keyword precision-i"),
    ("drawback_limit", "abilities, card keyword-prices"),
    ("duration_ii_price", "card keyword-prices, keyword duration-ii"),
    ("empower_i_passive", "abilities, card keyword-prices, keyword empower-i"),
    ("extra_target_price", "abilities, card keyword-prices, keyword kinesis-i"),
    ("item_level_source", "card items, keyword creation-iv"),
    ("kinesis_ii_price", "abilities, card keyword-prices, keyword kinesis-ii"),
    ("kinesis_range_surcharge", "abilities, card keyword-prices, keyword kinesis-i"),
    ("rarity_device_type_cost", "abilities, card keyword-prices, keyword creation-iv"),
    ("react_boost_price", "abilities, card keyword-prices, keyword boost-react"),
    ("reinforce_viii_price", "abilities, card keyword-prices, keyword reinforce-viii"),
    ("temporary_hp_price", "abilities, card keyword-prices, keyword boost-temporary-hp"),
    ("travel_i_price", "abilities, card keyword-prices, keyword travel-i"),
];

/// Rulings that decide only what abilities cost, give or must meet, and in which keywords it shows.
const ABILITIES_ONLY: [(&str, &str); 33] = [
    ("device_subtypes", "abilities, keyword alter-vi"),
    ("effect_value_type_term", "keyword alter-ii, keyword alter-iii"),
    ("aspect_values", "keyword alter-iv"),
    ("half_slot", "abilities"),
    ("resource_boost_ratio", "abilities, keyword boost-iv, keyword boost-v"),
    (
        "affliction_resolve_target",
        "keyword affliction-ix, keyword affliction-vii, keyword affliction-viii, keyword affliction-x, keyword affliction-xi, keyword affliction-xii, keyword affliction-xiii, keyword affliction-xiv, keyword affliction-xv",
    ),
    (
        "affliction_dice_counted",
        "keyword affliction-i, keyword affliction-ii, keyword affliction-iii, keyword affliction-iv, keyword affliction-ix, keyword affliction-v, keyword affliction-vi, keyword affliction-vii, keyword affliction-viii, keyword affliction-x, keyword affliction-xi, keyword affliction-xii, keyword affliction-xiii, keyword affliction-xiv, keyword affliction-xv",
    ),
    ("jolt_name", "keyword affliction-vi"),
    ("crush_persistence", "keyword affliction-v"),
    ("impale_name", "keyword affliction-xi"),
    ("slowed_unconscious", "keyword affliction-xiv"),
    ("anatomy_i_title", "abilities, keyword anatomy-i"),
    ("anatomy_vi_floor", "keyword anatomy-vi"),
    (
        "anatomy_structure_ref",
        "keyword anatomy-ii, keyword anatomy-ix, keyword anatomy-v, keyword anatomy-vi, keyword anatomy-vii, keyword anatomy-viii",
    ),
    (
        "anatomy_structure_conditions",
        "keyword anatomy-ix, keyword anatomy-v, keyword anatomy-vii, keyword anatomy-viii",
    ),
    ("ally_stat_points", "keyword ally-i"),
    ("ally_investment_price", "abilities, keyword ally-i"),
    ("ally_of_ally_slots", "keyword ally-i"),
    ("alter_iii_subtypes", "abilities, keyword alter-iii"),
    ("charge_shock_release", "keyword charge-i"),
    ("creation_iii_delay", "keyword creation-iii"),
    ("ecp_pricing", "keyword creation-iii"),
    ("empower_iv_limit", "abilities, keyword empower-iv"),
    ("kinesis_ii_shape", "abilities, keyword kinesis-ii"),
    ("kinesis_auto_resist", "keyword kinesis-i"),
    ("cone_rows", "abilities, keyword range-iii"),
    ("reinforce_v_name", "abilities, keyword reinforce-v"),
    ("travel_momentum", "keyword travel-ii, keyword travel-iii"),
    ("travel_range_price", "abilities, keyword travel-ii, keyword travel-iii"),
    ("size_ranks", "keyword travel-ii, keyword travel-iii"),
    ("kinesis_ii_consumption", "keyword kinesis-ii"),
    ("creation_iii_cap", "abilities, keyword creation-iii"),
    (
        "sub_stat_of_core",
        "abilities, keyword empower-iv, keyword reinforce-iii, keyword reinforce-v, keyword reinforce-vii",
    ),
];

#[test]
fn every_ruling_is_of_one_kind() {
    let numbers: BTreeSet<&str> = rulings_of_numbers().into_iter().collect();
    let legality: BTreeSet<&str> = rulings_of_legality().into_iter().collect();
    let told: BTreeSet<&str> = TOLD_ONLY.iter().map(|(ruling, _)| *ruling).collect();
    let wording: BTreeSet<&str> = WORDS_ONLY.iter().map(|(ruling, _)| *ruling).collect();
    let all: BTreeSet<&str> = system().rulings.keys().map(String::as_str).collect();
    let abilities: BTreeSet<&str> = ABILITIES_ONLY.iter().map(|(ruling, _)| *ruling).collect();
    let kinds = [&numbers, &legality, &told, &wording, &abilities];
    let union: BTreeSet<&str> = kinds.iter().flat_map(|kind| kind.iter().copied()).collect();
    assert_eq!(union, all, "every ruling is of some kind");
    assert_eq!(kinds.iter().map(|kind| kind.len()).sum::<usize>(), all.len(), "and of no other");
    let counts = kinds.map(BTreeSet::len);
    println!("numbers, legality, told, words, abilities: {counts:?}");
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
        for card in FaceBuilder::with(game, Evaluator::new(&game.rules, who)).deck().expect("the deck can be made") {
            put(format!("card {}", card.id), serde_json::to_string(&card).expect("a card is JSON"));
        }
    }
    let faces = FaceBuilder::new(game, None);
    let e = &game.entries;
    let markdown = |template| faces.markdown(template).expect("filled in");
    for condition in &e.conditions {
        put(format!("condition {}", condition.head.id), markdown(&condition.text.template));
    }
    let cards = e.actions.iter().chain(e.skills.iter().map(|skill| &skill.card)).chain(&e.references);
    for CardEntry { head, details, .. } in cards {
        put(format!("details {}", head.id), markdown(&details.template));
    }
    for chapter in &e.chapters {
        for part in &chapter.parts {
            let text = match part {
                ChapterPart::Markdown(template, _) => markdown(template),
                ChapterPart::Note(text) | ChapterPart::Example(_, _, text) => {
                    format!("{:?}", faces.paragraphs(text).expect("filled in"))
                }
                ChapterPart::Card(_)
                | ChapterPart::Ruling(_)
                | ChapterPart::Table(..)
                | ChapterPart::Bill(_)
                | ChapterPart::Procedure(..)
                | ChapterPart::Odds(_) => String::new(),
            };
            put(format!("chapter {}", chapter.slug), text);
        }
    }
    places
}

#[test]
#[ignore = "slow: prints every card for each reading"]
fn rulings_without_figures_change_exactly_these_words() {
    let (blank, kael) = (Character::blank(), character("kael"));
    let people = [&blank, kael];
    let before = printed(&TRI_CORE, &people);
    let (numbers, legality) = (rulings_of_numbers(), rulings_of_legality());
    let is_told = |id: &str| TOLD_ONLY.iter().any(|(told, _)| *told == id);
    let mut found: BTreeSet<(String, String)> = BTreeSet::new();
    let mut of_abilities: BTreeSet<(String, String)> = BTreeSet::new();
    let mut silent = Vec::new();
    let mut game = TRI_CORE.clone();
    for (id, ruling) in &system().rulings {
        if numbers.contains(&id.as_str()) || legality.contains(&id.as_str()) || is_told(id) {
            continue;
        }
        let mut places: BTreeSet<String> = BTreeSet::new();
        for option in &ruling.options[1..] {
            game.rules = decided(&[(id, option)]);
            let after = printed(&game, &people);
            let mut changed: Vec<&str> =
                before.keys().filter(|place| before[*place] != after[*place]).map(String::as_str).collect();
            let (billed_before, billed_after) = (billed(&TRI_CORE.rules, id), billed(&game.rules, id));
            let is_billed = |place: &&String| billed_before[*place] != billed_after[*place];
            changed.extend(billed_before.keys().filter(is_billed).map(String::as_str));
            if changed.is_empty() {
                silent.push(format!("{id}: {option}"));
            }
            places.extend(changed.into_iter().map(str::to_owned));
        }
        let is_of_abilities = places.iter().all(|place| place == "abilities" || place.starts_with("keyword "));
        let places = (id.clone(), places.into_iter().collect::<Vec<_>>().join(", "));
        let table = if is_of_abilities { &mut of_abilities } else { &mut found };
        table.insert(places);
    }
    // It differs from the default for the Sub-Stat of the ability itself, for which abilities have no field.
    assert_eq!(silent, ["sub_stat_of_core: any"], "these readings change no word anywhere");
    let told_of_abilities: BTreeSet<(String, String)> =
        ABILITIES_ONLY.iter().map(|(id, places)| ((*id).to_owned(), (*places).to_owned())).collect();
    for (id, places) in of_abilities.iter().filter(|entry| !told_of_abilities.contains(entry)) {
        println!("ABILITIES    (\"{id}\", \"{places}\"),");
    }
    let told: BTreeSet<(String, String)> =
        WORDS_ONLY.iter().map(|(id, places)| ((*id).to_owned(), (*places).to_owned())).collect();
    for (id, places) in found.iter().filter(|entry| !told.contains(entry)) {
        println!("    (\"{id}\", \"{places}\"),");
    }
    assert!(
        found == told && of_abilities == told_of_abilities,
        "the rulings printed above change other words than are told here"
    );
}
