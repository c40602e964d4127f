//! A strong writer, scripted: it takes the best sentences that it is shown and joins them as the prompt says.
//! How much of what the question files ask for is in the prose, and how many sentences two quotes bear out
//! together (SPEC SYN-11). The figures are words alone, without an embedding model:
//!
//!     cargo test --test ask strong_writer:: -- --nocapture

use crate::support::draft_json::draft_of_json;

use std::path::PathBuf;

use serde_json::{Value, json};
use twolane::answer::write::{LabelKind, ModelWriter, WriterOptions};
use twolane::answer::{Ask, AskOptions, Asked, DraftChecks, ProseBy, VerifyOptions, answer_of_draft};
use twolane::archive::Archive;
use twolane::llm::ScriptedModel;
use twolane::retrieve::{Query, Request};
use twolane::text::sentences;

/// Questions that are asked.
const QUESTIONS: usize = 40;
/// Characters that fit into one line with what joins them.
const LONGEST: usize = 900;
/// Words that make a sentence lean on another one; it is written between marks.
const LEANING: &[&str] = &[
    "it",
    "its",
    "he",
    "she",
    "his",
    "her",
    "they",
    "them",
    "their",
    "this",
    "these",
    "those",
    "such",
    "said",
    "same",
    "we",
    "our",
    "you",
    "your",
    "i",
    "motion",
    "also",
    "however",
    "therefore",
    "then",
    "so",
    "last",
    "next",
];
const OPEN: &[&str] =
    &["if", "unless", "when", "until", "where", "after", "before", "that", "which", "who", "as", "or"];

struct Line {
    label: String,
    title: String,
    text: String,
}

/// `[L1] (Title; local; minutes) Words.`
fn shown(prompt: &str) -> Vec<Line> {
    let line = |line: &str| {
        let (label, rest) = line.strip_prefix('[')?.split_once("] (")?;
        let (title, rest) = rest.split_once("; ")?;
        let (_, text) = rest.split_once(") ")?;
        Some(Line { label: format!("[{label}]"), title: title.to_owned(), text: text.trim().to_owned() })
    };
    prompt.lines().filter_map(line).collect()
}

fn has(text: &str, list: &[&str]) -> bool {
    let lower = text.to_lowercase();
    lower.split(|c: char| !c.is_alphanumeric()).any(|w| list.contains(&w))
}

fn is_plain(line: &Line) -> bool {
    let text = &line.text;
    text.ends_with('.')
        && text.starts_with(char::is_uppercase)
        && sentences(text).len() == 1
        && !has(text, LEANING)
        && !text.contains(['?', '!', '(', '…'])
}

fn body(line: &Line) -> &str {
    line.text.trim_end_matches('.')
}

/// Two or three lines: the best sentence with the next one, then what is left.
fn written(lines: &[Line]) -> String {
    let mut out = Vec::new();
    for pair in lines.chunks(2).take(2) {
        // Two that are too long for one line: the better one alone.
        let long = pair.iter().map(|l| l.text.len() + l.title.len()).sum::<usize>() > LONGEST;
        let said = match pair {
            [a, ..] if long => format!("{} “{}”", a.label, a.text),
            [a, b] if is_plain(a) && is_plain(b) && a.title == b.title => {
                let joint = if has(&a.text, OPEN) { ";" } else { ", and" };
                format!("{}{} {}{joint} {}.", a.label, b.label, body(a), body(b))
            }
            [a, b] if is_plain(a) && is_plain(b) => format!(
                "{}{} According to {}, {}; according to {}, {}.",
                a.label,
                b.label,
                a.title,
                body(a),
                b.title,
                body(b)
            ),
            [a, b] => format!("{}{} “{}”; “{}”", a.label, b.label, a.text, b.text),
            [a] => format!("{} “{}”", a.label, a.text),
            _ => continue,
        };
        out.push(said);
    }
    if out.is_empty() { "none".to_owned() } else { out.join("\n") }
}

