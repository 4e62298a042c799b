//! The systems beside Tri-Core: each complete, made by the same means, with a look of its own.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::campaigns::READ;
use makeready_content::concept::sheet::BlockKind;
use makeready_content::diagnostic::render;
use makeready_content::game::Game;
use makeready_content::source::{FileId, Located, SourceFile, Sources, Span};
use makeready_content::{Depth, Earlier, load, load_with, npc_file, read_characters, systems};
use makeready_faces::card::{Block, Table};
use makeready_faces::make::FaceBuilder;
use makeready_faces::sheet::{Layout, SheetContent, View};
use makeready_rules::character::Character;
use makeready_rules::compute::Evaluator;
use makeready_rules::legality::violations;
use makeready_rules::npc::{Npc, Request};
use makeready_testing::{CONTENT, all_shipped, game, ledger, shipped};
use rayon::prelude::*;

/// A system, the letters before its rules, and the least number of rules that its ledger has.
const SYSTEMS: [(&str, &str, usize); 4] = [
    ("strains", "ST-", 217),
    ("action-score", "AS-", 118),
    ("treasure-hunters", "TH-", 243),
    ("dice-pool", "DP-", 146),
];

/// The systems of [`SYSTEMS`], each by its id.
fn games() -> impl Iterator<Item = (&'static str, &'static Game)> {
    SYSTEMS.iter().map(|(id, ..)| (*id, shipped(id)))
}

/// The files of a system.
fn files(system: &str) -> impl Iterator<Item = &'static SourceFile> {
    let prefix = format!("{system}/");
    CONTENT.iter().map(|(_, file)| file).filter(move |file| file.path.starts_with(&prefix))
}

/// Rule IDs in a text: `ST-STAT-01`.
fn ids_in<'t>(text: &'t str, prefix: &str) -> BTreeSet<&'t str> {
    let words = text.split(|c: char| !(c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-'));
    words.map(|word| word.trim_matches('-')).filter(|w| w.starts_with(prefix) && w.matches('-').count() >= 2).collect()
}

/// IDs that a ledger defines: they open a bullet, or are the `id` of an example or of a figure.
fn defined<'t>(ledger: &'t str, prefix: &str) -> BTreeSet<&'t str> {
    let opens = |line: &'t str| {
        let line = line.trim_start();
        let at = ["- **", "- id: ", "- {id: "].iter().find_map(|mark| line.strip_prefix(mark))?;
        ids_in(at.split([' ', '*', ',']).next()?, prefix).pop_first()
    };
    ledger.lines().filter_map(opens).collect()
}

/// IDs with a home: an entry or example of their own, a heading, or a place in running text. A mention is none.
fn homes(system: &str, prefix: &str) -> BTreeSet<&'static str> {
    let mut homes = BTreeSet::new();
    for file in files(system) {
        for line in file.text.lines() {
            let is_yaml = file.path.ends_with(".yaml");
            let line = if is_yaml { line.split(" # ").next().unwrap_or(line) } else { line };
            if is_yaml && line.trim_start().starts_with('#') {
                continue;
            }
            for id in ids_in(line, prefix) {
                let is_home = |at: usize| {
                    let marks = ["rule: ", "{#", "[[#", "id: "];
                    marks.iter().any(|mark| line[..at].ends_with(mark))
                };
                if line.match_indices(id).any(|(at, _)| is_home(at)) {
                    homes.insert(id);
                }
            }
        }
    }
    homes
}

#[test]
fn no_system_has_anything_to_find_fault_with() {
    let known = systems(&CONTENT);
    assert!(SYSTEMS.iter().all(|(id, ..)| known.iter().any(|known| known == id)), "{known:?}");
    for system in &known {
        let loaded = load(&CONTENT, system, &[]);
        let drawn: Vec<String> = loaded.diagnostics.iter().map(|d| render(d, &CONTENT, false)).collect();
        assert!(drawn.is_empty(), "{system}:\n{}", drawn.join("\n"));
    }
}

#[test]
#[ignore = "needs ../shared"]
fn every_rule_of_the_ledgers_has_a_home_needs_shared() {
    for (system, prefix, least) in SYSTEMS {
        let ledger = ledger(&format!("{system}.md"));
        let (defined, homes) = (defined(&ledger, prefix), homes(system, prefix));
        assert!(defined.len() >= least, "{system}: only {} rules were found", defined.len());
        let missing: Vec<_> = defined.difference(&homes).collect();
        assert!(missing.is_empty(), "{system}: {} of {} have no home: {missing:?}", missing.len(), defined.len());
        println!("{system}: all {} rules, examples and figures have a home", defined.len());
    }
}

