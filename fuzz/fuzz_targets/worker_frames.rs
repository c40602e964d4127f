//! What a worker process sends to its parent: frames, replies in any order, documents of any shape.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| twolane::ingest::fuzzing::worker_frames(data));