fn words(text: &str) -> Vec<String> {
    text.to_lowercase()
        .split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Share of the gold words that stand in the text, in their order (longest common subsequence).
fn share(gold: &str, text: &str) -> f32 {
    let (gold, text) = (words(gold), words(text));
    let mut row = vec![0usize; text.len() + 1];
    for g in &gold {
        let mut before = 0;
        for (i, t) in text.iter().enumerate() {
            let held = row[i + 1];
            row[i + 1] = if g == t { before + 1 } else { held.max(row[i]) };
            before = held;
        }
    }
    row.last().copied().unwrap_or(0) as f32 / gold.len().max(1) as f32
}

fn found(gold: &[Value], texts: &[&str]) -> bool {
    gold.iter().any(|g| texts.iter().any(|t| share(g["quote"].as_str().unwrap(), t) >= 0.5))
}

fn ask(archive: &Archive, question: &str, model: Option<&ScriptedModel>) -> Asked {
    let options = WriterOptions {
        own_sentences: Some(true),
        labels: Some(LabelKind::Sides),
        ..WriterOptions::default()
    };
    let writer = model.map(|m| ModelWriter::new(m, options));
    let ask = Ask::new(archive, None, AskOptions::default()).unwrap().with_writer(writer.as_ref());
    ask.run(&Request::new(Query::new(question))).unwrap()
}

#[test]
fn gold_facts_are_in_the_prose_and_two_quotes_bear_sentences_out() {
    let folder = tempfile::tempdir().unwrap();
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let archive = super::hostile_writer::world(&root.join("corpus/papers"), folder.path()).archive;
    let file = std::fs::read_to_string(root.join("corpus/questions.jsonl")).unwrap();
    let cases: Vec<Value> = file.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    let with_gold = |c: &&Value| c["gold"].as_array().is_some_and(|g| !g.is_empty()) && c["paste"].is_null();
    let (mut in_facts, mut in_prose, mut by_rule) = (0, 0, 0);
    let (mut sentences_out, mut of_two, mut drafted, mut kept, mut asked_model) = (0, 0, 0, 0, 0);
    for case in cases.iter().filter(with_gold).take(QUESTIONS) {
        let (question, gold) = (case["question"].as_str().unwrap(), case["gold"].as_array().unwrap());
        let model = ScriptedModel::answering(|request| match request.purpose {
            "synthesize" => written(&shown(&request.messages.last().unwrap().content)).into(),
            _ => "none".into(),
        });
        let asked = ask(&archive, question, Some(&model));
        let answer = asked.answer.get();
        asked_model += usize::from(asked.written.is_some());
        if let Some(written) = &asked.written {
            assert!(written.failed.is_none(), "{question}: {:?}\n{:?}", written.failed, model.prompts());
            drafted += written.sentences.len();
            // Quotes that do not follow each other are printed in marks of their own.
            let printed = |t: &str| t.replace(" … ", "” … “");
            let said = |t: &String| answer.prose.sentences.iter().any(|s| s.text == printed(t));
            kept += written.sentences.iter().filter_map(|s| s.text.as_ref()).filter(|t| said(t)).count();
        }
        let facts: Vec<&str> = answer.facts.iter().map(|f| f.text.as_str()).collect();
        let told: Vec<&str> = answer.prose.sentences.iter().map(|s| s.text.as_str()).collect();
        let plain = ask(&archive, question, None);
        let plain: Vec<&str> = plain.answer.get().prose.sentences.iter().map(|s| s.text.as_str()).collect();
        in_facts += usize::from(found(gold, &facts));
        in_prose += usize::from(found(gold, &told));
        by_rule += usize::from(found(gold, &plain));
        if answer.prose.by == ProseBy::Model {
            sentences_out += answer.prose.sentences.len();
            of_two += answer.prose.sentences.iter().filter(|s| s.tokens.len() > 1).count();
        }
    }
    println!(
        "{QUESTIONS} questions, {asked_model} with the writer: gold in the facts {in_facts}, in the prose {in_prose}, in prose by rule without it {by_rule}; sentences drafted {drafted}, kept word for word {kept}; sentences of the prose {sentences_out}, borne out by two quotes together {of_two}"
    );
    assert!(asked_model * 2 >= QUESTIONS, "{asked_model}");
    assert!(kept * 10 >= drafted * 8, "{kept} of {drafted}");
    assert!(of_two >= 20, "{of_two}");
    assert!(in_prose * 10 >= in_facts * 8, "{in_prose} of {in_facts}");
}

/// Forms that the checker has to tell apart: what it lets through and should not is listed as such, so that
/// nobody takes the checker for more than it is.
#[test]
fn attacks_by_hand() {
    let cases: Value = serde_json::from_str(include_str!("../data/prose/attacks.json")).unwrap();
    let mut wrong = Vec::new();
    let mut passed = Vec::new();
    let count = cases["attacks"].as_array().unwrap().len();
    for case in cases["attacks"].as_array().unwrap() {
        let papers: Vec<&str> =
            case["papers"].as_array().unwrap().iter().map(|p| p.as_str().unwrap()).collect();
        let (_dir, archive) = crate::support::archives::of_texts(&papers);
        let facts: Vec<Value> = papers
            .iter()
            .enumerate()
            .map(|(i, p)| {
                let locator = format!("p.{} L{}", i / 2 + 1, i % 2 + 1);
                json!({"text": p, "support": [{"source_id": "a", "locator": locator, "quote": p}]})
            })
            .collect();
        let cites: Vec<usize> = (0..papers.len()).collect();
        let draft =
            json!({"facts": facts, "sentences": [{"text": case["says"], "cites": cites}]}).to_string();
        let lookup = |id: &twolane::text::SourceId| archive.source(id).ok();
        let sections = |_: &twolane::text::SourceId| Vec::new();
        let options = VerifyOptions { min_quote_words: 1, ..VerifyOptions::default() };
        let input = twolane::answer::audit::AuditInput::of("What do the papers say?");
        let checks = DraftChecks { lookup: &lookup, sections: &sections, audit: &input, options: &options };
        let answer = answer_of_draft(&draft_of_json(&draft).unwrap(), &checks);
        assert_eq!(answer.get().facts.len(), papers.len(), "{case}");
        let stood = answer.get().prose.sentences.iter().any(|s| case["says"] == s.text.as_str());
        if stood {
            passed.push(case["says"].to_string());
        }
        if stood != case["passes"].as_bool().unwrap() {
            wrong.push(format!("{} stood: {stood}", case["says"]));
        }
    }
    println!("{count} attacks by hand, {} of them pass: {passed:#?}", passed.len());
    assert!(wrong.is_empty(), "{wrong:#?}");
}
