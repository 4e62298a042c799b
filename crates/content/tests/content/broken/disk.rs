//! What is wrong with a file as a file: its bytes, where it leads, that it is not there.

use super::{Row, row};

pub fn rows() -> Vec<Row> {
    [bytes(), fonts(), links(), missing(), campaign()].into_iter().flatten().collect()
}

fn bytes() -> Vec<Row> {
    vec![
        row("a paper on which no card fits")
            .edit("/campaign.yaml", "paper: a4", "paper: §60mmx60mm")
            .says("unknown-paper", "does not fit on paper of 60", "a larger paper")
            .on_disk(),
        row("a file in Latin-1")
            .raw("skills.yaml", b"format_version: 1\nskill_groups: []\nskills: []\n# caf\xe9\n")
            .at("lantern/skills.yaml:4:6")
            .says("not-utf-8", "not UTF-8 from here on", "save it as UTF-8"),
        row("a file in UTF-16").raw("skills.yaml", b"\xff\xfef\0o\0r\0m\0a\0t\0").at("lantern/skills.yaml:1:1").says(
            "not-utf-8",
            "not UTF-8 from here on",
            "save it as UTF-8",
        ),
        row("a file that is a picture")
            .raw("actions/more.yaml", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
            .at("lantern/actions/more.yaml:1:1")
            .says("not-utf-8", "not UTF-8 from here on", "save it as UTF-8"),
        row("a chapter that is not UTF-8")
            .raw("rules/02-more.md", b"---\nformat_version: 1\ntitle: M\xfcnzen\n---\n")
            .at("lantern/rules/02-more.md:3:9")
            .says("not-utf-8", "not UTF-8 from here on", "save it as UTF-8"),
        row("a campaign that is not UTF-8")
            .raw("/campaign.yaml", b"format_version: 1\n# \xe9\n")
            .at("campaign.yaml:2:3")
            .says("not-utf-8", "not UTF-8 from here on", "save it as UTF-8"),
        row("a file of zeros").raw("actions/more.yaml", &[0; 64]).at("lantern/actions/more.yaml:1:1").says(
            "yaml",
            "invisible control character",
            "delete it",
        ),
        row("a file on disk that is too large")
            .raw("actions/more.yaml", &vec![b'#'; 4 * 1024 * 1024 + 1])
            .at("lantern/actions/more.yaml:1:1")
            .says("too-large", "more than 4194304 bytes", "split it into several files"),
    ]
}

/// What is wrong with the fonts that a game brings.
fn fonts() -> Vec<Row> {
    const SIGNS: &[u8] = include_bytes!("../../../../../tests/fixtures/fonts/TwoSigns.ttf");
    const HOUSE: &[u8] = include_bytes!("../../../../../fonts/Cinzel_700Bold.ttf");
    let licensed = |what| row(what).raw("fonts/LICENSE.txt", b"Do with it what you want.");
    // The flags of a font that must not be put into documents stand in its table `OS/2`.
    let mut forbidden = SIGNS.to_vec();
    let entry = SIGNS.windows(4).position(|tag| tag == b"OS/2").expect("fonts have this table");
    let place: [u8; 4] = SIGNS[entry + 8..entry + 12].try_into().expect("four bytes");
    forbidden[u32::from_be_bytes(place) as usize + 9] = 2;
    vec![
        row("a font without a license").raw("fonts/TwoSigns.ttf", SIGNS).at("lantern/fonts/TwoSigns.ttf:1:1").says(
            "no-font-license",
            "has no license",
            "add the text of its license as `fonts/LICENSE.txt`",
        ),
        row("a license without a text")
            .raw("fonts/TwoSigns.ttf", SIGNS)
            .raw("fonts/LICENSE.txt", b" \n")
            .at("lantern/fonts/LICENSE.txt:1:1")
            .says("no-font-license", "this license is empty", "put the text of the font's license into it"),
        licensed("a font for browsers").raw("fonts/signs.woff2", b"wOF2").at("lantern/fonts/signs.woff2:1:1").says(
            "bad-font",
            "is a web font",
            "use the TrueType or OpenType font (`.ttf`",
        ),
        licensed("a font that is none")
            .raw("fonts/signs.ttf", b"once upon a time")
            .at("lantern/fonts/signs.ttf:1:1")
            .says("bad-font", "cannot be read as a font", "use the TrueType or OpenType font (`.ttf`"),
        licensed("a font that is there already")
            .raw("fonts/Cinzel.ttf", HOUSE)
            .at("lantern/fonts/Cinzel.ttf:1:1")
            .says("bad-font", "Makeready already has the typeface Cinzel", "remove this font"),
        licensed("a font that must not be printed")
            .raw("fonts/signs.ttf", &forbidden)
            .at("lantern/fonts/signs.ttf:1:1")
            .says("bad-font", "does not allow embedding in documents", "SIL Open Font License"),
        NINE.iter()
            .fold(licensed("too many fonts"), |row, file| row.raw(file, SIGNS))
            .at("lantern/fonts/9.ttf:1:1")
            .says("too-large", "at most 8 fonts", "remove fonts that no text needs"),
        licensed("a font that is a link out of the folder")
            .link("fonts/signs.ttf", "/etc/passwd")
            .at("lantern/fonts/signs.ttf:1:1")
            .says("outside", "leads out of the content folder", "copy its target"),
    ]
}

const NINE: [&str; 9] = [
    "fonts/1.ttf",
    "fonts/2.ttf",
    "fonts/3.ttf",
    "fonts/4.ttf",
    "fonts/5.ttf",
    "fonts/6.ttf",
    "fonts/7.ttf",
    "fonts/8.ttf",
    "fonts/9.ttf",
];

fn links() -> Vec<Row> {
    vec![
        row("a link to a file out of the folder")
            .link("actions/more.yaml", "/etc/passwd")
            .at("lantern/actions/more.yaml:1:1")
            .says("outside", "leads out of the content folder", "copy its target"),
        row("a link upwards out of the folder")
            .link("rules/02-more.md", "../../../secret.md")
            .at("lantern/rules/02-more.md:1:1")
            .says("outside", "leads out of the content folder", "copy its target"),
        row("a link to a folder out of the folder").link("npcs/more", "/etc").at("lantern/npcs/more:1:1").says(
            "outside",
            "leads out of the content folder",
            "copy its target",
        ),
        row("a link to a folder that goes in a circle").link("actions/more", "..").at("lantern/actions/more:1:1").says(
            "linked-folder",
            "which is not followed",
            "put the folder itself here",
        ),
        row("a link that leads nowhere")
            .link("actions/more.yaml", "gone.yaml")
            .at("lantern/actions/more.yaml:1:1")
            .says("dead-link", "this link is broken", "remove the link"),
        row("a link that leads to itself").link("npcs/self.yaml", "self.yaml").at("lantern/npcs/self.yaml:1:1").says(
            "dead-link",
            "this link leads in a circle",
            "put a file in its place",
        ),
        row("a link that leads to itself beside another fault")
            .link("npcs/self.yaml", "self.yaml")
            .edit("examples.yaml", "formula: light_max, is: \"20\"", "formula: §light_max, is: \"21\"")
            .on_disk()
            .says("example-differs", "`light_max` is 20, not 21", "correct the example")
            .of(2),
        row("a site whose address logs somebody in")
            .add("/site.yaml", "format_version: 1\naddress: §https://somebody:secret@example.org/rules/\n")
            .on_disk()
            .says("bad-address", "a name or password", "remove everything between `//` and `@`"),
        row("a site whose address asks for something")
            .add("/site.yaml", "format_version: 1\naddress: §\"https://example.org/rules/?a#b\"\n")
            .on_disk()
            .says(
                "bad-address",
                "`?a#b` cannot be part of the address of a site",
                "write the address of the folder of its front page",
            ),
    ]
}

fn missing() -> Vec<Row> {
    vec![
        row("no file of conditions")
            .remove("conditions.yaml")
            .edit("characters/ida.yaml", "[dazzled]", "[§dazzled]")
            .says("unknown-condition", "no condition `dazzled`", "there are none yet"),
        row("no file of rulings")
            .remove("rulings.yaml")
            .remove("/campaign.yaml")
            .add("/campaign.yaml", "format_version: 1\n")
            .edit("rules/01-start.md", "```ruling id=tide_counts\n```\n", "")
            .edit("examples.yaml", "    rulings: { tide_counts: \"yes\" }\n", "")
            .edit("system.yaml", "if(ruling.tide_counts ==", "if(§ruling.tide_counts ==")
            .says("unknown-name", "nothing named `ruling.tide_counts`", ""),
        row("no chapter that a term names")
            .remove("rules/01-start.md")
            .remove("rules/02-light.md")
            .edit("glossary.yaml", "chapter: 01-start", "chapter: §01-start")
            .says("unknown-chapter", "no chapter `01-start`", "there are none yet")
            // A ruling says that it decides something in that chapter.
            .of(2),
    ]
}

fn campaign() -> Vec<Row> {
    vec![
        row("a paper that there is not").edit("/campaign.yaml", "paper: a4", "paper: §a44").on_disk().says(
            "unknown-paper",
            "no paper `a44`",
            "a4, letter",
        ),
        row("a card size that there is not")
            .edit("/campaign.yaml", "card_size: poker", "card_size: §pokr")
            .on_disk()
            .says("unknown-card-size", "no card size `pokr`", "did you mean `poker`?"),
        row("a paper without a size").edit("/campaign.yaml", "paper: a4", "paper: §0mmx0mm").on_disk().says(
            "unknown-paper",
            "no paper `0mmx0mm`",
            "a size such as",
        ),
    ]
}
