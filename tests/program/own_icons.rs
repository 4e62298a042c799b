//! Icons that a game brings, and one of them as its emblem: printed, shown on pages, credited.

use crate::command::Workspace;

const DONE: i32 = 0;
const CONTENT: i32 = 1;

const IDA: &str = "content/lantern/characters/ida.yaml";
const DEEDS: &str = "content/lantern/actions/deeds.yaml";
const SYSTEM: &str = "content/lantern/system.yaml";

/// A lamp, white as it was downloaded.
const LAMP: &str = "<?xml version=\"1.0\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 16 24\" width=\"16\" height=\"24\">\
                    <title>Lamp</title><g fill=\"#FFF\"><path d=\"M5 1h6v3h-6z\"/><path d=\"M3 6h10l2 14h-14z\" style=\"stroke:white\"/></g></svg>";

/// The small game with a lamp of its own on a card, in a text, for a family and as its emblem.
fn with_lamp() -> Workspace {
    let workspace = Workspace::new();
    workspace.write("content/lantern/icons/lamp.svg", LAMP);
    workspace.replace(DEEDS, "icon: moon", "icon: lamp");
    workspace.replace(DEEDS, "**high** :moon:", "**high** :lamp:");
    workspace.replace(SYSTEM, "icon: fist, notch: 0", "icon: lamp, notch: 0");
    workspace.replace(SYSTEM, "  back: lozenges\n", "  back: lamp\n  ornament: lamp\n");
    workspace.replace(
        SYSTEM,
        "edition: \"1\"\n",
        "edition: \"1\"\nicon_credits: { lamp: { credit: \"Ada\", licence: \"CC BY 4.0\" } }\n",
    );
    workspace
}

#[test]
fn cards_backs_sheets_and_pages_show_them_and_whoever_drew_them_is_credited() {
    let workspace = with_lamp();
    let checked = workspace.run(&["check"]);
    assert_eq!((checked.code, checked.stderr.contains("warning[")), (DONE, false), "{checked}");
    let built = workspace.run(&["build"]);
    assert_eq!(built.code, DONE, "{built}");
    for print in ["cards-ida-a4.pdf", "sheet-ida-a4.pdf"] {
        let text = workspace.pdf_text(&format!("dist/site/print/lantern/{print}")).expect("poppler is there");
        let tight: String = text.split_whitespace().collect();
        assert!(tight.contains("ArtbyAda,CCBY4.0"), "{print}: {text}");
    }
    let page = |path: &str| String::from_utf8(workspace.read(&format!("dist/site/{path}"))).expect("text");
    let raise = page("lantern/actions/raise/index.html");
    assert!(raise.contains("own own--lantern--lamp\""), "{raise}");
    assert!(raise.contains("role=\"img\" aria-label=\"lamp\""), "it stands in the text: {raise}");
    for path in ["lantern/actions/raise/index.html", "lantern/index.html", "index.html"] {
        assert!(!page(path).contains("M3 6h10"), "no drawing of a game is part of {path}");
    }
    assert!(page("lantern/index.html").contains("sign own own--lantern--lamp"));
    assert!(page("index.html").contains("sign own own--lantern--lamp"));
    let style = page(workspace.named("dist/site/assets/book-lantern.css").trim_start_matches("dist/site/"));
    assert_eq!(style.matches(".own--lantern--lamp{").count(), 1, "{style}");
    assert!(style.contains("M3 6h10l2 14h-14z") && style.contains("%3Cg fill=%22currentColor%22"), "{style}");
    for path in ["lantern/credits/index.html", "credits/index.html"] {
        assert!(page(path).contains("<dt>Ada<dd>CC BY 4.0"), "{path}");
    }
}

/// The credit of a deck is of what is in it.
#[test]
fn a_deck_without_them_does_not_name_their_artist() {
    let workspace = with_lamp();
    workspace.replace(SYSTEM, "icon: lamp, notch: 0", "icon: fist, notch: 0");
    let cards = ["cards", IDA, "--only", "rest-a-while", "--back", "none", "-o", "rest.pdf"];
    for (ornament, is_named) in [("ornament: lamp", true), ("ornament: facets", false)] {
        workspace.replace(SYSTEM, "ornament: lamp", ornament);
        let printed = workspace.run(&cards);
        assert_eq!(printed.code, DONE, "{printed}");
        let text: String = workspace.pdf_text("rest.pdf").expect("poppler is there").split_whitespace().collect();
        assert_eq!(text.contains("Ada"), is_named, "{ornament}: {text}");
        std::fs::remove_file(workspace.path().join("rest.pdf")).expect("it was written");
    }
}

#[test]
fn a_deck_has_any_of_them_on_its_backs() {
    let workspace = with_lamp();
    let printed = workspace.run(&["cards", IDA, "--only", "raise", "--back", "lamp", "-o", "lamp.pdf"]);
    assert_eq!(printed.code, DONE, "{printed}");
    let printed = workspace.run(&["cards", IDA, "--only", "raise", "--back", "lamb", "-o", "lamb.pdf"]);
    assert_ne!(printed.code, DONE, "{printed}");
    assert!(printed.stderr.contains("`lamp`"), "{printed}");
}

#[test]
fn what_cannot_be_an_icon_is_a_finding_at_its_place() {
    let workspace = with_lamp();
    workspace.write("content/lantern/icons/lamp.svg", LAMP.replace("</g>", "</g><script>alert(1)</script>"));
    let checked = workspace.run(&["check"]);
    assert_eq!(checked.code, CONTENT, "{checked}");
    assert!(checked.stderr.contains("icons/lamp.svg:2:") && checked.stderr.contains("bad-icon"), "{checked}");
    assert_eq!(checked.stderr.matches("error[").count(), 1, "nothing is unknown because of it: {checked}");
}
