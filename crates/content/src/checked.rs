//! What is looked at once more when it has been read: keys of one entry together, and how many there are.

use std::borrow::Cow;
use std::ops::Deref;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};

use super::de::{by_hand, by_hand_if_sound, read};
use super::decode::Decoder;
use super::yaml::Node;

/// What an author writes, that becomes an entry when its keys have been looked at together.
pub trait Written: DeserializeOwned {
    /// What it becomes.
    type Entry;

    /// Notes what is wrong between its keys, and makes the entry. The node tells where keys stand.
    fn entry(self, d: &mut Decoder, node: &Node) -> Self::Entry;
}

/// The entry that was written.
pub struct Checked<W: Written>(pub W::Entry);

impl<W: Written<Entry: Clone>> Clone for Checked<W> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<'de, W: Written> Deserialize<'de> for Checked<W> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_hand_if_sound(deserializer, |d, node| {
            let written: W = read(d, node)?;
            Some(Self(written.entry(d, node)))
        })
    }
}

impl<W: Written + JsonSchema> JsonSchema for Checked<W> {
    fn schema_name() -> Cow<'static, str> {
        W::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        W::schema_id()
    }

    fn inline_schema() -> bool {
        W::inline_schema()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        W::json_schema(generator)
    }
}

/// A list that has no more than so many items, which are called after its key.
#[derive(Clone, Debug, Default, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct Few<L, const MOST: usize>(pub L);

impl<L, const MOST: usize> Deref for Few<L, MOST> {
    type Target = L;

    fn deref(&self) -> &L {
        &self.0
    }
}

impl<'de, L: DeserializeOwned + Default, const MOST: usize> Deserialize<'de> for Few<L, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_hand(deserializer, |d, node| {
            d.refuse_more(node, MOST);
            Self(read(d, node).unwrap_or_default())
        })
    }
}

impl<L: JsonSchema, const MOST: usize> JsonSchema for Few<L, MOST> {
    fn schema_name() -> Cow<'static, str> {
        format!("Few_{}", L::schema_name()).into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = L::json_schema(generator);
        schema.insert("maxItems".to_owned(), MOST.into());
        schema
    }
}
