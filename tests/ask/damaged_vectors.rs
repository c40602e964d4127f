//! An answer over damaged vectors says so.

use crate::support::model;
use crate::support::town::Town;

const BURN: &str = "What is the fee for a burn permit in Alder?";

fn says_damage(answer: &serde_json::Value) -> bool {
    let limits = answer["limitations"].as_array().unwrap();
    limits.iter().any(|limit| limit.as_str().unwrap().contains("twolane index rebuild"))
}

#[test]
fn answer_over_altered_vectors_says_so() {
    let Some(model) = model::folder() else { return };
    let town = Town::new();
    let papers = town.home.path().join("papers");
    let with_model = ["--model-dir", model.to_str().unwrap()];
    let run = |args: &[&str]| town.run(&[&with_model, args].concat(), "");
    let read = run(&["ingest", papers.to_str().unwrap()]);
    assert_eq!(read.code, 0, "{}", read.error);
    let ask = |flags: &[&str]| town.ask(BURN, &[flags, &["--no-memory"]].concat());
    assert!(!says_damage(&ask(&with_model).json["evidence"]));

    let folder = town.archive().join("vectors");
    let mut files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let file = files.find(|path| path.extension().is_some_and(|e| e == "vec")).unwrap();
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let answer = ask(&with_model);
    assert_eq!(answer.code, 0, "{}", answer.error);
    assert!(says_damage(&answer.json["evidence"]), "{}", answer.out);
    assert!(!says_damage(&ask(&[]).json["evidence"]), "vectors took no part");
    let saved = town.file("answer.json", &answer.out);
    let checked = run(&["verify", &saved, "--json"]);
    assert_eq!(checked.code, 0, "{}", checked.out);

    assert_eq!(run(&["index", "rebuild"]).code, 0);
    assert!(!says_damage(&ask(&with_model).json["evidence"]));
}
