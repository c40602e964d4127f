//! The thresholds of SPEC mean the same with any embedding model (RET-10): checked on questions and
//! quotes of the sample corpus, which the calibration has never seen.
//!
//! `TWOLANE_TEST_MODEL` names a model's folder; the other folders beside it are tried too.

use crate::support::skip;

use std::path::{Path, PathBuf};

use twolane::encoder::{BertEmbedder, Embedder, EmbedderOptions, ModelFiles, Role};
use twolane::retrieve::Calibration;

fn model_folders() -> Vec<PathBuf> {
    let folder = std::env::var_os("TWOLANE_TEST_MODEL").map(PathBuf::from).unwrap_or_else(|| {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("models/sentence-transformers--all-MiniLM-L6-v2")
    });
    let Some(beside) = folder.parent().and_then(|p| std::fs::read_dir(p).ok()) else { return Vec::new() };
    let mut folders: Vec<PathBuf> =
        beside.flatten().map(|e| e.path()).filter(|p| p.join("model.safetensors").exists()).collect();
    folders.sort();
    folders
}

/// Questions of the sample corpus with a quote that answers each.
fn pairs() -> Vec<(String, String)> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/questions.jsonl");
    let text = std::fs::read_to_string(file).unwrap();
    let cases = text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let pair = |case: serde_json::Value| {
        let quote = case["gold"].get(0)?["quote"].as_str()?.split_whitespace().collect::<Vec<_>>().join(" ");
        (quote.split(' ').count() >= 8).then(|| (case["question"].as_str().unwrap_or("").to_owned(), quote))
    };
    cases.filter_map(pair).collect()
}

#[test]
fn thresholds_mean_the_same_with_any_model() {
    let pairs = pairs();
    assert!(pairs.len() >= 30, "{} pairs", pairs.len());
    let mut seen = 0;
    for folder in model_folders() {
        let Ok(files) = ModelFiles::from_folder(&folder) else { continue };
        let Ok(embedder) = BertEmbedder::load(&files, &EmbedderOptions::default()) else { continue };
        let measured = Calibration::measure(&embedder).unwrap();
        let calibration = Calibration::known(embedder.model()).unwrap_or(measured);
        let go_on = |_: usize, _: usize| true;
        let texts =
            |side: &dyn Fn(&(String, String)) -> String| pairs.iter().map(side).collect::<Vec<String>>();
        let (questions, quotes) = (texts(&|p| p.0.clone()), texts(&|p| p.1.clone()));
        let embed = |texts: &[String], role| {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            embedder.embed(&texts, role, &go_on).unwrap()
        };
        let (asked, found) = (embed(&questions, Role::Query), embed(&quotes, Role::Passage));
        let (mut related, mut unrelated) = (Vec::new(), Vec::new());
        for (i, a) in asked.iter().enumerate() {
            for (j, b) in found.iter().enumerate() {
                let cosine = a.values.iter().zip(&b.values).map(|(x, y)| x * y).sum();
                let to = if i == j { &mut related } else { &mut unrelated };
                to.push(calibration.common_scale(cosine));
            }
        }
        let above = |values: &[f32], bar: f32| {
            values.iter().filter(|v| **v >= bar).count() as f64 / values.len() as f64
        };
        eprintln!(
            "{}: measured {measured:?}; unrelated above .35: {:.3}, above .70: {:.4}; related above .35: {:.3}, above .70: {:.3}",
            embedder.model(),
            above(&unrelated, 0.35),
            above(&unrelated, 0.70),
            above(&related, 0.35),
            above(&related, 0.70),
        );
        // The same bar lets about the same shares through, whatever the model's own scale.
        assert!(above(&unrelated, 0.35) <= 0.12 && above(&unrelated, 0.70) <= 0.03);
        assert!(above(&related, 0.35) >= 0.6 && above(&related, 0.70) >= 0.35);
        // What was measured beforehand still is what the model gives.
        assert!((calibration.related - measured.related).abs() < 0.01);
        let (known, now) = (calibration.max_sim.unwrap(), measured.max_sim.unwrap());
        assert!((known.mean - now.mean).abs() < 0.01 && (known.deviation - now.deviation).abs() < 0.005);
        seen += 1;
    }
    if seen == 0 {
        skip::lacks("no model folder; set TWOLANE_TEST_MODEL");
    }
}
