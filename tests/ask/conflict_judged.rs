//! Conflicts on a public set with several documents a question, in which "conflict" is more than one
//! distinct answer among the correct and misinformed documents.
//!
//!     cargo test --test ask conflict_judged:: -- --ignored --nocapture

use crate::support::skip;

use std::collections::{BTreeSet, HashMap};
use std::convert::Infallible;
use std::path::PathBuf;

use serde_json::Value;
use twolane::answer::conflict::{ConflictOptions, Evidence, SourceStatus, conflicts};
use twolane::answer::{AnswerOptions, Question, QuestionTerms, candidates};
use twolane::archive::terms;
use twolane::text::{ContentHash, Line, Source, SourceId};

fn cases() -> Option<Vec<Value>> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data/judged/conflict/ramdocs.jsonl");
    let text = std::fs::read_to_string(path).ok()?;
    Some(text.lines().map(|l| serde_json::from_str(l).unwrap()).collect())
}

fn evidence(case: &Value) -> Vec<Evidence> {
    let mut found = Vec::new();
    for (i, document) in case["documents"].as_array().unwrap().iter().enumerate() {
        let text = document["text"].as_str().unwrap();
        let id = SourceId(format!("d{i}"));
        let source = Source::new(id, String::new(), ContentHash::of(b""), vec![Line::plain(0, 1, text)]);
        let options = AnswerOptions { max_quote_words: 60, ..AnswerOptions::default() };
        let all = candidates(&source, 0..1, &options);
        for candidate in &all {
            let inner = |o: &twolane::answer::Candidate| {
                o.bytes.len() < candidate.bytes.len()
                    && candidate.bytes.start <= o.bytes.start
                    && o.bytes.end <= candidate.bytes.end
            };
            if all.iter().any(inner) {
                continue;
            }
            found.push(Evidence {
                read: None,
                quote: source.quote_bytes(candidate.bytes.clone()).unwrap(),
                bytes: candidate.bytes.clone(),
                header: String::new(),
                around: text.to_owned(),
                table: false,
                score: 1.0,
                source: SourceStatus::default(),
            });
        }
    }
    found
}

fn is_conflict(case: &Value) -> bool {
    let answers: BTreeSet<String> = case["documents"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|d| ["correct", "misinfo"].contains(&d["type"].as_str().unwrap()))
        .map(|d| d["answer"].as_str().unwrap().trim().to_lowercase())
        .collect();
    answers.len() > 1
}

#[test]
#[ignore = "a measurement; see the module's comment"]
fn precision_and_recall() {
    let Some(cases) = cases() else {
        skip::lacks("the judged conflict set is not here");
        return;
    };
    let mut frequencies: HashMap<String, u64> = HashMap::new();
    let mut documents = 0;
    for document in cases.iter().flat_map(|c| c["documents"].as_array().unwrap()) {
        documents += 1;
        let all: BTreeSet<String> = terms(document["text"].as_str().unwrap()).into_iter().collect();
        for term in all {
            *frequencies.entry(term).or_default() += 1;
        }
    }
    let options = ConflictOptions { quotes: usize::MAX, ..ConflictOptions::default() };
    let (mut caught, mut missed, mut alarms, mut quiet) = (0, 0, 0, 0);
    for case in &cases {
        let question = case["question"].as_str().unwrap();
        let weigh = |words: &str| -> Result<QuestionTerms, Infallible> {
            let asked: BTreeSet<String> = terms(words).into_iter().collect();
            let weighted = asked.into_iter().map(|t| {
                let df = frequencies.get(&t).copied().unwrap_or(0);
                (t, df)
            });
            Ok(QuestionTerms::weighted(weighted, documents))
        };
        let question = Question::weighted(question, weigh).unwrap();
        let found = conflicts(&question, &evidence(case), &options);
        match (is_conflict(case), found.is_empty()) {
            (true, false) => caught += 1,
            (true, true) => missed += 1,
            (false, false) => alarms += 1,
            (false, true) => quiet += 1,
        }
        if std::env::var("SHOW").is_ok() {
            let answers: Vec<&str> =
                case["documents"].as_array().unwrap().iter().filter_map(|d| d["answer"].as_str()).collect();
            println!("{} {} {} {answers:?}", is_conflict(case), !found.is_empty(), question.text());
            for v in found.iter().flat_map(|c| &c.values) {
                println!("      {} <- {}", v.value, v.quote.text());
            }
        }
    }
    println!("{} cases, {} conflicts", cases.len(), caught + missed);
    println!("caught {caught}, missed {missed}, false alarms {alarms}, rightly quiet {quiet}");
    println!("precision {:.3}, recall {:.3}", ratio(caught, caught + alarms), ratio(caught, caught + missed));
    println!(
        "a baseline that always answers: recall 0; one that always says conflict: precision {:.3}, recall 1",
        ratio(caught + missed, cases.len() as u32)
    );
    assert_eq!(caught + missed + alarms + quiet, cases.len() as u32);
}

fn ratio(part: u32, whole: u32) -> f64 {
    f64::from(part) / f64::from(whole.max(1))
}
