//! The odds of a check as a chart that reads without color.

use super::data::{BandData, BarData, Block, OddsData};
use super::writer::Writer;
use makeready_faces::card::OutcomeKind;
use makeready_faces::odds::{BandView, CaseView, OddsView};
use makeready_prose::tree::Reader;

/// The least share of a bar in which its words have room.
const ROOM_FOR_WORDS: f64 = 0.13;
/// The most cases whose figures are a table as well.
const MOST_ROWS: usize = 40;

/// The chart, and its figures.
pub fn odds(caption: &str, odds: &OddsView, writer: &mut Writer<'_>, reader: &mut Reader<'_>) -> Vec<Block> {
    let caption = match &odds.of {
        Some(of) => format!("{} {}, {}", odds.words.text("odds.example"), of.name, of.with),
        None if caption.is_empty() => odds.name.clone(),
        None => caption.to_owned(),
    };
    let chart = Block::Odds(OddsData {
        caption: caption.clone(),
        roll: odds.roll.clone(),
        inputs: odds.inputs.iter().map(|(label, text)| format!("{label} {text}")).collect(),
        bands: odds.bands.iter().map(|band| BandData { name: band.name.clone(), tone: tone(band) }).collect(),
        bars: odds.cases.iter().map(bar).collect(),
    });
    let table = odds.tables().into_iter().next().map(|(_, table)| table);
    let table = table.filter(|table| table.rows.len() <= MOST_ROWS);
    let mut figures = table.map_or_else(Vec::new, |table| writer.table("", &table, reader));
    // What leaves its chart says what it is about.
    for block in &mut figures {
        if let Block::Table { caption: words, table } = block
            && table.is_wide
        {
            words.clone_from(&caption);
        }
    }
    std::iter::once(chart).chain(figures).collect()
}

/// Bad is light and good is dark, as ink on paper.
fn tone(band: &BandView) -> f64 {
    let (first, step) = match band.kind {
        OutcomeKind::Critical => (0.95, -0.12),
        OutcomeKind::Success => (0.66, -0.14),
        OutcomeKind::Special => (0.40, -0.08),
        OutcomeKind::Failure => (0.06, 0.11),
    };
    (first + step * band.shade as f64).clamp(0.04, 1.0)
}

fn bar(case: &CaseView) -> BarData {
    let part = |chance: &makeready_faces::odds::ChanceView| {
        let share = chance.share.of_one();
        (share, if share >= ROOM_FOR_WORDS { chance.text.clone() } else { String::new() })
    };
    BarData { label: case.label.clone(), parts: case.bands.iter().map(part).collect() }
}
