//! XML: sections of law in the D.C. Council's form with their structure, other XML as blocks.
//!
//! Nothing that a file asks for is fetched: no entity but XML's own five is expanded, no external
//! part and no inclusion is followed.

mod law;
mod reader;
mod tree;

pub use reader::read;
