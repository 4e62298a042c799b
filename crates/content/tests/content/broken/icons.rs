//! Icons of a game's own that cannot be shown.

use super::{Row, row};

const DEEDS: &str = "actions/deeds.yaml";
const SYSTEM: &str = "system.yaml";
const AT: &str = "lantern/icons/lamp.svg:1:1";

pub fn rows() -> Vec<Row> {
    [drawings(), names(), named()].into_iter().flatten().collect()
}

/// A game whose first action has this icon.
fn with(what: &'static str, bytes: &[u8]) -> Row {
    row(what).edit(DEEDS, "icon: moon", "icon: lamp").raw("icons/lamp.svg", bytes).at(AT)
}

/// The same with a drawing of these parts.
fn drawn(what: &'static str, parts: &str) -> Row {
    with(what, svg(parts).as_bytes())
}

fn svg(parts: &str) -> String {
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\">{parts}</svg>")
}

fn drawings() -> Vec<Row> {
    let path = "<path d=\"M0 0h9z\"/>";
    let long = format!("<path d=\"M0 0{}\"/>", "h1".repeat(33_000));
    let no_box = svg(path).replace("viewBox=\"0 0 9 9\"", "width=\"9\" height=\"9\"");
    vec![
        drawn("an icon in two colors", &format!("{path}<path fill=\"#fff\" d=\"M0 0h4z\"/>"))
            .at("lantern/icons/lamp.svg:1:90")
            .says("bad-icon", "has more than one color: `#000000` and `#ffffff`", "keep one color"),
        drawn("an icon with a gradient", "<linearGradient id=\"a\"/><path fill=\"url(#a)\" d=\"M0 0h9z\"/>")
            .at("lantern/icons/lamp.svg:1:59")
            .says("bad-icon", "`<linearGradient>`", "make it flat"),
        drawn("an icon with a style sheet", &format!("<style>path {{ fill: red }}</style>{path}"))
            .at("lantern/icons/lamp.svg:1:59")
            .says("bad-icon", "has a style sheet", "plain SVG"),
        drawn("an icon of nothing", "<g/>").says("bad-icon", "is empty", "`fill` or `stroke`"),
        drawn("an icon with a script", "<script>alert(1)</script>").at("lantern/icons/lamp.svg:1:59").says(
            "bad-icon",
            "contains something that runs: `",
            "remove it",
        ),
        drawn("an icon that leads out", "<use href=\"https://example.org/a.svg#b\"/>")
            .at("lantern/icons/lamp.svg:1:64")
            .says("bad-icon", "refers to another file: `", "of the same file only"),
        drawn("an icon that is too large", &long).says("bad-icon", "has more than 65536 bytes", "make it simpler"),
        with("an icon without a view box", no_box.as_bytes()).says("bad-icon", "has no view box", "viewBox="),
        with("an icon of pixels", &super::pictures::png(9, 9)).says("bad-icon", "is made of pixels", "draw it as SVG"),
        with("an empty icon", b"").says("bad-icon", "is neither PNG nor JPEG nor SVG", "save it as"),
    ]
}

fn names() -> Vec<Row> {
    let lamp = svg("<path d=\"M0 0h9z\"/>");
    let called = |what, file: &'static str, place: &'static str| row(what).raw(file, lamp.as_bytes()).at(place);
    vec![
        called("an icon with the name of one that there is", "icons/moon.svg", "lantern/icons/moon.svg:1:1").says(
            "bad-icon",
            "Makeready already has an icon or emblem `moon`",
            "rename the file",
        ),
        called("an icon with the name of an emblem", "icons/facets.svg", "lantern/icons/facets.svg:1:1").says(
            "bad-icon",
            "Makeready already has an icon or emblem `facets`",
            "rename the file",
        ),
        called("an icon in capitals", "icons/Lamp.svg", "lantern/icons/Lamp.svg:1:1").says(
            "bad-id",
            "`Lamp` cannot be used as the name of an icon",
            "lowercase letters",
        ),
        called("an icon in a folder", "icons/light/lamp.svg", "lantern/icons/light/lamp.svg:1:1").says(
            "bad-icon",
            "is in a subfolder",
            "move it into `icons/`",
        ),
        called("an icon that nothing shows", "icons/lamp.svg", "lantern/icons/lamp.svg:1:1")
            .says("unused-icon", "the icon `lamp` is not used", "`icon: lamp`")
            .warns(),
    ]
}

fn named() -> Vec<Row> {
    let lamp = svg("<path d=\"M0 0h9z\"/>");
    vec![
        row("a misspelt icon of the game's own")
            .edit(DEEDS, "icon: moon", "icon: §lanp")
            .raw("icons/lamp.svg", lamp.as_bytes())
            .says("unknown-icon", "there is no icon `lanp`", "did you mean `lamp`?")
            .of(2),
        row("a misspelt emblem of the game's own")
            .edit(SYSTEM, "  back: lozenges\n", "  back: §lanp\n  ornament: lamp\n")
            .raw("icons/lamp.svg", lamp.as_bytes())
            .says("unknown-back", "there is no back `lanp`", "did you mean `lamp`?"),
        row("a credit of an icon that is not the game's own")
            .edit(SYSTEM, "edition: \"1\"\n", "edition: \"1\"\nicon_credits: { §moon: { credit: \"Ada\" } }\n")
            .says("unknown-icon", "there is no icon of the game `moon`", ""),
    ]
}
