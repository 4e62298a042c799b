//! The smaller games say what their sources say: cards under readings, what stands beside pools, and characters that cannot be.

use std::collections::BTreeSet;

use makeready_content::concept::checks::CheckArguments;
use makeready_content::game::Game;
use makeready_content::load;
use makeready_content::source::{FileId, Located, Span};
use makeready_faces::card::{Block, CardFace};
use makeready_faces::make::FaceBuilder;
use makeready_faces::sheet::{Layout, SheetContent, View};
use makeready_faces::text::{Paragraph, plain_text};
use makeready_rules::ability::Argument;
use makeready_rules::bill::bill;
use makeready_rules::character::{Character, Ranks};
use makeready_rules::compute::Evaluator;
use makeready_rules::legality::violations;
use makeready_rules::traits::Taken;
use makeready_testing::{CONTENT, shipped};

/// A game with some rulings decided otherwise.
fn game_under(system: &str, rulings: &[(&str, &str)]) -> Game {
    let located = |text: &str| Located { value: text.to_owned(), at: Span { file: FileId(0), start: 0, end: 0 } };
    let chosen: Vec<_> = rulings.iter().map(|(ruling, option)| (located(ruling), located(option))).collect();
    load(&CONTENT, system, &chosen).game.expect("the game loads")
}

/// The card of an action or a reference, for somebody of the game.
fn card(game: &Game, who: &str, id: &str) -> CardFace {
    let e = &game.entries;
    let entry = e.actions.iter().chain(&e.references).find(|card| card.head.id == id);
    let faces = FaceBuilder::new(game, game.person(who));
    faces.card(entry.unwrap_or_else(|| panic!("there is no card {id}"))).expect("the card can be made")
}

/// All that a card says, a line for each part of it.
fn words(card: &CardFace) -> String {
    let line = |label: &str, text: &Paragraph| format!("{label}: {}", plain_text(text));
    let mut lines: Vec<String> = card.body.iter().map(|paragraph| plain_text(paragraph)).collect();
    lines.extend(card.facts.iter().map(|fact| line(&fact.label, &fact.text)));
    lines.extend(card.outcomes.iter().map(|outcome| line(&outcome.label, &outcome.text)));
    for block in &card.blocks {
        if let Block::Facts { facts } = block {
            lines.extend(facts.iter().map(|fact| line(&fact.label, &fact.text)));
        }
    }
    lines.join("\n")
}

