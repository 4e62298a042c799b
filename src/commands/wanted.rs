//! Which files of the output a build makes: all of them, those that are asked for, or one part of several.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;
use wildmatch::WildMatch;

use super::{Stop, USAGE, say};

/// The folders of the output, which `--only` takes as they are.
const FOLDERS: [&str; 3] = ["site", "print", "data"];

/// One part of several into which the output is divided: `2/7`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Shard {
    /// Which one, from 1.
    pub number: usize,
    /// How many there are.
    pub of: usize,
}

/// The most parts: more than a content folder can have files.
const MOST_SHARDS: usize = 10_000;

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((number, of)) if (1..=of).contains(&number) && of <= MOST_SHARDS => Ok(Self { number, of }),
            _ => Err(format!("write which part of how many, as `2/7`; there are at most {MOST_SHARDS}")),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// Which files are made.
pub struct Wanted {
    patterns: Vec<WildMatch>,
    /// What stands in each pattern before its first sign for others.
    beginnings: Vec<String>,
    shard: Option<Shard>,
}

impl Wanted {
    /// Files whose paths match one of `only`, or all where there are none, and of these the part `shard`.
    pub fn new(only: &[String], shard: Option<Shard>) -> Self {
        let is_folder = |text: &String| FOLDERS.contains(&text.as_str());
        let whole = |text: &String| if is_folder(text) { format!("{text}/*") } else { text.clone() };
        let texts: Vec<String> = only.iter().map(whole).collect();
        let beginning = |text: &String| text.split(['*', '?']).next().unwrap_or_default().to_owned();
        Self {
            patterns: texts.iter().map(|text| WildMatch::new(text)).collect(),
            beginnings: texts.iter().map(beginning).collect(),
            shard,
        }
    }

    /// Whether every file of the output is made.
    pub const fn is_everything(&self) -> bool {
        self.patterns.is_empty() && self.shard.is_none()
    }

    /// Whether one part of several is made.
    pub const fn is_part(&self) -> bool {
        self.shard.is_some()
    }

    /// Whether the file at this path from the output folder was asked for, in whatever part it is.
    pub fn asks_for(&self, path: &str) -> bool {
        self.patterns.is_empty() || self.patterns.iter().any(|pattern| pattern.matches(path))
    }

    /// Whether files of this folder, `site/`, may have been asked for.
    pub fn may_ask_within(&self, folder: &str) -> bool {
        let may_be = |beginning: &String| beginning.starts_with(folder) || folder.starts_with(beginning.as_str());
        self.patterns.is_empty() || self.beginnings.iter().any(may_be)
    }

    /// Whether what stands at this place among all that is made belongs to the part.
    pub const fn has_place(&self, place: usize) -> bool {
        match self.shard {
            Some(Shard { number, of }) => place % of == number - 1,
            None => true,
        }
    }

    /// Tells that nothing was asked for that there is.
    pub fn matches_nothing() -> Stop {
        say("error: no file of the output matches `--only`");
        say(
            "  = help: ask for `site`, `print` or `data`, or for paths as `print/*/cards-*`, where `*` and `?` stand for others",
        );
        Stop(USAGE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_is_in_one_part() {
        for of in [1, 2, 3, 7] {
            let parts: Vec<Wanted> = (1..=of).map(|number| Wanted::new(&[], Some(Shard { number, of }))).collect();
            for place in 0..50 {
                assert_eq!(parts.iter().filter(|part| part.has_place(place)).count(), 1, "{place} of {of}");
            }
        }
    }

    #[test]
    fn parts_are_written_as_fractions() {
        assert_eq!("2/7".parse(), Ok(Shard { number: 2, of: 7 }));
        for wrong in ["", "2", "0/7", "8/7", "-1/7", "1/0", "1/20000", "a/b", "1/2/3"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn folders_and_patterns_are_asked_for() {
        let wanted = |only: &[&str]| Wanted::new(&only.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>(), None);
        assert!(wanted(&[]).asks_for("print/a.pdf") && wanted(&[]).is_everything());
        assert!(wanted(&["site"]).asks_for("site/index.html") && !wanted(&["site"]).asks_for("print/a.pdf"));
        let some = wanted(&["print/*/cards-?da-*", "data"]);
        assert!(some.asks_for("print/lantern/cards-ida-a4.pdf") && some.asks_for("data/lantern.json"));
        assert!(!some.asks_for("print/lantern/sheet-ida-a4.pdf"));
        assert!(!some.may_ask_within("site/") && wanted(&["*.html"]).may_ask_within("site/"));
        assert!(wanted(&["site/lantern/*"]).may_ask_within("site/") && wanted(&["s?te/*"]).may_ask_within("site/"));
    }
}
