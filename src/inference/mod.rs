//! Tokenizers, bi-encoders and the model hub.

mod batches;
mod bert_embedder;
mod checksum;
mod device;
mod embedder;
mod encoder;
mod encoder_config;
mod error;
mod fused;
mod hub;
mod manifest;
mod model_files;
mod model_status;
mod pooling;
mod source_hub;
mod source_package;
mod text_tokenizer;
mod transfer;
mod weights;
mod workers;

pub use bert_embedder::{BertEmbedder, EmbedderOptions};
pub use device::{DeviceChoice, device_name};
pub use embedder::{Embedder, OnProgress, Role, TokenVectors};
pub use encoder::Engine;
pub use error::InferenceError;
pub use hub::{Hub, HubOptions};
pub use manifest::{FileEntry, Manifest, ModelEntry, ModelRole, ModelSource};
pub use model_files::{CONFIG, ModelFiles, Prefixes, TOKENIZER, WEIGHTS};
pub use model_status::{ModelState, ModelStatus};
pub use pooling::Pooling;
pub use source_hub::HubAccess;
pub use transfer::{GetProgress, OnGet};
