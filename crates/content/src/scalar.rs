//! Single values of content: each says what an author may write, to the reader, and to the schema that editors read.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

use makeready_rules::character::BLANK;
use makeready_rules::template::Template;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer};

use super::concept::head::Head;
use super::de::{List, by_hand, by_hand_if_sound};
use super::decode::{Decoder, FORMAT_VERSION, Markdown, PlacedFormula, RESERVED};
use super::limits::{LONGEST_ID, LONGEST_LINE, LONGEST_MARKDOWN, LONGEST_NAME, LONGEST_TEXT};
use super::markup::Reading;
use super::source::{Located, ScalarPlace, Span};
use super::text::Text;
use super::yaml::{Kind, Node};

/// Names that no file can have on Windows, as a pattern.
const DEVICES: &str = "^(con|prn|aux|nul|com[0-9]|lpt[0-9])$";

/// Gives a type the schema behind it, in place: none of these has a name that would help an author.
macro_rules! schema {
    ($type:ty, $name:expr, $schema:expr) => {
        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                $name.into()
            }

            fn inline_schema() -> bool {
                true
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                $schema
            }
        }
    };
}

/// Declares values that are read by one function each.
macro_rules! scalars {
    ($($(#[$doc:meta])* $name:ident($inner:ty) = $read:expr, $schema:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
        pub struct $name(pub $inner);

        impl Deref for $name {
            type Target = $inner;

            fn deref(&self) -> &$inner {
                &self.0
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let read: fn(&mut Decoder, &Node) -> $inner = $read;
                by_hand(deserializer, read).map(Self)
            }
        }

        schema!($name, stringify!($name), $schema);
    )*};
}

scalars! {
    /// An id: small letters, figures and hyphens. It becomes part of an address.
    Id(Located<String>) = |d, node| d.id_of(node, '-'),
        json_schema!({ "type": "string", "pattern": "^[a-z][a-z0-9-]*$", "maxLength": LONGEST_ID });

    /// An id by which a file or folder is called.
    FileName(Located<String>) = Decoder::file_name_of,
        json_schema!({ "type": "string", "pattern": "^[a-z][a-z0-9-]*$", "maxLength": LONGEST_ID, "not": { "pattern": DEVICES } });

    /// The id of a character or NPC: files are called by it, beside those of the blank forms.
    PersonId(Located<String>) = Decoder::person_id_of,
        json_schema!({ "type": "string", "pattern": "^[a-z][a-z0-9-]*$", "maxLength": LONGEST_ID, "not": { "pattern": format!("{DEVICES}|^{BLANK}$") } });

    /// A name that formulas use: small letters, figures and underscores.
    FormulaName(Located<String>) = |d, node| d.formula_name_of(node),
        json_schema!({ "type": "string", "pattern": "^[a-z][a-z0-9_]*$", "maxLength": LONGEST_ID, "not": { "enum": RESERVED } });

    /// A name or label that has to say something.
    Name(String) = |d, node| { d.refuse_empty(node); d.plain_name_of(node) },
        json_schema!({ "type": ["string", "number"], "pattern": "\\S", "maxLength": LONGEST_NAME });

    /// A heading that several may share, and where it stands.
    Heading(Located<String>) = |d, node| { d.refuse_empty(node); Located { value: d.plain_name_of(node), at: node.at } },
        json_schema!({ "type": ["string", "number"], "pattern": "\\S", "maxLength": LONGEST_NAME });

    /// A name, label or unit that may be empty.
    Label(String) = Decoder::plain_name_of,
        json_schema!({ "type": ["string", "number"], "maxLength": LONGEST_NAME });

    /// A name, label or unit that may be empty, and where it stands.
    LabelAt(Located<String>) = |d, node| Located { value: d.plain_name_of(node), at: node.at },
        json_schema!({ "type": ["string", "number"], "maxLength": LONGEST_NAME });

    /// A name among several of which one is taken.
    Word(String) = |d, node| { let word = d.reference(node).value; d.refuse_markup(node, &word, Reading::Plain); word },
        json_schema!({ "type": ["string", "number"], "pattern": "\\S", "maxLength": LONGEST_NAME });

    /// The id of a rule: letters, figures, dots and hyphens.
    RuleId(String) = Decoder::rule_of,
        json_schema!({ "type": ["string", "number"], "pattern": "^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$", "maxLength": LONGEST_ID });

    /// A plain paragraph that has to say something.
    Sentence(String) = |d, node| { d.refuse_empty(node); d.plain_sentence_of(node) },
        json_schema!({ "type": ["string", "number"], "pattern": "\\S", "maxLength": LONGEST_LINE });

    /// A plain paragraph that may be empty.
    Remark(String) = Decoder::plain_sentence_of,
        json_schema!({ "type": ["string", "number"], "maxLength": LONGEST_LINE });

    /// A plain paragraph that may be empty, and where it stands.
    RemarkAt(Located<String>) = |d, node| Located { value: d.plain_sentence_of(node), at: node.at },
        json_schema!({ "type": ["string", "number"], "maxLength": LONGEST_LINE });

    /// A paragraph that its page reads as Markdown.
    Prose(String) = |d, node| {
        d.refuse_empty(node);
        let text = d.prose_of(node);
        d.check_markdown(&text, &d.place(node, &text));
        d.refuse_markup(node, &text, Reading::Markdown);
        text
    }, json_schema!({ "type": ["string", "number"], "pattern": "\\S", "maxLength": LONGEST_LINE });

    /// Text with marks and formulas that has to say something.
    Marked(Text) = |d, node| d.some_marked_of(node),
        json_schema!({ "type": ["string", "number"], "pattern": "\\S", "maxLength": LONGEST_TEXT });

    /// Text with marks and formulas, of paragraphs and lists, that may be empty.
    Body(Text) = Decoder::body_of,
        json_schema!({ "type": ["string", "number"], "maxLength": LONGEST_TEXT });

    /// The same, but it has to say something.
    SomeBody(Text) = |d, node| d.some_body_of(node),
        json_schema!({ "type": ["string", "number"], "pattern": "\\S", "maxLength": LONGEST_TEXT });

    /// Text in which only formulas mean something.
    Filled((Template, ScalarPlace)) = Decoder::template_of,
        json_schema!({ "type": ["string", "number"], "maxLength": LONGEST_TEXT });

    /// A word that has been read already, since it says how everything around it is read.
    Tag(()) = |_, _| (), json_schema!({ "type": "string" });

    /// The version of the format.
    FormatVersion(()) = Decoder::format_version, json_schema!({ "const": FORMAT_VERSION });
}

/// Texts say what was written.
macro_rules! texts {
    ($($name:ident)*) => {$(
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl From<$name> for String {
            fn from(text: $name) -> Self {
                text.0
            }
        }
    )*};
}

texts! { Name Label Word RuleId Sentence Remark Prose }

/// Declares what entries begin with, each by its keys.
macro_rules! heads {
    ($($(#[$doc:meta])* $name:ident from $keys:ty;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
        pub struct $name(pub Head);

        impl Deref for $name {
            type Target = Head;

            fn deref(&self) -> &Head {
                &self.0
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                <$keys>::deserialize(deserializer).map(|keys| Self(keys.into()))
            }
        }

        schema!($name, stringify!($name), <$keys>::json_schema(&mut SchemaGenerator::default()));
    )*};
}

heads! {
    /// `id`, `name`, `rule`, `rules`, `summary` and `also` of something that is looked up by its id.
    Headed from HeadKeys<Id>;

    /// The same of something that formulas name.
    HeadedForFormulas from HeadKeys<FormulaName>;

    /// The same of something in a file of its own.
    HeadedFile from HeadKeys<FileName>;

    /// `id`, `name` and `also` only.
    Called from CalledKeys<Id>;

    /// The same of something in a file of its own.
    CalledFile from CalledKeys<FileName>;

    /// The same of a character or NPC.
    CalledPerson from CalledKeys<PersonId>;
}

/// What most entries have.
#[derive(Deserialize, JsonSchema)]
struct HeadKeys<I> {
    /// Id: what other files call it by.
    id: I,
    /// What is printed.
    name: Name,
    /// The rule it rests on.
    #[serde(default)]
    #[schemars(example = &"LR-03")]
    rule: RuleId,
    /// Further rules it rests on.
    #[serde(default)]
    rules: List<RuleId>,
    /// One or two plain sentences.
    #[serde(default)]
    summary: RemarkAt,
    /// Further words that the search finds it by, where it has a page: what other games call it.
    #[serde(default)]
    #[schemars(example = serde_json::json!(["hit points", "life"]))]
    also: List<Word>,
}

impl<I: Deref<Target = Located<String>>> From<HeadKeys<I>> for Head {
    fn from(keys: HeadKeys<I>) -> Self {
        Self {
            id: keys.id.value.clone(),
            name: keys.name.0,
            rule: keys.rule.0,
            rules: keys.rules.into_iter().map(|rule| rule.0).collect(),
            summary: keys.summary.0.value,
            summary_at: keys.summary.0.at,
            also: words(keys.also),
            at: keys.id.at,
        }
    }
}

/// What the others have.
#[derive(Deserialize, JsonSchema)]
struct CalledKeys<I> {
    /// Id: what other files call it by.
    id: I,
    /// What is printed.
    name: Name,
    /// Further words that the search finds it by, where it has a page.
    #[serde(default)]
    also: List<Word>,
}

impl<I: Deref<Target = Located<String>>> From<CalledKeys<I>> for Head {
    fn from(keys: CalledKeys<I>) -> Self {
        Self { name: keys.name.0, also: words(keys.also), at: keys.id.at, id: keys.id.value.clone(), ..Self::default() }
    }
}

/// Words as texts.
pub fn words(words: List<Word>) -> Vec<String> {
    words.into_iter().map(String::from).collect()
}

/// Where the mapping stands whose part this is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct Here(pub Span);

impl Here {
    /// The same place without its length.
    pub const fn start(self) -> Span {
        Span { end: self.0.start, ..self.0 }
    }
}

impl<'de> Deserialize<'de> for Here {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_hand(deserializer, |_, node| Self(node.at))
    }
}

/// A word that refers to something, such as the id of a stat.
impl<'de> Deserialize<'de> for Located<String> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_hand(deserializer, Decoder::reference)
    }
}

