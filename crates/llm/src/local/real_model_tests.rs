//! Tests with real weights, run for one GGUF file of a chat model at a time:
//! `TWOLANE_TEST_LANGUAGE_MODEL=FILE.gguf cargo test --lib real_model -- --ignored --nocapture`

use std::path::PathBuf;

use candle_core::Device;
use serde_json::json;
use tokenizers::Tokenizer;

use super::decoder::Decoder;
use super::gguf::Gguf;
use super::local_model::{LocalModel, LocalOptions};
use super::vocabulary::Vocabulary;
use crate::*;
use twolane_encoder::DeviceChoice;

fn file() -> Option<PathBuf> {
    let file = std::env::var_os("TWOLANE_TEST_LANGUAGE_MODEL").map(PathBuf::from);
    if file.is_none() {
        eprintln!("SKIPPED: TWOLANE_TEST_LANGUAGE_MODEL names no GGUF file");
    }
    file
}

#[test]
#[ignore = "needs a model, see the top of the file"]
fn tokens_are_those_of_the_tokenizer_beside_it() {
    let Some(path) = file() else { return };
    let Ok(other) = Tokenizer::from_file(path.with_file_name("tokenizer.json")) else {
        eprintln!("SKIPPED: no tokenizer.json beside {}", path.display());
        return;
    };
    let gguf = Gguf::open(&path).unwrap();
    let rows = Decoder::load(&gguf, &Device::Cpu).unwrap().config().vocabulary;
    let vocabulary = Vocabulary::read(&gguf, rows).unwrap();
    for text in [
        "Hello world",
        "The fee is $1,250.00 a year (RSA 674:33, I-a) — see § 40-5.",
        "  two spaces,\n\n\ttabs and\r\nlines  ",
        "Füße naïve café ½ ² 日本語 العربية 🙂🙃",
        "it's we'll I'D don't 2025-03-17 12:30 p.m.",
        "fn main() { println!(\"{}\", 1_000_000); }",
        "a\u{0301} e\u{0301} \u{fb01} \u{200b}",
        "",
    ] {
        let expected = other.encode(text, false).unwrap().get_ids().to_vec();
        let tokens = vocabulary.encode_plain(text).unwrap();
        assert_eq!(tokens, expected, "{text:?}");
        let bytes: Vec<u8> = tokens.iter().flat_map(|token| vocabulary.bytes(*token).to_vec()).collect();
        if !text.contains('\u{0301}') {
            assert_eq!(String::from_utf8(bytes).unwrap(), text);
        }
    }
}

#[test]
#[ignore = "needs a model, see the top of the file"]
fn a_real_model_answers_and_keeps_to_its_constraints() {
    let Some(path) = file() else { return };
    let options = LocalOptions { device: DeviceChoice::Cpu, ..LocalOptions::default() };
    let model = LocalModel::load(&path, &options).unwrap();
    eprintln!("{}: {:?}", model.id(), model.note());
    let request =
        Completion::new("test", vec![Message::user("What is the capital of France? One sentence.")])
            .at_most(24);
    let completed = model.complete(&request, &Control::default()).unwrap();
    eprintln!("{completed:?}");
    assert!(completed.text.contains("Paris"));
    let schema = json!({
        "type": "object",
        "properties": { "town": { "type": "string", "maxLength": 12 }, "kind": { "enum": ["fee", "rule"] } },
        "required": ["town", "kind"],
        "additionalProperties": false
    });
    let schema = request.clone().constrained(Constraint::JsonSchema(schema)).at_most(40);
    let completed = model.complete(&schema, &Control::default()).unwrap();
    eprintln!("{completed:?}");
    let value: serde_json::Value = serde_json::from_str(&completed.whole("m").unwrap()).unwrap();
    assert!(value["town"].as_str().unwrap().chars().count() <= 12);
    let choice = SpanGrammar::choice(3, true).unwrap();
    let completed = model.complete(&request.constrained(choice.constraint()), &Control::default()).unwrap();
    eprintln!("{completed:?}");
    choice.parse(&completed.whole("m").unwrap()).unwrap();
}
