//! Writing: an NPC as the text of a character's file, which reads back as the same character.
//!
//! **In** an [`Npc`] and its game. **Out** YAML, with every free text in quotes, so that nothing in it can
//! turn into something else.

use makeready_rules::character::{Item, Modifier, Ranks};
use makeready_rules::npc::Npc;
use makeready_rules::system::System;
use makeready_rules::traits::Taken;

use super::concept::art::{ArtEntry, Focus};
use super::concept::item::Weight;
use super::decode::FORMAT_VERSION;
use super::game::Game;

/// The text of the file. What has no order of its own stands in that of the system.
pub fn npc_file(npc: &Npc, game: &Game) -> String {
    let c = &npc.character;
    let system = game.rules.system();
    let mut lines = vec![
        format!("format_version: {FORMAT_VERSION}"),
        format!("system: {}", game.entries.head.id),
        format!("id: {}", c.id),
        format!("name: {}", quoted(&c.name)),
    ];
    if !npc.portrait.is_empty() {
        lines.push(format!("portrait: {}", quoted(&npc.portrait)));
    }
    let archetype = game.archetypes.get(&npc.archetype).map(|archetype| &archetype.entry);
    lines.extend(archetype.and_then(|archetype| archetype.art.0.as_ref()).map(|shown| format!("art: {}", art(shown))));
    lines.extend(archetype.map(|archetype| format!("role: {}", quoted(&archetype.head.name))));
    lines.push(format!("inputs: {}", flow(ordered(system.inputs.keys(), |name| c.inputs.get(name)))));
    lines.push(format!("choices: {}", flow(ordered(system.choices.keys(), |name| c.choices.get(name)))));
    let stats = ordered(system.stats.keys(), |name| c.stats.get(name));
    block(&mut lines, "stats", stats.map(|stat| format!("  {stat}")));
    block(&mut lines, "advances", c.advances.iter().map(|stat| format!("  - {{ stat: {stat} }}")));
    let background =
        |(name, covers): (&String, &Vec<String>)| format!("  - {{ name: {}, covers: {} }}", quoted(name), list(covers));
    block(&mut lines, "backgrounds", c.backgrounds.iter().map(|b| background((&b.name, &b.covers))));
    let language = |(name, ranks): (&String, u32)| match ranks {
        0 => format!("  - {{ name: {} }}", quoted(name)),
        _ => format!("  - {{ name: {}, ranks: {ranks} }}", quoted(name)),
    };
    block(&mut lines, "languages", c.languages.iter().map(|l| language((&l.name, l.ranks))));
    block(&mut lines, "skills", c.skills.iter().map(|(skill, held)| format!("  {skill}: {}", ranks(held))));
    let notes = npc.item_notes.iter().map(String::as_str).chain(std::iter::repeat(""));
    block(
        &mut lines,
        "items",
        c.items.iter().zip(notes).flat_map(|(thing, note)| {
            let offered = archetype.and_then(|archetype| archetype.gear().find(|offer| offer.head.id == thing.id));
            item(thing, offered.and_then(|offer| offer.art.0.as_ref()), note, system)
        }),
    );
    block(&mut lines, "abilities", c.built.iter().map(|ability| format!("  - {}", ability.id)));
    let taken = |taken: &Taken| match &taken.option {
        Some(option) => format!("  - {}: {option}", taken.id),
        None => format!("  - {}", taken.id),
    };
    block(&mut lines, "traits", c.traits.iter().map(taken));
    block(&mut lines, "notes", npc.notes.iter().map(|(id, text)| format!("  {id}: {}", quoted(text))));
    lines.join("\n") + "\n"
}

/// `name: value` for every name that has one.
fn ordered<'a, V: std::fmt::Display + 'a>(
    names: impl Iterator<Item = &'a String>,
    value: impl Fn(&str) -> Option<&'a V>,
) -> impl Iterator<Item = String> {
    names.filter_map(move |name| Some(format!("{name}: {}", value(name)?)))
}

/// A key and what stands under it; nothing at all where there is nothing.
fn block(lines: &mut Vec<String>, key: &str, under: impl Iterator<Item = String>) {
    let mut under = under.peekable();
    if under.peek().is_some() {
        lines.push(format!("{key}:"));
        lines.extend(under);
    }
}

/// A text in quotes. JSON's way to write one is one of YAML's.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn flow(entries: impl Iterator<Item = String>) -> String {
    format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
}

fn list(words: &[String]) -> String {
    format!("[{}]", words.join(", "))
}

fn ranks(ranks: &Ranks) -> String {
    match ranks {
        Ranks::Plain(ranks) => ranks.to_string(),
        Ranks::Chosen(kinds) => by_kind(kinds),
        Ranks::WithSecondary { own, secondary } => format!("{{ rank: {own}, secondary: {} }}", by_kind(secondary)),
    }
}

fn by_kind(kinds: &indexmap::IndexMap<String, u32>) -> String {
    flow(kinds.iter().map(|(kind, ranks)| format!("{kind}: {ranks}")))
}

/// A picture of the game's, which says itself who drew it.
fn art(art: &ArtEntry) -> String {
    let Focus(across, down) = art.focus;
    let alt = if art.alt.is_empty() { String::new() } else { format!(", alt: {}", quoted(&art.alt)) };
    format!("{{ file: {}, focus: [{across}, {down}]{alt} }}", quoted(&art.file.value))
}

fn item(item: &Item, shown: Option<&ArtEntry>, note: &str, system: &System) -> Vec<String> {
    let mut lines = vec![format!("  - id: {}", item.id), format!("    name: {}", quoted(&item.name))];
    lines.extend(shown.map(|shown| format!("    art: {}", art(shown))));
    lines.push(format!("    weight: {}", Weight(item.weight).decimal()));
    if !item.tags.is_empty() {
        lines.push(format!("    tags: {}", list(&item.tags)));
    }
    if !item.fields.is_empty() {
        let fields = system.item_fields.keys().filter_map(|field| item.fields.get_key_value(field));
        let fields = fields.map(|(field, formula)| format!("{field}: {}", quoted(&formula.text)));
        lines.push(format!("    effect: {}", flow(fields)));
    }
    if !item.wields.is_empty() {
        lines.push(format!("    wields: {}", list(&item.wields)));
    }
    if !item.modifiers.is_empty() {
        let modifier = |m: &Modifier| format!("{{ to: {}, add: {} }}", m.to, quoted(&m.add.text));
        let modifiers: Vec<String> = item.modifiers.iter().map(modifier).collect();
        lines.push(format!("    modifiers: [ {} ]", modifiers.join(", ")));
    }
    if !note.is_empty() {
        lines.push(format!("    note: {}", quoted(note)));
    }
    lines
}
