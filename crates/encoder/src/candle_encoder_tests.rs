//! Holds the encoder on candle against candle's own models.

use std::collections::HashMap;

use candle_core::{DType, Device, Tensor};
use candle_nn::VarBuilder;
use candle_transformers::models::bert::{BertModel, Config as BertConfig, HiddenAct};
use candle_transformers::models::xlm_roberta::{Config as RobertaConfig, XLMRobertaModel};

use super::candle_encoder::CandleEncoder;
use super::fused::{Activation, Sizes};
use super::weights::TensorFile;

const HIDDEN: usize = 16;
const INTERMEDIATE: usize = 24;
const WORDS: usize = 11;
const POSITIONS: usize = 12;
const EPSILON: f32 = 1e-5;

fn shapes() -> HashMap<String, Vec<usize>> {
    let mut shapes = HashMap::new();
    let mut add = |name: String, shape: &[usize]| shapes.insert(name, shape.to_vec());
    for (name, rows) in [("word", WORDS), ("position", POSITIONS), ("token_type", 2)] {
        add(format!("embeddings.{name}_embeddings.weight"), &[rows, HIDDEN]);
    }
    let mut norms = vec!["embeddings".to_owned()];
    for layer in ["encoder.layer.0", "encoder.layer.1"] {
        for (part, into, out) in [
            ("attention.self.query", HIDDEN, HIDDEN),
            ("attention.self.key", HIDDEN, HIDDEN),
            ("attention.self.value", HIDDEN, HIDDEN),
            ("attention.output.dense", HIDDEN, HIDDEN),
            ("intermediate.dense", HIDDEN, INTERMEDIATE),
            ("output.dense", INTERMEDIATE, HIDDEN),
        ] {
            add(format!("{layer}.{part}.weight"), &[out, into]);
            add(format!("{layer}.{part}.bias"), &[out]);
        }
        norms.extend([format!("{layer}.attention.output"), format!("{layer}.output")]);
    }
    for name in norms {
        add(format!("{name}.LayerNorm.weight"), &[HIDDEN]);
        add(format!("{name}.LayerNorm.bias"), &[HIDDEN]);
    }
    shapes
}

fn tensors() -> HashMap<String, Tensor> {
    let mut names: Vec<_> = shapes().into_iter().collect();
    names.sort();
    let mut seed = 7u32;
    let mut number = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) as f32 / 16_777_216.0 - 0.5
    };
    let tensor = |shape: Vec<usize>, number: &mut dyn FnMut() -> f32| {
        let values: Vec<f32> = (0..shape.iter().product()).map(|_| number()).collect();
        Tensor::from_vec(values, shape, &Device::Cpu).unwrap()
    };
    names.into_iter().map(|(name, shape)| (name, tensor(shape, &mut number))).collect()
}

#[test]
fn agrees_with_candles_models() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model.safetensors");
    candle_core::safetensors::save(&tensors(), &path).unwrap();
    let file = TensorFile::open(&path).unwrap();
    let batch: [&[u32]; 3] = [&[2, 3, 4, 5, 6, 7, 8], &[9], &[10, 2, 3]];
    let types: [&[u32]; 3] = [&[0, 0, 0, 1, 1, 1, 1], &[0], &[0, 1, 1]];
    let padded = |rows: [&[u32]; 3], filler: u32| {
        let rows = rows.map(|row| {
            let mut row = row.to_vec();
            row.resize(7, filler);
            row
        });
        Tensor::new(&rows.concat()[..], &Device::Cpu).unwrap().reshape((3, 7)).unwrap()
    };
    let (ids, kinds) = (padded(batch, 1), padded(types, 0));
    let mask = padded(batch, 1).ne(1u32).unwrap().to_dtype(DType::F32).unwrap();
    for (activation, of_bert, of_roberta) in [
        (Activation::Gelu, HiddenAct::Gelu, candle_nn::Activation::Gelu),
        (Activation::GeluTanh, HiddenAct::GeluApproximate, candle_nn::Activation::GeluPytorchTanh),
        (Activation::Relu, HiddenAct::Relu, candle_nn::Activation::Relu),
    ] {
        for first_position in [0, 2] {
            let sizes = Sizes {
                vocabulary: WORDS,
                hidden: HIDDEN,
                layers: 2,
                heads: 4,
                intermediate: INTERMEDIATE,
                positions: POSITIONS,
                types: 2,
                first_position,
                epsilon: EPSILON,
                activation,
            };
            let words = file.words().unwrap();
            let ours = CandleEncoder::new(&words, &file.under(""), &sizes, 1, &Device::Cpu).unwrap();
            let builder = VarBuilder::from_tensors(tensors(), DType::F32, &Device::Cpu);
            let theirs = if first_position == 0 {
                let config = BertConfig {
                    vocab_size: WORDS,
                    hidden_size: HIDDEN,
                    num_hidden_layers: 2,
                    num_attention_heads: 4,
                    intermediate_size: INTERMEDIATE,
                    hidden_act: of_bert,
                    max_position_embeddings: POSITIONS,
                    layer_norm_eps: f64::from(EPSILON),
                    model_type: None,
                    ..BertConfig::default()
                };
                BertModel::load(builder, &config).unwrap().forward(&ids, &kinds, Some(&mask)).unwrap()
            } else {
                let config = RobertaConfig {
                    hidden_size: HIDDEN,
                    layer_norm_eps: f64::from(EPSILON),
                    attention_probs_dropout_prob: 0.0,
                    hidden_dropout_prob: 0.0,
                    num_attention_heads: 4,
                    position_embedding_type: "absolute".to_owned(),
                    intermediate_size: INTERMEDIATE,
                    hidden_act: of_roberta,
                    num_hidden_layers: 2,
                    vocab_size: WORDS,
                    max_position_embeddings: POSITIONS,
                    type_vocab_size: 2,
                    pad_token_id: 1,
                };
                let model = XLMRobertaModel::new(&config, builder).unwrap();
                model.forward(&ids, &mask, &kinds, None, None, None).unwrap()
            };
            let theirs: Vec<Vec<Vec<f32>>> = theirs.to_vec3().unwrap();
            let first = ours.first_rows(&batch, &types).unwrap();
            for (ours, theirs) in first.iter().zip(&theirs) {
                for (a, b) in ours.iter().zip(&theirs[0]) {
                    assert!((a - b).abs() < 1e-5, "{activation:?} {first_position}: {a} {b}");
                }
            }
        }
    }
}
