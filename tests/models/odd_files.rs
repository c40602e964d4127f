//! A model's folder is outside input: whatever its files hold, loading ends in a model or in an
//! error, and a model that loads gives vectors or an error. Run on a model of one small layer.

// Clippy takes helper functions of a test file for code that input can reach.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use proptest::prelude::*;
use proptest::sample::Index;
use safetensors::tensor::{Dtype, TensorView, serialize};
use tempfile::TempDir;
use twolane::encoder::{
    BertEmbedder, DeviceChoice, Embedder, EmbedderOptions, Engine, InferenceError, Level, ModelFiles,
    Numbers, Role,
};

const HIDDEN: usize = 8;
const INTERMEDIATE: usize = 12;
const WORDS: [&str; 12] =
    ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "town", "meeting", "budget", "##s", "vote", "the", "of", "road"];

/// The same pseudo-random numbers every time, about -0.5 to 0.5.
fn numbers(name: &str, count: usize) -> Vec<f32> {
    let mut state =
        name.bytes().fold(7u32, |state, byte| state.wrapping_mul(31).wrapping_add(u32::from(byte)));
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f32::from(u16::try_from(state >> 16).unwrap()) / 65536.0 - 0.5
    };
    (0..count).map(|_| next()).collect()
}

fn tensors(positions: usize) -> BTreeMap<String, (Vec<usize>, Vec<f32>)> {
    let mut shapes: Vec<(String, Vec<usize>)> = vec![
        ("embeddings.word_embeddings.weight".into(), vec![WORDS.len(), HIDDEN]),
        ("embeddings.position_embeddings.weight".into(), vec![positions, HIDDEN]),
        ("embeddings.token_type_embeddings.weight".into(), vec![2, HIDDEN]),
    ];
    let mut linear = |name: &str, out: usize, into: usize| {
        shapes.push((format!("{name}.weight"), vec![out, into]));
        shapes.push((format!("{name}.bias"), vec![out]));
    };
    let layer = "encoder.layer.0";
    for part in ["query", "key", "value"] {
        linear(&format!("{layer}.attention.self.{part}"), HIDDEN, HIDDEN);
    }
    linear(&format!("{layer}.attention.output.dense"), HIDDEN, HIDDEN);
    linear(&format!("{layer}.intermediate.dense"), INTERMEDIATE, HIDDEN);
    linear(&format!("{layer}.output.dense"), HIDDEN, INTERMEDIATE);
    for norm in ["embeddings", "encoder.layer.0.attention.output", "encoder.layer.0.output"] {
        shapes.push((format!("{norm}.LayerNorm.weight"), vec![HIDDEN]));
        shapes.push((format!("{norm}.LayerNorm.bias"), vec![HIDDEN]));
    }
    shapes
        .into_iter()
        .map(|(name, shape)| {
            let values = numbers(&name, shape.iter().product());
            (name, (shape, values))
        })
        .collect()
}

fn safetensors(tensors: &BTreeMap<String, (Vec<usize>, Vec<f32>)>) -> Vec<u8> {
    let bytes: BTreeMap<&String, Vec<u8>> = tensors
        .iter()
        .map(|(name, (_, values))| (name, values.iter().flat_map(|x| x.to_le_bytes()).collect()))
        .collect();
    let views = tensors
        .iter()
        .map(|(name, (shape, _))| (name, TensorView::new(Dtype::F32, shape.clone(), &bytes[name]).unwrap()));
    serialize(views, None).unwrap()
}

fn config(more: &str) -> String {
    format!(
        r#"{{"vocab_size":{},"hidden_size":{HIDDEN},"num_hidden_layers":1,"num_attention_heads":2,
            "intermediate_size":{INTERMEDIATE},"layer_norm_eps":1e-12{more}}}"#,
        WORDS.len()
    )
}

fn tokenizer() -> String {
    let vocabulary: BTreeMap<&str, usize> = WORDS.iter().enumerate().map(|(id, word)| (*word, id)).collect();
    serde_json::json!({
        "version": "1.0",
        "padding": {"strategy": {"Fixed": 64}, "direction": "Right", "pad_to_multiple_of": null,
            "pad_id": 0, "pad_type_id": 0, "pad_token": "[PAD]"},
        "truncation": {"direction": "Right", "max_length": 4, "strategy": "LongestFirst", "stride": 0},
        "added_tokens": [],
        "normalizer": {"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true,
            "strip_accents": null, "lowercase": true},
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {"type": "BertProcessing", "sep": ["[SEP]", 3], "cls": ["[CLS]", 2]},
        "decoder": null,
        "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100, "vocab": vocabulary}
    })
    .to_string()
}

