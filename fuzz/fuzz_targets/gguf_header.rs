//! Headers of GGUF files: sizes, keys, tensors.
#![no_main]

use std::io::Write;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut file = tempfile::NamedTempFile::new_in("/dev/shm").unwrap();
    file.write_all(data).unwrap();
    twolane::llm::fuzz_gguf(file.path());
});
