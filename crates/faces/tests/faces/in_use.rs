//! What an action uses decides what counts for it: the item in hand, bare hands, the sub-type of an ability, what Passives add;
//! and what a character may have is held against all of their abilities and items. `S179` is line 179 of the source.

use std::collections::BTreeMap;
use std::sync::Arc;

use makeready_content::source::{SourceFile, Sources};
use makeready_faces::make::FaceBuilder;
use makeready_faces::text::plain_text;
use makeready_rules::ability::{Ability, Argument, Purchase};
use makeready_rules::bill::bill;
use makeready_rules::character::{Background, Character, Item, Modifier, Ranks};
use makeready_rules::compute::Evaluator;
use makeready_rules::formula::Formula;
use makeready_rules::legality::violations;
use makeready_rules::npc::Request;
use makeready_rules::number::Number;
use makeready_rules::rules::Rules;

use crate::people::{character, decided, printed};
use makeready_testing::{CONTENT, TRI_CORE, game};

/// Somebody of level 5 with nothing but Sub-Stats of 4, and a Specialty in each of these.
fn plain(specialties: &[(&str, u32)]) -> Character {
    let kinds = specialties.iter().map(|(kind, ranks)| ((*kind).to_owned(), *ranks)).collect();
    let kael = character("kael");
    Character {
        inputs: BTreeMap::from([("level".to_owned(), 5)]),
        stats: kael.stats.keys().map(|stat| (stat.clone(), 4)).collect(),
        skills: [("specialty".to_owned(), Ranks::Chosen(kinds))].into(),
        advances: Vec::new(),
        backgrounds: Vec::new(),
        items: Vec::new(),
        abilities: Vec::new(),
        built: Vec::new(),
        ..kael.clone()
    }
}

fn trained(mut who: Character, covers: &[&str]) -> Character {
    who.backgrounds =
        vec![Background { name: "Trade".to_owned(), covers: covers.iter().map(|one| (*one).to_owned()).collect() }];
    who
}

fn item(tags: &[&str], wields: &[&str], fields: &[(&str, &str)]) -> Item {
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    let formula = |text: &str| Formula::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    Item {
        id: "thing".to_owned(),
        name: "Thing".to_owned(),
        weight: Number::whole(5),
        tags: words(tags),
        fields: fields.iter().map(|(name, text)| ((*name).to_owned(), formula(text))).collect(),
        wields: words(wields),
        modifiers: Vec::new(),
    }
}

fn holding(mut who: Character, thing: Item) -> Character {
    who.items.push(thing);
    who
}

fn ability(fields: &[(&str, &str)], keywords: &[(&str, &[(&str, &str)])]) -> Arc<Ability> {
    let argument = |text: &str| text.parse().map_or_else(|_| Argument::Symbol(text.to_owned()), Argument::Number);
    let set = |pairs: &[(&str, &str)]| pairs.iter().map(|(name, text)| ((*name).to_owned(), argument(text))).collect();
    let usual = [("core", "body"), ("type", "active"), ("aspect", "damage")];
    let fields: Vec<(&str, &str)> = usual.into_iter().chain(fields.iter().copied()).collect();
    let bought =
        |(keyword, given): &(&str, &[(&str, &str)])| Purchase { keyword: (*keyword).to_owned(), arguments: set(given) };
    Arc::new(Ability {
        id: "tried".to_owned(),
        name: "Tried".to_owned(),
        arguments: set(&fields),
        keywords: keywords.iter().map(bought).collect(),
    })
}

fn with(who: &Character, abilities: &[Arc<Ability>]) -> Character {
    Character { built: abilities.to_vec(), ..who.clone() }
}

fn found(rules: &Rules, who: &Character, name: &str) -> String {
    printed(&Evaluator::new(rules, who), name)
}

fn of(who: &Character, name: &str) -> String {
    found(&TRI_CORE.rules, who, name)
}

