//! Reads the tensors of an encoder and its heads from a safetensors file.

use std::collections::HashMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use half::slice::HalfFloatSliceExt;
use half::{bf16, f16};
use safetensors::tensor::{Dtype, Metadata};

use super::error::InferenceError;
use super::mapped_file::MappedFile;

/// Name of the tensor that identifies the encoder. Its owner differs (`bert.`, `roberta.`, no prefix); the
/// part before this name is the prefix of the whole encoder.
const WORD_EMBEDDINGS: &str = "embeddings.word_embeddings.weight";

/// Maximum header size, as defined by the format.
const MAX_HEADER_BYTES: u64 = 100_000_000;

/// Storage of a file's bytes.
enum Bytes {
    Mapped(MappedFile),
    BuiltIn(&'static [u8]),
}

impl Bytes {
    fn all(&self) -> &[u8] {
        match self {
            Bytes::Mapped(file) => file,
            Bytes::BuiltIn(bytes) => bytes,
        }
    }
}

/// A safetensors file whose header has been read and checked against the file's length.
pub(crate) struct TensorFile {
    path: PathBuf,
    bytes: Arc<Bytes>,
    metadata: Metadata,
    /// Offset of the first tensor.
    data_start: usize,
}

impl TensorFile {
    pub(crate) fn open(path: &Path) -> Result<Self, InferenceError> {
        let unreadable =
            |e: std::io::Error| InferenceError::Read { path: path.to_owned(), what: e.to_string() };
        TensorFile::read(path, Bytes::Mapped(MappedFile::open(path).map_err(unreadable)?))
    }

    /// Reads a file that is built into the program; `name` replaces its path in errors.
    pub(crate) fn of_bytes(name: &Path, bytes: &'static [u8]) -> Result<Self, InferenceError> {
        TensorFile::read(name, Bytes::BuiltIn(bytes))
    }

    fn read(path: &Path, bytes: Bytes) -> Result<Self, InferenceError> {
        let bad = |what: String| InferenceError::BadFile { path: path.to_owned(), what };
        let short = || bad("shorter than a safetensors header".to_owned());
        let (length, rest) = bytes.all().split_first_chunk::<8>().ok_or_else(short)?;
        let header_bytes = u64::from_le_bytes(*length);
        let header = usize::try_from(header_bytes).ok().filter(|_| header_bytes <= MAX_HEADER_BYTES);
        let Some(header) = header.and_then(|n| rest.get(..n)) else {
            return Err(bad(format!("not a safetensors file (header of {header_bytes} bytes)")));
        };
        let metadata: Metadata =
            serde_json::from_slice(header).map_err(|e| bad(format!("odd safetensors header ({e})")))?;
        let data_start = header.len().saturating_add(8);
        let wanted = data_start.saturating_add(metadata.data_len());
        if wanted != bytes.all().len() {
            return Err(bad(format!(
                "{} bytes long, but its header speaks of {wanted}: cut off or damaged",
                bytes.all().len()
            )));
        }
        Ok(Self { path: path.to_owned(), bytes: Arc::new(bytes), metadata, data_start })
    }

    /// Returns the prefix of the encoder's tensor names.
    pub(crate) fn encoder_prefix(&self) -> Result<String, InferenceError> {
        let infos = self.metadata.tensors();
        infos
            .keys()
            .filter_map(|name| name.strip_suffix(WORD_EMBEDDINGS))
            .min_by_key(|prefix| prefix.len())
            .map(str::to_owned)
            .ok_or_else(|| self.bad(format!("no tensor {WORD_EMBEDDINGS}: not a BERT or RoBERTa encoder")))
    }

    /// Returns the encoder tensors with this name prefix, to be read one by one.
    pub(crate) fn under(&self, prefix: &str) -> EncoderTensors<'_> {
        EncoderTensors { file: self, names: self.names_under(prefix) }
    }

    /// Returns the table of word embeddings, unloaded: only few of its tens of thousands of rows are read.
    pub(crate) fn words(&self) -> Result<RowTable, InferenceError> {
        self.table(&format!("{}{WORD_EMBEDDINGS}", self.encoder_prefix()?))
    }

    /// Maps names without the prefix to full names.
    fn names_under(&self, prefix: &str) -> HashMap<String, String> {
        let of = |name: String| {
            let short = name.strip_prefix(prefix)?;
            let part = short.starts_with("embeddings.") || short.starts_with("encoder.");
            (part && !short.ends_with("position_ids")).then(|| (modern_name(short), name.clone()))
        };
        self.metadata.tensors().into_keys().filter_map(of).collect()
    }

    /// Returns the shape of a tensor and its numbers as f32, by its full name.
    pub(crate) fn numbers(&self, name: &str) -> Result<(Vec<usize>, Vec<f32>), InferenceError> {
        let (shape, dtype, range) = self.place(name)?;
        let bytes = self.bytes.all().get(range).unwrap_or_default();
        let kind = self.kind(name, dtype)?;
        let mut values = vec![0.0; bytes.len() / kind.bytes()];
        kind.to_f32(bytes, &mut values);
        Ok((shape, values))
    }

