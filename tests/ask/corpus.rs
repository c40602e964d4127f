//! The sample corpus is whole: its questions name papers that are there, of every kind, and quote
//! lines that stand in them. `corpus/check_questions.py` checks the quotes in PDFs with poppler.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::Value;

fn corpus() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("corpus")
}

fn questions() -> Vec<Value> {
    let text = std::fs::read_to_string(corpus().join("questions.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn files(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn there_are_questions_of_every_kind() {
    let mut kinds: BTreeMap<(String, String), usize> = BTreeMap::new();
    let mut ids = BTreeSet::new();
    for case in questions() {
        assert!(ids.insert(case["id"].as_str().unwrap().to_owned()), "{} stands twice", case["id"]);
        let split = case["split"].as_str().unwrap();
        assert!(["dev", "held"].contains(&split), "{}: {split}", case["id"]);
        *kinds.entry((case["kind"].as_str().unwrap().to_owned(), split.to_owned())).or_default() += 1;
    }
    assert!(ids.len() >= 48, "{} questions", ids.len());
    for kind in ["fact", "figure", "date", "decision", "definition", "conflict", "unanswerable"] {
        for split in ["dev", "held"] {
            assert!(
                kinds.contains_key(&(kind.to_owned(), split.to_owned())),
                "no {kind} in {split}: {kinds:?}"
            );
        }
    }
}

#[test]
fn gold_names_papers_and_their_lines() {
    for case in questions() {
        let gold = case["gold"].as_array().unwrap();
        assert_eq!(gold.is_empty(), case["kind"] == "unanswerable", "{}", case["id"]);
        for passage in gold {
            let name = passage["file"].as_str().unwrap();
            let path = corpus().join("papers").join(name);
            let bytes = std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {name}: {e}", case["id"]));
            let paged = bytes.starts_with(b"%PDF-");
            assert_eq!(passage["page"].as_u64().unwrap() > 0, paged, "{}: page of {name}", case["id"]);
            if name.ends_with(".md") || name.ends_with(".txt") {
                let text = folded(&String::from_utf8(bytes).unwrap());
                let quote = folded(passage["quote"].as_str().unwrap());
                assert!(text.contains(&quote), "{}: {name} does not say {quote:?}", case["id"]);
            }
        }
    }
}

#[test]
fn papers_are_small_and_of_many_formats() {
    let mut found = Vec::new();
    files(&corpus().join("papers"), &mut found);
    let bytes: u64 = found.iter().map(|p| p.metadata().unwrap().len()).sum();
    assert!(bytes < 3_000_000, "{bytes} bytes");
    let formats: BTreeSet<&str> =
        found.iter().filter_map(|p| p.extension()).filter_map(|e| e.to_str()).collect();
    for format in ["pdf", "docx", "html", "md", "txt", "eml", "jsonl", "toml"] {
        assert!(formats.contains(format), "no .{format} in {formats:?}");
    }
}
