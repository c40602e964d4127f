//! Models on an OpenAI-compatible server.

mod address;
mod constraint_form;
mod exchange;
mod reply;
mod server_model;

pub(crate) use address::is_private_address;
pub use server_model::{ServerModel, ServerOptions};
