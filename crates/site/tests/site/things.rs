//! Pages that show the thing: the order of an entry's page, the quick reference, and pictures that go with links.

use std::sync::Arc;

use crate::fixture::{card, entry, lantern, options, plain, rapier};
use crate::pages::{named, text};
use makeready_faces::book::{Book, EntryKind, Spelled};
use makeready_faces::card::{Fact, Table};
use makeready_faces::listing::Column;
use makeready_site::{About, PreparedBook, Shared, Site, SiteKit, SiteOptions, render};

/// The small book with an ability that has a card, a sentence and a bill, and somebody who carries a thing.
fn with_things() -> Book {
    let mut book = rapier();
    for entry in &mut book.entries {
        match entry.id.as_str() {
            "lunge" => {
                entry.card = Some(card("lunge", "Lunge", "broadsword", true));
                "Reaches <two> squares.".clone_into(&mut entry.does);
                entry.facts = vec![Fact { label: "Slot".to_owned(), text: plain("single"), ..Fact::default() }];
            }
            "strike" => {
                let fact = Fact { label: "Effect".to_owned(), text: plain("1d12 & Power"), ..Fact::default() };
                entry.spelled = Some(Box::new(Spelled {
                    paragraphs: vec![plain("Swing at Power.")],
                    facts: vec![fact],
                    results: vec![Fact {
                        label: "Critical".to_owned(),
                        text: plain("a free Strike"),
                        ..Fact::default()
                    }],
                    ..Spelled::default()
                }));
                entry.card = Some(card("strike", "Strike", "broadsword", true));
            }
            "mira" => entry.things = vec![card("lamp", "Brass Lamp", "hood", false)],
            _ => {}
        }
    }
    book
}

#[test]
fn what_is_carried_is_a_list_that_leads_to_the_cards() {
    let book = Book { has_things: true, ..with_things() };
    let files = render(&[book], &options()).expect("all is well");
    let page = text(&files, "rapier/things/index.html");
    assert!(page.contains("<a href=\"../characters/mira/index.html#thing--lamp\">Brass Lamp</a>"), "{page}");
    let contents = files.keys().find(|path| path.starts_with("assets/contents/rapier.")).expect("it has contents");
    assert!(text(&files, contents).contains("[\"Items\",\"things\"]"));
}

/// The places of these words on a page, one after another.
fn in_order(page: &str, words: &[&str]) {
    let mut at = page.find("<main").expect("a page");
    for word in words {
        let behind =
            page[at..].find(word).unwrap_or_else(|| panic!("no {word} behind what comes before it: {}", &page[at..]));
        at += behind + word.len();
    }
}

#[test]
fn an_entry_shows_its_card_then_a_sentence_then_figures_then_the_bill() {
    let files = render(&[with_things()], &options()).expect("all is well");
    let lunge = text(&files, "rapier/abilities/lunge/index.html");
    let card = "<div class=\"cards single\">";
    in_order(lunge, &["<h1>Lunge</h1>", card, "Reaches &lt;two&gt; squares.", "<dt>Slot", "<figure class=\"bill\">"]);
    assert_eq!(lunge.matches("<figure class=\"bill\">").count(), 1);
    let strike = text(&files, "rapier/actions/strike/index.html");
    in_order(strike, &[card, "<p>Swing at ", "<dt>Effect<dd>1d12 &amp; Power", "<dt>Critical<dd>a free "]);
    assert!(
        strike.contains("Swing at <a class=\"term\"") || strike.contains(">Power</a>"),
        "words are linked: {strike}"
    );
    // Without a card nothing stands elsewhere than before.
    in_order(text(&files, "rapier/stats/power/index.html"), &["<h1>Power</h1>", "<p class=\"lede\">"]);
}

#[test]
fn a_table_too_wide_for_a_phone_has_the_names_of_its_columns_in_its_cells() {
    let row = |cells: [&str; 4]| cells.map(plain).to_vec();
    let columns = ["Item", "Used for", "What it is", "Weight"].map(str::to_owned).to_vec();
    let sentence = "A whip of three lengths, which reaches whom a sword does not and binds whom it reaches.";
    let wide = Table { numeric: vec![false; 4], columns, rows: vec![row(["Whip", "Volley", sentence, ""])] };
    let columns = ["Rank", "1", "2", "3"].map(str::to_owned).to_vec();
    let numbers =
        Table { numeric: vec![false, true, true, true], columns, rows: vec![row(["Common", "10", "20", "30"])] };
    let mut book = with_things();
    let lunge = book.entries.iter_mut().find(|entry| entry.id == "lunge").expect("an ability");
    let columns = ["Must be true", "Else", "Rule"].map(str::to_owned).to_vec();
    let rows = vec![[sentence, sentence, "RA-1"].map(plain).to_vec()];
    let asked = Table { numeric: vec![false; 3], columns, rows };
    lunge.tables = vec![("Gear".to_owned(), wide), ("Prices".to_owned(), numbers), ("Asked".to_owned(), asked)];
    let files = render(&[book], &options()).expect("all is well");
    let page = text(&files, "rapier/abilities/lunge/index.html");
    assert_eq!(page.matches("class=\"by-line\"").count(), 2, "{page}");
    let named = format!(
        "<td data-label=\"Must be true\">{sentence}<td data-label=\"Else\">{sentence}<td class=\"tight\" data-label=\"Rule\""
    );
    assert!(page.contains(&named), "where the first cell is no name, each says what it is: {page}");
    assert!(page.contains("<td data-label=\"Used for\">Volley"), "{page}");
    assert!(page.contains(&format!("<td>{sentence}<td>\n")), "a sentence and an empty cell need no name: {page}");
}

