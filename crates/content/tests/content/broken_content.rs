//! Broken content: for every kind of slip an author can make, what is said and where it points.
//!
//! `fixtures/small-game` is a whole game that loads without findings. Each [`Row`](crate::broken::Row) makes one
//! slip in it; a `§` in the text that is put in marks the place where the finding has to point. The same
//! slip must not be told twice: a row says how many findings it expects, and one is the rule.

use std::collections::BTreeSet;

use makeready_content::code::Code;
use makeready_content::decode::is_obeyed;
use makeready_content::source::FileId;
use makeready_content::{Earlier, ReadBefore, read_campaign};
use proptest::prelude::*;

use crate::broken::{Game, Row, rows};

#[test]
fn the_base_game_has_no_findings() {
    let game = Game::small();
    assert_eq!(game.findings().drawn(), "");
}

#[test]
fn every_slip_is_told_at_its_place_with_a_way_out() {
    let rows = rows();
    // Those about files as files are told by the program's own tests.
    let faults: Vec<String> = rows.iter().filter(|row| !row.is_on_disk).filter_map(Row::fault).collect();
    assert!(faults.is_empty(), "{} rows differ:\n\n{}", faults.len(), faults.join("\n\n"));
}

/// The rows of this file provoke every code but those that need more than a slip in a file.
#[test]
fn every_code_is_provoked() {
    /// Each with the test that provokes it.
    const ELSEWHERE: [(&str, &str); 5] = [
        ("does-not-fit", "tests/program/cli.rs: with_strict_a_card_that_goes_on_is_an_error"),
        ("not-a-file", "tests/program/limits.rs: nobody_waits_for_a_pipe_or_a_socket_among_the_files"),
        ("press", "tests/program/cli.rs: the_last_good_build_outlives_every_failed_one"),
        (
            "ruling-of-no-system",
            "crates/content/tests/content/broken_content.rs: a_ruling_says_of_which_of_several_systems_it_is",
        ),
        ("too-many-files", "tests/program/limits.rs: more_files_than_a_folder_may_have_are_one_fault"),
    ];
    for (code, test) in ELSEWHERE {
        let (file, name) = test.split_once(": ").expect("a file and a test");
        let path = makeready_testing::root().join(file);
        let text = std::fs::read_to_string(path).expect("a file of tests");
        assert!(text.contains(&format!("#[test]\nfn {name}(")), "{code}: {test}");
    }
    let rows = rows();
    let provoked: BTreeSet<&str> = rows.iter().map(Row::code).collect();
    let left: Vec<&str> = Code::ALL.iter().map(Code::as_str).filter(|code| !provoked.contains(code)).collect();
    let elsewhere: BTreeSet<&str> = ELSEWHERE.iter().map(|(code, _)| *code).collect();
    assert_eq!(left.into_iter().collect::<BTreeSet<_>>(), elsewhere);
}

#[test]
fn a_ruling_says_of_which_of_several_systems_it_is() {
    let campaign = read_campaign("format_version: 1\nrulings: { tides: high }\n", FileId(0)).expect("it reads");
    let systems = ["lantern".to_owned(), "other".to_owned()];
    assert_eq!(campaign.unknown_systems(&systems[..1]), []);
    let found = campaign.unknown_systems(&systems);
    assert_eq!(found.iter().map(|d| &d.code).collect::<Vec<_>>(), [&Code::RulingOfNoSystem]);
    assert_eq!(found[0].help.as_deref(), Some("write it under the id of its game: `lantern: { tides: ... }`"));
}

#[test]
fn chapters_stand_in_the_order_of_their_numbers() {
    let mut game = Game::small();
    for slug in ["9-nine", "10-ten", "003-three", "100-all"] {
        let text = "---\nformat_version: 1\ntitle: More\nsummary: More.\n---\n\nMore.\n";
        game.files.insert(format!("lantern/rules/{slug}.md"), text.to_owned());
    }
    let book = game.made().book;
    let slugs: Vec<&str> = book.chapters.iter().map(|chapter| chapter.slug.as_str()).collect();
    assert_eq!(slugs, ["01-start", "02-light", "003-three", "9-nine", "10-ten", "100-all"]);
}