/// A card: its game, the rulings, whose it is, its id, what it says and what it does not.
type Said<'a> = (&'a str, &'a [(&'a str, &'a str)], &'a str, &'a str, &'a [&'a str], &'a [&'a str]);

#[test]
fn cards_say_what_the_sources_say_under_every_reading() {
    let said: &[Said<'_>] = &[
        (
            "action-score",
            &[],
            "ines",
            "ability-check-card",
            &["1d20 + ability + proficiency and beat"],
            &["and proficiency,"],
        ),
        (
            "action-score",
            &[("proficiency_to", "effectiveness")],
            "ines",
            "ability-check-card",
            &["1d20 + ability and beat", "equipment + proficiency"],
            &["ability + proficiency"],
        ),
        ("action-score", &[], "ines", "specialty-check", &["Add ability and proficiency."], &["Proficiency adds"]),
        (
            "action-score",
            &[("proficiency_to", "effectiveness")],
            "ines",
            "specialty-check",
            &["Add ability. Proficiency adds to effectiveness."],
            &["ability and proficiency"],
        ),
        ("action-score", &[], "ines", "striking-attack", &["\nMiss: "], &[]),
        ("action-score", &[], "ines", "piercing-attack", &["\nMiss: "], &[]),
        ("action-score", &[], "ines", "grappling-attack", &["\nMiss: "], &[]),
        ("treasure-hunters", &[], "odile", "interpretation-pact", &["the first time", "Lasts: one turn each"], &[]),
        ("treasure-hunters", &[], "odile", "taunt", &["opponent in your line of sight"], &["who sees you"]),
        ("treasure-hunters", &[], "odile", "reveal", &["3 less per space you are above them"], &[]),
        ("treasure-hunters", &[("accuracy_tie", "miss_for_abilities")], "odile", "transience", &["Harvest: beat"], &[]),
        (
            "strains",
            &[],
            "gurda",
            "free-attack",
            &["Against you: Melee bonus 8.", "You disengaged: Defense 10 higher, melee bonus 4."],
            &["10 more after Disengage"],
        ),
        (
            "strains",
            &[("situational_defense", "required")],
            "gurda",
            "free-attack",
            &["You disengaged: Melee bonus 14."],
            &["10 higher"],
        ),
        ("strains", &[], "gurda", "bash", &["Complete success: Deal damage, push it 1 hex"], &[]),
        ("strains", &[], "gurda", "bull-rush", &["Complete success: Deal damage, and push it"], &[]),
        ("strains", &[], "corvane", "duelist-guard", &["in melee range of you"], &["close enough"]),
        ("strains", &[], "gurda", "defensive-stance", &["Adds: Reflexes or Perception"], &[]),
        ("strains", &[("recovery_checks", "unstated")], "gurda", "defensive-stance", &["Adds: \n"], &["Reflexes"]),
        (
            "dice-pool",
            &[],
            "odile",
            "disarm",
            &["Impossible if the target’s weapon outreaches yours by more than 2."],
            &[],
        ),
        ("dice-pool", &[], "odile", "reach-and-size", &["Your attack’s reach: 3; Lunge 4"], &[]),
    ];
    for (system, rulings, who, id, says, not) in said {
        let told = words(&card(&game_under(system, rulings), who, id)) + "\n";
        for part in *says {
            assert!(told.contains(part), "{system}, {rulings:?}: {id} does not say: {part}\n{told}");
        }
        for part in *not {
            assert!(!told.contains(part), "{system}, {rulings:?}: {id} says: {part}\n{told}");
        }
    }
}

/// What has been borrowed is no figure where the table leaves it open.
#[test]
fn recovery_rolls_are_blank_where_the_checks_are_left_open() {
    let figures = |rulings: &[(&str, &str)], id: &str| {
        let card = card(&game_under("strains", rulings), "gurda", id);
        card.figures.iter().map(|figure| figure.text.is_some()).collect::<Vec<_>>()
    };
    assert_eq!(figures(&[], "restoration"), [true, true]);
    assert_eq!(figures(&[("recovery_checks", "unstated")], "restoration"), [false, false]);
    assert_eq!(
        figures(&[("recovery_checks", "unstated")], "disengage"),
        [false, true],
        "the 10 are no part of the check"
    );
}

/// The text of a file of a game.
fn text(path: &str) -> &'static str {
    let file = CONTENT.iter().find(|(_, file)| file.path == path);
    &file.unwrap_or_else(|| panic!("there is no file {path}")).1.text
}

#[test]
fn chapters_say_what_the_sources_say() {
    let said: &[(&str, &[&str], &[&str])] = &[
        (
            "treasure-hunters/rules/19-small-encounters.md",
            &["costs you no Health, Stamina, Mana or Focus", "only a perfect success is free"],
            &["this price should not be vitals"],
        ),
        (
            "treasure-hunters/rules/22-left-open.md",
            &["Whether a swarm is one combatant", "What is perfect", "13, 12, 11, 6, 5, 4, 3, 2 and 1"],
            &[],
        ),
        ("treasure-hunters/rules/12-aggro-and-friends.md", &["an opponent in your line of sight"], &["can see you"]),
        (
            "treasure-hunters/rules/14-abilities.md",
            &["for every space that you stand above the target", "ask only the first time"],
            &[],
        ),
        (
            "action-score/rules/14-what-is-left-open.md",
            &["Before initiative, against the Flat-footed", "Armor of the unprepared"],
            &[],
        ),
        ("action-score/glossary.yaml", &["it also happens if you are Flat-footed"], &[]),
        (
            "strains/rules/04-traits.md",
            &["halve the wounds", "nobody else is within melee range of you"],
            &["half the wounds off"],
        ),
        (
            "strains/traits/warrior.yaml",
            &["halve the wounds", "nobody else is within melee range of you"],
            &["half the wounds off"],
        ),
        (
            "strains/rules/09-melee.md",
            &["A hit does its damage and pushes", "A hit does its damage, and the target is pushed back"],
            &[],
        ),
        ("strains/skills.yaml", &["Its rank goes into your melee defense bonus"], &["half of your melee"]),
        ("strains/glossary.yaml", &["We take it to mean blows", "We take it to mean thrusts and shots"], &[]),
        ("strains/archetypes/ash-line-archer.yaml", &[], &["Dodges when shot at"]),
        ("strains/npcs/ysme.yaml", &[], &["disengages before she fights"]),
        ("action-score/archetypes/knife-for-hire.yaml", &[], &["the only risk"]),
        ("dice-pool/rules/06-melee.md", &["above that of the weapon or attack you use"], &["above yours"]),
        ("dice-pool/rules/01-welcome.md", &["the skill for ranged attacks"], &["two fighting skills"]),
        ("dice-pool/rules/08-magic.md", &["so you need neither"], &[]),
    ];
    for (path, says, not) in said {
        let told = text(path);
        says.iter().for_each(|part| assert!(told.contains(part), "{path} does not say: {part}"));
        not.iter().for_each(|part| assert!(!told.contains(part), "{path} says: {part}"));
    }
}

/// The scores that a chapter tells to be those of the people of the book.
#[test]
fn the_range_of_scores_of_read_twice_is_that_of_its_people() {
    let scores: BTreeSet<i64> =
        shipped("action-score").people().flat_map(|who| who.character.stats.values().copied()).collect();
    let (least, most) = (scores.first().expect("there are people"), scores.last().expect("there are people"));
    let told = text("action-score/rules/11-your-sheet.md");
    assert!(
        told.contains(&format!("The people in this book have scores from {least} to {most}, which are our choice")),
        "{least} to {most}"
    );
    assert!(text("action-score/creation.yaml").contains(&format!("scores run from {least} to {most}")));
}

/// Beside every pool of an attack, on sheets and handouts, stands what its card says of the dice: how many go out, and how many are
/// kept.
#[test]
fn pools_say_how_many_dice_go_out_and_how_many_are_kept() {
    let game = shipped("dice-pool");
    let mut with_dice_out = 0;
    for who in game.people() {
        let faces = FaceBuilder::new(game, Some(who));
        let sheet = faces.sheet().expect("the sheet can be made");
        let mut blocks: Vec<_> = sheet.front.into_iter().chain(sheet.back).collect();
        for layout in [Layout::Standard, Layout::Full] {
            blocks.extend(faces.handout(layout, View::Gm).expect("the handout can be made").blocks);
        }
        for block in blocks.iter().filter(|block| block.title == "Attacks") {
            let SheetContent::Rolls { rows, .. } = &block.content else { panic!("attacks are rolls") };
            for row in rows {
                let (pool, action) =
                    (&row.cells[0], game.entries.actions.iter().find(|card| card.head.name == row.name));
                let card = faces.card(action.expect("it is an action")).expect("the card can be made");
                let keep = card.facts.iter().find(|fact| fact.label == "Keep").expect("it says what to keep");
                assert_eq!(pool.after, plain_text(&keep.text), "{}: {}", who.id(), row.name);
                with_dice_out += usize::from(pool.after.contains("2 highest out; best"));
            }
        }
    }
    assert!(with_dice_out > 30, "{with_dice_out}");
    let blank = FaceBuilder::new(game, None).sheet().expect("the form can be made");
    for block in blank.front.iter().filter(|block| block.title == "Attacks") {
        let SheetContent::Rolls { rows, .. } = &block.content else { panic!("attacks are rolls") };
        assert!(rows.iter().all(|row| row.cells[0].after.is_empty()), "what is to be written in stands behind no box");
    }
}

/// Where no difficulty is stated, or none is used, the difficulty makes no cases.
#[test]
fn a_usual_input_on_which_nothing_depends_makes_one_case() {
    let cases = |rulings: &[(&str, &str)], stated: &str| {
        let game = game_under("treasure-hunters", rulings);
        let check = &game.rules.system().checks["self-check"];
        let fixed = [("stated".to_owned(), Argument::Symbol(stated.to_owned()))].into();
        let arguments = CheckArguments { fixed, varied: None }.or_usual(check).settled(check, &game.rules);
        assert!(arguments.missing(check).is_empty());
        arguments.cases().len()
    };
    assert_eq!(cases(&[], "stated"), 7);
    assert_eq!(cases(&[], "none"), 1);
    assert_eq!(cases(&[("self_check", "always_under")], "stated"), 1);
}

/// What is broken by somebody, warnings aside.
fn breaks(game: &Game, who: &Character) -> BTreeSet<String> {
    let found = violations(&Evaluator::new(&game.rules, who)).expect("legality can be computed");
    found.into_iter().filter(|broken| !broken.is_warning).map(|broken| broken.id).collect()
}

fn taken(id: &str, option: &str) -> Taken {
    Taken { id: id.to_owned(), option: Some(option.to_owned()) }
}

/// Two secondary skills under each of three primary ones, all of them learnt by `Skilled`.
const TAUGHT: [(&str, [&str; 2]); 3] = [
    ("melee-combat", ["bash", "disarm"]),
    ("endurance", ["stamina", "own-first"]),
    ("stealth", ["own-first", "own-second"]),
];

/// Ranks in these six secondary skills.
type SixRanks = [u32; 6];

/// All ranks that so many new skills and so many times three secondary skills can give: each new skill one rank under itself, each
/// time three different ones, and either may be left out.
fn reachable(new_skills: usize, threes: usize) -> BTreeSet<SixRanks> {
    // Which of the three primary skills are the new ones is nobody's business; the other new ones have no ranks here.
    let mut reached: BTreeSet<SixRanks> = [[0; 6]].into();
    for subset in 0..8_u32 {
        if subset.count_ones() as usize > new_skills {
            continue;
        }
        let mut these: BTreeSet<SixRanks> = [[0; 6]].into();
        for place in (0..3).filter(|place| subset & (1 << place) != 0) {
            let with = |ranks: &SixRanks| {
                [0, 1].map(|which| {
                    let mut ranks = *ranks;
                    ranks[2 * place + which] += 1;
                    ranks
                })
            };
            these = these.iter().flat_map(with).collect();
        }
        reached.extend(these);
    }
    for _ in 0..threes {
        let mut more = reached.clone();
        for ranks in &reached {
            for chosen in (0..64_u32).filter(|chosen| chosen.count_ones() <= 3) {
                let mut ranks = *ranks;
                (0..6).filter(|place| chosen & (1 << place) != 0).for_each(|place| ranks[place] += 1);
                more.insert(ranks);
            }
        }
        reached = more;
    }
    reached
}

#[test]
fn secondary_ranks_of_strains_are_legal_just_where_they_can_be_reached() {
    let game = shipped("strains");
    let base = &game.person("gurda").expect("she is shipped").character;
    let mut counted = [0, 0];
    for (new_skills, threes) in [(0, 1), (1, 0), (1, 1), (2, 0), (2, 1), (1, 2)] {
        let reached = reachable(new_skills, threes);
        let most = u32::try_from(threes).expect("few") + 1;
        let budget = u32::try_from(new_skills + 3 * threes).expect("few");
        let mut who = base.clone();
        who.inputs.insert("traits_allowed".to_owned(), 14);
        who.skills.clear();
        who.traits = vec![taken("skilled", "new-skill"); new_skills];
        who.traits.extend(vec![taken("skilled", "three-secondary-skills"); threes]);
        let all = (most + 2).pow(6);
        for number in 0..all {
            let ranks: SixRanks = std::array::from_fn(|place| {
                number / (most + 2).pow(u32::try_from(place).expect("six of them")) % (most + 2)
            });
            if ranks.iter().sum::<u32>() > budget {
                continue;
            }
            for (place, (skill, under)) in TAUGHT.iter().enumerate() {
                let secondary = [0, 1].map(|which| (under[which].to_owned(), ranks[2 * place + which]));
                let secondary = secondary.into_iter().filter(|(_, ranks)| *ranks > 0).collect();
                who.skills.insert((*skill).to_owned(), Ranks::WithSecondary { own: 1, secondary });
            }
            let broken = breaks(game, &who);
            let is_legal = !broken.iter().any(|id| id.starts_with("secondary-"));
            assert_eq!(
                is_legal,
                reached.contains(&ranks),
                "{new_skills} new, {threes} times three: {ranks:?}: {broken:?}"
            );
            counted[usize::from(is_legal)] += 1;
        }
    }
    assert!(counted[0] > 100 && counted[1] > 100, "{counted:?}");
}

#[test]
fn an_advance_does_not_waive_how_attributes_are_assigned() {
    let game = game_under("strains", &[("heroic_attribute", "plus_one_attribute")]);
    let mut who = game.person("gurda").expect("she is shipped").character.clone();
    who.inputs.insert("level".to_owned(), 10);
    who.traits.push(Taken { id: "heroic-attribute".to_owned(), option: None });
    who.advances = vec!["body".to_owned()];
    let broken = breaks(&game, &who);
    assert!(!broken.contains("attribute-trade") && !broken.contains("heroic-attributes"), "{broken:?}");
    for stat in ["body", "reflexes", "perception", "mind"] {
        who.stats.insert(stat.to_owned(), 1);
    }
    assert!(breaks(&game, &who).contains("attribute-trade"), "four at +1 are no trade");
}

/// A number that somebody has.
fn whole(evaluator: &Evaluator<'_>, name: &str) -> i64 {
    match evaluator.computed(name) {
        Ok(computed) => whole_number(&computed.value.to_string()),
        Err(error) => panic!("{name}: {error}"),
    }
}

fn whole_number(text: &str) -> i64 {
    text.replace('\u{2212}', "-").parse().unwrap_or_else(|_| panic!("`{text}` is no whole number"))
}

/// A natural 1 takes two ranks from the rest of the turn, from a weapon's Pwr and Crit as from an ability; never below 0.
#[test]
fn after_a_natural_1_actions_of_obol_lose_two_ranks() {
    let game = shipped("treasure-hunters");
    let (mut attacks, mut abilities) = (0, 0);
    for who in game.people() {
        let thrown = Character { conditions: vec!["off-balance".to_owned()], ..who.character.clone() };
        let (before, after) = (Evaluator::new(&game.rules, &who.character), Evaluator::new(&game.rules, &thrown));
        for (power, name) in [
            ("first_power", "basic_attack.damage"),
            ("first_power", "basic_attack.critical"),
            ("second_power", "second_weapon.damage"),
            ("second_power", "second_weapon.critical"),
            ("melee_power", "unarmed_attack.damage"),
            ("melee_power", "unarmed_attack.critical"),
        ] {
            let power = whole(&before, power);
            if power > 0 {
                let ranks = whole(&before, name) / power;
                assert_eq!(whole(&after, name), (ranks - 2).max(0) * power, "{}: {name}", who.id());
                attacks += 1;
            }
        }
        for ability in &who.character.built {
            let rank = |evaluator: &Evaluator<'_>| {
                let bill = bill(evaluator, ability).expect("it computes").expect("there are rules for abilities");
                bill.value("critical_rank").map(|rank| whole_number(&rank.value.to_string()))
            };
            let (had, left) = (rank(&before), rank(&after));
            assert_eq!(left, had.map(|rank| (rank - 2).max(0)), "{}: {}", who.id(), ability.id);
            abilities += usize::from(had.is_some());
        }
    }
    assert!(attacks > 30 && abilities > 10, "{attacks} attacks, {abilities} abilities");
}

/// A skill that stands above rank 4 is one skill, and breaks a rule of its own.
#[test]
fn a_skill_above_master_counts_as_one_skill_at_master() {
    let game = shipped("strains");
    let mut who = game.person("gurda").expect("she is shipped").character.clone();
    for (ranks, masters) in [(3, 0), (4, 1), (5, 1)] {
        who.skills.insert("discipline".to_owned(), Ranks::Plain(ranks));
        assert_eq!(whole(&Evaluator::new(&game.rules, &who), "masters"), masters, "rank {ranks}");
    }
}
