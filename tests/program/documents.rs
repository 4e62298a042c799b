//! The pages of `docs` say what the program does: their examples run.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use makeready_content::code::Code;
use makeready_content::diagnostic::{Diagnostic, render};
use makeready_content::game::Game;
use makeready_content::source::{FileId, SourceFile, Sources};
use makeready_content::{load, read_campaign};
use makeready_faces::make::{join_terms, keyword_data};
use makeready_rules::ability::Ability;
use makeready_rules::bill::evaluate;
use makeready_rules::character::{Character, Completeness};
use makeready_rules::compute::Evaluator;
use makeready_rules::eval::Worksheet;
use makeready_rules::formula::{Formula, FormulaError, eval, explain, readable, validate};
use makeready_rules::rules::Rules;
use makeready_rules::template::Template;
use makeready_rules::value::Value;
use makeready_testing::{Block, assert_current, blocks, game, page, root};
use serde_json::Value as Json;

/// The game on the page, with another formula for `hp_max` if one is given.
fn small_sources(page: &str, hp_max: Option<&str>) -> Sources {
    let files = blocks(page).into_iter().filter_map(|block| {
        let path = block.info.strip_prefix("file=").filter(|_| block.kind == "yaml")?;
        let text = match hp_max {
            Some(formula) => block.body.replace("10 * level + power", formula),
            None => block.body.to_owned(),
        };
        Some(SourceFile { path: format!("small/{path}"), shown: format!("content/small/{path}"), text })
    });
    Sources::new(files.collect())
}

/// How one line of a block is run: its result, or its error.
type Run = fn(&str, &Case<'_>) -> Result<String, String>;

/// The rules and the character of a block.
struct Case<'a> {
    rules: &'a Rules,
    character: &'a Character,
    /// The ability whose names are known beside those of the character.
    ability: Option<&'a Ability>,
}

impl Case<'_> {
    /// Reads and checks a formula.
    fn formula(&self, text: &str) -> Result<Formula, String> {
        let said = |error: &FormulaError| format!("{}; {}", error, error.help());
        let formula = Formula::parse(text).map_err(|error| said(&error))?;
        let system = self.rules.system();
        let checked = match (self.ability, &system.abilities) {
            (Some(_), Some(rules)) => validate(&formula.expr, &Worksheet::abilities(system, rules).frame()),
            _ => validate(&formula.expr, system),
        };
        match checked {
            Ok(_) => Ok(formula),
            Err(errors) => Err(said(&errors[0])),
        }
    }
}

fn evaluated(text: &str, case: &Case<'_>) -> Result<String, String> {
    let folded = case.rules.fold(&case.formula(text)?.expr);
    let evaluator = Evaluator::new(case.rules, case.character);
    let value = match case.ability {
        Some(ability) => evaluate(&evaluator, ability, &folded).map(|value| value.expect("the game has abilities")),
        None => eval(&folded, &evaluator),
    };
    let value = value.map_err(|e| e.to_string())?;
    // The documents show the notation of formulas.
    Ok(match &value {
        Value::Dice(dice) => dice.spaced(),
        _ => value.printed().unwrap_or_else(|| "unknown".to_owned()),
    })
}

fn printed(text: &str, case: &Case<'_>) -> Result<String, String> {
    Ok(readable(&case.rules.fold(&case.formula(text)?.expr), case.rules))
}

fn explained(text: &str, case: &Case<'_>) -> Result<String, String> {
    let folded = case.rules.fold(&case.formula(text)?.expr);
    let (_, terms) = explain(&folded, &Evaluator::new(case.rules, case.character)).map_err(|e| e.to_string())?;
    Ok(join_terms(&terms))
}

fn filled(text: &str, case: &Case<'_>) -> Result<String, String> {
    let template = Template::parse(text).map_err(|e| e.to_string())?;
    template.fill(&Evaluator::new(case.rules, case.character)).map_err(|e| e.to_string())
}

