//! Two small books, written by hand, that hold one of everything a site can show.

use std::collections::BTreeMap;

use deckle::embedded::credits::Named;
use deckle::faces::bill::{AbilityBill, BillFinding, BillItem, BillPrices, BillTotals};
use deckle::faces::book::*;
use deckle::faces::card::*;
use deckle::faces::credits::{Author, CreditLine, GameCredits};
use deckle::faces::sheet::*;
use deckle::faces::text::{Paragraph, Run, Style};
use deckle::site::SiteOptions;

/// All icons that the books use.
pub fn options() -> SiteOptions {
    let icon =
        |id: &str, path: &str| (id.to_string(), format!("<svg viewBox=\"0 0 10 10\"><path d=\"{path}\"/></svg>"));
    SiteOptions {
        icons: BTreeMap::from([
            icon("broadsword", "M1 9L8 1l1 1-7 8z"),
            icon("shield", "M1 1h8v4L5 9 1 5z"),
            icon("hood", "M5 0l4 9H1z"),
        ]),
        output_root: "..".to_string(),
        ..SiteOptions::default()
    }
}

/// A licence, two authors and a credit.
pub fn credits() -> GameCredits {
    let named = |name: &str, url: &str| Named { name: name.to_string(), url: url.to_string() };
    GameCredits {
        title: "Rapier".to_string(),
        licence: Some(named("CC BY-SA 4.0", "https://creativecommons.org/licenses/by-sa/4.0/")),
        authors: vec![
            Author { named: named("Ada <Example>", "https://example.org/ada"), role: "rules".to_string() },
            Author { named: named("Bo Sample", ""), role: String::new() },
        ],
        credits: vec![
            CreditLine {
                what: "Map".to_string(),
                who: "Cy Pattern".to_string(),
                licence: "CC0".to_string(),
                url: "https://example.org/map".to_string(),
            },
            CreditLine { what: "Thanks to all who played.".to_string(), ..CreditLine::default() },
        ],
    }
}

/// Running text.
pub fn plain(text: &str) -> Paragraph {
    vec![Run::plain(text)]
}

/// A computed figure with its terms.
pub fn figure(text: &str, detail: &str) -> Run {
    Run { style: Style::Figure, text: text.to_string(), detail: detail.to_string() }
}

/// A chapter of Markdown.
pub fn chapter(number: usize, slug: &str, title: &str, source: &str) -> Chapter {
    Chapter {
        slug: slug.to_string(),
        title: title.to_string(),
        number,
        summary: format!("What stands in {title}."),
        file: format!("content/rapier/rules/{slug}.md"),
        blocks: vec![ChapterBlock::Markdown { source: source.to_string(), offset: 40, written: Written::NONE }],
    }
}

/// An entry with nothing but a name and a line.
pub fn entry(kind: EntryKind, id: &str, name: &str, summary: &str) -> Entry {
    Entry {
        kind,
        id: id.to_string(),
        name: name.to_string(),
        aliases: Vec::new(),
        found_by: Vec::new(),
        group: None,
        rule: String::new(),
        rules: Vec::new(),
        summary: summary.to_string(),
        body: String::new(),
        body_written: Written::NONE,
        card: None,
        formula: String::new(),
        paragraphs: Vec::new(),
        facts: Vec::new(),
        columns: Vec::new(),
        tables: Vec::new(),
        bill: None,
        odds: None,
        options: Vec::new(),
        used_by: Vec::new(),
        values: Vec::new(),
        sheet: None,
        downloads: Vec::new(),
    }
}

