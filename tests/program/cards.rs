//! `makeready cards`: copies, blank cards on the last sheet, deck lists, pictures; and the same decks as those of `build`.

use std::collections::BTreeMap;

use crate::command::{Workspace, tree};
use lopdf::{Dictionary, Document, Object};

const DONE: i32 = 0;
const CONTENT: i32 = 1;
const USAGE: i32 = 2;

const IDA: &str = "content/lantern/characters/ida.yaml";

/// The titles of the cards of a print, in order, blank cards on the last sheet included.
fn titles(workspace: &Workspace, path: &str) -> Vec<String> {
    let pdf = Document::load_mem(&workspace.read(path)).expect("a PDF");
    let child = |dictionary: &Dictionary, key: &[u8]| {
        pdf.get_dictionary(dictionary.get(key).unwrap().as_reference().unwrap()).unwrap().clone()
    };
    let all = child(&child(pdf.catalog().unwrap(), b"StructTreeRoot"), b"K");
    let articles = all.get(b"K").unwrap().as_array().unwrap();
    let title = |article: &Object| {
        let article = pdf.get_dictionary(article.as_reference().unwrap()).unwrap();
        let (_, title) = pdf.dereference(article.get(b"T").unwrap()).unwrap();
        lopdf::decode_text_string(title).unwrap()
    };
    articles.iter().map(title).filter(|title| title != "Credits").collect()
}

fn cards(workspace: &Workspace, arguments: &str) -> Vec<String> {
    let line = format!("cards {arguments} -o out.pdf --force");
    let ran = workspace.run(&line.split_whitespace().collect::<Vec<_>>());
    assert_eq!(ran.code, DONE, "{ran}");
    titles(workspace, "out.pdf")
}

fn counted(titles: &[String]) -> BTreeMap<&str, usize> {
    titles.iter().fold(BTreeMap::new(), |mut counts, title| {
        *counts.entry(title.as_str()).or_default() += 1;
        counts
    })
}

#[test]
fn build_and_cards_print_the_same_decks_byte_for_byte() {
    let workspace = Workspace::new();
    workspace.write("content/campaign.yaml", "format_version: 1\npaper: a3\nodds_on_cards: true\n");
    let ran = workspace.run(&["build"]);
    assert_eq!(ran.code, DONE, "{ran}");
    for (subject, name) in [("lantern", "cards-blank"), (IDA, "cards-ida")] {
        for paper in ["a4", "letter", "a3"] {
            let ran = workspace.run(&["cards", subject, "--paper", paper, "-o", "alone.pdf", "--force"]);
            assert_eq!(ran.code, DONE, "{ran}");
            let built = workspace.read(&format!("dist/site/print/lantern/{name}-{paper}.pdf"));
            assert!(workspace.read("alone.pdf") == built, "{name} on {paper} differs");
        }
    }
}

#[test]
fn copies_are_made_of_every_card() {
    let workspace = Workspace::new();
    let once = cards(&workspace, IDA);
    let thrice = cards(&workspace, &format!("{IDA} --copies 3"));
    let repeated: Vec<String> = once.iter().flat_map(|title| std::iter::repeat_n(title.clone(), 3)).collect();
    assert_eq!(thrice, repeated);
    assert_eq!(
        cards(&workspace, "lantern --only raise --blank 4"),
        cards(&workspace, "lantern --only raise --copies 4")
    );
    for (flags, says) in [
        ("--blank 2 --copies 2", "give the number of copies only once"),
        ("--copies 0", "1 to 100 copies, not 0"),
        ("--copies 101", "1 to 100 copies, not 101"),
    ] {
        let line = format!("cards lantern {flags}");
        let ran = workspace.run(&line.split(' ').collect::<Vec<_>>());
        assert_eq!(ran.code, USAGE, "{ran}");
        assert!(ran.stderr.contains(says), "{ran}");
    }
}

