//! Number types of a model's products.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::error::InferenceError;
use super::fused::Arithmetic;
use super::kernels::{ElementType, Level};

/// Number type that the user requests with `--numbers`. It applies to our own kernels on the processor; a GPU
/// and candle's models use f32.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Numbers {
    /// The fastest without a measurable loss: bf16 if the processor multiplies it fast
    /// (`benches/runs/2026-11-23-kernels.json`, `2026-11-24-bf16-amd.json`), otherwise f32. int8 cost a
    /// reader one answer in 127 (`2026-11-25-reader-int8.json`).
    #[default]
    Auto,
    /// 32-bit floating point.
    F32,
    /// 16-bit floating point with the range of f32; f32 on a processor without it.
    Bf16,
    /// 8-bit integers; f32 on a processor without AVX2.
    Int8,
}

impl Numbers {
    /// All choices, in the spelling that a user types.
    pub const NAMES: [&str; 4] = ["auto", "f32", "bf16", "int8"];

    /// Returns the number type for stored vectors. Vectors of int8 differ too much between processors to be
    /// compared (cosine 0.997), so int8 becomes bf16 (0.9999).
    pub fn of_vectors(self) -> Self {
        match self {
            Self::Int8 => Self::Bf16,
            other => other,
        }
    }

    /// Returns the arithmetic of products on this instruction set.
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
