//! Files are read in worker processes, so that a parser's crash, hang or hunger costs one file.
//!
//! The parent ([`Pool`]) starts `twolane worker`, sends a request a file and takes documents back
//! over a pipe as length-prefixed frames; [`serve`] is the other side. A worker limits its own
//! memory and processor time, the parent limits wall-clock time and output. The parent never
//! parses a file, and what a worker says is checked like any outside input.

mod assembly;
mod failure;
mod frame;
mod in_process;
mod limits;
mod message;
mod pool;
mod process;
mod serve;

pub use assembly::FileRead;
pub use failure::ReadFailure;
pub use frame::FrameError;
pub use in_process::read_in_process;
pub use limits::Limits;
pub use pool::Pool;
pub use process::Patience;
pub use serve::serve;
