//! Output to a person. Nothing else in `src` writes to standard output or standard error
//! (`tests/trust/outside.rs` checks that). So the contents of a file name, a pack's title, a quote or a
//! model's answer can't steer a terminal: see `clean.rs`.

mod bar;
mod clean;
mod counted;
mod style;
mod write;

pub use bar::Bar;
pub use clean::{clean, clean_json, inline};
pub use counted::{counted, date_of};
pub use style::Style;
pub use write::{
    catch_panics, flush, page, stderr_is_terminal, stdout_is_terminal, write_json, write_message, write_text,
};
