//! Memory of answers (SPEC MEM-1). An answer is reused for the same question, under the same conditions, on exactly the
//! archive that gave it. The rule is the strictest possible: one commit to the archive, whatever it changed,
//! invalidates all earlier answers. An added paper changes the rarity of every word, and with it the order of every
//! search. So nothing less shows that an answer would be the same today. A new search costs a second; a stale answer
//! costs trust. Even a reused answer is checked again (`check/verify/reopen.rs`).

mod context;
mod entry;
#[allow(clippy::module_inception)]
mod memory;
mod options;

pub(crate) use context::Asking;
pub use entry::{Remembered, forget, remembered};
pub(crate) use memory::Memory;
pub use memory::Recalled;
pub use options::MemoryOptions;