#[test]
#[ignore = "needs ../shared"]
fn no_rule_is_made_up_needs_shared() {
    for (system, prefix, _) in SYSTEMS {
        let ledger = ledger(&format!("{system}.md"));
        let known = ids_in(&ledger, prefix);
        // Variants of an example are the content's own: `ST-CHK-06-B`.
        let is_variant =
            |id: &str| id.rsplit_once('-').is_some_and(|(of, letter)| letter.len() == 1 && known.contains(of));
        let ours = files(system).flat_map(|file| ids_in(&file.text, prefix));
        let made_up: BTreeSet<&str> = ours.filter(|id| !known.contains(id) && !is_variant(id)).collect();
        assert!(made_up.is_empty(), "{system}: {made_up:?}");
    }
}

#[test]
fn every_system_is_there_to_be_played() {
    for (system, game) in games() {
        let e = &game.entries;
        assert!(game.characters.len() >= 3 && game.npcs.len() >= 3, "{system} has people to begin with");
        assert!(game.archetypes.len() >= 4 && game.creation.is_some(), "{system} makes more of them");
        assert!(!e.actions.is_empty() && !e.references.is_empty() && !e.rulings.is_empty(), "{system}");
        assert!(!e.handouts.short.is_empty() && !e.handouts.standard.is_empty() && !e.handouts.full.is_empty());
        assert!(e.chapters.len() >= 6, "{system} has a book of {} chapters", e.chapters.len());
        let first = &CONTENT.file(e.chapters[0].file).text;
        assert!(!e.head.name.to_lowercase().contains("working"), "{system}: covers and cards carry the title alone");
        assert!(first.contains(&e.head.name), "the first chapter of {system} names it");
        assert_eq!(
            first.matches("working title").count(),
            1,
            "the title of {system} is ours, and its book says so once"
        );
        assert!(!game.rules.system().checks.is_empty(), "{system} has dice to roll");
    }
}

#[test]
fn every_system_has_a_look_of_its_own() {
    let games: Vec<&Game> = all_shipped().collect();
    let of = |game: &Game| {
        let look = &game.entries.look;
        let color = |name: &str| look.palette.iter().find(|(id, _)| id.value == name).map(|(_, c)| c.value.clone());
        let font = look.display_font.value.clone();
        (look.back.value.clone(), font, color("accent"), color("ground"))
    };
    let looks: Vec<_> = games.iter().map(|game| of(game)).collect();
    let backs: BTreeSet<_> = looks.iter().map(|(back, ..)| format!("{back:?}")).collect();
    let fonts: BTreeSet<_> = looks.iter().map(|(_, font, ..)| font).collect();
    let accents: BTreeSet<_> = looks.iter().map(|(.., accent, _)| accent).collect();
    assert_eq!((backs.len(), fonts.len(), accents.len()), (5, 5, 5), "{looks:?}");
}

/// No ruling is idle: every one is used in a formula or a text, and any reading may be taken.
#[test]
#[ignore = "slow: loads a game for each of its readings"]
fn every_ruling_decides_something_and_every_reading_can_be_taken() {
    let at = Span { file: FileId(0), start: 0, end: 0 };
    let located = |text: &str| Located { value: text.to_owned(), at };
    // The first use of `READ` loads games in parallel: a thread of the pool that waited for it could not take part.
    LazyLock::force(&READ);
    for (system, game) in games() {
        game.entries.rulings.par_iter().for_each(|ruling| {
            let id = &ruling.head.id;
            let name = format!("ruling.{id}");
            let uses = |text: &str| {
                let behind = text.match_indices(&name).map(|(at, _)| text[at + name.len()..].chars().next());
                behind.into_iter().flatten().any(|next| !next.is_ascii_alphanumeric() && next != '_')
            };
            let is_used =
                files(system).filter(|file| !file.path.ends_with("rulings.yaml")).any(|file| uses(&file.text));
            assert!(is_used, "{system}: nothing asks for `{name}`");
            for option in &ruling.options[1..] {
                let campaign = [(located(id), located(&option.id.value))];
                let earlier = Earlier { read: Some(&READ), proofs: None };
                let loaded = load_with(earlier, Depth::Computed, &CONTENT, system, &campaign);
                let errors = loaded.diagnostics.iter().filter(|d| d.is_error());
                let drawn: Vec<String> = errors.map(|d| render(d, &CONTENT, false)).collect();
                assert!(drawn.is_empty(), "{system}, {id}: {}\n{}", option.id.value, drawn.join("\n"));
            }
        });
    }
}

fn made(game: &Game, count: u32, seed: u64) -> Vec<Npc> {
    let generator = game.generator(&game.rules).expect("the system says how characters are made");
    let request = Request { count, seed, ..Request::default() };
    generator.generate(&request).unwrap_or_else(|error| panic!("{}: {error}", game.entries.head.id))
}

