//! Tokenizers, bi-encoders, cross-encoders and the model hub.

mod address;
mod base;
mod batches;
mod bert_cross_encoder;
mod bert_embedder;
mod built_in_cross_encoder;
#[cfg(feature = "candle")]
mod candle_encoder;
#[cfg(all(test, feature = "candle"))]
mod candle_encoder_tests;
mod checksum;
mod classifier_config;
mod classifier_head;
mod cross_encoder;
mod dense;
mod device;
mod embedder;
mod encoder;
mod encoder_config;
mod error;
mod fused;
#[cfg(fuzzing)]
pub mod fuzzing;
mod hub;
mod kernels;
mod manifest;
mod mapped_file;
mod model_files;
mod model_status;
mod numbers;
mod pair_tokenizer;
mod pooling;
mod reader;
mod reading;
mod small_files;

mod source_hub;
mod source_package;
mod text_tokenizer;
mod transfer;
mod undone;
mod weights;
mod word_counts;
mod workers;

pub use address::Address;
pub use bert_cross_encoder::{BertCrossEncoder, CrossEncoderOptions};
pub use bert_embedder::{BertEmbedder, EmbedderOptions};
pub use built_in_cross_encoder::BuiltInCrossEncoder;
pub use cross_encoder::{CrossEncoder, GoOn};
pub use device::{Device, DeviceChoice, Opened, device_name, first_line};
pub use embedder::{EmbeddedPassage, Embedder, OnProgress, Role, TokenVectors};
pub use encoder::Engine;
pub use error::InferenceError;
pub use hub::{Hub, HubOptions};
pub use kernels::Level;
pub use manifest::{CrossEncoderEntry, FileEntry, Manifest, ModelEntry, ModelRole, ModelSource, PackagePart};
pub use model_files::{ModelFiles, Prefixes, REWRITTEN, WEIGHTS};
pub use model_status::{ModelState, ModelStatus};
pub use numbers::Numbers;
pub use pooling::Pooling;
pub use reader::{Reader, ReaderOptions};
pub use reading::{ReadPassages, Reading, Span};
pub use small_files::{CONFIG, TOKENIZER};
pub use source_hub::HubAccess;
pub use transfer::{GetProgress, OnGet};
pub use undone::NearText;
