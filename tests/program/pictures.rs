//! Pictures that a game brings: on pages with their size and words, credited, the same each time.

use std::io::Cursor;

use image::{ImageFormat, Rgb, RgbImage};

use crate::command::Workspace;

const DONE: i32 = 0;

const DRAWING: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 900 600\">\
                       <path fill=\"#9d4525\" d=\"M0 0h450v600H0z\"/></svg>";

/// A photograph, as far as a test needs one.
fn photograph() -> Vec<u8> {
    let shade = |at: u32| u8::try_from(at % 256).expect("it is below 256");
    let pixels = RgbImage::from_fn(900, 700, |x, y| Rgb([shade(x), shade(y), 60]));
    let mut bytes = Cursor::new(Vec::new());
    pixels.write_to(&mut bytes, ImageFormat::Jpeg).expect("a picture");
    bytes.into_inner()
}

/// The small game with a picture in every place that has one of its own.
fn pictured() -> Workspace {
    let workspace = Workspace::new();
    // The ending is wrong, and the content counts.
    workspace.write("content/lantern/art/ida.png", photograph());
    workspace.write("content/lantern/art/deeds/raise.svg", DRAWING.as_bytes());
    let art = |file: &str, rest: &str| format!("art: {{ file: {file}{rest} }}\n");
    let ida =
        art("art/ida.png", ", focus: [70, 20], alt: \"Ida & her <hook>\", credit: \"Ada\", licence: \"CC BY 4.0\"");
    workspace.replace("content/lantern/characters/ida.yaml", "name: Ida Brook\n", &format!("name: Ida Brook\n{ida}"));
    let raise = art("art/deeds/raise.svg", ", alt: \"A lamp\"");
    workspace.replace(
        "content/lantern/actions/deeds.yaml",
        "    name: Raise the Lantern\n",
        &format!("    name: Raise the Lantern\n    {raise}"),
    );
    let start = art("art/deeds/raise.svg", ", focus: [10, 90], alt: \"A lamp at the door\"");
    workspace.replace(
        "content/lantern/rules/01-start.md",
        "format_version: 1\n",
        &format!("format_version: 1\n{start}"),
    );
    let cover = art("art/deeds/raise.svg", "") + "pictures: { credit: \"Bo\", licence: \"CC0 1.0\" }\n";
    workspace.replace("content/lantern/system.yaml", "edition: \"1\"\n", &format!("edition: \"1\"\n{cover}"));
    workspace
}

fn page(workspace: &Workspace, path: &str) -> String {
    String::from_utf8(workspace.read(&format!("dist/site/lantern/{path}"))).expect("pages are text")
}

/// The name of the file that an image with these words loads.
fn source_of(page: &str, alt: &str) -> String {
    let image = page.split("<img ").find(|image| image.contains(&format!("alt=\"{alt}\"")));
    let image = image.unwrap_or_else(|| panic!("no picture says `{alt}`: {page}"));
    let (_, source) = image.split_once("src=\"").expect("it has a source");
    source.split('"').next().unwrap_or_default().to_owned()
}

