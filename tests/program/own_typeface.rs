//! A typeface that a game brings: characters that the others lack are printed and shown with it.

use crate::command::Workspace;

const DONE: i32 = 0;
const CONTENT: i32 = 1;

const SIGNS: &[u8] = include_bytes!("../fixtures/fonts/TwoSigns.ttf");
const LICENSE: &[u8] = include_bytes!("../fixtures/fonts/LICENSE.txt");
const DEEDS: &str = "content/lantern/actions/deeds.yaml";

/// A game in whose texts, names and labels two signs of another script stand.
fn with_signs() -> Workspace {
    let workspace = Workspace::new();
    workspace.replace(DEEDS, "name: Raise the Lantern", "name: Raise the 火");
    workspace.replace(DEEDS, "label: Range", "label: Range 山");
    workspace.replace(DEEDS, "Hold it **high**", "火 Hold it **山**");
    workspace.replace("content/lantern/characters/ida.yaml", "name: Ida Brook", "name: Ida 火");
    workspace
}

#[test]
fn without_it_every_text_with_such_a_character_is_a_finding_that_says_what_to_do() {
    let checked = with_signs().run(&["check"]);
    assert_eq!(checked.code, CONTENT, "{checked}");
    assert_eq!(checked.stderr.matches("error[no-glyph]").count(), 4, "{checked}");
    assert!(checked.stderr.contains("add a font with these characters"), "{checked}");
}

#[test]
fn with_it_they_are_in_every_print_and_on_the_pages_which_carry_font_and_license() {
    let workspace = with_signs();
    workspace.write("content/lantern/fonts/TwoSigns.ttf", SIGNS);
    workspace.write("content/lantern/fonts/LICENSE.txt", LICENSE);
    let checked = workspace.run(&["check"]);
    assert_eq!(checked.code, DONE, "{checked}");
    let built = workspace.run(&["build"]);
    assert_eq!(built.code, DONE, "{built}");
    let cards = workspace.pdf_text("dist/site/print/lantern/cards-ida-a4.pdf").expect("poppler is there");
    for words in ["Raise the 火", "Range 山 3 squares", "火 Hold it 山", "and in Two Signs"] {
        assert!(cards.contains(words), "{words}: {cards}");
    }
    let sheet = workspace.pdf_text("dist/site/print/lantern/sheet-ida-a4.pdf").expect("poppler is there");
    // The credits run up the margin, where poppler reads no spaces.
    let tight: String = sheet.split_whitespace().collect();
    assert!(sheet.contains("Ida 火") && tight.contains("andinTwoSigns"), "{sheet}");

    let style = String::from_utf8(workspace.read(&workspace.named("dist/site/assets/book-lantern.css"))).expect("text");
    assert!(style.contains("font-family:\"Two Signs\"") && style.contains("url(fonts/lantern/font-1."), "{style}");
    assert_eq!(workspace.read(&workspace.named("dist/site/assets/fonts/lantern/font-1")), SIGNS);
    assert_eq!(workspace.read("dist/site/assets/fonts/lantern/license-1.txt"), LICENSE);
    for page in ["dist/site/lantern/credits/index.html", "dist/site/credits/index.html"] {
        let credits = String::from_utf8(workspace.read(page)).expect("text");
        assert!(credits.contains("Two Signs") && credits.contains("Drawn for the tests of Makeready"), "{credits}");
        assert!(credits.contains("assets/fonts/lantern/license-1.txt\">LICENSE.txt</a>"), "{credits}");
    }
}

/// A deck without such characters is what it was, whatever fonts are there.
#[test]
fn prints_that_do_not_need_it_stay_as_they_are() {
    let (plain, with) = (Workspace::new(), Workspace::new());
    with.write("content/lantern/fonts/TwoSigns.ttf", SIGNS);
    with.write("content/lantern/fonts/LICENSE.txt", LICENSE);
    for workspace in [&plain, &with] {
        let built = workspace.run(&["build"]);
        assert_eq!(built.code, DONE, "{built}");
    }
    for print in ["cards-ida-a4.pdf", "sheet-ida-a4.pdf"] {
        let file = format!("dist/site/print/lantern/{print}");
        assert!(plain.read(&file) == with.read(&file), "{print} has changed");
    }
}