#[test]
fn npcs_of_every_system_are_legal_differ_and_survive_saving() {
    for (system, game) in games() {
        let npcs = made(game, 120, 5);
        assert_eq!(npcs, made(game, 120, 5), "{system}: the same seed makes the same people");
        for npc in &npcs {
            let broken = violations(&Evaluator::new(&game.rules, &npc.character)).expect("legality can be computed");
            assert_eq!(broken, [], "{system}: {} ({})", npc.character.name, npc.archetype);
        }
        let whole: BTreeSet<String> = npcs.iter().map(|npc| npc_file(npc, game)).collect();
        assert_eq!(whole.len(), npcs.len(), "{system}: nobody is made twice");
        let archetypes: BTreeSet<&str> = npcs.iter().map(|npc| npc.archetype.as_str()).collect();
        assert_eq!(archetypes.len(), game.archetypes.len(), "{system}: every archetype is drawn");
        let file = |npc: &Npc| {
            let path = format!("{}.yaml", npc.character.id);
            SourceFile { shown: path.clone(), path, text: npc_file(npc, game) }
        };
        let sources = Sources::new(npcs.iter().map(file).collect());
        let (read, diagnostics) = read_characters(&sources, game);
        let drawn: Vec<String> = diagnostics.iter().map(|d| render(d, &sources, false)).collect();
        assert!(drawn.is_empty(), "{system}:\n{}", drawn.join("\n"));
        let mut saved: Vec<&Character> = npcs.iter().map(|npc| &npc.character).collect();
        let mut back: Vec<&Character> = read.iter().map(|who| &who.character).collect();
        saved.sort_by(|a, b| a.id.cmp(&b.id));
        back.sort_by(|a, b| a.id.cmp(&b.id));
        assert_eq!(saved, back, "{system}");
    }
}

/// Nothing that is for the game master only is in what players get.
#[test]
fn players_see_no_note_that_is_for_the_game_master() {
    let mut kept = 0;
    for (system, game) in games() {
        for layout in [Layout::Short, Layout::Standard, Layout::Full] {
            let shown = game.entries.handouts.of(layout).iter().filter(|block| *block.only != Some(View::Gm));
            let shown: BTreeSet<&str> = shown
                .filter_map(|shown| match &shown.block.kind {
                    BlockKind::Notes(id, _) => Some(id.value.as_str()),
                    _ => None,
                })
                .collect();
            for who in game.npcs.values() {
                let entry = &who.entry;
                let faces = FaceBuilder::new(game, Some(who));
                let handout = faces.handout(layout, View::Player).expect("the handout can be made");
                let words = format!("{handout:?}");
                for (_, text) in entry.notes.iter().filter(|(id, _)| !shown.contains(id.value.as_str())) {
                    let plain = text.plain();
                    let longest = plain.split(['*', '{', '}', '"', '\'', '\n']).max_by_key(|part| part.len());
                    let longest = longest.expect("a text has a part").trim();
                    // A word alone, such as an element, may stand elsewhere as well.
                    if longest.len() < 12 {
                        continue;
                    }
                    assert!(!words.contains(longest), "{system}: {} tells players: {longest}", entry.head.id);
                    kept += 1;
                }
            }
        }
    }
    assert!(kept > 40, "only {kept} notes were kept from players");
}

/// What a sheet sets is no case among others, even where the check lists it as usual: one column, and a chance in it.
#[test]
fn a_sheet_may_set_what_its_check_lists_as_usual() {
    const SYSTEM: &str = "dice-pool/system.yaml";
    let edited = |file: &SourceFile| {
        let usual = "bonus: \"melee_bonus\" }";
        assert!(file.path != SYSTEM || file.text.contains(usual), "the sheet shows other checks by now");
        let text = if file.path == SYSTEM {
            file.text.replace(usual, "bonus: \"melee_bonus\", difficulty: \"9\" }")
        } else {
            file.text.clone()
        };
        SourceFile { text, ..file.clone() }
    };
    let game = game(&Sources::new(files("dice-pool").map(edited).collect()), "dice-pool");
    let sheet = FaceBuilder::new(&game, game.people().next()).sheet().expect("the sheet can be made");
    let mut shown = 0;
    for block in sheet.front.iter().chain(&sheet.back) {
        let tables: Vec<&Table> = match &block.content {
            SheetContent::Table(table) => vec![table],
            SheetContent::Blocks { blocks } => blocks
                .iter()
                .filter_map(|block| if let Block::Table(table) = block { Some(table) } else { None })
                .collect(),
            _ => Vec::new(),
        };
        for table in tables {
            assert!(table.rows.iter().all(|row| row.len() == table.columns.len()), "{table:?}");
            shown += usize::from(table.columns.len() == 2 && table.columns[1] == "Chance");
        }
    }
    assert_eq!(shown, 1, "the check whose usual cases are set");
}
