//! Small random models, written as GGUF files like those of each family.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;

use candle_core::quantized::gguf_file::{self, Value};
use candle_core::quantized::{GgmlDType, QTensor};
use candle_core::{Device, Tensor};

/// Parameters of a test file.
#[derive(Debug, Clone)]
pub(crate) struct TestModel {
    pub(crate) family: &'static str,
    /// Type of the matrices.
    pub(crate) kind: GgmlDType,
    pub(crate) seed: u64,
    /// Number of positions that gemma3's windowed layers attend to.
    pub(crate) window: u32,
}

pub(crate) const HIDDEN: usize = 64;
pub(crate) const HEADS: usize = 4;
pub(crate) const KEY_VALUE_HEADS: usize = 2;
pub(crate) const HEAD_SIZE: usize = 16;
pub(crate) const FEED_FORWARD: usize = 96;
pub(crate) const LAYERS: usize = 2;
/// More rows than tokens, as in real files.
pub(crate) const ROWS: usize = 288;
pub(crate) const END: u32 = 2;
const SPECIAL: [&str; 3] = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"];
const TEMPLATE: &str = "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>\n' }}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}";

impl TestModel {
    pub(crate) fn of(family: &'static str) -> Self {
        Self { family, kind: GgmlDType::F32, seed: 1, window: 512 }
    }

    pub(crate) fn metadata(&self) -> BTreeMap<String, Value> {
        let mut metadata = BTreeMap::new();
        let mut set = |key: &str, value: Value| metadata.insert(key.to_owned(), value);
        let own = |key: &str| format!("{}.{key}", self.family);
        set("general.architecture", Value::String(self.family.to_owned()));
        // Without it, the engine's qwen3 keeps its rotations in half precision.
        set("general.dtype", Value::U32(0));
        set(&own("block_count"), Value::U32(LAYERS as u32));
        set(&own("context_length"), Value::U32(512));
        set(&own("embedding_length"), Value::U32(HIDDEN as u32));
        set(&own("feed_forward_length"), Value::U32(FEED_FORWARD as u32));
        set(&own("attention.head_count"), Value::U32(HEADS as u32));
        set(&own("attention.head_count_kv"), Value::U32(KEY_VALUE_HEADS as u32));
        set(&own("attention.key_length"), Value::U32(HEAD_SIZE as u32));
        set(&own("attention.value_length"), Value::U32(HEAD_SIZE as u32));
        set(&own("attention.layer_norm_rms_epsilon"), Value::F32(1e-5));
        set(&own("rope.dimension_count"), Value::U32(HEAD_SIZE as u32));
        set(&own("rope.freq_base"), Value::F32(10_000.0));
        if self.family == "gemma3" {
            set(&own("attention.sliding_window"), Value::U32(self.window));
            set(&own("attention.sliding_window_pattern"), Value::U32(2));
        }
        set("tokenizer.ggml.model", Value::String("gpt2".to_owned()));
        set("tokenizer.ggml.pre", Value::String("smollm".to_owned()));
        let mut tokens: Vec<String> = SPECIAL.map(str::to_owned).to_vec();
        let mut next = 0x100;
        tokens.extend((0..=255u8).map(|byte| {
            let prints = matches!(byte, b'!'..=b'~' | 0xa1..=0xac | 0xae..=0xff);
            if !prints {
                next += 1;
            }
            if prints { char::from(byte).to_string() } else { char::from_u32(next - 1).unwrap().to_string() }
        }));
        tokens.extend(["th", "the", "in"].map(str::to_owned));
        let kinds = (0..tokens.len()).map(|id| Value::I32(if id < SPECIAL.len() { 3 } else { 1 })).collect();
        let texts = |texts: Vec<String>| Value::Array(texts.into_iter().map(Value::String).collect());
        set("tokenizer.ggml.tokens", texts(tokens));
        set("tokenizer.ggml.token_type", Value::Array(kinds));
        set("tokenizer.ggml.merges", texts(["t h", "th e", "i n"].map(str::to_owned).to_vec()));
        set("tokenizer.ggml.bos_token_id", Value::U32(1));
        set("tokenizer.ggml.eos_token_id", Value::U32(END));
        set("tokenizer.chat_template", Value::String(TEMPLATE.to_owned()));
        metadata
    }

