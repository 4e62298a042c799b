//! Forms of people: everything that their files may say can be filled in, changed and taken back, whatever is wrong with them.

use std::collections::BTreeSet;

use makeready_page::Desk;
use makeready_testing::CONTENT;
use serde_json::{Map, Value as Json, json};

use super::{as_it_is, asked, new_desk, opened};

/// What the form that is open says of somebody.
fn form_of(desk: &mut Desk, text: &str) -> Json {
    asked(desk, &json!({ "ask": "form", "who": { "text": text } }))
}

fn amended(desk: &mut Desk, text: &str, path: &Json, change: &Json) -> String {
    let answer = asked(desk, &json!({ "ask": "amend", "text": text, "path": path, "change": change }));
    answer["done"].as_str().unwrap_or_else(|| panic!("{path}: {change}: {answer}\n{text}")).to_owned()
}

/// Every section, with those that are within others.
fn sections(all: &Json) -> Vec<&Json> {
    let mut found = Vec::new();
    for section in list(all) {
        found.push(section);
        found.extend(sections(&section["parts"]));
        for held in list(&section["held"]) {
            found.extend(sections(&held["parts"]));
        }
    }
    found
}

fn list(of: &Json) -> &[Json] {
    of.as_array().map_or(&[], Vec::as_slice)
}

/// The paths of everything that a form can change, with `*` for the place of an item.
fn reachable(form: &Json) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let path = |steps: &Json| {
        let step = |step: &Json| step.as_str().map_or_else(|| "*".to_owned(), str::to_owned);
        list(steps).iter().map(step).collect::<Vec<_>>().join("/")
    };
    for section in sections(&form["done"]["sections"]) {
        for key in ["fields", "held", "offers", "own"] {
            found.extend(list(&section[key]).iter().map(|one| path(&one["path"])));
        }
        if let Some(chosen) = section.get("chosen") {
            found.insert(path(&chosen["path"]));
        }
    }
    found
}

/// The paths of all keys of a schema.
fn keys(schema: &Json, root: &Json, path: &str, found: &mut BTreeSet<String>) {
    if let Some(of) = schema["$ref"].as_str() {
        let name = of.rsplit('/').next().expect("a name");
        keys(&root["definitions"][name], root, path, found);
    }
    for kind in ["allOf", "anyOf"] {
        list(&schema[kind]).iter().for_each(|one| keys(one, root, path, found));
    }
    if let Some(properties) = schema["properties"].as_object() {
        for (key, of) in properties {
            let path = if path.is_empty() { key.clone() } else { format!("{path}/{key}") };
            keys(of, root, &path, found);
            found.insert(path);
        }
    }
    if let Some(items) = schema.get("items").filter(|items| items.is_object()) {
        keys(items, root, &format!("{path}/*"), found);
    }
}

#[test]
fn every_key_of_a_person_can_be_reached_in_the_form() {
    let schema = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../content/schema/characters.json"));
    let schema: Json = serde_json::from_str(&schema.expect("the schema")).expect("JSON");
    let mut wanted = BTreeSet::new();
    keys(&schema, &schema, "", &mut wanted);
    // Both are the same for everybody of the game that is open.
    wanted.retain(|path| !["format_version", "system"].contains(&path.as_str()));
    // Somebody who has one of everything.
    let text = "format_version: 1\nsystem: tri-core\nid: new-character\nname: Nobody\nadvances: [{ stat: power }]\n\
        backgrounds: [{ name: Miller }]\nlanguages: [{ name: Common }]\nskills: { instinct: { strike: 1 }, crafting: 1 }\n\
        art: { file: art/a.svg, alt: A }\n\
        items: [{ id: sack, name: Sack, art: { file: art/a.svg }, modifiers: [{ to: power, add: '1' }] }]\n\
        abilities: [{ name: Whistle, art: { file: art/a.svg }, modifiers: [{ to: [power], add: '1' }] }, { id: built, name: Built, keywords: [range-v], art: { file: art/a.svg }, description: It. }]\n\
        conditions: []\nnotes: { tactics: None. }\n";
    let mut desk = new_desk();
    opened(&mut desk, "tri-core", as_it_is);
    let form = form_of(&mut desk, text);
    let found = reachable(&form);
    // Ranks of a skill with secondary ones are in other games.
    let mut strains = new_desk();
    opened(&mut strains, "strains", as_it_is);
    let text = "system: strains\nskills: { melee-combat: { rank: 1, secondary: { disarm: 1 } } }\ntraits: [healthy]\n";
    let found: BTreeSet<String> = found.into_iter().chain(reachable(&form_of(&mut strains, text))).collect();
    let as_skill = |path: &str| path.replace("skills/melee-combat/", "skills/");
    let found: BTreeSet<String> = found.iter().map(|path| as_skill(path)).collect();
    let is_reached = |path: &String| found.iter().any(|one| one == path || one.starts_with(&format!("{path}/")));
    let missed: Vec<_> = wanted.iter().filter(|path| !is_reached(path)).collect();
    assert!(missed.is_empty(), "{missed:?}\n{found:#?}");
    assert!(wanted.len() > 60, "{}", wanted.len());
}

