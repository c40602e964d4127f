//! The server: its API, who is let in, how much it takes, what clients of other interfaces get.

mod answers;
mod api;
mod bounded;
mod clients;
mod edited;
mod folders;
mod leaving;
mod limits;
mod planted;
mod program;
mod running;
mod security;
#[cfg(unix)]
mod setup;
mod several;
#[path = "../support/mod.rs"]
mod support;
mod uploads;
mod visibility;
