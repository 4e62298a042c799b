//! Changing one thing in a file of YAML as it is written: all else stays as its author left it, comments and order included.
//!
//! **In** a text, the path to a value, and what becomes of it. **Out** the text after the change. Whatever is written is read back:
//! a change that would not say what is meant, because of how the file is written there, is refused.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::limits::DEEPEST;
use crate::source::FileId;
use crate::yaml::{self, Kind, Node};

/// A step from a value into it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(untagged)]
pub enum Step {
    /// To an item of a list, by its place.
    Item(usize),
    /// To what stands behind a key of a mapping.
    Key(String),
}

/// What becomes of a value.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// It is this from now on. Where it is not there, the mappings that lead to it are made.
    Set(Json),
    /// It is a list with this as its last item. Where it is not there, it is made.
    Append(Json),
    /// It is gone, and its key with it; where it was not there, nothing changes.
    Remove,
    /// It stands before the item of the list that stood before it.
    Raise,
}

/// The text after a change.
///
/// # Errors
/// A sentence, where the text is no YAML, the path leads nowhere, or the change cannot be written there.
pub fn amended(text: &str, path: &[Step], change: &Change) -> Result<String, String> {
    if path.len() > DEEPEST {
        return Err(format!("a path has at most {DEEPEST} steps, and this one has {}", path.len()));
    }
    let broken = || "this file has errors; correct them before you change anything in it".to_owned();
    let tree = yaml::parse(text, FileId::default()).map_err(|_| broken())?;
    let mut meant = plain(&tree, text);
    let before = meant.clone();
    apply(&mut meant, path, change).ok_or_else(|| format!("there is nothing to change at {}", shown(path)))?;
    if meant == before {
        return Ok(text.to_owned());
    }
    let (place, said) = edit(text, &tree, path, change).ok_or_else(|| unwritable(path))?;
    let mut amended = text.to_owned();
    amended.replace_range(place, &said);
    let read = yaml::parse(&amended, FileId::default()).map_err(|_| unwritable(path))?;
    if plain(&read, &amended) == meant { Ok(amended) } else { Err(unwritable(path)) }
}

fn unwritable(path: &[Step]) -> String {
    format!("{} cannot be changed here because of how it is written; change it in the file", shown(path))
}

fn shown(path: &[Step]) -> String {
    let step = |step: &Step| match step {
        Step::Key(key) => key.clone(),
        Step::Item(place) => (place + 1).to_string(),
    };
    format!("`{}`", path.iter().map(step).collect::<Vec<_>>().join(" > "))
}

/// What a tree says, wherever it stands. Keys that stand twice stay twice.
#[derive(Clone, Debug, PartialEq)]
enum Said {
    One(Kind),
    /// As it is counted, however it is written.
    Decimal(String),
    List(Vec<Said>),
    Map(Vec<(Said, Said)>),
}

fn plain(node: &Node, text: &str) -> Said {
    let of = |node| plain(node, text);
    match &node.kind {
        Kind::List(items) => Said::List(items.iter().map(of).collect()),
        Kind::Map(entries) => Said::Map(entries.iter().map(|(key, value)| (of(key), of(value))).collect()),
        Kind::Decimal => Said::Decimal(counted(&text[node.written.start..node.written.end])),
        one => Said::One(one.clone()),
    }
}

/// What JSON says, as the same in YAML is read.
fn said(value: &Json) -> Said {
    match value {
        Json::Null => Said::One(Kind::Null),
        Json::Bool(value) => Said::One(Kind::Bool(*value)),
        Json::Number(number) => match number.as_i64() {
            Some(whole) => Said::One(Kind::Whole(whole)),
            None => Said::Decimal(counted(&number.to_string())),
        },
        Json::String(text) => Said::One(Kind::Text(text.clone())),
        Json::Array(items) => Said::List(items.iter().map(said).collect()),
        Json::Object(entries) => Said::Map(entries.iter().map(|(key, value)| (key_said(key), said(value))).collect()),
    }
}

/// A number without what its writer was free to choose, as the zeros at its end.
fn counted(written: &str) -> String {
    written.trim().parse::<f64>().map_or_else(|_| written.trim().to_owned(), |number| number.to_string())
}

fn key_said(key: &str) -> Said {
    Said::One(Kind::Text(key.to_owned()))
}

