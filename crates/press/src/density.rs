//! How closely the blocks of sheets and handouts are set.
//!
//! A few fixed steps and no scale: type has the same few sizes on everything printed, and what is compared stands in the
//! same places. The templates have the lengths of each step.

use serde::Serialize;

/// How closely blocks are set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Density {
    /// Large figures and wide rows, for who has little to show.
    Roomy,
    /// As declared.
    Usual,
    /// Small text and narrow rows; boxes to write in keep their size.
    Close,
}

impl Density {
    /// All steps, the widest first.
    pub const ALL: [Self; 3] = [Self::Roomy, Self::Usual, Self::Close];

    /// The next closer step, if there is one.
    pub const fn closer(self) -> Option<Self> {
        match self {
            Self::Roomy => Some(Self::Usual),
            Self::Usual => Some(Self::Close),
            Self::Close => None,
        }
    }

    /// The size of its text on sheets, in percent of the declared one.
    pub const fn percent(self) -> u32 {
        match self {
            Self::Roomy | Self::Usual => 100,
            Self::Close => 89,
        }
    }
}
