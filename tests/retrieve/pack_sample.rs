//! The sample code, as a user has it: built from its saved pages, installed, updated, asked; through
//! the built program, without a model unless a test says otherwise.

use crate::support::model;

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

struct Town {
    dir: tempfile::TempDir,
    models: PathBuf,
}

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")
}

impl Town {
    fn new() -> Town {
        let dir = tempfile::tempdir().unwrap();
        // No models, neither here nor in the user's folder: words alone decide, on every machine.
        let models = dir.path().join("no-models");
        std::fs::create_dir_all(&models).unwrap();
        Town { dir, models }
    }

    fn with_model(models: PathBuf) -> Town {
        Town { models, ..Town::new() }
    }

    fn path(&self, name: &str) -> String {
        self.dir.path().join(name).display().to_string()
    }

    /// Runs the program; gives its exit code and JSON.
    fn run(&self, arguments: &[&str]) -> (i32, Value) {
        let output = Command::new(env!("CARGO_BIN_EXE_twolane"))
            .args(["--archive", &self.path("archive"), "--json", "--quiet", "--offline"])
            .arg("--model-dir")
            .arg(&self.models)
            .env("HOME", self.dir.path())
            .env_remove("XDG_DATA_HOME")
            .env_remove("TWOLANE_MODELS")
            .args(arguments)
            .current_dir(self.dir.path())
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let last = text.lines().last().unwrap_or("null");
        let value = serde_json::from_str(last).unwrap_or_else(|e| panic!("{arguments:?}: {e}: {text}"));
        (output.status.code().unwrap(), value)
    }

    fn done(&self, arguments: &[&str]) -> Value {
        let (code, value) = self.run(arguments);
        assert_eq!(code, 0, "{arguments:?}: {value}");
        value
    }

    fn with_law() -> Town {
        let town = Town::new();
        for edition in ["2023", "2025"] {
            let folder = corpus().join("pack").join(edition).display().to_string();
            let built = town.done(&["pack", "build", &folder, "-o", &town.path(edition)]);
            assert_eq!(built["problems"], serde_json::json!([]));
            let again = town.path("again");
            town.done(&["pack", "build", &folder, "-o", &again]);
            assert_eq!(std::fs::read(town.path(edition)).unwrap(), std::fs::read(again).unwrap());
        }
        town.done(&["pack", "install", &town.path("2023")]);
        let notice = corpus().join("papers/town/notice_2025-08-01_old-home-day.txt");
        town.done(&["ingest", &notice.display().to_string()]);
        town
    }
}

fn facts(answer: &Value) -> Vec<&str> {
    answer["evidence"]["facts"].as_array().unwrap().iter().map(|f| f["text"].as_str().unwrap()).collect()
}

fn strings(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|v| v.as_str().unwrap()).collect()
}

#[test]
fn from_saved_pages_to_answers() {
    let town = Town::with_law();
    let report = town.done(&["pack", "update", &town.path("2025")]);
    assert_eq!(strings(&report["added"]), ["RSA 901:7", "RSA 903:2"]);
    assert_eq!(strings(&report["repealed"]), ["RSA 901:6", "RSA 902:5"]);
    let amended: Vec<&str> =
        report["amended"].as_array().unwrap().iter().map(|a| a["citation"].as_str().unwrap()).collect();
    assert_eq!(amended, ["RSA 901-A:1", "RSA 901:3", "RSA 902:3"]);

    // The paper names the section, the section has the answer, and they share no word of the matter.
    let question = "By when does the matter of Harlan Tew's place beside the bandstand have to be settled?";
    let asked = town.done(&["ask", question]);
    assert!(facts(&asked).iter().any(|f| f.contains("shall decide within 30 days of it")), "{asked}");
    let pack = &asked["evidence"]["packs"][0];
    assert_eq!((pack["edition"].as_str(), pack["as_of"].as_str()), (Some("2025"), Some("2025-01-01")));
    let unfollowed = town.path("none.toml");
    std::fs::write(&unfollowed, "[retrieval.follow]\nmost = 0\n").unwrap();
    let found = town.done(&["search", question, "--k", "1"]);
    assert!(found["trace"]["followed"].as_u64().unwrap() > 0, "{found}");
    let found = town.done(&["--tuning", &unfollowed, "search", question, "--k", "1"]);
    assert_eq!(found["trace"]["followed"], 0);

    // A section that is named answers, in the edition of the day that is asked for.
    let asked = town.done(&["ask", "What is the fee under RSA 901:3?"]);
    assert!(facts(&asked)[0].contains("is $25"), "{asked}");
    let asked = town.done(&["ask", "What is the fee under RSA 901:3?", "--as-of", "2024-05-01"]);
    assert!(facts(&asked)[0].contains("is $15"), "{asked}");
    assert_eq!(asked["evidence"]["packs"][0]["edition"], "2023");

    // A heading is not a text.
    let (code, asked) = town.run(&["ask", "What oath does RSA 904:2 ask of a sealer?"]);
    let gaps = asked["evidence"]["gaps"].to_string();
    assert!(
        gaps.contains("Sealer of Weights; Oath") && gaps.contains("not in the archive"),
        "{code} {asked}"
    );
    assert!(facts(&asked).iter().all(|f| f.contains("904:2")), "{asked}");
}

