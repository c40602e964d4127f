//! Arithmetic of an encoder's forward pass on the processor: products with packed weights in f32, bf16 and
//! int8, and the steps between them. Each exists for the widest instructions that the processor has (AMX
//! tiles, AVX-512, AVX2 with FMA) and once in safe code, which is the reference.
//!
//! Every operand consists of 32-bit words, and a word holds one f32, two bf16, two i16 or four bytes. One
//! layout, one loop and one set of bounds therefore serve all number types. [`Left`] holds rows of words,
//! each padded to whole lines of 16. [`Right`] holds panels of 32 columns, with 32 words for each word of a
//! row. A product writes a [`Grid`] of f32.
//!
//! `unsafe` in this folder has two reasons. The first is instructions that the processor supports, since
//! [`Level`] exists only after a check. The second is unchecked loads and stores, whose bounds follow from
//! the shapes of `Left`, `Right` and `Grid`.

mod at_level;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod columns;
mod fill;
mod grid;
mod kernel;
mod left;
mod level;
mod line;
mod math;
mod operands;
mod portable;
mod product;
mod right;
mod steps;
#[cfg(test)]
mod tests;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod tile_permission;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod tiles;

pub(crate) use grid::Grid;
pub use kernel::ElementType;
pub(crate) use kernel::Kernel;
pub(crate) use left::Left;
pub use level::Level;
pub(crate) use product::multiply;
pub(crate) use right::Right;
pub(crate) use steps::{Activation, Norm, activate, add_norm, norm_rows, softmax};
