//! A rule is worded on a card, on a keyword, on a reference and in a chapter. All of them say the same, under every reading.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use makeready_faces::make::book;
use makeready_testing::{CONTENT, TRI_CORE};
use serde::Serialize;
use serde_json::Value as Json;

use crate::people::decided;

/// One ruling and its reading; the default reading of all without one.
type Reading = Option<(&'static str, &'static str)>;

/// The texts under the default readings, which most tests read.
static BY_DEFAULT: LazyLock<Texts> = LazyLock::new(|| Texts::under(None));

/// The text of each page and of each chapter, by id.
struct Texts(BTreeMap<String, String>);

impl Texts {
    fn under(reading: Reading) -> Self {
        let mut game = TRI_CORE.clone();
        game.rules = decided(reading.as_slice());
        let book = book(&game, &CONTENT).expect("all values compute");
        let mut texts: BTreeMap<String, String> = BTreeMap::new();
        let mut put = |id: &str, view: &dyn Fn() -> String| {
            let text = texts.entry(id.to_owned()).or_default();
            *text += &view();
        };
        for entry in &book.entries {
            let kind = serde_json::to_value(entry.kind).expect("a kind is a word");
            let id = format!("{}/{}", kind.as_str().expect("a kind is a word"), entry.id);
            put(&id, &|| plain(entry));
        }
        for chapter in &book.chapters {
            put(&chapter.slug, &|| plain(chapter));
        }
        Self(texts)
    }

    fn of(&self, place: &str) -> &str {
        self.0.get(place).unwrap_or_else(|| panic!("there is no page `{place}`: {:?}", self.0.keys()))
    }

    fn starting<'a>(&'a self, prefix: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        let all = self.0.iter().map(|(place, text)| (place.as_str(), text.as_str()));
        all.filter(move |(place, _)| place.starts_with(prefix))
    }
}

/// All text of a view, without marks.
fn plain(view: &impl Serialize) -> String {
    let mut text = String::new();
    push_text(&serde_json::to_value(view).expect("a view is data"), &mut text);
    text.replace("**", "").split_whitespace().collect::<Vec<_>>().join(" ")
}

fn push_text(view: &Json, text: &mut String) {
    match view {
        Json::String(words) => {
            text.push_str(words);
            text.push('\n');
        }
        Json::Array(all) => all.iter().for_each(|one| push_text(one, text)),
        Json::Object(fields) => match (fields.get("style"), fields.get("text").and_then(Json::as_str)) {
            // Runs of one paragraph.
            (Some(_), Some(words)) => text.push_str(words),
            _ => fields.values().for_each(|field| push_text(field, text)),
        },
        Json::Null | Json::Bool(_) | Json::Number(_) => {}
    }
}

/// A rule under one reading.
struct Rule {
    reading: Reading,
    /// Pages, and what each of them says.
    says: &'static [(&'static str, &'static str)],
    /// What no page of the book says.
    never: &'static [&'static str],
}

