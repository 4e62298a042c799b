//! Texts about an NPC: name, looks, notes.

use std::collections::BTreeSet;

use super::draft::Draft;
use super::{NpcError, Stream, Topic};
use crate::character::BLANK;
use crate::device::is_device_name;

/// Names drawn before a taken one is numbered.
const MOST_NAMES: u32 = 40;
/// The longest id: ids become names of files, and a number may follow.
const LONGEST_ID: usize = 50;

impl Draft<'_> {
    /// A name whose id is none of those taken.
    pub(super) fn name(&mut self, taken: &BTreeSet<String>) {
        let mut stream = self.stream(Topic::Name);
        let lists = &self.archetype.names;
        let mut name = one_of_each(lists, &mut stream);
        for _ in 0..MOST_NAMES {
            if !taken.contains(&kebab(&name)) {
                break;
            }
            name = one_of_each(lists, &mut stream);
        }
        let first = name.clone();
        let mut number = 1;
        while taken.contains(&kebab(&name)) {
            number += 1;
            name = format!("{first} {number}");
        }
        let options: Vec<String> = lists.iter().map(|list| list.join(", ")).collect();
        self.log("name", options, &name, "one of each list, so that nobody else has this name");
        self.npc.character.id = kebab(&name);
        self.npc.character.name = name;
    }

    pub(super) fn looks(&mut self) {
        let mut stream = self.stream(Topic::Looks);
        let portrait = one_of_each(&self.archetype.looks, &mut stream);
        let options: Vec<String> = self.archetype.looks.iter().map(|list| list.join(" | ")).collect();
        self.log("portrait", options, &portrait, "one of each list");
        self.npc.portrait = portrait;
    }

    pub(super) fn notes(&mut self) -> Result<(), NpcError> {
        let mut stream = self.stream(Topic::Notes);
        let archetype = self.archetype;
        for (id, offers) in &archetype.notes {
            let mut open = Vec::new();
            for offer in offers {
                if self.holds(offer.when.as_ref())? {
                    open.push(offer.of.clone());
                }
            }
            // The stream advances whether or not there is something to choose, so that each note has its own draw.
            let place = stream.place(open.len().max(1));
            if let Some(text) = open.get(place).cloned() {
                self.log(&format!("notes/{id}"), open, &text, "random; each is equally likely");
                self.npc.notes.push((id.clone(), text));
            }
        }
        Ok(())
    }
}

fn one_of_each(lists: &[Vec<String>], stream: &mut Stream) -> String {
    let parts = lists.iter().filter_map(|list| list.get(stream.place(list.len())));
    parts.filter(|part| !part.is_empty()).map(String::as_str).collect::<Vec<_>>().join(" ")
}

/// A name as an id: small letters and figures, joined by hyphens.
fn kebab(name: &str) -> String {
    let mut id = String::new();
    for letter in name.chars().filter(|letter| !matches!(letter, '\'' | '\u{2019}')) {
        match letter.to_ascii_lowercase() {
            plain @ ('a'..='z' | '0'..='9') => id.push(plain),
            _ if !id.is_empty() && !id.ends_with('-') => id.push('-'),
            _ => {}
        }
    }
    id.truncate(LONGEST_ID);
    let id = id.trim_end_matches('-');
    match id.chars().next() {
        // No file can be called so, or the blank forms are.
        Some(_) if is_device_name(id) || id == BLANK => format!("npc-{id}"),
        Some('a'..='z') => id.to_owned(),
        Some(_) => format!("npc-{id}"),
        None => "npc".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::kebab;

    #[test]
    fn names_become_ids() {
        assert_eq!(kebab("Old Mother O\u{2019}Reed, of the Fens"), "old-mother-oreed-of-the-fens");
        assert_eq!(kebab("7 Lanterns"), "npc-7-lanterns");
        assert_eq!(kebab("\u{c9}\u{e9}"), "npc");
        assert_eq!(["Con", "Com1", "Blank", "Conn"].map(kebab), ["npc-con", "npc-com1", "npc-blank", "conn"]);
    }
}