#[test]
fn the_last_sheet_is_filled_with_blank_cards_of_the_same_kinds() {
    let workspace = Workspace::new();
    let deck = cards(&workspace, &format!("{IDA} --only deeds"));
    let filled = cards(&workspace, &format!("{IDA} --only deeds --fill-last-sheet"));
    assert_eq!(filled.len() % 9, 0);
    assert!(filled.len() > deck.len() && filled.len() - deck.len() < 9);
    assert_eq!(filled[..deck.len()], deck);
    // The game has no cards to write anything on, so that these are blank cards of the deck.
    let kinds = counted(&filled[deck.len()..]);
    assert!(kinds.keys().all(|title| deck.iter().any(|card| card == title)), "{kinds:?}");
    // Gleam is described in words, and nobody else's: there is no blank card of it.
    let with_blanks = deck.iter().filter(|title| *title != "Gleam").count();
    assert_eq!(with_blanks, deck.len() - 1);
    assert_eq!(kinds.len(), with_blanks.min(filled.len() - deck.len()), "each in its turn: {kinds:?}");
    let ran = workspace.run(&["cards", "lantern", "--only", "tables", "--fill-last-sheet"]);
    assert_eq!(ran.code, DONE, "{ran}");
    assert!(ran.stderr.contains("no blank cards of these kinds"), "{ran}");
}

#[test]
fn a_deck_list_says_which_cards_how_many_and_whose() {
    let workspace = Workspace::new();
    workspace.write(
        "decks/night.yaml",
        "format_version: 1\nsystem: lantern\ntitle: The long night\nback: none\nsize: tarot\ncards:\n  \
         - { only: [raise], whose: ida, copies: 3 }\n  - { only: [\"ra*\", rest-a-while] }\n  - { only: [tables], whose: wisp }\n",
    );
    let ran = workspace.run(&["cards", "--deck", "decks/night.yaml"]);
    assert_eq!(ran.code, DONE, "{ran}");
    let found = titles(&workspace, "cards-night.pdf");
    assert_eq!(
        found[..5],
        ["Raise the Lantern", "Raise the Lantern", "Raise the Lantern", "Raise the Lantern", "Rest"]
    );
    assert!(found.len() > 5, "{found:?}");
    let pdf = Document::load_mem(&workspace.read("cards-night.pdf")).expect("a PDF");
    assert_eq!(pdf.get_pages().len(), found.len().div_ceil(4), "four tarot cards to a sheet, and no backs");
    let words: Vec<String> = pdf.objects.values().filter_map(|object| lopdf::decode_text_string(object).ok()).collect();
    let info = pdf.get_dictionary(pdf.trailer.get(b"Info").unwrap().as_reference().unwrap()).unwrap();
    let title = lopdf::decode_text_string(info.get(b"Title").unwrap()).unwrap();
    assert_eq!(title, "Lantern Row: The long night");
    assert_eq!(
        words.iter().filter(|text| text.starts_with("Raise the Lantern\n")).count(),
        2,
        "Ida's, and a blank one"
    );
}

/// Pictures are as many as there are different faces, and a list says how often each is in the deck, and before which back.
#[test]
fn every_face_of_a_deck_list_has_a_picture_of_its_own() {
    let workspace = Workspace::new();
    let lines = "  - { only: [raise], whose: ida, copies: 3 }\n  - { only: [raise], back: compass }\n  - { only: [raise], back: compass, copies: 2 }\n";
    workspace.write("night.yaml", format!("format_version: 1\nsystem: lantern\ncards:\n{lines}"));
    let ran = workspace.run(&["cards", "--deck", "night.yaml", "--format", "png", "--dpi", "36", "-o", "night"]);
    assert_eq!(ran.code, DONE, "{ran}");
    assert!(
        ran.stderr.contains("pictures of 6 cards in night; cards.yaml lists the copies and the back of each"),
        "{ran}"
    );
    let made = tree(&workspace.path().join("night"));
    let list = String::from_utf8(made["cards.yaml"].clone()).expect("the list is text");
    let value = |line: &str, key: &str| {
        line.trim_start_matches("- ").strip_prefix(key).map(|rest| rest.trim_matches('"').to_owned())
    };
    let lines: Vec<&str> = list.lines().map(str::trim_start).collect();
    let all = |key: &str| lines.iter().filter_map(|line| value(line, key)).collect::<Vec<_>>();
    let fronts: std::collections::BTreeSet<String> = all("file: ").into_iter().collect();
    let backs: std::collections::BTreeSet<String> = all("back: ").into_iter().collect();
    let named = fronts.iter().chain(&backs).map(String::as_str).chain(["cards.yaml", "credits.txt"]);
    let named: std::collections::BTreeSet<&str> = named.collect();
    assert_eq!(named, made.keys().map(String::as_str).collect());
    let of_ida = "  - file: \"001-raise-ida-brook.png\"\n    card: \"Raise the Lantern\"\n    owner: \"Ida Brook\"\n    \
                  back: \"back.png\"\n    copies: 3\n";
    let blank =
        "  - file: \"002-raise.png\"\n    card: \"Raise the Lantern\"\n    back: \"back-compass.png\"\n    copies: 3\n";
    assert!(list.contains(&format!("pictures:\n{of_ida}{blank}# makeready-seal ")), "{list}");
}

