//! Catch rate and false alarms of the screening on public sets. Half of each set (by a hash of the
//! id) was kept aside while the patterns were written.
//!
//!     cargo test --test ask screening_judged:: -- --nocapture

use crate::support::skip;

use std::path::PathBuf;

use serde_json::Value;
use sha2::{Digest, Sha256};
use twolane::answer::screen::{ScreenOptions, instructions_in, screen};

fn shared(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data").join(name)
}

fn rows(name: &str) -> Option<Vec<Value>> {
    let text = std::fs::read_to_string(shared(name)).ok()?;
    Some(text.lines().filter(|l| !l.trim().is_empty()).map(|l| serde_json::from_str(l).unwrap()).collect())
}

fn field<'v>(row: &'v Value, name: &str) -> &'v str {
    row[name].as_str().unwrap_or("")
}

/// The half that was looked at.
fn is_dev(row: &Value) -> bool {
    Sha256::digest(field(row, "id").as_bytes())[0] % 2 == 0
}

fn rejected(text: &str) -> bool {
    !screen(text, &ScreenOptions::default()).may_pass()
}

fn share(part: usize, whole: usize) -> String {
    format!("{part}/{whole} = {:.3}", part as f64 / whole.max(1) as f64)
}

#[test]
fn attacks_are_caught_and_questions_pass() {
    let Some(attacks) = rows("judged/injection/attacks.jsonl") else {
        skip::lacks("the judged sets are not here");
        return;
    };
    let show = std::env::var("SHOW").is_ok();
    let of = |source: &str, user: bool| -> Vec<&Value> {
        attacks
            .iter()
            .filter(|a| field(a, "source") == source && (field(a, "kind") == "user_input") == user)
            .collect()
    };
    let mut caught_aside = (0, 0);
    for (name, set, judge) in [
        ("questions (user input)", of("bastioncorpus", true), rejected as fn(&str) -> bool),
        ("documents (tool output, memory)", of("bastioncorpus", false), |t| !instructions_in(t).is_empty()),
        ("documents (planted requests)", of("BIPIA", false), |t| !instructions_in(t).is_empty()),
    ] {
        for (half, dev) in [("looked at", true), ("kept aside", false)] {
            let half_set: Vec<&&Value> = set.iter().filter(|a| is_dev(a) == dev).collect();
            let caught = half_set.iter().filter(|a| judge(field(a, "text"))).count();
            println!("caught, {name}, {half}: {}", share(caught, half_set.len()));
            if name.starts_with("questions") && !dev {
                caught_aside = (caught, half_set.len());
            }
            for a in half_set.iter().filter(|a| show && dev && !judge(field(a, "text"))) {
                println!("    missed: {} {:?}", field(a, "category"), field(a, "text"));
            }
        }
    }
    assert!(caught_aside.0 * 10 >= caught_aside.1 * 7, "{caught_aside:?}");

    let mut alarms_on_crime = usize::MAX;
    for (name, file, text_of) in [
        ("legal questions about crime", "judged/injection/benign_legal_crime.jsonl", "text"),
        ("law questions", "judged/mcq/law_mc.jsonl", "question"),
        ("general", "judged/injection/benign_general.jsonl", "text"),
        ("town questions", "questions.jsonl", "question"),
        ("statute questions", "statute-questions.jsonl", "question"),
        ("policy questions", "judged/abstain/policyqa_answerable.jsonl", "question"),
        ("questions with situations", "judged/retrieval/condqa/queries.jsonl", "text"),
        ("questions to rules", "judged/retrieval/orsharc/queries.jsonl", "text"),
        ("questions to regulations", "judged/retrieval/obliqa/queries.jsonl", "text"),
        ("questions to contracts", "judged/retrieval/lbrag/queries.jsonl", "text"),
    ] {
        let Some(rows) = rows(file) else { continue };
        let alarms: Vec<&Value> = rows.iter().filter(|r| rejected(field(r, text_of))).collect();
        println!("false alarms, {name}: {}", share(alarms.len(), rows.len()));
        if file.ends_with("benign_general.jsonl") {
            let aside = alarms.iter().filter(|a| !is_dev(a)).count();
            println!("    kept aside alone: {}", share(aside, rows.iter().filter(|r| !is_dev(r)).count()));
        }
        for a in alarms.iter().filter(|a| show && is_dev(a)) {
            let text: String = field(a, text_of).chars().take(200).collect();
            println!("    alarm: {} {text:?}", field(a, "category"));
        }
        if file.ends_with("benign_legal_crime.jsonl") {
            alarms_on_crime = alarms.len();
        }
    }
    assert_eq!(alarms_on_crime, 0);
    for set in ["condqa", "orsharc", "obliqa", "lbrag", "cranfield"] {
        let Some(rows) = rows(&format!("judged/retrieval/{set}/corpus.jsonl")) else { continue };
        let alarms: Vec<_> = rows.iter().flat_map(|r| instructions_in(field(r, "text"))).collect();
        println!("marked in documents, {set}: {} in {} passages", alarms.len(), rows.len());
        for alarm in alarms.iter().filter(|_| show).take(12) {
            println!("    marked: {:?} {:?}", alarm.kind, alarm.text.chars().take(200).collect::<String>());
        }
    }
}
