//! Lists: pages of kinds with the keys that they sort by, letters, and the chapters of a book by part and by path.

use makeready_faces::book::{Book, EntryKind, ReadingPath};
use makeready_faces::listing::Column;
use makeready_site::render;

use crate::fixture::{chapter, entry, lantern, options, rapier};
use crate::pages::{named, text};

/// Six actions that differ in family, cost and reach.
fn with_actions() -> Book {
    let mut book = lantern();
    let action = |id: &str, name: &str, family: &str, cost: &str, reach: &str| {
        let mut made = entry(EntryKind::Action, id, name, "What it does.");
        made.columns = vec![Column::group("Family", family), Column::plain("AP", cost), Column::plain("Sort", reach)];
        made
    };
    book.entries = vec![
        action("kindle", "Kindle", "Fire", "1 / 2", "near"),
        action("the-glare", "The Glare", "Fire", "3", "far"),
        action("douse", "Douse", "Water", "10", "near"),
        action("drip", "A Drip", "Water", "", "near"),
        action("flood", "Flood", "Water", "2", "far"),
        action("wave", "Wave", "Water", "2", ""),
    ];
    book
}

#[test]
fn rows_have_keys_to_sort_by_and_the_page_has_filters() {
    let files = render(&[with_actions()], &options()).expect("all is well");
    let page = text(&files, "lantern/actions/index.html");
    // Names: Douse, A Drip, Flood, The Glare, Kindle, Wave. Costs by the least. `far` comes before `near`.
    assert!(page.contains("<tr data-keys=\"4 1 1\"><th scope=\"row\"><a href=\"kindle/index.html\">Kindle</a>"));
    assert!(page.contains("<tr data-keys=\"3 3 0\"><th scope=\"row\"><a href=\"the-glare/index.html\">"));
    assert!(page.contains("<tr data-keys=\"1 - 1\"><th scope=\"row\"><a href=\"drip/index.html\">A Drip</a>"));
    assert!(page.contains("<tr data-keys=\"5 2 -\"><th scope=\"row\"><a href=\"wave/index.html\">Wave</a>"));
    assert!(page.contains("<th scope=\"col\" data-column=\"ap\" class=\"num\">AP"));
    // On phones, where there are no columns, each cell says what it is.
    assert!(page.contains("<td data-label=\"AP\" class=\"num\">10<td data-label=\"Sort\">near</td>"), "{page}");
    // `sort` is what the address calls the order.
    assert!(page.contains("data-column=\"sort-2\""));
    assert!(
        page.contains(
            "<select name=\"family\"><option value=\"\">any</option><option value=\"fire\">Fire (2)</option>"
        )
    );
    assert!(page.contains("<fieldset data-range=\"ap\">"));
    assert!(page.contains("<h2 id=\"group--2\">Water</h2>"));
    assert!(page.contains(named(&files, "assets/lists.js")) && page.contains(named(&files, "assets/site.js")));
    assert!(!text(&files, "lantern/actions/kindle/index.html").contains("assets/lists."));
}

#[test]
fn rulings_show_the_reading_in_force_and_the_others() {
    let files = render(&[rapier()], &options()).expect("all is well");
    let page = text(&files, "rapier/rulings/index.html");
    assert!(page.contains("1 in total, 1 changed from the default"));
    assert!(page.contains("<b>Power and Acuity.</b> <span class=\"tag changed\">changed</span>"));
    assert!(page.contains("<details><summary>1 other option</summary><p>Power and Finesse.</p></details>"));
}

#[test]
fn names_stand_under_the_letter_that_they_are_looked_for_under() {
    let files = render(&[with_actions()], &options()).expect("all is well");
    let page = text(&files, "lantern/a-z/index.html");
    let place = |words: &str| page.find(words).unwrap_or_else(|| panic!("no {words}"));
    assert!(place("id=\"letter--D\"") < place(">A Drip</a>") && place(">A Drip</a>") < place("id=\"letter--F\""));
    assert!(place("id=\"letter--G\"") < place(">The Glare</a>") && place(">The Glare</a>") < place("id=\"letter--K\""));
    assert!(page.contains("<span>Z</span>") && page.contains("<a href=\"#letter--W\">W</a>"));
    let glossary =
        text(&render(&[rapier()], &options()).expect("all is well"), "rapier/glossary/index.html").to_owned();
    assert!(glossary.contains("<h2 id=\"letter--R\">R</h2>") && glossary.contains("<span>A</span>"));
}

#[test]
fn rules_stand_with_the_chapter_or_the_kind_that_they_are_found_in() {
    let files = render(&[rapier()], &options()).expect("all is well");
    let page = text(&files, "rapier/rule/index.html");
    let place = |words: &str| page.find(words).unwrap_or_else(|| panic!("no {words} in {page}"));
    let chapter = place("<h2 id=\"group--1\"><a href=\"../rules/react/index.html\">React and rotation</a></h2>");
    let actions = place("<a href=\"../actions/index.html\">Actions</a></h2>");
    assert!(chapter < place("<li id=\"RA-REACT-02\">") && place("<li id=\"RA-REACT-02\">") < actions);
    assert!(actions < place("<li id=\"RA-CORE-01\">"));
}

