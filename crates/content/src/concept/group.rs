//! Groups of stats and of skills.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::scalar::Headed;
use crate::source::Located;

/// A group of stats or of skills.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct GroupEntry {
    /// Id, name and rules.
    #[schemars(flatten)]
    pub head: Headed,
    /// The color it is shown in, by its name in the palette of the system.
    #[schemars(example = &"rust")]
    pub color: Located<String>,
}
