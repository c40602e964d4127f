//! The questions of our own help texts, README, documentation and demo, asked of the sample papers: each is
//! answered right, asked back, or refused; nothing else comes out.

use crate::support::model;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use regex::Regex;
use serde_json::Value;

/// What may come out.
enum Expected {
    /// The first quotes hold one of these.
    Right(&'static [&'static str]),
    /// The first quotes hold one of these, or the papers are said to be silent.
    RightOrSilent(&'static [&'static str]),
    /// The papers are said to be silent.
    Silent,
    /// It is asked back, or the papers are said to be silent: what it is about is not said.
    Unclear,
}
use Expected::{Right, RightOrSilent, Silent, Unclear};

const QUESTIONS: &[(&str, Expected)] = &[
    ("By what date must a dog be licensed in Aldersfield?", Right(&["April 30"])),
    ("How big is my unit?", Unclear),
    ("How did the board vote on the culvert?", Right(&["Voted 3-0", "$337,900"])),
    ("How is my tax bill made up?", RightOrSilent(&["pays for four things"])),
    ("How is the tax bill made up?", RightOrSilent(&["pays for four things"])),
    ("How many fish were counted in Mill Brook?", Silent),
    ("Is the town liable?", Unclear),
    ("What does a burn permit cost?", RightOrSilent(&["They are free"])),
    ("What does it cost?", Unclear),
    ("What is the fee for a dog license in Aldersfield?", Right(&["$10.00", "$7.50"])),
    ("What is the front setback in the Rural Residential District?", Right(&["50 feet in the Rural"])),
    ("What notice does RSA 91-A:2 require?", Silent),
    ("When is the town meeting?", RightOrSilent(&["February 8, 2025", "March 11, 2025"])),
    ("Who pays for snow removal?", Unclear),
    ("Who voted against it?", Unclear),
];

/// Answered wrong today, with the strength that each says it has. A meeting that is not held leads; what is not said (liable for what?) is answered from another
/// matter; a row of the fee schedule with another permit leads, before the sentence that burn permits are free.
const KNOWN_WRONG: &[(&str, &str)] = &[
    ("When is the town meeting?", "C"),
    ("How is my tax bill made up?", "C"),
    ("How is the tax bill made up?", "C"),
    ("Is the town liable?", "B"),
    ("What does a burn permit cost?", "C"),
];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn files(dir: &Path, extension: &str) -> Vec<String> {
    let entries = std::fs::read_dir(dir).unwrap().map(|e| e.unwrap().path());
    let wanted = entries.filter(|p| p.extension().is_some_and(|e| e == extension));
    wanted.map(|p| std::fs::read_to_string(p).unwrap()).collect()
}

