//! The search index: made here, searched by the scripts in `site/search`.
//!
//! **In** the documents of a book: chapter sections and entries. **Out** classic scripts, since a page
//! opened from a disk may neither fetch nor import: one with the index, several with the texts for
//! snippets and nearness, which are loaded only for what is shown, and one with the fields for filters,
//! loaded when the first filter is written.
//!
//! The index has where each stem occurs and how often. Everything else is left to the script: weights, names
//! (which the index has anyway), prefixes, typing errors, what stands together.

mod bits;
mod fields;
mod postings;
mod texts;
pub(super) mod words;

use std::collections::{BTreeMap, BTreeSet};

use makeready_faces::book::Book;
use makeready_faces::order::slug;
use serde::{Deserialize, Serialize};
use serde_json::json;

pub use fields::{Field, of as fields_of};
use postings::Postings;

use super::hashed;

/// Something that can be found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Document {
    /// Plural name of its kind: the filter it is under.
    pub kind: String,
    /// Its name.
    pub title: String,
    /// Other names, as the book has them.
    pub aliases: Vec<String>,
    /// Words that stand nowhere in the book, such as those of other games: who finds it by one is told so, and not that it is called so.
    pub found_by: Vec<String>,
    /// Where it stands, from the book's folder: `rules/react#AB-REACT-01`.
    pub address: String,
    /// What it belongs to, such as the chapter's title; may be empty.
    pub context: String,
    /// Rule IDs in it, the one it is about first.
    pub rules: Vec<String>,
    /// What filters ask for.
    pub fields: Vec<Field>,
    /// Its words.
    pub text: String,
}

/// The scripts of a book, by file name.
pub fn scripts(book_id: &str, book: &Book, documents: &[Document]) -> BTreeMap<String, String> {
    let parts = texts::parts(documents);
    let (names, filters) = fields::table(documents);
    let named = |name: &str, script: String| (hashed::name(name, script.as_bytes()), script);
    let fields = named(&format!("{book_id}-fields.js"), call("fields", book_id, &[], &filters));
    let texts = parts.iter().enumerate().map(|(number, start)| {
        let end = parts.get(number + 1).copied().unwrap_or(documents.len());
        let texts: Vec<String> = documents[*start..end].iter().map(|document| texts::squeeze(&document.text)).collect();
        named(&format!("{book_id}-{number}.js"), call("texts", book_id, &[number], &json!(texts)))
    });
    let texts: Vec<(String, String)> = texts.collect();
    let mut index = index(book, documents, &parts, &names);
    // The index names the others, and no page names the index: it is asked for by the name of its book.
    // Of a part's name, only a dot and the digits of its hash, which the offline worker looks for; the number of the part gives the rest.
    let digits = texts.iter().map(|(_, script)| format!(".{}", hashed::digits(script.as_bytes())));
    index["files"] = json!(digits.collect::<String>());
    index["filters"] = json!(fields.0);
    let index = (format!("{book_id}.js"), call("index", book_id, &[], &index));
    texts.into_iter().chain([fields, index]).collect()
}

/// The script with common words of a language, as stems.
pub fn common_words(language: &str, words: &str) -> String {
    let cutter = words::Cutter::of(language);
    let stems: BTreeSet<String> = words.split_whitespace().map(|word| cutter.stem(word.to_owned())).collect();
    let stems: Vec<String> = stems.into_iter().collect();
    format!("makereadySearch.words({},{});\n", json!(language), json!(stems.join(" ")))
}

fn call(function: &str, book: &str, numbers: &[usize], value: &serde_json::Value) -> String {
    let numbers: String = numbers.iter().map(|number| format!("{number},")).collect();
    // `<` cannot end a script in a file of its own, but escaping it costs nothing.
    let value = value.to_string().replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029");
    format!("makereadySearch.{function}({},{numbers}{value});\n", json!(book))
}

fn index(book: &Book, documents: &[Document], parts: &[usize], fields: &[String]) -> serde_json::Value {
    let mut kinds: Vec<&str> = Vec::new();
    for document in documents {
        if !kinds.contains(&document.kind.as_str()) {
            kinds.push(&document.kind);
        }
    }
    let kind_of = |document: &Document| kinds.iter().position(|kind| *kind == document.kind).unwrap_or_default();
    let cutter = words::Cutter::of(book.lang.language());
    let Postings { words, lengths, bits } = Postings::of(documents, &cutter);
    json!({
        "title": book.title,
        "lang": book.lang.language(),
        "kinds": kinds,
        "kind": documents.iter().map(|document| bits::digit(kind_of(document))).collect::<String>(),
        "name": lines(documents, |document| document.title.clone()),
        "also": lines(documents, also),
        "at": addresses(documents),
        "in": contexts(documents),
        "rules": rules(documents),
        "small": words::small(book.lang.language()),
        "fields": fields.join(" "),
        "parts": parts,
        "lengths": lengths,
        "words": words,
        "postings": bits,
    })
}

