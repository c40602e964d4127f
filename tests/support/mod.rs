//! What several test programs share.

#![allow(dead_code, unused_imports, reason = "each test program takes what it needs")]

pub mod archives;
pub mod chat_server;
pub mod child;
pub mod draft_json;
pub mod ingesting;
pub mod model;
pub mod mutator;
pub mod office;
pub mod papers;
pub mod pdf_writer;
pub mod program;
pub mod skip;
pub mod steps;
pub mod town;
pub mod workload;