/// `true` or `false`, and where it stands.
impl<'de> Deserialize<'de> for Located<bool> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_hand(deserializer, |d, node| Self { value: d.word_truth(node), at: node.at })
    }
}

schema!(Located<bool>, "Boolean", json_schema!({ "type": "boolean" }));

schema!(
    Located<String>,
    "Reference",
    json_schema!({
        "type": ["string", "number"], "pattern": "\\S", "maxLength": LONGEST_NAME
    })
);

/// Text with marks and formulas that may be empty.
impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_hand(deserializer, Decoder::marked_of)
    }
}

schema!(Text, "Text", json_schema!({ "type": ["string", "number"], "maxLength": LONGEST_TEXT }));

/// Text with marks and formulas that is also handed on as it was written.
#[derive(Clone, Debug, Default, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct Written {
    /// The text.
    pub text: Text,
    /// As it was written.
    pub written: String,
}

impl Deref for Written {
    type Target = Text;

    fn deref(&self) -> &Text {
        &self.text
    }
}

impl<'de> Deserialize<'de> for Written {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_hand(deserializer, |d, node| {
            // One that is no text is reported where its marks are read.
            let is_text = matches!(node.kind, Kind::Text(_) | Kind::Whole(_) | Kind::Decimal);
            let written = if is_text { d.text_of(node) } else { String::new() };
            Self { text: d.body_of(node), written }
        })
    }
}

