//! All work of others is credited where it is shown, with its license; and no other.

use crate::fixture;
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;
use std::sync::{Arc, LazyLock};

use lopdf::Document;
use makeready_content::game::Game;
use makeready_content::game::Person;
use makeready_embedded::credits::{Named, icon_credits};
use makeready_faces::book::Book;
use makeready_faces::card::CardFace;
use makeready_faces::credits::{Author, CreditLine, GameCredits, Used};
use makeready_faces::make::{FaceBuilder, book, look};
use makeready_faces::sheet::{Layout, View};
use makeready_faces::shown::shown;
use makeready_press::{
    Back, CardImages, CardPrint, CardSize, HandoutPrint, Ink, Mm, Paper, PressNote, PrintStyle, Printed, SheetPrint,
    card_pngs, print_cards, print_handouts, print_sheet,
};
use makeready_site::{PreparedBook, Site, SiteKit, SiteOptions};
use makeready_testing::{CONTENT, all_shipped};

/// Documents of every kind, of every shipped game: title and print.
static PRINTS: LazyLock<Vec<(&'static str, String, Printed)>> = LazyLock::new(|| {
    all_shipped()
        .flat_map(|game| prints(game).into_iter().map(|(name, print)| (game.entries.head.id.as_str(), name, print)))
        .collect()
});

const PLAIN: PrintStyle = PrintStyle { ink: Ink::Normal, is_accessible: false };
const OTHER: PrintStyle = PrintStyle { ink: Ink::Saver, is_accessible: true };

fn prints(game: &Game) -> Vec<(String, Printed)> {
    let (look, credits) = (look(game), &game.entries.credits);
    let first = game.characters.values().next();
    let mut prints = Vec::new();
    for (paper, style, who) in
        [(Paper::a4(), PLAIN, None), (Paper::letter(), PLAIN, first), (Paper::a4(), OTHER, first)]
    {
        let faces = FaceBuilder::new(game, who);
        let name = format!("{} {} {:?}", who.map_or("blank", Person::id), paper.id, style.ink);
        let print = CardPrint {
            style,
            credits: credits.clone(),
            ..CardPrint::new(CardSize::find("poker").expect("a size"), paper.clone())
        };
        let deck = print_cards(&faces.deck().expect("it computes"), &look, &print).expect("it prints");
        prints.push((format!("cards {name}"), deck));
        let title = "Sheet".to_owned();
        let print = SheetPrint { paper: paper.clone(), style, title, credits: credits.clone() };
        let sheet = print_sheet(&faces.sheet().expect("it computes"), &look, &print).expect("it prints");
        prints.push((format!("sheet {name}"), sheet));
        for (layout, view) in [(Layout::Short, View::Gm), (Layout::Standard, View::Player), (Layout::Full, View::Gm)] {
            let handouts = game.npcs.values().map(|npc| FaceBuilder::new(game, Some(npc)).handout(layout, view));
            let handouts: Vec<_> = handouts.collect::<Result<_, _>>().expect("it computes");
            let title = "Handouts".to_owned();
            let print = HandoutPrint { paper: paper.clone(), layout, style, title, credits: credits.clone() };
            let printed = print_handouts(&handouts, &look, &print).expect("it prints");
            prints.push((format!("handouts {layout:?} {} {:?}", paper.id, style.ink), printed));
        }
    }
    prints
}

/// Text of every page without spaces, since a line may go on over several stretches of margin; none, with a note on stderr,
/// where poppler is not installed.
fn pages_of(pdf: &[u8], name: &str) -> Option<Vec<String>> {
    let name: String = name.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("credits-{name}.pdf"));
    std::fs::write(&path, pdf).expect("the file can be written");
    match Command::new("pdftotext").arg(&path).arg("-").output() {
        Ok(output) => {
            let text = String::from_utf8(output.stdout).expect("pdftotext writes UTF-8");
            Some(text.split('\u{c}').map(|page| page.split_whitespace().collect()).collect())
        }
        Err(error) => {
            eprintln!("SKIPPED: pdftotext does not run: {error}");
            None
        }
    }
}

