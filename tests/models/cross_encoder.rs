//! Cross-encoder scores against an independent reference: a plain numpy forward pass in double
//! precision, over two made models (BERT and XLM-RoBERTa, two small layers) and over MiniLM's
//! encoder with a made head. `tests/inference_data/cross_encoder` is made by
//! `python3 benches/embedding/cross_encoder_reference.py models/all-minilm-l6-v2 tests/inference_data/cross_encoder`.
//!
//! What runs MiniLM's encoder needs a folder of all-minilm-l6-v2: the one that
//! `TWOLANE_TEST_MODEL` names, else `models/all-minilm-l6-v2` (`twolane models get`).

// Clippy takes helper functions of a test file for code that input can reach.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use crate::support::model;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use proptest::prelude::*;
use proptest::sample::Index;
use safetensors::SafeTensors;
use safetensors::tensor::{Dtype, TensorView, serialize};
use serde::Deserialize;
use serde_json::{Value, json};
use tempfile::TempDir;
use twolane::encoder::{
    BertCrossEncoder, CrossEncoder, CrossEncoderOptions, DeviceChoice, Engine, Hub, HubOptions,
    InferenceError, Manifest, ModelRole, ModelState, Numbers,
};

#[derive(Deserialize)]
struct Pair {
    query: String,
    passage: String,
    windows: usize,
    score: f32,
}

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/inference_data/cross_encoder")
}

fn pairs(file: &str) -> Vec<Pair> {
    serde_json::from_slice(&fs::read(data().join(file)).unwrap()).unwrap()
}

/// Windows as the reference cuts the made models' passages: 32 tokens, 6 of overlap.
fn small_options() -> CrossEncoderOptions {
    CrossEncoderOptions {
        device: DeviceChoice::Cpu,
        numbers: Numbers::F32,
        threads: Some(2),
        overlap: 6,
        least_passage: 8,
        ..CrossEncoderOptions::default()
    }
}

fn small(kind: &str) -> BertCrossEncoder {
    BertCrossEncoder::load(&data().join(kind), &small_options()).unwrap()
}

fn scores(model: &BertCrossEncoder, query: &str, passages: &[&str]) -> Vec<f32> {
    let scores = model.scores(query, passages, &|| true).unwrap();
    scores.into_iter().map(Option::unwrap).collect()
}

/// Scores pairs question by question; the greatest difference from the reference.
fn worst(model: &BertCrossEncoder, pairs: &[&Pair]) -> f32 {
    let mut by_query: BTreeMap<&str, Vec<&Pair>> = BTreeMap::new();
    for pair in pairs {
        by_query.entry(&pair.query).or_default().push(pair);
    }
    let mut worst = 0.0f32;
    for (query, pairs) in by_query {
        let passages: Vec<&str> = pairs.iter().map(|pair| pair.passage.as_str()).collect();
        for (pair, score) in pairs.iter().zip(scores(model, query, &passages)) {
            let off = (score - pair.score).abs();
            assert!(off < 1e-3, "{score}, the reference has {} for {:?}", pair.score, pair.passage);
            worst = worst.max(off);
        }
    }
    worst
}

#[test]
fn made_models_score_as_the_reference() {
    for kind in ["bert", "xlm_roberta"] {
        let pairs = pairs(&format!("{kind}/pairs.json"));
        let pairs: Vec<&Pair> = pairs.iter().collect();
        assert!(pairs.iter().any(|p| p.windows > 2) && pairs.iter().any(|p| p.passage.is_empty()));
        for engine in crate::ENGINES.iter().copied() {
            let options = CrossEncoderOptions { engine, ..small_options() };
            let model = BertCrossEncoder::load(&data().join(kind), &options).unwrap();
            println!("{kind}, {engine:?}: off by at most {:e}", worst(&model, &pairs));
        }
    }
}

