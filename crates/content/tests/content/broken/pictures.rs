//! Pictures that cannot be shown, and what authors say of them.

use std::io::Cursor;

use image::{ImageFormat, RgbImage};

use super::{Row, row};

const DEEDS: &str = "actions/deeds.yaml";
const NAME: &str = "    name: Raise the Lantern\n";

pub fn rows() -> Vec<Row> {
    [named(), said(), pixels(), drawings(), folders()].into_iter().flatten().collect()
}

/// A picture of pixels in a format.
fn picture(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    RgbImage::new(width, height).write_to(&mut bytes, format).expect("a picture");
    bytes.into_inner()
}

pub fn png(width: u32, height: u32) -> Vec<u8> {
    picture(width, height, ImageFormat::Png)
}

/// The head of a PNG that promises a size, and nothing else of it.
fn promised(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = png(1, 1);
    bytes[16..20].copy_from_slice(&width.to_be_bytes());
    bytes[20..24].copy_from_slice(&height.to_be_bytes());
    let sum = crc(&bytes[12..29]);
    bytes[29..33].copy_from_slice(&sum.to_be_bytes());
    bytes
}

/// A part of a PNG.
fn chunk(name: [u8; 4], inner: &[u8]) -> Vec<u8> {
    let named = [&name[..], inner].concat();
    let length = u32::try_from(inner.len()).expect("a short part");
    [&length.to_be_bytes()[..], &named, &crc(&named).to_be_bytes()].concat()
}

/// The checksum of a part of a PNG, bit by bit.
fn crc(bytes: &[u8]) -> u32 {
    let step = |sum: u32| if sum & 1 == 1 { 0xedb8_8320 ^ (sum >> 1) } else { sum >> 1 };
    !bytes.iter().fold(!0, |sum, byte| (0..8).fold(sum ^ u32::from(*byte), |sum, _| step(sum)))
}

/// A game whose first action has this picture.
fn with(what: &'static str, bytes: &[u8]) -> Row {
    row(what).edit(DEEDS, NAME, format!("{NAME}    art: §art/deed.svg\n")).raw("art/deed.svg", bytes)
}

/// The same with a drawing of these parts.
fn drawn(what: &'static str, parts: &str) -> Row {
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" viewBox=\"0 0 72 42\">{parts}</svg>"
    );
    with(what, svg.as_bytes())
}

/// What is named and is not there.
fn named() -> Vec<Row> {
    let naming = |what, path: &str| row(what).edit(DEEDS, NAME, format!("{NAME}    art: §{path}\n"));
    vec![
        naming("a picture that is not there", "art/deed.svg").says(
            "unknown-picture",
            "there is no picture `art/deed.svg`",
            "into the folder `art/`",
        ),
        naming("a misspelt picture", "art/dead.png")
            .raw("art/deed.png", &png(1_000, 500))
            .says("unknown-picture", "there is no picture `art/dead.png`", "did you mean `art/deed.png`?")
            .of(2),
        naming("a picture of another folder", "../secret.md").on_disk().says(
            "unknown-picture",
            "there is no picture `../secret.md`",
            "of their game",
        ),
        naming("a picture of the whole disk", "/etc/passwd").on_disk().says(
            "unknown-picture",
            "there is no picture `/etc/passwd`",
            "of their game",
        ),
        naming("a picture upwards out of its folder", "art/../../lantern/art/deed.png")
            .raw("art/deed.png", &png(1_000, 500))
            .says("unknown-picture", "there is no picture", "of their game")
            .of(2),
        naming("a file that is no picture", "skills.yaml").says(
            "unknown-picture",
            "there is no picture `skills.yaml`",
            "into the folder `art/`",
        ),
    ]
}