fn tight(words: &str) -> String {
    words.split_whitespace().collect()
}

/// An entry of the document information.
fn info(pdf: &[u8], key: &str) -> String {
    let pdf = Document::load_mem(pdf).expect("a PDF");
    let info = pdf.trailer.get(b"Info").and_then(lopdf::Object::as_reference).expect("information");
    let info = pdf.get_dictionary(info).expect("information");
    info.get(key.as_bytes()).map_or(String::new(), |text| lopdf::decode_text_string(text).expect("text"))
}

/// The packet of metadata.
fn xmp(pdf: &[u8]) -> String {
    let pdf = Document::load_mem(pdf).expect("a PDF");
    let id = pdf.catalog().and_then(|catalog| catalog.get(b"Metadata")).and_then(lopdf::Object::as_reference);
    let stream = pdf.get_object(id.expect("metadata")).and_then(|object| object.as_stream()).expect("a stream");
    let bytes = stream.decompressed_content().unwrap_or_else(|_| stream.content.clone());
    String::from_utf8(bytes).expect("text")
}

/// Names of the artists of icons, and of those of all others.
fn artists(icons: &BTreeSet<String>) -> (BTreeSet<&str>, BTreeSet<&str>) {
    let all: BTreeSet<&str> = icon_credits().artists.iter().map(|artist| artist.name.as_str()).collect();
    let credit = |id: &String| icon_credits().icon(id).unwrap_or_else(|| panic!("nobody drew `{id}`"));
    let named: BTreeSet<&str> = icons.iter().map(|id| credit(id).artist.name.as_str()).collect();
    let others = all.difference(&named).copied().collect();
    (named, others)
}

/// All that is asked of the prints and pages of shipped games: making them takes most of the time, and tests that run alone would
/// each make them anew.
#[test]
fn prints_and_pages_of_shipped_games_show_their_credits_and_no_others() {
    what_prints_show_is_known_before_they_are_made();
    every_print_names_the_artists_of_its_icons_and_the_licence_of_the_game();
    the_icons_of_a_deck_are_found_whatever_draws_them();
    the_metadata_of_every_print_says_who_made_it_and_names_nobody_else();
    every_icon_of_a_page_stands_on_the_credits_page_under_its_artist_and_no_other_does();
    every_page_leads_to_the_credits_and_every_typeface_to_its_licence();
}

/// The site is made beside the prints, and names whose work is on them.
fn what_prints_show_is_known_before_they_are_made() {
    for game in all_shipped() {
        let look = look(game);
        let (mut known, mut printed) = (Used::default(), Used::default());
        for who in [None, game.characters.values().next()] {
            let faces = FaceBuilder::new(game, who);
            known.extend(&shown(&faces.deck().expect("it computes"), &look));
            known.extend(&shown(&faces.sheet().expect("it computes"), &look));
        }
        for (layout, view) in [(Layout::Short, View::Gm), (Layout::Standard, View::Player), (Layout::Full, View::Gm)] {
            let handouts = game.npcs.values().map(|npc| FaceBuilder::new(game, Some(npc)).handout(layout, view));
            known.extend(&shown(&handouts.collect::<Result<Vec<_>, _>>().expect("it computes"), &look));
        }
        let id = &game.entries.head.id;
        // As `build` prints them, which does not use the accessible typeface.
        let of_build = PRINTS.iter().filter(|(of, name, _)| of == id && !name.contains("Saver"));
        of_build.for_each(|(.., print)| printed.extend(&print.used));
        assert!(printed.icons.is_subset(&known.icons), "{id}: {:?} and {:?}", printed.icons, known.icons);
        assert!(printed.art.is_subset(&known.art), "{id}: {:?} and {:?}", printed.art, known.art);
        let of_site = makeready_site::typefaces(&book(game, &CONTENT).expect("it computes"));
        assert!(printed.typefaces.is_subset(&of_site), "{id}: {:?} and {of_site:?}", printed.typefaces);
    }
}

