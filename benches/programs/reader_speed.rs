//! Our side of `benches/embedding/pairs.py`: the reader reads the same pairs once for each line on standard
//! input and prints the seconds, from text to what it says of each.
//!
//! `reader_speed MODEL_FOLDER PAIRS.json [THREADS] [auto|f32|bf16|int8]`. PAIRS.json is a list of `[question, passage]`.
//! A line that is not empty names a file for what was said: `[rank, answers, margin of the best span]` a pair.

use std::error::Error;
use std::io::BufRead;
use std::path::Path;
use std::time::Instant;

use twolane::encoder::{BertEmbedder, EmbedderOptions, ModelFiles, ReadPassages, Reader, ReaderOptions};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, pairs, more @ ..] = arguments.as_slice() else {
        return Err("usage: reader_speed MODEL_FOLDER PAIRS.json [THREADS] [NUMBERS]".into());
    };
    let mut options = ReaderOptions::default();
    if let Some(threads) = more.first() {
        options.threads = Some(threads.parse()?);
    }
    if let Some(numbers) = more.get(1) {
        options.numbers = numbers.parse()?;
    }
    let model =
        BertEmbedder::load(&ModelFiles::from_folder(Path::new(folder))?, &EmbedderOptions::default())?;
    let reader = Reader::beside(&model, options.clone())?.ok_or("the reader does not go with this model")?;
    println!(
        "{}",
        serde_json::json!({ "version": env!("CARGO_PKG_VERSION"), "numbers": options.numbers, "level": options.level.name() })
    );

    let pairs: Vec<(String, String)> = serde_json::from_slice(&std::fs::read(pairs)?)?;
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let start = Instant::now();
        // One question a call, as a search has it.
        let mut said = Vec::new();
        for same in pairs.chunk_by(|a, b| a.0 == b.0) {
            let question = same.first().map_or("", |(question, _)| question);
            let passages: Vec<&str> = same.iter().map(|(_, passage)| passage.as_str()).collect();
            said.extend(reader.read(question, &passages, &|| true)?);
        }
        let seconds = start.elapsed().as_secs_f64();
        if !line.is_empty() {
            let rows: Vec<_> = said
                .iter()
                .flatten()
                .map(|r| (r.rank, r.answers, r.best().map(|span| span.margin)))
                .collect();
            std::fs::write(line, serde_json::to_vec(&rows)?)?;
        }
        println!("{}", serde_json::json!({ "seconds": seconds }));
    }
    Ok(())
}
