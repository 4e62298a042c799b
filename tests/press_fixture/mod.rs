//! Cards, a sheet and handouts for the press to print.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::error::Error;
use std::process::Command;

use deckle::faces::book::Look;
use deckle::faces::card::{Block, CardFace, Cost, Fact, Family, Figure, Outcome, OutcomeKind, Table, Track};
use deckle::faces::sheet::{Handout, Sheet, SheetBlock, SheetContent, ValueCell};
use deckle::faces::text::{Paragraph, Run};

pub fn look() -> Look {
    let colors = [
        ("ink", "#1f1c1a"),
        ("paper", "#fbf8f2"),
        ("accent", "#b8892b"),
        ("ground", "#efe8da"),
        ("rust", "#a5482a"),
        ("steel", "#3b6288"),
        ("violet", "#6d4a91"),
    ];
    Look {
        palette: colors.map(|(name, color)| (name.to_owned(), color.to_owned())).into(),
        display_font: "Cinzel".to_owned(),
        back: "facets".to_owned(),
        ornament: String::new(),
        groups: ["#a5482a", "#3b6288", "#6d4a91"].map(str::to_owned).into(),
    }
}

pub fn text(words: &str) -> Paragraph {
    vec![Run::plain(words)]
}

pub fn sentences(count: usize) -> Paragraph {
    let sentence =
        |n: usize| format!("Sentence number {n} says what happens to the target, how far it moves and for how long.");
    text(&(1..=count).map(sentence).collect::<Vec<_>>().join(" "))
}

fn cost(label: &str, amount: u8) -> Cost {
    Cost {
        label: label.to_owned(),
        amount: amount.to_string(),
        pips: Some(amount),
        unit: "AP".to_owned(),
        extra: format!("+{amount} dice"),
    }
}

fn figure(id: &str, label: &str, value: &str) -> Figure {
    Figure {
        id: id.to_owned(),
        label: label.to_owned(),
        text: Some(value.to_owned()),
        terms: "PWR 5 + Trade 2".to_owned(),
        unit: String::new(),
        note: String::new(),
        rule: String::new(),
    }
}

fn outcome(kind: OutcomeKind, label: &str, words: &str) -> Outcome {
    Outcome { kind, label: label.to_owned(), text: text(words) }
}

/// A filled action card that fits at its declared size.
pub fn card(number: usize) -> CardFace {
    CardFace {
        id: format!("strike-{number}"),
        name: format!("Strike {number}"),
        family: Family {
            id: "offense".to_owned(),
            name: "Core offense".to_owned(),
            color: "#a5482a".to_owned(),
            icon: "crossed-swords".to_owned(),
            notch: 0,
        },
        icon: "broadsword".to_owned(),
        type_line: "Core action".to_owned(),
        is_blank: false,
        costs: vec![cost("Light", 1), cost("Moderate", 2), cost("Heavy", 3)],
        has_extra_cost_box: true,
        figures: vec![figure("accuracy", "Accuracy", "4d12! + 7"), figure("effect", "Effect Value", "3d12! + 7")],
        facts: vec![Fact { label: "Range".to_owned(), text: text("Close, 1 square"), ..Fact::default() }],
        body: vec![text(&format!("Attack target {number} within reach with a device or bare hands."))],
        outcomes: vec![
            outcome(OutcomeKind::Critical, "Critical", "Effect Value +50 %, and the AP come back."),
            outcome(OutcomeKind::Success, "Success", "Effect Value as damage, less guard and armor."),
            outcome(OutcomeKind::Failure, "Failure", "No damage. A Parry opens a Riposte."),
        ],
        blocks: Vec::new(),
        reaction: text("Out of turn this uses one Reaction and 1 AP more."),
        owner: "Kael Dross".to_owned(),
        rule: "TC-CORE-03".to_owned(),
        edition: "Tri-Core 1 · rules 4f2a91".to_owned(),
        part: (1, 1),
    }
}