/// Changes what is said; none where the path leads nowhere.
fn apply(said_here: &mut Said, path: &[Step], change: &Change) -> Option<()> {
    let Some((step, rest)) = path.split_first() else {
        match (change, said_here) {
            (Change::Set(value), here) => *here = said(value),
            (Change::Append(value), Said::List(items)) => items.push(said(value)),
            (Change::Append(value), here @ Said::One(Kind::Null)) => *here = Said::List(vec![said(value)]),
            (Change::Append(_) | Change::Remove | Change::Raise, _) => return None,
        }
        return Some(());
    };
    let is_removed = rest.is_empty() && *change == Change::Remove;
    let is_raised = rest.is_empty() && *change == Change::Raise;
    match (step, said_here) {
        (Step::Item(place), Said::List(items)) if *place < items.len() => {
            if is_removed {
                items.remove(*place);
                return Some(());
            }
            if is_raised {
                items.swap(place.checked_sub(1)?, *place);
                return Some(());
            }
            apply(&mut items[*place], rest, change)
        }
        (Step::Key(key), Said::Map(entries)) => match entries.iter().position(|(known, _)| *known == key_said(key)) {
            Some(place) if is_removed => {
                entries.remove(place);
                Some(())
            }
            Some(place) => apply(&mut entries[place].1, rest, change),
            None if *change == Change::Remove => Some(()),
            None => {
                entries.push((key_said(key), made(rest, change)?));
                Some(())
            }
        },
        (Step::Key(_), Said::One(Kind::Null)) if *change == Change::Remove => Some(()),
        (Step::Key(key), here @ Said::One(Kind::Null)) => {
            *here = Said::Map(vec![(key_said(key), made(rest, change)?)]);
            Some(())
        }
        _ => None,
    }
}

/// What stands at a path that was not there.
fn made(path: &[Step], change: &Change) -> Option<Said> {
    json_made(path, change).map(|value| said(&value))
}

fn json_made(path: &[Step], change: &Change) -> Option<Json> {
    match path.split_first() {
        Some((Step::Key(key), rest)) => {
            Some(Json::Object([(key.clone(), json_made(rest, change)?)].into_iter().collect()))
        }
        Some((Step::Item(_), _)) => None,
        None => match change {
            Change::Set(value) => Some(value.clone()),
            Change::Append(value) => Some(Json::Array(vec![value.clone()])),
            Change::Remove | Change::Raise => None,
        },
    }
}

/// Which part of the text becomes which other.
fn edit(text: &str, tree: &Node, path: &[Step], change: &Change) -> Option<(Range<usize>, String)> {
    let (mut node, mut key_end) = (tree, None);
    for (place, step) in path.iter().enumerate() {
        let rest = &path[place + 1..];
        let is_removed = rest.is_empty() && *change == Change::Remove;
        let found = match (step, &node.kind) {
            (Step::Item(item), Kind::List(items)) => {
                let extents: Vec<Range<usize>> = items.iter().map(|item| range(text, item)).collect();
                if is_removed {
                    return removed(text, node, &extents, *item);
                }
                if rest.is_empty() && *change == Change::Raise {
                    return raised(text, node, extents.get(item.checked_sub(1)?)?, extents.get(*item)?);
                }
                items.get(*item)
            }
            (Step::Key(key), Kind::Map(entries)) => {
                let is_key = |known: &Node| known.kind == Kind::Text(key.clone());
                if is_removed {
                    let extent = |(key, value): &(Node, Node)| key.at.start..end(text, value).max(key.at.end);
                    let extents: Vec<Range<usize>> = entries.iter().map(extent).collect();
                    return removed(text, node, &extents, entries.iter().position(|(known, _)| is_key(known))?);
                }
                let found = entries.iter().find(|(known, _)| is_key(known));
                key_end = found.map(|(known, _)| known.at.end).or(key_end);
                found.map(|(_, value)| value)
            }
            (Step::Key(_), Kind::Null) => None,
            _ => return None,
        };
        let Some(inner) = found else {
            let value = flow(&json_made(rest, change)?);
            let Step::Key(key) = step else { return None };
            return match &node.kind {
                Kind::Map(entries) => {
                    let last = entries.last().map(|(key, value)| end(text, value).max(key.at.end));
                    let first = entries.first().map(|(key, _)| key.at.start);
                    Some(added(text, node, first, last, &format!("{}: {value}", word(key))))
                }
                _ => filled(text, key_end, &format!("{{ {}: {value} }}", word(key))),
            };
        };
        node = inner;
    }
    match (change, &node.kind) {
        (Change::Set(value), Kind::Null) => filled(text, key_end, &flow(value)),
        (Change::Set(value), _) => Some((range(text, node), flow(value))),
        (Change::Append(value), Kind::List(items)) => {
            let (first, last) = (items.first().map(|item| item.at.start), items.last().map(|item| end(text, item)));
            let item = if is_flow(text, node) { flow(value) } else { format!("- {}", flow(value)) };
            // The mark of an item stands before it.
            let first = first.map(|first| text[..first].trim_end_matches(' ').len().saturating_sub(1));
            Some(added(text, node, first, last, &item))
        }
        (Change::Append(value), Kind::Null) => filled(text, key_end, &format!("[{}]", flow(value))),
        _ => None,
    }
}

fn range(text: &str, node: &Node) -> Range<usize> {
    node.at.start..end(text, node)
}