fn every_print_names_the_artists_of_its_icons_and_the_licence_of_the_game() {
    for (system, name, printed) in PRINTS.iter() {
        let Some(pages) = pages_of(&printed.pdf, &format!("{system} {name}")) else { return };
        let text = pages.concat();
        let (named, _) = artists(&printed.used.icons);
        for artist in named {
            assert!(text.contains(&tight(artist)), "{system}, {name}: {artist} is not named");
        }
        for id in &printed.used.icons {
            let licence = &icon_credits().icon(id).expect("an artist").licence.name;
            assert!(text.contains(&tight(licence)), "{system}, {name}: {licence} of {id} is not told");
        }
        if !printed.used.icons.is_empty() {
            assert!(text.contains("game-icons.net,CCBY3.0"), "{system}, {name}");
        }
        assert!(text.contains("MITORApache-2.0"), "{system}, {name}");
    }
}

fn the_icons_of_a_deck_are_found_whatever_draws_them() {
    for game in all_shipped() {
        let deck = FaceBuilder::new(game, None).deck().expect("it computes");
        let (_, _, printed) = PRINTS
            .iter()
            .find(|(system, name, _)| *system == game.entries.head.id && name.starts_with("cards blank"))
            .expect("its blank deck");
        let families: BTreeSet<&String> = deck.iter().map(|face| &face.family.icon).collect();
        let used: BTreeSet<&String> = printed.used.icons.iter().collect();
        assert!(families.is_subset(&used), "{:?}", families.difference(&used));
        // Only icons in the views are credited.
        let views = serde_json::to_string(&deck).expect("views serialize");
        for icon in used {
            assert!(views.contains(&format!("\"{icon}\"")), "{icon}");
        }
    }
}

fn the_metadata_of_every_print_says_who_made_it_and_names_nobody_else() {
    for (system, name, printed) in PRINTS.iter() {
        let subject = info(&printed.pdf, "Subject");
        let (named, others) = artists(&printed.used.icons);
        assert!(named.iter().all(|artist| subject.contains(artist)), "{system}, {name}: {subject}");
        assert!(!others.iter().any(|artist| subject.contains(artist)), "{system}, {name}: {subject}");
        assert!(subject.contains("MIT OR Apache-2.0"), "{system}, {name}: {subject}");
        assert!(info(&printed.pdf, "Keywords").contains("MIT OR Apache-2.0"), "{system}, {name}");
        assert_eq!(info(&printed.pdf, "Author"), "", "nobody is known to have written {system}");
        let xmp = xmp(&printed.pdf);
        assert!(xmp.contains("dc:description") && xmp.contains("MIT OR Apache-2.0"), "{system}, {name}: {xmp}");
    }
}

fn authored(authors: &[&str], licence: &str) -> GameCredits {
    let named = |name: &&str| Named { name: (*name).to_owned(), url: String::new() };
    GameCredits {
        title: "Lamps & Ladders".to_owned(),
        licence: Some(Named { name: licence.to_owned(), url: "https://example.org/terms".to_owned() }),
        authors: authors.iter().map(|name| Author { named: named(name), role: "rules".to_owned() }).collect(),
        credits: vec![CreditLine { what: "Map".to_owned(), who: "Cy Pattern".to_owned(), ..CreditLine::default() }],
    }
}

