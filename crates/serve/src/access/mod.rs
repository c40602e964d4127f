//! Access checks: the host name of the request, the origin of a browser's page, and the token.

pub mod addresses;
pub mod caller;
pub mod guard;
pub mod host;
pub mod public;
pub mod rate;
pub mod tokens;
