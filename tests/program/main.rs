//! The program from outside, and whatever takes more than one package.

mod all_at_once;
mod book;
#[allow(dead_code, reason = "the table is the content package's; here its rows about files are run")]
#[path = "../../crates/content/tests/content/broken/mod.rs"]
mod broken;
mod broken_on_disk;
mod card_boxes;
mod cards;
mod cli;
mod command;
mod credits;
mod documents;
mod drafts;
mod extremes;
mod find_game;
#[path = "../../crates/press/tests/press/fixture/mod.rs"]
mod fixture;
mod gallery;
mod growth;
mod handouts;
mod kept;
mod kill;
mod limits;
mod long_words;
mod new_game;
mod npcs;
mod odds;
mod output;
mod own_icons;
mod own_typeface;
mod pictures;
mod serve;
mod shards;
mod share_pictures;
mod sheets;
mod since;
mod tri_core;
mod workshops;
