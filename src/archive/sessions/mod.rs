//! Sessions, traces of answers and remembered answers: a SQLite file of their own beside the
//! catalogue. It is no part of the archive's commits: several processes may write to it while a
//! writer is at work, and an archive without it is whole.

mod check;
mod forget;
mod memory;
mod open;
mod private;
mod schema;
mod session;
mod store;
mod trace;

pub use forget::Forgotten;
pub use memory::StoredMemory;
pub use session::StoredSession;
pub use store::SessionStore;
pub use trace::StoredTrace;

pub(super) use check::problems;