#[test]
fn authors_stand_in_the_margin_and_in_the_metadata() {
    let credits = authored(&["Ada <Example>", "Bo Ünlü"], "CC BY-SA 4.0");
    let print =
        CardPrint { credits: credits.clone(), ..CardPrint::new(CardSize::find("poker").expect("a size"), Paper::a4()) };
    let deck = print_cards(&fixture::deck(10), &fixture::look(), &print).expect("it prints").pdf;
    let print = SheetPrint { paper: Paper::letter(), style: PLAIN, title: "Sheet".to_owned(), credits };
    let sheet = print_sheet(&fixture::sheet(2, 4), &fixture::look(), &print).expect("it prints").pdf;
    for (name, pdf) in [("deck", deck), ("sheet", sheet)] {
        assert_eq!(info(&pdf, "Author"), "Ada <Example>, Bo Ünlü", "{name}");
        assert!(xmp(&pdf).contains("<rdf:li>Ada &lt;Example&gt;"), "{name}: {}", xmp(&pdf));
        assert!(info(&pdf, "Subject").contains("Map: Cy Pattern"), "{name}");
        let Some(pages) = pages_of(&pdf, name) else { return };
        assert!(pages.concat().contains("Lamps&LaddersbyAda<Example>andBoÜnlü,CCBY-SA4.0"), "{name}: {pages:?}");
    }
}

#[test]
fn every_front_of_a_deck_carries_the_credits_and_no_back() {
    let print = CardPrint::new(CardSize::find("poker").expect("a size"), Paper::a4());
    let printed = print_cards(&fixture::deck(20), &fixture::look(), &print).expect("it prints");
    let Some(pages) = pages_of(&printed.pdf, "fronts") else { return };
    // Marks divide the margin, so that a phrase may go on behind one.
    let has = |page: &String| ["IconsbyLorc,game-icons.net,", "CCBY3.0"].iter().all(|part| page.contains(part));
    assert_eq!(pages.iter().take(6).map(has).collect::<Vec<_>>(), [true, false, true, false, true, false]);
}

#[test]
fn a_deck_whose_margins_have_no_room_gets_a_card_of_credits() {
    // The bleed takes all of the margin.
    let paper = Paper::find("68x94mm").expect("a size");
    let print = CardPrint {
        printer_margin: Mm::ZERO,
        has_marks: false,
        back: Back::None,
        credits: authored(&["Ada Example"], "CC BY 4.0"),
        ..CardPrint::new(CardSize::find("poker").expect("a size"), paper)
    };
    let printed = print_cards(&fixture::deck(2), &fixture::look(), &print).expect("it prints");
    let pages = Document::load_mem(&printed.pdf).expect("a PDF").get_pages().len();
    assert_eq!(pages, 3);
    assert!(printed.notes.contains(&PressNote::CreditsApart), "{:?}", printed.notes);
    let Some(texts) = pages_of(&printed.pdf, "card") else { return };
    for words in [
        "Credits",
        "Lorc",
        "game-icons.net,CCBY3.0",
        "LampsandLadders",
        "AdaExample,CCBY4.0",
        "Map:CyPattern",
        "OFL1.1",
    ] {
        let words = words.replace("LampsandLadders", "Lamps&Ladders");
        assert!(texts[2].contains(&words), "{words}: {}", texts[2]);
    }
}

#[test]
fn a_foot_without_room_makes_room_elsewhere_and_loses_no_name() {
    let long = |n: usize| format!("{} Longname Doublename the {n}th, of the Far Islands", "Maximiliane".repeat(2));
    let names: Vec<String> = (1..5).map(long).collect();
    let credits = authored(&names.iter().map(String::as_str).collect::<Vec<_>>(), "CC BY 4.0");
    let style = PLAIN;
    let paper = Paper::find("105x148mm").expect("a size");
    let print = SheetPrint { paper, style, title: "Sheet".to_owned(), credits: credits.clone() };
    let sheet = print_sheet(&fixture::sheet(1, 2), &fixture::look(), &print).expect("it prints").pdf;
    let print = HandoutPrint { paper: Paper::a4(), layout: Layout::Short, style, title: "All".to_owned(), credits };
    let handouts = [fixture::handout("Guard", 1, 2)];
    let handouts = print_handouts(&handouts, &fixture::look(), &print).expect("it prints").pdf;
    for (name, pdf) in [("small sheet", sheet), ("strip", handouts)] {
        let Some(pages) = pages_of(&pdf, name) else { return };
        // A name that is longer than most lines may break.
        let text = pages.concat().replace('\u{ad}', "");
        for author in &names {
            assert!(text.contains(&tight(author)), "{name}: {author}: {pages:?}");
        }
    }
}

