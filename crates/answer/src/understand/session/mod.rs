//! Sessions: context of a conversation other than its archive (SPEC SES-1, SES-2).

mod field;
mod options;
mod paste;
#[allow(clippy::module_inception)]
mod session;
mod situation;
mod store;
mod turn;

pub use crate::draft::{USER_PROVIDED, UserSource};
pub use field::{Field, Origin, parse_field};
pub use options::SessionOptions;
pub(crate) use paste::is_credit;
pub use paste::{Paste, looks_like_source, split_paste, split_stem};
pub use session::Session;
pub use situation::Situation;
pub use store::{Sessions, check_id};
pub use turn::Turn;
