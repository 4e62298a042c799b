//! Content, read: what is refused, and how it is told.

mod amend;
mod broken;
mod broken_content;
mod credits;
mod diagnostic;
mod earlier;
mod fence;
mod gaps;
mod icons;
mod markdown;
mod markup;
mod overlooked;
mod pictures;
mod published;
mod schemas;
mod shapes;
mod source;
mod text;
mod weights;
mod yaml;