#[test]
fn a_game_without_keywords_asks_for_none() {
    let mut desk = new_desk();
    opened(&mut desk, "action-score", as_it_is);
    let text = "system: action-score\nid: nobody\nname: Nobody\n\
        abilities: [{ id: own, name: Own, keywords: [], description: It. }]\n";
    let form = form_of(&mut desk, text);
    let parts: Vec<_> = sections(&form["done"]["sections"]).iter().map(|section| &section["part"]).collect();
    assert!(parts.contains(&&json!("fields")) && !parts.contains(&&json!("keywords")), "{parts:?}");
}

/// What a field is changed to, and what writes it as it was.
fn changes(field: &Json, names: &Json) -> Option<(Json, Json)> {
    let value = field["value"].as_str();
    let number = |said: &str| said.parse::<i64>().map_or_else(|_| json!(said), |number| json!(number));
    let (other, write): (Json, fn(&str) -> Json) = match field["takes"].as_str().expect("a kind") {
        "number" => {
            let (min, max) = (field["min"].as_i64().expect("a limit"), field["max"].as_i64().expect("a limit"));
            let now = value.and_then(|value| value.parse::<i64>().ok());
            let other = now.map_or(min, |now| if now < max { now + 1 } else { now - 1 });
            (json!(other), |said| said.parse::<i64>().map_or_else(|_| json!(said), |number| json!(number)))
        }
        "options" => {
            let other = list(&field["options"]).iter().find(|one| one[0].as_str() != value)?;
            (number(other[0].as_str().expect("an id")), |said| {
                said.parse::<i64>().map_or_else(|_| json!(said), |number| json!(number))
            })
        }
        "names" => {
            let other =
                list(&names[field["names"].as_str().expect("a list")]).iter().find(|one| one[0].as_str() != value)?;
            (other[0].clone(), |said| json!(said))
        }
        "flag" => (json!(value != Some("true")), |said| json!(said == "true")),
        "decimal" => (json!(7.5), |said| said.parse::<f64>().map_or_else(|_| json!(said), |number| json!(number))),
        _ => (json!("something: \"else\" # with, all: [marks] "), |said| json!(said)),
    };
    let back = value.map_or_else(|| json!("remove"), |value| json!({ "set": write(value) }));
    Some((json!({ "set": other }), back))
}

/// What a file means: keys without an order, figures as they are read, and nothing where nothing stands.
fn meaning(text: &str) -> Json {
    fn plain(value: Json) -> Json {
        match value {
            Json::Object(entries) => {
                let all = entries.into_iter().map(|(key, value)| (key, plain(value)));
                Json::Object(all.filter(|(_, value)| !is_nothing(value)).collect::<Map<_, _>>())
            }
            Json::Array(items) => items.into_iter().map(plain).collect(),
            Json::Number(number) => json!(number.as_f64()),
            other => other,
        }
    }
    fn is_nothing(value: &Json) -> bool {
        value.is_null() || value.as_object().is_some_and(Map::is_empty) || value.as_array().is_some_and(Vec::is_empty)
    }
    plain(serde_yaml::from_str(text).expect("YAML"))
}

