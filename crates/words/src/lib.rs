//! The words of the interface: what Makeready's pages say by themselves, in each language that there is.
//!
//! **In** `site/words/<language>.yaml`, of which each has the same keys and the same placeholders. **Out** [`Words`] of a
//! language: texts by their keys, filled in, in the plural that a number asks for. A [`Lang`] is the language that somebody
//! writes in, with the words that go with it.
//!
//! A key is a path in the file, such as `page.search`. It is written in code and templates, and the tests compare all that are
//! written there with all that the files have, so that none is missing when a page is made.

mod table;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Read, Write};
use std::sync::{LazyLock, OnceLock};

use borsh::{BorshDeserialize, BorshSerialize};
use icu_locale::{Locale, LocaleDirectionality};
use serde::{Serialize, Serializer};

use self::table::{Table, Text};

/// The language of the words where nobody asks for another.
pub const DEFAULT: &str = "en";

/// The keys that scripts use begin with this.
const OF_SCRIPTS: &str = "script.";
/// And those that the scripts of the workshop use with this.
const OF_WORKSHOP: &str = "bench.";
/// And those that what is printed shows with this.
const OF_PAPER: &str = "paper.";

include!(concat!(env!("OUT_DIR"), "/words.rs"));

/// The words of a language as they are embedded, which are read when the language is asked for: hardly anybody asks for two.
struct Language {
    written: &'static str,
    table: OnceLock<Table>,
}

/// All languages that there are words of, by their tags.
static LANGUAGES: LazyLock<BTreeMap<&'static str, Language>> = LazyLock::new(|| {
    EMBEDDED.iter().map(|&(tag, written)| (tag, Language { written, table: OnceLock::new() })).collect()
});

/// The words of a language that has a file.
fn table(tag: &str) -> Option<&'static Table> {
    let language = LANGUAGES.get(tag)?;
    Some(language.table.get_or_init(|| Table::read(tag, language.written)))
}

/// English in brackets, for the tests: see [`Words::bracketed`].
static BRACKETED: LazyLock<Table> = LazyLock::new(|| Words::default().0.bracketed());

