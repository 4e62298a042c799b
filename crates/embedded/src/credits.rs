//! Credits of the embedded icons: artists and licenses.
//!
//! **In** `site/icons/credits.yaml`. **Out** [`icon_credits`], and the [`IconCredit`] of one icon. Emblems and patterns need
//! none: they are the project's own.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

/// A name and its address.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize, borsh::BorshSerialize, borsh::BorshDeserialize,
)]
#[serde(deny_unknown_fields)]
pub struct Named {
    /// The name.
    pub name: String,
    /// `https://`, or empty.
    #[serde(default)]
    pub url: String,
}

/// The license that an artist chose.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IconLicence {
    /// Its name.
    pub name: String,
    /// Address of its text.
    pub url: String,
    /// Whether it requires no credit, so that prints may leave out its address.
    #[serde(default)]
    pub is_free: bool,
}

/// The table of credits.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IconCredits {
    /// Where the icons come from.
    pub source: Named,
    /// What was changed.
    pub changes: String,
    /// The licenses that artists chose.
    pub licences: Vec<IconLicence>,
    /// The artists' titles of icons that have another name here.
    titles: BTreeMap<String, String>,
    /// The artists, each with their icons.
    pub artists: Vec<Artist>,
}

/// An artist who drew icons.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Artist {
    /// Name.
    pub name: String,
    /// Address; may be empty.
    #[serde(default)]
    pub url: String,
    /// Name of the license.
    licence: String,
    /// Ids of the icons.
    pub icons: Vec<String>,
}

/// The credit of an icon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IconCredit {
    /// Who drew it.
    pub artist: &'static Artist,
    /// Its license.
    pub licence: &'static IconLicence,
    /// The artist's title.
    pub title: &'static str,
}

static TABLE: LazyLock<IconCredits> = LazyLock::new(|| {
    let text = include_str!("../../../site/icons/credits.yaml");
    serde_yaml::from_str(text).expect("the embedded table is read by the tests")
});

/// The table of all icons.
pub fn icon_credits() -> &'static IconCredits {
    &TABLE
}

impl IconCredits {
    /// The credit of an icon; none when its artist is unknown.
    pub fn icon(&'static self, id: &str) -> Option<IconCredit> {
        let has_drawn = |artist: &&Artist| artist.icons.iter().any(|icon| icon == id);
        let artist = self.artists.iter().find(has_drawn)?;
        let licence = self.licences.iter().find(|licence| licence.name == artist.licence)?;
        let here = artist.icons.iter().find(|icon| *icon == id)?;
        Some(IconCredit { artist, licence, title: self.titles.get(id).unwrap_or(here) })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::icons;

    fn drawn() -> Vec<&'static str> {
        icon_credits().artists.iter().flat_map(|artist| &artist.icons).map(String::as_str).collect()
    }

    #[test]
    fn every_icon_has_exactly_one_artist_and_every_artist_only_icons_that_are_there() {
        let (mut drawn, mut carried) = (drawn(), icons().map(|(id, _)| id).collect::<Vec<_>>());
        drawn.sort_unstable();
        carried.sort_unstable();
        assert_eq!(drawn, carried);
    }

    #[test]
    fn every_artist_has_a_licence_and_every_licence_an_address() {
        let table = icon_credits();
        for artist in &table.artists {
            assert!(table.licences.iter().any(|licence| licence.name == artist.licence), "{}", artist.name);
            assert!(!artist.name.trim().is_empty() && !artist.icons.is_empty(), "{artist:?}");
            assert!(artist.url.is_empty() || artist.url.starts_with("https://"), "{}", artist.url);
        }
        for url in table.licences.iter().map(|licence| &licence.url).chain([&table.source.url]) {
            assert!(url.starts_with("https://"), "{url}");
        }
        let names: BTreeSet<&str> = table.artists.iter().map(|artist| artist.name.as_str()).collect();
        assert_eq!(names.len(), table.artists.len());
    }

    #[test]
    fn what_an_artist_calls_an_icon_is_kept() {
        let title = |id: &str| icon_credits().icon(id).map(|credit| credit.title);
        assert_eq!(title("d20"), Some("dice-twenty-faces-twenty"));
        assert_eq!(title("anvil"), Some("anvil"));
        assert_eq!(title("no-such-icon"), None);
        assert!(icon_credits().titles.keys().all(|id| drawn().contains(&id.as_str())));
    }

    #[test]
    fn an_icon_that_is_free_of_conditions_is_not_said_to_have_any() {
        let licence = |id: &str| icon_credits().icon(id).map(|credit| credit.licence.name.as_str());
        assert_eq!((licence("heart-plus"), licence("flame")), (Some("CC0 1.0"), Some("CC BY 3.0")));
    }
}
