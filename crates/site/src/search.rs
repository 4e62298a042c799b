//! The search index: made here, searched by `site/search.js`.
//!
//! **In** the documents of a book: chapter sections and entries. **Out** classic scripts, since a page
//! opened from a disk may neither fetch nor import: one with the index, and several with the texts
//! for snippets, which are loaded only for what is shown.
//!
//! The rank is BM25 over weighted fields, computed here and stored as one number of six bits for
//! each word of each document, so that the script only adds. Words are front-coded, numbers are
//! written in base 32 with a continuation bit. Prefixes, typing errors and exact titles are left to
//! the script.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::json;

/// Texts in one snippet script.
const TEXTS_PER_SCRIPT: usize = 48;
/// BM25's `k1`: how soon a repeated word stops counting. 1.2 is its usual value.
const SATURATION: f64 = 1.2;
/// BM25's `b`: how much a long text is penalized. The usual value is 0.75.
const LENGTH_NORM: f64 = 0.5;
/// Six bits each: a terminal group is below 32.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Something that can be found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Document {
    /// Plural name of its kind: the filter it is under.
    pub kind: String,
    /// Its name.
    pub title: String,
    /// Other names.
    pub aliases: Vec<String>,
    /// Where it stands, from the book's folder: `rules/react#AB-REACT-01`.
    pub address: String,
    /// What it belongs to, such as the chapter's title; may be empty.
    pub context: String,
    /// Rule IDs in it, the one it is about first.
    pub rules: Vec<String>,
    /// Its words.
    pub text: String,
}

/// The scripts of a book, by file name.
pub fn scripts(book_id: &str, book_title: &str, documents: &[Document]) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let index = index(book_title, documents);
    files.insert(format!("{book_id}.js"), call("index", book_id, &[], &index));
    for (number, chunk) in documents.chunks(TEXTS_PER_SCRIPT).enumerate() {
        let texts: Vec<String> = chunk.iter().map(|document| squeeze(&document.text)).collect();
        files.insert(format!("{book_id}-{number}.js"), call("texts", book_id, &[number], &json!(texts)));
    }
    files
}

fn call(function: &str, book: &str, numbers: &[usize], value: &serde_json::Value) -> String {
    let numbers: String = numbers.iter().map(|number| format!("{number},")).collect();
    // `<` cannot end a script in a file of its own, but escaping it costs nothing.
    let value = value.to_string().replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029");
    format!("deckleSearch.{function}({},{numbers}{value});\n", json!(book))
}

fn index(title: &str, documents: &[Document]) -> serde_json::Value {
    let mut kinds: Vec<&str> = Vec::new();
    for document in documents {
        if !kinds.contains(&document.kind.as_str()) {
            kinds.push(&document.kind);
        }
    }
    let kind_of = |document: &Document| kinds.iter().position(|kind| *kind == document.kind).unwrap_or_default();
    let (words, postings) = postings(documents);
    let mut rules: Vec<(&str, usize)> = Vec::new();
    for (at, document) in documents.iter().enumerate() {
        rules.extend(document.rules.iter().map(|rule| (rule.as_str(), at)));
    }
    rules.sort_unstable();
    json!({
        "title": title,
        "kinds": kinds,
        "kind": documents.iter().map(kind_of).collect::<Vec<_>>(),
        "name": documents.iter().map(|document| &document.title).collect::<Vec<_>>(),
        "also": documents.iter().map(|document| document.aliases.join("|")).collect::<Vec<_>>(),
        "at": documents.iter().map(|document| &document.address).collect::<Vec<_>>(),
        "in": documents.iter().map(|document| &document.context).collect::<Vec<_>>(),
        "rules": rules.iter().map(|(rule, _)| *rule).collect::<Vec<_>>().join(" "),
        "ruleAt": rules.iter().map(|(_, at)| at).collect::<Vec<_>>(),
        "chunk": TEXTS_PER_SCRIPT,
        "words": words,
        "postings": postings,
    })
}

/// The front-coded words and, in their order, where each occurs and how much it weighs there.
fn postings(documents: &[Document]) -> (String, String) {
    let bodies: Vec<Vec<String>> = documents.iter().map(|document| words(&document.text)).collect();
    let total: usize = bodies.iter().map(Vec::len).sum();
    let average = (total as f64 / documents.len().max(1) as f64).max(1.0);
    let mut index: BTreeMap<String, Vec<(usize, f64)>> = BTreeMap::new();
    for (at, document) in documents.iter().enumerate() {
        let mut weights: BTreeMap<String, f64> = BTreeMap::new();
        let mut add = |text: &str, weight: f64| {
            words(text).into_iter().for_each(|word| *weights.entry(word).or_default() += weight);
        };
        add(&document.title, 7.0);
        document.aliases.iter().for_each(|alias| add(alias, 6.0));
        document.rules.first().into_iter().for_each(|rule| add(rule, 3.0));
        add(&document.context, 1.2);
        for word in &bodies[at] {
            *weights.entry(word.clone()).or_default() += 1.0;
        }
        let length = 1.0 - LENGTH_NORM + LENGTH_NORM * bodies[at].len() as f64 / average;
        for (word, weight) in weights {
            let score = weight * (SATURATION + 1.0) / (weight + SATURATION * length);
            index.entry(word).or_default().push((at, score));
        }
    }
    let count = documents.len() as f64;
    let rarity = |found: usize| (1.0 + (count - found as f64 + 0.5) / (found as f64 + 0.5)).ln();
    let greatest = index
        .values()
        .flat_map(|found| found.iter().map(|(_, score)| score * rarity(found.len())))
        .fold(f64::MIN_POSITIVE, f64::max);
    let (mut words, mut postings, mut last) = (String::new(), String::new(), String::new());
    for (word, found) in &index {
        front_code(&mut words, &last, word);
        last.clone_from(word);
        write_number(&mut postings, found.len());
        let mut previous = 0;
        for (at, score) in found {
            write_number(&mut postings, at - previous);
            previous = *at;
            postings.push(digit(score * rarity(found.len()) / greatest));
        }
    }
    (words, postings)
}