#[test]
fn pictures_of_cards_come_with_their_credits() {
    let images = CardImages {
        dpi: 72.0,
        credits: authored(&["Ada"], "CC0"),
        ..CardImages::new(CardSize::find("poker").expect("a size"))
    };
    let pictures = card_pngs(&fixture::deck(1), &fixture::look(), &images).expect("they are drawn");
    let lines: Vec<&str> = pictures.credits.lines().collect();
    assert!(
        lines[0].starts_with("Icons by Lorc, game-icons.net, CC BY 3.0 (creativecommons.org/licenses/by/3.0)"),
        "{lines:?}"
    );
    assert_eq!(
        lines[1..],
        [
            "Lamps & Ladders by Ada, CC0.",
            "Map: Cy Pattern.",
            "Set in Alegreya Sans, Barlow Condensed and Cinzel, OFL 1.1."
        ]
    );
}

/// The same cards stand at the same places with the credits as without: the margin is all that they take.
#[test]
fn credits_move_no_card() {
    let places = |credits: GameCredits, deck: &[CardFace]| {
        let print = CardPrint { credits, ..CardPrint::new(CardSize::find("tarot").expect("a size"), Paper::letter()) };
        let printed = print_cards(deck, &fixture::look(), &print).expect("it prints");
        let pdf = Document::load_mem(&printed.pdf).expect("a PDF");
        let content = |page| pdf.get_page_content(page);
        pdf.page_iter().map(content).collect::<Vec<_>>()
    };
    let deck = fixture::deck(7);
    let (plain, credited) = (places(GameCredits::default(), &deck), places(authored(&["Ada"], "CC0"), &deck));
    assert_eq!(plain, credited, "only the small print itself differs, which is a form of its own");
}

type Files = BTreeMap<String, Vec<u8>>;

/// The site of all games, as it is built.
static SITE: LazyLock<(Vec<Book>, Files, BTreeMap<String, Used>)> = LazyLock::new(|| {
    let books: Vec<Book> = all_shipped().map(|game| book(game, &CONTENT).expect("it computes")).collect();
    let mut printed: BTreeMap<String, Used> = BTreeMap::new();
    for (system, _, print) in PRINTS.iter() {
        printed.entry((*system).to_owned()).or_default().extend(&print.used);
    }
    let kit = SiteKit::new(SiteOptions::embedded());
    let prepared = books.iter().map(|book| Arc::new(PreparedBook::whole(book.clone(), &kit))).collect();
    let site = Site::new(prepared, Arc::new(kit));
    let mut files = site.pages().unwrap_or_else(|problems| panic!("{problems:#?}"));
    files.extend(site.frame(&printed));
    (books, files, printed)
});

fn html<'f>(files: &'f Files, path: &str) -> &'f str {
    std::str::from_utf8(files.get(path).unwrap_or_else(|| panic!("no {path}"))).expect("text")
}

