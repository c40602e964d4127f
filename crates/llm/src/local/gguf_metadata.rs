//! Keys and values in the header of a GGUF file.

use std::collections::HashMap;
use std::io::{self, Read};

/// A metadata value. Numbers of all widths are one kind: keys are read by meaning, not by width.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    Integer(i64),
    Float(f64),
    Bool(bool),
    Text(String),
    Integers(Vec<i64>),
    Floats(Vec<f32>),
    Texts(Vec<String>),
    /// An array of arrays, which no supported key has; its elements are skipped.
    Nested,
}

/// All keys with their values.
#[derive(Debug, Clone, Default)]
pub(crate) struct Metadata(HashMap<String, Value>);

impl Metadata {
    pub(crate) fn insert(&mut self, key: String, value: Value) {
        self.0.insert(key, value);
    }

    pub(crate) fn text(&self, key: &str) -> Option<&str> {
        match self.0.get(key) {
            Some(Value::Text(text)) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn size(&self, key: &str) -> Option<usize> {
        match self.0.get(key) {
            Some(Value::Integer(number)) => usize::try_from(*number).ok(),
            _ => None,
        }
    }

    pub(crate) fn id(&self, key: &str) -> Option<u32> {
        self.size(key).and_then(|number| u32::try_from(number).ok())
    }

    pub(crate) fn float(&self, key: &str) -> Option<f64> {
        match self.0.get(key) {
            Some(Value::Float(number)) => Some(*number).filter(|number| number.is_finite()),
            _ => None,
        }
    }

    pub(crate) fn flag(&self, key: &str) -> Option<bool> {
        match self.0.get(key) {
            Some(Value::Bool(flag)) => Some(*flag),
            _ => None,
        }
    }

    pub(crate) fn texts(&self, key: &str) -> Option<&[String]> {
        match self.0.get(key) {
            Some(Value::Texts(texts)) => Some(texts),
            _ => None,
        }
    }

    pub(crate) fn integers(&self, key: &str) -> Option<&[i64]> {
        match self.0.get(key) {
            Some(Value::Integers(numbers)) => Some(numbers),
            _ => None,
        }
    }

    pub(crate) fn floats(&self, key: &str) -> Option<&[f32]> {
        match self.0.get(key) {
            Some(Value::Floats(numbers)) => Some(numbers),
            _ => None,
        }
    }
}

/// Maximum length of a string: chat templates have tens of kilobytes.
const MAX_TEXT: u64 = 4 << 20;
/// Maximum length of an array: vocabularies have up to 262,144 tokens, their merges up to twice as many.
const MAX_ARRAY: u64 = 4 << 20;
/// Maximum nesting depth of arrays.
const MAX_DEPTH: usize = 4;

/// Reader of a header; checks every length against the remaining bytes of the file.
pub(crate) struct HeaderReader<R> {
    from: R,
    left: u64,
}

impl<R: Read> HeaderReader<R> {
    pub(crate) fn new(from: R, file_len: u64) -> Self {
        Self { from, left: file_len }
    }

    /// Returns the number of bytes left.
    pub(crate) fn left(&self) -> u64 {
        self.left
    }

    fn take(&mut self, bytes: u64) -> io::Result<()> {
        self.left =
            self.left.checked_sub(bytes).ok_or_else(|| odd("it ends within its header".to_owned()))?;
        Ok(())
    }

    fn bytes<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        self.take(u64::try_from(N).unwrap_or(u64::MAX))?;
        let mut bytes = [0; N];
        self.from.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    pub(crate) fn u32(&mut self) -> io::Result<u32> {
        self.bytes().map(u32::from_le_bytes)
    }

    pub(crate) fn u64(&mut self) -> io::Result<u64> {
        self.bytes().map(u64::from_le_bytes)
    }

    pub(crate) fn text(&mut self) -> io::Result<String> {
        let len = self.u64()?;
        if len > MAX_TEXT {
            return Err(odd(format!("a text of {len} bytes in its header")));
        }
        self.take(len)?;
        let mut bytes = vec![0; usize::try_from(len).unwrap_or_default()];
        self.from.read_exact(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Reads a value of this type, numbered as in the format's specification.
    pub(crate) fn value(&mut self, kind: u32) -> io::Result<Value> {
        Ok(match kind {
            6 | 12 => Value::Float(self.float(kind)?),
            7 => Value::Bool(self.bytes::<1>()? != [0]),
            8 => Value::Text(self.text()?),
            9 => self.array(0)?,
            _ => Value::Integer(self.integer(kind)?),
        })
    }

    fn integer(&mut self, kind: u32) -> io::Result<i64> {
        Ok(match kind {
            0 => u8::from_le_bytes(self.bytes()?).into(),
            1 => i8::from_le_bytes(self.bytes()?).into(),
            2 => u16::from_le_bytes(self.bytes()?).into(),
            3 => i16::from_le_bytes(self.bytes()?).into(),
            4 => self.u32()?.into(),
            5 => i32::from_le_bytes(self.bytes()?).into(),
            10 => i64::try_from(self.u64()?).unwrap_or(i64::MAX),
            11 => i64::from_le_bytes(self.bytes()?),
            _ => return Err(odd(format!("a value of the unknown type {kind} in its header"))),
        })
    }

    fn float(&mut self, kind: u32) -> io::Result<f64> {
        match kind {
            6 => Ok(f32::from_le_bytes(self.bytes()?).into()),
            _ => Ok(f64::from_le_bytes(self.bytes()?)),
        }
    }

    fn array(&mut self, depth: usize) -> io::Result<Value> {
        let kind = self.u32()?;
        let len = self.u64()?;
        // The smallest element has one byte, so this limits the allocation to the file's own size.
        if len > MAX_ARRAY || len > self.left {
            return Err(odd(format!("an array of {len} elements in its header")));
        }
        Ok(match kind {
            6 | 12 => {
                Value::Floats((0..len).map(|_| self.float(kind).map(narrow)).collect::<io::Result<_>>()?)
            }
            8 => Value::Texts((0..len).map(|_| self.text()).collect::<io::Result<_>>()?),
            9 if depth >= MAX_DEPTH => return Err(odd("arrays within arrays in its header".to_owned())),
            9 => {
                for _ in 0..len {
                    self.array(depth.saturating_add(1))?;
                }
                Value::Nested
            }
            7 => {
                let flags = (0..len).map(|_| self.bytes::<1>().map(|[flag]| i64::from(flag)));
                Value::Integers(flags.collect::<io::Result<_>>()?)
            }
            _ => Value::Integers((0..len).map(|_| self.integer(kind)).collect::<io::Result<_>>()?),
        })
    }
}

#[allow(clippy::cast_possible_truncation)]
fn narrow(number: f64) -> f32 {
    number as f32
}

pub(crate) fn odd(what: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}