/// The options after a fence: rulings decided otherwise, an unknown stat, the blank form.
fn case_of(block: &Block<'_>, game: &Game) -> (Rules, Character) {
    let mut chosen = BTreeMap::new();
    let mut character = game.characters[0].character.clone();
    for word in block.info.split_whitespace() {
        match word.split_once('=') {
            None if word == "blank" => character = Character::blank(),
            None if word == "ability" => {}
            Some(("unknown", stat)) => {
                character.stats.remove(stat).expect("Ada has this stat");
                character.completeness = Completeness::Partial;
            }
            Some((ruling, option)) if ruling.starts_with("ruling.") => {
                chosen.insert(ruling["ruling.".len()..].to_owned(), option.to_owned());
            }
            _ => panic!("line {}: `{word}` says nothing to this test", block.line),
        }
    }
    (game.rules.with(&chosen).expect("the page's rulings exist"), character)
}

fn run(block: &Block<'_>, game: &Game, how: Run, faults: &mut Vec<String>) -> usize {
    let (rules, character) = case_of(block, game);
    let is_of_ability = block.info.split_whitespace().any(|word| word == "ability");
    let ability = is_of_ability.then(|| game.abilities[0].def.as_ref());
    let case = Case { rules: &rules, character: &character, ability };
    let mut count = 0;
    for (offset, line) in block.body.lines().enumerate() {
        let Some((text, wanted)) = line.rsplit_once(" => ") else {
            faults.push(format!("line {}: no ` => ` in `{line}`", block.line + offset));
            continue;
        };
        count += 1;
        let (text, wanted) = (text.trim_end(), wanted.trim());
        let found = how(text, &case);
        let is_as_told = match (&found, wanted.strip_prefix("error: ")) {
            (Ok(found), None) => found == wanted,
            (Err(message), Some(part)) => message.contains(part),
            (Ok(_), Some(_)) | (Err(_), None) => false,
        };
        if !is_as_told {
            faults.push(format!("line {}: {text} => {found:?}, not {wanted}", block.line + offset));
        }
    }
    count
}

#[test]
fn every_example_of_the_formula_page_comes_out_as_it_says() {
    let text = page("formulas.md");
    let game = game(&small_sources(&text, None), "small");
    let (mut count, mut faults) = (0, Vec::new());
    for block in blocks(&text) {
        count += match block.kind {
            "formula" => run(&block, &game, evaluated, &mut faults),
            "readable" => run(&block, &game, printed, &mut faults),
            "terms" => run(&block, &game, explained, &mut faults),
            "template" => run(&block, &game, filled, &mut faults),
            "yaml" | "diagnostic" => 0,
            other => panic!("line {}: nothing runs a block of `{other}`", block.line),
        };
    }
    assert!(faults.is_empty(), "{} of {count} examples differ:\n{}", faults.len(), faults.join("\n"));
    assert!(count >= 150, "the page has only {count} examples");
    println!("{count} examples of docs/formulas.md come out as they say");
}

