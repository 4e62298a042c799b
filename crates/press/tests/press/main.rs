//! Prints, read back.

mod cards;
mod drawings;
mod faces;
mod fixture;
mod hostile;
mod pages;
mod paper;
mod pictures;
mod share;
mod tags;