#[test]
fn the_preview_of_an_action_says_what_it_costs() {
    let mut book = with_things();
    let strike = book.entries.iter_mut().find(|entry| entry.id == "strike").expect("an action");
    "Light: 1 AP".clone_into(&mut strike.cost);
    let files = render(&[book], &options()).expect("all is well");
    let previews = text(&files, "assets/previews/rapier/actions.js");
    assert!(previews.contains("\"\",\"Light: 1 AP\"]"), "{previews}");
}

#[test]
fn a_place_to_write_in_is_a_box_and_no_row_of_dashes() {
    use makeready_faces::text::{Run, Style};
    let mut book = with_things();
    let lunge = book.entries.iter_mut().find(|entry| entry.id == "lunge").expect("it is there");
    let gap = Run { style: Style::WriteNumber, text: "__________".to_owned(), detail: String::new() };
    lunge.card.as_mut().expect("it has a card").body = vec![vec![Run::plain("Adds "), gap, Run::plain(" to AP.")]];
    let files = render(&[book], &options()).expect("all is well");
    let page = text(&files, "rapier/abilities/lunge/index.html");
    assert!(page.contains("Adds <span class=\"gap\" role=\"img\" aria-label=\"To fill in\"></span> to AP."), "{page}");
    assert!(!page.contains("____"));
}

#[test]
fn what_somebody_carries_stands_on_their_page_and_is_found() {
    let files = render(&[with_things()], &options()).expect("all is well");
    let mira = text(&files, "rapier/characters/mira/index.html");
    in_order(mira, &["id=\"sheet--things\"", "id=\"thing--lamp\"", "Brass Lamp"]);
    let index = text(&files, "assets/search/rapier.js");
    assert!(index.contains("Brass Lamp") && index.contains("characters/mira#thing--lamp"), "{index}");
    assert!(!text(&files, "rapier/npcs/toller/index.html").contains("sheet--things"));
}

#[test]
fn the_reference_cards_stand_on_one_page_in_groups() {
    let mut book = with_things();
    let reference = |id: &str, name: &str, about: &str| {
        let mut made = entry(EntryKind::Reference, id, name, "A card.");
        made.card = Some(card(id, name, "", false));
        made.columns = vec![Column::group("About", about)];
        made
    };
    book.entries.retain(|entry| entry.kind != EntryKind::Reference);
    book.entries.extend([
        reference("cuts", "Cuts", "Fighting"),
        reference("rest", "Rest", "Camp"),
        reference("falls", "Falls", "Fighting"),
    ]);
    let files = render(&[book], &options()).expect("all is well");
    let page = text(&files, "rapier/quick-reference/index.html");
    in_order(
        page,
        &[
            "<h2 id=\"group--1\">Fighting</h2>",
            "id=\"card--cuts\"",
            "id=\"card--falls\"",
            ">Camp</h2>",
            "id=\"card--rest\"",
        ],
    );
    assert_eq!(page.matches("<article class=\"card ").count(), 3);
    assert!(page.contains("href=\"../../print/rapier/cards%20a4.pdf\""), "the same on paper: {page}");
    assert!(page.contains("href=\"../references/cuts/index.html\""));
    assert!(text(&files, "rapier/index.html").contains("quick-reference/index.html\""), "the cover leads there");
    assert!(
        text(&files, named(&files, "assets/contents/rapier.js")).contains("[\"Quick reference\",\"quick-reference\"]")
    );
    let index = text(&files, "assets/search/rapier.js");
    assert!(index.contains("Quick reference") && index.contains("cheat sheet"), "{index}");
    assert!(text(&files, "assets/pages/rapier.txt").contains(" rapier/quick-reference/index.html\n"));
}

#[test]
fn actions_stand_where_there_are_no_reference_cards_and_no_page_where_there_are_neither() {
    let mut book = with_things();
    book.entries.retain(|entry| entry.kind != EntryKind::Reference);
    let files = render(std::slice::from_ref(&book), &options()).expect("all is well");
    assert!(text(&files, "rapier/quick-reference/index.html").contains("id=\"card--strike\""));
    book.entries.retain(|entry| entry.kind != EntryKind::Action);
    book.entries.iter_mut().for_each(|entry| entry.used_by.clear());
    book.glossary.clear();
    book.chapters.clear();
    let files = render(&[book], &options()).expect("all is well");
    assert!(!files.keys().any(|path| path.contains("quick-reference")));
    assert!(!text(&files, "rapier/index.html").contains("quick-reference"));
}

