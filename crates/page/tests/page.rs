//! Messages and answers.

#[path = "page/forms.rs"]
mod forms;

use std::collections::BTreeMap;

use makeready_content::picture::is_picture;
use makeready_content::{is_told_as_written, published};
use makeready_page::{Desk, Skills};
use makeready_page_press::PRINTS;
use makeready_testing::CONTENT;
use serde_json::{Value as Json, json};

fn message(ask: &Json, files: &[&[u8]]) -> Vec<u8> {
    let json = ask.to_string();
    let length = u32::try_from(json.len()).expect("short").to_le_bytes();
    [length.as_slice(), json.as_bytes(), &files.concat()].concat()
}

/// A desk with all skills.
fn new_desk() -> Desk {
    Desk::with(Skills::printing(PRINTS))
}

fn asked(desk: &mut Desk, ask: &Json) -> Json {
    parted(&desk.answer(&message(ask, &[]))).0
}

/// The JSON of an answer, and the files behind it.
fn parted(answer: &[u8]) -> (Json, Vec<u8>) {
    let (length, rest) = answer.split_first_chunk::<4>().expect("a length");
    let (json, files) = rest.split_at(u32::from_le_bytes(*length) as usize);
    (serde_json::from_slice(json).expect("JSON"), files.to_vec())
}

/// Opens a shipped game, with the texts that `edited` makes of its own.
fn opened(desk: &mut Desk, system: &str, edited: impl Fn(&str, &str) -> String) -> Json {
    opened_with(desk, system, |path, bytes| match std::str::from_utf8(bytes) {
        Ok(text) if CONTENT.bytes(path).is_none() => edited(path, text).into_bytes(),
        _ => bytes.to_vec(),
    })
}

/// The same with files of any kind.
fn opened_with(desk: &mut Desk, system: &str, edited: impl Fn(&str, &[u8]) -> Vec<u8>) -> Json {
    let within = |path: &str| path.starts_with(&format!("{system}/"));
    let files = CONTENT.iter().map(|(_, file)| file).filter(|file| within(&file.path));
    let files: Vec<(&str, Vec<u8>)> = files
        .map(|file| {
            let bytes = CONTENT.bytes(&file.path).map_or(file.text.as_bytes(), |bytes| &**bytes);
            (&*file.path, edited(&file.path, bytes))
        })
        .collect();
    let lengths: Vec<_> = files.iter().map(|(path, bytes)| (path, bytes.len())).collect();
    let bytes: Vec<&[u8]> = files.iter().map(|(_, bytes)| &**bytes).collect();
    parted(&desk.answer(&message(&json!({ "ask": "open", "system": system, "files": lengths }), &bytes))).0
}

/// Opens a shipped game as it is published, with the pictures that only prints show or without them.
fn opened_as_published(has_pictures: bool, desk: &mut Desk, system: &str) -> Json {
    let published = published(&CONTENT, system).expect("a sound game");
    let files = || CONTENT.within(system).map(|(_, file, path)| (file, path));
    let texts: Vec<_> = files().filter(|(_, path)| is_told_as_written(path)).map(|(file, _)| file).collect();
    let pictures: BTreeMap<&str, &[u8]> =
        CONTENT.all_bytes().filter(|(path, _)| is_picture(path)).map(|(path, bytes)| (path, &**bytes)).collect();
    let of_game = |path: &str| path.starts_with(&format!("{system}/"));
    let pictures: Vec<_> = pictures.into_iter().filter(|(path, _)| of_game(path)).collect();
    let ask = json!({
        "ask": "open", "system": system, "is_sound": true, "published": published.len(),
        "files": texts.iter().map(|file| (&file.path, file.text.len())).collect::<Vec<_>>(),
        "pictures": pictures.iter().map(|(path, bytes)| (path, bytes.len())).collect::<Vec<_>>(),
    });
    let texts = texts.iter().map(|file| file.text.as_bytes());
    let pictures = pictures.iter().map(|(_, bytes)| *bytes).filter(|_| has_pictures);
    let behind: Vec<&[u8]> = texts.chain([&*published]).chain(pictures).collect();
    parted(&desk.answer(&message(&ask, &behind))).0
}