/// The words of one language.
#[derive(Clone, Copy)]
pub struct Words(&'static Table);

impl Words {
    /// The words of a language; of `de-AT` those of `de`, unless it has its own.
    pub fn find(tag: &str) -> Option<Self> {
        let mut tag = tag;
        loop {
            if let Some(table) = table(tag) {
                return Some(Self(table));
            }
            tag = tag.rsplit_once('-')?.0;
        }
    }

    /// The tags of all languages that there are words of, in order.
    pub fn tags() -> impl Iterator<Item = &'static str> {
        LANGUAGES.keys().copied()
    }

    /// English with every text in `⟦brackets⟧`: no content can name this language. A page that is made with it shows which of
    /// its words do not come from here.
    pub fn bracketed() -> Self {
        Self(&BRACKETED)
    }

    /// The tag of the language.
    pub fn tag(self) -> &'static str {
        &self.0.tag
    }

    /// All keys, each with the placeholders of its text and the plurals that it has, in order.
    pub fn keys(self) -> impl Iterator<Item = (&'static str, Vec<&'static str>, Vec<&'static str>)> {
        self.0.texts.iter().map(|(key, text)| (key.as_str(), text.placeholders(), text.plurals()))
    }

    /// The plurals that numbers have in the language.
    pub fn plurals(self) -> Vec<&'static str> {
        self.0.plurals()
    }

    /// Whether there is a text of this key.
    pub fn has(self, key: &str) -> bool {
        self.0.texts.contains_key(key)
    }

    /// The text of a key, as it is.
    ///
    /// # Panics
    /// Where no text has this key, or only one for each number: the tests find both.
    pub fn text(self, key: &str) -> &'static str {
        match self.found(key) {
            Text::Plain(text) => text,
            Text::Counted(_) => panic!("{key} of {} is said of a number", self.tag()),
        }
    }

    /// The text of a key as a heading has it: with soft hyphens where it may be divided.
    ///
    /// # Panics
    /// As [`text`](Self::text).
    pub fn heading(self, key: &str) -> &'static str {
        self.0.hyphenated.get(key).map_or_else(|| self.text(key), String::as_str)
    }

    /// The text of a key with its placeholders filled.
    ///
    /// # Panics
    /// As [`text`](Self::text).
    pub fn say(self, key: &str, values: &[(&str, &str)]) -> String {
        filled(self.text(key), values)
    }

    /// Several things in a row, the last of them joined by the text of a key: `One, Two and Three`. One alone stands as it is.
    ///
    /// # Panics
    /// As [`text`](Self::text).
    pub fn all_of(self, key: &str, all: &[&str]) -> String {
        match all {
            [others @ .., last] if !others.is_empty() => {
                self.say(key, &[("others", &others.join(", ")), ("last", last)])
            }
            _ => all.concat(),
        }
    }

    /// The text that goes with a number, which is its `{count}`, with its placeholders filled.
    ///
    /// # Panics
    /// Where no text has this key: the tests find it.
    pub fn count(self, key: &str, count: usize, values: &[(&str, &str)]) -> String {
        let text = match self.found(key) {
            Text::Plain(text) => text,
            Text::Counted(texts) => texts.get(self.0.plural_of(count)).unwrap_or(&texts["other"]),
        };
        let number = count.to_string();
        let values: Vec<(&str, &str)> = values.iter().copied().chain([("count", number.as_str())]).collect();
        filled(text, &values)
    }

    fn found(self, key: &str) -> &'static Text {
        let text = self.0.texts.get(key);
        text.unwrap_or_else(|| panic!("{key} is in no file of words: the tests look for all keys"))
    }

    /// A number as the language writes it: with its decimal mark where `3.5` has a point.
    pub fn number(self, written: &str) -> String {
        written.replace('.', self.text("format.decimal"))
    }

    /// A number of hundredths, as in `12.5 %`.
    pub fn percent(self, written: &str) -> String {
        self.say("format.percent", &[("number", &self.number(written))])
    }

    /// What the scripts of all pages say: the texts of their keys, without what these begin with.
    pub fn of_scripts(self) -> impl Serialize {
        let texts = self.0.texts.iter();
        let texts = texts.filter_map(|(key, text)| Some((key.strip_prefix(OF_SCRIPTS)?, text)));
        texts.collect::<BTreeMap<_, _>>()
    }

    /// The same for those of the workshop, which no other page loads; and, by their whole keys, what pages say as well.
    pub fn of_workshop(self, shared: &[&str]) -> impl Serialize {
        let texts = self.0.texts.iter();
        let said = |key: &'static str| key.strip_prefix(OF_WORKSHOP).or_else(|| shared.contains(&key).then_some(key));
        texts.filter_map(|(key, text)| Some((said(key)?, text))).collect::<BTreeMap<_, _>>()
    }

    /// What stands on paper by itself, by keys without what they begin with.
    pub fn of_paper(self) -> impl Serialize {
        let texts = self.0.texts.iter();
        texts.filter_map(|(key, text)| Some((key.strip_prefix(OF_PAPER)?, text))).collect::<BTreeMap<_, _>>()
    }
}

/// A text with its placeholders filled, each in one go: what a value says is not read again.
fn filled(text: &str, values: &[(&str, &str)]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('{') {
        let (before, behind) = rest.split_at(at);
        let value = behind[1..]
            .split_once('}')
            .and_then(|(name, after)| Some((values.iter().find(|(known, _)| *known == name)?.1, after)));
        out.push_str(before);
        match value {
            Some((value, after)) => {
                out.push_str(value);
                rest = after;
            }
            None => {
                out.push('{');
                rest = &behind[1..];
            }
        }
    }
    out.push_str(rest);
    out
}