/// MiniLM's encoder from its folder and the head that the reference has, as a cross-encoder's folder.
fn minilm() -> Option<TempDir> {
    let folder = model::folder()?;
    let mut tensors = read(&fs::read(folder.join("model.safetensors")).unwrap());
    tensors.retain(|name, _| name.starts_with("embeddings.") || name.starts_with("encoder."));
    let mut tensors: Tensors = tensors.into_iter().map(|(name, t)| (format!("bert.{name}"), t)).collect();
    for (name, reference, shape, scale) in [
        ("bert.pooler.dense.weight", "pooler.dense.weight", vec![384, 384], 0.5),
        ("bert.pooler.dense.bias", "pooler.dense.bias", vec![384], 0.5),
        ("classifier.weight", "classifier.weight", vec![1, 384], 1.0),
        ("classifier.bias", "classifier.bias", vec![1], 1.0),
    ] {
        let values = numbers(reference, shape.iter().product()).into_iter().map(|x| scale * x).collect();
        tensors.insert(name.to_owned(), (shape, values));
    }
    let made = tempfile::tempdir().unwrap();
    fs::write(made.path().join("model.safetensors"), write(&tensors)).unwrap();
    let mut config: Value = serde_json::from_slice(&fs::read(folder.join("config.json")).unwrap()).unwrap();
    config["architectures"] = json!(["BertForSequenceClassification"]);
    config["id2label"] = json!({"0": "LABEL_0"});
    fs::write(made.path().join("config.json"), config.to_string()).unwrap();
    fs::copy(folder.join("tokenizer.json"), made.path().join("tokenizer.json")).unwrap();
    Some(made)
}

/// The same pseudo-random numbers as in the reference, from -0.5 to 0.5.
fn numbers(name: &str, count: usize) -> Vec<f32> {
    let mut state =
        name.bytes().fold(7u32, |state, byte| state.wrapping_mul(31).wrapping_add(u32::from(byte)));
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f32::from(u16::try_from(state >> 16).unwrap()) / 65536.0 - 0.5
    };
    (0..count).map(|_| next()).collect()
}

fn cpu(engine: Engine) -> CrossEncoderOptions {
    let numbers = Numbers::F32;
    CrossEncoderOptions { device: DeviceChoice::Cpu, engine, numbers, ..CrossEncoderOptions::default() }
}

/// The short passages: quick enough for every run.
#[test]
fn minilm_with_a_made_head_scores_as_the_reference() {
    let Some(folder) = minilm() else { return };
    let pairs = pairs("minilm.json");
    let few: Vec<&Pair> = pairs.iter().filter(|p| p.query.len() + p.passage.len() < 500).collect();
    assert!(few.len() >= 8);
    let model = BertCrossEncoder::load(folder.path(), &cpu(Engine::Fused)).unwrap();
    println!("off by at most {:e}", worst(&model, &few));
}

/// Fewer bits move a score by little beside what tells passages apart.
#[test]
fn fewer_bits_move_scores_by_little() {
    let Some(folder) = minilm() else { return };
    let pairs = pairs("minilm.json");
    let few: Vec<&Pair> = pairs.iter().filter(|p| p.query.len() + p.passage.len() < 500).collect();
    let scored = |numbers| -> Vec<f32> {
        let options = CrossEncoderOptions { numbers, ..cpu(Engine::Fused) };
        let model = BertCrossEncoder::load(folder.path(), &options).unwrap();
        few.iter().map(|p| scores(&model, &p.query, &[&p.passage])[0]).collect()
    };
    let exact = scored(Numbers::F32);
    for (numbers, bound) in [(Numbers::Auto, 0.05), (Numbers::Bf16, 0.05), (Numbers::Int8, 1.0)] {
        let off = scored(numbers).iter().zip(&exact).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        println!("{numbers}: off by at most {off}");
        assert!(off < bound, "{numbers}: {off}");
    }
}

/// `cargo test --release --test models cross_encoder:: -- --ignored --nocapture`
#[test]
#[ignore = "some 20 s of two cores"]
fn minilm_with_a_made_head_scores_as_the_reference_in_all_lengths() {
    let Some(folder) = minilm() else { return };
    let pairs = pairs("minilm.json");
    let pairs: Vec<&Pair> = pairs.iter().collect();
    assert!(pairs.iter().any(|p| p.windows > 2));
    for engine in crate::ENGINES.iter().copied() {
        let model = BertCrossEncoder::load(folder.path(), &cpu(engine)).unwrap();
        println!("{engine:?}: off by at most {:e}", worst(&model, &pairs));
    }
}