/// A folder has the pictures of one deck: what its list lacks goes, unless it is the user's.
#[test]
fn pictures_of_an_earlier_deck_do_not_stay_in_the_folder() {
    let workspace = Workspace::new();
    let run = |only: &str| {
        let line = format!("cards lantern --only {only} --format png --dpi 36 -o night");
        let ran = workspace.run(&line.split(' ').collect::<Vec<_>>());
        assert_eq!(ran.code, DONE, "{ran}");
        ran.stderr
    };
    let names = || tree(&workspace.path().join("night")).into_keys().collect::<Vec<_>>();
    assert!(!run("deeds").contains("note: "));
    let first = names();
    assert!(first.len() > 5, "{first:?}");
    let pictures: Vec<&String> =
        first.iter().filter(|name| name.ends_with(".png") && name.as_str() != "back.png").collect();
    // One was painted over, one is the user's, and one is a link.
    let edited = format!("night/{}", pictures.last().expect("a picture"));
    workspace.write(&edited, "painted over");
    workspace.write("night/mine.png", "mine");
    workspace.write("night/mine.txt", "mine");
    workspace.write("elsewhere.png", workspace.read(&format!("night/{}", pictures[1])));
    std::os::unix::fs::symlink("../elsewhere.png", workspace.path().join("night/link.png")).expect("a link");
    let said = run("raise");
    assert!(said.contains("pictures of an earlier deck removed from night"), "{said}");
    let note = said.lines().find(|line| line.contains("not in cards.yaml")).expect("a note");
    assert!([edited.as_str(), "night/mine.png", "night/link.png"].iter().all(|left| note.contains(left)), "{note}");
    let mut wanted = vec!["001-raise.png", "back.png", "cards.yaml", "credits.txt", "link.png", "mine.png", "mine.txt"];
    wanted.push(edited.trim_start_matches("night/"));
    wanted.sort_unstable();
    assert_eq!(names(), wanted);
    assert!(!workspace.read("elsewhere.png").is_empty());
}

