//! Reads an encoder's tensors, and those of a head, out of a safetensors file.

use std::collections::HashMap;
use std::fs::File;
use std::io::{Cursor, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use candle_core::{Device, Tensor};
use half::{bf16, f16};
use safetensors::tensor::{Dtype, Metadata, TensorInfo};

use super::device::first_line;
use super::error::InferenceError;

/// Names of this tensor's owner differ (`bert.`, `roberta.`, none); what stands before it is the
/// prefix of the whole encoder.
const WORD_EMBEDDINGS: &str = "embeddings.word_embeddings.weight";

/// The format's own limit.
const MAX_HEADER_BYTES: u64 = 100_000_000;

/// A safetensors file whose header has been read and fits the file's length.
pub(crate) struct TensorFile<S = File> {
    path: PathBuf,
    file: S,
    metadata: Metadata,
    data_start: u64,
}

impl TensorFile {
    pub(crate) fn open(path: &Path) -> Result<Self, InferenceError> {
        let unreadable =
            |e: std::io::Error| InferenceError::Read { path: path.to_owned(), what: e.to_string() };
        let file = File::open(path).map_err(unreadable)?;
        let file_bytes = file.metadata().map_err(unreadable)?.len();
        TensorFile::read(path, file, file_bytes)
    }
}

impl<'a> TensorFile<Cursor<&'a [u8]>> {
    /// A file that is in memory; `name` stands for its path in errors.
    pub(crate) fn of_bytes(name: &Path, bytes: &'a [u8]) -> Result<Self, InferenceError> {
        TensorFile::read(name, Cursor::new(bytes), u64::try_from(bytes.len()).unwrap_or(u64::MAX))
    }
}

impl<S: Read + Seek> TensorFile<S> {
    fn read(path: &Path, mut file: S, file_bytes: u64) -> Result<Self, InferenceError> {
        let bad = |what: String| InferenceError::BadFile { path: path.to_owned(), what };
        let unreadable =
            |e: std::io::Error| InferenceError::Read { path: path.to_owned(), what: e.to_string() };
        let mut length = [0; 8];
        file.read_exact(&mut length).map_err(|_| bad("shorter than a safetensors header".to_owned()))?;
        let header_bytes = u64::from_le_bytes(length);
        if header_bytes > MAX_HEADER_BYTES || header_bytes.saturating_add(8) > file_bytes {
            return Err(bad(format!("not a safetensors file (header of {header_bytes} bytes)")));
        }
        let mut header = Vec::new();
        (&mut file).take(header_bytes).read_to_end(&mut header).map_err(unreadable)?;
        let metadata: Metadata =
            serde_json::from_slice(&header).map_err(|e| bad(format!("odd safetensors header ({e})")))?;
        let data_start = header_bytes.saturating_add(8);
        let wanted = data_start.saturating_add(u64::try_from(metadata.data_len()).unwrap_or(u64::MAX));
        if wanted != file_bytes {
            return Err(bad(format!(
                "{file_bytes} bytes long, but its header speaks of {wanted}: cut off or damaged"
            )));
        }
        Ok(Self { path: path.to_owned(), file, metadata, data_start })
    }

    /// What stands before the names of the encoder's tensors.
    pub(crate) fn encoder_prefix(&self) -> Result<String, InferenceError> {
        let infos = self.metadata.tensors();
        infos
            .keys()
            .filter_map(|name| name.strip_suffix(WORD_EMBEDDINGS))
            .min_by_key(|prefix| prefix.len())
            .map(str::to_owned)
            .ok_or_else(|| self.bad(format!("no tensor {WORD_EMBEDDINGS}: not a BERT or RoBERTa encoder")))
    }

    /// All tensors of the encoder as f32, without the prefix of their names. Heads (pooler,
    /// classifier, language model) are left in the file. Tensor by tensor, so that the file is
    /// never twice in memory.
    pub(crate) fn encoder(&mut self, device: &Device) -> Result<HashMap<String, Tensor>, InferenceError> {
        let prefix = self.encoder_prefix()?;
        self.under(&prefix, device)
    }

    /// The tensors of an encoder whose names begin so.
    pub(crate) fn under(
        &mut self,
        prefix: &str,
        device: &Device,
    ) -> Result<HashMap<String, Tensor>, InferenceError> {
        let names: Vec<String> = self.metadata.tensors().into_keys().collect();
        let mut tensors = HashMap::new();
        for name in names {
            let Some(short) = name.strip_prefix(prefix) else { continue };
            if !(short.starts_with("embeddings.") || short.starts_with("encoder."))
                || short.ends_with("position_ids")
            {
                continue;
            }
            let tensor = self.tensor(&name, device)?;
            tensors.insert(modern_name(short), tensor);
        }
        Ok(tensors)
    }

    /// One tensor as f32, by its whole name.
    pub(crate) fn tensor(&mut self, name: &str, device: &Device) -> Result<Tensor, InferenceError> {
        let Some(info) = self.metadata.info(name) else {
            return Err(self.bad(format!("there is no tensor {name}")));
        };
        let unreadable =
            |e: std::io::Error| InferenceError::Read { path: self.path.clone(), what: e.to_string() };
        let offset = self.data_start.saturating_add(u64::try_from(info.data_offsets.0).unwrap_or(u64::MAX));
        self.file.seek(SeekFrom::Start(offset)).map_err(unreadable)?;
        let mut bytes = vec![0; info.data_offsets.1.saturating_sub(info.data_offsets.0)];
        self.file.read_exact(&mut bytes).map_err(unreadable)?;
        let values =
            to_f32(info, &bytes).ok_or_else(|| self.bad(format!("{name} has type {:?}", info.dtype)))?;
        Tensor::from_vec(values, info.shape.as_slice(), device)
            .map_err(|e| self.bad(format!("{name}: {}", first_line(&e.to_string()))))
    }

    fn bad(&self, what: String) -> InferenceError {
        InferenceError::BadFile { path: self.path.clone(), what }
    }
}

fn to_f32(info: &TensorInfo, bytes: &[u8]) -> Option<Vec<f32>> {
    let (words, _) = bytes.as_chunks::<4>();
    let (halves, _) = bytes.as_chunks::<2>();
    match info.dtype {
        Dtype::F32 => Some(words.iter().map(|b| f32::from_le_bytes(*b)).collect()),
        Dtype::F16 => Some(halves.iter().map(|b| f16::from_le_bytes(*b).to_f32()).collect()),
        Dtype::BF16 => Some(halves.iter().map(|b| bf16::from_le_bytes(*b).to_f32()).collect()),
        _ => None,
    }
}

/// Files converted from TensorFlow say gamma and beta.
fn modern_name(name: &str) -> String {
    let renamed = |old: &str, new: &str| name.strip_suffix(old).map(|head| format!("{head}{new}"));
    renamed("LayerNorm.gamma", "LayerNorm.weight")
        .or_else(|| renamed("LayerNorm.beta", "LayerNorm.bias"))
        .unwrap_or_else(|| name.to_owned())
}