impl fmt::Debug for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Words").field(&self.tag()).finish()
    }
}

impl PartialEq for Words {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Words {}

impl Default for Words {
    fn default() -> Self {
        let table = table(DEFAULT);
        Self(table.expect("English is embedded"))
    }
}

impl Serialize for Words {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.tag())
    }
}

/// The language of texts, and the words of the interface beside them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Lang {
    /// The tag of the language of texts, such as `de` or `de-AT`.
    tag: String,
    /// The words of the interface: of that language, or of another where it has none.
    pub words: Words,
}

/// Why a language cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LangFault {
    /// What is written is no tag of a language.
    NoTag,
    /// There are no words of it.
    NoWords,
}

/// As two tags: that of the texts, and that of the words.
impl BorshSerialize for Lang {
    fn serialize<W: Write>(&self, out: &mut W) -> io::Result<()> {
        BorshSerialize::serialize(&(&*self.tag, self.words.tag()), out)
    }
}

impl BorshDeserialize for Lang {
    fn deserialize_reader<R: Read>(from: &mut R) -> io::Result<Self> {
        let (tag, words) = <(String, String)>::deserialize_reader(from)?;
        let words = Words::find(&words).and_then(|words| Self::with(&tag, words).ok());
        words.ok_or_else(|| io::ErrorKind::InvalidData.into())
    }
}

impl Lang {
    /// A language with its own words.
    ///
    /// # Errors
    /// Where the tag is none, or there are no words of the language.
    pub fn new(tag: &str) -> Result<Self, LangFault> {
        let tag = known(tag)?;
        let words = Words::find(&tag).ok_or(LangFault::NoWords)?;
        Ok(Self { tag, words })
    }

    /// A language with these words of the interface.
    ///
    /// # Errors
    /// Where the tag is none.
    pub fn with(tag: &str, words: Words) -> Result<Self, LangFault> {
        Ok(Self { tag: known(tag)?, words })
    }

    /// The tag, as `lang` of HTML has it.
    pub fn tag(&self) -> &str {
        &self.tag
    }

    /// The language without its region: `de` of `de-AT`.
    pub fn language(&self) -> &str {
        self.tag.split('-').next().unwrap_or_default()
    }

    /// A unit behind a number: of one, `hex` of `hexes` and `1`, where the language of texts is known to have another form.
    pub fn counted<'u>(&self, number: &str, unit: &'u str) -> Cow<'u, str> {
        let is_one = number.trim_start_matches(['-', '\u{2212}', '+']) == "1";
        if is_one && self.language() == "en" { one_of(unit) } else { Cow::Borrowed(unit) }
    }

    /// `rtl` where the language is written from right to left, else `ltr`.
    pub fn direction(&self) -> &'static str {
        let locale = Locale::try_from_str(&self.tag).ok();
        let is_right_to_left =
            locale.is_some_and(|locale| LocaleDirectionality::new_common().is_right_to_left(&locale.id));
        if is_right_to_left { "rtl" } else { "ltr" }
    }
}

impl Default for Lang {
    fn default() -> Self {
        Self { tag: DEFAULT.to_owned(), words: Words::default() }
    }
}

/// How English words end that are counted, and how they end of one: the first that fits.
const ENDINGS: [(&str, &str); 8] = [
    ("dice", "die"),
    ("ies", "y"),
    ("xes", "x"),
    ("ches", "ch"),
    ("shes", "sh"),
    ("sses", "ss"),
    ("nuses", "nus"),
    ("s", ""),
];

/// The singular of an English unit. What is short for something, as `HP` and `lb`, has none.
fn one_of(unit: &str) -> Cow<'_, str> {
    if unit.contains(|c: char| !c.is_ascii_lowercase()) || unit.ends_with("ss") {
        return Cow::Borrowed(unit);
    }
    let one = |(many, one): &(&str, &str)| Some(format!("{}{one}", unit.strip_suffix(many)?));
    ENDINGS.iter().find_map(one).map_or(Cow::Borrowed(unit), Cow::Owned)
}