schema!(Written, "Written", Text::json_schema(&mut SchemaGenerator::default()));

impl<'de> Deserialize<'de> for Markdown {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_hand(deserializer, Decoder::markdown_of)
    }
}

schema!(Markdown, "Markdown", json_schema!({ "type": ["string", "number"], "maxLength": LONGEST_MARKDOWN }));

/// A formula stands in a [`Readable`]: there is none that could stand in for it.
impl<'de> Deserialize<'de> for PlacedFormula {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_hand_if_sound(deserializer, Decoder::formula_of)
    }
}

schema!(PlacedFormula, "Formula", json_schema!({ "type": ["string", "number"] }));

/// A whole number within limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct Whole<const LEAST: i64, const MOST: i64>(pub i64);

impl<'de, const LEAST: i64, const MOST: i64> Deserialize<'de> for Whole<LEAST, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_hand(deserializer, |d, node| Self(d.whole_of(node, LEAST, MOST)))
    }
}

impl<const LEAST: i64, const MOST: i64> JsonSchema for Whole<LEAST, MOST> {
    fn schema_name() -> Cow<'static, str> {
        "Whole".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": LEAST, "maximum": MOST })
    }
}

impl<const LEAST: i64, const MOST: i64> Whole<LEAST, MOST> {
    /// A number that is never less than nothing.
    pub fn count(self) -> u32 {
        u32::try_from(self.0).unwrap_or(0)
    }
}

/// A whole number within limits, and where it stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WholeAt<const LEAST: i64, const MOST: i64>(pub Located<i64>);

impl<const LEAST: i64, const MOST: i64> Deref for WholeAt<LEAST, MOST> {
    type Target = Located<i64>;

    fn deref(&self) -> &Located<i64> {
        &self.0
    }
}

impl<'de, const LEAST: i64, const MOST: i64> Deserialize<'de> for WholeAt<LEAST, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_hand(deserializer, |d, node| Self(Located { value: d.whole_of(node, LEAST, MOST), at: node.at }))
    }
}

impl<const LEAST: i64, const MOST: i64> JsonSchema for WholeAt<LEAST, MOST> {
    fn schema_name() -> Cow<'static, str> {
        Whole::<LEAST, MOST>::schema_name()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Whole::<LEAST, MOST>::json_schema(generator)
    }
}
