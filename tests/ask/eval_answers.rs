//! `eval answers` through the built program.

use crate::support::town;

use serde_json::{Value, json};
use town::{ARTICLE, Town};

fn questions() -> Vec<Value> {
    vec![
        json!({"id": "fee", "question": "What does a burn permit cost?", "town": "Birch", "kind": "figure", "answer": "$22",
            "gold": [{"file": "birch/fees.txt", "page": 0, "quote": "The fee for a burn permit in Birch is $22."}]}),
        json!({"id": "wrong", "question": "What does a burn permit cost in Alder?", "kind": "figure", "answer": "$99",
            "gold": [{"file": "alder/fees.txt", "quote": "The fee for a burn permit in Alder is $15."}]}),
        json!({"id": "unit", "question": "What is the square footage of my unit?", "kind": "clarify"}),
        json!({"id": "told", "question": "What is the square footage of my unit?", "context": {"unit": "7A"}, "kind": "figure", "answer": "980 square feet",
            "gold": [{"file": "declaration.txt", "quote": "Unit 7A has 980 square feet of living area."}]}),
        json!({"id": "pier", "question": "How did the Harbor Committee vote on the pier repair?", "paste": ARTICLE, "kind": "decision", "answer": "3 to 2"}),
        json!({"id": "none", "question": "Who was the first dentist of Alder?", "kind": "unanswerable"}),
        json!({"id": "within", "question": "What is the deposit for a hall rental?", "within": ["birch/fees.txt"], "kind": "figure", "answer": "$250",
            "gold": [{"file": "papers/birch/fees.txt", "quote": "The deposit for a hall rental in Birch is $250."}]}),
    ]
}

fn file(town: &Town, name: &str, cases: &[Value]) -> String {
    town.file(name, &cases.iter().map(|c| format!("{c}\n")).collect::<String>())
}

#[test]
fn questions_are_asked_judged_saved_and_compared() {
    let town = Town::new();
    let path = file(&town, "questions.jsonl", &questions());
    let saved = town.home.path().join("saved");
    let run = town.run(&["eval", "answers", &path, "--json", "--save", saved.to_str().unwrap()], "");
    assert_eq!(run.code, 0, "{}", run.error);
    let failed: Vec<&str> =
        run.json["failed"].as_array().unwrap().iter().filter_map(|f| f["id"].as_str()).collect();
    assert_eq!(failed, ["wrong"], "{}", run.json["failed"]);
    assert!(run.json["failed"][0]["why"].as_str().unwrap().contains("figure"));
    assert_eq!((&run.json["cases"], &run.json["passed"]), (&Value::from(7), &Value::from(6)));
    let metrics = &run.json["metrics"];
    assert_eq!((&metrics["verbatim"], &metrics["unsupported_tokens"]), (&Value::from(1.0), &Value::from(0)));
    assert_eq!(metrics["clarify"]["recall"], 1.0);
    assert_eq!(metrics["clarify"]["always_answers"]["recall"], 0.0);
    assert_eq!(metrics["abstention"]["precision"], 1.0, "{metrics}");
    assert_eq!(metrics["model_calls"], 0);

    // What is saved can be checked by `verify`, and the exit code stands beside it.
    let kept: Value =
        serde_json::from_str(&std::fs::read_to_string(saved.join("unit.json")).unwrap()).unwrap();
    assert_eq!((&kept["exit"], &kept["output"]["status"]), (&Value::from(4), &Value::from("clarify")));
    let kept: Value =
        serde_json::from_str(&std::fs::read_to_string(saved.join("none.json")).unwrap()).unwrap();
    let answer = town.file("none.json", &kept["output"].to_string());
    let checked = town.run(&["verify", &answer, "--json"], "");
    assert_eq!(checked.code, 0, "an abstention that repeats the question is sound: {}", checked.out);

    // Nothing is remembered, no trace is kept.
    assert_eq!(town.run(&["trace", "list", "--json"], "").json["traces"], json!([]));
    assert_eq!(town.run(&["session", "list", "--json"], "").json["sessions"], json!([]));

    let before = town.file("before.json", &run.out);
    let mut cases = questions();
    cases[1]["answer"] = "$15".into();
    let path = file(&town, "questions.jsonl", &cases);
    let again = town.run(&["eval", "answers", &path, "--json", "--compare", &before], "");
    let comparison = &again.json["comparison"];
    assert_eq!(comparison["changed"][0]["id"], "wrong", "{comparison}");
    assert_eq!(comparison["changed"][0]["change"], "better");
    let right = comparison["metrics"].as_array().unwrap().iter().find(|m| m["metric"] == "right").unwrap();
    assert!(right["difference"].as_f64().unwrap() > 0.0);

    let table = town.run(&["eval", "answers", &path, "--compare", &before], "");
    for words in
        ["found in 5 facts", "asking back", "errors of always answering", "better", "7 questions, 7 passed"]
    {
        assert!(table.out.contains(words), "{words}: {}", table.out);
    }
}

#[test]
fn what_is_wrong_is_said() {
    let town = Town::new();
    let bad =
        town.file("bad.jsonl", "{\"id\":\"a\",\"question\":\"x?\",\"kind\":\"fact\"}\n{\"id\":\"b\"}\n");
    let run = town.run(&["eval", "answers", &bad], "");
    assert!(run.code == 1 && run.error.contains("line 2") && run.error.contains("question"), "{}", run.error);
    let run = town.run(&["eval", "answers", "nowhere.jsonl"], "");
    assert!(run.code == 1 && run.error.contains("docs/evaluation.md"), "{}", run.error);
    assert_eq!(town.run(&["eval", "answers"], "").code, 2);
    let good = file(
        &town,
        "q.jsonl",
        &[json!({"id": "a", "question": "What does a burn permit cost in Birch?", "kind": "fact",
        "gold": [{"file": "birch/fee.txt", "quote": "x y z"}]})],
    );
    let run = town.run(&["eval", "answers", &good, "--json"], "");
    assert!(run.code == 0 && run.error.contains("birch/fee.txt"), "{}", run.error);
    assert_eq!(run.json["missing_files"], json!(["birch/fee.txt"]));
    let run = town.run(&["eval", "answers", &good, "--split", "held"], "");
    assert!(run.code == 1 && run.error.contains("--split"), "{}", run.error);
    let run = town.run(&["eval", "answers", &good, "--compare", &bad], "");
    assert!(run.code == 1 && run.error.contains("--json"), "{}", run.error);
}