fn as_it_is(_: &str, text: &str) -> String {
    text.to_owned()
}

#[test]
fn a_game_says_what_can_be_asked_of_it() {
    let mut desk = new_desk();
    let answer = opened(&mut desk, "tri-core", as_it_is);
    let done = &answer["done"];
    assert_eq!(done["system"], "tri-core", "{answer}");
    for kind in ["people", "abilities", "checks", "procedures"] {
        assert!(!done[kind].as_array().expect("a list").is_empty(), "{kind}");
    }
    // What a form says can be put in can be: each check, with the first option or the least number where there is no default.
    for check in done["checks"].as_array().expect("a list") {
        let given: Vec<String> = check["fields"]
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(|field| {
                let value = match field["takes"].as_str().expect("a kind") {
                    _ if field.get("default").is_some() => return None,
                    "number" => field["min"].to_string(),
                    "options" => field["options"][0][0].as_str().expect("an id").to_owned(),
                    _ => "words".to_owned(),
                };
                Some(format!("{}={value}", field["id"].as_str().expect("an id")))
            })
            .collect();
        let odds = json!({ "ask": "odds", "check": check["id"], "given": given, "who": { "id": "kael" } });
        let answer = asked(&mut desk, &odds);
        assert!(answer.get("done").is_some(), "{check}\n{answer}");
    }
}

#[test]
fn every_shipped_game_opens() {
    for system in makeready_content::systems(&CONTENT) {
        let answer = opened(&mut new_desk(), &system, as_it_is);
        assert_eq!(answer["done"]["system"], system.as_str(), "{answer}");
        assert!(answer.get("diagnostics").is_none(), "{answer}");
    }
}

#[test]
fn only_a_desk_that_prints_finds_what_prints_would_fail_at() {
    const DUST: &[u8] = br#"<svg xmlns="http://www.w3.org/2000/svg" width="72" height="72"><path stroke="red" stroke-dasharray="0.00001" d="M0 0h72"/></svg>"#;
    let told = |skills| {
        let edited =
            |path: &str, bytes: &[u8]| if path == "tri-core/art/ansgar.svg" { DUST.to_vec() } else { bytes.to_vec() };
        opened_with(&mut Desk::with(skills), "tri-core", edited)
    };
    let printing = told(Skills::printing(PRINTS));
    assert!(printing["diagnostics"].to_string().contains("more dashes than can be seen"));
    let reading = told(Skills::READS);
    assert_eq!(reading["done"]["system"], "tri-core");
    assert_eq!(reading.get("diagnostics"), None);
    let none = told(Skills::NONE);
    assert!(none["refused"].to_string().contains("reads no files"), "{none}");
}

#[test]
fn a_game_that_was_published_says_the_same() {
    for system in makeready_content::systems(&CONTENT) {
        let (mut whole, mut published) = (new_desk(), new_desk());
        let answer = opened(&mut whole, &system, as_it_is);
        assert_eq!(opened_as_published(false, &mut published, &system), answer, "{system}");
        let done = &answer["done"];
        let alike = |whole: &mut Desk, published: &mut Desk, ask: Json| {
            let (expected, found) = (asked(whole, &ask), asked(published, &ask));
            assert_eq!(found, expected, "{system}: {ask}");
        };
        for who in done["people"].as_array().expect("a list") {
            for what in ["sheet", "form", "deck", "cards", "written"] {
                let id = &who[0];
                let ask = json!({ "ask": what, "who": { "id": id } });
                let ask = if what == "written" { json!({ "ask": what, "id": id }) } else { ask };
                alike(&mut whole, &mut published, ask);
            }
        }
        alike(&mut whole, &mut published, json!({ "ask": "cards" }));
        for ability in done["abilities"].as_array().expect("a list") {
            alike(&mut whole, &mut published, json!({ "ask": "cost", "ability": ability[0] }));
            alike(&mut whole, &mut published, json!({ "ask": "built", "ability": ability[0] }));
        }
        if !done["npcs"].is_null() {
            alike(&mut whole, &mut published, json!({ "ask": "npcs", "count": 5, "seed": "7" }));
        }
        for ruling in done["rulings"].as_array().expect("a list").iter().step_by(20) {
            let decided = json!({ "ask": "decide", "rulings": [[ruling["id"], ruling["readings"][1][0]]] });
            alike(&mut whole, &mut published, decided);
        }
        alike(&mut whole, &mut published, json!({ "ask": "decide", "rulings": [] }));
    }
}