/// Sheets have the back of each card behind it, and pictures one file for each back.
#[test]
fn a_deck_list_may_give_cards_backs_of_their_own() {
    let workspace = Workspace::new();
    let list = |head: &str, raise: &str, rest: &str| {
        let cards = format!("  - {{ only: [raise]{raise} }}\n  - {{ only: [rest-a-while]{rest} }}\n");
        workspace.write("night.yaml", format!("format_version: 1\nsystem: lantern\n{head}cards:\n{cards}"));
    };
    let sheet = |name: &str| {
        let ran = workspace.run(&["cards", "--deck", "night.yaml", "-o", name]);
        assert_eq!(ran.code, DONE, "{ran}");
        workspace.read(name)
    };
    list("", ", back: compass", "");
    let differing = sheet("differing.pdf");
    assert_eq!(Document::load_mem(&differing).expect("a PDF").get_pages().len(), 2, "a front and a back");
    let ran = workspace.run(&["cards", "--deck", "night.yaml", "--format", "png", "--dpi", "36", "-o", "night"]);
    assert_eq!(ran.code, DONE, "{ran}");
    assert!(workspace.read("night/back.png") != workspace.read("night/back-compass.png"));

    // Said of each card or of the deck, it is the same.
    list("", ", back: compass", ", back: compass");
    let ran = workspace.run(&["cards", "--deck", "night.yaml", "--format", "png", "--dpi", "36", "-o", "each"]);
    assert_eq!(ran.code, DONE, "{ran}");
    let pictures = tree(&workspace.path().join("each"));
    assert_eq!(pictures.keys().filter(|name| name.starts_with("back")).collect::<Vec<_>>(), ["back.png"]);
    let of_each = sheet("each.pdf");
    // And so is the back of the game, by its name or without one.
    list("", ", back: lozenges", "");
    let ran = workspace.run(&["cards", "--deck", "night.yaml", "--format", "png", "--dpi", "36", "-o", "own"]);
    assert_eq!(ran.code, DONE, "{ran}");
    let pictures = tree(&workspace.path().join("own"));
    assert_eq!(pictures.keys().filter(|name| name.starts_with("back")).collect::<Vec<_>>(), ["back.png"]);
    // Beside another back of the deck it has a name.
    list("back: compass\n", ", back: lozenges", "");
    let ran = workspace.run(&["cards", "--deck", "night.yaml", "--format", "png", "--dpi", "36", "-o", "beside"]);
    assert_eq!(ran.code, DONE, "{ran}");
    let pictures = tree(&workspace.path().join("beside"));
    let backs: Vec<_> = pictures.keys().filter(|name| name.starts_with("back")).collect();
    assert_eq!(backs, ["back-lozenges.png", "back.png"]);
    list("back: compass\n", "", "");
    assert!(of_each == sheet("deck.pdf") && of_each != differing);
    list("back: compass\n", ", back: none", ", back: none");
    assert_eq!(Document::load_mem(&sheet("none.pdf")).expect("a PDF").get_pages().len(), 1, "there are no backs");
}

#[test]
fn every_fault_of_a_deck_list_is_told_with_its_place() {
    let workspace = Workspace::new();
    workspace.write(
        "night.yaml",
        "format_version: 1\nsystem: lantern\npaper: a44\nsize: pokr\nback: compas\ncards:\n  \
         - { only: [rais, deeds], whose: ida }\n  - { only: [raise], whose: idda }\n  - { only: [raise], back: woodcat }\n",
    );
    let ran = workspace.run(&["cards", "--deck", "night.yaml"]);
    assert_eq!(ran.code, CONTENT, "{ran}");
    for (code, place, help) in [
        ("unknown-paper", "night.yaml:3:8", "use a4"),
        ("unknown-card-size", "night.yaml:4:7", "did you mean `poker`?"),
        ("unknown-back", "night.yaml:5:7", "did you mean `compass`?"),
        ("unknown-card", "night.yaml:7:14", "did you mean `raise`?"),
        ("unknown-character", "night.yaml:8:29", "did you mean `ida`?"),
        ("unknown-back", "night.yaml:9:28", "did you mean `woodcut`?"),
    ] {
        for said in [format!("error[{code}]"), place.to_owned(), help.to_owned()] {
            assert!(ran.stderr.contains(&said), "`{said}` is missing: {ran}");
        }
    }
    let broken = [
        ("system: lantern\ncards: [ { only: [raise] } ]\n", "format-version", "format_version: 1"),
        (
            "format_version: 1\nsystem: lantrn\ncards: [ { only: [raise] } ]\n",
            "unknown-system",
            "did you mean `lantern`?",
        ),
        ("format_version: 1\nsystem: lantern\ncards: [ { only: [], copies: 101 } ]\n", "out-of-range", "100"),
        (
            "format_version: 1\nsystem: lantern\ncards: [ { only: [raise], copy: 2 } ]\n",
            "unknown-key",
            "only, whose, back, copies",
        ),
        ("format_version: 1\nsystem: lantern\ncards: { only: raise }\n", "wrong-type", "list"),
        ("format_version: 1\nsystem: lantern\ncards: []\n", "empty", "night.yaml:2:9"),
        (
            "format_version: 1\nsystem: lantern\ntitle: &night Deeds\ncards: [ { only: [raise] } ]\n",
            "not-shown",
            "night.yaml:3:8",
        ),
        ("format_version: 1\nsystem: [\n", "yaml", "night.yaml"),
    ];
    for (text, code, says) in broken {
        workspace.write("night.yaml", text);
        let ran = workspace.run(&["cards", "--deck", "night.yaml"]);
        assert_eq!(ran.code, CONTENT, "{ran}");
        assert!(ran.stderr.contains(&format!("error[{code}]")) && ran.stderr.contains(says), "{ran}");
    }
    assert!(!workspace.names().iter().any(|name| name.ends_with(".pdf")), "nothing is written");
}

