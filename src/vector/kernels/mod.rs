//! Dot products, the fastest that the processor has, chosen at run time.
//!
//! Every kernel adds up in an order that depends on the length alone, so one row scores the same
//! whether it was looked at alone or with three others.

mod dispatch;
mod portable;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use dispatch::{KernelLevel, dot, dot_with, dot4_with};