#[test]
fn batches_give_what_one_at_a_time_gives() {
    for kind in ["bert", "xlm_roberta"] {
        for engine in crate::ENGINES.iter().copied() {
            let options = CrossEncoderOptions { engine, batch_inputs: 7, ..small_options() };
            let model = BertCrossEncoder::load(&data().join(kind), &options).unwrap();
            let pairs = pairs(&format!("{kind}/pairs.json"));
            let query = pairs[0].query.as_str();
            let passages: Vec<&str> = pairs.iter().map(|pair| pair.passage.as_str()).collect();
            for (passage, together) in passages.iter().zip(scores(&model, query, &passages)) {
                let alone = scores(&model, query, &[passage])[0];
                assert!((alone - together).abs() < 1e-5, "{kind} {engine:?} {alone} {together} {passage:?}");
            }
        }
    }
}

/// Words of the made models' vocabulary, one token each.
fn words(count: usize) -> Vec<String> {
    let text = fs::read(data().join("bert/tokenizer.json")).unwrap();
    let tokenizer: Value = serde_json::from_slice(&text).unwrap();
    let vocabulary = tokenizer["model"]["vocab"].as_object().unwrap();
    let words: Vec<&String> = vocabulary.keys().filter(|word| !word.starts_with('[')).collect();
    (0..count).map(|n| words[(n * 7 + n / 5) % words.len()].clone()).collect()
}

#[test]
fn a_long_passage_scores_as_its_best_window() {
    // Question of 5 tokens beside 3 or 4 special ones: windows of 24 or 23, overlap 6.
    for (kind, room) in [("bert", 24), ("xlm_roberta", 23)] {
        let model = small(kind);
        let query = words(5).join(" ");
        let words = words(100);
        let mut starts = vec![0];
        while starts.last().unwrap() + room < words.len() {
            starts.push(starts.last().unwrap() + room - 6);
        }
        let windows: Vec<String> =
            starts.iter().map(|start| words[*start..(start + room).min(words.len())].join(" ")).collect();
        let windows: Vec<&str> = windows.iter().map(String::as_str).collect();
        let parts = scores(&model, &query, &windows);
        let best = parts.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let whole = scores(&model, &query, &[&words.join(" ")])[0];
        assert!((whole - best).abs() < 1e-5, "{whole} {parts:?}");
    }
}

#[test]
fn the_end_of_a_passage_counts_as_much_as_its_start() {
    for kind in ["bert", "xlm_roberta"] {
        let model = small(kind);
        let room = if kind == "bert" { 25 } else { 24 };
        let query = words(4).join(" ");
        // Of one word over and over, every window scores the same; the part that matches best of
        // some is put at the end.
        let filler = vec!["town"; 3 * room - 12].join(" ");
        let low = scores(&model, &query, &[&filler])[0];
        let part = words(400)
            .chunks(room - 6)
            .map(|part| format!("{} {}", ["town"; 6].join(" "), part.join(" ")))
            .max_by(|a, b| scores(&model, &query, &[a])[0].total_cmp(&scores(&model, &query, &[b])[0]))
            .unwrap();
        let alone = scores(&model, &query, &[&part])[0];
        assert!(alone > low + 0.05, "{kind}: {alone} {low}");
        let end = part.strip_prefix("town town town town town town ").unwrap();
        let whole = scores(&model, &query, &[&format!("{filler} {end}")])[0];
        assert!((whole - alone).abs() < 1e-5, "{kind}: {whole} {alone}");
    }
}

#[test]
fn a_question_is_never_cut() {
    for (kind, most) in [("bert", 32 - 3 - 8), ("xlm_roberta", 32 - 4 - 8)] {
        let model = small(kind);
        let long = words(100).join(" ");
        // Every word of the longest question counts, the last one too, however long the passage is.
        let mut asked = words(most);
        let before = scores(&model, &asked.join(" "), &[&long, "town"]);
        for place in 0..most {
            let kept = std::mem::replace(&mut asked[place], "zoning".to_owned());
            let after = scores(&model, &asked.join(" "), &[&long, "town"]);
            if kept != "zoning" {
                assert!(before.iter().zip(&after).all(|(a, b)| (a - b).abs() > 1e-6), "{kind} {place}");
            }
            asked[place] = kept;
        }
        let error = model.scores(&words(most + 1).join(" "), &["town"], &|| true).unwrap_err();
        assert!(matches!(error, InferenceError::QueryTooLong { tokens, most: said, .. }
            if tokens == most + 1 && said == most));
        assert!(error.to_string().contains("--no-rerank"), "{error}");
    }
}