/// A value of an ability, for somebody who has it.
fn built(rules: &Rules, who: &Character, ability: &Ability, name: &str) -> String {
    let evaluator = Evaluator::new(rules, who);
    let bill = bill(&evaluator, ability).expect("it computes").expect("there are rules for abilities");
    bill.value(name).unwrap_or_else(|| panic!("there is no value {name}")).value.to_string().replace(' ', "")
}

/// The conditions of legality that somebody breaks.
fn broken(rules: &Rules, who: &Character) -> Vec<String> {
    let found = violations(&Evaluator::new(rules, who)).expect("it computes");
    found.into_iter().map(|violation| violation.id).collect()
}

fn breaks(who: &Character, id: &str) -> bool {
    broken(&TRI_CORE.rules, who).iter().any(|one| one == id)
}

/// S179: the bonus counts twice, and the action costs 2 AP more. Power 4 and Specialty 3 are 10 points.
#[test]
fn both_hands_double_the_bonus_of_every_action_that_uses_the_item() {
    let maul = |action: &str, hands: &str| item(&["hammers"], &[action], &[("effect", "6d12!"), ("hands", hands)]);
    let strong = |thing| holding(plain(&[("hammers", 3)]), thing);
    for (action, value, one, two) in [
        ("strike", "strike.effect", "6d12!+10", "6d12!+20"),
        ("volley", "volley.effect", "6d12!+10", "6d12!+20"),
        // Endurance and Power.
        ("block", "block.effect", "6d12!+14", "6d12!+28"),
        // Intelligence gives dice.
        ("parry", "parry.riposte", "10d12!+6", "10d12!+12"),
        ("parry", "parry.effect", "6d12!+6", "6d12!+12"),
    ] {
        assert_eq!(of(&strong(maul(action, "1")), value), one, "{value} in one hand");
        assert_eq!(of(&strong(maul(action, "2")), value), two, "{value} in both hands");
    }
    let all = decided(&[("two_handed_bonus", "doubles_effect_value")]);
    assert_eq!(found(&all, &strong(maul("strike", "2")), "strike.effect"), "12d12!+20");
    // An item for Strike does nothing for a Volley.
    assert_eq!(of(&strong(maul("strike", "2")), "volley.effect"), of(&plain(&[]), "volley.effect"));
}

/// The costs on the card of Strike of somebody who holds a saber as Kael does, with these words changed.
fn strike_costs(from: &str, to: &str, campaign: &[(&str, &str)]) -> Vec<String> {
    let path = "tri-core/characters/kael.yaml";
    let files = CONTENT.iter().filter(|(_, file)| file.path.starts_with("tri-core/")).map(|(_, file)| {
        let text = if file.path == path { file.text.replacen(from, to, 1) } else { file.text.clone() };
        SourceFile { path: file.path.clone(), shown: file.shown.clone(), text }
    });
    let mut game = game(&Sources::new(files.collect()), "tri-core");
    game.rules = game.rules.with(&campaign.iter().map(|(r, o)| ((*r).to_owned(), (*o).to_owned())).collect()).unwrap();
    let deck = FaceBuilder::new(&game, Some(&game.characters["kael"])).deck().expect("it computes");
    let strike = deck.iter().find(|card| card.name == "Strike").expect("there is a Strike");
    strike.costs.iter().map(|cost| cost.amount.clone()).collect()
}

#[test]
fn the_card_of_an_action_costs_what_the_item_in_hand_makes_it() {
    let (one, two) = ("hands: \"1\"\n      slots: \"1\"", "hands: \"2\"\n      slots: \"2\"");
    assert_eq!(strike_costs(one, one, &[]), ["1", "2", "3"]);
    assert_eq!(strike_costs(one, two, &[]), ["3", "4", "5"]);
    // The saber is Moderate.
    assert_eq!(strike_costs(one, two, &[("weapon_weight_ap", "always")]), ["5", "6", "7"]);
}

