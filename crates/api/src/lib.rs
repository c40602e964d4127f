//! JSON requests and replies for programs, identical on the command line and over HTTP.

mod answer;
mod ask_request;
mod conditions;
mod known;
mod memory;
mod quote;
mod search;
mod session;
mod source;
mod trace;
mod usage;

pub use answer::{FORMS, add_asked, envelope};
pub use ask_request::AskRequest;
pub use conditions::Conditions;
pub use known::{ConditionError, Names, Spelled};
pub use memory::memory_reply;
pub use quote::{QuoteError, Quoted, quoted};
pub use search::search_reply;
pub use session::{session_title, sessions_reply};
pub use source::{line_row, source_reply};
pub use trace::traces_reply;
pub use usage::UsageError;
