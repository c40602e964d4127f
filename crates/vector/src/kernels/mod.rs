//! Dot products, by the fastest kernel of the processor, chosen at run time.
//!
//! Every kernel of floats adds up in an order that depends on the length alone. A row therefore has
//! the same score whether it is scored alone or with three others. Codes are integers, whose sums do
//! not depend on the order.

mod code_table;
mod codes;
#[cfg(target_arch = "x86_64")]
mod codes_x86;
mod dispatch;
mod portable;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use code_table::{CODE_ALIGN, CodeTable};
pub use codes::{CODE_MAX, CodeLevel, prefetch, score_codes};
pub use dispatch::{KernelLevel, dot, dot_with, dot4_with};
