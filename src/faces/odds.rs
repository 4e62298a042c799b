//! The odds of a check as people read them: bands with their chances, for one case or for several beside one another.

use serde::Serialize;

use super::card::OutcomeKind;

/// The odds of a check.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OddsView {
    /// Id of the check.
    pub id: String,
    /// `Attack`
    pub name: String,
    /// Rule ID; may be empty.
    pub rule: String,
    /// `2d12! + 5 against 14`
    pub roll: String,
    /// What is put in and is the same in every case: label and text.
    pub inputs: Vec<(String, String)>,
    /// What differs from case to case; empty when there is one case.
    pub varied: String,
    /// What the distribution is of.
    pub result: String,
    /// The bands, in order.
    pub bands: Vec<BandView>,
    /// One case or more.
    pub cases: Vec<CaseView>,
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
    /// Its place among those of its kind, from 0.
    pub shade: usize,
}

/// The odds in one case.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CaseView {
    /// What the varied input is; empty when there is one case.
    pub label: String,
    /// The chance of each band.
    pub bands: Vec<ChanceView>,
    /// The mean of the result.
    pub mean: String,
    /// Means of figures, and what happens in several tries: label and text.
    pub further: Vec<(String, String)>,
    /// What the result may be, in order.
    pub totals: Vec<TotalView>,
}

/// A chance.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ChanceView {
    /// From 0 to 1.
    pub share: f64,
    /// `41.5 %`
    pub text: String,
    /// `83/200`, where that is short enough to be read.
    pub exact: String,
}

/// How likely a result is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TotalView {
    /// `12`, or `41 and more`.
    pub value: String,
    /// Its chance.
    pub chance: ChanceView,
    /// Its share in each band, from 0 to 1.
    pub in_bands: Vec<f64>,
}

impl OddsView {
    /// Whether several cases stand beside one another.
    pub fn is_series(&self) -> bool {
        !self.varied.is_empty()
    }

    /// The chance that it goes well: of all bands that are a success or better.
    pub fn success(&self, case: &CaseView) -> f64 {
        let is_good = |band: &BandView| matches!(band.kind, OutcomeKind::Critical | OutcomeKind::Success);
        let chances = self.bands.iter().zip(&case.bands).filter(|(band, _)| is_good(band));
        chances.map(|(_, chance)| chance.share).sum()
    }
}