/// The place behind a value, with the brackets that close it.
fn end(text: &str, node: &Node) -> usize {
    let last = match &node.kind {
        Kind::List(items) => items.last(),
        Kind::Map(entries) => entries.last().map(|(_, value)| value),
        // Text in lines of its own ends with its last line, not with the blanks below it.
        _ => return node.at.start + text[node.at.start..node.at.end].trim_end().len(),
    };
    if !is_flow(text, node) {
        return last.map_or(node.at.end, |last| end(text, last).max(node.at.end));
    }
    let from = last.map_or(node.at.start + 1, |last| end(text, last));
    text[from..].find([']', '}']).map_or(from, |closing| from + closing + 1)
}

/// Whether a list or mapping stands in brackets.
fn is_flow(text: &str, node: &Node) -> bool {
    let is_bracketed = text[node.at.start..].starts_with(['[', '{']);
    is_bracketed && matches!(node.kind, Kind::List(_) | Kind::Map(_))
}

/// One more entry or item, behind the last one.
fn added(text: &str, node: &Node, first: Option<usize>, last: Option<usize>, said: &str) -> (Range<usize>, String) {
    if is_flow(text, node) {
        return match last {
            Some(last) => (last..last, format!(", {said}")),
            None => {
                let behind = node.at.start + 1;
                let space = if text[node.at.start..].starts_with('{') { " " } else { "" };
                let end = text[behind..].find(['}', ']']).map_or(behind, |end| behind + end);
                (behind..end, format!("{space}{said}{space}"))
            }
        };
    }
    let (first, last) = (first.unwrap_or(node.at.start), last.unwrap_or(node.at.end));
    let line = text[..first].rfind('\n').map_or(0, |end| end + 1);
    let indent = " ".repeat(text[line..first].chars().count());
    // Behind a remark at the end of the line.
    match text[last..].find('\n') {
        Some(end) => (last + end..last + end, format!("\n{indent}{said}")),
        None => (text.len()..text.len(), format!("\n{indent}{said}\n")),
    }
}

/// Something behind a key that ends here, and has nothing behind it, or a word for nothing.
fn filled(text: &str, key: Option<usize>, said: &str) -> Option<(Range<usize>, String)> {
    let behind = key? + text[key?..].find(':')? + 1;
    let line = text[behind..].lines().next().unwrap_or_default();
    let word = line.split_whitespace().next().filter(|word| ["~", "null"].contains(word));
    let end = word.map_or(behind, |word| behind + line.find(word).unwrap_or_default() + word.len());
    Some((behind..end, format!(" {said}")))
}

/// Without one of the entries or items, which have these extents.
fn removed(text: &str, node: &Node, extents: &[Range<usize>], place: usize) -> Option<(Range<usize>, String)> {
    let extent = extents.get(place)?.clone();
    let is_only = extents.len() == 1;
    let empty = if matches!(node.kind, Kind::List(_)) { "[]" } else { "{}" };
    if is_flow(text, node) {
        return Some(match (extents.get(place + 1), place.checked_sub(1).map(|before| &extents[before])) {
            (Some(next), _) => (extent.start..next.start, String::new()),
            (None, Some(before)) => (before.end..extent.end, String::new()),
            (None, None) => (range(text, node), empty.to_owned()),
        });
    }
    let line = text[..extent.start].rfind('\n').map_or(0, |end| end + 1);
    if is_only {
        // Behind the key above it.
        let before = text[..line].trim_end().len();
        return (before > 0).then(|| (before..extent.end, format!(" {empty}")));
    }
    let end = text[extent.end..].find('\n').map_or(text.len(), |end| extent.end + end + 1);
    Some((line..end, String::new()))
}

/// One of two neighbors before the other, each with the remarks at the end of its lines, and the second with those above it.
fn raised(text: &str, node: &Node, one: &Range<usize>, other: &Range<usize>) -> Option<(Range<usize>, String)> {
    if is_flow(text, node) {
        let said = [&text[other.clone()], &text[one.end..other.start], &text[one.clone()]].concat();
        return Some((one.start..other.end, said));
    }
    let line = text[..one.start].rfind('\n').map_or(0, |end| end + 1);
    let middle = one.end + text[one.end..].find('\n')?;
    let end = text[other.end..].find('\n').map_or(text.len(), |end| other.end + end);
    Some((line..end, [&text[middle + 1..end], "\n", &text[line..middle]].concat()))
}

/// A value as it is written on one line.
fn flow(value: &Json) -> String {
    match value {
        Json::Null => "~".to_owned(),
        Json::Bool(_) | Json::Number(_) => value.to_string(),
        Json::String(text) => word(text),
        Json::Array(items) => format!("[{}]", items.iter().map(flow).collect::<Vec<_>>().join(", ")),
        Json::Object(entries) if entries.is_empty() => "{}".to_owned(),
        Json::Object(entries) => {
            let entry = |(key, value): (&String, &Json)| format!("{}: {}", word(key), flow(value));
            format!("{{ {} }}", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
    }
}

/// Text: as it is where that is plainly an id, else in quotes. JSON's are quotes of YAML.
fn word(text: &str) -> String {
    let is_id = text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_'));
    let is_word_of_yaml = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"].contains(&text);
    if is_id && !is_word_of_yaml { text.to_owned() } else { Json::String(text.to_owned()).to_string() }
}