/// Changes every field of somebody, and each back again.
fn changed_and_changed_back(desk: &mut Desk, text: &str) -> usize {
    let form = form_of(desk, text);
    assert!(form["done"]["sheet"].is_object() && form["done"]["faults"].is_null(), "{form}");
    let (names, meant) = (&form["done"]["names"], meaning(text));
    let mut count = 0;
    for section in sections(&form["done"]["sections"]) {
        for field in list(&section["fields"]) {
            let path = &field["path"];
            let Some((other, back)) = changes(field, names) else { continue };
            let mut now = text.to_owned();
            // What has to be made first is taken back as a whole.
            let (back_at, back) = match field.get("before") {
                Some(before) => {
                    now = amended(desk, &now, &before[0], &json!({ "set": before[1] }));
                    let value = taken_from(text, &before[0]);
                    (&before[0], value.map_or_else(|| json!("remove"), |value| json!({ "set": value })))
                }
                None => (path, back),
            };
            now = amended(desk, &now, path, &other);
            assert_ne!(meaning(&now), meant, "{path} was changed\n{now}");
            let again = amended(desk, &now, back_at, &back);
            assert_eq!(meaning(&again), meant, "{path} is what it was\n{again}");
            count += 1;
        }
        for offer in list(&section["offers"]).iter().take(3) {
            if offer["is_item"] == json!(true) {
                count += put_in_and_taken_out(desk, text, &offer["path"], &offer["value"], &meant);
            }
        }
        for own in list(&section["own"]) {
            count += put_in_and_taken_out(desk, text, &own["path"], &own["value"], &meant);
        }
        if let Some(last) = list(&section["held"]).last() {
            let value = taken_from(text, &last["path"]).expect("it is there");
            let list = Json::Array(last["path"].as_array().expect("a path").split_last().expect("steps").1.to_vec());
            let without = amended(desk, text, &last["path"], &json!("remove"));
            assert_ne!(meaning(&without), meant, "{last}");
            // A single word that stands for a list has its key back, not a place in a list.
            let change = if last["path"].as_array().expect("a path").last().expect("a step").is_number() {
                "append"
            } else {
                "set"
            };
            let at = if change == "append" { &list } else { &last["path"] };
            assert_eq!(meaning(&amended(desk, &without, at, &json!({ change: value }))), meant, "{last}");
            count += 1;
        }
    }
    count
}

fn put_in_and_taken_out(desk: &mut Desk, text: &str, path: &Json, value: &Json, meant: &Json) -> usize {
    let more = amended(desk, text, path, &json!({ "append": value }));
    let length = taken_from(&more, path).and_then(|all| all.as_array().map(Vec::len)).expect("a list");
    let last: Vec<Json> = list(path).iter().cloned().chain([json!(length - 1)]).collect();
    assert_eq!(&meaning(&amended(desk, &more, &json!(last), &json!("remove"))), meant, "{path}: {value}");
    1
}

/// What stands at a path.
fn taken_from(text: &str, path: &Json) -> Option<Json> {
    let tree: Json = serde_yaml::from_str(text).expect("YAML");
    let mut at = &tree;
    for step in list(path) {
        at = match step.as_u64() {
            Some(place) => at.get(usize::try_from(place).expect("a place"))?,
            None => at.get(step.as_str().expect("a key"))?,
        };
    }
    Some(at.clone())
}

/// Opens a game: files of its people, and of somebody new.
fn own_people(desk: &mut Desk, system: &str) -> Vec<String> {
    let told = opened(desk, system, as_it_is);
    let ids: Vec<Json> = list(&told["done"]["people"]).iter().map(|who| who[0].clone()).collect();
    let mut all: Vec<String> = ids.iter().map(|id| written(desk, id.as_str().expect("an id"))).collect();
    let fresh = asked(desk, &json!({ "ask": "written", "kind": "fresh", "id": "Somebody" }));
    all.push(fresh["done"]["text"].as_str().expect("a text").to_owned());
    all
}

/// Files of people of the game that is open, as many as are asked for, made by chance.
fn made_people(desk: &mut Desk, seed: u32, count: u32) -> Vec<String> {
    let mut all = Vec::new();
    for from in (0..count).step_by(20) {
        let ask = json!({ "ask": "npcs", "count": 20.min(count - from), "seed": (seed + from).to_string() });
        let answer = asked(desk, &ask);
        all.extend(list(&answer["done"]["files"]).iter().map(|file| file.as_str().expect("a text").to_owned()));
    }
    all
}

#[test]
fn what_is_changed_in_a_form_can_be_changed_back() {
    for system in makeready_content::systems(&CONTENT) {
        let mut desk = new_desk();
        let mut all = own_people(&mut desk, &system);
        all.extend(made_people(&mut desk, 7, 2));
        let count: usize = all.iter().map(|text| changed_and_changed_back(&mut desk, text)).sum();
        assert!(count > 20 * all.len(), "{system}: {count} changes of {} people", all.len());
    }
}

/// Those of the games are changed by the test above. `MAKEREADY_PEOPLE` says how many people of each game are made by chance: 100 were
/// when this was written.
#[test]
#[ignore = "slow: changes every field of many people"]
fn what_is_changed_in_the_forms_of_many_can_be_changed_back() {
    let made = std::env::var("MAKEREADY_PEOPLE").map_or(6, |number| number.parse().expect("a number"));
    let (mut people, mut changes) = (0, 0);
    for system in makeready_content::systems(&CONTENT) {
        let mut desk = new_desk();
        opened(&mut desk, &system, as_it_is);
        let all = made_people(&mut desk, 4242, made);
        people += all.len();
        changes += all.iter().map(|text| changed_and_changed_back(&mut desk, text)).sum::<usize>();
    }
    println!("{changes} changes of {people} people");
    assert!(changes > 20 * people, "{changes} changes of {people} people");
}

