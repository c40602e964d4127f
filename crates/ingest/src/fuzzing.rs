//! Entry points for the fuzz targets under `fuzz/`; present only in builds with `--cfg fuzzing`.

/// Runs the parent's side over possible worker output, and ends as the parent's own loop does. The input is
/// raw bytes, or, when the first byte is odd, the parts between zero bytes as the bodies of frames.
pub fn worker_frames(data: &[u8]) {
    super::worker::fuzz_frames(data);
}