/// A long card is printed wider, so that none is cut.
#[test]
fn a_long_card_is_printed_as_wide_as_several() {
    let mut book = with_things();
    let rotation = book.entries.iter_mut().find(|entry| entry.id == "rotation-card").expect("it is there");
    let face = rotation.card.as_mut().expect("it has a card");
    face.body = vec![plain(&"A sentence of a rule. ".repeat(60))];
    let files = render(&[book.clone()], &options()).expect("all is well");
    assert!(text(&files, "rapier/quick-reference/index.html").contains("quick-card broad-3\""));
    let face = book.entries.iter_mut().find_map(|entry| entry.card.as_mut().filter(|card| card.id == "rotation-card"));
    let face = face.expect("it has a card");
    (face.body, face.blocks, face.facts, face.outcomes) = (vec![plain("Short.")], vec![], vec![], vec![]);
    let files = render(&[book], &options()).expect("all is well");
    assert!(text(&files, "rapier/quick-reference/index.html").contains("quick-card broad-1\""));
}

fn with_address() -> SiteOptions {
    let about = About { title: "Books".to_owned(), address: "https://a.example/rules/".to_owned(), ..About::default() };
    SiteOptions { about, ..options() }
}

#[test]
fn links_to_pages_have_the_picture_of_their_card_or_of_the_book_where_the_address_is_known() {
    let files = render(&[with_things(), lantern()], &with_address()).expect("all is well");
    let image = |path: &str| {
        let page = text(&files, path);
        let behind = page.split("<meta property=\"og:image\" content=\"").nth(1).unwrap_or_else(|| panic!("{path}"));
        behind.split('"').next().expect("an address").to_owned()
    };
    assert_eq!(image("rapier/actions/strike/index.html"), "https://a.example/rules/rapier/share/actions/strike.png");
    assert_eq!(image("rapier/abilities/lunge/index.html"), "https://a.example/rules/rapier/share/abilities/lunge.png");
    assert_eq!(image("rapier/stats/power/index.html"), "https://a.example/rules/rapier/share/cover.png");
    assert_eq!(image("lantern/rules/light/index.html"), "https://a.example/rules/lantern/share/cover.png");
    assert_eq!(image("index.html"), "https://a.example/rules/rapier/share/cover.png");
    let strike = text(&files, "rapier/actions/strike/index.html");
    for line in [
        "<meta property=\"og:image:width\" content=\"1200\">",
        "<meta property=\"og:image:height\" content=\"630\">",
        "<meta property=\"og:image:alt\" content=\"The card Strike, front and back: Core action\">",
        "<meta name=\"twitter:card\" content=\"summary_large_image\">",
    ] {
        assert!(strike.contains(line), "{line}");
    }
    let without = render(&[with_things()], &options()).expect("all is well");
    assert!(without.values().all(|bytes| !String::from_utf8_lossy(bytes).contains("og:image")));
}

/// Every picture that a page names is among those that are to be drawn, and none is drawn for nobody.
#[test]
fn pages_name_the_pictures_that_are_drawn() {
    let kit = Arc::new(SiteKit::new(with_address()));
    let prepared = Arc::new(PreparedBook::whole(with_things(), &kit));
    let site = Site::new(vec![Arc::clone(&prepared)], Arc::clone(&kit));
    let files = site.pages().expect("all is well");
    let named: std::collections::BTreeSet<String> = files
        .values()
        .filter_map(|page| {
            let page = String::from_utf8_lossy(page);
            let behind = page.split("og:image\" content=\"https://a.example/rules/").nth(1)?;
            Some(behind.split('"').next()?.to_owned())
        })
        .collect();
    let drawn: Vec<Shared> = prepared.shared_pictures();
    let paths: Vec<&str> = drawn.iter().flat_map(Shared::paths).collect();
    assert_eq!(
        named.iter().map(String::as_str).collect::<std::collections::BTreeSet<_>>(),
        paths.iter().copied().collect()
    );
    assert!(paths.iter().all(|path| prepared.may_share(path)) && !prepared.may_share("rapier/index.html"));
    // A family is drawn together, each of its cards once.
    assert_eq!(paths.len(), named.len());
}

#[test]
fn a_page_of_a_sheet_shows_resources_first_and_names_what_only_a_pencil_can_use() {
    let files = render(&[with_things()], &options()).expect("all is well");
    let mira = text(&files, "rapier/characters/mira/index.html");
    in_order(mira, &[">Resources</h3>", ">Stats</h3>", ">Core actions</h3>", ">Story</h3>"]);
    assert!(mira.contains("The printed sheet has boxes for these as well: Player · Tracks · Notes"), "{mira}");
    // It is counted among the resources, and would stand there alone.
    assert!(!mira.contains(">Combat</h3>"));
    assert!(!mira.contains("<dt>Name"), "the title of the page says it");
}
