//! The site as a whole: the content of its pages, its links, and what is refused.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::fixture::{chapter, entry, lantern, options, rapier};
use makeready_faces::bill::BillItem;
use makeready_faces::book::{Book, ChapterBlock, EntryKind, Written};
use makeready_faces::make::{ability_data, book};
use makeready_faces::sheet::SheetContent;
use makeready_faces::text::{Run, Style};
use makeready_site::{LinkFault, LinkProblem, render};
use makeready_testing::{CONTENT, all_shipped};

pub type Files = BTreeMap<String, Vec<u8>>;

pub fn site() -> Files {
    render(&[rapier(), lantern()], &options()).expect("the books are whole")
}

/// The path of a file as it is named after what is in it: `assets/site.1f3a9c2e.css` for `assets/site.css`.
pub fn named<'f>(files: &'f Files, path: &str) -> &'f str {
    let dot = path.rfind('.').unwrap_or(path.len());
    let (stem, ending) = path.split_at(dot);
    let is_meant = |name: &&String| {
        let hash =
            name.strip_prefix(stem).and_then(|rest| rest.strip_suffix(ending)).and_then(|rest| rest.strip_prefix('.'));
        hash.is_some_and(|hash| hash.len() == 8 && hash.bytes().all(|digit| digit.is_ascii_hexdigit()))
    };
    files.keys().find(is_meant).unwrap_or_else(|| panic!("no {path}; there are {:?}", files.keys().collect::<Vec<_>>()))
}

pub fn text<'f>(files: &'f Files, path: &str) -> &'f str {
    let bytes =
        files.get(path).unwrap_or_else(|| panic!("no {path}; there are {:?}", files.keys().collect::<Vec<_>>()));
    std::str::from_utf8(bytes).expect("text")
}

pub fn with_markdown(source: &str) -> Book {
    let mut book = rapier();
    book.chapters.push(chapter(3, "08-more", "More", source));
    book
}

fn problems(source: &str) -> Vec<LinkProblem> {
    render(&[with_markdown(source)], &options()).expect_err("something leads nowhere")
}

/// The chapter "More" as HTML.
fn page(source: &str) -> String {
    let files = render(&[with_markdown(source)], &options()).expect("all is well");
    let html = text(&files, "rapier/rules/more/index.html");
    let start = html.find("<article").expect("an article");
    html[start..html.find("</article>").expect("its end")].to_string()
}

/// Values of an attribute in a page.
fn attributes<'h>(html: &'h str, name: &str) -> Vec<&'h str> {
    let opening = format!(" {name}=\"");
    html.split(&opening).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

fn resolved(page: &str, href: &str) -> (String, String) {
    let (path, fragment) = href.split_once('#').unwrap_or((href, ""));
    if path.is_empty() {
        return (page.to_string(), fragment.to_string());
    }
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            ".." => {
                parts.pop();
            }
            "." | "" => {}
            other => parts.push(other),
        }
    }
    (parts.join("/"), fragment.to_string())
}

/// Every link of every page that does not lead to a file or an id that exists.
pub fn dead_links(files: &Files) -> BTreeSet<String> {
    let mut dead = BTreeSet::new();
    let ids: BTreeMap<&String, BTreeSet<&str>> = files
        .iter()
        .filter(|(path, _)| path.ends_with(".html"))
        .map(|(path, bytes)| (path, attributes(std::str::from_utf8(bytes).expect("text"), "id").into_iter().collect()))
        .collect();
    for (path, bytes) in files.iter().filter(|(path, _)| path.ends_with(".html")) {
        let html = std::str::from_utf8(bytes).expect("text");
        for link in attributes(html, "href").into_iter().chain(attributes(html, "src")) {
            if link.starts_with("https://") || link.contains("/print/") {
                continue;
            }
            let (target, fragment) = resolved(path, link);
            let is_there = files.contains_key(&target);
            let has_spot = fragment.is_empty() || ids.get(&target).is_some_and(|ids| ids.contains(fragment.as_str()));
            if !is_there || !has_spot {
                dead.insert(format!("{path}: {link}"));
            }
        }
        for id in attributes(html, "popovertarget") {
            if !ids[path].contains(id) {
                dead.insert(format!("{path}: note {id}"));
            }
        }
    }
    dead
}

fn write(files: &Files, folder: &str) -> PathBuf {
    let root = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(folder);
    let _ = std::fs::remove_dir_all(&root);
    for (path, bytes) in files {
        let path = root.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder to write to");
        std::fs::write(path, bytes).expect("a file to write");
    }
    root
}

