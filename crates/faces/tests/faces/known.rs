//! What the game master lets the players know of an NPC.

use makeready_content::source::{SourceFile, Sources};
use makeready_faces::make::FaceBuilder;
use makeready_faces::sheet::{Handout, Layout, SheetContent, View};
use makeready_faces::text::plain_text;
use makeready_testing::{CONTENT, game};

/// The handout for players of an NPC whose file says that they know these things.
fn handout(known: &str) -> Handout {
    let path = "tri-core/npcs/sunken-road-toller.yaml";
    let files = CONTENT.iter().filter(|(_, file)| file.path.starts_with("tri-core/")).map(|(_, file)| {
        let text = if file.path == path { file.text.replace("known: [role]", known) } else { file.text.clone() };
        assert!(file.path != path || text.contains(known), "the file says what is known");
        SourceFile { path: file.path.clone(), shown: file.shown.clone(), text }
    });
    let game = game(&Sources::new(files.collect()), "tri-core");
    let npc = &game.npcs["sunken-road-toller"];
    FaceBuilder::new(&game, Some(npc)).handout(Layout::Standard, View::Player).expect("it computes")
}

fn words(handout: &Handout) -> String {
    let of_block = |content: &SheetContent| match content {
        SheetContent::Text { paragraphs } => paragraphs.iter().map(|p| plain_text(p)).collect::<Vec<_>>().join(" "),
        SheetContent::Values { values } => {
            let named = values.iter().map(|value| format!("{} {}", value.name, value.text.as_deref().unwrap_or("")));
            named.collect::<Vec<_>>().join(" ")
        }
        SheetContent::Identity { lines } => {
            let lines = lines.iter().map(|(name, text)| format!("{name} {}", text.as_deref().unwrap_or_default()));
            lines.collect::<Vec<_>>().join(" ")
        }
        _ => String::new(),
    };
    handout.blocks.iter().map(|block| format!("{} {} ", block.title, of_block(&block.content))).collect()
}

#[test]
fn players_are_told_what_is_known_and_nothing_else() {
    let nothing = handout("known: []");
    assert_eq!((nothing.role.as_str(), nothing.subtitle.as_str()), ("", ""));
    for secret in ["Health", "Commoner", "wears the least", "Pot Lid"] {
        assert!(!words(&nothing).contains(secret), "{secret}");
    }
    let all = handout("known: [role, hp_max, tier, tactics, pot-lid]");
    assert_eq!(all.role, "Ambusher");
    for known in ["Health Points 29", "Commoner", "wears the least", "Pot Lid"] {
        assert!(words(&all).contains(known), "{known}: {}", words(&all));
    }
    assert!(!words(&all).contains("Adder"), "another ability is not known");
}

#[test]
fn what_is_known_stands_before_the_lines_for_what_is_not() {
    let blocks = handout("known: [tactics]").blocks;
    let note = blocks.iter().position(|block| block.title == "Tactics").expect("the note is told");
    let lines = blocks.iter().position(|block| matches!(block.content, SheetContent::Lines { .. }));
    assert!(Some(note) < lines, "{note} {lines:?}");
}
