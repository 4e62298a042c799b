//! The language of texts: of a game, and of the pages over all games.

use std::borrow::Cow;

use makeready_words::{Lang, LangFault, Words};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer};

use crate::code::Code;
use crate::de::{by_hand, read};
use crate::decode::Decoder;
use crate::limits::LONGEST_ID;
use crate::source::Located;
use crate::yaml::{Kind, Node};

/// The language that texts are written in, with the words of the interface that go with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LangEntry(pub Lang);

/// A language, and another for the interface.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "LanguageInFull")]
struct LangWritten {
    /// The language that the texts are written in.
    #[schemars(example = &"fr")]
    texts: Located<String>,
    /// The language of the interface: one that Makeready has words of.
    #[schemars(example = &"en")]
    interface: Located<String>,
}

impl<'de> Deserialize<'de> for LangEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_hand(deserializer, |d, node| Self(lang(d, node).unwrap_or_default()))
    }
}

fn lang(d: &mut Decoder, node: &Node) -> Option<Lang> {
    if !matches!(node.kind, Kind::Map(_)) {
        let tag = d.reference(node);
        return used(d, &tag, Lang::new(&tag.value));
    }
    let LangWritten { texts, interface } = read(d, node)?;
    let words = used(d, &interface, Lang::new(&interface.value))?.words;
    used(d, &texts, Lang::with(&texts.value, words))
}

fn used(d: &mut Decoder, tag: &Located<String>, lang: Result<Lang, LangFault>) -> Option<Lang> {
    let shown: String = tag.value.chars().take(LONGEST_ID).collect();
    let all = Words::tags().map(|tag| format!("`{tag}`")).collect::<Vec<_>>().join(" and ");
    let (message, help) = match lang {
        Ok(lang) => return Some(lang),
        // A mistake in the YAML that has been noted.
        Err(_) if shown.is_empty() => return None,
        Err(LangFault::NoTag) => (
            format!("`{shown}` is not a language tag"),
            format!("write a tag such as `de` or `de-AT`; Makeready has {all}"),
        ),
        Err(LangFault::NoWords) => (
            format!("Makeready has no interface in `{shown}`"),
            format!(
                "it has {all}; for texts in another language, name the language of the interface: `lang: {{ texts: \
                 {shown}, interface: en }}`"
            ),
        ),
    };
    d.error(Code::UnknownLanguage, tag.at, message).help = Some(help);
    None
}

impl JsonSchema for LangEntry {
    fn schema_name() -> Cow<'static, str> {
        "Language".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let words: Vec<&str> = Words::tags().collect();
        let long = generator.subschema_for::<LangWritten>();
        let pattern = format!("^(?:{})(?:-[A-Za-z0-9]+)*$", words.join("|"));
        json_schema!({ "anyOf": [{ "type": "string", "pattern": pattern, "examples": words }, long] })
    }
}
