//! Prints, read back.

mod cards;
mod fixture;
mod pages;