const RULES: &[Rule] = &[
    // A lone Riposte, and a Riposte in a Chain Duel.
    Rule {
        reading: None,
        says: &[
            ("reference/riposte-chain-duel", "The attacker may answer it like any Strike."),
            ("action/parry", "A Riposte may be answered like any Strike."),
            ("14-core-actions", "The attacker may block, dodge or parry it, like any Strike."),
            ("14-core-actions", "From then on it goes back and forth"),
        ],
        never: &["Only a Parry may answer a Riposte"],
    },
    // A charge that a heavy hit breaks off.
    Rule {
        reading: None,
        says: &[
            ("condition/shock", "goes off at once"),
            ("reference/shock", "goes off at once"),
            ("04-derived-stats", "goes off at once"),
            ("32-charge", "discharge at once"),
            ("keyword/charge-i", "discharge at once"),
        ],
        never: &["What you were charging is lost", "breaks off an ability that you are charging"],
    },
    // The tutorial and the ability that it builds.
    Rule {
        reading: None,
        says: &[
            ("ability/surge", "Impact"),
            ("ability/surge", "a staff"),
            ("ability/surge", "You can always fetch the breath back later."),
            ("26-building-abilities", "You can always fetch the breath back later."),
        ],
        never: &[],
    },
    // Backlash.
    Rule {
        reading: None,
        says: &[
            ("reference/keyword-prices-c", "half of the roll as Backlash"),
            ("32-charge", "lose half of the total"),
        ],
        never: &["half of those dice as Backlash"],
    },
    Rule {
        reading: Some(("charge_iv_backlash", "half_the_dice")),
        says: &[
            ("reference/keyword-prices-c", "half of those dice as Backlash"),
            ("32-charge", "Roll half as many dice"),
        ],
        never: &["half of the roll as Backlash"],
    },
    // How long Pain lasts.
    Rule {
        reading: None,
        says: &[
            ("keyword/affliction-xv", "1 more for each failed Resolve against Pain"),
            ("reference/afflictions", "1 more per failed Resolve against Pain"),
            ("27-affliction", "1 more for each Resolve that fails against Pain itself"),
        ],
        never: &["failed Resolve of any kind", "Each Resolve that fails, against whatever it may be"],
    },
    Rule {
        reading: Some(("pain_prolonged_by", "any_resolve")),
        says: &[
            ("keyword/affliction-xv", "1 more for each failed Resolve of any kind"),
            ("reference/afflictions", "1 more per failed Resolve of any kind"),
            ("27-affliction", "Each Resolve that fails, against whatever it may be"),
        ],
        never: &["failed Resolve against Pain"],
    },
    // Water that worsens Soak.
    Rule {
        reading: None,
        says: &[("keyword/affliction-iii", "wholly under water"), ("27-affliction", "Wading does not.")],
        never: &["stands in a river", "a ford makes Soak"],
    },
    // The middle of a burst.
    Rule {
        reading: None,
        says: &[
            ("keyword/range-v", "the origin itself is left out"),
            ("reference/area-shapes", "the origin is left out"),
            ("38-range", "It is not affected either."),
            ("42-number-tables", "the origin is not counted and not affected"),
        ],
        never: &["the origin is affected too", "the origin too, uncounted"],
    },
    Rule {
        reading: Some(("burst_center", "affected")),
        says: &[
            ("keyword/range-v", "the origin is affected too, but not counted"),
            ("reference/area-shapes", "the origin too, uncounted"),
            ("38-range", "It is still affected."),
            ("42-number-tables", "the origin is not counted, though it is affected"),
            ("37-kinesis", "her own square is in the burst"),
        ],
        never: &["the origin itself is left out", "the origin is left out", "is spared"],
    },
    // Squares of Travel beyond a place.
    Rule {
        reading: None,
        says: &[("keyword/travel-ii", "or 1 Medium fill a square"), ("40-travel", "another Medium character")],
        never: &["For anybody larger you buy"],
    },
    // Air that is used up.
    Rule {
        reading: None,
        says: &[
            ("keyword/kinesis-ii", "Where you drew on air, nobody can breathe until your next turn starts"),
            ("37-kinesis", "nothing to breathe until the start of your next turn"),
        ],
        never: &[],
    },
    // A Trade in a sub-action.
    Rule {
        reading: None,
        says: &[
            ("reference/trades", "The d12 goes to its own test or, without one, to the action it modifies."),
            ("23-trades", "the die goes to the test that the sub-action asks for"),
            ("action/blitz", "A Trade in Blitz adds a d12 to the Accuracy or skill roll."),
        ],
        never: &["A Trade in Blitz adds a die to the benefit."],
    },
    Rule {
        reading: Some(("trade_on_sub_actions", "its_dice")),
        says: &[
            ("reference/trades", "The d12 goes to the dice that the sub-action adds."),
            ("23-trades", "the die joins those that the sub-action adds"),
            ("action/blitz", "A Trade in Blitz adds a die to the benefit."),
        ],
        never: &["A Trade in Blitz adds a d12 to the Accuracy or skill roll."],
    },
    // Dice for a skill roll.
    Rule {
        reading: None,
        says: &[
            ("keyword/precision-i", "the roll of that skill"),
            ("keyword/precision-ii", "the roll of that skill"),
            ("keyword/precision-iii", "After your accuracy or skill roll"),
            ("16-skills", "brings dice for one roll"),
            ("35-empower-and-precision", "may be built for one of your"),
        ],
        never: &["no skill.", "No keyword adds dice to a single roll"],
    },
    Rule {
        reading: Some(("precision_on_skills", "core_actions_only")),
        says: &[
            ("16-skills", "No keyword adds dice to a single roll"),
            ("35-empower-and-precision", "the accuracy of Core Actions only, and no skill"),
        ],
        never: &["the roll of that skill", "After your accuracy or skill roll"],
    },
    // What a Block may do.
    Rule {
        reading: None,
        says: &[("14-core-actions", "No other Core Action is barred from anything")],
        never: &["may neither damage nor heal"],
    },
    Rule {
        reading: Some(("block_kinds", "block_only_shields")),
        says: &[("14-core-actions", "An ability used as a Block may neither damage nor heal.")],
        never: &["No other Core Action is barred"],
    },
    // Weights that are too much for Kinesis, and points for each die.
    Rule {
        reading: None,
        says: &[
            ("keyword/kinesis-i", "lb it always resists"),
            ("keyword/empower-iii", "once for each die that you roll for it"),
        ],
        never: &["lb no roll is needed; else it is moved"],
    },
    // What the book adds of its own is marked so.
    Rule {
        reading: None,
        says: &[
            ("38-range", "The rules do not say where in the cube its origin lies."),
            ("42-number-tables", "The choice is this book’s"),
            ("18-a-cycle-of-combat", "do not say whether their number and targets are"),
            ("31-boost-and-hinder", "In this book it is never Passive"),
            ("09-conditions-and-fatigue", "this book counts all its dice together"),
        ],
        never: &[],
    },
];