/// A share of 1 as one digit, at least 1.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to the digits there are")]
fn digit(share: f64) -> char {
    char::from(DIGITS[(share * 63.0).round().clamp(1.0, 63.0) as usize])
}

/// Appends a word as the number of letters it shares with the last one, and the rest.
fn front_code(out: &mut String, last: &str, word: &str) {
    let shared = last.chars().zip(word.chars()).take_while(|(a, b)| a == b).count().min(31);
    let rest = word.char_indices().nth(shared).map_or("", |(at, _)| &word[at..]);
    if !out.is_empty() {
        out.push(' ');
    }
    out.push(char::from(DIGITS[shared]));
    out.push_str(rest);
}

fn write_number(out: &mut String, number: usize) {
    let mut rest = number;
    while rest >= 32 {
        out.push(char::from(DIGITS[32 + rest % 32]));
        rest /= 32;
    }
    out.push(char::from(DIGITS[rest]));
}

/// The words of a text in search form: lower case, no accents, no plural.
/// `words` in `site/search.js` does the same.
pub fn words(text: &str) -> Vec<String> {
    let lower = text.to_lowercase().replace("'s", " ").replace("’s", " ");
    let folded: String = lower.chars().map(fold).collect();
    folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(singular).collect()
}

fn fold(c: char) -> char {
    match c {
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' => 'a',
        'ç' => 'c',
        'è' | 'é' | 'ê' | 'ë' => 'e',
        'ì' | 'í' | 'î' | 'ï' => 'i',
        'ñ' => 'n',
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' => 'o',
        'ù' | 'ú' | 'û' | 'ü' => 'u',
        'ý' | 'ÿ' => 'y',
        other => other,
    }
}

fn singular(word: &str) -> String {
    let ends = |ending: &str| word.ends_with(ending);
    let cut = |letters: usize, with: &str| format!("{}{with}", &word[..word.len() - letters]);
    match word.len() {
        0..=3 => word.to_string(),
        _ if ends("ss") || ends("us") || ends("is") => word.to_string(),
        5.. if ends("ies") => cut(3, "y"),
        5.. if ends("ches") || ends("shes") || ends("xes") || ends("sses") => cut(2, ""),
        _ if ends("s") => cut(1, ""),
        _ => word.to_string(),
    }
}

fn squeeze(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_lose_case_accents_and_plural() {
        assert_eq!(words("Kael's Abilities: cards, Élan, 2d12!"), ["kael", "ability", "card", "elan", "2d12"]);
        assert_eq!(words("focus class is his"), ["focus", "class", "is", "his"]);
    }

    #[test]
    fn numbers_are_written_in_groups_of_five_bits() {
        let written = |number| {
            let mut out = String::new();
            write_number(&mut out, number);
            out
        };
        assert_eq!([0, 31, 32, 1023, 1024].map(written), ["A", "f", "gB", "_f", "ggB"]);
    }

    #[test]
    fn words_are_front_coded() {
        let mut out = String::new();
        front_code(&mut out, "", "react");
        front_code(&mut out, "react", "reaction");
        front_code(&mut out, "reaction", "ready");
        assert_eq!(out, "Areact Fion Ddy");
    }

    #[test]
    fn a_title_outweighs_a_mention() {
        let title = Document { title: "Strike".into(), text: "a blow".into(), ..Document::default() };
        let mention = Document { title: "Block".into(), text: "against a strike".into(), ..Document::default() };
        let (words, postings) = postings(&[title, mention]);
        assert!(words.split(' ').any(|word| word.ends_with("strike")));
        let at = words.split(' ').position(|word| word.ends_with("strike")).expect("the word");
        let weights = decode(&postings)[at].clone();
        assert!(weights[0].1 > weights[1].1, "{weights:?}");
    }

    fn decode(postings: &str) -> Vec<Vec<(usize, usize)>> {
        let mut digits = postings.bytes().map(|b| DIGITS.iter().position(|d| *d == b).expect("a digit"));
        let mut all = Vec::new();
        while let Some(count) = number(&mut digits) {
            let mut at = 0;
            let mut posting = || {
                at += number(&mut digits).expect("a document");
                (at, digits.next().expect("a weight"))
            };
            all.push((0..count).map(|_| posting()).collect());
        }
        all
    }

    fn number(digits: &mut impl Iterator<Item = usize>) -> Option<usize> {
        let (mut value, mut scale) = (0, 1);
        loop {
            let digit = digits.next()?;
            value += digit % 32 * scale;
            scale *= 32;
            if digit < 32 {
                return Some(value);
            }
        }
    }
}
