//! Permission to use AMX tiles.

use std::arch::x86_64::__cpuid_count;
use std::sync::OnceLock;

/// Returns true if the processor has tiles of bf16 and of bytes, and the system lets this process use them.
pub(super) fn allowed() -> bool {
    static ALLOWED: OnceLock<bool> = OnceLock::new();
    *ALLOWED.get_or_init(|| {
        // Bits in EDX of leaf 7: products of bf16, tiles, products of bytes.
        const NEEDED: u32 = (1 << 22) | (1 << 24) | (1 << 25);
        // From arch/x86/include/uapi/asm/prctl.h, and the number of the tile data among the processor's
        // states (XFEATURE_XTILEDATA).
        const REQUEST_PERMISSION: libc::c_long = 0x1023;
        const TILE_DATA: libc::c_long = 18;
        // SAFETY: every processor with AVX-512 has the instruction and this leaf.
        #[allow(unsafe_code, unused_unsafe)]
        let found = unsafe { __cpuid_count(7, 0) }.edx;
        if found & NEEDED != NEEDED {
            return false;
        }
        // SAFETY: the call takes two numbers and accesses no memory of this process. If the system does not
        // know it, or a signal handler's stack is too small for the tiles, it returns an error.
        #[allow(unsafe_code)]
        let answer = unsafe { libc::syscall(libc::SYS_arch_prctl, REQUEST_PERMISSION, TILE_DATA) };
        answer == 0
    })
}
