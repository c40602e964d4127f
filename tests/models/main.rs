//! Encoders, the reader, tokenizers, model files and language model servers.

mod built_in_cross_encoder;
mod cross_encoder;
mod embedder;
mod hub;
mod language_model_server;
mod odd_files;
mod parity;
mod reader;
#[path = "../support/mod.rs"]
mod support;

/// The engines of this build.
const ENGINES: &[twolane::encoder::Engine] = &[
    twolane::encoder::Engine::Fused,
    #[cfg(feature = "llm")]
    twolane::encoder::Engine::Candle,
];
