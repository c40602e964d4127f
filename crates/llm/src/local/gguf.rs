//! Reader for GGUF files and their tensors (format: github.com/ggml-org/ggml, docs/gguf.md, versions 2 and
//! 3).

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use candle_core::Device;
use candle_core::quantized::ggml_file::qtensor_from_ggml;
use candle_core::quantized::{GgmlDType, QTensor};
use sha2::{Digest, Sha256};

use super::gguf_metadata::{HeaderReader, Metadata, odd};
use crate::error::LanguageModelError;
use twolane_encoder::first_line;

/// Location, shape and type of a tensor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TensorPlace {
    pub(crate) kind: GgmlDType,
    /// Dimensions, rows before columns.
    pub(crate) shape: Vec<usize>,
    /// Offset from the start of the file.
    pub(crate) start: u64,
    pub(crate) bytes: u64,
}

/// An open file with a header that was checked against its length.
pub(crate) struct Gguf {
    path: PathBuf,
    file: File,
    pub(crate) metadata: Metadata,
    tensors: HashMap<String, TensorPlace>,
    /// Names in the order of the file.
    names: Vec<String>,
    /// Number of bytes before the tensor descriptions, including the counts and all keys.
    pub(crate) keys_end: u64,
    pub(crate) alignment: u64,
}

/// The bytes "GGUF" as a little-endian number.
pub(crate) const MAGIC: u32 = 0x4655_4747;
const MAX_KEYS: u64 = 1 << 16;
const MAX_TENSORS: u64 = 1 << 16;
/// Number of bytes of each tensor that go into the fingerprint.
const SAMPLE: u64 = 4096;

