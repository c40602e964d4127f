//! Where a model runs.

use std::fmt;
use std::str::FromStr;

use candle_core::Device;
use serde::{Deserialize, Serialize};

use super::error::InferenceError;

/// What the user asked for with `--device`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DeviceChoice {
    /// A GPU when this build supports one and it is there, else the processor.
    #[default]
    Auto,
    /// The processor.
    Cpu,
    /// An NVIDIA GPU; needs a build with the feature `cuda`.
    Cuda,
    /// An Apple GPU; needs a build with the feature `metal`.
    Metal,
}

impl DeviceChoice {
    /// All choices, as a user writes them.
    pub const NAMES: [&str; 4] = ["auto", "cpu", "cuda", "metal"];

    /// Opens the device. A GPU that was asked for by name and is not there is an error;
    /// `auto` falls back to the processor.
    pub fn open(self) -> Result<Device, InferenceError> {
        let refused = |e: candle_core::Error| InferenceError::Device {
            name: self.to_string(),
            what: first_line(&e.to_string()),
        };
        match self {
            Self::Cpu => Ok(Device::Cpu),
            Self::Cuda => Device::new_cuda(0).map_err(refused),
            Self::Metal => Device::new_metal(0).map_err(refused),
            Self::Auto => Ok(Device::new_cuda(0).or_else(|_| Device::new_metal(0)).unwrap_or(Device::Cpu)),
        }
    }
}

/// `cpu`, `cuda` or `metal`: what an opened device is, for `doctor` and traces.
pub fn device_name(device: &Device) -> &'static str {
    match device {
        Device::Cpu => "cpu",
        Device::Cuda(_) => "cuda",
        Device::Metal(_) => "metal",
    }
}

impl fmt::Display for DeviceChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Auto => "auto",
            Self::Cpu => "cpu",
            Self::Cuda => "cuda",
            Self::Metal => "metal",
        })
    }
}

impl FromStr for DeviceChoice {
    type Err = InferenceError;

    fn from_str(s: &str) -> Result<Self, InferenceError> {
        match s {
            "auto" => Ok(Self::Auto),
            "cpu" => Ok(Self::Cpu),
            "cuda" => Ok(Self::Cuda),
            "metal" => Ok(Self::Metal),
            other => Err(InferenceError::Device {
                name: other.to_owned(),
                what: "there is no such device".to_owned(),
            }),
        }
    }
}

/// candle appends backtraces to its messages; the first line says what happened.
pub(crate) fn first_line(message: &str) -> String {
    message.lines().next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for name in DeviceChoice::NAMES {
            assert_eq!(name.parse::<DeviceChoice>().unwrap().to_string(), name);
        }
        assert!("tpu".parse::<DeviceChoice>().unwrap_err().to_string().contains("auto, cpu, cuda or metal"));
    }

    #[test]
    fn auto_always_opens() {
        DeviceChoice::Auto.open().unwrap();
    }

    #[cfg(not(feature = "cuda"))]
    #[test]
    fn a_device_this_build_lacks_is_an_error() {
        let error = DeviceChoice::Cuda.open().unwrap_err().to_string();
        assert!(error.contains("cuda") && error.contains("--device"), "{error}");
    }
}
