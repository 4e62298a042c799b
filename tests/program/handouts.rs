//! Handouts of the shipped NPCs, as they are printed: everything that the game master is to read is there, and
//! nothing that the players are not to know.
//!
//! Text is read back with pdftotext, as `pdf.sh` does; metadata and bookmarks from the file itself.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use lopdf::{Document, Object};
use makeready_content::source::{SourceFile, Sources};
use makeready_faces::make::{FaceBuilder, look};
use makeready_faces::sheet::{Handout, Layout, SheetContent, ValueCell, View};
use makeready_faces::text::{Paragraph, Style};
use makeready_press::{HandoutPrint, Paper, PrintStyle, print_handouts};
use makeready_testing::{CONTENT, TRI_CORE, game};

const LAYOUTS: [Layout; 3] = [Layout::Short, Layout::Standard, Layout::Full];

fn handouts(layout: Layout, view: View) -> Vec<Handout> {
    let handout = |npc| FaceBuilder::new(&TRI_CORE, Some(npc)).handout(layout, view).expect("it computes");
    TRI_CORE.npcs.values().map(handout).collect()
}

fn printed(handouts: &[Handout], layout: Layout, paper: Paper) -> Vec<u8> {
    let title = "Tri-Core: NPC handouts".to_owned();
    let credits = TRI_CORE.entries.credits.clone();
    let print = HandoutPrint { paper, layout, style: PrintStyle::default(), title, credits };
    print_handouts(handouts, &look(&TRI_CORE), &print).expect("it prints").pdf
}

/// The text of a PDF without spaces, in lower case, since labels are printed in capitals; nothing, with a word about
/// it, where poppler is not installed.
fn text_of(pdf: &[u8], name: &str) -> Option<String> {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("handouts-{name}.pdf"));
    std::fs::write(&path, pdf).expect("the file can be written");
    match Command::new("pdftotext").arg("-raw").arg(&path).arg("-").output() {
        Ok(output) => {
            let text = String::from_utf8(output.stdout).expect("pdftotext writes UTF-8");
            Some(text.split_whitespace().collect::<String>().to_lowercase())
        }
        Err(error) => {
            eprintln!("skipped, since pdftotext does not run: {error}");
            None
        }
    }
}

/// Every text of a handout that is printed whatever room there is; of names that may be shortened, the abbreviation.
fn texts(handout: &Handout) -> Vec<String> {
    let mut found = vec![handout.name.clone(), handout.role.clone(), handout.subtitle.clone(), handout.readers.clone()];
    let figure = |cell: &ValueCell| cell.text.clone().unwrap_or_default();
    let words = |paragraph: &Paragraph| {
        let runs = paragraph.iter().filter(|run| run.style != Style::Icon).map(|run| run.text.as_str());
        runs.collect::<String>()
    };
    for block in &handout.blocks {
        found.push(block.title.clone());
        match &block.content {
            SheetContent::Identity { lines } => {
                found.extend(lines.iter().flat_map(|(label, text)| [label.clone(), text.clone().unwrap_or_default()]));
            }
            SheetContent::Stats { groups } => {
                for group in groups {
                    found.push(group.name.clone());
                    found.extend(group.total.iter().map(figure));
                    let stats = group.stats.iter();
                    found.extend(stats.flat_map(|stat| [stat.abbr.clone(), stat.total.clone().unwrap_or_default()]));
                }
            }
            SheetContent::Resources { resources } => {
                found.extend(resources.iter().flat_map(|r| [r.max.abbr.clone(), figure(&r.max)]));
            }
            SheetContent::Values { values } => found.extend(values.iter().map(figure)),
            SheetContent::Rolls { columns, rows, .. } => {
                // Of a single column every row says its figure, and the column's name is left out.
                found.extend(columns.iter().filter(|_| columns.len() > 1).cloned());
                for row in rows {
                    found.push(row.name.clone());
                    found.extend(row.cells.iter().map(figure));
                }
            }
            SheetContent::Table(table) => found.extend(table.rows.iter().flatten().map(words)),
            SheetContent::Text { paragraphs } => found.extend(paragraphs.iter().map(words)),
            SheetContent::Tracks { .. } | SheetContent::Lines { .. } | SheetContent::Blocks { .. } => {}
        }
    }
    found
}

