//! Content, read: what is refused, and how it is told.

mod amend;
mod broken;
mod broken_content;
mod credits;
mod diagnostic;
mod earlier;
mod markdown;
mod markup;
mod pictures;
mod published;
mod schemas;
mod source;
mod text;
mod weights;
mod yaml;