/// What is said of a picture.
fn said() -> Vec<Row> {
    let saying = |what, mapping: &str| {
        row(what)
            .edit(DEEDS, NAME, format!("{NAME}    art: {{ file: art/deed.png, {mapping} }}\n"))
            .raw("art/deed.png", &png(1_000, 500))
    };
    vec![
        saying("a focus of one number", "focus: §[50]").says("wrong-type", "expected two numbers", "`[50, 40]`"),
        saying("a focus that is no list", "focus: §50").says(
            "wrong-type",
            "expected a list, found",
            "write `[one, two]`",
        ),
        saying("a focus outside the picture", "focus: [50, §101]").says("out-of-range", "101", "100"),
        saying("an unknown key of a picture", "§alto: \"A lamp\"").says("unknown-key", "alto", "did you mean `alt`?"),
        saying("a picture credited in two ways", "credit: \"Ada\"")
            .edit("npcs/wisp.yaml", "id: wisp\n", "id: wisp\nart: { file: §art/deed.png, credit: \"Bo\" }\n")
            .says("two-credits", "has different credits in different places", "write the same credit everywhere"),
        row("a picture without a file").edit(DEEDS, NAME, format!("{NAME}    art: §{{ alt: \"A lamp\" }}\n")).says(
            "missing-key",
            "`file`",
            "add `file",
        ),
    ]
}

/// What is wrong with pictures of pixels.
fn pixels() -> Vec<Row> {
    let whole = png(1_000, 500);
    let jpeg = picture(1_000, 500, ImageFormat::Jpeg);
    let (begin, behind) = whole.split_at(33);
    let animated = [begin, &chunk(*b"acTL", &[0, 0, 0, 1, 0, 0, 0, 0]), behind].concat();
    vec![
        with("a PNG that moves", &animated)
            .says("animated-picture", "is animated; prints show only the first frame", "save that frame alone as PNG")
            .warns(),
        with("a JPEG that was cut in the middle", &jpeg[..jpeg.len() / 2]).says(
            "bad-picture",
            "is cut off",
            "copy it again from its source",
        ),
        with("a truncated PNG", &whole[..whole.len() / 2]).says("bad-picture", "is damaged", "save it again"),
        with("a JPEG that is its beginning only", &jpeg[..300]).says(
            "bad-picture",
            "is cut off",
            "copy it again from its source",
        ),
        with("a PNG that is its beginning only", b"\x89PNG\r\n\x1a\n").says(
            "bad-picture",
            "is damaged",
            "save it again",
        ),
        with("a PNG that promises a billion pixels", &promised(30_000, 30_000)).says(
            "bad-picture",
            "has 30000 x 30000 pixels",
            "make it smaller",
        ),
        with("a PNG that promises one endless line", &promised(1, 2_000_000_000)).says(
            "bad-picture",
            "has 1 x 2000000000 pixels",
            "make it smaller",
        ),
        with("a picture that is none", b"once upon a time").says(
            "bad-picture",
            "is neither PNG nor JPEG nor SVG",
            "save it as PNG, JPEG or SVG",
        ),
        with("a picture of another format", b"GIF89a").says(
            "bad-picture",
            "is neither PNG nor JPEG nor SVG",
            "save it as PNG, JPEG or SVG",
        ),
        with("an empty picture", b"").says("bad-picture", "is neither PNG nor JPEG nor SVG", "save it as"),
        with("a page of the web", b"<!doctype html><html><body>x</body></html>").says(
            "bad-picture",
            "is not an SVG",
            "save it again as SVG in your drawing program",
        ),
        with("a picture that is a line", &png(900, 30)).says("bad-picture", "times as long as wide", "crop it"),
        with("a coarse picture", &png(400, 300))
            .says("coarse-picture", "has only 147 dots per inch in print", "use one with at least 544 pixels across:")
            .warns(),
    ]
}