impl Gguf {
    /// Reads the header, but no weights. Rejects any size in the header that the file's length does not
    /// support.
    pub(crate) fn open(path: &Path) -> Result<Self, LanguageModelError> {
        let bad = |e: io::Error| bad_file(path, &e.to_string());
        let file = File::open(path).map_err(bad)?;
        let len = file.metadata().map_err(bad)?.len();
        let (header, file) = read_header(file, len).map_err(bad)?;
        let Header { metadata, tensors, names, keys_end, alignment } = header;
        Ok(Self { path: path.to_owned(), file, metadata, tensors, names, keys_end, alignment })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn place(&self, name: &str) -> Option<&TensorPlace> {
        self.tensors.get(name)
    }

    /// Returns the tensors' names and locations, in the order of the file.
    pub(crate) fn places(&self) -> impl Iterator<Item = (&str, &TensorPlace)> {
        self.names.iter().filter_map(|name| Some((name.as_str(), self.tensors.get(name)?)))
    }

    /// Returns the raw bytes of a tensor.
    pub(crate) fn bytes_of(&self, place: &TensorPlace) -> Result<Vec<u8>, LanguageModelError> {
        let bad = |e: io::Error| bad_file(&self.path, &e.to_string());
        let mut bytes = vec![0; usize::try_from(place.bytes).unwrap_or_default()];
        let mut file = &self.file;
        file.seek(SeekFrom::Start(place.start)).map_err(bad)?;
        file.read_exact(&mut bytes).map_err(bad)?;
        Ok(bytes)
    }

    /// Returns a tensor of this shape. Any other shape is an error, since the caller relies on the shape.
    pub(crate) fn tensor(
        &self,
        name: &str,
        shape: &[usize],
        device: &Device,
    ) -> Result<QTensor, LanguageModelError> {
        let place =
            self.place(name).ok_or_else(|| bad_file(&self.path, &format!("it has no tensor {name}")))?;
        if place.shape != shape {
            let what = format!("tensor {name} has the shape {:?}, not {shape:?}", place.shape);
            return Err(bad_file(&self.path, &what));
        }
        let bytes = self.bytes_of(place)?;
        qtensor_from_ggml(place.kind, &bytes, place.shape.clone(), device)
            .map_err(|e| bad_file(&self.path, &format!("tensor {name}: {}", first_line(&e.to_string()))))
    }

    /// Computes a hash over the header and the start of each tensor, in hex. It identifies a model without
    /// reading the whole file.
    pub(crate) fn fingerprint(&self) -> Result<String, LanguageModelError> {
        let mut hash = Sha256::new();
        hash.update(self.keys_end.to_le_bytes());
        for (name, place) in self.places() {
            hash.update(name.as_bytes());
            hash.update(place.bytes.to_le_bytes());
            let sample = TensorPlace { bytes: place.bytes.min(SAMPLE), ..place.clone() };
            hash.update(self.bytes_of(&sample)?);
        }
        Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
    }
}

pub(crate) fn bad_file(path: &Path, what: &str) -> LanguageModelError {
    LanguageModelError::BadModelFile { path: path.to_owned(), what: what.to_owned() }
}

struct Header {
    metadata: Metadata,
    tensors: HashMap<String, TensorPlace>,
    names: Vec<String>,
    keys_end: u64,
    alignment: u64,
}

fn read_header(file: File, len: u64) -> io::Result<(Header, File)> {
    let mut buffered = BufReader::with_capacity(1 << 16, file);
    let mut reader = HeaderReader::new(&mut buffered, len);
    if reader.u32()? != MAGIC {
        return Err(odd("it is not a GGUF file".to_owned()));
    }
    let version = reader.u32()?;
    if !matches!(version, 2 | 3) {
        return Err(odd(format!("it has version {version} of GGUF; 2 and 3 can be read")));
    }
    let (tensor_count, key_count) = (reader.u64()?, reader.u64()?);
    if tensor_count > MAX_TENSORS || key_count > MAX_KEYS {
        return Err(odd(format!("its header names {tensor_count} tensors and {key_count} keys")));
    }
    let mut metadata = Metadata::default();
    for _ in 0..key_count {
        let key = reader.text()?;
        let kind = reader.u32()?;
        let value = reader.value(kind)?;
        metadata.insert(key, value);
    }
    let keys_end = len.saturating_sub(reader.left());
    let mut infos = Vec::new();
    for _ in 0..tensor_count {
        infos.push(read_info(&mut reader)?);
    }
    let alignment = match metadata.size("general.alignment").map(u64::try_from) {
        None => 32,
        Some(Ok(alignment)) if alignment.is_power_of_two() && alignment <= 1 << 20 => alignment,
        Some(_) => return Err(odd("its alignment makes no sense".to_owned())),
    };
    let data_start = len.saturating_sub(reader.left()).next_multiple_of(alignment);
    let mut tensors = HashMap::new();
    let mut names = Vec::new();
    let mut total: u64 = 0;
    for Info { name, kind, shape, offset } in infos {
        let bytes = size_of(kind, &shape)
            .ok_or_else(|| odd(format!("tensor {name} has a size that makes no sense")))?;
        let start = data_start.saturating_add(offset);
        if start.saturating_add(bytes) > len {
            return Err(odd(format!("it ends before tensor {name} does; it was not fetched whole")));
        }
        // Overlapping tensors could require any amount of memory.
        total = total.saturating_add(bytes);
        if total > len {
            return Err(odd("its tensors overlap".to_owned()));
        }
        if tensors.insert(name.clone(), TensorPlace { kind, shape, start, bytes }).is_some() {
            return Err(odd(format!("tensor {name} is there twice")));
        }
        names.push(name);
    }
    Ok((Header { metadata, tensors, names, keys_end, alignment }, buffered.into_inner()))
}

struct Info {
    name: String,
    kind: GgmlDType,
    shape: Vec<usize>,
    offset: u64,
}

fn read_info(reader: &mut HeaderReader<impl Read>) -> io::Result<Info> {
    let name = reader.text()?;
    let dimensions = reader.u32()?;
    if !(1..=4).contains(&dimensions) {
        return Err(odd(format!("tensor {name} has {dimensions} dimensions")));
    }
    let mut shape = Vec::new();
    for _ in 0..dimensions {
        let dimension = reader.u64()?;
        shape.push(usize::try_from(dimension).map_err(|_| odd(format!("tensor {name} is too large")))?);
    }
    // The file stores columns before rows.
    shape.reverse();
    let number = reader.u32()?;
    let kind = kind_of(number)
        .ok_or_else(|| odd(format!("tensor {name} has the type {number}, which cannot be read; take a file of type Q8_0, Q4_0 or Q4_K")))?;
    let offset = reader.u64()?;
    Ok(Info { name, kind, shape, offset })
}

fn size_of(kind: GgmlDType, shape: &[usize]) -> Option<u64> {
    let block = kind.block_size();
    let last = *shape.last()?;
    let elements = shape.iter().try_fold(1usize, |product, dimension| product.checked_mul(*dimension))?;
    if elements == 0 || !last.is_multiple_of(block) {
        return None;
    }
    u64::try_from((elements / block).checked_mul(kind.type_size())?).ok()
}

/// Maps a type number of the file to a type that the engine supports.
fn kind_of(number: u32) -> Option<GgmlDType> {
    Some(match number {
        0 => GgmlDType::F32,
        1 => GgmlDType::F16,
        2 => GgmlDType::Q4_0,
        3 => GgmlDType::Q4_1,
        6 => GgmlDType::Q5_0,
        7 => GgmlDType::Q5_1,
        8 => GgmlDType::Q8_0,
        10 => GgmlDType::Q2K,
        11 => GgmlDType::Q3K,
        12 => GgmlDType::Q4K,
        13 => GgmlDType::Q5K,
        14 => GgmlDType::Q6K,
        30 => GgmlDType::BF16,
        _ => return None,
    })
}

/// Returns the type number in the file; the inverse of [`kind_of`].
pub(crate) fn number_of(kind: GgmlDType) -> Option<u32> {
    (0..=30).find(|number| kind_of(*number) == Some(kind))
}
