//! Questions on their own, and questions within a conversation (SPEC GATE, SES, OBS-1). `ask.rs` shows the stages of
//! both in their order; the other files hold one stage each.

mod ask;
mod clarify;
mod contextualize;
#[allow(clippy::module_inception)]
mod conversation;
mod ids;
mod input;
mod inquiry;
mod memory;
mod outcome;
mod plan;
mod remember;
mod reply;
mod session;
mod stages;
mod users_case;

pub use conversation::{Conversation, ConversationOptions};
pub use ids::new_id;
pub use inquiry::Inquiry;
pub use reply::Reply;