#[test]
fn every_link_leads_to_a_page_and_a_spot_on_it() {
    let files = site();
    assert_eq!(dead_links(&files), BTreeSet::new());
    // For tests/browser/run.mjs, which takes the folder.
    println!("written to {}", write(&files, "site").display());
}

#[test]
fn ids_are_unique_on_every_page() {
    for (path, bytes) in site().iter().filter(|(path, _)| path.ends_with(".html")) {
        let ids = attributes(std::str::from_utf8(bytes).expect("text"), "id");
        let distinct: BTreeSet<_> = ids.iter().collect();
        assert_eq!(ids.len(), distinct.len(), "{path}");
    }
}

#[test]
fn the_same_books_make_the_same_bytes() {
    assert!(site() == site());
}

/// Whether a page may stand at any address, and so loads nothing: it names its style and its script by their hashes.
pub fn is_alone(path: &str) -> bool {
    path == "404.html" || path == "offline.html"
}

#[test]
fn no_page_has_inline_styles_or_scripts_or_asks_another_host() {
    for (path, bytes) in site().iter().filter(|(path, _)| path.ends_with(".html")) {
        let html = std::str::from_utf8(bytes).expect("text");
        let is_inline = html.contains("<style") || html.contains("<script>");
        assert!(!html.contains(" style=") && !html.contains("unsafe-inline") && is_inline == is_alone(path), "{path}");
        assert!(!html.contains(" onclick") && html.contains("default-src 'none'"), "{path}");
        let loaded = attributes(html, "src").into_iter().chain(
            html.split("<link ")
                .skip(1)
                .flat_map(|link| attributes(link.split('>').next().unwrap_or_default(), "href")),
        );
        loaded.for_each(|url| assert!(!url.contains("://"), "{path}: {url}"));
    }
}

#[test]
fn a_rule_stands_where_its_anchor_is() {
    let files = site();
    let react = text(&files, "rapier/rules/react/index.html");
    assert!(react.contains("<h2 id=\"RA-REACT-01\">"));
    assert!(react.contains("<a class=\"rid\" id=\"RA-REACT-02\" href=\"#RA-REACT-02\">RA-REACT-02</a>"));
    assert!(react.contains("<a class=\"rid in-table\" id=\"RA-REACT-03\""));
    // RA-CORE-01 has no home in a chapter; the Strike rests on it.
    assert!(react.contains("<a href=\"../../actions/strike/index.html\">RA-CORE-01</a>"));
    let ids = text(&files, "rapier/rule/index.html");
    assert!(ids.contains("<li id=\"RA-REACT-02\"><a href=\"../rules/react/index.html#RA-REACT-02\">"));
}

#[test]
fn links_carry_the_name_of_their_target_or_the_authors_words() {
    let html = page("See [[action:strike]], [[action:strike|a blow]], [[chapter:06-react]], [[chapter:react]].\n");
    assert!(html.contains("<a href=\"../../actions/strike/index.html\">Strike</a>"));
    assert!(html.contains("<a href=\"../../actions/strike/index.html\">a blow</a>"));
    assert_eq!(html.matches("<a href=\"../react/index.html\">React and rotation</a>").count(), 2);
}

#[test]
fn a_link_in_a_table_cell_keeps_its_words() {
    let files = site();
    let react = text(&files, "rapier/rules/react/index.html");
    assert!(react.contains("<a href=\"../../stats/hp_max/index.html\">health</a>"));
    assert!(react.contains("<td>1 AP"));
}

#[test]
fn an_unknown_link_is_a_problem_with_its_place_and_the_nearest_name() {
    let found = problems("Text and [[action:strke|a blow]].\n");
    let expected = LinkProblem {
        file: "content/rapier/rules/08-more.md".to_string(),
        offset: 40 + 11,
        len: "action:strke".len(),
        fault: LinkFault::Missing { kind: "action".to_string(), id: "strke".to_string() },
        suggestion: Some("action:strike".to_string()),
    };
    assert_eq!(found, [expected]);
}

#[test]
fn a_wrong_kind_suggests_the_right_one() {
    let suggestion = |source: &str| problems(source)[0].suggestion.clone();
    assert_eq!(suggestion("[[skill:strike]]"), Some("action:strike".to_string()));
    assert_eq!(suggestion("[[acton:strike]]"), Some("action:strike".to_string()));
    assert_eq!(suggestion("[[rule:RA-REACT-09]]"), Some("rule:RA-REACT-01".to_string()));
    assert_eq!(suggestion("[[strike]]"), Some("action:strike".to_string()));
    assert_eq!(suggestion("[[chapter:06-raect]]"), Some("chapter:06-react".to_string()));
}

