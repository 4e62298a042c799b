//! The terms of a value add up to it: in the JSON of all sheets, recomputed by [`crate::amount`].

use std::collections::BTreeMap;
use std::sync::LazyLock;

use makeready_faces::make::{FaceBuilder, sheet_data};
use makeready_rules::character::{Character, Modifier};
use serde_json::Value as Json;

use crate::amount::{Amount, done_again, literal, sum};
use crate::people::{everybody, system};
use makeready_testing::TRI_CORE;

/// The sheet of each character and NPC, as JSON.
pub static SHEETS: LazyLock<BTreeMap<String, Json>> = LazyLock::new(|| {
    let sheet = |who| {
        let data =
            sheet_data(&FaceBuilder::new(&TRI_CORE, Some(who)), Vec::new()).expect("every value can be computed");
        serde_json::to_value(&data).expect("a sheet is JSON")
    };
    TRI_CORE.people().map(|who| (who.id().to_owned(), sheet(who))).collect()
});

#[test]
fn the_terms_of_every_value_of_everybody_add_up_to_it() {
    let mut tally = Tally::default();
    for who in everybody() {
        let values = &SHEETS[&who.id]["values"];
        let ids: Vec<&String> = values.as_object().expect("values are a mapping").keys().collect();
        let known = system().inputs.keys().chain(system().stats.keys()).chain(system().values.keys());
        assert!(ids.iter().copied().eq(known), "{}: every input, stat and value, in order", who.id);
        for id in ids {
            tally.check(who, id, values);
        }
    }
    println!("{tally:?}");
    assert!(tally.sums > 2000 && tally.redone > 3000 && tally.named > 1000 && tally.inputs > 400, "{tally:?}");
}

/// Counts of what was compared.
#[derive(Debug, Default)]
struct Tally {
    sums: usize,
    words: usize,
    redone: usize,
    named: usize,
    inputs: usize,
}

impl Tally {
    fn check(&mut self, who: &Character, id: &str, values: &Json) {
        let at = format!("{}: {id}", who.id);
        let value = &values[id];
        let terms = value["terms"].as_array().expect("terms are a list");
        assert_eq!(terms.is_empty(), system().inputs.contains_key(id), "{at} has {} terms", terms.len());
        assert!(value.get("unknown").is_none(), "{at} is unknown");
        let Some(amount) = Amount::of_json(&value["value"]) else {
            assert_eq!((terms.len(), &terms[0]["value"]), (1, &value["value"]), "{at}");
            self.words += 1;
            return;
        };
        assert_eq!(literal(value["text"].as_str().expect("text")), amount, "{at}: its text says something else");
        if terms.is_empty() {
            return;
        }
        let amounts: Vec<Amount> =
            terms.iter().map(|term| Amount::of_json(&term["value"]).expect("an amount")).collect();
        assert_eq!(sum(&amounts), amount, "{at} = {}: {terms:?}", value["text"]);
        self.sums += 1;
        for (term, amount) in terms.iter().zip(&amounts) {
            self.check_term(&at, id, term, amount, values);
        }
    }

    fn check_term(&mut self, at: &str, id: &str, term: &Json, amount: &Amount, values: &Json) {
        let text = term["text"].as_str().expect("text");
        let name = term["name"].as_str().expect("a name");
        // What an item or ability adds has its name in front, which may be any words at all.
        let bare = text.strip_prefix(name).and_then(|rest| rest.strip_prefix(' ')).unwrap_or(text);
        let (redone, result) = done_again(bare);
        assert_eq!(&redone, amount, "{at}: `{text}`");
        assert!(result.is_none_or(|result| result == *amount), "{at}: `{text}` has another result in its brackets");
        self.redone += 1;
        if let Some(named) = values.get(name).filter(|_| name != id).and_then(|named| Amount::of_json(&named["value"]))
        {
            // A term that is a name is that value, added or taken away.
            assert!(*amount == named || *amount == named.negative(), "{at}: {term}");
            self.named += 1;
        }
        for input in term.get("inputs").and_then(Json::as_array).into_iter().flatten() {
            let name = input["name"].as_str().expect("a name");
            if let Some(known) = values.get(name) {
                assert_eq!(input["value"], known["value"], "{at}: {term}");
                self.inputs += 1;
            }
        }
    }
}

#[test]
fn stats_are_creation_and_advances_and_what_is_worn() {
    for who in everybody() {
        let values = &SHEETS[&who.id]["values"];
        for (stat, creation) in &who.stats {
            let terms = values[stat]["terms"].as_array().expect("terms");
            assert_eq!(terms[0]["text"], format!("creation {creation}"), "{}: {stat}", who.id);
            let advances = terms.iter().filter(|term| term["name"] == "advance").collect::<Vec<_>>();
            assert_eq!(
                advances.len(),
                who.advances.iter().filter(|advance| *advance == stat).count(),
                "{}: {stat}",
                who.id
            );
            assert!(
                advances.iter().all(|term| term["value"] == values["advance_bonus"]["value"]),
                "{}: {stat}",
                who.id
            );
        }
        let items = who.items.iter().flat_map(|item| item.modifiers.iter().map(|modifier| (&item.name, modifier)));
        let abilities = who.abilities.iter().flat_map(|a| a.modifiers.iter().map(|modifier| (&a.name, modifier)));
        for (source, Modifier { to, add }) in items.chain(abilities) {
            let terms = values[to]["terms"].as_array().expect("terms");
            let found =
                terms.iter().find(|term| term["name"] == **source).unwrap_or_else(|| panic!("{}: {to}", who.id));
            assert_eq!(Amount::of_json(&found["value"]), Some(literal(&add.text)), "{}: {to} by {source}", who.id);
        }
    }
}

#[test]
fn what_is_held_rolls_its_own_dice() {
    let mut held = 0;
    for who in everybody() {
        for (action, value) in [("strike", "strike.effect"), ("volley", "volley.effect"), ("block", "block.effect")] {
            let first = &SHEETS[&who.id]["values"][value]["terms"][0];
            let dice = Amount::of_json(&first["value"]);
            match who.wielded(action).and_then(|item| item.fields.get("effect")) {
                Some(effect) => {
                    held += 1;
                    assert_eq!(dice, Some(literal(&effect.text)), "{}: {value}", who.id);
                    assert!(first.get("inputs").is_none(), "{}: bare hands have no part in {value}", who.id);
                }
                None => {
                    let bare = &SHEETS[&who.id]["values"]["ucb"]["value"];
                    assert_eq!(dice, Amount::of_json(bare), "{}: {value}", who.id);
                }
            }
        }
    }
    assert!(held >= 5, "only {held} devices are held");
}
