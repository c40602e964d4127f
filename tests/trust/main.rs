//! What is promised holds against somebody who tries to break it; the structure of the code.

mod answer;
mod architecture;
mod archive;
mod command_line;
mod cycles;
mod imports;
mod machine;
mod outside;
mod public_face;
mod quotes;
mod scans;
mod sealed;
mod statements;
#[path = "../support/mod.rs"]
mod support;
mod verify;
