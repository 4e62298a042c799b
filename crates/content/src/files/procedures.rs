//! `procedures.yaml`.

use super::building::{field, template, value};
use super::{each_of_some, head};
use crate::building::FieldEntry;
use crate::code::Code;
use crate::decode::{Decoder, Fields};
use crate::entries::Entries;
use crate::procedures::{ProcedureEntry, StepEntry};
use crate::yaml::Node;

/// What stands beside the inputs where a chapter goes through a procedure; no input can be called like that.
pub const CALL_KEYS: [&str; 3] = ["id", "who", "caption"];

/// Reads `procedures.yaml`.
pub fn read(d: &mut Decoder, node: &Node, entries: &mut Entries) {
    let Some(mut f) = d.file_fields(node) else { return };
    entries.procedures.extend(each_of_some(d, &mut f, "procedures", procedure));
    d.finish(&f);
}

fn procedure(d: &mut Decoder, f: &mut Fields<'_>) -> ProcedureEntry {
    let id = d.id(f, "id");
    ProcedureEntry {
        head: head(d, f, id),
        inputs: super::each(d, f, "inputs", input),
        steps: each_of_some(d, f, "steps", step),
        results: d.required_references(f, "results"),
    }
}

fn input(d: &mut Decoder, f: &mut Fields<'_>) -> FieldEntry {
    let input = field(d, f);
    if CALL_KEYS.contains(&input.head.id.as_str()) {
        let message = format!("chapters write `{}=` for something else", input.head.id);
        d.error(Code::BadId, input.head.at, message).help = Some("choose another id for this input".to_owned());
    }
    input
}

fn step(d: &mut Decoder, f: &mut Fields<'_>) -> StepEntry {
    let value = value(d, f);
    let text = if f.holds("text") { template(d, f, "text") } else { Default::default() };
    StepEntry { value, text }
}