/// A few findings as a terminal shows them: excerpt, marks under it, further places, help.
#[test]
fn findings_look_as_they_are_meant_to() {
    const SHOWN: [(&str, &str); 10] = [
        ("unknown-key", "a misspelt key in an item"),
        ("duplicate-key", "a key twice in a free mapping"),
        ("duplicate-id", "a reference with the id of an action"),
        ("yaml", "a bracket that is never closed"),
        ("unknown-name", "a faulty formula behind letters of several bytes"),
        ("formula", "a formula over several lines"),
        ("not-computable", "a fraction where a whole number belongs"),
        ("illegal", "a stat above its die"),
        ("example-differs", "an example that does not come out"),
        ("warning", "too many advances"),
    ];
    let rows = rows();
    for (file, name) in SHOWN {
        let row = rows.iter().find(|row| row.name == name).unwrap_or_else(|| panic!("there is a row `{name}`"));
        insta::with_settings!({ description => name, omit_expression => true }, {
            insta::assert_snapshot!(file, row.drawn());
        });
    }
}

#[test]
fn the_kinds_of_slips_are_many_and_have_names_of_their_own() {
    let rows = rows();
    let mut names: Vec<&str> = rows.iter().map(|row| row.name).collect();
    names.sort_unstable();
    let all = names.len();
    names.dedup();
    assert_eq!(names.len(), all, "two rows have the same name");
    assert!(all >= 65, "{all} rows");
}

/// No key names the family of cards of abilities in words: it is the last that is free.
#[test]
fn the_family_of_abilities_in_words_is_used() {
    let mut game = Game::small();
    let tables = "type_line: Table }\n";
    let spare = "  - { id: spare, name: Spare, color: rust, icon: fist, notch: 2, type_line: Spare }\n";
    game.replace("lantern/system.yaml", tables, &format!("{tables}{spare}"));
    assert_eq!(game.findings().drawn(), "");
}

#[test]
fn faults_in_several_files_are_told_all_at_once_in_order() {
    let mut game = Game::small();
    game.replace("lantern/actions/deeds.yaml", "icon: moon", "icon: mooon");
    game.replace("lantern/actions/deeds.yaml", "family: deeds, cost", "family: deads, cost");
    game.replace("lantern/characters/ida.yaml", "guild: wicks", "guild: wickz");
    game.replace("lantern/examples.yaml", "name: A pace in the tide", "nmae: A pace in the tide");
    game.replace("lantern/rules/01-start.md", "card id=raise", "card id=rise");
    game.replace("lantern/rules/01-start.md", "{1 + 1}", "{1 +} {2 *}");
    game.replace("lantern/skills.yaml", "stats: [wit]", "stats: [wits]");
    game.replace("lantern/system.yaml", "floor(wit / 2)", "flor(wit / 2)");
    let findings = game.findings();
    let places: Vec<String> = findings.list.iter().map(|d| findings.place(d)).collect();
    assert_eq!(
        places,
        [
            "lantern/actions/deeds.yaml:6:11",
            "lantern/actions/deeds.yaml:19:45",
            "lantern/characters/ida.yaml:6:19",
            "lantern/examples.yaml:11:5",
            "lantern/rules/01-start.md:8:18",
            "lantern/rules/01-start.md:8:24",
            "lantern/rules/01-start.md:10:12",
            "lantern/skills.yaml:10:13",
            "lantern/system.yaml:23:82",
        ],
        "{}",
        findings.drawn()
    );
    assert!(findings.list.iter().all(|d| d.is_error() && d.help.is_some()), "{}", findings.drawn());
    assert!(!findings.has_game);
}

/// Why somebody cannot be computed is often that they are illegal.
#[test]
fn who_cannot_be_computed_is_held_to_the_rules_all_the_same() {
    let mut game = Game::small();
    game.replace("lantern/characters/ida.yaml", "nerve: 4", "nerve: 12");
    game.replace(
        "lantern/system.yaml",
        "formula: \"2d6! + nerve\"",
        "formula: \"2d6! + table(8 - nerve, 0: 1, 4: 0)\"",
    );
    game.files.remove("lantern/examples/flares.yaml");
    let findings = game.findings();
    let codes: Vec<&str> = findings.list.iter().map(|d| d.code.as_str()).collect();
    assert!(codes.contains(&"not-computable") && codes.contains(&"stat-within-die"), "{}", findings.drawn());
    let fault = findings.list.iter().find(|d| d.code == Code::NotComputable).expect("the table begins too high");
    assert!(fault.help.as_deref().is_some_and(|help| help.starts_with("correct the number")));
}

#[test]
fn a_fault_of_words_is_told_beside_a_file_that_cannot_be_read() {
    let mut game = Game::small();
    game.replace("lantern/system.yaml", "\"To stand.\"", "\"To **stand**.\"");
    game.replace("lantern/skills.yaml", "name: Trim", "name: 'Trim");
    let findings = game.findings();
    let codes: Vec<&str> = findings.list.iter().map(|d| d.code.as_str()).collect();
    assert!(codes.contains(&"unread-markup") && codes.contains(&"yaml"), "{}", findings.drawn());
}

