//! Files of office programs and XML, codes of law among them, under the names that their first byte chooses.
#![no_main]

use libfuzzer_sys::fuzz_target;
use twolane::ingest::read::{OcrMode, ReadOptions, read};

const NAMES: [&str; 10] =
    ["a.xlsx", "a.xls", "a.ods", "a.csv", "a.mbox", "a.pptx", "a.odt", "a.rtf", "a.msg", "a.xml"];

fuzz_target!(|data: &[u8]| {
    let Some((first, bytes)) = data.split_first() else { return };
    let mut options = ReadOptions::default();
    options.ocr.mode = OcrMode::Never;
    options.limits.part_bytes = 8 << 20;
    let _ = read(bytes, NAMES[usize::from(*first) % NAMES.len()], &options);
});