/// A card with something in every zone.
pub fn card(id: &str, name: &str, icon: &str, is_blank: bool) -> CardFace {
    let cost = |label: &str, amount: u8, extra: &str| Cost {
        label: label.to_string(),
        amount: amount.to_string(),
        pips: Some(amount),
        unit: "AP".to_string(),
        extra: extra.to_string(),
    };
    CardFace {
        id: id.to_string(),
        name: name.to_string(),
        family: Family {
            id: "offense".to_string(),
            name: "Core offense".to_string(),
            color: "#9d4525".to_string(),
            icon: "broadsword".to_string(),
            notch: 2,
        },
        icon: icon.to_string(),
        type_line: "Core action".to_string(),
        is_blank,
        costs: vec![cost("Light", 1, "+1 die"), cost("Moderate", 2, "+2 dice"), cost("Heavy", 3, "+3 dice")],
        has_extra_cost_box: true,
        figures: vec![
            Figure {
                id: format!("{id}.accuracy"),
                label: "Accuracy".to_string(),
                text: (!is_blank).then(|| "3d12! + 7".to_string()),
                terms: "2d12! + Trade 1d12! + PWR 7".to_string(),
                unit: String::new(),
                note: String::new(),
                rule: "RA-CORE-01".to_string(),
            },
            Figure {
                id: format!("{id}.effect"),
                label: "Effect Value".to_string(),
                text: (!is_blank).then(|| "2d12! + 7".to_string()),
                terms: "Sabre 2d12! + PWR 7".to_string(),
                unit: "points".to_string(),
                note: "Physical damage".to_string(),
                rule: String::new(),
            },
        ],
        facts: vec![
            Fact { label: "Range".to_string(), text: plain("Close, 1 square"), ..Fact::default() },
            Fact {
                label: "Device".to_string(),
                text: if is_blank { Vec::new() } else { plain("Sabre") },
                ..Fact::default()
            },
        ],
        body: vec![
            vec![
                Run::plain("Roll Accuracy. On a hit, deal "),
                figure("2d12! + 7", "Sabre 2d12! + PWR 7"),
                Run::plain(" to HP."),
            ],
            vec![
                Run { style: Style::Icon, text: "shield".to_string(), detail: String::new() },
                Run::plain(" stops it."),
            ],
        ],
        outcomes: vec![
            Outcome { kind: OutcomeKind::Critical, label: "Critical".to_string(), text: plain("Effect Value +50 %.") },
            Outcome { kind: OutcomeKind::Success, label: "Success".to_string(), text: plain("Damage goes through.") },
            Outcome { kind: OutcomeKind::Failure, label: "Failure".to_string(), text: plain("Nothing.") },
            Outcome { kind: OutcomeKind::Special, label: "Special".to_string(), text: plain("A Block lowers it.") },
        ],
        blocks: vec![Block::Track(Track { label: "Wounded".to_string(), boxes: 4 })],
        reaction: plain("Uses a Reaction and 1 AP more."),
        owner: String::new(),
        rule: "RA-CORE-03".to_string(),
        edition: "Rapier 1 · rules 0a1b2c".to_string(),
        part: (1, 1),
    }
}

fn value(id: &str, name: &str, abbr: &str, text: &str, terms: &str) -> ValueCell {
    ValueCell {
        id: id.to_string(),
        name: name.to_string(),
        abbr: abbr.to_string(),
        text: Some(text.to_string()),
        unit: abbr.to_string(),
        terms: terms.to_string(),
        rule: "RA-DER-01".to_string(),
    }
}

fn sheet() -> Sheet {
    let block = |title: &str, span: u8, content: SheetContent| SheetBlock { title: title.to_string(), span, content };
    let stat = |name: &str, abbr: &str, total: &str| StatCell {
        name: name.to_string(),
        abbr: abbr.to_string(),
        base: Some(total.to_string()),
        bonus: String::new(),
        total: Some(total.to_string()),
    };
    let hp = value("hp_max", "Health Points", "HP", "73", "15 × LVL 3 [45] + VIT 28");
    Sheet {
        id: "mira".to_string(),
        name: "Mira Voss".to_string(),
        subtitle: "Level 3".to_string(),
        portrait: "A fencer who reads.".to_string(),
        is_blank: false,
        front: vec![
            block(
                "",
                12,
                SheetContent::Identity {
                    lines: vec![("Name".to_string(), Some("Mira Voss".to_string())), ("Player".to_string(), None)],
                },
            ),
            block(
                "Stats",
                12,
                SheetContent::Stats {
                    groups: vec![StatGroup {
                        name: "Body".to_string(),
                        color: "#9d4525".to_string(),
                        total: Some(value("body", "Body", "BOD", "12", "PWR 7 + VIT 5")),
                        stats: vec![stat("Power", "PWR", "7"), stat("Vitality", "VIT", "5")],
                    }],
                },
            ),
            block(
                "Resources",
                7,
                SheetContent::Resources {
                    resources: vec![ResourceCell {
                        max: hp.clone(),
                        color: "#9d4525".to_string(),
                        goes_negative: true,
                        boxes: 0,
                        has_shield: true,
                    }],
                },
            ),
            block("Combat", 5, SheetContent::Values { values: vec![hp] }),
            block(
                "Core actions",
                12,
                SheetContent::Rolls {
                    columns: vec!["Accuracy".to_string()],
                    has_ranks: true,
                    rows: vec![RollRow {
                        name: "Strike".to_string(),
                        icon: "broadsword".to_string(),
                        note: "triggered".to_string(),
                        ranks: Some("1".to_string()),
                        cells: vec![value("strike.accuracy", "Accuracy", "", "3d12! + 7", "2d12! + PWR 7")],
                        cost: "1 / 2 / 3 AP".to_string(),
                    }],
                },
            ),
        ],
        back: vec![
            block("Tracks", 6, SheetContent::Tracks { tracks: vec![Track { label: "Wounded".to_string(), boxes: 7 }] }),
            block("Notes", 6, SheetContent::Lines { lines: 3 }),
            block("Story", 12, SheetContent::Text { paragraphs: vec![plain("Left the academy <early>.")] }),
        ],
        edition: "Rapier 1 · rules 0a1b2c".to_string(),
        system: "Rapier".to_string(),
    }
}

