//! The encoder's forward pass on the processor, through our own kernels. Texts stand one behind the
//! other without padding, and every step runs in the calling thread, so that batches can run side by
//! side.

mod encoder;
mod layer;

pub(crate) use super::kernels::Activation;
pub(crate) use encoder::{Arithmetic, FusedEncoder, Sizes};