/// Icons of a page: those it carries and those it shows.
fn icons(html: &str) -> BTreeSet<&str> {
    html.split("icon--").skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

fn every_icon_of_a_page_stands_on_the_credits_page_under_its_artist_and_no_other_does() {
    let (books, files, printed) = &*SITE;
    let pages = || files.iter().filter(|(path, _)| path.ends_with(".html"));
    let mut all = BTreeSet::new();
    for book in books {
        let credits_path = format!("{}/credits/index.html", book.id);
        let own = pages().filter(|(path, _)| path.starts_with(&format!("{}/", book.id)) && **path != credits_path);
        let mut used: BTreeSet<&str> =
            own.flat_map(|(_, page)| icons(std::str::from_utf8(page).expect("text"))).collect();
        used.extend(printed[&book.id].icons.iter().map(String::as_str));
        check_credits(html(files, &credits_path), &used);
        all.extend(used);
    }
    check_credits(html(files, "credits/index.html"), &all);
}

/// Whether a page of credits names exactly these icons, each under its artist and with a link to its license.
fn check_credits(page: &str, used: &BTreeSet<&str>) {
    assert_eq!(&icons(page), used);
    let sections: Vec<&str> = page.split("<section class=\"artist\">").skip(1).collect();
    for id in used {
        let credit = icon_credits().icon(id).unwrap_or_else(|| panic!("nobody drew `{id}`"));
        let mark = format!("icon--{id}\"");
        let section = sections.iter().find(|section| section.contains(&mark)).unwrap_or_else(|| panic!("no {id}"));
        for words in [&credit.artist.name, &credit.artist.url, &credit.licence.name, &credit.licence.url] {
            assert!(section.contains(words.as_str()), "{id}: {words}");
        }
    }
    let artists: BTreeSet<String> = used.iter().map(|id| (*id).to_owned()).collect();
    assert_eq!(sections.len(), self::artists(&artists).0.len());
    assert!(page.contains("https://game-icons.net") && page.contains("colored, reduced to one path"));
}

fn every_page_leads_to_the_credits_and_every_typeface_to_its_licence() {
    let (books, files, _) = &*SITE;
    for (path, page) in files.iter().filter(|(path, _)| path.ends_with(".html")) {
        let page = std::str::from_utf8(page).expect("text");
        // Two pages stand alone at any address: they show no work of others.
        if ["404.html", "offline.html"].contains(&path.as_str()) {
            assert!(!page.contains("@font-face") && !page.contains("<svg") && !page.contains("url("), "{path}");
            continue;
        }
        let foot = page.split("<footer class=\"foot\">").nth(1).unwrap_or_else(|| panic!("{path} has no foot"));
        let link = foot
            .split("<a href=\"")
            .find(|rest| rest.split('>').nth(1).is_some_and(|words| words.starts_with("Credits")));
        let href = link.and_then(|link| link.split('"').next()).unwrap_or_else(|| panic!("{path} leads to no credits"));
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
        for part in href.split('/') {
            match part {
                ".." => parts.truncate(parts.len() - 1),
                part => parts.push(part),
            }
        }
        let book = books.iter().find(|book| path.starts_with(&format!("{}/", book.id)));
        let wanted = book.map_or("credits/index.html".to_owned(), |book| format!("{}/credits/index.html", book.id));
        assert_eq!(parts.join("/"), wanted, "{path}");
    }
    for book in books {
        let page = html(files, &format!("{}/credits/index.html", book.id));
        for family in ["Alegreya Sans", "Barlow Condensed", book.look.display_font.as_str()] {
            assert!(page.contains(&format!("<dt>{family}")), "{}: {family}", book.id);
        }
        for licence in page.split("../../assets/fonts/").skip(1).filter_map(|rest| rest.split('"').next()) {
            let text = html(files, &format!("assets/fonts/{licence}"));
            assert!(text.contains("SIL Open Font License"), "{licence}");
        }
        assert!(page.contains("<dt>License<dd>MIT OR Apache-2.0"), "{}", book.id);
    }
    // Used in print only, and its license is published all the same.
    assert!(html(files, "tri-core/credits/index.html").contains("assets/fonts/OFL-atkinson-hyperlegible.txt"));
}

#[test]
fn nobody_is_said_to_have_written_a_shipped_game() {
    for game in all_shipped() {
        let credits = &game.entries.credits;
        assert!(credits.authors.is_empty(), "{}", game.entries.head.id);
        assert_eq!(credits.licence.as_ref().map(|licence| licence.name.as_str()), Some(env!("CARGO_PKG_LICENSE")));
        assert!(
            credits.credits.iter().any(|line| line.who.contains("author is not named")),
            "{}",
            game.entries.head.id
        );
    }
}