/// The words of these handouts, and how often each occurs.
fn words(handouts: &[Handout]) -> BTreeMap<String, usize> {
    let mut words = BTreeMap::new();
    for text in handouts.iter().flat_map(texts) {
        for word in text.split_whitespace() {
            *words.entry(word.to_lowercase()).or_default() += 1;
        }
    }
    words
}

#[test]
fn every_word_of_every_layout_is_on_the_paper() {
    for layout in LAYOUTS {
        for paper in [Paper::a4(), Paper::letter()] {
            for view in [View::Gm, View::Player] {
                let handouts = handouts(layout, view);
                let name = format!("{layout:?}-{view:?}-{}", paper.id);
                let Some(text) = text_of(&printed(&handouts, layout, paper.clone()), &name) else { return };
                let missing: Vec<_> = words(&handouts)
                    .into_iter()
                    .filter(|(word, count)| text.matches(word.as_str()).count() < *count)
                    .collect();
                assert!(missing.is_empty(), "{name}: {missing:?}\n{text}");
            }
        }
    }
}

#[test]
fn the_full_layout_shows_whatever_the_others_show_and_all_notes() {
    let bare = |word: String| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    let all = |layout, view| words(&handouts(layout, view)).into_keys().map(bare).collect::<BTreeSet<_>>();
    let full = all(Layout::Full, View::Gm);
    for word in all(Layout::Standard, View::Gm) {
        assert!(full.contains(&word), "{word}");
    }
    let noted = TRI_CORE.npcs.values().flat_map(|npc| &npc.entry.notes).count();
    let shown = handouts(Layout::Full, View::Gm).into_iter().flat_map(|h| h.blocks).filter(|b| {
        let is_note = |id: &str| {
            TRI_CORE.entries.handouts.full.iter().any(|f| {
                matches!(&f.block.kind, makeready_content::concept::sheet::BlockKind::Notes(n, _) if n.value == id)
                    && f.block.title == b.title
            })
        };
        TRI_CORE.npcs.values().flat_map(|npc| &npc.entry.notes).any(|(id, _)| is_note(&id.value))
    });
    assert_eq!(shown.count(), noted);
}

/// Every string of a file: titles, bookmarks, labels of the structure, and the metadata stream.
fn strings(pdf: &[u8]) -> String {
    let document = Document::load_mem(pdf).expect("it is a PDF");
    let mut found = String::new();
    for object in document.objects.values() {
        collect(object, &mut found);
    }
    collect(&Object::Dictionary(document.trailer.clone()), &mut found);
    found.to_lowercase()
}

fn collect(object: &Object, found: &mut String) {
    match object {
        Object::String(..) => {
            found.push_str(&lopdf::decode_text_string(object).unwrap_or_default());
            found.push('\n');
        }
        Object::Array(array) => array.iter().for_each(|item| collect(item, found)),
        Object::Dictionary(dictionary) => dictionary.iter().for_each(|(_, item)| collect(item, found)),
        Object::Stream(stream) => {
            stream.dict.iter().for_each(|(_, item)| collect(item, found));
            if stream.dict.get(b"Type").is_ok_and(|kind| kind.as_name().is_ok_and(|name| name == b"Metadata")) {
                found.push_str(&String::from_utf8_lossy(&stream.content));
            }
        }
        _ => {}
    }
}