/// S341 has Unarmed among the devices, S217 says that bare hands deal Impact.
#[test]
fn bare_hands_are_unarmed_and_impact() {
    let before = plain(&[]);
    for kind in ["unarmed", "impact"] {
        let (deft, taught) = (plain(&[(kind, 3)]), trained(plain(&[]), &[kind]));
        for value in ["strike.effect", "collide.effect", "grab.critical", "block.effect", "parry.riposte"] {
            let points = |who: &Character| -> i64 {
                of(who, value).rsplit_once('+').map_or(0, |(_, points)| points.parse().expect("points"))
            };
            assert_eq!(points(&deft), points(&before) + 6, "{value} with a Specialty in {kind}");
        }
        for value in ["strike.accuracy", "grab.accuracy", "collide.accuracy", "block.accuracy", "parry.accuracy"] {
            assert!(of(&before, value).starts_with("2d12!"), "{value}: {}", of(&before, value));
            assert!(of(&taught, value).starts_with("3d12!"), "{value} with a Trade in {kind}: {}", of(&taught, value));
        }
        // With a sword in hand neither counts for the blow, and a body that runs is what it was.
        let sword = item(&["swords", "slice"], &["strike", "block", "parry"], &[("effect", "3d12!")]);
        let armed = holding(plain(&[(kind, 3)]), sword);
        assert_eq!(of(&armed, "strike.effect"), "3d12!+4");
        assert_eq!(of(&armed, "block.effect"), "3d12!+8");
        assert_eq!(of(&armed, "collide.effect"), of(&deft, "collide.effect"));
    }
    // A Trade counts once, whatever it covers.
    assert!(of(&trained(plain(&[]), &["unarmed", "impact", "strike"]), "strike.accuracy").starts_with("3d12!"));
    assert_eq!(of(&plain(&[("unarmed", 3)]), "volley.effect"), of(&before, "volley.effect"));
}

/// S287: a Specialty counts for any action that uses its sub-type; S352: a Trade counts once.
#[test]
fn the_sub_type_of_an_ability_is_that_of_its_blow() {
    let saber = || item(&["swords", "slice"], &["strike"], &[("effect", "5d12!")]);
    let swing = |sub_type| ability(&[("action", "strike"), ("sub_type", sub_type)], &[]);
    let value = |who: &Character, sub_type, name| built(&TRI_CORE.rules, who, &swing(sub_type), name);
    let burning = holding(plain(&[("fire", 3)]), saber());
    assert_eq!(value(&burning, "fire", "effect_total"), "5d12!+10");
    assert_eq!(value(&burning, "no-sub-type", "effect_total"), "5d12!+4");
    let keen = holding(plain(&[("slice", 3)]), saber());
    assert_eq!(value(&keen, "fire", "effect_total"), "5d12!+4");
    assert_eq!(value(&keen, "no-sub-type", "effect_total"), "5d12!+10");
    // What kind of device it is stays as it is.
    assert_eq!(value(&holding(plain(&[("swords", 3)]), saber()), "fire", "effect_total"), "5d12!+10");
    let taught = |covers: &[&str]| trained(holding(plain(&[]), saber()), covers);
    assert_eq!(value(&taught(&["fire"]), "fire", "accuracy_total"), "3d12!+4");
    assert_eq!(value(&taught(&["fire", "swords", "strike"]), "fire", "accuracy_total"), "3d12!+4");
    assert_eq!(value(&taught(&["slice"]), "fire", "accuracy_total"), "2d12!+4");
    assert_eq!(of(&burning, "strike.effect"), "5d12!+4");
}