/// No number rests on words, so everything that is computed is looked at all the same.
#[test]
fn a_fault_of_words_alone_hides_nothing() {
    let mut game = Game::small();
    game.replace("lantern/system.yaml", "\"To stand.\"", "\"To **stand**.\"");
    game.replace("lantern/characters/ida.yaml", "nerve: 4", "nerve: 7");
    let findings = game.findings();
    let codes: Vec<&str> = findings.list.iter().map(|d| d.code.as_str()).collect();
    assert!(codes.contains(&"unread-markup") && codes.contains(&"stat-within-die"), "{}", findings.drawn());
    assert!(!findings.has_game);
}

#[test]
fn a_warning_does_not_stop_the_game() {
    let mut game = Game::small();
    game.replace(
        "lantern/characters/ida.yaml",
        "[ { stat: nerve } ]",
        "[ { stat: wit }, { stat: wit }, { stat: wit } ]",
    );
    game.replace("lantern/examples.yaml", "is: \"20\"", "is: \"22\"");
    let findings = game.findings();
    assert_eq!(findings.list.len(), 1, "{}", findings.drawn());
    assert!(findings.has_game && !findings.list[0].is_error());
}

#[test]
fn a_file_that_cannot_be_read_does_not_make_everything_that_rests_on_it_unknown() {
    let files =
        Game::small().files.into_keys().filter(|file| file.starts_with("lantern/") && !file.ends_with("README.md"));
    for file in files {
        let mut game = Game::small();
        game.replace(&file, "format_version: 1", "format_version: 1: 2");
        let findings = game.findings();
        let codes: Vec<&str> = findings.list.iter().map(|d| d.code.as_str()).collect();
        assert_eq!(codes, ["yaml"], "{file}: {}", findings.drawn());
    }
}

/// The same for the shipped games, which have more that could refer to it.
#[test]
fn nothing_in_the_shipped_games_is_unknown_because_a_file_of_theirs_cannot_be_read() {
    let shipped = Game::of(&makeready_testing::root().join("content"));
    // All files of a game but one are the same each time.
    let read = ReadBefore::default();
    for file in shipped.files.keys().filter(|file| file.ends_with(".yaml") && file.contains('/')) {
        // One file of each kind will do.
        let kind: Vec<&str> = file.split('/').collect();
        let is_first = shipped.files.keys().find(|other| other.starts_with(&kind[..kind.len() - 1].join("/")));
        if kind.len() > 2 && is_first != Some(file) || kind[0] == "schema" {
            continue;
        }
        let mut game = shipped.alone(kind[0]);
        let text = game.files.get_mut(file).expect("it is there");
        *text = text.replacen("format_version: 1", "format_version: 1: 2", 1);
        let findings = game.findings_with(Earlier { read: Some(&read), proofs: None });
        let codes: Vec<&str> = findings.list.iter().map(|d| d.code.as_str()).collect();
        assert_eq!(codes, ["yaml"], "{file}: {}", findings.drawn());
    }
}

#[test]
fn windows_line_ends_and_a_byte_order_mark_change_nothing() {
    let mut game = Game::small();
    for text in game.files.values_mut() {
        *text = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    }
    assert_eq!(game.findings().drawn(), "");
    game.replace("lantern/rules/01-start.md", "{1 + 1}", "{1 + one}");
    game.replace("lantern/system.yaml", "\"4 * watch + nerve", "\"4 * wotch + nerve");
    let findings = game.findings();
    let places: Vec<String> = findings.list.iter().map(|d| findings.place(d)).collect();
    assert_eq!(places, ["lantern/rules/01-start.md:8:19", "lantern/system.yaml:22:82"], "{}", findings.drawn());
}

#[test]
fn an_alias_stands_for_what_it_repeats() {
    let mut game = Game::small();
    game.replace("lantern/npcs/wisp.yaml", "{ nerve: 2, wit: 6 }", "{ nerve: &two 2, wit: *two }");
    assert_eq!(game.findings().drawn(), "");
    game.replace("lantern/npcs/wisp.yaml", "&two 2", "&two [2]");
    let findings = game.findings();
    let places: Vec<String> = findings.list.iter().map(|d| findings.place(d)).collect();
    assert_eq!(places, ["lantern/npcs/wisp.yaml:6:22", "lantern/npcs/wisp.yaml:6:32"], "{}", findings.drawn());
}