#[test]
fn pages_show_them_with_their_size_and_words_and_load_the_files_as_they_are() {
    let workspace = pictured();
    let built = workspace.run(&["build"]);
    assert_eq!(built.code, DONE, "{built}");

    let ida = page(&workspace, "characters/ida/index.html");
    let source = source_of(&ida, "Ida &amp; her &lt;hook&gt;");
    assert!(ida.contains("width=\"900\" height=\"700\"") && ida.contains("at-70-20\""), "{ida}");
    assert!(source.starts_with("../../../assets/art/") && source.ends_with(".jpg"), "{source}");
    assert_eq!(workspace.read(&format!("dist/site/{}", source.trim_start_matches("../"))), photograph());

    let raise = page(&workspace, "actions/raise/index.html");
    let source = source_of(&raise, "A lamp");
    // The card of the page itself is asked for first.
    assert!(raise.contains("width=\"900\" height=\"600\"") && raise.contains("fetchpriority=\"high\""), "{raise}");
    assert!(source.ends_with(".svg") && !raise.contains("#9d4525"), "it is loaded, and no part of the page");
    assert_eq!(workspace.read(&format!("dist/site/{}", source.trim_start_matches("../"))), DRAWING.as_bytes());
    // The cover shows the same, for decoration.
    let cover = page(&workspace, "index.html");
    assert_eq!(source_of(&cover, "").rsplit('/').next(), source.rsplit('/').next());

    assert!(ida.contains("href=\"../../../assets/art-lantern.css\""), "{ida}");
    let start = page(&workspace, "rules/start/index.html");
    assert_eq!(source_of(&start, "A lamp at the door").rsplit('/').next(), source.rsplit('/').next());
    assert!(start.contains("class=\"banner at-10-90\"") && start.contains("width=\"900\" height=\"600\""), "{start}");
    // Lists show them small, where the name says who it is.
    for (list, name) in [("actions/index.html", "Raise the Lantern"), ("characters/index.html", "Ida Brook")] {
        let tiles = page(&workspace, list);
        let tile = tiles.split("<a class=\"tile").find(|tile| tile.contains(name)).expect("its tile");
        assert!(tile.contains("class=\"thumb-art at-") && tile.contains("alt=\"\""), "{list}: {tile}");
    }

    let style = String::from_utf8(workspace.read("dist/site/assets/art-lantern.css")).expect("text");
    assert!(style.contains(".at-70-20{object-position:70% 20%;}") && style.contains(".at-50-50{"), "{style}");
}

#[test]
fn whoever_drew_them_is_credited_with_the_terms() {
    let workspace = pictured();
    let built = workspace.run(&["build"]);
    assert_eq!(built.code, DONE, "{built}");
    for path in ["dist/site/lantern/credits/index.html", "dist/site/credits/index.html"] {
        let credits = String::from_utf8(workspace.read(path)).expect("text");
        for line in ["<dt>Ada<dd>CC BY 4.0", "<dt>Bo<dd>CC0 1.0"] {
            assert_eq!(credits.matches(line).count(), 1, "{path}: {line}: {credits}");
        }
    }
    // A page that shows none names nobody.
    let plain = Workspace::new();
    assert_eq!(plain.run(&["build"]).code, DONE);
    let credits = String::from_utf8(plain.read("dist/site/lantern/credits/index.html")).expect("text");
    assert!(!credits.contains("Pictures"), "{credits}");
}

#[test]
fn two_builds_have_the_same_bytes_of_everything_that_shows_them() {
    let (one, other) = (pictured(), pictured());
    for workspace in [&one, &other] {
        let built = workspace.run(&["build"]);
        assert_eq!(built.code, DONE, "{built}");
    }
    for file in [
        "site/lantern/characters/ida/index.html",
        "site/print/lantern/cards-ida-a4.pdf",
        "site/print/lantern/sheet-ida-a4.pdf",
    ] {
        let file = format!("dist/{file}");
        assert!(one.read(&file) == other.read(&file), "{file} differs");
    }
}

/// What is made of a kind of NPC has its picture, in its file as in print.
#[test]
fn npcs_that_are_made_have_the_picture_of_their_kind() {
    let workspace = Workspace::empty();
    assert_eq!(workspace.run(&["new", "content", "--id", "embers"]).code, DONE);
    workspace.write("content/embers/art/shade.svg", DRAWING);
    let art = "art: { file: art/shade.svg, focus: [30, 10], alt: \"A \\\"shade\\\"\" }\n";
    workspace.replace("content/embers/archetypes/shade.yaml", "name: Shade\n", &format!("name: Shade\n{art}"));
    let made = workspace.run(&["npc", "embers", "--format", "yaml", "-o", "made.yaml"]);
    assert_eq!(made.code, DONE, "{made}");
    let file = String::from_utf8(workspace.read("made.yaml")).expect("text");
    let line = "art: { file: \"art/shade.svg\", focus: [30, 10], alt: \"A \\\"shade\\\"\" }\n";
    assert!(file.contains(line), "{file}");
    let printed = workspace.run(&["handout", "made.yaml", "-o", "made.pdf"]);
    assert_eq!(printed.code, DONE, "{printed}");
}