/// A code of one section, with a note on what an act once changed in it, asked for its fee.
fn asked_for_the_fee(town: &Town) -> (i32, Value) {
    std::fs::create_dir_all(town.path("law")).unwrap();
    let about = std::fs::read_to_string(corpus().join("pack/2023/pack.toml")).unwrap();
    std::fs::write(town.path("law/pack.toml"), about).unwrap();
    let history = "(1949 Rev., S. 7; 1959, P.A. 3.) History: 1959 act raised the fee that the clerk charges for a copy of a \
        deed from two dollars to three dollars a page.";
    let section = serde_json::json!({
        "citation": "RSA 905:1",
        "heading": "Copies.",
        "text": "905:1 Copies. For a copy of a deed the clerk shall charge five dollars a page.",
        "history": history,
    });
    std::fs::write(town.path("law/code.jsonl"), format!("{section}\n")).unwrap();
    let built = town.done(&["pack", "build", &town.path("law"), "-o", &town.path("pack")]);
    assert_eq!(built["problems"], serde_json::json!([]));
    town.done(&["pack", "install", &town.path("pack")]);
    town.run(&["ask", "What fee does the clerk charge for a copy of a deed?"])
}

#[test]
fn what_an_act_once_changed_does_not_lead() {
    let Some(models) = model::folder() else { return };
    let (code, asked) = asked_for_the_fee(&Town::with_model(models));
    assert_eq!(code, 0, "{asked}");
    assert!(facts(&asked)[0].contains("five dollars a page"), "{asked}");
    // What the fee once was does not contradict what it is.
    assert_eq!(asked["evidence"]["conflicts"], serde_json::json!([]), "{asked}");
}

#[test]
fn what_an_act_once_changed_is_not_the_nearest_by_words_alone() {
    let (code, asked) = asked_for_the_fee(&Town::new());
    // The section has half of the question's words: too few to answer, enough to be shown as near.
    assert_eq!(code, 5, "{asked}");
    assert!(facts(&asked)[0].contains("five dollars a page"), "{asked}");
    assert_eq!(asked["evidence"]["conflicts"], serde_json::json!([]), "{asked}");
}

#[test]
fn named_sections_stand_first_in_their_lane() {
    let town = Town::with_law();
    for citation in ["RSA 901:1", "RSA 901:4", "RSA 901-A:3", "RSA 902:3", "RSA 902:5", "RSA 903:1"] {
        let question = format!("Does the fee for a hearing on bonfires, bells or stands follow {citation}?");
        for extra in [vec![], vec!["--no-merge-rules"], vec!["--no-lanes"]] {
            let mut arguments = vec!["search", &question];
            arguments.extend(extra);
            let found = town.done(&arguments);
            let first = found["hits"].as_array().unwrap().iter().find(|h| h["lane"] == "state").unwrap();
            assert_eq!(first["section"], citation, "{arguments:?}");
        }
    }
}

#[test]
fn sections_are_shown_with_their_relations() {
    let town = Town::with_law();
    let shown = town.done(&["section", "show", "RSA 901:4, II"]);
    assert_eq!(
        shown["text"],
        "II. The select board shall hold a hearing under RSA 902:3 and shall decide within 30 days of it."
    );
    assert_eq!(shown["cites"][0]["citation"], "RSA 902:3");
    assert_eq!(shown["mentioned_in"][0]["citation"], "RSA 901:4, II");
    assert_eq!(shown["edition"], "sample-rsa 2023");
    let shown = town.done(&["section", "show", "RSA 902:3"]);
    assert_eq!(shown["cited_by"][0]["citation"], "RSA 901:4");
    assert_eq!(shown["hierarchy"][1], "CHAPTER 902 HEARINGS");
    let (code, shown) = town.run(&["section", "show", "RSA 904:1"]);
    assert_eq!((code, shown["status"].as_str(), shown["text"].as_str()), (5, Some("heading only"), Some("")));
    let (code, _) = town.run(&["section", "show", "RSA 999:1"]);
    assert_eq!(code, 5);
    let quoted = town.done(&["source", "list"]);
    let id = quoted["sources"]
        .as_array()
        .unwrap()
        .iter()
        .find(|s| s["title"].as_str().unwrap().starts_with("RSA 901-A:2"))
        .unwrap()["id"]
        .clone();
    let quoted = town.done(&["quote", id.as_str().unwrap(), "RSA 901-A:2, II-a"]);
    assert_eq!(quoted["quote"], "II-a. No more than 24 persons shall ride on one wagon.");
}