#[test]
fn all_places_that_word_a_rule_say_the_same() {
    let mut texts: BTreeMap<Reading, Texts> = BTreeMap::new();
    let mut wrong = Vec::new();
    for Rule { reading, says, never } in RULES {
        let texts = match reading {
            None => &*BY_DEFAULT,
            Some(_) => &*texts.entry(*reading).or_insert_with(|| Texts::under(*reading)),
        };
        for (place, words) in *says {
            if !texts.of(place).replace('\'', "\u{2019}").contains(words) {
                wrong.push(format!("{reading:?}: {place} does not say: {words}\n  {}", texts.of(place)));
            }
        }
        for words in *never {
            // A ruling lists all its readings, wherever it is shown.
            let saying = texts.0.iter().filter(|(place, text)| !place.starts_with("ruling/") && text.contains(words));
            wrong.extend(saying.map(|(place, _)| format!("{reading:?}: {place} says: {words}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Keywords that are resisted name what has to be reached.
#[test]
fn whoever_resists_a_keyword_is_told_against_what() {
    let texts = &BY_DEFAULT;
    let mut count = 0;
    for family in ["affliction", "cognition", "kinesis", "travel"] {
        for (place, text) in texts.starting(&format!("keyword/{family}-")) {
            if text.contains(" Resolve") {
                assert!(text.contains("Legerity"), "{place}: {text}");
                count += 1;
            }
        }
    }
    assert!(count >= 20, "only {count} keywords are resisted");
}

#[test]
fn offense_actions_that_harm_health_say_which_damage() {
    let texts = &BY_DEFAULT;
    for action in ["strike", "volley", "collide"] {
        let text = texts.of(&format!("action/{action}"));
        assert!(text.contains("as Physical or Energy damage"), "{text}");
    }
}

/// The chapter lists those sub-actions whose cards leave their effect to a ruling, and no text counts them.
#[test]
fn the_sub_actions_without_a_text_are_those_that_the_chapter_lists() {
    let (before, after) = (&BY_DEFAULT, Texts::under(Some(("undefined_sub_actions", "plus_two_dice"))));
    let is_sub_action = |id: &str| {
        let family =
            |action: &makeready_content::concept::card::CardEntry| action.family.as_ref().map(|f| f.value.clone());
        let of = TRI_CORE.entries.actions.iter().find(|action| action.head.id == id).and_then(family);
        of.as_deref() == Some("sub-action")
    };
    let all = before.starting("action/").filter_map(|(place, _)| place.strip_prefix("action/"));
    let sub_actions: BTreeSet<&str> = all.filter(|id| is_sub_action(id)).collect();
    let changes = |id: &&&str| before.of(&format!("action/{id}")) != after.of(&format!("action/{id}"));
    let open: BTreeSet<&str> = sub_actions.iter().filter(changes).copied().collect();
    let path = "tri-core/rules/19-sub-actions.md";
    let (_, chapter) = CONTENT.iter().find(|(_, file)| file.path == path).expect("there is a chapter on them");
    let list = chapter.text.split("## The others\n").nth(1).and_then(|rest| rest.split("\n```").next());
    let links = list.expect("it has a list of the others").split("[[action:").skip(1);
    let listed: BTreeSet<&str> = links.filter_map(|link| link.split([']', '|']).next()).collect();
    assert_eq!(listed, open);
    assert!(open.len() < sub_actions.len() && !open.is_empty(), "{open:?}");
    for count in ["other thirteen", "Fourteen of the eighteen", "Thirteen of the eighteen"] {
        assert!(before.0.values().all(|text| !text.contains(count)), "a count that nothing keeps true: {count}");
    }
}

/// Each sub-action says what a Trade in it brings, on its card or beside the figure that has it.
#[test]
fn every_sub_action_says_what_a_trade_in_it_brings() {
    let texts = &BY_DEFAULT;
    let mut count = 0;
    for action in &TRI_CORE.entries.actions {
        if action.family.as_ref().is_some_and(|family| family.value == "sub-action") {
            let text = texts.of(&format!("action/{}", action.head.id));
            assert!(text.contains("Trade"), "{}: {text}", action.head.id);
            count += 1;
        }
    }
    assert!(count >= 18, "only {count} sub-actions");
}
