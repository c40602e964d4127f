//! The bi-encoder on real weights. Needs a folder of all-minilm-l6-v2: the one that
//! `TWOLANE_TEST_MODEL` names, else `models/all-minilm-l6-v2` (`twolane models get`).

// Clippy takes helper functions of a test file for code that input can reach.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use crate::support::model;

use std::sync::atomic::{AtomicUsize, Ordering};

use twolane::encoder::{BertEmbedder, Embedder, EmbedderOptions, InferenceError, ModelFiles, Role};

fn embedder(options: &EmbedderOptions) -> Option<BertEmbedder> {
    Some(BertEmbedder::load(&ModelFiles::from_folder(&model::folder()?).unwrap(), options).unwrap())
}

fn cosine(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

#[test]
fn near_texts_are_near() {
    let Some(model) = embedder(&EmbedderOptions::default()) else { return };
    assert_eq!((model.dimensions(), model.max_tokens()), (384, 256));
    let texts = [
        "How do I reset my password?",
        "Steps to recover a forgotten login",
        "Bananas are rich in potassium.",
    ];
    let vectors = model.embed(&texts, Role::Passage, &|_, _| true).unwrap();
    let near = cosine(&vectors[0].values, &vectors[1].values);
    let far = cosine(&vectors[0].values, &vectors[2].values);
    // The first figure is the one that other engines give for this pair.
    assert!((near - 0.590).abs() < 0.001 && far < 0.2, "{near} {far}");
}

#[test]
fn batches_change_nothing() {
    let texts: Vec<String> =
        (0..40).map(|n| "the town of Elmbrook voted ".repeat(1 + n % 17) + &n.to_string()).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let one = EmbedderOptions { threads: Some(1), batch_texts: 1, ..EmbedderOptions::default() };
    let many =
        EmbedderOptions { threads: Some(3), batch_texts: 7, batch_tokens: 999, ..EmbedderOptions::default() };
    let (Some(one), Some(many)) = (embedder(&one), embedder(&many)) else { return };
    let one = one.embed(&texts, Role::Passage, &|_, _| true).unwrap();
    let many = many.embed(&texts, Role::Passage, &|_, _| true).unwrap();
    for (a, b) in one.iter().zip(&many) {
        assert!(cosine(&a.values, &b.values) > 0.99999);
        assert_eq!(a.model, b.model);
    }
}

#[test]
fn progress_and_cancelling() {
    let options = EmbedderOptions { batch_texts: 2, ..EmbedderOptions::default() };
    let Some(model) = embedder(&options) else { return };
    let texts = ["one", "two", "three", "four", "five"];
    let seen = std::sync::Mutex::new(Vec::new());
    let progress = |done, total| {
        seen.lock().unwrap().push((done, total));
        true
    };
    model.embed(&texts, Role::Query, &progress).unwrap();
    let seen = seen.into_inner().unwrap();
    assert!(seen.is_sorted() && seen.first() == Some(&(0, 5)) && seen.last() == Some(&(5, 5)), "{seen:?}");

    let calls = AtomicUsize::new(0);
    let stop = |_, _| calls.fetch_add(1, Ordering::Relaxed) == 0;
    assert!(matches!(model.embed(&texts, Role::Query, &stop), Err(InferenceError::Cancelled)));
}

#[test]
fn counts_and_cuts() {
    let Some(model) = embedder(&EmbedderOptions::default()) else { return };
    for (text, tokens) in [("", 2), ("town", 3), ("town meeting", 4)] {
        assert_eq!(model.count_tokens(text), tokens, "{text:?}");
    }
    let long = "town ".repeat(1000);
    assert_eq!(model.count_tokens(&long), 1002);
    let cut = "town ".repeat(254);
    let vectors = model.embed(&[&long, &cut, ""], Role::Passage, &|_, _| true).unwrap();
    assert!(cosine(&vectors[0].values, &vectors[1].values) > 0.99999);
    assert!((cosine(&vectors[2].values, &vectors[2].values) - 1.0).abs() < 1e-5);
    assert!(model.embed(&[], Role::Passage, &|_, _| true).unwrap().is_empty());
}
