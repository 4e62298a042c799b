//! Which files of the output a build makes: all of them, those that are asked for, or one part of several.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;
use wildmatch::WildMatch;

use super::{Stop, USAGE, say};
use crate::publish::parts::MOST_PARTS;

/// The folder of the site, which can be put on a host alone.
pub const SITE: &str = "site/";
/// The folder of what is printed: a part of the site, which links to it.
pub const PRINTS: &str = "site/print/";
/// The folder of what is there for programs.
pub const DATA: &str = "data/";

/// Whether a file of the site is named after what is in it: pages load such files, and no other page ever finds another file there.
pub fn is_asset(path: &str) -> bool {
    path.strip_prefix(SITE).is_some_and(is_asset_of_site)
}

/// The same for a path from the root of the site.
pub fn is_asset_of_site(path: &str) -> bool {
    const DIGITS: usize = 8;
    let is_hash = |part: &str| part.len() == DIGITS && part.bytes().all(|digit| digit.is_ascii_hexdigit());
    let Some(path) = path.strip_prefix("assets/") else { return false };
    path.starts_with("art/") || path.rsplit('/').next().is_some_and(|name| name.split('.').skip(1).any(is_hash))
}

/// What `--only` asks for.
enum Pattern {
    /// The site but its prints.
    Pages,
    /// Everything in a folder.
    Folder(&'static str),
    /// The paths that match.
    Paths {
        pattern: WildMatch,
        /// What stands in it before its first sign for others.
        beginning: String,
    },
}

impl Pattern {
    fn new(text: &str) -> Self {
        match text {
            "site" => Self::Pages,
            "print" => Self::Folder(PRINTS),
            "data" => Self::Folder(DATA),
            _ => Self::Paths {
                pattern: WildMatch::new(text),
                beginning: text.split(['*', '?']).next().unwrap_or_default().to_owned(),
            },
        }
    }

    fn matches(&self, path: &str) -> bool {
        match self {
            Self::Pages => path.starts_with(SITE) && !path.starts_with(PRINTS),
            Self::Folder(folder) => path.starts_with(folder),
            Self::Paths { pattern, .. } => pattern.matches(path),
        }
    }

    /// Whether a file of the site that is no print may match.
    fn may_match_pages(&self) -> bool {
        match self {
            Self::Pages => true,
            Self::Folder(_) => false,
            Self::Paths { beginning, .. } => {
                !beginning.starts_with(PRINTS) && (beginning.starts_with(SITE) || SITE.starts_with(beginning.as_str()))
            }
        }
    }
}

/// One part of several into which the output is divided: `2/7`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Shard {
    /// Which one, from 1.
    pub number: usize,
    /// How many there are.
    pub of: usize,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((number, of)) if (1..=of).contains(&number) && of <= MOST_PARTS => Ok(Self { number, of }),
            _ => Err(format!("write part and number of parts, such as `2/7`; there are at most {MOST_PARTS} parts")),
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
    patterns: Vec<Pattern>,
    is_without_prints: bool,
    shard: Option<Shard>,
}

impl Wanted {
    /// Files whose paths match one of `only`, or all where there are none, with or without prints, and of these the part
    /// `shard`.
    pub fn new(only: &[String], is_without_prints: bool, shard: Option<Shard>) -> Self {
        Self { patterns: only.iter().map(|text| Pattern::new(text)).collect(), is_without_prints, shard }
    }

    /// Whether every file of the output is made. An output without prints is whole.
    pub const fn is_everything(&self) -> bool {
        self.patterns.is_empty() && self.shard.is_none()
    }

    /// Whether there are no prints, and no links to any.
    pub const fn is_without_prints(&self) -> bool {
        self.is_without_prints
    }

    /// Whether one part of several is made.
    pub const fn is_part(&self) -> bool {
        self.shard.is_some()
    }

    /// Whether the file at this path from the output folder was asked for, in whatever part it is.
    pub fn asks_for(&self, path: &str) -> bool {
        let is_left_out = self.is_without_prints && path.starts_with(PRINTS);
        !is_left_out && (self.patterns.is_empty() || self.patterns.iter().any(|pattern| pattern.matches(path)))
    }

    /// Whether files of the site that are no prints may have been asked for.
    pub fn may_ask_for_pages(&self) -> bool {
        self.patterns.is_empty() || self.patterns.iter().any(Pattern::may_match_pages)
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
        say("  = help: use `site`, `print` or `data`, or paths such as `site/print/*/cards-*` with `*` and `?`");
        Stop(USAGE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assets_are_named_after_what_is_in_them() {
        for asset in
            ["site/assets/site.1f3a9c2e.css", "site/assets/workshop/press.1f3a9c2e.lzma.js", "site/assets/art/a.png"]
        {
            assert!(is_asset(asset), "{asset}");
        }
        for other in
            ["site/assets/search/lantern.js", "site/a/index.1f3a9c2e.html", "site/assets/1f3a9c2e/a.js", "data/a.json"]
        {
            assert!(!is_asset(other), "{other}");
        }
        assert!(is_asset_of_site("assets/site.1f3a9c2e.css") && !is_asset_of_site("site/assets/site.1f3a9c2e.css"));
    }

    #[test]
    fn every_place_is_in_one_part() {
        for of in [1, 2, 3, 7] {
            let parts: Vec<Wanted> =
                (1..=of).map(|number| Wanted::new(&[], false, Some(Shard { number, of }))).collect();
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
        let wanted =
            |only: &[&str]| Wanted::new(&only.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>(), false, None);
        assert!(wanted(&[]).asks_for("site/print/a.pdf") && wanted(&[]).is_everything());
        assert!(wanted(&["site"]).asks_for("site/index.html") && !wanted(&["site"]).asks_for("site/print/a.pdf"));
        assert!(wanted(&["print"]).asks_for("site/print/a.pdf") && !wanted(&["print"]).may_ask_for_pages());
        let some = wanted(&["site/print/*/cards-?da-*", "data"]);
        assert!(some.asks_for("site/print/lantern/cards-ida-a4.pdf") && some.asks_for("data/lantern.json"));
        assert!(!some.asks_for("site/print/lantern/sheet-ida-a4.pdf"));
        assert!(!some.may_ask_for_pages() && wanted(&["*.html"]).may_ask_for_pages());
        assert!(wanted(&["site/lantern/*"]).may_ask_for_pages() && wanted(&["s?te/*"]).may_ask_for_pages());
    }

    #[test]
    fn an_output_may_be_without_prints() {
        let wanted = Wanted::new(&[], true, None);
        assert!(wanted.is_everything() && wanted.asks_for("site/index.html") && !wanted.asks_for("site/print/a.pdf"));
    }
}
