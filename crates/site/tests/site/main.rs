//! Pages of a small book, and those of the shipped games.

mod entries;
mod fixture;
mod lists;
mod pages;
mod publishing;
mod things;
mod words;
