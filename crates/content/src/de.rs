//! Reading by derive: serde's view of a YAML tree in which every value knows its place.
//!
//! **In** a [`Node`] and the [`Decoder`] of its file. **Out** any type that derives `Deserialize`. A fault does not end
//! the reading: it is noted in the decoder, with its place, and what could not be read is left out of the [`List`] or
//! [`Readable`] that holds it. Unknown, repeated and missing keys are told here for all mappings; which keys have to
//! be there is what the derive says (`#[serde(default)]`: those need not).
//!
//! Serde knows of no context, so the decoder is lent to the thread while a tree is read, and what is read by hand gets
//! its node through [`by_hand`].

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::ops::Deref;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::value::StrDeserializer;
use serde::de::{
    self, DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer as _, MapAccess, VariantAccess,
    Visitor,
};

use super::decode::Decoder;
use super::limits::{LONGEST_NAME, MOST_ITEMS, MOST_KEYS};
use super::source::{FileId, Located};
use super::yaml::{Kind, Node};

/// The name under which a type asks for the node it stands at.
const NODE: &str = "$makeready::Node";

thread_local! {
    /// The decoder of the file that is read on this thread.
    static DECODER: RefCell<Option<Decoder>> = const { RefCell::new(None) };
    /// The node on its way to whoever asked for it.
    static HANDED: Cell<Option<Node>> = const { Cell::new(None) };
}

/// Reads a value. `None` when it is none of the kind; the reason has been noted.
pub fn read<T: DeserializeOwned>(decoder: &mut Decoder, node: &Node) -> Option<T> {
    lend(decoder, || T::deserialize(Place { node }).ok())
}

/// Runs `work` while the decoder is the thread's.
fn lend<T>(decoder: &mut Decoder, work: impl FnOnce() -> T) -> T {
    let lent = std::mem::replace(decoder, Decoder::new(FileId::default(), ""));
    let before = DECODER.replace(Some(lent));
    let done = work();
    *decoder = DECODER.replace(before).expect("what was lent is given back");
    done
}

/// Runs `work` with the decoder that was lent. It may read further values with [`read`].
fn borrow<T>(work: impl FnOnce(&mut Decoder) -> T) -> T {
    let mut decoder = DECODER.take().expect("trees are read with a decoder");
    let done = work(&mut decoder);
    DECODER.set(Some(decoder));
    done
}

/// Reads a value by hand, from its node. A missing key, which has been noted, gives a stand-in.
///
/// # Errors
/// When it is read from anything but content.
pub fn by_hand<'de, D, T>(deserializer: D, read: impl FnOnce(&mut Decoder, &Node) -> T) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Default,
{
    match deserializer.deserialize_newtype_struct(NODE, Handed) {
        Ok(node) => Ok(borrow(|decoder| read(decoder, &node))),
        Err(_) if DECODER.with_borrow(Option::is_some) => Ok(T::default()),
        Err(error) => Err(error),
    }
}

/// Reads a value by hand of which there is no stand-in.
///
/// # Errors
/// When it is faulty or missing, which has been noted.
pub fn by_hand_if_sound<'de, D, T>(
    deserializer: D,
    read: impl FnOnce(&mut Decoder, &Node) -> Option<T>,
) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
{
    let node = deserializer.deserialize_newtype_struct(NODE, Handed)?;
    borrow(|decoder| read(decoder, &node)).ok_or_else(|| de::Error::custom(NOTED))
}

/// What an error says that is not to be told, since it has been.
const NOTED: &str = "a fault that has been noted";

/// Takes the node that is handed over.
struct Handed;

impl Visitor<'_> for Handed {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value of content")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Node, E> {
        HANDED.take().ok_or_else(|| E::custom("only content is read like this"))
    }
}

/// A fault that has been noted.
#[derive(Debug)]
pub struct Noted;

impl fmt::Display for Noted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(NOTED)
    }
}

impl std::error::Error for Noted {}