/// White space that is none for YAML, marks that stand on their neighbours, and signs that nobody sees.
const ODD_SIGNS: [char; 22] = [
    '\u{a0}',
    '\u{2002}',
    '\u{2003}',
    '\u{2009}',
    '\u{200b}',
    '\u{200d}',
    '\u{200e}',
    '\u{200f}',
    '\u{2028}',
    '\u{2029}',
    '\u{202e}',
    '\u{202f}',
    '\u{205f}',
    '\u{2066}',
    '\u{3000}',
    '\u{feff}',
    '\u{301}',
    '\u{fe0f}',
    '\u{ad}',
    '\u{1f319}',
    '\u{85}',
    '\u{9b}',
];

#[test]
fn any_character_may_stand_in_a_text_in_quotes() {
    // Some are no text, turn text round, or are in no font.
    let may_stand = |sign: &char| !sign.is_control() && !is_obeyed(*sign) && *sign != '\u{1f319}';
    for sign in ODD_SIGNS.into_iter().filter(may_stand) {
        let mut game = Game::small();
        game.replace("lantern/references/tables.yaml", "[\"Dusk\", ", &format!("[\"10{sign}m {sign}\", "));
        game.replace("lantern/actions/deeds.yaml", "{ label: Range, ", &format!("{{ label: \"A{sign}!{sign}!\", "));
        game.replace("lantern/characters/ida.yaml", "portrait: \"Soot", &format!("portrait: \"!{sign} {sign}"));
        game.replace("lantern/rules/01-start.md", "A lamp costs", &format!("A{sign} {sign}lamp{sign}*costs*"));
        assert_eq!(game.findings().drawn(), "", "U+{:04X}", u32::from(sign));
    }
}

#[test]
fn an_exclamation_mark_in_a_text_is_no_tag() {
    let mut game = Game::small();
    game.replace("lantern/actions/deeds.yaml", "{ label: Range, text", "{ label: \"Attention !\", text");
    game.replace("lantern/actions/deeds.yaml", "summary: \"Throw light.\"", "summary: Throw light ! # !now");
    game.replace("lantern/references/tables.yaml", "[\"Dusk\", ", "['!', ");
    game.replace("lantern/characters/ida.yaml", "\"Soot to the elbows.\"", "\n  \"! !!binary\n  !x\"");
    assert_eq!(game.findings().drawn(), "");
}

#[test]
fn every_tag_of_a_file_is_told_at_once() {
    let mut game = Game::small();
    game.replace("lantern/npcs/wisp.yaml", "inputs: { watch: 1 }", "inputs: !one\n  { watch: !!int 1 }");
    game.replace("lantern/npcs/wisp.yaml", "name: Will-o'-the-Wisp", "name: !!binary\n  V2lzcA==");
    game.replace(
        "lantern/npcs/wisp.yaml",
        "stats: {",
        "stats: {\u{feff}\"\u{a0}\": ! x, !<tag:yaml.org,2002:str> y: 1, ",
    );
    game.replace("lantern/npcs/wisp.yaml", "\u{feff}", "");
    let findings = game.findings();
    let places: Vec<String> = findings.list.iter().map(|d| format!("{} {}", d.code, findings.place(d))).collect();
    let wanted = ["3:7", "5:9", "6:12", "8:14", "8:19"].map(|place| format!("yaml lantern/npcs/wisp.yaml:{place}"));
    assert_eq!(places, wanted, "{}", findings.drawn());
}

#[test]
fn comments_may_be_as_long_as_their_author_likes() {
    let mut game = Game::small();
    game.replace(
        "lantern/npcs/wisp.yaml",
        "inputs: { watch: 1 }",
        &format!("inputs:\n{}  watch: 1", "  # Why one?\n".repeat(500)),
    );
    game.replace("lantern/skills.yaml", "skills:\n", &format!("skills:\n{}", "# A list.\n\n# More.\n".repeat(500)));
    assert_eq!(game.findings().drawn(), "");
}

#[test]
fn a_hyphen_in_front_of_a_formula_is_no_loose_sign() {
    let mut game = Game::small();
    let low = "{wit - 9}";
    game.replace(
        "lantern/actions/deeds.yaml",
        "They see you.",
        &format!("tier-{low} {low}-{low} {low}+{low} 1-{low} 2--{low} **AB**-{low} (2)-{low} :moon:-{low}"),
    );
    game.replace("lantern/rules/01-start.md", "costs {1 + 1}", "costs `-{1 - 9}`, AB-{1 - 9}, {1 - 9}-{1 - 9}");
    assert_eq!(game.findings().drawn(), "");
}