/// The text of somebody of the game that is open.
fn written(desk: &mut Desk, id: &str) -> String {
    asked(desk, &json!({ "ask": "written", "id": id }))["done"]["text"].as_str().expect("a text").to_owned()
}

#[test]
fn a_word_of_ones_own_is_taken_where_any_word_will_do() {
    let mut desk = new_desk();
    opened(&mut desk, "treasure-hunters", as_it_is);
    let jessamy = written(&mut desk, "jessamy");
    let salted = form_of(&mut desk, &jessamy.replace("'dusk'", "'salt'"));
    assert_eq!(
        list(&salted["diagnostics"]).len(),
        list(&form_of(&mut desk, &jessamy)["diagnostics"]).len(),
        "{salted}"
    );
    let fields = || sections(&salted["done"]["sections"]).into_iter().flat_map(|section| list(&section["fields"]));
    let element = fields().find(|field| field["value"] == "'salt'").expect("an element");
    let words: Vec<_> = element["hint"].as_str().expect("a hint").split(", ").collect();
    assert!(words.contains(&"ember") && words.contains(&"dusk") && words.ends_with(&["…"]), "{words:?}");
    // No item has this one, so there is nothing to show.
    let attributes =
        fields().find(|field| field["path"].as_array().is_some_and(|path| path.contains(&json!("attributes"))));
    assert_eq!(attributes.expect("a field")["hint"].as_str().unwrap_or_default(), "");
    // A kind that the rules ask for is one of theirs.
    let odd = form_of(&mut desk, &jessamy.replacen("'Skill'", "'Cunning'", 1));
    assert!(list(&odd["diagnostics"]).iter().any(|one| one["code"] == "unknown-option"), "{odd}");
}

#[test]
fn dice_are_thrown_when_most_numbers_are_no_longer_alike() {
    let mut desk = new_desk();
    opened(&mut desk, "tri-core", as_it_is);
    let mut text = asked(&mut desk, &json!({ "ask": "written", "kind": "fresh", "id": "Nobody" }))["done"]["text"]
        .as_str()
        .expect("a text")
        .to_owned();
    let stats =
        ["power", "vitality", "endurance", "intelligence", "acuity", "finesse", "ardor", "morale", "attunement"];
    let mut alike = Vec::new();
    for (at, stat) in stats.iter().enumerate() {
        let form = form_of(&mut desk, &text);
        let todo = list(&form["done"]["todo"]).iter().find(|one| one["part"] == "stats").expect("stats").clone();
        alike.push(todo["is_alike"] == json!(true));
        text = amended(&mut desk, &text, &json!(["stats", stat]), &json!({ "set": 2 + at % 3 }));
    }
    assert_eq!(alike, [true, true, true, false, false, false, false, false, false]);
}

#[test]
fn a_form_stays_whole_whatever_is_wrong_with_somebody() {
    let mut desk = new_desk();
    opened(&mut desk, "tri-core", as_it_is);
    let kael = written(&mut desk, "kael");
    let whole = form_of(&mut desk, &kael);
    assert!(whole["done"]["sheet"].is_object() && !list(&whole["done"]["todo"]).is_empty(), "{whole}");
    let power = |form: &Json| {
        let all = sections(&form["done"]["sections"]).into_iter().flat_map(|section| list(&section["fields"]).to_vec());
        all.into_iter().find(|field| field["path"] == json!(["stats", "power"])).expect("a field")
    };
    assert!(power(&whole)["value"].is_string());
    let without = amended(&mut desk, &kael, &json!(["stats", "power"]), &json!("remove"));
    let form = form_of(&mut desk, &without);
    assert!(
        form["done"]["sheet"].is_null() && power(&form)["value"].is_null() && power(&form)["is_needed"] == json!(true)
    );
    assert!(list(&form["diagnostics"]).iter().any(|one| one["code"] == "missing-value"), "{form}");
    let worded = amended(&mut desk, &kael, &json!(["stats", "power"]), &json!({ "set": "much" }));
    assert_eq!(power(&form_of(&mut desk, &worded))["value"], "much");
    let broken = form_of(&mut desk, "id: [");
    assert!(broken["done"].is_null() && !list(&broken["diagnostics"]).is_empty(), "{broken}");
}
