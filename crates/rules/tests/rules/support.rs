//! A small game for tests: it has one thing of every kind that a formula may name.

use std::collections::BTreeMap;

use makeready_rules::character::{Background, Character, Item, Ranks};
use makeready_rules::formula::Formula;
use makeready_rules::number::Number;
use makeready_rules::rules::Rules;
use makeready_rules::system::{
    ActionDef, ChoiceDef, InputDef, ItemFieldDef, ListDef, OptionDef, RulingDef, SkillDef, StatDef, System, ValueDef,
};
use makeready_rules::value::Type;

/// Reads a formula that is known to be good.
pub fn formula(text: &str) -> Formula {
    Formula::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A derived value.
pub fn value(text: &str) -> ValueDef {
    ValueDef {
        abbr: String::new(),
        name: "Value".to_owned(),
        unit: String::new(),
        rule: String::new(),
        formula: formula(text),
        may_be_fraction: true,
    }
}

/// The game. `luck` is a stat that its character has no value for.
pub fn system() -> System {
    let stat = |name: &str| (name.to_owned(), StatDef { abbr: name[..3].to_uppercase(), name: name.to_owned() });
    let words = |list: &[&str]| list.iter().map(|w| (*w).to_owned()).collect::<Vec<_>>();
    let entry = |id: &str| (id.to_owned(), id.to_owned());
    System {
        inputs: [(
            "level".to_owned(),
            InputDef {
                abbr: "LVL".to_owned(),
                name: "Level".to_owned(),
                min: 1,
                max: 20,
                default: None,
                is_optional: false,
            },
        )]
        .into(),
        stats: ["power", "grace", "luck"].map(stat).into(),
        choices: [(
            "tier".to_owned(),
            ChoiceDef {
                name: "Tier".to_owned(),
                options: [("hero".to_owned(), option("Hero", 8)), ("legend".to_owned(), option("Legend", 12))].into(),
            },
        )]
        .into(),
        values: [("body", "power + grace"), ("punch", "2d6 + body"), ("rank_word", "if(level > 5, 'high', 'low')")]
            .map(|(id, text)| (id.to_owned(), value(text)))
            .into(),
        rulings: [
            ("dice".to_owned(), RulingDef { options: words(&["big", "small"]) }),
            ("halves".to_owned(), RulingDef { options: words(&["down", "up", "kept"]) }),
        ]
        .into(),
        skills: [
            ("stealth".to_owned(), SkillDef { name: "Stealth".to_owned(), choose: vec![], secondary: vec![] }),
            (
                "instinct".to_owned(),
                SkillDef { name: "Instinct".to_owned(), choose: words(&["moves"]), secondary: vec![] },
            ),
        ]
        .into(),
        actions: [(
            "strike".to_owned(),
            ActionDef { name: "Strike".to_owned(), tags: words(&["melee"]), tags_without_item: Vec::new() },
        )]
        .into(),
        lists: [(
            "moves".to_owned(),
            ListDef { name: "Moves".to_owned(), entries: ["strike", "melee", "swords"].map(entry).into() },
        )]
        .into(),
        item_fields: [
            ("effect".to_owned(), item_field(Type::Dice, "Effect dice")),
            ("range".to_owned(), item_field(Type::Number, "Range")),
        ]
        .into(),
        ..System::default()
    }
}

pub fn item_field(kind: Type, name: &str) -> ItemFieldDef {
    ItemFieldDef { name: name.to_owned(), kind, is_open: false }
}

fn option(name: &str, die: i64) -> OptionDef {
    OptionDef {
        name: name.to_owned(),
        values: BTreeMap::from([("die".to_owned(), Number::whole(die))]),
        modifiers: vec![],
    }
}

/// The rules of the game, at their defaults.
pub fn rules() -> Rules {
    Rules::new(system())
}

/// A character of the game.
pub fn character() -> Character {
    Character {
        id: "ada".to_owned(),
        name: "Ada".to_owned(),
        inputs: BTreeMap::from([("level".to_owned(), 7)]),
        choices: BTreeMap::from([("tier".to_owned(), "hero".to_owned())]),
        stats: BTreeMap::from([("power".to_owned(), 5), ("grace".to_owned(), -3)]),
        backgrounds: vec![Background { name: "Duellist".to_owned(), covers: vec!["swords".to_owned()] }],
        skills: [
            ("stealth".to_owned(), Ranks::Plain(2)),
            ("instinct".to_owned(), Ranks::Chosen([("melee".to_owned(), 3)].into())),
        ]
        .into(),
        items: vec![Item {
            id: "sabre".to_owned(),
            name: "Sabre".to_owned(),
            weight: Number::whole(4),
            tags: vec!["swords".to_owned()],
            fields: BTreeMap::from([("effect".to_owned(), formula("3d12! + power"))]),
            wields: vec!["strike".to_owned()],
            modifiers: vec![],
        }],
        ..Character::default()
    }
}
