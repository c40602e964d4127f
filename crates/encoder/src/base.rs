//! Parts of a bi-encoder that another model shares.

use std::path::Path;
use std::sync::Arc;

use super::encoder_config::EncoderConfig;
use super::text_tokenizer::TextTokenizer;
use super::weights::RowTable;

/// Parts of a bi-encoder that another model can share.
#[derive(Clone, Copy)]
pub struct Base<'a> {
    pub(crate) tokenizer: &'a Arc<TextTokenizer>,
    /// Word embeddings, if our own kernels run.
    pub(crate) words: Option<&'a Arc<RowTable>>,
    pub(crate) config: &'a EncoderConfig,
    pub(crate) weights: &'a Path,
    pub(crate) weights_sha256: &'a str,
}
