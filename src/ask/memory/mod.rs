//! Memory of answers (SPEC MEM-1). An answer is given again to the same question, asked under the same
//! conditions of the very archive that gave it. The rule is the strictest that can be had: one commit to
//! the archive, whatever it changed, ends everything that was remembered before it. An added paper moves
//! the rarity of every word, and with it the order of every search, so nothing less shows that an answer
//! would be the same today; and a search anew costs a second where a stale answer costs trust. What is
//! given again is looked up again all the same (`check/verify/reopen.rs`).

mod context;
mod entry;
#[allow(clippy::module_inception)]
mod memory;
mod options;

pub(in crate::ask) use context::Asking;
pub use entry::{Remembered, forget, remembered};
pub(in crate::ask) use memory::Memory;
pub use memory::Recalled;
pub use options::MemoryOptions;
