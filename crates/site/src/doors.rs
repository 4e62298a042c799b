//! Ways from pages into the workshop of their book, where it has one: what a page is about is open there, and can be changed or printed.

use makeready_faces::book::{Entry, EntryKind};

use super::chrome::LinkView;
use super::context::PageContext;

/// Those of the page of an entry. Checks and rulings have theirs beside their odds and readings.
pub fn of_entry(entry: &Entry, page: &PageContext<'_>) -> Vec<LinkView> {
    let id = &entry.id;
    let all = match entry.kind {
        EntryKind::Character => vec![("door.open", format!("people?who={id}"))],
        EntryKind::Npc => {
            let print = ("door.print", format!("people?who={id}&print=block"));
            [("door.open", format!("people?who={id}"))]
                .into_iter()
                .chain(page.context.prints.then_some(print))
                .collect()
        }
        EntryKind::Ability => vec![("door.open", format!("abilities?ability={id}"))],
        EntryKind::Keyword => vec![("door.build", format!("abilities?keyword={id}"))],
        EntryKind::Action | EntryKind::Skill | EntryKind::Reference if entry.card.is_some() && page.context.prints => {
            vec![
                ("door.print_card", format!("decks?who=&cards={id}*1&print=cards")),
                ("door.deck", format!("decks?who=&cards={id}*1")),
            ]
        }
        _ => Vec::new(),
    };
    all.into_iter().filter_map(|(text, state)| door(text, &state, page)).collect()
}

/// One that opens a bench in this state.
pub fn door(text: &'static str, state: &str, page: &PageContext<'_>) -> Option<LinkView> {
    Some(LinkView { text: page.words().text(text).to_owned(), href: href(state, page)? })
}

/// The address of a bench in this state; none where there is no workshop.
pub fn href(state: &str, page: &PageContext<'_>) -> Option<String> {
    Some(format!("{}#{state}", page.href(page.context.workshop?)))
}
