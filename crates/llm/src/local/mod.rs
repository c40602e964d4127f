//! Local models from GGUF files.

mod chat_template;
mod constrained;
mod decoder;
mod decoder_config;
mod gguf;
mod gguf_metadata;
mod kv_cache;
mod local_model;
mod rewrite;
mod sampler;
mod text_stream;
mod vocabulary;

pub use local_model::{LocalModel, LocalOptions};
pub use rewrite::{Rewritten, ready_to_run};

/// Reads a GGUF header and, if it is valid, its complete description of the weights: for a fuzz target.
#[cfg(fuzzing)]
pub fn fuzz_gguf(path: &std::path::Path) {
    if let Ok(file) = gguf::Gguf::open(path) {
        let _ = file.fingerprint();
        let _ = decoder_config::DecoderConfig::read(&file);
    }
    let options = LocalOptions { device: twolane_encoder::DeviceChoice::Cpu, ..LocalOptions::default() };
    let _ = LocalModel::load(path, &options);
}

#[cfg(test)]
mod decoder_tests;
#[cfg(test)]
mod model_tests;
#[cfg(test)]
mod odd_file_tests;
#[cfg(test)]
mod real_model_tests;
#[cfg(test)]
mod test_model;
