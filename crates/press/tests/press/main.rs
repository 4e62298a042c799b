//! Prints, read back.

mod cards;
mod fixture;
mod pages;
mod paper;
mod pictures;
mod tags;
