//! What a game says of its making: its license, its authors, and what else is to be credited.

use std::borrow::Cow;

use makeready_embedded::credits::Named;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize};

use crate::code::Code;
use crate::de::{by_hand, by_hand_if_sound, read};
use crate::decode::Decoder;
use crate::markup::Reading;
use crate::yaml::{Kind, Node};

/// The most authors: each is named on the cover and in the metadata of every print.
pub const MOST_AUTHORS: usize = 50;
/// The most credits: each is a line of one page.
pub const MOST_CREDITS: usize = 200;
/// The longest name of a license, author or role, in characters: several share a line in the margin of a sheet.
pub const LONGEST_NAME: usize = 80;
/// The longest text of a credit, in characters: a sentence or two.
pub const LONGEST_CREDIT: usize = 300;
/// The longest address, in characters: browsers take longer ones, readers do not.
pub const LONGEST_ADDRESS: usize = 300;

/// Somebody who made a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct Author {
    /// Name, and an address, which may be empty.
    #[serde(flatten)]
    pub named: Named,
    /// What they did; may be empty.
    pub role: String,
}

/// Something in a game that somebody is to be thanked for. Whatever is not known is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct CreditLine {
    /// What it is; or a line in the author's own words.
    pub what: String,
    /// Who made it.
    pub who: String,
    /// The terms it is under.
    pub licence: String,
    /// Where it is found.
    pub url: String,
}

impl CreditLine {
    /// On one line, without the address.
    pub fn text(&self) -> String {
        let terms = [&self.who, &self.licence].into_iter().filter(|part| !part.is_empty());
        let terms = terms.map(String::as_str).collect::<Vec<_>>().join(", ");
        match (self.what.is_empty(), terms.is_empty()) {
            (false, false) => format!("{}: {terms}", self.what),
            (false, true) => self.what.clone(),
            (true, _) => terms,
        }
    }
}

/// What a game says of its making.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct GameCredits {
    /// Title of the game.
    pub title: String,
    /// The terms that the game is under.
    pub licence: Option<Named>,
    /// Who made it.
    pub authors: Vec<Author>,
    /// What else there is to be said.
    pub credits: Vec<CreditLine>,
}

impl GameCredits {
    /// Names of the authors.
    pub fn author_names(&self) -> Vec<&str> {
        self.authors.iter().map(|author| author.named.name.as_str()).collect()
    }
}

/// The terms that a game is under: a text, or a mapping.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Licence(pub Named);

/// The terms that a game is under.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "LicenseInFull")]
struct LicenceWritten {
    /// What they are called.
    name: Line<LONGEST_NAME>,
    /// Where they are found.
    #[serde(default)]
    url: Address,
}

/// Somebody who made a game.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "AuthorInFull")]
struct AuthorWritten {
    /// Their name.
    name: Line<LONGEST_NAME>,
    /// What they did.
    #[serde(default)]
    role: Line<LONGEST_NAME>,
    /// Where they are found.
    #[serde(default)]
    url: Address,
}

/// Something in a game that somebody is to be thanked for.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "CreditInFull")]
struct CreditWritten {
    /// What it is.
    what: Line<LONGEST_CREDIT>,
    /// Who made it.
    #[serde(default)]
    who: Line<LONGEST_CREDIT>,
    /// The terms it is under.
    #[serde(default)]
    licence: Line<LONGEST_NAME>,
    /// Where it is found.
    #[serde(default)]
    url: Address,
}

/// Gives types that are written as a text or as a mapping.
macro_rules! short_or_long {
    ($($type:ty, $name:literal, $longest:expr, $long:ty, |$text:ident| $of_text:expr, |$written:ident| $of_written:expr;)*) => {$(
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                by_hand_if_sound(deserializer, |d, node| {
                    if matches!(node.kind, Kind::Map(_)) {
                        let $written: $long = read(d, node)?;
                        Some($of_written)
                    } else {
                        let $text = line(d, node, $longest)?;
                        Some($of_text)
                    }
                })
            }
        }

        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                $name.into()
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                let short = generator.subschema_for::<Line<$longest>>();
                let long = generator.subschema_for::<$long>();
                json_schema!({ "anyOf": [short, long] })
            }
        }
    )*};
}

short_or_long! {
    Licence, "License", LONGEST_NAME, LicenceWritten,
        |name| Self(Named { name, url: String::new() }),
        |written| Self(Named { name: written.name.0, url: written.url.0 });
    Author, "Author", LONGEST_NAME, AuthorWritten,
        |name| Self { named: Named { name, url: String::new() }, role: String::new() },
        |written| Self { named: Named { name: written.name.0, url: written.url.0 }, role: written.role.0 };
    CreditLine, "Credit", LONGEST_CREDIT, CreditWritten,
        |what| Self { what, ..Self::default() },
        |written| Self {
            what: written.what.0,
            who: written.who.0,
            licence: written.licence.0,
            url: written.url.0,
        };
}