/// S411: a Passive remains in effect at all times; S562: Core Actions are raised by permanent boons.
#[test]
fn what_a_passive_adds_to_an_action_reaches_it() {
    let who = plain(&[]);
    let passive = |action, keyword, given| ability(&[("type", "passive"), ("action", action)], &[(keyword, given)]);
    let strike = |abilities: &[Arc<Ability>]| of(&with(&who, abilities), "strike.effect");
    let bonus: &[(&str, &str)] = &[("bonus", "3")];
    assert_eq!(strike(&[]), "5d12!+4");
    assert_eq!(strike(&[passive("strike", "empower-ii", bonus)]), "5d12!+7");
    assert_eq!(strike(&[passive("any-core-action", "empower-ii", bonus)]), "5d12!+7");
    assert_eq!(strike(&[passive("volley", "empower-ii", bonus)]), "5d12!+4");
    assert_eq!(strike(&[passive("strike", "empower-ii", &[("bonus", "3"), ("sign", "minus")])]), "5d12!+4");
    assert_eq!(strike(&[passive("strike", "empower-iv", &[("added_stat", "vitality")])]), "5d12!+8");
    assert_eq!(strike(&[passive("any-core-action", "empower-iv", &[("added_stat", "power")])]), "5d12!+4");
    assert_eq!(strike(&[passive("strike", "reinforce-vii", &[("added_stat", "vitality")])]), "5d12!+6");
    let active = ability(&[("action", "strike")], &[("empower-ii", bonus)]);
    assert_eq!(strike(&[active]), "5d12!+4");
    // Of two of one kind the last counts, and one for another action is not of its kind.
    let two = [passive("strike", "empower-ii", bonus), passive("strike", "empower-ii", &[("bonus", "2")])];
    assert_eq!(strike(&two), "5d12!+6");
    let apart = [passive("strike", "empower-ii", bonus), passive("block", "empower-ii", &[("bonus", "2")])];
    assert_eq!(strike(&apart), "5d12!+7");
    let precise = with(&who, &[passive("any-core-action", "precision-ii", bonus)]);
    for action in ["strike", "volley", "grab", "collide", "dodge", "parry"] {
        assert_eq!(of(&precise, &format!("{action}.accuracy")), "2d12!+7", "{action}");
    }
    assert_eq!(of(&with(&who, &[passive("parry", "empower-ii", bonus)]), "parry.riposte"), "9d12!+3");
    // Dice of weight are rolled with the action's own, so that points for each die stand on the ability's card.
    let each = passive("strike", "empower-iii", bonus);
    assert_eq!(strike(std::slice::from_ref(&each)), "5d12!+4");
    let kael = TRI_CORE.person("kael").expect("he is shipped");
    let entry = TRI_CORE.built(kael, &kael.character.built[0].id).expect("it was built");
    let faces = FaceBuilder::new(&TRI_CORE, Some(kael));
    let card = faces.ability_card(entry, &each).expect("it computes").expect("there are cards for abilities");
    let said: Vec<String> =
        card.facts.iter().map(|fact| format!("{}: {}", fact.label, plain_text(&fact.text))).collect();
    assert!(
        said.iter().any(|fact| fact.starts_with("Effect Value: ") && fact.ends_with(", +3 for every die")),
        "{said:?}"
    );
}

fn immune(kinds: &[&str]) -> Arc<Ability> {
    let given: Vec<[(&str, &str); 2]> = kinds.iter().map(|kind| [("resisted", *kind), ("fifties", "2")]).collect();
    let keywords: Vec<(&str, &[(&str, &str)])> = given.iter().map(|given| ("anatomy-iv", given.as_slice())).collect();
    ability(&[("type", "passive"), ("aspect", "boost")], &keywords)
}

/// S502: no more than three Immunities in all; what one ability makes immune another may absorb.
#[test]
fn immunities_are_those_of_all_abilities_together() {
    let who = plain(&[]);
    assert!(!breaks(&with(&who, &[immune(&["fire", "water"]), immune(&["fire", "wind"])]), "immunities-in-all"));
    assert!(breaks(&with(&who, &[immune(&["fire", "water"]), immune(&["wind", "acid"])]), "immunities-in-all"));
    let absorbs = ability(
        &[("type", "passive"), ("aspect", "heal")],
        &[("anatomy-absorption", &[("healed_by", "fire"), ("absorb_dice", "2")])],
    );
    assert!(breaks(&with(&who, &[Arc::clone(&absorbs)]), "absorption-without-immunity"));
    assert!(breaks(&with(&who, &[immune(&["water"]), Arc::clone(&absorbs)]), "absorption-without-immunity"));
    assert!(!breaks(&with(&who, &[immune(&["fire"]), Arc::clone(&absorbs)]), "absorption-without-immunity"));
}

