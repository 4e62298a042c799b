//! Pages of a small book, and those of the shipped games.

mod entries;
mod fixture;
mod lists;
mod pages;
mod things;
mod words;
