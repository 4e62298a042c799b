//! `site.yaml`: what the site over all games of a folder says of itself.

use makeready_words::Lang;
use schemars::JsonSchema;
use serde::Deserialize;

use super::credits::{LONGEST_CREDIT, LONGEST_NAME, Licence, Line, SiteAddress};
use super::lang::LangEntry;
use crate::decode::Decoder;
use crate::diagnostic::Diagnostic;
use crate::scalar::FormatVersion;
use crate::source::FileId;
use crate::yaml::{self, Node};

/// What the site over all games says of itself: it stands beside the folders of the systems.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct SiteFile {
    /// The version of the format.
    #[allow(dead_code, reason = "checked when it is read")]
    format_version: FormatVersion,
    /// What the site is called.
    #[serde(default)]
    #[schemars(example = &"The lantern books")]
    title: Line<LONGEST_NAME>,
    /// What it is, in a sentence or two: it stands on the front page, and search engines show it.
    #[serde(default)]
    #[schemars(example = &"Two games for a table by lantern light, to read, to search and to print.")]
    description: Line<LONGEST_CREDIT>,
    /// The language of the pages over all games, as `lang` of a game is that of its own. English unless it says otherwise.
    #[serde(default)]
    lang: LangEntry,
    /// Where it is published: the address of the folder that holds its front page. With it come a sitemap, a page for addresses
    /// that lead nowhere, and each page's own address for search engines and link previews.
    #[serde(default)]
    #[schemars(example = &"https://example.org/rules/")]
    address: SiteAddress,
    /// The terms that the site is under, where its games do not say it.
    #[serde(default)]
    #[schemars(example = &"CC BY 4.0")]
    licence: Option<Licence>,
    /// A line at the foot of every page.
    #[serde(default)]
    #[schemars(example = &"Printed by lantern light.")]
    footer: Line<LONGEST_CREDIT>,
}

impl SiteFile {
    /// What the site is called; may be empty.
    pub fn title(&self) -> &str {
        &self.title.0
    }

    /// What it is; may be empty.
    pub fn description(&self) -> &str {
        &self.description.0
    }

    /// The language of the pages over all games.
    pub const fn lang(&self) -> &Lang {
        &self.lang.0
    }

    /// The address of its folder, with `/` at its end; may be empty.
    pub fn address(&self) -> String {
        let address = self.address.0.trim_end_matches('/');
        if address.is_empty() { String::new() } else { format!("{address}/") }
    }

    /// Name and address of the terms that it is under; the address may be empty.
    pub fn licence(&self) -> Option<(&str, &str)> {
        self.licence.as_ref().map(|licence| (licence.0.name.as_str(), licence.0.url.as_str()))
    }

    /// The line at the foot of every page; may be empty.
    pub fn footer(&self) -> &str {
        &self.footer.0
    }
}

/// Reads the file.
///
/// # Errors
/// Everything that is wrong with it.
pub fn read(text: &str, file: FileId) -> Result<SiteFile, Vec<Diagnostic>> {
    let node: Node = yaml::parse_strictly(text, file)?;
    let mut d = Decoder::new(file, text);
    match d.file(&node) {
        Some(site) if d.is_clean() => Ok(site),
        _ => Err(d.into_diagnostics()),
    }
}