/// Its other names, and behind an empty one the words that only find it: `HP||hit points|life`.
fn also(document: &Document) -> String {
    let names = document.aliases.join("|");
    if document.found_by.is_empty() { names } else { format!("{names}||{}", document.found_by.join("|")) }
}

/// A line for each document.
fn lines(documents: &[Document], line: impl Fn(&Document) -> String) -> String {
    documents.iter().map(|document| texts::squeeze(&line(document))).collect::<Vec<_>>().join("\n")
}

/// Addresses, a line each: the part up to the last `/` or `#`, unless it is that of the line before, and the rest,
/// unless the name says it. A page of the book itself, behind one that is not, begins with `/`.
fn addresses(documents: &[Document]) -> String {
    let mut last = "";
    let line = |document: &'_ Document, last: &str| {
        let (before, rest) = divided(&document.address);
        let before = match before {
            _ if before == last => "",
            "" => "/",
            _ => before,
        };
        let rest = if slug(&document.title) == rest { "" } else { rest };
        format!("{before}{rest}")
    };
    let mut all = Vec::new();
    for document in documents {
        all.push(line(document, last));
        last = divided(&document.address).0;
    }
    all.join("\n")
}

fn divided(address: &str) -> (&str, &str) {
    address.split_at(address.rfind(['/', '#']).map_or(0, |at| at + 1))
}

/// What documents belong to, a line each; empty where it is that of the document before, `-` for nothing.
fn contexts(documents: &[Document]) -> String {
    let mut last = "";
    let mut all = Vec::new();
    for document in documents {
        let context = document.context.as_str();
        all.push(match context {
            _ if context == last => String::new(),
            "" => "-".to_owned(),
            _ => texts::squeeze(context),
        });
        last = context;
    }
    all.join("\n")
}

/// Rule IDs, a line for each document; of an ID that begins as the one before, only its last part with the dash.
fn rules(documents: &[Document]) -> String {
    let mut last = "";
    let mut all = Vec::new();
    for document in documents {
        let mut line = Vec::new();
        for rule in &document.rules {
            let (before, number) = rule.split_at(rule.rfind('-').unwrap_or(0));
            line.push(if before == last && !number.is_empty() { number } else { rule.as_str() });
            last = before;
        }
        all.push(line.join(" "));
    }
    all.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(title: &str, address: &str) -> Document {
        Document { title: title.into(), address: address.into(), ..Document::default() }
    }

    #[test]
    fn addresses_leave_out_what_the_name_and_the_line_before_say() {
        let documents = [
            at("Aim", "actions/aim"),
            at("Body, Mind", "actions/body-mind"),
            at("Élan", "actions/elan"),
            at("Größe", "rules/y#größe"),
            at("Aim", "rules/x#aim"),
            at("NPCs", "npcs"),
        ];
        assert_eq!(addresses(&documents), "actions/\n\nelan\nrules/y#\nrules/x#\n/");
    }

    #[test]
    fn common_words_are_written_as_stems() {
        assert_eq!(
            common_words("en", "multiple build\nbuilding"),
            "makereadySearch.words(\"en\",\"build multipl\");\n"
        );
    }

    #[test]
    fn rules_leave_out_the_beginning_of_the_one_before() {
        let with =
            |rules: &[&str]| Document { rules: rules.iter().map(ToString::to_string).collect(), ..Document::default() };
        let documents = [with(&["AB-CORE-01", "AB-CORE-02"]), with(&[]), with(&["AB-CORE-03", "AB-DER-01"])];
        assert_eq!(rules(&documents), "AB-CORE-01 -02\n\n-03 AB-DER-01");
    }

    #[test]
    fn contexts_are_written_where_they_change() {
        let within = |context: &str| Document { context: context.into(), ..Document::default() };
        assert_eq!(contexts(&[within("A"), within("A"), within(""), within("B")]), "A\n\n-\nB");
    }
}
