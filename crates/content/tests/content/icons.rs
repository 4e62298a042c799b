//! Icons of a game's own, in the color of their place.

use std::collections::BTreeMap;

use makeready_content::code::Code;
use makeready_content::icons::{GameIcon, GameIcons};
use makeready_content::intake::Intake;
use makeready_content::picture::ArtCredit;
use makeready_content::source::FileId;
use makeready_content::{Depth, load_to};

use crate::broken::Game;

/// The icon of a game with a drawing of these parts, or the message of its fault.
fn drawn(inner: &str) -> Result<String, String> {
    const LAMP: &str = "lantern/icons/lamp.svg";
    let svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 8 8\">{inner}</svg>");
    let mut intake = Intake::default();
    Game::small().files.into_iter().for_each(|(path, text)| intake.take(&path, &path, text.into_bytes()));
    intake.take(LAMP, LAMP, svg.into_bytes());
    let loaded = load_to(Depth::Named, &intake.into_sources(None), "lantern", &[]);
    if let Some(fault) = loaded.diagnostics.iter().find(|found| found.code == Code::BadIcon) {
        let said = fault.message.strip_prefix("the icon `icons/lamp.svg` ").expect("it is said of this icon");
        return Err(said.to_owned());
    }
    let game = loaded.game.expect("the game loads");
    Ok(game.entries.icons.find("lamp").expect("it is read").svg.clone())
}

#[test]
fn a_drawing_is_known_in_any_one_color() {
    let is_known = |drawing: &str, svg: &str| {
        let icon = GameIcon { file: FileId::default(), svg: svg.to_owned(), credit: ArtCredit::default() };
        GameIcons(BTreeMap::from([("lamp".to_owned(), icon)])).whose(drawing).is_some()
    };
    let svg = "<svg fill=\"currentColor\"><path stroke=\"currentColor\"/></svg>";
    assert!(is_known(&svg.replace("currentColor", "#1f1c1a"), svg));
    assert!(is_known(&svg.replace("currentColor", "#1f1c1aff"), svg));
    assert!(!is_known(&svg.replacen("currentColor", "#1f1c1a", 1), svg), "it has two");
    assert!(!is_known(&svg.replace("currentColor", "red"), svg));
    assert!(!is_known("", ""), "what cannot be shown is nothing");
}

#[test]
fn whatever_its_color_was_it_has_that_of_its_place() {
    let open = "<svg fill=\"currentColor\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 8 8\">";
    for (inner, wanted) in [
        ("<path d=\"M0 0h8z\"/>", "<path d=\"M0 0h8z\"/>"),
        ("<path fill='#FFF' d=\"M0 0h8z\"/>", "<path fill='currentColor' d=\"M0 0h8z\"/>"),
        (
            "<g fill=\"none\" stroke=\"white\"><path style=\"a:b; stroke : #ffffff ;x:y\" d=\"M0 0h8\"/></g>",
            "<g fill=\"none\" stroke=\"currentColor\"><path style=\"a:b; stroke : currentColor ;x:y\" d=\"M0 0h8\"/></g>",
        ),
    ] {
        assert_eq!(drawn(inner), Ok(format!("{open}{wanted}</svg>")), "{inner}");
    }
}

/// Such is an icon of a well-known collection as it is downloaded: white on a black ground.
#[test]
fn a_ground_behind_the_shape_is_a_second_color() {
    let fault = drawn("<path d=\"M0 0h8v8H0z\"/><path d=\"M1 1h4z\" fill=\"#fff\"/>");
    assert_eq!(fault, Err("has more than one color: `#000000` and `#ffffff`".to_owned()));
}

#[test]
fn shades_and_drawings_of_nothing_are_refused() {
    let shaded = drawn("<linearGradient id=\"a\"/><path fill=\"url(#a)\" d=\"M0 0h8z\"/>");
    assert_eq!(shaded, Err("has a part of more than one color: `<linearGradient>`".to_owned()));
    assert_eq!(drawn("<style>path{fill:red}</style>"), Err("has a style sheet".to_owned()));
    for nothing in ["", "<g/>", "<path fill=\"none\" d=\"M0 0h8z\"/>", "<title>fill</title>"] {
        assert_eq!(drawn(nothing), Err("is empty".to_owned()), "{nothing}");
    }
}