#[test]
fn a_deck_list_is_bounded() {
    let workspace = Workspace::new();
    let line = "  - { only: [deeds, deeds, deeds, deeds], copies: 100 }\n";
    let text = format!("format_version: 1\nsystem: lantern\ncards:\n{}", line.repeat(40));
    workspace.write("night.yaml", text);
    let ran = workspace.run(&["cards", "--deck", "night.yaml"]);
    assert_eq!(ran.code, CONTENT, "{ran}");
    assert!(ran.stderr.contains("the deck has more than 10000 cards"), "{ran}");
    let ran = workspace.run(&["cards", "--deck", "/dev/zero"]);
    assert!(ran.stderr.contains("it is no file"), "{ran}");
}

#[test]
fn pictures_have_the_resolution_and_the_edge_that_is_asked_for() {
    let workspace = Workspace::new();
    let size = |path: &str| {
        let png = workspace.read(path);
        let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
        assert_eq!(&png[37..41], b"pHYs", "{path}");
        (number(16), number(20), number(41))
    };
    let run = |flags: &str| {
        let line = format!("cards lantern --only raise --format png -o out --force {flags}");
        let ran = workspace.run(&line.split_whitespace().collect::<Vec<_>>());
        assert_eq!(ran.code, DONE, "{ran}");
    };
    run("");
    assert_eq!(size("out/001-raise.png"), (750, 1_050, 11_811));
    run("--bleed");
    assert_eq!(size("out/001-raise.png"), (825, 1_125, 11_811));
    run("--bleed=both --dpi 600");
    assert_eq!(size("out/001-raise.png"), (1_500, 2_100, 23_622));
    assert_eq!(size("out/bleed/001-raise.png"), (1_650, 2_250, 23_622));
    assert_eq!(size("out/back.png").0, 1_500);
    assert_eq!(size("out/bleed/back.png").0, 1_650);
    for (flags, says) in [
        ("--format png --dpi 30", "36 to 1200 dots per inch, not 30"),
        ("--format png --dpi 1200 --size 140x216mm", "may have"),
        ("--dpi 300", "`--dpi` works only with `--format png`"),
        ("--bleed", "`--bleed` works only with `--format png`"),
        ("--format png --fill-last-sheet", "`--fill-last-sheet` works only with `--format pdf`"),
    ] {
        let line = format!("cards lantern {flags}");
        let ran = workspace.run(&line.split(' ').collect::<Vec<_>>());
        assert_eq!(ran.code, USAGE, "{ran}");
        assert!(ran.stderr.contains(says), "{ran}");
    }
}

#[test]
fn build_ends_with_how_many_cards_are_set_smaller_and_lists_them_on_request() {
    let workspace = Workspace::new();
    let long = "One more sentence that says at length what happens then, and to whom, and for how long. ".repeat(11);
    workspace.replace("content/lantern/actions/deeds.yaml", "Hold it **high** :moon: and *wait*.", &long);
    let quiet = workspace.run(&["build"]);
    let told = workspace.run(&["build", "--verbose"]);
    for ran in [&quiet, &told] {
        assert_eq!(ran.code, DONE, "{ran}");
        assert!(ran.stderr.contains("of the cards, sheets and handouts"), "{ran}");
    }
    let list = "  site/print/lantern/cards-ida: raise";
    assert!(told.stderr.contains(list) && !quiet.stderr.contains(list), "{told}");
    assert!(quiet.stderr.trim_end().ends_with("(`--verbose` lists them)"), "{quiet}");
}