/// A tag of a language, as it is usually written: `de-AT` of `de-at`.
fn known(tag: &str) -> Result<String, LangFault> {
    // `und` says that nobody knows.
    let locale = Locale::try_from_str(tag).ok().filter(|locale| !locale.id.language.is_unknown());
    locale.map(|locale| locale.to_string()).ok_or(LangFault::NoTag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_region_has_the_words_of_its_language() {
        let lang = Lang::new("de-at").expect("there is German");
        assert_eq!((lang.tag(), lang.language(), lang.words.tag()), ("de-AT", "de", "de"));
    }

    #[test]
    fn a_language_without_words_is_used_with_those_of_another_only_where_that_is_said() {
        assert_eq!(Lang::new("fr"), Err(LangFault::NoWords));
        assert_eq!(Lang::new("Deutsch!"), Err(LangFault::NoTag));
        assert_eq!(
            Lang::with("ar", Words::default()).map(|lang| (lang.direction(), lang.words.tag())),
            Ok(("rtl", "en"))
        );
    }

    #[test]
    fn what_a_value_says_is_not_read_again() {
        assert_eq!(filled("{a} of {b}, {c}", &[("a", "{b}"), ("b", "x")]), "{b} of x, {c}");
    }

    #[test]
    fn of_one_a_unit_is_in_the_singular() {
        let english = Lang::default();
        let one = |unit: &str| english.counted("1", unit).into_owned();
        let units = ["hexes", "squares", "dice", "allies", "successes", "bonuses", "HP", "lb", "m", "space"];
        let ones = ["hex", "square", "die", "ally", "success", "bonus", "HP", "lb", "m", "space"];
        assert_eq!(units.map(one), ones);
        assert_eq!((&*english.counted("2", "hexes"), &*english.counted("\u{2212}1", "hexes")), ("hexes", "hex"));
        assert_eq!(Lang::new("de").expect("there is German").counted("1", "Felder"), "Felder");
    }

    #[test]
    fn soft_hyphens_are_for_headings_alone() {
        let german = Words::find("de").expect("there is German");
        assert_eq!(german.text("kind.keyword.all"), "Schlüsselwörter");
        assert_eq!(german.heading("kind.keyword.all"), "Schlüssel\u{ad}wörter");
        assert_eq!(german.heading("kind.skill.all"), "Fertigkeiten");
    }

    #[test]
    fn numbers_have_the_plural_and_the_mark_of_the_language() {
        let german = Words::find("de").expect("there is German");
        let counted = [0, 1, 2].map(|count| german.count("home.actions", count, &[]));
        assert_eq!(counted, ["0\u{a0}Aktionen", "1\u{a0}Aktion", "2\u{a0}Aktionen"]);
        assert_eq!(german.percent("12.5"), "12,5\u{a0}%");
        assert_eq!(Words::default().percent("12.5"), "12.5\u{a0}%");
    }

    #[test]
    fn every_language_has_all_texts_with_the_same_placeholders_and_a_form_for_each_of_its_plurals() {
        let english: BTreeMap<_, _> = Words::default()
            .keys()
            .map(|(key, placeholders, plurals)| (key, (placeholders, !plurals.is_empty())))
            .collect();
        for tag in Words::tags() {
            let words = Words::find(tag).expect("it is one of them");
            let all: BTreeMap<_, _> =
                words.keys().map(|(key, placeholders, plurals)| (key, (placeholders, !plurals.is_empty()))).collect();
            assert_eq!(all, english, "{tag}");
            for (key, _, plurals) in words.keys().filter(|(.., plurals)| !plurals.is_empty()) {
                assert_eq!(plurals, words.plurals(), "{key} of {tag}");
            }
        }
    }
}