pub fn deck(cards: usize) -> Vec<CardFace> {
    (1..=cards).map(card).collect()
}

/// A reference card with every kind of part, far too long for one face.
pub fn endless_card() -> CardFace {
    let row = |n: usize| {
        vec![text(&format!("Row {n}")), text(&format!("The {n}th result of the table, with a remark that runs on."))]
    };
    CardFace {
        id: "endless".to_owned(),
        name: "Endless".to_owned(),
        body: vec![sentences(2), sentences(3)],
        blocks: vec![
            Block::Heading { text: "A table".to_owned() },
            Block::Table(Table {
                columns: vec!["Result".to_owned(), "Meaning".to_owned()],
                numeric: vec![false, false],
                rows: (1..=24).map(row).collect(),
            }),
            Block::Heading { text: "Running text".to_owned() },
            Block::Text { paragraphs: vec![sentences(4), sentences(5)] },
            Block::Track(Track { label: "Wounded".to_owned(), boxes: 10 }),
        ],
        ..card(1)
    }
}

fn value(id: &str) -> ValueCell {
    ValueCell {
        id: id.to_owned(),
        name: id.to_uppercase(),
        abbr: id.to_uppercase(),
        text: Some("73".to_owned()),
        unit: "HP".to_owned(),
        terms: "15 × LVL 3 [45] + VIT 5".to_owned(),
        rule: String::new(),
    }
}

pub fn block(title: &str, content: SheetContent) -> SheetBlock {
    SheetBlock { title: title.to_owned(), span: 12, content }
}

/// A sheet with so many lines of text in each of `blocks` blocks of its front.
pub fn sheet(blocks: usize, sentences_each: usize) -> Sheet {
    let paragraphs = || SheetContent::Text { paragraphs: vec![sentences(sentences_each)] };
    let values = block("Vitals", SheetContent::Values { values: vec![value("hp"), value("ap")] });
    let mut front = vec![values];
    front.extend((1..=blocks).map(|n| block(&format!("Block {n}"), paragraphs())));
    Sheet {
        id: "kael".to_owned(),
        name: "Kael Dross".to_owned(),
        subtitle: "Level 3 Adventurer".to_owned(),
        portrait: "A duellist.".to_owned(),
        is_blank: false,
        front,
        back: vec![block("Notes", SheetContent::Lines { lines: 6 })],
        edition: "Tri-Core 1 · rules 4f2a91".to_owned(),
        system: "Tri-Core".to_owned(),
    }
}

pub fn handout(id: &str, blocks: usize, sentences_each: usize) -> Handout {
    let paragraphs = || SheetContent::Text { paragraphs: vec![sentences(sentences_each)] };
    Handout {
        id: id.to_owned(),
        name: format!("Guard {id}"),
        subtitle: "Level 3 Adventurer".to_owned(),
        blocks: (1..=blocks).map(|n| block(&format!("Block {n}"), paragraphs())).collect(),
        edition: "Tri-Core 1 · rules 4f2a91".to_owned(),
    }
}

/// Runs a tool on a file; nothing when it is not installed, which is said aloud.
pub fn run_on(
    pdf: &[u8],
    name: &str,
    tool: &str,
    before: &[&str],
    after: &[&str],
) -> Result<Option<String>, Box<dyn Error>> {
    let path = std::env::temp_dir().join(format!("deckle-{}-{name}.pdf", std::process::id()));
    std::fs::write(&path, pdf)?;
    let output = Command::new(tool).args(before).arg(&path).args(after).output();
    std::fs::remove_file(&path)?;
    match output {
        Ok(output) if output.status.success() => Ok(Some(String::from_utf8(output.stdout)?)),
        Ok(output) => Err(format!(
            "{tool}: {}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        )
        .into()),
        Err(_) => {
            eprintln!("SKIPPED: {tool} is not installed");
            Ok(None)
        }
    }
}