#[test]
fn markup_in_a_text_is_shown_and_not_obeyed() {
    let html = page("A <b onclick=\"x()\">bold</b> move.\n\n<script>alert(1)</script>\n\n`<i>`\n");
    assert!(html.contains("&lt;b onclick=&quot;x()&quot;&gt;bold&lt;/b&gt;"));
    assert!(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    assert!(html.contains("<code>&lt;i&gt;</code>"));
    assert!(!html.contains("<b onclick") && !html.contains("<script"));
}

#[test]
fn a_link_that_would_run_something_is_refused() {
    for target in [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "data:text/html,x",
        "vbscript:x",
        "//evil.example/",
        "../../../etc",
    ] {
        let found = problems(&format!("[x]({target})\n"));
        assert_eq!(found.len(), 1, "{target}");
        assert!(found[0].fault.to_string().contains("may lead to http"), "{}", found[0].fault);
    }
    let html = page("[a](https://example.org/?a=1&b=2) <mailto:me@example.org>\n");
    assert!(html.contains(
        "href=\"https://example.org/?a=1&amp;b=2\" class=\"elsewhere\" rel=\"noopener noreferrer external\""
    ));
    assert!(html.contains("href=\"mailto:me@example.org\""));
}

#[test]
fn a_link_to_a_heading_or_a_chapter_file_is_checked() {
    assert!(
        page("## Two words\n\n[here](#two-words) [there](06-react.md#RA-REACT-02)\n")
            .contains("href=\"../react/index.html#RA-REACT-02\"")
    );
    assert_eq!(problems("[x](#nowhere)\n").len(), 1);
    assert_eq!(problems("[x](06-react.md#nowhere)\n").len(), 1);
}

#[test]
fn a_picture_in_markdown_is_refused() {
    assert!(problems("![a map](map.png)\n")[0].fault.to_string().contains("pictures"));
}

#[test]
fn a_rule_may_stand_on_a_page_once() {
    assert!(problems("[[#RA-X-01]] a\n\n[[#RA-X-01]] b\n")[0].fault.to_string().contains("is already on this page"));
}

#[test]
fn words_of_the_glossary_link_themselves_once_a_section() {
    let html = page("It takes Power, and Power again, in `Power`.\n\n## Power\n\nMore Power.\n");
    let link = "<a class=\"term\" href=\"../../stats/power/index.html\">Power</a>";
    assert_eq!(html.matches(link).count(), 2, "{html}");
    assert!(html.contains("<h2 id=\"power\">Power<a"));
}

#[test]
fn an_abbreviation_is_not_taken_for_a_common_word() {
    let html = page("At the end of END it ends.\n");
    assert_eq!(html.matches("class=\"term\"").count(), 1);
    assert!(html.contains("end of <a class=\"term\" href=\"../../stats/endurance/index.html\">END</a>"));
}

#[test]
fn a_name_at_the_start_of_a_sentence_may_be_a_common_word() {
    let html = page("Strike while it is hot. Strike!\n\nThen a Strike.\n");
    assert!(html.contains("Then a <a class=\"term\""));
    assert_eq!(html.matches("class=\"term\"").count(), 1);
}

#[test]
fn a_word_does_not_link_to_the_page_it_stands_on() {
    let files = site();
    let strike = text(&files, "rapier/actions/strike/index.html");
    assert!(strike.contains("A <strong>Strike</strong> is told apart by"));
}

#[test]
fn tables_are_aligned_by_class_and_scroll_in_their_box() {
    let html = page("| a | b | c |\n|:--|:-:|--:|\n| 1 | 2 | 3 |\n");
    assert!(html.contains("<table class=\"num-3\">") && html.contains("<td>1<td class=\"mid\">2<td>3"));
    // Of more columns than the style sheet knows, each cell says it.
    let wide = page(&["| a ".repeat(14), "|--:".repeat(14), "| 1 ".repeat(14)].map(|row| row + "|\n").concat());
    assert!(wide.contains(" num-12\">") && wide.contains("<td>1<td class=\"num\">1<td class=\"num\">1"));
    assert!(html.contains("<div class=\"scroll\" tabindex=\"0\" role=\"group\""));
}

#[test]
fn a_price_or_a_rule_id_in_a_table_stays_on_one_line() {
    let html = page("| a | b |\n|---|---|\n| 1 / 2 / 3 AP | RA-CORE-01 |\n| 3 blows | a b |\n");
    assert!(html.contains("<td class=\"tight\">1 / 2 / 3 AP<td class=\"tight\">RA-CORE-01"), "{html}");
    assert!(html.contains("<td>3 blows<td>a b"));
}

#[test]
fn every_word_that_links_itself_has_a_preview() {
    let files = site();
    let mut previews: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in files.keys().filter(|path| path.starts_with("assets/previews/rapier/")) {
        let folder = path.trim_start_matches("assets/previews/").trim_end_matches(".js");
        let call = format!("makereadyPreviews(\"{folder}\",");
        let json = text(&files, path).strip_prefix(&call).and_then(|rest| rest.strip_suffix(");\n"));
        let of_folder: BTreeMap<String, Vec<String>> = serde_json::from_str(json.expect("one call")).expect("JSON");
        previews.extend(of_folder);
    }
    let mut linked = 0;
    for (path, bytes) in files.iter().filter(|(path, _)| path.starts_with("rapier/") && path.ends_with(".html")) {
        let html = std::str::from_utf8(bytes).expect("text");
        for link in html.split("<a class=\"term\" href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            let (page, fragment) = resolved(path, link);
            let page = page.trim_start_matches("rapier/").trim_end_matches("index.html").trim_end_matches('/');
            let address = if fragment.is_empty() { page.to_string() } else { format!("{page}#{fragment}") };
            let [kind, name, _, summary] = previews[&address].as_slice() else { panic!("{address}: four texts") };
            assert!(!kind.is_empty() && !name.is_empty() && !summary.is_empty(), "{address}");
            linked += 1;
        }
    }
    assert!(linked >= 3, "{linked} words");
}

#[test]
fn no_link_depends_on_the_folder_the_site_is_served_from() {
    for (path, bytes) in site().iter().filter(|(path, _)| path.ends_with(".html")) {
        let html = std::str::from_utf8(bytes).expect("text");
        for link in attributes(html, "href").into_iter().chain(attributes(html, "src")) {
            assert!(!link.starts_with('/') && !link.starts_with("file:"), "{path}: {link}");
        }
        let depth = path.matches('/').count();
        assert!(is_alone(path) || html.contains(&format!("data-root=\"{}\"", "../".repeat(depth))), "{path}");
    }
}

#[test]
fn footnotes_have_ids_of_their_own_and_a_way_back() {
    let html = page("One[^1] and two[^b].\n\n[^b]: Second.\n\n[^1]: First.\n");
    assert!(html.contains("<sup><a class=\"footnote-ref\" id=\"fn-1-ref\" href=\"#fn-1\">1</a></sup>"));
    let first = html.find("<li id=\"fn-1\">").expect("the first note");
    assert!(first < html.find("<li id=\"fn-b\">").expect("the second note"));
}

#[test]
fn chapters_keep_their_address_when_they_change_places() {
    let mut book = rapier();
    book.chapters[0].slug = "02-react".to_string();
    book.chapters[1].blocks = vec![ChapterBlock::Markdown {
        source: "Back to [[chapter:react]].".to_string(),
        offset: 0,
        written: Written::NONE,
    }];
    book.chapters[0].blocks.remove(0);
    let files = render(&[book], &options()).expect("all is well");
    assert!(files.contains_key("rapier/rules/react/index.html"));
}

#[test]
fn two_chapters_of_one_name_keep_their_numbers() {
    let mut book = rapier();
    book.chapters.push(chapter(3, "09-react", "React again", "Text.\n"));
    let files = render(&[book], &options()).expect("all is well");
    assert!(files.contains_key("rapier/rules/06-react/index.html"));
    assert!(files.contains_key("rapier/rules/09-react/index.html"));
}

#[test]
fn a_card_page_shows_the_card_with_its_numbers_explained() {
    let files = site();
    let react = text(&files, "rapier/rules/react/index.html");
    assert!(react.contains("<p class=\"card-name\">Strike</p>"));
    assert!(react.contains("c-9d4525 head-"));
    assert!(react.contains("popovertarget=\"n--1\""));
    assert!(react.contains(">2d12! + Trade 1d12! + PWR 7</span>"));
    assert!(react.contains("aria-label=\"Accuracy: to fill in\""), "a blank card has lines to write on");
    assert!(react.contains("<span class=\"card-sign own icon--broadsword\"></span>"), "{react}");
    let sheet = react
        .split("<link rel=\"stylesheet\" href=\"../../../")
        .find(|rest| rest.starts_with("assets/icons/broadsword."));
    let sheet = sheet.and_then(|rest| rest.split('"').next()).expect("a style sheet with the icon");
    assert!(
        text(&files, sheet)
            .starts_with(".icon--broadsword{background:currentColor;--drawing:url(\"data:image/svg+xml,")
    );
    assert!(
        !react.contains("<svg class=\"drawings\"") && !react.contains("assets/icons/hood"),
        "only those of the page"
    );
}

#[test]
fn lists_on_cards_and_sheets_are_lists() {
    let mut book = rapier();
    let item = |style, sign: &str, words: &str| {
        vec![Run { style, text: sign.to_owned(), detail: String::new() }, Run::plain(words)]
    };
    let listed = vec![
        vec![Run::plain("Choose:")],
        item(Style::Item, "\u{2022} ", "a step"),
        item(Style::InnerItem, "\u{2013} ", "to the left"),
        item(Style::Item, "\u{2022} ", "a bow"),
        vec![Run::plain("Then:")],
        item(Style::Item, "3. ", "roll"),
        item(Style::Item, "4. ", "add"),
    ];
    let strike = book.entries.iter_mut().find(|entry| entry.id == "strike").expect("the fixture has it");
    strike.card.as_mut().expect("it has a card").body = listed.clone();
    let mira = book.entries.iter_mut().find(|entry| entry.id == "mira").expect("the fixture has her");
    let block = mira.sheet.as_mut().and_then(|sheet| sheet.front.first_mut()).expect("her sheet has a block");
    block.content = SheetContent::Text { paragraphs: listed };
    let files = render(&[book], &options()).expect("all is well");
    let html = "<p>Choose:</p><ul><li>a step<ul><li>to the left</ul><li>a bow</ul><p>Then:</p><ol start=\"3\"><li>roll<li>add</ol>";
    for page in ["rapier/actions/strike/index.html", "rapier/characters/mira/index.html"] {
        let page = text(&files, page);
        assert!(page.contains(html), "{page}");
    }
}

#[test]
fn a_character_has_its_sheet_and_every_number_its_formula() {
    let files = site();
    let mira = text(&files, "rapier/characters/mira/index.html");
    assert!(mira.contains("</strong>15 × LVL 3 [45] + VIT 28<code>15 * level + vitality</code>"));
    assert!(mira.contains("Left the academy &lt;early&gt;."));
    assert!(mira.contains("href=\"../../../print/rapier/mira.pdf\""));
}

#[test]
fn an_entry_says_what_uses_it_and_where_it_is_mentioned() {
    let files = site();
    let power = text(&files, "rapier/stats/power/index.html");
    assert!(
        power.contains(
            "<span class=\"used-kind\">Actions</span> <a href=\"../../actions/strike/index.html\">Strike</a>"
        )
    );
    let strike = text(&files, "rapier/actions/strike/index.html");
    assert!(
        strike.contains("href=\"../../rules/react/index.html#RA-REACT-01\">React and rotation › The React roll</a>")
    );
}

#[test]
fn a_ruling_says_which_reading_is_in_force() {
    let files = site();
    let ruling = text(&files, "rapier/rulings/react_stats/index.html");
    assert!(ruling.contains("Power and Acuity. <b class=\"state\">in use</b>"));
    assert!(ruling.contains("Power and Finesse. <span class=\"state\">default</span>"));
    assert!(text(&files, "rapier/rulings/index.html").contains("1 changed from the default"));
    assert!(text(&files, "rapier/index.html").contains("1 ruling differs from the default"));
}

#[test]
fn the_whole_book_stands_on_one_page_and_jumps_within_it() {
    let files = site();
    let whole = text(&files, "rapier/whole-book/index.html");
    // Its heading once, and links to it in the contents and in the outline.
    for chapter in &rapier().chapters {
        let folder = chapter.slug.trim_start_matches(|c: char| c.is_ascii_digit() || c == '-');
        assert!(whole.contains(&format!("<div class=\"whole-chapter\" id=\"{folder}--\">")), "{folder}");
        assert_eq!(whole.matches(&format!("<h2>{}</h2>", chapter.title)).count(), 1, "{}", chapter.title);
        let to_it = format!("href=\"#{folder}--\">{}<", chapter.title);
        assert!(whole.matches(&to_it).count() >= 2, "{to_it}");
    }
    assert_eq!(whole.matches("<h1>").count(), 1);
    assert!(whole.contains("<a class=\"rid\" id=\"react--RA-REACT-02\" href=\"#react--RA-REACT-02\">"));
    assert!(whole.contains("popovertarget=\"n--react--1\"") && whole.contains("id=\"n--react--1\" popover"));
    assert!(whole.contains("<a href=\"../actions/strike/index.html\">"));
    assert!(!whole.contains("href=\"../rules/"), "no link leads to a chapter elsewhere");
    // It has the style of all that chapters show, nothing of it is found, and it is not kept twice for readers without a network.
    assert!(whole.contains(named(&files, "assets/things.css")) && whole.contains(named(&files, "assets/whole.css")));
    let others = files.iter().filter(|(path, _)| path.ends_with(".js") && !path.contains("/contents/"));
    assert!(
        others.filter_map(|(_, bytes)| std::str::from_utf8(bytes).ok()).all(|script| !script.contains("whole-book"))
    );
    assert!(text(&files, "rapier/index.html").contains("href=\"whole-book/index.html\""));
    assert!(text(&files, "rapier/downloads/index.html").contains("href=\"../whole-book/index.html\""));
}

#[test]
fn a_look_brings_its_face_and_its_ornament() {
    let mut book = rapier();
    book.look.display_font = "Zilla Slab".to_string();
    let plain = render(std::slice::from_ref(&book), &makeready_site::SiteOptions::embedded()).expect("all is well");
    assert!(!text(&plain, "rapier/index.html").contains("class=\"sign\""), "no ornament is asked for");
    book.look.ornament = "woodcut".to_string();
    let files = render(&[book], &makeready_site::SiteOptions::embedded()).expect("all is well");
    let style = text(&files, named(&files, "assets/book-rapier.css"));
    assert!(style.contains("--display:\"Zilla Slab\""));
    for loaded in ["fonts/ZillaSlab_700Bold.woff2", "ornaments/woodcut.svg", "patterns/woodcut.svg"] {
        let path = named(&files, &format!("assets/{loaded}")).trim_start_matches("assets/");
        assert!(style.contains(&format!("url({path})")), "{path}: {style}");
    }
    assert!(
        style.contains(
            "[data-book=\"rapier\"] .emblem{background:currentColor;--drawing:url(\"data:image/svg+xml,%3Csvg"
        ),
        "{style}"
    );
    assert!(files[named(&files, "assets/fonts/ZillaSlab_700Bold.woff2")].len() > 5_000);
    assert!(text(&files, "assets/fonts/OFL-zilla-slab.txt").contains("SIL Open Font License"));
    assert!(!files.keys().any(|path| path.contains("Baloo2_700Bold")), "only what a book uses");
    let (_, svg) = makeready_embedded::ornaments().find(|(id, _)| *id == "woodcut").expect("the ornament");
    let drawing = svg.split('"').find(|part| part.starts_with('M')).expect("a path");
    for page in ["rapier/index.html", "index.html"] {
        assert!(text(&files, page).contains(drawing), "{page} shows the ornament");
    }
    // The front page has its cover without the rest of its style.
    let (shelf, home) = (named(&files, "assets/shelf.css"), text(&files, "index.html"));
    assert!(home.contains(shelf) && !home.contains("assets/book-rapier"), "{home}");
    let shelf = text(&files, shelf);
    assert!(
        shelf.contains(":root [data-book=\"rapier\"]{--accent:") && shelf.contains("--display:\"Zilla Slab\""),
        "{shelf}"
    );
    assert!(
        shelf.contains("fonts/ZillaSlab_700Bold.") && !shelf.contains("ZillaSlab_700Bold_more"),
        "the title has no other letters"
    );
}

#[test]
fn names_that_lead_nowhere_are_reported_together() {
    let mut book = rapier();
    book.glossary[0].target.id = "powr".to_string();
    book.look.display_font = "Papyrus".to_string();
    book.entries[3].card.as_mut().expect("a card").icon = "broadsward".to_string();
    book.entries[0].used_by[0].id = "stroke".to_string();
    book.downloads[0].files[0].1 = "../secret".to_string();
    let found = render(&[book], &options()).expect_err("five problems");
    let messages: Vec<String> = found.iter().map(|problem| problem.fault.to_string()).collect();
    for part in [
        "leads to stat `powr`",
        "no display face `Papyrus`",
        "no icon `broadsward`",
        "no action `stroke`",
        "`../secret`",
    ] {
        assert!(messages.iter().any(|message| message.contains(part)), "{part}: {messages:#?}");
    }
    assert!(found.iter().any(|problem| problem.suggestion.as_deref() == Some("broadsword")));
}

#[test]
fn the_search_index_holds_sections_entries_and_rule_ids() {
    let files = site();
    let index = text(&files, "assets/search/rapier.js");
    assert!(index.starts_with("makereadySearch.index(\"rapier\",{"));
    assert!(index.contains("rules/react#RA-REACT-01\\n") && index.contains("\\nactions/\\n"), "{index}");
    assert!(index.contains("RA-REACT-01 -02") && index.contains("-03"), "{index}");
    let part = named(&files, "assets/search/rapier-0.js");
    assert!(text(&files, part).contains("The result places you in the rotation."));
    let digits = part.strip_prefix("assets/search/rapier-0.").and_then(|rest| rest.strip_suffix(".js"));
    assert!(index.contains(&format!("\"files\":\".{}", digits.expect("a name with a hash"))), "{index}");
    assert!(!index.contains('<'));
}

#[test]
fn examples_are_found_by_the_chapter_they_belong_to() {
    let mut book = rapier();
    let source = "## Worked examples\n\nMira rolls twice.\n".to_owned();
    book.chapters[1].blocks.push(ChapterBlock::Markdown { source, offset: 400, written: Written::NONE });
    let files = render(&[book], &options()).expect("the book is whole");
    let index = text(&files, "assets/search/rapier.js");
    assert!(index.contains("Standing firm\\nResolve\\n"), "the title of the chapter: {index}");
    assert!(index.contains("\\nrules/resolve#RA-RES-01\\nworked-examples\\n"), "the address of the heading: {index}");
}

#[test]
fn the_search_names_the_script_with_common_words() {
    let files = site();
    let common = named(&files, "assets/english.js");
    assert!(text(&files, named(&files, "assets/search.js")).contains(common));
    assert!(text(&files, common).starts_with("makereadySearch.words(\"en\",\"abandon abil "));
}

#[test]
fn a_keyword_stands_under_its_family_and_says_what_it_costs() {
    let files = site();
    let page = text(&files, "rapier/keywords/reach-ii/index.html");
    assert!(page.contains("<h1>Reach II: Long &lt;Arm&gt;</h1>") && !page.contains("also called"));
    assert!(page.contains("Reaches <span class=\"formula\">squares</span> squares."));
    assert!(page.contains("<dt>List price<dd>2 × squares"));
    assert!(page.contains("<h2 id=\"table--1\">What it gives</h2>"));
    assert!(page.contains("<a href=\"../../abilities/lunge/index.html\">Lunge</a>"));
    let family = text(&files, "rapier/families/reach/index.html");
    assert!(family.contains("<a href=\"../../keywords/reach-ii/index.html\">"));
    assert!(!family.contains("You decide"), "nobody decides anything about it");
    let list = text(&files, "rapier/keywords/index.html");
    assert!(list.contains("<h2 id=\"group--1\"><a href=\"../families/reach/index.html\">Reach</a></h2>"));
    assert!(text(&files, "assets/search/rapier.js").contains("Reach 2"));
    assert!(!text(&files, "rapier/a-z/index.html").contains("Reach 2"));
}

#[test]
fn a_bill_says_for_whom_and_what_is_wrong() {
    let files = site();
    let chapter = text(&files, "rapier/rules/react/index.html");
    assert!(chapter.contains(", built by <a href=\"../../characters/mira/index.html\">Mira Voss</a>"));
    assert!(chapter.contains("Reach II: Long &lt;Arm&gt;</a>"));
    assert!(chapter.contains("nobody&#39;s arm is that long") || chapter.contains("nobody&#x27;s arm is that long"));
    assert!(chapter.contains("4 × POWER 5 [20]"));
    let own = text(&files, "rapier/abilities/lunge/index.html");
    assert!(own.contains("Lunge, for any builder"));
    assert!(own.contains("<span class=\"formula\">4 × POWER</span>") && !own.contains("unknown"));
}

#[test]
fn a_page_without_entries_of_a_kind_does_not_list_it() {
    let files = site();
    assert!(!files.contains_key("lantern/skills/index.html"));
    assert!(!text(&files, "lantern/index.html").contains("Skills"));
    assert!(text(&files, "index.html").contains("href=\"lantern/index.html\""));
}

#[test]
fn an_empty_book_still_makes_a_site() {
    let mut book = lantern();
    book.chapters.clear();
    book.entries.clear();
    let files = render(&[book], &options()).expect("nothing is wrong with nothing");
    assert_eq!(dead_links(&files), BTreeSet::new());
}

#[test]
fn an_id_cannot_leave_its_folder() {
    let mut book = lantern();
    book.entries.push(entry(EntryKind::Action, "../../../x", "Out", "Tries."));
    let files = render(&[book], &options()).expect("all is well");
    assert!(files.keys().all(|path| !path.contains("..")));
}

#[test]
fn a_book_says_on_its_cover_and_on_its_credits_who_made_it_and_on_what_terms() {
    let files = site();
    let cover = text(&files, "rapier/index.html");
    let terms = "href=\"https://creativecommons.org/licenses/by-sa/4.0/\">CC BY-SA 4.0</a>";
    let author =
        "href=\"https://example.org/ada\">Ada &lt;Example&gt;</a> <span class=\"role\">(rules)</span>, Bo Sample";
    let credits = text(&files, "rapier/credits/index.html");
    for page in [cover, credits] {
        assert!(page.contains(terms) && page.contains(author), "{page}");
    }
    assert!(credits.contains("<dt>Map<dd><a class=\"elsewhere\""), "{credits}");
    assert!(credits.contains("Cy Pattern</a>, CC0"), "{credits}");
    assert!(credits.contains("<dt>Also<dd>Thanks to all who played."), "{credits}");
    let all = text(&files, "credits/index.html");
    assert!(all.contains("<a href=\"../rapier/credits/index.html\">Rapier</a>") && all.contains(author), "{all}");
}

#[test]
fn an_icon_that_nobody_is_known_to_have_drawn_is_not_published() {
    let mut options = options();
    options.icons.insert("nameless".to_string(), options.icons["hood"].clone());
    let mut book = lantern();
    book.entries.extend(rapier().entries.into_iter().filter(|entry| entry.card.is_some()));
    for card in book.entries.iter_mut().filter_map(|entry| entry.card.as_mut()) {
        card.icon = "nameless".to_string();
    }
    let found = render(&[book], &options).expect_err("an icon without an artist");
    assert!(found.iter().any(|one| one.fault == LinkFault::NoArtist { icon: "nameless".to_string() }), "{found:?}");
}

#[test]
fn a_book_cannot_take_the_place_of_the_credits_of_the_site() {
    let mut book = lantern();
    book.id = "credits".to_string();
    let found = render(&[book], &options()).expect_err("two pages for one address");
    assert_eq!(found[0].fault.to_string(), "two pages have the address `credits/index.html`");
}

#[test]
fn the_shipped_content_makes_a_site_without_dead_links() {
    let books: Vec<Book> = all_shipped().map(|game| book(game, &CONTENT).expect("all values compute")).collect();
    let options = makeready_site::SiteOptions::embedded();
    let start = std::time::Instant::now();
    let files = render(&books, &options).unwrap_or_else(|problems| panic!("{problems:#?}"));
    println!("{} files in {:?}", files.len(), start.elapsed());
    assert_eq!(dead_links(&files), BTreeSet::new());
    println!("written to {}", write(&files, "shipped-site").display());
}

#[test]
fn the_bills_of_pages_and_of_json_are_the_same() {
    let (mut count, mut priced) = (0, 0);
    for game in all_shipped() {
        let book = book(game, &CONTENT).expect("all values compute");
        let data = serde_json::to_value(ability_data(game, &CONTENT).expect("all bills compute")).expect("data");
        for bill in book.entries.iter().filter_map(|entry| entry.bill.as_ref()) {
            let abilities = data.as_array().expect("a list");
            let data = abilities.iter().find(|data| data["ability"] == bill.ability.as_str()).expect("its bill");
            // Where abilities cost nothing, neither has a price.
            let here = |item: &'_ BillItem| item.prices.as_ref().map(|prices| prices.here.text.clone());
            let of_page: Vec<Option<String>> = bill.items.iter().map(here).collect();
            let items = data["items"].as_array().expect("a list");
            let text = |value: &serde_json::Value| value["text"].as_str().map(str::to_owned);
            let of_data: Vec<Option<String>> = items.iter().map(|item| text(&item["price"])).collect();
            assert_eq!(of_page, of_data, "{}", bill.name);
            let spent = bill.totals.as_ref().map(|totals| totals.spent.text.clone());
            assert_eq!(text(&data["spent"]), spent, "{}", bill.name);
            priced += usize::from(spent.is_some());
            assert_eq!(data["legal"], bill.findings.is_empty(), "{}", bill.name);
            count += 1;
        }
    }
    assert!(count > priced && priced >= 30, "{priced} of {count} bills have prices");
}

#[test]
fn every_display_face_that_content_accepts_is_there_for_the_site() {
    let mut book = lantern();
    for face in makeready_embedded::DISPLAY_FACES {
        book.look.display_font = face.family.to_owned();
        render(std::slice::from_ref(&book), &makeready_site::SiteOptions::embedded())
            .unwrap_or_else(|problems| panic!("{}: {problems:?}", face.family));
    }
}

#[test]
fn a_note_stands_once_on_a_page_however_many_numbers_have_it() {
    let files = site();
    let mira = text(&files, "rapier/characters/mira/index.html");
    let ids: Vec<&str> = mira.split("<span id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let notes: std::collections::BTreeSet<&str> = mira
        .split("<span id=\"")
        .skip(1)
        .filter_map(|rest| rest.split_once(" popover>").map(|(_, said)| said))
        .collect();
    assert!(ids.len() >= 3 && notes.len() == ids.len(), "{ids:?}");
    let article = mira.split("</article>").next().expect("an article");
    assert!(!article.contains("popover>"), "notes stand behind what they are about");
    for target in mira.split("popovertarget=\"tip").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(ids.contains(&format!("tip{target}").as_str()), "{target}");
    }
}
