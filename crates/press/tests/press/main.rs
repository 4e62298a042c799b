//! Prints, read back.

mod cards;
mod faces;
mod fixture;
mod pages;
mod paper;
mod pictures;
mod tags;
