//! The work of others that views name: what a print of them can show.
//!
//! **In** a view. **Out** what of [`Used`] it names, without its typefaces. It is found in the view as it is serialized for
//! templates, so that no list of the places where icons and pictures stand has to be kept.

use serde::Serialize;
use serde_json::Value;

use super::art::Art;
use super::book::Look;
use super::credits::Used;

/// The work of others that a view names.
///
/// # Panics
/// Never: views hold only strings and numbers, which serialize.
pub fn shown(view: &impl Serialize, look: &Look) -> Used {
    let mut used = Used::default();
    let view = serde_json::to_value(view).expect("views hold only strings and numbers");
    collect(&view, look, &mut used);
    used
}

fn collect(value: &Value, look: &Look, used: &mut Used) {
    match value {
        Value::Array(parts) => parts.iter().for_each(|part| collect(part, look, used)),
        Value::Object(fields) => {
            let text = |key: &str| fields.get(key).and_then(Value::as_str);
            let run = text("text").filter(|_| text("style") == Some("icon"));
            for icon in text("icon").into_iter().chain(run).filter(|icon| !icon.is_empty()) {
                match look.icons.find(icon) {
                    Some(own) => used.note_art(&own.credit),
                    None => {
                        used.icons.insert(icon.to_owned());
                    }
                }
            }
            let picture = text("path").and_then(Art::name_at).and_then(|name| look.pictures.named(name));
            picture.into_iter().for_each(|picture| used.note_art(&picture.credit));
            fields.values().for_each(|field| collect(field, look, used));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
