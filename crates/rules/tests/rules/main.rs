//! The rules library from outside.

mod abilities;
mod bugs;
mod distributions;
mod held;
mod laws;
mod limits;
mod odds;
mod procedures;
mod support;
mod words;