#[test]
fn abilities_of_a_game_that_was_published_are_edited_and_nothing_else() {
    let (mut whole, mut published) = (new_desk(), new_desk());
    opened(&mut whole, "tri-core", as_it_is);
    opened_as_published(false, &mut published, "tri-core");
    let path = "tri-core/abilities/adders-advice.yaml";
    let text = text_of(path);
    let new = text.replace("id: adders-advice", "id: aaa");
    let edits: [&[(&str, &str)]; 7] = [
        &[(path, &text.replace("keywords:\n", "keywords:\n  - range-i: { squares: 6 }\n"))],
        &[(path, &text.replace("affliction-xiii", "affliction-xiiii"))],
        &[(path, "keywords: [")],
        &[(path, "")],
        &[(path, &text)],
        &[("tri-core/abilities/aaa.yaml", &new), ("tri-core/abilities/zzz.yaml", &new.replace("aaa", "zzz"))],
        &[("tri-core/abilities/aaa.yaml", &text)],
    ];
    for edit in edits {
        assert_eq!(edited(&mut published, edit), edited(&mut whole, edit), "{edit:?}");
        for ability in ["adders-advice", "aaa", "zzz"] {
            let cost = json!({ "ask": "cost", "ability": ability });
            assert_eq!(asked(&mut published, &cost), asked(&mut whole, &cost), "{ability}");
        }
    }
    let gone = json!({ "ask": "edit", "removed": ["tri-core/abilities/aaa.yaml", "tri-core/abilities/zzz.yaml"] });
    assert_eq!(asked(&mut published, &gone), asked(&mut whole, &gone));

    for path in ["tri-core/system.yaml", "tri-core/rules/01-core.md", "campaign.yaml", "tri-core/abilities/a.md"] {
        let refused = edited(&mut published, &[(path, "")]);
        assert!(refused["refused"][0].as_str().expect("a fault").contains(path), "{refused}");
    }
    let cost = json!({ "ask": "cost", "ability": "adders-advice" });
    assert_eq!(asked(&mut published, &cost), asked(&mut whole, &cost), "what was open stays");
}

#[test]
fn bytes_that_were_published_otherwise_open_nothing() {
    let whole = published(&CONTENT, "dice-pool").expect("a sound game");
    let (half, more) = (&whole[..whole.len() / 2], [&whole[..], b"x"].concat());
    for bytes in [&b""[..], b"x", &[0xff; 100], half, &more] {
        let ask = json!({ "ask": "open", "system": "dice-pool", "files": [], "published": bytes.len() });
        let answer = parted(&new_desk().answer(&message(&ask, &[bytes]))).0;
        assert!(answer["refused"][0].as_str().expect("a fault").contains("another version"), "{answer}");
    }
}

#[test]
fn pictures_are_printed_of_a_game_that_was_published_with_them() {
    let print = |opened: &dyn Fn(&mut Desk)| {
        let mut desk = new_desk();
        opened(&mut desk);
        let card = json!({ "ask": "picture", "ability": "already-elsewhere", "dpi": 72 });
        parted(&desk.answer(&message(&card, &[]))).1
    };
    let whole = print(&|desk: &mut Desk| drop(opened(desk, "tri-core", as_it_is)));
    assert!(whole.starts_with(b"\x89PNG"));
    assert_eq!(print(&|desk: &mut Desk| drop(opened_as_published(true, desk, "tri-core"))), whole);
}