const REACT: &str = "Every fight asks who is quicker. The React roll answers, and Power breaks ties.

## The React roll {#RA-REACT-01}

Roll `2d12 + React bonus`. The result places you in the [[term:rotation|rotation]]. Each cycle begins anew; the next cycle too.

[[#RA-REACT-02]] **The highest total goes first**, then the next. See [[rule:RA-CORE-01]] and [[action:strike]].

| When | Cost |
|---|--:|
| [[#RA-REACT-03]] Acting out of turn | 1 AP |
| With [[stat:hp_max\\|health]] below zero | 2 AP |

## Power and price

Power is the sub-stat of the body. At END of the day the end comes. A note[^1] stands below, and [elsewhere](https://example.org/).

[^1]: Footnotes are **kept**.

Word
: Its meaning.

### A deeper heading

See [the other chapter](07-resolve.md) and [a heading](#power-and-price).
";

/// A number and where it comes from.
fn explained(name: &str, text: &str, formula: &str, terms: &str) -> Explained {
    Explained {
        id: name.to_lowercase(),
        name: name.to_string(),
        text: text.to_string(),
        is_known: text != "unknown",
        unit: "AP".to_string(),
        formula: formula.to_string(),
        terms: terms.to_string(),
        rule: String::new(),
    }
}

/// The bill of the Lunge; for nobody, when no name is given.
pub fn bill(builder: Option<&str>) -> AbilityBill {
    let budget = if builder.is_some() { "20" } else { "unknown" };
    AbilityBill {
        ability: "lunge".to_string(),
        name: "Lunge".to_string(),
        builder: builder
            .map(|name| (EntryLink { kind: EntryKind::Character, id: "mira".to_string() }, name.to_string())),
        items: vec![BillItem {
            keyword: "reach-ii".to_string(),
            name: "Reach II: Long <Arm>".to_string(),
            parameters: "Squares 3".to_string(),
            prices: Some(BillPrices {
                list: explained("Reach II", "6", "2 × squares", "2 × squares 3 [6]"),
                here: explained("Reach II", "12", "2 × list price", "2 × list price 6 [12]"),
            }),
            text: "Reaches 3 squares.".to_string(),
        }],
        left_out: 0,
        totals: Some(BillTotals {
            spent: explained("Spent", "12", "keywords", "keywords 12"),
            budget: explained("Budget", budget, "4 × POWER", "4 × POWER 5 [20]"),
        }),
        findings: vec![BillFinding {
            message: "nobody's arm is that long".to_string(),
            cure: "write `squares: 2`".to_string(),
            rule: "RA-CORE-01".to_string(),
            keyword: "reach-ii".to_string(),
        }],
    }
}

/// A family of keywords, a keyword, and an ability that buys it.
fn building() -> Vec<Entry> {
    let family = entry(EntryKind::Family, "reach", "Reach", "How far a blade comes.");
    let mut keyword = entry(EntryKind::Keyword, "reach-ii", "Reach II: Long <Arm>", "Comes further.");
    keyword.aliases = vec!["Long <Arm>".to_string()];
    keyword.found_by = vec!["Reach 2".to_string()];
    keyword.group = Some(EntryLink { kind: EntryKind::Family, id: "reach".to_string() });
    keyword.paragraphs = vec![vec![
        Run::plain("Reaches "),
        Run { style: Style::Formula, text: "squares".to_string(), detail: String::new() },
        Run::plain(" squares."),
    ]];
    keyword.facts = vec![Fact { label: "List price".to_string(), text: plain("2 × squares"), ..Fact::default() }];
    keyword.columns = vec![
        Fact { label: "You decide".to_string(), text: Vec::new(), ..Fact::default() },
        Fact { label: "Price".to_string(), text: plain("2 × squares"), ..Fact::default() },
    ];
    keyword.tables = vec![(
        "What it gives".to_string(),
        Table { columns: vec!["Gives".to_string()], numeric: vec![false], rows: vec![vec![plain("Reach")]] },
    )];
    keyword.used_by = vec![EntryLink { kind: EntryKind::Ability, id: "lunge".to_string() }];
    let mut ability = entry(EntryKind::Ability, "lunge", "Lunge", "All of you, in one line.");
    ability.paragraphs = vec![plain("All of you, in one line.")];
    ability.columns = vec![Fact { label: "Type".to_string(), text: plain("Active"), ..Fact::default() }];
    ability.bill = Some(bill(None));
    vec![family, keyword, ability]
}

/// A system with one of everything.
pub fn rapier() -> Book {
    let mut react = chapter(1, "06-react", "React and rotation", REACT);
    react.blocks.extend([
        ChapterBlock::Card { card: Box::new(card("strike", "Strike", "broadsword", false)) },
        ChapterBlock::Card { card: Box::new(card("strike-blank", "Strike", "broadsword", true)) },
        ChapterBlock::Example {
            title: "Mira's place".to_string(),
            paragraphs: vec![vec![Run::plain("Mira rolls "), figure("2d12! + 9", "PWR 7 + 2"), Run::plain(".")]],
        },
        ChapterBlock::Note { paragraphs: vec![plain("An editorial remark.")] },
        ChapterBlock::Table {
            caption: "Weights".to_string(),
            table: Table {
                columns: vec!["Weight".to_string(), "Cost".to_string()],
                numeric: vec![false, true],
                rows: vec![vec![plain("Light"), plain("1 AP")], vec![plain("Heavy"), plain("3 AP")]],
            },
        },
        ChapterBlock::Bill { bill: Box::new(bill(Some("Mira Voss"))) },
        ChapterBlock::Ruling { id: "react_stats".to_string() },
    ]);
    let resolve = chapter(
        2,
        "07-resolve",
        "Resolve",
        "## Standing firm {#RA-RES-01}\n\nResolve is rolled against an effect. Back to [[chapter:06-react]].\n",
    );
    let mut strike = entry(EntryKind::Action, "strike", "Strike", "Hit someone beside you.");
    strike.card = Some(card("strike", "Strike", "broadsword", true));
    strike.rule = "RA-CORE-03".to_string();
    strike.rules = vec!["RA-CORE-01".to_string(), "RA-REACT-01".to_string()];
    strike.body = "A **Strike** is told apart by [[stat:power]].\n".to_string();
    strike.aliases = vec!["attack".to_string()];
    let mut power = entry(EntryKind::Stat, "power", "Power", "Strength of the arm.");
    power.aliases = vec!["PWR".to_string()];
    power.rule = "RA-STAT-01".to_string();
    power.used_by = vec![EntryLink { kind: EntryKind::Action, id: "strike".to_string() }];
    let mut end = entry(EntryKind::Stat, "endurance", "Endurance", "How long you last.");
    end.aliases = vec!["END".to_string()];
    let mut health = entry(EntryKind::Stat, "hp_max", "Health Points", "Damage you can take.");
    health.aliases = vec!["HP".to_string()];
    health.formula = "15 × LVL + VIT".to_string();
    health.rule = "RA-DER-01".to_string();
    let mut stealth = entry(EntryKind::Skill, "stealth", "Stealth", "Stay unseen.");
    stealth.card = Some(card("stealth", "Stealth", "hood", true));
    let mut ruling =
        entry(EntryKind::Ruling, "react_stats", "Which stats feed React", "Does React use Finesse or Acuity?");
    let option = |id: &str, text: &str, is_chosen: bool, is_default: bool| RulingOption {
        id: id.to_string(),
        text: text.to_string(),
        is_chosen,
        is_default,
    };
    ruling.options =
        vec![option("finesse", "Power and Finesse.", false, true), option("acuity", "Power and Acuity.", true, false)];
    ruling.rule = "RA-ERR-001".to_string();
    let mut mira = entry(EntryKind::Character, "mira", "Mira Voss", "A fencer who reads.");
    mira.sheet = Some(sheet());
    mira.values = vec![Explained {
        id: "hp_max".to_string(),
        name: "Health Points".to_string(),
        text: "73".to_string(),
        is_known: true,
        unit: "HP".to_string(),
        formula: "15 * level + vitality".to_string(),
        terms: "15 × LVL 3 [45] + VIT 28".to_string(),
        rule: "RA-DER-01".to_string(),
    }];
    mira.downloads = vec![("Sheet, A4".to_string(), "print/rapier/mira.pdf".to_string())];
    let mut reference = entry(EntryKind::Reference, "rotation-card", "Rotation", "The order of a cycle.");
    reference.card = Some(card("rotation-card", "Rotation", "", false));
    let mut term = entry(EntryKind::Term, "rotation", "rotation", "The order in which characters act.");
    term.rule = "RA-REACT-02".to_string();
    let word = |words: &[&str], kind: EntryKind, id: &str| GlossaryTerm {
        words: words.iter().map(ToString::to_string).collect(),
        meaning: format!("What {id} means."),
        target: EntryLink { kind, id: id.to_string() },
    };
    Book {
        id: "rapier".to_string(),
        title: "Rapier".to_string(),
        tagline: "Steel, wit and a hand of cards.".to_string(),
        edition: "1".to_string(),
        fingerprint: "0a1b2c".to_string(),
        credits: credits(),
        look: Look {
            palette: [("ink", "#1f1c1a"), ("paper", "#fbf8f2"), ("accent", "#b8892b"), ("ground", "#efe8da")]
                .map(|(name, hex)| (name.to_string(), hex.to_string()))
                .into(),
            display_font: "Cinzel".to_string(),
            back: "lozenges".to_string(),
            ..Look::default()
        },
        chapters: vec![react, resolve],
        entries: vec![
            power,
            end,
            health,
            strike,
            stealth,
            entry(EntryKind::Condition, "advantage", "Advantage", "You have the better place."),
            reference,
            ruling,
            mira,
            entry(EntryKind::Npc, "toller", "The Toller", "Asks for his due."),
            term,
        ]
        .into_iter()
        .chain(building())
        .collect(),
        glossary: vec![
            word(&["Power", "PWR"], EntryKind::Stat, "power"),
            word(&["Endurance", "END"], EntryKind::Stat, "endurance"),
            word(&["Strike"], EntryKind::Action, "strike"),
            word(&["rotation", "rotations"], EntryKind::Term, "rotation"),
            word(&["cycle", "cycles"], EntryKind::Term, "cycle"),
        ],
        downloads: vec![("All cards, A4".to_string(), "print/rapier/cards a4.pdf".to_string())],
    }
}

/// A second system, small and with other colours.
pub fn lantern() -> Book {
    let mut book = rapier();
    book.id = "lantern".to_string();
    book.title = "Lantern".to_string();
    book.tagline = "Light is counted in matches.".to_string();
    book.look.palette = [("ink", "#10151a"), ("paper", "#f4f7f8"), ("accent", "#2b7f8c"), ("ground", "#e0eaec")]
        .map(|(name, hex)| (name.to_string(), hex.to_string()))
        .into();
    book.chapters =
        vec![chapter(1, "01-light", "Light", "## Burning {#LA-LIGHT-01}\n\nA match burns for one scene.\n")];
    book.entries = vec![entry(EntryKind::Action, "kindle", "Kindle", "Strike a match.")];
    book.glossary = Vec::new();
    book.downloads = Vec::new();
    book
}