/// A text on one line, of so many characters at most, which says something.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Line<const MOST: usize>(pub(super) String);

impl<'de, const MOST: usize> Deserialize<'de> for Line<MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_hand(deserializer, |d, node| Self(line(d, node, MOST).unwrap_or_default()))
    }
}

impl<const MOST: usize> JsonSchema for Line<MOST> {
    fn schema_name() -> Cow<'static, str> {
        "Line".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["string", "number"], "pattern": "\\S", "maxLength": MOST })
    }
}

/// A text on one line, which may not be empty. Whatever is wrong with it has been noted when there is none.
fn line(d: &mut Decoder, node: &Node, longest: usize) -> Option<String> {
    let is_text = matches!(node.kind, Kind::Text(_) | Kind::Whole(_) | Kind::Decimal);
    let text = d.text_of(node).split_whitespace().collect::<Vec<_>>().join(" ");
    let length = text.chars().count();
    if is_text && length == 0 {
        d.error(Code::Empty, node.at, "this text is empty").help =
            Some("write something, or remove the key".to_owned());
    } else if length > longest {
        let message = format!("this text has {length} characters; the limit is {longest}");
        d.error(Code::TooLong, node.at, message).help = Some("shorten it".to_owned());
    }
    d.refuse_markup(node, &text, Reading::Plain);
    (length > 0).then_some(text)
}

/// An address. It becomes a link, so it may lead to a web page only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Address(pub(super) String);

impl<'de> Deserialize<'de> for Address {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_hand(deserializer, |d, node| Self(address(d, node).unwrap_or_default()))
    }
}

/// The address of a site: that of a folder, behind which the paths of its pages stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SiteAddress(pub(super) String);

impl<'de> Deserialize<'de> for SiteAddress {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_hand(deserializer, |d, node| {
            let url = address(d, node).unwrap_or_default();
            if let Some(behind) = url.find(['?', '#']).map(|at| &url[at..]) {
                let message = format!("`{behind}` cannot be part of the address of a site");
                d.error(Code::BadAddress, node.at, message).help =
                    Some("write the address of the folder of its front page, and nothing after it".to_owned());
            }
            Self(url)
        })
    }
}

fn address(d: &mut Decoder, node: &Node) -> Option<String> {
    let url = line(d, node, LONGEST_ADDRESS)?;
    if user_of(&url).is_some() {
        d.error(Code::BadAddress, node.at, "this address holds a name or password, which every reader would see")
            .help = Some("remove everything between `//` and `@`, and the `@`".to_owned());
    } else if !is_web_address(&url) {
        let shown: String = url.chars().take(LONGEST_NAME).collect();
        d.error(Code::BadAddress, node.at, format!("`{shown}` is not the address of a web page")).help =
            Some("write the whole address, with `https://` or `http://`".to_owned());
    }
    Some(url)
}

impl JsonSchema for SiteAddress {
    fn schema_name() -> Cow<'static, str> {
        "SiteAddress".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^\\s*[hH][tT][tT][pP][sS]?://[^?#]*$", "maxLength": LONGEST_ADDRESS })
    }
}

impl JsonSchema for Address {
    fn schema_name() -> Cow<'static, str> {
        "Address".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^\\s*[hH][tT][tT][pP][sS]?://", "maxLength": LONGEST_ADDRESS })
    }
}

/// The host of an address, with the user and the port: all up to the path. It is given without its scheme.
fn authority(rest: &str) -> &str {
    rest.split(['/', '?', '#']).next().unwrap_or_default()
}

/// The user that an address logs in as, with the password.
fn user_of(url: &str) -> Option<&str> {
    let (_, rest) = url.split_once("://")?;
    authority(rest).rsplit_once('@').map(|(user, _)| user)
}

/// Whether an address leads to a web page, and nothing else.
pub fn is_web_address(url: &str) -> bool {
    let lower = url.to_ascii_lowercase();
    let rest = ["https://", "http://"].iter().find_map(|scheme| lower.strip_prefix(scheme));
    let host = rest.map(authority).unwrap_or_default();
    let is_plain = |c: char| !c.is_whitespace() && !c.is_control() && !"\"'<>\\`{}|^".contains(c);
    host.contains(|c: char| c.is_alphanumeric()) && url.chars().all(is_plain)
}