impl de::Error for Noted {
    fn custom<T: fmt::Display>(message: T) -> Self {
        let message = message.to_string();
        // Whatever else a type refuses on its own: none of content does, and if one did, it must not go unseen.
        assert!(message == NOTED, "content is not read like this: {message}");
        Self
    }

    fn missing_field(field: &'static str) -> Self {
        borrow(|decoder| decoder.missing_key(field));
        Self
    }
}

/// A node, for serde.
struct Place<'n> {
    node: &'n Node,
}

impl<'de> Deserializer<'de> for Place<'_> {
    type Error = Noted;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Noted> {
        unreachable!("types of content say what they are")
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Noted> {
        visitor.visit_bool(borrow(|decoder| decoder.word_truth(self.node)))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Noted> {
        // Keys with nothing behind them are told with their mapping, and not shown.
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, Noted> {
        if name != NODE {
            return visitor.visit_newtype_struct(self);
        }
        HANDED.set(Some(self.node.clone()));
        visitor.visit_unit()
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        keys: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Noted> {
        let node = self.node;
        let entries = borrow(|decoder| decoder.open(node, keys)).ok_or(Noted)?;
        let value = visitor.visit_map(Keys { mapping: node, entries: entries.into_iter(), value: None });
        borrow(Decoder::close);
        value
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Noted> {
        let known: Vec<(&str, &'static str)> = words.iter().map(|word| (*word, *word)).collect();
        let word = borrow(|decoder| decoder.word(self.node, &known)).ok_or(Noted)?;
        visitor.visit_enum(Word(word))
    }

    serde::forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map identifier ignored_any
    }
}

/// A word of a closed set.
struct Word(&'static str);

impl<'de> EnumAccess<'de> for Word {
    type Error = Noted;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), Noted> {
        let word: StrDeserializer<'_, Noted> = self.0.into_deserializer();
        Ok((seed.deserialize(word)?, self))
    }
}

impl<'de> VariantAccess<'de> for Word {
    type Error = Noted;

    fn unit_variant(self) -> Result<(), Noted> {
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, _: S) -> Result<S::Value, Noted> {
        unreachable!("words of content hold nothing")
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Noted> {
        unreachable!("words of content hold nothing")
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], _: V) -> Result<V::Value, Noted> {
        unreachable!("words of content hold nothing")
    }
}

/// The keys of a mapping that are known and have something behind them, each once.
struct Keys<'n> {
    mapping: &'n Node,
    /// By number within the mapping; the mapping as a whole for [`PARTS`].
    entries: std::vec::IntoIter<(&'static str, Option<usize>)>,
    value: Option<(&'static str, Option<usize>)>,
}

impl<'de> MapAccess<'de> for Keys<'_> {
    type Error = Noted;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Noted> {
        self.value = self.entries.next();
        let Some((key, _)) = self.value else { return Ok(None) };
        let key: StrDeserializer<'_, Noted> = key.into_deserializer();
        seed.deserialize(key).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Noted> {
        let (key, number) = self.value.take().ok_or(Noted)?;
        let node = match (&self.mapping.kind, number) {
            (Kind::Map(entries), Some(number)) => &entries[number].1,
            (_, _) => self.mapping,
        };
        borrow(|decoder| decoder.at_key(key));
        seed.deserialize(Place { node })
    }
}

/// Keys that several kinds of entries share, such as `id` and `name`, or a place: a field of such a name stands for the
/// mapping itself, out of which it takes its own.
pub const PARTS: [&str; 2] = ["head", "body"];

/// What could be read of a value that may be faulty.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct Readable<T>(pub Option<T>);

impl<T> Default for Readable<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T> Deref for Readable<T> {
    type Target = Option<T>;

    fn deref(&self) -> &Option<T> {
        &self.0
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Readable<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(T::deserialize(deserializer).ok()))
    }
}

/// Declares what holds several values.
macro_rules! containers {
    ($($(#[$doc:meta])* $name:ident $([$most:ident])? of $item:ty;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
        pub struct $name<T $(, const $most: usize)?>(pub Vec<$item>);

        impl<T $(, const $most: usize)?> Default for $name<T $(, $most)?> {
            fn default() -> Self {
                Self(Vec::new())
            }
        }

        impl<T $(, const $most: usize)?> Deref for $name<T $(, $most)?> {
            type Target = Vec<$item>;

            fn deref(&self) -> &Self::Target {
                &self.0
            }
        }

        impl<T $(, const $most: usize)?> IntoIterator for $name<T $(, $most)?> {
            type Item = $item;
            type IntoIter = std::vec::IntoIter<$item>;

            fn into_iter(self) -> Self::IntoIter {
                self.0.into_iter()
            }
        }

        impl<'l, T $(, const $most: usize)?> IntoIterator for &'l $name<T $(, $most)?> {
            type Item = &'l $item;
            type IntoIter = std::slice::Iter<'l, $item>;

            fn into_iter(self) -> Self::IntoIter {
                self.0.iter()
            }
        }
    )*};
}

containers! {
    /// A list, of which what could not be read is left out.
    List of T;

    /// A list that has to hold something.
    Several of T;

    /// A list of so many at most.
    Bounded[MOST] of T;

    /// A mapping whose keys are names of the author's.
    Named of (Located<String>, T);
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_hand(deserializer, |decoder, node| Self(items(decoder, node)))
    }
}

/// Reads a list of what becomes something else.
///
/// # Errors
/// When it is read from anything but content.
pub fn list_as<'de, D: Deserializer<'de>, W: DeserializeOwned + Into<T>, T>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    List::<W>::deserialize(deserializer).map(|list| list.into_iter().map(Into::into).collect())
}

fn items<T: DeserializeOwned>(decoder: &mut Decoder, list: &Node) -> Vec<T> {
    decoder.items(list).iter().filter_map(|node| read(decoder, node)).collect()
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Several<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_hand(deserializer, |decoder, node| {
            decoder.refuse_empty_list(node);
            Self(items(decoder, node))
        })
    }
}

impl<'de, T: DeserializeOwned, const MOST: usize> Deserialize<'de> for Bounded<T, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_hand(deserializer, |decoder, node| {
            decoder.refuse_more(node, MOST);
            Self(items(decoder, node))
        })
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_hand(deserializer, |decoder, node| {
            let entries = decoder.map_entries(node);
            Self(entries.into_iter().filter_map(|(name, node)| Some((name, read(decoder, node)?))).collect())
        })
    }
}

