//! `tokenizer.json` of a model's folder, and texts through it.
#![no_main]

use std::sync::Once;

use libfuzzer_sys::fuzz_target;

static QUIET: Once = Once::new();

fuzz_target!(|data: &[u8]| {
    // Panics of the tokenizer's library are caught where it is called; only those that get out count.
    QUIET.call_once(|| std::panic::set_hook(Box::new(|_| {})));
    let dir = tempfile::tempdir_in("/dev/shm").unwrap();
    std::fs::write(dir.path().join("tokenizer.json"), data).unwrap();
    twolane::encoder::fuzzing::tokenizer_files(dir.path());
});
