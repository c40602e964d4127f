//! Doors for the fuzz targets under `fuzz/`; there in builds with `--cfg fuzzing` alone.

/// What a worker might send: raw bytes, or, when the first byte is odd, the parts between zero bytes
/// as the bodies of frames. Ends like the parent's own loop does.
pub fn worker_frames(data: &[u8]) {
    super::worker::fuzz_frames(data);
}
