//! A made-up town in an archive, and the program that is asked about it. Words alone: no model.

#![allow(dead_code)] // each test takes what it needs

use std::path::{Path, PathBuf};

use serde_json::Value;

/// Papers of two towns and an association, as name and text.
const PAPERS: &[(&str, &str)] = &[
    (
        "alder/select-board-minutes-2025-03-04.txt",
        "Town of Alder\nSelect Board\nMinutes of March 4, 2025\n\nThe Select Board discussed the footbridge over Mill Brook.\nMs. Ruth Ames moved to close the footbridge until it is repaired. Mr. Lund seconded. The motion passed 2 to 1. Mr. Oakes voted against the motion.\n\nThe Road Agent reported that sand cost $12,400 in 2025.\n",
    ),
    (
        "alder/fees.txt",
        "Town of Alder\nFee Schedule\n\nThe fee for a burn permit in Alder is $15.\nThe fee for a tree cutting permit in Alder is $40.\nThe deposit for a hall rental in Alder is $100.\n",
    ),
    (
        "alder/budget-2024.txt",
        "Town of Alder\nRoad Budget 2024\n\nThe road budget of Alder in 2024 was $310,000.\n",
    ),
    (
        "alder/budget-2025.txt",
        "Town of Alder\nRoad Budget 2025\n\nThe road budget of Alder in 2025 was $342,500.\n",
    ),
    (
        "birch/fees.txt",
        "Town of Birch\nFee Schedule\n\nThe fee for a burn permit in Birch is $22.\nThe fee for a tree cutting permit in Birch is $65.\nThe deposit for a hall rental in Birch is $250.\n",
    ),
    (
        "pond/declaration.txt",
        "Pond Village Association\nDeclaration\n\nUnit 4B has 1,140 square feet of living area.\nUnit 7A has 980 square feet of living area.\nThe living area of a unit is its square footage as shown on the plan.\n",
    ),
    (
        "alder/abatement.txt",
        "Town of Alder\nElderly Exemption\n\nTo qualify for the elderly exemption you must:\n* be 65 years of age or older\n* have lived in the state for three consecutive years\n* have a net income below $36,000\n",
    ),
];

/// A news text that somebody pastes.
pub const ARTICLE: &str = "Pier closed after fall\nBy Dana Whitcomb\nUpdated May 3, 2025\n\nThe city of Harrow Point closed its wooden pier on Friday after a visitor fell through a rotten plank and broke an ankle. Inspector Lou Tanner had warned in a letter of January 9, 2025 that eleven of the forty piles were rotten.\n\nThe Harbor Committee voted 3 to 2 in February to put off the repair until the fall, citing a price of $86,000 for the work.\n\nMayor Inez Calder said that the committee had acted in good faith and that signs had been put up at both ends of the pier.\n\nThe visitor, who was not named, has asked the city to pay the hospital bill of $4,150.\n";

/// An archive of the made-up papers.
pub struct Town {
    /// Folder of it all.
    pub home: tempfile::TempDir,
}

/// What the program did.
pub struct Outcome {
    /// Exit code.
    pub code: i32,
    /// Standard output as JSON, where it is JSON.
    pub json: Value,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub error: String,
}

impl Town {
    /// Reads the papers.
    pub fn new() -> Self {
        let town = Town { home: tempfile::tempdir().unwrap() };
        for (name, text) in PAPERS {
            let path = town.home.path().join("papers").join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, text).unwrap();
        }
        for (folder, name) in [("alder", "Alder"), ("birch", "Birch"), ("pond", "Pond Village Association")] {
            let papers = town.home.path().join("papers").join(folder);
            let read = town.run(&["ingest", papers.to_str().unwrap(), "--town", name], "");
            assert_eq!(read.code, 0, "{}", read.error);
        }
        town
    }

    /// Its archive.
    pub fn archive(&self) -> PathBuf {
        self.home.path().join("archive")
    }

    /// Runs the program with this standard input.
    pub fn run(&self, args: &[&str], input: &str) -> Outcome {
        self.run_at(&self.archive(), args, input)
    }

    /// The same on another archive.
    pub fn run_at(&self, archive: &Path, args: &[&str], input: &str) -> Outcome {
        let mut command = assert_cmd::Command::from_std(super::program::command(self.home.path(), archive));
        command.args(args).write_stdin(input);
        let output = command.output().unwrap();
        let out = String::from_utf8(output.stdout).unwrap();
        Outcome {
            code: output.status.code().unwrap(),
            json: serde_json::from_str(&out).unwrap_or_default(),
            out,
            error: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// `ask --json` with these flags.
    pub fn ask(&self, question: &str, flags: &[&str]) -> Outcome {
        let mut args = vec!["ask", question, "--json"];
        args.extend(flags);
        let outcome = self.run(&args, "");
        assert!(outcome.json.is_object(), "{} {}", outcome.out, outcome.error);
        outcome
    }

    /// A file beside the archive.
    pub fn file(&self, name: &str, text: &str) -> String {
        let path = self.home.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }
}

/// Quotes of all facts.
pub fn quotes(answer: &Value) -> Vec<String> {
    let facts = answer["evidence"]["facts"].as_array().cloned().unwrap_or_default();
    let support = facts.iter().flat_map(|f| f["support"].as_array().cloned().unwrap_or_default());
    support.map(|q| q["quote"].as_str().unwrap().to_owned()).collect()
}

/// True when some quote holds these words.
pub fn quoted(answer: &Value, words: &str) -> bool {
    quotes(answer).iter().any(|q| q.contains(words))
}
