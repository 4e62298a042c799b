//! Prints, read back.

mod cards;
mod faces;
mod fixture;
mod pages;