#[test]
fn what_does_not_fit_is_refused_with_every_fault() {
    let mut desk = new_desk();
    let nothing = asked(&mut desk, &json!({ "ask": "odds", "check": "x" }));
    assert_eq!(nothing["refused"], json!(["no game is open"]));
    opened(&mut desk, "tri-core", as_it_is);
    let unknown = asked(&mut desk, &json!({ "ask": "odds", "check": "strikes" }));
    assert!(unknown["refused"][0].as_str().expect("text").starts_with("there is no check `strikes`"), "{unknown}");
    let nobody = asked(&mut desk, &json!({ "ask": "sheet", "who": { "id": "nobody" } }));
    assert_eq!(nobody["refused"], json!(["there is no character `nobody`"]));
    let seed = asked(&mut desk, &json!({ "ask": "npcs", "count": 1, "seed": "-1" }));
    assert_eq!(seed["refused"], json!(["a seed is a whole number of 64 bits, and `-1` is none"]));
    let many = asked(&mut desk, &json!({ "ask": "npcs", "count": 2001, "seed": "1" }));
    assert!(many["refused"][0].as_str().expect("text").contains("from 1 to 2000"), "{many}");
    let wrong = asked(&mut desk, &json!({ "ask": "everything" }));
    assert!(wrong["refused"][0].as_str().expect("text").starts_with("this cannot be asked: "), "{wrong}");
}

#[test]
fn a_game_with_errors_is_not_opened_and_says_where_they_are() {
    let mut desk = new_desk();
    opened(&mut desk, "dice-pool", as_it_is);
    let broken = |path: &str, text: &str| match path {
        "tri-core/system.yaml" => text.replacen("inputs:", "inputz:", 1),
        _ => text.to_owned(),
    };
    let answer = opened(&mut desk, "tri-core", broken);
    assert!(answer.get("done").is_none());
    let found = answer["diagnostics"].as_array().expect("a list");
    let is_it = |one: &&Json| one["file"] == "tri-core/system.yaml" && one["help"].to_string().contains("inputs");
    let fault = found.iter().find(is_it).unwrap_or_else(|| panic!("{answer}"));
    assert!(fault["line"].as_u64().is_some_and(|line| line > 1), "{fault}");
    // Nor is the game answered for that was open before: a page shows one.
    let after = asked(&mut desk, &json!({ "ask": "odds", "check": "strike" }));
    assert_eq!(after["refused"], json!(["no game is open"]));
}

#[test]
fn a_character_from_outside_is_read_like_one_of_the_game() {
    let mut desk = new_desk();
    opened(&mut desk, "tri-core", as_it_is);
    let file = CONTENT.find("tri-core/characters/kael.yaml").expect("a character");
    let text = &CONTENT.file(file).text;
    let one = asked(&mut desk, &json!({ "ask": "sheet", "who": { "id": "kael" } }));
    let other = asked(&mut desk, &json!({ "ask": "sheet", "who": { "text": text } }));
    assert!(one.get("done").is_some(), "{one}");
    assert_eq!(one["done"]["values"], other["done"]["values"]);
    let wrong = text.replacen("name:", "nmae:", 1);
    let faulty = asked(&mut desk, &json!({ "ask": "sheet", "who": { "text": wrong } }));
    assert!(faulty.get("done").is_none());
    assert!(faulty["diagnostics"][0]["line"].is_u64(), "{faulty}");
}

#[test]
fn no_message_harms_the_desk() {
    let mut desk = new_desk();
    let whole = message(&json!({ "ask": "open", "system": "x", "files": [["x/a.svg", 3]] }), &[b"abc"]);
    for length in 0..whole.len() {
        let (answer, _) = parted(&desk.answer(&whole[..length]));
        assert!(answer["refused"].is_array(), "{answer}");
    }
    for wrong in [[whole.as_slice(), b"d"].concat(), vec![255; 64], b"\xff\xff\xff\xff{}".to_vec()] {
        let (answer, _) = parted(&desk.answer(&wrong));
        assert!(answer["refused"].is_array(), "{answer}");
    }
    let twice = message(&json!({ "ask": "open", "system": "x", "files": [["a", 0], ["a", 0]] }), &[]);
    let (answer, _) = parted(&desk.answer(&twice));
    assert_eq!(answer["refused"], json!(["`a` is there twice"]));
}