#[test]
fn what_a_formula_counts_or_a_handout_shows_is_shown() {
    let mut game = Game::small();
    game.replace("lantern/system.yaml", "guild, backgrounds, languages", "guild, backgrounds");
    game.replace(
        "lantern/system.yaml",
        "name: Growth, formula: \"1\"",
        "name: Growth, formula: \"max(1, min(1, count('languages'))) + 0 * count('items')\"",
    );
    game.replace("lantern/system.yaml", "    - { block: items, span: 12, title: Carried, lines: 2 }\n", "");
    game.replace("lantern/npcs/wisp.yaml", "notes:", "items: [ { id: bell, name: Bell } ]\nnotes:");
    // `makeready handout FILE` shows both of a character too.
    game.replace("lantern/characters/ida.yaml", "portrait:", "role: Lamplighter\nknown: [past]\nportrait:");
    assert_eq!(game.findings().drawn(), "");
}

#[test]
fn formulas_over_several_lines_are_no_lists() {
    let mut game = Game::small();
    let text = "text: >\n      Hold it for {wit\n      + nerve\n      + 2} breaths\n      - as long as you can.";
    game.replace("lantern/actions/deeds.yaml", "text: \"Hold it **high** :moon: and *wait*.\"", text);
    assert_eq!(game.findings().drawn(), "");
}

#[test]
fn code_in_names_and_texts_stays_text() {
    const TYPST: &str = "#eval(\\\"1\\\") $x$ @label <b onclick='x'>&amp; [x] * _y_";
    const PLAIN: &str = "#eval(\"1\") $x$ @label <b onclick='x'>&amp; [x] * _y_";
    const SET: &str = "#eval(“1”) $x$ @label <b onclick=’x’>&amp; [x] * _y_";
    let mut game = Game::small();
    game.replace("lantern/actions/deeds.yaml", "name: Raise the Lantern", &format!("name: \"{TYPST}\""));
    game.replace("lantern/actions/deeds.yaml", "\"Hold it **high** :moon: and *wait*.\"", &format!("\"{TYPST}\""));
    game.replace("lantern/characters/ida.yaml", "name: Ida Brook", &format!("name: \"{TYPST}\""));
    game.replace(
        "lantern/rules/01-start.md",
        "A lamp costs",
        "[a](javascript:alert(1)) <script>alert(2)</script> <img src=x onerror=alert(3)> A lamp costs",
    );
    let made = game.made();
    let card = made.deck.iter().find(|card| card.id == "raise").expect("the card is in the deck");
    assert_eq!(card.name, PLAIN);
    let body: Vec<(&str, makeready_faces::text::Style)> =
        card.body[0].iter().map(|r| (r.text.as_str(), r.style)).collect();
    assert_eq!(body, [(SET, makeready_faces::text::Style::Plain)]);
    assert_eq!(made.sheets[0].name, PLAIN);
    let markdown = made.book.chapters[0].blocks.iter().find_map(|block| match block {
        makeready_faces::book::ChapterBlock::Markdown { source, .. } => Some(source.as_str()),
        _ => None,
    });
    let wanted =
        "[a](javascript:alert(1)) <script>alert(2)</script> <img src=x onerror=alert(3)> A lamp costs 2 coins.";
    assert!(markdown.expect("the chapter starts with text").contains(wanted), "{markdown:?}");
}

/// Links are read by the site, which reports those that lead nowhere; content takes them as words.
#[test]
fn links_to_nothing_are_not_the_business_of_content() {
    let mut game = Game::small();
    game.replace("lantern/rules/01-start.md", "[[action:raise]]", "[[action:no-such-thing]]");
    assert_eq!(game.findings().drawn(), "");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    /// Wherever an odd sign stands: what is found is told and drawn, and nothing falls over.
    #[test]
    fn no_sign_in_any_place_makes_the_program_fall_over(
        places in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..ODD_SIGNS.len()), 1..4),
    ) {
        let mut game = Game::small();
        let paths: Vec<String> = game.files.keys().cloned().collect();
        for (file, at, sign) in &places {
            let text = game.files.get_mut(&paths[file.index(paths.len())]).expect("the file is there");
            let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            let at = ends[at.index(ends.len())];
            text.insert(at, ODD_SIGNS[*sign]);
        }
        let findings = game.findings();
        prop_assert!(findings.list.is_empty() || !findings.drawn().is_empty());
    }
}
