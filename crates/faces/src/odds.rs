//! The view of the odds of a check: bands with their chances, for one case or for several beside one another.

use makeready_rules::odds::Fraction;
use makeready_words::Words;
use serde::Serialize;

use super::book::EntryLink;
use super::card::{OutcomeKind, Table};
use super::text::{Paragraph, Run, Style};

/// A share of 1, in millionths: finer than anything that is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Share(u32);

impl Share {
    const WHOLE: f64 = 1_000_000.0;

    /// The nearest to a fraction from 0 to 1.
    pub fn of(fraction: &Fraction) -> Self {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to a million")]
        Self((fraction.to_f64() * Self::WHOLE).round().clamp(0.0, Self::WHOLE) as u32)
    }

    /// From 0 to 1.
    pub fn of_one(self) -> f64 {
        f64::from(self.0) / Self::WHOLE
    }
}

/// The odds of a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OddsView {
    /// The words of what it says by itself.
    pub words: Words,
    /// Id of the check.
    pub id: String,
    /// `Attack`
    pub name: String,
    /// Rule ID; may be empty.
    pub rule: String,
    /// Whose card or sheet was taken as an example, on the page of a check that depends on who rolls.
    pub of: Option<Box<OddsOwner>>,
    /// `2d12! + 5 against 14`
    pub roll: String,
    /// The arguments that are the same in every case: label and text.
    pub inputs: Vec<(String, String)>,
    /// The parameter that varies; empty when there is one case.
    pub varied: String,
    /// What the distribution is of.
    pub result: String,
    /// The bands, in order.
    pub bands: Vec<BandView>,
    /// `Success or better`; empty where fewer than two bands are good.
    pub or_better: String,
    /// One case or more.
    pub cases: Vec<CaseView>,
}

/// Somebody whose card or sheet tells what is put into a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OddsOwner {
    /// Where they are found.
    pub link: EntryLink,
    /// What they are called.
    pub name: String,
    /// The card, or the line of the sheet; where the latter has no name, that of the check.
    pub with: String,
}

/// A band.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BandView {
    /// Its id.
    pub id: String,
    /// `Critical Hit`
    pub name: String,
    /// Good or bad.
    pub kind: OutcomeKind,
    /// Its place among those of its kind, from 0 for the one nearest to the other kind: the least good, the least bad.
    pub shade: usize,
    /// Whether it comes up in any of the cases, however rarely.
    pub comes_up: bool,
}

/// The odds in one case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CaseView {
    /// The argument that varies; empty when there is one case.
    pub label: String,
    /// The chance of each band.
    pub bands: Vec<ChanceView>,
    /// The chance of all good bands together; none where fewer than two are good.
    pub or_better: Option<ChanceView>,
    /// The mean of the result.
    pub mean: String,
    /// Means of figures, and chances over several attempts: label and text.
    pub further: Vec<(String, String)>,
    /// What the result may be, in order.
    pub totals: Vec<TotalView>,
}

/// A chance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChanceView {
    /// For bars.
    pub share: Share,
    /// `41.5 %`
    pub text: String,
    /// `83/200`, where that is short enough to be read.
    pub exact: String,
}

/// How likely a result is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TotalView {
    /// `12`, or `41 and more`.
    pub value: String,
    /// Its chance.
    pub chance: ChanceView,
    /// Its share in each band.
    pub in_bands: Vec<Share>,
}

impl OddsView {
    /// Whether there are several cases.
    pub fn is_series(&self) -> bool {
        !self.varied.is_empty()
    }

    /// What the chart shows, in figures: the bands, and where there is one case, the results as well.
    pub fn tables(&self) -> Vec<(String, Table)> {
        match &self.cases[..] {
            [case] if !self.is_series() => {
                vec![(String::new(), self.bands_of(case)), (self.result.clone(), self.totals_of(case))]
            }
            cases => vec![(String::new(), self.series(cases))],
        }
    }

    /// What several cases have besides the chances of their bands and their mean: means of figures, and chances over several attempts.
    /// Nothing where none has any.
    pub fn further(&self) -> Option<(String, Table)> {
        let Table { columns, rows, .. } = self.series(&self.cases);
        let known = 2 + self.bands.len() + usize::from(!self.or_better.is_empty());
        let kept = |at: &usize| *at == 0 || *at >= known;
        let keep = |row: Vec<Paragraph>| {
            row.into_iter().enumerate().filter(|(at, _)| kept(at)).map(|(_, cell)| cell).collect()
        };
        let has_more = columns.len() > known;
        let columns = columns.into_iter().enumerate().filter(|(at, _)| kept(at)).map(|(_, name)| name).collect();
        has_more.then(|| (String::new(), figures(columns, rows.into_iter().map(keep).collect())))
    }

    fn bands_of(&self, case: &CaseView) -> Table {
        let bands = self.bands.iter().zip(&case.bands);
        let bands = bands.map(|(band, chance)| row([&band.name, &chance.text, &chance.exact]));
        let better = case.or_better.iter().map(|chance| row([&self.or_better, &chance.text, &chance.exact]));
        let further = case.further.iter().map(|(label, text)| row([label, text, ""]));
        figures(
            ["", self.words.text("odds.chance"), self.words.text("odds.exactly")].map(str::to_owned).to_vec(),
            bands.chain(better).chain(further).collect(),
        )
    }

    fn totals_of(&self, case: &CaseView) -> Table {
        let rows = case.totals.iter().map(|total| row([&total.value, &total.chance.text, &total.chance.exact]));
        figures(
            [&self.result, self.words.text("odds.chance"), self.words.text("odds.exactly")].map(str::to_owned).to_vec(),
            rows.collect(),
        )
    }

    fn series(&self, cases: &[CaseView]) -> Table {
        let mut columns = vec![self.varied.clone()];
        columns.extend(self.bands.iter().map(|band| band.name.clone()));
        columns.extend(Some(self.or_better.clone()).filter(|better| !better.is_empty()));
        columns.push(self.words.say("odds.mean", &[("result", &self.result)]));
        // The figures of every case; some, such as the chance of a reroll, may be in some cases only.
        let mut further: Vec<&str> = Vec::new();
        for (label, _) in cases.iter().flat_map(|case| &case.further) {
            if !further.contains(&label.as_str()) {
                further.push(label);
            }
        }
        columns.extend(further.iter().map(|label| (*label).to_owned()));
        let told = |case: &CaseView, label: &str| {
            case.further.iter().find(|(known, _)| known == label).map_or("\u{2013}", |(_, text)| text).to_owned()
        };
        let rows = cases.iter().map(|case| {
            let mut cells = vec![case.label.clone()];
            cells.extend(case.bands.iter().chain(&case.or_better).map(|chance| chance.text.clone()));
            cells.push(case.mean.clone());
            cells.extend(further.iter().map(|label| told(case, label)));
            cells.iter().map(|text| figure(text)).collect()
        });
        figures(columns, rows.collect())
    }
}

fn figure(text: &str) -> Paragraph {
    match text {
        "" => Paragraph::new(),
        text => vec![Run { style: Style::Plain, text: text.to_owned(), detail: String::new() }],
    }
}

fn row<const N: usize>(cells: [&str; N]) -> Vec<Paragraph> {
    cells.into_iter().map(figure).collect()
}

/// A table whose first column has labels.
fn figures(columns: Vec<String>, rows: Vec<Vec<Paragraph>>) -> Table {
    Table { numeric: (0..columns.len()).map(|column| column > 0).collect(), columns, rows }
}
