use typst::layout::{Frame, FrameItem};

use super::*;
use makeready_content::systems;
use makeready_testing::{CONTENT, game};

fn words_on(frame: &Frame, words: &mut String) {
    for (_, item) in frame.items() {
        match item {
            FrameItem::Group(group) => words_on(&group.frame, words),
            FrameItem::Text(text) => words.push_str(&text.text),
            _ => {}
        }
    }
}

/// Letters and figures alone, since a name may go on over several lines.
fn tight(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// A page of the index has one of the names of what it leads to, or the beginning of one: \u{201c}Recovering\u{201d} is found under
/// \u{201c}Recover\u{201d}.
#[test]
fn every_page_of_the_index_says_the_word() {
    let system = systems(&CONTENT).into_iter().next().expect("a game");
    let book = makeready_faces::make::book(&game(&CONTENT, &system), &CONTENT).expect("it computes");
    let print = BookPrint {
        paper: Paper::a4(),
        is_booklet: false,
        style: PrintStyle::default(),
        title: book.title.clone(),
        credits: book.credits.clone(),
    };
    let manuscript = Manuscript::new(&book);
    let document = manuscript.lay_out(&print).expect("it is laid out").document;
    let room = room(print.page(), &format(print.page(), manuscript.has_openers()));
    let places = manuscript.places(room);
    let pages = Pages::of(&document, &places, &further_labels());
    let texts = manuscript.texts(&places, &pages, room, true).0;
    let topics = topics::topics(&book, &manuscript.link_index, &places);
    let said: Vec<String> = document
        .pages()
        .iter()
        .map(|page| {
            let mut words = String::new();
            words_on(&page.frame, &mut words);
            tight(&words)
        })
        .collect();
    let mut count = 0;
    for word in index(&topics, &texts, &pages).iter().flat_map(|letter| &letter.words) {
        assert!(word.pages.is_empty() != word.see.is_empty(), "{}", word.word);
        let forms = topics.iter().filter(|topic| index::form_key(&topic.name) == index::form_key(&word.word));
        let stems: Vec<String> = forms
            .flat_map(|topic| std::iter::once(&topic.name).chain(&topic.others))
            .map(|name| tight(name).chars().take(5).collect())
            .collect();
        // A rule may define a word in other words.
        for page in word.pages.iter().filter(|page| !page.is_home) {
            count += 1;
            let is_there = stems.iter().any(|stem| said[page.page - 1].contains(stem.as_str()));
            assert!(is_there, "{} is not on page {}", word.word, page.page);
        }
    }
    assert!(count > 100, "{count}");
}