#[test]
fn files_are_taken_within_the_limits_of_content() {
    let mut desk = new_desk();
    let system = |bytes: Vec<u8>| {
        let ask = json!({ "ask": "open", "system": "x", "files": [["x/system.yaml", bytes.len()]] });
        message(&ask, &[&bytes])
    };
    let mut found = |message: Vec<u8>| {
        let (answer, _) = parted(&desk.answer(&message));
        assert!(answer.get("done").is_none(), "{answer}");
        answer["diagnostics"][0]["code"].as_str().expect("a code").to_owned()
    };
    assert_eq!(found(system(vec![b'#'; makeready_content::limits::LARGEST_FILE + 1])), "too-large");
    assert_eq!(found(system(b"format_version: 1\nname: \xff".to_vec())), "not-utf-8");
    let many = makeready_content::limits::MOST_FILES + 1;
    let files: Vec<(String, usize)> = (0..many).map(|number| (format!("x/{number}.yaml"), 0)).collect();
    assert_eq!(found(message(&json!({ "ask": "open", "system": "x", "files": files }), &[])), "too-many-files");
    // What is no file of content is passed over, as in a folder.
    let ask = json!({ "ask": "open", "system": "x", "files": [["x/notes.txt", 2]] });
    let (answer, _) = parted(&desk.answer(&message(&ask, &[b"\xff\xff"])));
    assert!(!answer.to_string().contains("notes.txt"), "{answer}");
}

/// Edits files of the game that is open.
fn edited(desk: &mut Desk, files: &[(&str, &str)]) -> Json {
    let lengths: Vec<(&str, usize)> = files.iter().map(|(path, text)| (*path, text.len())).collect();
    let texts: Vec<&[u8]> = files.iter().map(|(_, text)| text.as_bytes()).collect();
    parted(&desk.answer(&message(&json!({ "ask": "edit", "files": lengths }), &texts))).0
}

/// The text of a file of a shipped game.
fn text_of(path: &str) -> String {
    CONTENT.iter().find(|(_, file)| file.path == path).expect("a file").1.text.clone()
}

#[test]
fn an_ability_that_is_edited_costs_what_it_costs_then_and_one_with_a_fault_is_set_aside() {
    let mut desk = new_desk();
    let before = opened(&mut desk, "tri-core", as_it_is);
    let path = "tri-core/abilities/adders-advice.yaml";
    let written = asked(&mut desk, &json!({ "ask": "written", "kind": "ability", "id": "adders-advice" }));
    let text = text_of(path);
    assert_eq!((&written["done"]["path"], &written["done"]["text"]), (&path.into(), &text.as_str().into()));
    let cost = json!({ "ask": "cost", "ability": "adders-advice" });
    let first = asked(&mut desk, &cost)["done"]["spent"]["value"].as_i64().expect("a number");

    let dearer = text.replace("keywords:\n", "keywords:\n  - range-i: { squares: 6 }\n");
    assert_eq!(edited(&mut desk, &[(path, &dearer)])["done"]["abilities"], before["done"]["abilities"]);
    assert!(asked(&mut desk, &cost)["done"]["spent"]["value"].as_i64().expect("a number") > first);
    let built = asked(&mut desk, &json!({ "ask": "built", "ability": "adders-advice" }));
    assert_eq!(built["done"]["keywords"][0], json!(["range-i", [["squares", "6"]]]), "{built}");

    let wrong = text.replace("affliction-xiii", "affliction-xiiii");
    let answer = edited(&mut desk, &[(path, &wrong)]);
    let fault = &answer["diagnostics"][0];
    assert_eq!((&fault["file"], &fault["code"]), (&path.into(), &"unknown-keyword".into()), "{answer}");
    assert!(asked(&mut desk, &cost)["refused"][0].as_str().expect("a fault").contains("no ability `adders-advice`"));

    assert!(edited(&mut desk, &[(path, &text)])["diagnostics"].is_null());
    assert_eq!(asked(&mut desk, &cost)["done"]["spent"]["value"], first);
}

