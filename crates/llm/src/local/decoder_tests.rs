//! Compares the decoder with the engine's own models, on small random weights.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;

use candle_core::quantized::{GgmlDType, gguf_file};
use candle_core::{DType, Device, Tensor};
use candle_nn::VarBuilder;
use candle_transformers::models::{gemma3, quantized_llama, quantized_qwen2, quantized_qwen3};

use super::decoder::{Decoder, Rows};
use super::gguf::Gguf;
use super::kv_cache::KvCache;
use super::test_model::*;

const TOKENS: [u32; 12] = [1, 40, 41, 97, 200, 3, 250, 61, 97, 98, 2, 77];

fn decoder(model: &TestModel) -> (Decoder, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model.gguf");
    model.write(&path);
    (Decoder::load(&Gguf::open(&path).unwrap(), &Device::Cpu).unwrap(), folder)
}

fn step(decoder: &Decoder, cache: &mut KvCache, tokens: &[u32]) -> Vec<f32> {
    decoder.step(tokens, cache, Rows::Last).unwrap().unwrap().to_vec1().unwrap()
}

fn farthest(one: &[f32], other: &[f32]) -> f32 {
    assert_eq!(one.len(), other.len());
    assert!(one.iter().any(|value| value.abs() > 1e-3));
    one.iter().zip(other).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}

/// The engine's logits after all tokens at once, and after two more one by one.
type Reference = Box<dyn FnMut(&[u32], usize) -> Vec<f32>>;

fn reference(model: &TestModel, folder: &tempfile::TempDir) -> Reference {
    let path = folder.path().join("model.gguf");
    let mut file = File::open(path).unwrap();
    let content = gguf_file::Content::read(&mut file).unwrap();
    let input = |tokens: &[u32]| Tensor::new(tokens, &Device::Cpu).unwrap().unsqueeze(0).unwrap();
    let output = |logits: candle_core::Result<Tensor>| {
        logits.unwrap().flatten_all().unwrap().to_vec1::<f32>().unwrap()
    };
    match model.family {
        "llama" => {
            let mut own = quantized_llama::ModelWeights::from_gguf(content, &mut file, &Device::Cpu).unwrap();
            Box::new(move |tokens, at| output(own.forward(&input(tokens), at)))
        }
        "qwen2" => {
            let mut own = quantized_qwen2::ModelWeights::from_gguf(content, &mut file, &Device::Cpu).unwrap();
            Box::new(move |tokens, at| output(own.forward(&input(tokens), at)))
        }
        "qwen3" => {
            let mut own = quantized_qwen3::ModelWeights::from_gguf(content, &mut file, &Device::Cpu).unwrap();
            Box::new(move |tokens, at| output(own.forward(&input(tokens), at)))
        }
        _ => {
            let mut own = full_gemma(model);
            // The engine's cache accepts one token at a time.
            Box::new(move |tokens, at| {
                let each =
                    tokens.iter().zip(at..).map(|(token, at)| output(own.forward(&input(&[*token]), at)));
                each.last().unwrap()
            })
        }
    }
}

/// Builds the engine's gemma3 in full precision; its quantised one uses another activation.
fn full_gemma(model: &TestModel) -> gemma3::Model {
    let names = [
        ("attn_q.", "self_attn.q_proj."),
        ("attn_k.", "self_attn.k_proj."),
        ("attn_v.", "self_attn.v_proj."),
        ("attn_output.", "self_attn.o_proj."),
        ("attn_q_norm.", "self_attn.q_norm."),
        ("attn_k_norm.", "self_attn.k_norm."),
        ("ffn_gate.", "mlp.gate_proj."),
        ("ffn_up.", "mlp.up_proj."),
        ("ffn_down.", "mlp.down_proj."),
        ("ffn_norm.", "pre_feedforward_layernorm."),
        ("post_ffw_norm.", "post_feedforward_layernorm."),
        ("post_attention_norm.", "post_attention_layernorm."),
        ("attn_norm.", "input_layernorm."),
        ("token_embd.", "model.embed_tokens."),
        ("output_norm.", "model.norm."),
        ("blk.", "model.layers."),
    ];
    let tensors: HashMap<String, Tensor> = model
        .tensors()
        .into_iter()
        .map(|(name, tensor)| {
            let name = names.iter().fold(name, |name, (from, to)| name.replacen(from, to, 1));
            // GGUF files of gemma3 store the norms with 1 added.
            (name, if tensor.rank() == 1 { (tensor - 1.0).unwrap() } else { tensor })
        })
        .collect();
    let config = gemma3::Config {
        attention_bias: false,
        head_dim: HEAD_SIZE,
        hidden_activation: candle_nn::Activation::GeluPytorchTanh,
        hidden_size: HIDDEN,
        intermediate_size: FEED_FORWARD,
        num_attention_heads: HEADS,
        num_hidden_layers: LAYERS,
        num_key_value_heads: KEY_VALUE_HEADS,
        rms_norm_eps: 1e-5,
        rope_theta: 10_000.0,
        rope_local_base_freq: 10_000.0,
        vocab_size: ROWS,
        final_logit_softcapping: None,
        attn_logit_softcapping: None,
        query_pre_attn_scalar: HEAD_SIZE,
        sliding_window: 512,
        sliding_window_pattern: 2,
        max_position_embeddings: 512,
    };
    gemma3::Model::new(false, &config, VarBuilder::from_tensors(tensors, DType::F32, &Device::Cpu)).unwrap()
}