/// What is wrong with drawings.
fn drawings() -> Vec<Row> {
    let bomb = (0..30).fold(String::from("<path id=\"u0\" d=\"M0 0h1\"/>"), |svg, n| {
        format!("{svg}<g id=\"u{}\"><use href=\"#u{n}\"/><use href=\"#u{n}\"/></g>", n + 1)
    });
    let deep = "<g>".repeat(100_000) + &"</g>".repeat(100_000);
    let entities = "<?xml version=\"1.0\"?><!DOCTYPE svg [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]>\
                    <svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><title>&b;</title></svg>";
    let outside =
        "<!DOCTYPE svg [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><svg xmlns=\"http://www.w3.org/2000/svg\"/>";
    let script = |part: &'static str| ("bad-picture", "contains something that runs: `", part);
    let (runs, message, help) = script("remove it: a picture cannot run anything");
    let leads = |what, parts: &str| {
        drawn(what, parts).says("bad-picture", "refers to another file: `", "of the same file only")
    };
    let hides = |what, parts: &str| {
        drawn(what, parts).says(
            "bad-picture",
            "has a comment, a backslash or an `@` rule, which could hide a reference: `",
            "remove it",
        )
    };
    let too_large = |what, parts: &str| {
        drawn(what, parts).says("bad-picture", "a number that is too large", "between -1,000,000 and")
    };
    // Each pattern is filled with the next one, by a rule.
    let patterns = |names: &[&str], paths: usize, sheet: &str, shapes: usize| {
        let path = |class: &str| format!("<path class=\"{class}\" d=\"M0 0h1v1z\"/>");
        let each = |(at, id): (usize, &&str)| {
            let inner = path(names.get(at + 1).unwrap_or(&"")).repeat(paths);
            format!("<pattern id=\"{id}\" width=\".5\" height=\".5\">{inner}</pattern>")
        };
        let all: String = names.iter().enumerate().map(each).collect();
        format!("<style>{sheet}</style>{all}{}", path(names[0]).repeat(shapes))
    };
    let masked = format!(
        "<style>path{{mask:url(#m)}}</style><mask id=\"m\">{}</mask>{}",
        "<rect width=\"9\" height=\"9\"/>".repeat(300),
        "<path d=\"M0 0h1v1z\"/>".repeat(300)
    );
    let inherited = format!(
        "<pattern id=\"p\" width=\".5\" height=\".5\">{0}</pattern><g fill=\"url(#p)\">{0}</g>",
        "<path d=\"M0 0h1v1z\"/>".repeat(300)
    );
    let too_many =
        |what, parts: &str| drawn(what, parts).says("bad-picture", "more than 50000 shapes", "make it simpler");
    let pattern = |tile: &str| {
        format!(
            "<pattern id=\"p\" patternUnits=\"userSpaceOnUse\" {tile}><path d=\"M0 0h9v9z\"/></pattern><path d=\"M0 0h72v42z\" fill=\"url(#p)\"/>"
        )
    };
    vec![
        drawn("a script in a drawing", "<script>alert(1)</script>").says(runs, message, help),
        drawn("an event handler in a drawing", "<path d=\"M0 0h1\" onLoad=\"x()\"/>").says(runs, message, help),
        drawn("a drawing that moves", "<set attributeName=\"href\" to=\"javascript:x()\"/>").says(runs, message, help),
        drawn("a page in a drawing", "<foreignObject><p xmlns=\"http://www.w3.org/1999/xhtml\"/></foreignObject>").says(
            "bad-picture",
            "contains another picture or page: `<foreignObject>`",
            "save the whole picture as PNG",
        ),
        drawn("a script of another language in a drawing", "<s xmlns=\"http://www.w3.org/1999/xhtml\"/>").says(
            "bad-picture",
            "contains something that is not drawn: `",
            "save it as plain SVG",
        ),
        drawn("a picture in a drawing", "<image href=\"data:image/png;base64,AA==\"/>").says(
            "bad-picture",
            "contains another picture or page: `<image>`",
            "save the whole picture as PNG",
        ),
        drawn("text in a drawing", "<text>Lamp</text>").says("bad-picture", "contains text", "turn the text into paths"),
        drawn("a filter in a drawing", "<filter id=\"f\"/>").says("bad-picture", "is drawn with a filter", "remove it"),
        drawn("a filter in a style", "<path style=\"fill:red; filter:blur(3px)\" d=\"M0 0h1\"/>").says(
            "bad-picture",
            "is drawn with a filter",
            "remove it",
        ),
        leads("a reference out of a drawing", "<use href=\"https://example.org/a.svg#b\"/>"),
        leads("an old reference out of a drawing", "<use xlink:href=\"other.svg#b\"/>"),
        leads("a color that is loaded", "<path fill=\"url( 'http://example.org/#a')\" d=\"M0 0h1\"/>"),
        hides("a style that loads", "<style>@import url(http://example.org/a.css);</style>"),
        hides("a style that hides what it loads", "<style>path{fill:u\\72l(//example.org)}</style>"),
        leads("a style in parts", "<style>path{fill:ur<!-- -->l(//example.org)}</style>"),
        leads("a drawing with a base elsewhere", "<g xml:base=\"http://example.org/\"/>"),
        with("an entity bomb", entities.as_bytes()).says("bad-picture", "has a `<!DOCTYPE` or an instruction for other programs", "remove the lines that start with `<!DOCTYPE` or `<?`"),
        with("an entity of another file", outside.as_bytes()).says("bad-picture", "has a `<!DOCTYPE` or an instruction for other programs", "remove the lines that start with `<!DOCTYPE` or `<?`"),
        with(
            "a style sheet beside a drawing",
            b"<?xml-stylesheet href=\"http://example.org/a.css\"?><svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"/>",
        )
        .says("bad-picture", "has a `<!DOCTYPE` or an instruction for other programs", "remove the lines that start with `<!DOCTYPE` or `<?`"),
        drawn("a bomb of references", &bomb).says("bad-picture", "more than 50000 shapes", "make it simpler"),
        too_many(
            "patterns in one another by a style sheet",
            &patterns(&["a", "b", "c"], 150, ".a{fill:url(#a)}.b{fill:url(#b)}.c{fill:url(#c)}", 150),
        ),
        too_many("a large pattern for many shapes", &patterns(&["a"], 10_000, ".a{fill:url(#a)}", 10_000)),
        too_many("a mask of many shapes for many shapes", &masked),
        too_many("a pattern for the shapes of a group", &inherited),
        drawn("a drawing that needs itself", "<g id=\"a\"><use href=\"#a\"/></g>").says(
            "bad-picture",
            "has a part that contains itself: `",
            "remove the reference",
        ),
        drawn("a pattern that is drawn with itself", "<pattern id=\"a\"><path fill=\"url(#a)\" d=\"M0 0h1\"/></pattern>")
            .says("bad-picture", "has a part that contains itself: `", "remove the reference"),
        drawn("a drawing that is too deep", &deep).says("bad-picture", "has parts that are nested more than 64 levels deep", "make it simpler"),
        too_large("a number of a path that is too large", "<path d=\"M-1e38 -1e38 L1e38 1e38 1e38 0z\"/>"),
        too_large("a clip that is too large", "<clipPath id=\"c\"><path d=\"M0 87H-3e38\"/></clipPath><path d=\"M10 5\" clip-path=\"url(#c)\"/>"),
        too_large("a mask that is too large", "<mask id=\"m\" width=\"1e30\" height=\"1\"/><path d=\"M0 0h1\" mask=\"url(#m)\"/>"),
        too_large("a line that is too wide", "<path stroke=\"red\" stroke-width=\"1e9\" d=\"M0 0h9\"/>"),
        too_large("a line that is too wide in its style", "<path style=\"stroke:red;stroke-width:1e9px\" d=\"M0 0h9\"/>"),
        too_large("a line that is too wide in a style sheet", "<style>path{stroke:#1e9999;stroke-width:1e9px}</style><path d=\"M0 0h9\"/>"),
        drawn("a drawing that is enlarged again and again", &format!("{}<path d=\"M0 0h9v9z\"/>{}", "<g transform=\"scale(99)\">".repeat(5), "</g>".repeat(5)))
            .says("bad-picture", "far larger than the drawing", "its `transform`"),
        drawn(
            "a pattern in units of its shape",
            "<pattern id=\"p\" width=\"100\" height=\"100\"><path d=\"M0 0h9v9z\"/></pattern><path d=\"M0 0h72v42z\" fill=\"url(#p)\"/>",
        )
        .says("bad-picture", "`width=\"100\"`: its tile is 100 times as wide as the shape", "patternUnits=\"userSpaceOnUse\""),
        drawn("a pattern of a huge tile", &pattern("width=\"10\" height=\"10\" patternTransform=\"scale(100)\""))
            .says("bad-picture", "4 times as large as the drawing", "make the tile smaller"),
        drawn("a pattern of a tiny tile", &pattern("width=\"0.001\" height=\"0.001\""))
            .says("bad-picture", "more tiles than can be seen", "make the tile larger"),
        drawn(
            "a gradient that repeats",
            "<linearGradient id=\"l\" x2=\".1\" spreadMethod=\"reflect\"><stop stop-color=\"red\"/><stop offset=\"1\"/></linearGradient>\
             <path fill=\"url(#l)\" d=\"M0 0h72v42z\"/>",
        )
        .says("bad-picture", "has a repeating gradient (`spreadMethod`)", "spreadMethod=\"pad\""),
        drawn("a line of dust", "<path stroke=\"red\" stroke-dasharray=\"0.00001\" d=\"M0 0h72\"/>")
            .says("bad-picture", "more dashes than can be seen", "stroke-dasharray"),
        drawn(
            "clips in one another",
            &format!(
                "<clipPath id=\"c\"><path d=\"M0 0h72v42H0z\"/></clipPath>{}<path d=\"M0 0h9v9z\"/>{}",
                "<g clip-path=\"url(#c)\">".repeat(30),
                "</g>".repeat(30)
            ),
        )
        .says("bad-picture", "nests more clips than PDF/A allows", "save it as PNG"),
        drawn("a drawing of many layers", &"<g opacity=\".5\"><path d=\"M0 0h72v42H0z\"/><path d=\"M1 1h9v9z\"/></g>".repeat(500))
            .says("bad-picture", "has too many large groups with opacity", "save it as PNG"),
        drawn(
            "an element of many attributes",
            &format!("<path{}/>", (0..300).map(|n| format!(" data-{n}=\"\"")).collect::<String>()),
        )
        .says("bad-picture", "more than 256 attributes", "as plain SVG"),
        drawn("a style sheet of many rules", &format!("<style>{}</style>", "path{fill:red}".repeat(5_000)))
            .says("bad-picture", "5000 declarations in style sheets for 2 elements", "as attributes of its shapes"),
        drawn(
            "a style sheet for many shapes",
            &format!("<style>{}</style>{}", ".a{fill:red}".repeat(3_000), "<path d=\"M0 0h1\"/>".repeat(400)),
        )
        .says("bad-picture", "3000 declarations in style sheets for 402 elements", "as attributes of its shapes"),
        with("a drawing that is next to nothing", b"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1e-45\" height=\"1\" viewBox=\"0 0 9 9\"/>")
            .says("bad-picture", "has no width and height between 0.01 and 100,000", "viewBox"),
        drawn("a drawing with a tag that is not closed", "<g>").says("bad-picture", "is not an SVG", "save it again"),
        with("a drawing without a size", b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>").says(
            "bad-picture",
            "has no width and height between 0.01 and 100,000",
            "viewBox",
        ),
        with("a drawing of a size that is none", b"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 NaN inf\"/>")
            .says("bad-picture", "has no width and height between 0.01 and 100,000", "viewBox"),
        with("a drawing without a namespace", b"<svg viewBox=\"0 0 9 9\"/>").says("bad-picture", "is XML, but not SVG", "save it"),
        with("a drawing in Latin-1", b"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><title>\xe9</title></svg>")
            .says("bad-picture", "is not UTF-8", "save it again"),
    ]
}

/// What is wrong with files of the folder.
fn folders() -> Vec<Row> {
    vec![
        row("a picture that nothing shows")
            .raw("art/spare.png", &png(10, 10))
            .at("lantern/art/spare.png:1:1")
            .says("unused-picture", "`art/spare.png` is not used", "`art: art/spare.png`")
            .warns(),
        row("a picture that is a link out of the content folder")
            .add("art/README.md", "Pictures.")
            .link("art/deed.png", "/etc/passwd")
            .at("lantern/art/deed.png:1:1")
            .says("outside", "leads out of the content folder", "copy its target"),
        row("a picture that is a link out of its game")
            .add("art/README.md", "Pictures.")
            .link("art/deed.png", "../../campaign.yaml")
            .at("lantern/art/deed.png:1:1")
            .says("outside", "leads out of the folder of its game", "copy its target"),
        row("a picture that is a folder")
            .add("art/deed.png/README.md", "Pictures.")
            .edit(DEEDS, NAME, format!("{NAME}    art: §art/deed.png\n"))
            .on_disk()
            .says("unknown-picture", "there is no picture", "into the folder `art/`"),
    ]
}
