//! Pages of a small book, and those of the shipped games.

mod fixture;
mod lists;
mod pages;
mod words;
