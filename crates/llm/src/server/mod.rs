//! Models on an OpenAI-compatible server.

mod constraint_form;
mod exchange;
mod reply;
mod server_model;

pub use server_model::{ServerModel, ServerOptions};