#[test]
fn every_error_on_the_formula_page_is_drawn_as_it_says() {
    let text = page("formulas.md");
    let (mut count, mut faults) = (0, Vec::new());
    for block in blocks(&text).into_iter().filter(|block| block.kind == "diagnostic") {
        let sources = small_sources(&text, Some(block.info));
        let loaded = load(&sources, "small", &[]);
        let first: Vec<&Diagnostic> = loaded.diagnostics.iter().take(1).collect();
        let drawn: String = first.iter().map(|d| render(d, &sources, false)).collect();
        if drawn.trim_end() != block.body.trim_end() {
            faults.push(format!("line {}: {} is drawn as\n{drawn}", block.line, block.info));
        }
        count += 1;
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(count >= 3, "the page has only {count} errors");
}

#[test]
fn every_operator_and_function_has_its_example() {
    let text = page("formulas.md");
    let examples: String = blocks(&text).iter().filter(|b| b.kind == "formula").map(|b| b.body).collect();
    let words = [
        " + ", " - ", " * ", " / ", " ^ ", " == ", " != ", " < ", " <= ", " > ", " >= ", " and ", " or ", "not ",
        "times(", "held(", "if(", "min(", "max(", "sum(", "floor(", "ceil(", "round(", "abs(", "clamp(", "table(",
        "rank(", "trained(", "wielded(", "bought(", "summed(", "d12!", "kh3", "kl",
    ];
    let counts = makeready_rules::system::CountOf::WORDS.iter().map(|(word, _)| format!("count('{word}')"));
    let totals = makeready_rules::system::TotalOf::WORDS.iter().map(|(word, _)| format!("total('{word}')"));
    let wanted: Vec<String> = words.iter().map(|word| (*word).to_owned()).chain(counts).chain(totals).collect();
    let missing: Vec<&String> = wanted.iter().filter(|word| !examples.contains(word.as_str())).collect();
    assert!(missing.is_empty(), "no example has {missing:?}");
}

#[test]
fn names_that_the_page_gives_to_legality_rules_are_those_that_there_are() {
    use makeready_rules::legality::Each;
    let text = page("formulas.md");
    let rows = [
        ("stat", Each::Stat),
        ("skill", Each::Skill),
        ("skill-choice", Each::SkillChoice),
        ("secondary", Each::Secondary),
        ("advance", Each::Advance),
        ("background", Each::Background),
    ];
    for (word, each) in rows {
        let row =
            text.lines().find(|line| line.starts_with(&format!("| `{word}` |"))).expect("the page has a row for it");
        let told: Vec<&str> = row.split('`').skip(3).step_by(2).collect();
        let names: Vec<&str> = each.names().iter().map(|(name, _)| *name).collect();
        assert_eq!(told, names, "`each: {word}`");
    }
}

/// The page's headings of files, and the name of a file of that kind.
const FILES: [(&str, &str); 18] = [
    ("## system.yaml", "system.yaml"),
    ("## building.yaml", "building.yaml"),
    ("## keywords/*.yaml", "keywords/one.yaml"),
    ("## abilities/*.yaml", "abilities/one.yaml"),
    ("## rulings.yaml", "rulings.yaml"),
    ("## traits/*.yaml", "traits/one.yaml"),
    ("## skills.yaml", "skills.yaml"),
    ("## conditions.yaml", "conditions.yaml"),
    ("## actions/*.yaml", "actions/one.yaml"),
    ("## references/*.yaml", "references/one.yaml"),
    ("## characters/*.yaml and npcs/*.yaml", "characters/one.yaml"),
    ("## procedures.yaml", "procedures.yaml"),
    ("## checks.yaml", "checks.yaml"),
    ("## examples.yaml and examples/*.yaml", "examples/one.yaml"),
    ("## creation.yaml", "creation.yaml"),
    ("## archetypes/*.yaml", "archetypes/one.yaml"),
    ("## glossary.yaml", "glossary.yaml"),
    ("## campaign.yaml", "campaign.yaml"),
];

/// The YAML under each heading of the content page, by the name of a file of that kind.
fn snippets(page: &str) -> Vec<(&'static str, String)> {
    let of = |heading: &str| {
        let start = page.find(&format!("\n{heading}\n")).unwrap_or_else(|| panic!("the page has no `{heading}`"));
        let section = page[start + 1..].split("\n## ").next().expect("a heading has a section");
        let yaml: Vec<&str> =
            blocks(section).into_iter().filter(|block| block.kind == "yaml").map(|block| block.body).collect();
        assert_eq!(yaml.len(), 1, "`{heading}` has one snippet");
        yaml[0].to_owned()
    };
    FILES.iter().map(|(heading, path)| (*path, of(heading))).collect()
}

#[test]
fn every_snippet_of_the_content_page_is_read_without_a_fault_of_form() {
    // The snippets name things that only the whole game has, so only their form is validated.
    let of_form = [
        "unknown-key",
        "missing-key",
        "duplicate-key",
        "unknown-word",
        "unknown-block",
        "unknown-file",
        "bad-id",
        "empty",
        "format-version",
        "out-of-range",
        "two-costs",
        "table-row",
        "table-columns",
        "yaml",
        "formula",
        "front-matter",
        "skill-without-roll",
        "bad-color",
    ];
    let mut files = Vec::new();
    for (path, text) in snippets(&page("content.md")) {
        if path == "campaign.yaml" {
            assert_eq!(read_campaign(&text, FileId(0)).err(), None);
        } else {
            files.push(SourceFile { path: format!("tri-core/{path}"), shown: path.to_owned(), text });
        }
    }
    let sources = Sources::new(files);
    let loaded = load(&sources, "tri-core", &[]);
    let faults: Vec<String> = loaded
        .diagnostics
        .iter()
        .filter(|d| of_form.contains(&d.code.as_str()))
        .map(|d| render(d, &sources, false))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_deck_list_of_the_content_page_is_printed() {
    let text = page("content.md");
    let (_, section) = text.split_once("\n## Deck lists\n").expect("the page has the section");
    let section = section.split("\n## ").next().expect("a heading has a section");
    let found = blocks(section);
    let [list] = found.as_slice() else { panic!("one example, not {}", found.len()) };
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("deck-list");
    fs::create_dir_all(&folder).expect("the folder can be made");
    fs::write(folder.join("evening.yaml"), list.body).expect("the file can be written");
    let content = root().join("content");
    let output = Command::new(env!("CARGO_BIN_EXE_makeready"))
        .args(["cards", "--deck", "evening.yaml", "--force", "--content"])
        .arg(&content)
        .current_dir(&folder)
        .output()
        .expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let pdf = lopdf::Document::load(folder.join("cards-evening.pdf")).expect("a deck is printed");
    let info = pdf.get_dictionary(pdf.trailer.get(b"Info").unwrap().as_reference().unwrap()).unwrap();
    let title = lopdf::decode_text_string(info.get(b"Title").unwrap()).unwrap();
    assert_eq!(title, "Tri-Core: Kael against the choir");
}

/// The small game in a folder of its own, with another formula for `hp_max` if one is given.
fn small_folder(name: &str, hp_max: Option<&str>) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    for (_, file) in small_sources(&page("formulas.md"), hp_max).iter() {
        let path = folder.join(&file.shown);
        fs::create_dir_all(path.parent().expect("it stands in a folder")).expect("the folder can be made");
        fs::write(path, &file.text).expect("the file can be written");
    }
    folder
}

/// What the program writes to stdout as JSON.
fn output_of(folder: &PathBuf, arguments: &[&str]) -> Json {
    let program = env!("CARGO_BIN_EXE_makeready");
    let output = Command::new(program).args(arguments).current_dir(folder).output().expect("the program runs");
    let text = String::from_utf8(output.stdout).expect("the program writes UTF-8");
    serde_json::from_str(&text)
        .unwrap_or_else(|e| panic!("{arguments:?}: {e}\n{text}\n{}", String::from_utf8_lossy(&output.stderr)))
}

#[test]
fn the_json_page_shows_what_the_program_writes() {
    const ADA: &str = "content/small/characters/ada.yaml";
    let text = page("json.md");
    let mut count = 0;
    for block in blocks(&text) {
        assert_eq!(block.kind, "json", "line {}", block.line);
        let told: Json = serde_json::from_str(block.body).unwrap_or_else(|e| panic!("line {}: {e}", block.line));
        let (command, rest) = block.info.split_once(' ').unwrap_or((block.info, ""));
        let mut found = match command {
            "explain" => output_of(&small_folder("json", None), &["explain", ADA, rest, "--format", "json"]),
            "finding" => output_of(&small_folder("json", None), &["explain", rest, "--format", "json"]),
            "cost" => {
                const SPARK: &str = "content/small/abilities/spark.yaml";
                output_of(&small_folder("json", None), &["cost", SPARK, "--character", ADA, "--format", "json"])
            }
            "resolve" => {
                let call = ["resolve", ADA].into_iter().chain(rest.split(' ')).chain(["--format", "json"]);
                output_of(&small_folder("json", None), &call.collect::<Vec<_>>())
            }
            "odds" => {
                let call = ["odds", "small"].into_iter().chain(rest.split(' '));
                let call = call.chain(["--character", ADA, "--format", "json"]);
                output_of(&small_folder("json", None), &call.collect::<Vec<_>>())
            }
            "sheet" => output_of(&small_folder("json", None), &["sheet", ADA, "--format", "json"]),
            "cards" => output_of(&small_folder("json", None), &["cards", ADA, "--only", rest, "--format", "json"]),
            "handout" => output_of(&small_folder("json", None), &["handout", ADA, "--format", "json"]),
            "procedures" => output_of(&small_folder("json", None), &["resolve", "small", "--format", "json"]),
            "checks" => output_of(&small_folder("json", None), &["odds", "small", "--format", "json"]),
            "build" => {
                let call = ["build", "--only", "data", "--no-cache", "--format", "json"];
                output_of(&small_folder("json", None), &call)
            }
            "bills" => {
                let mut found = output_of(&small_folder("json", None), &["cost", "small", "--format", "json"]);
                // Each is as under `cost`; the page shows which they are.
                let bills = found["abilities"].as_array_mut().expect("a list");
                bills.iter_mut().for_each(|bill| *bill = bill["ability"].take());
                found
            }
            "npc" => output_of(&small_folder("json", None), &["npc", "small", "--level", "2", "--format", "json"]),
            "check" if rest.is_empty() => output_of(&small_folder("json", None), &["check", "--format", "json"]),
            "check" => output_of(&small_folder("json-broken", Some(rest)), &["check", "--format", "json"]),
            "keyword" => {
                let game = game(&small_sources(&page("formulas.md"), None), "small");
                let all = serde_json::to_value(keyword_data(&game)).expect("keywords are data");
                let mut all = all.as_array().expect("a list").iter();
                all.find(|keyword| keyword["keyword"] == rest).expect("the game has this keyword").clone()
            }
            other => panic!("line {}: nothing writes `{other}`", block.line),
        };
        // The page shows some of the values, actions and skills only.
        let sheet = match command {
            "sheet" => Some(""),
            "npc" => Some("/npcs/0/sheet"),
            "handout" => Some("/handouts/0"),
            _ => None,
        };
        if let Some(sheet) = sheet {
            for shortened in ["values", "actions", "skills"].map(|key| format!("{sheet}/{key}")) {
                let shown = told.pointer(&shortened).and_then(Json::as_object).expect("a mapping");
                let found = found.pointer_mut(&shortened).and_then(Json::as_object_mut).expect("a mapping");
                found.retain(|name, _| shown.contains_key(name));
            }
        }
        let keys = |json: &Json| json.as_object().map(|o| o.keys().cloned().collect::<Vec<_>>());
        assert_eq!(keys(&told), keys(&found), "line {}: the keys and their order", block.line);
        assert_eq!(told, found, "line {}\n{found:#}", block.line);
        count += 1;
    }
    assert!(count >= 7, "the page has only {count} outputs");
}

/// `4,194,304`
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[test]
fn the_limits_of_content_are_those_that_authors_are_told() {
    use makeready_content::limits as l;
    let limits = [
        ("bytes of a file", l::LARGEST_FILE),
        ("bytes of a chapter", l::LARGEST_CHAPTER),
        ("bytes of all files", l::LARGEST_FOLDER),
        ("bytes of a font", l::LARGEST_FONT),
        ("fonts that a game brings", l::MOST_FONTS),
        ("bytes of a picture", l::LARGEST_PICTURE),
        ("bytes of an SVG", l::LARGEST_DRAWING),
        ("bytes of all pictures", l::LARGEST_PICTURES),
        ("pictures that a game brings", l::MOST_PICTURES),
        ("icons that a game brings", l::MOST_ICONS),
        ("bytes of an icon", l::LARGEST_ICON),
        ("pixels of a picture", usize::try_from(l::MOST_PIXELS).expect("it fits")),
        ("pixels of a side", l::LONGEST_SIDE as usize),
        ("times as long as wide", l::NARROWEST_PICTURE as usize),
        ("shapes of an SVG", l::MOST_SHAPES as usize),
        ("parts of an SVG in one another", l::DEEPEST_DRAWING as usize),
        ("content files", l::MOST_FILES),
        ("files and folders of any kind", l::MOST_PATHS),
        ("folders in one another", l::DEEPEST_FOLDER),
        ("lists and mappings in one another", l::DEEPEST),
        ("values in a file", l::MOST_NODES),
        ("keys of a mapping", l::MOST_KEYS),
        ("items of a list", l::MOST_ITEMS),
        ("an id", l::LONGEST_ID),
        ("a name, a title", l::LONGEST_NAME),
        ("a summary", l::LONGEST_LINE),
        ("how a value is computed on a blank form", l::LONGEST_INSTRUCTION),
        ("a text with marks", l::LONGEST_TEXT),
        ("all texts of a card", l::LONGEST_TEXT),
        ("Markdown outside chapters", l::LONGEST_MARKDOWN),
        ("all formulas of a game", l::LONGEST_FORMULAS),
        ("rows of a card", l::MOST_ROWS),
        ("columns of a table", l::MOST_COLUMNS),
        ("rows of a block", l::MOST_ROWS),
        ("blocks of a side", l::MOST_BLOCKS),
        ("inputs, stats", l::MOST_ON_SHEET),
        ("items, abilities", l::MOST_HELD),
        ("copies of a card", usize::try_from(l::MOST_COPIES).expect("it fits")),
        ("cards of a deck list", l::MOST_IN_DECK),
        ("quotations, lists", l::DEEPEST_MARKDOWN),
        ("rows that the directives", l::MOST_SHOWN),
        ("steps of counting for all odds", usize::try_from(l::MOST_ODDS).expect("it fits")),
        ("of these, steps", usize::try_from(l::MOST_ODDS_OF_ONE).expect("it fits")),
    ];
    let page = page("content.md");
    let (_, told) = page.split_once("\n## Limits\n").expect("the page has a section");
    for (what, most) in limits {
        let row = told.lines().find(|line| line.starts_with(&format!("| {what}")));
        let row = row.unwrap_or_else(|| panic!("there is a row for {what}"));
        assert!(row.ends_with(&format!("| {} |", grouped(most))), "{row}: {most}");
    }
    for number in [l::MOST_DRAWN, l::MOST_LISTED] {
        assert!(told.contains(&format!(" {}", grouped(number))), "{number}");
    }
}

/// The page that `makeready explain` shows of each finding, for those who read pages.
#[test]
fn the_page_of_findings_has_every_code() {
    let mut page = "# Findings\n\n<!-- Generated from the codes by the tests. To renew it: MAKEREADY_BLESS=1 cargo test --release --test \
                    program -->\n\nEvery finding of `makeready check` has a code, in brackets after `error` or `warning`. \
                    `makeready explain CODE` shows the\nsame as this page. The rules that a game sets for its characters and \
                    abilities have codes of their own, in its files.\n"
        .to_owned();
    for code in Code::ALL {
        page += &format!("\n## {code}\n\n{}\n", code.help());
    }
    assert_current(&root().join("docs/findings.md"), &page);
}

/// Where a page of help names a limit, it is the one that holds.
#[test]
fn pages_of_findings_name_the_limits_that_hold() {
    use makeready_content::limits as l;
    let named = [
        (Code::BadId, l::LONGEST_ID),
        (Code::ListTooLong, l::MOST_ITEMS),
        (Code::MappingTooLarge, l::MOST_KEYS),
        (Code::TooDeep, l::DEEPEST_FOLDER),
        (Code::TooDeep, l::DEEPEST),
        (Code::TooDeep, l::DEEPEST_MARKDOWN),
        (Code::TooLarge, l::LARGEST_FILE >> 20),
        (Code::TooLarge, l::LARGEST_CHAPTER >> 20),
        (Code::TooLarge, l::LARGEST_FOLDER >> 20),
        (Code::TooLarge, l::LONGEST_FORMULAS),
        (Code::TooMany, l::MOST_HELD),
        (Code::TooMany, l::MOST_COLUMNS),
        (Code::TooManyFiles, l::MOST_FILES),
        (Code::TooManyFiles, l::MOST_PATHS),
        (Code::TooManyRows, l::MOST_ROWS),
        (Code::TooManyRows, l::MOST_SHOWN),
    ];
    for (code, limit) in named {
        let help = code.help();
        let numbers: Vec<&str> = help.split(|c: char| !c.is_ascii_digit() && c != ',').collect();
        let limit = grouped(limit);
        assert!(numbers.iter().any(|number| number.trim_matches(',') == limit), "{code}: {limit}: {help}");
    }
}
