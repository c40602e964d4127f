//! Who may ask: by the name that the server was called by, by where a browser's page comes from, by token.

pub mod addresses;
pub mod caller;
pub mod guard;
pub mod host;
pub mod tokens;
