//! The written cases of `golden/`, through the built program: by words alone, and with the embedding
//! model where it is. A case that passed when it was recorded has to pass.

use crate::support::skip;

use std::path::{Path, PathBuf};

use serde_json::Value;

fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("golden")
}

fn run(dir: &Path, args: &[&str]) -> (i32, Value, String) {
    let home = tempfile::tempdir().unwrap();
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_twolane"));
    command.current_dir(home.path()).args(["--offline", "--json", "eval", "golden"]).arg(dir).args(args);
    let output = command.output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code().unwrap(), serde_json::from_slice(&output.stdout).unwrap_or_default(), error)
}

/// Nothing that was recorded as passing fails, whatever is recorded as failing.
fn holds(report: &Value, error: &str) {
    assert!(report["cases"].is_u64(), "{error}");
    let changes = report["changes"].as_array().unwrap();
    for change in changes {
        eprintln!("{}: {}", change["change"].as_str().unwrap(), change["id"].as_str().unwrap());
    }
    let broken: Vec<&Value> =
        changes.iter().filter(|c| c["change"] == "broken" || c["change"] == "gone").collect();
    assert!(broken.is_empty(), "{broken:#?}");
    let unrecorded: Vec<&Value> = changes.iter().filter(|c| c["change"] == "new").collect();
    assert!(unrecorded.is_empty(), "record them with `twolane eval golden --record`: {unrecorded:#?}");
    for failed in report["failed"].as_array().unwrap() {
        eprintln!("recorded as failing: {failed}");
    }
    let metrics = &report["metrics"];
    assert!(metrics["written"].as_u64().unwrap() >= 30, "{metrics}");
    assert_eq!(metrics["quotes"], metrics["verbatim"], "{metrics}");
}

#[test]
fn by_words_alone() {
    let (code, report, error) = run(&golden(), &["--words-alone"]);
    holds(&report, &error);
    assert_eq!((code, &report["embedder"]), (0, &Value::from("words")));
}

#[test]
fn with_the_embedding_model() {
    let (_, report, error) = run(&golden(), &[]);
    if report["embedder"] == "words" {
        skip::lacks("the embedding model is not here; `twolane models get` fetches it");
        return;
    }
    holds(&report, &error);
}

const PAPER: &str = "Town of Alder\n\nThe fee for a burn permit in Alder is $15.\n";
const CASE: &str = "papers = \"p\"\n[[case]]\nid = \"fee\"\nabout = \"x\"\n[[case.turn]]\nquestion = \"What is the fee for a burn permit in Alder?\"\n[case.turn.expect]\nquotes = [\"$15\"]\n";

fn small(case: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    for folder in ["cases", "papers/p"] {
        std::fs::create_dir_all(dir.path().join(folder)).unwrap();
    }
    std::fs::write(dir.path().join("papers/p/a.txt"), PAPER).unwrap();
    std::fs::write(dir.path().join("cases/a.toml"), case).unwrap();
    dir
}

#[test]
fn a_case_that_breaks_is_told_and_ends_with_5() {
    let dir = small(CASE);
    let (code, report, error) = run(dir.path(), &["--words-alone", "--record"]);
    assert_eq!((code, &report["passed"], &report["cases"]), (0, &Value::from(1), &Value::from(1)), "{error}");
    assert_eq!(run(dir.path(), &["--words-alone"]).0, 0);
    std::fs::write(dir.path().join("papers/p/a.txt"), PAPER.replace("$15", "$16")).unwrap();
    let (code, report, _) = run(dir.path(), &["--words-alone"]);
    assert_eq!((code, &report["failed"][0]["id"]), (5, &Value::from("fee")));
    assert!(report["failed"][0]["why"].as_str().unwrap().contains("$15"));
    assert_eq!(report["changes"][0]["change"], "broken");
    let (code, report, _) = run(dir.path(), &["--words-alone", "--record"]);
    assert_eq!((code, &report["passed"]), (0, &Value::from(0)), "a failing case may be recorded");
    assert_eq!(run(dir.path(), &["--words-alone"]).0, 0);
}

#[test]
fn a_folder_that_is_not_right_says_what() {
    for (case, words) in [
        (CASE.replace("quotes =", "qoutes ="), "qoutes"),
        (CASE.replace("[case.turn.expect]\nquotes = [\"$15\"]\n", ""), "expects nothing"),
        (CASE.replace("papers = \"p\"", "papers = \"q\""), "is not there"),
        (format!("{CASE}{}", CASE.replace("papers = \"p\"\n", "")), "stands in"),
        ("papers = \"p\"\ncase = []\n".to_owned(), "no case"),
    ] {
        let dir = small(&case);
        let (code, _, error) = run(dir.path(), &["--words-alone"]);
        assert!(code == 1 && error.contains(words) && error.contains("golden/README.md"), "{words}: {error}");
    }
    let nowhere = tempfile::tempdir().unwrap();
    let (code, _, error) = run(nowhere.path(), &[]);
    assert!(code == 1 && error.contains("cases"), "{error}");
}
