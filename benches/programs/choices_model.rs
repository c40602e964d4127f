//! What a language model answers to questions with choices when it is shown nothing else: the arm without
//! retrieval that `scripts/measure_choices.py --letters` counts.
//!
//!     cargo run --release -p twolane-benches --bin choices_model -- MODEL.gguf QUESTIONS.jsonl > LETTERS.jsonl
//!
//! A question has `id`, `question` and `choices`. The reply is held to one letter by a grammar.

use std::error::Error;
use std::path::Path;

use serde_json::{Value, json};
use twolane::llm::{
    Completion, Constraint, Control, Grammar, LanguageModel, LocalModel, LocalOptions, Message,
};

const SYSTEM: &str =
    "You answer multiple-choice questions of law. Reply with the letter of the right choice alone.";

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [model, questions] = arguments.as_slice() else {
        return Err("choices_model MODEL.gguf QUESTIONS.jsonl".into());
    };
    let model = LocalModel::load(Path::new(model), &LocalOptions::default())?;
    for line in std::fs::read_to_string(questions)?.lines() {
        let case: Value = serde_json::from_str(line)?;
        let choices = case["choices"].as_array().ok_or("a question without choices")?;
        let letters: Vec<char> = ('A'..='H').take(choices.len()).collect();
        let mut asked = case["question"].as_str().ok_or("a question without text")?.trim().to_owned();
        asked.push_str("\nAnswer choices:");
        for (letter, choice) in letters.iter().zip(choices) {
            asked.push_str(&format!("\n{letter}. {}", choice.as_str().ok_or("a choice without text")?));
        }
        let names: Vec<String> = letters.iter().map(|letter| format!("\"{letter}\"")).collect();
        let grammar =
            Grammar { lark: format!("start: {}", names.join(" | ")), gbnf: None, json_schema: None };
        let request = Completion::new("choose", vec![Message::system(SYSTEM), Message::user(asked)])
            .constrained(Constraint::Grammar(grammar))
            .at_most(4);
        let made = model.complete(&request, &Control::default())?;
        println!("{}", json!({ "id": case["id"], "letter": made.text.trim() }));
    }
    Ok(())
}