    /// Returns a matrix whose rows are read one by one.
    fn table(&self, name: &str) -> Result<RowTable, InferenceError> {
        let (shape, dtype, range) = self.place(name)?;
        let [rows, columns] = *shape.as_slice() else {
            return Err(self.bad(format!("{name} has shape {shape:?}, expected a matrix")));
        };
        let bytes = self.bytes.clone();
        let kind = self.kind(name, dtype)?;
        Ok(RowTable { rows, columns, bytes, range, kind })
    }

    /// Returns the shape, type and byte range of a tensor.
    fn place(&self, name: &str) -> Result<(Vec<usize>, Dtype, Range<usize>), InferenceError> {
        let Some(info) = self.metadata.info(name) else {
            return Err(self.bad(format!("there is no tensor {name}")));
        };
        let at = |offset: usize| self.data_start.saturating_add(offset);
        Ok((info.shape.clone(), info.dtype, at(info.data_offsets.0)..at(info.data_offsets.1)))
    }

    /// Returns the number type of a tensor. Beside a tensor of bytes, `NAME.scale` and `NAME.zero` say what a byte means.
    fn kind(&self, name: &str, dtype: Dtype) -> Result<Kind, InferenceError> {
        let number = |name: String| match self.place(&name)? {
            (_, Dtype::F32, range) => match self.bytes.all().get(range).map(<[u8]>::as_chunks::<4>) {
                Some(([one], [])) => Ok(f32::from_le_bytes(*one)),
                _ => Err(self.bad(format!("{name} is no single number"))),
            },
            (_, dtype, _) => Err(self.odd_type(&name, dtype)),
        };
        match dtype {
            Dtype::F32 => Ok(Kind::F32),
            Dtype::F16 => Ok(Kind::F16),
            Dtype::BF16 => Ok(Kind::Bf16),
            Dtype::U8 => Ok(Kind::Byte {
                scale: number(format!("{name}.scale"))?,
                zero: number(format!("{name}.zero"))?,
            }),
            _ => Err(self.odd_type(name, dtype)),
        }
    }

    fn odd_type(&self, name: &str, dtype: Dtype) -> InferenceError {
        self.bad(format!("{name} has type {dtype:?}"))
    }

    /// Creates an error about this file.
    pub(crate) fn bad(&self, what: String) -> InferenceError {
        InferenceError::BadFile { path: self.path.clone(), what }
    }
}

/// The tensors of an encoder, by their names without prefix.
pub(crate) struct EncoderTensors<'a> {
    file: &'a TensorFile,
    names: HashMap<String, String>,
}

impl EncoderTensors<'_> {
    /// Reads the numbers of a tensor of this shape.
    pub(crate) fn numbers(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>, String> {
        let whole = self.names.get(name).ok_or_else(|| format!("there is no tensor {name}"))?;
        let (found, values) = self.file.numbers(whole).map_err(|e| e.to_string())?;
        match found == shape {
            true => Ok(values),
            false => Err(format!("{name} has shape {found:?}, expected {shape:?}")),
        }
    }
}

/// A matrix whose rows are read individually, as f32.
pub(crate) struct RowTable {
    rows: usize,
    columns: usize,
    bytes: Arc<Bytes>,
    /// Byte range of the matrix in the file.
    range: Range<usize>,
    kind: Kind,
}

impl RowTable {
    /// Returns the numbers of rows and columns.
    pub(crate) fn shape(&self) -> (usize, usize) {
        (self.rows, self.columns)
    }

    /// Returns all rows, one after the other.
    #[cfg(feature = "candle")]
    pub(crate) fn all(&self) -> Vec<f32> {
        let bytes = self.bytes.all().get(self.range.clone()).unwrap_or_default();
        let mut values = vec![0.0; bytes.len() / self.kind.bytes()];
        self.kind.to_f32(bytes, &mut values);
        values
    }

    /// Copies row `n` to the start of `out`; returns false if there is no such row.
    pub(crate) fn copy(&self, n: u32, out: &mut [f32]) -> bool {
        let row_bytes = self.columns.checked_mul(self.kind.bytes());
        let place = usize::try_from(n).ok().zip(row_bytes).and_then(|(n, row_bytes)| {
            let start = n.checked_mul(row_bytes)?;
            Some(start..start.checked_add(row_bytes)?)
        });
        let row = place.and_then(|place| self.bytes.all().get(self.range.clone())?.get(place));
        if let Some(row) = row {
            self.kind.to_f32(row, out);
        }
        row.is_some()
    }
}

/// Little-endian number types in a file.
#[derive(Debug, Clone, Copy)]
enum Kind {
    F32,
    F16,
    Bf16,
    /// A byte of a quantized tensor: `(byte - zero) * scale`.
    Byte {
        scale: f32,
        zero: f32,
    },
}

