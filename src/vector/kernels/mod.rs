//! Dot products, the fastest that the processor has, chosen at run time.
//!
//! Every kernel of floats adds up in an order that depends on the length alone, so one row scores
//! the same whether it was looked at alone or with three others. Codes are whole numbers, whose
//! sums do not depend on an order at all.

mod codes;
#[cfg(target_arch = "x86_64")]
mod codes_x86;
mod dispatch;
mod portable;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use codes::{CODE_ALIGN, CODE_MAX, CodeLevel, CodeTable, prefetch, score_codes};
pub use dispatch::{KernelLevel, dot, dot_with, dot4_with};
