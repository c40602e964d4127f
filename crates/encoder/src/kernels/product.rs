//! Products of a left and a right operand.

use super::grid::Grid;
#[cfg(target_arch = "x86_64")]
use super::kernel::Format;
use super::kernel::Kernel;
use super::left::Left;
#[cfg(target_arch = "x86_64")]
use super::level::Kind;
use super::operands::Product;
use super::portable;
use super::right::Right;

/// Computes out = left right + bias. Operands with mismatched shapes give NaN.
pub(crate) fn multiply(kernel: Kernel, left: &Left, right: &Right, out: &mut Grid) {
    out.shape(left.rows(), right.width());
    match Product::of(left, right, out) {
        Some(product) => run(kernel, product),
        None => out.values_mut().fill(f32::NAN),
    }
}

fn run(kernel: Kernel, product: Product<'_>) {
    match (kernel.level.kind(), kernel.format) {
        #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
        (Kind::Tiles, Format::Bytes | Format::Bf16) => super::tiles::run(kernel, product),
        #[cfg(target_arch = "x86_64")]
        (Kind::Tiles | Kind::Avx512Dot, _) | (Kind::Avx512, Format::F32 | Format::Shorts) => {
            super::avx512::run(kernel, product);
        }
        #[cfg(target_arch = "x86_64")]
        (Kind::Avx2, Format::F32 | Format::Shorts) => super::avx2::run(kernel, product),
        _ => portable::run(kernel, product),
    }
}