#[test]
fn what_is_not_read_in_time_has_no_score() {
    let options = CrossEncoderOptions { threads: Some(1), batch_inputs: 2, ..small_options() };
    let model = BertCrossEncoder::load(&data().join("bert"), &options).unwrap();
    let long = words(60).join(" ");
    let passages = ["town", "town of", &long, "the town", "a", ""];
    assert_eq!(model.scores("town", &passages, &|| false).unwrap(), [None; 6]);
    assert!(model.scores("town", &[], &|| true).unwrap().is_empty());
    let all = scores(&model, "town", &passages);
    // The first passage's batch goes first, though the third passage is the longest.
    let first = AtomicUsize::new(1);
    let some = model.scores("town", &passages, &|| first.swap(0, Ordering::Relaxed) == 1).unwrap();
    assert!(some[0].is_some() && some[2].is_none(), "{some:?}");
    let mut known = 0;
    for batches in 0..8 {
        let left = AtomicUsize::new(batches);
        let go_on = || left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1)).is_ok();
        let some = model.scores("town", &passages, &go_on).unwrap();
        let count = some.iter().flatten().count();
        assert!(count >= known, "{some:?}");
        known = count;
        for (some, all) in some.iter().zip(&all) {
            assert!(some.is_none_or(|some| (some - all).abs() < 1e-6));
        }
    }
    assert_eq!(known, 6);
}

type Tensors = BTreeMap<String, (Vec<usize>, Vec<f32>)>;

fn read(bytes: &[u8]) -> Tensors {
    let file = SafeTensors::deserialize(bytes).unwrap();
    file.tensors()
        .into_iter()
        .filter(|(_, view)| view.dtype() == Dtype::F32)
        .map(|(name, view)| {
            let values = view.data().as_chunks::<4>().0.iter().map(|b| f32::from_le_bytes(*b)).collect();
            (name, (view.shape().to_vec(), values))
        })
        .collect()
}

fn write(tensors: &Tensors) -> Vec<u8> {
    let bytes: BTreeMap<&String, Vec<u8>> = tensors
        .iter()
        .map(|(name, (_, values))| (name, values.iter().flat_map(|x| x.to_le_bytes()).collect()))
        .collect();
    let views = tensors
        .iter()
        .map(|(name, (shape, _))| (name, TensorView::new(Dtype::F32, shape.clone(), &bytes[name]).unwrap()));
    serialize(views, None).unwrap()
}

type Files = BTreeMap<&'static str, Vec<u8>>;

fn files(kind: &str) -> Files {
    ["model.safetensors", "config.json", "tokenizer.json", "tokenizer_config.json"]
        .into_iter()
        .map(|name| (name, fs::read(data().join(kind).join(name)).unwrap()))
        .collect()
}

fn folder(files: &Files) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    folder
}

fn load(files: &Files) -> Result<BertCrossEncoder, InferenceError> {
    BertCrossEncoder::load(folder(files).path(), &small_options())
}

#[test]
fn of_two_classes_the_second_is_relevant() {
    for (kind, out) in [("bert", "classifier"), ("xlm_roberta", "classifier.out_proj")] {
        let mut two = files(kind);
        let mut tensors = read(&two["model.safetensors"]);
        let (shape, weight) = tensors.get_mut(&format!("{out}.weight")).unwrap();
        let relevant = weight.clone();
        shape[0] = 2;
        // Not relevant: x; relevant: x more than the one class has.
        *weight = numbers("first", relevant.len());
        let second: Vec<f32> = weight.iter().zip(&relevant).map(|(a, b)| a + b).collect();
        weight.extend(second);
        let (shape, bias) = tensors.get_mut(&format!("{out}.bias")).unwrap();
        shape[0] = 2;
        *bias = vec![0.25, 0.25 + bias[0]];
        two.insert("model.safetensors", write(&tensors));
        let mut config: Value = serde_json::from_slice(&two["config.json"]).unwrap();
        config["id2label"] = json!({"0": "no", "1": "yes"});
        two.insert("config.json", config.to_string().into_bytes());
        let (one, two) = (small(kind), load(&two).unwrap());
        let long = words(50).join(" ");
        let passages = ["town", "of the town", &long];
        for (a, b) in scores(&one, "town", &passages).iter().zip(scores(&two, "town", &passages)) {
            assert!((a - b).abs() < 1e-5, "{a} {b}");
        }
    }
}