/// S521: one ally and one more for every two levels, two at level 1.
#[test]
fn permanent_allies_are_limited_by_level() {
    let calls = |stay| {
        ability(&[("aspect", "boost"), ("type", "passive")], &[("ally-i", &[("invested", "0"), ("stay", stay)])])
    };
    let at = |level, stay, how_many| {
        let inputs = BTreeMap::from([("level".to_owned(), level)]);
        breaks(&Character { inputs, ..with(&plain(&[]), &vec![calls(stay); how_many]) }, "permanent-allies")
    };
    assert!(!at(1, "permanent-stay", 2));
    assert!(at(1, "permanent-stay", 3));
    assert!(!at(1, "passing", 4));
    assert!(!at(4, "permanent-stay", 3));
    assert!(at(4, "permanent-stay", 4));
}

/// S634 to S638 and S655: level and rarity limit what an item holds; S179: two hands take two slots.
#[test]
fn an_item_holds_no_more_than_its_level_and_rarity_give() {
    let bow = |dice: &str, level: &str, rarity: &str, slots: &str| {
        let fields = [("effect", dice), ("range", "20"), ("hands", "2"), ("slots", slots), ("item_level", level)];
        let fields: Vec<_> = fields.into_iter().chain([("rarity", rarity)]).collect();
        holding(plain(&[]), item(&["bows"], &["volley"], &fields))
    };
    // Three d12 are 36 + 48 + 48, and 20 squares 19: 151 of 160.
    assert!(!breaks(&bow("3d12!", "1", "5", "2"), "item-within-ecp"));
    assert!(breaks(&bow("3d12!", "1", "4", "2"), "item-within-ecp"));
    assert!(breaks(&bow("3d12! + 2", "1", "5", "2"), "item-within-ecp"));
    assert!(breaks(&bow("20d12!", "5", "1", "2"), "item-within-ecp"));
    assert!(breaks(&bow("3d12!", "1", "6", "2"), "item-rarity"));
    assert!(!breaks(&bow("3d12!", "1", "5", "2"), "two-hands-two-slots"));
    assert!(breaks(&bow("3d12!", "1", "5", "1"), "two-hands-two-slots"));
    let by_the_gm = decided(&[("ecp_pricing", "gm_list")]);
    assert!(!broken(&by_the_gm, &bow("20d12!", "5", "1", "2")).contains(&"item-within-ecp".to_owned()));
    let worn = |points: &str| {
        let mut coat = item(&[], &[], &[("slots", "1")]);
        let add = Formula::parse(points).expect("a number");
        coat.modifiers = vec![Modifier { to: "physical_armor".to_owned(), add }];
        holding(plain(&[]), coat)
    };
    // Without a record of level and rarity there are 60 ECP.
    assert!(!breaks(&worn("7"), "item-within-ecp"));
    assert!(breaks(&worn("8"), "item-within-ecp"));
}

/// What archetypes give to those who are made from them fits its record, at every level and under every reading.
#[test]
fn what_generated_npcs_carry_has_a_record_that_it_fits() {
    let poorer = decided(&[("rarity_ecp", "text_10_per_rank"), ("range_i_counts_from", "bought_only")]);
    for rules in [&TRI_CORE.rules, &poorer] {
        let generator = TRI_CORE.generator(rules).expect("the game says how characters are made");
        for (archetype, level) in TRI_CORE.archetypes.keys().flat_map(|id| (1..=20).map(move |level| (id, level))) {
            let inputs = [("level".to_owned(), level)].into();
            let request =
                Request { inputs, archetype: Some(archetype.clone()), count: 2, seed: 3, ..Request::default() };
            let made = generator.generate(&request).unwrap_or_else(|error| panic!("{archetype} {level}: {error}"));
            for npc in &made {
                assert_eq!(violations(&Evaluator::new(rules, &npc.character)).expect("it computes"), [], "{archetype}");
                let armed = npc.character.items.iter().filter(|item| item.fields.contains_key("effect"));
                for item in armed {
                    assert!(item.fields.contains_key("ecp") && item.fields.contains_key("rarity"), "{}", item.name);
                }
            }
        }
    }
}

