//! The reader against an independent reference: a numpy forward pass in double precision, one pair at a
//! time. `tests/data/reader/pairs.json` holds 200 questions and passages of the sample papers, odd ones
//! among them, with what the reference says of each.
//!
//! Needs a folder of all-minilm-l6-v2: the one that `TWOLANE_TEST_MODEL` names, else
//! `models/all-minilm-l6-v2` (`twolane models get`).

// Clippy takes helper functions of a test file for code that input can reach.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::expect_used)]

use crate::support::model;

use std::path::Path;

use serde::Deserialize;
use twolane::encoder::{BertEmbedder, DeviceChoice, Embedder, EmbedderOptions, Level, ModelFiles, Numbers};

#[derive(Deserialize)]
struct Pair {
    question: String,
    passage: String,
    rank: Option<f32>,
    answers: Option<f32>,
    margin: Option<f32>,
    span: Option<String>,
}

/// How far what it says may be from the reference.
struct Bounds {
    most: f32,
    mean: f32,
    /// Passages whose best span is another one.
    other_spans: usize,
}

#[test]
fn the_reader_says_what_the_reference_says() {
    // Two spans of equal margin within rounding may change places.
    compare(Numbers::F32, Level::best(), &Bounds { most: 1e-3, mean: 1e-4, other_spans: 1 });
}

#[test]
fn fewer_bits_change_little_of_what_the_reader_says() {
    let near = Bounds { most: 0.25, mean: 0.05, other_spans: 6 };
    compare(Numbers::Auto, Level::best(), &near);
    compare(Numbers::Bf16, Level::best(), &near);
    compare(Numbers::Int8, Level::best(), &Bounds { most: 2.0, mean: 0.3, other_spans: 24 });
}

/// `cargo test --release --test models reader:: -- --ignored --nocapture`
#[test]
#[ignore = "some 60 s of two cores"]
fn the_reader_says_the_same_with_every_kind_of_instructions() {
    for level in Level::available() {
        compare(Numbers::F32, level, &Bounds { most: 1e-3, mean: 1e-4, other_spans: 1 });
        compare(Numbers::Bf16, level, &Bounds { most: 0.25, mean: 0.05, other_spans: 6 });
        compare(Numbers::Int8, level, &Bounds { most: 2.0, mean: 0.3, other_spans: 24 });
    }
}

fn compare(numbers: Numbers, level: Level, bounds: &Bounds) {
    let Some(model) = embedder(numbers, level) else { return };
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/reader/pairs.json");
    let pairs: Vec<Pair> = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
    assert_eq!(pairs.len(), 200);
    let reader = model.reader().unwrap().expect("the reader goes with this model");
    let (mut worst, mut sum, mut spans, mut compared) = (0f32, 0f32, 0usize, 0usize);
    for pair in &pairs {
        let read = reader.read(&pair.question, &[&pair.passage], &|| true).unwrap();
        let reading = read[0].as_ref().unwrap();
        // The reference has no span, and so no figures, for a passage without words.
        let (Some(rank), Some(answers), Some(margin)) = (pair.rank, pair.answers, pair.margin) else {
            assert_eq!(reading.best(), None, "{}", pair.question);
            continue;
        };
        let best = reading.best().unwrap();
        for (ours, theirs) in [(reading.rank, rank), (reading.answers, answers), (best.margin, margin)] {
            worst = worst.max((ours - theirs).abs());
            sum += (ours - theirs).abs();
        }
        compared += 1;
        spans += usize::from(pair.passage.get(best.bytes) == pair.span.as_deref());
    }
    assert!(compared >= 195, "{compared} pairs compared");
    let mean = sum / (3 * compared) as f32;
    let what = format!(
        "{numbers} with {}: off by {worst} at most, {mean} in the mean, {spans} of {compared} spans are the same",
        level.name()
    );
    println!("{what}");
    assert!(worst < bounds.most && mean < bounds.mean && spans + bounds.other_spans >= compared, "{what}");
}

#[test]
fn many_passages_at_once_are_read_as_each_alone() {
    let Some(model) = embedder(Numbers::Auto, Level::best()) else { return };
    let reader = model.reader().unwrap().unwrap();
    let passages = ["The fee is $5.", "", "Dogs are licensed by April 30. The clerk issues tags.", "x"];
    let together = reader.read("When are dogs licensed?", &passages, &|| true).unwrap();
    for (passage, together) in passages.iter().zip(&together) {
        let alone = reader.read("When are dogs licensed?", &[passage], &|| true).unwrap();
        let (alone, together) = (alone[0].as_ref().unwrap(), together.as_ref().unwrap());
        assert!((alone.rank - together.rank).abs() < 1e-4 && (alone.answers - together.answers).abs() < 1e-4);
        assert_eq!(alone.best().map(|s| s.bytes), together.best().map(|s| s.bytes));
    }
    let best = together[2].as_ref().unwrap().best().unwrap();
    assert_eq!(passages[2].get(best.bytes), Some("April 30"));
    // Whoever is out of time hears of no passage at all.
    let none = reader.read("When?", &passages, &|| false).unwrap();
    assert!(none.iter().all(Option::is_none));
}

fn embedder(numbers: Numbers, level: Level) -> Option<BertEmbedder> {
    let folder = model::folder()?;
    let options = EmbedderOptions {
        device: DeviceChoice::Cpu,
        reader_numbers: numbers,
        level,
        ..EmbedderOptions::default()
    };
    Some(BertEmbedder::load(&ModelFiles::from_folder(&folder).unwrap(), &options).unwrap())
}