#[test]
fn logits_are_those_of_the_engine_s_own_models() {
    for family in ["llama", "qwen2", "qwen3", "gemma3"] {
        for kind in [GgmlDType::F32, GgmlDType::Q8_0] {
            if family == "gemma3" && kind != GgmlDType::F32 {
                continue;
            }
            let model = TestModel { kind, ..TestModel::of(family) };
            let (own, folder) = decoder(&model);
            let mut reference = reference(&model, &folder);
            let mut cache = own.cache(32).unwrap();
            for (tokens, at) in [(&TOKENS[..], 0), (&[5], 12), (&[90], 13)] {
                let expected = reference(tokens, at);
                let largest = expected.iter().fold(0f32, |largest, value| largest.max(value.abs()));
                let difference = farthest(&step(&own, &mut cache, tokens), &expected) / largest;
                assert!(difference < 1e-4, "{family} {kind:?} at {at}: {difference} of {largest}");
            }
        }
    }
}

#[test]
fn steps_of_any_size_and_kept_prefixes_give_the_same_logits() {
    for family in ["llama", "qwen2", "qwen3", "gemma3"] {
        // The window is shorter than the text.
        let model = TestModel { kind: GgmlDType::Q8_0, window: 5, ..TestModel::of(family) };
        let (decoder, _folder) = decoder(&model);
        let mut whole = decoder.cache(16).unwrap();
        let expected = step(&decoder, &mut whole, &TOKENS);
        for sizes in [vec![1; 12], vec![7, 5], vec![3, 1, 8]] {
            let mut cache = decoder.cache(16).unwrap();
            let mut rest = &TOKENS[..];
            let mut last = Vec::new();
            for size in sizes {
                let (now, later) = rest.split_at(size);
                last = step(&decoder, &mut cache, now);
                rest = later;
            }
            assert!(farthest(&last, &expected) < 1e-4, "{family}");
        }
        let mut first = decoder.cache(20).unwrap();
        decoder.step(&TOKENS[..8], &mut first, Rows::None).unwrap();
        let without = step(&decoder, &mut first, &TOKENS[8..]);
        let mut second = decoder.cache(14).unwrap();
        second.take_prefix(&first, 8).unwrap();
        assert_eq!(step(&decoder, &mut second, &TOKENS[8..]), without, "{family}");
    }
}

#[test]
fn a_window_hides_what_lies_before_it() {
    let model = TestModel { window: 3, ..TestModel::of("gemma3") };
    let wide = TestModel { window: 400, ..model.clone() };
    let logits = |model: &TestModel, tokens: &[u32]| {
        let (decoder, _folder) = decoder(model);
        step(&decoder, &mut decoder.cache(16).unwrap(), tokens)
    };
    assert_eq!(logits(&model, &TOKENS[..3]), logits(&wide, &TOKENS[..3]));
    assert!(farthest(&logits(&model, &TOKENS), &logits(&wide, &TOKENS)) > 1e-3);
}

#[test]
fn more_tokens_than_there_is_room_for_are_an_error() {
    let (decoder, _folder) = decoder(&TestModel::of("llama"));
    let mut cache = decoder.cache(4).unwrap();
    assert!(decoder.step(&TOKENS, &mut cache, Rows::Last).is_err());
    assert!(decoder.step(&[], &mut cache, Rows::Last).is_err());
    assert!(decoder.step(&[9_999], &mut cache, Rows::Last).is_err());
}

#[test]
fn scaled_rotations_change_positions() {
    let model = TestModel::of("llama");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model.gguf");
    let load = |metadata: &BTreeMap<String, gguf_file::Value>, tensors: &BTreeMap<String, Tensor>| {
        model.write_with(&path, metadata, tensors);
        Decoder::load(&Gguf::open(&path).unwrap(), &Device::Cpu)
    };
    let logits = |decoder: Decoder| step(&decoder, &mut decoder.cache(16).unwrap(), &TOKENS);
    let plain = logits(load(&model.metadata(), &model.tensors()).unwrap());
    let mut scaled = model.metadata();
    scaled.insert("llama.rope.scaling.type".into(), gguf_file::Value::String("linear".into()));
    scaled.insert("llama.rope.scaling.factor".into(), gguf_file::Value::F32(2.0));
    let linear = logits(load(&scaled, &model.tensors()).unwrap());
    let mut factors = model.tensors();
    factors.insert("rope_freqs.weight".into(), Tensor::full(2.0f32, HEAD_SIZE / 2, &Device::Cpu).unwrap());
    assert_eq!(logits(load(&model.metadata(), &factors).unwrap()), linear);
    assert!(farthest(&plain, &linear) > 1e-3);
    scaled.insert("llama.rope.scaling.type".into(), gguf_file::Value::String("yarn".into()));
    let error = load(&scaled, &model.tensors()).err().unwrap().to_string();
    assert!(error.contains("yarn"), "{error}");
}
