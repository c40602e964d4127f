//! Detection of this processor's instruction sets.

use std::sync::OnceLock;

/// Instruction set of this processor. A level that the processor lacks can't be constructed; every call of a
/// function with such instructions relies on that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(Kind);

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// Safe code for any processor.
    Portable,
    /// AVX2 with FMA.
    Avx2,
    /// AVX-512 F, BW, DQ, VL.
    Avx512,
    /// AVX-512 with products of bf16 and of bytes.
    Avx512Dot,
    /// The previous level with AMX tiles of bf16 and of bytes, permitted by the operating system.
    Tiles,
}

impl Level {
    /// Safe code for any processor.
    pub const PORTABLE: Level = Level(Kind::Portable);

    /// Returns the best level of this processor.
    pub fn best() -> Self {
        static BEST: OnceLock<Level> = OnceLock::new();
        *BEST.get_or_init(|| Level::available().into_iter().max().unwrap_or(Level::PORTABLE))
    }

    /// Returns all levels of this processor, the lowest first.
    pub fn available() -> Vec<Self> {
        let kinds = [Kind::Portable, Kind::Avx2, Kind::Avx512, Kind::Avx512Dot, Kind::Tiles];
        kinds.into_iter().filter(|kind| kind.is_available()).map(Level).collect()
    }

    /// Returns the name for benchmark output.
    pub fn name(self) -> &'static str {
        match self.0 {
            Kind::Portable => "portable",
            Kind::Avx2 => "avx2",
            Kind::Avx512 => "avx512",
            Kind::Avx512Dot => "avx512-dot",
            Kind::Tiles => "amx",
        }
    }

    /// Returns true if products of bf16 are faster than of f32. With tiles they are. As vectors they are not
    /// on Intel's processors (`benches/runs/2026-11-23-kernels.json`: 22.1 texts a second against 27.5), but
    /// are on AMD's (`benches/runs/2026-11-24-bf16-amd.json`).
    pub fn multiplies_bf16_fast(self) -> bool {
        self.0 == Kind::Tiles || (self.0 == Kind::Avx512Dot && is_amd())
    }

    pub(super) fn kind(self) -> Kind {
        self.0
    }
}

/// Returns true for an AMD processor.
#[cfg(target_arch = "x86_64")]
fn is_amd() -> bool {
    static AMD: OnceLock<bool> = OnceLock::new();
    *AMD.get_or_init(|| {
        // SAFETY: every processor of this architecture has the instruction and its first leaf.
        #[allow(unsafe_code, unused_unsafe)]
        let maker = unsafe { std::arch::x86_64::__cpuid(0) };
        [maker.ebx, maker.edx, maker.ecx].map(u32::to_le_bytes).concat() == b"AuthenticAMD"
    })
}

#[cfg(not(target_arch = "x86_64"))]
fn is_amd() -> bool {
    false
}

impl Kind {
    #[cfg(target_arch = "x86_64")]
    fn is_available(self) -> bool {
        let narrow = || is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
        let wide = || {
            narrow()
                && is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
        };
        let dot =
            || wide() && is_x86_feature_detected!("avx512bf16") && is_x86_feature_detected!("avx512vnni");
        match self {
            Kind::Portable => true,
            Kind::Avx2 => narrow(),
            Kind::Avx512 => wide(),
            Kind::Avx512Dot => dot(),
            #[cfg(target_os = "linux")]
            Kind::Tiles => dot() && super::tile_permission::allowed(),
            #[cfg(not(target_os = "linux"))]
            Kind::Tiles => false,
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn is_available(self) -> bool {
        self == Kind::Portable
    }
}