#[test]
fn what_is_wrong_is_named() {
    let with = |name: &'static str, bytes: &[u8]| {
        let mut files = files("bert");
        files.insert(name, bytes.to_vec());
        load(&files).err().map(|error| error.to_string()).unwrap_or_default()
    };
    let without = |name: &'static str| {
        let mut files = files("bert");
        files.remove(name);
        load(&files).err().map(|error| error.to_string()).unwrap_or_default()
    };
    let config = |key: &str, value: Value| {
        let mut config: Value = serde_json::from_slice(&files("bert")["config.json"]).unwrap();
        config[key] = value;
        with("config.json", config.to_string().as_bytes())
    };
    let weights = files("bert")["model.safetensors"].clone();
    let lacking = |name: &str| {
        let mut tensors = read(&weights);
        tensors.remove(name).unwrap();
        with("model.safetensors", &write(&tensors))
    };
    let shaped = |name: &str, shape: &[usize]| {
        let mut tensors = read(&weights);
        tensors.insert(name.to_owned(), (shape.to_vec(), vec![0.0; shape.iter().product()])).unwrap();
        with("model.safetensors", &write(&tensors))
    };
    let cases: Vec<(String, &[&str])> = vec![
        (without("model.safetensors"), &["model.safetensors", "--reranker"]),
        (without("tokenizer.json"), &["tokenizer.json"]),
        (without("config.json"), &["config.json"]),
        (with("model.safetensors", &weights[..weights.len() - 5]), &["model.safetensors", "cut off"]),
        (with("model.safetensors", &[0xff; 64]), &["not a safetensors file"]),
        (with("config.json", b"{\"vocab_size\": "), &["config.json", "JSON"]),
        (with("tokenizer.json", b"{}"), &["tokenizer.json", "not a tokenizer"]),
        (with("tokenizer_config.json", b"["), &["tokenizer_config.json"]),
        (with("tokenizer_config.json", br#"{"model_max_length": 9}"#), &["no room", "--reranker"]),
        (lacking("classifier.weight"), &["classifier.weight"]),
        (lacking("classifier.bias"), &["classifier.bias"]),
        (lacking("bert.pooler.dense.weight"), &["bert.pooler.dense.weight"]),
        (lacking("bert.encoder.layer.1.output.dense.bias"), &["encoder.layer.1.output.dense.bias"]),
        (lacking("bert.embeddings.word_embeddings.weight"), &["word_embeddings"]),
        (shaped("classifier.weight", &[3, 16]), &["classifier", "3"]),
        (shaped("classifier.weight", &[16]), &["classifier.weight", "shape"]),
        (shaped("classifier.weight", &[1, 17]), &["classifier.weight", "[1, 17]"]),
        (shaped("bert.pooler.dense.bias", &[15]), &["pooler.dense.bias", "[15]"]),
        (shaped("bert.embeddings.position_embeddings.weight", &[31, 16]), &["position_embeddings"]),
        (config("architectures", json!(["BertModel"])), &["BertModel", "--reranker"]),
        (config("id2label", json!({"0": "a", "1": "b", "2": "c"})), &["3 classes", "--reranker"]),
        (config("id2label", json!({"0": "a", "1": "b"})), &["classifier", "2"]),
        (config("model_type", json!("deberta-v2")), &["deberta-v2"]),
        (config("model_type", json!("roberta")), &["classifier.out_proj"]),
        (config("position_embedding_type", json!("relative_key")), &["position_embedding_type"]),
        (config("hidden_act", json!("swish")), &["hidden_act"]),
        (config("num_attention_heads", json!(3)), &["num_attention_heads"]),
    ];
    for (message, parts) in cases {
        assert!(
            !message.is_empty() && parts.iter().all(|part| message.contains(part)),
            "{message:?} {parts:?}"
        );
    }

    let failing = |files: &Files| load(files).unwrap().scores("town", &["of the"], &|| true).unwrap_err();
    let mut damaged = files("bert");
    let mut tensors = read(&weights);
    tensors.get_mut("classifier.bias").unwrap().1[0] = f32::NAN;
    damaged.insert("model.safetensors", write(&tensors));
    assert!(failing(&damaged).to_string().contains("finite"));

    // Token types that the weights do not have, and a token that they do not have.
    let mut types = files("bert");
    let mut tensors = read(&weights);
    tensors.insert("bert.embeddings.token_type_embeddings.weight".into(), (vec![1, 16], vec![0.0; 16]));
    types.insert("model.safetensors", write(&tensors));
    let mut one_type: Value = serde_json::from_slice(&types["config.json"]).unwrap();
    one_type["type_vocab_size"] = json!(1);
    types.insert("config.json", one_type.to_string().into_bytes());
    assert!(failing(&types).to_string().contains("token types"));
    let mut more = files("bert");
    let mut tokenizer: Value = serde_json::from_slice(&more["tokenizer.json"]).unwrap();
    tokenizer["model"]["vocab"]["town"] = json!(4000);
    more.insert("tokenizer.json", tokenizer.to_string().into_bytes());
    assert!(failing(&more).to_string().contains("4000"));
}

#[test]
fn a_name_finds_a_folder_or_the_hubs_cache() {
    let root = tempfile::tempdir().unwrap();
    let place = |path: &str| {
        let dir = root.path().join(path);
        fs::create_dir_all(&dir).unwrap();
        for (name, bytes) in files("bert") {
            fs::write(dir.join(name), bytes).unwrap();
        }
        dir
    };
    let hub = || {
        let options = HubOptions {
            hub_cache: Some(root.path().join("cache")),
            model_dir: Some(root.path().join("mine")),
            ..HubOptions::new(root.path().join("store"))
        };
        Hub::new(Manifest::builtin().unwrap(), options)
    };
    const NAME: &str = "cross-encoder/ms-marco-MiniLM-L6-v2";
    let status = |hub: &Hub| hub.check().into_iter().find(|model| model.name == NAME).unwrap();
    let missing = hub().locate_cross_encoder(NAME).unwrap_err().to_string();
    assert!(missing.contains("hf download") && missing.contains("--reranker"), "{missing}");
    assert_eq!((status(&hub()).status, status(&hub()).pinned), (ModelState::Missing, false));
    let refused = hub().get(NAME, &|_| true, false).unwrap_err().to_string();
    assert!(refused.contains("no hash is pinned") && refused.contains("hf download"), "{refused}");

    // Another owner's model of the same name is another model.
    place("cache/models--somebody--ms-marco-MiniLM-L6-v2/snapshots/1");
    assert!(hub().locate_cross_encoder(NAME).is_err());
    let cached = place("cache/models--cross-encoder--ms-marco-MiniLM-L6-v2/snapshots/abc");
    assert_eq!(hub().locate_cross_encoder(NAME).unwrap(), cached);
    let found = status(&hub());
    assert_eq!(
        (found.status, found.role, found.max_tokens),
        (ModelState::Ready, ModelRole::CrossEncoder, 32)
    );
    assert!(found.sha256.is_some_and(|hash| hash.len() == 64));
    let mine = place("mine/my-ranker");
    assert_eq!(hub().locate_cross_encoder("my-ranker").unwrap(), mine);
    assert_eq!(hub().locate_cross_encoder(mine.to_str().unwrap()).unwrap(), mine);
    let listed = hub().list().into_iter().find(|model| model.name == "my-ranker").unwrap();
    assert_eq!((listed.role, listed.status), (ModelRole::CrossEncoder, ModelState::Ready));
    fs::write(mine.join("model.safetensors"), b"no").unwrap();
    let listed = hub().list().into_iter().find(|model| model.name == "my-ranker").unwrap();
    assert_eq!(listed.status, ModelState::Damaged);
}

/// `TWOLANE_RUNS=FILE.json cargo test --release --test models cross_encoder:: cost -- --ignored --nocapture`
/// prints what a question with 20 passages of some 130 tokens costs (inputs of some 145), and
/// writes it to that file.
#[test]
#[ignore = "a measurement: release build, idle machine"]
fn cost_of_twenty_passages() {
    let Some(folder) = minilm() else { return };
    let text = fs::read(data().join("minilm.json")).unwrap();
    let pairs: Vec<Pair> = serde_json::from_slice(&text).unwrap();
    let words: Vec<&str> = pairs.last().unwrap().passage.split_whitespace().collect();
    let passages: Vec<String> = (0..20)
        .map(|n| {
            words.iter().cycle().skip(31 * n).take(86 + n * 3 / 2).copied().collect::<Vec<_>>().join(" ")
        })
        .collect();
    let passages: Vec<&str> = passages.iter().map(String::as_str).collect();
    let tokenizer = tokenizers::Tokenizer::from_file(folder.path().join("tokenizer.json")).unwrap();
    let query = "What did the town vote on article 12 of the warrant?";
    let mut tokens: Vec<usize> = passages.iter().map(|passage| real_tokens(&tokenizer, passage)).collect();
    tokens.sort_unstable();
    let mut runs = Vec::new();
    for engine in crate::ENGINES.iter().copied() {
        for (threads, batch_tokens) in [(1, 640), (2, 640), (2, 1280), (2, 320)] {
            let options = CrossEncoderOptions { threads: Some(threads), batch_tokens, ..cpu(engine) };
            let model = BertCrossEncoder::load(folder.path(), &options).unwrap();
            let mut times = Vec::new();
            let mut processor = processor_seconds();
            for round in 0..12 {
                if round == 2 {
                    processor = processor_seconds();
                }
                let start = Instant::now();
                assert_eq!(scores(&model, query, &passages).len(), 20);
                times.push(start.elapsed().as_secs_f64() * 1e3);
            }
            let processor = processor_seconds().zip(processor).map(|(now, then)| (now - then) * 100.0);
            times.drain(..2);
            times.sort_by(f64::total_cmp);
            runs.push(json!({
                "engine": format!("{engine:?}").to_lowercase(), "threads": threads, "batch_tokens": batch_tokens,
                "median_ms": times[times.len() / 2], "least_ms": times[0], "most_ms": times[times.len() - 1],
                "processor_ms": processor,
            }));
            println!("{}", runs.last().unwrap());
        }
    }
    let report = json!({
        "what": "one question with 20 passages, made head on all-MiniLM-L6-v2 (6 layers, 384), tokenising included",
        "command": "cargo test --release --test models cross_encoder:: cost -- --ignored --nocapture",
        "query_tokens": real_tokens(&tokenizer, query), "passage_tokens": {"least": tokens[0], "median": tokens[10], "most": tokens[19]},
        "cores": std::thread::available_parallelism().map_or(0, std::num::NonZero::get), "runs": runs,
    });
    if let Some(file) = std::env::var_os("TWOLANE_RUNS") {
        fs::write(file, serde_json::to_string_pretty(&report).unwrap() + "\n").unwrap();
    }
}

/// User and system time of this process so far, where the system tells it (Linux, in ticks of 10 ms).
fn processor_seconds() -> Option<f64> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |place: usize| fields.get(place)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) / 100.0)
}

