//! Our vectors against an independent reference: a plain numpy forward pass in double precision.
//! `tests/inference_data` is made by
//! `python3 benches/embedding/reference.py models/all-minilm-l6-v2 tests/inference_data`.
//!
//! Needs a folder of all-minilm-l6-v2: the one that `TWOLANE_TEST_MODEL` names, else
//! `models/all-minilm-l6-v2` (`twolane models get`).

// Clippy takes helper functions of a test file for code that input can reach.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use crate::support::model;

use std::path::Path;

use serde::Deserialize;
use twolane::encoder::{
    BertEmbedder, DeviceChoice, Embedder, EmbedderOptions, Engine, ModelFiles, Numbers, Role,
};

#[derive(Deserialize)]
struct Case {
    text: String,
    tokens: usize,
}

/// A fifth of the texts: quick enough for every run.
#[test]
fn cosine_to_the_reference() {
    compare(5, Engine::Fused, Numbers::F32, 0.999_999);
}

/// What is kept in archives may be compared with what another processor made, which has no bf16.
#[test]
fn cosine_to_the_reference_with_fewer_bits() {
    compare(5, Engine::Fused, Numbers::Auto, 0.9999);
    compare(5, Engine::Fused, Numbers::Bf16, 0.9999);
    compare(5, Engine::Fused, Numbers::Int8, 0.97);
}

/// `cargo test --release --test models parity:: -- --ignored --nocapture`
#[test]
#[ignore = "some 15 s of two cores"]
fn cosine_to_the_reference_of_all_texts() {
    compare(1, Engine::Fused, Numbers::F32, 0.999_999);
    #[cfg(feature = "llm")]
    compare(1, Engine::Candle, Numbers::F32, 0.999_999);
    compare(1, Engine::Fused, Numbers::Bf16, 0.9999);
    compare(1, Engine::Fused, Numbers::Int8, 0.97);
}

fn compare(every: usize, engine: Engine, numbers: Numbers, least: f64) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let Some(folder) = model::folder() else { return };
    let data = root.join("tests/inference_data");
    let cases: Vec<Case> = serde_json::from_slice(&std::fs::read(data.join("texts.json")).unwrap()).unwrap();
    let bytes = std::fs::read(data.join("reference.f32")).unwrap();
    let values: Vec<f32> = bytes.as_chunks::<4>().0.iter().map(|b| f32::from_le_bytes(*b)).collect();
    assert_eq!((cases.len(), values.len()), (200, 200 * 384));
    assert!(cases.iter().any(|case| case.text.is_empty()) && cases.iter().any(|case| case.tokens > 512));

    let options =
        EmbedderOptions { device: DeviceChoice::Cpu, engine, numbers, ..EmbedderOptions::default() };
    let model = BertEmbedder::load(&ModelFiles::from_folder(&folder).unwrap(), &options).unwrap();
    let chosen = || cases.iter().zip(values.chunks(384)).step_by(every);
    let texts: Vec<&str> = chosen().map(|(case, _)| case.text.as_str()).collect();
    let vectors = model.embed(&texts, Role::Passage, &|_, _| true).unwrap();
    let (mut lowest, mut sum) = (f64::INFINITY, 0.0);
    for ((case, expected), vector) in chosen().zip(&vectors) {
        assert_eq!(model.count_tokens(&case.text), case.tokens, "{:?}", case.text);
        let dot =
            |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(x, y)| f64::from(*x) * f64::from(*y)).sum::<f64>();
        let norms = dot(&vector.values, &vector.values).sqrt() * dot(expected, expected).sqrt();
        let cosine = dot(&vector.values, expected) / norms;
        assert!(cosine >= least, "{numbers}: {cosine} for {:?}", case.text);
        lowest = lowest.min(cosine);
        sum += cosine;
    }
    let mean = sum / texts.len() as f64;
    println!("{engine:?}, {numbers}: cosine of {} texts: lowest {lowest:.9}, mean {mean:.9}", texts.len());
}
