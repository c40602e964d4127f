//! What numbers the products of a model are made of.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::error::InferenceError;
use super::fused::Arithmetic;
use super::kernels::{ElementType, Level};

/// What the user asked for with `--numbers`. Holds on the processor and for our own kernels; a GPU
/// and candle's models have f32.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Numbers {
    /// The fastest that costs nothing that can be measured: bf16 where the processor multiplies it fast
    /// (`benches/runs/2026-11-23-kernels.json`, `2026-11-24-bf16-amd.json`), else f32. int8 has cost a reader one
    /// answer of 127 (`2026-11-25-reader-int8.json`).
    #[default]
    Auto,
    /// 32 bits.
    F32,
    /// 16 bits with the range of f32; f32 on a processor without them.
    Bf16,
    /// Whole numbers of 8 bits; f32 on a processor without AVX2.
    Int8,
}

impl Numbers {
    /// All choices, as a user writes them.
    pub const NAMES: [&str; 4] = ["auto", "f32", "bf16", "int8"];

    /// For vectors that are kept: those of int8 are too far (cosine .997) from those of another processor to
    /// be compared with them, so they stay with bf16 (.9999).
    pub fn of_vectors(self) -> Self {
        match self {
            Self::Int8 => Self::Bf16,
            other => other,
        }
    }

    /// What products are made of, with these instructions.
    pub(crate) fn with(self, level: Level) -> Arithmetic {
        let element = match self {
            Self::Auto if !level.multiplies_bf16_fast() => ElementType::F32,
            Self::Auto | Self::Bf16 => ElementType::Bf16,
            Self::F32 => ElementType::F32,
            Self::Int8 => ElementType::Int8,
        };
        Arithmetic { element, level }
    }
}

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Auto => "auto",
            Self::F32 => "f32",
            Self::Bf16 => "bf16",
            Self::Int8 => "int8",
        })
    }
}

impl FromStr for Numbers {
    type Err = InferenceError;

    fn from_str(s: &str) -> Result<Self, InferenceError> {
        match s {
            "auto" => Ok(Self::Auto),
            "f32" => Ok(Self::F32),
            "bf16" => Ok(Self::Bf16),
            "int8" => Ok(Self::Int8),
            other => Err(InferenceError::Numbers { name: other.to_owned() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for name in Numbers::NAMES {
            assert_eq!(name.parse::<Numbers>().unwrap().to_string(), name);
        }
        assert!("f64".parse::<Numbers>().unwrap_err().to_string().contains("auto, f32, bf16 or int8"));
    }
}
