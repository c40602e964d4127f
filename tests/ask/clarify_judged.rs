//! Questions that have to be asked back, on a public set of rules: the asker's case leaves a condition
//! of the rule open, or does not. Half of the set is for choosing, the other half for the figure.
//!
//!     cargo test --test ask clarify_judged:: -- --ignored --nocapture
//!
//! `CLARIFY_SHOW=tune` (or `held`) prints the cases that it gets wrong.

use crate::support::skip;

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::Value;
use twolane::answer::{Ask, AskOptions, Conversation, ConversationOptions, Inquiry};
use twolane::archive::Archive;
use twolane::eval::answers::Detection;
use twolane::ingest::{Ingest, IngestOptions, NoObserver, Reading};
use twolane::retrieve::{Query, Request};

fn rows(path: PathBuf) -> Option<Vec<Value>> {
    let text = std::fs::read_to_string(path).ok()?;
    Some(text.lines().map(|l| serde_json::from_str(l).unwrap()).collect())
}

fn text<'v>(value: &'v Value, name: &str) -> &'v str {
    value[name].as_str().unwrap_or("")
}

/// SHA-256 halves, as `scripts/judged_questions.py` has them.
fn split(id: &str) -> &'static str {
    use sha2::{Digest, Sha256};
    let last = Sha256::digest(id.as_bytes()).last().copied().unwrap_or(0);
    if last % 2 == 0 { "tune" } else { "held" }
}

#[test]
#[ignore = "a measurement; see the module's comment"]
fn precision_and_recall() {
    let judged = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data/judged");
    let (Some(rules), Some(cases)) =
        (rows(judged.join("retrieval/orsharc/corpus.jsonl")), rows(judged.join("clarify/orsharc.jsonl")))
    else {
        skip::lacks("the judged clarify set is not here");
        return;
    };
    let home = tempfile::tempdir().unwrap();
    let papers = home.path().join("papers");
    std::fs::create_dir(&papers).unwrap();
    for rule in &rules {
        let body = format!("{}\n\n{}", text(rule, "title"), text(rule, "text"));
        std::fs::write(papers.join(format!("{}.txt", text(rule, "_id"))), body.trim()).unwrap();
    }
    let archive = Archive::create(&home.path().join("archive")).unwrap();
    Ingest::new(&archive, None, IngestOptions::new(Reading::InProcess)).run(&[papers], &NoObserver).unwrap();
    let ask = Ask::new(&archive, None, AskOptions::default()).unwrap();
    let options = ConversationOptions::default();
    let conversation = Conversation::new(&ask, None, None, &options);

    let show = std::env::var("CLARIFY_SHOW").unwrap_or_default();
    let mut decisions: BTreeMap<&str, Vec<(bool, bool)>> = BTreeMap::new();
    let mut reasons: BTreeMap<(String, bool), usize> = BTreeMap::new();
    for case in &cases {
        let told = text(case, "scenario").trim();
        let stop = if told.is_empty() || told.ends_with(['.', '?', '!']) { "" } else { "." };
        let question = format!("{told}{stop} {}", text(case, "question"));
        let mut inquiry = Inquiry::new(Request::new(Query::new(question.trim())));
        for turn in case["history"].as_array().unwrap() {
            inquiry.context.push((
                text(turn, "follow_up_question").to_lowercase(),
                text(turn, "follow_up_answer").to_owned(),
            ));
        }
        let found = conversation.assess(&inquiry).unwrap();
        let ought = case["ask_back"] == true;
        let made = !found.is_clear();
        let half = split(text(case, "id"));
        decisions.entry(half).or_default().push((ought, made));
        let reason = found.reasons.first().map_or("none", |r| r.as_str());
        *reasons.entry((reason.to_owned(), ought)).or_default() += 1;
        if half == show && ought != made {
            println!(
                "\n{} ought {ought} made {made} {reason}\n  Q: {question}\n  H: {}\n  R: {}\n  gold: {} {}",
                text(case, "id"),
                case["history"],
                text(case, "rule_text"),
                text(case, "clarifying_question"),
                text(case, "answer"),
            );
            for asked in &found.questions {
                println!("  asked: {} :: {}", asked.field, asked.prompt);
            }
        }
    }
    for (half, made) in &decisions {
        let d = Detection::of(made.iter().copied());
        println!(
            "{half}: {} to ask back, {} not; caught {}, false alarms {}; precision {:.3}, recall {:.3}, false rate {:.3}; always answering: recall 0, {} errors against {}",
            d.cases,
            d.others,
            d.caught,
            d.false_alarms,
            d.precision.unwrap_or(0.0),
            d.recall.unwrap_or(0.0),
            d.false_rate.unwrap_or(0.0),
            d.always_answers.errors,
            d.errors
        );
    }
    for ((reason, ought), count) in reasons {
        println!("  {reason:24} ought to be asked back {ought}: {count}");
    }
}
