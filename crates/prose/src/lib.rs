//! The prose of a rulebook: what its Markdown says, and where its links lead.
//!
//! **In** a [`Book`](makeready_faces::book::Book). **Out** a [`LinkIndex`](link_index::LinkIndex), which knows the place of
//! everything that can be linked to; [`Terms`](terms::Terms), which finds the words of the glossary in running text; and the
//! [`tree`] of a text. Site and press share them, so that a link leads to the same thing on a page and on paper.

pub mod address;
pub mod anchors;
pub mod fault;
pub mod link_index;
pub mod terms;
pub mod tree;
