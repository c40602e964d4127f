//! Forward pass of the encoder on the processor, through our own kernels. Texts are concatenated without
//! padding. Every step runs in the calling thread, so that batches can run in parallel.

mod encoder;
mod layer;

pub(crate) use super::kernels::Activation;
pub(crate) use encoder::{Arithmetic, FusedEncoder, Sizes, UpperLayers};