#[test]
fn rules_of_one_name_say_how_they_begin() {
    let mut book = rapier();
    let source = "## Rolling\n\n[[#RA-ROLL-01]] Throw all dice. [[#RA-ROLL-02]] Take the highest of them that are left on the table, and add.\n\n[[#RA-ROLL-03]] **Ties.** Throw again.\n";
    book.chapters.push(chapter(9, "09-rolling", "Rolling dice", source));
    let files = render(&[book], &options()).expect("all is well");
    let page = text(&files, "rapier/rule/index.html");
    let line = |id: &str, words: &str| page.contains(&format!("<span class=\"rule-id\">{id}</span> {words}</a>"));
    assert!(line("RA-ROLL-01", "Rolling <small>Throw all dice. Take the highest of\u{a0}\u{2026}</small>"), "{page}");
    assert!(line("RA-ROLL-02", "Rolling <small>Take the highest of them that are\u{a0}\u{2026}</small>"), "{page}");
    assert!(line("RA-ROLL-03", "Ties"), "it has a name of its own");
}

#[test]
fn the_glossary_leads_to_what_it_speaks_of_and_where_it_is_told() {
    let mut book = rapier();
    let cycle = book.glossary.iter_mut().find(|term| term.target.id == "cycle").expect("it is there");
    cycle.meaning = "A cycle in which you Strike <all>, as in the rotation.".to_owned();
    cycle.rule = "RA-REACT-02".to_owned();
    cycle.words = ["cycle", "cycles", "Cycled", "pass"].map(str::to_owned).to_vec();
    let files = render(&[book], &options()).expect("all is well");
    let page = text(&files, "rapier/glossary/index.html");
    assert!(
        page.contains("<dt>cycle <span class=\"others\">also pass</span><dd>A cycle in which"),
        "no other forms, and no way to itself"
    );
    assert!(page.contains("you <a class=\"term\" href=\"../actions/strike/index.html\">Strike</a> &lt;all&gt;, as in"));
    assert!(page.contains("<dd class=\"told\"><a href=\"../rules/react/index.html#RA-REACT-02\">"));
}

#[test]
fn chapters_stand_in_their_parts() {
    let mut book = rapier();
    book.chapters[0].part = "The fight".to_owned();
    book.chapters[1].part = "The end".to_owned();
    let first = book.chapters[0].title.clone();
    let files = render(&[book], &options()).expect("all is well");
    let contents = text(&files, named(&files, "assets/contents/rapier.js"));
    assert!(contents.contains("[\"The fight\",[[") && contents.contains("[\"The end\",[["), "{contents}");
    assert!(!contents.contains("[\"Rules\",[["), "{contents}");
    assert!(text(&files, "rapier/index.html").contains("<h3 class=\"part\">The fight</h3>"));
    let by_name = text(&files, "rapier/a-z/index.html");
    assert!(by_name.contains(&format!("<small>{first}</small>")), "a heading names its chapter: {by_name}");
    assert!(!by_name.contains("<small>The fight</small>"), "a part has many chapters");
    let plain = render(&[rapier()], &options()).expect("all is well");
    assert!(text(&plain, named(&plain, "assets/contents/rapier.js")).contains("[\"Rules\",[["));
}

#[test]
fn a_way_through_the_book_may_lead_to_a_part_of_a_chapter() {
    let mut book = rapier();
    let way = |part: &str| ReadingPath {
        title: "New".to_owned(),
        summary: "First things.".to_owned(),
        chapters: vec![part.to_owned()],
    };
    let slug = book.chapters[0].slug.clone();
    book.paths = vec![way(&format!("{slug}#RA-REACT-01"))];
    let files = render(&[book.clone()], &options()).expect("all is well");
    let cover = text(&files, "rapier/index.html");
    assert!(cover.contains("rules/react/index.html#RA-REACT-01\">The React roll</a>"), "{cover}");
    book.paths = vec![way(&format!("{slug}#nowhere"))];
    assert!(render(&[book], &options()).is_err(), "a heading that is not there is reported");
}

#[test]
fn the_cover_shows_the_ways_through_the_book() {
    let mut book = rapier();
    let slugs = |places: [usize; 2]| places.map(|place| book.chapters[place].slug.clone()).to_vec();
    let path =
        ReadingPath { title: "Once <more>".to_owned(), summary: "From the end.".to_owned(), chapters: slugs([1, 0]) };
    book.paths = vec![path];
    let files = render(&[book], &options()).expect("all is well");
    let cover = text(&files, "rapier/index.html");
    assert!(cover.contains("<h3 id=\"path--1\">Once &lt;more&gt;</h3><p>From the end.</p>"));
    let ways = cover.split("class=\"path\"").nth(1).expect("there is one");
    let place = |words: &str| ways.find(words).unwrap_or_else(|| panic!("no {words}"));
    assert!(place("rules/resolve/index.html") < place("rules/react/index.html"));
    assert!(
        !text(&render(&[rapier()], &options()).expect("all is well"), "rapier/index.html").contains("Where to begin")
    );
}