fn files() -> BTreeMap<&'static str, Vec<u8>> {
    BTreeMap::from([
        ("model.safetensors", safetensors(&tensors(16))),
        ("config.json", config(r#","max_position_embeddings":16"#).into_bytes()),
        ("tokenizer.json", tokenizer().into_bytes()),
        ("1_Pooling/config.json", br#"{"pooling_mode_mean_tokens":true}"#.to_vec()),
        ("sentence_bert_config.json", br#"{"max_seq_length":10}"#.to_vec()),
        ("modules.json", br#"[{"type":"sentence_transformers.models.Transformer"}]"#.to_vec()),
        ("config_sentence_transformers.json", br#"{"prompts":{"query":"the "}}"#.to_vec()),
    ])
}

fn folder(files: &BTreeMap<&'static str, Vec<u8>>) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("1_Pooling")).unwrap();
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    folder
}

fn load(folder: &Path) -> Result<BertEmbedder, InferenceError> {
    let options =
        EmbedderOptions { device: DeviceChoice::Cpu, threads: Some(1), ..EmbedderOptions::default() };
    BertEmbedder::load(&ModelFiles::from_folder(folder)?, &options)
}

fn embed(model: &BertEmbedder, role: Role) -> Result<Vec<Vec<f32>>, InferenceError> {
    let texts =
        ["", "town meeting", "Town MEETINGS vote the budget of the road of the town of the budget", "qqq"];
    let embeddings = model.embed(&texts, role, &|_, _| true)?;
    Ok(embeddings.into_iter().map(|embedding| embedding.values).collect())
}

fn error(files: &BTreeMap<&'static str, Vec<u8>>) -> String {
    load(folder(files).path()).err().map(|error| error.to_string()).unwrap_or_default()
}

#[test]
fn the_small_model_works() {
    let folder = folder(&files());
    let model = load(folder.path()).unwrap();
    assert_eq!((model.dimensions(), model.max_tokens()), (HIDDEN, 10));
    // [CLS] town meeting ##s [SEP]: neither the padding nor the cut of tokenizer.json is done.
    assert_eq!(model.count_tokens("town meetings"), 5);
    let vectors = embed(&model, Role::Passage).unwrap();
    for vector in &vectors {
        assert!((vector.iter().map(|x| x * x).sum::<f32>() - 1.0).abs() < 1e-5);
    }
    assert_ne!(vectors, embed(&model, Role::Query).unwrap());
}

#[test]
fn roberta_counts_its_positions_from_the_padding_token() {
    let bert = folder(&files());
    // The same weights with two rows before the positions: a RoBERTa whose padding token is 1
    // must give the same vectors. Word 1 is not in the texts.
    let mut shifted = tensors(16);
    let (shape, values) = shifted.get_mut("embeddings.position_embeddings.weight").unwrap();
    shape[0] = 18;
    values.splice(0..0, vec![9.0; 2 * HIDDEN]);
    let renamed = shifted.into_iter().map(|(name, tensor)| (format!("roberta.{name}"), tensor)).collect();
    let mut other = files();
    other.insert("model.safetensors", safetensors(&renamed));
    let more = r#","max_position_embeddings":18,"model_type":"xlm-roberta","pad_token_id":1"#;
    other.insert("config.json", config(more).into_bytes());
    let roberta = folder(&other);
    let texts = ["town", "town meeting", "the road of the town of the budget of the road"];
    let vectors = |model: BertEmbedder| model.embed(&texts, Role::Passage, &|_, _| true).unwrap();
    let (bert, roberta) = (vectors(load(bert.path()).unwrap()), vectors(load(roberta.path()).unwrap()));
    for (a, b) in bert.iter().zip(&roberta) {
        for (x, y) in a.values.iter().zip(&b.values) {
            assert!((x - y).abs() < 1e-5, "{x} {y}");
        }
    }
}

#[cfg(feature = "llm")]
#[test]
fn our_steps_give_what_candle_gives() {
    let bert = r#","max_position_embeddings":16"#;
    let roberta = r#","max_position_embeddings":16,"model_type":"roberta","pad_token_id":1"#;
    let words = ["town", "meeting", "budget", "vote", "the", "of", "road"];
    let texts: Vec<String> = (0..30)
        .map(|n| words.iter().cycle().skip(n).take(n % 9).copied().collect::<Vec<_>>().join(" "))
        .collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    for architecture in [bert, roberta] {
        for activation in ["gelu", "gelu_new", "relu"] {
            for pooling in ["mean_tokens", "cls_token"] {
                let mut files = files();
                files.insert(
                    "config.json",
                    config(&format!(r#"{architecture},"hidden_act":"{activation}""#)).into_bytes(),
                );
                files.insert(
                    "1_Pooling/config.json",
                    format!(r#"{{"pooling_mode_{pooling}":true}}"#).into_bytes(),
                );
                let folder = folder(&files);
                let vectors = |engine, batch_texts, numbers, level| {
                    let options = EmbedderOptions {
                        device: DeviceChoice::Cpu,
                        threads: Some(2),
                        engine,
                        numbers,
                        level,
                        batch_texts,
                        ..EmbedderOptions::default()
                    };
                    let model =
                        BertEmbedder::load(&ModelFiles::from_folder(folder.path()).unwrap(), &options)
                            .unwrap();
                    model.embed(&texts, Role::Passage, &|_, _| true).unwrap()
                };
                let candles = vectors(Engine::Candle, 4, Numbers::F32, Level::best());
                for level in Level::available() {
                    for (numbers, bound) in
                        [(Numbers::F32, 1e-5), (Numbers::Bf16, 0.05), (Numbers::Int8, 0.1)]
                    {
                        let ours = vectors(Engine::Fused, 7, numbers, level);
                        for (a, b) in
                            ours.iter().zip(&candles).flat_map(|(a, b)| a.values.iter().zip(&b.values))
                        {
                            let what =
                                format!("{architecture} {activation} {pooling} {numbers} {}", level.name());
                            assert!((a - b).abs() < bound, "{what}: {a} {b}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn what_is_wrong_is_named() {
    let with = |name: &'static str, bytes: &[u8]| {
        let mut files = files();
        files.insert(name, bytes.to_vec());
        error(&files)
    };
    let without = |name: &'static str| {
        let mut files = files();
        files.remove(name);
        error(&files)
    };
    let weights = safetensors(&tensors(16));
    let mut missing = tensors(16);
    missing.remove("encoder.layer.0.output.dense.bias");
    let mut nan = tensors(16);
    nan.get_mut("embeddings.LayerNorm.weight").unwrap().1[0] = f32::NAN;
    let cases: Vec<(String, &[&str])> = vec![
        (without("model.safetensors"), &["model.safetensors", "not a model's folder"]),
        (without("tokenizer.json"), &["tokenizer.json"]),
        (without("config.json"), &["config.json"]),
        (with("model.safetensors", &weights[..weights.len() - 5]), &["model.safetensors", "cut off"]),
        (with("model.safetensors", b"abc"), &["model.safetensors", "models get"]),
        (with("model.safetensors", &[0xff; 64]), &["not a safetensors file"]),
        (with("model.safetensors", &safetensors(&missing)), &["encoder.layer.0.output.dense.bias"]),
        (with("model.safetensors", &safetensors(&tensors(15))), &["position_embeddings", "config.json"]),
        (with("tokenizer.json", b"{}"), &["tokenizer.json", "not a tokenizer"]),
        (with("config.json", b"[]"), &["config.json"]),
        (with("sentence_bert_config.json", br#"{"max_seq_length":2}"#), &["special"]),
        (with("1_Pooling/config.json", br#"{"pooling_mode_max_tokens":true}"#), &["pooling"]),
        (with("modules.json", br#"[{"type":"sentence_transformers.models.Dense"}]"#), &["Dense"]),
    ];
    for (message, parts) in cases {
        assert!(
            !message.is_empty() && parts.iter().all(|part| message.contains(part)),
            "{message:?} {parts:?}"
        );
    }

    let mut damaged = files();
    damaged.insert("model.safetensors", safetensors(&nan));
    let message = embed(&load(folder(&damaged).path()).unwrap(), Role::Query).unwrap_err().to_string();
    assert!(message.contains("finite") && message.contains("models check"), "{message}");

    // A tokenizer that knows more words than the weights.
    let mut more = files();
    let text = tokenizer().replace("\"town\":4", "\"town\":4000");
    more.insert("tokenizer.json", text.into_bytes());
    let message = embed(&load(folder(&more).path()).unwrap(), Role::Query).unwrap_err().to_string();
    assert!(message.contains("4000"), "{message}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn mutated_files_never_panic(
        which in any::<Index>(),
        cuts in prop::collection::vec((any::<Index>(), 0usize..40), 0..3),
        bytes in prop::collection::vec((any::<Index>(), any::<u8>()), 0..6),
    ) {
        let mut files = files();
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
        let folder = folder(&files);
        if let Ok(model) = load(folder.path()) {
            let _ = embed(&model, Role::Passage);
            let _ = model.count_tokens("town");
        }
    }
}
