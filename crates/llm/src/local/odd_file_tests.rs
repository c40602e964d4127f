//! Damaged or inconsistent files give errors.

use std::fs;
use std::path::Path;

use candle_core::Tensor;
use candle_core::quantized::GgmlDType;
use candle_core::quantized::gguf_file::Value;
use proptest::prelude::*;

use super::local_model::{LocalModel, LocalOptions};
use super::test_model::TestModel;
use crate::*;
use twolane_encoder::DeviceChoice;

/// Loads a file and, if that succeeds, sends a request; neither may panic. Returns true if the file was
/// rejected.
fn is_refused(path: &Path) -> bool {
    let options = LocalOptions { device: DeviceChoice::Cpu, ..LocalOptions::default() };
    match LocalModel::load(path, &options) {
        Ok(model) => {
            let choice = SpanGrammar::choice(2, true).unwrap();
            for constraint in [Constraint::None, choice.constraint()] {
                let request = Completion::new("test", vec![Message::user("the")]).at_most(2);
                let _ = model.complete(&request.constrained(constraint), &Control::default());
            }
            false
        }
        Err(error) => {
            assert!(matches!(error, LanguageModelError::BadModelFile { .. }), "{error}");
            true
        }
    }
}

fn bytes(model: &TestModel) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.gguf");
    model.write(&path);
    fs::read(path).unwrap()
}

#[test]
fn files_that_are_cut_or_are_something_else() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.gguf");
    let whole = bytes(&TestModel { kind: GgmlDType::Q8_0, ..TestModel::of("llama") });
    for cut in [0, 3, 4, 8, 23, 24, 100, 4000, whole.len() / 2, whole.len() - 40] {
        fs::write(&path, &whole[..cut]).unwrap();
        assert!(is_refused(&path), "cut at {cut}");
    }
    for other in [&b"PK\x03\x04"[..], b"GGUF", b"GGUF\x01\0\0\0", b"{\"a\": 1}"] {
        fs::write(&path, other).unwrap();
        assert!(is_refused(&path));
    }
    assert!(is_refused(&folder.path().join("nowhere.gguf")));
    assert!(is_refused(folder.path()));
    let mut count = whole.clone();
    count[8..16].copy_from_slice(&u64::MAX.to_le_bytes());
    fs::write(&path, count).unwrap();
    assert!(is_refused(&path));
}

#[test]
fn headers_that_lie() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.gguf");
    let model = TestModel::of("llama");
    let text = |text: &str| Value::String(text.to_owned());
    for (key, value) in [
        ("general.architecture", text("mamba")),
        ("general.alignment", Value::U32(0)),
        ("general.alignment", Value::U32(33)),
        ("llama.block_count", Value::U32(3)),
        ("llama.block_count", Value::U32(u32::MAX)),
        ("llama.embedding_length", Value::U32(0)),
        ("llama.embedding_length", Value::U32(128)),
        ("llama.attention.head_count", Value::U32(0)),
        ("llama.attention.head_count", Value::U32(3)),
        ("llama.attention.head_count_kv", Value::U32(0)),
        ("llama.attention.key_length", Value::U32(15)),
        ("llama.rope.dimension_count", Value::U32(8)),
        ("llama.rope.freq_base", Value::F32(f32::NAN)),
        ("llama.rope.freq_base", Value::F32(0.0)),
        ("llama.rope.scaling.factor", Value::F32(0.0)),
        ("llama.context_length", Value::U32(0)),
        ("llama.expert_count", Value::U32(8)),
        ("llama.attention.layer_norm_rms_epsilon", Value::F32(f32::INFINITY)),
        ("tokenizer.ggml.model", text("rwkv")),
        ("tokenizer.ggml.pre", text("unheard-of")),
        ("tokenizer.ggml.tokens", Value::Array(vec![])),
        ("tokenizer.ggml.tokens", Value::U32(7)),
        ("tokenizer.ggml.merges", Value::Array(vec![text("nospace")])),
        ("tokenizer.ggml.merges", Value::Array(vec![text("un known")])),
        ("tokenizer.chat_template", text("{% for %}")),
    ] {
        let mut metadata = model.metadata();
        metadata.insert(key.to_owned(), value.clone());
        model.write_with(&path, &metadata, &model.tensors());
        if key == "llama.rope.freq_base" && matches!(value, Value::F32(base) if base.is_nan()) {
            // NaN falls back to the family's usual base.
            continue;
        }
        assert!(is_refused(&path), "{key} {value:?}");
    }
    for missing in ["token_embd.weight", "blk.1.ffn_up.weight", "output_norm.weight"] {
        let mut tensors = model.tensors();
        tensors.remove(missing);
        model.write_with(&path, &model.metadata(), &tensors);
        assert!(is_refused(&path), "{missing}");
    }
    let mut tensors = model.tensors();
    let nan = Tensor::full(f32::NAN, (288, 64), &candle_core::Device::Cpu).unwrap();
    tensors.insert("token_embd.weight".into(), nan);
    model.write_with(&path, &model.metadata(), &tensors);
    let options = LocalOptions { device: DeviceChoice::Cpu, ..LocalOptions::default() };
    let model = LocalModel::load(&path, &options).unwrap();
    let request = Completion::new("test", vec![Message::user("the")]).at_most(3);
    let error = model.complete(&request, &Control::default()).unwrap_err();
    assert!(error.to_string().contains("damaged"), "{error}");
}

#[test]
fn templates_that_never_end_or_refuse() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.gguf");
    let model = TestModel::of("llama");
    let ask = |template: &str, messages: Vec<Message>| {
        let mut metadata = model.metadata();
        metadata.insert("tokenizer.chat_template".into(), Value::String(template.to_owned()));
        model.write_with(&path, &metadata, &model.tensors());
        let options = LocalOptions { device: DeviceChoice::Cpu, ..LocalOptions::default() };
        let model = LocalModel::load(&path, &options).unwrap();
        model.complete(&Completion::new("test", messages).at_most(2), &Control::default())
    };
    let user = || vec![Message::user("the")];
    for template in [
        "{% for a in range(100000) %}{% for b in range(100000) %}x{% endfor %}{% endfor %}",
        "{{ raise_exception('no') }}",
        "{{ nothing.of.it }}",
        "",
    ] {
        let error = ask(template, user()).unwrap_err();
        assert!(
            matches!(error, LanguageModelError::Compute { .. } | LanguageModelError::ContextTooLong { .. }),
            "{template}: {error}"
        );
    }
    let strict = "{% for m in messages %}{% if m.role == 'system' %}{{ raise_exception('no system') }}{% endif %}{{ m.content }}{% endfor %}";
    assert!(ask(strict, vec![Message::system("Be brief."), Message::user("the")]).is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]
    #[test]
    fn no_mutation_panics(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6), header in any::<bool>()) {
        use std::sync::OnceLock;
        static WHOLE: OnceLock<Vec<u8>> = OnceLock::new();
        let whole = WHOLE.get_or_init(|| bytes(&TestModel { kind: GgmlDType::Q8_0, ..TestModel::of("qwen2") }));
        let mut bytes = whole.clone();
        let end = if header { 1200 } else { bytes.len() };
        for (place, byte) in changes {
            bytes[place.index(end)] = byte;
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m.gguf");
        fs::write(&path, bytes).unwrap();
        is_refused(&path);
    }
}
