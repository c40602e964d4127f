//! `ask --batch` through the built program.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::program::command;
use crate::support::town::Town;

const LINES: &str = r#""What does a burn permit cost in Alder?"

{"id": "fee", "question": "What does a burn permit cost?", "town": "Birch"}
not JSON
{"id": 4, "question": "What does a burn permit cost?", "twon": "Birch"}
{"id": {"a": 1}, "question": "What is the square footage of my unit?"}
{"question": "What does a burn permit cost?", "town": "Nowhere on Sea"}
{"question": ""}
"Who was the first dentist of Alder?"
"#;

fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn answers_have_the_order_of_the_questions() {
    let town = Town::new();
    let file = town.file("questions.jsonl", LINES);
    let run = town.run(&["ask", "--batch", &file, "--no-memory"], "");
    assert_eq!(run.code, 3, "{}", run.error);
    let objects = objects(&run.out);
    let of = |field: &str| objects.iter().map(|o| o[field].clone()).collect::<Vec<_>>();
    assert_eq!(of("line"), [1, 3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(of("id")[..5], [json!(null), json!("fee"), json!(null), json!(null), json!({"a": 1})]);
    assert_eq!(of("exit"), [0, 0, 1, 2, 4, 2, 1, 5], "{}", run.out);
    for (at, quoted) in [(0, "$15"), (1, "$22")] {
        assert!(objects[at]["output"]["answer"]["level1"].as_str().unwrap().contains(quoted));
        let answer = town.file("answer.json", &objects[at]["output"].to_string());
        assert_eq!(town.run(&["verify", &answer, "--json"], "").code, 0);
    }
    for line in ["line 4: this is not JSON", "line 5: field: no match for \"twon\"; closest matches: town"] {
        assert!(run.error.contains(line), "{line}: {}", run.error);
    }
    assert!(run.error.contains("4 questions asked: 2 answered, 1 without"), "{}", run.error);
    assert!(run.error.contains("4 lines not asked"), "{}", run.error);

    // The same from standard input, into a file; a condition of the flags holds where a line has none.
    let out = town.home.path().join("answers.jsonl");
    let out = out.to_str().unwrap();
    let run = town.run(
        &["ask", "--batch", "-", "--town", "Birch", "--output", out],
        "\"What does a burn permit cost?\"",
    );
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{}", run.error);
    let written = std::fs::read_to_string(out).unwrap();
    assert!(written.ends_with('\n') && written.contains("$22"), "{written}");
}

#[test]
fn files_that_do_not_fit_are_refused_before_anything_is_asked() {
    let town = Town::new();
    let file = town.file("questions.jsonl", "\"What does a burn permit cost?\"\n");
    for (args, code, named) in [
        (&["ask", "--batch", &file, "--output", "a.json"][..], 2, ".jsonl"),
        (&["ask", "--batch", &file, "--output", &file], 2, "holds the questions"),
        (&["ask", "--batch", &file, "a", "question"], 2, "cannot be used with"),
        (&["ask", "--batch", "none.jsonl"], 1, "cannot read none.jsonl"),
        (&["ask", "--batch", "."], 1, "is a folder"),
        (&["ask", "--batch", "-", "--paste", "-"], 2, "reads standard input already"),
        (&["ask", "A question?", "--output", "a.jsonl"], 2, "--batch"),
    ] {
        let run = town.run(args, "");
        assert_eq!(run.code, code, "{args:?}: {}", run.error);
        assert!(run.error.contains(named), "{args:?}: {}", run.error);
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "\"What does a burn permit cost?\"\n");
    let empty = town.run(&["ask", "--batch", "-"], "");
    assert_eq!((empty.code, empty.out.as_str()), (0, ""), "{}", empty.error);
}

#[test]
#[cfg(unix)]
fn ctrl_c_keeps_the_answers_so_far() {
    let town = Town::new();
    let mut child = command(town.home.path(), town.archive())
        .args(["ask", "--batch", "-", "--no-memory"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut questions = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    writeln!(questions, "\"What does a burn permit cost in Alder?\"").unwrap();
    let first: Value = serde_json::from_str(&answers.next().unwrap().unwrap()).unwrap();
    assert_eq!(first["exit"], 0);
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    // The program waits for a line, which it then no longer asks.
    std::thread::sleep(Duration::from_millis(300));
    let _ = writeln!(questions, "\"What does a burn permit cost in Birch?\"");
    assert_eq!(answers.next().map(Result::unwrap), None);
    assert_eq!(child.wait().unwrap().code(), Some(130));
}
