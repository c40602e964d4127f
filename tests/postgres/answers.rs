//! The sample papers and both editions of its law in a folder and in a database: the same rankings, the same answers.
//! By words alone unless `TWOLANE_MODELS` names a folder of models and `TWOLANE_TEST_WHOLE` is set; the first
//! `TWOLANE_TEST_QUESTIONS` questions, all unless it is set.

use std::path::Path;

use serde_json::Value;

use crate::server::Server;

/// What differs from run to run, or is the archive's own number of something: a list of names.
const OWN: &str = include_str!("../../scripts/fields_of_a_run.json");
/// Scores are compared with this much between them.
const CLOSE: f64 = 2e-3;

struct Place {
    home: tempfile::TempDir,
    archive: String,
}

impl Place {
    fn new(archive: Option<String>) -> Self {
        let home = tempfile::tempdir().unwrap();
        let archive = archive.unwrap_or_else(|| home.path().join("archive").display().to_string());
        Place { home, archive }
    }

    /// Runs the program; its output, which `codes` allow to be of a run that was not all well.
    fn run(&self, args: &[&str], codes: &[i32]) -> String {
        let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_twolane"));
        command
            .env("HOME", self.home.path())
            .env_remove("XDG_DATA_HOME")
            .current_dir(env!("CARGO_MANIFEST_DIR"));
        if std::env::var_os("TWOLANE_TEST_WHOLE").is_none() {
            command.env_remove("TWOLANE_MODELS");
        }
        let output = command.args(["--offline", "--archive", &self.archive]).args(args).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(codes.contains(&output.status.code().unwrap_or(-1)), "{args:?}: {:?} {error}", output.status);
        assert!(!error.contains("of-tests-only"), "a password is shown: {error}");
        String::from_utf8(output.stdout).unwrap()
    }

    fn json(&self, args: &[&str], codes: &[i32]) -> Value {
        let out = self.run(args, codes);
        serde_json::from_str(&out).unwrap_or_else(|e| panic!("{args:?}: {e}: {out}"))
    }

    fn fill(&self) {
        // 3 where the one page that is a picture can't be read.
        self.run(&["--quiet", "ingest", "corpus/papers"], &[0, 3]);
        for (edition, how) in [("2023", "install"), ("2025", "update")] {
            let folder = format!("corpus/pack/{edition}");
            let pack = self.home.path().join(edition).display().to_string();
            self.run(&["pack", "build", &folder, "-o", &pack], &[0]);
            self.run(&["pack", how, &pack], &[0]);
        }
    }
}

fn without_own(value: &mut Value, own: &[String]) {
    match value {
        Value::Object(fields) => {
            let is_own = |name: &String, value: &Value| {
                own.contains(name) && (name == "timing_ms" || !value.is_object())
            };
            fields.retain(|name, value| !is_own(name, value));
            fields.values_mut().for_each(|value| without_own(value, own));
        }
        Value::Array(items) => items.iter_mut().for_each(|value| without_own(value, own)),
        _ => {}
    }
}

/// Where two values differ, as a path.
fn difference(one: &Value, two: &Value, at: &str) -> Option<String> {
    match (one, two) {
        (Value::Object(a), Value::Object(b)) => {
            let names = a.keys().chain(b.keys().filter(|name| !a.contains_key(*name)));
            names.into_iter().find_map(|name| {
                difference(
                    a.get(name).unwrap_or(&Value::Null),
                    b.get(name).unwrap_or(&Value::Null),
                    &format!("{at}/{name}"),
                )
            })
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            a.iter().zip(b).enumerate().find_map(|(i, (x, y))| difference(x, y, &format!("{at}/{i}")))
        }
        (Value::Number(a), Value::Number(b)) => {
            let far = (a.as_f64().unwrap_or(0.0) - b.as_f64().unwrap_or(0.0)).abs() > CLOSE;
            far.then(|| format!("{at}: {a} {b}"))
        }
        _ => (one != two).then(|| format!("{at}: {one} {two}")),
    }
}

#[test]
fn the_sample_corpus_is_answered_alike() {
    let server = Server::shared();
    let other = match std::env::var("TWOLANE_TEST_SECOND").as_deref() {
        Ok("folder") => None,
        _ => Some(server.url(&server.database())),
    };
    let both = [Place::new(None), Place::new(other)];
    both.iter().for_each(Place::fill);
    let questions = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/questions.jsonl");
    let own: Vec<String> = serde_json::from_str(OWN).unwrap();
    let mut differ = Vec::new();
    let mut asked = 0;
    let most =
        std::env::var("TWOLANE_TEST_QUESTIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(usize::MAX);
    for line in std::fs::read_to_string(questions).unwrap().lines().take(most) {
        let case: Value = serde_json::from_str(line).unwrap();
        let question = case["question"].as_str().unwrap();
        for args in [vec!["search", question, "--json"], vec!["ask", question, "--json"]] {
            // A question that is not answered ends with a code of its own.
            let [one, two] = both.each_ref().map(|place| {
                let mut value = place.json(&args, &[0, 1, 2, 3, 4, 5]);
                without_own(&mut value, &own);
                value
            });
            asked += 1;
            if let Some(where_) = difference(&one, &two, "") {
                differ.push(format!("{} {}: {where_}", args[0], case["id"]));
            }
        }
    }
    assert!(asked >= 96.min(most.saturating_mul(2)), "{asked}");
    assert!(differ.is_empty(), "{} of {asked} differ:\n{}", differ.len(), differ.join("\n"));
}
