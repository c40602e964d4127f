//! Writes the reader's vectors of each token, to train a head on the reader as it is (`models/reader/evidence.py`).
//!
//! `cargo run --release -p twolane-benches --bin reader_vectors -- MODEL_DIR PAIRS.jsonl OUT.bin`
//!
//! Each line of PAIRS.jsonl is `{"q", "text"}`, the text with its header. OUT.bin has for each line the number of
//! tokens n (u32), n byte ranges (2 u32 each), and n vectors of 384 components (bf16), all little-endian.

use std::io::{BufRead, Write};
use std::path::Path;

use rayon::prelude::*;
use twolane::encoder::{BertEmbedder, EmbedderOptions, ModelFiles, Reader, ReaderOptions};

/// The number of lines that are read at once.
const AT_ONCE: usize = 256;

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [model, pairs, out] = args.as_slice() else {
        anyhow::bail!("usage: reader_vectors MODEL_DIR PAIRS.jsonl OUT.bin");
    };
    let embedder =
        BertEmbedder::load(&ModelFiles::from_folder(Path::new(model))?, &EmbedderOptions::default())?;
    let options = ReaderOptions { threads: Some(1), ..ReaderOptions::default() };
    let reader =
        Reader::beside(&embedder, options)?.ok_or_else(|| anyhow::anyhow!("the reader does not fit"))?;
    let mut out = std::io::BufWriter::new(std::fs::File::create(out)?);
    let lines: Vec<String> =
        std::io::BufReader::new(std::fs::File::open(pairs)?).lines().collect::<Result<_, _>>()?;
    for group in lines.chunks(AT_ONCE) {
        let vectors: Vec<anyhow::Result<Vec<u8>>> = group.par_iter().map(|line| one(&reader, line)).collect();
        for bytes in vectors {
            out.write_all(&bytes?)?;
        }
    }
    out.flush()?;
    Ok(())
}

/// Returns the record of one line.
fn one(reader: &Reader, line: &str) -> anyhow::Result<Vec<u8>> {
    let pair: serde_json::Value = serde_json::from_str(line)?;
    let text = |field: &str| pair[field].as_str().unwrap_or("");
    let (ranges, vectors) = reader.token_vectors(text("q"), text("text"))?;
    let mut bytes = u32::try_from(ranges.len())?.to_le_bytes().to_vec();
    for range in &ranges {
        bytes.extend(u32::try_from(range.start)?.to_le_bytes());
        bytes.extend(u32::try_from(range.end)?.to_le_bytes());
    }
    // The upper half of an f32 is a bf16.
    bytes.extend(vectors.iter().flat_map(|x| x.to_le_bytes().into_iter().skip(2)));
    Ok(bytes)
}
