//! Pages of a small book, and those of the shipped games.

mod entries;
mod fixture;
mod kept;
mod lists;
mod pages;
mod publishing;
mod things;
mod words;
mod workshop_alone;
