//! The program from outside, and whatever takes more than one package.

#[path = "../../crates/content/tests/content/broken/mod.rs"]
mod broken;
mod broken_on_disk;
mod cli;
mod command;
mod credits;
mod documents;
#[path = "../../crates/press/tests/press/fixture/mod.rs"]
mod fixture;
mod growth;
mod handouts;
mod kill;
mod limits;
mod new_game;
mod npcs;
mod odds;
mod output;
mod tri_core;
