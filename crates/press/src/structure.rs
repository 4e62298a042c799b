//! The structure of print sheets, which screen readers follow.
//!
//! **In** a document whose pages have numbered parts (marked content), and the words of each part. **Out** the same document
//! tagged: an article for each part, with its name as title and all of its words, in the order of the pages. What a page has
//! beside such parts is an artifact: backs, marks, ornament (ISO 32000-1, 14.7 and 14.8).

use std::collections::HashMap;

use lopdf::{Dictionary, Document, Object, ObjectId, text_string};

use super::spoken::Spoken;

/// Tags a document in a language. `parts` are the marked parts of each page, in the order of their numbers; a part that is printed
/// several times is stored once, as long as it is the same reference.
///
/// # Errors
/// When the document lacks what every document has.
pub fn tag(document: &mut Document, language: &str, parts: &[Vec<&Spoken>]) -> Result<(), lopdf::Error> {
    let (tree, all, parents) = (document.new_object_id(), document.new_object_id(), document.new_object_id());
    let mut texts = Texts::default();
    let pages: Vec<ObjectId> = document.page_iter().collect();
    let (mut articles, mut numbers) = (Vec::new(), Vec::new());
    for ((page, parts), key) in pages.into_iter().zip(parts).zip(0i64..) {
        let mut paragraphs = Vec::new();
        for (part, number) in parts.iter().zip(0i64..) {
            let article = document.new_object_id();
            let [title, words] = texts.of(document, part);
            let mut paragraph = element("P", article);
            paragraph.set("Pg", page);
            paragraph.set("K", number);
            // Not as what the marks on the page stand for (`ActualText`): programs that search put the whole text at their first sign, and
            // divide it by where those signs are.
            paragraph.set("Alt", words);
            let paragraph = document.add_object(paragraph);
            let mut dictionary = element("Art", all);
            dictionary.set("T", title);
            dictionary.set("K", Object::Array(vec![paragraph.into()]));
            document.set_object(article, dictionary);
            articles.push(article.into());
            paragraphs.push(paragraph.into());
        }
        let dictionary = document.get_dictionary_mut(page)?;
        dictionary.set("StructParents", key);
        dictionary.set("Tabs", "S");
        numbers.extend([Object::Integer(key), Object::Array(paragraphs)]);
    }
    let next = i64::try_from(numbers.len() / 2).unwrap_or(i64::MAX);
    let mut dictionary = Dictionary::new();
    dictionary.set("Nums", Object::Array(numbers));
    document.set_object(parents, dictionary);
    let mut dictionary = element("Document", tree);
    dictionary.set("Lang", Object::string_literal(language));
    dictionary.set("K", Object::Array(articles));
    document.set_object(all, dictionary);
    let mut dictionary = Dictionary::new();
    dictionary.set("Type", "StructTreeRoot");
    dictionary.set("K", all);
    dictionary.set("ParentTree", parents);
    dictionary.set("ParentTreeNextKey", next);
    document.set_object(tree, dictionary);
    let mut marked = Dictionary::new();
    marked.set("Marked", true);
    let catalog = document.catalog_mut()?;
    catalog.set("MarkInfo", marked);
    catalog.set("StructTreeRoot", tree);
    Ok(())
}

fn element(kind: &str, parent: ObjectId) -> Dictionary {
    let mut dictionary = Dictionary::new();
    dictionary.set("Type", "StructElem");
    dictionary.set("S", kind);
    dictionary.set("P", parent);
    dictionary
}

/// The texts that are in the document already: copies of a card share theirs.
#[derive(Default)]
struct Texts {
    /// By where a text stands, since a deck may have hundreds.
    known: HashMap<*const Spoken, [ObjectId; 2]>,
}

impl Texts {
    /// The name and the words of a part, as objects of the document.
    fn of(&mut self, document: &mut Document, part: &Spoken) -> [ObjectId; 2] {
        let add = || [&part.name, &part.words].map(|text| document.add_object(text_string(text)));
        *self.known.entry(std::ptr::from_ref(part)).or_insert_with(add)
    }
}