/// `twolane … ask "QUESTION"` wherever we print it.
fn printed() -> BTreeSet<String> {
    let mut texts = files(&root().join("crates/cli/src"), "rs");
    texts.extend(files(&root().join("docs"), "md"));
    texts.push(std::fs::read_to_string(root().join("README.md")).unwrap());
    let asked = Regex::new(r#"twolane (?:-[^"\n]* )?ask \\?"([^"\\\n]+)\\?""#).unwrap();
    let found = texts.iter().flat_map(|text| asked.captures_iter(text).map(|c| c[1].to_owned()));
    found.filter(|question| question.chars().any(char::is_alphabetic)).collect()
}

#[test]
fn every_question_that_we_print_is_tried() {
    let tried: BTreeSet<String> = QUESTIONS.iter().map(|(question, _)| (*question).to_owned()).collect();
    assert_eq!(printed(), tried);
}

struct Sample {
    home: tempfile::TempDir,
    models: PathBuf,
}

impl Sample {
    fn new(models: PathBuf) -> Self {
        let home = tempfile::tempdir().unwrap();
        // However slow the machine, the reader reads all that it is given.
        std::fs::write(home.path().join("patient.toml"), "[search]\nrerank_budget_ms = 600000\n").unwrap();
        Sample { home, models }
    }

    fn run(&self, args: &[&str]) -> (i32, Vec<Value>) {
        let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_twolane"));
        command.current_dir(self.home.path()).env("HOME", self.home.path()).env_remove("XDG_DATA_HOME");
        command.args(["--offline", "--json", "--quiet", "--archive"]).arg(self.home.path().join("archive"));
        command.arg("--tuning").arg(self.home.path().join("patient.toml"));
        let output = command.arg("--model-dir").arg(&self.models).args(args).output().unwrap();
        let out = String::from_utf8(output.stdout).unwrap();
        let lines = out.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        (output.status.code().unwrap(), lines)
    }
}

/// Whether an answer is given; a refusal may show the nearest quotes.
fn answered(reply: &Value) -> bool {
    reply["evidence"]["mode"] == "answer"
}

fn facts(reply: &Value) -> Vec<&str> {
    let facts = reply["evidence"]["facts"].as_array().into_iter().flatten();
    facts.filter_map(|fact| fact["text"].as_str()).collect()
}

fn first(reply: &Value) -> &str {
    facts(reply).first().copied().unwrap_or_default()
}

fn problem(expected: &Expected, reply: &Value) -> Option<String> {
    let unclear = reply["status"] == "clarify";
    let silent = !unclear && !answered(reply);
    let right = |held: &[&str]| answered(reply) && held.iter().any(|h| first(reply).contains(h));
    let fine = match expected {
        Right(held) => right(held),
        RightOrSilent(held) => right(held) || silent,
        Silent => silent,
        Unclear => unclear || silent,
    };
    (!fine).then(|| format!("{}: {}", reply["status"], first(reply)))
}

fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_lowercase).collect()
}

/// What is not as it was recorded.
fn news(question: &str, problem: Option<String>, reply: &Value) -> Option<String> {
    let known = KNOWN_WRONG.iter().find(|(wrong, _)| *wrong == question);
    match (problem, known) {
        (Some(problem), None) => Some(format!("{question}: {problem}")),
        (None, Some(_)) => Some(format!("{question}: no longer wrong, take it off the list")),
        (Some(_), Some((_, tier))) => {
            let says = &reply["evidence"]["record_strength"]["tier"];
            (says != tier).then(|| format!("{question}: wrong, and now of strength {says}"))
        }
        (None, None) => None,
    }
}

/// At least half of a gold quote's words, in order: what the outside judge asks for.
fn holds(gold: &[String], held: &[String]) -> bool {
    let mut row = vec![0usize; held.len() + 1];
    for word in gold {
        let mut before = 0;
        for (j, other) in held.iter().enumerate() {
            let best = if word == other { before + 1 } else { row[j + 1].max(row[j]) };
            before = std::mem::replace(&mut row[j + 1], best);
        }
    }
    2 * row[held.len()] >= gold.len()
}

#[test]
fn our_own_questions_are_answered_right_or_not_at_all() {
    let Some(models) = model::folder() else { return };
    let sample = Sample::new(models);
    let corpus = root().join("corpus").display().to_string();
    let (code, said) = sample.run(&["demo", "--corpus", &corpus]);
    assert!(matches!(code, 0 | 3), "{said:?}");
    let mut wrong = Vec::new();
    let gold = std::fs::read_to_string(root().join("corpus/questions.jsonl")).unwrap();
    let gold: Vec<Value> = gold.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let replies: Vec<&Value> = said.iter().filter(|s| s["question"].is_string()).collect();
    assert_eq!(replies.len(), 10);
    for reply in replies {
        let case = gold.iter().find(|case| case["question"] == reply["question"]).unwrap();
        let golds = case["gold"].as_array().unwrap();
        let golds: Vec<Vec<String>> = golds.iter().map(|g| words(g["quote"].as_str().unwrap())).collect();
        let right = facts(reply).iter().any(|fact| golds.iter().any(|gold| holds(gold, &words(fact))));
        let question = reply["question"].as_str().unwrap();
        let problem = (answered(reply) && !right).then(|| facts(reply).join("\n"));
        wrong.extend(news(question, problem, reply));
    }
    for (question, expected) in QUESTIONS {
        let (_, said) = sample.run(&["ask", question]);
        let reply = said.last().unwrap_or(&Value::Null);
        wrong.extend(news(question, problem(expected, reply), reply));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