/// Tri-Core, in which everything that is hidden carries a mark of its own.
fn marked() -> Sources {
    let files = CONTENT.iter().filter(|(_, file)| file.path.starts_with("tri-core/")).map(|(_, file)| {
        let mut text = file.text.clone();
        if file.path.contains("/npcs/") {
            for (n, note) in
                ["tactics", "face_down", "nonlethal", "loot", "senses", "defenses", "movement"].iter().enumerate()
            {
                assert!(text.contains(&format!("\n  {note}: \"")), "{} has {note}", file.path);
                text = text.replace(&format!("\n  {note}: \""), &format!("\n  {note}: \"Hushword{n} "));
            }
            text = text.replace("  - name: ", "  - name: Hushable ").replace("    name: ", "    name: Hushgear ");
        }
        if file.path.contains("/abilities/") {
            text = text.replace("\nname: \"", "\nname: \"Hushable ").replace("\nname: ", "\nname: Hushable ");
            text = text.replace("Hushable \"Hushable ", "\"Hushable ");
        }
        if file.path.ends_with("/system.yaml") {
            let gm_only = |line: &str| line.contains("view: gm") && line.contains("title: ");
            let lines = text.lines().map(|line| {
                if !gm_only(line) {
                    return line.to_owned();
                }
                let (before, title) = line.split_once("title: ").expect("it has a title");
                match title.strip_prefix('"') {
                    Some(title) => format!("{before}title: \"Hushtitle {title}"),
                    None => format!("{before}title: Hushtitle {title}"),
                }
            });
            text = lines.collect::<Vec<_>>().join("\n") + "\n";
        }
        SourceFile { path: file.path.clone(), shown: file.shown.clone(), text }
    });
    Sources::new(files.collect())
}

#[test]
fn players_find_nothing_hidden_in_text_bookmarks_or_metadata() {
    let game = game(&marked(), "tri-core");
    for layout in LAYOUTS {
        let of = |view| -> Vec<Handout> {
            let handout = |npc| FaceBuilder::new(&game, Some(npc)).handout(layout, view).expect("it computes");
            game.npcs.values().map(handout).collect()
        };
        let (gm, players) = (of(View::Gm), of(View::Player));
        let (gm_pdf, pdf) = (printed(&gm, layout, Paper::a4()), printed(&players, layout, Paper::a4()));
        assert!(!strings(&pdf).contains("hush"), "{layout:?}: {}", strings(&pdf));
        assert!(
            layout == Layout::Short || strings(&gm_pdf).contains("hushtitle"),
            "titles are bookmarks of the other view"
        );
        let (Some(gm_text), Some(text)) =
            (text_of(&gm_pdf, &format!("marked-gm-{layout:?}")), text_of(&pdf, &format!("marked-{layout:?}")))
        else {
            return;
        };
        assert!(gm_text.contains("hushable"), "the marks are found where they may stand");
        assert!(!text.contains("hush"), "{layout:?}: {text}");
        for (npc_id, npc) in &game.npcs {
            let value = |id: &str| {
                FaceBuilder::new(&game, Some(npc)).value_cell(id).expect("it computes").text.expect("it is known")
            };
            for id in ["hp_max", "react", "threshold"] {
                let figure: String = value(id).split_whitespace().collect();
                // Public text may contain the number by chance.
                let by_chance = text_of_views(&players).contains(&figure);
                assert!(by_chance || !text.contains(&figure), "{npc_id}: {id} {figure} in {text}");
                assert!(figure.len() < 2 || gm_text.contains(&figure), "{npc_id}: {id} {figure}");
            }
            assert!(!text.contains(&format!("level{}", value("level"))), "{text}");
        }
    }
}

fn text_of_views(handouts: &[Handout]) -> String {
    let text: String = handouts.iter().flat_map(texts).collect();
    text.split_whitespace().collect::<String>().to_lowercase()
}

#[test]
fn handouts_of_all_layouts_come_out_the_same_twice() {
    for layout in LAYOUTS {
        let handouts = handouts(layout, View::Gm);
        assert!(printed(&handouts, layout, Paper::a4()) == printed(&handouts, layout, Paper::a4()), "{layout:?}");
    }
}

#[test]
fn a_fight_with_twenty_stands_on_two_sheets() {
    let toller = handouts(Layout::Short, View::Gm).into_iter().find(|npc| npc.id == "sunken-road-toller");
    let many = vec![toller.expect("it is shipped"); 20];
    let pdf = printed(&many, Layout::Short, Paper::a4());
    assert_eq!(Document::load_mem(&pdf).expect("it is a PDF").get_pages().len(), 2);
}