#[test]
fn an_edit_that_breaks_the_game_leaves_what_was_open() {
    let mut desk = new_desk();
    opened(&mut desk, "dice-pool", as_it_is);
    let sheet = |desk: &mut Desk| {
        let opened = asked(desk, &json!({ "ask": "deck" }));
        opened["done"].as_array().expect("cards").len()
    };
    let cards = sheet(&mut desk);
    let answer = edited(&mut desk, &[("dice-pool/system.yaml", "format_version: 1\nnonsense: true\n")]);
    assert!(answer["done"].is_null() && !answer["diagnostics"].as_array().expect("faults").is_empty());
    assert_eq!(sheet(&mut desk), cards);
    assert!(edited(&mut desk, &[("dice-pool/system.yaml", &text_of("dice-pool/system.yaml"))])["done"].is_object());
}

#[test]
fn a_decision_changes_numbers_and_is_taken_back() {
    let mut desk = new_desk();
    let answer = opened(&mut desk, "tri-core", as_it_is);
    let rules = answer["done"]["rules"].clone();
    let mut has_changed = false;
    for ruling in answer["done"]["rulings"].as_array().expect("a list") {
        let other = ruling["readings"].as_array().expect("a list").iter().map(|one| &one[0]);
        let other = other.into_iter().find(|one| **one != ruling["chosen"]).expect("another reading");
        let decided = asked(&mut desk, &json!({ "ask": "decide", "rulings": [[ruling["id"], other]] }));
        assert_ne!(decided["done"]["rules"], rules, "{decided}");
        has_changed = !decided["done"]["changes"].as_array().expect("a list").is_empty();
        if has_changed {
            break;
        }
    }
    assert!(has_changed, "some of them change numbers");
    let back = asked(&mut desk, &json!({ "ask": "decide", "rulings": [] }));
    assert_eq!((&back["done"]["rules"], &back["done"]["changes"]), (&rules, &json!([])));

    let unknown = asked(&mut desk, &json!({ "ask": "decide", "rulings": [["nosuch", "x"]] }));
    assert_eq!(unknown["refused"], json!(["there is no ruling `nosuch`"]));
}