/// S254, S255: Fatigue and Exhaustion are two grades of one state.
#[test]
fn exhaustion_takes_the_place_of_fatigue() {
    let spent = |conditions: &[&str]| Character {
        conditions: conditions.iter().map(|id| (*id).to_owned()).collect(),
        ..plain(&[])
    };
    assert_eq!(of(&spent(&["fatigue"]), "light_ap"), "3");
    assert_eq!(of(&spent(&["exhaustion"]), "light_ap"), "5");
    assert_eq!(of(&spent(&["fatigue", "exhaustion"]), "light_ap"), "5");
    let together = decided(&[("fatigue_stacking", "add_together")]);
    assert_eq!(found(&together, &spent(&["fatigue", "exhaustion"]), "light_ap"), "7");
}

/// S574 names Legerity without a Core.
#[test]
fn a_boost_of_legerity_moves_that_of_all_cores() {
    let quick = ability(&[("type", "passive"), ("aspect", "boost")], &[("boost-xi", &[("points", "2")])]);
    let (before, after) = (plain(&[]), with(&plain(&[]), &[quick]));
    let moved = |rules: &Rules| {
        ["body", "mind", "spirit"].map(|core| {
            let number = |who: &Character| found(rules, who, &format!("legerity_{core}")).parse::<i64>().unwrap();
            number(&after) - number(&before)
        })
    };
    assert_eq!(moved(&TRI_CORE.rules), [2, 2, 2]);
    assert_eq!(moved(&decided(&[("legerity_boost", "core_of_ability")])), [2, 0, 0]);
}

/// S352: what an ability and the weapon that reinforces it have in common applies once.
#[test]
fn a_device_counts_once_in_an_action() {
    let shield = holding(plain(&[]), item(&["shields"], &["block"], &[("effect", "3d12!")]));
    let braced = ability(&[("action", "block"), ("aspect", "shield")], &[("reinforce-viii", &[])]);
    assert_eq!(built(&TRI_CORE.rules, &shield, &braced, "effect_total"), "3d12!+8");
    let twice = decided(&[("device_twice", "twice")]);
    assert_eq!(built(&twice, &shield, &braced, "effect_total"), "6d12!+8");
}

/// S562: no resource without end.
#[test]
fn an_ability_does_not_restore_what_it_is_paid_with() {
    let restores = |core, pool, kind| {
        ability(
            &[("core", core), ("aspect", "heal"), ("type", kind)],
            &[("duration-v", &[("pool", pool), ("each_cycle", "1"), ("lasting", "2")])],
        )
    };
    let is_refused = |rules: &Rules, ability: Arc<Ability>| {
        broken(rules, &with(&plain(&[]), &[ability])).contains(&"duration-v-own-resource".to_owned())
    };
    assert!(is_refused(&TRI_CORE.rules, restores("spirit", "mp", "active")));
    assert!(!is_refused(&TRI_CORE.rules, restores("mind", "mp", "active")));
    assert!(!is_refused(&TRI_CORE.rules, restores("spirit", "mp", "passive")));
    let allowed = decided(&[("duration_v_own_resource", "allowed")]);
    assert!(!is_refused(&allowed, restores("spirit", "mp", "active")));
}

/// S257: dice of healing explode as others do.
#[test]
fn absorbed_healing_explodes_by_the_ruling() {
    let absorbs = ability(
        &[("type", "passive"), ("aspect", "heal")],
        &[("anatomy-absorption", &[("healed_by", "fire"), ("absorb_dice", "2")])],
    );
    let text = |rules: &Rules| {
        let who = plain(&[]);
        let bill = bill(&Evaluator::new(rules, &who), &absorbs).expect("it computes").expect("a bill");
        bill.lines[0].text.clone()
    };
    assert!(text(&TRI_CORE.rules).contains("2d6✦"), "{}", text(&TRI_CORE.rules));
    assert!(!text(&decided(&[("exploding_scope", "accuracy_and_effect_only")])).contains("2d6✦"));
}
