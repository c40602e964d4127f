//! Entry points for the fuzz targets under `fuzz/`; present only in builds with `--cfg fuzzing`.

use std::path::Path;

/// Loads a folder's tokenizer and tokenizes texts with it.
pub fn tokenizer_files(dir: &Path) {
    if let Ok(tokenizer) = super::text_tokenizer::TextTokenizer::load(dir, "fuzzed", 128, 30_522) {
        for text in ["", "The fee is $20.", "Gebühr\u{a0}§ 4 \u{1f3db}", "a\0b", &"no dogs ".repeat(200)] {
            let _ = tokenizer.count(text);
            let _ = tokenizer.ids(text);
        }
    }
}