/// The schema of keys that are names of the author's.
pub fn names() -> Schema {
    json_schema!({ "pattern": "\\S", "maxLength": LONGEST_NAME })
}

impl<T: JsonSchema> JsonSchema for Readable<T> {
    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }

    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

impl<T: JsonSchema> JsonSchema for List<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("List_of_{}", T::schema_name()).into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "array", "items": generator.subschema_for::<T>(), "maxItems": MOST_ITEMS })
    }
}

impl<T: JsonSchema> JsonSchema for Several<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("Several_of_{}", T::schema_name()).into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "array", "items": generator.subschema_for::<T>(), "minItems": 1, "maxItems": MOST_ITEMS })
    }
}

impl<T: JsonSchema, const MOST: usize> JsonSchema for Bounded<T, MOST> {
    fn schema_name() -> Cow<'static, str> {
        format!("Up_to_{MOST}_of_{}", T::schema_name()).into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "array", "items": generator.subschema_for::<T>(), "maxItems": MOST })
    }
}

impl<T: JsonSchema> JsonSchema for Named<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("Named_{}", T::schema_name()).into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let value = generator.subschema_for::<T>();
        json_schema!({
            "type": "object", "additionalProperties": value, "maxProperties": MOST_KEYS, "propertyNames": names()
        })
    }
}
