//! The HTTP and MCP servers and the web page, built on the library. The only module with an async runtime.
//!
//! ```text
//! options          plain values that the command line hands down
//! setup            a first run: what the page may set up for the person who started the program
//! engine           archive, models and settings; every call of it blocks
//! access           who may ask: host and origin, tokens, how much at a time
//! problem          what went wrong and what to do next, as application/problem+json
//! pool             how blocking work gets its turn
//! cancel, watched  whether anybody still waits, and models that stop when nobody does
//! uploads          papers that come over HTTP, in one folder
//! routes           one file a subject; reads a request, has the engine do it, writes the reply
//! openai, mcp      the same through interfaces that existing clients speak
//! server           connections, headers, the way to stop
//! site, root, several   several archives under one server
//! ```
//!
//! No request names a path of the file system. Document text leaves as JSON or plain text, never as HTML.

mod about;
mod access;
mod body;
mod cancel;
mod engine;
mod events;
mod examples;
mod folders;
mod line;
mod log;
mod mcp;
mod metrics;
mod openai;
mod openapi;
mod options;
mod page;
mod picture;
mod pool;
mod problem;
mod requests;
mod returning;
mod root;
mod routes;
mod server;
mod setup;
mod several;
mod site;
mod state;
mod uploads;
mod watched;

pub use access::tokens::{Role, TokenError, TokenFile, Tokens};
pub use engine::{Engine, Models, Settings};
pub use folders::KeptFolder;
pub use log::start as start_log;
pub use mcp::serve_stdio;
pub use options::{Limits, LogFormat, Options, Public};
pub use picture::{draw, draw_from};
pub use server::{ServeError, Server};
pub use setup::{Host, OnPart, SetupHost};
pub use several::{Served, archive_names};