impl Kind {
    fn bytes(self) -> usize {
        match self {
            Kind::F32 => 4,
            Kind::F16 | Kind::Bf16 => 2,
            Kind::Byte { .. } => 1,
        }
    }

    /// Converts numbers until the input or the output ends.
    fn to_f32(self, bytes: &[u8], out: &mut [f32]) {
        match self {
            Kind::F32 => {
                let (words, _) = bytes.as_chunks::<4>();
                out.iter_mut().zip(words).for_each(|(out, x)| *out = f32::from_le_bytes(*x));
            }
            // In blocks, since one instruction converts eight numbers.
            Kind::F16 => {
                let (halves, _) = bytes.as_chunks::<2>();
                let mut block = [f16::ZERO; HALVES];
                for (out, halves) in out.chunks_mut(HALVES).zip(halves.chunks(HALVES)) {
                    block.iter_mut().zip(halves).for_each(|(x, bytes)| *x = f16::from_le_bytes(*bytes));
                    let filled = out.len().min(halves.len());
                    if let (Some(block), Some(out)) = (block.get(..filled), out.get_mut(..filled)) {
                        block.convert_to_f32_slice(out);
                    }
                }
            }
            Kind::Byte { scale, zero } => {
                out.iter_mut().zip(bytes).for_each(|(out, x)| *out = (f32::from(*x) - zero) * scale);
            }
            Kind::Bf16 => {
                let (halves, _) = bytes.as_chunks::<2>();
                out.iter_mut().zip(halves).for_each(|(out, x)| *out = bf16::from_le_bytes(*x).to_f32());
            }
        }
    }
}

/// Number of values converted at a time.
const HALVES: usize = 256;

/// Maps the names gamma and beta, used by files converted from TensorFlow, to the modern ones.
fn modern_name(name: &str) -> String {
    let renamed = |old: &str, new: &str| name.strip_suffix(old).map(|head| format!("{head}{new}"));
    renamed("LayerNorm.gamma", "LayerNorm.weight")
        .or_else(|| renamed("LayerNorm.beta", "LayerNorm.bias"))
        .unwrap_or_else(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn quantized(parts: &[(&str, Dtype, &[u8])]) -> Result<Vec<f32>, InferenceError> {
        let mut at = 0;
        let mut data = Vec::new();
        let mut header = serde_json::Map::new();
        for (name, dtype, bytes) in parts {
            let elements = if *dtype == Dtype::F32 { bytes.len() / 4 } else { bytes.len() };
            let value = serde_json::json!({"dtype": dtype, "shape": [elements], "data_offsets": [at, at + bytes.len()]});
            header.insert((*name).to_owned(), value);
            at += bytes.len();
            data.extend_from_slice(bytes);
        }
        let header = serde_json::to_vec(&header).unwrap();
        let length = u64::try_from(header.len()).unwrap().to_le_bytes();
        let bytes: &'static [u8] = Vec::leak([&length[..], &header, &data].concat());
        Ok(TensorFile::of_bytes(Path::new("test"), bytes)?.numbers("m")?.1)
    }

    #[test]
    fn quantized_bytes_need_scale_and_zero() {
        let (scale, zero) = (0.5_f32.to_le_bytes(), 128_f32.to_le_bytes());
        let matrix = ("m", Dtype::U8, &[0, 128, 130, 255][..]);
        let whole = [matrix, ("m.scale", Dtype::F32, &scale), ("m.zero", Dtype::F32, &zero)];
        assert_eq!(quantized(&whole).unwrap(), [-64.0, 0.0, 1.0, 63.5]);
        for damaged in [
            &whole[..2],
            &[whole[0], whole[2]],
            &[whole[0], whole[1], ("m.zero", Dtype::F32, &[0; 8])],
            &[whole[0], whole[1], ("m.zero", Dtype::U8, &[0])],
        ] {
            assert!(quantized(damaged).is_err());
        }
    }

    proptest! {
        #[test]
        fn numbers_are_those_of_the_file(bits in proptest::collection::vec(any::<u16>(), 0..600), room in 0_usize..700) {
            let bytes: Vec<u8> = bits.iter().flat_map(|b| b.to_le_bytes()).collect();
            let one = |b: &u16| [f16::from_bits(*b).to_f32(), bf16::from_bits(*b).to_f32()];
            for (place, kind) in [Kind::F16, Kind::Bf16].into_iter().enumerate() {
                let mut out = vec![7.0_f32; room];
                kind.to_f32(&bytes, &mut out);
                for (at, got) in out.iter().enumerate() {
                    let expected = bits.get(at).map_or(7.0, |b| one(b)[place]);
                    prop_assert!(got.to_bits() == expected.to_bits() || got.is_nan() && expected.is_nan());
                }
            }
        }
    }
}