    /// Returns all tensors in full precision.
    pub(crate) fn tensors(&self) -> BTreeMap<String, Tensor> {
        let mut state = self.seed;
        let mut number = || {
            // A linear congruential generator (Knuth's constants) is random enough for weights.
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((state >> 40) as f32 / (1u64 << 24) as f32 - 0.5) * 0.3
        };
        let mut tensors = BTreeMap::new();
        let mut matrix = |name: String, rows: usize, columns: usize| {
            let values: Vec<f32> = (0..rows * columns).map(|_| number()).collect();
            tensors.insert(name, Tensor::from_vec(values, (rows, columns), &Device::Cpu).unwrap());
        };
        matrix("token_embd.weight".into(), ROWS, HIDDEN);
        for layer in 0..LAYERS {
            let mut own =
                |part: &str, rows, columns| matrix(format!("blk.{layer}.{part}.weight"), rows, columns);
            own("attn_q", HEADS * HEAD_SIZE, HIDDEN);
            own("attn_k", KEY_VALUE_HEADS * HEAD_SIZE, HIDDEN);
            own("attn_v", KEY_VALUE_HEADS * HEAD_SIZE, HIDDEN);
            own("attn_output", HIDDEN, HEADS * HEAD_SIZE);
            own("ffn_gate", FEED_FORWARD, HIDDEN);
            own("ffn_up", FEED_FORWARD, HIDDEN);
            own("ffn_down", HIDDEN, FEED_FORWARD);
        }
        let mut vector = |name: String, len: usize, around: f32| {
            let values: Vec<f32> = (0..len).map(|_| around + number()).collect();
            tensors.insert(name, Tensor::from_vec(values, len, &Device::Cpu).unwrap());
        };
        vector("output_norm.weight".into(), HIDDEN, 1.0);
        for layer in 0..LAYERS {
            let mut own = |part: &str, len, around| vector(format!("blk.{layer}.{part}"), len, around);
            own("attn_norm.weight", HIDDEN, 1.0);
            own("ffn_norm.weight", HIDDEN, 1.0);
            match self.family {
                "qwen2" => {
                    own("attn_q.bias", HEADS * HEAD_SIZE, 0.0);
                    own("attn_k.bias", KEY_VALUE_HEADS * HEAD_SIZE, 0.0);
                    own("attn_v.bias", KEY_VALUE_HEADS * HEAD_SIZE, 0.0);
                }
                "qwen3" | "gemma3" => {
                    own("attn_q_norm.weight", HEAD_SIZE, 1.0);
                    own("attn_k_norm.weight", HEAD_SIZE, 1.0);
                }
                _ => {}
            }
            if self.family == "gemma3" {
                own("post_attention_norm.weight", HIDDEN, 1.0);
                own("post_ffw_norm.weight", HIDDEN, 1.0);
            }
        }
        tensors
    }

    pub(crate) fn write(&self, path: &Path) {
        self.write_with(path, &self.metadata(), &self.tensors());
    }

    pub(crate) fn write_with(
        &self,
        path: &Path,
        metadata: &BTreeMap<String, Value>,
        tensors: &BTreeMap<String, Tensor>,
    ) {
        let quantized: Vec<(&str, QTensor)> = tensors
            .iter()
            .map(|(name, tensor)| {
                let kind = if tensor.rank() == 2 { self.kind } else { GgmlDType::F32 };
                (name.as_str(), QTensor::quantize(tensor, kind).unwrap())
            })
            .collect();
        let metadata: Vec<(&str, &Value)> =
            metadata.iter().map(|(key, value)| (key.as_str(), value)).collect();
        let tensors: Vec<(&str, &QTensor)> = quantized.iter().map(|(name, tensor)| (*name, tensor)).collect();
        gguf_file::write(&mut File::create(path).unwrap(), &metadata, &tensors).unwrap();
    }
}
