//! Input and output of a writer, before any check: drafts with their claimed quotes, gaps, texts of the user. Prompt
//! filling and the program's own wordings are also here.

#[allow(clippy::module_inception, reason = "the room is named after its main type")]
mod draft;
mod fact;
mod gap;
pub(crate) mod prompt;
mod sentence;
mod user_source;
pub(crate) mod wording;

pub use draft::Draft;
pub use fact::{Claimed, DraftFact};
pub use gap::{Gap, GapReason, Unread};
pub use sentence::{DraftSentence, Said};
pub use user_source::{USER_PROVIDED, UserSource};