/// Without the padding that the file asks for.
fn real_tokens(tokenizer: &tokenizers::Tokenizer, text: &str) -> usize {
    tokenizer.encode(text, false).unwrap().get_attention_mask().iter().filter(|one| **one == 1).count()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn mutated_files_never_panic(
        roberta in any::<bool>(),
        which in any::<Index>(),
        cuts in prop::collection::vec((any::<Index>(), 0usize..40), 0..3),
        bytes in prop::collection::vec((any::<Index>(), any::<u8>()), 0..6),
    ) {
        let mut files = files(if roberta { "xlm_roberta" } else { "bert" });
        let names: Vec<&str> = files.keys().copied().collect();
        let file = files.get_mut(which.get(&names)).unwrap();
        for (at, byte) in bytes {
            if !file.is_empty() {
                *at.get_mut(file) = byte;
            }
        }
        for (at, count) in cuts {
            if !file.is_empty() {
                let start = at.index(file.len());
                file.drain(start..(start + count).min(file.len()));
            }
        }
        if let Ok(model) = load(&files) {
            let _ = model.scores("town of", &["", "the town zzz", "a b c d e f g h i j k l m n o p q r s t u v"], &|| true);
        }
    }

    #[test]
    fn any_texts_have_finite_scores(query in "[a-z \\[\\]<>/é]{0,40}", passages in prop::collection::vec("\\PC{0,200}", 0..5)) {
        let passages: Vec<&str> = passages.iter().map(String::as_str).collect();
        for kind in ["bert", "xlm_roberta"] {
            match small(kind).scores(&query, &passages, &|| true) {
                Ok(scores) => prop_assert!(scores.iter().all(|s| s.is_some_and(f32::is_finite)) && scores.len() == passages.len()),
                Err(error) => prop_assert!(matches!(error, InferenceError::QueryTooLong { .. }), "{error}"),
            }
        }
    }
}
