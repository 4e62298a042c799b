//! The words of a language as they are embedded: keys, each with a text or one for each plural.

use std::collections::{BTreeMap, BTreeSet};

use icu_locale::Locale;
use icu_plurals::{PluralCategory, PluralRules};
use serde::Serialize;

/// The words of a language.
pub struct Table {
    /// Its tag.
    pub tag: String,
    /// Texts by their keys, without soft hyphens.
    pub texts: BTreeMap<String, Text>,
    /// Those that have soft hyphens, with them.
    pub hyphenated: BTreeMap<String, String>,
}

/// Says where a long word may be divided; it is seen only where one is.
const SOFT_HYPHEN: char = '\u{ad}';

/// A text, or one for each plural.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Text {
    /// As it is.
    Plain(String),
    /// By the names of plurals.
    Counted(BTreeMap<String, String>),
}

const fn name_of(category: PluralCategory) -> &'static str {
    match category {
        PluralCategory::Zero => "zero",
        PluralCategory::One => "one",
        PluralCategory::Two => "two",
        PluralCategory::Few => "few",
        PluralCategory::Many => "many",
        PluralCategory::Other => "other",
    }
}

impl Table {
    /// Reads what the build script writes: a key, the plural or nothing, and the text, with a separator of units between them, and one
    /// of records behind.
    pub fn read(tag: &str, written: &str) -> Self {
        let mut texts: BTreeMap<String, Text> = BTreeMap::new();
        for record in written.split_terminator('\u{1e}') {
            let mut parts = record.splitn(3, '\u{1f}').map(str::to_owned);
            let mut part = || parts.next().expect("the build script writes all three");
            let (key, plural, text) = (part(), part(), part());
            if plural.is_empty() {
                texts.insert(key, Text::Plain(text));
                continue;
            }
            match texts.entry(key).or_insert_with(|| Text::Counted(BTreeMap::new())) {
                Text::Counted(forms) => forms.insert(plural, text),
                Text::Plain(text) => unreachable!("a key of YAML has one value: {text}"),
            };
        }
        let mut hyphenated = BTreeMap::new();
        for (key, text) in &mut texts {
            if let Text::Plain(text) = text
                && text.contains(SOFT_HYPHEN)
            {
                hyphenated.insert(key.clone(), text.clone());
                text.retain(|c| c != SOFT_HYPHEN);
            }
        }
        Self { tag: tag.to_owned(), texts, hyphenated }
    }

    /// The same with every text in brackets, without those that only say how something is written.
    pub fn bracketed(&self) -> Self {
        let bracketed = |text: &String| in_brackets(text);
        let texts = self.texts.iter().map(|(key, text)| {
            let text = match text {
                text if key.starts_with("format.") || key.ends_with(".quoted") || key == "script.type" => text.clone(),
                Text::Plain(text) => Text::Plain(bracketed(text)),
                Text::Counted(texts) => {
                    Text::Counted(texts.iter().map(|(plural, text)| (plural.clone(), bracketed(text))).collect())
                }
            };
            (key.clone(), text)
        });
        Self { tag: self.tag.clone(), texts: texts.collect(), hyphenated: BTreeMap::new() }
    }

    /// The plural of a number.
    pub fn plural_of(&self, count: usize) -> &'static str {
        name_of(rules(&self.tag).category_for(count))
    }

    /// The plurals of the language, in order.
    pub fn plurals(&self) -> Vec<&'static str> {
        let mut names: Vec<_> = rules(&self.tag).categories().map(name_of).collect();
        names.sort_unstable();
        names
    }
}

/// A text with its own words in brackets: `⟦also called ⟧{names}`. What its placeholders stand for has its own, or is content.
fn in_brackets(text: &str) -> String {
    let own = |part: &str| if part.is_empty() { String::new() } else { format!("⟦{part}⟧") };
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, (name, behind))) =
        rest.split_once('{').and_then(|(before, behind)| Some((before, behind.split_once('}')?)))
    {
        out += &own(before);
        out += &format!("{{{name}}}");
        rest = behind;
    }
    out + &own(rest)
}

/// They cannot be shared between threads, and are a look into a table.
fn rules(tag: &str) -> PluralRules {
    let locale = Locale::try_from_str(tag).unwrap_or_else(|_| panic!("{tag}.yaml is called by the tag of a language"));
    PluralRules::try_new_cardinal(locale.into()).expect("the rules of all languages are compiled in")
}

impl Text {
    /// The placeholders, in order, each once. That of the number is one of all that is counted, whether a form says it or not.
    pub fn placeholders(&self) -> Vec<&str> {
        let texts: Vec<&String> = match self {
            Self::Plain(text) => vec![text],
            Self::Counted(texts) => texts.values().collect(),
        };
        let in_text = texts.into_iter().flat_map(|text| text.split('{').skip(1));
        let names: BTreeSet<&str> = in_text.filter_map(|rest| Some(rest.split_once('}')?.0)).collect();
        names.into_iter().filter(|name| *name != "count" || matches!(self, Self::Plain(_))).collect()
    }

    /// The plurals that it has a form for; none where it is not counted.
    pub fn plurals(&self) -> Vec<&str> {
        match self {
            Self::Plain(_) => Vec::new(),
            Self::Counted(texts) => texts.keys().map(String::as_str).collect(),
        }
    }
}
