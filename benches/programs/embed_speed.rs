//! Our side of `benches/embedding/compare.py`: embeds the same texts once for each line on standard
//! input and prints the seconds. A line that is not empty names a file for the vectors.
//!
//! `embed_speed MODEL_FOLDER TEXTS.json [THREADS] [fused|candle] [BATCH_TEXTS] [BATCH_TOKENS]
//! [auto|f32|bf16|int8] [LEVEL]`. A level is one of those that the first line names: the instructions that
//! this processor has.

use std::error::Error;
use std::io::BufRead;
use std::path::Path;
use std::time::Instant;

use twolane::encoder::{BertEmbedder, Embedder, EmbedderOptions, Engine, Level, ModelFiles, Role};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, texts, numbers @ ..] = arguments.as_slice() else {
        return Err(
            "usage: embed_speed MODEL_FOLDER TEXTS.json [THREADS] [fused|candle] [BATCH_TEXTS] [BATCH_TOKENS] [NUMBERS] [LEVEL]".into()
        );
    };
    let number = |place: usize| numbers.get(place).map(|text| text.parse::<usize>()).transpose();
    let mut options = EmbedderOptions { threads: number(0)?, ..EmbedderOptions::default() };
    if numbers.get(1).is_some_and(|engine| engine == "candle") {
        options.engine = Engine::Candle;
    }
    options.batch_texts = number(2)?.unwrap_or(options.batch_texts);
    options.batch_tokens = number(3)?.unwrap_or(options.batch_tokens);
    if let Some(numbers_of) = numbers.get(4) {
        options.numbers = numbers_of.parse()?;
    }
    if let Some(name) = numbers.get(5) {
        options.level = Level::available()
            .into_iter()
            .find(|level| level.name() == name)
            .ok_or_else(|| format!("this processor has no {name}"))?;
    }

    let start = Instant::now();
    let model = BertEmbedder::load(&ModelFiles::from_folder(Path::new(folder))?, &options)?;
    let load_ms = start.elapsed().as_secs_f64() * 1000.0;
    let mut query_ms: Vec<f64> = Vec::new();
    for round in 0..40 {
        let query = format!("What did the town vote on article {round} of the warrant?");
        let start = Instant::now();
        model.embed(&[&query], Role::Query, &|_, _| true)?;
        query_ms.push(start.elapsed().as_secs_f64() * 1000.0);
    }
    query_ms.sort_by(f64::total_cmp);
    let at = |share: usize| query_ms.get(query_ms.len() * share / 100).copied().unwrap_or_default();
    println!(
        "{}",
        serde_json::json!({"version": env!("CARGO_PKG_VERSION"), "device": model.device(),
            "numbers": options.numbers, "level": options.level.name(),
            "levels": Level::available().iter().map(|level| level.name()).collect::<Vec<_>>(), "load_ms": load_ms,
            "query_p50_ms": at(50), "query_p95_ms": at(95)})
    );

    let texts: Vec<String> = serde_json::from_slice(&std::fs::read(texts)?)?;
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let start = Instant::now();
        let vectors = model.embed(&texts, Role::Passage, &|_, _| true)?;
        let seconds = start.elapsed().as_secs_f64();
        if !line.is_empty() {
            let bytes: Vec<u8> =
                vectors.iter().flat_map(|v| &v.values).flat_map(|x| x.to_le_bytes()).collect();
            std::fs::write(line, bytes)?;
        }
        println!("{}", serde_json::json!({"seconds": seconds}));
    }
    Ok(())
}
