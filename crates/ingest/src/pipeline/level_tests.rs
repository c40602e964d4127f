//! A level goes down only by a person's hand, whatever happens to the file.

use std::path::Path;

use crate::by_hand::{Change, Field};
use crate::{Editor, Ingest, IngestOptions, NoObserver, Reading};
use twolane_archive::Archive;

struct Town {
    dir: tempfile::TempDir,
    archive: Archive,
}

impl Town {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let archive = Archive::create(&dir.path().join("archive")).unwrap();
        Town { dir, archive }
    }

    fn write(&self, name: &str, text: &str) {
        let file = self.dir.path().join("papers").join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    }

    fn ingest_at(&self, below: &str, flag: Option<&str>) {
        let mut options = IngestOptions::new(Reading::InProcess);
        options.metadata.extend(flag.map(|level| ("visibility".to_owned(), level.to_owned())));
        let papers = self.dir.path().join("papers").join(below);
        Ingest::new(&self.archive, None, options).run(&[papers], &NoObserver).unwrap();
        assert!(self.archive.check().unwrap().is_empty());
    }

    fn ingest(&self, flag: Option<&str>) {
        self.ingest_at("", flag);
    }

    fn set(&self, wanted: &str, level: &str) {
        let mut change = Change::default();
        change.set(Field::Visibility, level).unwrap();
        let options = IngestOptions::new(Reading::InProcess);
        Editor::new(&self.archive, None, &options).set(wanted, &change, &|| true).unwrap();
    }

    /// Returns the level of each path, in their order.
    fn levels(&self) -> String {
        let mut rows: Vec<String> = Vec::new();
        for source in self.archive.sources().unwrap() {
            for path in &source.paths {
                let name = Path::new(path).file_name().unwrap().to_string_lossy();
                rows.push(format!("{name} {}", source.meta.visibility));
            }
        }
        rows.sort();
        rows.join(", ")
    }
}

#[test]
fn flag_outlasts_later_runs() {
    let town = Town::new();
    town.write("a.txt", "The budget.\n");
    town.ingest(Some("staff"));
    town.ingest(None);
    assert_eq!(town.levels(), "a.txt staff");
    town.write("a.txt", "The budget, changed.\n");
    town.ingest(None);
    town.ingest(Some("public"));
    assert_eq!(town.levels(), "a.txt staff");
    town.set("a.txt", "public");
    town.write("a.txt", "The budget, changed again.\n");
    town.ingest(None);
    assert_eq!(town.levels(), "a.txt public");
}

#[test]
fn sealed_file_stays_sealed_beside_its_copy() {
    let town = Town::new();
    town.write("a.txt", "The budget.\n");
    town.write("b.txt", "The budget.\n");
    town.ingest(None);
    town.set("a.txt", "sealed");
    town.write("b.txt", "The budget, changed.\n");
    town.ingest(None);
    assert_eq!(town.levels(), "a.txt sealed, b.txt sealed");
}

#[test]
fn file_of_several_documents_keeps_its_level() {
    let town = Town::new();
    let line = |text: &str| format!("{{\"title\":\"{text}\",\"text\":\"{text} of the town.\"}}\n");
    town.write("a.jsonl", &[line("Budget"), line("Roads")].concat());
    town.ingest(None);
    town.set("a.jsonl#1", "sealed");
    // The sealed line changes and moves.
    town.write("a.jsonl", &[line("Roads"), line("Budget changed")].concat());
    town.ingest(None);
    assert_eq!(town.levels(), "a.jsonl#1 public, a.jsonl#2 sealed");
}

#[test]
fn highest_level_of_all_copies_holds() {
    for (first, second) in [("", "visibility = 'staff'\n"), ("visibility = 'staff'\n", "")] {
        let town = Town::new();
        town.write("x/a.txt", "The budget.\n");
        town.write("y/b.txt", "The budget.\n");
        town.write("x/sources.toml", &format!("[default]\n{first}"));
        town.write("y/sources.toml", &format!("[default]\n{second}"));
        town.ingest(None);
        assert_eq!(town.levels(), "a.txt staff, b.txt staff");
    }
    let town = Town::new();
    town.write("x/agenda.txt", "The budget.\n");
    town.write("y/nonpublic-minutes.txt", "The budget.\n");
    town.ingest(None);
    assert_eq!(town.levels(), "agenda.txt staff, nonpublic-minutes.txt staff");
}

#[test]
fn known_content_rises_with_what_a_run_states() {
    let town = Town::new();
    town.write("x/a.txt", "The budget.\n");
    town.ingest(None);
    town.write("y/b.txt", "The budget.\n");
    town.ingest_at("y", Some("sealed"));
    assert_eq!(town.levels(), "a.txt sealed, b.txt sealed");
    town.ingest(None);
    assert_eq!(town.levels(), "a.txt sealed, b.txt sealed");
}