#[test]
fn a_campaign_that_is_saved_keeps_what_else_it_said() {
    let mut desk = new_desk();
    opened(&mut desk, "tri-core", as_it_is);
    let decided = |desk: &mut Desk, reading: &str| {
        asked(desk, &json!({ "ask": "decide", "rulings": [["heavy_bonus_dice", reading]] }));
        let answer = asked(desk, &json!({ "ask": "campaign" }));
        answer["done"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
    };
    assert_eq!(
        decided(&mut desk, "two"),
        "format_version: 1\nrulings: { tri-core: { heavy_bonus_dice: two } }\n",
        "where there is no campaign, one is begun"
    );

    // As it lies in content: with comments, a paper and a size of cards, and no reading yet.
    let none = text_of("campaign.yaml");
    edited(&mut desk, &[("campaign.yaml", &none)]);
    let one = decided(&mut desk, "two");
    let said = |line: &&str| !line.starts_with("rulings:") && !line.contains("heavy_bonus_dice");
    assert!(none.lines().filter(said).all(|line| one.lines().any(|now| now == line)), "{one}");
    edited(&mut desk, &[("campaign.yaml", &one)]);
    asked(&mut desk, &json!({ "ask": "decide", "rulings": [] }));
    assert_eq!(asked(&mut desk, &json!({ "ask": "campaign" }))["done"], one.as_str());

    // With the readings of another game, and of one that its owner decided as the default has it.
    let several = "format_version: 1\nrulings:\n  strains: { a: b }\n  tri-core:\n    heavy_bonus_dice: two # as we like it\npaper: letter\n";
    edited(&mut desk, &[("campaign.yaml", several)]);
    assert_eq!(decided(&mut desk, "two"), several);
    let default = asked(&mut desk, &json!({ "ask": "decide", "rulings": [] }))["done"]["rulings"].clone();
    let ruling = default.as_array().expect("a list").iter().find(|one| one["id"] == "heavy_bonus_dice").expect("it");
    let back = decided(&mut desk, ruling["readings"][0][0].as_str().expect("an id"));
    assert!(!back.contains("two") && back.contains("strains: { a: b }") && back.contains("paper: letter"), "{back}");

    // What only its author can change is refused when it is to be written; the decision holds.
    edited(&mut desk, &[("campaign.yaml", "format_version: 1\nrulings: { strains: &one {}, tri-core: *one }\n")]);
    let decision = asked(&mut desk, &json!({ "ask": "decide", "rulings": [["heavy_bonus_dice", "two"]] }));
    assert!(decision["done"]["changes"].is_array(), "{decision}");
    let written = asked(&mut desk, &json!({ "ask": "campaign" }));
    assert!(written.get("done").is_none() && written["refused"][0].is_string(), "{written}");
}

#[test]
fn what_is_printed_stands_behind_the_answer_and_what_cannot_be_is_refused() {
    let mut desk = new_desk();
    let answer = opened(&mut desk, "dice-pool", as_it_is);
    let who = answer["done"]["people"][0][0].as_str().expect("an id").to_owned();
    let how = json!({ "paper": "letter", "saves_ink": true });
    let mut print = |what: Json, how: &Json| {
        let answer = desk.answer(&message(&json!({ "ask": "print", "what": what, "how": how }), &[]));
        parted(&answer)
    };
    let (told, pdf) = print(json!({ "sheet": { "who": { "id": who } } }), &how);
    assert_eq!(told["done"]["name"], format!("sheet-{who}.pdf"), "{told}");
    assert!(pdf.starts_with(b"%PDF-") && makeready_jobs::seal::is_intact(&pdf));
    assert_eq!(print(json!({ "sheet": { "who": { "id": who } } }), &how).1, pdf, "the same bytes");

    let (told, pdf) = print(json!({ "sheet": {} }), &json!({ "paper": "napkin" }));
    assert!(told["refused"][0].as_str().expect("a fault").contains("no paper `napkin`"), "{told}");
    assert!(pdf.is_empty());
    let list = "format_version: 1\nsystem: dice-pool\ncards:\n  - only: [nosuch]\n";
    let (told, _) = print(json!({ "deck": { "list": list, "name": "table" } }), &json!({}));
    assert_eq!((&told["diagnostics"][0]["line"], &told["diagnostics"][0]["file"]), (&4.into(), &"table.yaml".into()));

    let picture = desk.answer(&message(&json!({ "ask": "picture", "card": "nosuch", "dpi": 100 }), &[]));
    assert!(parted(&picture).0["refused"][0].as_str().expect("a fault").contains("no card matches nosuch"));
    let cards = asked(&mut desk, &json!({ "ask": "deck" }));
    let card = &cards["done"][0]["id"];
    let (told, png) = parted(&desk.answer(&message(&json!({ "ask": "picture", "card": card, "dpi": 100 }), &[])));
    assert!(png.starts_with(b"\x89PNG"), "{told}");
    assert_eq!(told["done"]["lengths"], json!([png.len()]));
}

#[test]
fn a_deck_for_tabletop_simulator_has_every_card_in_its_pictures() {
    let mut desk = new_desk();
    opened(&mut desk, "tri-core", as_it_is);
    let list = "format_version: 1\nsystem: tri-core\ncards:\n  - only: [strike]\n    whose: kael\n    copies: 3\n  - only: [volley]\n    whose: kael\n    back: none\n";
    let ask = json!({ "ask": "tabletop", "list": list, "name": "table", "address": "https://example.org/a" });
    let (told, bytes) = parted(&desk.answer(&message(&ask, &[])));
    let files = told["done"]["files"].as_array().unwrap_or_else(|| panic!("{told}"));
    let mut from = 0;
    let mut file = |length: &Json| {
        let length = length.as_u64().and_then(|length| usize::try_from(length).ok()).expect("a length");
        from += length;
        &bytes[from - length..from]
    };
    let files: Vec<(&str, &[u8])> = files.iter().map(|one| (one[0].as_str().expect("a path"), file(&one[1]))).collect();
    let of = |path: &str| files.iter().find(|(one, _)| *one == path).unwrap_or_else(|| panic!("no {path}")).1;
    let object: Json = serde_json::from_slice(of("Saves/Saved Objects/tri-core-table.json")).expect("JSON");
    let deck = &object["ObjectStates"][0];
    // A picture for each back: cards of one picture share theirs.
    assert_eq!((&deck["Name"], &deck["DeckIDs"]), (&"Deck".into(), &json!([100, 100, 100, 200])));
    let cards = deck["ContainedObjects"].as_array().expect("cards");
    let names: Vec<&Json> = cards.iter().map(|card| &card["Nickname"]).collect();
    assert_eq!(names, ["Strike", "Strike", "Strike", "Volley"]);
    assert!(cards.iter().all(|card| card["Description"].as_str().is_some_and(|said| said.lines().count() > 2)));
    for grid in ["1", "2"] {
        let grid = &deck["CustomDeck"][grid];
        for url in ["FaceURL", "BackURL"] {
            let name =
                grid[url].as_str().and_then(|url| url.strip_prefix("https://example.org/a/")).expect("an address");
            assert!(of(&format!("Mods/Images/{name}")).starts_with(b"\x89PNG"));
        }
        assert_eq!((&grid["NumWidth"], &grid["NumHeight"]), (&2.into(), &2.into()));
    }
    assert_ne!(deck["CustomDeck"]["1"]["BackURL"], deck["CustomDeck"]["2"]["BackURL"]);
    assert!(!of("credits.txt").is_empty());
    assert_eq!(parted(&desk.answer(&message(&ask, &[]))).1, bytes, "the same bytes");
    let nothing = asked(&mut desk, &json!({ "ask": "tabletop", "list": "cards: [", "name": "table" }));
    assert_eq!(nothing["diagnostics"][0]["file"], "table.yaml", "{nothing}");
}

#[test]
fn sheets_and_stat_blocks_are_drawn_page_by_page_and_cards_are_told_in_words() {
    let mut desk = new_desk();
    opened(&mut desk, "tri-core", as_it_is);
    let mut drawn = |ask: Json| parted(&desk.answer(&message(&ask, &[])));
    let who = json!({ "id": "kael" });
    let (told, pngs) = drawn(json!({ "ask": "picture", "sheet": true, "who": who, "dpi": 72 }));
    let lengths: Vec<u64> =
        told["done"]["lengths"].as_array().expect("pages").iter().filter_map(Json::as_u64).collect();
    assert!(lengths.len() > 1 && lengths.iter().sum::<u64>() == pngs.len() as u64, "{told}");
    // A4 at 72 dpi: 595 by 842.
    assert!(pngs.starts_with(b"\x89PNG") && pngs[16..24] == [0, 0, 2, 83, 0, 0, 3, 74]);
    let how = json!({ "paper": "letter" });
    let (told, png) = drawn(json!({ "ask": "picture", "handout": "short", "who": who, "dpi": 72, "how": how }));
    assert!(png.starts_with(b"\x89PNG") && png[16..24] == [0, 0, 2, 100, 0, 0, 3, 24], "{told}");
    let (told, _) = drawn(json!({ "ask": "picture", "handout": "full", "dpi": 72 }));
    assert_eq!(told["refused"], json!(["a handout is of somebody"]));
    let (told, _) = drawn(json!({ "ask": "picture", "sheet": true, "dpi": 5000 }));
    assert!(told["refused"][0].as_str().expect("a fault").contains("dots per inch"), "{told}");

    let cards = asked(&mut desk, &json!({ "ask": "cards", "who": who, "only": ["strike", "volley"] }));
    let names: Vec<&Json> = cards["done"].as_array().expect("cards").iter().map(|card| &card["name"]).collect();
    assert_eq!(names, ["Strike", "Volley"]);
    let ability = asked(&mut desk, &json!({ "ask": "cards", "ability": "adders-advice" }));
    assert_eq!(ability["done"][0]["id"], "adders-advice", "{ability}");
    let unknown = asked(&mut desk, &json!({ "ask": "cards", "ability": "nosuch" }));
    assert_eq!(unknown["refused"], json!(["there is no ability `nosuch`"]));
}
