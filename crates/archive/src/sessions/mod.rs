//! Sessions, traces of answers, remembered answers and answers with an address. In a folder, a SQLite file beside the catalogue
//! holds them. They are no part of the archive's commits: several processes may write to them while a
//! writer is at work, and an archive without them is whole.

mod answer;
mod check;
mod file;
mod folder;
mod forget;
mod keeps;
mod memory;
mod open;
mod private;
mod schema;
mod session;
mod store;
mod stored;
mod trace;

pub use store::SessionStore;
pub use stored::{Forgotten, StoredAnswer, StoredMemory, StoredSession, StoredTrace};

pub(super) use check::problems;
#[cfg(feature = "postgres")]
pub(super) use keeps::KeepsSessions;
