//! The encoder's forward pass on the processor: candle's matrix products, and one pass over the
//! data for all that stands between two of them. Texts stand one behind the other without padding,
//! and every step runs in the calling thread, so that batches can run side by side.

mod attention;
mod encoder;
mod math;
mod rows;

pub(crate) use encoder::{FusedEncoder, Sizes};
pub(crate) use rows::Activation;
