//! Content, read: what is refused, and how it is told.

mod broken;
mod broken_content;
mod schemas;
