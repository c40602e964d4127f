//! The archive: what it keeps, and keeps through damage, crashes and full disks.

mod basic;
mod copy;
mod crash;
mod damage;
mod graph;
mod model;
mod speed;
#[path = "../support/mod.rs"]
mod support;
mod writer_crash;
