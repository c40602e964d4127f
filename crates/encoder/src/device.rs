//! Selection of the device that a model runs on.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::error::InferenceError;

#[cfg(feature = "candle")]
pub use candle_core::Device;

/// Device of a build without candle.
#[cfg(not(feature = "candle"))]
#[derive(Debug, Clone, Copy)]
pub enum Device {
    /// The processor, the only device there.
    Cpu,
}

#[cfg(not(feature = "candle"))]
impl Device {
    /// Returns true for the processor.
    pub fn is_cpu(&self) -> bool {
        true
    }
}

/// Device that the user requests with `--device`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DeviceChoice {
    /// A GPU if this build supports one and the machine has it, otherwise the processor.
    #[default]
    Auto,
    /// The processor, without a GPU.
    Cpu,
    /// An NVIDIA GPU; needs a build with the feature `cuda`.
    Cuda,
    /// An Apple GPU; needs a build with the feature `metal`.
    Metal,
}

impl DeviceChoice {
    /// All choices, in the spelling that a user types.
    pub const NAMES: [&str; 4] = ["auto", "cpu", "cuda", "metal"];

    /// Opens the device. An explicitly requested GPU that is missing is an error. `auto` falls back to the
    /// processor, with a reason if the build supports a GPU.
    ///
    /// # Errors
    /// [`InferenceError::Device`] for a GPU that this build or this machine lacks.
    pub fn open(self) -> Result<Opened, InferenceError> {
        self.open_among(&gpus_of_build())
    }

    fn open_among(self, gpus: &[Gpu]) -> Result<Opened, InferenceError> {
        let refused = |what: &str| InferenceError::Device { name: self.to_string(), what: first_line(what) };
        let found = |device: Device| Opened { device, without_gpu: None };
        match self {
            Self::Cpu => Ok(found(Device::Cpu)),
            Self::Cuda | Self::Metal => match gpus.iter().find(|gpu| gpu.name == self.to_string()) {
                Some(gpu) => (gpu.open)().map(found).map_err(|e| refused(&e)),
                None => Err(refused("this build does not support it")),
            },
            Self::Auto => {
                let mut refusals = Vec::new();
                for gpu in gpus {
                    match (gpu.open)() {
                        Ok(device) => return Ok(found(device)),
                        Err(e) => refusals.push(format!("{}: {}", gpu.name, first_line(&e))),
                    }
                }
                let without_gpu = (!refusals.is_empty()).then(|| refusals.join("; "));
                Ok(Opened { device: Device::Cpu, without_gpu })
            }
        }
    }
}

/// An opened device.
#[derive(Debug)]
pub struct Opened {
    /// Handle of the device.
    pub device: Device,
    /// Reason for using the processor, if a GPU was tried and unavailable.
    pub without_gpu: Option<String>,
}

/// A kind of GPU that this build supports.
#[derive(Clone, Copy)]
struct Gpu {
    name: &'static str,
    open: fn() -> Result<Device, String>,
}

fn gpus_of_build() -> Vec<Gpu> {
    vec![
        #[cfg(feature = "cuda")]
        Gpu { name: "cuda", open: || Device::new_cuda(0).map_err(|e| e.to_string()) },
        #[cfg(feature = "metal")]
        Gpu { name: "metal", open: || Device::new_metal(0).map_err(|e| e.to_string()) },
    ]
}

/// Returns the name of an opened device for `doctor` and traces: `cpu`, `cuda` or `metal`.
pub fn device_name(device: &Device) -> &'static str {
    match device {
        Device::Cpu => "cpu",
        #[cfg(feature = "candle")]
        Device::Cuda(_) => "cuda",
        #[cfg(feature = "candle")]
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

/// Returns the first line of a message, which has the error; candle appends backtraces.
pub fn first_line(message: &str) -> String {
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

    #[test]
    fn auto_says_why_it_takes_the_processor() {
        let none = Gpu { name: "cuda", open: || Err("no driver\nat 0x1".to_owned()) };
        let there = || Gpu { name: "metal", open: || Ok(Device::Cpu) };
        for (gpus, expected) in [
            (vec![], None),
            (vec![there()], None),
            (vec![none], Some("cuda: no driver")),
            (vec![none, there()], None),
        ] {
            let opened = DeviceChoice::Auto.open_among(&gpus).unwrap();
            assert_eq!(opened.without_gpu.as_deref(), expected);
        }
    }

    #[cfg(not(feature = "cuda"))]
    #[test]
    fn a_device_this_build_lacks_is_an_error() {
        let error = DeviceChoice::Cuda.open().unwrap_err().to_string();
        assert!(error.contains("cuda") && error.contains("--device"), "{error}");
    }
}
